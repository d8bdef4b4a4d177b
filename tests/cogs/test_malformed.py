"""What nobody meant to send: broken records, forms and custom ids, and refusals wherever they arise. Each is answered in words."""

from __future__ import annotations

import importlib
import json
import random
import re
import sqlite3
from contextlib import closing
from typing import Any
from unittest.mock import AsyncMock, MagicMock, Mock, call

import discord
import pytest
from babel.messages.pofile import read_po

from cogs.deck import FORM, LONGEST_TEXT
from cogs.learn import FORM as LESSON
from cogs.messages.buttons import SHAPES, _dispatch
from cogs.messages.reply import answer_error, verdict_words
from cogs.play.history.record_check import check
from cogs.play.new_table import Opening, Party
from cogs.service.bot import Referee, cog_names
from data.content import build, games
from data.language import DATA, LANGUAGES
from data.store import Store
from rules.game import Refused
from rules.legal_actions import legal
from rules.notation import Record, Row, Wrong, replay
from rules.randomness import seed_hash
from tests.chat import ANNA, BOHUMIL, CECILE, DARA
from tests.every_game.setups import Setup, random_rows
from tests.sampled import often

KEY = re.compile(r"[a-z_]+\.[a-z_.]+")
NASTY = [
    *["", "0", "-1", "99", "²", "٣", "1e400", "NaN", "Infinity", "null", "true", "[]", "{}", '""', '"x"', "9" * 5000, '"\\ud800"', '"\\u0000"'],
    *["[" * 3000, '{"a": {}}', "-", ":", "1_0", " ", "1.5", "é", '{"board": []}', '{"board": 3}', '{"places": 3}', "\x00", "\u2028"],
]


KEYS = {m.id for path in DATA.glob("**/en.po") for m in read_po(path.open("rb")) if isinstance(m.id, str)}
"""The keys of all texts."""
KINDS = {key.partition(".")[0] for key in KEYS if "." in key}


def check_words(words: str) -> None:
    """What a person reads holds no key of a text, no gap, and can be written."""
    assert words
    words.encode()
    assert not [word for word in KEY.findall(words) if word.partition(".")[0] in KINDS], words
    assert not re.search(r"\{[a-z_]*\}", words), words


# Records


def game_of(setup: Setup, seed: int, undo: bool) -> str:
    """A whole game as text, with things taken back if asked for."""
    rules = setup.rules
    options = {o.key: setup.options.get(o.key, o.values[0]) for o in rules.options}
    state = rules.setup(setup.seats, options, seed).state
    rows = []
    for row in random_rows(rules, state, seed):
        if undo and row.number in (3, 7):
            rows += [Row(len(rows) + 1, row.seat, row.action), Row(len(rows) + 2, 0, ("undo", str(len(rows))))]
        rows.append(Row(len(rows) + 1, row.seat, row.action))
    header = {"game": rules.key, "version": rules.version, "seats": setup.seats, "names": ["A\u2028", "B"], "options": options}
    header |= {"seed_sha256": seed_hash(seed), "seed": f"{seed:064x}"}
    _, outcome = replay(rules, Record(header, tuple(rows)), seed)
    assert outcome is not None
    header["result"] = {"places": outcome.places, "reason": outcome.reason, "scores": outcome.scores, "order": outcome.order}
    return Record(header, tuple(rows)).write()


WHOLE = {game: game_of(Setup(game, min(build(game).seats), {}), 5, undo=True) for game in ("monster_hex", "hockey_game")}


def test_a_right_record_is_right():
    for text in WHOLE.values():
        assert check(text).key == "check.right", check(text).wrong
        assert check(text.replace("\n", "\r\n")).key == "check.right"


def test_a_record_that_breaks_off_is_right_so_far():
    for text in WHOLE.values():
        *lines, last = text.rstrip("\n").split("\n")
        assert last.startswith(f"{len(lines) - lines.index('')}. "), "the number of the last action"
        verdict = check("\n".join(line for line in lines if not line.startswith("result: ")) + "\n")
        assert (verdict.key, verdict.facts) == ("check.right_so_far", {"actions": len(lines) - lines.index("") - 1})


