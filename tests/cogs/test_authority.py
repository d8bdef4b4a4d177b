"""Every command, completion, button, menu and form against tables, tournaments and decks of another server, channel or person.

Nothing of theirs changes and nothing of theirs is shown. What there is to use is read off the command tree, the handlers and the forms: a new one
that is missing here makes the test fail.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from typing import Any, NamedTuple

import pytest
from discord import app_commands, ui

from cogs.messages.decks.deck_panel import mark_of
from playground.error_codes import Rejected
from playground.world import ALL_RIGHTS
from tests.chat import DARA, HERE, THERE
from tests.cogs.tournaments.in_chat import settle, threads
from tests.reading import read

EMIL, FRANTISKA = "4005", "4006"
HOME, ABROAD, OFFICE = "2000", "2500", "3501"
OPEN_CUP, LIVE_CUP, ELSEWHERE = "3003", "3004", "3005"
NO_RIGHTS = ALL_RIGHTS & ~(1 << 33) & ~(1 << 5)
CANARY = "Quetzal"
"""Stands in everything of theirs that has a name."""

WHY = {"reason": "grudge"}
COMMANDS: dict[str, dict[str, Any]] = {
    "ahead": {"action": "stops until_turn"},
    "board": {"show": "post"}, "cards": {"game": "hexygame"},
    "card": {"card": "c01", "game": "hexygame"}, "deck build": {"name": "Quetzal deck", "game": "hexygame"},
    "deck check": {"name": "Quetzal deck", "game": "hexygame"}, "deck delete": {"name": "Quetzal deck", "game": "hexygame"},
    "deck export": {"name": "Quetzal deck", "game": "hexygame"}, "deck import": {"name": "Quetzal deck", "deck": "2 c01", "game": "hexygame"},
    "deck list": {"game": "hexygame"}, "deck show": {"name": "Quetzal deck", "game": "hexygame"}, "deck use": {"name": "Quetzal deck"},
    "game check": {"record": {"name": "x.txt", "content": "x"}}, "game clock": {}, "game draw": {}, "game export": {},
    "game claim": {}, "game follow": {}, "game nudge": {},
    "game replay": {}, "game here": {"table": "1"}, "game hint": {}, "game join": {}, "game leave": {}, "game list": {},
    "game log": {}, "game new": {"game": "hexygame"}, "game offer": {"on": "True"}, "game resign": {"sure": "True"},
    "game take": {}, "game undo": {}, "hand": {}, "help": {},
    "leaderboard": {"game": "hexygame"}, "learn": {"game": "monster_hex"}, "move": {"action": "keep"}, "mygames": {},
    "practice": {"game": "monster_hex"}, "profile": {"player": EMIL},
    "referee backup": {}, "referee clock": {"clock": "1m", **WHY}, "referee decide": {"winner": EMIL, **WHY}, "referee end": WHY,
    "referee forfeit": {"player": EMIL, **WHY}, "referee log": {}, "referee pause": WHY, "referee replace": {"player": EMIL, "new": DARA, **WHY},
    "referee resume": {}, "referee rollback": {"action": "0", **WHY}, "referee settings": {},
    "referee doctor": {}, "referee tables": {}, "referee timeout": {"player": EMIL, **WHY}, "referee tournament absent": {"player": EMIL, **WHY},
    "referee tournament drop": {"player": EMIL, **WHY}, "referee tournament end": WHY, "referee tournament entrants": {},
    "referee tournament desk": {}, "referee tournament log": {},
    "referee tournament pause": WHY, "referee tournament resume": {}, "referee tournament rollback": WHY,
    "referee tournament substitute": {"player": EMIL, "new": DARA, **WHY}, "rules": {"question": "hand"}, "settings": {},
    "tournament create": {"game": "monster_hex"}, "tournament join": {}, "tournament leave": {}, "tournament next": {},
    "tournament cards": {}, "tournament pick": {"card": "red_hearth"},
    "tournament pairings": {}, "tournament standings": {}, "tournament start": {}, "tournament why": {"player": EMIL}, "why": {"action": "keep"},
}  # fmt: skip
OWN = {name for name in COMMANDS if name.startswith(("settings", "deck"))} | {"mygames", "game list"}
"""What is about the asker alone: no trespass by whoever sits at the table."""
OWN_VERBS = ("forget", "settings", "set", "setwhom", "cardadd", "cardcount", "cardinto", "decktake", "deckmend", "deckcopy", "deckbegin", "decknew")
"""Buttons and menus that change it."""
LAST = ("game new", "tournament create")
"""What makes something of the asker's own, after which their channel is no longer empty."""
BUTTONS = {
    "abandon": "{table}", "accept": "{table}", "claim": "{table}", "characters": "hexygame", "teach": "{table}",
    "again": "{table}", "games": "0", "mygames": "0", "fresh": "seats:hexygame", "logpage": "{table}:0", "newgame": "", "welcome": "learn",
    "dkey": "1", "dval": "1:rounds", "dpost": "1", "dpreset": "1:week", "dcancel": "1", "dsure": "1:starts:1", "dagain": "1:starts",
    "wsure": "1:1", "csure": "1:1", "wagain": "1", "cagain": "1", "wthread": "1",
    **dict.fromkeys(("cpanel", "cwish", "cself", "ctext", "cmake", "chand"), "1"), **dict.fromkeys(("cpack", "cpick", "cadd", "cout"), "1:0"),
    "tall": "1", "tlist": "1:entrants:0:0", "tfile": "1:csv",
    "agree": "{table}:{mark}", "ahead": "{table}", "onward": "{table}:0", "plan": "{table}", "say": "{table}:0:draft", "shorten": "{table}:0",
    "stops": "{table}:0", "toggle": "{table}:pass_move:on", "usual": "hexygame:0",
    "cards": "hexygame::0:0:", "cardseek": "hexygame::0:0:", "cardsift": "0:hexygame::0:0:", "cardlook": "1:hexygame::0:0:",
    "cardadd": "hexygame:{deck}:0:0:", "cardcount": "1:1:hexygame:{deck}:0:0:", "cardinto": "1:hexygame:{deck}:0:0:",
    "deck": "hexygame:{deck}:0", "decks": "", "decktake": "hexygame:{deck}:0", "decknew": "hexygame",
    **dict.fromkeys(("deckbegin", "deckcopy", "decklook", "deckmend", "deckname", "decktext"), "hexygame:{deck}"),
    "back": "{table}:0", "next": "{table}:0", "play": "{table}:0", "replay": "{table}", "replayshow": "{table}:0:0:en",
    "analysis": "{table}", "analysisshow": "{table}:en", "do": "{table}:0:0:{action}", "forget": EMIL, "go": "{table}:0:0",
    "follow": "{table}:end", "hand": "{table}", "hint": "{table}", "signs": "{table}", "nudge": "{table}", "join": "{lobby}",
    **dict.fromkeys(("handicap", "handicapped"), "{lobby}"),
    **dict.fromkeys(("showme", "moment"), "{table}:0"), "learn": "monster_hex:0:", "learntype": "monster_hex:0",
    **dict.fromkeys(("learnstep", "learndo", "learnpick"), "monster_hex:0:0:0:faction"), "learngo": "monster_hex:0:0:0", "lesson": "monster_hex",
    "practice": "monster_hex", **dict.fromkeys(("prstep", "prdo", "prpick"), "monster_hex:1:0:0:place"), "prday": "1",
    **dict.fromkeys(("prtype", "pranswer", "prshow"), "monster_hex:1"),
    "leave": "{lobby}", "log": "{table}", "move": "{table}", "order": "{table}:pass_move:on", "panel": "{table}", "pick": "{table}:0:0:",
    "record": "{table}", "refuse": "{table}:{mark}", "rule": "HX-1.1:en", "ruleopen": "HX-1.1", "rules": "{table}", "ruleshow": "HX-1.1:en",
    "ruleask": "en:why?", "seed": "{table}", "leaf": "en", "book": "hexygame:en", "asked": "hexygame:en", "download": "monster_hex:en",
    "snooze": "{table}:0", "start": "{lobby}", "step": "{table}:0:0:", "take": "{table}", "tcheck": "{tournament}", "tdeck": "{decked}",
    "undo": "{table}:0:0", "tjoin": "{tournament}", "tleave": "{tournament}", "tstart": "{tournament}",
    "tbegin": "{tournament}", "why": "hexygame HX-1.1",
    "vanished": "{table}:0:here:", "rehearse": "0", "rehearsed": "press:0", "tdrop": "{tournament}:0", "tkeep": "{tournament}:0",
    "tobject": "{tournament}:end", "tdesk": "{tournament}", "tmatch": "{tournament}:0", "tremind": "{tournament}:0:{match}",
    **dict.fromkeys(("trule", "truling"), "{tournament}:0:{match}:decide"), "tpause": "{tournament}:pause", "tsettle": "{tournament}:{match}:0:1",
    **dict.fromkeys(("tround", "tadd", "tedit", "torder", "tsay"), "{decked}"), "tcall": "{match}", "tpick": "{decked}:0", "tmove": "{decked}:0:up",
    "tout": "{decked}:0", "tseed": "{decked}:rating",
    **dict.fromkeys(("tseason", "topp", "thonours", "trung", "trival", "tsetrung"), "{tournament}"),
    "twish": "{tournament}:1:0", "tstay": "{tournament}:yes",
    **dict.fromkeys(("tfound", "tteam", "tinvite", "ttakeout", "tmember", "thand"), "{tournament}"),
    **dict.fromkeys(("tjointeam", "tdecline"), "{tournament}:1"), "tlineup": "{tournament}:1:up",
    "tchallenge": "{tournament}:1:on", "tanswer": "{tournament}:1:sure",
    "retry": "deck show:name=x", "settings": "data", "set": "profile:on", "setask": "hours", "setwhom": "block", "roomset": "channel:0:starters",
    "block": "{table}:" + EMIL, **dict.fromkeys(("meant", "rest", "whymeant"), "{table}:0:keep"),
}  # fmt: skip
OF_PEOPLE = ("setwhom", "tadd", "tinvite", "ttakeout", "tsetrung")
"""Menus of people."""
AT_ONCE = 12
"""So much is tried at the same time, so that all of it is acknowledged in time on a busy machine."""
VALUES = {
    **dict.fromkeys(("tdeck", "deckbegin"), "ember_raid"), **dict.fromkeys(("tmatch", "truling", "tpick", "topp", "tmember"), "0"),
    **dict.fromkeys(("tadd", "tinvite", "ttakeout", "tsetrung"), DARA),
    **dict.fromkeys(("cardlook", "cardadd", "decktake", "decklook"), "red_hearth"),
    **dict.fromkeys(("cpick", "cadd", "cout"), "red_hearth"),
    "cardinto": "{deck}", "cardsift": "0", "deck": "hexygame:{deck}", "deckmend": "1:red_hearth",
    "roomset": "moderators", "setwhom": DARA, "handicapped": f"{DARA}:2",
}  # fmt: skip
"""What is chosen from menus."""
FORMS = {
    "DeckForm": "f:deck:hexygame:Quetzal deck", "NameForm": "f:deckname:hexygame:{deck}", "SearchForm": "f:cards:hexygame:{deck}:0:0:",
    "SettingForm": "f:draft:1:name", "FileForm": "f:deckfile:hexygame:Quetzal deck", "LessonForm": "f:learn:monster_hex:0",
    "ClockForm": "f:wclock:1", "TextForm": "f:settings:clocks", "Form": "rehearsed:0",
}  # fmt: skip
PUBLIC = (
    "back", "board", "follow", "game follow", "game clock",
    "move", "game export", "game list", "game log", "game replay", "games", "log", "next", "panel", "play", "record", "replay",
    "replayshow", "rules", "seed",
)  # fmt: skip
"""What anybody in a table's own channel may read."""
PICTURED = (
    "card", "cards", "cardadd", "cardcount", "cardinto", "cardlook", "cardsift", "deck", "deck build", "deck import", "deck show", "deckbegin",
    "deckcopy", "decklook", "deckmend", "deckname", "decknew", "decktake", "download", "help", "learn", "learnstep", "learndo", "learnpick",
    "characters", "lesson", "practice", "profile", "rule", "ruleopen",
    "rules", "ruleshow",
)  # fmt: skip
"""What has pictures of no table."""


