"""What a choice is said to bring: only what is the same in all worlds that its seat cannot tell apart."""

from __future__ import annotations

from typing import Any

from cogs.messages.moves.button_colours import Brings, Looking, tried
from rules.game import Event, Refused, Step
from rules.randomness import Chance


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
