"""Tables against the rows they leave: what counts after undo, what ends a proposal, which numbers a record has, what is back from disk.

The truth is worked out a second time from the rows of the database alone.
"""

from __future__ import annotations

import contextlib
import gc
import random
import weakref
from collections.abc import Sequence
from typing import Any

import pytest

from cogs.messages.moves.result import carry_out
from cogs.play.history.record import export, open_counting, open_rows
from cogs.play.history.record_check import check
from cogs.play.new_table import Opening, Party
from cogs.play.proposals import Consent
from cogs.play.table import Table
from cogs.play.table_queries import Closed, NoTable, Paused, Stale
from cogs.play.tables import Tables
from cogs.play.unfit import Unfit
from data.store.changes import Change
from data.store.rows import DRAW, UNDO, Proposal, TableAct
from rules.competition.clock import BANK, COMPUTER, FORFEIT, MOVE, UNTIL, WITHIN, Clock
from rules.game import Refused
from rules.notation import ABANDONED, AGREED, RULED, Row, play
from tests.bids import Bids, credited, known, memory, open_table, ripened
from tests.decided import decided

RULES = Bids()
ACT = TableAct(9, "act", "whom", "why")


@pytest.fixture(autouse=True)
def _bids():
    with known():
        yield


@pytest.fixture
async def store():
    async with memory() as opened:
        opened.now = lambda: 1_000_000.0
        yield opened


# What counts


async def rows_of(table: Table) -> list[Row]:
    found = await table.store.all("SELECT number, seat, action, auto FROM actions WHERE game = ? ORDER BY number", (table.id,))
    return [Row(number, seat, tuple(words.split()), bool(auto)) for number, seat, words, auto in found]


async def answers(table: Table) -> list[tuple[int, bool]]:
    """Who has answered, and whether by hand: all rows but those that give orders."""
    return [(row.seat, row.auto) for row in await rows_of(table) if row.action[0] != "stops"]


def standing(rows: Sequence[Row]) -> list[Row]:
    """Those that count: an undo brings back what counted after the action that it names."""
    after: dict[int, list[Row]] = {0: []}
    now: list[Row] = []
    for row in rows:
        now = after[int(row.action[1])] if row.action[0] == "undo" else [*now, row]
        after[row.number] = now
    return now


async def replayed(table: Table) -> Any:
    """The state that the rows lead to."""
    ((seed, options),) = await table.store.all("SELECT seed, options FROM games WHERE id = ?", (table.id,))
    state = RULES.setup(len(table.seats), {"asked": "one"} if '"one"' in options else {}, int(seed, 16)).state
    for row in standing(await rows_of(table)):
        if row.action[0] != "settle":
            state = play(RULES, state, row).state
    return state


async def audited(table: Table) -> None:
    """What is in memory is what the rows say, and what another process would read from disk. Computers have answered before."""
    await table.computers_answer()
    rows = await rows_of(table)
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    assert table.position == len(rows)
    assert table.state == await replayed(table)
    read = await Tables(table.store).get(table.id)
    assert read is not table
    for name in ("state", "position", "asked", "dials", "proposal", "settled", "acting", "over", "outcome"):
        assert getattr(read, name) == getattr(table, name), name
    assert [s._replace(name="") for s in read.seats] == [s._replace(name="") for s in table.seats]
    for name in ("channel", "paused", "clock", "rated", "guild", "host", "options"):
        assert getattr(read.row, name) == getattr(table.row, name), name
    assert [read.mark(s.seat) for s in read.seats] == [table.mark(s.seat) for s in table.seats]
    assert [read.orders(s.seat) for s in read.seats] == [table.orders(s.seat) for s in table.seats]
    ((status, outcome),) = await table.store.all("SELECT status, outcome FROM games WHERE id = ?", (table.id,))
    assert (status == "over") == table.over == (outcome is not None)
    if table.over:
        assert table.dials == {}
        assert table.proposal is None


async def counted(table: Table) -> list[int]:
    return [row.number for row in standing(await rows_of(table))]


