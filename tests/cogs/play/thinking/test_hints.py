"""Hints: who gets one, what it says, and that nobody else can tell that somebody has asked."""

from __future__ import annotations

import asyncio
import gc
import itertools
import random
import sqlite3
from functools import partial
from types import SimpleNamespace

import pytest

from cogs.messages.moves.hint import hint_message, known_of
from cogs.play.new_table import Opening, Party, hinted, seated
from cogs.play.single_flight import SingleFlight
from cogs.play.table_queries import Closed, Paused, Stale
from cogs.play.tables import Tables
from cogs.play.thinking.hints import Hints
from cogs.play.thinking.pool import Ceased, NoAnswer
from cogs.play.thinking.worker import Thought
from cogs.play.thinking.worker_requests import STRONGEST, Advice, Advised
from cogs.play.unfit import Unfit
from data.content import build, games
from data.language import LANGUAGES, texts
from data.store.rows import TableAct
from rules.computer_levels import computed
from rules.legal_actions import legal
from rules.randomness import Chance
from tests.bids import known, memory, open_table
from tests.chat import ANNA, BOHUMIL, DARA, HERE, THERE, Chat
from tests.hexknight.table import RULES, TestTable
from tests.waiting import within

ACT = TableAct(9, "pause", "", "why")


class Wise:
    """Answers what a test says, when it says so; counts what it was asked."""

    def __init__(self, *answers, free: bool = True) -> None:
        self.answers = itertools.cycle(answers)
        self.asked = []
        self.free = asyncio.Event()
        if free:
            self.free.set()

    async def think(self, task, asker):
        self.asked.append((task, asker))
        async with within("the test to let it think"):
            await self.free.wait()
        answer = next(self.answers)
        if isinstance(answer, BaseException):
            raise answer
        return Thought(Advised(answer) if isinstance(task, Advice) else answer)

    def waits(self, asker):
        return False

    def close(self):
        pass


@pytest.fixture
async def house():
    """A store with a table of `tests.bids` for three, and hints by a thinker that a test gives."""
    with known():
        async with memory() as store:

            class House:
                store = None

                async def begin(self, thinker, asked: str = "window"):
                    table = await open_table(store, 3, asked=asked)
                    here = Tables(store, thinker=thinker)
                    return await here.get(table.id), Hints(here)

            yield House()


# Whom it is told, and what


async def test_the_hard_computer_is_asked_for_the_asker_s_own_seat(house):
    wise = Wise(("let",))
    table, hints = await house.begin(wise)
    await table.act(0, ("bid", "1"))
    assert (await hints.ask(table, 1, 102)).action == ("let",)
    ((task, asker),) = wise.asked
    assert (task.opponent, task.seat, task.snapshot, tuple(asker)) == ("hard", 1, table.row.snapshot, (1, 102))


async def test_asking_changes_nothing_that_is_stored_or_owed(house):
    """Also in a window, where nobody else may tell who thinks about an answer."""
    table, hints = await house.begin(Wise(("bid", "3"), ("let",)))

    async def all_of_it():
        names = await table.store.all("SELECT name FROM sqlite_master WHERE type = 'table'")
        return [await table.store.all(f"SELECT * FROM {name}") for (name,) in names]

    before = await all_of_it()
    await hints.ask(table, 0, 101)
    assert await all_of_it() == before
    await table.act(0, ("bid", "1"))
    before, seen = await all_of_it(), [table.view(seat) for seat in (None, 0, 2)]
    await hints.ask(table, 1, 102)
    assert await all_of_it() == before
    assert [table.view(seat) for seat in (None, 0, 2)] == seen


async def test_who_is_not_asked_gets_none(house):
    table, hints = await house.begin(Wise(("bid", "3")), asked="one")
    with pytest.raises(Unfit, match=r"hint\.not_asked"):
        await hints.ask(table, 1, 102)
    await table.act(0, ("bid", "1"))
    with pytest.raises(Unfit, match=r"hint\.not_asked"):
        await hints.ask(table, 0, 101)
    await table.clocks.pause(True, ACT)
    with pytest.raises(Paused):
        await hints.ask(table, 1, 102)
    await table.clocks.pause(False, ACT)
    await table.act(1, ("finish", "1", "0+2"))
    with pytest.raises(Closed):
        await hints.ask(table, 1, 102)


