"""Golden pictures (MH-9.7): a few positions in our own font, compared with a tolerance. `python -m tests.render.test_golden` draws them anew."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from data.content import build
from data.language import texts
from render.charts import Curve, paint_curve
from render.look import Look
from render.painter import painter
from render.tournaments import paint_bracket, paint_podium, paint_standings
from render.tournaments.bracket import Box, Champion, Round, Tree
from render.tournaments.player_marks import UNKNOWN, Player
from render.tournaments.podium import Podium, Step
from render.tournaments.standings import LOST, NONE, PLAYING, SHARED, WON, Heads, Line, Result, Table
from rules.hockey_game.state import Goal
from rules.notation import Record, play
from tests.every_game.setups import Setup, random_game
from tests.hexknight.ways import RECORDS
from tests.hexygame.table import RULES as HEXY
from tests.hexygame.table import TestTable as HexyTable
from tests.hockey_game.table import TestTable as HockeyTable
from tests.planetary_conquerors.table import TestTable as ConquestTable

CONQUESTS = Path(__file__).parents[1] / "planetary_conquerors" / "records"
GOLDEN = Path(__file__).parent / "golden"
FAILED = Path(__file__).resolve().parents[1] / "failed"
OFF = 24
"""A channel may be off by so much in a pixel before it counts as different."""
SHARE = 0.004
"""The share of pixels that may differ, for another FreeType or Pillow."""

RULES: Any = build("monster_hex")
KNIGHT: Any = build("hexknight")
HOCKEY: Any = build("hockey_game")
hexknight, hexygame, hockey_game = painter("hexknight"), painter("hexygame"), painter("hockey_game")
monster_hex, planetary_conquerors = painter("monster_hex"), painter("planetary_conquerors")


LONG = "Cécile-Antoinette-Françoise"
MEMBERS = tuple(
    Player(n, name) for n, name in enumerate(("Anna", LONG, "Bohumil Nejdelší-Příjmení", "Dara", "xX_DragonSlayer_9000_Xx", "Emil 6", "F", "Hugo"))
)
ANNA, CECILE, BOHUMIL, DARA, XX, EMIL, F, HUGO = MEMBERS
WIN, DRAW, LOSS, BYE, NOW = Result("1", WON), Result("½", SHARED), Result("0", LOST), Result("+", NONE), Result("", PLAYING)
HEADS = Heads("Place", "Player", "Points", ("1", "2", "3"), ("median Buchholz", "Buchholz", "Sonneborn-Berger"))
STANDINGS = Table(
    "Autumn cup",
    "Swiss · round 3 of 3 · 5 players · 4 still in · the first 2 go on",
    HEADS,
    (
        Line("1", ANNA, "1½", (WIN, DRAW, NOW), ("1½", "3", "2"), medal=1),
        Line("2", CECILE, "1½", (BYE, DRAW, NOW), ("1½", "3", "1¾"), medal=2),
        Line("3", BOHUMIL, "1", (LOSS, WIN, Result("1:0", PLAYING)), ("1", "2", "0"), medal=3),
        Line("4", XX, "1", (LOSS, WIN, Result("0:1", PLAYING)), ("1", "2", "0")),
        Line("5", DARA, "0", (LOSS, LOSS, LOSS), ("0", "1", "0"), out=True),
    ),
    cut=2,
    legend="being played now",
)
NOBODY = Player(UNKNOWN, "?")
BRACKET = Tree(
    "Autumn cup",
    "single elimination · best of 3",
    (
        Round("Quarter-finals", (
            Box(0, (ANNA, DARA), ("2", "1"), 0), Box(1, (BOHUMIL, CECILE), ("0", "2"), 1),
            Box(2, (XX, Player(UNKNOWN, "sits out")), won=0, bye="sits out"), Box(3, (EMIL, F), ("1", "1"), live=True),
        )),
        Round("Semifinals", (Box(4, (ANNA, CECILE), ("1", "0"), sources=(0, 1), live=True), Box(5, (XX, NOBODY), sources=(2, 3)))),
        Round("Final", (Box(6, (NOBODY, NOBODY), sources=(4, 5)),)),
    ),
    legend="being played now",
)  # fmt: skip
CHAMPION = Tree(
    "Podzimní pohár",
    "vyřazovací · kola 2 až 3 z 3",
    (
        Round("Semifinále", (Box(0, (ANNA, DARA), won=0), Box(1, (BOHUMIL, CECILE), won=1))),
        Round("Finále", (Box(2, (ANNA, CECILE), won=1, sources=(0, 1)),)),
    ),
    Champion("Vítězství", CECILE),
)
STEPS = (Step(1, (ANNA,), "2½ points"), Step(2, (CECILE,), "2 points"), Step(3, (BOHUMIL, XX), "1½ point"))
PODIUM = Podium(
    "Coupe d'automne",
    "HexKnight · système suisse",
    "Anna gagne",
    STEPS,
    ("8 joueurs · 3 rondes · 12 matchs", "3 nov. 2026 – 21 nov. 2026"),
    "hexknight",
)
CURVE = Curve(
    "Rating in HexKnight", "6 rated games · shaded: how far off it may be",
    ((1605, 323), (1560, 300), (1590, 280), (1680, 262), (1730, 250), (1671, 240)),
    ("3 Nov 2026", "3 Nov 2026", "9 Nov 2026", "12 Nov 2026", "20 Nov 2026", "21 Nov 2026"), "best 1730", "now 1671",
)  # fmt: skip


def position(seats: int, number: int, **options: str) -> Any:
    return list(random_game(Setup("monster_hex", seats, options), 5))[number][0]


def look(theme: str, language: str, seats: int) -> Look:
    return Look(theme, texts(language, "monster_hex"), ("Anna", "Bohumil", "Cécile", "Dara")[:seats])


def board(theme: str, language: str, seats: int, number: int, **options: str) -> Any:
    return monster_hex.paint(RULES.view(position(seats, number, **options), None), look(theme, language, seats))


def rotations() -> Any:
    state = position(3, 20)
    (seat,) = RULES.to_act(state)
    view = RULES.view(state, seat)
    tile = RULES.words(state, seat, ("place",))[0].text
    label = RULES.words(state, seat, ("place", tile))[0].text
    words = [w.text for w in RULES.words(state, seat, ("place", tile, label))]
    return monster_hex.paint_choice(view, look("dark", "en", 3), ("place", tile, label), words)


def hand() -> Any:
    return monster_hex.paint_hand(RULES.view(position(2, 12, board="three"), 1), look("light", "fr", 2))


def island(number: int, name: str = "two_days") -> Any:
    """The state of a recorded game of HexKnight after so many actions."""
    record = Record.read((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))
    state = KNIGHT.setup(record.header["seats"], record.header["options"], int(record.header["seed"], 16)).state
    for row in record.rows[:number]:
        state = play(KNIGHT, state, row).state
    return state


def sees(theme: str, language: str, seats: int = 2) -> Look:
    return Look(theme, texts(language, "hexknight"), ("Anna", "Bohumil", "Cécile")[:seats])


def turn(step: str, theme: str, language: str, laid: bool = True) -> Any:
    """The panel of the first turn in the record that has such a step, with cards laid out."""
    for number in range(400):
        state = island(number)
        if state.step == step and bool(state.hero.play) == laid:
            return hexknight.paint_choice(KNIGHT.view(state, state.active), sees(theme, language), (), [])
    raise AssertionError(f"no {step} in the record")


def sample_round() -> HockeyTable:
    """The sample round of the booklet, up to the defender's dice."""
    table = (
        HockeyTable("cze", "swe")
        .side(0, hand="+2 speed+3r +1 shot+2", heroes="jakub borek")
        .side(1, hand="+2r +1 pass+3r sixten iron_box", heroes="erik")
    )
    table.attack(0, "n1").dice(4, 4, 4, 3).referee("home_ice", "stretcher")
    table.act("go_on", "speed b1", "bonus +2", "bonus speed+3r", "finish", "go_on")
    return table


