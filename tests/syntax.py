"""Python's sources as trees, for tests that read the whole project: `ast.walk` takes thrice as long as reading it."""

from __future__ import annotations

import ast

INSIDE = ("body", "orelse", "finalbody", "handlers", "cases")
"""Where statements have statements, or what has some."""


def nodes(tree: ast.AST) -> list[ast.AST]:
    """A node and all that is in it, as `ast.walk` gives them, but for what says no more than whether a name is read or written."""
    found = [tree]
    for node in found:
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, list):
                found += [one for one in value if isinstance(one, ast.AST)]
            elif isinstance(value, ast.AST) and name != "ctx":
                found.append(value)
    return found


def statements(tree: ast.AST) -> list[ast.AST]:
    """All statements of a module, wherever they stand; nothing is looked for in expressions."""
    found = [tree]
    for node in found:
        for name in INSIDE:
            inside = getattr(node, name, None)
            if isinstance(inside, list):
                found += inside
    return found[1:]
