"""Events of Planetary Conquerors as sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from render.look import Look
from render.planetary_conquerors.names import card_name, lettered, stored

_SILENT = frozenset(
    {"deck_chosen", "answered", "kept", "looked", "attack_over", "repelled", "recharged", "took", "conceded", "drew", "refused_to_pay", "fight"}
)
"""Told by other messages, or of no use to a reader."""


def narrate(kind: str, facts: Mapping[str, Any], look: Look) -> str | None:
    """An event as a sentence; None for one that needs no words."""
    if kind in _SILENT:
        return None
    if kind in _TOLD:
        return _TOLD[kind](facts, look)
    return look.say(f"pc.event.{kind}", **_shown(facts, look))


def _shown(facts: Mapping[str, Any], look: Look) -> dict[str, Any]:
    """The facts with names in the reader's language."""
    found: dict[str, Any] = dict(facts)
    for name, key in (("seat", "who"), ("victim", "victim"), ("before", "before"), ("by", "by")):
        if isinstance(facts.get(name), int):
            found[key] = look.names[facts[name]]
    words = _words_of(facts)
    for name in ("card", "attacker", "blocker", "on"):
        if isinstance(facts.get(name), str) and facts[name]:
            found[name] = _thing_of(facts[name], words.get(name, ""), facts, look)
    if "material" in facts:
        found["material"] = look.say(f"pc.material.{facts['material']}", n=facts["n"])
    if "cards" in facts:
        found["cards"] = counted(facts["cards"], look) or "–"
    return found


def _words_of(facts: Mapping[str, Any]) -> dict[str, str]:
    """The words of the things that the facts of an event name."""
    words = dict(zip(("attacker", "blocker"), facts.get("things", ()), strict=False))
    return words | {"attacker" if "attacker" in facts and "thing" in facts else "card": facts.get("thing", ""), "on": facts.get("at", "")}


def _thing_of(card: str, word: str, facts: Mapping[str, Any], look: Look) -> str:
    """The name of a thing, with its letter, or whose mine it is."""
    if card == "mine":
        return look.say("pc.mine_of", who=look.names[int(word[1:]) - 1] if word else look.names[facts["seat"]])
    return lettered(card_name(card, look), facts.get("letters", {}).get(word, ""), look)


def _gained(facts: Mapping[str, Any], look: Look) -> str:
    """The sentence on the materials that a seat gained, and on those for which it had no room."""
    key = "gained" if not any(facts["lost"]) else "gained_lost" if any(facts["n"]) else "all_lost"
    names = {"what": stored(facts["n"], look), "lost": stored(facts["lost"], look)}
    return look.say(f"pc.event.{key}", who=look.names[facts["seat"]], **names)


def _no_room(facts: Mapping[str, Any], look: Look) -> str:
    return look.say("pc.event.no_room", who=look.names[facts["seat"]], lost=stored(facts["lost"], look))


def _begins_with(key: str, facts: Mapping[str, Any], look: Look) -> str:
    """The sentence on the materials that a seat has from the beginning (PC-4.6, PC-4.7)."""
    return look.say(f"pc.event.{key}", who=look.names[facts["seat"]], what=stored(facts["n"], look))


def _damaged(facts: Mapping[str, Any], look: Look) -> str:
    shown = _shown(facts, look) | {"by": _thing_of(facts["by"], facts.get("source", ""), facts, look), "left": max(0, facts["left"])}
    key = "damaged" if not facts["prevented"] else "damaged_less" if facts["n"] else "all_prevented"
    return look.say(f"pc.event.{key}", **shown)


def _hp(kind: str, facts: Mapping[str, Any], look: Look) -> str:
    """The sentence on HP that a thing gained or lost, with the keyword that did it."""
    shown = _shown(facts, look) | {"left": max(0, facts["left"])}
    if facts.get("keyword"):  # Not yet in what older versions have stored.
        keyword = look.say(f"pc.keyword.{facts['keyword']}")
        shown["card"] = f"{shown['card']} ({keyword})"
    return look.say(f"pc.event.{kind}", **shown)


def _attack(facts: Mapping[str, Any], look: Look) -> str:
    who = look.names[facts["seat"]]
    pairs = []
    for attacker, target in zip(facts["attackers"], facts["targets"], strict=True):
        pairs.append(f"{_thing_of(attacker['card'], attacker['thing'], facts, look)} → {_thing_of(target, attacker['target'], facts, look)}")
    return look.say("pc.event.attack", who=who, attacks=", ".join(pairs))


def _returned(facts: Mapping[str, Any], look: Look) -> str:
    return look.say(f"pc.event.returned_{facts['zone']}", **_shown(facts, look))


def _modified(facts: Mapping[str, Any], look: Look) -> str:
    key = "modified_attack" if facts["attack"] else "modified_shielding"
    return look.say(f"pc.event.{key}", **_shown(facts, look))


