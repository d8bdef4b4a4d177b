"""Checks a soak afterwards: plain rows, the ledger of outbox rows, the journal of messages, and what people read."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

from cogs.messages.drawing import told_by_rule
from data.content import build
from data.language import texts
from render.look import Look
from rules.game import Event, Refused
from rules.randomness import Chance
from tests.reading import read
from tests.tools.soak.people import Told
from tests.tools.soak.rows import Rows

DONE = "✓ "
KEPT = ("Your answer is sealed", "Your answer stands", "The standing order", "Kept")
"""How an answer begins that says that something was taken and waits for its turn."""
MOMENT = "One moment:"
"""How an answer begins that leaves open whether something was done, and says how to see."""
OUR_SIDE = "on our side"
NONCE_LIVES = 300.0
EARLY = 0.5
"""Seconds by which two measures of one moment may differ."""
LATE = 15.0
WINDOW = 20.0
"""Seconds within which clicks on one message may have been answered by each other."""
LONGEST_TEXT = 1700
TELLING = ("board", "held")
MENTIONED = re.compile(r"</([^:>]+):\d+>")
"""A command that can be pressed."""


class Message(NamedTuple):
    """A message as the stand-in received it."""

    id: str
    channel: str
    nonce: str | None
    content: str
    at: float


class Debt(NamedTuple):
    """An outbox row of the ledger, and when it was deleted."""

    id: int
    game: int | None
    tournament: int | None
    kind: str
    payload: dict[str, Any]
    created: float
    struck: float | None
    parcel: int
    """As part of which it was struck off; 0 for what was taken back before it was to be told."""


class Game(NamedTuple):
    """A table's row."""

    id: int
    key: str
    guild: int
    channel: int
    message: int | None
    options: dict[str, Any]
    status: str
    seed: int
    position: int
    snapshot: bytes
    clock: dict[str, Any] | None
    names: tuple[str, ...]
    created: float


def messages(journal: Path) -> Iterator[Message]:
    """The public messages, in order."""
    with journal.open(encoding="utf-8") as lines:
        for line in lines:
            noted = json.loads(line)
            if noted["event"] == "MESSAGE_CREATE" and noted["only"] is None:
                message = read(noted["message"])
                content = MENTIONED.sub(r"`/\1`", message["content"])
                yield Message(message["id"], message["channel_id"], message.get("nonce"), content, noted["at"])


