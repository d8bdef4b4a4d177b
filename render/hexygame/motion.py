"""Finds what a message of HexyGame animates: units and buildings that have just been destroyed (HX-11.5), and the end of a game: the step onto the
Flag that won it, else fireworks.

A blow or a spell that destroyed them is shown before, as if it still lay on the stack: who strikes whom, with which sums; a spell in large,
beside what it strikes.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from render.canvas import Item, Scene
from render.hexygame.acts import fought
from render.hexygame.board import GAP, WIDE
from render.hexygame.descriptions import deciding
from render.hexygame.ground import MAP, Ground
from render.hexygame.hex_sizes import Tile
from render.hexygame.hexes import Marks, Standing
from render.hexygame.number_chips import Figures
from render.hexygame.scenes import board_scene
from render.look import Look
from render.motion import Blow
from render.stage import HEIGHT
from rules.game import Event, View
from rules.hexygame.view import BoardView, ItemView

Facts = Mapping[str, Any]
FIREWORKS = ((0.14, 0.2, 0), (0.55, 0.2, 1), (0.34, 0.52, 1), (0.16, 0.8, 1), (0.56, 0.8, 0))
"""Where they rise: over the map, as shares of the stage."""
LUNGES = (-4, 10)
"""How far what strikes comes, in pixels: no number of it is covered by what it strikes."""
LARGER = Tile(100)
"""The measures of a spell that is shown where it strikes."""


def blow(view: View[BoardView], look: Look, events: Sequence[Event]) -> Blow | None:
    """The blow on the hexes where `events` destroyed something, after what struck it; at the end the last step, or fireworks over the map; None if
    nothing was destroyed."""
    if view.outcome:
        return _step(view, look.in_pictures) or Blow(("frame",), rockets=FIREWORKS, covered=False)
    fallen = {event.facts["hex"]: event.facts for event in events if event.kind == "destroyed" and "hex" in event.facts}
    if not fallen:
        return None
    losses = {event.facts["hex"]: event.facts for event in events if event.kind in ("combat", "counters_changed") and event.facts["hex"] in fallen}
    signs: dict[Hashable, str] = {("hex", at): f"−{_harm(facts)}" for at, facts in losses.items()}
    found = Blow(tuple(("hex", at) for at in fallen), signs=signs)
    if strikes := [_strike(facts) for facts in losses.values() if "hexes" in facts]:
        before, grounds = _before(view, look.in_pictures, strikes, fallen, losses)
        return found._replace(
            before=(before, before), grounds=grounds, sources=tuple(("hex", at) for item in strikes for at in item.attackers), lunges=LUNGES
        )
    spells = [_spell(event.facts, fallen) for event in events if event.kind == "resolved" and event.facts["what"] == "spell"]
    if not spells:
        return found
    before, grounds = _before(view, look.in_pictures, spells[-1:], fallen, losses)
    return found._replace(before=(before,), grounds=grounds, over=_cast(before, found.places, spells[-1]))


def _harm(loss: Facts) -> int:
    """What a loss came to: of a blow the sum that is told beside it, which may be more than there were counters."""
    return max(0, loss["attack"] - loss["defense"]) if "attack" in loss else -loss["by"]


def _step(view: View[BoardView], look: Look) -> Blow | None:
    """The step onto the Flag that won (HX-12.1): what won comes from where it was, then stands there. None without one."""
    won, board = deciding(view), view.board
    moved = next((deed for deed in reversed(board.trace) if won and deed.kind == "moved" and deed.facts["hex"] == won.hex), None)
    if won is None or moved is None:
        return None
    origin = moved.facts["origin"]
    realities = tuple(one._replace(hex=origin) if one is won else one for one in board.realities)
    trace = tuple(deed for deed in board.trace if deed is not moved)
    earlier = board_scene(view._replace(board=board._replace(realities=realities, trace=trace, stage="play"), outcome=None), look)
    before = _looking_like(earlier, board_scene(view, look))
    return Blow((("hex", won.hex),), before=(before, before), sources=(("hex", origin),), signs={("hex", won.hex): "★"})


def _looking_like(earlier: Scene, after: Scene) -> Scene:
    """A stage with the hexes dim that are so afterwards, and with that table's colour: a loop in which all of it changes has too many bytes."""
    frame = earlier.items["frame"]
    items = earlier.items | {"frame": frame._replace(key=(*frame.key[:-1], after.items["frame"].key[-1]))}
    for place, item in earlier.items.items():
        if item.key[0] in ("hex", "reality") and place in after.items:
            ground = item.key[2]._replace(dim=after.items[place].key[2].dim)  # type: ignore[attr-defined]
            items[place] = item._replace(key=(*item.key[:2], ground, *item.key[3:]))
    return Scene(earlier.size, items)


