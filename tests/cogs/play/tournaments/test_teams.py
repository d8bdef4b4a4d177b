"""Teams by their rows: who enters with whom, sealed line-ups by pairs of worlds, where time stands, and who does not rule."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from cogs.messages.tournaments.public_messages import news_message, round_lines, standing_lines, state_message
from cogs.messages.tournaments.shown_tournament import shown
from cogs.people.tournament_record import record_lines
from cogs.play.permissions import NeedsConsent, Relation
from cogs.play.relations import in_matches_of
from cogs.play.tables import Tables
from cogs.play.tournaments.matches import Tournaments
from cogs.play.tournaments.moderation import Ruling
from cogs.play.tournaments.new_tournament import NewTournament
from cogs.play.tournaments.teams import INVITED, LONGEST_NAME, Newcomer
from cogs.play.unfit import Unfit
from data.language import texts
from data.store import Store
from data.store.changes import Raced, TournamentChange
from data.store.rows import LIVE, OVER, Invitation, Terms, Tournament
from rules.competition.clock import BANK, DAY, FORFEIT, HOUR, MINUTE, MOVE, Clock
from rules.competition.tournament import ROBIN, SWISS, Plan, teams
from tests.bids import KEY, memory
from tests.cogs.test_tournaments_again import CUP, HOST, Cup

CLOCK = Clock(MOVE, DAY, then=FORFEIT)
FOUR = ([101, 102, 103, 104], [201, 202, 203], [301, 302, 303], [401, 402])


def new(plan: Plan | None = None, clock: Clock | None = CLOCK, **terms: Any) -> NewTournament:
    return NewTournament(1, 1, "Nations", HOST, KEY, {}, "en", plan or Plan(ROBIN, boards=3), "hand", False, clock, Terms(**terms))


async def gathered(store: Store, *entered: list[int], seen: Cup | None = None, **terms: Any) -> Cup:
    """A tournament of teams T0, T1 and so on, the captain of each first, that has not begun."""
    cup = seen or Cup(store)
    await cup.tournaments.create(new(**terms))
    for n, (captain, *others) in enumerate(entered):
        await cup.tournaments.found_team(1, Newcomer(captain, f"P{captain}"), f"Team {'ABCDEFGH'[n]}")
        number = next(p.entry for p in await store.tournaments.entrants(1) if p.player == captain)
        for member in others:
            await cup.tournaments.invite_to_team(1, captain, member, f"P{member}")
            await cup.tournaments.join_team(1, Newcomer(member, f"P{member}"), number)
    return cup


async def begun(store: Store, *entered: list[int], **terms: Any) -> Cup:
    cup = await gathered(store, *(entered or FOUR), **terms)
    await cup.tournaments.start(1)
    await cup.go_on()
    return cup


async def numbers(store: Store) -> dict[int, int]:
    """The entrants' numbers by player."""
    return {p.player: p.entrant for p in await store.tournaments.entrants(1)}


async def boards(cup: Cup) -> list[list[int]]:
    """The players on the open boards."""
    found, players = await cup.tournaments.get(1), {p.entrant: p.player for p in await cup.store.tournaments.entrants(1)}
    assert found.state is not None
    return [[players[e] for e in f.entrants] for f in found.state.open]


async def passes(cup: Cup, seconds: float) -> None:
    """Time goes by, and what is due happens."""
    cup.at += seconds
    for tournament in await cup.store.tournaments.alarmed(cup.at):
        await cup.tournaments.ring(tournament)
    await cup.go_on()


# Who enters


async def test_one_person_is_in_one_team_and_comes_by_invitation(store):
    cup = await gathered(store, [101, 102], [201])
    with pytest.raises(Unfit, match=r"teams\.not_invited"):
        await cup.tournaments.join_team(1, Newcomer(103, "P103"), 0)
    with pytest.raises(Unfit, match=r"teams\.in_one_already"):
        await cup.tournaments.found_team(1, Newcomer(102, "P102"), "Others")
    with pytest.raises(Unfit, match=r"teams\.entered"):
        await cup.tournaments.invite_to_team(1, 201, 102, "P102")
    with pytest.raises(Unfit, match=r"teams\.not_captain"):
        await cup.tournaments.invite_to_team(1, 102, 103, "P103")
    with pytest.raises(Unfit, match=r"teams\.in_none"):
        await cup.tournaments.invite_to_team(1, 999, 103, "P103")
    with pytest.raises(Unfit, match=r"teams\.enter"):
        await cup.tournaments.enter(1, 103, "P103")


