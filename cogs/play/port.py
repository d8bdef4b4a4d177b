"""The interface to the chat: the few operations by which tables and tournaments act on their own.

Another front end would implement it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Protocol

from cogs.play.presence.whereabouts import Whereabouts


class Port(Protocol):
    """The interface to a chat with channels, messages and threads. Every method raises cogs.play.outbox_worker.Trouble when it fails."""

    async def send(self, channel: int, message: Mapping[str, Any], nonce: str) -> int:
        """Posts a message; returns its id. With a nonce used in the last minutes posts nothing, and returns the id of that message."""
        ...

    async def whisper(self, player: int, message: Mapping[str, Any], nonce: str) -> bool:
        """Posts a message to one player privately, with a nonce as in `send`; False for a person who takes no messages, or no longer exists."""
        ...

    async def sees(self, channel: int, player: int) -> bool:
        """Whether a person is in the server of a channel and can see it now, as far as the bot can tell."""
        ...

    async def whereabouts(self, guild: int, player: int, channel: int | None = None) -> Whereabouts:
        """Where a person is now: in a server, able to write there, able to see one of its channels. Raises nothing: a refused or missing answer
        means that it is not known. Must not be asked about computers."""
        ...

    async def edit(self, channel: int, message: int, changes: Mapping[str, Any]) -> None:
        """Changes a message."""
        ...

    async def pin(self, channel: int, message: int) -> None:
        """Pins a message in its channel; does nothing if it is pinned already."""
        ...

    async def retire(self, channel: int, message: int) -> None:
        """Removes a message's buttons and menus."""
        ...

    async def open_thread(self, channel: int, title: str, besides: Collection[int] | None = None) -> int:
        """Opens a thread below a channel, which stays open as long as possible; for a thread, a post beside it. Returns its id.

        After a try with unknown result, a thread of that title may exist already; then returns that, unless it is one of `besides`.
        """
        ...

    async def open_threads(self, channel: int) -> int:
        """How many threads of the bot's own are open in the server of a channel, as far as the bot can tell."""
        ...

    async def invite(self, thread: int, player: int) -> bool:
        """Adds a person to a thread; False if they are not in the server. Raises Trouble (REFUSED) if they can't be added for another reason; they
        find the thread by the channel's messages."""
        ...

    async def reopen(self, thread: int) -> None:
        """Reopens an archived thread."""
        ...

    async def tag(self, post: int, state: str) -> None:
        """Gives a match's forum post the tag of its state, if the forum has one."""
        ...

    async def tell_event(self, guild: int, event: Mapping[str, Any], known: int | None, again: bool) -> int | None:
        """Creates a scheduled event of a server, or changes the `known` one; returns its id, None if the bot may not.

        After a try with unknown result (`again`), an equal event may exist already; then returns that.
        """
        ...

    async def cancel_event(self, guild: int, event: int) -> None:
        """Deletes a scheduled event of a server."""
        ...

    async def delete(self, thread: int) -> None:
        """Deletes a thread that nobody needs."""
        ...
