"""`/practice`: positions to solve by buttons and by typing, in each game and language; the first try counts, and nobody else knows of it."""

from __future__ import annotations

import json

import pytest

from cogs.messages.lesson_panel import Spot
from cogs.messages.practice import task
from data.content import build, games
from data.language import texts
from data.practice import SOLVER, WHOLE, Puzzle, position, puzzles, stored, wins
from rules.computers.reasons import Reason
from rules.game import Action
from rules.legal_actions import legal
from rules.notation import SEPARATOR, write
from rules.randomness import Chance
from tests.chat import ANNA, BOHUMIL, CECILE, Chat
from tests.cogs.test_learn import Live, live
from tests.once_a_run import once_a_run
from tests.reading import chosen
from tests.sampled import in_one_language
from tests.tools.practice import has_choice, own_turns, played, shortest, tried, won, won_by

SOLVED = [game for game in games() if puzzles(game)]
"""The games that have positions to solve."""
TURNS = "hexygame"
"""A game whose turns have several actions."""
MEMBERS = {"en": ANNA, "cs": BOHUMIL, "fr": CECILE}


@once_a_run
def made_up(game: str) -> Puzzle:
    """A position out of a game of computers, with some action of many words as its answer: as those look that a search is sure of."""
    rules, found = build(game), played(game, 3)
    state, before = next(asked for asked in found.asked if has_choice(rules, asked.state))
    best = max(legal(rules, state, SOLVER), key=len)
    goal = rules.dump(rules.apply(state, SOLVER, best).state)
    other = next(action for action in legal(rules, state, SOLVER) if rules.dump(rules.apply(state, SOLVER, action).state) != goal)
    rows = tuple(found.rows[:before])
    return Puzzle(rules.version, found.options, 3, rows, write(best), "brings", Reason(other, 0.9, 0.5, 16, (), (), ()))


@once_a_run
def a_turn() -> Puzzle:
    """The turn by which a computer won a game, as a whole turn to be played."""
    rules = build(TURNS)
    for seed in range(100, 130):
        found = played(TURNS, seed)
        state, before = own_turns(rules, found)[-1]
        row, end = tried(rules, state, "normal", Chance.of(1))
        idle = [rules.decision(state, SOLVER).default] * 9
        by_itself = any(won_by(rules, state, idle[:n], "normal", Chance.of(1)) for n in range(len(idle)))
        if not by_itself and wins(rules, end) and len(row := shortest(rules, state, row, Chance.of(1))) > 2:
            rows, solution = tuple(found.rows[:before]), SEPARATOR.join(map(write, row))
            return Puzzle(rules.version, found.options, seed, rows, solution, WHOLE, won(rules, state, row, 0.5))
    raise AssertionError("nobody wins in a turn of several actions")


@pytest.fixture
def one_of_each(monkeypatch):
    """Each game has a position, whatever is kept of it."""
    kept = stored

    def forget() -> None:
        puzzles.cache_clear()
        position.cache_clear()

    monkeypatch.setattr("data.practice.stored", lambda game: kept(game) or (made_up(game),))
    forget()
    yield
    monkeypatch.undo()
    forget()


@pytest.fixture
def whole(monkeypatch):
    """A game has one position, in which a whole turn is to be played."""
    monkeypatch.setattr("data.practice.stored", lambda game: (a_turn(),) if game == TURNS else ())
    puzzles.cache_clear()
    position.cache_clear()
    yield a_turn()
    monkeypatch.undo()
    puzzles.cache_clear()
    position.cache_clear()


def number_of(chat: Chat, shown: Live) -> int:
    """The number of the position that is shown."""
    return int(next(b for b in chat.buttons(shown) if b["custom_id"].startswith("b:pranswer:"))["custom_id"].rpartition(":")[2])


def spot(part: dict) -> Spot:
    """Where a button or menu leads."""
    return Spot.read(part["custom_id"].split(":", 2)[2])


