"""Where is a rule decided? Search for its number in `rules/<game>`: each numbered rule is cited there, in code or in words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from data.content import games
from data.rulebook import rulebook

ROOT = Path(__file__).resolve().parents[2]
NUMBER = re.compile(r"\b([A-Z]{2}-(\d+)\.\d+)\b")
BASICS = "0"
"""The chapter that says in short what the others decide."""
ELSEWHERE = {
    "MH-9.6": "how menus are divided: `cogs/messages/moves/choice_menus`",
    "HG-15.9": "how long a match takes: a figure of `tests/tools/balance/hockey_game`",
    "HX-2.5": "the picture of the map: `render/hexygame/hexes`",
    "HX-15.7": "one message for all that follows: `cogs/play/cascade`",
    "HX-15.8": "how often one is asked: follows from HX-15.1, HX-15.2, HX-15.3",
    "PC-17.1": "how cards are measured: `tests/planetary_conquerors/test_setup`",
    "PC-17.2": "how long a game takes: a figure of `tests/tools/balance/planetary_conquerors`",
    "PC-17.3": "how keywords are spread: `tests/planetary_conquerors/test_setup`",
}
"""Rules that no engine decides, and who does."""


def numbers(text: str) -> set[str]:
    """The numbers of rules in a text, the basics left out."""
    return {found for found, chapter in NUMBER.findall(text) if chapter != BASICS}


def sources(*rooms: str) -> str:
    """The engines in these rooms, without their computers, which play by rules and decide none."""
    paths = sorted(path for room in rooms for path in (ROOT / "rules" / room).rglob("*.py") if path.parent.name != "computer")
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


@pytest.mark.parametrize("game", games())
def test_each_rule_is_cited_where_it_is_decided(game):
    """By its own number: one that hides in *6.1 to 6.6* is not found."""
    rules = numbers(" ".join(rulebook(game, "en")))
    cited = numbers(sources(game, "parts"))
    assert rules
    assert sorted(rules - cited - {*ELSEWHERE}) == []
    assert sorted(rules & cited & {*ELSEWHERE}) == [], "cited after all"


def test_what_is_decided_elsewhere_is_a_rule():
    assert all((ROOT / f"{module}.py").exists() for why in ELSEWHERE.values() for module in re.findall(r"`(.+?)`", why))
    assert {*ELSEWHERE} <= set().union(*(numbers(" ".join(rulebook(game, "en"))) for game in games()))
