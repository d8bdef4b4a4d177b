"""Everything that the shell asks of a painter, of every game, at every stage, in every language and theme."""

from __future__ import annotations

import io
import re

import pytest
from PIL import Image

from data.language import LANGUAGES
from data.rulebook import rulebook
from render.hand_strip import HIGH, LOW, WIDTH
from render.look import Look
from render.painter import TRAITS, painter
from render.text import ALT
from render.theme import THEMES
from tests.every_game.setups import SETUPS, whole_game
from tests.every_game.strict import Strict
from tests.every_game.test_playthroughs import ways

UNSAID = re.compile(r"[{}]|\bNone\b")
"""What stands in a text where a fact is missing. Keys without a text fail by themselves: see `Strict`."""
NAMES = ("Anna", "Bohumil Nejdelší-Příjmení z Příbrami", "Cécile 🐉", "D")
GAMES = {setup.game: setup for setup in SETUPS}
PAINTED = 8
"""Of so many things to look up one is painted: `tests.render.test_cards` draws them all."""
every_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)
every_game = pytest.mark.parametrize("game", GAMES)


def looks(setup):
    """A look in each language: dark, light, and one theme after another for the setups; `tests.render` looks at their colours and letters."""
    for theme, language in zip(("dark", "light", THEMES[SETUPS.index(setup) % len(THEMES)]), LANGUAGES, strict=True):
        yield Look(theme, Strict(language, setup.game), NAMES[: setup.seats])


def said(*lines):
    """Lines that say all that they should."""
    for line in lines:
        assert line, "nothing is said"
        assert not UNSAID.search(line), line


