"""The permissions that the bot needs in a channel, and for what."""

from __future__ import annotations

from typing import NamedTuple

import discord


class Right(NamedTuple):
    """A permission by discord.py's name; whether games work without it, and whether it matters in threads."""

    name: str
    needed: bool = True
    threads: bool = False


RIGHTS = (
    Right("view_channel"),
    Right("send_messages"),
    Right("attach_files"),
    Right("embed_links"),
    Right("read_message_history"),
    Right("create_public_threads", threads=True),
    Right("send_messages_in_threads", threads=True),
    Right("pin_messages", needed=False),
    Right("view_audit_log", needed=False),
)
"""Those of the invitation, in the order in which they are named."""
CALLED = {"view_audit_log": "View Audit Log", "embed_links": "Embed Links", "create_public_threads": "Create Public Threads"}


def called(name: str) -> str:
    """The name of a right in Discord's English settings."""
    return CALLED.get(name, name.replace("_", " ").title()).replace(" In ", " in ").replace("View Channel", "View Channels")


def lacking(permissions: int, needed: bool = True) -> list[str]:
    """The rights missing in `permissions`: of those that games need, or of all."""
    given = discord.Permissions(permissions)
    if given.administrator:
        return []
    return [called(right.name) for right in RIGHTS if (right.needed or not needed) and not getattr(given, right.name)]
