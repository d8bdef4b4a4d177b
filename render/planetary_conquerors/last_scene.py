"""The last picture of a game: who has won, how all came in, what decided it, how long it took."""

from __future__ import annotations

from collections.abc import Hashable

from render.canvas import Item, Key, Scene
from render.ending import victory
from render.look import Look
from render.planetary_conquerors.ending import (
    LARGE_MOMENT,
    LARGE_PLACE,
    MOMENT,
    PLACE,
    STEPS,
    BannerKey,
    DuelKey,
    Figure,
    MomentKey,
    PlaceKey,
    Strike,
)
from render.planetary_conquerors.names import card_name
from render.planetary_conquerors.recent_events import decisive, decisive_deed
from render.stage import HEIGHT, WIDTH, briefly, factor, is_large, stage
from rules.game import View
from rules.planetary_conquerors.state import FEWEST_BUILDING_HP
from rules.planetary_conquerors.view import BoardView, SideView

STAND, COUNTED = 7, 12
"""So many figures stand on the winner's planet at most, and so many where the HP of all buildings are counted."""
HELD = 3
"""For so many frames what is to be read stays: what is struck as it stood, the blow, and what came of it."""


def end_scene(view: View[BoardView], look: Look) -> Scene:
    """The winner's planet, the ranking, and the decisive moment."""
    assert view.outcome
    f = factor(look)
    banner, words = _banner(view, look), decisive(view, briefly(look))
    strike = _strike(view)
    if strike and strike.gain and words:
        total = view.board.sides[strike.seat].building_hp
        words = f"{words} · {total - strike.n} → {total}"
    low, told = (LARGE_PLACE, LARGE_MOMENT) if is_large(look) else (PLACE, MOMENT)
    ranked = _ranked(view)
    first = len(ranked) > 2  # The winner has a line, and all others the next one.
    high = _high(view, look)
    items: dict[Hashable, Item] = {"banner": Item(("banner", WIDTH, high, f, banner), 0, 0)}
    if words:
        items["moment"] = Item(("moment", WIDTH, told, f, MomentKey(words, strike)), 0, high)
    top = high + (told if words else 0)
    for n, (rank, seat) in enumerate(ranked):
        across = WIDTH if first and not n else WIDTH // (len(ranked) - first)
        corner = (n - 1) * across if first and n else n * across, top + low * (first and n > 0)
        items["place", seat] = Item(("place", across, low, f, _place(view.board.sides[seat], rank, look)), *corner)
    return stage(items)


def _high(view: View[BoardView], look: Look) -> int:
    """How high the winner's planet is."""
    low, told = (LARGE_PLACE, LARGE_MOMENT) if is_large(look) else (PLACE, MOMENT)
    return HEIGHT - (1 + (len(view.board.sides) > 2)) * low - (told if decisive(view, briefly(look)) else 0)


def _banner(view: View[BoardView], look: Look) -> BannerKey:
    assert view.outcome
    winners, why = view.outcome.winners, f"pc.end.why_{view.outcome.reason}"
    reason = look.say(why) if look.say.find(why) else end_reason(view, look)
    return BannerKey(winners, victory(view, look), reason, look.say("pc.end.length", n=view.board.turn), _standing(view))


def decisive_scenes(view: View[BoardView], look: Look) -> tuple[Scene, ...]:
    """What decided a game as it happened, a scene for each frame: the blow and the mine that falls, or the building that comes and what it makes of
    the tally; none if neither ended it."""
    if not (strike := _strike(view)):
        return ()
    after, f, high = end_scene(view, look), factor(look), _high(view, look)
    if strike.gain:
        banner, total = _banner(view, look), view.board.sides[strike.seat].building_hp
        goal = f"/{FEWEST_BUILDING_HP}"
        keys: list[Key] = [
            ("banner", WIDTH, high, f, banner._replace(won="", reason="", length="", tally=f"{n}{goal}", aloft=aloft))
            for n, aloft in ((total - strike.n, True), (total, False))
        ]
        times = [HELD, HELD]
    else:
        deed = decisive_deed(view)
        assert deed
        assert view.outcome
        names = card_name(strike.card, look), look.in_short.names[strike.seat]
        told = DuelKey(view.outcome.winners[0], strike, names, deed.facts["left"] + strike.n, "")
        keys = [("duel", WIDTH, high, f, told._replace(step=step)) for step in STEPS]
        times = [HELD, HELD, 1, HELD]
    scenes = [Scene(after.size, {**after.items, "banner": Item(key, 0, 0)}) for key in keys]
    return tuple(scene for scene, n in zip(scenes, times, strict=True) for _ in range(n))


def _strike(view: View[BoardView]) -> Strike | None:
    """What ended the game, for the eye: the blow on the last mine, or the building that came; None where it was neither."""
    deed = decisive_deed(view)
    if deed is None or deed.kind not in ("damaged", "entered"):
        return None
    if deed.kind == "damaged":
        source = view.board.thing(deed.facts.get("source", ""))
        return Strike(deed.facts["by"], source.type if source else "spell", deed.facts["n"], deed.facts["seat"])
    thing = view.board.thing(deed.facts["thing"])
    return Strike(thing.card, thing.type, thing.hp, thing.controller, True) if thing and thing.type == "building" else None


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


def _standing(view: View[BoardView]) -> tuple[Figure, ...]:
    """The figures on the winner's planet: what decided the game, the strongest, and if the HP of buildings count these alone; with the mine in their
    middle."""
    assert view.outcome
    side, deed = view.board.sides[view.outcome.winners[0]], decisive_deed(view)
    fresh = deed.facts["thing"] if deed and deed.kind == "entered" else ""
    kinds, most = (("building", "warrior"), STAND) if view.outcome.reason == "last_mine" else (("building",), COUNTED)
    worth = sorted((t for t in side.things if t.type in kinds), key=lambda t: (t.word != fresh, -t.hp))[: most - 1]
    shown = [Figure(t.card, t.type, t.hp, t.word == fresh) for t in sorted(worth, key=lambda t: -t.hp)]
    half = len(shown) // 2
    mine = [Figure("mine", "mine", side.mine.hp)] if side.mine else []
    return (*shown[:half], *mine, *shown[half:])


def _place(side: SideView, rank: int, look: Look) -> PlaceKey:
    mine = side.mine
    note = "" if mine else look.say("pc.out")
    return PlaceKey(str(rank), side.seat, look.in_short.names[side.seat], mine.hp if mine else 0, side.building_hp, FEWEST_BUILDING_HP, note)
