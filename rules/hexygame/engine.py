"""The engine, which implements the contract (`rules.game.Rules`): setup, whose turn it is, what may be done (HX-3, HX-8, HX-12, HX-14)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from rules.game import Action, Decision, Event, Option, Options, Outcome, Refused, Seat, Step, View, Word
from rules.hexygame import automatic_answers, ending, energy, planning, validation
from rules.hexygame.actions import act, deal
from rules.hexygame.changes import Run
from rules.hexygame.content import Content
from rules.hexygame.imagined_states import imagined, redrawn
from rules.hexygame.legal_actions import WORDS, Offers
from rules.hexygame.position import Field
from rules.hexygame.refusals import ANSWERS, PASS, RULES, check
from rules.hexygame.state import PICKS, Side, State
from rules.hexygame.view import Viewer
from rules.notation import ACCEPT, OFFER
from rules.parts.ahead import DRAFT, PAUSES, READY, SEAL, STOPS, lifted, sealed
from rules.parts.cardgame import LIMITED, CardGame, by_lot
from rules.parts.engine import Codec
from rules.parts.event_trace import traced
from rules.parts.handicaps import handicaps, size_of
from rules.parts.options import settings
from rules.parts.validation import restored
from rules.randomness import Chance

_codec = Codec(State)
_PRIVATE = {"deck": 1, "choose": 1}
"""How many words of an action everybody may read in a record while the game goes on."""
_SHOWN = frozenset(
    {
        "attack_declared", "counterstrike_declared", "combat", "move_declared", "moved", "shifted", "swapped", "cast", "activated", "entered",
        "attached", "counters_changed", "modified", "granted", "die_raised", "forbidden", "destroyed", "bounced", "raised", "winning_dice",
        "fizzled", "cancelled",
    }
)  # fmt: skip
"""The events that pictures mark: whatever can be seen on the map."""
_FILLING = ("draw", "discard")
"""The verbs that bring energy and nothing else (HX-5.2, HX-5.3)."""


class HexyGame(CardGame[Content, State, Field, Offers]):
    """HexyGame. See `rules.game.Rules` for what the methods promise."""

    key = "hexygame"
    version = 7
    seats = range(2, 3)
    options: tuple[Option, ...] = (
        Option("decks", ("chosen", "drawn"), given=(LIMITED,)),
        Option("seating", ("drawn", "joined")),
        PAUSES,
        handicaps(range(2, 3)),
    )
    orders: tuple[str, ...] = automatic_answers.ORDERS
    kinds: Mapping[str, str] = RULES
    answers: Mapping[str, tuple[str, ...]] = ANSWERS
    takes: Mapping[str, tuple[str, ...]] = {
        **dict.fromkeys(("cast", "discard"), ("creature", "wizardry", "sorcery", "building", "artifact", "enchantment")),
        **dict.fromkeys(("activate", "move", "attack", "counterstrike", "draw", "deck"), ("",)),
    }
    verbs: Mapping[str, str] = {
        "cast": "HX-6.1",
        "activate": "HX-11.2",
        "move": "HX-9.1",
        "attack": "HX-9.2",
        "counterstrike": "HX-9.5",
        "draw": "HX-5.2",
        "discard": "HX-5.3",
        "pick_discard.discard": "HX-8.7",
        "main.pass": "HX-7.4",
        "pass": "HX-8.4",
        STOPS: "HX-15.4",
        SEAL: "HX-15.4",
        READY: "HX-15.4",
        DRAFT: "HX-15.4",
    }
    shows = planning.SHOWS
    turns_up = planning.TURNS_UP

    def __init__(self, content: Content) -> None:
        super().__init__(content, Field, Offers, Viewer(content))

    # Setup

    def setup(self, seats: int, options: Options, seed: int) -> Step:
        """Waits for both decks, or deals two different presets drawn by lot; seats are drawn by lot (HX-1.1)."""
        if seats not in self.seats:
            raise Refused("wrong_seats", "HX-1.1", n=seats)
        chosen = settings(self.options, options, "HX-1.1")
        state = State(f"{seed:064x}", [Side(handicap=size_of(chosen, seat)) for seat in range(2)], limited=chosen["decks"] == LIMITED)
        run = Run(self.content, state)
        if chosen["decks"] == "drawn":
            for side, deck in zip(state.sides, by_lot(self.presets, seed, seats), strict=True):
                side.deck = deck
            deal(run)
        return Step(state, tuple(run.events))

    # Whose decision it is

    def to_act(self, state: State) -> tuple[Seat, ...]:
        if state.stage == "deck":
            return tuple(s for s, side in enumerate(state.sides) if not side.deck)
        if state.stage == "mulligan":
            return tuple(s for s, side in enumerate(state.sides) if not side.ready)
        if state.over:
            return ()
        return (state.pick.seat,) if state.pick else (state.priority,)

    def decision(self, state: State, seat: Seat) -> Decision:
        if seat not in self.to_act(state):
            raise Refused("not_your_turn", "HX-8.4")
        offers = self._offers(state, seat)
        return Decision(offers.kind, automatic_answers.default(offers), RULES[offers.kind], _goes_on(state, seat))

    def standing(self, state: State, seat: Seat, orders: frozenset[str]) -> Action | None:
        if state.stage != "play" or seat not in self.to_act(state) or state.filling:
            return None  # Who takes energy by hand wants to do something with it.
        return automatic_answers.standing(self._offers(state, seat), orders)

    def shortcuts(self, state: State, seat: Seat) -> list[tuple[Action, ...]]:
        return automatic_answers.shortcuts(self._offers(state, seat)) if seat in self.to_act(state) else []

    # What is said ahead

    def turn(self, state: State) -> Seat | None:
        """The active seat in its Main Phase, the only part of a turn that can be drafted (HX-15.4)."""
        return state.active if state.stage == "play" and state.phase == "main" else None

    def present_turn(self, state: State) -> tuple[int, ...] | None:
        return (state.active, state.turn) if state.stage == "play" else None

    def occasion(self, state: State, seat: Seat) -> tuple[int, ...] | None:
        """The number of the turn, which alternates between the seats; a Main Phase that is over does not come again."""
        if state.stage != "play":
            return None
        if state.active == seat:
            return (state.turn + 2 * (state.phase in planning.LATE),)
        return (state.turn + 1,)

    def drafts(self, state: State, seat: Seat) -> bool:
        return self._offers(state, seat).kind != "respond"

    def leaves(self, state: State, seat: Seat, action: Action) -> bool:
        """Whether an action leaves others' sealed answers and drafts as they are: a pass, unless it puts held triggers onto the stack (HX-8.8)."""
        return action == PASS and not state.held

    def about(self, state: State, seat: Seat) -> Mapping[str, str]:
        return planning.attacked(self._offers(state, seat))

    def fitting(self, state: State, seat: Seat, about: str) -> tuple[str, ...]:
        return planning.words_for(self._offers(state, seat), about)

    def absent(self, state: State, seat: Seat) -> Refused | None:
        return None if seat in range(len(state.sides)) else Refused("not_your_turn", "HX-8.4")

    def may_pass_ahead(self, state: State, seat: Seat) -> Action | None:
        return PASS if planning.comes_next(state, seat) else None

    def ready_words(self, state: State, seat: Seat, prefix: Action) -> list[Word]:
        return planning.ready_words(self.content, state, seat, prefix)

    def foresees(self, state: State, seat: Seat) -> tuple[State | None, list[Event]]:
        return planning.foreseen(self.content, state, seat)

    # What may be done

    def knows(self, word: str) -> bool:
        content = self.content
        return word in content.cards or word in content.presets or word in (*WORDS, *OFFER, *ACCEPT) or energy.read(word) is not None

    def asides(self, state: State, seat: Seat) -> tuple[Action, ...]:
        """Offering and accepting a draw, at any time (HX-12.4)."""
        if state.stage != "play" or state.offer == seat:
            return ()
        return (OFFER,) if state.offer < 0 else (ACCEPT,)

    # What follows

    def carry_out(self, state: State, seat: Seat, action: Action) -> Step:
        if state.over:
            raise Refused("game_over", "HX-12.1")
        if action in self.asides(state, seat):
            return self._done(self._agree(state, seat))
        if seat not in self.to_act(state):
            raise Refused("not_your_turn", "HX-8.4")
        offers = self._offers(state, seat)
        check(offers, action)
        run = Run(self.content, state.copy())
        if state.offer == seat and action != PASS:
            run.state.offer = -1
        run.state.began = run.state.began or offers.kind == "main"
        run.state.filling = action[0] in _FILLING
        act(run, offers, action)
        return self._done(run)

    def _done(self, run: Run) -> Step:
        """The step, after ending the holds of asked seats that end here (HX-15.4)."""
        state = run.state
        state.trace = traced(state.trace, run.events, _SHOWN, "turn_began")
        for seat in self.to_act(state) if state.orders and state.stage == "play" else ():
            if given := self.given(state, seat):
                state.orders = lifted(state.orders, seat, automatic_answers.ended(self._offers(state, seat), given))
        return Step(state, tuple(run.events))

    def _agree(self, state: State, seat: Seat) -> Run:
        run = Run(self.content, state.copy())
        if state.offer < 0:
            run.state.offer = seat
            run.tell("draw_offered", "HX-12.4", seat=seat)
        else:
            run.win(-1, "agreed", "HX-12.4")
        return run

    # The end

    def outcome(self, state: State) -> Outcome | None:
        return ending.outcome(state) if state.over else None

    def leave(self, state: State, seat: Seat) -> Step:
        """Ends the game: the opponent wins (HX-12.4)."""
        if state.over:
            raise Refused("game_over", "HX-12.1")
        run = Run(self.content, state.copy())
        run.win(1 - seat, "resigned", "HX-12.4")
        return Step(run.state, tuple(run.events))

    # What may be known

    def view(self, state: State, seat: Seat | None) -> View[Any]:
        """Who is asked by a stop of its own alone sees that, and nobody else (HX-15.3)."""
        seen = super().view(state, seat)
        hidden = [s for s in seen.to_act if s != seat and not automatic_answers.called(self._offers(state, s))]
        return seen._replace(to_act=(), asked=()) if hidden else seen

    def imagine(self, state: State, seat: Seat | None, chance: Chance) -> State:
        return imagined(self.content, state, seat, chance)

    def redrawn(self, state: State, chance: Chance) -> State:
        return redrawn(state, chance)

    def redact(self, action: Action) -> Action:
        """Hides decks, choices among hidden cards, and orders, which are private during the game (HX-13, HX-15.4)."""
        if sealed(action):
            return ()
        return action[: _PRIVATE.get(action[0], len(action))] if action else action

    def dump(self, state: State) -> bytes:
        return _codec.dump(state)

    def load(self, snapshot: bytes) -> State:
        return restored(self, snapshot, _codec.load, partial(validation.check, self.content))


def _goes_on(state: State, seat: Seat) -> bool:
    """Whether the seat is within its own turn, or draws energy for an answer: others are told at the end of that, or when they are asked."""
    if state.stage != "play":
        return False
    if state.filling and state.pick is None:
        return seat == state.priority
    if seat != state.active:
        return False
    return bool(state.pick and state.pick.kind in PICKS) or (state.slow and state.began)
