"""The panel of a real table in a lesson: whole lessons are played through it, whatever else is legal is taken, and old or odd buttons say so."""

from __future__ import annotations

import random

import pytest

from cogs.messages.lesson_panel import LINK, Spot, choices_of, row_in_words
from data.content import build, games
from data.language import texts
from data.lesson import LEARNER, actions, asked_again, lesson, stand
from render.look import Look
from rules.game import Action
from rules.notation import write
from tests.chat import ANNA, Chat
from tests.cogs.test_learn import Live, live
from tests.reading import chosen
from tests.sampled import in_one_language


def spot(part: dict) -> Spot:
    """Where a button or menu leads."""
    return Spot.read(part["custom_id"].split(":", 2)[2])


async def towards(chat: Chat, shown: Live, action: Action) -> None:
    """Presses and chooses what leads to an action, until it is done."""
    page = shown["content"].splitlines()[0]
    for _ in range(12):
        here = [b for b in chat.buttons(shown) if b["custom_id"].startswith("b:learndo:") and spot(b).prefix == action]
        if here:
            await chat.press_exactly(ANNA, shown, here[0])
            return
        for menu in (m for m in chat.menus(shown) if m["custom_id"].startswith("m:learnpick:")):
            begins = spot(menu).prefix
            values = chosen(menu, action[len(begins) :])
            if action[: len(begins)] == begins and values:
                await chat.choose(ANNA, shown, menu, values)
                if (*begins, *(value.partition(":")[0] for value in values)) == action:
                    return
                break
        else:
            leads = [b for b in chat.buttons(shown) if b["custom_id"].startswith("b:learnstep:") and not b.get("disabled")]
            fitting = [b for b in leads if spot(b).prefix and action[: len(spot(b).prefix)] == spot(b).prefix]
            turned = [b for b in leads if spot(b).menu]
            assert fitting or turned, (page, action, chat.labels(shown))
            await chat.press_exactly(ANNA, shown, max(fitting, key=lambda b: len(spot(b).prefix)) if fitting else turned[0])
    raise AssertionError((page, action))


SEVERAL = {"hexygame": 3, "planetary_conquerors": 10}
"""So many actions of one word stand in rows of a lesson at least."""


@pytest.mark.parametrize(("game", "language"), in_one_language(games()))
def test_what_a_button_does_in_a_row_is_named_as_the_panel_names_it(game, language):
    """Each action of one word, such as the end of a phase, by the panel's own button in the position that the actions before it lead to."""
    say, rules, script, compared = texts(language, game), build(game), lesson(game), 0
    look = Look("dark", say, ("Anna", *(say("learn.computer") for _ in range(1, script.seats))))
    for number, page in enumerate(script.pages):
        row, state = actions(page.do), stand(game, number).state
        told, turn = row_in_words(game, state, row, look, say).split(LINK), rules.turn(state)
        for n, action in enumerate(row):
            if len(action) == 1:
                shown = choices_of(Spot(game, number, n), state, look, say).items
                label = next(item.item.label for item in shown if item.verb == "learndo" and Spot.read(item.rest).prefix == action)
                assert label.partition(LINK)[0] in told[-(len(row) - n) :], (number, write(action), told)
                compared += len(row) > 1
            state = asked_again(rules, rules.apply(state, LEARNER, action).state, turn).state
    assert compared >= SEVERAL.get(game, 0)


@pytest.mark.sampled(0.2, any=True)
@pytest.mark.parametrize(("game", "language"), in_one_language(games()))
async def test_a_whole_lesson_through_the_panel(chat, game, language):
    chat.world.members[ANNA]["locale"] = {"en": "en-US"}.get(language, language)
    say = texts(language, game)
    await chat.use(ANNA, "learn", game=game)
    shown, pages = live(chat, ANNA), lesson(game).pages
    for number, page in enumerate(pages[:-1]):
        assert say("learn.page", n=number + 1, of=len(pages)) in shown["content"]
        if not page.do:
            await chat.press(ANNA, shown, say("learn.next"))
            continue
        if number:  # The first page has the panel of a table from the beginning.
            await chat.press(ANNA, shown, say("learn.all"))
        for action in actions(page.do):
            await towards(chat, shown, action)
    assert say("learn.page", n=len(pages), of=len(pages)) in shown["content"]
    assert await chat.bot.store.tables.live_in(3001) is None, "a lesson is no table"


@pytest.mark.parametrize("game", games())
async def test_whatever_is_legal_is_taken(chat, game):
    """On the first page that asks for something: any action, and what is right is named."""
    rules, rng = build(game), random.Random(7)
    number = next(n for n, page in enumerate(lesson(game).pages) if page.do)
    await chat.use(ANNA, "learn", game=game)
    shown = live(chat, ANNA)
    for _ in range(number):
        await chat.press(ANNA, shown, "Next")
    state, wanted = stand(game, number).state, actions(lesson(game).pages[number].do)
    action: Action = ()
    while not action or not any(w.text == action[-1] and w.end for w in rules.words(state, LEARNER, action[:-1])):
        action = (*action, rng.choice([w.text for w in rules.words(state, LEARNER, action)]))
    if action != wanted[0]:
        if number:
            await chat.press(ANNA, shown, "All my choices")
        await towards(chat, shown, action)
        assert f"page {number + 2} of" in shown["content"], action
        assert "allowed too" in shown["content"]


async def test_the_panel_leads_back_and_old_buttons_say_so(chat):
    await chat.use(ANNA, "learn", game="monster_hex")
    shown = live(chat, ANNA)
    await chat.press(ANNA, shown, "Choose a faction: ● Tide")
    first = shown["content"]
    await chat.press(ANNA, shown, "All my choices")
    await chat.press(ANNA, shown, "Back to the page")
    assert shown["content"] == first
    for rest in ("monster_hex:0:0:0:faction nobody", "monster_hex:99:0:0:", "chess:0:0:0:", "monster_hex:0:9:0:faction", "monster_hex:6:0:0:place"):
        await chat.press_old(ANNA, f"b:learnstep:{rest}")
        assert "Begin again" in chat.private(ANNA)["content"], rest
    await chat.press_old(ANNA, "b:learngo:monster_hex:0:0:99")
    assert "Begin again" in chat.private(ANNA)["content"]


async def test_green_plays_and_blue_leads_on(chat):
    await chat.use(ANNA, "learn", game="monster_hex")
    shown = live(chat, ANNA)
    assert {b["style"] for b in chat.buttons(shown) if b["custom_id"].startswith("b:learndo:")} == {3}
    await chat.press(ANNA, shown, "Choose a faction: ● Tide")
    assert {b["style"] for b in chat.buttons(shown) if b["custom_id"].startswith("b:learn:monster_hex:1:")} == {3}
    await chat.press(ANNA, shown, "All my choices")
    assert {b["style"] for b in chat.buttons(shown) if b["custom_id"].startswith(("b:learndo:", "b:learngo:"))} <= {3}
