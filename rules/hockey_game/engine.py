"""The game as the rest of the house knows it: setup, whose turn it is, what may be done (sections 2, 6, 8, 15)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.chance import Chance
from rules.game import Action, Codec, Decision, Event, Option, Options, Outcome, Player, Refused, Seat, Step, View, Word
from rules.hockey_game import advice, course, draft, offers, specials
from rules.hockey_game.content import MOVES, Content
from rules.hockey_game.ground import Ground
from rules.hockey_game.judging import Judge
from rules.hockey_game.players import PLAYERS
from rules.hockey_game.refusing import RULES, check
from rules.hockey_game.run import Run
from rules.hockey_game.secrets import imagined
from rules.hockey_game.state import Side, State
from rules.hockey_game.values import set_heroes
from rules.hockey_game.view import Viewer

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
        return advice.shortcuts(self.content, self.ground, state)

    # What may be done

    def words(self, state: State, seat: Seat, prefix: Action) -> list[Word]:
        if state.stage == "over" or seat != state.active:
            return []
        return offers.words(self.content, self.ground, state, prefix)

    # What follows

    def apply(self, state: State, seat: Seat, action: Action) -> Step:
        if state.stage == "over":
            raise Refused("game_over", "HG-9.3")
        if seat != state.active:
            raise Refused("not_your_turn", "HG-15.1")
        check(self.content, self.ground, state, action)
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


_TURN_BEGINS = frozenset({"choose_team", "draft_pick", "attack_open", "defend_open"})


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
    heroes = [w for w in action[1:] if w != offers.NONE]
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
