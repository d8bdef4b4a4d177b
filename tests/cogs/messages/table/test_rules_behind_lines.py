"""*Why?* below a board: each line of its text has the rules behind it, as many as there is room for."""

from __future__ import annotations

from cogs.messages.buttons import fits
from cogs.messages.table.rules_behind_lines import explained_lines, reasons_of, why_press
from data.language import texts

LINES = [("Seed: 12", []), ("Anna shoots\nand scores", ["HG-5.4"]), ("The round is over", ["HG-5.4", "HG-6.1"]), ("-# and more", [])]


def test_each_line_has_its_rules():
    """Of an event that takes two lines the last one has them."""
    words = "\n".join(line for line, _ in LINES)
    assert reasons_of(LINES) == ["HG-5.4/bc", "HG-6.1/b"]
    assert explained_lines(words, reasons_of(LINES)) == ["and scores · HG-5.4", "The round is over · HG-5.4, HG-6.1"]


def test_a_button_of_before_names_no_lines():
    assert explained_lines("Anna shoots", ["HG-5.4"]) == []
    assert explained_lines("", ["HG-5.4/a"]) == explained_lines("Anna", ["HG-5.4/f"]) == []


def test_the_newest_lines_keep_their_rules_where_there_is_no_room_for_all():
    many = [(f"Line {n}", [f"PC-13.{n}"]) for n in range(40)]
    reasons = reasons_of(many)
    why = why_press("planetary_conquerors", reasons, texts("en"))
    assert fits(why.custom_id)
    kept = why.custom_id.split()[1:]
    assert kept == reasons[: len(kept)]
    assert len(kept) >= 6
    assert explained_lines("\n".join(line for line, _ in many), kept) == [f"Line {n} · PC-13.{n}" for n in range(40 - len(kept), 40)]
