"""Which rows of a table count after an undo, what a record shows of them, and that memory holds what rows say."""

from __future__ import annotations

import contextlib
import gc
import random
import weakref
from collections.abc import Sequence

import pytest

from cogs.messages.moves.carrying_out import carry_out
from cogs.play.history.record import export, open_counting, open_rows
from cogs.play.history.record_check import check
from cogs.play.new_table import Opening, Party
from cogs.play.proposals import Consent
from cogs.play.table_queries import NoTable, Paused, Stale
from cogs.play.tables import Tables
from cogs.play.unfit import Unfit
from data.store.rows import UNDO
from rules.competition.clock import BANK, COMPUTER, MOVE, WITHIN, Clock
from rules.game import Refused
from rules.notation import AGREED, Row
from tests.bids import known, open_table, ripened
from tests.cogs.play.rows_replayed import ACT, answers, audited, counted, happens, rows_of, standing, store
from tests.sampled import often

__all__ = ["store"]


@pytest.fixture(autouse=True)
def _bids():
    with known():
        yield


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
    for _ in range(often(45, 90)):
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
