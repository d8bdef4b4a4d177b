"""Ways through Python's trees."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.syntax import imports, nodes, statements

SOURCES = sorted(Path(__file__).parent.glob("*.py"))
ODD = """\
try:
    import a
except (x if x else y):
    match b:
        case [1, *_] if (lambda: 0)():
            def f(c=d): import e
        case _: pass
else:
    while g := h:
        async with i as j: from k import l
    else:
        class M(n): o = [p for p in q]
finally:
    for r in s: del t
    else: raise u
"""


TEXTS = [path.read_text(encoding="utf-8") for path in SOURCES[::6]]


@pytest.mark.parametrize("text", [ODD, *TEXTS])
def test_they_are_those_of_the_library(text):
    tree = ast.parse(text)
    every = [node for node in ast.walk(tree) if not isinstance(node, ast.expr_context)]
    assert {*nodes(tree)} == {*every}
    assert len(nodes(tree)) == len(every)
    assert {node for node in statements(tree) if isinstance(node, ast.stmt)} == {node for node in every if isinstance(node, ast.stmt)}


@pytest.mark.parametrize("text", ["import a.b as c, d\nfrom e.f import (\n    g,  # why\n    h as i,\n)\nif x:\n    from j import k\n", *TEXTS])
def test_imports_by_lines_are_those_of_the_tree(text):
    found = set()
    for node in statements(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add((node.module, tuple(alias.name for alias in node.names)))
        elif isinstance(node, ast.Import):
            found |= {(alias.name, ()) for alias in node.names}
    assert {*imports(text)} == found
