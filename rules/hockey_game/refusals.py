"""Why an action is not legal: the reason and the rule (HG-3 to HG-8, HG-10). Of the draft: `all_stars_draft`."""

from __future__ import annotations

from rules.game import Action, Refused
from rules.hockey_game import all_stars_draft, special_cards
from rules.hockey_game.content import MOVES, Content
from rules.hockey_game.legal_actions import ALONE, NONE, VERBS, may_reroll, op_in_effect, words
from rules.hockey_game.rink import Ground
from rules.hockey_game.state import State

RULES = {
    "choose_team": "HG-1.3",
    "draft_pick": "HG-11.1",
    "attack_open": "HG-5.1",
    "attack_declare": "HG-5.4",
    "attack_play": "HG-5.6",
    "defend_open": "HG-5.11",
    "defend_play": "HG-5.12",
    "restart_choice": "HG-6.4",
    "injury_target": "HG-7.3",
    "recover_pick": "HG-10.4",
}
"""The rule that asks at each stage."""


def check(content: Content, ground: Ground, state: State, action: Action) -> None:
    """Raises Refused with the reason why an action of the asked seat is illegal; returns for exactly the legal ones."""
    rule = RULES[state.stage]
    verb, rest = (action[0], action[1:]) if action else ("", ())
    if verb not in VERBS[state.stage]:
        _refuse_verb(content, ground, state, verb)
    if verb in ALONE:
        if verb == "reroll" and not may_reroll(content, state):
            raise Refused("rerolled_already" if state.turn.rerolled else "no_reroll", "HG-5.6")
        if rest:
            raise Refused("not_an_action", rule, (verb,))
        return
    if verb == "time":
        _check_time(state)
    ends = False
    for n, word in enumerate(rest):
        offered = words(content, ground, state, (verb, *rest[:n]))
        found = next((w for w in offered if w.text == word), None)
        if found is None:
            if n and not offered:
                raise Refused("not_an_action", rule, action[: n + 1])
            _refuse_object(content, ground, state, action[: n + 2], tuple(w.text for w in offered))
        else:
            ends = found.end
    if not ends:
        legal = tuple(w.text for w in words(content, ground, state, action))
        if not rest and not legal:
            _refuse_empty(state, verb)
        raise Refused("not_an_action", rule, legal)


def _refuse_verb(content: Content, ground: Ground, state: State, verb: str) -> None:
    legal = tuple(w.text for w in words(content, ground, state, ()))
    if verb == "time":
        raise Refused("time_not_now", "HG-8.3", legal)
    raise Refused("asked_otherwise", RULES[state.stage], legal, kind=state.stage)


def _check_time(state: State) -> None:
    if not state.side.time:
        raise Refused("time_used", "HG-8.1")
    if not state.side.hand:
        raise Refused("time_empty", "HG-8.3")


def _refuse_empty(state: State, verb: str) -> None:
    """Raises Refused for a verb with no possible object."""
    if verb == "bonus" and state.turn.deployed:
        raise Refused("hero_deployed", "HG-5.2", hero=state.turn.deployed)
    raise Refused(f"no_{verb}", {"bonus": "HG-5.7", "hero": "HG-5.9"}.get(verb, "HG-5.1"))


def _refuse_object(content: Content, ground: Ground, state: State, tried: Action, legal: tuple[str, ...]) -> None:
    """Raises Refused for a last word that doesn't suit its verb."""
    verb, *chosen, word = tried
    if verb in MOVES:
        try:
            ground.check(state.active, verb, state.puck, word, op_in_effect(content, state) == "pass_free")
        except Refused as error:
            raise Refused(error.reason, error.rule, legal, **error.facts) from None
    if verb == "pick":
        raise all_stars_draft.refuse(content, state, word)
    if verb == "team":
        raise Refused("team_taken" if word in content.teams else "no_such_card", "HG-1.3", legal, card=word)
    if verb == "restart":
        raise Refused("no_restart_there", "HG-6.4", legal, field=word)
    if verb == "injure":
        raise Refused("not_on_table", "HG-7.3", legal, card=word)
    if verb == "recover":
        raise Refused("not_recoverable" if word in state.side.discard else "not_in_discard", "HG-10.4", legal, card=word)
    if verb == "hero":
        if word in state.side.heroes or word == NONE:
            raise Refused("not_another_hero" if chosen else "used_already", "HG-5.9", legal, card=word)
        raise Refused("not_deployed", "HG-5.9", legal, card=word)
    _refuse_card(content, state, verb, word, legal)


def _refuse_card(content: Content, state: State, verb: str, word: str, legal: tuple[str, ...]) -> None:
    """Raises Refused for a card that can't be played or swapped."""
    rule = RULES[state.stage]
    if verb == "bonus" and state.turn.deployed:
        raise Refused("hero_deployed", "HG-5.2", legal, hero=state.turn.deployed)
    if word not in state.side.hand or verb == "time":
        raise Refused("not_in_hand", "HG-8.1" if verb == "time" else rule, legal, card=word)
    card = content.cards[word]
    if verb == "bonus":
        if card.kind != "bonus":
            raise Refused("not_a_bonus", "HG-5.6", legal, card=word)
        if card.attribute not in (None, state.present.move):
            raise Refused("other_move", "HG-5.7", legal, card=word, move=state.present.move)
        raise Refused("second_symbol", "HG-5.8", legal, card=word)
    if verb == "special" and card.kind in ("special", "injury"):
        try:
            special_cards.check(content, state, word)
        except Refused as error:
            raise Refused(error.reason, error.rule, legal, **error.facts) from None
    raise Refused("not_a_hero" if verb == "deploy" else "not_a_special", rule, legal, card=word)
