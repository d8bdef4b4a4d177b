"""What a seat, or everybody, may know (HG-13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

from rules.hockey_game import all_stars_draft as draft
from rules.hockey_game import legal_actions, match_report
from rules.hockey_game.attack_and_defence_values import attributes, best_heroes, counted, fixed_parts, hero_value, lines
from rules.hockey_game.content import MOVES, Card, Content
from rules.hockey_game.rink import Ground
from rules.hockey_game.state import OPEN, PERIODS, PLAY, Goal, Round, Side, State


class FieldView(NamedTuple):
    """A field: where it is drawn (x 0-16, y 0-4), and its bonus."""

    id: str
    x: int
    y: int
    attribute: str
    bonus: int
    crease: bool


class CardView(NamedTuple):
    """A card that may be seen. `attribute` and `value` are a bonus card's, `attributes` a hero's."""

    word: str
    kind: str
    attribute: str
    value: int
    referee: bool
    attributes: tuple[tuple[str, int], ...]
    when: str


class PartView(NamedTuple):
    """A part of a value (HG-5.15)."""

    source: str
    name: str
    n: int
    rule: str


class TurnView(NamedTuple):
    """A seat's turn: `dice` as thrown, `counts` as they count; empty before the throw. `attributes` count in the declared move."""

    special: str
    deployed: str
    dice: tuple[int, ...]
    counts: tuple[int, ...]
    used: tuple[str, ...]
    muted: bool
    finished: bool
    parts: tuple[PartView, ...]
    total: int
    attributes: tuple[str, ...] = ()


class RoundView(NamedTuple):
    """A round: both turns by seat. `result` is empty while it goes on."""

    attacker: int
    puck: str
    move: str
    target: str
    result: str
    turns: tuple[TurnView, ...]

    @property
    def succeeded(self) -> bool:
        """Whether the attacker did what was declared."""
        return self.result in ("moved", "goal")


class SideView(NamedTuple):
    """A seat's public zones and figures. `picks` are the cards taken in the draft, without the team."""

    seat: int
    team: str
    attributes: tuple[tuple[str, int], ...]
    heroes: tuple[CardView, ...]
    hand: int
    deck: int
    discard: tuple[str, ...]
    time: bool
    goals: int
    picks: tuple[CardView, ...]


class TargetView(NamedTuple):
    """A possible move of the viewer: lines crossed and their cost, and both values before dice and cards, the viewer's first."""

    move: str
    field: str
    lines: int
    price: int
    bonus: int
    own: int
    other: int


class DraftView(NamedTuple):
    """The draft, or the choice of teams: what is picked now, what is left of it with the number of cards (HG-11.1)."""

    kind: str
    left: tuple[tuple[CardView, int], ...]
    teams: tuple[tuple[str, tuple[tuple[str, int], ...]], ...]


class GoalView(NamedTuple):
    """A goal: when, by whom, from which field, the shooter's value and the other one, the heroes and the special card in it, the score after it.

    One of an earlier version has `round` 0 and tells no more than who and in which period.
    """

    period: int
    round: int
    seat: int
    puck: str
    values: tuple[int, int]
    heroes: tuple[str, ...]
    special: str
    score: tuple[int, int]


class BoardView(NamedTuple):
    """The table. `goals` are the creases of the seats' own goals, `scored` the goals in order; `ended` is the period that has just ended, if one has.

    `hand`, `targets`, `playable` and `sure` are the viewer's own: `playable` the cards that may still be of use in the present turn, `sure` what a
    defence is worth before they do, with the best heroes; `report` comes with the end.
    """

    fields: tuple[FieldView, ...]
    lines: tuple[tuple[str, int], ...]
    goals: tuple[str, str]
    scored: tuple[GoalView, ...]
    stage: str
    active: int | None
    puck: str
    attacker: int | None
    period: int
    ended: int
    ended_shots: tuple[int, ...]
    clock: int
    period_cards: int
    referee: int
    turned: tuple[str, ...]
    remaining: tuple[tuple[str, int], ...]
    periods: tuple[tuple[int, int], ...]
    sides: tuple[SideView, ...]
    round: RoundView | None
    last: RoundView | None
    draft: DraftView | None
    hand: tuple[CardView, ...]
    targets: tuple[TargetView, ...]
    playable: tuple[str, ...] | None
    sure: int | None
    report: Any


