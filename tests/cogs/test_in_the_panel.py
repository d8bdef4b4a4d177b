"""What is looked up from a private panel opens in it, with a way back; one person has one live panel."""

from __future__ import annotations

from copy import deepcopy

from tests.chat import ANNA, BOHUMIL, CECILE


def panels(chat, member):
    return [message["id"] for message in chat.seen(member) if message["_only"] == member]


async def test_a_hint_opens_in_the_panel_and_leads_back(chat):
    await chat.use(ANNA, "game new", game="monster_hex", computers="1", options="board=two seating=joined")
    await chat.press(ANNA, chat.board(), "Your move")
    asked, before = deepcopy(chat.private(ANNA)), panels(chat, ANNA)
    await chat.press(ANNA, asked, "Hint")
    hint = chat.private(ANNA)
    assert (panels(chat, ANNA), hint["id"]) == (before, asked["id"])
    assert hint["content"] != asked["content"]
    assert "Choose a faction" in hint["content"]
    await chat.press_exactly(ANNA, hint, next(b for b in chat.buttons(hint) if b["custom_id"].startswith("b:panel:")))
    back = chat.private(ANNA)
    assert (back["id"], back["content"], chat.labels(back)) == (asked["id"], asked["content"], chat.labels(asked))


async def test_hand_log_and_rules_open_in_the_panel_of_whoever_waits(chat):
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="board=two seating=joined")
    await chat.use(ANNA, "move", action="faction ember")
    await chat.use(BOHUMIL, "move", action="faction tide")
    chat.world.members[BOHUMIL]["locale"] = "en-US"
    await chat.press(BOHUMIL, chat.board(), "Your move")
    waiting, before = deepcopy(chat.private(BOHUMIL)), panels(chat, BOHUMIL)
    seen = set()
    for label in ("Hand", "Log", "Rules"):
        await chat.press(BOHUMIL, chat.private(BOHUMIL), label)
        shown = chat.private(BOHUMIL)
        assert bool(shown["attachments"]) == (label == "Hand"), "no picture of before stays"
        seen.add(shown["content"])
        await chat.press(BOHUMIL, shown, "Back to the game")
        assert chat.private(BOHUMIL)["content"] == waiting["content"]
        assert chat.labels(chat.private(BOHUMIL)) == chat.labels(waiting)
    assert panels(chat, BOHUMIL) == before
    assert len(seen) == 3


async def test_who_looks_on_comes_back_to_looking_on(chat):
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="board=two seating=joined")
    chat.world.members[CECILE]["locale"] = "en-US"
    await chat.press(CECILE, chat.board(), "Rules")
    assert not any("game" in label for label in chat.labels(chat.private(CECILE))), "a message of its own needs no way back"
    await chat.press(CECILE, chat.board(), "Your move")
    number = panels(chat, CECILE)
    assert len(number) == 2
