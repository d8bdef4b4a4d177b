"""The game as the rest of the house knows it: setup, whose turn it is, what may be done (sections 4, 14, 16)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.game import Action, Codec, Decision, Option, Options, Outcome, Player, Refused, Seat, Step, View, Word, settings
from rules.parts import stops
from rules.parts.cards import Face
from rules.parts.chance import Chance
from rules.parts.decks import Deck, DeckRules
from rules.planetary_conquerors import advice, machine, polling
from rules.planetary_conquerors.acting import act, deal, decks_chosen, mulligans
from rules.planetary_conquerors.content import Content
from rules.planetary_conquerors.field import Field
from rules.planetary_conquerors.offers import NONE, PASS, WORDS, Offers
from rules.planetary_conquerors.players import PLAYERS
from rules.planetary_conquerors.refusing import RULES, check
from rules.planetary_conquerors.run import Run
from rules.planetary_conquerors.secrets import imagined
from rules.planetary_conquerors.state import Side, State, mine_uid
from rules.planetary_conquerors.view import Viewer

_codec = Codec(State)
STOPS = "stops"
"""The word that begins an action by which a seat sets its stops (PC-19.3)."""
_PRIVATE = {"deck": 1, "look": 1}
"""How many words of an action everybody may read in a record while the game goes on."""
_ANSWERS = ("keep", "mulligan", "bottom")
"""Answers about one's own cards: whether a hand was kept is told when all have answered (PC-18.1)."""
_OWN = ("kuk", "main", "attack", "trap", "target", "order", "optional", "look", "trapback", "advance")
"""Decisions in which the active seat goes on with its own turn."""


