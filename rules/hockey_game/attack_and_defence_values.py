"""The value of an attack or a defence, part by part (HG-2.7, HG-2.8, HG-3.6, HG-5.9, HG-5.13 to HG-5.15)."""

from __future__ import annotations

from rules.game import Seat
from rules.hockey_game.content import Content
from rules.hockey_game.rink import COST, RULE, Ground
from rules.hockey_game.state import Part, Round, State

_DEFENDS = {"speed": "speed", "strength": "strength", "pass": "", "shot": "goalie"}
"""The attribute that meets a move beside defence (HG-4)."""


def attributes(ground: Ground, round_: Round, seat: Seat) -> tuple[str, ...]:
    """The attributes that count for a seat in the declared move, for its team card and its heroes alike (HG-3.6, HG-2.8)."""
    if seat == round_.attacker:
        return ("attack", round_.move)
    against = _DEFENDS[round_.move]
    main = () if ground.is_crease(round_.puck) else ("defence",)
    return (*main, against) if against else main


def hero_value(content: Content, hero: str, names: tuple[str, ...]) -> int:
    """What a hero adds to a value by these attributes."""
    of = content.cards[hero].attributes
    return sum(of.get(name, 0) for name in names)


def hero_limit(content: Content, state: State, seat: Seat) -> int:
    """How many heroes a seat may use in this turn (HG-5.9)."""
    return 2 if content.op(state.present.turns[seat].special) == "two_heroes" else 1


def best_heroes(content: Content, ground: Ground, state: State, seat: Seat) -> list[str]:
    """The heroes who add most, as many as may be used; on a tie the first in the data. Heroes who add nothing are left out."""
    names = attributes(ground, state.present, seat)
    worth = {h: hero_value(content, h, names) for h in state.sides[seat].heroes}
    ranked = sorted((h for h in worth if worth[h]), key=lambda h: (-worth[h], content.order[h]))
    return ranked[: hero_limit(content, state, seat)]


def lines(content: Content, ground: Ground, round_: Round) -> tuple[int, int]:
    """The lines that the declared move crosses, and what they cost; some specials lift the price (HG-10)."""
    move = round_.move
    crossed = ground.crossed(round_.attacker, move, round_.puck, round_.target)
    op = content.op(round_.turns[round_.attacker].special)
    free = (op == "pass_free" and move == "pass") or (op == "speed_free" and move == "speed")
    return crossed, 0 if free else crossed * COST[move]


def counted(content: Content, special: str, dice: list[int]) -> list[int]:
    """The dice that count, as they count: the best two of three, low ones raised (HG-10)."""
    effect = content.effect(special)
    if effect and effect.op == "dice_best_two_of_three":
        return sorted(dice, reverse=True)[:2]
    if effect and effect.op == "die_floor":
        return [max(die, effect.value) for die in dice]
    return dice


def special_value(content: Content, ground: Ground, round_: Round, seat: Seat, team: dict[str, int]) -> int:
    """What the special card in effect adds to a value. One whose condition does not hold adds nothing (HG-10.1)."""
    effect = content.effect(round_.turns[seat].special)
    if effect is None:
        return 0
    if effect.op == "add":
        return effect.value
    if effect.op == "add_if_move":
        return effect.value if round_.move == effect.move else 0
    if effect.op == "add_if_lines":  # Lines that a special card made free count, too (HG-10.2).
        crossed = ground.crossed(round_.attacker, round_.move, round_.puck, round_.target)
        return effect.value if crossed else effect.otherwise
    if effect.op == "speed_free":
        return 1 if round_.move == "speed" else 0
    if effect.op == "goalie_double":
        return team["goalie"] if round_.move == "shot" else 0
    return 0


def fixed_parts(content: Content, ground: Ground, state: State, seat: Seat) -> list[Part]:
    """The parts of a value that are known when the dice fall: attributes, field, lines, special (not the dice, not heroes)."""
    round_ = state.present
    team = content.teams[state.sides[seat].team].attributes
    found = [Part("attribute", name, team[name], "HG-3.6") for name in attributes(ground, round_, seat)]
    if seat == round_.attacker:
        if bonus := ground.bonus(round_.puck, round_.move):
            found.append(Part("field", round_.puck, bonus, "HG-2.7"))
        crossed, price = lines(content, ground, round_)
        if crossed:
            found.append(Part("lines", str(crossed), -price, RULE[round_.move]))
    elif ground.is_crease(round_.puck):
        found.insert(0, Part("crease", round_.puck, 0, "HG-2.8"))
    if n := special_value(content, ground, round_, seat, team):
        found.append(Part("special", round_.turns[seat].special, n, "HG-5.3"))
    return found


def hero_parts(content: Content, ground: Ground, state: State, seat: Seat) -> list[Part]:
    """What the heroes used add; silenced ones add nothing (HG-10)."""
    turn = state.present.turns[seat]
    names = attributes(ground, state.present, seat)
    if turn.muted:
        return [Part("muted", h, 0, "HG-5.15") for h in turn.used]
    return [Part("hero", h, hero_value(content, h, names), "HG-5.9") for h in turn.used]


def set_heroes(content: Content, ground: Ground, state: State, seat: Seat, heroes: list[str]) -> None:
    """Uses exactly these heroes; their parts follow the attributes."""
    turn = state.present.turns[seat]
    turn.used = heroes
    others = [p for p in turn.parts if p.source not in ("hero", "muted")]
    at = sum(p.source in ("dice", "attribute", "crease") for p in others)
    turn.parts = [*others[:at], *hero_parts(content, ground, state, seat), *others[at:]]
