"""What is looked up from a private panel opens in it, with a way back; one person has one live panel."""

from __future__ import annotations

import io
from copy import deepcopy

import pytest
from PIL import Image

from cogs.messages.moves.button_colours import GREEN, RED, Brings
from cogs.messages.moves.picker_context import prompt
from data.content import games
from data.language import texts
from playground.error_codes import Rejected
from render.look import Look
from render.painter import painter
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, JUDGE
from tests.reading import LAYOUT, read
from tests.sampled import often

pytestmark = pytest.mark.usefixtures("drawn")
"""What is on the pictures is looked at."""

ROW, SECTION, TEXT, GALLERY = 1, 9, 10, 12


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


@pytest.mark.parametrize("final", [False, True])
async def test_a_hint_has_the_colour_that_its_deed_has_in_the_panel(chat, monkeypatch, final):
    monkeypatch.setattr("cogs.messages.moves.button_colours.tried", lambda *args: [Brings(final) for _ in args[3]])
    await chat.use(ANNA, "game new", game="monster_hex", computers="1", options="board=two seating=joined")
    await chat.press(ANNA, chat.board(), "Your move")
    await chat.press(ANNA, chat.private(ANNA), "Hint")
    (deed,) = (b for b in chat.buttons(chat.private(ANNA)) if b["custom_id"].startswith("b:do:"))
    assert deed["style"] == (RED if final else GREEN).value


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


def parts(chat, message):
    return chat.world.messages[message["id"]]["components"]


def pictures(chat, message):
    """The galleries of a panel: the words of each with the size of its picture, which is the only one there."""
    found = []
    for part in parts(chat, message):
        if part["type"] == GALLERY:
            (item,) = part["items"]
            image = Image.open(io.BytesIO(chat.world.file(item["media"]["attachment_id"])))
            found.append((item["description"], image.size))
    return found


async def opened(chat, game):
    await chat.use(ANNA, "game new", game=game, computers="1", options="seating=joined")
    await chat.press(ANNA, chat.board(), "Your move")
    return chat.private(ANNA)


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("game", games())
async def test_board_and_hand_stand_between_what_happened_and_the_question(chat, game):
    """Two galleries of one picture each, the hand in one of two sizes, or one where the board has the hand beside it; below them the question and
    what there is to press."""
    say, message = texts("en", game), await opened(chat, game)
    number, hands = message["id"], 0
    for _ in range(often(7, 12)):
        table = await chat.bot.tables.here(int(HERE))
        if table.over or not table.awaited:
            break
        view = table.view(0)
        message = chat.private(ANNA)
        kinds = [part["type"] for part in parts(chat, message)]
        shown = pictures(chat, message)
        assert message["id"] == number
        assert message["flags"] & LAYOUT
        assert kinds[: kinds.index(GALLERY)] in ([], [TEXT])
        held = bool(getattr(view.board, "hand", None))
        strip = held and not painter(game).hand.beside(view, Look("dark", say, ("", "")))
        assert len(shown) == 1 + strip
        assert kinds[kinds.index(GALLERY) :][: len(shown)] == [GALLERY] * len(shown), "side by side they would be cropped"
        after = kinds[kinds.index(GALLERY) + len(shown) :]
        assert after == [TEXT, *(SECTION for kind in after if kind == SECTION), *(ROW for kind in after if kind == ROW)]
        questions = [part["content"] for part in parts(chat, message) if part["type"] == TEXT]
        assert questions[-1].startswith(f"**{prompt(say, view.decision.kind, 0)}**") or len(table.rules.words(table.state, 0, ())) == 1
        assert all(1 <= len(words) <= 1024 for words, _ in shown)
        hands += held
        if strip:
            assert shown[1][1] in ((1000, 320), (1000, 640))
        await chat.press_exactly(ANNA, message, next(b for b in chat.buttons(message) if b["custom_id"].startswith(("b:do:", "b:go:", "b:step:"))))
    assert hands or game in ("hexygame", "planetary_conquerors"), "where decks come first there is no hand yet"


async def test_a_panel_of_before_becomes_a_layout_and_an_error_in_it_stays_one(chat):
    """It had words and nothing else; what is edited into a layout never takes words again."""
    message = await opened(chat, "monster_hex")
    old = chat.world.messages[message["id"]]
    rows = [part for part in old["components"] if part["type"] == ROW]
    old |= {"flags": old["flags"] & ~LAYOUT, "content": "As it was", "components": rows}
    await chat.press_exactly(ANNA, read(old), chat.buttons(read(old))[0])
    assert old["flags"] & LAYOUT
    assert (old["content"], len(pictures(chat, old))) == ("", 1)


