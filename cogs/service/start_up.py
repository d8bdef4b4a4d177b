"""Start-up: what is loaded before the bot connects, and in which order tables, clocks and outbox are resumed."""

from __future__ import annotations

import gc
from collections.abc import Callable

from cogs.messages.rules.find_cards import card_choices, find_card
from cogs.play.outbox_worker import Worker
from cogs.play.worker_threads import apart, begin
from cogs.service.timer import Clocks
from data.content import build, games
from data.language import LANGUAGES
from data.lookup.answering import is_quick, lookup
from data.rest_hours import all_zones
from data.rulebook import rulebook
from data.store.shards import Shards
from render.painter import painter
from rules.parts.lazy import once


@once
def read_all() -> None:
    """Loads each game's rules, painter, texts, cards and rulebooks, and the names of time zones."""
    all_zones()
    for key in games():
        build(key)
        painter(key)
        find_card(key, "")
        for language in LANGUAGES:
            card_choices(key, language, "")
            rulebook(key, language)
    if is_quick():
        lookup()


async def settle_in() -> None:
    """Before the bot connects: loads what would make the first user wait. If the search index of the rulebooks is missing, it is built in the
    background; searches wait for it."""
    gc.disable()
    try:
        await apart(read_all)
    finally:
        gc.freeze()  # What has been loaded by now stays, and nobody waits for the garbage collector to look through it again and again.
        gc.enable()
    begin(lookup)


async def take_up(shards: Shards, clocks: Clocks, outbox: Worker, ours: Callable[[], bool]) -> bool:
    """Resumes the work of shards that this process has just gained; returns whether they are still ours.

    Clocks come first, so that downtime is credited. Then the outbox, which sends boards and lets computers think. Tables are read from the
    database when first needed (`Tables.get`).
    """
    await clocks.begin(shards)
    if not ours():  # They have been lost meanwhile.
        return False
    await outbox.begin(shards)
    return True
