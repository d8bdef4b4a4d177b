"""The bot's messages: sent once per nonce, edited, deleted, dropped when there are too many. Members write only words."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from playground.error_codes import LOCKED, MISSING_ACCESS, TOO_MANY_OLD_EDITS, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, Rejected
from playground.interaction import COMMAND, Interaction
from playground.layouts import COMPONENTS_V2, check_layout, is_layout, settled, words
from playground.message_bodies import check_files, check_message
from playground.permission_bits import MANAGE_THREADS
from playground.stored_state import Json, now_text
from playground.threads import Threads

EPHEMERAL, LOADING = 64, 128
NONCE_LIVES = 300.0
KEPT_MESSAGES = 120
OLD, OLD_EDITS = 3600.0, 30
"""A message this old is edited at another rate: so often an hour in a channel. Discord does not say how often; it is few."""


def kind_of(name: str) -> str:
    """The content type of a file by its name."""
    return {".png": "image/png", ".gif": "image/gif"}.get(Path(name).suffix, "text/plain; charset=utf-8")


def _copied(value: Any) -> Any:
    """A copy of what came as JSON, in a fifth of the time of the library's, which asks of each part what it is in many ways."""
    if isinstance(value, dict):
        return {key: _copied(part) for key, part in value.items()}
    return [_copied(part) for part in value] if isinstance(value, list) else value