async def test_who_holds_the_seat_no_more_keeps_nothing_of_it(chat):
    """A panel that is pressed when somebody else holds its seat says so, and shows neither board nor hand."""
    message = await opened(chat, "monster_hex")
    assert len(pictures(chat, message)) == 1
    async with chat.bot.store.transaction() as db:
        await db.execute("UPDATE seats SET player = ? WHERE player = ?", (int(DARA), int(ANNA)))
    await chat.restart()
    await chat.press_exactly(ANNA, message, chat.buttons(message)[0])
    assert chat.private(ANNA)["id"] == message["id"]
    assert [part["type"] for part in parts(chat, message)] == [TEXT]
    assert "do not sit" in chat.private(ANNA)["content"]


async def test_where_no_pictures_are_taken_their_words_stand_in_their_place(chat, monkeypatch):
    message, edit = await opened(chat, "monster_hex"), chat.world.edit

    def without(before, body, files, base):
        if files:
            raise Rejected(403, 50013, "Missing Permissions")
        return edit(before, body, files, base)

    alts = [words for words, _ in pictures(chat, message)]
    monkeypatch.setattr(chat.world, "edit", without)
    await chat.press(ANNA, chat.private(ANNA), "Hint")
    hint = chat.private(ANNA)
    assert (hint["id"], pictures(chat, hint)) == (message["id"], [])
    await chat.press_exactly(ANNA, hint, next(b for b in chat.buttons(hint) if b["custom_id"].startswith("b:panel:")))
    assert all(words.splitlines()[-1] in chat.private(ANNA)["content"] for words in alts)


async def test_a_panel_whose_new_pictures_are_refused_goes_on_below(chat, monkeypatch):
    """Discord has refused galleries with new pictures in edits (discord-api-docs #7529)."""
    message, edit = await opened(chat, "monster_hex"), chat.world.edit

    def refusing(before, body, files, base):
        if files:
            raise Rejected(400, 50035, "Invalid Form Body")
        return edit(before, body, files, base)

    monkeypatch.setattr(chat.world, "edit", refusing)
    await chat.press_exactly(ANNA, message, chat.buttons(message)[0])
    below = chat.private(ANNA)
    assert below["id"] != message["id"]
    assert len(pictures(chat, below)) == 1
    assert [part["type"] for part in parts(chat, message)] == [TEXT]
    monkeypatch.undo()
    await chat.press_exactly(ANNA, below, chat.buttons(below)[0])
    assert chat.private(ANNA)["id"] == below["id"], "and from there on in place"


@pytest.mark.parametrize("asked", [True, False])
async def test_a_panel_of_long_ago_goes_on_below_and_keeps_nothing(chat, asked):
    """After a quarter of an hour whatever the channel has got stands below it: what is pressed in it counts, and is answered there."""
    message = await opened(chat, "monster_hex")
    if not asked:
        await chat.use(ANNA, "move", action="faction ember")
    await chat.later(16 * 60)
    table = await chat.bot.tables.here(int(HERE))
    await chat.press_exactly(ANNA, message, next(b for b in chat.buttons(message) if b["custom_id"].startswith("b:do:")))
    old, below = read(chat.world.messages[message["id"]]), chat.private(ANNA)
    assert below["id"] != message["id"]
    assert [part["type"] for part in parts(chat, old)] == [TEXT], "neither board nor hand nor anything to press"
    assert old["content"] == texts("en")("panel.old")
    assert len(pictures(chat, below)) == 1
    assert (texts("en")("error.stale") in below["content"]) == (not asked)
    done = [row.action for row in await chat.bot.store.tables.actions(table.id) if row.seat == 0]
    assert [action[0] for action in done] == ["faction"], "what was pressed has been done, or had been"
    number = below["id"]
    await chat.press_exactly(ANNA, below, chat.buttons(below)[0])
    assert chat.private(ANNA)["id"] == number, "from there on in place"


async def test_a_panel_of_long_ago_whose_pictures_are_not_taken_goes_on_in_words(chat, monkeypatch):
    message, post = await opened(chat, "monster_hex"), chat.world.post
    await chat.later(16 * 60)

    def without(channel, body, files, *more):
        if files:
            raise Rejected(413, 40005, "Request entity too large")
        return post(channel, body, files, *more)

    monkeypatch.setattr(chat.world, "post", without)
    await chat.press(ANNA, message, "Hint")
    below = chat.private(ANNA)
    assert below["id"] != message["id"]
    assert "Choose a faction" in below["content"]
    assert [part["type"] for part in parts(chat, message)] == [TEXT]


async def test_a_shortcut_that_there_is_no_more_shows_what_there_is(chat):
    """Rows of actions are known by their numbers, of which another version of the game may have fewer."""
    message = await opened(chat, "monster_hex")
    table = await chat.bot.tables.here(int(HERE))
    labels, button = chat.labels(message), chat.buttons(message)[0]
    button["custom_id"] = f"b:go:{table.id}:{table.mark(0)}:99"
    await chat.press_exactly(ANNA, message, button)
    assert chat.private(ANNA)["content"].startswith(texts("en")("error.stale"))
    assert chat.labels(chat.private(ANNA)) == labels


