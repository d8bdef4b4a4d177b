"""The latest events, and declared actions that are still to come: as marks on hexes and as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from render.hexygame.arrows import BLOWS
from rules.hexygame.map import CENTRE, PLACES
from rules.hexygame.view import BoardView, ItemView

Way = tuple[str, str, str]
"""What an arrow stands for, from where, to where."""
FIGHT = ("counterstrike_declared", "combat")
"""What goes on with the fight that has been declared: its arrows are those of one moment."""


@dataclass
class Story:
    """The marks on the map."""

    arrows: dict[Way, bool] = field(default_factory=dict)
    changes: dict[str, int] = field(default_factory=dict)
    spells: dict[str, dict[tuple[str, int], None]] = field(default_factory=dict)
    came: set[str] = field(default_factory=set)
    gone: dict[str, str] = field(default_factory=dict)
    coming: dict[str, tuple[str, int]] = field(default_factory=dict)
    scored: bool = False

    @property
    def places(self) -> set[str]:
        """The hexes with any mark."""
        ends = {end for _, *ends in self.arrows for end in ends}
        return {*ends, *self.changes, *self.spells, *self.came, *self.gone, *self.coming, *([CENTRE] if self.scored else [])}


def story(board: BoardView) -> Story:
    """The marks for what has happened, and for what lies on the stack; arrows of one moment: of what is to come, else of the latest event that has
    any."""
    found = Story()
    for deed in board.trace:
        mark = partial(_done, kind=deed.kind, facts=deed.facts)
        if deed.kind not in FIGHT and _alone(mark).arrows:
            found.arrows = {}
        mark(found)
    coming = [partial(_declared, item=item) for item in board.stack]
    if any(_alone(mark).arrows for mark in coming):
        found.arrows = {}
    for declared in coming:
        declared(found)
    there = {r.hex for r in board.realities}
    found.came &= there
    found.gone = {at: card for at, card in found.gone.items() if at not in there}
    return found


def deeds(board: BoardView) -> list[set[str]]:
    """The hexes that each event since the turn began has marked, and then each action that is still to come."""
    since = next((n + 1 for n, deed in reversed([*enumerate(board.trace)]) if deed.kind == "turn_began"), 0)
    done = (partial(_done, kind=deed.kind, facts=deed.facts) for deed in board.trace[since:])
    coming = (partial(_declared, item=item) for item in board.stack)
    return [places for mark in (*done, *coming) if (places := _alone(mark).places)]


def at_beginning(board: BoardView) -> set[str]:
    """The hexes on which something stood when the turn began: what is told of it is undone, from the last deed on."""
    places = {reality.hex for reality in board.realities}
    for deed in reversed(board.trace):
        at, origin = deed.facts.get("hex", ""), deed.facts.get("origin", "")
        if deed.kind == "turn_began":
            break
        if deed.kind in ("entered", "moved", "shifted"):
            places.discard(at)
        if deed.kind in ("moved", "shifted"):
            places.add(origin)
        elif deed.kind in ("destroyed", "bounced"):
            places.add(at)
    return places


def _alone(mark: Callable[[Story], None]) -> Story:
    """The marks of one event or action alone."""
    found = Story()
    mark(found)
    return found


def _done(story: Story, kind: str, facts: Mapping[str, Any]) -> None:
    at, card = facts.get("hex", ""), facts.get("card", "")
    if kind in ("attack_declared", "combat"):
        what = "counterstrike" if facts.get("what") == "counterstrike" else "attack"
        story.arrows |= {(what, origin, at): True for origin in facts["hexes"]}
        if kind == "combat":
            _change(story, at, -facts["n"])
    elif kind == "counterstrike_declared":
        story.arrows["counterstrike", at, facts["other"]] = True
    elif kind in ("move_declared", "moved", "shifted"):
        if kind != "move_declared":
            _moved(story, facts["origin"], at)
        story.arrows["spell" if kind == "shifted" else "move", facts["origin"], at] = True
    elif kind == "swapped":
        for marks in (story.changes, story.spells):
            _swap(marks, at, facts["other"])
        story.arrows |= {("spell", at, facts["other"]): True, ("spell", facts["other"], at): True}
    elif kind == "activated" or (kind == "cast" and not at):
        _aimed(story, at, facts["targets"], (card, facts["seat"]), True)
    elif kind == "entered":
        _moved(story, "", at)
        story.came.add(at)
        story.gone.pop(at, None)
    elif kind in ("destroyed", "bounced"):
        story.gone.setdefault(at, card)
    elif kind == "counters_changed":
        _change(story, at, facts["by"])
    elif kind == "winning_dice":
        story.scored = True


def _moved(story: Story, origin: str, at: str) -> None:
    """The marks of what has moved go with it; those of what was at its goal before have gone with that."""
    for marks in (story.changes, story.spells):
        marks.pop(at, None)
        _swap(marks, origin, at)
    story.arrows = {way: done for way, done in story.arrows.items() if way[0] not in BLOWS or way[2] != at}


def _swap(marks: dict[str, Any], one: str, other: str) -> None:
    here, there = marks.pop(one, None), marks.pop(other, None)
    marks |= {at: found for at, found in ((other, here), (one, there)) if found is not None}


def _change(story: Story, at: str, by: int) -> None:
    story.changes[at] = story.changes.get(at, 0) + by


def _aimed(story: Story, origin: str, targets: Iterable[str], card: tuple[str, int], done: bool) -> None:
    """Something aimed at hexes: with an arrow from the hex of an ability, else with the card itself."""
    for target in targets:
        at = target.partition(".")[0]
        if at not in PLACES:
            continue
        if origin and at != origin:
            story.arrows["spell", origin, at] = done
        elif not origin:
            story.spells.setdefault(at, {})[card] = None


def _declared(story: Story, item: ItemView) -> None:
    if item.kind in ("attack", "strike_attack"):
        story.arrows |= {("attack", origin, item.hex): False for origin in item.attackers if origin}
    if item.kind in ("attack", "strike_counter") and item.against:
        story.arrows["counterstrike", item.hex, item.against] = False
    elif item.kind == "move":
        story.arrows["move", item.origin, item.hex] = False
    elif item.kind == "spell" and item.hex:
        story.coming[item.hex] = (item.card, item.seat)
    elif item.kind == "spell":
        _aimed(story, "", item.targets, (item.card, item.seat), False)
    elif item.kind in ("ability", "trigger"):
        _aimed(story, item.hex, item.targets, (item.card, item.seat), False)
