"""A handicap is offered by ratings that both show, and tells nothing of others: of other servers, of people who do not show theirs elsewhere."""

from __future__ import annotations

from collections.abc import Collection
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.play.handicap_offers import Offered, offered_handicap
from data.store.ratings import Ranked
from data.store.rows import EVERYWHERE, SeatRow
from rules.competition.ratings import Rating

HERE, THERE, ANNA, BOB = 7, 8, 1, 2
WEAK, STRONG = Rating(18.0, 1.0), Rating(28.0, 1.0)


def store(ratings: dict[tuple[int, int], Rating], shows: Collection[int]) -> Any:
    """Ratings by server and player, and who shows theirs everywhere."""

    async def ranked(guild: int, game: str) -> list[Ranked]:
        return [Ranked(player, game, rating, 20) for (where, player), rating in ratings.items() if where == guild]

    async def shown_everywhere(players: list[int]) -> set[int]:
        return {*shows} & {*players}

    return SimpleNamespace(ratings=SimpleNamespace(ranked=ranked), personal_settings=SimpleNamespace(shown_everywhere=shown_everywhere))


def both(where: int, one: Rating = WEAK, other: Rating = STRONG) -> dict[tuple[int, int], Rating]:
    return {(where, ANNA): one, (where, BOB): other}


def offer(ratings: dict[tuple[int, int], Rating], guild: int | None = HERE, shows: Collection[int] = (), **changes: Any) -> Any:
    row: Any = SimpleNamespace(**{"game": "monster_hex", "guild": guild, "options": {"seats": 2}} | changes)
    return offered_handicap(store(ratings, shows), row, [SeatRow(n, player, None, "") for n, player in enumerate((ANNA, BOB))])


async def test_in_a_server_by_its_own_ratings_for_the_weaker_one():
    found = await offer(both(HERE))
    assert found is not None
    assert found.player == ANNA
    assert 1 <= found.size <= 6
    assert await offer(both(HERE, STRONG, WEAK)) == Offered(BOB, found.size)
    assert await offer(both(HERE, Rating(27.0, 1.0), Rating(27.1, 1.0))) is None


@pytest.mark.parametrize(
    ("ratings", "guild", "shows"),
    [
        ({**both(THERE), **both(EVERYWHERE)}, HERE, {ANNA, BOB}),
        ({(HERE, ANNA): WEAK, (THERE, BOB): STRONG, **both(EVERYWHERE)}, HERE, {ANNA, BOB}),
        ({**both(HERE), **both(EVERYWHERE)}, None, {ANNA}),
        ({**both(HERE), **both(EVERYWHERE)}, None, set()),
        ({}, HERE, {ANNA, BOB}),
    ],
    ids=["other servers", "one of them is rated elsewhere", "one shows theirs everywhere", "nobody does", "no ratings"],
)
async def test_nothing_is_told_of_ratings_that_are_not_shown(ratings, guild, shows):
    """Whatever those ratings are: the same is said."""
    assert await offer(ratings, guild, shows) is None
    turned = {place: WEAK if rating is STRONG else STRONG for place, rating in ratings.items()}
    assert await offer(turned, guild, shows) is None


async def test_outside_of_servers_where_both_show_theirs_everywhere():
    assert await offer(both(EVERYWHERE), None, {ANNA, BOB}) == await offer(both(HERE))


async def test_what_stands_elsewhere_changes_no_offer():
    """No oracle: hidden ratings beside shown ones make no difference."""
    plain = await offer(both(HERE))
    for other in (both(THERE), both(THERE, STRONG, WEAK), both(EVERYWHERE, STRONG, WEAK)):
        assert await offer(both(HERE) | other) == plain


async def test_none_for_games_that_are_not_measured_and_for_more_than_two():
    assert await offer(both(HERE), game="hockey_game") is None
    assert await offer(both(HERE), options={"seats": 3}) is None
