"""The board as a picture: the part of the map that is shown, what has just happened, energy, the end; and that nothing is cut."""

from __future__ import annotations

import io
import math
from typing import Any

import msgspec
import pytest
from PIL import Image

from data.language import LANGUAGES, texts
from render.canvas import Canvas, Scene
from render.hexygame.hexes import Tile, shape
from render.look import Look
from render.painter import painter
from render.theme import theme
from rules.game import Event
from rules.hexygame.ground import PLACES
from rules.parts.trace import traced
from tests.hexygame.table import RULES, TestTable

PAINT: Any = painter("hexygame")
NAMES = ("Bohumil Nejdelší-Příjmení z Příbrami", "W" * 15 + " " + "Q" * 16)
"""As long as Discord allows."""


def look(language: str = "en", style: str = "dark", names: tuple[str, str] = ("Anna", "Bohumil")) -> Look:
    return Look(style, texts(language, "hexygame"), names)


def fight() -> TestTable:
    table = TestTable(turn=9).put(0, "red_hearth", "e2", points=4).put(0, "yellow_hall", "d3").put(0, "goblin_warcaller", "e4", die=2)
    table.put(1, "violet_crypt", "e8", points=6).put(1, "bone_walker", "e5").put(1, "moss_troll", "f5").dice(0, 3).dice(1, 6)
    return table.hand(0, "spark_lance").hand(1, "wither").pool(0, "CCR").pool(1, "VV")


def scene(table: TestTable, seat: int | None = None) -> Scene:
    found: Scene = PAINT.board(RULES.view(table.state, seat), look())
    return found


def width(found: Scene, label: str, part: str = "hex") -> int:
    """How wide a hex is in a picture, by how far it lies from its neighbour."""
    row, n = label[0], int(label[1:])
    return found.items[part, f"{row}{n + 1}"].x - found.items[part, label].x


# The map


