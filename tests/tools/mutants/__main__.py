"""How many small faults the tests find: `python -m tests.tools.mutants [ROOM[,ROOM]] [NUMBER] [SEED]`, by default all rooms, 300 each.

A room is one of those that games share, of a game, `cogs` or `data`, or any folder or module; which tests belong to it is read from the imports.
With `--since HEAD~20` 60 faults are drawn in the lines of these rooms that have changed since. Faults are drawn with a fixed seed; each is tried by
the tests that run its line, the quick ones first, in a process of its own. What lives is printed; the exit status says whether at least 85 % were
found in each room. An interrupted run goes on where it was, as long as code and tests are what they were; with `--again` those that lived are tried
again, whatever has changed.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from tests.tools.mutants.changes import Mutant, mutants
from tests.tools.mutants.covering import covering
from tests.tools.mutants.rooms import HERE, KEPT, Room, around, digest, room, rooms, since
from tests.tools.mutants.trying import tried, warm

WANTED = 0.85
USUAL, CHANGED = 300, 60
"""How many faults are tried of a room, and of what has changed."""
WORKERS = int(os.environ.get("MUTANTS_WORKERS", "2"))
AT_MOST = 20.0
"""Seconds of tests for one fault, as they take while they are measured."""


def drawn(files: Iterable[Path], number: int, seed: int, lines: Mapping[Path, set[int]] | None = None) -> list[Mutant]:
    """So many faults of some files, or of some of their lines. A fault keeps its place in the draw as long as its own words stay."""
    every = [mutant for path in files for mutant in mutants(path, str(path.relative_to(HERE)))]
    if lines is not None:
        every = [mutant for mutant in every if not lines[HERE / mutant.path].isdisjoint(range(mutant.line, mutant.last + 1))]
    return sorted(every, key=lambda m: sha256(f"{seed} {m.name}".encode()).digest())[:number]


def share(room: Room, faults: Mapping[str, Mutant], seed: int, again: bool) -> float:
    """The share of some faults in a room that are found; tells those that are not."""
    begun, present = time.monotonic(), digest()
    book = KEPT / f"{room.name}.{seed}.json"
    kept = json.loads(book.read_text(encoding="utf-8")) if book.exists() else {}
    if again:
        known = {name: how for name, how in kept.get("known", {}).items() if how != "lives"}
    else:
        known = kept["known"] if kept.get("digest") == present else {}
    measured = covering(room, present)
    asked = []
    for mutant in (m for m in faults.values() if m.name not in known):
        if tests := measured.tests(mutant.path, mutant.line, mutant.last, AT_MOST):
            asked.append((mutant, tests, sum(measured.seconds[t] for t in tests)))
        else:
            known[mutant.name] = "lives"
    sound = {test: measured.seconds[test] for _, tests, _ in asked for test in tests}
    if asked and not again and any(t.found for t in tried([(None, [*sound], sum(sound.values()))], 1)):
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
    said = argparse.ArgumentParser(
        prog="python -m tests.tools.mutants", description="Puts small faults into the code and looks whether tests find them."
    )
    said.add_argument("room", nargs="?", default="all", help="rooms, with commas between; those of `rooms`, folders or modules")
    said.add_argument("number", nargs="?", type=int, help="how many faults of each")
    said.add_argument("seed", nargs="?", type=int, default=1)
    said.add_argument("--since", metavar="REVISION", help="only in lines that have changed since")
    said.add_argument("--again", action="store_true", help="those that lived are tried again")
    asked = said.parse_args(words)
    warm()
    KEPT.mkdir(exist_ok=True)
    if asked.since:
        only = [] if asked.room == "all" or asked.room.isdigit() else asked.room.split(",")
        number = asked.number or (int(asked.room) if asked.room.isdigit() else CHANGED)
        lines = since(asked.since, [part for name in only for part in rooms().get(name, (name,))])
        faults = drawn(lines, number, asked.seed, lines)
        files = {HERE / mutant.path for mutant in faults}
        print(f"{len(faults)} faults in {len(files)} of {len(lines)} files that have changed since {asked.since}.", flush=True)
        found = [(around(f"since-{asked.since}", files), faults)]
    else:
        wanted = list(rooms()) if asked.room == "all" else asked.room.split(",")
        every = [room(*rooms().get(name, (name,)), name=name) for name in wanted]
        found = [(one, drawn(one.files, asked.number or USUAL, asked.seed)) for one in every]
    poor = [one for one, faults in found if faults and share(one, {mutant.name: mutant for mutant in faults}, asked.seed, asked.again) < WANTED]
    return int(bool(poor))


if __name__ == "__main__":
    os.chdir(HERE)
    try:
        sys.exit(main(sys.argv[1:]))
    except ValueError as error:
        sys.exit(str(error))
