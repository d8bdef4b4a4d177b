"""Compares the configured shards with Discord's recommendation, and tells how many sessions may still begin today."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cogs.service.doctor.client import Answer
from cogs.service.doctor.findings import Finding, right, untold, wrong
from data.store import is_address
from data.store.shards import Shards

MOST_SERVERS = 2500
"""Servers that a shard may have; Discord closes a connection that has more."""


def shards(settings: Mapping[str, str], gateway: Answer, servers: int) -> list[Finding]:
    """Whether the configured shards suffice for so many servers."""
    if gateway.status != 200:
        return [untold("shards", f"Discord answers {gateway.status}.")]
    text = settings.get("SHARDS", "").strip()
    found = [_sessions(gateway.body)]
    if not text:
        return [*found, right("shards", f"none are set: Discord's recommendation holds ({gateway.body['shards']}).")]
    try:
        chosen = Shards.parse(text)
    except ValueError as error:
        return [*found, wrong("shards", f"SHARDS (.env): {error}.", "write it so, or leave it empty.")]
    if not chosen.everything and not is_address(settings.get("DATABASE_URL", "").strip()):
        words = f"SHARDS (.env) is {text}, and the processes of the others can only be met on PostgreSQL."
        return [*found, wrong("shards", words, "set DATABASE_URL, too, or leave SHARDS empty.")]
    if servers > MOST_SERVERS * chosen.count:
        words = f"{chosen.count} in all are too few for {servers:,} servers."
        return [*found, wrong("shards", words, f"set SHARDS to some of {gateway.body['shards']}, in all processes.")]
    rest = "" if chosen.everything else " Other processes have to look after the rest; that cannot be told from here."
    return [*found, right("shards", f"{chosen}, where Discord recommends {gateway.body['shards']}.{rest}")]


def _sessions(body: dict[str, Any]) -> Finding:
    """Whether the bot may still connect today."""
    limit = body["session_start_limit"]
    words = f"{limit['remaining']:,} of {limit['total']:,} may still begin today."
    if limit["remaining"] <= limit["max_concurrency"]:
        remedy = f"wait {limit['reset_after'] / 3_600_000:.1f} hours, and find out what starts the bot again and again."
        return wrong("sessions", words, remedy)
    return right("sessions", words)
