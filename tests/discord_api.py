"""Checks the bot's requests against Discord's own description of its API, of which `tests/discord` has what they need."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

from jsonschema_rs import Draft202012Validator

from tests.discord.extract import EXTRACT


@cache
def _description() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(EXTRACT.read_text(encoding="utf-8"))
    return found


@cache
def _validator(path: str, method: str) -> Any:
    whole = _description()
    schema = whole["paths"][path][method]["requestBody"]["content"]["application/json"]["schema"]
    return Draft202012Validator({"components": whole["components"], **schema})


@cache
def _paths() -> list[tuple[re.Pattern[str], str]]:
    whole = _description()
    found = []
    # Paths with fewer variables first: `@original` before any message id.
    for path in sorted(whole["paths"], key=lambda p: p.count("{")):
        found.append((re.compile("^" + re.sub(r"\{[^}]+\}", "[^/]+", path) + "$"), path))
    return found


def properties(schema: str) -> list[str]:
    """What an object of Discord's may have."""
    return [*_description()["components"]["schemas"][schema]["properties"]]


def _snowflakes(body: Any) -> Any:
    """The body with ids as text: discord.py writes some of them as numbers, which Discord takes as well. Those of components are numbers."""
    if isinstance(body, dict):
        return {k: str(v) if k == "id" and "type" not in body else [str(u) for u in v] if k == "users" else _snowflakes(v) for k, v in body.items()}
    return [_snowflakes(v) for v in body] if isinstance(body, list) else body


def route(url: str) -> str | None:
    """The route of Discord's that an address belongs to, with `{...}` for numbers; None for one that Discord does not know."""
    return next((p for pattern, p in _paths() if pattern.match(url.removeprefix("/api/v10"))), None)


def faults(requests: list[tuple[str, str, Any]]) -> list[str]:
    """What Discord's description says against these requests."""
    found = []
    for method, url, body in requests:
        path = route(url)
        if path is None or method.lower() not in _description()["paths"][path]:
            found.append(f"{method} {url}: unknown to Discord, or to `tests/discord/extract.py`")
            continue
        found += [f"{method} {path}: {fault}" for fault in _body_faults(path, method.lower(), json.dumps(_snowflakes(body)))]
    return found


@cache
def _body_faults(path: str, method: str, body: str) -> tuple[str, ...]:
    """The same bodies come again and again, above all the long list of commands."""
    found = []
    for error in _validator(path, method).iter_errors(json.loads(body)):
        choices = getattr(error.kind, "context", ())
        deepest = min((inner for choice in choices for inner in choice), key=lambda e: len(e.message), default=error)
        found.append(f"{'/'.join(map(str, deepest.instance_path))}: {deepest.message[:200]}")
    return tuple(found)
