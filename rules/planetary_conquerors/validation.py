"""Checks a loaded state (PC-1 to PC-14)."""

from __future__ import annotations

from rules.parts.validation import known, need, part_of, within
from rules.planetary_conquerors.card_vocabulary import MATERIALS
from rules.planetary_conquerors.content import MINE, PHASES, SEATS, Content
from rules.planetary_conquerors.game_flow import STEPS
from rules.planetary_conquerors.refusals import RULES
from rules.planetary_conquerors.state import Act, Batch, Fired, Gain, Side, State, Window, mine_uid

STAGES = ("deck", "mulligan", "play", "over")


def check(content: Content, state: State) -> range:
    """The seats of a state, if it is possible in this game. Raises ValueError."""
    need(len(state.sides) in SEATS, "seats")
    seats = range(len(state.sides))
    known([state.stage], STAGES, "stage")
    known([state.phase], ("", *PHASES), "phase")
    known([state.active, state.first], seats, "seats")
    known(state.todo, STEPS, "steps")
    for side in state.sides:
        _side(content, side)
    _things(content, state)
    _frames(content, state)
    if state.ask:
        known([state.ask.kind], RULES, "choice")
        known([state.ask.seat], seats, "seats")
        need(not state.sides[state.ask.seat].out, "who is out chooses")
        within(state.ask.amount, 0, max(1, len(state.ask.options)) + len(state.things), "choice")
    known([seat for group in state.places for seat in group], seats, "places")
    known([*state.looked, *(card for _, card, _ in state.former)], content.cards, "cards")
    return seats


def _side(content: Content, side: Side) -> None:
    known([*side.deck, *side.library, *side.hand, *side.junkyard, *side.vanished, *side.thrown], content.cards, "cards")
    part_of(side.shown, side.hand, "known cards")
    need(min(side.peeked, side.topped, side.sunk) >= 0, "known cards")
    need(min(side.stock) >= 0 and side.out >= 0 and all(n > 0 for n in side.deck.values()), "figures")


def _things(content: Content, state: State) -> None:
    """Checks that everything belongs to an existing player, and that each living player has a mine."""
    seats = range(len(state.sides))
    for uid, thing in state.things.items():
        need(uid == thing.uid and uid <= state.count, "uid")
        known([thing.owner, thing.controller], seats, "seats")
        need(thing.card in content.cards or (thing.card == MINE and uid == mine_uid(thing.owner)), "cards")
        need(thing.letter >= 0, "letter")
    if state.stage == "play":
        known([mine_uid(seat) for seat in seats if not state.sides[seat].out], state.things, "mines")
    known(state.columns, state.things, "columns")
    for column in state.columns.values():
        known([trap.card for trap in column], content.cards, "traps")
        known([seat for trap in column for seat in trap.seen], seats, "seats")


def _frames(content: Content, state: State) -> None:
    """Checks frames: their seats and cards exist; what they speak of may have gone since."""
    seats = range(len(state.sides))
    fired = list(state.fired)
    for frame in state.frames:
        if isinstance(frame, Act):
            known([frame.seat], seats, "seats")
            known([frame.card], content.cards, "cards")
            fired += frame.buffer
        elif isinstance(frame, Batch):
            fired += frame.fired
        elif isinstance(frame, Gain):
            known([frame.seat], seats, "seats")
            known([number for number, _ in frame.parts], range(len(MATERIALS)), "materials")
        elif isinstance(frame, Window):
            known([*frame.asked, *frame.called, *frame.passed, *frame.whatever], seats, "seats")
    _triggers(content, state, fired)


def _triggers(content: Content, state: State, fired: list[Fired]) -> None:
    for one in fired:
        known([one.seat], range(len(state.sides)), "seats")
        known([one.card], (*content.cards, MINE), "cards")
