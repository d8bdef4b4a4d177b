"""The page of what has been measured, docs/fairness.md, where the tools put their tables."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "fairness.md"


def put(mark: str, lines: Iterable[str]) -> None:
    """Puts lines in the place of what stands between the comments `mark` and `end` with its last word."""
    text = PAGE.read_text(encoding="utf-8")
    first, last = f"<!-- {mark} -->", f"<!-- end {mark.split()[-1]} -->"
    place = re.compile(f"{first}.*{last}", re.DOTALL)
    assert place.search(text), f"{PAGE.name} has no place for {mark}"
    PAGE.write_text(place.sub(lambda _: "\n".join((first, *lines, last)), text), encoding="utf-8")
