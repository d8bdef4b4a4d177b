"""The notification policy as a function, against a matrix told once more."""

from __future__ import annotations

from itertools import product

import pytest

from cogs.play.notification_rules import Call, Target, Way, way
from cogs.play.permissions import Relation
from tests.cogs.play.calls_in_chat import in_english

# The pure function
BY_PEOPLE = {"challenge", "thread", "proposal", "nudge", "nudged", "followed"}
"""Nothing else is anybody's doing who may be blocked."""
PRIVATE = {"own_turn", "asked", "lost", "nudged", "followed"}
ONLY_A_CALL = {"reminder", "nudge", "thread"}
AFTER_A_REST = {"turn", "reminder", "nudge"}
ONCE_AN_HOUR = {"turn", "timed", "challenge", "thread", "proposal", "motion"}


def expected(call: str, pings: bool, direct: bool, rests: bool, since: float | None, direct_messages: Relation | None) -> str:
    """The matrix in words."""
    if call == "match":
        return "mention"
    shut = direct_messages == "blocked" and call in BY_PEOPLE
    if call in PRIVATE:
        wanted = (direct or call == "followed") and not shut
        return "silent" if not wanted else "later" if rests else "direct"
    if shut:
        return "silent" if call == "thread" else "name"
    quiet = "silent" if call in ONLY_A_CALL else "name"
    again = call in ONCE_AN_HOUR and since is not None and since < 3600
    if not pings or again:
        return quiet
    return ("later" if call in AFTER_A_REST else quiet) if rests else "mention"


def test_the_matrix():
    names = {
        "turn", "timed", "reminder", "waited", "closed", "check_in", "host", "match", "challenge", "thread", "proposal", "motion", "nudge",
        "own_turn", "asked", "lost", "nudged", "followed",
    }  # fmt: skip
    assert {call.value for call in Call} == names, "say of a new kind of call what it is"
    either = (True, False)
    for call, pings, direct, rests, since in product(Call, either, either, either, (None, 0.0, 3599.0, 3601.0)):
        for direct_messages in (None, *Relation):
            found = way(call, Target(pings, direct, rests, since), direct_messages)
            assert found == expected(call.value, pings, direct, rests, since, direct_messages), (call, pings, direct, rests, since, direct_messages)


@pytest.mark.parametrize("call", Call)
def test_who_is_blocked_or_not_wanted_calls_nobody(call):
    for rests, since, direct in product((True, False), (None, 1.0), (True, False)):
        if call.value in BY_PEOPLE:
            assert way(call, Target(direct=direct, rests=rests, since=since), Relation.BLOCKED) in (Way.NAME, Way.SILENT)
        if call is not Call.MATCH:
            assert way(call, Target(pings=False, direct=direct, rests=rests, since=since)) is not Way.MENTION


# Through the bot


@pytest.fixture(autouse=True)
def english(request):
    """Everybody reads English, where there is a chat."""
    if "chat" in request.fixturenames:
        in_english(request.getfixturevalue("chat"))
