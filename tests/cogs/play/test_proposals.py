"""What players settle among themselves: taking back, drawing, passing a seat on."""

from __future__ import annotations

import asyncio
from unittest.mock import AsyncMock

import pytest

from cogs.play.history.record_check import check
from cogs.play.proposals import Consent
from cogs.play.unfit import Unfit
from data.content import build
from data.store.rows import Base
from rules.competition.clock import HOUR, MOVE, Clock
from rules.legal_actions import legal
from rules.notation import RESIGN, UNDO, Row, counting, play, settled, settlement
from tests.bids import open_table, ripened, timed
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, HERE
from tests.cogs.test_play import table
from tests.waiting import within


async def begin(chat, game: str = "monster_hex", *more: str, **options: str) -> None:
    extra = {f"opponent{n}": who for n, who in enumerate(more, 2)}
    options = {"options": "seating=joined"} | options if game == "monster_hex" else options
    await chat.use(ANNA, "game new", game=game, opponent=BOHUMIL, **extra, **options)


def record(chat, member: str) -> str:
    return chat.world.file(chat.private(member)["attachments"][0]["id"]).decode()


async def at_once(chat, message: dict, label: str, *members: str) -> None:
    """Several press the same button at the same moment."""
    number = chat.button(message, label)["custom_id"]
    bodies = [{"member": m, "channel": HERE, "message": message["id"], "custom_id": number} for m in members]
    await asyncio.gather(*(chat.standin.play("component", body) for body in bodies))
    await chat.settle()


async def test_a_choice_that_showed_nothing_is_taken_back_at_once(chat):
    await begin(chat)
    assert "nothing that could be taken back" in await chat.use(ANNA, "game undo")
    await chat.use(ANNA, "move", action="faction ember")
    assert "Taken back" in await chat.use(ANNA, "game undo")
    found = await table(chat)
    assert found.acting == (0,)
    assert found.position == 2, "the record only grows"
    assert "**Anna** takes the last action back: Anna leads Ember." in chat.board()["content"]
    await chat.restart()
    await chat.use(ANNA, "move", action="faction tide")
    found = await table(chat)
    assert found.acting == (1,)
    assert "tide" in str(found.state).casefold()
    await chat.use(ANNA, "game export")
    assert "2. 0 undo 0" in record(chat, ANNA)
    await chat.use(ANNA, "game resign", sure="true")
    await chat.use(ANNA, "game export")
    assert check(record(chat, ANNA)).key == "check.right"


async def test_consent_of_exactly_those_affected_with_a_picture(chat):
    await begin(chat)
    await chat.use(ANNA, "move", action="faction ember")
    await chat.use(BOHUMIL, "move", action="faction tide")
    assert "have been asked" in await chat.use(ANNA, "game undo")
    question = chat.board()
    assert "**Anna** would like to take the last action back (the deal), to the position below" in question["content"]
    assert [u["id"] for u in question["mentions"]] == [BOHUMIL]
    assert question["attachments"][0]["description"]
    assert "consent is not needed" in await chat.press(ANNA, question, "Agree")
    assert "n'es pas à cette table" in await chat.press(CECILE, question, "Agree")
    await chat.restart()
    assert "Dohodnuto" in await chat.press(BOHUMIL, question, "Agree")
    found = await table(chat)
    assert found.acting == (0,)
    assert [r.action for r in counting(await chat.bot.store.tables.actions(found.id))] == []
    assert not next(m for m in chat.seen(None) if m["id"] == question["id"])["components"]


async def test_nobody_wins_time_by_taking_back(chat):
    for clock, left in (("24h", 20 * HOUR), ("24h+10h", 20 * HOUR)):
        await chat.use(ANNA, "game new", game="monster_hex", seats="2", options="seating=joined", clock=clock)
        await chat.use(BOHUMIL, "game join")
        found = await table(chat)
        await chat.later(4 * HOUR)
        await chat.use(ANNA, "move", action="faction ember")
        await chat.use(ANNA, "game undo")
        assert found.dials[0].due - chat.bot.store.now() == pytest.approx(left, abs=60)
        assert found.dials[1].due is None
        await chat.use(ANNA, "game resign", sure="true")


