"""What the shell asks of a painter that shows a board, a hand and the panel of a turn."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from render.canvas import Picture, Scene, Studio
from render.look import Look
from rules.parts.cards import Face

Make = Callable[[Any, Look], Scene]
Page = Callable[[Face, Look, Sequence[str]], Scene]
Choice = Callable[[Any, Look, tuple[str, ...], Sequence[str]], Scene]


class Painting(NamedTuple):
    """The scenes of a game: the board for all, the viewer's hand, the panel of the seat that is asked, what can be looked up."""

    studio: Studio
    board: Make
    hand: Make
    turn: Make
    card: Page

    def paint(self, view: Any, look: Look, previous: Hashable = None) -> Picture:
        """The table as a picture. `previous` names the series it continues."""
        return self.studio.paint(self.board(view, look), look.theme, previous)

    def paint_hand(self, view: Any, look: Look) -> Picture | None:
        """What the viewer holds, or None for somebody without cards in hand."""
        if view.seat is None or not view.board.hand:
            return None
        return self.studio.paint(self.hand(view, look), look.theme)

    def paint_choice(self, view: Any, look: Look, prefix: tuple[str, ...], words: Sequence[str]) -> Picture | None:
        """The panel of the turn; it is the same for all words of a step."""
        return self.studio.paint(self.turn(view, look), look.theme)

    def paint_card(self, face: Face, look: Look, now: Sequence[str] = ()) -> Picture:
        """What can be looked up; `now` says how it stands in a game."""
        return self.studio.paint(self.card(face, look, now), look.theme)


class CardPainting(NamedTuple):
    """The scenes of a card game: the table for all, hands, what may be chosen; whole cards and decks."""

    studio: Studio
    board: Make
    hand: Make
    choice: Choice
    card: Page
    deck: Callable[[Mapping[str, int], Mapping[str, Face], Look], Scene]

    def paint(self, view: Any, look: Look, previous: Hashable = None) -> Picture:
        """The table as a picture. `previous` names the series it continues."""
        return self.studio.paint(self.board(view, look), look.theme, previous)

    def paint_hand(self, view: Any, look: Look) -> Picture | None:
        """The viewer's hand as cards, or None for somebody without."""
        if view.seat is None or not view.board.hand:
            return None
        return self.studio.paint(self.hand(view, look), look.theme)

    def paint_choice(self, view: Any, look: Look, prefix: tuple[str, ...], words: Sequence[str]) -> Picture | None:
        """The table with what may be chosen lit, or the cards to choose among."""
        return self.studio.paint(self.choice(view, look, prefix, words), look.theme)

    def paint_card(self, face: Face, look: Look, now: Sequence[str] = ()) -> Picture:
        """A whole card; `now` says how it stands in a game."""
        return self.studio.paint(self.card(face, look, now), look.theme)

    def paint_deck(self, deck: Mapping[str, int], faces: Mapping[str, Face], look: Look) -> Picture:
        """A deck with its curve of costs."""
        return self.studio.paint(self.deck(deck, faces, look), look.theme)


def held(hand: Iterable[str], word: str, look: Look) -> list[str]:
    """How many of a card the viewer holds, as a line; nothing for none."""
    n = sum(one == word for one in hand)
    return [look.say("card.held", n=n)] if n else []


def label(view: Any, look: Look, prefix: tuple[str, ...], word: str) -> str | None:
    """How a word is shown on a button, where the view knows more than the texts: here never."""
    return None


def going_on(view: Any, look: Look) -> list[str]:
    """Lines that stand in every message beside the question, for games in which something lies on top of something: here none."""
    return []


def paint_closer(view: Any, look: Look, faces: Mapping[str, Face]) -> list[tuple[str, Picture]]:
    """Parts of the board close up, in words and as pictures: none where the board is close enough."""
    return []
