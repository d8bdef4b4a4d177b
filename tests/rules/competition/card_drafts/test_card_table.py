"""Whose time is over, for whom a computer picks, and decks that nobody hands in."""

from __future__ import annotations

import pytest

from data.content import build, limited_of
from rules.competition.card_drafts import MISSED, Pace, dealt, packs_of, seated

SEED = 5
PACE = Pace(pick=60, build=600)


def begun(entrants=(0, 1, 2), seats=4, kind="draft", game="hexygame"):
    limited = limited_of(game)
    return seated(dealt(limited, kind, SEED, packs_of(limited, kind, SEED, seats)), entrants, 0)


def picks(table):
    return [len(taken) for taken in table.draft.picks]


def test_computers_pick_at_once_and_people_have_their_time():
    table = begun().goes_on(PACE, 0)
    assert picks(table) == [0, 0, 0, 1]
    assert table.awaited(PACE) == [0, 1, 2]
    assert table.due(PACE) == 60
    assert table.goes_on(PACE, 59) == table
    assert min(picks(table.goes_on(PACE, 60))) == 1


def test_three_in_a_row_by_the_clock_and_a_computer_picks_on():
    table, now = begun((0,)).goes_on(PACE, 0), 0
    for missed in range(1, MISSED + 1):
        now += 60
        assert not table.places[0].computer
        table = table.goes_on(PACE, now)
        assert table.places[0].missed == missed
    assert table.places[0].computer
    assert table.draft.over, "nobody else has to be waited for"
    assert table.over


def test_who_picks_by_hand_begins_to_be_counted_anew():
    table = begun((0,)).goes_on(PACE, 0)
    table = table.goes_on(PACE, 60).goes_on(PACE, 120)
    table = table.picked(0, table.draft.view(0).pack[0], 130).goes_on(PACE, 130)
    assert table.places[0].missed == 0
    assert not table.goes_on(PACE, 190).places[0].computer


def test_time_begins_when_a_pack_comes_and_not_before():
    """Whoever waits for their neighbour loses nothing meanwhile."""
    table = begun((0, 1, 2, 3)).goes_on(PACE, 0)
    for seat in (0, 2, 3):
        table = table.picked(seat, table.draft.view(seat).pack[0], 10)
    assert table.draft.asked == (0, 1, 3)
    table = table.picked(1, table.draft.view(1).pack[0], 50)
    assert table.places[2].since == 50
    assert table.places[1].since == 50, "the pack that has waited for them is new to them"


def test_time_begins_for_all_with_the_packs_of_the_next_round():
    """Also for whoever was done long before with this one."""
    table, now = begun((0, 1, 2, 3)).goes_on(PACE, 0), 0
    while table.draft.round == 1:
        now += 1
        (seat, *_) = table.draft.asked
        table = table.picked(seat, table.draft.view(seat).pack[0], now)
    assert [place.since for place in table.places] == [now] * 4


def test_the_next_time_to_end_is_that_of_whoever_has_waited_longest():
    table = begun((0, 1, 2, 3)).goes_on(PACE, 0)
    table = table.picked(0, table.draft.view(0).pack[0], 20)
    assert table.draft.asked == (1, 2, 3)
    table = table.picked(3, table.draft.view(3).pack[0], 30)
    assert table.places[0].since == 30
    assert table.due(PACE) == PACE.pick, "of those whose pack has been there from the start"


def test_who_is_picked_for_stays_so_until_they_say_otherwise():
    """A pick that is none by the clock does not take it back: that is for the person."""
    table = begun((0, 1, 2, 3)).goes_on(PACE, 0)
    table = table.changed(0, table.places[0]._replace(computer=True))
    assert table.picked(0, table.draft.view(0).pack[0], 10).places[0].computer


def test_a_deck_has_the_time_for_decks_and_not_that_for_a_pick():
    table = begun((0, 1), seats=2, kind="sealed").goes_on(PACE, 0)
    assert not table.goes_on(PACE, PACE.pick + 1).over
    assert table.goes_on(PACE, PACE.build).over


def test_nobody_can_tell_hand_list_and_clock_apart_by_what_is_there():
    table = begun((0, 1, 2, 3)).goes_on(PACE, 0)
    wished = table.draft.view(0).pack[3]
    listed = table.changed(0, table.places[0]._replace(wishes=(wished,)))
    by_clock = listed.goes_on(PACE, 60)
    assert by_clock.draft.picks[0] == (wished,)
    assert listed.picked(0, wished, 60).rows[0] == by_clock.rows[0], "rows say the same"


def test_whose_time_stands_or_who_has_left():
    table = begun((0, 1, 2, 3)).goes_on(PACE, 0)
    assert table.goes_on(PACE._replace(runs=False), 10_000) == table
    assert table.due(PACE._replace(runs=False)) is None
    assert picks(table.goes_on(PACE._replace(gone={2}), 1)) == [0, 0, 1, 0]
    later = table.later(500, 30)
    assert [place.since for place in later.places] == [500 + 0] * 4
    half = table.later(500, 200)
    assert half.places[0].since == 500


@pytest.mark.parametrize("game", ["hexygame", "planetary_conquerors"])
def test_a_deck_that_nobody_hands_in_is_built(game):
    table = begun((0, 1), seats=2, kind="sealed", game=game)
    assert table.draft.over
    assert table.due(PACE) == 600
    mine = build(game).decks.code({table.draft.limited.free[0]: 60})
    table = table.changed(0, table.places[0]._replace(deck=mine)).goes_on(PACE, 600)
    assert table.over
    assert table.places[0].deck == mine
    limited = table.draft.limited
    assert limited.decks_of(table.draft.pool(1)).faults(limited.decks.decode(table.places[1].deck)) == []
