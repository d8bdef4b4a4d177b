"""Records of games as text: what is written is read again, and everything that does not hold is named with its line or action."""

from __future__ import annotations

import json
import random
from contextlib import nullcontext

import pytest

from data.content import build
from rules.game import Refused, Word
from rules.legal_actions import LONGEST
from rules.notation import (
    ABANDONED,
    AGREED,
    RESIGN,
    RULED,
    Misread,
    OtherRules,
    Record,
    Row,
    Wrong,
    complete,
    counting,
    first,
    nearest,
    play,
    read,
    replay,
    settled,
    settlement,
    split,
)
from rules.randomness import seed_hash
from tests.every_game.setups import random_rows

RULES = build("monster_hex")
SEED = 5
HEADER = {"game": "monster_hex", "version": RULES.version, "seats": 2, "options": {"board": "two"}, "seed_sha256": seed_hash(SEED)}
START = RULES.setup(2, HEADER["options"], SEED).state
ROWS = tuple(random_rows(RULES, START, 3))


def states(rows):
    """The state after each row, by its number; 0 is the start."""
    found = {0: START}
    for row in rows:
        found[row.number] = play(RULES, found[row.number - 1], row).state
    return found


def wrong(record, seed=SEED):
    """Why a record does not hold."""
    with pytest.raises(Wrong) as caught:
        replay(RULES, record if isinstance(record, Record) else Record(record, ROWS), seed)
    return caught.value.reason, caught.value.facts


def numbered(*actions, seat=0):
    return tuple(Row(n, seat, tuple(action.split())) for n, action in enumerate(actions, 1))


# Text


def test_a_record_as_text():
    rows = (Row(1, 0, ("faction", "moss")), Row(2, 1, ("faction", "dune"), True), Row(3, 0, ("undo", "1")))
    record = Record({"game": "x", "names": ["Ann\u2028 B\x85", "é: ü"], "options": {}, "n": None}, rows)
    text = record.write()
    assert text.endswith("\n\n1. 0 faction moss\n2. 1* faction dune\n3. 0 undo 1\n")
    assert Record.read(text) == record
    assert Record.read("\n \n" + text.replace("\n", "\r\n")) == record
    assert Record.read(text.replace("2. ", "\n  2. ").replace("moss", " moss  ")) == record
    assert Record.read("game: 1\n") == Record({"game": 1}, ())


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("game", 1), ("game: x", 1), ("game: 1\ngame: 2", 2), ("game: NaN", 1), ("game: 1\nn: -Infinity", 2), ("a: " + "[" * 100_000, 1),
        ("a: 1\n\n2. 0 x", 3), ("a: 1\n\n1. 0 x\n3. 0 x", 4), ("a: 1\n\n0. 0 x", 3), ("a: 1\n\n1. 0", 3), ("a: 1\n\n1 0 x", 3),
        ("a: 1\n\n01. 0 x", 3),
        ("a: 1\n\n1. 00 x", 3), ("a: 1\n\n1. 100 x", 3), ("a: 1\n\n1. 0** x", 3), ("a: 1\n\n1. 0 x\n\n\n1. 0 x", 6), ("a: 1\n\n1. 0 " + "x" * 996, 3),
    ],
)  # fmt: skip
def test_lines_that_cannot_be_read(text, line):
    with pytest.raises(Wrong) as caught:
        Record.read(text)
    assert (caught.value.reason, caught.value.facts) == ("record.line", {"number": line})


def test_rows_at_their_limits():
    longest = "1. 0 " + "x" * 995
    assert len(longest) == 1000
    assert Record.read(f"a: 1\n\n{longest}").rows[0].action == ("x" * 995,)
    assert Record.read("a: 1\n\n1. 99* x y").rows == (Row(1, 99, ("x", "y"), True),)


# Playing


def test_a_record_leads_where_its_actions_lead():
    state, outcome = replay(RULES, Record(HEADER, ROWS), SEED)
    assert RULES.dump(state) == RULES.dump(states(ROWS)[len(ROWS)])
    assert outcome == RULES.outcome(state)
    assert outcome is not None
    half, none = replay(RULES, Record({**HEADER, "names": ["a", "b"]}, ROWS[:5]), SEED)
    assert none is None
    assert RULES.dump(half) == RULES.dump(states(ROWS)[5])


