"""People who call themselves, their decks, tournaments and reasons by what Discord would make something of: in no message it does."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from playground.world import ALL_RIGHTS
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE, JUDGE, THERE, Chat
from tests.cogs.tournaments.in_chat import settle
from tests.markup import UNSEEN, made_of
from tests.reading import read

NAMES = {
    ANNA: "[free](https://evil.example)",
    BOHUMIL: "# PWNED @everyone **PWNED",
    CECILE: "```\n> `PWNED` \u202e||PWNED",
    DARA: "discord.gg/evil <https://evil.example>",
}
DECK = "](https://evil.example) [PWNED ```"
REASON = "x\n# PWNED <@4002> https://evil.example ```\u202e"
CUP = "[PWNED](https://evil.example) @here"
MADE = re.compile(r"evil|PWNED|everyone|here")
COGS = Path(__file__).parents[2] / "cogs"


def hostile(chat: Chat) -> None:
    for number, name in NAMES.items():
        chat.world.members[number]["global_name"] = name


def sent(chat: Chat) -> list[str]:
    """The content of everything that the bot has sent, edits too."""
    found = []
    for _, _, body in chat.standin.requests:
        data = body.get("data") or {} if isinstance(body, dict) else {}
        for one in (body, data):
            if isinstance(one, dict):
                found += [one["content"]] if one.get("content") else []
                found += [text for part in one.get("components") or () for text in texts_in(part)]
    return found


def texts_in(part: dict[str, Any]) -> list[str]:
    """The texts within a component of a layout."""
    own = [part["content"]] if part["type"] == 10 else []
    return own + [text for inner in part.get("components") or () for text in texts_in(inner)]


def check(chat: Chat) -> None:
    """No message has anything that somebody's name or reason made; what is drawn or stands on buttons is not escaped."""
    contents = sent(chat)
    assert contents
    for content in contents:
        wrong = [thing for thing in made_of(content) if MADE.search(thing[1]) and not thing[1].startswith("<t:")]
        assert not wrong, f"{wrong} in {content}"
        assert not UNSEEN.search(content), content
        assert content.count("```") in (0, 2), content
        assert not re.search(r"\\\\[\[\]#`]", content), f"escaped twice: {content}"
    for message in map(read, chat.world.messages.values()):
        for attachment in message["attachments"]:
            alt = attachment.get("description") or ""
            assert not UNSEEN.search(alt)
            assert not re.search(r"\\[\[\]#`*]", alt), alt
        pressed = [{**part, "beside": ""} for row in message["components"] for part in row["components"]]  # What stands beside one is text.
        shown = json.dumps(pressed, ensure_ascii=False)
        assert "\\\\" not in shown, shown


def everybody_of(chat: Chat, *members: str) -> None:
    """Everybody who sits at the table is named in some message, so that the test has looked at something."""
    whole = "\n".join(sent(chat))
    for member in members:
        letters = re.escape(NAMES[member].split()[0].strip("`[").split("]")[0])
        assert re.search(letters.replace("/", r"\\?/"), whole), NAMES[member]


async def test_at_a_table(chat):
    hostile(chat)
    await chat.use(ANNA, "game new", game="monster_hex", seats="3", options="seating=joined", clock="24h")
    await chat.press(BOHUMIL, chat.board(), "Join")
    assert "free" in chat.board()["content"]
    await chat.use(DARA, "game list")
    await chat.press(CECILE, chat.board(), "Join")
    for member, what in ((ANNA, "moss"), (BOHUMIL, "dune"), (CECILE, "ember")):
        await chat.use(member, "move", action=f"faction {what}")
    for show in ("picture", "closer", "text", "post"):
        await chat.use(BOHUMIL, "board", show=show)
    for command in ("hand", "why", "game log", "game clock", "game list", "mygames", "game export"):
        await chat.use(CECILE, command)
    await chat.use(CECILE, "card", card="m04")
    found = await chat.bot.tables.here(int(HERE))
    mover = str(found.seats[found.acting[0]].player)
    await chat.press(mover, chat.board(), "Your move")
    await chat.use(mover, "game undo")
    await chat.use(mover, "game draw")
    question = next(m for m in reversed(chat.seen(None)) if "Agree" in chat.labels(m) or "agree" in m["content"])
    await chat.press(next(m for m in (ANNA, BOHUMIL, CECILE) if m != mover), question, chat.labels(question)[1])
    await chat.use(ANNA, "game offer", on="True")
    await chat.use(DARA, "game take")
    await chat.use(ANNA, "move", action="[x](https://evil.example) ` **PWNED")
    await chat.use(ANNA, "game new", THERE, game="[x](https://evil.example)` PWNED")
    await chat.use(ANNA, "game new", THERE, game="hexknight", clock="`[x](https://evil.example)")
    await chat.use(ANNA, "rules", question="MH-1")
    await chat.press(ANNA, chat.private(ANNA), "Show to all")
    await chat.use(ANNA, "learn", game="monster_hex")
    check(chat)
    everybody_of(chat, ANNA, BOHUMIL, CECILE, DARA)


