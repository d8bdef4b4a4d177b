"""Describes HexyGame in text: the table, hands, hints, and events."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from render.hexygame.names import (
    at_of,
    card_name,
    energies,
    hex_name,
    item_line,
    kind_line,
    line_text,
    phase_name,
    plan_name,
    pool_text,
    price,
    text_lines,
    thing_name,
)
from render.look import Look
from render.painter import held
from render.stage import TURN, WAITS
from render.text import bare, fitting
from rules.game import Outcome, View
from rules.hexygame.map import CENTRE, FLAGS, PLACES
from rules.hexygame.view import BoardView, RealityView, SideView
from rules.printed_cards import Face


def describe(view: View[BoardView], look: Look, brief: bool = False) -> str:
    """Describes the table in text; `brief` fits it into the 1024 letters of an alt text."""
    return fitting(*(partial(_table, view, look, level) for level in (1, 2, 3, 4))) if brief else _table(view, look, 0)


def _table(view: View[BoardView], look: Look, level: int) -> str:
    """At level 0 everything. At level 1 without graveyards and printed abilities, at level 2 the top of the stack and realities by their numbers
    alone, at level 3 only their names and hexes, at level 4 how many there are and where."""
    board = view.board
    lines = [phase_name(view, look)]
    lines += [_side(side, view, look, level) for side in board.sides]
    if level == 2:
        lines.append("/".join(look.say(f"hx.number.{what}") for what in ("attack", "defense", "hitpoints", "actions")))
    if view.outcome:
        title, why, how_long = ending(view, look)
        lines.append(f"{title}. {why} {how_long}")
    if sentences := [event.words for event in told(view, look)][-max(1, 4 - level) :]:
        lines.append(f"{told_as(view, look)}{look.say('colon')}{' '.join(sentences)}")
    if level > 1 and len(board.stack) > 1:
        lines.append(f"{look.say('hx.stack')}{look.say('colon')}{len(board.stack)}")
    for place, item in enumerate(reversed(board.stack[-1:] if level > 1 else board.stack), 1):
        words, more = item_line(board, item, look)
        lines.append(f"{look.say('hx.stack')} {place}. {look.names[item.seat]}{look.say('colon')}{words}{' · ' + more if more else ''}")
    if not level:
        for side in board.sides:
            if side.graveyard:
                lines.append(f"{look.say('hx.graveyard_of', who=look.names[side.seat])}{look.say('colon')}{_counted(side.graveyard, look)}")
            if side.deck:
                deck = ", ".join(f"{n}× {card_name(w, look)}" for w, n in side.deck)
                lines.append(f"{look.say('hx.deck_of', who=look.names[side.seat])}{look.say('colon')}{deck}")
    return "\n".join(lines)


def _counted(cards: Sequence[str], look: Look) -> str:
    return ", ".join(card_name(w, look) + (f" × {n}" if n > 1 else "") for w, n in Counter(cards).items())


def whose(view: View[BoardView], seat: int) -> str:
    """The sign beside a seat: the game waits for it, as the viewer may know (HX-15.3); or it has the turn and is not waited for."""
    if seat in view.to_act:
        return WAITS
    return TURN if view.board.stage == "play" and view.outcome is None and seat == view.board.active else ""


def _side(side: SideView, view: View[BoardView], look: Look, level: int) -> str:
    board = view.board
    say = look.say
    winners = view.outcome.winners if view.outcome and level else ()
    mark = "★ " if side.seat in winners else f"{sign} " if (sign := whose(view, side.seat)) else ""
    dice = say("hx.dice" if side.dice > 1 or level else "hx.dice_starts", n=side.dice)
    zones = say("hx.zones", hand=side.hand, library=side.library, graveyard=len(side.graveyard))
    parts = [f"{mark}{look.names[side.seat]} ({say(f'hx.mark.{side.seat}')})", dice, zones]
    if pool := pool_text(side.pool):
        parts.append(f"{say('hx.pool')} {energies(pool, look)}")
    own = [r for r in board.realities if r.owner == side.seat]
    if level > 3 and own:
        parts.append(f"{len(own)}{say('colon')}{' '.join(hex_name(r.hex) for r in own)}")
    elif level > 2:
        found: dict[str, list[str]] = {}
        for r in own:
            found.setdefault(r.card, []).append(hex_name(r.hex))
        parts.append("; ".join(f"{card_name(card, look)} {' '.join(hexes)}" for card, hexes in found.items()) or say("hx.nothing"))
    else:
        parts.append("; ".join(_reality(r, look, level) for r in own) or say("hx.nothing"))
    return " · ".join(parts)


def _reality(r: RealityView, look: Look, level: int = 0) -> str:
    """A reality: hex, name, numbers, die, keywords, enchantments; from level 2 on its bare numbers, in the order that `_table` names."""
    name = f"{hex_name(r.hex)} {card_name(r.card, look)}"
    if level > 1:
        return f"{name} {r.attack}/{r.defense}/{r.points}/{r.actions}"
    extra = _extra(r, look, level)
    return f"{name} {_numbers(r, look)}" + (f" ({', '.join(extra)})" if extra else "")


_ORDER = ("attack", "defense", "hitpoints", "potency", "actions", "range")
"""The numbers as pictures have them, from left to right."""


def _figures(numbers: Iterable[tuple[str, int]], look: Look) -> str:
    """Numbers by their names, in the order of pictures: *attack 2, defense 0, hitpoints 2, actions 2*."""
    found = sorted(numbers, key=lambda one: _ORDER.index(one[0]))
    return ", ".join(f"{look.say(f'hx.number.{what}')} {n}" for what, n in found)


def _numbers(r: RealityView, look: Look) -> str:
    points = "potency" if r.type == "building" else "hitpoints"
    return _figures((("attack", r.attack), ("defense", r.defense), (points, r.points), ("actions", r.actions)), look)


def _extra(r: RealityView, look: Look, level: int = 0) -> list[str]:
    """Further facts about a reality: die, keywords, what it cannot do, enchantments; fewer of them at a higher `level`."""
    say = look.say
    extra = []
    if r.die:
        extra.append(say("hx.die", n=r.die))
    if not level:
        extra += [say(f"hx.keyword.{k}") for k in r.keywords if k != "settling"]
        extra += [say(f"hx.cannot.{k}") for k in r.cannot]
    if r.settling:
        extra.append(say("hx.keyword.settling" if level else "hx.settles"))
    if r.range > 1:
        extra.append(say("hx.range", n=r.range))
    return extra + [card_name(card, look) for card, _ in r.under]


def now_lines(board: BoardView, word: str, look: Look) -> list[str]:
    """The state of a card in a game, as lines: each copy on the map with its numbers."""
    lines = held((card.face.word for card in board.hand), word, look)
    return lines + [
        f"{look.names[r.owner]}{look.say('colon')}{_reality(r, look)}" for r in board.realities if r.card == word or word in dict(r.under)
    ]


def card_text(face: Face, look: Look) -> str:
    """A whole card in words."""
    numbers = _figures(face.numbers, look)
    lines = [f"**{card_name(face.word, look)}** ({price(face.cost, look)}) · {kind_line(face, look)}", numbers, *text_lines(face, look, innate=True)]
    return "\n".join(line for line in lines if line)


_CARD_RULES = {
    "creature": ["HX-4.1", "HX-6.4"],
    "building": ["HX-5.2", "HX-6.4", "HX-5.7"],
    "artifact": ["HX-4.1", "HX-6.4"],
    "enchantment": ["HX-6.5"],
    "sorcery": ["HX-6.1"],
    "wizardry": ["HX-6.1"],
    "flying": ["HX-10.1"],
    "haste": ["HX-10.2"],
    "combat_priority": ["HX-9.10"],
    "regeneration": ["HX-10.4"],
    "reach": ["HX-10.5"],
    "settling": ["HX-5.9"],
    "range": ["HX-10.5"],
    "activated": ["HX-11.2"],
    "triggered": ["HX-11.3"],
    "static": ["HX-11.7"],
}
"""The rules about types, keywords, numbers and kinds of abilities."""
_EFFECT_RULES = {
    "flying": ["HX-10.1"],
    "combat_priority": ["HX-9.10"],
    "regeneration": ["HX-10.4"],
    "reach": ["HX-10.5"],
    "item=[spell": ["HX-4.5"],
    "item=[attack": ["HX-9.12"],
    "item=[move,attack": ["HX-9.12"],
    "damage(": ["HX-11.4"],
    "heal(": ["HX-11.4"],
    "destroy(": ["HX-11.5"],
    "bounce(": ["HX-11.6"],
    "discard(": ["HX-8.7"],
    "search(": ["HX-8.7"],
    "dig(": ["HX-8.7"],
    "winning_dice(": ["HX-12.2"],
}
"""The rules about what an effect does, by what stands in its shape."""


def card_rules(face: Face) -> list[str]:
    """The rules about a card: first those of its keywords, then of what it does."""
    shapes = [line.shape.key for line in face.lines if line.kind == "printed"]
    keywords = [rule for keyword in face.keywords for rule in _CARD_RULES.get(keyword, [])]
    effects = [rule for sign, rules in _EFFECT_RULES.items() for rule in rules if any(re.search(rf"\b{re.escape(sign)}", shape) for shape in shapes)]
    parts = (*(shape.partition("(")[0] for shape in shapes), *(what for what, n in face.numbers if what == "range" and n > 1), face.type)
    kinds = [rule for part in parts for rule in _CARD_RULES.get(part, [])]
    return list(dict.fromkeys([*keywords, *effects, *kinds]))


def describe_hand(view: View[BoardView], look: Look) -> str:
    """The viewer's hand, in words."""
    counts = Counter(c.face.word for c in view.board.hand)
    faces = {c.face.word: c.face for c in view.board.hand}
    lines = []
    for word, n in counts.items():
        face = faces[word]
        numbers = _figures(face.numbers, look)
        text = " ".join(text_lines(face, look, innate=True))
        parts = [f"{card_name(word, look)}{f' × {n}' if n > 1 else ''} ({price(face.cost, look)})", numbers, text]
        lines.append(" · ".join(p for p in parts if p))
    return "\n".join(lines)


