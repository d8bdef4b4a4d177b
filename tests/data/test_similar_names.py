"""Which names the eye takes for one, and how those are told apart."""

from __future__ import annotations

import json
import pickle
from itertools import combinations

import pytest

from data.similar_names import looks, told_apart
from data.user_text import Called, escaped, set_apart

SIGNS = "●■▲◆"
ALIKE = (
    ("Anna", "anna", "ANNA", "Ánna", "An na", "Ａｎｎａ", "𝓐𝓷𝓷𝓪", "A\u200bnna", "Аnnа", "Αnna", "a\u0335nna"),
    ("Bill", "BiIl", "Bi11", "Bi|l", "bıll"),
    ("Bob", "B0b", "Воb", "Βob"),
    ("Petr", "Реtr"),
    ("arno", "amo"),
    ("Анна", "анна", "АННА", "А́нна"),
    ("Ольга", "Oльга", "0льга"),
    ("Νίκος", "νικος", "NίKος"),
    ("דנה", "ד נה", "דָּנָה"),
    ("さくら", "さ くら"),
)


@pytest.mark.parametrize("names", ALIKE, ids=lambda names: names[0])
def test_names_that_are_one_to_the_eye(names):
    assert all(looks(one) & looks(names[0]) for one in names)


def test_names_that_are_not():
    different = [*(names[0] for names in ALIKE), "Hanna", "Anne", "Ann", "Dana", "Bella", "1", "2", "?", "—", "김", "🔥", "🐉"]
    assert [pair for pair in combinations(different, 2) if looks(pair[0]) & looks(pair[1])] == []


def apart(*names: str, signs: str = SIGNS) -> list[str]:
    return [name.shown for name in told_apart(names, lambda n: signs[n : n + 1])]


def test_whoever_looks_like_nobody_else_is_called_as_they_are():
    assert apart(Called("Anna", "anna_k"), "Bohumil", Called("さくら", "sakura")) == ["Anna", "Bohumil", "さくら"]


def test_who_looks_the_same_is_told_apart_by_sign_and_account():
    assert apart(Called("Anna", "anna_k"), Called("ANNA", "annie"), "Bob") == ["Anna ● (anna_k)", "ANNA ■ (annie)", "Bob"]
    assert apart(Called("Anna", "anna_k"), Called("Аnna", "annie"), signs="") == ["Anna (anna_k)", "Аnna (annie)"], "where there are no seats"
    assert apart(Called("Anna", "a"), Called("Anna", "a")) == ["Anna ●", "Anna ■"], "somebody who plays against themselves"
    assert apart(Called("Anna", "a"), "Anna") == ["Anna ● (a)", "Anna ■"], "of whose account nothing is known"
    assert apart("Anna", "Bob", "Bob", "anna") == ["Anna ●", "Bob ■", "Bob ▲", "anna ◆"]
    assert len(set(apart(*(Called("Anna", f"a{n}") for n in range(128)), signs=""))) == 128


def test_what_somebody_is_called_stays_what_is_stored_and_compared():
    name, other = told_apart((Called("D*na", "d_na"), Called("d*na", "d.na")), lambda n: SIGNS[n])
    assert name == "D*na" == str(name) == json.loads(json.dumps([name]))[0]
    assert (f"{name}", escaped(name)) == ("D\\*na ● (d\\_na)",) * 2
    assert (name.pictured, name.account) == ("D*na (d_na)", "d_na")
    assert set_apart(name) == "D*na ● (d_na)"
    assert told_apart((name, other), lambda n: SIGNS[n])[0].shown == "D*na ● (d_na)", "and not once more"
    assert told_apart((name, "Bob"))[0].shown == "D*na", "compared anew with others"
    again = pickle.loads(pickle.dumps(name))
    assert (again.shown, again.account) == (name.shown, name.account)


def test_names_from_right_to_left_stand_apart_as_a_whole():
    assert [f"{name}" for name in told_apart((Called("דנה", "dana"), Called("דנה", "dani")))] == ["\u2068דנה (dana)\u2069", "\u2068דנה (dani)\u2069"]


def test_the_name_of_an_account_is_one_line_too():
    assert Called("Anna", "a\n\u202eb").account == "a b"
    assert Called("Anna").account == ""