async def test_an_undo_leaves_the_answers_to_what_came_before(store):
    """A computer answers by itself each time; what it said to an earlier action stays."""
    table = await open_table(store, 2, computers=1, asked="one")
    for _ in range(3):
        await table.act(0, ("bid", "1"))
    assert [row.auto for row in await rows_of(table)] == [False, True] * 3
    consent = Consent(table)
    await consent.undo(0)
    assert await counted(table) == [1, 2, 3, 4]
    await audited(table)
    await consent.undo(0)
    assert await counted(table) == [1, 2]
    await table.act(0, ("bid", "3"))
    await consent.undo(0)
    assert await counted(table) == [1, 2]
    await consent.undo(0)
    assert await counted(table) == []
    await audited(table)
    with pytest.raises(Unfit):
        await consent.undo(0)


async def test_an_undo_takes_back_what_an_order_has_answered_as_if_it_had_been_done_by_hand(store):
    """It is one's own doing, and the order that did it does not do it again."""
    table = await open_table(store, 2, asked="one")
    await table.act(0, ("bid", "2"))
    await table.order(1, frozenset({"again"}))
    assert await answers(table) == [(0, False), (1, True)]
    await table.act(0, ("bid", "3"))
    assert await answers(table) == [(0, False), (1, True), (0, False)], "nobody answers at once who is not there"
    await ripened(table)
    assert await answers(table) == [(0, False), (1, True), (0, False), (1, True)]
    found = await Consent(table).undo(0)
    assert found.asked == (1,), "whether by hand or by an order is nobody's business"
    await Consent(table).agree([1], found.mark)
    assert await counted(table) == [1, 2, 3]
    assert table.awaited == (0,)
    found = await Consent(table).undo(1)
    assert found.asked == ()
    assert table.awaited == (1,), "it is asked itself"
    assert table.orders(1) == frozenset()
    await audited(table)


async def test_an_automatic_answer_comes_again_after_an_undo(store):
    """Where the position that is gone back to asks nobody, it is answered once more."""
    table = await open_table(store, 2, computers=1, asked="one")
    await table.act(0, ("bid", "1"))
    await table.act(0, ("bid", "2"))
    await table.go_back(0, 1, act=ACT)
    rows = await rows_of(table)
    assert [(r.seat, r.action[0], r.auto) for r in rows[4:]] == [(0, "undo", False), (0, "redraw", True), (1, "bid", True)]
    assert await counted(table) == [1, 6, 7]
    await audited(table)
    for number in (2, 3, 5, 7, 8, -1):
        with pytest.raises(ValueError, match=str(number)):
            await table.go_back(0, number, act=ACT)
    with pytest.raises(Stale):
        await table.go_back(0, 1, position=table.position - 1)


async def test_an_undo_asks_anew(store):
    """Buttons of before it are stale, though the position is the same."""
    table = await open_table(store, 2, asked="one")
    await table.act(0, ("bid", "1"))
    before = table.mark(1)
    await table.act(1, ("bid", "1"))
    await table.go_back(1, 1)
    assert table.acting == (1,)
    with pytest.raises(Stale):
        await table.act(1, ("bid", "2"), before)
    await table.act(1, ("bid", "2"), table.mark(1))
    assert await counted(table) == [1, 4]
    await audited(table)


async def test_who_is_asked_about_an_undo(store):
    table = await open_table(store, 3, computers=0)
    consent = Consent(table)
    await table.act(0, ("bid", "1"))
    await table.act(1, ("nod",))
    found = await consent.undo(0)
    assert (found.asked, found.target) == ((1,), 0)
    await consent.refuse([0], found.mark, "Anna")
    await table.act(0, ("nod",))
    await table.act(2, ("look",))
    found = await consent.undo(2)
    assert found.asked == (0, 1), "they have seen what was turned up"
    assert found.target == 3
    await consent.agree([1], found.mark)
    assert table.proposal is not None
    await consent.agree([0], found.mark)
    assert await counted(table) == [1, 2, 3, 6], "what was turned up is drawn anew"
    await audited(table)


async def test_what_is_said_ahead_to_what_one_no_longer_sees_is_not_kept(store):
    table = await open_table(store, 2, asked="one")
    seen = table.sight(1)
    await table.say(0, ("stops", "let_be"), table.sight(0))
    await table.say(1, ("stops", "again"), seen)
    rows = await rows_of(table)
    for gone in (seen, table.sight(0)):
        with pytest.raises(Stale):
            await table.say(1, ("stops",), gone)
    assert await rows_of(table) == rows
    assert [(row.seat, row.action) for row in rows] == [(0, ("stops", "let_be")), (1, ("stops", "again"))]
    await audited(table)


