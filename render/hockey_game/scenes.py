"""Where everything lies: the board for all, the draft, the private pictures of hand and turn."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from render.canvas import Frame, Item, Key, Rows, Scene
from render.cards import Shown
from render.ending import HEIGHT, victory
from render.held import HeldKey, held_strip
from render.hockey_game.names import (
    card_name,
    decisive,
    declared,
    goal_from,
    goal_helped,
    goal_line,
    goal_when,
    goals_line,
    part_name,
    period,
    period_name,
    period_short,
    report_rows,
    result,
    shown_round,
    signed,
    team_name,
)
from render.hockey_game.pages import REFEREE
from render.hockey_game.rink import COLUMNS, DISC, RINK, ROWS, Arrow, TileKey, centre, crossed
from render.hockey_game.sprites import CardKey, GoalKey, LogKey, PartKey
from render.look import Look
from rules.game import View
from rules.hockey_game.view import BoardView, CardView, PartView, RoundView, SideView, TurnView

WIDTH = RINK[0]
PAD = 12
HALF = (WIDTH - 3 * PAD) // 2
QUARTER = (HALF - 6) // 2
HEADER, HERO, STRIP, VERDICT, DICE, PART = 60, 46, 44, 56, 76, 36
NAME, VALUES, ZONES, ONLY_NAMES = 86, 42, 48, 92
"""Heights of the parts of a seat's box."""
ROLE, TOTAL, SCORE = 190, 100, 100
PILES = (112, 148, 130, HALF - 390)
"""Widths of the parts of a box's foot: hand, deck, discard pile, TIME."""
LEFT_STRIP, DECLARED = 620, 600
CARD, ACROSS = (236, 236), 4
GOAL, BREAK = 140, 90
LOGGED, LATEST, LAST = 114, 48, 4
"""Heights of a goal in the log of a match that is over and of one that goes on, which shows so many of the last."""
ROW = 48
MOUTH = 20
"""How far behind the crease an arrow of a shot ends."""

Marks = dict[str, tuple[tuple[str, int, int], ...]]
"""For a field what may be declared with it as target, with both values before the dice; a shot is shown on the opponent's crease."""


