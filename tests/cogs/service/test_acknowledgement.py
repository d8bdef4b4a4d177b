"""The first answer to an interaction when the network is unkind: taken with its answer lost, not taken, too late, or somebody else's."""

from __future__ import annotations

from typing import Any

import pytest
from aiohttp import web

from playground.error_codes import ACKNOWLEDGED, UNKNOWN_INTERACTION, Rejected
from tests.chat import ANNA
from tests.cogs.test_play import table
from tests.cogs.test_trouble import past_factions, pressing


class Unkind:
    """What happens to the first try of a first answer."""

    def __init__(self, chat: Any, taken: bool, how: str) -> None:
        self.taken, self.how, self.tries = taken, how, 0
        chat.standin.rates.meddle = self

    async def __call__(self, request: web.Request, handler: Any) -> web.StreamResponse:
        if not request.path.endswith("/callback"):
            return await handler(request)
        self.tries += 1
        if self.tries > 1:
            return await handler(request)
        if self.taken:
            await handler(request)
        if self.how == "500":
            raise Rejected(500, 0, "Internal Server Error")
        assert request.transport is not None
        request.transport.close()
        return web.Response()


@pytest.mark.sampled(0.5, any=True)
@pytest.mark.parametrize("how", ["500", "broken"])
@pytest.mark.parametrize("taken", [True, False])
async def test_a_press_whose_acknowledgement_got_lost_is_gone_on_with(chat, taken, how, caplog):
    await past_factions(chat)
    unkind = Unkind(chat, taken, how)
    result = await chat.standin.play("component", pressing(chat, ANNA, "Your move"))
    await chat.settle()
    assert unkind.tries == 2
    assert "error" not in result
    private = chat.private(ANNA)
    assert chat.buttons(private) or chat.menus(private), "the picker is there"
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


@pytest.mark.parametrize("how", ["500", "broken"])
async def test_a_command_whose_acknowledgement_got_lost_is_done_once_and_says_so(chat, how):
    await past_factions(chat)
    before = (await table(chat)).position
    found = await table(chat)
    member = (ANNA, "4002")[found.acting[0]]
    Unkind(chat, True, how)
    answer = await chat.use(member, "move", action=(await chat.complete(member, "move", "action", ""))[0])
    assert answer
    assert (await table(chat)).position in (before, before + 1)


@pytest.mark.parametrize(("code", "status"), [(ACKNOWLEDGED, 400), (UNKNOWN_INTERACTION, 404)])
async def test_what_somebody_else_answers_or_what_comes_too_late_is_left_alone_and_is_no_error(chat, code, status, caplog):
    await past_factions(chat)
    before = len(chat.seen(ANNA))

    async def meddle(request: web.Request, handler: Any) -> web.StreamResponse:
        if request.path.endswith("/callback"):
            raise Rejected(status, code, "no")
        return await handler(request)

    chat.standin.rates.meddle = meddle
    chat.standin.members.patience = 0.3
    result = await chat.standin.play("component", pressing(chat, ANNA, "Your move"))
    assert "did not respond" in result["error"]
    chat.standin.rates.meddle = None
    assert len(chat.seen(ANNA)) == before
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
