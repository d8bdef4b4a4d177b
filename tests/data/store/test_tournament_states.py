"""A long ladder's state is parsed once in a process, not after each of its commits."""

from __future__ import annotations

import pytest
from msgspec import structs

from data.store import parsing
from data.store.changes import TournamentChange
from data.store.tournament_states import MOST, parsed_state, state_text
from rules.competition import tournament as tournament_rules
from rules.competition.tournament import LADDER, SWISS, Fixture, GameResult, Plan, TournamentState, ladders
from tests.bids import known, memory
from tests.cogs.play.tournaments.test_ladders import begun

MATCHES = 10_000


def long(state: TournamentState) -> TournamentState:
    """The state of a ladder after so many matches."""
    played = []
    for n in range(MATCHES):
        places = ((n % 5,), ((n + 1) % 5,))
        played.append(Fixture(n, "main", 1, (n % 5, (n + 1) % 5), games=(GameResult(places),), places=places))
    assert state.ladder is not None
    return structs.replace(state, fixtures=tuple(played), ladder=structs.replace(state.ladder, ended=tuple(range(MATCHES))))


@pytest.fixture(autouse=True)
def _bids():
    with known():
        yield


async def test_after_a_commit_nothing_is_parsed_again(monkeypatch):
    async with memory() as store:
        cup = await begun(store)
        found = await cup.tournaments.get(1)
        await store.tournaments.commit(TournamentChange(found._replace(state=long(found.state))))
        counted: list[int] = []
        decoded = parsing.decoded

        def counting(text: str, kind: type) -> object:
            counted.append(len(text))
            return decoded(text, kind)

        monkeypatch.setattr(parsing, "decoded", counting)
        await cup.tournaments.challenge(1, 103, 1)
        await cup.tournaments.answer(1, 101, 3, True)
        await cup.go_on()
        assert len((await cup.tournaments.get(1)).state.fixtures) == MATCHES + 1
        assert max(counted, default=0) < 10_000


def test_what_is_kept_is_what_would_be_read():
    """By another road: the text alone. There are not more than a few of them."""
    states = [tournament_rules.begin(Plan(SWISS, rounds=3), range(4 + n), n) for n in range(MOST + 2)]
    states.append(ladders.opened(tournament_rules.begin(Plan(LADDER, reach=3, answer=3, idle=21, at_once=2), range(5), 1), 7))
    for state in states:
        text = state_text(state)
        assert parsed_state(text) is state
        assert parsing.decoded(text, TournamentState) == state
    assert parsed_state(state_text(states[0])) == states[0]


def test_what_cannot_be_read_is_not_kept():
    for _ in range(2):
        with pytest.raises(parsing.Unreadable):
            parsed_state("{")
