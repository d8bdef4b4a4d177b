"""Why an action is not legal: the reason, the rule, and what would be legal (HX-14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, NoReturn

from rules.game import Action, Refused
from rules.hexygame import energy
from rules.hexygame.card_vocabulary import COLORS, Cost
from rules.hexygame.legal_actions import MOVE_PRICE, PAY, Offers, is_payment
from rules.hexygame.map import ORDER, distance
from rules.hexygame.state import COUNTERSTRUCK, Reality
from rules.parts.cardgame import check_code
from rules.parts.engine import walked

RULES = {
    "deck": "HX-3.1",
    "mulligan": "HX-3.3",
    "main": "HX-7.4",
    "respond": "HX-8.4",
    "trigger_target": "HX-11.3",
    "pick_discard": "HX-8.7",
    "pick_dig": "HX-8.7",
    "pick_search": "HX-8.11",
    "pick_sacrifice": "HX-8.7",
}
"""The rule that asks, by kind of decision."""
CHOICES = ("trigger_target", "pick_discard", "pick_dig", "pick_search", "pick_sacrifice")
PASS: Action = ("pass",)
_FREE = ("cast", "activate", "move", "attack", "counterstrike", "draw", "discard", "pass")
VERBS = {"deck": ("deck",), "mulligan": ("keep", "mulligan"), "main": _FREE, "respond": _FREE, **dict.fromkeys(CHOICES, ("choose",))}
"""The verbs of each kind of decision."""
ANSWERS = {**VERBS, "respond": tuple(verb for verb in _FREE if verb not in ("move", "attack"))}
"""The verbs that may be legal at each kind of decision: realities move and attack in their owner's Main Phase alone (HX-9.1, HX-9.2)."""


def check(offers: Offers, action: Action) -> None:
    """Raises Refused with the reason why an action of the asked seat is illegal, for that seat alone (HX-13.2); returns for exactly the legal ones.
    Nothing is changed by it (HX-8.10)."""
    kind = offers.kind
    rule = RULES[kind]
    verb = action[0] if action else ""
    if action == PASS and kind in ("main", "respond"):
        return
    if verb == "deck" and kind == "deck" and len(action) == 2 and action[1] not in offers.content.presets:
        rules = offers.content.limited.decks if offers.state.limited else offers.content.rules
        check_code(rules, offers.content.presets, action[1], "HX-3.1")
        return
    steps, ends = walked(offers.words, action)
    if (steps == len(action) and ends) or _pays_as_must_be(offers, action):
        return
    legal = tuple(w.text for w in offers.words(action[:steps]))
    if verb not in VERBS[kind]:
        raise Refused("asked_otherwise" if verb in _WHY or verb == "pass" else "not_an_action", rule, tuple(w.text for w in offers.words(())))
    if verb in _WHY and len(action) > 1:
        _WHY[verb](offers, action[1:], legal)
    elif verb in _WHY and steps == 0:
        _timing(offers, verb)
        raise Refused("nothing_to_do", rule, _now(offers), verb=verb)
    raise Refused("not_an_action", rule, legal)


def _pays_as_must_be(offers: Offers, action: Action) -> bool:
    """Whether an action names the only possible payment, which no menu lists (HX-5.8)."""
    return len(action) > 2 and action[-2] == PAY and offers.ends(action[:-2]) and offers.ends(action)


def _energy(offers: Offers, cost: Cost, spared: int = 0, in_hand: int = 0) -> None:
    """Raises Refused for a cost that neither pool nor buildings can pay, with the ways to get energy; `in_hand` cards can't be discarded for it."""
    if not offers.affords(cost, spared):
        pool = offers.side.pool
        have, lack = energy.spelled(pool).upper() or "0", energy.missing(pool, cost)
        legal = tuple(verb for verb in ("draw", "discard") if verb in _now(offers))
        raise Refused("not_enough_energy", "HX-5.1", legal, price=str(cost), pool=have, lack=lack, **_way(offers, lack, spared, in_hand))


