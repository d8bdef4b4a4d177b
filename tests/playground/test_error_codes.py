"""The stand-in refuses each broken request with Discord's code and for that one thing alone, and takes the legal neighbour of each."""

from __future__ import annotations

import json
from typing import Any

import aiohttp
import pytest

from playground.error_codes import TOO_LARGE
from playground.permission_bits import INVITED, MANAGE_THREADS
from playground.world import AUTOCOMPLETE, BOT_ROLE, COMMAND, FORUM
from tests.discord_api import faults
from tests.playground.api import HERE, Api
from tests.playground.broken import (
    ANSWERS,
    CHANGE,
    COMMANDS,
    COMPONENTS,
    EDIT,
    FORMS,
    LAYOUTS,
    MESSAGE,
    MESSAGES,
    POST,
    THREAD,
    THREADS,
    UPLOAD,
    UPLOADS,
    Broken,
)
from tests.playground.broken_commands import COMMANDED

ANNA, POSTS = "4001", "3055"
ALL = [*MESSAGES, *COMPONENTS, *LAYOUTS, *UPLOADS, *THREADS, *FORMS, *ANSWERS, *COMMANDED]


@pytest.fixture
async def api():
    async with Api() as opened:
        opened.world.add_channel(POSTS, "posts", kind=FORUM)
        opened.world.tags[POSTS] = [{"id": str(n), "name": f"tag {n}", "moderated": False, "emoji_id": None, "emoji_name": None} for n in range(5)]
        opened.world.set_role_rights(BOT_ROLE, INVITED | MANAGE_THREADS)
        opened.standin.rest.keep_requests = True
        yield opened


async def asked(api: Api, request: Broken, body: Any) -> tuple[int, Any]:
    """Status and answer of a request with a body."""
    if isinstance(request.asked, int):
        beside = await api.say() if request.asked not in (COMMAND, AUTOCOMPLETE) else None
        found, _ = api.world.interact(request.asked, ANNA, HERE, {"name": "fine"}, beside)
        return await api.ask("POST", f"/interactions/{found.id}/{found.token}/callback", body)
    if request.asked == UPLOAD:
        form = aiohttp.FormData(quote_fields=False)
        form.add_field("payload_json", json.dumps(body["payload"]))
        for number, (name, size) in body["files"].items():
            form.add_field(f"files[{number}]", bytes(size), filename=name)
        async with api.http.post(f"{api.base}/channels/{HERE}/messages", data=form) as answer:
            return answer.status, await answer.json()
    if request.asked == EDIT:
        return await api.ask("PATCH", f"/channels/{HERE}/messages/{(await api.say())['id']}", {"content": None, **body})
    if request.asked == CHANGE:
        return await api.ask("PATCH", f"/channels/{await api.thread()}", body)
    method, path = {
        MESSAGE: ("POST", f"/channels/{HERE}/messages"), COMMANDS: ("PUT", f"/applications/{api.world.application}/commands"),
        THREAD: ("POST", f"/channels/{HERE}/threads"), POST: ("POST", f"/channels/{POSTS}/threads"),
    }[request.asked]  # fmt: skip
    return await api.ask(method, path, body["all"] if isinstance(body, dict) and "all" in body else body)


@pytest.mark.sampled(0.25)
@pytest.mark.parametrize("request_", ALL, ids=str)
async def test_a_broken_request_is_refused_and_its_neighbour_taken(api, request_):
    status, answer = await asked(api, request_, request_.body(request_.legal))
    assert status < 300, answer
    before = len(api.world.messages), len(api.world.threads), api.world.commands
    status, answer = await asked(api, request_, request_.body(request_.broken))
    assert status in (400, 413), answer
    said = [fault["message"] for fault in answer["errors"]["_errors"]] if "errors" in answer else [answer["message"]]
    assert (answer["code"], len(said)) == (request_.code, 1), said
    assert said[0].startswith(request_.says), said
    shown = request_.asked == EDIT or (isinstance(request_.asked, int) and request_.asked not in (COMMAND, AUTOCOMPLETE))
    opened = request_.asked == CHANGE
    assert (len(api.world.messages) - shown, len(api.world.threads) - opened, api.world.commands) == before, "nothing has come of it"


async def test_neighbours_are_right_by_discords_own_description_which_knows_half_of_the_broken_ones(api):
    async def told(request, value):
        api.standin.requests.clear()
        await asked(api, request, request.body(value))
        assert api.standin.requests or request.code == TOO_LARGE, "it has been noted, unless it was too large to be read"
        return faults(api.standin.requests)

    assert [await told(request, request.legal) for request in ALL] == [[]] * len(ALL)
    refused = [bool(await told(request, request.broken)) for request in ALL]
    assert 100 < sum(refused) < len(ALL)
