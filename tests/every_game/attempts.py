"""What players attempt at any time, right or wrong, and what a good answer to it must speak about.

Nothing here comes from what an engine offers: verbs, when they belong, and the chapters of rules that have to do with them are written down by hand
from the rulebooks, objects are those that were named with a verb anywhere in random games.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from data.content import build
from data.language import LANGUAGES, texts
from rules.game import Action, Rules
from tests.every_game.setups import SETUPS, Setup, whole_game
from tests.once_a_run import once_a_run


class Verb(NamedTuple):
    """The kinds of decision that a verb belongs to, and the chapters (or single rules) that have to do with it."""

    moments: str
    rules: str


GRAMMAR: dict[str, dict[str, Verb]] = {
    "monster_hex": {
        "split": Verb("name_split", "MH-1.8"),
        "begin": Verb("choose_turn", "MH-1.8"),
        "second": Verb("choose_turn", "MH-1.8"),
        "faction": Verb("choose_faction", "MH-1"),
        "ability": Verb("choose_ability", "MH-8"),
        "place": Verb("place place_shared", "MH-3 MH-2.4 MH-6 MH-8"),
        "take": Verb("choose_value", "MH-4"),
        "order": Verb("put_back", "MH-8.3"),
        "twist": Verb("place", "MH-8"),
        "insight": Verb("place", "MH-8"),
        "bold": Verb("place", "MH-8 MH-3.2"),
    },
    "hexknight": {
        "play": Verb("exchange preparation movement defence attack rest", "HK-1 HK-5 HK-6 HK-7 HK-9"),
        "take_back": Verb("exchange preparation movement defence attack rest", "HK-5 HK-6.6 HK-7 HK-9.5"),
        "confirm": Verb("exchange preparation movement rest", "HK-5 HK-6.5 HK-9"),
        "step": Verb("movement", "HK-2 HK-6 HK-13"),
        "travel": Verb("movement", "HK-2 HK-6 HK-13"),
        "provoke": Verb("provocation", "HK-7 HK-13"),
        "decline": Verb("provocation", "HK-7"),
        "block": Verb("defence", "HK-7"),
        "take_wounds": Verb("defence", "HK-7"),
        "strike": Verb("attack", "HK-7"),
        "give_up": Verb("attack", "HK-7"),
        "select": Verb("selection", "HK-8"),
        "heal": Verb("rest", "HK-9"),
    },
    "hockey_game": {
        "team": Verb("choose_team", "HG-1"),
        "pick": Verb("draft_pick", "HG-11"),
        "deploy": Verb("attack_open defend_open", "HG-5.1 HG-5.2 HG-5.11"),
        "special": Verb("attack_open defend_open", "HG-5.1 HG-5.3 HG-5.11 HG-10 HG-7.3"),
        "go_on": Verb("attack_open defend_open", "HG-5.1 HG-5.11 HG-5.4"),
        "speed": Verb("attack_declare", "HG-2 HG-3 HG-5.4"),
        "strength": Verb("attack_declare", "HG-2 HG-3 HG-5.4"),
        "pass": Verb("attack_declare", "HG-2 HG-3 HG-5.4"),
        "shot": Verb("attack_declare", "HG-3 HG-5.4"),
        "bonus": Verb("attack_play defend_play", "HG-5"),
        "hero": Verb("attack_play defend_play", "HG-5"),
        "reroll": Verb("attack_play defend_play", "HG-5"),
        "finish": Verb("attack_play defend_play", "HG-5"),
        "time": Verb("attack_open attack_declare attack_play defend_open defend_play", "HG-8"),
        "restart": Verb("restart_choice", "HG-6"),
        "injure": Verb("injury_target", "HG-7"),
        "recover": Verb("recover_pick", "HG-10"),
    },
    "hexygame": {
        "deck": Verb("deck", "HX-3"),
        "keep": Verb("mulligan", "HX-3"),
        "mulligan": Verb("mulligan", "HX-3"),
        "cast": Verb("main respond", "HX-2 HX-4 HX-5 HX-6"),
        "activate": Verb("main respond", "HX-1.5 HX-2.1 HX-5 HX-6.2 HX-11"),
        "move": Verb("main", "HX-1.5 HX-2 HX-5 HX-9"),
        "attack": Verb("main", "HX-1.5 HX-2.1 HX-5 HX-9 HX-10"),
        "counterstrike": Verb("main respond", "HX-9 HX-10 HX-5"),
        "draw": Verb("main respond", "HX-1.5 HX-2.1 HX-5"),
        "discard": Verb("main respond", "HX-5"),
        "pass": Verb("main respond", "HX-8"),
        "choose": Verb("trigger_target pick_discard pick_dig pick_search pick_sacrifice", "HX-8 HX-11"),
    },
    "planetary_conquerors": {
        "deck": Verb("deck", "PC-3"),
        "keep": Verb("mulligan kuk", "PC-4 PC-13.2"),
        "mulligan": Verb("mulligan", "PC-4"),
        "play": Verb("main react", "PC-2.5 PC-6 PC-7"),
        "activate": Verb("main react", "PC-1.3 PC-2.5 PC-5.3 PC-6 PC-7 PC-13.10"),
        "convert": Verb("main", "PC-2"),
        "end": Verb("main trap", "PC-5"),
        "pass": Verb("react", "PC-7"),
        "bottom": Verb("kuk", "PC-13.2"),
        "look": Verb("look", "PC-13.3"),
        "attack": Verb("attack", "PC-11 PC-13.13"),
        "reset": Verb("attack", "PC-11"),
        "confirm": Verb("attack", "PC-11"),
        "block": Verb("block", "PC-11 PC-13.13"),
        "done": Verb("block trapback", "PC-11 PC-13.4"),
        "advance": Verb("advance", "PC-11"),
        "choose": Verb("target", "PC-6.5"),
        "next": Verb("order", "PC-8"),
        "yes": Verb("optional", "PC-8.5"),
        "no": Verb("optional", "PC-8.5"),
        "replace": Verb("replace", "PC-9"),
        "decline": Verb("replace", "PC-9"),
        "pay": Verb("pay_or_else", "PC-2"),
        "refuse": Verb("pay_or_else", "PC-2"),
        "sacrifice": Verb("sacrifice_choice", "PC-13.10"),
        "place": Verb("trap trapback", "PC-5.8 PC-12 PC-13.4"),
        "move": Verb("trap", "PC-5.8 PC-12"),
    },
}
"""Checked against what is asked and answered in random games by `test_explained`."""


def grammar(game: str) -> dict[str, Verb]:
    """The verbs of a game; of one that nobody has written down here, as it declares them."""
    if game in GRAMMAR:
        return GRAMMAR[game]
    rules = build(game)
    found = {}
    for verb in dict.fromkeys(verb for verbs in rules.answers.values() for verb in verbs):
        kinds = [kind for kind, verbs in rules.answers.items() if verb in verbs]
        found[verb] = Verb(" ".join(kinds), " ".join(rules.verbs.get(verb, rules.kinds[kind]) for kind in kinds))
    return found


class Played(NamedTuple):
    """Positions of random games with what was done there, and the words that followed each verb, by place."""

    rules: Rules[Any]
    positions: list[tuple[Any, int, int, Action]]
    objects: dict[str, list[list[str]]]


def played(game: str, seed: int = 11, most: int = 200, sample: int = 25) -> Played:
    """Some positions of the first actions of a random game of every setup."""
    return Played(build(game), *_seen(game, seed, most, sample))


@once_a_run
def _seen(game: str, seed: int, most: int, sample: int) -> tuple[list[tuple[Any, int, int, Action]], dict[str, list[list[str]]]]:
    positions, objects = [], dict[str, list[set[str]]]()
    for setup in (s for s in SETUPS if s.game == game):
        rows = list(islice(_game(setup, seed), most))
        for _, _, (verb, *rest) in rows:
            for n, word in enumerate(rest):
                places = objects.setdefault(verb, [])
                places.extend(set[str]() for _ in range(n + 1 - len(places)))
                places[n].add(word)
        positions += [(state, seat, setup.seats, action) for state, seat, action in rows[seed % 3 :: max(1, len(rows) // sample)]]
    return positions, {verb: [sorted(words) for words in places] for verb, places in objects.items()}


def _game(setup: Setup, seed: int) -> Iterator[tuple[Any, int, Action]]:
    for state, seat, action, _ in whole_game(setup, seed):
        yield state, seat, action


class Attempt(NamedTuple):
    """What is typed, the verb that is meant by it, in which language it is typed, and how it came about."""

    text: str
    verb: str
    language: str
    way: str


def attempts(found: Played, position: tuple[Any, int, int, Action], rng: random.Random) -> Iterator[Attempt]:
    """What somebody may try at a position: every verb by itself and with things of its kind, and the right action spoiled in several ways."""
    verbs = grammar(found.rules.key)
    for verb in verbs:
        yield Attempt(verb, verb, "en", "verb")
        places = found.objects.get(verb, [])
        words = [rng.choice(place) for place in places[: rng.randint(1, max(1, len(places)))]]
        if words:
            yield Attempt(" ".join([verb, *words]), verb, "en", "objects")
            language = rng.choice(LANGUAGES)
            yield Attempt(" ".join([verb, *(_name(found, word, language) for word in words)]), verb, language, "names")
        language = rng.choice(LANGUAGES)
        label = texts(language, found.rules.key)(f"word.{verb}").removesuffix(" …")
        yield Attempt(" ".join([label, *words]), verb, language, "label")
    action = position[3]
    if action[0] not in verbs:
        return
    for n in range(1, len(action)):
        yield Attempt(" ".join(action[:n]), action[0], "en", "unfinished")
        place = found.objects[action[0]][n - 1]
        wrong = (*action[:n], rng.choice(place), *action[n + 1 :])
        yield Attempt(" ".join(wrong), action[0], "en", "spoiled")
        yield Attempt(" ".join(wrong[: n + 1]), action[0], "en", "spoiled, unfinished")
    yield Attempt(" ".join((*action, rng.choice(found.objects.get(action[0]) or [["now"]])[0])), action[0], "en", "too much")
    yield Attempt(_slip(" ".join(action), rng), action[0], "en", "slip")


def _name(found: Played, word: str, language: str) -> str:
    return texts(language, found.rules.key).find(f"word.{word}") or word


def _slip(text: str, rng: random.Random) -> str:
    """Typed in a hurry: a letter doubled, lost or swapped somewhere after the verb, or capitals."""
    verb, _, rest = text.partition(" ")
    if not rest:
        return text.upper()
    at = rng.randrange(len(rest))
    return f"{verb} {rng.choice((rest[:at] + rest[at:][:1] + rest[at:], rest[:at] + rest[at + 1 :], rest.upper()))}"
