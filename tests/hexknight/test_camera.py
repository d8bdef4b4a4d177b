"""The camera of the stage over whole games: it shows the hero, stays for a turn, and everything that is chosen from; and
the loud sign stands beside whom the game waits for, in picture and words alike."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from data.language import texts
from render import stage
from render.hexknight.descriptions import describe
from render.hexknight.marks import Pointer
from render.hexknight.scenes import board_scene, table_scene, waiting
from render.hexknight.side_boxes import SeatKey
from render.hexknight.sprites import SpotKey
from render.hexknight.stage_layout import camera
from render.look import Look
from rules.notation import Record, play
from tests.hexknight.table import RULES, TestTable

RECORDS = sorted((Path(__file__).parent / "records").glob("*.txt"))
NAMES = ("Anna", "Bohumil", "Cécile")


def positions(path):
    record = Record.read(path.read_text(encoding="utf-8"))
    state = RULES.setup(record.header["seats"], record.header["options"], int(record.header["seed"], 16)).state
    yield state
    for row in record.rows:
        state = play(RULES, state, row).state
        yield state


def turn_of(state):
    return state.phase, state.active, tuple(hero.turns for hero in state.heroes)


def shown(scene):
    return {item.key[-1].spot[:2]: item.key[-1] for item in scene.items.values() if isinstance(item.key[-1], SpotKey)}


def pointers(scene):
    """The signs that point at heroes, by the places of their hexes."""
    ends = {place: item.key[-1] for place, item in scene.items.items()}
    found = {place: end.pointer if isinstance(end, SpotKey) else end for place, end in ends.items()}
    return {place: pointer for place, pointer in found.items() if isinstance(pointer, Pointer)}


@pytest.mark.sampled(0.5)
@pytest.mark.parametrize("theme", ["dark", "large"])
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_camera_stays_for_a_turn_unless_the_hero_walks_out_of_it(path, theme):
    look, found, moved = Look(theme, texts("en", "hexknight"), NAMES), {}, 0
    for state in positions(path):
        if state.step == "over":
            continue
        board = RULES.view(state, None).board
        hero = next(h for h in board.heroes if h.seat == board.active)
        places = {h.label: (h.x, h.y) for h in board.hexes}
        seen, turn = camera(board, look), turn_of(state)
        assert seen.window.holds(*places[hero.hex])
        before = found.setdefault(turn, seen)
        if before != seen:
            assert not before.window.holds(*places[hero.hex]), "only since the hero is somewhere else"
            moved += 1
            found[turn] = seen
    assert moved <= (len(found) / 8 if theme == "large" else 0), "of large type there is less on a stage"


def test_most_of_what_is_seen_is_known():
    """Clouds have little to tell: a window around the hero alone had more than a quarter of them."""
    look, shares = Look("dark", texts("en", "hexknight"), NAMES), []
    for state in (state for path in RECORDS for state in positions(path) if state.step != "over"):
        board = RULES.view(state, None).board
        window = camera(board, look).window
        seen = (window.right - window.left + 1) * (window.bottom - window.top + 1)
        shares.append(1 - sum(window.holds(h.x, h.y) for h in board.hexes) / seen)
    assert sum(shares) / len(shares) <= 0.24


def test_what_is_revealed_in_a_turn_does_not_move_the_camera():
    """It would tell when, and the picture would jump."""
    table = TestTable().hero(0, "g8").turn(0)
    look, before = Look("dark", texts("en", "hexknight"), NAMES), RULES.view(table.state, None).board
    table.light()
    after = RULES.view(table.state, None).board
    assert len(after.new) == len(after.hexes) - len(before.hexes) > 100
    assert camera(after, look) == camera(before, look)
    assert camera(after._replace(new=()), look) != camera(before, look), "so it does from the next turn on"


@pytest.mark.sampled(0.5)
@pytest.mark.parametrize("theme", ["dark", "large"])
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_hero_is_seen_or_pointed_at(path, theme):
    look, pointed = Look(theme, texts("en", "hexknight"), NAMES), 0
    for n, state in enumerate(positions(path)):
        if state.step == "over" or n % 4:
            continue
        view = RULES.view(state, None)
        scene = board_scene(view, look)
        spots = shown(scene).values()
        assert not [spot for spot in spots if spot.pointer and (spot.heroes or spot.monster or spot.path or spot.fight)]
        signs = {pointer.hero.seat for pointer in pointers(scene).values()}
        seen = {hero.seat for spot in spots for hero in spot.heroes}
        assert seen | signs == {hero.seat for hero in view.board.heroes if hero.hex}
        assert not seen & signs
        pointed += len(signs)
    assert pointed


def test_a_pointer_has_the_direction_of_its_hero():
    look = Look("dark", texts("en", "hexknight"), NAMES)
    for label, towards in (("a8", (-1, 0)), ("o8", (1, 0)), ("h0", (0, -1)), ("h14", (0, 1))):
        table = TestTable().light().hero(0, "h8").turn(0).hero(1, label)
        view = RULES.view(table.state, None)
        window = camera(view.board, look).window
        (((x, y), pointer),) = pointers(board_scene(view, look)).items()
        way = math.radians(pointer.degrees)
        assert (round(math.cos(way)), round(math.sin(way))) == towards
        assert x in (window.left, window.right) or y in (window.top, window.bottom)


@pytest.mark.sampled(0.5)
@pytest.mark.parametrize("theme", ["dark", "large"])
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_everything_that_is_chosen_from_is_on_the_stage(path, theme):
    look, walks, fights = Look(theme, texts("en", "hexknight"), NAMES), 0, 0
    for state in positions(path):
        if state.step not in ("movement", "provocation", "defence", "attack"):
            continue
        view = RULES.view(state, state.active)
        places = {h.label: (h.x, h.y) for h in view.board.hexes}
        here, turn = shown(table_scene(view, look)), view.board.turn
        for label, cost in (*turn.reach, *turn.beyond):
            assert here[places[label]].cost == cost
            walks += 1
        if turn.target:
            assert here[places[turn.target]].monster.targeted
            fights += 1
    assert walks
    assert fights


@pytest.mark.sampled(0.5)
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_loud_sign_is_whom_the_game_waits_for(path):
    for state in positions(path):
        view = RULES.view(state, None)
        look = Look("dark", texts("en", "hexknight"), NAMES[: len(state.heroes)])
        boxes = [item.key[-1] for item in board_scene(view, look).items.values() if isinstance(item.key[-1], SeatKey)]
        loud = [box.hero.seat for box in boxes if box.sign == stage.WAITS]
        assert loud == ([] if view.outcome else sorted(view.to_act))
        lines = describe(view, look).splitlines()
        assert [seat for seat, name in enumerate(look.names) if any(line.startswith(f"▶ {name}") for line in lines)] == loud


def test_the_quiet_sign_is_who_has_the_turn_and_is_not_waited_for():
    view = RULES.view(next(iter(positions(RECORDS[0]))), None)
    active = view.board.active
    assert [waiting(view._replace(to_act=(1 - active,)), seat) for seat in (active, 1 - active)] == [stage.TURN, stage.WAITS]
