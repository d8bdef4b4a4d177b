"""The web server behind the playground's page: static files, what a member sees, and passing time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from aiohttp import web

from playground.gateway import Gateway
from playground.messages import kind_of
from playground.simulated_members import Members
from playground.world import Json, World

PAGE = Path(__file__).parent / "page"
MOST_HOURS = 24 * 30
"""How far time may be put ahead at once."""


class Pages:
    """The page of one stand-in. Calls `on_later` after somebody has advanced the clock."""

    def __init__(self, world: World, gateway: Gateway, members: Members) -> None:
        self.world = world
        self.viewers: dict[web.WebSocketResponse, str] = {}
        self.on_later: Callable[[], None] = lambda: None
        self._gateway = gateway
        self._members = members

    def routes(self) -> list[web.RouteDef]:
        """The routes of the page."""
        return [
            web.get("/", self._page),
            web.get("/page/{name}", self._page),
            web.get("/files/{number}/{name}", self._file),
            web.get("/play/state", self._state),
            web.get("/play/socket", self._socket),
            web.post("/play/{what:command|autocomplete|component|modal}", self._play),
            web.post("/play/locale", self._locale),
            web.post("/play/later", self._later),
            web.post("/play/delete", self._delete),
        ]

    async def _page(self, request: web.Request) -> web.FileResponse:
        name = request.match_info.get("name", "index.html")
        path = PAGE / name
        if path.parent != PAGE or not path.is_file():
            raise web.HTTPNotFound
        return web.FileResponse(path, headers={"Cache-Control": "no-cache"})

    async def _file(self, request: web.Request) -> web.Response:
        body = self.world.file(request.match_info["number"])
        if body is None:
            raise web.HTTPNotFound
        headers = {"Content-Type": kind_of(request.match_info["name"]), "Cache-Control": "max-age=31536000"}
        return web.Response(body=body, headers=headers)

    async def _state(self, request: web.Request) -> web.Response:
        """Everything one member sees."""
        member = request.query.get("member", "4001")
        world = self.world
        shown = [world.public(m) for m in world.messages.values() if m["_only"] in (None, member)]
        people = [{"id": n, "name": m["global_name"], "locale": m["locale"]} for n, m in world.members.items()]
        own = [n for n in world.channels if n not in world.threads]
        order = [n for c in own for n in (c, *(t for t, parent in world.threads.items() if parent == c))]
        channels = [{"id": n, "name": f"{'↳' if n in world.threads else '#'} {world.channels[n]}"} for n in order]
        channels.append({"id": world.direct(member), "name": f"@ {world.bot['global_name']}"})
        online = bool(self._gateway.live)
        roles = [{"id": n, "name": name} for n, name in world.roles.items()]
        return web.json_response(
            {
                "roles": roles,
                "members": people,
                "channels": channels,
                "messages": shown,
                "commands": world.commands,
                "online": online,
                "ahead": world.ahead,
            }
        )

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(heartbeat=20)
        await socket.prepare(request)
        self.viewers[socket] = request.query.get("member", "4001")
        try:
            async for _ in socket:
                pass
        finally:
            self.viewers.pop(socket, None)
        return socket

    async def told(self, event: str, payload: Json, only: str | None) -> None:
        """Sends a change to the open pages; an ephemeral message goes to its own member alone."""
        for socket, member in list(self.viewers.items()):
            if only is None or only == member:
                await self._tell(socket, {"event": event, "data": payload})

    async def _tell(self, socket: web.WebSocketResponse, data: Json) -> None:
        try:
            await socket.send_json(data)
        except ConnectionError:
            self.viewers.pop(socket, None)

    async def _later(self, request: web.Request) -> web.Response:
        """Advances the clock by some hours."""
        hours = (await request.json()).get("hours")
        if not isinstance(hours, int) or not 0 < hours <= MOST_HOURS:
            raise web.HTTPBadRequest
        self.world.ahead += hours * 3600.0
        self.world.save()
        self.on_later()
        return web.json_response({"ahead": self.world.ahead})

    async def _locale(self, request: web.Request) -> web.Response:
        body = await request.json()
        self.world.members[body["member"]]["locale"] = body["locale"]
        self.world.save()
        return web.json_response({})

    async def _delete(self, request: web.Request) -> web.Response:
        body = await request.json()
        self.world.delete(self.world.find(None, body["message"]))
        return web.json_response({})

    async def _play(self, request: web.Request) -> web.Response:
        body = await request.json()
        return web.json_response(await self._members.play(request.match_info["what"], body))
