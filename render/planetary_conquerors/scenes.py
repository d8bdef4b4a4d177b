"""Where everything lies: the table for all, one planet close up, hands, what may be chosen, whole cards, decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from render import cards
from render.canvas import Item, Key, Rows, Scene
from render.cards import WIDTH, put_cards, put_line
from render.look import Look
from render.planetary_conquerors.names import (
    act_line,
    card_name,
    kind_line,
    phase_name,
    short_name,
    shown,
    states,
    stored,
    text_lines,
    thing_name,
    trap_words,
    turn_name,
    window_line,
)
from render.planetary_conquerors.sprites import AttackKey, ChipKey, HeadKey, ScoreKey, TileKey, parts
from render.theme import theme
from rules.game import View
from rules.parts.cards import Face
from rules.planetary_conquerors.content import MINE_HP
from rules.planetary_conquerors.state import FEWEST_BUILDING_HP
from rules.planetary_conquerors.view import BoardView, SideView, ThingView

HEADER, TITLE, TURN = 60, 430, 230
HEAD, STORES = 62, 46
TILE, CHIP = (166, 104), (333, 46)
COUNT = 200
"""The width of the number of cards in a zone."""
STRIP = 50
"""The height of what is going on, and of an attacker with its target."""
NAME = 560
"""The width of the half of a seat's head with its name."""

Known = Mapping[str, Face]


def board_scene(view: View[BoardView], look: Look, lit: frozenset[str] = frozenset()) -> Scene:
    """The whole table: what is going on, then every seat with its planet. `lit` are words of things that may be chosen."""
    rows = Rows()
    board = view.board
    _header(rows, view, look)
    _going_on(rows, board, look)
    for side in board.sides:
        _seat(rows, view, side, look, lit)
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
    """The window that is open, what is carried out, and the attack."""
    if words := window_line(board, look):
        rows.put("window", ("window", WIDTH, STRIP, words), STRIP)
    for i, act in enumerate(reversed(board.acts)):
        rows.put(("act", i), ("act", WIDTH, STRIP, act.seat, act_line(board, act, look), i == 0), STRIP)
    attacking = sorted((t for side in board.sides for t in side.things if t.target), key=lambda t: (t.line, int(t.word[1:])))
    for t in attacking:
        target = board.thing(t.target)
        if target is None:
            continue
        attacker = f"{card_name(t.card, look)} {t.attack}/{t.hp} {t.word}"
        aim = f"{thing_name(target, look)} {target.hp}/{target.most}"
        key = ("assault", WIDTH, STRIP, AttackKey(t.line, t.line == board.line, t.controller, attacker, aim, t.blocker, t.done))
        rows.put(("assault", t.word), key, STRIP)


