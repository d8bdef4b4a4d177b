"""Describes Monster Hex in text: the table, hands, hints, and events (MH-9.7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from render.canvas import Scene
from render.look import Look
from render.monster_hex.action_effects import gain
from render.monster_hex.card_pages import card_scene
from render.monster_hex.ending import ending
from render.monster_hex.scenes import called, has_turn, holding, just_captured, just_gained, monster_name, shown_in
from render.monster_hex.tiles import MARKS
from render.painter import held
from render.stage import TURN
from render.text import fitting, number
from rules.game import View
from rules.monster_hex.view import ASKED_BY, BoardView, MonsterView, StoneView
from rules.parts.halves import written
from rules.parts.hexes import DIRECTIONS, Hex
from rules.printed_cards import Face


def describe(view: View[BoardView], look: Look, brief: bool = False) -> str:
    """Describes the table in text; `brief` fits it into the 1024 letters of an alt text."""
    if brief:
        return fitting(*(partial(_brief, view, look, level) for level in range(4)))
    board = view.board
    say = look.say
    lines = [*_heads(view, look, ()), *_ending(view, look)]
    monsters = [f"{m.hex.upper()} {_monster(board, m, look)} {_rank(m)} {''.join(map(str, m.powers))}" for m in board.monsters]
    if monsters:
        lines.append(say("mh.words.monsters") + say("colon") + "\n".join(monsters))
    if board.last:
        lines.append(_last(board, look))
    lines.append(say("mh.words.stones") + say("colon") + "\n".join(_stone_words(board, s, look, 0) for s in board.stones))
    unused = [f"{_owner(board, slot, look)} {', '.join(t.upper() for t in tiles)}" for slot, tiles in enumerate(board.unused) if tiles]
    if unused:
        lines.append(say("mh.words.unused") + say("colon") + "; ".join(unused))
    free = [label.upper() for label in board.hexes if label not in {m.hex for m in board.monsters}]
    if free:
        lines.append(say("mh.words.free") + say("colon") + ", ".join(free))
        lines.append(say("mh.words.starts") + say("colon") + ", ".join(s.upper() for s in board.starts))
    return "\n".join(lines)


def _brief(view: View[BoardView], look: Look, level: int) -> str:
    """The table for an alt text: monsters by their faction. Higher levels leave out totals at captured stones, powers, tiles left over."""
    board = view.board
    say = look.say
    lines = [" · ".join(_heads(view, look, view.outcome.winners if view.outcome else ())), *_ending(view, look)]
    if board.monsters:
        lines.append(say("mh.words.monsters" if level < 2 else "mh.words.ranks") + ":")
    for f in board.factions:
        own = [m for m in board.monsters if m.slot == f.slot]
        said = [f"{m.hex.upper()} {_rank(m)}" + (f" {''.join(map(str, m.powers))}" if level < 2 else "") for m in own]
        lines += [f"{_colour(board, f.slot, look)}{look.say('colon')}{', '.join(said)}"] if said else []
    if board.last:
        lines.append(_last(board, look))
    lines.append(say("mh.words.stones") + say("colon") + "; ".join(_stone_words(board, s, look, level + 1) for s in board.stones))
    unused = [(_colour(board, slot, look), tiles) for slot, tiles in enumerate(board.unused) if tiles]
    if unused:
        left = [f"{name} {len(tiles) if level > 2 else ', '.join(t.upper() for t in tiles)}" for name, tiles in unused]
        lines.append(say("mh.words.unused") + say("colon") + "; ".join(left))
    return "\n".join(lines)


def _heads(view: View[BoardView], look: Look, winners: Sequence[int]) -> list[str]:
    """The round, and every faction's figures; ▶ whom the game waits for, ▷ whose turn it is else, ★ the winners."""
    board = view.board
    say = look.say
    parts = [say("mh.over") if view.outcome else say("mh.round", n=board.round, of=board.rounds)]
    if board.split is not None:
        halves = written(board.split / 2)
        parts.append(say("mh.words.split", n=halves) if board.begins is None else say("mh.words.begins", name=look.names[board.begins], n=halves))
    for f in board.factions:
        faction = say(f"mh.faction.{f.faction}") if f.faction else say("mh.no_faction")
        turn = f"{TURN} " if has_turn(view, f) else ""
        if f.seat is None:
            parts.append(turn + say("mh.words.shared", faction=faction, stack=f.stack))
        else:
            key = "mh.words.seat_to_act" if f.seat in view.to_act else "mh.words.seat"
            words = say(key, name=look.names[f.seat], faction=faction, n=written(f.score or 0), hand=f.hand, stack=f.stack)
            parts.append(f"★ {words}" if f.seat in winners else turn + words)
    return parts


