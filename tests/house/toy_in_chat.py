"""Run by the house test in a copy of the project that has the toy games: they are playable in chat like any other."""

from __future__ import annotations

from playground.first_tables import waiting_tables
from tests.chat import ANNA, BOHUMIL, CECILE, HERE, THERE, Chat


async def test_toy_nim_in_chat(tmp_path):
    """A game on `Plain` alone: nothing can be said ahead, and a seat changes hands like any other."""
    async with Chat(tmp_path) as chat:
        await chat.use(ANNA, "game new", game="toy_nim", opponent=BOHUMIL)
        assert chat.labels(chat.board()) == ["Your move", "Learn", "Rules", "Seed"]
        await chat.press(ANNA, chat.board(), "Your move")
        assert chat.labels(chat.private(ANNA))[0] == "take 1", "a shortcut"
        assert not {"always take one", "Plan ahead"} & {*chat.labels(chat.private(ANNA))}
        await chat.press_exactly(ANNA, chat.private(ANNA), chat.plays(chat.private(ANNA)))
        table = await chat.bot.tables.here(3001)
        await table.seating.sit(1, (int(CECILE), "Cécile"), agreed=True)
        await chat.use(CECILE, "move", action="take 2")
        assert table.state.beans == 12
        await chat.use(CECILE, "game undo")
        assert "`stops` ne veut rien dire ici" in await chat.use(CECILE, "move", action="stops take_one"), "a word like any other"


async def test_toy_orders_in_chat(tmp_path):
    """One verb: the picker begins with its words, and has all that it has where there is a choice of verbs."""
    async with Chat(tmp_path) as chat:
        assert "toy_orders" in await chat.complete(ANNA, "game new", "game", "")
        assert "Toy Orders" in await chat.use(ANNA, "help")
        await chat.use(ANNA, "game new", game="toy_orders", computers="1", options="beans=21")
        assert chat.labels(chat.board()) == ["Your move", "Plan ahead", "Learn", "Rules", "Seed"], "nobody holds anything, so there is no Hand"
        await chat.press(ANNA, chat.board(), "Your move")
        shown = chat.private(ANNA)
        assert "Your secret number is" in shown["content"], "notes"
        assert "How many beans?" in shown["content"]
        assert chat.labels(shown)[0] == "take 1", "a shortcut"
        assert "always take one" in [o["label"] for menu in chat.menus(shown) for o in menu["options"]], "a standing order"
        assert chat.labels(shown)[-1] == "Plan ahead"
        assert "Back" not in chat.labels(shown)
        for typed in ("foo", "pass"):
            answer = await chat.use(ANNA, "move", action=typed)
            assert f"`{typed}` is nothing that can be done here. You can type: " in answer
            assert "`take`" in answer
        for _ in range(20):
            found = await chat.bot.tables.here(3001)
            if found.over:
                break
            await chat.press(ANNA, chat.board(), "Your move")
            await chat.press_exactly(ANNA, chat.private(ANNA), chat.plays(chat.private(ANNA)))
        assert found.over
        assert "takes" in chat.board()["content"]
        assert "one to three beans" in await chat.use(ANNA, "rules", question="how many may I take")
        assert "**TO-2.1** One to three" in await chat.use(ANNA, "rules", question="to-2.1")


