"""Carries out the instructions of cards (PC-17a): one function for each, in the order of the card.

An instruction that needs a choice, a reaction window or a replacement leaves a question or a frame with steps; those come first, then the next
instruction (`rules.parts.step_queue`). What is answered to a question is carried out in `actions`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from rules.planetary_conquerors import card_vocabulary
from rules.planetary_conquerors.card_vocabulary import MATERIALS, Instruction, Number, Ref
from rules.planetary_conquerors.changes import Run
from rules.planetary_conquerors.content import Content
from rules.planetary_conquerors.state import Act, Ask, Blow, Chosen, Fight, Leaving, Packet, Thing

LOOKING = ("kuk", "look")
BLOW = ("replace", "strike", "hp", "struck_down")
"""The steps of damage that is dealt (PC-10.3)."""
OPEN = ("window", "resolve", "targets", "run", "finish")
"""The steps of a card, a paid effect or a trap once it may be reacted to (PC-6.3, PC-6.4, PC-12.5)."""
HP_KEYWORDS = {"selfheal": "PC-13.7", "selfdestroy": "PC-13.8"}
"""Keywords that change the HP of their own card at the end of a turn, with their rules."""


class Doing:
    """An effect that is being carried out, and what its references mean (PC-17a)."""

    def __init__(self, run: Run, act: Act) -> None:
        self.run = run
        self.act = act
        self.seat = act.seat

    def things(self, ref: Ref) -> list[Thing]:
        """What a reference names, as far as it is still there and still fits (PC-6.6)."""
        field, state = self.run.field, self.run.state
        if isinstance(ref, card_vocabulary.Group):
            return field.matching(ref.all, self.seat, self.act.source) if ref.all else [state.mine(self.seat)]
        if ref in ("t", "p", "h"):
            return self._chosen(ref)
        uid = {"self": self.act.source, "attacker": self.act.attacker, "attack_target": self.act.target}.get(ref, self.act.event.subject)
        if ref == "attacker" and uid not in field.assaults:
            return []
        found = state.things.get(uid)
        return [found] if found else []

    def _chosen(self, ref: str) -> list[Thing]:
        chosen = self.act.chosen.get(ref)
        if chosen is None:
            return []
        field = self.run.field
        found = [field.by_word[w] for w in chosen.words if w in field.by_word]
        slot = next((s for s in self.run.content.ability(self.act.card, self.act.ability).targets if s.id == ref), None)
        return [t for t in found if slot is None or field.fits(t, slot.filter, self.seat, self.act.source)]

    def thing(self, ref: Ref) -> Thing | None:
        """The one thing that a reference names."""
        return next(iter(self.things(ref)), None)

    def number(self, n: Number) -> int:
        """The value of a number; one that refers to nothing is 0."""
        if isinstance(n, int):
            return n
        if n.event:
            return self.act.event.amount
        if n.count:
            return len(self.run.field.matching(n.count, self.seat, self.act.source))
        found = self.thing(n.of) if n.of else None
        return self.run.field.attack(found) if found else 0

    def player(self, whom: str) -> int | None:
        """The player that a reference names, if there is one still in the game."""
        seat: int | None = self.seat
        if whom == "p":
            chosen = self.act.chosen.get("p")
            seat = int(chosen.words[0][1:]) - 1 if chosen and chosen.words else None
        elif whom == "event.player":
            seat = self.act.event.player
        elif whom == "attacker.controller":
            attacker = self.thing("attacker")
            seat = attacker.controller if attacker else None
        return seat if seat is not None and not self.run.state.sides[seat].out else None


def present(content: Content, act: Act) -> Any:
    """The instruction that an effect is carrying out."""
    return _at(content.ability(act.card, act.ability).do, act.doing)


def _at(do: tuple[Instruction, ...], path: str) -> Any:
    """The instruction at a path: `1` is the second one, `1.otherwise.0` the first of those that stand under its "else"."""
    index, _, rest = path.partition(".")
    found: Any = do[int(index)]
    if not rest:
        return found
    branch, _, deeper = rest.partition(".")
    return _at(getattr(found, branch), deeper)


def do(run: Run, act: Act, instruction: Instruction) -> None:
    """Carries an instruction out, or begins to."""
    _DOES[type(instruction)](Doing(run, act), instruction)


# Materials


def _add(doing: Doing, e: card_vocabulary.Add) -> None:
    """Pays gold and cosmium; also what miners earn in a turn, each by an ability of `cards.json` for the phase `mining`
    (PC-5.4)."""
    doing.run.add(doing.seat, [(i, doing.number(n)) for i, n in enumerate(e.parts)])


def _lose(doing: Doing, e: card_vocabulary.Lose) -> None:
    seat = doing.player(e.who)
    if seat is None:
        return
    run = doing.run
    for material, n, have in zip(MATERIALS, e.parts, run.state.sides[seat].stock, strict=True):
        if min(n, have):
            run.tell("lost", "PC-2.5", seat=seat, material=material, n=min(n, have))
    run.spend(seat, e.parts)


def _steal(doing: Doing, e: card_vocabulary.Steal) -> None:
    """Only what fits into the own storage is moved (PC-R50)."""
    run, seat = doing.run, doing.seat
    victim = doing.player(e.whom)
    if victim is None or victim == seat:
        return
    i = MATERIALS.index(e.material)
    room = run.field.limits(seat)[i] - run.state.sides[seat].stock[i]
    n = max(0, min(e.amount, run.state.sides[victim].stock[i], room))
    run.shift(victim, i, -n)
    run.shift(seat, i, n)
    if n > 0:
        run.tell("stolen", "PC-R50", seat=seat, victim=victim, material=e.material, n=n)


# HP (PC-10)


def _damage(doing: Doing, e: card_vocabulary.Damage) -> None:
    """Opens the window `damage`, if anything is about to be damaged (PC-10.5)."""
    packets = packets_of(doing, e)
    if packets:
        doing.run.push(Blow(tuple(packets)), "damage_window", "recount", *BLOW)


def packets_of(doing: Doing, e: card_vocabulary.Damage) -> list[Packet]:
    """The damage that an instruction would deal now; zero is no damage (PC-10.3)."""
    amount = doing.number(e.amount)
    if amount < 1:
        return []
    act = doing.act
    found = doing.things(e.to)
    return [Packet(act.number, act.card, act.seat, t.uid, amount) for t in doing.run.field.in_order(found)]


def _heal(doing: Doing, e: card_vocabulary.Heal) -> None:
    n = doing.number(e.amount)
    for t in doing.things(e.to):
        healed = min(n, doing.run.field.most_hp(t) - t.hp)
        if healed > 0:
            doing.run.change(t, hp=t.hp + healed)
            _tell_hp(doing, "healed", t, healed, t.hp + healed)


def _lose_hp(doing: Doing, e: card_vocabulary.LoseHp) -> None:
    n = doing.number(e.amount)
    for t in doing.things(e.to):
        doing.run.change(t, hp=t.hp - n)
        _tell_hp(doing, "hp_lost", t, n, t.hp - n)


def _tell_hp(doing: Doing, kind: str, t: Thing, n: int, left: int) -> None:
    """Tells what HP a thing gained or lost, with the keyword that did it, if any (PC-13.7, PC-13.8)."""
    keyword = doing.act.ability if doing.act.ability in HP_KEYWORDS else ""
    doing.run.tell_of(kind, HP_KEYWORDS.get(keyword, "PC-10.8"), t, n=n, left=left, keyword=keyword)


def _set_hp(doing: Doing, e: card_vocabulary.SetHp) -> None:
    for t in doing.things(e.what):
        n = min(e.amount, doing.run.field.most_hp(t))
        doing.run.change(t, hp=n)
        doing.run.tell_of("stayed", "PC-9.1", t, left=n)


def _destroy(doing: Doing, e: card_vocabulary.Destroy) -> None:
    leave(doing.run, doing.things(e.what), "destroy")


def _sacrifice(doing: Doing, e: card_vocabulary.Sacrifice) -> None:
    leave(doing.run, doing.things(e.what), "sacrifice")


def leave(run: Run, things: list[Thing], cause: Any) -> None:
    """Lets things go to junkyards, after replacements (PC-9.4)."""
    if things:
        run.push(Leaving(tuple(t.uid for t in run.field.in_order(things)), cause), "leave")


def _each_sacrifices(doing: Doing, e: card_vocabulary.EachSacrifices) -> None:
    doing.run.state.todo.insert(0, "each_sacrifices")


def each_sacrifices(run: Run) -> None:
    """Lets each player in turn pick one; then all picked cards are sacrificed at once (PC-13.10)."""
    act: Act = run.top()
    if act.off:
        return
    filter_: card_vocabulary.Filter = present(run.content, act).filter
    for seat in run.state.living():
        key = f"p{seat + 1}"
        if key in act.chosen:
            continue
        options = [run.field.word(t.uid) for t in run.field.own(seat) if run.field.fits(t, filter_, seat)]
        if len(options) > 1:
            run.state.ask = Ask("sacrifice_choice", seat, tuple(options))
            run.state.todo.insert(0, "each_sacrifices")
            return
        act = run.top(chosen=act.chosen | {key: Chosen("planet", tuple(options))})
    picked = [w for key, chosen in act.chosen.items() if key[0] == "p" for w in chosen.words]
    leave(run, [run.field.by_word[w] for w in picked if w in run.field.by_word], "sacrifice")


# Cards


def _draw(doing: Doing, e: card_vocabulary.Draw) -> None:
    doing.run.draw(doing.seat, e.amount, "PC-13.1")


def _kuk(doing: Doing, e: card_vocabulary.Kuk) -> None:
    kuk(doing.run, doing.seat, e.amount)


def kuk(run: Run, seat: int, amount: int) -> None:
    """*Kuk*, the game's word for a look at the uppermost cards of one's deck, if there are any (PC-13.2)."""
    _look_at(run, "kuk", seat, amount)


def _look(doing: Doing, e: card_vocabulary.Look) -> None:
    """Looks at cards; the instruction says what may be done with them (PC-13.3)."""
    _look_at(doing.run, "look", doing.seat, e.amount)


def _look_at(run: Run, kind: str, seat: int, amount: int) -> None:
    cards = run.state.sides[seat].library[:amount]
    if cards:
        run.state.looked = tuple(cards)
        run.state.ask = Ask(kind, seat, amount=amount)
        run.tell("looked", "PC-13.3", seat=seat, n=len(cards))


def _trapback(doing: Doing, e: card_vocabulary.Trapback) -> None:
    """Asks for a trap to put back, if there is one (PC-13.4)."""
    run, act = doing.run, doing.act
    traps = [w for w in run.state.sides[act.seat].junkyard if run.content.types[w] == "trap"]
    if e.not_self and act.card in traps:
        traps.remove(act.card)
    if traps and e.amount > 0:
        run.state.ask = Ask("trapback", act.seat, tuple(run.content.sort(traps)), e.amount)


def _move(doing: Doing, e: card_vocabulary.Move) -> None:
    """Moves cards to their owner's hand, deck or junkyard: from planets, junkyards or columns."""
    run = doing.run
    chosen = doing.act.chosen.get(e.what)
    if chosen and chosen.zone == "junkyard":
        side = run.state.sides[doing.seat]
        left = Counter(side.junkyard)
        for card in chosen.words:
            if left[card]:
                left[card] -= 1
                side.junkyard.remove(card)
                side.take(card)
                run.tell("returned", "PC-1.3", seat=doing.seat, card=card, zone=e.to)
        return
    if chosen and chosen.zone == "trap":
        for word in chosen.words:
            found = run.trap(int(word[1:]))
            if found:
                owner = run.state.things[found[0]].controller
                trap = run.lift(int(word[1:]))
                run.junk_trap(owner, trap)
                run.tell("trap_lost", "PC-18.2", seat=owner, card=trap.card)
        return
    for t in doing.things(e.what):
        run.move(t, e.to)