@pytest.mark.parametrize("key", ["game", "version", "seats", "options", "seed_sha256"])
def test_headers_of_another_kind(key):
    assert wrong({**HEADER, key: None}) == ("record.header", {"line": key})
    assert wrong({**HEADER, key: [1]}) == ("record.header", {"line": key})
    with pytest.raises(KeyError):
        replay(RULES, Record({k: v for k, v in HEADER.items() if k != key}, ROWS), SEED)


def test_headers_that_do_not_hold():
    assert wrong({**HEADER, "version": True}) == ("record.header", {"line": "version"})
    assert wrong({**HEADER, "game": "hexygame"}) == ("record.header", {"line": "game"})
    assert wrong(HEADER, SEED + 1) == ("record.hash", {})
    with pytest.raises(OtherRules) as other:
        replay(RULES, Record({**HEADER, "version": RULES.version + 1}, ROWS), SEED)
    assert (other.value.reason, other.value.facts) == ("check.other_rules", {"recorded": RULES.version + 1, "now": RULES.version})
    assert wrong({**HEADER, "seats": 5}) == ("record.header", {"line": "seats"})
    for names in (["a"], ["a", "b", "c"], ["a", 1], "ab", {"a": 1, "b": 2}, None):
        assert wrong({**HEADER, "names": names}) == ("record.header", {"line": "names"})
    assert wrong({**HEADER, "options": {"board": "six"}}) == ("record.header", {"line": "options"})
    with pytest.raises(Wrong) as caught:
        replay(RULES, Record({**HEADER, "options": {"board": "four"}}, ROWS), SEED)
    assert (caught.value.reason, caught.value.refused.reason) == ("record.setup", "board_needs")


def test_rows_that_do_not_hold():
    assert wrong(Record(HEADER, (*ROWS, Row(len(ROWS) + 1, 0, ("pass",))))) == ("record.after", {"number": len(ROWS) + 1})
    assert wrong(Record(HEADER, (*ROWS[:3], Row(4, 2, ROWS[3].action)))) == ("record.seat", {"number": 4, "seat": 2})
    with pytest.raises(Wrong) as caught:
        replay(RULES, Record(HEADER, (*ROWS[:3], Row(4, ROWS[3].seat, ("fly",)))), SEED)
    assert (caught.value.reason, caught.value.facts, caught.value.refused.rule) == ("record.refused", {"number": 4}, "MH-3.1")
    resigned = replay(RULES, Record(HEADER, (*ROWS[:3], Row(4, 1, RESIGN))), SEED)[1]
    assert (resigned.winners, resigned.reason) == ((0,), "resigned")


def test_undo_goes_back_to_any_action_that_counts():
    """Also to the start, and to one before another undo; what was taken back is no place to go back to."""
    by_number = states(ROWS)
    rng = random.Random(4)
    rows, kept, state, refused = [], [], START, 0
    numbers = {0: START}
    while len(rows) < 120:
        number = len(rows) + 1
        acting = RULES.to_act(state)
        if not acting:
            break
        if rows and rng.random() < 0.3:
            target = rng.choice([0, *(r.number for r in rows)])
            undo = Row(number, 0, ("undo", str(target)))
            if target not in numbers:
                refused += 1
                assert wrong(Record(HEADER, (*rows, undo))) == ("record.undo", {"number": number, "target": target})
                with pytest.raises(Wrong, match=r"record\.undo"):
                    counting([*rows, undo])
                continue
            rows.append(undo)
            numbers = {n: s for n, s in numbers.items() if n <= target}
            kept = [r for r in kept if r.number <= target]
            state = numbers[target]
        else:
            row = Row(number, acting[0], RULES.decision(state, acting[0]).default)
            rows.append(row)
            kept.append(row)
            state = play(RULES, state, row).state
            numbers[number] = state
    assert refused > 3
    assert counting(rows) == kept
    assert RULES.dump(replay(RULES, Record(HEADER, tuple(rows)), SEED)[0]) == RULES.dump(state)
    assert by_number[0] == START


@pytest.mark.parametrize("words", ["undo", "undo x", "undo -1", "undo 01", "undo 1 2", "undo 1234567890"])
def test_an_undo_that_cannot_be_read(words):
    assert wrong(Record(HEADER, (ROWS[0], Row(2, 0, tuple(words.split()))))) == ("record.words", {"number": 2})


