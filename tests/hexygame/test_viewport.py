"""The part of the map that readers of large type see: near, where most stands, and where something happens; with all that can be chosen."""

from __future__ import annotations

from render.hexygame.ground import MAP, _carved
from render.hexygame.hex_sizes import Tile
from render.hexygame.recent_events import deeds
from render.hexygame.viewport import PARTS
from render.stage import HEIGHT
from render.theme import theme
from rules.hexygame.map import PLACES
from tests.hexygame.table import RULES, TestTable
from tests.hexygame.test_pictures import PAINT, fight, labels, look, states
from tests.sampled import often


def test_large_type_sees_five_rows_of_five_where_most_stands():
    """Whole hexes, nearer than others see them; the small map shows where, and what stands beyond."""
    table = fight()
    found = PAINT.board(RULES.view(table.state, None), look(style="large"))
    assert {"e2", "d3", "e4", "e5", "f5"} <= labels(found)
    assert "e8" not in labels(found)
    assert 20 <= len(labels(found)) <= 25
    for item in (item for place, item in found.items.items() if place[0] == "hex"):
        assert 0 <= item.x <= item.x + 2 * item.key[1].half <= MAP
        assert item.key[1].half >= 1.3 * Tile(47).half
    dots, part = found.items["turn",].key[-1]
    assert len(dots) == len(table.state.realities)
    left, _, right, _ = part
    assert 0 < sum(not left <= at[0] <= right for at, _ in dots) < len(dots)


def test_large_type_sees_all_hexes_that_can_be_chosen():
    table = fight().hand(0, "red_hearth")
    words = table.offered("cast", "red_hearth")
    assert "e1" in words
    chosen = PAINT.on_board(RULES.view(table.state, 0), look(style="large"), ("cast", "red_hearth"), words)
    assert {at for at in PLACES if ("hex", at) in chosen.items and chosen.items["hex", at].key[2].lit} == set(words) & set(PLACES)


def test_the_camera_of_large_type_stays_until_something_happens_beyond_its_edge():
    """It sees the latest deed in every position of a game, and within a turn it moves for nothing else."""
    seen, turn, cuts = None, -1, 0
    for state in states():
        view = RULES.view(state, None)
        shown = labels(PAINT.board(view, look(style="large")))
        if not shown or view.outcome:
            continue
        marks = deeds(view.board)
        if marks and any(all(map(part.has, marks[-1])) for part in PARTS):
            assert marks[-1] <= shown
        if turn == view.board.turn and shown != seen:
            cuts += 1
            assert [mark for mark in marks if not mark <= seen], (view.board.turn, marks, seen, shown)
        seen, turn = shown, view.board.turn
    assert 0 < cuts < len(states()) / 10


def test_an_opening_has_both_hosts_above_and_below_the_map():
    """Its picture was a grid of names: where the outer rows are empty they make room for what is carved in the table, which lies on no hex."""
    opening = TestTable(turn=2).put(1, "yellow_hall", "e8")
    later = TestTable(turn=9).put(1, "yellow_hall", "e8").put(0, "cinder_hound", "c5")
    found = []
    for table in (opening, later):
        frame = PAINT.board(RULES.view(table.state, None), look()).items["frame"].key
        mask = PAINT.studio.draw(frame, theme("dark", "hexygame")).mask
        carved = list(_carved(mask, HEIGHT))
        assert all(mask.getpixel((round(x), round(y))) for _, (x, y), *_ in carved)
        found.append([seat for _, _, seat, _ in carved])
    assert (sorted(found[0]), found[1]) == ([0] * 6 + [1] * 6, [])


def column(at: str) -> int:
    """The half column of a hex from the Centre's."""
    q, r = PLACES[at]
    return 2 * q + r


def test_large_type_says_what_stands_beyond_its_edges():
    """Homelands were cut off without a sign: how much of whom stands at the left and at the right of what is seen, beside the hexes."""
    large, met = theme("large", "hexygame"), set()
    for state in states()[:: often(14, 7)]:
        view = RULES.view(state, None)
        scene = PAINT.board(view, look(style="large"))
        if not labels(scene):
            continue
        told = scene.items["frame"].key[3].beyond
        columns = {column(at) for at in labels(scene)}
        beyond = [(r.owner, column(r.hex)) for r in view.board.realities if not min(columns) <= column(r.hex) <= max(columns)]
        for way in (-1, 1):
            for seat in (0, 1):
                wanted = sum(owner == seat and (at > max(columns)) == (way > 0) for owner, at in beyond)
                assert [one.many for one in told if (one.way, one.seat) == (way, seat)] == [wanted] * bool(wanted)
        canvas = PAINT.studio.draw(scene.items["frame"].key, large)
        for x, y in (one.at for one in told):
            assert canvas.mask.crop((round(x) - 28, round(y) - 20, round(x) + 28, round(y) + 20)).getextrema() == (255, 255), "no hex lies on it"
        assert sorted(text.words for text in canvas.texts) == sorted(str(one.many) for one in told)
        met |= {(one.way, one.seat) for one in told}
    assert len(met) > 1
