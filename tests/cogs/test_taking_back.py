"""*Undo* in the private panel, boards that wait for the end of what somebody does, and what one reads when one comes back."""

from __future__ import annotations

import re

import pytest

from rules.legal_actions import legal
from tests.chat import ANNA, BOHUMIL, DARA, Chat
from tests.cogs.play.test_proposals import at_once
from tests.cogs.test_play import table
from tests.waiting import within


async def duel(chat: Chat, seed: int, monkeypatch) -> None:
    """A game of HexyGame in Anna's first turn."""
    monkeypatch.setattr("cogs.play.tables.new_seed", lambda: seed)
    await chat.use(ANNA, "game new", game="hexygame", opponent=BOHUMIL, options="seating=joined decks=drawn")
    for member in (ANNA, BOHUMIL):
        await chat.use(member, "move", action="keep")


def public(chat: Chat) -> int:
    return len(chat.seen(None))


async def hand(chat: Chat) -> list[str]:
    found = await table(chat)
    return sorted(found.state.sides[0].hand)


def discards(chat: Chat) -> dict:
    """The menu of cards that Anna may discard for energy."""
    return next(m for m in chat.menus(chat.private(ANNA)) if m["placeholder"].startswith("Discard for energy"))


async def test_what_one_choice_has_done_is_taken_back_by_a_button(chat, monkeypatch):
    """Nobody else hears of it before the turn is over, and then in one board."""
    await duel(chat, 3, monkeypatch)
    boards, before = public(chat), await hand(chat)
    await chat.press(ANNA, chat.board(), "Your move")
    assert not any(label.startswith("Undo") for label in chat.labels(chat.private(ANNA))), "nothing has been done yet"
    await chat.choose(ANNA, chat.private(ANNA), discards(chat), [discards(chat)["options"][0]["value"]])
    assert chat.private(ANNA)["content"].startswith("✓ **You discard ")
    assert len(await hand(chat)) == len(before) - 1
    await chat.restart()
    assert await chat.press(ANNA, chat.private(ANNA), "Undo")
    assert chat.private(ANNA)["content"].startswith("Taken back: “Discard for energy"), "and what was taken back"
    assert await hand(chat) == before
    for _ in range(2):
        await chat.choose(ANNA, chat.private(ANNA), discards(chat), [discards(chat)["options"][0]["value"]])
    assert public(chat) == boards, "the turn goes on"
    await chat.press(ANNA, chat.private(ANNA), "End the turn")
    assert public(chat) == boards + 1
    told = chat.board()["content"]
    assert told.count("for energy") == 2, "of the one taken back nobody ever heard"
    assert "takes" not in told


async def test_all_that_one_press_has_done_is_taken_back_by_one(chat, monkeypatch):
    """Two cards chosen from one menu: the label says that it is both, also after a look elsewhere, and after a restart it still is."""
    await duel(chat, 3, monkeypatch)
    await chat.press(ANNA, chat.board(), "Your move")
    await chat.choose(ANNA, chat.private(ANNA), discards(chat), [discards(chat)["options"][0]["value"]])
    before = await hand(chat)
    await chat.choose(ANNA, chat.private(ANNA), discards(chat), [option["value"] for option in discards(chat)["options"][:2]])
    assert any(label.startswith("Undo all: ") for label in chat.labels(chat.private(ANNA)))
    await chat.press_verb(ANNA, "step")
    await chat.press(ANNA, chat.private(ANNA), "Back")
    panel = chat.private(ANNA)
    assert any(label.startswith("Undo all: ") for label in chat.labels(panel)), "also after a look elsewhere"
    await chat.restart()
    await chat.press(ANNA, panel, "Undo")
    assert await hand(chat) == before, "the card of the press before is still gone"
    assert chat.private(ANNA)["content"].partition("\n")[0].count("Discard for energy") == 2, "and both are named"


async def test_two_presses_take_back_once(chat, monkeypatch):
    await duel(chat, 3, monkeypatch)
    await chat.press(ANNA, chat.board(), "Your move")
    for _ in range(2):
        await chat.choose(ANNA, chat.private(ANNA), discards(chat), [discards(chat)["options"][0]["value"]])
    left = len(await hand(chat))
    await at_once(chat, chat.private(ANNA), "Undo", ANNA, ANNA)
    assert len(await hand(chat)) == left + 1


async def test_where_others_have_acted_the_button_only_says_how_the_table_stands(chat):
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined")
    await chat.use(ANNA, "move", action="faction ember")
    panel = chat.private(ANNA)
    assert chat.labels(panel) == ["Undo: Choose a faction: ▲ Ember"], "and says what it takes back, with its verb"
    await chat.use(BOHUMIL, "move", action="faction tide")
    before = (await table(chat)).position
    assert "moved on since" in await chat.press(ANNA, panel, "Undo")
    assert (await table(chat)).position == before


async def test_what_has_shown_something_is_asked_for_once_more(chat):
    """A round is over, all have drawn: the others are not asked by one press."""
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined")
    for member, words in ((ANNA, "faction ember"), (BOHUMIL, "faction tide")):
        await chat.use(member, "move", action=words)
    for member in (ANNA, BOHUMIL):
        found = await table(chat)
        await chat.use(member, "move", action=" ".join(next(legal(found.rules, found.state, found.seat_of(int(member)), ("place",)))))
    panel, boards = chat.private(BOHUMIL), public(chat)
    position = (await table(chat)).position
    await chat.press_exactly(BOHUMIL, panel, next(b for b in chat.buttons(panel) if b["custom_id"].startswith("b:undo:")))
    assert public(chat) == boards, "nobody has been asked"
    asking = chat.buttons(chat.private(BOHUMIL))[0]
    assert asking["custom_id"].endswith(":ask")
    await chat.press_exactly(BOHUMIL, chat.private(BOHUMIL), asking)
    assert public(chat) == boards + 1
    await chat.press(ANNA, chat.board(), "Agree")
    found = await table(chat)
    assert found.position == position + 2, "what was drawn is drawn anew"
    assert found.acting == (1,), "before the placement"


