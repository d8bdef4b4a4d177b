"""The stage: the map at the left, both seats, the turn, the stack and what has just happened at the right, each at its place."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

from render import stage
from render.canvas import Box, Frame, Item, Scene
from render.hand_cards import HeldKey
from render.hexygame.act_boxes import Line
from render.hexygame.acts import just_now, on_stack
from render.hexygame.descriptions import deciding, ending, sign_of_end, whose, winner
from render.hexygame.ground import MAP, Around, Beyond, Hole
from render.hexygame.map import hexes
from render.hexygame.names import card_name, phase_name, pool_text
from render.hexygame.recent_events import at_beginning, deeds
from render.hexygame.side_boxes import End, Energy, Head, alike, line_height
from render.hexygame.turn_box import SmallMap
from render.hexygame.viewport import WHOLE, Window, camera, cameras, near_camera
from render.look import Look
from render.text import fitted
from rules.game import View
from rules.hexygame.map import PLACES, RADIUS
from rules.hexygame.view import BoardView, SideView

LEFT, WIDE, GAP = 716, 278, 6
"""Where the other part begins, how wide it is, and what is between its boxes."""
BELOW = 8
"""How much higher the last part of a panel is."""
WON = "★"
MOST_HELD, MOST_LARGE, TALLEST, ZOOMED, ZOOM = 8, 6, 232, 180, 1.15
"""So many different cards lie beside the map at most, usually and in large type; how high one is at most, and from which height on all on it is so
many times as large."""
SMALLEST, LEGIBLE, ROW, HIGHEST_ROW = 50, 140, 74, 92
"""How high cards are at least beside what is asked, and for their text to be read; else they are rows with a name and numbers or a note, of a height
and at most of another one."""
MOST_ACT, LEAST_ACT = 236, 98
"""How high an act above cards is at most and at least."""


class Sizes(NamedTuple):
    """The heights of the parts of a seat's panel, 0 for one that is left out, and of the turn; and how many items of the stack fit."""

    head: int
    zones: int
    energies: int
    track: int
    phase: int
    items: int

    @property
    def seat(self) -> int:
        return self.head + self.zones + self.energies + self.track

    def top(self, seat: int) -> int:
        """The top of a seat's panel."""
        return GAP + seat * (self.seat + GAP)


USUAL = Sizes(60, 36, 36, 26, 58, 3)
LARGE = Sizes(50, 74, 44, 0, 74, 2)


def most_held(look: Look) -> int:
    """How many different cards lie beside the map at most."""
    return MOST_LARGE if stage.is_large(look) else MOST_HELD


def sizes(look: Look) -> Sizes:
    """The heights for a reader."""
    return LARGE if stage.is_large(look) else USUAL


class Asked(NamedTuple):
    """What the viewer is asked: in words; the hexes that can be chosen, which are lit; the cards that can be, by their words; or the cards that the
    viewer holds, at most `most_held`, which lie below the viewer's panel alone."""

    words: str = ""
    lit: frozenset[str] = frozenset()
    offered: tuple[str, ...] = ()
    held: Sequence[HeldKey] = ()


NOTHING = Asked()


def table(view: View[BoardView], look: Look, asked: Asked = NOTHING) -> Scene:
    """Seats, map and stack, and what the viewer is asked; at the end who has won, and how."""
    board, at, (_, lit, _, held) = view.board, sizes(look), asked
    if view.outcome:  # How it was decided has the room of what matters no more.
        at = at._replace(energies=0, zones=at.zones + BELOW if stage.is_large(look) else 0)
    seen = _seen(board, lit, stage.is_large(look))
    top = (stage.HEIGHT - seen.height(MAP)) // 2
    items: dict[Hashable, Item] = {}
    if board.stage in ("deck", "mulligan") and not lit:
        items["opening"] = Item(("opening", MAP, stage.HEIGHT, look.say("title")), 0, 0)
        holes: tuple[Hole, ...] = ()
    else:
        there = hexes(board, look, lit, seen, MAP, _decisive(view))
        items |= {place: item._replace(y=item.y + top) for place, item in there.items()}
        holes = tuple(Hole(tile, x, top + y) for _, tile, x, y in seen.places(MAP))
    large = stage.is_large(look)
    heads = [Head(side.seat, look.forms(side.seat), 0 if large else side.dice, sign(view, side.seat)) for side in board.sides]
    seats = [pair for pair in zip(board.sides, alike(heads, WIDE, stage.factor(look)), strict=True) if not held or pair[0].seat == view.seat]
    for n, (side, head) in enumerate(seats):
        items |= _seat(side, head, look, at, at.top(n))
    boxes: list[Box] = [(LEFT, at.top(n), WIDE, at.seat) for n in range(len(seats))]
    for place, item in (_held(view, look, at, asked) if held else _beside(view, look, at, seen, asked)).items():
        items[place] = item
        boxes.append((item.x, item.y, *item.key[1:3]))  # type: ignore[arg-type]
    won = winner(view)
    around = Around(holes, tuple(boxes), 0 if holes else MAP, tuple(_beyond(board, seen, top)) if large and holes else ())
    frame = ("frame", stage.WIDTH, stage.HEIGHT, around, "" if won is None else f"seat{won}")
    return stage.stage({"frame": Item(frame, 0, 0), **items})