class Asker(NamedTuple):
    """Who asks, from where, with which rights, and whether they sit at the table."""

    member: str
    channel: str
    rights: int
    sits: bool = False


ASKERS = {
    "a moderator of another server": Asker(DARA, OFFICE, ALL_RIGHTS),
    "a player from another server": Asker(EMIL, OFFICE, ALL_RIGHTS, True),
    "a moderator in another channel": Asker(DARA, ELSEWHERE, ALL_RIGHTS),
    "somebody in the table's channel": Asker(DARA, HERE, NO_RIGHTS),
}


def rows(chat) -> Counter[str]:
    """All that is stored, row by row; what the bot notes about itself aside."""
    with sqlite3.connect(chat.folder / "games.sqlite3") as db:
        tables = [
            name
            for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            if name not in ("facts", "alive", "owed", "sqlite_sequence")
        ]
        return Counter(f"{table} {row}" for table in tables for row in db.execute(f"SELECT * FROM {table}"))


async def furnish(chat, offered: bool) -> dict[str, str]:
    """A table, with a seat `offered` to whoever is there, an open one, tournaments and a deck of theirs; what custom ids say of them."""
    names = {member: chat.world.members[member]["global_name"] for member in (EMIL, FRANTISKA)}
    chat.moderates(EMIL)
    for member in names:
        chat.world.members[member] |= {"global_name": f"{CANARY} {member}", "locale": "en-US"}
    await chat.bot.store.decks.save(int(EMIL), "hexygame", f"{CANARY} deck", {"c01": 2})
    new = {"game": "hexygame", "options": "seating=joined"}
    await chat.use(EMIL, "game new", HERE, **new, opponent=FRANTISKA, clock="24h")
    if offered:
        await chat.use(EMIL, "game offer", HERE, on="True")
    await chat.use(EMIL, "game draw", HERE)
    await chat.use(EMIL, "game new", THERE, game="monster_hex", seats="3")
    await chat.use(EMIL, "tournament create", OPEN_CUP, game="hexygame", decks="True", name=f"{CANARY} open")
    await chat.use(EMIL, "tournament create", LIVE_CUP, game="monster_hex", name=f"{CANARY} cup")
    for member in (EMIL, FRANTISKA):
        await chat.use(member, "tournament join", LIVE_CUP)
    await chat.use(EMIL, "tournament start", LIVE_CUP)
    await settle(chat)
    for member, name in names.items():
        chat.world.members[member]["global_name"] = name
    table = await chat.bot.tables.here(int(HERE))
    (seat, *_) = table.acting
    action = table.rules.decision(table.state, seat).default
    lobby, _ = await chat.bot.tables.lobby(int(THERE))
    tournaments = chat.bot.tournaments
    return {
        "table": str(table.id), "lobby": str(lobby.id), "mark": table.proposal.mark, "action": " ".join(action),
        "deck": mark_of(f"{CANARY} deck"), "match": str((await chat.bot.tables.here(int(threads(chat)[-1]))).id),
        "tournament": str((await tournaments.here(int(LIVE_CUP))).id), "decked": str((await tournaments.here(int(OPEN_CUP))).id),
    }  # fmt: skip


