"""Nobody can hold the bot up: every input has a stated size, reading it takes time in proportion, and never that of the event loop."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from unittest.mock import AsyncMock, MagicMock

import discord
import pytest

from cogs.deck import FORM, LONGEST_TEXT
from cogs.messages.decks.deck_panel import MOST_DECKS
from cogs.messages.rules import find_cards as _cards
from cogs.messages.rules.find_cards import card_choices, find_card
from cogs.play import worker_threads as _apart
from cogs.play.ahead_limits import LARGEST_RECORD
from cogs.play.history.record_check import Verdict
from cogs.play.worker_threads import HANDS, apart
from cogs.service.bot import LONGEST_TYPED, Referee, Translator, Tree, cog_names
from data.rest_hours import all_zones, zones
from data.store import Store
from data.typed_times import exactly
from rules.decks import read_list
from rules.notation import UNDO, Row, counting
from tests.chat import ANNA, BOHUMIL, HERE, Chat
from tests.sampled import EVERYWHERE
from tests.tools.bench.largest_inputs import LETTERS, STRING, Use, Watch, inputs, largest, leaves, lines_of_cards, records, sent

pytestmark = pytest.mark.usefixtures("drawn")
"""What is on the pictures is looked at."""


@pytest.fixture
async def commands():
    """All commands as they are registered."""
    bot = Referee(await Store.open(":memory:"))
    for name in cog_names():
        await bot.load_extension(name)
    await bot.tree.set_translator(Translator())
    assert bot.tree.translator is not None
    yield [await c.get_translated_payload(bot.tree, bot.tree.translator) for c in bot.tree.get_commands()]
    await bot.close()
    await bot.store.close()


async def test_every_option_has_a_stated_size(commands):
    found = [(path, option) for path, options in leaves(commands) for option in options]
    assert len(found) > 80
    for path, option in found:
        if option["type"] == STRING and not option.get("choices"):
            assert option.get("max_length", LONGEST_TEXT + 1) <= LONGEST_TEXT, f"/{path} {option['name']}"
        assert largest(path, option), f"/{path} {option['name']}"
    assert len(inputs(commands)) > 1000
    with pytest.raises(LookupError, match="new one"):
        largest("new one", {"name": "x", "type": STRING})


async def test_what_is_being_typed_is_cut_and_what_no_database_takes_replaced_wherever_it_stands(commands):
    bot = MagicMock()
    bot.client.intake.takes = AsyncMock(return_value=True)
    words = {"name": "name", "type": STRING, "value": "x" * 6000, "focused": True}
    data = {"options": [{"name": "import", "type": 1, "options": [words, {"name": "n", "type": 4, "value": 7}]}]}
    assert await Tree.interaction_check(bot, MagicMock(type=discord.InteractionType.autocomplete, data=data))
    assert words["value"] == "x" * LONGEST_TYPED
    words["value"] = "a\0b\ud800" + "x" * LONGEST_TEXT
    await Tree.interaction_check(bot, MagicMock(type=discord.InteractionType.application_command, data=data))
    assert words["value"] == "a\ufffdb\ufffd" + "x" * LONGEST_TEXT, "what is sent is bounded by its option"


def cost(work, *args) -> float:
    """The least time that a call takes of this thread, of three."""
    found = []
    for _ in range(3):
        start = time.thread_time()
        work(*args)
        found.append(time.thread_time() - start)
    return min(found)


def test_what_counts_of_a_record_is_found_in_linear_time():
    def taken_back(count: int) -> list[Row]:
        rows = [Row(n, 0, ("a",)) for n in range(1, count + 1)]
        return rows + [Row(count + n, 0, (UNDO, str(count - n))) for n in range(1, count + 1)]

    assert counting(taken_back(500)) == []
    assert cost(counting, taken_back(16_000)) < 12 * cost(counting, taken_back(4000)), "four times as long, not sixteen times"


def test_names_of_cards_are_made_once(monkeypatch):
    find_card("planetary_conquerors", "x")
    card_choices("planetary_conquerors", "en", "xyz")
    folded, calls = _cards.folded, []
    monkeypatch.setattr(_cards, "folded", lambda text: calls.append(text) or folded(text))
    card_choices("planetary_conquerors", "cs", "x")
    monkeypatch.setattr(_cards, "card_name", None)
    for text in ("gold min", "gold", "zzz", "", "1"):
        find_card("planetary_conquerors", text)
        card_choices("planetary_conquerors", "cs", text)
        calls.clear()
        find_card("planetary_conquerors", text)
        assert len(calls) == 1
        card_choices("planetary_conquerors", "cs", text)
        assert len(calls) <= 6, "once a way in which it is looked for, not once a card"
    assert find_card("planetary_conquerors", "gold miner") == find_card("planetary_conquerors", "Gold Miner") is not None


def test_lists_of_cards_are_read_in_linear_time():
    def unread(line: str) -> list[str]:
        return read_list(line, lambda name: None)[1]

    for letter in (*LETTERS, "1 ", "x x1 ", "9x "):
        short, long = letter * (5000 // len(letter)), letter * (20_000 // len(letter))
        assert cost(unread, long) < 12 * cost(unread, short) + 0.002, repr(letter)
    assert read_list("9999x Ore\n12 x Ore", {"Ore": "ore"}.get) == ({"ore": 12}, ["9999x Ore"])


def test_dates_without_an_end_are_refused():
    for text in ("9999-12-31", "0000-01-01", "99999-01-01", "٢٠٢٦-12-24", "", "x"):
        with pytest.raises(ValueError, match=r".*"):
            exactly(text, "Pacific/Kiritimati")
    assert "Europe/Prague" in all_zones()
    assert zones("prag") == ["Europe/Prague"]


async def test_few_hands_read_and_drawing_goes_on():
    free, busy, running, most = threading.Event(), threading.Event(), [0], [0]
    lock = threading.Lock()

    def work() -> None:
        with lock:
            running[0] += 1
            most[0] = max(most[0], running[0])
            if running[0] == HANDS:
                busy.set()
        free.wait(5)
        with lock:
            running[0] -= 1

    jobs = [asyncio.create_task(apart(work)) for _ in range(4 * HANDS)]
    assert await asyncio.to_thread(busy.wait, 5)
    assert await asyncio.wait_for(asyncio.to_thread(lambda: "drawn"), 2) == "drawn"
    free.set()
    await asyncio.gather(*jobs)
    assert most == [HANDS]
    assert _apart.HANDS <= 2


async def test_who_asks_for_much_does_not_keep_others_waiting(chat: Chat, monkeypatch):
    """Somebody's records are checked one by one, so that of all hands one at most is theirs."""
    begun, free, lone = [], threading.Event(), threading.Event()

    def slow(text, seed):
        begun.append(text)
        if text == "one":
            lone.set()
        assert text == "one" or free.wait(20)
        return Verdict("check.wrong_result")

    monkeypatch.setattr(sys.modules["cogs.game"], "check", slow)
    for member, text in (*[(ANNA, "much")] * (2 * HANDS), (BOHUMIL, "one")):
        record = {"name": "r.txt", "content": text}
        await chat.standin.play("command", {"member": member, "channel": HERE, "name": ["game", "check"], "options": {"record": record}})
    waited = await asyncio.to_thread(lone.wait, 5)
    free.set()
    assert waited, begun
    assert begun == ["much", "one"]
    await chat.settle()
    assert begun == ["much", "one", *["much"] * (2 * HANDS - 1)], "and all of it is done"