class Judge:
    """Checks everything as it was when the bots had `ended`; time in which all were `asleep` does not count.

    `complaints`: faults found, each with its kind. `seen`: the number of things checked, by kind.
    """

    def __init__(self, rows: Rows, journal: Path, told: Sequence[Told], ended: float, asleep: Sequence[tuple[float, float]] = ()) -> None:
        self._rows = rows
        self._journal = journal
        self._told = told
        self._ended = ended
        self._asleep = asleep
        self.complaints: list[tuple[str, str]] = []
        self.seen: Counter[str] = Counter()

    def complain(self, kind: str, words: str) -> None:
        self.complaints.append((kind, words))

    def all(self) -> None:
        """Runs all checks of what was stored and sent."""
        self.key = bytes.fromhex(self._rows.one("SELECT value FROM facts WHERE key = 'marks'"))
        self._actions: dict[int, list[tuple[int, int, tuple[str, ...], bool]]] = defaultdict(list)
        for game, number, seat, action, auto in self._rows.all("SELECT game, number, seat, action, auto FROM actions ORDER BY game, number"):
            self._actions[game].append((number, seat, tuple(action.split()), bool(auto)))
        self._debts = [
            Debt(number, game, tournament, kind, json.loads(payload), created, struck, parcel or 0)
            for number, game, tournament, kind, payload, created, struck, parcel in self._rows.all(
                "SELECT id, game, tournament, kind, payload, at, struck, parcel FROM ledger ORDER BY id"
            )
        ]
        self._by_nonce: dict[str, list[Message]] = defaultdict(list)
        for message in messages(self._journal):
            self.seen["messages"] += 1
            if OUR_SIDE in message.content:
                self.complain("error", message.content)
            if message.nonce:
                self._by_nonce[message.nonce].append(message)
        telling: dict[int, list[Debt]] = defaultdict(list)
        for debt in self._debts:
            if debt.kind in TELLING and debt.game is not None:
                telling[debt.game].append(debt)
        for game in self._games():
            self._check_game(game, telling.get(game.id, []))
        self._check_nonces()
        self._check_people()
        self._check_owed()
        self._check_dials()

    def _games(self) -> Iterator[Game]:
        """The tables with any action."""
        names: dict[int, list[str]] = defaultdict(list)
        for game, name in self._rows.all("SELECT game, name FROM seats ORDER BY game, seat"):
            names[game].append(name)
        columns = "id, game, guild, channel, message, options, status, seed, position, snapshot, clock, created"
        for row in self._rows.all(f"SELECT {columns} FROM games WHERE status <> 'open' ORDER BY id"):
            number, key, guild, channel, message, options, status, seed, position, snapshot, clock, created = row
            yield Game(
                number, key, guild, channel, message, json.loads(options), status, int(seed, 16), position, bytes(snapshot),
                json.loads(clock) if clock else None, tuple(names[number]), created,
            )  # fmt: skip

    # Games

    def _check_game(self, game: Game, debts: Sequence[Debt]) -> None:
        self.seen["games"] += 1
        rows = self._actions.get(game.id, [])
        self.seen["actions"] += len(rows)
        if [number for number, *_ in rows] != [*range(1, game.position + 1)]:
            return self.complain("rows", f"game {game.id}: actions {[n for n, *_ in rows][-5:]} for position {game.position}")
        try:
            events = self._replayed(game)
        except (Refused, KeyError, ValueError) as error:
            return self.complain("replay", f"game {game.id} ({game.key}): {error!r}")
        told = [event for debt in debts for event in debt.payload.get("events", ())]
        own = [event for event in told if not event[0].startswith("table.")]
        if own not in (events, events[self._set_up :]):
            at = next((n for n, pair in enumerate(zip(own, events[len(events) - len(own) :], strict=False)) if pair[0] != pair[1]), -1)
            self.complain("events", f"game {game.id} ({game.key}): {len(own)} events were owed, {len(events)} happened; first difference at {at}")
        self._check_boards(game, debts)
        self._check_lapses(game, debts)

    def _replayed(self, game: Game) -> list[list[Any]]:
        """The public events of all rows. Complains if they don't lead to the snapshot."""
        rules: Any = build(game.key)
        options = {key: value for key, value in game.options.items() if key != "seats"}
        step = rules.setup(len(game.names), options, game.seed)
        events = [*step.events]
        self._set_up = sum(event.to is None for event in events)
        states = {0: step.state}
        state = step.state
        for number, seat, action, _ in self._actions.get(game.id, []):
            if action[0] == "undo":
                state = states[int(action[1])]
            elif action[0] == "redraw":
                state = rules.redrawn(state, Chance(action[1]))
            elif action[0] != "settle":
                step = rules.concede(state, seat) if action == ("resign",) else rules.apply(state, seat, action)
                state = step.state
                events += step.events
            states[number] = state
        if rules.dump(state) != game.snapshot:
            self.complain("snapshot", f"game {game.id} ({game.key}), position {game.position}: its rows lead elsewhere")
        return json.loads(json.dumps([[e.kind, dict(e.facts), e.rule] for e in events if e.to is None]))

    def _undone(self, game: Game) -> set[int]:
        """The actions of a game that no longer count."""
        undos = [(number, int(action[1])) for number, _, action, _ in self._actions.get(game.id, []) if action[0] == "undo"]
        return {lost for number, last in undos for lost in range(last + 1, number)}

    def _nonce(self, debt: Debt) -> str:
        """The nonce of a message whose first outbox row is `debt`."""
        kind, number = ("table", debt.game) if debt.game is not None else ("tournament", debt.tournament)
        return hmac.new(self.key, f"owed:{kind}:{number}:{debt.id}:{debt.created}".encode(), hashlib.sha256).hexdigest()[:25]

    def _check_boards(self, game: Game, debts: Sequence[Debt]) -> None:
        """Checks that each event was told in its parcel's message: that of the latest row up to it that has a message."""
        look = Look("light", texts("en", game.key), game.names)
        stub: Any = SimpleNamespace(rules=build(game.key))
        told: list[tuple[Message, list[Debt]]] = []
        undone = self._undone(game)
        for debt in debts:
            if debt.struck is None:
                continue
            if sent := self._by_nonce.get(self._nonce(debt)):
                told.append((sent[0], []))
            elif debt.kind == "held" and not debt.parcel and undone.issuperset(debt.payload.get("actions", [None])):
                continue  # What was taken back before it was told is told to nobody.
            if not told:
                self.complain("unsaid", f"game {game.id} ({game.key}): debt {debt.id} was struck off and no message has it")
                continue
            told[-1][1].append(debt)
        for message, parcel in told:
            self.seen["boards"] += 1
            events = [Event(kind, facts, None, rule) for debt in parcel for kind, facts, rule in debt.payload.get("events", ())]
            lines = [line for line, _ in told_by_rule(stub, events, look)]
            while sum(map(len, lines)) + len(lines) > LONGEST_TEXT - 200:
                lines.pop(0)
            self.seen["lines"] += len(lines)
            if "\n".join(lines) not in message.content:
                missing = [line for line in lines if line not in message.content]
                what = str(missing[:3]) if missing else f"in this order: {lines}, not: {message.content.splitlines()}"
                self.complain("untold", f"game {game.id} ({game.key}), message {message.id}, debts {[d.id for d in parcel]}: {what}")

    def _check_lapses(self, game: Game, debts: Sequence[Debt]) -> None:
        """Checks that no clock ran out too early, nor too often for one question."""
        if game.clock is None:
            return
        lapses: dict[int, list[float]] = defaultdict(list)
        created = dict(self._rows.all("SELECT id, at FROM ledger WHERE game = ? AND kind IN ('board', 'held')", (game.id,)))
        for debt in debts:
            for kind, facts, _ in debt.payload.get("events", ()):
                if kind == "table.time_over":
                    lapses[facts["seat"]].append(created[debt.id])
        for seat, moments in lapses.items():
            self.seen["lapses"] += len(moments)
            for before, after in pairwise([game.created, *moments]):
                slept = sum(max(min(after, end) - max(before, begin), 0) for begin, end in self._asleep)
                self.seen["lapses after a sleep"] += slept > 0
                if after - before - slept < game.clock["time"] - EARLY:
                    had = f"{after - before:.1f} s of {game.clock['time']}, {slept:.1f} of them asleep"
                    self.complain("clock", f"game {game.id}: seat {seat} had {had}")
            if game.clock["kind"] == "move" and len(moments) > game.clock["answers"] + 1:
                self.complain("clock", f"game {game.id}: the time of seat {seat} was over {len(moments)} times")

    # Messages

    def _check_nonces(self) -> None:
        """Checks that each row was sent once, or again only after its nonce had expired, and that nothing else was sent."""
        known = {self._nonce(debt): debt for debt in self._debts}
        asked = {told.interaction for told in self._told}  # A greeting of whoever wants to be written to has the number of their interaction.
        for nonce, sent in self._by_nonce.items():
            debt = known.get(nonce)
            if debt is None and nonce not in asked:
                self.complain("unowed", f"message {sent[0].id} in {sent[0].channel}: {sent[0].content[:80]!r}")
            for before, after in pairwise(sent):
                if after.at - before.at < NONCE_LIVES:
                    self.complain("doubled", f"messages {before.id} and {after.id} of {debt}")
        for debt in self._debts:
            if debt.kind == "said" and debt.struck is not None and self._nonce(debt) not in self._by_nonce:
                self.complain("unsaid", f"{debt}")
            self.seen["debts"] += 1

    def _check_people(self) -> None:
        """Checks that what people were told was done is stored, once."""
        stored = Counter(number for (number,) in self._rows.all("SELECT interaction FROM actions WHERE interaction IS NOT NULL"))
        for number, times in stored.items():
            if times > 1:
                self.complain("twice", f"interaction {number} is carried out {times} times")
        clicks: dict[str, list[Told]] = defaultdict(list)
        for told in self._told:
            if told.message is not None:
                clicks[told.message].append(told)
        for told in self._told:
            if told.answer is not None and OUR_SIDE in told.answer:
                self.complain("error", f"{told}")
            if told.interaction is None or told.answer is None:
                continue
            there = int(told.interaction) in stored
            if any(line.startswith(DONE) for line in told.answer.splitlines()):
                self.seen["accepted"] += 1
                beside = [other for other in clicks.get(told.message or "", ()) if abs(other.at - told.at) < WINDOW and other.interaction]
                if not there and not any(int(other.interaction or 0) in stored for other in beside):
                    self.complain("lost", f"{told}")
            elif there and told.what == "typed" and told.words.startswith("move ") and not told.answer.startswith((*KEPT, MOMENT)):
                self.complain("denied", f"{told}")

    def _check_owed(self) -> None:
        """Checks that no due row is left, but those that Discord refuses and moderators see."""
        now = self._ended
        left = self._rows.all(
            "SELECT id, game, tournament, kind, next, tries, trouble FROM owed WHERE kind <> 'held' AND next <= ? AND (created < ? OR tries > 0)"
            " AND NOT (kind IN ('pin', 'buttons', 'invite') AND trouble = 'refused')",
            (now, now - LATE),
        )
        for row in left:
            self.complain("owed", f"{row}")

    def _check_dials(self) -> None:
        """Checks that no clock has been due for long."""
        late = self._rows.all(
            "SELECT d.game, d.seat, d.due FROM dials d JOIN games g ON g.id = d.game WHERE g.status = 'live' AND g.paused = 0 AND d.next < ?",
            (self._ended - LATE,),
        )
        for row in late:
            self.complain("late", f"{row}")

    def check_buttons(self, game: int, channel: str, shown: Sequence[dict[str, Any]]) -> None:
        """Checks that only the latest board of a table has buttons to play with. Of a message sent twice, the second copy counts."""
        nudges = {self._nonce(debt) for debt in self._debts if debt.kind in ("nudge", "awake")}
        latest = {message.get("nonce"): message["id"] for message in shown}
        with_move = [
            message["id"]
            for message in shown
            if latest[message.get("nonce")] == message["id"]
            and message.get("nonce") not in nudges
            and any((part.get("label") or "") == "Your move" for row in message["components"] for part in row["components"])
        ]
        ((latest_game, status, message),) = self._rows.all(
            "SELECT id, status, message FROM games WHERE channel = ? ORDER BY id DESC LIMIT 1", (int(channel),)
        )  # Another one may have begun there since.
        if self._rows.one("SELECT COUNT(*) FROM owed WHERE game IN (?, ?)", (game, latest_game)):
            return  # Its board is on its way.
        expected = [str(message)] if message is not None and status == "live" else []
        self.seen["channels"] += 1
        if with_move != expected:
            self.complain("buttons", f"game {game} in {channel}: buttons at {with_move}, its message is {expected}")
