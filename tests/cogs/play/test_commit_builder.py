"""A record commits to its moves: what is changed in an exported one, and what the check says of it; when the hash is told, and to whom it is not."""

from __future__ import annotations

import hashlib
import json
import logging
import re
from collections.abc import Callable

import pytest

import bot
from cogs.messages.reply import verdict_words
from cogs.play.history.record import export, moves_of
from cogs.play.history.record_check import Verdict, check, compared, compared_with_stored
from cogs.play.proposals import Consent
from cogs.play.stored_results import settle_stranded
from cogs.play.table import Table
from cogs.play.table_queries import Stranded
from cogs.play.tables import Tables
from data.content import games
from data.language import LANGUAGES
from data.store import Store
from data.store.changes import SAID
from data.store.rows import TableAct
from rules.legal_actions import legal
from rules.notation import ABANDONED, RULED
from rules.randomness import Chance
from tests.bids import known, open_table
from tests.chat import ANNA, BOHUMIL, CECILE, DARA, Chat
from tests.cogs.service.test_log import log  # noqa: F401 -- a fixture
from tests.cogs.test_play import table
from tests.cogs.test_tables_in_chat import text_of
from tests.every_game.test_records import opened
from tests.sampled import often

ACT = TableAct(9, "act", "whom", "why")
COVERED = ("game", "version", "seats", "options", "seed_sha256")


@pytest.fixture(autouse=True)
def _bids():
    with known():
        yield


@pytest.fixture
async def store(places):
    opened = await Store.open(":memory:")
    yield opened
    await opened.close()


def by_hand(record: str) -> str:
    """The hash of a record as docs/playing.md tells people to make it: its other lines crossed out."""
    kept = [line for line in record.split("\n") if line.partition(": ")[0] in COVERED or not re.match("[a-z]", line)]
    return hashlib.sha256("\n".join(kept).encode()).hexdigest()


def line(record: str, key: str) -> str:
    found: str = json.loads(next(line for line in record.split("\n") if line.startswith(f"{key}: ")).partition(": ")[2])
    return found


async def played(store: Store, channel: int = 1, finished: bool = True) -> Table:
    """A game with rows that nobody was asked for, an undo, something said ahead, and somebody who has taken a seat over."""
    found = await open_table(store, 2, channel=channel, asked="one")
    await found.act(0, ("bid", "1"))
    await found.order(0, frozenset({"again"}))
    await found.act(1, ("bid", "2"))
    await found.time_out(found.acting[0], ACT)
    await found.go_back(0, 1, act=ACT)
    await found.act(found.acting[0], ("bid", "3"))
    await found.seating.sit(1, (105, "Emil"))
    if finished:
        await found.act(found.acting[0], ("finish", "1", "0"))
    return found


async def judged(store: Store, record: str) -> Verdict:
    return await compared_with_stored(check(record), store)


def altered(record: str, pattern: str, put: str) -> str:
    changed, count = re.subn(pattern, put, record, count=1, flags=re.MULTILINE)
    assert count, pattern
    return changed


async def test_anybody_can_make_the_hash_of_a_record(store):
    record = await export(await played(store), [])
    assert by_hand(record) == line(record, "moves_sha256")
    assert re.search(r"^\d+\. \d\* ", record, re.MULTILINE), "there is a star in it"


CHANGES = {
    "a row": (r"^(\d+\. \d\*? bid) 2$", r"\1 1"),
    "a row that was taken back": (r"^(2\. .*)$", "2. 1 think"),
    "a star put": (r"^1\. 0 ", "1. 0* "),
    "a star taken": (r"^(\d+\. \d)\* ", r"\1 "),
    "an option": (r'"pause": "short"', '"pause": "off"'),
    "something said ahead": (r"^(\d+\. 0\*? stops) again$", r"\1 let_be"),
}


