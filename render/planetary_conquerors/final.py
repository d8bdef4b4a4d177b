"""The last picture of a game: who has won, how all came in, what decided it, how long it took."""

from __future__ import annotations

from render.canvas import Rows, Scene
from render.cards import WIDTH
from render.look import Look
from render.planetary_conquerors import ending
from render.planetary_conquerors.ending import BANNER, PLACE, BannerKey, PlaceKey
from render.planetary_conquerors.news import decisive
from rules.game import View
from rules.planetary_conquerors.content import MINE_HP
from rules.planetary_conquerors.state import FEWEST_BUILDING_HP
from rules.planetary_conquerors.view import BoardView, SideView

STAND = 7
"""So many figures stand on the winner's planet."""


def end_scene(view: View[BoardView], look: Look) -> Scene:
    """The winner's planet, the ranking, and the decisive moment."""
    assert view.outcome
    board, winners = view.board, view.outcome.winners
    rows = Rows()
    names = ", ".join(look.names[s] for s in winners)
    length = look.say("pc.end.length", n=board.turn)
    key = BannerKey(winners, names, end_reason(view, look), length, _standing(board.sides[winners[0]]))
    rows.put("banner", ("banner", WIDTH, BANNER, key), BANNER)
    if words := decisive(view, look):
        height = 68 + 36 * len(ending.moment_rows(words))
        rows.put("moment", ("moment", WIDTH, height, look.say("pc.end.moment"), words), height)
    rank = 1
    for group in view.outcome.places:
        for seat in group:
            rows.put(("place", seat), ("place", WIDTH, PLACE, _place(board.sides[seat], rank, look)), PLACE)
        rank += len(group)
    return Scene((WIDTH, rows.y + 6), rows.items)


def end_reason(view: View[BoardView], look: Look) -> str:
    """Why the game is over, as a sentence."""
    assert view.outcome
    who = ", ".join(look.names[s] for s in view.outcome.winners)
    shared = "_shared" if len(view.outcome.winners) > 1 else ""
    key = f"pc.event.over_{view.outcome.reason}"
    known = [k for k in (f"{key}{shared}", key) if look.say.find(k)]
    return look.say(known[0], who=who) if known else look.say("pc.over")


def _standing(side: SideView) -> tuple[tuple[str, str], ...]:
    """The figures on a planet, the largest first, the mine in their middle."""
    worth = sorted((t for t in side.things if t.type in ("building", "warrior")), key=lambda t: -t.hp)[: STAND - 1]
    half = len(worth) // 2
    mine = [("mine", "mine")] if side.mine else []
    return (*((t.card, t.type) for t in worth[:half]), *mine, *((t.card, t.type) for t in worth[half:]))


def _place(side: SideView, rank: int, look: Look) -> PlaceKey:
    mine = side.mine
    note = "" if mine else look.say("pc.out")
    return PlaceKey(str(rank), side.seat, look.names[side.seat], mine.hp if mine else 0, MINE_HP, side.building_hp, FEWEST_BUILDING_HP, note)
