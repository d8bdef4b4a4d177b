"""The game as the rest of the house knows it: setup, whose turn it is, what may be done (sections 3, 5 to 9, 14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial

from rules.game import Action, Decision, Event, Option, Options, Outcome, Refused, Seat, Step, View, Word, rule_of
from rules.hexknight import automatic_answers, combat, ending, game_flow, movement, planning
from rules.hexknight.changes import Run
from rules.hexknight.content import WOUND, Content
from rules.hexknight.imagined_states import foretold, imagined, redrawn
from rules.hexknight.island import Island, Islands
from rules.hexknight.state import Hero, State
from rules.hexknight.validation import check
from rules.hexknight.view import BoardView, board_view
from rules.parts.ahead import DRAFT, PAUSES, STOPS
from rules.parts.engine import Codec
from rules.parts.options import settings
from rules.parts.planning import WithOrders
from rules.parts.validation import restored
from rules.printed_cards import Face
from rules.randomness import Chance

TURN = "turn"
"""What everybody may know about the present decision: that it is a seat's turn (HK-4.3 lets nobody see which steps were skipped)."""

VERBS = {
    "exchange": ("play", "take_back", "confirm"),
    "preparation": ("play", "take_back", "confirm"),
    "movement": ("play", "take_back", "step", "travel", "confirm"),
    "provocation": ("provoke", "decline"),
    "defence": ("play", "take_back", "block", "take_wounds"),
    "attack": ("play", "take_back", "strike", "give_up"),
    "selection": ("select",),
    "rest": ("play", "heal", "take_back", "confirm"),
}
"""The verbs of each step: the table of section 14."""
_codec = Codec(State)