class Viewer:
    """Makes views. What all seats see is computed once for each state."""

    def __init__(self, content: Content, ground: Ground) -> None:
        self._content = content
        self._ground = ground
        self._cards = {w: _card(c) for w, c in content.cards.items()}
        self._last: tuple[State, BoardView] | None = None
        self._over: tuple[Round | None, RoundView | None] | None = None

    def board(self, state: State, seat: int | None) -> BoardView:
        """The table as a seat may see it."""
        last = self._last
        if last is not None and last[0] is state:
            board = last[1]
        else:
            board = self._public(state)
            self._last = (state, board)
        if seat is None:
            return board
        hand = tuple([self._cards[w] for w in self._content.sort(state.sides[seat].hand)])
        if seat != state.active:
            return board._replace(hand=hand)
        targets = self._targets(state) if state.stage in ("attack_open", "attack_declare") else ()
        playable = tuple(legal_actions.usable(self._content, state)) if state.stage in (*OPEN, *PLAY) else None
        sure = self._before_dice(state, seat) if state.stage == "defend_open" else None
        return board._replace(hand=hand, targets=targets, playable=playable, sure=sure)

    @cached_property
    def _fields(self) -> tuple[FieldView, ...]:
        return tuple(
            FieldView(f.id, f.x, f.y, f.bonus.attribute if f.bonus else "", f.bonus.value if f.bonus else 0, f.crease)
            for f in self._ground.fields.values()
        )

    @cached_property
    def _lines(self) -> tuple[tuple[str, int], ...]:
        return tuple((line.id, 2 * line.col) for line in self._ground.rink.lines)

    def _team(self, team: str) -> tuple[tuple[str, int], ...]:
        return tuple(self._content.teams[team].attributes.items()) if team else ()

    def _side(self, seat: int, side: Side, goals: int) -> SideView:
        cards = self._cards
        return SideView(
            seat=seat,
            team=side.team,
            attributes=self._team(side.team),
            heroes=tuple([cards[h] for h in side.heroes]),
            hand=len(side.hand),
            deck=len(side.deck),
            discard=tuple(side.discard),
            time=side.time,
            goals=goals,
            picks=tuple([cards[w] for w in side.picks if w in cards]),
        )

    def _round(self, round_: Round | None) -> RoundView | None:
        if round_ is None:
            return None
        turns = [
            TurnView(
                special=t.special,
                deployed=t.deployed,
                dice=tuple(t.dice),
                counts=tuple(counted(self._content, t.special, t.dice)),
                used=tuple(t.used),
                muted=t.muted,
                finished=t.finished,
                parts=tuple([PartView(p.source, p.name, p.n, p.rule) for p in t.parts]),
                total=t.total,
                attributes=attributes(self._ground, round_, seat) if round_.move else (),
            )
            for seat, t in enumerate(round_.turns)
        ]
        return RoundView(round_.attacker, round_.puck, round_.move, round_.target, round_.result, tuple(turns))

    def _finished(self, round_: Round | None) -> RoundView | None:
        """A finished round, computed once since it never changes."""
        if self._over is None or self._over[0] is not round_:
            self._over = (round_, self._round(round_))
        return self._over[1]

    def _public(self, state: State) -> BoardView:
        over = state.stage == "over"
        score = state.score
        counts = Counter(state.referee)
        periods = [match_report.goals_in(state, p) for p in range(1, max(state.period, PERIODS) + 1)]
        return BoardView(
            fields=self._fields,
            lines=self._lines,
            goals=(self._ground.own_goal(0).crease, self._ground.own_goal(1).crease),
            scored=_scored(state.goals, state.lead),
            stage=state.stage,
            active=None if over else state.active,
            puck=state.puck,
            attacker=state.round.attacker if state.round else None,
            period=state.period,
            ended=state.ended,
            ended_shots=tuple(match_report.in_period(state.shots, state.ended)) if state.ended else (),
            clock=state.clock,
            period_cards=state.period_cards,
            referee=len(state.referee),
            turned=tuple(state.turned),
            remaining=tuple(sorted(counts.items())),
            periods=tuple([(a, b) for a, b in periods]),
            sides=tuple([self._side(seat, side, score[seat]) for seat, side in enumerate(state.sides)]),
            round=self._round(state.round),
            last=self._finished(state.last),
            draft=self._draft(state) if state.stage in ("choose_team", "draft_pick") else None,
            hand=(),
            targets=(),
            playable=None,
            sure=None,
            report=match_report.report(state) if over else None,
        )

    def _draft(self, state: State) -> DraftView:
        kind = "team" if state.stage == "choose_team" else draft.kind_of(len(state.side.picks))
        left = draft.left(self._content, state, kind)
        cards = tuple((self._cards[w], n) for w, n in left.items()) if kind != "team" else ()
        teams = tuple((t, self._team(t)) for t in left) if kind == "team" else ()
        return DraftView(kind, cards, teams)

    def _targets(self, state: State) -> tuple[TargetView, ...]:
        """All moves that the viewer could declare, as if declared now, with the best heroes (HG-15.7)."""
        content, ground = self._content, self._ground
        trial = state.copy()
        seat, round_ = state.active, trial.present
        found = []
        for move in MOVES:
            targets = ("",) if move == "shot" else legal_actions.targets(content, ground, state, move)
            round_.move, round_.target = move, targets[0]
            # Of all parts only the lines depend on the target.
            own = self._before_dice(trial, seat) + lines(content, ground, round_)[1]
            other = self._before_dice(trial, 1 - seat)
            bonus = ground.bonus(state.puck, move)
            for target in targets:
                round_.target = target
                crossed, price = lines(content, ground, round_)
                found.append(TargetView(move, target, crossed, price, bonus, own - price, other))
        return tuple(found)

    def _before_dice(self, state: State, seat: int) -> int:
        """The certain part of a seat's value, without the dice."""
        names = attributes(self._ground, state.present, seat)
        heroes = best_heroes(self._content, self._ground, state, seat)
        parts = fixed_parts(self._content, self._ground, state, seat)
        return sum(p.n for p in parts) + sum(hero_value(self._content, h, names) for h in heroes)


def _scored(goals: Sequence[Goal], lead: tuple[int, int]) -> tuple[GoalView, ...]:
    """The goals, each with the score after it."""
    score, found = [*lead], []
    for g in goals:
        score[g.seat] += 1
        found.append(GoalView(g.period, g.round, g.seat, g.puck, g.values, g.heroes, g.special, (score[0], score[1])))
    return tuple(found)


def _card(card: Card) -> CardView:
    return CardView(card.word, card.kind, card.attribute or "", card.value, card.referee, tuple(card.attributes.items()), card.when)
