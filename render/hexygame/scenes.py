"""HexyGame's scenes: the stage for everybody, pictures to choose from, the map close up, whole cards, decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from render import cards
from render.canvas import Frame, Item, Rows, Scene
from render.cards import WIDTH, ShownCard, put_cards
from render.hand_cards import HeldKey, counted
from render.hexygame.board import Asked, most_held, table
from render.hexygame.descriptions import describe
from render.hexygame.icons import cost_parts
from render.hexygame.map import close_up_scene
from render.hexygame.names import card_name, kind_line, pool_text, text_lines, thing_name, type_line
from render.hexygame.side_boxes import Energy
from render.look import Look
from render.painter import Trait
from render.stage import COVER, is_large
from render.theme import theme
from rules.game import View
from rules.hexygame.map import PLACES
from rules.hexygame.view import BoardView, HandCard
from rules.printed_cards import Face

ENERGY = 48
"""The height of a line with the energy that the viewer has."""


def board_scene(view: View[BoardView], look: Look) -> Scene:
    """The stage, as everybody may see it."""
    return table(view, look)


# Private pictures


def lack(card: HandCard, view: View[BoardView], look: Look, form: str = "") -> str:
    """What the viewer lacks for a card that can't be cast, as a text, of which `_short` is a form; where the last counters of buildings would do,
    which none gives unasked, that it is these."""
    if not card.lack or card.castable:
        return ""
    assert view.seat is not None
    own = view.board.sides[view.seat]
    have = Counter(pool_text(own.pool) + pool_text(own.sources))
    colours = Counter(part for part in cost_parts(card.face.cost) if not part.isdigit())
    enough = _total(card.face.cost) <= have.total() and all(n <= have[colour] for colour, n in colours.items())
    return look.say(f"hx.draw_first{form}" if enough else "hx.lacks", lack=card.lack)


def put_hand(rows: Rows, view: View[BoardView], look: Look) -> None:
    """The viewer's cards, with what the pool lacks for those that cannot be cast."""
    put_cards(rows, [(shown(c.face, look), c.castable, lack(c, view, look)) for c in view.board.hand], look)


def shown(face: Face, look: Look) -> ShownCard:
    """A card in the reader's language."""
    words = (card_name(face.word, look), face.cost, type_line(face, look))
    return ShownCard(face.word, face.color, face.rarity, face.type, *words, face.numbers, tuple(text_lines(face, look)))


def choice_scene(view: View[BoardView], look: Look, prefix: tuple[str, ...], words: Sequence[str]) -> Scene:
    """The choices: hexes on the map, cards beside it, or below each other where there are many, or no map yet."""
    board = view.board
    asked = Asked(question(view, look, prefix), _places(words))
    cards = () if asked.lit else _cards(view, look, words)
    if not cards or (len(cards) <= most_held(look) and board.stage not in ("deck", "mulligan")):
        return table(view, look, asked._replace(held=cards))
    rows = Rows()
    assert view.seat is not None
    own = board.sides[view.seat]
    energy = Energy(pool_text(own.sources), pool_text(own.pool))
    if any(energy):
        rows.put("energies", ("energies", WIDTH, ENERGY, Frame(0, 0, (WIDTH, ENERGY)), energy), ENERGY)
    if board.faces:
        put_cards(rows, [(shown(face, look), face.word in words, "") for face in board.faces], look)
    else:
        put_hand(rows, view, look)
    return Scene((WIDTH, rows.y), rows.items)


def question(view: View[BoardView], look: Look, prefix: tuple[str, ...]) -> str:
    """What the viewer is asked, in a few words: what can be done; after the beginning of an action that it is to be completed."""
    say, kind = look.say, view.decision.kind if view.decision else ""
    if not prefix:
        short = say.find(f"asked.{kind}_short") if is_large(look) else None
        words = short or say.find(f"asked.{kind}") or ""
    else:
        named = [thing_name(view.board, word, look) for word in prefix[1:] if word in PLACES or say.find(f"word.{word}")]
        words = f"{(named or [say.find(f'word.{prefix[0]}') or ''])[-1]} → ?".strip()
    return words[:1].upper() + words[1:]


def _cards(view: View[BoardView], look: Look, words: Sequence[str]) -> list[HeldKey]:
    """The cards to choose from, those that can be chosen lit: what the viewer looks at, else the hand."""
    if view.board.faces:
        return [HeldKey(shown(face, look), able=face.word in words) for face in view.board.faces]
    return held_cards(view, look, words)


def held_cards(view: View[BoardView], look: Look, words: Sequence[str] = ()) -> list[HeldKey]:
    """The viewer's cards, equal ones counted. Lit are those among the `words` that can be chosen, where these are cards, such as to discard, else
    those that can be cast; the others have what the pool lacks."""
    chosen = {card.face.word for card in view.board.hand if card.face.word in words}

    def held(card: HandCard) -> HeldKey:
        able = card.face.word in chosen if chosen else card.castable
        return HeldKey(shown(card.face, look), able=able, note="" if able else lack(card, view, look, "_short"))

    return counted(view.board.hand, held)


def _places(words: Sequence[str]) -> frozenset[str]:
    return frozenset(at for at in (w.partition(".")[0] for w in words) if at in PLACES)


def table_scene(view: View[BoardView], look: Look, prefix: tuple[str, ...], words: Sequence[str]) -> Scene:
    """The same on the stage, where the hand is a picture of its own."""
    offered = tuple(face.word for face in view.board.faces if face.word in words)
    return table(view, look, Asked(question(view, look, prefix), _places(words), offered))


def closer(view: View[BoardView], look: Look, faces: Mapping[str, Face]) -> list[tuple[str, Scene]]:
    """The map close up, with names and signs."""
    return [(describe(view, look, brief=True), close_up_scene(view, look))]


def cover_scene(look: Look) -> Scene:
    """The game at a glance."""
    return Scene(COVER, {"cover": Item(("cover", *COVER, look.say("title")), 0, 0)})


# Looking things up


def card_scene(face: Face, look: Look, now: Sequence[str] = ()) -> Scene:
    """A whole card; `now` says how it stands in a game."""
    labels = {what: look.say(f"hx.number.{what}") for what, _ in face.numbers}
    whole = shown(face, look)._replace(kind=kind_line(face, look), text=tuple(text_lines(face, look, innate=True)))
    return cards.card_scene(whole, labels, now, face.code, theme(look.theme).letters)


def deck_scene(deck: Mapping[str, int], faces: Mapping[str, Face], look: Look) -> Scene:
    """A deck: the curve of costs, and its cards by colour."""
    return cards.deck_scene(deck, faces, _total, card_name, look, "hx")


def sheet_scene(faces: Sequence[tuple[Face, str]], look: Look) -> Scene:
    """Cards of a pool with notes."""
    return cards.sheet_scene([(shown(face, look), note) for face, note in faces], look)


def traits(face: Face, look: Look) -> list[Trait]:
    """Colour, type, rarity and cost."""
    return [
        Trait("color", face.color, look.say(f"hx.color.{face.color.lower()}")),
        Trait("type", face.type, look.say(f"hx.type.{face.type}")),
        Trait("rarity", face.rarity, look.say(f"hx.rarity.{face.rarity}")),
        cards.cost_trait(_total(face.cost)),
    ]


def _total(cost: str) -> int:
    """The sum of a cost."""
    return sum(int(part) if part.isdigit() else 1 for part in cost_parts(cost))
