"""What an advice says in words."""

from __future__ import annotations

import pytest

from cogs.messages.moves.hint import known_of
from cogs.play.thinking.worker_requests import STRONGEST, Advice, Advised
from data.content import build
from data.language import LANGUAGES, texts
from rules.computer_levels import computed
from rules.randomness import Chance
from tests.hexknight.table import RULES, TestTable
from tests.hockey_game import table as hockey


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_certain_is_said(language):
    """A win, a draw and a loss that are proven, each in words of its own; what is judged is not certain."""
    say = texts(language)
    told = [" ".join(known_of(found, say)) for found in (Advised((), 1.0), Advised((), 0.5), Advised((), 0.0))]
    assert len({*told}) == 3
    assert all(told)
    assert known_of(Advised(()), say) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_nothing_else_looked_good_that_is_said_and_why(language):
    """There is no other action to compare with, and so no line to show; in HexKnight a card is taken back when no plan needs it (HK-6.6)."""
    general, own = (known_of(Advised((verb, "secret_path"), alone=True), texts(language, "hexknight")) for verb in ("play", "take_back"))
    assert [len(general), len(own)] == [1, 1]
    assert general != own


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["monster_hex", "hexygame", "planetary_conquerors"])
def test_choices_before_the_game_say_why_nothing_is_compared(game, language):
    """A faction, a deck, half points: the guide has one candidate for each, and it is not that the others do not look good."""
    rules, state = build(game), build(game).setup(2, {}, 3).state
    (seat, *_) = rules.to_act(state)
    (candidate,) = rules.opponents[STRONGEST].guide.candidates(rules, state, seat)
    own, general = (known_of(Advised(action, alone=True), texts(language, game)) for action in (candidate.action, ("place",)))
    assert own != general
    assert {len(own), len(general)} == {1}


@pytest.mark.parametrize(
    ("laid_out", "only", "instead"),
    [pytest.param(["pr sp"], None, None, marks=pytest.mark.deep), (["pr sp", "sp"], ("take_back", "secret_path"), ("travel", "e11"))],
)
def test_what_alone_looks_good_is_compared_with_something_of_another_kind(laid_out, only, instead):
    """HexKnight: of the cards laid out every plan that looks good needs one less, so all of them begin by taking it back. Whoever asks learns what
    comes of something else."""
    table = TestTable().hero(0, "e12", hand="sp sp pr", deck="9*sa").turn(0)
    while table.step != "movement":
        table.act("confirm")
    for cards in laid_out:
        table.play(cards)
    found = Advice("hexknight", RULES.dump(table.state), 0, STRONGEST, Chance.of(1).key).answer()
    assert (found.alone, found.forced) == (False, False)
    assert only is None or (found.action, found.why.other) == (only, instead)


def test_a_way_is_not_compared_with_the_same_way_as_a_single_step():
    """HexKnight: both verbs lead to the next hex, and nothing would be learnt from that."""
    table = TestTable().hero(0, "e12", hand="sp", deck="9*sa").turn(0)
    while table.step != "movement":
        table.act("confirm")
    table.play("sp")
    guide = RULES.opponents[STRONGEST].guide
    (at, *_) = (word.text for word in RULES.words(table.state, 0, ("step",)))
    after = RULES.apply(table.state, 0, ("travel", at)).state
    assert after == RULES.apply(table.state, 0, ("step", at)).state
    other = guide.alternative(RULES, table.state, 0, ("travel", at))
    assert other is not None
    assert RULES.apply(table.state, 0, other).state != after


def test_of_what_is_forced_a_hint_says_that_nothing_else_is_left():
    """Planetary Conquerors asks in a window whoever might have an answer, though nothing can be answered with what there is (PC-19.2)."""
    hidden = []
    for language in LANGUAGES:
        say = texts(language, "planetary_conquerors")
        hidden += [known_of(Advised(("pass",), alone=True, forced=forced), say) for forced in (True, False)]
        assert known_of(Advised(("confirm",), alone=True, forced=True), say) == [say("hint.forced")]
    assert len({tuple(lines) for lines in hidden}) == len(hidden) == 2 * len(LANGUAGES)


def test_of_what_is_forced_a_hint_tells_the_odds_and_nothing_that_would_be_a_reason_for_it():
    """Hockey Game: with neither hero nor special card a defence has nothing but its dice."""
    table = hockey.TestTable("svk", "sui").side(1, hand="+1 +2", time=False).attack(0, "b1").dice(1, 2, 3, 4)
    table.act("go_on", "shot", "finish")
    found = Advice("hockey_game", hockey.RULES.dump(table.state), 1, STRONGEST, Chance.of(1).key).answer()
    assert (found.forced, found.action) == (True, ("go_on",))
    assert [fact.kind for fact in found.why.certain] == ["needs", "fitting"]
    assert (found.why.other, found.why.brings, found.why.fears, found.why.shown) == ((), (), (), None)


def test_an_advice_is_what_the_hard_computer_does_and_says_what_is_proven():
    """At the end of a game for two, in which all can be counted."""
    rules = build("monster_hex")
    state = rules.setup(2, {}, 4).state
    while rules.to_act(state) and len(state.placed) < 15:
        state = rules.apply(
            state, rules.to_act(state)[0], computed(rules, state, rules.to_act(state)[0], "normal", Chance.of(len(state.placed)))
        ).state
    (seat,) = rules.to_act(state)
    found = Advice("monster_hex", rules.dump(state), seat, "hard", Chance.of(1).key).answer()
    assert found.action == computed(rules, state, seat, "hard", Chance.of(1))
    assert found.proven in (0.0, 0.5, 1.0)
    early = rules.setup(2, {}, 4).state
    assert Advice("monster_hex", rules.dump(early), 0, "hard", Chance.of(1).key).answer().proven is None
    assert Advice("monster_hex", rules.dump(early), 0, "normal", Chance.of(1).key).answer().action[0] == "faction"
