"""A document that somebody changed by hand: what it says must be what its choices come to."""

import copy
import json
import shutil
from pathlib import Path

import pytest

from builder.services.assembly import open_services
from builder.services.validations import Validations
from builder.settings import Settings


@pytest.fixture(scope="module")
def services(prepared_database, tmp_path_factory):
    services = open_services(Settings(database=Path(shutil.copy(prepared_database, tmp_path_factory.mktemp("comparing")))))
    yield services
    services.close()


@pytest.fixture(scope="module")
def honest(services):
    return json.loads(services.documents.of("sunward-host").to_bytes())


@pytest.fixture
def document(honest):
    return copy.deepcopy(honest)


def judge_document(services, document):
    validations: Validations = services.validations
    judgement = validations.document(document).judgement
    return judgement.legal, [
        (each.severity, each.code, each.values.get("parts")) for each in judgement.findings if each.rule == "roster.document"
    ]


def strong(unit):
    unit["profiles"][0]["characteristics"]["T"] = "10"


def change_weapon(unit):
    unit["weapons"][0]["profiles"][0]["characteristics"]["D"] = "6"


def many(unit):
    unit["size"]["max"] = 90


def cheap(unit):
    unit["costs"]["power"] = 1


@pytest.mark.parametrize(
    ("change", "parts"), [(strong, "profiles"), (change_weapon, "weapons"), (many, "size"), (cheap, "costs")]
)
def test_a_unit_with_figures_of_its_own_is_not_legal(services, document, change, parts):
    change(document["army"]["units"][0])
    assert judge_document(services, document) == (False, [("error", "document.other-figures", parts)])


def test_totals_that_are_not_those_of_the_units(services, document):
    document["army"]["power_level"] = document["army"]["costs"]["power"] = 1
    assert judge_document(services, document) == (False, [("error", "document.other-totals", None)])


def test_what_nobody_changed_is_said_nothing_of(services, document):
    assert judge_document(services, document) == (True, [])


def test_by_other_datasheets_than_its_own_it_is_a_warning(services, document):
    for force in document["army"]["forces"]:
        force["pin"] = f"sha256:{0:064x}"
    strong(document["army"]["units"][0])
    document["army"]["power_level"] = 1
    totals, figures = ("warning", "document.other-totals", None), ("warning", "document.other-figures", "profiles")
    assert judge_document(services, document) == (True, [totals, figures])
