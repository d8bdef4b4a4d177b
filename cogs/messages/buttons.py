"""Buttons and menus that work after a restart: their whole state is in the custom id, none in memory.

A custom id is a verb and what it is about, with colons between. Cogs register a handler for a verb in `Referee.handlers`.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from string import ascii_lowercase
from typing import Any

import discord
from discord import ui

from cogs.messages.reply import answer_error
from cogs.play.restore_stamps import Stamp, parted, stamp
from cogs.play.unfit import Unfit
from data.language import Texts
from data.store.rows import TableRow

Handler = Callable[[discord.Interaction[Any], str, list[str]], Awaitable[None]]
"""Is called with the interaction, the custom id without its verb, and the chosen values of a menu."""

LIMIT = 100
LONGEST_LABEL = 100
STAMP = "stamp"
"""Under what name an interaction carries the stamp of its button."""

_NUMBER = "[0-9]{1,18}"
_GAME = "[a-z][a-z_]*"
_RULE = "[A-Z]{2}-[A-Z0-9.]+"
_DECK = f"{_GAME}:[0-9a-f]{{8}}"
_OPENED = rf"{_GAME}:(?:[0-9a-f]{{8}}|\+{_GAME})"
_POOL = f"{_GAME}:(?:[0-9a-f]{{8}})?:[0-9a-f]{{1,16}}:[0-9]{{1,4}}:.*"
_PLACE = f"{_NUMBER}:{_NUMBER}:{_NUMBER}:.*"
SHAPES = {
    **dict.fromkeys(("join", "leave", "start", "record", "hand", "log", "rules", "move", "ahead", "take", "hint", "seed", "again", "signs"), _NUMBER),
    **dict.fromkeys(("analysis", "replay", "forget", "panel", "handicap", "handicapped", "teach"), _NUMBER),
    **dict.fromkeys(("tjoin", "tleave", "tstart", "tbegin", "tcheck", "tdeck"), _NUMBER),
    "tall": _NUMBER,
    "tlist": f"{_NUMBER}:(?:entrants|standings|pairings|why):[0-9]{{1,20}}:{_NUMBER}",
    "tfile": f"{_NUMBER}:(?:csv|trf|draft)",
    "tdesk": f"{_NUMBER}(?::{_NUMBER})?",
    "tmatch": f"{_NUMBER}:{_NUMBER}",
    "tremind": f"{_NUMBER}:{_NUMBER}:{_NUMBER}",
    **dict.fromkeys(("trule", "truling"), f"{_NUMBER}:{_NUMBER}:{_NUMBER}:(?:absent|decide|extend)"),
    "tpause": f"{_NUMBER}:(?:pause|resume)",
    "tsettle": f"{_NUMBER}:{_NUMBER}:{_NUMBER}:{_NUMBER}",
    **dict.fromkeys(("tround", "tadd", "tedit", "torder", "tsay"), _NUMBER),
    "tpick": f"{_NUMBER}:{_NUMBER}",
    "tmove": f"{_NUMBER}:[0-9]{{1,4}}:(?:up|down)",
    "tout": f"{_NUMBER}:[0-9]{{1,4}}",
    "tseed": f"{_NUMBER}:(?:random|rating)",
    "tcall": _NUMBER,
    **dict.fromkeys(("tseason", "topp", "trung", "trival", "tsetrung"), _NUMBER),
    "tchallenge": f"{_NUMBER}:[0-9]{{1,4}}:(?:on|back)",
    "tanswer": f"{_NUMBER}:[0-9]{{1,4}}:(?:play|pass|sure)",
    "twish": f"{_NUMBER}:[0-9]{{1,4}}:[02]",
    "tstay": f"{_NUMBER}:(?:yes|no)",
    **dict.fromkeys(("tfound", "tteam", "tinvite", "ttakeout", "tmember", "thand"), _NUMBER),
    **dict.fromkeys(("tjointeam", "tdecline"), f"{_NUMBER}:{_NUMBER}"),
    "tlineup": f"{_NUMBER}:[0-9]{{1,4}}:(?:up|down)",
    "thonours": f"{_NUMBER}(?::{_NUMBER})?",
    **dict.fromkeys(("cpanel", "cwish", "cself", "ctext", "cmake", "chand"), _NUMBER),
    **dict.fromkeys(("cpack", "cpick", "cout"), f"{_NUMBER}:{_NUMBER}"),
    "cadd": f"{_NUMBER}:{_NUMBER}(?::free)?",
    **dict.fromkeys(("tdrop", "tkeep"), f"{_NUMBER}(?::{_NUMBER})?"),
    "tobject": f"{_NUMBER}:(?:pause|resume|end)",
    **dict.fromkeys(("dkey", "dpost", "dcancel"), _NUMBER),
    **dict.fromkeys(("dval", "dagain"), f"{_NUMBER}:{_GAME}"),
    "dpreset": f"{_NUMBER}:(?:tonight|week|cup|league|ladder|draft)",
    "dsure": f"{_NUMBER}:{_GAME}:{_NUMBER}",
    **dict.fromkeys(("wsure", "csure"), f"{_NUMBER}:{_NUMBER}"),
    **dict.fromkeys(("wagain", "cagain", "wthread"), _NUMBER),
    **dict.fromkeys(("step", "pick", "do"), _PLACE),
    **dict.fromkeys(("agree", "refuse"), f"{_NUMBER}:[0-9a-f]+"),
    "go": f"{_NUMBER}:{_NUMBER}:{_NUMBER}(?::draft)?",
    "undo": f"{_NUMBER}:{_NUMBER}:{_NUMBER}(?::[0-9]{{1,20}})?(?::ask)?",
    "plan": f"{_NUMBER}(?::stops)?",
    "say": f"{_NUMBER}:{_NUMBER}:(?:seal|draft|ready)(?: .*)?",
    **dict.fromkeys(("onward", "shorten", "back", "next", "play", "showme", "moment"), f"{_NUMBER}:{_NUMBER}"),
    "toggle": f"{_NUMBER}:{_GAME}:(?:on|off)",
    "stops": f"{_NUMBER}:{_NUMBER}",
    "usual": f"{_GAME}:{_NUMBER}",
    "order": f"{_NUMBER}:{_GAME}:(?:on|off)",
    **dict.fromkeys(("nudge", "abandon", "claim", "accept"), _NUMBER),
    "vanished": f"{_NUMBER}:{_NUMBER}:(?:here|computer|end|wait|back):[0-9a-f]*",
    "follow": f"{_NUMBER}:(?:turns|end|stop)",
    "snooze": f"{_NUMBER}:{_NUMBER}",
    "block": f"{_NUMBER}:[0-9]{{1,20}}",
    "why": f"{_GAME}(?: {_RULE}(?:/[a-z]+)?)*",
    **dict.fromkeys(("meant", "whymeant", "rest"), f"{_NUMBER}:{_NUMBER}:.+"),
    "lesson": _GAME,
    **dict.fromkeys(("cards", "cardseek", "cardadd"), _POOL),
    "cardsift": f"[0-9]:{_POOL}",
    "cardlook": f"(?:[0-9]{{1,4}})?:{_POOL}",
    "cardcount": f"-?[0-9]{{1,3}}:[0-9]{{1,4}}:{_POOL}",
    "cardinto": f"[0-9]{{1,4}}:{_POOL}",
    "deck": f"[0-9]|{_OPENED}:[0-9]{{1,4}}",
    "decks": "",
    "decktake": f"{_DECK}:[0-9]{{1,4}}",
    **dict.fromkeys(("decklook", "deckname", "decktext", "deckbegin", "deckmend"), _DECK),
    "deckcopy": _OPENED,
    "decknew": _GAME,
    "newgame": "",
    "welcome": "computer|seats|learn|more:[0-9]",
    "settings": "main|hours|challenges|block|stops|data(?::export|:sure)?",
    "set": "language|theme|whom|games|servers|stops|(?:pings|direct|profile|motion|weekends|rated|mine):(?:on|off)",
    "setask": "hours|away|clocks",
    "setwhom": "challenges|block",
    "roomset": f"(?:server|channel):{_NUMBER}:(?:show|games|starters|language|theme|pings|quiet|motion|still|reset|daily|practice)",
    "retry": "[a-z ]+:.*",
    "rehearse": _NUMBER,
    "rehearsed": f"(?:press|choose|form):{_NUMBER}",
    "fresh": f"{_GAME}(?::{_GAME})?",
    "characters": f"(?:{_GAME})?",
    "logpage": f"{_NUMBER}:{_NUMBER}",
    **dict.fromkeys(("games", "mygames"), _NUMBER),
    "learn": f"{_GAME}:{_NUMBER}:(?:{_NUMBER})?",
    "learntype": f"{_GAME}:{_NUMBER}",
    **dict.fromkeys(("learnstep", "learndo", "learnpick"), f"{_GAME}:{_NUMBER}:{_NUMBER}:{_NUMBER}:.*"),
    "learngo": f"{_GAME}:{_NUMBER}:{_NUMBER}:{_NUMBER}",
    "practice": f"(?:{_GAME}(?::{_NUMBER})?)?",
    **dict.fromkeys(("prstep", "prdo", "prpick"), f"{_GAME}:{_NUMBER}:{_NUMBER}:{_NUMBER}:.*"),
    **dict.fromkeys(("prtype", "pranswer", "prshow"), f"{_GAME}:{_NUMBER}"),
    "prday": _NUMBER,
    "rule": f"(?:{_RULE}:)?[a-z]{{2}}",
    "leaf": "[a-z]{2}",
    **dict.fromkeys(("book", "asked"), f"(?:{_GAME}:)?[a-z]{{2}}"),
    "download": f"{_GAME}:[a-z]{{2}}",
    "ruleopen": f"(?:{_RULE})?",
    "analysisshow": f"{_NUMBER}:[a-z]{{2}}",
    "replayshow": f"{_NUMBER}:{_NUMBER}:{_NUMBER}:[a-z]{{2}}",
    "ruleshow": f"{_RULE}:[a-z]{{2}}",
    "ruleask": "[a-z]{2}:.+",
}
"""What follows the verb in a custom id. Ids of messages years old are pressed, and anybody may send what they like: handlers get only what
has this shape, so that whatever they raise is a fault of their own."""
STAMPED = frozenset({
    "tdrop", "tkeep", "tobject", "tdesk", "tcall", "tseason", "twish", "tstay", "thonours", "tfound", "tteam", "tjointeam", "tdecline",
    "trung", "tanswer",
    "join", "leave", "start", "handicap", "record", "hand", "log", "rules", "move", "ahead", "take", "seed", "again", "analysis", "replay", "agree",
    "refuse", "abandon", "claim", "accept", "vanished", "follow", "snooze", "block", "teach", "tjoin", "tleave", "tstart", "tcheck", "tall", "cpanel",
})  # fmt: skip
"""Verbs of buttons that everybody sees, or that are sent in private by themselves: what they say ends with a stamp, but for those of before."""
CHOSEN = frozenset({
    "truling", "tpick", "tadd", "topp", "trival", "tsetrung", "tinvite", "ttakeout", "tmember", "prpick",
    "cpick", "cadd", "cout", "pick", "learnpick", "tdeck", "leaf", "setwhom", "cardadd", "cardinto", "decktake", "decklook", "deckbegin", "deckmend",
    "dkey", "dval", "handicapped",
})  # fmt: skip
"""Verbs that mean nothing without a value chosen from a menu."""


def fits(custom_id: str) -> bool:
    """Whether Discord takes a custom id of this length."""
    return len(custom_id) <= LIMIT


async def _dispatch(interaction: discord.Interaction[Any], verb: str, rest: str, values: list[str]) -> None:
    if not await interaction.client.intake.takes(interaction):
        return
    handler = interaction.client.handlers.get(verb)
    try:
        if verb in STAMPED:
            rest, interaction.extras[STAMP] = parted(rest)
        if handler is None or not re.fullmatch(SHAPES[verb], rest) or (verb in CHOSEN and not values):
            raise Unfit("error.too_old")
        await handler(interaction, rest, values)
    except Exception as error:  # Whatever happens, the person gets an answer.
        await answer_error(interaction, error)


class Press(ui.DynamicItem[ui.Button[Any]], template=r"(?s:b:(?P<verb>[^:]*):?(?P<rest>.*))"):
    """A button; what stands `beside` it, in a layout, is a line of text."""

    def __init__(
        self,
        verb: str,
        rest: str,
        label: str | None = None,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        disabled: bool = False,
        row: int | None = None,
    ) -> None:
        super().__init__(ui.Button(label=label or "·", style=style, custom_id=f"b:{verb}:{rest}", disabled=disabled, row=row))
        self.verb, self.rest = verb, rest
        self.beside = ""

    @classmethod
    async def from_custom_id(cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]) -> Press:
        return cls(match["verb"], match["rest"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await _dispatch(interaction, self.verb, self.rest, [])


class Choose(ui.DynamicItem[ui.Select[Any]], template=r"(?s:m:(?P<verb>[^:]*):?(?P<rest>.*))"):
    """A menu with a least and greatest number of choices."""

    def __init__(
        self,
        verb: str,
        rest: str,
        options: list[discord.SelectOption] | None = None,
        placeholder: str | None = None,
        row: int | None = None,
        amount: tuple[int, int] = (1, 1),
    ) -> None:
        least, most = amount
        menu: ui.Select[Any] = ui.Select(
            custom_id=f"m:{verb}:{rest}", options=told_apart(options or []), placeholder=placeholder, row=row, min_values=least, max_values=most
        )
        super().__init__(menu)
        self.verb, self.rest = verb, rest

    @classmethod
    async def from_custom_id(cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]) -> Choose:
        return cls(match["verb"], match["rest"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        data: Any = interaction.data or {}
        await _dispatch(interaction, self.verb, self.rest, list(data.get("values", [])))


def told_apart(options: Sequence[discord.SelectOption]) -> list[discord.SelectOption]:
    """Adds (a), (b) ... to options of a menu that look the same."""
    alike: dict[tuple[str, str | None], list[discord.SelectOption]] = {}
    for option in options:
        alike.setdefault((option.label, option.description), []).append(option)
    for same in alike.values():
        for letter, option in zip(ascii_lowercase, same, strict=False) if len(same) > 1 else ():
            option.label = f"{option.label[: LONGEST_LABEL - 4]} ({letter})"
    return [*options]


BRIEF = 38
"""So many letters of a button can be read on a phone."""


def with_room(press: Press, words: str, short: str) -> Press:
    """Puts what a button says in a line of text beside it, if it is too long for a row; the button then says what is `short`."""
    if len(press.item.label or "") > BRIEF:
        press.beside, press.item.label = f"**{words}**", short
    return press


def stamp_on(interaction: discord.Interaction[Any]) -> Stamp | None:
    """The stamp of the button that somebody has pressed."""
    found: Stamp | None = interaction.extras.get(STAMP)
    return found


class Whom(ui.DynamicItem[ui.UserSelect[Any]], template=r"(?s:u:(?P<verb>[^:]*):?(?P<rest>.*))"):
    """A menu of people, from which one is chosen; its value is their Discord id."""

    def __init__(self, verb: str, rest: str, placeholder: str | None = None, row: int | None = None) -> None:
        super().__init__(ui.UserSelect(custom_id=f"u:{verb}:{rest}", placeholder=placeholder, row=row))
        self.verb, self.rest = verb, rest

    @classmethod
    async def from_custom_id(cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str]) -> Whom:
        return cls(match["verb"], match["rest"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        data: Any = interaction.data or {}
        await _dispatch(interaction, self.verb, self.rest, list(data.get("values", [])))


DYNAMIC: tuple[type[ui.DynamicItem[Any]], ...] = (Press, Choose, Whom)


def blocking(row: TableRow, player: int, say: Texts) -> Press:
    """The button *Block* of `player`, whom a table's message pings: whoever presses it gets no more pings from the one who caused this one."""
    return Press("block", f"{row.id}:{player}{stamp(row)}", say("button.block"))


def joining(number: str, say: Texts, prefix: str = "") -> list[Press]:
    """The buttons *Join*, *Leave*, *Start* of a table; with the `prefix` of its verbs, of a tournament."""
    return [
        Press(f"{prefix}join", number, say("button.join"), discord.ButtonStyle.success),
        Press(f"{prefix}leave", number, say("button.leave")),
        Press(f"{prefix}start", number, say("button.start"), discord.ButtonStyle.primary),
    ]


def in_rows(items: Sequence[Press]) -> list[ui.ActionRow[Any]]:
    """Puts buttons into the rows of a layout, by their `row`."""
    rows = sorted({item.row or 0 for item in items})
    return [ui.ActionRow(*(item for item in items if (item.row or 0) == row)) for row in rows]


def panel(items: Sequence[Press | Choose | Whom]) -> ui.View:
    """A view of buttons and menus that keeps no state and never times out."""
    view = ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    return view
