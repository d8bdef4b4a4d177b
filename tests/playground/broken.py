"""Broken requests, each beside its legal neighbour, which differs from it in one place."""

from __future__ import annotations

import copy
from typing import Any, NamedTuple

from playground.error_codes import EMPTY_MESSAGE, INVALID_FORM, TOO_LARGE
from playground.world import AUTOCOMPLETE, COMMAND, COMPONENT, SUBMIT

ABSENT = object()
"""In place of a value: the field is left out."""
MESSAGE, EDIT, UPLOAD, COMMANDS, THREAD, POST, CHANGE = "message", "edit", "upload", "commands", "thread", "post", "change"
"""What is asked: a message, its edit, a message with files, commands, a thread, a post of a forum, a thread changed. A number is the kind of an
interaction that is answered."""
FLAG = 1 << 15


class Broken(NamedTuple):
    """A request that Discord refuses for what stands at a place of it; it takes it with `legal` there. `says` is what the refusal begins with."""

    asked: str | int
    whole: Any
    place: str
    legal: Any
    broken: Any
    says: str
    code: int = INVALID_FORM

    def body(self, value: Any) -> Any:
        """The request with a value in the place."""
        made = copy.deepcopy(self.whole)
        inner, keys = made, [int(key) if key.isdigit() else key for key in self.place.split("/")]
        for key in keys[:-1]:
            inner = inner[key]
        if value is ABSENT:
            del inner[keys[-1]]
        else:
            inner[keys[-1]] = copy.deepcopy(value)
        return made

    def __str__(self) -> str:
        return f"{self.asked}: {self.says}, at {self.place}"


def button(custom_id: str = "a", **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "x", "custom_id": custom_id, **more}


def menu(options: int = 3, **more: Any) -> dict[str, Any]:
    return {"type": 3, "custom_id": "m", "options": [option(str(n)) for n in range(options)], **more}


def option(value: str = "a", **more: Any) -> dict[str, Any]:
    return {"label": "x", "value": value, **more}


def row(*children: Any) -> dict[str, Any]:
    return {"type": 1, "components": [*children]}


def text(words: str = "x") -> dict[str, Any]:
    return {"type": 10, "content": words}


def rows(count: int) -> list[Any]:
    return [row(button(str(n))) for n in range(count)]


def buttons(count: int) -> list[Any]:
    return [button(str(n)) for n in range(count)]


def options(count: int) -> list[Any]:
    return [option(str(n)) for n in range(count)]