async def test_a_hundred_presses_are_one_thought(house):
    wise = Wise(("bid", "3"), ("let",), free=False)
    table, hints = await house.begin(wise)
    asking = [asyncio.create_task(hints.ask(table, 0, 101)) for _ in range(100)]
    await asyncio.sleep(0.01)
    wise.free.set()
    assert {found.action for found in await asyncio.gather(*asking)} == {("bid", "3")}
    assert (await hints.ask(table, 0, 101)).action == ("bid", "3")
    assert len(wise.asked) == 1
    await table.act(0, ("bid", "1"))
    assert (await hints.ask(table, 1, 102)).action == ("let",)
    assert len(wise.asked) == 2


async def test_one_at_a_time_for_a_person(house):
    wise = Wise(("bid", "3"), free=False)
    table, hints = await house.begin(wise)
    other = await open_table(table.store, 2, channel=2, asked="window")
    third = await open_table(table.store, 2, channel=3, players=(("Bohumil", 102), ("Anna", 101)), asked="window")
    first = asyncio.create_task(hints.ask(table, 0, 101))
    await asyncio.sleep(0.01)
    with pytest.raises(Unfit, match=r"hint\.one"):
        await hints.ask(other, 0, 101)
    second = asyncio.create_task(hints.ask(third, 0, 102))
    wise.free.set()
    await asyncio.gather(first, second)
    assert (await hints.ask(other, 0, 101)).action == ("bid", "3")


async def test_it_says_the_same_whatever_others_answer_meanwhile(house):
    """Else whoever asks twice in a window would learn that somebody has answered in between. The thought is kept; its chance is of what is seen."""
    wise = Wise(("let",), ("top",), ("let",))
    table, hints = await house.begin(wise, asked="window")
    await table.act(0, ("bid", "1"))
    assert table.acting == (1, 2)
    assert (await hints.ask(table, 1, 102)).action == ("let",)
    await table.act(2, ("let",))
    assert table.acting == (1, 2), "it is sealed, as 1 comes before"
    assert (await hints.ask(table, 1, 102)).action == ("let",)
    # As after a restart, or in another process:
    again = Hints(Tables(table.store, thinker=wise))
    await again.ask(table, 1, 102)
    assert len({task.chance for task, _ in wise.asked}) == 1
    with pytest.raises(Unfit, match=r"hint\.not_asked"):
        await hints.ask(table, 2, 103)


async def test_a_table_that_has_moved_on(house):
    wise = Wise(("bid", "3"), free=False)
    table, hints = await house.begin(wise)
    asking = asyncio.create_task(hints.ask(table, 0, 101))
    await asyncio.sleep(0.01)
    await table.act(0, ("bid", "1"))
    wise.free.set()
    with pytest.raises(Stale):
        await asking


@pytest.mark.parametrize("answer", [("bid", "9"), ("bid",), ("finish", "0", "1+2"), ("let",), ()])
async def test_what_is_not_legal_is_no_hint(house, answer, caplog):
    table, hints = await house.begin(Wise(answer))
    with pytest.raises(Unfit, match=r"hint\.none"):
        await hints.ask(table, 0, 101)
    assert "not legal" in caplog.text
    assert "9" not in caplog.text


async def test_a_thought_that_fails_can_be_had_again(house, caplog):
    table, hints = await house.begin(Wise(NoAnswer("3 processes have died of it"), Ceased(), ("bid", "1")))
    with pytest.raises(Unfit, match=r"hint\.none"):
        await hints.ask(table, 0, 101)
    with pytest.raises(Ceased):
        await hints.ask(table, 0, 101)
    assert (await hints.ask(table, 0, 101)).action == ("bid", "1")
    assert "no hint" in caplog.text