@pytest.mark.parametrize(("typed", "done"), [("bid 1; bid 2", "bid 1"), ("think; bid 2; bid 3", "think; bid 2"), ("think; think", "think; think")])
async def test_what_is_typed_behind_the_end_of_a_turn_is_not_tried(store, typed, done):
    """It was meant for a position that is gone, and is no mistake."""
    table = await open_table(store, 2, asked="one")
    carried = await carry_out(table, 0, (tuple(action.split()) for action in typed.split("; ")), None, 7)
    assert carried.error is None
    assert "; ".join(" ".join(row.action) for row in await rows_of(table)) == done


# Proposals


def proposed(kind: str) -> Proposal:
    return Proposal(kind, 0, 1, 0, (1, 2), (1,), "m")


AFTER = {
    "the proposer acts": (lambda t: t.act(0, ("bid", "1")), True, False),
    "the proposer nods": (lambda t: t.act(0, ("nod",)), True, False),
    "somebody asked acts": (lambda t: t.act(2, ("bid", "1")), False, False),
    "who has agreed acts": (lambda t: t.act(1, ("nod",)), False, False),
    "who is not asked acts": (lambda t: t.act(3, ("look",)), True, False),
    "who is not asked gives up": (lambda t: t.concede(3), True, False),
    "somebody asked gives up": (lambda t: t.concede(1), False, False),
    "the proposer gives up": (lambda t: t.concede(0), True, False),
    "time of somebody asked": (lambda t: t.time_out(1, ACT), False, False),
    "time of who is not asked": (lambda t: t.time_out(3, ACT), True, False),
    "an order of somebody asked": (lambda t: t.order(2, frozenset({"again"})), False, False),
    "an order of the proposer": (lambda t: t.order(0, frozenset({"again"})), True, False),
    "a moderator takes back": (lambda t: t.go_back(3, 0, act=ACT), True, False),
    "the game ends": (lambda t: t.act(3, ("finish", "3", "0+1+2")), False, False),
    "the game is settled": (lambda t: t.settle(3, RULED, [[0, 1, 2, 3]], ACT), False, False),
    "a pause": (lambda t: t.clocks.pause(True, ACT), True, True),
    "a seat is offered": (lambda t: t.seating.offer(1, True), True, True),
    "another clock": (lambda t: t.clocks.set_clock(Clock(MOVE, 600), ACT), True, True),
    "somebody takes over": (lambda t: t.seating.sit(3, (300, "New")), False, False),
    "no time is charged": (lambda t: credited(t, 0), True, True),
}
"""What happens, whether a draw is still proposed then, and whether an undo is."""


@pytest.mark.sampled(0.4)
@pytest.mark.parametrize("kind", [DRAW, UNDO])
@pytest.mark.parametrize("what", AFTER)
async def test_what_ends_a_proposal(store, kind, what):
    happens, *stays = AFTER[what]
    table = await open_table(store, 4)
    await table.act(3, ("nod",))
    async with table.changing():
        await table.do_propose(proposed(kind))
    assert await store.tables.proposal(table.id) == proposed(kind)
    await happens(table)
    expected = proposed(kind) if stays[kind == UNDO] else None
    assert table.proposal == expected
    assert await store.tables.proposal(table.id) == expected
    await audited(table)


async def test_who_plays_on_refuses_a_draw_by_hand_or_by_an_order(store):
    """Else the draw that still stands would tell by which of these."""
    table = await open_table(store, 3, asked="one")
    await table.order(1, frozenset({"again"}))
    found = await Consent(table).draw(0)
    await table.act(0, ("bid", "1"))
    await ripened(table)
    assert await answers(table) == [(0, False), (1, True)]
    assert found is not None
    assert table.proposal is None
    await audited(table)


@pytest.mark.parametrize("places", [((2,), (0, 1)), ((1,), (0,), (2,)), ((0, 1, 2),)])
async def test_a_settled_end_has_the_places_it_was_given(store, places):
    table = await open_table(store, 3)
    await table.settle(1, RULED, [list(reversed(group)) for group in places], ACT)
    assert table.outcome is not None
    assert table.outcome.places == places
    await audited(table)
    assert check(await export(table, [])).key == "check.right"