async def test_at_the_desk_and_in_profiles(chat):
    hostile(chat)
    chat.world.member_rights[ANNA] = ALL_RIGHTS
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, rated="True")
    found = await chat.bot.tables.here(int(HERE))
    slow = str(found.seats[found.acting[0]].player)
    for command, options in (
        ("timeout", {"player": slow}),
        ("pause", {}),
        ("resume", {}),
        ("clock", {"clock": "24h"}),
        ("replace", {"player": BOHUMIL, "new": DARA}),
        ("rollback", {"action": "0"}),
        ("decide", {"winner": ANNA}),
    ):
        await chat.use(JUDGE, f"referee {command}", reason=REASON, **options)
    await chat.complete(ANNA, "referee rollback", "action", "", reason="x")
    await chat.use(ANNA, "referee log")
    await chat.use(CECILE, "profile", player=ANNA)
    await chat.use(CECILE, "profile", player=DARA)
    await chat.use(ANNA, "leaderboard", game="monster_hex")
    check(chat)
    everybody_of(chat, ANNA, BOHUMIL, DARA)


async def test_a_deck(chat):
    hostile(chat)
    await chat.use(ANNA, "deck build", name=DECK, game="hexygame")
    assert await chat.press(ANNA, chat.private(ANNA), "As text") == "modal"
    assert await chat.press(ANNA, chat.private(ANNA), "Name") == "modal"
    for button in ("Copy", "Add cards", "The deck", "All decks"):
        await chat.press(ANNA, chat.private(ANNA), button)
    check(chat)
    for name in await chat.bot.store.decks.of(int(ANNA), "hexygame"):
        await chat.use(ANNA, "deck delete", name=str(name), game="hexygame")
    await chat.use(ANNA, "deck import", name=DECK, deck="[x](https://evil.example) PWNED, 3x ```", game="hexygame")
    code = re.search(r"`([^`]+)`\n```", await chat.use(ANNA, "deck export", name=await preset(chat), game="hexygame"))
    assert code
    await chat.use(ANNA, "deck import", name=DECK, deck=f"{code[1]}", game="hexygame")
    await chat.use(ANNA, "deck list", game="hexygame")
    (name,) = await chat.bot.store.decks.of(int(ANNA), "hexygame")
    assert "PWNED" in name
    for command in ("show", "export", "check"):
        assert "PWNED" in await chat.use(ANNA, f"deck {command}", name=str(name), game="hexygame")
    await chat.use(ANNA, "deck show", name=CUP, game="hexygame")
    await chat.use(ANNA, "deck delete", name=str(name), game="hexygame")
    assert not await chat.bot.store.decks.of(int(ANNA), "hexygame")
    check(chat)
    await chat.use(ANNA, "deck import", name="My *best*  `one`", deck=code[1], game="hexygame")
    assert "**My \\*best\\* \\`one\\`**" in await chat.use(ANNA, "deck check", name="My *best*  `one`", game="hexygame"), "found by what was typed"


async def preset(chat: Chat) -> str:
    """The name of a deck that is there for everybody."""
    return next(iter(await chat.complete(ANNA, "deck show", "name", "", game="hexygame")))


async def test_a_tournament(chat):
    hostile(chat)
    chat.world.member_rights[ANNA] = ALL_RIGHTS
    await chat.use(ANNA, "tournament create", game="monster_hex", name=CUP, rounds="2", check_in="10")
    for member in NAMES:
        await chat.press(member, chat.seen(None)[0], "Join")
    await chat.use(ANNA, "tournament start")
    for member in (ANNA, BOHUMIL, CECILE):
        await chat.press_verb(member, "tcheck")
    await chat.use(ANNA, "tournament start")
    await chat.press_verb(ANNA, "tbegin")
    await settle(chat)
    first = next(iter(chat.world.threads))
    assert "\\" not in chat.world.channels[first]
    for command in ("pairings", "standings", "why"):
        await chat.use(BOHUMIL, f"tournament {command}")
    await chat.use(JUDGE, "referee tournament substitute", player=BOHUMIL, new=DARA, reason=REASON)
    await chat.use(ANNA, "tournament why", player=CECILE)
    await chat.use(JUDGE, "referee tournament drop", player=CECILE, reason=REASON)
    await settle(chat)
    await chat.use(ANNA, "tournament standings")
    await chat.use(ANNA, "referee tournament log")
    await chat.use(JUDGE, "referee tournament end", reason=REASON)
    await chat.use(ANNA, "tournament standings")
    await settle(chat)
    check(chat)
    everybody_of(chat, ANNA, BOHUMIL, CECILE, DARA)


def test_nobody_goes_round_it():
    """There is one way to ask what somebody is called, and one function that escapes."""
    sources: dict[str, Any] = {path.relative_to(COGS).as_posix(): path.read_text(encoding="utf-8") for path in COGS.rglob("*.py")}
    assert [name for name, text in sources.items() if re.search(r"\b(display_name|global_name)\b", text)] == ["messages/reply.py"]
    assert not [name for name, text in sources.items() if re.search(r"escape_markdown|escape_mentions", text)]
    joined = re.compile(r"join\(\w+\.name for")
    # What knows nothing of Discord keeps names and gives threads their titles; it writes no messages. Characters have names of ours.
    known = {"messages/table/characters.py", "play/open_tables.py", "play/tournaments/moderation.py"}
    assert {name for name, text in sources.items() if joined.search(text)} == known
