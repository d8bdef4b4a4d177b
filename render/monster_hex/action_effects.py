"""The effects of an action, as text for its button: the change of a faction's totals at stones (MH-4.2), the points of a value (MH-4.6)."""

from __future__ import annotations

from render.look import Look
from rules.game import Action, Seat, View
from rules.monster_hex.capture import COLOUR_BONUS
from rules.monster_hex.view import BoardView, ValueView
from rules.monster_hex.whose_decision import CHOOSES, NAMES


def gain(view: View[BoardView], look: Look, value: str) -> str:
    """The points of a value for the viewer at the stone where one is chosen; empty for other words."""
    found = next((v for stone in view.board.stones if stone.choosing for v in stone.values if str(v.value) == value), None)
    if found is None:
        return ""
    points = worth(found, view.seat)
    said = look.say("mh.hint.points", n=points)
    return said if points == found.value else f"{value} + {COLOUR_BONUS} = {said}"


def worth(value: ValueView, seat: Seat | None) -> int:
    """The points of a value for a seat (MH-4.6)."""
    return value.value + (COLOUR_BONUS if value.slot is not None and value.slot == seat else 0)


def notes(view: View[BoardView], look: Look) -> list[str]:
    """Lines on what is added to a colour's values, before seats and factions are settled and where values are chosen (MH-4.6); that no monster can be
    turned (MH-8.2)."""
    if view.decision is not None and view.decision.kind in (NAMES, CHOOSES):
        first, second = (_coloured(view.board, slot) for slot in (0, 1))
        return [look.say("mh.note.seats", first=first, second=second, bonus=COLOUR_BONUS)]
    if view.decision is not None and view.decision.kind == "choose_faction":
        values = _coloured(view.board, view.seat)
        return [look.say("mh.note.own_values", values=values, bonus=COLOUR_BONUS)] if values else []
    stones = [stone for stone in view.board.stones if stone.choosing]
    own = view.decision is not None and view.decision.kind == "choose_value" and view.seat is not None
    mine = [v.value for stone in stones for v in stone.values if own and v.slot == view.seat and v.taken is None]
    lines = [look.say("mh.note.colour", value=value, bonus=COLOUR_BONUS) for value in mine]
    board = view.board
    left = [(v.value, v.slot, stone) for stone in stones for v in stone.values if own and v.taken is None and v.slot is not None]
    theirs = [(value, board.factions[slot].seat) for value, slot, stone in left if slot in {stone.first, stone.second} - {view.seat}]
    lines += [look.say("mh.note.their_colour", value=value, who=look.names[seat], bonus=COLOUR_BONUS) for value, seat in theirs if seat is not None]
    if board.turnable == () and placing(view) and any(monster.slot != view.seat for monster in board.monsters):
        lines.append(look.say("mh.note.twist_beside" if board.twist_beside else "mh.note.twist"))
    return lines


def _coloured(board: BoardView, slot: int | None) -> str:
    """The values in a slot's colour with their stones, the highest first (MH-1.4). In the opening slot 0 stands for the seat that will begin
    (MH-1.9)."""
    stones: dict[int, list[str]] = {}
    for stone in board.stones:
        for value in stone.values:
            if value.slot == slot:
                stones.setdefault(value.value, []).append(stone.label.upper())
    return ", ".join(f"{value} ({', '.join(stones[value])})" for value in sorted(stones, reverse=True))


def placing(view: View[BoardView]) -> bool:
    """Whether the viewer is asked to place a tile of its own, before which it may use its ability (MH-8.1)."""
    return view.decision is not None and view.decision.kind == "place"


def brings(before: View[BoardView], after: View[BoardView], look: Look, action: Action) -> str:
    """The points of a value; else the totals of the viewer's faction that change, by stone; of a single one the difference."""
    if action[0] == "take" and len(action) == 2:
        return gain(before, look, action[1])
    own = next((f.slot for f in before.board.factions if f.seat == before.seat), None)
    if own is None:
        return ""
    was, now = ({stone.label.upper(): dict(stone.totals).get(own, 0) for stone in view.board.stones} for view in (before, after))
    changed = [stone for stone in now if now[stone] != was[stone]]
    if len(changed) == 1 and now[changed[0]] > was[changed[0]]:
        stone = changed[0]
        said = look.say("mh.brings", strength=now[stone] - was[stone], stone=stone, was=was[stone], now=now[stone])
        return said + _captured(before.board, after.board, look, stone)
    return ", ".join(f"{stone} {was[stone]} → {now[stone]}{_captured(before.board, after.board, look, stone)}" for stone in changed)


def _captured(before: BoardView, after: BoardView, look: Look, label: str) -> str:
    """Who is first at a stone that an action surrounds (MH-4.1); "" for other stones."""
    then, stone = (next(s for s in board.stones if s.label.upper() == label) for board in (before, after))
    if then.captured or not stone.captured:
        return ""
    if stone.first is None:
        return look.say("mh.brings.captured_by_nobody")
    seat = after.factions[stone.first].seat
    who = look.say("mh.shared") if seat is None else look.names[seat]
    return look.say("mh.brings.captured", who=who)
