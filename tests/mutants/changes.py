"""Small faults that somebody might well make: a comparison that is off by one, a forgotten line, a condition the wrong way round."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

COMPARISONS = {
    ast.Lt: ["<=", ">"], ast.LtE: ["<", ">="], ast.Gt: [">=", "<"], ast.GtE: [">", "<="], ast.Eq: ["!="], ast.NotEq: ["=="],
    ast.Is: ["is not"], ast.IsNot: ["is"], ast.In: ["not in"], ast.NotIn: ["in"],
}  # fmt: skip
OPERATORS = {ast.Add: "-", ast.Sub: "+", ast.Mult: "//", ast.FloorDiv: "*", ast.Div: "*", ast.Mod: "//", ast.BitOr: "&", ast.BitAnd: "|"}
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
UNREAL = ("TYPE_CHECKING",)
"""Conditions that are not about what the program does."""


class Mutant(NamedTuple):
    """One fault: in which file, from which to which byte, what stands there instead."""

    path: str
    line: int
    start: int
    end: int
    new: str
    old: str

    def __str__(self) -> str:
        old, new = (" ".join(text.split()) for text in (self.old, self.new))
        return f"{self.path}:{self.line}  {old[:70]}  ->  {new[:70] or 'nothing'}"

    def applied(self, source: bytes) -> bytes:
        return source[: self.start] + self.new.encode() + source[self.end :]

    def matters(self, source: bytes) -> bool:
        """Whether the file can still be read and is another program."""
        try:
            return ast.dump(ast.parse(self.applied(source))) != ast.dump(ast.parse(source))
        except SyntaxError:
            return False


def mutants(path: Path, name: str) -> list[Mutant]:
    """All faults that can be put into a file, among them some that do not matter."""
    source = path.read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def at(line: int, column: int) -> int:
        return starts[line - 1] + column

    def mutant(node: ast.expr | ast.stmt, new: str) -> Mutant:
        start, end = at(node.lineno, node.col_offset), at(node.end_lineno or 0, node.end_col_offset or 0)
        return Mutant(name, node.lineno, start, end, new, source[start:end].decode())

    return [mutant(node, new) for node, new in _changes(ast.parse(source))]


def _changes(tree: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Places in functions and what could stand there instead."""
    for body in ast.walk(tree):
        if isinstance(body, ast.FunctionDef | ast.AsyncFunctionDef):
            for statement in body.body:
                for node in ast.walk(statement):
                    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                        yield from _of_node(node)


def _of_node(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    match node:
        case ast.Compare(left=left, ops=[kind], comparators=[right]):
            for word in COMPARISONS[type(kind)]:
                yield node, f"({ast.unparse(left)} {word} {ast.unparse(right)})"
        case ast.BoolOp(op=kind, values=values):
            word = " or " if isinstance(kind, ast.And) else " and "
            yield node, "(" + word.join(f"({ast.unparse(v)})" for v in values) + ")"
            for leave in values:
                rest = [v for v in values if v is not leave]
                yield node, "(" + f" {'and' if isinstance(kind, ast.And) else 'or'} ".join(f"({ast.unparse(v)})" for v in rest) + ")"
        case ast.UnaryOp(op=ast.Not(), operand=inside):
            yield node, f"({ast.unparse(inside)})"
        case ast.BinOp(op=kind, left=left, right=right) if type(kind) in OPERATORS and not isinstance(left, ast.Constant | ast.JoinedStr):
            yield node, f"({ast.unparse(left)} {OPERATORS[type(kind)]} {ast.unparse(right)})"
        case ast.Constant(value=bool(value)):
            yield node, str(not value)
        case ast.Constant(value=int(value)):
            yield node, str(value + 1)
            if value:
                yield node, str(value - 1)
        case ast.IfExp(test=test, body=body, orelse=other):
            yield node, f"({ast.unparse(body)})"
            yield node, f"({ast.unparse(other)})"
        case ast.If(test=test) | ast.While(test=test) if not (isinstance(test, ast.Name) and test.id in UNREAL):
            yield test, f"(not ({ast.unparse(test)}))"
        case ast.comprehension(ifs=[only]):
            yield only, "True"
        case ast.Call(func=ast.Name(id=name) as func) if name in NAMES:
            yield func, NAMES[name]
        case ast.Return(value=value) if value is not None and not (isinstance(value, ast.Constant) and value.value is None):
            yield node, "return None"
        case ast.Expr(value=ast.Call() | ast.Await()) | ast.AugAssign() | ast.Delete() | ast.Continue() | ast.Break() | ast.Raise():
            yield node, "pass"
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield node, "pass"
