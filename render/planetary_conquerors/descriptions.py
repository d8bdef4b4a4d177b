"""Describes Planetary Conquerors in text: the table, hands, hints, and events."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from render.canvas import Scene
from render.look import Look
from render.painter import held
from render.planetary_conquerors.board import sign
from render.planetary_conquerors.event_texts import counted
from render.planetary_conquerors.last_scene import end_reason
from render.planetary_conquerors.names import (
    act_line,
    card_name,
    is_own_mine,
    kind_line,
    lettered,
    line_text,
    phase_name,
    place_name,
    price,
    short_name,
    states,
    stored,
    text_lines,
    thing_name,
    told_to,
    trap_words,
    turn_name,
    window_line,
)
from render.planetary_conquerors.recent_events import decisive, headlines
from render.planetary_conquerors.scenes import planet_scene
from render.text import fitting, number
from rules.game import View
from rules.planetary_conquerors.content import MINE_HP
from rules.planetary_conquerors.state import FEWEST_BUILDING_HP
from rules.planetary_conquerors.view import BoardView, SideView, ThingView
from rules.printed_cards import Face


def describe(view: View[BoardView], look: Look, brief: bool = False) -> str:
    """Describes the table in text; `brief` fits it into the 1024 letters of an alt text."""
    return fitting(*(partial(_table, view, look, level) for level in (1, 2, 3))) if brief else _table(view, look, 0)


def _table(view: View[BoardView], look: Look, level: int) -> str:
    """The description at a level of detail: 0 all; 1 without junkyards and states; 2 with equal cards grouped, and of effects only the innermost; 3
    with only numbers by type."""
    board = view.board
    lines = [" · ".join(p for p in (turn_name(view, look), phase_name(view, look)) if p)]
    if words := window_line(board, look):
        lines.append(words)
    lines += [act_line(board, act, look) for act in reversed(board.acts[-1:] if level > 1 else board.acts)]
    lines += ended(view, look) if view.outcome else lately(board, look, level)
    lines += [_planet(side, view, look, level) for side in board.sides]
    if not level:
        for side in board.sides:
            if side.junkyard:
                lines.append(f"{look.say('pc.junkyard_of', who=look.names[side.seat])}{look.say('colon')}{counted(side.junkyard, look)}")
            if side.vanished:
                lines.append(f"{look.say('pc.vanished_of', who=look.names[side.seat])}{look.say('colon')}{counted(side.vanished, look)}")
            if side.deck:
                deck = ", ".join(f"{n}× {card_name(w, look)}" for w, n in side.deck)
                lines.append(f"{look.say('pc.deck_of', who=look.names[side.seat])}{look.say('colon')}{deck}")
    return "\n".join(lines)


def lately(board: BoardView, look: Look, level: int) -> list[str]:
    """Lines on the latest events, and on what the viewer has declared and not yet confirmed."""
    told = "; ".join(headlines(board, look, (6, 3, 2, 1)[level]))
    planned = "; ".join(f"{place_name(board, a, look)} → {place_name(board, t, look)}" for a, t in board.picks)
    return [look.say(key, what=what) for key, what in (("pc.just", told), ("pc.planned", planned)) if what]


def decided(view: View[BoardView], look: Look) -> str:
    """A sentence on the moment that ended the game; empty if nothing on the table ended it."""
    moment = decisive(view, look)
    return f"{look.say('pc.end.moment')}{look.say('colon')}{moment}." if moment else ""


def ended(view: View[BoardView], look: Look) -> list[str]:
    """Sentences on why the game is over, what decided it, and how long it took."""
    moment = decided(view, look).removesuffix(".")
    parts = [end_reason(view, look), *([moment] if moment else [])]
    return [*parts, look.say("pc.end.length", n=view.board.turn)]


def planets(view: View[BoardView], look: Look, faces: Mapping[str, Face]) -> list[tuple[str, Scene]]:
    """Each planet with something on it close up."""
    return [(describe_planet(side, view, look), planet_scene(view, look, side.seat, faces)) for side in view.board.sides if side.things]


def describe_planet(side: SideView, view: View[BoardView], look: Look) -> str:
    """A seat with everything on its planet, for the alt text of its picture."""
    return fitting(*(partial(_planet, side, view, look, level) for level in range(4)))


def _planet(side: SideView, view: View[BoardView], look: Look, level: int) -> str:
    """A seat: score, storages, counts, and everything on its planet."""
    board = view.board
    say = look.say
    winners = view.outcome.winners if view.outcome and level else ()
    mark = "★ " if side.seat in winners else f"{found} " if (found := sign(view, side.seat)) else ""
    head = f"{mark}{look.names[side.seat]}" + ("" if level else f" ({say(f'pc.mark.{side.seat}')})")
    if side.out:
        return f"{head} · {say('pc.out')}"
    mine = side.mine
    if mine is None:
        return f"{head} · {say('pc.ready' if side.ready else 'pc.not_ready')}"
    score = say("pc.score", mine=mine.hp, most=MINE_HP, buildings=side.building_hp, goal=FEWEST_BUILDING_HP)
    counts = say("pc.counts", hand=side.hand, deck=side.library, junk=len(side.junkyard))
    parts = [head, score, stored(side.stock, look) or say("pc.nothing_stored"), counts]
    if level > 2:
        types = Counter(t.type for t in side.things)
        counted = [say(f"pc.{kind}s", n=types[kind]) for kind in ("building", "warrior", "miner") if types[kind]]
        traps = sum(len(t.traps) for t in side.things)
        return " · ".join([*parts, "; ".join([*counted, *([say("pc.traps_only", n=traps)] if traps else [])])])
    planet = [f"{say('pc.mine')}{say('colon')}{_traps(mine, look, level)}"] if mine.traps else []
    things = [t for t in side.things if t.type in ("building", "warrior")]
    planet += _alike(things, board, look) if level > 1 else [_thing(t, board, look, level) for t in things]
    miners = Counter(t.card for t in side.things if t.type == "miner")
    planet += [say("pc.miners", n=sum(miners.values()))] if level and miners else [f"{n}× {card_name(card, look)}" for card, n in miners.items()]
    return " · ".join([*parts, "; ".join(planet)])


def _alike(things: Sequence[ThingView], board: BoardView, look: Look) -> list[str]:
    """Things as text, grouped by card with their numbers, as in `Raider 2/3, 2/1`; attacking ones come first, each by itself."""
    found: dict[str, list[str]] = {}
    for t in things:
        if not t.target:
            letter = f"({t.letter}) " if t.letter else ""
            found.setdefault(t.card, []).append(letter + _numbers(t) + ("" if not t.traps else f" ({look.say('pc.traps_only', n=len(t.traps))})"))
    rest = [f"{short_name(card, look)} {', '.join(numbers)}" for card, numbers in found.items()]
    return [*(_thing(t, board, look, 1) for t in things if t.target), *rest]


def _numbers(t: ThingView) -> str:
    return f"{t.attack}/{t.hp}" if t.type == "warrior" else f"{t.hp}"


def _thing(t: ThingView, board: BoardView, look: Look, level: int = 0) -> str:
    """A card on a planet as text: name, numbers, and its state."""
    numbers = f" {_numbers(t)}" if t.type in ("warrior", "building") else ""
    extra = [] if level and not t.target else states(t, board, look)
    if level and t.exhausted and not t.target:
        extra = [look.say("pc.state.exhausted")]
    if t.traps:
        extra.append(_traps(t, look, level))
    name = lettered(short_name(t.card, look), t.letter, look) if level else thing_name(t, look)
    return f"{name}{numbers}" + (f" ({', '.join(extra)})" if extra else "")


def _traps(t: ThingView, look: Look, level: int) -> str:
    """The traps in front of a thing; only how many where there is little room and the reader knows none."""
    known = not level or (level < 2 and any(t.traps))
    return look.say("pc.traps", n=len(t.traps), cards=trap_words(t, look)) if known else look.say("pc.traps_only", n=len(t.traps))


def now_lines(board: BoardView, word: str, look: Look) -> list[str]:
    """The state of a card in a game, as lines: each copy on a planet with its numbers, and each trap that the viewer knows, by its place."""
    found = [t for side in board.sides for t in side.things if t.card == word]
    lines = held((card.face.word for card in board.hand), word, look)
    for side in board.sides:
        columns = [(thing.word, n) for thing in side.things for n, card in enumerate(thing.traps, 1) if card == word]
        lines += [f"{look.names[side.seat]}{look.say('colon')}{place_name(board, f'{column}.{n}', look)}" for column, n in columns]
    return lines + [f"{look.names[t.controller]}{look.say('colon')}{_thing(t, board, look)}" for t in found]


def card_text(face: Face, look: Look) -> str:
    """A whole card in words."""
    numbers = _figures(face.numbers, look)
    costs = f" ({cost})" if (cost := price(face, look)) else ""
    lines = [f"**{card_name(face.word, look)}**{costs} · {kind_line(face, look)}", numbers, *text_lines(face, look)]
    return "\n".join(line for line in lines if line)


_CARD_RULES = {
    "miner": ["PC-5.4", "PC-1.5"],
    "building": ["PC-14.2", "PC-1.4"],
    "warrior": ["PC-11.1", "PC-11.4"],
    "spell": ["PC-6.1", "PC-7.2"],
    "trap": ["PC-12.1", "PC-12.5"],
    "shielding": ["PC-13.5"],
    "final_hit": ["PC-13.6"],
    "selfheal": ["PC-13.7"],
    "selfdestroy": ["PC-13.8"],
    "illusion": ["PC-13.9", "PC-9.6"],
    "paid": ["PC-6.4"],
    "triggered": ["PC-8.1", "PC-8.5"],
    "replacement": ["PC-9.1"],
    "ignores_traps": ["PC-12.6"],
}
"""The rules about types, keywords and kinds of abilities."""
_EFFECT_RULES = {
    "kw=shielding": ["PC-13.5"],
    "enters_exhausted(": ["PC-13.13"],
    "exhausted=true": ["PC-13.13"],
    "ready(": ["PC-13.13"],
    "gain_control(": ["PC-13.14"],
    "cancel(": ["PC-6.8"],
    "kuk(": ["PC-13.2"],
    "look(": ["PC-13.3"],
    "trapback(": ["PC-13.4"],
    "sacrifice(": ["PC-13.10"],
    "each_sacrifices(": ["PC-13.10"],
    "copy_as_illusion(": ["PC-13.9", "PC-9.6"],
    "remove_from_attack(": ["PC-11.5"],
    "event=damage": ["PC-9.5"],
    "damage(": ["PC-10.3", "PC-10.5"],
    "heal(": ["PC-10.8"],
    "lose_hp(": ["PC-10.8"],
    "destroy(": ["PC-13.12"],
}
"""The rules about what an effect does, by what stands in its shape."""


def card_rules(face: Face) -> list[str]:
    """The rules about a card: first those of its keywords, then of what it does."""
    shapes = [line.shape.key for line in face.lines]
    keywords = [rule for keyword in face.keywords for rule in _CARD_RULES.get(keyword.partition(":")[0], [])]
    effects = [rule for sign, rules in _EFFECT_RULES.items() for rule in rules if any(re.search(rf"\b{re.escape(sign)}", shape) for shape in shapes)]
    kinds = [rule for part in (*(shape.partition("(")[0] for shape in shapes), face.type) for rule in _CARD_RULES.get(part, [])]
    return list(dict.fromkeys([*keywords, *effects, *kinds]))


def describe_hand(view: View[BoardView], look: Look) -> str:
    """The viewer's hand and their traps on the planet, in words."""
    counts = Counter(c.face.word for c in view.board.hand)
    faces = {c.face.word: c.face for c in view.board.hand}
    lines = [f"{card_name(word, look)}{f' × {n}' if n > 1 else ''} · {_brief(faces[word], look)}" for word, n in counts.items()]
    assert view.seat is not None
    for t in view.board.sides[view.seat].things:
        if t.traps:
            lines.append(look.say("pc.traps_before", n=len(t.traps), what=thing_name(t, look), cards=trap_words(t, look)))
    return "\n".join(lines)


