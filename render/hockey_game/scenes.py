"""The stage: the table for everybody, the same for the seat that is asked, the draft, great moments, the end."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence

from render import stage
from render.canvas import Item, Key, Scene
from render.ending import victory
from render.hockey_game.draft import PickKey
from render.hockey_game.great_moments import BandKey, EndKey, StarKey
from render.hockey_game.names import (
    card_name,
    decision,
    decisive,
    goal_from,
    goal_helped,
    period,
    period_name,
    periods,
    pick_name,
    result,
    shown_round,
)
from render.hockey_game.questions import AskKey, QuestionKey
from render.hockey_game.rink import Arrow, Field, TileKey, Value, aside, crossed, lead
from render.hockey_game.side_boxes import WON, Chip, ClockKey, DeedKey, HeroKey, SeatKey, ValueKey
from render.hockey_game.stage_layout import CLOCK, SEAT, SLOTS, Plan, plan
from render.look import Look
from render.text import largest
from rules.game import Action, View
from rules.hockey_game.view import BoardView, CardView, TurnView

MOVES = ("speed", "strength", "pass", "shot")
VALUE = 396
"""How wide a seat's value is."""
BESIDE_NAME = 130
"""The room beside a name: a crest, a sign, edges."""
AIMING = ("attack_open", "attack_declare", "restart_choice")
"""Stages in which it is looked where the puck may go."""
Items = dict[Hashable, Item]
Marks = dict[str, tuple[Value, ...]]
"""For a field what may be declared with it as target, with both values before the dice; a shot is shown on the opponent's crease."""


# Above the rink


def sign(view: View[BoardView], seat: int) -> str:
    """The sign of a seat: the game waits for it, or it has the turn and is not waited for."""
    return stage.WAITS if seat in view.to_act else stage.TURN if seat == view.board.active else ""


def _head(items: Items, view: View[BoardView], look: Look, place: Plan) -> None:
    """Adds both seats and the clock between them."""
    board = view.board
    size = _size_of_names(look, place)
    used = [turn.used for turn in board.round.turns] if board.round and board.round.move else [(), ()]
    for side in board.sides:
        star = WON if view.outcome and side.seat in view.outcome.winners else ""
        key = SeatKey(
            sign(view, side.seat) or star,
            look.forms(side.seat),
            side.team,
            () if view.outcome else tuple((name, value, look.say(f"word.{name}")) for name, value in side.attributes),
            side.seat == 0,
            size,
            board.round.turns[side.seat].attributes if board.round else (),
            () if place.bench or view.outcome else tuple((hero.word, hero.word in used[side.seat]) for hero in side.heroes),
        )
        items["seat", side.seat] = Item(("seat", SEAT, place.head, key), side.seat * (stage.WIDTH - SEAT), 0)
    played = not view.outcome and not board.draft
    when = look.say("hg.over") if view.outcome else pick_name(board, look) if board.stage == "draft_pick" else period(board, look)
    if played and board.period > 3 and stage.is_large(look):
        when = f"{look.say('hg.short.overtime')} {board.period - 3}"
    goals = () if board.draft or view.outcome else tuple(str(side.goals) for side in board.sides)
    clock = ClockKey(when, goals, *((board.clock, board.period_cards) if played else (0, 0)))
    items["clock"] = Item(("clock", CLOCK, place.head, clock), SEAT, 0)


def _size_of_names(look: Look, place: Plan) -> int:
    """The size of the letters of names, the same at both seats; where there are no benches, portraits take the room of larger ones."""
    least = stage.sizes(look).number
    shorts = [look.forms(seat)[1] for seat in (0, 1)]
    return min(largest(name, "Bold", (round(least * 1.3), least), SEAT - BESIDE_NAME) for name in shorts) if place.bench else least


# The rink and the benches


def _rink(items: Items, board: BoardView, place: Plan, arrow: Arrow | None, marks: Marks | None) -> None:
    """Adds the rink as tiles; a tile's key holds only what is visible in it."""
    aimed = board.round.target if arrow and board.round else ""
    touched = crossed(place.rink, arrow) if arrow else frozenset()
    best = max((lead(values) for values in (marks or {}).values() if values), default=0)
    for field in board.fields:
        lane = field.y // 2
        columns = place.rink.columns(lane)
        column = sum(edge <= place.rink.centre(field.x, 0)[0] for edge in columns) - 1
        here = field.id == board.puck and board.attacker is not None
        keeper = board.sides[board.goals.index(field.id)].team if field.id in board.goals else ""
        values = (marks or {}).get(field.id, ())
        key = TileKey(
            place.rink,
            Field(field.id.upper(), field.x, field.y, field.attribute, field.bonus, field.crease, keeper),
            arrow if (column, lane) in touched else None,
            (board.attacker or 0, board.sides[board.attacker or 0].team) if here else None,
            None if marks is None else values,
            marks is not None and field.id in marks,
            bool(values) and lead(values) == best,
            field.id == aimed and not field.crease,
        )
        items["rink", field.id] = Item(("rink", key), place.left + columns[column], place.head + place.rink.rows[lane])


