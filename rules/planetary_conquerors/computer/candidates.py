"""Which actions are worth trying in each decision, with a first estimate of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from rules.computers.tree_search import Candidate
from rules.game import Action
from rules.planetary_conquerors import automatic_answers, card_vocabulary
from rules.planetary_conquerors import content as c
from rules.planetary_conquerors.computer import attack_plans
from rules.planetary_conquerors.computer.first_sight import Mind
from rules.planetary_conquerors.legal_actions import CONVERSION, NONE, Offers
from rules.planetary_conquerors.position import Field
from rules.planetary_conquerors.reaction_windows import PASS
from rules.planetary_conquerors.state import Act, State, Thing

AIMS = 12
"""So many things are thought of that may be aimed at, or be paid with."""
COLUMNS = 4
"""So many columns are thought of for a trap."""
HOME, PASSING, ENOUGH = 0.0, 1.5, 0.0
"""What it promises to stay at home, to pass in a window, and to end the main phase."""
ATTACK_SCALE = 0.35
ENABLED = -0.3
"""By how much it promises more to bring material and use it at once than to use it."""
HARMS = (
    card_vocabulary.Damage,
    card_vocabulary.Destroy,
    card_vocabulary.RemoveFromAttack,
    card_vocabulary.GainControl,
    card_vocabulary.LoseHp,
    card_vocabulary.Steal,
    card_vocabulary.Cancel,
    card_vocabulary.Move,
)
HELPS = (card_vocabulary.Heal, card_vocabulary.Modify, card_vocabulary.Ready, card_vocabulary.Recharge)
STORES = (
    card_vocabulary.Add,
    card_vocabulary.Lose,
    card_vocabulary.Draw,
    card_vocabulary.Kuk,
    card_vocabulary.Look,
    card_vocabulary.Trapback,
    card_vocabulary.LookAtTraps,
    card_vocabulary.Recharge,
)
"""What an effect does that is as good in the own main phase as in a window, and no worse."""


def candidates(rules: Any, state: State, seat: int) -> list[Candidate]:
    """The candidates of a seat's present decision."""
    mind = Mind(rules.content, Offers(Field(rules.content, state), seat))
    found = _OF.get(mind.offers.kind, _others)(mind)
    return found or [Candidate(0.0, automatic_answers.default(mind.offers))]


def _one(action: Action) -> list[Candidate]:
    return [Candidate(0.0, action)]


def _deck(mind: Mind) -> list[Candidate]:
    return _one(("deck", mind.state.copy().chance.choice(list(mind.content.presets))))


# Playing and activating


def _main(mind: Mind) -> list[Candidate]:
    """Candidates of a main phase: ending it, cards and effects, and what brings material together with what that pays for."""
    offers = mind.offers
    found = [Candidate(ENOUGH, ("end",)), *_plays(mind, _in_main), *_effects(mind, _effect_in_main)]
    if offers.may_convert:
        found.append(Candidate(-0.5 if offers.side.stock[2] else 0.0, ("convert",)))
    enabling = [(one, gain) for one in found if (gain := _gain(mind, one.action))]
    now = {*offers.playable, *((w, n) for w, names in offers.usable.items() for n in names)}
    return [*found, *(row for one, gain in enabling for row in _enabled(mind, one, gain, now))]


def _gain(mind: Mind, action: Action) -> tuple[int, ...]:
    """The material that an action brings, less its cost; () if it brings none."""
    content = mind.content
    if action[0] == "convert":
        return 0, -CONVERSION, 1
    if action[0] == "play":
        card = content.cards[action[1]]
        return _net(card.abilities[0], card.price) if card.type == "spell" else ()
    if action[0] == "activate":
        ability = content.ability(mind.offers.field.by_word[action[1]].card, action[2])
        return _net(ability, ability.pay)
    return ()


def _net(ability: Any, cost: card_vocabulary.Cost) -> tuple[int, ...]:
    gains = [[n if isinstance(n, int) else 0 for n in do.parts] for do in ability.do if isinstance(do, card_vocabulary.Add)]
    return tuple(sum(g[i] for g in gains) - n for i, n in enumerate(cost.parts)) if gains else ()


