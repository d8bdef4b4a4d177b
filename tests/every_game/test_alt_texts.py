"""Alt texts: within Discord's 1024 letters with the longest names, no word of the engine's in them, and what the picture shows is in them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cogs.messages.decks.deck_panel import deck_words
from cogs.messages.drawing import choice_words, listing, namer
from data.content import build, games
from data.language import LANGUAGES
from render.look import Look
from render.painter import painter
from render.text import ALT, fitting, shortened
from rules.hexygame.map import PLACES
from rules.notation import Record, play
from tests.every_game.setups import SETUPS, whole_game
from tests.every_game.strict import Strict

RECORD = Path(__file__).parents[1] / "hexygame" / "records" / "whole" / "night_and_dawn.txt"
NAMES = tuple(f"{letter * 15} {letter * 16}" for letter in "WMQG")
"""As long as Discord allows."""
WHOLE = [max((s for s in SETUPS if s.game == game), key=lambda s: (s.seats, "draft" in str(s))) for game in games()]
"""The largest table of each game, Hockey Game with its draft."""
ENGINE = re.compile(r"\b\w+_\w+\b")


def shown_in_monster_hex(view: Any, words: str, look: Look) -> None:
    for monster in view.board.monsters:
        assert re.search(rf"\b{monster.hex.upper()} {'S' if monster.champion else monster.rank}", words), monster
    for stone in view.board.stones:
        assert f"{stone.label.upper()} [" in words
        taken = [v.value for v in stone.values if v.taken is not None]
        part = words.split(f"{stone.label.upper()} [")[1].split("]")[0]
        assert all(f"{value}→" in part for value in taken)
    for faction in view.board.factions:
        if faction.seat is not None:
            assert re.search(rf"{NAMES[faction.seat]} \([^)]*\)\s?: {faction.score} ", words)


def shown_in_hexknight(view: Any, words: str, look: Look) -> None:
    for monster in view.board.monsters:
        assert re.search(rf"\b{monster.hex.upper()}\b", words), monster
    for place in view.board.hexes:
        if place.feature in ("village", "castle", "ruins", "monastery", "magic_circle", "tomb"):
            assert re.search(rf"\b{place.label.upper()}\b", words), place
    for hero in view.board.heroes:
        at = f" {hero.hex.upper()}" if hero.hex else ""
        assert f"{NAMES[hero.seat]}{at}{look.say('colon')}{hero.score} " in words
    if fight := view.board.fight:
        line = next(line for line in words.splitlines() if NAMES[fight.seat] in line and look.say(f"word.{fight.monster.kind}") in line)
        assert not fight.points or f"+{fight.points}" in line
        assert not fight.wounds or look.say("hk.words.fight_wounds", n=fight.wounds) in line


def shown_in_hockey_game(view: Any, words: str, look: Look) -> None:
    if view.board.draft:
        left = view.board.draft.teams or view.board.draft.left
        assert all(look.say(f"word.{one[0] if isinstance(one[0], str) else one[0].word}") in words for one in left) or f": {len(left)}" in words
        return
    for side in view.board.sides:
        assert re.search(rf"{NAMES[side.seat]} \([^)]*\) {side.goals}\b", words)
        assert all(look.say(f"word.{hero.word}") in words for hero in side.heroes)
    assert view.outcome or view.board.attacker is None or view.board.puck.upper() in words


def shown_in_hexygame(view: Any, words: str, look: Look) -> None:
    for reality in view.board.realities:
        assert re.search(rf"\b{reality.hex.upper()}\b", words), reality
        assert len(view.board.realities) > 40 or look.say(f"word.{reality.card}") in words
    for side in view.board.sides:
        assert look.say("hx.dice", n=side.dice) in next(line for line in words.splitlines() if NAMES[side.seat] in line)


def shown_in_planetary_conquerors(view: Any, words: str, look: Look) -> None:
    for side in view.board.sides:
        line = next(line for line in words.splitlines() if re.match(rf"(?:[▶▷★] )?{NAMES[side.seat]} ·", line))
        if side.mine is None:
            continue
        assert f" {side.mine.hp}/15 " in line
        assert f" {side.building_hp} " in line
        for kind in ("building", "warrior"):
            own = [t for t in side.things if t.type == kind]
            one_by_one = all((look.say.find(f"pc.short.{t.card}") or look.say(f"word.{t.card}")) in line for t in own)
            assert one_by_one or look.say(f"pc.{kind}s", n=len(own)) in line
        hidden = sum(len(t.traps) for t in side.things)
        counted = [int(n) for n in re.findall(r"(\d+) (?:trap|past|piège)", line)]
        assert sum(counted) == hidden, line


SHOWN: dict[str, Callable[[Any, str, Look], None]] = {
    "monster_hex": shown_in_monster_hex,
    "hexknight": shown_in_hexknight,
    "hockey_game": shown_in_hockey_game,
    "hexygame": shown_in_hexygame,
    "planetary_conquerors": shown_in_planetary_conquerors,
}


def check(words: str) -> None:
    assert len(words) <= ALT
    assert not words.endswith("…"), f"cut: {words}"
    assert not ENGINE.search(words), words
    assert "**" not in words, "nothing is bold in an alt text"


@pytest.mark.sampled(0.05, any=True)
@pytest.mark.parametrize("setup", WHOLE, ids=str)
def test_what_a_picture_shows_in_words(setup):
    rules, paint = setup.rules, painter(setup.game)
    whole = whole_game(setup)
    picked = [*whole[:: max(1, len(whole) // 30)], *whole[-8:]]
    for state, seat, action, step in picked:
        for language in LANGUAGES:
            look = Look("light", Strict(language, setup.game), NAMES[: setup.seats])
            for view in (rules.view(state, None), rules.view(state, seat), rules.view(step.state, None)):
                words = paint.describe(view, look, brief=True)
                check(words)
                assert language != "fr" or not re.search(r"\w: ", words), "a space stands before a colon in French"
                SHOWN.get(setup.game, lambda *_: None)(view, words, look)
                marked = "★" if view.outcome else "[▶▷]"  # A painter of another game may say it in words.
                assert re.search(marked, words) or setup.game not in SHOWN or not (view.outcome or getattr(view.board, "active", None) is not None)
            view = rules.view(state, seat)
            check(listing(paint.describe_hand(view, look)))
            for length in range(len(action)):
                offered = [w.text for w in rules.words(state, seat, action[:length])]
                words = choice_words(paint, view, look, action[:length], offered)
                assert len(words) <= ALT
                assert not ENGINE.search(words.partition("\n")[0]), words
                assert "**" not in words, words
                raw = [w.upper() for w in offered if look.say.find(f"word.{w}") not in (None, w.upper())]
                name_of, kind = namer(paint, view, look, look.say), view.decision.kind if view.decision else ""
                own = {} if length else {w: look.say.find(f"do.{kind}.{w}") for w in offered}  # What a button says at this moment.
                assert words.endswith("…") or all((own.get(w) or name_of(action[:length], w)) in words for w in offered), words
                assert not any(line.startswith(f"{w}:") for w in raw for line in words.splitlines()), words
                held = [re.split(r" · |\s?: ", line)[0] for line in paint.describe_hand(view, look).splitlines()]
                told = [line for line in words.splitlines() if line.startswith(look.say("pick.hand", cards=""))]
                assert len(told) == bool(held and not length), words
                assert not told or words.endswith("…") or all(name in told[0] for name in held), words


@pytest.mark.parametrize("setup", WHOLE, ids=str)
def test_parts_of_the_board_in_words(setup):
    rules, paint = setup.rules, painter(setup.game)
    whole = whole_game(setup)
    for n, (state, seat, *_) in enumerate(whole[len(whole) // 2 :: max(1, len(whole) // 6)]):
        for language in LANGUAGES[n % 3 :][:1]:
            look = Look("light", Strict(language, setup.game), NAMES[: setup.seats])
            for words, _ in paint.paint_closer(rules.view(state, seat), look, build(setup.game).faces):
                check(words)


@pytest.mark.parametrize("game", games())
def test_cards_in_words(game):
    paint, rules = painter(game), next(s.rules for s in SETUPS if s.game == game)
    for language in LANGUAGES:
        look = Look("light", Strict(language, game), ())
        for face in rules.faces.values():
            check(paint.cards.words(face, look).replace("**", ""))  # As below its picture.


def test_a_game_of_hexygame_and_its_fullest_map():
    """A recorded game, in which more is done than at random; and a reality on every hex, with a card under each, and a stack of many."""
    record = Record.read(RECORD.read_text(encoding="utf-8"))
    rules: Any = build("hexygame")
    paint = painter("hexygame")
    states = [rules.setup(2, record.header["options"], int(record.header["seed"], 16)).state]
    for row in record.rows:
        states.append(play(rules, states[-1], row).state)
    one = max((rules.view(state, None) for state in states), key=lambda view: len(view.board.realities) + 3 * len(view.board.stack))
    assert one.board.realities
    assert one.board.stack
    faces = [face.word for face in rules.faces.values() if face.type in ("creature", "building", "artifact")]
    for language in LANGUAGES:
        look = Look("light", Strict(language, "hexygame"), NAMES)
        longest = sorted(faces, key=lambda word: -len(look.say(f"word.{word}")))
        reality = one.board.realities[0]._replace(under=((longest[0], 0),), die=12)
        full = tuple(reality._replace(hex=at, owner=n % 2, card=longest[n]) for n, at in enumerate(sorted(PLACES)))
        views = [rules.view(state, None) for state in states[::7]]
        for view in (*views, one._replace(board=one.board._replace(realities=full, stack=one.board.stack * 9))):
            words = paint.describe(view, look, brief=True)
            check(words)
            shown_in_hexygame(view, words, look)


@pytest.mark.parametrize("game", [key for key in games() if build(key).decks])
def test_a_deck_of_many_cards(game):
    """More different cards than in any deck that is there for everybody, those with the longest names."""
    rules = build(game)
    for language in LANGUAGES:
        say = Strict(language, game)
        longest = sorted(rules.decks.limits, key=lambda word: -len(say(f"word.{word}")))[: max(map(len, rules.presets.values())) + 5]
        words = deck_words(rules, "D" * 40, {word: 1 + n % 3 for n, word in enumerate(longest)}, say)
        check(words)
        assert all(say(f"word.{word}") in words for word in longest)


def test_the_first_wording_that_fits():
    assert fitting(lambda: "a" * (ALT + 1), lambda: "b" * ALT) == "b" * ALT
    lines = "\n".join(f"{n} " + "x" * 100 for n in range(20))
    assert shortened(lines).splitlines()[-1] == "…"
    assert shortened("one, " * 400).endswith("one,…")
    assert len(shortened("x" * 3000)) == ALT
    assert listing("\n".join(f"Card {n} · {'long text ' * 10}" for n in range(30))).startswith("Card 0, Card 1, ")
