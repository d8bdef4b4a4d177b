"""What Discord refuses: the limits of messages, components and commands, with its error codes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

UNKNOWN_APPLICATION, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK, UNKNOWN_INTERACTION = 10002, 10003, 10008, 10015, 10062
MISSING_ACCESS, MISSING_PERMISSIONS, INVALID_TOKEN, INVALID_FORM, ACKNOWLEDGED = 50001, 50013, 50027, 50035, 40060
TAKES_NONE, NOTHING_IN_COMMON = 50007, 50278
NOT_YOURS, NO_TEXT, WRONG_KIND, OVERLOADED = 50005, 50008, 50024, 130000
EMPTY_MESSAGE, UNKNOWN_SERVER, UNKNOWN_MEMBER, UNKNOWN_USER = 50006, 10004, 10007, 10013
ARCHIVED, LOCKED, TOO_MANY_THREADS, TOO_MANY_OLD_EDITS = 50083, 160005, 160006, 30046

ACTION_ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
LABEL, FILE_UPLOAD = 18, 19
LINK_STYLE = 5
_NAME = re.compile(r"^[-_'\w]{1,32}$", re.UNICODE)
MAX_COMMAND_LETTERS = 8000


class Rejected(Exception):
    """An answer with an error status, as Discord gives it. With 429 it tells when to ask again, and whether the limit is `shared` by everybody."""

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        errors: Mapping[str, Any] | None = None,
        *,
        retry_after: float | None = None,
        shared: bool = False,
    ) -> None:
        super().__init__(f"{status} {code} {message} {errors or ''}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors
        self.retry_after = retry_after
        self.shared = shared

    def body(self) -> dict[str, Any]:
        """What Discord answers with the status."""
        found: dict[str, Any] = {"code": self.code, "message": self.message}
        if self.errors:
            found["errors"] = self.errors
        return found


def invalid(faults: Sequence[str]) -> Rejected:
    """The refusal of a form, naming each field that is wrong."""
    return Rejected(400, INVALID_FORM, "Invalid Form Body", {"_errors": [{"code": "BASE_TYPE", "message": f} for f in faults]})


def check_message(body: Mapping[str, Any], files: int, fresh: bool) -> None:
    """Raises Rejected for a message that Discord would not take. `fresh` tells a new message from an edit."""
    faults = [*message_faults(body, files), *_component_faults(body.get("components") or ())]
    if len(body.get("content") or "") > 2000:
        faults.append("content: Must be 2000 or fewer in length.")
    if faults:
        raise invalid(faults)
    if fresh and not (body.get("content") or body.get("embeds") or files or body.get("components") or body.get("sticker_ids")):
        raise Rejected(400, EMPTY_MESSAGE, "Cannot send an empty message")


def message_faults(body: Mapping[str, Any], files: int) -> Iterator[str]:
    """What Discord would say against a message of whatever kind: its files and embeds, and the nonce."""
    if files > 10:
        yield "files: at most 10"
    if len(str(body.get("nonce") or "")) > 25:
        yield "nonce: Must be 25 or fewer in length."
    for attachment in body.get("attachments") or ():
        if len(attachment.get("description") or "") > 1024:
            yield "attachments.description: Must be 1024 or fewer in length."
    embeds = body.get("embeds") or ()
    if len(embeds) > 10:
        yield "embeds: at most 10"
    letters = 0
    for embed in embeds:
        parts = {"title": 256, "description": 4096}
        for key, limit in parts.items():
            letters += len(embed.get(key) or "")
            if len(embed.get(key) or "") > limit:
                yield f"embeds.{key}: Must be {limit} or fewer in length."
        if len(embed.get("fields") or ()) > 25:
            yield "embeds.fields: at most 25"
        for field in embed.get("fields") or ():
            letters += len(field["name"]) + len(field["value"])
            if not 1 <= len(field["name"]) <= 256 or not 1 <= len(field["value"]) <= 1024:
                yield "embeds.fields: name 1 to 256, value 1 to 1024 letters"
    if letters > 6000:
        yield "embeds: at most 6000 letters together"


def _component_faults(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    if len(rows) > 5:
        yield "components: Must be 5 or fewer in length."
    ids = [child["custom_id"] for row in rows for child in row.get("components") or () if "custom_id" in child]
    if len(set(ids)) != len(ids):
        yield "components: Component custom id cannot be duplicated"
    yield from row_faults(rows)


def row_faults(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """What Discord would say against rows of buttons and menus."""
    for row in rows:
        children = row.get("components") or ()
        if row.get("type") != ACTION_ROW or not children:
            yield "components: rows with something in them"
        if len(children) > 5:
            yield "components.components: Must be between 1 and 5 in length."
        if len(children) > 1 and any(c.get("type") != BUTTON for c in children):
            yield "components.components: a menu fills its row"
        for child in children:
            yield from _child_faults(child)


def _child_faults(child: Mapping[str, Any]) -> Iterator[str]:
    if child.get("style") != LINK_STYLE and not 1 <= len(child.get("custom_id") or "") <= 100:
        yield "custom_id: Must be between 1 and 100 in length."
    if child.get("type") == BUTTON and not (child.get("label") or child.get("emoji")):
        yield "label: a button needs a label or an emoji"
    if len(child.get("label") or "") > 80:
        yield "label: Must be 80 or fewer in length."
    if len(child.get("placeholder") or "") > 150:
        yield "placeholder: Must be 150 or fewer in length."
    if child.get("type") == STRING_SELECT:
        options = child.get("options") or ()
        if not 1 <= len(options) <= 25:
            yield "options: Must be between 1 and 25 in length."
        if len({o.get("value") for o in options}) != len(options):
            yield "options.value: The specified option value is already used"
        for option in options:
            if not 1 <= len(option.get("label") or "") <= 100 or not 1 <= len(option.get("value") or "") <= 100:
                yield "options: label and value 1 to 100 letters"
            if len(option.get("description") or "") > 100:
                yield "options.description: Must be 100 or fewer in length."


def check_choices(choices: Sequence[Mapping[str, Any]]) -> None:
    """Raises Rejected for autocomplete answers that Discord would not take."""
    faults = ["choices: Must be 25 or fewer in length."] if len(choices) > 25 else []
    for choice in choices:
        if not 1 <= len(str(choice["name"])) <= 100 or not 1 <= len(str(choice["value"])) <= 100:
            faults.append("choices: name and value 1 to 100 letters")
    if faults:
        raise invalid(faults)


def check_modal(data: Mapping[str, Any]) -> None:
    """Raises Rejected for a modal that Discord would not take."""
    faults = []
    if not 1 <= len(data.get("title") or "") <= 45 or not 1 <= len(data.get("custom_id") or "") <= 100:
        faults.append("title 1 to 45, custom_id 1 to 100 letters")
    if not 1 <= len(data.get("components") or ()) <= 5:
        faults.append("components: Must be between 1 and 5 in length.")
    for label in (row for row in data.get("components") or () if row.get("type") == LABEL):
        if not 1 <= len(label.get("label") or "") <= 45 or not 1 <= len(label.get("description") or "-") <= 100 or not label.get("component"):
            faults.append("components: a label has 1 to 45 letters, a description at most 100, and something that it is for")
    if faults:
        raise invalid(faults)


def check_commands(commands: Sequence[Mapping[str, Any]]) -> None:
    """Raises Rejected for commands that Discord would not register."""
    faults = ["at most 100 commands"] if len(commands) > 100 else []
    if len({c["name"] for c in commands}) != len(commands):
        faults.append("name: Application command names must be unique")
    for command in commands:
        faults += _command_faults(command, command["name"], 0)
        if _letters(command) > MAX_COMMAND_LETTERS:
            faults.append(f"{command['name']}: more than {MAX_COMMAND_LETTERS} letters")
    if faults:
        raise invalid(faults)


def _letters(option: Mapping[str, Any]) -> int:
    own = len(option["name"]) + len(option.get("description") or "")
    own += sum(len(str(c["name"])) + len(str(c["value"])) for c in option.get("choices") or ())
    return own + sum(_letters(o) for o in option.get("options") or ())


def _command_faults(option: Mapping[str, Any], path: str, depth: int) -> Iterator[str]:
    names = [option["name"], *(option.get("name_localizations") or {}).values()]
    for name in names:
        if not _NAME.match(name) or name != name.lower():
            yield f"{path}: {name!r} is no name for a command or option"
    for text in [option.get("description") or "", *(option.get("description_localizations") or {}).values()]:
        if not 1 <= len(text) <= 100:
            yield f"{path}: descriptions have 1 to 100 letters: {text!r}"
    options = option.get("options") or ()
    if len(options) > 25 or len(option.get("choices") or ()) > 25:
        yield f"{path}: at most 25 options and 25 choices"
    for key in {k for o in options for k in (o.get("name_localizations") or {})} | {None}:
        shown = [(o.get("name_localizations") or {}).get(key, o["name"]) for o in options]
        if len(set(shown)) != len(shown):
            yield f"{path}: two options have one name ({key})"
    optional = False
    for child in options:
        if child["type"] > 2 and child.get("required") and optional:
            yield f"{path}: required options come first"
        optional = optional or not child.get("required")
        yield from _command_faults(child, f"{path} {child['name']}", depth + 1)
