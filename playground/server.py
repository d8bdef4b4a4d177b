"""The stand-in's HTTP and WebSocket side: REST and gateway for the bot, and what the page asks for."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import zlib
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

from aiohttp import BodyPartReader, WSMsgType, web

from playground.limits import MISSING_PERMISSIONS, UNKNOWN_MEMBER, Rejected, check_commands
from playground.world import AUTOCOMPLETE, COMMAND, COMPONENT, IN_DIRECT, SUBMIT, VIEW_CHANNEL, Interaction, Json, World

log = logging.getLogger("playground")
PAGE = Path(__file__).parent / "page"
TOKEN = "playground"
LOOPBACK = ("127.0.0.1", "localhost")
"""The names under which a browser on this machine reaches it."""
HELLO, IDENTIFY, HEARTBEAT, RESUME, RECONNECT, INVALID, ACK, DISPATCH = 10, 2, 1, 6, 7, 9, 11, 0
REMEMBERED_EVENTS = 500
ANSWER_PATIENCE = 3.2


class Session:
    """One gateway session: events by number, so that a broken connection can be taken up again."""

    def __init__(self) -> None:
        self.id = secrets.token_hex(8)
        self.sequence = 0
        self.sent: deque[tuple[int, str]] = deque(maxlen=REMEMBERED_EVENTS)
        self.socket: web.WebSocketResponse | None = None
        self.packer: Any = None

    async def send(self, payload: Json) -> None:
        await self._raw(json.dumps(payload))

    async def _raw(self, text: str) -> None:
        if self.socket is None or self.socket.closed:
            return
        try:
            if self.packer is None:
                await self.socket.send_str(text)
            else:
                await self.socket.send_bytes(self.packer.compress(text.encode()) + self.packer.flush(zlib.Z_SYNC_FLUSH))
        except ConnectionError:
            self.socket = None

    async def dispatch(self, event: str, data: Json) -> None:
        self.sequence += 1
        text = json.dumps({"op": DISPATCH, "t": event, "s": self.sequence, "d": data})
        self.sent.append((self.sequence, text))
        await self._raw(text)

    async def replay(self, after: int) -> None:
        for number, text in list(self.sent):
            if number > after:
                await self._raw(text)


MOST_HOURS = 24 * 30
"""How far time may be put ahead at once."""


class Standin:
    """The server. `address` is known once it has started; `trouble` are statuses to answer the next REST requests with.

    `on_later` is called when somebody has let time pass.
    """

    def __init__(self, world: World, token: str = TOKEN) -> None:
        self.world = world
        self.token = token
        self.address = ""
        self.sessions: dict[str, Session] = {}
        self.viewers: dict[web.WebSocketResponse, str] = {}
        self.trouble: deque[int] = deque()
        self.requests: list[tuple[str, str, Any]] = []
        self.keep_requests = False
        self.on_later: Callable[[], None] = lambda: None
        self._runner: web.AppRunner | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        world.listeners.append(self._changed)

    # Starting and stopping

    async def start(self, port: int = 0) -> str:
        """Listens on loopback only; returns the address."""
        app = web.Application(client_max_size=32 * 1024 * 1024, middlewares=[self._errors])
        app.add_routes(self._routes())
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        await site.start()
        assert self._runner.addresses
        self.address = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self.address

    async def stop(self) -> None:
        for socket in [*self.viewers, *(s.socket for s in self.sessions.values() if s.socket)]:
            await socket.close()
        if self._runner:
            await self._runner.cleanup()

    def _routes(self) -> list[web.RouteDef]:
        api = "/api/v10"
        routes = [
            web.get("/", self._page),
            web.get("/page/{name}", self._page),
            web.get("/files/{number}/{name}", self._file),
            web.get("/gateway", self._gateway),
            web.get("/gateway/", self._gateway),
            web.get("/play/state", self.play_state),
            web.get("/play/socket", self._play_socket),
            web.post("/play/{what:command|autocomplete|component|modal}", self._play),
            web.post("/play/locale", self._play_locale),
            web.post("/play/later", self._play_later),
            web.post("/play/delete", self._play_delete),
            web.get(f"{api}/users/@me", self._me),
            web.get(f"{api}/oauth2/applications/@me", self._application),
            web.get(f"{api}/gateway/bot", self._gateway_address),
            web.get(f"{api}/gateway", self._gateway_address),
            web.route("*", f"{api}/applications/{{app}}/commands", self._commands),
            web.get(f"{api}/channels/{{channel}}", self._get_channel),
            web.get(f"{api}/guilds/{{server}}/members/{{member}}", self._get_member),
            web.post(f"{api}/channels/{{channel}}/threads", self._post_thread),
            web.put(f"{api}/channels/{{channel}}/thread-members/{{member}}", self._put_thread_member),
            web.post(f"{api}/channels/{{channel}}/messages", self._post_message),
            web.route("*", f"{api}/channels/{{channel}}/messages/{{message}}", self._message),
            web.post(f"{api}/interactions/{{id}}/{{token}}/callback", self._callback),
            web.post(f"{api}/webhooks/{{app}}/{{token}}", self._followup),
            web.route("*", f"{api}/webhooks/{{app}}/{{token}}/messages/{{message}}", self._webhook_message),
        ]
        return routes

    @web.middleware
    async def _errors(self, request: web.Request, handler: Any) -> web.StreamResponse:
        try:
            self._check_caller(request)
            if request.path.startswith("/api/"):
                self._check_token(request)
                if self.trouble:
                    return self._troubled(self.trouble.popleft())
            response: web.StreamResponse = await handler(request)
        except Rejected as error:
            log.info("%s %s refused: %s", request.method, request.path, error)
            response = web.json_response(error.body(), status=error.status)
        if response.content_type == "application/json":
            response.headers["Content-Type"] = "application/json"  # As Discord writes it, without a charset.
        return response

    @staticmethod
    def _troubled(status: int) -> web.Response:
        headers = {"Content-Type": "application/json"}
        headers |= {"Via": "1.1 playground", "Retry-After": "0.2"} if status == 429 else {}
        body = {"message": "You are being rate limited.", "retry_after": 0.2, "global": False} if status == 429 else {"message": "trouble", "code": 0}
        return web.Response(body=json.dumps(body).encode(), status=status, headers=headers)

    def _check_caller(self, request: web.Request) -> None:
        """Raises HTTPForbidden for what another page asks for, be it by this machine's address or by a name that was made to lead here.

        The page itself may be come to from anywhere; the bot is no browser and names no origin.
        """
        own = [f"{name}:{self.address.rpartition(':')[2]}" for name in LOOPBACK]
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

    # Small answers

    async def _me(self, request: web.Request) -> web.Response:
        return web.json_response(self.world.bot | {"verified": True, "mfa_enabled": False, "locale": "en-US", "flags": 0})

    async def _application(self, request: web.Request) -> web.Response:
        owner = self.world.user("4001")
        return web.json_response(
            {
                "id": self.world.application, "name": "Referee", "icon": None, "description": "", "bot_public": True,
                "bot_require_code_grant": False, "owner": owner, "verify_key": "0" * 64, "team": None, "flags": 0, "summary": "",
            }
        )  # fmt: skip

    async def _gateway_address(self, request: web.Request) -> web.Response:
        limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
        return web.json_response({"url": self.gateway, "shards": 1, "session_start_limit": limit})

    @property
    def gateway(self) -> str:
        """Where the bot's WebSocket connects to."""
        return self.address.replace("http", "ws") + "/gateway"

    async def _get_channel(self, request: web.Request) -> web.Response:
        self.world.need_rights(request.match_info["channel"], VIEW_CHANNEL)
        return web.json_response(self.world.channel(request.match_info["channel"]))

    async def _get_member(self, request: web.Request) -> web.Response:
        server, member = request.match_info["server"], request.match_info["member"]
        if server not in self.world.servers or member not in self.world.members:
            raise Rejected(404, UNKNOWN_MEMBER, "Unknown Member")
        return web.json_response({k: v for k, v in self.world.member(member, server).items() if k != "permissions"})

    async def _post_thread(self, request: web.Request) -> web.Response:
        body = await request.json()
        self._note(request, body)
        return web.json_response(self.world.create_thread(request.match_info["channel"], body), status=201)

    async def _put_thread_member(self, request: web.Request) -> web.Response:
        self.world.add_to_thread(request.match_info["channel"], request.match_info["member"])
        return web.Response(status=204)

    async def _commands(self, request: web.Request) -> web.Response:
        if request.method == "PUT":
            commands = await request.json()
            self._note(request, commands)
            check_commands(commands)
            version = self.world.new_id()
            self.world.commands = [
                {
                    "default_member_permissions": None,
                    "nsfw": False,
                    **c,
                    "id": self.world.new_id(),
                    "application_id": self.world.application,
                    "version": version,
                }
                for c in commands
            ]
            self.world.save()
            self.world.tell("COMMANDS", {})
        return web.json_response(self.world.commands)

    # Messages

    def _note(self, request: web.Request, body: Any) -> None:
        if self.keep_requests:
            self.requests.append((request.method, request.path, body))

    async def _body(self, request: web.Request) -> tuple[Json, dict[int, tuple[str, bytes, str]]]:
        """The JSON of a request, and its files by number."""
        files: dict[int, tuple[str, bytes, str]] = {}
        if not request.content_type.startswith("multipart/"):
            body = await request.json() if request.can_read_body else {}
        else:
            body = {}
            async for part in await request.multipart():
                assert isinstance(part, BodyPartReader)
                content = bytes(await part.read())
                if part.name == "payload_json":
                    body = json.loads(content)
                elif part.name and part.name.startswith("files["):
                    kind = "image/png" if (part.filename or "").endswith(".png") else "text/plain; charset=utf-8"
                    files[int(part.name[6:-1])] = (part.filename or "file", content, kind)
        self._note(request, body)
        return body, files

    async def _post_message(self, request: web.Request) -> web.Response:
        channel = request.match_info["channel"]
        body, files = await self._body(request)
        self.world.need_rights(channel)
        return web.json_response(self.world.public(self.world.post(channel, body, files, self.address)))

    async def _message(self, request: web.Request) -> web.Response:
        return await self._change(request, self.world.find(request.match_info["channel"], request.match_info["message"]))

    async def _change(self, request: web.Request, message: Json) -> web.Response:
        """Shows, edits or deletes a message of the bot."""
        if request.method == "DELETE":
            self.world.delete(message)
            return web.Response(status=204)
        if request.method == "PATCH":
            body, files = await self._body(request)
            self.world.edit(message, body, files, self.address)
        return web.json_response(self.world.public(message))

    async def _callback(self, request: web.Request) -> web.Response:
        body, files = await self._body(request)
        message = self.world.answer(request.match_info["id"], request.match_info["token"], body, files, self.address)
        if "with_response" not in request.query:
            return web.Response(status=204)
        found: Json = {"interaction": {"id": request.match_info["id"], "type": self.world.interactions[request.match_info["token"]].kind}}
        if message:
            shown = self.world.public(message)
            found["interaction"] |= {
                "response_message_id": shown["id"],
                "response_message_loading": bool(shown["flags"] & 128),
                "response_message_ephemeral": bool(shown["flags"] & 64),
            }
            found["resource"] = {"type": body["type"], "message": shown}
        return web.json_response(found)

    async def _followup(self, request: web.Request) -> web.Response:
        found = self.world.by_token(request.match_info["token"])
        body, files = await self._body(request)
        found.followed = True
        ephemeral = bool(body.get("flags", 0) & 64)
        return web.json_response(self.world.public(self.world.post(found.channel, body, files, self.address, found, ephemeral)))

    async def _webhook_message(self, request: web.Request) -> web.Response:
        found = self.world.by_token(request.match_info["token"])
        name = request.match_info["message"]
        message = self.world.original(found) if name == "@original" else self.world.find(found.channel, name)
        answer = await self._change(request, message)
        found.followed = found.followed or request.method == "PATCH"
        return answer

    # Gateway

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=1 << 20)
        await socket.prepare(request)
        session = Session()
        session.socket = socket
        session.packer = zlib.compressobj() if request.query.get("compress") == "zlib-stream" else None
        await session.send({"op": HELLO, "d": {"heartbeat_interval": 41250}})
        async for frame in socket:
            if frame.type is not WSMsgType.TEXT:
                break
            packet = json.loads(frame.data)
            op, data = packet["op"], packet.get("d")
            if op == HEARTBEAT:
                await session.send({"op": ACK})
            elif op == IDENTIFY:
                if data["token"].removeprefix("Bot ") != self.token:
                    await socket.close(code=4004, message=b"Authentication failed.")
                    break
                self.sessions[session.id] = session
                await self._welcome(session)
            elif op == RESUME:
                old = self.sessions.get(data["session_id"])
                if old is None:
                    await session.send({"op": INVALID, "d": False})
                    continue
                old.socket, old.packer = socket, session.packer
                session = old
                await session.replay(data["seq"] or 0)
                await session.dispatch("RESUMED", {})
        if session.socket is socket:
            session.socket = None
        return socket

    async def _welcome(self, session: Session) -> None:
        ready = {
            "v": 10,
            "user": self.world.bot,
            "guilds": [{"id": server, "unavailable": True} for server in self.world.servers],
            "session_id": session.id,
            "resume_gateway_url": self.gateway,
            "application": {"id": self.world.application, "flags": 0},
        }
        await session.dispatch("READY", ready)
        for server in self.world.servers:
            await session.dispatch("GUILD_CREATE", self.world.guild_object(server))

    async def drop(self) -> None:
        """Breaks the gateway connections, as a network does; the bot takes its session up again."""
        for session in self.sessions.values():
            if session.socket is not None:
                await session.socket.close(code=1006)

    def _spawn(self, coroutine: Any) -> None:
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _changed(self, event: str, payload: Json, only: str | None) -> None:
        """Tells page and bot about a change; an ephemeral message is nobody else's business."""
        if event in ("CHANNEL_DELETE", "CHANNEL_UPDATE", "GUILD_CREATE", "THREAD_CREATE", "THREAD_DELETE"):
            for session in self.sessions.values():
                self._spawn(session.dispatch(event, payload))
        for socket, member in self.viewers.items():
            if only is None or only == member:
                self._spawn(self._tell_viewer(socket, {"event": event, "data": payload}))

    async def _tell_viewer(self, socket: web.WebSocketResponse, data: Json) -> None:
        try:
            await socket.send_json(data)
        except ConnectionError:
            self.viewers.pop(socket, None)

    # The page

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
        kind = "image/png" if request.match_info["name"].endswith(".png") else "text/plain"
        return web.Response(body=body, content_type=kind, headers={"Cache-Control": "max-age=31536000"})

    async def play_state(self, request: web.Request) -> web.Response:
        """Everything one member sees."""
        member = request.query.get("member", "4001")
        world = self.world
        shown = [world.public(m) for m in world.messages.values() if m["_only"] in (None, member)]
        people = [{"id": n, "name": m["global_name"], "locale": m["locale"]} for n, m in world.members.items()]
        own = [n for n in world.channels if n not in world.threads]
        order = [n for c in own for n in (c, *(t for t, parent in world.threads.items() if parent == c))]
        channels = [{"id": n, "name": f"{'↳' if n in world.threads else '#'} {world.channels[n]}"} for n in order]
        channels.append({"id": world.direct(member), "name": f"@ {world.bot['global_name']}"})
        online = any(s.socket is not None for s in self.sessions.values())
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

    async def _play_socket(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(heartbeat=20)
        await socket.prepare(request)
        self.viewers[socket] = request.query.get("member", "4001")
        try:
            async for _ in socket:
                pass
        finally:
            self.viewers.pop(socket, None)
        return socket

    async def _play_later(self, request: web.Request) -> web.Response:
        """Lets hours pass for the bot's clocks."""
        hours = (await request.json()).get("hours")
        if not isinstance(hours, int) or not 0 < hours <= MOST_HOURS:
            raise web.HTTPBadRequest
        self.world.ahead += hours * 3600.0
        self.world.save()
        self.on_later()
        return web.json_response({"ahead": self.world.ahead})

    async def _play_locale(self, request: web.Request) -> web.Response:
        body = await request.json()
        self.world.members[body["member"]]["locale"] = body["locale"]
        self.world.save()
        return web.json_response({})

    async def _play_delete(self, request: web.Request) -> web.Response:
        body = await request.json()
        self.world.delete(self.world.find(None, body["message"]))
        return web.json_response({})

    async def _play(self, request: web.Request) -> web.Response:
        body = await request.json()
        return web.json_response(await self.play(request.match_info["what"], body))

    async def play(self, what: str, body: Json) -> Json:
        """A member uses a command, a component or a modal; answers when the bot has acknowledged, or says that it did not."""
        member, channel = body["member"], body["channel"]
        message = None
        if what in ("command", "autocomplete"):
            data = self._command_data(body)
            kind = COMMAND if what == "command" else AUTOCOMPLETE
        elif what == "component":
            message = self.world.find(channel, body["message"])
            if message["_only"] not in (None, member):
                raise Rejected(404, 10008, "Unknown Message")
            data = self._component_data(message, body)
            kind = COMPONENT
        else:
            message = self.world.messages.get(body.get("message") or "")
            data = {"custom_id": body["custom_id"], "components": body["components"]}
            kind = SUBMIT
        interaction, payload = self.world.interact(kind, member, channel, data, message)
        return await self.deliver(interaction, payload)

    async def deliver(self, interaction: Interaction, payload: Json) -> Json:
        """Sends an interaction through the gateway and waits for the acknowledgement."""
        live = [s for s in self.sessions.values() if s.socket is not None]
        if not live:
            return {"error": "The application did not respond", "offline": True}
        for session in live[-1:]:
            await session.dispatch("INTERACTION_CREATE", payload)
        try:
            await asyncio.wait_for(interaction.answered.wait(), ANSWER_PATIENCE)
        except TimeoutError:
            return {"error": "The application did not respond", "interaction": interaction.id}
        return {"interaction": interaction.id, "choices": interaction.choices, "modal": interaction.modal, "message": interaction.original}

    @staticmethod
    def _component_data(message: Json, body: Json) -> Json:
        for row in message["components"]:
            for child in row["components"]:
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
                resolved["users"][value] = self.world.user(value)
                shown = self.world.member(value, server)
                resolved["members"][value] = {k: v for k, v in shown.items() if k != "user"}
            elif option["type"] == 8:
                resolved["roles"][value] = self.world.role(value)
            elif option["type"] == 11:
                value = self._upload(value, resolved)
            options.append({"name": option["name"], "type": option["type"], "value": value} | ({"focused": True} if focused else {}))
        for step in reversed(wrap):
            options = [{"name": step["name"], "type": step["type"], "options": options}]
        return {"id": command["id"], "name": command["name"], "type": 1, "options": options, "resolved": resolved, "guild_id": server}

    def _upload(self, value: Json, resolved: Json) -> str:
        number = self.world.new_id()
        content = value["content"].encode()
        self.world.keep_file(number, content)
        url = f"{self.address}/files/{number}/{value['name']}"
        resolved["attachments"][number] = {
            "id": number, "filename": value["name"], "size": len(content), "url": url, "proxy_url": url, "content_type": "text/plain",
        }  # fmt: skip
        return number
