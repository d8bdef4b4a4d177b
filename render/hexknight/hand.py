"""Pictures of the viewer's hand: its cards with the ones laid out, of the stage's size or as a low picture."""

from __future__ import annotations

from render.canvas import Item, Key, Scene
from render.cards import ShownCard
from render.hand_cards import HeldKey, counted, held_strip
from render.hand_stage import hand_stage
from render.hand_strip import LOW, WIDTH
from render.hexknight.scenes import WANTED
from render.hexknight.sprites import VALUES
from render.look import Look
from render.stage import is_large
from rules.game import View
from rules.hexknight.view import BoardView, CardView

HEAD, LARGE_HEAD = 56, 72
"""How high the head of a hand is, also on the stage of large letters."""
THREE, THREE_ZOOM = 3, 1.55
"""So many cards lie beside each other in a low picture, and how many times as large all on them is."""


def hand_scene(view: View[BoardView], look: Look) -> Scene | None:
    """The viewer's hand, with the cards that they have laid out; None for nobody's and an empty one."""
    board, say = view.board, look.say
    if view.seat is None or not board.hand:
        return None
    title = f"{say('hk.your_hand')} · {say('hk.deck', n=board.heroes[view.seat].deck)}"
    high = LARGE_HEAD if is_large(look) else HEAD
    spent = [card._replace(note=say("hk.laid_out")) for card in counted(board.turn.play, lambda card: _held(card, view, look))] if board.turn else []

    def head(width: int) -> Key:
        return ("caption", width, high, title, 30, True)

    return hand_stage(head, high, [*counted(board.hand, lambda card: _held(card, view, look)), *spent], look, even=True)


def hand_strip(view: View[BoardView], look: Look) -> Scene | None:
    """The viewer's hand as a low picture; None if it is empty."""
    cards = counted(view.board.hand, lambda card: _held(card, view, look))
    if len(cards) != THREE:
        return held_strip(cards) if cards else None
    ends = [round(WIDTH * n / THREE) for n in range(THREE + 1)]
    keys = [("held", right - left, LOW, card, THREE_ZOOM) for left, right, card in zip(ends, ends[1:], cards, strict=False)]
    return Scene((WIDTH, LOW), {("held", n): Item(key, ends[n], 0) for n, key in enumerate(keys)})


def _held(card: CardView, view: View[BoardView], look: Look) -> HeldKey:
    """A card in the reader's language, with the value that counts in the present step."""
    turn = view.board.turn
    values = (card.attack, card.defence, card.speed, card.meditation)
    wound = card.colour == "wound"
    numbers = () if wound else tuple(zip(VALUES, values, strict=True))
    name = look.say(f"word.{card.kind}")
    text = (look.say("hk.held.wound"),) if wound else ()
    shown = ShownCard(card.kind, card.colour, "", "card", name[:1].upper() + name[1:], "", "", numbers, text)
    return HeldKey(shown, wanted=WANTED.get(turn.step, "") if turn else "")
