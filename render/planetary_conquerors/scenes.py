"""Where everything lies: the table for all, one planet close up, hands, what may be chosen, whole cards, decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from render import cards
from render.canvas import Item, Key, Rows, Scene
from render.cards import WIDTH, put_cards, put_line
from render.held import HeldKey, held_strip
from render.look import Look
from render.painter import Trait
from render.planetary_conquerors import planet_headers, planets, strips
from render.planetary_conquerors.final import end_scene
from render.planetary_conquerors.icons import parts
from render.planetary_conquerors.names import (
    act_line,
    card_name,
    kind_line,
    phase_name,
    shown,
    states,
    stored,
    text_lines,
    thing_name,
    trap_words,
    turn_name,
    window_line,
)
from render.planetary_conquerors.news import Trace, gains, gone, headlines, traces
from render.planetary_conquerors.planet_headers import HeadKey, ScoreKey
from render.planetary_conquerors.planets import CELL, MINER, MINERS, CellKey, MinerKey, Place
from render.planetary_conquerors.strips import ASSAULT, ActKey, AttackKey, Fighter
from render.text import wrapped
from render.theme import theme
from rules.faces import Face
from rules.game import View
from rules.planetary_conquerors.content import MINE_HP
from rules.planetary_conquerors.state import FEWEST_BUILDING_HP
from rules.planetary_conquerors.view import BoardView, SideView, ThingView

HEADER, TITLE, TURN = 60, 430, 230
TOLD = 3
"""So many sentences say what has just happened."""

Known = Mapping[str, Face]


def board_scene(view: View[BoardView], look: Look, lit: frozenset[str] = frozenset(), taken: Sequence[str] = ()) -> Scene:
    """The whole table: every seat with its planet, under them what is going on, so that planets stay where they are; its end, once it is over.

    `lit` are words of things that may be chosen, `taken` those of what is chosen already, in their order.
    """
    if view.outcome:
        return end_scene(view, look)
    rows = Rows()
    board = view.board
    _header(rows, view, look)
    for side in board.sides:
        _seat(rows, view, side, look, lit, taken)
    _going_on(rows, board, look)
    _assaults(rows, board, look, taken)
    for n, words in enumerate(headlines(board, look, TOLD)):
        height = strips.news_height(words)
        rows.put(("news", n), ("news", WIDTH, height, words), height)
    return Scene((WIDTH, rows.y + 6), rows.items)


def _header(rows: Rows, view: View[BoardView], look: Look) -> None:
    """The game's name, the turn and the phase, each by itself: they change at different times."""
    turn, phase = turn_name(view, look), phase_name(view, look)
    for place, width, x, words, title in (
        ("title", TITLE, 0, look.say("title"), True), ("turn", TURN, TITLE, turn, False), ("phase", WIDTH - TITLE - TURN, TITLE + TURN, phase, False)
    ):  # fmt: skip
        rows.items[place] = Item(("header", width, HEADER, words, title), x, rows.y)
    rows.y += HEADER


def _going_on(rows: Rows, board: BoardView, look: Look) -> None:
    """The window that is open, and what is carried out."""
    if words := window_line(board, look):
        height = strips.height_of(strips.window_rows(words))
        rows.put("window", ("window", WIDTH, height, words), height)
    for i, act in enumerate(reversed(board.acts)):
        words = act_line(board, act, look)
        height = strips.height_of(strips.act_rows(words))
        rows.put(("act", i), ("act", WIDTH, height, ActKey(act.seat, act.card, act.type, words, i == 0)), height)


# The attack


def _assaults(rows: Rows, board: BoardView, look: Look, taken: Sequence[str]) -> None:
    """Who attacks what, with blockers; and what the viewer has declared, or is about to, before it is confirmed."""
    attacking = sorted((t for side in board.sides for t in side.things if t.target), key=lambda t: (t.line, int(t.word[1:])))
    for t in attacking:
        blocker = t.blocker or (taken[2] if taken[:2] == ("block", t.word) and len(taken) > 2 else "")
        planned = not t.blocker and taken[:2] == ("block", t.word)
        _assault(rows, board, look, (t.word, t.target, blocker), (t.line, t.line == board.line, t.done, planned))
    picks = list(board.picks) + ([(taken[1], taken[2] if len(taken) > 2 else "")] if taken[:1] == ("attack",) and len(taken) > 1 else [])
    for word, target in picks:
        _assault(rows, board, look, (word, target, ""), (0, False, False, True))


