"""Finds what a message of HexKnight animates: a monster that has been beaten, or a castle that has been conquered (HK-7.7, HK-7.9); the game's end.

All of it is in the view for everybody, so that a loop shows nothing that lies under clouds.
"""

from __future__ import annotations

from collections.abc import Sequence

from render import stage
from render.canvas import Item, Scene
from render.hexknight.fight_boxes import DUEL, PARTS, DuelKey
from render.hexknight.scenes import board_scene, fight_key
from render.hexknight.stage_layout import HOLE
from render.look import Look
from render.motion import Blow
from rules.game import Event, View
from rules.hexknight.view import BoardView, FightView

ROCKETS = ((0.25, 0.34, 0), (0.68, 0.15, 0), (0.38, 0.16, 1), (0.8, 0.34, 1))
"""Fireworks over the map of the end, as shares of its size and after so many frames: clear of the numbers of rows, and of what is told beside it."""


def blow(view: View[BoardView], look: Look, events: Sequence[Event]) -> Blow | None:
    """The fight blow by blow, ending on the hex where `events` tell of a victory; fireworks over the map at the end; None without either."""
    if view.outcome:
        return Blow(("map",), rockets=ROCKETS, covered=False)
    won = {event.facts["hex"] for event in events if event.kind in ("beaten", "castle")}
    if not won:
        return None
    places, fight = tuple((h.x, h.y) for h in view.board.hexes if h.label in won), view.board.fight
    if not fight or not fight.strike or fight.monster.hex not in won:
        return Blow(places)
    earlier = _earlier(view, fight, look.in_pictures)
    at = next((h.x, h.y) for h in view.board.hexes if h.label == fight.monster.hex)
    return Blow(places, before=(earlier,) * PARTS, over=_duel(view, fight, look, earlier), signs={at: f"+{fight.points}"})


def _earlier(view: View[BoardView], fight: FightView, look: Look) -> Scene:
    """The table before the strike that won a fight: the monster stands, unless the hero is there now, and its points have not been won."""
    board = view.board
    there = not any(hero.hex == fight.monster.hex for hero in board.heroes)
    heroes = tuple(hero._replace(score=hero.score - fight.points * (hero.seat == fight.seat)) for hero in board.heroes)
    monsters = (*board.monsters, *(fight.monster,) * there)
    before = board._replace(heroes=heroes, monsters=monsters, fight=fight._replace(points=0, strike=0))
    return board_scene(view._replace(board=before), look)


def _duel(view: View[BoardView], fight: FightView, look: Look, earlier: Scene) -> tuple[Item, ...]:
    """The parts of a fight in large, in the half of the map where it did not happen."""
    places = {h.label: (h.x, h.y) for h in view.board.hexes}
    at = earlier.items.get(places[fight.monster.hex])
    half = HOLE[3] / 2
    top = HOLE[1] + (half if at is None or at.y < half else 0) + (half - DUEL[1]) / 2
    keys = [DuelKey(fight_key(view, fight, look), fight.monster.attack, fight.monster.defence, part) for part in range(PARTS)]
    return tuple(Item(("duel", stage.sizes(look), key), HOLE[0] + (HOLE[2] - DUEL[0]) // 2, round(top)) for key in keys)
