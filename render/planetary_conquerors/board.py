"""The table on the stage: every seat with its planet, the clock, what is going on and the latest events; and the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence

from render.canvas import Item, Key, Scene
from render.look import Look
from render.planetary_conquerors.clock import ClockKey
from render.planetary_conquerors.last_scene import end_scene
from render.planetary_conquerors.names import act_line, expected, phase_name, strikes, turn_name, window_line
from render.planetary_conquerors.recent_events import Trace, begun_with, fallen_before, gains, gone, latest, sentence, told_turn, traces
from render.planetary_conquerors.side_boxes import CHIP, AttackKey, Fighter, HeadKey, MinerKey, StockKey, StoryKey, Telling
from render.planetary_conquerors.stage_layout import EDGE, SPARE, SPARE_OF_OTHERS, Box, Layout, Plot, layout
from render.planetary_conquerors.tiles import Place, TileKey
from render.stage import COVER, TURN, WAITS, factor, is_large, stage
from rules.game import View
from rules.parts.event_trace import Deed
from rules.planetary_conquerors.state import FEWEST_BUILDING_HP
from rules.planetary_conquerors.view import BoardView, SideView, ThingView

ZOOMS = (2, 1.5)
"""How many times as large few attacks are in a place for many."""
REST = 70
"""How wide the number of further attacks is, beside a single one."""
BESIDE, LINE = 270, 40
"""How wide a place for the story is at least, and how high where anything is said in it."""
TOLD = 3
"""So many sentences say what has just happened."""

Items = dict[Hashable, Item]


def board_scene(view: View[BoardView], look: Look, lit: frozenset[str] = frozenset(), taken: Sequence[str] = ()) -> Scene:
    """The table. `lit` are words of things that may be chosen, `taken` those of what is chosen already, in their order."""
    if view.outcome:
        return end_scene(view, look)
    board, f = view.board, factor(look)
    close = near(view, lit) if is_large(look) else None
    lies = layout([_room(board, side) for side in board.sides], fallen_before(board), close)
    items: Items = {}
    for side, plot in zip(board.sides, lies.plots, strict=True):
        _framed(items, plot, "accent" if side.seat in view.to_act else "gap")
        if side.mine is None:
            note = look.say("pc.out") if side.out else look.say("pc.ready" if side.ready else "pc.not_ready")
            place = Place(0, 0, plot.land.width, plot.land.height, f)
            land = plot.land._replace(dead=bool(side.out))
            items["gone", side.seat] = Item(("gone", land, place, look.forms(side.seat), sign(view, side.seat), note), plot.x, plot.y)
        else:
            _Planet(items, plot, f).lay(view, side, look, lit, taken)
    _clock(items, lies, view, look)
    _story(items, lies, view, look, taken)
    return stage(items)


def _room(board: BoardView, side: SideView) -> int:
    """For how many things there are places on a planet, with those for what may come in a turn."""
    return begun_with(board, side) + (SPARE if side.seat == told_turn(board) else SPARE_OF_OTHERS)


def cover_scene(look: Look) -> Scene:
    """The game's cover."""
    return Scene(COVER, {"cover": Item(("cover", *COVER, look.say("title")), 0, 0)})


def near(view: View[BoardView], lit: frozenset[str] = frozenset()) -> list[int]:
    """The two seats whose planets are shown in full where there is no room for all: whose turn it is, who looks, on whose planet something may be
    chosen; else whose turn was before, of which is told at first, so that nothing changes its place in a turn."""
    board = view.board
    living = [side.seat for side in board.sides if not side.out] or [board.active]
    earlier = sorted(living, key=lambda seat: (board.active - seat) % len(board.sides))
    own = [view.seat] if view.seat is not None and view.seat in living else []
    chosen = [t.controller for side in board.sides for t in side.things if t.word in lit]
    return list(dict.fromkeys([board.active, *own, *chosen, *earlier, *range(len(board.sides))]))[:2]


def sign(view: View[BoardView], seat: int) -> str:
    """The sign of a seat (`render.stage`): the game waits for it; it has the turn; or nothing.

    Who is waited for is what everybody may know (PC-19.7).
    """
    if seat in view.to_act:
        return WAITS
    return TURN if view.board.stage == "play" and seat == view.board.active and not view.outcome else ""


def _framed(items: Items, plot: Plot, role: str) -> None:
    """Adds the four sides of a frame to the items."""
    x, y, width, height = plot.frame
    right, low, tall = x + width - EDGE, y + height - EDGE, height - 2 * EDGE
    sides = ((x, y, width, EDGE), (x, low, width, EDGE), (x, y + EDGE, EDGE, tall), (right, y + EDGE, EDGE, tall))
    for n, (left, top, across, down) in enumerate(sides):
        items["edge", plot.land.seat, n] = Item(("edge", across, down, role), left, top)


