"""Describes HexKnight in text: the table, hands, hints, warnings, and events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from render.canvas import Scene
from render.hexknight.card_pages import card_scene
from render.hexknight.last_scene import ending
from render.hexknight.scenes import figure, phase, waiting
from render.hexknight.scores import score_lines, started_with, sum_lines
from render.hexknight.sprites import SCENERY
from render.look import Look
from render.painter import held
from render.text import fitting
from rules.game import View
from rules.hexknight.state import WOUND_LOSS
from rules.hexknight.view import BoardView, CardView, FightView, MonsterView
from rules.printed_cards import Face

UNNAMED = SCENERY | {"orc_camp", "dragon_lair"}
"""Features that the table in words leaves out: they only mark where a monster started."""
UNTOLD = SCENERY | {"portal"}
"""Features whose discovery is no news."""


def card_names(kinds: Iterable[str], look: Look) -> str:
    """Kinds of cards as a list, several of a kind counted."""
    counts = Counter(kinds)
    return ", ".join((f"{n}× " if n > 1 else "") + look.say(f"word.{kind}") for kind, n in counts.items())


def _values(card: CardView, look: Look) -> str:
    return look.say("hk.values", attack=card.attack, defence=card.defence, speed=card.speed, meditation=card.meditation)


def _monsters(board: BoardView, look: Look, level: int) -> list[str]:
    figures = [f" {m.attack}/{m.defence}/{m.experience}" if m.kind and level < 3 else "" for m in board.monsters]
    named = [(m.hex, f"{_monster_name(m, look)}{n}") for m, n in zip(board.monsters, figures, strict=True)]
    return _alike(named) if level > 1 else [f"{at.upper()} {name}" for at, name in named]


def _monster_name(monster: Any, look: Look) -> str:
    """What a monster is called; of one that lies face down only its family is known (HK-2.6)."""
    return look.say(f"word.{monster.kind}") if monster.kind else f"{look.say(f'hk.family.{monster.family}')} ({look.say('hk.face_down')})"


def describe(view: View[BoardView], look: Look, brief: bool = False) -> str:
    """Describes the table in text; `brief` fits it into the 1024 letters of an alt text."""
    return fitting(*(partial(_table, view, look, level) for level in (1, 2, 3))) if brief else _table(view, look, 0)


def _table(view: View[BoardView], look: Look, level: int) -> str:
    """The description at a level of detail: 0 all; 1 without discard piles and terrain; 2 with equal things grouped; 3 without figures."""
    board = view.board
    say = look.say
    winners = view.outcome.winners if view.outcome and level else ()
    lines = [phase(view, look) + (f" · {say('hk.last_round')}" if board.last_round and not view.outcome else "")]
    for hero in board.heroes:
        sign = "★" if hero.seat in winners else waiting(view, hero.seat)
        active = f"{sign} " if sign else ""
        at = f" {hero.hex.upper()}" if hero.hex else ""
        figures = [say("hk.words.score", n=hero.score), *(w for w in score_lines(hero, look) if w and level < 3)]
        lines.append(f"{active}{look.names[hero.seat]}{at}{look.say('colon')}{'; '.join(figures)}")
        if hero.discard and not level:
            lines.append(say("hk.words.discard", cards=card_names(hero.discard, look)))
        if hero.play:
            lines.append(say("hk.words.in_play", n=hero.play))
        if view.outcome and not hero.resigned and level < 3:
            gained, changed, _ = sum_lines(hero, look)
            lines.append(f"{gained} {changed}")
    if view.outcome:
        won, said = ending(view, look)
        lines.insert(1, " · ".join((won, *said)))
    if len(board.trail) > 1:
        lines.append(say("hk.words.trail", hexes=" → ".join(at.upper() for at in board.trail)))
    if board.fight:
        lines.append(_fight(board.fight, look))
    if board.monsters:
        lines.append(say("hk.words.monsters") + say("colon") + ", ".join(_monsters(board, look, level)))
    places = [(h.label, say(f"word.{h.feature}")) for h in board.hexes if h.feature not in UNNAMED]
    features = _alike(places) if level > 1 else [f"{label.upper()} {name}" for label, name in places]
    if board.offer:
        lines.append(say("hk.offer") + say("colon") + card_names((c.kind for c in board.offer), look))
    if features:
        lines.append(say("hk.words.features") + say("colon") + ", ".join(features))
    if not level:
        lines += _terrain_lines(board, look)
        if board.unused:
            counts = Counter(board.unused)
            lines.append(say("hk.words.unused") + say("colon") + ", ".join(f"{n}× {say(f'word.{kind}')}" for kind, n in counts.items()))
    return "\n".join(lines)


def _fight(fight: FightView, look: Look) -> str:
    """The latest fight, and what it came to."""
    say, monster = look.say, fight.monster
    facts = {"who": look.names[fight.seat], "monster": say(f"word.{monster.kind}"), "hex": monster.hex.upper()}
    said = [say("hk.words.fight_won", points=fight.points, **facts) if fight.points else say("hk.words.fight", **facts)]
    if fight.block:
        said.append(say("hk.figure.defence", have=fight.block, need=monster.attack))
    if fight.wounds:
        said.append(say("hk.words.fight_wounds", n=fight.wounds))
    if fight.strike:
        said.append(say("hk.figure.attack", have=fight.strike, need=monster.defence))
    return ", ".join(said)


def _alike(named: Iterable[tuple[str, str]]) -> list[str]:
    """The hexes grouped by their contents, as in `village E8 E10`."""
    found: dict[str, list[str]] = {}
    for label, name in named:
        found.setdefault(name, []).append(label.upper())
    return [f"{name} {' '.join(labels)}" for name, labels in found.items()]


def _terrain_lines(board: BoardView, look: Look) -> list[str]:
    """Every revealed hex of land, by terrain."""
    by_terrain: dict[str, list[str]] = {}
    for h in board.hexes:
        if h.terrain != "sea":
            by_terrain.setdefault(h.terrain, []).append(h.label.upper())
    return [f"{look.say(f'word.{terrain}')}{look.say('colon')}{' '.join(labels)}" for terrain, labels in by_terrain.items()]


def describe_hand(view: View[BoardView], look: Look) -> str:
    """The viewer's hand, in words."""
    board = view.board
    counts = Counter(board.hand)
    lines = [card_names([c.kind] * n, look) + (f"{look.say('colon')}{_values(c, look)}" if c.kind != "wound" else "") for c, n in counts.items()]
    if board.turn and board.turn.play:
        lines.append(look.say("hk.laid_out") + look.say("colon") + card_names((c.kind for c in board.turn.play), look))
    return "\n".join(lines)