async def test_who_goes_away_takes_nobody_s_hint_along(house):
    wise = Wise(("bid", "3"), free=False)
    table, hints = await house.begin(wise)
    first, second = (asyncio.create_task(hints.ask(table, 0, 101)) for _ in range(2))
    await asyncio.sleep(0.01)
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    wise.free.set()
    assert (await second).action == ("bid", "3")
    assert len(wise.asked) == 1


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("game", games())
async def test_it_reads_well_in_every_game(game):
    """In all languages, at many positions: words, a rule, a picture, and a button that carries just that out."""
    async with memory() as store:
        here = Tables(store)
        made, _ = await here.open(
            Opening(game, 1, 1, {}, "en", "light"), Party((1, "Anna"), ((2, "Bohumil"),), seats=build(game).seats[0], agreed=True)
        )
        table, chance = await here.get(made), random.Random(game)
        interaction = SimpleNamespace(client=SimpleNamespace(store=store), user=SimpleNamespace(id=1))
        kinds = set()
        for number in range(120):
            if table.over:
                break
            seat = table.awaited[0]
            kind = table.rules.decision(table.state, seat).kind
            if kind not in kinds:
                kinds.add(kind)
                action = computed(table.rules, table.state, seat, "normal", Chance.of(number))
                for language in LANGUAGES:
                    say = texts(language, game)
                    message = await hint_message(interaction, table, seat, Advised(action), say)
                    assert say("hint.title") in message["content"]
                    assert "`" not in message["content"].split("\n> ")[0], "nothing to be typed"
                    assert "word." not in message["content"]
                    assert "…:" not in message["content"]
                    assert message["attachments"]
                    assert all(picture.description for picture in message["attachments"])
                    ids = [item.custom_id for item in message["view"].children]
                    assert f"b:do:{made}:{table.mark(seat)}:0:{' '.join(action)}" in ids or len(" ".join(action)) > 60
            found = [*itertools.islice(legal(table.rules, table.state, seat), 30), table.rules.decision(table.state, seat).default]
            await table.act(seat, chance.choice(found))
        assert len(kinds) > 1


async def test_a_first_step_is_told_with_its_aim():
    """HexKnight: cards are played in order to go somewhere. Where the turn would only end there is no aim to speak of."""
    async with memory() as store:
        wise = Wise()
        here = Tables(store, thinker=wise)
        made, _ = await here.open(Opening("hexknight", 1, 1, {}, "en", "light"), Party((1, "Anna"), ((2, "Bohumil"),), seats=2, agreed=True))
        table = await here.get(made)
        async with within("the first movement"):
            while table.rules.decision(table.state, seat := table.awaited[0]).kind != "movement":
                await table.act(seat, table.rules.decision(table.state, seat).default)
        card = next(action for action in legal(table.rules, table.state, seat, ("play",)))
        after = table.rules.apply(table.state, seat, card).state
        goes = next(iter(legal(table.rules, after, seat, ("travel",))), None) or next(legal(table.rules, after, seat, ("step",)))
        interaction, say = SimpleNamespace(client=SimpleNamespace(store=store), user=SimpleNamespace(id=1)), texts("en", "hexknight")
        for n, (then, told) in enumerate(((goes, True), (("confirm",), False), (("travel", "nowhere"), False))):
            wise.answers = iter([then])
            aim = await Hints(here).aim(table, seat, 1, card)
            assert aim == ((then,) if told else ()), n
            assert wise.asked[-1][0].snapshot != table.row.snapshot, "it is asked about what would be"
            message = await hint_message(interaction, table, seat, Advised(card), say, aim)
            assert ("After that: " in message["content"]) == told


# What is kept


async def test_what_nobody_has_asked_for_for_the_longest_time_is_forgotten():
    kept, found = SingleFlight[str, str](2), []

    async def find(what):
        found.append(what)
        return what.upper()

    for what in "abacab":
        assert await kept.get(what, 1, partial(find, what)) == what.upper()
    assert found == [*"abcb"]


