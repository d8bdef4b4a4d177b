"""The legal actions at each stage, word by word (HG-5, HG-6, HG-8). Where a move may end (offside): `rink`."""

from __future__ import annotations

from collections import Counter

from rules.game import Action, Several, Word
from rules.hockey_game import all_stars_draft, special_cards
from rules.hockey_game.attack_and_defence_values import hero_limit
from rules.hockey_game.content import MOVES, Content
from rules.hockey_game.rink import Ground
from rules.hockey_game.state import PLAY, State
from rules.parts.multiple_choice import chosen_together

NONE = "none"
"""The word for using no hero."""
SWAPPED = 2
"""TIME swaps so many cards at most (HG-8.1)."""
_OPEN = ("deploy", "special", "go_on", "time")
_PLAY = ("bonus", "hero", "reroll", "finish", "time")
VERBS = {
    "choose_team": ("team",),
    "draft_pick": ("pick",),
    "attack_open": _OPEN,
    "attack_declare": (*MOVES, "time"),
    "attack_play": _PLAY,
    "defend_open": _OPEN,
    "defend_play": _PLAY,
    "restart_choice": ("restart",),
    "injury_target": ("injure",),
    "recover_pick": ("recover",),
}
"""What may be done at each stage (HG-6), each by its seat alone (HG-15.4); TIME beside the rest of a turn, not in a side decision (HG-8.4)."""
ALONE = frozenset({"go_on", "shot", "reroll", "finish"})
"""Verbs without an object."""
WORDS = frozenset({*(verb for verbs in VERBS.values() for verb in verbs), NONE})
"""All words of actions but cards, teams and fields."""


def op_in_effect(content: Content, state: State) -> str:
    """The name of the effect of the special card that the seat has played in this turn; "" for none."""
    return content.op(state.turn.special)


def heroes_in_hand(content: Content, state: State) -> list[str]:
    """The heroes that could be deployed (HG-5.1)."""
    return content.sort([w for w in state.side.hand if content.cards[w].kind == "hero"])


def fitting(content: Content, hand: list[str], move: str) -> list[str]:
    """The bonus cards of a hand for a move, with copies, in the order of the data (HG-5.7)."""
    cards = content.cards
    return content.sort([w for w in hand if cards[w].kind == "bonus" and cards[w].attribute in (None, move)])


def bonuses(content: Content, state: State) -> list[str]:
    """The bonus cards in hand that may be played now, with copies (HG-5.2, HG-5.7, HG-5.8)."""
    turn = state.turn
    if turn.deployed:
        return []
    return [w for w in fitting(content, state.side.hand, state.present.move) if not (turn.symbol and content.cards[w].referee)]


def usable(content: Content, state: State) -> list[str]:
    """The cards in hand that may still be of use in this turn: before the dice heroes, special and injury cards, and bonus cards for a move that may
    be declared."""
    bonus = bonuses(content, state) if state.present.move else [w for w in state.side.hand if content.cards[w].kind == "bonus"]
    return bonus if state.stage in PLAY else [*heroes_in_hand(content, state), *special_cards.playable(content, state), *bonus]


def may_reroll(content: Content, state: State) -> bool:
    """Whether both dice may be thrown again (HG-5.6)."""
    return op_in_effect(content, state) == "reroll" and not state.turn.rerolled


def targets(content: Content, ground: Ground, state: State, move: str) -> tuple[str, ...]:
    """Where a move may end (HG-4)."""
    return ground.targets(state.active, move, state.puck, op_in_effect(content, state) == "pass_free")


def words(content: Content, ground: Ground, state: State, prefix: Action) -> list[Word]:
    """The next words of the seat that is asked. See `rules.game.Rules.words`."""
    if not prefix:
        return _verbs(content, ground, state)
    verb, chosen = prefix[0], prefix[1:]
    if verb not in VERBS[state.stage] or verb in ALONE:
        return []
    if verb == "hero":
        return _heroes(content, state, chosen)
    if verb == "time":
        return _time(content, state, chosen)
    if chosen:
        return []
    if verb == "bonus":
        counts = Counter(bonuses(content, state))
        return [Word(w, True, 1 if content.cards[w].referee else n) for w, n in counts.items()]
    return [Word(w, True) for w in _objects(content, ground, state, verb)]


def _verbs(content: Content, ground: Ground, state: State) -> list[Word]:
    found = []
    for verb in VERBS[state.stage]:
        if verb == "bonus":
            cards = bonuses(content, state)
            symbols = sum(content.cards[w].referee for w in cards)
            if cards:
                found.append(Word(verb, False, len(cards) - max(0, symbols - 1)))
        elif verb in ALONE:
            if verb != "reroll" or may_reroll(content, state):
                found.append(Word(verb, True))
        elif words(content, ground, state, (verb,)):
            found.append(Word(verb))
    return found


def _objects(content: Content, ground: Ground, state: State, verb: str) -> list[str]:
    """The words that may follow a verb with one object."""
    if verb in MOVES:
        return list(targets(content, ground, state, verb))
    if verb == "deploy":
        return heroes_in_hand(content, state)
    if verb == "special":
        return special_cards.playable(content, state)
    if verb == "restart":
        goal = ground.own_goal(state.active)
        return [*goal.circles, goal.crease]
    if verb == "injure":
        return content.sort(state.sides[1 - state.active].heroes)
    if verb == "recover":
        return special_cards.recoverable(content, state)
    return list(all_stars_draft.left(content, state, "team") if verb == "team" else all_stars_draft.offered(content, state))


def _heroes(content: Content, state: State, chosen: Action) -> list[Word]:
    """Choices of heroes other than the present one; two are named in the order of the data (HG-5.9)."""
    used, limit = set(state.turn.used), hero_limit(content, state, state.active)
    if len(chosen) >= limit or chosen == (NONE,):
        return []
    found = []
    heroes = content.sort(state.side.heroes)
    rest = heroes[heroes.index(chosen[0]) + 1 :] if chosen and chosen[0] in heroes else [] if chosen else heroes
    for n, hero in enumerate(rest):
        now = {*chosen, hero}
        further = len(now) < limit and n + 1 < len(rest)
        if now != used or further:
            found.append(Word(hero, now != used))
    if not chosen and used:
        found.append(Word(NONE, True))
    return found


def together(content: Content, state: State, prefix: Action) -> Several | None:
    """The words after a prefix that are chosen together (`rules.game.Rules.together`)."""
    if prefix != ("time",) or "time" not in VERBS[state.stage] or not state.side.time:
        return None
    return chosen_together(content.sort(state.side.hand[:]), 1, SWAPPED)


def _time(content: Content, state: State, chosen: Action) -> list[Word]:
    """The words for one or two cards to swap (HG-8.1)."""
    if len(chosen) >= SWAPPED or not state.side.time:
        return []
    hand = state.side.hand[:]
    for word in chosen:
        if word not in hand:
            return []
        hand.remove(word)
    return [Word(w, True) for w in content.sort(list(set(hand)))]
