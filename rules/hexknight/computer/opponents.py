"""Computer opponents. They see imagined states only (`rules.game.Opponent`), and look at nothing that is not revealed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.chance import Chance
from rules.computers.levels import Casual, Scripted
from rules.computers.searching import Search
from rules.game import Action, Glimpse, Opponent, Seat
from rules.hexknight import advice, game_flow, moving
from rules.hexknight.computer.guide import GUIDE
from rules.hexknight.computer.judging import Judge, Plan
from rules.hexknight.content import WOUND
from rules.hexknight.plans import chosen, cost_of, covers, gains, towards, usable, worth
from rules.hexknight.state import State

DRAWS = 5
"""How often cards still to be drawn are imagined when a preparation or exchange is weighed."""
HASTE = 0.2
"""By how much a turn with fresh cards has to be better for a preparation or exchange to be worth it, beside the price of the cards."""
TEMPO = 4
"""How many cards' price a preparation costs in time: it brings the end of the phase nearer."""

_CONFIRM: Action = ("confirm",)


def _judge(rules: Any, state: State) -> Judge:
    return Judge(rules.content, rules.island(state), state)


def _plan(judge: Judge, cards: list[str] | None = None) -> Plan:
    """The best plan with the cards in hand and in play, or with others."""
    state = judge.state
    hand = state.hero.hand + state.hero.play if cards is None else cards
    limit = state.residue + sum(judge.content.speed[k] for k in hand)
    return judge.best(moving.reach(judge.island, state, limit), state.residue, hand)


def _move(judge: Judge) -> Action:
    state = judge.state
    plan = _plan(judge)
    if plan.at == state.hero.at:
        return ("take_back", state.hero.play[-1]) if state.hero.play else _CONFIRM
    return towards(state.hero.play, plan.move, ("travel", judge.island.grid.labels[plan.at]))


def _provoke(judge: Judge) -> Action:
    plan = judge.best({}, 0, judge.hero.hand)
    return ("provoke", judge.island.grid.labels[plan.fight]) if plan.fight >= 0 else ("decline",)


def _defend(judge: Judge) -> Action:
    """Blocks if that is worth the cards; a hand that could strike afterwards is kept together."""
    content, at = judge.content, judge.state.target
    cards = usable(judge.hero.hand + judge.hero.play, content)
    attack, defence, _ = judge.figures(at)
    values = tuple(content.defence[k] for k in cards)
    attacks = tuple(content.attack[k] for k in cards)
    price = judge.prices(cards)
    strikes = covers(attacks, defence)

    def after(used: int) -> float:
        """The best that can follow when these cards are spent."""
        return max([judge.prize(at) - cost_of(price, s) for s in strikes if not s & used], default=0.0)

    blocks = [(after(mask) - cost_of(price, mask), mask) for mask in covers(values, attack)]
    best, mask = max(blocks, default=(-1000.0, 0))
    if best < after(0) - judge.wound * judge.wounds(at):
        return ("take_wounds",)
    return towards(judge.hero.play, chosen(cards, mask), ("block",))


def _strike(judge: Judge) -> Action:
    content = judge.content
    cards = usable(judge.hero.hand + judge.hero.play, content)
    defence = judge.figures(judge.state.target)[1]
    masks = covers(tuple(content.attack[k] for k in cards), defence)
    if not masks:
        return ("give_up",)
    price = [worth(content, k) for k in cards]
    mask = min(masks, key=lambda m: cost_of(price, m))
    return towards(judge.hero.play, chosen(cards, mask), ("strike",))


def _select(judge: Judge) -> Action:
    """The card that the deck needs most."""
    offer = judge.state.offer
    return ("select", max(offer, key=gains(judge.content, judge.hero, offer).__getitem__))


def _rest(judge: Judge) -> Action:
    content, state, hero = judge.content, judge.state, judge.hero
    points = game_flow.healing(content, judge.island, state)
    if WOUND in hero.hand:
        if points > 0:
            return ("heal",)
        healers = [k for k in hero.hand if content.meditation[k]]
        if healers:
            return ("play", min(healers, key=lambda k: (content.meditation[k] > hero.hand.count(WOUND), worth(content, k))))
    if not state.acted and not state.spent and not hero.play and hero.deck and not judge.over:
        weak = _weakest(judge)
        if weak:
            return ("play", weak)
    return _CONFIRM