def _cast(before: Scene, places: Iterable[Hashable], spell: ItemView) -> tuple[Item, ...]:
    """A spell in large beside the first of its targets that is seen, within the map."""
    for target in (before.items[place] for place in places if place in before.items):
        tile = target.key[1]
        assert isinstance(tile, Tile)
        key = ("hex", LARGER, Ground("", "", (), (), False), Marks(coming=(spell.card, spell.seat)))
        right, y = target.x + 2 * tile.half, target.y + (tile.tall - LARGER.tall) // 2
        x = right if right + 2 * LARGER.half <= MAP else target.x - 2 * LARGER.half
        return (Item(key, x, min(max(y, 0), HEIGHT - LARGER.tall)),)
    return ()


def _strike(facts: Facts) -> ItemView:
    """A blow of a combat as an item of the stack."""
    sums = facts["attack"], facts["defense"]
    return ItemView(0, "strike_attack", facts["seat"], "", facts["hex"], "", (), tuple(facts["hexes"]), "", sums, None)


def _spell(facts: Facts, targets: Iterable[str]) -> ItemView:
    """A spell that destroyed what stood on its targets as an item of the stack."""
    return ItemView(0, "spell", facts["seat"], facts["card"], "", "", tuple(targets), (), "", None, None)


def _before(
    view: View[BoardView], look: Look, struck: Sequence[ItemView], fallen: Mapping[str, Facts], losses: Mapping[str, Facts]
) -> tuple[Scene, dict[Hashable, Item]]:
    """The stage with what struck on its stack, and what it destroyed as it still stood, with the numbers that are told of that; and its hexes without
    the graves that lie there afterwards."""
    board = view.board._replace(stack=(*view.board.stack, *struck))
    scene = board_scene(view._replace(board=board), look)
    items: dict[Hashable, Any] = dict(scene.items)
    if blows := [facts for facts in losses.values() if "hexes" in facts]:  # One box for the fight, as what it struck is not there any more.
        first = items["item", 0]
        items = {place: item for place, item in items.items() if place[0] != "item"}  # type: ignore[index]
        shown = fought(blows, look)._replace(place=1)
        items["item", 0] = first._replace(key=("act", WIDE, HEIGHT - GAP - first.y, shown))
    grounds: dict[Hashable, Item] = {}
    for at, facts in fallen.items():
        if (item := items.get(("hex", at))) and item.key[0] == "hex":
            _, tile, ground, marks = item.key
            attack = next((deed.facts["attack"] for deed in view.board.trace if deed.kind == "combat" and tuple(deed.facts["hexes"]) == (at,)), None)
            stood = Standing(facts["seat"], facts["card"], 0), _figures(losses.get(at, {}), attack), Marks(marks.arrows, spells=marks.spells)
            items["hex", at] = item._replace(key=("reality", tile, ground._replace(spheres=(), borders=()), *stood))
            grounds["hex", at] = item._replace(key=("hex", tile, ground, marks._replace(gone="")))
    return Scene(scene.size, items), grounds


def _figures(loss: Facts, attack: int | None) -> Figures:
    """The numbers that something had before the loss that destroyed it; its attack where it struck alone."""
    points = loss["left"] + loss["n"] if "left" in loss else loss["n"] - loss["by"] if loss else None
    return Figures(attack, loss.get("defense"), points, 0, 0)