def arrow_of(board: BoardView, place: Plan) -> Arrow | None:
    """The arrow of the last move, or of the declared one."""
    shown, rink = shown_round(board), place.rink
    if shown is None or not shown.move:
        return None
    fields = {f.id: (f.x, f.y) for f in board.fields}
    x1, y1 = rink.centre(*fields[shown.puck])
    goal = fields[board.goals[1 - shown.attacker]]
    x2, y2 = rink.centre(*fields.get(shown.target, goal))
    forward = 1 if shown.attacker == 0 else -1
    if board.puck == shown.puck and board.attacker is not None:
        x1 = aside(rink, (x1, y1), forward, any(f.bonus and f.id == shown.puck and not f.crease for f in board.fields))
    length = math.hypot(x2 - x1, y2 - y1)
    whole = shown.succeeded or not shown.result
    if length < 1:
        # A shot from the crease itself: straight into the net.
        return (x1 - forward * 20, y1 - rink.radius, x1 + forward * 50, y1 - rink.radius, whole)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    gap = rink.radius + 5
    before = gap if rink.stands else gap + 20 if fields.get(shown.target, goal) == goal else rink.radius - 9  # There the name stands before the net.
    start, stop = (x1 + ux * gap, y1 + uy * gap), (x2 - ux * before, y2 - uy * before)
    return (round(start[0]), round(start[1]), round(stop[0]), round(stop[1]), whole)


def _benches(items: Items, view: View[BoardView], look: Look, place: Plan, among: Iterable[str] | None) -> None:
    """Adds the heroes on the table at both sides of the rink; where heroes are chosen, `among` has those that can be."""
    board = view.board
    present = board.round if board.round and board.round.move else None
    slots = next((n for n in SLOTS if all(len(side.heroes) <= n for side in board.sides)), SLOTS[-1])
    slot = (place.rink.height - 56) // slots
    for side in board.sides:
        x, sit = side.seat * (stage.WIDTH - place.bench), side.heroes[:slots]
        for n, hero in enumerate(sit):
            key = _hero(hero, look, present.turns[side.seat] if present else None, among)
            items["bench", side.seat, n] = Item(("bench", place.bench, slot, key), x, place.head + n * slot)
        if left := slots - len(sit):
            items["bench", side.seat, len(sit)] = Item(("bench", place.bench, left * slot, side.team), x, place.head + len(sit) * slot)
        low = place.rink.height - slots * slot
        items["foot", side.seat] = Item(("foot", place.bench, low, side.hand, side.time), x, place.head + slots * slot)


def _hero(hero: CardView, look: Look, turn: TurnView | None, among: Iterable[str] | None) -> HeroKey:
    state = ""
    if among is not None:
        state = "" if hero.word in among else "dim"
    elif turn and hero.word in turn.used:
        state = "muted" if turn.muted else "used"
    return HeroKey(hero.word, look.say(f"word.{hero.word}"), hero.attributes, state)


# Below the rink


