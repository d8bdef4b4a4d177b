"""Challenges that are accepted without being asked: only on terms that one has set, and nobody loses a game that they have never seen."""

from __future__ import annotations

import pytest

from cogs.play.new_table import Opening, Party
from cogs.play.open_tables import ANSWER_WITHIN, UNSEEN
from cogs.play.tables import Tables
from data.store.challenge_settings import EVERYBODY, Accepting
from data.store.changes import TABLE, UNANSWERED, Subject
from data.store.rows import TableAct
from rules.competition.challenge_terms import ANYWHERE, ChallengeTerms
from rules.competition.clock import BANK, DAY, FORFEIT, HOUR, MOVE, UNTIL, WITHIN, Clock, claimed
from rules.notation import ABANDONED
from tests.bids import KEY, open_table, ripened
from tests.chat import ANNA, BOHUMIL, DARA, HERE
from tests.stored import new_row

ACT = TableAct(9, "replace", "", "why")
DAILY = Clock(MOVE, DAY, answers=0)
HOST, OTHER, THIRD = (101, "Anna"), (102, "Bohumil"), (103, "Cécile")


def opening(channel: int = 50, guild: int | None = 1, clock: Clock | None = DAILY, rated: bool = False) -> Opening:
    return Opening(KEY, guild, channel, {"asked": "one"}, "en", "light", rated, clock)


async def accepts(store, player: int, terms: ChallengeTerms = ChallengeTerms(where=ANYWHERE)) -> None:  # noqa: B008
    await store.challenge_settings.keep(player, Accepting(EVERYBODY, frozenset(), terms))


async def dealt(store, players=(OTHER,), **how):
    """A table that names people, if it is dealt at once."""
    tables = Tables(store)
    made, begun = await tables.open(opening(**how), Party(HOST, players))
    return (await tables.get(made)) if begun else None


async def patience(store, table) -> list[float]:
    """When somebody must have answered."""
    return [debt.next for debt in await store.outbox.of(Subject(TABLE, table.id)) if debt.kind == UNANSWERED]


@pytest.mark.parametrize(
    ("terms", "fits"),
    [
        (ChallengeTerms(), {"daily", "claim", "none", "bank"}),
        (ChallengeTerms(fastest=0), {"daily", "claim", "none", "bank", "fast", "deadline", "strict", "poor"}),
        (ChallengeTerms(slowest=2 * DAY), {"daily", "bank"}),
        (ChallengeTerms(games=frozenset({"hexknight"})), set()),
        (ChallengeTerms(where=""), set()),
        (ChallengeTerms(where="", servers=frozenset({1})), {"daily", "claim", "none", "bank"}),
        (ChallengeTerms(rated=True), {"daily", "claim", "none", "bank", "rated"}),
    ],
)
def test_on_what_terms(terms, fits):
    clocks = {
        "daily": DAILY, "claim": claimed(14 * DAY), "none": None, "bank": Clock(BANK, 3 * DAY, DAY), "fast": Clock(MOVE, 60, answers=0),
        "poor": Clock(BANK, 3 * DAY, 60), "deadline": Clock(WITHIN, 30 * DAY), "strict": Clock(MOVE, 2 * DAY, strict=True),
    }  # fmt: skip
    tables = {name: new_row(clock=clock) for name, clock in clocks.items()} | {"rated": new_row(clock=DAILY, rated=True)}
    assert {name for name, row in tables.items() if terms.fit(row, played=True)} == fits