async def test_toy_cards_in_chat(tmp_path):
    """Everything that a painter may have is seen by somebody."""
    async with Chat(tmp_path) as chat:
        await chat.use(ANNA, "game new", game="toy_cards", opponent=BOHUMIL, options="seating=joined")
        await chat.press(ANNA, chat.board(), "Your move")
        assert "Deck the red deck" in chat.labels(chat.private(ANNA)), "a label"
        await chat.press(ANNA, chat.private(ANNA), "Deck the red deck")
        await chat.use(BOHUMIL, "move", action="deck black")
        assert "brings spade × 4, club × 2" in chat.board()["content"]
        await chat.press(ANNA, chat.board(), "Hand")
        assert "heart" in chat.private(ANNA)["content"]
        assert chat.private(ANNA)["attachments"]
        assert chat.world.messages[chat.board()["id"]]["components"][0]["accent_color"] == 0xE5766F, "the colour of a seat"
        await chat.press(ANNA, chat.board(), "Your move")
        shown = chat.private(ANNA)
        assert "You hold 3 cards." in shown["content"], "notes"
        assert "Play the best: heart" in chat.labels(shown), "a shortcut"
        assert "the other one may cancel it" in str(shown["components"]) + str(shown["attachments"]), "a hint"
        await chat.press(ANNA, shown, "Play the best: heart")
        assert "heart waits for an answer." in chat.board()["content"], "what is going on"
        await chat.press(BOHUMIL, chat.board(), "Your move")
        assert "nikdy neruš" in [o["label"] for menu in chat.menus(chat.private(BOHUMIL)) for o in menu["options"]], "a standing order"
        await chat.use(BOHUMIL, "board", show="closer")
        assert len(chat.private(BOHUMIL)["attachments"]) == 2, "parts of the board close up"
        assert "**heart**" in await chat.use(ANNA, "card", card="heart", game="toy_cards")
        await chat.use(BOHUMIL, "move", action="let")
        await chat.use(BOHUMIL, "move", action="pass")
        await chat.use(ANNA, "move", action="pass")
        end = chat.board()
        assert "Anna wins" in end["content"]
        assert "The game" in await chat.press(ANNA, end, "Replay")
        assert chat.private(ANNA)["attachments"][0]["filename"] == "replay.gif"
        assert "decided" in await chat.press(ANNA, end, "Analysis")
        assert ": Pass. Better: Play" in chat.private(ANNA)["content"], "he had cards to lay"
        assert chat.private(ANNA)["attachments"]


async def test_a_deck_of_a_toy_is_built_by_menus(tmp_path):
    """A pool with costs alone, a deck of so many cards exactly."""
    async with Chat(tmp_path) as chat:
        assert "3 cards" in await chat.use(ANNA, "cards", game="toy_cards")
        shown = chat.private(ANNA)
        assert [o["label"] for o in chat.menus(shown)[0]["options"]] == ["Cost: 1", "Cost: 2", "Cost: 3"]
        assert "1 card" in await chat.choose(ANNA, shown, chat.menus(shown)[0], ["2"])
        assert "**heart**" in await chat.choose(ANNA, chat.private(ANNA), chat.menus(chat.private(ANNA))[1], ["heart"])
        await chat.pick(ANNA, chat.private(ANNA), "new")
        await chat.press(ANNA, chat.private(ANNA), "+ 3")
        assert "Before it may be played" in await chat.press(ANNA, chat.private(ANNA), "The deck")
        await chat.press(ANNA, chat.private(ANNA), "As text")
        answer = await chat.submit(ANNA, "f:deck:toy_cards:New deck", cards="4 heart\n2 spade")
        assert "6 cards; a deck has 6\nIt may be played." in answer
        assert {"red", "black", "mixed"} < {*(await chat.use(ANNA, "deck list")).replace("- ", "").splitlines()}


async def test_a_hint_of_each_toy(tmp_path):
    """One whose hardest computer searches, and one whose does not; only the other has no analysis."""
    async with Chat(tmp_path) as chat:
        for game, channel in (("toy_cards", HERE), ("toy_nim", THERE)):
            await chat.use(ANNA, "game new", channel, game=game, computers="1", level="hard", options="seating=joined" * (game == "toy_cards"))
            assert "From what you can see" in await chat.use(ANNA, "game hint", channel)
        await chat.press_exactly(ANNA, chat.private(ANNA, THERE), chat.plays(chat.private(ANNA, THERE)))
        await chat.use(ANNA, "game resign", THERE, sure="True")
        assert "Analysis" not in chat.labels(chat.board(THERE))


async def test_the_playground_has_a_table_for_each(tmp_path):
    async with Chat(tmp_path) as chat:
        tables = waiting_tables(chat.world)
        assert {"toy_nim", "toy_orders", "toy_cards"} < {*tables.values()}
        assert {str(number) for number in tables} <= chat.world.channels.keys()
