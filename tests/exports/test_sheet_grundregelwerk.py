"""Army sheets of the Grundregelwerk: its own columns and words, in English and German."""

from __future__ import annotations

import pytest

from builder.services.bundled import judged_sample, samples
from builder.services.judging import Judging
from exports.document import RosterDocument
from exports.sheet.printing import print_sheet
from tests.exports.pdf import text
from tests.rules.playing import BUNDLED


@pytest.fixture(scope="module")
def army() -> RosterDocument:
    """The larger of the Thornmane rosters."""
    judging = Judging(BUNDLED)
    sample = next(each for each in samples() if each.id == "thornmane-moot")
    return judging.document(judged_sample(sample, judging))


def test_a_sheet_has_the_columns_types_and_life_points_of_the_game(army: RosterDocument) -> None:
    sheet = text(print_sheet(army))
    for words in ("Life points", "Scenario: Capture Objectives", "Death of the General", "Jump troops", "Antigrav bike"):
        assert words in sheet, words
    for words in ("Wounds", "Mission:", "jump_troops", "Power"):
        assert words not in sheet, words


def test_a_sheet_in_german_says_the_words_of_the_source(army: RosterDocument) -> None:
    sheet = text(print_sheet(army, language="de"))
    for words in ("Lebenspunkte", "Szenario: Missionsziele erobern", "Tod des Generals", "Sprungtruppen", "Kavallerie"):
        assert words in sheet, words