def _seat(rows: Rows, view: View[BoardView], side: SideView, look: Look, lit: frozenset[str]) -> None:
    """A seat: name and score, storages and counts, mine with buildings, warriors, miners."""
    _head(rows, view, side, look)
    if side.out or not side.things:
        return
    tiles = [t for kind in ("mine", "building", "warrior") for t in side.things if t.type == kind]
    across = WIDTH // TILE[0]
    for i, t in enumerate(tiles):
        x, y = i % across * TILE[0] + 2, rows.y + i // across * TILE[1]
        rows.items[("tile", side.seat, i)] = Item(_tile(t, look, side.seat, t.word in lit), x, y)
    rows.y += -(-len(tiles) // across) * TILE[1]
    chips = _chips(side, look, lit)
    for i, key in enumerate(chips):
        rows.items[("chip", side.seat, i)] = Item(key, i % 3 * CHIP[0], rows.y + i // 3 * CHIP[1])
    rows.y += -(-len(chips) // 3) * CHIP[1] + 6


def _head(rows: Rows, view: View[BoardView], side: SideView, look: Look) -> None:
    board = view.board
    seat = side.seat
    active = board.stage == "play" and seat == board.active and not view.outcome
    winner = view.outcome is not None and seat in view.outcome.winners
    name = ("★ " if winner else "") + look.names[seat]
    rows.items[("seat", seat)] = Item(("seat", NAME, HEAD, seat, HeadKey(name, active, seat in view.to_act, bool(side.out))), 0, rows.y)
    mine = side.mine
    note = look.say("pc.out") if side.out else "" if mine else look.say("pc.ready" if side.ready else "pc.not_ready")
    score = ScoreKey(mine.hp if mine else 0, MINE_HP, side.building_hp, FEWEST_BUILDING_HP, note)
    rows.items[("score", seat)] = Item(("score", WIDTH - NAME, HEAD, seat, active, score), NAME, rows.y)
    rows.y += HEAD
    if mine is None:
        return
    rows.items[("stock", seat)] = Item(("stock", 400, STORES, side.stock, side.limits), 0, rows.y)
    for i, (zone, n) in enumerate((("hand", side.hand), ("deck", side.library), ("junkyard", len(side.junkyard)))):
        rows.items[(zone, seat)] = Item(("text", COUNT, STORES, look.say(f"pc.count.{zone}", n=n)), 400 + i * COUNT, rows.y)
    rows.y += STORES


def _tile(t: ThingView, look: Look, seat: int, lit: bool) -> Key:
    name = look.say("pc.mine") if t.type == "mine" else short_name(t.card, look)
    known = tuple(bool(trap) for trap in t.traps)
    tile = TileKey(t.type, name, t.word, t.attack, t.hp, t.most, t.shielding, t.exhausted, t.illusion, t.spent, known, t.target)
    return ("tile", *TILE, tile, seat, lit)


def _chips(side: SideView, look: Look, lit: frozenset[str]) -> list[Key]:
    """Miners: those without a name in an action are counted."""
    miners = [t for t in side.things if t.type == "miner"]
    counts = Counter(t.card for t in miners)
    found: list[Key] = []
    for card, n in counts.items():
        same = [t for t in miners if t.card == card]
        alone = [t for t in same if t.spent or t.word in lit]
        plain = n - len(alone)
        if plain:
            tag = next(t.word for t in same if t not in alone) if plain == 1 else ""
            found.append(("chip", *CHIP, ChipKey(plain, card_name(card, look), tag), False))
        found += [("chip", *CHIP, ChipKey(1, card_name(card, look), t.word, t.spent), t.word in lit) for t in alone]
    return found


# One planet close up


def planet_scene(view: View[BoardView], look: Look, seat: int, faces: Known) -> Scene:
    """A planet with every card on it in words and numbers, and the traps that the reader knows."""
    rows = Rows()
    board = view.board
    side = board.sides[seat]
    _head(rows, view, side, look)
    mine = side.mine
    if mine and mine.traps:
        put_line(rows, "mine_traps", look.say("pc.traps_before", n=len(mine.traps), what=thing_name(mine, look), cards=trap_words(mine, look)))
    big = [t for kind in ("building", "warrior", "miner") for t in side.things if t.type == kind]
    put_cards(rows, [(_on_planet(t, look, faces), False, _note(t, board, look)) for t in big], look)
    if not big:
        put_line(rows, "empty", look.say("pc.empty"))
    return Scene((WIDTH, rows.y + 6), rows.items)


def _on_planet(t: ThingView, look: Look, faces: Known) -> cards.Shown:
    """A card on a planet with its present numbers."""
    found = shown(faces[t.card], look)
    present = {"attack": t.attack, "hp": t.hp}
    return found._replace(name=thing_name(t, look), numbers=tuple((what, max(0, present[what])) for what, _ in found.numbers))


def _note(t: ThingView, board: BoardView, look: Look) -> str:
    """How a card stands: what it does, and the traps in front of it."""
    found = states(t, board, look)
    if t.traps:
        found.append(look.say("pc.traps", n=len(t.traps), cards=trap_words(t, look)))
    return " · ".join(found)


# Private pictures


def hand_scene(view: View[BoardView], look: Look) -> Scene | None:
    """The viewer's hand as cards, with what is stored, and the own traps on the planet; None for nobody's and an empty one."""
    if view.seat is None or not view.board.hand:
        return None
    return _hand(Rows(), view, look)


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
            put_line(rows, ("traps", t.word), look.say("pc.traps_before", n=len(t.traps), what=thing_name(t, look), cards=trap_words(t, look)))


def choice_scene(view: View[BoardView], look: Look, prefix: tuple[str, ...], words: Sequence[str]) -> Scene:
    """What may be chosen: things on planets, cards as cards, and at the beginning the table or the hand."""
    board = view.board
    lit = frozenset(w.partition(".")[0] for w in words if board.thing(w.partition(".")[0]))
    if lit:
        return board_scene(view, look, lit)
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


# Looking things up


def card_scene(face: Face, look: Look, now: Sequence[str] = ()) -> Scene:
    """A whole card; `now` says how it stands in a game."""
    labels = {what: look.say(f"pc.number.{what}") for what, _ in face.numbers}
    whole = shown(face, look)._replace(kind=kind_line(face, look), text=tuple(text_lines(face, look)))
    return cards.card_scene(whole, labels, now, face.code, theme(look.theme).letters)


def deck_scene(deck: Mapping[str, int], faces: Known, look: Look) -> Scene:
    """A deck: the curve of costs, and its cards."""
    return cards.deck_scene(deck, faces, _total, card_name, look, "pc")


def _total(cost: str) -> int:
    """The sum of a cost."""
    return sum(int(p[:-1]) for p in parts(cost) if not p.isdigit())