class GridRows(Rows):
    """Items below each other, several beside each other among them."""

    def grid(self, place: str, keys: Sequence[Key], size: tuple[int, int], across: int, x: int = PAD) -> None:
        """Items in rows of so many."""
        for i, key in enumerate(keys):
            at = x + (i % across) * (size[0] + 6), self.y + (i // across) * (size[1] + 6)
            self.items[place, i] = Item(key, *at)
        self.y += -(-len(keys) // across) * (size[1] + 6)

    def halves(self, place: str, keys: Sequence[Sequence[Key]], height: int) -> None:
        """Items of both seats, two in a row on each side."""
        for seat, own in enumerate(keys):
            for i, key in enumerate(own):
                x = PAD + seat * (HALF + PAD) + (i % 2) * (QUARTER + 6)
                self.items[place, seat, i] = Item(key, x, self.y + (i // 2) * height)
        self.y += -(-max(map(len, keys)) // 2) * height

    def scene(self) -> Scene:
        return Scene((WIDTH, self.y), self.items)


# Parts of the board


def header(view: View[BoardView], look: Look) -> Key:
    """The line above the picture, with the clock while a period is played."""
    board = view.board
    right = look.say("hg.over") if view.outcome else period(board, look)
    clock = (0, 0) if view.outcome or board.draft else (board.clock, board.period_cards)
    return ("header", WIDTH, HEADER, look.say("title"), right, clock)


def _sides(rows: GridRows, view: View[BoardView], look: Look) -> None:
    """Both seats: names and goals, attributes, piles. Before any team is chosen there are only names."""
    board = view.board
    teams = any(side.team for side in board.sides)
    full = (HALF, NAME + VALUES + ZONES if teams else ONLY_NAMES)
    top = NAME if teams else ONLY_NAMES
    for side in board.sides:
        x = PAD + side.seat * (HALF + PAD)
        active = side.seat == board.active
        frame = Frame(0, 0, full, "accent" if active else "")
        name = ("▶ " if active else "") + ("★ " if view.outcome and side.seat in view.outcome.winners else "") + look.names[side.seat]
        team = (side.team, team_name(side.team, look))
        score = "" if board.draft else str(side.goals)
        rows.items["name", side.seat] = Item(("name", HALF - SCORE, top, frame, team, name), x, rows.y)
        rows.items["score", side.seat] = Item(("score", SCORE, top, frame._replace(left=HALF - SCORE), score), x + HALF - SCORE, rows.y)
        if teams:
            rows.items["values", side.seat] = Item(("values", HALF, VALUES, frame._replace(top=NAME), side.attributes), x, rows.y + NAME)
            _zones(rows, side, view, look, (x, rows.y + NAME + VALUES), frame)
    rows.y += full[1] + 6


def _zones(rows: GridRows, side: SideView, view: View[BoardView], look: Look, corner: tuple[int, int], frame: Frame) -> None:
    """The foot of a seat's box, pile by pile; in the draft how many cards are picked."""
    board = view.board
    say = look.say
    if board.draft:
        picked = say("hg.line.picks", n=len(side.picks)) if board.stage == "draft_pick" else ""
        parts: list[tuple[int, str, bool | None]] = [(HALF, picked, None)]
    else:
        words = (say("hg.zone.hand", n=side.hand), say("hg.zone.deck", n=side.deck), say("hg.zone.discard", n=len(side.discard)), "")
        parts = list(zip(PILES, words, (None, None, None, side.time), strict=True))
    left = 0
    for i, (width, text, time) in enumerate(parts):
        key = ("zone", width, ZONES, frame._replace(left=left, top=NAME + VALUES), text, time)
        rows.items["zone", side.seat, i] = Item(key, corner[0] + left, corner[1])
        left += width


def _heroes(rows: GridRows, view: View[BoardView], look: Look) -> None:
    """The heroes on the table, two in a row on each side."""
    board = view.board
    present = board.round if board.round and board.round.move else None
    keys: list[list[Key]] = [[], []]
    for side in board.sides:
        for hero in side.heroes:
            used = ""
            if present and hero.word in present.turns[side.seat].used:
                used = "muted" if present.turns[side.seat].muted else "used"
            keys[side.seat].append(_hero_key(hero, look, used))
    rows.halves("hero", keys, HERO + 4)


def _hero_key(hero: CardView, look: Look, used: str = "", width: int = QUARTER) -> Key:
    return ("hero", width, HERO, (hero.word, look.say(f"word.{hero.word}")), hero.attributes, used)


def _rink(rows: GridRows, board: BoardView, arrow: Arrow | None, marks: Marks) -> None:
    """The rink as tiles; a tile's key holds only what can be seen in it."""
    fields = {(f.x // 2, f.y // 2): f for f in board.fields}
    lines = {x // 2: name for name, x in board.lines}
    touched = crossed(arrow) if arrow else frozenset()
    for column in range(len(COLUMNS) - 1):
        for row in range(len(ROWS) - 1):
            field = fields.get((column, row))
            here = field and not board.draft and field.id == board.puck and board.attacker is not None
            puck = (board.attacker or 0) + 1 if here else 0
            seen = arrow if (column, row) in touched else None
            mark = marks.get(field.id, ()) if field else ()
            key = ("rink", column, row, TileKey(lines.get(column, ""), tuple(field) if field else None, seen, puck, mark))
            rows.items["rink", column, row] = Item(key, COLUMNS[column], rows.y + ROWS[row])
    rows.y += RINK[1]


def arrow_of(board: BoardView) -> Arrow | None:
    """The arrow of the last move, or of the declared one."""
    shown = shown_round(board)
    if shown is None or not shown.move:
        return None
    places = {f.id: (f.x, f.y) for f in board.fields}
    x1, y1 = centre(*places[shown.puck])
    if shown.target:
        x2, y2 = centre(*places[shown.target])
    else:
        x2, y2 = centre(16, 2) if shown.attacker == 0 else centre(0, 2)
    length = math.hypot(x2 - x1, y2 - y1)
    whole = shown.succeeded or not shown.result
    if length < 1:
        # A shot from the crease itself: straight into the net.
        forward = 1 if shown.attacker == 0 else -1
        return (x1 - forward * 10, y1 - DISC - 10, x1 + forward * MOUTH, y1 - DISC - 10, whole)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    gap = DISC + 4
    start, stop = (x1 + ux * gap, y1 + uy * gap), (x2 - ux * gap, y2 - uy * gap)
    return (round(start[0]), round(start[1]), round(stop[0]), round(stop[1]), whole)


def _part_key(part: PartView, look: Look) -> Key:
    sign = {"attribute": part.name, "referee": "referee"}.get(part.source, "")
    return ("part", QUARTER, PART, PartKey(sign, part_name(part, look), signed(part.n), part.source in ("muted", "crease")))


def _verdict(rows: GridRows, shown: RoundView | None, look: Look) -> None:
    """The line above the values: what was declared, and how it ended."""
    words = (declared(shown, look) if shown else look.say("hg.first_round"), result(shown, look) if shown else "")
    full = WIDTH - 2 * PAD
    frame = Frame(0, 0, (full, VERDICT), "gold" if shown and shown.result and shown.succeeded else "")
    rows.items["declared"] = Item(("verdict", DECLARED, VERDICT, frame, words[0]), PAD, rows.y)
    rows.items["result"] = Item(("verdict", full - DECLARED, VERDICT, frame._replace(left=DECLARED), words[1]), PAD + DECLARED, rows.y)
    rows.y += VERDICT + 6


def _values(rows: GridRows, shown: RoundView, look: Look) -> None:
    """Both values of a round: dice and total, then every part."""
    middle = HALF - ROLE - TOTAL
    for seat, turn in enumerate(shown.turns):
        frame = Frame(0, 0, (HALF, DICE), "gold" if _won(shown, seat) else "")
        role = look.say("hg.attacks" if seat == shown.attacker else "hg.defends")
        total = str(turn.total).replace("-", "−") if turn.dice else "?"
        x = PAD + seat * (HALF + PAD)
        rows.items["role", seat] = Item(("role", ROLE, DICE, frame, role), x, rows.y)
        rows.items["dice", seat] = Item(("dice", middle, DICE, frame._replace(left=ROLE), tuple(_counted(turn))), x + ROLE, rows.y)
        rows.items["total", seat] = Item(("total", TOTAL, DICE, frame._replace(left=ROLE + middle), total), x + ROLE + middle, rows.y)
    rows.y += DICE + 4
    rows.halves("part", [[_part_key(p, look) for p in turn.parts if p.source != "dice"] for turn in shown.turns], PART)


def _won(shown: RoundView, seat: int) -> bool:
    """Whether a round that is over went well for a seat."""
    return bool(shown.result) and shown.succeeded == (seat == shown.attacker)


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
    """The table for everybody: period and clock, both sides, rink, values; the draft and the match report in their place."""
    board = view.board
    rows = GridRows()
    rows.put("header", header(view, look), HEADER)
    if view.outcome:
        teams = tuple(board.sides[seat].team for seat in view.outcome.winners)
        rows.put("ending", ("ending", WIDTH, teams, *ending(view, look)), HEIGHT)
    _sides(rows, view, look)
    if board.draft:
        _draft(rows, view, look)
        rows.y += PAD
        return rows.scene()
    if view.outcome and board.report:
        _report(rows, board, look)
        rows.y += PAD
        return rows.scene()
    shown = shown_round(board)
    fresh = board.round is None or not board.round.move
    if shown and shown.result == "goal" and fresh:
        side = board.sides[shown.attacker]
        score = f"{board.sides[0].goals}:{board.sides[1].goals}"
        key = ("goal", WIDTH - 2 * PAD, GOAL, GoalKey(look.say("hg.goal"), look.names[shown.attacker], score, side.team))
        rows.put("goal", key, GOAL + 6, PAD)
    if board.ended and fresh:
        a, b = board.periods[board.ended - 1]
        title, shots = period_name(board.ended, look), look.say("hg.shots", shots=":".join(map(str, board.ended_shots)))
        banner: Key = ("break", WIDTH - 2 * PAD, BREAK, look.say("hg.break", period=title), f"{a}:{b}", shots)
        rows.put("break", banner, BREAK + 6, PAD)
    _heroes(rows, view, look)
    rows.items["goals"] = Item(("strip", LEFT_STRIP, STRIP, goals_line(board, look), False), 0, rows.y)
    rows.items["referee"] = Item(("strip", WIDTH - LEFT_STRIP, STRIP, look.say("hg.referee_left", n=board.referee), True), LEFT_STRIP, rows.y)
    rows.y += STRIP
    _latest(rows, board, look)
    _rink(rows, board, arrow_of(board), {})
    rows.y += 6
    _verdict(rows, shown, look)
    if shown:
        _values(rows, shown, look)
    rows.y += PAD
    return rows.scene()


def _latest(rows: GridRows, board: BoardView, look: Look) -> None:
    """The last goals, two in a row, each with its period, from where it was shot, and what helped."""
    found = []
    for goal in board.scored[-LAST:]:
        when = " · ".join(filter(None, (period_short(goal.period, look), goal_from(goal))))
        key = LogKey(board.sides[goal.seat].team, "{}:{}".format(*goal.score), "", when, goal_helped(goal, look))
        found.append(("latest", HALF + 3, LATEST, key))
    rows.grid("latest", found, (HALF + 3, LATEST), 2)


def _draft(rows: GridRows, view: View[BoardView], look: Look) -> None:
    """Both rosters, and what is left of the present stage."""
    board = view.board
    assert board.draft
    if board.stage == "draft_pick":
        _rosters(rows, board, look)
    rows.put("left", ("caption", WIDTH, ROW, look.say(f"hg.left.{board.draft.kind}")), ROW)
    if board.draft.kind == "team":
        keys: list[Key] = [("team", HALF, 118, t, look.say(f"word.{t}"), attributes) for t, attributes in board.draft.teams]
        rows.grid("team", keys, (HALF + 6, 118), 2)
    elif board.draft.kind == "hero":
        width = (WIDTH - 2 * PAD - 18) // 4
        rows.grid("pick", [_hero_key(c, look, "", width) for c, _ in board.draft.left], (width, HERO), 4)
    elif board.draft.kind == "bonus":
        rows.grid("pick", [card_key(c, look, (155, 160), n) for c, n in board.draft.left], (155, 160), 6)
    else:
        rows.grid("pick", [card_key(c, look, CARD, n) for c, n in board.draft.left], CARD, ACROSS)


def _rosters(rows: GridRows, board: BoardView, look: Look) -> None:
    """What each seat has picked: heroes as on the table, then the other cards by name."""
    keys: list[list[Key]] = []
    for side in board.sides:
        others = Counter(c.word for c in side.picks if c.kind != "hero")
        own: list[Key] = [_hero_key(c, look) for c in side.picks if c.kind == "hero"]
        own += [("part", QUARTER, PART, PartKey("", card_name(w, look), f"× {n}" if n > 1 else "", False)) for w, n in others.items()]
        keys.append(own)
    rows.halves("roster", keys, HERO + 4)


def ending(view: View[BoardView], look: Look) -> tuple[str, tuple[str, ...]]:
    """The winner, and lines about the match: the goals with how long it took, and the goal that decided it. Only for a match that is over."""
    assert view.outcome
    board = view.board
    lines = [look.say("hg.end.goals", goals=":".join(str(side.goals) for side in board.sides), n=board.period)]
    if goal := _goal(view, look):
        lines.append(goal)
    return victory(view, look), tuple(lines)


def decided(view: View[BoardView], look: Look) -> str:
    """The goal with which the winner took the lead for good; nothing where the other one has resigned."""
    assert view.outcome
    return f"{goal}." if view.outcome.reason != "resigned" and (goal := _goal(view, look)) else ""


def _goal(view: View[BoardView], look: Look) -> str:
    """The same, whatever ended the match."""
    assert view.outcome
    goal = decisive(view.board, view.outcome.winners[0])
    return look.say("hg.end.decisive", goal=goal_line(goal, look, short=not goal.puck)) if goal else ""


def _report(rows: GridRows, board: BoardView, look: Look) -> None:
    """The match in goals and figures."""
    if board.scored:
        rows.put("log", ("caption", WIDTH, ROW, look.say("hg.log")), ROW)
    found = []
    for goal in board.scored:
        when = " · ".join(filter(None, (goal_when(goal, look), goal_from(goal))))
        key = LogKey(board.sides[goal.seat].team, "{}:{}".format(*goal.score), look.names[goal.seat], when, goal_helped(goal, look))
        found.append(("logged", HALF + 3, LOGGED, key))
    rows.grid("logged", found, (HALF + 3, LOGGED), 2)
    rows.put("report", ("caption", WIDTH, ROW, look.say("hg.report")), ROW)
    for i, (*figures, strong) in enumerate(report_rows(board, look)):
        rows.put(("row", i), ("row", WIDTH - 2 * PAD, ROW, tuple(figures), strong), ROW, PAD)


# Private pictures


def card_key(card: CardView, look: Look, size: tuple[int, int], count: int = 1, off: bool = False) -> Key:
    """The sprite of so many cards of a kind; `off` greys out what cannot be played now."""
    note = look.say(f"hg.card.{card.word}") if card.kind == "special" else look.say("hg.card.injury") if card.kind == "injury" else ""
    name = card_name(card.word, look) if card.kind != "bonus" else look.say(f"word.{card.attribute}") if card.attribute else look.say("hg.any_move")
    return ("card", *size, CardKey(card.word, card.kind, name, card.attribute, card.value, card.referee, card.attributes, note), count, off)


def _hand(rows: GridRows, cards: Sequence[CardView], look: Look, playable: tuple[str, ...] | None) -> None:
    keys = [card_key(c, look, CARD, 1, playable is not None and c.word not in playable) for c in cards]
    rows.grid("hand", keys, CARD, ACROSS)


def hand_scene(view: View[BoardView], look: Look) -> Scene | None:
    """The viewer's hand; None for nobody's and an empty one."""
    board = view.board
    if view.seat is None or not board.hand:
        return None
    rows = GridRows()
    side = board.sides[view.seat]
    right = look.say("hg.line.deck", deck=side.deck, discard=len(side.discard))
    rows.put("header", ("header", WIDTH, HEADER, look.say("hg.your_hand"), right, (0, 0)), HEADER)
    _hand(rows, board.hand, look, None)
    rows.y += PAD
    return rows.scene()


def hand_strip(view: View[BoardView], look: Look) -> Scene | None:
    """The same as a low picture, in which what cannot be played now is grey."""
    board = view.board
    if view.seat is None or not board.hand:
        return None
    playable = board.playable
    counted = Counter(board.hand)
    return held_strip([HeldKey(_shown(card, look), n, off=playable is not None and card.word not in playable) for card, n in counted.items()])


def _shown(card: CardView, look: Look) -> Shown:
    """A card in the reader's language."""
    key = card_key(card, look, CARD)[3]
    assert isinstance(key, CardKey)
    price = " ".join([*([f"+{card.value}"] if card.kind == "bonus" else []), *([REFEREE] if card.referee else [])])
    text = (key.note,) if key.note else ()
    return Shown(card.word, card.attribute or card.kind, "", card.kind, key.name[:1].upper() + key.name[1:], price, "", card.attributes, text)


def turn_scene(view: View[BoardView], look: Look) -> Scene:
    """The panel of the seat that is asked: where the puck may go, the values so far, the hand; the draft as everybody sees it."""
    board = view.board
    if board.draft:
        return board_scene(view, look)
    rows = _turn(view, look, rink=False)
    if board.hand:
        rows.put("hand_line", ("caption", WIDTH, ROW, look.say("hg.your_hand")), ROW)
        _hand(rows, board.hand, look, board.playable)
    rows.y += PAD
    return rows.scene()


def table_scene(view: View[BoardView], look: Look) -> Scene:
    """The same without the hand, always with the rink."""
    if view.board.draft or view.decision is None:
        return board_scene(view, look)
    rows = _turn(view, look, rink=True)
    rows.y += PAD
    return rows.scene()


def _turn(view: View[BoardView], look: Look, rink: bool) -> GridRows:
    """Where the puck may go, or the values so far, with the `rink` above them."""
    board, asked = view.board, view.seat
    assert asked is not None
    rows = GridRows()
    rows.put("header", ("header", WIDTH, HEADER, look.say(f"hg.step.{board.stage}"), period(board, look), (board.clock, board.period_cards)), HEADER)
    shown = board.round
    if board.stage in ("attack_open", "attack_declare", "restart_choice") or shown is None:
        marks: Marks = {}
        for t in board.targets:
            field = t.field or board.goals[1 - asked]
            marks[field] = (*marks.get(field, ()), (t.move, t.own, t.other))
        _rink(rows, board, None, marks)
        rows.y += 6
    else:
        if rink or board.stage == "defend_open":
            _rink(rows, board, arrow_of(board), {})
            rows.y += 6
        _verdict(rows, shown, look)
        _values(rows, shown, look)
    return rows
