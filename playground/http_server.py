"""The stand-in's HTTP server on loopback: REST and gateway for the bot, and the page. Its parts are separate modules."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from aiohttp import web

from playground.error_codes import Rejected
from playground.gateway import TOLD, Gateway
from playground.page_server import Pages
from playground.rate_limits import Handler, Rates, refusal
from playground.rest_api import Rest
from playground.simulated_members import Members
from playground.world import Json, World

log = logging.getLogger("playground")
TOKEN = "playground"
LOOPBACK = ("127.0.0.1", "localhost")
"""The names under which a browser on this machine reaches it."""


class Standin:
    """The server. `address`: known once it has started. `rates` counts requests and can be told to fail, `rest` answers them, `gateway` sends events,
    `members` use the bot, `pages` are the web pages. `ports`: those by which it may be called, its own and those of proxies."""

    def __init__(self, world: World, token: str = TOKEN) -> None:
        self.world = world
        self.token = token
        self.address = ""
        self.rates = Rates()
        self.gateway = Gateway(world, token)
        self.rest = Rest(world, self.gateway)
        self.members = Members(world, self.gateway, lambda: self.address)
        self.pages = Pages(world, self.gateway, self.members)
        self.play, self.deliver, self.drop = self.members.play, self.members.deliver, self.gateway.drop
        self.sessions, self.requests, self.trouble = self.gateway.sessions, self.rest.requests, self.rates.trouble
        self.ports: set[int] = set()
        self._runner: web.AppRunner | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        world.listeners.append(self._changed)

    async def start(self, port: int = 0, *more: web.RouteDef) -> str:
        """Listens on loopback only; returns the address. `more`: routes beside those of Discord and the page."""
        app = web.Application(client_max_size=32 * 1024 * 1024, middlewares=[self._errors])
        app.add_routes(
            [*more, *self.pages.routes(), *self.rest.routes(), web.get("/gateway", self.gateway.handle), web.get("/gateway/", self.gateway.handle)]
        )
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        await site.start()
        assert self._runner.addresses
        self.ports.add(self._runner.addresses[0][1])
        self.address = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        self.gateway.address = self.address.replace("http", "ws") + "/gateway"
        return self.address

    async def stop(self) -> None:
        for socket in [*self.pages.viewers, *(s.socket for s in self.gateway.live if s.socket)]:
            await socket.close()
        if self._runner:
            await self._runner.cleanup()

    @web.middleware
    async def _errors(self, request: web.Request, handler: Any) -> web.StreamResponse:
        try:
            self._check_caller(request)
            if request.path.startswith("/api/"):
                self.world.pass_time()
                response = await self.rates.answer(request, self._api(handler))
            else:
                response = await handler(request)
        except Rejected as error:
            response = refusal(error)
        if response.content_type == "application/json":
            response.headers["Content-Type"] = "application/json"  # As Discord writes it, without a charset.
        return response

    def _api(self, handler: Handler) -> Handler:
        """Answers a request of the bot, if it has the bot's token."""

        async def answer(request: web.Request) -> web.StreamResponse:
            try:
                self._check_token(request)
                return await handler(request)
            except Rejected as error:
                log.info("%s %s refused: %s", request.method, request.path, error)
                return refusal(error)

        return answer

    def _check_caller(self, request: web.Request) -> None:
        """Raises HTTPForbidden for what another page asks for, be it by this machine's address or by a name that was made to lead here.

        The page itself may be come to from anywhere; the bot is no browser and names no origin.
        """
        own = [f"{name}:{port}" for name in LOOPBACK for port in self.ports]
        if request.headers.get("Host") not in own:
            raise web.HTTPForbidden(text="The playground answers to its own address alone.")
        origin, site = request.headers.get("Origin"), request.headers.get("Sec-Fetch-Site", "none")
        visited = request.method == "GET" and (request.path == "/" or request.path.startswith("/page/"))
        foreign = origin is not None and origin.removeprefix("http://") not in own
        if foreign or (site not in ("same-origin", "none") and not visited):
            raise web.HTTPForbidden(text="The playground answers to its own page alone.")

    def _check_token(self, request: web.Request) -> None:
        needs_none = "/webhooks/" in request.path or "/interactions/" in request.path
        if not needs_none and request.headers.get("Authorization") != f"Bot {self.token}":
            raise Rejected(401, 0, "401: Unauthorized")

    def _changed(self, event: str, payload: Json, only: str | None) -> None:
        """Tells page and bot about changes, in order."""
        own = event != "GUILD_MEMBER_UPDATE" or payload["user"]["id"] == self.world.bot["id"]
        server = payload["id"] if event in ("GUILD_CREATE", "GUILD_DELETE") else payload.get("guild_id")
        there = event == "GUILD_DELETE" or not {server} & (self.world.out | self.world.away)
        if event in TOLD and own and there:
            self._spawn(self.gateway.told(event, payload, server))
        self._spawn(self.pages.told(event, payload, only))

    @property
    def telling(self) -> bool:
        """Whether an event is being delivered at this moment."""
        return bool(self._tasks)

    def _spawn(self, coroutine: Any) -> None:
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