def _seen(board: BoardView, lit: frozenset[str], large: bool) -> Window:
    """The part of the map that is seen: the nearest one with all that stands and is lit; for large type nearer, and never all of it."""
    if large:
        return near_camera(at_beginning(board), deeds(board), lit) or camera(lit, aside=True)._replace(large=True)
    needed = {*lit, *(reality.hex for reality in board.realities)}
    return next((seen for seen in cameras(at_beginning(board)) if all(map(seen.has, needed))), WHOLE)


def _beyond(board: BoardView, seen: Window, top: int) -> Iterator[Beyond]:
    """How much each seat has beyond the left and the right edge of what is seen, where rows leave room to say it: the first seat's above."""
    for way in (-1, 1):
        gaps = seen.gaps(MAP, way)
        for seat in (0, 1):
            count = sum(reality.owner == seat and seen.beside(reality.hex) == way for reality in board.realities)
            if count and gaps:
                x, y = gaps[0 if seat == 0 else -1]
                yield Beyond((x, y + top), way, seat, count)


def _decisive(view: View[BoardView]) -> frozenset[str]:
    """The hex that decided a game that is over, and those of the way there; none where it was not decided on the map."""
    decider = deciding(view)
    if decider is None:
        return frozenset()
    way = [decider.hex]
    for deed in reversed(view.board.trace):
        if deed.kind == "moved" and deed.facts["hex"] == way[-1]:
            way.append(deed.facts["origin"])
    return frozenset(way)


def _beside(view: View[BoardView], look: Look, at: Sizes, seen: Window, asked: Asked) -> dict[Hashable, Item]:
    """The items below the seats: in the place of the turn what the viewer is asked."""
    if view.outcome:
        return _end(view, look, at)
    return (_question(asked.words, at, at.top(2)) or _turn(view, look, at, seen)) | _tale(view, look, at, asked.offered)


def _question(words: str, at: Sizes, top: int) -> dict[Hashable, Item]:
    """What the viewer is asked, if it is."""
    return {("asked",): Item(("asked", WIDE, at.phase, words), LEFT, top)} if words else {}


def sign(view: View[BoardView], seat: int) -> str:
    """The sign beside a seat: it has won, or that of the turn."""
    return WON if seat == winner(view) else whose(view, seat)


