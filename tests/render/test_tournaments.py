"""Pictures of tournaments: no two parts share a pixel, long names can be read, marks and medals are the same everywhere."""

from __future__ import annotations

import io
import random
from itertools import combinations

import pytest
from PIL import Image

from data.content import games
from data.language import LANGUAGES, texts
from render.canvas import PLAIN, Canvas
from render.text import font, named
from render.theme import THEMES, theme
from render.tournaments import STUDIO, paint_bracket
from render.tournaments.bracket import Box, Champion, Round, Tree, bracket, present, whole
from render.tournaments.player_marks import TWO_LINES, UNKNOWN, WIDTH, Player, initials, mark, medal
from render.tournaments.podium import Podium, Step, podium, stage_sprite
from render.tournaments.standings import NONE, PLAYING, Heads, Line, Result, Table, cross, standings
from rules.competition.standings import BREAKS

LONG = ("Cécile-Antoinette-Françoise", "Bohumil Nejdelší-Příjmení", "xX_DragonSlayer_9000_Xx_forever!", "Příliš žluťoučký kůň úpěl ódy 32")
"""Names of up to 32 letters, as many as Discord allows."""


def rounds(first: int, live: int = 0, names=LONG) -> tuple[Round, ...]:
    """A tree of so many matches in its first round, of which the first `live` in round `live` are being played."""
    chance, number, found = random.Random(first), 0, []
    count = first
    while count:
        boxes = []
        for n in range(count):
            players = tuple(Player(chance.randrange(60), chance.choice(names)) for _ in range(2))
            sources = tuple(number - 2 * count + 2 * n + side for side in range(2)) if found else ()
            boxes.append(Box(number + n, players, ("2", "1"), 0, sources, live=len(found) == live))
        number += count
        found.append(Round("Huitièmes de finale", tuple(boxes)))
        count //= 2
    return tuple(found)


def table(lines: int, played: int, breaks: int) -> Table:
    say = texts("en")
    heads = Heads(
        "Place", "Player", "Points", tuple(map(str, range(1, played + 1))), tuple(say(f"tournament.break.{n}") for n in list(BREAKS)[:breaks])
    )
    rows = tuple(
        Line(
            str(n + 1),
            Player(n, LONG[n % 4]),
            "10½",
            (Result("", PLAYING),) * played,
            ("12.125",) * breaks,
            out=n % 5 == 0,
            medal=n + 1 if n < 3 else 0,
        )
        for n in range(lines)
    )
    return Table("C" * 60, "Swiss · round 3 of 5", heads, rows, cut=min(4, lines), legend="being played now")


END = Podium(
    "C" * 60,
    "HexKnight",
    f"{LONG[0]} & {LONG[1]}",
    tuple(Step(n, tuple(Player(m, LONG[m]) for m in range(4)), "9½ points") for n in (1, 2, 3)),
    ("a",),
)
SCENES = {
    "standings": [scene for scene, _ in standings(table(40, 9, 5))],
    "first standings": [scene for scene, _ in standings(table(2, 0, 3))],
    "cross": [scene for scene, _ in cross(table(20, 20, 0))],
    "trees": [bracket(Tree("Cup", "", part.rounds, None, "now")) for first in (1, 2, 4, 8, 16, 32) for part in whole(rounds(first, 1))],
    "champion": [bracket(Tree("Cup", "best of 3", rounds(4), Champion("Winner", Player(3, LONG[3]))))],
    "podium": [podium(END)],
}


@pytest.mark.sampled(0.34)
@pytest.mark.parametrize("name", SCENES)
def test_no_two_parts_share_a_pixel(name):
    look = STUDIO.theme("dark")
    for scene in SCENES[name]:
        boxes = []
        for place, item in scene.items.items():
            width, height = STUDIO.sprite(item.key, look).picture.size
            assert item.x >= 0
            assert item.x + width <= scene.size[0], place
            assert item.y >= 0
            assert item.y + height <= scene.size[1], place
            boxes.append((place, item.x, item.y, item.x + width, item.y + height))
        for one, other in combinations(boxes, 2):
            apart = one[3] <= other[1] or other[3] <= one[1] or one[4] <= other[2] or other[4] <= one[2]
            assert apart, f"{one[0]} and {other[0]}"