@pytest.mark.sampled(0.33)
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("line_too", [False, True])
async def test_moves_that_were_changed_are_others(store, change, line_too):
    """Also where the line with the hash is made to fit, or left out; by itself such a record would hold."""
    found = await played(store)
    record = await export(found, [])
    wrong = altered(altered(record, *CHANGES[change]), "^moves_sha256.*\n", "")
    if line_too:
        wrong = altered(wrong, "^seed: ", f'moves_sha256: "{by_hand(wrong)}"\nseed: ')
    assert check(wrong).right, check(wrong).wrong
    assert "were not compared" in verdict_words(check(wrong), "en")
    verdict = await judged(store, wrong)
    assert verdict.wrong is not None
    assert verdict.wrong.reason == "record.other_moves"
    published = line(record, "moves_sha256")
    assert compared(check(wrong), published).wrong is not None
    assert compared(check(record), published).right


async def test_a_line_with_another_hash_does_not_fit(store):
    verdict = check(altered(await export(await played(store), []), "^moves_sha256.*$", f'moves_sha256: "{"0" * 64}"'))
    assert verdict.wrong is not None
    assert verdict.wrong.reason == "record.moves"


async def test_names_may_change_and_it_is_said_that_nobody_has_looked_at_them(store):
    record = await export(await played(store), [])
    told = verdict_words(await judged(store, altered(record, '"Anna"', '"Zoe"')), "en")
    assert "the result is the one recorded" in told
    assert "Its moves are those that were played here." in told
    assert "Not looked at: the line `names`, the line `before`." in told, "the stars have been"
    assert "the stars" in verdict_words(check(record), "en")


async def test_a_line_that_nobody_knows_is_named_and_a_result_that_is_not_there_is_not_right(store):
    record = await export(await played(store), [])
    for key, put in (("winner", 'winner: "Anna"\n'), ("Result", "Result: 1\n"), ("x" * 500, f"{'x' * 500}: 1\n"), ("`*", "`*: 1\n")):
        for language in LANGUAGES:
            told = verdict_words(check(altered(record, "^result: .*\n", put)), language)
            assert key[:30].replace("`", "") in told, language
            assert len(told) < 1500
        told = verdict_words(check(altered(record, "^result: .*\n", put)), "en")
        assert "the one recorded" not in told
        assert "no line `result`" in told
    many = "".join(f"line{n}: 1\n" for n in range(300))
    assert len(verdict_words(check(altered(record, "^result: ", f"{many}result: ")), "en")) < 1500
    wrong = altered(record, r'"reason": "finished"', '"reason": "finished", "prize": null')
    assert check(wrong).key == "check.wrong_result", "a result says nothing of which nobody knows"


async def settled(found: Table) -> None:
    await found.settle(0, RULED, [[1], [0]], ACT)


async def abandoned(found: Table) -> None:
    await found.settle(0, ABANDONED, [[0, 1]], ACT)


async def drawn(found: Table) -> None:
    await Consent(found).draw(0)
    proposal = found.proposal
    assert proposal is not None
    await Consent(found).agree([1], proposal.mark)


async def resigned(found: Table) -> None:
    await found.concede(1)


@pytest.mark.parametrize("end", [settled, abandoned, drawn, resigned])
async def test_however_it_has_ended_its_record_commits_to_its_moves(store, end: Callable):
    found = await played(store, finished=False)
    assert await moves_of(found) is None
    assert "moves_sha256" not in await export(found, [0])
    await end(found)
    record = await export(found, [])
    assert line(record, "moves_sha256") == by_hand(record) == await moves_of(found)
    verdict = await judged(store, record)
    assert (verdict.key, verdict.compared) == ("check.right", "check.as_stored")


@pytest.mark.parametrize("game", games())
async def test_in_every_game(game):
    store = await Store.open(":memory:")
    found = await Tables(store).get(await opened(store, game, 2))
    for _ in range(6):
        await found.act(found.acting[0], next(legal(found.rules, found.state, found.acting[0])))
    await found.concede(found.acting[0])
    record = await export(found, [])
    assert line(record, "moves_sha256") == by_hand(record)
    assert (await judged(store, record)).compared == "check.as_stored"
    await store.close()


