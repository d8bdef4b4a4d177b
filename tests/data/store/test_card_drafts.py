"""Card drafts in the store: a pick is in the transaction of all that follows from it, on both databases."""

from __future__ import annotations

import pytest

from data.store import Store
from data.store.changes import Raced, TournamentChange
from data.store.rows import LIVE, OPEN, OVER, CardSeat, EntrantRow, Terms, Tournament
from data.store.shards import EVERYTHING
from rules.competition.tournament import Plan

pytestmark = pytest.mark.usefixtures("places")

SEATS = [CardSeat(0, 4, [["a", "b"], ["c"]], 7.5, 1, False, ["b"], {"a": 2}, None), CardSeat(1, None, [["d"], ["e"]], 7.5, 0, True, [], {}, "code")]


async def begun(store: Store) -> Tournament:
    row = Tournament(0, 1, 5, None, "Friday", 9, "hexygame", {}, "en", Plan("swiss"), "random", False, OPEN, 3, None, terms=Terms(limited="draft"))
    number = await store.tournaments.create(TournamentChange(row))
    found = await store.tournaments.get(number)
    assert found is not None
    return found


async def test_seats_and_picks_are_read_as_they_were_written():
    store = await Store.open(":memory:")
    row = await begun(store)
    assert (await store.tournaments.get(row.id)).terms.limited == "draft"
    assert await store.card_drafts.seats(row.id) == []
    row = await store.tournaments.commit(TournamentChange(row._replace(status=LIVE), card_seats=SEATS, card_picks=[(0, 1, "d")]))
    assert await store.card_drafts.seats(row.id) == SEATS
    await store.tournaments.commit(TournamentChange(row, card_picks=[(1, 0, "a"), (2, 1, "e")]))
    assert await store.card_drafts.picks(row.id) == [(1, "d"), (0, "a"), (1, "e")]
    assert await store.card_drafts.seats(row.id) == SEATS, "picks alone leave them as they are"
    await store.close()


async def test_of_two_picks_at_the_same_moment_one_is_stored():
    store = await Store.open(":memory:")
    row = await begun(store)
    await store.tournaments.commit(TournamentChange(row, card_seats=SEATS, card_picks=[(0, 0, "a")]))
    with pytest.raises(Raced):
        await store.tournaments.commit(TournamentChange(row, card_picks=[(0, 0, "b")]))
    assert await store.card_drafts.picks(row.id) == [(0, "a")]
    await store.close()


async def test_where_cards_are_still_picked_or_decks_built():
    store = await Store.open(":memory:")
    row = await begun(store)
    row = await store.tournaments.commit(TournamentChange(row._replace(status=LIVE), card_seats=SEATS))
    assert await store.card_drafts.going_on(EVERYTHING) == [row.id]
    row = await store.tournaments.commit(TournamentChange(row, card_seats=[seat._replace(deck="code") for seat in SEATS]))
    assert await store.card_drafts.going_on(EVERYTHING) == []
    row = await store.tournaments.commit(TournamentChange(row._replace(status=OVER), card_seats=SEATS))
    assert await store.card_drafts.going_on(EVERYTHING) == []
    await store.close()


async def test_a_person_has_their_picks_and_is_forgotten_with_their_list():
    """Of a seat that is theirs; picks stay, as actions do."""
    store = await Store.open(":memory:")
    row = await begun(store)
    entrants = [EntrantRow(4, 77, "Anna", True, None), EntrantRow(5, 78, "Bohumil", True, None)]
    seats = [*SEATS, CardSeat(2, 5, [["x"]], 7.5, 0, False, ["x"], {"x": 1}, None)]
    row = await store.tournaments.commit(TournamentChange(row._replace(status=LIVE), entrants, card_seats=seats))
    await store.tournaments.commit(TournamentChange(row, card_picks=[(0, 2, "x"), (1, 0, "b"), (2, 1, "d"), (3, 0, "a")]))
    about = await store.own_data.about(77)
    assert about["card_picks"] == [{"tournament": row.id, "card": "b"}, {"tournament": row.id, "card": "a"}]
    assert about["card_drafts"] == [{"tournament": row.id, "wishes": '["b"]', "building": '{"a": 2}', "deck": None, "missed": 1}]
    await store.own_data.forget(77)
    mine, computer, other = await store.card_drafts.seats(row.id)
    assert (mine.wishes, mine.building) == ([], {})
    assert (computer, other) == (seats[1], seats[2]), "nobody else's"
    assert len(await store.card_drafts.picks(row.id)) == 4
    assert (await store.own_data.about(77))["card_picks"] == []
    await store.close()
