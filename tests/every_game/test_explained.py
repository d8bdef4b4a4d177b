"""Refusals speak about what was typed: its verb and its things, with a rule that has to do with them, and tell nothing that the asker may not know.

Attempts are made up by `tests.every_game.attempts` and go the way of `/move` and `/why`; what is answered is judged by hand-written rules about the
game. More of it, with what is wrong, by `python -m tests.every_game.test_explained [GAME] [POSITIONS] [-v]`.
"""

from __future__ import annotations

import contextlib
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from cogs.messages.moves.typed_actions import understood
from cogs.messages.moves.typed_names import attempted, in_sight, naming
from cogs.why import verdict
from data.accents import folded
from data.content import games
from data.language import texts
from rules.game import Action, Refused
from rules.notation import Misread
from rules.randomness import Chance
from tests.every_game.attempts import GRAMMAR, Attempt, Played, attempts, grammar, played
from tests.sampled import sampled
from tests.table_stand_in import desk

every_game = pytest.mark.parametrize("game", games())
SHARE = 0.15
"""The part of the positions at which things are tried without their verb, in an ordinary run."""
LEAST = 30
"""So many of them at least: short games have few."""
GOOD, ANOTHER, MUTE = "good", "about something else", "no reason given"
TIMED = ("only_in_main", "time_not_now", "wrong_time")
"""Reasons of engines that say themselves when something is possible."""


class Found(NamedTuple):
    """What became of an attempt: what was said, and what was made of it."""

    attempt: Attempt
    moment: str
    said: str
    numbers: list[str]
    error: Misread | Refused | None
    action: Action


def found_at(known: Played, position: tuple[Any, int, int, Action], rng: random.Random) -> Iterator[Found]:
    """What becomes of all attempts at a position."""
    state, seat, seats, _ = position
    table, moment = desk(known.rules, state, seats), known.rules.decision(state, seat).kind
    for attempt in attempts(known, position, rng):
        say = texts(attempt.language, known.rules.key)
        lines, numbers = verdict(table, seat, attempt.text, say)
        error: Misread | Refused | None = None
        action: Action = ()
        try:
            action = understood(table, seat, attempt.text, say)
            known.rules.apply(state, seat, action)
        except (Misread, Refused) as refused:
            error = refused
        yield Found(attempt, moment, "\n".join(lines), numbers, error, action)


DECLINING = {"no", "none"}
"""Who says no where the only answer is that nothing is chosen means that."""


def concerns(game: str, verb: str, number: str) -> bool:
    """Whether a rule has to do with a verb, by hand-written chapters."""
    return any(re.match(rf"{re.escape(rule)}(\.|$)", number) for rule in grammar(game)[verb].rules.split())


def judge(known: Played, found: Found) -> str:
    """Whether an answer speaks about the verb that was meant and says why."""
    game, attempt, error = known.rules.key, found.attempt, found.error
    here = found.moment in grammar(game)[attempt.verb].moments.split()
    if error is None:
        return GOOD if found.action[0] == attempt.verb or {found.action[0], attempt.verb} == DECLINING else ANOTHER
    if isinstance(error, Refused):
        if not concerns(game, attempt.verb, error.rule):
            return ANOTHER
        if not here:  # It is the wrong time for all of it, whatever else is wrong.
            return GOOD if f"`{attempt.verb}`" in found.said or error.reason in TIMED else ANOTHER
        return MUTE if error.reason in ("not_an_action", "asked_otherwise") else GOOD
    if error.reason in ("number", "ambiguous", "slip"):
        return GOOD
    if not here or not (error.candidates or error.reason == "surplus"):
        return ANOTHER
    if error.reason in ("unfinished", "surplus"):
        return GOOD if all(concerns(game, attempt.verb, n) or n == known.rules.kinds[found.moment] for n in found.numbers) else ANOTHER
    if folded(error.word) == folded(attempt.text).split()[0]:
        return ANOTHER
    things = {word for places in known.objects.values() for place in places for word in place}
    return MUTE if (error.word in things and attempt.way != "too much") or attempt.way == "names" else GOOD


