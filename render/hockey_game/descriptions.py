"""Describes Hockey Game in text: the table, hands, hints, and events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from render.canvas import Scene
from render.hockey_game.card_pages import card_scene
from render.hockey_game.names import (
    card_name,
    declared,
    field_name,
    goal_line,
    goals_line,
    part_amount,
    part_name,
    period,
    period_name,
    period_short,
    pick_name,
    report_rows,
    shown_round,
    signed,
    team_name,
    verdict,
)
from render.hockey_game.scenes import ending, sign
from render.look import Look
from render.painter import held
from render.text import fitting
from rules.game import View
from rules.hockey_game.view import BoardView, CardView, PartView, SideView, TurnView
from rules.printed_cards import Face


def _counted(cards: Iterable[str], look: Look) -> list[str]:
    """Cards by name, several of a kind counted."""
    return [card_name(w, look) + (f" × {n}" if n > 1 else "") for w, n in Counter(cards).items()]


def _attributes(attributes: Any, look: Look) -> str:
    return ", ".join(f"{look.say(f'word.{name}')} {n}" for name, n in attributes)


def card_line(card: CardView, look: Look) -> str:
    """A card with what it does."""
    name = card_name(card.word, look)
    if card.kind == "hero":
        return f"{name}{look.say('colon')}{_attributes(card.attributes, look)}"
    if card.kind == "special":
        return f"{name}{look.say('colon')}{look.say(f'hg.card.{card.word}')}"
    if card.kind == "injury":
        return f"{name}{look.say('colon')}{look.say('hg.card.injury')}"
    return name


# What can be looked up


def card_text(face: Face, look: Look) -> str:
    """A team, a card or a referee card in words."""
    return "\n".join([f"**{card_name(face.word, look)}**", *card_lines(face, look)])


def card_page(face: Face, look: Look, now: Sequence[str] = ()) -> Scene:
    """The page of a thing to look up, as a picture."""
    return card_scene(face, look, card_lines(face, look), now)


def card_lines(face: Face, look: Look) -> list[str]:
    """The lines on what a team, a card or a referee card is and does."""
    say = look.say
    if face.type == "bonus":
        move = say(f"word.{face.subtypes[0]}") if face.subtypes else say("hg.any_move")
        return [say("hg.card.bonus", n=face.numbers[0][1], move=move), *([say("hg.card.symbol")] if face.keywords else [])]
    if face.type == "special":
        return [say(f"hg.card.{face.word}"), say(f"hg.card.when_{face.rarity}")]
    if face.type == "injury":
        return [say("hg.card.injury"), say(f"hg.card.when_{face.rarity}")]
    if face.type == "referee":
        own, other = (n for _, n in face.numbers)
        return [say(f"hg.card.{face.subtypes[0]}{'' if other else '_alone'}", own=signed(own), other=signed(other))]
    return [_attributes(face.numbers, look)]


_CARD_RULES = {
    "team": ["HG-1.2", "HG-1.3", "HG-3.6"],
    "bonus": ["HG-5.7"],
    "hero": ["HG-5.2", "HG-5.9", "HG-3.6"],
    "special": ["HG-5.3", "HG-10.1"],
    "injury": ["HG-5.15", "HG-7.4"],
    "referee": ["HG-7.1", "HG-7.2"],
}
_WORD_RULES = {"neutral_trap": ["HG-10.2"], "line_change": ["HG-10.3"], "second_wind": ["HG-10.4"], "stretcher": ["HG-7.3", "HG-7.4"]}


def card_rules(face: Face) -> list[str]:
    """The rules about a team, a card or a referee card."""
    return [*_CARD_RULES[face.type], *(["HG-5.8"] if face.keywords else []), *_WORD_RULES.get(face.word, [])]


def now_lines(board: BoardView, word: str, look: Look) -> list[str]:
    """The state of a team, hero or card in a match, as lines: who plays it, who has discarded it, how many referee cards are left."""
    lines = held((card.word for card in board.hand), word, look)
    for side in board.sides:
        who = look.names[side.seat]
        if side.team == word or any(hero.word == word for hero in side.heroes):
            lines.append(look.say("hg.card.plays", who=who))
        if n := side.discard.count(word):
            lines.append(look.say("hg.card.discarded", who=who, n=n))
    return lines + [look.say("hg.card.left", n=n) for code, n in board.remaining if code == word]


def describe(view: View[BoardView], look: Look, brief: bool = False) -> str:
    """Describes the table in text; `brief` fits it into the 1024 letters of an alt text."""
    return fitting(*(partial(_table, view, look, level) for level in (1, 2, 3))) if brief else _table(view, look, 0)


def _ended(view: View[BoardView], look: Look, level: int) -> str:
    """The end of a match in text: who has won, and lines on the match; at level 3 without the goal that decided it."""
    won, lines = ending(view, look)
    return " · ".join((look.say("hg.over"), won, *(lines[:1] if level > 2 else lines)))


def _table(view: View[BoardView], look: Look, level: int) -> str:
    """The description at a level of detail: 0 all; 1 without discard piles; 2 heroes by name only, goals without how, and totals without parts; 3
    without attributes and what is left in the draft."""
    board = view.board
    say = look.say
    lines = [_ended(view, look, level) if view.outcome else period(board, look)]
    if board.draft:
        lines += [_picked(side, view, look) for side in board.sides]
        kind = board.draft.kind
        names = [say(f"word.{t}") for t, _ in board.draft.teams] or [
            card_name(c.word, look) + (f" × {n}" if n > 1 else "") for c, n in board.draft.left
        ]
        lines.append(f"{say(f'hg.left.{kind}')}{say('colon')}{', '.join(names) if level < 3 else len(names)}")
    else:
        if not view.outcome:
            lines[0] += " · " + say("hg.words.clock", n=board.clock, of=board.period_cards)
        of = "" if level else f" ({_sides(look)})"
        lines.append(f"{say('hg.words.goals')}{of}{say('colon')}{goals_line(board, look)}")
        if board.scored:
            lines.append(f"{say('hg.log')}{of}{say('colon')}{'; '.join(goal_line(goal, look, level > 1) for goal in board.scored)}")
        if board.attacker is not None:
            lines.append(say("hg.words.puck", who=look.names[board.attacker], field=field_name(board.puck)))
        shown = shown_round(board)
        if shown and not view.outcome:
            lines.append(verdict(shown, look))
            turns = [(seat, turn) for seat, turn in enumerate(shown.turns) if turn.dice]
            said = [(seat, turn_line(turn, look) if level < 2 else f"{turn.total}") for seat, turn in turns]
            lines += [f"{look.names[seat]}{say('colon')}{words.replace('**', '') if level else words}" for seat, words in said]
        lines += [_side(side, view, look, level) for side in board.sides]
        lines.append(say("hg.referee_left", n=board.referee))
        if board.report:
            lines += [f"{middle}{look.say('colon')}{left or '–'} | {right or '–'}" for left, middle, right, _ in report_rows(board, look)]
    if not level and board.remaining and not board.draft:
        counts = ", ".join(f"{n}× {say(f'word.{code}')}" for code, n in board.remaining)
        lines.append(f"{say('hg.words.remaining')}{say('colon')}{counts}")
    return "\n".join(lines)


def _picked(side: SideView, view: View[BoardView], look: Look) -> str:
    active = f"{sign(view, side.seat)} ".lstrip()
    names = [team_name(side.team, look)] if side.team else []
    names += _counted((c.word for c in side.picks), look)
    return f"{active}{look.names[side.seat]}{look.say('colon')}{', '.join(names) or '–'}"


def _side(side: SideView, view: View[BoardView], look: Look, level: int) -> str:
    say = look.say
    active = "★ " if level and view.outcome and side.seat in view.outcome.winners else f"{sign(view, side.seat)} ".lstrip()
    parts = [f"{active}{look.names[side.seat]} ({team_name(side.team, look)}) {side.goals}"]
    parts += [_attributes(side.attributes, look)] if level < 3 else []
    heroes = "; ".join(say(f"word.{h.word}") + (f" ({_attributes(h.attributes, look)})" if level < 2 else "") for h in side.heroes)
    parts.append(f"{say('hg.words.heroes')}{say('colon')}{heroes or '–'}")
    parts.append(say("hg.line.zones", hand=side.hand, deck=side.deck, discard=len(side.discard)))
    parts.append(say("hg.line.time" if side.time else "hg.line.no_time"))
    if side.discard and not level:
        parts.append(f"{say('hg.words.discard')}{say('colon')}{', '.join(_counted(side.discard, look))}")
    return " · ".join(parts)


def turn_line(turn: TurnView, look: Look) -> str:
    """A value part by part."""
    parts = [f"{part_name(p, look)} {_dice(turn.dice, turn.counts) if p.source == 'dice' else part_amount(p, look)}" for p in turn.parts]
    return f"{' · '.join(parts)} = **{turn.total}**".replace("-", "−")


def _dice(dice: Sequence[int], counts: Sequence[int]) -> str:
    """Dice as thrown, and as they count where that differs."""
    shown = "+".join(map(str, dice))
    if sorted(dice) != sorted(counts):
        shown += f" → {'+'.join(map(str, counts))}"
    return f"{shown} = {sum(counts)}"


def describe_hand(view: View[BoardView], look: Look) -> str:
    """The viewer's hand, in words."""
    counts: Counter[CardView] = Counter(view.board.hand)
    return "\n".join(card_line(card, look) + (f" × {n}" if n > 1 else "") for card, n in counts.items())


