"""Texts used by keys that are made while the bot runs: whatever a game declares, asks, offers, tells and refuses has words in all languages."""

from __future__ import annotations

import ast
import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from cogs.messages.moves.picker_context import prompt
from data.content import build, games
from data.language import LANGUAGES, Texts
from render.look import Look
from render.painter import painter
from render.theme import THEMES
from rules.game import Refused
from rules.legal_actions import legal
from rules.notation import RESIGN, play
from rules.parts.ahead import SEALED
from tests.every_game.setups import SETUPS, whole_game
from tests.every_game.strict import Strict
from tests.every_game.test_playthroughs import ways
from tests.once_a_run import once_a_run
from tests.sampled import often

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("Anna", "Bohumil", "Cécile", "Dara")
EACH = often(3, 1)
"""Of so many positions one is asked what is offered there: those beside it offer nearly the same."""
OFTEN = 60
"""So many positions of a kind are looked at for whom the others see asked what."""
every_game = pytest.mark.parametrize("game", games())
in_every_language = pytest.mark.parametrize("language", LANGUAGES)


def missing(say: Texts, keys: Iterator[str]) -> list[str]:
    """The keys that have no text."""
    return sorted({key for key in keys if say.find(key) is None})


# What is declared


def declared(game: str) -> Iterator[str]:
    """The keys of everything that a game names before anybody plays it."""
    rules: Any = build(game)
    yield from ("title", "intro.about", "intro.won")
    yield from (f"option.{option.key}.{value}" for option in rules.options for value in option.values)
    yield from (f"order.{order}" for order in rules.orders)
    yield from (f"moment.{kind}" for kind in rules.answers)
    named = (
        *rules.faces,
        *(verb for verbs in rules.answers.values() for verb in verbs),
        *rules.presets,
        *(verb.rpartition(".")[2] for verb in rules.verbs if verb not in SEALED),
    )  # Those are no menu's.
    yield from (f"word.{word}" for word in named if plain(word))
    for reason in reasons(game):
        yield f"refused.{reason}"
        if reason != "no_such_option":  # That is refused before there is a table at which somebody could do better.
            yield f"remedy.{reason}"


def plain(word: str) -> bool:
    """Whether a word must have a name: those with a digit are shown as they are."""
    return not any(c.isdigit() for c in word)


