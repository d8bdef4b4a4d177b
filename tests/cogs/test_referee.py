"""The moderators' desk at a table: an answer for who does not answer, a game given away, and who did it why."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys

import pytest

from cogs.moderation.table import owing_words
from cogs.play.outbox_worker import FAULT, FULL, GONE, LOST, REFUSED
from data.language import texts
from data.store.changes import COMPUTERS, GO_ON, TABLE, TOURNAMENT, Message, Subject
from data.store.outbox import Owing
from playground.error_codes import Rejected
from playground.world import ALL_RIGHTS, CREATE_THREADS, SEND_MESSAGES
from rules.competition.clock import DAY, HOUR
from rules.legal_actions import legal
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, JUDGE, THERE
from tests.decided import decided
from tests.waiting import within

MANAGE_EVENTS, MANAGE_GUILD = 1 << 33, 1 << 5


async def test_a_moderator_answers_and_gives_a_game_away(chat):
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined")
    found = await chat.bot.tables.here(int(HERE))
    before = found.position
    assert "not asked anything" in await chat.use(DARA, "referee timeout", player=BOHUMIL, reason="early")
    assert "does not play" in await chat.use(DARA, "referee timeout", player=CECILE, reason="wrong")
    assert "been told" in await chat.use(DARA, "referee timeout", player=ANNA, reason="three *days*")
    await chat.settle()
    assert found.position > before
    assert found.rules.to_act(found.state) == (1,)
    public = [m["content"] for m in chat.seen(None)]
    assert any("<@4004> answers for Anna" in text and r"three \*days\*" in text for text in public)
    assert "<@4002>" in chat.board()["content"], "the board follows and calls the next player"
    await chat.restart()
    await chat.use(DARA, "referee forfeit", player=ANNA, reason="left the server")
    await chat.settle()
    found = await chat.bot.tables.here(int(HERE))
    assert found.over
    assert found.rules.outcome(found.state).places[0] == (1,)
    chat.moderates(CECILE)
    log = await chat.use(CECILE, "referee log")
    assert "left the server" in log
    assert "akce" not in log
    assert log.index("left the server") < log.index("days"), "the latest first"
    assert "action 1 " in log
    await chat.use(DARA, "referee forfeit", player=BOHUMIL, reason="too late")
    assert len(await chat.bot.store.tables.acts(found.id)) == 2, "nothing happens to a game that is over"


async def test_without_a_table_and_without_acts(chat):
    assert "no such table here" in await chat.use(ANNA, "referee log", THERE)
    await chat.use(ANNA, "game new", game="hockey_game", opponent=BOHUMIL)
    assert "No moderator" in await chat.use(ANNA, "referee log")


async def begin(chat, **options: str) -> None:
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined", **options)


def public(chat) -> str:
    return "\n".join(m["content"] for m in chat.seen(None))


async def test_a_paused_game_waits_with_its_clock(chat):
    await begin(chat, clock="24h")
    found = await chat.bot.tables.here(int(HERE))
    await chat.later(6 * HOUR)
    assert "not paused" in await chat.use(DARA, "referee resume")
    await chat.use(DARA, "referee pause", reason="holidays")
    assert "paused already" in await chat.use(DARA, "referee pause", reason="again")
    assert "pauses the game: holidays" in public(chat)
    assert "⏸ Paused by a moderator" in chat.board()["content"]
    assert "has paused this game" in await chat.use(ANNA, "move", action="faction ember")
    assert "has paused this game" in await chat.use(ANNA, "game undo")
    assert "⏸" in await chat.use(ANNA, "game clock")
    await chat.later(5 * DAY)
    await chat.restart()
    found = await chat.bot.tables.here(int(HERE))
    assert found.position == 0
    assert "(table 1): paused" in await chat.use(DARA, "referee tables")
    await chat.use(DARA, "referee resume")
    assert found.dials[0].due - chat.bot.store.now() > 17 * HOUR
    assert "All tables are well" in await chat.use(DARA, "referee tables")
    await chat.use(ANNA, "move", action="faction ember")
    assert found.position == 1


async def test_somebody_else_plays_on(chat):
    await begin(chat, rated="false")
    await chat.use(ANNA, "move", action="faction ember")
    assert "does not play" in await chat.use(DARA, "referee replace", player=CECILE, new=DARA, reason="x")
    assert "sits at this table already" in await chat.use(DARA, "referee replace", player=ANNA, new=BOHUMIL, reason="x")
    await chat.use(DARA, "referee replace", player=ANNA, new=CECILE, reason="exams")
    assert "Anna → Cécile. Reason: exams" in public(chat)
    found = await chat.bot.tables.here(int(HERE))
    assert found.names == ("Cécile", "Bohumil")
    await chat.use(BOHUMIL, "game export")
    text = chat.world.file(chat.private(BOHUMIL)["attachments"][0]["id"]).decode()
    assert 'before: [{"seat": 0, "name": "Anna", "until_action": 1}]' in text


async def test_a_moderator_decides_or_ends(chat):
    await begin(chat)
    await chat.use(ANNA, "move", action="faction ember")
    await chat.use(BOHUMIL, "move", action="faction tide")
    await chat.use(DARA, "referee decide", winner=BOHUMIL, reason="lost the bet")
    found = await chat.bot.tables.here(int(HERE))
    assert found.outcome.places == ((1,), (0,))
    assert "decides the game for Bohumil: lost the bet" in public(chat)
    assert "A moderator has decided the game: Bohumil > Anna" in public(chat)
    assert "over" in await chat.use(DARA, "referee decide", reason="again")
    assert "1 won, 0 shared, 0 lost" in (await chat.use(DARA, "profile", player=BOHUMIL))
    await begin(chat)
    await chat.use(BOHUMIL, "game draw")
    await chat.use(DARA, "referee decide", reason="both agreed by letter")
    assert (await chat.bot.tables.here(int(HERE))).outcome.places == ((0, 1),)
    await begin(chat)
    await chat.use(DARA, "referee end", reason="nobody is left")
    assert "It has no result" in chat.board()["content"]
    assert "1 won, 1 shared, 0 lost" in (await chat.use(DARA, "profile", player=BOHUMIL)), "a game without a result counts for nobody"
    await begin(chat)


@pytest.mark.parametrize("rated", ["true", "false"])
async def test_nobody_rules_on_a_game_of_their_own(chat, rated):
    """In a server of one's own anybody is a moderator."""
    await chat.use(ANNA, "game new", game="monster_hex", seats="2", options="seating=joined", rated=rated)
    await chat.use(BOHUMIL, "game join")
    found = await decided(await chat.bot.tables.here(int(HERE)))
    acts = {
        "forfeit": {"player": BOHUMIL}, "replace": {"player": BOHUMIL, "new": DARA}, "decide": {"winner": ANNA}, "rollback": {"action": "0"},
        "clock": {"clock": "1m"},
    }  # fmt: skip
    for act, options in acts.items():
        assert "another moderator" in await chat.use(ANNA, f"referee {act}", reason="I say so", **options), act
    for act, options in {"timeout": {"player": ANNA}, "pause": {}, "end": {}}.items():
        assert "the others decide" in await chat.use(ANNA, f"referee {act}", reason="I say so", **options), act
    assert not await chat.bot.store.tables.acts(found.id)
    assert "another moderator" not in await chat.use(ANNA, "referee log")
    await chat.use(DARA, "referee decide", winner=BOHUMIL, reason="as agreed")
    assert found.outcome.places == ((1,), (0,))
    assert len(await chat.bot.store.ratings.ranked(2000)) == (2 if rated == "true" else 0)


