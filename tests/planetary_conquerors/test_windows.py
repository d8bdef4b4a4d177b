"""Decisions, secrets, and who is asked (sections 16, 18 and 19)."""

from __future__ import annotations

import json

import pytest

from rules.game import Refused, to_builtins
from rules.parts.ahead import giving
from rules.planetary_conquerors.reaction_windows import ASKING, ORDERS, SILENT
from rules.randomness import Chance
from tests.every_game.setups import Setup, random_game
from tests.planetary_conquerors.table import RULES, TestTable
from tests.sampled import often

RICH = {"gold": 6, "cosmium": 6, "electricity": 3}


def test_every_action_names_its_seat_and_changes_nothing_when_refused():
    """PC-16.1, PC-16.2, PC-19.10."""
    t = TestTable().hand(0, "recruit")
    assert t.refusal("end", seat=1).reason == "not_your_turn"
    for text, reason in (
        ("play recruit", "cannot_pay"), ("pass", "asked_otherwise"), ("dance", "not_an_action"), ("play", "nothing_to_do"),
        ("activate c99 a0", "nothing_called"), ("convert", "cannot_pay"),
    ):  # fmt: skip
        assert t.refusal(text).reason == reason


DEFAULTS = {
    "main": "end",
    "react": "pass",
    "kuk": "keep",
    "attack": "none",
    "block": "done",
    "optional": "no",
    "pay_or_else": "refuse",
    "trapback": "done",
    "trap": "end",
    "mulligan": "keep",
}


def test_answers_when_time_is_over():
    """PC-16.1, PC-19.9: each kind of decision has a harmless default; confirmed picks stay."""
    seen = {}
    for seed in range(often(3, 6)):
        for state, seat, _, _ in random_game(Setup("planetary_conquerors", 2 + seed % 3, {}), seed):
            decision = RULES.decision(state, seat)
            RULES.apply(state, seat, decision.default)
            seen.setdefault(decision.kind, decision.default)
            if decision.kind == "attack":
                assert decision.default == (("confirm",) if state.picks else ("none",))
    assert {k: seen[k][0] for k in DEFAULTS if k in seen} == {k: v for k, v in DEFAULTS.items() if k in seen}
    assert {"look", "target", "order", "sacrifice_choice"} & set(seen)
    t = TestTable().stock(0, 1).hand(0, "scavenge").deck(0, "recruit", "gold_miner", "trooper", "raider").play("0 play scavenge")
    assert RULES.decision(t.state, 0).default == ("look", "none", "recruit", "gold_miner", "trooper")
    t = TestTable().stock(0, 0, 2).put(0, "watchtower").deck(0, "recruit", "gold_miner", "trooper").play("0 activate watchtower a0")
    t.play("0 " + " ".join(RULES.decision(t.state, 0).default))
    assert t.side(0).library == ["recruit", "gold_miner", "trooper"], "the order is unchanged"
    t = TestTable().put(0, "raider").put(1, "outpost").put(1, "bunker_link").play("0 end", "0 attack raider outpost", "0 confirm")
    assert RULES.decision(t.state, 1).default == ("decline",)


def test_what_is_not_asked():
    """PC-16.3: nothing to choose is not asked, one answer is given by itself; main is always asked, trap until all see that nothing is left."""
    t = TestTable().stock(0, 1, 1).hand(0, "trap_cache").junk(0, "recruit").play("0 play trap_cache")
    assert t.asked == "main", "no trap lies in the junkyard"
    t = TestTable().stock(0, 1, 1).hand(0, "blood_price").put(0, "recruit").put(1, "trooper").play("0 play blood_price")
    assert t.asked == "main", "one candidate each"
    t = TestTable()
    assert (t.asked, t.offered()) == ("main", ["end"])
    t.play("0 end")
    assert (t.asked, t.offered()) == ("trap", ["end"])
    t = TestTable().hand(0, "spike_pit", "land_mine").play("0 end", "0 place spike_pit m1 1")
    assert (t.state.active, t.asked) == (1, "kuk"), "placed, and no other column to move a trap to"
    t = TestTable().hand(0, "spike_pit").put(0, "outpost").play("0 end", "0 place spike_pit m1 1")
    assert (t.asked, t.offered()) == ("trap", ["move", "end"])
    t = TestTable().hand(0, "recruit").put(0, "outpost").trap("m1", "land_mine").play("0 end", "0 move m1.1 outpost 1")
    assert (t.asked, t.offered()) == ("trap", ["end"]), "whether a trap is in the hand is nobody's business"


