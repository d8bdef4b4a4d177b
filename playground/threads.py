"""Threads: creating and owning them, their limits, archiving and reopening.

A thread belongs to whoever has made it. To open one that is archived and not locked asks for no more than to write there; its name and its time are
for its owner and for who manages threads; to lock and to delete it, the latter alone (Discord's pages *Threads* and *Modify Channel*).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping
from typing import Any

from playground.error_codes import (
    ARCHIVED,
    LOCKED,
    MISSING_PERMISSIONS,
    NO_TEXT,
    NOTHING_IN_COMMON,
    TAG_REQUIRED,
    TAKES_NONE,
    TOO_MANY_THREADS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MEMBER,
    UNKNOWN_USER,
    WRONG_KIND,
    Rejected,
    counted,
    invalid,
    ranged,
    sized,
)
from playground.people import People
from playground.permission_bits import (
    ATTACH_FILES,
    CREATE_PRIVATE_THREADS,
    CREATE_THREADS,
    EMBED_LINKS,
    MANAGE_THREADS,
    SEND_IN_THREADS,
    SEND_MESSAGES,
)
from playground.stored_state import (
    ANNOUNCEMENT,
    ANNOUNCEMENT_THREAD,
    DAY,
    FORUM,
    IN_POSTS,
    MEDIA,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    TEXT,
    Json,
    ThreadNote,
)

ARCHIVE_AFTER = (60, DAY, 3 * DAY, 7 * DAY)
"""The minutes after which a thread may archive itself."""
MOST_ACTIVE = 1000
"""Threads of a server that are not archived."""
THREADS_AT_ONCE, THREAD_SPAN = 50, 250.0
"""So many threads may be made within so many seconds. Discord does not say how many; the waiting times that were seen were as long."""
RENAMES, RENAME_SPAN = 2, 600.0
BELOW = {
    TEXT: (PUBLIC_THREAD, PRIVATE_THREAD), ANNOUNCEMENT: (ANNOUNCEMENT_THREAD,), FORUM: (PUBLIC_THREAD,), MEDIA: (PUBLIC_THREAD,),
}  # fmt: skip
"""The kinds of threads by the kind of their channel; others have none."""
OWNERS_OWN = {"name", "archived", "auto_archive_duration"}
"""What the owner of a thread may change without managing threads."""


class Threads(People):
    """Threads: archived ones cannot be edited, locked ones only by members who may manage threads."""

    most_active = MOST_ACTIVE
    threads_at_once = THREADS_AT_ONCE

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._made: deque[float] = deque()
        self._renamed: dict[str, deque[float]] = {}
        super().__init__(*args, **kwargs)

    def pass_time(self) -> None:
        """Archives threads that have been silent for their duration."""
        for thread in [*self.threads]:
            note = self.note(thread)
            if not note.archived and self.now() - note.active >= note.minutes * 60:
                self.archive(thread)

    def archive(self, thread: str, locked: bool | None = None) -> None:
        """Archives a thread, and locks it if `locked`; tells the bot."""
        note = self.note(thread)
        note.archived, note.turned, note.locked = True, self.now(), note.locked if locked is None else locked
        self._turned(thread)

    def unarchive(self, thread: str) -> None:
        """Opens an archived thread. Raises Rejected if too many threads are open."""
        note = self.note(thread)
        if note.archived:
            self._check_active(self.home(thread))
            note.archived, note.turned = False, self.now()
            self._turned(thread)
        note.active = self.now()

    def _turned(self, thread: str) -> None:
        self.save()
        if self.bot_sees(thread):
            self.tell("THREAD_UPDATE", self.channel(thread))

    def active_threads(self, server: str) -> list[str]:
        """The threads of a server that are not archived."""
        self.pass_time()
        return [t for t in self.threads if self.home(t) == server and not self.note(t).archived]

    def _check_active(self, server: str) -> None:
        if len(self.active_threads(server)) >= self.most_active:
            raise Rejected(400, TOO_MANY_THREADS, "Maximum number of active threads reached")

    def _hurry(self, times: deque[float], most: int, span: float) -> None:
        """Counts a use of something with a rate limit. Raises Rejected, with the time to wait, if there were too many."""
        while times and times[0] <= self.now() - span:
            times.popleft()
        if len(times) >= most:
            raise Rejected(429, 0, "You are being rate limited.", retry_after=round(times[0] + span - self.now(), 3), shared=True)
        times.append(self.now())

    def create_thread(self, parent: str, body: Mapping[str, Any]) -> Json:
        """Creates a thread of the bot in a channel; by default a private one, as in Discord."""
        above = self.channel(parent)["type"]
        kind = PUBLIC_THREAD if above in IN_POSTS else body.get("type", PRIVATE_THREAD)
        posts, private = above in IN_POSTS, kind == PRIVATE_THREAD
        self.need_rights(parent, SEND_MESSAGES if posts else CREATE_PRIVATE_THREADS if private else CREATE_THREADS)
        if kind not in BELOW.get(above, ()):
            raise Rejected(400, WRONG_KIND, "Cannot execute action on this channel type")
        minutes = body.get("auto_archive_duration") or DAY
        self._check_thread({**body, "name": body.get("name"), "auto_archive_duration": minutes})
        if posts and not body.get("message"):
            raise invalid(["message: This field is required"])
        tags = self._check_tags(parent, body.get("applied_tags") or ()) if posts else []
        self._check_active(self.home(parent))
        self._hurry(self._made, self.threads_at_once, THREAD_SPAN)
        made = self.open_thread(self.bot["id"], parent, body["name"], kind, minutes)
        self.note(made["id"]).tags = tags
        return self.channel(made["id"])

    def _check_tags(self, forum: str, tags: Collection[str]) -> list[str]:
        """The tags that the bot gives a post. Raises Rejected for unknown tags, for those of moderators, and for none if one is required."""
        known = {tag["id"]: tag for tag in self.tags.get(forum, ())}
        if any(str(tag) not in known for tag in tags):
            raise invalid(["applied_tags: Invalid tag"])
        if any(known[str(tag)]["moderated"] for tag in tags) and not self.bot_rights(forum) & MANAGE_THREADS:
            raise Rejected(403, MISSING_PERMISSIONS, "Missing Permissions")
        if not tags and forum in self.requires_tag:
            raise Rejected(400, TAG_REQUIRED, "A tag is required to create a forum post in this channel")
        return [*map(str, tags)]

    @staticmethod
    def _check_thread(body: Mapping[str, Any]) -> None:
        """Raises Rejected for an invalid name, duration, slow mode or tags of a thread."""
        faults = [*sized("name", body["name"], 1, 100)] if "name" in body else []
        if body.get("auto_archive_duration", DAY) not in ARCHIVE_AFTER:
            faults.append(f"auto_archive_duration: Value must be one of {ARCHIVE_AFTER}.")
        faults += ranged("rate_limit_per_user", body.get("rate_limit_per_user"), 0, 21600)
        faults += counted("applied_tags", body.get("applied_tags") or (), 0, 5)
        if faults:
            raise invalid(faults)

    def open_thread(self, owner: str, parent: str, name: str, kind: int = PUBLIC_THREAD, minutes: int = DAY) -> Json:
        """Stores a thread made by somebody; the bot is told if it sees it."""
        number = self.new_id()
        self.channels[number], self.threads[number], self.kinds[number] = name, parent, kind
        self.notes[number] = ThreadNote(self.now(), self.now(), minutes, owner=owner)
        self.save()
        shape = self.channel(number)
        if self.bot_sees(number):
            self.tell("THREAD_CREATE", shape | {"newly_created": True})
        return shape

    def change_thread(self, thread: str, body: Mapping[str, Any]) -> Json:
        """Changes the name, duration, lock and archive state of a thread, as far as the bot may."""
        if thread not in self.threads:
            raise Rejected(403, MISSING_PERMISSIONS, "Missing Permissions")
        note, manages = self.note(thread), bool(self.bot_rights(thread) & MANAGE_THREADS)
        opens = {*body} == {"archived"} and body["archived"] is False and bool(self.bot_rights(thread) & SEND_IN_THREADS)
        owns = note.owner == self.bot["id"] and {*body} <= OWNERS_OWN
        if not manages and (note.locked or not (opens or owns)):
            raise Rejected(403, MISSING_PERMISSIONS, "Missing Permissions")
        if note.archived and body.get("archived") is not False:
            raise Rejected(400, ARCHIVED, "Thread is archived")
        self._check_thread(body)
        if "applied_tags" in body:
            note.tags = self._check_tags(self.threads[thread], body["applied_tags"])
        if "name" in body:
            self._hurry(self._renamed.setdefault(thread, deque()), RENAMES, RENAME_SPAN)
            self.channels[thread] = body["name"]
        note.minutes, note.locked = body.get("auto_archive_duration", note.minutes), body.get("locked", note.locked)
        if body.get("archived"):
            self.archive(thread)
        elif note.archived:
            self.unarchive(thread)
        else:
            self._turned(thread)
        return self.channel(thread)

    def lock(self, thread: str, locked: bool = True) -> None:
        """Locks or unlocks a thread, as a moderator would; whether it is archived does not change. Tells the bot."""
        self.note(thread).locked = locked
        self._turned(thread)

    def put_in(self, thread: str, person: str) -> None:
        """Adds a person to a thread, as a member would; tells the bot if it is the one added (THREAD_CREATE without `newly_created`)."""
        self.in_threads.setdefault(thread, []).append(person)
        if person == self.bot["id"]:
            self.tell("THREAD_CREATE", self.channel(thread))

    def add_to_thread(self, thread: str, member: str) -> None:
        """Puts a member into a thread."""
        if thread not in self.threads:
            raise Rejected(404, UNKNOWN_CHANNEL, "Unknown Channel")
        if member not in self.members:
            raise Rejected(404, UNKNOWN_USER, "Unknown User")
        self.need_rights(thread, SEND_IN_THREADS)
        self.need_open(thread)
        if self.has_left(member, self.home(thread)):
            raise Rejected(404, UNKNOWN_MEMBER, "Unknown Member")
        if member not in self.in_threads.setdefault(thread, []):
            self.in_threads[thread].append(member)

    def need_open(self, channel: str) -> None:
        """Raises Rejected for an archived thread, where nothing can be edited, and for a locked one if the bot can't manage threads."""
        if channel in self.threads and self.note(channel).archived:
            raise Rejected(400, ARCHIVED, "Thread is archived")
        if channel in self.threads and self.note(channel).locked and not self.bot_rights(channel) & MANAGE_THREADS:
            raise Rejected(403, LOCKED, "Thread is locked")

    def need_to_send(self, channel: str, body: Mapping[str, Any], files: bool) -> None:
        """Raises Rejected if the bot may not send this message. It opens a thread, unless that is locked."""
        partner = self.partner(channel)
        if partner in self.silent:
            raise Rejected(403, TAKES_NONE, "Cannot send messages to this user")
        if partner is not None and all(server in self.out or self.has_left(partner, server) for server in self.servers):
            raise Rejected(403, NOTHING_IN_COMMON, "Cannot send messages to this user due to having no mutual guilds")
        needed = [SEND_IN_THREADS if channel in self.threads else SEND_MESSAGES]
        needed += [ATTACH_FILES] if files else []
        needed += [EMBED_LINKS] if body.get("embeds") else []
        self.need_rights(channel, *needed)
        if partner is None and self.channel(channel)["type"] in IN_POSTS:
            raise Rejected(400, NO_TEXT, "Cannot send messages in a non-text channel")
        if channel in self.threads:
            if self.note(channel).locked and not self.bot_rights(channel) & MANAGE_THREADS:
                raise Rejected(403, LOCKED, "Thread is locked")
            self.unarchive(channel)