def named_first(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Calls whose first argument is written out: what is called, and that argument."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            yield getattr(node.func, "attr", "") or getattr(node.func, "id", ""), str(node.args[0].value)


@once_a_run
def reasons(game: str) -> set[str]:
    """The reasons of refusals that stand in an engine, and in what it is built from; those that it makes up are found by playing."""
    found, waiting = set(), [*(ROOT / "rules" / game).rglob("*.py")]
    read = {*waiting}
    while waiting:
        tree = ast.parse(waiting.pop().read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rules."):
                path = ROOT / f"{(node.module or '').replace('.', '/')}.py"
                if path.exists() and path not in read:
                    read.add(path)
                    waiting.append(path)
        found |= {reason for name, reason in named_first(tree) if name in ("Refused", "DeckFault")}
    return found if build(game).decks else {reason for reason in found if not reason.startswith("deck_")}


@pytest.mark.sampled(0.4)
@every_game
@in_every_language
def test_what_is_declared_has_a_text(game, language):
    say = Strict(language, game)
    lost = missing(say, declared(game))
    assert not lost, f"data/{game}/locale/{language}.po has no text for {lost}"
    assert say.own("title"), f"data/{game}/locale/{language}.po has no title: the game would be called as the bot is"


@every_game
@in_every_language
def test_what_has_been_done_has_a_text(game, language):
    """For each verb one for whoever has done it, at each kind of decision or at any, with so many further words or with any number."""
    say, rules = Strict(language, game), build(game)
    for kind, verbs in rules.answers.items():
        for verb in verbs:
            keys = (f"did.{kind}.{verb}", f"did.{verb}", *(f"did.{verb}.{n}" for n in range(4)))
            assert any(map(say.find, keys)), f"data/{game}/locale/{language}.po does not tell whoever has done it: did.{verb}, or {keys[0]}"


# What is asked, offered, told and refused


@once_a_run
def played(game: str) -> list[tuple[Any, int, Any]]:
    """Positions of random games of every setup and of all golden playthroughs, each with a seat that is asked there, and the step it took."""
    found = []
    for setup in (s for s in SETUPS if s.game == game):
        found += [(state, seat, step) for state, seat, _, step in whole_game(setup)]
    rules: Any = build(game)
    for way in ways(game).values():
        state = rules.setup(way["seats"], way["options"], way["seed"]).state
        for row in way["rows"](rules, state):
            step = play(rules, state, row)
            if row.action != RESIGN and row.seat in rules.to_act(state):
                found.append((state, row.seat, step))
            state = step.state
    return found


@pytest.mark.sampled(0.2)
@every_game
def test_what_is_asked_has_a_text(game):
    """Who is asked what (`asked.*`), and the question above each choice (`pick.*`), with so many words chosen or with any number.

    A game may tell the others less than what is asked; one that does not has such words for all its kinds.
    """
    rules: Any = build(game)
    kinds, questions, met = set(), set(), Counter[str]()
    for state, seat, _ in played(game)[::EACH]:
        kind = rules.decision(state, seat).kind
        met[kind] += 1
        if met[kind] <= OFTEN:
            kinds |= {kind for _, kind in rules.view(state, None).asked}
        for action in islice(legal(rules, state, seat), 30):
            questions |= {(kind, n) for n in range(len(action)) if (kind, n) not in questions and len(rules.words(state, seat, action[:n])) > 1}
    kinds |= {*rules.kinds} if kinds & {*rules.kinds} else set()
    for language in LANGUAGES:
        say = Strict(language, game)
        lost = missing(say, (f"asked.{kind}" for kind in kinds))
        assert not lost, f"data/{game}/locale/{language}.po does not say what somebody does who is asked: {lost}"
        general = prompt(say, "", 0)
        silent = [kind for kind in rules.kinds if all(prompt(say, kind, n) == general for n in range(6))]
        silent = [f"pick.{kind}" for kind in silent] + [f"pick.{kind}.{n}" for kind, n in sorted(questions) if prompt(say, kind, n) == general]
        assert not silent, f"data/{game}/locale/{language}.po has no question for {silent}"


@pytest.mark.sampled(0.2)
@every_game
def test_what_is_offered_has_a_name(game):
    """Words without a digit are shown by their texts (`word.*`), or as the painter knows them better. What it says beside them has its texts, too."""
    rules: Any = build(game)
    paint, raw = painter(game), set()
    says = [Strict(language, game) for language in LANGUAGES]
    seen = set()
    for n, (state, seat, _) in enumerate(played(game)[::EACH]):
        for action in islice(legal(rules, state, seat), 60):
            for length, word in enumerate(action):
                key = (rules.decision(state, seat).kind, action[0], length, word)
                if not plain(word) or key in seen:
                    continue
                seen.add(key)
                say = says[n % len(says)]
                paint.hint(rules.view(state, seat), Look("light", say, NAMES), action[:length], word)
                known = say.find(f"word.{action[0]}.{word}") or say.find(f"word.{word}")
                if not (known or paint.label(rules.view(state, seat), Look("light", say, NAMES), action[:length], word)):
                    raw.add(" ".join(action[: length + 1]))
    assert not raw, f"data/{game}/locale has no name (word.*) for the last word of {sorted(raw)}, nor has Painter.label"


@pytest.mark.sampled(0.2)
@every_game
def test_what_happens_seldom_has_a_text(game):
    """Events that no game here has met: a text `<prefix>.event.<kind>`, or the painter knows them by name, such as those it is silent about."""
    met = {event.kind for *_, step in played(game) for event in step.events}
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / "rules" / game).rglob("*.py")]
    told = {kind for tree in trees for name, kind in named_first(tree) if name in ("tell", "Event")}
    painters = [path for path in (ROOT / "render").rglob("*.py") if game in (path.stem, path.parent.name)]
    known = {node.value for path in painters for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Constant)}
    for language in LANGUAGES:
        texts = [key.partition(".event.")[2] for key in Strict(language, game).keys]
        lost = [kind for kind in sorted(told - met - known) if not any(text == kind or text.startswith(f"{kind}_") for text in texts)]
        assert not lost, f"data/{game}/locale/{language}.po tells nothing of these events: {lost}"


