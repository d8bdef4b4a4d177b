"""Finds what a message of Planetary Conquerors animates: a fallen mine, a destroyed building (PC-14.3, PC-10.7), or the end of a game."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

from render.canvas import Item, Scene
from render.look import Look
from render.motion import Blow
from render.planetary_conquerors.board import board_scene
from render.planetary_conquerors.recent_events import Trace
from render.planetary_conquerors.side_boxes import FACE
from render.planetary_conquerors.tiles import TileKey
from rules.game import Event, View
from rules.planetary_conquerors.view import BoardView

Facts = Mapping[str, Any]
ROCKETS = ((0.12, 0.42, 0), (0.88, 0.42, 0), (0.24, 0.45, 1), (0.76, 0.45, 1))
"""The fireworks over the winner's planet, as in `render.motion`: beside the words in its sky, above what stands there."""


def blow(view: View[BoardView], look: Look, events: Sequence[Event]) -> Blow | None:
    """The blow on what is left of destroyed buildings, or on the head of their planet, which counts them, where they have no place; and on the
    whole planet of an eliminated seat, with a cry, after what struck them; fireworks over the winner's."""
    if view.outcome:
        return Blow(("banner",), rockets=ROCKETS)
    fallen = [event.facts["seat"] for event in events if event.kind == "mine_fell"]
    destroyed = [event.facts for event in events if event.kind == "destroyed"]
    if not fallen and not destroyed:
        return None
    places = [_ghost(facts) for facts in destroyed] + [(part, seat) for seat in fallen for part in ("mine", "gone")]
    cry = " ".join(look.say("pc.event.mine_fell", who=look.in_pictures.in_short.names[seat]) for seat in fallen)
    otherwise = tuple(dict.fromkeys(("head", facts["seat"]) for facts in destroyed))
    found = Blow(tuple(dict.fromkeys(places)), otherwise=otherwise, cry=cry.removesuffix("."), face=FACE)
    deadly = [event.facts for event in events if event.kind == "damaged" and event.facts["left"] <= 0]
    last = [facts for facts in deadly if not set(found.places).isdisjoint(_struck(facts))]
    after = board_scene(view, look.in_pictures)
    sources = tuple(dict.fromkeys(place for facts in last for place in _sources(view.board, after, facts)))
    before = _before(after, last)
    before = before._replace(items=before.items | _told_before(view, look.in_pictures, last))
    return found._replace(before=(before, before), sources=sources) if sources else found


def _told_before(view: View[BoardView], look: Look, last: Sequence[Facts]) -> dict[Hashable, Item]:
    """The story as it was told before the blow: what comes of that is not said before it is seen."""
    news = view.board.news
    end = next((n for n, deed in enumerate(news) if deed.facts in last), len(news))
    scene = board_scene(view._replace(board=view.board._replace(news=news[:end])), look)
    return {place: item for place, item in scene.items.items() if place == "story"}


def _ghost(facts: Facts) -> Hashable:
    """The place of what is left of the card that an event names."""
    return ("ghost", facts["card"]), facts["seat"]


def _struck(facts: Facts) -> tuple[Hashable, Hashable]:
    """The places in which what damage has destroyed was: on a planet, or all of that."""
    return _ghost(facts), ("gone", facts["seat"]) if facts["card"] == "mine" else None


def _sources(board: BoardView, scene: Scene, facts: Facts) -> Iterator[Hashable]:
    """The places in a picture from which damage came: of the thing that dealt it, of what is left of that, or the mine of whoever played the card."""
    if thing := board.thing(facts.get("source", "")):
        for place, item in scene.items.items():
            if isinstance(shown := item.key[-1], TileKey) and (shown.card, shown.letter) == (thing.card, thing.letter):
                yield place
        return
    yield from (_ghost({"card": facts["by"], "seat": side.seat}) for side in board.sides)
    yield from [("mine", deed.facts["seat"]) for deed in board.news if deed.kind == "played" and deed.facts["card"] == facts["by"]][-1:]


def _before(after: Scene, last: Sequence[Facts]) -> Scene:
    """A picture with what has been destroyed as it still stood."""
    items: dict[Hashable, Any] = dict(after.items)
    for facts in last:
        hp = facts["left"] + facts["n"]
        building, planet = _struck(facts)
        if item := items.get(building):
            _, land, box, card, letter = item.key
            stood = TileKey("building", card, letter, 0, 0, hp, hp, 0, False, False, (), 0, False, Trace())
            items[building] = item._replace(key=("tile", land, box, stood))
        elif item := items.get(planet):
            _, land, box, names, sign, _ = item.key
            items[planet] = item._replace(key=("gone", land._replace(dead=False), box, names, sign, str(hp)))
    return Scene(after.size, items)
