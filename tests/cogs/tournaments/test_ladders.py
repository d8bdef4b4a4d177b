"""Ladders through the playground: from the sign-up over challenges, rungs that are passed on and holidays to the end by its host.

What each of twelve could read is kept in `golden/ladder.txt`. Where it differs, what is read now stands in `tests/failed`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from playground.permission_bits import SEND_MESSAGES
from rules.competition.clock import DAY, HOUR
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, JUDGE, THERE
from tests.cogs.tournaments.in_chat import said, threads
from tests.cogs.tournaments.ladder_people import answers, beats, begins, challenges, chooses, order, rung
from tests.cogs.tournaments.league_people import Diary, button, latest, lost_by
from tests.cogs.tournaments.test_desk import call

EMIL, FRANTISKA, GASTON, HANA, IVO = "4005", "4006", "4007", "4008", "4009"
GOLDEN = Path(__file__).parent / "golden" / "ladder.txt"
FAILED = Path(__file__).resolve().parents[2] / "failed"


async def begun(chat, *members: str, **settings: str) -> None:
    """A ladder that has begun, the members on rungs in their order."""
    await chat.use(JUDGE, "tournament create", game="monster_hex", name="Stairs", format="ladder", clock="24h", seeding="hand", **settings)
    for member in members:
        await chat.press(member, chat.seen(None)[0], "Join")
    await chat.press(JUDGE, chat.seen(None)[0], "Start")
    await chat.press(JUDGE, chat.private(JUDGE), "Start now")
    await chat.settle()


@pytest.mark.deep
async def test_a_ladder_of_twelve_with_sick_days_and_a_quarrel(chat):
    """A restart a day: who wins, who passes a rung on, who never answers, who is sick, who leaves, who comes late, who slides, and who is on top."""
    diary = Diary(chat)
    karel, lena, milan, late, substitute = (chat.newcomer(*who) for who in (
        ("Karel", "cs"), ("Léna", "fr"), ("Milan", "cs"), ("Nora", "en-US"), ("Oldřich", "cs"),
    ))  # fmt: skip
    twelve = (ANNA, BOHUMIL, CECILE, DARA, EMIL, FRANTISKA, GASTON, HANA, IVO, karel, lena, milan)

    async def ends(day: str) -> None:
        diary.note(day)
        await chat.restart()
        await chat.later(DAY)
        await chat.settle()

    async def stands() -> str:
        names = {member: facts["global_name"] for member, facts in chat.world.members.items()}
        return " ".join(names[member][:1] for member in await order(chat, int(HERE)))

    await begun(chat, *twelve, idle="7")
    assert await stands() == "A B C D E F G H I K L M"
    await challenges(chat, EMIL, CECILE)
    assert "te défie" in await rung(chat, CECILE)
    await chat.use(CECILE, "mygames")
    await challenges(chat, HANA, EMIL)
    await challenges(chat, milan, IVO)
    await ends("day 1: three challenges")
    thread = await begins_now(chat, CECILE)
    await answers(chat, EMIL, "pass")
    await chat.press(EMIL, chat.private(EMIL), "Yes, pass on: Hana")
    assert await stands() == "A B C D H E F G I K L M"
    await ends("day 2: a match begins, a rung is passed on")
    await lost_by(chat, CECILE, thread)
    assert await stands() == "A B E C D H F G I K L M"
    await chat.set(GASTON, "away", THERE, days="6")
    assert "takes no challenges" in await rung(chat, IVO)
    await beats(chat, BOHUMIL, DARA, challenger=DARA)
    await ends("day 3: a rung is taken, one is held, Gaston is sick")
    assert await stands() == "A B E C D H F G M I K L", "Ivo has not answered"
    await beats(chat, BOHUMIL, ANNA, challenger=BOHUMIL)
    quarrel = await begins(chat, FRANTISKA, HANA)
    await call(chat, FRANTISKA, quarrel, "He takes back what he has played")
    await rung(chat, ANNA)
    await ends("day 4: who was first is second, and a quarrel")
    assert "been told" in await chat.use(JUDGE, "referee decide", quarrel, winner=FRANTISKA, reason="nothing was taken back")
    await chat.settle()
    assert await stands() == "B A E C D F H G M I K L"
    await challenges(chat, CECILE, ANNA)
    chat.leaves(ANNA)
    await ends("day 5: it is decided, Anna has left the server")
    message = latest(chat, "tjoin")
    await chat.press_exactly(late, message, button(chat, message, "tjoin"))
    await chat.settle()
    await challenges(chat, late, lena)
    await chooses(chat, late, lena)
    await chat.press(late, chat.private(late), "Take back")
    await ends("day 6: one comes late, and thinks better of it")
    await chat.use(JUDGE, "referee tournament substitute", player=karel, new=substitute, reason="has no time")
    await chat.use(milan, "tournament leave")
    await chat.settle()
    await ends("day 7: a substitute, and one who leaves")
    assert await stands() == "B C A E D F H G O I N L", "Anna has not answered, and who has never played slides"
    await ends("day 8")
    before = await stands()
    for command in ("standings", "pairings", "why"):
        await chat.use(late, f"tournament {command}")
    await ends("day 9: who has played nothing slides")
    await ends("day 10")
    assert before == "B C A E D F H G O I N L"
    assert await stands() == "B C F A E D H G O I N L"
    await challenges(chat, FRANTISKA, CECILE)
    await chat.use(JUDGE, "referee tournament pause", reason="holidays")
    await ends("day 11: a pause")
    await ends("day 12")
    await ends("day 13")
    await ends("day 14")
    await chat.use(JUDGE, "referee tournament resume", reason="on")
    await chat.settle()
    assert await stands() == "B C F A E D H G O I N L", "a pause costs nobody a rung"
    await begins_now(chat, CECILE)
    message = latest(chat, "thonours")
    await chat.press_exactly(late, message, button(chat, message, "thonours"))
    await ends("day 15: it goes on")
    await chat.use(JUDGE, "referee tournament end", reason="the year is over")
    await chat.settle()
    assert "🏆 **Stairs** is over. Winner: **Bohumil**" in said(chat)
    await ends("day 16: the end")
    if not GOLDEN.is_file() or GOLDEN.read_text(encoding="utf-8") != str(diary):
        FAILED.mkdir(exist_ok=True)
        (FAILED / GOLDEN.name).write_text(str(diary), encoding="utf-8")
        raise AssertionError(f"{FAILED / GOLDEN.name} is not {GOLDEN}")


async def begins_now(chat, member: str) -> str:
    """The latest challenge of somebody is accepted; gives the thread of the match."""
    before = {*threads(chat)}
    await answers(chat, member, "play")
    (thread,) = {*threads(chat)} - before
    return thread


async def test_while_the_channel_cannot_be_written_in_nobody_loses_their_rung(chat):
    """Nobody could read the answer either: time stands, nobody is challenged, and it runs on when one can write there again."""
    await begun(chat, ANNA, BOHUMIL, DARA)
    await challenges(chat, DARA, ANNA)
    await chooses(chat, DARA, BOHUMIL)
    panel = chat.private(DARA)
    chat.bot_may_not(HERE, SEND_MESSAGES)
    await chat.later(HOUR)
    for _ in range(5):
        await chat.later(DAY)
        await chat.settle()
    assert await order(chat, int(HERE)) == [ANNA, BOHUMIL, DARA]
    await chat.press(DARA, panel, "Challenge")
    assert "cannot be written in" in chat.private(DARA)["content"]
    chat.bot_may(HERE)
    await chat.later(HOUR)
    await chat.later(2 * DAY)
    await chat.settle()
    assert await order(chat, int(HERE)) == [ANNA, BOHUMIL, DARA]
    await chat.later(DAY + HOUR)
    await chat.settle()
    assert await order(chat, int(HERE)) == [DARA, ANNA, BOHUMIL]
    assert "Anna has not answered: **Dara** takes rung 1." in said(chat)


async def test_whoever_is_blocked_reads_nothing_of_it(chat):
    await begun(chat, ANNA, BOHUMIL, DARA)
    await chat.set(ANNA, "block", add=DARA)
    assert "**Anna**: takes no challenges at the moment" in await rung(chat, DARA)
    (menu,) = chat.menus(chat.private(DARA))
    assert [o["label"] for o in menu["options"]] == ["Bohumil"]
    assert "takes no" not in said(chat)
    assert "takes no" not in await rung(chat, BOHUMIL)


async def test_what_others_press_is_not_theirs(chat):
    """Somebody else's button, a stranger, whoever is not on the ladder, and an answer that has been given."""
    await begun(chat, ANNA, BOHUMIL, DARA)
    await challenges(chat, DARA, ANNA)
    called = latest(chat, "tanswer")
    for member, reads in ((DARA, "or not yours"), (EMIL, "not on the ladder"), (BOHUMIL, "není tvoje")):
        await chat.press_exactly(member, called, button(chat, called, "tanswer"))
        assert reads in chat.private(member)["content"]
    assert not threads(chat)
    play = button(chat, called, "tanswer")["custom_id"]
    await answers(chat, ANNA, "play")
    assert "challenged **Anna**: they play." in said(chat)
    await chat.press_old(ANNA, play)
    assert "or not yours" in chat.private(ANNA)["content"]
    assert len(threads(chat)) == 1
    await chat.use(JUDGE, "referee tournament end", reason="enough")
    await chat.press_old(ANNA, play)
    assert "no ladder" in chat.private(ANNA)["content"]


