"""Cards, monsters, levels and tiles: the content of the game, checked (HK-1, HK-2, HK-8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from rules.parts.engine import Faults, shaped
from rules.printed_cards import Face

WOUND = "wound"
"""The kind of a wound, a card without values (HK-1.5)."""
CENTRE = "CENTER"
SIDES = ("N", "NE", "SE", "S", "SW", "NW")
"""The six directions in their fixed order (HK-2.1)."""

Place = tuple[int, int]


class Card(msgspec.Struct, frozen=True):
    """A kind of card (HK-1.2)."""

    id: str
    colour: str
    attack: int
    defence: int
    speed: int
    meditation: int
    copies: int = 0


class Monster(msgspec.Struct, frozen=True):
    """A kind of monster (HK-1.8): `attack` is what a block needs, `defence` what a strike needs."""

    id: str
    family: str
    copies: int
    attack: int
    defence: int
    experience: int


class Family(msgspec.Struct, frozen=True):
    """Monsters that guard the same features; `face_down` ones show only their family at first (HK-2.6)."""

    id: str
    features: tuple[str, ...]
    face_down: bool


class Level(msgspec.Struct, frozen=True):
    """A line of HK-8.1: from how much experience on, and what is held from then on."""

    level: int
    experience: int
    gain: str
    armour: int
    hand_size: int


class Terrain(msgspec.Struct, frozen=True):
    """A line of HK-2.2; a cost of None cannot be paid."""

    id: str
    cost_day: int | None
    cost_night: int | None
    view_day: int
    view_night: int
    height: int


class Feature(msgspec.Struct, frozen=True):
    """What stands on a hex; sight and height count where they are higher than the terrain's."""

    id: str
    view_day: int
    view_night: int
    height: int


class Layout(msgspec.Struct, frozen=True):
    """Where metatiles lie on the random map (HK-2.7)."""

    width: int
    height: int
    start_centre: Place
    easy_centres: tuple[Place, ...]
    hard_centres: tuple[Place, ...]


class Metatile(msgspec.Struct, frozen=True):
    """Seven hexes by direction, each with terrain and feature."""

    id: str
    kind: str
    hexes: dict[str, tuple[str, str]]


class _Cards(msgspec.Struct, frozen=True):
    starting_deck: tuple[Card, ...]
    special_stock: tuple[Card, ...]
    offer_size: int


class _Monsters(msgspec.Struct, frozen=True):
    families: tuple[Family, ...]
    monsters: tuple[Monster, ...]


class _Levels(msgspec.Struct, frozen=True):
    levels: tuple[Level, ...]


class _Tiles(msgspec.Struct, frozen=True):
    terrains: tuple[Terrain, ...]
    features: tuple[Feature, ...]
    layout: Layout
    metatiles: tuple[Metatile, ...]


class FixedMap(msgspec.Struct, frozen=True):
    """The fixed map (HK-2.9): hexes that are not listed have the default terrain."""

    width: int
    height: int
    default_terrain: str
    hexes: tuple[tuple[int, int, str, str], ...]


class Compensation(msgspec.Struct, frozen=True):
    """The points with which the seats of a table begin, in their order: whoever moves later gets more (HK-12.5)."""

    map: str
    days: int
    points: tuple[int, ...]


class _Seats(msgspec.Struct, frozen=True):
    compensation: tuple[Compensation, ...]


class _Files(NamedTuple):
    """The content as it is read, file by file."""

    cards: _Cards
    monsters: _Monsters
    levels: _Levels
    tiles: _Tiles
    fixed: FixedMap
    seats: _Seats


MERE_SIGNS = ("orc_camp", "dragon_lair", "mine", "lair", "dungeon")
"""Features that do nothing by themselves: scenery, or marks where a monster started (HK-2.8, HK-R28)."""


def _face(word: str, kind: str, thing: Card | Monster | Feature | Terrain, numbers: tuple[str, ...], families: tuple[str, ...] = ()) -> Face:
    values = ((name, getattr(thing, name)) for name in numbers)
    return Face(word, "", kind, families, getattr(thing, "colour", ""), "", "", tuple((name, -1 if n is None else n) for name, n in values), (), ())


