"""The set-up panel of a tournament that isn't open yet: its settings, their possible values, and what they amount to.

A setup holds settings as text. Values from menus, forms and the command are parsed in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import discord

from cogs.messages.buttons import Choose, Press, panel
from cogs.messages.options import parse_options
from cogs.messages.table.clocks import TIME_OVER, TypedClock, read_clock
from cogs.messages.tournaments.presets import UNSURE, presets_of
from cogs.messages.truncation import cut
from cogs.messages.typed_time_confirmation import Doubt, deadline, read_words
from cogs.play.tournaments.new_tournament import NewTournament
from cogs.play.unfit import Unfit
from data.accents import folded
from data.content import build
from data.language import LANGUAGES, Texts, texts
from data.store.rows import Terms
from data.store.setups import EDIT, Setup
from data.typed_times import LONGEST as LONGEST_MOMENT
from data.typed_times import exactly
from data.user_text import Typed, escaped
from rules.competition.card_drafts import KINDS
from rules.competition.card_drafts import MOST as FULL_TABLE
from rules.competition.clock import COMPUTER, LONGEST, UNTIL
from rules.competition.standings import BREAKS
from rules.competition.tournament import FORMATS, LADDER, LEAGUE, PODS, SWISS, Plan, most_entrants
from rules.competition.tournament.plan import FEWEST_BOARDS, MOST_BOARDS

NUMBERS: Mapping[str, tuple[range, Sequence[int]]] = {
    "rounds": (range(1, 16), range(1, 16)),
    "games": (range(1, 8, 2), (1, 3, 5, 7)),
    "cut": (range(1, 65), (2, 4, 8, 16, 32, 64)),
    "groups": (range(1, 17), range(2, 17)),
    "seats": (range(2, 5), (2, 3, 4)),
    "late": (range(1, 16), range(1, 16)),
    "check_in": (range(1, 1441), (5, 10, 15, 30, 60, 120, 1440)),
    "most": (range(2, 129), (4, 6, 8, 12, 16, 24, 32, 48, 64, 128)),
    "pick": (range(1, 2881), (1, 2, 5, 10, 30, 60, 240, 720, 1440)),
    "computers": (range(1, 7), range(1, 7)),
    "weeks": (range(1, 53), (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 26)),
    "division": (range(3, 13), range(3, 13)),
    "round_days": (range(1, 32), (1, 2, 3, 4, 5, 6, 7, 10, 14, 21, 28)),
    "teams": (range(FEWEST_BOARDS, MOST_BOARDS + 1), range(FEWEST_BOARDS, MOST_BOARDS + 1)),
    "reach": (range(1, 21), (1, 2, 3, 4, 5, 6, 8, 10, 15, 20)),
    "answer": (range(1, 31), (1, 2, 3, 4, 5, 7, 10, 14)),
    "idle": (range(1, 366), (7, 14, 21, 28, 42, 60, 90, 180, 365)),
    "at_once": (range(1, 6), range(1, 6)),
}
"""Settings that are numbers: which they may be, and which of them a menu offers."""
SWITCHES = ("third", "rated", "strict", "decks", "by_hand")
"""Those that are on or off."""
WORDS = {
    "format": FORMATS,
    "seeding": ("random", "rating", "hand"),
    "time_over": tuple(key for key in TIME_OVER if key != COMPUTER),
    "limited": KINDS,
}
"""Those that are one of a few words."""
WRITTEN = {"name": 60, "clock": 40, "starts": LONGEST_MOMENT, "breaks": 200, "options": 100}
"""Those that are written into a form, and how long they may be."""
ROLE, RESULTS = "role", "results"
CARDS = ("limited", "pick", "computers")
"""Settings of card drafts and sealed decks."""
SEASONS = ("weeks", "division")
"""Settings of leagues."""
USUAL_WEEKS, USUAL_DIVISION = 6, 10
"""How many weeks a season lasts, and how many are in a division at most, unless something else is said."""
LADDERS = {"reach": 3, "answer": 3, "idle": 21, "at_once": 2}
"""Settings of ladders, with what they are unless something else is said: rungs, days, days, matches."""
KEYS = ("name", "format", "rounds", "games", "cut", "groups", "seats", "seeding", "third", "late", "breaks", "rated", "options", "clock", "time_over",
        "strict", "starts", "check_in", ROLE, "most", "decks", "by_hand", "round_days", RESULTS, "teams", *CARDS, *SEASONS, *LADDERS)  # fmt: skip
"""All settings, in the order in which they are offered."""
LATER = ("groups", "seeding", "third", "late", "breaks", "strict", ROLE, "by_hand", "round_days", RESULTS, "teams", *SEASONS, *LADDERS)
"""Settings on the second page of the menu, which has room for 25 with the way to the other page."""
MORE, LESS = "more", "less"
"""The ways from one page to the other."""
STANDING = frozenset({"rated", "decks", "options", "seats", "seeding", "limited", "teams"})
"""Those to which whoever has entered has agreed, or which have a place of their own: nobody changes them in the panel after the sign-up is posted."""
GREEN, BLUE = discord.ButtonStyle.success, discord.ButtonStyle.primary
ON, OFF, USUAL = "yes", "no", "usual"
LAST_ROW, A_ROW = 4, 5
"""A message has five rows of five buttons."""
MOST_OFFERED = 24
"""Roles or channels that a menu has room for."""
READ_APART = (("clock", "time_over", "strict"), ("starts",), ("breaks",), ("options",))
"""Settings of which each group is understood, or not, whatever the others are."""
MOMENTS = ("starts", "clock")
"""Settings that may name a moment."""


def setting_name(key: str, say: Texts) -> str:
    """The name of a setting, as typed."""
    return say(f"setting.{key}").replace(" ", "_")


def setting_label(key: str, say: Texts) -> str:
    """The name of a setting, as shown."""
    name = say(f"setting.{key}")
    return name[0].upper() + name[1:]


@lru_cache(None)
def _settings_by_name() -> tuple[dict[str, str], re.Pattern[str]]:
    """The settings by their names in all languages, also without accents and with `_` between words; and a pattern for `NAME:`, the longest first."""
    known = {key: key for key in KEYS}
    for language in LANGUAGES:
        for key in KEYS:
            name = texts(language)(f"setting.{key}").casefold()
            known |= dict.fromkeys((name, folded(name), folded(name).replace(" ", "_"), name.replace(" ", "_")), key)
    names = "|".join(sorted(map(re.escape, known), key=len, reverse=True))
    return known, re.compile(rf"(?<!\S)({names}):\s*", re.IGNORECASE)


def typed_settings(text: str, say: Texts) -> dict[str, str]:
    """Parses `rounds:5 games:3`, with names of settings in any language. Raises Unfit."""
    known, named = _settings_by_name()
    found: dict[str, str] = {}
    parts = list(named.finditer(text))
    before = text[: parts[0].start()] if parts else text
    if before.strip():
        raise Unfit("setting.unknown", word=Typed(before.split()[0]))
    ends = [*(part.start() for part in parts[1:]), len(text)]
    for part, end in zip(parts, ends, strict=False):  # Without any there is still an end.
        key = known[part[1].casefold()]
        value = text[part.end() : end].strip(" ,;\"'")
        if (read := read_setting(key, value, say)) is not None:
            found[key] = read
    return found


def read_setting(key: str, value: str, say: Texts) -> str | None:
    """Parses a typed or chosen value; None for the default. Raises Unfit."""
    typed = value.strip().casefold()
    if typed in ("", USUAL, "0") or (key in SWITCHES and typed in _words("setting.no", OFF, "false")):
        return None
    if key in NUMBERS and typed.isascii() and typed.isdigit() and len(typed) < 5 and int(typed) in NUMBERS[key][0]:
        return str(int(typed))
    if key in SWITCHES and typed in _words("setting.yes", ON, "true"):
        return ON
    if key in WORDS:
        found = next((word for word in WORDS[key] if typed in _words(_word_key(key, word), word)), None)
        if found is not None:
            return found
    if key in (ROLE, RESULTS) and (named := re.fullmatch(r"(?:<@&|<#)?(\d{1,19})>?", typed, re.ASCII)):
        return named[1]
    if key in WRITTEN:
        return str(Typed(value.strip()[: WRITTEN[key]]))
    facts = {"value": Typed(value[:100]), "setting": setting_label(key, say)}
    raise Unfit("setting.can_be", **facts, what=_can_be(key, say)) if key not in (ROLE, RESULTS) else Unfit("setting.unread", **facts)


def _can_be(key: str, say: Texts) -> str:
    """What a setting that is not written can be, in words."""
    numbers, _ = NUMBERS.get(key, (range(0), ()))
    if numbers.step == 1 and numbers:
        return say("setting.from_to", least=numbers[0], most=numbers[-1])
    if numbers:
        return ", ".join(map(str, numbers))
    return " / ".join(value_words(key, value, say) for value in WORDS.get(key, (ON, OFF)))


def _words(key: str, *more: str) -> set[str]:
    """A word in all languages, and its synonyms."""
    return {texts(language)(key).casefold() for language in LANGUAGES} | set(more)


def _word_key(key: str, word: str) -> str:
    if key == "limited":
        return f"setting.limited.{word}"
    return f"cmd.time_over.{word}" if key == "time_over" else f"cmd.tournament.{key}.{word}"


def value_words(key: str, value: str, say: Texts) -> str:
    """The value of a setting, in words."""
    if key in SWITCHES:
        return say("setting.yes" if value == ON else "setting.no")
    if key in (ROLE, RESULTS):
        return f"<{'@&' if key == ROLE else '#'}{value}>"
    if key in ("check_in", "pick"):
        return say("setting.minutes", n=int(value))
    return say(_word_key(key, value)) if key in WORDS else escaped(value)


def parse_breaks(text: str) -> tuple[str, ...]:
    """Parses names of tie-breaks in any language, with commas between. Raises Unfit."""
    known = {texts(language)(f"tournament.break.{key}").casefold(): key for language in LANGUAGES for key in BREAKS}
    found: list[str] = []
    for part in text.split(","):
        key = known.get(part.strip().casefold())
        if key is None or key in found:
            raise Unfit("tournament.no_such_break", word=Typed(part))
        found.append(key)
    return tuple(found)


def meant_by(setup: Setup, language: str, zone: str, now: float) -> NewTournament:
    """The tournament that a setup describes, in a language, with hours in a time zone. Raises Unfit."""
    chosen = setup.settings

    def number(key: str, usual: int = 0) -> int:
        return int(chosen.get(key, usual))

    form, on = chosen.get("format", SWISS), {key for key in SWITCHES if chosen.get(key) == ON}
    clock = read_clock(TypedClock(chosen.get("clock", ""), chosen.get("time_over"), "strict" in on, friendly=False), zone, now)
    starts = _moment(chosen["starts"], zone, now) if "starts" in chosen else None
    chain = parse_breaks(chosen["breaks"]) if "breaks" in chosen else None
    seats = number("seats", 4 if form == PODS else 2)
    weeks, division = (number("weeks", USUAL_WEEKS), number("division", USUAL_DIVISION)) if form == LEAGUE else (0, 0)
    plan = Plan(
        form,
        seats,
        number("games", 1),
        number("rounds"),
        number("cut"),
        number("groups"),
        "third" in on,
        number("late", 1),
        chain,
        form == SWISS,
        division,
        number("teams"),
        **({key: number(key, usual) for key, usual in LADDERS.items()} if form == LADDER else {}),
    )
    cards = chosen.get("limited", "")
    most = number("most", FULL_TABLE if cards else most_entrants(plan))
    terms = Terms(
        number(ROLE) or None, most, starts, number("check_in"), "decks" in on, "by_hand" in on, limited=cards, pick=number("pick"),
        computers=number("computers"), results=number(RESULTS) or None, weeks=weeks, round_days=number("round_days"),
    )  # fmt: skip
    return NewTournament(
        setup.guild, setup.channel, chosen.get("name") or texts(language, setup.game)("title"), setup.host, setup.game,
        parse_options(chosen.get("options", "")), language, plan, chosen.get("seeding", "random"), "rated" in on, clock, terms,
    )  # fmt: skip


def _moment(text: str, zone: str, now: float) -> float:
    """Parses a date and hour in the future. Raises Unfit."""
    try:
        found = exactly(text, zone).at
    except ValueError:
        raise Unfit("tournament.when", text=Typed(text)) from None
    if not now < found < now + LONGEST:
        raise Unfit("tournament.when", text=Typed(text))
    return found


# Moments that are not certain


def named_moment(key: str, value: str) -> str | None:
    """The text of a date in a setting's value; None for a setting without dates."""
    return value if key == "starts" else deadline(value) if key == "clock" else None


