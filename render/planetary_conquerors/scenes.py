"""Scenes beside the table: one planet close up, what is chosen from, whole cards, decks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from render import cards
from render.canvas import Item, Rows, Scene
from render.cards import WIDTH, put_cards, put_line
from render.look import Look
from render.painter import Trait
from render.planetary_conquerors import planet_headers
from render.planetary_conquerors.board import board_scene, leader, sign
from render.planetary_conquerors.hand import held_choice
from render.planetary_conquerors.icons import parts
from render.planetary_conquerors.names import (
    card_name,
    kind_line,
    shown,
    states,
    text_lines,
    thing_name,
    trap_words,
)
from render.planetary_conquerors.planet_headers import HeadKey, ScoreKey
from render.planetary_conquerors.recent_events import gains
from render.stage import WAITS
from render.text import wrapped
from render.theme import theme
from rules.game import View
from rules.planetary_conquerors.content import MINE_HP
from rules.planetary_conquerors.state import FEWEST_BUILDING_HP
from rules.planetary_conquerors.view import BoardView, SideView, ThingView
from rules.printed_cards import Face

Known = Mapping[str, Face]

# One planet close up


def _head(rows: Rows, view: View[BoardView], side: SideView, look: Look) -> None:
    board, seat = view.board, side.seat
    found = sign(view, seat)
    out = bool(side.out)
    mine = side.mine
    head = HeadKey(look.names[seat], found, seat == leader(board), out, out or mine is None)
    rows.items[("name", seat)] = Item(("name", seat, head), 0, rows.y)
    note = look.say("pc.out") if out else "" if mine else look.say("pc.ready" if side.ready else "pc.not_ready")
    score = ScoreKey(mine.hp if mine else 0, MINE_HP, side.building_hp, FEWEST_BUILDING_HP, note)
    rows.items[("score", seat)] = Item(("score", seat, found == WAITS, out or mine is None, score), planet_headers.NAME[0], rows.y)
    rows.y += planet_headers.NAME[1]
    if out or mine is None:
        rows.y += 4
        return
    rows.items[("piles", seat)] = Item(("piles", seat, found == WAITS, side.stock, side.limits, gains(board, seat)), 0, rows.y)
    rows.items[("zones", seat)] = Item(
        ("zones", seat, found == WAITS, (side.hand, side.library, len(side.junkyard))), planet_headers.PILES[0], rows.y
    )
    words = "; ".join(look.say(f"asked.{kind}") for who, kind in view.asked if who == seat)
    rows.items[("asked", seat)] = Item(("asked", seat, found == WAITS, words), planet_headers.PILES[0] + planet_headers.ZONES[0], rows.y)
    rows.y += planet_headers.PILES[1]


def planet_scene(view: View[BoardView], look: Look, seat: int, faces: Known) -> Scene:
    """A planet close up: every card on it in words and numbers, and the traps that the reader knows."""
    rows = Rows()
    board = view.board
    side = board.sides[seat]
    _head(rows, view, side, look)
    mine = side.mine
    rows.y += 8
    if mine and mine.traps:
        _put_lines(rows, "mine_traps", look.say("pc.traps_before", n=len(mine.traps), what=thing_name(mine, look), cards=trap_words(mine, look)))
    big = [t for kind in ("building", "warrior", "miner") for t in side.things if t.type == kind]
    put_cards(rows, [(_on_planet(t, board, look, faces), None, "") for t in big], look)
    if not big:
        put_line(rows, "empty", look.say("pc.empty"))
    return Scene((WIDTH, rows.y + 6), rows.items)


def _put_lines(rows: Rows, place: str, words: str, strong: bool = False) -> None:
    """Adds as many lines as a text needs."""
    for n, line in enumerate(wrapped(words, "Bold" if strong else "Medium", 28, WIDTH - 36)):
        put_line(rows, (place, n), line, strong)


def _on_planet(t: ThingView, board: BoardView, look: Look, faces: Known) -> cards.ShownCard:
    """A card on a planet as it is drawn: with its present numbers, its state, and the traps in front of it."""
    found = shown(faces[t.card], look)
    present = {"attack": t.attack, "hp": t.hp}
    how = states(t, board, look)
    if t.traps:
        how.append(look.say("pc.traps", n=len(t.traps), cards=trap_words(t, look)))
    numbers = tuple((what, max(0, present[what])) for what, _ in found.numbers)
    return found._replace(name=thing_name(t, look), numbers=numbers, text=(*found.text, *(f"→ {line}" for line in how)))


# Private pictures

IN_HAND = ("main", "mulligan", "trap", "trapback", "react")
"""The kinds of decisions that begin with the hand."""


def choice_scene(view: View[BoardView], look: Look, prefix: tuple[str, ...], words: Sequence[str]) -> Scene:
    """The choices: things on planets, cards as cards; at the beginning the table or the hand."""
    board = view.board
    lit = _things(board, words)
    if not lit and view.decision and (board.faces or (view.decision.kind in IN_HAND and board.hand)):
        return held_choice(view, look, words)
    return board_scene(view, look, lit, prefix)


def table_scene(view: View[BoardView], look: Look, prefix: tuple[str, ...], words: Sequence[str]) -> Scene:
    """The table with the choices on it; what the viewer holds or looks at is a picture of its own."""
    return board_scene(view, look, _things(view.board, words), prefix)


def _things(board: BoardView, words: Sequence[str]) -> frozenset[str]:
    """The words of things that the next words of an action are about."""
    return frozenset(base for word in words if board.thing(base := word.partition(".")[0]))


# Looking things up


def card_scene(face: Face, look: Look, now: Sequence[str] = ()) -> Scene:
    """A whole card; `now`: lines on its state in a game."""
    labels = {what: look.say(f"pc.number.{what}") for what, _ in face.numbers}
    whole = shown(face, look)._replace(kind=kind_line(face, look), text=tuple(text_lines(face, look)))
    return cards.card_scene(whole, labels, now, face.code, theme(look.theme).letters)


def deck_scene(deck: Mapping[str, int], faces: Known, look: Look) -> Scene:
    """A deck: the curve of costs, and its cards."""
    return cards.deck_scene(deck, faces, _total, card_name, look, "pc")


def sheet_scene(faces: Sequence[tuple[Face, str]], look: Look) -> Scene:
    """Cards of a pool with notes."""
    return cards.sheet_scene([(shown(face, look), note) for face, note in faces], look)


def traits(face: Face, look: Look) -> list[Trait]:
    """Type, rarity and cost: colours are those of types."""
    return [
        Trait("type", face.type, look.say(f"pc.type.{face.type}")),
        Trait("rarity", face.rarity, look.say(f"pc.rarity.{face.rarity}")),
        cards.cost_trait(_total(face.cost)),
    ]


def _total(cost: str) -> int:
    """The sum of a cost."""
    return sum(int(p[:-1]) for p in parts(cost) if not p.isdigit())
