"""Asking the referee: `/rules` with its buttons, `/why`, *Rules* and *Why?*, in channels and by direct message."""

from __future__ import annotations

from types import SimpleNamespace

from cogs.messages.rules.cards_in_messages import cards_in
from cogs.messages.rules.find_cards import card_text
from data.language import texts
from playground.world import World
from tests.chat import ANNA, BOHUMIL, CECILE, HERE
from tests.cogs.test_play import table
from tests.cogs.test_taking_back import discards, duel


async def open_table(chat) -> None:
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined")


async def test_question_number_and_word(chat):
    answer = await chat.use(ANNA, "rules", question="what if none of my tiles fit")
    assert "**MH-3.4**" in answer
    assert "*Monster Hex · MH-3 Placing*" in answer
    assert "**Rulings**" in answer
    assert "**Example**" in answer
    assert "**HX-9.5** Protiútok" in await chat.use(BOHUMIL, "rules", question="hx-9.5")
    assert "**HG-3.3** Passe et hors-jeu" in await chat.use(CECILE, "rules", question="hors jeu")
    assert "No rule answers" in await chat.use(ANNA, "rules", question="xyzzy")
    assert "HK-9.5" in await chat.use(ANNA, "rules", question="9.5", game="hexknight")
    assert "no game called" in (await chat.use(ANNA, "rules", question="9.5", game="chess")).lower()


async def test_the_answer_is_private_and_leads_on(chat):
    await chat.use(ANNA, "rules", question="MH-4.4")
    shown = chat.private(ANNA)
    assert shown["_only"] == ANNA
    assert chat.labels(shown) == ["◀ MH-4.3", "▶ MH-4.5", "▲ MH-4", "☰ Contents", "Čeština", "Français", "Show to all"]
    await chat.press(ANNA, shown, "▶")
    assert "**MH-4.5**" in shown["content"]
    await chat.press(ANNA, shown, "Čeština")
    assert "**MH-4.5** Braní hodnot" in shown["content"]
    assert "Ukázat všem" in chat.labels(shown)
    await chat.press(ANNA, shown, "▲")
    assert "`MH-4.9` Po získání" in shown["content"]
    await chat.pick(ANNA, shown, "MH-4.9")
    assert "**MH-4.9** Po získání" in shown["content"]


async def test_show_to_all_opens_in_the_language_of_the_reader(chat):
    await chat.use(ANNA, "rules", question="MH-4.4")
    await chat.press(ANNA, chat.private(ANNA), "Show to all")
    public = chat.board()
    assert "**MH-4.4** Second place" in public["content"]
    assert "Shown by Anna" in public["content"]
    await chat.press(CECILE, public, "Look closer")
    assert "**MH-4.4** Seconde place" in chat.private(CECILE)["content"]


async def test_further_answers_are_a_menu(chat):
    await chat.use(ANNA, "rules", question="tie", game="monster_hex")
    menu = chat.menus(chat.private(ANNA))[0]
    assert len(menu["options"]) >= 4
    await chat.pick(ANNA, chat.private(ANNA), menu["options"][0]["value"])
    assert f"**{menu['options'][0]['value']}**" in chat.private(ANNA)["content"]


async def test_what_is_asked_of_every_game_is_one_answer_with_four_others_behind_it(chat):
    """All five games in one message; its menu opens each, and what else may be meant."""
    answer = await chat.use(ANNA, "rules", question="how do i win")
    titles = ("Monster Hex", "HexKnight", "Hockey Game", "HexyGame", "Planetary Conquerors")
    assert all(f"**{title}**" in answer for title in titles)
    options = chat.menus(chat.private(ANNA))[0]["options"]
    assert {option["label"] for option in options[:5]} == {*titles}
    assert len(options) == 9
    assert not any(option["value"].endswith("-0.2") for option in options[5:])
    await chat.pick(ANNA, chat.private(ANNA), options[8]["value"])
    assert f"**{options[8]['value']}**" in chat.private(ANNA)["content"]
    answer = await chat.use(ANNA, "rules", question="who wins in hexygame")
    assert "**HX-" in answer
    assert "epends on the game" not in answer


async def test_every_entry_can_be_shown(chat):
    """Discord takes the message of every entry: those with the most and the longest parts in each game and language."""
    for number in ("PC", "HX", "HK", "HG", "MH"):
        for member in (ANNA, BOHUMIL, CECILE):
            assert await chat.use(member, "rules", question=f"{number}-R")
            assert await chat.use(member, "rules", question=f"{number}-E1")
    await chat.use(BOHUMIL, "rules", question="PC-11.4")
    assert "**PC-R9**" in chat.private(BOHUMIL)["content"]


async def test_while_typing(chat):
    assert await chat.complete(ANNA, "rules", "question", "mh-3.1") == ["MH-3.1"]
    assert (await chat.complete(BOHUMIL, "rules", "question", "malé ka"))[0] == "MH-4.8"
    await chat.use(ANNA, "game new", game="hockey_game", opponent=BOHUMIL)
    assert (await chat.complete(ANNA, "rules", "question", ""))[0] == "HG-0"
    assert (await chat.complete(ANNA, "rules", "question", "who wins"))[0].startswith("HG-")
    assert set(await chat.complete(ANNA, "rules", "game", "")) == {"monster_hex", "hexknight", "hockey_game", "hexygame", "planetary_conquerors"}


async def test_the_game_of_the_channel_comes_first(chat):
    await chat.use(ANNA, "game new", game="hexygame", opponent=BOHUMIL)
    assert "**HX-" in await chat.use(ANNA, "rules", question="how do I win")


