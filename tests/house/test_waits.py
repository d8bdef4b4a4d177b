"""No test waits without an end: their sources are read for waits that nothing limits.

Programs beside the tests (the soak, the faults, the mutants, the measurements) have limits of their own for a whole run.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = "tools"
LIMITS = {"within", "timeout"}
"""Blocks that end: `tests.waiting.within`, and `asyncio.timeout` around it."""
BLOCKING = {"wait", "join", "get", "communicate", "acquire", "readline"}
"""Methods that wait for ever where they are told nothing else."""
PROCESSES = {"subprocess.run", "subprocess.call", "subprocess.check_call", "subprocess.check_output"}
SERVES = {"read", "recv", "readuntil"}
"""A loop on one of these goes on until the connection is closed by the other side."""


WAITING = re.compile(rf"\bawait\b|\bsleep\(|subprocess\.|\.({'|'.join(BLOCKING)})\(")


ATOMS = (ast.Constant, ast.Name, ast.expr_context, ast.operator, ast.cmpop, ast.alias)
"""In which nothing waits."""
WAITED_FOR = (*PROCESSES, "asyncio.wait")
LAST = {called.rpartition(".")[2] for called in WAITED_FOR}


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _limits(node: ast.AST) -> bool:
    if isinstance(node, ast.With | ast.AsyncWith):
        return any(isinstance(item.context_expr, ast.Call) and _name(item.context_expr) in LIMITS for item in node.items)
    return isinstance(node, ast.Call) and (_name(node) in ("wait_for", "for_ever") or any(k.arg == "timeout" for k in node.keywords))


def _pauses(node: ast.AST) -> bool:
    """Whether something else may go on meanwhile, so that whoever reads it takes it for a wait."""
    return isinstance(node, ast.Await) or (isinstance(node, ast.Call) and _name(node) == "sleep")


def _serves(loop: ast.While) -> bool:
    return any(isinstance(node, ast.Call) and _name(node) in SERVES for node in ast.walk(loop.test))


def _endless(node: ast.AST) -> bool:
    """Whether a wait may never end by itself."""
    if isinstance(node, ast.While):
        return any(map(_pauses, ast.walk(node))) and not _serves(node)
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Attribute) and node.func.attr in BLOCKING and not node.args:
        return True
    return _name(node) in LAST and ast.unparse(node.func) in WAITED_FOR


def endless(node: ast.AST, limited: bool = False) -> Iterator[int]:
    """The lines of waits that nothing around them in their function ends."""
    limited = _limits(node) or (limited and not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda))
    if not limited and _endless(node):
        yield node.lineno  # type: ignore[attr-defined]
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ATOMS):
            yield from endless(child, limited)


def test_no_test_waits_without_an_end():
    found = []
    for path in (ROOT / "tests").rglob("*.py"):
        inside = path.relative_to(ROOT / "tests")
        if inside.parts[0] == PROGRAMS and not path.name.startswith("test_"):
            continue
        if path.name == "waiting.py":  # Which is what ends them.
            continue
        text = path.read_text(encoding="utf-8")
        if WAITING.search(text):
            lines = text.splitlines()
            waiting = (part for part in ast.parse(text).body if WAITING.search("\n".join(lines[part.lineno - 1 : part.end_lineno])))
            found += [f"tests/{inside}:{line}" for part in waiting for line in endless(part)]
    assert not found, f"use `within` or `until` of tests.waiting, or say a timeout: {sorted(found)}"


WAITS = [
    "while not over.is_set():\n    await asyncio.sleep(0.002)",
    "while not there():\n    time.sleep(1)",
    "while not (await table()).over:\n    pass",
    "await event.wait()",
    "process.wait()",
    "process.communicate()",
    "thread.join()",
    "queue.get()",
    "subprocess.run(['true'], check=True)",
    "await asyncio.wait([task])",
    "async with within('x'):\n    async def later():\n        await event.wait()",
]
ENDS = [
    "async with within('x'):\n    while not over.is_set():\n        await asyncio.sleep(0.002)",
    "async with asyncio.timeout(5):\n    await event.wait()",
    "await asyncio.wait_for(event.wait(), 5)",
    "process.wait(5)",
    "process.communicate(timeout=5)",
    "', '.join(words)",
    "facts.get('key')",
    "subprocess.run(['true'], check=True, timeout=5)",
    "await asyncio.wait([task], timeout=5)",
    "while n:\n    n -= 1",
    "while data := await reader.read(100):\n    writer.write(data)",
]


@pytest.mark.parametrize("text", WAITS)
def test_a_wait_without_an_end_is_found(text):
    assert list(endless(ast.parse(text)))


@pytest.mark.parametrize("text", ENDS)
def test_what_ends_is_left_alone(text):
    assert not list(endless(ast.parse(text)))


def test_nothing_swallows_that_it_is_cancelled():
    """`asyncio.wait_for` does, before Python 3.12, when its end and the cancellation come at the same moment; `asyncio.timeout` does not."""
    places = [ROOT / "bot.py", *(path for room in ("cogs", "data", "playground") for path in (ROOT / room).rglob("*.py"))]
    found = [str(path.relative_to(ROOT)) for path in places if "asyncio.wait_for(" in path.read_text(encoding="utf-8")]
    assert not found, f"use asyncio.timeout: {found}"
