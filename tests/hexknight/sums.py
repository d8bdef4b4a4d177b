"""The sums of HexKnight's reasons, worked out anew from printed cards and monsters and what the rules tell."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from tests.sums_of_hints import is_true

DATA = Path("data/hexknight")
CARDS = {card["id"]: card for kind in json.loads((DATA / "cards.json").read_text()).values() if isinstance(kind, list) for card in kind}
MONSTERS = {monster["id"]: monster for monster in json.loads((DATA / "monsters.json").read_text())["monsters"]}


def add(cards: Any, value: str) -> int:
    return sum(CARDS[card].get(value, 0) for card in cards if card in CARDS)


def _wounds(rules: Any, state: Any, seat: int, attack: int) -> int:
    """One for each time that the armour goes into the attack, and one for what is left."""
    experience = state.heroes[seat].experience
    armour = [line for line in rules.content.levels if line.experience <= experience][-1].armour
    return sum(1 for _ in range(0, attack, armour))


def _duel(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    for state, events, _ in told:
        for event in (e for e in events if e.kind == "provoked"):
            printed = MONSTERS[event.facts["monster"]]
            wounds = _wounds(rules, state, given["seat"], printed["attack"])
            numbers = {name: printed[name] for name in ("attack", "defence", "experience")}
            yield {"hex": event.facts["hex"], "monster": printed["id"], **numbers, "wounds": wounds, "lost": 2 * wounds}


def _defends(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    for state, _, _ in told:
        if state.step == "defence":
            printed, hero = MONSTERS[state.monsters[state.target]], state.heroes[given["seat"]]
            wounds = _wounds(rules, state, given["seat"], printed["attack"])
            yield {"n": add([*hero.hand, *hero.play], "defence"), "of": printed["attack"], "wounds": wounds, "lost": 2 * wounds}


def _strikes(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    for state, _, _ in told:
        if state.step == "attack":
            printed, hero = MONSTERS[state.monsters[state.target]], state.heroes[given["seat"]]
            yield {"n": add([*hero.hand, *hero.play], "attack"), "of": printed["defence"], "experience": printed["experience"]}


def _lays(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    for before, _, after in told:
        was, now = (state.heroes[given["seat"]].play for state in (before, after))
        if len(now) == len(was) + 1:
            card = next(card for card in now if now.count(card) > was.count(card))
            whole = add(now, "speed") + after.residue
            yield {"card": card, "n": CARDS[card]["speed"], "whole": whole, "attack": add([card], "attack"), "defence": add([card], "defence")}


def _walks(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    """By what is left of the movement once somebody stands there."""
    for before, events, after in told:
        for event in (event for event in events if event.kind == "moved"):
            hero = after.heroes[given["seat"]]
            have = before.residue + add(before.heroes[given["seat"]].play, "speed")
            left = after.residue + add(hero.play, "speed") if after.step == "movement" else have - event.facts["cost"]
            yield {"hex": rules.island(after).grid.labels[hero.at], "n": have - left, "of": have}


def _values(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    for _, events, _ in told:
        for card in (event.facts["card"] for event in events if event.kind == "selected"):
            yield {"card": card} | {name: CARDS[card].get(name, 0) for name in ("attack", "defence", "speed", "meditation")}


def _strength(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    for _, _, after in told:
        hand = [card for card in after.heroes[given["seat"]].hand if card != "wound"]
        yield {"cards": len(hand)} | {value: add(hand, value) for value in ("speed", "attack", "defence")}


def _refill(rules: Any, given: Any, told: Any) -> Iterator[dict[str, Any]]:
    """By what is drawn where the turn ends; else by the figures that everybody sees, where no tomb adds a wound to the deck."""
    for state, events, after in told:
        drawn = next((e.facts["n"] for e in events if e.kind == "refilled"), 0)
        turns = [(one.phase, one.step == "over", one.heroes[given["seat"]].turns) for one in (state, after)]
        ends = turns[0] != turns[1]
        now = state if ends else after
        hand, shown = now.heroes[given["seat"]].hand, rules.view(now, None).board.heroes[given["seat"]]
        tomb = rules.island(now).feature[now.heroes[given["seat"]].at] == "tomb"
        draws = drawn if ends else max(0, min(shown.deck + tomb, shown.hand_size - shown.hand))
        yield {"kept": shown.hand, "wounds": sum(card == "wound" for card in hand), "n": draws, "of": shown.hand_size}


FOUND = {
    "refill": _refill, "duel": _duel, "can_block": _defends, "can_strike": _strikes, "lays": _lays, "walks": _walks,
    "card_values": _values, "strength": _strength,
}  # fmt: skip
"""How each kind of sum is found again."""
adds_up = partial(is_true, FOUND)


def _away(rules: Any, state: Any, seat: int) -> int:
    """By the columns and rows of what everybody sees: every second column lies half a hex lower."""
    board = rules.view(state, None).board
    places = {found.label: (found.x, found.y - found.x // 2) for found in board.hexes}
    x, y = places[board.heroes[seat].hex]
    away = [(places[m.hex][0] - x, places[m.hex][1] - y) for m in board.monsters]
    return min([max(abs(q), abs(r), abs(q + r)) for q, r in away] + [9])


LEFT = {
    "left_away": _away,
    "left_points": lambda rules, state, seat: rules.view(state, None).board.heroes[seat].score,
}
"""How what is left is counted by what everybody sees."""