class PlanetaryConquerors:
    """Planetary Conquerors. See `rules.game.Rules` for what the methods promise."""

    key = "planetary_conquerors"
    version = 2
    seats = range(2, 5)
    options: tuple[Option, ...] = (Option("decks", ("chosen", "drawn")), Option("quick", ("off", "on")), Option("seating", ("joined", "drawn")))
    orders: tuple[str, ...] = polling.ORDERS
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
    }
    players: Mapping[str, Player[State]] = PLAYERS

    def __init__(self, content: Content) -> None:
        self.content = content
        self.faces: Mapping[str, Face] = content.faces
        self.decks: DeckRules | None = content.rules
        self.presets: Mapping[str, Deck] = content.presets
        self._viewer = Viewer(content)
        self._last: tuple[State, Field, dict[Seat, Offers]] | None = None

    def _of(self, state: State) -> tuple[State, Field, dict[Seat, Offers]]:
        if self._last is None or self._last[0] is not state:
            self._last = (state, Field(self.content, state), {})
        return self._last

    def _offers(self, state: State, seat: Seat) -> Offers:
        """What a seat may do; worked out once for a state."""
        _, field, offers = self._of(state)
        if seat not in offers:
            offers[seat] = Offers(field, seat)
        return offers[seat]

    # Setup

    def setup(self, seats: int, options: Options, seed: int) -> Step:
        """Waits for all decks, or deals different presets drawn by lot (PC-4.1)."""
        if seats not in self.seats:
            raise Refused("wrong_seats", "PC-R57", n=seats)
        chosen = settings(self.options, options, "PC-R57")
        state = State(Chance.of(seed), [Side() for _ in range(seats)], quick=chosen["quick"] == "on")
        run = Run(self.content, state)
        if chosen["decks"] == "drawn":
            names = list(self.presets)
            Chance.of(seed, "decks").shuffle(names)
            for side, name in zip(state.sides, names, strict=False):
                side.deck = dict(self.presets[name])
            deal(run)
        return Step(state, tuple(run.events))

    # Whose decision it is

    def to_act(self, state: State) -> tuple[Seat, ...]:
        if state.over:
            return ()
        if state.ask:
            return (state.ask.seat,)
        return tuple(s for s in sorted(state.living(0)) if not (state.sides[s].deck if state.stage == "deck" else state.sides[s].answered))

    def decision(self, state: State, seat: Seat) -> Decision:
        if seat not in self.to_act(state):
            raise Refused("not_your_turn", "PC-16.1")
        offers = self._offers(state, seat)
        react = offers.kind == "react"
        window = polling.name_of(offers.field, seat) if react else None
        goes_on = seat == state.active and offers.kind in _OWN
        return Decision(offers.kind, advice.default(offers), RULES[offers.kind], window, not react, goes_on)

    def standing(self, state: State, seat: Seat, orders: frozenset[str]) -> Action | None:
        """The pass that orders give; what stops pass by themselves is never asked."""
        if seat not in self.to_act(state) or self._offers(state, seat).kind != "react":
            return None
        return PASS if stops.passes(polling.window(self._of(state)[1], seat), orders) else None

    def lapsed(self, state: State, seat: Seat, orders: frozenset[str]) -> frozenset[str]:
        """Holds end in the state (PC-19.4)."""
        return frozenset()

    def heeded(self, state: State, seat: Seat) -> frozenset[str]:
        """Stops are part of the state (PC-19.3)."""
        return frozenset(state.sides[seat].stops)

    def heed(self, state: State, seat: Seat, orders: frozenset[str]) -> Action | None:
        """An action out of turn that sets the seat's stops."""
        wanted = (STOPS, *(o for o in self.orders if o in orders))
        return wanted if self._may_stop(state, seat) and wanted[1:] != state.sides[seat].stops else None

    def heeds(self, action: Action) -> bool:
        return action[:1] == (STOPS,)

    def shortcuts(self, state: State, seat: Seat) -> list[tuple[Action, ...]]:
        return advice.shortcuts(self._offers(state, seat)) if seat in self.to_act(state) else []

    # What may be done

    def words(self, state: State, seat: Seat, prefix: Action) -> list[Word]:
        return self._offers(state, seat).words(prefix) if seat in self.to_act(state) else []

    def knows(self, word: str) -> bool:
        return word in self.content.cards or word in self.content.presets or word in (*WORDS, STOPS, *self.orders)

    def asides(self, state: State, seat: Seat) -> tuple[Action, ...]:
        return ()

    # What follows

    def apply(self, state: State, seat: Seat, action: Action) -> Step:
        if state.over:
            raise Refused("game_over", "PC-14.4")
        if self.heeds(action):
            return self._set_stops(state, seat, action)
        if seat not in self.to_act(state):
            raise Refused("not_your_turn", "PC-16.1")
        offers = self._offers(state, seat)
        check(offers, action)
        run = Run(self.content, state.copy())
        act(run, Offers(Field(self.content, run.state), seat), action)
        return Step(run.state, tuple(run.events))

    @staticmethod
    def _may_stop(state: State, seat: Seat) -> bool:
        return not state.over and not state.sides[seat].out

    def _set_stops(self, state: State, seat: Seat, action: Action) -> Step:
        """A living seat sets its stops, asked or not (PC-19.3)."""
        if not self._may_stop(state, seat):
            raise Refused("not_your_turn", "PC-16.1")
        if action[1:] != tuple(o for o in self.orders if o in action):
            raise Refused("unknown_stop", "PC-19.3", self.orders)
        new = state.copy()
        new.sides[seat].stops = action[1:]
        return Step(new, ())

    # The end

    def outcome(self, state: State) -> Outcome | None:
        if not state.over:
            return None
        rule = {"planet": "PC-14.2", "deck_out": "PC-14.5"}.get(state.reason, "PC-14.4")
        field = self._of(state)[1]
        scores = tuple(field.building_hp(s) for s in range(len(state.sides)))
        mines = [t.hp if (t := state.things.get(mine_uid(s))) else 0 for s in range(len(state.sides))]
        return Outcome(state.places, state.reason, rule, scores, tuple(zip(scores, mines, strict=True)))

    def concede(self, state: State, seat: Seat) -> Step:
        """As if the mine had fallen; the others play on (PC-14.7)."""
        if state.over:
            raise Refused("game_over", "PC-14.4")
        if state.sides[seat].out:
            raise Refused("already_out", "PC-15.3")
        run = Run(self.content, state.copy())
        run.tell("conceded", "PC-14.7", seat=seat)
        machine.eliminate(run, [seat])
        new = run.state
        if new.stage == "deck":
            decks_chosen(run)
        elif new.stage == "mulligan":
            mulligans(run)
        machine.go_on(run)
        return Step(new, tuple(run.events))

    # What may be known

    def view(self, state: State, seat: Seat | None) -> View:
        acting = self.to_act(state)
        asked = tuple((s, self._offers(state, s).kind) for s in acting)
        own = seat if seat in acting else None
        decision = self.decision(state, own) if own is not None else None
        offers = self._offers(state, own) if own is not None else None
        board = self._viewer.board(self._of(state)[1], offers, seat)
        return View(self.key, seat, acting, asked, decision, self.outcome(state), board)

    def imagine(self, state: State, seat: Seat | None, chance: Chance) -> State:
        return imagined(self.content, state, seat, chance)

    def redact(self, action: Action) -> Action:
        """Stops and what is assigned before it is confirmed are nobody's business; cards and decks are private; traps lie face down (PC-18.1)."""
        if not action or action[0] in (STOPS, "reset") or (action[0] == "attack" and action[1] != NONE):
            return ()
        if action[0] in _ANSWERS:
            return ("?",)
        if action[0] == "place":
            return (action[0], *action[2:])
        return action[: _PRIVATE.get(action[0], len(action))]

    dump = staticmethod(_codec.dump)

    def load(self, snapshot: bytes) -> State:
        """The state from `dump`. A game that version 1 left waiting for the decks of players who had gone is dealt."""
        state = _codec.load(snapshot)
        if state.stage == "deck" and not self.to_act(state):
            run = Run(self.content, state)
            decks_chosen(run)
            machine.go_on(run)
        return state