@every_game
def test_what_is_refused_has_a_text_and_a_remedy(game):
    rules: Any = build(game)
    found, rng = set(), random.Random(6)
    some = played(game)
    words = sorted(
        {word for state, seat, _ in some[:: max(1, len(some) // 20)] for action in islice(legal(rules, state, seat), 40) for word in action}
    )
    for state, seat, _ in rng.sample(some, min(len(some), 150)):
        actions = list(islice(legal(rules, state, seat), 60))
        for _ in range(12):
            wrong = [*rng.choice(actions)]
            wrong[rng.randrange(len(wrong))] = rng.choice(words)
            try:
                rules.apply(state, rng.randrange(len(rules.view(state, None).asked) + 1), tuple(wrong))
            except Refused as error:
                found |= {error.reason, *(other.reason for other in error.others)}
    for language in LANGUAGES:
        lost = missing(Strict(language, game), (f"{family}.{reason}" for reason in found for family in ("refused", "remedy")))
        assert not lost, f"data/{game}/locale/{language}.po has no text for {lost}"


# What is counted on cards

_CZECH = (
    ("moc", "moci", "mocí"), ("zlato", "zlata", "zlat"), ("cosmium", "cosmia", "cosmií"), ("elektřinu", "elektřiny", "elektřin"),
    ("elektřina", "elektřiny", "elektřin"), ("život", "životy", "životů"), ("kartu", "karty", "karet"), ("akci", "akce", "akcí"),
    ("energii", "energie", "energií"), ("energie", "energie", "energií"), ("bytost", "bytosti", "bytostí"), ("bod", "body", "bodů"),
)  # fmt: skip
"""Of one, of two to four, and of more."""


def miscounted(text: str, language: str) -> list[str]:
    """Numbers in a text whose word is in a form for another number."""
    found = []
    for number, word in re.findall(r"(?<![\d/])(\d+) ([^\W\d_]+)", re.sub(r"\bs nejvýš \d+", "", text)):
        n = int(number)
        if language == "cs":
            forms = [forms for forms in _CZECH if word in forms]
            wrong = bool(forms) and all(word != one[0 if n == 1 else 1 if 2 <= n <= 4 else 2] for one in forms)
        else:
            wrong = n == 1 and re.fullmatch(r"\w+[^s]s", word) and word not in ("plus", "hors", "dans", "sous")
        found += [f"{number} {word}"] if wrong else []
    return found


@every_game
@in_every_language
def test_what_cards_count_is_in_the_form_for_its_number(game, language):
    """Each card as it reads: a text may stand for several cards that differ in their numbers."""
    cards = painter(game).cards
    if cards is None:
        pytest.skip("no cards to look up")
    look = Look(THEMES[0], Strict(language, game), NAMES)
    texts = {word: cards.words(face, look) for word, face in build(game).faces.items()}
    wrong = {word: found for word, text in texts.items() if (found := miscounted(text, language))}
    assert not wrong, wrong
    empty = [word for word, text in texts.items() if "()" in text]
    assert not empty, empty


def test_a_wrong_form_is_found():
    assert miscounted("Odeber 1 moci, lízni 2 karty", "cs") == ["1 moci"]
    assert miscounted("It gets +1 actions", "en") == ["1 actions"]
    assert not miscounted("Draw 1 card, 2 cards", "en")
