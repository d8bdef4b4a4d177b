"""Hockey Game in chat: whole matches, one member by buttons and one by typing, standard and drafted, one of them with overtime."""

from __future__ import annotations

import re
from collections import Counter
from statistics import median
from typing import Any

import pytest

from cogs.play.order_pauses import LONGEST_PAUSE
from data.content import build
from data.language import LANGUAGES, texts
from rules.computer_levels import computed
from rules.game import Action, Event
from rules.notation import Record, play
from rules.randomness import Chance
from tests.chat import ANNA, BOHUMIL, CECILE, Chat
from tests.cogs.driving import click
from tests.cogs.test_play import table
from tests.cogs.test_tables_in_chat import text_of
from tests.sampled import EVERYWHERE, often
from tests.waiting import within

MEMBERS = (ANNA, BOHUMIL)
THOUGHT: dict[tuple[str, int], Action] = {}


def wish(rules: Any, state: Any, seat: int) -> Action:
    """What somebody who knows the game would do; from what the seat may know, and always the same. It is thought about once: the match by which a
    seed is found is the one that is played then."""
    key = rules.dump(state), seat
    if key not in THOUGHT:
        THOUGHT[key] = computed(rules, state, seat, "coach", Chance.of(5))
    return THOUGHT[key]


def seed_for(reason: str, **options: str) -> int:
    """The first seed of a match that ends so when both seats play as wished."""
    rules: Any = build("hockey_game")
    for seed in range(1, 200):
        state = rules.setup(2, options, seed).state
        while acting := rules.to_act(state):
            state = rules.apply(state, acting[0], wish(rules, state, acting[0])).state
        if rules.outcome(state).reason == reason:
            return seed
    raise AssertionError(f"no match ends by {reason}")


async def decide(chat: Chat, seat: int, counts: list[int]) -> None:
    """A whole turn of the seat that is asked: seat 0 clicks, seat 1 types. Adds the number of interactions."""
    found = await table(chat)
    interactions = 0
    if seat == 0:
        await chat.press(ANNA, chat.board(), "Your move")
        interactions = 1
    async with within("the end of the decision"):
        while True:
            action = wish(found.rules, found.state, seat)
            if seat == 0:
                interactions += await click(chat, ANNA, action)
            else:
                await chat.use(BOHUMIL, "move", action=" ".join(action))
                interactions += 1
            found = await table(chat)
            if found.over or found.rules.to_act(found.state) != (seat,) or not found.rules.decision(found.state, seat).goes_on:
                counts.append(interactions)
                return


def replayed(found: Any, text: str) -> list[Event]:
    """All events of an exported record."""
    record = Record.read(text)
    step = found.rules.setup(2, record.header["options"], int(record.header["seed"], 16))
    events = list(step.events)
    for row in record.rows:
        step = play(found.rules, step.state, row)
        events += step.events
    return events


async def whole_match(chat: Chat, monkeypatch: Any, seed: int, options: str, in_chat: int = 1000) -> tuple[Any, list[Event], list[int]]:
    """Plays a match to its end, with a restart in between, so many turns of it in chat and the rest at the table; the table, all events, and the
    interactions of every turn in chat."""
    monkeypatch.setattr("cogs.play.tables.new_seed", lambda: seed)
    await chat.use(ANNA, "game new", game="hockey_game", opponent=BOHUMIL, options=f"seating=joined {options}")
    counts: list[int] = []
    last = chat.board()["id"]
    turns = 0
    async with within("the end of the match"):
        while not (found := await table(chat)).over:
            (seat,) = found.rules.to_act(found.state)
            if turns >= in_chat:
                await found.act(seat, wish(found.rules, found.state, seat))
                continue
            await decide(chat, seat, counts)
            (message,) = [m for m in chat.seen(None) if int(m["id"]) > int(last)]
            assert message["attachments"], "every message has a picture"
            last = message["id"]
            turns += 1
            if turns == 15:
                await chat.restart()
    await chat.settle()
    await chat.press(CECILE, chat.board(), "Record")
    return found, replayed(found, text_of(chat, CECILE)), counts


