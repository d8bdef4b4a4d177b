"""Going back past what chance had shown: what somebody knows stays, what nobody knows is drawn anew, and whoever goes back again finds the same.

What seats know is told by the oracles, which look at neither views nor imagined worlds; what a record means, by a plain reading of it.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from typing import Any

import pytest

from cogs.play.history.earlier_positions import retrospect
from cogs.play.history.record import export, open_rows
from cogs.play.history.record_check import check, compared, compared_with_stored
from cogs.play.proposals import Consent
from cogs.play.table import Table
from cogs.play.tables import Tables
from cogs.play.undo_redraw import shown_by_chance
from data.content import build, games
from data.store import Store
from rules.game import Rules
from rules.notation import REDRAW, RULED, UNDO, Record, Row, Wrong, counting, play, redrawn_from, replay
from rules.parts.ahead import sealed
from rules.randomness import Chance, seed_hash
from tests.databases import at_once
from tests.every_game.setups import SETUPS, part_of, random_action
from tests.every_game.test_knowledge import oracle
from tests.every_game.test_records import ACT, opened
from tests.sampled import often
from tests.waiting import rounds

DRAWS = 30
"""So many draws until all that nobody knows has been seen in two ways."""
POSITIONS = often(25, 60)
"""At so many positions of a game."""
OWNED = "face-down traps"
"""Unknown to each seat by this name are those of the others."""
every_game = pytest.mark.parametrize("game", games())


@pytest.fixture(autouse=True)
def _one_seed(monkeypatch):
    """Few cards are sometimes drawn anew as they lay: whether something is drawn anew is no matter of chance here."""
    monkeypatch.setattr("cogs.play.tables.new_seed", lambda: 11)


# What is drawn anew


@pytest.mark.sampled(0.05, any=True)
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_what_somebody_knows_stays_and_what_nobody_knows_does_not(setup):
    """The game goes on from such draws, and what is seen from then on agrees with what everybody knew before."""
    rules, kind, rng, left = setup.rules, oracle(setup.game), random.Random(0), POSITIONS
    state, events = rules.setup(setup.seats, setup.options, 0)
    knowers = [kind(setup, seat, state) for seat in (*range(setup.seats), None)]
    for number in rounds("the end of a game", most=9000):
        for knower in knowers:
            for event in events:
                knower.heard(event, state)
            knower.check_view(rules.view(state, knower.seat).board)
        if not (acting := rules.to_act(state)):
            break
        state = kind.eased(state)
        news = [knower.has_news() for knower in knowers]
        if (any(news) or number % 10 == 0) and left:
            left -= 1
            state = drawn_anew(rules, state, knowers, number)
            for knower in knowers:
                if hasattr(knower, "island"):  # What lies open there it looks up.
                    knower.island = rules.island(state)
        seat = rng.choice(acting)
        action = kind.acts(rules, state, seat, rng)
        knowers[seat].did(action)
        state, events = rules.apply(state, seat, action)


def drawn_anew(rules: Rules[Any], state: Any, knowers: Sequence[Any], number: int) -> Any:
    """One of some states in which all is drawn anew that nobody knows."""
    draws: dict[str, list[Any]] = {}
    new = state
    for n in range(DRAWS):
        new = rules.redrawn(state, Chance.of(number, "anew", n))
        assert rules.load(rules.dump(new)) == new
        for knower in knowers:
            knower.check_world(new, False)
            assert rules.view(new, knower.seat) == rules.view(state, knower.seat)
        for seat in rules.to_act(state):
            assert rules.words(new, seat, ()) == rules.words(state, seat, ())
            assert rules.said(new, seat) == rules.said(state, seat)
        parts = [knower.unknown(new) for knower in knowers]
        for name in set(parts[0]).intersection(*parts[1:]) - {OWNED}:
            draws.setdefault(name, []).append([part[name] for part in parts])
        if n and all(any(value != values[0] for value in values) for values in draws.values()):
            break
    same = [name for name, values in draws.items() if all(value == values[0] for value in values)]
    assert not same, f"drawn always the same: {same}"
    return new


# At a table


def plainly(rules: Rules[Any], seats: int, options: dict[str, str], seed: int, rows: Sequence[Row]) -> Any:
    """The state to which a record leads, as it is printed: an undo goes back, what is drawn anew has a key that follows from the seed and from the
    last action of the game before it."""
    states = {0: rules.setup(seats, options, seed).state}
    kept = [0]
    drawn = dict[int, int]()  # The last action of the game before, for each row that counts.
    for row in rows:
        if row.action[0] == UNDO:
            kept = kept[: kept.index(int(row.action[1])) + 1]
            continue
        last = drawn.get(kept[-1], 0)
        if row.action[0] == REDRAW:
            key = hashlib.sha256(f"{seed:064x}:redraw:{last}".encode()).hexdigest()
            assert row.action == (REDRAW, key)
            states[row.number] = rules.redrawn(states[kept[-1]], Chance(key))
        else:
            states[row.number] = play(rules, states[kept[-1]], row).state
            last = last if sealed(row.action) else row.number
        drawn[row.number] = last
        kept.append(row.number)
    return states[kept[-1]]


async def stored(table: Table) -> list[Row]:
    return list(await table.store.tables.actions(table.id))


async def as_printed(table: Table) -> bool:
    """Whether a table stands where its record leads to, also as it is stored."""
    assert table.row.seed is not None
    told = plainly(table.rules, len(table.seats), dict(table.row.chosen), table.row.seed, await stored(table))
    again = await Tables(table.store).get(table.id)
    return table.rules.dump(told) == table.rules.dump(table.state) == table.rules.dump(again.state)


async def played(table: Table, count: int, rng: random.Random) -> None:
    for _ in range(count):
        if table.over:
            return
        seat = rng.choice(table.acting)
        await table.act(seat, random_action(table.rules, table.state, seat, rng))


async def begun(store: Store, game: str, count: int, seed: int) -> Table:
    """A game in which so much has been played, or a third of it."""
    table = await Tables(store).get(await opened(store, game, 2))
    await played(table, part_of(game, 0.3, count), random.Random(seed))
    assert not table.over
    return table


async def early(table: Table) -> int:
    """The number of an early action that counts."""
    kept = counting(await stored(table))
    return kept[min(2, len(kept) - 2)].number


def by_chance(rules: Rules[Any]) -> bool:
    """Whether there is anything in a game that nobody knows."""
    state = rules.setup(2, {}, 1).state
    return bool(rules.redrawn(state, Chance.of(1)) != state)


async def seen_anew(table: Table, number: int) -> tuple[bytes, bytes]:
    """What stands after a moderator has gone back, and what would stand if nothing had been drawn anew."""
    before = await table.record.position_after(number)
    await table.go_back(0, number, act=ACT)
    return table.rules.dump(table.state), table.rules.dump(before)


@every_game
async def test_a_second_rollback_brings_the_same(game):
    store = await at_once()
    table = await begun(store, game, 12, 3)
    rng = random.Random(8)
    target = await early(table)
    first, before = await seen_anew(table, target)
    assert (first != before) == by_chance(table.rules)
    assert [row.action[0] for row in await stored(table)][-2:] == [UNDO, REDRAW]
    assert await as_printed(table)
    for _ in range(3):
        await played(table, 5, rng)
        if table.over:
            break
        assert (await seen_anew(table, rng.choice([target, target, await anew(table)])))[0] == first
        assert await as_printed(table)
    if not table.over:
        await table.settle(0, RULED, [[0], [1]], ACT)
    assert check(await export(table, [0])).key == "check.right"
    await store.close()


async def anew(table: Table) -> int:
    """The number of the action that has drawn something anew and counts."""
    return next(row.number for row in counting(await stored(table)) if row.action[0] == REDRAW)


@pytest.mark.sampled(0.2, any=True)
@every_game
async def test_an_undo_past_what_chance_had_shown_and_one_past_nothing(game):
    """The one draws anew, the other is no row of its own; chance was shown where other draws show something else."""
    rng, met = random.Random(4), set()
    for seed in range(12 if by_chance(build(game)) else 1):
        store = await at_once()
        table = await begun(store, game, 0, seed)
        for _ in range(40):
            if table.over or len(met) == 2:
                break
            seat = rng.choice(table.acting)
            before, last, action = table.state, table.position, random_action(table.rules, table.state, seat, rng)
            await table.act(seat, action)
            rows = [row for row in await stored(table) if row.number > last]
            if table.over or not before_was_last(rows) or rng.random() < 0.6:
                continue
            if last <= await latest_draw(table):
                continue  # It has been drawn anew already, or has to be again.
            shown = told_by(table.rules, before, rows)
            proposal = await Consent(table).undo(seat)
            if not proposal.accepted:
                await Consent(table).agree(proposal.asked, proposal.mark)
            new = [row.action[0] for row in await stored(table) if row.number > rows[-1].number]
            assert new[0] == UNDO
            assert (REDRAW in new) == shown, action
            assert await as_printed(table)
            met.add(shown)
        await store.close()
    assert met == ({True, False} if by_chance(build(game)) else {False})


def before_was_last(rows: Sequence[Row]) -> bool:
    """Whether one action by hand has led to all of the rows."""
    return [row.auto for row in rows] == [False]


async def latest_draw(table: Table) -> int:
    return max((row.number for row in await stored(table) if row.action[0] == REDRAW), default=-1)


def told_by(rules: Rules[Any], before: Any, rows: Sequence[Row]) -> bool:
    """Whether somebody is told something else by the rows in one of many other draws."""

    def told(state: Any) -> Any:
        try:
            steps = [play(rules, state, rows[0])]
        except Exception:
            return None
        return [step.events for step in steps], [rules.view(steps[-1].state, viewer) for viewer in (0, 1, None)]

    return any(told(rules.redrawn(before, Chance.of(9, "many", n))) != told(before) for n in range(40))


@every_game
async def test_what_is_drawn_anew_is_nobodys_business_while_the_game_goes_on(game):
    store = await at_once()
    table = await begun(store, game, 10, 2)
    await table.go_back(0, await early(table), act=ACT)
    await played(table, 4, random.Random(1))
    (key,) = (row.action[1] for row in await stored(table) if row.action[0] == REDRAW)
    for own in ([], [0], [1], [0, 1]):
        text = await export(table, own)
        assert key not in text
        assert REDRAW not in text
    assert all(row.action[0] != REDRAW for row in (await open_rows(table)).values())
    past = await retrospect(table)
    assert past.last <= max(await open_rows(table))
    await store.close()


@every_game
async def test_what_was_exported_before_the_end_is_compared_with_what_was_shown(game):
    """It cannot be played again, since it does not tell what was drawn anew: that is said, and its actions are compared. Others are found out."""
    store = await at_once()
    table, texts = await begun(store, game, 12, 3), {}
    await table.go_back(0, await early(table), act=ACT)
    await played(table, 6, random.Random(2))
    if not table.over:
        for own in ((), (0,), (1,)):
            texts[own] = await export(table, own)
        await table.settle(0, RULED, [[0], [1]], ACT)
    seed = f"{table.row.seed:064x}"
    for own, text in texts.items():
        verdict = check(text, seed)
        assert verdict.key in ("check.so_far", "check.right_so_far")
        found = await compared_with_stored(verdict, store)
        assert (found.key, found.compared) in ((verdict.key, "check.as_shown"), (verdict.key, "check.as_stored_so_far"))
        assert compared(verdict, "0" * 64).key == verdict.key, "that hash is of all moves"
        rows = text.splitlines()
        last = next(n for n in range(len(rows) - 1, 0, -1) if " undo " in rows[n])
        forged = "\n".join([*rows[:last], rows[last][: rows[last].index("undo")] + "undo 0", *rows[last + 1 :]])
        if rows[last].endswith("undo 0"):
            continue
        again = await compared_with_stored(check(forged + "\n", seed), store)
        assert again.key == "check.wrong", own
    await store.close()


@every_game
async def test_a_record_in_which_something_else_was_drawn_does_not_hold(game):
    store = await at_once()
    table = await begun(store, game, 10, 2)
    target = await early(table)
    await table.go_back(0, target, act=ACT)
    await table.settle(0, RULED, [[0], [1]], ACT)
    rows, seed = await stored(table), table.row.seed
    at = next(n for n, row in enumerate(rows) if row.action[0] == REDRAW)
    header = {"game": game, "version": table.rules.version, "seats": 2, "options": dict(table.row.chosen), "seed_sha256": seed_hash(seed)}

    def reads(*changed: Row) -> str:
        try:
            replay(table.rules, Record(header, changed), seed)
        except Wrong as wrong:
            return wrong.reason
        return "right"

    assert reads(*rows) == "right"
    for words in ((REDRAW,), (REDRAW, "0" * 64), (REDRAW, Chance.of(seed, REDRAW, target + 1).key), (*rows[at].action, "1")):
        assert reads(*rows[:at], rows[at]._replace(action=words), *rows[at + 1 :]) == "record.redraw"
    alone = redrawn_from(seed, rows[: target + 1])
    assert reads(*rows[: target + 1], Row(target + 2, 0, alone, True)) == "record.redraw", "nobody has gone back"
    twice = (*rows[: at + 1], rows[at]._replace(number=rows[at].number + 1))
    assert reads(*twice) == "record.redraw"
    assert reads(*rows[:at]) == "right", "so it was before anything was drawn anew: undo alone brings the same"
    old = plainly(table.rules, 2, dict(table.row.chosen), seed, rows[:at])
    assert table.rules.dump(old) == table.rules.dump(await state_after(table, target))
    await store.close()


async def state_after(table: Table, target: int) -> Any:
    state = table.record.beginning(None).state
    for row in (await stored(table))[:target]:
        state = play(table.rules, state, row).state
    return state


async def test_what_was_drawn_at_first_does_not_come_back_by_an_earlier_question():
    """Somebody has seen it: so an undo further back, past which nothing has been shown since, draws anew as well."""
    store = await at_once()
    table = await Tables(store).get(await opened(store, "hockey_game", 2))
    rng = random.Random(6)
    rules = table.rules
    for _ in rounds("something that shows nothing, and then chance", most=300):
        rows = await stored(table)
        state = table.record.beginning(None).state
        states = [state := play(rules, state, row).state for row in rows]
        at = next((n for n in range(1, len(rows) - 1) if quiet_then_loud(rules, states, rows, n)), None)
        if at is not None:
            break
        await played(table, 1, rng)
    await table.go_back(0, rows[at].number, act=ACT)
    await table.go_back(0, rows[at - 1].number, None)
    assert [row.action[0] for row in await stored(table)][-2:] == [UNDO, REDRAW]
    assert await as_printed(table)
    await store.close()


def quiet_then_loud(rules: Rules[Any], states: Sequence[Any], rows: Sequence[Row], n: int) -> bool:
    """Whether a row has shown nothing by chance and the next one has."""
    seats = range(2)
    return not shown_by_chance(rules, states[n - 1], seats, [rows[n]]) and shown_by_chance(rules, states[n], seats, [rows[n + 1]])


def test_words_said_ahead_make_no_other_question():
    said = Row(3, 1, ("ready", "x"))
    assert sealed(said.action)
    rows = [Row(1, 0, ("a",)), Row(2, 1, ("b",)), said]
    assert redrawn_from(7, rows) == redrawn_from(7, rows[:2]) == (REDRAW, Chance.of(7, REDRAW, 2).key)
    assert redrawn_from(7, []) == (REDRAW, Chance.of(7, REDRAW, 0).key)
    assert redrawn_from(7, [*rows[:2], Row(5, 0, (REDRAW, "k"), True), said]) is None
    assert redrawn_from(7, [*rows[:2], Row(5, 0, (REDRAW, "k"), True), Row(6, 0, ("c",))]) == (REDRAW, Chance.of(7, REDRAW, 6).key)
