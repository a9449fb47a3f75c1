"""Which tests try a change, and in which order: those that run what was changed, the nearest and quickest first."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import zip_longest
from pathlib import Path

from tests.mutation.changes import Change
from tests.mutation.noting import Notes

NEAREST = 4
"""So many files of tests are tried first: those that speak of what is changed, those most of whose tests run the line."""
FIRST = 60
"""At most so many tests are tried first, of each of these files in turn."""
SECONDS = 10.0
"""No more tests are tried than took so long when their lines were noted: whole battles are the last of all."""


def rounds(change: Change, notes: Notes, sources: Mapping[str, str]) -> list[list[str]]:
    """Return the tests for a change in rounds; the next is for what the one before did not notice."""
    tests = running(change, notes, sources)
    per_file, all_of_file = Counter(map(_file, tests)), Counter(map(_file, notes.seconds))

    def far(file: str) -> tuple[bool, float, int, str]:
        return not _speaks_of(file, change.name), -per_file[file] / all_of_file[file], -per_file[file], file

    nearest = sorted(per_file, key=far)[:NEAREST]
    quickest = sorted(tests, key=lambda test: (notes.seconds[test], test))
    of_file = ([test for test in quickest if _file(test) == file] for file in nearest)
    in_turn = [test for row in zip_longest(*of_file) for test in row if test is not None][:FIRST]
    first = sorted(in_turn, key=quickest.index)
    spent, chosen = 0.0, set(first) | notes.readers.get(change.path, set())
    for test in quickest:
        spent += notes.seconds[test]
        if spent > SECONDS:
            break
        chosen.add(test)
    return [part for part in (first, [test for test in quickest if test in chosen and test not in first]) if part]


def running(change: Change, notes: Notes, sources: Mapping[str, str]) -> set[str]:
    """Return the tests that run what was changed, or read it; of what runs at import, those that run what uses its name."""
    readers = notes.readers.get(change.path, set())
    if change.name is None:
        exactly = notes.tests(change.path, range(change.line, change.last + 1))
        return readers | (exactly or notes.tests(change.path, range(change.statement, change.last + 1)))
    return readers.union(*(notes.tests(path, lines) for path, lines in _uses(change.name, change.path, sources)))


def _file(test: str) -> str:
    return test.partition("::")[0]


@cache
def _speaks_of(file: str, name: str | None) -> bool:
    """Tell whether the name of what is changed stands in a file of tests, as a word of its own in whatever case."""
    path = Path(file)
    return bool(name) and path.exists() and re.search(rf"\b{name}\b", path.read_text("utf-8"), re.IGNORECASE) is not None


def _uses(name: str, path: str, sources: Mapping[str, str]) -> Iterator[tuple[str, list[int]]]:
    """Yield the lines of functions that use a name, or a name made of it when modules are imported."""
    if not name:
        yield path, _functions(sources[path])
        return
    asked, seen = [name], {name}
    while asked:
        wanted = asked.pop()
        for other, source in sources.items():
            if wanted not in source:
                continue
            lines, made = _mentions(source).get(wanted, ([], []))
            yield other, lines
            asked += [one for one in made if one not in seen]
            seen.update(made)


@cache
def _mentions(source: str) -> dict[str, tuple[list[int], list[str]]]:
    """For each identifier the lines of functions, and the names assigned at import, in whose text it stands."""
    found: dict[str, tuple[list[int], list[str]]] = {}
    for statement in ast.parse(source).body:
        inner = [node for node in ast.walk(statement) if isinstance(node, ast.FunctionDef | ast.Lambda)]
        within = {line for node in inner for line in _body(node)}
        made = statement.targets[0] if isinstance(statement, ast.Assign) else getattr(statement, "target", statement)
        label = getattr(made, "id", getattr(made, "name", ""))
        for node in ast.walk(statement):
            word = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
            if not word or word == label:
                continue
            lines, names = found.setdefault(word, ([], []))
            if getattr(node, "lineno", 0) in within:
                lines.append(node.lineno)
            elif label:
                names.append(label)
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            found.setdefault(statement.name, ([], []))[0].extend(sorted(within))
    return found


def _body(node: ast.FunctionDef | ast.Lambda) -> range:
    first = node.body[0].lineno if isinstance(node, ast.FunctionDef) else node.body.lineno
    return range(first, (node.end_lineno or first) + 1)


def _functions(source: str) -> list[int]:
    inner = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef | ast.Lambda))
    return sorted({line for node in inner for line in _body(node)})
