"""The features of a position by which it is evaluated (`data/planetary_conquerors/judgement.json` has their weights).

One pass over all planets makes an account of each seat; two accounts tell how much one seat's attack can do to another.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rules.parts.lazy import once
from rules.planetary_conquerors.card_vocabulary import Add, Amount, Triggered
from rules.planetary_conquerors.content import LIMITS, MINE, PHASES, Content
from rules.planetary_conquerors.position import Field
from rules.planetary_conquerors.state import FEWEST_BUILDING_HP, State

_BEFORE_ATTACK = frozenset(PHASES[: PHASES.index("attack") + 1])
_SPENDING = frozenset(PHASES[PHASES.index("mining") : PHASES.index("attack")])
_STAYING = frozenset(("miner", "building", "warrior"))
_SELDOM = 0.6
"""The part of a gain that is counted if it comes under a condition."""
_DECK = 50
"""About so many cards lie in a deck at the beginning."""
_LAST_CARDS = 10
"""With so few cards in a deck it matters who would win by the end of cards."""

NAMES = (
    "gold_income", "gold_income_early", "gold_income_3", "cosmium_income", "cosmium_income_early", "cosmium_income_2", "income_6",
    "electric_income", "gold", "cosmium", "electricity",
    "cards", "miner_cards", "building_cards", "warrior_cards", "trap_cards", "spell_cards", "costly_cards", "miner_soon", "outlay",
    "buildings", "building_hp", "building_hp_10", "building_hp_18", "building_hp_24", "building_skills", "shielded", "crumbling",
    "warriors", "power", "warrior_hp", "warrior_skills", "ready_hp", "ready_walls", "weak_walls", "evasive", "burning",
    "mine", "mine_10", "mine_5", "mine_traps", "building_traps",
    "push_first", "push_later", "kill_first", "kill_later", "free_first", "free_later", "first",
    "reach", "wins_next", "wins_later", "last_cards", "standing",
)  # fmt: skip


class _Card(NamedTuple):
    """What counts of a card, computed once."""

    type: str
    gains: tuple[float, float, float]
    """Of each material, each turn."""
    per_miner: bool
    skills: int
    shielding: int
    doom: int
    cost: tuple[int, int, int]
    total: int
    hp: int
    attack: int
    evasive: bool
    can_attack: bool
    rallies: bool
    """Whether it changes the attack of others as long as it is there."""


@once
def table(content: Content) -> dict[str, _Card]:
    """All cards."""
    return {word: _card(content, word) for word in [*content.cards, MINE]}


def _card(content: Content, word: str) -> _Card:
    gains, per_miner = [0.0, 0.0, 0.0], False
    for _, ability in content.triggers[word]:
        seldom = _SELDOM if ability.cond else 1.0
        for do in ability.do if _recurs(ability) else ():
            if isinstance(do, Add):
                per_miner = per_miner or isinstance(do.gold, Amount)
                for i, n in enumerate(do.parts):
                    gains[i] += seldom * n if isinstance(n, int) else 0
    card = content.cards.get(word)
    keywords = content.keywords[word]
    traits = content.traits[word]
    return _Card(
        content.types[word],
        (gains[0], gains[1], gains[2]),
        per_miner,
        len(card.abilities) if card else 0,
        keywords.get("shielding", 0),
        keywords.get("selfdestroy", 0),
        card.price.parts if card else (0, 0, 0),
        card.price.total if card else 0,
        content.hp[word],
        content.attack[word],
        "unblockable" in traits,
        "cannot_attack" not in traits,
        any(static.attack for _, static in content.statics[word]),
    )


def _recurs(ability: Triggered) -> bool:
    """Whether an ability triggers in each of the controller's turns."""
    return ability.on.event == "phase" and ability.on.whose == "you"


class Account:
    """The resources of a seat, counted."""

    def __init__(self) -> None:
        self.gold = self.cosmium = self.electricity = 0.0
        self.miners = self.per_miner = 0
        self.buildings = self.building_hp = self.building_skills = self.shielded = self.crumbling = 0
        self.warriors = self.warrior_hp = self.warrior_skills = self.burning = self.power = 0
        self.powers: list[int] = []
        """The attack of those who may attack, if they are ready or will be before they can."""
        self.sly: list[int] = []
        """The same of those who cannot be blocked."""
        self.walls: list[tuple[int, int]] = []
        """HP and attack of those who are ready to block."""
        self.mine = self.mine_traps = self.building_traps = 0


def survey(content: Content, state: State) -> dict[int, Account]:
    """The accounts of all living seats."""
    cards = table(content)
    field = Field(content, state)
    living = state.living()
    accounts = {seat: Account() for seat in living}
    striking = state.active if state.phase in _BEFORE_ATTACK else -1
    columns = state.columns
    rallied = any(cards[t.card].rallies for t in state.things.values())
    for t in state.things.values():
        a = accounts.get(t.controller)
        if a is None:
            continue
        card = cards[t.card]
        kind = card.type
        if kind == "warrior":
            attack = field.attack(t) if rallied else max(0, card.attack + t.attack)
            a.warriors += 1
            a.warrior_hp += t.hp
            a.warrior_skills += card.skills
            if card.doom:
                a.burning += 1
            if card.can_attack:
                a.power += attack
                if attack and (not t.exhausted or t.controller != striking):
                    (a.sly if card.evasive else a.powers).append(attack)
            if not t.exhausted:
                a.walls.append((t.hp + card.shielding + t.shielding, attack))
        elif kind == "building":
            a.buildings += 1
            a.building_hp += t.hp
            a.building_skills += card.skills
            a.shielded += card.shielding
            a.crumbling += card.doom
            a.gold += card.gains[0]
            a.cosmium += card.gains[1]
            a.electricity += card.gains[2]
            a.building_traps += len(columns.get(t.uid, ()))
        elif kind == "miner":
            a.miners += 1
            a.gold += card.gains[0]
            a.cosmium += card.gains[1]
            a.electricity += card.gains[2]
            a.per_miner += card.per_miner
        else:
            a.mine = t.hp
            a.mine_traps = len(columns.get(t.uid, ()))
    for a in accounts.values():
        a.gold += a.per_miner * (a.miners - 1)
        a.powers.sort(reverse=True)
        a.walls.sort()
    return accounts