def _assault(rows: Rows, board: BoardView, look: Look, who: tuple[str, str, str], how: tuple[int, bool, bool, bool]) -> None:
    attacker, target, blocker = (_fighter(board, word, look) for word in who)
    line, now, done, planned = how
    if attacker and (target or planned):
        key = AttackKey(line, now, attacker, blocker, target, done, planned)
        rows.put(("assault", who[0]), ("assault", WIDTH, ASSAULT, key), ASSAULT)


def _fighter(board: BoardView, word: str, look: Look) -> Fighter | None:
    t = board.thing(word)
    if t is None:
        return None
    name = look.say("pc.mine") if t.type == "mine" else card_name(t.card, look)
    return Fighter(t.card, t.type, name, t.letter, t.controller, t.attack if t.type == "warrior" else -1, t.hp, t.most)


# A seat


def _seat(rows: Rows, view: View[BoardView], side: SideView, look: Look, lit: frozenset[str], taken: Sequence[str]) -> None:
    """A seat: head, then the mine with buildings and warriors on the ground, and miners under it."""
    _head(rows, view, side, look)
    if side.out or not side.things:
        return
    board = view.board
    found = traces(board)
    things = [t for kind in ("mine", "building", "warrior") for t in side.things if t.type == kind]
    guards = {t.blocker for s in board.sides for t in s.things if t.blocker}
    across = planets.columns(len(things))

    def place(n: int) -> Place:
        return Place(across[n % len(across)][0], side.seat, n < len(across))

    keys: list[tuple[str, CellKey | tuple[str, ...], Place]] = []
    for n, t in enumerate(things):
        one = _cell(t, look, found.get(t.word, Trace()), t.word in guards)
        keys.append(("cell", one, place(n)._replace(lit=t.word in lit, taken=t.word in taken)))
    for lost in gone(board, side.seat)[: -len(things) % len(across)]:
        words = (lost.card, card_name(lost.card, look), lost.letter, look.say(f"pc.gone.{lost.how}"))
        keys.append(("ghost", words, place(len(keys))))
    for n, (sprite, what, where) in enumerate(keys):
        left, width = across[n % len(across)]
        rows.items[("cell", side.seat, n)] = Item((sprite, width, CELL, what, where), left, rows.y + n // len(across) * CELL)
    lines = -(-len(keys) // len(across))
    if len(keys) % len(across):
        left = across[len(keys) % len(across)][0]
        rows.items[("land", side.seat)] = Item(("empty", WIDTH - left, CELL, left, side.seat, lines == 1), left, rows.y + (lines - 1) * CELL)
    rows.y += lines * CELL
    _miners(rows, side, look, found, lit, taken)
    rows.y += 8


def _cell(t: ThingView, look: Look, trace: Trace, guards: bool) -> CellKey:
    name = look.say("pc.mine") if t.type == "mine" else card_name(t.card, look)
    traps = tuple(bool(trap) for trap in t.traps)
    return CellKey(
        t.type, t.card, name, t.letter, t.attack, t.attack - t.printed, t.hp, t.most, t.shielding, t.exhausted, t.illusion, t.spent, traps, t.line,
        guards, trace,
    )  # fmt: skip


def _miners(rows: Rows, side: SideView, look: Look, found: Mapping[str, Trace], lit: frozenset[str], taken: Sequence[str]) -> None:
    """Miners: those that an action names, or whose effect is used up, stand alone, the others are counted."""
    keys: list[Key] = [("miner", *MINER, key, frame) for key, frame in _chips(side, look, found, lit, taken)]
    for n, key in enumerate(keys):
        rows.items[("miner", side.seat, n)] = Item(key, n % MINERS * MINER[0], rows.y + n // MINERS * MINER[1])
    lines = -(-len(keys) // MINERS)
    if rest := lines * MINERS - len(keys):
        left = (MINERS - rest) * MINER[0]
        rows.items[("under", side.seat)] = Item(("ground", WIDTH - left, MINER[1]), left, rows.y + (lines - 1) * MINER[1])
    rows.y += lines * MINER[1]


def _chips(side: SideView, look: Look, found: Mapping[str, Trace], lit: frozenset[str], taken: Sequence[str]) -> Iterator[tuple[MinerKey, str]]:
    miners = [t for t in side.things if t.type == "miner"]
    for card in dict.fromkeys(t.card for t in miners):
        same = [t for t in miners if t.card == card]
        alone = [t for t in same if t.spent or t.word in lit or t.word in taken]
        rest = [t for t in same if t not in alone]
        if rest:
            letter = rest[0].letter if len(rest) == 1 and len(same) > 1 else ""
            yield MinerKey(card, len(rest), card_name(card, look), letter, False, any(found.get(t.word, Trace()).new for t in rest)), ""
        for t in alone:
            frame = "accent" if t.word in taken else "legal_line" if t.word in lit else ""
            yield MinerKey(card, 1, card_name(card, look), t.letter, t.spent, found.get(t.word, Trace()).new), frame


def _head(rows: Rows, view: View[BoardView], side: SideView, look: Look) -> None:
    board, seat = view.board, side.seat
    active = board.stage == "play" and seat == board.active and not view.outcome
    out = bool(side.out)
    mine = side.mine
    head = HeadKey(look.names[seat], active, seat in view.to_act, seat == _leader(board), out, out or mine is None)
    rows.items[("name", seat)] = Item(("name", seat, head), 0, rows.y)
    note = look.say("pc.out") if out else "" if mine else look.say("pc.ready" if side.ready else "pc.not_ready")
    score = ScoreKey(mine.hp if mine else 0, MINE_HP, side.building_hp, FEWEST_BUILDING_HP, note)
    rows.items[("score", seat)] = Item(("score", seat, active, out or mine is None, score), planet_headers.NAME[0], rows.y)
    rows.y += planet_headers.NAME[1]
    if out or mine is None:
        rows.y += 4
        return
    rows.items[("piles", seat)] = Item(("piles", seat, active, side.stock, side.limits, gains(board, seat)), 0, rows.y)
    rows.items[("zones", seat)] = Item(("zones", seat, active, (side.hand, side.library, len(side.junkyard))), planet_headers.PILES[0], rows.y)
    words = "; ".join(look.say(f"asked.{kind}") for who, kind in view.asked if who == seat)
    rows.items[("asked", seat)] = Item(("asked", seat, active, words), planet_headers.PILES[0] + planet_headers.ZONES[0], rows.y)
    rows.y += planet_headers.PILES[1]


def _leader(board: BoardView) -> int | None:
    """Who is ahead, with the most HP of buildings, then of the mine; None where that is nobody alone."""
    worth = sorted(((side.building_hp, side.mine.hp, side.seat) for side in board.sides if side.mine and not side.out), reverse=True)
    if len(worth) < 2 or worth[0][:2] == worth[1][:2]:
        return None
    return worth[0][2]


# One planet close up


def planet_scene(view: View[BoardView], look: Look, seat: int, faces: Known) -> Scene:
    """A planet with every card on it in words and numbers, and the traps that the reader knows."""
    rows = Rows()
    board = view.board
    side = board.sides[seat]
    _head(rows, view, side, look)
    mine = side.mine
    rows.y += 8
    if mine and mine.traps:
        _put_lines(rows, "mine_traps", look.say("pc.traps_before", n=len(mine.traps), what=thing_name(mine, look), cards=trap_words(mine, look)))
    big = [t for kind in ("building", "warrior", "miner") for t in side.things if t.type == kind]
    put_cards(rows, [(_on_planet(t, board, look, faces), False, "") for t in big], look)
    if not big:
        put_line(rows, "empty", look.say("pc.empty"))
    return Scene((WIDTH, rows.y + 6), rows.items)


def _put_lines(rows: Rows, place: str, words: str, strong: bool = False) -> None:
    """As many lines of text as some words need."""
    for n, line in enumerate(wrapped(words, "Bold" if strong else "Medium", 28, WIDTH - 36)):
        put_line(rows, (place, n), line, strong)


def _on_planet(t: ThingView, board: BoardView, look: Look, faces: Known) -> cards.Shown:
    """A card on a planet with its present numbers, how it stands, and the traps in front of it."""
    found = shown(faces[t.card], look)
    present = {"attack": t.attack, "hp": t.hp}
    how = states(t, board, look)
    if t.traps:
        how.append(look.say("pc.traps", n=len(t.traps), cards=trap_words(t, look)))
    numbers = tuple((what, max(0, present[what])) for what, _ in found.numbers)
    return found._replace(name=thing_name(t, look), numbers=numbers, text=(*found.text, *(f"→ {line}" for line in how)))


# Private pictures


def hand_scene(view: View[BoardView], look: Look) -> Scene | None:
    """The viewer's hand as cards, with what is stored, and the own traps on the planet; None for nobody's and an empty one."""
    if view.seat is None or not view.board.hand:
        return None
    return _hand(Rows(), view, look)


def hand_strip(view: View[BoardView], look: Look) -> Scene | None:
    """The cards of the same as a low picture."""
    if view.seat is None or not view.board.hand:
        return None
    return held_strip([HeldKey(shown(c.face, look), n, c.able) for c, n in Counter(view.board.hand).items()])


def _hand(rows: Rows, view: View[BoardView], look: Look) -> Scene:
    """A picture that ends with what the viewer has."""
    _own(rows, view, look)
    put_cards(rows, [(shown(c.face, look), c.able, "") for c in view.board.hand], look)
    return Scene((WIDTH, rows.y), rows.items)


def _own(rows: Rows, view: View[BoardView], look: Look) -> None:
    """What the viewer has stored, and its own traps."""
    assert view.seat is not None
    side = view.board.sides[view.seat]
    put_line(rows, "stored", look.say("pc.stored", what=stored(side.stock, look) or "–"), strong=True)
    for t in side.things:
        if t.traps:
            _put_lines(rows, f"traps {t.word}", look.say("pc.traps_before", n=len(t.traps), what=thing_name(t, look), cards=trap_words(t, look)))


def choice_scene(view: View[BoardView], look: Look, prefix: tuple[str, ...], words: Sequence[str]) -> Scene:
    """What may be chosen: things on planets, cards as cards, and at the beginning the table or the hand."""
    board = view.board
    lit = frozenset(w.partition(".")[0] for w in words if board.thing(w.partition(".")[0]))
    if lit:
        return board_scene(view, look, lit, prefix)
    kind = view.decision.kind if view.decision else ""
    if board.faces:
        rows = Rows()
        put_cards(rows, [(shown(face, look), face.word in words, "") for face in board.faces], look)
        return Scene((WIDTH, rows.y), rows.items)
    if kind in ("main", "mulligan", "trap", "trapback") and board.hand:
        return _hand(Rows(), view, look)
    if kind == "react" and board.hand:
        rows = Rows()
        _going_on(rows, board, look)
        return _hand(rows, view, look)
    return board_scene(view, look)


def table_scene(view: View[BoardView], look: Look, prefix: tuple[str, ...], words: Sequence[str]) -> Scene:
    """The same without the hand: the table in its place."""
    lit = any(view.board.thing(w.partition(".")[0]) for w in words)
    return choice_scene(view, look, prefix, words) if lit or view.board.faces else board_scene(view, look)


# Looking things up


def card_scene(face: Face, look: Look, now: Sequence[str] = ()) -> Scene:
    """A whole card; `now` says how it stands in a game."""
    labels = {what: look.say(f"pc.number.{what}") for what, _ in face.numbers}
    whole = shown(face, look)._replace(kind=kind_line(face, look), text=tuple(text_lines(face, look)))
    return cards.card_scene(whole, labels, now, face.code, theme(look.theme).letters)


def deck_scene(deck: Mapping[str, int], faces: Known, look: Look) -> Scene:
    """A deck: the curve of costs, and its cards."""
    return cards.deck_scene(deck, faces, _total, card_name, look, "pc")


def sheet_scene(faces: Sequence[tuple[Face, str]], look: Look) -> Scene:
    """Cards of a pool with notes."""
    return cards.sheet_scene([(shown(face, look), note) for face, note in faces], look)


def traits(face: Face, look: Look) -> list[Trait]:
    """Type, rarity and cost: colours are those of types."""
    return [
        Trait("type", face.type, look.say(f"pc.type.{face.type}")),
        Trait("rarity", face.rarity, look.say(f"pc.rarity.{face.rarity}")),
        cards.cost_trait(_total(face.cost)),
    ]


def _total(cost: str) -> int:
    """The sum of a cost."""
    return sum(int(p[:-1]) for p in parts(cost) if not p.isdigit())