def _way(offers: Offers, lack: str, spared: int, in_hand: int) -> dict[str, str]:
    """The way to get the energy that is missing, as the `verb` of a remedy: discarded cards, buildings as well (`both`), the `last` potency of a
    building (on `hex`), which is never drawn without being told to, a card that gives energy (`cast`), or `never` in this turn. Empty where an
    ability may give it."""
    spare = len(offers.side.hand) - in_hand
    wells = [well for well in offers.field.wells(offers.seat) if well.uid != spared]

    def enough(kept: int) -> bool:
        """Whether cards and buildings give what is missing, if each building keeps so much."""
        given = Counter[str]()
        for well in wells:
            given[offers.content.cards[well.card].produces or ""] += max(0, well.points - kept)
        coloured = Counter(lack.lstrip("0123456789"))
        beyond = given.total() - coloured.total() + spare
        return coloured <= given and beyond >= int(lack.rstrip(COLORS) or 0)

    if enough(1):
        return {"verb": "both" if any(well.points > 1 for well in wells) else "discard"}
    if enough(0):
        return {"verb": "last", "hex": min(wells, key=lambda well: well.points).hex}
    if any(energy.is_energy(offers.content, word.text) for word in offers.words(("cast",))):
        return {"verb": "cast"}
    return {} if "activate" in _now(offers) else {"verb": "never"}


def _timing(offers: Offers, verb: str) -> None:
    """Raises Refused for a wrong time, and names what is missing (HX-6.1, HX-9.5)."""
    state = offers.state
    if verb == "counterstrike":
        top = state.top
        if top is None or top.kind != "attack" or top.seat == offers.seat:
            raise Refused("wrong_time", "HX-9.5", _now(offers), need="attack_on_top")
        return
    if verb in ("move", "attack"):
        _slow(offers, "HX-9.1" if verb == "move" else "HX-9.2")


def _now(offers: Offers) -> tuple[str, ...]:
    """The verbs that are possible now."""
    return tuple(word.text for word in offers.words(()))


def _slow(offers: Offers, rule: str) -> None:
    state = offers.state
    if offers.slow:
        return
    if offers.seat != state.active:
        need = "own_turn"
    elif state.phase != "main":
        need = "main_phase"
    else:
        need = "empty_stack" if state.stack else "no_window"
    raise Refused("wrong_time", rule, _now(offers), need=need)


def _after(offers: Offers, *prefix: str) -> tuple[str, ...]:
    """The words that may follow `prefix` now, without payments."""
    return tuple(word.text for word in offers.words(prefix) if not is_payment(word.text))


def _own(offers: Offers, at: str, *prefix: str) -> Reality:
    """The own reality on a hex. Raises Refused if there is none."""
    r = offers.field.at.get(at)
    if at not in ORDER:
        raise Refused("hex_off_map", "HX-2.1", _after(offers, *prefix), hex=at)
    if r is None or r.owner != offers.seat:
        raise Refused("not_yours", "HX-1.5", _after(offers, *prefix), hex=at)
    return r


def _in_hand(offers: Offers, card: str, verb: str, rule: str) -> None:
    if card not in offers.content.cards:
        raise Refused("no_such_card", rule, _after(offers, verb), card=card)
    if card not in offers.side.hand:
        raise Refused("unknown_card", rule, _after(offers, verb), card=card)


def _payment(offers: Offers, rest: Action, cost: Cost, legal: tuple[str, ...]) -> NoReturn:
    """Raises Refused for wrong or missing words after an action that is complete but for its payment."""
    if rest:
        raise Refused("bad_payment", "HX-5.8", legal, price=str(cost))
    raise Refused("not_an_action", "HX-5.8", legal)


def _aimed(offers: Offers, words: Action, count: int, cost: Cost, legal: tuple[str, ...]) -> NoReturn:
    """Raises Refused for illegal targets, and too few or too many words."""
    if len(words) > count:
        _payment(offers, words[count:], cost, legal)
    raise Refused("bad_target" if words else "not_an_action", "HX-6.2", legal)


def _cast(offers: Offers, rest: Action, legal: tuple[str, ...]) -> None:
    _in_hand(offers, rest[0], "cast", "HX-6.2")
    card = offers.content.cards[rest[0]]
    if not offers.may_cast(card):
        _slow(offers, "HX-6.1")
    _energy(offers, card.cost, in_hand=1)
    if not card.is_reality:
        if rest[0] not in offers.castable:
            raise Refused("no_target", "HX-6.2")
        slots, given = len(card.slots), rest[1:]
        known = next((n for n in range(len(given)) if not any(w.text == given[n] for w in offers.words(("cast", rest[0], *given[:n])))), len(given))
        if known < slots:
            raise Refused("bad_target" if known < len(given) else "not_an_action", "HX-6.2", legal)
        _payment(offers, given[slots:], card.cost, legal)
    free = tuple(offers.free)
    if not free:
        raise Refused("sphere_full", "HX-6.3")
    if len(rest) < 2:
        raise Refused("not_an_action", "HX-6.4", free)
    _hex(offers, rest[1], free)
    if rest[1] not in free:
        raise Refused("hex_outside_sphere", "HX-6.3", free, hex=rest[1])
    _payment(offers, rest[2:], card.cost, legal)


