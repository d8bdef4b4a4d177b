"""A toy game with everything that a game may have: decks that players bring, hands, pages to look up, reactions, orders, all that can be said
ahead, shortcuts.

Two players lay cards from their hands, each of which counts its number; the other one may cancel a card with a club.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import msgspec

from rules.computers.first_impression import FirstImpression
from rules.computers.scripted import Scripted
from rules.computers.tree_search import Candidate, Guide, Search
from rules.decks import DeckRules
from rules.game import Decision, Event, Option, Outcome, Refused, Step, View, Word
from rules.legal_actions import legal
from rules.parts.ahead import ANY, DRAFT, PAUSES, READY, SEAL, STOPS, Given, SaidAhead, known_to, lifted, sealed
from rules.parts.cardgame import check_code
from rules.parts.engine import Codec, shaped
from rules.parts.known_cards import mixed
from rules.parts.options import settings
from rules.parts.planning import WithOrders
from rules.parts.stops import Window, orders, passes
from rules.parts.validation import known, need, restored
from rules.printed_cards import Face
from rules.randomness import Chance

DECK, MAIN, ANSWER, OVER = "deck", "main", "answer", "over"
CLUB = "club"
HOLD = "until_turn"


class CardFile(msgspec.Struct, forbid_unknown_fields=True):
    values: dict[str, int]
    presets: dict[str, dict[str, int]]


class Side(msgspec.Struct, forbid_unknown_fields=True):
    deck: dict[str, int] = {}
    hand: list[str] = []
    library: list[str] = []
    laid: list[str] = []


class State(msgspec.Struct, forbid_unknown_fields=True):
    chance: Chance
    sides: list[Side]
    size: int
    stage: str = DECK
    turn: int = 0
    played: str = ""
    passes: int = 0
    gone: int | None = None
    orders: Given = {}
    ahead: SaidAhead = {}


class SideView(NamedTuple):
    hand: int
    library: int
    laid: tuple[str, ...]
    score: int


class Board(NamedTuple):
    """`hand` is the viewer's own; `played` waits for an answer."""

    stage: str
    turn: int
    played: str
    sides: tuple[SideView, ...]
    hand: tuple[str, ...]


def first(rules: Any, glimpse: Any, seat: int, chance: Any) -> Any:
    return next(legal(rules, glimpse(chance), seat))


class ToyGuide(Guide):
    """High cards promise much; whoever has laid more may expect more."""

    worlds = 4

    def candidates(self, rules: Any, state: State, seat: int) -> list[Candidate]:
        return [Candidate(rules.values.get(action[-1], 0) / 4, action) for action in legal(rules, state, seat)]

    def shares(self, rules: Any, state: State) -> list[float]:
        odds = [math.exp(rules.score(side) / 4) for side in state.sides]
        return [one / sum(odds) for one in odds]


GUIDE = ToyGuide()


