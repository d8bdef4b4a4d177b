"""The analysis after a game: which moments it names and what they have cost, who may see it, and what becomes of it when something goes wrong."""

from __future__ import annotations

import asyncio
import itertools
import math
from collections import Counter
from functools import partial

import pytest

from cogs.play.tables import Tables
from cogs.play.thinking import analysis as analysing
from cogs.play.thinking.analysis import Analyses, Piece, suspects
from cogs.play.thinking.pool import HERE as THINKING_HERE
from cogs.play.thinking.pool import Ceased, NoAnswer
from cogs.play.thinking.worker import Thought, think
from cogs.play.thinking.worker_requests import Comparison, Glances, Survey, searching
from cogs.play.unfit import Unfit
from data.content import build
from data.language import texts
from rules.computer_levels import LEVELS
from rules.computers.scripted import Scripted
from rules.computers.tree_search import Candidate, Guide, Search
from rules.game import Budget, Refused
from rules.legal_actions import legal
from rules.monster_hex.computer.guide import GUIDE
from rules.randomness import Chance
from tests.bids import Bids, known, memory, open_table
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, THERE, Chat
from tests.waiting import within


def softmax(values):
    odds = [math.exp(value) for value in values]
    return [one / sum(odds) for one in odds]


class ByPoints(Guide):
    """Of `tests.bids` with windows: whoever has more points may expect more, and nobody tops."""

    worlds = 4

    def candidates(self, rules, state, seat):
        return [Candidate(0.0, action) for action in legal(rules, state, seat) if action not in (("look",), ("top",))] or [Candidate(0.0, ("let",))]

    def shares(self, rules, state):
        return softmax([state.points.get(seat, 0) / 4 for seat in range(state.seats)])

    def played_on(self, rules, state, chance, done=None):
        while state.window and not state.places:
            if done is not None:
                done.append((rules.to_act(state)[0], ("let",)))
            state = rules.apply(state, rules.to_act(state)[0], ("let",)).state
        return state


class Counting:
    """Thinks in this process and counts what it was asked; a test may let something else happen."""

    def __init__(self) -> None:
        self.tasks = Counter()
        self.seconds = 0.0
        self.free = asyncio.Event()
        self.free.set()
        self.instead = {}

    async def think(self, task, asker):
        async with within("the test to let it think"):
            await self.free.wait()
        self.tasks[task.KIND] += 1
        if error := self.instead.get(task.KIND):
            raise error
        thought = await THINKING_HERE.think(task, asker)
        self.seconds += thought.seconds
        return thought

    def waits(self, asker):
        return False

    def close(self):
        pass


@pytest.fixture
def bids(monkeypatch):
    with known():
        monkeypatch.setattr(Bids, "opponents", {**Bids.opponents, "hard": Search(ByPoints(), 60)})
        yield


@pytest.fixture
async def store(bids):
    async with memory() as opened:
        yield opened


async def played(store, *bids: str, thinker=None, **options):
    """A game of two in which these are bid, one after the other, and nobody tops; and the analyses."""
    table = await open_table(store, 2, asked="window", **options)
    for bid in bids:
        seat = table.acting[0]
        await table.act(seat, ("bid", bid))
        await table.act(1 - seat, ("let",))
    await table.act(table.acting[0], ("finish", "0", "1"))
    here = Tables(store, thinker=thinker or Counting())
    return await here.get(table.id), Analyses(here)


# What it finds


