"""Every small change that could be made to a module: its mutants.

A change replaces the text of one expression or statement. Left alone is what no test can see or should hold still:
docstrings, annotations, types, decorators, imports, what is only for type checkers, and the words of errors raised.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import unified_diff

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Div,
    ast.Mod: ast.Div,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}
TYPING = {"TypeVar", "NewType", "ParamSpec"}
TYPES = {
    "Callable",
    "Generator",
    "Iterator",
    "Iterable",
    "Mapping",
    "Sequence",
    "Literal",
    "NDArray",
    "dict",
    "list",
    "tuple",
}
TRIVIAL = (ast.Constant, ast.Compare, ast.BoolOp, ast.JoinedStr)


@dataclass(frozen=True, slots=True)
class Change:
    """Bytes `start` to `end` of a module become `text`.

    `line` to `last` are the lines of what is replaced, `statement` is the first line of the statement that it is in. `name`
    is what code belongs to that runs at import (the name that it is assigned to, "" without one), None within a function.
    """

    path: str
    start: int
    end: int
    text: str
    statement: int
    line: int
    last: int
    name: str | None


def changes(path: str, source: str) -> list[Change]:
    """Return all changes to a module, in the order of its text."""
    finder = _Finder(path, source)
    finder.statements(ast.parse(source).body, inside=False)
    return sorted(set(finder.found), key=lambda c: (c.start, c.end, c.text))


def apply_change(source: str, change: Change) -> str:
    """Return the module's text with the change made."""
    data = source.encode()
    return (data[: change.start] + change.text.encode() + data[change.end :]).decode()


def render_change(source: str, change: Change) -> str:
    """Return the change as a person reads it: the lines before and after."""
    after = apply_change(source, change).splitlines()
    rows = list(unified_diff(source.splitlines(), after, lineterm="", n=0))[3:]
    return "\n".join([f"# {change.path}:{change.line}", *rows])


