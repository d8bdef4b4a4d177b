"""Messages of teams fit into what Discord takes, with the longest names, and names of teams ping and format nothing."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest
from msgspec import structs

from cogs.messages.tournaments.public_messages import entries_message, match_message, news_message, standing_lines, state_message
from cogs.messages.tournaments.shown_tournament import ShownTournament
from cogs.messages.tournaments.standings_files import standings_csv
from cogs.messages.tournaments.teams import EnteredTeams, invitation_message, team_panel
from cogs.messages.truncation import MAX_CONTENT
from cogs.play.notification_rules import Pinged
from cogs.play.tournaments.teams import LONGEST_NAME
from data.language import LANGUAGES, texts
from data.similar_names import told_apart
from data.store.rows import LIVE, OPEN, EntrantRow, Invitation, Team, Tournament
from data.user_text import Typed
from rules.competition import tournament as tournament_rules
from rules.competition.tournament import ROBIN, GameResult, Plan, teams

PLAN = Plan(ROBIN, boards=5)
PINGING = "@everyone **W** <@1> [x](http://y)"


def entered(count: int = 40, name: str = "W" * LONGEST_NAME) -> list[EntrantRow]:
    """Teams of seven with the longest names."""
    teams = [Team(8 * n, Typed(f"{n}{name}"[:LONGEST_NAME])) for n in range(count)]
    return [EntrantRow(team.number + m, 10**18 + team.number + m, "W" * 32, team=team) for team in teams for m in range(1, 8)]


def large(count: int = 40, language: str = "en") -> ShownTournament:
    rows = entered(count)
    members: dict[int, list[int]] = {}
    for p in rows:
        members.setdefault(p.entry, []).append(p.entrant)
    state = teams.gathered(tournament_rules.enlisted(PLAN, [*members], 1), members)
    state = teams.settled(teams.asked(tournament_rules.step(state), 60.0))
    for match in teams.due(state, 60.0)[: count // 2 - 1]:
        state = teams.opened(state, match)
    for board in state.open[:7]:
        state = teams.settled(tournament_rules.report(state, board.number, GameResult(tuple((e,) for e in board.entrants))))
    cup = Tournament(1, 1, 1, 1, "N" * 60, 1, "monster_hex", {}, language, PLAN, "hand", False, LIVE, 7, state)
    return ShownTournament(cup, state, rows, {f.number: 10**18 for f in state.open}, texts(language, "monster_hex"), "dark")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_forty_teams_are_told_in_one_message(language, monkeypatch):
    looked: list[int] = []
    monkeypatch.setattr("cogs.messages.tournaments.shown_tournament.told_apart", lambda names: looked.append(len(names)) or told_apart(names))
    cup = large(language=language)
    sign_up = entries_message(cup.tournament._replace(status=OPEN, state=None), cup.entrants)
    messages = [sign_up, await state_message(cup), await news_message(cup, "main 1")]
    over = next(f.number for f in cup.state.fixtures if f.places and cup.state.of_teams(f))
    messages += [match_message(cup, over), match_message(cup, next(f.number for f in cup.state.fixtures if f.match is not None and f.places))]
    for message in messages:
        assert len(message["content"]) <= MAX_CONTENT
    assert len(looked) <= 2 * len(messages), "all names are told apart once, not once a line"


@pytest.mark.parametrize("language", LANGUAGES)
def test_ones_own_team_fits(language):
    cup, say = large(language=language), texts(language, "monster_hex")
    invitations = [Invitation(8 * n, 5) for n in range(40)]
    open_for_entries = EnteredTeams(cup.tournament._replace(status=OPEN, state=None), cup.entrants, invitations)
    panels = [team_panel(open_for_entries, player, say, "note") for player in (5, 10**18 + 1, 10**18 + 2)]
    panels += [team_panel(EnteredTeams(cup.tournament, cup.entrants, ()), player, say, "note", picked=3) for player in (5, 10**18 + 1, 10**18 + 2)]
    for panel in panels:
        assert len(panel["content"]) <= MAX_CONTENT
        for child in panel["view"].children if panel["view"] else ():
            assert len(child.item.custom_id) <= 100
            assert len(getattr(child.item, "label", None) or "") <= 38
            assert len(getattr(child.item, "options", ())) <= 25


def test_only_the_captain_reads_the_line_up():
    cup, say = large(2), texts("en", "monster_hex")
    read = [team_panel(EnteredTeams(cup.tournament, cup.entrants, ()), 10**18 + n, say) for n in (1, 2)]
    assert say("teams.line_up") in read[0]["content"]
    assert say("teams.line_up") not in read[1]["content"]
    assert read[1]["view"] is None


async def test_the_name_of_a_team_pings_and_formats_nothing():
    rows = entered(2, PINGING)
    cup = Tournament(1, 1, 1, 1, "Nations", 1, "monster_hex", {}, "en", PLAN, "hand", False, OPEN, 7, None)
    sign_up = entries_message(cup, rows)
    invited = invitation_message(cup, rows, {"team": 0, "player": 7, "name": PINGING, "by": 8}, Pinged())
    assert invited is not None
    for message in (sign_up, invited):
        assert "@everyone" not in message["content"]
        assert "<@1>" not in message["content"]
        assert "**W**" not in message["content"]


def test_an_invitation_that_has_been_answered_is_not_told_again():
    rows = entered(2)
    cup = Tournament(1, 1, 1, 1, "Nations", 1, "monster_hex", {}, "en", PLAN, "hand", False, OPEN, 7, None)
    for payload in ({"team": 0, "player": rows[0].player}, {"team": 99, "player": 7}):
        assert invitation_message(cup, rows, {"name": "W", "by": 8, **payload}, Pinged()) is None


def test_once_both_line_ups_are_in_nobody_is_told_that_they_are_waited_for():
    cup, say = large(), texts("en")
    (sealed,) = cup.state.sealed
    sides = cup.state.fixtures[sealed.match].entrants
    mine = next(p for p in cup.entrants if p.entrant == sides[0] + 1)
    for ready in (1, 2):
        state = structs.replace(cup.state, sealed=(structs.replace(sealed, ready=sides[:ready]),))
        panel = team_panel(EnteredTeams(cup.tournament._replace(state=state), cup.entrants, ()), mine.player, say)
        assert (say("teams.both_in") in panel["content"]) is (ready == 2)


async def test_standings_before_any_result_name_no_tie_breaks():
    cup = large()
    begun = replace(cup, state=structs.replace(cup.state, fixtures=tuple(structs.replace(f, places=(), games=()) for f in cup.state.fixtures)))
    assert all("board points" not in line for line in await standing_lines(begun) if " points" in line and line[0].isdigit())
    assert any("board points" in line for line in await standing_lines(cup) if line[0].isdigit())


def test_the_standings_of_teams_as_csv_have_the_members_in_the_order_in_which_they_entered():
    """Which tells nothing of a line-up."""
    cup = large(4)
    cup = replace(cup, entrants=[p._replace(name=f"P{p.entrant}") for p in cup.entrants])
    heads, *lines = csv.reader(io.StringIO(standings_csv(cup).removeprefix("\ufeff")))
    assert heads[1] == "Team"
    assert heads[-1] == texts("en")("teams.scores")
    scores = teams.scores(cup.state)
    for line in lines:
        team = next(team for team in cup.state.seeds if str(cup.told[team]) == line[1])
        own = [e for e in sorted(cup.state.teams[team]) if e in scores]
        assert [one.split()[0] for one in line[-1].split(", ") if one] == [f"P{e}" for e in own]
    turned = structs.replace(cup.state, teams={team: tuple(reversed(own)) for team, own in cup.state.teams.items()})
    assert standings_csv(replace(cup, state=turned)) == standings_csv(cup)
