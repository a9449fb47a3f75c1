"""Real lists come in with nothing lost, at the totals that they state or with every difference explained."""

import json
from decimal import Decimal
from typing import Any

import pytest

from builder.placing.place import place
from datasheets.evaluation.evaluate import evaluate
from exports.lists.parse_list import read_list
from tests.placing.real import ORACLE, newest, oracle, shelf_of

pytestmark = pytest.mark.shared
CUT_DOWN = "psychomancer-38722545"


@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in oracle()])
@pytest.mark.sample(6)
def test_a_roster_of_the_oracle_comes_in_whole(row: dict[str, Any]) -> None:
    shelf = shelf_of(row)
    result = place(read_list((ORACLE / row["file"]).read_bytes(), row["id"]), shelf, row["id"])
    assert {match.how for match in result.report.matches} == {"id"}
    assert len(result.report.matches) == row["selections"] == len(list(result.roster.walk()))
    assert not any(force.other_revision for force in result.report.forces)
    differences = {total.name: total for total in result.report.totals if total.difference}
    if row["id"] == CUT_DOWN:
        assert {name: total.causes[-1].why for name, total in differences.items()} == {
            "PL": "file",
            "pts": "file",
            "CP": "data",
        }
    else:
        assert differences == {}
    missing = [each.code for each in evaluate(result.roster, shelf).findings if each.code.startswith("entry.mis")]
    assert missing == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "power", "units", "unplaced", "points"),
    [
        ("chaos-daemons", 98, 8, ["Flickering Flames"], {"Lord of Change": 15, "Pink Horrors": -10, "Bloodthirster": 10}),
        ("chaos-knights", 106, 9, ["Flickering Flames"], {"Pink Horrors": -10}),
    ],
)
def test_an_event_text_comes_in_with_every_unit(
    name: str, power: int, units: int, unplaced: list[str], points: dict[str, int]
) -> None:
    """The power that these lists call Flickering Flames has another name in the data; the points are of another revision."""
    shelf = newest("wh40k-9e", "Chaos - D", "Chaos - C")
    data = (ORACLE.parent / "textlists" / f"{name}-event.txt").read_bytes()
    result = place(read_list(data, name), shelf, name)
    evaluation = evaluate(result.roster, shelf)
    assert result.report.unread == ()
    assert [match.listed.name for match in result.report.unplaced] == unplaced
    listed = [unit for force in result.report.listed.forces for unit in force.selections]
    assert len(listed) == units
    by_listed = {id(match.listed): match for match in result.report.matches}
    for unit in listed:
        found = evaluation.by_uid[by_listed[id(unit)].uid]
        stated = next(cost.value for cost in unit.costs if cost.name == "PL")
        assert not found.missing
        assert found.total_costs["e356-c769-5920-6e14"] == stated, unit.name
    totals = {total.name: total for total in result.report.totals}
    assert totals["PL"].ours == totals["PL"].stated == power
    assert {cause.name: cause.ours - cause.stated for cause in totals["pts"].causes} == points
    assert totals["pts"].difference == sum(points.values(), Decimal(0))


def test_the_known_differences_are_those_of_the_oracle() -> None:
    known = json.loads((ORACLE / "known-differences.json").read_text("utf-8"))
    assert {row["roster"] for row in known if row["aspect"] == "totals"} == {CUT_DOWN}
