"""Whatever time does at a table, going on, back or by leaps, nobody can tell what a seat has said ahead before it is carried out."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from cogs.play.history.record import export
from cogs.play.history.rewind_points import points
from cogs.play.proposals import Consent
from cogs.play.table import Table
from data.content import build, games
from data.store.rows import UNDO
from rules.game import Seat
from rules.parts.ahead import DRAFT, READY, SEAL, STOPS, sealed
from rules.parts.planned_turns import kept
from tests.every_game.setups import part_of
from tests.every_game.worlds import ACT, LATER, Worlds, planned, two
from tests.sampled import EVERYWHERE, often

KINDS = (DRAFT, READY, STOPS, SEAL)
BEFORE, LATEST, AFTER = 14, 160, 5
"""Actions before something is said, at least (where a game is not shorter) and at most, and after what follows."""
LONGEST = 40
"""Actions to the end of a phase, at most."""
TRIES = often(4, 12)
"""Games of which each is one try for a kind of saying; usually until one has come to what it is tried for."""
MOST_TRIES, ENOUGH = 30, 3
"""So many games are played until somebody has got a turn back so often."""
WITHOUT = frozenset({"unsaid", "carried", "nothing", "refused", "two", "over"})
"""What came of tries that have tried nothing."""
Leap = Callable[[Worlds, random.Random], Awaitable[str]]


@pytest.fixture(autouse=True)
def _chance(monkeypatch):
    monkeypatch.setattr("cogs.play.tables.new_seed", lambda: 11)
    monkeypatch.setattr("cogs.play.order_pauses.short", lambda within: LATER)


async def taken_back(worlds: Worlds, seat: Seat) -> str:
    """A seat takes its last action back; whoever is asked agrees."""
    one, other = await worlds.do(lambda table: Consent(table).undo(seat))
    if isinstance(one, type) or isinstance(other, type):
        assert one == other, "whether something can be taken back tells nothing"
        return "refused"
    assert (one.kind, one.asked, one.accepted) == (other.kind, other.asked, other.accepted)
    assert one.kind == UNDO
    if one.accepted:
        return "at once"
    for asked in one.asked:
        assert await worlds.alike("as long as others are asked", wholly=True)
        await worlds.do(lambda table, asked=asked: _agreed(table, asked))
    return "by consent"


async def _agreed(table: Table, seat: Seat) -> bool:
    assert table.proposal is not None
    return (await Consent(table).agree([seat], table.proposal.mark)).accepted


async def undo(worlds: Worlds, rng: random.Random) -> str:
    """The planner takes something back."""
    return await taken_back(worlds, worlds.planner)


async def consent(worlds: Worlds, rng: random.Random) -> str:
    """Somebody else does."""
    return await taken_back(worlds, rng.choice(worlds.plain.others))


async def rollback(worlds: Worlds, rng: random.Random) -> str:
    """A moderator goes back to one of the latest points."""
    known = (await points(worlds.plain.table)).all
    if len(known) < 2:
        return "nothing"
    point = rng.choice(known[-12:-1])

    async def back(table: Table) -> None:
        found = (await points(table)).found(point.spelled)
        assert found is not None
        await table.go_back(0, found.row, act=ACT)

    one, other = await worlds.do(back)
    assert one == other, "what can be gone back to tells nothing"
    return "back" if one is None else "refused"


async def replacement(worlds: Worlds, rng: random.Random) -> str:
    """Somebody else sits down in the planner's place."""
    await worlds.do(lambda table: table.seating.sit(worlds.planner, (200, "Eva"), agreed=True))
    return "sits"


async def phase_end(worlds: Worlds, rng: random.Random) -> str:
    """Everybody does no more than they must, until a phase, a round or a turn is over. What would be carried out before is said again later."""
    before, said = _phase(worlds), worlds.said
    for _ in range(LONGEST):
        if worlds.plain.table.over:
            return "over"
        if worlds.planner in worlds.plain.table.awaited and worlds.planner not in worlds.secret.table.awaited:
            await worlds.say(said[:1])
        if not await worlds.play(rng, quickly=True) or not await worlds.alike("on the way to the end of a phase"):
            return "carried"
        if _phase(worlds) != before:
            return "ends"
        if worlds.planner not in worlds.plain.table.acting:
            await worlds.say(said)
    return "goes on"


async def resignation(worlds: Worlds, rng: random.Random) -> str:
    """Somebody leaves, where the others play on."""
    if len(worlds.plain.table.playing()) < 3:
        return "two"
    seat = rng.choice([s for s in worlds.plain.others if s in worlds.plain.table.playing()])
    one, other = await worlds.do(lambda table: table.concede(seat))
    assert isinstance(one, type) == isinstance(other, type)
    return "leaves"


LEAPS: dict[str, Leap] = {f.__name__: f for f in (undo, consent, rollback, replacement, phase_end, resignation)}


def _phase(worlds: Worlds) -> Any:
    """What tells phases apart that everybody sees."""
    state = worlds.plain.table.state
    return state.phase if worlds.plain.table.rules.key == "hexknight" else worlds.plain.table.rules.present_turn(state)


async def until_said(worlds: Worlds, verb: str, rng: random.Random) -> bool:
    """Plays on by hand until the planner has said something of a kind. Whether that has come about."""
    before = part_of(worlds.plain.table.rules.key, 0.2, BEFORE)
    for n in range(LATEST):
        table = worlds.plain.table
        said = planned(worlds, verb, rng) if n >= before and not table.over else None
        if said is not None and (verb != DRAFT or rng.random() < 0.5):
            return await worlds.say(said)
        if table.over or not await worlds.play(rng):
            return False
    return False


