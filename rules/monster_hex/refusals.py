"""Explains why an action is illegal (MH-7.2)."""

from __future__ import annotations

from rules.game import Action, Refused, Seat
from rules.monster_hex import abilities, placement
from rules.monster_hex.legal_actions import LegalActions
from rules.monster_hex.opening import MOST, SPLIT
from rules.monster_hex.state import State
from rules.monster_hex.view import ASKED_BY
from rules.monster_hex.whose_decision import active, kind_of

_LONGEST = {"place": 4, abilities.TWIST: 3, abilities.INSIGHT: 1, abilities.BOLD: 1}
"""How many words such an action has, without a champion."""


def check(actions: LegalActions, state: State, seat: Seat, action: Action) -> None:
    """Raises Refused with the reason why an action is illegal; returns for exactly the legal ones."""
    if state.phase == "over":
        raise Refused("game_over", "MH-5.1")
    if seat != active(state):
        raise Refused("not_your_turn", "MH-2.1")
    kind = kind_of(state)
    verbs = tuple(w.text for w in actions.words(state, seat, ()))
    verb = action[0] if action else ""
    if verb not in verbs and not (kind == "place" and verb in abilities.ABILITIES):
        raise Refused("asked_otherwise", ASKED_BY[kind], verbs, kind=kind)
    if verb == "place" and 1 < len(action) < 6:
        placement.check(state, actions.content.board(state), actions.content.tiles, state.slot, action[1:4])
        if len(action) == 5:
            _check_champion(actions, state, seat, kind, action[4])
    if verb in abilities.VERBS and len(action) <= _LONGEST[verb]:
        abilities.check(state, actions.content.board(state), seat, action)
    if len(action) in (_LONGEST.get(verb), 5 if verb == "place" else 0):
        return
    options = actions.words(state, seat, action[:-1])
    if any(w.text == action[-1] and w.end for w in options):
        return
    if verb == "take" and len(action) == 2:
        stone = actions.content.board(state).stones[state.queue[0]]
        taken = action[1] in map(str, state.captures[stone.id].taken)
        names = tuple(w.text for w in options)
        raise Refused("value_taken" if taken else "no_such_value", "MH-4.5", names, value=action[1], hex=stone.label)
    if verb == "faction" and len(action) == 2 and action[1] in state.factions:
        raise Refused("faction_taken", "MH-1.4", tuple(w.text for w in options), faction=action[1])
    if verb == "ability" and len(action) == 2 and action[1] in state.chosen:
        raise Refused("ability_taken", "MH-8.1", tuple(w.text for w in options), ability=action[1])
    if verb == SPLIT and len(action) == 2:
        raise Refused("no_such_split", "MH-1.8", tuple(w.text for w in options), most=MOST)
    raise Refused("not_an_action", ASKED_BY[kind], tuple(w.text for w in options) or verbs)


def _check_champion(actions: LegalActions, state: State, seat: Seat, kind: str, word: str) -> None:
    if word != abilities.CHAMPION:
        raise Refused("not_an_action", "MH-3.1")
    if kind != "place":
        raise Refused("not_your_ability", "MH-8.1", ability=word)
    abilities.check(state, actions.content.board(state), seat, (abilities.CHAMPION,))
