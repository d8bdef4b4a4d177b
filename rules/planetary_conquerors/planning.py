"""What a seat may say ahead: an answer to an attack or to its next kuk, and its next turn (PC-19.8).

Whatever is offered here follows from what the seat may know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rules.game import Action, Event, Seat, Word
from rules.parts.ahead import ANY, ELSE, FITTING, THEN, choices, parted
from rules.planetary_conquerors import automatic_answers, combat
from rules.planetary_conquerors.actions import act
from rules.planetary_conquerors.card_vocabulary import Paid
from rules.planetary_conquerors.changes import Run
from rules.planetary_conquerors.content import Content
from rules.planetary_conquerors.imagined_states import imagined
from rules.planetary_conquerors.legal_actions import Offers
from rules.planetary_conquerors.position import Field
from rules.planetary_conquerors.state import Act, State
from rules.randomness import Chance

SHOWS = frozenset({"looked", "trap", "trap_lost", "over"})
"""The events that bring a hidden card to light, beside those that one seat alone is told."""
DRAFTED = ("main", "attack", "trap")
"""The phases of a turn that is drafted; a kuk comes before it."""
LATE = "end"
"""The phase of a turn after all that may be drafted."""
Choices = Sequence[Action]
"""The actions of a step of an answer, of which the last may have but begun."""
_STEPS = 500
"""So many answers are more than it takes until the next turn, if everybody passes."""


def attacked(offers: Offers) -> Mapping[str, str]:
    """The targets in the present line with their attackers: before the line's damage, or where the seat may block."""
    field = offers.field
    if offers.kind == "block":
        able = {field.by_word[w].uid for w in offers.blocks}
        return {field.word(a.target): field.word(a.uid) for a in combat.of_line(field) if a.uid in able}
    window = field.window()
    return combat.targets_of_line(field) if offers.kind == "react" and window and window.reason == "line" else {}


# Answers laid ready


def ready_words(content: Content, state: State, seat: Seat, prefix: Action) -> list[Word]:
    """The next words of an answer laid ready: the kind of question, what it is about, then what can be done with what the seat has now."""
    if state.stage != "play" or state.sides[seat].out:
        return []
    field = Field(content, state)
    if not prefix:
        return [Word(kind) for kind, able in _ABLE.items() if able(field, seat)]
    kind, *rest = prefix
    if kind not in _ABLE or not _ABLE[kind](field, seat):
        return []
    about = [ANY] if kind == "kuk" else [field.word(t.uid) for t in [field.state.mine(seat), *field.own(seat, "building")]]
    if not rest:
        return [Word(w) for w in about]
    if rest[0] not in about:
        return []
    *done, step = [choices(step) or ((),) for step in parted(tuple(rest[1:])) or ((),)]
    return _SAYS[kind](field, seat, done, step)


def _kuk(field: Field, seat: Seat, done: Sequence[Choices], step: Choices) -> list[Word]:
    return [] if done or any(step) or len(step) > 1 else [Word("keep", True)]


def _block(field: Field, seat: Seat, done: Sequence[Choices], step: Choices) -> list[Word]:
    """A block of the attacker, or none."""
    *others, last = step
    warriors = [field.word(t.uid) for t in field.own(seat, "warrior")]
    whole = {("block", FITTING, w) for w in warriors}
    if done or not whole.issuperset(others):
        return []
    if not last:
        return [Word("block"), Word("done", True)]
    if last == ("block",):
        return [Word(FITTING)]
    if last == ("block", FITTING):
        return [Word(w, True) for w in warriors]
    return [Word(ELSE)] if last in whole else []


def _react(field: Field, seat: Seat, done: Sequence[Choices], step: Choices) -> list[Word]:
    """A card or a paid effect, then what it is aimed at."""
    *others, last = step
    if not all(_whole(field, seat, reaction) for reaction in (done[0] if done else others)):
        return []
    if not done:
        if _whole(field, seat, last):
            return [Word(THEN), Word(ELSE)] if _aims(field, seat, last) else [Word(ELSE)]
        return _reaction(field, seat, last)
    aims = list(dict.fromkeys(w for reaction in done[0] for w in _aims(field, seat, reaction)))
    whole = {("choose", w) for w in aims}
    if len(done) > 1 or not _aims(field, seat, done[0][-1]) or not whole.issuperset(others):
        return []
    if not last:
        return [Word("choose")]
    if last == ("choose",):
        return [Word(w, True) for w in aims]
    return [Word(ELSE)] if last in whole else []