@pytest.mark.parametrize("error", [NoAnswer, asyncio.CancelledError])
async def test_what_fails_when_nobody_waits_for_it_any_more_troubles_nobody(caplog, error):
    kept, free = SingleFlight[int, str](2), asyncio.Event()

    async def find():
        async with within("the test to let it fail"):
            await free.wait()
        raise error("nobody reads it")

    asking = asyncio.create_task(kept.get(1, 1, find))
    await asyncio.sleep(0.01)
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    free.set()
    await asyncio.sleep(0.01)
    del kept, asking  # Where nothing holds it any more, asyncio says of what has failed that nobody has looked.
    gc.collect()
    assert caplog.text == ""


# Where there are any


@pytest.mark.parametrize(
    ("people", "computers", "seats", "said", "rated", "allowed"),
    [
        (1, 1, None, None, False, True),
        (1, 2, None, None, False, True),
        (2, 0, None, None, False, False),
        (2, 1, None, None, False, False),
        (1, 0, 2, None, False, False),
        (1, 1, 3, None, False, False),
        (1, 1, None, False, False, False),
        (2, 0, None, True, False, True),
        (1, 0, 2, None, True, False),
        (1, 0, 2, False, True, False),
    ],
)
def test_who_plays_alone_has_hints_and_others_where_that_is_said(people, computers, seats, said, rated, allowed):
    opening = Opening("hexknight", 1, 1, {}, "en", "light", rated, hints=said)
    party = Party((1, "A"), [(n, "B") for n in range(2, people + 1)], computers, "C", seats)
    assert hinted(opening, *seated(build("hexknight"), opening, party)) is allowed


@pytest.mark.parametrize("computers", [0, 1])
async def test_that_there_are_hints_is_stored(computers):
    async with memory() as store:
        party = Party((1, "A"), [(2, "B")] * (1 - computers), computers, "C")
        made, _ = await Tables(store).open(Opening("hexknight", 1, 1, {}, "en", "light"), party)
        assert await store.all("SELECT hints FROM games WHERE id = ?", (made,)) == [(computers,)]


async def test_a_rated_table_cannot_have_any():
    async with memory() as store:
        with pytest.raises(Unfit, match=r"hint\.rated"):
            await Tables(store).open(Opening("hexknight", 1, 1, {}, "en", "light", True, hints=True), Party((1, "A"), seats=2))


def test_tables_of_before_have_hints_where_one_plays_alone(tmp_path):
    """A database of the version before, with the rows that count."""
    from data.store.migrations import scripts

    with sqlite3.connect(tmp_path / "old.sqlite3") as db:
        for number, script in scripts(""):
            if number == 23:
                for game, rated, sits in ((1, 0, "pc"), (2, 0, "pp"), (3, 0, "ppc"), (4, 1, "p"), (5, 0, "p"), (6, 0, "pcc")):
                    columns = "id, game, version, channel, language, theme, options, host, status, created, rated"
                    db.execute(f"INSERT INTO games ({columns}) VALUES (?, 'x', 1, ?, 'en', 'light', '{{}}', 1, 'live', 0, ?)", (game, game, rated))
                    for n, who in enumerate(sits):
                        mine = (game, n, None, "strategist", "C") if who == "c" else (game, n, n + 1, None, "P")
                        db.execute("INSERT INTO seats (game, seat, player, computer, name) VALUES (?, ?, ?, ?, ?)", mine)
            db.executescript(script)
        assert [game for (game,) in db.execute("SELECT id FROM games WHERE hints = 1 ORDER BY id")] == [1, 6]


# In chat


async def table(chat: Chat):
    return await chat.bot.tables.here(int(HERE))


async def test_a_hint_by_command_and_by_button_and_what_it_leads_to(chat):
    await chat.use(ANNA, "game new", game="monster_hex", computers="1", options="seating=joined")
    assert "Hints: </game hint:" in next(m["content"] for m in chat.seen(None) if "Fair play" in m["content"])
    found, public = await table(chat), len(chat.seen(None))
    position = found.position
    said = await chat.use(ANNA, "game hint")
    assert "From what you can see" in said
    assert "**MH-" in said
    await chat.press(ANNA, chat.board(), "Your move")
    picker = chat.private(ANNA)
    again = await chat.press(ANNA, picker, "Hint")
    assert again == said
    assert chat.private(ANNA)["attachments"][0]["description"]
    assert (found.position, len(chat.seen(None))) == (position, public), "nobody else sees anything"
    await chat.press(ANNA, chat.private(ANNA), "Something else")
    assert "From what you can see" not in chat.private(ANNA)["content"]
    await chat.use(ANNA, "game hint")
    wanted = chat.plays(chat.private(ANNA))["custom_id"].rpartition(":")[2]
    await chat.press_exactly(ANNA, chat.private(ANNA), chat.plays(chat.private(ANNA)))
    rows = await found.store.tables.actions(found.id)
    assert " ".join(rows[position].action) == wanted
    assert rows[position].seat == 0