def label(view: View[BoardView], look: Look, prefix: tuple[str, ...], word: str) -> str | None:
    """A word on a button: a hex with what is on it, a card, a way to pay."""
    board = view.board
    if not prefix:
        return None
    if plan := plan_name(word, look):
        return plan
    if prefix[-1] == "pay":
        return look.say("hx.pay.exact", energies=energies(word.upper(), look, "paid"))
    if prefix[0] in ("draw", "activate") and len(prefix) == 2:
        return word if prefix[0] == "draw" else _aim_name(board, prefix, word, look)
    if (prefix[0] == "activate" and len(prefix) == 1) or word in PLACES or "." in word or (word[:1] == "s" and word[1:].isdigit()):
        return thing_name(board, word, look)
    return None


def _aim_name(board: BoardView, prefix: tuple[str, ...], word: str, look: Look) -> str:
    """A colour, a target, or a way to pay for an activated ability."""
    return look.say(f"hx.color.{word}") if len(word) == 1 else thing_name(board, word, look)


def hint(view: View[BoardView], look: Look, prefix: tuple[str, ...], word: str) -> str:
    """A few words about a choice."""
    board = view.board
    if prefix[:1] == ("activate",):
        named = [line for at, name, line in board.abilities if (*prefix[1:], word) in ((at,), (at, name))]
        if named:
            return " · ".join(line_text(line, look) for line in named)
    if prefix[:1] == ("move",) and len(prefix) > 1 and view.seat is not None and word == FLAGS[1 - view.seat]:
        return look.say("hx.wins")
    if not prefix or word in PLACES:
        found = at_of(board).get(word)
        return " · ".join([_numbers(found, look), *_extra(found, look)]) if found and prefix else ""
    face = next((c.face for c in board.hand if c.face.word == word), None) or next((f for f in board.faces if f.word == word), None)
    if face is None:
        return ""
    numbers = _figures(face.numbers, look)
    warned = look.say("hx.warned") if word in board.warned and prefix[0] == "cast" else ""
    return " · ".join(p for p in (warned, price(face.cost, look), numbers, " ".join(text_lines(face, look))) if p)