def test_pay_or_else():
    """PC-16.1: asked only of who can pay."""
    t = TestTable().put(0, "trooper").trap("m2", "toll_snare").stock(0, 2).play("0 end", "0 attack trooper m2", "0 confirm", "0 pay")
    assert (t.has(0), t.hp("m2")) == ("0/0/0", 13)
    t = TestTable().put(0, "trooper").trap("m2", "toll_snare").stock(0, 2).play("0 end", "0 attack trooper m2", "0 confirm", "0 refuse")
    assert (t.has(0), t.hp("m2"), t.asked) == ("2/0/0", 15, "trap"), "an answer is asked for once"
    t = TestTable().put(0, "trooper").trap("m2", "toll_snare").stock(0, 1).play("0 end", "0 attack trooper m2", "0 confirm")
    assert t.hp("m2") == 15


# Secrets (section 18)


def test_what_everybody_sees():
    """PC-18.1: numbers of cards, storages, planets; not hands, decks, faces of traps."""
    t = TestTable().hand(1, "rally", "spike_pit").trap("m2", "land_mine").junk(1, "recruit").put(1, "outpost").stock(1, 2, 3, 1)
    for seat in (0, None):
        text = str(to_builtins(RULES.view(t.state, seat)))
        assert "rally" not in text
        assert "land_mine" not in text
        side = RULES.view(t.state, seat).board.sides[1]
        assert (side.hand, side.library, side.stock, side.junkyard) == (2, 10, (2, 3, 1), ("recruit",))
    assert "rally" in str(to_builtins(RULES.view(t.state, 1)))


def test_looking_tells_only_numbers():
    """PC-18.1, PC-13.2: how many go to the bottom, never which; a card taken is not named."""
    t = TestTable().stock(0, 1, 3).hand(0, "scavenge").deck(0, "gold_miner", "trooper", "raider", "recruit").play("0 play scavenge")
    t.play("0 look gold_miner raider trooper")
    public = [e for e in t.events if e.to is None]
    assert "gold_miner" not in str([dict(e.facts) for e in public])
    assert t.last("sunk") == {"seat": 0, "n": 2}
    assert [RULES.redact(a) for a in (("bottom", "raider"), ("look", "none", "raider"), ("mulligan", "a", "b", "c"), ("deck", "x"))] == [
        ("?",), ("look",), ("?",), ("deck",),
    ]  # fmt: skip


def test_traps_that_were_looked_at():
    """PC-18.1, PC-18.2, PC-12.4: Recon Drone shows a column to one seat; Disarm names a trap by its place."""
    t = TestTable(3).stock(0, 2, 1).hand(0, "recon_drone", "disarm").trap("m2", "land_mine", "spike_pit").trap("m3", "net_launcher")
    t.play("0 play recon_drone", "0 choose m2")
    seen = next(e for e in t.events if e.kind == "traps_shown")
    assert (seen.to, seen.facts["cards"]) == ((0,), ["land_mine", "spike_pit"])
    faces = {seat: RULES.view(t.state, seat).board.sides[1].mine.traps for seat in (0, 1, 2)}
    assert faces == {0: ("land_mine", "spike_pit"), 1: ("land_mine", "spike_pit"), 2: ("", "")}
    t.play("0 play disarm")
    assert t.offered("choose") == ["m2.1", "m2.2", "m3.1"]
    t.play("0 choose m2.2")
    assert (t.column("m2"), t.side(1).junkyard) == (["land_mine"], ["spike_pit"])


def test_trapback_is_told_and_lies_face_down():
    """PC-18.1: the event names the card, the view does not."""
    t = TestTable().stock(0, 1, 1).hand(0, "trap_cache").junk(0, "spike_pit").play("0 play trap_cache", "0 place spike_pit m1 1")
    assert t.last("trapped_back")["card"] == "spike_pit"
    assert RULES.view(t.state, 1).board.sides[0].mine.traps == ("",)


