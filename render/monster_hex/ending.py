"""Texts on a finished game: who has won, how long it took, and the moment that decided it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from render.ending import signed, victory
from render.look import Look
from rules.game import Seat, View
from rules.monster_hex.capture import COLOUR_BONUS
from rules.monster_hex.view import BoardView, MonsterView, StoneView
from rules.parts.halves import written
from rules.parts.hexes import DIRECTIONS


def endings(view: View[BoardView], looks: Iterable[Look]) -> list[tuple[str, tuple[str, ...]]]:
    """The wordings of an end for a picture, from the longest to the shortest."""
    forms = [(ending(view, look), look) for look in looks]
    (won, _), brief = forms[-1]
    turn = _turn_facts(view, brief)
    if turn is None:
        return [form for form, _ in forms]
    shorter = (brief.say(f"mh.end.turn_{wording}", **turn) for wording in ("brief", "least", "hex", "score"))
    return [*(form for form, _ in forms), *((won, (words,)) for words in shorter)]


def ending(view: View[BoardView], look: Look) -> tuple[str, tuple[str, ...]]:
    """The winner, and lines about the game. Only for a game that is over."""
    assert view.outcome
    say, board, winners = look.say, view.board, view.outcome.winners
    lines = [say("mh.end.rounds", n=board.round)]
    found = [(points, stone.label, slot) for stone in board.stones for slot, points in gains(stone).items() if slot < len(look.names)]
    if turn := _turn(view, look):
        lines.append(turn)
    elif found:
        points, label, slot = max(found, key=lambda gain: (gain[0], gain[2] in winners))
        lines.append(say("mh.end.best", stone=label.upper(), who=look.names[slot], n=points))
    return victory(view, look), tuple(lines)


def decided(view: View[BoardView], look: Look) -> str:
    """A sentence on the monster after which the winner was ahead for good; empty if the others have resigned."""
    return _turn(view, look)


def _turn(view: View[BoardView], look: Look) -> str:
    """The turning point as a sentence, for a single winner."""
    facts = _turn_facts(view, look)
    return look.say("mh.end.turn", **facts) if facts else ""


def _turn_facts(view: View[BoardView], look: Look) -> dict[str, str] | None:
    """What is said of the turning point; None without one."""
    winners, board, turn = view.outcome.winners if view.outcome else (), view.board, decisive(view)
    if turn is None:
        return None
    faction = board.factions[turn.monster.slot].faction
    return {
        "monster": look.say(f"mh.monster.{faction}.{turn.monster.tile}"),
        "hex": turn.monster.hex.upper(),
        "stones": ", ".join(stone.label.upper() for stone in turn.stones),
        "who": look.names[winners[0]],
        "before": signed(turn.before),
        "after": signed(turn.after),
    }


class Turn(NamedTuple):
    """A monster that surrounded stones, how far a seat was ahead of the best other one before and after."""

    monster: MonsterView
    stones: tuple[StoneView, ...]
    before: float
    after: float


def decisive(view: View[BoardView]) -> Turn | None:
    """The turning point of a game with a single winner; None while it goes on, and where nothing on the board decided it."""
    if view.outcome is None or view.outcome.reason == "resigned" or len(view.outcome.winners) != 1:
        return None
    return turning_point(view.board, view.outcome.winners[0])


def turning_point(board: BoardView, winner: Seat) -> Turn | None:
    """The monster after which a seat was ahead for good; None if it was not ahead at the end, or was from the beginning (MH-1.9, MH-1.10)."""
    turns = list(_turns(board, winner))
    if not turns or turns[-1].after <= 0 or min(turns[0].before, *(turn.after for turn in turns)) > 0:
        return None
    return turns[max((n + 1 for n, turn in enumerate(turns) if turn.after <= 0), default=0)]


def _turns(board: BoardView, seat: Seat) -> Iterator[Turn]:
    """The public course of the game: monsters in the order of play; the last one around a stone captures it (MH-4.1)."""
    ring = {stone.id: {(stone.at[0] + dq, stone.at[1] + dr) for dq, dr in DIRECTIONS} & set(board.hexes.values()) for stone in board.stones}
    scored = [gains(stone) for stone in board.stones if stone.captured]
    scores = {f.seat: (f.score or 0) - sum(at.get(f.seat, 0) for at in scored) for f in board.factions if f.seat is not None}
    lies = set()
    for monster in board.monsters:
        at = board.hexes[monster.hex]
        lies.add(at)
        stones = tuple(stone for stone in board.stones if stone.captured and at in ring[stone.id] and ring[stone.id] <= lies)
        if stones:
            before = _ahead(scores, seat)
            for stone in stones:
                for slot, points in gains(stone).items():
                    if slot in scores:
                        scores[slot] += points
            yield Turn(monster, stones, before, _ahead(scores, seat))


def _ahead(scores: Mapping[Seat, float], seat: Seat) -> float:
    return scores[seat] - max(n for other, n in scores.items() if other != seat)


def final(board: BoardView, winner: Seat) -> str:
    """The score of a winner; of two seats both, if that is higher."""
    scores = {faction.seat: faction.score for faction in board.factions if faction.seat is not None and faction.score is not None}
    if winner not in scores:
        return ""
    both = len(scores) == 2 and _ahead(scores, winner) > 0
    return ":".join(str(written(n)) for n in (sorted(scores.values(), reverse=True) if both else (scores[winner],)))


def gains(stone: StoneView) -> dict[int, int]:
    """The score of each slot at a stone (MH-4.6)."""
    found: dict[int, int] = {}
    for value in stone.values:
        if value.taken is not None:
            found[value.taken] = found.get(value.taken, 0) + value.value + (COLOUR_BONUS if value.slot == value.taken else 0)
    return found


def counted(view: View[BoardView]) -> list[float | None]:
    """The score of each seat that has a faction."""
    return [faction.score for faction in sorted((f for f in view.board.factions if f.seat is not None), key=lambda f: f.seat or 0)]