def notes(view: View[BoardView], look: Look) -> list[str]:
    """Lines for the panel: what waits on the stack, what is in the pool, what can be seen of the other hand."""
    board = view.board
    if view.seat is None or board.stage != "play":
        return []
    say = look.say
    lines = []
    for place, item in enumerate(reversed(board.stack), 1):
        words, more = item_line(board, item, look)
        lines.append(f"{place}. {look.names[item.seat]}{look.say('colon')}{words}{' · ' + more if more else ''}")
        lines += [f"-# {line_text(line, look)}" for line in item.lines]
    pool = pool_text(board.sides[view.seat].pool)
    turn = view.decision is not None and view.decision.kind == "main"
    if pool:
        line = f"{say('hx.pool')}{say('colon')}{energies(pool, look)}"
        lines.append(say("hx.pool_ends", pool=line) if turn else line)
    elif turn and not any(board.sides[view.seat].sources) and not any(card.castable for card in board.hand):
        if board.hand:
            lines.append(say("hx.no_energy"))
        elif any(r.owner == view.seat for r in board.realities):
            lines.append(say("hx.energy_spent"))
    elif turn and _last_potency(view):
        lines.append(say("hx.last_potency"))
    if _unanswerable(view):
        lines.append(say("hx.no_answer"))
    if board.seen:
        lines.append(say("hx.seen", who=look.names[1 - view.seat], cards=_counted(board.seen, look)))
    if board.offer == 1 - view.seat:
        lines.append(say("hx.offered", who=look.names[board.offer]))
    return lines


