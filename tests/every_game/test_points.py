"""The points that a game can go back to: those that everybody saw, whatever somebody has said ahead, and each gives back what everybody saw then."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from cogs.messages.table.rewind_points import label, noted, noted_words, point_choices, point_typed
from cogs.play.history.rewind_points import Points, points
from cogs.play.new_table import Opening, Party
from cogs.play.table import Table
from cogs.play.tables import Tables
from data.content import build, games
from data.language import LANGUAGES, texts
from data.store import Store
from data.store.rows import TableAct
from rules.game import Refused, to_builtins
from rules.parts.ahead import SEALED, drafting, sealed
from tests.bids import memory
from tests.every_game.saying import saying
from tests.every_game.setups import joined, part_of, random_action
from tests.every_game.test_knowledge import oracle
from tests.sampled import often
from tests.waiting import within

ACT = TableAct(1, "table_rollback", "", "why not")
MOST_ACTIONS, SOME = 90, often(5, 9)
"""Actions of a game at most, and so many points that are gone back to."""


async def opened(store: Store, game: str, seats: int = 2, **options: str) -> Table:
    party = Party((101, "Ada"), [(101 + n, name) for n, name in enumerate(("Bob", "Cid", "Dee")[: seats - 1], 1)], seats=seats, agreed=True)
    made, _ = await Tables(store).open(Opening(game, 1, 5, joined(game) | options, "en", "light"), party)
    return await Tables(store).get(made)


async def playing(table: Table, actions: int, besides: Callable[[random.Random], Any] | None = None) -> dict[int, Any]:
    """People who play by hand; `besides` is what else happens before each action. Gives what everybody saw whenever somebody was asked, where
    that was something new, by the number of the action that has led there."""
    rng, other = random.Random(3), random.Random(4)
    seen, before = {0: to_builtins(table.view(None))}, table.view(None)
    for _ in range(actions):
        if table.over:
            break
        if besides is not None:
            await besides(other)
        seat = table.awaited[0]
        action = oracle(table.rules.key).acts(table.rules, table.state, seat, rng)
        acted = await table.act(seat, random_action(table.rules, table.state, seat, rng) if sealed(action) else action)
        if table.view(None) != before or any(event.to is None for event in acted.events):
            seen[table.position] = to_builtins(table.view(None))
        before = table.view(None)
    return seen


def offered(table: Table, known: Points) -> list[tuple[str, ...]]:
    """All that can be read of the points, in all languages."""
    return [(point.spelled, *(label(table, known, point, texts(one, table.rules.key)) for one in LANGUAGES)) for point in known.all]


@pytest.fixture(autouse=True)
def _same_deal(monkeypatch):
    monkeypatch.setattr("cogs.play.tables.new_seed", lambda: 11)


@pytest.mark.sampled(0.2, any=True)
@pytest.mark.parametrize("game", games())
async def test_nobody_can_tell_by_them_what_somebody_has_said_ahead(game):
    """The same game twice, and once the others say all kinds of things ahead which they take back before anything comes of them."""
    found, kinds = [], Counter[str]()
    for secret in (False, True):
        async with memory() as store:
            table = await opened(store, game, min(3, build(game).seats[-1]))

            async def besides(rng: random.Random, table: Table = table) -> None:
                for seat in range(len(table.seats)):
                    if seat in table.acting or rng.random() < 0.5:
                        continue
                    for verb in SEALED:
                        said = saying(table.rules, table.state, seat, rng, (verb,)) if verb in table.rules.verbs else None
                        if said is None:
                            continue
                        before, carried = offered(table, await points(table)) if rng.random() < 0.02 else None, table.position
                        try:
                            await table.say(seat, said)
                        except Refused:
                            continue
                        kinds[verb] += 1
                        assert table.position == carried + 1, "nothing comes of it before it is taken back"
                        assert before is None or offered(table, await points(table)) == before
                        await table.say(seat, (verb,))

            await playing(table, part_of(game, 1, MOST_ACTIONS), besides if secret else None)
            found.append(offered(table, await points(table)))
            rows = [(r.seat, r.action) for r in await store.tables.actions(table.id) if not sealed(r.action)]
            found.append(rows)
    assert found[0] == found[2]
    assert found[1] == found[3]
    assert {verb for verb in ("stops", "draft", "ready") if verb in table.rules.verbs} <= set(kinds), kinds


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("game", games())
async def test_each_gives_back_exactly_what_everybody_saw_then(game):
    async with memory() as store:
        table = await opened(store, game)
        seen = await playing(table, part_of(game, 0.5, MOST_ACTIONS))
        known = await points(table)
        assert [point.row for point in known.all] == list(seen), "all that somebody was asked at and that everybody saw, and nothing else"
        assert len({point.spelled for point in known.all}) == len(known.all)
        say = texts("en", game)
        for point in sorted(random.Random(5).sample(known.all[:-1], min(SOME, len(known.all) - 1)), key=lambda p: -p.row):
            assert point_typed(table, known, point.spelled, say) == point
            assert point_typed(table, known, label(table, known, point, say), say) in (point, None), "or several are called so"
            await table.go_back(0, point.row, act=ACT)
            assert to_builtins(table.view(None)) == seen[point.row], point
            assert (await points(table)).all == known.all[: known.all.index(point) + 1]


@pytest.mark.parametrize("game", ["hexygame", "planetary_conquerors"])
async def test_turns_are_counted_as_the_game_tells_them(game):
    async with memory() as store:
        table = await opened(store, game)
        await playing(table, MOST_ACTIONS)
        told = Counter[int]()
        named: dict[str, int] = {}
        for stage in table.record.past(None, await store.tables.actions(table.id)).stages():
            for event in stage.events:
                if event.kind == "turn_began":
                    told[event.facts["seat"]] += 1
                    named[f"{event.facts['seat'] + 1}.{told[event.facts['seat']]}"] = stage.row.number if stage.row else 0
        known = await points(table)
        found = {p.spelled: p.row for p in known.all if p.seat is not None and not p.step}
        assert found.keys() == named.keys()
        assert all(row >= named[spelled] for spelled, row in found.items()), "when somebody is asked for the first time"
        assert len(named) > 3


async def test_a_hero_who_is_alone_in_a_phase_has_turn_after_turn():
    """HexKnight: whoever is done leaves the others to have several turns in a row, each of which can be given back."""
    async with memory() as store:
        table = await opened(store, "hexknight")
        await playing(table, 400)
        seats, turns = [], Counter[tuple[int, int]]()
        for stage in table.record.past(None, await store.tables.actions(table.id)).stages():
            state = stage.state
            if state.step != "over" and (not seats or seats[-1] != (state.active, state.phase, state.hero.turns)):
                seats.append((state.active, state.phase, state.hero.turns))
                turns[state.active, state.phase] += 1
        known = await points(table)
        beginnings = [p.seat for p in known.all if p.turn and not p.step]
        assert beginnings == [seat for seat, _, _ in seats]
        assert len(beginnings) > 10


async def test_placements_of_monster_hex_are_its_turns():
    async with memory() as store:
        table = await opened(store, "monster_hex", 3)
        await playing(table, 60)
        view = table.view(None).board
        known = await points(table)
        beginnings = Counter(p.seat for p in known.all if p.turn and not p.step)
        assert all(view.round - 1 <= beginnings[seat] <= view.round for seat in range(3)), "one in each round"


async def test_a_round_of_hockey_is_a_turn_of_its_attacker():
    async with memory() as store:
        table = await opened(store, "hockey_game")
        await playing(table, MOST_ACTIONS)
        results = Counter[int]()
        for stage in table.record.past(None, await store.tables.actions(table.id)).stages():
            results.update(e.facts["seat"] for e in stage.events if e.kind == "declared")
        known = await points(table)
        beginnings = Counter(p.seat for p in known.all if p.turn and not p.step)
        assert sum(beginnings.values()) - sum(results.values()) in (0, 1), "each is opened, then declared"
        assert all(beginnings[seat] - results[seat] in (0, 1) for seat in (0, 1))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_how_they_are_noted_and_offered(language):
    async with memory() as store:
        table = await opened(store, "monster_hex")
        await playing(table, 16)
        known, say = await points(table), texts(language, "monster_hex")
        for point in known.all:
            words = noted_words(noted(table, known, point), say)
            assert words == label(table, known, point, say).split(" · ")[0]
        assert noted_words("12", say) == say("desk.action", n=12), "as it was noted before"
        latest = point_choices(table, known, "", say)
        assert len(latest) <= 25
        assert latest[0].value == known.all[-1].spelled
        assert latest[-1].value == "0" or len(latest) == 25
        assert {c.value for c in point_choices(table, known, "Bob", say)} >= {"2.1"}
        assert all(c.value.startswith("1.2") for c in point_choices(table, known, "1.2", say))
        assert point_choices(table, known, "nobody of this name", say) == []
        for text in ("9.9", "x", "", "1.", "0.0.0", "0.99", "١", "1.2.3.4", "-1"):
            assert point_typed(table, known, text, say) is None, text


@pytest.mark.parametrize(("game", "passes"), [("hexygame", "pass"), ("planetary_conquerors", "end"), ("hexknight", "confirm")])
async def test_a_turn_that_a_plan_has_passed_is_given_back(game, passes):
    """Nothing of it stands in what others may read, nor that a plan has passed it."""
    async with memory() as store:
        table = await opened(store, game, pause="off")
        await passing(table, 0, 2)
        await table.say(1, drafting([(passes,)] * 4))
        await passing(table, 0, 3)
        rows = await store.tables.actions(table.id)
        assert any(r.seat == 1 and r.auto and r.action == (passes,) for r in rows), "the plan has passed"
        known = await points(table)
        turn = max(point.turn for point in known.all if point.seat == 1)
        found = point_typed(table, known, f"before Bob's turn {turn}", texts("en", game))
        assert found is not None
        await table.go_back(0, found.row, act=ACT)
        assert (await points(table)).all[-1] == found
        async with within("the second seat to be asked"):
            while table.awaited[0] != 1:
                await table.act(table.awaited[0], table.rules.decision(table.state, table.awaited[0]).default)
        assert table.rules.present_turn(table.state)[0] == 1, "and is asked, whoever had to answer before"


async def passing(table: Table, seat: int, turn: int) -> None:
    """Everybody who is asked does no more than they must, until a turn of a seat has come."""
    async with within("the turns to be over"):
        while (latest := (await points(table)).all[-1]).seat != seat or latest.turn != turn:
            await table.act(table.awaited[0], table.rules.decision(table.state, table.awaited[0]).default)
