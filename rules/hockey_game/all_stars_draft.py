"""The All-Stars draft (HG-11): who picks, what may be picked, and why something may not."""

from __future__ import annotations

from collections import Counter

from rules.game import Refused
from rules.hockey_game import game_flow
from rules.hockey_game.changes import Run
from rules.hockey_game.content import SYMBOLS, Content
from rules.hockey_game.state import State

STAGES = (("team", 1), ("hero", 5), ("special", 3), ("injury", 1), ("bonus", 11))
"""What is picked, and how many a seat (HG-11.1)."""
PICKS = sum(n for _, n in STAGES)


def kind_of(picks: int) -> str:
    """What kind of thing a seat chooses after so many picks."""
    for kind, n in STAGES:
        if picks < n:
            return kind
        picks -= n
    return ""


def left(content: Content, state: State, kind: str) -> dict[str, int]:
    """What is still in the box, with the number of copies (HG-11.2, HG-11.5)."""
    if kind == "team":
        taken = {side.team for side in state.sides}
        return {t: 1 for t in content.teams if t not in taken}
    picked = Counter(w for side in state.sides for w in side.picks)
    return {w: n for w in content.by_kind[kind] if (n := content.stock[w] - picked[w])}


def symbols(content: Content, picks: list[str]) -> int:
    """How many of the cards have the referee symbol."""
    return sum(content.cards[w].referee for w in picks if w in content.cards)


def offered(content: Content, state: State) -> dict[str, int]:
    """The cards or teams that the picking seat may take now, each with how many copies are left."""
    kind = kind_of(len(state.side.picks))
    found = left(content, state, kind)
    if kind == "bonus" and symbols(content, state.side.picks) >= SYMBOLS:
        return {w: n for w, n in found.items() if not content.cards[w].referee}
    return found


def refuse(content: Content, state: State, word: str) -> Refused:
    """The refusal for something that may not be picked."""
    kind = kind_of(len(state.side.picks))
    legal = tuple(offered(content, state))
    if word not in content.cards and word not in content.teams:
        return Refused("no_such_card", "HG-11.2", legal, card=word)
    found = "team" if word in content.teams else content.cards[word].kind
    if found != kind:
        return Refused("other_stage", "HG-11.1", legal, card=word, what=f"a_{kind}")
    if word in left(content, state, kind):
        return Refused("too_many_symbols", "HG-11.3", legal, n=SYMBOLS)
    return Refused("taken", "HG-11.2", legal, card=word)


def pick(run: Run, word: str) -> None:
    """Carries out a pick; after the last one the game is dealt (HG-11.4)."""
    state = run.state
    side = state.side
    kind = kind_of(len(side.picks))
    side.picks.append(word)
    if kind == "team":
        side.team = word
    else:
        side.deck.append(word)
    run.tell("picked", "HG-11.1", seat=state.active, card=word, what=kind)
    if all(len(s.picks) == PICKS for s in state.sides):
        game_flow.deal(run)
    else:
        state.active = 1 - state.active


def choose_team(run: Run, team: str) -> None:
    """Chooses a seat's team, whose cards are its deck (HG-1.3)."""
    state = run.state
    state.side.team = team
    state.side.deck = list(run.content.decks[team])
    run.tell("team", "HG-1.3", seat=state.active, team=team)
    if state.active == 0:
        state.active = 1
    else:
        game_flow.deal(run)