def _last_potency(view: View[BoardView]) -> bool:
    """Whether all that the viewer's buildings could give is the last potency of each, though there is something to pay for (HX-5.2)."""
    own = [r for r in view.board.realities if r.owner == view.seat]
    wells = [r.points for r in own if r.type == "building" and r.points and not r.settling]
    return bool(wells) and max(wells) == 1 and (bool(view.board.hand) or any(r.die for r in own))


def _unanswerable(view: View[BoardView]) -> bool:
    """Whether nothing that a seat is asked to respond to can be answered by it, whatever energy it gets: with no card for that, no ability, and no
    attack to strike back at."""
    board = view.board
    if view.decision is None or view.decision.kind != "respond" or not board.stack:
        return False
    top = board.stack[-1]
    struck = top.kind == "attack" and top.seat != view.seat
    own = any(r.owner == view.seat and r.type != "building" for r in board.realities)
    return not (struck or own or board.abilities or any(card.face.type == "wizardry" for card in board.hand))


def shortcut(view: View[BoardView], look: Look, actions: Sequence[tuple[str, ...]]) -> str:
    """The label of an action taken in one click, with how it is paid."""
    action = actions[-1]
    plan = plan_name(action[-1], look)
    board = view.board
    words = [w for w in action[1:] if not plan_name(w, look)]
    names = [look.say(f"hx.price.{w}") if w in ("energy", "counter") else thing_name(board, w, look) for w in words]
    return look.say(f"hx.shortcut.{action[0]}", what=" → ".join(names)) + (f" ({plan})" if plan else "")


_RULES = {
    "deck": ["HX-3.1"],
    "mulligan": ["HX-3.3"],
    "main": ["HX-6.1", "HX-6.3", "HX-9.1", "HX-9.2", "HX-5.2", "HX-5.3"],
    "respond": ["HX-8.4", "HX-9.5", "HX-5.2"],
}