def _brief(face: Face, look: Look) -> str:
    numbers = _figures(face.numbers, look)
    return " · ".join(p for p in (price(face, look), numbers, " ".join(text_lines(face, look))) if p)


def label(view: View[BoardView], look: Look, prefix: tuple[str, ...], word: str) -> str | None:
    """A word on a button: a thing with its tag, a place in a column, an effect, a preset with a description."""
    if not prefix:
        return _ending(view, look, word)
    if prefix[0] in ("place", "move") and len(prefix) > 1:
        return _before(view, look, prefix, word)
    if prefix[0] == "activate" and len(prefix) == 2:
        return look.say("pc.use")
    found = place_name(view.board, word, look)
    if prefix == ("deck",) and (about := look.say.find(f"preset.{word}")):
        return f"{found} ({about})"
    return found if found != word else None


def _before(view: View[BoardView], look: Look, prefix: tuple[str, ...], word: str) -> str | None:
    """The thing in front of which a trap is placed, and its place in the column, left out if there is no other trap (PC-12.2)."""
    if len(prefix) == 2:
        return look.say("pc.front.mine") if is_own_mine(view, word) else look.say("pc.front", what=place_name(view.board, word, look))
    if (place := number(word)) is None:
        return None
    column = view.board.thing(prefix[2])
    return look.say("pc.position", n=place) if column is None or column.traps else ""