async def one_try(game: str, leap: Leap, verb: str, seed: int) -> str:
    """A game in which something is said ahead, then time does something, and the game goes on until what was said is carried out."""
    rng = random.Random(seed)
    seats = min(3, build(game).seats[-1])
    async with two(game, seats, rng.randrange(seats)) as worlds:
        if not await until_said(worlds, verb, rng):
            return "unsaid"
        if not await worlds.alike("as soon as it is said", wholly=True):
            return "carried"
        found = await leap(worlds, rng)
        for n in range(AFTER):
            if not await worlds.alike(f"{n} actions after {leap.__name__}", wholly=not n or n + 1 == AFTER):
                return f"{found}, carried"
            await worlds.pass_by(60)
            if worlds.plain.table.over or not await worlds.play(rng):
                break
        return found


@pytest.mark.sampled(0.05, any=True)
@pytest.mark.parametrize(("game", "leap"), [(g, leap) for g in games() for leap in LEAPS if leap != "resignation" or build(g).seats[-1] > 2])
async def test_nobody_else_can_tell_the_worlds_apart(game, leap):
    for verb in [verb for verb in KINDS if verb in build(game).verbs]:
        met = Counter[str]()
        for n in range(TRIES):
            met[await one_try(game, LEAPS[leap], verb, 100 * n + KINDS.index(verb))] += 1
            if not EVERYWHERE and not WITHOUT.issuperset(met):
                break
        # In a small game nobody may ever be asked behind somebody else.
        assert not WITHOUT.issuperset(met) or (verb == SEAL and set(met) == {"unsaid"}), f"{verb}: never said in time, {met}"


@pytest.mark.sampled(0.05, any=True)
@pytest.mark.parametrize("leap", ["undo", "rollback", "replacement"])
@pytest.mark.parametrize("game", [game for game in games() if DRAFT in build(game).verbs])
async def test_who_gets_a_turn_back_is_asked(game, leap):
    """What was planned for later does not play in it, however long it takes; nor does a predecessor's plan for who has taken the seat over."""
    got_back = 0
    for n in range(MOST_TRIES):
        rng = random.Random(n)
        async with two(game, 2, rng.randrange(2)) as worlds:
            if not await until_said(worlds, DRAFT, rng):
                continue
            table = worlds.secret.table
            await LEAPS[leap](worlds, rng)
            for _ in range(LONGEST if leap == "replacement" else 0):
                if table.awaited and table.rules.turn(table.state) != worlds.planner:
                    await table.act(table.awaited[0], table.rules.decision(table.state, table.awaited[0]).default)
            if worlds.planner not in table.acting or table.rules.turn(table.state) != worlds.planner:
                continue
            got_back, position = got_back + 1, table.position
            for _ in range(3):
                assert worlds.planner in table.awaited, (await worlds.secret.rows())[-6:]
                await worlds.pass_by(LATER + 1)
                await table.ripen()
            assert not [r for r in await worlds.secret.rows() if r.number > position and r.seat == worlds.planner and r.auto and not sealed(r.action)]
        if got_back == ENOUGH:
            return
    assert got_back, "nobody has got a turn back"


@pytest.mark.sampled(0.2, any=True)
@pytest.mark.parametrize("game", games())
async def test_heirs_read_nothing_of_what_was_said_before_them(game):
    """In no record, whatever a moderator takes back then; and it answers for them no more than it is shown."""
    for verb in [verb for verb in KINDS if verb in build(game).verbs]:
        met = said = 0
        for n in range(TRIES):
            rng = random.Random(n)
            async with two(game, 2, rng.randrange(2)) as worlds:
                if not await until_said(worlds, verb, rng):
                    continue
                said += 1
                await replacement(worlds, rng)
                met += await rollback(worlds, rng) == "back"
                table = worlds.secret.table
                lines = (await export(table, [worlds.planner])).partition("\n\n")[2].splitlines()
                actions = [tuple(line.split()[2:]) for line in lines if int(line.split()[1].rstrip("*")) == worlds.planner]
                assert not [action for action in actions if sealed(action) and set(action) & set(worlds.said[1:])], actions
                assert not kept(table.rules, table.state, worlds.planner).draft
                assert not kept(table.rules, table.state, worlds.planner).ready
                assert not table.orders(worlds.planner)
            if met and not EVERYWHERE:
                break
        assert met or (verb == SEAL and not said), verb


async def test_a_phase_of_hexknight_that_ends_ends_what_was_planned_in_it():
    """The hand that it was planned for is gone (HK-14.1)."""
    ended = 0
    for n in range(MOST_TRIES):
        if ended > ENOUGH and not EVERYWHERE:
            break
        rng = random.Random(n)
        async with two("hexknight", 2, rng.randrange(2)) as worlds:
            if not await until_said(worlds, DRAFT, rng) or await phase_end(worlds, rng) != "ends":
                continue
            ended += 1
            table, position = worlds.secret.table, worlds.secret.table.position
            for _ in range(3):
                await worlds.pass_by(LATER + 1)
                await table.ripen()
                if worlds.planner in table.acting:
                    assert worlds.planner in table.awaited
                    break
                await table.act(table.awaited[0], table.rules.decision(table.state, table.awaited[0]).default)
            assert not [r for r in await worlds.secret.rows() if r.number > position and r.seat == worlds.planner and not sealed(r.action)]
    assert ended > ENOUGH