class Messages(Threads):
    """Messages by their number."""

    old_edits = OLD_EDITS
    kept_messages = KEPT_MESSAGES

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._old_edits: dict[str, deque[float]] = {}
        super().__init__(*args, **kwargs)
        self._nonces = {(m["channel_id"], str(m["nonce"])): m for m in self.messages.values() if "nonce" in m}

    def _attachments(self, body: Mapping[str, Any], files: Mapping[int, tuple[str, bytes, str]], base: str, old: list[Json]) -> list[Json]:
        if "attachments" not in body and not files:
            return old
        wanted = body.get("attachments")
        kept = [a for a in old if wanted is None or any(str(w["id"]) == a["id"] for w in wanted)]
        notes = {int(w["id"]): w for w in wanted or () if str(w["id"]).isdigit() and int(w["id"]) < 100}
        self._drop_files([a for a in old if a not in kept])
        for index, (name, content, kind) in files.items():
            number = self.new_id()
            self.keep_file(number, content)
            url = f"{base}/files/{number}/{name}"
            kept.append(
                {
                    "id": number, "filename": name, "size": len(content), "url": url, "proxy_url": url, "content_type": kind,
                    "description": notes.get(index, {}).get("description"),
                }
            )  # fmt: skip
        return kept

    @staticmethod
    def _files(message: Json) -> list[Json]:
        """The files of a message, those shown by its components too."""
        found: list[Json] = message["_files"] if "_files" in message else message["attachments"]
        return found

    @staticmethod
    def _fill(message: Json, body: Mapping[str, Any], files: list[Json]) -> None:
        """Puts the components of a request and files into a message; those that components show are no attachments of a layout."""
        if "components" in body:
            message["components"] = _copied(body["components"] or [])
        message["attachments"] = message["_files"] = files
        if is_layout(message):
            message["attachments"] = settled(message["components"], files)

    def check(self, body: Mapping[str, Any], files: Mapping[int, tuple[str, bytes, str]], before: Json | None = None) -> None:
        """Raises Rejected for a new message, or an edit of the message `before`, that Discord would refuse."""
        kept = self._files(before) if before is not None else []
        check_files(body, {index: name for index, (name, _, _) in files.items()}, [str(file["id"]) for file in kept])
        if not (is_layout(body) or (before is not None and is_layout(before))):
            return check_message(body, len(files), before is None)
        if body.get("attachments") is not None:
            listed = {str(file["id"]) for file in body["attachments"]}
            kept = [file for file in kept if file["id"] in listed]
        noted = {str(file["id"]) for file in body.get("attachments") or ()}  # An edit names the new files it shows, too (discord-api-docs #7529).
        new = [name for index, (name, _, _) in files.items() if before is None or str(index) in noted]
        check_layout(body, [*(file["filename"] for file in kept), *new], before)

    def post(
        self,
        channel: str,
        body: Mapping[str, Any],
        files: Mapping[int, tuple[str, bytes, str]],
        base: str,
        interaction: Interaction | None = None,
        flags: int = 0,
        number: str | None = None,
    ) -> Json:
        """Posts a message of the bot; `flags` are EPHEMERAL, LOADING, its `number` is new unless a post begins with it. For a nonce used shortly
        before, returns the earlier message. Raises Rejected for what Discord would refuse; with LOADING only at the edit."""
        ephemeral = bool(flags & EPHEMERAL)
        flags |= (body.get("flags") or 0) & COMPONENTS_V2
        if not flags & LOADING:
            self.check(body, files)
        if body.get("enforce_nonce") and body.get("nonce"):
            old = self._nonces.get((channel, str(body["nonce"])))
            if old is not None and self.now() - old["_at"] < NONCE_LIVES:
                return old
        number = number or self.new_id()
        allowed = body.get("allowed_mentions") or {"parse": ["users"]}
        named = dict.fromkeys(m for m in re.findall(r"<@(\d+)>", words(body)) if m in self.members)
        pinged = [m for m in named if "users" in allowed.get("parse", ()) or m in map(str, allowed.get("users", ()))]
        message = self._shape(number, channel, self.bot, body.get("content") or "") | {
            "mentions": [self.user(m) for m in pinged],
            "embeds": list(body.get("embeds") or ()),
            "type": 20 if interaction and interaction.kind == COMMAND else 0,
            "flags": flags,
            "_only": interaction.member if interaction and ephemeral else None,
        }
        self._fill(message, body, self._attachments(body, files, base, []))
        if body.get("nonce"):
            message["nonce"] = body["nonce"]
            self._nonces[channel, str(body["nonce"])] = message
        if interaction:
            message["application_id"] = self.application
            message["webhook_id"] = self.application
        return self._stand(message)

    def _shape(self, number: str, channel: str, author: Json, words: str) -> Json:
        """A new message by an author, in Discord's shape, not yet stored."""
        return {
            "id": number, "channel_id": channel, "author": author, "content": words, "timestamp": now_text(), "edited_timestamp": None,
            "tts": False, "mention_everyone": False, "mentions": [], "mention_roles": [], "attachments": [], "embeds": [], "pinned": False,
            "type": 0, "components": [], "flags": 0, "_at": self.now(), "_only": None,
        }  # fmt: skip

    def _stand(self, message: Json) -> Json:
        """Stores a new message in its channel."""
        number, channel = message["id"], message["channel_id"]
        self.messages[number] = message
        self.said.setdefault(channel, []).append(number)
        self._forget(channel)
        self.save()
        self.tell("MESSAGE_CREATE", message, message["_only"])
        return message

    def write(self, member: str, channel: str, words: str, number: str | None = None) -> Json:
        """Posts a member's message, which opens an archived thread; the bot is not told. A forum post begins with a message that has its `number`.
        Raises Rejected if the member can't see the channel, or it is locked and they don't manage threads."""
        if not self.sees(member, channel):
            raise Rejected(403, MISSING_ACCESS, "Missing Access")
        if channel in self.threads:
            if self.note(channel).locked and not self.rights_of(member, self.home(channel)) & MANAGE_THREADS:
                raise Rejected(403, LOCKED, "Thread is locked")
            self.unarchive(channel)
        return self._stand(self._shape(number or self.new_id(), channel, self.user(member), words))

    def _forget(self, channel: str) -> None:
        """Drops all but the latest messages of a channel."""
        for number in self.said[channel][: -self.kept_messages]:
            self._drop(number)

    def _drop(self, number: str) -> Json:
        """Removes a message and its files; returns it."""
        message = self.messages.pop(number)
        self.said[message["channel_id"]].remove(number)
        self._drop_files(self._files(message))
        if self._nonces.get(key := (message["channel_id"], str(message.get("nonce")))) is message:
            del self._nonces[key]
        return message

    def find(self, channel: str | None, number: str) -> Json:
        """A message by its id, of `channel` or of any. Raises Rejected if it does not exist."""
        if channel is not None and channel not in self.channels and self.partner(channel) is None:
            raise Rejected(404, UNKNOWN_CHANNEL, "Unknown Channel")
        message = self.messages.get(number)
        if message is None or (channel is not None and message["channel_id"] != channel):
            raise Rejected(404, UNKNOWN_MESSAGE, "Unknown Message")
        return message

    def count_old_edit(self, message: Json) -> None:
        """Counts an edit of an old message. Raises Rejected if there were too many."""
        times = self._old_edits.setdefault(message["channel_id"], deque())
        if self.now() - message["_at"] < OLD:
            return
        while times and times[0] <= self.now() - OLD:
            times.popleft()
        if len(times) >= self.old_edits:
            raise Rejected(
                429,
                TOO_MANY_OLD_EDITS,
                "Maximum number of edits to messages older than 1 hour reached. Try again later.",
                retry_after=round(times[0] + OLD - self.now(), 3),
            )
        times.append(self.now())

    def edit(self, message: Json, body: Mapping[str, Any], files: Mapping[int, tuple[str, bytes, str]], base: str) -> Json:
        """Edits a message of the bot; a layout stays one."""
        self.check(body, files, message)
        if "content" in body:
            message["content"] = body["content"] or ""
        if "embeds" in body:
            message["embeds"] = list(body["embeds"] or ())
        message["flags"] = message["flags"] & ~LOADING | (body.get("flags") or 0) & COMPONENTS_V2
        self._fill(message, body, self._attachments(body, files, base, self._files(message)))
        message["edited_timestamp"] = now_text()
        self.save()
        self.tell("MESSAGE_UPDATE", message, message["_only"])
        return message

    def pin(self, message: Json) -> None:
        """Pins a message."""
        message["pinned"] = True
        self.tell("MESSAGE_UPDATE", message)

    def delete(self, message: Json) -> None:
        """Deletes a message and its files."""
        self._drop(message["id"])
        self.save()
        gone = {"id": message["id"], "channel_id": message["channel_id"], "guild_id": self.home(message["channel_id"])}
        self.tell("MESSAGE_DELETE", gone, message["_only"])
