"""What the page of challenges says of whom somebody plays with."""

from __future__ import annotations

import pytest

from cogs.messages.settings import challenges_page
from data.language import texts
from data.store.challenge_settings import EVERYBODY, LISTED, NOBODY, Accepting

SAID = {
    (NOBODY, False): "You are always asked first.",
    (NOBODY, True): "You are always asked first.",
    (EVERYBODY, False): "You are in at once when somebody names you",
    (EVERYBODY, True): "You are in at once when somebody names you",
    (LISTED, False): "You have named nobody yet, so you are always asked first.",
    (LISTED, True): "You are in at once when you are named on these terms by: <@",
}


@pytest.mark.parametrize(("whom", "named"), SAID)
def test_whose_challenges_are_accepted(whom, named):
    words = challenges_page(texts("en"), Accepting(whom, frozenset({7} if named else ())))["content"]
    assert words.startswith(SAID[whom, named])
    assert ("In servers where you have played." in words) == (whom != NOBODY), "terms matter to whoever accepts any"