def _deeds(items: Items, board: BoardView, look: Look, place: Plan, asked: tuple[str, ...] = (), asks: int | None = None) -> None:
    """Adds the declared move and both values; `asked`: the order to the seat that decides, the whole first, which stands in the place of its value
    and of the move."""
    shown, goals = shown_round(board), board.goals
    y, high = place.foot, place.below
    middle = stage.WIDTH - 2 * VALUE
    if asked and not (board.round and board.round.move):  # There is no value yet that it is about.
        items["question"] = Item(("question", stage.WIDTH, high, QuestionKey(asked[0], (), ())), 0, y)
        return
    if shown is None:
        teams = board.sides[0].team, board.sides[1].team
        items["deed"] = Item(("faceoff", stage.WIDTH, high, teams, look.say("hg.first_round")), 0, y)
        return
    for seat, turn in enumerate(shown.turns):
        if asked and seat == asks:
            total = _number(turn.total) if turn.dice else f"{board.sure} +" if board.sure is not None else ""
            ask = AskKey(asked, shown.move, total, tuple(_counted(turn)), tuple(chips(turn, look)))
            items["ask"] = Item(("ask", stage.WIDTH - VALUE, high, ask), seat * VALUE, y)
            continue
        role = look.say("hg.attacks" if seat == shown.attacker else "hg.defends")
        total = _number(turn.total) if turn.dice else "?"
        won = bool(shown.result) and shown.succeeded == (seat == shown.attacker)
        key = ValueKey(role, tuple(_counted(turn)), total, tuple(chips(turn, look)), seat == 0, won)
        items["value", seat] = Item(("value", VALUE, high, key), seat * (stage.WIDTH - VALUE), y)
    if "ask" in items:
        return
    target = shown.target or goals[1 - shown.attacker]
    course = " → ".join(dict.fromkeys(field.upper() for field in (shown.puck, target)))
    name = look.say(f"word.{shown.move}")
    deed = DeedKey(shown.move, name[:1].upper() + name[1:], course, result(shown, look), shown.succeeded)
    items["deed"] = Item(("deed", middle, high, deed), VALUE, y)


def chips(turn: TurnView, look: Look) -> Iterable[Chip]:
    """The parts of a value without the dice; all bonus cards are one part, and so are lines, which may be free, and referee cards."""
    found: dict[tuple[str, bool], int] = {}
    for part in turn.parts:
        if part.source != "dice":
            sign = {"attribute": part.name, "field": f"field:{part.name.upper()}", "bonus": "card", "muted": f"hero:{part.name}"}.get(part.source)
            sign = sign or (f"{part.source}:{part.name}" if part.source in ("hero", "special") else part.source)
            where = sign, part.source in ("muted", "crease")
            found[where] = found.get(where, 0) + part.n
    return [Chip(sign, look.say("hg.free") if sign == "lines" and not n else _added(n), faded) for (sign, faded), n in found.items()]


def _number(n: int) -> str:
    """A sum, which may be below nothing."""
    return str(n).replace("-", "−")


def _added(n: int) -> str:
    """A part of a sum, with its sign."""
    return f"{n:+d}".replace("-", "−") if n else "0"


def _counted(turn: TurnView) -> Iterable[tuple[int, bool]]:
    """The dice, each with whether it counts; a raised one shows what it counts as."""
    if len(turn.dice) == len(turn.counts):
        return [(n, True) for n in turn.counts]
    left = list(turn.counts)
    found = []
    for n in turn.dice:
        found.append((n, n in left))
        if n in left:
            left.remove(n)
    return found


# Whole pictures


def board_scene(view: View[BoardView], look: Look) -> Scene:
    """The table for everybody."""
    return _table(view, look, (), None)


def table_scene(view: View[BoardView], look: Look, prefix: Action, words: Sequence[str]) -> Scene:
    """The table for the seat that is asked: what can be chosen stands out."""
    board = view.board
    if board.draft or view.decision is None or view.seat is None:
        return board_scene(view, look)
    heroes = words if prefix[:1] in (("injure",), ("hero",)) else None
    marks = _marks(view, prefix)
    return _table(view, look, order(board, look), heroes) if marks is None else _choice(view, look, order(board, look)[0], marks)


def order(board: BoardView, look: Look) -> tuple[str, ...]:
    """What the seat that is asked is to do, and what stands below that: with what, or which value stops the attack."""
    asked = look.say(f"hg.step.{board.stage}")
    if not board.stage.startswith("defend_") or board.round is None:
        return (asked,)
    other = board.round.turns[board.round.attacker].total
    if board.stage == "defend_play":
        return asked, look.say("hg.needed", value=other)
    return look.say("hg.against", value=other), asked


def _marks(view: View[BoardView], prefix: Action) -> Marks | None:
    """The fields that can be chosen, by the moves that a seat may declare, or those of the move that it has named; None where none is chosen."""
    board = view.board
    assert view.seat is not None
    if board.stage not in AIMING or (board.round is None and board.stage != "restart_choice"):
        return None
    if board.stage == "restart_choice":
        own = board.goals[view.seat]
        return dict.fromkeys((own, f"{own[1]}1", f"{own[1]}2"), ())
    marks: Marks = {}
    for t in board.targets:
        if prefix[:1] in ((), (t.move,)) or prefix[0] not in MOVES:
            field = t.field or board.goals[1 - view.seat]
            marks[field] = (*marks.get(field, ()), (t.move, t.own, t.other))
    return marks