def rules_now(view: View[BoardView]) -> list[str]:
    """The rules behind what may be done now; what is asked is public in this game."""
    kinds = dict.fromkeys(kind for _, kind in view.asked)
    return [rule for kind in kinds for rule in _RULES.get(kind, [])]


# What happened

_SILENT = frozenset(
    {"shuffled", "passed", "window_closed", "resolved", "triggered", "energy_lost", "moved", "potency_placed", "deck_chosen", "split"}
)
"""Told by other messages, or of no use to a reader."""
_DRAWN = ("turn_began", "entered")
"""What a picture shows anyway."""


def narrate(kind: str, facts: Mapping[str, Any], look: Look, short: bool = False) -> str | None:
    """An event as a sentence, with `short` in fewer words where there are any; None for one that needs no words."""
    if kind in _SILENT:
        return None
    say = look.say
    shown: dict[str, Any] = dict(facts)
    if "seat" in facts and facts["seat"] >= 0:
        shown["who"] = look.names[facts["seat"]]
        shown["rival"] = look.names[1 - facts["seat"]]
    for name in ("card", "second"):
        if facts.get(name):
            shown[name] = card_name(facts[name], look)
    if "cards" in facts:
        if kind in ("attack_declared", "combat"):
            shown["cards"] = ", ".join(f"{card_name(c, look)} {hex_name(h)}" for c, h in zip(facts["cards"], facts["hexes"], strict=True))
        else:
            shown["cards"] = _counted(facts["cards"], look) or "–"
    for name in ("hex", "origin", "other"):
        if name in facts:
            shown[name] = hex_name(facts[name])
    if kind in ("blow", "counter") and facts["n"] >= facts["points"]:
        kind = f"{kind}_falls"
    elif (kind == "holds_energy" and facts.get("able")) or (kind == "next_turn" and facts["cards"]):
        kind = f"{kind}_able"
    if kind == "cast":
        kind, shown["aims"] = _cast(facts, look)
    elif kind == "activated":
        shown["aims"] = _aims([t for t in facts["targets"] if t], look)
        kind = "activated_at" if shown["aims"] else kind
    elif kind == "resolves" and facts.get("targets"):
        kind, shown["aims"] = "resolves_on", _aims(facts["targets"], look)
    elif kind in ("fizzled", "cancelled"):
        shown["what"] = say(f"hx.what.{facts['what']}")
        shown["card"] = shown["card"] or say("hx.unknown")
    elif kind == "counters_changed":
        kind = "counters_gained" if facts["by"] > 0 else "counters_lost"
        shown["by"] = abs(facts["by"])
    elif kind == "modified":
        changed = {name: f"{facts[name]:+d}".replace("-", "−") for name in ("attack", "defense") if facts[name]}
        kind, shown = kind if len(changed) != 1 else f"modified_{next(iter(changed))}", shown | {"attack": "+0", "defense": "+0"} | changed
    elif kind == "granted":
        shown["keywords"] = ", ".join(say(f"hx.keyword.{k}") for k in facts["keywords"])
    elif kind == "counterstrike_declared":
        shown["price"] = say(f"hx.price.{facts['price']}")
    elif kind == "combat":
        shown["origins"] = " ".join(map(hex_name, facts["hexes"]))
        kind = f"combat_{facts['what']}"
        shown["damage"] = max(0, facts["attack"] - facts["defense"])
    elif kind == "energy_drawn" or kind == "energy_gained":
        shown["color"] = say(f"hx.color.{facts['color'].lower()}")
    elif kind == "hand_revealed":
        shown["by"] = look.names[facts["by"]]
    elif kind == "kept":
        kind = "kept_after" if facts["mulligans"] else "kept"
    elif kind == "over":
        reason = f"{facts['reason']}_by" if facts.get("card") else facts["reason"]
        kind = f"over_{reason}" if facts["seat"] >= 0 else f"draw_{reason}"
    key = f"hx.event.{kind}"
    return say(f"{key}_short" if short and say.find(f"{key}_short") else key, **shown)


