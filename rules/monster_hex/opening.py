"""The opening, before the first round: boards and hands, the pie rule, factions and abilities (MH-1 and MH-8)."""

from __future__ import annotations

from rules.game import Event, Options, Refused, Seat
from rules.monster_hex.content import Content
from rules.monster_hex.state import State
from rules.parts.handicaps import size_of
from rules.randomness import Chance

FIXED, PIE = "fixed", "pie"
"""How it is settled who begins: by the seats, or as MH-1.8 has it."""
SPLIT, BEGIN, SECOND = "split", "begin", "second"
MOST = 20
"""Half points that may be named at most (MH-1.8)."""
PAIR = 2
"""Seats of a game with a pie (MH-1.8)."""
_SEAT_BOARDS = {2: "two", 3: "three", 4: "four"}


def dealt(content: Content, seats: int, chosen: Options, seed: int) -> tuple[State, list[Event]]:
    """A new game: stacks are shuffled, and hands drawn unless it has to be settled first who begins (MH-1.5, MH-1.8); a seat with a handicap begins
    with points (MH-1.10). Raises Refused."""
    name = _SEAT_BOARDS.get(seats, "") if chosen["board"] == "auto" else chosen["board"]
    board = content.boards.get(name)
    if board is None or seats not in _SEAT_BOARDS:
        raise Refused("no_such_board", "MH-1.1", tuple(content.boards), board=chosen["board"], seats=seats)
    if seats not in board.players:
        fitting = tuple(b.id for b in content.boards.values() if seats in b.players)
        raise Refused("board_needs", "MH-1.1", fitting, board=name, seats=seats)
    pie = chosen["opening"] == PIE
    if pie and seats != PAIR:
        raise Refused("pie_for_two", "MH-1.8", seats=seats)
    chance = Chance.of(seed)
    shared = seats < board.factions  # Two players on the board for three (MH-1.2).
    slots = seats + shared
    stacks = [sorted(content.tiles) for _ in range(slots)]  # The same ten for every faction (MH-1.3).
    for stack in stacks:
        chance.shuffle(stack)
    with_abilities = chosen["abilities"] == "on"
    state = State(
        board=name,
        seats=seats,
        shared=shared,
        abilities=with_abilities,
        phase="opening" if pie else "faction",
        factions=[""] * slots,
        hands=[[] for _ in range(slots)],
        stacks=stacks,
        known=[0] * slots,
        scores=[size_of(chosen, seat) for seat in range(seats)],
        round=1,
        chosen=[""] * seats,
        used=[False] * seats,
        twist_beside=False,
    )
    facts = {"board": name, "seats": seats, "shared": shared, "abilities": with_abilities} | ({"opening": PIE} if pie else {})
    events = [Event("set_up", facts, rule="MH-1.1")]
    events += [Event("handicap", {"seat": seat, "n": n}, rule="MH-1.10") for seat, n in enumerate(state.scores) if n]
    return state, events if pie else events + _hands(state, board.hand)


def _hands(state: State, size: int) -> list[Event]:
    """Draws the seats' hands, in place (MH-1.5)."""
    events = []
    for seat in range(state.seats):
        state.hands[seat], state.stacks[seat] = state.stacks[seat][:size], state.stacks[seat][size:]
        events.append(Event("drew", {"seat": seat, "tiles": sorted(state.hands[seat])}, to=(seat,), rule="MH-1.5"))
    return events


def name_split(state: State, seat: Seat, halves: int) -> list[Event]:
    """Names the half points for the seat that begins, in place (MH-1.8)."""
    state.split = halves
    return [Event("split", {"seat": seat, "halves": halves}, rule="MH-1.8")]


def choose_turn(state: State, seat: Seat, word: str, hand: int) -> list[Event]:
    """Settles who begins, in place; only then are hands drawn (MH-1.8, MH-1.9)."""
    state.first = seat if word == BEGIN else 1 - seat
    state.phase = "faction"
    return [Event("begins", {"seat": state.first, "by": seat, "halves": state.split}, rule="MH-1.9"), *_hands(state, hand)]


def take_factions(state: State, factions: tuple[str, ...]) -> tuple[bool, list[Event]]:
    """Takes choices of a faction without an alternative, in place; returns whether all are chosen then (MH-1.4)."""
    events: list[Event] = []
    slots = [*state.order, *range(state.seats, state.slots)]
    for slot in slots:
        if state.factions[slot]:
            continue
        free = [f for f in factions if f not in state.factions]
        if slot < state.seats and len(free) > 1 and slot not in state.resigned:
            return False, events
        state.factions[slot] = free[0]
        kind = "faction" if slot < state.seats else "shared_faction"
        events.append(Event(kind, {"seat": slot, "faction": free[0]}, rule="MH-1.4"))
    return True, events