async def answers(chat: Chat, member: str, shown: Live, action: Action) -> None:
    """Presses and chooses what leads to an action."""
    for _ in range(12):
        here = [b for b in chat.buttons(shown) if b["custom_id"].startswith("b:prdo:") and spot(b).prefix == action]
        if here:
            await chat.press_exactly(member, shown, here[0])
            return
        for menu in (m for m in chat.menus(shown) if m["custom_id"].startswith("m:prpick:")):
            begins = spot(menu).prefix
            values = chosen(menu, action[len(begins) :])
            if action[: len(begins)] == begins and values:
                await chat.choose(member, shown, menu, values)
                if (*begins, *(value.partition(":")[0] for value in values)) == action:
                    return
                break
        else:
            leads = [b for b in chat.buttons(shown) if b["custom_id"].startswith("b:prstep:") and not b.get("disabled")]
            fitting = [b for b in leads if spot(b).prefix and action[: len(spot(b).prefix)] == spot(b).prefix]
            turned = [b for b in leads if spot(b).menu]
            assert fitting or turned, (action, chat.labels(shown))
            await chat.press_exactly(member, shown, max(fitting, key=lambda b: len(spot(b).prefix)) if fitting else turned[0])
    raise AssertionError(action)


async def asked(chat: Chat, member: str, game: str) -> tuple[Live, int]:
    """A position to solve, as a member has it before them."""
    await chat.use(member, "practice", game=game)
    shown = live(chat, member)
    return shown, number_of(chat, shown)


@pytest.mark.parametrize(("game", "language"), in_one_language(games()))
async def test_a_position_solved_by_buttons(chat, one_of_each, game, language):
    member, say = MEMBERS[language], texts(language, game)
    shown, number = await asked(chat, member, game)
    puzzle = puzzles(game)[number]
    assert task(puzzle, say) in shown["content"]
    assert any(file["filename"] == "board.png" for file in shown["attachments"])
    for action in puzzle.row:
        await answers(chat, member, shown, action)
    assert say("practice.right") in shown["content"]
    assert say("practice.tally", n=1, of=1) in shown["content"]
    assert puzzle.whole or say("hint.less", other="@", n="@").partition("@")[0] in shown["content"], "why: the next best"
    if puzzle.why.shown:
        await chat.press(member, shown, say("hint.show"))
        assert [file["filename"] for file in shown["attachments"]] == ["line.gif"]
    assert any(button["label"] == say("practice.another") for button in chat.buttons(shown)) == (len(puzzles(game)) > 1)
    if len(puzzles(game)) > 1:
        await chat.press(member, shown, say("practice.another"))
        assert number_of(chat, shown) != number, "one that they have not tried"
    assert await chat.bot.store.tables.live_in(3001) is None, "it is no table"


@pytest.mark.parametrize(("game", "language"), in_one_language(games()))
async def test_a_position_solved_by_typing(chat, one_of_each, game, language):
    member, say = MEMBERS[language], texts(language, game)
    shown, number = await asked(chat, member, game)
    assert await chat.press(member, shown, say("learn.type")) == "modal"
    await chat.submit(member, f"f:practice:{game}:{number}", beside=shown, words="frobnicate")
    assert "frobnicate" in shown["content"], "explained, and no try"
    assert not await chat.bot.store.practice.of(int(member), game)
    for action in puzzles(game)[number].row:
        await chat.submit(member, f"f:practice:{game}:{number}", beside=shown, words=write(action).upper())
    assert say("practice.right") in shown["content"]


async def test_the_first_try_counts_and_no_other(chat):
    game = "monster_hex"
    shown, number = await asked(chat, ANNA, game)
    wrong = next(a for a in legal(build(game), position(game, number), SOLVER) if a != puzzles(game)[number].row[0])
    await chat.submit(ANNA, f"f:practice:{game}:{number}", beside=shown, words=write(wrong))
    assert "That is not it." in shown["content"]
    assert "You chose: " in shown["content"]
    assert "Best: **" in shown["content"]
    await chat.restart()
    await chat.submit(ANNA, f"f:practice:{game}:{number}", beside=shown, words=write(puzzles(game)[number].row[0]))
    assert "Right!" in shown["content"]
    assert "Solved at the first try: 0 of 1." in shown["content"]
    assert await chat.bot.store.practice.of(int(ANNA), game) == {number: False}
    await chat.press_old(ANNA, f"b:prstep:{game}:{number}:0:0:")
    assert "Only the first try counts." in chat.private(ANNA)["content"]