class ToldEvent(NamedTuple):
    """A sentence about what has just happened, the picture of its card or its kind, and whose it was."""

    sign: str
    words: str
    seat: int


_SIGNS = {"attack_declared": "attack", "counterstrike_declared": "counterstrike", "combat": "attack", "destroyed": "grave", "winning_dice": "centre"}
_ENDS = {"flag": "flag", "centre": "centre", "agreed": "agreed", "exhaustion": "library"}


def told(view: View[BoardView], look: Look, short: bool = False) -> list[ToldEvent]:
    """The sentences for what has just happened, as messages tell it, or in `short`; a win on the Centre with what holds it (HX-12.2)."""
    found = []
    for deed in view.board.trace:
        words = narrate(deed.kind, deed.facts, look, short) if deed.kind not in _DRAWN else None
        if words:
            seat = deed.facts.get("seat", -1)
            found.append(ToldEvent(_SIGNS.get(deed.kind) or deed.facts.get("card") or "spell", bare(words), seat if seat >= 0 else view.board.active))
    holder = next((r for r in view.board.realities if r.hex == CENTRE), None)
    if found and holder is not None and view.outcome is not None and view.outcome.reason == "centre":
        held = look.say("hx.end.held", card=card_name(holder.card, look), who=look.names[holder.owner])
        found[-1] = ToldEvent("centre", held, holder.owner)
    return found


def told_as(view: View[BoardView], look: Look) -> str:
    """The heading of the latest events: that of the decisive moment after a win on the map."""
    decided = view.outcome is not None and view.outcome.reason in ("flag", "centre")
    return look.say("hx.end.decisive" if decided else "hx.just_now")


def decided(view: View[BoardView], look: Look) -> str:
    """The event that won a game on the map, as a sentence; empty for other ends."""
    assert view.outcome
    last = told(view, look)[-1:] if view.outcome.reason in ("flag", "centre") else []
    return "".join(f"{told_as(view, look)}{look.say('colon')}{deed.words}" for deed in last)


def ending(view: View[BoardView], look: Look) -> tuple[str, str, str]:
    """The winner, why, and after how many turns with which score."""
    assert view.outcome
    say = look.say
    won = winner(view)
    title = say("hx.end.draw") if won is None else say("hx.end.won", who=look.names[won])
    rival = look.names[1 - (won or 0)]
    decider = deciding(view)
    why = say("hx.end.flag_by", card=card_name(decider.card, look), rival=rival) if decider else say(f"hx.end.{view.outcome.reason}", rival=rival)
    score = " : ".join(str(side.dice) for side in view.board.sides)
    return title, why, f"{say('hx.end.turns', n=view.board.turn)} ★ {score}"


def deciding(view: View[BoardView]) -> RealityView | None:
    """The reality that has won on the other seat's Flag (HX-12.1); None if the game ended otherwise."""
    won = winner(view)
    return at_of(view.board).get(FLAGS[1 - won]) if view.outcome and won is not None and view.outcome.reason == "flag" else None


def winner(view: View[BoardView]) -> int | None:
    """The seat that has won; None as long as none has, and for a draw."""
    return view.outcome.winners[0] if view.outcome and len(view.outcome.places) > 1 else None


def sign_of_end(outcome: Outcome) -> str:
    """The picture of a way to end."""
    return _ENDS.get(outcome.reason, "trophy")


def _aims(targets: list[str], look: Look) -> str:
    names = [hex_name(t) if t in PLACES else look.say.find(f"word.{t}") or hex_name(t) for t in targets]
    return ", ".join(names)


def _cast(facts: Mapping[str, Any], look: Look) -> tuple[str, str]:
    """A spell at a hex, with targets, or without."""
    if facts["hex"]:
        return "cast_at", hex_name(facts["hex"])
    aims = _aims([t for t in facts["targets"] if not (t[0] == "s" and t[1:].isdigit())], look)
    return ("cast_on" if aims else "cast"), aims
