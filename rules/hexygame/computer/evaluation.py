"""The features of a position, for each seat, to which `data/hexygame/judgement.json` gives weights.

They are made for Main Phases, when the stack is empty. Much counts differently for the seat whose turn it is, which still acts with its dice and
energy, and for the other one, which will have new dice: such features come in two, `now` and `next`.
"""

from __future__ import annotations

from rules.hexygame.content import Content
from rules.hexygame.map import CENTRE, FLAGS, NEIGHBOURS, distance
from rules.hexygame.position import Field, Numbers
from rules.hexygame.state import COUNTERSTRUCK, WINNING, Reality, State

ALWAYS = (
    "points", "points_squared", "bases", "energies", "cards", "buildings", "potency", "income", "growth", "outlet", "homeless",
    "bodies", "unguarded", "advance", "front", "near",
)  # fmt: skip
BY_ROLE = ("centre", "shaky", "reach", "exposed", "harried", "entry", "guard_shaky", "to_win")
ACTIVE = ("turn", "dice", "energy", "pool")
"""What they count, in that order.

Always: the Winning Dice and its square; basic buildings, energy cards and other cards in hand; buildings, their potency, what they gain in a
turn, the same for as long as the game may last; what the hand can spend energy on; whether nothing is built or the own
Flag is empty at the end of a turn; the worth of all realities; how far they have come towards the opponent's Flag, the nearest building as well,
and how near they are to the Centre.

By role: whether something stands on the Centre, may be destroyed there, or can go there; the worth of what may be destroyed, and of the parts of
others that may be lost; whether the opponent's Flag can be entered; whether the guard of the own Flag may be destroyed; how little is left to win by
the Centre.

Active: that it is the seat's turn; the actions that it can pay for, its energy, and how much of the pool it can use.
"""
NAMES = (*ALWAYS, *(f"{n}_now" for n in BY_ROLE), *(f"{n}_next" for n in BY_ROLE), *ACTIVE)
ENOUGH = 5
"""Potency up to which a building's counts in full."""
_KEYWORDS = {"flying": 1.0, "combat_priority": 0.9, "regeneration": 0.8, "reach": 0.2}


class Body:
    """What counts of a reality: its value, its steps and blows, and its range."""

    __slots__ = ("attack", "blows", "far", "numbers", "r", "range", "steps", "worth")

    def __init__(self, field: Field, r: Reality, active: bool) -> None:
        numbers = field.numbers[r.uid]
        actions = (r.die if r.die < COUNTERSTRUCK else 0) if active else numbers.actions
        self.r = r
        self.numbers = numbers
        self.worth = worth(field, r, numbers)
        self.steps = actions if "move" not in numbers.cannot else 0
        self.blows = actions if numbers.attack and "attack" not in numbers.cannot else 0
        self.attack, self.range = numbers.attack, numbers.range
        self.far = (max(0, self.steps - 1) + numbers.range) if self.blows else 0


def worth(field: Field, r: Reality, numbers: Numbers) -> float:
    """The value of a reality wherever it stands, without changes of this turn."""
    attack, defense = numbers.attack - r.attack, numbers.defense - r.defense
    card = field.content.cards[r.card]
    if card.type == "building":
        return 3.0 + 0.5 * min(r.points, ENOUGH) + 0.7 * attack + 0.4 * defense + 0.5 * len(card.abilities) + 1.5 * (numbers.gain - 1)
    found = 0.9 * attack + 1.1 * defense + 0.45 * r.points + 0.5 * min(numbers.actions, 3) + 0.8 * (numbers.range - 1) + 0.6 * len(card.abilities)
    for k in numbers.keywords:
        if k not in r.keywords:
            found += _KEYWORDS.get(k, 0.0)
    return found if "move" not in numbers.cannot else found - 1.0


def both(content: Content, state: State) -> list[list[float]]:
    """The features of both seats."""
    field = Field(content, state)
    bodies: tuple[list[Body], list[Body]] = ([], [])
    for r in state.realities.values():
        bodies[r.owner].append(Body(field, r, r.owner == state.active))
    return [_side(field, seat, bodies[seat], bodies[1 - seat]) for seat in (0, 1)]