def mutant(text: str, rng: random.Random) -> str:
    """A record with something in it changed: a word, a value of the header, a line, a letter."""
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    head = lines.index("")
    kind = rng.randrange(6)
    if kind == 0:
        words = lines[at].split(" ") or [""]
        words[rng.randrange(len(words))] = rng.choice(NASTY)
        lines[at] = " ".join(words)
    elif kind == 1:
        at = rng.randrange(head)
        lines[at] = lines[at].partition(": ")[0] + ": " + rng.choice(NASTY)
    elif kind == 2:
        del lines[at]
    elif kind == 3:
        lines.insert(at, lines[rng.randrange(len(lines))])
    elif kind == 4:
        lines[at] = lines[at] + " " + rng.choice(NASTY)
    else:
        letter = rng.randrange(len(text))
        return text[:letter] + rng.choice(NASTY)[:30] + text[letter + rng.randrange(2) :]
    return "\n".join(lines)


@pytest.mark.parametrize("game", WHOLE)
def test_no_mutated_record_is_our_fault(game):
    rng = random.Random(7)
    found = set()
    for _ in range(250):
        verdict = check(mutant(WHOLE[game], rng), rng.choice([None, None, None, *NASTY]))
        found.add(verdict.wrong.reason if verdict.wrong else verdict.key)
        for language in LANGUAGES:
            check_words(verdict_words(verdict, language))
    assert len(found) > 5, found


def changed(text: str, **header: object) -> str:
    """A record with other lines in its header."""
    lines = dict(line.split(": ", 1) for line in text.partition("\n\n")[0].split("\n")) | {k: json.dumps(v) for k, v in header.items()}
    return "\n".join(f"{k}: {v}" for k, v in lines.items()) + "\n\n" + text.partition("\n\n")[2]


def with_rows(text: str, *rows: str) -> str:
    """A record with other actions and no result."""
    return changed(text).partition("result:")[0] + "\n" + "\n".join(rows) + "\n"


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (["1. 99 resign"], "seat"),
        (["1. 2 resign"], "seat"),
        (["1. 0 resign now"], "refused"),
        (["2. 0 resign"], "line"),
        (["1. -1 resign"], "line"),
        (["1. ² resign"], "line"),
        (["1. 0"], "line"),
        (["1. 0 undo"], "words"),
        (["1. 0 undo 0 0"], "words"),
        (["1. 0 undo ²"], "words"),
        (["1. 0 undo 1"], "undo"),
        (["1. 0 undo 0", "2. 7 undo 0"], "seat"),
        (["1. 0 dance", "2. 0 undo 0"], "refused"),
        (["1. 0 settle"], "words"),
        (["1. 0 settle ruled"], "words"),
        (["1. 0 settle ruled 0"], "words"),
        (["1. 0 settle ruled 0+1 1"], "words"),
        (["1. 0 settle ruled 0+99"], "words"),
        (["1. 0 settle because 0+1"], "words"),
        (["1. 0 settle ruled 0 1", "2. 0 undo 0"], "after"),
        (["1. 0 resign", "2. 1 resign"], "after"),
        (["1. 0 resign", "2. 0 undo 0"], "after"),
    ],
)
def test_seats_numbers_and_words_of_a_record_must_hold(rows, reason):
    verdict = check(with_rows(WHOLE["monster_hex"], *rows))
    assert verdict.wrong is not None, verdict
    assert verdict.wrong.reason == f"record.{reason}"


