"""A number with "x" before a unit's name is so many units, each with what the line says."""

from decimal import Decimal

import pytest

from builder.placing.place import place
from exports.lists.parse_list import read_list
from tests.placing.world import shelf

HEAD = "++ Patrol Detachment (Metal - Tin Host) [9 PL] ++\n+ Troops +\n"


@pytest.mark.parametrize("cost", ["3 PL", "9 PL"])
def test_units_of_one_line_are_units_of_their_own(cost: str) -> None:
    text = f"{HEAD}3x Guard Squad [{cost}]: 5x Guard, Guard Sergeant\n"
    made = place(read_list(text.encode(), "list"), shelf(), "list")
    units = made.roster.forces[0].selections
    assert [(each.entry, each.number, [one.number for one in each.selections]) for each in units] == [
        ("squad", 1, [5, 1])
    ] * 3
    assert len({each.uid for each in units}) == 3
    stated = [cost.value for match in made.report.matches for cost in match.listed.costs]
    assert stated == [Decimal(3)] * 3


def test_what_is_part_of_a_unit_keeps_its_number() -> None:
    text = f"{HEAD}Guard Squad [3 PL]: 5x Guard, Guard Sergeant\n"
    (unit,) = place(read_list(text.encode(), "list"), shelf(), "list").roster.forces[0].selections
    assert [each.number for each in unit.selections] == [5, 1]
