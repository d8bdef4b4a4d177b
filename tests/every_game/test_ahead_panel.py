"""*Plan ahead* in every game: whatever may be said ahead at any position is shown, in every language, within Discord's limits."""

from __future__ import annotations

import random
import re
from typing import Any
from unittest.mock import MagicMock

import pytest

from cogs.messages.moves.ahead import ahead_message
from cogs.messages.moves.picker import picker
from cogs.messages.moves.picker_context import Place
from cogs.play.new_table import Opening, Party
from cogs.play.table import Table
from cogs.play.tables import Tables
from data.content import build, games
from data.language import LANGUAGES
from rules.game import Action
from rules.legal_actions import legal
from rules.parts.ahead import DRAFT, READY, SEAL, STOPS, drafting
from rules.parts.planned_turns import rehearse
from tests.databases import at_once
from tests.every_game.setups import SETUPS, random_game
from tests.sampled import often
from tests.waiting import within

PLAYERS = [(100 + n, name) for n, name in enumerate(("Anna", "Bohumil", "Cécile", "Dara"))]
POSITIONS = often(3, 12)
KEY = re.compile(r"\b(ahead|stops|order|ready|pick)\.\w|\{")
"""What shows where a text is missing."""


class Tree:
    """What may be laid ready, as a tree of words."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules

    def words(self, state: Any, seat: int, prefix: Action) -> Any:
        return self.rules.sayable(state, seat, prefix)


def some(rng: random.Random, tree: Any, state: Any, seat: int, prefix: Action = ()) -> Action:
    """An action of a tree of words, by a random walk."""
    action = prefix
    while words := tree.words(state, seat, action):
        word = rng.choice(words)
        action = (*action, word.text)
        if word.end and rng.random() < 0.7:
            break
    return action


def said(rng: random.Random, rules: Any, state: Any, seat: int) -> Any:
    """The position when a seat has said something of all kinds ahead, as far as it may."""
    orders = rng.sample(rules.orders, k=min(3, len(rules.orders)))
    if STOPS in rules.verbs:
        state = rules.apply(state, seat, (STOPS, *(o for o in rules.orders if o in orders))).state
    if READY in rules.verbs and rules.sayable(state, seat, (READY,)):
        for _ in range(3):
            state = rules.apply(state, seat, some(rng, Tree(rules), state, seat, (READY,))).state
    if SEAL in rules.verbs and rules.sayable(state, seat, (SEAL,)):
        state = rules.apply(state, seat, some(rng, Tree(rules), state, seat, (SEAL,))).state
    steps: list[Action] = []
    while DRAFT in rules.verbs and len(steps) < 5 and (found := rehearse(rules, state, seat, steps)).state is not None and not found.ends:
        steps.append(some(rng, rules, found.state, seat))
    return rules.apply(state, seat, drafting(steps)).state if steps else state


def check(message: dict[str, Any]) -> None:
    """A message as Discord takes it, without a gap in its words."""
    words = message["content"] + message.get("question", "")
    assert 0 < len(words) <= 4000
    rows = message["view"].to_components() if message["view"] else []
    assert len(rows) <= 5
    ids = [part["custom_id"] for row in rows for part in row["components"]]
    assert len(set(ids)) == len(ids)
    assert all(len(custom_id) <= 100 for custom_id in ids)
    for row in rows:
        assert len(row["components"]) <= 5
        for part in row["components"]:
            assert len(part.get("label", "")) <= 80
            assert not KEY.search(part.get("label", "")), part
    assert not KEY.search(words), words


async def look(table: Table, seat: int, language: str) -> None:
    """Opens all that a seat may open."""
    asker = MagicMock(locale=language, client=MagicMock(store=table.store))
    asker.user.id = PLAYERS[seat][0]
    check(await ahead_message(asker, table, seat))
    check(await ahead_message(asker, table, seat, page="stops"))
    check(await picker(asker, table, seat))
    for verb in (DRAFT, READY):
        prefix: Action = (verb,)
        async with within("the last step"):
            while table.rules.verbs.get(verb) and (shown := await picker(asker, table, seat, Place(table.id, table.sight(seat), 0, prefix))):
                check(shown)
                further = [
                    part["custom_id"].split(":", 5)[5]
                    for row in (shown["view"].to_components() if shown["view"] else [])
                    for part in row["components"]
                    if part["custom_id"].startswith("b:step:") and len(part["custom_id"].split(":", 5)[5].split()) > len(prefix)
                ]
                if not further:
                    break
                prefix = tuple(further[0].split())


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize("game", games())
async def test_all_that_is_said_ahead_is_shown(game):
    rules, rng = build(game), random.Random(3)
    setup = next(s for s in SETUPS if s.game == game)
    positions = [state for state, *_ in random_game(setup, 11) if rules.to_act(state)]
    store = await at_once()
    try:
        tables = Tables(store)
        party = Party(PLAYERS[0], PLAYERS[1 : setup.seats], seats=setup.seats, agreed=True)
        made, _ = await tables.open(Opening(game, 1, 1, setup.options, "en", "light"), party)
        table = await tables.get(made)
        for state in rng.sample(positions, min(POSITIONS, len(positions))):
            for seat in range(setup.seats):
                table.state = state
                await look(table, seat, "en")
                table.state = said(rng, rules, state, seat)
                await look(table, seat, rng.choice(LANGUAGES))
    finally:
        await store.close()


@pytest.mark.parametrize("game", games())
def test_a_draft_that_is_rehearsed_is_legal_step_by_step(game):
    """By the list of all legal actions, not by the words that lead to one."""
    rules: Any = build(game)
    if DRAFT not in rules.verbs:
        pytest.skip("no drafts")
    rng, found = random.Random(5), 0
    setup = next(s for s in SETUPS if s.game == game)
    for state, *_ in random_game(setup, 12):
        for other in range(setup.seats):
            drafted = rehearse(rules, state, other, ())
            if drafted.state is None:
                continue
            found += 1
            action = some(rng, rules, drafted.state, other)
            assert action in list(legal(rules, drafted.state, other, action[:-1]))
            assert rehearse(rules, state, other, [action]).before == (drafted.state,)
            assert rehearse(rules, state, other, [("no", "such")]).ends == "illegal"
            twice = rehearse(rules, state, other, [("no", "such", "else", *action)])
            assert len(twice.before) == 1
        if found > 20:
            break
    assert found > 5
