"""Tests of which every run takes a sample: `@pytest.mark.sample(2, "layout")` on a test with many cases.

Of the cases that are alike in the named arguments so many are run: the same ones everywhere until `--seed` draws others.
`@pytest.mark.sample(0)` keeps a test for `--whole`: a long one whose parts others try already.
`--whole` runs every case, and a test that takes the fixture `whole` takes all that it has (`make sweep`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from random import Random

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("samples")
    group.addoption("--whole", action="store_true", help="run every case of tests of which a sample is run otherwise")
    group.addoption("--seed", default="1", help="what the samples are drawn by (1)")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.option.whole:
        return
    dropped = unlucky(items, config.option.seed)
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


@pytest.fixture(scope="session")
def whole(pytestconfig: pytest.Config) -> bool:
    """Whether everything is wanted, not a sample."""
    return bool(pytestconfig.option.whole)


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> Random:
    """What a test draws its sample with."""
    return Random(f"{request.config.option.seed} {request.node.nodeid}")
