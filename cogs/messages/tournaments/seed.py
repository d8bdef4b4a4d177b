"""What is published of a tournament's seed, by which all lots are drawn: its hash before anybody can enter, the seed itself at the end."""

from __future__ import annotations

from data.language import Texts
from data.store.rows import OVER, Tournament
from rules.randomness import seed_hash


def hash_lines(tournament: Tournament, say: Texts, digits: int = 64) -> list[str]:
    """The hash of the seed for all drawing of lots, or its first `digits`, until the seed itself is published."""
    if tournament.seed is None or tournament.status == OVER:
        return []
    found = seed_hash(tournament.seed)
    return [say("tournament.seed_hash", hash=found if digits >= len(found) else f"{found[:digits]}…")]


def seed_lines(tournament: Tournament, say: Texts) -> list[str]:
    """The seed of a finished tournament, beside the hash published before anybody could enter."""
    return [say("tournament.seed", seed=f"{tournament.seed:064x}", hash=seed_hash(tournament.seed))] if tournament.seed is not None else []