def features(content: Content, state: State) -> list[list[float]]:
    """The features of each seat, by NAMES; none for an eliminated seat."""
    accounts = survey(content, state)
    living = state.living()
    striker = state.active if state.phase in _BEFORE_ATTACK else living[1 % len(living)]
    return [_features(content, state, accounts, seat, striker) if seat in accounts else [] for seat in range(len(state.sides))]


def _features(content: Content, state: State, accounts: dict[int, Account], seat: int, striker: int) -> list[float]:
    cards = table(content)
    a = accounts[seat]
    side = state.sides[seat]
    left = len(side.library)
    early = left / _DECK
    gold, cosmium, electricity = side.stock
    kinds = {"miner": 0, "building": 0, "warrior": 0, "trap": 0, "spell": 0}
    costly = 0
    for word in side.hand:
        card = cards[word]
        kinds[card.type] += 1
        costly += card.total
    hp = a.building_hp
    walls = len(a.walls)
    first = seat == striker
    push = kill = free = 0.0
    for other, b in accounts.items():
        if other != seat:
            through = pushed(a.powers, [w for w, _ in b.walls]) + sum(a.sly)
            push = max(push, min(1.0, through / max(1, b.mine)))
            kill = max(kill, float(through >= b.mine))
            free = max(free, sum(a.powers[len(b.walls) :]) + sum(a.sly))
    playable = [cards[w] for w in side.hand]
    means = side.stock if seat == state.active and state.phase in _SPENDING else _after_mining(a, side.stock)
    reach = hp + sum(card.hp for card in _afforded(means, sorted((c for c in playable if c.type == "building"), key=lambda c: -c.hp)))
    outlay = sum(card.total for card in _afforded(means, sorted((c for c in playable if c.type in _STAYING), key=lambda c: -c.total)))
    miner_soon = any(_afforded(means, [c for c in playable if c.type == "miner"]))
    wins = float(reach >= FEWEST_BUILDING_HP)
    rest = min(len(state.sides[s].library) for s in accounts)
    lead = hp + a.mine / 100 - max((b.building_hp + b.mine / 100 for s, b in accounts.items() if s != seat), default=0)
    return [
        a.gold, a.gold * early, min(a.gold, 3.0), a.cosmium, a.cosmium * early, min(a.cosmium, 2.0), min(a.gold + a.cosmium, 6.0), a.electricity,
        gold, cosmium, electricity,
        len(side.hand), kinds["miner"] * early, kinds["building"], kinds["warrior"], kinds["trap"], kinds["spell"], costly,
        miner_soon * early, outlay,
        a.buildings, hp, max(0, hp - 10), max(0, hp - 18), max(0, hp - 24), a.building_skills, a.shielded, a.crumbling,
        a.warriors, a.power, a.warrior_hp, a.warrior_skills, sum(w for w, _ in a.walls), walls, min(walls, 2), sum(a.sly), a.burning,
        a.mine, max(0, 10 - a.mine), max(0, 5 - a.mine), min(3, a.mine_traps), a.building_traps,
        push * first, push * (not first), kill * first, kill * (not first), free * first, free * (not first), float(first),
        min(float(reach), FEWEST_BUILDING_HP), wins * first, wins * (not first),
        max(0, _LAST_CARDS - rest) * max(-8.0, min(8.0, lead)), float(lead > 0),
    ]  # fmt: skip


def pushed(powers: Sequence[int], walls: list[int]) -> int:
    """The damage to a mine by attackers, the strongest first, one in each line: a blocker that survives blocks again (PC-11.6).

    `walls`: the HP of the blockers, the fewest first; they are used up.
    """
    through = 0
    for power in powers:
        i = next((i for i, hp in enumerate(walls) if hp > power), -1)
        if i >= 0:
            walls[i] -= power
            walls.sort()
        elif walls:
            del walls[0]
        else:
            through += power
    return through


def _after_mining(a: Account, stock: tuple[int, int, int]) -> tuple[int, int, int]:
    """The material that a seat may have in its next main phase."""
    gold, cosmium, electricity = stock
    return min(LIMITS[0], gold + int(a.gold)), min(LIMITS[1], cosmium + int(a.cosmium)), electricity


def _afforded(means: tuple[int, int, int], cards: Iterable[_Card]) -> list[_Card]:
    """The cards that can be paid for, one after another."""
    gold, cosmium, electricity = means
    found = []
    for card in cards:
        one, two, three = card.cost
        if one <= gold and two <= cosmium and three <= electricity:
            gold, cosmium, electricity = gold - one, cosmium - two, electricity - three
            found.append(card)
    return found
