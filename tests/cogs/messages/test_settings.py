"""What the pages say: whose challenges somebody accepts, and what holds in a channel."""

from __future__ import annotations

import pytest

from cogs.messages.settings import challenges_page, room_words
from data.language import texts
from data.store.challenge_settings import EVERYBODY, LISTED, NOBODY, Accepting
from data.store.channel_settings import MODERATORS, Room

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


@pytest.mark.parametrize(
    ("room", "words"),
    [
        (Room(), ("All games may be played", "Everybody may open", "language of whoever opens them", "Players are pinged")),
        (Room(games=(), pings=True), ("All games may be played", "Everybody may open", "language of whoever opens them", "Players are pinged")),
        (
            Room(("hexknight",), MODERATORS, "cs", False, "dark"),
            ("Games: HexKnight", "Only moderators", "New tables speak Čeština", "Nobody is pinged"),
        ),
    ],
)
def test_what_holds_in_a_channel(room, words):
    lines = room_words(room, texts("en")).splitlines()
    assert [line for line, start in zip(lines, words, strict=False) if start not in line] == []
