"""What is read of a position to solve, in each language: kept in `golden/practice.txt`. `python -m tests.cogs.test_practice_words` writes it anew."""

from __future__ import annotations

import asyncio
from pathlib import Path

from cogs.messages.buttons import BRIEF
from cogs.messages.lesson_panel import Spot
from cogs.messages.practice import answer_message, daily_answer, daily_end, daily_message, games_message, offered, question_message, tally
from data.language import LANGUAGES, texts
from data.practice import puzzles
from render.look import Look
from tests.coarse import blank

GOLDEN = Path(__file__).parent / "golden" / "practice.txt"


async def words_of(game: str, language: str) -> list[str]:
    """All messages about the first position of a game: the question, the answer after a wrong try, and those of a day."""
    say = texts(language, game)
    number, puzzle = next(iter(puzzles(game).items()))
    look, spot = Look("dark", say, ("Anna", say("learn.computer"))), Spot(game, number, 0)
    question = await question_message(spot, look, say, {1: True, 2: True})
    answer = await answer_message(spot, look, say, "practice.wrong", [puzzle.why.other or puzzle.row[0]], {number: False})
    day, told = await daily_message(game, number, 1, look, say), daily_answer(game, number, look, say)
    for message in (question, answer, day, told):
        for item in message["view"].children if message["view"] else ():
            assert len(getattr(item.item, "label", None) or "") <= BRIEF
    return [f"{question['content']}\n{question['question']}", answer["content"], day["content"], told["content"]]


async def everything() -> str:
    """All that is kept."""
    found = []
    for language in LANGUAGES:
        say = texts(language)
        tallies = {game: tally({1: True, 2: True}, say) for game in offered()}
        found += [f"# {language}", games_message(say, tallies)["content"], daily_end(say)["content"]]
        for game in offered():
            found += [f"## {game}", *await words_of(game, language)]
    return "\n\n".join(found) + "\n"


async def test_the_words_are_those_that_are_kept(monkeypatch):
    monkeypatch.setattr("data.commands._ids", {})  # Without mentions, whose numbers differ.
    assert await everything() == GOLDEN.read_text(encoding="utf-8")


if __name__ == "__main__":
    with blank():
        GOLDEN.write_text(asyncio.run(everything()), encoding="utf-8")
