"""What is said of a toy game of which a part has been deleted: `python -m tests.house.without PART ...` in a copy of the project prints it as JSON.

Each part is deleted in turn and put back. Who looks for it is a child of this process, which has not read the toy game yet.
"""

from __future__ import annotations

import importlib
import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from data.content import build, games
from data.language import DATA, LANGUAGES
from render.painter import painter

GAME = "toy_cards"
ROOT = DATA.parent
ENGINE, PAINTER = f"rules/{GAME}/__init__.py", f"render/{GAME}.py"


class Part(NamedTuple):
    """Where a part of the game lies, and the words by which whoever has forgotten it is told so.

    `cut` is a pattern for what is taken out of a file; without it the file or folder itself goes.
    """

    places: tuple[str, ...]
    told: str
    cut: str = ""


def _file(place: str, told: str = "") -> Part:
    return Part((place,), told or place)


def _named(what: str) -> Part:
    """A part of the painter, or of the engine's class, by its name."""
    return Part((PAINTER,), what, rf"(?m)^    {what}=.*\n")


def _declared(what: str) -> Part:
    return Part((ENGINE,), f"`{what}`", rf"(?m)^    {what} = .*\n")


def _method(what: str) -> Part:
    return Part((ENGINE,), f"`{what}`", rf"(?s)    def {what}\(.*?(?=\n    def |\n    # |\n\n\ndef )")


def _all(name: str, told: str, cut: str) -> Part:
    """Something in every language."""
    return Part(tuple(f"data/{GAME}/{name.format(language)}" for language in LANGUAGES), told, cut)


def _text(key: str) -> Part:
    places = tuple(f"data/{GAME}/locale/{language}.po" for language in LANGUAGES)
    return Part(places, key, rf'(?m)^msgid "{re.escape(key)}"\nmsgstr .*\n')


FILES = {
    "the engine": _file(f"rules/{GAME}", GAME),
    "the painter": _file(PAINTER, f"render/{GAME}"),
    "texts in Czech": _file(f"data/{GAME}/locale/cs.po"),
    "the rulebook in French": _file(f"data/{GAME}/rulebook.fr.md"),
    "the rulebook in English": _file(f"data/{GAME}/rulebook.en.md"),
    "an entry in Czech": Part((f"data/{GAME}/rulebook.cs.md",), "TC-2.3", r"(?m)^## TC-2\.3 .*\n.*\n"),
    "the content": _file(f"data/{GAME}/cards.json", "cards"),
    "the lesson": _file(f"data/{GAME}/lesson.json"),
    "the sketches": _file(f"data/{GAME}/sketches"),
    "what a seat knows": _file(f"tests/{GAME}/knowledge.py"),
    "the ways to end": _file(f"tests/{GAME}/ways.py"),
    "the builders of sketches": _file(f"tests/{GAME}/sketches.py"),
    "the glossary": _file(f"data/{GAME}/glossary.txt"),
    "the words that people ask with": _all("rulebook.{}.md", "begins with `~`", r"(?m)^~.*\n"),
    "the tests of its rules": _file(f"tests/{GAME}/test_rules.py"),
    "a golden playthrough": _file(f"tests/playthroughs/{GAME}/idle.txt"),
}
OF_THE_PAINTER = ("studio", "board", "describe", "narrate", "rules_now", "choice", "hint", "hand", "cards", "deck")
OF_THE_ENGINE = ("version", "options", "kinds", "answers", "opponents")
METHODS = ("decision", "knows", "shortcuts", "view", "imagine", "outcome", "carry_out", "leave", "redact")
TEXTS = (
    *("title", "learn.3", "option.hand.4", "option.seating.drawn", "order.pass_answer", "asked.main", "pick.answer", "pick.main"),
    *("did.play", "did.cancel", "word.play", "word.cancel", "word.heart", "word.red", "refused.no_club", "remedy.no_club", "refused.deck_copies"),
    *("tc.event.stays", "tc.event.over", "tc.stage.answer", "tc.note", "tc.shortcut", "tc.waits", "tc.hint.play", "tc.deck", "tc.card"),
)
PARTS: dict[str, Part] = {
    **FILES,
    **{f"the painter's {what}": _named(what) for what in OF_THE_PAINTER},
    **{f"the engine's {what}": _declared(what) for what in OF_THE_ENGINE},
    **{f"the engine's {what}": _method(what) for what in METHODS},
    "the verbs but those of what is said ahead": Part((ENGINE,), "`verbs`", r'(?m)^        "(deck|play|pass|let|cancel)": .*\n'),
    "the rule of standing orders": Part((ENGINE,), "no rule for `stops`", r"STOPS, (?=SEAL, DRAFT, READY\), )"),
    "the verbs of one question": Part((ENGINE,), "`answers`", r"(?<=ANSWER: \(\"let\", )\"cancel\""),
    "what ranks those who share a place": Part((ENGINE,), "`order` of its Outcome", r", order(?=\))"),
    "who is to act, in words": Part((PAINTER,), "`describe` does not say who is to act", r", \*\(f\"▶ .*?to_act\)"),
    **{f"the text {key}": _text(key) for key in TEXTS},
}


