"""The engine, which implements the contract (`rules.game.Rules`): setup, whose turn it is, what everybody may know (HK-3, HK-13, HK-14)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from rules.game import Action, Decision, Event, Option, Options, Outcome, Refused, Seat, Step, View, Word
from rules.hexknight import automatic_answers, combat, ending, game_flow, legal_actions, planning, refusals
from rules.hexknight.actions import perform
from rules.hexknight.changes import Run
from rules.hexknight.content import Content
from rules.hexknight.imagined_states import foretold, imagined, redrawn
from rules.hexknight.island import Island, Islands
from rules.hexknight.legal_actions import VERBS
from rules.hexknight.state import Hero, State
from rules.hexknight.validation import check
from rules.hexknight.view import BoardView, board_view
from rules.parts.ahead import DRAFT, PAUSES, STOPS
from rules.parts.engine import Codec
from rules.parts.handicaps import handicaps, size_of
from rules.parts.options import settings
from rules.parts.planning import WithOrders
from rules.parts.validation import restored
from rules.printed_cards import Face
from rules.randomness import Chance

HANDICAP_POINTS = 5
"""Points of each size of a handicap (HK-12.6)."""
TURN = "turn"
"""What everybody may know about the present decision: that it is a seat's turn (HK-4.3 lets nobody see which steps were skipped)."""
_PUBLIC = frozenset({"step", "travel", "provoke", "select", "block", "strike"})
_codec = Codec(State)


