"""A draw that is offered to computers: each answers by what everybody may know, and not at every turn."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.play.computer_draws import ComputerDraws
from cogs.play.thinking.worker import Thought
from cogs.play.thinking.worker_requests import Judge
from data.content import build, games
from rules.computer_levels import LEVELS, computed
from rules.randomness import Chance
from tests.chat import ANNA, BOHUMIL, HERE, Chat
from tests.every_game.setups import Setup, spread
from tests.waiting import rounds


async def table(chat: Chat):
    return await chat.bot.tables.here(int(HERE))


def judged(monkeypatch, share: float | None) -> None:
    async def told(self, table, computer, player):
        return share

    monkeypatch.setattr(ComputerDraws, "_share", told)


@pytest.mark.sampled(0.3)
@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize(("share", "agrees"), [(0.2, True), (0.49, True), (0.5, False), (None, False)])
async def test_a_computer_answers(chat, monkeypatch, game, share, agrees):
    """Yes where it hopes for less than a shared victory; no in public, and the game goes on."""
    judged(monkeypatch, share)
    await chat.use(ANNA, "game new", game=game, computers="1", options="seating=joined")
    said = await chat.use(ANNA, "game draw")
    found = await table(chat)
    assert found.over is agrees
    if agrees:
        assert len(found.outcome.winners) == 2
    else:
        assert "does not agree" in said
        assert any("does not agree" in message["content"] for message in chat.seen(None))


async def test_it_is_asked_once_in_five_turns(chat, monkeypatch):
    judged(monkeypatch, 1.0)
    await chat.use(ANNA, "game new", game="monster_hex", computers="1", options="seating=joined")
    assert "does not agree" in await chat.use(ANNA, "game draw")
    assert "5 more turns" in await chat.use(ANNA, "game draw")
    turns = 0
    for _ in rounds("the fifth turn"):
        found = await table(chat)
        if found.rules.present_turn(found.state) and "lately" not in await chat.use(ANNA, "game draw"):
            break
        (seat,) = found.acting
        turns += found.rules.decision(found.state, seat).kind == "place"
        await chat.use(ANNA, "move", action=" ".join(computed(found.rules, found.state, seat, "easy", Chance.of(turns))))
    assert turns == 4


async def test_what_it_answers_comes_from_its_own_judgement(chat):
    """At the beginning a Hockey Game is even, and nobody gives half of it away."""
    await chat.use(ANNA, "game new", game="hockey_game", computers="1", options="seating=joined")
    assert "does not agree" in await chat.use(ANNA, "game draw")


async def test_people_are_asked_when_all_computers_agree(chat, monkeypatch):
    judged(monkeypatch, 0.1)
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, computers="1", seats="3", options="seating=joined")
    await chat.use(ANNA, "game draw")
    found = await table(chat)
    assert not found.over
    assert found.proposal.asked == (1,)


async def test_it_is_asked_for_what_everybody_may_know(chat):
    """Not for its own judgement, which knows its hand: an offer would tell what it holds."""
    asked: list[Judge] = []

    async def think(request: Judge, asker: object) -> Thought:
        asked.append(request)
        return Thought(1.0)

    await chat.use(ANNA, "game new", game="monster_hex", computers="1", options="seating=joined")
    thinker: Any = SimpleNamespace(think=think)
    draws = ComputerDraws(thinker)
    assert await draws.declining(await table(chat), 0, int(ANNA)) == 1
    assert [(judge.seat, judge.own) for judge in asked] == [(1, False)]


@pytest.mark.sampled(0.4)
@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("level", LEVELS)
def test_what_a_computer_answers_says_nothing_of_its_hand(game, level):
    """In every position a level has a share to go by, and the same one whatever is hidden."""
    rules = build(game)
    for state, seat, _, _ in spread(Setup(game, 2, {}), 3, 6):
        shares = set()
        for n in range(3):
            world = rules.imagine(state, None, Chance.of(n))
            shares.add(Judge(game, rules.dump(world), 1 - seat, level, Chance.of(1).key).answer())
        assert all(0.0 <= share <= 1.0 for share in shares)
        assert max(shares) - min(shares) < 0.35, "worlds are drawn anew from what everybody knows"
