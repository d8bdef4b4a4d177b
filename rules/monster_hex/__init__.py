"""Monster Hex: area majority with edge powers around magic stones (rule prefix MH)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.monster_hex.content import read_content
from rules.monster_hex.engine import MonsterHex


def build(content: Mapping[str, Any]) -> MonsterHex:
    """The game from its content: `boards` and `tiles` as JSON values. Raises Faults naming everything that is wrong."""
    return MonsterHex(read_content(content))
