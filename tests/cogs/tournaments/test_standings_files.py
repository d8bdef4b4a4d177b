"""Files of a tournament's standings, as those get them who press their buttons."""

from __future__ import annotations

import csv
import io

from tests.chat import ANNA, BOHUMIL, CECILE, DARA
from tests.cogs.tournaments.in_chat import give_up, open_with, threads

HEADS = ["Place", "Player", "Points", "median Buchholz", "Buchholz", "Sonneborn-Berger", "wins"]


def attached(chat, member: str) -> tuple[str, str]:
    """The name and the text of the newest file that somebody got in private."""
    (file,) = chat.private(member)["attachments"]
    body = chat.world.file(file["id"])
    assert body is not None
    return file["filename"], body.decode("utf-8-sig")


async def test_standings_as_csv_and_trf(chat):
    chat.world.members[BOHUMIL]["global_name"] = '=HYPERLINK("http://example.org","Žofie")'
    await open_with(chat, ANNA, BOHUMIL, CECILE, name="Podzimní pohár", rounds="2")
    await chat.use(ANNA, "tournament start")
    await chat.settle()
    await chat.use(ANNA, "tournament standings")
    assert "As TRF" not in chat.labels(chat.private(ANNA)), "no round is over"
    assert "no such file" in await chat.press_old(ANNA, "b:tfile:1:trf")
    await give_up(chat, threads(chat)[0])
    await chat.use(ANNA, "tournament standings")
    await chat.press(ANNA, chat.private(ANNA), "As CSV")
    name, text = attached(chat, ANNA)
    assert name == "standings-1.csv"
    heads, *lines = csv.reader(io.StringIO(text))
    assert heads == HEADS
    assert {line[1] for line in lines} == {"Anna", '\'=HYPERLINK("http://example.org","Žofie")', "Cécile"}
    assert [line[2] for line in lines] == ["1", "1", "0"], "the winner, and who sat out"
    await chat.press_old(DARA, "b:tfile:1:trf")
    name, text = attached(chat, DARA)
    assert name == "standings-1.trf"
    assert "012 Podzimni pohar\r\n" in text
    assert "062 3\r\n092 Individual: Swiss-System\r\nXXR 2\r\n" in text
    assert "0000 - U\r\n" in text
    assert "Cecile  " in text
    assert '=HYPERLINK("http://example.org","      ' in text, "cut at its column"
    assert not [member for member in (ANNA, BOHUMIL, CECILE) if member in text], "nobody's number is in it"


async def test_an_elimination_has_a_file_when_it_is_over(chat):
    await open_with(chat, ANNA, BOHUMIL, format="single")
    assert "not begun" in await chat.press_old(ANNA, "b:tfile:1:csv")
    await chat.use(ANNA, "tournament start")
    await chat.settle()
    assert "no such file" in await chat.press_old(ANNA, "b:tfile:1:csv")
    await give_up(chat, threads(chat)[0])
    await chat.use(ANNA, "tournament standings")
    assert "As TRF" not in chat.labels(chat.private(ANNA))
    await chat.press(ANNA, chat.private(ANNA), "As CSV")
    heads, *lines = csv.reader(io.StringIO(attached(chat, ANNA)[1]))
    assert heads == ["Place", "Player"]
    assert sorted(line[1] for line in lines) == ["Anna", "Bohumil"]
    assert [line[0] for line in lines] == ["1", "2"]
