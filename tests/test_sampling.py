"""Samples: the same cases whatever the order, another sample for another seed, everything of what is not marked."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from tests.sampling import resting, unlucky


@dataclass(eq=False)
class Item:
    nodeid: str
    params: dict[str, Any] = field(default_factory=dict)
    mark: pytest.Mark | None = None
    names: tuple[str, ...] = ("sample",)

    @property
    def callspec(self) -> Item:
        return self

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        return self.mark if name in self.names else None


def cases() -> list[Item]:
    mark = pytest.mark.sample(2, "layout").mark
    marked = [Item(f"a.py::one[{x}-{n}]", {"layout": x, "n": n}, mark) for x in ("full", "cards") for n in range(9)]
    return [*marked, Item("a.py::two")]


def lucky(items: list[Item], seed: str = "1") -> set[str]:
    dropped = unlucky(items, seed)  # type: ignore[arg-type]
    return {item.nodeid for item in items if item not in dropped}


def test_of_cases_that_are_alike_so_many_are_run() -> None:
    names = lucky(cases())
    assert [sum(f"[{layout}-" in name for name in names) for layout in ("full", "cards")] == [2, 2]
    assert "a.py::two" in names


def test_the_order_changes_nothing_and_the_seed_does() -> None:
    shuffled = cases()
    Random(5).shuffle(shuffled)
    assert lucky(shuffled) == lucky(cases())
    assert lucky(cases(), "2") != lucky(cases())


def test_what_is_for_the_whole_alone_needs_no_cases() -> None:
    long = Item("a.py::long", mark=pytest.mark.sample(0).mark)
    long.params = None  # type: ignore[assignment]  # as a test without cases has none
    assert lucky([*cases(), long]) == lucky(cases())


def test_each_commit_runs_its_half_of_the_slow_tests_and_all_that_prove_a_rule() -> None:
    mark = pytest.mark.slow.mark
    slow = [Item(f"a.py::slow{n}", mark=mark, names=("slow",)) for n in range(20)]
    proofs = [Item(f"a.py::rule{n}", mark=mark, names=("slow", "rule")) for n in range(3)]
    rests = [resting([*slow, *proofs, Item("a.py::quick")], 2, str(n)) for n in range(9)]  # type: ignore[list-item]
    assert {len(each) for each in rests} == {10}
    assert set.union(*rests) == set(slow)
    assert not set.intersection(*rests)
    assert not resting(slow, 1, "1")  # type: ignore[arg-type]
