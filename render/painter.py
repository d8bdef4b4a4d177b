"""The interface between the shell and a game's pictures and texts.

`PAINTER` in `render/<game>` is a `Painter`: a value made of the game's scenes and sentences. What is named without a default is mandatory, and a
painter cannot be made without it: a game that shows nothing of its own at a choice says so (None, `no_hint`). `hand`, `cards` and `deck` belong to
games in which seats hold something, in which things can be looked up (`Rules.faces`), and to which decks are brought (`Rules.decks`). What a seat
holds is `hand` of its board.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from render.canvas import Scene
from render.look import Look
from render.motion import Blow, loop
from render.picture_cache import Picture, Studio
from render.theme import theme
from rules.game import Action, Event, Seat, View
from rules.parts.lazy import module, once
from rules.printed_cards import Face

B = TypeVar("B")


class Describe(Protocol[B]):
    """The table in words; `brief` fits an alt text (`render.text.ALT`). The first line says how far the game is."""

    def __call__(self, view: View[B], look: Look, brief: bool = False) -> str: ...


def no_lines(view: View[Any], look: Look) -> list[str]:
    """The default of `notes` and `going_on`: no lines."""
    return []


def nothing_decided(view: View[Any], look: Look) -> str:
    """The default of `decided`: an empty text."""
    return ""


def no_hint(view: View[Any], look: Look, prefix: Action, word: str) -> str:
    """The `hint` of a game without hints."""
    return ""


def no_label(view: View[Any], look: Look, prefix: Action, word: str) -> str | None:
    """The default of `label`: None, so that a word is shown as the texts (`word.*`) name it."""
    return None


def nothing_said(before: View[Any], after: View[Any], look: Look, action: Action) -> str:
    """The default of `brings`: nothing is said of what an action brings."""
    return ""


def nothing_counted(view: View[Any]) -> Sequence[float | None]:
    """The default of `counted`: no scores."""
    return ()


def no_colour(view: View[Any], seat: Seat) -> str | None:
    """The default of `colour`: seats have no colours of their own."""
    return None


def seat_sign(view: View[Any], seat: Seat) -> str:
    """The sign of a seat beside its player's name, in a game without signs of its own."""
    return "●■▲◆"[seat]


def no_blow(view: View[Any], look: Look, events: Sequence[Event]) -> Blow | None:
    """The default of `blow`: nothing is animated."""
    return None


def no_rules(kind: str, facts: Mapping[str, Any]) -> list[str]:
    """The default of `rules_behind`: no rules beside the event's own."""
    return []


def nothing_aside(view: View[Any], look: Look, prefix: Action, words: Sequence[str]) -> str:
    """The default of `aside`: an empty text."""
    return ""


def as_typed(view: View[Any], look: Look, actions: Sequence[Action]) -> str:
    """The default of `shortcut`: the words of all actions, as they would be typed."""
    return " ".join(" ".join(action) for action in actions)


def same_panel(scene: Callable[[View[B], Look], Scene]) -> Callable[[View[B], Look, Action, Sequence[str]], Scene]:
    """Makes a `choice` of a scene that does not depend on the words chosen so far."""
    return lambda view, look, prefix, words: scene(view, look)


def none_closer(view: View[Any], look: Look, faces: Mapping[str, Face]) -> list[tuple[str, Scene]]:
    """The default of `closer`: no close-ups."""
    return []


def apart(view: View[Any], look: Look) -> bool:
    """The default of `beside`: the hand is a picture of its own."""
    return False


@dataclass(frozen=True, kw_only=True)
class HandPainter(Generic[B]):
    """Shows a seat's hand to that seat: as a scene, None for an empty hand, and as text, a line for each thing.

    `strip` is a low picture for a panel (`render.hand_strip`), in which what can be played stands out; `scene` where it is None. `beside`: whether
    the table from which something is chosen has on it what the choice needs of the hand, so that a panel is one picture: a phone shows only one of
    two at a time.
    """

    scene: Callable[[View[B], Look], Scene | None]
    words: Callable[[View[B], Look], str]
    strip: Callable[[View[B], Look], Scene | None] | None = None
    beside: Callable[[View[B], Look], bool] = apart


def printed_price(face: Face, look: Look) -> str:
    """The printed cost of a card."""
    return face.cost


@dataclass(frozen=True, kw_only=True)
class CardPainter(Generic[B]):
    """Shows things to look up: a page, a text, and the rules about it. `now`: lines on its state in a game, which the page shows, too. `price`: its
    cost in words."""

    page: Callable[[Face, Look, Sequence[str]], Scene]
    words: Callable[[Face, Look], str]
    rules: Callable[[Face], list[str]]
    now: Callable[[B, str, Look], list[str]]
    price: Callable[[Face, Look], str] = printed_price