class _Planet:
    """Builds the items of a planet."""

    def __init__(self, items: Items, plot: Plot, f: float) -> None:
        self.items, self.plot, self.f = items, plot, f

    def _put(self, what: Hashable, box: Box, key: str, *facts: Hashable) -> None:
        plot = self.plot
        self.items[what, plot.land.seat] = Item((key, plot.land, Place(*box, self.f), *facts), plot.x + box[0], plot.y + box[1])

    def lay(self, view: View[BoardView], side: SideView, look: Look, lit: frozenset[str], taken: Sequence[str]) -> None:
        """Adds head, mine, places and rock of a planet."""
        board, plot, land = view.board, self.plot, self.plot.land
        found = traces(board)
        guards = {t.blocker for s in board.sides for t in s.things if t.blocker}
        fight = fighting(board)

        def key(t: ThingView) -> TileKey:
            can, chosen, fights = t.word in lit, t.word in taken, t.word in fight
            aside = bool(fight) and not (can or chosen or fights)
            return _tile(t, found.get(t.word, Trace()), t.word in guards)._replace(lit=can, taken=chosen, fights=fights, aside=aside)

        leads = side.seat == leader(board)
        head = HeadKey(look.forms(side.seat), sign(view, side.seat), side.building_hp, FEWEST_BUILDING_HP, leads)
        self._put("head", (0, 0, land.width, plot.head), "head", head)
        assert side.mine
        down = plot.rows * plot.tile[1] or land.height - plot.head
        self._put("mine", (plot.amid, plot.head, plot.mine, down), "mine", key(side.mine))
        stock = StockKey(side.stock, side.limits, gains(board, side.seat), (side.hand, side.library, len(side.junkyard)))
        if not plot.rows:
            self._put("stock", (plot.mine, plot.head, land.width - plot.mine, down), "stock", stock)
            return
        self._places(side, board, key, lit.union(taken))
        low, half = land.height - land.floor, plot.rock
        chips = tuple(_chips(side, found, lit, taken))
        if not low:
            return
        if low < 60 * self.f:
            self._put("miners", (0, land.floor, half, low), "miners", chips)
            self._put("stock", (half, land.floor, land.width - half, low), "stock", stock)
        else:
            self._put("miners", (0, land.floor, land.width, low // 2), "miners", chips)
            self._put("stock", (0, land.floor + low // 2, land.width, low - low // 2), "stock", stock)

    def _places(self, side: SideView, board: BoardView, key: Callable[[ThingView], TileKey], wanted: frozenset[str]) -> None:
        """Adds buildings and warriors, and what has just gone in the free places nearest to the middle."""
        plot = self.plot
        filled = slots(side, plot, board, wanted)
        hidden = [t for t in side.things if t.type in ("building", "warrior") and t not in filled.values()]
        last = plot.rows * plot.columns - 1
        free = [n for n in plot.nearest() if n not in filled and not (hidden and n == last)]
        lost = dict(zip(free, gone(board, side.seat), strict=False))
        for n in range(last + 1):
            box = (*plot.at(n), *plot.tile)
            if hidden and n == last:
                self._put(("tile", n), box, "others", len(hidden), any(key(t).lit for t in hidden))
            elif n in filled:
                self._put(("tile", n), box, "tile", key(filled[n]))
            elif n in lost:
                place = ("ghost", lost[n].card)  # By which a blow finds it; a second one of its kind stands where it stands.
                self._put(place if (place, side.seat) not in self.items else ("tile", n), box, "ghost", lost[n].card, lost[n].letter)
            else:
                self._put(("tile", n), box, "empty")


def slots(side: SideView, plot: Plot, board: BoardView, wanted: frozenset[str] = frozenset()) -> dict[int, ThingView]:
    """Which thing stands on which place, by the place's number: from the middle of the planet on buildings to the left and warriors to the right.

    Where there are more, those that are `wanted` or take part in an attack come first, then the strongest; the last place says how many others
    there are.
    """
    things = [t for t in side.things if t.type in ("building", "warrior")]
    room = plot.rows * plot.columns
    if len(things) > room:
        targets = {word for s in board.sides for t in s.things for word in (t.target, t.blocker) if word}
        best = sorted(things, key=lambda t: (not (t.target or t.word in targets or t.word in wanted), -t.hp))[: room - 1]
        things = [t for t in things if t in best]
        room -= 1
    found: dict[int, ThingView] = {}
    for kind in ("building", "warrior"):
        places = [n for n in plot.outwards(kind == "building") if n < room and n not in found]
        found |= zip(places, [t for t in things if t.type == kind], strict=False)
    return found


def _tile(t: ThingView, trace: Trace, guards: bool) -> TileKey:
    known = tuple(bool(trap) for trap in t.traps)
    return TileKey(
        t.type, t.card, t.letter, t.attack, t.attack - t.printed, t.hp, t.most, t.shielding, t.exhausted, t.illusion, known, t.line, guards, trace
    )


def _chips(side: SideView, found: Mapping[str, Trace], lit: frozenset[str], taken: Sequence[str]) -> Iterator[MinerKey]:
    """Miners: those that an action names, or whose effect is used up, stand alone, the others are counted."""
    all_of_them = [t for t in side.things if t.type == "miner"]
    for card in dict.fromkeys(t.card for t in all_of_them):
        same = [t for t in all_of_them if t.card == card]
        alone = [t for t in same if t.spent or t.word in lit or t.word in taken]
        rest = [t for t in same if t not in alone]
        if rest:
            letter = rest[0].letter if len(rest) == 1 and len(same) > 1 else ""
            yield MinerKey(card, len(rest), letter, False, any(found.get(t.word, Trace()).new for t in rest), "")
        for t in alone:
            frame = "accent" if t.word in taken else "legal_line" if t.word in lit else ""
            yield MinerKey(card, 1, t.letter, t.spent, found.get(t.word, Trace()).new, frame)


def fighting(board: BoardView) -> frozenset[str]:
    """The words of what attacks, blocks and is attacked in the present line, or in those to come if it has not begun."""
    attackers = [t for side in board.sides for t in side.things if t.target and not t.done]
    now = [t for t in attackers if t.line == board.line] or attackers
    return frozenset(word for t in now for word in (t.word, t.blocker or t.target))


def leader(board: BoardView) -> int | None:
    """The seat in the lead, by HP of its buildings, then of its mine; None if it is not one alone."""
    worth = sorted(((side.building_hp, side.mine.hp, side.seat) for side in board.sides if side.mine and not side.out), reverse=True)
    if len(worth) < 2 or worth[0][:2] == worth[1][:2]:
        return None
    return worth[0][2]


# What is told


def _clock(items: Items, lies: Layout, view: View[BoardView], look: Look) -> None:
    """Adds the turn, and what is asked of whom, as far as everybody may know; where nothing is, the phase."""
    x, y, width, height = lies.clock
    board = view.board
    asked = _asked(view, look)
    turn = board.active if board.stage == "play" else None
    title = turn_name(view, look) or phase_name(view, look)
    words = _capital(asked[0]) if asked else phase_name(view, look) if turn is not None else ""
    items["clock"] = Item(("clock", width, height, factor(look), ClockKey(title, turn, words, tuple(view.to_act), bool(board.window))), x, y)


def _asked(view: View[BoardView], look: Look) -> list[str]:
    """What is asked of those for whom the game waits, as far as everybody may know."""
    return [expected(kind, look) for seat, kind in view.asked if seat in view.to_act]


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _story(items: Items, lies: Layout, view: View[BoardView], look: Look, taken: Sequence[str]) -> None:
    """Adds the attacks; if there are none, the card being carried out, what is open, or else what the viewer is asked, and the latest events."""
    x, y, width, height = lies.story
    board, f = view.board, factor(look)
    attacks, look = list(_assaults(board, taken)), look.in_short
    act = board.acts[-1] if board.acts else None
    blows = strikes(board, look)
    words = window_line(board, look) or blows
    said: dict[str, Fighter | None] = {}
    if view.decision and not words and (asked := expected(view.decision.kind, look)) not in _asked(view, look):
        said[_capital(asked)] = None  # More than everybody may know, and reads in the clock.
    if act:
        said[act_line(board, act, look)] = Fighter(act.card, act.type, "", act.seat)
    if words:
        said[words] = None
    if attacks:
        x, y, width, height = _attacks(items, (x, y, width, height), f, attacks)
    if width >= BESIDE * f and height > 0:
        room = TOLD if height > 100 else max(1, 2 - len(said))
        told = _told(board, look, said, room, act.card if act else "") if height >= LINE * f else (Telling((), None),)
        least = (Telling((blows,), None),) if blows and told[0].words else ()
        key = StoryKey(told, "" if board.stage == "play" else look.say("title"), least)
        items["story"] = Item(("story", width, height, f, key), x, y)


def _attacks(items: Items, box: Box, f: float, attacks: Sequence[AttackKey]) -> Box:
    """Adds attacks to a box: in one row of it as many as there are, with the rest of the row left over if the story fits there, or in several rows.
    Returns what is left of it."""
    x, y, width, height = box
    f *= next((zoom for zoom in ZOOMS if width >= CHIP * f * zoom and len(attacks) <= height // round(60 * f * zoom)), 1)
    down, columns = round(60 * f), max(1, width // round(CHIP * f))
    rows = max(1, height // down)
    wide, across = [width // columns] * columns, 0
    alone = rows == columns == 1 < len(attacks)
    if alone:  # Beside it how many there are besides.
        columns, wide = 2, [width - round(REST * f), round(REST * f)]
    elif rows == 1:
        columns = min(columns, len(attacks))
        across = columns * round(CHIP * f)
        wide = [round(CHIP * f)] * columns if width - across >= BESIDE * f else [width // columns] * columns
    room = rows * columns
    shown = attacks if len(attacks) <= room - alone else sorted(attacks, key=lambda attack: attack.done)[: room - 1]
    down = height if rows == 1 else down
    lines = -(-min(room, len(attacks)) // columns)
    for n in range(lines * columns):
        key: Key = ("assault", wide[n % columns], down, f, shown[n]) if n < len(shown) else ()
        key = key or ("rest", wide[n % columns], down, f, len(attacks) - len(shown) if n == len(shown) else 0)
        items[key[0], n] = Item(key, x + sum(wide[: n % columns]), y + n // columns * down)
    if rows == 1:
        return x + sum(wide), y, width - sum(wide), height
    return x, y + lines * down, width, height - lines * down


def _told(board: BoardView, look: Look, first: Mapping[str, Fighter | None], most: int, going_on: str = "") -> tuple[Telling, ...]:
    """What is said `first`, by what it is about, with the latest events, then with fewer and fewer of them: the most important ones."""
    forms = []
    for n in range(most, 0, -1):
        said = dict(first)
        for deed in latest(board, n, going_on):
            if words := sentence(deed, look):
                said.setdefault(words, _about(board, deed))  # Once is enough.
        forms.append(said)
    forms += [dict([*first.items()][:n]) for n in range(len(first), 0, -1)]
    found = [Telling(tuple(said), next(iter(said.values()))) for said in forms if said]
    return tuple(dict.fromkeys(found)) or (Telling((), None),)


def _about(board: BoardView, deed: Deed) -> Fighter | None:
    """What does an event's deed, or what has come, if it is still there; or the card that was played."""
    facts = deed.facts
    if deed.kind == "played":
        return _played(board, facts["card"], facts["seat"])
    if found := _fighter(board, facts.get("source") or ("" if "by" in facts else facts.get("thing", ""))):
        return found
    cast = [s.facts["seat"] for s in board.news if s.kind == "played" and s.facts["card"] == facts.get("by")]
    return _played(board, facts["by"], cast[-1]) if cast else None


def _played(board: BoardView, card: str, seat: int) -> Fighter | None:
    """A card that a seat has played: its latest copy on the planets, or a spell; None for what is not there any more."""
    copies = [t.word for side in board.sides for t in side.things if t.card == card and t.controller == seat]
    if copies:
        return _fighter(board, max(copies, key=lambda word: int(word[1:])))
    came = any(s.kind == "entered" and s.facts["card"] == card for s in board.news)
    return None if came else Fighter(card, "spell", "", seat)


def _assaults(board: BoardView, taken: Sequence[str]) -> Iterator[AttackKey]:
    """The attacks with targets and blockers; also those that the viewer has declared, or is about to, and not confirmed."""
    attacking = sorted((t for side in board.sides for t in side.things if t.target), key=lambda t: (t.line, int(t.word[1:])))
    for t in attacking:
        planned = not t.blocker and taken[:2] == ("block", t.word)
        blocker = taken[2] if planned and len(taken) > 2 else t.blocker
        attacker, target = _fighter(board, t.word), _fighter(board, t.target)
        if attacker and (target or planned):
            yield AttackKey(t.line, t.line == board.line, attacker, _fighter(board, blocker), target, t.done, planned)
    picks = list(board.picks) + ([(taken[1], taken[2] if len(taken) > 2 else "")] if taken[:1] == ("attack",) and len(taken) > 1 else [])
    for word, target_word in picks:
        if attacker := _fighter(board, word):
            yield AttackKey(0, False, attacker, None, _fighter(board, target_word), False, True)


def _fighter(board: BoardView, word: str) -> Fighter | None:
    t = board.thing(word)
    return Fighter(t.card, t.type, t.letter, t.controller) if t else None