WORDS = {"content": "x"}
BUTTON = {"content": "x", "components": [row(button(), button("b"))]}
LINK = {"content": "x", "components": [row({"type": 2, "style": 5, "label": "x", "url": "https://discord.com/channels/1"})]}
PREMIUM = {"content": "x", "components": [row({"type": 2, "style": 6, "sku_id": "1"})]}
MENU = {"content": "x", "components": [row(menu())]}
PEOPLE = {"content": "x", "components": [row({"type": 5, "custom_id": "p"})]}
CHILD, OPTION = "components/0/components/0", "components/0/components/0/options/0"
EMBED = {
    "embeds": [
        {
            "title": "x",
            "footer": {"text": "x"},
            "author": {"name": "x"},
            "fields": [{"name": "x", "value": "x"}],
            "image": {"url": "https://a.org/b.png"},
        }
    ]
}
MESSAGES = [
    Broken(MESSAGE, WORDS, "content", "x" * 2000, "x" * 2001, "content"),
    Broken(MESSAGE, WORDS, "content", " x", "  ", "Cannot send an empty", EMPTY_MESSAGE),
    Broken(MESSAGE, {"content": "x", "embeds": None}, "content", "x", None, "Cannot send an empty", EMPTY_MESSAGE),
    Broken(EDIT, WORDS, "content", "x" * 2000, "x" * 2001, "content"),
    Broken(MESSAGE, WORDS, "nonce", "1" * 25, "1" * 26, "nonce"),
    Broken(MESSAGE, WORDS, "sticker_ids", ["1", "2", "3"], ["1", "2", "3", "4"], "sticker_ids"),
    Broken(MESSAGE, {"content": "x", "allowed_mentions": {"users": ["4001"]}}, "allowed_mentions/parse", [], ["users"], "allowed_mentions.users"),
    Broken(MESSAGE, {"content": "x", "allowed_mentions": {"parse": ["roles"]}}, "allowed_mentions/roles", [], ["1"], "allowed_mentions.roles"),
    Broken(MESSAGE, {"content": "x", "allowed_mentions": {}}, "allowed_mentions/parse", ["everyone"], ["here"], "allowed_mentions.parse"),
    Broken(MESSAGE, {"content": "x", "allowed_mentions": {}}, "allowed_mentions/parse", ["users"], ["users", "users"], "allowed_mentions.parse"),
    Broken(MESSAGE, {"content": "x", "allowed_mentions": {}}, "allowed_mentions/users", ["1", "2"], ["1", "1"], "allowed_mentions.users"),
    Broken(
        MESSAGE, {"content": "x", "allowed_mentions": {}}, "allowed_mentions/users", [*map(str, range(100))], [*map(str, range(101))],
        "allowed_mentions.users",
    ),
    Broken(MESSAGE, EMBED, "embeds/0/title", "x" * 256, "x" * 257, "embeds.title"),
    Broken(MESSAGE, EMBED, "embeds/0/description", "x" * 4096, "x" * 4097, "embeds.description"),
    Broken(MESSAGE, EMBED, "embeds/0/color", 0xFFFFFF, 0x1000000, "embeds.color"),
    Broken(MESSAGE, EMBED, "embeds/0/color", 0, -1, "embeds.color"),
    Broken(MESSAGE, EMBED, "embeds/0/footer/text", "x" * 2048, "x" * 2049, "embeds.footer.text"),
    Broken(MESSAGE, EMBED, "embeds/0/author/name", "x" * 256, "x" * 257, "embeds.author.name"),
    Broken(MESSAGE, EMBED, "embeds/0/author/name", "x", "", "embeds.author.name"),
    Broken(MESSAGE, EMBED, "embeds/0/fields", [{"name": "x", "value": "x"}] * 25, [{"name": "x", "value": "x"}] * 26, "embeds.fields"),
    Broken(MESSAGE, EMBED, "embeds/0/fields/0/name", "x" * 256, "x" * 257, "embeds.fields.name"),
    Broken(MESSAGE, EMBED, "embeds/0/fields/0/value", "x" * 1024, "x" * 1025, "embeds.fields.value"),
    Broken(MESSAGE, EMBED, "embeds/0/fields/0/value", "x", " ", "embeds.fields.value"),
    Broken(MESSAGE, EMBED, "embeds/0/url", "https://a.org", "attachment://a.png", "embeds.url"),
    Broken(MESSAGE, EMBED, "embeds/0/image/url", "http://a.org", "file://a.png", "embeds.image.url"),
    Broken(MESSAGE, EMBED, "embeds/0/thumbnail", {"url": "http://a.org"}, {"url": "file://a.png"}, "embeds.thumbnail.url"),
    Broken(MESSAGE, EMBED, "embeds/0/timestamp", "2026-01-01T00:00:00+00:00", "yesterday", "embeds.timestamp"),
    Broken(MESSAGE, WORDS, "embeds", [{"title": "x"}] * 10, [{"title": "x"}] * 11, "embeds"),
    Broken(MESSAGE, WORDS, "embeds", [{"description": "x" * 3000}] * 2, [{"description": "x" * 3001}] * 2, "embeds"),
    Broken(MESSAGE, WORDS, "embeds", [{"image": {"url": "https://a.org/b"}}], [{"color": 1}], "embeds.description"),
]  # fmt: skip
COMPONENTS = [
    Broken(MESSAGE, WORDS, "components", rows(5), rows(6), "components"),
    Broken(MESSAGE, WORDS, "components", [row(button())], [button()], "components.type"),
    Broken(MESSAGE, WORDS, "components", [row(button())], [row()], "components.components"),
    Broken(MESSAGE, WORDS, "components", [row(button())], [row({"type": 4, "custom_id": "a", "style": 1, "label": "x"})], "components.type"),
    Broken(MESSAGE, BUTTON, "components/0/components", buttons(5), buttons(6), "components.components"),
    Broken(MESSAGE, WORDS, "components", [row(menu()), row(button())], [row(menu(), button())], "components.components"),
    Broken(MESSAGE, BUTTON, f"{CHILD}/custom_id", "a", "b", "components.custom_id"),
    Broken(EDIT, BUTTON, f"{CHILD}/custom_id", "a", "b", "components.custom_id"),
    Broken(MESSAGE, BUTTON, f"{CHILD}/custom_id", "a" * 100, "a" * 101, "custom_id"),
    Broken(MESSAGE, BUTTON, f"{CHILD}/custom_id", "a", ABSENT, "custom_id"),
    Broken(MESSAGE, {"content": "x", "components": [row(button(id=1), button("b"))]}, "components/0/components/1/id", 2, 1, "components.id"),
    Broken(MESSAGE, BUTTON, f"{CHILD}/id", 2**31 - 1, 2**31, "components.id"),
    Broken(MESSAGE, BUTTON, f"{CHILD}/label", "x" * 80, "x" * 81, "label"),
    Broken(MESSAGE, BUTTON, f"{CHILD}/label", "x", " ", "label"),
    Broken(MESSAGE, {"content": "x", "components": [row(button(label=None))]}, f"{CHILD}/emoji", {"name": "🏠"}, ABSENT, "label")._replace(
        whole={"content": "x", "components": [row(button(label=None, emoji=None))]}
    ),
    Broken(MESSAGE, BUTTON, f"{CHILD}/style", 4, 7, "style"),
    Broken(MESSAGE, BUTTON, f"{CHILD}/url", None, "https://a.org", "url"),
    Broken(MESSAGE, BUTTON, f"{CHILD}/emoji", {"name": "🏠"}, {"name": "x"}, "emoji"),
    Broken(MESSAGE, BUTTON, f"{CHILD}/emoji", {"name": "✔️"}, {"name": "✓"}, "emoji"),
    Broken(MESSAGE, BUTTON, f"{CHILD}/emoji", {"name": "👩‍🚀"}, {"name": "👩🚀"}, "emoji"),
    Broken(MESSAGE, BUTTON, f"{CHILD}/emoji", {"name": "🇨🇿"}, {"name": "🇨"}, "emoji"),
    Broken(MESSAGE, BUTTON, f"{CHILD}/emoji", {"name": "1️⃣"}, {"name": "1"}, "emoji"),
    Broken(MESSAGE, BUTTON, f"{CHILD}/emoji", {"id": "1", "name": "own"}, {"id": None, "name": "own"}, "emoji"),
    Broken(MESSAGE, LINK, f"{CHILD}/url", "https://a.org", ABSENT, "url"),
    Broken(MESSAGE, LINK, f"{CHILD}/url", "discord://a", "ftp://a.org", "url"),
    Broken(MESSAGE, LINK, f"{CHILD}/url", "https://a.org/".ljust(512, "x"), "https://a.org/".ljust(513, "x"), "url"),
    Broken(MESSAGE, LINK, f"{CHILD}/custom_id", None, "a", "custom_id"),
    Broken(MESSAGE, PREMIUM, f"{CHILD}/sku_id", "1", ABSENT, "sku_id"),
    Broken(MESSAGE, PREMIUM, f"{CHILD}/label", None, "x", "sku_id"),
    Broken(MESSAGE, MENU, f"{CHILD}/custom_id", "m" * 100, "m" * 101, "custom_id"),
    Broken(MESSAGE, MENU, f"{CHILD}/placeholder", "x" * 150, "x" * 151, "placeholder"),
    Broken(MESSAGE, MENU, f"{CHILD}/options", options(25), options(26), "options"),
    Broken(MESSAGE, MENU, f"{CHILD}/options", options(1), [], "options"),
    Broken(MESSAGE, MENU, f"{CHILD}/max_values", 3, 4, "max_values"),
    Broken(MESSAGE, {"content": "x", "components": [row(menu(25))]}, f"{CHILD}/min_values", 0, -1, "min_values"),
    Broken(MESSAGE, {"content": "x", "components": [row(menu(min_values=2))]}, f"{CHILD}/max_values", 2, 1, "min_values"),
    Broken(MESSAGE, MENU, f"{CHILD}/min_values", 1, 2, "min_values"),
    Broken(MESSAGE, {"content": "x", "components": [row(menu(min_values=0))]}, f"{CHILD}/max_values", 1, 0, "max_values"),
    Broken(EDIT, {"content": "x", "components": [row(menu(max_values=2))]}, f"{CHILD}/options", options(2), options(1), "max_values"),
    Broken(MESSAGE, MENU, OPTION, option("a", default=True), option("1"), "options.value"),
    Broken(MESSAGE, MENU, f"{OPTION}/label", "x" * 100, "x" * 101, "options.label"),
    Broken(MESSAGE, MENU, f"{OPTION}/label", "x", "", "options.label"),
    Broken(MESSAGE, MENU, f"{OPTION}/value", "x" * 100, "x" * 101, "options.value"),
    Broken(MESSAGE, MENU, f"{OPTION}/description", "x" * 100, "x" * 101, "options.description"),
    Broken(MESSAGE, MENU, f"{OPTION}/emoji", {"name": "⚔️"}, {"name": ":x:"}, "emoji"),
    Broken(
        MESSAGE, MENU, f"{CHILD}/options", [option("a", default=True), option("b")], [option("a", default=True), option("b", default=True)],
        "options: more defaults",
    ),
    Broken(
        MESSAGE, {"content": "x", "components": [row(menu(max_values=2))]}, f"{CHILD}/options", [option(n, default=n != "c") for n in "abc"],
        [option(n, default=True) for n in "abc"], "options: more defaults",
    ),
    Broken(MESSAGE, PEOPLE, f"{CHILD}/max_values", 25, 26, "max_values"),
    Broken(MESSAGE, PEOPLE, f"{CHILD}/options", None, [option()], "options"),
]  # fmt: skip
LAYOUT = {"flags": FLAG, "components": [text(), {"type": 17, "components": [text(), row(button())]}]}
GALLERY = {"flags": FLAG, "components": [{"type": 12, "items": [{"media": {"url": "https://a.org/b.png"}, "description": "x"}]}]}
SECTION = {"flags": FLAG, "components": [{"type": 9, "components": [text()], "accessory": button()}]}
LAYOUTS = [
    Broken(MESSAGE, LAYOUT, "content", None, "x", "content"),
    Broken(MESSAGE, LAYOUT, "embeds", [], [{"title": "x"}], "embeds"),
    Broken(MESSAGE, LAYOUT, "components", [text()] * 40, [text()] * 41, "components"),
    Broken(MESSAGE, LAYOUT, "components", [text()], [], "Cannot send an empty", EMPTY_MESSAGE),
    Broken(MESSAGE, LAYOUT, "components", [text("x" * 2000)] * 2, [text("x" * 2000), text("x" * 2001)], "components"),
    Broken(MESSAGE, LAYOUT, "components/0", row(button("b")), button("b"), "components.type"),
    Broken(MESSAGE, LAYOUT, "components/0", row(button("b")), row(button("a")), "components.custom_id"),
    Broken(MESSAGE, LAYOUT, "components/0/content", "x", " ", "content"),
    Broken(MESSAGE, LAYOUT, "components/1/accent_color", 0xFFFFFF, 0x1000000, "accent_color"),
    Broken(MESSAGE, LAYOUT, "components/1/components/0", {"type": 14, "spacing": 2}, {"type": 14, "spacing": 3}, "spacing"),
    Broken(MESSAGE, LAYOUT, "components/1/components/0", text(), {"type": 17, "components": [text()]}, "components.components"),
    Broken(MESSAGE, LAYOUT, "components/1/components", [text()], [], "components.components"),
    Broken(MESSAGE, LAYOUT, "components/1/components/1/components/0", menu(max_values=3), menu(max_values=4), "max_values"),
    Broken(MESSAGE, LAYOUT, "components/1/components/1/components/0/emoji", {"name": "🛡"}, {"name": "shield"}, "emoji"),
    Broken(MESSAGE, GALLERY, "components/0/items", GALLERY["components"][0]["items"] * 10, GALLERY["components"][0]["items"] * 11, "items"),
    Broken(MESSAGE, GALLERY, "components/0/items/0/description", "x" * 1024, "x" * 1025, "description"),
    Broken(MESSAGE, GALLERY, "components/0/items/0/description", "x", "", "description"),
    Broken(MESSAGE, GALLERY, "components/0/items/0/media/url", "https://a.org/b.png", "attachment://b.png", "components.media.url"),
    Broken(MESSAGE, GALLERY, "components/0/items/0/media/url", "http://a.org/b.png", "ftp://a.org/b.png", "components.media.url"),
    Broken(MESSAGE, SECTION, "components/0/components", [text()] * 3, [text()] * 4, "components.components"),
    Broken(MESSAGE, SECTION, "components/0/accessory", {"type": 11, "media": {"url": "https://a.org/b.png"}}, ABSENT, "accessory"),
    Broken(MESSAGE, SECTION, "components/0/accessory/label", "x" * 80, "x" * 81, "label"),
    Broken(
        MESSAGE,
        {"flags": FLAG, "components": [*SECTION["components"], row(button())]},
        "components/0/accessory",
        button("b"),
        button("a"),
        "components.custom_id",
    ),
    Broken(EDIT, LAYOUT, "components/0/content", "x", "", "content"),
]
FILE = {"payload": {"content": "x", "attachments": [{"id": 0}]}, "files": {"0": ("board.png", 3)}}
TWO = {"payload": {"content": "x", "attachments": [{"id": 0}, {"id": 1}]}, "files": {"0": ("a.png", 3), "1": ("b.png", 3)}}
MANY = {"payload": {"content": "x"}, "files": {}}
SHOWN = {"payload": {"flags": FLAG, "components": [{"type": 13, "file": {"url": "attachment://board.png"}}]}, "files": {"0": ("board.png", 3)}}
UPLOADS = [
    Broken(UPLOAD, FILE, "payload/attachments/0/id", 0, 1, "attachments: Attachment data not found"),
    Broken(MESSAGE, WORDS, "attachments", [], [{"id": "0", "filename": "a.png"}], "attachments: Attachment data not found"),
    Broken(EDIT, WORDS, "attachments", [], [{"id": "12345678901234567"}], "attachments: Attachment data not found"),
    Broken(UPLOAD, TWO, "payload/attachments/1/id", 1, 0, "attachments.id"),
    Broken(UPLOAD, FILE, "payload/attachments/0/description", "x" * 1024, "x" * 1025, "attachments.description"),
    Broken(UPLOAD, FILE, "files/0", ("Board-1_2.png", 3), ("board 1.png", 3), "attachments.filename"),
    Broken(UPLOAD, FILE, "files/0", ("cesta.txt", 3), ("česta.txt", 3), "attachments.filename"),
    Broken(UPLOAD, FILE, "files/0", ("a_.png", 3), ("_a.png", 3), "attachments.filename"),
    Broken(UPLOAD, FILE, "payload/attachments/0/filename", "board.png", "../board.png", "attachments.filename"),
    Broken(UPLOAD, FILE, "payload/attachments/0/filename", "b" * 1024, "b" * 1025, "attachments.filename"),
    Broken(UPLOAD, MANY, "files", {str(n): ("a.png", 3) for n in range(10)}, {str(n): ("a.png", 3) for n in range(11)}, "files"),
    Broken(UPLOAD, FILE, "files/0", ("board.png", 10 << 20), ("board.png", (10 << 20) + 1), "Request entity too large", TOO_LARGE),
    Broken(UPLOAD, SHOWN, "payload/components/0/file/url", "attachment://board.png", "attachment://other.png", "components.media.url"),
    Broken(UPLOAD, SHOWN, "payload/components/0/file/url", "attachment://board.png", "https://a.org/board.png", "components.media.url"),
]
THREADS = [
    Broken(THREAD, {"name": "x", "type": 11}, "name", "x" * 100, "x" * 101, "name"),
    Broken(THREAD, {"name": "x", "type": 11}, "name", "x", " ", "name"),
    Broken(THREAD, {"name": "x", "type": 11}, "auto_archive_duration", 60, 61, "auto_archive_duration"),
    Broken(THREAD, {"name": "x", "type": 11}, "rate_limit_per_user", 21600, 21601, "rate_limit_per_user"),
    Broken(POST, {"name": "x", "message": WORDS}, "message", WORDS, ABSENT, "message"),
    Broken(POST, {"name": "x", "message": WORDS}, "message/content", "x" * 2000, "x" * 2001, "content"),
    Broken(POST, {"name": "x", "message": WORDS}, "applied_tags", [*map(str, range(5))], [*map(str, range(6))], "applied_tags"),
    Broken(CHANGE, {}, "name", "x" * 100, "x" * 101, "name"),
    Broken(CHANGE, {}, "auto_archive_duration", 10080, 10081, "auto_archive_duration"),
    Broken(CHANGE, {}, "rate_limit_per_user", 0, -1, "rate_limit_per_user"),
]


