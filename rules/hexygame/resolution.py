"""Resolves the items of the stack (HX-8.6). Who may answer first, and in what order: `priority.py`.

What does not use the stack (HX-8.2) is done at once: energy, prices and counterstrikes in `actions`, potency and dice in `game_flow`, destruction in
`priority`.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.hexygame import combat
from rules.hexygame.changes import Run
from rules.hexygame.content import DRAWN_PER_TURN
from rules.hexygame.effects import ability_of, do, slots_of
from rules.hexygame.map import CENTRE
from rules.hexygame.state import WINNING, Enchantment, Item, Resolving


def resolve(run: Run, item: Item) -> None:
    """Resolves an item that has been taken from the stack; what follows a choice waits in `todo`."""
    if item.kind == "spell" and run.content.cards[item.card].is_reality:
        _enter(run, item)
    elif item.kind in ("spell", "ability", "trigger"):
        _effects(run, item)
    elif item.kind == "move":
        combat.resolve_move(run, item)
    elif item.kind == "regeneration":
        _regenerate(run, item)
    elif item.kind == "draw":
        run.draw(item.seat, DRAWN_PER_TURN, "HX-7.3")
    elif item.kind == "centre":
        _centre(run, item)
    else:
        combat.resolve_combat(run, item)


def _fizzle(run: Run, item: Item, rule: str = "HX-8.6") -> None:
    if item.kind == "spell":
        run.bury(item.seat, item.card)
    run.tell("fizzled", rule, seat=item.seat, what=item.kind, card=item.card)


def _enter(run: Run, item: Item) -> None:
    """Puts a reality onto its hex, if that is still empty (HX-6.4)."""
    if item.hex in run.field.at:
        _fizzle(run, item, "HX-6.4")
    else:
        run.enter(item.card, item.seat, item.hex)


def _effects(run: Run, item: Item) -> None:
    """Checks the targets, then begins the effects."""
    field = run.field
    place = field.where(item.source)
    good = []
    for n, (slot, target) in enumerate(zip(slots_of(run.content, item), item.targets, strict=True)):
        good.append(field.is_good(slot, target, item.seat, item.source, place, item.targets[:n]))
    if good and not any(good):
        _fizzle(run, item)
        return
    if run.content.types[item.card] == "enchantment" and item.kind == "spell":
        _attach(run, item)
        return
    run.tell("resolved", "HX-8.6", seat=item.seat, what=item.kind, card=item.card)
    run.state.resolving = Resolving(item, 0, tuple(good))
    resume(run)


def resume(run: Run) -> None:
    """Goes on with an item's effects, up to the next choice; then the item is done."""
    state = run.state
    resolving = state.resolving
    assert resolving is not None
    effects = ability_of(run.content, resolving.item).effects
    while resolving.done < len(effects) and not state.over:
        effect = effects[resolving.done]
        resolving = state.resolving = replace(resolving, done=resolving.done + 1)
        if do(run, resolving, effect):
            state.todo.insert(0, "resume")
            return
    finish(run)


def finish(run: Run) -> None:
    """Puts a notion into the graveyard, the last step of resolving (HX-4.5)."""
    resolving = run.state.resolving
    assert resolving is not None
    if resolving.item.kind == "spell":
        run.bury(resolving.item.seat, resolving.item.card)
    run.state.resolving = None


def _attach(run: Run, item: Item) -> None:
    """Puts an enchantment under its reality (HX-6.5)."""
    r = run.state.realities[item.targets[0].uid]
    run.change(r, under=(*r.under, Enchantment(run.count(), item.card, item.seat)))
    run.tell("attached", "HX-6.5", seat=item.seat, card=item.card, hex=r.hex)


def _regenerate(run: Run, item: Item) -> None:
    """Restores one hitpoint, if the creature still lacks one and has the keyword (HX-10.4)."""
    r = run.state.realities.get(item.source)
    if r and run.field.has(r, "regeneration") and r.points < run.content.printed[r.card][3]:
        run.change(r, points=r.points + 1)
        run.tell("counters_changed", "HX-10.4", seat=r.owner, card=r.card, hex=r.hex, by=1, n=r.points + 1)


def _centre(run: Run, item: Item) -> None:
    """Raises the Winning Dice if a reality of the active seat is on the Centre (HX-7.6, HX-12.2)."""
    here = run.field.at.get(CENTRE)
    if here is None or here.owner != item.seat:
        return
    side = run.state.sides[item.seat]
    side.dice += 1
    run.state.quiet = -1
    run.tell("winning_dice", "HX-7.6", seat=item.seat, n=side.dice)
    if side.dice >= WINNING:
        run.win(item.seat, "centre", "HX-12.2")