async def test_a_whole_turn_is_judged_at_its_end_and_goes_on_after_a_restart(chat, whole):
    shown, number = await asked(chat, ANNA, TURNS)
    assert "Win in this turn." in shown["content"]
    rows = chat.bot.store.practice
    await answers(chat, ANNA, shown, whole.row[0])
    assert "So far: " in shown["content"]
    assert not await rows.of(int(ANNA), TURNS), "it is no try yet"
    first = write(whole.row[0])
    await chat.press_old(ANNA, f"b:prdo:{TURNS}:{number}:0:0:{first}")
    assert await rows.turn(int(ANNA), TURNS, number) == first, "an earlier question is answered once"
    await chat.restart()
    shown, _ = await asked(chat, ANNA, TURNS)
    assert "So far: " in shown["content"]
    for action in whole.row[1:]:
        await answers(chat, ANNA, shown, action)
    assert "Right!" in shown["content"]
    assert "One way: **" in shown["content"]
    assert await chat.bot.store.practice.of(int(ANNA), TURNS) == {number: True}
    assert not await chat.bot.store.practice.turn(int(ANNA), TURNS, number)


async def test_a_button_pressed_twice_does_its_action_once(chat, whole):
    """Also where the same could be done again: what is pressed belongs to the question at which it stood."""
    first = "pass"
    assert (first,) in [*legal(build(TURNS), position(TURNS, whole.number, first), SOLVER)]
    for _ in range(2):
        await chat.press_old(ANNA, f"b:prdo:{TURNS}:{whole.number}:0:0:{first}")
    assert await chat.bot.store.practice.turn(int(ANNA), TURNS, whole.number) == first


async def test_a_turn_that_is_not_legal_any_more_begins_anew(chat, whole):
    """As after an update with which the computer answers otherwise: nobody is refused what they did before, at each press."""
    shown, number = await asked(chat, ANNA, TURNS)
    rows = chat.bot.store.practice
    await rows.went_on(int(ANNA), TURNS, number, "", "pass; attack 999 1")
    await chat.use(ANNA, "practice", game=TURNS)
    shown = live(chat, ANNA)
    assert "Win in this turn." in shown["content"]
    assert "So far: " not in shown["content"]
    for action in whole.row:
        await answers(chat, ANNA, shown, action)
    assert await rows.of(int(ANNA), TURNS) == {number: True}


async def test_a_whole_turn_that_does_not_win_is_one_try(chat, whole):
    """However many actions it had; a second one, which wins, does not count."""
    rules, rows = build(TURNS), chat.bot.store.practice
    shown, number = await asked(chat, ANNA, TURNS)
    for _ in range(40):
        turn = await rows.turn(int(ANNA), TURNS, number)
        action = rules.decision(position(TURNS, number, turn), SOLVER).default
        await chat.submit(ANNA, f"f:practice:{TURNS}:{number}", beside=shown, words=write(action))
        if "That is not it." in shown["content"]:
            break
    assert await rows.of(int(ANNA), TURNS) == {number: False}
    first, *others = map(write, whole.row)
    await chat.submit(ANNA, f"f:practice:{TURNS}:{number}", beside=shown, words=f"{first}; frobnicate; {others[0]}")
    assert "frobnicate" in shown["content"]
    assert await rows.turn(int(ANNA), TURNS, number) == first, "as far as it could be read"
    await chat.submit(ANNA, f"f:practice:{TURNS}:{number}", beside=shown, words=f"{'; '.join(others)};")
    assert "Right!" in shown["content"]
    assert await rows.of(int(ANNA), TURNS) == {number: False}


async def test_giving_up_shows_the_answer_and_is_a_try(chat):
    shown, number = await asked(chat, ANNA, "planetary_conquerors")
    await chat.press(ANNA, shown, "Show the answer")
    assert "Here is the answer." in shown["content"]
    assert await chat.bot.store.practice.of(int(ANNA), "planetary_conquerors") == {number: False}


async def test_another_one_is_never_the_same(chat):
    """Untried, the one that was left comes again later; when all are tried, the one shown is not the next one either."""
    game = "monster_hex"
    shown, number = await asked(chat, ANNA, game)
    for _ in range(6):
        await chat.press(ANNA, shown, "Another one")
        assert number_of(chat, shown) != number
        number = number_of(chat, shown)
    for one in puzzles(game):
        await chat.bot.store.practice.tried(int(ANNA), game, one, True)
    for _ in range(6):
        await chat.press(ANNA, shown, "Another one")
        assert number_of(chat, shown) != number
        number = number_of(chat, shown)