GOALS = [Goal(1, 1, 4, "b1", (14, 11), ("beau",)), Goal(2, 0, 12, "a2", (9, 7)), Goal(3, 0, 21, "a1", (17, 12), ("radovan",), "breakaway")]


def after_a_goal() -> HockeyTable:
    table = HockeyTable("svk", "can").side(0, heroes="radovan").attack(0, "b1").dice(6, 5, 2, 1)
    table.state.goals, table.state.period, table.state.clock = GOALS[:2], 2, 3
    return table.round("shot")


def after_a_save() -> HockeyTable:
    table = HockeyTable("fin", "usa").attack(1, "a2").dice(1, 2, 6, 5).round("shot")
    table.state.sides[0].time = False
    return table


def declaring() -> HockeyTable:
    table = HockeyTable("ger", "sui").side(1, hand="reto clockwork neutral_trap pass+2r +3", heroes="urs").attack(1, "bb")
    table.act("go_on")
    return table


def the_end() -> HockeyTable:
    table = HockeyTable("svk", "can").side(0, heroes="radovan").side(1, heroes="beau").attack(0, "b1").dice(6, 5, 2, 1)
    table.state.goals, table.state.period, table.state.clock = GOALS[:], 3, 5
    return table.round("shot")


def drafting() -> Any:
    state = HOCKEY.setup(2, {"mode": "draft"}, 3).state
    for number in range(33):
        (seat,) = HOCKEY.to_act(state)
        words = HOCKEY.words(state, seat, ("pick",))
        state = HOCKEY.apply(state, seat, ("pick", words[number % len(words)].text)).state
    return state


