"""Samples: the same cases whatever the order, another sample for another seed, everything of what is not marked."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from tests.sampling import unlucky


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
