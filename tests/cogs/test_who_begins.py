"""Who begins at a new table for two, as people settle it: by buttons, by typing, and taken back (MH-1.8, MH-1.9)."""

from __future__ import annotations

import pytest

from tests.chat import ANNA, BOHUMIL, HERE, Chat

pytestmark = pytest.mark.usefixtures("pie")


async def table(chat: Chat):
    return await chat.bot.tables.here(int(HERE))


def labels(chat: Chat, message) -> list[str]:
    rows = [c for row in message["components"] for c in row["components"]]
    return [c.get("label", "") for c in rows if c["type"] == 2] + [o["label"] for c in rows if c["type"] == 3 for o in c["options"]]


async def test_a_new_table_for_two_is_settled_by_buttons(chat):
    """One names points, the measured number first; the other chooses; hands come only then."""
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined")
    found = await table(chat)
    assert found.row.chosen["opening"] == "pie"
    assert found.acting == (1,)
    measured = found.rules.decision(found.state, 1).default[1]
    await chat.press(BOHUMIL, chat.board(), "Your move")
    (menu,) = [c for row in chat.private(BOHUMIL)["components"] for c in row["components"] if c["type"] == 3]
    values = [o["label"] for o in menu["options"]]
    assert len(values) == 21
    assert values[0].split()[0] == f"{int(measured) // 2 or ''}{'½' if int(measured) % 2 else ''}"
    await chat.pick(BOHUMIL, chat.private(BOHUMIL), menu["options"][0]["value"])
    found = await table(chat)
    assert found.state.split == int(measured)
    assert found.acting == (0,)
    await chat.press(ANNA, chat.board(), "Your move")
    assert {"Begin", "Go second"} <= set(labels(chat, chat.private(ANNA)))
    await chat.press(ANNA, chat.private(ANNA), "Go second")
    found = await table(chat)
    assert (found.state.first, [len(hand) for hand in found.state.hands]) == (1, [3, 3])


async def test_it_is_settled_by_typing_and_taken_back_with_consent_only(chat):
    """What has been drawn since is known: the other is asked."""
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined")
    assert "0" in await chat.use(BOHUMIL, "move", action="split 21")
    await chat.use(BOHUMIL, "move", action="split 5")
    await chat.use(ANNA, "move", action="begin")
    before = (await table(chat)).position
    panel = chat.private(ANNA)
    await chat.press_exactly(ANNA, panel, next(b for b in chat.buttons(panel) if b["custom_id"].startswith("b:undo:")))
    assert (await table(chat)).position == before, "not by herself"
    asking = chat.buttons(chat.private(ANNA))[0]
    assert asking["custom_id"].endswith(":ask")


@pytest.mark.parametrize(("seats", "options", "opening"), [("2", "opening=fixed", "fixed"), ("2", "", "pie"), ("3", "", "fixed")])
async def test_what_was_chosen_holds(chat, seats, options, opening):
    await chat.use(ANNA, "game new", game="monster_hex", seats=seats, options=options or "seating=joined")
    row, _ = await chat.bot.tables.lobby(int(HERE))
    assert row.chosen["opening"] == opening
