"""What a position and a card are worth to a seat: the judgement of the computer players."""

from __future__ import annotations

from rules.planetary_conquerors.content import Card, Content
from rules.planetary_conquerors.field import Field
from rules.planetary_conquerors.state import FEWEST_BUILDING_HP, State, Thing

WIN = 1000.0
STOCK = (0.65, 0.6, 1.5)
"""What a piece of each material is worth."""
ABILITY = 1.2
HAND, TRAP, MINE = 1.4, 1.7, 1.1
NEARLY = 18
"""With so many HP of buildings the planet is nearly won."""
LONG = 10
"""So many turns ahead are counted for what a miner brings."""


class Judge:
    """Values of positions for one seat. Larger is better; only differences mean something."""

    def __init__(self, content: Content, seat: int) -> None:
        self.content = content
        self.seat = seat

    def value(self, state: State) -> float:
        """A position."""
        if state.over:
            winners = state.places[0]
            return WIN / len(winners) if self.seat in winners else -WIN
        if state.sides[self.seat].out:
            return -WIN
        field = Field(self.content, state)
        worth = {s: self._side(field, s) for s in state.living()}
        others = [worth[s] for s in worth if s != self.seat]
        return worth[self.seat] - 0.6 * sum(others) / len(others) - 0.4 * max(others) + 8 * (len(state.sides) - len(worth)) + self._race(field)

    def _side(self, field: Field, seat: int) -> float:
        state = field.state
        side = state.sides[seat]
        total = HAND * len(side.hand) + sum(n * v for n, v in zip(side.stock, STOCK, strict=True))
        turns = min(LONG, len(side.library) // 2)
        hp = 0
        for t in field.own(seat):
            kind = field.type(t)
            total += TRAP * min(3, len(field.column(t.uid)))
            if kind == "building":
                hp += t.hp
                total += 0.75 * t.hp + ABILITY * len(self.content.cards[t.card].abilities) + field.shielding(t)
            elif kind == "warrior":
                total += self.warrior(field, t)
            elif kind == "miner":
                total += 0.5 * self.yields(self.content.cards[t.card]) * turns + 0.3
        mine = state.mine(seat).hp
        total += MINE * mine - 1.3 * max(0, 6 - mine)
        total += 10 * (hp / FEWEST_BUILDING_HP) ** 2 + 1.2 * max(0, hp - NEARLY)
        return total - self._threat(field, seat, mine)

    def warrior(self, field: Field, t: Thing) -> float:
        """A warrior on a planet."""
        power = field.attack(t)
        able = 0.4 if field.trait(t, "cannot_attack") else 1.0
        worth = 0.9 * power * able + 0.55 * t.hp + 0.8 * len(self.content.cards[t.card].abilities) + 0.4 * field.shielding(t)
        worth += 0.5 * len(self.content.keywords[t.card])
        if doom := field.keyword(t, "selfdestroy"):
            worth *= min(1.0, 0.3 * t.hp / doom)
        return worth

    def _threat(self, field: Field, seat: int, mine: int) -> float:
        """What the others' warriors may do next turn to whoever has few ready to block."""
        ready = sum(not t.exhausted for t in field.own(seat, "warrior"))
        worst = 0.0
        for other in field.state.living():
            if other == seat:
                continue
            powers = sorted((field.attack(t) for t in field.own(other, "warrior") if not field.trait(t, "cannot_attack")), reverse=True)
            harm = sum(powers[ready:])
            worst = max(worst, 0.35 * harm + (9 if harm >= mine else 0))
        return worst

    def _race(self, field: Field) -> float:
        """When a deck is nearly out, the higher total decides (PC-14.5)."""
        state = field.state
        left = min(len(state.sides[s].library) for s in state.living())
        if left > 10:
            return 0.0
        totals = {s: field.building_hp(s) + state.mine(s).hp / 100 for s in state.living()}
        lead = totals[self.seat] - max(n for s, n in totals.items() if s != self.seat)
        return (12 - left) * max(-8.0, min(8.0, lead)) / 6

    def yields(self, card: Card) -> float:
        """What a miner brings in a turn, as its cost tells."""
        return 1.0 if card.price.total <= 3 else 2.0 if card.price.total <= 4 else 3.0

    def card(self, state: State, word: str) -> float:
        """A card in hand or deck."""
        card = self.content.cards[word]
        if card.type == "trap":
            return 1.5 + card.rarity
        miners = sum(t.controller == self.seat and self.content.types[t.card] == "miner" for t in state.things.values())
        if card.type == "miner":
            return 5.0 - 0.8 * miners + 0.3 * card.price.total
        if card.type == "spell":
            return 1.6 + 0.4 * card.price.total
        late = card.price.total - 2 * miners
        return 1.5 + 0.75 * card.price.total - max(0, late) * 0.6
