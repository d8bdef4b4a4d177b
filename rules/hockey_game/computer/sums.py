"""The sums and odds of a round, for reasons: what is certain of a declared move, of a defence before its dice, and of a stated value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.computers.reasons import FIRST, LAST, NEXT, Fact
from rules.game import Seat, Step
from rules.hockey_game.attack_and_defence_values import attributes, best_heroes, fixed_parts, hero_value
from rules.hockey_game.computer.cards_against_dice import Dice, two_dice
from rules.hockey_game.computer.dice import DICE
from rules.hockey_game.legal_actions import bonuses, fitting
from rules.hockey_game.state import PLAY, Round, State, Turn

RESULTS = ("goal", "moved", "lost", "missed")


def sums(rules: Any, before: State, acting: Seat, step: Step, seat: Seat) -> Iterator[Fact]:
    """What is certain of an action of the seat itself, and why."""
    if acting != seat:
        return
    for event in step.events:
        facts = event.facts
        if event.kind == "declared":
            yield from _declared(rules, before, step, seat, facts["move"], facts["target"])
        elif event.kind == "rolled" and before.present.attacker != seat and before.stage not in PLAY:
            yield from _before_the_dice(rules, before, step, seat)
        elif event.kind == "finished" and before.stage == "attack_play":
            need = facts["total"] - _value(rules, before, 1 - seat)
            yield Fact("awaits", {"seat": seat, "n": facts["total"], "need": need, "odds": percent(at_least(need))}, FIRST, True)
        elif event.kind == "finished" and before.stage == "defend_play":
            yield from _defended(rules, before, seat, facts["total"])
        elif event.kind == "bonus":
            found = _with_card(rules, before, seat, facts["card"], facts["total"])
            yield found
            if found.kind == "card_short":
                yield from _more(rules, step.state, seat, before.present.move, found.facts["short"])
        elif event.kind == "faceoff" and before.stage == "restart_choice":
            own, other = facts["add"][seat], facts["add"][1 - seat]
            won, lost = ahead(own - other), ahead(other - own)
            yield Fact("faces_off", {"seat": seat, "n": own, "of": other, "odds": percent(won / (won + lost))}, FIRST, True)
        elif event.kind == "restarted" and rules.ground.is_crease(facts["field"]):
            yield Fact("from_crease", {"seat": seat, "puck": facts["field"]}, FIRST, True)
        elif event.kind == "deployed":
            yield Fact("stays", {"seat": seat, "hero": facts["hero"]}, LAST, True)
        elif event.kind == "time" and before.stage in PLAY:
            idle = [word for word in facts["cards"] if word not in fitting(rules.content, before.side.hand, before.present.move)]
            if idle:
                yield Fact("idle", {"seat": seat, "cards": idle, "move": before.present.move}, NEXT, True, True)


def _declared(rules: Any, before: State, step: Step, seat: Seat, move: str, target: str) -> Iterator[Fact]:
    """Both values before dice and cards, and how often the dice alone carry the move; and a shot from where it leads."""
    present = before.copy()
    present.present.move, present.present.target = move, target
    own, other = (_value(rules, present, who) for who in (seat, 1 - seat))
    dice = _dice(rules, before.present.turns[seat].special)
    where = {"seat": seat, "move": move, "puck": before.puck, "target": target}
    yield Fact("throws", {**where, "n": own, "of": other, "odds": percent(ahead(own - other, dice))}, FIRST, True)
    if step.state.stage == "attack_play" and (more := most(rules, step.state)):
        odds = percent(ahead(own + more - other, dice))
        yield Fact("with_cards", {"seat": seat, "n": more, "move": move, "odds": odds}, LAST, True, True)
    if target and rules.ground.in_third(seat, target):
        own, other = _shot(rules, before, seat, target)
        yield Fact("shot_from", {"seat": seat, "puck": target, "n": own, "of": other, "odds": percent(ahead(own - other))}, NEXT, True)


def shot_odds(rules: Any, state: State, seat: Seat, puck: str) -> int:
    """In how many of 100 throws a shot of a seat from a field is a goal by the dice alone."""
    own, other = _shot(rules, state, seat, puck)
    return percent(ahead(own - other))


def _shot(rules: Any, before: State, seat: Seat, puck: str) -> tuple[int, int]:
    """The values of both with which a shot of a seat from a field begins."""
    state = before.copy()
    state.puck, state.round = puck, Round(seat, puck, [Turn(), Turn()], "shot")
    return _value(rules, state, seat), _value(rules, state, 1 - seat)


def _before_the_dice(rules: Any, before: State, step: Step, seat: Seat) -> Iterator[Fact]:
    """What two dice have to show for a defence, and with what the fitting cards of the hand add."""
    done = next((event.facts["parts"] for event in step.events if event.kind == "finished"), None)
    now = [[part.source, part.name, part.n] for part in step.state.present.turns[seat].parts]
    base = sum(n for source, _, n, *_ in done or now if source != "dice")
    values = next((event.facts["values"] for event in step.events if event.kind in RESULTS), None)
    attack = values[0] if values else step.state.present.turns[1 - seat].total
    special = next((event.facts["card"] for event in step.events if event.kind == "special"), before.turn.special)
    odds = percent(at_least(attack - base, _dice(rules, special)))
    yield Fact("needs", {"seat": seat, "n": base, "of": attack, "need": attack - base, "odds": odds}, FIRST, True)
    if not done and (more := most(rules, step.state)):
        yield Fact("fitting", {"seat": seat, "n": more, "move": before.present.move}, NEXT, True, True)


def _with_card(rules: Any, before: State, seat: Seat, card: str, total: int) -> Fact:
    """What a bonus card makes of a value: against the attack, or against what the defence has before its dice."""
    facts, defends = {"seat": seat, "card": card, "n": total}, before.stage == "defend_play"
    of = before.present.turns[1 - seat].total if defends else _value(rules, before, 1 - seat)
    if rules.content.cards[card].referee:
        return Fact("before_referee" if defends else "before_referee_attack", {**facts, "of": of}, NEXT, True)
    if not defends:
        return Fact("card_awaits", {**facts, "need": total - of, "odds": percent(at_least(total - of))}, NEXT, True)
    if total >= of:
        return Fact("card_enough", {**facts, "of": of}, NEXT, True)
    return Fact("card_short", {**facts, "of": of, "short": of - total}, NEXT, True)


def _defended(rules: Any, before: State, seat: Seat, total: int) -> Iterator[Fact]:
    """Whether a defence is enough, and whether cards could make it so."""
    attack = before.present.turns[1 - seat].total
    if total >= attack:
        yield Fact("enough", {"seat": seat, "n": total, "of": attack}, FIRST, True)
        return
    yield Fact("short", {"seat": seat, "n": total, "of": attack, "short": attack - total}, FIRST, True)
    yield from _more(rules, before, seat, before.present.move, attack - total)


def _more(rules: Any, state: State, seat: Seat, move: str, short: int) -> Iterator[Fact]:
    """What the cards add that still fit, and whether that could be enough."""
    if state.active == seat and (more := most(rules, state)):
        yield Fact("too_little" if more < short else "fitting", {"seat": seat, "n": more, "move": move}, LAST, True, True)


def _value(rules: Any, state: State, seat: Seat) -> int:
    """A seat's value without dice and cards, with its special card and the best heroes on the table."""
    content, ground = rules.content, rules.ground
    names = attributes(ground, state.present, seat)
    parts = fixed_parts(content, ground, state, seat) + [p for p in state.present.turns[seat].parts if p.source == "referee"]
    return sum(part.n for part in parts) + sum(hero_value(content, hero, names) for hero in best_heroes(content, ground, state, seat))


def most(rules: Any, state: State) -> int:
    """What the bonus cards that the present seat may play add at most: of those with the symbol one, whatever the referee does."""
    cards = [rules.content.cards[word] for word in bonuses(rules.content, state)]
    return sum(c.value for c in cards if not c.referee) + max((c.value for c in cards if c.referee), default=0)


def _dice(rules: Any, special: str) -> Dice:
    effect = rules.content.effect(special)
    return two_dice(effect.op, effect.value) if effect else DICE


def ahead(lead: int, own: Dice = DICE) -> float:
    """The probability that an attacker who is ahead by `lead` before the dice of both is so after them."""
    return sum(p * q for a, p in own for b, q in DICE if lead + a - b > 0)


def at_least(need: int, dice: Dice = DICE) -> float:
    """The probability that dice show so much."""
    return sum(p for total, p in dice if total >= need)


def percent(share: float) -> int:
    """In how many of 100 throws."""
    return round(100 * share)
