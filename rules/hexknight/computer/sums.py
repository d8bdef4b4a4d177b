"""The sums behind an action, for reasons: what a hand adds up to, what a card laid out gives and is missing for, and a fight in numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.computers.reasons import FIRST, NEXT, Fact
from rules.game import Action, Seat, Step
from rules.hexknight.combat import opponent, total, wounds_from
from rules.hexknight.content import WOUND
from rules.hexknight.game_flow import target_hand
from rules.hexknight.movement import points
from rules.hexknight.state import WOUND_LOSS, State


def sums(rules: Any, before: State, acting: Seat, action: Action, step: Step, seat: Seat) -> Iterator[Fact]:
    """What is certain of an action of the seat itself. What its hand adds up to is private."""
    if acting != seat or not action:
        return
    after: State = step.state
    for event in step.events:
        if event.kind == "provoked":
            yield _duel(rules, before, event.facts)
        elif event.kind == "moved":
            facts = {"seat": seat, "hex": event.facts["path"][-1], "n": event.facts["cost"], "of": points(before, rules.content.speed)}
            yield Fact("walks", facts, FIRST, True)
    if before.step in ("defence", "attack"):
        yield _fight(rules, before, seat)
    if action[0] == "select":
        values = rules.content
        facts = {name: getattr(values, name)[action[1]] for name in ("attack", "defence", "speed", "meditation")}
        yield Fact("card_values", {"seat": seat, "card": action[1], **facts}, FIRST, True)
    if action[0] == "play" and before.step == "movement":
        yield from _laid(rules, before, after, action)
    if before.step == "rest":
        yield _refill(rules, before if action[0] == "confirm" else after, seat)
    elif after.step != "over" and (after.active, after.phase, after.hero.turns) == (seat, before.phase, before.hero.turns):
        yield from _strength(rules, after, seat)


def _duel(rules: Any, before: State, told: Any) -> Fact:
    """A monster that is provoked: its numbers, the wounds that it deals unless it is blocked, and what these cost at the end."""
    seat, monster = before.active, rules.content.monsters[told["monster"]]
    wounds = wounds_from(monster.attack, rules.content.level(before.hero.experience).armour)
    facts = {"seat": seat, "hex": told["hex"], "monster": monster.id, "attack": monster.attack, "defence": monster.defence}
    return Fact("duel", {**facts, "experience": monster.experience, "wounds": wounds, "lost": WOUND_LOSS * wounds}, FIRST, True)


def _fight(rules: Any, before: State, seat: Seat) -> Fact:
    """What the cards can do in the fight, with all that are in hand: it is asked for only where they can be enough."""
    content, monster = rules.content, opponent(rules.content, before)
    if before.step == "attack":
        most = total(before, content.attack, hand=True)
        facts = {"seat": seat, "monster": monster.id, "n": most, "of": monster.defence, "experience": monster.experience}
        return Fact("can_strike", facts, FIRST, True, True)
    most, wounds = total(before, content.defence, hand=True), wounds_from(monster.attack, content.level(before.hero.experience).armour)
    facts = {"seat": seat, "monster": monster.id, "n": most, "of": monster.attack, "wounds": wounds, "lost": WOUND_LOSS * wounds}
    return Fact("can_block", facts, FIRST, True, True)


def _laid(rules: Any, before: State, after: State, action: Action) -> Iterator[Fact]:
    """What a card gives to the way, and is missing for in the fight after it."""
    content, card = rules.content, action[1]
    gives = points(after, content.speed) - points(before, content.speed)
    if gives > 0:
        facts = {"seat": before.active, "card": card, "n": gives, "whole": points(after, content.speed)}
        yield Fact("lays", {**facts, "attack": content.attack[card], "defence": content.defence[card]}, FIRST, True, True)


def _refill(rules: Any, state: State, seat: Seat) -> Fact:
    """What stays in the hand at the end of the turn, and how many cards are drawn then (HK-11.1, HK-11.2, HK-11.3)."""
    island, hero = rules.island(state), state.heroes[seat]
    of, deck = target_hand(rules.content, island, state, seat), len(hero.deck) + (island.feature[hero.at] == "tomb")
    kept, drawn = len(hero.hand), min(deck, max(0, of - len(hero.hand)))
    return Fact("refill", {"seat": seat, "kept": kept, "wounds": hero.hand.count(WOUND), "n": drawn, "of": of}, FIRST, True, True)


def _strength(rules: Any, state: State, seat: Seat) -> Iterator[Fact]:
    """What the cards in hand add up to."""
    content, hand = rules.content, [card for card in state.heroes[seat].hand if card != WOUND]
    if hand:
        speed, attack, defence = (sum(values[card] for card in hand) for values in (content.speed, content.attack, content.defence))
        facts = {"seat": seat, "cards": len(hand), "speed": speed, "attack": attack, "defence": defence}
        yield Fact("strength", facts, NEXT, True, True)
