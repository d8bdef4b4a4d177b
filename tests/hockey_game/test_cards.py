"""Special cards, and what happens by itself (sections 10 and 15)."""

from __future__ import annotations

from rules.computer_levels import computed
from rules.legal_actions import legal
from rules.randomness import Chance
from tests.hockey_game.table import RULES, TestTable
from tests.sampled import often

# Special cards


def opened(card: str, move: str, *, puck: str = "c", seat: int = 0, dice: tuple[int, ...] = (3, 3), **zones: str) -> TestTable:
    """The attacker plays a special card and declares a move."""
    table = TestTable("swe", "cze").side(seat, hand=f"{card} +1", **zones).attack(seat, puck).dice(*dice)
    table.act(f"special {card}", move)
    return table


def special_of(table: TestTable, seat: int) -> int:
    return sum(n for source, _, n in table.parts(seat) if source == "special")


def test_stickhandler():
    """Section 10: three dice, the two highest."""
    table = opened("stickhandler", "pass n3", dice=(2, 6, 5))
    assert table.parts(0)[0] == ("dice", "", 11)
    assert RULES.view(table.state, None).board.round.turns[0].dice == (2, 6, 5)


def test_stretch_pass():
    """Section 10: no offside, no deductions; spent if another move is declared (HG-10.1)."""
    table = opened("stretch_pass", "pass b1", puck="n1")
    assert all(source != "lines" for source, _, n in table.parts(0) if n)
    table = opened("stretch_pass", "speed b1", puck="n1")
    assert ("lines", "2", -2) in table.parts(0)


def test_sisu_and_cold_head():
    """Section 10, HG-5.6: dice below 3 count as 3; once both dice again."""
    assert opened("sisu", "pass n3", dice=(1, 5)).parts(0)[0] == ("dice", "", 8)
    table = opened("cold_head", "pass n3", dice=(1, 1, 6, 5))
    table.act("reroll")
    assert table.parts(0)[0] == ("dice", "", 11)
    assert table.refusal("reroll").reason == "rerolled_already"
    assert opened("sisu", "pass n3").refusal("reroll").reason == "no_reroll"


def test_line_change():
    """HG-10.3: the card has left the hand before two are drawn."""
    for hand, after in (("line_change +1 +1 +1 +1", 5), ("line_change +1 +1 +1", 5), ("line_change", 2)):
        table = TestTable().side(0, hand=hand).attack(0, "c")
        table.act("special line_change")
        assert len(table.state.sides[0].hand) == after


def test_forecheck():
    """Section 10, HG-10.1: a random card of the opponent; not against an empty hand."""
    table = TestTable().side(0, hand="forecheck").side(1, hand="+3 +3").attack(0, "c")
    events = table.act("special forecheck")
    assert (table.state.sides[1].hand, table.state.sides[1].discard) == (["+3"], ["+3"])
    assert next(e for e in events if e.kind == "forechecked").to is None
    table = TestTable().side(0, hand="forecheck").side(1, hand="").attack(0, "c")
    assert table.refusal("special forecheck").reason == "opponents_hand_empty"


def test_second_wind():
    """HG-10.4: a bonus card or hero from the own discard pile; never itself. What comes back is known to everybody."""
    table = TestTable().side(0, hand="second_wind", discard="+3 jakub sisu").attack(0, "c")
    table.act("special second_wind")
    assert (table.stage, table.legal()) == ("recover_pick", ["recover +3", "recover jakub"])
    assert table.refusal("recover sisu").reason == "not_recoverable"
    assert table.refusal("recover erik").reason == "not_in_discard"
    table.act("recover jakub")
    assert (table.stage, table.state.sides[0].hand, table.state.sides[0].shown) == ("attack_declare", ["jakub"], ["jakub"])
    assert sorted(table.state.sides[0].discard) == ["+3", "second_wind", "sisu"]
    assert all(RULES.imagine(table.state, 1, Chance.of(n)).sides[0].hand == ["jakub"] for n in range(5))
    alone = TestTable().side(0, hand="second_wind", discard="+3").attack(0, "c")
    alone.act("special second_wind")
    assert (alone.stage, alone.state.sides[0].hand) == ("attack_declare", ["+3"])
    assert TestTable().side(0, hand="second_wind", discard="sisu").attack(0, "c").refusal("special second_wind").reason == "nothing_to_recover"


