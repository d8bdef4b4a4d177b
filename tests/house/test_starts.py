"""A start: whatever is built on first use is built once, however many threads ask for it at the same moment, and the process lives.

Each try is a process of its own, since most is built once in one's life: `python -m tests.house.test_starts 50` tries each subject fifty times.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from data.content import games
from tests.syntax import nodes

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("rules", "render", "data", "cogs")
LIMIT = 120
"""Seconds after which a process that has not ended says where its threads are, and is ended."""
BEGIN = f"""
import faulthandler, sys, threading
faulthandler.enable()
faulthandler.dump_traceback_later({LIMIT}, exit=True)
sys.setswitchinterval(1e-6)
THREADS = 8
start, found, failed = threading.Barrier(THREADS), [], []
def race(*works):
    def go(n):
        start.wait()
        try:
            found.append([works[(n + m) % len(works)]() for m in range(len(works))][-n % len(works) or 0])
        except BaseException as error:
            failed.append(error)
    threads = [threading.Thread(target=go, args=(n,), daemon=True) for n in range(THREADS)]
    [thread.start() for thread in threads], [thread.join() for thread in threads]
    if failed:
        raise failed[0]
    assert len(found) == THREADS and all(one is found[0] for one in found), "it was built more than once"
"""
SUBJECTS = {
    **{f"build {key}": f"from data.content import build; race(lambda: build({key!r}))" for key in games()},
    "all games": "from data.content import build, games; race(*[lambda key=key: build(key) for key in games()])",
    "painters": "from render.painter import painter; from data.content import games; race(*[lambda key=key: painter(key) for key in games()])",
    "texts": "from data.language import _catalogue; race(*[lambda l=l: _catalogue('hexygame', l) for l in ('en', 'cs', 'fr')])",
    "books": "from data.rulebook import rulebook; race(*[lambda k=k: rulebook(k, 'cs') for k in ('hexknight', 'monster_hex')])",
    "index": "from data.lookup.answering import lookup; race(lookup)",
    "cards": "from cogs.messages.rules.find_cards import _index, _names; race(lambda: _index('hexygame'), lambda: _names('hexknight'))",
    "pool": "from cogs.messages.decks.card_pool import _traits, _wording; race(*[lambda f=f: f('hexygame', 'fr') for f in [_traits, _wording]])",
    "fonts": "from render.text import font, _letters; race(lambda: font('Bold', 31), _letters)",
    "art": "from render.theme import theme; from render.art import words; race(lambda: theme('light', 'hexygame'), lambda: words('hexygame'))",
    "lessons": "from data.lesson import lesson; race(lambda: lesson('hockey_game'), lambda: lesson('hexknight'))",
    "what is learnt": "from data.lookup import basics, learned_ranking; race(basics._learnt, lambda: learned_ranking._learnt('hexygame'))",
    "decoders": """
from rules.competition.clock import Clock
from rules.competition.tournament import Plan, TournamentState
from rules.parts.lazy import decoder
race(*[lambda kind=kind: decoder(kind) for kind in (TournamentState, Plan, Clock)])""",
    "all at once": """
from cogs.service.start_up import LANGUAGES, all_zones, build, card_choices, games, lookup, painter, read_all, rulebook
works = [all_zones, lookup, read_all]
for key in games():
    works += [lambda key=key: build(key), lambda key=key: painter(key)]
    works += [lambda key=key, l=l: rulebook(key, l) for l in LANGUAGES]
race(*works)""",
}
"""What eight threads ask for, by a name. Each begins with another part of it."""


def tried(subject: str) -> str:
    """What is wrong with a try; nothing where it went well."""
    code = BEGIN + SUBJECTS[subject]
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=2 * LIMIT, check=False)
    return "" if done.returncode == 0 else f"{subject}: status {done.returncode}\n{done.stderr[-3000:]}"


@pytest.mark.sampled(0.15)
@pytest.mark.parametrize("subject", SUBJECTS)
def test_whatever_is_built_on_first_use_is_built_once(subject):
    assert not tried(subject)


def test_what_is_kept_for_good_is_built_once_and_types_are_learnt_in_one_place():
    """`functools.cache` builds for each thread that asks; `lru_cache` is for results that cost nothing to work out twice. msgspec learns a type at
    its first use, in which nobody must disturb it."""
    for room in (*ROOMS, "playground"):
        for path in (ROOT / room).rglob("*.py"):
            if path == ROOT / "rules" / "parts" / "lazy.py":
                continue
            text = path.read_text(encoding="utf-8")
            for node in nodes(ast.parse(text)) if "functools" in text or "msgspec" in text else ():
                if isinstance(node, ast.ImportFrom) and node.module == "functools":
                    assert "cache" not in {alias.name for alias in node.names}, path
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("convert", "Decoder", "decode"):
                    learns = node.func.attr != "decode" or any(k.arg == "type" for k in node.keywords)
                    learns = learns and ast.unparse(node.func).startswith("msgspec.")
                    assert not learns, f"{path}:{node.lineno} is for rules.parts.lazy"


def test_what_reads_modules_is_not_built_while_a_module_is_read():
    """Who reads a module must not wait for somebody who builds and reads it, too: each would wait for the other."""
    code = """
import importlib, pkgutil, sys
import rules.parts.lazy as once_module
asked, usual = [], once_module.once
def once(function):
    made = usual(function)
    def ask(*args, **kwargs):
        asked.append(function.__qualname__)
        return made(*args, **kwargs)
    ask.cache_clear = made.cache_clear
    return ask
once_module.once = once
for room in sys.argv[1:]:
    for module in pkgutil.walk_packages([room], room + "."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
print(*asked)
"""
    done = subprocess.run([sys.executable, "-c", code, *ROOMS], cwd=ROOT, capture_output=True, text=True, timeout=LIMIT, check=True)
    assert {*done.stdout.split()} <= {"_part", "texts", "_catalogue", "_in_code", "_facts", "_in_brackets"}, "these read files, and no modules"


if __name__ == "__main__":
    times = int(next(iter(sys.argv[1:]), "20"))
    wrong = [fault for subject in SUBJECTS for _ in range(times) if (fault := tried(subject))]
    print(*wrong, f"{len(wrong)} of {times * len(SUBJECTS)} starts went wrong", sep="\n")
    sys.exit(bool(wrong))
