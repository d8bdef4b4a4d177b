"""A position for each kind of decision, with whatever may be paid from the pool, paid in several ways, or drawn first."""

from __future__ import annotations

from collections.abc import Callable

from tests.hexygame.table import RULES, TestTable


def _before_the_game(*answers: tuple[str, ...]) -> TestTable:
    t = TestTable()
    t.state = RULES.setup(2, {}, 1).state
    for seat, answer in enumerate(answers):
        t.state = RULES.apply(t.state, seat % 2, answer).state
    return t


def _map() -> TestTable:
    """Both have a building, creatures and artifacts with abilities, and full hands."""
    t = TestTable().put(0, "red_hearth", "e2", points=3).put(0, "goblin_sapper", "e4", die=2).put(0, "sapling_keeper", "d3", die=1)
    t.put(0, "prism", "e3").put(0, "trade_harbour", "c3", points=5).put(0, "cinder_hound", "d5", die=1)
    t.put(1, "blue_jetty", "e8", points=4).put(1, "thorn_boar", "e5", points=2).put(1, "gull_scout", "f4").put(1, "reef_guard", "g5")
    return t.hand(0, "torchrunner", "spark_lance", "deep_study", "undertow").hand(1, "spark_lance", "unspeak", "torchrunner")


def _cast(word: str) -> TestTable:
    """A notion of seat 0 is cast, and resolves up to its first question."""
    t = _map().library(0, "meteor", "torchrunner", "red_hearth", "mend", "red_hearth", "blue_jetty").pool(0, "CCCCCCRRBBGGYYVV")
    return t.hand(0, word, "catapult").play(f"0 cast {word}", "--")


QUESTIONS: dict[str, Callable[[], TestTable]] = {
    "deck": _before_the_game,
    "mulligan": lambda: _before_the_game(("deck", "ember_raid"), ("deck", "ember_raid")),
    "main with nothing in the pool": _map,
    "main with what is needed": lambda: _map().pool(0, "RB"),
    "main with a choice": lambda: _map().pool(0, "CCRBY"),
    "respond to a spell": lambda: _map().pool(0, "R").pool(1, "RBBC").play("0 cast spark_lance e5", "0 pass"),
    "respond to an attack": lambda: _map().pool(0, "CC").pool(1, "R").play("0 attack e4 e5 d5", "0 pass"),
    "respond without energy": lambda: _map().pool(0, "C").play("0 attack e4 e5", "0 pass"),
    "trigger_target": lambda: _map().put(0, "volcano_heart", "f5").turn_begins(),
    "pick_discard": lambda: _cast("dark_whisper"),
    "pick_discard from a hand that was shown": lambda: _cast("stolen_secrets"),
    "pick_dig": lambda: _cast("deep_study"),
    "pick_search": lambda: _cast("call_the_masons"),
    "pick_sacrifice": lambda: _cast("eclipse"),
}
"""By the kind of decision, with a few words more where there are several of a kind."""
