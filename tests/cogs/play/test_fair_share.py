"""Nobody's asking holds up others: steps and threads are taken in turn, by servers and by people; a budget bounds what one may ask for at a time.

Nothing here looks at a clock: what counts is who comes before whom.
"""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from cogs.deck import FORM
from cogs.messages.intake import BUDGET
from cogs.play.fair_queue import Asker
from cogs.play.fair_share import AT_ONCE, Rounds, asked_by, asking, in_thread, rest_after, take_turns
from cogs.play.worker_threads import apart
from cogs.service import unreadable_events
from data.language import LANGUAGES, texts
from data.store.setups import MOST, Setup
from playground.world import World
from tests.chat import ANNA, BOHUMIL, CECILE, HERE
from tests.sampled import often
from tests.waiting import within

pytestmark = pytest.mark.usefixtures("drawn")
"""What is on the pictures is looked at."""

PEST, VICTIM, NEIGHBOUR, OTHER = Asker(1, 10), Asker(2, 20), Asker(1, 11), Asker(1, 12)
STEPS = 20


@pytest.mark.parametrize(("took", "longest", "rests"), [(0.0, 5.0, 0.0), (0.1, 5.0, 0.9), (1.0, 5.0, 5.0), (3600.0, 0.5, 0.5)])
def test_a_look_takes_a_tenth_of_the_time_and_one_that_stood_still_is_not_rested_from_for_hours(took, longest, rests):
    assert rest_after(took, longest) == pytest.approx(rests)


@pytest.fixture
async def fair():
    loop = asyncio.get_running_loop()
    take_turns(loop)
    yield
    loop.set_task_factory(None)


async def stepping(order: list[Asker], steps: int = STEPS) -> int:
    """Work of several steps, each of which is noted."""
    for _ in range(steps):
        order.append(asking() or Asker(0, 0))
        await asyncio.sleep(0)
    return steps


def begun(asker: Asker, order: list[Asker]) -> asyncio.Task[int]:
    with asked_by(asker):
        return asyncio.create_task(stepping(order))


@pytest.mark.usefixtures("fair")
@pytest.mark.parametrize(("other", "most"), [(VICTIM, 1), (NEIGHBOUR, 2)])
async def test_a_flood_costs_somebody_else_a_step_for_each_of_theirs(other, most):
    order: list[Asker] = []
    flood = [begun(PEST, order) for _ in range(100)]
    mine = begun(other, order)
    async with within("the flood"):
        assert await mine == STEPS
        between = order[: len(order) - order[::-1].index(other)]
        assert between.count(PEST) <= most * STEPS + 2
        assert sum(await asyncio.gather(*flood)) == 100 * STEPS, "and all of it is done"


@pytest.mark.usefixtures("fair")
async def test_the_people_of_a_server_have_their_turns_one_after_the_other():
    order: list[Asker] = []
    tasks = [begun(asker, order) for asker in (PEST,) * 50 + (NEIGHBOUR,) * 5 + (OTHER,) * 5]
    async with within("all of them"):
        await asyncio.gather(*tasks)
    there = Counter(order[:90])
    assert all(29 <= there[asker] <= 31 for asker in (PEST, NEIGHBOUR, OTHER)), there


@pytest.mark.usefixtures("fair")
async def test_what_follows_from_it_is_done_for_the_same_person_and_other_work_waits_for_nobody():
    order: list[Asker] = []

    async def outer() -> None:
        await asyncio.gather(*(asyncio.create_task(stepping(order)) for _ in range(20)))

    with asked_by(PEST):
        flood = asyncio.create_task(outer())
    async with within("it to have begun"):
        while len(order) < 5:
            await asyncio.sleep(0)
    own = asyncio.create_task(stepping(order))
    async with within("the rest"):
        await own
        at = [n for n, asker in enumerate(order) if asker == Asker(0, 0)]
        assert at[-1] - at[0] <= 2 * STEPS
        await flood
    assert set(order) == {PEST, Asker(0, 0)}


@pytest.mark.usefixtures("fair")
async def test_who_gives_up_is_out_at_once_and_leaves_no_trace():
    order: list[Asker] = []
    flood = [begun(PEST, order) for _ in range(30)]
    async with within("it to have begun"):
        while len(order) < 3:
            await asyncio.sleep(0)
        for task in flood[5:]:
            task.cancel()
        found = await asyncio.gather(*flood, return_exceptions=True)
    assert found[:5] == [STEPS] * 5
    assert all(isinstance(result, asyncio.CancelledError) for result in found[5:])
    async with within("somebody else"):
        assert await begun(VICTIM, order) == STEPS


@pytest.mark.usefixtures("fair")
async def test_errors_timeouts_and_results_are_those_of_the_work():
    async def fails() -> None:
        try:
            async with asyncio.timeout(0):
                await asyncio.get_running_loop().create_future()
        except TimeoutError:
            raise KeyError("x") from None

    async def thrown() -> str:
        later = asyncio.get_running_loop().create_future()
        asyncio.get_running_loop().call_soon(later.set_exception, ValueError("y"))
        try:
            await later
        except ValueError as error:
            return str(error)
        return ""

    with asked_by(PEST):
        one, two = asyncio.create_task(fails()), asyncio.create_task(thrown())
    async with within("both"):
        with pytest.raises(KeyError):
            await one
        assert await two == "y"


