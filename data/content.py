"""The registry of games and their content, found by looking into `rules/` and `data/`; content is checked when a game is built."""

from __future__ import annotations

import json
import pkgutil
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import rules as rules_room
from rules.competition.card_drafts import Limited
from rules.computers.evaluation import Judgement
from rules.game import Rules
from rules.parts.engine import Faults, shaped
from rules.parts.lazy import module, once

DATA = Path(__file__).parent


def games() -> tuple[str, ...]:
    """The keys of all games: the packages in `rules/` except those that games share."""
    return _packages(*rules_room.__path__)


@once
def _packages(*folders: str) -> tuple[str, ...]:
    """The names of the packages in some folders. Cached: reading folders would take a tenth of the time of each answered question."""
    return tuple(sorted(m.name for m in pkgutil.iter_modules(folders) if m.ispkg and m.name not in rules_room.COMMON))


def read(key: str) -> dict[str, Any]:
    """A game's content files, by stem. Raises Faults naming every file that cannot be read."""
    content, faults = {}, []
    for path in sorted((DATA / key).glob("*.json")):
        try:
            content[path.stem] = json.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            faults.append(f"{path.name}: {error}")
    if faults:
        raise Faults(faults)
    return content


@once
def build(key: str) -> Rules[Any]:
    """A game, ready to play, with its computers. Raises KeyError for a game that does not exist, Faults for faulty content."""
    if key not in games():
        raise KeyError(key)
    content = read(key)
    rules: Rules[Any] = module(f"rules.{key}").build(content)
    if find_spec(f"rules.{key}.computer") is not None:
        (judgement,) = shaped(content, {"judgement": Judgement})
        module(f"rules.{key}.computer").furnish(rules, judgement)
    return rules


def limited_of(key: str) -> Limited:
    """The rules of drafts and sealed decks of a game (HX-3.6, PC-3.5). Raises LookupError for a game without collectible cards."""
    found: Limited | None = getattr(build(key), "limited", None)
    if found is None:
        raise LookupError(key)
    return found
