"""Finds what a message of Planetary Conquerors animates: damage to a mine, what died or was destroyed, a fallen mine (PC-10.3, PC-10.7, PC-14.3), and
the end of a game: what decided it, then fireworks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from typing import Any

from render.canvas import Item, Scene
from render.look import Look
from render.motion import Blow
from render.planetary_conquerors.board import board_scene
from render.planetary_conquerors.last_scene import decisive_scenes
from render.planetary_conquerors.recent_events import Trace
from render.planetary_conquerors.side_boxes import FACE
from render.planetary_conquerors.tiles import NO_ATTACK, TileKey
from render.planetary_conquerors.tiles import Place as Box
from render.stage import HEIGHT, WIDTH, factor
from rules.game import Event, View
from rules.planetary_conquerors.view import BoardView

Facts = Mapping[str, Any]
Place = tuple[Hashable, int]
"""A place on the planet of a seat."""
CAST = 150
"""How large a card is that is shown where it strikes."""
ROCKETS = ((0.12, 0.42, 0), (0.88, 0.42, 0), (0.24, 0.45, 1), (0.76, 0.45, 1))
"""The fireworks over the winner's planet, as in `render.motion`: beside the words in its sky, above what stands there."""


def blow(view: View[BoardView], look: Look, events: Sequence[Event]) -> Blow | None:
    """The blow on what is left of what died or was destroyed, or on the head of its planet, which counts buildings, where it has no place; on mines
    that lost HP; and on the whole planet of an eliminated seat, with a cry. Before it what struck them, beside it how much they lost. At the end what
    decided it, then fireworks over the winner's planet."""
    look = look.in_pictures
    if view.outcome:
        return Blow(("banner",), rockets=ROCKETS, before=decisive_scenes(view, look))
    fallen = [event.facts["seat"] for event in events if event.kind == "mine_fell"]
    gone = [event.facts for event in events if event.kind in ("destroyed", "died")]
    hits = [event.facts for event in events if event.kind == "damaged" and event.facts["n"]]
    after = board_scene(view, look)
    struck = Counter[Place]()  # What each place lost.
    for facts in hits:
        struck.update(dict.fromkeys(_struck(after, facts), facts["n"]))
    lasting = frozenset(place for place in struck if place[0] == "mine")
    planets = [(part, seat) for seat in fallen for part in ("mine", "gone")]
    if not (planets or gone or lasting):
        return None
    places = tuple(dict.fromkeys([*map(_ghost, gone), *planets, *sorted(lasting)]))
    cry = " ".join(look.say("pc.event.mine_fell", who=look.in_short.names[seat]) for seat in fallen).removesuffix(".")
    otherwise = tuple(dict.fromkeys(("head", facts["seat"]) for facts in gone))
    signs: dict[Hashable, str] = {place: f"−{n}" for place, n in struck.items()}
    found = Blow(places, otherwise=otherwise, cry=cry, face=FACE, signs=signs, lasting=lasting)
    last = [facts for facts in hits if not set(places).isdisjoint(_struck(after, facts))]
    if not last:
        return found
    died = frozenset(_ghost(event.facts) for event in events if event.kind == "died")
    before = _before(after, struck, last, died)
    before = before._replace(items=before.items | _told_before(view, look, last))
    sources = tuple(dict.fromkeys(place for facts in last for place in _sources(view.board, after, facts)))
    standing = {place: item for place in (*sources, *places) if (item := before.items.get(place)) and item.key[0] != "gone"}
    found = found._replace(grounds={place: item._replace(key=("empty", *item.key[1:3])) for place, item in standing.items()})
    if not sources:
        return found._replace(before=(before,), over=_cast(view.board, before, last[-1], factor(look)))
    return found._replace(before=(before, before), sources=sources)


def _cast(board: BoardView, before: Scene, facts: Facts, f: float) -> tuple[Item, ...]:
    """A card that dealt damage, in large beside what it strikes."""
    target = next((before.items[place] for place in _struck(before, facts)), None)
    if target is None:
        return ()
    casters = [deed.facts["seat"] for deed in board.news if deed.kind in ("played", "trap") and deed.facts["card"] == facts["by"]]
    side, box = round(CAST * f), target.key[2]
    assert isinstance(box, Box)
    right, y = target.x + box.width, target.y + (box.height - side) // 2
    x = right if right + side <= WIDTH else target.x - side
    return (Item(("cast", side, facts["by"], casters[-1] if casters else -1), max(0, x), min(max(0, y), HEIGHT - side)),)


def _told_before(view: View[BoardView], look: Look, last: Sequence[Facts]) -> dict[Hashable, Item]:
    """The story as it was told before the blow: what comes of that is not said before it is seen."""
    news = view.board.news
    end = next((n for n, deed in enumerate(news) if deed.facts in last), len(news))
    scene = board_scene(view._replace(board=view.board._replace(news=news[:end])), look)
    return {place: item for place, item in scene.items.items() if place == "story"}


def _ghost(facts: Facts) -> Place:
    """The place of what is left of the card that an event names."""
    return ("ghost", facts["card"]), facts["seat"]


def _struck(after: Scene, facts: Facts) -> tuple[Place, ...]:
    """The places of what was damaged, as far as a picture has them: what is left of it, or the mine, or the whole planet."""
    seat = facts["seat"]
    places: tuple[Place, ...] = (("mine", seat), ("gone", seat)) if facts["card"] == "mine" else (_ghost(facts),) if facts["left"] <= 0 else ()
    return tuple(place for place in places if place in after.items)


def _sources(board: BoardView, scene: Scene, facts: Facts) -> Iterator[Hashable]:
    """The places in a picture from which damage came: of the thing that dealt it, or of what is left of that."""
    if thing := board.thing(facts.get("source", "")):
        for place, item in scene.items.items():
            if isinstance(shown := item.key[-1], TileKey) and (shown.card, shown.letter) == (thing.card, thing.letter):
                yield place
        return
    ghosts = (_ghost({"card": facts["by"], "seat": side.seat}) for side in board.sides)
    yield from (ghost for ghost in ghosts if ghost in scene.items)


def _before(after: Scene, struck: Mapping[Place, int], last: Sequence[Facts], died: Collection[Place]) -> Scene:
    """A picture with what has been struck as it still stood; `died` are the places of warriors."""
    items: dict[Hashable, Any] = dict(after.items)
    left = {place: facts["left"] for facts in last for place in _struck(after, facts)}
    for place, now in left.items():
        item, hp = items[place], now + struck[place]
        if item.key[0] == "ghost":
            _, land, box, card, letter = item.key
            kind, attack = ("warrior", NO_ATTACK) if place in died else ("building", 0)
            stood = TileKey(kind, card, letter, attack, 0, hp, hp, 0, False, False, (), 0, False, Trace())
            items[place] = item._replace(key=("tile", land, box, stood))
        elif item.key[0] == "mine":
            *rest, mine = item.key
            items[place] = item._replace(key=(*rest, mine._replace(hp=mine.hp + struck[place], trace=Trace())))
        else:
            _, land, box, names, sign, _ = item.key
            items[place] = item._replace(key=("gone", land._replace(dead=False), box, names, sign, str(hp)))
    return Scene(after.size, items)