def test_known_cards_stay_known():
    """PC-18.1: what everybody has seen go to a hand or onto a deck is known there, in imagined states too."""
    t = TestTable().stock(0, 0, 2).hand(0, "emergency_recall").put(1, "raider").hand(1, "rally", "rally").put(1, "topdecker").put(0, "trooper")
    t.play("0 play emergency_recall", "0 choose raider", "0 end", "0 attack trooper m2", "0 confirm", "1 block trooper topdecker")
    assert t.side(1).topped == 1
    for n in range(5):
        other = RULES.imagine(t.state, 0, Chance.of(n))
        assert "raider" in other.sides[1].hand
        assert other.sides[1].library[0] == "topdecker"
    assert RULES.view(t.state, 0).board.seen == ((1, ("raider",)),)


def test_an_announced_card_is_one_that_was_brought():
    """PC-1.2, PC-18.1: it lies open between hand and planet, and belongs to the deck of whoever plays it."""
    t = TestTable().stock(0, **RICH).stock(1, **RICH).hand(0, "siege_titan", "recruit").hand(1, "recruit").play("0 play siege_titan")
    assert t.window == "play"
    for seat, brought in ((0, {1: (0, 11)}), (1, {0: (1, 12)}), (None, {0: (1, 12), 1: (0, 11)})):
        for other, (titans, cards) in brought.items():
            for n in range(5):
                side = RULES.imagine(t.state, seat, Chance.of(n)).sides[other]
                assert side.deck.get("siege_titan", 0) - [*side.hand, *side.library].count("siege_titan") == titans
                assert sum(side.deck.values()) == cards


def test_a_face_down_trap_that_was_known():
    """PC-18.1: placing a trap that others have seen in the hand does not tell that it was this one."""
    t = TestTable().hand(0, "spike_pit", "land_mine")
    t._side(0).shown = ["spike_pit"]
    t.play("0 end", "0 place spike_pit m1 1")
    one = RULES.view(t.state, 1)
    assert one.board.seen == ()


# Who is asked (section 19)


def test_stops():
    """PC-19.3: the names, their defaults, and changing them at any time; refused names change nothing."""
    assert len(ORDERS) == len(set(ORDERS)) == 4 + len(ASKING) + len(SILENT)
    t = TestTable()
    action = giving(RULES.orders, frozenset({"ask_own_kuk", "pass_play"}))
    assert action == ("stops", "pass_play", "ask_own_kuk")
    state = RULES.apply(t.state, 1, action).state
    assert RULES.given(state, 1) == {"pass_play", "ask_own_kuk"}
    with pytest.raises(Refused) as caught:
        RULES.apply(t.state, 1, ("stops", "ask_everything"))
    assert caught.value.reason == "unknown_order"
    assert RULES.redact(action) == (), "stops are nobody else's business"
    assert to_builtins(RULES.view(state, 0)) == to_builtins(RULES.view(t.state, 0))


def test_a_snapshot_of_before_has_the_stops_with_its_seats():
    """They were a field of each side once."""
    t = TestTable(3).stops(1, "pass_play", "ask_own_kuk").stops(2, "until_turn")
    old = json.loads(RULES.dump(t.state))
    for seat, orders in old.pop("orders").items():
        old["sides"][int(seat)]["stops"] = orders
    state = RULES.load(json.dumps(old).encode())
    assert state == t.state
    assert [RULES.given(state, seat) for seat in range(3)] == [frozenset(), {"pass_play", "ask_own_kuk"}, {"until_turn"}]


@pytest.mark.parametrize(("reason", "asked"), [("phase:kuk", False), ("phase:attack", True), ("phase:main", False)])
def test_phases_by_default(reason, asked):
    """PC-19.1, PC-19.3: only before an attack, for which a blocker could still come, and at the end of the turn with a full storage."""
    phase = reason.removeprefix("phase:")
    before = {"kuk": "mining", "attack": "main", "main": "kuk"}[phase]
    t = TestTable().stock(1, 1, 1, 1).hand(1, "rally").put(0, "trooper").phase(before)
    t.play(*(["0 keep"] if before == "kuk" else ["0 end"] if before == "main" else []))
    assert (t.seat == 1) == asked


