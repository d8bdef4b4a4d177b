"""One picture of a turn in chat: the board, the panel in which the asked player presses a choice, and the board after it.

The bot plays against the stand-in for Discord; what it sent is drawn, words and buttons as they were, for the README (`tests.tools.gallery`).
"""

from __future__ import annotations

import io
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from PIL import Image, ImageDraw

from render.text import font, wrapped
from rules.computer_levels import computed
from rules.game import Action
from rules.randomness import Chance
from tests.chat import ANNA, DARA, Chat

GAME, SEED, DECIDED = "monster_hex", 11, 9
"""Whose turn is shown, and how many decisions have been made before it."""
WIDTH, GAP, PAD = 480, 18, 16
"""Pixels: a column, what lies between columns, and the rim of a message."""
GROUND, MESSAGE, INK, FAINT, ACCENT, BUTTON, PRIMARY = "#1e1f22", "#2b2d31", "#dbdee1", "#949ba4", "#57c7c0", "#4e5058", "#5865f2"
STYLES = {1: PRIMARY, 3: "#248046", 4: "#da373c"}
TEXT, GALLERY, CONTAINER = 10, 12, 17
MEMBERS = {ANNA: "Anna", DARA: "Dara"}
BUTTON_HEIGHT = 38


class DrawnMessage(NamedTuple):
    """A message as it is drawn: what stands above it, its words, its pictures, the words below them, and its rows of buttons, each with its label and
    its style."""

    title: str
    words: str
    pictures: tuple[bytes, ...]
    question: str
    rows: tuple[tuple[tuple[str, int], ...], ...]
    pressed: str = ""


async def turn() -> tuple[DrawnMessage, DrawnMessage, DrawnMessage]:
    """What Anna sees when it is her turn, the panel in which she chooses, and what everybody sees afterwards."""
    with tempfile.TemporaryDirectory() as folder, patch("cogs.play.tables.new_seed", lambda: SEED):
        async with Chat(Path(folder)) as chat:
            await chat.use(DARA, "game new", game=GAME, opponent=ANNA, options="board=two seating=joined opening=fixed")
            chance = Chance.of(SEED, "gallery")
            for _ in range(DECIDED):
                who, action = await _wanted(chat, chance)
                await chat.use(who, "move", action=" ".join(action))
            who, action = await _wanted(chat, chance)
            assert who == ANNA, "another turn than Anna's is shown"
            before = chat.board()
            await chat.press(ANNA, before, "Your move")
            panel = chat.private(ANNA)
            chosen = next(b["label"] for b in chat.buttons(panel) if b["custom_id"].endswith(" ".join(action[:2])))
            first = _shown(chat, "1  You see: the board, and who is asked", before, "Your move")
            second = _shown(chat, "2  You press: only you see this", panel, chosen)
            await chat.use(ANNA, "move", action=" ".join(action))
            return first, second, _shown(chat, "3  All get: what happened, and whose turn it is", chat.board(), "")


async def _wanted(chat: Chat, chance: Chance) -> tuple[str, Action]:
    """Who is asked, and what the computer would do there."""
    table = await chat.bot.tables.get(1)
    (seat,) = table.rules.to_act(table.state)
    return str(table.seats[seat].player), computed(table.rules, table.state, seat, "normal", chance)


def _shown(chat: Chat, title: str, message: dict[str, Any], pressed: str) -> DrawnMessage:
    components = chat.world.messages[message["id"]]["components"]
    kinds = [*(part for one in components for part in (one["components"] if one["type"] == CONTAINER else [one]))]
    first = next(n for n, part in enumerate(kinds) if part["type"] == GALLERY)
    words, question = ("\n".join(_plain(part["content"]) for part in some if part["type"] == TEXT) for some in (kinds[:first], kinds[first:]))
    pictures = tuple(chat.world.files[file["id"]] for file in message["attachments"])
    rows = tuple(tuple((b["label"], b["style"]) for b in row["components"] if b["type"] == 2) for row in message["components"])
    return DrawnMessage(title, words, pictures, question, rows, pressed)


def _plain(words: str) -> str:
    """What is read of a text."""
    words = re.sub(r"<@(\d+)>", lambda found: f"@{MEMBERS[found[1]]}", words)
    return re.sub(r"[*`]|^> |^-# ", "", words, flags=re.MULTILINE)


def drawn(shown: tuple[DrawnMessage, ...]) -> Image.Image:
    """The messages side by side."""
    columns = [_column(one) for one in shown]
    sheet = Image.new("RGB", (len(columns) * (WIDTH + GAP) + GAP, max(c.height for c in columns) + 2 * GAP), GROUND)
    for n, column in enumerate(columns):
        sheet.paste(column, (GAP + n * (WIDTH + GAP), GAP))
    return sheet


def _column(shown: DrawnMessage) -> Image.Image:
    inner = WIDTH - 2 * PAD
    pictures = [Image.open(io.BytesIO(picture)).convert("RGB") for picture in shown.pictures]
    pictures = [one.resize((inner, round(one.height * inner / one.width)), Image.Resampling.LANCZOS) for one in pictures]
    rows = [row for whole in shown.rows for row in _broken(whole, inner)]
    lines, below = ([line for part in words.split("\n") for line in wrapped(part, "Medium", 18, inner)] for words in (shown.words, shown.question))
    tall = sum(one.height + 8 for one in pictures)
    height = 44 + PAD + (len(lines) + len(below)) * 25 + 8 + tall + 12 + len(rows) * (BUTTON_HEIGHT + 8) + PAD
    image = Image.new("RGB", (WIDTH, height), GROUND)
    pen = ImageDraw.Draw(image)
    pen.text((2, 6), shown.title, fill=ACCENT, font=font("Bold", 20))
    pen.rounded_rectangle((0, 44, WIDTH - 1, height - 1), 10, fill=MESSAGE)
    y = 44 + PAD
    for line in lines:
        pen.text((PAD, y), line, fill=INK, font=font("Medium", 18))
        y += 25
    for picture in pictures:
        image.paste(picture, (PAD, y + 8))
        y += 8 + picture.height
    y += 12
    for line in below:
        pen.text((PAD, y), line, fill=INK, font=font("Medium", 18))
        y += 25
    y += 4
    for row in rows:
        x = PAD
        for label, style in row:
            wide = _wide(label)
            box = (x, y, x + wide, y + BUTTON_HEIGHT)
            pen.rounded_rectangle(box, 8, fill=STYLES.get(style, BUTTON))
            if label == shown.pressed:
                pen.rounded_rectangle((box[0] - 4, box[1] - 4, box[2] + 4, box[3] + 4), 11, outline=ACCENT, width=3)
            pen.text((x + wide / 2, y + BUTTON_HEIGHT / 2), label, fill="#ffffff", font=font("Medium", 17), anchor="mm")
            x += wide + 10
        y += BUTTON_HEIGHT + 8
    return image


def _wide(label: str) -> int:
    return round(font("Medium", 17).getlength(label)) + 28


def _broken(row: tuple[tuple[str, int], ...], width: int) -> Iterator[tuple[tuple[str, int], ...]]:
    """A row of buttons in as many rows as there is need of."""
    line: tuple[tuple[str, int], ...] = ()
    for button in row:
        if line and sum(_wide(label) + 10 for label, _ in (*line, button)) > width:
            yield line
            line = ()
        line = (*line, button)
    if line:
        yield line