async def test_energy_for_an_answer_is_told_with_it(chat, monkeypatch):
    """HX-5.3: three cards for a response are one board, not four."""
    await duel(chat, 3, monkeypatch)
    await chat.set(ANNA, "order", order="ask_end", on="True")
    await chat.use(ANNA, "move", action="pass")
    async with within("the window of the first seat"):
        while (await table(chat)).awaited != (0,) or (await table(chat)).rules.decision((await table(chat)).state, 0).kind != "respond":
            found = await table(chat)
            await chat.use(ANNA if found.awaited[0] == 0 else BOHUMIL, "move", action="pass")
    boards = public(chat)
    await chat.press(ANNA, chat.board(), "Your move")
    for _ in range(3):
        await chat.choose(ANNA, chat.private(ANNA), discards(chat), [discards(chat)["options"][0]["value"]])
    assert public(chat) == boards, "she is still at it"
    assert any(re.fullmatch(r"Undo: Discard for energy\b.+", label) for label in chat.labels(chat.private(ANNA)))
    await chat.press(ANNA, chat.private(ANNA), "Pass")
    assert public(chat) == boards + 1
    assert chat.board()["content"].count("for energy") == 3


@pytest.mark.parametrize("anew", [False, True])
async def test_the_panel_begins_with_what_the_others_have_done(chat, anew):
    """Also after a restart, when it is found by playing the record once more."""
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined")
    await chat.press(ANNA, chat.board(), "Your move")
    assert not any(heading in chat.private(ANNA)["content"] for heading in ("Since your last move", "So far")), "nothing has happened"
    await chat.use(ANNA, "move", action="faction ember")
    await chat.use(BOHUMIL, "move", action="faction tide")
    if anew:
        await chat.restart()
    await chat.press(ANNA, chat.board(), "Your move")
    assert chat.private(ANNA)["content"].startswith("**Since your last move**\nBohumil leads Tide.\n")
    assert "Anna leads" not in chat.private(ANNA)["content"]
    await chat.press(BOHUMIL, chat.board(), "Your move")
    asked = chat.private(BOHUMIL)["content"]
    assert "**Anna**: „polož příšeru“ · výzva přišla <t:" in asked, "who is asked, and since when"
    assert chat.labels(chat.private(BOHUMIL))[:3] == ["Ruka", "Záznam", "Pravidla"], "what to do meanwhile"


async def test_a_deed_is_told_once_to_whoever_has_done_it(chat, monkeypatch):
    """By its sentence alone; and what it has brought stands below that, also where others had to let it happen, and is no news."""
    await duel(chat, 3, monkeypatch)
    await chat.press(ANNA, chat.board(), "Your move")
    await chat.choose(ANNA, chat.private(ANNA), discards(chat), [discards(chat)["options"][0]["value"]])
    assert chat.private(ANNA)["content"].count("for energy") == 1
    answered = 0
    for _ in range(40):
        found = await table(chat)
        seat = found.awaited[0]
        verbs = {action[0]: action for action in legal(found.rules, found.state, seat)}
        action = next((verbs[verb] for verb in ("cast", "activate", "discard") if verb in verbs), None) or next(iter(verbs.values()))
        member = (ANNA, BOHUMIL)[seat]
        await chat.use(member, "move", action=" ".join(action))
        lines = [line for line in chat.private(member)["content"].splitlines() if line]
        happened = [line for line in lines if line.startswith(("Yellow Hall", "Prism"))]
        answered += bool(happened)
        assert not happened or "**Since your last move**" not in lines, lines
        own = [line for line in lines if ("Anna", "Bohumil")[seat] in line]
        assert len(set(own)) == len(own), lines
    assert answered, "somebody has answered at once"


async def test_what_was_taken_back_is_no_news_to_the_others(chat, monkeypatch):
    """Neither in the panel of whoever comes next, nor after a restart, when the record is played once more."""
    await duel(chat, 3, monkeypatch)
    await chat.press(ANNA, chat.board(), "Your move")
    await chat.choose(ANNA, chat.private(ANNA), discards(chat), [discards(chat)["options"][0]["value"]])
    await chat.press(ANNA, chat.private(ANNA), "Undo")
    await chat.press(ANNA, chat.private(ANNA), "End the turn")
    for anew in (False, True):
        if anew:
            await chat.restart()
        await chat.set(BOHUMIL, "language", language="en")
        await chat.press(BOHUMIL, chat.board(), "Your move")
        assert "**Since your last move**" in chat.private(BOHUMIL)["content"]
        assert "for energy" not in chat.private(BOHUMIL)["content"]


async def test_what_others_have_been_told_is_taken_back_before_them(chat, monkeypatch):
    """A moderator's word has sent the board with what was held."""
    await duel(chat, 3, monkeypatch)
    await chat.press(ANNA, chat.board(), "Your move")
    await chat.choose(ANNA, chat.private(ANNA), discards(chat), [discards(chat)["options"][0]["value"]])
    for act in ("pause", "resume"):
        await chat.use(DARA, f"referee {act}", reason="tea")
    assert "for energy" in "".join(message["content"] or "" for message in chat.seen(None))
    await chat.press(ANNA, chat.private(ANNA), "Undo")
    await chat.use(ANNA, "move", action="pass")
    assert "takes the last action back" in chat.board()["content"]
