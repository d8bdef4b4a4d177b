"""Whom a hint is told, what it says, and for how long it is kept."""

from __future__ import annotations

import asyncio
import gc
import itertools
import random
from functools import partial
from types import SimpleNamespace

import pytest

from cogs.messages.moves.hint import hint_message
from cogs.play.new_table import Opening, Party
from cogs.play.single_flight import SingleFlight
from cogs.play.table_queries import Closed, Paused, Stale
from cogs.play.tables import Tables
from cogs.play.thinking.hints import Hints
from cogs.play.thinking.pool import Ceased, NoAnswer
from cogs.play.thinking.worker import Thought
from cogs.play.thinking.worker_requests import Advice, Advised
from cogs.play.unfit import Unfit
from data.content import build, games
from data.language import LANGUAGES, texts
from data.store.rows import TableAct
from rules.computer_levels import computed
from rules.legal_actions import legal
from rules.randomness import Chance
from tests.bids import known, memory, open_table
from tests.chat import HERE, Chat
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


async def test_a_thought_about_an_earlier_question_is_no_hint_for_the_next(house):
    """Also where the same seat is asked again, and what was thought of is legal still."""
    wise = Wise(("let",), free=False)
    table, hints = await house.begin(wise)
    await table.act(0, ("bid", "1"))
    asking = asyncio.create_task(hints.ask(table, 2, 103))
    await asyncio.sleep(0.01)
    for seat, action in ((1, ("let",)), (2, ("let",)), (1, ("bid", "1"))):
        await table.act(seat, action)
    assert ("let",) in [*legal(table.rules, table.state, 2)]
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


async def table(chat: Chat):
    return await chat.bot.tables.here(int(HERE))