async def test_nobody_rules_where_they_have_sat(chat):
    """They might have given the seat to an account of their own."""
    await begin(chat)
    await chat.use(JUDGE, "referee replace", player=ANNA, new=CECILE, reason="exams")
    assert "another moderator" in await chat.use(ANNA, "referee decide", winner=CECILE, reason="grudge")
    assert "been told" in await chat.use(JUDGE, "referee decide", winner=CECILE, reason="as agreed")


async def test_a_game_goes_back_to_a_numbered_action(chat):
    await begin(chat)
    for member, action in ((ANNA, "faction ember"), (BOHUMIL, "faction tide")):
        await chat.use(member, "move", action=action)
    found = await chat.bot.tables.here(int(HERE))
    await chat.use(ANNA, "move", action=" ".join(next(legal(found.rules, found.state, 0))))
    offered = await chat.choices(DARA, "referee rollback", "action", "", reason="x")
    assert [(c["value"], c["name"].split(" · ")[0]) for c in offered] == [
        ("1.1", "before Anna's turn 1"), ("0.1", "before the first turn, after step 1"), ("0", "the deal")
    ]  # fmt: skip
    assert "cannot go back to `9`" in await chat.use(DARA, "referee rollback", action="9", reason="x")
    await chat.use(DARA, "referee rollback", action="1", reason="wrong tile")
    assert "(before the first turn, after step 1): wrong tile" in public(chat)
    assert "A moderator takes the game back" in chat.board()["content"]
    assert found.acting == (1,)
    assert "cannot go back to `3`" in await chat.use(DARA, "referee rollback", action="3", reason="x")
    await chat.restart()
    await chat.use(BOHUMIL, "move", action="faction moss")
    assert "wrong tile" in await chat.use(DARA, "referee log")
    assert "MH-" in await chat.use(ANNA, "game log")


