"""The sums of Hockey Game's reasons, added up anew from cards, rink and what the rules have told."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from rules.game import Event

MAIN = {"speed": "speed", "strength": "strength", "pass": None, "shot": "goalie"}
"""What meets a move beside defence."""
Story = list[tuple[Any, list[Event]]]


def adds_up(rules: Any, fact: Any, story: Story, end: Any) -> bool:
    """Whether a sum is true of what happened."""
    given, after = fact.facts, [state for state, _ in story[1:]] + [end]
    told = [(state, event, then) for (state, events), then in zip(story, after, strict=True) for event in events]
    return any(all(given[name] == value for name, value in found.items()) for found in FOUND[fact.kind](rules, given["seat"], told))


def _throws(rules: Any, seat: int, told: Any) -> Iterator[dict[str, Any]]:
    for state, event, _ in told:
        if event.kind == "declared":
            move, puck, target = (event.facts[name] for name in ("move", "puck", "target"))
            parts = next(e.facts["parts"] for _, e, _ in told if e.kind == "finished" and e.facts["seat"] == seat)
            own = sum(n for source, _, n, _ in parts if source in ("attribute", "field", "lines", "special"))
            own += _heroes(rules, state, seat, ("attack", move))
            other = _by_cards(rules, state, 1 - seat, _defending(rules, move, puck))
            yield {"move": move, "puck": puck, "target": target, "n": own, "of": other, "odds": _ahead(rules, own - other, state, seat)}


def _shots(rules: Any, seat: int, told: Any) -> Iterator[dict[str, Any]]:
    for state, event, _ in told:
        if event.kind == "declared":
            puck = event.facts["target"]
            bonus = next(field.bonus for field in rules.content.rink.fields if field.id == puck)
            own = _by_cards(rules, state, seat, ("attack", "shot"), 1) + (bonus.value if bonus and bonus.attribute == "shot" else 0)
            other = _by_cards(rules, state, 1 - seat, _defending(rules, "shot", puck), 1)
            yield {"puck": puck, "n": own, "of": other, "odds": _ahead(rules, own - other, None, seat)}


def _needs(rules: Any, seat: int, told: Any) -> Iterator[dict[str, Any]]:
    for _, event, after in told:
        if event.kind == "rolled" and event.facts["seat"] == seat:
            round_ = after.round if after.round is not None and after.round.move else after.last
            base, attack = round_.turns[seat].total - sum(event.facts["counts"]), round_.turns[1 - seat].total
            throws = _throws_of(rules, round_.turns[seat].special)
            odds = round(100 * sum(base + dice >= attack for dice in throws) / len(throws))
            yield {"n": base, "of": attack, "need": attack - base, "odds": odds}


def _with_cards(rules: Any, seat: int, told: Any) -> Iterator[dict[str, Any]]:
    """By the hand once the move is declared, and all throws of both."""
    for thrown in _throws(rules, seat, told):
        for fit in _fits(rules, seat, told):
            state = next(state for state, event, _ in told if event.kind == "declared")
            yield fit | {"odds": _ahead(rules, thrown["n"] + fit["n"] - thrown["of"], state, seat)}


def _awaits(rules: Any, seat: int, told: Any) -> Iterator[dict[str, Any]]:
    for state, event, _ in told:
        if event.kind == "finished" and event.facts["seat"] == seat:
            move, puck = event.facts["move"], event.facts["puck"]
            added = sum(part.n for part in state.round.turns[1 - seat].parts)
            need = event.facts["total"] - _by_cards(rules, state, 1 - seat, _defending(rules, move, puck)) - added
            yield {"n": event.facts["total"], "need": need, "odds": round(100 * sum(sum(dice) >= need for dice in _two()) / 36)}


def _ended(rules: Any, seat: int, told: Any) -> Iterator[dict[str, Any]]:
    for _, event, _ in told:
        if event.kind in ("goal", "moved", "lost", "missed") and event.facts["seat"] != seat:
            attack, own = event.facts["values"]
            yield {"n": own, "of": attack} | ({"short": attack - own} if attack > own else {})


def _fits(rules: Any, seat: int, told: Any) -> Iterator[dict[str, Any]]:
    """By the hand before each action and after it, and the move declared then."""
    for state in (state for before, _, after in told for state in (before, after)):
        if state.round is not None and state.round.move:
            hand = [rules.content.cards[word] for word in state.sides[seat].hand]
            fit = [card for card in hand if card.kind == "bonus" and card.attribute in (None, state.round.move)]
            marked = [card.value for card in fit if card.referee]
            used = state.round.turns[seat].symbol
            yield {"n": sum(card.value for card in fit if not card.referee) + (0 if used else max(marked, default=0)), "move": state.round.move}


def _idle(rules: Any, seat: int, told: Any) -> Iterator[dict[str, Any]]:
    for state, event, _ in told:
        if event.kind == "time":
            cards, move = rules.content.cards, state.round.move
            unfit = [word for word in event.facts["cards"] if cards[word].kind != "bonus" or cards[word].attribute not in (None, move)]
            yield {"cards": unfit, "move": move}


def _referee(rules: Any, seat: int, told: Any) -> Iterator[dict[str, Any]]:
    for state, event, _ in told:
        if event.kind == "bonus" and event.facts["seat"] == seat:
            round_, card = state.round, event.facts["card"]
            own = sum(part.n for part in round_.turns[seat].parts) + rules.content.cards[card].value
            other = sum(part.n for part in round_.turns[1 - seat].parts)
            if round_.attacker == seat:
                other += _by_cards(rules, state, 1 - seat, _defending(rules, round_.move, round_.puck))
            yield {"card": card, "n": own, "of": other}


def _with_card(rules: Any, seat: int, told: Any) -> Iterator[dict[str, Any]]:
    """By what stands against it, and by all throws."""
    for found in _referee(rules, seat, told):
        short = found["of"] - found["n"]
        yield found | ({"short": short} if short > 0 else {})


def _card_awaits(rules: Any, seat: int, told: Any) -> Iterator[dict[str, Any]]:
    for found in _referee(rules, seat, told):
        need = found["n"] - found["of"]
        yield {"card": found["card"], "n": found["n"], "need": need, "odds": round(100 * sum(sum(dice) >= need for dice in _two()) / 36)}


def _faces_off(rules: Any, seat: int, told: Any) -> Iterator[dict[str, Any]]:
    """Equal sums are thrown again, and do not count."""
    for state, event, _ in told:
        if event.kind == "faceoff":
            best = [max([rules.content.cards[h].attributes.get("strength", 0) for h in side.heroes], default=0) for side in state.sides]
            own, other = (rules.content.teams[state.sides[s].team].attributes["strength"] + best[s] for s in (seat, 1 - seat))
            leads = [own + sum(mine) - other - sum(theirs) for mine in _two() for theirs in _two()]
            yield {"n": own, "of": other, "odds": round(100 * sum(n > 0 for n in leads) / sum(n != 0 for n in leads))}


def _from_crease(rules: Any, seat: int, told: Any) -> Iterator[dict[str, Any]]:
    return ({"puck": after.puck} for _, event, after in told if event.kind == "restarted" and after.round.attacker == seat)


def _stays(rules: Any, seat: int, told: Any) -> Iterator[dict[str, Any]]:
    return ({"hero": hero} for _, _, after in told for hero in after.sides[seat].heroes)


FOUND = {
    "throws": _throws, "shot_from": _shots, "needs": _needs, "awaits": _awaits, "enough": _ended, "short": _ended, "fitting": _fits,
    "too_little": _fits, "idle": _idle, "stays": _stays,
    "faces_off": _faces_off, "from_crease": _from_crease, "before_referee": _referee, "before_referee_attack": _referee,
    "card_enough": _with_card, "card_short": _with_card, "card_awaits": _card_awaits, "with_cards": _with_cards,
}  # fmt: skip
"""How each kind of sum is found again."""


def _by_cards(rules: Any, state: Any, seat: int, names: tuple[str, ...], most: int | None = None) -> int:
    """The attributes of the team, and of the hero on the table who has most of them."""
    team = rules.content.teams[state.sides[seat].team].attributes
    return sum(team[name] for name in names) + _heroes(rules, state, seat, names, most)


def _heroes(rules: Any, state: Any, seat: int, names: tuple[str, ...], most: int | None = None) -> int:
    """What the best hero on the table adds, or the best two where a special card in effect lets them."""
    cards, special = rules.content.cards, state.round.turns[seat].special
    adds = sorted((sum(cards[hero].attributes.get(name, 0) for name in names) for hero in state.sides[seat].heroes), reverse=True)
    return sum(adds[: most or (2 if special and cards[special].op == "two_heroes" else 1)])


def _defending(rules: Any, move: str, puck: str) -> tuple[str, ...]:
    crease = next(field.crease for field in rules.content.rink.fields if field.id == puck)
    return tuple(name for name in (None if crease else "defence", MAIN[move]) if name)


def _two() -> list[tuple[int, ...]]:
    return list(product(range(1, 7), repeat=2))


def _throws_of(rules: Any, special: str) -> list[int]:
    """The sums of all throws with a special card, equally likely."""
    effect = rules.content.cards[special].effect if special else None
    if effect is not None and effect.op == "dice_best_two_of_three":
        return [sum(dice) - min(dice) for dice in product(range(1, 7), repeat=3)]
    floor = effect.value if effect is not None and effect.op == "die_floor" else 1
    return [sum(max(die, floor) for die in dice) for dice in _two()]


def _ahead(rules: Any, lead: int, state: Any, seat: int) -> int:
    own = _throws_of(rules, state.round.turns[seat].special if state is not None else "")
    won = sum(lead + mine > sum(theirs) for mine in own for theirs in _two())
    return round(100 * won / (36 * len(own)))


def _hand(rules: Any, state: Any, seat: int, kind: str) -> list[Any]:
    return [card for card in (rules.content.cards[word] for word in state.sides[seat].hand) if card.kind == kind]


def _left_shot(rules: Any, state: Any, seat: int) -> int:
    """By all throws of both, less 2 for each line on the way; 0 if somebody else attacks."""
    if state.round is None or state.round.attacker != seat:
        return 0
    field = next(field for field in rules.content.rink.fields if field.id == state.puck)
    own = _by_cards(rules, state, seat, ("attack", "shot"), 1) + (field.bonus.value if field.bonus and field.bonus.attribute == "shot" else 0)
    own -= 2 * sum(line.col < field.col if seat else line.col > field.col for line in rules.content.rink.lines)
    return _ahead(rules, own - _by_cards(rules, state, 1 - seat, _defending(rules, "shot", state.puck), 1), None, seat)


LEFT = {
    "left_bonus": lambda rules, state, seat: sum(card.value for card in _hand(rules, state, seat, "bonus")),
    "left_special": lambda rules, state, seat: len(_hand(rules, state, seat, "special")),
    "left_hand": lambda rules, state, seat: rules.view(state, None).board.sides[seat].hand,
    "left_heroes": lambda rules, state, seat: len(rules.view(state, None).board.sides[seat].heroes),
    "left_shot": _left_shot,
}
"""How what is left is counted."""