def _ending(view: View[BoardView], look: Look) -> list[str]:
    """The winner, and the other lines of the end's picture."""
    if view.outcome is None:
        return []
    won, lines = ending(view, look)
    return [" · ".join((won, *lines))]


def _last(board: BoardView, look: Look) -> str:
    """Where the last tile was placed, what it has captured, and what that has brought so far."""
    captured = [stone.label.upper() for stone in board.stones if just_captured(board, stone)]
    last = look.say("mh.words.last", hex=(board.last or "").upper())
    points = ", ".join(f"{_colour(board, slot, look)} +{n}" for slot, n in just_gained(board).items() if board.factions[slot].seat is not None)
    stones = ", ".join(captured) + (f" ({points})" if points else "")
    return f"{last}; {look.say('mh.words.just', stones=stones)}" if captured else last


def _colour(board: BoardView, slot: int, look: Look) -> str:
    """The name of a slot's faction, or of its player before that is chosen."""
    faction = shown_in(board, slot)
    return look.say(f"mh.faction.{faction}") if faction else _owner(board, slot, look)


def _monster(board: BoardView, monster: MonsterView, look: Look) -> str:
    """A monster's faction and name."""
    faction = shown_in(board, monster.slot)
    return f"{look.say(f'mh.faction.{faction}')} {look.say(f'mh.monster.{faction}.{monster.tile}')}"


def _rank(monster: MonsterView) -> str:
    return "S" if monster.champion else monster.rank


def _owner(board: BoardView, slot: int, look: Look) -> str:
    seat = board.factions[slot].seat
    return look.say("mh.shared") if seat is None else look.names[seat]


def _stone_words(board: BoardView, stone: StoneView, look: Look, level: int) -> str:
    """A stone's values with who has taken them, and the totals. From level 1 on factions have two letters, and what is left on a stone where nobody
    chooses any more is not told; from 2 on a captured stone has no totals."""

    def name(slot: int) -> str:
        full = _colour(board, slot, look)
        return full[:2] if level else full

    values = []
    for v in stone.values:
        colour = f" {name(v.slot)}" if v.slot is not None and shown_in(board, v.slot) else ""
        if v.taken is not None:
            values.append(f"{v.value}→{name(v.taken)}")
        elif not (level and stone.captured and not stone.choosing):
            values.append(f"{v.value}{colour}")
    totals = ", ".join(f"{name(slot)} {power}" for slot, power in stone.totals if level < 2 or not stone.captured)
    state = f" {look.say('mh.words.captured')}" if stone.captured and not level else ""
    return f"{stone.label.upper()} [{'/'.join(values)}]{state}" + (f" {totals}" if totals else "")


def describe_hand(view: View[BoardView], look: Look) -> str:
    """The viewer's hand, in words."""
    say = look.say
    tiles = holding(view, look)
    found = [
        (" ".join(filter(None, (tile.tile.upper(), note))), tile, called(look, faction, tile.tile))
        for (tile, note), faction in zip(tiles.shown, tiles.factions, strict=True)
    ]
    return "\n".join(f"{caption}{say('colon')}{' · '.join((*name, _printed(tile.rank, tile.powers, look)))}" for caption, tile, name in found)


def _printed(rank: str, powers: Sequence[int], look: Look) -> str:
    """A tile in words: its rank and its powers, clockwise from the first."""
    return look.say("mh.tile", rank=rank, powers="-".join(map(str, powers)))


# Options, events and rules in words


def label(view: View[BoardView], look: Look, prefix: tuple[str, ...], word: str) -> str | None:
    """The label of a tile (its monster's name) or of a rotation; None for what has its usual name."""
    board = view.board
    if board.shared_tile and board.shared_tile.tile == word and prefix[:1] == ("place",) and _places_shared(view):
        return monster_name(look, shown_in(board, len(board.factions) - 1), word)
    own = shown_in(board, view.seat) if view.seat is not None else ""
    if any(tile.tile == word for tile in (*board.hand, *board.looked)) or (own and look.say.find(f"mh.monster.{own}.{word}")):
        return monster_name(look, own, word)
    if prefix == ("split",):
        return look.say("mh.split", n=written((number(word) or 0) / 2))
    if prefix == ("take",) and gain(view, look, word):
        return look.say("mh.value", value=word)
    return look.say.find(f"mh.turn.{word.removeprefix('r')}") if word[:1] == "r" and number(word[1:]) is not None else None