async def test_a_proposal_ends_when_it_is_refused_or_the_game_goes_on(chat):
    await begin(chat)
    await chat.use(ANNA, "move", action="faction ember")
    await chat.use(BOHUMIL, "move", action="faction tide")
    await chat.use(ANNA, "game undo")
    question = chat.board()
    await chat.press(BOHUMIL, question, "Refuse")
    assert "Bohumil does not agree: nothing is taken back." in chat.board()["content"]
    await chat.use(ANNA, "game undo")
    question = chat.board()
    found = await table(chat)
    await chat.use(BOHUMIL, "game draw")
    assert "už neplatí" in await chat.press(BOHUMIL, question, "Agree"), "an old question does not stand for a new one"
    assert not found.over
    await chat.use(ANNA, "game undo")
    question = chat.board()
    await chat.use(ANNA, "move", action=" ".join(next(legal(found.rules, found.state, 0))))
    assert "už neplatí" in await chat.press(BOHUMIL, question, "Agree")


async def test_what_a_draw_showed_needs_everybodys_consent(chat):
    """In Monster Hex all hands are refilled after a round (MH-2.2): the others have not acted since, yet both are asked."""
    members = (ANNA, BOHUMIL, CECILE)
    await begin(chat, "monster_hex", CECILE)
    for member, faction in zip(members, ("ember", "tide", "moss"), strict=True):
        await chat.use(member, "move", action=f"faction {faction}")
    found = await table(chat)
    last = 0
    async with within("the end of the first round"):
        while found.state.round == 1:
            (last,) = found.acting
            await chat.use(members[last], "move", action=" ".join(next(legal(found.rules, found.state, last))))
    others = [member for member in members if member != members[last]]
    await chat.use(members[last], "game undo")
    question = chat.board()
    assert {u["id"] for u in question["mentions"]} == set(others)
    position = found.position
    await chat.press(others[0], question, "Agree")
    assert found.position == position, "one is still missing"
    await chat.press(others[1], question, "Agree")
    assert found.acting == (last,)
    assert found.state.round == 1


async def test_alone_against_a_computer_nobody_else_is_concerned(chat):
    await chat.use(ANNA, "game new", game="monster_hex", computers="1", options="seating=joined")
    before = (await table(chat)).rules.dump((await table(chat)).state)
    await chat.use(ANNA, "move", action="faction ember")
    assert "Taken back" in await chat.use(ANNA, "game undo")
    assert (await table(chat)).rules.dump((await table(chat)).state) == before
    assert "does not agree to a draw" in await chat.use(ANNA, "game draw")


async def test_a_draw_by_agreement_of_all_who_are_left(chat):
    await begin(chat, "monster_hex", CECILE)
    await chat.use(ANNA, "move", action="faction ember")
    await chat.use(BOHUMIL, "move", action="faction tide")
    await chat.use(BOHUMIL, "game resign", sure="true")
    assert "have been asked" in await chat.use(ANNA, "game draw")
    question = chat.board()
    assert "**Anna** offers a draw. <@4003>: do you agree?" in question["content"]
    assert "C'est convenu" in await chat.use(CECILE, "game draw")
    found = await table(chat)
    assert found.over
    assert found.outcome.places == ((0, 2), (1,))
    assert "drawn by agreement: Anna and Cécile > Bohumil" in chat.board()["content"]
    assert f"{(await chat.bot.store.tables.get(found.id)).seed:064x}"[:16] in chat.board()["content"]
    await chat.restart()
    assert (await table(chat)).over
    assert "over" in await chat.use(ANNA, "move", action="faction ember")
    assert "over" in await chat.use(ANNA, "game draw")
    await chat.use(DARA, "game export")
    assert check(record(chat, DARA)).key == "check.right"
    assert "1 shared" in await chat.use(ANNA, "profile")
    await begin(chat)


