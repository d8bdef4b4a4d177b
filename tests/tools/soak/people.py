"""Simulated people, who play at random: they type completions, click through panels, undo, open tables, and play tournaments.

The judge gets what each of them was told.
"""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from tests.standin import Standing
from tests.tools.soak.world import Place

MOST_CLICKS = 9
FOLLOW = 3.0
"""Seconds for which somebody waits for what follows an acknowledgement."""
UNTIL_AGAIN = 0.3
CLICKED = ("Your move", "Plan ahead", "Hand", "Rules")
ENDING = ("End", "Pass", "Done")
MENTION = re.compile(r"<@(\d+)>")


class Told(NamedTuple):
    """What a person did and read: the interaction, its moment, seconds until the acknowledgement, the answer, or the error; of a click also its
    message."""

    what: str
    interaction: str | None
    member: str
    channel: str
    at: float
    seconds: float
    words: str
    answer: str | None
    error: str | None
    message: str | None = None


class People:
    """The simulated people of a soak. `told`: what they have done and read; `did` counts it by kind."""

    def __init__(self, standin: Standing, places: Sequence[Place], rng: random.Random) -> None:
        self.standin = standin
        self.rng = rng
        self.told: list[Told] = []
        self.did: Counter[str] = Counter()
        self.stopped = asyncio.Event()
        self._places = [place for place in places if not place.left]

    # What they do, and what they read

    async def _do(self, what: str, words: str, member: str, channel: str, doing: Any, message: str | None = None) -> dict[str, Any] | None:
        """Waits for an interaction, and notes its result; returns it, or None if nobody answered."""
        at = time.time()
        result: dict[str, Any] = await doing
        if "refused" in result:  # The button has just gone, or the channel.
            self.did["too late"] += 1
            return None
        answer = result.get("answer")  # An empty one is still being waited for: something else has followed meanwhile.
        self.told.append(
            Told(
                what, result.get("interaction"), member, channel, at, result.get("seconds", 0.0), words,
                (answer["content"] or None) if answer and result.get("followed", True) else None, result.get("error"), message,
            )
        )  # fmt: skip
        self.did[what] += 1
        if "error" in result:
            self.did["unanswered"] += 1
            await asyncio.sleep(UNTIL_AGAIN)
            return None
        return result

    async def type(self, member: str, command: str, channel: str, **options: Any) -> dict[str, Any] | None:
        """Uses a slash command."""
        words = " ".join([command, *map(str, options.values())])
        return await self._do("typed", words, member, channel, self.standin.use(member, command, channel, FOLLOW, **options))

    async def click(self, member: str, message: dict[str, Any], part: dict[str, Any]) -> dict[str, Any] | None:
        """Presses a button, or chooses at random from a menu."""
        values = [one["value"] for one in self.rng.sample(part["options"], part.get("min_values", 1))] if part["type"] == 3 else []
        doing = self.standin.press(member, message, part["custom_id"], *values, follow=FOLLOW)
        return await self._do("clicked", part.get("label") or "menu", member, message["channel_id"], doing, message["id"])

    async def complete(self, member: str, channel: str, text: str) -> list[str]:
        return await self.standin.complete(member, "move", channel, "action", text)

    async def move(self, place: Place) -> None:
        """Types a random completed move for a player of a table; does nothing if none is offered."""
        for member in self.rng.sample(place.players, len(place.players)):
            offered = await self.complete(member, place.channel, "")
            if not offered:
                continue
            text = self.rng.choice(offered)
            for _ in range(8):
                further = [t for t in await self.complete(member, place.channel, f"{text} ") if t != text]
                if not further or (text in offered and self.rng.random() < 0.1):
                    break
                text = self.rng.choice(further)
            await self.type(member, "move", place.channel, action=text[:100])
            return

    async def click_through(self, place: Place) -> None:
        """Presses *Your move* for a random player, and goes on at random until an action is done."""
        member = self.rng.choice(place.players)
        board = await self._latest(place.channel, "Your move")
        if board is None:
            return
        result = await self.click(member, board, part_of(board, "Your move"))
        for _ in range(MOST_CLICKS):
            message = result and result.get("answer")
            choices = [part for part in parts(message) if not part.get("disabled")] if message else []
            if not choices:
                return
            ends = [part for part in choices if (part.get("label") or "").startswith(ENDING) or part["custom_id"].startswith("b:do:")]
            part = self.rng.choice(ends) if ends and self.rng.random() < 0.6 else self.rng.choice(choices)
            if self.rng.random() < 0.1:  # A double click.
                await asyncio.gather(self.click(member, message, part), self.click(member, message, part))
                return
            result = await self.click(member, message, part)

    async def _latest(self, channel: str, label: str) -> dict[str, Any] | None:
        for message in reversed(await self.standin.ask("messages", channel=channel)):
            if part_of(message, label):
                return dict(message)
        return None

    async def fuss(self, place: Place) -> None:
        """Does something else at random: undo, draw, an answer to a proposal, a look, rarely resigning."""
        member = self.rng.choice(place.players)
        what = self.rng.randrange(6)
        if what < 2:
            await self.type(member, "game undo", place.channel)
        elif what == 2:
            await self.type(member, "game draw", place.channel)
        elif what == 3:
            asked = await self._latest(place.channel, self.rng.choice(["Agree", "Refuse"]))
            if asked is not None:
                await self.click(member, asked, self.rng.choice(parts(asked)))
        elif what == 4:
            await self.type(member, self.rng.choice(["board", "hand"]), place.channel)
        elif self.rng.random() < 0.1:
            await self.type(member, "game resign", place.channel, sure="True")

    # Those who play on and on

    async def play(self, most: int) -> None:
        """Plays as one person at `most` tables in turn, until stopped."""
        favourites = self.rng.sample(self._places, min(most, len(self._places)))
        while not self.stopped.is_set():
            place = self.rng.choice(favourites if self.rng.random() < 0.9 else self._places)
            kind = self.rng.random()
            await (self.move(place) if kind < 0.6 else self.click_through(place) if kind < 0.9 else self.fuss(place))
            await asyncio.sleep(self.rng.uniform(0, 0.1))

    async def lobby(self, channel: str, members: Sequence[str]) -> None:
        """Opens tables in a channel, one after another: several people join at once, play a little, and resign."""
        while not self.stopped.is_set():
            host, *others = self.rng.sample(members, 4)
            await self.type(host, "game new", channel, game="monster_hex", seats="2", options="seating=joined")
            lobby = await self._latest(channel, "Join")
            if lobby is not None:
                await asyncio.gather(*(self.click(member, lobby, part_of(lobby, "Join")) for member in others))
            place = Place(0, channel, "monster_hex", (host, *others), None, False)
            for _ in range(self.rng.randrange(6)):
                await self.move(place)
            for member in (host, *others):
                await self.type(member, "game resign", channel, sure="True")
            await asyncio.sleep(self.rng.uniform(0, 1))

    async def tournament(self, channel: str, members: Sequence[str]) -> None:
        """Plays tournaments in a channel, one after another: sign-up, start, and matches decided by resigning."""
        while not self.stopped.is_set():
            four = self.rng.sample(members, 4)
            name = f"Cup {self.rng.randrange(10**6)}"
            await self.standin.ask("moderates", member=four[0])
            result = await self.type(four[0], "tournament create", channel, game="monster_hex", name=name, settings="rounds:2")
            draft = result and result.get("answer")
            post = part_of(draft, "Post the sign-up") if draft else None
            if draft and post:
                await self.click(four[0], draft, post)
            call = await self._latest(channel, "Join")
            if call is not None:
                for member in four:
                    await self.click(member, call, part_of(call, "Join"))
            await self.type(four[0], "tournament start", channel)
            seen = 0
            for _ in range(60):
                if self.stopped.is_set():
                    return
                news = await self.standin.ask("messages", channel=channel)
                threads = dict.fromkeys(re.findall(r"<#(\d+)>", " ".join(m["content"] for m in news[-12:])))
                for thread in threads:
                    asked = MENTION.findall(" ".join(m["content"] for m in await self.standin.ask("messages", channel=thread)))
                    if asked:
                        await self.type(self.rng.choice(asked), "game resign", thread, sure="True")
                if any("🏆" in m["content"] for m in news[seen:]):
                    self.did["tournaments"] += 1
                    break
                await asyncio.sleep(0.5)


def parts(message: dict[str, Any]) -> list[dict[str, Any]]:
    """The buttons and menus of a message."""
    return [part for row in message["components"] for part in row["components"] if part.get("custom_id")]


def part_of(message: dict[str, Any], label: str) -> Any:
    """The button whose label begins with `label`; None if there is none."""
    return next((p for p in parts(message) if (p.get("label") or "").startswith(label) and not p.get("disabled")), None)