def test_headers_of_a_record_must_hold():
    text = WHOLE["monster_hex"]
    wrong = {"seats": [0, 9, True, "2"], "options": [[], {"board": "moon"}, {"moon": "x"}, {"board": "four"}], "version": [None, True]}
    wrong |= {"seed_sha256": [3], "seed": ["x", 7, "0" * 65], "game": [7, {"board": 1}], "names": ["AB", ["A"], [1, 2]]}
    for header in ({key: value} for key, values in wrong.items() for value in values):
        verdict = check(changed(text, **header))
        assert verdict.key == "check.wrong", header
    for result in (3, None, {}, {"places": 3}, {"places": [[0, 1]], "reason": "x"}):
        assert check(changed(text, result=result)).key == "check.wrong_result", result
    assert check(changed(text, game="\ud800`")).key == "check.unknown_game"
    assert check(with_rows(text, "1. 0 resign")).key == "check.right_without_result"
    assert check(changed(with_rows(text), result={"places": [[0], [1]]})).key == "check.wrong_result"


def test_a_refusal_in_a_record_is_told_in_words():
    verdict = check(changed(WHOLE["monster_hex"], options={"board": "four"}))
    assert isinstance(verdict.wrong, Wrong)
    for language in LANGUAGES:
        words = verdict_words(verdict, language)
        check_words(words)
        assert "MH-1.1" in words


# Custom ids and forms


@pytest.fixture
async def bot():
    """The bot with its cogs and a table of Anna's, connected to nothing."""
    made = Referee(await Store.open(":memory:"))
    made.fetch_channel = AsyncMock(side_effect=discord.DiscordException)  # type: ignore[method-assign]
    for name in cog_names():
        await importlib.import_module(name).setup(made)
    opening = Opening("planetary_conquerors", 1, 7, {"decks": "drawn"}, "en", "light")
    await made.tables.open(opening, Party((int(ANNA), "Anna"), [(int(BOHUMIL), "Bohumil")], seats=2, agreed=True))
    made.get_partial_messageable = MagicMock(return_value=MagicMock(send=AsyncMock(return_value=MagicMock(id=1))))  # type: ignore[method-assign]
    yield made
    await made.close()
    await made.store.close()


class SingleFlight:
    """A method to be awaited that keeps how it was called: thousands of these take a tenth of the time of as many `AsyncMock`."""

    def __init__(self) -> None:
        self.await_args_list: list[Any] = []

    @property
    def await_count(self) -> int:
        return len(self.await_args_list)

    async def __call__(self, *args: Any, **kwargs: Any) -> None:
        self.await_args_list.append(call(*args, **kwargs))


def sent(bot: Referee, player: str, locale: str = "en-GB") -> Mock:
    """An interaction as far as handlers look at it; it keeps what it is answered."""
    # Each in a message of its own.
    found = Mock(client=bot, channel_id=7, guild_id=1, id=random.getrandbits(60), locale=locale, extras={}, message=None)
    found.user.id, found.user.display_name, found.user.name, found.user.roles = int(player), "Anna", "anna", []
    found.type, found.filesize_limit = discord.InteractionType.component, 10_000_000
    found.response.is_done = lambda: True
    found.response.type = discord.InteractionResponseType.deferred_channel_message
    found.response.defer, found.response.send_modal = SingleFlight(), SingleFlight()
    found.edit_original_response, found.followup.send = SingleFlight(), SingleFlight()
    return found


def answers(interaction: Mock) -> list[str]:
    calls = [*interaction.edit_original_response.await_args_list, *interaction.followup.send.await_args_list]
    return [told.kwargs.get("content") or _in_layout(told.kwargs.get("view")) or (told.args[0] if told.args else "") for told in calls]


def _in_layout(view: Any) -> str:
    """What a layout says."""
    return "\n".join(part.content for part in view.children if isinstance(part, discord.ui.TextDisplay)) if view is not None else ""