async def test_a_draw_needs_everybody_and_comes_once(store):
    table = await decided(await open_table(store, 4, rated=True))
    consent = Consent(table)
    await table.concede(3)
    found = await consent.draw(0)
    assert found.asked == (1, 2)
    await consent.agree([1], found.mark)
    with pytest.raises(Unfit):
        await consent.agree([3], found.mark)
    with pytest.raises(Unfit):
        await consent.agree([2], "another")
    assert not table.over
    await audited(table)
    await consent.agree([2], found.mark)
    assert table.outcome is not None
    assert table.outcome.places == ((0, 1, 2), (3,))
    with pytest.raises(Closed):
        await consent.agree([2], found.mark)
    await audited(table)
    assert len(await store.all("SELECT 1 FROM rating_changes WHERE guild = 1")) == 4


async def test_a_draw_is_proposed_to_people_alone(store):
    """Computers have answered before (`cogs/play/thinking`)."""
    table = await open_table(store, 3, computers=1)
    found = await Consent(table).draw(0)
    assert found.asked == (1,)
    await Consent(table).agree([1], found.mark)
    assert table.over
    await audited(table)


# Records


def lines(text: str) -> list[Row]:
    """The rows of a record as they stand there."""
    found = []
    for line in text.partition("\n\n")[2].splitlines():
        number, seat, *words = line.split()
        found.append(Row(int(number.rstrip(".")), int(seat.rstrip("*")), tuple(words), seat.endswith("*")))
    return found


def hidden(row: Row, own: Sequence[int]) -> tuple[str, ...]:
    """What others read of an action; of what was drawn anew nothing while the game goes on."""
    if row.action[0] == "redraw":
        return ()
    return row.action if row.seat in own else {"whisper": (), "bid": ("bid",)}.get(row.action[0], row.action)


async def test_numbers_in_a_record_are_those_of_what_it_shows(store):
    """Hidden actions have no number, undo names what it goes back to, and both tell the same game as the rows."""
    rng = random.Random(2)
    for game in range(12):
        table = await open_table(store, 3, channel=10 + game, asked="all" if game % 2 else "one")
        for n in range(25):
            seat = rng.choice(table.acting)
            counting = [0, *await counted(table)]
            if rng.random() < 0.25 and len(counting) > 1:
                # Only what is shown can be chosen, or lies before an action of one's own.
                await table.go_back(seat, rng.choice(counting[:-1]), act=ACT if n % 2 else None)
            else:
                await table.act(seat, rng.choice([("bid", "2"), ("whisper",), ("whisper",), ("look",), ("nod",)]))
            if n == 12:
                await table.seating.sit(1, (500 + game, "New"))
        rows = await rows_of(table)
        for own in ([], [0], [0, 1, 2]):
            text = await export(table, own)
            shown = [row for row in rows if hidden(row, own)]
            found = lines(text)
            assert [row.number for row in found] == list(range(1, len(shown) + 1)), "without gaps"
            for row, line in zip(shown, found, strict=True):
                assert line.seat == row.seat
                if row.action[0] == "undo":
                    back = [r for r in standing(rows[: row.number - 1]) if r.number <= int(row.action[1]) and hidden(r, own)]
                    assert line.action == ("undo", str(shown.index(back[-1]) + 1 if back else 0)), (
                        "to what is shown and counts, not past what is hidden"
                    )
                else:
                    assert line.action == hidden(row, own)
            ((number,),) = await store.all("SELECT number FROM sittings WHERE game = ?", (table.id,))
            assert f'"until_action": {sum(r.number <= number for r in shown)}' in text
            assert [(r.seat, r.action) for r in standing(found)] == [(r.seat, hidden(r, own)) for r in standing(rows) if hidden(r, own)]
            assert "seed:" not in text
        everybody = {row.number: (row.seat, row.action) for row in lines(await export(table, []))}
        opened = await open_rows(table)
        assert {n: (r.seat, r.action) for n, r in opened.items() if r.action[0] != "undo"} \
            == {n: row for n, row in everybody.items() if row[1][0] != "undo"}  # fmt: skip
        assert opened.keys() == everybody.keys()
        counts = {r.number for r in standing(rows)}
        assert {r.number for r in (await open_counting(table)).values()} == {r.number for r in rows if r.number in counts and hidden(r, [])}
        await table.settle(0, AGREED, [[0, 1], [2]])
        text = await export(table, [])
        assert lines(text) == await rows_of(table)
        assert check(text).key == "check.right"


# Too many, and gone


