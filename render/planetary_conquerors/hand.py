"""Pictures of the viewer's hand, of the stage's size or low: its cards, what is stored, and what is asked."""

from __future__ import annotations

from collections.abc import Sequence

from render.canvas import Key, Scene
from render.hand_cards import HeldKey, counted, held_strip
from render.hand_stage import hand_stage
from render.look import Look
from render.planetary_conquerors.names import act_line, expected, lacking, shown, thing_name, trap_words, window_line
from render.planetary_conquerors.side_boxes import FIELD, HoldingKey, Standing
from render.stage import factor, is_large
from rules.game import View
from rules.planetary_conquerors.view import BoardView, HandCard, SideView

PLAYED = ("main", "react", "trap")
"""The kinds of decisions in which cards are played."""
FEW_LACK = 6
"""On so many different cards at most there is room for what is lacking for them, but not in large type."""
HEAD, LARGE_HEAD = 76, 96
"""How high the head of a hand is, also on the stage of large letters."""


def hand_scene(view: View[BoardView], look: Look) -> Scene | None:
    """The viewer's hand, with what is stored and the own traps on the planet; None for nobody's and an empty one."""
    if view.seat is None or not view.board.hand:
        return None
    return _below(view, look, _hand(view, look), look.names[view.seat])


def held_choice(view: View[BoardView], look: Look, words: Sequence[str]) -> Scene:
    """The cards that the viewer chooses from below what is asked: those that they look at, with what may be done with them, else their hand."""
    board = view.board
    assert view.decision
    named = look.in_short
    lines = [window_line(board, named), *(act_line(board, act, named) for act in reversed(board.acts))] if view.decision.kind == "react" else []
    lines = [line for line in lines if line]
    kind = view.decision.kind
    ways = [look.say.find(f"do.{kind}.{word}") or look.say.find(f"word.{word}") or "" for word in words if board.faces]
    asked, *aside = lines or [expected(kind, look), *(_capital(way) for way in ways if all(ways))]
    if kind == "main" and not any(card.able for card in board.hand):
        asked = look.say("pc.none_playable" if {*words} - {"end"} else "pc.none_playable_end")
    field = tuple(_standing(side, look) for side in board.sides if side.mine)
    return _below(view, look, _looked_at(board, look) or _hand(view, look), asked, aside, field)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _standing(side: SideView, look: Look) -> Standing:
    warriors = sum(t.type == "warrior" for t in side.things)
    return Standing(side.seat, look.forms(side.seat), side.mine.hp if side.mine else 0, side.building_hp, warriors)


def hand_strip(view: View[BoardView], look: Look) -> Scene | None:
    """The viewer's hand as a low picture; while they look at other cards, or choose from them, those cards."""
    cards = (view.board.hand and _looked_at(view.board, look)) or _hand(view, look)
    return held_strip(cards) if cards else None


def _hand(view: View[BoardView], look: Look) -> list[HeldKey]:
    """The viewer's hand; while they are asked what to play, all that they cannot is grey."""
    asked = view.decision is not None and view.decision.kind in PLAYED
    few = len({card.face.word for card in view.board.hand}) <= FEW_LACK and not is_large(look)
    pays = view.decision is not None and view.decision.kind == "main" and few
    stock = view.board.sides[view.seat].stock if view.seat is not None and pays else None

    def held(card: HandCard) -> HeldKey:
        lacks = lacking(card.face, stock, look) if stock and not card.able else ""
        return HeldKey(shown(card.face, look), able=card.able, off=asked and not card.able, note=lacks)

    return counted(view.board.hand, held)


def _looked_at(board: BoardView, look: Look) -> list[HeldKey]:
    return [HeldKey(shown(face, look), able=face.word in board.options) for face in board.faces]


def _below(
    view: View[BoardView], look: Look, cards: Sequence[HeldKey], asked: str, aside: Sequence[str] = (), field: tuple[Standing, ...] = ()
) -> Scene:
    """Cards below a head: what is `asked`, what stands `aside` of that or which traps the viewer has laid, what they have stored, and how all seats
    stand (`field`)."""
    seat, high = view.seat, LARGE_HEAD if is_large(look) else HEAD
    assert seat is not None
    side = view.board.sides[seat]
    traps = [look.say("pc.traps_before", n=len(t.traps), what=thing_name(t, look), cards=trap_words(t, look)) for t in side.things if t.traps]
    told = HoldingKey(seat, _capital(asked), " · ".join(aside or traps), side.stock, side.limits, field)
    high += round(FIELD * factor(look)) if field else 0

    def head(width: int) -> Key:
        return ("holding", width, high, factor(look), told)

    return hand_stage(head, high, cards, look)
