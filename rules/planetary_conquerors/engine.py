"""The engine, which implements the contract (`rules.game.Rules`): setup, whose turn it is, what may be done (PC-4, PC-14, PC-16)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from rules.game import Action, Decision, Event, Option, Options, Outcome, Refused, Said, Seat, Step, View, Word
from rules.parts import stops
from rules.parts.ahead import ANY, AUTOSEAL, DRAFT, LAPSE, NOTHING, PAUSES, READY, SEAL, STOPS, Ahead, sealed
from rules.parts.cardgame import LIMITED, CardGame, by_lot
from rules.parts.engine import Codec
from rules.parts.event_trace import continued
from rules.parts.handicaps import handicaps, size_of
from rules.parts.options import settings
from rules.parts.validation import restored
from rules.planetary_conquerors import automatic_answers, ending, game_flow, leaving, planning, reaction_windows, validation
from rules.planetary_conquerors.actions import act, deal, decks_chosen, mulligans
from rules.planetary_conquerors.changes import Run
from rules.planetary_conquerors.content import SEATS, Content
from rules.planetary_conquerors.imagined_states import imagined, redrawn
from rules.planetary_conquerors.legal_actions import NONE, VERBS, WORDS, Offers
from rules.planetary_conquerors.position import Field, free_letter
from rules.planetary_conquerors.reaction_windows import PASS, PASS_WHATEVER
from rules.planetary_conquerors.refusals import RULES, check
from rules.planetary_conquerors.state import Side, State, Thing
from rules.planetary_conquerors.view import Viewer
from rules.randomness import Chance

_codec = Codec(State)
_PRIVATE = {"deck": 1, "look": 1, "next": 1}
"""How many words of an action everybody may read in a record while the game goes on: which of two triggers went first shows only in what they do."""
_ANSWERS = ("keep", "mulligan", "bottom")
"""Answers about one's own cards: whether a hand was kept is told when all have answered (PC-18.1)."""
MOST_NEWS = 40
"""So many events of a turn are remembered, the last ones."""
NEWS = frozenset(
    {
        "turn_began", "played", "activated", "cancelled", "fizzled", "entered", "died", "destroyed", "sacrificed", "vanished", "returned",
        "controlled", "damaged", "healed", "hp_lost", "stayed", "attack", "blocked", "trap", "trap_lost", "placed", "moved", "trapped_back",
        "gained", "stolen", "lost", "modified", "mine_fell", "eliminated", "conceded", "deck_out", "over",
    }
)  # fmt: skip
"""Kinds of events that a board shows for a while."""
_CHOICES = ("target", "order", "optional", "look", "sacrifice_choice", "trapback")
"""What a seat decides about what it has played itself, in anybody's turn."""
_OWN = ("kuk", "main", "attack", "trap", "advance", *_CHOICES)
"""Decisions in which the active seat goes on with its own turn."""


