"""What all tests share."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import gc
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from aiohttp.web_app import _cached_build_middleware

from data.commands import make_known
from data.content import build
from rules import randomness
from tests.coarse import coarsely, forget_tools, keeping_little, let_go
from tests.databases import FILE, SERVER, Places, copied_files, directly
from tests.loops import Policy
from tests.once_a_run import FOLDER
from tests.sampled import EVERYWHERE, WHOLE, covering
from tests.waiting import under_way

SHARED = Path(__file__).resolve().parents[2] / "shared"
LONG = 3600
"""Seconds that a test may take which goes through all there is."""
MEMORY = Path("/dev/shm")
STATUS = Path("/proc/self/statm")
collect_ignore = ["house/toys"]
"""What tests of a game are when it has been added; here there is no such game."""
COMPILED, FRESH = f"{sys.implementation.cache_tag}-pytest-{pytest.__version__}.pyc", 100
"""How the compiled file of a test is called, and so many are missing where the project has just been copied."""
INDEX = "RULES_INDEX"
GROWTH = 1.04
"""How much larger a process becomes before it is looked through for what is not used any more. What one test has had for a moment is no measure."""
MORE = 60 << 10
"""Kilobytes by which a process grows before it forgets with what it has drawn."""
_grown = 0
_at_first = 0
OF_SETUPS = 0.1
"""The share of the setups of games that an ordinary run has, others for each test."""
ROOMS, ON_SERVERS = "tests/cogs/", 0.15
"""The share of the cases on a server that an ordinary run has of each module of these rooms."""
STORES = ("tests/data/store/", "tests/tools/")
TEXTS, OF_LANGUAGES = "tests/data/", 0.33
"""The share of the cases in several languages that an ordinary run has, but of tests of the texts themselves: each game and each language of more."""
ROOM = 4 << 30
"""Bytes that have to be free in memory for the files of tests, which take less than a tenth of it."""


def pytest_addoption(parser):
    parser.addoption("--postgresql", action="store_true", help="every store is a database on a server")


def pytest_configure(config):
    """Hundreds of processes are started, workers among them: each reads what another has compiled, whatever the surroundings say."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)  # A sixth of the time would else be waited for disks.
    asyncio.set_event_loop_policy(Policy())
    os.environ.setdefault("MALLOC_ARENA_MAX", "1")  # Threads would each keep what they have given back: a quarter of all.
    if not hasattr(config, "workerinput"):  # Also within another run, which may be of other sources.
        os.environ[FOLDER] = tempfile.mkdtemp(prefix="referee-once-")
        if getattr(config.option, "numprocesses", None) and config.args_source is config.ArgsSource.TESTPATHS:
            _compiled_once()
    os.environ.setdefault(INDEX, str(Path(tempfile.gettempdir()) / f"referee-rules-{os.getpid()}.bin"))  # All processes share what one works out.