def rink(state: Any, theme: str, language: str, seat: int | None = None) -> Any:
    """The board of Hockey Game, or the panel of a seat."""
    view, look = HOCKEY.view(state, seat), Look(theme, texts(language, "hockey_game"), ("Anna", "Bohumil"))
    return hockey_game.paint(view, look) if seat is None else hockey_game.paint_choice(view, look, (), [])


def battle() -> HexyTable:
    """A busy map of HexyGame: a split combat, a spell in answer, energies, enchantments, all kinds of dice and keywords."""
    table = HexyTable(turn=17).put(0, "red_hearth", "e2", points=4).put(0, "volcano_heart", "d4").put(0, "yellow_hall", "e3", turn=17)
    table.put(0, "sun_lancer", "e4", die=2, under=[("blessed_arms", 0)]).put(0, "magma_slinger", "f3", die=1).put(0, "kiln_drake", "c5", die=1)
    table.put(1, "violet_crypt", "e8", points=6).put(1, "black_obelisk", "d7").put(1, "crypt_guard", "e5").put(1, "lich_of_the_ninth_bell", "d5")
    table.put(1, "catapult", "e7", die=6).put(1, "walking_fortress", "f6", under=[("curse_of_chains", 0)]).dice(0, 5).dice(1, 9)
    table.hand(0, "spark_lance", "mend", "meteor", "close_ranks").hand(1, "wither", "soul_siphon").pool(0, "CRYYY").pool(1, "VV")
    return table.play("0 attack e4 e5", "0 pass", "1 counterstrike e4 energy", "--", "0 cast spark_lance d5", "0 pass", "1 cast wither e4")


def hexy(theme: str, language: str, seat: int | None = None, prefix: tuple[str, ...] = ()) -> Any:
    """The board of HexyGame, or what a seat chooses from."""
    state = battle().state
    view, look = HEXY.view(state, seat), Look(theme, texts(language, "hexygame"), ("Anna", "Bohumil"))
    if seat is None:
        return hexygame.paint(view, look)
    return hexygame.paint_choice(view, look, prefix, [w.text for w in HEXY.words(state, seat, prefix)])