def answer(kind: int, **data: Any) -> dict[str, Any]:
    return {"type": kind, "data": data}


def asked_for(**more: Any) -> dict[str, Any]:
    """A text input."""
    return {"type": 4, "style": 1, "custom_id": "t", **more}


def label(component: Any, **more: Any) -> dict[str, Any]:
    return {"type": 18, "label": "x", "component": component, **more}


def form(*components: Any) -> dict[str, Any]:
    return answer(9, title="x", custom_id="f", components=[*components])


def labels(count: int) -> list[Any]:
    return [label(asked_for() | {"custom_id": str(n)}) for n in range(count)]


INPUT, INNER = form(label(asked_for())), "data/components/0/component"
OWN = form(row(asked_for(label="x")))
IN_FORM = form(label(menu(min_values=0, required=False)))
BOXES = form(label({"type": 22, "custom_id": "b", "options": options(3), "min_values": 1, "max_values": 2}))
RADIO = form(label({"type": 21, "custom_id": "r", "options": options(3)}))
FORMS = [
    Broken(COMMAND, INPUT, "data/title", "x" * 45, "x" * 46, "title"),
    Broken(COMMAND, INPUT, "data/custom_id", "x" * 100, "x" * 101, "custom_id"),
    Broken(COMMAND, INPUT, "data/components", labels(5), labels(6), "components"),
    Broken(COMMAND, INPUT, "data/components", labels(1), [], "components"),
    Broken(COMMAND, INPUT, "data/components", labels(2), [*labels(1), *labels(1)], "components.custom_id"),
    Broken(COMMAND, INPUT, "data/components/0", text(), row(button()), "components.type"),
    Broken(COMMAND, INPUT, "data/components/0", row(asked_for(label="x")), row(asked_for()), "label"),
    Broken(COMMAND, INPUT, "data/components/0", row(asked_for(label="x")), button(), "components.type"),
    Broken(COMMAND, OWN, "data/components/0/components/0/label", "x" * 45, "x" * 46, "label"),
    Broken(COMMAND, OWN, "data/components/0/components/0/style", 2, 3, "style"),
    Broken(COMMAND, OWN, "data/components/0/components", [asked_for(label="x")], [], "components.components"),
    Broken(COMMAND, form(text()), "data/components/0/content", "x", "", "content"),
    Broken(COMMAND, INPUT, "data/components/0/label", "x" * 45, "x" * 46, "label"),
    Broken(COMMAND, INPUT, "data/components/0/description", "x" * 100, "x" * 101, "description"),
    Broken(COMMAND, INPUT, INNER, asked_for(), ABSENT, "component"),
    Broken(COMMAND, INPUT, INNER, asked_for(), button(), "component"),
    Broken(COMMAND, INPUT, f"{INNER}/label", None, "x", "component.label"),
    Broken(COMMAND, INPUT, f"{INNER}/custom_id", "x" * 100, "x" * 101, "custom_id"),
    Broken(COMMAND, INPUT, f"{INNER}/style", 2, 3, "style"),
    Broken(COMMAND, INPUT, f"{INNER}/placeholder", "x" * 100, "x" * 101, "placeholder"),
    Broken(COMMAND, form(label(asked_for(max_length=5))), f"{INNER}/min_length", 5, 6, "min_length"),
    Broken(COMMAND, form(label(asked_for(max_length=5))), f"{INNER}/value", "x" * 5, "x" * 6, "value"),
    Broken(COMMAND, INPUT, f"{INNER}/value", "x" * 4000, "x" * 4001, "value"),
    Broken(COMMAND, INPUT, f"{INNER}/min_length", 0, -1, "min_length"),
    Broken(COMMAND, INPUT, f"{INNER}/max_length", 4000, 4001, "max_length"),
    Broken(COMMAND, INPUT, f"{INNER}/max_length", 1, 0, "max_length"),
    Broken(COMMAND, IN_FORM, f"{INNER}/required", False, True, "component.min_values"),
    Broken(COMMAND, IN_FORM, f"{INNER}/required", False, ABSENT, "component.min_values"),
    Broken(COMMAND, IN_FORM, f"{INNER}/disabled", False, True, "component.disabled"),
    Broken(COMMAND, IN_FORM, f"{INNER}/max_values", 3, 4, "max_values"),
    Broken(COMMAND, IN_FORM, f"{INNER}/options/0/value", "a", "1", "options.value"),
    Broken(COMMAND, form(label({"type": 19, "custom_id": "u"})), f"{INNER}/max_values", 10, 11, "max_values"),
    Broken(COMMAND, form(label({"type": 19, "custom_id": "u", "required": True})), f"{INNER}/min_values", 1, 0, "component.min_values"),
    Broken(COMMAND, form(label({"type": 19, "custom_id": "u"})), f"{INNER}/custom_id", "u", "", "custom_id"),
    Broken(COMMAND, form(label({"type": 23, "custom_id": "c"})), f"{INNER}/custom_id", "c", "", "custom_id"),
    Broken(COMMAND, BOXES, f"{INNER}/options/0/value", "a", "1", "options.value"),
    Broken(COMMAND, BOXES, f"{INNER}/options/0/label", "x" * 100, "x" * 101, "options.label"),
    Broken(COMMAND, BOXES, f"{INNER}/options/0/value", "x" * 100, "x" * 101, "options.value"),
    Broken(COMMAND, BOXES, f"{INNER}/options/0/description", "x" * 100, "x" * 101, "options.description"),
    Broken(COMMAND, BOXES, f"{INNER}/custom_id", "b", "", "custom_id"),
    Broken(COMMAND, BOXES, f"{INNER}/options", options(10), options(11), "options"),
    Broken(COMMAND, BOXES, f"{INNER}/max_values", 3, 4, "max_values"),
    Broken(COMMAND, BOXES, f"{INNER}/min_values", 2, 3, "min_values"),
    Broken(COMMAND, BOXES, f"{INNER}/min_values", 1, 0, "component.min_values"),
    Broken(COMMAND, RADIO, f"{INNER}/options", options(2), options(1), "options"),
    Broken(COMMAND, RADIO, f"{INNER}/options", [option("a", default=True), option("b")], [option(n, default=True) for n in "ab"], "options: more"),
    Broken(COMPONENT, INPUT, "data/title", "x", "", "title"),
    Broken(SUBMIT, answer(4, content="x"), "type", 4, 9, "This is no answer")._replace(whole=form(label(asked_for())) | {"data": {"content": "x"}}),
]
OFFERED = answer(8, choices=[{"name": "x", "value": "x"}])
ANSWERS = [
    Broken(AUTOCOMPLETE, OFFERED, "data/choices", [{"name": "x", "value": "x"}] * 25, [{"name": "x", "value": "x"}] * 26, "choices"),
    Broken(AUTOCOMPLETE, OFFERED, "data/choices/0/name", "x" * 100, "x" * 101, "choices.name"),
    Broken(AUTOCOMPLETE, OFFERED, "data/choices/0/name", "x", " ", "choices.name"),
    Broken(AUTOCOMPLETE, OFFERED, "data/choices/0/value", "x" * 100, "x" * 101, "choices.value"),
    Broken(AUTOCOMPLETE, OFFERED, "data/choices/0/value", 2**53 - 1, 2**53, "choices.value"),
    Broken(AUTOCOMPLETE, OFFERED, "type", 8, 4, "This is no answer"),
    Broken(COMMAND, answer(4, content="x"), "type", 4, 8, "This is no answer"),
    Broken(COMMAND, answer(4, content="x"), "data/content", "x" * 2000, "x" * 2001, "content"),
    Broken(COMPONENT, answer(4, content="x", components=[row(menu())]), f"data/{CHILD}/max_values", 3, 4, "max_values"),
    Broken(COMPONENT, answer(7, content="x", components=[row(menu())]), f"data/{CHILD}/max_values", 3, 4, "max_values"),
]
