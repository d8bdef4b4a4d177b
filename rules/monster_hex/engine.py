"""The engine, which implements the contract (`rules.game.Rules`): setup, whose turn it is, what may be done (MH-2, MH-3, MH-6, MH-7, MH-8)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from rules.game import Action, Decision, Event, Option, Options, Outcome, Refused, Seat, Step, View, Word
from rules.monster_hex import actions, automatic_answers, ending, opening, planning, refusals
from rules.monster_hex.abilities import VERBS
from rules.monster_hex.content import Board, Content
from rules.monster_hex.game_flow import Flow
from rules.monster_hex.imagined_states import imagined, redrawn
from rules.monster_hex.legal_actions import LegalActions
from rules.monster_hex.state import State
from rules.monster_hex.validation import check
from rules.monster_hex.view import ASKED_BY, BoardView, public_view, seat_view
from rules.monster_hex.whose_decision import CHOOSES, NAMES, active, kind_of
from rules.parts.ahead import ANY, DRAFT, PAUSES, READY, STOPS, sealed
from rules.parts.engine import Codec
from rules.parts.handicaps import handicaps
from rules.parts.options import settings
from rules.parts.planning import WithOrders
from rules.parts.validation import restored
from rules.printed_cards import Face
from rules.randomness import Chance

_codec = Codec(State)


class MonsterHex(WithOrders):
    """Monster Hex. See `rules.game.Rules` for what the methods promise."""

    key = "monster_hex"
    version = 6
    seats = range(2, 5)
    options: tuple[Option, ...] = (
        Option("board", ("auto", "two", "three", "four")),
        Option("abilities", ("off", "on")),
        Option("opening", (opening.FIXED, opening.PIE)),
        Option("seating", ("drawn", "joined")),  # MH-1.7
        PAUSES,
        handicaps(range(2, 5)),
    )
    orders: tuple[str, ...] = (automatic_answers.TAKE_BEST,)
    kinds: Mapping[str, str] = ASKED_BY
    takes: Mapping[str, tuple[str, ...]] = {
        **dict.fromkeys(("place", "order"), ("monster",)),
        **dict.fromkeys(("twist", "take", "ability", "faction", opening.SPLIT), ("",)),
    }
    answers: Mapping[str, tuple[str, ...]] = {
        NAMES: (opening.SPLIT,),
        CHOOSES: (opening.BEGIN, opening.SECOND),
        "choose_faction": ("faction",),
        "choose_ability": ("ability",),
        "put_back": ("order",),
        "choose_value": ("take",),
        "place": ("place", *VERBS),
        "place_shared": ("place",),
    }
    verbs: Mapping[str, str] = {
        "place": "MH-3.1",
        "place_shared.place": "MH-6.3",
        "take": "MH-4.5",
        "twist": "MH-8.2",
        "insight": "MH-8.3",
        "order": "MH-8.3",
        "bold": "MH-8.4",
        STOPS: "MH-9.2",
        READY: "MH-9.2",
        DRAFT: "MH-9.2",
    }

    def __init__(self, content: Content) -> None:
        self.content = content
        self.faces: Mapping[str, Face] = content.faces
        self.tiles = content.tiles
        self._kept: tuple[State | None, BoardView | None] = (None, None)
        self.actions = LegalActions(content)
        self.flow = Flow(self.actions)

    def board(self, state: State) -> Board:
        """The board that a game is played on."""
        return self.content.board(state)

    # Setup

    def setup(self, seats: int, options: Options, seed: int) -> Step:
        state, events = opening.dealt(self.content, seats, settings(self.options, options, "MH-1.1"), seed)
        return Step(state, tuple(events))

    # Whose decision it is

    def to_act(self, state: State) -> tuple[Seat, ...]:
        seat = active(state)
        return () if seat is None else (seat,)

    def decision(self, state: State, seat: Seat) -> Decision:
        if seat != active(state):
            raise Refused("not_your_turn", "MH-2.1")
        kind = kind_of(state)
        # What a placement turns on is said first: the match, and for the first tile where it may lie.
        rule = ASKED_BY[kind] if kind != "place" else "MH-3.3" if state.placed else "MH-3.2"
        return Decision(kind, automatic_answers.default(self.actions, state, seat), rule)

    def shortcuts(self, state: State, seat: Seat) -> list[tuple[Action, ...]]:
        return []

    def standing(self, state: State, seat: Seat, orders: frozenset[str]) -> Action | None:
        return automatic_answers.standing(self.actions, state, seat, orders)

    # What is said ahead

    def absent(self, state: State, seat: Seat) -> Refused | None:
        if seat in state.resigned:
            return Refused("resigned_already", "MH-5.1")
        return None if seat in range(state.seats) else Refused("not_your_turn", "MH-2.1")

    def turn(self, state: State) -> Seat | None:
        return planning.turn_of(state)

    def present_turn(self, state: State) -> tuple[int, ...] | None:
        return planning.placement_of(state)

    def leaves(self, state: State, seat: Seat, action: Action) -> bool:
        """Whether an action leaves sealed answers as they are: taking a value does, as it is no turn of its own (MH-9.1)."""
        return action[0] == planning.TAKE

    def about(self, state: State, seat: Seat) -> Mapping[str, str]:
        """The stone where a value is chosen, with the best value there."""
        if kind_of(state) != planning.VALUE:
            return {}
        return {self.board(state).stones[state.queue[0]].label: automatic_answers.take_best(self.actions, state, seat)[1]}

    def ready_words(self, state: State, seat: Seat, prefix: Action) -> list[Word]:
        return planning.ready_words(state, self.board(state), prefix)

    def may_ask(self, state: State, seat: Seat, kind: str, about: str) -> bool:
        """Whether a seat may still be asked about a stone: not once no value is left to choose there (MH-4.8)."""
        stones = planning.open_stones(state, self.board(state))
        return bool(stones) if about == ANY else about in stones

    def occasion(self, state: State, seat: Seat) -> tuple[int, ...] | None:
        """The round, and the point in it at which the seat places."""
        return planning.placement(state, self.board(state), seat)

    def foreseen(self, state: State, seat: Seat) -> State | None:
        return None if self.absent(state, seat) else planning.come(self.imagine(state, seat, Chance.of(0)), self.board(state), seat)

    def drafting_on(self, state: State, seat: Seat) -> State | None:
        """The position for the next step of a draft; the shared tile can be drafted only once it has been drawn (MH-6.2)."""
        found = super().drafting_on(state, seat)
        return None if found is None or (not found.queue and not found.hands[found.slot]) else found

    # What may be done

    def words(self, state: State, seat: Seat, prefix: Action) -> list[Word]:
        return self.actions.words(state, seat, prefix)

    def knows(self, word: str) -> bool:
        return self.actions.knows(word)

    # What follows

    def carry_out(self, state: State, seat: Seat, action: Action) -> Step:
        refusals.check(self.actions, state, seat, action)
        new = state.copy()
        events: list[Event] = []
        actions.do(self.content, new, seat, action, events)
        self.flow.go_on(new, events)
        return Step(new, tuple(events))

    # The end

    def outcome(self, state: State) -> Outcome | None:
        return ending.outcome(state, self.board(state)) if state.phase == "over" else None

    def leave(self, state: State, seat: Seat) -> Step:
        if state.phase == "over":
            raise Refused("game_over", "MH-5.1")
        new = state.copy()
        new.resigned.append(seat)
        if new.phase == "opening":
            new.split = None  # Nobody begins any more.
        events = [Event("resigned", {"seat": seat}, rule="MH-5.2")]
        if new.looking and active(new) == seat:
            new.looking = False
        if len(new.resigned) == new.seats - 1:
            self.flow.finish(new, events)
        else:
            self.flow.go_on(new, events)
        return Step(new, tuple(events))

    # What may be known

    def view(self, state: State, seat: Seat | None) -> View[BoardView]:
        acting = active(state)
        asked = () if acting is None else ((acting, kind_of(state)),)
        decision = self.decision(state, seat) if seat is not None and seat == acting else None
        public = self._public(state)
        board = public if seat is None else seat_view(public, state, seat, self.content)
        return View(self.key, seat, self.to_act(state), asked, decision, self.outcome(state), board)

    def _public(self, state: State) -> BoardView:
        """The public view. The last one is kept, since all seats ask for it."""
        state_kept, view = self._kept
        if state_kept is not state:
            view = public_view(state, self.board(state), self.content)
            self._kept = (state, view)
        assert view is not None
        return view

    def imagine(self, state: State, seat: Seat | None, chance: Chance) -> State:
        return imagined(state, seat, chance)

    def redrawn(self, state: State, chance: Chance) -> State:
        return redrawn(state, chance)

    def redact(self, action: Action) -> Action:
        return () if sealed(action) else ("order", "?") if action[:1] == ("order",) else action

    dump = staticmethod(_codec.dump)

    def load(self, snapshot: bytes) -> State:
        return restored(self, snapshot, _codec.load, partial(check, self.content), ("need",))
