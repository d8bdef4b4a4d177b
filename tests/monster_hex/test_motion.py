"""The loop of a capture: the table as it was before, the strengths, who came first, what was gained, and where the blow came from."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from render.monster_hex import PAINTER as PAINT
from render.monster_hex.scenes import board_scene
from render.monster_hex.sprites import draw
from render.monster_hex.stage_layout import PLACES
from render.theme import theme
from tests.every_game.setups import whole_game
from tests.monster_hex.table import RULES
from tests.monster_hex.test_stage import SETUPS, look
from tests.render.test_motion import frames

each = pytest.mark.parametrize("setup", [s for s in SETUPS if "board" in s.options], ids=str)


def words(item, name):
    return [text.words for text in draw(item.key, theme(name, "monster_hex")).texts]


@each
def test_the_loop_of_a_capture_tells_who_was_how_strong_and_what_that_brought(setup):
    """Strengths, the first one and points are taken from what happened, the picture from the view. It is told once all prizes are taken."""
    told, name = 0, "large" if setup.seats == 4 else "dark"
    open_: dict[str, tuple[dict, list]] = {}
    for _, _, _, step in whole_game(setup):
        view, style = RULES.view(step.state, None), look(setup, name)
        choosing = {stone.label for stone in view.board.stones if stone.choosing}
        open_ |= {e.facts["hex"]: (e.facts, []) for e in step.events if e.kind == "captured"}
        for event in step.events:
            if event.kind == "scored":
                open_[event.facts["hex"]][1].append(event.facts)
        done = {label: open_.pop(label) for label in [*open_] if label not in choosing}
        captured = {label: facts for label, (facts, _) in done.items()}
        blow = PAINT.blow(view, style, step.events)
        if not captured:
            assert blow is None or view.outcome
            continue
        told += 1
        scored = dict.fromkeys(range(len(view.board.factions)), 0)
        for facts in (facts for _, found in done.values() for facts in found):
            scored[facts["slot"]] += facts["points"]
        strengths = sorted(str(n) for facts in captured.values() for n in facts["totals"].values())
        shown = words(blow.over[-1], name)
        assert sorted(word for word in shown if word.isdigit()) == strengths
        assert sum(int(word) for word in shown if word.startswith("+")) == sum(scored.values())
        sides = {key.label.lower(): key.sides for key in blow.over[-1].key[3]}
        for label, facts in captured.items():
            firsts = [side.faction for side in sides[label] if side.first]
            assert firsts == [view.board.factions[slot].faction for slot in [facts["first"]] if slot is not None]
        if not view.outcome:
            assert blow.over[0] is None, "the monster lies there first"
            assert not any(word.startswith("+") for word in words(blow.over[1], name))
            assert set(blow.places) == set(captured)
            assert blow.before[0].items[view.board.last].key[0] == "empty", "the monster was not there before"
            for label in captured:
                before, lies = (dict(blow.before[n].items[label].key[2].totals) for n in (0, 1))
                (last,) = (monster for monster in view.board.monsters if monster.hex == view.board.last)
                faction = view.board.factions[last.slot].faction
                assert {**before, faction: lies[faction]} == lies
                assert lies[faction] - before.get(faction, 0) in last.powers
        before = {place[1]: item.key[3].score for place, item in blow.before[0].items.items() if place[0] == "seat"}
        for faction in view.board.factions:
            if faction.score is not None:
                was = float(before[faction.slot].replace("½", ".5"))
                assert faction.score - was == pytest.approx(scored[faction.slot])
        assert "ending" not in blow.before[0].items, "who has won is not told before it is won"
    assert told > 3


@each
def test_what_a_capture_is_told_with_covers_no_hex(setup):
    """It lies over the column of seats."""
    for _, _, _, step in whole_game(setup):
        view = RULES.view(step.state, None)
        choosing = {stone.label for stone in view.board.stones if stone.choosing}
        captured = [
            label for label in dict.fromkeys(e.facts["hex"] for e in step.events if e.kind in ("captured", "scored")) if label not in choosing
        ]
        if captured:
            box = PAINT.blow(view, look(setup), step.events).over[-1]
            canvas = draw(box.key, theme("dark", "monster_hex"))
            assert (box.x, box.y) == (PLACES[view.board.board].width, 0)
            assert (box.x + canvas.size[0], canvas.size[1]) == (1000, 640)


@each
def test_fireworks_of_the_end_cover_no_hex_and_nobodys_score(setup):
    *_, (_, _, _, step) = whole_game(setup)
    view, style = RULES.view(step.state, None), look(setup)
    board, *pictures, _ = frames(PAINT.paint_moving(view, style, ()))
    ground = board_scene(view, style).items["ground"]
    sky = Image.new("1", board.size)
    sky.paste(draw(ground.key, theme("dark", "monster_hex")).mask, (ground.x, ground.y))
    for picture in pictures:
        assert ImageChops.difference(board, picture).getbbox()
        assert not ImageChops.difference(board, ImageChops.composite(board, picture, sky)).getbbox()


@each
@pytest.mark.parametrize("name", ["dark", "large"])
def test_the_last_step_of_a_game_has_its_loop(setup, name):
    """Where it captures a stone the loop tells that, too: it had too many bytes with another board before the end."""
    step = next(step for *_, step in reversed(whole_game(setup)) if any(event.kind in ("captured", "scored") for event in step.events))
    view = RULES.view(step.state, None)
    end = RULES.view(whole_game(setup)[-1][3].state, None)
    assert PAINT.paint_moving(view._replace(outcome=end.outcome), look(setup, name), step.events)
