"""Content that is wrong is named, each fault by itself and with its place (sections 2, 10, 12), and faces say what the data say."""

from __future__ import annotations

import pytest

from data.content import build, read
from rules.hockey_game.content import read_content
from tests.faulty import both, faults, put

HERO, SPECIAL, BONUS, INJURY = 12, 17, 0, 19
NEEDS = "decks: cze needs 12 bonus cards, 5 with the symbol, 5 heroes, 2 specials, 1 injury"


def card(at, *path):
    return put("cards", "cards", at, *path)


@pytest.mark.parametrize(
    ("spoil", "named"),
    [
        (card(HERO, "attributes", {"speed": 3, "luck": 1}), ["cards: CZE-H1 names luck, which is no attribute"]),
        (card(BONUS, "attribute", "goalie"), ["cards: CZE-B01 is for goalie, which is no move"]),
        (card(BONUS, "attribute", "luck"), ["cards: CZE-B01 names luck, which is no attribute", "cards: CZE-B01 is for luck, which is no move"]),
        (card(BONUS, "attribute", "speed"), []),
        (card(HERO, "attributes", {"speed": 3}), ["cards: CZE-H1 needs four points on one or two attributes"]),
        (card(HERO, "attributes", {"speed": 3, "pass": 2}), ["cards: CZE-H1 needs four points on one or two attributes"]),
        (card(HERO, "attributes", {"speed": 2, "pass": 1, "shot": 1}), ["cards: CZE-H1 needs four points on one or two attributes"]),
        (card(HERO, "attributes", {"speed": 4}), []),
        (card(SPECIAL, "effect", None), ["cards: CZE-S1 needs an effect and when it is played"]),
        (card(SPECIAL, "when", "never"), ["cards: CZE-S1 needs an effect and when it is played"]),
        (card(SPECIAL, "when", "any"), []),
        (card(INJURY, "when", ""), ["cards: CZE-I1 needs an effect and when it is played"]),
        (card(HERO, "word", "stickhandler"), [f"cards: CZE-{n} shares the word stickhandler" for n in ("H1", "S1")]),
        (card(BONUS, "referee", True), [NEEDS]),
        (put("decks", "decks", 0, "cards", 12, "CZE-B01"), [NEEDS]),
        (put("teams", "teams", 0, "attributes", "goalie", 6), ["teams: cze needs seven attributes from 0 to 5"]),
        (put("teams", "teams", 0, "attributes", "attack", -1), ["teams: cze needs seven attributes from 0 to 5"]),
        (put("referee", "referee", []), ["referee: 18 cards are needed, there are 0"]),
        (put("rink", "fields", 1, "lane", "mid"), ["rink: a1 is not in its lane"]),
        (put("rink", "diagonals", "ga", ["a1"]), ["rink: the diagonal a2-ga goes one way only"]),
        (put("rink", "diagonals", "ga", ["a1", "a2", "b1"]), ["rink: the diagonal ga-b1 goes one way only"]),
        (put("rink", "diagonals", "ga", ["a1", "a2", "z9"]), ["rink: the diagonal ga-z9 goes one way only"]),
        (put("rink", "diagonals", "z9", []), ["rink: every field needs its diagonals"]),
        (put("rink", "goals", 0, "point", "z9"), ["rink: z9 does not exist"]),
        (put("rink", "goals", 1, "circles", ["b1", "z9"]), ["rink: z9 does not exist"]),
    ],
)  # fmt: skip
def test_what_is_wrong(spoil, named):
    """HG-1.1, HG-2.3, HG-2.8, HG-11.3 and the constraints of section 12."""
    assert [fault for fault in faults("hockey_game", read_content, spoil) if "better" not in fault or fault in named] == named


def test_teams_are_neither_better_nor_equal():
    """Section 12: no team is at least as good as another in everything."""
    teams = read("hockey_game")["teams"]["teams"]
    same = faults("hockey_game", read_content, put("teams", "teams", 0, "attributes", dict(teams[1]["attributes"])))
    assert [f"teams: {a} is better or equal in everything than {b}" for a, b in (("cze", "swe"), ("swe", "cze"))] == same[:2]
    for one in teams:
        for other in teams:
            assert one is other or any(one["attributes"][a] < other["attributes"][a] for a in one["attributes"])


def test_all_at_once():
    assert (
        len(
            faults(
                "hockey_game", read_content, both(put("referee", "referee", []), card(SPECIAL, "effect", None), put("rink", "diagonals", "z9", []))
            )
        )
        == 3
    )


def test_faces():
    """What can be looked up has the figures of the data: teams, cards of a kind as one, and what referee cards do."""
    data, faces = read("hockey_game"), build("hockey_game").faces
    for team in data["teams"]["teams"]:
        assert (faces[team["id"]].type, dict(faces[team["id"]].numbers)) == ("team", team["attributes"])
    words = set()
    for one in data["cards"]["cards"]:
        sort = f"{one.get('attribute') or ''}+{one.get('value')}" + "r" * bool(one.get("referee"))
        word = one.get("word") or sort
        words.add(word)
        numbers = one.get("attributes") or ({"value": one["value"]} if one["kind"] == "bonus" else {})
        assert (faces[word].type, dict(faces[word].numbers)) == (one["kind"], numbers)
        assert ("referee" in faces[word].keywords) == bool(one.get("referee"))
    for one in data["referee"]["referee"]:
        effect = one["effect"]
        words.add(one["code"])
        assert dict(faces[one["code"]].numbers) == {"own": effect.get("own", 0), "opponent": effect.get("opponent", 0)}
    assert faces.keys() == words | {team["id"] for team in data["teams"]["teams"]}
