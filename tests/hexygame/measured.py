"""How the benchmark measures this game: a decision may take longer than in a simple one, and random play says little."""

from __future__ import annotations

from tests.tools.bench.subject import Subject

SUBJECT = Subject("hexygame", 2, "E2", "5", "3", "tests/hexygame/records/whole")
