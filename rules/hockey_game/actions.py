"""What actions do, by their verbs (`DOES`): cards deployed, used, swapped, thrown again (HG-5 and HG-8)."""

from __future__ import annotations

from collections.abc import Callable

from rules.game import Action
from rules.hockey_game import all_stars_draft, game_flow, legal_actions, special_cards
from rules.hockey_game.attack_and_defence_values import set_heroes
from rules.hockey_game.changes import Run
from rules.hockey_game.content import MOVES


def _deploy(run: Run, hero: str) -> None:
    """Puts a hero onto the table (HG-5.1, HG-5.2)."""
    state = run.state
    state.side.drop(hero)
    state.side.heroes.append(hero)
    state.turn.deployed = hero
    run.tell("deployed", "HG-5.1", seat=state.active, hero=hero)
    game_flow.opened(run)


def _use(run: Run, words: Action) -> None:
    """Uses other heroes than the preselected ones (HG-5.9)."""
    state = run.state
    heroes = [w for w in words if w != legal_actions.NONE]
    set_heroes(run.content, run.ground, state, state.active, heroes)
    run.tell("used", "HG-5.9", seat=state.active, heroes=heroes, total=state.turn.total)


def _roll_again(run: Run) -> None:
    run.state.turn.rerolled = True
    game_flow.roll(run)


def _swap(run: Run, words: Action) -> None:
    """Calls TIME: discards cards, then draws as many (HG-8.1, HG-8.2)."""
    state = run.state
    side = state.side
    side.time = False
    state.turn.swapped = True
    for word in words:
        side.drop(word)
        side.discard.append(word)
    run.tell("time", "HG-8.1", seat=state.active, cards=list(words), n=len(words))
    run.draw(state.active, len(words), "HG-8.2")


def _injure(run: Run, hero: str) -> None:
    game_flow.injure(run, hero)
    game_flow.resume(run)


DOES: dict[str, Callable[[Run, Action], None]] = {
    "team": lambda run, action: all_stars_draft.choose_team(run, action[1]),
    "pick": lambda run, action: all_stars_draft.pick(run, action[1]),
    "deploy": lambda run, action: _deploy(run, action[1]),
    "special": lambda run, action: special_cards.play(run, action[1]),
    "go_on": lambda run, action: game_flow.opened(run),
    **dict.fromkeys(MOVES, lambda run, action: game_flow.declare(run, action[0], "".join(action[1:]))),
    "bonus": lambda run, action: game_flow.play_bonus(run, action[1]),
    "hero": lambda run, action: _use(run, action[1:]),
    "reroll": lambda run, action: _roll_again(run),
    "finish": lambda run, action: game_flow.finish_turn(run),
    "time": lambda run, action: _swap(run, action[1:]),
    "restart": lambda run, action: game_flow.restart(run, action[1]),
    "injure": lambda run, action: _injure(run, action[1]),
    "recover": lambda run, action: special_cards.recover(run, action[1]),
}
"""What an action does, by its verb."""
