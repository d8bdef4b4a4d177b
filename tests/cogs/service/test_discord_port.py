"""The way out to Discord: what is refused is counted, and too much of it stops all asking for a while."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.play.outbox_worker import FULL, REFUSED, Trouble
from cogs.service import discord_port
from cogs.service.discord_port import Brake, DiscordPort


def refused(status: int) -> discord.HTTPException:
    answer: Any = SimpleNamespace(status=status, reason="no")
    kind = {403: discord.Forbidden, 404: discord.NotFound}.get(status, discord.HTTPException)
    return kind(answer, "no")


async def test_a_thousand_tables_that_may_not_speak_do_not_get_the_bot_banned(monkeypatch):
    """Nothing is asked any more from some number of refusals in ten minutes on; what is asked later is asked again."""
    now, asked = [0.0], []
    monkeypatch.setattr(discord_port, "MOST_REFUSED", 5)

    async def send(**_: Any) -> None:
        asked.append(now[0])
        raise refused(403)

    client: Any = SimpleNamespace(get_partial_messageable=lambda channel: SimpleNamespace(send=send))
    way = DiscordPort(client)
    way._brake = Brake(lambda: now[0])
    found = []
    for second in range(700):
        now[0] = float(second)
        with pytest.raises(Trouble) as trouble:
            await way.send(1, {}, "n")
        found.append(trouble.value)
    assert asked == [0, 1, 2, 3, 4, 600, 601, 602, 603, 604]
    assert [t.kind for t in found[:6]] == [REFUSED] * 5 + [FULL]
    assert found[5].wait == 595, "until the first refusal is ten minutes old"


@pytest.mark.parametrize(("status", "counts"), [(401, True), (403, True), (429, True), (404, False), (400, False), (500, False)])
def test_what_discord_counts_is_counted(monkeypatch, status, counts):
    monkeypatch.setattr(discord_port, "MOST_REFUSED", 1)
    brake = Brake(lambda: 0.0)
    brake.note(refused(status))
    if counts:
        with pytest.raises(Trouble):
            brake.check()
    else:
        brake.check()
