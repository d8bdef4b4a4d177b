"""Why an action is not legal: the reason, the rule, and what would be legal (HK-14). Steps: `movement`."""

from __future__ import annotations

from rules.game import Action, Refused
from rules.hexknight import combat, game_flow, movement
from rules.hexknight.content import WOUND, Content
from rules.hexknight.island import Island
from rules.hexknight.legal_actions import VERBS, objects, verbs
from rules.hexknight.state import State

RULES = {
    "exchange": "HK-5.2",
    "preparation": "HK-5.4",
    "movement": "HK-6.1",
    "provocation": "HK-7.1",
    "defence": "HK-7.3",
    "attack": "HK-7.6",
    "selection": "HK-8.4",
    "rest": "HK-9.3",
}
"""The rule that asks in each step."""
OF_VERBS = {
    "take_back": "HK-5.1",
    "movement.take_back": "HK-6.6",
    "rest.take_back": "HK-9.5",
    "step": "HK-6.2",
    "travel": "HK-6.7",
    "movement.confirm": "HK-6.5",
    "decline": "HK-7.2",
    "block": "HK-7.4",
    "take_wounds": "HK-7.5",
    "strike": "HK-7.7",
    "heal": "HK-9.4",
    "rest.confirm": "HK-9.6",
}
"""The rules behind verbs, where it is not the one that asks."""
_WITH_OBJECT = frozenset({"play", "take_back", "step", "travel", "provoke", "select"})
_WITH_CARD = frozenset({"play", "take_back", "select"})
_LACKING = {"play": "no_card", "take_back": "nothing_laid_out", "step": "no_step", "travel": "no_step"}
"""Why a verb with an object has none at all."""


def check(content: Content, island: Island, state: State, action: Action) -> None:
    """Raises Refused with the reason why an action of the active seat is illegal; returns for exactly the legal ones."""
    step, rule = state.step, RULES[state.step]
    legal = tuple(w.text for w in verbs(content, island, state))
    verb, rest = (action[0], action[1:]) if action else ("", ())
    if verb not in VERBS[step]:
        raise Refused("asked_otherwise", rule, legal, kind=step)
    if not rest and verb in _LACKING and verb not in legal:
        raise Refused(_LACKING[verb], OF_VERBS.get(f"{step}.{verb}") or OF_VERBS.get(verb) or rule, legal)
    named = tuple(w.text for w in objects(content, island, state, verb)) if verb in _WITH_OBJECT else ()
    if verb in _WITH_OBJECT and rest and rest[0] not in named and (len(rest) == 1 or verb in _WITH_CARD):  # Whatever is named beside a card.
        _refuse(content, island, state, (verb, rest[0]), named)
    if len(rest) != (verb in _WITH_OBJECT):
        raise Refused("not_an_action", rule, named or legal)
    if verb not in _WITH_OBJECT and verb not in legal:
        _refuse_end(content, state, verb)


def _refuse(content: Content, island: Island, state: State, action: Action, legal: tuple[str, ...]) -> None:
    """Raises Refused for a verb with a card or hex that doesn't suit it; reasons are tried in the order of HK-14.2."""
    step, hero, (verb, what) = state.step, state.hero, action
    rule = RULES[step]
    if verb == "select":
        raise Refused("not_in_offer", "HK-8.4", legal, card=what)
    if verb == "play":
        if what not in hero.hand:
            raise Refused("not_in_hand", rule, legal, card=what)
        if what == WOUND:
            raise Refused("wound_stays", "HK-1.5", legal)
        raise Refused(f"no_{step}_value", rule, legal, card=what)
    if verb == "take_back":
        if what in hero.play:
            points = game_flow.healing(content, island, state)
            raise Refused("points_below_zero", "HK-9.5", legal, card=what, need=content.meditation[what], have=points)
        raise Refused("not_in_play", "HK-6.6" if step == "movement" else "HK-5.1", legal, card=what)
    at = island.grid.index.get(what)
    if at is None:
        raise Refused("no_such_hex", rule, legal, hex=what)
    if verb == "provoke":
        # Of an unexplored hex nothing is said, not even that nothing is there (HK-13.2).
        if not state.revealed >> at & 1:
            raise Refused("not_explored", "HK-13.2", legal, hex=what, verb=verb)
        if at not in state.monsters:
            raise Refused("no_monster", "HK-7.1", legal, hex=what)
        raise Refused("not_adjacent", "HK-7.1", legal, hex=what, verb=verb)
    have = movement.points(state, content.speed)
    try:
        (movement.check_step if verb == "step" else movement.check_travel)(island, state, at, have)
    except Refused as error:
        raise Refused(error.reason, error.rule, legal, **error.facts) from None


def _refuse_end(content: Content, state: State, verb: str) -> None:
    """Raises Refused for a step that can't be ended like this."""
    if verb in ("block", "strike"):
        monster = combat.opponent(content, state)
        value, need = (content.defence, monster.attack) if verb == "block" else (content.attack, monster.defence)
        reason, rule = ("needs_defence", "HK-7.3") if verb == "block" else ("needs_attack", "HK-7.6")
        raise Refused(reason, rule, monster=monster.id, need=need, have=combat.total(state, value))
    wounds = state.hero.hand.count(WOUND)
    raise Refused("no_healing" if wounds else "no_wound", "HK-9.4")