@pytest.mark.parametrize("way", ["off", "rated", "match"])
async def test_where_there_are_none_the_reason_is_said(chat, way):
    channel = HERE
    if way == "off":
        await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL)
    elif way == "rated":
        await chat.use(ANNA, "game new", game="monster_hex", seats="2", rated="True", options="seating=joined")
        await chat.press(BOHUMIL, chat.board(), "Join")
    else:
        from tests.cogs.test_tournament import settle, threads

        await chat.use(ANNA, "tournament create", game="monster_hex", name="Cup")
        for member in (ANNA, BOHUMIL):
            await chat.use(member, "tournament join")
        await chat.use(ANNA, "tournament start")
        await settle(chat)
        (channel,) = [t["id"] for t in threads(chat)] if threads(chat) and isinstance(threads(chat)[0], dict) else threads(chat)
    who = str((await chat.bot.tables.here(int(channel))).seats[0].player)
    say = texts("cs" if who == BOHUMIL else "en")
    assert await chat.use(who, "game hint", channel) == say({"off": "hint.off", "rated": "hint.rated", "match": "hint.tournament"}[way])
    assert any(texts("en")("lobby.no_hints") in m["content"] for m in chat.seen(None, channel))
    await chat.press(who, chat.board(channel), "Your move")
    assert say("button.hint") not in chat.labels(chat.private(who, channel))


async def test_others_get_none_and_learn_nothing(chat):
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, hints="True", options="seating=joined")
    found = await table(chat)
    assert found.row.hints
    assert await chat.use(DARA, "game hint") == texts("en")("error.not_seated")
    assert await chat.use(ANNA, "game hint", THERE) == texts("en")("error.no_table")
    seat = found.acting[0]
    other = str(found.seats[1 - seat].player)
    assert await chat.use(other, "game hint") == texts("cs" if other == BOHUMIL else "en")("hint.not_asked")


async def test_show_me_plays_the_line_for_the_asker_alone_as_long_as_the_hint_stands(chat):
    """A film in the panel, with a way back to the hint; whoever else presses, or presses it later, gets none."""
    await chat.use(ANNA, "game new", game="monster_hex", computers="1", options="seating=joined opening=fixed")
    await chat.use(ANNA, "move", action="faction moss")
    said, public = await chat.use(ANNA, "game hint"), len(chat.seen(None))
    assert "Next best" in said or "As good" in said
    hint = chat.private(ANNA)
    button = chat.button(hint, "Show me")
    await chat.press(ANNA, hint, "Show me")
    film = chat.private(ANNA)
    assert "step by step" in film["content"]
    assert film["attachments"][0]["filename"] == "line.gif"
    assert film["attachments"][0]["description"].startswith("Now\nAnna places ")
    assert len(chat.seen(None)) == public
    assert await chat.press(ANNA, film, "Hint") == said
    assert await chat.press_old(DARA, button["custom_id"]) == texts("en")("error.not_seated")
    await chat.use(ANNA, "move", action=" ".join(chat.plays(hint)["custom_id"].split(":")[5:]))
    assert "moved on" in await chat.press_old(ANNA, button["custom_id"])


async def test_an_old_hint_says_that_the_table_has_moved_on(chat):
    await chat.use(ANNA, "game new", game="monster_hex", computers="1", options="seating=joined")
    await chat.use(ANNA, "game hint")
    hint = chat.private(ANNA)
    await chat.use(ANNA, "move", action="faction moss")
    assert "moved on" in await chat.press_exactly(ANNA, hint, chat.plays(hint))