def _ending(view: View[BoardView], look: Look, word: str) -> str | None:
    """The label for ending a phase: the main phase by the next one, blocking by whether the viewer has blocked in this line (PC-11.4)."""
    kind = view.decision.kind if view.decision is not None else ""
    if (kind, word) == ("main", "end"):
        return look.say("pc.next.attack" if view.board.attacks else "pc.next.trap")
    if word == "done":
        board = view.board
        blockers = [board.thing(t.blocker) for side in board.sides for t in side.things if t.blocker and t.line == board.line]
        return look.say("pc.block.done" if any(b is not None and b.controller == view.seat for b in blockers) else "pc.block.none")
    return None


def _figures(numbers: Iterable[tuple[str, object]], look: Look) -> str:
    """Numbers with their names: `attack 2, HP 7`."""
    return ", ".join(f"{look.say(f'pc.number.{what}')} {n}" for what, n in numbers)


def hint(view: View[BoardView], look: Look, prefix: tuple[str, ...], word: str) -> str:
    """A few words about a choice."""
    board = view.board
    if not prefix:
        return ""
    thing = board.thing(word)
    if thing is not None:
        warrior = thing.type == "warrior"
        numbers = _figures([("attack", thing.attack)] * warrior + [("hp", thing.hp if warrior else f"{thing.hp}/{thing.most}")], look)
        owner = look.names[thing.controller] if thing.controller != view.seat else ""
        return " · ".join(p for p in (numbers, owner, *states(thing, board, look)) if p)
    face = next((c.face for c in board.hand if c.face.word == word), None) or next((f for f in board.faces if f.word == word), None)
    return _brief(face, look) if face else ""