def hint(view: View[BoardView], look: Look, prefix: tuple[str, ...], word: str) -> str:
    """A few words about a choice."""
    board = view.board
    say = look.say
    if not prefix:
        return _verb_hint(view, look, word)
    verb = prefix[0]
    if verb in ("speed", "strength", "pass"):
        target = next((t for t in board.targets if (t.move, t.field) == (verb, word)), None)
        return _target(target, look) if target else ""
    if verb in ("team", "pick") and board.draft:
        attributes = dict(board.draft.teams).get(word)
        if attributes:
            return _attributes(attributes, look)
        found = next(((c, n) for c, n in board.draft.left if c.word == word), None)
        if found:
            card, n = found
            return say("hg.hint.left", n=n) if card.kind == "bonus" else card_line(card, look).partition(": ")[2]
        return ""
    seen = [*board.hand, *(h for side in board.sides for h in side.heroes)]
    card_seen = next((c for c in seen if c.word == word), None)
    if card_seen and card_seen.kind == "bonus":
        return " · ".join(
            [*([] if card_seen.attribute else [say("hg.any_move")]), *([say("hg.hint.symbol")] if card_seen.referee and verb != "time" else [])]
        )
    if verb == "restart":
        return say("hg.hint.crease") if word.startswith("g") else say("hg.hint.faceoff")
    return card_line(card_seen, look).partition(": ")[2] if card_seen else ""