GOOD = {
    **dict.fromkeys(SHAPES, "1"), **dict.fromkeys(("step", "pick", "do"), "1:0:0:keep"), "go": "1:0:0", "order": "1:ask_spell:on", "snooze": "1:0",
    "vanished": "1:0:wait:", "block": "1:4001", "rehearsed": "press:1",
    **dict.fromkeys(("meant", "rest", "whymeant"), "1:0:keep"),
    **dict.fromkeys(("agree", "refuse"), "1:abcdef01"), "why": "monster_hex MH-1.1 MH-R4", "learn": "monster_hex:0:0", "rule": "MH-1.1:en",
    "ruleopen": "MH-1.1", "ruleshow": "MH-1.1:cs", "ruleask": "cs:proč?", "analysisshow": "1:en", "replayshow": "1:0:3:fr", "plan": "1:stops",
    **dict.fromkeys(("showme", "moment"), "1:1"),
    "undo": "1:0:1", "say": "1:12345678:ready react any", "toggle": "1:ask_main:on",
    **dict.fromkeys(("onward", "shorten", "stops", "back", "next", "play"), "1:1"), "usual": "planetary_conquerors:1", "lesson": "hexygame",
    **dict.fromkeys(("cards", "cardseek", "cardadd"), "hexygame:0a1b2c3d:ff:1:fire"), "cardsift": "0:hexygame::0:0:",
    "cardlook": "1:hexygame::0:0:", "cardcount": "-1:1:hexygame:0a1b2c3d:0:0:", "cardinto": "1:hexygame::0:0:", "decks": "",
    "deck": "hexygame:+ember_raid:0", "deckcopy": "hexygame:+ember_raid", "decktake": "hexygame:0a1b2c3d:0", "decknew": "hexygame",
    **dict.fromkeys(("deckbegin", "decklook", "deckmend", "deckname", "decktext"), "hexygame:0a1b2c3d"),
    "newgame": "", "welcome": "more:1", "fresh": "computer:hexygame", "characters": "hexygame", "teach": "1", "logpage": "1:1",
    "leaf": "cs", "learntype": "hexknight:3", "learngo": "hexknight:3:0:0", "practice": "hexknight",
    **dict.fromkeys(("prstep", "prdo", "prpick"), "hexknight:3:0:0:play"), **dict.fromkeys(("prtype", "pranswer", "prshow"), "hexknight:3"),
    **dict.fromkeys(("learnstep", "learndo", "learnpick"), "hexknight:3:0:0:play"), "book": "hexknight:cs", "asked": "fr", "download": "hexygame:fr",
    **dict.fromkeys(("dval", "dagain"), "1:rounds"), "dpreset": "1:week", "dsure": "1:starts:1", "tlist": "1:why:4001:0", "tfile": "1:trf",
    **dict.fromkeys(("wsure", "csure"), "1:1"), "follow": "1:end",
    **dict.fromkeys(("tdrop", "tkeep"), "1:3"), "tobject": "1:pause", "tdesk": "1:2", "tmatch": "1:0", "tremind": "1:0:3",
    **dict.fromkeys(("trule", "truling"), "1:0:3:absent"), "tpause": "1:resume", "tsettle": "1:3:0:1700000000", "tpick": "1:0",
    "tmove": "1:0:up", "tout": "1:0", "tseed": "1:rating",
    "twish": "1:0:2", "tstay": "1:yes", "thonours": "1:0", "tjointeam": "1:0", "tdecline": "1:0",
    "tlineup": "1:3:up", "tchallenge": "1:0:back", "tanswer": "1:0:pass",
    **dict.fromkeys(("cpack", "cpick", "cout"), "1:2"), "cadd": "1:0:free",
    "retry": "learn:game=hexygame", "settings": "data:sure", "set": "pings:on", "setask": "hours", "setwhom": "block", "roomset": "channel:1:theme",
}  # fmt: skip


def broken(rest: str, rng: random.Random) -> str:
    parts = re.split("([: ])", rest)
    kind = rng.randrange(4)
    if kind == 0:
        parts[rng.randrange(len(parts))] = rng.choice(NASTY)
    elif kind == 1:
        del parts[rng.randrange(len(parts))]
    elif kind == 2:
        parts.insert(rng.randrange(len(parts) + 1), rng.choice([":", " ", *NASTY]))
    else:
        parts = [rng.choice(NASTY)]
    return "".join(parts)[:100]


