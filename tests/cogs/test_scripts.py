"""People whose names are written in any script: texts keep their order, pictures tell them apart."""

from __future__ import annotations

import json
from typing import Any

import pytest

from data.language import LANGUAGES
from data.store.people import Settings
from tests.chat import ANNA, BOHUMIL, CECILE, Chat
from tests.cogs.test_names import sent
from tests.markup import together
from tests.reading import read

DANA, ALI = "דנה כהן", "علي"


def said(chat: Chat) -> list[str]:
    """All words that the bot has sent: messages, alt texts, labels, titles of threads."""
    shown: list[Any] = list(chat.world.messages.values())
    alts = [a.get("description") or "" for m in map(read, shown) for a in m["attachments"]]
    labels = [text for m in shown for text in _labels(m.get("components") or [])]
    return [*sent(chat), *alts, *labels, *(str(chat.world.channels[t]) for t in chat.world.threads)]


def _labels(parts: list[dict[str, Any]]) -> list[str]:
    found = []
    for part in parts:
        found += [part[key] for key in ("label", "placeholder", "content", "description") if isinstance(part.get(key), str)]
        for inner in ("components", "options", "items"):
            found += _labels(part.get(inner) or [])
    return found


def check_apart(chat: Chat, *names: str) -> None:
    """Wherever one of these names stands, it stands apart; and all have been said somewhere."""
    words = said(chat)
    for name in names:
        assert any(name in text for text in words), name
        bare = [text for text in words if name in text.replace(f"\u2068{name}", "").replace(f"{name}\u2069", "")]
        assert not bare, json.dumps(bare[0], ensure_ascii=True)
    assert not [text for text in words if "\u2068" in together(text) or "\u2069" in together(text)], "nothing else is set apart, and all that is ends"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_names_from_right_to_left_at_a_table(chat, language):
    chat.calls_themselves(ANNA, DANA)
    chat.renamed(BOHUMIL, ALI)
    for member in (ANNA, BOHUMIL):
        await chat.bot.store.people.set_settings(int(member), Settings(language=language))
    await chat.use(ANNA, "game new", game="monster_hex", seats="2", options="seating=joined", clock="24h")
    await chat.use(CECILE, "game list")
    await chat.press_exactly(BOHUMIL, chat.board(), chat.buttons(chat.board())[0])
    await chat.use(ANNA, "move", action="faction moss")
    await chat.use(BOHUMIL, "move", action="faction ember")
    for show in ("picture", "closer", "text", "post"):
        await chat.use(BOHUMIL, "board", show=show)
    for command in ("game log", "game clock", "game list", "mygames", "why"):
        await chat.use(BOHUMIL, command)
    await chat.use(ANNA, "game draw")
    await chat.use(BOHUMIL, "game resign", sure="True")
    await chat.settle()
    check_apart(chat, DANA, ALI)