@pytest.mark.parametrize("reason", [AGREED, RULED, ABANDONED])
def test_settled_ends(reason):
    action = settlement(reason, [[1], [0]])
    assert action == ("settle", reason, "1", "0")
    outcome = replay(RULES, Record(HEADER, (*ROWS[:4], Row(5, 0, action))), SEED)[1]
    assert (outcome.places, outcome.reason) == (((1,), (0,)), reason)
    assert settled(Row(1, 0, settlement(reason, [(2, 0), (1,)]))).places == ((0, 2), (1,))
    assert settled(ROWS[0]) is None
    assert wrong(Record(HEADER, (Row(1, 0, action), ROWS[0]._replace(number=2)))) == ("record.after", {"number": 2})


@pytest.mark.parametrize(
    "words",
    [
        "settle",
        "settle agreed",
        "settle never 0+1",
        "settle agreed 0",
        "settle agreed 0+1 1",
        "settle agreed 0+2",
        "settle agreed a+b",
        "settle agreed 0+",
    ],
)
def test_settled_ends_that_do_not_hold(words):
    assert wrong(Record(HEADER, (Row(1, 0, tuple(words.split())),))) == ("record.words", {"number": 1})


# Typing


class Tree:
    """A game that is nothing but a tree of words: a word with a list goes on, one with True may end."""

    answers = {}

    def __init__(self, tree, known=()):
        self.tree, self.known = tree, set(known)

    def words(self, state, seat, prefix):
        here = self.tree
        for word in prefix:
            here = here.get(word, {}) if isinstance(here, dict) else {}
        return [Word(w, not isinstance(v, dict) or "" in v) for w, v in here.items() if w] if isinstance(here, dict) else []

    def knows(self, word):
        return word in self.known

    def apply(self, state, seat, action):
        if not any(w.text == action[-1] and w.end for w in self.words(state, seat, action[:-1])):
            raise Refused("not_an_action", "X")


TREE = Tree({"move": {"c12": True, "c112": True, "m7": True}, "mark": {"red": True, "reed": True}, "end": True, "pay": {"": True, "all": True}})


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("move c12", "move c12"), ("MOVE, C12", "move c12"), ("mo c12", "move c12"), ("e", "end"), ("mark red", "mark red"),
        ("mark ree", "mark reed"),
        ("pay", "pay"), ("p a", "pay all"),
    ],
)  # fmt: skip
def test_what_is_typed(text, meant):
    assert " ".join(read(TREE, None, 0, text)) == meant


@pytest.mark.parametrize(
    ("text", "reason", "word", "here"),
    [
        ("", "unfinished", "", "move mark end pay"),
        ("m", "ambiguous", "m", "move mark"),
        ("fly", "strange", "fly", "move mark end pay"),
        ("mvoe", "unknown", "mvoe", "move mark end pay"),
        ("move", "unfinished", "move", "c12 c112 m7"),
        ("move 12", "number", "move 12", ""),
        ("move 012", "number", "move 012", ""),
        ("move 2", "unknown", "2", "c12 c112 m7"),
        ("move c1", "unknown", "c1", "c12 c112 m7"),
        ("mark re", "ambiguous", "re", "red reed"),
        ("end now", "surplus", "now", ""),
    ],
)
def test_what_cannot_be_read(text, reason, word, here):
    with pytest.raises(Misread) as caught:
        read(TREE, None, 0, text)
    assert (caught.value.reason, caught.value.word, set(caught.value.candidates)) == (reason, word, set(here.split()))


def test_what_is_like_no_word_brings_all_in_the_order_of_the_game():
    with pytest.raises(Misread) as caught:
        read(TREE, None, 0, "fly to c12")
    assert (caught.value.reason, caught.value.candidates) == ("strange", ("move", "mark", "end", "pay"))


def test_words_of_the_game_are_not_cut_short():
    """What is a word of the game means itself or nothing."""
    with pytest.raises(Misread):
        read(Tree({"market": True, "end": True}, known={"mark"}), None, 0, "mark")
    assert read(Tree({"market": True, "end": True}), None, 0, "mark") == ("market",)


def test_the_nearest_word_comes_first():
    assert nearest("Mvoe", ["end", "mark", "move"])[0] == "move"
    assert nearest("x", ["a", "b"]) == ("a", "b")
    assert split("Place,  M05\tc3") == ["place", "m05", "c3"]