def _enabled(mind: Mind, enabler: Candidate, gain: tuple[int, ...], now: set[Any]) -> Iterator[Candidate]:
    """Pairs of an action that brings material and what it makes possible."""
    state, seat, action = mind.state.copy(), mind.seat, enabler.action
    side, field, content = state.sides[seat], mind.offers.field, mind.content
    limits = field.limits(seat)
    gold, cosmium, electricity = (min(n, have + more) for n, have, more in zip(limits, side.stock, gain, strict=True))
    side.stock = (gold, cosmium, electricity)
    if action[0] == "play":
        side.hand.remove(action[1])
    elif action[0] == "activate":
        thing = field.by_word[action[1]]
        state.things[thing.uid] = replace(thing, used=(*thing.used, action[2]))
        if content.ability(thing.card, action[2]).pay.sacrifice:
            del state.things[field.by_word[action[3]].uid if len(action) > 3 else thing.uid]
    after = Mind(content, Offers(Field(content, state), seat))
    rows = [*_plays(after, _in_main), *_effects(after, _effect_in_main)]
    for one in rows:
        if (one.action[1] if one.action[0] == "play" else one.action[1:3]) not in now:
            yield Candidate(one.promise + ENABLED, action, (one.action,))


def _plays(mind: Mind, promise: Callable[[Mind, c.Card], float]) -> Iterator[Candidate]:
    cards = mind.content.cards
    for word in mind.offers.playable:
        yield Candidate(promise(mind, cards[word]), ("play", word))


def _effects(mind: Mind, promise: Callable[[Mind, card_vocabulary.Paid], float]) -> Iterator[Candidate]:
    offers, content = mind.offers, mind.content
    for word, names in offers.usable.items():
        for name in names:
            action = ("activate", word, name)
            at_first_sight = promise(mind, content.ability(offers.field.by_word[word].card, name))
            victims = sorted(offers.victims(word, name), key=lambda w: mind.warrior(offers.field.by_word[w]))
            if victims:
                yield from (Candidate(at_first_sight - 0.5 * i, (*action, v)) for i, v in enumerate(victims[:4]))
            else:
                yield Candidate(at_first_sight, action)


def _in_main(mind: Mind, card: c.Card) -> float:
    """The value of playing a card in one's own turn."""
    if card.type == "miner":
        miners = len(mind.offers.field.own(mind.seat, "miner"))
        return 2.6 - 0.3 * miners + 0.2 * card.price.total
    if card.type == "building":
        return 1.2 + 0.12 * (card.hp or 0)
    if card.type == "warrior":
        return 1.2 + 0.1 * ((card.hp or 0) + (card.attack or 0))
    ops = _ops(card.abilities[0])
    if any(isinstance(i, card_vocabulary.Modify | card_vocabulary.Cancel) for i in ops):
        return -2.5
    if all(isinstance(i, STORES) for i in ops):
        return 0.8
    return 0.2 + 0.1 * card.price.total


def _effect_in_main(mind: Mind, ability: card_vocabulary.Paid) -> float:
    if ability.pay.sacrifice is not None:
        return -1.0
    return 0.5 if any(isinstance(i, HELPS) for i in ability.do) else 0.9


def _ops(ability: Any) -> list[Any]:
    """All instructions of an ability, also those under a condition."""
    return [i for do in ability.do for i in (do, *getattr(do, "then", ()), *getattr(do, "otherwise", ()))]


def _react(mind: Mind) -> list[Candidate]:
    """Candidates in a window: passing, and reactions, except those as good in the own turn; only others' cards are cancelled."""
    return [Candidate(PASSING, PASS), *(x for x in (*_plays(mind, _in_window), *_effects(mind, _effect_in_window)) if x.promise > -5)]


def _in_window(mind: Mind, card: c.Card) -> float:
    if card.type != "spell":
        return 0.3
    return _effect_in_window(mind, card.abilities[0])


def _effect_in_window(mind: Mind, ability: Any) -> float:
    ops = _ops(ability)
    field, seat = mind.offers.field, mind.seat
    pay = getattr(ability, "pay", None)
    if all(isinstance(i, STORES) for i in ops) and (pay is None or pay.sacrifice is None or not mind.state.attack):
        return -9.0
    if any(isinstance(i, card_vocabulary.Cancel) for i in ops):
        return 0.8 if any(a.seat != seat for a in field.pending()) else -9.0
    window = field.window()
    fighting = window is not None and window.reason in ("line", "damage", "trap")
    if any(isinstance(i, card_vocabulary.Modify) for i in ops) and not fighting:
        return -9.0
    return 0.0


# Choices


def _target(mind: Mind) -> list[Candidate]:
    """Candidates for targets, by owner and value; several together if allowed."""
    offers = mind.offers
    ask = mind.state.ask
    assert ask is not None
    order = sorted(offers.options, key=lambda w: -_aim(mind, w))[:AIMS]
    found = [Candidate(_aim(mind, w), ("choose", w)) for w in order if any(x.text == w and x.end for x in offers.words(("choose",)))]
    if ask.amount > 1:
        several = ("choose", *sorted(ask.options, key=lambda w: order.index(w) if w in order else AIMS)[: ask.amount])
        several = ("choose", *sorted(several[1:], key=offers.options.index))
        if any(w.text == several[-1] and w.end for w in offers.words(several[:-1])):
            found.append(Candidate(1.0 + max((x.promise for x in found), default=0.0), several))
    if ask.up_to:
        found.append(Candidate(-1.0, (NONE,)))
    return found


