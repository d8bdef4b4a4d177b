"""What a choice is said to bring: only what is the same in all worlds that its seat cannot tell apart."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from cogs.messages.buttons import Press
from cogs.messages.moves.button_colours import RED, Brings, Looking, coloured, loses, tried
from cogs.messages.moves.picker import _shown
from cogs.messages.moves.picker_context import Place
from data.content import games
from data.language import LANGUAGES
from rules.game import Event, Refused, Step
from rules.legal_actions import legal
from rules.randomness import Chance
from tests.every_game.setups import SETUPS, whole_game
from tests.every_game.test_menus import picking
from tests.hexygame.table import RULES, TestTable


class Card:
    """A card lies face down; it is a 0 or a 1, in turn."""

    worlds = 0

    def imagine(self, state: Any, seat: int, chance: Chance) -> tuple[int, bool]:
        self.worlds += 1
        return self.worlds % 2, False

    def apply(self, state: tuple[int, bool], seat: int, action: tuple[str, ...]) -> Step[tuple[int, bool]]:
        card, turned = state
        if action == ("show_one",) and not card:
            raise Refused("no_one", "X-1")
        return Step((card, turned or action != ("wait",)), ())

    def view(self, state: tuple[int, bool], seat: int | None) -> int | None:
        return state[0] if state[1] else None

    def outcome(self, state: tuple[int, bool]) -> None:
        return None


def test_nothing_is_said_that_the_card_would_decide():
    rules: Any = Card()
    rows = [[("wait",)], [("turn",)], [("show_one",)], [("wait",), ("wait",)]]
    found = tried(rules, (1, False), Looking(0, 7), rows, lambda before, after, action: f"{action[0]}: {before} is {after}")  # type: ignore[arg-type]
    assert found == [Brings(False, "wait: None is None"), Brings(True), Brings(True), Brings(False, "wait: None is None")]


class Shared(Card):
    """Turning the card over shows it to seat 1 alone, which nobody hears of but by its event."""

    def apply(self, state: tuple[int, bool], seat: int, action: tuple[str, ...]) -> Step[tuple[int, bool]]:
        return Step(state, (Event("drawn", {"card": state[0]}, (1,)),))


def test_among_computers_only_the_end_is_red():
    """No computer objects to an undo, whatever has been seen."""
    rules: Any = Shared()
    for seat, alone, red in ((0, False, True), (0, True, False), (1, True, False)):
        assert tried(rules, (1, False), Looking(seat, 7, alone), [[("turn",)]], lambda *_: "") == [Brings(red)]


async def test_what_choices_bring_is_tried_off_the_event_loop(monkeypatch):
    """Whatever it takes, nobody else waits for it; what the panel costs in all is row Q of the benchmark."""
    threads = []

    def noted(*args: Any) -> list[Brings]:
        threads.append(threading.get_ident())
        return tried(*args)

    monkeypatch.setattr("cogs.messages.moves.button_colours.tried", noted)
    asked = picking(RULES, answering(11).state, 1, "en")
    assert await coloured(asked, _shown(asked, Place(1, 1, 0, ()), 0).items)
    assert threads
    assert threading.get_ident() not in threads


def answering(dice: int) -> TestTable:
    """Seat 1 may answer a point at the Centre, of which seat 0 has so many."""
    made = TestTable().put(1, "blue_jetty", "e8").hand(1, "undertow").put(0, "red_hearth", "e2").put(0, "moss_troll", "e5")
    return made.dice(0, dice).play("0 pass", "1 pass", "0 pass")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_pass_that_loses_at_once_says_so(language):
    """HX-12: the last point and a move onto the Flag, if nobody answers; the point before it loses nothing."""
    onto = TestTable().put(1, "blue_jetty", "h5").hand(1, "undertow").put(0, "dusk_bat", "e7", die=1).pool(0, "C").play("0 move e7 e8", "0 pass")
    for table, lost in ((answering(11), True), (onto, True), (answering(10), False)):
        asked = picking(RULES, table.state, 1, language)
        items = _shown(asked, Place(1, 1, 0, ()), 0).items
        brings = await coloured(asked, items)
        (passes,) = (item for item in items if isinstance(item, Press) and Place.read(item.rest).prefix == ("pass",))
        assert brings[passes].startswith(asked.say("brings.lost")) == loses(asked, brings) == lost
        assert (passes.item.style == RED) >= lost


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("game", games())
async def test_how_a_game_ends_is_said_as_it_ends(game):
    """What ends the game in every world that its seat cannot tell apart says how: found a second time in the true one."""
    told = 0
    for setup in [setup for setup in SETUPS if setup.game == game][:2]:
        state, seat, *_ = whole_game(setup)[-1]
        asked = picking(setup.rules, state, seat, "en")
        presses = [Press("do", Place(1, 1, 0, action).write(), "deed") for action in [*legal(setup.rules, state, seat)][:40]]
        brings = await coloured(asked, presses)
        for press in presses:
            outcome = setup.rules.outcome(setup.rules.apply(state, seat, Place.read(press.rest).prefix).state)
            for key in ("brings.lost", "brings.won", "brings.shared"):
                if brings.get(press, "").startswith(asked.say(key)):
                    told += 1
                    assert outcome is not None
                    assert (seat in outcome.winners, len(outcome.winners) > 1) == {
                        "brings.lost": (False, len(outcome.winners) > 1), "brings.won": (True, False), "brings.shared": (True, True)
                    }[key]  # fmt: skip
    assert told or game in ("hockey_game", "planetary_conquerors", "hexygame"), "dice and cards decide there"