def test_two_man_rush():
    """Section 10, HG-5.9: the best two, or others."""
    table = opened("two_man_rush", "pass n3", heroes="ludde erik axel")
    table.act("hero erik axel")
    assert [p[1] for p in table.parts(0) if p[0] == "hero"] == ["erik", "axel"]
    table.act("hero ludde")
    assert table.total(0) == opened("sisu", "pass n3", heroes="ludde").total(0)
    assert table.refusal("hero ludde axel erik").reason == "not_an_action"


def test_adding_specials():
    """Section 10, HG-10.1: what adds, and what only adds for its own move."""
    assert special_of(opened("clockwork", "pass n3"), 0) == 2
    assert special_of(opened("cannon", "shot"), 0) == 3
    assert special_of(opened("cannon", "pass n3"), 0) == 0
    assert special_of(opened("battering_ram", "strength n3"), 0) == 3
    assert special_of(opened("battering_ram", "speed bb"), 0) == 0
    table = opened("breakaway", "speed b1", puck="n1")
    assert special_of(table, 0) == 1
    assert ("lines", "2", 0) in table.parts(0)
    assert special_of(opened("breakaway", "pass n3"), 0) == 0


def defended(card: str, move: str, puck: str = "c", special: str = "go_on", hand: str = "") -> TestTable:
    table = TestTable("swe", "cze").side(0, hand=f"{hand} +1").side(1, hand=f"{card} +1").attack(0, puck)
    table.act(special, move, "finish", f"special {card}")
    return table


def test_iron_box_and_neutral_trap():
    """HG-10.2: +3; +4 where a line is crossed, also one that a special made free, else +1."""
    assert special_of(defended("iron_box", "pass n3"), 1) == 3
    assert special_of(defended("neutral_trap", "pass n1"), 1) == 1
    assert special_of(defended("neutral_trap", "pass n1", "b1"), 1) == 4
    assert special_of(defended("neutral_trap", "shot", "c"), 1) == 4
    assert special_of(defended("neutral_trap", "shot", "bb"), 1) == 1
    assert special_of(defended("neutral_trap", "pass b1", "n1", "special stretch_pass", "stretch_pass"), 1) == 4


def test_what_can_do_nothing_may_not_be_played():
    """HG-10.1: and the refusal says why."""
    table = TestTable().side(0, hand="+1").side(1, hand="butterfly body_check twisted_knee").attack(0, "c")
    table.act("go_on", "pass n3", "finish")
    reasons = [table.refusal(f"special {card}").reason for card in ("butterfly", "body_check", "twisted_knee")]
    assert reasons == ["not_a_shot", "no_hero_used", "no_opposing_hero"]


# Playing asynchronously


def test_nobody_is_asked_in_the_others_turn():
    """HG-15.1, HG-15.6: a round has two hand-overs, and a turn is told when it is over."""
    table = TestTable("cze", "swe").attack(0, "c")
    seats, held = [], []
    for line in ("go_on", "pass n3", "finish", "go_on", "finish"):
        seats.append(table.seat)
        held.append(RULES.decision(table.state, table.seat).goes_on)
        table.act(line)
    assert seats == [0, 0, 0, 1, 1]
    assert held == [False, True, True, False, True]
    table = TestTable().attack(0, "c")
    table.act("time +1")
    assert RULES.decision(table.state, 0).goes_on, "a turn that has begun with TIME is told as a whole too"


def test_nothing_is_skipped_because_of_a_hand():
    """HG-15.2: useless cards are asked about; an empty hand without a choice of heroes is not."""
    useless = TestTable().side(0, hand="butterfly").attack(0, "c")
    assert useless.stage == "attack_open"
    useless.act("go_on", "pass n3")
    assert useless.stage == "attack_play"
    empty = TestTable().side(0, hand="").side(1, hand="").attack(0, "c").dice(1, 1, 6, 6)
    assert empty.stage == "attack_declare"
    empty.act("pass n3")
    assert (empty.stage, empty.seat, empty.state.last.result) == ("attack_declare", 1, "lost")
    chooses = TestTable("cze", "swe").side(0, hand="", heroes="jakub matous").attack(0, "c")
    chooses.act("pass n3")
    assert (chooses.stage, chooses.seat) == ("attack_play", 0)


