"""A cascade: one action, with all that follows until somebody must be asked. Pure: stores nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from cogs.play.history.recent_actions import Done
from cogs.play.thinking.budget import whose_turn
from data.store.rows import SeatRow
from rules.game import Action, Event, Refused, Rules, Said, Seat, Step
from rules.notation import RESIGN, Row, play
from rules.parts.ahead import AUTOSEAL, BACK, FAULT, LAPSE, MOST_READY, SEAL, STOPS, THEN, Since, giving, gone_back, kept, lapsing, parts, sealed
from rules.parts.planned_turns import sources

AUTOMATIC_LIMIT = 5000
"""More automatic answers than this to one action means an engine that never asks anybody."""


T = TypeVar("T")


class Cascade:
    """The result of an action with everything that follows at once: rows and events, the new state, in whose turn each row led, who is asked since
    when.

    Whoever has said something ahead is answered for. An order answers a new question only when that has stood for a while, lest its haste tell of it,
    but for questions of before, for those in the middle of a turn, which is told when it is over, and where nobody is there to be told, or the table
    wants no pause (`at_once`).

    What has been said ahead and cannot be carried out, in whatever way it fails, is set aside by a row of its own (`faults`), and the game goes on.
    """

    def __init__(
        self, rules: Rules[Any], state: Any, seats: Sequence[SeatRow], asked: Mapping[Seat, int], number: int, at_once: bool = False
    ) -> None:
        self.rules = rules
        self.state = state
        self.seats = tuple(seats)
        self.asked = dict(asked)
        self.number = number
        self.rows: list[Row] = []
        self.events: list[Event] = []
        self.at_once = at_once or len({s.player for s in seats if s.player is not None}) < 2
        self.ripe: set[Seat] = set()
        self.meant: set[Seat] = set()
        self.ordered: set[Seat] = set()
        self.turns: list[Seat | None] = []
        self.done: list[Done] = []
        self.faults: list[tuple[Seat, Exception]] = []

    @property
    def first(self) -> Row:
        """The row that all others follow from; rows that set something aside for it may stand before it."""
        return next((row for row in self.rows if row.action[0] != LAPSE), self.rows[0])

    @property
    def acting(self) -> tuple[Seat, ...]:
        return self.rules.to_act(self.state)

    @property
    def computer(self) -> Seat | None:
        """The computer seat that is to act next, if one is."""
        return next((seat for seat in self.acting if self.seats[seat].computer and self.rules.said(self.state, seat) is None), None)

    def note(self, row: Row, state: Any, asked: Mapping[Seat, int]) -> None:
        """Adds a row that directly leads to `state`, such as an undo."""
        self.ripe = {seat for seat in self.ripe if asked.get(seat) == self.asked.get(seat)}
        self.number = row.number
        self.rows.append(row)
        self.done.append(Done(row, ()))
        self.turns.append(whose_turn(self.rules, state))
        self.state, self.asked = state, dict(asked)
        if asked.get(row.seat) == row.number and self.rules.decision(state, row.seat).goes_on:
            self.ripe.add(row.seat)

    def take(self, seat: Seat, action: Action, auto: bool = False, announced: bool = True) -> None:
        """Plays an action. Raises Refused, and changes nothing then."""
        step = self._despite_plans(lambda state: self._played(state, seat, action))
        self._take(Row(self.number + 1, seat, action, auto), step, announced)

    def _played(self, state: Any, seat: Seat, action: Action) -> Step:
        return play(self.rules, state, Row(self.number + 1, seat, action))

    def _take(self, row: Row, step: Step, announced: bool = True) -> None:
        asked = asked_after(self.rules, self.state, step.state, row, self.asked)
        self.note(row, step.state, asked)
        if announced:
            self.events += step.events
            self.done[-1] = Done(row, step.events)

    def answer(self, seat: Seat, action: Action, auto: bool = False) -> None:
        """Plays an asked seat's answer; seals it while other answers come first. Raises Refused, and changes nothing then."""
        if self.rules.decision(self.state, seat).sealed:
            seal = AUTOSEAL if auto else SEAL
            after = self.rules.apply(self.state, seat, (seal, *action)).state
            if (found := self.rules.due(after, self._ripe())) is None or found[0] != seat:
                return self.take(seat, (seal, *action), auto)
        self.take(seat, action, auto)

    def follow(self) -> None:
        """Plays what has been said ahead, until a person or a computer must decide."""
        for _ in range(AUTOMATIC_LIMIT):
            if not self._followed():
                return
        for seat in sorted(self.ordered):
            self._set_aside(seat, parts(self.rules, self.state, seat), RuntimeError(f"more than {AUTOMATIC_LIMIT} answers in one go"))
        for _ in range(AUTOMATIC_LIMIT):
            if not self._followed():
                return
        raise RuntimeError(f"{self.rules.key}: more than {AUTOMATIC_LIMIT} automatic answers")

    def _followed(self) -> bool:
        """Plays the next answer said ahead; returns whether there was one."""
        found = self._despite_plans(self._due, refusals=True)
        if found is None:
            return False
        seat, said, step = found
        self._take(Row(self.number + 1, seat, said.action, said.auto), step)
        if said.ordered or not said.auto:
            self.meant.add(seat)
        if said.ordered:
            self.ordered.add(seat)
        return True

    def _due(self, state: Any) -> tuple[Seat, Said, Step] | None:
        """The next answer that is due, and the step it leads to; None for none. Raises whatever the plans of asked seats raise."""
        for seat in self.rules.to_act(state):
            self.rules.answered(state, seat)
        found = self.rules.due(state, self._ripe())
        return None if found is None else (*found, self._played(state, found[0], found[1].action))

    def _despite_plans(self, do: Callable[[Any], T], refusals: bool = False) -> T:
        """The result of `do` in the present state. If it fails, sets aside a part of what seats have said ahead without which it works.

        Raises Refused unless `refusals` count as failures, and whatever fails even without plans.
        """
        try:
            return do(self.state)
        except Refused as refused:
            if not refusals:
                raise
            failed: Exception = refused
        except Exception as error:
            failed = error
        for suspected in self._suspects():
            without = self.state
            for seat, lapsed in suspected.items():
                without = self.rules.apply(without, seat, lapsing(FAULT, lapsed)).state
            try:
                do(without)
            except Refused:
                if refusals:
                    continue
            except Exception:
                continue
            for seat, lapsed in suspected.items():
                self._set_aside(seat, lapsed, failed)
            return do(self.state)
        raise failed

    def _suspects(self) -> Iterator[dict[Seat, list[str]]]:
        """What to set aside of all that has been said ahead, by seat, to be tried in order: each part alone, each seat's all, everything."""
        found = {seat: parts(self.rules, self.state, seat) for seat in range(len(self.seats))}
        said = {seat: there for seat, there in found.items() if there}
        yield from ({seat: [part]} for seat, there in said.items() for part in there)
        yield from ({seat: there} for seat, there in said.items() if len(there) > 1)
        if len(said) > 1:
            yield said

    def _set_aside(self, seat: Seat, lapsed: Sequence[str], failed: Exception) -> None:
        action = lapsing(FAULT, lapsed)
        self._take(Row(self.number + 1, seat, action, True), self._played(self.state, seat, action), announced=False)
        self.faults.append((seat, failed))

    def go_back(
        self, row: Row, before: Any, since: Sequence[Row], taken_back: Sequence[Row], heirs: Collection[Seat] = (), redraw: Action | None = None
    ) -> None:
        """Returns to the state `before` by an undo's row. `taken_back`: the undone actions that counted. `since`: all rows after that state.
        `heirs`: the seats whose players have changed since. If chance has shown something since, `redraw` draws anew what nobody knew then.

        What seats have said ahead stays, as far as it still belongs there. The seat whose action is undone first is asked: nothing that it had
        said answers for it."""
        now, rules = self.state, self.rules
        self.note(row, before, dict.fromkeys(rules.to_act(before), row.number))
        if redraw is not None:
            drawn = Row(row.number + 1, row.seat, redraw, True)
            before = play(rules, before, drawn).state
            self.note(drawn, before, self.asked)
        for seat in range(len(self.seats)):
            acted = any(r.seat == seat for r in taken_back)
            ordered = any(r.seat == seat and (r.action[0] == STOPS or (r.action[0] == LAPSE and STOPS in r.action)) for r in since)
            for action in gone_back(rules, now, before, seat, Since(acted, ordered, seat in heirs)):
                self._say(seat, action)
        if taken_back and taken_back[0].seat in self.acting:
            self._ask(taken_back[0].seat)

    def _ask(self, seat: Seat) -> None:
        """Sets aside whatever would answer a seat's question without asking its player."""
        for _ in range(1 + MOST_READY + len(self.rules.orders)):
            said = self.rules.said(self.state, seat)
            if said is None or (said.auto and not said.ordered):
                return
            self._say(seat, next(sources(self.rules, self.state, seat), ()) or self._one_less(seat))
            self._say(seat, lapsing(BACK, ()))

    def _one_less(self, seat: Seat) -> Action:
        """Takes back one of several things said ahead, where taking back any single one would not change the seat's answer: what follows the
        sealed answer if there is anything, else the first standing order by name."""
        if kept(self.rules, self.state, seat).then:
            return lapsing(BACK, (THEN,))
        return giving(self.rules.orders, frozenset(sorted(self.rules.given(self.state, seat))[1:]))

    def _say(self, seat: Seat, action: Action) -> None:
        """Plays a sealed action for a seat; if it is refused, one that sets its answer aside."""
        try:
            self.take(seat, action, auto=True, announced=False)
        except Refused:
            self.take(seat, lapsing(BACK, ()), auto=True, announced=False)

    @property
    def ripens(self) -> list[Seat]:
        """The seats whose standing orders will answer later. It doesn't matter who else has yet to answer, or the first answer would trigger them."""
        return [seat for seat in self.acting if seat not in self._ripe() and (said := self.rules.said(self.state, seat)) and said.ordered]

    def _ripe(self) -> Collection[Seat]:
        return self.acting if self.at_once else self.ripe


def asked_after(rules: Rules[Any], before: Any, after: Any, row: Row, asked: Mapping[Seat, int]) -> dict[Seat, int]:
    """For each seat asked in `after`, the number of the action since which it is asked; `row` led from `before` to `after`.

    The seat that acted, and any that was not asked before, is asked anew. Another seat's question stands if it is unchanged. Actions out of turn
    (offering a draw) and sealed actions change no question.
    """
    acting = rules.to_act(after)
    if (row.seat not in asked and row.action != RESIGN) or sealed(row.action):
        return {seat: asked.get(seat, row.number) for seat in acting}
    standing = [s for s in acting if s in asked and s != row.seat and rules.decision(before, s) == rules.decision(after, s)]
    return {seat: asked[seat] if seat in standing else row.number for seat in acting}
