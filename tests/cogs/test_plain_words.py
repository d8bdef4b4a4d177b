"""Whole games through the whole bot, in each language: nobody reads a word that is meant for the machine, and whoever is asked is asked.

Messages are read as they stand on the screen, without the code of those who type (`-# ` lines, commands), and without quoted rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from data.content import games
from data.language import LANGUAGES, texts
from rules.computer_levels import computed
from rules.randomness import Chance
from tests import reading
from tests.chat import ANNA, BOHUMIL, Chat
from tests.cogs.driving import click
from tests.cogs.test_play import table
from tests.sampled import EVERYWHERE

ACTIONS = 36
"""So many actions of each game are looked at."""
READ = {language: range(ACTIONS) for language in LANGUAGES}
if not EVERYWHERE:
    READ |= {"cs": range(ACTIONS // 2), "fr": range(ACTIONS // 2, ACTIONS)}
"""Which of them in each language."""
SHOWN_AS_CODE = re.compile(r"`/[^`]*`|`[0-9a-f]{64}`")
LINKS = re.compile(r"https?://\S+|<[@#t/][^>]*>")
SNAKE = re.compile(r"\b[^\W\d_]+_\w+")
SETTING = re.compile(r"\b\w+=\w+")
RULE = re.compile(r"\b[A-Z]{2}-[0-9]+\.[0-9]+")


def read(content: str) -> str:
    """What a message says to somebody who only reads."""
    lines = (line for line in (content or "").splitlines() if not line.startswith(("-# ", "> ")))
    return LINKS.sub("", SHOWN_AS_CODE.sub("", "\n".join(lines)))


def on_buttons(message: dict[str, Any]) -> Iterator[str]:
    """Everything that stands on the buttons and in the menus of a message."""
    for row in message["components"]:
        for item in row["components"]:
            yield item.get("label") or item.get("placeholder") or ""
            for option in item.get("options", []):
                yield option["label"]
                yield option.get("description") or ""


def heads(message: dict[str, Any]) -> list[str]:
    """What stands on its buttons and above its menus."""
    items = [item for row in message["components"] for item in row["components"]]
    beside = message.get("beside", {})
    found = [f"{beside.get(item.get('custom_id'), '')}{item.get('label') or item.get('placeholder') or ''}" for item in items]
    return [head.casefold().removesuffix("…").strip() for head in found]


def vocabulary(language: str, game: str) -> set[str]:
    """The words that texts in a language are made of."""
    catalogues = texts(language, game)._catalogues[:2]
    return {word for one in catalogues for forms in one.texts.values() for text in forms for word in re.findall(r"\w+", text.casefold())}


class Reader:
    """Reads every message once as it appears or changes, and notes what is no word for people."""

    def __init__(self, chat: Chat, game: str, language: str) -> None:
        self.chat, self.known = chat, vocabulary(language, game)
        self.seen: dict[str, str] = {}
        self.faults: list[str] = []
        self.verbs: set[str] = set()
        self.calls: list[str] = []
        self.judge = self._judge
        """What is made of each message."""

    def look(self) -> None:
        for number, sent in list(self.chat.world.messages.items()):
            message = reading.read(sent)
            shown = f"{message['content']}{message['components']}"
            if self.seen.get(number) != shown:
                self.seen[number] = shown
                self.judge(message)

    def _judge(self, message: dict[str, Any]) -> None:
        said = read(message["content"])
        for text in (said, *on_buttons(message)):
            found = [*SNAKE.findall(text), *SETTING.findall(text), *("`" for _ in range("`" in text))]
            found += [word for word in re.findall(r"\w+", text) if word in self.verbs and word not in self.known]
            if found:
                self.faults.append(f"{found} in {text!r}")
        if message["_only"] is None:
            if RULE.search(said):
                self.faults.append(f"the number of a rule in {said!r}")
            if any(item.get("custom_id", "").startswith("b:move:") for row in message["components"] for item in row["components"]):
                self.calls.append(said.splitlines()[-1])
        elif len(set(heads(message))) < len(heads(message)):
            self.faults.append(f"one word for two things: {heads(message)}")


async def play(chat: Chat, reader: Reader, read: range) -> None:
    """Some actions by computers in the place of people: Anna clicks, Bohumil types. Those before what is read are done without them."""
    for number in range(read.stop):
        found = await table(chat)
        if found.over:
            return
        seat = (found.awaited or found.acting)[0]
        member = str(found.seats[seat].player)
        action = computed(found.rules, found.state, seat, "easy", Chance.of(5, number))
        reader.verbs.add(action[0])
        if number < read.start:
            await found.act(seat, action)
            continue
        await chat.settle()
        if member == ANNA:
            await chat.press(ANNA, chat.board(), label(chat))
            reader.look()
            await click(chat, ANNA, action)
        else:
            await chat.use(member, "move", action=" ".join(action))
        reader.look()


def label(chat: Chat) -> str:
    """What stands on *Your move*."""
    return next(b["label"] for b in chat.buttons(chat.board()) if b["custom_id"].startswith("b:move:"))


@pytest.mark.sampled(0.05, any=True)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games())
async def test_nobody_reads_a_word_of_the_machine(chat, monkeypatch, game, language):
    seeds = iter(range(11, 99))
    monkeypatch.setattr("cogs.play.tables.new_seed", lambda: next(seeds))
    for member in (ANNA, BOHUMIL):
        chat.world.members[member]["locale"] = {"en": "en-US"}.get(language, language)
    reader = Reader(chat, game, language)
    await chat.use(ANNA, "game new", game=game, seats="2", options="seating=joined")
    reader.look()
    await chat.press(BOHUMIL, chat.board(), texts(language)("button.join"))
    reader.look()
    await play(chat, reader, READ[language])
    found = await table(chat)
    for command in ("board", "hand", "game list", "mygames", "ahead", "settings"):
        await chat.use(ANNA, command)
        reader.look()
    for button in ("b:rules", "b:log", "b:move", "b:ahead"):
        for member in (ANNA, BOHUMIL):
            for press in (b for b in chat.buttons(chat.board()) if b["custom_id"].startswith(button)):
                await chat.press_exactly(member, chat.board(), press)
                reader.faults, before = [], reader.faults
                reader.look()
                log = [fault for fault in reader.faults if not fault.startswith("the number")]
                reader.faults = before + log
    assert not reader.faults, "\n".join(dict.fromkeys(reader.faults))
    assert reader.calls, found
    say = texts(language, game)
    calls = ["board.asked", *(f"call.{kind}" for kind in found.rules.kinds)]
    asking = [say(key, name="@", what="@") for key in calls if say.find(key)]
    shapes = ["".join(".*" if part == "@" else re.escape(part) for part in re.split("(@)", words)) for words in asking]
    silent = [call for call in reader.calls if not any(re.match(shape, call) for shape in shapes)]
    assert not silent or found.over, silent
