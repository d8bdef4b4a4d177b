"""Pictures of a seat's hand, as cards and as a low picture."""

from __future__ import annotations

from render.canvas import Key, Scene
from render.cards import ShownCard
from render.hand_cards import HeldKey, counted_strip
from render.hockey_game.card_pages import REFEREE
from render.hockey_game.names import card_name
from render.hockey_game.sheet_rows import PAD, SheetRows
from render.hockey_game.sheets import CardKey
from render.look import Look
from rules.game import View
from rules.hockey_game.view import BoardView, CardView

CARD, ACROSS = (236, 236), 4
NARROW = (188, 236)
"""The size of a card in a hand of more than have a row of usual ones."""


def card_key(card: CardView, look: Look) -> CardKey:
    """A card in the reader's language."""
    note = look.say(f"hg.card.{card.word}") if card.kind == "special" else look.say("hg.card.injury") if card.kind == "injury" else ""
    name = card_name(card.word, look) if card.kind != "bonus" else look.say(f"word.{card.attribute}") if card.attribute else look.say("hg.any_move")
    return CardKey(card.word, card.kind, name, card.attribute, card.value, card.referee, card.attributes, note)


def hand_scene(view: View[BoardView], look: Look) -> Scene | None:
    """The viewer's hand; None without a seat or cards."""
    board = view.board
    if view.seat is None or not board.hand:
        return None
    rows = SheetRows()
    side = board.sides[view.seat]
    rows.title(look.say("hg.your_hand"), look.say("hg.line.deck", deck=side.deck, discard=len(side.discard)))
    keys: list[Key] = [("card", *CARD, card_key(c, look)) for c in board.hand]
    size, across = (CARD, ACROSS) if len(keys) <= ACROSS else (NARROW, ACROSS + 1)
    rows.grid("hand", [("card", *size, *key[3:]) for key in keys], size, across)
    rows.y += PAD
    return rows.scene()


def hand_strip(view: View[BoardView], look: Look) -> Scene | None:
    """The viewer's hand as a low picture, with cards that can't be played now in grey."""
    playable = view.board.playable
    return counted_strip(view.board.hand, lambda card: HeldKey(_shown(card, look), off=playable is not None and card.word not in playable))


def _shown(card: CardView, look: Look) -> ShownCard:
    key = card_key(card, look)
    price = " ".join([*([f"+{card.value}"] if card.kind == "bonus" else []), *([REFEREE] if card.referee else [])])
    text = (key.note,) if key.note else ()
    return ShownCard(card.word, card.attribute or card.kind, "", card.kind, key.name[:1].upper() + key.name[1:], price, "", card.attributes, text)
