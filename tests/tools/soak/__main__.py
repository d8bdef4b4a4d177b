"""`python -m tests.tools.soak [--minutes 3] [--processes 2] [--database sqlite|postgresql] [--servers N] [--tables N]`: runs a soak."""

from __future__ import annotations

import argparse
import asyncio
import shutil
import tempfile
from pathlib import Path

from tests.tools.soak.run import Soak, soak
from tests.tools.soak.stage import POSTGRESQL, SQLITE


def main() -> int:
    """Runs a soak and prints its findings; the exit status is 1 if there are complaints."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.soak")
    parser.add_argument("--minutes", type=float, default=3)
    parser.add_argument("--processes", type=int, default=2, help="of the bot; SQLite takes one")
    parser.add_argument("--database", choices=(SQLITE, POSTGRESQL), default=POSTGRESQL)
    parser.add_argument("--servers", type=int, default=200)
    parser.add_argument("--tables", type=int, default=2000)
    parser.add_argument("--people", type=int, default=12, help="who do something at the same time")
    parser.add_argument("--every", type=float, nargs=2, default=(1.0, 5.0), metavar="SECONDS", help="between two harms")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a folder in which everything is kept")
    chosen = parser.parse_args()
    folder = chosen.keep or Path(tempfile.mkdtemp(prefix="soak-"))
    folder.mkdir(exist_ok=True)
    processes = 1 if chosen.database == SQLITE else chosen.processes
    plan = Soak(
        chosen.database,
        processes,
        chosen.minutes * 60,
        chosen.servers,
        chosen.tables,
        chosen.people,
        tuple(chosen.every),
        chosen.seed,
        kept=bool(chosen.keep),
    )
    try:
        found = asyncio.run(soak(folder, plan))
    finally:
        if not chosen.keep:
            shutil.rmtree(folder, ignore_errors=True)
    print(found.report())
    return 1 if found.complaints else 0


if __name__ == "__main__":
    raise SystemExit(main())
