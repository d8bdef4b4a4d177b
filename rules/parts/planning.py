"""Base class for games in which seats say things ahead (`rules.parts.ahead`): how they are said, answer questions, and expire."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from rules.game import Action, Plain, Refused, Said, Seat, Step, Word
from rules.legal_actions import closing
from rules.notation import nearest
from rules.parts.ahead import (
    ANY,
    AUTOSEAL,
    DRAFT,
    ELSE,
    FITTING,
    GONE_BY,
    HEIR,
    LAPSE,
    LAPSES,
    LEFT,
    LONGEST_ACTION,
    MOST_ACTIONS,
    MOST_LETTERS,
    MOST_READY,
    MOST_WORDS,
    NOTHING,
    READY,
    SEAL,
    STOPS,
    THEN,
    Ahead,
    Ready,
    SaidAhead,
    choices,
    parted,
    sealed,
)
from rules.parts.engine import walked


class WithOrders(Plain):
    """Base class of games whose seats may say something ahead.

    Its states have the fields `orders` (Given) and `ahead` (SaidAhead), its `verbs` the rule behind each of SEALED that it knows, and `carry_out`
    does what `apply` does with all other actions.

    `shows`: the kinds of events that reveal something, such as a die; a draft stops there. A draft is for the `turn` that the game names.
    """

    orders: tuple[str, ...]
    shows: frozenset[str] = frozenset()

    def carry_out(self: Any, state: Any, seat: Seat, action: Action) -> Step:
        """Carries out an action that is not sealed. Raises Refused."""
        raise NotImplementedError("`carry_out`")

    def absent(self, state: Any, seat: Seat) -> Refused | None:
        """The refusal for a seat that has left, or doesn't exist; None for one that can say something."""
        raise NotImplementedError("`absent`")

    # What a game says of its questions

    def occasion(self, state: Any, seat: Seat) -> tuple[int, ...] | None:
        """The turn that a seat would draft now: its own present one, or else the next; None where none comes, () where turns are not told apart.

        It names the same turn by the same numbers from before it begins until it is over, and no other one.
        """
        return ()

    def drafts(self, state: Any, seat: Seat) -> bool:
        """Whether a seat's draft answers its present question, in its own turn; its orders answer all others."""
        return True

    def leaves(self, state: Any, seat: Seat, action: Action) -> bool:
        """Whether an action leaves sealed answers of others, and drafts, as they are; a pass does."""
        return False

    def about(self, state: Any, seat: Seat) -> Mapping[str, str]:
        """The subjects of a seat's question, each with the word that fits it."""
        return {}

    def fitting(self, state: Any, seat: Seat, about: str) -> tuple[str, ...]:
        """The words that `*` may stand for in an answer to a seat's question, best first."""
        word = self.about(state, seat).get(about)
        return () if word is None else (word,)

    def may_pass_ahead(self, state: Any, seat: Seat) -> Action | None:
        """The one answer that a seat may seal before it is asked; None if there is no such question soon."""
        return None

    def ready_words(self, state: Any, seat: Seat, prefix: Action) -> list[Word]:
        """The next words of an answer that may be laid ready: a kind of question, what it is about, then the answer."""
        return []

    def may_ask(self, state: Any, seat: Seat, kind: str, about: str) -> bool:
        """Whether a seat may still be asked such a question about something; if never again, an answer laid ready for it ends."""
        return True

    # What has been said

    def given(self, state: Any, seat: Seat) -> frozenset[str]:
        return frozenset(state.orders.get(seat, ()))

    def ahead(self, state: Any, seat: Seat) -> Ahead:
        return state.ahead.get(seat, NOTHING)

    def said(self: Any, state: Any, seat: Seat) -> Said | None:
        """The answer that a seat has given ahead; None if a plan fails: then the seat is asked, and whoever carries out what is due sets it aside
        (`answered`)."""
        try:
            answer: Said | None = self.answered(state, seat)
        except Exception:
            return None
        return answer

    def answered(self: Any, state: Any, seat: Seat) -> Said | None:
        """The answer that a seat has given ahead to its present decision. Raises whatever a failing plan raises."""
        if seat not in self.to_act(state):
            return None
        ahead: Ahead = self.ahead(state, seat)
        if ahead.answer and not closing(self, state, seat, ahead.answer):  # Other rules than the present ones may have taken it.
            ahead = msgspec.structs.replace(ahead, answer=())
        if ahead.answer and self.decision(state, seat).sealed:
            return Said(ahead.answer, auto=ahead.auto)
        given = self.given(state, seat)
        if not ahead.answer:
            for action in self._planned(state, seat, ahead):
                if closing(self, state, seat, action):
                    return Said(action, auto=True, ordered=True)
        answer = ahead.answer or self.standing(state, seat, given)
        if not answer:
            return None
        secret = bool(given or ahead.answer) and self.standing(state, seat, frozenset()) != answer
        return Said(answer, auto=True, ordered=secret)

    def due(self: Any, state: Any, ripe: Collection[Seat]) -> tuple[Seat, Said] | None:
        for seat in self.to_act(state):
            said: Said | None = self.said(state, seat)
            if said is not None and (not said.ordered or seat in ripe):
                return seat, said
        return None

    def _planned(self: Any, state: Any, seat: Seat, ahead: Ahead) -> Iterator[Action]:
        """The actions that a plan has for a seat's question, legal or not."""
        if ahead.then:
            yield from choices(ahead.then[0])
        if ahead.ready:
            for ready in self._meant(state, seat, ahead):
                yield from (action for action, _ in self._meanings(state, seat, ready))
        if ahead.draft and not ahead.waits and self.turn(state) == seat and self.drafts(state, seat):
            yield from choices(ahead.draft[0])

    def _meant(self: Any, state: Any, seat: Seat, said: Ahead) -> list[Ready]:
        """The answers laid ready for a seat's question; those about its subject before one for anything, whichever was given first."""
        kind, about = self.decision(state, seat).kind, self.about(state, seat)
        return sorted((r for r in said.ready if r.kind == kind and r.about in (ANY, *about)), key=lambda r: r.about == ANY)

    def _meanings(self, state: Any, seat: Seat, ready: Ready) -> Iterator[tuple[Action, str]]:
        """The possible meanings of an answer laid ready, best first, each with the word for `*`."""
        words = self.fitting(state, seat, ready.about) or (FITTING,)
        return ((_fitted(action, word), word) for action in choices(ready.actions[0]) for word in words)

    def drafting_on(self: Any, state: Any, seat: Seat) -> Any:
        """The position for the next action of a draft, after a foreseen turn has come so far: nobody reacts until then, or does more than they
        must. None once the turn is over."""
        while (acting := self.to_act(state)) and self.turn(state) == seat:
            if seat in acting and self.drafts(state, seat):
                return state
            state = self.carry_out(state, acting[0], self.decision(state, acting[0]).default).state
        return None

    # Saying it

    def sayable(self: Any, state: Any, seat: Seat, prefix: Action) -> list[Word]:
        if self.outcome(state) is not None or self.absent(state, seat):
            return []
        if not prefix:
            return [Word(verb) for verb in (SEAL, READY) if verb in self.verbs and self.sayable(state, seat, (verb,))]
        verb, *rest = prefix
        if verb == READY:
            return self._ready_words(state, seat, tuple(rest))
        if verb != SEAL:
            return []
        if seat in self.to_act(state):
            return self.words(state, seat, tuple(rest)) if self.decision(state, seat).sealed else []
        answer = self.may_pass_ahead(state, seat)
        if answer is None or answer[: len(rest)] != tuple(rest) or len(rest) == len(answer):
            return []
        return [Word(answer[len(rest)], len(rest) + 1 == len(answer))]

    def _ready_words(self: Any, state: Any, seat: Seat, prefix: Action) -> list[Word]:
        """The words of answers to be laid ready; where there are as many as there may be, only of those that take the place of one."""
        words = _within(prefix[2:], self.ready_words(state, seat, prefix))
        kept = [(r.kind, r.about) for r in self.ahead(state, seat).ready]
        if len(kept) < MOST_READY or len(prefix) > 1:
            return words
        return [w for w in words if any(k[: len(prefix) + 1] == (*prefix, w.text) for k in kept)]

    def apply(self: Any, state: Any, seat: Seat, action: Action) -> Step:
        if sealed(action) and self.outcome(state) is None:
            return self._say(state, seat, action)
        step: Step = self.carry_out(state, seat, action)
        if state.ahead:
            left = {s: self._left_of(s, said, (state, seat, action, step)) for s, said in state.ahead.items()}
            step.state.ahead = {s: said for s, said in left.items() if said != NOTHING}
        return step

    def leave(self: Any, state: Any, seat: Seat) -> Step:
        """Removes a seat from the game, as `concede`, without what was said ahead. Raises Refused once the game is over."""
        raise NotImplementedError("`leave`")

    def concede(self: Any, state: Any, seat: Seat) -> Step:
        """Removes a seat with all that it has said ahead; sealed answers of others expire with the question, and their drafts wait."""
        if self.outcome(state) is None and (why := self.absent(state, seat)):
            raise why
        step: Step = self.leave(state, seat)
        if state.orders or state.ahead:
            left = {s: self._without_one(step.state, s, said) for s, said in state.ahead.items() if s != seat}
            step.state.ahead = {s: said for s, said in left.items() if said != NOTHING}
            step.state.orders = {s: orders for s, orders in state.orders.items() if s != seat}
        return step

    def _without_one(self, after: Any, seat: Seat, said: Ahead) -> Ahead:
        """What remains of a seat's sayings after another seat has left the game."""
        said = msgspec.structs.replace(said, answer=(), then=(), auto=False)
        if said.draft:
            said = msgspec.structs.replace(said, waits=True, lost=LEFT)
        return self._belonging(after, seat, said)

    def _belonging(self, after: Any, seat: Seat, said: Ahead) -> Ahead:
        """What remains of a seat's sayings, without a draft for a turn that no longer comes."""
        if said.draft and said.occasion and self.occasion(after, seat) != said.occasion:
            return msgspec.structs.replace(said, draft=(), waits=False, occasion=(), lost=GONE_BY)
        return said

    def _say(self: Any, state: Any, seat: Seat, action: Action) -> Step:
        """Carries a sealed action out. Raises Refused."""
        verb, *words = action
        if verb == LAPSE:
            return self._lapse(state, seat, words)
        if (SEAL if verb == AUTOSEAL else verb) not in self.verbs:
            raise Refused("not_an_action", next(iter((*self.verbs.values(), *self.kinds.values()))))
        if why := self.absent(state, seat):
            raise why
        if verb == STOPS:
            if len(set(words)) != len(words) or not set(words) <= set(self.orders):
                raise Refused("unknown_order", self.verbs[STOPS], self.orders)
            return Step(msgspec.structs.replace(state, orders={**state.orders, seat: tuple(words)}), ())
        said: Ahead = self.ahead(state, seat)
        if verb in (SEAL, AUTOSEAL):
            self._check_answer(state, seat, tuple(words))
            said = msgspec.structs.replace(said, answer=tuple(words), auto=verb == AUTOSEAL and bool(words))
        elif verb == DRAFT:
            said = msgspec.structs.replace(said, draft=self._plan(verb, tuple(words)), waits=False, lost="")
            said = msgspec.structs.replace(said, occasion=self._drafted(state, seat) if said.draft else ())
        else:
            said = msgspec.structs.replace(said, ready=self._with_ready(state, seat, tuple(words)))
        return Step(msgspec.structs.replace(state, ahead=_told(state.ahead, seat, said)), ())

    def _drafted(self: Any, state: Any, seat: Seat) -> tuple[int, ...]:
        """The turn for which a draft would be made now. Raises Refused if there is none."""
        turn: tuple[int, ...] | None = self.occasion(state, seat)
        if turn is None:
            raise Refused("no_turn_ahead", self.verbs[DRAFT])
        return turn

    def _lapse(self: Any, state: Any, seat: Seat, words: Sequence[str]) -> Step:
        """Sets aside parts of what a seat has said. Raises Refused."""
        why, *lapsed = words or ("",)
        if why not in LAPSES or not set(lapsed) <= {STOPS, SEAL, DRAFT, READY, THEN}:
            raise Refused("not_an_action", next(iter((*self.verbs.values(), *self.kinds.values()))))
        said: Ahead = self.ahead(state, seat)
        fields = {SEAL: ("answer", "auto"), DRAFT: ("draft", "waits", "occasion"), READY: ("ready",), THEN: ("then",)}
        gone = {field: getattr(NOTHING, field) for part in lapsed if part != STOPS for field in fields[part]}
        said = msgspec.structs.replace(said, **gone, lost="" if why == HEIR else why)
        orders = {s: given for s, given in state.orders.items() if s != seat or STOPS not in lapsed}
        return Step(msgspec.structs.replace(state, orders=orders, ahead=_told(state.ahead, seat, said)), ())

    def _check_answer(self: Any, state: Any, seat: Seat, answer: Action) -> None:
        """Raises Refused for an answer that cannot be sealed."""
        if not answer:
            return
        if seat in self.to_act(state):
            if not self.decision(state, seat).sealed:
                raise Refused("nothing_to_seal", self.verbs[SEAL])
            if not closing(self, state, seat, answer):
                self.carry_out(state, seat, answer)  # Says what is wrong with it.
                raise Refused("not_an_action", self.verbs[SEAL])
        elif answer != self.may_pass_ahead(state, seat):
            raise Refused("nothing_to_seal", self.verbs[SEAL])

    def _plan(self, verb: str, words: Action) -> tuple[Action, ...]:
        """The steps of a plan. Raises Refused for one that is too long, or lacks an action."""
        steps = parted(words)
        actions = [action for step in steps for action in choices(step) or ((),)]
        if len(actions) > MOST_ACTIONS or len(" ".join(words)) > MOST_LETTERS or any(not 0 < len(action) <= MOST_WORDS for action in actions):
            raise Refused("plan_too_long" if all(actions) else "plan_unfinished", self.verbs[verb], n=MOST_ACTIONS)
        return steps

    def _with_ready(self: Any, state: Any, seat: Seat, words: Action) -> tuple[Ready, ...]:
        """The answers laid ready with a new one in place of an earlier one for the same; without an answer, that one is taken back. Raises Refused
        for one that is not offered."""
        ready = self.ahead(state, seat).ready
        if not words:
            return ()
        if len(words) < 2 or words[0] not in self.kinds:
            raise Refused("plan_unfinished", self.verbs[READY])
        kind, about, *answer = words
        others = tuple(r for r in ready if (r.kind, r.about) != (kind, about))
        if not answer:
            return others
        if len(others) == MOST_READY:
            raise Refused("plan_too_long", self.verbs[READY], n=MOST_READY)
        steps = self._plan(READY, tuple(answer))
        known, whole = walked(lambda prefix: self.sayable(state, seat, (READY, *prefix)), words)
        if known < len(words):
            here = [w.text for w in self.sayable(state, seat, (READY, *words[:known]))]
            raise Refused("never_asked", self.verbs[READY], nearest(words[known], here), word=words[known])
        if not whole:
            raise Refused("plan_unfinished", self.verbs[READY])
        return (*others, Ready(kind, about, steps))

    def _left_of(self: Any, seat: Seat, said: Ahead, done: tuple[Any, Seat, Action, Step]) -> Ahead:
        """What remains of a seat's sayings after an action."""
        before, by, action, step = done
        own, left = by == seat, by != seat and self.leaves(before, by, action)
        answer = said.answer if left else ()
        draft, waits, ready, then = said.draft, said.waits, said.ready, said.then
        mine = self.turn(before) == seat
        if own and then and action in choices(then[0]):
            then = then[1:]
        elif own and (found := self._used(before, seat, said, action)):
            used, word = found
            ready, then = tuple(r for r in ready if r is not used), tuple(_fitted(a, word) for a in used.actions[1:])
        elif not left:
            then = ()
        if mine and draft:
            if own and action in choices(draft[0]) and not waits and self.drafts(before, seat):
                draft = draft[1:]
            elif not self.leaves(before, by, action):
                waits = True
            waits = waits or any(e.kind in self.shows or e.to is not None for e in step.events)
            if self.turn(step.state) != seat or not draft:
                draft, waits = (), False
        ready = tuple(r for r in ready if self.may_ask(step.state, seat, r.kind, r.about))
        lost = "" if mine and own else said.lost
        left = Ahead(answer, draft, waits, ready, then, said.auto and bool(answer), said.occasion if draft else (), lost)
        return self._belonging(step.state, seat, left)

    def _used(self: Any, state: Any, seat: Seat, said: Ahead, action: Action) -> tuple[Ready, str] | None:
        """The answer laid ready by which an action was given, and the word for its `*`."""
        if not said.ready or seat not in self.to_act(state):
            return None
        meant = self._meant(state, seat, said)
        return next(((r, word) for r in meant for meaning, word in self._meanings(state, seat, r) if meaning == action), None)


def _told(ahead: SaidAhead, seat: Seat, said: Ahead) -> SaidAhead:
    """All sayings, with one seat's replaced."""
    others = {s: a for s, a in ahead.items() if s != seat}
    return others if said == NOTHING else {**others, seat: said}


def _within(answers: Action, words: list[Word]) -> list[Word]:
    """The words that may follow answers to be laid ready, without those that join another action if the plan has no room for it."""

    def room(answers: Action) -> bool:
        actions = sum(len(choices(step)) for step in parted(answers))
        return actions < MOST_ACTIONS and len(" ".join(answers)) + LONGEST_ACTION <= MOST_LETTERS

    joined_at = max((n for n, word in enumerate(answers) if word in (THEN, ELSE)), default=0)
    if not room(answers[:joined_at]):
        return []
    return words if room(answers) else [w for w in words if w.text not in (THEN, ELSE)]


def _fitted(action: Action, word: str) -> Action:
    """An answer with `*` replaced by the word that fits."""
    return tuple(word if w == FITTING else w for w in action)
