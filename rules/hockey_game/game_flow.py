"""The flow of the game: the deal, faceoffs, turns, what follows from a result (`round_result`), referee cards (HG-4 to HG-7).

Dice, faceoffs, refills, the best hero and the change of periods need nobody (HG-15.3). A turn in which nothing is left but to finish ends by
itself here.
"""

from __future__ import annotations

from typing import Any

from rules.game import Seat
from rules.hockey_game.attack_and_defence_values import best_heroes, counted, fixed_parts, hero_limit, set_heroes
from rules.hockey_game.changes import Run
from rules.hockey_game.content import Content
from rules.hockey_game.ending import finish
from rules.hockey_game.match_report import count
from rules.hockey_game.periods import end_period, ends_period
from rules.hockey_game.referee_deck import top
from rules.hockey_game.rink import CENTRE
from rules.hockey_game.round_result import result
from rules.hockey_game.state import HAND, OPEN, PERIODS, Goal, Part, Round, Turn

# Before the game


def deal(run: Run) -> None:
    """Shuffles, deals, and begins the first period (HG-1.4)."""
    state = run.state
    for side in state.sides:
        state.chance.shuffle(side.deck)
    state.referee = list(run.content.referee)
    state.chance.shuffle(state.referee)
    for seat in (0, 1):
        run.draw(seat, HAND, "HG-1.4")
    run.tell("began", "HG-1.4", teams=[side.team for side in state.sides], cards=state.period_cards)
    faceoff(run, CENTRE)


def faceoff(run: Run, field: str) -> None:
    """Refills both hands; the higher sum of dice and strength gets the puck (HG-4.1 to HG-4.3)."""
    state, content = run.state, run.content
    state.puck = field
    for seat in (0, 1):
        run.refill(seat, "HG-4.2")
    best = [max(side.heroes, key=lambda h: (_strength(content, h), -content.order[h]), default="") for side in state.sides]
    best = [hero if hero and _strength(content, hero) else "" for hero in best]
    team = [content.teams[side.team].attributes["strength"] for side in state.sides]
    add = [team[seat] + (_strength(content, hero) if hero else 0) for seat, hero in enumerate(best)]
    throws = []
    while True:
        dice = [run.throw(2), run.throw(2)]
        throws.append(dice)
        sums = [sum(dice[seat]) + add[seat] for seat in (0, 1)]
        if sums[0] != sums[1]:
            break
    winner = 0 if sums[0] > sums[1] else 1
    run.tell("faceoff", "HG-4.3", field=field, throws=throws, add=add, heroes=best, sums=sums, seat=winner)
    begin_round(run, winner)


def _strength(content: Content, hero: str) -> int:
    return content.cards[hero].attributes.get("strength", 0)


# A turn


def begin_round(run: Run, attacker: Seat) -> None:
    """Begins the attacker's turn (HG-5.1)."""
    state = run.state
    if state.round is not None and state.round.result:
        state.last = state.round
    state.round = Round(attacker, state.puck, [Turn(), Turn()])
    _open(run, "attack_open", attacker)


def _open(run: Run, stage: str, seat: Seat) -> None:
    """Asks for a hero or special card; it is public that an empty hand has none (HG-15.2)."""
    state = run.state
    state.stage, state.active = stage, seat
    if not state.side.hand:
        opened(run)


def opened(run: Run) -> None:
    """Goes on after the opening: the attacker declares, the defender throws the dice (HG-5.3, HG-5.12)."""
    state = run.state
    if state.attacking:
        state.stage = "attack_declare"
    else:
        throw(run)


def declare(run: Run, move: str, target: str) -> None:
    """Declares a move, then throws the dice (HG-5.4, HG-5.5)."""
    state = run.state
    round_ = state.present
    round_.move, round_.target = move, target
    state.ended = 0
    run.tell("declared", "HG-5.4", seat=state.active, move=move, puck=round_.puck, target=target)
    throw(run)


def throw(run: Run) -> None:
    """Throws the dice and computes the known parts of the value; the best hero is preselected (HG-5.5, HG-5.9, HG-5.12)."""
    state, content = run.state, run.content
    seat, turn = state.active, state.turn
    turn.parts = [*fixed_parts(content, run.ground, state, seat), *turn.parts]
    op = content.op(turn.special)
    roll(run, 3 if op == "dice_best_two_of_three" else 2)
    set_heroes(content, run.ground, state, seat, best_heroes(content, run.ground, state, seat))
    state.stage = "attack_play" if state.attacking else "defend_play"
    # Only what everybody can see may end a turn by itself: an empty hand, and nothing to choose (HG-15.2).
    choice = len(state.side.heroes) > hero_limit(content, state, seat)
    if not state.side.hand and not choice and op != "reroll":
        finish_turn(run)


def roll(run: Run, dice: int = 2) -> None:
    """Throws the dice of the present turn, for the first time or again."""
    state = run.state
    turn = state.turn
    turn.dice = run.throw(dice)
    rule = "HG-5.5" if state.attacking else "HG-5.12"
    counts = counted(run.content, turn.special, turn.dice)
    turn.parts = [Part("dice", "", sum(counts), rule), *(p for p in turn.parts if p.source != "dice")]
    run.tell("rolled", rule, seat=state.active, dice=turn.dice[:], counts=counts)


def played(turn: Turn) -> list[str]:
    """The bonus cards of a turn."""
    return [part.name for part in turn.parts if part.source == "bonus"]