def taken(part: Part, project: Path, aside: Path) -> Callable[[], None]:
    """Takes a part out; what is returned puts it back."""
    for n, place in enumerate(part.places):
        path = project / place
        (shutil.copytree if path.is_dir() else shutil.copy)(path, aside / str(n))
        if part.cut:
            text = path.read_text(encoding="utf-8")
            less = re.sub(part.cut, "", text)
            assert less != text, f"nothing to cut from {place}"
            path.write_text(less, encoding="utf-8")
        elif path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()

    def back() -> None:
        for n, place in enumerate(part.places):
            path, kept = project / place, aside / str(n)
            if kept.is_dir():
                shutil.copytree(kept, path, dirs_exist_ok=True)
                shutil.rmtree(kept)
            else:
                shutil.move(kept, path)

    return back


def checks() -> Iterator[str]:
    """What the suites that every game passes say to the game: nothing if all is there."""
    from tests.every_game.parts import missing

    if found := [*missing(GAME)]:
        yield from found
        return
    contract, pictures, words, book, learn = (
        importlib.import_module(f"tests.{name}")
        for name in ("every_game.test_contract", "every_game.test_pictures", "every_game.test_texts", "data.test_rulebook", "data.test_lesson")
    )
    book.test_every_entry_in_every_language(GAME)
    learn.test_every_game_has_a_lesson_that_plays(GAME)
    for language in LANGUAGES:
        learn.test_every_page_has_its_text(GAME, language)
        words.test_what_is_declared_has_a_text(GAME, language)
        words.test_what_has_been_done_has_a_text(GAME, language)
    for test in (words.test_what_is_asked_has_a_text, words.test_what_is_offered_has_a_name, words.test_what_is_refused_has_a_text_and_a_remedy):
        test(GAME)
    for test in (pictures.test_what_can_be_looked_up, pictures.test_decks, pictures.test_golden_playthroughs_are_told_in_every_language):
        test(GAME)
    for setup in (s for s in pictures.SETUPS if s.game == GAME):
        contract.test_what_is_offered_is_declared(setup)
        contract.test_end(setup)
        pictures.test_boards_hands_and_choices(setup)
        pictures.test_hands_and_parts_of_the_board(setup)
        pictures.test_the_rules_of_the_moment(setup)
        pictures.test_every_event_has_words_or_is_silent_in_all_languages(setup)


def said() -> str:
    """The same in a child of this process: its first sentence."""
    ours, theirs = os.pipe()
    child = os.fork()
    if not child:
        os.close(ours)
        try:
            found = next(checks(), "")
        except BaseException as error:
            found = f"{type(error).__name__}: {error}"
        os.write(theirs, found.encode()[:4000])
        os._exit(0)
    os.close(theirs)
    with os.fdopen(ours, "rb") as pipe:
        found = pipe.read().decode()
    os.waitpid(child, 0)
    return found


def main(project: Path, lost: Iterable[str]) -> dict[str, Any]:
    """What is said of each of these parts when it is missing, and of the whole game under the empty name."""
    aside = project / "aside"
    aside.mkdir()
    found = {"": said()}
    for name in lost:
        back = taken(PARTS[name], project, aside)
        found[name] = said()
        back()
    return found


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    for heavy in ("discord", "PIL.Image", "babel.messages.pofile", "cogs.messages.moves.picker", "pytest"):
        importlib.import_module(heavy)
    for other in games():
        if not other.startswith("toy"):  # The suites look at all games: those that stay as they are need be read only once.
            build(other)
            painter(other)
    assert f"rules.{GAME}" not in sys.modules, "the game is to be read by the children alone"
    print(json.dumps(main(ROOT, sys.argv[1:])))
