"""*Show me*: the line behind a reason as an animated picture for one person, a picture for each step, above each a caption (`render/captions`)."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import partial
from typing import Any

import discord

from cogs.messages.drawing import namer
from cogs.messages.moves.imagined_cards import ImaginedCards
from cogs.messages.table.replay import worked
from cogs.messages.truncation import cut
from cogs.play.thinking.worker_requests import searching
from cogs.play.unfit import Unfit
from cogs.play.worker_threads import apart
from render.animation import Animation
from render.canvas import Scene
from render.captions import CaptionStudio, captioned, questioned
from render.look import Look
from render.painter import painter
from render.text import bare, shortened
from rules.computers.reasons import ShownLine
from rules.game import Rules

MOST = 12
"""Pictures at most, the first position among them."""
PACE = 3.0
"""Seconds for which a picture is seen."""


class LineFilm:
    """A film being made, from public views: a picture for each step with something to tell. `unknown`: whether cards come in it that the seat whose
    line it is cannot know."""

    def __init__(self, rules: Rules[Any], shown: ShownLine, look: Look, limit: int) -> None:
        self._rules, self._shown, self._look, self._limit = rules, shown, look, limit
        self.captions: list[str] = []
        self.unknown = False
        self.gif = b""

    def steps(self) -> Iterator[None]:
        """Draws step by step, one each time it is asked; in the end there is the GIF."""
        rules, shown, look = self._rules, self._shown, self._look
        paint, state, search = painter(rules.key), rules.load(shown.world), searching(rules)
        assert search is not None
        scenes: list[Scene] = [paint.board(rules.view(state, None), look.in_pictures)]
        cards = ImaginedCards(rules, state, shown.done[0][0], scenes[0], partial(search.guide.step, rules)) if shown.done else None
        marked, untold, unknown = [(look.say("hint.film.before"), False)], list[str](), dict[str, None]()
        for n, (seat, action) in enumerate(shown.done):
            before, step = state, search.guide.step(rules, state, seat, action)
            state = step.state
            scene = paint.board(rules.view(state, None), look.in_pictures)
            assert cards is not None
            name_of = namer(paint, rules.view(before, seat), look, look.say)
            unknown |= dict.fromkeys(name_of(action[:1], card) for card in cards.follow(before, (seat, action), step, scene))
            public = [event for event in step.events if event.to is None]
            untold += [bare(words) for event in public if (words := paint.narrate(event.kind, event.facts, look))]
            if untold and len(scenes) < MOST:
                imagined = n >= shown.sure
                words = " · ".join(untold)
                if unknown:
                    words = look.say("hint.film.unknown", what=words, cards=", ".join(unknown))
                    self.unknown = True
                marked.append((look.say("hint.film.imagined", what=words) if imagined else words, imagined))
                scenes.append(questioned(scene, cards.places))
                untold, unknown = [], {}
            yield
        if len(scenes) < 2:
            raise Unfit("hint.film.nothing")
        self.captions = [words for words, _ in marked]
        drawing = Animation(CaptionStudio(paint.studio), captioned(scenes, marked), look.theme, self._limit, slowest=PACE)
        for _ in drawing:
            yield
        self.gif = drawing.gif


async def film_message(rules: Rules[Any], shown: ShownLine, look: Look, limit: int) -> dict[str, Any]:
    """The private message with a film: arguments for an edit, without the buttons. Nothing in `look` is escaped. Raises Unfit if there is nothing to
    see."""
    film = LineFilm(rules, shown, look, limit)
    steps = film.steps()
    while await apart(worked, steps):
        pass
    alt = shortened("\n".join(film.captions))
    content = [look.say("hint.film.title" if shown.sure < len(shown.done) else "hint.film.sure")]
    content += [look.say("hint.film.cards")] if film.unknown else []
    return {"content": cut(" ".join(content)), "attachments": [discord.File(io.BytesIO(film.gif), "line.gif", description=alt)]}
