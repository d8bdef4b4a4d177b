"""The parts that a game consists of, and what is said of one that is missing."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

from data.content import build
from data.language import DATA, LANGUAGES
from data.lesson import lesson
from render.painter import Painter
from rules.computer_levels import LEVELS
from rules.game import Plain, Rules
from rules.parts.ahead import DRAFT, READY, SEAL, STOPS
from rules.parts.planning import WithOrders
from tests.own import own

ROOT = DATA.parent
PAGES, SKETCHES = 6, 5
"""A lesson has at least so many pages, a rulebook so many sketches."""


def missing(game: str) -> Iterator[str]:
    """A sentence for each part that a game lacks."""
    try:
        rules: Any = build(game)
    except Exception as error:  # Whatever hinders it is what is missing.
        yield f"rules/{game}: `build(content)` makes no game: {error!r}"
        return
    lacking = [name for name in sorted(_asked_of_rules()) if not hasattr(rules, name)]
    yield from (f"rules/{game}: the engine has no `{name}`, see Rules in rules/game.py" for name in lacking)
    if lacking:
        return  # Nothing else can be looked at.
    for level in LEVELS:
        if level not in rules.opponents:
            yield f"rules/{game}: its `opponents` have no {level}, see `furnish` in rules/monster_hex/computer, or name them in the engine"
    yield from (f"rules/{game}: {lacking}" for lacking in _unruled(rules))
    if rules.key != game:
        yield f"rules/{game}: the key of the engine is {rules.key!r}"
    yield from _painter(game)
    for language in LANGUAGES:
        for name in (f"locale/{language}.po", f"rulebook.{language}.md"):
            if not (DATA / game / name).exists():
                yield f"data/{game}/{name} is missing; the bot speaks {', '.join(LANGUAGES)}"
    for name in (n for n in LANGUAGES if (DATA / game / f"rulebook.{n}.md").exists()):
        if "\n~" not in (DATA / game / f"rulebook.{name}.md").read_text(encoding="utf-8"):
            yield f"data/{game}/rulebook.{name}.md has no line that begins with `~`: the words that people ask with, see docs/rules-lookup.md"
    if not (DATA / game / "glossary.txt").exists():
        yield f"data/{game}/glossary.txt is missing: words that mean the same, a line each, see data/monster_hex/glossary.txt"
    yield from _taught(game)
    yield from _tested(game)


def _asked_of_rules() -> set[str]:
    return {name for name in (*Rules.__annotations__, *vars(Rules)) if not name.startswith("_")}


SAID_AHEAD = {SEAL: "may_pass_ahead", READY: "ready_words", DRAFT: "foreseen"}
"""The kinds of things said ahead, each with what an engine answers that lets its seats say them."""


def _unruled(rules: Any) -> Iterator[str]:
    """What an engine declares too little of: verbs of its questions, and the rules behind them."""
    yield from (f"its `answers` have no verbs for {kind}, one of its `kinds`" for kind in rules.kinds if not rules.answers.get(kind))
    yield from (f"its `kinds` have no rule for {kind}, one of its `answers`" for kind in rules.answers if kind not in rules.kinds)
    verbs = {verb for found in rules.answers.values() for verb in found}
    several = any(len(found) > 1 for found in rules.answers.values())
    if several and not verbs & {verb.rpartition(".")[2] for verb in rules.verbs}:
        yield "its `verbs` have the rule of none of its `answers`: all that can be done at a question would rest on the rule that asks"
    if isinstance(rules, WithOrders):
        said = {verb: what for verb, what in SAID_AHEAD.items() if _own(rules, what)} | ({STOPS: "orders"} if rules.orders else {})
        yield from (f"its `verbs` have no rule for `{verb}`, which its `{what}` needs" for verb, what in said.items() if verb not in rules.verbs)
    elif rules.orders:
        yield "it has `orders`, which nobody can give: see WithOrders in rules/parts/planning.py"


def _own(rules: Any, method: str) -> bool:
    """Whether an engine answers something otherwise than the base that it is built on."""
    return getattr(type(rules), method) not in (getattr(base, method, None) for base in (Plain, WithOrders))


def _painter(game: str) -> Iterator[str]:
    try:
        found = importlib.import_module(f"render.{game}").PAINTER
    except Exception as error:  # The same: a module that cannot be read has no painter.
        yield f"render/{game}: there is no whole PAINTER, see Painter in render/painter.py: {error!r}"
        return
    if not isinstance(found, Painter):
        yield f"render/{game}: PAINTER is no Painter, see render/painter.py"


def _taught(game: str) -> Iterator[str]:
    script = lesson(game)
    if script is None or len(script.pages) < PAGES:
        yield f"data/{game}/lesson.json is missing, or has fewer than {PAGES} pages: see data/lesson.py"
    if len([*(DATA / game / "sketches").glob("*.json")]) < SKETCHES:
        yield f"data/{game}/sketches has fewer than {SKETCHES} sketches: name SKETCHES in tests/{game}/sketches.py and run `python -m tests.sketches`"


def _tested(game: str) -> Iterator[str]:
    for module, name, why in (
        ("knowledge", "Oracle", "what a seat knows from what it is told: see tests/every_game/knower.py"),
        ("ways", "WAYS", "games for every way to end, with REASONS: see tests/every_game/test_playthroughs.py"),
        ("sketches", "SKETCHES", "the sketches of the rulebook: see tests/sketches.py"),
    ):
        if not own(game, module, name):
            yield f"tests/{game}/{module}.py has no {name}: {why}"
    if not [*(ROOT / "tests" / game).glob("test_*.py")]:
        yield f"tests/{game}/test_rules.py is missing: no suite for all games knows what its rules say, see tests/monster_hex/test_rules.py"
    ways: dict[str, Any] = own(game, "ways", "WAYS") or {}
    yield from (
        f"tests/playthroughs/{game}/{name}.txt is missing: run `python -m tests.every_game.test_playthroughs`"
        for name in ways
        if not (ROOT / "tests" / "playthroughs" / game / f"{name}.txt").exists()
    )