# Coming onto planets


def _put_into_play(doing: Doing, e: card_vocabulary.PutIntoPlay) -> None:
    side = doing.run.state.sides[doing.seat]
    chosen = doing.act.chosen.get(e.what)
    for card in chosen.words if chosen else ():
        if card in side.junkyard:
            side.junkyard.remove(card)
            doing.run.enter(card, doing.seat, exhausted=e.exhausted)


def _create(doing: Doing, e: card_vocabulary.Create) -> None:
    run = doing.run
    made = tuple([run.field.word(run.enter(e.token, doing.seat).uid) for _ in range(e.count)])
    if e.name:
        run.top(chosen=run.top().chosen | {e.name: Chosen("planet", made)})


def _copy(doing: Doing, e: card_vocabulary.CopyAsIllusion) -> None:
    for t in doing.things(e.what):
        doing.run.enter(t.card, doing.seat, illusion=True)


# Warriors and effects


def _ready(doing: Doing, e: card_vocabulary.Ready) -> None:
    for t in doing.things(e.what):
        if t.exhausted:
            doing.run.change(t, exhausted=False)
            doing.run.tell_of("readied", "PC-13.13", t)


def _recharge(doing: Doing, e: card_vocabulary.Recharge) -> None:
    for t in doing.things(e.what):
        if t.used:
            doing.run.change(t, used=())
            doing.run.tell_of("recharged", "PC-5.3", t)


