"""A process that has read everything once and forks bots: what it is told on its input starts one, whose number it prints.

Each child goes through `bot.main()` like `python bot.py`, with the environment it is given, so that a start costs what a bot does and not what
Python does. `argv[1]` is the file in which it is kept for how long the machine has slept.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import random
import signal
import sys
from pathlib import Path
from typing import Any

from tests.tools.soak.sleeping import keep_steady

ROOT = Path(__file__).resolve().parents[3]
READY_AFTER = 0.3
"""Seconds after the last server of which the library hears until the bot is ready; usually two."""


def _draw_everything() -> None:
    """A board of each game, whose parts are kept."""
    from data.content import build, games
    from data.language import texts
    from render.look import Look
    from render.painter import painter

    for key in games():
        rules = build(key)
        state = rules.setup(2, {option.key: option.values[0] for option in rules.options}, 1).state
        painter(key).paint(rules.view(state, None), Look("light", texts("en", key), ("Player 17", "Player 18")), None)


def _read_everything() -> None:
    import discord

    import bot  # noqa: F401
    from cogs.service import bot as running
    from cogs.service import start_up

    for name in (*running.cog_names(), "playground.api_address", "psycopg", "psycopg_pool", "data.store", "aiosqlite"):
        try:
            importlib.import_module(name)
        except ModuleNotFoundError as error:
            if error.name not in ("psycopg", "psycopg_pool"):
                raise
    start_up.read_all()
    _draw_everything()
    state: Any = discord.state.ConnectionState
    original = state.__init__

    def quick(self: Any, **options: Any) -> None:
        original(self, **({"guild_ready_timeout": READY_AFTER} | options))

    state.__init__ = quick
    gc.collect()
    gc.freeze()


def _become(environment: dict[str, str], log: str) -> None:
    """The child: a bot."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    handle = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for number, target in ((0, nothing), (1, handle), (2, handle)):
        os.dup2(target, number)
    os.environ.update(environment)
    sys.argv = ["bot.py"]
    sys.orig_argv = [sys.executable, "bot.py"]  # What the watchdog begins anew.
    random.seed()
    code = 1
    try:
        import bot

        code = bot.main()
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def main() -> None:
    """Forks until its input ends."""
    sys.path.insert(0, str(ROOT))
    os.chdir(ROOT)
    keep_steady(Path(sys.argv[1]))
    _read_everything()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # The dead need no looking after.
    print("ready", flush=True)
    for line in sys.stdin:
        told = json.loads(line)
        number = os.fork()
        if number == 0:
            _become(told["environment"], told["log"])
        print(number, flush=True)


if __name__ == "__main__":
    main()
