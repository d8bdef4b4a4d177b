"""Legal actions of every game, found by walking the tree of `Rules.words`: all of them, whether one is complete, and why a verb can't be used now."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.game import Action, Decision, Refused, Rules, S, Seat, Word

LONGEST = 200
"""Words of an action at most, in every game, and of what is said ahead: every way that `words` and `sayable` open has come to its end by then."""


def unchosen(words: Callable[[Action], list[Word]], prefix: Action) -> tuple[Action, list[Word]]:
    """Skips forced words: gives the first prefix from `prefix` on where there is something to choose or an action may end, and the words there.

    No words where more than LONGEST words follow without a choice.
    """
    found = words(prefix)
    while len(found) == 1 and not found[0].end:
        prefix = (*prefix, found[0].text)
        found = words(prefix) if len(prefix) < LONGEST else []
    return prefix, found


def legal(rules: Rules[S], state: S, seat: Seat, prefix: Action = ()) -> Iterator[Action]:
    """All legal actions that begin with `prefix`, in the order of the words."""
    for word in rules.words(state, seat, prefix):
        action = (*prefix, word.text)
        if word.end:
            yield action
        yield from legal(rules, state, seat, action)


def rule_of(rules: Rules[S], decision: Decision, verb: str) -> str:
    """The number of the rule under which a decision offers actions with this verb."""
    return rules.verbs.get(f"{decision.kind}.{verb}") or rules.verbs.get(verb) or decision.rule


def belonging(rules: Rules[S], verb: str, now: str = "") -> tuple[tuple[str, ...], str]:
    """The kinds of decision to which a verb belongs, legal now or not, and the rule behind it there; empty for a word that is no verb.

    Of several rules it is that of the last of those kinds before the present one (`now`), as the game lists them, else of the first.
    """
    when = tuple(kind for kind, answers in rules.answers.items() if verb in answers)
    if not when:
        return when, ""
    order = [*rules.kinds]
    before = [kind for kind in order[: order.index(now)] if kind in when] if now in order else []
    kind = before[-1] if before else when[0]
    return when, rule_of(rules, Decision(kind, (), rules.kinds[kind]), verb)


def unusable(rules: Rules[S], state: S, seat: Seat, verb: str) -> Refused | None:
    """Explains why a seat that is asked something cannot use a verb now at all, with the rule behind it and the verbs that are legal.

    It belongs to other kinds of decision (`when`) than the present one (`now`), or it belongs here and leads nowhere. None for any other word.

    It says no more than the seat's own decision does.
    """
    if not any(verb in answers for answers in rules.answers.values()) or seat not in rules.to_act(state):
        return None
    now = rules.decision(state, seat)
    when, rule = belonging(rules, verb, now.kind)
    verbs = tuple(word.text for word in rules.words(state, seat, ()))
    if now.kind not in when:
        return Refused("wrong_moment", rule, verbs, verb=verb, when=when, now=(now.kind,))
    return None if verb in verbs else Refused("nothing_to_do", rule_of(rules, now, verb), verbs, verb=verb)


def closing(rules: Rules[S], state: S, seat: Seat, prefix: Action) -> bool:
    """Whether `prefix` as it stands is a complete legal action."""
    return bool(prefix) and any(w.text == prefix[-1] and w.end for w in rules.words(state, seat, prefix[:-1]))