def _modify(doing: Doing, e: card_vocabulary.Modify) -> None:
    shielding = sum(k.x for k in e.keywords if k.kw == "shielding")
    for t in doing.things(e.what):
        doing.run.change(t, attack=t.attack + e.attack, shielding=t.shielding + shielding)
        doing.run.tell_of("modified", "PC-10.2", t, attack=e.attack, shielding=shielding)


def _remove_from_attack(doing: Doing, e: card_vocabulary.RemoveFromAttack) -> None:
    things = {t.uid: t for t in doing.things(e.what)}
    for uid in doing.run.leave_attack(things):
        doing.run.tell_of("removed", "PC-11.5", things[uid])


def _block(doing: Doing, e: card_vocabulary.Block) -> None:
    """Makes an additional block: the fight takes place at once, after its window (PC-10.5)."""
    run = doing.run
    blocker, attacker = doing.thing(e.blocker), doing.thing(e.attacker)
    if blocker is None or attacker is None or blocker.exhausted:
        return
    assault = run.field.assaults.get(attacker.uid)
    if assault is None or assault.blocker or run.field.trait(attacker, "unblockable"):
        return
    set_blocker(run, attacker.uid, blocker.uid)
    tell_block(run, attacker, blocker)
    fight = Fight(attacker.uid, blocker.uid, run.field.attack(attacker))
    packets = fight_packets(run, [(attacker, blocker)])
    run.push(Blow(packets, (fight,)), "damage_window", "recount", *BLOW)