class PlanetaryConquerors(CardGame[Content, State, Field, Offers]):
    """Planetary Conquerors. See `rules.game.Rules` for what the methods promise."""

    key = "planetary_conquerors"
    version = 9
    seats = SEATS
    options: tuple[Option, ...] = (
        Option("decks", ("chosen", "drawn"), given=(LIMITED,)),
        Option("quick", ("off", "on")),
        PAUSES,
        Option("seating", ("joined", "drawn")),
        handicaps(range(2, 5)),
    )
    orders: tuple[str, ...] = reaction_windows.ORDERS
    kinds: Mapping[str, str] = RULES
    answers: Mapping[str, tuple[str, ...]] = VERBS
    takes: Mapping[str, tuple[str, ...]] = {
        **dict.fromkeys(("play", "bottom", "mulligan"), ("miner", "warrior", "building", "spell", "trap")),
        "place": ("trap",),
        **dict.fromkeys(("activate", "move", "attack", "block", "advance", "choose", "sacrifice", "next", "deck"), ("",)),
    }
    verbs: Mapping[str, str] = {
        "main.play": "PC-6.3",
        "main.activate": "PC-6.4",
        "convert": "PC-2.4",
        "pass": "PC-7.3",
        "none": "PC-6.5",
        "attack.none": "PC-11.1",
        "trap.place": "PC-12.1",
        "trap.move": "PC-12.3",
        "decline": "PC-9.3",
        "block.done": "PC-11.6",
        STOPS: "PC-19.3",
        SEAL: "PC-19.8",
        DRAFT: "PC-19.8",
        READY: "PC-19.8",
    }
    shows = planning.SHOWS

    def __init__(self, content: Content) -> None:
        super().__init__(content, Field, Offers, Viewer(content))

    # Setup

    def setup(self, seats: int, options: Options, seed: int) -> Step:
        """Waits for all decks, or deals different presets drawn by lot (PC-4.1)."""
        if seats not in self.seats:
            raise Refused("wrong_seats", "PC-R57", n=seats)
        chosen = settings(self.options, options, "PC-R57")
        state = State(
            Chance.of(seed),
            [Side(handicap=size_of(chosen, seat)) for seat in range(seats)],
            quick=chosen["quick"] == "on",
            limited=chosen["decks"] == LIMITED,
        )
        run = Run(self.content, state)
        if chosen["decks"] == "drawn":
            for side, deck in zip(state.sides, by_lot(self.presets, seed, seats), strict=True):
                side.deck = deck
            deal(run)
        return Step(state, tuple(run.events))

    # Whose decision it is

    def to_act(self, state: State) -> tuple[Seat, ...]:
        if state.over:
            return ()
        if state.ask:
            return state.polled() if state.polling else (state.ask.seat,)
        return tuple(s for s in sorted(state.living(0)) if not (state.sides[s].deck if state.stage == "deck" else state.sides[s].answered))

    def decision(self, state: State, seat: Seat) -> Decision:
        if seat not in self.to_act(state):
            raise Refused("not_your_turn", "PC-7.1")
        offers = self._offers(state, seat)
        goes_on = offers.kind in (_OWN if seat == state.active else _CHOICES)
        asked_together = state.polling is not None
        return Decision(
            offers.kind, automatic_answers.default(offers), RULES[offers.kind], goes_on, asked_together, state.polls if asked_together else 0
        )

    def shortcuts(self, state: State, seat: Seat) -> list[tuple[Action, ...]]:
        return automatic_answers.shortcuts(self._offers(state, seat)) if seat in self.to_act(state) else []

    def standing(self, state: State, seat: Seat, orders: frozenset[str]) -> Action | None:
        """The pass that orders give; windows that stops pass are never asked at all."""
        if seat not in self.to_act(state) or self._offers(state, seat).kind != "react":
            return None
        return PASS if stops.passes(reaction_windows.window(self._of(state)[1], seat), orders) else None

    # What is said ahead

    def ahead(self, state: State, seat: Seat) -> Ahead:
        """What a seat has said ahead; a seat that passes whatever happens has answered also when the window asks anew (PC-19.8)."""
        said, window = super().ahead(state, seat), state.polling
        return replace(said, answer=PASS_WHATEVER) if window and seat in window.whatever and not said.answer else said

    def due(self, state: State, ripe: Collection[Seat]) -> tuple[Seat, Said] | None:
        """The next answer to carry out; in a window none before all answers up to the first reaction are there, or all have passed (PC-19.8)."""
        if not state.polling:
            return super().due(state, ripe)
        first: tuple[Seat, Said] | None = None
        for seat in state.polled():
            said = self.said(state, seat)
            if said is None or (said.ordered and seat not in ripe):
                return None
            first = first or (seat, said)
            if not self.leaves(state, seat, said.action):
                break
        return first

    def turn(self, state: State) -> Seat | None:
        """The seat whose turn can be drafted, from the main phase on: the kuk before it is always asked (PC-19.6)."""
        return state.active if state.stage == "play" and state.phase in planning.DRAFTED else None

    def present_turn(self, state: State) -> tuple[int, ...] | None:
        return (state.active, state.turn) if state.stage == "play" else None

    def occasion(self, state: State, seat: Seat) -> tuple[int, ...] | None:
        """How many turns the seat has begun when the drafted one comes; it ends with the trap phase."""
        side = state.sides[seat]
        if state.stage != "play" or side.out:
            return None
        return (side.turns + (state.active != seat or state.phase == planning.LATE),)

    def drafts(self, state: State, seat: Seat) -> bool:
        return self._offers(state, seat).kind != "react"

    def leaves(self, state: State, seat: Seat, action: Action) -> bool:
        """Whether an action leaves others' sealed answers and drafts as they are: a pass, and the end of blocks."""
        return action[:1] in (PASS, ("done",))

    def about(self, state: State, seat: Seat) -> Mapping[str, str]:
        return planning.attacked(self._offers(state, seat))

    def may_ask(self, state: State, seat: Seat, kind: str, about: str) -> bool:
        """Whether a seat may still be asked about a thing: not once it has left, as it would come back as another (PC-1.5)."""
        return about == ANY or about in self._of(state)[1].by_word

    def absent(self, state: State, seat: Seat) -> Refused | None:
        if seat not in range(len(state.sides)):
            return Refused("not_your_turn", "PC-7.1")
        return Refused("already_out", "PC-15.3") if state.sides[seat].out else None

    def ready_words(self, state: State, seat: Seat, prefix: Action) -> list[Word]:
        return planning.ready_words(self.content, state, seat, prefix)

    def foresees(self, state: State, seat: Seat) -> tuple[State | None, list[Event]]:
        return planning.foreseen(self.content, state, seat)

    # What may be done

    def knows(self, word: str) -> bool:
        return word in self.content.cards or word in self.content.presets or word in (*WORDS, STOPS, *self.orders)

    # What follows

    def apply(self, state: State, seat: Seat, action: Action) -> Step:
        """Carries an action out; an answer in a window waits, sealed, until those asked before have answered (PC-19.8)."""
        if action and not sealed(action) and seat in state.polled()[1:]:
            action = (SEAL, *action)
        step = super().apply(state, seat, action)
        window = state.polling
        if not window or seat not in window.whatever or not sealed(action):
            return step
        if action[0] in (SEAL, AUTOSEAL) or (action[0] == LAPSE and SEAL in action):
            window = replace(window, whatever=tuple(s for s in window.whatever if s != seat))
            return step._replace(state=replace(step.state, frames=[*state.frames[:-1], window]))
        # The window keeps this answer, the seat does not keep it besides.
        kept = {s: replace(said, answer=()) if s == seat else said for s, said in step.state.ahead.items()}
        return step._replace(state=replace(step.state, ahead={s: said for s, said in kept.items() if said != NOTHING}))

    def carry_out(self, state: State, seat: Seat, action: Action) -> Step:
        if state.over:
            raise Refused("game_over", "PC-14.4")
        if seat not in self.to_act(state):
            raise Refused("not_your_turn", "PC-7.1")
        offers = self._offers(state, seat)
        check(offers, action)
        run = Run(self.content, state.copy())
        act(run, Offers(Field(self.content, run.state), seat), action)
        _remember(run, state.turn)
        return Step(run.state, tuple(run.events))

    # The end

    def outcome(self, state: State) -> Outcome | None:
        return ending.outcome(state, self._of(state)[1]) if state.over else None

    def leave(self, state: State, seat: Seat) -> Step:
        """Eliminates a seat as if its mine had fallen; the others play on (PC-14.7)."""
        if state.over:
            raise Refused("game_over", "PC-14.4")
        run = Run(self.content, state.copy())
        run.tell("conceded", "PC-14.7", seat=seat)
        leaving.eliminate(run, [seat])
        new = run.state
        if new.stage == "deck":
            decks_chosen(run)
        elif new.stage == "mulligan":
            mulligans(run)
        game_flow.go_on(run)
        _remember(run, state.turn)
        return Step(new, tuple(run.events))

    # What may be known

    def view(self, state: State, seat: Seat | None) -> View[Any]:
        """In a window everybody sees those who are called, whoever has answered; who is asked by own stops alone sees that too (PC-19.7)."""
        seen = super().view(state, seat)
        if (window := state.polling) is None:
            return seen
        known = tuple(s for s in state.living() if s in (seen.to_act if s == seat else window.called))
        return seen._replace(to_act=known, asked=tuple((s, "react") for s in known))

    def imagine(self, state: State, seat: Seat | None, chance: Chance) -> State:
        return imagined(self.content, state, seat, chance)

    def redrawn(self, state: State, chance: Chance) -> State:
        return redrawn(state, chance)

    def redact(self, action: Action) -> Action:
        """Hides what is said ahead, who has passed, attackers before they are confirmed, cards, decks, and face-down traps (PC-18.1, PC-19.7)."""
        if not action or sealed(action) or action[0] in ("pass", "reset") or (action[0] == "attack" and action[1:2] != (NONE,)):
            return ()
        if action[0] in _ANSWERS:
            return ("?",)
        if action[0] == "place":
            return (action[0], *action[2:])
        return action[: _PRIVATE.get(action[0], len(action))]

    def dump(self, state: State) -> bytes:
        return _codec.dump(state)

    def load(self, snapshot: bytes) -> State:
        return restored(self, snapshot, self._read, partial(validation.check, self.content))

    def _read(self, snapshot: bytes) -> State:
        """The state from `dump`. A game that version 1 left waiting for the decks of players who had gone is dealt; in a window in which version 2
        asked one after another, all who have not passed are asked now. Things that came before they had letters get them in the order of arrival."""
        state = _codec.load(snapshot)
        _letter(state)
        for seat, side in enumerate(state.sides):
            if side.stops:
                state.orders, side.stops = {**state.orders, seat: side.stops}, ()
        if state.polling and not state.polling.asked:
            reaction_windows.together(Field(self.content, state))
        if state.stage == "deck" and not self.to_act(state):
            run = Run(self.content, state)
            decks_chosen(run)
            game_flow.go_on(run)
        return state


def _remember(run: Run, turn: int) -> None:
    """Keeps what everybody has seen in a turn until something is seen in the next one."""
    state = run.state
    if continued((), run.events, NEWS, MOST_NEWS):
        before = state.news if state.since == turn else ()
        state.since, state.news = turn, continued(before, run.events, NEWS, MOST_NEWS)


def _letter(state: State) -> None:
    """Gives letters to all things if two alike have the same one, as in old snapshots."""
    things = [t for t in state.things.values() if not t.is_mine]
    if len({(t.card, t.letter) for t in things}) == len(things):
        return
    found: list[Thing] = []
    for t in things:
        found.append(replace(t, letter=free_letter(found, t.card)))
    state.things |= {t.uid: t for t in found}