async def test_a_team_has_a_name_of_its_own_whatever_is_typed(store):
    cup = await gathered(store, [101])
    for name in ("", "   ", "\u200b\u200b", "TEAM  A", "Tеam A"):  # The last one has a Cyrillic letter.
        with pytest.raises(Unfit, match=r"teams\.(no_name|name_taken)"):
            await cup.tournaments.found_team(1, Newcomer(201, "P201"), name)
    await cup.tournaments.found_team(1, Newcomer(201, "P201"), "@everyone **" + "W" * 4000)
    name = next(p.team.name for p in await store.tournaments.entrants(1) if p.player == 201)
    assert len(name) <= LONGEST_NAME


async def test_a_full_team_takes_nobody_even_at_the_same_moment(store):
    cup = await gathered(store, [101, 102, 103, 104])
    for player in (105, 106):
        await cup.tournaments.invite_to_team(1, 101, player, f"P{player}")
    joining = [cup.tournaments.join_team(1, Newcomer(player, f"P{player}"), 0) for player in (105, 106)]
    done = await asyncio.gather(*joining, return_exceptions=True)
    assert sorted(isinstance(one, Unfit) for one in done) == [False, True]
    assert len(await store.tournaments.entrants(1)) == 5
    with pytest.raises(Unfit, match=r"teams\.full"):
        await cup.tournaments.invite_to_team(1, 101, 107, "P107")


async def test_a_captain_invites_so_many_at_the_same_time(store):
    cup = await gathered(store, [101])
    for n in range(INVITED):
        await cup.tournaments.invite_to_team(1, 101, 500 + n, "P")
    with pytest.raises(Unfit, match=r"teams\.too_many_invited"):
        await cup.tournaments.invite_to_team(1, 101, 600, "P")
    with pytest.raises(Unfit, match=r"teams\.invited_already"):
        await cup.tournaments.invite_to_team(1, 101, 500, "P")


async def test_who_leaves_hands_the_team_on_and_an_empty_one_is_gone_with_its_invitations(store):
    cup = await gathered(store, [101, 102], [201])
    await cup.tournaments.invite_to_team(1, 101, 103, "P103")
    await cup.tournaments.leave(1, 101)
    await cup.tournaments.invite_to_team(1, 102, 104, "P104")
    await cup.tournaments.leave(1, 102)
    assert [p.player for p in await store.tournaments.entrants(1)] == [201]
    assert await store.tournaments.invitations(1) == []
    await cup.tournaments.found_team(1, Newcomer(301, "P301"), "Team A")
    with pytest.raises(Unfit, match=r"teams\.not_invited"):
        await cup.tournaments.join_team(1, Newcomer(103, "P103"), 0)


async def test_a_captain_takes_members_and_invitations_out_again_and_nobody_else_does(store):
    cup = await gathered(store, [101, 102, 103], [201])
    await cup.tournaments.invite_to_team(1, 101, 110, "P110")
    await cup.tournaments.invite_to_team(1, 201, 110, "P110")
    refused = [(102, 103, "not_captain"), (101, 201, "not_yours"), (101, 101, "yourself"), (201, 103, "not_yours"), (9, 103, "in_none")]
    for captain, player, why in refused:
        with pytest.raises(Unfit, match=rf"teams\.{why}"):
            await cup.tournaments.take_out_of_team(1, captain, player)
    assert await cup.tournaments.take_out_of_team(1, 101, 103) is True
    assert await cup.tournaments.take_out_of_team(1, 101, 110) is False
    assert [p.player for p in await store.tournaments.entrants(1)] == [101, 102, 201]
    assert await store.tournaments.invitations(1) == [Invitation(4, 110)], "that of the other team stands"
    await cup.worker.work(CUP)
    assert [(one["facts"]["who"], one["facts"]["team"]) for one in cup.told if one.get("key") == "teams.taken_out"] == [("P103", "Team A")]
    await cup.tournaments.found_team(1, Newcomer(103, "P103"), "Crete")
    await cup.tournaments.start(1)
    with pytest.raises(Unfit, match=r"teams\.closed"):
        await cup.tournaments.take_out_of_team(1, 101, 102)


async def test_who_declines_is_not_invited_any_more_until_asked_again(store):
    cup = await gathered(store, [101])
    await cup.tournaments.invite_to_team(1, 101, 110, "P110")
    with pytest.raises(Unfit, match=r"teams\.not_invited"):
        await cup.tournaments.decline_team(1, 111, 0)
    await cup.tournaments.decline_team(1, 110, 0)
    for act in (cup.tournaments.decline_team(1, 110, 0), cup.tournaments.join_team(1, Newcomer(110, "P110"), 0)):
        with pytest.raises(Unfit, match=r"teams\.not_invited"):
            await act
    await cup.tournaments.invite_to_team(1, 101, 110, "P110")
    await cup.tournaments.join_team(1, Newcomer(110, "P110"), 0)