def _weakest(judge: Judge) -> str | None:
    """After a turn without anything done the hand needs fresh cards: the one that helps least goes."""
    content, hero = judge.content, judge.hero
    cards = [k for k in hero.hand if k != WOUND]
    near = judge.island.grid.beside[hero.at] & judge.guards

    def use(kind: str) -> float:
        c = content.cards[kind]
        return c.attack + c.defence + 0.4 * c.speed if near else c.speed + 0.3 * (c.attack + c.defence)

    return min(cards, key=use, default=None)


def _weigh(judge: Judge, glimpse: Glimpse[State], chance: Chance, given: list[str], count: int) -> float:
    """What the turn is worth on average when some cards are given away and as many as `count` are drawn."""
    hand = judge.hero.hand + judge.hero.play
    for kind in given:
        hand.remove(kind)
    total = 0.0
    for _ in range(DRAWS):
        drawn = glimpse(chance).hero.deck[:count]
        total += _plan(judge, hand + drawn).value
    return total / DRAWS


def _prepare(judge: Judge, glimpse: Glimpse[State], chance: Chance) -> Action:
    """Prepares with the cards that promise the better turn."""
    content, hero = judge.content, judge.hero
    if hero.play:
        return _CONFIRM
    kinds = sorted({k for k in hero.hand if content.meditation[k]})
    now = _plan(judge).value
    found = []
    for kind in kinds:
        count = min(content.meditation[kind], len(hero.deck))
        value = _weigh(judge, glimpse, chance, [kind], count) - judge.card * (worth(content, kind) - count + TEMPO) - HASTE
        found.append((value, kind))
    best, kind = max(found)
    return ("play", kind) if best > now else _CONFIRM


def _exchange(judge: Judge, glimpse: Glimpse[State], chance: Chance) -> Action:
    """Puts wounds away, and with them what does not help, when better cards are to be expected."""
    hero, content = judge.hero, judge.content
    if hero.play:
        return _next_exchange(judge)
    wounds = [WOUND] * hero.hand.count(WOUND)
    if len(hero.deck) <= len(wounds):
        return _CONFIRM
    if wounds:
        return ("play", WOUND)
    weak = sorted((k for k in hero.hand), key=lambda k: worth(content, k))[:2]
    now = _plan(judge).value
    if len(weak) == 2 and len(hero.deck) > 4 and _weigh(judge, glimpse, chance, weak, 2) > now + HASTE:
        return ("play", weak[0])
    return _CONFIRM


def _next_exchange(judge: Judge) -> Action:
    hero, content = judge.hero, judge.content
    if WOUND in hero.hand:
        return ("play", WOUND)
    if WOUND not in hero.play and len(hero.play) < 2:
        return ("play", min((k for k in hero.hand), key=lambda k: worth(content, k)))
    return _CONFIRM


_SIMPLE: dict[str, Callable[[Judge], Action]] = {
    "movement": _move,
    "provocation": _provoke,
    "defence": _defend,
    "attack": _strike,
    "rest": _rest,
}


def strategist(rules: Any, glimpse: Glimpse[State], seat: Seat, chance: Chance) -> Action:
    """Explores, fights what it can beat, heals, exchanges and prepares, and picks the cards its deck needs."""
    state = glimpse(chance)
    judge = _judge(rules, state)
    if state.step == "selection":
        return _select(judge)
    if state.step == "exchange":
        return _exchange(judge, glimpse, chance)
    if state.step == "preparation":
        return _prepare(judge, glimpse, chance)
    return _SIMPLE[state.step](judge)


def wanderer(rules: Any, glimpse: Glimpse[State], seat: Seat, chance: Chance) -> Action:
    """The same on its way, but takes the first card of the offer, and never exchanges or prepares."""
    state = glimpse(chance)
    if state.step in _SIMPLE:
        return _SIMPLE[state.step](_judge(rules, state))
    return advice.default(rules.content, rules.island(state), state)


OPPONENTS: Mapping[str, Opponent[State]] = {
    "easy": Casual(GUIDE, overlooks=0.25, whim=0.6),
    "normal": Scripted(strategist),
    "hard": Search(GUIDE, 2500),
    "strategist": Scripted(strategist),
    "wanderer": Scripted(wanderer),
}
