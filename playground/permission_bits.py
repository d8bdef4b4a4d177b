"""Permission bits, as Discord numbers them."""

from __future__ import annotations

ADMINISTRATOR, MANAGE_CHANNELS, VIEW_CHANNEL, SEND_MESSAGES = 1 << 3, 1 << 4, 1 << 10, 1 << 11
MANAGE_MESSAGES, EMBED_LINKS, ATTACH_FILES, READ_HISTORY = 1 << 13, 1 << 14, 1 << 15, 1 << 16
CONNECT, USE_COMMANDS = 1 << 20, 1 << 31
VIEW_AUDIT_LOG = 1 << 7
MANAGE_THREADS, CREATE_THREADS, CREATE_PRIVATE_THREADS, SEND_IN_THREADS = 1 << 34, 1 << 35, 1 << 36, 1 << 38
PIN_MESSAGES = 1 << 51
CREATE_EVENTS = 1 << 44
ALL_RIGHTS = ((1 << 52) - 1) & ~ADMINISTRATOR
"""Every right by its own bit, so that one can be taken away."""
_INVITE, _REACT, _STREAM, _EMOJI, _SPEAK, _STICKERS = 1 << 0, 1 << 6, 1 << 9, 1 << 18, 1 << 21, 1 << 37
ORDINARY = (
    VIEW_CHANNEL | SEND_MESSAGES | EMBED_LINKS | ATTACH_FILES | READ_HISTORY | CONNECT | USE_COMMANDS | CREATE_THREADS
    | CREATE_PRIVATE_THREADS | SEND_IN_THREADS | _INVITE | _REACT | _STREAM | _EMOJI | _SPEAK | _STICKERS
)  # fmt: skip
"""What @everyone may do in a server that nobody has set up: nothing by which one manages anything."""
MODERATES = MANAGE_CHANNELS | MANAGE_MESSAGES | MANAGE_THREADS | 1 << 5 | 1 << 33
"""What moderators may do besides: channels, messages, threads, the server's settings, and events."""
INVITED = (
    VIEW_CHANNEL | SEND_MESSAGES | SEND_IN_THREADS | ATTACH_FILES | EMBED_LINKS | READ_HISTORY | CREATE_THREADS | PIN_MESSAGES
)  # fmt: skip
"""What the invitation of the README asks for; it does not manage threads, and most threads are made by members."""
IN_TIMEOUT = VIEW_CHANNEL | READ_HISTORY
"""All that is left to a member who has been timed out (Discord's documentation of permissions)."""