async def test_answers_at_the_same_moment_all_count(chat):
    await begin(chat, "monster_hex", CECILE)
    await chat.use(ANNA, "game draw")
    question = chat.board()
    await at_once(chat, question, "Agree", BOHUMIL, CECILE)
    assert (await table(chat)).over


async def test_two_who_take_a_seat_at_the_same_moment(chat):
    await begin(chat)
    await chat.use(ANNA, "game offer")
    offered = chat.board()
    await at_once(chat, offered, "Take", CECILE, DARA)
    found = await table(chat)
    assert found.names[0] in ("Cécile", "Dara")
    assert sum(m["content"].count("takes over the seat") for m in chat.seen(None)) == 1


async def test_nothing_to_draw_before_the_game(chat):
    await chat.use(ANNA, "game new", game="monster_hex", seats="2")
    await chat.use(ANNA, "game draw")
    assert "has not begun" in chat.private(ANNA)["content"]


async def test_hexygame_keeps_its_own_rule_for_draws(chat):
    await begin(chat, "hexygame", options="seating=joined")
    found = await table(chat)
    async with within("the first turn"):
        while found.state.stage != "play":
            (seat, *_) = found.acting
            action = found.rules.decision(found.state, seat).default
            await chat.use((ANNA, BOHUMIL)[seat], "move", action=" ".join(action))
    assert "You offer a draw" in await chat.use(ANNA, "game draw")
    assert "already" in await chat.use(ANNA, "game draw")
    await chat.use(BOHUMIL, "game draw")
    assert found.over
    assert found.outcome.reason == "agreed"


async def test_a_seat_is_passed_on(chat):
    await begin(chat)
    assert "No seat is free" in await chat.use(DARA, "game take")
    await chat.use(ANNA, "game offer")
    assert "offers the seat" in chat.board()["content"]
    await chat.use(ANNA, "game offer", on="false")
    assert "Take the seat" not in chat.labels(chat.board())
    await chat.use(ANNA, "game offer")
    offered = chat.board()
    assert "u tohoto stolu" in (await chat.press(BOHUMIL, offered, "Take")).casefold()
    await chat.restart()
    assert "seat is yours" in await chat.press(DARA, offered, "Take")
    found = await table(chat)
    assert found.names[0] == "Dara"
    await chat.use(DARA, "move", action="faction ember")
    assert found.position == 1
    assert "do not sit" in await chat.use(ANNA, "move", action="faction moss")


async def test_nobody_hands_a_rated_game_that_is_going_badly_to_somebody_else(chat):
    await begin(chat, rated="true")
    await chat.use(BOHUMIL, "game join")
    found = await table(chat)
    assert "are not passed on" in await chat.use(ANNA, "game offer")
    await found.seating.offer(0, True)  # As it may have been before.
    await chat.settle()
    assert "are not passed on" in await chat.use(DARA, "game take")
    assert found.names[0] == "Anna"
    await chat.use(DARA, "referee replace", player=ANNA, new=CECILE, reason="ill")
    assert not found.row.rated, "a game in which a seat changed hands counts for nobody's rating"


@pytest.mark.sampled(0.5)
@pytest.mark.parametrize("leaves", ["resigns", "forfeits", "is answered for", "resigns oneself"])
async def test_nobody_takes_back_that_others_have_left_or_what_a_moderator_did(chat, leaves):
    await begin(chat, "monster_hex", CECILE)
    await chat.use(ANNA, "move", action="faction ember")
    found = await table(chat)
    if leaves == "forfeits":
        await chat.use(DARA, "referee forfeit", player=BOHUMIL, reason="cheats")
    elif leaves == "is answered for":
        await chat.use(DARA, "referee timeout", player=BOHUMIL, reason="slow")
    else:
        await chat.use(ANNA if leaves == "resigns oneself" else BOHUMIL, "game resign", sure="true")
    await chat.restart()
    found = await table(chat)
    position, playing = found.position, found.playing()
    assert "only a moderator" in await chat.use(ANNA, "game undo")
    assert (found.position, found.playing(), found.proposal) == (position, playing, None)
    await chat.use(CECILE, "move", action="faction moss")
    assert "have been asked" not in await chat.use(ANNA, "game undo")
    if leaves != "resigns oneself":
        await chat.use(DARA, "referee rollback", action="0", reason="by mistake")
        assert found.playing() == [0, 1, 2]