def _hex(offers: Offers, at: str, legal: tuple[str, ...]) -> None:
    if at not in ORDER:
        raise Refused("hex_off_map", "HX-2.1", legal, hex=at)
    if at in offers.field.at:
        raise Refused("hex_occupied", "HX-2.4", legal, hex=at)


def _activate(offers: Offers, rest: Action, legal: tuple[str, ...]) -> None:
    r = _own(offers, rest[0], "activate")
    abilities = dict(offers.content.activated[r.card])
    if not abilities or len(rest) < 2 or rest[1] not in abilities:
        raise Refused("no_ability" if len(rest) > 1 or not abilities else "not_an_action", "HX-11.2", _after(offers, "activate", r.hex), card=r.card)
    ability = abilities[rest[1]]
    cost = ability.cost
    if ability.speed == "sorcery":
        _slow(offers, "HX-11.2")
    if r.points < cost.remove_points:
        raise Refused("not_enough_counters", "HX-11.2", n=r.points)
    if cost.spend_action:
        _has_action(offers, r, "HX-11.2", cost.spend_action)
    if ability.limit_per_turn and r.used.count(rest[1]) >= ability.limit_per_turn:
        raise Refused("limit_reached", "HX-11.2", n=ability.limit_per_turn)
    _energy(offers, cost.energy, r.uid if cost.remove_points else 0)
    if rest[1] not in offers.activatable.get(r.hex, {}):
        raise Refused("no_target", "HX-11.2")
    if ability.names_color:
        if len(rest) < 3 or rest[2].upper() not in COLORS or len(rest[2]) != 1:
            raise Refused("bad_choice", "HX-11.2", tuple(COLORS.lower()), n=1)
        _payment(offers, rest[3:], cost.energy, legal)
    _aimed(offers, rest[2:], len(ability.targets), cost.energy, legal)


def _has_action(offers: Offers, r: Reality, rule: str, least: int = 1) -> None:
    """Raises Refused for a reality with fewer than `least` actions left; one that arrived this turn has none yet (HX-7.2, HX-10.2)."""
    if r.has_action and r.die >= least:
        return
    arrived = r.turn == offers.state.turn and not r.die and "haste" not in offers.field.numbers[r.uid].keywords
    raise Refused("just_arrived" if arrived else "no_action_left", rule, hex=r.hex, card=r.card)


def _ready(offers: Offers, r: Reality, what: str, rule: str) -> None:
    """Raises Refused for a reality without an action left, or that may not declare this."""
    _has_action(offers, r, rule)
    if what in offers.field.numbers[r.uid].cannot:
        raise Refused("forbidden", rule, what=what, hex=r.hex)


def _move(offers: Offers, rest: Action, legal: tuple[str, ...]) -> None:
    _timing(offers, "move")
    r = _own(offers, rest[0], "move")
    _ready(offers, r, "move", "HX-9.1")
    cost = offers.move_cost(r)
    _energy(offers, cost)
    to = tuple(offers.movable.get(r.hex, ()))
    if not to:
        raise Refused("no_way", "HX-9.1", hex=r.hex)
    if len(rest) < 2:
        raise Refused("not_an_action", "HX-9.1", to)
    _hex(offers, rest[1], to)
    if rest[1] not in to:
        raise Refused("hex_not_adjacent", "HX-9.1", to, hex=rest[1], origin=r.hex)
    _payment(offers, rest[2:], cost, legal)


def _reach(offers: Offers, r: Reality, target: Reality, rule: str, **facts: Any) -> None:
    """Raises Refused if range or Flying forbids the attack (HX-9.2, HX-10.1)."""
    reach = offers.field.numbers[r.uid].range
    if distance(r.hex, target.hex) > reach:
        raise Refused("out_of_range", rule, hex=r.hex, n=distance(r.hex, target.hex), reach=reach, **facts)
    if not offers.field.may_meet(r, target):
        raise Refused("flying", "HX-10.1", hex=target.hex, **facts)


