"""What is typed for a setting and cannot be: it is said what can."""

from __future__ import annotations

import pytest

from cogs.messages.tournaments.setup_panel import KEYS, NUMBERS, SWITCHES, WORDS, read_setting
from cogs.play.unfit import Unfit
from data.language import LANGUAGES, texts

READ = {
    "answer": "“99” is nothing that can be set for *Days to answer*: it can be 1 to 30.",
    "games": "“99” is nothing that can be set for *Games*: it can be 1, 3, 5, 7.",
    "rated": "“99” is nothing that can be set for *Rated*: it can be yes / no.",
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", [key for key in KEYS if key in (*NUMBERS, *SWITCHES, *WORDS)])
def test_what_cannot_be_set_says_what_can(key, language):
    say = texts(language)
    with pytest.raises(Unfit) as unfit:
        read_setting(key, "9999", say)
    words = say(unfit.value.reason, **unfit.value.facts)
    offered = unfit.value.facts["what"]
    assert offered in words
    if key in NUMBERS:
        assert str(NUMBERS[key][0][0]) in offered
        assert str(NUMBERS[key][0][-1]) in offered
    for word in offered.split(" / ") if key not in NUMBERS else ():
        assert read_setting(key, word, say) is not None or word == say("setting.no")


@pytest.mark.parametrize("key", READ)
def test_in_words(key):
    say = texts("en")
    with pytest.raises(Unfit) as unfit:
        read_setting(key, "99", say)
    assert say(unfit.value.reason, **unfit.value.facts) == READ[key]
