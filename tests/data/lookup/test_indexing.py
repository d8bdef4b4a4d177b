"""The kept index is the one that the present books give, and nobody has to trust it: of other texts it is worked out anew."""

from __future__ import annotations

from array import array

import msgspec
import pytest

from data.lookup import indexing
from data.lookup.indexing import FILE, Indexed, index_of, indexed, write
from data.lookup.packed import packed, unpacked
from data.rulebook import rulebook
from tests.tools.indexing import made

BOOK = list(rulebook("monster_hex", "en").values())


def test_the_file_is_of_the_present_books():
    """Else `python -m tests.tools.indexing` writes it anew."""
    assert msgspec.msgpack.decode(FILE.read_bytes(), type=dict[str, Indexed]) == made()


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    monkeypatch.setattr(indexing, "FILE", tmp_path / "index.bin")


@pytest.mark.usefixtures("elsewhere")
def test_without_a_file_the_index_is_worked_out():
    assert indexed({"en": BOOK}) == {"en": index_of(BOOK, "en")}


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize("length", [0, 1, 1000])
def test_a_file_cut_short_is_not_believed(length):
    write({"en": index_of(BOOK, "en")})
    indexing.FILE.write_bytes(indexing.FILE.read_bytes()[:length])
    assert indexed({"en": BOOK}) == {"en": index_of(BOOK, "en")}


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize("part", ["heading", "text", "also"])
def test_a_file_of_other_texts_is_not_believed(part):
    write({"en": index_of(BOOK, "en")})
    changed = [BOOK[0], BOOK[1]._replace(**{part: "Zebras graze."}), *BOOK[2:]]
    found = indexed({"en": changed})["en"]
    assert "zebras" in found.words.split("\n")
    assert found == index_of(changed, "en")


@pytest.mark.usefixtures("elsewhere")
def test_what_is_kept_is_read_and_not_worked_out(monkeypatch):
    write({"en": index_of(BOOK, "en")})
    monkeypatch.setattr(indexing, "index_of", lambda rules, language: pytest.fail("worked out again"))
    assert indexed({"en": BOOK})["en"].size == len(BOOK)


def test_numbers_are_kept_least_byte_first(monkeypatch):
    assert packed(array("I", [1, 258])) == b"\1\0\0\0\2\1\0\0"
    assert unpacked("H", b"\1\0\2\1") == array("H", [1, 258])
    monkeypatch.setattr("sys.byteorder", "big" if packed(array("H", [1])) == array("H", [1]).tobytes() else "little")
    swapped = array("H", [1, 258])
    swapped.byteswap()
    assert unpacked("H", b"\1\0\2\1") == swapped, "a machine that reads the greatest byte first turns them round"
