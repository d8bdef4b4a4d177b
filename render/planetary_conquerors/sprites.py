"""Everything Planetary Conquerors shows, drawn once per key."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from render.canvas import Canvas, Key
from render.cards import header
from render.held import held, more
from render.planetary_conquerors import ending, planet_headers, planets, strips
from render.planetary_conquerors.icons import ART
from render.theme import Theme


def draw(key: Key, look: Theme) -> Canvas:
    """The sprite of a key: the name of a function below, and what it is given."""
    return _SPRITES[str(key[0])](look, *key[1:])


_SPRITES: dict[str, Callable[..., Canvas]] = {
    "header": header,
    "name": planet_headers.name,
    "score": planet_headers.score,
    "piles": planet_headers.piles,
    "zones": planet_headers.zones,
    "asked": planet_headers.asked,
    "cell": planets.cell,
    "empty": planets.empty,
    "ghost": planets.ghost,
    "miner": planets.miner,
    "ground": planets.ground,
    "news": strips.news,
    "window": strips.window,
    "act": strips.act,
    "assault": strips.assault,
    "banner": ending.banner,
    "place": ending.place,
    "moment": ending.moment,
    **ART.sprites(),
    "held": partial(held, ART),
    "more": more,
}
