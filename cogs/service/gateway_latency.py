"""Measures gateway latency from just before a heartbeat is sent.

discord.py notes the time after sending, in another thread. On a busy machine the answer can come first and is then measured from the previous
heartbeat, about 41 seconds too long. `install` corrects that. How long answers to people take is measured in `cogs/service/metrics.py`.
"""

from __future__ import annotations

import time
from typing import Any

from discord.gateway import KeepAliveHandler

_payload = KeepAliveHandler.get_payload


def _noted(handler: KeepAliveHandler) -> Any:
    """The payload of a heartbeat; notes the time first."""
    handler._last_send = time.perf_counter()
    return _payload(handler)


def install() -> None:
    """Makes all gateways of this process measure latency this way."""
    KeepAliveHandler.get_payload = _noted  # type: ignore[method-assign, assignment]