async def test_of_a_game_that_is_not_over_nothing_is_told(store):
    """Not even to somebody who knows its seed."""
    found = await played(store, finished=False)
    other = await played(store, channel=2)
    row = await store.tables.get(found.id)
    record = altered(await export(other, []), "^seed: .*$", f'seed: "{row.seed:064x}"')
    record = altered(record, "^seed_sha256.*$", f'seed_sha256: "{line(await export(found, []), "seed_sha256")}"')
    record = altered(record, r"redraw \w+$", f"redraw {Chance.of(row.seed, 'redraw', 1).key}")
    verdict = await judged(store, altered(record, "^moves_sha256.*\n", ""))
    assert verdict.compared == "check.not_compared"
    assert await store.tables.of_seed(row.seed) == []


async def test_a_record_of_a_beginning_is_compared_with_the_beginning(store):
    found = await played(store)
    record = await export(found, [])
    head, _, rows = record.partition("\n\n")
    begun = altered(altered(head, "^moves_sha256.*\n", ""), "^result.*$", "x: 1") + "\n\n" + "\n".join(rows.split("\n")[:4]) + "\n"
    verdict = await judged(store, begun)
    assert (verdict.key, verdict.compared) == ("check.right_so_far", "check.as_stored_so_far")


async def test_a_record_of_before_is_checked_as_it_was(store):
    found = await played(store)
    before = altered(await export(found, []), "^moves_sha256.*\n", "")
    assert check(before).key == "check.right"
    assert (await judged(store, before)).compared == "check.as_stored"
    other = await Store.open(":memory:")
    assert (await judged(other, before)).compared == "check.not_compared", "that bot does not know the game"
    await other.close()


async def test_moves_are_compared_also_where_other_rules_have_played(store):
    found = await played(store)
    record = await export(found, [])
    await store.database.write(lambda db: db.execute("UPDATE games SET version = 0"))
    old = altered(record, "^version: .*$", "version: 0")
    old = altered(old, "^moves_sha256.*$", f'moves_sha256: "{by_hand(old)}"')
    verdict = await judged(store, old)
    assert (verdict.key, verdict.compared, verdict.right) == ("check.other_rules", "check.as_stored", False)
    wrong = altered(altered(old, *CHANGES["a row"]), "^moves_sha256.*\n", "")
    assert (await judged(store, wrong)).key == "check.wrong"


async def test_a_game_that_cannot_go_on_ends_with_seed_and_hash(store):
    found = await played(store, finished=False)
    row = await store.tables.get(found.id)
    await settle_stranded(store, Stranded(row, found.seats))
    owed = await store.all("SELECT payload FROM owed WHERE kind = ? ORDER BY id", (SAID,))
    told = [body["facts"] for (text,) in owed if (body := json.loads(text)).get("key", "").startswith("seed.")]
    after = await Tables(store).get(found.id)
    assert told == [{"seed": f"{row.seed:064x}"}, {"moves": by_hand(await export(after, []))}]


async def test_on_the_command_line(store, tmp_path):
    record = await export(await played(store), [])
    (tmp_path / "r.txt").write_text(record)
    seed, moves = line(record, "seed"), line(record, "moves_sha256")

    def said(*arguments: str) -> tuple[int, str]:
        with pytest.MonkeyPatch.context() as patch:
            told: list[str] = []
            patch.setattr("builtins.print", told.append)
            return bot.check_record([str(tmp_path / "r.txt"), *arguments]), "\n".join(told)

    for given in ((), (seed,)):
        status, told = said(*given)
        assert (status, "were not compared" in told, "the stars" in told) == (0, True, True)
    for moved in (moves, moves.upper(), f"0x{moves}", moves[:16], f"{moves[:16]}…"):
        status, told = said(seed, moved)
        assert (status, "those of the hash given" in told, "the stars" in told) == (0, True, False), moved
    assert said(seed, "0" * 64) == (1, "The record does not hold. Its moves are not those that were played.")
    for no_hash in ("", moves[:15], "x" * 64, f"{moves}0"):
        assert said(seed, no_hash)[0] == 1
        assert "That is no hash" in said(seed, no_hash)[1]


# In a chat