@pytest.mark.parametrize("goes", ["proposer", "agreed", "taken"])
async def test_what_was_proposed_ends_with_whoever_had_a_part_in_it(chat, goes):
    """Nobody's word binds who sits there after them."""
    await begin(chat, "monster_hex", CECILE)
    await chat.use(ANNA, "game draw")
    question = chat.board()
    await chat.press(BOHUMIL, question, "Agree")
    if goes == "taken":
        await chat.use(ANNA, "game offer")
        await chat.use(DARA, "game take")
    else:
        await chat.use(DARA, "referee replace", player=ANNA if goes == "proposer" else BOHUMIL, new=DARA, reason="ill")
    await chat.press(CECILE, question, "Agree")
    found = await table(chat)
    assert not found.over
    await chat.restart()
    found = await table(chat)
    assert found.proposal is None
    await chat.press(BOHUMIL, question, "Agree")
    await chat.press(CECILE, question, "Agree")
    assert not found.over


@pytest.mark.parametrize(("game", "choices"), [("hockey_game", ("team can", "team fin")), ("hexygame", ("deck old_forest", "deck high_tide"))])
async def test_the_last_choice_before_the_deal_shows_the_hand(chat, game, choices):
    """Who chooses first has seen nothing; whose choice brings the cards has."""
    await begin(chat, game, options="seating=joined")
    await chat.use(ANNA, "move", action=choices[0])
    assert "Taken back" in await chat.use(ANNA, "game undo")
    await chat.use(ANNA, "move", action=choices[0])
    await chat.use(BOHUMIL, "move", action=choices[1])
    found = await table(chat)
    position = found.position
    await chat.use(BOHUMIL, "game undo")
    assert [u["id"] for u in chat.board()["mentions"]] == [ANNA], "she is asked"
    assert found.position == position


def test_rows_of_the_house():
    rows = [Row(1, 0, ("a",)), Row(2, 1, ("b",)), Row(3, 0, (UNDO, "1")), Row(4, 1, ("c",)), Row(5, 0, (UNDO, "0"))]
    assert [r.number for r in counting(rows[:4])] == [1, 4]
    assert counting(rows) == []
    with pytest.raises(ValueError, match="undo"):
        counting([*rows[:3], Row(4, 0, (UNDO, "2"))])
    ended = settled(Row(6, 0, settlement("agreed", [[2, 0], [1]])))
    assert ended is not None
    assert (ended.places, ended.reason) == (((0, 2), (1,)), "agreed")
    assert settled(Row(1, 0, RESIGN)) is None
    rules = build("monster_hex")
    assert play(rules, rules.setup(2, {}, 1).state, Row(1, 0, RESIGN)).events


@pytest.mark.parametrize("earlier", [False, True])
async def test_what_the_clock_has_answered_is_nobodys_to_take_back(monkeypatch, earlier):
    """Neither by itself nor in the place of what somebody has done, under whatever rules it was."""
    moment = [1_790_000_000.0]
    async with timed(lambda: moment[0]) as store:
        table = await open_table(store, 2, asked="one", clock=Clock(MOVE, HOUR, answers=-1))
        moment[0] += HOUR
        assert await table.expiry.lapse(0)
        await table.act(1, ("bid", "2"))
        if earlier:
            base = Base(table.position, 1, table.rules.dump(table.state))
            monkeypatch.setattr(table.record, "base", AsyncMock(return_value=base))
        with pytest.raises(Unfit, match=r"undo\.nothing"):
            await Consent(table).undo(0)
        await table.act(0, ("bid", "1"))
        own = table.position
        await table.act(1, ("bid", "2"))
        moment[0] += HOUR
        assert await table.expiry.lapse(0)
        proposal = await Consent(table).undo(0)
        assert proposal.target == own - 1


