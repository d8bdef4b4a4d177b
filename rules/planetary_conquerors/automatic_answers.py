"""Answers given for a seat when its time is over, and shortcuts for what it may want (PC-16 and PC-19)."""

from __future__ import annotations

from rules.game import Action
from rules.planetary_conquerors.legal_actions import NONE, Offers
from rules.planetary_conquerors.reaction_windows import PASS

SHORTCUTS = 4
"""At most so many of a kind."""


def default(offers: Offers) -> Action:
    """The harmless answer, for a seat whose time is over (PC-16.1, PC-19.9)."""
    kind = offers.kind
    simple: dict[str, Action] = {
        "deck": ("deck", next(iter(offers.content.presets))), "mulligan": ("keep",), "main": ("end",), "react": PASS, "kuk": ("keep",),
        "block": ("done",), "optional": ("no",), "pay_or_else": ("refuse",), "trapback": ("done",), "trap": ("end",),
    }  # fmt: skip
    if kind in simple:
        return simple[kind]
    if kind == "attack":
        return _attack(offers)
    if kind == "look":
        return _unchanged(offers)
    if kind == "target" and offers.state.ask and offers.state.ask.up_to:
        return (NONE,)
    if "decline" in offers.options:
        return ("decline",)
    return first(offers)


def _attack(offers: Offers) -> Action:
    """Declares no further attacker; what has begun goes on as it stands."""
    return ("confirm",) if offers.state.picks else (NONE,)


def _unchanged(offers: Offers) -> Action:
    """Takes nothing and leaves the order as it is."""
    look, looked = offers.looking, offers.state.looked
    if look.rest == "bottom":
        return ("look", *((NONE,) if look.take else ()), *looked)
    return ("look", *(w for card in reversed(looked) for w in (card, "top")))


def first(offers: Offers, prefix: Action = ()) -> Action:
    """The first legal action with this beginning."""
    words = offers.words(prefix)
    for word in words:
        if word.end:
            return (*prefix, word.text)
    return first(offers, (*prefix, words[0].text))


# What a seat may well want


def shortcuts(offers: Offers) -> list[tuple[Action, ...]]:
    """Some whole decisions for one press: everybody against one target, or one alone; a trap in front of the mine, and the end of the phase."""
    if offers.kind == "attack" and not offers.state.picks:
        return _attacks(offers)
    if offers.kind == "trap" and not offers.side.placed:
        ends = [("end",)] if len(offers.columns) > 1 and not offers.side.moved else []  # Else the phase ends by itself.
        return [(("place", card, offers.field.word(offers.columns[0].uid), "1"), *ends) for card in offers.traps[:SHORTCUTS]]
    return []


def _attacks(offers: Offers) -> list[tuple[Action, ...]]:
    word, strength = offers.field.word, offers.field.attack
    able = [t for t in offers.attackers if strength(t)]
    goals = sorted(offers.goals, key=lambda t: (not t.is_mine, t.hp))
    together = [(able, g) for g in goals if able]
    alone = [([a], g) for g in goals for a in sorted(able, key=strength, reverse=True) if len(able) > 1]
    parties = [*together[:SHORTCUTS], *alone[:SHORTCUTS]]
    return [(*(("attack", word(a.uid), word(g.uid)) for a in party), ("confirm",)) for party, g in parties]