def report_agrees(message: str, events: list[Event]) -> None:
    """The match report in the last message says what the record says."""
    goals = Counter((e.facts["period"], e.facts["seat"]) for e in events if e.kind == "goal")
    periods = re.search(r"Goals by period \(Anna : Bohumil\): (.*)\. (\d+) rounds played", message)
    assert periods
    shown = [tuple(map(int, pair)) for pair in re.findall(r"(\d+):(\d+)", periods[1])]
    assert shown == [(goals[p, 0], goals[p, 1]) for p in range(1, len(shown) + 1)]
    finished = [e.facts for e in events if e.kind == "finished"]
    assert int(periods[2]) == len(finished) // 2
    won = Counter((e.facts["seat"], e.facts["move"]) for e in events if e.kind in ("moved", "goal"))
    tried = Counter((e.facts["seat"], e.facts["move"]) for e in events if e.kind in ("moved", "goal", "lost", "missed"))
    cards = Counter(e.facts["seat"] for e in events if e.kind == "referee")
    for seat, name in enumerate(("Anna", "Bohumil")):
        line = re.search(rf"^{name}.*: (speed .*); referee cards (\d+)$", message, re.MULTILINE)
        assert line, message
        assert line[1] == ", ".join(f"{m} {won[seat, m]}/{tried[seat, m]}" for m in ("speed", "strength", "pass", "shot"))
        assert int(line[2]) == cards[seat]


async def test_a_match_by_buttons_and_by_typing(chat, monkeypatch):
    """A match: one message a turn, every part with its rule, and a report that agrees with the record."""
    shorter = {} if EVERYWHERE else {"period_cards": "3"}
    options = " ".join(f"{key}={value}" for key, value in shorter.items())
    found, events, counts = await whole_match(chat, monkeypatch, seed_for("score", **shorter), options, often(18, 1000))
    assert found.rules.outcome(found.state).reason == "score"
    final = chat.board()
    report_agrees(final["content"], events)
    assert "the seed was `" in final["content"]
    assert "Goals by period" in final["attachments"][0]["description"]
    assert median(counts[0::2] + counts[1::2]) <= 5
    stated = [m["content"] for m in chat.seen(None) if "**Anna** attacks ·" in m["content"]]
    assert len(stated) >= 5
    for content in stated:
        line = next(line for line in content.splitlines() if line.startswith("**Anna** attacks ·"))
        assert "HG-" not in line, line
        parts = re.findall(r"= (\d+) ·|(?<!\d)([+−]\d+)(?= [·=])", line)
        total = sum(int(a or b.replace("−", "-")) for a, b in parts)
        assert line.endswith(f"= **{total}**".replace("-", "−"))


@pytest.mark.deep
async def test_a_drafted_match_with_overtime(chat, monkeypatch):
    """42 picks through menus, a short match, a golden goal."""
    drafted = {"mode": "draft", "period_cards": "3"}
    options = " ".join(f"{key}={value}" for key, value in drafted.items())
    found, events, counts = await whole_match(chat, monkeypatch, seed_for("overtime", **drafted), options)
    assert sum(e.kind == "picked" for e in events) == 42
    assert max(counts[:42]) <= 5
    assert found.rules.outcome(found.state).reason == "overtime"
    final = chat.board()["content"]
    assert "golden goal" in final
    report_agrees(final, events)


async def begun(chat: Chat) -> int:
    """A match of Finland against Germany; the seat that won the first faceoff."""
    await chat.use(ANNA, "game new", game="hockey_game", opponent=BOHUMIL, options="seating=joined")
    await chat.use(ANNA, "move", action="team fin")
    await chat.use(BOHUMIL, "move", action="team ger")
    found = await table(chat)
    (seat,) = found.rules.to_act(found.state)
    return seat


