"""Small faults that somebody might well make: a comparison that is off by one, a forgotten line, a condition the wrong way round.

Code that no test can judge is left out: annotations, docstrings, `__repr__`, `__str__`, logging, and assertions.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import NamedTuple

COMPARISONS: dict[type[ast.cmpop], list[type[ast.cmpop]]] = {
    ast.Lt: [ast.LtE, ast.Gt], ast.LtE: [ast.Lt, ast.GtE], ast.Gt: [ast.GtE, ast.Lt], ast.GtE: [ast.Gt, ast.LtE], ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq], ast.Is: [ast.IsNot], ast.IsNot: [ast.Is], ast.In: [ast.NotIn], ast.NotIn: [ast.In],
}  # fmt: skip
ONE_OTHER = (ast.Eq, ast.NotEq, ast.Is, ast.IsNot, ast.In, ast.NotIn)
"""Comparisons for which the other one is the negation."""
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
UNREAL = ("TYPE_CHECKING",)
"""Conditions that are not about what the program does."""
UNREAD = ("__repr__", "__str__")
LOGS = ("log", "logger", "logging")
IMPOSSIBLE = ("AssertionError", "NotImplementedError")
"""Raised where the program cannot come."""

Node = ast.expr | ast.stmt


class Mutant(NamedTuple):
    """One fault: its file, the lines it stands in, which of the file's faults it is, and what it changes into what.

    `twin` counts those before it in the file that read the same.
    """

    path: str
    line: int
    last: int
    number: int
    old: str
    new: str
    twin: int

    def __str__(self) -> str:
        old, new = (" ".join(text.split()) for text in (self.old, self.new))
        return f"{self.path}:{self.line}  {old[:90]}  ->  {new[:90]}"

    @property
    def name(self) -> str:
        """A name that stays the same while the code around it changes: the file, both texts, and the `twin` number."""
        return f"{self.path}: {self.old} -> {self.new} #{self.twin}"

    def compiled(self, path: Path) -> CodeType:
        """The file's code with the fault in it."""
        tree = ast.parse(path.read_bytes())
        node, new = list(_changes(tree))[self.number]
        return compile(ast.fix_missing_locations(_Put(node, new).visit(tree)), str(path), "exec", dont_inherit=True)


class _Put(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return ast.copy_location(self.new, node) if node is self.old else self.generic_visit(node)


def mutants(path: Path, name: str) -> list[Mutant]:
    """All faults that can be put into a file."""
    found = []
    twins: Counter[tuple[str, str]] = Counter()
    for number, (node, new) in enumerate(_changes(ast.parse(path.read_bytes()))):
        words = ast.unparse(node), ast.unparse(new)
        found.append(Mutant(name, node.lineno, node.end_lineno or node.lineno, number, *words, twins[words]))
        twins[words] += 1
    return found


def _changes(tree: ast.AST) -> Iterator[tuple[Node, ast.AST]]:
    """The nodes in functions that can be replaced, each with its replacement."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if node.name not in UNREAD:
                for statement in node.body:
                    yield from _within(statement)
        else:
            yield from _changes(node)


def _within(node: ast.AST) -> Iterator[tuple[Node, ast.AST]]:
    """The replacements of a node inside a function, and of the nodes in it."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            yield from _changes(ast.Module([node], []))
            return
        case ast.AnnAssign(value=value):
            if value is not None:
                yield from _within(value)
            return
        case ast.Assert() | ast.Expr(value=ast.Constant()):
            return
        case ast.Raise(exc=ast.Name(id=name) | ast.Call(func=ast.Name(id=name))) if name in IMPOSSIBLE:
            return
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name)))) if name in LOGS:
            return
    yield from _of_node(node)
    for inside in ast.iter_child_nodes(node):
        yield from _within(inside)


def _of_node(node: ast.AST) -> Iterator[tuple[Node, ast.AST]]:
    match node:
        case ast.Compare(left=left, ops=[kind], comparators=[right]):
            for other in COMPARISONS[type(kind)]:
                yield node, ast.Compare(left, [other()], [right])
        case ast.BoolOp(op=op, values=values):
            yield node, ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
            for leave in values:
                rest = [v for v in values if v is not leave]
                yield node, ast.BoolOp(op, rest) if len(rest) > 1 else rest[0]
        case ast.UnaryOp(op=ast.Not(), operand=inside):
            yield node, inside
        case ast.BinOp(op=sign, left=left, right=right) if type(sign) in OPERATORS and not isinstance(left, ast.JoinedStr):
            if not (isinstance(left, ast.Constant) and isinstance(left.value, str)):
                yield node, ast.BinOp(left, OPERATORS[type(sign)](), right)
        case ast.Constant(value=bool(value)):
            yield node, ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield node, ast.Constant(value + 1)
            if value:
                yield node, ast.Constant(value - 1)
        case ast.IfExp(body=body, orelse=other):
            yield node, body
            yield node, other
        case ast.If(test=test) | ast.While(test=test) if not _told_elsewhere(test):
            yield test, ast.UnaryOp(ast.Not(), test)
        case ast.comprehension(ifs=[only]):
            yield only, ast.Constant(True)
        case ast.Call(func=ast.Name(id=name) as func) if name in NAMES:
            yield func, ast.Name(NAMES[name], ast.Load())
        case ast.Return(value=value) if value is not None and not (isinstance(value, ast.Constant) and value.value in (None, False)):
            yield node, ast.Return(ast.Constant(None))
        case ast.Expr(value=ast.Call() | ast.Await()) | ast.AugAssign() | ast.Delete() | ast.Continue() | ast.Break() | ast.Raise():
            yield node, ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield node, ast.Pass()


def _told_elsewhere(test: ast.expr) -> bool:
    """Whether a condition is not negated as a whole, since that says nothing or its parts are changed by themselves."""
    match test:
        case ast.Name(id=name):
            return name in UNREAL
        case ast.Compare(ops=[kind]):
            return isinstance(kind, ONE_OTHER)
        case ast.UnaryOp(op=ast.Not()) | ast.Constant():
            return True
    return False