def _choice(view: View[BoardView], look: Look, asked: str, marks: Marks) -> Scene:
    """The scene in which fields are chosen: those that can't be are dark."""
    place = plan(stage.is_large(look), choosing=True)
    items: Items = {}
    _head(items, view, look, place)
    _rink(items, view.board, place, None, marks)
    if place.bench:
        _benches(items, view, look, place, None)
    found = {move for values in marks.values() for move, *_ in values}
    moves = tuple((move, look.say(f"word.{move}")) for move in MOVES if move in found)
    names, seats = look.in_short.names, (view.seat, 1 - view.seat) if moves and view.seat is not None else ()
    sides = tuple((view.board.sides[seat].team, names[seat]) for seat in seats)
    items["question"] = Item(("question", stage.WIDTH, place.below, QuestionKey(asked, moves, sides)), 0, place.foot)
    return stage.stage(items)


def _table(view: View[BoardView], look: Look, asked: tuple[str, ...], among: Iterable[str] | None) -> Scene:
    board, place = view.board, plan(stage.is_large(look))
    items: Items = {}
    _head(items, view, look, place)
    if board.draft:
        _draft(items, view, look, place)
        return stage.stage(items)
    if view.outcome:
        _end(items, view, look, place)
        return stage.stage(items)
    band = _band(board, look) if board.round is None or not board.round.move else None
    if band and not asked:
        items["band"] = Item(("band", place.rink, band), place.left, place.head)
    else:
        _rink(items, board, place, arrow_of(board, place), None)
    if place.bench:
        _benches(items, view, look, place, among)
    _deeds(items, board, look, place, asked, view.seat)
    return stage.stage(items)


def shot_scene(view: View[BoardView], look: Look, share: float, dive: int) -> Scene | None:
    """The table for everybody as it was when the puck of the latest goal had come so far on its way, at 1 into the net, where the lamp is then lit,
    and the goalkeeper had thrown himself over by so many degrees. None if the latest round was no goal."""
    shown, place = shown_round(view.board), plan(stage.is_large(look))
    if view.outcome or shown is None or shown.result != "goal":
        return None
    sides = tuple(side._replace(goals=side.goals - (side.seat == shown.attacker)) for side in view.board.sides)
    unknown = shown._replace(result="")
    then = view._replace(board=view.board._replace(puck=shown.puck, attacker=shown.attacker, sides=sides, last=unknown, round=None))
    arrow, goal = arrow_of(then.board, place), view.board.goals[1 - shown.attacker]
    assert arrow
    x1, y1, *_ = arrow
    x2, y2 = place.rink.net(1 - shown.attacker)
    x, y = x1 + (x2 - x1) * share, y1 + (y2 - y1) * share
    if share == 1:  # It has come to rest.
        x1, y1 = x - (x - x1) * 0.1, y - (y - y1) * 0.1
    items: Items = {}
    _head(items, then, look, place)
    _rink(items, then.board, place, (round(x1), round(y1), round(x), round(y), True), None)
    for where, item in list(items.items()):
        if isinstance(key := item.key[-1], TileKey):
            kept = key.field.label.lower() == goal
            key = key._replace(flying=bool(key.arrow or key.skater), dive=dive * kept, lamp=kept and share == 1)
            items[where] = item._replace(key=("rink", key))
    if place.bench:
        _benches(items, then, look, place, None)
    _deeds(items, then.board, look, place)
    return stage.stage(items)


def _band(board: BoardView, look: Look) -> BandKey | None:
    """The key of the band for a goal just scored or a period just ended; None for neither."""
    shown = shown_round(board)
    over = ""
    if board.ended:
        over = look.say("hg.break", period=period_name(board.ended, look))
    if shown and shown.result == "goal":
        side = board.sides[shown.attacker]
        score = f"{board.sides[0].goals}:{board.sides[1].goals}"
        (whole, short), helped = look.forms(shown.attacker), goal_helped(board.scored[-1], look)
        said = ((whole, helped, over), (short, helped, over), (short, over), (short, helped), (short,))
        return BandKey(look.say("hg.goal").upper(), score, tuple(dict.fromkeys(" · ".join(filter(None, parts)) for parts in said)), side.team)
    if not board.ended:
        return None
    goals = ":".join(map(str, board.periods[board.ended - 1]))
    return BandKey(over, goals, (look.say("hg.shots", shots=":".join(map(str, board.ended_shots))),), "")