class ToyCards(WithOrders):
    key = "toy_cards"
    version = 1
    seats = range(2, 3)
    options = (Option("hand", ("3", "4")), Option("seating", ("joined", "drawn")), PAUSES)
    orders = orders(asks=(), passes=("answer",), until=("turn",))
    kinds = {DECK: "TC-1.2", MAIN: "TC-2.1", ANSWER: "TC-2.2"}
    answers = {DECK: ("deck",), MAIN: ("play", "pass"), ANSWER: ("let", "cancel")}
    verbs = {
        "deck": "TC-1.2",
        "play": "TC-2.1",
        "pass": "TC-2.3",
        "let": "TC-2.2",
        "cancel": "TC-2.2",
        **dict.fromkeys((STOPS, SEAL, DRAFT, READY), "TC-2.2"),
    }
    opponents = {"easy": FirstImpression(GUIDE, 0.3, 1.0), "normal": Scripted(first), "hard": Search(GUIDE, 40)}
    codec = Codec(State)

    def __init__(self, content):
        (cards,) = shaped(content, {"cards": CardFile})
        self.values, self.presets = cards.values, cards.presets
        self.faces = {w: Face(w, f"TC{n}", "suit", (), "", "", "", (("value", v),), (), ()) for n, (w, v) in enumerate(self.values.items(), 1)}
        self.decks = DeckRules("TC-1.2", 6, 6, dict.fromkeys(self.values, 4), {word: n for n, word in enumerate(self.values)})

    def setup(self, seats, options, seed):
        if seats not in self.seats:
            raise Refused("wrong_seats", "TC-1.1", n=seats)
        chosen = settings(self.options, options, "TC-1.1")
        state = State(Chance.of(seed), [Side() for _ in range(seats)], int(chosen["hand"]))
        return Step(state, (Event("began", {"size": state.size}, rule="TC-1.1"),))

    # Whose decision it is

    def to_act(self, state):
        if state.stage == DECK:
            return tuple(s for s, side in enumerate(state.sides) if not side.deck)[:1]
        return {MAIN: (state.turn,), ANSWER: (1 - state.turn,)}.get(state.stage, ())

    def decision(self, state, seat):
        if seat not in self.to_act(state):
            raise Refused("not_your_turn", "TC-2.1")
        default = {DECK: ("deck", next(iter(self.presets))), MAIN: ("pass",), ANSWER: ("let",)}[state.stage]
        return Decision(state.stage, default, self.kinds[state.stage], sealed=state.stage == ANSWER)

    def words(self, state, seat, prefix):
        if seat not in self.to_act(state):
            return []
        hand = state.sides[seat].hand
        if prefix == ("deck",) and state.stage == DECK:
            return [Word(word, True) for word in self.presets]
        if prefix == ("play",) and state.stage == MAIN:
            return [Word(card, True) for card in dict.fromkeys(hand)]
        if prefix:
            return []
        if state.stage == DECK:
            return [Word("deck")]
        if state.stage == MAIN:
            return [*([Word("play")] if hand else []), Word("pass", True)]
        return [Word("let", True), *([Word("cancel", True)] if CLUB in hand else [])]

    def knows(self, word):
        return word in self.verbs or word in self.values or word in self.presets

    def standing(self, state, seat, orders):
        asked = state.stage == ANSWER and seat in self.to_act(state)
        return ("let",) if asked and passes(Window("answer", ask=True), orders) else None

    def shortcuts(self, state, seat):
        if state.stage != MAIN or seat not in self.to_act(state) or not state.sides[seat].hand:
            return []
        return [(("play", max(state.sides[seat].hand, key=self.values.__getitem__)),)]

    # What is said ahead

    def turn(self, state):
        return state.turn if state.stage in (MAIN, ANSWER) else None

    def absent(self, state, seat):
        return None if seat in range(len(state.sides)) else Refused("not_your_turn", "TC-2.1")

    def leaves(self, state, seat, action):
        return action == ("let",)

    def about(self, state, seat):
        return {state.played: "let"} if state.stage == ANSWER else {}

    def ready_words(self, state, seat, prefix):
        if state.stage in (DECK, OVER) or prefix[:1] not in ((), (ANSWER,)) or len(prefix) > 2:
            return []
        if len(prefix) < 2:
            return [Word(word) for word in ((ANSWER,), (ANY, *self.values))[len(prefix)]]
        known = prefix[1] in (ANY, *self.values)
        return [Word(word, True) for word in ("let", "cancel") if known and (word == "let" or CLUB in state.sides[seat].hand)]

    def foreseen(self, state, seat):
        if state.stage not in (MAIN, ANSWER) or state.turn == seat:
            return None
        state = self.imagine(state, seat, Chance.of(0))
        state.stage, state.turn, state.played = MAIN, seat, ""
        return state

    # What follows

    def carry_out(self, state, seat, action):
        self.check(state, seat, action)
        events = []
        state = msgspec.convert(msgspec.to_builtins(state), State)

        def tell(kind, rule, to=None, **facts):
            events.append(Event(kind, facts, to, rule))

        side, verb = state.sides[seat], action[0]
        if verb == "deck":
            side.deck = dict(self.presets.get(action[1]) or self.decks.decode(action[1]))
            tell("chose", "TC-1.2", seat=seat, deck=side.deck)
            if all(s.deck for s in state.sides):
                self.deal(state, tell)
        elif verb == "play":
            side.hand.remove(action[1])
            state.stage, state.played, state.passes = ANSWER, action[1], 0
            tell("played", "TC-2.1", seat=seat, card=action[1])
        elif verb == "pass":
            state.passes += 1
            tell("passed", "TC-2.3", seat=seat)
            self.next_turn(state, tell)
        else:
            if verb == "cancel":
                side.hand.remove(CLUB)
                tell("cancelled", "TC-2.2", seat=seat, card=state.played)
            else:
                state.sides[state.turn].laid.append(state.played)
                tell("stays", "TC-2.2", seat=state.turn, card=state.played)
            state.played = ""
            self.next_turn(state, tell)
        return Step(state, tuple(events))

    def check(self, state, seat, action):
        if state.stage == OVER:
            raise Refused("game_over", "TC-3.1")
        if seat not in self.to_act(state):
            raise Refused("not_your_turn", "TC-2.1")
        offered = [word.text for word in self.words(state, seat, ())]
        if action[:1] == ("cancel",) and state.stage == ANSWER and "cancel" not in offered:
            raise Refused("no_club", "TC-2.2", tuple(offered))
        if not action or action[0] not in offered:
            known = bool(action) and action[0] in self.verbs
            raise Refused("asked_otherwise" if known else "not_an_action", self.kinds[state.stage], tuple(offered))
        legal_words = [word.text for word in self.words(state, seat, action[:1])]
        if len(action) != 1 + bool(legal_words):
            raise Refused("not_an_action", self.verbs[action[0]], tuple(legal_words))
        if action[0] == "deck" and action[1] not in self.presets:
            check_code(self.decks, self.presets, action[1], "TC-1.2")
        if action[0] == "play" and action[1] not in legal_words:
            raise Refused("not_in_hand", "TC-2.1", tuple(legal_words), card=action[1])

    def deal(self, state, tell):
        for seat, side in enumerate(state.sides):
            side.library = self.decks.cards(side.deck)
            state.chance.shuffle(side.library)
            self.draw(state, seat, state.size, tell)
        state.stage = MAIN

    def draw(self, state, seat, count, tell):
        side = state.sides[seat]
        drawn, side.library = side.library[:count], side.library[count:]
        side.hand += drawn
        if drawn:
            tell("dealt", "TC-1.1", seat=seat, n=len(drawn))
            tell("drew", "TC-1.1", (seat,), seat=seat, cards=drawn)

    def next_turn(self, state, tell):
        self.draw(state, state.turn, 1, tell)
        state.turn, state.stage = 1 - state.turn, MAIN
        state.orders = lifted(state.orders, state.turn, [HOLD])
        if state.passes == 2 or not any(side.hand for side in state.sides):
            self.end(state, tell)

    def end(self, state, tell):
        state.stage = OVER
        tell("over", "TC-3.1", places=[list(group) for group in self.outcome(state).places])

    # The end

    def score(self, side):
        return sum(self.values[card] for card in side.laid)

    def outcome(self, state):
        if state.stage != OVER:
            return None
        scores = tuple(map(self.score, state.sides))
        order = tuple((-len(side.laid),) for side in state.sides)
        if state.gone is not None:
            return Outcome(((1 - state.gone,), (state.gone,)), "resigned", "TC-3.2", scores, order)
        best = sorted({*scores}, reverse=True)
        return Outcome(tuple(tuple(s for s in (0, 1) if scores[s] == score) for score in best), "score", "TC-3.1", scores, order)

    def leave(self, state, seat):
        if state.stage == OVER:
            raise Refused("game_over", "TC-3.1")
        state = msgspec.convert(msgspec.to_builtins(state), State)
        state.gone, events = seat, [Event("left", {"seat": seat}, rule="TC-3.2")]
        self.end(state, lambda kind, rule, **facts: events.append(Event(kind, facts, None, rule)))
        return Step(state, tuple(events))

    # What may be known

    def view(self, state, seat):
        acting = self.to_act(state)
        decision = self.decision(state, seat) if seat in acting else None
        sides = tuple(SideView(len(s.hand), len(s.library), tuple(s.laid), self.score(s)) for s in state.sides)
        board = Board(state.stage, state.turn, state.played, sides, tuple(state.sides[seat].hand) if seat is not None else ())
        return View(self.key, seat, acting, tuple((s, state.stage) for s in acting), decision, self.outcome(state), board)

    def imagine(self, state, seat, chance):
        state = msgspec.convert(msgspec.to_builtins(state), State)
        if state.stage == DECK:
            state.chance = Chance.of(chance.below(1 << 60))
        for s, side in enumerate(state.sides):
            cards = mixed(side.library if s == seat else [*side.hand, *side.library], chance)
            if s != seat:
                side.hand, cards = cards[: len(side.hand)], cards[len(side.hand) :]
            side.library = cards
        state.orders = known_to(state.orders, seat)
        state.ahead = known_to(state.ahead, seat)
        return state

    def redrawn(self, state, chance):
        state = msgspec.convert(msgspec.to_builtins(state), State)
        if state.stage == DECK:
            state.chance = Chance.of(chance.below(1 << 60))
        for side in state.sides:
            side.library = mixed(side.library, chance)
        return state

    def redact(self, action):
        return () if sealed(action) else action

    def dump(self, state):
        return self.codec.dump(state)

    def load(self, snapshot):
        return restored(self, snapshot, self.codec.load, self.sound)

    def sound(self, state):
        need(len(state.sides) == 2, "seats")
        known([state.turn], range(2), "seats")
        known([state.stage], (DECK, MAIN, ANSWER, OVER), "stage")
        known([card for s in state.sides for card in (*s.deck, *s.hand, *s.library, *s.laid)], self.values, "cards")
        known([state.played] if state.stage == ANSWER else [], self.values, "cards")
        known([] if state.gone is None else [state.gone], range(2), "seats")
        return range(2)


def build(content):
    return ToyCards(content)
