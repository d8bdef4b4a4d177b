"""A hand as a picture of the stage's size: a head with what is asked, and below it every card once, a few as large as all of them have room, of many
each in a row. Where some can be played and others cannot, those have most of it, and of the others there are pictures, names and costs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from render.canvas import Item, Key, Scene
from render.hand_cards import HeldKey
from render.look import Look
from render.stage import HEIGHT, WIDTH, factor, is_large, stage

GRIDS, WHOLE = ((1, (1, 1)), (2, (2, 1)), (4, (2, 2)), (6, (3, 2)), (9, (3, 3)), (12, (3, 4))), 6
"""Columns and rows for up to so many different cards; of more than so many each has a row, unless all are even."""
ROWS = ((2, 44), (3, 44))
"""How many of those stand beside each other: the first number for which they are at least so high, which is more in large type."""
WIDEST, TALLEST = 620, 380
"""How large a card is at most: a few lie in the middle."""
SMALLEST = 250, 144, 1.8
"""The size of a card on which all is as large as in a low picture, and how many times as large it is at most."""
BESIDE, ASIDE, LARGE_ASIDE, FEW = 3, (52, 52), (54, 64), 5
"""How many cards stand beside each other: of those that can be played at most, and of those that cannot; how high those are, at least and usually, in
large type too; so few cards have places as large as those that can."""
ROOM, LARGE_ROOM = 150, 200
"""How high a row of cards that can be played is at least beside others, usually and in large type."""


def hand_stage(head: Callable[[int], Key], high: int, cards: Sequence[HeldKey], look: Look, even: bool = False) -> Scene:
    """A hand below a `head` of a height, whose sprite is made for a width; needs the sprites `held`, `held_row` and `more`. In an `even` one more
    cards are whole, and those of a last row that is shorter are not wider."""
    items: dict[Hashable, Item] = {"head": Item(head(WIDTH), 0, 0)}
    able, others = [card for card in cards if card.able], [card for card in cards if not card.able]
    (least, usual), room = (LARGE_ASIDE, LARGE_ROOM) if is_large(look) else (ASIDE, ROOM)
    below = HEIGHT - high - room * -(-len(able) // BESIDE)
    needed = -(-len(others) // BESIDE)
    tall = max(least, min(usual, below // max(1, needed)))
    rows = min(needed, below // tall)
    if not able or not others or len(cards) <= FEW or len(able) > WHOLE or rows < 1:
        return stage(items | _alike(cards if len(cards) <= WHOLE else [*able, *others], high, look, even))
    top = HEIGHT - rows * tall
    return stage(items | _grid(able, high, top, look, even) | _rows(others, top, (BESIDE, rows, tall), look))


def _alike(cards: Sequence[HeldKey], top: int, look: Look, even: bool) -> dict[Hashable, Item]:
    """Cards below a height, all of one size."""
    if len(cards) <= (GRIDS[-1][0] if even else WHOLE):
        return _grid(cards, top, HEIGHT, look, even)
    for columns, least in ROWS:
        rows, most = -(-len(cards) // columns), (HEIGHT - top) // round(least * factor(look))
        if rows <= most:
            break
    rows = min(rows, most)
    return _rows(cards, top, (columns, rows, (HEIGHT - top) // rows), look)


def _rows(cards: Sequence[HeldKey], top: int, grid: tuple[int, int, int], look: Look) -> dict[Hashable, Item]:
    """Cards in columns and rows of a height; what has no place is counted in the last one."""
    columns, rows, tall = grid
    wide, most = WIDTH // columns, rows * columns
    shown = cards if len(cards) <= most else cards[: most - 1]
    keys: list[Key] = [("held_row", wide, tall, card, factor(look)) for card in shown]
    if len(shown) < len(cards):
        keys.append(("more", wide, tall, f"+ {len(cards) - len(shown)}"))
    return {("held_row", n): Item(key, n % columns * wide, top + n // columns * tall) for n, key in enumerate(keys)}


def _grid(cards: Sequence[HeldKey], top: int, low: int, look: Look, even: bool) -> dict[Hashable, Item]:
    """Cards between two heights, as large as all of them have room."""
    columns, rows = next(grid for most, grid in GRIDS if len(cards) <= most)
    if low < HEIGHT and len(cards) <= BESIDE:  # In a low place they stand beside each other.
        columns, rows = len(cards), 1
    wide, tall = min(WIDEST if low == HEIGHT else WIDTH, WIDTH // columns), min(TALLEST, (low - top) // rows)
    zoom = max(factor(look), min(SMALLEST[2], wide / SMALLEST[0], tall / SMALLEST[1]))
    zoom = 1 if zoom < 1.05 else round(zoom, 2)
    boxes = _boxes(len(cards), (columns, even), (wide, tall), top, low)
    roomy = [n for n, box in enumerate(boxes) if box[2] > wide]
    most_said = sorted(range(len(cards)), key=lambda n: sum(map(len, cards[n].shown.text)))[len(cards) - len(roomy) :]
    shown = [*(card for n, card in enumerate(cards) if n not in most_said), *(cards[n] for n in sorted(most_said))]
    return {("held", n): Item(("held", across, tall, card, zoom), x, y) for n, (card, (x, y, across)) in enumerate(zip(shown, boxes, strict=True))}


def _boxes(count: int, across: tuple[int, bool], size: tuple[int, int], top: int, low: int) -> list[tuple[int, int, int]]:
    """The left upper corners and the widths of so many places of a size in rows between two heights, so many `across`; those of a last row that is
    shorter are wider, unless all are even."""
    (columns, even), (wide, tall) = across, size
    rows = -(-count // columns)
    top += (low - top - rows * tall) // 2
    found = []
    for row in range(rows):
        many = min(columns, count - row * columns)
        room = min(WIDEST, WIDTH // many) if many < columns and not even else wide
        left = (WIDTH - many * room) // 2
        found += [(left + n * room, top + row * tall, room) for n in range(many)]
    return found
