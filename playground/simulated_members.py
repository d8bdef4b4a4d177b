"""Simulated members: they use commands, components and forms, and see whether the bot has answered in time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from playground.error_codes import MISSING_PERMISSIONS, Rejected
from playground.gateway import Gateway
from playground.layouts import parts
from playground.world import AUTOCOMPLETE, COMMAND, COMPONENT, IN_DIRECT, SUBMIT, Interaction, Json, World

ANSWER_PATIENCE = 3.2
"""Seconds until a member reads that the application did not respond."""


class Members:
    """The members of one stand-in. `base` tells where uploads are fetched from."""

    def __init__(self, world: World, gateway: Gateway, base: Callable[[], str]) -> None:
        self.world = world
        self.patience = ANSWER_PATIENCE
        self._gateway = gateway
        self._base = base

    async def play(self, what: str, body: Json) -> Json:
        """Has a member use a command, a component or a modal; returns when the bot has acknowledged, or has not in time."""
        member, channel = body["member"], body["channel"]
        message = None
        if what in ("command", "autocomplete"):
            data = self._command_data(body)
            kind = COMMAND if what == "command" else AUTOCOMPLETE
        elif what == "component":
            message = self.world.find(channel, body["message"])
            if message["_only"] not in (None, member):
                raise Rejected(404, 10008, "Unknown Message")
            data = self._component_data(message, body, self.world.home(channel))
            kind = COMPONENT
        else:
            message = self.world.messages.get(body.get("message") or "")
            data = self._form_data(body)
            kind = SUBMIT
        interaction, payload = self.world.interact(kind, member, channel, data, message)
        return await self.deliver(interaction, payload)

    async def deliver(self, interaction: Interaction, payload: Json) -> Json:
        """Sends an interaction to every session of its server's shard, direct ones to those of shard 0, and waits for the acknowledgement."""
        server = payload.get("guild_id")
        online = any(session.hears(server) for session in self._gateway.live)
        interaction.lost = all(session.deaf for session in self._gateway.live if session.hears(server))
        try:
            async with asyncio.timeout(self.patience):
                await self._gateway.told("INTERACTION_CREATE", payload, server)
                if not online:
                    return {"error": "The application did not respond", "offline": True}
                await interaction.answered.wait()
        except TimeoutError:
            return {"error": "The application did not respond", "interaction": interaction.id}
        return {"interaction": interaction.id, "choices": interaction.choices, "modal": interaction.modal, "message": interaction.original}

    def _component_data(self, message: Json, body: Json, server: str) -> Json:
        for child in parts(message["components"]):
            if child.get("custom_id") == body["custom_id"]:
                if child.get("disabled"):
                    raise Rejected(400, 50035, "This button is switched off")
                data = {"custom_id": body["custom_id"], "component_type": child["type"]}
                if child["type"] == 3:
                    values = body.get("values") or []
                    known = {option["value"] for option in child["options"]}
                    if not child.get("min_values", 1) <= len(values) <= child.get("max_values", 1) or not known.issuperset(values):
                        raise Rejected(400, 50035, "These are not choices of this menu")
                    data["values"] = values
                elif child["type"] == 5:
                    data["values"] = body.get("values") or []
                    resolved: Json = {"users": {}, "members": {}}
                    data["resolved"] = resolved
                    for value in data["values"]:
                        self._name(value, server, resolved)
                return data
        raise Rejected(404, 10008, "There is no such component on this message")

    def _command_data(self, body: Json) -> Json:
        """A command's data as Discord sends it, from its path and the values of its options."""
        path: list[str] = body["name"]
        command = next((c for c in self.world.commands if c["name"] == path[0]), None)
        contexts = (command or {}).get("contexts")
        if command is None or (body["channel"] == self.world.direct(body["member"]) and contexts is not None and IN_DIRECT not in contexts):
            raise Rejected(404, 10063, "Unknown application command")
        server = self.world.home(body["channel"])
        needed = int(command.get("default_member_permissions") or 0)
        overruled = body["member"] in self.world.allowed.get(command["name"], ())
        off = self.world.switched_off.get(server, ())
        if ("*" in off or command["name"] in off) and body["channel"] != self.world.direct(body["member"]):  # Server settings, Integrations.
            raise Rejected(403, MISSING_PERMISSIONS, "Missing Permissions")
        if not overruled and self.world.rights_of(body["member"], server) & needed != needed:
            raise Rejected(403, MISSING_PERMISSIONS, "Missing Permissions")
        resolved: Json = {"users": {}, "members": {}, "roles": {}, "attachments": {}}
        node, wrap = command, []
        for name in path[1:]:
            node = next(o for o in node["options"] if o["name"] == name)
            wrap.append(node)
        given = body.get("options") or {}
        options = []
        for option in node.get("options") or ():
            if option["name"] not in given:
                continue
            value: Any = given[option["name"]]
            focused = body.get("focused") == option["name"]
            if option["type"] == 4 and not focused:
                value = int(value)
            elif option["type"] == 5:
                value = value in (True, "true", "True")
            elif option["type"] == 6:
                self._name(value, server, resolved)
            elif option["type"] == 8:
                resolved["roles"][value] = self.world.role(value)
            elif option["type"] == 11:
                value = self._upload(value, resolved)
            options.append({"name": option["name"], "type": option["type"], "value": value} | ({"focused": True} if focused else {}))
        for step in reversed(wrap):
            options = [{"name": step["name"], "type": step["type"], "options": options}]
        return {"id": command["id"], "name": command["name"], "type": 1, "options": options, "resolved": resolved, "guild_id": server}

    def _name(self, member: str, server: str, resolved: Json) -> None:
        """Adds a person named in a command or menu to `resolved`: one who is not in the server as a user, without a member object."""
        resolved["users"][member] = self.world.user(member)
        if not self.world.has_left(member, server):
            resolved["members"][member] = {k: v for k, v in self.world.member(member, server).items() if k != "user"}

    def _form_data(self, body: Json) -> Json:
        """A form's data as Discord sends it: chosen files get addresses."""
        resolved: Json = {"attachments": {}}
        for row in body["components"]:
            for chosen in (row.get("component"), *row.get("components", ())):
                if chosen and "files" in chosen:
                    chosen["values"] = [self._upload(file, resolved) for file in chosen.pop("files")]
        return {"custom_id": body["custom_id"], "components": body["components"], "resolved": resolved}

    def _upload(self, value: Json, resolved: Json) -> str:
        number = self.world.new_id()
        content = value["content"].encode()
        self.world.keep_file(number, content)
        url = f"{self._base()}/files/{number}/{value['name']}"
        resolved["attachments"][number] = {
            "id": number, "filename": value["name"], "size": len(content), "url": url, "proxy_url": url, "content_type": "text/plain",
        }  # fmt: skip
        return number
