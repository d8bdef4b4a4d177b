"""Pictures of the viewer's hand: its tiles and the shared one, full size, or as a strip of little height below a board."""

from __future__ import annotations

import math
from collections.abc import Hashable

from render.canvas import Item, Scene
from render.hand_strip import places
from render.hexgrid import extent, sprite_size
from render.look import Look
from render.monster_hex.scenes import CAPTION, caption_size, captions, holding, in_hand, tiles_scene
from render.monster_hex.sprites import WIDTH
from render.monster_hex.tiles import TileKey
from rules.game import View
from rules.monster_hex.view import BoardView


def hand_scene(view: View[BoardView], look: Look) -> Scene | None:
    """The viewer's tiles and the shared one; None without a seat or tiles."""
    tiles = holding(view, look)
    if view.seat is None or not tiles.shown:
        return None
    hidden = look.say("mh.stack", n=view.board.factions[view.seat].stack)
    return tiles_scene(tiles, look, look.say("mh.your_hand"), hidden)


def hand_strip(view: View[BoardView], look: Look) -> Scene | None:
    """The viewer's tiles as a low picture; None without a seat or tiles."""
    tiles = holding(view, look)
    if view.seat is None or not tiles.shown:
        return None
    found = places(len(tiles.shown), widest=WIDTH // 3)
    below = [captions(look, faction, tile, note) for (tile, note), faction in zip(tiles.shown, tiles.factions, strict=True)]
    across, tall = extent(1, tiles.flat)
    letters = caption_size(below, look, found.shown[0].width)
    items: dict[Hashable, Item] = {}
    for n, ((tile, _), faction, place) in enumerate(zip(tiles.shown, tiles.factions, found.shown, strict=False)):
        radius = min((place.width - 12) / across, (place.height - max(map(len, below)) * CAPTION - 8) / tall)
        width, height = sprite_size(radius, tiles.flat)
        key = ("monster", in_hand(radius, look, tiles.flat), TileKey(faction, tile.tile, tile.powers, tile.rank), "")
        items["tile", n] = Item(key, round(place.x + (place.width - width) / 2), place.y + 4)
        for m, words in enumerate(below[n]):
            caption = ("caption", place.width, CAPTION, words, not m, letters)
            items["caption", n, m] = Item(caption, place.x, place.y + 4 + math.ceil(height) + m * CAPTION)
    return Scene((WIDTH, found.height), items)