class HexKnight(WithOrders):
    """HexKnight. See `rules.game.Rules` for what the methods promise."""

    key = "hexknight"
    version = 8
    seats = range(2, 4)
    options: tuple[Option, ...] = (
        Option("map", ("random", "fixed")),
        Option("days", ("2", "3")),
        Option("seating", ("drawn", "joined")),
        PAUSES,
        handicaps(range(2, 4)),
    )
    orders: tuple[str, ...] = automatic_answers.ORDERS
    answers: Mapping[str, tuple[str, ...]] = VERBS
    kinds: Mapping[str, str] = refusals.RULES
    takes: Mapping[str, tuple[str, ...]] = {
        **dict.fromkeys(("play", "take_back"), ("card", "wound")),
        "select": ("card",),
        **dict.fromkeys(("travel", "step", "provoke"), ("",)),
    }
    verbs: Mapping[str, str] = {**refusals.OF_VERBS, STOPS: "HK-14.1", DRAFT: "HK-14.1"}
    shows = planning.SHOWS

    def __init__(self, content: Content) -> None:
        self.content = content
        self.faces: Mapping[str, Face] = content.faces()
        self.islands = Islands(content)

    def island(self, state: State) -> Island:
        """The island that a game is played on."""
        return self.islands.random(tuple(state.tiles)) if state.tiles else self.islands.fixed()

    def run(self, state: State, events: list[Event]) -> Run:
        """The working copy of a state that is changed in place."""
        return Run(self.content, self.island(state), state, events)

    # Setup

    def setup(self, seats: int, options: Options, seed: int) -> Step:
        """Draws everything in the order of HK-3.1; seats are drawn from the same seed."""
        if seats not in self.seats:
            raise Refused("wrong_seats", "HK-1.1", n=seats)
        chosen = settings(self.options, options, "HK-1.1")
        chance = Chance.of(seed)
        tiles: list[str] = []
        if chosen["map"] == "random":
            for kind in ("easy", "hard"):
                part = self.content.tiles_of(kind)
                chance.shuffle(part)
                tiles += part
        island = self.islands.random(tuple(tiles)) if tiles else self.islands.fixed()
        stock = list(self.content.stock)
        chance.shuffle(stock)
        monsters = {}
        for at in island.guarded:
            family = self.content.guards[island.feature[at]]
            monsters[at] = next(kind for kind in stock if self.content.monsters[kind].family == family)
            stock.remove(monsters[at])
        special = list(self.content.special)
        chance.shuffle(special)
        decks = [list(self.content.start) for _ in range(seats)]
        for deck in decks:
            chance.shuffle(deck)
        points = self.content.compensation[chosen["map"], int(chosen["days"]), seats]
        state = State(
            days=int(chosen["days"]),
            tiles=tiles,
            heroes=[
                Hero(island.portal, deck, compensation=n, handicap=HANDICAP_POINTS * size_of(chosen, seat))
                for seat, (deck, n) in enumerate(zip(decks, points, strict=True))
            ],
            monsters=monsters,
            down=[at for at, kind in monsters.items() if self.content.monsters[kind].family in self.content.face_down],
            stock=stock,
            special=special[self.content.offer_size :],
            offer=special[: self.content.offer_size],
            chance=Chance.of(seed, "phases"),
        )
        return self.begin(state)

    def begin(self, state: State) -> Step:
        """Begins a game on a prepared state: everybody looks around and draws, seat 0 begins (HK-3.2, HK-3.3)."""
        run = self.run(state.copy(), [])
        new, seats = run.state, len(state.heroes)
        run.tell("set_up", "HK-3.1", seats=seats, map="random" if new.tiles else "fixed", days=new.days, offer=list(new.offer))
        for seat, hero in enumerate(new.heroes):
            if hero.compensation:
                run.tell("compensated", "HK-12.5", seat=seat, n=hero.compensation)
            if hero.handicap:
                run.tell("handicap", "HK-12.6", seat=seat, n=hero.handicap)
        for seat in range(seats):
            run.look(seat)
        run.check_castles()
        for seat, hero in enumerate(new.heroes):
            drawn = hero.draw(game_flow.target_hand(self.content, run.island, new, seat))
            run.tell("drew", "HK-3.3", to=seat, seat=seat, cards=drawn)
        run.tell("phase", "HK-4.1", phase=1, phases=new.phases, day=True)
        game_flow.begin_turn(run, 0)
        game_flow.go_on(run)
        return Step(new, tuple(run.events))

    # Whose decision it is

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return () if state.step == "over" else (state.active,)

    def decision(self, state: State, seat: Seat) -> Decision:
        if state.step == "over" or seat != state.active:
            raise Refused("not_your_turn", "HK-14.1")
        default = automatic_answers.default(self.content, self.island(state), state)
        return Decision(state.step, default, refusals.RULES[state.step], goes_on=True)

    def standing(self, state: State, seat: Seat, orders: frozenset[str]) -> Action | None:
        if state.step == "over" or seat != state.active:
            return None
        return automatic_answers.standing(self.content, self.island(state), state, orders)

    def shortcuts(self, state: State, seat: Seat) -> list[tuple[Action, ...]]:
        if state.step == "over" or seat != state.active:
            return []
        return automatic_answers.shortcuts(self.content, self.island(state), state)

    # What is said ahead

    def absent(self, state: State, seat: Seat) -> Refused | None:
        if seat in state.resigned:
            return Refused("resigned_already", "HK-4.1")
        return None if seat in range(len(state.heroes)) else Refused("not_your_turn", "HK-14.1")

    def present_turn(self, state: State) -> tuple[int, ...] | None:
        return None if state.step == "over" else (state.active, state.phase, state.hero.turns)

    def occasion(self, state: State, seat: Seat) -> tuple[int, ...] | None:
        """The phase, and how many turns of it the seat has had: a new phase brings a new hand (HK-11.5)."""
        return (state.phase, state.heroes[seat].turns) if state.step != "over" else None

    def foreseen(self, state: State, seat: Seat) -> State | None:
        if state.step == "over" or self.absent(state, seat):
            return None
        run = self.run(foretold(self.islands, state, seat), [])
        return run.state if planning.come(run, seat) else None

    # What may be done

    def words(self, state: State, seat: Seat, prefix: Action) -> list[Word]:
        if state.step == "over" or seat != state.active:
            return []
        return legal_actions.words(self.content, self.island(state), state, prefix)

    def knows(self, word: str) -> bool:
        return word in self.content.cards or any(word in verbs for verbs in VERBS.values())

    # What follows

    def carry_out(self, state: State, seat: Seat, action: Action) -> Step:
        if state.step == "over":
            raise Refused("game_over", "HK-4.1")
        if seat != state.active:
            raise Refused("not_your_turn", "HK-14.1")
        refusals.check(self.content, self.island(state), state, action)
        run = self.run(state.copy(), [])
        perform(run, action)
        return Step(run.state, tuple(run.events))

    # The end

    def outcome(self, state: State) -> Outcome | None:
        return ending.outcome(state) if state.step == "over" else None

    def leave(self, state: State, seat: Seat) -> Step:
        """Removes the hero from the island; with more than two seats the others play on."""
        if state.step == "over":
            raise Refused("game_over", "HK-4.1")
        run = self.run(state.copy(), [])
        new = run.state
        new.resigned.append(seat)
        new.heroes[seat].finished = True
        run.tell("resigned", "HK-12.2", seat=seat)
        if len(new.resigned) == len(new.heroes) - 1:
            combat.take_all_back(run)
            ending.finish(run)
        elif seat == new.active:
            combat.take_all_back(run)
            game_flow.next_turn(run)
            game_flow.go_on(run)
        return Step(new, tuple(run.events))

    # What may be known

    def view(self, state: State, seat: Seat | None) -> View[BoardView]:
        over = state.step == "over"
        own = not over and seat == state.active
        asked = () if over else ((state.active, TURN),)
        board = board_view(state, seat, self.island(state), self.content)
        decision = self.decision(state, state.active) if own else None
        return View(self.key, seat, self.to_act(state), asked, decision, self.outcome(state), board)

    def imagine(self, state: State, seat: Seat | None, chance: Chance) -> State:
        return imagined(self.islands, state, seat, chance)

    def redrawn(self, state: State, chance: Chance) -> State:
        return redrawn(self.islands, state, chance)

    def redact(self, action: Action) -> Action:
        """Hides layout, and what looks the same in public whether it was chosen or skipped (HK-14.3); also how a way was named."""
        return () if not action or action[0] not in _PUBLIC else ("travel", *action[1:]) if action[0] == "step" else action

    dump = staticmethod(_codec.dump)

    def load(self, snapshot: bytes) -> State:
        return restored(self, snapshot, _codec.load, partial(check, self.islands), ("revealed", "known"))
