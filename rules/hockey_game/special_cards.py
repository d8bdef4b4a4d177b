"""Special and injury cards: when they may be played, and their immediate effects (HG-10).

What holds until the end of the turn: `attack_and_defence_values`; dice thrown again: `may_reroll` in `legal_actions`, `actions`.
"""

from __future__ import annotations

from rules.game import Refused
from rules.hockey_game import game_flow
from rules.hockey_game.attack_and_defence_values import set_heroes
from rules.hockey_game.changes import Run
from rules.hockey_game.content import Content
from rules.hockey_game.state import State

_RECOVERABLE = ("bonus", "hero")


def recoverable(content: Content, state: State) -> list[str]:
    """The cards that Second Wind may take, each once, in the order of the data."""
    return content.sort([w for w in set(state.side.discard) if content.cards[w].kind in _RECOVERABLE])


def check(content: Content, state: State, word: str) -> None:
    """Raises Refused if a special or injury card can't be played now (HG-5.1, HG-5.11, HG-10.1)."""
    card = content.cards[word]
    other = state.sides[1 - state.active]
    if card.when != "any" and (card.when == "attack") != state.attacking:
        raise Refused(f"when_{card.when}", "HG-5.1" if state.attacking else "HG-5.11", card=word)
    if card.op == "injure" and not other.heroes:
        raise Refused("no_opposing_hero", "HG-10.1", card=word)
    if card.op == "recover" and not recoverable(content, state):
        raise Refused("nothing_to_recover", "HG-10.1", card=word)
    if card.op == "opp_discard" and not other.hand:
        raise Refused("opponents_hand_empty", "HG-10.1", card=word)
    if card.op == "goalie_double" and state.present.move != "shot":
        raise Refused("not_a_shot", "HG-10.1", card=word)
    if card.op == "mute_hero" and not state.present.turns[1 - state.active].used:
        raise Refused("no_hero_used", "HG-10.1", card=word)


def playable(content: Content, state: State) -> list[str]:
    """The special and injury cards in hand that may be played now."""
    found = []
    for word in state.side.hand:
        if content.cards[word].kind in ("special", "injury"):
            try:
                check(content, state, word)
            except Refused:
                continue
            found.append(word)
    return content.sort(found)


def play(run: Run, word: str) -> None:
    """Plays a special or injury card; its effect on the value is computed with the dice (HG-5.3)."""
    state = run.state
    side = state.side
    card = run.content.cards[word]
    side.drop(word)
    state.turn.special = word
    run.tell("special", "HG-5.3", seat=state.active, card=word)
    asked = False
    if card.op == "injure":
        asked = game_flow.ask_injury(run, "HG-7.3")
    elif card.op == "draw":
        assert card.effect
        n = run.draw(state.active, card.effect.value, "HG-10.3")
        run.tell("line_change", "HG-10.3", seat=state.active, n=n)
    elif card.op == "opp_discard":
        _forecheck(run)
    elif card.op == "mute_hero":
        _mute(run)
    elif card.op == "recover":
        asked = _ask_recovery(run)
    # Second Wind waits for the choice: it must not take itself (HG-10.4).
    if not (asked and card.op == "recover"):
        side.discard.append(word)
    if not asked:
        game_flow.opened(run)


def _forecheck(run: Run) -> None:
    """Makes the opponent lose a random card."""
    state = run.state
    other = 1 - state.active
    side = state.sides[other]
    # In a fixed order first: what is hit must not depend on the order in which cards were drawn.
    word = state.chance.choice(run.content.sort(side.hand))
    side.drop(word)
    side.discard.append(word)
    run.tell("forechecked", "HG-5.3", seat=other, card=word)


def _mute(run: Run) -> None:
    """Silences the attacker's heroes: they add nothing and stay on the table (HG-5.15)."""
    state = run.state
    attacker = state.present.attacker
    turn = state.present.turns[attacker]
    lost = sum(p.n for p in turn.parts if p.source == "hero")
    turn.muted = True
    set_heroes(run.content, run.ground, state, attacker, turn.used)
    run.tell("muted", "HG-5.15", seat=attacker, lost=lost, total=turn.total)


def _ask_recovery(run: Run) -> bool:
    """Asks which card comes back; returns False if a single one comes back without a question."""
    state = run.state
    choices = recoverable(run.content, state)
    if len(choices) > 1:
        state.resume, state.stage = state.stage, "recover_pick"
        return True
    _take_back(run, choices[0])
    return False


def _take_back(run: Run, word: str) -> None:
    side = run.state.side
    side.discard.remove(word)
    side.take(word)
    run.tell("recovered", "HG-10.4", seat=run.state.active, card=word)


def recover(run: Run, word: str) -> None:
    """Returns the chosen card to the hand; the special card reaches the discard pile after that (HG-10.4)."""
    state = run.state
    _take_back(run, word)
    state.side.discard.append(state.turn.special)
    game_flow.resume(run)