async def test_the_clock_of_a_table_is_changed(chat):
    await begin(chat)
    assert "is no clock" in await chat.use(DARA, "referee clock", clock="soon", reason="x")
    await chat.use(DARA, "referee clock", clock="12h", reason="it drags on", time_over="at_once")
    found = await chat.bot.tables.here(int(HERE))
    assert "12 hours for each decision" in public(chat)
    assert chat.board()["content"].endswith("⏱ 12 hours")
    await chat.later(13 * HOUR)
    assert found.over
    await begin(chat, clock="24h")
    await chat.use(DARA, "referee clock", clock="none", reason="no hurry")
    assert "no clock" in await chat.use(ANNA, "game clock")


async def test_settings_of_servers_and_channels(chat):
    assert "Everybody may open" in await chat.set_room(DARA)
    assert "Games: Monster Hex" in await chat.set_room(DARA, games="monster hex", language="fr", theme="dark", pings="false")
    assert "Here only these" in await chat.use(ANNA, "game new", game="hockey_game", opponent=BOHUMIL)
    await begin(chat)
    assert "choisis" in chat.board()["content"]
    assert chat.board()["mentions"] == []
    assert (await chat.bot.tables.here(int(HERE))).row.theme == "dark"
    await chat.set_room(DARA, scope="server", games="HexKnight, Hockey Game", starters="moderators")
    assert "Games: Monster Hex" in await chat.set_room(DARA), "the channel's own come before the server's"
    chat.world.member_rights[ANNA] = ALL_RIGHTS & ~(MANAGE_EVENTS | MANAGE_GUILD)
    assert "moderators" in await chat.use(ANNA, "game new", THERE, game="hockey_game", opponent=BOHUMIL)
    assert "All games may" in await chat.set_room(DARA, reset="true", games="all games")
    assert "The whole server" in await chat.set_room(DARA, scope="server")


