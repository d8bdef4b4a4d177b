"""What is typed is what happens: typed actions of every kind, in states of random play, judged by other means than reading them.

The judge knows a game only by what it has offered in random play: its words, and how whole actions are built.
More of it by `python -m tests.every_game.test_typed [GAME] [ACTIONS]`.
"""

from __future__ import annotations

import contextlib
import random
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import groupby, islice, product
from typing import Any, NamedTuple

import pytest

from data.content import build, games
from rules.game import Action, Refused, Rules
from rules.legal_actions import legal
from rules.notation import RESIGN, SEPARATOR, Misread, complete, first, play, read, understand
from tests.every_game.setups import SETUPS, random_action, whole_game
from tests.every_game.test_playthroughs import ways
from tests.hexygame import table as hexygame
from tests.once_a_run import once_a_run
from tests.planetary_conquerors import table as planetary

every_game = pytest.mark.parametrize("game", games())
DIGITS = "0123456789"
UNEXPLAINED = ("not_an_action", "asked_otherwise")
"""Reasons that say no more than that this is no action here."""
Kinds = tuple[str, ...]


def plain(word: str) -> bool:
    return not any(c in DIGITS for c in word)


def kind(word: str) -> str:
    """What a word is at first sight: plain, a number, a place such as `e5`, or how else it mixes letters, digits and signs."""
    return "" if plain(word) else "".join(k for k, _ in groupby("9" if c in DIGITS else "x" if c.isalpha() or c == "_" else c for c in word))


class Known(NamedTuple):
    """What random play has shown of a game: states and who is asked there, words, how actions are built."""

    rules: Rules[Any]
    states: list[tuple[Any, int, int]]
    words: list[str]
    built: set[tuple[str, Kinds]]


def whole_games(game: str, seed: int) -> Iterator[tuple[Rules[Any], int, list[tuple[Any, int, Action]]]]:
    """A random game of every setup, and all golden playthroughs: in those somebody knows what they are doing."""
    for setup in (s for s in SETUPS if s.game == game):
        yield setup.rules, setup.seats, [(state, seat, action) for state, seat, action, _ in whole_game(setup, seed)]
    rules = build(game)
    for way in ways(game).values():
        state, found = rules.setup(way["seats"], way["options"], way["seed"]).state, []
        for row in way["rows"](rules, state):
            if row.action != RESIGN:
                found.append((state, row.seat, row.action))
            state = play(rules, state, row).state
        yield rules, way["seats"], found


def known(game: str) -> Known:
    return Known(build(game), *_shown(game, 1, 20))


