"""The latest events: changes of things and planets for pictures, and sentences."""

from __future__ import annotations

from typing import NamedTuple

from render.look import Look
from render.planetary_conquerors.event_texts import narrate
from rules.game import View
from rules.parts.event_trace import Deed
from rules.planetary_conquerors.view import BoardView, SideView


class Trace(NamedTuple):
    """The latest changes of a thing: HP that it has lost and got back, and whether it is new on its planet."""

    hurt: int = 0
    healed: int = 0
    new: bool = False


class Gone(NamedTuple):
    """A thing that has just left a planet, and how."""

    card: str
    letter: str
    how: str


_LEFT = ("died", "destroyed", "sacrificed", "vanished", "returned")


def traces(board: BoardView) -> dict[str, Trace]:
    """The latest changes of things, by their words."""
    found: dict[str, Trace] = {}
    for story in board.news:
        word = story.facts.get("thing", "")
        old = found.get(word, Trace())
        if story.kind in ("damaged", "hp_lost"):
            found[word] = old._replace(hurt=old.hurt + story.facts["n"])
        elif story.kind == "healed":
            found[word] = old._replace(healed=old.healed + story.facts["n"])
        elif story.kind in ("entered", "controlled"):
            found[word] = old._replace(new=True)
    return found


def gone(board: BoardView, seat: int) -> list[Gone]:
    """The things that have just left a seat's planet, the latest first."""
    deeds = [s for s in reversed(board.news) if s.kind in _LEFT and s.facts["seat"] == seat and s.facts.get("thing")]
    return [Gone(s.facts["card"], s.facts.get("letters", {}).get(s.facts["thing"], ""), s.kind) for s in deeds]


def begun_with(board: BoardView, side: SideView) -> int:
    """The number of buildings and warriors on a planet at the beginning of the turn that is told, as far as can be seen."""
    came = {s.facts["thing"] for s in board.news if s.kind in ("entered", "controlled")}
    left = {s.facts["thing"] for s in board.news if s.kind == "controlled" and s.facts["before"] == side.seat}
    left |= {s.facts["thing"] for s in board.news if s.kind in _LEFT and s.facts["seat"] == side.seat and s.facts.get("thing")} - came
    return len(left) + sum(t.type in ("building", "warrior") and t.word not in came for t in side.things)


def told_turn(board: BoardView) -> int:
    """The seat whose turn is told: the one whose turn it is, or until that does anything the one before it."""
    if not any(s.kind == "turn_began" for s in board.news[1:]):
        return board.active
    seats = len(board.sides)
    return next(seat for n in range(1, seats + 1) if not board.sides[seat := (board.active - n) % seats].out)


def fallen_before(board: BoardView) -> frozenset[int]:
    """The seats that were out at the beginning of the turn that is told."""
    now = {s.facts["seat"] for s in board.news if s.kind in ("mine_fell", "conceded")}
    return frozenset(side.seat for side in board.sides if side.out and side.seat not in now)


def gains(board: BoardView, seat: int) -> tuple[int, ...]:
    """The amount of each material that a seat has just gained."""
    found = [s.facts["n"] for s in board.news if s.kind == "gained" and s.facts["seat"] == seat]
    return tuple(sum(n) for n in zip(*found, strict=True)) if found else (0, 0, 0)


_WEIGHT = {
    "mine_fell": 9, "conceded": 9, "destroyed": 8, "died": 7, "controlled": 7, "trap": 7, "cancelled": 6, "vanished": 6, "damaged": 5, "played": 5,
    "attack": 4, "returned": 4, "stolen": 4, "blocked": 3, "activated": 3, "trapped_back": 3, "trap_lost": 3, "healed": 2, "placed": 2, "moved": 2,
    "entered": 2, "stayed": 2, "fizzled": 2, "lost": 2, "hp_lost": 1, "modified": 1,
}  # fmt: skip
"""How much kinds of deeds matter; others are not told again."""


def headlines(board: BoardView, look: Look, most: int, going_on: str = "") -> list[str]:
    """The latest events in at most `most` sentences."""
    return [words for deed in latest(board, most, going_on) if (words := sentence(deed, look))]


def latest(board: BoardView, most: int, going_on: str = "") -> list[Deed]:
    """The latest events, at most `most`, the most important ones, in order; if there are none, gains. The played card that is `going_on` is left
    out."""
    played = {s.facts["card"] for s in board.news if s.kind == "played"}
    worth = [(_weight(s, board), n) for n, s in enumerate(board.news) if s.kind != "entered" or s.facts["card"] not in played]
    worth = [(w, n) for w, n in worth if board.news[n].kind != "played" or board.news[n].facts["card"] != going_on]
    best = sorted(sorted((w, n) for w, n in worth if w)[-most:], key=lambda one: one[1])
    return [board.news[n] for _, n in best] or [s for s in board.news if s.kind == "gained"][-most:]


def _weight(story: Deed, board: BoardView) -> int:
    if story.kind == "damaged" and story.facts["left"] <= 0:
        return 9  # It says more than what comes of it.
    if story.kind == "damaged" and story.facts["card"] == "mine":
        return 8
    if story.kind in ("attack", "blocked"):
        return 0 if any(t.target for side in board.sides for t in side.things) else 1  # What is drawn need not be said.
    return _WEIGHT.get(story.kind, 0)


def sentence(deed: Deed, look: Look) -> str:
    """An event as a sentence without its full stop; empty for one that needs no words."""
    return (narrate(deed.kind, deed.facts, look) or "").rstrip(".")


def decisive(view: View[BoardView], look: Look) -> str:
    """The sentence on the moment that ended the game; empty if nothing on the table ended it."""
    deed = decisive_deed(view)
    line = sentence(deed, look) if deed else ""
    who = f"{look.names[deed.facts['seat']]}{look.say('colon')}" if deed and deed.kind == "entered" else ""
    return line and f"{who}{line}"


def decisive_deed(view: View[BoardView]) -> Deed | None:
    """The event that ended the game; None if nothing on the table ended it."""
    assert view.outcome
    board, winners = view.board, view.outcome.winners
    left = any(s.kind == "conceded" for s in board.news)
    for kind in ("eliminated",) if left else _ENDS.get(view.outcome.reason, ()):
        for story in reversed(board.news):
            fits = story.facts.get("card") == "mine" if kind == "damaged" else kind == "deck_out" or left or story.facts.get("seat") in winners
            if story.kind == kind and fits:
                return story
    return None


_ENDS = {"planet": ("entered", "healed", "controlled", "stayed"), "last_mine": ("damaged",), "all_fell": ("damaged",), "deck_out": ("deck_out",)}
"""Kinds of events that end a game, by its reason."""
