"""How many small faults the tests find: `python -m tests.tools.mutants [ROOM[,ROOM]] [NUMBER] [SEED]`, by default all rooms, 300 each.

The rooms stand in the Makefile. Faults are drawn with a fixed seed; each is tried by the tests that run its line, the quick ones first, in
a process of its own. What lives is printed; the exit status says whether at least 85 % were found in each room. An interrupted run goes on
where it was, as long as code and tests are what they were; with `--again` those that lived are tried again, whatever has changed.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Sequence
from hashlib import sha256

from tests.tools.mutants.changes import Mutant, mutants
from tests.tools.mutants.covering import covering
from tests.tools.mutants.rooms import HERE, KEPT, Room, digest, rooms
from tests.tools.mutants.trying import tried, warm

WANTED = 0.85
WORKERS = int(os.environ.get("MUTANTS_WORKERS", "2"))
AT_MOST = 20.0
"""Seconds of tests for one fault, as they take while they are measured."""


def drawn(room: Room, number: int, seed: int) -> list[Mutant]:
    """So many faults of a room. A fault keeps its place in the draw as long as its own words stay."""
    every = [mutant for path in room.files for mutant in mutants(path, str(path.relative_to(HERE)))]
    return sorted(every, key=lambda m: sha256(f"{seed} {m.name}".encode()).digest())[:number]


def share(room: Room, number: int, seed: int, again: bool) -> float:
    """The share of a room's faults that are found; tells those that are not."""
    begun, present = time.monotonic(), digest()
    book = KEPT / f"{room.name}.{seed}.json"
    kept = json.loads(book.read_text(encoding="utf-8")) if book.exists() else {}
    if again:
        known = {name: how for name, how in kept.get("known", {}).items() if how != "lives"}
    else:
        known = kept["known"] if kept.get("digest") == present else {}
    measured = covering(room, present)
    faults = {mutant.name: mutant for mutant in drawn(room, number, seed)}
    asked = []
    for mutant in (m for m in faults.values() if m.name not in known):
        if tests := measured.tests(mutant.path, mutant.line, mutant.last, AT_MOST):
            asked.append((mutant, tests, sum(measured.seconds[t] for t in tests)))
        else:
            known[mutant.name] = "lives"
    if asked and not again and any(t.found for t in tried([(None, list(measured.seconds), sum(measured.seconds.values()))], 1)):
        raise SystemExit(f"{room.name}: the tests fail without a fault when they run in one process.")
    for mutant, found, hung in tried(asked, WORKERS):
        known[mutant.name] = "hung" if hung else "found" if found else "lives"
        book.write_text(json.dumps({"digest": present, "known": known}), encoding="utf-8")
        print("." if found else f"\n  lives: {mutant}\n", end="", flush=True)
    lived = [mutant for name, mutant in faults.items() if known[name] == "lives"]
    hung = sum(known[name] == "hung" for name in faults)
    print()
    for mutant in sorted(lived):
        print(f"  lives{'' if measured.tests(mutant.path, mutant.line, mutant.last, AT_MOST) else ', never run'}: {mutant}")
    part = 1 - len(lived) / max(len(faults), 1)
    minutes = (time.monotonic() - begun) / 60
    print(f"{room.name}: {len(faults) - len(lived)} of {len(faults)} found ({hung} by running out of time or memory), {part:.0%}, {minutes:.0f} min")
    return part


def main(words: Sequence[str]) -> int:
    again = "--again" in words
    said = [word for word in words if word != "--again"]
    every = rooms()
    wanted = said[0].split(",") if said and said[0] != "all" else list(every)
    number, seed = (int(said[n]) if len(said) > n else default for n, default in ((1, 300), (2, 1)))
    warm()
    KEPT.mkdir(exist_ok=True)
    poor = [room for room in wanted if share(every[room], number, seed, again) < WANTED]
    return int(bool(poor))


if __name__ == "__main__":
    os.chdir(HERE)
    sys.exit(main(sys.argv[1:]))
