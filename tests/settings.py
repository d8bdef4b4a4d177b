"""How a member sets something in `/settings`, by what stands on its panel: whole-bot tests set it so, and read what stands there afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.chat import Chat

Json = dict[str, Any]
SWITCHES = {"pings": "on", "direct": "on", "profile": "everywhere"}
PAGES = {"hours": "hours", "away": "hours", "challenges": "challenges", "block": "block", "stops": "stops", "data": "data"}


def keys(titles: str) -> list[str]:
    """Games by their titles, with commas between; none for all of them."""
    return [] if titles == "all games" else [title.strip().casefold().replace(" ", "_") for title in titles.split(",")]


def truly(value: object) -> bool:
    return value in (True, "True", "true")


class Panel:
    """The panel of one member in one channel."""

    def __init__(self, chat: Chat, member: str, channel: str) -> None:
        self.chat, self.member, self.channel = chat, member, channel
        self.number = ""

    @property
    def shown(self) -> Json:
        """What stands on it now."""
        return next(m for m in self.chat.seen(self.member, self.channel) if m["id"] == self.number)

    def parts(self) -> list[Json]:
        return [part for row in self.shown["components"] for part in row["components"]]

    async def open(self, command: str = "settings", **options: Any) -> None:
        await self.chat.use(self.member, command, self.channel, **options)
        self.number = self.chat.private(self.member, self.channel)["id"]

    async def touch(self, begins: str, values: list[str] | None = None) -> Json | None:
        """Presses or chooses from what has a custom id that begins so; None where there is nothing of the kind. Gives the answer."""
        part = next((part for part in self.parts() if part["custom_id"].startswith(begins)), None)
        if part is None:
            return None
        body = {"member": self.member, "channel": self.channel, "message": self.number, "custom_id": part["custom_id"]}
        found: Json = await self.chat.standin.play("component", body | ({"values": values} if values is not None else {}))
        assert "error" not in found, found
        await self.chat.settle()
        return found

    async def turn(self, what: str, on: bool) -> None:
        """A switch is turned, unless it stands so."""
        await self.touch(f"b:set:{what}:{'on' if on else 'off'}")

    async def write(self, form: str, **fields: str) -> None:
        """A form is opened, and sent with what stands in it, or what is written there instead."""
        opened = await self.touch(f"b:setask:{form}")
        assert opened is not None
        modal = opened["modal"]
        lines = {part["custom_id"]: part.get("value") or "" for row in modal["components"] for part in row["components"]}
        await self.chat.submit(self.member, modal["custom_id"], self.channel, self.shown, **(lines | fields))

    @property
    def table(self) -> str:
        """The table that its buttons are about."""
        found: str = next(part["custom_id"].split(":")[2] for part in self.parts())
        return found

    def read(self) -> str:
        """What the member reads: an answer of its own, or the panel as it is now."""
        return str(self.chat.private(self.member, self.channel)["content"])


async def set_for(chat: Chat, member: str, what: str, channel: str, /, **options: Any) -> str:
    """Sets something for a member, as they would; gives what they read then."""
    panel = Panel(chat, member, channel)
    if what == "order":
        return await _order(panel, str(options["order"]), truly(options["on"]))
    await panel.open()
    if what in PAGES:
        await panel.touch(f"b:settings:{PAGES[what]}")
    if what in SWITCHES:
        await panel.turn(what, truly(options[SWITCHES[what]]))
    elif what in ("language", "theme"):
        await panel.touch(f"m:set:{what}", [options[what]])
    elif what == "hours":
        await _hours(panel, **options)
    elif what == "away":
        await panel.write("away", days=str(options["days"]))
    elif what == "block":
        await _named(panel, **options)
    elif what == "challenges":
        await _challenges(panel, **options)
    elif what == "stops":
        await panel.touch("m:set:stops", [options["game"]])
    elif options.get("what") in ("export", "forget"):
        await panel.touch(f"b:settings:data:{'export' if options['what'] == 'export' else 'sure'}")
    return panel.read()


async def _hours(panel: Panel, **options: Any) -> None:
    if "weekends" in options:
        await panel.turn("weekends", truly(options.pop("weekends")))
    if options:
        await panel.write("hours", **{name: str(value) for name, value in options.items()})


async def _named(panel: Panel, add: str | None = None, remove: str | None = None) -> None:
    """Whoever is to be on the list, or off it, is chosen, unless they are."""
    for member, wanted in ((add, True), (remove, False)):
        if member is not None and (f"<@{member}>" in panel.shown["content"]) != wanted:
            await panel.touch("u:setwhom:", [member])


async def _challenges(panel: Panel, add: str | None = None, remove: str | None = None, **options: Any) -> None:
    if "games" in options:
        await panel.touch("m:set:games", keys(options["games"]))
    if "servers" in options:
        await panel.touch("m:set:servers", [options["servers"]])
    if "rated" in options:
        await panel.turn("rated", truly(options["rated"]))
    if "tables" in options:
        await panel.turn("mine", options["tables"] == "listed")
    if "fastest" in options or "slowest" in options:
        await panel.write("clocks", **{name: options[name] for name in ("fastest", "slowest") if name in options})
    await _named(panel, add, remove)
    if "from" in options:
        await panel.touch("m:set:whom", [options["from"]])


async def _order(panel: Panel, order: str, on: bool) -> str:
    """A standing order in *Plan ahead*: a button, or among the stops."""
    await panel.open("ahead")
    switch = "on" if on else "off"
    if await panel.touch(f"b:toggle:{panel.table}:{order}:{switch}") or not await panel.touch(f"b:plan:{panel.table}:stops"):
        return panel.read()
    for menu in panel.parts():
        if any(option["value"] == order for option in menu.get("options", ())):
            chosen = {option["value"] for option in menu["options"] if option.get("default")}
            wanted = chosen | {order} if on else chosen - {order}
            if wanted != chosen:
                await panel.touch(menu["custom_id"], [option["value"] for option in menu["options"] if option["value"] in wanted])
    return panel.read()


async def set_room(chat: Chat, member: str, channel: str, scope: str = "channel", reset: object = False, **options: Any) -> str:
    """Sets something for a channel, or for the server, as a moderator would; gives what they read then."""
    panel = Panel(chat, member, channel)
    await panel.open("referee settings")
    if scope == "server":
        await panel.touch("b:roomset:server")
    if truly(reset):
        await _at(panel, ":reset")
    for name, value in options.items():
        if name == "pings":
            await _at(panel, ":pings" if truly(value) else ":quiet")
        else:
            await _at(panel, f":{name}", keys(value) if name == "games" else [value])
    return panel.read()


async def _at(panel: Panel, ends: str, values: list[str] | None = None) -> None:
    part = next((part for part in panel.parts() if part["custom_id"].endswith(ends)), None)
    if part is not None:
        await panel.touch(part["custom_id"], values)