def wanted(known: Played, found: Found) -> str:
    """What a good answer to an attempt would have been: the sentence for whoever reads of a bad one."""
    game, attempt, error = known.rules.key, found.attempt, found.error
    about = grammar(game)[attempt.verb]
    said = f"{attempt.text!r} at {found.moment} ({attempt.way}, {attempt.language}) is answered with {found.said[:200]!r} ({error}): "
    if error is None:
        return f"{said}it was taken for `{' '.join(found.action)}`, and should have been taken for `{attempt.verb}`, or refused"
    if found.moment not in about.moments.split():
        right = f"that `{attempt.verb}` belongs to {about.moments}, by a rule of {about.rules}"
        return f"{said}right would be {right}: see `answers` and `verbs` of the engine"
    if isinstance(error, Refused) and concerns(game, attempt.verb, error.rule):
        return f"{said}right would be a reason of its own for what is wrong with it, in place of `{error.reason}`"
    if isinstance(error, Refused):
        return f"{said}right would be a rule of {about.rules}, and not {error.rule}: see `verbs` of the engine"
    return f"{said}right would be to say which of its words is wrong, what may stand there, and a rule of {about.rules}"


def probe(game: str, positions: int, seed: int, most: int = 200) -> tuple[Played, list[Found]]:
    """What becomes of all attempts at some positions that are not what was meant and legal."""
    known, rng = played(game, seed, most), random.Random(seed)
    some = rng.sample(known.positions, min(positions, len(known.positions)))
    return known, [f for position in some for f in found_at(known, position, rng) if f.error is not None or f.action[0] != f.attempt.verb]


def shares(verdicts: list[str]) -> dict[str, float]:
    """In per cent."""
    return {verdict: round(100 * verdicts.count(verdict) / len(verdicts), 2) for verdict in (GOOD, ANOTHER, MUTE)}


def check(game: str, positions: int, seed: int, most: int = 200) -> None:
    known, answers = probe(game, positions, seed, most)
    bad = [wanted(known, f) for f in answers if judge(known, f) != GOOD]
    assert len(answers) > 10 * positions // 4
    assert len(bad) <= len(answers) / 200, "\n".join([f"{len(bad)} of {len(answers)}, such as", *bad[:10]])


@pytest.mark.sampled(0.2, any=True)
@every_game
def test_refusals_speak_about_what_was_typed(game):
    check(game, 4, 11)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(12, 16))
@every_game
def test_refusals_speak_about_what_was_typed_at_length(game, seed):
    check(game, 150, seed, 10_000)


def secrets_kept(game: str, positions: int, seed: int) -> None:
    """All attempts in a world and in one that its seat cannot tell from it are answered alike, letter by letter."""
    known, rng = played(game, 11), random.Random(seed)
    for position in rng.sample(known.positions, min(positions, len(known.positions))):
        state, seat, seats, action = position
        other = known.rules.imagine(state, seat, Chance.of(seed))
        for asker in (seat, (seat + 1) % seats):
            there = other if asker == seat else known.rules.imagine(state, asker, Chance.of(seed))
            worlds = [desk(known.rules, world, seats) for world in (state, there)]
            for attempt in attempts(known, (state, seat, seats, action), random.Random(seed)):
                say = texts(attempt.language, game)
                one, two = (verdict(table, asker, attempt.text, say) for table in worlds)
                assert one == two, (attempt, asker)


def alone(game: str, seed: int) -> tuple[int, list[Any]]:
    """How often things without their verb were tried at positions, and what was said to them that is said with no verb that takes such things."""
    known, rng, tried, bad = played(game), random.Random(seed), 0, []
    for state, seat, seats, _ in sampled(known.positions, min(1, max(SHARE, LEAST / len(known.positions)))):
        table, kind, say = desk(known.rules, state, seats), known.rules.decision(state, seat).kind, texts("en", game)
        here = [verb for verb in grammar(game) if kind in grammar(game)[verb].moments.split() and known.objects.get(verb)]
        for verb in here:
            words = [rng.choice(place) for place in known.objects[verb][:2]]
            text = " ".join(words)
            if words[0] in ("none", "whatever") or any(word in known.rules.answers[kind] for word in words):
                continue
            others = [other for other in here if any(looks(word) == looks(words[0]) for word in known.objects[other][0])]
            said = {other: verdict(table, seat, f"{other} {text}", say) for other in others}
            tried += 1
            lines, numbers = verdict(table, seat, text, say)
            confirmed = any(f"`{other} {text}`" in lines[0] or f"`{other}`" in lines[0] for other in others)
            if not confirmed and (lines, numbers) not in said.values() and not all(mute(known, table, seat, f"{other} {text}") for other in others):
                bad.append((kind, text, lines[0][:150], {other: found[0][0][:150] for other, found in said.items()}))
    return tried, bad


