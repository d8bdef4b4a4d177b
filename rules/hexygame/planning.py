"""What a seat may say ahead: a pass before it has priority, an answer to a future attack, its next turn (HX-15.4).

Whatever is offered here follows from what the seat may know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from rules.game import Action, Event, Seat, Word
from rules.hexygame import automatic_answers
from rules.hexygame.actions import act
from rules.hexygame.card_vocabulary import POOL
from rules.hexygame.changes import Run
from rules.hexygame.content import Content
from rules.hexygame.imagined_states import imagined
from rules.hexygame.legal_actions import Offers
from rules.hexygame.map import NEIGHBOURS, distance
from rules.hexygame.position import Field
from rules.hexygame.refusals import PASS
from rules.hexygame.state import Item, Reality, State
from rules.parts.ahead import ELSE, FITTING, THEN, choices, parted, preferred
from rules.randomness import Chance

SHOWS = frozenset({"discarded"})
"""The events that bring a hidden card to light, beside those that one seat alone is told."""
LATE = ("cleanup", "end")
"""The phases of a turn after its Main Phase."""
TURNS_UP = frozenset({"searched", "hand_revealed"})
"""Further ones that depend on hidden cards."""
MOST_STEPS = 3
"""So many steps of an answer to an attack are offered at most."""
_STEPS = 500
"""So many answers are more than a turn has in which everybody passes."""
_EMPTY = (0,) * len(POOL)


def comes_next(state: State, seat: Seat) -> bool:
    """Whether a pass of the seat with priority only gives priority to `seat` (HX-8.3)."""
    return state.stage == "play" and not state.pick and not state.held and not state.passes and state.priority != seat


def attacked(offers: Offers) -> Mapping[str, str]:
    """The own reality under the attack on top, if it has no counterstrike yet, and the lead attacker, or whichever attacker it could strike."""
    state, top = offers.state, offers.state.top
    if offers.kind != "respond" or top is None or top.kind != "attack" or top.seat == offers.seat or top.against:
        return {}
    victim = state.realities.get(top.victim)
    attackers = [state.realities[uid] for uid in top.attackers if uid in state.realities]
    if victim is None or not attackers:
        return {}
    return {victim.hex: next((a for a in attackers if offers.field.reaches(victim, a)), attackers[0]).hex}


def words_for(offers: Offers, about: str) -> tuple[str, ...]:
    """What an answer to an attack may aim at: the attacker, or the attack itself."""
    top, found = offers.state.top, attacked(offers)
    return (found[about], f"s{top.id}") if top and about in found else ()


# Answers laid ready


def ready_words(content: Content, state: State, seat: Seat, prefix: Action) -> list[Word]:
    """The next words of an answer to an attack: the kind of question, the own reality, then what the seat could do with what it has now."""
    if state.stage != "play":
        return []
    field = Field(content, state)
    own = {r.hex: r for r in field.by_label(seat)} if any(field.own(1 - seat)) else {}
    if not prefix:
        return [Word("respond")] if own else []
    if prefix[0] != "respond" or len(prefix) == 1:
        return [Word(at) for at in own] if prefix == ("respond",) else []
    if prefix[1] not in own:
        return []
    attacks = [(offers, words_for(offers, prefix[1])) for offers in _attacks(content, state, seat, own[prefix[1]])]
    *done, step = parted(prefix[2:]) or ((),)
    for n, answers in enumerate(done):
        if n + 1 == MOST_STEPS or not _joined(attacks, done[:n], answers, then=True):
            return []
    *others, last = choices(step) or ((),)
    if others and not _joined(attacks, done, preferred(others)):
        return []
    found: dict[str, bool] = {}
    for offers, fitting in attacks:
        now = _played(offers, done, fitting)
        if now is None:
            continue
        for meaning in _meanings(last, fitting):
            for word in now.words(meaning):
                text = FITTING if word.text in fitting else word.text
                found[text] = found.get(text, False) or word.end
            if last and last != PASS and now.ends(meaning):
                goes_on = len(done) + 1 < MOST_STEPS and _played(offers, (*done, step), fitting)
                found |= {THEN: False, ELSE: False} if goes_on else {ELSE: False}
    return [Word(text, end) for text, end in found.items()]


def _joined(attacks: Sequence[tuple[Offers, tuple[str, ...]]], done: Sequence[Action], step: Action, then: bool = False) -> bool:
    """Whether another action may be joined to `step`: each action of it is complete in some attack in which the seat gets so far; the last one,
    with `then`, in one in which the seat acts again."""
    actions = choices(step)
    for n, action in enumerate(actions):
        so_far = preferred(actions[: n + 1]) if then and n + 1 == len(actions) else None
        if not any(_is_whole(offers, fitting, done, action, so_far) for offers, fitting in attacks):
            return False
    return bool(actions)


def _is_whole(offers: Offers, fitting: tuple[str, ...], done: Sequence[Action], action: Action, step: Action | None) -> bool:
    """Whether an action is complete in an attack after these steps, and, if asked, the seat acts again after a step."""
    now = _played(offers, done, fitting)
    if now is None or not action or action == PASS or not any(now.ends(meaning) for meaning in _meanings(action, fitting)):
        return False
    return step is None or _played(offers, (*done, step), fitting) is not None


def _meanings(action: Action, fitting: tuple[str, ...]) -> Iterable[Action]:
    """An action with FITTING replaced by each word that fits; none if such a word was said itself, which is never offered."""
    if not set(action).isdisjoint(fitting):
        return ()
    return dict.fromkeys(tuple(fits if word == FITTING else word for word in action) for fits in fitting)


def _attacks(content: Content, state: State, seat: Seat, victim: Reality) -> Iterator[Offers]:
    """The seat's possible answers to an attack of each enemy on one of its realities, from as near as the enemy can get."""
    for enemy in Field(content, state).by_label(1 - seat):
        new = _quiet(state)
        new.active, new.phase, new.priority, new.passes = 1 - seat, "main", seat, 1
        free = [at for at in NEIGHBOURS[victim.hex] if all(r.hex != at for r in state.realities.values())]
        at = enemy.hex if distance(enemy.hex, victim.hex) == 1 or not free else free[0]
        new.realities[enemy.uid] = replace(enemy, hex=at)
        new.realities |= {r.uid: replace(r, die=0) for r in state.realities.values() if r.owner == seat}
        new.stack = [Item(new.count + 1, "attack", 1 - seat, enemy.card, attackers=(enemy.uid,), victim=victim.uid)]
        new.count += 1
        yield Offers(Field(content, new), seat)