async def test_a_round_that_nobody_waits_for_is_the_last():
    loop = asyncio.get_running_loop()
    rounds = Rounds(loop)
    assert rounds.wait(PEST) is None
    first, second = rounds.wait(PEST), rounds.wait(PEST)
    assert first is not None
    assert second is not None
    first.cancel()
    async with within("the next round"):
        await second
    for _ in range(3):
        await asyncio.sleep(0)
    assert rounds.wait(PEST) is None


@pytest.mark.usefixtures("fair")
@pytest.mark.parametrize("way", [in_thread, apart])
async def test_work_in_threads_takes_turns_too(way):
    done: list[Asker] = []

    async def work(asker: Asker) -> None:
        await way(done.append, asker)

    tasks = []
    for asker in (PEST,) * 40 + (VICTIM,) * 3:
        with asked_by(asker):
            tasks.append(asyncio.create_task(work(asker)))
    async with within("the threads"):
        await asyncio.gather(*tasks)
    assert len(done) == 43
    assert all(n <= AT_ONCE + 2 * (k + 1) for k, n in enumerate(n for n, asker in enumerate(done) if asker == VICTIM))


def test_whose_interaction_it_is():
    seen: list[Asker | None] = []
    parsers = {"READY": lambda data: None, "INTERACTION_CREATE": lambda data: seen.append(asking())}
    unreadable_events.guard(parsers, lambda: [0])
    for data in ({"guild_id": "5", "member": {"user": {"id": "7"}}}, {"user": {"id": "7"}}, {"member": None, "user": 3}, []):
        parsers["INTERACTION_CREATE"](data)
    assert seen == [Asker(5, 7), Asker(-7, 7), None, None]
    assert asking() is None


# Through the bot


async def flooding(chat, count: int, what: str = "command", **body: object) -> list[asyncio.Task[dict[str, object]]]:
    """Anna sends much at the same time."""
    sent = len(chat.world.interactions) + count
    tasks = [asyncio.create_task(chat.standin.play(what, {"member": ANNA, "channel": HERE, **body})) for _ in range(count)]
    async with within("all of it to be sent"):
        while len(chat.world.interactions) < sent:
            await asyncio.sleep(0)
    return tasks


async def test_somebody_else_is_acknowledged_before_the_work_of_a_flood(chat):
    chat.bot.intake.budget = 1000
    flood = await flooding(chat, often(20, 50), name=["rules"], options={"question": "may a warrior attack a building behind a hidden trap"})
    body = {"member": BOHUMIL, "channel": World.direct(BOHUMIL), "name": ["help"], "options": {}}
    async with within("all of them"):
        found = await chat.standin.play("command", body)
        before = sum(task.done() for task in flood)
        assert "error" not in found
        results = await asyncio.gather(*flood)
        await chat.settle()
    assert before < often(10, 25), "others have been served for one of them each"
    assert not [result for result in results if "error" in result]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_beyond_a_budget_one_is_told_and_nothing_is_done(chat, language):
    chat.world.members[ANNA]["locale"] = language
    flood = await flooding(chat, 3 * BUDGET, name=["help"], options={})
    async with within("all of them"):
        results = await asyncio.gather(*flood)
        await chat.settle()
    said = [chat.world.messages[result["message"]]["content"] for result in results if result.get("message")]
    told = said.count(texts(language)("moment.budget"))
    assert 3 * BUDGET - 2 * BUDGET <= told <= 2 * BUDGET
    assert not [result for result in results if "error" in result], "everybody is answered"
    assert texts(language)("moment.budget") not in await chat.use(ANNA, "help"), "and what is answered counts no longer"
    assert not chat.bot.intake._people


async def test_what_others_complete_is_offered_before_the_rest_of_a_flood(chat):
    chat.bot.intake.budget = 1000
    body = {"name": ["rules"], "options": {"question": "attack"}, "focused": "question"}
    flood = await flooding(chat, often(40, 100), "autocomplete", **body)
    async with within("all of them"):
        others = [await chat.standin.play("autocomplete", {"member": who, "channel": HERE, **body}) for who in (BOHUMIL, CECILE) for _ in range(5)]
        served = sum(task.done() for task in flood)
        results = await asyncio.gather(*flood)
    assert all(result["choices"] for result in others)
    assert served < often(24, 60)
    assert all(result["choices"] for result in results), "and they have theirs at last"


async def test_the_budget_is_for_all_ways_in(chat):
    await chat.use(ANNA, "game new", game="monster_hex", computers="1")
    lobby, told = chat.board(), texts("en")("moment.budget")
    button = chat.buttons(lobby)[0]
    chat.bot.intake.budget = 0
    assert await chat.use(ANNA, "help") == told
    assert await chat.press_exactly(ANNA, lobby, button) == told
    assert await chat.submit(ANNA, f"{FORM}planetary_conquerors:Mine", HERE, cards="x") == told
    assert await chat.complete(ANNA, "rules", "question", "attack") == []
    chat.bot.intake.budget = 1
    assert await chat.use(ANNA, "help") != told


async def test_nobody_sets_up_more_than_a_few_things_at_a_time(chat):
    drafts = chat.bot.store.setups
    made = [await drafts.make(Setup(0, 1, 1, int(ANNA), "monster_hex", {})) for _ in range(MOST + 3)]
    other = await drafts.make(Setup(0, 1, 1, int(BOHUMIL), "monster_hex", {}))
    there = [setup for setup in (*made, other) if await drafts.get(setup.id) is not None]
    assert there == [*made[3:], other]