def _compiled_once():
    """In a fresh copy of the project each worker would compile all tests for itself, which takes thrice as long as reading them: two processes do it
    before them, each a half."""
    here = Path(__file__).parent
    missing = [path for path in here.rglob("test_*.py") if not (path.parent / "__pycache__" / f"{path.stem}.{COMPILED}").exists()]
    if len(missing) > FRESH and os.access(here, os.W_OK):
        collect = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "--collect-only"]
        halves = (["tests/cogs"], ["tests", "--ignore=tests/cogs"])
        at_work = [subprocess.Popen([*collect, *half], cwd=here.parent, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for half in halves]
        for process in at_work:
            process.wait(timeout=LONG)


def pytest_unconfigure(config):
    """What has been kept for all processes goes with the run."""
    if not hasattr(config, "workerinput") and INDEX in os.environ:
        Path(os.environ.pop(INDEX)).unlink(missing_ok=True)
    if not hasattr(config, "workerinput") and FOLDER in os.environ:
        shutil.rmtree(os.environ.pop(FOLDER), ignore_errors=True)


def pytest_collection_finish(session):
    """All that has been read stays to the end, and need not be looked through again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)


@pytest.hookimpl(trylast=True)
def pytest_runtest_logfinish():
    """Looking for what nobody can reach takes time with each object that stays: it is done when the process has grown, and what stays then is not
    looked at again. A bot and its stand-in leave a megabyte that is looked for."""
    global _grown
    if _taken() > _grown * GROWTH:
        gc.collect()
        gc.freeze()
        _give_back()
        _grown = _taken()


def pytest_runtest_teardown(item, nextitem):
    """What a file has kept goes with its last test: pictures, and games that several of its tests look at."""
    if nextitem is None or nextitem.path != item.path:
        let_go()
        _let_tools_go()
        for name, kept in vars(item.module).items() if hasattr(item, "module") else ():
            if hasattr(kept, "cache_clear") and getattr(kept, "__module__", name) == item.module.__name__:
                kept.cache_clear()


def _let_tools_go():
    """Letters, grounds and masks of five games in all themes and sizes would take a third of a process, which needs a few of them at a time."""
    global _at_first
    if _at_first and _taken() > _at_first + MORE:
        forget_tools()
        gc.collect()
        _give_back()
        _at_first = 0
    _at_first = _at_first or _taken()


def _give_back():
    """What has been freed between what stays goes back to the system: after pictures that is a fifth of a process."""
    with contextlib.suppress(OSError, AttributeError):  # Elsewhere than with GNU's library.
        ctypes.CDLL(None).malloc_trim(0)


def _taken():
    """The kilobytes that this process has now; where the system does not tell, the most that it has had."""
    with contextlib.suppress(OSError):
        return int(STATUS.read_text(encoding="ascii").split()[1]) * resource.getpagesize() // 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def pytest_collection_modifyitems(config, items):
    """Of tests with a share, that share of their cases is run. What goes through all there is may take long."""
    for item in items:
        _shared_by_kind(item)
    if not WHOLE:
        _leave_out(config, items)
    for item in items:
        if EVERYWHERE or item.get_closest_marker("deep"):
            item.add_marker(pytest.mark.timeout(LONG))


def _shared_by_kind(item):
    """Gives a share to what has none of its own: to tests that run over all setups of the games or in all languages, and to those of rooms that also
    run on a server. What a store asks of its server is held by `tests/data/store`, where all is run."""
    params = item.callspec.params if hasattr(item, "callspec") else {}
    if item.get_closest_marker("sampled") is None and "setup" in params:
        item.add_marker(pytest.mark.sampled(OF_SETUPS))
    elif item.get_closest_marker("sampled") is None and "language" in params and not item.nodeid.startswith(TEXTS):
        item.add_marker(pytest.mark.sampled(OF_LANGUAGES))
    elif SERVER in params.values() and item.nodeid.startswith(ROOMS):
        item.add_marker(pytest.mark.sampled(ON_SERVERS, of_module=True))


def _leave_out(config, items):
    cases = {}
    for item in items:
        if mark := item.get_closest_marker("sampled"):
            name = item.nodeid.partition("::" if mark.kwargs.get("of_module") else "[")[0]
            cases.setdefault((name, mark.kwargs.get("any", False), *mark.args), []).append(item)
    out = set()
    for (name, any_of_them, share), several in cases.items():
        chosen = covering([item.callspec.params if hasattr(item, "callspec") and not any_of_them else {} for item in several], share, name)
        out.update(item.nodeid for n, item in enumerate(several) if n not in chosen)
    if out:
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid in out])
        items[:] = [item for item in items if item.nodeid not in out]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Of a test that takes too long, the stack shows the event loop alone: where its tasks wait is told besides."""
    report = yield
    if call.excinfo is not None and "pytest-timeout" in str(call.excinfo.value):
        report.sections.append(("What was waited for", under_way()))
    return report


@pytest.fixture(params=[FILE, SERVER])
def places(request):
    """The test runs twice: its stores are files, or databases on a server."""
    with Places(request.param == SERVER).standing() as standing:
        yield standing


@pytest.fixture(autouse=True, scope="session")
def _copied_files():
    """New databases are copies of one that has been made once."""
    with copied_files():
        yield


@pytest.fixture
def threads():
    """Files are read and written in threads, as they are by a bot."""


@pytest.fixture
def fine():
    """Pictures are drawn as people see them."""


@pytest.fixture
def drawn():
    """There is something on the pictures that a whole bot sends."""


@pytest.fixture(autouse=True)
def surroundings(request):
    """What each test has around it. One fixture, since each takes a tenth of the time of a test that does nothing else."""
    asked = request.fixturenames
    with ExitStack() as around:
        if request.config.getoption("--postgresql") and "places" not in asked:
            around.enter_context(Places(True).standing())
        around.enter_context(_known_seeds(request.node.nodeid))
        if not request.node.nodeid.startswith(STORES) and "threads" not in asked:
            around.enter_context(directly())  # Files answer without a thread of their own, but to tests of stores and tools.
        around.enter_context(keeping_little() if "fine" in asked else coarsely())
        yield
    make_known({})  # Nothing that a bot of this test has registered is known any more.
    _cached_build_middleware.cache_clear()  # In which aiohttp keeps a thousand servers that have stopped, each with all that it knew.


@contextmanager
def _known_seeds(name):
    """Each test deals the same games in every run: one of some dozens ends in its first turns, or has nothing of what a test looks for."""
    usual = randomness.secrets
    randomness.secrets = SimpleNamespace(randbits=Random(name).getrandbits)
    try:
        yield
    finally:
        randomness.secrets = usual


@pytest.fixture(scope="session")
def monster_hex():
    return build("monster_hex")
