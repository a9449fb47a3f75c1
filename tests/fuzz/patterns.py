"""Every regular expression of Muster, found by walking the source, and how it is used."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, reduce
from types import ModuleType
from typing import Any

import builder
import datasheets
import exports
import resolver
from datasheets.effects.recognition import grammar, older_units
from datasheets.effects.recognition.names import NAMES
from datasheets.effects.recognition.units import TABLES as UNITS
from datasheets.effects.recognition.weapons import TABLES as WEAPONS
from datasheets.words import languages
from exports.lists.sentences import sentences

METHODS = frozenset({"match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer"})
MADE_WHERE_THEY_ARE_USED = frozenset(
    {
        "datasheets.effects.recognition.grammar",  # from its tables: `recognising`
        "exports.lists.sentences",  # from sentences, in each language: `sentences`
        "datasheets.battlescribe.checks",  # looks for an id, letter by letter
    }
)
"""Modules that make expressions of what they are given."""


@dataclass(frozen=True, slots=True)
class Use:
    """An expression, where it stands, and what it is asked: "match", "fullmatch" (whole texts), or "search"."""

    where: str
    pattern: re.Pattern[Any]
    asked: frozenset[str]


def uses() -> Iterator[Use]:
    """Yield every expression of the four packages."""
    for module in modules():
        names = {name: found for name, found in vars(module).items() if isinstance(found, re.Pattern)}
        for name, pattern in names.items():
            yield Use(f"{module.__name__}.{name}", pattern, _methods(_methods_by_pattern().get(pattern, frozenset())))
        for name, value in vars(module).items():
            if name not in names:
                yield from (Use(f"{module.__name__}.{name}", each, _methods(frozenset())) for each in _within(value))
        yield from _inline(module)
    for language in languages():
        own = sentences(language)
        for name in own.__dataclass_fields__:
            if isinstance(pattern := getattr(own, name), re.Pattern):
                asked_of = frozenset({"search", "fullmatch"} if name == "check_code" else {"fullmatch"})
                yield Use(f"exports.lists.sentences.sentences({language}).{name}", pattern, asked_of)
    yield from recognising()


def recognising() -> Iterator[Use]:
    """Yield what ability texts are read by, as `grammar` compiles it."""
    tables = [*UNITS.values(), *WEAPONS.values(), *NAMES.values(), *older_units.OF_SYSTEM.values()]
    for table in tables:
        for clause in table.clauses:
            yield Use(f"clause {clause.pattern}", grammar.compile_clause(clause.pattern), frozenset({"fullmatch"}))
        for opening in table.openings:
            yield Use(f"opening {opening.pattern}", grammar.compile_opening(opening.pattern), frozenset({"match"}))
        for ending in table.endings:
            yield Use(f"ending {ending.pattern}", grammar.compile_ending(ending.pattern), frozenset({"fullmatch"}))


@cache
def modules() -> tuple[ModuleType, ...]:
    """Return all modules of the four packages."""
    found = []
    for package in (builder, datasheets, exports, resolver):
        for each in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            if not each.name.endswith("__main__"):
                found.append(importlib.import_module(each.name))
    return tuple(found)


def _inline(module: ModuleType) -> Iterator[Use]:
    """Yield expressions that are written where they are used: `re.sub(...)`, `re.compile(...)` within a function."""
    if not re.search(r"\bre\.", _source(module)):
        return
    for node in ast.walk(ast.parse(_source(module))):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        if not (isinstance(node.func.value, ast.Name) and node.func.value.id == "re"):
            continue
        name = node.func.attr
        if name not in METHODS | {"compile"} or module.__name__ in MADE_WHERE_THEY_ARE_USED:
            continue
        shown = ast.unparse(node.args[0])
        try:
            made = eval(shown, vars(module))
        except NameError:
            if _is_known(module, node):
                continue
            raise AssertionError(f"{module.__name__}: {ast.unparse(node)} can't be tested; give it a name") from None
        flags = next((eval(ast.unparse(each.value), vars(module)) for each in node.keywords if each.arg == "flags"), 0)
        if name == "compile" and len(node.args) > 1:
            flags = eval(ast.unparse(node.args[1]), vars(module))
        if name != "compile":
            yield Use(f"{module.__name__}:{node.lineno}", re.compile(made, flags), _methods(frozenset({name})))


def _is_known(module: ModuleType, node: ast.Call) -> bool:
    """Whether an expression with a local name in it is a class of letters, or stands in a value that `uses` walks."""
    inner = ast.unparse(node.args[0])
    is_class = inner.startswith(("f'[{", 'f"[{')) and inner.endswith(("}]'", '}]"'))
    return is_class or any(_within(value) for value in vars(module).values() if isinstance(value, tuple))


def _within(value: object, depth: int = 0) -> list[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        return [value]
    if depth < 5 and isinstance(value, tuple | list):
        return [found for each in value for found in _within(each, depth + 1)]
    if depth < 5 and isinstance(value, Mapping):
        return [found for each in value.values() for found in _within(each, depth + 1)]
    return []


def _methods(asked: frozenset[str]) -> frozenset[str]:
    whole = asked & {"match", "fullmatch"}
    return whole | {"search"} if not asked or asked - whole else whole


@cache
def _methods_by_pattern() -> Mapping[re.Pattern[Any], frozenset[str]]:
    """Return the methods that modules call on each expression that has a name: `NAME.search(...)`."""
    found: dict[re.Pattern[Any], frozenset[str]] = {}
    for module in modules():
        for name, method in set(ASKED.findall(_source(module))):
            pattern = _value(name, module)
            if isinstance(pattern, re.Pattern):
                found[pattern] = found.get(pattern, frozenset()) | {method}
    return found


ASKED = re.compile(rf"(?<![\w.)\]])([A-Za-z_][\w.]*)\.({'|'.join(METHODS)})\b")
"""Looked for in the text of a module: to parse all modules takes many times as long."""


def _value(name: str, module: ModuleType) -> object:
    """Return what a name, or names with dots, stand for in a module; None where that is known only as it runs."""
    first, *rest = name.split(".")
    return reduce(lambda value, part: getattr(value, part, None), rest, vars(module).get(first))


@cache
def _source(module: ModuleType) -> str:
    return inspect.getsource(module)
