"""What people read when the rules of their games have changed, or cannot read them any more."""

from __future__ import annotations

import pytest

from data.content import build
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, THERE

GAME = "monster_hex"
PLAYED = build(GAME).version
"""The version of its rules that tables are played by before others come."""


@pytest.fixture
def deploy(monkeypatch):
    """Other rules are there from now on: of a later version, which may not be able to read what is stored."""

    def there(version: int, reads: bool = True) -> None:
        rules = build(GAME)
        monkeypatch.setattr(type(rules), "version", version)
        load = rules.load

        def unread(snapshot: bytes):
            raise ValueError("a field that there is not")

        monkeypatch.setattr(rules, "load", load if reads else unread)

    return there


async def begin(chat, **options: str) -> None:
    await chat.use(ANNA, "game new", game=GAME, opponent=BOHUMIL, options="seating=joined", **options)
    await chat.settle()
    await chat.use(ANNA, "move", action="faction ember")
    await chat.settle()


def public(chat) -> str:
    return "\n".join(m["content"] for m in chat.seen(None))


async def test_the_channel_is_told_once(chat, deploy):
    await begin(chat)
    before = chat.board()
    await chat.disconnect()
    deploy(7)
    await chat.connect()
    await chat.settle()
    await chat.press(BOHUMIL, before, "Your move")
    await chat.settle()
    assert "rules of this game have changed (version 7)" in chat.board()["content"]
    assert "Your turn, **Bohumil**" in chat.board()["content"], "whoever is asked is named; called they have been for this question"
    assert "earlier ones cannot be taken back" in await chat.use(ANNA, "game undo")
    assert "after action 1" in await chat.use(DARA, "referee rollback", action="0", reason="oops")
    assert await chat.complete(DARA, "referee rollback", "action", "") == []
    assert "played by earlier rules is not told" in await chat.use(ANNA, "game log")
    await chat.use(BOHUMIL, "move", action="faction moss")
    await chat.settle()
    assert [c["name"] for c in await chat.choices(DARA, "referee rollback", "action", "")] == ["where the present rules begin"]
    assert "been told" in await chat.use(DARA, "referee rollback", action="1", reason="oops")
    await chat.settle()
    found = await chat.bot.tables.here(int(HERE))
    assert found.acting == (1,)
    await chat.restart()
    await chat.settle()
    assert public(chat).count("have changed (version 7)") == 1
    await chat.use(BOHUMIL, "game resign", sure="true")
    await chat.settle()
    record = {"name": "x.txt", "content": await _record(chat)}
    assert "Les règles ont changé au milieu" in await chat.use(CECILE, "game check", record=record)


async def _record(chat) -> str:
    from cogs.play.history.record import export

    return await export(await chat.bot.tables.get(1), [])


async def test_a_game_that_waits(chat, deploy):
    await begin(chat, clock="24h")
    before = chat.board()
    await chat.disconnect()
    deploy(7, reads=False)
    await chat.connect()
    await chat.settle()
    waits = ("present version 7 cannot read it", "nynější verze 7 ji neumí přečíst")
    for member, command, options in (
        (ANNA, "move", {"action": "pass"}), (ANNA, "hand", {}), (ANNA, "board", {"show": "text"}), (ANNA, "game undo", {}), (ANNA, "game log", {}),
        (ANNA, "game export", {}), (ANNA, "game resign", {"sure": "true"}), (BOHUMIL, "game draw", {}), (BOHUMIL, "game clock", {}),
        (DARA, "referee timeout", {"player": BOHUMIL, "reason": "late"}), (DARA, "referee pause", {"reason": "late"}),
        (DARA, "referee rollback", {"action": "0", "reason": "late"}), (DARA, "referee log", {}),
        (ANNA, "ahead", {}),
    ):  # fmt: skip
        answer = await chat.use(member, command, **options)
        assert any(words in answer for words in waits), (command, answer)
    for label in ("Your move", "Hand"):
        assert waits[1] in await chat.press(BOHUMIL, before, label), label
    assert await chat.complete(ANNA, "move", "action", "") == []
    assert "Waits for other rules" in await chat.use(ANNA, "mygames")
    assert "no such table here" in await chat.use(ANNA, "hand", THERE)
    assert "Away until" in await chat.set(ANNA, "away", days="1")
    listed = await chat.use(DARA, "referee tables")
    assert f"(table 1): it was last played by version {PLAYED}" in listed
    assert listed.count("table 1") == 1
    await chat.later(5 * 86400)
    await chat.settle()
    told = len(chat.seen(None))
    assert "been told" in await chat.use(DARA, "referee end", reason="too late")
    await chat.settle()
    said = [m["content"] for m in chat.seen(None)[told:]]
    assert len(said) == 4
    assert "too late" in said[0]
    assert "This game has ended" in said[1]
    assert any("The seed, in hexadecimal" in words for words in said[2:])
    assert await chat.bot.store.all("SELECT kind FROM owed WHERE kind <> 'held'") == []
    assert "well" in await chat.use(DARA, "referee tables")
    await chat.use(ANNA, "game new", game="hockey_game", opponent=BOHUMIL)
    assert (await chat.bot.tables.here(int(HERE))).rules.key == "hockey_game"


async def test_it_goes_on_when_it_can_be_read_again(chat, deploy):
    await chat.use(ANNA, "game new", game=GAME, opponent=BOHUMIL, options="seating=joined", clock="24h")
    await chat.settle()
    await chat.disconnect()
    deploy(7, reads=False)
    await chat.connect()
    await chat.later(3 * 86400)
    await chat.disconnect()
    deploy(1)
    build.cache_clear()
    await chat.connect()
    await chat.settle()
    found = await chat.bot.tables.here(int(HERE))
    assert found.acting == (0,)
    assert found.dials[0].due - chat.bot.store.now() > 86000
    await chat.use(ANNA, "move", action="faction moss")
    assert found.position == 1


async def test_whoever_is_forgotten_leaves_no_game_that_waits(chat, deploy):
    await begin(chat)
    await chat.disconnect()
    deploy(7, reads=False)
    await chat.connect()
    await chat.set(ANNA, "data", what="forget")
    await chat.press(ANNA, chat.private(ANNA), "Forget me")
    await chat.settle()
    assert [
        tuple(row) for row in await chat.bot.store.all("SELECT status, action FROM games g JOIN actions a ON a.game = g.id AND a.number = 2")
    ] == [("over", "settle abandoned 0+1")]
    assert (await chat.bot.store.all("SELECT COUNT(*) FROM seats WHERE player = ?", (int(ANNA),)))[0][0] == 0