@pytest.mark.usefixtures("places")
class TestByRows:
    async def test_the_trap_is_no_trap(self, store, time):
        """In a server of others, a minute a decision, lost at once: by default nobody is dealt into that."""
        await accepts(store, 102, ChallengeTerms())
        trap = Clock(MOVE, 60, answers=0, then=FORFEIT)
        assert await dealt(store, guild=2, clock=trap) is None
        assert await dealt(store, guild=2, channel=51) is None, "nor into any game in a server where they have never played"
        played = await open_table(store, 2, guild=2, channel=52)
        await played.concede(0)
        assert await dealt(store, guild=2, channel=53, clock=trap) is None
        assert await dealt(store, guild=2, channel=54) is not None
        assert await dealt(store, guild=1, channel=55) is None, "it is about that server"

    async def test_being_named_there_is_not_having_played_there(self, store, time):
        await accepts(store, 102, ChallengeTerms())
        assert await dealt(store, guild=2) is None
        await open_table(store, 2, guild=2, channel=51, agreed=False)
        assert await dealt(store, guild=2, channel=52) is None, "nor is being put at a table by a moderator"

    async def test_time_stands_until_they_have_looked(self, store, time):
        await accepts(store, 102)
        table = await dealt(store)
        assert table.row.stands == UNSEEN
        assert [s.agreed for s in table.seats] == [True, False]
        assert all(dial.due is None for dial in table.dials.values())
        time.at += DAY + HOUR
        assert not await table.expiry.lapse(0)
        assert not await table.clocks.stand("channel", time.at), "whatever else there is"
        await table.clocks.look(101)
        assert table.row.stands == UNSEEN, "whoever has opened it has looked at it"
        await table.act(0, ("bid", "1"))
        await table.clocks.look(102)
        assert table.row.stands is None
        assert all(s.agreed for s in table.seats)
        assert table.dials[1].due == time.at + DAY
        assert await patience(store, table) == []
        time.at += 2 * DAY
        await Tables(store).unanswered(table.id)
        assert not table.over

    async def test_a_deadline_for_all_begins_then(self, store, time):
        await accepts(store, 102, ChallengeTerms(fastest=0, where=ANYWHERE))
        table = await dealt(store, clock=Clock(WITHIN, 7 * DAY))
        time.at += DAY
        await table.clocks.look(102)
        assert table.row.clock.kind == UNTIL
        assert table.row.clock.time == time.at + 7 * DAY

    @pytest.mark.parametrize("by_hand", [False, True])
    async def test_what_their_usual_orders_answer_is_no_yes(self, store, time, by_hand):
        """They were given in their place when they were dealt in; orders that they have given themselves are theirs."""
        await accepts(store, 102, ChallengeTerms(fastest=0, where=ANYWHERE))
        await store.personal_settings.set_stops(102, KEY, ["again"])
        table = await dealt(store, clock=None)
        assert table.orders(1) == {"again"}
        if by_hand:
            await table.order(1, frozenset())
            await table.order(1, frozenset({"again"}))
        await table.act(0, ("bid", "1"))
        await ripened(table)
        (*_, last) = await store.tables.actions(table.id)
        assert (last.seat, last.auto) == (1, True), "the order has answered"
        assert [s.agreed for s in table.seats] == [True, by_hand]

    @pytest.mark.parametrize("clock", [DAILY, None])
    async def test_unseen_for_48_hours_it_is_over_and_counts_for_nobody(self, store, time, clock):
        await accepts(store, 102)
        table = await dealt(store, clock=clock)
        assert await patience(store, table) == [time.at + ANSWER_WITHIN]
        await table.act(0, ("bid", "1"))
        time.at += ANSWER_WITHIN + 1
        await Tables(store).unanswered(table.id)
        await table.reread()
        assert table.over
        assert table.outcome.reason == ABANDONED
        for player in (101, 102):
            assert await store.finished_games.played(player) == []

    async def test_of_two_who_accept_so_both_must_look(self, store, time):
        await accepts(store, 102)
        await accepts(store, 103)
        table = await dealt(store, (OTHER, THIRD))
        await table.clocks.look(103)
        assert table.row.stands == UNSEEN
        assert await patience(store, table) != []
        await table.clocks.look(102)
        assert table.row.stands is None
        assert await patience(store, table) == []

    async def test_who_accepts_by_hand_brings_the_others_in(self, store, time):
        await accepts(store, 102)
        tables = Tables(store)
        made, begun = await tables.open(opening(), Party(HOST, (OTHER, THIRD)))
        assert not begun
        assert await tables.join(made, THIRD)
        table = await tables.get(made)
        assert [s.agreed for s in table.seats] == [True, False, True]
        assert table.row.stands == UNSEEN

    async def test_who_takes_a_seat_by_a_moderators_word_is_none_of_them(self, store, time):
        """They begin with their first move, as before, and nothing ends for their sake."""
        table = await open_table(store, 2, asked="one", clock=DAILY)
        await table.seating.sit(1, (300, "New"), ACT)
        await table.clocks.look(300)
        assert not table.seats[1].agreed

    async def test_a_rated_game_only_where_one_has_said_so(self, store, time):
        await accepts(store, 102)
        assert await dealt(store, rated=True) is None
        await accepts(store, 102, ChallengeTerms(rated=True, where=ANYWHERE))
        table = await dealt(store, rated=True, channel=51)
        assert table is not None
        await table.concede(1, own=False)
        assert await store.all("SELECT 1 FROM ratings") == []


