"""The engine, which implements the contract (`rules.game.Rules`): setup, whose turn it is, what may be done (HG-2, HG-6, HG-8, HG-15)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from rules.game import Action, Decision, Event, Option, Options, Outcome, Refused, Seat, Several, Step, View, Word
from rules.hockey_game import automatic_answers, ending, legal_actions, planning, validation
from rules.hockey_game.actions import DOES
from rules.hockey_game.changes import Run
from rules.hockey_game.content import Content
from rules.hockey_game.imagined_states import imagined, redrawn
from rules.hockey_game.refusals import RULES, check
from rules.hockey_game.rink import Ground
from rules.hockey_game.state import OPEN, Side, State
from rules.hockey_game.view import BoardView, Viewer
from rules.parts.ahead import DRAFT, PAUSES, READY, STOPS, sealed
from rules.parts.engine import Codec
from rules.parts.handicaps import handicaps, size_of
from rules.parts.options import settings
from rules.parts.planning import WithOrders
from rules.parts.validation import restored
from rules.printed_cards import Face
from rules.randomness import Chance

_codec = Codec(State)


class HockeyGame(WithOrders):
    """Hockey Game. See `rules.game.Rules` for what the methods promise."""

    key = "hockey_game"
    version = 3
    seats = range(2, 3)
    options: tuple[Option, ...] = (
        Option("mode", ("teams", "draft")),
        Option("period_cards", ("5", "3")),
        Option("stall_guard", ("on", "off")),
        Option("seating", ("drawn", "joined")),
        PAUSES,
        handicaps(range(2, 3)),
    )
    orders: tuple[str, ...] = automatic_answers.ORDERS
    kinds: Mapping[str, str] = RULES
    answers: Mapping[str, tuple[str, ...]] = legal_actions.VERBS
    takes: Mapping[str, tuple[str, ...]] = {
        "team": ("team",),
        **dict.fromkeys(("deploy", "hero", "injure", "recover"), ("hero",)),
        "special": ("special", "injury"),
        "bonus": ("bonus",),
        "pick": ("team", "hero", "bonus", "special", "injury"),
        "time": ("bonus", "hero", "special", "injury"),
        **dict.fromkeys(("speed", "strength", "pass", "shot", "restart"), ("",)),
    }
    verbs: Mapping[str, str] = {
        "deploy": "HG-5.2",
        "special": "HG-5.3",
        "time": "HG-8.1",
        "speed": "HG-3.1",
        "strength": "HG-3.2",
        "pass": "HG-3.3",
        "shot": "HG-3.4",
        "bonus": "HG-5.7",
        "hero": "HG-5.9",
        STOPS: "HG-15.5",
        READY: "HG-15.5",
        DRAFT: "HG-15.5",
    }
    shows = planning.SHOWS

    def __init__(self, content: Content) -> None:
        self.content = content
        self.faces: Mapping[str, Face] = content.faces()
        self.ground = Ground(content.rink)
        self._viewer = Viewer(content, self.ground)

    def _run(self, state: State, events: list[Event]) -> Run:
        return Run(self.content, self.ground, state, events)

    # Setup

    def setup(self, seats: int, options: Options, seed: int) -> Step:
        """Waits for teams, or for the first pick of the draft; seats are drawn by lot."""
        if seats not in self.seats:
            raise Refused("wrong_seats", "HG-1.1", n=seats)
        chosen = settings(self.options, options, "HG-1.1")
        state = State(
            sides=[Side(), Side()],
            chance=Chance.of(seed),
            period_cards=int(chosen["period_cards"]),
            guard=chosen["stall_guard"] == "on",
            draft=chosen["mode"] == "draft",
            lead=(size_of(chosen, 0), size_of(chosen, 1)),
        )
        run = self._run(state, [])
        for seat, n in enumerate(state.lead):
            if n:
                run.tell("handicap", "HG-1.7", seat=seat, n=n)
        if state.draft:
            state.stage = "draft_pick"
            state.first = state.active = state.chance.below(2)
            run.tell("coin", "HG-11.1", seat=state.first)
        return Step(state, tuple(run.events))

    # Whose decision it is

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return () if state.stage == "over" else (state.active,)

    def decision(self, state: State, seat: Seat) -> Decision:
        if state.stage == "over" or seat != state.active:
            raise Refused("not_your_turn", "HG-15.1")
        default = automatic_answers.default(self.content, self.ground, state)
        begins = state.stage in ("choose_team", "draft_pick") or (state.stage in OPEN and not state.turn.swapped)
        return Decision(state.stage, default, RULES[state.stage], goes_on=not begins)

    def standing(self, state: State, seat: Seat, orders: frozenset[str]) -> Action | None:
        if state.stage == "over" or seat != state.active:
            return None
        return automatic_answers.standing(state, orders)

    def shortcuts(self, state: State, seat: Seat) -> list[tuple[Action, ...]]:
        if state.stage == "over" or seat != state.active:
            return []
        return automatic_answers.shortcuts(self.content, self.ground, state)

    # What is said ahead

    def turn(self, state: State) -> Seat | None:
        return planning.turn_of(state)

    def present_turn(self, state: State) -> tuple[int, ...] | None:
        """The round: it counts as its attacker's turn (HG-5)."""
        return planning.round_of(state)

    def about(self, state: State, seat: Seat) -> Mapping[str, str]:
        return planning.about(self.content, self._run(state, []))

    def absent(self, state: State, seat: Seat) -> Refused | None:
        return None if seat in range(len(state.sides)) else Refused("not_your_turn", "HG-15.1")

    def ready_words(self, state: State, seat: Seat, prefix: Action) -> list[Word]:
        return planning.ready_words(self.content, state, seat, prefix)

    def occasion(self, state: State, seat: Seat) -> tuple[int, ...] | None:
        """How many of the seat's attacks are over when it attacks."""
        return planning.attack(state, seat)

    def foreseen(self, state: State, seat: Seat) -> State | None:
        if self.absent(state, seat):
            return None
        run = self._run(self.imagine(state, seat, Chance.of(0)), [])
        return run.state if planning.come(run, seat) else None

    def apply(self, state: State, seat: Seat, action: Action) -> Step:
        """Carries an action out. A draft then waits for its seat if the round has ended other than foreseen."""
        step = super().apply(state, seat, action)
        if step.state.ahead:
            step.state.ahead = planning.foreseen_no_more(step.state, step.events)
        return step

    # What may be done

    def words(self, state: State, seat: Seat, prefix: Action) -> list[Word]:
        if state.stage == "over" or seat != state.active:
            return []
        return legal_actions.words(self.content, self.ground, state, prefix)

    def together(self, state: State, seat: Seat, prefix: Action) -> Several | None:
        """The cards to swap, in any order (HG-8.1)."""
        return legal_actions.together(self.content, state, prefix) if state.stage != "over" and seat == state.active else None

    def knows(self, word: str) -> bool:
        content = self.content
        return word in content.cards or word in content.teams or word in self.ground.fields or word in legal_actions.WORDS

    # What follows

    def carry_out(self, state: State, seat: Seat, action: Action) -> Step:
        if state.stage == "over":
            raise Refused("game_over", "HG-9.3")
        if seat != state.active:
            raise Refused("not_your_turn", "HG-15.1")
        check(self.content, self.ground, state, action)
        run = self._run(state.copy(), [])
        DOES[action[0]](run, action)
        return Step(run.state, tuple(run.events))

    # The end

    def outcome(self, state: State) -> Outcome | None:
        return ending.outcome(state) if state.stage == "over" else None

    def leave(self, state: State, seat: Seat) -> Step:
        """Ends the match: the opponent wins (HG-9.8)."""
        if state.stage == "over":
            raise Refused("game_over", "HG-9.3")
        run = self._run(state.copy(), [])
        ending.concede(run, seat)
        return Step(run.state, tuple(run.events))

    # What may be known

    def view(self, state: State, seat: Seat | None) -> View[BoardView]:
        over = state.stage == "over"
        asked = () if over else ((state.active, state.stage),)
        decision = self.decision(state, state.active) if seat == state.active and not over else None
        return View(self.key, seat, self.to_act(state), asked, decision, self.outcome(state), self._viewer.board(state, seat))

    def imagine(self, state: State, seat: Seat | None, chance: Chance) -> State:
        return imagined(self.content, state, seat, chance)

    def redrawn(self, state: State, chance: Chance) -> State:
        return redrawn(state, chance)

    def redact(self, action: Action) -> Action:
        """Hides orders only: all other actions are public at once, as cards are shown when played or swapped (HG-13, HG-15.5)."""
        return () if sealed(action) else action

    dump = staticmethod(_codec.dump)

    def load(self, snapshot: bytes) -> State:
        return restored(self, snapshot, _codec.load, partial(validation.check, self.content, self.ground))
