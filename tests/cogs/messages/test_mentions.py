"""Commands are mentions wherever Discord makes them of a text, and elsewhere stand as the palette has them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from discord import app_commands

from data import commands
from data.content import games
from data.language import LANGUAGES, texts
from data.rulebook import rulebook
from data.translations import read_catalogue
from tests.chat import ANNA, BOHUMIL, CECILE
from tests.cogs.test_plain_words import Reader, label, on_buttons, play
from tests.cogs.test_play import table
from tests.reading import read

DATA = Path(commands.__file__).parent
WORDS = "game move ahead board card deck hand help learn rules why mygames profile leaderboard settings referee tournament"
BARE = re.compile(rf"(?<![\w/<:.)])/(?:{WORDS.replace(' ', '|')})\b")
MENTION = re.compile(r"</([^:>]+):(\d+)>")
GROUPS = {"game", "deck", "settings", "tournament", "referee", "referee tournament"}


def paths(chat) -> dict[str, app_commands.Command]:
    return {c.qualified_name: c for c in chat.bot.tree.walk_commands() if isinstance(c, app_commands.Command)}


def all_texts(language: str):
    """Every text of a language, by the folder and the key."""
    for folder in (DATA / "locale", *(DATA / game / "locale" for game in games())):
        for key, forms in read_catalogue(folder / f"{language}.po").texts.items():
            for form in forms:
                yield folder.parent.name, key, form
    for game in games():
        for rule in rulebook(game, language).values():
            yield game, rule.number, rule.text


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_command_that_a_text_names_is_there(chat, language):
    known, find = paths(chat), texts(language).find
    named = set()
    for folder, key, text in all_texts(language):
        for words in re.findall(r"`/([^`]+)`", text):
            shown = commands.with_mentions(f"`/{words}`", find)
            group = next((g for g in GROUPS if words == g), None)
            assert MENTION.match(shown) or group, (folder, key, words)
            for path, typed in re.findall(r"^</([^:>]+):\d+>( `.*`)?$", shown):
                assert not typed or known[path].parameters, f"{folder}, {key}: nothing is typed after /{path}"
            named |= {path for path, _ in MENTION.findall(shown)}
        if not key.startswith("cmd."):
            assert not BARE.search(re.sub(r"`[^`]*`", "", text)), (folder, key, text)
    assert named <= set(known)
    assert len(named) > 25


@pytest.mark.parametrize("language", LANGUAGES)
async def test_palette_names_and_options_are_those_of_the_palette(chat, language):
    """What stands in the place of a mention is what Discord was told."""
    registered = {c["name"]: c for c in chat.world.commands}
    find, locale = texts(language).find, language

    def named(node) -> str:
        return (node.get("name_localizations") or {}).get(locale, node["name"])

    commands.make_known({})
    for path in paths(chat):
        words = path.split()
        node = registered[words[0]]
        shown = [named(node)]
        for word in words[1:]:
            node = next(o for o in node["options"] if o["name"] == word)
            shown.append(named(node))
        assert commands.with_mentions(f"`/{path}`", find) == f"`/{' '.join(shown)}`"
        assert commands.without_mentions(f"as /{path}, see", find) == f"as /{' '.join(shown)}, see"
        assert commands.without_mentions(f"as </{path}:17>, see", find) == f"as /{' '.join(shown)}, see"
    for words in ("game new hints:True", "game replay turns:5"):
        *path, option = words.split()
        name = option.split(":")[0]
        node = next(o for o in next(o for o in registered[path[0]]["options"] if o["name"] == path[1])["options"] if o["name"] == name)
        assert commands.with_mentions(f"`/{words}`", find).endswith(f" {named(node)}:{option.split(':')[1]}`")


async def test_what_discord_was_told_names_no_english_command(chat):
    """Names and descriptions of commands and options: no mention is made there, and no backtick shown."""
    told = json.dumps(chat.world.commands, ensure_ascii=False)
    assert "</" not in told
    assert "`/" not in told
    for language, wrong in (("cs", "/game"), ("fr", "/game")):
        assert f'"{language}": "' in told
        assert not re.search(rf'"{language}": "[^"]*{wrong}', told)


async def test_mentions_are_those_that_discord_gave_also_after_a_restart(chat):
    ids = {c["name"]: c["id"] for c in chat.world.commands}
    assert texts("cs")("list.none").count(f"</game new:{ids['game']}>") == 1
    commands.make_known({})
    await chat.restart()
    assert f"</game new:{ids['game']}>" in await chat.use(ANNA, "game list")


def test_what_is_typed_stands_in_code_beside_a_mention():
    commands.make_known({"move": 7, "game new": 8})
    find = texts("cs").find
    assert commands.with_mentions("-# `/move {action}`", find) == "-# </move:7> `{action}`"
    assert commands.with_mentions("`/game new game:{game} computers:1`", find) == "</game new:8> `hra:{game} počítače:1`"
    assert commands.with_mentions("`/nothing` and `/`, 1/2 `x`", find) == "`/nothing` and `/`, 1/2 `x`"


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_fits_into_a_message(language):
    names = ["game new", "game hint", "game log", "game replay", "game export", "move", "ahead", "hand", "board", "learn", "rules", "why", "card"]
    commands.make_known(dict.fromkeys([*names, "mygames", "profile", "leaderboard"], 10**18))
    titles = ", ".join(texts(language, game)("title") for game in games())
    assert all(len(texts(language)(key, games=titles)) <= 2000 for key in ("welcome.text", *(f"help.page.{n}" for n in range(1, 5))))


@pytest.mark.sampled(0.2)
@pytest.mark.parametrize(("game", "language"), [*zip(games(), LANGUAGES * 2, strict=False)])
async def test_nobody_reads_a_bare_command(chat, monkeypatch, game, language):
    """A game with the private answers around it: each command in a message is a mention that Discord knows, none stands on buttons or alt texts."""
    seeds = iter(range(11, 99))
    monkeypatch.setattr("cogs.play.tables.new_seed", lambda: next(seeds))
    chat.world.kept_messages = 1000
    for member in (ANNA, BOHUMIL, CECILE):
        chat.world.members[member]["locale"] = {"en": "en-US"}.get(language, language)
    known, ids = set(paths(chat)), {c["name"]: c["id"] for c in chat.world.commands}
    for command in ("mygames", "game list", "help", "profile", "leaderboard", "game hint"):
        await chat.use(ANNA, command, **({"player": ANNA} if command == "profile" else {"game": game} if command == "leaderboard" else {}))
    await chat.use(ANNA, "game new", game=game, seats="2", options="seating=joined")
    await chat.press(BOHUMIL, chat.board(), texts(language)("button.join"))
    reader = Reader(chat, game, language)
    passing: list[dict] = []
    reader.judge = lambda message: passing.append(dict(message))  # As it is now: later it says something else.
    await play(chat, reader, range(6))
    await chat.press(CECILE, chat.board(), label(chat))
    if not (await table(chat)).over:
        for command in ("game hint", "game draw", "board", "hand"):
            await chat.use(ANNA, command)
        await chat.use(ANNA, "game resign", sure="True")
    seen = 0
    for message in (*passing, *map(read, chat.world.messages.values())):
        content = message["content"] or ""
        for path, number in MENTION.findall(content):
            seen += 1
            assert path in known, content
            assert number == ids[path.split()[0]], content
        coded = re.findall("`/([^`]+)`", content)
        assert not known.intersection(coded), content
        rest = re.sub(r"`/[^`\s]+`", "", MENTION.sub("", content))
        assert not BARE.search(rest), content
        for text in (*on_buttons(message), *(a["description"] or "" for a in message["attachments"])):
            assert "</" not in text, text
            assert language == "en" or not BARE.search(text), text
    assert seen > 5