def _played(offers: Offers, steps: Iterable[Action], fitting: tuple[str, ...]) -> Offers | None:
    """The seat's legal actions after its own steps, if its opponent only passes; None if that is impossible."""
    for step in steps:
        meanings = (meaning for action in choices(step) if action for meaning in _meanings(action, fitting))
        action = next((a for a in meanings if offers.ends(a)), PASS)
        if action == PASS:
            return None
        run = Run(offers.content, offers.state.copy())
        act(run, offers, action)
        state = run.state
        if not state.over and not state.pick and state.priority != offers.seat:
            run = Run(offers.content, state.copy())
            act(run, Offers(Field(offers.content, state), state.priority), PASS)
            state = run.state
        if state.over or state.pick or state.priority != offers.seat:
            return None
        offers = Offers(Field(offers.content, state), offers.seat)
    return offers


def _quiet(state: State) -> State:
    """A position with an empty stack and no energy drawn."""
    new = state.copy()
    new.todo, new.fired, new.held, new.batch, new.placed = [], [], [], [], []
    new.pick = new.resolving = None
    new.after_combat, new.under = False, False
    for side in new.sides:
        side.pool = _EMPTY
    return new


# The next turn


def foreseen(content: Content, state: State, seat: Seat) -> tuple[State | None, list[Event]]:
    """The Main Phase of the seat's next turn if everybody does no more than they must (cards drawn until then are unknown), and the events until
    then.

    None in its Main Phase itself, and before and after the game.
    """
    if state.stage != "play" or (state.active == seat and state.phase == "main"):
        return None, []
    events: list[Event] = []
    new = imagined(content, state, seat, Chance.of(0, "foreseen"))
    for _ in range(_STEPS):
        asked = new.pick.seat if new.pick else new.priority
        offers = Offers(Field(content, new), asked)
        if asked == seat and offers.kind == "main":
            return new, events
        run = Run(content, new)
        act(run, offers, automatic_answers.default(offers))
        events += run.events
        if new.over:
            break
        run.give_back(seat)
    return None, []