async def test_a_join_and_being_taken_back_at_once_are_one_of_both(store):
    cup = await gathered(store, [101])
    await cup.tournaments.invite_to_team(1, 101, 110, "P110")
    both = (cup.tournaments.take_out_of_team(1, 101, 110), cup.tournaments.join_team(1, Newcomer(110, "P110"), 0))
    done = await asyncio.gather(*both, return_exceptions=True)
    assert sum(isinstance(one, Unfit) for one in done) <= 1
    entered = [p.player for p in await store.tournaments.entrants(1)]
    assert (entered, await store.tournaments.invitations(1)) == ([101], [])


async def test_a_line_up_is_not_lost_to_a_commit_of_another_process(store):
    """Which has read the tournament before; what a captain does raises no revision that others could see."""
    cup = await begun(store)
    there = await numbers(store)
    before = await cup.tournaments.get(1)
    await cup.tournaments.move_in_line_up(1, 101, there[103], -2)
    assert (await cup.tournaments.get(1)).revision == before.revision
    with pytest.raises(Raced):
        await store.tournaments.commit(TournamentChange(before._replace(cleared=9)))
    other = Tournaments(Tables(store))
    get, read = store.tournaments.get, []

    async def late(number: int) -> Tournament | None:
        """The captain acts in the other process after this one has read."""
        found = await get(number)
        if not read:
            read.append(found)
            await cup.tournaments.move_in_line_up(1, 101, there[102], -2)
        return found

    store.tournaments.get = late
    await other.pause(1, True, Ruling(9, "because"))
    store.tournaments.get = get
    state = (await cup.tournaments.get(1)).state
    assert [*state.teams[0]][:2] == [there[102], there[103]]


async def test_an_invitation_is_in_ones_file_and_goes_with_the_start_or_with_its_person(store):
    cup = await gathered(store, [101, 102, 103], [201, 202, 203])
    for player in (110, 111):
        await cup.tournaments.invite_to_team(1, 101, player, f"P{player}")
    assert (await store.own_data.about(110))["team_invitations"] == [{"tournament": 1, "team": 0}]
    assert (await store.own_data.about(102))["tournaments"][0]["team"] == 0
    await store.own_data.forget(110)
    assert [one.player for one in await store.tournaments.invitations(1)] == [111]
    await cup.tournaments.start(1)
    assert await store.tournaments.invitations(1) == []
    with pytest.raises(Unfit, match=r"teams\.closed"):
        await cup.tournaments.join_team(1, Newcomer(111, "P111"), 0)


async def test_teams_are_seeded_and_counted_as_such(store):
    cup = await gathered(store, *FOUR, most=4)
    assert await cup.tournaments.seeds(1) == [0, 5, 9, 13]
    await cup.tournaments.move_seed(1, 13, -3)
    assert await cup.tournaments.seeds(1) == [13, 0, 5, 9]
    with pytest.raises(Unfit, match=r"tournament\.full"):
        await cup.tournaments.found_team(1, Newcomer(501, "P501"), "Team E")
    await cup.tournaments.take_out(1, 9, Ruling(HOST, "why"))
    assert await cup.tournaments.seeds(1) == [13, 0, 5]


@pytest.mark.parametrize(("plan", "terms", "why"), [
    (Plan(ROBIN, boards=3), {"by_hand": True}, "teams.by_hand"), (Plan(ROBIN, boards=3), {"limited": "draft"}, "teams.cards"),
    (Plan(SWISS, boards=3, cut=2), {}, "tournament.unplayable_boards"), (Plan(SWISS, boards=9), {}, "tournament.unplayable_boards"),
])  # fmt: skip
async def test_what_teams_cannot_be(plan, terms, why):
    async with memory() as store:
        with pytest.raises(Unfit, match=why.replace(".", r"\.")):
            await Cup(store).tournaments.create(new(plan, **terms))


# Line-ups


