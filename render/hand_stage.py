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


def hand_stage(head: Callable[[int], Key], high: int, cards: Sequence[HeldKey], look: Look) -> Scene:
    """A hand below a `head` of a height, whose sprite is made for a width; needs the sprites `held`, `aside` and `more`."""
    items: dict[Hashable, Item] = {"head": Item(head(WIDTH), 0, 0)}
    able, others = [card for card in cards if card.able], [card for card in cards if not card.able]
    (columns, tall), room = (LARGE_ASIDE, LARGE_ROOM) if is_large(look) else (ASIDE, ROOM)
    rows = min(-(-len(others) // columns), (HEIGHT - high - room * -(-len(able) // BESIDE)) // tall)
    if not able or not others or len(cards) <= FEW or rows < 1:
        return stage(items | _grid(cards, high, HEIGHT, look))
    top, wide, most = HEIGHT - rows * tall, WIDTH // columns, rows * columns
    items |= _grid(able, high, top, look)
    shown = others if len(others) <= most else others[: most - 1]
    for n, card in enumerate(shown):
        items["aside", n] = Item(("aside", wide, tall, card, factor(look)), n % columns * wide, top + n // columns * tall)
    if (n := len(shown)) < len(others):
        items["aside", n] = Item(("more", wide, tall, f"+ {len(others) - n}"), n % columns * wide, top + n // columns * tall)
    return stage(items)


def _grid(cards: Sequence[HeldKey], top: int, low: int, look: Look) -> dict[Hashable, Item]:
    """Cards between two heights, as large as all of them have room."""
    grids = LARGE_GRIDS if is_large(look) else GRIDS
    most, (columns, rows) = next((grid for grid in grids if len(cards) <= grid[0]), grids[-1])
    if low < HEIGHT and len(cards) <= BESIDE:  # In a low place they stand beside each other.
        columns, rows = len(cards), 1
    wide, tall = min(WIDEST if low == HEIGHT else WIDTH, WIDTH // columns), min(TALLEST, (low - top) // rows)
    zoom = max(factor(look), min(SMALLEST[2], wide / SMALLEST[0], tall / SMALLEST[1]))
    zoom = 1 if zoom < 1.05 else round(zoom, 2)
    shown = list(cards) if len(cards) <= most else list(cards[: most - 1])
    left, top = (WIDTH - columns * wide) // 2, top + (low - top - -(-min(most, len(cards)) // columns) * tall) // 2
    items: dict[Hashable, Item] = {}
    for n, card in enumerate(shown):
        items["held", n] = Item(("held", wide, tall, card, zoom), left + n % columns * wide, top + n // columns * tall)
    if (n := len(shown)) < len(cards):
        items["held", n] = Item(("more", wide, tall, f"+ {len(cards) - n}"), left + n % columns * wide, top + n // columns * tall)
    return items