def hexy_far() -> Any:
    """The board of HexyGame with somebody at the edge of the map: all of it, and what has just happened close up."""
    table = battle().put(0, "torchrunner", "e1")
    return hexygame.paint(HEXY.view(table.state, None), Look("dark", texts("en", "hexygame"), ("Anna", "Bohumil Nejdelší-Příjmení")))


def hexy_end() -> Any:
    """The last picture of a game of HexyGame: somebody stands on the Flag, after a move and an attack."""
    table = HexyTable(turn=21).put(0, "red_hearth", "e2", points=4).put(0, "goblin_warcaller", "f6", die=2).put(0, "kiln_drake", "d6", die=1)
    table.put(1, "violet_crypt", "d7", points=6).put(1, "bone_walker", "e7", points=1).put(1, "black_obelisk", "e4").dice(0, 3).dice(1, 8)
    table.pool(0, "CCC").play("0 attack d6 e7", "--", "--", "0 move f6 f7", "--", "0 move f7 e8", "--")
    return hexygame.paint(HEXY.view(table.state, None), Look("dark", texts("fr", "hexygame"), ("Anna", "Bohumil")))


def hexy_card(theme: str, language: str, word: str) -> Any:
    look = Look(theme, texts(language, "hexygame"), ("Anna", "Bohumil"))
    view = HEXY.view(battle().state, None)
    return hexygame.paint_card(HEXY.faces[word], look, hexygame.cards.now(view.board, word, look))


def hexy_deck(theme: str, language: str) -> Any:
    look = Look(theme, texts(language, "hexygame"), ())
    return hexygame.paint_deck({"red_hearth": 20, "spark_lance": 5, "meteor": 3, "war_drums": 20}, HEXY.faces, look)


def conquest() -> ConquestTable:
    """A busy table of Planetary Conquerors: an attack on two targets, a block, a window before the line, traps, an illusion, a seat that is out."""
    t = ConquestTable(4, active=1, turn=23, loud=True)
    t.put(0, "outpost").put(0, "command_citadel", hp=9).put(0, "shield_generator").put(0, "ironclad_guard").put(0, "gold_miner").put(0, "gold_miner")
    t.put(0, "geode_cutter", used=("a1",)).put(0, "collector_of_cosmium").trap("m1", "spike_pit", "toll_snare").trap("outpost", "land_mine")
    t.put(1, "heavy_walker").put(1, "raider", attack=2).put(1, "topdecker", illusion=True).put(1, "sluggish_golem", exhausted=True, hp=2)
    t.put(1, "storage_silo").put(1, "dynamo_keeper").put(2, "habitat_dome").put(2, "wall_drone").trap("m3", "net_launcher").mine(2, 6)
    t.stock(0, 3, 4, 1).stock(1, 5, 7, 0).stock(2, 1, 2, 2).hand(0, "surge_strike", "iron_skin", "spike_pit", "war_academy").hand(2, "rally")
    t.state = ConquestTable.RULES.concede(t.state, 3).state
    t.play("1 end", "--", "1 attack heavy_walker outpost", "1 attack raider m1", "1 attack topdecker m3", "1 confirm")
    return t.play("2 block topdecker wall_drone", "0 block heavy_walker ironclad_guard", "2 pass")


def planets(theme: str, language: str, seat: int | None = None, prefix: tuple[str, ...] = (), close: int | None = None) -> Any:
    """The board of Planetary Conquerors, a planet close up, or what a seat chooses from."""
    state = conquest().state
    rules = ConquestTable.RULES
    view = rules.view(state, seat)
    look = Look(theme, texts(language, "planetary_conquerors"), ("Anna", "Bohumil", "Cécile", "Dara"))
    if close is not None:
        return planetary_conquerors.paint_closer(view, look, rules.faces)[close][1]
    if seat is None:
        return planetary_conquerors.paint(view, look)
    return planetary_conquerors.paint_choice(view, look, prefix, [w.text for w in rules.words(state, seat, prefix)])


