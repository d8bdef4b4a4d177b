"""Messages of rounds: what the last match of one has come to is said there, though the next one begins in the same moment."""

from __future__ import annotations

import pytest

from cogs.messages.tournaments.public_messages import round_lines
from cogs.messages.tournaments.shown_tournament import finished_round
from cogs.play.outbox_worker import LOST, REFUSED, Trouble
from cogs.play.tournaments.new_tournament import NewTournament
from cogs.play.tournaments.teams import titled
from data.store.rows import LIVE, Terms, Tournament
from rules.competition import tournament as tournament_rules
from rules.competition.tournament import DOUBLE, SINGLE, SWISS, GameResult, Plan, TournamentState
from rules.notation import RULED
from tests.bids import KEY
from tests.cogs.messages.tournaments.test_public_messages import cup_of, played
from tests.cogs.service.test_asked_messages import Asking, there

__all__ = ["there"]


async def rounds_of(asking: Asking, plan: Plan, people: int = 4) -> list[str]:
    """A tournament to its end; gives what the messages of its rounds say then."""
    await asking.tournaments.create(NewTournament(1, 1, "Cup", 9, KEY, {}, "en", plan, "hand", False, None, Terms()))
    for n in range(people):
        await asking.tournaments.enter(1, 100 + n, f"P{n}")
    await asking.tournaments.start(1)
    await asking.work()
    for _ in range(4):
        for dealt in await asking.store.tournaments.live_tables(1):
            await (await asking.tournaments._tables.get(dealt.table)).settle(0, RULED, [[0], [1]])
            await asking.tournaments.go_on(1)
            await asking.work()
    return [m["content"] for number, (_, m) in sorted(asking.port.messages.items()) if m["content"].startswith("**Cup, round")]


@pytest.mark.parametrize("plan", [Plan(SWISS, rounds=2), Plan(SINGLE)], ids=["swiss", "single"])
async def test_a_rounds_message_ends_with_all_its_results(there, plan, monkeypatch):
    monkeypatch.setattr("cogs.messages.tournaments.public_messages._news_pictures", _none)
    told = await rounds_of(there, plan)
    assert [words.splitlines()[0] for words in told] == ["**Cup, round 1**", "**Cup, round 2**"]
    assert ["<#" in line and ">" in line and " > " in line for words in told for line in words.splitlines() if "<#" in line] == [True] * (
        4 if plan.format == SWISS else 3
    )


@pytest.mark.parametrize("trouble", [LOST, REFUSED])
async def test_if_discord_refuses_the_last_results_what_follows_is_told(there, trouble, monkeypatch):
    """One that is lost is sent again."""
    monkeypatch.setattr("cogs.messages.tournaments.public_messages._news_pictures", _none)
    edit, refused = there.port.edit, []

    async def once(channel: int, number: int, changes: dict) -> None:
        words = changes.get("content", "")
        if words.startswith("**Cup, round 1**") and words.count(" > ") == 2 and not refused:
            refused.append(words)
            raise Trouble(trouble)
        await edit(channel, number, changes)

    there.port.edit = once
    told = await rounds_of(there, Plan(SWISS, rounds=2))
    await there.work()
    told = [m["content"] for number, (_, m) in sorted(there.port.messages.items()) if m["content"].startswith("**Cup, round")]
    assert refused
    assert len(told) == 2
    assert told[0].count(" > ") == (2 if trouble == LOST else 1)


async def _none(cup: object) -> list:
    return []


def test_of_a_bracket_a_finished_round_has_its_own_matches_alone():
    state = played(played(tournament_rules.advance(tournament_rules.begin(Plan(SINGLE), range(8), 1))))
    then = finished_round(cup_of(state), "main 1")
    assert then is not None
    assert round_lines(then).count(" > ") == 4
    assert finished_round(cup_of(state), "waiting 1") is None


def double(people: int) -> list[tuple[TournamentState, str]]:
    """The states of a double elimination, step by step, each with an open match's title."""
    state, found = tournament_rules.advance(tournament_rules.begin(Plan(DOUBLE), range(people), 1)), []
    while state.open:
        row = Tournament(1, 1, 1, 1, "Cup", 1, "monster_hex", {}, "en", state.plan, "hand", False, LIVE, 7, state)
        found += [(state, titled(row, f)) for f in state.open]
        f = state.open[0]
        state = tournament_rules.advance(tournament_rules.report(state, f.number, GameResult(tuple((e,) for e in f.entrants))))
    return found


def test_threads_of_the_losers_are_named_by_their_own_rounds():
    """By another road: a node of the bracket is found by how often its entrants have lost before."""
    titles = [title for _, title in double(8)]
    assert {title for title in titles if "," not in title} == {"Cup 1", "Cup 2", "Cup 3"}
    assert {title for title in titles if "losers" in title} == {f"Cup, losers {n}" for n in range(1, 5)}
    assert {title for title in titles if "final" in title} <= {"Cup, final 1", "Cup, final 2"}
    for state, _ in double(8):
        lost = {e: sum(f.places[-1] == (e,) for f in state.fixtures if f.places) for e in state.seeds}
        row = Tournament(1, 1, 1, 1, "Cup", 1, "monster_hex", {}, "en", state.plan, "hand", False, LIVE, 7, state)
        for f in state.open:
            assert ("losers" in titled(row, f)) is all(lost[e] == 1 for e in f.entrants) or "final 2" in titled(row, f)
