"""Where everything lies: the board for all, hands, the map with what may be chosen, whole cards, decks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from render import cards
from render.canvas import Frame, Item, Key, Rows, Scene
from render.cards import WIDTH, Shown, put_cards, put_header, put_line
from render.hexgrid import PointyLayout
from render.hexygame.names import at_of, card_name, hex_name, icons, item_line, kind_line, phase_name, pool_text, text_lines, type_line
from render.hexygame.sprites import NAME, StandingKey, cost_parts
from render.look import Look
from render.theme import theme
from rules.game import View
from rules.hexygame.ground import CENTRE, FLAGS, PLACES
from rules.hexygame.view import BoardView, RealityView
from rules.parts.cards import Face

HEADER = 60
ZONES, POOL = 36, 46
TITLE, DICE = 400, 118
"""The widths of the game's name, and of the Winning Dice in a seat's panel."""
ZONE = (0, 140, 304, 500)
"""Where the counts of a seat's zones lie in its panel: hand, library, graveyard."""
ITEM = (54, 78)
"""The height of an item of the stack with one line, and with two."""
PLACE = 102
"""The width of the part of an item that tells its place and whose it is."""


def board_scene(view: View[BoardView], look: Look) -> Scene:
    """Seats, map and stack, as everybody may see them."""
    rows = Rows()
    put_header(rows, look.say("title"), phase_name(view, look), TITLE, HEADER)
    _seats(rows, view, look)
    _map(rows, view.board, look, frozenset())
    _stack(rows, view.board, look)
    return Scene((WIDTH, rows.y), rows.items)


def _seats(rows: Rows, view: View[BoardView], look: Look) -> None:
    board = view.board
    say, width, whole = look.say, WIDTH // 2, NAME + ZONES + POOL
    for side in board.sides:
        seat, x = side.seat, side.seat * width
        active = board.stage == "play" and seat == board.active
        winner = view.outcome is not None and len(view.outcome.places) == 2 and seat in view.outcome.winners
        name = ("▶ " if seat in view.to_act else "") + ("★ " if winner else "") + look.names[seat]
        frame = Frame(0, 0, (width, whole), f"seat{seat}" if active else "")
        rows.items[("name", seat)] = Item(("name", width - DICE, NAME, frame, seat, name), x, rows.y)
        rows.items[("dice", seat)] = Item(("dice", DICE, NAME, frame._replace(left=width - DICE), side.dice), x + width - DICE, rows.y)
        counts = (("hand", side.hand), ("library", side.library), ("graveyard", len(side.graveyard)))
        for n, (zone, count) in enumerate(counts):
            left, right = ZONE[n : n + 2]
            # The zone in the middle touches no frame, so that it looks the same for both seats.
            around = frame._replace(left=left, top=NAME) if zone != "library" else None
            key = ("zone", right - left, ZONES, around, say(f"hx.zone.{zone}", n=count))
            rows.items[(zone, seat)] = Item(key, x + left, rows.y + NAME)
        pool = ("pool", width, POOL, frame._replace(top=NAME + ZONES), say("hx.pool"), pool_text(side.pool))
        rows.items[("pool", seat)] = Item(pool, x, rows.y + NAME + ZONES)
    rows.y += whole + 6


def _map(rows: Rows, board: BoardView, look: Look, lit: frozenset[str]) -> None:
    radius, height, corners = _corners(rows.y)
    there = at_of(board)
    spheres = [frozenset(side.sphere) for side in board.sides]
    for label, corner in corners:
        special = f"flag{FLAGS.index(label)}" if label in FLAGS else "centre" if label == CENTRE else ""
        found = there.get(label)
        if found:
            key = _reality(radius, found, special, label in lit, look)
        else:
            key = ("hex", radius, hex_name(label), special, (label in spheres[0], label in spheres[1]), label in lit)
        rows.items[label] = Item(key, *corner)
    rows.y += height


@cache
def _corners(top: int) -> tuple[float, int, tuple[tuple[str, tuple[int, int]], ...]]:
    """The radius of a hex, the height of the map, and where the hexes' corners lie if it begins so far down."""
    layout, height = PointyLayout.fit(PLACES.values(), WIDTH, 80, 6)
    layout = layout._replace(y=layout.y + top)
    return layout.radius, height, tuple((label, layout.corner(at)) for label, at in PLACES.items())


def _reality(radius: float, r: RealityView, special: str, lit: bool, look: Look) -> Key:
    numbers = (r.attack, r.defense, r.points)
    name = look.say.find(f"hx.short.{r.card}") or card_name(r.card, look)
    standing = StandingKey(hex_name(r.hex), special, r.owner, r.color, name, icons(r), len(r.under), lit)
    return ("reality", radius, numbers, r.die, r.actions, standing)


def _stack(rows: Rows, board: BoardView, look: Look) -> None:
    """The stack as a strip, the top first."""
    for place, item in enumerate(reversed(board.stack), 1):
        lines = item_line(board, item, look)
        height = ITEM[bool(lines[1])]
        rows.items[("place", place)] = Item(("place", PLACE, height, place, item.seat), 0, rows.y)
        rows.items[("item", place)] = Item(("item", WIDTH - PLACE, height, place == 1, item.seat, lines), PLACE, rows.y)
        rows.y += height


# Private pictures


def hand_scene(view: View[BoardView], look: Look) -> Scene | None:
    """The viewer's hand as cards; None for nobody's and an empty one."""
    if view.seat is None or not view.board.hand:
        return None
    rows = Rows()
    put_line(rows, "hand", look.say("hx.your_hand"), strong=True)
    _hand(rows, view.board, look)
    return Scene((WIDTH, rows.y), rows.items)


def _hand(rows: Rows, board: BoardView, look: Look) -> None:
    """The viewer's cards, with what the pool lacks for those that cannot be cast."""
    lacks = [look.say("hx.lacks", lack=c.lack) if c.lack and not c.castable else "" for c in board.hand]
    put_cards(rows, [(shown(c.face, look), c.castable, note) for c, note in zip(board.hand, lacks, strict=True)], look)


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
        _map(rows, board, look, lit)
        _stack(rows, board, look)
        return Scene((WIDTH, rows.y), rows.items)
    if board.stack:
        _stack(rows, board, look)
    assert view.seat is not None
    own = board.sides[view.seat]
    put_line(rows, "pool", f"{look.say('hx.pool')} {', '.join(pool_text(own.pool)) or '–'}", strong=True)
    if board.faces:
        put_cards(rows, [(shown(face, look), face.word in words, "") for face in board.faces], look)
    else:
        _hand(rows, board, look)
    return Scene((WIDTH, rows.y), rows.items)


# Looking things up


def card_scene(face: Face, look: Look, now: Sequence[str] = ()) -> Scene:
    """A whole card; `now` says how it stands in a game."""
    labels = {what: look.say(f"hx.number.{what}") for what, _ in face.numbers}
    whole = shown(face, look)._replace(kind=kind_line(face, look), text=tuple(text_lines(face, look, innate=True)))
    return cards.card_scene(whole, labels, now, face.code, theme(look.theme).letters)


def deck_scene(deck: Mapping[str, int], faces: Mapping[str, Face], look: Look) -> Scene:
    """A deck: the curve of costs, and its cards by colour."""
    return cards.deck_scene(deck, faces, _total, card_name, look, "hx")


def _total(cost: str) -> int:
    """The sum of a cost."""
    return sum(int(part) if part.isdigit() else 1 for part in cost_parts(cost))
