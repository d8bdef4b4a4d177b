"""Computers that give up: when they propose it, who decides, and what an undo, a restart and a match make of it."""

from __future__ import annotations

import pytest

from cogs.play.giving_up import APART, HOPELESS, TURNS
from cogs.play.proposals import Consent
from cogs.play.thinking.worker import Thought
from cogs.play.thinking.worker_requests import Judge
from data.content import build, games
from data.store.rows import GIVE_UP
from rules.computer_levels import LEVELS, computed
from rules.notation import RESIGN
from rules.randomness import Chance
from tests.chat import ANNA, BOHUMIL, HERE, Chat
from tests.every_game.setups import Setup, spread
from tests.waiting import rounds

JOINED = "seating=joined"
LOST = HOPELESS / 2


@pytest.fixture
def judged(chat, monkeypatch):
    """Computers judge positions that they have not seen yet as this says: shares by seat, for all others 0.5. Whatever is judged is kept."""
    shares: dict[int, float] = {}
    chat.judges = []
    said: dict[tuple[int, bytes], float] = {}
    thinker = type(chat.bot.tables.thinker)
    real = thinker.think

    async def think(self, task, asker):
        if isinstance(task, Judge) and task.own:
            chat.judges.append(task)
            return Thought(said.setdefault((task.seat, task.snapshot), shares.get(task.seat, 0.5)))
        return await real(self, task, asker)

    monkeypatch.setattr(thinker, "think", think)
    return shares


async def table(chat: Chat):
    found = await chat.bot.tables.here(int(HERE))
    await found.giving_up.settled()
    return found


async def turns(chat: Chat, n: int, until: bool = False):
    """Anna plays on until `n` more turns of the first computer have ended, or, with `until`, it gives up before."""
    found = await table(chat)
    ended, playing = 0, found.rules.present_turn(found.state)
    for k in rounds("turns of a computer"):
        if ended == n or found.over or (until and found.proposal is not None):
            return found
        seat = next(s for s in found.acting if found.seats[s].player is not None)
        await chat.use(ANNA, "move", action=" ".join(computed(found.rules, found.state, seat, "easy", Chance.of(k))))
        found = await table(chat)
        if (turn := found.rules.present_turn(found.state)) not in (None, playing):
            ended, playing = ended + (turn[0] == 0), turn
    return found


async def dealt(chat: Chat, game: str = "monster_hex", **more: str):
    await chat.use(ANNA, "game new", **{"game": game, "computers": "1", "options": JOINED} | more)
    return await table(chat)


async def presses(chat: Chat, label: str, member: str = ANNA) -> str:
    await chat.settle()
    message = next(m for m in reversed(chat.seen(None)) if "this game is lost" in m["content"])
    return await chat.press(member, message, label)


@pytest.mark.sampled(0.2, any=True)  # What is said of a position is said by a stand-in here: a game adds its turns and its panel alone.
@pytest.mark.parametrize("game", games())
async def test_it_proposes_after_three_lost_turns_and_resigns_by_the_button(chat, judged, game):
    """In every game: the end is a row of resignation, and the person has won."""
    judged[1] = LOST
    await dealt(chat, game)
    found = await turns(chat, 30, until=True)
    assert found.proposal is not None
    assert (found.proposal.kind, found.proposal.asked) == (GIVE_UP, (0,))
    assert len({judge.snapshot for judge in chat.judges}) >= TURNS
    assert {judge.seat for judge in chat.judges} == {1}
    assert len({judge.snapshot for judge in chat.judges}) == len(chat.judges), "each position is thought about once"
    assert await presses(chat, "End the game") == "Agreed, and done."
    found = await table(chat)
    assert found.over
    assert found.outcome.winners == (0,)
    last = (await chat.bot.store.tables.actions(found.id))[-1]
    assert (last.seat, last.action) == (1, RESIGN)


async def test_one_hopeful_turn_is_enough_to_play_on(chat, judged):
    await dealt(chat)
    for share in (LOST, LOST, HOPELESS, LOST, LOST):
        judged[1] = share
        assert (await turns(chat, 1)).proposal is None
    judged[1] = LOST
    assert (await turns(chat, 1)).proposal is not None


async def test_it_is_not_proposed_again_for_five_turns(chat, judged):
    """Nor after a restart, which remembers when it was."""
    judged[1] = LOST
    await dealt(chat)
    await turns(chat, 20, until=True)
    assert await presses(chat, "Play on") == "You play on. For its next five turns the computer will not ask again."
    assert any("plays on" in message["content"] for message in chat.seen(None))
    await chat.restart()
    found = await turns(chat, APART - 1, until=True)
    assert found.proposal is None
    assert not found.over
    assert (await turns(chat, 1)).proposal is not None


async def test_to_move_on_is_an_answer_and_an_undo_takes_it_back(chat, judged):
    judged[1] = LOST
    await dealt(chat)
    found = await turns(chat, 20, until=True)
    mark = found.proposal.mark
    await Consent(found).undo(0)
    assert found.proposal is None
    await table(chat)
    assert found.proposal is None, "it proposed lately"
    assert "no longer stands" in await presses(chat, "End the game")
    assert not found.over
    assert mark


async def test_a_restart_keeps_what_is_proposed(chat, judged):
    judged[1] = LOST
    await dealt(chat)
    await turns(chat, 20, until=True)
    await chat.restart()
    await presses(chat, "End the game", BOHUMIL)
    assert not (await table(chat)).over, "he has no seat"
    assert await presses(chat, "End the game") == "Agreed, and done."
    assert (await table(chat)).over


async def test_of_several_computers_all_have_to_give_up_and_all_resign(chat, judged):
    judged[1] = LOST
    await dealt(chat, computers="2")
    assert (await turns(chat, TURNS + 1)).proposal is None, "the other one hopes"
    judged[2] = LOST
    found = await turns(chat, 20, until=True)
    assert found.proposal is not None
    await presses(chat, "End the game")
    found = await table(chat)
    assert found.over
    assert found.outcome.winners == (0,)


async def test_nobody_gives_up_where_two_people_play(chat, judged):
    """Nor is anything judged there."""
    judged[2] = LOST
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, computers="1", seats="3", options=JOINED)
    found = await table(chat)
    for k in range(20):
        seat = next(s for s in found.acting if found.seats[s].player is not None)
        member = ANNA if found.seats[seat].player == int(ANNA) else BOHUMIL
        await chat.use(member, "move", action=" ".join(computed(found.rules, found.state, seat, "easy", Chance.of(k))))
        found = await table(chat)
    assert not chat.judges


async def test_in_a_match_nobody_gives_up(chat, judged, monkeypatch):
    judged[1] = LOST
    found = await dealt(chat)

    async def match(table: int) -> int:
        return 1

    monkeypatch.setattr(found.store.tournaments, "of_table", match)
    await turns(chat, TURNS + 2)
    assert found.proposal is None
    assert not chat.judges


@pytest.mark.sampled(0.4)
@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("level", LEVELS)
def test_a_computer_judges_by_what_its_own_seat_may_know(game, level):
    """What is hidden from it may be anything: the same worlds are drawn, and the share stays the same but for what chance draws."""
    rules = build(game)
    for state, seat, _, _ in spread(Setup(game, 2, {}), 3, 4):
        shares = [
            Judge(game, rules.dump(rules.imagine(state, seat, Chance.of(n))), seat, level, Chance.of(1).key, own=True).answer() for n in range(3)
        ]
        assert all(0.0 <= share <= 1.0 for share in shares)
        assert max(shares) - min(shares) < 0.35
