"""The states of tournaments as text. What has just been written is not parsed again: of a ladder with ten thousand matches that takes 40 ms."""

from __future__ import annotations

import threading
from collections import OrderedDict

import msgspec

from data.store import parsing
from rules.competition.tournament import TournamentState

MOST = 8
"""States that are kept."""
_lock = threading.Lock()
_known: OrderedDict[str, TournamentState] = OrderedDict()


def state_text(state: TournamentState) -> str:
    """The text of a state."""
    text = msgspec.json.encode(state).decode()
    _keep(text, state)
    return text


def parsed_state(text: str) -> TournamentState:
    """The state of a text. Raises parsing.Unreadable."""
    with _lock:
        found = _known.get(text)
    if found is None:
        found = parsing.decoded(text, TournamentState)
    _keep(text, found)
    return found


def _keep(text: str, state: TournamentState) -> None:
    with _lock:
        _known[text] = state
        _known.move_to_end(text)
        while len(_known) > MOST:
            _known.popitem(last=False)
