"""The sums of HexyGame's reasons, worked out anew from printed cards and from what is seen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from rules.hexygame.map import PLACES
from tests.sums_of_hints import is_true

CARDS = {card["name"].lower().replace(" ", "_"): card for card in json.loads(Path("data/hexygame/cards.json").read_text())["cards"]}
COLOURS = "RBGYVC"


def steps(a: str, b: str) -> int:
    (q, r), (p, s) = PLACES[a], PLACES[b]
    return max(abs(q - p), abs(r - s), abs(q + r - p - s))


def _place(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    for state, events, _ in told:
        for event in (e for e in events if e.kind in ("cast", "move_declared")):
            board, at = rules.view(state, None).board, event.facts["hex"]
            if at:
                others = [r for r in board.realities if r.owner != given["seat"] and r.type == "creature"]
                reach = sum(steps(r.hex, at) <= r.range for r in others)
                goal = "e8" if given["seat"] == 0 else "e2"
                yield {"card": event.facts["card"], "hex": at, "flag": steps(at, goal), "centre": steps(at, "e5"), "reach": reach}


def _holds(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    for state, events, _ in told:
        board = rules.view(state, None).board
        cards = [item.card for item in board.stack if item.kind == "spell"] + [e.facts["card"] for e in events if e.kind == "cast"]
        own = [r for r in board.realities if r.owner == given["seat"] and r.type == "building"]
        for card in cards:
            able = "abilities" in CARDS.get(card, {}) and CARDS[card]["attack"] == 0
            yield {"card": card, "n": rules.content.cards[card].points, "buildings": len(own) + 1, "able": able}


def _blow(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    for board in (rules.view(state, None).board for before, _, after in told for state in (before, after)):
        at = {r.hex: r for r in board.realities}
        for item in (item for item in board.stack if item.attackers and item.seat == given["seat"] and item.hex in at):
            attack, struck = sum(at[h].attack for h in item.attackers), at[item.hex]
            harm = max(0, attack - struck.defense)
            yield {"card": struck.card, "attack": attack, "defense": struck.defense, "points": struck.points, "n": harm}


def _counter(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    """By the sums of the combat that everybody sees on the stack."""
    for board in (rules.view(state, None).board for before, _, after in told for state in (before, after)):
        at = {r.hex: r for r in board.realities}
        for item in (item for item in board.stack if item.counter and item.seat != given["seat"]):
            (attack, defense), struck = item.counter, at[item.against]
            harm = max(0, attack - defense)
            yield {"card": struck.card, "hex": struck.hex, "attack": attack, "defense": defense, "points": struck.points, "n": harm}


def _arrives(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    """By the printed numbers of a spell, and the present ones of what moves."""
    for board in (rules.view(state, None).board for state, _, _ in told):
        at, seat = {r.hex: r for r in board.realities}, given["seat"]
        for item in (item for item in board.stack if item.seat == seat and item.hex):
            moved = at.get(item.origin) if item.kind == "move" else None
            attack, defense = (moved.attack, moved.defense) if moved else rules.content.cards[item.card].numbers[:2]
            far = moved.range if moved else rules.content.cards[item.card].range
            reach = sum(steps(r.hex, item.hex) <= far for r in board.realities if r.owner != seat)
            places = {"flag": steps(item.hex, "e8" if seat == 0 else "e2"), "centre": steps(item.hex, "e5")}
            yield {"card": item.card, "hex": item.hex, "attack": attack, "defense": defense, "reach": reach, **places}


def _short_of(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    """Each card named is in the hand and dearer than what pool and buildings pay for without giving one up, and not with so much more."""
    for _, _, state in told:
        side, board, costs = state.sides[given["seat"]], rules.view(state, None).board, [rules.content.cards[w].cost for w in given["cards"]]
        have = _energy(rules, state, given["seat"]) - sum(
            r.owner == given["seat"] and r.type == "building" and not r.settling for r in board.realities
        )
        if {*given["cards"]} <= {*side.hand} and all(cost.generic + sum(cost.colors) <= have + given["n"] for cost in costs):
            yield {"n": max(1, min(cost.generic + sum(cost.colors) for cost in costs) - have)}


def _resolves(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    """By what everybody sees on the stack."""
    for item in (rules.view(state, None).board.stack[-1] for state, _, _ in told if state.stack):
        yield {"seat": item.seat, "card": item.card, "targets": [at for at in item.targets if at in PLACES]}


def _energy(rules: Any, state: Any, seat: int, pool: bool = True) -> int:
    """Buildings that settle give nothing in the turn of their arrival."""
    new = [r.uid for r in state.realities.values() if r.turn == state.turn]
    board = rules.view(state, None).board
    drawn = [r.points for r in board.realities if r.owner == seat and r.type == "building" and not (r.uid in new and "settling" in r.keywords)]
    return sum(drawn) + sum(board.sides[seat].pool) * pool


def _left(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    return ({"of": _energy(rules, before, given["seat"]), "n": _energy(rules, after, given["seat"])} for before, _, after in told)


def _kept(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    for state, _, after in told:
        yield {"n": _energy(rules, after if state.stack else state, given["seat"], bool(state.stack))}


def _next_turn(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    """What buildings hold and get by their cards; the cards named are in the hand, and cost more than there is now, but no more than then."""
    for state, _, _ in told:
        own = [r for r in rules.view(state, None).board.realities if (r.owner, r.type) == (given["seat"], "building")]
        groves = sum(r.card == "elder_grove" for r in own)
        near = sum(r is not tree and steps(r.hex, tree.hex) == 1 for tree in own if tree.card == "heartwood" for r in own)
        more = len(own) + groves + near if state.sides[given["seat"]].library else 0
        prices = [cost.generic + sum(cost.colors) for cost in (rules.content.cards[w].cost for w in given["cards"])]
        n = sum(r.points for r in own) + more
        if {*given["cards"]} <= {*state.sides[given["seat"]].hand} and all(0 < price <= n for price in prices):
            yield {"n": n}


def _cards(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    """Each card that is named is in the hand, costs no more than there is, in colours that there are; and dearer ones come first."""
    for before, _, after in told:
        for state in (before, after):
            side, costs = state.sides[given["seat"]], [rules.content.cards[word].cost for word in given["cards"]]
            prices = [cost.generic + sum(cost.colors) for cost in costs]
            if {*given["cards"]} <= {*side.hand} and all(0 < n <= _energy(rules, state, given["seat"]) for n in prices):
                yield {"seat": given["seat"] if prices == sorted(prices, reverse=True) else None}


def _no_answers(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    """No wizardry that costs energy is in the hand."""
    for state, _, _ in told:
        hand = [rules.content.cards[word] for word in state.sides[given["seat"]].hand]
        if not any(card.type == "wizardry" and card.cost.generic + sum(card.cost.colors) for card in hand):
            yield {}


def _first_hand(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    for _, _, after in told:
        hand = [rules.content.cards[word] for word in after.sides[given["seat"]].hand]
        basic = [card for card in hand if (card.type, card.rarity) == ("building", "basic")]
        costs = [card.cost.generic + sum(card.cost.colors) for card in hand if card not in basic]
        yield {"n": len(hand), "buildings": len(basic), "cheap": sum(n <= 3 for n in costs), "most": 3}


FOUND = {
    "no_answers": _no_answers, "first_hand": _first_hand,
    "place": _place, "holds_energy": _holds, "blow": _blow, "resolves": _resolves, "energy_left": _left, "energy_kept": _kept, "castable": _cards,
    "answers": _cards, "castable_none": _cards, "answers_none": _cards, "counter": _counter, "arrives": _arrives, "short_of": _short_of,
    "next_turn": _next_turn,
}  # fmt: skip
"""How each kind of sum is found again."""
adds_up = partial(is_true, FOUND)


def _realities(kind: str, points: bool = False) -> Any:
    """A function that counts the realities of a kind of a seat, or their counters."""

    def counted(rules: Any, state: Any, seat: int) -> int:
        own = [r for r in rules.view(state, None).board.realities if (r.owner, r.type) == (seat, kind)]
        return sum(r.points if points else 1 for r in own)

    return counted


LEFT = {
    "left_energy": _realities("building", points=True), "left_buildings": _realities("building"), "left_creatures": _realities("creature"),
    "left_cards": lambda rules, state, seat: rules.view(state, None).board.sides[seat].hand,
}  # fmt: skip
"""How what is left is counted by what everybody sees."""
