"""The texts that make a game's chance checkable: the hash of its seed when it begins, the seed and the hash of its moves when it is over."""

from __future__ import annotations

from data.language import Texts
from rules.randomness import seed_hash

SHORT = 16
"""Digits of a number of 64 that are shown to everybody; the whole is there for whoever asks."""


def seed_words(seed: int, moves: str | None, say: Texts) -> str:
    """The text that makes a game's chance checkable: the whole hash of its seed, and when the game is over the seed itself and the hash of its
    moves."""
    told = [say("seed.later")] if moves is None else [say("seed.now", seed=f"{seed:064x}"), say("seed.moves", moves=moves)]
    return "\n".join([say("seed.hash", hash=seed_hash(seed)), *told, say("seed.check")])


def hash_line(known: str, say: Texts) -> str:
    """What everybody reads when a game begins: the hash of its seed, in short."""
    return say("board.seed_hash", hash=known[:SHORT])


def revealed_line(seed: int, moves: str, say: Texts) -> str:
    """What everybody reads at the end: the seed, its hash, and the hash of the moves, all in short."""
    return say("board.seed", seed=f"{seed:064x}"[:SHORT], hash=seed_hash(seed)[:SHORT], moves=moves[:SHORT])
