"""The flow of the game: the steps of a turn, its end, phases, the last round, the end (HK-4, HK-9, HK-11, HK-12).

What needs no decision is skipped: `go_on` asks nobody for a defence or an attack that cannot succeed (`enterable`).
"""

from __future__ import annotations

from rules.game import Seat
from rules.hexknight import combat, ending
from rules.hexknight.changes import Run
from rules.hexknight.content import WOUND, Content
from rules.hexknight.island import Island
from rules.hexknight.state import STEPS, State

HEALING = frozenset({"monastery", "castle"})
HOMELY = frozenset({"village", "castle"})
"""Places that give a healing point, and a card more at the refill, to whoever stands there (HK-10.1)."""

_AFTER = {"exchange": "preparation", "preparation": "movement", "movement": "provocation", "provocation": "rest", "selection": "rest", "rest": "end"}


def target_hand(content: Content, island: Island, state: State, seat: Seat) -> int:
    """How many cards a refill fills the hand up to (HK-11.2)."""
    hero = state.heroes[seat]
    return content.level(hero.experience).hand_size + (island.feature[hero.at] in HOMELY)


def healing(content: Content, island: Island, state: State) -> int:
    """The healing points there are now in the rest step (HK-9.1, HK-9.3): laid out wounds have used theirs."""
    hero = state.hero
    found = (island.feature[hero.at] in HEALING) + (not state.acted)
    return found + sum(content.meditation[kind] for kind in hero.play) - hero.play.count(WOUND)


def enterable(run: Run) -> bool:
    """Whether the present step has something to decide (HK-4.3)."""
    state, hero, content = run.state, run.hero, run.content
    step, hand = state.step, hero.hand
    if step == "exchange":
        return run.island.feature[hero.at] == "magic_circle" and bool(hand)
    if step == "preparation":
        return bool(hero.deck) and any(content.meditation[kind] for kind in hand)
    if step == "movement":
        return any(content.speed[kind] for kind in hand)
    if step == "provocation":
        return bool(run.island.grid.beside[hero.at] & state.guards)
    if step == "defence":
        return combat.total(state, content.defence, hand=True) >= combat.opponent(content, state).attack
    if step == "attack":
        return combat.total(state, content.attack, hand=True) >= combat.opponent(content, state).defence
    if step == "selection":
        return bool(hero.due and state.offer)
    return any(kind != WOUND for kind in hand) or (WOUND in hand and healing(content, run.island, state) >= 1)


def go_on(run: Run) -> None:
    """Skips what needs no decision, until somebody is asked or the game is over."""
    state = run.state
    while state.step != "over":
        if state.step == "end":
            end_turn(run)
        elif enterable(run):
            return
        elif state.step == "defence":
            combat.take_wounds(run)
        elif state.step == "attack":
            combat.give_up(run)
        else:
            move_on(run)


def move_on(run: Run) -> None:
    """Goes on from a step to the next one."""
    state = run.state
    if state.step == "selection":
        run.hero.due = 0
    if state.step in ("provocation", "selection"):
        state.target = -1
    state.step = _AFTER[state.step]


def begin_turn(run: Run, seat: Seat) -> None:
    """A seat's turn begins with its first step."""
    state = run.state
    state.active, state.step = seat, STEPS[0]
    state.acted = state.spent = False
    state.residue, state.target, state.known = 0, -1, state.revealed


def end_turn(run: Run) -> None:
    """The tomb, the refill, the last round (HK-11.1, HK-11.2, HK-11.4), then the next seat. Cards not played stay in the hand (HK-11.3)."""
    state, hero, seat = run.state, run.hero, run.state.active
    if state.fight and (state.fight.seat, state.fight.turn) != (seat, hero.turns):
        state.fight = None
    hero.turns += 1
    if state.trail[-1:] != [hero.at]:
        state.trail = []
    hero.idle = 0 if state.acted or state.spent else hero.idle + 1
    if hero.idle:
        run.tell("idle", "HK-12.4", seat=seat, hex=run.label(hero.at))
    if run.island.feature[hero.at] == "tomb":
        hero.deck.insert(0, WOUND)
        hero.top += 1
        run.tell("tomb", "HK-11.1", seat=seat)
    if hero.deck:
        drawn = hero.draw(max(0, target_hand(run.content, run.island, state, seat) - len(hero.hand)))
        run.tell("refilled", "HK-11.2", seat=seat, n=len(drawn))
        if drawn:
            run.tell("drew", "HK-11.2", to=seat, seat=seat, cards=drawn)
    elif not state.last_round:  # Empty before the refill, even if nothing would be drawn (HK-4.7).
        state.last_round = True
        left = [s for s, other in enumerate(state.heroes) if s != seat and not other.finished]
        run.tell("last_round", "HK-4.5", seat=seat, left=left)
    hero.finished = state.last_round
    next_turn(run)


def next_turn(run: Run) -> None:
    """The next seat that is not finished (HK-4.4); where there is none, the phase ends (HK-4.6), also if nobody does anything any more (HK-12.4)."""
    state = run.state
    following = after(state, state.active)
    if following is None:
        end_phase(run)
        return
    if stagnation := ending.stagnation(state):
        run.tell("stagnation", "HK-12.4", idle=stagnation == ending.IDLE)
        end_phase(run)
    else:
        begin_turn(run, following)


def after(state: State, seat: Seat) -> Seat | None:
    """The next seat in order that is not finished, again and again (HK-4.2); `seat` itself comes last."""
    count = len(state.heroes)
    order = ((seat + i) % count for i in range(1, count + 1))
    return next((s for s in order if not state.heroes[s].finished), None)


def end_phase(run: Run) -> None:
    """Changes the time of day; everybody shuffles and draws; after the last phase the game is over (HK-11.5)."""
    state = run.state
    if state.phase == state.phases:
        ending.finish(run)
        return
    state.phase += 1
    state.last_round = False
    run.tell("phase", "HK-4.1", phase=state.phase, phases=state.phases, day=state.day)
    for seat, hero in enumerate(state.heroes):
        hero.turns = hero.idle = hero.top = hero.bottom = 0
        hero.finished = seat in state.resigned
        if hero.finished:
            continue
        # In a fixed order first: the outcome of the shuffle must not depend on what nobody can see.
        hero.deck = sorted(hero.deck + hero.hand + hero.play + hero.discard)
        hero.hand, hero.play, hero.discard = [], [], []
        state.chance.shuffle(hero.deck)
        drawn = hero.draw(target_hand(run.content, run.island, state, seat))
        run.tell("drew", "HK-11.5", to=seat, seat=seat, cards=drawn)
    for seat in range(len(state.heroes)):
        if seat not in state.resigned:
            run.look(seat)
    run.check_castles()
    following = after(state, state.active)
    assert following is not None
    begin_turn(run, following)