def kept(key: str, value: str | None, meant: Doubt | None) -> dict[str, str | None]:
    """The changes to a setup for a new value; one that has to be confirmed is only noted beside the setting."""
    return {key: value, key + UNSURE: None} if meant is None else {key + UNSURE: f"{meant.at} {meant.text}"}


def doubts(setup: Setup) -> dict[str, Doubt]:
    """The values still to be confirmed, by setting."""
    found = {key: setup.settings[key + UNSURE].partition(" ") for key in MOMENTS if key + UNSURE in setup.settings}
    return {key: Doubt(int(at), text) for key, (at, _, text) in found.items() if at.isdecimal()}


def confirmed(key: str, meant: Doubt) -> dict[str, str | None]:
    """The changes to a setup for a value that has been confirmed."""
    written = meant.reading.written()
    return {key: written if key == "starts" else f"{UNTIL} {written}", key + UNSURE: None}


# The panel


Offered = Sequence[tuple[str, str]]
"""Names of roles or channels of the server, with their numbers."""


class Outlook(NamedTuple):
    """What a setup amounts to: the sign-up's lines as they would be posted, or the faults that prevent it."""

    lines: Sequence[str] = ()
    faults: Sequence[str] = ()


def setup_panel(setup: Setup, say: Texts, zone: str, outlook: Outlook, key: str | None = None, offered: Offered = ()) -> dict[str, Any]:
    """The panel: settings chosen so far (hours in a time zone), faults or the sign-up as it would be posted, values to confirm, presets, and the
    menu of settings. `key` opens the menu of one setting's values; MORE the second page of settings."""
    chosen = setup.settings
    form = say(_word_key("format", chosen.get("format", SWISS)))
    lines = [
        f"**{say('tournament.title', name=Typed(chosen.get('name') or say('title')), game=say('title'), format=form)}**",
        say("edit.how" if setup.command == EDIT else "draft.how"),
    ]
    colon = say("colon")
    for k in KEYS:
        if k in chosen and k not in ("name", "format"):
            read = read_words(named_moment(k, chosen[k]) or "", zone, say)
            words = [] if k == "starts" and read else [value_words(k, chosen[k], say)]  # A start is all moment.
            lines.append(f"- {setting_label(k, say)}{colon}{' · '.join([*words, *([read] if read else [])])}")
    asked = doubts(setup)
    lines += [f"❓ {setting_label(k, say)}{colon}{meant.words(zone, say)}" for k, meant in asked.items()]
    if outlook.faults:
        lines += [f"⚠ {fault}" for fault in outlook.faults]
    elif outlook.lines:
        lines += [say("edit.posted" if setup.command == EDIT else "draft.posted"), *(f"> {line}" for line in outlook.lines)]
    items: list[Press | Choose] = [Choose("dkey", str(setup.id), _menu(setup, say, key), say("draft.which"))]
    valued = key is not None and key != MORE
    if valued and key is not None:
        items.append(Choose("dval", f"{setup.id}:{key}", _values(setup, key, say, offered), setting_label(key, say)))
    for row, (k, meant) in enumerate(asked.items(), len(items)):
        items.append(Press("dsure", f"{setup.id}:{k}:{meant.at}", say("button.meant"), discord.ButtonStyle.success, row=row))
        items.append(Press("dagain", f"{setup.id}:{k}", say("button.not_meant"), row=row))
    below, edits = 1 + valued + len(asked), setup.command == EDIT
    presets = [] if edits or below == LAST_ROW else presets_of(setup.game)
    for n, preset in enumerate(presets):  # Those for which there is no room stand before *Post the sign-up*.
        items.append(Press("dpreset", f"{setup.id}:{preset}", say(f"draft.preset.{preset}"), BLUE, row=below + n // A_ROW))
    below += bool(presets)
    items += [
        Press("dpost", str(setup.id), say("button.save" if edits else "button.post"), GREEN, disabled=bool(outlook.faults or asked), row=below),
        Press("dcancel", str(setup.id), say("button.cancel"), row=below),
    ]
    return {"content": cut("\n".join(lines)), "view": panel(items)}


def _menu(setup: Setup, say: Texts, shown: str | None) -> list[discord.SelectOption]:
    """A page of the menu of settings that suit the game, each with its value, and the way to the other page."""
    rules = build(setup.game)
    keys = [key for key in KEYS if (key not in ("decks", *CARDS) or rules.decks is not None) and (key != "seats" or len(rules.seats) > 1)]
    keys = [key for key in keys if setup.command != EDIT or key not in STANDING]
    form = setup.settings.get("format")
    keys = [key for key in keys if (key not in SEASONS or form == LEAGUE) and (key not in LADDERS or form == LADDER)]
    keys = [key for key in keys if key != "round_days" or form not in (LEAGUE, LADDER)]
    keys = [key for key in keys if key not in (("decks",) if "limited" in setup.settings else CARDS[1:])]
    second = shown == MORE or shown in LATER
    options = [
        discord.SelectOption(label=setting_label(key, say)[:100], value=key, description=say(f"setting.{key}.desc")[:100], default=key == shown)
        for key in keys
        if (key in LATER) == second
    ]
    other = LESS if second else MORE
    return [*options, discord.SelectOption(label=say(f"draft.{other}"), value=other, description=say(f"draft.{other}.desc"))]


def _values(setup: Setup, key: str, say: Texts, offered: Offered) -> list[discord.SelectOption]:
    """The possible values of a setting, the default first."""
    now = setup.settings.get(key)
    if key in (ROLE, RESULTS):
        offered = offered[:MOST_OFFERED]
    elif key in NUMBERS:
        offered = [(str(n), str(n)) for n in NUMBERS[key][1] if key != "seats" or n in build(setup.game).seats]
    else:
        offered = [(value_words(key, value, say), value) for value in WORDS.get(key, (ON,))]
    usual = discord.SelectOption(label=say("setting.no" if key in SWITCHES else "setting.usual"), value=USUAL, default=now is None)
    return [usual, *(discord.SelectOption(label=label[:100], value=value, default=value == now) for label, value in offered)]


class SettingForm(discord.ui.Modal):
    """The form in which a setting's value is typed."""

    def __init__(self, setup: Setup, key: str, say: Texts) -> None:
        super().__init__(title=setting_label(key, say)[:45], custom_id=f"{FORM}{setup.id}:{key}")
        self.value: discord.ui.TextInput[SettingForm] = discord.ui.TextInput(
            label=setting_label(key, say)[:45],
            placeholder=say(f"setting.{key}.desc")[:100],
            default=(asked[key].text if key in (asked := doubts(setup)) else setup.settings.get(key, ""))[: WRITTEN[key]],
            max_length=WRITTEN[key],
            required=False,
            custom_id="value",
        )
        self.add_item(self.value)


FORM = "f:draft:"
