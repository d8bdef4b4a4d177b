"""One letter more, less or other than it should be, or two that have changed places."""

from __future__ import annotations

import pytest

from data.lookup.spelling import one_letter_apart


@pytest.mark.parametrize("typed", ["mber", "embr", "Ember"[1:], "emberr", "eember", "emver", "emebr", "mebr" + "e", "xmber", "embre"])
def test_one_slip(typed):
    assert one_letter_apart(typed, "ember") is (typed != "mebre")


@pytest.mark.parametrize("typed", ["ember", "embers!", "amver", "", "rebme", "em"])
def test_no_slip(typed):
    assert not one_letter_apart(typed, "ember")
