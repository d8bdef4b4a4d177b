"""Where there are hints, and how they are asked for in a chat."""

from __future__ import annotations

import sqlite3

import pytest

from cogs.play.new_table import Opening, Party, hinted, seated
from cogs.play.tables import Tables
from cogs.play.unfit import Unfit
from data.content import build
from data.language import texts
from tests.bids import memory
from tests.chat import ANNA, BOHUMIL, DARA, HERE, THERE
from tests.cogs.play.thinking.test_hints import table

# Where there are any


@pytest.mark.parametrize(
    ("people", "computers", "seats", "said", "rated", "allowed"),
    [
        (1, 1, None, None, False, True),
        (1, 2, None, None, False, True),
        (2, 0, None, None, False, False),
        (2, 1, None, None, False, False),
        (1, 0, 2, None, False, False),
        (1, 1, 3, None, False, False),
        (1, 1, None, False, False, False),
        (2, 0, None, True, False, True),
        (1, 0, 2, None, True, False),
        (1, 0, 2, False, True, False),
    ],
)
def test_who_plays_alone_has_hints_and_others_where_that_is_said(people, computers, seats, said, rated, allowed):
    opening = Opening("hexknight", 1, 1, {}, "en", "light", rated, hints=said)
    party = Party((1, "A"), [(n, "B") for n in range(2, people + 1)], computers, "C", seats)
    assert hinted(opening, *seated(build("hexknight"), opening, party)) is allowed


@pytest.mark.parametrize("computers", [0, 1])
async def test_that_there_are_hints_is_stored(computers):
    async with memory() as store:
        party = Party((1, "A"), [(2, "B")] * (1 - computers), computers, "C")
        made, _ = await Tables(store).open(Opening("hexknight", 1, 1, {}, "en", "light"), party)
        assert await store.all("SELECT hints FROM games WHERE id = ?", (made,)) == [(computers,)]


async def test_a_rated_table_cannot_have_any():
    async with memory() as store:
        with pytest.raises(Unfit, match=r"hint\.rated"):
            await Tables(store).open(Opening("hexknight", 1, 1, {}, "en", "light", True, hints=True), Party((1, "A"), seats=2))


def test_tables_of_before_have_hints_where_one_plays_alone(tmp_path):
    """A database of the version before, with the rows that count."""
    from data.store.migration_scripts import scripts

    with sqlite3.connect(tmp_path / "old.sqlite3") as db:
        for number, script in scripts(""):
            if number == 23:
                for game, rated, sits in ((1, 0, "pc"), (2, 0, "pp"), (3, 0, "ppc"), (4, 1, "p"), (5, 0, "p"), (6, 0, "pcc")):
                    columns = "id, game, version, channel, language, theme, options, host, status, created, rated"
                    db.execute(f"INSERT INTO games ({columns}) VALUES (?, 'x', 1, ?, 'en', 'light', '{{}}', 1, 'live', 0, ?)", (game, game, rated))
                    for n, who in enumerate(sits):
                        mine = (game, n, None, "strategist", "C") if who == "c" else (game, n, n + 1, None, "P")
                        db.execute("INSERT INTO seats (game, seat, player, computer, name) VALUES (?, ?, ?, ?, ?)", mine)
            db.executescript(script)
        assert [game for (game,) in db.execute("SELECT id FROM games WHERE hints = 1 ORDER BY id")] == [1, 6]


async def test_a_hint_by_command_and_by_button_and_what_it_leads_to(chat):
    await chat.use(ANNA, "game new", game="monster_hex", computers="1", options="seating=joined")
    assert "Hints: </game hint:" in next(m["content"] for m in chat.seen(None) if "Fair play" in m["content"])
    found, public = await table(chat), len(chat.seen(None))
    position = found.position
    said = await chat.use(ANNA, "game hint")
    assert "From what you can see" in said
    assert "**MH-" in said
    await chat.press(ANNA, chat.board(), "Your move")
    picker = chat.private(ANNA)
    again = await chat.press(ANNA, picker, "Hint")
    assert again == said
    assert chat.private(ANNA)["attachments"][0]["description"]
    assert (found.position, len(chat.seen(None))) == (position, public), "nobody else sees anything"
    await chat.press(ANNA, chat.private(ANNA), "Something else")
    assert "From what you can see" not in chat.private(ANNA)["content"]
    await chat.use(ANNA, "game hint")
    wanted = chat.plays(chat.private(ANNA))["custom_id"].rpartition(":")[2]
    await chat.press_exactly(ANNA, chat.private(ANNA), chat.plays(chat.private(ANNA)))
    rows = await found.store.tables.actions(found.id)
    assert " ".join(rows[position].action) == wanted
    assert rows[position].seat == 0


