"""The interface to the chat: the few operations that tables and tournaments need by themselves.

Another front end would implement it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Protocol

from cogs.play.presence.whereabouts import Whereabouts


class Port(Protocol):
    """The interface to a chat with channels, messages and threads. Every method raises cogs.play.outbox_worker.Trouble when it fails."""

    async def send(self, channel: int, message: Mapping[str, Any], nonce: str) -> int:
        """Posts a message; gives its id. A repeated nonce within some minutes is the same message, and is not posted again."""
        ...

    async def whisper(self, player: int, message: Mapping[str, Any], nonce: str) -> bool:
        """Posts a message to a player alone, by its nonce like others; False for somebody who takes none, or whom there is no more."""
        ...

    async def sees(self, channel: int, player: int) -> bool:
        """Whether somebody is in the server of a channel and sees it now, as far as can be told."""
        ...

    async def whereabouts(self, guild: int, player: int, channel: int | None = None) -> Whereabouts:
        """Where a person is now: in a server, able to write there, able to see one of its channels. Raises nothing: a refused or missing answer
        means that it is not known. Must not be asked about computers."""
        ...

    async def edit(self, channel: int, message: int, changes: Mapping[str, Any]) -> None:
        """Changes a message."""
        ...

    async def pin(self, channel: int, message: int) -> None:
        """Pins a message to its channel; one that is pinned stays so."""
        ...

    async def retire(self, channel: int, message: int) -> None:
        """Takes the buttons and menus off a message."""
        ...

    async def open_thread(self, channel: int, title: str, besides: Collection[int] | None = None) -> int:
        """A thread of our own below a channel that stays open as long as possible, or a post beside it where it is one; gives its id.

        After a try whose end is not known there may be one of that title already; then that is it, unless it is one of those `besides`.
        """
        ...

    async def invite(self, thread: int, player: int) -> bool:
        """Adds somebody to a thread; False where they are not in the server. Raises Trouble, REFUSED where they cannot be added for another reason;
        they find it by the channel's messages.
        """
        ...

    async def reopen(self, thread: int) -> None:
        """A thread that has been archived is open again."""
        ...

    async def tag(self, post: int, state: str) -> None:
        """The post of a match in a forum gets the tag of its state, where the forum has one."""
        ...

    async def tell_event(self, guild: int, event: Mapping[str, Any], known: int | None, again: bool) -> int | None:
        """A scheduled event of a server, made anew unless it is `known`, which is changed then; gives its id, None where the bot may make none.

        After a try whose end is not known (`again`) there may be one like it already; then that is it.
        """
        ...

    async def cancel_event(self, guild: int, event: int) -> None:
        """A scheduled event of a server goes."""
        ...

    async def delete(self, thread: int) -> None:
        """A thread that nobody needs goes."""
        ...
