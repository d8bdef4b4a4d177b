"""HexyGame in chat: a whole game by buttons and by typing, decks, cards, draws, stops."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from typing import Any

import pytest

from data.language import texts
from rules.legal_actions import legal
from rules.notation import Record, play
from tests.chat import ANNA, BOHUMIL, CECILE, Chat
from tests.cogs.driving import click
from tests.cogs.test_play import table
from tests.waiting import within

MEMBERS = (ANNA, BOHUMIL)
RECORD = Path(__file__).parents[1] / "hexygame" / "records" / "whole" / "night_and_dawn.txt"


async def begin(chat: Chat, *decks: str) -> Any:
    """A table of Anna and Bohumil, in this order."""
    await chat.use(ANNA, "game new", game="hexygame", opponent=BOHUMIL, options="seating=joined")
    for member, deck in zip(MEMBERS, decks, strict=False):
        await chat.use(member, "move", action=f"deck {deck}")
    return await table(chat)


@pytest.mark.deep
async def test_a_whole_game_by_buttons_and_by_typing(chat, monkeypatch):
    """HX-15.7, HX-15.8: an ambush, a counterstrike, a response on the stack, a split combat, and a win at the Centre.

    One member clicks, the other types; every question had more than one answer; the bot is started anew in between.
    """
    record = Record.read(RECORD.read_text(encoding="utf-8"))
    seed = int(record.header["seed"], 16)
    monkeypatch.setattr("cogs.play.tables.new_seed", lambda: seed)
    await chat.use(ANNA, "game new", game="hexygame", opponent=BOHUMIL, options="seating=joined")
    clicks: dict[int, int] = {}
    per_turn: dict[int, int] = {}
    asked: dict[int, int] = {}
    seen, last = set(), 0
    rows = [row for row in record.rows if not row.auto]
    for number, row in enumerate(rows):
        found = await table(chat)
        assert row.seat in found.rules.to_act(found.state)
        state = found.state
        assert sum(1 for _, _ in zip(range(2), legal(found.rules, state, row.seat), strict=False)) == 2, "a question that could not matter"
        if state.stage == "play":
            counted = per_turn if row.seat == state.active else asked
            counted[state.turn] = counted.get(state.turn, 0) + 1
            seen |= {"ambush"} if row.action[0] == "attack" and len([w for w in row.action if len(w) == 2]) > 2 else set()
            seen |= {"response"} if row.action[0] == "cast" and state.stack else set()
            seen |= {row.action[0]}
        if row.seat == 0 and row.action[0] != "deck":
            used = 0
            if not (await chat_open(chat, last)):
                await chat.press(ANNA, chat.board(), "Your move")
                used = 1
            used += await click(chat, ANNA, row.action)
            if state.stage == "play" and state.active == 0:
                clicks[state.turn] = clicks.get(state.turn, 0) + used
        else:
            await chat.use(BOHUMIL if row.seat else ANNA, "move", action=" ".join(row.action))
        last = row.seat
        if number == 40:
            await chat.restart()
    found = await table(chat)
    outcome = found.rules.outcome(found.state)
    assert outcome.reason == "centre"
    assert {"ambush", "response", "counterstrike"} <= seen
    assert any(e.kind == "split" for e in replayed(found, record))
    final = chat.board()
    assert "Winning Dice shows 12" in final["content"]
    assert final["attachments"]
    assert "12 of 12" in final["attachments"][0]["description"]
    assert median(per_turn.values()) <= 6
    assert median(clicks.values()) <= 6, "clicks of an own turn, *Your move* included"
    assert median([asked.get(t, 0) for t in range(1, found.state.turn + 1)]) <= 1


async def chat_open(chat: Chat, last: int) -> bool:
    """Whether Anna's picker is open: she acted last and is asked again."""
    message = chat.private(ANNA) if any(m["_only"] == ANNA for m in chat.seen(ANNA)) else None
    found = await table(chat)
    return bool(message and last == 0 and any(f":{found.asked.get(0, -1)}:" in b["custom_id"] for b in chat.buttons(message)))


def replayed(found: Any, record: Record) -> list[Any]:
    step = found.rules.setup(2, record.header["options"], int(record.header["seed"], 16))
    events = list(step.events)
    for row in record.rows:
        step = play(found.rules, step.state, row)
        events += step.events
    return events


