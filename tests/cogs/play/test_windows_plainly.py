"""Which answers are carried out when, worked out a second time by a small model that knows events alone: what was bid, answered, ordered, taken back,
and what time it is."""

from __future__ import annotations

import os
import random

import pytest

from cogs.play.table import Table
from data.store.changes import RIPE, Subject
from tests.bids import known, memory, open_table

LIVES = int(os.environ.get("LIVES", "8"))
STEPS = 80
LET, TOP = "let", "top"


class Model:
    """The windows of `tests.bids`, seen by somebody who is told everything."""

    def __init__(self, seats: int, pauses: random.Random) -> None:
        self.seats, self.pauses, self.now = seats, pauses, 0.0
        self.turn = self.owner = 0
        self.asked: list[int] = []
        self.answers: dict[int, str] = {}
        self.passing: set[int] = set()
        self.ready: dict[int, list[tuple[str, str]]] = {seat: [] for seat in range(seats)}
        self.waits_until: float | None = None
        self.rows: list[tuple[int, str, bool]] = []

    def order(self, seat: int) -> str | None:
        """What a seat has ordered for this window, before its owner was known or after; what was meant for this owner comes before all else."""
        laid = next((verb for _, verb in self.fitting(seat)), None)
        return laid or (LET if seat in self.passing else None)

    def fitting(self, seat: int) -> list[tuple[str, str]]:
        return [r for about in (f"by{self.owner}", "any") for r in self.ready[seat] if r[0] == about]

    def bids(self, seat: int, n: str) -> None:
        self.rows.append((seat, f"bid {n}", False))
        self.opens(seat)

    def opens(self, owner: int) -> None:
        """All but its owner are asked, the next one first. Where an order would answer, no order does for a while."""
        self.owner = owner
        self.asked = [(owner + n) % self.seats for n in range(1, self.seats)]
        self.answers = {}
        self.waits_until = None
        if any(self.order(seat) for seat in self.asked):
            self.waits_until = self.now + self.pauses.randint(20, 600)

    def settle(self) -> None:
        """Carries out what is known: all answers up to the first that tops, or all there are."""
        while self.asked:
            ready: list[tuple[int, str, bool]] = []
            for seat in self.asked:
                by_hand, ordered = self.answers.get(seat), self.order(seat)
                waits = self.waits_until is not None and self.now < self.waits_until
                if by_hand is None and (ordered is None or waits):
                    return self.forget()
                ready.append((seat, by_hand or ordered or "", by_hand is None))
                if ready[-1][1] == TOP:
                    break
            for seat, verb, auto in ready:
                self.rows.append((seat, verb, auto))
                self.answers.pop(seat, None)
                used = next((r for r in self.fitting(seat) if r[1] == verb), None)
                if used:
                    self.ready[seat].remove(used)
                self.asked.remove(seat)
            if ready[-1][1] == TOP:
                self.opens(ready[-1][0])
        self.forget()

    def forget(self) -> None:
        """Once no order is left that would answer, or its time has come, nothing waits any more."""
        if self.waits_until is None:
            return
        if self.now >= self.waits_until or not any(self.answers.get(seat) is None and self.order(seat) for seat in self.asked):
            self.waits_until = None

    def closed(self) -> bool:
        return not self.asked

    # What people do

    def answered(self, seat: int, verb: str) -> None:
        self.answers[seat] = verb

    def said(self, seat: int, words: list[str]) -> None:
        verb, *rest = words
        if verb == "stops":
            self.passing = self.passing | {seat} if "let_be" in rest else self.passing - {seat}
        elif verb == "seal":
            self.answers.pop(seat, None)
            if rest:
                self.answers[seat] = rest[0]
        elif rest:
            _, about, *answer = rest
            self.ready[seat] = [r for r in self.ready[seat] if r[0] != about] + [(about, a) for a in answer]
        else:
            self.ready[seat] = []


async def carried(table: Table) -> list[tuple[int, str, bool]]:
    rows = await table.store.tables.actions(table.id)
    return [(r.seat, " ".join(r.action), r.auto) for r in rows if r.action[0] in ("bid", LET, TOP)]


@pytest.mark.sampled(0.5)
@pytest.mark.parametrize("seed", range(LIVES))
async def test_answers_are_carried_out_as_events_alone_say(seed, monkeypatch):
    rng, drawn = random.Random(seed), random.Random(seed)
    monkeypatch.setattr("cogs.play.order_pauses.short", lambda within: float(drawn.randint(20, 600)))
    seats = 2 + seed % 3
    async with memory() as store:
        with known():
            model, begun = Model(seats, random.Random(seed)), 1_790_000_000.0
            store.now = lambda: begun + model.now
            table = await open_table(store, seats, asked="window")
            for step in range(STEPS):
                seat, kind = rng.randrange(seats), rng.random()
                if kind < 0.25:
                    owed = [debt.next - begun for debt in await store.outbox.of(Subject("table", table.id)) if debt.kind == RIPE]
                    later = [at for at in owed if at > model.now]
                    model.now = rng.choice([*later, model.now + rng.choice([1, 30, 200])])
                    await table.ripen()
                elif model.closed() and kind < 0.7:
                    model.bids(model.turn, "2")
                    await table.act(model.turn, ("bid", "2"))
                elif seat in model.asked and kind < 0.6:
                    verb = rng.choice([LET, LET, TOP])
                    model.answered(seat, verb)
                    await table.act(seat, (verb,))
                else:
                    about = rng.choice(["any", "by0" if seat else "by1"])
                    words = rng.choice([["stops"], ["stops", "let_be"], ["ready"], ["ready", "answer", about, rng.choice([LET, TOP])]])
                    if seat in model.asked and rng.random() < 0.4:
                        words = ["seal", *rng.choice([[], [LET], [TOP]])]
                    model.said(seat, words)
                    await table.say(seat, tuple(words))
                was = model.closed()
                model.settle()
                if not was and model.closed():
                    model.turn = (model.turn + 1) % seats
                assert await carried(table) == model.rows, f"step {step}"
                assert table.row.ripe == (begun + model.waits_until if model.waits_until is not None else 0), f"step {step}"
                assert [s for s in table.acting if s in table.awaited] == (
                    [s for s in model.asked if s not in model.answers and not model.order(s)] if model.asked else [model.turn]
                )
            assert len(model.rows) > 10
