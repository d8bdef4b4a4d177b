"""What a seat may say ahead: cards for its next defence, and its next attack (HG-15)."""

from __future__ import annotations

from collections import Counter

from msgspec import structs

from rules.game import Action, Event, Seat, Word
from rules.hockey_game import game_flow
from rules.hockey_game.attack_and_defence_values import attributes, hero_value
from rules.hockey_game.changes import Run
from rules.hockey_game.content import MOVES, Content
from rules.hockey_game.legal_actions import bonuses, fitting, heroes_in_hand
from rules.hockey_game.state import State
from rules.parts.ahead import ANY, ELSE, FITTING, THEN, SaidAhead, choices, parted
from rules.parts.engine import walked

SHOWS = frozenset({"rolled", "referee", "put_down", "forechecked", "faceoff"})
"""What brings chance to light: there a draft stops."""
OPENING, PLAYING = "defend_open", "defend_play"
_ROUND_OVER = frozenset({"moved", "lost", "goal", "missed"})
_DEALT_ANEW = frozenset({"goal", "missed", "restarted", "faceoff"})


def turn_of(state: State) -> Seat | None:
    """The attacker during the attacker's turn, which is the one that can be drafted."""
    attacks = state.round is not None and state.stage not in ("over", "restart_choice") and state.attacking
    return state.active if attacks else None


def round_of(state: State) -> tuple[int, ...] | None:
    """The attacker of the present round, or the one that has just ended, and the round's number."""
    if state.round is None or state.stage == "over":
        return None
    return state.round.attacker, state.rounds + (not state.round.result)


def attack(state: State, seat: Seat) -> tuple[int, ...] | None:
    """How many of a seat's attacks are over when it attacks, now or next; None once the game is over."""
    if state.stage == "over":
        return None
    over = sum(state.sides[seat].tally.tried.values())
    round_ = state.round
    defended = round_ is not None and not round_.result and round_.attacker == seat and turn_of(state) != seat
    return (over + defended,)


def come(run: Run, seat: Seat) -> bool:
    """Advances to a seat's next attack, in place, with the puck where this round brings it if it goes well. Returns whether that is known.

    A shot ends with a faceoff, or with a choice of the defender (HG-6.2, HG-6.4).
    """
    state = run.state
    round_ = state.round
    if round_ is None or state.stage in ("over", "restart_choice") or turn_of(state) == seat:
        return False
    if round_.attacker == seat:
        if round_.move == "shot":
            return False
        state.puck = round_.target
    elif round_.move == "shot" and run.ground.in_third(round_.attacker, round_.puck):
        return False
    state.resume = ""
    game_flow.begin_round(run, seat)
    return True


def foreseen_no_more(state: State, events: tuple[Event, ...]) -> SaidAhead:
    """All that is said ahead, with drafts waiting that were made for another attack than the one that has come."""
    kinds = {event.kind for event in events}
    if not kinds & (_ROUND_OVER | _DEALT_ANEW):
        return state.ahead
    as_foreseen = state.round.attacker if state.round and not kinds & _DEALT_ANEW else None
    return {seat: said if seat == as_foreseen else structs.replace(said, waits=bool(said.draft)) for seat, said in state.ahead.items()}


# Cards laid ready


def about(content: Content, run: Run) -> dict[str, str]:
    """The move that a seat defends against, with the card that fits: the hero who adds most, or the cheapest bonus card that suffices alone."""
    state = run.state
    if state.stage == OPENING:
        names = attributes(run.ground, state.present, state.active)
        heroes = [h for h in heroes_in_hand(content, state) if hero_value(content, h, names)]
        card = max(heroes, key=lambda h: (hero_value(content, h, names), -content.order[h]), default=FITTING)
    elif state.stage == PLAYING:
        need = state.present.turns[1 - state.active].total - state.turn.total
        holding = [w for w in bonuses(content, state) if content.cards[w].value >= need > 0 and not content.cards[w].referee]
        card = min(holding, key=lambda w: (content.cards[w].value, content.order[w]), default=FITTING)
    else:
        return {}
    return {ANY: card, state.present.move: card}


def ready_words(content: Content, state: State, seat: Seat, prefix: Action) -> list[Word]:
    """The next words of an answer laid ready for a defence, with the cards that the seat holds (HG-15.5)."""

    def following(prefix: Action) -> list[Word]:
        if len(prefix) < 2:
            return [Word(word) for word in ((ANY, *MOVES) if prefix else (OPENING, PLAYING))]
        kind, move, *answer = prefix
        return _answers(content, state.sides[seat].hand, (kind, move), tuple(answer))

    begun = state.stage not in ("choose_team", "draft_pick", "over")
    return following(prefix) if begun and walked(following, prefix)[0] == len(prefix) else []


def _answers(content: Content, hand: list[str], about: tuple[str, str], answer: Action) -> list[Word]:
    """The next words of an answer, which names no card more often than the hand holds it. After the opening come the dice (HG-5.12)."""
    kind, move = about
    *done, step = parted(answer) or ((),)
    *others, last = choices(step) or ((),)
    named = Counter(action[1] for action in (*(a for s in done for a in choices(s)), *others) if len(action) == 2)
    left = content.sort(list((Counter(hand) - named).keys()))
    # What fits is what fits the first question.
    fits = [] if done or named[FITTING] else [FITTING]
    if kind == OPENING and not done:
        heroes = [w for w in left if content.cards[w].kind == "hero"]
        specials = [w for w in left if content.cards[w].kind in ("special", "injury") and content.cards[w].when != "attack"]
        objects: dict[str, list[str]] = {"deploy": heroes and [*heroes, *fits], "special": specials}
        alone = "go_on"
    else:
        cards = [w for w in left if content.cards[w].kind == "bonus"] if move == ANY else fitting(content, left, move)
        objects = {"bonus": cards and [*cards, *fits]}
        alone = "finish"
    if not last:
        return [*(Word(verb) for verb, words in objects.items() if words), Word(alone, True)]
    if len(last) == 1 and last != (alone,):
        return [Word(w, True) for w in objects[last[0]]]
    goes_on = [] if last == ("finish",) and not others else [Word(THEN)]
    return goes_on if last == (alone,) else [*goes_on, Word(ELSE)]