async def test_the_bot_restarts_and_discord_refuses(chat, monkeypatch):
    """What was asked before a restart is asked again; an answer that Discord does not take leaves all as it was."""
    await chat.use(ANNA, "game new", game="monster_hex", computers="1", options="seating=joined")
    first = await chat.use(ANNA, "game hint")
    await chat.restart()
    assert await chat.use(ANNA, "game hint") == first
    position = (await table(chat)).position
    from discord import Interaction

    real = Interaction.edit_original_response

    async def refused(self, **given):
        raise RuntimeError("lost")

    monkeypatch.setattr(Interaction, "edit_original_response", refused)
    await chat.use(ANNA, "game hint")
    monkeypatch.setattr(Interaction, "edit_original_response", real)
    assert await chat.use(ANNA, "game hint") == first
    assert (await table(chat)).position == position


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_certain_is_said(language):
    """A win, a draw and a loss that are proven, and what is only cheaper, each in words of its own; what is judged is not certain."""
    say = texts(language)
    told = [" ".join(known_of(found, say)) for found in (Advised((), 1.0), Advised((), 0.5), Advised((), 0.0), Advised((), None, True))]
    assert len({*told}) == 4
    assert all(told)
    assert known_of(Advised(()), say) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_nothing_else_looked_good_that_is_said_and_why(language):
    """There is no other action to compare with, and so no line to show; in HexKnight a card is taken back when no plan needs it (HK-6.6)."""
    general, own = (known_of(Advised((verb, "secret_path"), alone=True), texts(language, "hexknight")) for verb in ("play", "take_back"))
    assert [len(general), len(own)] == [1, 1]
    assert general != own


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["monster_hex", "hexygame", "planetary_conquerors"])
def test_choices_before_the_game_say_why_nothing_is_compared(game, language):
    """A faction, a deck, half points: the guide has one candidate for each, and it is not that the others do not look good."""
    rules, state = build(game), build(game).setup(2, {}, 3).state
    (seat, *_) = rules.to_act(state)
    (candidate,) = rules.opponents[STRONGEST].guide.candidates(rules, state, seat)
    own, general = (known_of(Advised(action, alone=True), texts(language, game)) for action in (candidate.action, ("place",)))
    assert own != general
    assert {len(own), len(general)} == {1}


def test_an_advice_without_any_other_candidate_stands_alone():
    """HexKnight: of the cards laid out every plan that looks good needs one less, so all of them begin by taking it back. With other cards there is
    more than that to compare."""
    table = TestTable().hero(0, "e12", hand="sp sp pr", deck="9*sa").turn(0)
    while table.step != "movement":
        table.act("confirm")
    found = []
    for laid_out in ("pr sp", "sp"):
        table.play(laid_out)
        found.append(Advice("hexknight", RULES.dump(table.state), 0, STRONGEST, Chance.of(1).key).answer())
    assert [(advised.alone, advised.why is None) for advised in found] == [(False, False), (True, True)]
    assert found[1].action == ("take_back", "secret_path")


def test_an_advice_is_what_the_hard_computer_does_and_says_what_is_proven():
    """At the end of a game for two, in which all can be counted."""
    rules = build("monster_hex")
    state = rules.setup(2, {}, 4).state
    while rules.to_act(state) and len(state.placed) < 15:
        state = rules.apply(
            state, rules.to_act(state)[0], computed(rules, state, rules.to_act(state)[0], "normal", Chance.of(len(state.placed)))
        ).state
    (seat,) = rules.to_act(state)
    found = Advice("monster_hex", rules.dump(state), seat, "hard", Chance.of(1).key).answer()
    assert found.action == computed(rules, state, seat, "hard", Chance.of(1))
    assert found.proven in (0.0, 0.5, 1.0)
    early = rules.setup(2, {}, 4).state
    assert Advice("monster_hex", rules.dump(early), 0, "hard", Chance.of(1).key).answer().proven is None
    assert Advice("monster_hex", rules.dump(early), 0, "normal", Chance.of(1).key).answer().action[0] == "faction"
