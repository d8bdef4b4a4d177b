"""What the boxes beside the map tell: the stack, the top first; where it is empty, what has just happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from render import stage
from render.hexygame.act_boxes import Act, Fighter, Strike
from render.hexygame.descriptions import told
from render.hexygame.names import at_of, card_name, hex_name, item_line
from render.hexygame.recent_events import FIGHT
from render.look import Look
from rules.game import View
from rules.hexygame.view import BoardView, ItemView

FIGHTS = ("attack", "strike_attack", "strike_counter")


def on_stack(board: BoardView, item: ItemView, look: Look, place: int, more: int) -> Act:
    """An item of the stack: a combat by who strikes whom and its sums, all else in words, few of them where letters are large."""
    if item.kind in FIGHTS:
        return _combat(board, item, look, place, more)
    if item.kind == "centre" and stage.is_large(look):
        return Act(place, item.seat, _picture(item), more, look.say("hx.item.centre_short"))
    return Act(place, item.seat, _picture(item), more, *item_line(board, item, look, brief=stage.is_large(look) and len(board.stack) > 1))


def _combat(board: BoardView, item: ItemView, look: Look, place: int, more: int) -> Act:
    there = at_of(board)

    def fighter(at: str) -> Fighter:
        found = there.get(at)
        return Fighter(found.card if found else "", found.owner if found else 1 - item.seat, hex_name(at))

    def strike(sums: tuple[int, int], at: str) -> Strike:
        found = there.get(at)
        return Strike(*sums, hex_name(at), short_name(found.card, look) if found else "", found.points if found else None)

    back = item.kind == "strike_counter"
    strikers, struck = ((item.hex,), item.against) if back else (tuple(at for at in item.attackers if at), item.hex)
    words = f"{' '.join(map(hex_name, strikers))} → {hex_name(struck)}"
    blows = [strike(blow, at) for blow, at in ((item.attack, item.hex), (item.counter, item.against)) if blow and at]
    return Act(place, item.seat, _picture(item), more, words, "", tuple(map(fighter, strikers)), fighter(struck), tuple(blows))


def _picture(item: ItemView) -> str:
    """The picture of an item of the stack."""
    signs = {"attack": "attack", "strike_attack": "attack", "strike_counter": "counterstrike", "draw": "draw", "centre": "centre"}
    return signs.get(item.kind, item.card)


def short_name(card: str, look: Look) -> str:
    """A card's name in few letters."""
    return look.say.find(f"hx.short.{card}") or card_name(card, look)


def just_now(view: View[BoardView], look: Look) -> Act | None:
    """What has just happened, as one act: the last fight with its blows, what has been destroyed by it included; else the last event that is told, in
    words. None before any."""
    trace = [deed for deed in view.board.trace if deed.kind != "turn_began"]
    fight = list(takewhile(lambda deed: deed.kind in (*FIGHT, "destroyed"), reversed(trace)))
    if struck := [deed.facts for deed in reversed(fight) if deed.kind == "combat"]:
        return fought(struck[-2:], look)
    sentences = told(view, look.in_short, short=stage.is_large(look))
    return Act(0, sentences[-1].seat, sentences[-1].sign, 0, sentences[-1].words) if sentences else None


def fought(struck: Sequence[Mapping[str, Any]], look: Look) -> Act:
    """Blows of one fight that are over, by their facts: what struck first is at the left."""
    first = struck[0]
    other = 1 - first["seat"]
    strikers = tuple(Fighter(card, first["seat"], hex_name(at)) for card, at in zip(first["cards"], first["hexes"], strict=True))
    blows = [
        Strike(deed["attack"], deed["defense"], hex_name(deed["hex"]), short_name(deed["card"], look), deed["left"] + deed["n"]) for deed in struck
    ]
    words = f"{' '.join(map(hex_name, first['hexes']))} → {hex_name(first['hex'])}"
    sign = "counterstrike" if first["what"] == "counterstrike" else "attack"
    return Act(0, first["seat"], sign, 0, words, "", strikers, Fighter(first["card"], other, hex_name(first["hex"])), tuple(blows))