def _draft(items: Items, view: View[BoardView], look: Look, place: Plan) -> None:
    """Adds what is left at this stage of the draft, and what both seats have picked, if it fits."""
    board = view.board
    assert board.draft
    top, kind = place.head, board.draft.kind
    if board.stage == "draft_pick" and kind != "team":
        for side in board.sides:
            shown = [(c.word, c.kind) for c in side.picks if c.kind != "bonus"]
            bonus = sum(c.kind == "bonus" for c in side.picks)
            key: Key = ("roster", stage.WIDTH // 2, 56, tuple(shown), bonus, look.say("hg.line.picks", n=len(side.picks)))
            items["roster", side.seat] = Item(key, side.seat * (stage.WIDTH // 2), top)
        top += 56
    keys: list[tuple[object, ...]]
    if kind == "team":
        keys = [("team", (t, look.say(f"word.{t}"), attributes)) for t, attributes in board.draft.teams]
    else:
        keys = [("pick", (_pick(c, look, n),)) for c, n in board.draft.left]
    across, most = {"team": (2, 8), "hero": (4 if stage.is_large(look) else 5, 40), "injury": (2, 8)}.get(kind, (4, 16))
    down = most // across
    for n in range(most):
        column, row = n % across, n // across
        x, y = stage.WIDTH * column // across, top + (stage.HEIGHT - top) * row // down
        size = stage.WIDTH * (column + 1) // across - x, top + (stage.HEIGHT - top) * (row + 1) // down - y
        whole: Key = (keys[n][0], *size, *keys[n][1]) if n < len(keys) else ("plain", *size)  # type: ignore[misc]
        items["left", n] = Item(whole, x, y)


def _pick(card: CardView, look: Look, count: int) -> PickKey:
    return PickKey(card.word, card.kind, card_name(card.word, look), card.attribute, card.value, card.referee, card.attributes, count)


def _end(items: Items, view: View[BoardView], look: Look, place: Plan) -> None:
    """Adds the scoreboard over the rink, and the three stars of the match."""
    board = view.board
    assert view.outcome
    won, _ = ending(view, look)
    teams, goals, ahead = zip(*((side.team, str(side.goals), side.seat in view.outcome.winners) for side in board.sides), strict=True)
    key = EndKey(won, goals, teams, ahead, periods(board, look), *deciding(view, look))
    stars = 150 if stage.is_large(look) else 176
    high = stage.HEIGHT - place.head - stars
    items["end"] = Item(("end", stage.WIDTH, high, key), 0, place.head)
    heroes = board.report["heroes"] if board.report else []
    for n in range(3):
        x = stage.WIDTH * n // 3
        shown = None
        if n < len(heroes):
            seat, hero, total = heroes[n]
            shown = StarKey(n + 1, hero, card_name(hero, look), look.in_short.names[seat], board.sides[seat].team, str(total))
        items["star", n] = Item(("star", stage.WIDTH * (n + 1) // 3 - x, stars, shown), x, stage.HEIGHT - stars)


def deciding(view: View[BoardView], look: Look) -> tuple[str, str, tuple[str, ...]]:
    """The goal that decided, for the scoreboard: the score after it, what it was, and how it came about, the fullest wording first."""
    goal = decisive(view.board, view.outcome.winners[0]) if view.outcome else None
    if goal is None:
        return "", "", ()
    score = ":".join(map(str, goal.score))
    when, shot, helped = period_name(goal.period, look), goal_from(goal), goal_helped(goal, look)
    forms = ((when, shot, helped), (shot, helped), (shot,), (when,))
    return score, look.say("hg.deciding"), tuple(" · ".join(filter(None, parts)) for parts in forms if any(parts))


def ending(view: View[BoardView], look: Look) -> tuple[str, tuple[str, ...]]:
    """The winner of a finished match, and lines on it: the goals with the match's length, and the goal that decided it."""
    assert view.outcome
    board = view.board
    lines = [look.say("hg.end.goals", goals=":".join(str(side.goals) for side in board.sides), n=board.period)]
    if goal := decision(board, look, view.outcome.winners[0]):
        lines.append(goal)
    return victory(view, look), tuple(lines)


def decided(view: View[BoardView], look: Look) -> str:
    """A sentence on the goal by which the winner took the lead for good; empty if the other seat has resigned."""
    assert view.outcome
    return decision(view.board, look, view.outcome.winners[0]) if view.outcome.reason != "resigned" else ""
