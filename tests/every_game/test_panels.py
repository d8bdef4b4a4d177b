"""Whole games through private panels alone: who reads nothing else misses nothing of what they may know, and reads each thing once, in its order."""

from __future__ import annotations

import random
from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, MagicMock

import pytest

from cogs.messages.drawing import look_of, narrate
from cogs.messages.moves.carrying_out import carry_out
from cogs.messages.moves.panel_news import NEWS_LETTERS
from cogs.messages.moves.picker import picker
from cogs.messages.moves.result import carried_message
from cogs.play.new_table import Opening, Party
from cogs.play.table import Table
from cogs.play.tables import Tables
from cogs.tables.log import show_log
from data.content import games
from data.language import LANGUAGES, texts
from rules.game import Event
from tests.databases import at_once
from tests.every_game.setups import joined, random_action
from tests.reading import spoken

PLAYERS = [(100 + n, name) for n, name in enumerate(("Anna", "Bohumil", "Cécile", "Dara"))]
MOST = 700
"""A game at random takes fewer actions; of a longer one the rest is given up."""


@pytest.fixture(autouse=True)
def unpainted(monkeypatch):
    """Pictures are not what is looked at here."""

    async def files(*_: Any) -> list[Any]:
        return []

    monkeypatch.setattr("cogs.messages.moves.picker.panel_files", files)


def asker(table: Table, player: int, language: str) -> Any:
    rights = SimpleNamespace(view_channel=True, send_messages=True, attach_files=True, embed_links=True)
    found = MagicMock(locale=language, client=MagicMock(store=table.store), app_permissions=rights, edit_original_response=AsyncMock())
    found.user.id = player
    return found


def pieces(lines: Iterable[str]) -> list[str]:
    return [piece for line in lines for piece in line.splitlines() if piece]


async def log_of(table: Table, player: int, language: str) -> list[str]:
    """All pages of the log that a panel leads to."""
    pages, say = list[str](), texts(language, table.rules.key)
    for page in range(400):
        interaction = asker(table, player, language)
        await show_log(interaction, table, say, page)
        shown = interaction.edit_original_response.call_args.kwargs
        parts = shown["view"].to_components()
        pages.insert(0, spoken(shown))
        if not any(item.get("label") == say("log.earlier") for part in parts for item in part.get("components", ())):
            break
    return pages


class Reader:
    """Somebody who reads panels and nothing else."""

    def __init__(self, table: Table, seat: int, language: str) -> None:
        self.table, self.seat, self.language = table, seat, language
        self.say, self.player = texts(language, table.rules.key), PLAYERS[seat][0]
        self.interaction = asker(table, self.player, language)
        self.read: list[str] = []
        self.more = 0

    def _reads(self, message: dict[str, Any]) -> None:
        lines = message["content"].splitlines()
        self.read += lines
        labels = [i.get("label") for row in message["view"].to_components() for i in row["components"]] if message["view"] else []
        assert len(message["content"]) <= 2000
        if "…" in message["content"].splitlines():
            assert self.say("button.all_of_it") in labels or self.table.over
            self.more += 1
        if self.table.over:
            assert self.say("button.again") in labels

    async def opens(self) -> None:
        self._reads(await picker(self.interaction, self.table, self.seat))

    async def acts(self, rng: random.Random) -> None:
        action = random_action(self.table.rules, self.table.state, self.seat, rng)
        done = await carry_out(self.table, self.seat, iter([action]), None, rng.getrandbits(60))
        self._reads(await carried_message(self.interaction, self.table, self.seat, done, self.say))

    def told(self, happened: list[tuple[Any, Event]]) -> list[tuple[str, Any, Event]]:
        """What there was to read, in the words of the log, each line with what it tells."""
        found, look = [], look_of(self.table, self.say)
        for row, event in happened:
            if event.to is None or self.seat in event.to:
                found += [(line, row, event) for line in pieces(narrate(self.table, [event], look))]
        return found


async def happened_at(table: Table) -> list[tuple[Any, Event]]:
    """All that has happened from the first action on, by playing the record again."""
    rows = await table.store.tables.actions(table.id)
    return [(stage.row, event) for stage in table.record.past(None, rows).stages() if stage.row is not None for event in stage.events]


@pytest.mark.sampled(0.05, any=True)
@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("language", LANGUAGES)
async def test_who_reads_panels_alone_misses_nothing(game, language, monkeypatch):
    monkeypatch.setattr("cogs.play.tables.new_seed", lambda: 42)
    rng = random.Random(f"{game} {language}")
    store = await at_once()
    try:
        tables = Tables(store)
        made, _ = await tables.open(Opening(game, 1, 1, joined(game), language, "light"), Party(PLAYERS[0], PLAYERS[1:2], seats=2, agreed=True))
        table = await tables.get(made)
        readers = [Reader(table, seat, language) for seat in range(2)]
        opened: dict[int, int] = {}
        for _ in range(MOST):
            if table.over:
                break
            seat = rng.choice(table.awaited)
            if opened.get(seat) != table.mark(seat):
                await readers[seat].opens()
            await readers[seat].acts(rng)
            if seat in table.awaited:
                opened[seat] = table.mark(seat)
        else:
            await table.concede(table.acting[0])
        for reader in readers:
            if not any(how in line for line in reader.read for how in (f"**{reader.say('panel.won')}", f"**{reader.say('panel.lost')}")):
                await reader.opens()
        happened = await happened_at(table)
        for reader in readers:
            there = reader.told(happened)
            known = {words for words, *_ in there}
            read = [line for line in reader.read if line in known]
            missing, at = [], 0
            for line in there:
                if at < len(read) and read[at] == line[0]:
                    at += 1
                else:
                    missing.append(line)
            assert at == len(read), ("told twice, or out of order", read[at - 2 : at + 2])
            log = "\n".join(await log_of(table, reader.player, language)) if reader.more else ""
            deeds = [(words, row, event) for words, row, event in missing if words not in log]
            assert len({row.number for _, row, _ in deeds}) == len(deeds), "an action is told of as one deed"
            for words, row, event in deeds:
                assert (row.seat, event.facts.get("seat"), event.to) == (reader.seat, reader.seat, None), words
    finally:
        await store.close()


def test_what_there_is_no_room_for_has_a_limit():
    assert NEWS_LETTERS == 1500
