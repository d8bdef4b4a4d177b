"""Shards: to which a server belongs, and which a process serves.

They are the parts into which Discord divides a bot's servers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

PRIVATE = 0
"""The shard of direct messages, and of what belongs to no server."""
_MOST = 100_000
"""Shards in all, far more than Discord gives anybody; more is a slip of the hand."""


@dataclass(frozen=True)
class Shards:
    """A subset (`own`) of `count` shards. The shard of a server depends on the count, which may change."""

    count: int = 1
    own: frozenset[int] = frozenset({0})

    @classmethod
    def parse(cls, text: str) -> Shards:
        """Parses shards: `0-3/16` means the first four of sixteen, `0,5/16` two of them. Raises ValueError with what is wrong."""
        found = re.fullmatch(r"(\d{1,6}(?:-\d{1,6})?(?:,\d{1,6}(?:-\d{1,6})?)*)/(\d{1,6})", re.sub(r"\s", "", text), re.ASCII)
        if found is None:
            raise ValueError(f"{text!r} does not say which shards of how many: write 0-3/16, or 0,5/16")
        count, own = int(found[2]), set[int]()
        if not 1 <= count <= _MOST:
            raise ValueError(f"{text!r} is of {count} shards in all: there may be 1 to {_MOST}")
        for part in found[1].split(","):
            first, _, last = part.partition("-")
            if not int(first) <= int(last or first) < count:
                raise ValueError(f"{text!r} has shards {part}: those of {count} are 0 to {count - 1}")
            own.update(range(int(first), int(last or first) + 1))
        return cls(count, frozenset(own))

    @classmethod
    def all_of(cls, count: int) -> Shards:
        """All of `count` shards."""
        return cls(count, frozenset(range(count)))

    def some(self, own: Iterable[int]) -> Shards:
        """Another subset of the same count."""
        return Shards(self.count, frozenset(own))

    def __or__(self, other: Shards) -> Shards:
        """The union. Both have the same count."""
        return self.some(self.own | self._alike(other).own)

    def __sub__(self, other: Shards) -> Shards:
        """The difference. Both have the same count."""
        return self.some(self.own - self._alike(other).own)

    def _alike(self, other: Shards) -> Shards:
        if self.count != other.count:
            raise ValueError(f"shards of {self.count} and of {other.count} have nothing in common")
        return other

    @property
    def everything(self) -> bool:
        """Whether it holds all shards."""
        return len(self.own) == self.count

    def of(self, guild: int | None) -> int:
        """The shard of a server; None stands for direct messages."""
        return shard_of(guild, self.count)

    def holds(self, guild: int | None) -> bool:
        """Whether a server belongs to these shards."""
        return self.everything or self.of(guild) in self.own

    def where(self, guild: str) -> str:
        """An SQL condition for these shards; `guild`: an SQL expression for the server."""
        if self.everything:
            return "TRUE"
        if not self.own:
            return "FALSE"
        return f"(COALESCE({guild}, 0) >> 22) % {self.count} IN ({', '.join(map(str, sorted(self.own)))})"

    def __str__(self) -> str:
        return f"{','.join(map(str, sorted(self.own)))}/{self.count}"


EVERYTHING = Shards()


def shard_of(guild: int | None, count: int) -> int:
    """The shard of a server among `count`, as Discord divides them."""
    return PRIVATE if guild is None else (guild >> 22) % count