async def test_of_many_decks_at_once_no_more_are_kept_than_may_be(chat: Chat):
    uses = [Use("deck import", HERE, {"name": f"Deck {n}", "deck": "1 gold_miner", "game": "planetary_conquerors"}) for n in range(MOST_DECKS + 5)]
    await asyncio.gather(*(sent(chat, use) for use in uses))
    assert len(await chat.bot.store.decks.of(int(ANNA), "planetary_conquerors")) == MOST_DECKS


async def test_the_largest_records_and_lists_do_not_hold_the_loop_up(chat: Chat):
    """What the loop itself computes meanwhile, whatever else this machine does: long ago it was seconds. In an ordinary run, of a
    tenth of such a record."""
    watch = Watch()
    for text in records()[2 : 4 if EVERYWHERE else 3]:
        assert 0.99 * LARGEST_RECORD < len(text) <= LARGEST_RECORD
        part = text if EVERYWHERE else text[: len(text) // 10].rpartition("\n")[0]
        assert "right so far" in await chat.use(ANNA, "game check", record={"name": "r.txt", "content": part})
    await chat.use(ANNA, "deck import", name="Mine", deck=lines_of_cards("planetary_conquerors", str), game="planetary_conquerors")
    await chat.submit(ANNA, f"{FORM}planetary_conquerors:Mine", HERE, cards="a\n" * (LONGEST_TEXT // 2))
    watch.stop()
    assert watch.take()[1] < 80
    assert "at most" in await chat.submit(ANNA, f"{FORM}planetary_conquerors:Mine", HERE, cards="a" * (LONGEST_TEXT + 1))
    told = await chat.use(ANNA, "game new", game="monster_hex", computers="1", clock="until 9999-12-31")
    assert "24h" in told