# What can be looked up


def card_text(face: Face, look: Look) -> str:
    """A card, monster, place or terrain in words."""
    name = look.say(f"word.{face.word}")
    return "\n".join([f"**{name[:1].upper()}{name[1:]}**", *card_lines(face, look)])


def card_page(face: Face, look: Look, now: Sequence[str] = ()) -> Scene:
    """The page of a thing to look up, as a picture."""
    return card_scene(face, look, card_lines(face, look), now)


def card_lines(face: Face, look: Look) -> list[str]:
    """The lines on what a card, monster, place or terrain is and does."""
    say = look.say
    n = dict(face.numbers)
    if face.type == "card":
        values = say("hk.values", attack=n["attack"], defence=n["defence"], speed=n["speed"], meditation=n["meditation"])
        return [values, say("hk.card.copies", n=n["copies"])]
    if face.type == "monster":
        figures = say("hk.hint.monster", name=say(f"hk.family.{face.subtypes[0]}"), attack=n["attack"], defence=n["defence"], n=n["experience"])
        return [figures, say("hk.card.monster", attack=n["attack"], defence=n["defence"]), say("hk.card.copies", n=n["copies"])]
    if face.type == "terrain":
        cost = say("hk.card.cost", day=n["cost_day"], night=n["cost_night"]) if n["cost_day"] > 0 else say("hk.card.closed")
        return [cost, say("hk.card.view", day=n["view_day"], night=n["view_night"], height=n["height"])]
    return [say(f"hk.card.{face.word}")]