def aside(view: View[BoardView], look: Look, prefix: tuple[str, ...], words: Sequence[str]) -> str:
    """What must match where a tile is placed (MH-3.2, MH-3.3): the hexes that fit, or the edges that match at the remaining turns; what a monster
    needs so that it can be turned (MH-8.2)."""
    board = view.board
    if prefix == ("twist",):
        return "" if board.twist_beside else look.say("mh.fits.twist")
    if prefix[:1] != ("place",):
        return ""
    if not board.monsters:
        return look.say("mh.fits.start") if len(prefix) == 2 else ""
    fitting = [place for label in board.hexes for place in _matches(board, prefix[1], label, range(6))] if len(prefix) > 1 else []
    if len(prefix) == 2 and fitting:
        return look.say("mh.fits.hex")
    if len(prefix) == 3 and len(words) < 6:
        turns = [turned for word in words if (turned := number(word.removeprefix("r"))) is not None]
        matches = dict.fromkeys(_matches(board, prefix[1], prefix[2], turns))
        edges = [look.say("mh.fits.edge", power=power, hex=label.upper()) for power, label in matches]
        return look.say("mh.fits.turns", n=len(turns), edges=", ".join(edges)) if edges else ""
    return ""


def _matches(board: BoardView, tile: str, label: str, turns: Iterable[int]) -> list[tuple[int, str]]:
    """The edges of monsters, each as its power and hex, that a tile in one's hand would match on a free hex if it were turned so (MH-3.1, MH-3.3)."""
    powers = next((t.powers for t in (board.shared_tile, *board.hand) if t and t.tile == tile), None)
    by_hex = {board.hexes[m.hex]: m for m in board.monsters}
    at = board.hexes.get(label)
    if powers is None or at is None or at in by_hex:
        return []
    found = []
    for turned in turns:
        for d, (q, r) in enumerate(DIRECTIONS):
            beside = by_hex.get((at[0] + q, at[1] + r))
            if beside and beside.powers[(d + 3) % 6] == powers[(d - turned) % 6]:
                found.append((beside.powers[(d + 3) % 6], beside.hex))
    return found


def _places_shared(view: View[BoardView]) -> bool:
    return view.decision is not None and view.decision.kind == "place_shared"


def hint(view: View[BoardView], look: Look, prefix: tuple[str, ...], word: str) -> str:
    """A few words about a choice."""
    board = view.board
    say = look.say
    shared = _places_shared(view)
    for tile in (board.shared_tile,) if shared else (*board.hand, *board.looked):
        if tile and tile.tile == word:
            faction = shown_in(board, len(board.factions) - 1 if shared else view.seat)
            return " · ".join((*called(look, faction, word), _printed(tile.rank, tile.powers, look)))
    if word in board.hexes:
        by_hex = {m.hex: m for m in board.monsters}
        if word in by_hex:
            m = by_hex[word]
            return f"{_monster(board, m, look)} · {_printed(m.rank, m.powers, look)}"
        touching = [s for s in board.stones if _next_to(s.at, board.hexes[word])]
        monsters = [m.hex.upper() for m in board.monsters if _next_to(board.hexes[m.hex], board.hexes[word])]
        parts = [say("mh.hint.stones", stones=", ".join(s.label.upper() for s in touching))] if touching else []
        return " · ".join([*parts, *([say("mh.hint.touches", hexes=", ".join(monsters))] if monsters else [])])
    if len(prefix) == 3 and word[:1] == "r" and (turned := number(word[1:])) is not None:
        tile = next((t for t in (board.shared_tile, *board.hand) if t and t.tile == prefix[1]), None)
        return "-".join(str(tile.powers[(d - turned) % 6]) for d in range(6)) if tile else ""
    if prefix == ("take",):
        return gain(view, look, word)
    return say.find(f"mh.hint.{word}") or ""


# Tiles to look up


def card_page(face: Face, look: Look, now: Sequence[str] = ()) -> Scene:
    """A tile to look up, as a picture."""
    return card_scene(face, look, card_lines(face, look), now)


def card_text(face: Face, look: Look) -> str:
    """A tile in words."""
    names = ", ".join(f"{look.say(f'mh.monster.{faction}.{face.code.lower()}')} ({look.say(f'mh.faction.{faction}')})" for faction in MARKS)
    return "\n".join([f"**{face.code}** · {names}", *card_lines(face, look)])


def card_lines(face: Face, look: Look) -> list[str]:
    """The lines about a tile."""
    powers = [n for _, n in face.numbers]
    return [
        look.say("mh.card.tile", rank=face.rarity, powers=" ".join(map(str, powers)), total=sum(powers)),
        look.say("mh.ranks"),
        look.say("mh.card.all"),
    ]


