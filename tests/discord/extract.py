"""Writes `openapi.json` beside it anew: of Discord's description of its API (https://github.com/discord/discord-api-spec, `specs/openapi.json`), the
bodies of the requests that the bot sends, and the names of what is in some of what it hears.

`python -m tests.discord.extract PATH` with a copy of the whole. It is to be written anew when the bot sends a kind of request that it has not sent
before (`SENT`), and when Discord has changed something.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

EXTRACT = Path(__file__).parent / "openapi.json"
SENT = {
    "/applications/{application_id}/commands": ("put",),
    "/channels/{channel_id}": ("patch",),
    "/channels/{channel_id}/messages": ("post",),
    "/channels/{channel_id}/messages/{message_id}": ("patch",),
    "/channels/{channel_id}/threads": ("post",),
    "/guilds/{guild_id}/scheduled-events": ("post",),
    "/guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}": ("patch",),
    "/interactions/{interaction_id}/{interaction_token}/callback": ("post",),
    "/webhooks/{webhook_id}/{webhook_token}": ("post",),
    "/webhooks/{webhook_id}/{webhook_token}/messages/@original": ("patch",),
    "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}": ("patch",),
}
"""Paths and methods of the requests with a body."""
HEARD = ("GuildChannelResponse", "GuildResponse", "MessageResponse", "ThreadResponse")
"""Schemas of what arrives, of which names are enough."""
WORDS = ("title", "description", "x-discord-union")
"""What of a schema says nothing about what is right."""
REFERENCE = re.compile(r'"#/components/schemas/(\w+)"')


def extract(whole: dict[str, Any]) -> dict[str, Any]:
    """The paths in `SENT` with the schemas of their bodies, and the schemas that those name, and those that are `HEARD`."""
    paths = {
        path: {method: {"requestBody": {"content": {"application/json": {"schema": _schema(whole, path, method)}}}} for method in methods}
        for path, methods in SENT.items()
    }
    found: dict[str, Any] = {}
    wanted = {*REFERENCE.findall(json.dumps(paths))}
    while wanted:
        name = wanted.pop()
        found[name] = _bare(whole["components"]["schemas"][name])
        wanted |= {*REFERENCE.findall(json.dumps(found[name]))} - found.keys()
    for name in HEARD:
        found.setdefault(name, {"properties": dict.fromkeys(whole["components"]["schemas"][name]["properties"], True)})
    return {"info": whole["info"], "paths": paths, "components": {"schemas": dict(sorted(found.items()))}}


def _schema(whole: dict[str, Any], path: str, method: str) -> Any:
    return _bare(whole["paths"][path][method]["requestBody"]["content"]["application/json"]["schema"])


def _bare(schema: Any, names: bool = False) -> Any:
    """A schema without words; `names` tells that the keys are those of a body, which may be called like that."""
    if isinstance(schema, dict):
        return {key: _bare(value, key == "properties" and not names) for key, value in schema.items() if names or key not in WORDS}
    return [_bare(value) for value in schema] if isinstance(schema, list) else schema


if __name__ == "__main__":
    EXTRACT.write_text(json.dumps(extract(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))), separators=(",", ":")) + "\n", encoding="utf-8")
