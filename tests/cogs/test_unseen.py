"""What nobody else may know of leaves no trace: the same game is played twice, and once somebody does more in secret."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from cogs.play.history.record import export
from cogs.play.history.record_check import check
from cogs.play.undo import noticed
from data.content import build
from data.store.changes import Subject
from rules.competition.clock import Clock
from rules.legal_actions import legal
from rules.notation import Row
from rules.parts.ahead import sealed
from tests.bids import known, memory, open_table
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, JUDGE, Chat
from tests.cogs.test_play import table
from tests.waiting import within

pytestmark = pytest.mark.usefixtures("drawn")
"""What is on the pictures is looked at."""

DECKS = {"planetary_conquerors": ("web_of_wires", "iron_tide"), "hexygame": ("ember_raid", "long_night")}
GAMES = {
    game: ((ANNA, f"deck {first}"), (BOHUMIL, f"deck {second}"), (ANNA, "keep"), (BOHUMIL, "keep")) for game, (first, second) in DECKS.items()
} | {"monster_hex": ((ANNA, "faction ember"), (BOHUMIL, "faction moss"))}
ORDERS = {"planetary_conquerors": "ask_play_any", "hexygame": "pass_counterstrike", "monster_hex": "take_best"}
VARIES = re.compile(r"\b\d{8}\b|<t:\d+|(?<=~)[0-9a-f]{6}|b:(agree|refuse):\d+:\w+")
"""Marks of questions and proposals, and times."""


class Eyes:
    """What Anna and everybody else see of a game, in the order in which they see it."""

    def __init__(self, chat: Chat) -> None:
        self.chat = chat
        self.seen: list[Any] = []
        self.known: set[str] = set()

    def note(self, *what: Any) -> None:
        self.seen.append(VARIES.sub("*", str(what)))

    async def look(self) -> None:
        """Everything that can be read without doing anything."""
        for command in ("game clock", "game log", "referee log"):
            self.note(command, await self.chat.use(ANNA, command))
        found = await table(self.chat)
        for own in ([], [0]):
            self.note(await export(found, own))
        self.note(await self.chat.complete(ANNA, "referee rollback", "action", "", reason="x"))
        for message in self.chat.seen(None):
            if message["id"] not in self.known:
                self.known.add(message["id"])
                files = [(a["description"], self.chat.world.file(a["id"])) for a in message["attachments"]]
                self.note(message["content"], message["components"], files)

    async def use(self, member: str, command: str, **options: str) -> None:
        answer = await self.chat.use(member, command, **options)
        if member == ANNA:
            self.note(command, answer)
            await self.look()


async def played(chat: Chat, game: str, in_secret: Any) -> list[Any]:
    """A game, what else Bohumil does between its actions, and what Anna may try to find that out."""
    eyes = Eyes(chat)
    await chat.use(ANNA, "game new", game=game, opponent=BOHUMIL, clock="24h", options="seating=joined")
    for n, (member, action) in enumerate(GAMES[game]):
        await in_secret(n)
        await eyes.use(member, "move", action=action)
        if member == ANNA:
            await in_secret(n + 1)
            await eyes.use(ANNA, "game undo")
            await eyes.use(ANNA, "move", action=action)
    await in_secret(0)
    await eyes.use(ANNA, "game undo")
    question = chat.board()
    assert "would like to take" in question["content"]
    await in_secret(1)
    await eyes.use(JUDGE, "referee rollback", action=str(2 * len(GAMES[game])), reason="x")
    eyes.note(await chat.press(BOHUMIL, question, "Agree"))
    await eyes.look()
    await chat.later(3600)
    await in_secret(0)
    await eyes.look()
    return eyes.seen


@pytest.mark.sampled(0.2, any=True)
@pytest.mark.parametrize("game", GAMES)
async def test_an_order_leaves_no_trace(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """PC-19.3, HX-15.4: whether a seat has given orders shows nowhere: no message, clock, number, completion, record or need of consent."""
    monkeypatch.setattr("cogs.play.tables.new_seed", lambda: 7)
    seen = []
    for secret in (False, True):
        (tmp_path / str(secret)).mkdir()
        async with Chat(tmp_path / str(secret)) as chat:

            async def order(n: int, chat: Chat = chat, secret: bool = secret) -> None:
                if secret:
                    await chat.set(BOHUMIL, "order", order=ORDERS[game], on="true" if n % 2 else "false")
                    await chat.use(BOHUMIL, "move", action="stops until_turn" if n % 2 else "stops")

            seen.append(await played(chat, game, order))
            found = await table(chat)
            about = await chat.bot.store.own_data.about(int(ANNA))
            seen[-1] += [(a["number"], a["action"]) for a in about["actions"]]
            orders = [r for r in await chat.bot.store.tables.actions(found.id) if sealed(r.action)]
            assert bool(orders) == secret
    for without, with_orders in zip(*seen, strict=True):
        assert without == with_orders


async def test_orders_stay_given_when_an_action_is_taken_back(chat: Chat) -> None:
    await chat.use(ANNA, "game new", game="planetary_conquerors", opponent=BOHUMIL)
    await chat.use(ANNA, "move", action="deck web_of_wires")
    await chat.set(ANNA, "order", order="ask_play_any", on="true")
    await chat.set(BOHUMIL, "order", order="ask_paid_any", on="true")
    assert "Taken back" in await chat.use(ANNA, "game undo"), "the action, not the order"
    found = await table(chat)
    assert found.acting == (0, 1)
    assert [found.orders(s) for s in (0, 1)] == [{"ask_play_any"}, {"ask_paid_any"}]
    await chat.use(ANNA, "game resign", sure="true")
    assert check(await export(found, [])).key == "check.right"


@pytest.mark.sampled(0.5, any=True)
@pytest.mark.parametrize("game", ["planetary_conquerors", "hexygame"])
async def test_whoever_sits_down_has_no_orders_and_reads_none(chat: Chat, game: str) -> None:
    """Replaced by a moderator, or by a computer when time is over, whose seat a person takes then."""
    order = "ask_play_any" if game == "planetary_conquerors" else "ask_spell"
    rules = {"clock": "1h", "time_over": "computer"}
    await chat.use(ANNA, "game new", game=game, opponent=BOHUMIL, options="seating=joined", **rules)
    found = await table(chat)
    for member in (ANNA, BOHUMIL):
        await chat.use(member, "move", action=f"deck {next(iter(found.rules.presets))}")
    await chat.set(BOHUMIL, "order", order=order, on="true")
    assert found.orders(1) == {order}
    await chat.use(JUDGE, "referee replace", player=BOHUMIL, new=CECILE, reason="gone")
    assert found.orders(1) == frozenset()
    assert order not in await export(found, [1])
    await chat.set(CECILE, "order", order=order, on="true")
    assert found.orders(1) == {order}
    async with within("a computer to sit down"):
        while found.seats[1].computer is None:
            if 0 in found.acting:
                await chat.use(ANNA, "move", action=" ".join(found.rules.decision(found.state, 0).default))
            elif not found.seats[1].agreed:
                await chat.use(CECILE, "move", action=" ".join(found.rules.decision(found.state, 1).default))
            else:
                await chat.later(3650)
    assert found.orders(1) == frozenset()
    await chat.use(JUDGE, "referee replace", player=CECILE, new=DARA, reason="gone")
    assert found.seats[1].player == int(DARA)
    assert found.orders(1) == frozenset()
    assert order not in await export(found, [1])


async def test_what_can_be_seen_needs_consent_though_a_record_leaves_it_out(chat: Chat) -> None:
    """HexKnight: how many cards lie before a hero is seen at once, HK-14.3 keeps only which out of records."""
    rules = build("hexknight")
    before = after = None
    for seed in range(20):
        state = rules.setup(2, {"seating": "joined"}, seed).state
        first = rules.to_act(state)[0]
        rows = []
        for _ in range(60):
            seat = rules.to_act(state)[0]
            if seat != first and (plays := [a for a in legal(rules, state, seat, ("play",)) if rules.redact(a) == ()]):
                rows.append(Row(0, seat, plays[0]))
                before, after = state, rules.apply(state, seat, plays[0]).state
                break
            state = rules.apply(state, seat, rules.decision(state, seat).default).state
        if rows:
            break
    assert before is not None
    assert rules.view(before, first) != rules.view(after, first)
    assert noticed(rules, before, rows, first) == rows


async def test_an_order_sets_nothing_going() -> None:
    """Else the next board, who is called by it, or when it comes would tell of it."""
    async with memory() as store:
        with known():
            found = await open_table(store, seats=3, computers=1, clock=Clock("move", 3600.0), asked="one")
            subject = Subject("table", found.id)
            before, dials = await store.outbox.of(subject), await store.tables.dials(found.id)
            woken: list[Subject] = []
            store.outbox.woken = woken.append
            await store.outbox.failed(before, "refused", store.now() + 1000)
            waiting = await store.outbox.of(subject)
            store.due_changed.clear()
            await found.order(1, frozenset({"again"}))
            assert found.orders(1) == {"again"}
            assert waiting == await store.outbox.of(subject)
            assert dials == await store.tables.dials(found.id)
            assert not woken
            assert not store.due_changed.is_set()
