"""What stands on the board's pictures: letters, what has just happened, what is declared; and that every word on them is whole and has its place."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from data.language import LANGUAGES, texts
from render.canvas import Canvas, Key, Scene
from render.look import Look
from render.painter import painter
from render.planetary_conquerors.board import board_scene
from render.planetary_conquerors.scenes import planet_scene
from render.text import font
from render.theme import theme
from rules.game import Event, View
from rules.notation import Record, play
from rules.planetary_conquerors.content import Content
from rules.randomness import Chance
from tests.every_game.setups import Setup, random_game
from tests.planetary_conquerors.table import RULES, TestTable

PAINT = painter("planetary_conquerors")
CONTENT: Content = RULES.content
NAMES = ("Anna", "Bohumil", "Cécile", "Dara")
LONGEST = tuple(f"{letter * 15} {letter * 16}" for letter in "WMQG")
"""As long as Discord allows."""


def look(language: str = "en", names: tuple[str, ...] = NAMES) -> Look:
    return Look("dark", texts(language, "planetary_conquerors"), names)


def letters(table: TestTable) -> dict[str, str]:
    """The letters that everybody sees, by the words of things."""
    return {t.word: t.letter for side in RULES.view(table.state, None).board.sides for t in side.things if t.type != "mine"}


# Letters


def test_letters_come_with_things_and_stay():
    """The first free one on arrival; what is alone needs none, unless it was not the first."""
    t = TestTable().stock(0, gold=6).hand(0, "recruit", "recruit", "recruit")
    t.play("0 play recruit", "--")
    assert [*letters(t).values()] == [""]
    t.play("0 play recruit", "--")
    assert [*letters(t).values()] == ["a", "b"]
    first = min(uid for uid in t.state.things if uid > 0)
    state = t.state.copy()
    del state.things[first]
    t.state = state
    assert [*letters(t).values()] == ["b"], "it does not change its name because another has gone"
    t.play("0 play recruit", "--")
    assert [*letters(t).values()] == ["b", "a"], "in the order of arrival"


def test_letters_are_for_all_planets():
    """A name with its letter means one thing at the table, also when somebody else takes control of it."""
    t = TestTable().put(0, "raider").put(1, "raider", "theirs").put(1, "trooper")
    assert [*letters(t).values()] == ["a", "b", ""]
    record = Record.read((Path(__file__).parent / "records" / "three.txt").read_text(encoding="utf-8"))
    state = RULES.setup(record.header["seats"], record.header["options"], int(record.header["seed"], 16)).state
    known: dict[str, str] = {}
    for row in record.rows:
        state = play(RULES, state, row).state
        things = [t for side in RULES.view(state, None).board.sides for t in side.things if t.type != "mine"]
        called = [(t.card, t.letter) for t in things]
        assert len(set(called)) == len(called)
        for one in things:
            alike = [t for t in things if t.card == one.card]
            assert bool(one.letter) or len(alike) == 1
            assert not one.letter or known.setdefault(one.word, one.letter) == one.letter


def test_more_than_an_alphabet():
    t = TestTable()
    for n in range(28):
        t.put(0, "recruit", f"r{n}")
    assert [*letters(t).values()][25:] == ["z", "aa", "ab"]


def test_tables_from_before_there_were_letters():
    """Things get them in the order of arrival, and nothing has happened as far as anybody remembers."""
    t = TestTable().put(0, "raider", "x").put(1, "raider", "y").put(0, "outpost").play("0 end")
    old = json.loads(RULES.dump(t.state))
    for thing in old["things"].values():
        thing.pop("letter", None)
    for key in ("news", "since"):
        old.pop(key, None)
    state = RULES.load(json.dumps(old).encode())
    assert [x.letter for side in RULES.view(state, None).board.sides for x in side.things] == ["", "a", "", "", "b"]
    assert RULES.view(state, None).board.news == ()
    again = RULES.load(RULES.dump(state))
    assert RULES.dump(again) == RULES.dump(state)


# What has just happened


def test_what_has_happened_in_a_turn_is_remembered_until_something_is_seen_to_happen_in_the_next():
    t = TestTable().put(0, "heavy_walker").put(1, "outpost").stock(0, gold=2).hand(0, "recruit")
    t.play("0 play recruit", "--", "0 end", "0 attack heavy_walker outpost", "0 confirm", "--", "0 end")
    told = [story.kind for story in RULES.view(t.state, None).board.news]
    assert [kind for kind in told if kind in ("played", "entered", "attack", "damaged", "destroyed")] == [
        "played", "entered", "attack", "damaged", "destroyed"
    ]  # fmt: skip
    assert t.state.active == 1
    t.stock(1, gold=2).hand(1, "recruit")
    while RULES.decision(t.state, 1).kind != "main":
        t.state = RULES.apply(t.state, 1, RULES.decision(t.state, 1).default).state
        assert "destroyed" in {story.kind for story in RULES.view(t.state, None).board.news}, "nothing has been seen to happen yet"
    t.play("1 play recruit", "--")
    told = [story.kind for story in RULES.view(t.state, None).board.news]
    assert "played" in told
    assert not {"attack", "destroyed"} & set(told)


def test_what_has_happened_tells_nothing_that_is_hidden():
    """Of events for one seat alone nothing is kept, whatever happens; what is kept is the same for everybody."""
    for n, (*_, step) in enumerate(random_game(Setup("planetary_conquerors", 3, {"decks": "drawn"}), 5)):
        if n % 9:
            continue
        kept = [(s.kind, s.facts) for s in step.state.news]
        secret = [(e.kind, e.facts) for e in step.events if e.to is not None]
        assert not [one for one in secret if one in kept]
        for viewer in (*range(3), None):
            assert RULES.view(step.state, viewer).board.news == step.state.news
            assert RULES.imagine(step.state, viewer, Chance.of(1)).news == step.state.news


def keys(scene: Scene, kind: str) -> list[Any]:
    return [item.key for item in scene.items.values() if item.key[0] == kind]


def test_what_has_happened_is_drawn_and_said():
    """A blow with its number on what was hit, what has gone crossed out, what has come with a spark; and as a sentence in picture and alt text."""
    t = TestTable().put(0, "heavy_walker").put(1, "habitat_dome").put(0, "trooper").put(1, "outpost").stock(0, gold=2).hand(0, "recruit")
    t.play("0 play recruit", "--", "0 end", "0 attack heavy_walker habitat_dome", "0 attack trooper m2", "0 confirm", "--")
    view = RULES.view(t.state, None)
    scene = board_scene(view, look())
    traces = {key[3].card: key[3].trace for key in keys(scene, "tile") if key[3].trace != ((0, 0, False))}
    assert traces["habitat_dome"].hurt == 6
    assert traces["recruit"].new
    assert "Heavy Walker: 6 damage to Habitat Dome, 1 HP left" in keys(scene, "story")[0][-1].words
    assert "Just now: " in PAINT.describe(view, look(), brief=True)
    assert "6 damage to Habitat Dome" in PAINT.describe(view, look(), brief=True)
    t = TestTable().put(0, "heavy_walker").put(1, "outpost").play("0 end", "0 attack heavy_walker outpost", "0 confirm", "--")
    (gone,) = keys(board_scene(RULES.view(t.state, None), look()), "ghost")
    assert gone[3] == "outpost"


# What is declared


def test_declared_attackers_are_drawn_for_their_owner_alone():
    """PC-18.1: the assignment is public only when it is confirmed."""
    t = TestTable().put(0, "raider").put(0, "trooper").put(1, "outpost").play("0 end", "0 attack raider outpost")
    drawn = {seat: keys(PAINT.board(RULES.view(t.state, seat), look()), "assault") for seat in (0, 1, None)}
    (planned,) = [key[4] for key in drawn[0]]
    assert (planned.attacker.card, planned.target.card, planned.planned) == ("raider", "outpost", True)
    assert drawn[1] == drawn[None] == []
    assert "Not yet confirmed: Raider → Outpost" in PAINT.describe(RULES.view(t.state, 0), look())
    assert "Raider →" not in PAINT.describe(RULES.view(t.state, None), look())


def test_what_is_chosen_so_far_is_drawn():
    """An attacker without a target, a block without a blocker, before anything of it is an action."""
    t = TestTable().put(0, "raider").put(0, "trooper").put(1, "outpost").put(1, "wall_drone").play("0 end")
    raider = f"c{t.names['raider']}"
    scene = PAINT.choice(RULES.view(t.state, 0), look(), ("attack", raider), ["m2"])
    (planned,) = [key[4] for key in keys(scene, "assault")]
    assert (planned.attacker.card, planned.target, planned.planned) == ("raider", None, True)
    t.play("0 attack raider outpost", "0 confirm")
    words = [w.text for w in RULES.words(t.state, 1, ("block", raider))]
    scene = PAINT.choice(RULES.view(t.state, 1), look(), ("block", raider), words)
    (planned,) = [key[4] for key in keys(scene, "assault")]
    assert (planned.blocker, planned.planned) == (None, True)
    lit = [key[3].card for key in keys(scene, "tile") if key[3].lit]
    assert lit == ["wall_drone"]


# The end


@pytest.mark.parametrize(("name", "moment"), [("planet", "Outpost enters"), ("last_mine", "'s mine"), ("three_mines", "'s mine")])
def test_the_end_is_a_picture_of_its_own(name, moment):
    """Who has won, how all came in, what decided it, how long it took; the same in the alt text."""
    record = Record.read((Path(__file__).parent / "records" / f"{name}.txt").read_text(encoding="utf-8"))
    state = RULES.setup(record.header["seats"], record.header["options"], int(record.header["seed"], 16)).state
    for row in record.rows:
        state = play(RULES, state, row).state
    view = RULES.view(state, None)
    scene = PAINT.board(view, look())
    ((*_, banner),) = keys(scene, "banner")
    (winner,) = RULES.outcome(state).winners
    assert banner.won == f"{NAMES[winner]} wins"
    ((*_, told),) = keys(scene, "moment")
    assert banner.length == f"{state.turn} turns"
    assert moment in told.words
    struck = re.search(r"(\d) damage to", told.words)
    assert told.strike.gain == (not struck)
    assert f"−{told.strike.n}" == f"−{struck[1]}" if struck else told.words.endswith(f"→ {view.board.sides[winner].building_hp}"), "it is drawn, too"
    assert [key[-1].seat for key in keys(scene, "place")] == [seat for group in RULES.outcome(state).places for seat in group]
    words = PAINT.describe(view, look(), brief=True)
    assert banner.reason.casefold() in words.casefold()
    assert moment in words
    assert f"{state.turn} turns" in words


# Words on pictures


class Written:
    """Everything that is written on one sprite, with the boxes of ink in it."""

    def __init__(self, monkeypatch: Any) -> None:
        self.found: list[tuple[str, tuple[float, float, float, float]]] = []

        def text(s: Canvas, at: Any, words: str, size: float, role: str, anchor: str = "mm", weight: str = "Bold") -> None:
            left, top, right, bottom = font(weight, round(size * 4)).getbbox(words, anchor=anchor)
            self.found.append((words, (at[0] + left / 4, at[1] + top / 4, at[0] + right / 4, at[1] + bottom / 4)))

        monkeypatch.setattr(Canvas, "text", text)

    def on(self, key: Key) -> tuple[Canvas, list[tuple[str, tuple[float, float, float, float]]]]:
        self.found.clear()
        canvas = PAINT.studio.draw(key, theme("dark", "planetary_conquerors"))
        return canvas, [*self.found]


@pytest.fixture
def written(monkeypatch):
    return Written(monkeypatch)


def crowded() -> Iterator[View[Any]]:
    """Positions with much to say: games at random of four, and one in which every card stands somewhere."""
    for n, (state, seat, _, step) in enumerate(random_game(Setup("planetary_conquerors", 4, {"decks": "drawn"}), 31)):
        if n % 70 == 0:
            yield RULES.view(state, seat)
        elif RULES.outcome(step.state):
            yield RULES.view(step.state, None)
    full = TestTable(4)
    for n, (word, kind) in enumerate(CONTENT.types.items()):
        if kind in ("miner", "building", "warrior"):
            full.put(n % 4, word).put(n % 4, word, f"{word} too", exhausted=n % 2 == 0, illusion=n % 5 == 0, hp=1)
    full.trap("m1", "spike_pit", "toll_snare", "land_mine", "gas_vent").stock(0, 15, 15, 5).stock(1, 12, 9, 3)
    yield RULES.view(full.state, 0)
    t = TestTable(2, loud=True).put(0, "collector_of_cosmium")
    longest = max((w for w, k in CONTENT.types.items() if k == "warrior"), key=lambda w: len(texts("fr", "planetary_conquerors")(f"word.{w}")))
    t.put(0, longest, "x").put(0, longest, "y").put(1, longest, "z").put(1, "outpost").play(
        "0 end", "--", "0 attack x outpost", "0 attack y m2", "0 confirm"
    )
    t.play("1 block x z")
    yield RULES.view(t.state, None)


def apart(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[2] <= other[0] + 1 or other[2] <= one[0] + 1 or one[3] <= other[1] + 2 or other[3] <= one[1] + 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_on_the_board_is_whole_and_has_its_place(language, written):
    """With the longest names of cards and players: nothing leaves its sprite or lies on other words; names and sentences alone are cut."""
    seen: set[Key] = set()
    for view in crowded():
        for item in board_scene(view, look(language, LONGEST)).items.values():
            if item.key in seen:
                continue
            seen.add(item.key)
            canvas, found = written.on(item.key)
            for words, (left, top, right, bottom) in found:
                assert "…" not in words or item.key[0] in ("head", "gone", "story", "banner", "moment", "place"), (words, item.key)
                assert left >= 0, (words, item.key)
                assert right <= canvas.size[0], (words, item.key)
                assert top >= -1, (words, item.key)
                assert bottom <= canvas.size[1] + 1, (words, item.key)
            for one, other in combinations(found, 2):
                assert apart(one[1], other[1]), (one, other, item.key)
    assert len(seen) > 100


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_written_in_full_close_up(language, written):
    """Whatever stands on a planet has its whole name there."""
    say = texts(language, "planetary_conquerors")
    named = set()
    for view in crowded():
        for side in view.board.sides:
            scene = planet_scene(view, look(language), side.seat, RULES.faces)
            said = " ".join(words for item in scene.items.values() for words, _ in written.on(item.key)[1])
            for t in side.things:
                if t.type in ("miner", "building", "warrior"):
                    name = say(f"word.{t.card}")
                    assert re.search(rf"(^| ){re.escape(name)}( |$)", said), (name, said)
                    named.add(t.card)
    assert named >= {word for word, kind in CONTENT.types.items() if kind in ("miner", "building", "warrior")}


def test_a_building_that_falls_on_a_planet_of_which_little_is_shown_strikes_no_mine():
    """In large type two of four planets are strips without buildings: the head, which counts them, is struck."""
    table = TestTable(4)
    view, style = RULES.view(table.state, None), look()._replace(theme="large")
    strips = {place[1] for place in board_scene(view, style).items if place[0] == "head"} - {
        place[1] for place in board_scene(view, style).items if place[0] == "miners"
    }
    assert len(strips) == 2
    for seat in strips:
        fallen = Event("destroyed", {"seat": seat, "card": "outpost"})
        found = PAINT.blow(view, style, [fallen])
        visible = [place for place in (*found.places, *found.otherwise) if place in board_scene(view, style).items]
        assert visible == [("head", seat)]
