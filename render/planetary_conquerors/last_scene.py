"""The last picture of a game: who has won, how all came in, what decided it, how long it took."""

from __future__ import annotations

from collections.abc import Hashable

from render.canvas import Item, Scene
from render.look import Look
from render.planetary_conquerors.ending import MOMENT, PLACE, BannerKey, PlaceKey
from render.planetary_conquerors.recent_events import decisive
from render.stage import HEIGHT, WIDTH, briefly, factor, stage
from rules.game import View
from rules.planetary_conquerors.state import FEWEST_BUILDING_HP
from rules.planetary_conquerors.view import BoardView, SideView

STAND = 7
"""So many figures stand on the winner's planet."""


def end_scene(view: View[BoardView], look: Look) -> Scene:
    """The winner's planet, the ranking, and the decisive moment."""
    assert view.outcome
    board, winners = view.board, view.outcome.winners
    f = factor(look)
    names = ", ".join(look.names[s] for s in winners)
    length = look.say("pc.end.length", n=board.turn)
    banner = BannerKey(winners, names, end_reason(view, look), length, _standing(board.sides[winners[0]]))
    words = decisive(view, briefly(look))
    low, told = round(PLACE * f), round(MOMENT * f) if words else 0
    ranked = _ranked(view)
    lines = -(-len(ranked) // 2)
    high = HEIGHT - lines * low - told
    items: dict[Hashable, Item] = {"banner": Item(("banner", WIDTH, high, f, banner), 0, 0)}
    if words:
        items["moment"] = Item(("moment", WIDTH, told, f, look.say("pc.end.moment"), words), 0, high)
    alone = len(ranked) % 2
    for n, (rank, seat) in enumerate(ranked):
        at = n + alone if n else 0
        across = WIDTH if alone and not n else WIDTH // 2
        items["place", seat] = Item(
            ("place", across, low, f, _place(board.sides[seat], rank, look)), at % 2 * WIDTH // 2, high + told + at // 2 * low
        )
    return stage(items)


def _ranked(view: View[BoardView]) -> list[tuple[int, int]]:
    """The place of each seat, as (place, seat) in the final order; equal seats share a place."""
    found: list[tuple[int, int]] = []
    for group in view.outcome.places if view.outcome else ():
        rank = len(found) + 1
        found += [(rank, seat) for seat in group]
    return found


def end_reason(view: View[BoardView], look: Look) -> str:
    """Why the game is over, as a sentence."""
    assert view.outcome
    who = ", ".join(look.names[s] for s in view.outcome.winners)
    shared = "_shared" if len(view.outcome.winners) > 1 else ""
    key = f"pc.event.over_{view.outcome.reason}"
    known = [k for k in (f"{key}{shared}", key) if look.say.find(k)]
    return look.say(known[0], who=who) if known else look.say("pc.over")


def _standing(side: SideView) -> tuple[tuple[str, str], ...]:
    """The figures on the winner's planet as (word, type), the strongest first, with the mine in their middle."""
    worth = sorted((t for t in side.things if t.type in ("building", "warrior")), key=lambda t: -t.hp)[: STAND - 1]
    half = len(worth) // 2
    mine = [("mine", "mine")] if side.mine else []
    return (*((t.card, t.type) for t in worth[:half]), *mine, *((t.card, t.type) for t in worth[half:]))


def _place(side: SideView, rank: int, look: Look) -> PlaceKey:
    mine = side.mine
    note = "" if mine else look.say("pc.out")
    return PlaceKey(str(rank), side.seat, look.in_short.names[side.seat], mine.hp if mine else 0, side.building_hp, FEWEST_BUILDING_HP, note)