def _side(field: Field, seat: int, mine: list[Body], theirs: list[Body]) -> list[float]:
    content, state = field.content, field.state
    side, active = state.sides[seat], state.active == seat
    points = side.dice - 1
    bases, energies, cards = hand(content, side.hand)
    buildings = potency = income = total = advance = near = 0.0
    front, dice = 6, 0
    goal = FLAGS[1 - seat]
    for body in mine:
        r, numbers = body.r, body.numbers
        away = distance(r.hex, goal)
        total += body.worth
        if content.types[r.card] == "building":
            buildings += 1
            potency += min(r.points, ENOUGH)
            income += numbers.gain
            front = min(front, away)
        if body.numbers.actions and "move" not in numbers.cannot:
            dice += r.die if r.die < COUNTERSTRUCK else 0
            advance += 6 - away
            near += max(0, 3 - distance(r.hex, CENTRE))
    growth = income * (WINNING - max(s.dice for s in state.sides)) / WINNING
    outlet = min(sum(content.cards[w].cost.total for w in side.hand), potency + 2 * income)
    late = not active and state.turn > 1
    always = [
        points, points * points / WINNING, bases, energies, cards, buildings, potency, income, growth, outlet, late and not buildings, total,
        late and FLAGS[seat] not in field.at, advance, 6 - front, near,
    ]  # fmt: skip
    power = _power(field, seat, active)
    role = _role(field, seat, mine, theirs, power, _power(field, 1 - seat, not active))
    nothing = [0.0] * len(role)
    now = [1.0, min(dice, power), power, _usable(field, seat, dice)] if active else [0.0] * len(ACTIVE)
    return [float(x) for x in (*always, *(role if active else nothing), *(nothing if active else role), *now)]


def hand(content: Content, words: list[str]) -> tuple[int, int, int]:
    """How many basic buildings, energy cards and other cards a hand holds."""
    bases = energies = 0
    for word in words:
        card = content.cards[word]
        if card.rarity == "basic":
            bases += card.type == "building"
            energies += card.type == "wizardry"
    return min(bases, 3), energies, len(words) - bases - energies


def _power(field: Field, seat: int, active: bool) -> int:
    """The energy that a seat can spend: in this turn if it is active, else in its next one."""
    if active:
        return sum(field.state.sides[seat].pool) + sum(b.points - 1 for b in field.wells(seat))
    return sum(b.points - 1 + field.numbers[b.uid].gain for b in field.buildings(seat))


def _usable(field: Field, seat: int, dice: int) -> float:
    """How much of the pool could be spent on cards in hand and dice."""
    side = field.state.sides[seat]
    pool = sum(side.pool)
    if not pool:
        return 0.0
    costs = sum(field.content.cards[w].cost.total for w in side.hand)
    return min(pool, costs + dice)


def _role(field: Field, seat: int, mine: list[Body], theirs: list[Body], power: int, their_power: int) -> list[float]:
    side = field.state.sides[seat]
    exposed = harried = shaky = guard_shaky = centre = 0.0
    for body in mine:
        r = body.r
        share = danger(field, body, theirs, their_power)
        if share >= 1:
            exposed += body.worth
        else:
            harried += share * body.worth
        if r.hex == CENTRE:
            centre, shaky = 1.0, float(share >= 1)
        elif r.hex == FLAGS[seat]:
            guard_shaky = float(share >= 1)
    reach, entry = (_gets(field, seat, at, power, mine) for at in (CENTRE, FLAGS[1 - seat]))
    last = centre * max(0, side.dice - 8) ** 2 / 4
    return [centre, shaky, reach, exposed, harried, entry, guard_shaky, last]


def _gets(field: Field, seat: int, goal: str, power: int, mine: list[Body]) -> bool:
    """Whether one of the seat's realities can reach an empty hex in a turn, or enter there."""
    if goal in field.at:
        return False
    if any(body.steps and way(field, body.r.hex, goal, min(body.steps, power)) for body in mine):
        return True
    return any(distance(b.hex, goal) == 1 for b in field.buildings(seat)) and castable(field, seat, power)


def castable(field: Field, seat: int, power: int) -> bool:
    """Whether a hand holds a reality that this much energy pays for."""
    cards = field.content.cards
    return any(cards[w].is_reality and cards[w].cost.total <= power for w in field.state.sides[seat].hand)


def danger(field: Field, body: Body, theirs: list[Body], power: int) -> float:
    """The share of a reality's counters that the opponent's blows can remove at once."""
    r, defense = body.r, body.numbers.defense
    together, apart, blows = 0, 0, power
    for e in theirs:
        if not e.blows or blows <= 0:
            continue
        away = distance(e.r.hex, r.hex)
        if away > e.far or not field.may_meet(e.r, r):
            continue
        walk = max(0, away - e.range)
        if walk + 1 > blows:
            continue
        blows -= walk + 1
        together += e.attack
        if e.attack > defense:
            times = min(e.blows - walk, 1 + blows)
            blows -= times - 1
            apart += (e.attack - defense) * times
    lost = max(together - defense, apart)
    return min(1.0, lost / r.points) if lost > 0 else 0.0


def way(field: Field, start: str, goal: str, steps: int) -> tuple[str, ...]:
    """A path over empty hexes in at most `steps` steps; empty if there is none."""
    if distance(start, goal) > steps:
        return ()
    for at in NEIGHBOURS[start]:
        if at not in field.at and distance(at, goal) < steps:
            if at == goal:
                return (at,)
            if rest := way(field, at, goal, steps - 1):
                return (at, *rest)
    return ()