_CARD_RULES = {
    "card": ["HK-1.2", "HK-6.4", "HK-7.4", "HK-7.7"],
    "wound": ["HK-1.5", "HK-7.5", "HK-9.4", "HK-12.1"],
    "monster": ["HK-1.8", "HK-7.1", "HK-7.5", "HK-6.3"],
    "place": ["HK-10.1"],
    "terrain": ["HK-2.2"],
}
_PLACE_RULES = {
    "castle": ["HK-7.9", "HK-2.6"],
    "ruins": ["HK-7.8"],
    "tomb": ["HK-11.1"],
    "magic_circle": ["HK-5.2"],
    "monastery": ["HK-9.1"],
    "village": ["HK-11.2"],
}


def card_rules(face: Face) -> list[str]:
    """The rules about a card, monster, place or terrain."""
    return [*_CARD_RULES[face.type], *_PLACE_RULES.get(face.word, [])]


def now_lines(board: BoardView, word: str, look: Look) -> list[str]:
    """The state of a card or hex in a game, as lines: in the offer, in discard piles, where on the island."""
    lines = held((card.kind for card in board.hand), word, look)
    lines += [look.say("hk.offer")] if any(card.kind == word for card in board.offer) else []
    for hero in board.heroes:
        if n := hero.discard.count(word):
            lines.append(look.say("hk.card.discarded", who=look.names[hero.seat], n=n))
    where = [m.hex for m in board.monsters if m.kind == word] + [h.label for h in board.hexes if h.feature == word]
    return [*lines, " ".join(label.upper() for label in where)] if where else lines


def hint(view: View[BoardView], look: Look, prefix: tuple[str, ...], word: str) -> str:
    """A few words about a choice."""
    board = view.board
    say = look.say
    if not prefix:
        return _verb_hint(view, look, word)
    verb = prefix[0]
    if verb in ("play", "take_back", "select"):
        play = board.turn.play if board.turn else ()
        card = next((c for c in (*board.hand, *play, *board.offer) if c.kind == word), None)
        return _values(card, look) if card and card.kind != "wound" else ""
    monster = next((m for m in board.monsters if m.hex == word), None)
    if verb == "provoke" and monster:
        name = _monster_name(monster, look)
        if not monster.kind:
            return name
        figures = say("hk.hint.monster", name=name, attack=monster.attack, defence=monster.defence, n=monster.experience)
        told = f"{figures} · {_unblocked(view, monster, look)}"
        prospect = dict(board.turn.prospects).get(word) if board.turn else None
        return f"{told} · {say(f'hk.prospect.{prospect}')}" if prospect else told
    if verb in ("step", "travel") and board.turn:
        spot = next((h for h in board.hexes if h.label == word), None)
        cost = dict(board.turn.reach).get(word)
        if spot and cost is not None:
            parts = [say("hk.hint.points", n=cost), say(f"word.{spot.terrain}")]
            if spot.feature not in SCENERY:
                parts.append(_place(spot.feature, look))
            return " · ".join(parts)
    return ""


