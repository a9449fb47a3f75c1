"""The bundled datasheets of the other systems, and what their systems' columns let a datasheet print."""

import copy
import re
from typing import Any

import pytest

from datasheets.native.bundled import bundled_catalogues
from datasheets.native.parse_datasheet import read_datasheet
from datasheets.problems import DocumentError
from tests.bundled import bundled_catalogue


def problems(document: dict[str, Any]) -> list[str]:
    try:
        read_datasheet(document)
    except DocumentError as error:
        return [problem.path for problem in error.problems]
    return []


def copy_document(catalogue: str, id: str) -> dict[str, Any]:
    return copy.deepcopy(dict(bundled_catalogue(catalogue).documents[id]))


@pytest.mark.rule("8E-LOC-01")
def test_a_lord_of_contagion_is_one_model_of_power_8_with_a_plaguereaper():
    sheet = bundled_catalogue("core-8e").datasheets["lord-of-contagion"]
    assert [(row.name, row.number.min, row.number.max) for row in sheet.profiles] == [("Lord of Contagion", 1, 1)]
    assert (sheet.costs["power"].base, sheet.costs["power"].steps, sheet.options) == (8, (), ())
    assert [dict(default.items) for default in sheet.composition.wargear] == [{"Plaguereaper": 1}]
    assert " ".join(sheet.profiles[0].characteristics.values()) == '4" 2+ 2+ 4 5 6 4 9 2+'
    assert sheet.weapons[0].profiles[0].characteristics == {
        "Range": "Melee",
        "Type": "Melee",
        "S": "+2",
        "AP": "-3",
        "D": "3",
    }


@pytest.mark.rule("8E-Q-17")
@pytest.mark.rule("8E-LOC-02")
def test_what_a_source_names_without_text_is_external():
    sheet = bundled_catalogue("core-8e").datasheets["lord-of-contagion"]
    assert [ability.name for ability in sheet.abilities if ability.external] == ["Disgustingly Resilient"]


def test_recommended_values_keep_the_worked_example_true():
    marine = bundled_catalogue("core-grundregelwerk").datasheets["missile-launcher-marine"]
    rhino = bundled_catalogue("core-grundregelwerk").datasheets["rhino"]
    power = int(marine.weapons[0].profiles[0].characteristics["FP"])
    save = int(rhino.profiles[0].characteristics["RW"].rstrip("+"))
    assert "Medium Armour" in [ability.name for ability in rhino.abilities]
    assert save + (power - 4) == 6


@pytest.mark.parametrize(
    ("key", "printed", "legal"),
    [
        pytest.param("NK", "1+", False, marks=pytest.mark.rule("GRW-PROFILE-02")),
        pytest.param("NK", "2+", True, marks=pytest.mark.rule("GRW-PROFILE-02")),
        pytest.param("FK", "6+", True, marks=pytest.mark.rule("GRW-PROFILE-02")),
        pytest.param("FK", "7+", False, marks=pytest.mark.rule("GRW-PROFILE-02")),
        pytest.param("RW", "7+", False, marks=pytest.mark.rule("GRW-PROFILE-02")),
        pytest.param("RW", "-", True, marks=pytest.mark.rule("GRW-PROFILE-02")),
        pytest.param("MW", "4+", True, marks=pytest.mark.rule("GRW-PROFILE-03")),
        pytest.param("MW", "5+", False, marks=pytest.mark.rule("GRW-PROFILE-03")),
        pytest.param("MW", "1+", False, marks=pytest.mark.rule("GRW-PROFILE-03")),
        ("Type", "infantry", True),
        ("Type", "submarine", False),
        ("L", "0", False),
    ],
)
def test_profile_values_lie_in_the_systems_range(key: str, printed: str, legal: bool):
    document = copy_document("core-grundregelwerk", "space-marine")
    document["profiles"][0]["characteristics"][key] = printed
    assert problems(document) == ([] if legal else [f"/profiles/0/characteristics/{key}"])


def test_a_cost_may_be_left_out_where_the_system_says_so():
    assert not bundled_catalogue("core-grundregelwerk").datasheets["space-marine"].costs
    document = copy_document("core-2e", "guardsman")
    del document["costs"]["points"]
    assert problems(document) == ["/costs"]


TRANSPORTS = [
    (f"{catalogue.id}/{id}", sheet.transport)
    for catalogue in bundled_catalogues()
    for id, sheet in catalogue.datasheets.items()
    if sheet.transport
]


@pytest.mark.parametrize(("id", "transport"), TRANSPORTS, ids=[id for id, _ in TRANSPORTS])
def test_a_transport_carries_what_its_text_says(id: str, transport: Any):
    admitted, _, refused = transport.text.partition(" without ")
    keywords = re.compile(r"<[A-Z ]+>|\b[A-Z]{2,}(?: [A-Z]{2,})*")
    assert [sorted(row) for row in transport.admits] == [sorted(keywords.findall(admitted))]
    assert sorted(transport.refuses) == sorted(keywords.findall(refused))
    assert re.findall(r"\d+", transport.text) == [str(transport.capacity), *map(str, transport.slots.values())]