async def test_it_names_the_decisions_that_lost_most_in_their_order(store):
    """All bid 3, as is best, but three times 1 and once 2: these three are told."""
    bids = ["3", "1", "3", "3", "1", "3", "2", "3", "3", "1", "3", "3"]
    table, analyses = await played(store, *bids)
    found = await analyses.of(table, 1)
    rows = {row.number: row for row in await store.tables.actions(table.id)}
    worst = [number for number, row in rows.items() if row.action == ("bid", "1")]
    assert [moment.number for moment in found.moments] == worst
    assert found.whole
    for moment in found.moments:
        assert (moment.seat, moment.played) == (rows[moment.number].seat, ("bid", "1"))
        assert moment.better == ("bid", "3")
        assert 0 < moment.after < moment.before < 1
        state = table.rules.load(moment.snapshot)
        assert table.rules.to_act(state) == (moment.seat,)
        # What it says is about what these points make of it: counted here by hand.
        points = [state.points.get(seat, 0) for seat in (0, 1)]
        by_hand = {n: softmax([(p + n * (seat == moment.seat)) / 4 for seat, p in enumerate(points)])[moment.seat] for n in (1, 3)}
        assert moment.before - moment.after == pytest.approx(by_hand[3] - by_hand[1], abs=0.08)
        # And the share before is that of this moment, which a search of its own finds as well.
        alone = Search(ByPoints(), 60).weigh(
            table.rules, partial(table.rules.imagine, state, moment.seat), moment.seat, Chance.of(moment.number, "alone"), Budget(60)
        )
        assert moment.before == pytest.approx(alone[0].share, abs=0.02)
    assert len({round(moment.before, 3) for moment in found.moments}) > 1


async def test_a_game_without_a_mistake_has_no_moment(store):
    table, analyses = await played(store, *["3"] * 6)
    assert (await analyses.of(table, 1)).moments == ()


async def test_what_was_taken_back_is_not_told(store):
    table = await open_table(store, 2, asked="window")
    await table.act(0, ("bid", "1"))
    await table.go_back(0, 0)
    await table.act(0, ("bid", "3"))
    await table.act(1, ("let",))
    await table.act(1, ("finish", "0", "1"))
    here = Tables(store, thinker=Counting())
    assert (await Analyses(here).of(await here.get(table.id), 1)).moments == ()


async def test_whoever_gave_up_and_a_settled_end_are_no_decisions(store):
    for end in ("concede", "settle"):
        table = await open_table(store, 2, channel=len(end), asked="window")
        await table.act(0, ("bid", "1"))
        await table.act(1, ("let",))
        await (table.concede(1) if end == "concede" else table.settle(0, "agreed", [[0, 1]]))
        here = Tables(store, thinker=Counting())
        (moment,) = (await Analyses(here).of(await here.get(table.id), 1)).moments
        assert moment.number == 1


def test_the_drops_are_sorted_over_all_pieces():
    pieces = [Piece(b"", (), [None, (0.5, 0.4), (0.5, 0.6)]), Piece(b"", (), [(0.9, 0.2), None, (0.3, 0.3)])]
    assert [(pieces.index(piece), at) for piece, at in suspects(pieces)] == [(1, 0), (0, 1), (1, 2), (0, 2)]
    many = [Piece(b"", (), [(0.5, n / 100) for n in range(50)])]
    assert [at for _, at in suspects(many)] == list(range(analysing.CANDIDATES))


# How it is thought out


async def test_it_comes_in_pieces_and_looks_at_all_of_a_short_game(store, monkeypatch):
    monkeypatch.setattr(analysing, "PIECE", 0.0)  # Each decision is a piece of its own.
    monkeypatch.setattr(analysing, "SURVEYED", 1e9)
    counting = Counting()
    table, analyses = await played(store, *["3"] * 5, thinker=counting)
    await analyses.of(table, 1)
    assert counting.tasks["survey"] == len(await store.tables.actions(table.id))
    assert counting.tasks["compare"] <= analysing.CANDIDATES