class Attempt:
    """One asker tries everything."""

    def __init__(self, chat, asker: Asker, facts: dict[str, str]) -> None:
        self.chat, self.asker, self.facts = chat, asker, facts
        self.room = asyncio.Semaphore(AT_ONCE)

    async def play(self, what: str, **body: Any) -> str:
        """What comes back as a private answer: text, choices, form, pictures with their words."""
        try:
            async with self.room:
                got = await self.chat.standin.play(what, {"member": self.asker.member, "channel": self.asker.channel, **body})
        except Rejected:
            return ""  # Discord has not even offered it.
        assert "error" not in got, (what, body)
        return str(got["choices"]) + str(got["modal"] or "") + f"·{got['message'] or ''}"

    async def command(self, name: str) -> tuple[str, str]:
        return name, await self.play("command", name=name.split(), options=COMMANDS[name])

    async def complete(self, command: app_commands.Command[Any, Any, Any]) -> list[tuple[str, str]]:
        found = []
        given = COMMANDS[command.qualified_name]
        for parameter in command.parameters:
            if parameter.autocomplete:
                for text in ("", CANARY):
                    options = {**given, parameter.display_name: text}
                    body = {"name": command.qualified_name.split(), "options": options, "focused": parameter.display_name}
                    found.append((command.qualified_name, await self.play("autocomplete", **body)))
        return found

    async def component(self, verb: str, rest: str) -> list[tuple[str, str]]:
        """The button of a custom id and the menu of it, as if they were on a message there."""
        found = []
        for kind, custom_id in (
            (2, f"b:{verb}:{rest}"),
            (3, f"m:{verb}:{rest}"),
            *([(5, f"u:{verb}:{rest}")] if verb in OF_PEOPLE else []),
        ):
            usual = "HX-1.1" if verb.startswith(("rule", "leaf")) else self.facts["action"].split()[0]
            value = VALUES.get(verb, usual).format(**self.facts)
            part = {"type": kind, "custom_id": custom_id, "style": 2, "label": "x", "options": [{"label": "x", "value": value}]}
            if kind == 5:
                del part["options"]
            message = self.chat.world.post(
                self.asker.channel, {"content": "x", "components": [{"type": 1, "components": [part]}]}, {}, self.chat.standin.address
            )
            found.append((verb, await self.play("component", message=message["id"], custom_id=custom_id, values=[value])))
        return found

    async def form(self, custom_id: str) -> tuple[str, str]:
        fields = {"cards": "2 c01", "name": "Quetzal deck", "text": "fire", "value": "2 c01"}
        rows = [{"type": 1, "components": [{"type": 4, "custom_id": name, "value": value}]} for name, value in fields.items()]
        return "form", await self.play("modal", custom_id=custom_id.format(**self.facts), components=rows)

    async def everything(self) -> list[tuple[str, str]]:
        commands = [c for c in self.chat.bot.tree.walk_commands() if isinstance(c, app_commands.Command)]
        mine = OWN if self.asker.sits else set()
        names = [c.qualified_name for c in commands if c.qualified_name not in {*mine, *LAST}]
        verbs = {verb: rest.format(**self.facts) for verb, rest in BUTTONS.items() if not (mine and verb in (*OWN_VERBS, *OWN, "games"))}
        groups = await asyncio.gather(
            asyncio.gather(*map(self.command, names)), *(self.complete(c) for c in commands if c.qualified_name in names),
            *(self.component(verb, rest) for verb, rest in verbs.items()), *([] if mine else [asyncio.gather(*map(self.form, FORMS.values()))]),
        )  # fmt: skip
        await settle(self.chat)
        return [one for group in groups for one in group] + [await self.command(name) for name in LAST]