def test_the_end_of_others_turns():
    """PC-19.3: the next seat is asked, if it has stored as much as any reaction costs."""
    for gold, asked in ((1, True), (0, False)):
        t = TestTable(3).stock(1, gold).stock(2, gold).hand(1, "patch_up").hand(2, "patch_up").play("0 end", "0 end")
        assert (t.state.active == 0) == asked
        assert RULES.view(t.state, None).to_act == (1,)


def test_by_public_facts_alone():
    """PC-19.2: what the hand really holds plays no part; an empty hand, or too little for any card there is, does."""
    for card in ("patch_up", "outpost", "spike_pit"):
        t = TestTable().stock(1, 0, 3).hand(1, card).stock(0, 0, 1).hand(0, "quick_peek").play("0 play quick_peek")
        assert (t.seat, t.window) == (1, "play"), "a card of the pool could cancel it for three cosmium"
    for fields in ({"cosmium": 2}, {"gold": 6}):
        t = TestTable().stock(1, **fields).hand(1, "short_circuit").stock(0, 0, 1).hand(0, "quick_peek").play("0 play quick_peek")
        assert t.seat == 0
    t = TestTable(loud=True).stock(1, **RICH).stock(0, 0, 1).hand(0, "quick_peek").play("0 play quick_peek")
    assert t.seat == 0, "an empty hand"
    t = TestTable(loud=True).stock(1, 1).put(1, "repair_bay").stock(0, 0, 1).hand(0, "quick_peek").play("0 play quick_peek")
    assert t.seat == 1, "but a paid effect"
    t = TestTable(loud=True).stock(1, **RICH).put(1, "capacitor_bank").stock(0, 0, 1).hand(0, "quick_peek").play("0 play quick_peek")
    assert t.seat == 0, "and of those only one that may be used now (PC-6.1)"


@pytest.mark.parametrize("card", [c for c in RULES.content.cards.values() if c.reacts], ids=lambda c: c.id)
def test_a_blocker_that_could_still_come(card):
    """PC-19.3: before an attack is asked who could pay for a card that brings a warrior who is ready; what the hand holds plays no part."""
    gold, cosmium, electricity = card.price.parts
    ambush, rearm, image = (1, 1, 1), (1, 1, 0), (0, 3, 0)  # An Ambusher, a warrior who is made ready, a copy: the cheapest of each kind.
    could = any(n <= gold and m <= cosmium and k <= electricity for n, m, k in (ambush, rearm, image))
    t = TestTable().put(0, "trooper").stock(1, gold, cosmium, electricity).hand(1, "spike_pit").play("0 end")
    assert (t.seat == 1) == could


def test_a_hand_never_decides_who_is_asked():
    """PC-19.2, PC-19.10: whatever others hold, the same seats are asked."""
    for state, _, _, step in list(random_game(Setup("planetary_conquerors", 3, {}), 8))[::25]:
        for seat in range(3):
            if state.ask and state.ask.kind != "react":
                other = RULES.imagine(state, seat, Chance.of(3))
                assert RULES.to_act(other) == RULES.to_act(state)
        assert step.state is not None


def test_lines_and_damage_that_concern_me():
    """PC-19.3: `line` and `damage` ask those who take part, others only with a stop."""
    t = TestTable(3).put(0, "trooper").stock(1, 1).hand(1, "rally").stock(2, 1).hand(2, "rally")
    t.play("0 end", "0 attack trooper m2", "0 confirm")
    assert (t.seat, t.window) == (1, "line")
    t.play("1 pass")
    assert t.asked == "trap"
    t = TestTable(3).put(0, "trooper").stock(1, 1).hand(1, "rally").stock(2, 1).hand(2, "rally").stops(2, "ask_line_any").stops(1, "pass_line")
    t.play("0 end", "0 attack trooper m2", "0 confirm")
    assert RULES.to_act(t.state) == (1, 2), "whose orders pass is asked like all who are called"
    assert RULES.view(t.state, None).to_act == (1,)
    assert RULES.said(t.state, 1).action == ("pass",)
    assert RULES.said(t.state, 2) is None


