"""How long a private panel can be edited: a quarter of an hour. An older one goes on in a message below it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import discord

LIVES = timedelta(minutes=15)
"""A private panel is edited for so long; whatever the channel has got since then stands below it."""


def is_old(interaction: discord.Interaction[Any]) -> bool:
    """Whether the pressed message is so old that later ones stand below it."""
    return interaction.message is not None and interaction.created_at - interaction.message.created_at > LIVES
