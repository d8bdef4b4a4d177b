"""The flow of the game: rounds, turns, and everything that follows without a choice (MH-2, MH-5, MH-6, MH-8). What an action does: `actions`."""

from __future__ import annotations

from rules.game import Action, Event
from rules.monster_hex import abilities, capture, ending, opening
from rules.monster_hex.actions import do
from rules.monster_hex.automatic_answers import default, take_best
from rules.monster_hex.legal_actions import LegalActions
from rules.monster_hex.state import SHARED, State
from rules.monster_hex.whose_decision import acting
from rules.parts import known_cards


class Flow:
    """Carries games on, in place, and adds events."""

    def __init__(self, actions: LegalActions) -> None:
        self.actions = actions
        self.content = actions.content

    def go_on(self, s: State, events: list[Event]) -> None:
        """Does everything that happens without a choice, until somebody has to decide or the game is over (MH-9.3)."""
        while s.phase != "over":
            if s.phase == "opening":
                return
            if s.phase == "faction":
                if not self._factions_chosen(s, events):
                    return
            elif s.phase == "ability":
                if s.unfilled():
                    # One that is left alone is no choice.
                    if s.unfilled()[0] not in s.resigned and len(set(abilities.ABILITIES) - set(s.chosen)) > 1:
                        return
                    do(self.content, s, s.unfilled()[0], default(self.actions, s, s.unfilled()[0]), events)
                else:
                    s.phase = "play"
                    self._begin_round(s, events)
            else:
                capture.settle(s, self.content.board(s), self.content.tiles, events)
                if s.queue:
                    chooser = s.choosing()
                    if chooser is None or chooser not in s.resigned:
                        return
                    do(self.content, s, chooser, take_best(self.actions, s, chooser), events)
                elif s.turn < s.slots:
                    forced = self._forced(s)
                    if forced is None:
                        return
                    do(self.content, s, acting(s), forced, events)
                else:
                    self._end_round(s, events)

    def _forced(self, s: State) -> Action | None:
        """The action of a seat that has resigned, or whose only placement is public (MH-9.4)."""
        seat, slot = acting(s), s.slot
        if seat in s.resigned:
            return default(self.actions, s, seat)
        if s.looking or s.bold or len(s.hands[slot]) != 1 or s.stacks[slot] or not s.placed:
            return None
        choices = self.actions.legal(s, seat)
        only = next(choices)
        return only if next(choices, None) is None else None

    def _factions_chosen(self, s: State, events: list[Event]) -> bool:
        """Takes choices without an alternative; returns whether all factions are chosen and the first round has begun."""
        done, taken = opening.take_factions(s, self.content.factions)
        events += taken
        if done:
            s.phase = "ability" if s.abilities else "play"
            if s.phase == "play":
                self._begin_round(s, events)
        return done

    def _begin_round(self, s: State, events: list[Event]) -> None:
        events.append(Event("round", {"round": s.round, "rounds": self.content.board(s).rounds}, rule="MH-2.1"))
        if s.shared:
            s.hands[SHARED].append(s.stacks[SHARED].pop(0))
            facts = {"seat": s.holder, "tile": s.hands[SHARED][0], "faction": s.factions[SHARED]}
            events.append(Event("drew_shared", {"seat": s.holder}, rule="MH-6.2"))
            events.append(Event("shared_tile", facts, to=(s.holder,), rule="MH-6.2"))

    def _end_round(self, s: State, events: list[Event]) -> None:
        board = self.content.board(s)
        if s.round == board.rounds:
            self.finish(s, events)
            return
        drawn: dict[int, str] = {}
        for seat in s.order:
            if s.stacks[seat] and len(s.hands[seat]) < board.hand:  # On `three` stacks end, and the last hands are smaller (MH-2.3).
                drawn[seat] = s.stacks[seat].pop(0)
                s.known[seat] = known_cards.drawn(s.known[seat], 1)
                s.hands[seat].append(drawn[seat])
        if drawn:
            events.append(Event("refilled", {"seats": sorted(drawn)}, rule="MH-2.2"))
            for seat, tile in drawn.items():
                events.append(Event("drew", {"seat": seat, "tiles": [tile], "faction": s.factions[seat]}, to=(seat,), rule="MH-2.2"))
        s.round += 1
        s.turn = 0
        self._begin_round(s, events)

    def finish(self, s: State, events: list[Event]) -> None:
        """Ends the game (MH-5.1)."""
        s.phase = "over"
        outcome = ending.outcome(s, self.content.board(s))
        facts = {"places": [list(group) for group in outcome.places], "reason": outcome.reason, "scores": list(outcome.scores)}
        events.append(Event("over", facts, rule=outcome.rule))