def card_rules(face: Face) -> list[str]:
    """The rules about tiles."""
    return ["MH-1.3", "MH-3.1", "MH-3.3", "MH-4.8"]


def now_lines(board: BoardView, word: str, look: Look) -> list[str]:
    """Lines on where every faction's tile of this number is, by public facts."""
    lines = held((tile.tile for tile in board.hand), word, look)
    for faction in board.factions:
        owner = _owner(board, faction.slot, look)
        lying = next((m for m in board.monsters if m.slot == faction.slot and m.tile == word), None)
        if lying:
            lines.append(f"{owner}{look.say('colon')}{lying.hex.upper()}, {' '.join(map(str, lying.powers))}")
        elif word in faction.unseen:
            lines.append(f"{owner}{look.say('colon')}{look.say('mh.card.unseen')}")
    return lines


def _next_to(a: Hex, b: Hex) -> bool:
    return (a[0] - b[0], a[1] - b[1]) in DIRECTIONS


def rules_now(view: View[BoardView]) -> list[str]:
    """The rules behind what the viewer may do now, or behind what is asked of others."""
    if view.decision is None:
        return list(dict.fromkeys(ASKED_BY[kind] for _, kind in view.asked))
    kind = view.decision.kind
    if kind in ("place", "place_shared"):
        return ["MH-3.2"] if not view.board.monsters else ["MH-3.3", "MH-3.4", "MH-3.5"]
    return ["MH-4.6"] if kind == "choose_value" else []


_SILENT = frozenset({"set_up", "drew_shared", "refilled", "resigned"})


def narrate(kind: str, facts: Mapping[str, Any], look: Look) -> str | None:
    """An event as a sentence; None for one that needs no words."""
    if kind in _SILENT:
        return None
    say = look.say

    def who(slot: int) -> str:
        return look.names[slot] if slot < len(look.names) else say("mh.shared")

    shown: dict[str, Any] = dict(facts)
    if "halves" in facts:
        shown["n"] = written(facts["halves"] / 2)
    if "slot" in facts:
        shown["who"] = who(facts["slot"])
    elif "seat" in facts:
        shown["who"] = who(facts["seat"])
    faction = facts.get("faction", "")
    if "hex" in facts:
        shown["hex"] = facts["hex"].upper()
    if "tile" in facts:
        shown["tile"] = monster_name(look, faction, facts["tile"])
    if kind in ("drew", "saw"):
        shown["tiles"], shown["n"] = ", ".join(monster_name(look, faction, tile) for tile in facts["tiles"]), len(facts["tiles"])
    if kind == "drew" and not faction:
        kind = "drew_unnamed"  # Names are those of a faction, which is chosen later.
    if kind in ("faction", "shared_faction"):
        shown["faction"] = say(f"mh.faction.{facts['faction']}")
    if kind == "ability":
        shown["ability"] = say(f"mh.ability.{facts['ability']}")
    if kind == "placed":
        extra = "" if facts["how"] in ("first", "match") else say(f"mh.how.{facts['how']}")
        shown["extra"] = extra + (say("mh.how.champion") if facts["champion"] else "")
        kind = "placed" if facts["slot"] < len(look.names) else "placed_shared"
    if kind == "captured":
        totals = sorted(facts["totals"].items(), key=lambda t: -t[1])
        shown["totals"] = ", ".join(f"{who(int(slot))} {power}" for slot, power in totals)
        shown["first"] = who(facts["first"]) if facts["first"] is not None else ""
        shown["second"] = who(facts["second"]) if facts["second"] is not None else say("mh.nobody")
        best = [slot for slot, power in facts["totals"].items() if power == max(facts["totals"].values())]
        small = "captured_small" if len(best) < 2 or facts["first"] is None else "captured_small_by_rank"
        kind = "captured" if facts["large"] else small
        if facts["first"] is None:
            kind = "captured_by_nobody" if facts["second"] is None else "captured_second"
    if kind == "scored":
        shown["n"] = points = facts["points"]
        shown["worth"] = f"{facts['value']} + {points - facts['value']} = {points}" if points > facts["value"] else points
        if facts["slot"] >= len(look.names):
            kind = "blocked"
    if kind == "begins":
        kind = "begins" if facts["by"] == facts["seat"] else "second"
        shown["by"] = who(facts["by"])
    if kind == "round" and facts["round"] == 1:
        return None
    if kind == "over":
        shown["winner"] = " & ".join(who(s) for s in facts["places"][0])
        shown["scores"] = ", ".join(f"{who(s)} {written(n)}" for s, n in enumerate(facts["scores"]))
        kind = f"over_{facts['reason']}"
    return say(f"mh.event.{kind}", **shown)