@once_a_run
def _shown(game: str, seed: int, sample: int) -> tuple[list[tuple[Any, int, int]], list[str], set[tuple[str, Kinds]]]:
    states: list[tuple[Any, int, int]] = []
    actions: set[Action] = set()
    words: set[str] = set()
    for rules, seats, rows in whole_games(game, seed):
        actions |= {action for _, _, action in rows}
        some = rows[seed % 3 :: max(1, len(rows) // sample)]
        for state, seat, action in some:
            words |= {w.text for n in range(len(action) + 1) for w in rules.words(state, seat, action[:n])}
            actions |= set(islice(legal(rules, state, seat), 200))
        states += [(state, seat, seats) for state, seat, _ in some if seat in rules.to_act(state)]
    return states, sorted(words | {w for a in actions for w in a}), {(a[0], tuple(map(kind, a[1:]))) for a in actions}


# The judge


def tokens(text: str) -> Action:
    return tuple(text.lower().replace(",", " ").split())


def means(word: str, token: str, all_words: list[str]) -> bool:
    """Whether a typed word may stand for a word of an action: by itself, or cut short if it is no word of its own."""
    return token == word or (plain(word) and word.startswith(token) and token not in all_words)


def numbers(word: str, token: str, all_words: list[str]) -> bool:
    """The same where a bare number may stand for letters with that number."""
    letters = word.rstrip(DIGITS)
    bare = word != letters and letters.isalpha() and not set(token) - set(DIGITS) and int(word[len(letters) :]) == int(token)
    return bare or means(word, token, all_words)


def happens(game: Known, state: Any, seat: int, typed: Action, action: Action, means: Any = means) -> bool:
    """Whether an action is what was typed, where all that is missing had no choice.

    What is built like a whole action of the game was meant as one: nothing is thought to be missing in the middle of it.
    """
    if not typed:
        return False
    verb = action[0] if means(action[0], typed[0], game.words) else typed[0]
    whole = (verb, tuple(map(kind, typed[1:]))) in game.built

    def from_here(a: int, t: int) -> bool:
        if a == len(action):
            return t == len(typed)
        if t < len(typed) and means(action[a], typed[t], game.words) and from_here(a + 1, t + 1):
            return True
        only = [w.text for w in game.rules.words(state, seat, action[:a])] == [action[a]]
        return only and not (whole and 0 < t < len(typed)) and from_here(a + 1, t)

    return typed == action or from_here(0, 0)


def refusal(rules: Rules[Any], state: Any, seat: int, action: Action) -> tuple[Any, ...] | None:
    try:
        rules.apply(state, seat, action)
    except Refused as error:
        return error.reason, error.rule, error.legal, error.facts
    return None


def in_full(game: Known, typed: Action) -> list[Action]:
    """The typed words with those cut short written out in all ways."""
    ways = [[t, *(w for w in game.words if w != t and means(w, t, game.words))] for t in typed]
    return list(islice(product(*ways), 500))


def judge(game: Known, state: Any, seat: int, text: str) -> str:
    """What became of a typed action. Fails if it is not what was typed, or explained as something else."""
    rules, typed = game.rules, tokens(text)
    raw = refusal(rules, state, seat, typed)
    misread = refused = action = None
    try:
        action = understand(rules, state, seat, text)
    except Misread as error:
        misread = error
    except Refused as error:
        refused = error.reason, error.rule, error.legal, error.facts
    if action:
        assert happens(game, state, seat, typed, action), f"{text!r} is carried out as {action}"
        assert raw is not None or action == typed
        rules.apply(state, seat, action)
        return "done"
    if refused and refused[0] in ("wrong_moment", "nothing_to_do"):
        verbs = [w.text for w in rules.words(state, seat, ())]
        assert raw[0] in (*UNEXPLAINED, "nothing_to_do"), f"{text!r}: {refused} in place of {raw}"
        assert (refused[3]["verb"] in verbs, refused[2]) == (False, tuple(verbs))
        assert means(refused[3]["verb"], typed[0], game.words), f"{text!r}: {refused}"
        return "refused"
    if refused:
        full = [raw] if refused == raw else [refusal(rules, state, seat, a) for a in in_full(game, typed)]
        assert refused in full, f"{text!r}: {refused} in place of {raw}"
        return "refused"
    assert misread
    if misread.reason == "number":
        assert happens(game, state, seat, typed, misread.attempt, numbers), f"{text!r} is shown as {misread.attempt}"
        rules.apply(state, seat, misread.attempt)
        return "number"
    assert not (raw and raw[0] not in UNEXPLAINED and all(t in game.words for t in typed)), f"{text!r}: {misread} in place of {raw}"
    return "misread"


# What people type


def mistyped(game: Known, action: Action, rng: random.Random) -> str:
    """An action as somebody may type it: other places, cards and numbers, words cut short, left out, doubled and swapped."""
    words = list(action)
    for _ in range(rng.choice((0, 1, 1, 1, 2))):
        at = rng.randrange(len(words)) if words else 0
        how = rng.randrange(9)
        if not words:
            break
        if how == 0:
            like = [w for w in game.words if kind(w) == kind(words[at])]
            words[at] = rng.choice(like or game.words)
        elif how == 1:
            words[at] = words[at][: rng.randint(1, len(words[at]))]
        elif how == 2:
            words[at] = "".join(rng.choice(DIGITS) if c in DIGITS and rng.random() < 0.7 else c for c in words[at])
        elif how == 3:
            words.pop(at)
        elif how == 4:
            words.insert(at, words[at])
        elif how == 5:
            other = rng.randrange(len(words))
            words[at], words[other] = words[other], words[at]
        elif how == 6:
            words[at] = "".join(c for c in words[at] if c in DIGITS) or words[at]
        elif how == 7:
            words.insert(rng.randint(0, len(words)), rng.choice(game.words))
        else:
            words[at] = rng.choice(game.words)
    text = rng.choice((" ", " ", " ", ", ", "  ")).join(words)
    return rng.choice((str, str, str.upper, str.title))(text)


def typing(game: Known, count: int, seed: int) -> Counter[str]:
    rng = random.Random(seed)
    found: Counter[str] = Counter()
    while found.total() < count:
        state, asked, seats = rng.choice(game.states)
        seat = asked if rng.random() < 0.95 else rng.randrange(seats)
        other, its, _ = (state, asked, 0) if rng.random() < 0.7 else rng.choice(game.states)
        action = random_action(game.rules, other, its, rng)
        for _ in range(6):
            found[judge(game, state, seat, mistyped(game, action, rng))] += 1
    return found


@pytest.mark.sampled(0.2)
@every_game
def test_what_is_typed_is_what_happens_or_nothing(game):
    found = typing(known(game), 400, 1)
    assert min(found["done"], found["refused"] + found["misread"]) > 50, found


def told(rules: Rules[Any], state: Any, seat: int, text: str) -> tuple[str, Any]:
    """Why a typed action is refused, and which hex it is about."""
    with pytest.raises(Refused) as error:
        understand(rules, state, seat, text)
    return error.value.reason, error.value.facts.get("hex")


def test_an_attack_on_ones_own_is_no_attack_on_the_only_enemy():
    """`attack e5 e2` is no `attack e5 e6 e2x1`, which draws from E2, nor an ambush that E4 joins."""
    table = hexygame.TestTable().put(0, "cinder_hound", "e5", die=1).put(0, "red_hearth", "e2", points=3).put(0, "great_ballista", "e4", die=1)
    state = table.put(1, "moss_troll", "e6").state
    offered = [" ".join(a) for a in legal(hexygame.RULES, state, 0, ("attack", "e5"))]
    assert offered == ["attack e5 e6 e4 e2x2", "attack e5 e6 e2x1"]
    for own in ("e2", "e4", "e5"):
        assert told(hexygame.RULES, state, 0, f"attack e5 {own}") == ("no_enemy", own)
    assert understand(hexygame.RULES, state, 0, "attack e5 e2x1") == ("attack", "e5", "e6", "e2x1")


def test_an_attack_on_nothing_is_no_attack_on_the_only_building():
    table = planetary.TestTable().put(0, "trooper").put(1, "outpost").play("0 end")
    at, of = f"c{table.names['trooper']}", f"c{table.names['outpost']}"
    state = table.state
    assert told(planetary.RULES, state, 0, f"attack {at} {of[:-1]}")[0] == "bad_target"
    assert understand(planetary.RULES, state, 0, f"att {at} {of}") == ("attack", at, of)


def test_a_word_of_the_game_is_no_longer_word():
    """`fin` is the Finnish team, not `finish`; `fini` is no word and may be cut short."""
    rules = build("hockey_game")
    state, seat = next(
        (state, seat) for state, seat, _ in known("hockey_game").states if {w.text for w in rules.words(state, seat, ())} >= {"finish"}
    )
    assert understand(rules, state, seat, "Fini") == ("finish",)
    with pytest.raises(Misread):
        understand(rules, state, seat, "fin")


@pytest.mark.sampled(0.4)
@every_game
def test_every_word_without_a_digit_is_known(game):
    found = known(game)
    assert [w for w in found.words if plain(w) and not found.rules.knows(w)] == []
    assert not found.rules.knows("sesame")


@pytest.mark.sampled(0.4)
@every_game
def test_completion_offers_what_begins_as_it_was_typed(game):
    found, rng = known(game), random.Random(2)
    offers = 0
    for state, seat, _ in rng.sample(found.states, min(60, len(found.states))):
        for _ in range(4):
            text = mistyped(found, random_action(found.rules, state, seat, rng), rng)
            text = text[: rng.randint(0, len(text))]
            typed = tokens(text)
            done = typed if not text.strip() or text[-1] in " ," else typed[:-1]
            for whole in complete(found.rules, state, seat, text):
                offers += 1
                words = tokens(whole)
                assert all(means(w, t, found.words) for w, t in zip(words, done, strict=False)), (text, whole)
                last = words[len(done)] if len(done) < len(words) else ""
                assert done == typed or last.startswith(typed[-1]) or numbers(last, typed[-1], found.words), (text, whole)
                more = first(found.rules, state, seat, whole)[1]
                assert more or all(words[n] in {w.text for w in found.rules.words(state, seat, words[:n])} for n in range(len(words)))
    assert offers > 100


@every_game
def test_a_row_of_actions_is_taken_apart_where_it_was_typed(game):
    found, rng = known(game), random.Random(4)
    for state, seat, _ in found.states:
        row = [mistyped(found, random_action(found.rules, state, seat, rng), rng) for _ in range(rng.randint(1, 3))]
        one, rest = first(found.rules, state, seat, f" {SEPARATOR} ".join(row))
        head = tokens(row[0])
        if tokens(one) == head:
            assert rest == f" {SEPARATOR} ".join(row[1:]).strip()
            continue
        again = tokens(rest.partition(SEPARATOR)[0])
        assert (tokens(one), again) == (head[:2], (head[0], *head[2:]))
        assert any(means(w.text, head[0], found.words) and w.times > 1 for w in found.rules.words(state, seat, ()))


@every_game
def test_a_bare_number_is_the_whole_number_of_one_word(game):
    found, rng = known(game), random.Random(6)
    for state, seat, _ in found.states:
        action = random_action(found.rules, state, seat, rng)
        for at, word in enumerate(action):
            for number in {"".join(c for c in word if c in DIGITS), word[-1:]} - {""}:
                if plain(word) or not number.isdigit():
                    continue
                offered = [w.text for w in found.rules.words(state, seat, action[:at])]
                same = [w for w in offered if numbers(w, number, found.words)]
                text = " ".join((*action[:at], number, *action[at + 1 :]))
                attempt = shown(found.rules, state, seat, text)
                if same == [word] != [number]:
                    assert attempt == action, text
                elif len(same) != 1:
                    assert attempt is None or attempt[at] not in same, f"{text!r} is shown as {attempt}"


def shown(rules: Rules[Any], state: Any, seat: int, text: str) -> Action | None:
    """The action that is shown for a typed one, to be confirmed."""
    try:
        understand(rules, state, seat, text)
    except Misread as error:
        return error.attempt if error.reason == "number" else None
    except Refused:
        return None
    return None


@every_game
def test_nothing_typed_is_nothing_done(game):
    for state, seat, _ in known(game).states:
        for text in ("", " ", ",", " , ,"):
            with pytest.raises((Misread, Refused)):
                understand(known(game).rules, state, seat, text)


ARABIC = str.maketrans(DIGITS, "٠١٢٣٤٥٦٧٨٩")
RAISED = str.maketrans(DIGITS, "⁰¹²³⁴⁵⁶⁷⁸⁹")
WIDE = str.maketrans({chr(n): chr(n + 0xFEE0) for n in range(33, 127)})
ODD = ["", "²", "Ⅳ", "½", "٣", "ß", "İ", "ﬁnish", "\u212aeep", "ſtep", "\0", "\u200f", "\u0301", "🂡", "\ud800"]
ODD += ["-1", "1e1", "{word}", "%s", "\\", "`", "9" * 5000, "x" * 5000]


def disguised(word: str) -> list[str]:
    """Words that look, sound or count like another, but are not spelled like it."""
    likes = [word.upper(), word.title(), word.translate(ARABIC), word.translate(RAISED), word.translate(WIDE), word.replace("s", "ſ")]
    likes += [f"+{word}", f"0{word}", f" {word}", f"{word} ", f"{word}\u0301", f"\u200f{word}", f"{word}\0", word + word, word[:-1]]
    return [w for w in likes if w != word]


@pytest.mark.sampled(0.2)
@every_game
def test_an_odd_word_is_refused_like_any_other(game):
    """Superscripts, digits of other scripts, wide letters, accents alone: the engine takes a word spelled as it offers it, and no other."""
    found, rng = known(game), random.Random(5)
    rules, verbs = found.rules, sorted({verb for verb, _ in found.built})
    for state, seat, _ in rng.sample(found.states, min(16, len(found.states))):
        listed = set(islice(legal(rules, state, seat), 2000))
        tried = [(*rng.choice(found.words), rng.choice(ODD)), *((v, rng.choice(ODD)) for v in verbs)]
        for action in (random_action(rules, state, seat, rng) for _ in range(3)):
            for at, word in enumerate(action):
                tried += [(*action[:at], odd, *action[at + 1 :]) for odd in (*disguised(word), rng.choice(ODD))]
            tried += [(*action, rng.choice(ODD)), (*action, *action[-1:])]
        for odd in tried:
            text = " ".join(odd)
            if odd not in listed and len(listed) < 2000:
                with pytest.raises(Refused):
                    rules.apply(state, seat, odd)
            for doing in (read, understand):
                with contextlib.suppress(Misread, Refused):
                    rules.apply(state, seat, doing(rules, state, seat, text))
            assert all(offer.isascii() or not text.isascii() for offer in complete(rules, state, seat, text))
            first(rules, state, seat, text)


if __name__ == "__main__":
    wanted = next((int(a) for a in sys.argv[1:] if a.isdigit()), 100_000)
    for one in [a for a in sys.argv[1:] if a in games()] or games():
        total: Counter[str] = Counter()
        for n in range(-(-wanted // 5000)):
            known.cache_clear()
            total += typing(known(one, seed=1000 + n), min(wanted, 5000), n)
        print(one, dict(total), flush=True)
