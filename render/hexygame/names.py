"""Names in the reader's language: cards, hexes, energies, items of the stack, and the printed text of cards."""

from __future__ import annotations

import re
from collections.abc import Iterable

from render.look import Look
from render.text import number
from rules.game import View
from rules.hexygame.map import CENTRE, FLAGS, PLACES
from rules.hexygame.view import BoardView, ItemView, RealityView
from rules.printed_cards import AbilityLine, Face

_WELL = re.compile(r"([a-i]\d)x(\d+)")
_COMBAT = ("attack", "strike_attack", "strike_counter")


def card_name(word: str, look: Look) -> str:
    """A card's name."""
    return look.say(f"word.{word}")


def hex_name(at: str) -> str:
    """A hex as people read it."""
    return at.upper()


def at_of(board: BoardView) -> dict[str, RealityView]:
    """The realities by hex."""
    return {r.hex: r for r in board.realities}


def place_name(board: BoardView, at: str, look: Look) -> str:
    """A hex with what stands on it."""
    found = at_of(board).get(at)
    if found:
        return f"{hex_name(at)} {card_name(found.card, look)}"
    if at in FLAGS:
        return f"{hex_name(at)} {look.say('hx.flag')}"
    return f"{hex_name(at)} {look.say('hx.centre')}" if at == CENTRE else hex_name(at)


def thing_name(board: BoardView, word: str, look: Look) -> str:
    """A target as a word names it: a hex, an enchantment under it, an item of the stack, a card."""
    if word in PLACES:
        return place_name(board, word, look)
    at, _, n = word.partition(".")
    under = at_of(board)[at].under if at in at_of(board) else ()
    if 0 < (number(n) or 0) <= len(under):
        return f"{card_name(under[int(n) - 1][0], look)} ({place_name(board, at, look)})"
    item = next((i for i in board.stack if f"s{i.id}" == word), None)
    if item:
        return item_line(board, item, look)[0]
    return look.say.find(f"word.{word}") or word.upper()


def energies(text: str, look: Look, colors: str = "color") -> str:
    """Energies such as `RRC`, counted by their colours: `2× red, 1× colourless`; as an object with the `colors` *paid*."""
    return ", ".join(f"{text.count(c)}× {look.say(f'hx.{colors}.{c.lower()}')}" for c in dict.fromkeys(text))


def price(cost: str, look: Look) -> str:
    """The cost of a card such as `2RR` in words, without the signs of the picture: `2× any, 2× red`; of `0` that it is free."""
    if cost == "0":
        return look.say("hx.free")
    letters = cost.lstrip("0123456789")
    free = cost.removesuffix(letters)
    return ", ".join(filter(None, (f"{free}× {look.say('hx.color.any')}" if free and free != "0" else "", energies(letters, look))))


def pool_text(pool: Iterable[int]) -> str:
    """A pool as letters."""
    return "".join(c * n for c, n in zip("CRBGYV", pool, strict=True))


def plan_name(word: str, look: Look) -> str | None:
    """A way to pay, as a button says it; None for a word that is none."""
    wells = _WELL.findall(word)
    if wells and "+".join(f"{h}x{n}" for h, n in wells) == word:
        return look.say("hx.pay.draw", wells=", ".join(f"{hex_name(h)} −{n}" for h, n in wells))
    return None


def type_line(face: Face, look: Look) -> str:
    """Type and subtypes."""
    say = look.say
    subtypes = ", ".join(say(f"hx.subtype.{s.lower()}") for s in face.subtypes)
    return say(f"hx.type.{face.type}") + (f" – {subtypes}" if subtypes else "")


def kind_line(face: Face, look: Look) -> str:
    """Type, subtypes and rarity."""
    return f"{type_line(face, look)} · {look.say(f'hx.rarity.{face.rarity}')}"


def text_lines(face: Face, look: Look, innate: bool = False) -> list[str]:
    """A card's printed text, made from its effects; with `innate` also the abilities that all cards of its type have."""
    say = look.say
    lines = [", ".join(say(f"hx.keyword.{k}") for k in face.keywords) + "."] if face.keywords else []
    ranges = dict(face.numbers).get("range")
    if ranges:
        lines.append(say("hx.text.range", n=ranges))
    lines += [line_text(line, look) for line in face.lines if innate or line.kind != "innate"]
    return lines


def line_text(line: AbilityLine, look: Look) -> str:
    """The text of an ability: written once for its shape, with the numbers of this card."""
    values = dict(zip("abcd", line.shape.numbers, strict=False))
    return look.say(f"hx.text.{line.shape.key}", n=line.shape.numbers[-1] if line.shape.numbers else 0, **values)


def item_line(board: BoardView, item: ItemView, look: Look, brief: bool = False) -> tuple[str, str]:
    """An item of the stack: what it is, and what it is aimed at or what the blows come to; `brief` names hexes alone."""
    say = look.say
    if item.kind in _COMBAT:
        return say(f"hx.item.{item.kind}", **_fight(board, item, look)), _sums(item, look)
    values = {"card": card_name(item.card, look) if item.card else "", "hex": hex_name(item.hex), "origin": hex_name(item.origin)}
    goals = [item.hex] if item.kind == "spell" and item.hex else [target for target in item.targets if target]
    aims = ", ".join(hex_name(goal) if brief and goal in PLACES else _goal(board, goal, look) for goal in goals)
    return say(f"hx.item.{item.kind}", **values), say("hx.item.aims", aims=aims) if aims else ""


def _goal(board: BoardView, goal: str, look: Look) -> str:
    return place_name(board, goal, look) if goal in PLACES else thing_name(board, goal, look)


def _fight(board: BoardView, item: ItemView, look: Look) -> dict[str, str]:
    attackers = ", ".join(place_name(board, h, look) for h in item.attackers if h)
    return {"attackers": attackers, "target": place_name(board, item.hex, look), "against": hex_name(item.against)}


def _sums(item: ItemView, look: Look) -> str:
    say = look.say
    parts = []
    if item.attack:
        parts.append(say("hx.item.blow", attack=item.attack[0], defense=item.attack[1], damage=max(0, item.attack[0] - item.attack[1])))
    if item.against and item.counter:
        damage = max(0, item.counter[0] - item.counter[1])
        parts.append(say("hx.item.counter", hex=hex_name(item.against), attack=item.counter[0], defense=item.counter[1], damage=damage))
    return " · ".join(parts)


def phase_name(view: View[BoardView], look: Look) -> str:
    """The turn and the phase, or what is going on before and after."""
    board = view.board
    say = look.say
    if view.outcome:
        return say("hx.over")
    if board.stage != "play":
        return say(f"hx.stage.{board.stage}")
    phase = say("hx.after_combat") if board.after_combat else say(f"hx.phase.{board.phase}")
    return f"{say('hx.turn', n=board.turn)} · {phase[:1].upper()}{phase[1:]}"


def icons(r: RealityView) -> tuple[str, ...]:
    """A reality's signs in the order in which there is room for them."""
    shown: list[str] = [k for k in ("flying", "reach", "combat_priority", "regeneration") if k in r.keywords]
    if r.range > 1:
        shown.insert(0, f"range{r.range}")
    if r.cannot and (r.type != "building" or len(r.cannot) > 1):
        shown.insert(0, "bound")
    if r.settling:
        shown.insert(0, "settling")
    return tuple(shown)
