"""What a position is worth to a seat, as the computer opponents see it. No rule stands here."""

from __future__ import annotations

from rules.hexygame.content import Content
from rules.hexygame.field import Field
from rules.hexygame.ground import CENTRE, FLAGS, distance
from rules.hexygame.state import Reality, State

WON = 1000.0
CARD = 1.5
"""A card in hand that nothing is known about."""
BUILDING, POTENCY, ENOUGH = 3.0, 0.5, 7
"""A building, each potency on it up to enough."""
HOMELESS = 8.0
"""The loss of having no building."""
GUARDED = 2.0
"""Something stands on the own Flag, so that nobody can enter it."""
POINT = (1.6, 0.16)
"""The Winning Dice: each point, and its square."""
ON_CENTRE = 2.2
THREAT = 4.0
"""Able to reach the opponent's empty Flag in the next turn."""
OPEN = 25.0
"""Able to reach it in this turn."""
EXPOSED = 0.4
"""The share of a reality's worth that is lost when the opponent can destroy it."""
_KEYWORDS = {"flying": 0.9, "combat_priority": 0.7, "regeneration": 0.7, "reach": 0.2, "haste": 0.1}


class Judge:
    """Judges for one seat."""

    def __init__(self, content: Content, seat: int) -> None:
        self.content = content
        self.seat = seat

    def value(self, state: State) -> float:
        """How much better the seat stands than the opponent."""
        if state.over:
            return 0.0 if state.winner < 0 else WON if state.winner == self.seat else -WON
        field = Field(self.content, state)
        return self._side(field, self.seat) - self._side(field, 1 - self.seat) - self._exposed(field)

    def _side(self, field: Field, seat: int) -> float:
        state = field.state
        side = state.sides[seat]
        points = side.dice - 1
        found = POINT[0] * points + POINT[1] * points * points
        found += sum(self.card(w, side.hand) for w in side.hand) if seat == self.seat else CARD * len(side.hand)
        homeless = True
        found += self._open(field, seat)
        for r in field.own(seat):
            found += self.body(field, r) + self._at(field, r, seat)
            homeless = homeless and self.content.types[r.card] != "building"
        if FLAGS[seat] in field.at:
            found += GUARDED
        return found - HOMELESS if homeless else found

    def _open(self, field: Field, seat: int) -> float:
        """Whether the opponent's Flag can be entered in this turn."""
        state, flag = field.state, FLAGS[1 - seat]
        if seat != state.active or state.phase != "main" or flag in field.at:
            return 0.0
        energy = sum(state.sides[seat].pool) + sum(b.points for b in field.wells(seat))
        for r in field.own(seat):
            away = distance(r.hex, flag)
            if r.has_action and away <= min(r.die, energy) and "move" not in field.numbers[r.uid].cannot:
                return OPEN
        return 0.0

    def card(self, word: str, hand: list[str]) -> float:
        """What a card in hand is worth."""
        card = self.content.cards[word]
        if card.rarity == "basic":
            return 0.9 if card.type == "wizardry" else 1.6 if hand.count(word) < 4 else 0.9
        return 1.3 + 0.12 * card.cost.total

    def body(self, field: Field, r: Reality) -> float:
        """What a reality is worth, wherever it stands; changes of this turn do not count."""
        numbers = field.numbers[r.uid]
        worth = sum(_KEYWORDS.get(k, 0.0) for k in numbers.keywords if k not in r.keywords) + 0.8 * (numbers.range - 1)
        attack, defense = numbers.attack - r.attack, numbers.defense - r.defense
        if self.content.types[r.card] == "building":
            extra = 0.5 * len(self.content.cards[r.card].abilities)
            return BUILDING + POTENCY * min(r.points, ENOUGH) + 0.7 * attack + 0.4 * defense + worth + extra
        ability = 0.6 * len(self.content.cards[r.card].abilities)
        moves = 0.5 * min(numbers.actions, 3) if "move" not in numbers.cannot else -1.0
        return 0.9 * attack + 1.1 * defense + 0.45 * r.points + moves + worth + ability

    def _at(self, field: Field, r: Reality, seat: int) -> float:
        actions = field.numbers[r.uid].actions
        if self.content.types[r.card] == "building":
            return self._ground(field, r.hex, seat, 0)
        return self._ground(field, r.hex, seat, actions if "move" not in field.numbers[r.uid].cannot else 0)

    def _ground(self, field: Field, at: str, seat: int, actions: int) -> float:
        """What it is worth to stand on a hex, for something that moves so far."""
        flag = FLAGS[1 - seat]
        if at == CENTRE:
            found = ON_CENTRE
        else:
            found = 0.3 * max(0, 3 - distance(at, CENTRE)) if actions else 0.1 * max(0, 4 - distance(at, CENTRE))
        if actions:
            away = distance(at, flag)
            found += 0.25 * (7 - away)
            if away <= actions and flag not in field.at:
                found += THREAT
        return found

    def spot(self, field: Field, card: str, at: str) -> float:
        """How good a hex is for a card; a first look, before it is tried."""
        printed = self.content.printed[card]
        found = self._ground(field, at, self.seat, 0 if self.content.types[card] == "building" else printed[2])
        reach = self.content.cards[card].range
        if printed[0]:
            near = [e for e in field.own(1 - self.seat) if distance(e.hex, at) <= reach]
            found += 0.5 * bool(near)
        return found

    def _exposed(self, field: Field) -> float:
        """What the opponent may destroy in the next turn."""
        threats = []
        for e in field.own(1 - self.seat):
            numbers = field.numbers[e.uid]
            if numbers.attack and numbers.actions and "attack" not in numbers.cannot:
                walk = 0 if "move" in numbers.cannot else numbers.actions - 1
                threats.append((e.hex, walk + numbers.range, numbers.attack, e))
        lost = 0.0
        for r in field.own(self.seat):
            hits = sorted((a for h, far, a, e in threats if distance(h, r.hex) <= far and field.may_meet(e, r)), reverse=True)[:3]
            if hits and sum(hits) - field.numbers[r.uid].defense >= r.points:
                lost += EXPOSED * self.body(field, r)
        return lost