async def test_by_direct_message(chat):
    direct = World.direct(BOHUMIL)
    assert "**HK-4.5**" in await chat.use(BOHUMIL, "rules", direct, question="HK-4.5")
    await chat.press(BOHUMIL, chat.private(BOHUMIL, direct), "▶")
    assert "**HK-4.6**" in chat.private(BOHUMIL, direct)["content"]
    command = next(c for c in chat.world.commands if c["name"] == "rules")
    assert command["integration_types"] == [0, 1]
    assert command["contexts"] == [0, 1, 2]


async def test_rules_button_names_each_kind_of_action_with_its_rule(chat):
    await open_table(chat)
    answer = await chat.press(ANNA, chat.board(), "Rules")
    assert "• Choose a faction · **MH-1.4**" in answer
    assert "**MH-1.4**" in answer
    await chat.use(ANNA, "move", action="faction ember")
    await chat.use(BOHUMIL, "move", action="faction tide")
    answer = await chat.press(ANNA, chat.board(), "Rules")
    assert "• Place a monster · **MH-3.1** Placing" in answer
    await chat.pick(ANNA, chat.private(ANNA), "MH-3.2")
    assert "**MH-3.2** The first tile" in chat.private(ANNA)["content"]
    answer = await chat.press(BOHUMIL, chat.board(), "Rules")
    assert answer.startswith("Kolo 1 z 9\nNa řadě je **Anna**")
    assert "MH-3.1" in answer


async def test_why(chat):
    await open_table(chat)
    answer = await chat.use(ANNA, "why", action="faction ember")
    assert "**Legal now:** Choose a faction: ▲ Ember\n-# </move:" in answer
    assert "> `faction ember`" in answer
    assert "**MH-1.4**" in answer
    assert not any((await table(chat)).state.factions)
    await chat.use(ANNA, "move", action="faction ember")
    answer = await chat.use(BOHUMIL, "why", action="faction ember")
    assert "taken" in answer or "obsazen" in answer or "má" in answer
    assert "**Co by to umožnilo:**" in answer
    assert "MH-1.4" in answer
    answer = await chat.use(ANNA, "why", action="faction tide")
    assert "not your turn" in answer
    assert "Bohumil" in answer
    await chat.use(BOHUMIL, "move", action="faction tide")
    tile = (await table(chat)).state.hands[0][0]
    answer = await chat.use(ANNA, "why", action=f"place {tile} b1 r0")
    assert "starting hex" in answer
    assert "MH-3.2" in answer
    assert "**What would make it legal:**" in answer
    assert "pas à cette table" in await chat.use(CECILE, "why", action="place")
    assert "`frobnicate`" in await chat.use(ANNA, "why", action="frobnicate")
    assert not (await table(chat)).state.placed


async def test_why_button_opens_the_rules_of_what_happened(chat):
    await open_table(chat)
    await chat.use(ANNA, "move", action="faction ember")
    await chat.use(BOHUMIL, "move", action="faction tide")
    tile = (await table(chat)).state.hands[0][0]
    await chat.use(ANNA, "move", action=f"place {tile} c1 r0")
    board = chat.board()
    answer = await chat.press(CECILE, board, "Why?")
    await chat.press(ANNA, board, "Log")
    log = chat.private(ANNA)["content"].splitlines()
    behind = [line for line in log if line.rpartition(" · ")[0] in board["content"].splitlines()]
    assert any("MH-" in line for line in behind)
    assert [line for line in answer.splitlines() if line in log] == behind, "each line with its rules, as the log has it"
    opened = chat.menus(chat.private(CECILE))[0]["options"][0]["value"]
    await chat.pick(CECILE, chat.private(CECILE), opened)
    assert f"**{opened}**" in chat.private(CECILE)["content"]


async def test_why_button_says_what_the_cards_do_that_a_message_names(chat, monkeypatch):
    """In the reader's language, whatever that of the table; the rules follow."""
    await duel(chat, 3, monkeypatch)
    await chat.press(ANNA, chat.board(), "Your move")
    menu = discards(chat)
    await chat.choose(ANNA, chat.private(ANNA), menu, [menu["options"][0]["value"]])
    await chat.press(ANNA, chat.private(ANNA), "End the turn")
    named = cards_in(SimpleNamespace(content=chat.board()["content"], components=[]), "hexygame")  # type: ignore[arg-type]
    assert len(named) == 1
    answer = await chat.press(CECILE, chat.board(), "Pourquoi" if "Pourquoi ?" in chat.labels(chat.board()) else "Why?")
    assert answer.startswith(card_text(named[0], texts("fr", "hexygame"), "dark")[:20])
    assert "HX-" in answer


async def test_rules_of_the_log_can_be_opened(chat):
    await open_table(chat)
    await chat.use(ANNA, "move", action="faction ember")
    await chat.press(ANNA, chat.board(), "Log")
    log = chat.private(ANNA)
    value = chat.menus(log)[0]["options"][0]["value"]
    assert value in log["content"]
    await chat.pick(ANNA, log, value)
    assert f"**{value}**" in chat.private(ANNA)["content"]


async def test_an_old_button_of_a_number_that_is_gone(chat):
    await chat.use(ANNA, "rules", question="MH-4.4")
    shown = chat.private(ANNA)
    shown["components"][0]["components"][0]["custom_id"] = "b:rule:MH-99.9:en"
    assert await chat.press(ANNA, shown, "◀") is not None
    assert HERE