def _verb_hint(view: View[BoardView], look: Look, verb: str) -> str:
    """A hint on a verb, from the panel's picture: its targets with both values before the dice."""
    targets = [t for t in view.board.targets if t.move == verb]
    if verb == "shot":
        return "; ".join(_target(t, look) for t in targets)
    return ", ".join(f"{field_name(t.field)} {t.own}:{t.other}" for t in targets)


def _target(target: Any, look: Look) -> str:
    """Both values before dice and cards, and what one's own contains: the price of the lines, the field's bonus (HG-15.7)."""
    say = look.say
    price = [say("hg.hint.lines", n=target.lines, price=signed(-target.price))] if target.price else []
    bonus = [say("hg.hint.bonus", bonus=signed(target.bonus))] if target.bonus else []
    return " · ".join([say("hg.brings", own=target.own, other=target.other), *price, *bonus])


GOALS = ("ga", "gb")
"""The goal of each seat (HG-1.1)."""


def notes(view: View[BoardView], look: Look) -> list[str]:
    """Lines for the turn panel: in a draft what is picked; the goal to attack and one's own; then the declared move, both values so far, and what
    is lacking."""
    board = view.board
    shown = board.round
    if board.stage == "draft_pick" and view.seat in view.to_act:
        return [pick_name(board, look)]
    if shown is None or view.seat is None:
        return []
    say = look.say
    if not shown.move:
        own, goal = GOALS[view.seat], GOALS[1 - view.seat]
        towards = [say("hg.note.towards", goal=field_name(goal), own=field_name(own))] if shown.attacker == view.seat else []
        return [*towards, *_without_opening(view, look)]
    lines = [declared(shown, look)]
    for seat in (shown.attacker, 1 - shown.attacker):
        turn = shown.turns[seat]
        if turn.dice:
            lines.append(f"{look.names[seat]}{look.say('colon')}{turn_line(turn, look)}")
    mine, other = shown.turns[view.seat], shown.turns[1 - view.seat]
    if board.stage == "defend_play":
        missing = other.total - mine.total
        if missing > 0:
            lines.append(say("hg.note.missing", n=missing))
        else:
            lines.append(say("hg.note.enough", own=mine.total, n=other.total) if missing else say("hg.note.reached"))
    elif board.stage == "defend_open":
        lines += [say("hg.note.reach", n=other.total, own=board.sure), *_without_opening(view, look)]
    if mine.deployed and mine.dice and not mine.finished:
        lines.append(say("hg.note.deployed"))
    elif mine.dice and not mine.finished and any(p.rule == "HG-5.8" for p in mine.parts) and any(card.referee for card in board.hand):
        lines.append(say("hg.note.symbol"))
    return lines