def tell_block(run: Run, attacker: Thing, blocker: Thing) -> None:
    """Tells everybody who blocks whom."""
    field = run.field
    words = [field.word(t.uid) for t in (attacker, blocker)]
    letters = field.letters(attacker, blocker)
    run.tell("blocked", "PC-11.4", seat=blocker.controller, attacker=attacker.card, blocker=blocker.card, things=words, **letters)


def set_blocker(run: Run, attacker: int, blocker: int) -> None:
    """Notes who blocks an attacker."""
    attack = run.state.attack
    assert attack is not None
    run.state.attack = replace(attack, assaults=tuple(replace(a, blocker=blocker) if a.uid == attacker else a for a in attack.assaults))
    run.change(run.state.things[attacker])


def in_turn(run: Run, packets: list[Packet]) -> tuple[Packet, ...]:
    """Damage in the order in which it is handled (PC-9.4)."""
    order = {t.uid: i for i, t in enumerate(run.field.in_order([run.state.things[p.to] for p in packets]))}
    return tuple(sorted(packets, key=lambda p: order[p.to]))


def fight_packets(run: Run, pairs: list[tuple[Thing, Thing]]) -> tuple[Packet, ...]:
    """The damage that attackers and their blockers deal to each other (PC-11.4)."""
    found = []
    for attacker, blocker in pairs:
        for one, other in ((attacker, blocker), (blocker, attacker)):
            if n := run.field.attack(one):
                found.append(Packet(one.source, one.card, one.controller, other.uid, n))
    return in_turn(run, found)


def _cancel(doing: Doing, e: card_vocabulary.Cancel) -> None:
    """Cancels a pending card, which goes to its owner's junkyard, or a paid effect (PC-6.8)."""
    run = doing.run
    chosen = doing.act.chosen.get(e.what)
    for i, frame in enumerate(run.state.frames):
        if isinstance(frame, Act) and chosen and f"s{frame.id}" in chosen.words and frame.pending and not frame.off:
            run.state.frames[i] = replace(frame, off=True)
            run.tell("cancelled", "PC-6.8", seat=frame.seat, card=frame.card, what=frame.kind)
            if frame.kind == "play":
                run.junk(frame.seat, frame.card)


