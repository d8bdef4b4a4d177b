"""Where everything lies: the board for all, the end, hands, the map with what may be chosen, whole cards, decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from render import cards
from render.canvas import Frame, Item, Key, Rows, Scene
from render.cards import WIDTH, Shown, put_cards, put_header, put_line
from render.held import HeldKey, held_strip
from render.hexygame.icons import cost_parts
from render.hexygame.map import put_map
from render.hexygame.names import card_name, item_line, kind_line, phase_name, pool_text, text_lines, type_line
from render.hexygame.panels import DICE, ENERGY, LINE, NAME, PICTURE, SAID, SIGN, TRACK, ZONES, Energy, Head
from render.hexygame.words import Told, ending, sign_of_end, told, told_as
from render.look import Look
from render.painter import Trait
from render.text import wrapped
from render.theme import theme
from rules.faces import Face
from rules.game import View
from rules.hexygame.ground import PLACES
from rules.hexygame.view import BoardView, HandCard, ItemView, SideView

HEADER = 56
TITLE = 400
"""The width of the game's name."""
ITEM = 82
"""The height of an item of the stack."""
CAPTION, TELL = 44, 36
"""The heights of a caption, and of a line about what has just happened."""
SENTENCES = 3
"""So many of the last sentences are told."""
BANNER = 236


def board_scene(view: View[BoardView], look: Look) -> Scene:
    """Seats, map and stack, as everybody may see them, and what has just happened; at the end who has won, and how."""
    board = view.board
    rows = Rows()
    put_header(rows, look.say("title"), phase_name(view, look), TITLE, HEADER)
    if view.outcome:
        _end(rows, view, look)
    _seats(rows, view, look)
    if view.outcome and board.trace:
        _caption(rows, "decisive", told_as(view, look))
        _told(rows, told(view, look)[-SENTENCES:])
    put_map(rows, view, look)
    if not view.outcome and not board.stack:
        _told(rows, told(view, look)[-SENTENCES:])
    _stack(rows, board, look)
    return Scene((WIDTH, rows.y + 6), rows.items)


def _end(rows: Rows, view: View[BoardView], look: Look) -> None:
    """Who has won, why, and after how many turns."""
    assert view.outcome
    won = view.outcome.winners[0] if len(view.outcome.places) > 1 else None
    title, why, how_long = ending(view, look)
    lines = (*wrapped(why, "Medium", SAID, WIDTH - 340), how_long)
    rows.put("banner", ("banner", WIDTH, BANNER, won, sign_of_end(view.outcome), (title, *lines)), BANNER)


def _seats(rows: Rows, view: View[BoardView], look: Look) -> None:
    board = view.board
    width, whole = WIDTH // 2, NAME + ZONES + ENERGY + TRACK
    for side in board.sides:
        seat, x = side.seat, side.seat * width
        active = board.stage == "play" and seat == board.active
        winner = view.outcome is not None and len(view.outcome.places) == 2 and seat in view.outcome.winners
        name = ("▶ " if seat in view.to_act else "") + ("★ " if winner else "") + look.names[seat]
        frame = Frame(0, 0, (width, whole), f"seat{seat}" if active else "")
        rows.items["head", seat] = Item(("head", width - DICE, NAME, frame, Head(seat, name, active)), x, rows.y)
        won = ("dice", DICE, NAME, frame._replace(left=width - DICE), seat if active else None, side.dice)
        rows.items["dice", seat] = Item(won, x + width - DICE, rows.y)
        top = NAME
        zones = (side.hand, side.library, len(side.graveyard))
        rows.items["zones", seat] = Item(("zones", width, ZONES, frame._replace(top=top), zones), x, rows.y + top)
        top += ZONES
        rows.items["energies", seat] = Item(_energies(side, frame._replace(top=top), look), x, rows.y + top)
        top += ENERGY
        rows.items["track", seat] = Item(("track", width, TRACK, frame._replace(top=top), side.dice), x, rows.y + top)
    rows.y += whole + 6


def _energies(side: SideView, frame: Frame, look: Look) -> Key:
    return ("energies", frame.size[0], ENERGY, frame, Energy(pool_text(side.sources), pool_text(side.pool), look.say("hx.no_sources")))


def _caption(rows: Rows, place: str, words: str) -> None:
    rows.put(place, ("caption", WIDTH, CAPTION, words), CAPTION)


