"""Pictures of the viewer's hand: its cards with the ones laid out, full size or as a low picture."""

from __future__ import annotations

from render.canvas import Scene
from render.cards import ShownCard
from render.hand_cards import HeldKey, counted_strip
from render.hexknight.scenes import ACROSS, CARD, PAD, WANTED, TextRows, grouped, laid
from render.hexknight.sprites import VALUES
from render.look import Look
from rules.game import View
from rules.hexknight.view import BoardView, CardView


def hand_scene(view: View[BoardView], look: Look) -> Scene | None:
    """The viewer's hand; None for nobody's and an empty one."""
    board = view.board
    if view.seat is None or not board.hand:
        return None
    rows = TextRows()
    hero = board.heroes[view.seat]
    rows.line("header", f"{look.say('hk.your_hand')} · {look.say('hk.deck', n=hero.deck)}", True)
    rows.grid("hand", grouped(board.hand, look), CARD, ACROSS)
    if board.turn and board.turn.play:
        rows.line("laid", look.say("hk.laid_out"), True)
        rows.grid("play", laid(board, look), CARD, ACROSS)
    rows.y += PAD
    return rows.scene()


def hand_strip(view: View[BoardView], look: Look) -> Scene | None:
    """The viewer's hand as a low picture, in which the value that counts in the present step stands out; None if it is empty."""
    turn = view.board.turn
    wanted = WANTED.get(turn.step, "") if turn else ""
    return counted_strip(view.board.hand, lambda card: HeldKey(_shown(card, look), wanted=wanted))


def _shown(card: CardView, look: Look) -> ShownCard:
    """A card in the reader's language."""
    values = (card.attack, card.defence, card.speed, card.meditation)
    numbers = tuple(zip(VALUES, values, strict=True)) if card.colour != "wound" else ()
    name = look.say(f"word.{card.kind}")
    return ShownCard(card.kind, card.colour, "", "card", name[:1].upper() + name[1:], "", "", numbers, ())