async def test_who_may_use_the_desk_is_discords_word_alone(chat):
    await begin(chat)
    for rights in (MANAGE_EVENTS, MANAGE_GUILD, 0):
        chat.world.member_rights[DARA] = ALL_RIGHTS & ~(MANAGE_EVENTS | MANAGE_GUILD) | rights
        for command in ("referee log", "referee tables", "referee settings"):
            if rights == MANAGE_EVENTS:
                assert "That is for moderators" not in await chat.use(DARA, command)
            else:
                with pytest.raises(Rejected):
                    await chat.use(DARA, command)
        answer = await chat.use(DARA, "tournament create", THERE, game="monster_hex")
        assert ("are opened by whoever has the right" in answer) == (not rights), "either right will do"
        await chat.use(ANNA, "referee tournament end", THERE, reason="x")
    chat.world.allowed["referee"] = {DARA}
    assert "been told" in await chat.use(DARA, "referee forfeit", player=ANNA, reason="given to her by the server")
    assert "are opened by whoever has the right" in await chat.use(DARA, "tournament create", THERE, game="monster_hex")
    assert "whoever runs the bot" in await chat.use(DARA, "referee backup")


async def test_idle_and_mute_tables_need_attention(chat):
    await begin(chat)
    chat.ahead += 4 * DAY
    assert "(table 1): nothing has happened" in await chat.use(DARA, "referee tables")
    await chat.use(ANNA, "move", action="faction ember")
    assert "All tables are well" in await chat.use(DARA, "referee tables")
    chat.world.rights[HERE] = ALL_RIGHTS & ~SEND_MESSAGES
    seat = (await chat.bot.tables.here(int(HERE))).acting[0]
    await (await chat.bot.tables.here(int(HERE))).concede(seat)
    await chat.settle()
    shown = await chat.use(DARA, "referee tables")
    assert "(table 1): a message has been due since <t:" in shown
    assert shown.endswith("the bot has no right to do that there")
    chat.moderates(BOHUMIL)
    assert "(stůl 1): od <t:" in await chat.use(BOHUMIL, "referee tables")
    del chat.world.rights[HERE]
    await chat.restart()
    for _ in range(200):
        if not await chat.bot.store.outbox.subjects():
            break
        await asyncio.sleep(0.02)
    assert "All tables are well" in await chat.use(DARA, "referee tables")


async def test_the_desk_says_why_a_tournament_waits(chat):
    """A right is taken away after the first round."""
    await chat.use(ANNA, "tournament create", game="monster_hex", name="Cup")
    for member in (ANNA, BOHUMIL, CECILE, DARA):
        await chat.use(member, "tournament join")
    await chat.use(ANNA, "tournament start")
    await chat.settle()
    chat.world.rights[HERE] = ALL_RIGHTS & ~CREATE_THREADS
    for thread in list(chat.world.threads):
        found = await chat.bot.tables.here(int(thread))
        await found.concede(found.acting[0])
    for _ in range(100):
        if await chat.bot.store.one("SELECT 1 FROM owed WHERE trouble IS NOT NULL"):
            break
        await asyncio.sleep(0.05)
    shown = await chat.use(DARA, "referee tables", THERE)
    assert "(tournament 1): the thread of a match has been due since <t:" in shown
    assert shown.endswith("the bot has no right to do that there")
    assert "**Cup, round 2**" in "\n".join(m["content"] for m in chat.seen(None)), "the round is told all the same"


async def test_what_waits_is_told_with_every_reason(chat):
    """Each kind of trouble, at a table and in a tournament, and nothing of what has only just begun to wait."""
    await chat.use(ANNA, "game new", THERE, game="monster_hex", opponent=BOHUMIL)
    await chat.use(ANNA, "tournament create", game="monster_hex", name="Cup")
    owed, cup, table = chat.bot.store.outbox, Subject(TOURNAMENT, 1), Subject(TABLE, 1)
    reasons = {
        LOST: "gives no answer", REFUSED: "has no right", GONE: "is gone", FULL: "takes no more for now", FAULT: "a fault of the bot",
    }  # fmt: skip
    for reason, words in reasons.items():
        for subject, kind in ((cup, GO_ON), (table, COMPUTERS)):
            await owed.owe(subject, Message(kind, due=chat.bot.store.now() + 5000))
            assert [o for o in await owed.late(2000, chat.bot.store.now() - 1) if o.subject == subject] == []
            await owed.failed(await owed.of(subject), reason, chat.bot.store.now() + 5000)
            (found,) = await owed.late(2000, 0)
            assert (found.subject, found.trouble, found.kind) == (subject, reason, kind)
            assert await owed.late(2001, 0) == [], "another server's"
            (shown,) = attention_lines(found)
            assert "what happens next by itself" in shown
            assert words in shown
            await owed.done(await owed.of(subject))