async def test_every_verb_has_its_shape(bot):
    assert bot.handlers.keys() == SHAPES.keys()
    for verb, rest in GOOD.items():
        assert re.fullmatch(SHAPES[verb], rest), verb


async def test_no_custom_id_is_our_fault(bot, caplog):
    bot.intake.budget = 10_000  # One task sees to all of them.
    rng = random.Random(3)
    for verb in sorted(SHAPES):
        for _ in range(often(3, 15)):
            rest = broken(GOOD[verb], rng)
            values = [rng.choice(NASTY)] if rng.random() < 0.5 else []
            interaction = sent(bot, rng.choice([ANNA, CECILE]))
            await _dispatch(interaction, verb, rest, values)
            assert "error" not in caplog.text, f"{verb} {rest!r} {values}\n{caplog.text}"
            told = interaction.edit_original_response, interaction.followup.send, interaction.response.send_modal
            assert sum(way.await_count for way in told), f"{verb} {rest!r} is not answered"
    interaction = sent(bot, ANNA)
    await _dispatch(interaction, "gone", "1", [])
    assert "no longer works" in answers(interaction)[0]


async def test_our_own_faults_are_still_ours(bot, caplog):
    """A handler that stumbles over what it does, not over what it was sent, is told apart."""
    bot.handlers["join"] = AsyncMock(side_effect=ValueError("ours"))
    interaction = sent(bot, ANNA)
    await _dispatch(interaction, "join", "1", [])
    assert "our side" in answers(interaction)[0]
    assert "ours" in caplog.text


@pytest.mark.parametrize("rest", ["", "hexygame", "nogame:Mine", "monster_hex:Mine", "../..:x", "hexygame:" + "x" * 90])
@pytest.mark.parametrize("fields", [[], [("cards", None)], [("other", "x")], [("cards", "x" * (LONGEST_TEXT + 1))], [("cards", "9" * 4000)]])
async def test_no_form_is_our_fault(bot, caplog, rest, fields):
    interaction = sent(bot, ANNA)
    interaction.type = discord.InteractionType.modal_submit
    interaction.data = {"custom_id": FORM + rest, "components": [{"components": [{"custom_id": name, "value": value} for name, value in fields]}]}
    await bot.cogs["DeckCommands"].on_interaction(interaction)
    assert "error" not in caplog.text
    check_words(answers(interaction)[0])


@pytest.mark.sampled(0.25)
@pytest.mark.parametrize("rest", ["", "hexygame", "nogame:0", "monster_hex:99", "monster_hex:x", "monster_hex:-1", "hexygame:0"])
@pytest.mark.parametrize("fields", [[], [("words", None)], [("other", "x")], [("words", "; ;")], [("words", "9" * 4000)], [("words", "keep ;" * 50)]])
async def test_no_form_of_a_lesson_is_our_fault(bot, caplog, rest, fields):
    interaction = sent(bot, ANNA)
    interaction.type, interaction.message = discord.InteractionType.modal_submit, None
    interaction.data = {"custom_id": LESSON + rest, "components": [{"components": [{"custom_id": name, "value": value} for name, value in fields]}]}
    await bot.cogs["LearnCommands"].on_interaction(interaction)
    assert "error" not in caplog.text
    check_words(answers(interaction)[0])


async def test_a_button_that_is_none_of_ours_is_answered(chat):
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL)
    button = chat.buttons(chat.board())[0]
    for nonsense in ("b:", "b:MOVE:1", "b:move", "b:move:x", "b:nothing:1", "b:move:1\n"):
        button["custom_id"] = nonsense
        assert "no longer works" in await chat.press(ANNA, chat.board(), button["label"]), nonsense


# Refusals


