"""`python -m tests.tools.faults [SCENARIO ...] [--every N] [--kind KIND]`: every fault at every place, or every N-th; says what is wrong."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import shutil
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from tests.tools.faults.faults import FAULTS, Fault
from tests.tools.faults.known import known
from tests.tools.faults.net import Stage, memory_folder
from tests.tools.faults.places import places
from tests.tools.faults.scenarios import SCENARIOS


class Found(NamedTuple):
    """The results of a run."""

    scenario: str
    fault: Fault
    hit: str
    complaints: list[tuple[str, str]]


async def _plan(name: str) -> tuple[list[Fault], list[tuple[str, str]]]:
    stage = Stage(memory_folder())
    try:
        told = await stage.told(SCENARIOS[name])
        return list(places(told)) if "requests" in told else [], told["complaints"]
    finally:
        shutil.rmtree(stage.folder)


async def _runs(name: str, faults: list[Fault]) -> list[Found]:
    stage, found = Stage(memory_folder()), []
    try:
        for fault in faults:
            net = await stage.play(SCENARIOS[name], fault)
            found.append(Found(name, fault, net.faults.hit, net.complaints))
    finally:
        shutil.rmtree(stage.folder)
    return found


def _plan_of(name: str) -> tuple[list[Fault], list[tuple[str, str]]]:
    logging.disable(logging.CRITICAL)
    return asyncio.run(_plan(name))


def _share(name: str, faults: list[Fault]) -> list[Found]:
    logging.disable(logging.CRITICAL)
    return asyncio.run(_runs(name, faults))


def main() -> int:
    """Runs and prints; the exit status says whether something failed that is not known to."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.faults")
    parser.add_argument("scenario", nargs="*", choices=[*SCENARIOS, []], metavar="SCENARIO", help=", ".join(SCENARIOS))
    parser.add_argument("--every", type=int, default=1, help="every n-th place")
    parser.add_argument("--kind", choices=FAULTS, action="append", help="only faults of this kind")
    parser.add_argument("--jobs", type=int, default=2 * (os.cpu_count() or 1), help="most of the time is waiting")
    chosen = parser.parse_args()
    all_found: list[Found] = []
    with ProcessPoolExecutor(chosen.jobs) as pool:
        plans = {name: pool.submit(_plan_of, name) for name in chosen.scenario or SCENARIOS}
        shares = []
        for name, plan in plans.items():
            faults, complaints = plan.result()
            all_found.append(Found(name, Fault(), "", complaints))
            faults = [f for f in faults if not chosen.kind or f.kind in chosen.kind][:: chosen.every]
            shares += [pool.submit(_share, name, faults[n : n + 12]) for n in range(0, len(faults), 12)]
        for share in shares:
            for found in share.result():
                all_found.append(found)
                for kind, words in found.complaints:
                    mark = " " if known(found.scenario, found.fault, found.hit, kind) else "!"
                    print(f"{mark} {found.scenario} | {found.fault} | {found.hit} | {kind} | {words[:160]}", flush=True)
    bad = [(f, kind) for f in all_found for kind, _ in f.complaints]
    print(f"\n{len(all_found)} runs, {len({(f.scenario, f.fault) for f, _ in bad})} of them with complaints")
    for (scenario, fault, kind), n in sorted(Counter((f.scenario, f.fault.kind, kind) for f, kind in bad).items()):
        print(f"{n:4} {scenario} | {fault} | {kind}")
    return 1 if any(not known(f.scenario, f.fault, f.hit, kind) for f, kind in bad) else 0


if __name__ == "__main__":
    sys.exit(main())