class Content:
    """All content, by id. `cards` holds every kind in the order of the data, the wound last."""

    def __init__(self, files: _Files) -> None:
        cards, monsters, tiles = files.cards, files.monsters, files.tiles
        kinds = (*cards.starting_deck, *cards.special_stock, Card(WOUND, WOUND, 0, 0, 0, 0))
        self.listed = len(kinds)
        self.cards = {c.id: c for c in kinds}
        self.start = tuple(c.id for c in cards.starting_deck for _ in range(c.copies))  # HK-1.3
        self.special = tuple(c.id for c in cards.special_stock for _ in range(c.copies))  # HK-1.4
        self.offer_size = cards.offer_size
        self.monsters = {m.id: m for m in monsters.monsters}
        self.stock = tuple(m.id for m in monsters.monsters for _ in range(m.copies))
        self.guards = {feature: family.id for family in monsters.families for feature in family.features}
        self.face_down = frozenset(f.id for f in monsters.families if f.face_down)
        self.levels = files.levels.levels
        self.terrains = {t.id: t for t in tiles.terrains}
        self.features = {f.id: f for f in tiles.features}
        self.layout = tiles.layout
        self.metatiles = {m.id: m for m in tiles.metatiles}
        self.fixed = files.fixed
        self.compensation = {(line.map, line.days, len(line.points)): line.points for line in files.seats.compensation}
        self.order = {kind: i for i, kind in enumerate(self.cards)}
        self.speed = {c.id: c.speed for c in self.cards.values()}
        self.attack = {c.id: c.attack for c in self.cards.values()}
        self.defence = {c.id: c.defence for c in self.cards.values()}
        self.meditation = {c.id: c.meditation for c in self.cards.values()}

    def faces(self) -> dict[str, Face]:
        """Cards, monsters, places and terrains that can be looked up; a cost of -1 means impossible."""
        values = ("attack", "defence", "speed", "meditation", "copies")
        found = [_face(c.id, WOUND if c.id == WOUND else "card", c, values) for c in self.cards.values()]
        found += [_face(m.id, "monster", m, ("attack", "defence", "experience", "copies"), (m.family,)) for m in self.monsters.values()]
        found += [_face(f.id, "place", f, ()) for f in self.features.values() if f.id not in ("none", *MERE_SIGNS)]
        found += [_face(t.id, "terrain", t, ("cost_day", "cost_night", "view_day", "view_night", "height")) for t in self.terrains.values()]
        return {face.word: face for face in found}

    def level(self, experience: int) -> Level:
        """The highest level reached with this experience (HK-8.1)."""
        return next(line for line in reversed(self.levels) if line.experience <= experience)

    def tiles_of(self, kind: str) -> list[str]:
        """The metatiles that are "easy" or "hard", in the order of the data."""
        return [m.id for m in self.metatiles.values() if m.kind == kind]


def read_content(content: Mapping[str, Any]) -> Content:
    """The content from JSON values by file. Raises Faults naming everything that is wrong."""
    shapes = {
        "cards": _Cards,
        "monsters": _Monsters,
        "levels": _Levels,
        "tiles": _Tiles,
        "map_fixed": FixedMap,
        "seats": _Seats,
    }
    made = Content(_Files(*shaped(content, shapes)))
    faults = list(_faults(made))
    if faults:
        raise Faults(faults)
    return made


def _faults(c: Content) -> list[str]:
    """The faults of content whose types are right."""
    faults = []
    if c.listed != len({*c.start, *c.special, WOUND}):
        faults.append("cards: a kind has no copies, or two kinds share an id")
    lines = [line.experience for line in c.levels]
    if not lines or lines[0] != 0 or sorted(set(lines)) != lines:
        faults.append("levels: experience has to begin with 0 and to rise")
    counts = Counter(m.kind for m in c.metatiles.values())
    wanted = {"start": 1, "easy": len(c.layout.easy_centres), "hard": len(c.layout.hard_centres)}
    if counts != wanted:
        faults.append(f"tiles: metatiles by kind are {dict(counts)}, the layout has room for {wanted}")
    squares = [(f"metatile {m.id}", side, *hexagon) for m in c.metatiles.values() for side, hexagon in m.hexes.items()]
    squares += [("map_fixed", f"{x},{y}", terrain, feature) for x, y, terrain, feature in c.fixed.hexes]
    for where, at, terrain, feature in squares:
        if terrain not in c.terrains or feature not in c.features:
            faults.append(f"{where}: {at} is {terrain} with {feature}, which nobody knows")
    faults += [f"metatile {m.id}: needs the centre and six sides" for m in c.metatiles.values() if set(m.hexes) != {CENTRE, *SIDES}]
    if not any(feature == "portal" for *_, feature in c.fixed.hexes):
        faults.append("map_fixed: no portal")
    if any(min(points) < 0 or points[0] for points in c.compensation.values()):
        faults.append("seats: whoever moves first begins without points, nobody with less")
    families = {m.family for m in c.monsters.values()}
    faults += [f"monsters: {feature} is guarded by {family}, which has no monster" for feature, family in c.guards.items() if family not in families]
    return faults
