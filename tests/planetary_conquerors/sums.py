"""The sums of Planetary Conquerors' reasons, worked out anew from printed cards, what everybody sees, and what the rules tell."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

from tests.sums_of_hints import is_true

CARDS = {card["id"]: card for card in json.loads(Path("data/planetary_conquerors/cards.json").read_text())["cards"]}
MATERIALS = ("gold", "cosmium", "electricity")


def cost(card: str) -> tuple[int, ...]:
    return tuple(CARDS[card].get("cost", {}).get(material, 0) for material in MATERIALS)


def pays(means: Any, card: str) -> bool:
    return CARDS[card]["type"] != "trap" and all(n <= have for n, have in zip(cost(card), means, strict=True))


def shielded(card: str) -> int:
    return sum(word["x"] for word in CARDS.get(card, {}).get("keywords", ()) if word["kw"] == "shielding")


def things(rules: Any, state: Any, kind: str, whose: Any) -> list[Any]:
    return [t for t in state.things.values() if rules.content.types[t.card] == kind and whose(t.controller)]


def gains(card: str, miners: int) -> list[int]:
    """What a card adds each turn by its text beside so many other miners, where nothing has to be fulfilled or chosen for it."""
    abilities = [
        a for a in CARDS.get(card, {}).get("abilities", ()) if a["kind"] == "triggered" and a["on"]["event"] == "phase" and a["on"]["whose"] == "you"
    ]
    adds = [do for a in abilities if "if" not in a and not a.get("optional") for do in a["do"] if do["op"] == "add"]
    return [sum(miners if isinstance(do[m], dict) else do[m] for do in adds if m in do) for m in MATERIALS]


def _income(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    """By what the mining phase of its card adds, for each miner where it counts them."""
    for state, events, _ in told:
        for card in (e.facts["card"] for e in events if e.kind == "played" and CARDS.get(e.facts["card"], {}).get("type") == "miner"):
            each = gains(card, len(things(rules, state, "miner", lambda seat: seat == given["seat"])))
            turns = next(n for n in range(1, 99) if n * sum(each) >= sum(cost(card))) if any(each) else None
            yield {"card": card, "each": each, "turns": turns}


def _builds(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    for state, events, _ in told:
        for card in (e.facts["card"] for e in events if e.kind == "played" and CARDS.get(e.facts["card"], {}).get("type") == "building"):
            standing = sum(t.hp for t in things(rules, state, "building", lambda seat: seat == given["seat"]))
            yield {"card": card, "n": CARDS[card]["hp"], "total": standing + CARDS[card]["hp"], "of": 30}


def _fighter(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    """Warriors as everybody sees them."""
    for state, events, _ in told:
        for card in (e.facts["card"] for e in events if e.kind == "played" and CARDS.get(e.facts["card"], {}).get("type") == "warrior"):
            mine, others = CARDS[card], _seen(rules, state, "warrior", lambda seat: seat != given["seat"])
            felled = sum(t.hp + t.shielding <= mine["attack"] for t in others)
            survived = sum(t.attack < mine["hp"] + shielded(card) for t in others)
            yield {"card": card, "attack": mine["attack"], "hp": mine["hp"], "of": len(others), "felled": felled, "survived": survived}


def _seen(rules: Any, state: Any, kind: str, whose: Any) -> list[Any]:
    shown = rules.view(state, None).board
    return [t for side in shown.sides if whose(side.seat) for t in side.things if t.type == kind]


def _left(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    for _, _, after in told:
        side = after.sides[given["seat"]]
        yield {"stock": [*side.stock], "cards": _dearest(side.hand, side.stock)}


def _dearest(hand: Any, means: Any) -> list[str]:
    able = sorted({card for card in hand if pays(means, card)}, key=lambda card: (-sum(cost(card)), CARDS[card]["no"]))
    return able[:3]


def _saved(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    for state, _, _ in told:
        hand, shown = state.sides[given["seat"]].hand, rules.view(state, None).board.sides[given["seat"]]
        brought = [gains(t.card, sum(other.type == "miner" and other.word != t.word for other in shown.things)) for t in shown.things]
        then = [min(limit, sum(n)) for limit, *n in zip(shown.limits, shown.stock, *brought, strict=True)]
        now = _dearest(hand, shown.stock)
        yield {"stock": [*shown.stock], "next": then, "cards": [card for card in _dearest(hand, then) if card not in now]}


def _strikes(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    for state, events, _ in told:
        for event in (e for e in events if e.kind == "attack"):
            pairs = [(a["thing"], a["target"]) for a in event.facts["attackers"]]
            shown = {t.word: (t, side) for side in rules.view(state, None).board.sides for t in side.things}
            owners = {shown[target][1].seat for _, target in pairs}
            ready = sum(not t.exhausted for t in _seen(rules, state, "warrior", lambda seat, owners=owners: seat in owners))
            targets = {target for _, target in pairs}
            traps = sum(len(shown[target][0].traps) for target in targets)
            yield {"n": sum(shown[a][0].attack for a, _ in pairs), "hp": sum(shown[t][0].hp for t in targets), "blockers": ready, "traps": traps}


def _exposed(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    for state in (state for before, _, after in told for state in (before, after)):
        able = [
            t
            for t in _seen(rules, state, "warrior", lambda seat: seat != given["seat"])
            if "cannot_attack" not in CARDS.get(t.card, {}).get("traits", ())
        ]
        own = _seen(rules, state, "warrior", lambda seat: seat == given["seat"])
        (mine,) = _seen(rules, state, "mine", lambda seat: seat == given["seat"])
        yield {"walls": sum(not t.exhausted for t in own), "of": len(able), "n": sum(t.attack for t in able), "hp": mine.hp}


def _unexposed(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    yield from ({} for found in _exposed(rules, given, told) if not found["of"])


def _meets(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    """By attack, shielding and HP as everybody sees them."""
    for state, events, _ in told:
        seen = {t.word: t for t in _seen(rules, state, "warrior", lambda seat: True)}
        for attacker, blocker in (e.facts["things"] for e in events if e.kind == "blocked"):
            own, other = seen[blocker], seen[attacker]
            deals, takes = (max(0, one.attack - two.shielding) for one, two in ((own, other), (other, own)))
            yield {"attacker": other.card, "blocker": own.card, "deals": deals, "hp": other.hp, "takes": takes, "own": own.hp}


def _comes(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    """By the attackers that everybody sees, in the line that is on."""
    for state, _, _ in told:
        board = rules.view(state, None).board
        things = {t.word: t for side in board.sides for t in side.things}
        own = {t.word for t in board.sides[given["seat"]].things}
        free = [t for t in things.values() if t.target in own and t.line == board.line and not (t.blocker or t.done)]
        targets = {t.target for t in free}
        yield {"n": sum(t.attack for t in free), "hp": sum(things[w].hp for w in targets), "traps": sum(len(things[w].traps) for w in targets)}


def _lies_in_wait(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    for state, events, after in told:
        if any(e.kind == "placed" and e.facts["seat"] == given["seat"] for e in events):
            gone = [*state.sides[given["seat"]].hand]
            for card in after.sides[given["seat"]].hand:
                gone.remove(card)
            card = gone[0]
            harm = [do["amount"] for do in CARDS[card]["abilities"][0]["do"] if do["op"] == "damage" and do["to"] == "attacker"]
            damage = sum(n for n in harm if isinstance(n, int))
            never = {"cannot_attack", "ignores_traps"}
            able = [
                t
                for t in _seen(rules, state, "warrior", lambda seat: seat != given["seat"])
                if not never & {*CARDS.get(t.card, {}).get("traits", ())}
            ]
            yield {"card": card, "n": damage, "of": len(able), "felled": sum(t.hp + t.shielding <= damage for t in able)}


def _draws(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    """By what has come to the hand."""
    for state, _, after in told:
        came = [*after.sides[given["seat"]].hand]
        for card in state.sides[given["seat"]].hand:
            came.remove(card)
        yield from ({"card": card, "enough": CARDS[card]["type"] == "trap" or pays(state.sides[given["seat"]].stock, card)} for card in came)


def _holds(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    """Of all that might be thrown away, as many cards as are."""
    for state, _, _ in told:
        side = state.sides[given["seat"]]
        for kept in combinations(side.hand, given["n"]):
            miners = sum(CARDS[card]["type"] == "miner" for card in kept)
            yield {"miners": miners, "payable": sum(pays(side.stock, card) for card in kept)}


def _happens(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    """By what everybody sees being carried out last."""
    for acts in (rules.view(state, None).board.acts for state, _, _ in told):
        yield from ({"seat": act.seat, "card": act.card} for act in acts[-1:])


def _hits(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    """By what everybody sees coming."""
    for state, _, _ in told:
        board = rules.view(state, None).board
        for hit in (hit for hit in board.hits if hit.amount == max(other.amount for other in board.hits)):
            yield {"card": hit.card, "at": hit.thing, "n": hit.amount, "hp": board.thing(hit.thing).hp}


def _unknown(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    """By all cards of one's own that have not been seen."""
    for state, _, _ in told:
        side = state.sides[given["seat"]]
        if state.looked:
            left = [*side.library]
            for card in state.looked:
                left.remove(card)
            yield {"of": len(left), "n": sum(CARDS[card]["type"] == "trap" or pays(side.stock, card) for card in left)}