def conquered(theme: str, language: str) -> Any:
    """The end of a recorded game of Planetary Conquerors."""
    rules = ConquestTable.RULES
    record = Record.read((CONQUESTS / "planet.txt").read_text(encoding="utf-8"))
    state = rules.setup(record.header["seats"], record.header["options"], int(record.header["seed"], 16)).state
    for row in record.rows:
        state = play(rules, state, row).state
    return planetary_conquerors.paint(rules.view(state, None), Look(theme, texts(language, rules.key), ("Anna", "Bohumil")))


def after_the_storm(theme: str, language: str) -> Any:
    """What is left after an attack: blows, something that has gone, something that is new, two that are alike."""
    t = ConquestTable(2).put(0, "heavy_walker").put(0, "trooper").put(0, "outpost").put(1, "outpost", "hit").put(1, "habitat_dome").stock(0, gold=2)
    t.put(1, "collector_of_cosmium").hand(0, "trooper").play("0 play trooper", "--", "0 end")
    t.play("0 attack heavy_walker hit", "0 attack trooper habitat_dome", "0 confirm", "--")
    look = Look(theme, texts(language, "planetary_conquerors"), ("Anna", "Bohumil"))
    return planetary_conquerors.paint(ConquestTable.RULES.view(t.state, None), look)


def declared(theme: str, language: str) -> Any:
    """A seat's own attack before it is confirmed, with an attacker that has no target yet."""
    t = ConquestTable(2).put(0, "trooper").put(0, "trooper", "other").put(0, "raider").put(1, "outpost").put(1, "outpost", "far").put(1, "bulwark")
    t.play("0 end", "0 attack trooper m2")
    rules, prefix = ConquestTable.RULES, ("attack", f"c{t.names['other']}")
    look = Look(theme, texts(language, rules.key), ("Anna", "Bohumil"))
    return planetary_conquerors.paint_choice(rules.view(t.state, 0), look, prefix, [w.text for w in rules.words(t.state, 0, prefix)])


def thing(rules: Any, paint: Any, theme: str, language: str, word: str, *now: str) -> Any:
    """A page of something that can be looked up."""
    return paint.paint_card(rules.faces[word], Look(theme, texts(language, rules.key), ()), now)


