"""The state machine of a tournament: what is played next, and who stands where.

The shell plays the matches and reports each game; `advance` opens whatever can be played then. All functions are pure. `state.py` defines the
state, `plan.py` which plans can be played, `results.py` what a reported game decides, `entrants.py` who comes and goes, `ranking.py` the places,
`rounds.py` what is played next, `round_deadlines.py` what ends in time, `season.py` how a season of a league goes, `ladders.py` how a ladder does,
and `teams.py` how teams meet.
"""

from rules.competition.tournament.entrants import attended, come_back, drop, enter, keep
from rules.competition.tournament.plan import RESERVES, check_plan, most_entrants, seeded, sizes
from rules.competition.tournament.ranking import (
    annulled,
    bracket,
    bracket_results,
    group_standings,
    node_of,
    own_standings,
    places,
    ranked,
    standings,
)
from rules.competition.tournament.results import EXTRA_GAMES, absent, report
from rules.competition.tournament.rounds import advance, begin, enlisted, entries, next_pairing, next_up, over, rollback, short, step
from rules.competition.tournament.state import (
    CHAINS,
    CUT,
    DOUBLE,
    FORMATS,
    GROUPS,
    LADDER,
    LEAGUE,
    MAIN,
    PODS,
    ROBIN,
    SINGLE,
    SWISS,
    Deadline,
    Fixture,
    GameResult,
    Ladder,
    Plan,
    Season,
    TournamentState,
    Unplayable,
)  # fmt: skip

__all__ = [
    "CHAINS", "CUT", "DOUBLE", "EXTRA_GAMES", "FORMATS", "GROUPS", "LADDER", "LEAGUE", "MAIN", "PODS", "RESERVES", "ROBIN", "SINGLE", "SWISS",
    "Deadline", "Fixture",
    "GameResult", "Ladder", "Plan", "Season", "TournamentState", "Unplayable", "absent", "advance", "annulled", "attended", "begin", "bracket",
    "bracket_results", "check_plan", "come_back", "drop", "enlisted", "enter", "entries", "group_standings", "keep", "most_entrants",
    "next_pairing", "next_up",
    "node_of", "over", "own_standings", "places", "ranked", "report", "rollback", "seeded", "short", "sizes", "standings", "step",
]  # fmt: skip
