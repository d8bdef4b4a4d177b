"""Rights by their bits, as Discord numbers them."""

from __future__ import annotations

ADMINISTRATOR, MANAGE_CHANNELS, VIEW_CHANNEL, SEND_MESSAGES = 1 << 3, 1 << 4, 1 << 10, 1 << 11
EMBED_LINKS, ATTACH_FILES, READ_HISTORY = 1 << 14, 1 << 15, 1 << 16
MANAGE_THREADS, CREATE_THREADS, SEND_IN_THREADS = 1 << 34, 1 << 35, 1 << 38
PIN_MESSAGES = 1 << 51
ALL_RIGHTS = ((1 << 52) - 1) & ~ADMINISTRATOR
"""Every right by its own bit, so that one can be taken away."""
