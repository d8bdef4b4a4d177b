"""Several that are chosen together are one menu, in whatever order they are pressed."""

from __future__ import annotations

import pytest

from cogs.messages.buttons import Choose
from cogs.messages.moves.picker_context import MOST_OPTIONS, Place
from data.language import texts
from rules.legal_actions import legal
from tests.chat import ANNA, HERE
from tests.every_game.setups import SETUPS, whole_game
from tests.every_game.test_menus import menus, picking
from tests.positions import built

BUILT = 100
"""So many positions that play seldom reaches."""


async def test_three_cards_are_changed_at_once(chat):
    """Exactly three, from the first page on, whatever their order: one press to keep, one choice to change."""
    await chat.use(ANNA, "game new", game="planetary_conquerors", computers="1", options="seating=joined decks=drawn")
    table = await chat.bot.tables.here(int(HERE))
    await chat.press(ANNA, chat.board(), "Your move")
    message = chat.private(ANNA)
    (menu,) = chat.menus(message)
    assert (menu["min_values"], menu["max_values"]) == (3, 3)
    hand = [option["value"] for option in menu["options"]]
    assert sorted(value.partition(":")[0] for value in hand) == sorted(card.face.word for card in table.view(0).board.hand)
    assert any(button["custom_id"].endswith(":keep") for button in chat.buttons(message))
    await chat.choose(ANNA, message, menu, [hand[4], hand[0], hand[2]])
    done = [row.action for row in await chat.bot.store.tables.actions(table.id) if row.seat == 0 and row.action[0] != "pass"]
    assert sorted(done[-1]) == sorted(["mulligan", *(hand[n].partition(":")[0] for n in (0, 2, 4))])


@pytest.mark.sampled(0.5)
@pytest.mark.parametrize("game", ["planetary_conquerors", "hexygame"])
def test_each_choice_of_several_is_one_menu(game):
    seen, seldom = 0, [built(game, number, "menus") for number in range(BUILT)]
    for setup in [s for s in SETUPS if s.game == game][:2]:
        rules = setup.rules
        reached = [(state, seat) for state, seat, *_ in whole_game(setup)]
        for state, seat in [*reached, *((one, seat) for one in seldom for seat in rules.to_act(one))]:
            asked = picking(rules, state, seat, "en")
            offered = {Place.read(menu.rest).prefix: menu for menu in menus(asked) if isinstance(menu, Choose)}
            for word in rules.words(state, seat, ()):
                several = rules.together(state, seat, (word.text,))
                if several is None or len(several.options) > MOST_OPTIONS:
                    continue
                menu = offered[(word.text,)]
                assert (menu.item.min_values, menu.item.max_values) == (several.least, several.most)
                assert [option.value.partition(":")[0] for option in menu.item.options] == [*several.options]
                chosen = several.options[-several.most :][::-1]
                assert (word.text, *several.spelled(chosen)) in legal(rules, state, seat, (word.text,))
                assert texts("en")("pick.at_once", what="").strip() in (menu.item.placeholder or "")
                seen += 1
    assert seen