def _without_opening(view: View[BoardView], look: Look) -> list[str]:
    """A line that the viewer holds nothing to open a turn with, if that is asked (HG-5.1)."""
    role = {"attack_open": "attack", "defend_open": "defend"}.get(view.board.stage if view.decision is not None else "")
    opens = any(card.kind == "hero" or (card.kind in ("special", "injury") and card.when in (role, "any")) for card in view.board.hand)
    return [look.say("hg.note.no_opening")] if role and not opens else []


def shortcut(view: View[BoardView], look: Look, actions: Sequence[tuple[str, ...]]) -> str:
    """The label of a row of actions taken in one go."""
    if actions[-1] == ("shot",):
        return look.say("hg.shortcut.shot")
    return look.say("hg.shortcut.reach", cards=", ".join(card_name(a[1], look) for a in actions if a[0] == "bonus"))


_RULES = {
    "attack_open": ["HG-5.2", "HG-5.3", "HG-8.1"],
    "attack_declare": ["HG-3.1", "HG-3.2", "HG-3.3", "HG-3.4"],
    "attack_play": ["HG-5.7", "HG-5.8", "HG-5.9"],
    "defend_open": ["HG-5.2", "HG-5.3", "HG-8.1"],
    "defend_play": ["HG-5.7", "HG-5.8", "HG-5.16"],
    "injury_target": ["HG-7.4"],
    "draft_pick": ["HG-11.2", "HG-11.3"],
}


def rules_now(view: View[BoardView]) -> list[str]:
    """The rules behind what may be done now; what is asked is public in this game."""
    return _RULES.get(view.board.stage, [])


# What happened

_SUMS = (
    "throws", "shot_from", "with_cards", "needs", "fitting", "awaits", "enough", "short", "too_little", "idle", "stays", "before_referee",
    "before_referee_attack", "card_enough", "card_short", "card_awaits", "faces_off", "from_crease",
)  # fmt: skip
"""What explains a hint in numbers (`rules/hockey_game/computer/sums.py`)."""
_SILENT = frozenset({"refilled", "declared", "rolled", "bonus", "used", "resigned"})
"""Told by the message that states the value."""


