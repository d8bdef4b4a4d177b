"""Rules that fail on a legal action, as those at the table and moderators read of it."""

from __future__ import annotations

import asyncio
import re

import pytest

from rules.competition.clock import DAY, HOUR
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, Chat
from tests.cogs.test_play import table
from tests.cogs.tournaments.in_chat import open_with, settle, threads
from tests.failing import everything, failing, only

EMBER = ("faction", "ember")


async def begin(chat: Chat, member: str = ANNA, opponent: str = BOHUMIL, **options: str) -> None:
    await chat.use(member, "game new", game="monster_hex", opponent=opponent, options="seating=joined", **options)


def public(chat: Chat, channel: str = HERE) -> str:
    return "\n".join(m["content"] for m in chat.seen(None, channel))


def number_in(words: str) -> str:
    (number,) = set(re.findall(r"\b[0-9a-f]{8}\b", words))
    return number


@pytest.mark.parametrize(
    ("member", "opponent", "own", "told"),
    [
        (ANNA, BOHUMIL, "give another answer", "Whoever is asked can give another answer. Until <t:{until}:f> at most, time stands for this."),
        (BOHUMIL, ANNA, "odpověz jinak", "Kdo je na řadě, může odpovědět jinak. Čas kvůli tomu stojí, nejdéle do <t:{until}:f>."),
        (
            CECILE,
            ANNA,
            "donne une autre réponse",
            "peut donner une autre réponse. Le temps est arrêté pour cela, au plus tard jusqu'au <t:{until}:f>.",
        ),
    ],
)
async def test_everybody_reads_of_it_once_with_the_number_of_the_log(chat, caplog, member, opponent, own, told):
    await begin(chat, member, opponent, clock="24h")
    with failing("monster_hex", only(EMBER)):
        for _ in range(2):
            answer = await chat.use(member, "move", action="faction ember")
            assert own in answer
        number = number_in(answer)
        assert f"error {number} at table 1 (monster_hex), action 1" in caplog.text
        until = round((await table(chat)).faulty[0].until)
        (words,) = [m["content"] for m in chat.seen(None) if number in m["content"]]
        assert words.endswith(told.format(until=until))
        assert not re.search("ember|Ember|Žár|Braise", words)
        assert number in await chat.use(DARA, "referee tables")
        await chat.restart()
        await chat.later(20 * HOUR)
        assert (await table(chat)).position == 0, "time stands"
        await chat.use(member, "move", action="faction tide")
    assert (await table(chat)).acting == (1,)
    assert number not in await chat.use(DARA, "referee tables")


async def test_after_a_day_the_clock_runs_out_and_gives_another_answer_that_is_told(chat):
    await begin(chat, clock="2h")
    found = await table(chat)
    default = found.rules.decision(found.state, 0).default
    with failing("monster_hex", only(default), found.state):
        words = await chat.use(ANNA, "move", action=" ".join(default))
        await chat.later(DAY - HOUR)
        assert (await table(chat)).position == 0
        await chat.later(3 * HOUR + 120)
    assert (await table(chat)).position > 0
    assert "The usual answer for **Anna** could not be carried out" in public(chat)
    assert f"(number {number_in(words)}). Another one is given." in public(chat)


async def test_the_others_end_a_game_that_cannot_go_on(chat):
    await begin(chat, clock="2h")
    with failing("monster_hex", everything):
        await chat.later(2 * HOUR + 60)
        board = chat.board()
        assert "This game cannot go on" in board["content"]
        assert chat.labels(board) == ["End without a result"]
        assert "cannot go on" in board["content"]
        answer = await chat.use(DARA, "referee tables")
        assert "nothing can be answered any more" in answer
        assert number_in(board["content"]) in answer
        messages = len(chat.seen(None))
        await chat.later(3 * DAY)
        assert len(chat.seen(None)) == messages, "it is told once, and nothing rings"
        assert "The others who play here decide that" in await chat.press(ANNA, board, "End")
        assert "autres" in await chat.press(CECILE, board, "End")
        assert "none can be carried out" in await chat.use(DARA, "referee timeout", player=ANNA, reason="try")
        await chat.press(BOHUMIL, board, "End")
    found = await table(chat)
    assert found.over
    assert "The game could not go on, and the players have ended it. It has no result." in public(chat)
    assert "moderator has ended" not in public(chat)
    await chat.press(BOHUMIL, board, "End")
    assert "nothing can be answered" not in await chat.use(DARA, "referee tables")


async def test_of_three_both_others_are_asked(chat):
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, opponent2=CECILE, options="seating=joined", clock="2h")
    with failing("monster_hex", everything):
        await chat.later(2 * HOUR + 60)
        await chat.press(BOHUMIL, chat.board(), "End")
        asking = chat.board()
        assert "**Bohumil** wants to end this game without a result" in asking["content"]
        assert f"<@{CECILE}>" in asking["content"]
        await chat.press_exactly(CECILE, asking, chat.buttons(asking)[1])
        assert "does not agree: the game stays open" in public(chat)
        assert not (await table(chat)).over
        warning = next(m for m in chat.seen(None) if "End without a result" in str(m["components"]))
        await chat.press(CECILE, warning, "End")
        await chat.press_exactly(BOHUMIL, chat.board(), chat.buttons(chat.board())[0])
    assert (await table(chat)).over


@pytest.mark.parametrize("way", ["decide", "end", "rollback", "forfeit", "pause"])
async def test_moderators_can_do_all_they_can_at_a_table_that_cannot_go_on(chat, way):
    await begin(chat, clock="2h")
    await chat.use(ANNA, "move", action="faction ember")
    with failing("monster_hex", everything, (await table(chat)).state):
        await chat.later(2 * HOUR + 60)
        assert (await table(chat)).stuck == [1]
        options = {"decide": {"winner": BOHUMIL}, "rollback": {"action": "0"}, "forfeit": {"player": BOHUMIL}}.get(way, {})
        assert "been told" in await chat.use(DARA, f"referee {way}", reason="a fault", **options)
    found = await table(chat)
    assert found.stuck == ([1] if way == "pause" else [])
    assert found.over == (way in ("decide", "end", "forfeit"))
    if way == "rollback":
        assert found.acting == (0,)


async def test_a_match_needs_a_result(chat):
    await open_with(chat, ANNA, BOHUMIL, name="Cup", clock="2h")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    (thread,) = threads(chat)
    with failing("monster_hex", everything):
        await chat.later(3 * HOUR)
        found = await chat.bot.tables.here(int(thread))
        (seat,) = found.stuck
        (told,) = [m for m in chat.seen(None, thread) if "cannot go on" in m["content"]]
        assert "Its match needs a result" in told["content"]
        assert chat.buttons(told) == []
        other = str(found.seats[1 - seat].player)
        data = {"custom_id": f"b:abandon:{found.id}", "component_type": 2}  # As somebody sends it who has found out how.
        interaction, payload = chat.world.interact(3, other, thread, data, told)
        payload["message"] = {
            **payload["message"],
            "components": [{"type": 1, "components": [{"type": 2, "style": 4, "label": "End", "custom_id": data["custom_id"]}]}],
        }
        (session,) = [s for s in chat.standin.sessions.values() if s.socket]
        await session.dispatch("INTERACTION_CREATE", payload)
        await asyncio.wait_for(interaction.answered.wait(), 5)
        await chat.settle()
        assert re.search("needs a result|potřebuje výsledek", chat.private(other, thread)["content"])
        assert not found.over
        await chat.use(DARA, "referee decide", thread, winner=other, reason="a fault")
        await settle(chat)
    assert found.over
