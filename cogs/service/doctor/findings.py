"""The doctor's findings: each is right, wrong with what to do, or unknown."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple


class Verdict(Enum):
    """The state of what was checked: right, wrong or unknown; its value is the sign at the beginning of a line."""

    RIGHT = "right  "
    WRONG = "WRONG  "
    UNTOLD = "unknown"


class Finding(NamedTuple):
    """One finding: what was checked, its state, and what to do if it is wrong."""

    verdict: Verdict
    subject: str
    words: str
    remedy: str = ""

    def __str__(self) -> str:
        remedy = f" What to do: {self.remedy}" if self.remedy else ""
        return f"{self.verdict.value} {self.subject}: {self.words}{remedy}"


def right(subject: str, words: str) -> Finding:
    """A finding: all is well."""
    return Finding(Verdict.RIGHT, subject, words)


def wrong(subject: str, words: str, remedy: str) -> Finding:
    """A finding: something is wrong, with what to do."""
    return Finding(Verdict.WRONG, subject, words, remedy)


def untold(subject: str, words: str) -> Finding:
    """A finding: it is unknown, and why."""
    return Finding(Verdict.UNTOLD, subject, words)


def status(findings: Iterable[Finding]) -> int:
    """The exit status for scripts: 1 where anything is wrong."""
    return int(any(finding.verdict is Verdict.WRONG for finding in findings))