def test_what_happens_by_itself_and_what_never_does():
    """HG-15.3, HG-15.4: dice, heroes, refills by themselves; moves, restarts, cards, TIME never, whatever the orders."""
    table = TestTable("swe", "can").attack(0, "b1").dice(1, 1, 6, 6)
    for line in ("go_on", "shot", "finish", "go_on", "finish"):
        if table.stage != "defend_open":
            assert RULES.standing(table.state, table.seat, frozenset(RULES.orders)) is None
        table.act(line)
    assert table.stage == "restart_choice"
    assert RULES.standing(table.state, 1, frozenset(RULES.orders)) is None


def test_straight_to_the_dice():
    """HG-15.5: skips the opening of the defence, not its end."""
    table = TestTable().attack(0, "c")
    table.act("go_on", "pass n3", "finish")
    assert RULES.standing(table.state, 1, frozenset({"quick_defence"})) == ("go_on",)
    assert RULES.standing(table.state, 0, frozenset({"quick_defence"})) is None
    table.act("go_on")
    assert RULES.standing(table.state, 1, frozenset({"quick_defence"})) is None


def test_menus_fit():
    """HG-15.7: never more targets than a menu holds (twelve for a pass from the opponent's crease), with what each costs and adds."""
    for puck in RULES.ground.fields:
        for seat in (0, 1):
            table = TestTable().attack(seat, puck)
            table.act("go_on")
            for move in ("speed", "strength", "pass"):
                assert len(RULES.words(table.state, seat, (move,))) <= 12
            targets = RULES.view(table.state, seat).board.targets
            assert {(t.move, t.field) for t in targets} == {
                (a[0], a[1] if len(a) > 1 else "") for a in legal(RULES, table.state, seat) if a[0] != "time"
            }
            for t in targets:
                trial = TestTable().attack(seat, puck).dice(1, 1, 1, 1)
                trial.round(f"{t.move} {t.field}".strip())
                assert (trial.total(seat) - 2, trial.total(1 - seat) - 2) == (t.own, t.other)


def test_time_out_answers():
    """HG-15.8: what is done for a seat whose time is over."""

    def default(table: TestTable) -> str:
        return " ".join(RULES.decision(table.state, table.seat).default)

    table = TestTable().attack(0, "n2")
    assert default(table) == "go_on"
    table.act("go_on")
    assert default(table) == "strength c"
    assert [default_declared(seat, puck) for seat, puck in ((0, "c"), (1, "c"), (0, "ga"), (1, "ba"), (0, "bb"), (0, "n3"))] == [
        "strength n3", "strength n1", "strength a1", "shot", "shot", "strength bb",
    ]  # fmt: skip
    table.act("strength c")
    assert default(table) == "finish"
    missed = TestTable("swe", "can").attack(0, "b1").dice(1, 1, 6, 6).round("shot")
    assert default(missed) == "restart gb"
    injured = TestTable("cze", "swe").side(0, heroes="jakub matous").side(1, hand="twisted_knee").attack(0, "c")
    injured.act("go_on", "pass n3", "finish", "special twisted_knee")
    assert default(injured) == "injure matous"
    injured = TestTable("cze", "swe").side(0, hand="blocked_ankle").side(1, heroes="torsten erik").attack(0, "c")
    injured.act("special blocked_ankle")
    assert default(injured) == "injure erik"
    back = TestTable().side(0, hand="second_wind", discard="jakub +2 +1").attack(0, "c")
    back.act("special second_wind")
    assert default(back) == "recover +1"
    chosen = RULES.apply(RULES.setup(2, {}, 1).state, 0, ("team", "cze")).state
    assert RULES.decision(chosen, 1).default == ("team", "swe")
    drafting = RULES.setup(2, {"mode": "draft"}, 1).state
    assert RULES.decision(drafting, drafting.active).default == ("pick", "cze")


def default_declared(seat: int, puck: str) -> str:
    table = TestTable().attack(seat, puck)
    table.act("go_on")
    return " ".join(RULES.decision(table.state, seat).default)


def test_length():
    """HG-15.9: short periods make for fewer turns."""
    games = often(1, 4)

    def rounds(cards: str) -> int:
        found = 0
        for seed in range(games):
            state = RULES.setup(2, {"period_cards": cards}, seed).state
            chance = Chance.of(seed)
            while acting := RULES.to_act(state):
                state = RULES.apply(state, acting[0], computed(RULES, state, acting[0], "coach", chance)).state
            found += state.rounds
        return found

    full, short = rounds("5"), rounds("3")
    assert games * 25 <= full <= games * 60
    assert short < 0.8 * full
