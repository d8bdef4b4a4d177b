"""Parses and completes what is typed for `/ahead`; each step of a draft is read in the position expected by then."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from cogs.messages.drawing import look_of, unescaped
from cogs.messages.moves.picker_context import picking_at
from cogs.messages.moves.typed_everyday_words import plainly
from cogs.messages.moves.typed_names import Namers, Tree, by_beginning, by_name, in_all, named_in, pointing
from cogs.messages.refusals import Pointing
from cogs.play.table import Table
from cogs.play.unfit import Unfit
from data.language import Texts
from rules.game import Action, Refused, Rules, Seat, Step, Word
from rules.legal_actions import closing
from rules.notation import SEPARATOR, Misread, complete, first, read, split, understand, write
from rules.parts.ahead import DRAFT, ELSE, READY, SEAL, SEALED, STOPS, THEN, drafting, preferred, sealed, spoken
from rules.parts.planned_turns import kept, rehearse


class Sayings:
    """What seats may say ahead, in the shape of a game's rules for `rules.notation`. A verb alone, of something that has been said, takes it back."""

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
            left = [order for order in rules.orders if order not in prefix]
            return [Word(order, True) for order in left] if len(left) + len(prefix) == len(rules.orders) + 1 else []
        return rules.sayable(state, seat, prefix)

    def knows(self, word: str) -> bool:
        return word in (*SEALED, *self.rules.orders, *self.rules.kinds) or self.rules.knows(word)

    def apply(self, state: Any, seat: Seat, action: Action) -> Step:
        if not sealed(action):
            raise Refused("not_an_action", next(iter((*self.rules.verbs.values(), *self.rules.kinds.values()))))
        return self.rules.apply(state, seat, action)


class Typing:
    """Reads what a seat types ahead at a table, in words of the game or by names."""

    def __init__(self, table: Table, seat: Seat, say: Texts) -> None:
        self._table, self._rules, self._state, self._seat, self._say = table, table.rules, table.state, seat, say
        self._sayings: Any = Sayings(table.rules)

    def read(self, text: str) -> Action:
        """The sealed action that a text means. Raises Refused, rules.notation.Misread, Unfit."""
        verb = next(iter(split(text)), "")
        if verb == DRAFT:
            return drafting(self._draft(_bare(text)))
        tree, names = self._named(verb)
        return plainly(partial(by_name, self._saying, tree, names), self._rules, text)

    def _saying(self, text: str) -> Action:
        """Reads anything but a draft, in words of the game."""
        rules, state, seat = self._rules, self._state, self._seat
        verb, *rest = split(text) or [""]
        if verb == STOPS:  # What is said twice is said.
            return understand(self._sayings, state, seat, write((verb, *dict.fromkeys(rest))))
        if verb == READY:
            back = [(READY,), *((READY, ready.kind, ready.about) for ready in kept(rules, state, seat).ready)]
            return (verb, *rest) if (verb, *rest) in back else read(self._sayings, state, seat, text)
        if verb == SEAL and rest and seat in rules.to_act(state) and rules.decision(state, seat).sealed:
            return (SEAL, *understand(rules, state, seat, write(tuple(rest))))
        return understand(self._sayings, state, seat, text)

    def _named(self, verb: str) -> tuple[Tree, Namers]:
        """The words that may follow a verb that says something ahead, and their names."""
        table, seat, prefix = self._table, self._seat, (verb,) if sealed((verb,)) else ()
        names = in_all(lambda said: picking_at(table, seat, look_of(table, said), said, prefix).name_of, self._say)
        return partial(self._sayings.words, self._state, seat), names

    def _draft(self, text: str) -> list[Action]:
        """The steps of a typed draft, each read in the position after those before."""
        found: list[Action] = []
        while text:
            there = self._after(found)
            part, _, rest = text.partition(SEPARATOR)
            whole = ELSE in split(part)  # An alternative is no further thing for the verb before it.
            one, text = (part, rest.strip()) if whole else first(self._rules, there, self._seat, text)
            parts = re.split(rf"\s+{ELSE}\s+", one, flags=re.IGNORECASE)
            found.append(preferred([self._action(there, part) for part in parts]))
        return found

    def _action(self, there: Any, text: str) -> Action:
        """One step of a draft, read in the position `there`. Raises Refused and Misread."""
        rules, seat = self._rules, self._seat
        tree, names = self._foreseen(there)
        action = plainly(partial(by_name, partial(understand, rules, there, seat), tree, names), rules, text)
        if not closing(rules, there, seat, action):
            raise Misread("unknown", action[0], tuple(word.text for word in rules.words(there, seat, ())), action)
        return action

    def _foreseen(self, there: Any) -> tuple[Tree, Namers]:
        """The legal words of an expected position, and their names."""
        rules, table = self._rules, self._table
        names = named_in(rules, rules.view(there, self._seat), lambda said: unescaped(table, look_of(table, said)), self._say)
        return partial(rules.words, there, self._seat), names

    def _after(self, actions: Sequence[Action]) -> Any:
        """The position after the steps of a draft. Raises Unfit where it can't go on."""
        found = rehearse(self._rules, self._state, self._seat, actions)
        if found.state is None:
            raise Unfit("ahead.no_turn")
        if found.ends:
            raise Unfit(f"ahead.ends.{found.ends}")
        return found.state

    def pointing(self, text: str) -> Pointing:
        """How words of the last step of a text are written in an explanation (`typed_names.pointing`)."""
        return pointing(self._table, self._seat, self._say, re.split(rf"{SEPARATOR}|\b(?:{ELSE}|{THEN})\b|^\s*\w+", text)[-1])

    def complete(self, text: str) -> list[tuple[str, str]]:
        """Completions of a text, each as shown (with names of things) and as typed."""
        verb, *more = split(text) or [""]
        if verb != DRAFT or not (more or text[-1:].isspace()):
            return by_beginning(complete(self._sayings, self._state, self._seat, text), *self._named(verb), text)
        *before, last = _bare(text, ending=True).split(SEPARATOR)
        done = "".join(f"{part.strip()}{SEPARATOR} " for part in before)
        try:
            there = self._after(self._draft(done))
        except (Refused, Misread, Unfit):
            return []
        last = last.lstrip()
        found = by_beginning(complete(self._rules, there, self._seat, last), *self._foreseen(there), last)
        return [(f"{DRAFT} {done}{shown}", f"{DRAFT} {done}{whole}") for shown, whole in found]


def says_ahead(text: str) -> bool:
    """Whether a text begins with a verb that says something ahead."""
    return split(text)[:1] != [] and split(text)[0] in SEALED


def _bare(text: str, ending: bool = False) -> str:
    """A typed draft without its first word, its steps with separators between; with `ending`, a space at its end is kept, since it matters in
    completion."""
    bare = re.sub(rf"\s+{THEN}\s+", f"{SEPARATOR} ", re.sub(rf"^\s*{DRAFT}\b", "", text, flags=re.IGNORECASE), flags=re.IGNORECASE)
    return bare.lstrip() if ending else bare.strip()
