"""Why an action is not legal: the reason, the rule, and what would be legal (PC-16.2)."""

from __future__ import annotations

from collections.abc import Callable

from rules.game import Action, Refused
from rules.parts.cardgame import check_code
from rules.parts.engine import walked
from rules.planetary_conquerors.legal_actions import CONVERSION, NONE, THROWN, VERBS, Offers
from rules.planetary_conquerors.position import Field

RULES = {
    "deck": "PC-3.1",
    "mulligan": "PC-4.4",
    "react": "PC-7.2",
    "main": "PC-5.6",
    "kuk": "PC-13.2",
    "look": "PC-13.3",
    "attack": "PC-11.2",
    "block": "PC-11.4",
    "advance": "PC-11.4",
    "target": "PC-6.5",
    "order": "PC-8.3",
    "optional": "PC-8.5",
    "replace": "PC-9.2",
    "pay_or_else": "PC-2.5",
    "sacrifice_choice": "PC-13.10",
    "trap": "PC-5.8",
    "trapback": "PC-13.4",
}
"""The rule that asks, by kind of decision."""


def check(offers: Offers, action: Action) -> None:
    """Raises Refused with the reason why an action of the asked seat is illegal; returns for exactly the legal ones."""
    verb = action[0] if action else ""
    rule = RULES[offers.kind]
    if verb == "deck" and offers.kind == "deck" and len(action) == 2 and action[1] not in offers.content.presets:
        rules = offers.content.limited.decks if offers.state.limited else offers.content.rules
        check_code(rules, offers.content.presets, action[1], "PC-3.1")
        return
    steps, ends = walked(offers.words, action)
    if action and steps == len(action) and ends:
        return
    legal = tuple(w.text for w in offers.words(action[:steps]))
    why = _WHY.get(verb)
    if why and (why is not _choice or verb in VERBS[offers.kind]):
        why(offers, action[1:], legal)
    if steps == 0 and verb in VERBS[offers.kind]:
        raise Refused("nothing_to_do", rule, legal, verb=verb)
    if steps == 0 and verb in _KNOWN:
        raise Refused("asked_otherwise", rule, legal)
    raise Refused("not_an_action", rule, legal)


def _pay(field: Field, seat: int, parts: tuple[int, int, int], card: str) -> None:
    """Raises Refused for what can't be paid, with what is missing for which card."""
    if lack := field.lacking(seat, parts):
        material, need, have = lack
        raise Refused("cannot_pay", "PC-2.5", card=card, material=material, need=need, have=have)


def _play(offers: Offers, rest: Action, legal: tuple[str, ...]) -> None:
    if offers.kind not in ("main", "react") or not rest:
        return
    able = tuple(offers.playable)
    if rest[0] not in offers.side.hand:
        raise Refused("not_in_hand", "PC-6.3", able, card=rest[0])
    card = offers.content.cards[rest[0]]
    if card.type == "trap":
        raise Refused("traps_are_placed", "PC-6.1", able)
    if not offers.is_main and not card.reacts:
        raise Refused("only_in_main", "PC-6.1", able, card=card.id)
    _pay(offers.field, offers.seat, card.price.parts, card.id)
    if rest[0] not in able:
        raise Refused("no_target", "PC-6.2", able, card=card.id)


def _activate(offers: Offers, rest: Action, legal: tuple[str, ...]) -> None:
    if offers.kind not in ("main", "react") or not rest:
        return
    able = tuple(offers.usable)
    thing = offers.field.by_word.get(rest[0])
    if thing is None:
        raise Refused("nothing_called", "PC-1.3", able, typed=rest[0])
    if thing.controller != offers.seat:
        raise Refused("not_yours", "PC-1.3", able, card=thing.card)
    paid = dict(offers.content.paid[thing.card])
    if not paid or (len(rest) > 1 and rest[1] not in paid):
        raise Refused("no_paid_effect", "PC-6.2", able, card=thing.card)
    name = rest[1] if len(rest) > 1 else next(iter(paid))
    ability = paid[name]
    if name in thing.used:
        raise Refused("used_up", "PC-5.3", able, card=thing.card)
    if ability.timing == "main" and not offers.is_main:
        raise Refused("only_in_main", "PC-6.1", able, card=thing.card)
    _pay(offers.field, offers.seat, ability.pay.parts, thing.card)
    if name not in offers.usable.get(rest[0], []):
        raise Refused("no_target", "PC-6.2", able, card=thing.card)
    if offers.victims(rest[0], name) and len(rest) == 3:
        raise Refused("no_sacrifice", "PC-13.10", legal)


def _convert(offers: Offers, rest: Action, legal: tuple[str, ...]) -> None:
    if rest:
        return
    if offers.kind != "main":
        raise Refused("only_in_main", "PC-2.4", tuple(w.text for w in offers.words(())), card="")
    if offers.side.converted:
        raise Refused("once_a_turn", "PC-2.4", what="convert")
    most = offers.field.limits(offers.seat)[2]
    if offers.side.stock[2] >= most:
        raise Refused("storage_full", "PC-2.4", n=most)
    _pay(offers.field, offers.seat, (0, CONVERSION, 0), "convert")


