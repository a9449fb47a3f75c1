"""Tests of which every run takes a sample: `@pytest.mark.sample(2, "layout")` on a test with many cases.

Of the cases that are alike in the named arguments so many are run: the same ones everywhere until `--seed` draws others.
`@pytest.mark.sample(0)` keeps a test for `--whole`: a long one whose parts others try already.
`--whole` runs every case, and a test that takes the fixture `whole` takes all that it has (`make sweep`).
`--one-in 2` runs half of the slow tests, those that the commit draws: with the next commits the others have their turn.
Tests that prove a rule of a ledger are run always.
"""

from __future__ import annotations

import subprocess
from collections import defaultdict
from collections.abc import Iterable
from math import ceil
from pathlib import Path
from random import Random

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("samples")
    group.addoption("--whole", action="store_true", help="run every case of tests of which a sample is run otherwise")
    group.addoption("--seed", default="1", help="what the samples are drawn by (1)")
    group.addoption("--one-in", type=int, default=1, help="run one in so many slow tests that prove no rule (1: all)")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.option.whole:
        return
    dropped = unlucky(items, config.option.seed)
    dropped |= resting([item for item in items if item not in dropped], config.option.one_in, commit())
    if dropped:
        config.hook.pytest_deselected(items=[item for item in items if item in dropped])
        items[:] = [item for item in items if item not in dropped]


def unlucky(items: Iterable[pytest.Item], seed: str) -> set[pytest.Item]:
    """The cases that a seed leaves out: the same whatever the order of the items."""
    alike = defaultdict[tuple[object, ...], list[pytest.Item]](list)
    numbers = dict[tuple[object, ...], int]()
    for item in items:
        if mark := item.get_closest_marker("sample"):
            number, *names = mark.args
            given = getattr(item, "callspec").params if names else {}  # noqa: B009 - only what has cases has it
            group = (item.nodeid.partition("[")[0], *(repr(given[name]) for name in names))
            alike[group].append(item)
            numbers[group] = number
    ranked = (sorted(group, key=lambda item: Random(f"{seed} {item.nodeid}").random()) for group in alike.values())
    return {item for number, cases in zip(numbers.values(), ranked, strict=True) for item in cases[number:]}


def resting(items: Iterable[pytest.Item], one_in: int, commit: str) -> set[pytest.Item]:
    """The slow tests that are not run at a commit: of those that prove no rule one in so many is run."""
    slow = [item for item in items if item.get_closest_marker("slow") and not _proves(item)]
    ranked = sorted(slow, key=lambda item: Random(f"{commit} {item.nodeid}").random())
    return set(ranked[ceil(len(ranked) / one_in) :])


def _proves(item: pytest.Item) -> bool:
    return any(item.get_closest_marker(name) for name in ("rule", "example"))


def commit() -> str:
    """The commit that is checked out; "" where git knows of none."""
    asked = ["git", "-C", str(Path(__file__).parent), "rev-parse", "HEAD"]
    try:
        return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


@pytest.fixture(scope="session")
def whole(pytestconfig: pytest.Config) -> bool:
    """Whether everything is wanted, not a sample."""
    return bool(pytestconfig.option.whole)


@pytest.fixture
def drawn(request: pytest.FixtureRequest) -> Random:
    """What a test draws its sample with."""
    return Random(f"{request.config.option.seed} {request.node.nodeid}")
