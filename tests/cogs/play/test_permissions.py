"""One door between people: acts x relations x what is at stake, on the pure function, and each act once through the bot.

What acts there are is read off the enumeration, the command tree and the handlers: a new one that is missing here makes the test fail.
"""

from __future__ import annotations

from itertools import product

import pytest
from discord import app_commands

from cogs.play.permissions import Act, NeedsConsent, Relation, Stake, answer, check
from cogs.play.unfit import Unfit
from data.language import texts
from data.store.motions import ANNOUNCED, OBJECTED
from rules.competition.clock import DAY, HOUR
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, JUDGE, THERE
from tests.cogs.tournaments.in_chat import open_with, settle, threads

MODERATORS, PLAYS, SEATED = "tournament.moderators", "desk.own_game", "error.not_seated"
RULING = {
    "timeout", "forfeit", "table_pause", "table_resume", "replace", "decide", "table_rollback", "table_end", "table_clock", "table_extend",
    "drop", "absent", "substitute", "rollback", "pause", "resume", "end", "settle", "rung",
}  # fmt: skip
"""What moderators alone do, and nobody where they play."""
PUT = {"timeout", "absent", "table_pause", "table_resume", "table_end"}
"""What neither decides nor shows anything: who plays may put it to the others."""
SEATS = {"take_seat"}
"""Who has left a seat to a computer comes back to it, others ask those who play; moderators alone fill seats where something is to be won."""
PLAYERS = {"claim"}
"""What players alone do, each for themselves, moderators or not."""
WHO_PLAYS = ("opponent", "ally", "moderator_plays", "plays_alone", "blocked")
LEFT = {"drop_left", "keep"}
"""What is about somebody who has left the server, of whom the host may say, too, what becomes of them."""
COMMANDS = {
    "referee timeout": {"player": BOHUMIL}, "referee forfeit": {"player": BOHUMIL}, "referee pause": {}, "referee resume": {},
    "referee replace": {"player": BOHUMIL, "new": CECILE}, "referee decide": {"winner": ANNA}, "referee rollback": {"action": "0"},
    "referee end": {}, "referee clock": {"clock": "7d"},
    "referee tournament drop": {"player": BOHUMIL}, "referee tournament absent": {"player": BOHUMIL},
    "referee tournament substitute": {"player": BOHUMIL, "new": "4005"}, "referee tournament rollback": {}, "referee tournament pause": {},
    "referee tournament resume": {}, "referee tournament end": {},
}  # fmt: skip
AT_TABLES = ("referee timeout", "referee pause", "referee resume", "referee end")
COURSE = ("referee tournament pause", "referee tournament resume", "referee tournament end", "referee tournament absent")
NO_ACTS = {
    "referee tournament desk",
    "referee log", "referee tournament log", "referee tournament entrants", "referee tables", "referee settings", "referee backup", "referee doctor",
}  # fmt: skip
"""What is done to nobody."""


def expected(act: Act, relation: Relation, stake: Stake) -> str:
    """The whole matrix in words: a moderator may, who plays may not, but put to the others what is gentle, all others are no moderators."""
    if act.value in PLAYERS:
        return "may" if relation in WHO_PLAYS else SEATED
    if relation == "moderator" or (relation == "host" and act.value in LEFT):
        return "may"
    if act.value in SEATS:
        return MODERATORS if stake in ("rated", "prize") else "may" if relation == "left" else "consent"
    if relation == "plays_alone":
        return PLAYS if stake in ("rated", "prize") else "may"
    if relation == "moderator_plays":
        return "consent" if act.value in PUT or act in ("pause", "resume", "end") else PLAYS
    return MODERATORS


def test_no_act_and_no_command_is_missing(chat):
    assert {act.value for act in Act} == RULING | LEFT | SEATS | PLAYERS
    commands = {c.qualified_name for c in chat.bot.tree.walk_commands() if isinstance(c, app_commands.Command)}
    assert {name for name in commands if name.startswith("referee ")} == set(COMMANDS) | NO_ACTS


@pytest.mark.parametrize("act", Act)
def test_the_matrix(act):
    for relation, stake in product(Relation, Stake):
        said = answer(act, relation, stake)
        assert said == expected(act, relation, stake), (act, relation, stake)
        if said == "may":
            check(act, relation, stake)
        else:
            with pytest.raises(Unfit) as refused:
                check(act, relation, stake)
            assert refused.value.args[0] == (PLAYS if said == "consent" else said)
            assert isinstance(refused.value, NeedsConsent) == (said == "consent")
        if said == "consent":
            check(act, relation, stake, agreed=True)
        elif said != "may":
            with pytest.raises(Unfit):
                check(act, relation, stake, agreed=True)


async def ruled(chat, member: str, kind: str, but: tuple[str, ...] = (), channel: str = HERE) -> dict[str, str]:
    """What each command answers to somebody, whose acts may have been done since."""
    found = {}
    for name, options in COMMANDS.items():
        if name.startswith("referee tournament") == (kind == "tournament") and name not in but:
            found[name] = await chat.use(member, name, channel, reason="grudge", **options)
    return found


async def test_each_act_at_a_table_asks_the_door(chat):
    await chat.use(ANNA, "game new", game="hockey_game", opponent=BOHUMIL)
    table = await chat.bot.tables.here(int(HERE))
    chat.moderates(ANNA)
    for name, words in (await ruled(chat, ANNA, "table", AT_TABLES)).items():
        assert "another moderator" in words, name
    assert not await chat.bot.store.tables.acts(table.id)
    for name, words in (await ruled(chat, JUDGE, "table")).items():
        assert "another moderator" not in words, name


