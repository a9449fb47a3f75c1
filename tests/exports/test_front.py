"""The front page: an index that leads to the units, tracks, reminders from the units' abilities, one full page."""

from __future__ import annotations

import re

import pytest

from builder.services.bundled import judged_sample, samples
from builder.services.judging import Judging
from exports.sheet.printing import print_sheet
from exports.sheet.setup import CHOICES, Setup
from tests.exports import pdf
from tests.exports.armies import NAMES, army, golden, unit
from tests.exports.density import densities
from tests.exports.large import bundled_army, real_army
from tests.rules.playing import BUNDLED

LEAST_FILL = 2 / 3


def ability(name: str, text: str) -> dict[str, object]:
    return {"name": name, "text": text, "aura": False, "external": False, "effects": []}


RISE = ability("Rise", "They stand. In your Command phase, they may rise. Then they rest.")
BLOW = ability("Blow", "Once per battle, in the Fight phase, strike.")


def named(number: int, *abilities: dict[str, object]) -> dict[str, object]:
    return unit(f"u{number}", name=f"Muster{number}", abilities=list(abilities))


@pytest.mark.parametrize("units", [3, 150])
@pytest.mark.parametrize("orientation", CHOICES["orientation"])
def test_the_index_says_the_page_on_which_each_unit_stands(units: int, orientation: str) -> None:
    texts = pdf.texts(print_sheet(army(*(named(number) for number in range(1, units + 1))), Setup(orientation=orientation)))
    for number in range(1, units + 1):
        rows = [found for page in texts if (found := re.search(rf"\b{number} Muster{number} 1 2 (\d+)", page))]
        assert len(rows) == 1
        assert re.search(rf"{number}\W+Muster{number} 2 Power Rating", texts[int(rows[0][1]) - 1])


@pytest.mark.parametrize("name", NAMES)
def test_the_index_counts_blocks_and_the_front_is_one_page(name: str) -> None:
    first, second, *_ = pdf.texts(print_sheet(golden(name)))
    assert "BATTLE ROUND 1 2 3 4 5" in first
    assert "VICTORY POINTS" in first
    assert "BATTLE ROUND" not in second


@pytest.mark.parametrize(("id", "orientation"), [("rustwater-ferry", "portrait"), ("saltmarch-watch", "landscape")])
def test_units_below_the_front_are_the_first_in_their_order(id: str, orientation: str) -> None:
    judging = Judging(BUNDLED)
    document = next(judging.document(judged_sample(each, judging)) for each in samples() if each.id == id)
    below = pdf.titles_on(print_sheet(document, Setup(orientation=orientation)), 0)
    assert len(below) > 1
    assert below == [unit.name for unit in document.army.units][: len(below)]


def test_reminders_count_the_units_and_name_their_blocks() -> None:
    document = army(named(1, RISE), named(2, BLOW), named(3, RISE), named(4), system="wh40k-9e")
    first = pdf.texts(print_sheet(document))[0]
    assert "Command phase 2 of your units Rise (1, 3). In your Command phase, they may rise." in first
    assert "Fight phase 1 of your units Blow (2). once. Once per battle, in the Fight phase, strike." in first
    assert "They stand." not in first.partition("DO NOT FORGET")[2]
    assert re.search(r"ONCE IN THE BATTLE.*2 Blow", first)


def test_command_points_begin_with_what_the_army_has_left() -> None:
    left = army(unit(), costs={"cp": 14}, names={"cost.cp": "CP"}, system="wh40k-9e")
    assert "start 14 1 2 3" in pdf.texts(print_sheet(left))[0]
    assert "COMMAND POINTS" not in pdf.texts(print_sheet(army(unit(), system="wh40k-2e")))[0]


def test_more_findings_than_the_front_page_takes_stand_on_the_last_page() -> None:
    texts = pdf.texts(print_sheet(bundled_army(10)))
    assert "All findings stand at the end." in texts[0]
    assert len(re.findall("Error:", texts[0])) == 4
    assert len(re.findall("Error:", texts[-1])) > 4


@pytest.mark.shared
def test_the_front_page_of_an_army_is_filled() -> None:
    document = real_army("Necrons", 20)
    for setup in (Setup(), Setup(orientation="landscape")):
        assert densities(print_sheet(document, setup), setup)[0].fill >= LEAST_FILL