def _attack(offers: Offers, rest: Action, legal: tuple[str, ...]) -> None:
    _timing(offers, "attack")
    field = offers.field
    struck = field.at.get(rest[0])
    if len(rest) == 1 and struck is not None and struck.owner != offers.seat:
        raise Refused("attacker_first", "HX-9.2", _after(offers, "attack"), hex=rest[0])
    lead = _own(offers, rest[0], "attack")
    _ready(offers, lead, "attack", "HX-9.2")
    if field.numbers[lead.uid].attack < 1:
        raise Refused("no_attack", "HX-9.3", hex=lead.hex)
    _energy(offers, MOVE_PRICE)
    targets = tuple(offers.attackers.get(lead.hex, ()))
    if len(rest) < 2:
        raise Refused("not_an_action" if targets else "no_target", "HX-9.2", targets)
    target = field.at.get(rest[1])
    if target is None or target.owner == offers.seat:
        raise Refused("no_enemy", "HX-9.2", targets, hex=rest[1])
    _reach(offers, lead, target, "HX-9.2")
    joiners = [w for w in rest[2:] if w in ORDER]
    for at in joiners:
        r = _own(offers, at, "attack", lead.hex, target.hex)
        _ready(offers, r, "attack", "HX-9.3")
        _reach(offers, r, target, "HX-9.3")
    cost = Cost(generic=1 + len(joiners))
    _energy(offers, cost)
    if joiners != sorted(set(joiners) - {lead.hex}, key=ORDER.__getitem__):
        raise Refused("bad_choice", "HX-9.3", _after(offers, "attack", lead.hex, target.hex), n=len(joiners))
    _payment(offers, rest[2 + len(joiners) :], cost, legal)


def _counterstrike(offers: Offers, rest: Action, legal: tuple[str, ...]) -> None:
    _timing(offers, "counterstrike")
    top = offers.state.stack[-1]
    target = offers.state.realities.get(top.victim)
    if target is None:
        raise Refused("already_counterstruck", "HX-9.5")
    if target.die:
        raise Refused("already_counterstruck" if target.die == COUNTERSTRUCK else "has_die", "HX-9.5", hex=target.hex)
    numbers = offers.field.numbers[target.uid]
    if numbers.attack < 1:
        raise Refused("no_attack", "HX-9.5", hex=target.hex, verb="counterstrike")
    if "counterstrike" in numbers.cannot:
        raise Refused("forbidden", "HX-9.5", what="counterstrike", hex=target.hex, verb="counterstrike")
    against = offers.field.at.get(rest[0])
    if against is None or against.uid not in top.attackers:
        raise Refused("bad_target", "HX-9.5", _after(offers, "counterstrike"))
    _reach(offers, target, against, "HX-9.5", verb="counterstrike")
    price = rest[1] if len(rest) > 1 else ""
    if price == "counter" and target.points <= 1:
        raise Refused("last_counter", "HX-9.5", hex=target.hex)
    if price == "energy":
        _energy(offers, Cost(generic=1))
        _payment(offers, rest[2:], Cost(generic=1), legal)
    raise Refused("not_an_action", "HX-9.5", legal)


def _draw(offers: Offers, rest: Action, legal: tuple[str, ...]) -> None:
    r = _own(offers, rest[0], "draw")
    wells = _after(offers, "draw")
    if offers.content.types[r.card] != "building":
        raise Refused("no_building", "HX-5.2", wells, hex=r.hex)
    if offers.field.settles(r):
        raise Refused("settling", "HX-5.9", wells, hex=r.hex)
    if len(rest) > 1:
        raise Refused("not_enough_counters", "HX-5.2", legal, n=r.points)
    raise Refused("not_an_action", "HX-5.2", legal)


def _discard(offers: Offers, rest: Action, legal: tuple[str, ...]) -> None:
    _in_hand(offers, rest[0], "discard", "HX-5.3")
    raise Refused("not_an_action", "HX-5.3", legal)


def _choose(offers: Offers, rest: Action, legal: tuple[str, ...]) -> None:
    pick = offers.state.pick
    assert pick is not None
    raise Refused("bad_choice", RULES[pick.kind], legal or _after(offers, "choose"), n=pick.amount)


_WHY: dict[str, Callable[[Offers, Action, tuple[str, ...]], None]] = {
    "cast": _cast,
    "activate": _activate,
    "move": _move,
    "attack": _attack,
    "counterstrike": _counterstrike,
    "draw": _draw,
    "discard": _discard,
    "choose": _choose,
}
"""Who knows best why an action of a verb is refused; falls through to "not an action"."""