async def test_whoever_is_not_on_the_ladder_or_while_it_pauses_is_told_what_to_do(chat):
    """A stranger, somebody who has left and comes back, the first one, and a pause, in which nothing is offered that would be refused."""
    await begun(chat, ANNA, BOHUMIL, DARA)
    assert "*Join* puts you" in await rung(chat, EMIL)
    assert "Nobody stands above you" in await rung(chat, ANNA)
    await chat.use(DARA, "tournament leave")
    left = await rung(chat, DARA)
    assert "*Join* puts you" in left
    assert "Anna" not in left
    message = latest(chat, "tjoin")
    await chat.press_exactly(DARA, message, button(chat, message, "tjoin"))
    assert "on its last rung" in chat.private(DARA)["content"]
    await chat.use(JUDGE, "referee tournament pause", reason="holidays")
    assert "The ladder is paused" in await rung(chat, DARA)
    assert not chat.menus(chat.private(DARA))


async def test_a_moderator_changes_a_rung_in_the_panel(chat):
    await chat.use(JUDGE, "tournament create", game="monster_hex", name="Stairs", format="ladder", clock="24h", seeding="hand")
    sign_up = latest(chat, "tjoin")
    for member in (ANNA, BOHUMIL, CECILE):
        await chat.press(member, sign_up, "Join")
    await chat.press(JUDGE, sign_up, "Start")
    await chat.press(JUDGE, chat.private(JUDGE), "Start now")
    await chat.use(JUDGE, "referee tournament desk")
    panel = chat.private(JUDGE)
    (menu,) = [c for row in panel["components"] for c in row["components"] if c["custom_id"].startswith("u:tsetrung")]
    assert await chat.choose(JUDGE, panel, menu, [DARA]) != "modal"
    assert await chat.choose(JUDGE, panel, menu, [CECILE]) == "modal"
    await chat.submit(JUDGE, "f:ruling:1:rung:2", beside=panel, rung="x", reason="")
    assert any("numbers from 1 to 3" in m["content"] for m in chat.seen(JUDGE))
    await chat.submit(JUDGE, "f:ruling:1:rung:2", beside=panel, rung="1", reason="She has won the last one")
    assert await order(chat, int(HERE)) == [CECILE, ANNA, BOHUMIL]
    assert "changes a rung: Cécile, 3 → 1. Reason: She has won the last one" in "\n".join(m["content"] for m in chat.seen(None))
