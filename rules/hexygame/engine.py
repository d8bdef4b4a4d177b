"""The game as the rest of the house knows it: setup, whose turn it is, what may be done (sections 3, 8, 12, 14)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.game import Action, Codec, Decision, Option, Options, Outcome, Plain, Player, Refused, Seat, Step, View, Word, settings
from rules.hexygame import advice, energy
from rules.hexygame.acting import act, deal
from rules.hexygame.content import Content
from rules.hexygame.field import Field
from rules.hexygame.offers import WORDS, Offers
from rules.hexygame.players import PLAYERS
from rules.hexygame.refusing import PASS, RULES, check
from rules.hexygame.run import Run
from rules.hexygame.secrets import imagined
from rules.hexygame.state import PICKS, WINNING, Side, State
from rules.hexygame.view import Viewer
from rules.parts.cards import Face
from rules.parts.chance import Chance
from rules.parts.decks import Deck, DeckRules

_codec = Codec(State)
OFFER: Action = ("offer_draw",)
ACCEPT: Action = ("accept_draw",)
_PRIVATE = {"deck": 1, "choose": 1}
"""How many words of an action everybody may read in a record while the game goes on."""


class HexyGame(Plain):
    """HexyGame. See `rules.game.Rules` for what the methods promise."""

    key = "hexygame"
    version = 1
    seats = range(2, 3)
    options: tuple[Option, ...] = (Option("decks", ("chosen", "drawn")), Option("seating", ("drawn", "joined")))
    orders: tuple[str, ...] = advice.ORDERS
    verbs: Mapping[str, str] = {
        "cast": "HX-6.1",
        "activate": "HX-11.2",
        "move": "HX-9.1",
        "attack": "HX-9.2",
        "counterstrike": "HX-9.5",
        "draw": "HX-5.2",
        "discard": "HX-5.3",
        "pick_discard.discard": "HX-8.7",
        "pass": "HX-8.4",
    }
    players: Mapping[str, Player[State]] = PLAYERS

    def __init__(self, content: Content) -> None:
        self.content = content
        self.faces: Mapping[str, Face] = content.faces
        self.decks: DeckRules | None = content.rules
        self.presets: Mapping[str, Deck] = content.presets
        self._viewer = Viewer(content)
        self._last: tuple[State, Field, dict[Seat, Offers]] | None = None

    def _offers(self, state: State, seat: Seat) -> Offers:
        """What a seat may do; worked out once for a state."""
        offers = self._of(state)[2]
        if seat not in offers:
            offers[seat] = Offers(self._of(state)[1], seat)
        return offers[seat]

    def _of(self, state: State) -> tuple[State, Field, dict[Seat, Offers]]:
        if self._last is None or self._last[0] is not state:
            self._last = (state, Field(self.content, state), {})
        return self._last

    # Setup

    def setup(self, seats: int, options: Options, seed: int) -> Step:
        """Waits for both decks, or deals two different presets drawn by lot; who sits where is drawn by the house (HX-1.1)."""
        if seats not in self.seats:
            raise Refused("wrong_seats", "HX-1.1", n=seats)
        chosen = settings(self.options, options, "HX-1.1")
        state = State(f"{seed:064x}", [Side(), Side()])
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
        window = advice.window(offers)
        must = window is None or window.must
        return Decision(offers.kind, advice.default(offers), RULES[offers.kind], window.name if window else None, must, _goes_on(state, seat))

    def standing(self, state: State, seat: Seat, orders: frozenset[str]) -> Action | None:
        if state.stage != "play" or seat not in self.to_act(state):
            return None
        return advice.standing(self._offers(state, seat), orders)

    def lapsed(self, state: State, seat: Seat, orders: frozenset[str]) -> frozenset[str]:
        return advice.lapsed(self._offers(state, seat), orders) if state.stage == "play" else frozenset()

    def shortcuts(self, state: State, seat: Seat) -> list[tuple[Action, ...]]:
        return advice.shortcuts(self._offers(state, seat)) if seat in self.to_act(state) else []

    # What may be done

    def words(self, state: State, seat: Seat, prefix: Action) -> list[Word]:
        return self._offers(state, seat).words(prefix) if seat in self.to_act(state) else []

    def knows(self, word: str) -> bool:
        content = self.content
        return word in content.cards or word in content.presets or word in (*WORDS, *OFFER, *ACCEPT) or energy.read(word) is not None

    def asides(self, state: State, seat: Seat) -> tuple[Action, ...]:
        """A draw may be offered and accepted at any time (HX-12.4)."""
        if state.stage != "play" or state.offer == seat:
            return ()
        return (OFFER,) if state.offer < 0 else (ACCEPT,)

    # What follows

    def apply(self, state: State, seat: Seat, action: Action) -> Step:
        if state.over:
            raise Refused("game_over", "HX-12.1")
        if action in self.asides(state, seat):
            return self._agree(state, seat)
        if seat not in self.to_act(state):
            raise Refused("not_your_turn", "HX-8.4")
        offers = self._offers(state, seat)
        check(offers, action)
        run = Run(self.content, state.copy())
        if state.offer == seat and action != PASS:
            run.state.offer = -1
        run.state.began = run.state.began or offers.kind == "main"
        act(run, offers, action)
        return Step(run.state, tuple(run.events))

    def _agree(self, state: State, seat: Seat) -> Step:
        run = Run(self.content, state.copy())
        if state.offer < 0:
            run.state.offer = seat
            run.tell("draw_offered", "HX-12.4", seat=seat)
        else:
            run.win(-1, "agreed", "HX-12.4")
        return Step(run.state, tuple(run.events))

    # The end

    def outcome(self, state: State) -> Outcome | None:
        if not state.over:
            return None
        rule = {"flag": "HX-12.1", "centre": "HX-12.2", "exhaustion": "HX-12.5"}.get(state.reason, "HX-12.4")
        places = ((0, 1),) if state.winner < 0 else ((state.winner,), (1 - state.winner,))
        dice = tuple(side.dice for side in state.sides)
        return Outcome(places, state.reason, rule, dice, tuple((min(d, WINNING),) for d in dice))

    def concede(self, state: State, seat: Seat) -> Step:
        """The opponent wins (HX-12.4)."""
        if state.over:
            raise Refused("game_over", "HX-12.1")
        run = Run(self.content, state.copy())
        run.win(1 - seat, "resigned", "HX-12.4")
        return Step(run.state, tuple(run.events))

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
        """Decks and choices among hidden cards are private while the game goes on (section 13)."""
        return action[: _PRIVATE.get(action[0], len(action))] if action else action

    dump = staticmethod(_codec.dump)
    load = staticmethod(_codec.load)


def _goes_on(state: State, seat: Seat) -> bool:
    """Whether the seat is in the middle of its own turn: others are told when it ends, or when they are asked."""
    if state.stage != "play" or seat != state.active:
        return False
    return bool(state.pick and state.pick.kind in PICKS) or (state.phase == "main" and state.slow and state.began)
