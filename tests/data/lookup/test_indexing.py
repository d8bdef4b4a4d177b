"""The kept index is the one that the present books and program give; nobody has to trust it: else it is worked out anew, and kept where it can be."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from array import array
from pathlib import Path

import msgspec
import pytest

from cogs.play.worker_threads import begin
from cogs.service import start_up
from data.content import games
from data.language import LANGUAGES
from data.lookup import answering as looking
from data.lookup import indexing
from data.lookup.answering import lookup
from data.lookup.indexing import index_of, indexed, is_kept, place
from data.lookup.number_arrays import packed, unpacked
from data.rulebook import rulebook
from tests.waiting import within

ROOT = Path(__file__).resolve().parents[3]
BOOK = list(rulebook("monster_hex", "en").values())
BUILD = "from data.lookup.answering import lookup; print(lookup().find('second place', 'en', 'monster_hex')[0].number)"


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """Nothing is kept yet."""
    monkeypatch.setenv("RULES_INDEX", str(tmp_path / "index.bin"))


def worked_out(monkeypatch) -> list[str]:
    """The languages of which an index is worked out from now on."""
    found = []
    monkeypatch.setattr(indexing, "index_of", lambda rules, language: found.append(language) or index_of(rules, language))
    return found


@pytest.mark.parametrize(
    ("settings", "where"),
    [
        ({}, ROOT / "rules_index.bin"),
        ({"REFEREE_DB": "games/all.sqlite3"}, ROOT / "games" / "rules_index.bin"),
        ({"REFEREE_DB": "/data/referee.sqlite3"}, Path("/data/rules_index.bin")),
        ({"REFEREE_DB": "/data/referee.sqlite3", "RULES_INDEX": "/var/index"}, Path("/var/index")),
    ],
)
def test_where_it_is_kept(settings, where, monkeypatch):
    for name in ("REFEREE_DB", "RULES_INDEX"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert place() == where


@pytest.mark.usefixtures("elsewhere")
def test_what_is_worked_out_is_kept_and_read_from_then_on(monkeypatch):
    books = {"en": BOOK, "cs": [*rulebook("hexknight", "cs").values()]}
    made = worked_out(monkeypatch)
    assert not is_kept(books)
    first = indexed(books)
    assert first == {language: index_of(rules, language) for language, rules in books.items()}
    assert made == ["en", "cs"]
    assert is_kept(books)
    assert indexed(books) == first
    assert made == ["en", "cs"]
    assert os.listdir(place().parent) == [place().name], "nothing is left of what was written aside"


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize("length", [0, 1, 40, 1000])
def test_a_file_cut_short_is_not_believed_and_written_anew(length):
    whole = indexed({"en": BOOK})
    place().write_bytes(place().read_bytes()[:length])
    assert indexed({"en": BOOK}) == whole
    assert place().stat().st_size > 1000


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize("at", [0, 50, 5000, -1])
def test_a_file_with_a_wrong_byte_is_not_believed(at):
    whole = indexed({"en": BOOK})
    damaged = bytearray(place().read_bytes())
    damaged[at] ^= 1
    place().write_bytes(damaged)
    assert indexed({"en": BOOK}) == whole


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize("part", ["heading", "text", "also"])
def test_a_file_of_other_texts_is_not_believed(part):
    indexed({"en": BOOK})
    changed = [BOOK[0], BOOK[1]._replace(**{part: "Zebras graze."}), *BOOK[2:]]
    assert not is_kept({"en": changed})
    found = indexed({"en": changed})["en"]
    assert "zebras" in found.words.split("\n")
    assert found == index_of(changed, "en")


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize("name", indexing.PROGRAM)
def test_a_file_of_another_program_is_not_believed(name, monkeypatch):
    """As after an upgrade: what is counted may be something else."""
    indexed({"en": BOOK})
    read = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: read(path) + b"#" * (path.name == Path(name).name))
    indexing._program.cache_clear()
    try:
        assert not is_kept({"en": BOOK})
    finally:
        monkeypatch.undo()
        indexing._program.cache_clear()


@pytest.mark.parametrize("where", ["no folder/index.bin", "a file/index.bin"])
def test_where_nothing_can_be_written_it_is_kept_in_memory(where, tmp_path, monkeypatch):
    (tmp_path / "a file").write_text("")
    monkeypatch.setenv("RULES_INDEX", str(tmp_path / where))
    assert not is_kept({"en": BOOK})
    assert indexed({"en": BOOK}) == {"en": index_of(BOOK, "en")}
    assert os.listdir(tmp_path) == ["a file"]


def test_two_processes_start_at_once(tmp_path):
    """Both answer, and what is left is whole."""
    known = os.environ | {"RULES_INDEX": str(tmp_path / "index.bin")}
    both = [subprocess.Popen([sys.executable, "-c", BUILD], cwd=ROOT, env=known, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert [one.communicate(timeout=60)[0].strip() for one in both] == ["MH-4.4", "MH-4.4"]
    assert os.listdir(tmp_path) == ["index.bin"]
    before = (tmp_path / "index.bin").stat().st_mtime_ns
    subprocess.run([sys.executable, "-c", BUILD], cwd=ROOT, env=known, check=True, stdout=subprocess.DEVNULL, timeout=60)
    assert (tmp_path / "index.bin").stat().st_mtime_ns == before, "the next one reads it"


@pytest.mark.usefixtures("elsewhere")
async def test_the_first_start_waits_for_no_index_and_the_first_question_does(monkeypatch):
    """The bot goes on while words are looked through; whoever asks meanwhile gets the same answer, a little later."""
    goes_on = threading.Event()
    monkeypatch.setattr(indexing, "index_of", lambda rules, language: goes_on.wait(30) and index_of(rules[:200], language))
    lookup.cache_clear()
    start_up.read_all.cache_clear()
    try:
        async with within("the bot to have read everything else"):
            await start_up.settle_in()
        asked = [asyncio.create_task(asyncio.to_thread(lambda: lookup().find("MH-3.2", "en"))) for _ in range(2)]
        await asyncio.sleep(0.05)
        assert not any(one.done() for one in asked)
        goes_on.set()
        async with within("two answers"):
            assert [found[0].number for found in await asyncio.gather(*asked)] == ["MH-3.2", "MH-3.2"]
    finally:
        goes_on.set()
        lookup.cache_clear()
        start_up.read_all.cache_clear()


@pytest.mark.usefixtures("elsewhere")
async def test_a_later_start_has_read_it_before_it_connects(monkeypatch):
    indexed(looking._searched())
    made = worked_out(monkeypatch)
    lookup.cache_clear()
    start_up.read_all.cache_clear()
    begun = []
    monkeypatch.setattr(start_up, "begin", begun.append)
    monkeypatch.setattr(start_up, "lookup", lambda: begun.append("read"))
    async with within("the bot to have read everything"):
        await start_up.settle_in()
    assert begun[0] == "read"
    assert not made


async def test_what_is_begun_is_done(monkeypatch):
    done = threading.Event()
    begin(done.set)
    assert await asyncio.to_thread(done.wait, 10)


@pytest.mark.usefixtures("elsewhere")
def test_the_words_of_all_books_are_looked_through_in_two_seconds():
    """Of the processor, so that other work on the machine does not count."""
    script = (
        "import time\nfrom data.lookup.answering import _searched\nfrom data.lookup.indexing import indexed\n"
        "books = _searched(); begun = time.process_time(); indexed(books); print(time.process_time() - begun)"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    assert float(done.stdout) < 2
    kept = msgspec.msgpack.decode(place().read_bytes()[2 * indexing.DIGEST :])
    assert kept.keys() == {*LANGUAGES}
    assert len(games()) == 5


def test_numbers_are_kept_least_byte_first(monkeypatch):
    assert packed(array("I", [1, 258])) == b"\1\0\0\0\2\1\0\0"
    assert unpacked("H", b"\1\0\2\1") == array("H", [1, 258])
    monkeypatch.setattr("sys.byteorder", "big" if packed(array("H", [1])) == array("H", [1]).tobytes() else "little")
    swapped = array("H", [1, 258])
    swapped.byteswap()
    assert unpacked("H", b"\1\0\2\1") == swapped, "a machine that reads the greatest byte first turns them round"
