"""Forms: each opening has a custom id of its own, since phones show again what the first one of an id held; ids of before are read as well."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import ui

import cogs
from cogs.messages.buttons import LIMIT
from cogs.messages.forms import sent, shown_form, stamped
from tests.chat import ANNA, Chat
from tests.cogs.test_authority import FORMS
from tests.cogs.tournaments.test_setup_panel import begin, panel

NAMES = (*FORMS.values(), "f:cards:" + "x" * 89, "f:deckfile:planetary_conquerors:" + "y" * 40)
COGS = Path(cogs.__file__).parent


async def opened(custom_id: str) -> str:
    """The custom id with which a form is shown."""
    shown: list[ui.Modal] = []

    async def take(form: ui.Modal) -> None:
        shown.append(form)

    async def made() -> ui.Modal:
        return ui.Modal(title="x", custom_id=custom_id)

    asker: Any = SimpleNamespace(response=SimpleNamespace(send_modal=take))
    await shown_form(asker, made())
    return shown[0].custom_id


async def heard(custom_id: str, begins: str) -> str | None:
    """What a form that comes back is read to be about."""
    found: list[str] = []

    async def read(interaction: Any, about: str, form: Any) -> None:
        found.append(about)

    async def takes(interaction: Any) -> bool:
        return True

    client = SimpleNamespace(intake=SimpleNamespace(takes=takes))
    asker: Any = SimpleNamespace(data={"custom_id": custom_id}, type=discord.InteractionType.modal_submit, client=client)
    await sent(asker, {begins: read})
    return found[0] if found else None


@pytest.mark.parametrize("name", NAMES)
async def test_no_form_is_opened_twice_under_one_id_and_all_are_read(name):
    first, second = await opened(name), await opened(name)
    assert first != second
    assert max(len(first), len(second)) <= LIMIT
    begins = re.match("(?:f:)?[a-z]+:", name)
    assert begins
    about = name.removeprefix(begins[0])
    assert [await heard(one, begins[0]) for one in (first, second, name)] == [about] * 3


def test_an_id_that_fills_all_room_stays_as_it_is():
    assert stamped("x" * LIMIT) == "x" * LIMIT


def test_all_forms_are_opened_at_one_place():
    opening = [path.name for path in COGS.rglob("*.py") if "send_modal" in path.read_text(encoding="utf-8")]
    assert opening == ["forms.py"]


async def test_whoever_opens_a_form_again_on_a_phone_sees_what_they_have_set(chat: Chat):
    """A phone keeps the text that the first form of an id held."""
    await begin(chat, name="Cup")
    held: dict[str, str] = {}
    seen = []
    for name in ("Autumn cup", "Winter cup"):
        body = {"member": ANNA, "channel": panel(chat)["channel_id"], "message": panel(chat)["id"]}
        menu = chat.menus(panel(chat))[0]["custom_id"]
        form = (await chat.standin.play("component", {**body, "custom_id": menu, "values": ["name"]}))["modal"]
        [field] = [f for row in form["components"] for f in row.get("components") or [row["component"]]]
        seen.append(held.setdefault(form["custom_id"], field.get("value") or ""))
        await chat.submit(ANNA, form["custom_id"], beside=panel(chat), value=name)
    assert seen == ["Cup", "Autumn cup"]
    assert panel(chat)["content"].startswith("**Winter cup")