@pytest.mark.parametrize("half", [71, 55, 40])
def test_hexes_share_no_pixel_and_leave_none_out(half):
    """Nine hexes side by side in three rows: all around the middle one, every pixel belongs to exactly one of them."""
    tile = Tile(half)
    seen = Image.new("L", (10 * half, 4 * tile.tall))
    for r in range(3):
        for q in range(4):
            at = (q * 2 * half + (r % 2) * half, r * tile.row)
            before = seen.crop((*at, at[0] + 2 * half, at[1] + tile.tall))
            assert not any(a and b for a, b in zip(before.tobytes(), shape(tile).convert("L").tobytes(), strict=True))
            seen.paste(255, at, shape(tile))
    middle = (2 * half, tile.row // 2 + 2, 6 * half, 2 * tile.row)
    assert seen.crop(middle).getextrema() == (255, 255)
    assert abs(tile.row - half * math.sqrt(3)) <= 0.5


def test_what_stands_there_is_close_up_and_whole():
    """At least a seventh of the width; rows in which nothing is are left out."""
    found = scene(fight())
    assert width(found, "e4") >= found.size[0] // 7
    labels = {key[1] for key in found.items if key[0] == "hex"}
    assert {"e2", "d3", "e4", "e5", "f5", "e8"} <= labels
    assert not {"a1", "i5"} & labels
    for at in ("e2", "d3", "e4", "e5", "f5", "e8"):
        item = found.items["hex", at]
        assert 0 <= item.x <= found.size[0] - 2 * item.key[1].half


@pytest.mark.parametrize("add", [("e1",), ("d8",), ("e9", "e1")])
def test_the_whole_map_with_what_matters_close_up(add):
    """As soon as something stands too far out; what has just happened is in the close-up."""
    table = fight()
    for at in add:
        table.put(0, "cinder_hound", at)
    found = scene(table.play("0 attack e4 e5", "--"))
    assert width(found, "e4") == found.size[0] // 9 // 2 * 2
    assert {key[1] for key in found.items if key[0] == "hex"} == set(PLACES)
    assert width(found, "e4", "close") >= found.size[0] // 7 - 1
    assert found.items["close", "e4"].key[-1].arrows


def test_what_can_be_reached_is_in_the_picture():
    """A creature that may go to the edge of the map brings the whole map; without actions it does not."""
    assert ("hex", "d1") in scene(fight().put(0, "cinder_hound", "d2", die=1)).items
    assert ("close", "e5") in scene(fight().put(0, "cinder_hound", "d2", die=1)).items
    assert ("close", "e5") not in scene(fight().put(0, "cinder_hound", "d2")).items


def test_hexes_to_choose_from_are_whole():
    """Also those at the edge: a building may be put behind the own Flag."""
    table = fight().hand(0, "red_hearth")
    words = table.offered("cast", "red_hearth")
    assert "e1" in words
    found = PAINT.choice(RULES.view(table.state, 0), look(), ("cast", "red_hearth"), words)
    assert all(found.items["hex", at].key[2].lit for at in words if at in PLACES)
    assert not found.items["hex", "e6"].key[2].lit
    assert found.items["close", "e1"].key[2].lit, "what is chosen from is close up, too"


def test_hexes_at_the_edges_keep_their_labels_in_large_type():
    """Letters that are set last lie in the half of a hex that is shown, not where they were in the whole one."""
    colours = theme("large", "hexygame")
    halves = [item.key for item in scene(fight()).items.values() if item.key[0] == "hex" and item.key[1].side]
    assert {key[1].side for key in halves} == {"left", "right"}
    for key in halves:
        sprite = PAINT.studio.draw(key, colours)
        (label,) = sprite.texts
        left, _, right, _ = label.box()
        assert 0 <= left < right <= sprite.image.width, key[2].label


# What has just happened


def arrows(found: Scene, at: str) -> set[tuple[str, bool]]:
    return {(arrow.kind, arrow.done) for arrow in found.items["hex", at].key[-1].arrows}


def test_attack_counterstrike_and_move_are_drawn_first_as_declared_then_as_done():
    table = fight().play("0 move e4 f4")
    assert arrows(scene(table), "f4") == {("move", False)}
    before = table.points("f5")
    table.play("--", "0 attack f4 f5", "0 pass", "1 counterstrike f4 energy")
    found = scene(table)
    assert arrows(found, "f5") == {("attack", False), ("counterstrike", False)}
    assert ("move", True) in arrows(found, "e4")
    table.play("--")
    found = scene(table)
    assert {("attack", True), ("counterstrike", True)} <= arrows(found, "f5")
    lost = before - table.points("f5")
    assert lost > 0
    assert found.items["hex", "f5"].key[-1].change == f"−{lost}"
    assert arrows(found, "d3") == set(), "far from what has happened"


def test_spells_stand_where_they_are_aimed_and_what_they_did():
    table = fight().play("0 cast spark_lance f5")
    assert scene(table).items["hex", "f5"].key[-1].spells == (("spark_lance", 0),)
    before = table.points("f5")
    table.play("--")
    marks = scene(table).items["hex", "f5"].key[-1]
    assert marks.spells == (("spark_lance", 0),)
    lost = before - table.points("f5")
    assert lost > 0
    assert (marks.change if table.at("f5") else f"−{lost}") == f"−{lost}"


def test_what_comes_what_came_and_what_is_gone():
    table = fight().hand(0, "cinder_hound").pool(0, "RRCC").play("0 cast cinder_hound e3")
    assert scene(table).items["hex", "e3"].key[-1].coming == ("cinder_hound", 0)
    table.play("--")
    assert scene(table).items["hex", "e3"].key[-1].came
    gone = TestTable().put(0, "goblin_warcaller", "e4", die=2).put(1, "bone_walker", "e5", points=1).pool(0, "C").play("0 attack e4 e5", "--")
    assert gone.at("e5") is None
    assert scene(gone).items["hex", "e5"].key[-1].gone == "bone_walker"


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_told_in_the_picture_and_in_its_words(language):
    table = fight().play("0 attack e4 e5", "--")
    view, see = RULES.view(table.state, None), look(language)
    drawn = " ".join(str(item.key[3]) for name, item in PAINT.board(view, see).items.items() if name[0] == "told")
    words = PAINT.describe(view, see, brief=True)
    for name in (see.say("word.goblin_warcaller"), see.say("word.bone_walker")):
        assert name in drawn
        assert f"{name} E" in words.split(see.say("hx.just_now"))[1].splitlines()[0]
    assert "*" not in drawn


def test_it_stays_until_something_happens_in_the_next_turn():
    """A turn that only begins wipes nothing off, also after a restart; cards that others may not see are no part of it."""
    table = fight().hand(0).play("0 attack e4 e5", "--", "--")
    while table.state.active == 0:
        table.play(f"{table.seat} pass")
    state = RULES.load(RULES.dump(table.state))
    kinds = [deed.kind for deed in RULES.view(state, None).board.trace]
    assert "combat" in kinds
    assert kinds[-1] == "turn_began"
    while table.state.phase != "main":
        table.play(f"{table.seat} pass")
    assert "drew_cards" not in [deed.kind for deed in table.state.trace]
    table.hand(1, "violet_energy").play("1 cast violet_energy")
    assert [deed.kind for deed in table.state.trace] == ["turn_began", "cast"]


def test_only_what_everybody_knows_is_kept():
    events = [Event("cast", {"card": "secret"}, to=(0,)), Event("cast", {"card": "open"}), Event("passed", {})]
    assert [deed.facts for deed in traced((), events, ("cast",), "turn_began")] == [{"card": "open"}]


def test_a_table_of_before_goes_on():
    """A snapshot of a version that did not note what happened."""
    data = msgspec.json.decode(RULES.dump(fight().play("0 attack e4 e5").state))
    assert data.pop("trace")
    state = RULES.load(msgspec.json.encode(data))
    assert state.trace == ()
    assert PAINT.paint(RULES.view(state, None), look()).png
    assert RULES.apply(state, 0, ("pass",)).state


# Energy, and the end


def test_energy_as_sources_and_pool():
    """Sources are what buildings could give now: not one that settles, and not what has been drawn."""
    table = fight().put(0, "red_hearth", "f3", turn=9).pool(0, "")
    side = RULES.view(table.state, None).board.sides[0]
    hall = table.points("d3")
    assert dict(zip("CRBGYV", side.sources, strict=True)) == {"C": 0, "R": 4, "B": 0, "G": 0, "Y": hall, "V": 0}
    table.play("0 draw e2 3")
    side = RULES.view(table.state, None).board.sides[0]
    assert dict(zip("CRBGYV", side.sources, strict=True))["R"] == 1
    key = scene(table).items["energies", 0].key
    assert key[4][:2] == ("R" + "Y" * hall, "RRR")


def won() -> TestTable:
    return TestTable(turn=21).put(0, "goblin_warcaller", "e7", die=2).put(1, "violet_crypt", "d7").dice(1, 8).pool(0, "CC").play("0 move e7 e8", "--")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_says_who_has_won_how_and_when(language):
    see = look(language)
    found = PAINT.board(RULES.view(won().state, None), see)
    _, _, _, seat, sign, (title, *lines) = found.items["banner"].key
    assert (seat, sign) == (0, "flag")
    assert "Anna" in title
    assert "21" in lines[-1]
    assert "1 : 8" in lines[-1]
    assert see.say("hx.end.decisive") in found.items["decisive"].key
    assert arrows(found, "e8") == {("move", True)}


def test_a_draw_has_no_winner():
    table = fight()
    state = RULES.apply(RULES.apply(table.state, 0, ("offer_draw",)).state, 1, ("accept_draw",)).state
    key = PAINT.board(RULES.view(state, None), look()).items["banner"].key
    assert (*key[3:5], key[5][0]) == (None, "agreed", "A draw")


# Nothing is cut


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_with_the_longest_names(language, monkeypatch):
    drawn: list[str] = []
    text = Canvas.text

    def noted(self: Canvas, at: Any, words: str, *rest: Any, **more: Any) -> None:
        drawn.append(words)
        text(self, at, words, *rest, **more)

    monkeypatch.setattr(Canvas, "text", noted)
    long = sorted(RULES.faces.values(), key=lambda face: -len(texts(language, "hexygame")(f"word.{face.word}")))
    table = fight().dice(0, 12).dice(1, 12).pool(0, "CCCCRRRRRBBBBBGGGGYYYYVVV")
    free = iter(at for at in PLACES if table.at(at) is None)
    for n, face in enumerate(f for f in long if f.type in ("creature", "building", "artifact")):
        if n < 40:
            table.put(n % 2, face.word, next(free), points=12)
    tables = [table, won(), fight().play("0 attack e4 e5", "0 pass", "1 counterstrike e4 energy"), fight().play("0 attack e4 e5", "--")]
    studio = type(PAINT.studio)(PAINT.studio.draw, "hexygame")
    for one in tables:
        picture = studio.paint(PAINT.board(RULES.view(one.state, None), look(language, names=NAMES)), "dark")
        assert Image.open(io.BytesIO(picture.png)).size == picture.size
    assert len(drawn) > 300
    assert not [words for words in drawn if "…" in words]