class Trait(NamedTuple):
    """A trait by which cards are told apart: its kind (one of TRAITS), its value in the data, and its name."""

    kind: str
    value: str
    name: str


TRAITS = ("color", "type", "rarity", "cost")
"""The kinds of traits, each with a text `trait.<kind>`."""


@dataclass(frozen=True, kw_only=True)
class DeckPainter:
    """Shows decks that players bring, and the cards for them. `scene`: a deck with its curve of costs. `sheet`: cards beside each other, each with a
    note that may be empty. `traits`: those by which a pool is searched, at most one of a kind."""

    scene: Callable[[Mapping[str, int], Mapping[str, Face], Look], Scene]
    sheet: Callable[[Sequence[tuple[Face, str]], Look], Scene]
    traits: Callable[[Face, Look], Sequence[Trait]]


@dataclass(frozen=True, kw_only=True)
class Painter(Generic[B]):
    """A game's pictures, and the same in words, of what a viewer may know of its board.

    Pictures are 400 to 1200 pixels wide, and no two items of a scene share a pixel (`render.canvas`).

    - `board`: the table. `choice`: what the next word of an action is chosen from; the board where it is None. `on_board`: the same as it lies on
      the table, where what the viewer holds is a picture of its own (or stands `beside` it); the board where it is None.
    - `describe`: the table in words, with ▶ beside the name of whoever is to act or has the turn.
    - `narrate`: what happened, by kind and facts, as a sentence; None for what needs no words.
    - `rules_now`: the rules behind what the viewer may do now, or behind what is asked of others. `rules_behind`: those on which what happened rests
      beside the event's own, by kind and facts.
    - `hint`: a few words about a choice, or `no_hint`. `label`: how a word is shown on a button where the view knows more than the texts (`word.*`),
      or nothing where those before it say everything.
    - `notes`: lines for the private picker: what has been chosen so far, what might be overlooked. `aside`: a line about what is chosen
      from once something is chosen, such as why so little is left; or nothing. `shortcut`: the label of a row of actions.
    - `going_on`: lines that stand in every message beside the question, for games in which something lies on top of something.
    - `decided`: what decided a game that is over, as a sentence of what everybody saw; nothing where that is not known.
    - `brings`: what an action has changed for the viewer between two views of theirs, in a few words for a button; or nothing.
    - `counted`: the score of each seat, None where that is not known; nothing in games without one.
    - `closer`: parts of the board close up, in words and as scenes.
    - `colour`: the role of a seat's colour in the themes of the game; None where it has none, or none yet.
    - `sign`: the shape that stands for a seat in pictures, as a letter; nothing where it has none yet.
    - `blow`: where what has just happened decided something that a short loop shall show, for everybody's view and public events; None for nothing.
    - `cover`: what shows at a glance which game this is, without a table, of the size `render.stage.COVER`; None for a game that has none.
    """

    studio: Studio
    board: Callable[[View[B], Look], Scene]
    describe: Describe[B]
    narrate: Callable[[str, Mapping[str, Any], Look], str | None]
    rules_now: Callable[[View[B]], list[str]]
    choice: Callable[[View[B], Look, Action, Sequence[str]], Scene] | None
    hint: Callable[[View[B], Look, Action, str], str]

    on_board: Callable[[View[B], Look, Action, Sequence[str]], Scene] | None = None
    rules_behind: Callable[[str, Mapping[str, Any]], list[str]] = no_rules
    label: Callable[[View[B], Look, Action, str], str | None] = no_label
    notes: Callable[[View[B], Look], list[str]] = no_lines
    aside: Callable[[View[B], Look, Action, Sequence[str]], str] = nothing_aside
    shortcut: Callable[[View[B], Look, Sequence[Action]], str] = as_typed
    going_on: Callable[[View[B], Look], list[str]] = no_lines
    decided: Callable[[View[B], Look], str] = nothing_decided
    brings: Callable[[View[B], View[B], Look, Action], str] = nothing_said
    counted: Callable[[View[B]], Sequence[float | None]] = nothing_counted
    closer: Callable[[View[B], Look, Mapping[str, Face]], list[tuple[str, Scene]]] = none_closer
    colour: Callable[[View[B], Seat], str | None] = no_colour
    sign: Callable[[View[B], Seat], str] = seat_sign
    blow: Callable[[View[B], Look, Sequence[Event]], Blow | None] = no_blow
    cover: Callable[[Look], Scene] | None = None
    hand: HandPainter[B] | None = None
    cards: CardPainter[B] | None = None
    deck: DeckPainter | None = None

    def paint(self, view: View[B], look: Look, previous: Hashable = None) -> Picture:
        """The table as a picture. `previous` names the series it continues."""
        return self.studio.paint(self.board(view, look.in_pictures), look.theme, previous)

    def paint_moving(self, view: View[B], look: Look, events: Sequence[Event]) -> bytes | None:
        """The table with what has just been decided as a loop (`render.motion`); None if nothing was, or it would be too large."""
        blow = self.blow(view, look, events)
        return loop(self.studio, self.board(view, look.in_pictures), look.theme, blow) if blow else None

    def paint_cover(self, look: Look) -> Picture | None:
        """The game's cover; None for a game that has none."""
        return self.studio.paint(self.cover(look), look.theme) if self.cover else None

    def paint_choice(self, view: View[B], look: Look, prefix: Action, words: Sequence[str]) -> Picture:
        """A private picture for the next word of an action, one of `words`."""
        drawn = look.in_pictures
        scene = self.choice(view, drawn, prefix, words) if self.choice else self.board(view, drawn)
        return self.studio.paint(scene, look.theme)

    def paint_on_board(self, view: View[B], look: Look, prefix: Action, words: Sequence[str]) -> Picture:
        """The table for the next word of an action, one of `words`; without what the viewer holds, unless it has a place beside it
        (`HandPainter.beside`)."""
        drawn = look.in_pictures
        scene = self.on_board(view, drawn, prefix, words) if self.on_board else self.board(view, drawn)
        return self.studio.paint(scene, look.theme)

    def paint_strip(self, view: View[B], look: Look) -> Picture | None:
        """The viewer's hand as a low picture; None if it is empty."""
        if self.hand is None:
            return None
        scene = (self.hand.strip or self.hand.scene)(view, look.in_pictures)
        return self.studio.paint(scene, look.theme) if scene else None

    def paint_panel(self, view: View[B], look: Look, prefix: Action, words: Sequence[str]) -> tuple[Picture, Picture | None]:
        """The pictures of a panel: `paint_on_board`, and `paint_strip` where that does not have the hand on it."""
        beside = self.hand is not None and self.hand.beside(view, look)
        return self.paint_on_board(view, look, prefix, words), None if beside else self.paint_strip(view, look)

    def paint_hand(self, view: View[B], look: Look) -> Picture | None:
        """The viewer's hand; None if it is empty."""
        scene = self.hand.scene(view, look.in_pictures) if self.hand else None
        return self.studio.paint(scene, look.theme) if scene else None

    def describe_hand(self, view: View[B], look: Look) -> str:
        """The viewer's hand, in words."""
        return self.hand.words(view, look) if self.hand and view.seat is not None else ""

    def paint_closer(self, view: View[B], look: Look, faces: Mapping[str, Face]) -> list[tuple[str, Picture]]:
        """Parts of the board close up, in words and as pictures; none where the board is close enough."""
        found, drawn = self.closer(view, look, faces), look.in_pictures
        scenes = found if drawn is look else self.closer(view, drawn, faces)
        return [(words, self.studio.paint(scene, look.theme)) for (words, _), (_, scene) in zip(found, scenes, strict=True)]

    def accent(self, view: View[B], seat: Seat, look: Look) -> int | None:
        """A seat's colour as a number, red first; None for a seat without one."""
        role = self.colour(view, seat)
        return int.from_bytes(theme(look.theme, view.game)[role], "big") if role else None

    def paint_card(self, face: Face, look: Look, now: Sequence[str] = ()) -> Picture:
        """The page of a thing to look up; `now`: lines on its state in a game. Only for games with `cards`."""
        assert self.cards
        return self.studio.paint(self.cards.page(face, look, now), look.theme)

    def paint_deck(self, deck: Mapping[str, int], faces: Mapping[str, Face], look: Look) -> Picture:
        """A deck. Only for games with `deck`."""
        assert self.deck
        return self.studio.paint(self.deck.scene(deck, faces, look), look.theme)

    def paint_sheet(self, cards: Sequence[tuple[Face, str]], look: Look) -> Picture:
        """Cards beside each other, each with a note. Only for games with `deck`."""
        assert self.deck
        return self.studio.paint(self.deck.sheet(cards, look), look.theme)


@once
def painter(game: str) -> Painter[Any]:
    """The painter of a game. Raises ModuleNotFoundError, or AttributeError, for a game that has none."""
    found: Painter[Any] = module(f"render.{game}").PAINTER
    return found


def held(hand: Iterable[str], word: str, look: Look) -> list[str]:
    """A line with the number of copies of a card that the viewer holds; empty for none."""
    n = sum(one == word for one in hand)
    return [look.say("card.held", n=n)] if n else []
