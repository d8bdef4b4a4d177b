"""The simulated REST API: routes for everything that the bot asks of Discord."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from aiohttp import BodyPartReader, content_disposition_filename, hdrs, parse_content_disposition, web

from playground.command_checks import check_commands
from playground.error_codes import (
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    NOT_YOURS,
    OVERLOADED,
    TOO_LARGE,
    UNKNOWN_MEMBER,
    UNKNOWN_SERVER,
    UNKNOWN_USER,
    Rejected,
)
from playground.gateway import Gateway, gateway_of
from playground.messages import EPHEMERAL, kind_of
from playground.permission_bits import (
    INVITED,
    MANAGE_CHANNELS,
    MANAGE_MESSAGES,
    MANAGE_THREADS,
    ORDINARY,
    PIN_MESSAGES,
    READ_HISTORY,
    VIEW_AUDIT_LOG,
    VIEW_CHANNEL,
)
from playground.stored_state import BOT_ROLE
from playground.world import Json, World

API = "/api/v10"
MOST_BYTES = 10 * 1024 * 1024
"""Of each file, in a server without boosts."""
Files = dict[int, tuple[str, bytes, str]]
"""Files by their number: name, content and kind."""


IN_GATEWAY = frozenset(
    [
        "joined_at", "large", "unavailable", "member_count", "voice_states", "members", "channels", "threads", "presences", "stage_instances",
        "guild_scheduled_events", "soundboard_sounds",
    ]
)  # fmt: skip
"""What of a server the gateway alone tells."""


@lru_cache(1000)
def _names(disposition: str) -> tuple[str, str]:
    """The names of a part of a request, and of its file. The library would read the few that there are anew each time, which takes long."""
    _, facts = parse_content_disposition(disposition)
    return content_disposition_filename(facts, "name") or "", content_disposition_filename(facts) or "file"


class Rest:
    """The API of one stand-in. `requests`: those with a body, while `keep_requests` is on. `installed`: the application's settings, over the default
    ones. `without_commands`: servers that have invited the bot without that scope."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self.world = world
        self._gateway = gateway
        self.requests: list[tuple[str, str, Any]] = []
        self.keep_requests = False
        self.installed: Json = {}
        self.without_commands: set[str] = set()

    @property
    def _base(self) -> str:
        """The address from which files are fetched."""
        return self._gateway.address.replace("ws", "http", 1).removesuffix("/gateway")

    def routes(self) -> list[web.RouteDef]:
        """The routes of the REST API."""
        return [
            web.get(f"{API}/users/@me", self._me),
            web.post(f"{API}/users/@me/channels", self._direct),
            web.get(f"{API}/users/{{member}}", self._user),
            web.get(f"{API}/oauth2/applications/@me", self._application),
            web.get(f"{API}/applications/@me", self._application),
            web.get(f"{API}/users/@me/guilds", self._own_servers),
            web.get(f"{API}/applications/{{app}}/guilds/{{server}}/commands", self._server_commands),
            web.get(f"{API}/gateway/bot", self._gateway_for_bots),
            web.get(f"{API}/gateway", self._gateway_address),
            web.route("*", f"{API}/applications/{{app}}/commands", self._commands),
            web.route("*", f"{API}/channels/{{channel}}", self._channel),
            web.get(f"{API}/guilds/{{server}}", self._get_server),
            web.get(f"{API}/guilds/{{server}}/members/{{member}}", self._get_member),
            web.get(f"{API}/guilds/{{server}}/audit-logs", self._audit),
            web.route("*", f"{API}/guilds/{{server}}/scheduled-events", self._events),
            web.route("*", f"{API}/guilds/{{server}}/scheduled-events/{{event}}", self._event),
            web.get(f"{API}/guilds/{{server}}/threads/active", self._active_threads),
            web.post(f"{API}/channels/{{channel}}/threads", self._post_thread),
            web.put(f"{API}/channels/{{channel}}/thread-members/{{member}}", self._put_thread_member),
            web.put(f"{API}/channels/{{channel}}/messages/pins/{{message}}", self._put_pin),
            web.get(f"{API}/channels/{{channel}}/messages", self._get_messages),
            web.post(f"{API}/channels/{{channel}}/messages", self._post_message),
            web.route("*", f"{API}/channels/{{channel}}/messages/{{message}}", self._message),
            web.post(f"{API}/interactions/{{id}}/{{token}}/callback", self._callback),
            web.post(f"{API}/webhooks/{{app}}/{{token}}", self._followup),
            web.route("*", f"{API}/webhooks/{{app}}/{{token}}/messages/{{message}}", self._webhook_message),
        ]

    # Small answers

    async def _me(self, request: web.Request) -> web.Response:
        return web.json_response(self.world.bot | {"verified": True, "mfa_enabled": False, "locale": "en-US", "flags": 0})

    async def _user(self, request: web.Request) -> web.Response:
        if request.match_info["member"] not in self.world.members:
            raise Rejected(404, UNKNOWN_USER, "Unknown User")
        return web.json_response(self.world.user(request.match_info["member"]))

    async def _direct(self, request: web.Request) -> web.Response:
        """Opens the direct channel of the bot and a member."""
        return web.json_response(self.world.channel(self.world.direct(str((await request.json())["recipient_id"]))))

    async def _application(self, request: web.Request) -> web.Response:
        owner = self.world.user("4001")
        return web.json_response(
            {
                "id": self.world.application, "name": "Referee", "icon": None, "description": "", "bot_public": True,
                "bot_require_code_grant": False, "owner": owner, "verify_key": "0" * 64, "team": None, "flags": 0, "summary": "",
                "approximate_guild_count": len(self.world.servers), "interactions_endpoint_url": None,
                "integration_types_config": {
                    "0": {"oauth2_install_params": {"scopes": ["bot", "applications.commands"], "permissions": str(INVITED)}}, "1": {},
                },
            } | self.installed
        )  # fmt: skip

    async def _own_servers(self, request: web.Request) -> web.Response:
        """The servers that the bot is in, with its permissions there."""
        rights = str(self.world.role_rights.get(BOT_ROLE, INVITED) if self.world.bot_has_role else ORDINARY)
        there = [(number, name) for number, name in self.world.servers.items() if number not in self.world.out]
        return web.json_response([{"id": number, "name": name, "owner": False, "permissions": rights, "features": []} for number, name in there])

    async def _server_commands(self, request: web.Request) -> web.Response:
        """The commands of one server: none of the bot's; refused if it was invited without that scope."""
        server = request.match_info["server"]
        self._need_server(server)
        if server in self.without_commands:
            raise Rejected(403, MISSING_ACCESS, "Missing Access")
        return web.json_response([])

    async def _gateway_address(self, request: web.Request) -> web.Response:
        return web.json_response({"url": gateway_of(request)})

    async def _gateway_for_bots(self, request: web.Request) -> web.Response:
        """The gateway's address, the recommended number of shards, and the limits of session starts."""
        recommended = self._gateway.recommended
        return web.json_response({"url": gateway_of(request), "shards": recommended, "session_start_limit": self._gateway.starts.limit()})

    async def _channel(self, request: web.Request) -> web.Response:
        """Shows, changes or deletes a channel or thread."""
        channel = request.match_info["channel"]
        self.world.need_rights(channel, VIEW_CHANNEL)
        if request.method == "DELETE":
            self.world.need_rights(channel, MANAGE_THREADS if channel in self.world.threads else MANAGE_CHANNELS)
            shape = self.world.channel(channel)
            self.world.delete_channel(channel)
            return web.json_response(shape)
        if request.method == "PATCH":
            body = await request.json()
            self._note(request, body)
            return web.json_response(self.world.change_thread(channel, body))
        return web.json_response(self.world.channel(channel))

    async def _get_server(self, request: web.Request) -> web.Response:
        server = request.match_info["server"]
        self._need_server(server)
        told = self.world.guild_object(server)
        return web.json_response({field: told[field] for field in told if field not in IN_GATEWAY})

    async def _get_member(self, request: web.Request) -> web.Response:
        server, member = request.match_info["server"], request.match_info["member"]
        self._need_server(server)
        found = self.world.member_of(server, member)
        if found is None:
            raise Rejected(404, UNKNOWN_MEMBER if member in self.world.members else UNKNOWN_USER, "Unknown Member")
        return web.json_response(found)

    async def _audit(self, request: web.Request) -> web.Response:
        """The latest entries of an action in the audit log, the newest first."""
        server = request.match_info["server"]
        self._need_server(server)
        if not self.world.role_rights.get(BOT_ROLE, INVITED) & VIEW_AUDIT_LOG:
            raise Rejected(403, MISSING_PERMISSIONS, "Missing Permissions")
        wanted = [e for e in self.world.audit.get(server, ()) if e["action_type"] == int(request.query["action_type"])]
        return web.json_response({"audit_log_entries": wanted[::-1][: int(request.query["limit"])], "users": []})

    def _need_server(self, server: str) -> None:
        """Raises Rejected for a server that does not exist, is without the bot, or is unavailable."""
        if server not in self.world.servers or server in self.world.out:
            raise Rejected(404, UNKNOWN_SERVER, "Unknown Guild")
        if server in self.world.away:
            raise Rejected(503, OVERLOADED, "Service Unavailable")

    async def _active_threads(self, request: web.Request) -> web.Response:
        server = request.match_info["server"]
        self._need_server(server)
        threads = [t for t in self.world.active_threads(server) if self.world.bot_sees(t)]
        return web.json_response({"threads": [self.world.channel(t) for t in threads], "members": []})

    async def _events(self, request: web.Request) -> web.Response:
        """Lists the events of a server, or creates one."""
        server = request.match_info["server"]
        self._need_server(server)
        if request.method == "GET":
            return web.json_response([e for e in self.world.events.values() if e["guild_id"] == server])
        body = await request.json()
        self._note(request, body)
        return web.json_response(self.world.make_event(server, body))

    async def _event(self, request: web.Request) -> web.Response:
        """Shows, changes or deletes an event of a server."""
        server, number = request.match_info["server"], request.match_info["event"]
        self._need_server(server)
        if request.method == "DELETE":
            self.world.delete_event(server, number)
            return web.Response(status=204)
        if request.method == "PATCH":
            body = await request.json()
            self._note(request, body)
            return web.json_response(self.world.change_event(server, number, body))
        return web.json_response(self.world.event(server, number))

    async def _post_thread(self, request: web.Request) -> web.Response:
        body = await request.json()
        self._note(request, body)
        parent = request.match_info["channel"]
        if "message" in body:
            self.world.check(body["message"], {})
        made = self.world.create_thread(parent, body)
        if "message" in body:
            made |= {"message": self.world.public(self.world.post(made["id"], body["message"], {}, self._base, number=made["id"]))}
        return web.json_response(made, status=201)

    async def _put_thread_member(self, request: web.Request) -> web.Response:
        self.world.add_to_thread(request.match_info["channel"], request.match_info["member"])
        return web.Response(status=204)

    async def _put_pin(self, request: web.Request) -> web.Response:
        channel = request.match_info["channel"]
        self.world.need_rights(channel, PIN_MESSAGES)
        self.world.pin(self.world.find(channel, request.match_info["message"]))
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

    async def _body(self, request: web.Request) -> tuple[Json, Files]:
        """The JSON of a request, and its files by number."""
        files: Files = {}
        if not request.headers.get("Content-Type", "").startswith("multipart/"):  # `content_type` is slow: it parses the boundary, too.
            body = await request.json() if request.body_exists else {}
        else:
            body = {}
            async for part in await request.multipart():
                assert isinstance(part, BodyPartReader)
                content = bytes(await part.read())
                field, name = _names(part.headers.get(hdrs.CONTENT_DISPOSITION, ""))
                if field == "payload_json":
                    body = json.loads(content)
                elif field.startswith("files["):
                    if len(content) > MOST_BYTES:
                        raise Rejected(413, TOO_LARGE, "Request entity too large")
                    files[int(field[6:-1])] = (name, content, kind_of(name))
        self._note(request, body)
        return body, files

    async def _get_messages(self, request: web.Request) -> web.Response:
        """The latest messages of a channel, the newest first."""
        channel = request.match_info["channel"]
        self.world.need_rights(channel, VIEW_CHANNEL, READ_HISTORY)
        limit, after = int(request.query.get("limit", 50)), int(request.query.get("after", 0))
        there = [m for m in self.world.messages.values() if m["channel_id"] == channel and m["_only"] is None and int(m["id"]) > after]
        return web.json_response([self.world.public(m) for m in there[-limit:][::-1]])

    async def _post_message(self, request: web.Request) -> web.Response:
        channel = request.match_info["channel"]
        body, files = await self._body(request)
        self.world.need_to_send(channel, body, bool(files))
        return web.json_response(self.world.public(self.world.post(channel, body, files, self._base)))

    async def _message(self, request: web.Request) -> web.Response:
        channel = request.match_info["channel"]
        self.world.need_rights(channel, VIEW_CHANNEL)
        if request.method == "GET":
            self.world.need_rights(channel, READ_HISTORY)
        message = self.world.find(channel, request.match_info["message"])
        if request.method == "PATCH":
            self.world.need_open(channel)
            self.world.count_old_edit(message)
        return await self._change(request, message)

    async def _change(self, request: web.Request, message: Json) -> web.Response:
        """Shows, edits or deletes a message; one of another author can be deleted by those who manage messages, and edited by nobody."""
        foreign = message["author"]["id"] != self.world.bot["id"]
        if foreign and request.method == "PATCH":
            raise Rejected(403, NOT_YOURS, "Cannot edit a message authored by another user")
        if request.method == "DELETE":
            if foreign:
                self.world.need_rights(message["channel_id"], MANAGE_MESSAGES)
            self.world.delete(message)
            return web.Response(status=204)
        if request.method == "PATCH":
            body, files = await self._body(request)
            self.world.edit(message, body, files, self._base)
        return web.json_response(self.world.public(message))

    async def _callback(self, request: web.Request) -> web.Response:
        body, files = await self._body(request)
        message = self.world.answer(request.match_info["id"], request.match_info["token"], body, files, self._base)
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
        found.following.set()
        flags = body.get("flags", 0) & EPHEMERAL
        return web.json_response(self.world.public(self.world.post(found.channel, body, files, self._base, found, flags)))

    async def _webhook_message(self, request: web.Request) -> web.Response:
        found = self.world.by_token(request.match_info["token"])
        name = request.match_info["message"]
        message = self.world.original(found) if name == "@original" else self.world.find(found.channel, name)
        answer = await self._change(request, message)
        if request.method == "PATCH":
            found.following.set()
        return answer
