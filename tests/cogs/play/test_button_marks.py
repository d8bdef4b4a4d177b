"""What stands on buttons tells nothing of hidden actions, and works after a restart and for messages of earlier versions."""

from __future__ import annotations

import re

from cogs.play.button_marks import LEAST, mark
from tests.chat import ANNA, BOHUMIL, HERE, THERE
from tests.cogs.test_play import table


async def picker_ids(chat, channel: str, hidden: bool) -> list[str]:
    """What stands on the buttons of Bohumil's picker for the mulligan when Anna has given a hidden order, or not."""
    await chat.use(ANNA, "game new", channel, game="planetary_conquerors", opponent=BOHUMIL, options="seating=joined")
    if hidden:
        await chat.set(ANNA, "order", channel, order="pass_play", on="true")
    for member in (ANNA, BOHUMIL):
        await chat.use(member, "move", channel, action="deck iron_tide")
    await chat.use(ANNA, "move", channel, action="keep")
    await chat.press(BOHUMIL, chat.board(channel), "Your move")
    shown = chat.private(BOHUMIL, channel)
    return [item["custom_id"] for item in (*chat.buttons(shown), *chat.menus(shown))]


async def test_a_hidden_order_does_not_show_on_the_buttons_of_others(chat):
    plain, other = await picker_ids(chat, HERE, False), await picker_ids(chat, THERE, True)
    tables = [await chat.bot.tables.here(int(channel)) for channel in (HERE, THERE)]
    assert [t.position for t in tables] == [3, 4]
    shapes = [
        [re.sub(rf":{t.id}:{t.mark(1)}:", ":TABLE:MARK:", i) for i in ids if i not in (f"b:plan:{t.id}", f"b:signs:{t.id}")]
        for t, ids in zip(tables, (plain, other), strict=True)
    ]
    assert shapes[0] == shapes[1]
    assert sum("TABLE:MARK" in i for i in shapes[0]) == len(shapes[0]), "each of them knows its question by a mark"
    assert len({len(str(t.mark(1))) for t in tables}) == 1
    nonces = [body["nonce"] for _, _, body in chat.standin.requests if isinstance(body, dict) and body.get("nonce")]
    assert len(nonces) > 4
    assert all(re.fullmatch("[0-9a-f]{25}", nonce) for nonce in nonces), "nor does what everybody may see of a message"


async def test_buttons_of_earlier_messages_work(chat):
    """After a restart, though something hidden has happened meanwhile; and those that say the number of an action."""
    for old in (False, True):
        await picker_ids(chat, HERE, False)
        picker = chat.private(BOHUMIL)
        found = await table(chat)
        await chat.set(ANNA, "order", order="pass_play", on="true")
        await chat.restart()
        keep = next(button for button in chat.buttons(picker) if button["custom_id"].endswith(":keep"))
        if old:
            keep["custom_id"] = keep["custom_id"].replace(str(found.mark(1)), str(found.asked[1]))
        await chat.press_exactly(BOHUMIL, picker, keep)
        assert (1, ("keep",)) in [(r.seat, r.action) for r in await chat.bot.store.tables.actions(found.id)]
        await chat.use(ANNA, "game resign", sure="true")


async def test_marks(chat):
    key = chat.bot.store.key
    assert len(key) == 32
    marks = {mark(key, game, seat, number) for game in range(20) for seat in range(4) for number in range(50)}
    assert len(marks) > 3990, "hardly ever the same"
    assert all(LEAST <= m < 10 * LEAST for m in marks)
    await chat.restart()
    assert chat.bot.store.key == key
