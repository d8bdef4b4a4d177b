"""Carries out the instructions of cards (HX-11.1): one function for each, in the order of the card.

A function returns True when somebody has to choose first; `chosen` then goes on with the choice (HX-8.7).
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable
from typing import Any

from rules.hexygame import card_vocabulary
from rules.hexygame.card_vocabulary import Instruction, Slot
from rules.hexygame.changes import Run
from rules.hexygame.content import Content
from rules.hexygame.position import MOST_ACTIONS
from rules.hexygame.state import COUNTERSTRUCK, Item, Pick, Reality, Resolving, Target


def ability_of(content: Content, item: Item) -> Any:
    """The ability that a stack item carries out; None for items without one."""
    if item.kind == "spell":
        card = content.cards[item.card]
        return card.spell if card.type in card_vocabulary.NOTIONS else None
    if item.kind not in ("ability", "trigger"):
        return None
    if item.ability.startswith("i"):
        return content.innate[content.types[item.card]][int(item.ability[1:])]
    return content.cards[item.card].abilities[int(item.ability.lstrip("a"))]


def slots_of(content: Content, item: Item) -> tuple[Slot, ...]:
    """The targets that an item has."""
    if item.kind == "spell":
        return content.cards[item.card].slots
    ability = ability_of(content, item)
    return ability.targets if ability else ()


class Doing:
    """A stack item being resolved, and what its references (REF) mean."""

    def __init__(self, run: Run, resolving: Resolving, it: Reality | None = None) -> None:
        self.run = run
        self.resolving = resolving
        self.item = resolving.item
        self.it = it

    def seat(self, player: str) -> int:
        """The seat that `you` or `opponent` means."""
        return self.item.seat if player == "you" else 1 - self.item.seat

    def target(self, ref: str) -> Target | None:
        """The target of a slot if it is still legal."""
        n = int(ref[1]) - 1
        return self.item.targets[n] if self.resolving.good[n] else None

    def reality(self, ref: str) -> Reality | None:
        """The reality that a reference means, if it is still on the battlefield."""
        realities = self.run.state.realities
        if ref == "it":
            return realities.get(self.it.uid) if self.it else None
        if ref == "self":
            return realities.get(self.item.source)
        target = self.target(ref)
        return realities.get(target.uid) if target and target.what == "reality" else None


def do(run: Run, resolving: Resolving, effect: Instruction) -> bool:
    """Carries out an instruction; returns True if a choice must be made first."""
    doing = Doing(run, resolving)
    if isinstance(effect, card_vocabulary.ForEach):
        _for_each(doing, effect)
        return False
    return bool(_DOES[type(effect)](doing, effect))


def _for_each(doing: Doing, effect: card_vocabulary.ForEach) -> None:
    """Finds everything that fits, then applies the effects to all in one step."""
    run = doing.run
    found = run.field.matching(doing.item, effect.filter)
    for inner in effect.do:
        if isinstance(inner, card_vocabulary.Destroy):
            run.destroy([r for r in found if r.uid in run.state.realities])
        else:
            for r in found:
                _DOES[type(inner)](Doing(run, doing.resolving, r), inner)


def _damage(doing: Doing, effect: card_vocabulary.Damage) -> None:
    if r := doing.reality(effect.to):
        _counters(doing.run, r, -doing.run.damage(r, effect.amount), "HX-11.4")


def _heal(doing: Doing, effect: card_vocabulary.Heal) -> None:
    if r := doing.reality(effect.to):
        most = max(r.points, doing.run.content.printed[r.card][3])
        _add(doing.run, r, min(effect.amount, most - r.points))


def _add_points(doing: Doing, effect: card_vocabulary.AddPoints) -> None:
    if r := doing.reality(effect.to):
        _add(doing.run, r, effect.amount)


def _add(run: Run, r: Reality, amount: int) -> None:
    run.change(r, points=r.points + amount)
    _counters(run, r, amount, "HX-11.4")


def _remove_points(doing: Doing, effect: card_vocabulary.RemovePoints) -> None:
    if r := doing.reality(effect.to):
        _counters(doing.run, r, -doing.run.damage(r, effect.amount), "HX-5.4")


def _counters(run: Run, r: Reality, by: int, rule: str) -> None:
    if by:
        left = run.state.realities[r.uid].points
        run.tell("counters_changed", rule, seat=r.owner, card=r.card, hex=r.hex, by=by, n=left)


def _destroy(doing: Doing, effect: card_vocabulary.Destroy) -> None:
    run = doing.run
    target = doing.target(effect.what) if effect.what in ("t1", "t2") else None
    if target and target.what == "enchantment":
        over = run.field.enchanted(target.uid)
        if over:
            gone = next(e for e in over.under if e.uid == target.uid)
            run.change(over, under=tuple(e for e in over.under if e.uid != target.uid))
            run.bury(gone.owner, gone.card)
            run.tell("destroyed", "HX-11.1", seat=gone.owner, card=gone.card, hex=over.hex)
    elif r := doing.reality(effect.what):
        run.destroy([r])


def _bounce(doing: Doing, effect: card_vocabulary.Bounce) -> None:
    if r := doing.reality(effect.what):
        doing.run.bounce(r)


def _move(doing: Doing, effect: card_vocabulary.Move) -> None:
    r, to = doing.reality(effect.what), doing.target(effect.to)
    if r and to and to.name not in doing.run.field.at:
        doing.run.put(r, to.name, "shifted")


def _swap(doing: Doing, effect: card_vocabulary.Swap) -> None:
    """Two realities change places; where both reach a Flag at once, the active seat wins (HX-12.1, HX-12.6)."""
    run, a, b = doing.run, doing.reality(effect.a), doing.reality(effect.b)
    if a and b:
        run.tell("swapped", "HX-11.1", hex=a.hex, other=b.hex, card=a.card, second=b.card)
        swapped = [run.change(a, hex=b.hex), run.change(b, hex=a.hex)]
        for r in sorted(swapped, key=lambda r: r.owner != run.state.active):
            run.check_flag(r)


def _modify(doing: Doing, effect: card_vocabulary.Modify) -> None:
    if r := doing.reality(effect.to):
        doing.run.change(r, attack=r.attack + effect.attack, defense=r.defense + effect.defense)
        doing.run.tell("modified", "HX-11.1", seat=r.owner, card=r.card, hex=r.hex, attack=effect.attack, defense=effect.defense)


def _grant(doing: Doing, effect: card_vocabulary.Grant) -> None:
    if r := doing.reality(effect.to):
        doing.run.change(r, keywords=(*r.keywords, *effect.keywords))
        doing.run.tell("granted", "HX-11.1", seat=r.owner, card=r.card, hex=r.hex, keywords=list(effect.keywords))


def _add_actions(doing: Doing, effect: card_vocabulary.AddActions) -> None:
    r = doing.reality(effect.to)
    if r and r.owner == doing.run.state.active and r.die != COUNTERSTRUCK:
        new = doing.run.change(r, die=min(MOST_ACTIONS, r.die + effect.amount))
        doing.run.tell("die_raised", "HX-11.1", seat=r.owner, card=r.card, hex=r.hex, n=new.die)


def _forbid(doing: Doing, effect: card_vocabulary.Forbid) -> None:
    if r := doing.reality(effect.to):
        doing.run.change(r, forbidden=(*r.forbidden, *effect.what))
        doing.run.tell("forbidden", "HX-11.1", seat=r.owner, card=r.card, hex=r.hex)


def _draw(doing: Doing, effect: card_vocabulary.Draw) -> None:
    doing.run.draw(doing.seat(effect.player), effect.amount, "HX-11.1")


def _gain_energy(doing: Doing, effect: card_vocabulary.GainEnergy) -> None:
    color = doing.item.color if effect.color == "choice" else effect.color
    doing.run.gain(doing.seat(effect.player), color, effect.amount, "HX-5.6")


def _counter(doing: Doing, effect: card_vocabulary.Counter) -> None:
    """Takes an item off the stack; nothing is refunded (HX-9.12)."""
    run, target = doing.run, doing.target(effect.what)
    item = next((i for i in run.state.stack if target and i.id == target.uid), None)
    if item is None:
        return
    run.state.stack.remove(item)
    if item.kind == "spell":
        run.bury(item.seat, item.card)
    run.tell("cancelled", "HX-4.5" if item.kind == "spell" else "HX-9.12", seat=item.seat, what=item.kind, card=item.card)


def _raise(doing: Doing, effect: card_vocabulary.Raise) -> None:
    if effect.card == "self":
        owner, card = doing.item.seat, doing.item.card
    elif target := doing.target(effect.card):
        owner, card = target.uid, target.name
    else:
        return
    side = doing.run.state.sides[owner]
    if card in side.graveyard:
        side.graveyard.reverse()
        side.graveyard.remove(card)
        side.graveyard.reverse()
        side.take(card)
        doing.run.tell("raised", "HX-11.1", seat=owner, card=card)


def _reveal_hand(doing: Doing, effect: card_vocabulary.RevealHand) -> None:
    """Shows a hand as it is now to one seat alone (HX-13)."""
    run, seat, to = doing.run, doing.seat(effect.player), doing.seat(effect.to)
    side = run.state.sides[seat]
    side.shown = side.hand[:]
    run.tell("hand_revealed", "HX-11.1", seat=seat, by=to)
    run.tell("saw", "HX-11.1", to=to, seat=seat, cards=run.content.sort(side.hand))


def _winning_dice(doing: Doing, effect: card_vocabulary.WinningDice) -> None:
    seat = doing.seat(effect.player)
    side = doing.run.state.sides[seat]
    side.dice = max(1, side.dice + effect.amount)
    doing.run.tell("winning_dice", "HX-11.1", seat=seat, n=side.dice)


# Choices


def _ask(run: Run, kind: str, seat: int, options: list[str], amount: int, owner: int = 0) -> bool:
    """Asks for `amount` of the options unless there is no alternative; returns whether it asks (HX-8.11)."""
    pick = Pick(kind, seat, tuple(options), min(amount, len(options)), owner)
    if kind != "pick_search" and len(options) <= amount:
        run.state.pick = pick
        chosen(run, tuple(options))
        return False
    run.state.pick = pick
    return True


def _discard(doing: Doing, effect: card_vocabulary.Discard) -> bool:
    owner = doing.seat(effect.player)
    hand = doing.run.content.sort(doing.run.state.sides[owner].hand)
    return _ask(doing.run, "pick_discard", doing.seat(effect.chooser), hand, effect.amount, owner)


def _search(doing: Doing, effect: card_vocabulary.Search) -> bool:
    run, seat = doing.run, doing.item.seat
    library = run.state.sides[seat].library
    found = [w for w in run.content.sort(list(dict.fromkeys(library))) if run.field.fits_card(w, effect.filter)]
    return _ask(run, "pick_search", seat, found, 1, seat)


def _dig(doing: Doing, effect: card_vocabulary.Dig) -> bool:
    run, seat = doing.run, doing.item.seat
    seen = run.state.sides[seat].library[: effect.look]
    run.tell("dug", "HX-11.1", seat=seat, n=len(seen))
    run.tell("saw", "HX-11.1", to=seat, seat=seat, cards=seen)
    return _ask(run, "pick_dig", seat, seen, effect.take, seat)


def _sacrifice(doing: Doing, effect: card_vocabulary.Sacrifice) -> bool:
    run, seat = doing.run, doing.seat(effect.player)
    field = run.field
    own = [h for h in sorted(field.at, key=lambda h: field.at[h].uid) if field.at[h].owner == seat and field.fits(field.at[h], effect.filter, seat)]
    return _ask(run, "pick_sacrifice", seat, own, effect.amount, seat)


def chosen(run: Run, words: tuple[str, ...]) -> None:
    """Goes on after a choice."""
    pick = run.state.pick
    assert pick is not None
    run.state.pick = None
    side = run.state.sides[pick.owner]
    if pick.kind == "pick_sacrifice":
        run.destroy([run.field.at[w] for w in words])
    elif pick.kind == "pick_discard":
        for word in words:
            side.drop(word)
            run.bury(pick.owner, word)
            run.tell("discarded", "HX-11.1", seat=pick.owner, card=word)
    elif pick.kind == "pick_search":
        for word in words:
            side.library.remove(word)
            side.take(word)
        run.tell("searched", "HX-11.1", seat=pick.owner, cards=list(words))
        run.shuffle(pick.owner)
    else:
        _dug(run, pick, words)


def _dug(run: Run, pick: Pick, words: tuple[str, ...]) -> None:
    """Puts the chosen cards into the hand, the others at the bottom in the order seen."""
    side = run.state.sides[pick.owner]
    seen = side.library[: len(pick.options)]
    del side.library[: len(seen)]
    taken, rest = Tally(words), []
    for card in seen:
        if taken[card]:
            taken[card] -= 1
            side.hand.append(card)
        else:
            rest.append(card)
    side.sink(rest)
    if words:
        run.tell("drew", "HX-11.1", seat=pick.owner, n=len(words))
        run.tell("drew_cards", "HX-11.1", to=pick.owner, seat=pick.owner, cards=run.content.sort(list(words)))


_DOES: dict[type, Callable[[Doing, Any], bool | None]] = {
    card_vocabulary.Damage: _damage,
    card_vocabulary.Heal: _heal,
    card_vocabulary.AddPoints: _add_points,
    card_vocabulary.RemovePoints: _remove_points,
    card_vocabulary.Destroy: _destroy,
    card_vocabulary.Bounce: _bounce,
    card_vocabulary.Move: _move,
    card_vocabulary.Swap: _swap,
    card_vocabulary.Modify: _modify,
    card_vocabulary.Grant: _grant,
    card_vocabulary.AddActions: _add_actions,
    card_vocabulary.Forbid: _forbid,
    card_vocabulary.Draw: _draw,
    card_vocabulary.Discard: _discard,
    card_vocabulary.GainEnergy: _gain_energy,
    card_vocabulary.Counter: _counter,
    card_vocabulary.Raise: _raise,
    card_vocabulary.Search: _search,
    card_vocabulary.Dig: _dig,
    card_vocabulary.RevealHand: _reveal_hand,
    card_vocabulary.Sacrifice: _sacrifice,
    card_vocabulary.WinningDice: _winning_dice,
}
