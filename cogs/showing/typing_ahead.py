"""What is said ahead, typed: read and completed like actions, a draft in the position that is foreseen."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from cogs.playing.tables import Unfit
from rules.game import Action, Refused, Rules, Seat, Step, Word, closing
from rules.notation import SEPARATOR, Misread, complete, first, read, split, understand, write
from rules.parts.ahead import DRAFT, ELSE, READY, SEAL, SEALED, STOPS, THEN, drafting, preferred, sealed, spoken
from rules.parts.drafts import kept, rehearse


class Sayings:
    """What seats may say ahead, as if it were the game: for `rules.notation`. What stands, is whole without a word more, which takes it back."""

    answers: Mapping[str, tuple[str, ...]] = {}

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules = rules

    def words(self, state: Any, seat: Seat, prefix: Action) -> list[Word]:
        rules = self.rules
        if not prefix:
            verbs = {word.text for word in rules.sayable(state, seat, ())}
            verbs |= {DRAFT} if DRAFT in rules.verbs and rules.foreseen(state, seat) is not None else set()
            verbs |= {STOPS} if rules.orders else set()
            said = spoken(rules, state, seat)
            return [Word(verb, verb in said) for verb in SEALED if verb in verbs or verb in said]
        if prefix[0] == STOPS:
            return [Word(order, True) for order in rules.orders if order not in prefix]
        if prefix[0] == DRAFT:
            found = rehearse(rules, state, seat, ()).state
            return [] if found is None else rules.words(found, seat, prefix[1:])
        return rules.sayable(state, seat, prefix)

    def knows(self, word: str) -> bool:
        return word in (*SEALED, *self.rules.orders, *self.rules.kinds) or self.rules.knows(word)

    def apply(self, state: Any, seat: Seat, action: Action) -> Step:
        if not sealed(action):
            raise Refused("not_an_action", next(iter(self.rules.verbs.values())))
        return self.rules.apply(state, seat, action)


def says_ahead(text: str) -> bool:
    """Whether a typed text begins something that is said ahead."""
    return split(text)[:1] != [] and split(text)[0] in SEALED


def read_ahead(rules: Rules[Any], state: Any, seat: Seat, text: str) -> Action:
    """What a text says ahead. Raises Refused, rules.notation.Misread, Unfit."""
    tree: Any = Sayings(rules)
    verb, *rest = split(text) or [""]
    if verb == DRAFT:
        return drafting(_read_draft(rules, state, seat, _bare(text)))
    if verb == READY:
        back = [(READY,), *((READY, ready.kind, ready.about) for ready in kept(rules, state, seat).ready)]
        return (verb, *rest) if (verb, *rest) in back else read(tree, state, seat, text)
    if verb == SEAL and rest and seat in rules.to_act(state) and rules.decision(state, seat).sealed:
        return (SEAL, *understand(rules, state, seat, write(tuple(rest))))
    return understand(tree, state, seat, text)


def _bare(text: str) -> str:
    """A typed draft without the word that begins it, its actions with separators between."""
    return re.sub(rf"\s+{THEN}\s+", f"{SEPARATOR} ", re.sub(rf"^\s*{DRAFT}\b", "", text, flags=re.IGNORECASE), flags=re.IGNORECASE).strip()


def _read_draft(rules: Rules[Any], state: Any, seat: Seat, text: str) -> list[Action]:
    """The actions of a typed draft, each read where the ones before have led."""
    found: list[Action] = []
    while text:
        there = _open(rules, state, seat, found)
        one, text = first(rules, there, seat, text)
        found.append(preferred(_read_action(rules, there, seat, part) for part in re.split(rf"\s+{ELSE}\s+", one, flags=re.IGNORECASE)))
    return found


def _read_action(rules: Rules[Any], state: Any, seat: Seat, text: str) -> Action:
    """One action of a draft."""
    action = understand(rules, state, seat, text)
    if not closing(rules, state, seat, action):
        raise Misread("unknown", action[0], tuple(word.text for word in rules.words(state, seat, ())), action)
    return action


def _open(rules: Rules[Any], state: Any, seat: Seat, actions: Sequence[Action]) -> Any:
    """The position in which a draft goes on. Raises Unfit where it does not."""
    found = rehearse(rules, state, seat, actions)
    if found.state is None:
        raise Unfit("ahead.no_turn")
    if found.ends:
        raise Unfit(f"ahead.ends.{found.ends}")
    return found.state


def complete_ahead(rules: Rules[Any], state: Any, seat: Seat, text: str) -> list[str]:
    """What a typed beginning may go on to."""
    tree: Any = Sayings(rules)
    if split(text)[:1] != [DRAFT] or (SEPARATOR not in text and THEN not in split(text)):
        return complete(tree, state, seat, text)
    *before, last = _bare(text).split(SEPARATOR)
    done = f"{SEPARATOR} ".join(part.strip() for part in before)
    try:
        there = _open(rules, state, seat, _read_draft(rules, state, seat, done))
    except (Refused, Misread, Unfit):
        return []
    return [f"{DRAFT} {done}{SEPARATOR} {more}" for more in complete(rules, there, seat, last.lstrip())]