def positions(setup, count):
    """Positions of a random game, each with a seat that acts there, the action, and the step that it takes."""
    whole = whole_game(setup)
    return [*whole[:: max(1, len(whole) // count)], whole[-1]]


@pytest.mark.sampled(0.05, any=True)
@every_setup
def test_boards_hands_and_choices(setup):
    rules, paint = setup.rules, painter(setup.game)
    for n, (state, seat, action, step) in enumerate(positions(setup, 3)):
        for m, look in enumerate(looks(setup)):
            drawn = m == n % len(LANGUAGES)
            for now in (state, step.state):
                view = rules.view(now, None)
                if drawn:
                    picture = paint.paint(view, look)
                    image = Image.open(io.BytesIO(picture.png))
                    image.load()
                    assert image.size == picture.size
                    assert 400 <= image.width <= 1200
                assert len(paint.describe(view, look, brief=True)) <= ALT
                said(paint.describe(view, look), paint.describe(view, look, brief=True), *paint.going_on(view, look))
                check_who_acts(setup, now, look)
            view = rules.view(state, seat)
            said(*paint.notes(view, look), *(paint.shortcut(view, look, row) for row in rules.shortcuts(state, seat)))
            for length in range(len(action)):
                words = [w.text for w in rules.words(state, seat, action[:length])]
                if drawn:
                    paint.paint_choice(view, look, action[:length], words)
                    assert 400 <= paint.paint_on_board(view, look, action[:length], words).size[0] <= 1200
                for word in words:
                    said(f"+{paint.hint(view, look, action[:length], word)}", paint.label(view, look, action[:length], word) or word)


def check_who_acts(setup, state, look):
    """Who reads sees who is to act, or whose turn it is."""
    rules, view = setup.rules, setup.rules.view(state, None)
    if view.outcome is None:
        acting = {look.names[seat] for seat in (*view.to_act, rules.turn(state), *(rules.present_turn(state) or ())[:1]) if seat is not None}
        marked = [line for line in painter(setup.game).describe(view, look).splitlines() if re.search("[▶▷]", line)]
        assert any(name in line for line in marked for name in acting), (
            f"render/{setup.game}: `describe` does not say who is to act: `▶` stands beside the name of one of {sorted(acting)}"
        )


@pytest.mark.sampled(0.05, any=True)
@every_setup
def test_hands_and_parts_of_the_board(setup):
    rules, paint = setup.rules, painter(setup.game)
    hands = held = False
    for n, (state, *_) in enumerate(positions(setup, 6)):
        for m, look in enumerate(looks(setup)):
            seat = m % setup.seats
            view = rules.view(state, seat)
            held = held or bool(getattr(view.board, "hand", None))
            said(*paint.describe_hand(view, look).splitlines())
            everybody = rules.view(state, None)
            assert paint.paint_hand(everybody, look) is paint.paint_strip(everybody, look) is None, "nobody sees a hand"
            if m == n % len(LANGUAGES) or held > hands:
                hand, strip = paint.paint_hand(view, look), paint.paint_strip(view, look)
                assert (strip is None) == (hand is None)
                own = paint.hand is not None and paint.hand.strip is not None
                assert not own or strip is None or strip.size in ((WIDTH, LOW), (WIDTH, HIGH)), "of a size of its own, whatever is held"
                hands = hand is not None or hands
                for words, picture in paint.paint_closer(view, look, rules.faces):
                    said(words)
                    assert picture.png
    assert hands == bool(paint.hand) == held, "a game shows hands exactly if somebody holds something (`hand` of its board): `Painter.hand`"


@every_setup
def test_the_rules_of_the_moment(setup):
    """Whoever is asked, and everybody else, finds the rules of the moment in the book."""
    rules, paint, book = setup.rules, painter(setup.game), rulebook(setup.game, "en")
    found = {n for state, seat, *_ in positions(setup, 10) for who in (seat, None) for n in paint.rules_now(rules.view(state, who))}
    assert found, "what somebody may do now rests on rules: `Painter.rules_now`"
    assert found <= book.keys()


@every_setup
def test_a_difference_is_the_same_as_a_whole_picture(setup):
    """A picture made from the last one equals one drawn from nothing."""
    rules, paint = setup.rules, painter(setup.game)
    look = next(looks(setup))
    for _, _, _, step in whole_game(setup)[:12]:
        view = rules.view(step.state, None)
        assert paint.paint(view, look, previous=str(setup)).png == paint.paint(view, look).png


@every_setup
def test_every_event_has_words_or_is_silent_in_all_languages(setup):
    paint, book = painter(setup.game), rulebook(setup.game, "en")
    told = 0
    for _, _, _, step in whole_game(setup):
        for event in step.events:
            lines = [paint.narrate(event.kind, event.facts, Look("light", Strict(lang, setup.game), NAMES[: setup.seats])) for lang in LANGUAGES]
            assert len({line is None for line in lines}) == 1
            said(*(line for line in lines if line is not None))
            told += lines[0] is not None
            assert lines[0] is None or event.rule in book, f"nobody can ask why {event.kind}"
    assert told, "what happens is told: `Painter.narrate`"


@every_setup
def test_a_game_that_is_given_up_has_words_and_a_picture(setup):
    """At the very beginning too, when nobody has chosen anything yet."""
    rules, paint = setup.rules, painter(setup.game)
    states = [state for state, _, _, _ in whole_game(setup)]
    for state in (states[0], states[1], states[len(states) // 2]):
        for look in looks(setup):
            step = rules.concede(state, 0)
            view = rules.view(step.state, None)
            paint.paint(view, look)
            said(paint.describe(view, look), *filter(None, (paint.narrate(e.kind, e.facts, look) for e in step.events)))


@pytest.mark.sampled(0.2)
@every_game
def test_what_can_be_looked_up(game):
    setup = GAMES[game]
    rules, paint, book = setup.rules, painter(game), rulebook(game, "en")
    assert bool(rules.faces) == bool(paint.cards), "a game has pages exactly if it has something to look up: `Painter.cards`"
    state = whole_game(setup)[0][0]
    for n, (word, face) in enumerate(rules.faces.items()):
        for look in looks(setup):
            said(paint.cards.words(face, look))
            now = paint.cards.now(rules.view(state, n % setup.seats).board, word, look)
            said(*now)
            if n % PAINTED == 0 and look.say.language == LANGUAGES[n // PAINTED % len(LANGUAGES)]:
                assert 400 <= paint.paint_card(face, look, now).size[0] <= 1200
        assert paint.cards.rules(face)
        assert set(paint.cards.rules(face)) <= book.keys()


@pytest.mark.sampled(0.4)
@every_game
def test_decks(game):
    setup = GAMES[game]
    rules, paint = setup.rules, painter(game)
    assert bool(rules.decks) == bool(paint.deck), "a game paints decks exactly if they are brought: `Painter.deck`"
    assert bool(rules.decks) == bool(rules.presets), "whoever brings no deck chooses one that is there for everybody"
    for look in looks(setup):
        for deck in rules.presets.values():
            assert paint.paint_deck(deck, rules.faces, look).png
        if paint.deck and rules.decks:
            assert paint.paint_deck({}, rules.faces, look).png, "a deck that has just been begun"
            pool = [rules.faces[word] for word in rules.decks.limits]
            for face in pool:
                found = paint.deck.traits(face, look)
                said(*(trait.name for trait in found), *(look.say(f"trait.{trait.kind}", value=trait.name) for trait in found))
                assert len({trait.kind for trait in found} & set(TRAITS)) == len(found), "at most one of each kind: `DeckPainter.traits`"
            for n in range(0, len(pool), PAINTED * 6):
                assert 400 <= paint.paint_sheet([(face, "…") for face in pool[n : n + 5]], look).size[0] <= 1200


@pytest.mark.sampled(0.2)
@every_game
def test_golden_playthroughs_are_told_in_every_language(game):
    """Those show what random games seldom do."""
    paint = painter(game)
    for way in ways(game).values():
        rules, look = GAMES[game].rules, Look("light", Strict("cs", game), NAMES[: way["seats"]])
        state = rules.setup(way["seats"], way["options"], way["seed"]).state
        for row in way["rows"](rules, state):
            step = rules.concede(state, row.seat) if row.action == ("resign",) else rules.apply(state, row.seat, row.action)
            for language in LANGUAGES:
                look = look._replace(say=Strict(language, game))
                said(*filter(None, (paint.narrate(e.kind, e.facts, look) for e in step.events)))
            state = step.state