def test_header_values_are_json():
    header = {"names": ["ä", '"', "\\"], "deep": {"a": [1, None, True]}}
    assert dict(Record.read(Record(header, ()).write()).header) == json.loads(json.dumps(header))


class Endless(Tree):
    """A way that goes on for ever with words that nobody chooses between; it may end at every so many-th."""

    def __init__(self, *words, ends=0):
        super().__init__({})
        self.round, self.ends, self.asked = words, ends, 0

    def words(self, state, seat, prefix):
        self.asked += 1
        assert self.asked < 20 * LONGEST, "it is read without end"
        n = len(prefix)
        whole = all(word == self.round[i % len(self.round)] for i, word in enumerate(prefix))
        return [Word(self.round[n % len(self.round)], bool(self.ends) and not (n + 1) % self.ends)] if whole else []


@pytest.mark.parametrize("ends", [0, 3, LONGEST + 1])
@pytest.mark.parametrize(
    "text", ["x", "choose", "choose c5 x", "choose c5 else choose c5 7 x", "choose c5 else " * 100, "choose c5 else " * 100 + "x"]
)
def test_a_way_without_end_is_read_to_an_end(text, ends):
    """Whatever is typed: a word that is none of those around is unknown, and what is too long for any action cannot be meant."""
    tree = Endless("choose", "c5", "else", ends=ends)
    fits = ends == 3 and "x" not in text and len(text.split()) <= LONGEST
    with nullcontext() if fits else pytest.raises(Misread) as caught:
        read(tree, None, 0, text)
    if caught and text.endswith(" x") and len(text) < 100:
        assert (caught.value.reason, caught.value.word) == ("unknown", "7" if "7" in text else "x")
        assert set(caught.value.candidates) == {"choose", "c5", "else"}


@pytest.mark.parametrize("text", ["", "c", "choose", "choose ", "choose c5 else ", "choose c5 else " * 100])
@pytest.mark.parametrize("ends", [0, 3])
def test_a_way_without_end_is_completed_to_an_end(text, ends):
    assert all(offered.startswith(text.strip()) for offered in complete(Endless("choose", "c5", "else", ends=ends), None, 0, text))


class Hand(Tree):
    """Cards of which several may be played in a row, with one verb."""

    def words(self, state, seat, prefix):
        found = super().words(state, seat, prefix)
        return [w._replace(times=3) if w.text in ("play", "heal") else w for w in found]


HAND = Hand({"play": {"oasis": True, "shield": True}, "plan": {"oasis": True}, "heal": {"": True, "all": True}, "end": True})


@pytest.mark.parametrize(
    ("text", "one", "rest"),
    [
        ("play shield", "play shield", ""), ("play shield oasis", "play shield", "play oasis"), ("pla shield oasis", "pla shield oasis", ""),
        ("play shield oasis shield", "play shield", "play oasis shield"), ("play shield oasis; end", "play shield", "play oasis; end"),
        ("plan oasis oasis", "plan oasis oasis", ""), ("heal all all", "heal all all", ""), ("end; play oasis ; end", "end", "play oasis ; end"),
        ("  end  ", "  end  ", ""),
        ("fly a b", "fly a b", ""), ("Play, Shield, Oasis", "play shield", "play oasis"), ("play shield oasis;", "play shield", "play oasis"),
    ],
)  # fmt: skip
def test_several_actions_in_a_row(text, one, rest):
    """A verb that may be repeated need not be, if it is the only one meant and is no whole action; semicolons part all others."""
    assert first(HAND, None, 0, text) == (one, rest)


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("", ["play", "plan", "heal", "end"]), ("pl", ["play", "plan"]), ("plan", ["plan oasis"]), ("play ", ["play oasis", "play shield"]),
        ("play s", ["play shield"]), ("play shield o", ["play shield oasis"]), ("play shield ", ["play shield oasis", "play shield shield"]),
        ("e", ["end"]), ("x", []), ("x y", []), ("end; pl", []), ("heal", ["heal"]), ("heal a", ["heal all"]), ("end ", []),
    ],
)  # fmt: skip
def test_completion(text, offered):
    """Whole texts that go on as they were typed; a single way is gone to its end, nothing is offered after a semicolon."""
    assert complete(HAND, None, 0, text) == offered
    assert complete(HAND, None, 0, text, limit=1) == offered[:1]