def notes(view: View[BoardView], look: Look) -> list[str]:
    """Lines for the panel: the window that is open, what is stored, what is being carried out."""
    board = view.board
    if view.seat is None or board.stage != "play":
        return []
    lines = [words] if (words := window_line(board, look)) else []
    for act in reversed(board.acts):
        lines += [act_line(board, act, look), *(f"-# {line_text(line, look)}" for line in act.lines)]
    lines += [f"{place_name(board, a, look)} → {place_name(board, t, look)}" for a, t in board.picks]
    own = board.sides[view.seat]
    lines.append(look.say("pc.stored", what=stored(own.stock, look) or "–"))
    if view.decision is not None and view.decision.kind == "kuk" and board.faces:
        lines.append(look.say("pc.peeked", cards=", ".join(card_name(face.word, look) for face in board.faces)))
    if view.decision is not None and view.decision.kind == "block" and _trapped(board, view.seat):
        lines.append(look.say("pc.trap_waits"))
    for seat, cards in board.seen:
        lines.append(look.say("pc.seen", who=look.names[seat], cards=counted(cards, look)))
    return lines


def _trapped(board: BoardView, seat: int) -> bool:
    """Whether a trap lies in front of something of a seat that is attacked in the present line (PC-12.5)."""
    targets = [board.thing(t.target) for side in board.sides for t in side.things if t.target and t.line == board.line]
    return any(target is not None and target.controller == seat and target.traps for target in targets)


def going_on(view: View[BoardView], look: Look) -> list[str]:
    """The public line with each question while something is being carried out: the open window (PC-19.7)."""
    words = window_line(view.board, look)
    return [words] if words else []


def shortcut(view: View[BoardView], look: Look, actions: Sequence[tuple[str, ...]]) -> str:
    """The label of a row of actions taken in one click."""
    board = view.board
    first = actions[0]
    if first[0] == "attack" and len(actions) == 2:
        return f"{place_name(board, first[1], look)} → {place_name(board, first[2], look)}"
    if first[0] == "attack":
        return look.say("pc.shortcut.attack", n=len(actions) - 1, what=place_name(board, first[2], look))
    return look.say("pc.shortcut.place", card=card_name(first[1], look), what=told_to(view, first[2], look))


_RULES = {
    "deck": ["PC-3.1", "PC-3.2"],
    "mulligan": ["PC-4.4"],
    "main": ["PC-5.6", "PC-6.1", "PC-6.2", "PC-2.4"],
    "react": ["PC-7.2", "PC-7.3"],
    "attack": ["PC-11.1", "PC-11.2"],
    "block": ["PC-11.4", "PC-11.6"],
    "trap": ["PC-5.8", "PC-12.1", "PC-12.3"],
}


def rules_now(view: View[BoardView]) -> list[str]:
    """The rules behind what may be done now; what is asked is public in this game."""
    kinds = dict.fromkeys(kind for _, kind in view.asked)
    return [rule for kind in kinds for rule in _RULES.get(kind, [])]