def test_nothing_is_missing(chat):
    commands = {c.qualified_name for c in chat.bot.tree.walk_commands() if isinstance(c, app_commands.Command)}
    assert commands == set(COMMANDS)
    assert set(chat.bot.handlers) == set(BUTTONS)
    assert {form.__name__ for form in ui.Modal.__subclasses__() if form.__module__.startswith("cogs.")} == set(FORMS)


@pytest.mark.sampled(0.25)
@pytest.mark.parametrize("who", ASKERS)
async def test_nothing_of_theirs_changes_and_nothing_is_shown(chat, who, monkeypatch):
    chat.world.kept_messages = 2000
    asker = ASKERS[who]
    chat.world.add_server(ABROAD, "Abroad", {OFFICE: "office"})
    facts = await furnish(chat, offered=asker.channel != HERE)
    for channel in {HERE, THERE, OPEN_CUP, LIVE_CUP} - {asker.channel}:
        chat.world.hide(channel, DARA)
    home = HOME if asker.channel != OFFICE else ABROAD
    chat.world.member_rights[f"{home}/{asker.member}"] = asker.rights
    before, seen = rows(chat), set(chat.world.messages)
    answers = await Attempt(chat, asker, facts).everything()
    await settle(chat)
    after = rows(chat)
    assert not list(before - after), "rows that were there have changed"
    table, lobby, tournament, decked = facts["table"], facts["lobby"], facts["tournament"], facts["decked"]
    for row in after - before:
        kind, values = row.split(" ", 1)
        first = values.strip("(").partition(",")[0]
        if kind in ("seats", "actions", "dials", "faults", "sittings", "proposals", "table_acts"):
            assert first not in (table, lobby), row
        elif kind.startswith("tournament_"):
            assert first not in (tournament, decked), row
        elif kind == "drafts":
            assert f", {asker.channel}, {asker.member}, " in row, row
        elif kind in ("decks", "settings", "stops", "away", "blocks"):
            assert first == asker.member, row
        elif kind == "follows":  # What they see, too.
            assert (asker.channel, first) == (HERE, table), row
            assert f"({table}, {asker.member}, " in row, row
        elif kind in ("games", "tournaments"):
            assert f" {home}, {asker.channel}, " in row, row
        else:
            assert kind == "rooms", row
            assert first == home, row
            assert asker.rights == ALL_RIGHTS, row
    for channel in {HERE, THERE, OPEN_CUP, LIVE_CUP, *threads(chat)} - {asker.channel}:
        assert not [m for n, m in chat.world.messages.items() if n not in seen and m["channel_id"] == channel], "a word in their channel"
    if not asker.sits:
        _nothing_shown(chat, asker, answers)


def _nothing_shown(chat, asker: Asker, answers: list[tuple[str, str]]) -> None:
    public = PUBLIC if asker.channel == HERE else ()
    for name, answer in answers:
        direct, _, number = answer.rpartition("·")
        message = read(chat.world.messages.get(number, {"content": "", "attachments": [], "components": [], "flags": 0}))
        words = f"{direct} {message['content']} {[a['description'] for a in message['attachments']]} {message['components']}"
        typed = COMMANDS.get(name, {})
        for value in (*typed.values(), "Quetzal deck"):
            words = words.replace(str(value), "")
        if name not in public:
            assert CANARY not in words, (name, words)
            assert not any(f"<#{channel}>" in words for channel in (HERE, THERE, OPEN_CUP, LIVE_CUP, *threads(chat))), (name, words)
            assert not message["attachments"] or name in (*PICTURED, "form"), (name, words)
