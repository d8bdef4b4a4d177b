"""The pages that people read: what they link to, the commands, options, modules, settings and figures that they name, are there."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

from cogs import housekeeping
from cogs.messages import button_lists, intake, interaction_deadlines
from cogs.play import ahead_limits, motions, open_tables, stored_results
from cogs.play.presence import silent_players
from cogs.play.thinking import budget, worker
from cogs.play.thinking import pool as thinking
from cogs.play.tournaments import matches as tournaments
from cogs.service import shard_leases, watchdog
from cogs.service.bot import Referee, cog_names
from cogs.service.doctor import sharding
from data.content import build, games
from data.language import texts
from data.lookup import answering
from data.store import Store, configured_limits, reply_times, setups
from data.store.postgres import connections as postgres_link
from data.store.postgres import database, peers
from data.store.transfer import backup
from rules import game as contract
from rules import legal_actions
from rules.competition import clock, ratings
from tests.house.test_structure import MAY_IMPORT
from tests.tools.balance.__main__ import written
from tests.tools.balance.figures import Row
from tests.tools.balance.playing import of
from tests.tools.fairness_page import PAGE as BALANCE

ROOT = Path(__file__).resolve().parents[2]
EIGHT = {"playing", "tournaments", "running", "architecture", "adding-a-game", "contract", "rules-lookup", "fairness"}
PAGES = {path.relative_to(ROOT).as_posix(): path for path in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"))}
DAY, HOUR, MINUTE = clock.DAY, clock.HOUR, clock.MINUTE
OF_HTTP = {"/health", "/metrics"}
"""What begins with a slash and is no command."""
FIGURES = [
    ("playing", "has not answered for {} hours", open_tables.ANSWER_WITHIN / HOUR),
    ("playing", "Without one within {} hours the game is over", open_tables.ANSWER_WITHIN / HOUR),
    ("playing", "That is {} days of their own time", clock.USUAL_CLAIM / DAY),
    ("playing", "room for {:,} letters of it", ahead_limits.ROOM),
    ("playing", "count in full {} times in 30 days", ("no", "one", "two", "three", "four")[ratings.IN_FULL]),
    ("playing", "from {} decisions of each on", ("no", "one", "two", "three", "four", "five")[stored_results.LONG]),
    ("playing", "When {} hours have passed in silence", motions.SILENCE / HOUR),
    ("playing", "after a {} of their own time the others choose", {7 * DAY: "week"}[silent_players.WEEK]),
    ("running", "in a file for {} days", backup.ASIDE_DAYS),
    ("running", "in more than {:,} servers", sharding.MOST_SERVERS),
    ("running", "may have opened ({})", configured_limits.USUAL.tables_by_person),
    ("running", "a server may have ({};", configured_limits.USUAL.tables_by_server),
    ("running", "how many tournaments ({})", configured_limits.USUAL.tournaments_by_server),
    ("running", "status {} where `WATCHDOG`", watchdog.STATUS),
    ("running", "After {} seconds the process ends", watchdog.HANGS),
    ("running", "up to {} a process", {8: "nine"}[database.CONNECTIONS]),
    ("cogs/messages", "has not answered within {:.0f} seconds", postgres_link.HANGS),
    ("cogs/play/thinking", "More than {} things at a time", intake.BUDGET),
    ("cogs/play/thinking", "the latest {} are kept", {10: "ten"}[setups.MOST]),
    ("cogs/messages", "{} lines a page", {10: "ten"}[button_lists.A_PAGE]),
    ("cogs/messages", "given up after a {};", {MINUTE: "minute"}[interaction_deadlines.DEADLINE]),
    ("cogs/messages", "(a replay, a copy) after {}", {10 * MINUTE: "ten"}[interaction_deadlines.LONG]),
    ("cogs/play/thinking", "at most {:.0f} seconds of a core", budget.DECISION),
    ("cogs/play/thinking", "decisions in a turn {:.0f} (", budget.TURN),
    ("cogs/play/thinking", "gone after {} minutes without a question", {5 * MINUTE: "five"}[thinking.IDLE]),
    ("cogs/play/thinking", "Where {} die of a position", {3: "three"}[thinking.TRIES]),
    ("cogs/play/thinking", "one thinks for {} seconds", {10.0: "ten"}[worker.LONGEST]),
    ("cogs/service", "silent for {} seconds by the server's clock", {8.0: "eight"}[peers.LEASE]),
    ("cogs/service", "wait for {} seconds whether they get the shard", {2.0: "two"}[shard_leases.PRESS_WAITS]),
    ("cogs/service", "found within {}", {30.0: "half a minute"}[shard_leases.ROUND]),
    ("cogs/play/tournaments", "asks again every {:.0f} minutes", tournaments.LOOK_AGAIN / MINUTE),
    ("architecture", "in the last {} weeks", {42 * DAY: "six"}[reply_times.KEPT]),
    ("data/store", "have not been here for {} years", {2 * 365: "two"}[housekeeping.UNUSED_DAYS]),
    ("contract", "has {} words at most", legal_actions.LONGEST),
    ("rules-lookup", "are worth {:.0f} times as much", answering.THIS_GAME),
]  # fmt: skip
"""Pages and rooms, what stands in them, and the number there as the code has it."""


def text(page: str) -> str:
    return PAGES[page].read_text(encoding="utf-8")


def prose(page: str) -> str:
    """A page without what is fenced: code, drawings."""
    return re.sub(r"^```.*?^```$", "", text(page), flags=re.MULTILINE | re.DOTALL)


def spans(page: str) -> list[str]:
    """What stands between backticks in sentences."""
    return re.findall(r"`([^`\n]+)`", prose(page))


def anchors(page: str) -> set[str]:
    """The headings of a page as links name them."""
    headings = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(page: str) -> Iterator[tuple[Path, str]]:
    """The files that a page links to, each with the heading there."""
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if not target.startswith("https://"):
            place, _, anchor = target.partition("#")
            yield ((PAGES[page].parent / place).resolve() if place else PAGES[page]), anchor


def wrongly(line: str, commands: dict[str, app_commands.Command[Any, Any, Any]]) -> str:
    """What is wrong with a command as a page writes it, such as `/game new clock:24h`; nothing for one that there is."""
    path, rest = list[str](), line.removeprefix("/").split()
    while rest and any(name == " ".join([*path, rest[0]]) or name.startswith(" ".join([*path, rest[0], ""])) for name in commands):
        path.append(rest.pop(0))
    if not path:
        return "no such command"
    known = {p.display_name for p in commands[" ".join(path)].parameters} if " ".join(path) in commands else set()
    values, options = "", known
    for word in rest:
        name, sign, _ = word.partition(":")
        if sign and name in options:
            values = name
        elif not values:
            return f"/{' '.join(path)} has no {word}"
    return ""


@pytest.fixture
async def commands():
    store = await Store.open(":memory:")
    bot = Referee(store)
    for name in cog_names():
        await bot.load_extension(name)
    yield {c.qualified_name: c for c in bot.tree.walk_commands() if isinstance(c, app_commands.Command)}
    await bot.close()
    await store.close()


def test_the_readme_is_read_in_three_minutes():
    assert (ROOT / "README.md").stat().st_size <= 8_000


def test_there_are_eight_pages_and_all_are_found_from_the_readme_and_from_each_other():
    assert {path.stem for path in (ROOT / "docs").glob("*")} == EIGHT
    named = {path for path, _ in links("README.md")}
    for page in (f"docs/{name}.md" for name in EIGHT):
        assert PAGES[page] in named, f"the README does not link to {page}"
        others = {path for path, _ in links(page) if path.parent == ROOT / "docs" and path != PAGES[page]}
        assert len(others) >= 2, f"{page} links to {len(others)} other pages"
        assert PAGES["README.md"] in {path for path, _ in links(page)}, f"{page} does not link back"


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    for path, anchor in links(page):
        assert path.exists(), f"{page} links to {path}"
        if anchor:
            assert anchor in anchors(path.relative_to(ROOT).as_posix()), f"{page}: {path.name} has no heading #{anchor}"


async def test_commands_and_their_options_exist(commands):
    for page in PAGES:
        for span in spans(page):
            if re.fullmatch(r"/[a-z].*", span) and span not in OF_HTTP:
                assert not (wrong := wrongly(span, commands)), f"{page}: `{span}`: {wrong}"


async def test_a_command_that_is_none_is_noticed(commands):
    assert wrongly("/game new clock:until tomorrow 20:00", commands) == ""
    assert wrongly("/settings", commands) == ""
    assert wrongly("/game knew", commands) == "/game has no knew"
    assert wrongly("/game new colour:red", commands) == "/game new has no colour:red"
    assert wrongly("/sing", commands) == "no such command"


async def test_every_command_is_told_of(commands):
    """By all its words, or by its last one where its group is told of."""
    told = {page: set(spans(page)) for page in ("docs/playing.md", "docs/tournaments.md", "docs/running.md")}
    for name in commands:
        group, _, leaf = name.rpartition(" ")
        whole = any(span == f"/{name}" or span.startswith(f"/{name} ") for found in told.values() for span in found)
        assert whole or any(leaf in found and any(s.startswith(f"/{group}") for s in found) for found in told.values()), f"no page tells of /{name}"


@pytest.mark.parametrize("page", [*PAGES])
def test_modules_files_and_tools_that_are_named_exist(page):
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    rooms = "|".join((*MAY_IMPORT, "tests"))
    for span in spans(page):
        if re.fullmatch(rf"(?:{rooms})/[\w./-]*", span):
            assert (ROOT / span).exists(), f"{page} names {span}"
        for module in re.findall(r"python -m ((?:tests|render)[\w.]*)", span):
            path = ROOT / module.replace(".", "/")
            assert path.with_suffix(".py").exists() or (path / "__main__.py").exists(), f"{page} names {module}"
        for word in re.findall(r"python bot\.py ([a-z]+)", span):
            assert f'["{word}"]' in (ROOT / "bot.py").read_text(encoding="utf-8"), f"{page} names bot.py {word}"
        for target in re.findall(r"\bmake ([a-z]+)", span):
            assert target in targets, f"{page} names make {target}"


def test_the_rooms_that_are_drawn_exist():
    drawn = re.search(r"## Rooms\n\n```\n(.*?)```", text("docs/architecture.md"), re.DOTALL)
    assert drawn
    above = ROOT
    for indent, name in re.findall(r"^(  )?([a-z]+(?:/|\.py)) ", drawn[1], re.MULTILINE):
        assert ((above if indent else ROOT) / name).exists(), name
        above = above if indent else ROOT / name


def test_names_on_the_map_stand_in_their_rooms():
    """Each is a module there or further in, a function that is written or called there, or a key of texts."""
    for room, names in table("docs/architecture.md", "Where the rest is written"):
        here = ROOT / room.strip("`")
        sources = "\n".join(path.read_text(encoding="utf-8") for path in here.rglob("*.py"))
        for name in re.findall(r"`([a-z_][a-z_/]*)`", names):
            module = (here / name).is_dir() or (ROOT / name).is_dir() or [*here.rglob(f"{name}.py")]
            assert module or re.search(rf"(\bdef |\.){name}\(|\"{name}\"", sources), f"{room} has no {name}"


def test_parts_that_have_one_name_are_in_a_game():
    rows = text("docs/architecture.md").partition("**One part, one name.**")[2].partition("\nImports")[0]
    for room in ("rules", "render"):
        drawn = [row for row in rows.splitlines() if row.startswith("In `render") == (room == "render")]
        for name in re.findall(r"`([a-z_]+)`", "\n".join(drawn)):
            assert [*(ROOT / room).glob(f"*/{name}.py"), *(ROOT / room).glob(f"*/computer/{name}.py")], f"no game has {room}/<game>/{name}"


def table(page: str, heading: str) -> list[list[str]]:
    """The cells of the first table below a heading."""
    _, _, below = text(page).partition(f"\n## {heading}\n")
    assert below, f"{page} has no {heading}"
    lines = re.search(r"(?:^\|.*\n)+", below, re.MULTILINE)
    assert lines
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[0].splitlines()[2:]]


def test_there_are_at_most_twenty_private_words():
    words = [row[0] for row in table("docs/architecture.md", "Twenty words")]
    assert len(words) == len(set(words)) <= 20
    assert {"sealed", "occasion", "mark"} <= set(words)


def test_every_setting_is_told_of():
    there = re.findall(r"^([A-Z_]+)=", (ROOT / ".env.example").read_text(encoding="utf-8"), re.MULTILINE)
    told = [name for row in table("docs/running.md", "Settings") for name in re.findall(r"`([A-Z_]+)`", row[0])]
    assert sorted(told) == sorted(there)


def test_every_figure_to_watch_is_kept():
    kept = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "cogs" / "service").glob("*.py"))
    for name in set(re.findall(r"referee_(\w+)", text("docs/running.md"))):
        assert f'"{name.removesuffix("_total")}"' in kept or f'"referee_{name.removesuffix("_total")}"' in kept, name


@pytest.mark.parametrize(("page", "words", "number"), FIGURES)
def test_figures_are_those_of_the_code(page, words, number):
    said = words.format(number if isinstance(number, str) else int(number) if number == int(number) else number)
    where = ROOT / page / "__init__.py" if "/" in page else ROOT / "docs" / f"{page}.md"
    assert said in " ".join(where.read_text(encoding="utf-8").split()), f"{where.relative_to(ROOT)} does not say: {said}"


def borders(words: str) -> tuple[float, float]:
    """The limits of a figure as a table has them."""
    *low, high = map(float, re.findall(r"[\d.]+", words))
    return (high, float("inf")) if words.startswith("at least") else (low[0] if low else 0.0, high)


@pytest.mark.parametrize("game", games())
def test_tables_of_fairness_say_of_each_figure_whether_it_is_kept(game):
    found = re.search(rf"<!-- balance {game} -->(.*?)<!-- end {game} -->", BALANCE.read_text(encoding="utf-8"), re.DOTALL)
    assert found, f"{BALANCE.name} has no table of {game}"
    rows = [line.strip("| ").split(" | ") for line in found[1].splitlines() if re.search(r"\d.*\|", line)]
    assert len(rows) > 10
    for what, value, kept_within, kept in rows:
        low, high = borders(kept_within)
        between = re.search(r"\(([\d.]+) to ([\d.]+)\)", value)
        interval = (float(between[1]), float(between[2])) if between else None
        assert Row(what, float(value.split()[0]), low, high, interval=interval).verdict == kept, f"{game}: {what}"


@pytest.mark.parametrize("game", games())
def test_the_page_of_fairness_names_who_plays(game):
    """Beside the tables stands what the computers are given that `make balance` uses."""
    title = texts("en", game)("title")
    assert re.search(rf"(?m)^\| {re.escape(title)} \| `{of(game).PLAYER}`", BALANCE.read_text(encoding="utf-8"))


def test_the_report_of_fairness_writes_its_tables_where_they_stand(tmp_path, monkeypatch):
    page = tmp_path / "fairness.md"
    page.write_text(BALANCE.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr("tests.tools.fairness_page.PAGE", page)
    written({game: ([Row("a new figure", 50.0, 45, 55, "%", (49.0, 51.0))], 7) for game in games()})
    after = page.read_text(encoding="utf-8")
    assert after.count("| a new figure | 50.0 % (49.0 to 51.0) | 45 to 55 | kept |") == len(list(games()))
    assert after.count("7 games:") == len(list(games()))


def test_the_example_of_the_contract_does_what_it_says():
    code = re.search(r"```python\n(.*?)```", text("docs/contract.md"), re.DOTALL)
    assert code
    known: dict[str, Any] = {}
    for line in filter(None, code[1].splitlines()):
        source, _, said = line.partition("  # ")
        if said.startswith("raises Refused: "):
            with pytest.raises(contract.Refused, match=re.escape(said.removeprefix("raises Refused: "))):
                exec(source, known)
        elif said:
            assert eval(source, known) == eval(said), line
        else:
            exec(source, known)


def test_the_bug_that_is_told_was_mended_like_that():
    told = text("CONTRIBUTING.md")
    test, fix = re.findall(r"```python\n(.*?)```", told, re.DOTALL)
    for code, place in ((test, "tests/planetary_conquerors/test_sealed.py"), (fix, "rules/planetary_conquerors/engine.py")):
        assert place in told
        there = {line.strip() for line in (ROOT / place).read_text(encoding="utf-8").splitlines()}
        for line in filter(None, map(str.strip, code.splitlines())):
            assert line == "..." or line in there, f"{place}: {line}"


def test_the_changelog_tells_of_this_version_and_what_it_asks_of_a_database_and_of_records():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    newest = text("CHANGELOG.md").split("\n## ")[1]
    assert newest.startswith(f"{project['version']} ")
    latest = max(path.name[:3] for path in (ROOT / "data" / "migrations").glob("*.sql"))
    assert f"Latest migration: {latest}." in newest, "name the latest migration in CHANGELOG.md"
    for game in games():
        title = {"hexknight": "HexKnight", "hexygame": "HexyGame"}.get(game, game.replace("_", " ").title())
        assert f"{title} {build(game).version}" in newest, f"name the version of {game} in CHANGELOG.md"