def looks(word: str) -> bool:
    """Whether a word is a place or a number, and no card by its name."""
    return any(c.isdigit() for c in word.partition("+")[0])


def mute(known: Played, table: Any, seat: int, text: str) -> bool:
    """Whether nothing is said about the things themselves, but that it is the wrong time for the verb."""
    try:
        known.rules.apply(table.state, seat, understood(table, seat, text, texts("en", known.rules.key)))
    except Refused as error:
        return error.reason in ("nothing_to_do", "wrong_moment", "not_an_action", *TIMED)
    except Misread:
        return True
    return False


@pytest.mark.sampled(0.2, any=True)
@every_game
def test_things_without_a_verb_get_what_they_get_with_it(game):
    tried, bad = alone(game, 3)
    assert tried > 5
    assert len(bad) <= tried / 50, bad[:10]


@every_game
def test_verbs_take_what_was_done_with_them(game):
    """The types of cards that come first after a verb, as declared, and in random games."""
    known = played(game)
    for verb, places in known.objects.items():
        if places and verb in known.rules.takes:
            done = {known.rules.faces[word].type if word in known.rules.faces else "" for word in places[0] if word != "none"}
            assert done <= {*known.rules.takes[verb]}, verb
    assert {*known.rules.takes} <= {verb for verbs in known.rules.answers.values() for verb in verbs}


@pytest.mark.sampled(0.2, any=True)
@every_game
def test_a_refusal_tells_nothing_hidden(game):
    secrets_kept(game, 1, 5)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(4))
@every_game
def test_a_refusal_tells_nothing_hidden_at_length(game, seed):
    secrets_kept(game, 80, seed)


@every_game
def test_the_longest_text_is_explained_at_once(game):
    """A verb and three times as many words after it as `/move` takes, none of which names anything: nobody else waits for the answer."""
    known = played(game)
    state, seat, seats, _ = known.positions[len(known.positions) // 2]
    table, say = desk(known.rules, state, seats), texts("en", game)
    names, times = naming(table, seat, say), []
    for _ in range(5):
        tree, began = in_sight(known.rules, table.view(seat)), time.thread_time()
        with contextlib.suppress(Misread):
            attempted(tree, names, f"{tree(())[0].text} {'a ' * 150}"[:300])
        times.append(time.thread_time() - began)
    assert min(times) < 0.03


@pytest.mark.parametrize("game", GRAMMAR)
def test_what_is_answered_is_what_was_declared(game):
    """Each kind of decision has its verbs: those of the hand-written grammar. That those of random games are among them, `test_contract` holds."""
    known = played(game)
    by_hand = {(kind, verb) for verb, about in GRAMMAR[game].items() for kind in about.moments.split()}
    declared = {(kind, verb) for kind, verbs in known.rules.answers.items() for verb in verbs}
    assert by_hand <= declared, (
        f"rules/{game}: its `answers` lack {sorted(by_hand - declared)}, which the grammar in tests/every_game/attempts.py has"
    )
    more = {verb for _, verb in declared} - {*GRAMMAR[game], "none"}
    assert not more, f"GRAMMAR in tests/every_game/attempts.py does not say to which decisions and rules {sorted(more)} of {game} belong"
    for state, seat, _, _ in known.positions:
        kind = known.rules.decision(state, seat).kind
        offered = {w.text for w in known.rules.words(state, seat, ())} - {*known.rules.answers[kind], "whatever"}
        assert not offered, f"rules/{game}: its `answers` for {kind} lack {sorted(offered)}, which is offered there"


if __name__ == "__main__":
    count = next((int(a) for a in sys.argv[1:] if a.isdigit()), 60)
    for one in [a for a in sys.argv[1:] if a in games()] or games():
        game, outcome = probe(one, count, 11, 10_000)
        judged = [judge(game, f) for f in outcome]
        print(one, len(outcome), shares(judged), flush=True)
        if "-v" in sys.argv:
            keys = [(v, f.attempt.way, f.attempt.verb, getattr(f.error, "reason", "")) for v, f in zip(judged, outcome, strict=True)]
            for key, n in Counter(k for k in keys if k[0] != GOOD).most_common(40):
                example = outcome[keys.index(key)]
                print("   ", n, key, example.moment, repr(example.attempt.text), "->", repr(example.said[:150]))