class HexKnight(WithOrders):
    """HexKnight. See `rules.game.Rules` for what the methods promise."""

    key = "hexknight"
    version = 7
    seats = range(2, 4)
    options: tuple[Option, ...] = (
        Option("map", ("random", "fixed")),
        Option("days", ("2", "3")),
        Option("seating", ("drawn", "joined")),
        PAUSES,
    )
    orders: tuple[str, ...] = automatic_answers.ORDERS
    answers: Mapping[str, tuple[str, ...]] = VERBS
    takes: Mapping[str, tuple[str, ...]] = {
        **dict.fromkeys(("play", "take_back"), ("card", "wound")),
        "select": ("card",),
        **dict.fromkeys(("travel", "step", "provoke"), ("",)),
    }
    verbs: Mapping[str, str] = {
        "take_back": "HK-5.1",
        "movement.take_back": "HK-6.6",
        "rest.take_back": "HK-9.5",
        "step": "HK-6.2",
        "travel": "HK-6.7",
        "movement.confirm": "HK-6.5",
        "decline": "HK-7.2",
        "block": "HK-7.4",
        "take_wounds": "HK-7.5",
        "strike": "HK-7.7",
        "heal": "HK-9.4",
        "rest.confirm": "HK-9.6",
        STOPS: "HK-14.1",
        DRAFT: "HK-14.1",
    }
    shows = planning.SHOWS

    def __init__(self, content: Content) -> None:
        self.content = content
        self.faces: Mapping[str, Face] = content.faces()
        self.islands = Islands(content)

    def island(self, state: State) -> Island:
        """The island that a game is played on."""
        return self.islands.random(tuple(state.tiles)) if state.tiles else self.islands.fixed()

    def run(self, state: State, events: list[Event]) -> Run:
        """What the chapters work on while a state is changed in place."""
        return Run(self.content, self.island(state), state, events)

    # Setup

    def setup(self, seats: int, options: Options, seed: int) -> Step:
        """Draws everything in the order of HK-3.1; who sits where is drawn by the house, from the same seed."""
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
            heroes=[Hero(island.portal, deck, compensation=n) for deck, n in zip(decks, points, strict=True)],
            monsters=monsters,
            down=[at for at, kind in monsters.items() if self.content.monsters[kind].family in self.content.face_down],
            stock=stock,
            special=special[self.content.offer_size :],
            offer=special[: self.content.offer_size],
            chance=Chance.of(seed, "phases"),
        )
        return self.begin(state)

    def begin(self, state: State) -> Step:
        """Starts a game on a prepared state: everybody looks around and draws, seat 0 begins (HK-3.2, HK-3.3)."""
        run = self.run(state.copy(), [])
        new, seats = run.state, len(state.heroes)
        run.tell("set_up", "HK-3.1", seats=seats, map="random" if new.tiles else "fixed", days=new.days, offer=list(new.offer))
        for seat, hero in enumerate(new.heroes):
            if hero.compensation:
                run.tell("compensated", "HK-12.5", seat=seat, n=hero.compensation)
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

    kinds: Mapping[str, str] = {
        "exchange": "HK-5.2",
        "preparation": "HK-5.4",
        "movement": "HK-6.1",
        "provocation": "HK-7.1",
        "defence": "HK-7.3",
        "attack": "HK-7.6",
        "selection": "HK-8.4",
        "rest": "HK-9.3",
    }

    def decision(self, state: State, seat: Seat) -> Decision:
        if state.step == "over" or seat != state.active:
            raise Refused("not_your_turn", "HK-14.1")
        default = automatic_answers.default(self.content, self.island(state), state)
        return Decision(state.step, default, self.kinds[state.step], goes_on=True)

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
        """A phase, and how many turns of it the seat has had: a new phase brings a new hand (HK-11.5)."""
        return (state.phase, state.heroes[seat].turns) if state.step != "over" else None

    def foreseen(self, state: State, seat: Seat) -> State | None:
        if state.step == "over" or self.absent(state, seat):
            return None
        run = self.run(foretold(self.islands, state, seat), [])
        return run.state if planning.come(run, seat) else None

    # What may be done

    def words(self, state: State, seat: Seat, prefix: Action) -> list[Word]:
        if state.step == "over" or seat != state.active or len(prefix) > 1:
            return []
        return self._seconds(state, prefix[0]) if prefix else self._verbs(state)

    def knows(self, word: str) -> bool:
        return word in self.content.cards or any(word in verbs for verbs in VERBS.values())

    def _verbs(self, state: State) -> list[Word]:
        """The first words of actions, in the order of the table of section 14."""
        step = state.step
        found = []
        if step == "provocation":
            return [Word("provoke"), Word("decline", True)]
        if step == "selection":
            return [Word("select")]
        if playable := len(self._playable(state)):
            found.append(Word("play", False, playable))
        if step == "rest" and (points := self._heals(state)):
            found.append(Word("heal", True, points))
        if backs := self._backs(state):
            found.append(Word("take_back", False, sum(w.times for w in backs)))
        if step == "movement" and self._steps(state):
            found += [Word("travel"), Word("step")]
        if step == "defence":
            if combat.total(state, self.content.defence) >= combat.opponent(self.content, state).attack:
                found.append(Word("block", True))
            return [*found, Word("take_wounds", True)]
        if step == "attack":
            if combat.total(state, self.content.attack) >= combat.opponent(self.content, state).defence:
                found.append(Word("strike", True))
            return [*found, Word("give_up", True)]
        return [*found, Word("confirm", True)]

    def _seconds(self, state: State, verb: str) -> list[Word]:
        """The words after a verb."""
        step, island = state.step, self.island(state)
        labels = island.grid.labels
        if step == "provocation":
            near = island.grid.beside[state.hero.at] & state.guards
            return [Word(labels[at], True) for at in island.grid.around[state.hero.at] if at >= 0 and near >> at & 1] if verb == "provoke" else []
        if step == "selection":
            return _counted(self.content, state.offer, once=True) if verb == "select" else []
        if verb == "play":
            return _counted(self.content, self._playable(state))
        if verb == "take_back":
            return self._backs(state)
        if step == "movement" and verb == "travel":
            found = movement.reach(island, state, movement.points(state, self.content.speed))
            return [Word(labels[at], True) for at in sorted(found, key=lambda at: (found[at], at))]
        if step == "movement" and verb == "step":
            return [Word(labels[at], True) for at in self._steps(state)]
        return []

    def _value(self, step: str) -> dict[str, int] | None:
        """The value for which cards are played in a step; None where any card may be played."""
        c = self.content
        return {"preparation": c.meditation, "movement": c.speed, "defence": c.defence, "attack": c.attack}.get(step)

    def _playable(self, state: State) -> list[str]:
        """The cards in hand that may be played in the present step."""
        hand, step = state.hero.hand, state.step
        if step == "exchange":
            return hand
        value = self._value(step)
        return [kind for kind in hand if kind != WOUND and (value is None or value[kind])]

    def _backs(self, state: State) -> list[Word]:
        """The cards in play that may be taken back (HK-5.1, HK-6.6, HK-9.5)."""
        play = state.hero.play
        if not play or state.step != "rest":
            return _counted(self.content, play)
        points = game_flow.healing(self.content, self.island(state), state)
        value = self.content.meditation
        found = []
        for word in _counted(self.content, play):
            costs = value[word.text]
            times = word.times if not costs else min(word.times, max(points, 0) // costs)
            if times:
                found.append(Word(word.text, True, times))
        return found

    def _heals(self, state: State) -> int:
        """How many wounds could be healed now (HK-9.4)."""
        return min(max(game_flow.healing(self.content, self.island(state), state), 0), state.hero.hand.count(WOUND))

    def _steps(self, state: State) -> list[int]:
        return movement.steps(self.island(state), state, movement.points(state, self.content.speed))

    def _check(self, state: State, seat: Seat, action: Action) -> None:
        """Raises Refused with the reason why an action is not legal; returns for exactly the legal ones."""
        if state.step == "over":
            raise Refused("game_over", "HK-4.1")
        if seat != state.active:
            raise Refused("not_your_turn", "HK-14.1")
        verbs = tuple(w.text for w in self._verbs(state))
        verb, rest = (action[0], action[1:]) if action else ("", ())
        if verb not in VERBS[state.step]:
            raise Refused("asked_otherwise", self.kinds[state.step], verbs, kind=state.step)
        if not rest and verb in _LACKING and verb not in verbs:
            raise Refused(_LACKING[verb], rule_of(self, self.decision(state, seat), verb), verbs)
        if len(rest) != (verb in _WITH_OBJECT):
            raise Refused("not_an_action", self.kinds[state.step], tuple(w.text for w in self._seconds(state, verb)) or verbs)
        if verb in _WITH_OBJECT:
            legal = tuple(w.text for w in self._seconds(state, verb))
            if rest[0] not in legal:
                self._refuse(state, verb, rest[0], legal)
        elif verb not in verbs:
            self._refuse_end(state, verb)

    def _refuse(self, state: State, verb: str, what: str, legal: tuple[str, ...]) -> None:
        """Says why a verb does not go with a card or hex; the reasons are tried in the order of HK-14.2."""
        step, hero, island = state.step, state.hero, self.island(state)
        rule = self.kinds[step]
        if verb == "select":
            raise Refused("not_in_offer", "HK-8.4", legal, card=what)
        if verb == "play":
            if what not in hero.hand:
                raise Refused("not_in_hand", rule, legal, card=what)
            if what == WOUND:
                raise Refused("wound_stays", "HK-1.5", legal)
            raise Refused(f"no_{step}_value", rule, legal, card=what)
        if verb == "take_back":
            if what in hero.play:
                points = game_flow.healing(self.content, island, state)
                raise Refused("points_below_zero", "HK-9.5", legal, card=what, need=self.content.meditation[what], have=points)
            raise Refused("not_in_play", "HK-6.6" if step == "movement" else "HK-5.1", legal, card=what)
        at = island.grid.index.get(what)
        if at is None:
            raise Refused("no_such_hex", rule, legal, hex=what)
        if verb == "provoke":
            # Of an unexplored hex nothing is said, not even that nothing is there (HK-13.2).
            if not state.revealed >> at & 1:
                raise Refused("not_explored", "HK-13.2", legal, hex=what, verb=verb)
            if at not in state.monsters:
                raise Refused("no_monster", "HK-7.1", legal, hex=what)
            raise Refused("not_adjacent", "HK-7.1", legal, hex=what, verb=verb)
        have = movement.points(state, self.content.speed)
        try:
            (movement.check_step if verb == "step" else movement.check_travel)(island, state, at, have)
        except Refused as error:
            raise Refused(error.reason, error.rule, legal, **error.facts) from None

    def _refuse_end(self, state: State, verb: str) -> None:
        """Says why a step cannot be ended like this."""
        if verb in ("block", "strike"):
            monster = combat.opponent(self.content, state)
            value, need = (self.content.defence, monster.attack) if verb == "block" else (self.content.attack, monster.defence)
            reason, rule = ("needs_defence", "HK-7.3") if verb == "block" else ("needs_attack", "HK-7.6")
            raise Refused(reason, rule, monster=monster.id, need=need, have=combat.total(state, value))
        wounds = state.hero.hand.count(WOUND)
        raise Refused("no_healing" if wounds else "no_wound", "HK-9.4")

    # What follows

    def carry_out(self, state: State, seat: Seat, action: Action) -> Step:
        self._check(state, seat, action)
        run = self.run(state.copy(), [])
        self.perform(run, action)
        return Step(run.state, tuple(run.events))

    def perform(self, run: Run, action: Action) -> None:
        """Carries out a legal action in place, with everything that follows."""
        self._do(run, action)
        # A step once entered goes on until it is ended, even when nothing is left to play.
        if action[0] not in _WITHIN:
            game_flow.go_on(run)

    def _do(self, run: Run, action: Action) -> None:
        verb, hero = action[0], run.hero
        if verb == "play":
            hero.hand.remove(action[1])
            hero.play.append(action[1])
        elif verb == "heal":
            hero.hand.remove(WOUND)
            hero.play.append(WOUND)
        elif verb == "take_back":
            at = len(hero.play) - 1 - hero.play[::-1].index(action[1])
            hero.hand.append(hero.play.pop(at))
        elif verb in ("step", "travel"):
            self._walk(run, run.island.grid.index[action[1]])
        elif verb == "provoke":
            combat.provoke(run, run.island.grid.index[action[1]])
        elif verb == "select":
            combat.select(run, action[1])
        elif verb in _ENDS:
            _ENDS[verb](run)
        else:
            self._confirm(run)
            game_flow.move_on(run)

    def _walk(self, run: Run, target: int) -> None:
        """Goes to a hex, step by step; stops early when a monster comes into sight or the way is closed (HK-6.7, HK-6.8)."""
        state, hero = run.state, run.hero
        path = movement.cheapest_path(run.island, state, target, movement.points(state, self.content.speed))
        start, paid, cards, walked = hero.at, 0, [], []
        at_first = len(run.events)
        if not state.acted:
            state.trail = [start]
        for at in path:
            try:
                movement.check_step(run.island, state, at, movement.points(state, self.content.speed))
            except Refused:
                break
            cost = run.island.cost[state.day][at]
            cards += movement.pay(state, cost, self.content)
            paid += cost
            walked.append(run.label(at))
            state.trail.append(at)
            state.acted = True
            if run.arrive(at):
                break
        state.spent = state.spent or bool(cards)
        facts = {"seat": state.active, "from": run.label(start), "path": walked, "cost": paid, "cards": cards}
        run.events.insert(at_first, Event("moved", facts, rule="HK-6.2"))

    def _confirm(self, run: Run) -> None:
        """Ends exchange, preparation, movement or rest with the cards laid out."""
        state, hero, seat = run.state, run.hero, run.state.active
        cards, step = hero.play[:], state.step
        hero.play.clear()
        state.spent = state.spent or bool(cards)
        if step == "exchange" and cards:
            hero.deck += cards
            hero.bottom += len(cards)
            drawn = hero.draw(len(cards))
            run.tell("exchanged", "HK-5.2", seat=seat, n=len(cards))
            run.tell("drew", "HK-5.2", to=seat, seat=seat, cards=drawn)
        elif step == "preparation" and cards:
            hero.discard += cards
            drawn = hero.draw(sum(self.content.meditation[kind] for kind in cards))
            run.tell("prepared", "HK-5.4", seat=seat, cards=cards, n=len(drawn))
            run.tell("drew", "HK-5.4", to=seat, seat=seat, cards=drawn)
        elif step == "movement":
            hero.discard += cards
            state.residue = 0
            if cards:
                run.tell("dropped", "HK-6.5", seat=seat, cards=cards)
        elif step == "rest" and cards:
            kept = [kind for kind in cards if kind != WOUND]
            hero.discard += kept
            run.tell("rested", "HK-9.3", seat=seat, cards=kept, n=len(cards) - len(kept))

    # The end

    def outcome(self, state: State) -> Outcome | None:
        return ending.outcome(state) if state.step == "over" else None

    def leave(self, state: State, seat: Seat) -> Step:
        """The hero leaves the island; with more than two seats the others play on."""
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
        """Layout, and what looks the same in public whether it was chosen or skipped, is not even mentioned (HK-14.3); nor how a way was named."""
        return () if not action or action[0] not in _PUBLIC else ("travel", *action[1:]) if action[0] == "step" else action

    dump = staticmethod(_codec.dump)

    def load(self, snapshot: bytes) -> State:
        return restored(self, snapshot, _codec.load, partial(check, self.islands), ("revealed",))


_WITH_OBJECT = frozenset({"play", "take_back", "step", "travel", "provoke", "select"})
_LACKING = {"play": "no_card", "take_back": "nothing_laid_out", "step": "no_step", "travel": "no_step"}
"""Why a verb with an object has none at all."""
_WITHIN = frozenset({"play", "take_back", "heal", "step", "travel"})
_PUBLIC = frozenset({"step", "travel", "provoke", "select", "block", "strike"})
_ENDS = {
    "decline": game_flow.move_on,
    "block": combat.block,
    "take_wounds": combat.take_wounds,
    "strike": combat.strike,
    "give_up": combat.give_up,
}


def _counted(content: Content, cards: Iterable[str], once: bool = False) -> list[Word]:
    """A word for each kind, in the order of the data, with the number of cards; `once` where only one can be chosen."""
    counts = Counter(cards)
    return [Word(kind, True, 1 if once else counts[kind]) for kind in sorted(counts, key=content.order.__getitem__)]