async def test_where_one_action_is_asked_for_a_menu_takes_one(chat):
    """Of several cards to be played the first would be the answer, and the others would be gone."""
    rules, found = build("hexknight"), 0
    for number in puzzles("hexknight"):
        await chat.press_old(ANNA, f"b:prstep:hexknight:{number}:0:0:")
        for menu in chat.menus(chat.private(ANNA)):
            several = rules.together(position("hexknight", number), SOLVER, spot(menu).prefix)
            assert several or menu.get("max_values", 1) == 1
            found += "Play cards" in menu["placeholder"]
    assert found, "cards that a table lets one play at once"


async def test_there_are_ways_back(chat):
    """From a question to the games, and from the line to the answer; a line of a day's answer, untried, leads to no try."""
    game = "monster_hex"
    shown, number = await asked(chat, ANNA, game)
    await chat.press(ANNA, shown, "Another game")
    await chat.press(ANNA, shown, "Monster Hex")
    number = number_of(chat, shown)
    await chat.press_old(ANNA, f"b:prshow:{game}:{number}")
    assert "Show the answer" not in chat.labels(chat.private(ANNA))
    await chat.press(ANNA, shown, "Show the answer")
    await chat.press(ANNA, shown, "Show me")
    await chat.press(ANNA, shown, "Show the answer")
    assert "Here is the answer." in shown["content"]
    assert await chat.bot.store.practice.of(int(ANNA), game) == {number: False}


async def test_two_presses_at_the_same_moment_are_one_try(chat):
    rows, game = chat.bot.store.practice, "monster_hex"
    number = next(iter(puzzles(game)))
    assert [await rows.tried(7, game, number, solved) for solved in (True, False)] == [True, False]
    assert await rows.of(7, game) == {number: True}


async def test_when_all_are_tried_they_come_again_and_count_no_more(chat):
    game = "monster_hex"
    for number in puzzles(game):
        await chat.bot.store.practice.tried(int(ANNA), game, number, True)
    shown, _ = await asked(chat, ANNA, game)
    n = len(puzzles(game))
    assert f"Solved at the first try: {n} of {n}. In a row: {n}." in shown["content"]
    assert "Only the first try counts." in shown["content"]


async def test_tries_are_private_shown_handed_out_and_forgotten(chat):
    shown, number = await asked(chat, ANNA, "monster_hex")
    await chat.press(ANNA, shown, "Show the answer")
    assert not chat.seen(None), "nobody else sees anything"
    own = chat.bot.store.own_data
    assert (await own.about(int(ANNA)))["practice_tries"][0]["puzzle"] == number
    assert str(number) not in json.dumps(await own.about(int(BOHUMIL)))
    await own.forget(int(ANNA))
    assert not await chat.bot.store.practice.of(int(ANNA), "monster_hex")


async def test_a_choice_of_games_and_words_that_name_none(chat):
    await chat.use(ANNA, "practice")
    shown = live(chat, ANNA)
    assert chat.labels(shown) == [texts("en", game)("title") for game in SOLVED]
    await chat.press(ANNA, shown, "Monster Hex")
    assert "Practice: Monster Hex" in shown["content"]
    for game in {*games()} - {*SOLVED}:
        assert "There are no positions of" in await chat.use(ANNA, "practice", game=game)
        assert chat.labels(live(chat, ANNA)) == [texts("en", key)("title") for key in SOLVED]
    assert "no game called" in await chat.use(ANNA, "practice", game="chess")
    assert set(await chat.complete(ANNA, "practice", "game", "")) == {*SOLVED}


async def test_positions_that_are_gone_and_odd_buttons_say_so(chat):
    number = next(iter(puzzles("monster_hex")))
    for custom_id in (
        "b:prstep:monster_hex:1:0:0:", "b:prdo:chess:1:0:0:pass", "b:pranswer:monster_hex:1", "b:prshow:chess:1", "b:practice:chess", "b:prday:1",
        f"b:prstep:monster_hex:{number}:0:0:place nobody",
    ):  # fmt: skip
        await chat.press_old(ANNA, custom_id)
        assert "no longer there" in chat.private(ANNA)["content"], custom_id
    assert not await chat.bot.store.practice.of(int(ANNA), "monster_hex")
    await chat.press_old(ANNA, f"b:prdo:monster_hex:{number}:0:0:place nobody")
    assert not await chat.bot.store.practice.of(int(ANNA), "monster_hex"), "what is not legal is no try"


async def test_it_works_by_direct_message(chat):
    channel = chat.world.direct(ANNA)
    await chat.use(ANNA, "practice", channel, game="monster_hex")
    assert "Practice: Monster Hex" in chat.private(ANNA, channel)["content"]
