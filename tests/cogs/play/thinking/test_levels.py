"""How strong the computers of a table are: chosen when it is made, told wherever they are named, and what becomes of tables of before."""

from __future__ import annotations

import pytest

from cogs.messages.drawing import look_of, narrate
from cogs.messages.table.terms import terms
from cogs.play.fair_queue import Asker
from cogs.play.new_table import Opening, Party
from cogs.play.tables import Tables
from cogs.play.thinking.pool import HERE as THINKING_HERE
from cogs.play.thinking.worker_requests import Request
from cogs.play.unfit import Unfit
from data.content import build, games
from data.language import LANGUAGES, texts
from data.store.rows import SeatRow
from rules.competition.clock import COMPUTER, MOVE, Clock
from rules.computer_levels import LEVELS
from rules.game import Event
from rules.randomness import Chance
from tests.bids import KEY, Bids, known, memory, open_table
from tests.chat import ANNA, BOHUMIL, CECILE, HERE, Chat

OLD = {"monster_hex": "lookahead", "hockey_game": "coach"}
"""What the usual opponent was called before; elsewhere `strategist`."""


async def table(chat: Chat):
    return await chat.bot.tables.here(int(HERE))


@pytest.mark.sampled(0.2, any=True)
@pytest.mark.parametrize("level", [None, *LEVELS])
async def test_the_level_is_chosen_and_told(chat, level):
    chosen = {"level": level} if level else {}
    await chat.use(ANNA, "game new", game="hexknight", computers="2", options="seating=joined", **chosen)
    found = await table(chat)
    assert [s.computer for s in found.seats] == [None, level or "normal", level or "normal"]
    suffix = f" ({level})" if level in ("easy", "hard") else ""
    names = [f"Computer 1{suffix}", f"Computer 2{suffix}"]
    assert [s.name for s in found.seats[1:]] == names
    first = next(m["content"] for m in chat.seen(None) if "Fair play" in m["content"])
    assert f"Computers: {level or 'normal'}" in first
    assert names[0] in await chat.use(ANNA, "game list")
    assert names[1] in await chat.use(ANNA, "board", show="text")
    assert names[0] in chat.board()["attachments"][0]["description"]
    if level != "hard":  # They would take a while to play it to its end.
        await chat.use(ANNA, "game resign", sure="True")
        assert names[0] in chat.board()["content"]


async def test_a_lobby_tells_it_in_its_own_language(chat):
    await chat.use(CECILE, "game new", game="monster_hex", computers="1", seats="3", level="easy")
    lobby = chat.board()["content"]
    assert "Ordinateur (facile)" in lobby
    assert "Ordinateur\u00a0: facile" in lobby
    await chat.press(ANNA, chat.board(), "Rejoindre")
    found = await table(chat)
    assert [s.computer for s in found.seats if s.computer] == ["easy"]


async def test_a_level_without_a_computer_is_refused(chat):
    assert "computers:1" in await chat.use(ANNA, "game new", game="monster_hex", level="hard", opponent=BOHUMIL)
    assert not chat.seen(None)


async def test_the_choices_are_the_levels_in_three_languages():
    for language in LANGUAGES:
        say = texts(language)
        assert len({say(f"cmd.level.{level}") for level in LEVELS}) == 3
        assert all(say(f"cmd.level.{level}").startswith(say(f"level.{level}")) for level in LEVELS)


@pytest.mark.sampled(0.5)
@pytest.mark.parametrize("name", ["known before", "known to nobody"])
@pytest.mark.parametrize("game", games())
async def test_a_table_of_before_goes_on(game, name, caplog):
    """Its computer answers by itself, and the table is shown as one of the usual level is."""
    name = OLD.get(game, "strategist") if name == "known before" else "nobody"
    assert (name in build(game).opponents) is (name != "nobody")
    async with memory() as store:
        party = Party((1, "Anna"), computers=build(game).seats[0] - 1, computer_name="Computer", level=name)
        made, _ = await Tables(store).open(Opening(game, 1, 1, {}, "en", "light"), party)
        found = await Tables(store).get(made)
        for _ in range(60):
            await found.computers_answer()
            seat = found.seat_of(1)
            if any(row.seat != seat for row in await store.tables.actions(made)):
                break
            await found.act(seat, found.rules.decision(found.state, seat).default)
        else:
            pytest.fail("the computer never answers")
        assert terms(found.row, found.seats, texts("en"))[0] == "Computer: normal"
    assert not caplog.records


@pytest.mark.parametrize("game", games())
async def test_an_unknown_opponent_answers_as_the_usual_one(game):
    rules = build(game)
    state = rules.setup(rules.seats[0], {}, 3).state
    asked = [
        Request(game, rules.dump(state), rules.to_act(state)[0], name, Chance.of(1).key) for name in ("nobody", "normal", OLD.get(game, "strategist"))
    ]
    answers = [(await THINKING_HERE.think(request, Asker(1, 1))).answer for request in asked]
    assert answers[0] == answers[1] == answers[2]


@pytest.mark.parametrize(("there", "level"), [((), "normal"), (("hard",), "hard"), (("easy",), "easy"), (("greedy",), "normal")])
async def test_who_takes_over_is_as_strong_as_the_computers_that_sit_there(there, level):
    with known():
        async with memory() as store:
            store.now = lambda: 1000.0
            clock = Clock(MOVE, 60.0, answers=0, then=COMPUTER)
            found = await open_table(store, 2 + len(there), computers=len(there), clock=clock, asked="one")
            for n, name in enumerate(there):
                found.seats[2 + n] = found.seats[2 + n]._replace(computer=name)
            store.now = lambda: 2000.0
            await found.expiry.lapse(0)
            assert found.seats[0] == SeatRow(0, None, level, "Anna")
            owed = " ".join(payload for (payload,) in await store.all("SELECT payload FROM owed"))
            assert f'"level": "{level}"' in owed


@pytest.mark.parametrize("level", [None, *LEVELS])
async def test_it_is_told_how_strong_whoever_takes_over_is(level):
    """An earlier version owes that without a word of it."""
    facts = {"seat": 0, "level": level} if level else {"seat": 0}
    async with memory() as store:
        tables = Tables(store)
        made, _ = await tables.open(Opening("monster_hex", 1, 1, {"seating": "joined"}, "en", "light"), Party((1, "Anna"), ((2, "B"),), agreed=True))
        found = await tables.get(made)
        (line,) = narrate(found, [Event("table.computer_takes", facts)], look_of(found))
        assert line.startswith(f"A computer ({level or 'normal'}) plays on for **Anna**, who may come back with `/game take`.")


async def test_computers_have_numbers_and_levels():
    with known():
        async with memory() as store:
            tables = Tables(store)
            party = Party((1, "A"), computers=3, computer_name="C", level="hard", level_name="tough")
            made, _ = await tables.open(Opening(KEY, 1, 1, {}, "en", "light"), party)
            assert [(s.name, s.computer) for s in await store.tables.seats(made)][1:] == [(f"C {n} (tough)", "hard") for n in (1, 2, 3)]
            with pytest.raises(Unfit):
                await tables.open(Opening(KEY, 1, 2, {}, "en", "light", rated=True), party)
            assert {*LEVELS} <= {*Bids.opponents}
