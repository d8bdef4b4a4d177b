"""One interaction: a use of a command, button, menu or form, and until when it may be answered."""

from __future__ import annotations

import asyncio
import secrets

from playground.error_codes import ACKNOWLEDGED, UNKNOWN_INTERACTION, Rejected
from playground.stored_state import Json

MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
COMMAND, COMPONENT, AUTOCOMPLETE, SUBMIT = 2, 3, 4, 5
ANSWER_WITHIN = 3.0
"""Seconds in which Discord takes the first answer. How long a member waits before reading that there was none: `simulated_members`."""


class Interaction:
    """One use of a command, button, menu or modal, and how far the bot has answered it."""

    def __init__(self, number: str, kind: int, member: str, channel: str, message: str | None, created: float) -> None:
        self.id = number
        self.token = secrets.token_urlsafe(32)
        self.kind = kind
        self.member = member
        self.channel = channel
        self.message = message
        self.created = created
        self.answer: int | None = None
        self.acknowledged: float | None = None
        self.original: str | None = message
        self.ephemeral = False
        self.choices: list[Json] = []
        self.modal: Json | None = None
        self.answered = asyncio.Event()
        self.following = asyncio.Event()
        self.lost = False
        """Whether it has gone to nobody."""

    def check_unanswered(self, now: float, within: float) -> None:
        """Raises Rejected if the interaction has been answered already, or is more than `within` seconds old."""
        if self.answer is not None:
            raise Rejected(400, ACKNOWLEDGED, "Interaction has already been acknowledged.")
        if now - self.created > within:
            raise Rejected(404, UNKNOWN_INTERACTION, "Unknown interaction")

    @property
    def followed(self) -> bool:
        """Whether anything followed a deferred answer."""
        return self.following.is_set()
