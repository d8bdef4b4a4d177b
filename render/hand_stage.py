"""A hand as a picture of the stage's size: a head with what is asked, and below it every card once, as large as all of them have room. Where some can
be played and others cannot, those have most of it, and of the others there are pictures, names and costs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from render.canvas import Item, Key, Scene
from render.hand_cards import HeldKey
from render.look import Look
from render.stage import HEIGHT, WIDTH, factor, is_large, stage

GRIDS = ((1, (1, 1)), (2, (2, 1)), (4, (2, 2)), (6, (3, 2)), (9, (3, 3)), (12, (3, 4)), (16, (4, 4)), (20, (4, 5)))
LARGE_GRIDS = (*GRIDS[:-2], (15, (3, 5)))
"""Columns and rows for up to so many different cards, usually and in large type. What has no place is counted in the last one."""
WIDEST, TALLEST = 620, 380
"""How large a card is at most: a few lie in the middle."""
SMALLEST = 250, 144, 1.8
"""The size of a card on which all is as large as in a low picture, and how many times as large it is at most."""
ASIDE, LARGE_ASIDE, FEW = (3, 52), (3, 64), 5
"""How many cards that cannot be played stand beside each other, and how high they are, usually and in large type; so few cards have places as large
as those that can."""
ROOM, LARGE_ROOM, BESIDE = 150, 200, 3
"""How high a row of cards that can be played is at least beside others, usually and in large type, and how many of them it has at most."""


def hand_stage(head: Callable[[int], Key], high: int, cards: Sequence[HeldKey], look: Look, even: bool = False) -> Scene:
    """A hand below a `head` of a height, whose sprite is made for a width; needs the sprites `held`, `aside` and `more`. In an `even` one the cards
    of a last row that is shorter are not wider."""
    items: dict[Hashable, Item] = {"head": Item(head(WIDTH), 0, 0)}
    able, others = [card for card in cards if card.able], [card for card in cards if not card.able]
    (columns, tall), room = (LARGE_ASIDE, LARGE_ROOM) if is_large(look) else (ASIDE, ROOM)
    rows = min(-(-len(others) // columns), (HEIGHT - high - room * -(-len(able) // BESIDE)) // tall)
    if not able or not others or len(cards) <= FEW or rows < 1:
        return stage(items | _grid(cards, high, HEIGHT, look, even))
    top, wide, most = HEIGHT - rows * tall, WIDTH // columns, rows * columns
    items |= _grid(able, high, top, look, even)
    shown = others if len(others) <= most else others[: most - 1]
    for n, card in enumerate(shown):
        items["aside", n] = Item(("aside", wide, tall, card, factor(look)), n % columns * wide, top + n // columns * tall)
    if (n := len(shown)) < len(others):
        items["aside", n] = Item(("more", wide, tall, f"+ {len(others) - n}"), n % columns * wide, top + n // columns * tall)
    return stage(items)


def _grid(cards: Sequence[HeldKey], top: int, low: int, look: Look, even: bool) -> dict[Hashable, Item]:
    """Cards between two heights, as large as all of them have room."""
    grids = LARGE_GRIDS if is_large(look) else GRIDS
    most, (columns, rows) = next((grid for grid in grids if len(cards) <= grid[0]), grids[-1])
    if low < HEIGHT and len(cards) <= BESIDE:  # In a low place they stand beside each other.
        columns, rows = len(cards), 1
    wide, tall = min(WIDEST if low == HEIGHT else WIDTH, WIDTH // columns), min(TALLEST, (low - top) // rows)
    zoom = max(factor(look), min(SMALLEST[2], wide / SMALLEST[0], tall / SMALLEST[1]))
    zoom = 1 if zoom < 1.05 else round(zoom, 2)
    if len(cards) > most:
        boxes, shown = _boxes(most, (columns, even), (wide, tall), top, low), [*cards[: most - 1]]
    else:
        boxes = _boxes(len(cards), (columns, even), (wide, tall), top, low)
        roomy = [n for n, box in enumerate(boxes) if box[2] > wide]
        most_said = sorted(range(len(cards)), key=lambda n: sum(map(len, cards[n].shown.text)))[len(cards) - len(roomy) :]
        shown = [*(card for n, card in enumerate(cards) if n not in most_said), *(cards[n] for n in sorted(most_said))]
    items: dict[Hashable, Item] = {}
    for n, (card, (x, y, across)) in enumerate(zip(shown, boxes, strict=False)):
        items["held", n] = Item(("held", across, tall, card, zoom), x, y)
    if (n := len(shown)) < len(cards):
        x, y, across = boxes[n]
        items["held", n] = Item(("more", across, tall, f"+ {len(cards) - n}"), x, y)
    return items


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
