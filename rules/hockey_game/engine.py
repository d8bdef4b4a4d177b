"""The game as the rest of the house knows it: setup, whose turn it is, what may be done (sections 2, 6, 8, 15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from rules.chance import Chance
from rules.game import Action, Codec, Decision, Event, Option, Options, Outcome, Player, Refused, Seat, Step, View, Word
from rules.hockey_game import advice, course, draft, specials
from rules.hockey_game.content import MOVES, Content
from rules.hockey_game.ground import Ground
from rules.hockey_game.judging import Judge
from rules.hockey_game.players import PLAYERS
from rules.hockey_game.run import Run
from rules.hockey_game.secrets import imagined
from rules.hockey_game.state import OPEN, PLAY, Side, State
from rules.hockey_game.values import hero_limit, set_heroes
from rules.hockey_game.view import Viewer

NONE = "none"
"""The word for using no hero."""
TIME_STAGES = frozenset({*OPEN, "attack_declare", *PLAY})
"""Where TIME may be called (HG-8.4)."""

_codec = Codec(State)


class HockeyGame:
    """Hockey Game. See `rules.game.Rules` for what the methods promise."""

    key = "hockey_game"
    version = 1
    seats = range(2, 3)
    options: tuple[Option, ...] = (
        Option("mode", ("teams", "draft")),
        Option("period_cards", ("5", "3")),
        Option("stall_guard", ("on", "off")),
        Option("seating", ("drawn", "joined")),
    )
    orders: tuple[str, ...] = advice.ORDERS
    players: Mapping[str, Player[State]] = PLAYERS

    def __init__(self, content: Content) -> None:
        self.content = content
        self.ground = Ground(content.rink)
        self.judge = Judge(content, self.ground)
        self._viewer = Viewer(content, self.ground)

    def _run(self, state: State, events: list[Event]) -> Run:
        return Run(self.content, self.ground, state, events)

    # Setup

    def setup(self, seats: int, options: Options, seed: int) -> Step:
        """Waits for teams, or for the first pick of the draft; who sits where is drawn by the house."""
        if seats not in self.seats:
            raise Refused("wrong_seats", "HG-1.1", n=seats)
        state = State(
            sides=[Side(), Side()],
            chance=Chance.of(seed),
            period_cards=int(options.get("period_cards", "5")),
            guard=options.get("stall_guard", "on") == "on",
            draft=options.get("mode", "teams") == "draft",
        )
        run = self._run(state, [])
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
        default = advice.default(self.content, self.ground, state)
        return Decision(state.stage, default, RULES[state.stage], goes_on=state.stage not in _TURN_BEGINS)

    def standing(self, state: State, seat: Seat, orders: frozenset[str]) -> Action | None:
        if state.stage == "over" or seat != state.active:
            return None
        return advice.standing(state, orders)

    def shortcuts(self, state: State, seat: Seat) -> list[tuple[Action, ...]]:
        if state.stage == "over" or seat != state.active:
            return []
        return advice.shortcuts(self.content, self.ground, state, self._bonuses(state) if state.stage in PLAY else [])

    # What may be done

    def words(self, state: State, seat: Seat, prefix: Action) -> list[Word]:
        if state.stage == "over" or seat != state.active or len(prefix) > 2:
            return []
        if not prefix:
            return self._verbs(state)
        seconds = _SECONDS.get(prefix[0])
        if seconds is None or prefix[0] not in VERBS[state.stage]:
            return []
        return seconds(self, state, prefix[1:])

    def _verbs(self, state: State) -> list[Word]:
        """The first words of actions."""
        stage = state.stage
        found: list[Word] = []
        if stage in OPEN:
            if self._heroes_in_hand(state):
                found.append(Word("deploy"))
            if specials.playable(self.content, state):
                found.append(Word("special"))
            found.append(Word("go_on", True))
        elif stage == "attack_declare":
            found += [Word(move) for move in MOVES if move != "shot" and self._targets(state, move)]
            found.append(Word("shot", True))
        elif stage in PLAY:
            if cards := self._bonuses(state):
                symbols = sum(self.content.cards[w].referee for w in cards)
                found.append(Word("bonus", False, len(cards) - max(0, symbols - 1)))
            if self._heroes(state, ()):
                found.append(Word("hero"))
            if self._may_reroll(state):
                found.append(Word("reroll", True))
            found.append(Word("finish", True))
        else:
            return [Word(VERBS[stage][0])]
        if stage in TIME_STAGES and state.side.time and state.side.hand:
            found.append(Word("time"))
        return found

    def _heroes_in_hand(self, state: State) -> list[str]:
        return self.content.sort([w for w in state.side.hand if self.content.cards[w].kind == "hero"])

    def _targets(self, state: State, move: str) -> tuple[str, ...]:
        special = state.turn.special
        free = bool(special) and self.content.cards[special].op == "pass_free"
        return self.ground.targets(state.active, move, state.puck, free)

    def _bonuses(self, state: State) -> list[str]:
        """The bonus cards in hand that may be played now, with copies (HG-5.2, HG-5.7, HG-5.8)."""
        turn = state.turn
        if turn.deployed:
            return []
        cards = self.content.cards
        return [
            w
            for w in state.side.hand
            if cards[w].kind == "bonus" and cards[w].attribute in (None, state.present.move) and not (turn.symbol and cards[w].referee)
        ]

    def _may_reroll(self, state: State) -> bool:
        turn = state.turn
        return bool(turn.special) and not turn.rerolled and self.content.cards[turn.special].op == "reroll"

    # Second words, and third ones

    def _heroes(self, state: State, chosen: Action) -> list[Word]:
        """Other choices of heroes than the present one (HG-5.9)."""
        side, used = state.side, set(state.turn.used)
        limit = hero_limit(self.content, state, state.active)
        if len(chosen) >= limit or chosen == (NONE,):
            return []
        found = []
        rest = [h for h in self.content.sort(side.heroes) if not chosen or self.content.order[h] > self.content.order[chosen[0]]]
        for hero in rest:
            now = {*chosen, hero}
            further = len(now) < limit and any(self.content.order[h] > self.content.order[hero] for h in rest)
            if now != used or further:
                found.append(Word(hero, now != used))
        if not chosen and used:
            found.append(Word(NONE, True))
        return found

    def _time(self, state: State, chosen: Action) -> list[Word]:
        """One or two cards to swap (HG-8.1)."""
        if len(chosen) > 1 or not state.side.time:
            return []
        hand = state.side.hand[:]
        for word in chosen:
            if word not in hand:
                return []
            hand.remove(word)
        return [Word(w, True) for w in self.content.sort(list(set(hand)))]

    def _last(self, words: Mapping[str, int] | list[str] | tuple[str, ...], chosen: Action) -> list[Word]:
        """Words after which an action ends."""
        if chosen:
            return []
        return [Word(w, True, n) for w, n in words.items()] if isinstance(words, Mapping) else [Word(w, True) for w in words]

    def _deploy_words(self, state: State, chosen: Action) -> list[Word]:
        return self._last(self._heroes_in_hand(state), chosen)

    def _special_words(self, state: State, chosen: Action) -> list[Word]:
        return self._last(specials.playable(self.content, state), chosen)

    def _bonus_words(self, state: State, chosen: Action) -> list[Word]:
        counts = Counter(self.content.sort(self._bonuses(state)))
        return self._last({w: 1 if self.content.cards[w].referee else n for w, n in counts.items()}, chosen)

    def _restart_words(self, state: State, chosen: Action) -> list[Word]:
        goal = self.ground.own_goal(state.active)
        return self._last((*goal.circles, goal.crease), chosen)

    def _injure_words(self, state: State, chosen: Action) -> list[Word]:
        return self._last(self.content.sort(state.sides[1 - state.active].heroes), chosen)

    def _recover_words(self, state: State, chosen: Action) -> list[Word]:
        return self._last(specials.recoverable(self.content, state), chosen)

    def _team_words(self, state: State, chosen: Action) -> list[Word]:
        return self._last(list(draft.left(self.content, state, "team")), chosen)

    def _pick_words(self, state: State, chosen: Action) -> list[Word]:
        return self._last(list(draft.offered(self.content, state)), chosen)

    def _speed_words(self, state: State, chosen: Action) -> list[Word]:
        return self._last(self._targets(state, "speed"), chosen)

    def _strength_words(self, state: State, chosen: Action) -> list[Word]:
        return self._last(self._targets(state, "strength"), chosen)

    def _pass_words(self, state: State, chosen: Action) -> list[Word]:
        return self._last(self._targets(state, "pass"), chosen)

    # Why not

    def _check(self, state: State, seat: Seat, action: Action) -> None:
        """Raises Refused with the reason why an action is not legal; returns for exactly the legal ones."""
        if state.stage == "over":
            raise Refused("game_over", "HG-9.3")
        if seat != state.active:
            raise Refused("not_your_turn", "HG-15.1")
        rule = RULES[state.stage]
        verb, rest = (action[0], action[1:]) if action else ("", ())
        if verb not in VERBS[state.stage]:
            self._refuse_verb(state, verb)
        if verb == "time":
            self._check_time(state)
        seconds = _SECONDS.get(verb)
        if seconds is None:
            if rest:
                raise Refused("not_an_action", rule, (verb,))
            if verb == "reroll" and not self._may_reroll(state):
                raise Refused("rerolled_already" if state.turn.rerolled else "no_reroll", "HG-5.6")
            return
        for n, word in enumerate(rest):
            words = seconds(self, state, rest[:n])
            if all(w.text != word for w in words):
                if n > 0 and not words:
                    raise Refused("not_an_action", rule, action[: n + 1])
                self._refuse(state, verb, rest[:n], word, tuple(w.text for w in words))
        ends = rest and any(w.text == rest[-1] and w.end for w in seconds(self, state, rest[:-1]))
        if not ends:
            legal = tuple(w.text for w in seconds(self, state, rest))
            if not rest and not legal:
                self._refuse_empty(state, verb)
            raise Refused("not_an_action", rule, legal)

    def _refuse_verb(self, state: State, verb: str) -> None:
        legal = tuple(w.text for w in self._verbs(state))
        if verb == "time":
            raise Refused("time_not_now", "HG-8.3", legal)
        raise Refused("asked_otherwise", RULES[state.stage], legal, kind=state.stage)

    def _check_time(self, state: State) -> None:
        if not state.side.time:
            raise Refused("time_used", "HG-8.1")
        if not state.side.hand:
            raise Refused("time_empty", "HG-8.3")

    def _refuse_empty(self, state: State, verb: str) -> None:
        """Says why a verb leads nowhere at all."""
        if verb == "bonus" and state.turn.deployed:
            raise Refused("hero_deployed", "HG-5.2", hero=state.turn.deployed)
        raise Refused(f"no_{verb}", {"deploy": "HG-5.1", "special": "HG-5.1", "bonus": "HG-5.7", "hero": "HG-5.9"}.get(verb, RULES[state.stage]))

    def _refuse(self, state: State, verb: str, chosen: Action, word: str, legal: tuple[str, ...]) -> None:
        """Says why a word does not go with a verb."""
        content, side = self.content, state.side
        rule = RULES[state.stage]
        if verb in MOVES:
            special = state.turn.special
            try:
                self.ground.check(state.active, verb, state.puck, word, bool(special) and content.cards[special].op == "pass_free")
            except Refused as error:
                raise Refused(error.reason, error.rule, legal, **error.facts) from None
        if verb == "pick":
            raise draft.refuse(content, state, word)
        if verb == "team":
            raise Refused("team_taken" if word in content.teams else "no_such_card", "HG-1.3", legal, card=word)
        if verb == "restart":
            raise Refused("no_restart_there", "HG-6.4", legal, field=word)
        if verb == "injure":
            raise Refused("not_on_table", "HG-7.3", legal, card=word)
        if verb == "recover":
            raise Refused("not_recoverable" if word in side.discard else "not_in_discard", "HG-10.4", legal, card=word)
        if verb == "hero":
            if word in side.heroes or word == NONE:
                raise Refused("used_already" if not chosen else "not_another_hero", "HG-5.9", legal, card=word)
            raise Refused("not_deployed", "HG-5.9", legal, card=word)
        if verb == "bonus" and state.turn.deployed:
            raise Refused("hero_deployed", "HG-5.2", legal, hero=state.turn.deployed)
        if word not in side.hand or (verb == "time" and word in chosen):
            raise Refused("not_in_hand", "HG-8.1" if verb == "time" else rule, legal, card=word)
        card = content.cards[word]
        if verb == "bonus":
            if card.kind != "bonus":
                raise Refused("not_a_bonus", "HG-5.6", legal, card=word)
            if card.attribute not in (None, state.present.move):
                raise Refused("other_move", "HG-5.7", legal, card=word, move=state.present.move)
            raise Refused("second_symbol", "HG-5.8", legal, card=word)
        if verb == "special" and card.kind in ("special", "injury"):
            try:
                specials.check(content, state, word)
            except Refused as error:
                raise Refused(error.reason, error.rule, legal, **error.facts) from None
        raise Refused("not_a_hero" if verb == "deploy" else "not_a_special", rule, legal, card=word)

    # What follows

    def apply(self, state: State, seat: Seat, action: Action) -> Step:
        self._check(state, seat, action)
        run = self._run(state.copy(), [])
        _DOES[action[0]](run, action)
        return Step(run.state, tuple(run.events))

    # The end

    def outcome(self, state: State) -> Outcome | None:
        return course.outcome(state) if state.stage == "over" else None

    def concede(self, state: State, seat: Seat) -> Step:
        """The opponent wins (HG-9.8)."""
        if state.stage == "over":
            raise Refused("game_over", "HG-9.3")
        run = self._run(state.copy(), [])
        course.concede(run, seat)
        return Step(run.state, tuple(run.events))

    # What may be known

    def view(self, state: State, seat: Seat | None) -> View:
        over = state.stage == "over"
        asked = () if over else ((state.active, state.stage),)
        decision = self.decision(state, seat) if seat is not None and seat == state.active and not over else None
        return View(self.key, seat, self.to_act(state), asked, decision, self.outcome(state), self._viewer.board(state, seat))

    def imagine(self, state: State, seat: Seat | None, chance: Chance) -> State:
        return imagined(self.content, state, seat, chance)

    def redact(self, action: Action) -> Action:
        """Everything a seat does is public at once: cards are shown when they are played or swapped (section 13)."""
        return action

    dump = staticmethod(_codec.dump)
    load = staticmethod(_codec.load)


VERBS = {
    "choose_team": ("team",),
    "draft_pick": ("pick",),
    "attack_open": ("deploy", "special", "go_on", "time"),
    "attack_declare": (*MOVES, "time"),
    "attack_play": ("bonus", "hero", "reroll", "finish", "time"),
    "defend_open": ("deploy", "special", "go_on", "time"),
    "defend_play": ("bonus", "hero", "reroll", "finish", "time"),
    "restart_choice": ("restart",),
    "injury_target": ("injure",),
    "recover_pick": ("recover",),
}
"""What may be done at each stage (section 6)."""

RULES = {
    "choose_team": "HG-1.3",
    "draft_pick": "HG-11.1",
    "attack_open": "HG-5.1",
    "attack_declare": "HG-5.4",
    "attack_play": "HG-5.6",
    "defend_open": "HG-5.11",
    "defend_play": "HG-5.12",
    "restart_choice": "HG-6.4",
    "injury_target": "HG-7.3",
    "recover_pick": "HG-10.4",
}
"""The rule that asks."""

_TURN_BEGINS = frozenset({"choose_team", "draft_pick", "attack_open", "defend_open"})

_SECONDS: dict[str, Callable[[HockeyGame, State, Action], list[Word]]] = {
    "team": HockeyGame._team_words,
    "pick": HockeyGame._pick_words,
    "deploy": HockeyGame._deploy_words,
    "special": HockeyGame._special_words,
    "bonus": HockeyGame._bonus_words,
    "hero": HockeyGame._heroes,
    "restart": HockeyGame._restart_words,
    "injure": HockeyGame._injure_words,
    "recover": HockeyGame._recover_words,
    "time": HockeyGame._time,
    "speed": HockeyGame._speed_words,
    "strength": HockeyGame._strength_words,
    "pass": HockeyGame._pass_words,
}


def _go_on(run: Run, action: Action) -> None:
    course.opened(run)


def _deploy(run: Run, action: Action) -> None:
    """A hero comes onto the table (HG-5.1, HG-5.2)."""
    state, hero = run.state, action[1]
    state.side.drop(hero)
    state.side.heroes.append(hero)
    state.turn.deployed = hero
    run.tell("deployed", "HG-5.1", seat=state.active, hero=hero)
    course.opened(run)


def _special(run: Run, action: Action) -> None:
    specials.play(run, action[1])


def _declare(run: Run, action: Action) -> None:
    course.declare(run, action[0], action[1] if len(action) > 1 else "")


def _bonus(run: Run, action: Action) -> None:
    course.play_bonus(run, action[1])


def _hero(run: Run, action: Action) -> None:
    """Uses other heroes than those preselected (HG-5.9)."""
    heroes = [w for w in action[1:] if w != NONE]
    set_heroes(run.content, run.ground, run.state, run.state.active, heroes)
    run.tell("used", "HG-5.9", seat=run.state.active, heroes=heroes, total=run.state.turn.total)


def _reroll(run: Run, action: Action) -> None:
    run.state.turn.rerolled = True
    course.roll(run)


def _finish(run: Run, action: Action) -> None:
    course.finish(run)


def _swap(run: Run, action: Action) -> None:
    """TIME: first discard, then draw as many (HG-8.1, HG-8.2)."""
    state = run.state
    side, cards = state.side, list(action[1:])
    side.time = False
    for word in cards:
        side.drop(word)
        side.discard.append(word)
    run.tell("time", "HG-8.1", seat=state.active, cards=cards, n=len(cards))
    run.draw(state.active, len(cards), "HG-8.2")


def _restart(run: Run, action: Action) -> None:
    course.restart(run, action[1])


def _injure(run: Run, action: Action) -> None:
    course.injure(run, action[1])
    course.resume(run)


def _recover(run: Run, action: Action) -> None:
    specials.recover(run, action[1])


def _team(run: Run, action: Action) -> None:
    draft.choose_team(run, action[1])


def _pick(run: Run, action: Action) -> None:
    draft.pick(run, action[1])


_DOES: dict[str, Callable[[Run, Action], None]] = {
    "team": _team,
    "pick": _pick,
    "deploy": _deploy,
    "special": _special,
    "go_on": _go_on,
    **dict.fromkeys(MOVES, _declare),
    "bonus": _bonus,
    "hero": _hero,
    "reroll": _reroll,
    "finish": _finish,
    "time": _swap,
    "restart": _restart,
    "injure": _injure,
    "recover": _recover,
}