def narrate(kind: str, facts: Mapping[str, Any], look: Look) -> str | None:
    """An event as a sentence; None for one that needs no words."""
    if kind in _SILENT:
        return None
    say = look.say
    if kind == "finished":
        return _finished(facts, look)
    if kind == "over":
        return _over(facts, look)
    if kind == "faceoff":
        return _faceoff(facts, look)
    shown: dict[str, Any] = dict(facts)
    if "seat" in facts:
        shown["who"] = look.names[facts["seat"]]
        shown["other"] = look.names[1 - facts["seat"]]
    for name in ("card", "hero", "team"):
        if name in facts:
            shown[name] = card_name(facts[name], look)
    if "cards" in facts and isinstance(facts["cards"], list):
        shown["cards"] = ", ".join(card_name(w, look) for w in facts["cards"])
    for name in ("field", "puck", "target"):
        if name in facts:
            shown[name] = field_name(facts[name])
    if kind == "began":
        shown["teams"] = " – ".join(f"{look.names[s]} ({say(f'word.{t}')})" for s, t in enumerate(facts["teams"]))
    elif kind == "referee":
        shown["card"] = say(f"word.{facts['code']}")
        shown["effect"] = _effect(facts, look)
        shown["clock"] = f"{facts['n']}/{facts['of']}"
        if facts["n"] == facts["of"] - 1:
            return f"{say('hg.event.referee', **shown)} {say('hg.event.referee_last')}"
    elif kind == "put_down":
        shown["card"] = say(f"word.{facts['code']}")
        shown["clock"] = f"{facts['n']}/{facts['of']}"
    elif kind == "special":
        card = facts["card"]
        shown["effect"] = say.find(f"hg.card.{card}") or say("hg.card.injury")
    elif kind == "injured":
        kind = "injured_used" if facts["lost"] else "injured"
    elif kind in ("moved", "goal", "lost", "missed"):
        shown["values"] = " : ".join(str(n).replace("-", "−") for n in facts["values"])
        if kind == "lost" and len(set(facts["values"])) == 1:
            kind = "lost_tie"
        if "score" in facts:
            own, theirs = facts["score"][facts["seat"]], facts["score"][1 - facts["seat"]]
            shown |= {"scorer": look.names[facts["seat"]], "own": own, "theirs": theirs}
    elif kind in _SUMS:
        kind = _sum(kind, facts, shown, look)
    elif kind == "restarted":
        kind = "restarted_crease" if facts["field"].startswith("g") else "restarted_circle"
    elif kind == "period_over":
        figures = {name: ":".join(map(str, facts[name])) for name in ("goals", "shots", "score")}
        shown |= {"period": period_name(facts["period"], look), "n": facts["cards"], "sides": _sides(look), **figures}
    elif kind == "period":
        kind = "overtime" if facts["period"] > 3 else "period"
        shown["number"] = facts["period"] - 3 if facts["period"] > 3 else facts["period"]
    return say(f"hg.event.{kind}", **shown)


def _sum(kind: str, facts: Mapping[str, Any], shown: dict[str, Any], look: Look) -> str:
    """The kind of text for a sum of a hint; the numbers and the move in `shown` are put into words."""
    shown |= {name: str(facts[name]).replace("-", "−") for name in ("n", "of") if name in facts}
    if kind == "throws":
        shown["move"] = look.say(f"hg.declared.{facts['move']}", puck=shown["puck"], target=shown["target"])
    elif "move" in facts:
        shown["move"] = look.say(f"word.{facts['move']}")
    elif kind in ("needs", "awaits", "card_awaits") and not 2 < facts["need"] <= 12:
        return f"{kind}_any" if facts["need"] <= 2 else f"{kind}_none"
    elif kind == "enough" and facts["n"] == facts["of"]:
        return "enough_tie"
    return kind