def _held(view: View[BoardView], look: Look, at: Sizes, asked: Asked) -> dict[Hashable, Item]:
    """Below the panel of whoever holds cards: what is asked, and the act that it is about or that came last, if cards leave room for them; and the
    cards, as high as there is room for."""
    top, cards, k = at.top(1), asked.held, stage.factor(look)
    found: dict[Hashable, Item] = {}
    if stage.HEIGHT - top - at.phase - GAP >= SMALLEST * k * len(cards):
        found |= _question(asked.words, at, top)
        top += (at.phase + GAP) * len(found)
    stack, row = view.board.stack, round(ROW * k)
    act = on_stack(view.board, stack[-1], look, 1, len(stack) - 1) if stack else just_now(view, look)
    free, least = stage.HEIGHT - top, LEAST_ACT * k + GAP if act else 0
    rows = [not card.able for card in cards] if free - least < LEGIBLE * len(cards) else [False] * len(cards)
    if free - least < LEGIBLE * rows.count(False) + row * rows.count(True):
        rows = [True] * len(cards)
    high = min(MOST_ACT, free - GAP - sum(row if low else LEGIBLE for low in rows))
    if act and high >= least - GAP:
        found["act",] = Item(("act", WIDE, high, act), LEFT, top)
        top += high + GAP
        free -= high + GAP
    row = min(round(HIGHEST_ROW * k) if all(rows) else row, free // len(cards))
    step = min(TALLEST, (free - row * rows.count(True)) // max(1, rows.count(False)))
    zoom = ZOOM if step > ZOOMED and not stage.is_large(look) else 1
    for n, (card, low) in enumerate(zip(cards, rows, strict=True)):
        high = (row if low else step) - GAP
        found["held", n] = Item(("card_row", WIDE, high, card, k) if low else ("held", WIDE, high, card, zoom), LEFT, top)
        top += high + GAP
    return found


def _seat(side: SideView, head: Head, look: Look, at: Sizes, top: int) -> dict[Hashable, Item]:
    seat, large = side.seat, stage.is_large(look)
    frame = Frame(0, 0, (WIDE, at.seat), {stage.WAITS: "accent", WON: "gold"}.get(head.sign, ""))
    zones = (side.hand, side.library, len(side.graveyard))
    parts = (
        ("head", at.head, (head,)),
        ("zones", at.zones, (zones, side.dice if large else 0)),
        ("energies", at.energies, (Energy(pool_text(side.sources), pool_text(side.pool)),)),
        ("track", at.track, (side.dice,)),
    )
    found: dict[Hashable, Item] = {}
    below = 0
    for name, high, what in (part for part in parts if part[1]):
        found[name, seat] = Item((name, WIDE, high, frame._replace(top=below), *what), LEFT, top + below)
        below += high
    return found


def _turn(view: View[BoardView], look: Look, at: Sizes, seen: Window) -> dict[Hashable, Item]:
    """The turn; where something stands on the map and not all of it is shown, a small one."""
    small: SmallMap | None = None
    if seen != WHOLE and view.board.realities:
        whole = 2 * RADIUS + 1
        dots = tuple((((PLACES[r.hex][0] + PLACES[r.hex][1] / 2) / whole, PLACES[r.hex][1] * 0.87 / whole), r.owner) for r in view.board.realities)
        left, right = (seen.middle - seen.across) / 2, (seen.middle + seen.across) / 2
        small = SmallMap(dots, (left / whole, (seen.first * 0.87 - 0.5) / whole, right / whole, (seen.last * 0.87 + 0.5) / whole))
    words = tuple(phase_name(view, look).split(" · "))
    seat = view.board.active if view.board.stage == "play" else -1
    key = ("turn", WIDE, at.phase, seat, words, small)
    return {("turn",): Item(key, LEFT, at.top(2))}


def _tale(view: View[BoardView], look: Look, at: Sizes, offered: tuple[str, ...]) -> dict[Hashable, Item]:
    """The cards that may be chosen; else the stack, the top first, whose items share the room; else what has just happened; before anything has, how
    the game is won. One thing at a time: what lies on the stack is what has just been done."""
    top = at.top(2) + at.phase + GAP
    high = stage.HEIGHT - GAP - top
    if offered:
        label = stage.sizes(look).label
        shown = _cards(offered, look, int((high - 8) / line_height(label)))
        return {("cards",): Item(("lines", WIDE, high, label, shown), LEFT, top)}
    stack = view.board.stack[::-1]
    if not stack:
        done = just_now(view, look)
        key = ("act", WIDE, high, done) if done else ("goal", WIDE, high, (look.say("intro.won"), look.say("hx.goal")))
        return {("act",): Item(key, LEFT, top)}
    fit = min(len(stack), at.items)
    step = (high + GAP) // fit
    more = [len(stack) - fit if n + 1 == fit else 0 for n in range(fit)]
    return {
        ("item", n): Item(("act", WIDE, step - GAP, on_stack(view.board, stack[n], look, n + 1, more[n])), LEFT, top + n * step) for n in range(fit)
    }


def _cards(words: tuple[str, ...], look: Look, room: int) -> tuple[Line, ...]:
    """Cards to choose from, a line each, and how many more there are."""
    label, width = stage.sizes(look).label, round(WIDE - 58 * stage.factor(look))
    shown = words if len(words) <= room else words[: room - 1]
    lines = [Line(word, fitted(card_name(word, look), "Medium", label, width)) for word in shown]
    return (*lines, *([Line("", f"+{len(words) - len(shown)}")] if len(shown) < len(words) else []))


def _end(view: View[BoardView], look: Look, at: Sizes) -> dict[Hashable, Item]:
    """The item with the winner, the reason, and what decided it."""
    assert view.outcome
    titles = tuple(ending(view, form)[0] for form in (look, look.in_short))
    _, why, _ = ending(view, look.in_short)
    if stage.is_large(look):
        why = look.say.find(f"hx.end.{view.outcome.reason}_short") or why
    decider = deciding(view)
    top = at.top(2)
    end = End(winner(view), decider.card if decider else sign_of_end(view.outcome), decider is not None, titles, why)
    return {("banner",): Item(("banner", WIDE, stage.HEIGHT - GAP - top, end), LEFT, top)}
