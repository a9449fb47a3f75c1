"""How full pages are: none but the last under two thirds, no type under 7 points, for every bundled army."""

from __future__ import annotations

import re
from typing import Any

import pytest

from builder.operations.table import apply_all
from builder.services.bundled import samples
from datasheets.evaluation.tree import Roster
from exports.document import RosterDocument
from exports.sheet.codes_on_pages import codes_on_pages
from exports.sheet.setup import CHOICES, Setup
from tests.exports import pdf
from tests.exports.armies import golden_sheet, sheet_of
from tests.exports.density import REAL, densities
from tests.exports.large import sample_army
from tests.exports.test_sheet_breaks import real
from tests.imported.real import edition

JOBS = [("summary", 4), ("event", 4), *(("cards", number) for number in CHOICES["per_page"])]
POINTER = re.compile(r"▶ ([RW]\d+)")
LEAST_FILL, LEAST_TYPE = 2 / 3, 7.0
SAMPLES = [each.id for each in samples()]

paper = pytest.mark.parametrize("paper", CHOICES["paper"])
orientation = pytest.mark.parametrize("orientation", CHOICES["orientation"])


def check_fill(document: RosterDocument, setup: Setup) -> None:
    """No type is too small, and no page but the last too empty."""
    measured = densities(sheet_of(document, setup), setup)
    assert min([page.fill for page in measured[:-1]], default=1.0) >= LEAST_FILL
    assert min(page.smallest for page in measured) >= LEAST_TYPE


@pytest.mark.slow
@paper
@orientation
@pytest.mark.parametrize("id", SAMPLES)
@pytest.mark.sample(1, "paper", "orientation")
def test_no_page_but_the_last_is_under_two_thirds_full(id: str, paper: Any, orientation: Any) -> None:
    check_fill(sample_army(id), Setup(paper=paper, orientation=orientation))


@pytest.mark.parametrize(("layout", "per_page"), JOBS)
@paper
@orientation
@pytest.mark.parametrize("id", SAMPLES)
@pytest.mark.sample(1, "layout", "per_page")
def test_pages_of_other_layouts_are_filled(id: str, layout: Any, per_page: Any, paper: Any, orientation: Any) -> None:
    check_fill(sample_army(id), Setup(layout=layout, per_page=per_page, paper=paper, orientation=orientation))


def test_rules_stand_in_the_places_that_cards_of_units_leave() -> None:
    texts = pdf.texts(golden_sheet("sunward-host", Setup(layout="cards", per_page=8)))
    assert "Rules R1 Combat Squads 1 A unit of exactly 10 models" in texts[-2]
    assert "Sunward Host · Rules Check code" in texts[-2]
    for anchor in set(POINTER.findall(" ".join(texts))):
        assert len(re.findall(rf"(?<!▶ )\b{anchor} ", " ".join(texts))) == 1


def test_findings_and_code_stand_on_a_card_where_that_saves_a_page() -> None:
    document = sample_army("hollow-bough-vigil")
    sheet = sheet_of(document, Setup(layout="cards"))
    assert "Findings Legal. No findings." in pdf.texts(sheet)[-1]
    assert f"Check code {document.check_code} Hollow Bough, revision" in pdf.texts(sheet)[-1]
    assert [(each.fill, each.has_cards) for each in densities(sheet, Setup(layout="cards"))] == [(1.0, True), (0.5, True)]
    assert codes_on_pages(pdf.scan(sheet)) == (document.check_code,)


def test_figures_that_fill_a_small_card_stand_below_the_names_of_weapons() -> None:
    setup = Setup(layout="cards", per_page=8, paper="letter", orientation="landscape")
    assert "Blackthorn spade" in " ".join(pdf.texts(sheet_of(sample_army("hollow-bough-vigil"), setup)))


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.parametrize("start", REAL)
@pytest.mark.sample(1)
def test_cards_of_real_armies_are_filled(start: str) -> None:
    check_fill(real(start), Setup(layout="cards", per_page=8, orientation="landscape"))


@pytest.mark.slow
@pytest.mark.shared
@orientation
@pytest.mark.parametrize("start", REAL)
@pytest.mark.sample(1)
def test_no_page_of_a_real_army_but_the_last_is_under_two_thirds_full(start: str, orientation: Any) -> None:
    check_fill(real(start), Setup(orientation=orientation))


@pytest.mark.shared
@pytest.mark.sample(0)
def test_a_horde_of_two_hundred_models_has_full_pages() -> None:
    data = edition("wh40k-9e", "Orks")
    wanted = [("Warboss", 1), *3 * [("Boyz", 30)], ("Beast Snagga Boyz", 20), *2 * [("Gretchin", 30)], ("Stormboyz", 15),
              ("Tankbustas", 10), ("Painboy", 1), ("Kommandos", 10)]  # fmt: skip
    operations = [{"op": "add-force", "catalogue": data.closure("Orks").catalogue.id}]
    operations += [
        {"op": "add-unit", "force": "f1", "entry": data.unit("Orks", name).id, "models": number} for name, number in wanted
    ]
    document = data.document(apply_all(Roster(system="wh40k-9e", name="Horde"), operations, data.catalogues))
    assert document.army.model_count == sum(number for _, number in wanted) > 200
    check_fill(document, Setup())
    check_fill(document, Setup(layout="cards", per_page=8, orientation="landscape"))
