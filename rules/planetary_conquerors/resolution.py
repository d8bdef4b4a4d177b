"""Effects: announced, paid for, open to reactions, aimed, carried out, finished (PC-6)."""

from __future__ import annotations

from rules.planetary_conquerors import effects, reaction_windows
from rules.planetary_conquerors.changes import Run
from rules.planetary_conquerors.state import UNTIL_TARGETED, Act, Ask, Chosen, Window


def announce(run: Run, act: Act, cost: tuple[int, int, int], sacrifice: int = 0) -> None:
    """Announces and pays for a card or paid effect; triggers of the payment run before its window (PC-6.3)."""
    window = run.field.window()
    if window:
        run.top(**reaction_windows.reopened(run.state, window, act.seat))
    run.spend(act.seat, cost)
    run.push(act, "hp", "victory", "spent", *effects.OPEN)
    if sacrifice:
        effects.leave(run, [run.state.things[sacrifice]], "sacrifice")


def spent(run: Run) -> None:
    """Runs the triggers of the payment (PC-6.3 step 3)."""
    act: Act = run.top(collects=False)
    buffer = act.buffer
    run.top(buffer=())
    run.batch(buffer)


def window(run: Run) -> None:
    """Opens the window of a card, a paid effect or a trap (PC-7.1)."""
    act: Act = run.top(pending=run.top().kind in ("play", "paid"))
    run.push(Window(act.kind), "poll")


def resolve(run: Run) -> None:
    """Goes on after a closed window: a miner, building or warrior enters and stays (PC-1.1), anything else begins (PC-6.3)."""
    act: Act = run.top(pending=False)
    if act.off:
        return
    act = run.top(collects=True)
    if act.kind == "play" and run.content.types[act.card] != "spell":
        run.enter(act.card, act.seat)


def targets(run: Run) -> None:
    """Asks for targets in the order of the card; then the instructions are fixed (PC-6.5, PC-6.7)."""
    act: Act = run.top()
    if act.off or not act.ability:
        return
    ability = run.content.ability(act.card, act.ability)
    for slot in ability.targets:
        if slot.id in act.chosen:
            continue
        choices = run.field.choices(slot, act)
        if choices and (slot.up_to or len(set(choices)) > slot.count):
            run.state.ask = Ask("target", act.seat, tuple(choices), min(slot.count, len(choices)), slot.up_to)
            run.state.todo.insert(0, "targets")
            return
        aim(run, choices[: slot.count], automatic=True)
        act = run.top()
    if ability.targets and not any(s.up_to for s in ability.targets) and not any(c.words for c in act.chosen.values()):
        run.tell("fizzled", "PC-6.5", seat=act.seat, card=act.card)
        return
    run.top(program=tuple(str(i) for i in range(len(ability.do))))


def aim(run: Run, words: list[str], automatic: bool = False) -> None:
    """Notes what was chosen for the next slot."""
    act: Act = run.top()
    slot = next(s for s in run.content.ability(act.card, act.ability).targets if s.id not in act.chosen)
    zone = slot.zone
    if zone == "planet" and slot.filter.kind == ("trap",):
        uids = {word: trap.uid for word, _, trap in run.field.traps()}
        zone, kept = "trap", [f"t{uids[w]}" for w in words]
    else:
        kept = words
    things = [run.field.by_word[w] for w in words if w in run.field.by_word]
    cards, letters = [t.card for t in things], run.field.letters(*things)
    for seat in run.field.owners(zone, words) - {act.seat}:
        run.state.lift(seat, UNTIL_TARGETED)
    if words:
        run.tell("aimed", "PC-6.7", seat=act.seat, card=act.card, zone=zone, words=words, cards=cards, automatic=automatic, **letters)
    run.top(chosen=act.chosen | {slot.id: Chosen(zone, tuple(kept))})


def carry_out(run: Run) -> None:
    """Carries out the next instruction (PC-6.5); HP are checked after each (PC-10.7)."""
    act: Act = run.top()
    if act.off or not act.program:
        return
    path, *rest = act.program
    act = run.top(program=tuple(rest), doing=path)
    run.state.todo[:0] = ["hp", "run"]
    effects.do(run, act, effects.present(run.content, act))


def finish(run: Run) -> None:
    """Finishes an effect: a spell goes to the junkyard; then the check, then what was triggered (PC-6.3, PC-7.8)."""
    act: Act = run.top(collects=False)
    if act.kind == "play" and not act.off and run.content.types[act.card] == "spell":
        run.junk(act.seat, act.card)
    run.state.todo[:0] = ["hp", "victory", "finished"]


def finished(run: Run) -> None:
    run.batch(run.pop().buffer)