async def test_what_an_order_has_answered_is_its_owners_to_take_back():
    async with timed(lambda: 1_790_000_000.0) as store:
        table = await open_table(store, 2, asked="window")
        await table.order(1, frozenset({"let_be"}))
        await table.act(0, ("bid", "2"))
        bid = table.position
        await ripened(table)
        (*_, last) = await store.tables.actions(table.id)
        assert (last.seat, last.action, last.auto) == (1, ("let",), True), "the order has answered"
        assert (await Consent(table).undo(1)).target == last.number - 1
        assert table.position > last.number
        assert table.acting == (1,), "they are asked again"
        assert bid in {row.number for row in counting(await store.tables.actions(table.id))}


async def test_two_undos_at_once_are_one_question(chat):
    await begin(chat)
    await chat.use(ANNA, "move", action="faction ember")
    await chat.use(BOHUMIL, "move", action="faction tide")
    await asyncio.gather(*(chat.use(ANNA, "game undo") for _ in range(2)))
    questions = [m for m in chat.seen(None) if "would like to take" in m["content"]]
    assert len(questions) == 1


ANOTHER = {"en-US": "Another undo is already being asked", "cs": "Na jiné vrácení už se ptám", "fr": "Une autre annulation est déjà demandée"}
BEGUN = {"en-US": "The game has begun; all", "cs": "Hra už začala, všechna", "fr": "toutes les places sont prises"}


async def round_over(chat) -> tuple[str, str]:
    """Three have played a round, after which all hands are refilled; who acted last, and another one."""
    members = (ANNA, BOHUMIL, CECILE)
    await begin(chat, "monster_hex", CECILE)
    for member, faction in zip(members, ("ember", "tide", "moss"), strict=True):
        await chat.use(member, "move", action=f"faction {faction}")
    found, last = await table(chat), 0
    async with within("the end of the first round"):
        while found.state.round == 1:
            (last,) = found.acting
            await chat.use(members[last], "move", action=" ".join(next(legal(found.rules, found.state, last))))
    return members[last], members[last - 1]


@pytest.mark.parametrize("language", ANOTHER)
async def test_who_wants_to_take_back_more_than_is_asked_for_answers_that_first(chat, language):
    last, other = await round_over(chat)
    chat.world.members[other]["locale"] = language
    await chat.use(last, "game undo")
    found = await table(chat)
    standing = found.proposal
    assert standing is not None
    assert ANOTHER[language] in await chat.use(other, "game undo")
    assert found.proposal == standing


async def test_whose_action_goes_with_an_undo_agrees_by_asking_for_their_own(chat):
    last, other = await round_over(chat)
    await chat.use(other, "game undo")
    found = await table(chat)
    standing = found.proposal
    assert standing is not None
    await chat.use(last, "game undo")
    agreed = found.proposal
    assert agreed is not None
    assert (agreed.mark, len(agreed.agreed)) == (standing.mark, 1)


@pytest.mark.parametrize("language", BEGUN)
async def test_who_loses_the_race_for_the_last_seat_hears_that_the_game_has_begun(chat, language):
    for member in (BOHUMIL, CECILE):
        chat.world.members[member]["locale"] = language
    await chat.use(ANNA, "game new", game="monster_hex", seats="2")
    await at_once(chat, chat.board(), "Join", BOHUMIL, CECILE)
    assert [BEGUN[language] in chat.private(member)["content"] for member in (BOHUMIL, CECILE)].count(True) == 1
    chat.world.members[DARA]["locale"] = language
    assert BEGUN[language] in await chat.use(DARA, "game join")
