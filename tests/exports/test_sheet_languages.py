"""Sheets in every language: no word is broken, and what is read out of the PDF is what was said."""

from __future__ import annotations

import io
from random import Random
from typing import Any

import pytest
from pypdf import PdfReader

from datasheets.words import languages, say
from exports.document import RosterDocument
from exports.sheet.findings import sentence_of
from exports.sheet.parse_sheet import read_sheet
from exports.sheet.printing import print_sheet
from exports.sheet.setup import CHOICES, Setup
from exports.sheet.verifying import verify
from exports.text import listing
from tests.exports import geometry, pdf
from tests.exports.armies import golden, sheet_of
from tests.exports.large import bundled_army
from tests.exports.test_sheet_geometry import check_rows, job, orientation, paper

FOREIGN = languages()[1:]
HEADS = {
    "full": ("number", "unit", "page-head", "models", "hit", "wounds"),
    "cards": ("hit", "wounds"),
    "summary": ("number", "unit", "role", "models"),
    "event": ("number", "unit", "role", "models"),
}
SAID = {
    "full": ("total", "findings", "identity"),
    "cards": (),
    "summary": ("total", "findings", "identity"),
    "event": ("total", "identity"),
}


def words(layout: str, document: RosterDocument, language: str) -> list[str]:
    """What stands on a sheet of that layout in that language, each as it is said."""
    found = [say(f"sheet.{code}", language=language) for code in (*HEADS[layout], *SAID[layout])]
    found.append(say("game.power-rating", language=language))
    found.append(say("sheet.check-code", {"code": document.check_code}, language))
    if layout != "cards":
        found += [sentence_of(finding, language) for finding in document.judgement.findings]
    return found


@pytest.mark.usefixtures("printed_once")
@job
@paper
@orientation
@pytest.mark.parametrize("language", FOREIGN)
@pytest.mark.sample(1)
def test_nothing_is_cut_covered_or_outside_in_any_language(
    language: str, layout: Any, per_page: Any, paper: Any, orientation: Any
) -> None:
    document = bundled_army(10)
    setup = Setup(layout=layout, per_page=per_page, paper=paper, orientation=orientation, language=language)
    sheet = print_sheet(document, setup)
    assert list(geometry.faults(sheet)) == []
    if layout == "cards":
        check_rows(sheet, document, setup)
    assert read_sheet(sheet) == document
    assert verify(sheet, document.check_code).consistent


@pytest.mark.slow
@pytest.mark.parametrize("layout", CHOICES["layout"])
@pytest.mark.parametrize("language", languages())
@pytest.mark.sample(1, "language")
def test_the_text_of_a_sheet_is_read_as_it_is_said(language: str, layout: str, whole: bool, rng: Random) -> None:
    """By pdfium and by pypdf, which share no code: letters such as å, ö and ß are whole, and no word of a head is broken."""
    both = [*zip((bundled_army(10), golden("sunward-host")), CHOICES["paper"], strict=True)]
    for document, size in both if whole else rng.sample(both, 1):
        sheet = sheet_of(document, Setup(layout=layout, paper=size), language)  # type: ignore[arg-type]
        others = " ".join(" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(sheet)).pages)
        for read in (pdf.text(sheet), others):
            missing = [word for word in words(str(layout), document, language) if " ".join(word.split()) not in read]
            assert missing == []


@pytest.mark.parametrize("language", languages())
def test_a_sheet_says_its_language(language: str) -> None:
    sheet = print_sheet(bundled_army(10), Setup(layout="event"), language)
    assert PdfReader(io.BytesIO(sheet)).root_object["/Lang"] == language  # type: ignore[comparison-overlap]


@pytest.mark.slow
def test_a_set_ups_language_goes_before_that_of_whoever_prints() -> None:
    document = golden("gloam-court")
    assert print_sheet(document, Setup(language="fi"), "de") == print_sheet(document, Setup(), "fi")


@pytest.mark.slow
def test_names_and_rules_stay_in_the_language_of_their_data() -> None:
    document = golden("sunward-host")
    english, swedish = (pdf.text(sheet_of(document, Setup(), language)) for language in ("en", "sv"))
    for unit in document.army.units:
        texts = [unit.name, *unit.keywords.other, *(ability.name for ability in unit.abilities)]
        assert all(text in english and text in swedish for text in texts)


@pytest.mark.parametrize("language", FOREIGN)
def test_a_listing_is_in_the_language_that_is_asked_for(language: str) -> None:
    said = listing(golden("sunward-host"), language)
    assert say("game.power-level", language=language) in said
    assert say("text.models", {"count": 10}, language) in said


def test_a_decimal_has_a_comma_where_the_language_has_one() -> None:
    assert [say("sheet.value", {"value": 2.5}, language) for language in ("en", "de", "fi", "sv")] == ["2.5", *["2,5"] * 3]