class _Finder:
    def __init__(self, path: str, source: str) -> None:
        self.path, self.found = path, list[Change]()
        self.starts = [0]
        for row in source.encode().splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(row))
        self.name: str | None = ""
        self.first = 1

    def add(self, node: ast.expr | ast.stmt, text: str) -> None:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self.starts[node.lineno - 1] + node.col_offset
        end = self.starts[node.end_lineno - 1] + node.end_col_offset
        self.found.append(Change(self.path, start, end, text, self.first, node.lineno, node.end_lineno, self.name))

    def statements(self, body: list[ast.stmt], inside: bool) -> None:
        for at, statement in enumerate(body):
            if at == 0 and isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                continue
            if not inside:
                self.name = _assigned_name(statement)
            self.statement(statement, inside)

    def statement(self, node: ast.stmt, inside: bool) -> None:
        self.first = node.lineno
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._function(node, inside)
            case ast.ClassDef():
                self.statements(node.body, inside)
            case ast.Import() | ast.ImportFrom() | ast.Pass() | ast.Global() | ast.Nonlocal():
                pass
            case ast.If(test=ast.Name("TYPE_CHECKING")) | ast.If(test=ast.Compare(left=ast.Name("__name__"))):
                pass
            case ast.Raise(exc=ast.Call() as call):
                self._arguments(call, words=False)
            case ast.Break():
                self.add(node, "continue")
            case ast.Continue():
                self.add(node, "break")
            case _:
                self._plain(node, inside)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef, inside: bool) -> None:
        for default in [*node.args.defaults, *node.args.kw_defaults]:
            if default is not None:
                self.expression(default)
        name, self.name = self.name, None
        self.statements(node.body, inside=True)
        self.name = name

    def _plain(self, node: ast.stmt, inside: bool) -> None:
        match node:
            case ast.Assign(targets=[ast.Name("__all__" | "__slots__")]):
                return
            case ast.Assign(value=value) if not inside and _is_type(value):
                return
            case ast.Expr(value=ast.Constant()):
                return
            case ast.Expr(value=ast.Call() | ast.YieldFrom() | ast.Yield()):
                self.add(node, "pass")
            case ast.AugAssign():
                other = ast.AugAssign(node.target, OPERATORS[type(node.op)](), node.value)
                self.add(node, ast.unparse(other))
            case ast.Return(value=ast.expr() as value) if not _is_none(value):
                self.add(value, "None")
            case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
                if inside and not _is_none(value):
                    self.add(value, "None")
            case ast.If(test=test) | ast.While(test=test) | ast.Assert(test=test):
                self._add_negation(test)
        self._children(node, inside)

    def _children(self, node: ast.AST, inside: bool) -> None:
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "returns", "decorator_list"):
                continue
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                for statement in value:
                    self.statement(statement, inside)
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.expr):
                    self.expression(child)
                elif isinstance(child, ast.AST) and not isinstance(child, ast.expr_context | ast.pattern):
                    self._children(child, inside)

    def expression(self, node: ast.expr) -> None:
        """Note what can be changed in an expression and in its parts."""
        for text in _variants(node):
            self.add(node, text)
        match node:
            case ast.JoinedStr() | ast.Constant():
                return
            case ast.Lambda():
                name, self.name = self.name, None
                self.expression(node.body)
                self.name = name
            case ast.Call():
                self._call(node)
            case _:
                for part in ast.iter_child_nodes(node):
                    if isinstance(part, ast.comprehension):
                        for inner in (part.iter, *part.ifs):
                            self.expression(inner)
                        for condition in part.ifs:
                            self._add_negation(condition)
                    elif isinstance(part, ast.expr):
                        self.expression(part)
                if isinstance(node, ast.IfExp):
                    self._add_negation(node.test)

    def _call(self, node: ast.Call) -> None:
        called = node.func.id if isinstance(node.func, ast.Name) else ""
        if called in TYPING:
            return
        if called in FUNCTIONS:
            self.add(node.func, FUNCTIONS[called])
        self.expression(node.func)
        if called == "cast":
            self.expression(node.args[1])
        else:
            self._arguments(node)

    def _arguments(self, node: ast.Call, words: bool = True) -> None:
        for argument in node.args:
            if words or not isinstance(argument, ast.Constant | ast.JoinedStr):
                self.expression(argument)
            if words and not isinstance(argument, ast.Starred | ast.Constant):
                self.add(argument, "(None)" if isinstance(argument, ast.GeneratorExp) else "None")
        for at, keyword in enumerate(node.keywords):
            self.expression(keyword.value)
            if keyword.arg is not None:
                rest = [given for place, given in enumerate(node.keywords) if place != at]
                self.add(node, ast.unparse(ast.Call(node.func, node.args, rest)))

    def _add_negation(self, test: ast.expr) -> None:
        match test:
            case ast.Constant() | ast.Compare(ops=[_]) | ast.UnaryOp(op=ast.Not()):
                pass
            case _:
                self.add(test, f"(not {ast.unparse(ast.UnaryOp(ast.UAdd(), test))[1:]})")


def _variants(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Compare():
            for at, op in enumerate(node.ops):
                ops = [*node.ops[:at], COMPARISONS[type(op)](), *node.ops[at + 1 :]]
                yield f"({ast.unparse(ast.Compare(node.left, ops, node.comparators))})"
        case ast.BoolOp():
            other: ast.boolop = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield f"({ast.unparse(ast.BoolOp(other, node.values))})"
        case ast.BinOp() if type(node.op) in OPERATORS:
            yield f"({ast.unparse(ast.BinOp(node.left, OPERATORS[type(node.op)](), node.right))})"
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert()):
            yield f"({ast.unparse(node.operand)})"
        case ast.JoinedStr():
            yield f'("XX" + {ast.unparse(node)})'
        case ast.Constant(value=bool() as value):
            yield str(not value)
        case ast.Constant(value=int() | float() as value):
            yield repr(value + 1)
        case ast.Constant(value=str() as value):
            yield repr(f"XX{value}XX")


def _assigned_name(statement: ast.stmt) -> str:
    match statement:
        case ast.Assign(targets=[ast.Name(name), *_]) | ast.AnnAssign(target=ast.Name(name)):
            return name
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return name
        case _:
            return ""


def _is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def _is_type(value: ast.expr) -> bool:
    match value:
        case ast.Subscript(value=ast.Name(name)):
            return name in TYPES
        case ast.BinOp(op=ast.BitOr()):
            return all(
                isinstance(part, ast.Name | ast.Subscript | ast.Constant | ast.BinOp) for part in (value.left, value.right)
            )
        case _:
            return False
