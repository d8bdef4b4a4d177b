"""A process that thinks as those of the bot do, with opponents that go wrong: `python -m tests.odd_mind`. They play the game of `tests.bids`.

What they do can be told by files in the folder ODD: each line of `begun` is the number of a process that has begun to think.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

from cogs.play.thinking import worker
from data.content import build
from rules.computers.scripted import Scripted
from tests.bids import Bids, known
from tests.waiting import rounds

FOLDER = Path(os.environ.get("ODD", "."))
SECRET = "xyzzy"
CPU = float(os.environ.get("ODD_CPU", "0.3"))
"""Seconds of a processor for a thought."""


def _begun() -> None:
    with (FOLDER / "begun").open("a") as file:
        file.write(f"{os.getpid()}\n")


def waits(*_):
    """Bids 3 as soon as there is a file `free`."""
    _begun()
    for _ in rounds("the test to let it think", most=12_000):
        if (FOLDER / "free").exists():
            return ("bid", "3")
        time.sleep(0.005)


def burns(*_):
    """Thinks for ever, and never lets anybody else have the interpreter by itself."""
    _begun()
    while True:
        pass


def sleeps(*_):
    """Waits for ever for something that takes no time of a processor."""
    _begun()
    time.sleep(3600)


def dies(*_):
    _begun()
    os._exit(3)


def fails(*_):
    _begun()
    raise KeyError(SECRET)


def cheats(*_):
    _begun()
    return ("bid", SECRET)


def mumbles(*_):
    """Says something that is no action."""
    _begun()
    return [1, None]


def prints(*_):
    """Writes where the answer goes."""
    print("x" * 10_000)
    os.write(1, b"y" * 10_000)
    return ("bid", "3")


WRONG = (dies, fails, cheats, mumbles)
ODD = {f.__name__: Scripted(f) for f in (waits, burns, sleeps, prints, *WRONG)}

if __name__ == "__main__":
    worker.LONGEST = CPU
    with known():
        build(Bids.key)
        Bids.opponents.update(ODD)
        worker.serve()