async def test_a_turn_is_one_message(chat):
    """HX-15.7: what the active seat does is told when somebody else is asked; passes by stops are not told."""
    found = await begin(chat, "ember_raid", "old_forest")
    for member in MEMBERS:
        await chat.use(member, "move", action="keep")
    before = len(chat.seen(None))
    hand = list(found.state.sides[0].hand)
    await chat.use(ANNA, "move", action=f"discard {hand[0]}")
    await chat.use(ANNA, "move", action=f"discard {hand[1]}")
    assert len(chat.seen(None)) == before
    await chat.use(ANNA, "move", action="pass")
    assert len(chat.seen(None)) == before + 1
    content = chat.board()["content"]
    assert content.count("discards") == 2
    assert "pass" not in content
    assert f"<@{BOHUMIL}>" in content


async def test_decks_are_private_until_the_end(chat):
    """Section 13: neither the choice of a deck nor its name is public."""
    await begin(chat, "ember_raid", "old_forest")
    public = "\n".join(m["content"] for m in chat.seen(None))
    assert "Ember" not in public
    assert "ember" not in public
    export = await chat.use(CECILE, "game export")
    assert "ember" not in export
    await chat.use(ANNA, "game resign", sure="true")
    assert "deck: 18× Red Hearth" in (await chat.use(ANNA, "board", show="text"))


async def test_building_and_using_a_deck(chat):
    """HX-3.1: by the form, with all faults at once; a deck with faults is kept and refused at the table."""
    assert "It may be played" in await chat.use(ANNA, "deck build", name="Mine", like="ember_raid")
    assert await chat.press(ANNA, chat.private(ANNA), "As text") == "modal"
    answer = await chat.submit(ANNA, "f:deck:hexygame:Mine", cards="6x Spark Lance\n4 Meteor\n30 Rudé ohniště\n2x Nonsense")
    for part in ("Mine", "Before it may be played", "40 cards", "6 copies, at most 5", "4 copies, at most 3", "HX-3.1", "Nonsense"):
        assert part in answer, part
    assert chat.private(ANNA)["attachments"]
    found = await begin(chat)
    answer = await chat.use(ANNA, "deck use", name="mine")
    assert "cannot be played" in answer
    await chat.restart()
    good = "5x Spark Lance\n3 Meteor\n40 Red Hearth"
    answer = await chat.submit(ANNA, "f:deck:hexygame:Mine", cards=good)
    assert "48 cards; a deck has 48 to 120\nIt may be played" in answer
    assert "You play **Mine**" in await chat.use(ANNA, "deck use", name="mine")
    found = await table(chat)
    assert found.state.sides[0].deck == {"red_hearth": 40, "spark_lance": 5, "meteor": 3}
    assert "Mine" not in await chat.complete(BOHUMIL, "deck show", "name", "mi"), "nobody else's decks"


async def test_share_codes(chat):
    """Export, import, list, check, delete."""
    exported = await chat.use(ANNA, "deck export", name="long_night")
    code = exported.split("`")[1]
    assert "16x Violet Crypt" in exported
    answer = await chat.use(BOHUMIL, "deck import", name="Noc", deck=code)
    assert "48" in answer
    assert "Fialová krypta" in await chat.use(BOHUMIL, "deck export", name="noc")
    assert "**Noc**" in await chat.use(BOHUMIL, "deck list")
    assert "Noc" not in await chat.use(ANNA, "deck list")
    assert "48" in await chat.use(BOHUMIL, "deck check", name="Noc")
    assert await chat.complete(BOHUMIL, "deck delete", "name", "") == ["hexygame:Noc"]
    await chat.use(BOHUMIL, "deck delete", name="hexygame:Noc")
    assert "Noc" not in await chat.use(BOHUMIL, "deck list")
    assert "High Tide" in await chat.use(ANNA, "deck delete", name="high_tide")
    assert "no deck" in await chat.use(ANNA, "deck show", name="nothing")
    assert "could be read" in await chat.use(ANNA, "deck import", name="x", deck="zzzz")


async def test_card(chat, monkeypatch):
    """`/card`: in the reader's language, by any language's name, with its present numbers in a game."""
    answer = await chat.use(ANNA, "card", card="Jiskrné kopí")
    assert "**Spark Lance** (1× red)" in answer
    assert "2 damage to a creature." in answer
    assert chat.private(ANNA)["attachments"]
    assert "2 zranění bytosti." in await chat.use(BOHUMIL, "card", card="r05")
    assert await chat.complete(ANNA, "card", "card", "spar") == ["hexygame:spark_lance"]
    assert "hexygame:moss_troll" in await chat.complete(BOHUMIL, "card", "card", "mechovy")
    assert "No card" in await chat.use(ANNA, "card", card="qqq")
    monkeypatch.setattr("cogs.play.tables.new_seed", lambda: 1)
    await begin(chat, "ember_raid", "ember_raid")
    for member in MEMBERS:
        await chat.use(member, "move", action="keep")
    hand = [w for w in (await table(chat)).state.sides[0].hand if w != "red_hearth"]
    await chat.use(ANNA, "move", action=f"discard {hand[0]}; discard {hand[1]}; cast red_hearth e2")
    assert "Anna: E2 Red Hearth attack 0, defense 1, potency 3, actions 0 (settling: no energy this turn)" in await chat.use(
        ANNA, "card", card="Red Hearth"
    )