def test_a_survey_goes_on_where_the_one_before_has_stopped(bids):
    rules = build("bids")
    state = rules.setup(2, {"asked": "window"}, 5).state
    start, rows = rules.dump(state), []
    from rules.notation import Row

    for n in range(8):
        seat = rules.to_act(state)[0]
        action = ("let",) if state.window else ("bid", "1")
        rows.append(Row(n + 1, seat, action))
        state = rules.apply(state, seat, action).state
    whole = think(Survey("bids", start, tuple(rows), Chance.of(1).key)).answer
    assert whole.snapshot == rules.dump(state)
    assert len(whole.shares) == 8
    snapshot, left = start, rows
    while left:
        part = think(Survey("bids", snapshot, tuple(left), Chance.of(1).key, seconds=0.0)).answer
        assert len(part.shares) == 1
        snapshot, left = part.snapshot, left[1:]
    assert snapshot == whole.snapshot
    every = think(Survey("bids", start, tuple(rows), Chance.of(1).key, every=3)).answer.shares
    assert {n for n, shares in enumerate(every, 1) if shares} <= {3, 6}
    verdict = think(Comparison("bids", start, tuple(rows[:3]), Chance.of(1).key)).answer
    assert verdict.better == ("bid", "3")


async def test_a_long_game_is_looked_at_in_passing(store, monkeypatch):
    monkeypatch.setattr(analysing, "SURVEYED", 0.0)
    monkeypatch.setattr(analysing, "PIECE", 0.001)
    counting = Counting()
    table, analyses = await played(store, *["3"] * 40, thinker=counting)
    await analyses.of(table, 1)
    assert counting.tasks["survey"] < 40


class Glancing:
    """Says of each decision that is looked at that it has taken so many seconds of a processor, and sees nothing."""

    def __init__(self, cost: float) -> None:
        self.cost, self.looked = cost, []

    async def think(self, task, asker):
        done = looked = 0
        while done < len(task.rows) and looked * self.cost < task.seconds:
            done += 1
            if task.rows[done - 1].number % task.every == 0:
                looked += 1
                self.looked.append(task.rows[done - 1].number)
        return Thought(Glances([None] * done, task.snapshot), seconds=looked * self.cost)

    def close(self):
        pass


@pytest.mark.parametrize("cost", [0.05, 0.1, 0.2, 0.3, 0.6])
async def test_a_long_look_takes_about_six_seconds_and_is_had_from_all_parts_of_the_game(store, cost):
    """All decisions where that takes less."""
    glancing = Glancing(cost)
    table, analyses = await played(store, *["3"] * 24, thinker=glancing)
    decisions = range(1, table.position + 1)
    assert (await analyses.of(table, 1)).moments == ()
    if len(decisions) * cost <= 6:
        assert glancing.looked == [*decisions]
    else:
        assert 5 <= len(glancing.looked) * cost <= 7
        gaps = [later - one for one, later in itertools.pairwise((*glancing.looked, decisions[-1]))]
        assert max(gaps) <= 2.5 * len(decisions) * cost / 6


# Who asks, and when


async def test_two_who_ask_at_once_and_a_hundred_who_ask_again(store):
    counting = Counting()
    counting.free.clear()
    table, analyses = await played(store, "3", "1", "3", thinker=counting)
    asking = [asyncio.create_task(analyses.of(table, player)) for player in (1, 2, *[1] * 98)]
    await asyncio.sleep(0.02)
    counting.free.set()
    found = await asyncio.gather(*asking)
    assert all(one is found[0] for one in found)
    tasks = counting.tasks.total()
    assert await analyses.of(table, 3) is found[0]
    assert counting.tasks.total() == tasks


async def test_one_game_at_a_time_for_a_person(store):
    counting = Counting()
    table, _ = await played(store, "3", "1")
    other, _ = await played(store, "3", "1", channel=2)
    here = Tables(store, thinker=counting)
    analyses, table, other = Analyses(here), await here.get(table.id), await here.get(other.id)
    counting.free.clear()
    first = asyncio.create_task(analyses.of(table, 1))
    await asyncio.sleep(0.02)
    with pytest.raises(Unfit, match=r"analysis\.one"):
        await analyses.of(other, 1)
    counting.free.set()
    await first
    await analyses.of(other, 1)