def _mulligan(offers: Offers, rest: Action, legal: tuple[str, ...]) -> None:
    if offers.kind != "mulligan":
        return
    if missing := next((w for w in rest if w not in offers.side.hand), None):
        raise Refused("not_in_hand", "PC-4.4", legal, card=missing)
    if len(rest) != THROWN:
        raise Refused("exactly_three", "PC-4.4", legal, n=len(rest))


def _attack(offers: Offers, rest: Action, legal: tuple[str, ...]) -> None:
    if offers.kind != "attack" or not rest:
        return
    able = tuple(w.text for w in offers.words(("attack",)))
    thing = offers.field.by_word.get(rest[0])
    if thing is None:
        raise Refused("no_attacker_called", "PC-11.1", able, typed=rest[0])
    if thing.controller != offers.seat:
        raise Refused("not_yours", "PC-11.1", able, card=thing.card)
    if offers.field.type(thing) != "warrior":
        raise Refused("not_a_warrior", "PC-11.1", able, card=thing.card)
    if thing.exhausted:
        raise Refused("exhausted", "PC-13.13", able, card=thing.card)
    if offers.field.trait(thing, "cannot_attack"):
        raise Refused("cannot_attack", "PC-11.1", able, card=thing.card)
    if rest[0] not in able:
        raise Refused("has_target", "PC-11.2", able, card=thing.card)
    if len(rest) > 1 and all(w.text != rest[1] for w in offers.words(("attack", rest[0]))):
        raise Refused("bad_target", "PC-11.2", tuple(offers.field.word(t.uid) for t in offers.goals))


def _block(offers: Offers, rest: Action, legal: tuple[str, ...]) -> None:
    if offers.kind != "block" or not rest:
        return
    if rest[0] not in offers.blocks:
        raise Refused("cannot_be_blocked", "PC-11.4", tuple(offers.blocks))
    if len(rest) > 1 and rest[1] not in offers.blocks[rest[0]]:
        thing = offers.field.by_word.get(rest[1])
        if thing and thing.controller == offers.seat and thing.exhausted:
            raise Refused("exhausted", "PC-13.13", legal, card=thing.card)
        raise Refused("cannot_block", "PC-11.4", legal)


def _place(offers: Offers, rest: Action, legal: tuple[str, ...]) -> None:
    if offers.kind == "trap" and offers.side.placed:
        raise Refused("once_a_turn", "PC-12.1", what="place")
    if offers.kind not in ("trap", "trapback") or not rest:
        return
    if rest[0] not in offers.traps:
        if offers.kind == "trapback":
            raise Refused("not_trapback", "PC-13.4", tuple(offers.traps))
        if rest[0] not in offers.side.hand:
            raise Refused("not_in_hand", "PC-12.1", tuple(offers.traps), verb="place", card=rest[0])
        raise Refused("not_a_trap", "PC-12.1", tuple(offers.traps), card=rest[0])
    _spot(offers, rest[1:], legal)


def _move(offers: Offers, rest: Action, legal: tuple[str, ...]) -> None:
    if offers.kind != "trap":
        return
    if offers.side.moved:
        raise Refused("once_a_turn", "PC-12.3", what="move")
    if not rest:
        return
    if rest[0] not in offers.movable:
        raise Refused("no_such_trap", "PC-12.3", tuple(offers.movable))
    if len(rest) > 1 and offers.field.word(offers.movable[rest[0]]) == rest[1]:
        raise Refused("same_column", "PC-12.3", legal)
    _spot(offers, rest[1:], legal)


def _spot(offers: Offers, rest: Action, legal: tuple[str, ...]) -> None:
    """Raises Refused for a column that doesn't exist, or a position it does not have (PC-12.2)."""
    if rest and all(offers.field.word(t.uid) != rest[0] for t in offers.columns):
        raise Refused("no_such_column", "PC-12.1", legal)
    if len(rest) == 2:
        raise Refused("no_such_position", "PC-12.2", legal)


def _choice(offers: Offers, rest: Action, legal: tuple[str, ...]) -> None:
    if rest and legal:
        raise Refused("bad_choice", RULES[offers.kind], legal)


_WHY: dict[str, Callable[[Offers, Action, tuple[str, ...]], None]] = {
    "play": _play,
    "activate": _activate,
    "convert": _convert,
    "mulligan": _mulligan,
    "attack": _attack,
    "block": _block,
    "place": _place,
    "move": _move,
    "choose": _choice,
    "next": _choice,
    "replace": _choice,
    "sacrifice": _choice,
    "advance": _choice,
    "bottom": _choice,
    "look": _choice,
}
_KNOWN = {*_WHY, "deck", "keep", "end", "pass", "done", "yes", "no", "pay", "refuse", "reset", "confirm", "decline", NONE}
