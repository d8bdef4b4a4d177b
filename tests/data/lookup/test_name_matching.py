"""Names as people type them."""

from __future__ import annotations

from data.lookup.name_matching import meant, offered, plain

BIRDS = {"owl": ["Owl", "Sova noční", "Hibou"], "owlet": ["Owlet", "Sovička", "Chevêche"], "raven": ["Raven (black, clever)", "Krkavec", "Œil noir"]}


def test_a_name_is_compared_without_accents_capitals_and_signs():
    assert plain("  Příliš_Žluťoučký (kůň) – 2! ") == "prilis zlutoucky kun 2"


def test_what_is_called_so_goes_before_what_begins_so():
    assert meant("owl", BIRDS) == ["owl"]
    assert meant("OWLE", BIRDS) == ["owlet"]
    assert meant("ow", BIRDS) == ["owl", "owlet"]


def test_any_language_and_no_accents():
    assert meant("sova nocni", BIRDS) == ["owl"]
    assert meant("cheveche", BIRDS) == ["owlet"]
    assert meant("oeil", BIRDS) == ["raven"]


def test_signs_may_be_left_out():
    assert meant("raven black", BIRDS) == ["raven"]
    assert meant("raven_black_clever", BIRDS) == ["raven"]


def test_a_later_word_is_enough_where_no_name_begins_so():
    assert meant("clev", BIRDS) == ["raven"]
    assert meant("no", BIRDS) == ["owl", "raven"]


def test_nothing_means_nothing():
    assert meant("", BIRDS) == meant("?!", BIRDS) == meant("swan", BIRDS) == []


def test_names_that_are_signs_alone_are_found_as_they_are():
    assert meant("***", {1: ["***"], 2: ["Owl"]}) == [1]


def test_of_two_that_are_called_the_same_the_first_is_meant():
    assert meant("raid", {"own": ["Raid"], "preset": ["Raid"]}) == ["own"]


def test_while_typing_all_that_fit_are_offered_and_else_what_looks_alike():
    assert offered("", BIRDS) == ["owl", "owlet", "raven"]
    assert offered("no", BIRDS) == ["owl", "raven"]
    assert offered("krkavce", BIRDS)[0] == "raven"