def _told(rows: Rows, sentences: Sequence[Told]) -> None:
    """What has just happened, the latest last."""
    rows.y += 6
    for n, (sign, words) in enumerate(sentences):
        last = n + 1 == len(sentences)
        rows.items["sign", n] = Item(("sign", SIGN, TELL, sign, last), 0, rows.y)
        for m, line in enumerate(wrapped(words, "Medium", LINE, WIDTH - SIGN - 18)):
            rows.put(("told", n, m), ("told", WIDTH - SIGN, TELL, line, last), TELL, SIGN)
    rows.y += 6


def _stack(rows: Rows, board: BoardView, look: Look) -> None:
    """The stack as a strip, the top first."""
    if board.stack:
        rows.y += 4
        _caption(rows, "stack", look.say("hx.stack"))
    for place, item in enumerate(reversed(board.stack), 1):
        lines = item_line(board, item, look)
        key = ("shown", PICTURE, ITEM, (place, len(board.stack)), item.seat, _picture(item))
        rows.items["place", place] = Item(key, 0, rows.y)
        rows.items["item", place] = Item(("item", WIDTH - PICTURE, ITEM, place == 1, item.seat, lines), PICTURE, rows.y)
        rows.y += ITEM


def _picture(item: ItemView) -> str:
    """The picture of an item of the stack."""
    signs = {"attack": "attack", "strike_attack": "attack", "strike_counter": "counterstrike", "draw": "draw", "centre": "centre"}
    return signs.get(item.kind, item.card)


# Private pictures


def hand_scene(view: View[BoardView], look: Look) -> Scene | None:
    """The viewer's hand as cards; None for nobody's and an empty one."""
    if view.seat is None or not view.board.hand:
        return None
    rows = Rows()
    put_line(rows, "hand", look.say("hx.your_hand"), strong=True)
    _hand(rows, view.board, look)
    return Scene((WIDTH, rows.y), rows.items)


def hand_strip(view: View[BoardView], look: Look) -> Scene | None:
    """The same as a low picture."""
    if view.seat is None or not view.board.hand:
        return None
    counted = Counter(view.board.hand)
    return held_strip([HeldKey(shown(c.face, look), n, c.castable, note=_lack(c, look)) for c, n in counted.items()])


def _lack(card: HandCard, look: Look) -> str:
    """What the pool lacks for a card that cannot be cast."""
    return look.say("hx.lacks", lack=card.lack) if card.lack and not card.castable else ""


def _hand(rows: Rows, board: BoardView, look: Look) -> None:
    """The viewer's cards, with what the pool lacks for those that cannot be cast."""
    put_cards(rows, [(shown(c.face, look), c.castable, _lack(c, look)) for c in board.hand], look)


def shown(face: Face, look: Look) -> Shown:
    """A card in the reader's language."""
    words = (card_name(face.word, look), face.cost, type_line(face, look))
    return Shown(face.word, face.color, face.rarity, face.type, *words, face.numbers, tuple(text_lines(face, look)))


def choice_scene(view: View[BoardView], look: Look, prefix: tuple[str, ...], words: Sequence[str]) -> Scene:
    """What may be chosen: hexes on the map, cards as cards, and at the beginning the board with the hand."""
    board = view.board
    lit = frozenset(w.partition(".")[0] for w in words if w.partition(".")[0] in PLACES)
    rows = Rows()
    if lit or (not board.faces and not board.hand):
        put_header(rows, look.say("title"), phase_name(view, look), TITLE, HEADER)
        put_map(rows, view, look, lit)
        _stack(rows, board, look)
        return Scene((WIDTH, rows.y + 6), rows.items)
    if board.stack:
        _stack(rows, board, look)
    assert view.seat is not None
    own = board.sides[view.seat]
    rows.put("energies", _energies(own, Frame(0, 0, (WIDTH, ENERGY)), look), ENERGY)
    if board.faces:
        put_cards(rows, [(shown(face, look), face.word in words, "") for face in board.faces], look)
    else:
        _hand(rows, board, look)
    return Scene((WIDTH, rows.y), rows.items)


def table_scene(view: View[BoardView], look: Look, prefix: tuple[str, ...], words: Sequence[str]) -> Scene:
    """The same without the hand: the whole board in its place."""
    lit = any(w.partition(".")[0] in PLACES for w in words)
    return choice_scene(view, look, prefix, words) if lit or view.board.faces else board_scene(view, look)


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
