"""The last picture of a game: who has won, how all came in, what decided it, how long it took."""

from __future__ import annotations

from collections.abc import Hashable

from render.canvas import Item, Scene
from render.ending import victory
from render.look import Look
from render.planetary_conquerors.ending import LARGE_MOMENT, LARGE_PLACE, MOMENT, PLACE, BannerKey, MomentKey, PlaceKey, Strike
from render.planetary_conquerors.recent_events import decisive, decisive_deed
from render.stage import HEIGHT, WIDTH, briefly, factor, is_large, stage
from rules.game import View
from rules.planetary_conquerors.state import FEWEST_BUILDING_HP
from rules.planetary_conquerors.view import BoardView, SideView

STAND = 7
"""So many figures stand on the winner's planet."""


def end_scene(view: View[BoardView], look: Look) -> Scene:
    """The winner's planet, the ranking, and the decisive moment."""
    assert view.outcome
    board, winners = view.board, view.outcome.winners
    f, large = factor(look), is_large(look)
    words, length = decisive(view, briefly(look)), look.say("pc.end.length", n=board.turn)
    why = f"pc.end.why_{view.outcome.reason}"
    reason = look.say(why) if look.say.find(why) else end_reason(view, look)
    banner = BannerKey(winners, victory(view, look), reason, "" if words else length, _standing(board.sides[winners[0]]))
    low, told = LARGE_PLACE if large else PLACE, (LARGE_MOMENT if large else MOMENT) if words else 0
    ranked = _ranked(view)
    first = len(ranked) > 2  # The winner has a line, and all others the next one.
    high = HEIGHT - (1 + first) * low - told
    items: dict[Hashable, Item] = {"banner": Item(("banner", WIDTH, high, f, banner), 0, 0)}
    if words:
        items["moment"] = Item(("moment", WIDTH, told, f, MomentKey(look.say("pc.end.moment"), words, length, _strike(view))), 0, high)
    for n, (rank, seat) in enumerate(ranked):
        across = WIDTH if first and not n else WIDTH // (len(ranked) - first)
        corner = (n - 1) * across if first and n else n * across, high + told + low * (first and n > 0)
        items["place", seat] = Item(("place", across, low, f, _place(board.sides[seat], rank, look)), *corner)
    return stage(items)


def _strike(view: View[BoardView]) -> Strike | None:
    """The blow that ended the game, for the eye; None where none did."""
    deed = decisive_deed(view)
    if deed is None or deed.kind != "damaged":
        return None
    source = view.board.thing(deed.facts.get("source", ""))
    return Strike(deed.facts["by"], source.type if source else "spell", deed.facts["n"], deed.facts["seat"])


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
