"""Presets of a tournament's set-up: an evening, a week, a cup, a card draft, a league, a ladder. Each fills the panel, where all may be changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from data.content import build
from data.typed_times import Reading
from rules.competition.card_drafts import DRAFT
from rules.competition.tournament import DOUBLE, LADDER, LEAGUE

PRESETS: Mapping[str, Mapping[str, str | None]] = {
    "tonight": {"rounds": "3", "clock": "30m", "check_in": "10"},
    "week": {"rounds": "4", "clock": "24h"},
    "cup": {"format": DOUBLE, "clock": "24h"},
    "league": {"format": LEAGUE, "clock": "24h", **dict.fromkeys(("late", "by_hand", "round_days"))},
    "ladder": {"format": LADDER, "clock": "24h", **dict.fromkeys(("late", "by_hand", "round_days"))},
    "draft": {"limited": DRAFT, "clock": "30m", **dict.fromkeys(("decks", "rated", "most", "late"))},
}
"""What each sets; what is not named here and concerns the same is as usual again."""
CONCERNED = ("format", "rounds", "cut", "groups", "clock", "time_over", "strict", "starts", "check_in", "limited", "pick", "computers",
             "weeks", "division", "round_days", "teams", "reach", "answer", "idle", "at_once")  # fmt: skip
SOON = 1800.0
"""Seconds until an evening begins."""
UNSURE = "?"
"""Stands behind the name of a setting whose moment is not certain, and has not been confirmed."""
EVEN = 300
"""Seconds to which a start is rounded up."""


def presets_of(game: str) -> Sequence[str]:
    """The presets for a game; a card draft only for one with cards."""
    return [preset for preset, settings in PRESETS.items() if "limited" not in settings or build(game).decks is not None]


def filled(preset: str, now: float) -> dict[str, str | None]:
    """The settings that a preset changes, None for a default value. Raises KeyError for an unknown preset."""
    chosen: dict[str, str | None] = {**dict.fromkeys(CONCERNED), **dict.fromkeys(key + UNSURE for key in CONCERNED), **PRESETS[preset]}
    if preset == "tonight":
        at = -(-(now + SOON) // EVEN) * EVEN
        chosen["starts"] = Reading(at, True).written()
    return chosen