def _effect(facts: Mapping[str, Any], look: Look) -> str:
    """The effect of a referee card, in a few words."""
    say = look.say
    who, other = look.names[facts["seat"]], look.names[1 - facts["seat"]]
    parts = [f"{name} {signed(n)}" for name, n in ((who, facts["own"]), (other, facts["opponent"])) if n]
    return ", ".join(parts) or (_injury(facts, look) if facts["code"] == "stretcher" else say("hg.effect.none"))


def _injury(facts: Mapping[str, Any], look: Look) -> str:
    """Whom a referee card injures: the only hero, one that is still to be chosen, or nobody."""
    heroes = facts.get("heroes")
    if heroes is None or len(heroes) > 1:
        return look.say("hg.effect.injury")
    return look.say("hg.effect.injury_of", hero=card_name(heroes[0], look)) if heroes else look.say("hg.effect.injury_none")


def _finished(facts: Mapping[str, Any], look: Look) -> str:
    """The stated value: declared move, dice, every part with its name, the total (HG-15.6)."""
    say = look.say
    parts = []
    for source, name, n, rule in facts["parts"]:
        part = PartView(source, name, n, rule)
        amount = _dice(facts["dice"], facts["counts"]) if source == "dice" else part_amount(part, look)
        parts.append(f"{part_name(part, look)} {amount}")
    move = say(f"hg.declared.{facts['move']}", puck=field_name(facts["puck"]), target=field_name(facts["target"]))
    role = "attack" if any(rule == "HG-5.5" for *_, rule in facts["parts"]) else "defend"
    values = {"who": look.names[facts["seat"]], "move": move, "parts": " · ".join(parts), "total": str(facts["total"]).replace("-", "−")}
    return say(f"hg.event.finished_{role}", **values)


def rules_behind(kind: str, facts: Mapping[str, Any]) -> list[str]:
    """The rules of the parts of a stated value (HG-15.6)."""
    return list(dict.fromkeys(rule for *_, rule in facts["parts"])) if kind == "finished" else []


def _faceoff(facts: Mapping[str, Any], look: Look) -> str:
    """The throws of both seats, the last one decides."""
    say = look.say
    throws = []
    for dice in facts["throws"]:
        sides = []
        for seat in (0, 1):
            add = facts["add"][seat]
            a, b = dice[seat]
            sides.append(say("hg.event.throw", name=look.names[seat], a=a, b=b, add=add, n=a + b + add))
        throws.append(" – ".join(sides))
    return say("hg.event.faceoff", field=field_name(facts["field"]), throws="; ".join(throws), who=look.names[facts["seat"]])


def _sides(look: Look) -> str:
    """Whose figures stand before a colon, and whose behind it."""
    return f"{look.names[0]} : {look.names[1]}"


def _over(facts: Mapping[str, Any], look: Look) -> str:
    """The end: who won, and the match report."""
    say = look.say
    report = facts["report"]
    winner = look.names[facts["places"][0][0]]
    first, second = (facts["score"][seat] for seat in (facts["places"][0][0], 1 - facts["places"][0][0]))
    lines = [say(f"hg.event.over_{facts['reason']}", winner=winner, score=f"{first}:{second}")]
    if not report["rounds"]:
        return lines[0]
    periods = " · ".join(f"{period_short(p, look)} {a}:{b}" for p, (a, b) in enumerate(report["periods"], 1))
    lines.append(say("hg.event.report_periods", goals=periods, n=report["rounds"], sides=_sides(look)))
    for seat in (0, 1):
        won, tried = report["won"][seat], report["tried"][seat]
        moves = ", ".join(f"{say(f'word.{m}')} {won.get(m, 0)}/{tried.get(m, 0)}" for m in ("speed", "strength", "pass", "shot"))
        lines.append(say("hg.event.report_side", who=look.names[seat], moves=moves, cards=report["referee"][seat]))
    if report["heroes"]:
        best = ", ".join(f"{say(f'word.{hero}')} ({look.names[seat]}) {signed(n)}" for seat, hero, n in report["heroes"])
        lines.append(say("hg.event.report_heroes", heroes=best))
    return "\n".join(lines)