async def test_each_act_in_a_tournament_asks_the_door(chat):
    await open_with(chat, ANNA, BOHUMIL, name="Cup", format="single", games="3")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    (thread,) = threads(chat)
    for name, words in (await ruled(chat, ANNA, "table", AT_TABLES, thread)).items():
        assert "another moderator" in words, name
    for name, words in (await ruled(chat, ANNA, "tournament", COURSE)).items():
        assert "another moderator" in words, name
    assert not await chat.bot.store.tournaments.acts(1)
    for name, words in (await ruled(chat, JUDGE, "tournament")).items():
        assert "another moderator" not in words, name


@pytest.mark.sampled(0.5)
@pytest.mark.parametrize("who", ["stranger", "moderator", "left", "opponent", "moderator_plays", "blocked"])
async def test_a_game_is_claimed_by_who_plays_and_waits(chat, who):
    """Whoever plays there may, and nobody else: neither a moderator without a part, nor who has resigned."""
    seats = {"game": "monster_hex", "opponent": BOHUMIL, "opponent2": CECILE, "rated": "True", "clock": "claim 3d", "options": "seating=joined"}
    await chat.use(ANNA, "game new", **seats)
    table = await chat.bot.tables.here(int(HERE))
    (late,) = table.acting
    waits = next(s for s in range(3) if s != late)
    player = str(table.seats[waits].player)
    await chat.later(3 * DAY + HOUR)
    assert table.expiry.claimable == [late]
    if who == "moderator_plays":
        chat.moderates(player)
    elif who == "blocked":
        await chat.bot.store.blocks.add(table.seats[late].player, int(player))
    elif who == "left":
        await table.concede(waits)
    asker = {"stranger": DARA, "moderator": JUDGE}.get(who, player)
    told = await chat.use(asker, "game claim")
    gone = late not in table.playing()
    assert gone == (who in WHO_PLAYS), told
    if not gone:
        assert told in {texts(language)("error.not_seated") for language in ("en", "cs", "fr")}


async def test_who_is_entered_announces_what_they_do_to_the_whole_tournament(chat):
    """Anybody there may object; a moderator without a part does it at once."""
    await open_with(chat, ANNA, BOHUMIL, name="Cup", format="single", games="3")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    for name in COURSE[:3]:
        if not name.endswith("resume"):
            assert "If nobody objects until" in await chat.use(ANNA, name, reason="rain")
            assert "Object" in chat.labels(chat.board())
            assert "rain" in chat.board()["content"]
            assert "announced already" in await chat.use(ANNA, name, reason="rain")
    cup = await chat.bot.store.tournaments.get(1)
    assert (cup.status, cup.paused) == ("live", False)
    assert "been told" in await chat.use(JUDGE, "referee tournament pause", reason="rain")
    assert (await chat.bot.store.tournaments.get(1)).paused
    log = await chat.use(JUDGE, "referee tournament log")
    assert "wants to end the tournament" in log


async def test_moderators_read_what_is_open_since_when_and_what_becomes_of_it(chat):
    await chat.use(ANNA, "game new", game="hockey_game", opponent=BOHUMIL)
    table, motions = await chat.bot.tables.here(int(HERE)), chat.bot.store.motions
    chat.moderates(ANNA)
    for command in ("referee log", "referee tables"):
        assert "asked the others" not in await chat.use(JUDGE, command)
    await chat.use(ANNA, "referee pause", reason="rain")
    for command in ("referee log", "referee tables"):
        told = await chat.use(JUDGE, command)
        assert "asked the others" in told
        assert "pause the game. Reason: rain" in told
        assert "Not answered yet: **Bohumil**" in told
        assert "announced after 48 hours of their silence and done a day later" in told
    asked = (await motions.of(table.id))[Act.TABLE_PAUSE]
    await motions.keep(asked, announced := asked._replace(stage=ANNOUNCED))
    assert "done within about a day" in await chat.use(JUDGE, "referee log")
    chat.hides(HERE, JUDGE)
    assert "rain" not in await chat.use(JUDGE, "referee tables", THERE)
    await motions.keep(announced, announced._replace(stage=OBJECTED))
    assert "rain" not in await chat.use(ANNA, "referee log")


async def test_who_hosts_has_no_part(chat):
    await open_with(chat, BOHUMIL, CECILE, name="Cup")
    await chat.use(ANNA, "tournament start")
    await settle(chat)
    assert "been told" in await chat.use(ANNA, "referee tournament pause", reason="rain")


async def test_who_plays_against_computers_alone_rules_there(chat):
    """There is nobody between whom and them there would be a door."""
    await chat.use(ANNA, "game new", game="hockey_game", computers="1")
    assert "been told" in await chat.use(ANNA, "referee pause", reason="dinner")


@pytest.mark.parametrize(("member", "words"), [(ANNA, "another moderator"), (BOHUMIL, "jiný moderátor"), (CECILE, "quelqu'un d'autre")])
async def test_the_reason_is_said_in_ones_own_language(chat, member, words):
    await chat.use(ANNA, "game new", game="hexknight", opponent=BOHUMIL, opponent2=CECILE)
    chat.moderates(member)
    assert words in await chat.use(member, "referee decide", reason="enough")