PICTURES: dict[str, Callable[[], Any]] = {
    "two_light_en": lambda: board("light", "en", 2, 14),
    "three_dark_cs": lambda: board("dark", "cs", 3, 24),
    "four_light_fr": lambda: board("light", "fr", 4, 34, abilities="on"),
    "shared_dark_en": lambda: board("dark", "en", 2, 21, board="three"),
    "rotations_dark": rotations,
    "hand_light": hand,
    "tile_page_light_fr": lambda: thing(RULES, monster_hex, "light", "fr", "m02", "Anna : C3"),
    "monster_page_dark_cs": lambda: thing(KNIGHT, hexknight, "dark", "cs", "red_dragon"),
    "team_page_light_en": lambda: thing(HOCKEY, hockey_game, "light", "en", "fin"),
    "standings_light": lambda: next(paint_standings(STANDINGS, "light"))[0],
    "standings_large": lambda: next(paint_standings(STANDINGS, "large"))[0],
    "bracket_dark": lambda: paint_bracket(BRACKET, "dark"),
    "bracket_tritanopia": lambda: paint_bracket(BRACKET, "tritanopia"),
    "bracket_won_light_cs": lambda: paint_bracket(CHAMPION, "light"),
    "podium_dark_fr": lambda: paint_podium(PODIUM, "dark"),
    "podium_light_fr": lambda: paint_podium(PODIUM, "light"),
    "rating_curve_dark_en": lambda: paint_curve(CURVE, "dark"),
    "island_day_light_en": lambda: hexknight.paint(KNIGHT.view(island(20), None), sees("light", "en")),
    "island_night_dark_cs": lambda: hexknight.paint(KNIGHT.view(island(140), None), sees("dark", "cs")),
    "island_over_light_fr": lambda: hexknight.paint(KNIGHT.view(island(448, "three_on_the_fixed_map"), None), sees("light", "fr", 3)),
    "turn_movement_light_en": lambda: turn("movement", "light", "en"),
    "turn_defence_dark_fr": lambda: turn("defence", "dark", "fr"),
    "turn_selection_light_cs": lambda: turn("selection", "light", "cs", laid=False),
    "turn_rest_dark_en": lambda: turn("rest", "dark", "en"),
    "rink_sample_round_light_en": lambda: rink(sample_round().state, "light", "en"),
    "rink_goal_dark_cs": lambda: rink(after_a_goal().state, "dark", "cs"),
    "rink_save_light_fr": lambda: rink(after_a_save().state, "light", "fr"),
    "rink_end_dark_en": lambda: rink(the_end().state, "dark", "en"),
    "rink_draft_light_cs": lambda: rink(drafting(), "light", "cs"),
    "rink_teams_dark_fr": lambda: rink(HOCKEY.setup(2, {}, 1).state, "dark", "fr"),
    "turn_declare_light_en": lambda: rink(declaring().state, "light", "en", 1),
    "turn_defend_dark_cs": lambda: rink(sample_round().state, "dark", "cs", 1),
    "hexy_battle_light_en": lambda: hexy("light", "en"),
    "hexy_battle_dark_cs": lambda: hexy("dark", "cs"),
    "hexy_far_dark_en": hexy_far,
    "hexy_end_dark_fr": hexy_end,
    "hexy_hand_light_fr": lambda: hexy("light", "fr", 0),
    "hexy_aim_dark_en": lambda: hexy("dark", "en", 0, ("cast", "mend")),
    "hexy_card_light_cs": lambda: hexy_card("light", "cs", "volcano_heart"),
    "hexy_card_dark_fr": lambda: hexy_card("dark", "fr", "walking_fortress"),
    "hexy_deck_light_en": lambda: hexy_deck("light", "en"),
    "planets_light_en": lambda: planets("light", "en"),
    "planets_dark_cs": lambda: planets("dark", "cs"),
    "planets_react_light_fr": lambda: planets("light", "fr", 0),
    "planets_close_dark_en": lambda: planets("dark", "en", 0, close=0),
    "four_contrast_en": lambda: board("contrast", "en", 4, 34, abilities="on"),
    "island_day_deuteranopia_en": lambda: hexknight.paint(KNIGHT.view(island(20), None), sees("deuteranopia", "en")),
    "hexy_battle_protanopia_cs": lambda: hexy("protanopia", "cs"),
    "planets_tritanopia_fr": lambda: planets("tritanopia", "fr"),
    "hexy_hand_large_fr": lambda: hexy("large", "fr", 0),
    "rink_sample_round_large_en": lambda: rink(sample_round().state, "large", "en"),
    "planets_storm_dark_en": lambda: after_the_storm("dark", "en"),
    "planets_declared_dark_fr": lambda: declared("dark", "fr"),
    "planets_end_dark_cs": lambda: conquered("dark", "cs"),
    "planets_end_light_en": lambda: conquered("light", "en"),
}


def open_picture(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


@pytest.mark.sampled(0.25)
@pytest.mark.parametrize("name", PICTURES)
def test_golden_picture(name):
    path = GOLDEN / f"{name}.png"
    assert path.exists(), "draw it with python -m tests.render.test_golden"
    drawn, golden = open_picture(PICTURES[name]().png), open_picture(path.read_bytes())
    assert drawn.size == golden.size
    bands = ImageChops.difference(drawn, golden).split()
    worst = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2]).histogram()
    share = sum(worst[OFF + 1 :]) / (drawn.width * drawn.height)
    if share > SHARE:
        FAILED.mkdir(exist_ok=True)
        drawn.save(FAILED / f"{name}.png")
        golden.save(FAILED / f"{name}.golden.png")
    assert share <= SHARE, f"{share:.2%} of the pixels differ; see {FAILED}"


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for name, make in PICTURES.items():
        (GOLDEN / f"{name}.png").write_bytes(make().png)
        print(GOLDEN / f"{name}.png")