def refusals(game: str) -> list[Refused]:
    """Refusals of all kinds: those of actions nobody may take at positions of a game, and of games that cannot begin like this."""
    rules, rng, found = build(game), random.Random(1), []
    for seats in range(6):
        for option in rules.options:
            for value in option.values:
                try:
                    rules.setup(seats, {option.key: value}, 1)
                except Refused as error:
                    found.append(error)
    seats = max(rules.seats)
    state, actions = rules.setup(seats, {}, 1).state, []
    for row in random_rows(rules, state, 1):
        actions.append(row.action)
        if row.number % 6 == 0 or row.number < 6:
            other = list(rng.choice(actions))
            other[rng.randrange(len(other))] = rng.choice(rng.choice(actions))
            for action in (rng.choice(actions), tuple(other), (rng.choice(rng.choice(actions)),)):
                for seat in range(seats):
                    if action not in legal(rules, state, seat, action[:1]):
                        try:
                            rules.apply(state, seat, action)
                        except Refused as error:
                            found.append(error)
        state = rules.concede(state, row.seat).state if row.action == ("resign",) else rules.apply(state, row.seat, row.action).state
    with pytest.raises(Refused) as over:
        rules.concede(state, 0)
    return [*found, over.value]


@pytest.mark.parametrize("game", games())
async def test_a_refusal_is_told_in_words_wherever_it_arises(bot, game):
    found = {(error.reason, tuple(error.facts)): error for error in refusals(game)}
    assert len(found) > 4, found.keys()
    for error in found.values():
        for locale in ("en-GB", "cs", "fr"):
            interaction = sent(bot, DARA, locale)
            await answer_error(interaction, error)
            (words,) = answers(interaction)
            check_words(words)
            assert error.rule in words or "refused" not in words


async def test_a_board_that_needs_more_players_says_so(chat):
    await chat.use(ANNA, "game new", game="monster_hex", options="board=four", seats="4")
    await chat.press(BOHUMIL, chat.board(), "Join")
    told = await chat.press(ANNA, chat.board(), "Start")
    assert "MH-1.1" in told
    check_words(told)
    told = await chat.use(ANNA, "tournament create", "3002", game="monster_hex", options="board=four")
    assert "MH-1.1" in told
    check_words(told)
    record = {"name": "r.txt", "content": changed(WHOLE["monster_hex"], seats=0)}
    check_words(await chat.use(ANNA, "game check", record=record))


async def test_no_text_that_is_stored_holds_what_a_database_may_refuse(chat, tmp_path):
    """PostgreSQL takes no NUL."""
    odd = "Ž\0x"
    await chat.use(ANNA, "game new", game="monster_hex", opponent=BOHUMIL)
    await chat.use(ANNA, "move", action=f"faction {odd}")
    await chat.use(DARA, "referee pause", reason=odd)
    await chat.use(DARA, "tournament create", "3002", game="monster_hex", name=odd)
    await chat.use(ANNA, "deck import", name=odd, deck=f"1 gold_miner\n{odd}", game="planetary_conquerors")
    await chat.submit(ANNA, f"{FORM}planetary_conquerors:{odd}", cards=f"1 gold_miner\n{odd}")
    await chat.set(ANNA, "hours", zone=odd)
    await chat.use(ANNA, "rules", question=odd)
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as db:
        texts = [
            (table, column)
            for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            for column, kind in db.execute("SELECT name, type FROM pragma_table_info(?)", (table,))
            if kind == "TEXT"
        ]
        stored = {(table, column, value) for table, column in texts for (value,) in db.execute(f"SELECT {column} FROM {table}")}
    assert {(table, column) for table, column, value in stored if "Ž" in (value or "")} >= {
        ("table_acts", "reason"),
        ("tournaments", "name"),
        ("decks", "name"),
    }
    assert ("table_acts", "reason", "Ž\ufffdx") in stored
    for *_, value in stored:
        assert "\0" not in (value or "")