def attention_lines(*found: Owing) -> list[str]:
    say = texts("en")
    return [say(f"desk.owes_{o.subject.kind}", title="x", **owing_words(o, say)) for o in found]


async def test_the_desk_names_no_tables_that_the_asker_cannot_see(chat):
    await begin(chat)
    await chat.use(DARA, "referee pause", reason="let me see")
    chat.world.hide(HERE, CECILE)
    chat.moderates(CECILE)
    await chat.restart()
    assert HERE not in await chat.use(CECILE, "referee tables", THERE)
    assert HERE in await chat.use(DARA, "referee tables", THERE)
    chat.world.delete_channel(HERE)
    await chat.settle()
    assert HERE in await chat.use(DARA, "referee tables", THERE), "it needs a look the more"


async def test_backup_and_restore(chat, tmp_path):
    await begin(chat)
    await chat.use(ANNA, "move", action="faction ember")
    assert "Saved as `games-" in await chat.use(ANNA, "referee backup")
    chat.moderates(BOHUMIL)
    assert "kdo bota provozuje" in await chat.use(BOHUMIL, "referee backup")
    (copy,) = (tmp_path / "backups").iterdir()
    await chat.use(BOHUMIL, "move", action="faction tide")
    await chat.disconnect()
    environment = os.environ | {"REFEREE_DB": str(tmp_path / "games.sqlite3")}

    def restore(name: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "bot.py", "restore", name], capture_output=True, text=True, env=environment, check=False, timeout=60)

    bad = tmp_path / "bad.sqlite3"
    bad.write_bytes(b"no database at all, but long enough to be looked at" * 40)
    done = restore(str(bad))
    assert done.returncode == 1
    assert "Nothing has changed" in done.stdout
    assert restore(str(tmp_path / "missing.sqlite3")).returncode == 1
    done = restore(str(copy))
    assert done.returncode == 0, done.stdout + done.stderr
    assert list(tmp_path.glob("games.before-restore-*.sqlite3"))
    await chat.connect()
    found = await chat.bot.tables.here(int(HERE))
    assert found.position == 1
    assert found.acting == (1,)
    await chat.use(BOHUMIL, "move", action="faction moss")
    assert found.position == 2


async def test_numbers_of_actions_tell_nothing_of_hidden_ones(chat):
    """In Planetary Conquerors setting stops is an action that others may not even know of: it counts for nobody's eyes."""
    await chat.use(ANNA, "game new", game="planetary_conquerors", opponent=BOHUMIL)
    found = await chat.bot.tables.here(int(HERE))
    for member in (ANNA, BOHUMIL):
        await chat.use(member, "move", action="deck " + next(iter(found.rules.presets)))
    hidden = found.rules.orders[0]
    await chat.set(ANNA, "order", order=hidden, on="true")
    async with within("the end of the mulligans"):
        while found.view(None).asked[0][1] == "mulligan":
            (seat, *_) = found.acting
            await chat.use(
                (ANNA, BOHUMIL)[found.seat_of(int(ANNA)) != seat], "move", action=" ".join(found.rules.decision(found.state, seat).default)
            )
    rows = await chat.bot.store.tables.actions(found.id)
    secret = [r for r in rows if not found.rules.redact(r.action)]
    assert secret
    shown = await chat.complete(DARA, "referee rollback", "action", "", reason="x")
    before = [point for point in shown if point.startswith("0.")]
    assert before == [f"0.{n}" for n in range(len(before), 0, -1)], "none is missing"
    await chat.use(DARA, "referee rollback", action="1", reason="again")
    assert found.acting
    assert f"action {len(rows) - len(secret) + 1} " in await chat.use(DARA, "referee log")