def finish_turn(run: Run) -> None:
    """States the final value, part by part, with the dice, for everybody (HG-15.6); bonus cards go to the discard pile, and the defender's turn ends
    the round (HG-5.6, HG-5.10, HG-5.12)."""
    state = run.state
    seat, turn, round_ = state.active, state.turn, state.present
    turn.finished = True
    state.side.discard += played(turn)
    rule = "HG-5.13" if state.attacking else "HG-5.14"
    facts: dict[str, Any] = {"seat": seat, "move": round_.move, "puck": round_.puck, "target": round_.target, "dice": turn.dice[:]}
    parts = [[p.source, p.name, p.n, p.rule] for p in turn.parts]
    run.tell("finished", rule, parts=parts, counts=counted(run.content, turn.special, turn.dice), total=turn.total, **facts)
    if state.attacking:
        _open(run, "defend_open", 1 - seat)
    else:
        _resolve(run)


def play_bonus(run: Run, word: str) -> None:
    """Plays a bonus card; one with the symbol turns a referee card right after its value is added (HG-5.7, HG-5.8)."""
    state = run.state
    card = run.content.cards[word]
    state.side.drop(word)
    state.turn.parts.append(Part("bonus", word, card.value, "HG-5.8" if card.referee else "HG-5.7"))
    run.tell("bonus", "HG-5.7", seat=state.active, card=word, total=state.turn.total)
    if card.referee:
        state.turn.symbol = True
        turn_referee(run)


# What follows from a result


def _resolve(run: Run) -> None:
    """Gives the round its result (HG-5.16) and does what follows (HG-6)."""
    state = run.state
    round_ = state.present
    attacker = round_.attacker
    values = [round_.turns[attacker].total, round_.turns[1 - attacker].total]
    round_.result, rule = result(round_, run.ground)
    count(state)
    facts: dict[str, Any] = {"seat": attacker, "move": round_.move, "puck": round_.puck, "target": round_.target, "values": values}
    if round_.result == "goal":
        turn = round_.turns[attacker]
        heroes = tuple(part.name for part in turn.parts if part.source == "hero")
        state.goals.append(Goal(state.period, attacker, state.rounds, round_.puck, (values[0], values[1]), heroes, turn.special))
        run.tell("goal", rule, score=list(state.score), period=state.period, **facts)
        if state.period > PERIODS:
            finish(run, "HG-9.4")
            return
    else:
        run.tell(round_.result, rule, **facts)
    if ends_period(run):  # Then a move, a restart and refills no longer matter (HG-6.6).
        if end_period(run):
            faceoff(run, CENTRE)
    elif round_.result == "goal":
        faceoff(run, CENTRE)
    elif round_.result == "moved":
        state.puck = round_.target
        begin_round(run, attacker)
    elif round_.result == "missed":
        state.stage, state.active = "restart_choice", 1 - attacker
    else:
        run.refill(attacker, "HG-6.3")
        begin_round(run, 1 - attacker)  # The puck stays where it is, on the own crease as well (HG-6.5).


def restart(run: Run, field: str) -> None:
    """Restarts play after a missed shot, at the chosen field (HG-6.4)."""
    state = run.state
    defender = state.active
    run.tell("restarted", "HG-6.4", seat=defender, field=field)
    if run.ground.is_crease(field):
        run.refill(1 - defender, "HG-6.4")
        state.puck = field
        begin_round(run, defender)
    else:
        faceoff(run, field)


# The referee


def turn_referee(run: Run) -> None:
    """Turns a referee card for the seat that played a symbol (HG-5.8, HG-7.1 to HG-7.3)."""
    state = run.state
    seat = state.active
    code = top(run)
    state.turned.append(code)
    state.clock += 1
    # The round that is being played does not count as one without a card.
    state.quiet = -1
    state.sides[seat].tally.referee += 1
    effect = run.content.codes[code]
    told: dict[str, Any] = {"own": effect.own, "opponent": effect.opponent, "n": state.clock, "of": state.period_cards}
    if effect.op == "injure":
        told["heroes"] = list(state.sides[1 - seat].heroes)
    run.tell("referee", "HG-7.1", seat=seat, code=code, **told)
    if effect.own:
        state.turn.parts.append(Part("referee", code, effect.own, "HG-7.2"))
    if effect.opponent:
        state.present.turns[1 - seat].parts.append(Part("referee", code, effect.opponent, "HG-7.2"))
    if effect.op == "injure":
        ask_injury(run, "HG-7.3")


def ask_injury(run: Run, rule: str) -> bool:
    """Injures the opponent's only hero, or asks which one; returns whether it asks (HG-7.3)."""
    state = run.state
    heroes = state.sides[1 - state.active].heroes
    if len(heroes) == 1:
        injure(run, heroes[0], rule)
    if len(heroes) < 2:
        return False
    state.resume, state.stage = state.stage, "injury_target"
    return True


def injure(run: Run, hero: str, rule: str = "HG-7.3") -> None:
    """Removes a hero from the table, and what they added from the value (HG-7.4)."""
    state = run.state
    owner = 1 - state.active
    side, turn = state.sides[owner], state.present.turns[owner]
    side.heroes = [h for h in side.heroes if h != hero]
    side.discard.append(hero)
    lost = sum(p.n for p in turn.parts if p.source == "hero" and p.name == hero)
    if hero in turn.used:
        turn.used.remove(hero)
        turn.parts = [p for p in turn.parts if p.name != hero]
    run.tell("injured", "HG-7.4" if lost else rule, seat=owner, hero=hero, lost=lost, total=turn.total)


def resume(run: Run) -> None:
    """Returns from a side decision to the stage where it arose."""
    state = run.state
    state.stage, state.resume = state.resume, ""
    if state.stage in OPEN:
        opened(run)
