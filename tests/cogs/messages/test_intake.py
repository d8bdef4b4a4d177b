"""What is taken up, and what is not: once the bot is to stop, beyond what one may have under way, and where another process answers."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.messages import intake as taking
from cogs.messages.intake import Intake
from tests.waiting import until, within

PRESS, TYPING = discord.InteractionType.component, discord.InteractionType.autocomplete


def interaction(number: int, kind: discord.InteractionType = PRESS, person: int = 7) -> Any:
    return SimpleNamespace(id=number, user=SimpleNamespace(id=person), type=kind, guild_id=1 << 22, client=SimpleNamespace(shard_count=1))


@pytest.fixture
def said(monkeypatch) -> list[tuple[int, str]]:
    """What people read instead of an answer."""
    found: list[tuple[int, str]] = []

    async def tell(of: Any, key: str) -> None:
        found.append((of.id, key))

    monkeypatch.setattr(taking, "ask_for_a_moment", tell)
    monkeypatch.setattr(taking, "Deadline", lambda of: None)
    monkeypatch.setattr(taking, "SLOWLY", 0)
    return found


async def takes(intake: Intake, of: Any) -> bool:
    """In a task of its own, as discord.py does it, which goes on after that."""
    answered: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    async def seen_to() -> None:
        answered.set_result(await intake.takes(of))
        await asyncio.sleep(3600)

    task = asyncio.create_task(seen_to())
    TASKS.append(task)
    async with within("whether it is taken up"):
        return await answered


TASKS: list[asyncio.Task[None]] = []


@pytest.fixture(autouse=True)
async def _ended():
    yield
    for task in TASKS:
        task.cancel()
    await asyncio.gather(*TASKS, return_exceptions=True)
    TASKS.clear()


@pytest.mark.parametrize("kind", [PRESS, TYPING, discord.InteractionType.application_command, discord.InteractionType.modal_submit])
async def test_nothing_is_carried_out_of_which_restarting_was_said(said, kind):
    intake = Intake()
    assert await takes(intake, interaction(1, kind))
    intake.close()
    assert not await takes(intake, interaction(2, kind))
    assert said == [(2, "moment.restart")]


async def test_what_was_waiting_for_its_process_when_the_bot_was_told_to_stop_is_not_carried_out_either(said):
    intake, goes_on = Intake(), asyncio.Event()

    async def patiently(guild: int | None, patient: bool) -> bool:
        await until(goes_on.is_set)
        return True

    intake.answers = patiently
    waiting = asyncio.create_task(takes(intake, interaction(1)))
    await asyncio.sleep(0)
    intake.close()
    goes_on.set()
    assert not await waiting
    assert said == [(1, "moment.restart")]


async def test_what_another_process_answers_is_not_under_way(said):
    async def no(guild: int | None, patient: bool) -> bool:
        return False

    intake = Intake()
    intake.answers = no
    assert not await takes(intake, interaction(1))
    assert not intake.has(1)
    assert said == []


async def test_a_person_may_have_so_much_under_way_and_no_more(said):
    """What is too much is told and not counted; others are not concerned, and what comes to its end makes room."""
    intake = Intake()
    intake.budget = 2
    assert [await takes(intake, interaction(n)) for n in (1, 2, 3)] == [True, True, False]
    assert said == [(3, "moment.budget")]
    assert not intake.has(3)
    assert await takes(intake, interaction(4, person=8))
    TASKS[0].cancel()
    await asyncio.gather(TASKS[0], return_exceptions=True)
    assert await takes(intake, interaction(5))


async def test_what_is_delivered_once_more_is_one_thing(said):
    intake = Intake()
    intake.budget = 1
    assert await takes(intake, interaction(1))
    assert await takes(intake, interaction(1))
    assert len(intake.under_way) == 1
    assert said == []
