"""What is known in Planetary Conquerors (section 18): hands, decks, face-down traps, mulligans, attackers before they are confirmed, what is said."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from rules.game import Action
from rules.parts.ahead import DRAFT, READY, SEAL
from rules.planetary_conquerors.content import LIMITS
from rules.planetary_conquerors.state import Window
from tests.every_game.knower import FEW, Cards, Knower
from tests.every_game.saying import saying
from tests.every_game.setups import Setup, random_action

KNOWING = {
    "gold_miner": 6, "collector_of_cosmium": 6, "recon_drone": 6, "disarm": 3, "scavenge": 5, "watchtower": 4, "topdecker": 3, "kuk_oracle": 3,
    "trapsmith_workshop": 3, "trap_cache": 3, "trapdoor": 3, "spike_pit": 3, "grave_call": 3, "emergency_recall": 3, "worthy_sacrifice": 3,
    "martyr": 3,
}  # fmt: skip
"""A deck of cards that look at cards and traps, and bring cards back."""
STOPPING, SAYING = 0.01, 0.05
"""How often a seat that is asked gives stops instead of an answer, or says something else ahead."""


class Trap:
    """A face-down trap: its card where that is known, and whether the knower has looked at it."""

    def __init__(self, owner: int, card: str | None, looked: bool = False) -> None:
        self.owner = owner
        self.card = card
        self.looked = looked


class Oracle(Knower):
    every = 8

    def __init__(self, setup: Setup, seat: int | None, state: Any) -> None:
        super().__init__(setup, seat, state)
        self.content = self.rules.content
        # Which deck somebody was given by lot, no event tells.
        self.decks: list[Any] = [side.deck if side.deck and s == seat else None for s, side in enumerate(state.sides)]
        self.chosen: set[int] = set()
        self.answered: set[int] = set()
        self.columns: dict[str, list[Trap]] = {}
        self.names: dict[str, str] = {}
        self.out: set[int] = set()
        self.answer: Action = ()
        self.stops: Action = ()
        self.thrown: Action = ()
        self.looking = 0
        self.took = ""
        self.lost: list[str] = []
        """Traps that went to a junkyard, of a column that is still to be named."""
        self.aimed: list[Trap] = []

    @staticmethod
    def acts(rules: Any, state: Any, seat: int, rng: Random) -> Action:
        """At random, and now and then a stop that stays, or something else that is said ahead (PC-19.3, PC-19.8)."""
        if state.stage == "deck" and seat % 2 == 0:
            return ("deck", rules.decks.code(KNOWING))
        if rng.random() < STOPPING:
            return ("stops", rng.choice([o for o in rules.orders if not o.startswith("until_")]))
        if rng.random() < SAYING and (line := saying(rules, state, seat, rng, (SEAL, READY, DRAFT))):
            return line
        return random_action(rules, state, seat, rng)

    @staticmethod
    def eased(state: Any) -> Any:
        """Everybody always has materials, which are public and tell nothing."""
        new = state.copy()
        for side in new.sides:
            side.stock = (0, 0, 0) if side.out else LIMITS
        return new

    def heard(self, event: Any, state: Any) -> None:
        super().heard(event, state)
        facts = event.facts
        if self.lost and event.kind in ("died", "destroyed", "sacrificed", "vanished", "returned"):
            self._left(facts.get("thing") or self._returned(facts["seat"], facts["card"]))

    # Before the game (sections 3 and 4)

    def did(self, action: Action) -> None:
        assert self.seat is not None
        if action[0] == "stops":
            self.stops = action[1:]
            return
        if action[0] in (SEAL, READY, DRAFT):
            return
        self.answer = action
        if action[0] == "deck":
            self.decks[self.seat] = self.rules.presets.get(action[1]) or self.rules.decks.decode(action[1])

    def on_deck_chosen(self, seat: int) -> None:
        self.chosen.add(seat)

    def on_first(self, seat: int) -> None:
        """PC-4.2. How big a deck is can be seen on the table."""
        for s, side in enumerate(self.state.sides):
            deck = self.decks[s]
            pool = None if deck is None else (Counter(deck) - Counter(self.content.start)).elements()
            if not side.out:
                self.cards[s] = Cards(pool, len(side.library) + len(side.hand))

    def on_answered(self, seat: int) -> None:
        """PC-4.4: whether cards are changed, nobody else knows before all have answered."""
        self.answered.add(seat)
        if seat == self.seat:
            self.thrown = self.answer[1:]

    def on_mulligan(self, seat: int, n: int) -> None:
        self._answers_known()
        cards = self.cards[seat]
        if seat == self.seat:
            assert len(self.thrown) == n
            for card in self.thrown:
                cards.hide(card)
        else:
            cards.hide_some(n)
        cards.pile = [None] * (len(cards.pile) + n)

    def on_kept(self, seat: int) -> None:
        self._answers_known()

    def _answers_known(self) -> None:
        self.answered = set()

    # Cards

    def on_drew(self, seat: int, n: int) -> None:
        if seat != self.seat:
            self.cards[seat].draw(n)

    def on_drew_cards(self, seat: int, cards: list[str]) -> None:
        self.cards[seat].draw(len(cards), cards)

    def on_played(self, seat: int, card: str) -> None:
        self.cards[seat].leave(card)

    def on_returned(self, seat: int, card: str, zone: str, **facts: Any) -> None:
        """PC-1.3: everybody sees where a card goes."""
        cards = self.cards[seat]
        if zone == "hand":
            cards.gain(card)
        elif zone.startswith("deck"):
            cards.lay(card, 0 if zone == "deck_top" else len(cards.pile))

    # Looking at cards (PC-13.2, PC-13.3)

    def on_looked(self, seat: int, n: int) -> None:
        """No event tells the seat which cards those are; the question shows them, and they still lie on top."""
        self.looking = n
        if seat == self.seat:
            self.cards[seat].see(self.state.sides[seat].library[:n])

    def on_took(self, seat: int) -> None:
        if seat != self.seat:
            self.cards[seat].forget(self.looking)
            self.cards[seat].draw(1)
            self.looking -= 1
        else:
            self.took = self.answer[1]

    def on_kuk(self, seat: int, n: int) -> None:
        self._sinks(seat, n, list(self.answer[1:]))

    def on_sunk(self, seat: int, n: int) -> None:
        """Of those that look, some put the cards where they like; others all under the deck, in an order, and may take one."""
        ends = self.answer[2::2]
        if seat != self.seat:
            self.cards[seat].forget(self.looking)
            self._sinks(seat, n, [])
        elif ends and set(ends) <= {"top", "bottom"}:
            above = [card for card, end in zip(self.answer[1::2], ends, strict=True) if end == "top"]
            self._sinks(seat, n, [card for card, end in zip(self.answer[1::2], ends, strict=True) if end == "bottom"])
            self.cards[seat].pile[: len(above)] = above[::-1]
        else:
            laid = [card for card in self.answer[1:] if card != "none"]
            if self.took:
                self.cards[seat].pile.remove(self.took)
                self.cards[seat].size += 1
                self.cards[seat].hand[self.took] += 1
                self.looking -= 1
                laid.remove(self.took)
            self._sinks(seat, n, laid)
        self.took = ""

    def _sinks(self, seat: int, n: int, cards: list[str]) -> None:
        """Some of the cards on top go to the bottom; only their owner knows which."""
        known = self.cards[seat]
        if seat == self.seat:
            assert len(cards) == n
            for card in cards:
                known.pile.remove(card)
            known.pile += cards
        elif n:
            known.forget(self.looking)
            known.pile = [*known.pile[n:], *[None] * n]

    # Traps (section 12)

    def _column(self, at: str) -> list[Trap]:
        return self.columns.setdefault(at, [])

    def on_placed(self, seat: int, at: str, position: int, **facts: Any) -> None:
        """PC-12.1: face down. Of traps that others know in the hand it may be any."""
        card = None
        if seat == self.seat:
            card = self.answer[1]
            self.cards[seat].leave(card)
        else:
            known = self.cards[seat]
            known.hide_some(1, [w for w in known.hand if self.content.types[w] == "trap"])
        self._column(at).insert(position - 1, Trap(seat, card))

    def on_moved(self, origin: str, at: str, position: int, **facts: Any) -> None:
        self._column(at).insert(position - 1, self._take(origin))

    def on_trapped_back(self, seat: int, card: str, at: str, position: int, **facts: Any) -> None:
        """PC-13.4: everybody has seen the card in the junkyard."""
        self._column(at).insert(position - 1, Trap(seat, card))

    def _take(self, place: str) -> Trap:
        at, _, n = place.partition(".")
        return self.columns[at].pop(int(n) - 1)

    def _at(self, place: str) -> Trap:
        at, _, n = place.partition(".")
        return self.columns[at][int(n) - 1]

    def on_trap(self, seat: int, card: str, place: str, **facts: Any) -> None:
        assert self._take(place).card in (None, card)

    def on_traps_shown(self, seat: int, thing: str, cards: list[str]) -> None:
        """PC-18.1: to who looks alone."""
        assert len(cards) == len(self._column(thing))
        for trap, card in zip(self._column(thing), cards, strict=True):
            assert trap.card in (None, card)
            trap.card, trap.looked = card, True

    def on_aimed(self, zone: str, words: list[str], **facts: Any) -> None:
        self.aimed = [self._at(word) for word in words] if zone == "trap" else []

    def on_trap_lost(self, seat: int, card: str) -> None:
        """One that was aimed at, or with the others of its column."""
        if not self.aimed:
            self.lost.append(card)
            return
        trap = self.aimed.pop(0)
        assert trap.card in (None, card)
        for column in self.columns.values():
            if trap in column:
                column.remove(trap)

    def _left(self, thing: str) -> None:
        """A thing has left its planet, with the traps in front of it (PC-12.8)."""
        column = self.columns.pop(thing, [])
        assert len(column) == len(self.lost)
        assert all(trap.card in (None, card) for trap, card in zip(column, self.lost, strict=True))
        self.lost = []

    def _returned(self, seat: int, card: str) -> str:
        """The thing of a card that was returned, which the event does not name."""
        return next(thing for thing, column in self.columns.items() if self.names.get(thing) == card and len(column) == len(self.lost))

    def on_entered(self, thing: str, card: str, **facts: Any) -> None:
        self.names[thing] = card

    # Elimination (section 15)

    def on_eliminated(self, seat: int) -> None:
        self.out.add(seat)
        self.cards.pop(seat, None)
        self.answered.discard(seat)
        self.columns = {at: column for at, column in self.columns.items() if not any(trap.owner == seat for trap in column)}

    # What is known

    def _face(self, trap: Trap) -> str:
        """What the view shows of a trap: after Trapback no more than of others (PC-18.1)."""
        return trap.card or "" if trap.looked or trap.owner == self.seat else ""

    def check_view(self, board: Any) -> None:
        if not self.cards or self.over:
            return
        for seat, cards in self.cards.items():
            side = board.sides[seat]
            assert (side.hand, side.library) == (cards.size, len(cards.pile))
            for thing in side.things:
                assert thing.traps == tuple(self._face(trap) for trap in self.columns.get(thing.word, []))
        own = self.cards[self.seat].hand if self.seat in self.cards else Counter()
        assert Counter(card.face.word for card in board.hand) == own
        seen = {seat: self.cards[seat].hand for seat in self.others() if seat in self.cards and self.cards[seat].hand}
        assert {seat: Counter(cards) for seat, cards in board.seen} == (seen if self.seat is not None else {})
        assert not board.picks or (self.seat, "attack") == (board.active, board.phase)
        assert board.stops == self.stops or self.seat in self.out

    def check_world(self, state: Any, imagined: bool) -> None:
        for seat, cards in self.cards.items():
            cards.check(state.sides[seat].hand, state.sides[seat].library)
        if self.over:
            return
        for seat in self.cards.keys() - {self.seat}:
            assert not imagined or not (state.orders.get(seat) or state.ahead.get(seat)), "of what others have said ahead nothing is known"
            thrown = len(state.sides[seat].thrown)
            assert thrown == 0 or (thrown == 3 and seat in self.answered), "three cards are changed by who has answered, or none"
        for window in (f for f in state.frames if isinstance(f, Window)):
            assert not imagined or {*window.whatever} <= {self.seat}
            assert not imagined or len({*window.asked} - {*window.called, self.seat}) < 2, "of who is asked besides, only that there is somebody"
        columns = {_uid(at): column for at, column in self.columns.items() if column}
        assert {uid for uid, column in state.columns.items() if column} == set(columns)
        for uid, column in columns.items():
            for trap, known in zip(state.columns[uid], column, strict=True):
                assert self.content.types[trap.card] == "trap"
                assert known.card in (None, trap.card)

    def unknown(self, state: Any) -> dict[str, Any]:
        found: dict[str, Any] = {"shuffles to come": state.chance}
        if not self.cards:
            return found | {f"deck of {seat}": state.sides[seat].deck for seat in self.chosen - self.out - {self.seat}}
        for seat, cards in self.cards.items():
            found |= cards.unknown(f"{seat}", state.sides[seat].hand, state.sides[seat].library)
        blank = [(_uid(at), n) for at, column in self.columns.items() for n, trap in enumerate(column) if trap.card is None]
        if len(blank) >= FEW:
            found["face-down traps"] = [state.columns[uid][n].card for uid, n in blank]
        for seat in self.answered - {self.seat}:
            found[f"mulligan of {seat}"] = len(state.sides[seat].thrown)
        return found


def _uid(at: str) -> int:
    """The number of a thing by its word: `c17`, or `m1` for a mine."""
    return -int(at[1:]) if at[0] == "m" else int(at[1:])
