"""Checks a loaded state (MH-1 to MH-10)."""

from __future__ import annotations

from rules.monster_hex import abilities
from rules.monster_hex.content import Content
from rules.monster_hex.opening import MOST, PAIR
from rules.monster_hex.placement import ROTATIONS, needs
from rules.monster_hex.state import State
from rules.parts.validation import distinct, known, need, within

PHASES = ("opening", "faction", "ability", "play", "over")


def check(content: Content, state: State) -> range:
    """The seats of a state, if it is possible in this game. Raises ValueError."""
    known([state.board], content.boards, "board")
    board, seats, slots = content.boards[state.board], range(state.seats), range(state.slots)
    known([state.seats], board.players, "seats")
    need(state.shared == (state.seats < board.factions), "shared faction")
    known([state.phase], PHASES, "phase")
    for by_slot in (state.factions, state.hands, state.stacks, state.known):
        need(len(by_slot) == len(slots), "factions")
    for by_seat in (state.scores, state.chosen, state.used):
        need(len(by_seat) == len(seats), "seats")
    factions, chosen = [f for f in state.factions if f], [a for a in state.chosen if a]
    known(factions, content.factions, "factions")
    distinct(factions, "factions")
    known(chosen, abilities.ABILITIES, "abilities")
    distinct(chosen, "abilities")
    known(state.resigned, seats, "resigned")
    distinct(state.resigned, "resigned")
    need(len(state.resigned) < len(seats), "resigned")
    within(state.round, 1, board.rounds, "round")
    within(state.turn, 0, len(slots), "turn")
    need(state.split is None or (len(seats) == PAIR and state.split in range(MOST + 1)), "half points")
    need(state.first in (range(1) if state.split is None or state.phase == "opening" else seats), "who begins")
    need(state.phase != "opening" or (len(seats) == PAIR and not any((*state.factions, *state.hands))), "opening")
    _board(content, state)
    if state.phase != "over":
        need((state.phase in ("opening", "faction")) == ("" in state.factions), "factions")
        need((state.phase == "ability") <= state.abilities and (state.phase == "play") <= (len(chosen) == len(seats) * state.abilities), "abilities")
    if state.phase == "play":
        _play(content, state)
    return seats


def _board(content: Content, state: State) -> None:
    """Checks that tiles exist, that those on the board are on its hexes, and that captures are of its stones."""
    board, slots = content.boards[state.board], range(state.slots)
    known(state.placed, board.hexes, "hexes")
    for slot, _, rotation in state.placed.values():
        known([slot], slots, "faction")
        known([rotation], ROTATIONS.values(), "rotation")
    for slot in slots:
        lying = [tile for other, tile, _ in state.placed.values() if other == slot]
        known([*lying, *state.hands[slot], *state.stacks[slot]], content.tiles, "tiles")
        within(state.known[slot], 0, len(state.stacks[slot]), "known tiles")
    need(state.need == needs(state, board, content.tiles), "edges")
    known(state.champions, state.placed, "champions")
    known([*state.queue, *state.captures], board.stones, "stones")
    distinct(state.queue, "stones")
    for name, capture in state.captures.items():
        known([*capture.totals, *(s for s in (capture.first, capture.second) if s is not None)], slots, "capture")
        known(capture.taken, board.stones[name].slot_of, "values")
        known(capture.taken.values(), (capture.first, capture.second), "capture")
        known([label for label, _ in board.stones[name].ring], state.placed, "ring")


def _play(content: Content, state: State) -> None:
    """Checks that somebody has a value to choose, tiles to put back, or a tile to place."""
    board = content.boards[state.board]
    if state.queue:
        known(state.queue[:1], state.captures, "capture")
        chooser = state.choosing()
        need(chooser is not None and chooser < state.seats, "nobody chooses")
        need(len(state.captures[state.queue[0]].taken) + 1 < len(board.stones[state.queue[0]].values), "nothing to choose")
        need(not state.looking and not state.bold, "captures come first")
        return
    within(state.turn, 0, state.slots - 1, "turn")
    slot = state.slot
    need(state.hands[slot], "no tile to place")
    own = slot < state.seats and state.abilities and state.used[slot]
    need(not state.looking or (own and not state.bold and min(abilities.DEPTH, state.known[slot]) > 1), "nothing to look at")
    need(not state.bold or (own and state.placed), "not bold")
