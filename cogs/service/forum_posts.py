"""Posts of a tournament's forum: the request that makes one (or a thread below a text channel), and the tags *Playing* and *Over*."""

from __future__ import annotations

from typing import Any

import discord

from data.language import LANGUAGES, texts

PLAYED, OVER = "played", "over"
"""States of a match for which a forum may have tags."""
MOST_TAGS = 5
"""Tags of a post."""


def thread_body(home: discord.TextChannel | discord.ForumChannel, title: str, minutes: int) -> dict[str, Any]:
    """The request that makes a thread, or a post that begins with its title. In a forum that requires a tag, a post gets the first one if there is
    none for a match's state."""
    body: dict[str, Any] = {"name": title, "auto_archive_duration": minutes}
    if isinstance(home, discord.TextChannel):
        return body | {"type": discord.ChannelType.public_thread.value}
    usable = [tag for tag in home.available_tags if not tag.moderated]
    tags = [tag for tag in usable if _means(tag, PLAYED)] or (usable if home.flags.require_tag else [])
    return body | {"message": {"content": title, "allowed_mentions": {"parse": []}}, "applied_tags": [str(tag.id) for tag in tags[:1]]}


def retagged(post: discord.Thread, state: str) -> list[int] | None:
    """The tags of a post when its match is in a state; None for no change, or if the forum has no tag for the state."""
    forum = post.parent
    new = [tag for tag in forum.available_tags if _means(tag, state)] if isinstance(forum, discord.ForumChannel) else []
    if not new or new[0] in post.applied_tags:
        return None
    kept = [tag for tag in post.applied_tags if not any(_means(tag, other) for other in (PLAYED, OVER))]
    return [tag.id for tag in (new[0], *kept)][:MOST_TAGS]


def _means(tag: discord.ForumTag, state: str) -> bool:
    """Whether a tag has the name of a state in one of our languages."""
    return tag.name.casefold().strip() in {texts(language)(f"forum.tag.{state}").casefold() for language in LANGUAGES}
