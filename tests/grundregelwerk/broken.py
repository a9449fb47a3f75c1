"""`python -m tests.grundregelwerk.broken [NUMBER ...]`: rules of the game broken by hand, each with the one test that fails.

Every break replaces one piece of code; its test runs in a process of its own, once for each break, and must fail. The tests
must pass on the code as it is, else nothing is proved. Files are not changed: the process loads the broken text.
"""

from __future__ import annotations

import importlib
import importlib.machinery
import io
import os
import sys
import time
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pytest

from datasheets.systems import rulebook, system
from resolver.table.compiled.__main__ import main as use_each_loop

ROOT = Path(__file__).parents[2]
CODE, TESTS = "resolver/rulesets/grundregelwerk", "tests/grundregelwerk"
FORMS = ("resolver.rulesets.grundregelwerk", "tests.grundregelwerk.stage", "tests.grundregelwerk.test_")
"""What only the process of a break may load, or it would have it whole already."""


class Break(NamedTuple):
    """A rule that is broken: its id, the module, what stands there and what is put there, the test that notices."""

    rule: str
    module: str
    old: str
    new: str
    test: str


BREAKS = (
    Break("GRW-ACTION-01", "allowed", "len(done) >= 2", "len(done) >= 3", "test_refusals.py"),
    Break("GRW-ACTION-01", "allowed", 'if done and ACTIONS[action].length == "long"', "if False", "test_actions.py"),
    Break("GRW-ACTION-02", "allowed", "    if action in done:\n", "    if False:\n", "test_actions.py"),
    Break("GRW-Q-29", "allowed", 'if action == "rally" and states', "if False and states", "test_refusals.py"),
    Break(
        "GRW-FLEE-02",
        "allowed",
        'due = states.is_fleeing(game, unit) and "flee" not in done',
        "due = False",
        "test_refusals.py",
    ),
    Break(
        "GRW-PINNED-01", "allowed", "if row[state] != YES:", 'if row[state] != YES and state != "pinned":', "test_actions.py"
    ),
    Break(
        "GRW-Q-33",
        "allowed",
        '("move", "shoot", "close-combat")',
        '("move", "shoot", "close-combat", "sprint")',
        "test_refusals.py",
    ),
    Break("GRW-SECURE-01", "reactions", '    if not game.count(unit, "reaction"):', "    if False:", "test_refusals.py"),
    Break("GRW-SECURE-01", "reactions", 'if game.count(marked, "reaction") and', "if", "test_refusals.py"),
    Break("GRW-SECURE-01", "activation", 'counts={"reaction": 1}, rules', "rules", "test_refusals.py"),
    Break("GRW-SECURE-05", "reactions", 'and not game.has_mark(marked, "reacted") and', "and", "test_refusals.py"),
    Break("GRW-SECURE-05", "reactions", 'marks=["reacted"]', "marks=[]", "test_refusals.py"),
    Break("GRW-Q-35", "allowed", "if not states.in_combat(game, foe)]", "]", "test_refusals.py"),
    Break("GRW-Q-82", "combat", "states.is_pinned(game, unit) or", "", "test_fighting.py"),
    Break("GRW-Q-82", "combat", "or states.is_fleeing(game, unit) or not len", "or not len", "test_fighting.py"),
    Break(
        "GRW-SECURE-02",
        "reactions",
        "    if not sees(game, unit, game",
        "    if False and sees(game, unit, game",
        "test_refusals.py",
    ),
    Break(
        "GRW-SPECIAL-10", "activation", "if game.player_count(decision.player, WAAAAAGH):", "if False:", "test_refusals.py"
    ),
    Break("GRW-SPECIAL-10", "activation", "player_counts={WAAAAAGH: 1}", "player_counts={}", "test_refusals.py"),
    Break(
        "GRW-FLEE-04", "activation", "if states.is_fleeing(game, unit)] or waiting", "if False] or waiting", "test_moving.py"
    ),
    Break("GRW-COVERACT-01", "activation", 'marks=["covered"]', "marks=[]", "test_moving.py"),
    Break("GRW-RANGED-05", "checks", "max(skill + harder, LEAST)", "max(skill, LEAST)", "test_shooting.py"),
    Break("GRW-SUPPRESS-02", "checks", "SUPPRESSION = 6", "SUPPRESSION = 5", "test_shooting.py"),
    Break("GRW-VEHICLE-01", "checks", "None if fp < armour.ignores else", "", "test_shooting.py"),
    Break("GRW-VEHICLE-02", "traits", "Armour(4, 3,", "Armour(3, 3,", "test_shooting.py"),
    Break("GRW-VEHICLE-03", "traits", "Armour(5, 4,", "Armour(5, 3,", "test_shooting.py"),
    Break("GRW-RANGED-06", "checks", "rw + fp - cover", "rw - cover", "test_shooting.py"),
    Break("GRW-TERRAIN-02", "checks", "rw + fp - cover", "rw + fp", "test_shooting.py"),
    Break("GRW-RANGED-08", "checks", "rw is not None and fp > rw", "rw is not None and fp >= rw", "test_shooting.py"),
    Break("GRW-SPECIAL-09", "checks", "return not eternal and", "return", "test_shooting.py"),
    Break("GRW-Q-20", "checks", "LEAST = 2", "LEAST = 1", "test_shooting.py"),
    Break(
        "GRW-RANGED-03",
        "shooting",
        "near = [model for model in models if gaps[model] <= arms.reach + TOUCH]",
        "near = models",
        "test_shooting.py",
    ),
    Break("GRW-ACTSHOOT-01", "shooting", "(not every or slot", "(slot", "test_shooting.py"),
    Break("GRW-Q-68", "shooting", "if len(targets) > 1:", "if False:", "test_shooting.py"),
    Break("GRW-SUPPRESS-03", "hits", 'return self.cause != "suppression"', "return True", "test_shooting.py"),
    Break("GRW-SPECIAL-06", "hits", "game.owner(hits.by) if hits.sniper else", "", "test_shooting.py"),
    Break("GRW-SPECIAL-07", "weapons", "rate * twice", "rate", "test_shooting.py"),
    Break(
        "GRW-SPECIAL-12",
        "volley",
        "throw=1) if check.again[face - 1] else face",
        "throw=1) if False else face",
        "test_shooting.py",
    ),
    Break("GRW-RANGED-09", "toll", "QUARTER * self.shot[unit] >= self", "2 * self.shot[unit] >= self", "test_shooting.py"),
    Break("GRW-RANGED-10", "morale", '_broken(game, unit, {"pinned": 1})', "_broken(game, unit, {})", "test_shooting.py"),
    Break("GRW-PINNED-02", "morale", "    if states.is_pinned(game, unit):", "    if False:", "test_moving.py"),
    Break(
        "GRW-MORALE-05",
        "morale",
        "need, face = profiles.morale(game, unit),",
        "need, face = profiles.morale(game, unit) + 1,",
        "test_moving.py",
    ),
    Break(
        "GRW-SPECIAL-13", "morale", "sure, need = traits.has(game, unit, FEARLESS),", "sure, need = False,", "test_moving.py"
    ),
    Break("GRW-MELEE-13", "combat", "if dealt > taken else", "if dealt >= taken else", "test_fighting.py"),
    Break("GRW-SPECIAL-08", "combat", "FURY if attacking and", "FURY if", "test_fighting.py"),
    Break("GRW-MELEE-03", "combat", "        if gaps[model] <= arms.reach + TOUCH:", "        if True:", "test_fighting.py"),
    Break("GRW-MELEE-19", "fleeing", "roll >= fled and", "roll > fled and", "test_fighting.py"),
    Break("GRW-FLEE-07", "fleeing", "    if reached:\n", "    if False:\n", "test_moving.py"),
    Break("GRW-VEHICLE-12", "damage", "BLAST = 6.0", "BLAST = 5.0", "test_fighting.py"),
    Break("GRW-VEHICLE-14", "damage", 'why = "twice" if seen >> face & 1 else "" if', 'why = "" if', "test_fighting.py"),
    Break("GRW-Q-46", "damage", "    blow.toll.blasts += [", "    _ = [", "test_fighting.py"),
    Break("GRW-SPRINT-01", "ground", "2 if twice else 1", "1", "test_moving.py"),
    Break("GRW-TTEST-01", "ground", "].test and not is_at_home", "].test and is_at_home", "test_moving.py"),
    Break("GRW-ROUND-02", "rounds", "units[player] < units[1 - player] else 0", "False else 0", "test_moving.py"),
    Break("GRW-ROUND-03", "rounds", "winner = 1 - game.state.first", "winner = game.state.first", "test_moving.py"),
    Break(
        "GRW-SCEN-07",
        "scenarios",
        "not game.on_table(unit) or states.is_fleeing(game, unit) for",
        "not game.on_table(unit) for",
        "test_scenarios.py",
    ),
    Break("GRW-SCEN-08", "scenarios", 'int(dead[0]), "general"', 'int(dead[1]), "general"', "test_scenarios.py"),
    Break(
        "GRW-SCEN-03",
        "scenarios",
        '    if name == "round-end" and any',
        '    if scenario(game).id == "secret-loot":\n        yield from _values(game)\n    if name == "round-end" and any',
        "test_hidden.py",
    ),
    Break("GRW-SCEN-05", "set_up", "(face or 0) + int(more or 0)", "(face or 0)", "test_scenarios.py"),
)