async def test_in_the_chat(chat):
    """Terms are set and told; the first look at the board starts the clock."""
    chat.accepting = False
    terms = {"servers": "everywhere", "games": "Monster Hex", "fastest": "12h", "slowest": "3d"}
    told = await chat.set(DARA, "challenges", **terms, **{"from": "everybody"})
    assert "Games: Monster Hex." in told
    assert "12 hours at least" in told
    assert "3 days at most" in told
    assert "Rated games ask you first." in told
    assert "no time for a decision" in await chat.set(DARA, "challenges", fastest="soon")
    assert "slowest clock would be faster" in await chat.set(DARA, "challenges", slowest="1h")
    assert "In 1 server that you have chosen." in await chat.set(DARA, "challenges", servers="here", slowest="none")
    new = {"game": "monster_hex", "options": "seating=joined", "opponent": DARA}
    await chat.use(ANNA, "game new", **new, clock="1h")
    assert chat.labels(chat.board())[0] == "Accept", "too fast for her"
    await chat.use(ANNA, "game leave")
    await chat.use(ANNA, "game new", **new, clock="1d", time_over="at_once")
    table = await chat.bot.tables.here(int(HERE))
    assert table.row.stands == UNSEEN
    assert any("Dara accepts such games without being asked" in m["content"] for m in chat.seen(None))
    await chat.later(DAY + 2 * HOUR)
    await chat.restart()
    table = await chat.bot.tables.here(int(HERE))
    assert not table.over
    assert table.row.stands == UNSEEN
    await chat.press(DARA, next(m for m in reversed(chat.seen(None)) if "Hand" in chat.labels(m) or "Your move" in chat.labels(m)), "Your move")
    table = await chat.bot.tables.here(int(HERE))
    assert table.row.stands is None
    assert all(s.agreed for s in table.seats)
    await chat.later(30)
    assert any("waited for a first look" in m["content"] for m in chat.seen(None))
    await chat.later(DAY + HOUR)
    assert (await chat.bot.tables.here(int(HERE))).over, "now time runs"


async def test_unseen_it_is_over_after_48_hours_in_the_chat(chat):
    chat.accepting = False
    await chat.set(BOHUMIL, "challenges", servers="everywhere", **{"from": "everybody"})
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined")
    table = await chat.bot.tables.here(int(HERE))
    assert not table.over
    await chat.later(47 * HOUR)
    assert not (await chat.bot.tables.here(int(HERE))).over
    await chat.later(2 * HOUR)
    assert (await chat.bot.tables.here(int(HERE))).over
    assert any("Nobody has looked at this game for 48 hours: Bohumil" in m["content"] for m in chat.seen(None))
    assert await chat.bot.store.all("SELECT * FROM owed") == []
    assert "0 won" not in await chat.use(ANNA, "profile")
