"""Ten times the same calls somebody once, and nobody who wants no calls."""

from __future__ import annotations

import pytest

from rules.competition.clock import HOUR
from tests.chat import ANNA, BOHUMIL, HERE
from tests.cogs.play.calls_in_chat import GAME, Does, blocks, drawn, his_turn, in_english, moved, no_pings, nothing, nudged, opens, pings

SENDS = 1 << 11


# Through the bot


@pytest.fixture(autouse=True)
def english(request):
    """Everybody reads English, where there is a chat."""
    if "chat" in request.fixturenames:
        in_english(request.getfixturevalue("chat"))


# How often


async def draws(chat) -> None:
    await drawn(chat)
    await chat.press(ANNA, [m for m in chat.seen(None) if "🤝" in m["content"]][-1], "Refuse")


async def takes_back(chat) -> None:
    await chat.use(ANNA, "game undo")
    await moved(chat)


async def shows(chat) -> None:
    await chat.use(ANNA, "board", show="post")


async def offers(chat) -> None:
    await chat.use(ANNA, "game offer", on="True")
    await chat.use(ANNA, "game offer", on="False")


async def joined(chat) -> None:
    await chat.use(BOHUMIL, "game new", **GAME, seats="4")


async def comes_and_goes(chat) -> None:
    await chat.use(ANNA, "game join")
    await chat.use(ANNA, "game leave")


OFTEN: dict[str, tuple[Does, Does, int]] = {
    "draw": (his_turn, drawn, 1), "draw and refuse": (his_turn, draws, 1), "undo": (his_turn, takes_back, 0), "post": (his_turn, shows, 0),
    "offer": (his_turn, offers, 0), "open and leave": (nothing, opens, 1), "nudge": (his_turn, nudged, 1),
    "join and leave": (joined, comes_and_goes, 0),
}  # fmt: skip


@pytest.mark.sampled(0.3)
@pytest.mark.parametrize("what", OFTEN)
async def test_ten_times_the_same_calls_once(chat, what):
    before, does, most = OFTEN[what]
    await before(chat)
    count = pings(chat)
    for _ in range(10):
        await does(chat)
    assert pings(chat) - count == most
    chat.ahead += 2 * HOUR
    await does(chat)
    assert pings(chat) - count <= most + 1
    if what.startswith(("draw and", "open", "post")):
        assert pings(chat) - count == most + 1, "after an hour it may be said again"


@pytest.mark.sampled(0.3)
@pytest.mark.parametrize("what", OFTEN)
async def test_ten_times_the_same_calls_nobody_who_wants_no_pings(chat, what):
    before, does, _ = OFTEN[what]
    await no_pings(chat)
    await before(chat)
    for _ in range(10):
        await does(chat)
    assert pings(chat) == 0


async def test_play_goes_on_after_an_undo_with_the_usual_calls(chat):
    await his_turn(chat)
    await takes_back(chat)
    count = pings(chat)
    table = await chat.bot.tables.here(int(HERE))
    await chat.use(BOHUMIL, "move", action="faction tide")
    for _ in range(40):
        if pings(chat) > count:
            return
        (seat,) = table.awaited
        await chat.use(str(table.seats[seat].player), "move", action=" ".join(table.rules.decision(table.state, seat).default))
    raise AssertionError("he is not called any more")


async def test_what_is_owed_is_asked_again_when_it_goes_out(chat):
    """The question waits, since Discord refuses it; meanwhile he has blocked her."""
    await his_turn(chat)
    chat.bot_may_not(HERE, SENDS)
    await drawn(chat)
    await blocks(chat)
    count = pings(chat)
    chat.bot_may(HERE)
    await chat.settle()
    await chat.later(HOUR / 2)
    assert f"<@{BOHUMIL}>: do you agree" in chat.board()["content"]
    assert pings(chat) == count
