"""Pictures of a seat's hand, of the stage's size or low: those of use in the present turn have a golden frame, the others are dark."""

from __future__ import annotations

from functools import partial

from render.canvas import Key, Scene
from render.cards import ShownCard
from render.hand_cards import HeldKey, counted, counted_strip
from render.hand_stage import hand_stage
from render.hockey_game.card_pages import REFEREE
from render.hockey_game.names import card_name
from render.hockey_game.sheet_rows import HEADER
from render.look import Look
from render.stage import factor
from rules.game import View
from rules.hockey_game.view import BoardView, CardView


def hand_scene(view: View[BoardView], look: Look) -> Scene | None:
    """The viewer's hand below how many cards their piles have; None without a seat or cards."""
    if view.seat is None or not view.board.hand:
        return None
    side, high = view.board.sides[view.seat], round(HEADER * factor(look))
    piles = look.say("hg.line.deck", deck=side.deck, discard=len(side.discard))

    def head(width: int) -> Key:
        return ("header", width, high, look.say("hg.your_hand"), piles)

    return hand_stage(head, high, counted(view.board.hand, partial(_card, view.board.playable, look)), look)


def hand_strip(view: View[BoardView], look: Look) -> Scene | None:
    """The viewer's hand as a low picture; None if it is empty."""
    return counted_strip(view.board.hand, partial(_card, view.board.playable, look))


def _card(playable: tuple[str, ...] | None, look: Look, card: CardView) -> HeldKey:
    """A card in the reader's language, in a golden frame where it can be played, dark where it cannot."""
    say = look.say
    name = card_name(card.word, look) if card.kind != "bonus" else say(f"word.{card.attribute}") if card.attribute else say("hg.any_move")
    price = " ".join([*([f"+{card.value}"] if card.kind == "bonus" else []), *([REFEREE] if card.referee else [])])
    note = say(f"hg.card.{card.word}") if card.kind == "special" else say("hg.card.injury") if card.kind == "injury" else ""
    text = (note,) if note else ()
    shown = ShownCard(card.word, card.attribute or card.kind, "", card.kind, name[:1].upper() + name[1:], price, "", card.attributes, text)
    asked = playable is not None
    able = card.word in (playable or ())
    return HeldKey(shown, able=able, off=asked and not able)