@pytest.mark.parametrize("way", ["off", "rated", "match"])
async def test_where_there_are_none_the_reason_is_said(chat, way):
    channel = HERE
    if way == "off":
        await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL)
    elif way == "rated":
        await chat.use(ANNA, "game new", game="monster_hex", seats="2", rated="True", options="seating=joined")
        await chat.press(BOHUMIL, chat.board(), "Join")
    else:
        from tests.cogs.tournaments.in_chat import settle, threads

        await chat.use(ANNA, "tournament create", game="monster_hex", name="Cup")
        for member in (ANNA, BOHUMIL):
            await chat.use(member, "tournament join")
        await chat.use(ANNA, "tournament start")
        await settle(chat)
        (channel,) = [t["id"] for t in threads(chat)] if threads(chat) and isinstance(threads(chat)[0], dict) else threads(chat)
    who = str((await chat.bot.tables.here(int(channel))).seats[0].player)
    say = texts("cs" if who == BOHUMIL else "en")
    assert await chat.use(who, "game hint", channel) == say({"off": "hint.off", "rated": "hint.rated", "match": "hint.tournament"}[way])
    assert any(texts("en")("lobby.no_hints") in m["content"] for m in chat.seen(None, channel))
    await chat.press(who, chat.board(channel), "Your move")
    assert say("button.hint") not in chat.labels(chat.private(who, channel))


async def test_others_get_none_and_learn_nothing(chat):
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, hints="True", options="seating=joined")
    found = await table(chat)
    assert found.row.hints
    assert await chat.use(DARA, "game hint") == texts("en")("error.not_seated")
    assert await chat.use(ANNA, "game hint", THERE) == texts("en")("error.no_table")
    seat = found.acting[0]
    other = str(found.seats[1 - seat].player)
    assert await chat.use(other, "game hint") == texts("cs" if other == BOHUMIL else "en")("hint.not_asked")


async def test_show_me_plays_the_line_for_the_asker_alone_as_long_as_the_hint_stands(chat):
    """A film in the panel, with a way back to the hint; whoever else presses, or presses it later, gets none."""
    await chat.use(ANNA, "game new", game="monster_hex", computers="1", options="seating=joined opening=fixed")
    await chat.use(ANNA, "move", action="faction moss")
    said, public = await chat.use(ANNA, "game hint"), len(chat.seen(None))
    assert "Next best" in said or "As good" in said
    hint = chat.private(ANNA)
    button = chat.button(hint, "Show me")
    await chat.press(ANNA, hint, "Show me")
    film = chat.private(ANNA)
    assert "step by step" in film["content"]
    assert film["attachments"][0]["filename"] == "line.gif"
    assert film["attachments"][0]["description"].startswith("Now\nAnna places ")
    assert len(chat.seen(None)) == public
    assert await chat.press(ANNA, film, "Hint") == said
    assert await chat.press_old(DARA, button["custom_id"]) == texts("en")("error.not_seated")
    await chat.use(ANNA, "move", action=" ".join(chat.plays(hint)["custom_id"].split(":")[5:]))
    assert "moved on" in await chat.press_old(ANNA, button["custom_id"])


async def test_an_old_hint_says_that_the_table_has_moved_on(chat):
    await chat.use(ANNA, "game new", game="monster_hex", computers="1", options="seating=joined")
    await chat.use(ANNA, "game hint")
    hint = chat.private(ANNA)
    await chat.use(ANNA, "move", action="faction moss")
    assert "moved on" in await chat.press_exactly(ANNA, hint, chat.plays(hint))


async def test_the_bot_restarts_and_discord_refuses(chat, monkeypatch):
    """What was asked before a restart is asked again; an answer that Discord does not take leaves all as it was."""
    await chat.use(ANNA, "game new", game="monster_hex", computers="1", options="seating=joined")
    first = await chat.use(ANNA, "game hint")
    await chat.restart()
    assert await chat.use(ANNA, "game hint") == first
    position = (await table(chat)).position
    from discord import Interaction

    real = Interaction.edit_original_response

    async def refused(self, **given):
        raise RuntimeError("lost")

    monkeypatch.setattr(Interaction, "edit_original_response", refused)
    await chat.use(ANNA, "game hint")
    monkeypatch.setattr(Interaction, "edit_original_response", real)
    assert await chat.use(ANNA, "game hint") == first
    assert (await table(chat)).position == position