async def test_draw_by_agreement(chat):
    """HX-12.4: offered and accepted out of turn."""
    await begin(chat, "ember_raid", "old_forest")
    assert "have been asked" in await chat.use(ANNA, "game draw"), "before the game has begun its own rule does not hold yet"
    await chat.press(BOHUMIL, chat.board(), "Refuse")
    for member in MEMBERS:
        await chat.use(member, "move", action="keep")
    await chat.press(ANNA, chat.board(), "Your move")
    assert "Nabízíš" in await chat.use(BOHUMIL, "game draw")
    assert "offers a draw" in chat.board()["content"]
    before = (await table(chat)).position
    await click(chat, ANNA, ("discard", (await table(chat)).state.sides[0].hand[0]))
    assert (await table(chat)).position == before + 1, "an open picker stays good"
    await chat.press(ANNA, chat.board(), "Your move")
    assert "offers a draw" in chat.private(ANNA)["content"]
    assert "drawn" in await chat.use(ANNA, "game draw")
    assert "A draw is agreed" in chat.board()["content"]


async def test_a_draw_is_agreed_to_by_a_button_below_the_board_that_offers_it(chat):
    """HX-12.4: nobody has to know a command; whoever offers it has nothing to agree to, and with their next action it is gone."""
    await begin(chat, "ember_raid", "old_forest")
    for member in MEMBERS:
        await chat.use(member, "move", action="keep")
    assert "Agree to the draw" not in chat.labels(chat.board())
    await chat.use(ANNA, "game draw")
    offers = chat.board()
    await chat.press(ANNA, offers, "Agree to the draw")
    assert "already" in chat.private(ANNA)["content"]
    first = (await table(chat)).state.sides[0].hand[0]
    await chat.use(ANNA, "move", action=f"discard {first}")
    await chat.press(BOHUMIL, offers, "Agree to the draw")
    assert "už neplatí" in chat.private(BOHUMIL)["content"]
    assert not (await table(chat)).over
    await chat.use(ANNA, "game draw")
    await chat.press(BOHUMIL, chat.board(), "Agree to the draw")
    assert (await table(chat)).over
    assert "A draw is agreed" in chat.board()["content"]


async def test_holds_are_one_click_away(chat):
    """HX-15.4: in a window the picker offers to pass until the next turn; the order ends with it."""
    await begin(chat, "ember_raid", "long_night")
    for member in MEMBERS:
        await chat.use(member, "move", action="keep")
    await chat.set(BOHUMIL, "order", order="ask_end_main", on="true")
    await chat.use(ANNA, "move", action="pass")
    found = await table(chat)
    assert found.rules.to_act(found.state) == (1,)
    await chat.press(BOHUMIL, chat.board(), "Tvůj tah" if "Tvůj tah" in chat.labels(chat.board()) else chat.labels(chat.board())[0])
    message = chat.private(BOHUMIL)
    (orders,) = (menu for menu in chat.menus(message) if menu["custom_id"].startswith("m:order:"))
    await chat.choose(BOHUMIL, message, orders, [next(option["value"] for option in orders["options"] if "until_turn" in option["value"])])
    found = await table(chat)
    assert (found.state.active, found.state.phase) == (1, "main")
    assert found.orders(1) == {"ask_end_main"}, "the hold has ended with the own turn"
    say = texts("cs", "hexygame")
    assert chat.private(BOHUMIL)["content"].startswith(f"**{say('order.until_turn')}.**"), "it holds no longer"


async def test_against_the_computer(chat):
    """The computer chooses a deck, keeps or not, and plays with the usual stops."""
    await chat.use(CECILE, "game new", game="hexygame", computers=1, options="seating=joined")
    await chat.use(CECILE, "move", action="deck high_tide")
    await chat.use(CECILE, "move", action="keep")
    async with within("the third turn"):
        while (found := await table(chat)).state.turn < 3:
            (seat,) = found.rules.to_act(found.state)
            assert found.seats[seat].player == int(CECILE)
            await chat.use(CECILE, "move", action=" ".join(found.rules.decision(found.state, seat).default))