async def test_what_goes_wrong_is_said_and_can_be_asked_again(store, caplog):
    counting = Counting()
    table, analyses = await played(store, "3", "1", "3", thinker=counting)
    counting.instead = {"survey": NoAnswer("3 processes have died of it")}
    with pytest.raises(Unfit, match=r"analysis\.failed"):
        await analyses.of(table, 1)
    assert "no analysis" in caplog.text
    counting.instead = {"compare": Ceased()}
    with pytest.raises(Ceased):
        await analyses.of(table, 1)
    counting.instead = {}
    assert len((await analyses.of(table, 1)).moments) == 1


async def test_what_the_computer_cannot_compare_is_left_out(store, caplog):
    counting = Counting()
    counting.instead = {"compare": NoAnswer("it has thought for too long")}
    table, analyses = await played(store, "3", "1", "3", thinker=counting)
    assert (await analyses.of(table, 1)).moments == ()
    assert "not compared" in caplog.text


async def test_what_is_not_legal_in_all_worlds_is_passed_over(store, monkeypatch):
    def refused(*_):
        raise Refused("no_such_bid", "BI-1")

    monkeypatch.setattr(Search, "glance", refused)
    table, analyses = await played(store, "3", "1")
    assert (await analyses.of(table, 1)).moments == ()


async def test_a_game_that_goes_on_or_whose_computers_do_not_search_has_none(store, monkeypatch):
    table = await open_table(store, 2, asked="window")
    with pytest.raises(Unfit, match=r"analysis\.not_over"):
        await Analyses(Tables(store)).of(table, 1)
    table, analyses = await played(store, "3", channel=2)
    monkeypatch.setattr(Bids, "opponents", dict.fromkeys(LEVELS, Scripted(lambda *_: ("let",))))
    assert searching(table.rules) is None
    with pytest.raises(Unfit, match=r"analysis\.no_search"):
        await analyses.of(table, 1)


async def test_rows_of_other_rules_are_not_played(store, monkeypatch):
    """A game that earlier rules have ended has none; of one that they have begun the rest is looked at."""
    table, _ = await played(store, "1", "3")
    began = await open_table(store, 2, asked="window", channel=2)
    await began.act(0, ("bid", "1"))
    await began.act(1, ("let",))
    monkeypatch.setattr(Bids, "version", 2)
    here = Tables(store, thinker=Counting())
    with pytest.raises(Unfit, match=r"analysis\.earlier_rules"):
        await Analyses(here).of(await here.get(table.id), 1)
    began = await here.get(began.id)
    await began.act(1, ("bid", "1"))
    await began.act(0, ("let",))
    await began.act(0, ("finish", "0", "1"))
    found = await Analyses(here).of(began, 1)
    assert [(moment.seat, moment.number) for moment in found.moments] == [(1, 3)]
    assert not found.whole


# In chat


class ByScore(Guide):
    """Of Monster Hex: whoever has more points may expect more."""

    worlds = 2

    def candidates(self, rules, state, seat):
        return [Candidate(0.0, action) for action in itertools.islice(legal(rules, state, seat), 12)]

    def shares(self, rules, state):
        board = rules.view(state, None).board
        scores = [0.0] * len(board.factions)
        for faction in board.factions:
            scores[faction.seat] += faction.score / 3
        return softmax(scores)


@pytest.fixture
async def watched(tmp_path, monkeypatch):
    """A chat in which the computers of Monster Hex search, in this process, and the games are always the same: in some nobody loses much."""
    monkeypatch.setattr("cogs.play.tables.new_seed", lambda: 5)
    rules = build("monster_hex")
    monkeypatch.setattr(rules, "opponents", {**rules.opponents, "hard": Search(ByScore(), 40)})
    async with Chat(tmp_path) as chat:
        chat.bot.tables.thinker = THINKING_HERE
        yield chat


async def game_over(chat: Chat, moves: int = 12):
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined")
    table = await chat.bot.tables.here(int(HERE))
    for number in range(moves):
        seat = table.acting[0]
        found = list(itertools.islice(legal(table.rules, table.state, seat), 40))
        await table.act(seat, found[number * 7 % len(found)])
    await table.concede(table.acting[0])
    await chat.settle()
    return table


