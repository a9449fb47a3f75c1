"""Army sheets of Age of Sigmar: what a battle without rounds and victory points needs, and no page for two rules."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from pypdf import PdfReader

from exports.document import RosterDocument
from exports.sheet.printing import print_sheet
from exports.sheet.setup import Setup
from exports.sheet.tracks import rounds_of
from tests.exports.large import sample_army
from tests.exports.pdf import text


@pytest.fixture(scope="module")
def army() -> RosterDocument:
    """The larger of the Saltmarch rosters."""
    return sample_army("saltmarch-host")


@pytest.fixture(scope="module")
def sheet_text(army: RosterDocument) -> str:
    return " ".join(text(print_sheet(army)).split())


def test_models_removed_are_counted_in_the_place_of_victory_points(sheet_text: str) -> None:
    assert "Set up Lost %" in sheet_text
    assert "victory points" not in sheet_text.casefold()


def test_there_are_as_many_rounds_as_were_agreed_on(army: RosterDocument) -> None:
    assert rounds_of(army.army) == 8
    assert rounds_of(replace(army.army, agreed={**army.army.agreed, "round_limit": 3})) == 3


def test_what_was_agreed_is_said_in_words(sheet_text: str) -> None:
    assert "Mortal Realm: Realm of Fire" in sheet_text


def test_what_happens_before_the_battle_says_so(sheet_text: str) -> None:
    assert "DEPLOY Know the Ground." in sheet_text
    assert "Know the Ground (1)" in sheet_text


def test_names_of_weapons_stand_on_one_line(sheet_text: str) -> None:
    assert 'Sluice hammer 1"' in sheet_text


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_two_rules_have_no_page_of_their_own(army: RosterDocument, paper: str) -> None:
    sheet = print_sheet(army, Setup(paper=paper))  # type: ignore[arg-type]
    pages = PdfReader(io.BytesIO(sheet)).pages
    assert len(pages) == 3
    assert "R2 Mystic Shield" in " ".join(text(sheet).split())


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_word_above_a_damage_table_is_broken(paper: str) -> None:
    """Six columns with names of weapons are too many for a column of the page at its largest type."""
    vigil = sample_army("hollow-bough-vigil")
    words = set(text(print_sheet(vigil, Setup(paper=paper))).split())
    assert {"Hooked", "Butcher's", "Attacks", "Save", "Move", '2D6"'} <= words
    assert not {"Hooke", "Butcher'", "Attack", "Sav", "Mov", "2D6"} & words
