"""Replays: a game as everybody saw it, as an animated picture. Which moments become pictures is decided by `chosen`.

Slow work runs in threads and in pieces, so that others get their turns in between.
"""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

import discord

from cogs.messages.drawing import plain
from cogs.play.fair_queue import Asker, Turns
from cogs.play.history.earlier_positions import Retrospect, ShownMoment, retrospect
from cogs.play.history.record_replay import EarlierRules
from cogs.play.single_flight import Busy, SingleFlight
from cogs.play.table import Table
from cogs.play.unfit import Unfit
from cogs.play.worker_threads import apart
from data.language import Texts
from data.user_text import set_apart
from render.animation import Animation, PictureProgress, thinned
from render.canvas import Scene
from render.look import Look
from render.motion import Blow
from render.painter import painter
from render.text import shortened
from rules.game import Event

LARGEST = 8_000_000
"""Bytes of a replay, at most."""
STEPS, MOST = 120, 240
"""A longer game has a picture for each turn instead of each action; and no replay has more pictures."""
KEPT, AT_ONCE = 4, 2
"""The latest replays that are kept, and how many are made at the same time; of those one for each server and person, as long as others wait."""
PIECE = 0.2
"""Seconds for which it is worked on one in one go."""
SOON, PAUSE = 0.7, 2.0
"""Seconds until whoever waits is told of it, and until they are told how far it is."""


class Span(NamedTuple):
    """The part of a game to show: from the position after action `since` (0: the deal), and only the last `turns` (0: all)."""

    since: int = 0
    turns: int = 0


class Wish(NamedTuple):
    """A request for a replay: the span of a table's game at a revision, theme and language, the greatest number of bytes, and whether the decisive
    moment is shown in motion."""

    table: int
    revision: int
    span: Span
    theme: str
    language: str
    limit: int
    moving: bool = True


class Replay(NamedTuple):
    """A finished replay: the GIF, its number of pictures, the actions that they show, a description of the last one (alt text), and whether it is
    complete, though earlier rules may have played a part."""

    gif: bytes
    pictures: int
    first: int
    last: int
    end: str
    whole: bool


class Film:
    """A replay being made, from public views only; the decisive moment moves as when it was posted."""

    def __init__(self, past: Retrospect, wish: Wish, look: Look) -> None:
        self._past, self._wish, self._look = past, wish, look
        self._paint = painter(past.past.rules.key)
        self.progress = PictureProgress(0, 0)
        self.replay: Replay

    def steps(self) -> Iterator[None]:
        """Draws piece by piece, one each time it is asked; after the last one `replay` is there."""
        moments = []
        for moment in self._past.moments():
            if moment is not None:
                moments.append(moment)
            yield
        wanted = {moment.at: moment for moment in chosen(moments, self._wish.span)}
        scenes: list[Scene] = []
        blows: dict[int, Blow] = {}
        since: list[Event] = []
        for at, (_, stage) in enumerate(self._past.stages()):
            since += [event for event in stage.events if event.to is None]
            if at in wanted:
                view, look = self._past.past.view(stage, None), self._look._replace(names=plain(self._past.names(stage)))
                scene = self._paint.board(view, look.in_pictures)
                if not scenes or scene != scenes[-1]:
                    if scenes and self._wish.moving and (blow := self._paint.blow(view, look, since)):
                        blows[len(scenes)] = blow
                    scenes.append(scene)
                    since = []
            yield
        if len(scenes) < 2:
            raise Unfit("replay.nothing")
        drawing = Animation(self._paint.studio, scenes, self._look.theme, self._wish.limit, blows)
        for self.progress in drawing:
            yield
        first, last = next(iter(wanted.values())).number, self._past.last
        missing = self._past.base is not None and first == self._past.first
        self.replay = Replay(drawing.gif, self.progress.whole, first, last, self._paint.describe(view, look, brief=True), not missing)


def chosen(moments: Sequence[ShownMoment], span: Span) -> list[ShownMoment]:
    """The moments of a span that become pictures: all; in a long game the ends of turns, at most `MOST`; always the first and the last."""
    last = moments[-1]
    part = [one for one in moments if one.number >= min(span.since, last.number) and (not span.turns or one.turn > last.turn - span.turns)]
    if len(part) > STEPS:
        part = [part[0], *(one for before, one in pairwise(part) if one.turn != before.turn or one is last)]
    return thinned(part, MOST)


class Replays:
    """Makes replays for people who ask."""

    def __init__(self) -> None:
        self._kept = SingleFlight[Wish, Replay](KEPT)
        self._turns = Turns(AT_ONCE)
        self._films: dict[Wish, Film] = {}

    async def of(self, table: Table, wish: Wish, look: Look, player: int, tell: Callable[[PictureProgress], Awaitable[None]]) -> Replay:
        """The replay of a table; `tell` is called now and then with the progress. Raises Unfit."""
        asking = asyncio.ensure_future(self._kept.get(wish, player, partial(self._make, table, wish, look, player)))
        try:
            pause = SOON
            while not (await asyncio.wait([asking], timeout=pause))[0]:
                film, pause = self._films.get(wish), PAUSE
                await tell(film.progress if film else PictureProgress(0, 0))
            return asking.result()
        except Busy:
            raise Unfit("replay.one") from None
        except EarlierRules:
            raise Unfit("past.earlier_rules") from None
        finally:
            asking.cancel()  # Others may wait for it, who have asked themselves.

    async def _make(self, table: Table, wish: Wish, look: Look, player: int) -> Replay:
        async with self._turns.turn(Asker.at(table.row.guild, player)):
            film = self._films[wish] = Film(await retrospect(table), wish, look)
            try:
                steps = film.steps()
                while await apart(worked, steps):
                    pass
            finally:
                del self._films[wish]
        return film.replay


def worked(steps: Iterator[None]) -> bool:
    """Works for a while; returns whether there is more to do."""
    until = time.perf_counter() + PIECE
    return any(time.perf_counter() > until for _ in steps)


def replay_message(table: Table, replay: Replay, say: Texts) -> dict[str, Any]:
    """The arguments of an edit, without the buttons."""
    facts = {"first": replay.first, "last": replay.last, "n": replay.pictures}
    alt = "\n".join([say("replay.alt", title=say("title"), names=", ".join(map(set_apart, table.names)), **facts), replay.end])
    lines = [say("replay.part" if replay.first else "replay.whole", **facts), *([] if replay.whole else [say("past.since_base")])]
    return {"content": "\n".join(lines), "attachments": [discord.File(io.BytesIO(replay.gif), "replay.gif", description=shortened(alt))]}