async def test_whoever_presses_gets_it_alone_and_may_show_it_to_all(watched):
    chat = watched
    await game_over(chat)
    end, public = chat.board(), len(chat.seen(None))
    assert "Analysis" in chat.labels(end)
    said = await chat.press(ANNA, end, "Analysis")
    assert "What decided this game" in said
    assert said.count(" % to ") == said.count("Better: ")
    mine = chat.private(ANNA)
    assert 1 <= len(mine["attachments"]) == said.count("Better: ") <= 3
    assert all(one["description"] for one in mine["attachments"])
    assert len(chat.seen(None)) == public, "nobody else sees anything"
    assert await chat.press(ANNA, end, "Analysis") == said
    # Somebody who only watches may, too, in their own language.
    assert "Ce qui a décidé cette partie" in await chat.press(CECILE, end, "Analysis")
    await chat.press(ANNA, mine, "Show to all")
    shown = chat.board()
    assert said in shown["content"]
    assert "Shown by Anna" in shown["content"]
    assert len(shown["attachments"]) == len(mine["attachments"])


async def test_a_moment_says_why_and_can_be_watched_by_whoever_reads_of_it(watched, monkeypatch):
    chat = watched
    monkeypatch.setattr(ByScore, "notable", GUIDE.notable)
    await game_over(chat)
    said = await chat.press(ANNA, chat.board(), "Analysis")
    assert "It brings: " in said
    public = len(chat.seen(None))
    await chat.press(ANNA, chat.private(ANNA), "Show me 1")
    assert chat.private(ANNA)["attachments"][0]["filename"] == "line.gif"
    assert len(chat.seen(None)) == public
    table = await chat.bot.tables.here(int(HERE))
    assert await chat.press_old(CECILE, f"b:moment:{table.id}:9") == texts("fr")("hint.film.nothing")
    table.row = table.row._replace(rated=True)
    assert await chat.press_old(CECILE, f"b:moment:{table.id}:0") == texts("fr")("hint.film.nothing"), "there are none of rated games"
    await chat.press_verb(ANNA, "analysis")
    assert "Show me 1" not in chat.labels(chat.private(ANNA))


async def test_it_is_there_after_a_restart(watched):
    chat = watched
    await game_over(chat)
    said = await chat.press(ANNA, chat.board(), "Analysis")
    mine = chat.private(ANNA)
    await chat.restart()
    chat.bot.tables.thinker = THINKING_HERE
    await chat.press(ANNA, mine, "Show to all")
    assert said in chat.board()["content"]


async def test_who_asks_elsewhere_or_too_early_gets_none(watched):
    chat = watched
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined")
    for member, channel, key in ((ANNA, HERE, "analysis.not_over"), (DARA, THERE, "error.no_table")):
        assert await chat.press_old(member, "b:analysis:1", channel) == texts("en")(key)


async def test_discord_does_not_take_the_answer(watched, monkeypatch):
    """Whoever asks again gets it at once: it has been found."""
    from discord import Interaction

    chat = watched
    await game_over(chat)
    real = Interaction.edit_original_response

    async def refused(self, **given):
        raise RuntimeError("lost")

    monkeypatch.setattr(Interaction, "edit_original_response", refused)
    await chat.press(ANNA, chat.board(), "Analysis")
    monkeypatch.setattr(Interaction, "edit_original_response", real)
    assert "What decided this game" in await chat.press(ANNA, chat.board(), "Analysis")


async def test_a_game_without_it_says_so_and_has_no_button(chat, monkeypatch):
    rules = build("monster_hex")
    monkeypatch.setattr(rules, "opponents", {**rules.opponents, "hard": rules.opponents["normal"]})
    await game_over(chat, 3)
    assert "Analysis" not in chat.labels(chat.board())
    assert await chat.press_old(ANNA, "b:analysis:1") == texts("en")("analysis.no_search")
