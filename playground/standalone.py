"""`python -m playground.standalone`: the stand-in as a separate process. It prints its address.

Bots find it by `DISCORD_API=<address>` and `DISCORD_TOKEN=playground`; tests tell it what to do by `playground.remote_control`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import signal
from pathlib import Path

from playground.http_server import Standin
from playground.remote_control import Control
from playground.session_starts import SPAN
from playground.world import World


async def serve(port: int, span: float, journal: Path | None) -> None:
    """Serves until told to stop. Raises OSError if the port is taken."""
    standin = Standin(World())
    standin.gateway.starts.span = span
    stopped = asyncio.Event()
    with contextlib.suppress(NotImplementedError):  # Where there are no signals, it is ended by force.
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
    print(await standin.start(port, *Control(standin, journal).routes()), flush=True)
    try:
        await stopped.wait()
    finally:
        await standin.stop()


def main() -> None:
    """Reads the command line and serves."""
    parser = argparse.ArgumentParser(prog="python -m playground.standalone")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--span", type=float, default=SPAN, help="seconds between sessions that begin, of each bucket")
    parser.add_argument("--journal", type=Path, help="a file for every message that is sent, changed or deleted")
    chosen = parser.parse_args()
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve(chosen.port, chosen.span, chosen.journal))


if __name__ == "__main__":
    main()
