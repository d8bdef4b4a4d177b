"""Once a layout, always one: whatever is pressed on a layout, forged or not, is answered with what Discord takes there."""

from __future__ import annotations

import asyncio
import logging

import pytest

from playground.error_codes import Rejected
from playground.messages import EPHEMERAL
from tests.chat import DARA, HERE
from tests.cogs.test_authority import AT_ONCE, BUTTONS, EMIL, FORMS, VALUES, furnish
from tests.cogs.tournaments.in_chat import settle
from tests.reading import LAYOUT

SECRET = "The plan of whoever sat here"


def layout(chat, member, custom_id, kind, value):
    """A private layout with something to press."""
    part = {"type": kind, "custom_id": custom_id, "style": 2, "label": "x", "options": [{"label": "x", "value": value}]}
    if kind == 2:
        del part["options"]
    components = [{"type": 10, "content": SECRET}, {"type": 1, "components": [part]}]
    message = chat.world.post(HERE, {"flags": LAYOUT, "components": components}, {}, chat.standin.address, flags=EPHEMERAL)
    message["_only"] = member
    return message


@pytest.mark.sampled(0.5)
@pytest.mark.parametrize(("member", "sits"), [(EMIL, True), (DARA, False)])
async def test_whatever_is_pressed_on_a_layout_is_answered_with_what_discord_takes_there(chat, monkeypatch, caplog, member, sits):
    chat.world.kept_messages = 3000
    facts = await furnish(chat, offered=False)
    refused, edit, post = [], chat.world.edit, chat.world.post

    def watched(method):
        def made(*args, **kwargs):
            try:
                return method(*args, **kwargs)
            except Rejected as rejected:
                refused.append(str(rejected))
                raise

        return made

    monkeypatch.setattr(chat.world, "edit", watched(edit))
    monkeypatch.setattr(chat.world, "post", watched(post))
    room = asyncio.Semaphore(AT_ONCE)

    async def press(verb, kind, rest):
        custom_id = f"{'b' if kind == 2 else 'm'}:{verb}:{rest}"
        value = VALUES.get(verb, "HX-1.1" if verb.startswith(("rule", "leaf")) else facts["action"].split()[0]).format(**facts)
        message = layout(chat, member, custom_id, kind, value)
        async with room:
            body = {"member": member, "channel": HERE, "message": message["id"], "custom_id": custom_id, "values": [value]}
            got = await chat.standin.play("component", body)
        assert "error" not in got, verb
        return verb, message

    async def form(custom_id):
        message = layout(chat, member, "b:decks:", 2, "")
        rows = [{"type": 1, "components": [{"type": 4, "custom_id": name, "value": "2 c01"}]} for name in ("cards", "name", "text", "value", "words")]
        async with room:
            body = {"member": member, "channel": HERE, "custom_id": custom_id.format(**facts), "components": rows, "message": message["id"]}
            await chat.standin.play("modal", body)
        return custom_id, message

    with caplog.at_level(logging.WARNING):
        pressed = await asyncio.gather(
            *(press(verb, kind, rest.format(**facts)) for verb, rest in BUTTONS.items() for kind in (2, 3)), *map(form, FORMS.values())
        )
        await settle(chat)
    assert not refused
    assert not [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR or "could not be sent" in r.getMessage()]
    for verb, message in pressed:
        assert message["flags"] & LAYOUT, verb
        assert not message["content"], verb
