"""The table close up, with all that has no place on the stage: values part by part, piles, goals one by one, heroes by name, the match report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from render import stage
from render.canvas import Key, Scene
from render.hockey_game.names import (
    card_name,
    goal_from,
    goal_helped,
    goal_when,
    goals_line,
    part_amount,
    part_name,
    period,
    report_rows,
    shown_round,
    verdict,
)
from render.hockey_game.sheet_rows import HALF, PAD, SheetRows
from render.hockey_game.sheets import LogKey, PartKey
from render.look import Look
from rules.game import View
from rules.hockey_game.view import BoardView, PartView, SideView
from rules.printed_cards import Face

QUARTER = (HALF - 6) // 2
HERO, PART, LOGGED, ROW = 46, 36, 114, 48


def closer(view: View[BoardView], look: Look, faces: Mapping[str, Face]) -> list[tuple[str, Scene]]:
    """The close-ups: one sheet, once there are teams and a match."""
    board, rows = view.board, SheetRows()
    if board.draft:
        if board.stage != "draft_pick":
            return []
        rows.title(period(board, look), "")
        rows.halves("roster", [_roster(side, look) for side in board.sides], HERO + 4)
        rows.y += PAD
        return [(period(board, look), rows.scene())]
    title = look.say("hg.over") if view.outcome else period(board, look)
    rows.title(title, goals_line(board, look))
    rows.grid("names", [("caption", HALF + 3, ROW, name) for name in look.names], (HALF + 3, ROW), 2)
    if board.report:
        for i, (*figures, strong) in enumerate(report_rows(board, look)):
            rows.put(("row", i), ("row", stage.WIDTH - 2 * PAD, ROW, tuple(figures), strong), ROW, PAD)
    else:
        _match(rows, board, look)
    if board.scored:
        _caption(rows, "log", look.say("hg.log"))
        rows.grid("logged", _log(board, look), (HALF + 3, LOGGED), 2)
    rows.y += PAD
    return [(title, rows.scene())]


def _match(rows: SheetRows, board: BoardView, look: Look) -> None:
    """Adds heroes and piles of both seats, and the parts of the last values."""
    say = look.say
    rows.halves("hero", [[_hero(c.word, look, c.attributes) for c in side.heroes] for side in board.sides], HERO + 4)
    piles = [say("hg.line.zones", hand=side.hand, deck=side.deck, discard=len(side.discard)) for side in board.sides]
    rows.grid("piles", [("part", HALF + 3, PART, PartKey("", words, "", False)) for words in piles], (HALF + 3, PART), 2)
    discards = [Counter(side.discard) for side in board.sides]
    rows.halves("discard", [[_part("", card_name(w, look), f"× {n}" if n > 1 else "") for w, n in own.items()] for own in discards], PART)
    _caption(rows, "referee", say("hg.referee_left", n=board.referee))
    if shown := shown_round(board):
        _caption(rows, "verdict", verdict(shown, look))
        rows.halves("part", [[_value(p, look) for p in turn.parts] for turn in shown.turns], PART)


def _caption(rows: SheetRows, place: str, words: str) -> None:
    rows.put(place, ("caption", stage.WIDTH, ROW, words), ROW)


def _hero(word: str, look: Look, attributes: object) -> Key:
    return ("hero", QUARTER, HERO, (word, look.say(f"word.{word}")), attributes, "")


def _part(sign: str, name: str, number: str, faded: bool = False) -> Key:
    return ("part", QUARTER, PART, PartKey(sign, name, number, faded))


def _value(part: PartView, look: Look) -> Key:
    sign = {"attribute": part.name, "referee": "referee"}.get(part.source, "")
    return _part(sign, part_name(part, look), part_amount(part, look), part.source in ("muted", "crease"))


def _roster(side: SideView, look: Look) -> list[Key]:
    """A seat's picks: heroes as on the table, then the other cards by name."""
    others = Counter(c.word for c in side.picks if c.kind != "hero")
    own = [_hero(c.word, look, c.attributes) for c in side.picks if c.kind == "hero"]
    return own + [_part("", card_name(w, look), f"× {n}" if n > 1 else "") for w, n in others.items()]


def _log(board: BoardView, look: Look) -> list[Key]:
    """The goals one by one."""
    found: list[Key] = []
    for goal in board.scored:
        when = " · ".join(filter(None, (goal_when(goal, look), goal_from(goal))))
        key = LogKey(board.sides[goal.seat].team, "{}:{}".format(*goal.score), look.names[goal.seat], when, goal_helped(goal, look))
        found.append(("logged", HALF + 3, LOGGED, key))
    return found