async def read(cup: Cup) -> dict[str, Any]:
    """All that anybody but captains could come to know: public messages, lists, alarms, and all rows but the state."""
    found = await cup.tournaments.get(1)
    there = await shown(cup.store, found)
    messages = [await state_message(there), await news_message(there, found.news)]
    rows = await cup.rows()
    rows.pop("tournaments")
    said = [(m["content"], [(i.item.custom_id, i.item.label) for i in m["view"].children] if m.get("view") else []) for m in messages]
    return {"said": said, "lists": [round_lines(there), await standing_lines(there)], "rows": rows, "told": cup.told, "alarm": found.alarm}


Act = Callable[[Cup, dict[int, int]], Awaitable[None]]


async def usual(cup: Cup, number: dict[int, int]) -> None:
    await cup.tournaments.hand_in_line_up(1, 101)


async def turned(cup: Cup, number: dict[int, int]) -> None:
    for member in (104, 103, 102, 104):
        await cup.tournaments.move_in_line_up(1, 101, number[member], -1)
    await cup.tournaments.hand_in_line_up(1, 101)


async def changed_later(cup: Cup, number: dict[int, int]) -> None:
    await cup.tournaments.hand_in_line_up(1, 101)
    await cup.go_on()
    for _ in range(3):
        await cup.tournaments.move_in_line_up(1, 101, number[104], -1)
    await cup.tournaments.hand_in_line_up(1, 101)


async def world(act: Act, path: Any) -> tuple[list[dict[str, Any]], list[list[int]]]:
    """What everybody reads after each step in which a captain acts; and the boards that follow."""
    store = await Store.open(path)
    cup = await begun(store)
    number = await numbers(store)
    await act(cup, number)
    await cup.go_on()
    cup.at += HOUR
    await cup.go_on()
    seen = [await read(cup)]
    await cup.tournaments.hand_in_line_up(1, 401)
    await cup.go_on()
    after = await boards(cup)
    await store.close()
    return seen, after


async def test_whatever_a_line_up_is_everybody_reads_the_same_until_both_are_in(tmp_path, monkeypatch):
    """Worlds that differ in nothing but a line-up: the same messages, rows and alarms; then boards that differ."""
    monkeypatch.setattr("cogs.play.tournaments.new_tournament.new_seed", lambda: 7)
    worlds = [await world(act, tmp_path / f"{n}.sqlite3") for n, act in enumerate((usual, turned, changed_later))]
    first = worlds[0]
    for seen, _ in worlds[1:]:
        assert seen == first[0]
    after = [frozenset(map(frozenset, found)) for _, found in worlds]
    assert len(set(after)) == 3, "the line-ups were others"


async def test_a_captain_has_the_order_of_the_team_in_their_file_and_nobody_else_has(store):
    cup = await begun(store)
    number = await numbers(store)
    await cup.tournaments.move_in_line_up(1, 101, number[102], -1)
    assert (await store.own_data.about(101))["line_ups"] == [{"tournament": 1, "order": [number[n] for n in (102, 101, 103, 104)]}]
    assert (await store.own_data.about(102))["line_ups"] == []


async def test_who_does_not_check_in_is_not_in_the_team(store):
    cup = await gathered(store, [101, 102, 103], [201, 202], [301], check_in=10)
    assert await cup.tournaments.open_check_in(1)
    for player in (101, 103, 201, 202):
        await cup.tournaments.check_in(1, player)
    await cup.tournaments.start(1)
    found = await cup.tournaments.get(1)
    assert found.state is not None
    assert found.state.teams == {0: (1, 3), 4: (5, 6)}, "a team of which nobody is here is out"


async def test_boards_are_dealt_at_the_same_moment_and_by_the_time_without_a_captain(store):
    cup = await begun(store)
    assert await boards(cup) == []
    with pytest.raises(Unfit, match=r"teams\.not_captain"):
        await cup.tournaments.hand_in_line_up(1, 102)
    called = [told for told in cup.told if told.get("key") == "teams.call"]
    assert [told["entrants"] for told in called] == [[1, 14, 10, 6]], "captains alone"
    await cup.tournaments.hand_in_line_up(1, 401)
    await passes(cup, DAY - 1)
    assert await boards(cup) == []
    await passes(cup, 1)
    assert len(await boards(cup)) == 5, "two and three, and one board has nobody on the other side"
    assert {len(pair) for pair in await boards(cup)} == {2}
    assert len(await store.tournaments.live_tables(1)) == 5


