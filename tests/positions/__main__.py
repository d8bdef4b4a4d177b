"""`python -m tests.positions GAME ... [--seconds N] [--seed N]`: probes built positions and prints how often each question met each lack, and each
kind of fault that was found with the first place of it."""

from __future__ import annotations

import argparse
import sys
import time
import traceback

from data.content import games
from tests.positions.probing import Probe, Wrong, table_of

AMONG = 8
"""Of so many positions the one is looked at that asks what has been asked least; there is a glance at the others."""


def main() -> int:
    asked = argparse.ArgumentParser(prog="tests.positions", description=__doc__)
    asked.add_argument("game", nargs="*", default=list(games()))
    asked.add_argument("--seconds", type=float, default=60)
    asked.add_argument("--seed", type=int, default=0)
    wanted = asked.parse_args()
    faults = 0
    for game in wanted.game:
        probe, began, worked = Probe(game, wanted.seed), time.monotonic(), time.process_time()
        number, found = 0, dict[str, str]()
        while time.monotonic() < began + wanted.seconds:
            try:
                among = range(number * AMONG, (number + 1) * AMONG)
                chosen = probe.rarest(among, wanted.seed)
                probe.look(chosen, wanted.seed)
                for other in among:
                    if other != chosen:
                        probe.glance(other, wanted.seed)
            except Wrong as wrong:
                if (kind := _kind(wrong)) not in found:
                    found[kind] = f"after {time.process_time() - worked:.0f} s of computing: {wrong}\n    {kind}"
                    print(found[kind], flush=True)
            number += 1
        print(f"{game}: {number} of {number * AMONG} positions looked at, {len(found)} kinds of faults", *table_of(probe), "", sep="\n", flush=True)
        faults += len(found)
    return 1 if faults else 0


def _kind(wrong: Wrong) -> str:
    """What tells faults apart: where the error was raised, else what was expected, without its objects."""
    if wrong.__cause__ is not None:
        frame = traceback.extract_tb(wrong.__cause__.__traceback__)[-1]
        return f"{frame.filename}:{frame.lineno} {type(wrong.__cause__).__name__}"
    return "".join(c for c in str(wrong).partition(": ")[2][:40] if not c.isdigit())


if __name__ == "__main__":
    sys.exit(main())