def _unblocked(view: View[BoardView], monster: MonsterView, look: Look) -> str:
    """The wounds that a monster deals to the viewer's hero unless it is blocked (HK-7.5)."""
    armour = next(hero.armour for hero in view.board.heroes if hero.seat == view.seat)
    return look.say("hk.hint.unblocked", n=-(-monster.attack // armour))


def _place(feature: str, look: Look) -> str:
    """A feature by its name, with what it gives whoever stands there."""
    gives = look.say.find(f"hk.hint.{feature}")
    return look.say(f"word.{feature}") + (f" ({gives})" if gives else "")


def _verb_hint(view: View[BoardView], look: Look, verb: str) -> str:
    """A hint on a first word, from the panel's picture: the hexes with their costs, the cards on offer."""
    board = view.board
    if board.turn is None:
        return ""
    if verb == "travel":
        return ", ".join(f"{label.upper()} {cost}" for label, cost in board.turn.reach)
    if verb == "select":
        return "; ".join(f"{look.say(f'word.{c.kind}')}{look.say('colon')}{_values(c, look)}" for c in board.offer)
    return ""


def notes(view: View[BoardView], look: Look) -> list[str]:
    """Lines for the turn panel: what is laid out, what it gives, what the place of the hero gives, what might be overlooked."""
    turn = view.board.turn
    if turn is None:
        return []
    say = look.say
    lines = []
    if turn.step in ("defence", "attack"):
        monster = next(m for m in view.board.monsters if m.hex == turn.target)
        facts = {"monster": _monster_name(monster, look), "hex": turn.target.upper(), "need": turn.need, "have": turn.points}
        line = say(f"hk.note.{turn.step}", n=turn.wounds, loss=WOUND_LOSS * turn.wounds, **facts)
        lines.append(line[0].upper() + line[1:])
    elif turn.step == "exchange" and turn.play:
        lines.append(say("hk.note.exchange", n=len(turn.play)))
    elif words := figure(turn, look):
        lines.append(words)
    if turn.play:
        lines.append(f"{say('hk.laid_out')}{say('colon')}{', '.join(say(f'word.{c.kind}') for c in turn.play)}")
    here = next(hero.hex for hero in view.board.heroes if hero.seat == view.seat)
    feature = next((h.feature for h in view.board.hexes if h.label == here), "none")
    if turn.step == "rest" and any(card.kind == "wound" for card in view.board.hand):
        lines.append(say("hk.note.healing"))
    if say.find(f"hk.hint.{feature}"):
        lines.append(say("hk.note.here", what=_place(feature, look)))
    lines += [f"⚠ {say(f'hk.warning.{key}')}" for key in turn.warnings]
    return lines


def shortcut(view: View[BoardView], look: Look, actions: Sequence[tuple[str, ...]]) -> str:
    """The label of a row of actions taken in one go."""
    say = look.say
    verbs = [action[0] for action in actions]
    last = verbs[-1]
    if "provoke" in verbs:
        start = verbs.index("provoke")
        label = actions[start][1]
        monster = next(m for m in view.board.monsters if m.hex == label)
        if last == "provoke":
            provoke = say("hk.shortcut.provoke", monster=_monster_name(monster, look), hex=label.upper())
            return f"{provoke} · {_unblocked(view, monster, look)}" if monster.kind else provoke
        middle = verbs.index("block")
        block, strike = ([a[1] for a in part if a[0] == "play"] for part in (actions[start:middle], actions[middle:]))
        facts = {"block": card_names(block, look), "strike": card_names(strike, look)}
        return say("hk.shortcut.beat", monster=_monster_name(monster, look), hex=label.upper(), **facts)
    cards = card_names((a[1] for a in actions if a[0] == "play"), look)
    if last in ("block", "strike"):
        return say(f"hk.shortcut.{last}", cards=cards)
    if "heal" in verbs:
        return say("hk.shortcut.heal", n=verbs.count("heal"))
    return say("hk.shortcut.end_movement")


_RULES = {
    "exchange": ["HK-5.3"],
    "preparation": ["HK-5.1"],
    "movement": ["HK-2.2", "HK-6.3", "HK-6.4", "HK-6.7"],
    "provocation": ["HK-7.10"],
    "defence": ["HK-7.4", "HK-7.5"],
    "attack": ["HK-7.7"],
    "selection": ["HK-8.2"],
    "rest": ["HK-9.1", "HK-9.4", "HK-11.2"],
}


def rules_now(view: View[BoardView]) -> list[str]:
    """The rules behind what the viewer may do now; to others only that a turn has steps, not which one it is in (HK-4.3)."""
    return _RULES.get(view.decision.kind, []) if view.decision else ["HK-4.3"]


_SILENT = frozenset({"set_up", "refilled", "resigned"})


def _met(found: Iterable[Sequence[str]], look: Look) -> list[str]:
    """Monsters as an event names them, by their hex and their kind or family, in words."""
    return [f"{look.say.find(f'word.{what}') or look.say(f'hk.family.{what}')} {label.upper()}" for label, what in found]


def narrate(kind: str, facts: Mapping[str, Any], look: Look) -> str | None:
    """An event as a sentence; None for one that needs no words."""
    if kind in _SILENT:
        return None
    say = look.say
    shown: dict[str, Any] = dict(facts)
    if "seat" in facts:
        shown["who"] = look.names[facts["seat"]]
    if "hex" in facts:
        shown["hex"] = facts["hex"].upper()
    if isinstance(facts.get("cards"), list):
        shown["cards"] = card_names(facts["cards"], look)
    if "card" in facts:
        shown["card"] = say(f"word.{facts['card']}")
    if "monster" in facts:
        shown["monster"] = say(f"word.{facts['monster']}")
    if kind == "moved":
        shown["path"] = " → ".join(label.upper() for label in (facts["from"], *facts["path"]))
        shown["n"] = facts["cost"]
        kind = "moved" if facts["cards"] else "moved_free"
    elif kind == "revealed":
        found = _met(facts["monsters"], look)
        found += [f"{say(f'word.{what}')} {label.upper()}" for label, what in facts["features"] if what not in UNTOLD]
        if not found:
            return None
        shown["found"] = ", ".join(found)
    elif kind == "rested":
        kind = "rested" if facts["n"] and facts["cards"] else "healed" if facts["n"] else "discarded"
    elif kind == "goes":
        named = [say(f"word.{facts['place']}")] if facts["place"] and facts["place"] not in UNTOLD else []
        named += [say("hk.beside", what=", ".join(_met(facts["by"], look)))] if facts["by"] else []
        shown["hex"] += f" ({'; '.join(named)})" if named else ""
    elif kind == "selected":
        shown["filled"] = say(f"word.{facts['filled']}") if facts["filled"] else "—"
    elif kind == "level":
        shown["gain"] = say(f"hk.gain.{facts['gain']}", **{k: facts[k] for k in ("armour", "hand_size")})
    elif kind == "last_round":
        shown["left"] = ", ".join(look.names[s] for s in facts["left"]) or "—"
    elif kind == "stagnation":
        kind = "stagnation" if facts["idle"] else "turn_limit"
    elif kind == "phase":
        begins = say(f"hk.event.phase_{'day' if facts['day'] else 'night'}", day=(facts["phase"] + 1) // 2, of=facts["phases"] // 2)
        return f"{begins} {say('hk.event.anew')}" if facts["phase"] > 1 else begins
    elif kind == "over":
        return _over(facts, look)
    return say(f"hk.event.{kind}", **shown)


def _over(facts: Mapping[str, Any], look: Look) -> str:
    """The end: who won, and every score line by line (HK-12.1, HK-12.5, HK-12.6)."""
    say = look.say
    winners = " & ".join(look.names[s] for s in facts["places"][0])
    lines = [say(f"hk.event.over_{facts['reason']}", winner=winners)]
    for seat in (s for group in facts["places"] for s in group):
        line = facts["lines"][seat]
        extra = {"cards": line["cards"] - 16, "loss": WOUND_LOSS * line["wounds"], "n": line["score"]}
        extra |= {"compensation": started_with(line["compensation"], line.get("handicap", 0), look)}
        lines.append(say("hk.event.score", who=look.names[seat], **{**line, **extra}))
    return "\n".join(lines)