def broken(each: Break) -> str:
    """Return the text of a module with its rule broken.

    Raises:
        ValueError: what is to be replaced does not stand there exactly once.
    """
    text = (ROOT / CODE / f"{each.module}.py").read_text(encoding="utf-8")
    if text.count(each.old) != 1:
        raise ValueError(f"{each.rule}: {each.module}.py has {each.old!r} {text.count(each.old)} times; name one place.")
    return text.replace(each.old, each.new)


class Failures:
    """Notes which tests fail."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.names.append(report.nodeid.partition("::")[2])


def failures(tests: list[str], each: Break | None = None) -> list[str]:
    """Run tests in a process of its own, with a rule broken; return the first that fails, or all where nothing is broken."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        notes, code = Failures(), 1
        try:
            if each:
                _load(str(ROOT / CODE / f"{each.module}.py"), broken(each))
            with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
                given = ["-q", "-p", "no:cacheprovider", "--noconftest", "-o", "addopts=", *(["-x"] if each else [])]
                code = int(pytest.main([*given, *(f"{TESTS}/{test}" for test in tests)], plugins=[notes]))
        finally:
            words = notes.names or ([f"pytest ended with {code}"] if code else [])
            os.write(writing, "\n".join(words).encode()[:4000])
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as said:
        found = said.read().split("\n")
    os.waitpid(child, 0)
    return [name for name in found if name]