@pytest.mark.parametrize("width", [180, 213, 300])
def test_the_longest_names_stand_whole_in_two_lines(width):
    """Put together again they are what they were, but for the spaces they are broken at; no line leaves its place by more than a sign."""
    for name in LONG:
        size, rows = named(name, "Bold", (29, 27, 25), (22, 21, 20), width)
        assert "".join(rows).replace(" ", "") == name.replace(" ", "")
        assert len(rows) <= 2
        assert all(font("Bold", size).getlength(row.rstrip("-_.")) <= width for row in rows)
        assert not any(row.startswith(("-", "_")) for row in rows)
    assert named("Anna Nováková", "Bold", (60,), (22, 20), width) == (22, ("Anna Nováková",)), "too wide for the larger sizes alone"
    assert named("Františka Vopršálková-Krejčířová", "Bold", (60,), (22, 18), 330)[1] == ("Františka", "Vopršálková-Krejčířová"), "words"
    assert named("xX_TheLegendaryDragonSlayer_Xx", "Bold", (32,), (27, 22), 292)[1] == ("xX_TheLegendary", "DragonSlayer_Xx"), "before a capital"
    size, rows = named("W" * 32, "Bold", (29,), (22, 20), width)
    assert rows[-1].endswith("…")
    assert all(font("Bold", size).getlength(row) <= width for row in rows)


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Bohumil Nejdelší-Příjmení", ("Bohumil", "Nejdelší-Příj…")),
        ("xX_DragonSlayer_9000_Xx_forever!", ("xX_", "DragonSlaye…")),
        ("TheLegendaryDragonSlayerForever", ("TheLegendary", "DragonSlaye…")),
        ("Nejneobhospodařovávatelnější", ("Nejneobhospo", "dařovávateln…")),
    ],
)
def test_long_names_are_cut_where_letters_would_be_too_small_for_a_phone(name, lines):
    """The first line ends where a word, a sign or a capital allows it."""
    assert named(name, "Bold", (29, 27, 25), TWO_LINES, 178) == (TWO_LINES[-1], lines)
    assert 400 / WIDTH * TWO_LINES[-1] > 9, "pixels on a phone, which is about 400 wide"


def test_heads_of_columns_are_not_cut_in_any_language():
    for language in LANGUAGES:
        say = texts(language)
        for name in BREAKS:
            words = say.find(f"tournament.head.{name}") or say(f"tournament.break.{name}")
            _, rows = named(words, "Medium", (23, 22, 21, 20, 19), (21, 20, 19, 18), 114)
            assert "".join(rows).replace(" ", "") == words.replace(" ", ""), (language, rows)
            assert all(part.rstrip("-") in words.replace("-", " ").split() for row in rows for part in row.replace("-", " ").split()), (
                language,
                rows,
            )


@pytest.mark.sampled(0.5)
@pytest.mark.parametrize("look", ["dark", "light"])
def test_the_end_shows_which_game_was_played_in_no_other_light_than_that_of_the_stage(look):
    """Names are as legible before a cover as without one: nothing is brighter or darker than the stage's own two colours."""
    ours, shown = theme(look, "tournament"), {}
    for game in ("", *games()):
        sheet = stage_sprite(ours, "", (), game).reduced()
        shown[game] = sheet.tobytes()
        behind = sheet.crop((60, 110, sheet.width - 60, 430)).convert("RGB")
        for (darkest, lightest), one, other in zip(behind.getextrema(), ours["stage"], ours["stage_light"], strict=True):
            assert min(one, other) - 3 <= darkest <= lightest <= max(one, other) + 3, game
    assert len(set(shown.values())) == len(shown)


def test_initials():
    known = {"Anna": "A", "bohumil nejdelší": "BN", "Jean-Luc Petit": "JP", "Player 12": "P12", "xX_Dragon_Xx": "XX", "🦊": "🦊", "🦊 Fox": "F"}
    assert {name: initials(name) for name in known} == known


