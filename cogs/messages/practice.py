"""Messages of positions to solve: the question with its choices, the answer with its reason, and the public message of a day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord

from cogs.messages.buttons import Choose, Press, panel
from cogs.messages.drawing import addressing, panel_files, rule_text
from cogs.messages.lesson_panel import Spot, Verbs, choices_of, picking_of, row_in_words
from cogs.messages.moves.reason import named_lines, reason_lines
from cogs.messages.truncation import cut
from cogs.play.unfit import Unfit
from data.content import build, games
from data.language import Texts, texts
from data.lesson import actions
from data.practice import SOLVER, Puzzle, position, puzzles
from data.user_text import escaped
from render.look import Look
from rules.game import Action
from rules.legal_actions import rule_of

VERBS = Verbs("prstep", "prdo", "prgo", "prpick")
GREEN, BLUE = discord.ButtonStyle.success, discord.ButtonStyle.primary
NO_TRIES: Mapping[int, bool] = {}


def found(game: str, number: int) -> Puzzle:
    """The position of a number. Raises Unfit for one that there is no more, since the rules have changed."""
    puzzle = puzzles(game).get(number) if game in games() else None
    if puzzle is None:
        raise Unfit("practice.gone")
    return puzzle


def offered() -> list[str]:
    """The games that have positions to solve."""
    return [key for key in games() if puzzles(key)]


def tally(tries: Mapping[int, bool], say: Texts) -> str:
    """How many positions of a game a person has solved, of how many, and how many in a row of late; "" before the first."""
    if not tries:
        return ""
    row = next((n for n, solved in enumerate(reversed([*tries.values()])) if not solved), len(tries))
    words = say("practice.tally", n=sum(tries.values()), of=len(tries))
    return f"{words} {say('practice.row', n=row)}" if row > 1 else words


def others(game: str, number: int, say: Texts, style: discord.ButtonStyle = discord.ButtonStyle.secondary, row: int | None = None) -> list[Press]:
    """*Another one*, in the place of a position, and *Another game*, where there are others."""
    another = [Press("practice", f"{game}:{number}", say("practice.another"), style, row=row)] if len(puzzles(game)) > 1 else []
    return [*another, *([Press("practice", "", say("practice.other_game"), row=row)] if len(offered()) > 1 else [])]


def task(puzzle: Puzzle, say: Texts) -> str:
    """What is to be done in a position, in words."""
    return say.find(f"practice.{puzzle.theme}") or say(f"practice.{puzzle.theme.partition('.')[0]}")


def games_message(say: Texts, tallies: Mapping[str, str], without: str = "") -> dict[str, Any]:
    """The message that offers all games, with what the person has solved of each. `without`: a game that was asked for, and has no positions."""
    titled = [(game, texts(say.language, game)("title")) for game in tallies]
    none = [f"**{say('practice.none', game=texts(say.language, without)('title'))}**"] if without else []
    lines = [*none, say("practice.which"), *(f"{title}{say('colon')}{tallies[game]}" for game, title in titled if tallies[game])]
    items = [Press("practice", game, title, BLUE, row=n // 3) for n, (game, title) in enumerate(titled)]
    return {"content": cut("\n".join(lines)), "attachments": [], "view": panel(items)}


async def question_message(
    spot: Spot, look: Look, say: Texts, tries: Mapping[int, bool] = NO_TRIES, note: str = "", turn: str = ""
) -> dict[str, Any]:  # fmt: skip
    """The private message of a position to solve, with all legal choices after the actions of a `turn` under way. Raises Unfit where the words of a
    spot lead nowhere."""
    puzzle, state = found(spot.game, spot.page), position(spot.game, spot.page, turn)
    shown = choices_of(spot, state, look, say, VERBS)
    # Several actions that a button or a menu would do in a row are chosen one by one: one is asked for.
    items: list[Press | Choose] = [item for item in shown.items if item.verb != VERBS.rows]
    for item in items:
        if isinstance(item, Choose) and build(spot.game).together(state, SOLVER, Spot.read(item.rest).prefix) is None:
            item.item.max_values = 1
    here = f"{spot.game}:{spot.page}"
    items += [
        Press("prtype", here, say("learn.type"), row=4),
        Press("pranswer", here, say("practice.answer"), row=4),
        *others(spot.game, spot.page, say, row=4),
    ]
    first = "practice.first_turn" if puzzle.whole else "practice.first"
    head = [f"**{say('practice.title', game=say('title'))}**", say("practice.only_first" if spot.page in tries else first), tally(tries, say)]
    so_far = [say("practice.so_far", what=row_in_words(spot.game, position(spot.game, spot.page), actions(turn), look, say))] if turn else []
    lines = [f"**{task(puzzle, say)}**", *so_far, *([note] if note else []), *shown.question]
    files = await panel_files(build(spot.game).view(state, SOLVER), look, shown.prefix, shown.words)
    return {
        "content": cut("\n".join(line for line in head if line)),
        "attachments": files,
        "question": cut("\n".join(lines)),
        "view": panel(items),
    }


def answer_lines(game: str, number: int, look: Look, say: Texts) -> list[str]:
    """The solution in words, its rule, and why it is better than anything else. Names in `look` are escaped."""
    puzzle, state, rules = found(game, number), position(game, number), build(game)
    words, picking = row_in_words(game, state, puzzle.row, look, say), picking_of(game, state, look, say)
    if puzzle.whole:
        return [say("practice.way", what=words), *named_lines(picking, puzzle.why)]
    decision = rules.decision(state, SOLVER)
    rule = rule_of(rules, decision, puzzle.row[0][0]) if decision.rule == rules.kinds[decision.kind] else decision.rule
    other = row_in_words(game, state, [puzzle.why.other], look, say)
    return [say("practice.solution", what=words), *reason_lines(picking, puzzle.why, other), rule_text(game, rule, say.language)]


async def answer_message(
    spot: Spot, look: Look, say: Texts, verdict: str, tried: Sequence[Action], tries: Mapping[int, bool]
) -> dict[str, Any]:  # fmt: skip
    """The private message after a try: whether it was right (the text `verdict`), what was `tried` (if that is to be told), the solution, and why."""
    game, number, *_ = spot
    puzzle, state = found(game, number), position(game, number)
    escaping = look._replace(names=tuple(escaped(name) for name in look.names))
    own = [say("practice.tried", what=row_in_words(game, state, tried, escaping, say))] if tried else []
    lines = [f"**{say(verdict)}**", *own, *answer_lines(game, number, addressing(escaping, SOLVER), say), tally(tries, say)]
    presses = [
        *([Press("prshow", f"{game}:{number}", say("hint.show"))] if puzzle.why.shown else []),
        *others(game, number, say, BLUE),
    ]
    files = await panel_files(build(game).view(state, SOLVER), look, puzzle.row[0][:-1], puzzle.row[0][-1:])
    return {"content": cut("\n".join(line for line in lines if line)), "attachments": files, "view": panel(presses)}


# The position of the day


def daily_button(day: int, say: Texts) -> Press:
    """The button below a position of the day."""
    return Press("prday", str(day), say("practice.try"), GREEN)


def daily_words(game: str, number: int, say: Texts) -> str:
    """The words of a position of the day."""
    return f"**{say('practice.day', game=say('title'))}**\n{task(found(game, number), say)}"


async def daily_message(game: str, number: int, day: int, look: Look, say: Texts) -> dict[str, Any]:
    """The public message of a position of the day. It mentions nobody, and is as its solver sees it."""
    view = build(game).view(position(game, number), SOLVER)
    files = await panel_files(view, look, (), [word.text for word in build(game).words(position(game, number), SOLVER, ())])
    return {"content": f"{daily_words(game, number, say)}\n{say('practice.private')}", "files": files, "view": panel([daily_button(day, say)])}


def daily_answer(game: str, number: int, look: Look, say: Texts) -> dict[str, Any]:
    """What becomes of the message of a day when its answer is told. The pictures stay."""
    lines = [daily_words(game, number, say), *answer_lines(game, number, look, say)]
    shows = [Press("prshow", f"{game}:{number}", say("hint.show"))] if found(game, number).why.shown else []
    return {"content": cut("\n".join(lines)), "view": panel(shows) if shows else None}


def daily_end(say: Texts) -> dict[str, Any]:
    """The message that nobody wants positions here, so that there will be no more."""
    return {"content": say("practice.ends")}
