"""Every card is played, and does what its data say."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.hexygame.card_vocabulary import NOTIONS
from tests.hexygame.table import CONTENT, FILLER, TestTable

PLENTY = "C" * 6 + "RRRBBBGGGYYYVVV"


def table() -> TestTable:
    """A place where every card finds what it needs: own and enemy creatures, buildings, artifacts, a graveyard, full hands."""
    made = TestTable().put(0, "red_hearth", "e3", points=5).put(0, "thorn_boar", "e4", points=2, die=1).put(0, "sun_lancer", "d4", die=1)
    made.put(0, "barricade", "d3", points=2).put(1, "blue_jetty", "e7", points=5).put(1, "moss_troll", "e6", points=4).put(1, "gull_scout", "d6")
    made.put(1, "catapult", "f6").hand(1, "meteor", "spark_lance").grave(0, "cinder_hound", "spark_lance")
    return made.library(0, "torchrunner", "red_hearth", "mend", "wither", *[FILLER] * 6)


def cast(card: str, *words: str, made: TestTable | None = None) -> TestTable:
    """Casts a card with these targets, lets it resolve, and answers choices with their defaults."""
    made = (made or table()).hand(0, card).pool(0, PLENTY)
    made.play(" ".join(["0", "cast", card, *words]), "--")
    return made


def stack(made: TestTable) -> str:
    return f"s{made.state.stack[-1].id}"


# Realities come with their numbers


@pytest.mark.parametrize("card", [w for w, c in CONTENT.cards.items() if c.is_reality])
def test_every_reality_enters(card):
    """HX-4.3, HX-10.2: with its printed counters, and with a die only by Haste."""
    made = TestTable().put(0, "red_hearth", "e3").put(1, "blue_jetty", "e8").put(1, "moss_troll", "i5")
    made = cast(card, "e4", made=made)
    found = made.at("e4")
    printed = CONTENT.cards[card]
    assert (found.card, found.points) == (card, printed.points)
    assert found.die == (printed.actions if "haste" in printed.keywords else 0)
    numbers = made.numbers("e4")
    assert set(printed.keywords) <= numbers.keywords
    assert (numbers.attack, numbers.defense, numbers.actions, numbers.range) == (printed.attack, printed.defense, printed.actions, printed.range)


# Notions: the targets, and what is so afterwards

Case = tuple[str, Callable[[TestTable], bool]]
CASES: dict[str, Case] = {
    "spark_lance": ("e6", lambda t: t.points("e6") == 2),
    "burn_the_stores": ("e7", lambda t: t.points("e7") == 1),
    "war_drums": ("e6", lambda t: t.numbers("e6").attack == 5),
    "fire_rain": ("d6", lambda t: (t.points("e6"), t.at("d6"), t.points("e4"), t.points("f6")) == (2, None, 2, 3)),
    "headlong_charge": ("e4", lambda t: (t.die("e4"), t.numbers("e4").attack) == (3, 3)),
    "meteor": ("e6", lambda t: (t.at("e6"), t.at("d6"), t.points("e7"), t.points("f6")) == (None, None, 3, 1)),
    "red_energy": ("", lambda t: t.energy(0).count("R") == 5),
    "undertow": ("e6 e5", lambda t: t.at("e5").card == "moss_troll"),
    "back_to_the_foam": ("e6", lambda t: t.state.sides[1].hand[-1] == "moss_troll"),
    "deep_study": ("", lambda t: _digs(t.play("0 choose torchrunner mend"))),
    "mist_veil": ("e7", lambda t: t.numbers("e7").defense == 3),
    "mirror_current": ("e4 e6", lambda t: (t.at("e4").card, t.at("e6").card) == ("moss_troll", "thorn_boar")),
    "second_tide": ("", lambda t: (t.die("e4"), t.die("d4"), t.state.sides[0].hand) == (2, 2, ["torchrunner"])),
    "blue_energy": ("", lambda t: t.energy(0).count("B") == 5),
    "verdant_surge": ("e3", lambda t: t.points("e3") == 8),
    "might_of_the_bear": ("e4", lambda t: (t.numbers("e4").attack, t.numbers("e4").defense, "reach" in t.numbers("e4").keywords) == (4, 2, True)),
    "rootsnare": ("e4", lambda t: t.refusal("move e4 e5").reason == "forbidden"),
    "stampede": ("", lambda t: (t.die("e4"), t.numbers("d4").attack, t.numbers("e6").attack) == (2, 3, 3)),
    "overgrowth": ("f6", lambda t: t.at("f6") is None and _overgrown()),
    "primal_return": ("cinder_hound", lambda t: t.state.sides[0].hand == ["cinder_hound", "torchrunner"]),
    "green_energy": ("", lambda t: t.energy(0).count("G") == 5),
    "mend": ("e4", lambda t: (t.points("e4"), t.state.sides[0].hand) == (3, ["torchrunner"])),
    "close_ranks": ("e4", lambda t: (t.numbers("e4").attack, t.numbers("d4").defense, t.numbers("e6").attack) == (3, 1, 3)),
    "spear_of_light": ("e5", lambda t: t.points("e5") == 1 and "e6" not in _targets("spear_of_light")),
    "call_the_masons": ("", lambda t: t.play("0 choose red_hearth").state.sides[0].hand == ["red_hearth"] and t.energy(0).count("Y") == 3),
    "day_of_reckoning": ("", lambda t: (t.at("e6"), t.at("e4").card, t.at("f6").card) == (None, "thorn_boar", "catapult")),
    "yellow_energy": ("", lambda t: t.energy(0).count("Y") == 5),
    "wither": ("e6", lambda t: (t.numbers("e6").attack, t.numbers("e6").defense) == (1, 0)),
    "soul_siphon": ("e6 e3", lambda t: (t.points("e6"), t.points("e3")) == (1, 6)),
    "dark_whisper": ("", lambda t: _whispers(t.play("1 choose meteor"))),
    "exhume": ("cinder_hound", lambda t: t.state.sides[0].hand == ["cinder_hound"]),
    "knife_in_the_dark": ("e6", lambda t: t.at("e6") is None and "d6" not in _targets("knife_in_the_dark")),
    "stolen_secrets": ("", lambda t: t.state.sides[1].hand == [] and _steals()),
    "death_pact": ("e4", lambda t: (t.at("e4"), len(t.state.sides[0].hand)) == (None, 4)),
    "eclipse": ("", lambda t: _eclipses(t)),
    "violet_energy": ("", lambda t: t.energy(0).count("V") == 5),
}
ANSWERS: dict[str, tuple[str, Callable[[TestTable], bool]]] = {
    "dead_calm": ("0 move e4 e5", lambda t: t.at("e5") is None and _calmed()),
    "unspeak": ("0 cast mend e4", lambda t: t.points("e4") == 2),
    "white_flag": ("0 attack d4 d5", lambda t: (t.points("d5"), t.state.sides[1].hand) == (2, [FILLER])),
}
"""Cards that cancel: what seat 0 does first, and what is so after the answer."""


def _digs(made: TestTable) -> bool:
    side = made.state.sides[0]
    return (side.hand, side.library[-2:], side.sunk) == (["torchrunner", "mend"], ["red_hearth", "wither"], 2)


def _targets(card: str) -> list[str]:
    return table().hand(0, card).pool(0, PLENTY).offered("cast", card)


def _overgrown() -> bool:
    made = cast("overgrowth", "g4.1", made=table().put(1, "moss_troll", "g4", under=[("bark_skin", 1)]))
    return made.at("g4").under == () and made.state.sides[1].graveyard == ["bark_skin"]


def _whispers(made: TestTable) -> bool:
    mine, theirs = made.state.sides
    return (theirs.graveyard, theirs.hand, mine.hand) == (["meteor"], ["spark_lance"], ["torchrunner"])


def _steals() -> bool:
    made = cast("stolen_secrets", made=table().hand(1, "meteor", "spark_lance", "mend"))
    assert [e.to for e in made.events if e.kind == "saw"] == [(0,)], "nobody else sees the hand"
    assert (made.seat, made.offered("choose")) == (0, ["spark_lance", "meteor"])
    return made.play("0 choose meteor mend").state.sides[1].hand == ["spark_lance"]


def _calmed() -> bool:
    """An attack and an activated ability can be cancelled as well."""
    attack = table().put(1, "cinder_hound", "d5").pool(0, "C").hand(1, "dead_calm").pool(1, "B").play("0 attack d4 d5", "0 pass")
    attack.play(f"1 cast dead_calm {stack(attack)}", "--")
    shift = table().put(0, "red_hearth", "e2", points=3).hand(1, "dead_calm").pool(1, "B").play("0 activate e3 i0 e2", "0 pass")
    shift.play(f"1 cast dead_calm {stack(shift)}", "--")
    return (attack.points("d5"), shift.points("e3"), shift.points("e2")) == (2, 3, 3)


def _eclipses(made: TestTable) -> bool:
    assert (made.seat, made.asked) == (1, "pick_sacrifice")
    made.play("1 choose d6 g5")
    assert made.asked == "pick_discard"
    made.play("1 choose meteor")
    return made.at("d6") is None and made.at("g5") is None and made.at("e6") is not None


@pytest.mark.parametrize("card", [w for w, c in CONTENT.cards.items() if c.type in NOTIONS])
def test_every_notion_does_what_it_says(card):
    """HX-11.1, HX-4.5."""
    if card in ANSWERS:
        first, so = ANSWERS[card]
        made = table().put(1, "cinder_hound", "d5").hand(0, "mend").pool(0, PLENTY).hand(1, card).pool(1, PLENTY).play(first, "0 pass")
        made.play(f"1 cast {card} {stack(made)}", "--")
    else:
        words, so = CASES[card]
        also = {"spear_of_light": ("crypt_guard", "e5"), "eclipse": ("town_militia", "g5")}.get(card)
        made = cast(card, *words.split(), made=table().put(1, *also) if also else None)
    assert so(made)


# Enchantments


def enchanted(card: str, on: str = "e4") -> TestTable:
    return cast(card, on)


def test_every_enchantment():
    """HX-6.5, HX-11.7."""
    seen = {c.word for c in CONTENT.cards.values() if c.type == "enchantment"}
    numbers = enchanted("battle_fever").numbers("e4")
    assert (numbers.attack, numbers.actions) == (3, 3)
    winged = enchanted("borrowed_wings")
    assert "flying" in winged.numbers("e4").keywords
    assert "move e4 e5" in winged.pool(0, "").legal("move")
    bark = enchanted("bark_skin").numbers("e4")
    assert (bark.defense, "regeneration" in bark.keywords) == (2, True)
    arms = enchanted("blessed_arms").numbers("e4")
    assert (arms.attack, "combat_priority" in arms.keywords) == (3, True)
    assert enchanted("ramparts", "e7").numbers("e7").defense == 3
    chains = enchanted("curse_of_chains", "e6")
    assert (chains.numbers("e6").attack, "move" in chains.numbers("e6").cannot) == (2, True)
    assert seen == {"battle_fever", "borrowed_wings", "bark_skin", "blessed_arms", "ramparts", "curse_of_chains"}


# Abilities of realities


def test_abilities_of_buildings():
    """HX-11.1, HX-11.2, HX-11.3: what no other test plays."""
    tower = TestTable().put(0, "firewatch_tower", "e3", die=1).pool(0, "C")
    assert tower.refusal("move e3 e4").reason == "forbidden"
    camp = TestTable().put(0, "forge_camp", "e3").put(0, "thorn_boar", "e4").play("0 activate e3 a0 e4", "--")
    assert (camp.points("e3"), camp.numbers("e4").attack) == (2, 3)
    citadel = TestTable().put(0, "sky_citadel", "e3").put(0, "gull_scout", "a1").put(0, "thorn_boar", "e4")
    assert (citadel.numbers("a1").attack, citadel.numbers("a1").defense, citadel.numbers("e4").attack) == (2, 1, 2)
    noon = TestTable().put(0, "citadel_of_noon", "e3").put(0, "yellow_hall", "e5").put(0, "yellow_hall", "e6")
    assert (noon.numbers("e5").defense, noon.numbers("e6").defense, noon.numbers("e3").defense) == (2, 1, 3)
    obelisk = TestTable().put(0, "black_obelisk", "e4").put(1, "blue_jetty", "e8").put(1, "blue_jetty", "i5").turn_begins().play("--")
    assert (obelisk.points("e4"), obelisk.points("e8")) == (6, 2), "at most 4 hexes away"


def test_abilities_of_creatures():
    """HX-11.1, HX-11.3."""
    captain = TestTable().put(0, "captain_of_the_dawn", "e4").put(0, "thorn_boar", "e5").put(0, "thorn_boar", "e6")
    assert (captain.numbers("e5").defense, captain.numbers("e6").defense, captain.numbers("e4").defense) == (2, 1, 1)
    adept = cast("tide_adept", "d2").play("--")
    assert adept.state.sides[0].hand == ["torchrunner"]
    engineers = cast("field_engineers", "d2").play("--")
    assert engineers.points("e3") == 7
    leviathan = cast("gulf_leviathan", "d2")
    leviathan.play("0 choose e6", "--")
    assert leviathan.at("e6") is None
    courtier = TestTable().put(0, "blood_courtier", "e4", die=1).put(1, "moss_troll", "e5").pool(0, "C").play("0 attack e4 e5", "--", "--")
    assert courtier.points("e4") == 4
    rat = TestTable().put(0, "grave_rat", "e4").put(0, "mausoleum", "e3").hand(0, "spark_lance").pool(0, "R").play("0 cast spark_lance e4", "--")
    rat.play("--", "--")
    assert sorted([rat.energy(0), str(rat.points("e3"))]) == ["4", "V"]
    lich = TestTable().put(0, "lich_of_the_ninth_bell", "e4", points=2).hand(0, "spark_lance").pool(0, "R").play("0 cast spark_lance e4", "--", "--")
    assert (lich.state.sides[0].hand, lich.state.sides[0].graveyard) == (["lich_of_the_ninth_bell"], ["spark_lance"])
    paladin = TestTable().put(0, "paladin_of_the_zenith", "e4", points=2).put(0, "thorn_boar", "i1", points=1).play("0 pass", "1 pass", "--")
    assert (paladin.points("e4"), paladin.points("i1")) == (3, 2)


def test_abilities_of_artifacts():
    """HX-11.1, HX-11.2."""
    standard = TestTable().put(0, "war_standard", "e4").put(0, "thorn_boar", "e5")
    assert standard.numbers("e5").attack == 3
    clock = TestTable().put(0, "clock_of_hours", "e4").play("0 pass", "1 pass", "--")
    assert clock.points("e4") == 4


def test_the_spread_of_the_pool():
    """HX-4.1: every ability of every card is played somewhere in this folder."""
    from pathlib import Path

    source = "".join(p.read_text(encoding="utf-8") for p in Path(__file__).parent.glob("test_*.py"))
    missing = [w for w, c in CONTENT.cards.items() if c.abilities and f'"{w}"' not in source and w not in source]
    assert not missing