async def test_one_person_at_two_tables_of_one_channel(chat):
    """A game that is over and the next one: each panel is that of its own table, whichever is pressed."""
    first = await opened(chat, "monster_hex")
    await chat.use(ANNA, "game resign", sure="True")
    second = await opened(chat, "hexygame")
    assert first["id"] != second["id"]
    numbers = [
        {button["custom_id"].split(":")[2] for button in chat.buttons(panel) if button["custom_id"].startswith(("b:do:", "b:go:"))}
        for panel in (first, second)
    ]
    assert numbers[0].isdisjoint(numbers[1])
    asked = deepcopy(chat.private(ANNA))
    await chat.press_exactly(ANNA, first, next(b for b in chat.buttons(first) if b["custom_id"].startswith("b:do:")))
    ended, live = read(chat.world.messages[first["id"]]), read(chat.world.messages[second["id"]])
    assert any(button["custom_id"].startswith("b:again:") for button in chat.buttons(ended)), "its own end, and Rematch"
    assert (live["content"], chat.labels(live)) == (asked["content"], chat.labels(asked)), "the other one is as it was"
    (plays, *_) = (b for b in chat.buttons(live) if b["custom_id"].startswith("b:do:"))
    await chat.press_exactly(ANNA, live, plays)
    table = await chat.bot.tables.here(int(HERE))
    assert any(row.seat == 0 for row in await chat.bot.store.tables.actions(table.id)), "what is pressed in it is done at its table"
    assert read(chat.world.messages[first["id"]])["content"] == ended["content"]


TAKERS = ("b:do:", "b:go:", "b:step:", "b:hint:", "b:plan:", "b:undo:", "b:order:", "m:pick:", "m:order:")


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("game", games())
async def test_a_seat_taken_over_in_the_middle_of_a_panel(chat, game):
    """Whatever the one who had it presses, the panel says so and keeps nothing; whoever has it now goes on from there."""
    await chat.use(ANNA, "game new", game=game, computers="1", options="seating=joined")
    await chat.press(ANNA, chat.board(), "Your move")
    panel = deepcopy(chat.private(ANNA))
    chat.moderates(JUDGE)
    await chat.use(JUDGE, "referee replace", player=ANNA, new=DARA, reason="left")
    parts = [part for row in panel["components"] for part in row["components"]]
    for part in [part for part in parts if part["custom_id"].startswith(TAKERS)]:
        again = chat.world.messages[panel["id"]]
        before = deepcopy(again)
        if part["type"] == 3:
            await chat.choose(ANNA, read(again), part, [option["value"] for option in part["options"][: part.get("min_values", 1)]])
        else:
            await chat.press_exactly(ANNA, read(again), part)
        after = read(chat.world.messages[panel["id"]])
        assert (after["attachments"], after["components"]) == ([], []), part["custom_id"]
        assert "do not sit" in after["content"], part["custom_id"]
        chat.world.messages[panel["id"]] = before
    await chat.press(DARA, chat.board(), "Your move")
    assert chat.private(DARA)["attachments"]


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("game", games())
async def test_pictures_do_not_begin_with_what_the_panel_says(chat, game):
    """Whoever has it read aloud hears nothing twice, and a message is known by its first words alone."""
    message = await opened(chat, game)
    for _ in range(5):
        (first, *_), question = message["content"].splitlines(), message["content"].splitlines()[-1]
        for picture in message["attachments"]:
            words = (picture["description"] or "").strip()
            assert words
            assert not any(words.startswith(line.strip("*")) for line in (first, question) if line.strip("*"))
        table = await chat.bot.tables.here(int(HERE))
        plays = [b for b in chat.buttons(message) if b["custom_id"].startswith(("b:do:", "b:go:"))]
        if table.over or not plays:
            break
        await chat.press_exactly(ANNA, message, plays[0])
        message = chat.private(ANNA)


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("game", games())
async def test_who_is_new_to_a_game_may_ask_what_is_on_the_picture(chat, game):
    """With the very pictures of the panel, in it, and with a way back; whoever has played the game to its end is not asked any more."""
    await chat.use(ANNA, "game new", game=game, computers="1", options="seating=joined")
    await chat.press(ANNA, chat.board(), "Your move")
    asked = deepcopy(chat.private(ANNA))
    await chat.press(ANNA, asked, "What am I looking at?")
    shown = chat.private(ANNA)
    assert shown["id"] == asked["id"]
    assert shown["content"].count("**") >= 8
    assert len(shown["attachments"]) == len(asked["attachments"])
    await chat.press_exactly(ANNA, shown, next(b for b in chat.buttons(shown) if b["custom_id"].startswith("b:panel:")))
    assert chat.labels(chat.private(ANNA)) == chat.labels(asked)
    await chat.use(ANNA, "game resign", sure="true")
    await chat.use(ANNA, "game new", game=game, computers="1", options="seating=joined")
    await chat.press(ANNA, chat.board(), "Your move")
    assert not any(label.startswith("What am I") for label in chat.labels(chat.private(ANNA)))
