"""Carries out legal actions (PC-16); before the first turn, deals hands and mulligans (PC-4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from rules.game import Action
from rules.parts.cardgame import chosen_deck
from rules.planetary_conquerors import combat, effects, game_flow, replacement_effects, resolution, trigger_order, triggers
from rules.planetary_conquerors.card_vocabulary import MATERIALS
from rules.planetary_conquerors.changes import Run
from rules.planetary_conquerors.content import MINE
from rules.planetary_conquerors.legal_actions import CONVERSION, NONE, Offers
from rules.planetary_conquerors.position import free_letter
from rules.planetary_conquerors.state import Act, Ask, Chosen, Thing, Trap, Window, mine_uid

HAND = 5
"""Cards dealt at the beginning; with two players the second has one more (PC-4.3)."""


def act(run: Run, offers: Offers, action: Action, quiet: bool = False) -> None:
    """Carries a legal action out, with everything that follows without a choice; `quiet` as in `game_flow.go_on`."""
    _DOES[offers.kind, action[0]](run, offers, action[1:])
    game_flow.go_on(run, quiet)


# Before the game (PC-4)


def _deck(run: Run, offers: Offers, rest: Action) -> None:
    """Chooses a deck; when all are chosen, hands are dealt."""
    run.state.sides[offers.seat].deck = chosen_deck(run.content, rest[0])
    run.tell("deck_chosen", "PC-3.1", seat=offers.seat)
    decks_chosen(run)


def decks_chosen(run: Run) -> None:
    """Deals once everybody has chosen a deck."""
    if all(run.state.sides[s].deck for s in run.state.living(0)):
        deal(run)


def deal(run: Run) -> None:
    """Draws the first player, places the starting miners, shuffles and deals; later players begin with materials (PC-4.1, PC-4.2,
    PC-4.3, PC-4.6)."""
    state, content = run.state, run.content
    state.stage = "mulligan"
    seats = state.living(0)
    state.first = state.chance.choice(seats)
    run.tell("first", "PC-4.1", seat=state.first)
    for seat in seats:
        state.things[mine_uid(seat)] = Thing(mine_uid(seat), MINE, seat, seat, content.hp[MINE])
    order = state.living(state.first)
    for seat in order:
        side = state.sides[seat]
        side.library = content.rules.cards(side.deck)
        for card in content.start:
            side.library.remove(card)
            uid = run.count()
            state.things[uid] = Thing(uid, card, seat, seat, letter=free_letter(state.things.values(), card))
        state.chance.shuffle(side.library)
    for i, seat in enumerate(order):
        run.draw(seat, HAND + (len(seats) == 2 and i == 1), "PC-4.3")  # With more players nobody has a sixth (PC-15.2).
    for seat, store in zip(order, content.stores[len(order)], strict=True):
        if any(store):
            state.sides[seat].stock = store
            run.tell("compensated", "PC-4.6", seat=seat, n=list(store))


def _keep_hand(run: Run, offers: Offers, rest: Action) -> None:
    _mulligan(run, offers, ())


def _mulligan(run: Run, offers: Offers, rest: Action) -> None:
    """Stores an answer until all have answered; then they are carried out in turn order (PC-4.4)."""
    state = run.state
    side = state.sides[offers.seat]
    side.answered, side.thrown = True, rest
    run.tell("answered", "PC-4.4", seat=offers.seat)
    mulligans(run)


def mulligans(run: Run) -> None:
    """Carries all mulligans out once everybody has answered."""
    state = run.state
    if any(not state.sides[s].answered for s in state.living()):
        return
    for seat in state.living(state.first):
        side = state.sides[seat]
        thrown, side.thrown = side.thrown, ()
        if thrown:
            for card in thrown:
                side.hand.remove(card)
            side.library += thrown
            state.chance.shuffle(side.library)
            run.tell("mulligan", "PC-4.4", seat=seat, n=len(thrown))
            run.draw(seat, len(thrown), "PC-4.4")
        else:
            run.tell("kept", "PC-4.4", seat=seat)
    state.first = state.living(state.first)[0]
    game_flow.begin_game(run)


# Playing (PC-6)


def _play(run: Run, offers: Offers, rest: Action) -> None:
    """Announces a card and pays for it (PC-6.3)."""
    state, seat, card = run.state, offers.seat, rest[0]
    state.ask = None
    state.sides[seat].drop(card)
    spell = run.content.types[card] == "spell"
    run.tell("played", "PC-6.3", seat=seat, card=card)
    act = Act(run.count(), "play", seat, card, number=run.count(), ability="a0" if spell else "", collects=True)
    resolution.announce(run, act, run.content.cards[card].price.parts)


def _activate(run: Run, offers: Offers, rest: Action) -> None:
    """Announces a paid effect; it is used up now, whatever happens (PC-6.4)."""
    state, seat = run.state, offers.seat
    state.ask = None
    thing = run.field.by_word[rest[0]]
    name = rest[1]
    pay = run.content.ability(thing.card, name).pay
    victim = thing.uid if pay.sacrifice == "self" else run.field.by_word[rest[2]].uid if len(rest) > 2 else 0
    run.change(thing, used=(*thing.used, name))
    run.tell_of("activated", "PC-6.4", thing, ability=name)
    act = Act(run.count(), "paid", seat, thing.card, thing.uid, thing.source, name, collects=True)
    resolution.announce(run, act, pay.parts, victim)


def _convert(run: Run, offers: Offers, rest: Action) -> None:
    """Turns cosmium into electricity at once (PC-2.4)."""
    seat = offers.seat
    run.spend(seat, (0, CONVERSION, 0))
    run.state.sides[seat].converted = True
    run.tell("converted", "PC-2.4", seat=seat)
    run.store(seat, MATERIALS.index("electricity"), 1)


def _end(run: Run, offers: Offers, rest: Action) -> None:
    run.state.ask = None
    game_flow.end_phase(run)


def _pass(run: Run, offers: Offers, rest: Action) -> None:
    window: Window = run.top()
    whatever = (*window.whatever, offers.seat) if rest and offers.seat not in window.whatever else window.whatever
    run.top(passed=(*window.passed, offers.seat), whatever=whatever)
    run.state.ask = None


# Looking at cards


def _kuk(run: Run, offers: Offers, rest: Action) -> None:
    """Cards to the bottom, then so many are drawn (PC-13.2)."""
    state, seat = run.state, offers.seat
    assert state.ask is not None
    amount = state.ask.amount
    _sink(run, seat, rest)
    state.ask, state.looked = None, ()
    run.tell("kuk", "PC-13.2", seat=seat, n=len(rest))
    run.draw(seat, amount, "PC-13.2")


def _no_kuk(run: Run, offers: Offers, rest: Action) -> None:
    _kuk(run, offers, ())


def _sink(run: Run, seat: int, cards: Action) -> None:
    """Puts the looked-at cards `cards` at the bottom, the first one first; their owner knows them."""
    side = run.state.sides[seat]
    looked = list(run.state.looked)
    for card in cards:
        looked.remove(card)
    del side.library[: len(run.state.looked)]
    side.library[:0] = looked
    side.sink(cards)
    if cards:
        side.topped = 0
    side.peeked = max(len(looked), side.peeked - len(cards))


def _look(run: Run, offers: Offers, rest: Action) -> None:
    """Takes a card, or none; the others go where the card says (PC-13.3)."""
    state, seat = run.state, offers.seat
    side = state.sides[seat]
    look = offers.looking
    if look.rest == "bottom":
        taken = rest[0] if look.take and rest[0] != NONE else ""
        laid = rest[1:] if look.take else rest
        _sink(run, seat, (*laid, taken) if taken else laid)
        if taken:
            side.library.pop()
            side.sunk -= 1
            side.hand.append(taken)
            run.tell("took", "PC-18.1", seat=seat)
        run.tell("sunk", "PC-13.3", seat=seat, n=len(laid))
    else:
        ends = list(zip(rest[::2], rest[1::2], strict=True))
        below = tuple(card for card, end in ends if end == "bottom")
        _sink(run, seat, below)
        top = [card for card, end in reversed(ends) if end == "top"]
        side.library[: len(top)] = top
        side.topped = 0
        run.tell("sunk", "PC-13.3", seat=seat, n=len(below))
    state.ask, state.looked = None, ()


# The attack (PC-11)


def _attack(run: Run, offers: Offers, rest: Action) -> None:
    """Gives an attacker its target; nobody else knows it before it is confirmed (PC-11.2)."""
    by_word = run.field.by_word
    run.state.picks = (*run.state.picks, (by_word[rest[0]].uid, by_word[rest[1]].uid))


def _reset(run: Run, offers: Offers, rest: Action) -> None:
    run.state.picks = ()


def _confirm(run: Run, offers: Offers, rest: Action) -> None:
    run.state.ask = None


def _block(run: Run, offers: Offers, rest: Action) -> None:
    """Declares a block, which is public at once (PC-11.4 a)."""
    attacker, blocker = (run.field.by_word[w] for w in rest)
    effects.set_blocker(run, attacker.uid, blocker.uid)
    effects.tell_block(run, attacker, blocker)
    run.state.ask = None


def _no_block(run: Run, offers: Offers, rest: Action) -> None:
    attack = run.state.attack
    assert attack is not None
    run.state.attack = replace(attack, asked=(*attack.asked, offers.seat))
    run.state.ask = None


def _advance(run: Run, offers: Offers, rest: Action) -> None:
    run.state.ask = None
    combat.set_out(run, run.field.by_word[rest[0]].uid)


# Choices


def _choose(run: Run, offers: Offers, rest: Action) -> None:
    run.state.ask = None
    resolution.aim(run, list(rest))


def _choose_none(run: Run, offers: Offers, rest: Action) -> None:
    _choose(run, offers, ())


def _next(run: Run, offers: Offers, rest: Action) -> None:
    """Chooses, for the active player, which trigger runs (PC-8.3)."""
    state = run.state
    state.ask = None
    assert state.todo[0] == "batch"
    del state.todo[0]
    triggers.start_trigger(run, trigger_order.by_word(run.field, run.top().fired)[rest[0]])


def _yes(run: Run, offers: Offers, rest: Action) -> None:
    run.state.ask = None


def _no(run: Run, offers: Offers, rest: Action) -> None:
    run.state.ask = None
    run.top(off=True)


def _replace(run: Run, offers: Offers, rest: Action) -> None:
    run.state.ask = None
    replacement_effects.chosen(run, rest[0] if rest else replacement_effects.DECLINE)


def _pay(run: Run, offers: Offers, rest: Action) -> None:
    top: Act = run.top()
    pay = effects.present(run.content, top).pay
    run.spend(offers.seat, pay.parts)
    run.tell("paid", "PC-2.5", seat=offers.seat, card=top.card, gold=pay.gold, cosmium=pay.cosmium, electricity=pay.electricity)
    run.state.ask = None


def _refuse(run: Run, offers: Offers, rest: Action) -> None:
    run.state.ask = None
    run.tell("refused_to_pay", "PC-2.5", seat=offers.seat, card=run.top().card)
    effects.otherwise(run)


def _sacrifice(run: Run, offers: Offers, rest: Action) -> None:
    run.state.ask = None
    run.top(chosen=run.top().chosen | {f"p{offers.seat + 1}": Chosen("planet", rest)})


# Traps (PC-12)


def _lay(run: Run, card: str, rest: Action, back: bool = False, number: int = 0) -> None:
    at, position = rest
    run.lay(Trap(run.count(), card, back=back, number=number), run.field.by_word[at].uid, int(position))


def _at(run: Run, at: str, position: str) -> dict[str, Any]:
    """Where a trap lies now, for an event."""
    behind = run.field.by_word[at]
    return {"at": at, "on": behind.card, "position": int(position), **run.field.letters(behind)}


def _place(run: Run, offers: Offers, rest: Action) -> None:
    """Places a trap from the hand, face down (PC-12.1)."""
    run.state.ask = None
    side = run.state.sides[offers.seat]
    side.hand.remove(rest[0])
    # Which of the traps that others have seen it is, if any, they cannot tell.
    side.shown = [w for w in side.shown if run.content.types[w] != "trap"]
    side.placed = True
    _lay(run, rest[0], rest[1:])
    run.tell("placed", "PC-12.1", seat=offers.seat, **_at(run, *rest[1:]))


def _move(run: Run, offers: Offers, rest: Action) -> None:
    """Moves a trap to another column, still face down (PC-12.3)."""
    run.state.ask = None
    word, at, position = rest
    uid = next(trap.uid for place, _, trap in run.field.traps() if place == word)
    trap = run.lift(uid)
    run.lay(trap, run.field.by_word[at].uid, int(position))
    run.state.sides[offers.seat].moved = True
    run.tell("moved", "PC-12.3", seat=offers.seat, origin=word, **_at(run, at, position))


def _trapback(run: Run, offers: Offers, rest: Action) -> None:
    """Places a trap from the junkyard; several one after another (PC-13.4)."""
    state, seat = run.state, offers.seat
    ask = state.ask
    assert ask is not None
    state.sides[seat].junkyard.remove(rest[0])
    _lay(run, rest[0], rest[1:], back=True, number=run.number_of(seat, rest[0]))
    run.tell("trapped_back", "PC-13.4", seat=seat, card=rest[0], **_at(run, *rest[1:]))
    left = list(ask.options)
    left.remove(rest[0])
    state.ask = Ask("trapback", seat, tuple(left), ask.amount - 1) if left and ask.amount > 1 else None


def _enough(run: Run, offers: Offers, rest: Action) -> None:
    run.state.ask = None


_DOES: dict[tuple[str, str], Callable[[Run, Offers, Action], None]] = {
    ("deck", "deck"): _deck,
    ("mulligan", "keep"): _keep_hand,
    ("mulligan", "mulligan"): _mulligan,
    ("main", "play"): _play,
    ("main", "activate"): _activate,
    ("main", "convert"): _convert,
    ("main", "end"): _end,
    ("react", "play"): _play,
    ("react", "activate"): _activate,
    ("react", "pass"): _pass,
    ("kuk", "keep"): _no_kuk,
    ("kuk", "bottom"): _kuk,
    ("look", "look"): _look,
    ("attack", "attack"): _attack,
    ("attack", "reset"): _reset,
    ("attack", "confirm"): _confirm,
    ("attack", NONE): _confirm,
    ("block", "block"): _block,
    ("block", "done"): _no_block,
    ("advance", "advance"): _advance,
    ("target", "choose"): _choose,
    ("target", NONE): _choose_none,
    ("order", "next"): _next,
    ("optional", "yes"): _yes,
    ("optional", "no"): _no,
    ("replace", "replace"): _replace,
    ("replace", "decline"): _replace,
    ("pay_or_else", "pay"): _pay,
    ("pay_or_else", "refuse"): _refuse,
    ("sacrifice_choice", "sacrifice"): _sacrifice,
    ("trapback", "place"): _trapback,
    ("trapback", "done"): _enough,
    ("trap", "place"): _place,
    ("trap", "move"): _move,
    ("trap", "end"): _end,
}
"""What each verb does, by the kind of decision."""