async def test_nothing_of_a_turn_is_told_before_its_end(chat):
    """HG-15.6: cards in hand stay with their owner; a turn is one message."""
    seat = await begun(chat)
    member, other = MEMBERS[seat], MEMBERS[1 - seat]
    before = len(chat.seen(None))
    answer = await chat.use(member, "move", action="go_on; pass bb" if seat == 0 else "go_on; pass ba")
    assert "= **" in answer
    assert len(chat.seen(None)) == before
    hand = await chat.press(member, chat.board(), "Hand")
    assert hand
    assert all(m["_only"] == member for m in chat.seen(member) if hand in m["content"])
    answer = await chat.use(other, "move", action="finish")
    assert "HG-15.1" in answer or "turn" in answer or "řadě" in answer
    await chat.use(member, "move", action="finish")
    assert len(chat.seen(None)) == before + 1
    assert "= **" in chat.board()["content"]
    assert f"<@{other}>" in chat.board()["content"]


async def test_refusals_say_why_and_what_would_be_legal(chat):
    await chat.use(ANNA, "game new", game="hockey_game", opponent=BOHUMIL, options="seating=joined")
    await chat.use(ANNA, "move", action="team fin")
    answer = await chat.use(BOHUMIL, "move", action="team fin")
    assert "HG-1.3" in answer
    assert "Finsko" in answer
    await chat.use(BOHUMIL, "move", action="team ger")
    (seat,) = (found := await table(chat)).rules.to_act(found.state)
    target = "b1" if seat == 0 else "a1"
    await chat.use(MEMBERS[seat], "move", action="go_on")
    answer = await chat.use(MEMBERS[seat], "move", action=f"pass {target}")
    assert "HG-3.3" in answer
    assert target.upper() in answer
    answer = await chat.use(MEMBERS[seat], "move", action="strength c")
    assert "HG-3.5" in answer


async def test_the_panel_shows_prices_beside_targets(chat):
    """HG-15.7: lines, field bonus and both values, in the menus of the three moves."""
    seat = await begun(chat)
    member = MEMBERS[seat]
    await chat.press(member, chat.board(), "Your move")
    await click(chat, member, ("go_on",))
    message = chat.private(member)
    menus = chat.menus(message)
    assert [m["custom_id"].rpartition(":")[2] for m in menus] == ["speed", "strength", "pass"]
    for menu in menus:
        assert all(len(re.findall(r"\d+", o["description"])) >= 2 for o in menu["options"])
    assert any("−1" in o["description"] for o in menus[2]["options"])


async def test_the_standing_order_goes_straight_to_the_dice(chat):
    """HG-15.5, and it ends no turn."""
    seat = await begun(chat)
    await chat.set(MEMBERS[1 - seat], "order", order="quick_defence", on=True)
    await chat.use(MEMBERS[seat], "move", action="go_on; shot; finish")
    found = await table(chat)
    assert found.state.stage == "defend_open", "nobody answers at once who is not there"
    await chat.later(LONGEST_PAUSE)
    assert (found.state.stage, found.rules.to_act(found.state)) == ("defend_play", (1 - seat,))


async def test_an_answer_laid_ready_for_the_open_question_is_no_secret(chat):
    """HG-15.5: the dice have fallen; one for a question that comes later is."""
    seat = await begun(chat)
    await chat.use(MEMBERS[seat], "move", action="go_on; shot; finish")
    defender = MEMBERS[1 - seat]
    kept, at_once = ([texts(language)(key) for language in LANGUAGES] for key in ("ahead.kept", "ahead.at_once"))
    answer = await chat.use(defender, "ahead", action="ready defend_play shot finish")
    assert any(words in answer for words in kept)
    assert not any(words in answer for words in at_once)
    answer = await chat.use(defender, "ahead", action="ready defend_open shot go_on")
    assert (await table(chat)).state.stage != "defend_open"
    assert any(words in answer for words in at_once)
    assert not any(words in answer for words in kept)


@pytest.mark.sampled(0.5)
@pytest.mark.parametrize("mode", ["teams", "draft"])
async def test_a_computer_chooses_and_plays(chat, mode):
    await chat.use(CECILE, "game new", game="hockey_game", computers=1, options=f"seating=joined mode={mode}")
    found = await table(chat)
    before = found.position
    for _ in range(6):
        found = await table(chat)
        (seat,) = found.rules.to_act(found.state)
        assert found.seats[seat].player == int(CECILE)
        await chat.use(CECILE, "move", action=" ".join(wish(found.rules, found.state, seat)))
    assert (await table(chat)).position > before + 6