def _whole(field: Field, seat: Seat, reaction: Action) -> bool:
    """Whether a reaction is complete."""
    return bool(reaction) and any(w.text == reaction[-1] and w.end for w in _reaction(field, seat, reaction[:-1]))


def _reaction(field: Field, seat: Seat, prefix: Action) -> list[Word]:
    """The next words of a reaction with what the seat has, whether it can be paid now or not."""
    content = field.content
    cards = content.sort([w for w in dict.fromkeys(field.state.sides[seat].hand) if w in content.cards and content.cards[w].reacts])
    things = {field.word(t.uid): names for t in field.own(seat) if (names := _effects(content, t.card))}
    if not prefix:
        return [*([Word("play")] if cards else []), *([Word("activate")] if things else [])]
    verb, *rest = prefix
    if verb == "play":
        return [Word(w, True) for w in cards] if not rest else []
    if verb != "activate":
        return []
    if not rest:
        return [Word(w) for w in things]
    names = things.get(rest[0], {})
    if len(rest) == 1:
        return [Word(n, not _victims(field, seat, rest[0], n)) for n in names]
    return [Word(w, True) for w in _victims(field, seat, rest[0], rest[1])] if len(rest) == 2 and rest[1] in names else []


def _effects(content: Content, card: str) -> dict[str, Paid]:
    """The paid effects of a card that may be used in reaction."""
    return {name: ability for name, ability in content.paid[card] if ability.timing == "any"}


def _victims(field: Field, seat: Seat, word: str, name: str) -> list[str]:
    """What could be sacrificed for a paid effect."""
    thing = field.by_word[word]
    pay = _effects(field.content, thing.card)[name].pay
    return [] if pay.sacrifice in (None, "self") else [field.word(t.uid) for t in field.sacrifices(seat, pay, thing.uid)]


def _aims(field: Field, seat: Seat, action: Action) -> list[str]:
    """The possible targets of a reaction: the attacker, if it may be one, and what could be chosen now, if one thing on a planet is chosen."""
    content = field.content
    if action[0] == "play":
        card, name, source = action[1], "a0" if content.types[action[1]] == "spell" else "", 0
    else:
        thing = field.by_word[action[1]]
        card, name, source = thing.card, action[2], thing.uid
    found = []
    for slot in content.ability(card, name).targets if name else ():
        if slot.zone != "planet" or slot.count != 1 or slot.up_to or slot.filter.kind == ("trap",):
            continue
        if "warrior" in slot.filter.kind and slot.filter.controller != "you":
            found.append(FITTING)
        found += field.choices(slot, Act(0, "play", seat, card, source))
    return found


_ABLE: dict[str, Callable[[Field, Seat], bool]] = {
    "block": lambda field, seat: bool(field.own(seat, "warrior")),
    "react": lambda field, seat: bool(_reaction(field, seat, ())),
    "kuk": lambda field, seat: True,
}
"""The kinds of questions to which an answer may be laid ready, and whether a seat has any."""
_SAYS: dict[str, Callable[[Field, Seat, Sequence[Choices], Choices], list[Word]]] = {"block": _block, "react": _react, "kuk": _kuk}


# The next turn


def foreseen(content: Content, state: State, seat: Seat) -> tuple[State | None, list[Event]]:
    """The main phase of the seat's next turn if everybody does no more than they must (cards drawn until then are unknown), and the events until
    then.

    None in its own turn from the main phase on, and before and after the game.
    """
    if state.stage != "play" or (state.active == seat and state.phase in DRAFTED):
        return None, []
    events: list[Event] = []
    new = imagined(content, state, seat, Chance.of(0, "foreseen"))
    new.ahead, new.orders = {}, {}
    for _ in range(_STEPS):
        assert new.ask is not None
        if new.ask.kind == "main" and new.ask.seat == seat:
            return new, events
        run = Run(content, new)
        offers = Offers(Field(content, new), new.ask.seat)
        act(run, offers, automatic_answers.default(offers))
        events += run.events
        if new.over:
            break
        run.give_back(seat)
    return None, []
