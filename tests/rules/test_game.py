"""What the contract offers to all games beside itself: settings, walking the tree of words, snapshots, content of the right shape."""

from __future__ import annotations

import msgspec
import pytest

from rules.decks import DeckRules
from rules.game import Decision, Option, Outcome, Plain, Refused, Word
from rules.legal_actions import closing, legal, rule_of
from rules.parts.cardgame import check_code
from rules.parts.engine import Codec, Faults, shaped, walked
from rules.parts.options import settings
from tests.rules.test_notation import Tree

TREE = Tree({"move": {"c1": True, "c2": {"": True, "fast": True}}, "end": True, "ask": {"x": {"y": True}}})
DECKS = DeckRules("X-1", least=2, most=3, limits={"ore": None, "king": 1}, numbers={"ore": 1, "king": 2})


def test_settings():
    """The first value is the default; what there is not is refused, an option as well as a value."""
    declared = (Option("map", ("a", "b")), Option("days", ("2", "3")))
    assert settings(declared, {}, "X-1") == {"map": "a", "days": "2"}
    assert settings(declared, {"days": "3"}, "X-1") == {"map": "a", "days": "3"}
    for wrong in ({"days": "4"}, {"weather": "a"}, {"map": "2"}):
        with pytest.raises(Refused) as caught:
            settings(declared, wrong, "X-1")
        ((key, value),) = wrong.items()
        assert (caught.value.reason, caught.value.rule, caught.value.facts) == ("no_such_option", "X-1", {"option": f"{key}={value}"})


def test_the_tree_of_words():
    actions = [("move", "c1"), ("move", "c2"), ("move", "c2", "fast"), ("end",), ("ask", "x", "y")]
    assert list(legal(TREE, None, 0)) == actions
    assert list(legal(TREE, None, 0, ("move", "c2"))) == [("move", "c2", "fast")]
    for action in [*actions, (), ("move",), ("ask", "x"), ("fly",), ("end", "now")]:
        assert closing(TREE, None, 0, action) == (action in actions)


@pytest.mark.parametrize(
    ("action", "steps", "ends"),
    [
        ("", 0, False), ("end", 1, True), ("move", 1, False), ("move c1", 2, True), ("move c2 fast", 3, True), ("fly", 0, False),
        ("move c9", 1, False),
        ("end now", 1, True), ("ask x z", 2, False), ("move c1 c1", 2, True),
    ],
)  # fmt: skip
def test_how_far_an_action_is_legal(action, steps, ends):
    assert walked(lambda prefix: TREE.words(None, 0, prefix), tuple(action.split())) == (steps, ends)


def test_the_rule_of_an_action():
    """By decision and verb, then by verb, else the decision's own."""

    class Rules(Plain):
        verbs = {"take": "X-2", "draft.take": "X-3"}

    assert rule_of(Rules(), Decision("play", (), "X-1"), "take") == "X-2"
    assert rule_of(Rules(), Decision("draft", (), "X-1"), "take") == "X-3"
    assert rule_of(Rules(), Decision("draft", (), "X-1"), "pass") == "X-1"


def test_share_codes_are_checked_with_all_faults():
    check_code(DECKS, {}, DECKS.code({"ore": 2}), "X-9")
    with pytest.raises(Refused) as caught:
        check_code(DECKS, {"one": {}, "two": {}}, "nonsense", "X-9")
    assert (caught.value.reason, caught.value.rule, caught.value.legal) == ("deck_unread", "X-9", ("one", "two"))
    with pytest.raises(Refused) as caught:
        check_code(DECKS, {}, DECKS.code({"ore": 2, "king": 2}), "X-9")
    assert [(e.reason, e.rule) for e in (caught.value, *caught.value.others)] == [("deck_size", "X-1"), ("deck_copies", "X-1")]


class Place(msgspec.Struct, forbid_unknown_fields=True):
    x: int
    name: str = ""


def test_snapshots():
    codec = Codec(Place)
    assert codec.load(codec.dump(Place(3, "é"))) == Place(3, "é")
    for wrong in (b"", b"{}", b'{"x": "3"}', b'{"x": 3, "y": 4}', b"[3]"):
        with pytest.raises(ValueError, match=r".+"):
            codec.load(wrong)


def test_content_of_the_right_shape():
    """In the order of the shapes; every file that does not fit is named."""
    assert shaped({"b": {"x": 1}, "a": [1, 2]}, {"a": list[int], "b": Place}) == [[1, 2], Place(1)]
    with pytest.raises(Faults) as caught:
        shaped({"a": ["z"]}, {"a": list[int], "b": Place, "c": int})
    assert [fault.split(":")[0] for fault in caught.value.faults] == ["a", "b", "c"]
    assert str(caught.value) == "\n".join(caught.value.faults)


def test_what_refusals_and_outcomes_say():
    refused = Refused("no_such", "X-1", ("a", "b"), n=3)
    assert (str(refused), refused.reason, refused.rule, refused.legal, refused.facts, refused.others) == (
        "no_such (X-1)", "no_such", "X-1", ("a", "b"), {"n": 3}, (),
    )  # fmt: skip
    assert Outcome(((2, 0), (1,)), "score", "X-1").winners == (2, 0)
    assert Word("a") == ("a", False, 1)
