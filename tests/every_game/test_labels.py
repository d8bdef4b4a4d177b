"""What stands on the buttons and in the menus of private panels through whole games: words of a person, in a length that can be read on a phone."""

from __future__ import annotations

import random
import re
from typing import Any
from unittest.mock import MagicMock

import pytest

from cogs.messages.buttons import BRIEF, Choose
from cogs.messages.moves.ahead import ahead_message
from cogs.messages.moves.choice_labels import FEW, LINE
from cogs.messages.moves.picker import BUTTONS, picker
from cogs.messages.moves.picker_context import Place
from cogs.messages.panel_layout import MOST_LETTERS, MOST_PARTS, laid_out
from cogs.play.new_table import Opening, Party
from cogs.play.tables import Tables
from data.content import build, games
from data.language import LANGUAGES, texts
from data.store import Store
from tests.every_game.setups import joined, random_action
from tests.sampled import often

PLAYERS = [(100, "Anna"), (101, "Bohumil")]
ACTIONS = often(15, 45)
WORD = re.compile(r"[A-Za-zÀ-ž][a-zà-ž]+")
NOTATION = re.compile(r"\bR\d\b|\b(field|pole|case) 0\b|\d R$|\?")
"""How rotations and bare symbols are written down; and what stands where there is nothing to say."""
CHOICES = ("do", "go", "step")


@pytest.fixture(autouse=True)
def unpainted(monkeypatch):
    """Pictures are not what is looked at here."""

    async def files(*_: Any) -> list[Any]:
        return []

    monkeypatch.setattr("cogs.messages.moves.picker.panel_files", files)


def read(message: dict[str, Any]) -> list[str]:
    """What the choices of a panel say: each button with the line beside it, each option of a menu with its description."""
    found = []
    lines = 0
    for item in message["view"].children:
        label = "" if isinstance(item, Choose) else item.item.label or ""
        assert len(label) <= BRIEF, f"{label}: in a row no button says more"
        if isinstance(item, Choose):
            found += [f"{option.label} {option.description or ''}" for option in item.item.options]
        elif item.verb in CHOICES:
            lines += bool(item.beside)
            assert len(item.beside) <= LINE
            assert item.verb == "step" or item.beside or not item.item.label.endswith("…"), f"{item.item.label} plays what it does not say"
            found.append(item.beside or item.item.label)
    assert lines <= FEW
    buttons = [item for item in message["view"].children if not isinstance(item, Choose) and item.verb in CHOICES]
    assert len(buttons) <= BUTTONS + 1, "more are a menu; and *Back*"
    return found


def in_room(message: dict[str, Any]) -> None:
    """Discord takes it with two pictures."""
    parts = [*laid_out(message)["view"].walk_children()]
    assert len(parts) + 2 <= MOST_PARTS
    assert sum(len(part.content) for part in parts if hasattr(part, "content")) <= MOST_LETTERS


@pytest.mark.sampled(0.13, any=True)
@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("language", LANGUAGES)
async def test_choices_are_words_of_a_person(game, language, monkeypatch):
    monkeypatch.setattr("cogs.play.tables.new_seed", lambda: 42)
    rng = random.Random(f"{game} {language}")
    store = await Store.open(":memory:")
    try:
        tables = Tables(store)
        made, _ = await tables.open(Opening(game, 1, 1, joined(game), language, "light"), Party(PLAYERS[0], PLAYERS[1:], seats=2, agreed=True))
        table = await tables.get(made)
        seen = acted = 0
        for _ in range(ACTIONS):
            if table.over:
                break
            seat = rng.choice(table.awaited)
            asker = MagicMock(locale=language, client=MagicMock(store=store))
            asker.user.id = PLAYERS[seat][0]
            action = random_action(table.rules, table.state, seat, rng)
            for chosen in range(len(action)):
                message = await picker(asker, table, seat, Place(table.id, table.mark(seat), 0, action[:chosen]) if chosen else None)
                for said in read(message):
                    assert WORD.search(said), f"{said!r} after {action[:chosen]}"
                    assert not NOTATION.search(said), f"{said!r} after {action[:chosen]}"
                    seen += 1
                in_room(message)
            await table.act(seat, action, None, rng.getrandbits(60))
            acted += 1
        assert seen >= acted > 2
    finally:
        await store.close()


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_a_row_has_no_room_for_stands_beside_its_button(game, language, monkeypatch):
    """Every order that the panel of *Plan ahead* switches, and every answer to a question that orders gave."""
    rules, say = build(game), texts(language, game)
    store = await Store.open(":memory:")
    try:
        tables = Tables(store)
        made, _ = await tables.open(Opening(game, 1, 1, joined(game), language, "light"), Party(PLAYERS[0], PLAYERS[1:], seats=2, agreed=True))
        table, told = await tables.get(made), list[str]()
        asker = MagicMock(locale=language, client=MagicMock(store=store))
        asker.user.id = PLAYERS[1][0]
        for given in (frozenset(), frozenset(rules.orders[:5])):
            if rules.orders:
                await table.order(1, given)
            panel = await ahead_message(asker, table, 1)
            for item in panel["view"].children if panel["view"] else ():
                told.append(item.beside or item.item.label)
                assert len(item.item.label) <= BRIEF
                assert "…" not in f"{item.beside}{item.item.label}"
        orders = [say(f"order.{order}") for order in rules.orders]
        assert not orders or any(order in said for order in orders for said in told)
    finally:
        await store.close()