FOUND = {
    "income": _income, "builds": _builds, "fighter": _fighter, "left": _left, "saved": _saved, "strikes": _strikes, "exposed": _exposed,
    "lies_in_wait": _lies_in_wait, "draws": _draws, "draws_unknown": _unknown, "about_to_hit": _hits, "holds": _holds,
    "unexposed": _unexposed, "meets": _meets, "comes": _comes, "happens": _happens,
}  # fmt: skip
"""How each kind of sum is found again."""
adds_up = partial(is_true, FOUND)


def _things(kind: str, points: bool) -> Any:
    """A function that counts the things of a kind that a seat controls, or their HP."""

    def counted(rules: Any, state: Any, seat: int) -> int:
        own = [t for side in rules.view(state, None).board.sides for t in side.things if (t.controller, t.type) == (seat, kind)]
        return sum(t.hp if points else 1 for t in own)

    return counted


LEFT = {
    "left_stock": lambda rules, state, seat: sum(rules.view(state, None).board.sides[seat].stock),
    "left_cards": lambda rules, state, seat: rules.view(state, None).board.sides[seat].hand,
    "left_mine": lambda rules, state, seat: state.mine(seat).hp,
    "left_buildings": _things("building", points=True),
    "left_warriors": _things("warrior", points=False),
}
"""How what is left is counted by what everybody sees."""
