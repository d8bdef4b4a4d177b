"""What has just happened, and what is declared and still to come: as marks on hexes, and in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rules.hexygame.ground import CENTRE, PLACES
from rules.hexygame.view import BoardView, ItemView

Way = tuple[str, str, str]
"""What an arrow stands for, from where, to where."""


@dataclass
class Story:
    """What is marked on the map.

    `arrows` are true where they are over. `changes` sums up counters by hex, `spells` holds the cards cast on one with who cast them; `came` are
    hexes of realities that are new there, `gone` the cards of those that have left, `coming` of those that are yet to come, with their seats.
    """

    arrows: dict[Way, bool] = field(default_factory=dict)
    changes: dict[str, int] = field(default_factory=dict)
    spells: dict[str, dict[tuple[str, int], None]] = field(default_factory=dict)
    came: set[str] = field(default_factory=set)
    gone: dict[str, str] = field(default_factory=dict)
    coming: dict[str, tuple[str, int]] = field(default_factory=dict)
    scored: bool = False

    @property
    def places(self) -> set[str]:
        """All hexes that are marked."""
        ends = {end for _, *ends in self.arrows for end in ends}
        return {*ends, *self.changes, *self.spells, *self.came, *self.gone, *self.coming, *([CENTRE] if self.scored else [])}


def story(board: BoardView) -> Story:
    """What is to be marked of what has happened, and of what lies on the stack."""
    found = Story()
    for deed in board.trace:
        _done(found, deed.kind, deed.facts)
    for item in board.stack:
        _declared(found, item)
    there = {r.hex for r in board.realities}
    found.came &= there
    found.gone = {at: card for at, card in found.gone.items() if at not in there}
    return found


def _done(story: Story, kind: str, facts: Mapping[str, object]) -> None:
    at, card, seat = str(facts.get("hex", "")), str(facts.get("card", "")), facts.get("seat", 0)
    assert isinstance(seat, int)
    if kind in ("attack_declared", "combat"):
        hexes = facts["hexes"]
        assert isinstance(hexes, list)
        what = "counterstrike" if facts.get("what") == "counterstrike" else "attack"
        story.arrows |= {(what, origin, at): True for origin in hexes}
        if kind == "combat":
            _change(story, at, -_whole(facts["n"]))
    elif kind == "counterstrike_declared":
        story.arrows["counterstrike", at, str(facts["other"])] = True
    elif kind in ("move_declared", "moved", "shifted"):
        story.arrows["spell" if kind == "shifted" else "move", str(facts["origin"]), at] = True
    elif kind == "swapped":
        other = str(facts["other"])
        story.arrows |= {("spell", at, other): True, ("spell", other, at): True}
    elif kind in ("cast", "activated"):
        targets = facts["targets"]
        assert isinstance(targets, list)
        _aimed(story, at if kind == "activated" else "", targets if not (kind == "cast" and at) else [], (card, seat), True)
    elif kind == "entered":
        story.came.add(at)
        story.gone.pop(at, None)
    elif kind in ("destroyed", "bounced"):
        story.gone.setdefault(at, card)
    elif kind == "counters_changed":
        _change(story, at, _whole(facts["by"]))
    elif kind == "winning_dice":
        story.scored = True


def _whole(value: object) -> int:
    assert isinstance(value, int)
    return value


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
