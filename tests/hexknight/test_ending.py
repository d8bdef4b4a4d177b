"""The fight that decided a game, against the scores as they were after every fight; what an old table lacks is not made up."""

from __future__ import annotations

from pathlib import Path

import pytest

from data.language import LANGUAGES, texts
from render import stage
from render.hexknight.last_scene import ending, turning_point
from render.hexknight.scenes import board_scene
from render.hexknight.sprites import draw
from render.look import Look
from render.theme import THEMES, theme
from rules.game import Outcome
from rules.hexknight.view import VictoryView
from rules.notation import Record, play
from tests.hexknight.table import RULES, TestTable

NAMES = ("Anna", "Bohumil", "Cécile")
RECORDS = sorted((Path(__file__).parent / "records").glob("*.txt"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_all_fights_are_kept_with_the_scores_after_them(path):
    record = Record.read(path.read_text(encoding="utf-8"))
    state = RULES.setup(record.header["seats"], record.header["options"], int(record.header["seed"], 16)).state
    fights = []
    for row in record.rows:
        step = play(RULES, state, row)
        state = step.state
        board = RULES.view(state, None).board
        for event in step.events:
            if event.kind == "beaten":
                ruins = sum(other.kind == "ruins" for other in step.events)
                scores = tuple(hero.score for hero in board.heroes)
                fights.append((event.facts["seat"], event.facts["hex"], event.facts["monster"], event.facts["experience"] + ruins, scores))
    assert [(v.seat, v.hex, v.monster, v.points, v.scores) for v in board.victories] == fights


def over(*fights, final):
    """A board at the end after fights of (seat, points, scores after it)."""
    table = TestTable()
    board = RULES.view(table.state, None).board
    victories = tuple(VictoryView(n + 1, seat, f"c{n}", "red_dragon", "dragon", points, scores) for n, (seat, points, scores) in enumerate(fights))
    gained = [sum(points for seat, points, _ in fights if seat == hero.seat) for hero in board.heroes]
    heroes = tuple(hero._replace(experience=gained[hero.seat], ruins=0, score=final[hero.seat]) for hero in board.heroes)
    return board._replace(victories=victories, heroes=heroes)


def test_the_turning_point_is_the_fight_after_which_the_winner_led_for_good():
    fights = (0, 5, (5, 0)), (1, 8, (5, 8)), (0, 3, (8, 8)), (0, 3, (11, 8)), (0, 1, (12, 8))
    found = turning_point(over(*fights, final=(12, 8)), 0)
    assert found is not None
    assert found.hex == "c3"


@pytest.mark.parametrize(
    ("fights", "final"),
    [
        ([(0, 5, (5, 0)), (1, 4, (5, 4))], (3, 4)),  # behind at the end
        ([(1, 5, (0, 5)), (1, 1, (7, 6))], (7, 6)),  # the lead came without a fight of one's own
        ([], (1, 0)),
    ],
)
def test_no_turning_point_where_no_fight_brought_the_lead(fights, final):
    assert turning_point(over(*fights, final=final), 0) is None


def test_no_turning_point_where_the_first_fights_are_unknown():
    board = over((0, 5, (5, 0)), final=(5, 0))
    heroes = (board.heroes[0], board.heroes[1]._replace(experience=3))
    assert turning_point(board._replace(heroes=heroes), 0) is None


def test_without_a_turning_point_the_fight_that_brought_most_is_told():
    board = over((0, 5, (5, 0)), (0, 8, (13, 0)), final=(13, 0))
    look = Look("dark", texts("en", "hexknight"), ("Anna", "Bohumil"))
    view = RULES.view(TestTable().state, None)._replace(board=board, outcome=Outcome(((0,), (1,)), "resigned", "HK-12.2", (13, 0)))
    assert ending(view, look)[1][-1] == "Best catch: red dragon on C1, night 1: +8 for Anna"


@pytest.mark.sampled(0.3, any=True)
@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("seats", [2, 3])
def test_the_end_shows_all_land_and_where_it_was_decided(seats, name):
    """Golden, and named on the plate beside the island."""
    table = TestTable("random", seats=seats, keep_monsters=True).hero(1, experience=12)
    table.state.step = "over"
    view = RULES.view(table.state, None)
    lair = view.board.monsters[0].hex
    victories = (VictoryView(2, 1, lair, "archer", "soldier", 4, (0,) * seats),)
    scene = board_scene(view._replace(board=view.board._replace(victories=victories)), Look(name, texts("en", "hexknight"), NAMES[:seats]))
    assert scene.size == (stage.WIDTH, stage.HEIGHT)
    assert {(h.x, h.y) for h in view.board.hexes if h.terrain != "sea"} <= {at for at, item in scene.items.items() if item.key[0] == "hex"}
    (told,) = [item for at, item in scene.items.items() if item.key[0] == "hex" and item.key[-1].fight]
    assert told.key[-1].spot[:2] == next((h.x, h.y) for h in view.board.hexes if h.label == lair)
    gold = theme(name, "hexknight")["gold"]
    clear = draw((*told.key[:-1], told.key[-1]._replace(monster=None)), theme(name, "hexknight")).image
    assert {colour: n for n, colour in clear.getcolors(1 << 24)}.get(gold, 0) > 0.3 * clear.width * clear.height
    assert scene.items["end"].key[-1].caught.hex == lair.upper()


def test_seats_stand_by_their_places_at_the_end():
    """Beside the island, whoever has won first."""
    table = TestTable("random", seats=3, keep_monsters=True).hero(1, experience=5).hero(2, experience=12)
    table.state.step = "over"
    scene = board_scene(RULES.view(table.state, None), Look("dark", texts("en", "hexknight"), NAMES))
    assert [at[1] for at, item in sorted(scene.items.items(), key=lambda one: one[1].y) if item.key[0] == "final"] == [2, 1, 0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["dark", "light", "contrast"])
def test_the_parts_of_a_score_are_named_in_words(name, language):
    """Also five of them, with three seats; in large type where they have room."""
    table = (
        TestTable(seats=3)
        .hero(0, experience=104, ruins=2, compensation=6, discard="10*w 30*sa")
        .hero(1, experience=3)
        .hero(2, experience=10, ruins=1)
    )
    table.state.step = "over"
    scene = board_scene(RULES.view(table.state, None), Look(name, texts(language, "hexknight"), NAMES))
    boxes = [item for item in scene.items.values() if item.key[0] == "final"]
    assert len(boxes) == 3
    assert max(len(box.key[-1].figures) for box in boxes) == 5
    for box in boxes:
        written = {text.words for text in draw(box.key, theme(name, "hexknight")).texts}
        assert {value for _, value in box.key[-1].figures} | set(box.key[-1].words) <= written