def _aim(mind: Mind, word: str) -> float:
    field, seat, content = mind.offers.field, mind.seat, mind.content
    act = mind.state.frames[-1]
    assert isinstance(act, Act)
    ops = _ops(content.ability(act.card, act.ability))
    sign = -1.0 if any(isinstance(i, HARMS) for i in ops) else 1.0
    thing = field.by_word.get(word)
    if thing is None:
        if word in content.cards:
            return 0.3 * mind.card(word)
        return 1.0 if field.owners(_zone(mind), [word]) != {seat} else -1.0
    worth = _worth(mind, thing)
    own = thing.controller == seat
    if any(isinstance(i, card_vocabulary.CopyAsIllusion | card_vocabulary.Sacrifice | card_vocabulary.EachSacrifices) for i in ops):
        return worth if isinstance(ops[0], card_vocabulary.CopyAsIllusion) else -worth
    return sign * (1.0 + worth if own else -1.0 - worth)


def _zone(mind: Mind) -> str:
    act = mind.state.frames[-1]
    assert isinstance(act, Act)
    ability = mind.content.ability(act.card, act.ability)
    slot = next(s for s in ability.targets if s.id not in act.chosen)
    return "trap" if slot.filter.kind == ("trap",) else slot.zone


def _worth(mind: Mind, t: Thing) -> float:
    kind = mind.offers.field.type(t)
    if kind == "warrior":
        return 0.25 * mind.warrior(t)
    return 0.2 * t.hp if kind == "building" else 0.5 + (1.0 if t.hp < 6 else 0.0) if kind == "mine" else 0.3


def _others(mind: Mind) -> list[Candidate]:
    """Every answer to a small question, all equally promising."""
    return [Candidate(0.0, action) for action in mind.choices()]


# The attack


def _attack(mind: Mind) -> list[Candidate]:
    """Candidates for whole attacks, which begin with the attackers picked already."""
    picks = mind.state.picks
    state = mind.state
    if picks:
        state = state.copy()
        state.picks = ()
    field = Field(mind.content, state)
    word = field.word
    found = []
    for promise, plan in attack_plans.plans(field, mind.seat):
        if plan[: len(picks)] == picks:
            row = [*(("attack", word(a), word(t)) for a, t in plan[len(picks) :]), ("confirm",)]
            found.append(Candidate(ATTACK_SCALE * max(-12.0, min(14.0, promise)), row[0], tuple(row[1:])))
    if not picks:
        return [Candidate(HOME, (NONE,)), *found]
    return found or _one(("confirm",))


def _block(mind: Mind) -> list[Candidate]:
    """Candidates for blocks: none, the best-looking one, and each other."""
    offers = mind.offers
    likely = mind.block()
    rows: list[Action] = [("done",), *(("block", a, b) for a, able in offers.blocks.items() for b in able)]
    return [Candidate(1.5 if row == likely else 0.3 if row == ("done",) else 0.0, row) for row in rows[: 2 * AIMS]]


# Traps


def _trap(mind: Mind) -> list[Candidate]:
    """Candidates for traps: each in front of the mine and of the largest buildings."""
    return [Candidate(0.0, ("end",)), *_placed(mind)]


def _trapback(mind: Mind) -> list[Candidate]:
    return [Candidate(-2.0, ("done",)), *_placed(mind)]


def _placed(mind: Mind) -> Iterator[Candidate]:
    offers, field = mind.offers, mind.offers.field
    columns = sorted(offers.columns, key=lambda t: len(field.column(t.uid)) * 4 - (5 if t.is_mine else t.hp / 2))[:COLUMNS]
    for card in offers.traps:
        for i, t in enumerate(columns):
            yield Candidate(0.8 - 0.5 * i + 0.2 * mind.content.cards[card].rarity, ("place", card, field.word(t.uid), "1"))


def _answered(mind: Mind) -> list[Candidate]:
    """The only candidate for a decision made without search."""
    action: Action = getattr(mind, mind.offers.kind)()
    return _one(action)


_OF: dict[str, Callable[[Mind], list[Candidate]]] = {
    "deck": _deck,
    "mulligan": _answered,
    "kuk": _answered,
    "look": _answered,
    "main": _main,
    "react": _react,
    "target": _target,
    "attack": _attack,
    "block": _block,
    "trap": _trap,
    "trapback": _trapback,
}