async def test_the_hash_stands_beside_the_seed(chat: Chat):
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL, options="seating=joined")
    told = await chat.press(DARA, chat.board(), "Seed")
    (published,) = re.findall("[0-9a-f]{64}", told)  # The hash of the seed alone.
    for member, action in ((ANNA, "faction ember"), (BOHUMIL, "faction tide")):
        await chat.use(member, "move", action=action)
    await chat.use(ANNA, "game resign", sure="true")
    await chat.use(ANNA, "game export")
    record = text_of(chat, ANNA)
    seed, moves = line(record, "seed"), by_hand(record)
    final = chat.board()
    assert f"`{seed[:16]}…`" in final["content"]
    assert f"its hash is the published `{published[:16]}…`; the hash of all moves is `{moves[:16]}…`" in final["content"]
    told = await chat.press(DARA, final, "Seed")
    assert seed in told
    assert moves in told
    await chat.bot.store.own_data.forget(int(ANNA))
    assert "Its moves are those that were played here." in await chat.use(DARA, "game check", record={"name": "r.txt", "content": record})
    await chat.use(DARA, "game export")
    assert by_hand(text_of(chat, DARA)) == moves, "names are not part of it"
    wrong = altered(altered(record, "^2. 1 faction tide", "2. 1 faction moss"), "^moves.*\n", "")
    assert "not those that were played" in await chat.use(DARA, "game check", record={"name": "r.txt", "content": wrong})


@pytest.mark.sampled(0.5)
@pytest.mark.parametrize("end", ["resign", "abandon"])
async def test_no_hash_of_moves_is_told_before_the_game_is_over(chat: Chat, log, end):  # noqa: F811
    """Neither of all rows so far nor of any beginning of them: nowhere in what goes to Discord, to disk, or to the log."""
    await chat.use(ANNA, "game new", game="planetary_conquerors", opponent=BOHUMIL, options="seating=joined")
    hashes = set[str]()

    async def look() -> None:
        found = await table(chat)
        row = await chat.bot.store.tables.get(found.id)
        seed = hashlib.sha256(f"{row.seed:064x}".encode()).hexdigest()
        values = (row.game, row.version, 2, dict(sorted(row.chosen.items())), seed)
        head = [f"{key}: {json.dumps(value)}" for key, value in zip(COVERED, values, strict=True)]
        rows = [f"{r.number}. {r.seat}{'*' if r.auto else ''} {' '.join(r.action)}" for r in await chat.bot.store.tables.actions(found.id)]
        for count in range(len(rows) + 1):
            hashes.add(hashlib.sha256("\n".join([*head, "", *rows[:count], ""]).encode()).hexdigest())

    for n in range(often(4, 8)):
        found = await table(chat)
        seat = found.acting[0]
        member = str(found.seats[seat].player)
        await chat.use(member, "move", action=" ".join(next(legal(found.rules, found.state, seat))))
        await chat.use(BOHUMIL, "ahead", action="stops pass_play" if n % 2 else "stops")
        for reader in (ANNA, CECILE):
            await chat.use(reader, "game export")
            assert "moves_sha256" not in text_of(chat, reader)
            await chat.use(reader, "game check", record={"name": "r.txt", "content": text_of(chat, reader)})
        await chat.press(DARA, chat.board(), "Log") if "Log" in chat.labels(chat.board()) else None
        await look()
    assert len(hashes) > often(4, 10)
    logging.getLogger("referee.test").debug("ours at DEBUG")

    async def everything() -> str:
        stored = [str(row) for name in ("owed", "games", "facts") for row in await chat.bot.store.all(f"SELECT * FROM {name}")]
        return "\n".join([*map(str, chat.standin.requests), *map(str, chat.world.messages.values()), log.told(), *stored])

    told = await everything()
    assert not [found for found in hashes if found[:16] in told]
    if end == "resign":
        await chat.use(ANNA, "game resign", sure="true")
    else:
        await chat.use(DARA, "referee end", reason="rain")
    await look()
    final = await moves_of(await table(chat))
    assert final in hashes
    assert final[:16] in await everything(), "the test would have seen it"
    assert final[:16] not in log.told()
    assert not [found for found in hashes - {final} if found[:16] in await everything()]