@pytest.mark.parametrize(
    ("game", "seats", "reason", "facts"),
    [
        ("bids", 1, "game.seats_out_of_range", {"low": 2, "n": 4}),
        ("bids", 5, "game.seats_out_of_range", {"low": 2, "n": 4}),
        ("hockey_game", 3, "game.seats_exactly", {"n": 2}),
    ],
)
async def test_a_table_has_as_many_seats_as_its_game_says(store, game, seats, reason, facts):
    with pytest.raises(Unfit) as unfit:
        await Tables(store).open(Opening(game, 1, 1, {}, "en", "light"), Party((1, "A"), seats=seats))
    assert (unfit.value.reason, unfit.value.facts) == (reason, facts)
    assert not await store.all("SELECT 1 FROM games")


async def test_a_table_that_another_process_has_deleted_is_none_here_either(store):
    store.shared = True
    tables = Tables(store)
    made, _ = await tables.open(Opening("bids", 1, 1, {}, "en", "light"), Party((1, "A"), [(2, "B")], agreed=True))
    there = weakref.ref(await tables.get(made))
    assert await tables.get(made) is there()
    async with store.transaction() as db:
        await db.execute("DELETE FROM games")
    with pytest.raises(NoTable):
        await tables.get(made)
    gc.collect()
    assert there() is None


async def test_what_is_deleted_takes_no_memory(store):
    tables = Tables(store)
    made, _ = await tables.open(Opening("bids", 1, 1, {}, "en", "light"), Party((1, "A"), [(2, "B")], agreed=True))
    there = weakref.ref(await tables.get(made))
    gc.collect()
    assert there() is not None, "it is kept for whoever asks next"
    tables.gone([made])
    gc.collect()
    assert there() is None


# Everything at once


async def happens(table: Table, consent: Consent, rng: random.Random, tick: list[float]) -> str:
    """Something by chance; says what."""
    seat, kind = rng.randrange(len(table.seats)), rng.random()
    who = table.seats[seat]
    if kind < 0.4 and table.acting:
        seat = rng.choice(table.acting)
        await table.act(seat, rng.choice([("bid", "1"), ("bid", "2"), ("think",), ("look",), ("whisper",)]))
        return "act"
    if kind < 0.45:
        await table.act(seat, ("nod",))
        return "act"
    if kind < 0.5:
        await table.order(seat, frozenset({"again"}) if rng.random() < 0.4 else frozenset())
        return "order"
    if kind < 0.6 and who.player:
        await consent.undo(seat)
    elif kind < 0.63:
        await consent.draw(seat)
    elif kind < 0.72 and table.proposal:
        proposal = table.proposal
        if rng.random() < 0.3 or proposal.kind == DRAW:
            await consent.refuse([rng.choice(proposal.asked)], proposal.mark, "Somebody")
        else:
            await consent.agree([rng.choice(proposal.asked)], proposal.mark)
    elif kind < 0.75:
        await table.go_back(seat, rng.choice([0, *await counted(table)]), act=ACT)
    elif kind < 0.82:
        await table.clocks.pause(rng.random() < 0.5, ACT)
    elif kind < 0.85:
        await table.seating.sit(seat, (rng.randrange(300, 400), "New"), ACT if rng.random() < 0.5 else None)
    elif kind < 0.88:
        await table.seating.offer(seat, rng.random() < 0.5)
    elif kind < 0.9:
        await table.time_out(seat, ACT)
    elif kind < 0.92:
        await credited(table, tick[0] - 60)
    elif kind < 0.94:
        await table.clocks.set_clock(rng.choice([None, Clock(MOVE, 600), Clock(BANK, 900, 60, 1000)]), ACT)
    elif kind < 0.96:
        await table.agree(seat)
    elif kind < 0.97:
        await table.concede(seat)
    else:
        tick[0] += 500
        await table.expiry.lapse(seat)
    return "other"