def _aimed(facts: Mapping[str, Any], look: Look) -> str | None:
    """The sentence on the targets of an effect, things, cards or players by name; None if it has none to name."""
    names = [look.names[int(w[1:]) - 1] for w in facts["words"]] if facts["zone"] == "player" else []
    if facts["zone"] == "planet":
        names = [_thing_of(card, word, facts, look) for card, word in zip(facts["cards"], facts["words"], strict=True)]
    elif facts["zone"] == "junkyard":
        names = [card_name(w, look) for w in facts["words"]]
    return look.say("pc.event.aimed", card=card_name(facts["card"], look), aims=", ".join(names)) if names else None


def _sunk(facts: Mapping[str, Any], look: Look) -> str | None:
    return look.say("pc.event.sunk", **_shown(facts, look)) if facts["n"] else None


def _entered(facts: Mapping[str, Any], look: Look) -> str:
    """The sentence on a card that came to a planet, by name without its letter, since the letter stands on the planet."""
    return look.say("pc.event.entered_illusion" if facts["illusion"] else "pc.event.entered", card=card_name(facts["card"], look))


def _over(facts: Mapping[str, Any], look: Look) -> str:
    who = ", ".join(look.names[s] for s in facts["seats"])
    key = facts["reason"] if len(facts["seats"]) == 1 or facts["reason"] == "all_fell" else f"{facts['reason']}_shared"
    return look.say(f"pc.event.over_{key}", who=who)


def _deck_out(facts: Mapping[str, Any], look: Look) -> str:
    return look.say("pc.event.deck_out", who=", ".join(look.names[s] for s in facts["seats"]))


def _paid(facts: Mapping[str, Any], look: Look) -> str:
    what = stored((facts["gold"], facts["cosmium"], facts["electricity"]), look)
    return look.say("pc.event.paid", **(_shown(facts, look) | {"what": what}))


def _material_left(facts: Mapping[str, Any], look: Look) -> str:
    """What is left to a seat, and for which of its cards it is enough."""
    what = stored(facts["stock"], look)
    key = "left_enough" if facts["cards"] else "left" if what else "left_none"
    return look.say(f"pc.event.{key}", what=what, cards=_listed(facts["cards"], look))


def _saved(facts: Mapping[str, Any], look: Look) -> str:
    """What a seat will have in its next turn, and what that will be enough for."""
    key = "saved_enough" if facts["cards"] else "saved"
    what = stored(facts["next"], look) or look.say("pc.event.left_nothing")
    return look.say(f"pc.event.{key}", who=look.names[facts["seat"]], what=what, cards=_listed(facts["cards"], look))


def _draws(facts: Mapping[str, Any], look: Look) -> str:
    """Which card a seat draws, and whether it can pay for that."""
    what = stored(facts["stock"], look) or look.say("pc.event.left_nothing")
    key = "draws_enough" if facts["enough"] else "draws"
    return look.say(f"pc.event.{key}", who=look.names[facts["seat"]], card=card_name(facts["card"], look), what=what)


def _listed(cards: Sequence[str], look: Look) -> str:
    return ", ".join(card_name(card, look) for card in cards)


def _income(facts: Mapping[str, Any], look: Look) -> str:
    return look.say("pc.event.income", card=card_name(facts["card"], look), what=stored(facts["each"], look), turns=facts["turns"])


def _fighter(facts: Mapping[str, Any], look: Look) -> str:
    key = "fighter" if facts["of"] else "fighter_alone"
    return look.say(f"pc.event.{key}", **_shown(facts, look))


def _lies_in_wait(facts: Mapping[str, Any], look: Look) -> str:
    key = "lies_in_wait_idle" if not facts["of"] else "lies_in_wait" if facts["n"] else "lies_in_wait_other"
    return look.say(f"pc.event.{key}", **_shown(facts, look))


_TOLD: dict[str, Callable[[Mapping[str, Any], Look], str | None]] = {
    "gained": _gained,
    "no_room": _no_room,
    "compensated": partial(_begins_with, "compensated"),
    "handicap": partial(_begins_with, "handicap"),
    "damaged": _damaged,
    "healed": partial(_hp, "healed"),
    "hp_lost": partial(_hp, "hp_lost"),
    "attack": _attack,
    "returned": _returned,
    "modified": _modified,
    "aimed": _aimed,
    "sunk": _sunk,
    "kuk": _sunk,
    "entered": _entered,
    "over": _over,
    "deck_out": _deck_out,
    "paid": _paid,
    "left": _material_left,
    "saved": _saved,
    "draws": _draws,
    "income": _income,
    "fighter": _fighter,
    "lies_in_wait": _lies_in_wait,
}
"""Events that are told in more than one way."""


def counted(cards: Sequence[str], look: Look) -> str:
    """Cards by name, each once with how often it is there."""
    return ", ".join(card_name(w, look) + (f" × {n}" if n > 1 else "") for w, n in Counter(cards).items())
