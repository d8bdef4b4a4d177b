"""What is known in HexKnight (section 13): hands and decks, the island in the fog, monsters face down, the special stock.

Which cards a seat owns is public; onlookers see of the laid out cards only how many there are, so `hand` here is hand and laid out together.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from rules.game import Action
from rules.hexknight.content import WOUND
from rules.hexknight.island import bits
from tests.every_game.knower import Cards, Knower
from tests.every_game.setups import Setup, random_action

HOMELY = ("village", "castle")
TELLING = ("magic_circle", "tomb")
"""What puts cards into decks."""


class Oracle(Knower):
    followed = range(2)
    every = 20

    def __init__(self, setup: Setup, seat: int | None, state: Any) -> None:
        super().__init__(setup, seat, state)
        content = self.content = self.rules.content
        self.island = self.rules.island(state)
        """The real one, at which is looked only where somebody has been in sight: no event tells what the ground is like."""
        self.index = self.island.grid.index
        self.cards = {seat: Cards(content.start) for seat in self.seats}
        self.discard: list[Counter[str]] = [Counter() for _ in self.seats]
        self.play: list[str] = []
        self.at = [self.island.portal] * setup.seats
        self.hand_size = [content.levels[0].hand_size] * setup.seats
        self.gone: set[int] = set()
        self.day = True
        self.offer: Counter[str] = Counter()
        self.special: Counter[str] = Counter(content.special)
        self.seen = 0
        self.monsters: dict[int, str] = {}
        self.down: set[int] = set()
        self.stock: Counter[str] = Counter(content.stock)

    @staticmethod
    def acts(rules: Any, state: Any, seat: int, rng: Random) -> Action:
        """At random, but gladly where something is put into the deck, and staying there for a while."""
        feature, index = rules.island(state).feature, rules.island(state).grid.index
        there = [w.text for w in rules.words(state, seat, ("travel",)) if feature[index[w.text]] in TELLING]
        if there:
            return ("travel", rng.choice(there))
        if state.step == "movement" and feature[state.hero.at] in TELLING and rng.random() < 0.8:
            return ("confirm",)
        return random_action(rules, state, seat, rng)

    # Hands and decks

    def did(self, action: Action) -> None:
        """Laying out is private (HK-14.3)."""
        if action[0] in ("play", "heal"):
            self.play.append(action[1] if action[0] == "play" else WOUND)
        elif action[0] == "take_back":
            del self.play[len(self.play) - 1 - self.play[::-1].index(action[1])]

    def _spent(self, seat: int, cards: list[str], all_: bool = True) -> None:
        """Laid out cards are discarded openly; what is left comes back into the hand."""
        for card in cards:
            self.cards[seat].leave(card)
            if seat == self.seat:
                self.play.remove(card)
        self.discard[seat] += Counter(cards)
        if all_ and seat == self.seat:
            self.play.clear()

    def on_set_up(self, seats: int, map: str, days: int, offer: list[str]) -> None:
        self.offer = Counter(offer)
        self.special -= self.offer
        for seat in self.seats:
            self._look(seat)
        for seat in self.others():
            self._refill(seat)  # HK-3.3

    def on_drew(self, seat: int, cards: list[str]) -> None:
        self.cards[seat].draw(len(cards), cards)

    def _refill(self, seat: int) -> None:
        """HK-11.2, where no event tells how many cards are drawn."""
        wanted = self.hand_size[seat] + (self.island.feature[self.at[seat]] in HOMELY)
        self.cards[seat].draw(wanted - self.cards[seat].size)

    def on_refilled(self, seat: int, n: int) -> None:
        if seat != self.seat:
            self.cards[seat].draw(n)

    def on_tomb(self, seat: int) -> None:
        self.cards[seat].lay(WOUND)  # HK-11.1

    def on_selected(self, seat: int, card: str, filled: str | None) -> None:
        """HK-8.4: from the offer onto the own deck."""
        self.cards[seat].lay(card)
        self.offer -= Counter([card])
        if filled:
            assert self.special[filled]
            self.offer[filled] += 1
            self.special -= Counter([filled])

    def on_exchanged(self, seat: int, n: int) -> None:
        """HK-5.2: under the deck, then as many are drawn; which cards those are, only the owner knows."""
        cards = self.cards[seat]
        if seat == self.seat:
            for card in self.play:
                cards.hide(card)
            cards.pile += self.play
            self.play.clear()
        else:
            cards.hide_some(n)
            cards.pile += [None] * n
            cards.draw(n)

    def on_prepared(self, seat: int, cards: list[str], n: int) -> None:
        self._spent(seat, cards)
        self.on_refilled(seat, n)

    def on_dropped(self, seat: int, cards: list[str]) -> None:
        self._spent(seat, cards)

    on_blocked = on_dropped

    def on_wounded(self, seat: int, n: int) -> None:
        self._spent(seat, [])
        for _ in range(n):
            self.cards[seat].gain(WOUND)  # HK-7.5

    def on_stays(self, **facts: Any) -> None:
        self.play.clear()

    def on_rested(self, seat: int, cards: list[str], n: int) -> None:
        """HK-9.3: `n` wounds are healed."""
        self._spent(seat, cards, False)
        for _ in range(n):
            self.cards[seat].leave(WOUND)
        if seat == self.seat:
            self.play.clear()

    def on_resigned(self, seat: int) -> None:
        self.gone.add(seat)
        if seat == self.seat:
            self.play.clear()

    def on_level(self, seat: int, hand_size: int, **facts: Any) -> None:
        self.hand_size[seat] = hand_size

    def on_phase(self, phase: int, phases: int, day: bool) -> None:
        """HK-11.5: everything is shuffled, everybody draws and looks around."""
        self.day = day
        for seat in self.seats:
            if phase == 1 or seat in self.gone:
                continue
            cards = self.cards[seat]
            assert cards.pool is not None
            cards.pool += self.discard[seat]
            self.discard[seat].clear()
            cards.hand.clear()
            cards.size, cards.pile = 0, [None] * cards.pool.total()
            if seat != self.seat:
                self._refill(seat)
            self._look(seat)

    # The island (HK-2.3 to HK-2.6)

    def _look(self, seat: int) -> None:
        self.seen |= self.island.sight(self.at[seat], self.day)

    def on_moved(self, seat: int, path: list[str], cards: list[str], **facts: Any) -> None:
        self._spent(seat, cards, False)
        for label in path:
            self.at[seat] = self.index[label]
            self._look(seat)

    def on_castle(self, seat: int, hex: str) -> None:
        self.on_moved(seat, [hex], [])  # HK-7.9

    def on_revealed(self, seat: int, n: int, monsters: list[list[str]], features: list[list[str]]) -> None:
        for label, kind in monsters:
            at = self.index[label]
            if kind in self.content.monsters:
                self._face_up(at, kind)
            else:
                self.down.add(at)
        for label, feature in features:
            assert self.island.feature[self.index[label]] == feature

    def _face_up(self, at: int, kind: str) -> None:
        if at not in self.monsters:
            self.monsters[at] = kind
            self.stock -= Counter([kind])
        assert self.monsters[at] == kind

    def on_turned_up(self, hex: str, monster: str) -> None:
        self.down.remove(self.index[hex])
        self._face_up(self.index[hex], monster)

    def on_beaten(self, seat: int, cards: list[str], hex: str, monster: str, **facts: Any) -> None:
        self._spent(seat, cards)
        assert self.monsters.pop(self.index[hex]) == monster

    # What is known

    def check_view(self, board: Any) -> None:
        for hero, cards, discard in zip(board.heroes, self.cards.values(), self.discard, strict=True):
            assert (hero.hand + hero.play, hero.deck) == (cards.size, len(cards.pile))
            assert Counter(hero.discard) == discard
        assert Counter(card.kind for card in board.offer) == self.offer
        assert board.stock == self.special.total()
        own = self.cards[self.seat].hand - Counter(self.play) if self.seat is not None else Counter()
        assert Counter(card.kind for card in board.hand) == own
        assert not board.turn or [card.kind for card in board.turn.play] == self.play
        if self.over:
            return
        assert {self.index[h.label] for h in board.hexes} == set(bits(self.seen))
        labels = self.island.grid.labels
        assert {m.hex: m.kind for m in board.monsters} == {labels[at]: self.monsters.get(at, "") for at in [*self.monsters, *self.down]}
        assert not board.unused

    def check_world(self, state: Any, imagined: bool) -> None:
        island = self.rules.island(state)
        for at in bits(self.seen):
            assert (island.terrain[at], island.feature[at]) == (self.island.terrain[at], self.island.feature[at])
        assert state.revealed == self.seen
        assert {at: kind for at, kind in state.monsters.items() if self.seen >> at & 1 and at not in self.down} == self.monsters
        assert {at for at in state.down if self.seen >> at & 1} == self.down
        assert Counter([*state.stock, *(kind for at, kind in state.monsters.items() if at not in self.monsters)]) == self.stock
        assert Counter(state.special) == self.special
        for seat, (hero, cards, discard) in enumerate(zip(state.heroes, self.cards.values(), self.discard, strict=True)):
            # Imagined hands of others are drawn anew, though wounds and drawn cards that everybody has seen are certainly in them.
            cards.check([*hero.hand, *hero.play], hero.deck, forgetful=imagined and seat != self.seat)
            assert Counter(hero.discard) == discard

    def unknown(self, state: Any) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for seat, (hero, cards) in enumerate(zip(state.heroes, self.cards.values(), strict=True)):
            # While somebody moves, everybody sees the points that each card adds.
            if seat == self.seat or state.step != "movement" or not hero.play:
                found |= cards.unknown(f"{seat}", [*hero.hand, *hero.play], hero.deck)
        if len(self.special) > 1:
            found["special stock"] = state.special
        easy = len(self.content.layout.easy_centres)
        centres = self.rules.islands.centres if state.tiles else ()
        dark = [n for n, centre in enumerate(centres) if not any(self.seen >> at & 1 for at in self.rules.islands.covered(centre))]
        for name, spots in (("easy", [n for n in dark if n < easy]), ("hard", [n for n in dark if n >= easy])):
            if len(spots) > 1:
                found[f"{name} metatiles"] = [state.tiles[n] for n in spots]
        for family in self.content.face_down:
            kinds = [kind for kind in self.stock if self.content.monsters[kind].family == family]
            if len(kinds) > 1 and self.down:
                found[f"faces of {family}"] = [state.monsters[at] for at in sorted(self.down)]
        return found | {"shuffles to come": state.chance}
