"""What a computer answers: thought out in this process, or in one that does nothing else (`python -m cogs.playing.thought`).

Such a process imports the rules and their content, and nothing that knows of Discord or of what is stored.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from queue import SimpleQueue
from typing import IO, NamedTuple

import msgspec

from data.content import build
from rules.game import Action, Budget, Seat, computed, opponent_of
from rules.parts.chance import Chance

NICENESS = 5
"""How much a process that thinks stands back behind others on its machine, the bot itself before all."""
DECISION = 3.0
"""Seconds of a processor that an opponent may think about one decision; it looks at the time by itself."""
LONGEST = 10.0
"""Seconds of a processor for one answer, after which the process is ended."""
SIZE = 4
"""Bytes before a message that say how long it is."""


class Request(NamedTuple):
    """What is to be decided: a position of a game, the seat and the opponent that plays it, the key of the chance it draws from, and how long
    it may think at most.

    Whoever gets the same request gives the same answer, in any process, unless that takes too long there.
    """

    game: str
    snapshot: bytes
    seat: Seat
    opponent: str
    chance: str
    seconds: float = DECISION


class Thought(NamedTuple):
    """The answer to a request; none where the opponent failed, with where and how, but nothing of the position."""

    action: Action | None
    failed: str = ""


def think(request: Request) -> Thought:
    """What the opponent of a request decides."""
    try:
        rules = build(request.game)
        state = rules.load(request.snapshot)
        budget = Budget(opponent_of(rules, request.opponent).nodes, request.seconds)
        action = computed(rules, state, request.seat, request.opponent, Chance(request.chance), budget)
        return Thought(msgspec.convert(action, Action))
    except Exception as error:  # An opponent may fail in any way, and must not stop its table.
        return Thought(None, "".join([*traceback.format_tb(error.__traceback__), type(error).__qualname__]))


def read(stream: IO[bytes]) -> bytes:
    """The next message. Raises EOFError where the other side has gone."""
    size = int.from_bytes(_exactly(stream, SIZE), "big")
    return _exactly(stream, size)


def _exactly(stream: IO[bytes], size: int) -> bytes:
    found = stream.read(size)
    if len(found) < size:
        raise EOFError
    return found


def write(stream: IO[bytes], message: bytes) -> None:
    """Sends a message. Raises OSError where the other side has gone."""
    stream.write(len(message).to_bytes(SIZE, "big") + message)
    stream.flush()


def _listen(put: Callable[[bytes], None]) -> None:
    """Hands requests on. When whoever asks has gone, in whatever way, nobody waits for an answer."""
    try:
        while True:
            put(read(sys.stdin.buffer))
    finally:
        os._exit(0)


def serve() -> None:
    """Answers requests from the standard input until it ends."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # Whatever prints something does not print into an answer.
    for ends in (signal.SIGINT, signal.SIGTERM):  # They are meant for the bot, which ends us when it ends.
        signal.signal(ends, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    requests: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(requests.put,), daemon=True).start()
    decoder, encoder = msgspec.msgpack.Decoder(Request), msgspec.msgpack.Encoder()
    while True:
        request = decoder.decode(requests.get())
        _limit(LONGEST)
        thought = think(request)
        _limit(0)
        try:
            write(answers, encoder.encode(thought))
        except OSError:
            os._exit(0)


def _limit(seconds: float) -> None:
    """Lets the system end this process after so much time of a processor; 0: no longer. Where it cannot, whoever asks looks at the clock."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


if __name__ == "__main__":
    serve()
