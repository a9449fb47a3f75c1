"""Rule coverage: which ledger rules and examples have a test that is marked with their id.

A test fails when its mark names an id that no rulebook has. `pytest --rule-coverage` runs no test; it prints for each
system `<system> <covered>/<obeyable>` and the uncovered rules, then the same for the examples. `--rule-bar NAME` prints only
what a bar of `rule_bars.toml` asks for, and fails while it is not reached. Rules that a ledger recommends are rules of its
system, and counted; decisions may be marked, and are not. What no program can obey stands in `unobeyable.toml`.
"""

from __future__ import annotations

import json
import textwrap
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
SYSTEMS = HERE.parent / "datasheets" / "data" / "systems"
MARKS = ("rule", "example")


@dataclass(frozen=True)
class Ledger:
    """What of one rulebook can be marked."""

    system: str
    sections: tuple[str, ...]
    rules: Mapping[str, Mapping[str, Any]]
    examples: Mapping[str, Mapping[str, Any]]
    uncounted: frozenset[str]

    def obeyable(self) -> dict[str, Mapping[str, Any]]:
        """The rules that a program can obey, in order."""
        return {id: rule for id, rule in self.rules.items() if id not in unobeyable()}


@cache
def ledgers() -> tuple[Ledger, ...]:
    """The rulebooks, by system."""
    return tuple(_ledger(file) for file in sorted(SYSTEMS.glob("*/rulebook.json")))


def _ledger(file: Path) -> Ledger:
    book = json.loads(file.read_text(encoding="utf-8"))
    counted = {rule["id"]: rule for rule in book["rules"]}
    uncounted = {entry["id"] for entry in [*book["rules"], *book["decisions"]]} - set(counted)
    examples = {example["id"]: example for example in book["examples"]}
    return Ledger(book["system"], tuple(book["sections"]), counted, examples, frozenset(uncounted))


@cache
def unobeyable() -> Mapping[str, str]:
    """Ids of rules that no program can obey, each with the reason."""
    return {id: reason for table in _toml("unobeyable.toml").values() for id, reason in table.items()}


def _toml(name: str) -> dict[str, Any]:
    return tomllib.loads((HERE / name).read_text(encoding="utf-8"))


@cache
def markable() -> Mapping[str, frozenset[str]]:
    """All ids that a mark of each kind may name."""
    return {
        "rule": frozenset(id for ledger in ledgers() for id in (*ledger.rules, *ledger.uncounted)),
        "example": frozenset(id for ledger in ledgers() for id in ledger.examples),
    }


def iterate_marks(items: Iterable[pytest.Item]) -> Iterator[tuple[str, str, pytest.Item]]:
    """Yield every mark as (kind, id, test)."""
    for item in items:
        for mark in item.iter_markers():
            if mark.name in MARKS:
                for id in mark.args:
                    yield mark.name, id, item


def wrong(items: Iterable[pytest.Item]) -> list[str]:
    """A sentence for each mark that names nothing, or a rule that is said to be unobeyable."""
    known, sentences = markable(), set()
    for kind, id, item in iterate_marks(items):
        if id not in known[kind]:
            sentences.add(f"{item.nodeid}: no rulebook has the {kind} {id!r}")
        elif id in unobeyable():
            sentences.add(f"{item.nodeid}: proves {id!r}, which unobeyable.toml calls unobeyable; remove it there")
    return sorted(sentences)


def proved_ids(items: Iterable[pytest.Item]) -> Mapping[str, frozenset[str]]:
    """The marked ids by kind of mark; tests that are skipped or expected to fail prove nothing."""
    found: dict[str, set[str]] = defaultdict(set)
    for kind, id, item in iterate_marks(items):
        if not any(item.iter_markers("skip")) and not any(item.iter_markers("xfail")):
            found[kind].add(id)
    return {kind: frozenset(found[kind]) for kind in MARKS}


def report(covered: Mapping[str, frozenset[str]]) -> Iterator[str]:
    """The lines of the whole report."""
    for ledger in ledgers():
        yield from _lines(ledger.system, ledger, ledger.obeyable(), covered["rule"])
    for ledger in ledgers():
        yield from _lines(f"{ledger.system} examples", ledger, ledger.examples, covered["example"])