def _load(path: str, text: str) -> None:
    """Let a module be loaded from this text instead of its file."""
    loader = importlib.machinery.SourceFileLoader
    usual = loader.get_code

    def get_code(self: importlib.machinery.SourceFileLoader, fullname: str) -> object:
        return compile(text, path, "exec") if self.get_filename(fullname) == path else usual(self, fullname)

    loader.get_code = get_code  # type: ignore[method-assign,assignment]


def prepare() -> None:
    """Load what all tests need and no break touches, once for all processes."""
    for name in ("tests.field", "tests.gate", "bench.rosters", "resolver.engine.battle", "resolver.players"):
        importlib.import_module(name)
    system("grundregelwerk"), rulebook("grundregelwerk")
    use_each_loop()
    early = [name for name in sys.modules if name.startswith(FORMS)]
    if early:
        raise RuntimeError(f"{early[0]} is loaded already; it could not be broken any more.")


def report(chosen: list[Break]) -> Iterator[str]:
    """Break one rule after the other; yield those that no test, or another test than is named, notices."""
    for number, each in enumerate(chosen):
        found = failures([each.test], each)
        name = f"{each.test.partition('.py')[0]}.py::{found[0]}" if found else "nothing fails"
        print(f"{number:3} {each.rule:16} {each.module}: {name}", flush=True)
        if not found or found[0].startswith("pytest ended"):
            yield f"{each.rule} in {each.module}.py, {each.new!r} for {each.old!r}: {name}"


def main(numbers: list[str]) -> int:
    """Break all rules, or those with these numbers; 1 if a break goes unnoticed."""
    began = time.monotonic()
    os.chdir(ROOT)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # they take longer than the tests
    prepare()
    chosen = [BREAKS[int(number)] for number in numbers] or list(BREAKS)
    if wrong := failures(sorted({each.test for each in chosen})):
        print("These tests fail on the code as it is:", *wrong, sep="\n  ")
        return 1
    missed = list(report(chosen))
    rules = len({each.rule for each in chosen})
    print(
        f"{len(chosen)} breaks of {rules} rules, {len(missed)} unnoticed, {time.monotonic() - began:.0f} s",
        *missed,
        sep="\n",
    )
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