def _gain_control(doing: Doing, e: card_vocabulary.GainControl) -> None:
    for t in doing.things(e.what):
        before = t.controller
        doing.run.leave_attack({t.uid})
        doing.run.change(t, controller=doing.seat)
        doing.run.tell_of("controlled", "PC-13.14", doing.run.state.things[t.uid], before=before)


def _look_at_traps(doing: Doing, e: card_vocabulary.LookAtTraps) -> None:
    """Shows traps to one player privately (PC-18.1)."""
    run, seat = doing.run, doing.seat
    for t in doing.things(e.at):
        column = run.field.column(t.uid)
        run.tell_of("traps_seen", "PC-18.1", t, by=seat, n=len(column))
        run.tell("traps_shown", "PC-18.1", to=seat, seat=seat, thing=run.field.word(t.uid), cards=[trap.card for trap in column])
        if column:
            run.state.columns[t.uid] = tuple(replace(trap, seen=tuple(sorted({*trap.seen, seat}))) for trap in column)


# Choices of the vocabulary


def _pay_or_else(doing: Doing, e: card_vocabulary.PayOrElse) -> None:
    """Asks the player to pay if they can; if not, carries out the "else"."""
    seat = doing.player(e.who)
    if seat is None:
        return
    if doing.run.field.affords(seat, e.pay.parts):
        doing.run.state.ask = Ask("pay_or_else", seat)
    else:
        otherwise(doing.run)


def payer(run: Run) -> int | None:
    """Who may pay now; None once the effect has ended, or its object has gone."""
    act: Act = run.top()
    return None if act.off else Doing(run, act).player(present(run.content, act).who)


def otherwise(run: Run) -> None:
    """Lets the "else" of the present instruction come next."""
    _branch(run, "otherwise")


def _branch(run: Run, name: str) -> None:
    act: Act = run.top()
    inner = getattr(present(run.content, act), name)
    run.top(program=(*(f"{act.doing}.{name}.{i}" for i in range(len(inner))), *act.program))


def _if(doing: Doing, e: card_vocabulary.If) -> None:
    if e.cond.stat:
        found = doing.thing(e.cond.of) if e.cond.of else None
        n = doing.run.field.attack(found) if found else None
        holds = n is not None and (e.cond.at_most is None or n <= e.cond.at_most) and (e.cond.at_least is None or n >= e.cond.at_least)
    else:
        holds = doing.run.field.holds(e.cond, doing.seat)
    _branch(doing.run, "then" if holds else "otherwise")


_DOES: dict[type, Callable[[Doing, Any], None]] = {
    card_vocabulary.Add: _add,
    card_vocabulary.Lose: _lose,
    card_vocabulary.Steal: _steal,
    card_vocabulary.Damage: _damage,
    card_vocabulary.Heal: _heal,
    card_vocabulary.LoseHp: _lose_hp,
    card_vocabulary.SetHp: _set_hp,
    card_vocabulary.Destroy: _destroy,
    card_vocabulary.Sacrifice: _sacrifice,
    card_vocabulary.EachSacrifices: _each_sacrifices,
    card_vocabulary.Draw: _draw,
    card_vocabulary.Kuk: _kuk,
    card_vocabulary.Look: _look,
    card_vocabulary.Trapback: _trapback,
    card_vocabulary.Move: _move,
    card_vocabulary.PutIntoPlay: _put_into_play,
    card_vocabulary.Create: _create,
    card_vocabulary.CopyAsIllusion: _copy,
    card_vocabulary.Ready: _ready,
    card_vocabulary.Recharge: _recharge,
    card_vocabulary.Modify: _modify,
    card_vocabulary.RemoveFromAttack: _remove_from_attack,
    card_vocabulary.Block: _block,
    card_vocabulary.Cancel: _cancel,
    card_vocabulary.GainControl: _gain_control,
    card_vocabulary.LookAtTraps: _look_at_traps,
    card_vocabulary.PayOrElse: _pay_or_else,
    card_vocabulary.If: _if,
}