async def test_time_for_line_ups_stands_with_a_pause_and_where_nobody_can_act(store):
    cup = await begun(store)
    await cup.tournaments.pause(1, True, Ruling(HOST, "why"))
    await passes(cup, 2 * DAY)
    assert await boards(cup) == []
    await cup.tournaments.pause(1, False, Ruling(HOST, "why"))
    await passes(cup, DAY - HOUR)
    assert await boards(cup) == [], "they have their whole day"
    assert await cup.tournaments.stand(1, "locked", cup.at)
    await passes(cup, 5 * HOUR)
    assert await boards(cup) == []
    assert await cup.tournaments.run(1)
    await passes(cup, HOUR - 1)
    assert await boards(cup) == []
    await passes(cup, 2)
    assert len(await boards(cup)) == 5


async def test_boards_that_are_not_played_in_their_days_are_decided_and_the_match_of_teams_with_them(store):
    cup = await begun(store, [101, 102], [201, 202], round_days=1)
    await passes(cup, DAY)
    assert len(await boards(cup)) == 2
    await passes(cup, DAY / 2)
    assert len(await boards(cup)) == 2
    await passes(cup, DAY / 2)
    found = await cup.tournaments.get(1)
    assert found.state is not None
    assert found.state.fixtures[0].places
    assert found.status == OVER


async def test_a_profile_tells_of_the_place_of_ones_team(store):
    cup = await begun(store, [101, 102], [201, 202])
    await passes(cup, DAY)
    for pair in await boards(cup):
        await cup.tournaments.absent(1, [player for player in pair if player > 200], Ruling(HOST, "why"))
    await cup.go_on()
    found = await cup.tournaments.get(1)
    assert found.status == OVER
    assert [team for _, team in await store.tournaments.begun_of(102, 1, None, 5)] == [0]
    words = "\n".join(await record_lines(await store.tournaments.begun_of(202, 1, None, 5), lambda _: True, texts("en")))
    assert "Nations" in words


async def test_who_is_forgotten_or_has_left_the_server_is_passed_over(store):
    cup = await begun(store)
    await store.own_data.forget(202)
    await cup.tournaments.leave(1, 301)
    await passes(cup, DAY)
    players = {player for pair in await boards(cup) for player in pair}
    assert 202 not in players
    assert 301 not in players
    assert all(player > 0 for player in players)
    found = await cup.tournaments.get(1)
    assert found.state is not None
    assert teams.captain(found.state, 9) == 11, "the next one"


async def test_a_moderator_on_the_bench_does_not_rule_the_match_of_their_team(store):
    """104 is a reserve of the first team; another match is none of theirs."""
    cup = await begun(store)
    await passes(cup, DAY)
    pairs = await boards(cup)
    own = next(pair for pair in pairs if {101, 102, 103} & {*pair})
    other = next(pair for pair in pairs if not {101, 102, 103, 401, 402} & {*pair})
    number, found = await numbers(store), await cup.tournaments.get(1)
    relations = [await in_matches_of(store, found, 104, [number[player]]) for player in (own[0], own[1], other[0])]
    assert relations == [Relation.MODERATOR_PLAYS, Relation.MODERATOR_PLAYS, Relation.MODERATOR]
    with pytest.raises(NeedsConsent):
        await cup.tournaments.absent(1, own[:1], Ruling(104, "why"))


async def test_a_restart_between_any_two_steps_changes_nothing(store):
    cup = await gathered(store, *FOUR)
    await cup.tournaments.start(1)
    for step in (lambda: cup.tournaments.hand_in_line_up(1, 101), lambda: cup.tournaments.hand_in_line_up(1, 401)):
        cup.begin()
        await cup.go_on()
        await step()
    cup.begin()
    await cup.go_on()
    assert len(await boards(cup)) == 2
    assert (await cup.tournaments.get(1)).status == LIVE


async def test_two_processes_at_the_same_moment_open_the_boards_once(store):
    cup = await begun(store)
    other = Tournaments(Tables(store))
    await asyncio.gather(cup.tournaments.hand_in_line_up(1, 101), other.hand_in_line_up(1, 401))
    await asyncio.gather(cup.go_on(), other.go_on(1))
    await cup.go_on()
    assert len(await boards(cup)) == 2
    found = await cup.tournaments.get(1)
    assert found.state is not None
    assert len({f.match for f in found.state.open}) == 1


@pytest.mark.parametrize(("clock", "seconds"), [
    (None, DAY), (CLOCK, DAY), (Clock(MOVE, 7 * DAY), DAY), (Clock(MOVE, MINUTE), 10 * MINUTE), (Clock(MOVE, 2 * HOUR), 2 * HOUR),
    (Clock(BANK, HOUR), HOUR),
])  # fmt: skip
def test_captains_have_as_long_as_a_decision_takes_within_bounds(clock, seconds):
    assert teams.time_for_line_ups(clock) == seconds
