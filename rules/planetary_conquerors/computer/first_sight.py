"""Decisions made without search, and the values of things and cards on which the computers' guide rests."""

from __future__ import annotations

from statistics import mean

from rules.game import Action
from rules.planetary_conquerors import automatic_answers
from rules.planetary_conquerors.content import Content
from rules.planetary_conquerors.legal_actions import NONE, THROWN, Offers
from rules.planetary_conquerors.state import Thing

ANSWERS = 20
"""So many answers to a small question are thought of, of those that begin alike."""


class Mind:
    """One decision of a seat in a state it imagines."""

    def __init__(self, content: Content, offers: Offers) -> None:
        self.content = content
        self.offers = offers
        self.state = offers.state
        self.seat = offers.seat

    # What things are worth

    def warrior(self, t: Thing) -> float:
        """The value of a warrior on a planet. Only differences mean something."""
        content, field = self.content, self.offers.field
        able = 0.4 if field.trait(t, "cannot_attack") else 1.0
        worth = 0.9 * field.attack(t) * able + 0.55 * t.hp + 0.8 * len(content.cards[t.card].abilities) + 0.4 * field.shielding(t)
        worth += 0.5 * len(content.keywords[t.card])
        if doom := field.keyword(t, "selfdestroy"):
            worth *= min(1.0, 0.3 * t.hp / doom)
        return worth

    def card(self, word: str) -> float:
        """The value of a card in hand or deck."""
        content = self.content
        card = content.cards[word]
        if card.type == "trap":
            return 1.5 + card.rarity
        miners = sum(t.controller == self.seat and content.types[t.card] == "miner" for t in self.state.things.values())
        if card.type == "miner":
            return 5.0 - 0.8 * miners + 0.3 * card.price.total
        if card.type == "spell":
            return 1.6 + 0.4 * card.price.total
        late = card.price.total - 2 * miners
        return 1.5 + 0.75 * card.price.total - max(0, late) * 0.6

    # Decisions

    def mulligan(self) -> Action:
        """Exchanges three expensive cards if the hand allows no beginning."""
        content, hand = self.content, self.offers.side.hand
        cheap = [w for w in hand if content.types[w] != "trap" and content.cards[w].price.total <= 2]
        miners = [w for w in hand if content.types[w] == "miner"]
        if len(cheap) >= 2 or (cheap and miners):
            return ("keep",)
        rest = sorted((w for w in hand if w not in miners), key=lambda w: -content.cards[w].price.total)[:THROWN]
        return ("mulligan", *content.sort(rest)) if len(rest) == THROWN else ("keep",)

    def kuk(self) -> Action:
        """Puts cards at the bottom that are worth less than an average draw."""
        state = self.state
        deck = state.sides[self.seat].library[len(state.looked) :]
        usual = mean(self.card(w) for w in deck) if deck else 0.0
        poor = [w for w in state.looked if self.card(w) < usual - 0.5]
        return ("bottom", *poor) if poor and deck else ("keep",)

    def look(self) -> Action:
        """Takes the best card; poor ones go to the bottom."""
        offers = self.offers
        action: Action = ("look",)
        while words := [w for w in offers.words(action) if w.text != NONE or len(offers.words(action)) == 1]:
            ends = {w.text for w in words} & {"top", "bottom"}
            if ends:
                word = "top" if self.card(action[-1]) > 3.0 else "bottom"
            else:
                word = max((w.text for w in words), key=lambda w: self.card(w) if w != NONE else 0.0)
            action = (*action, word)
        return action

    def trap(self) -> Action:
        """Puts a trap in front of what is worth most to others."""
        offers = self.offers
        if not offers.traps:
            return ("end",)
        content = self.content
        card = max(offers.traps, key=lambda w: (content.cards[w].rarity, w))
        guarded = min(offers.columns, key=lambda t: len(offers.field.column(t.uid)) * 4 - (5 if t.is_mine else t.hp / 2))
        return ("place", card, offers.field.word(guarded.uid), "1")

    def trapback(self) -> Action:
        card = max(self.offers.traps, key=lambda w: (self.content.cards[w].rarity, w))
        return ("place", card, self.offers.field.word(self.offers.columns[0].uid), "1")

    def block(self) -> Action:
        """Blocks if that kills without loss, costs nothing, or saves a mine; else not."""
        offers, state = self.offers, self.state
        field = offers.field
        best: tuple[float, Action] = (0.0, ("done",))
        mine = state.mine(self.seat)
        harm = sum(field.attack(field.by_word[a]) for a in offers.blocks if field.assaults[field.by_word[a].uid].target == mine.uid)
        for a, able in offers.blocks.items():
            attacker = field.by_word[a]
            power = field.attack(attacker)
            target = state.things[field.assaults[attacker.uid].target]
            saved = 0.9 * power + (8 if target.is_mine and harm >= mine.hp else 0) + (2 if not target.is_mine and power >= target.hp else 0)
            for b in able:
                blocker = field.by_word[b]
                dies = max(0, power - field.shielding(blocker)) >= blocker.hp
                kills = max(0, field.attack(blocker) - field.shielding(attacker)) >= attacker.hp
                worth = saved + (2.2 + 0.8 * power if kills else 0) - (0.9 * field.attack(blocker) + 0.6 * blocker.hp + 1.2 if dies else 0.25 * power)
                if worth > best[0]:
                    best = (worth, ("block", a, b))
        return best[1]

    def choices(self) -> list[Action]:
        """Every answer to a small question."""
        found: list[Action] = []
        for verb in self.offers.words(()):
            if verb.end:
                found.append((verb.text,))
            found += [(verb.text, w.text) for w in self.offers.words((verb.text,))[:ANSWERS] if w.end]
        return found or [automatic_answers.first(self.offers)]
