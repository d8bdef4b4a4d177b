"""Faces of a game's characters: pictures of its art on discs, each with the name below."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from render.art import mask
from render.canvas import PLAIN, Canvas, Item, Key, Scene
from render.picture_cache import Picture, Studio
from render.text import fitted
from render.theme import Theme
from render.tournaments.player_marks import COLOURS

FACES: Mapping[str, Mapping[str, str]] = {
    "hexknight": {"rodra": "hero1", "elwin": "hero2", "gildo": "vampire", "osmer": "hero0"},
    "hexygame": {"vexa": "goblin_warcaller", "palun": "captain_of_the_dawn", "murra": "clockwork_knight", "ilara": "tide_adept"},
    "hockey_game": {"kolda": "torsten", "nissa": "onni", "zubo": "dex", "trenna": "urs"},
    "monster_hex": {"brakka": "ember.m04", "ondi": "tide.m06", "grumo": "dune.m10", "sella": "moss.m06", "tavi": "moss.m10"},
    "planetary_conquerors": {"raxo": "raider", "sorna": "ambusher", "bodda": "gold_miner", "quen": "last_stand_veteran"},
}
"""The art of each character, by game and key."""
DISC, WIDE, HIGH = 132, 200, 208
"""The width of a disc, and the width and height of a face with its name."""
NAME, EDGE = 34, 12


def faces(game: str, names: Mapping[str, str], colours: Sequence[str]) -> Scene:
    """The faces of characters beside each other, by key, with their `names`. `colours`: the keys in the order by which they have their colours."""
    items: dict[Hashable, Item] = {
        key: Item(("face", game, FACES[game][key], name, colours.index(key) % COLOURS), n * WIDE, 0) for n, (key, name) in enumerate(names.items())
    }
    return Scene((WIDE * len(items), HIGH), items)


def _face(key: Key, look: Theme) -> Canvas:
    """The sprite of a face."""
    _, game, word, name, colour = map(str, key)
    s = Canvas((WIDE, HIGH), look, PLAIN, grows=False)
    centre, role = (WIDE / 2, EDGE + DISC / 2), f"mark{colour}"
    s.glow((centre[0] - DISC / 2, centre[1] - DISC / 2, DISC, DISC), (f"{role}_deep", role, f"{role}_glow"), DISC / 2, (0.38, 0.3))
    s.figure(mask(game, word), centre, DISC * 0.68, "mark_ink")
    s.text((WIDE / 2, HIGH - EDGE - NAME / 2), fitted(name, "Bold", NAME, WIDE - 2 * EDGE), NAME, "ink")
    return s


STUDIO = Studio(_face, "tournament")


def paint_faces(game: str, names: Mapping[str, str], theme: str) -> Picture:
    """The faces of characters (keys and names) of a game, in the order of `names`."""
    return STUDIO.paint(faces(game, names, [*FACES[game]]), theme)
