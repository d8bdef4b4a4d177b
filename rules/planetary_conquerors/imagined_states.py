"""Draws anew what a seat does not know (determinization): the basis of leak tests and of computer players (PC-18)."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from rules.decks import stand_ins
from rules.parts import known_cards
from rules.parts.ahead import known_to
from rules.planetary_conquerors import possible_reactions
from rules.planetary_conquerors.content import Content
from rules.planetary_conquerors.effects import LOOKING
from rules.planetary_conquerors.legal_actions import THROWN
from rules.planetary_conquerors.position import Field
from rules.planetary_conquerors.state import Act, Ask, Side, State, Trap, Window
from rules.randomness import Chance


def imagined(content: Content, state: State, seat: int | None, chance: Chance) -> State:
    """A state that a seat can't tell from this one; None stands for a spectator.

    Unknown are:

    - the order of decks;
    - the other seats' hands, face-down traps and stops (`rules/parts/stops.py`);
    - the other seats' decks, but for the cards that have been seen;
    - who attacks what, until that is confirmed.
    """
    new = state.copy()
    if state.over:
        return new
    new.chance = Chance.of(chance.below(1 << 62))
    new.orders = known_to(state.orders, seat)
    new.ahead = known_to(state.ahead, seat)
    new.frames = [replace(f, whatever=_only(f.whatever, seat)) if isinstance(f, Window) else f for f in state.frames]
    if state.polling:
        _poll(content, new, seat, chance)
    for other, side in enumerate(new.sides):
        if other == seat:
            if state.stage != "deck":
                _own(state, side, other, chance)
        elif state.stage == "deck":
            side.deck = dict(content.presets[chance.choice(list(content.presets))]) if side.deck else {}
        elif not side.out:
            _other(content, new, other, seat, chance)
    if state.ask and state.ask.seat != seat:
        if state.ask.kind in LOOKING:
            new.looked = tuple(new.sides[state.ask.seat].library[: len(state.looked)])
        if state.ask.kind == "attack":
            new.picks = ()
    return new


def redrawn(state: State, chance: Chance) -> State:
    """A copy with new random numbers, and with the order of decks drawn anew; cards stay whose place their owner knows."""
    new = state.copy()
    if not state.over:
        new.chance = Chance(f"{chance.key}:{chance.drawn}")
        for seat, side in enumerate(new.sides):
            _own(state, side, seat, chance)
    return new


def _only(seats: tuple[int, ...], seat: int | None) -> tuple[int, ...]:
    return tuple(s for s in seats if s == seat)


def _poll(content: Content, new: State, seat: int | None, chance: Chance) -> None:
    """Draws anew which other seats are asked in a reaction window: public are only those that its message calls (PC-19.7)."""
    window = new.polling
    assert window is not None
    asked = {*window.called, *_only(window.asked, seat)}
    if not asked.intersection(new.polled()):
        field = Field(content, new)
        asked.add(chance.choice([s for s in new.living() if s not in (seat, *window.passed) and not possible_reactions.idle(field, s)]))
    new.frames[-1] = replace(window, asked=tuple(s for s in new.living() if s in asked))
    new.ask = Ask("react", new.polled()[0])


def _own(state: State, side: Side, seat: int, chance: Chance) -> None:
    """Draws the order of a seat's own deck anew, but for cards that it saw on top, put at the bottom, or is looking at."""
    looking = state.ask is not None and state.ask.kind in LOOKING and state.ask.seat == seat
    side.library = known_cards.imagined(side.library, chance, max(side.peeked, len(state.looked) if looking else 0), side.sunk)


def _other(content: Content, new: State, other: int, seat: int | None, chance: Chance) -> None:
    """Draws another seat's hidden cards anew: from the preset that fits best what has been seen, since nobody knows the real deck."""
    side = new.sides[other]
    topped = side.library[: side.topped]
    own = [t.uid for t in new.things.values() if t.controller == other]
    columns = {uid: new.columns[uid] for uid in own if new.columns.get(uid)}
    unseen = [t for traps in columns.values() for t in traps if not _knows(t, seat)]
    seen = [*_public(content, new, other), *side.shown, *topped, *(t.card for traps in columns.values() for t in traps if _knows(t, seat))]
    pool = stand_ins(content.presets, Counter(seen), content.start[0], side.unseen + len(side.library) - len(topped) + len(unseen), chance)
    traps = [w for w in pool if content.types[w] == "trap"]
    for trap in unseen:
        card = traps.pop() if traps else chance.choice([w for w, kind in content.types.items() if kind == "trap"])
        if card in pool:
            pool.remove(card)
        else:
            pool.pop()
        for uid, column in columns.items():
            new.columns[uid] = columns[uid] = tuple(replace(t, card=card, seen=()) if t.uid == trap.uid else t for t in column)
    side.library = [*topped, *side.imagine(pool)]
    side.peeked, side.topped, side.sunk = len(topped), len(topped), 0
    if new.stage == "mulligan" and side.answered:
        # Before all have answered nobody knows whether somebody else changes cards (PC-4.4).
        side.thrown = tuple(side.hand[: chance.choice((0, THROWN))])
    traps_in_deck = [t.card for column in columns.values() for t in column]
    side.deck = dict(Counter([*side.hand, *side.library, *_public(content, new, other), *traps_in_deck]))


def _knows(trap: Trap, seat: int | None) -> bool:
    """Whether a seat knows another seat's trap."""
    return trap.back or seat in trap.seen


def _public(content: Content, state: State, seat: int) -> list[str]:
    """A seat's own cards that everybody can see."""
    side = state.sides[seat]
    found = [*side.junkyard, *side.vanished]
    found += [t.card for t in state.things.values() if t.owner == seat and not t.is_mine and not t.illusion]
    found += [f.card for f in state.frames if isinstance(f, Act) and f.seat == seat and f.is_announced]
    return [w for w in found if w not in content.tokens]