@pytest.mark.sampled(0.15, any=True)
@pytest.mark.usefixtures("places")
@pytest.mark.parametrize("seed", range(8))
async def test_what_is_in_memory_is_what_the_rows_say(store, seed):
    rng, tick = random.Random(seed), [1_000_000.0]
    store.now = lambda: tick[0]
    clock = [None, Clock(MOVE, 900, answers=1, then=COMPUTER), Clock(BANK, 900, 60, 1000), Clock(WITHIN, 9000)][seed % 4]
    table = await open_table(store, 2 + seed % 3, computers=seed % 2, clock=clock, agreed=seed % 3 > 0, asked=("all", "one")[seed // 4])
    consent = Consent(table)
    await audited(table)
    for _ in range(90):
        if table.over:
            break
        tick[0] += rng.choice((0, 1, 60))
        before, position, seats = table.proposal, table.position, table.seats
        what = ""
        with contextlib.suppress(Unfit, Refused, Paused, Stale, ValueError):
            what = await happens(table, consent, rng, tick)
        await audited(table)
        new = (await rows_of(table))[position:]
        if what in ("act", "order") and before is not None and not table.over:
            ends = bool(new) and (before.kind == UNDO or new[0].seat in before.asked)
            assert table.proposal == (None if ends else before), what
        for old, now in zip(seats, table.seats, strict=True):
            acted = any(r.seat == now.seat and not r.auto and r.action[0] not in ("undo", "resign") for r in new)
            assert not (what == "act" and acted) or now.agreed, "who acts agrees to play"
            assert now.agreed or not old.agreed or old.player != now.player, "a yes stays"


# Ratings know no computers


@pytest.mark.parametrize("kind", [MOVE, BANK, WITHIN, UNTIL])
@pytest.mark.parametrize("later", [False, True])
async def test_a_rated_table_never_seats_a_computer(store, kind, later):
    tick = [1_000_000.0]
    store.now = lambda: tick[0]
    rule = Clock(kind, tick[0] + 600 if kind == UNTIL else 600, answers=1, then=COMPUTER)
    table = await open_table(store, 3, rated=True, clock=None if later else rule)
    if later:
        await table.clocks.set_clock(rule, ACT)
    assert table.row.clock is not None
    assert table.row.clock.then == FORFEIT
    await decided(table)
    for _ in range(12):
        tick[0] += 700
        for seat in list(table.acting):
            await table.expiry.lapse(seat)
            await audited(table)
    assert table.over
    assert not await store.all("SELECT 1 FROM seats WHERE computer IS NOT NULL OR player IS NULL")
    assert len(await store.all("SELECT 1 FROM rating_changes WHERE guild = 1")) == 3
    with pytest.raises(Unfit):
        await open_table(store, 3, computers=1, rated=True, channel=2)


async def test_a_friendly_table_does(store):
    """As many answers by the clock as its rule says, then a computer, which has taken the seat from its person."""
    tick = [1_000_000.0]
    store.now = lambda: tick[0]
    table = await open_table(store, 2, clock=Clock(MOVE, 600, answers=2, then=COMPUTER), asked="one")
    for lapse in (1, 2, 3):
        tick[0] += 600
        assert await table.expiry.lapse(0)
        assert not await table.expiry.lapse(0)
        if lapse < 3:
            assert table.dials[0].lapses == lapse
            await table.act(1, ("bid", "1"))
        await audited(table)
    assert (table.seats[0].player, table.seats[0].computer) == (None, "normal")
    assert [tuple(row) for row in await store.all("SELECT seat, number, player FROM sittings")] == [(0, 4, 101)]
    assert table.free_seats(await store.tables.sittings(table.id)) == [0]
    assert await store.tables.running(101) == []


async def test_a_game_without_a_result_is_not_rated(store):
    table = await decided(await open_table(store, 2, rated=True))
    await table.settle(0, ABANDONED, [[0, 1]])
    other = await open_table(store, 2, rated=True, channel=2)
    await decided(other)
    await other.seating.sit(1, (300, "New"))
    await other.settle(0, RULED, [[0], [1]])
    assert not await store.all("SELECT 1 FROM ratings")
    with pytest.raises(Closed):
        await table.settle(0, RULED, [[0], [1]])
    with pytest.raises(Closed):
        await table.act(0, ("bid", "1"))
    assert not await store.all("SELECT 1 FROM ratings")


async def test_who_has_two_seats_is_not_rated(store):
    table = await open_table(store, 3, rated=True, players=(("A", 1), ("B", 2), ("C", 3)))
    seats = [*table.seats[:2], table.seats[2]._replace(player=2)]  # However that may have come about.
    await store.tables.commit(Change(table.row, seats=seats))
    await table.reread()
    await decided(table)
    await table.act(0, ("finish", "0", "1", "2"))
    assert table.over
    await audited(table)
    assert not await store.all("SELECT 1 FROM ratings")