def _lines(title: str, ledger: Ledger, wanted: Mapping[str, Mapping[str, Any]], covered: frozenset[str]) -> Iterator[str]:
    missing = [id for id in wanted if id not in covered]
    yield f"{title} {len(wanted) - len(missing)}/{len(wanted)}"
    if "section" not in next(iter(wanted.values()), {}):
        yield from _wrap_ids(missing)
        return
    for section in ledger.sections:
        here = [id for id in missing if wanted[id]["section"] == section]
        if here:
            yield f"  {section}:"
            yield from _wrap_ids(here)


def _wrap_ids(ids: Iterable[str]) -> list[str]:
    return textwrap.wrap(" ".join(ids), 120, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False)


def bar(name: str, covered: Mapping[str, frozenset[str]]) -> tuple[list[str], bool]:
    """The lines of one bar, and whether it is reached.

    Raises:
        pytest.UsageError: There is no such bar, or it names a system, kind or section that does not exist.
    """
    bars = _toml("rule_bars.toml")
    if name not in bars:
        raise pytest.UsageError(f"no bar {name!r} in rule_bars.toml; there are: {', '.join(bars)}")
    wanted = bars[name]
    ledger = next((ledger for ledger in ledgers() if ledger.system == wanted["system"]), None)
    if ledger is None:
        raise pytest.UsageError(f"bar {name}: no system {wanted['system']!r}")
    rules = ledger.obeyable()
    lines: list[str] = []
    reached: set[str] = set()
    for title, ids in _parts(name, ledger, wanted):
        part = {id: rules[id] for id in ids if id in rules}
        reached.update(part)
        lines += _lines(f"{ledger.system} {title}", ledger, part, covered["rule"])
    examples = {id: example for id, example in ledger.examples.items() if reached.intersection(example["rules"])}
    lines += _lines(f"{ledger.system} examples", ledger, examples, covered["example"])
    return lines, reached <= covered["rule"] and set(examples) <= covered["example"]


def _parts(name: str, ledger: Ledger, wanted: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    for kind in wanted.get("kinds", ()):
        ids = [id for id, rule in ledger.rules.items() if rule["kind"] == kind]
        if not ids:
            raise pytest.UsageError(f"bar {name}: {ledger.system} has no rule of kind {kind!r}")
        yield f"kind {kind}", ids
    for first, last in wanted.get("sections", ()):
        if not {first, last} <= set(ledger.sections):
            raise pytest.UsageError(f"bar {name}: {ledger.system} has no section {first!r} or {last!r}")
        sections = ledger.sections[ledger.sections.index(first) : ledger.sections.index(last) + 1]
        yield f"{first} to {last}", [id for id, rule in ledger.rules.items() if rule["section"] in sections]


class Coverage:
    """The pytest plugin."""

    def __init__(self, config: pytest.Config) -> None:
        self.bar = config.getoption("rule_bar")
        self.reporting = bool(self.bar or config.getoption("rule_coverage"))
        self.lines: list[str] = []
        self.reached = True
        if self.reporting:
            config.option.collectonly = False  # its list of tests would hide the report

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if not self.reporting:
            return
        if sentences := wrong(items):
            raise pytest.UsageError("\n".join(sentences))
        if self.bar:
            self.lines, self.reached = bar(self.bar, proved_ids(items))
        else:
            self.lines = list(report(proved_ids(items)))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        if sentences := wrong([item]):
            pytest.fail("\n".join(sentences), pytrace=False)

    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        if self.reporting and not session.testsfailed:
            session.testsfailed = not self.reached
            return True
        return None

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        for line in self.lines:
            terminalreporter.write_line(line)


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("ledger")
    group.addoption("--rule-coverage", action="store_true", help="print which ledger rules the tests cover; run nothing")
    group.addoption("--rule-bar", metavar="NAME", help="print one bar of tests/rule_bars.toml; run nothing")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Coverage(config), "rule-coverage")
