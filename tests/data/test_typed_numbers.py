"""Whole numbers as they are typed: figures alone, no more than there may be."""

from __future__ import annotations

import pytest

from data.typed_numbers import whole_number


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("007", 7), ("999", 999)])
def test_figures_are_a_number(text, number):
    assert whole_number(text, 3) == number


@pytest.mark.parametrize("text", ["", "1000", "-1", "+1", " 1", "1 ", "1_0", "1.0", "²", "٣", "one"])
def test_nothing_else_is_one(text):
    assert whole_number(text, 3) is None
