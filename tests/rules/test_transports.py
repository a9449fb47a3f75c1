"""Sharing embarked units out among the models of one transport unit."""

from itertools import product
from random import Random

import pytest

from tests.rules.playing import Table, judge_roster

CAPACITY = 10


def over_capacity(carriers: int, sizes: list[int]) -> bool:
    """Whether units of these sizes are too many for so many Lantern Carriers in one unit."""
    table = Table()
    table.add("lantern-carrier", "carrier")
    table.do(op="set-size", unit=table.names["carrier"], row="lantern-carrier/model/lantern-carrier", number=carriers)
    for at, size in enumerate(sizes):
        table.add("host-guard", f"guard{at}", models=size)
        table.play({"op": "declare", "kind": "embarked", "subject": f"guard{at}", "value": "carrier"})
    return any(finding.code == "transport.over-capacity" for finding in judge_roster(table.roster, fixes=False).findings)


def fit_somehow(carriers: int, sizes: list[int]) -> bool:
    """The same by trying every way."""
    ways = product(range(carriers), repeat=len(sizes))
    return any(
        all(sum(size for size, on in zip(sizes, way, strict=True) if on == one) <= CAPACITY for one in range(carriers))
        for way in ways
    )


@pytest.mark.rule("9E-TRANS-02")
@pytest.mark.parametrize("seed", range(12))
def test_units_are_shared_out_among_transports(seed: int) -> None:
    random = Random(seed)
    carriers, sizes = random.randint(2, 3), []
    while sum(sizes) < CAPACITY * carriers - 2:
        sizes.append(random.randint(3, 7))
    assert over_capacity(carriers, sizes) is not fit_somehow(carriers, sizes)


def test_a_crowd_that_nearly_fits_is_judged_at_all() -> None:
    sizes = [9] * 5 + [8] * 4 + [7] * 6 + [6] * 4 + [5] * 7 + [4] * 11 + [3] * 10 + [2] * 13
    assert over_capacity(28, sizes)
