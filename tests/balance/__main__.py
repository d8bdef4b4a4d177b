"""How balanced the games are: `python -m tests.balance [GAME] [GAMES]` plays every pairing so often, computer against computer.

A game with a module here is reported: what wins against what, whether a seat is better, how long it takes, and what is outside the aims.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys

import tests.balance as here


def main() -> None:
    reports = [m.name for m in pkgutil.iter_modules(here.__path__) if not m.name.startswith("_")]
    count = next((int(a) for a in sys.argv[1:] if a.isdigit()), None)
    bad = []
    for game in [g for g in reports if g in sys.argv[1:]] or reports:
        print(f"{game}:")
        bad += importlib.import_module(f"tests.balance.{game}").report(count)
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
