"""What datasheets cost in lists: points never pose as Power, and costs are those of whole units."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from datasheets.evaluation.evaluate import evaluate
from datasheets.native.bundled import bundled_catalogues
from datasheets.native.price_range import price_range
from tests.rules.playing import Table


def datasheets_by_id(client: FlaskClient, query: str) -> dict[str, dict[str, object]]:
    items = client.get(f"/api/v1/datasheets?limit=200&{query}").get_json()["items"]
    return {item["id"]: item for item in items}


def test_points_do_not_pose_as_power(client: FlaskClient) -> None:
    second = datasheets_by_id(client, "system=wh40k-2e")
    assert {(item["power_least"], item["power_most"]) for item in second.values()} == {(None, None)}
    kin, crawler = second["claw-kin"], second["bastion-crawler"]
    assert (kin["cost"], kin["cost_least"], kin["cost_most"]) == ("points", 96, 240)
    assert (crawler["cost"], crawler["cost_least"]) == ("points", 165)
    assert {item["cost"] for item in datasheets_by_id(client, "system=aos-1e").values()} == {None}
    ninth = datasheets_by_id(client, "system=wh40k-9e").values()
    assert all((item["cost"], item["cost_least"]) == ("power", item["power_least"]) for item in ninth)


def test_power_is_asked_only_of_units_that_have_some(client: FlaskClient) -> None:
    assert {item["system"] for item in datasheets_by_id(client, "power_min=1").values()} == {"wh40k-9e", "wh40k-8e"}
    assert "claw-kin" in datasheets_by_id(client, "cost=points&cost_min=90&cost_max=100")


@pytest.mark.parametrize("catalogue", ["rampart-column", "undertow"])
def test_the_least_is_what_a_unit_costs_as_it_comes(catalogue: str) -> None:
    found = next(each for each in bundled_catalogues() if each.id == catalogue)
    for id, sheet in found.datasheets.items():
        table = Table("wh40k-2e")
        uid = table.add(id)
        cost = evaluate(table.roster, table.catalogues).by_uid[uid].total_costs["points"]
        assert (id, price_range(sheet, "points")[0]) == (id, float(cost))  # type: ignore[index]