def pixels(draw, look: str) -> bytes:
    s = Canvas((60, 60), theme(look, "tournament"), PLAIN)
    draw(s)
    return s.reduced().tobytes()


@pytest.mark.parametrize("look", THEMES)
def test_marks_tell_28_players_of_one_name_apart(look):
    seen = {pixels(lambda s, n=n: mark(s, Player(n, "Anna"), (30, 30), 40), look) for n in range(28)}
    assert len(seen) == 28
    assert pixels(lambda s: mark(s, Player(28, "Anna"), (30, 30), 40), look) in seen, "and then begin again"
    assert pixels(lambda s: mark(s, Player(UNKNOWN, "?"), (30, 30), 40), look) not in seen
    assert len({pixels(lambda s, n=n: medal(s, n, (30, 30), 20), look) for n in (1, 2, 3)}) == 3


def test_what_is_being_played_stands_out_in_every_theme():
    """The frame of such a match has another colour than those of others, and so has its ground."""
    for look in THEMES:
        pair = (Player(0, "Anna"), Player(1, "Dara"))
        lit, calm = (
            Image.open(io.BytesIO(paint_bracket(Tree("Cup", "", (Round("Final", (Box(0, pair, live=live),)),)), look).png)).convert("RGB")
            for live in (True, False)
        )
        left, top = 20, 84 + 54 + 8
        frame = (left + 2, top + 58)
        assert lit.getpixel(frame) == theme(look)["legal_line"]
        assert calm.getpixel(frame) != theme(look)["legal_line"]


@pytest.mark.parametrize(
    ("first", "live", "shown"), [(4, 0, [(0, 3)]), (16, 0, [(0, 3), (0, 3)]), (16, 1, [(1, 3)]), (32, 5, [(3, 3)]), (32, 9, [(3, 3)])]
)
def test_the_part_of_a_tree_that_matters(first, live, shown):
    assert [(part.first, len(part.rounds)) for part in present(rounds(first, live))] == shown
    assert sum(len(column.boxes) for part in whole(rounds(first)) for column in part.rounds) == 2 * first - 1, "nothing is left out of the whole"


def test_a_share_in_which_nothing_is_played_is_left_out():
    tree = list(rounds(16, live=99))
    tree[0] = Round("", tuple(box._replace(live=box.number == 11) for box in tree[0].boxes))
    (part,) = present(tree)
    assert (part.block, part.blocks) == (1, 2)
    assert [box.number for box in part.rounds[0].boxes] == list(range(8, 16))


def test_results_of_a_page_are_the_latest_ones():
    whole_table = table(3, 9, 5)._replace(
        lines=tuple(line._replace(results=tuple(Result(str(n), NONE) for n in range(9))) for line in table(3, 9, 5).lines)
    )
    ((scene, page),) = standings(whole_table)
    heads = scene.items["heads"].key[1]
    assert heads.results == ("5", "6", "7", "8", "9")
    assert heads.breaks == whole_table.heads.breaks[:2]
    assert [r.text for r in scene.items["line0"].key[1].results] == ["4", "5", "6", "7", "8"]
    assert len(page.lines[0].results) == 9, "the words have all of them"


def test_a_podium_is_as_low_as_who_stands_on_it_allows():
    """A desktop shows a picture at most 350 high."""
    one, two = Step(1, (Player(0, "Anna"),)), Step(2, (Player(1, "Bob"), Player(2, "Dara")))
    alone, shared = (
        podium(Podium("Cup", "HexKnight", "Anna wins", steps, facts)) for steps, facts in (((one,), ("a", "b")), ((one, two), ("a", "b" * 80)))
    )
    assert [item.key[1] for place, item in alone.items.items() if place[0] == "fact"] == ["a · b"]
    assert [item.key[1] for place, item in shared.items.items() if place[0] == "fact"] == ["a", "b" * 80]
    assert alone.size[1] < shared.size[1] - 80
    assert 350 / alone.size[1] * WIDTH > 450, "so wide on a desktop"