def test_holds():
    """PC-19.4: everything is passed, until the turn is over, the own turn comes, or something of one's own is attacked or damaged."""
    t = TestTable(loud=True).stock(1, **RICH).hand(1, "rally").stock(0, 2).hand(0, "recruit", "recruit").put(1, "outpost").stops(0)
    action = giving(RULES.orders, frozenset({"until_mine", *(f"ask_{w}" for w in SILENT)}))
    t._apply(1, action)
    t.play("0 play recruit", "0 play recruit", "0 end")
    assert t.asked == "attack"
    assert "until_mine" in RULES.given(t.state, 1)
    t.play("0 attack recruit outpost", "0 confirm")
    assert (t.seat, t.window) == (1, "line"), "the attack has ended it"
    assert "until_mine" not in RULES.given(t.state, 1)
    t = TestTable(loud=True).stock(1, **RICH).hand(1, "rally").stops(1, "until_turn", "ask_mining", "ask_own_kuk").play("0 end", "0 end")
    assert (t.state.active, t.window) == (1, "own_kuk"), "the turn is over, and with it the hold"
    t = TestTable().stock(0, 3, 3).hand(0, "meteor_strike").stock(1, **RICH).hand(1, "iron_skin").stops(1, "until_attack").put(1, "outpost")
    t.play("0 play meteor_strike", "0 choose outpost")
    assert (t.seat, t.window) == (1, "damage")


def test_a_hold_passes_what_is_open():
    """PC-19.4, PC-19.7, PC-19.8: the order answers the present window too; a pass is no event."""
    t = TestTable().stock(1, 0, 3).hand(1, "short_circuit").stock(0, 0, 1).hand(0, "quick_peek").play("0 play quick_peek")
    assert RULES.standing(t.state, 1, frozenset({"until_mine"})) == ("pass",)
    assert RULES.standing(t.state, 1, frozenset({"pass_play"})) == ("pass",)
    assert RULES.standing(t.state, 1, frozenset({"pass_line"})) is None
    assert not RULES.apply(t.state, 1, ("pass",)).events or all(e.kind != "passed" for e in RULES.apply(t.state, 1, ("pass",)).events)
    view = RULES.view(t.state, 0)
    assert view.board.window == "play"
    assert [a.card for a in view.board.acts] == ["quick_peek"]


def test_a_quick_table():
    """PC-19.5: only who really has a reaction is asked."""
    for hand, seat in (("outpost", 0), ("short_circuit", 1)):
        t = TestTable(quick="on").stock(1, 0, 3).hand(1, hand).stock(0, 0, 1).hand(0, "quick_peek").play("0 play quick_peek")
        assert t.seat == seat


def test_never_passed():
    """PC-19.6: holds answer reactions only."""
    t = TestTable().put(0, "trooper").put(1, "wall_drone").play("0 end", "0 attack trooper m2", "0 confirm")
    assert t.asked == "block"
    assert RULES.standing(t.state, 1, frozenset(RULES.orders)) is None


def test_my_own_things():
    """PC-R13, PC-19.3: own plays and effects ask oneself only with a stop."""
    t = TestTable().stock(0, 4).hand(0, "outpost", "patch_up").play("0 play outpost")
    assert t.asked == "main"
    t = TestTable().stock(0, 4).hand(0, "outpost", "patch_up").stops(0, "ask_play_own").play("0 play outpost")
    assert (t.seat, t.window) == (0, "play_own")


def test_in_the_others_place():
    """PC-19.8: asked one after another, from the active player clockwise."""
    t = TestTable(4, active=2, loud=True).hand(2, "recruit", "rally").stock(2, 3)
    for seat in (0, 1, 3):
        t.stock(seat, 1).hand(seat, "rally")
    t.play("2 play recruit")
    order = []
    while t.asked == "react":
        order.append(t.seat)
        t._apply(t.seat, ("pass",))
    assert order == [2, 3, 0, 1]
