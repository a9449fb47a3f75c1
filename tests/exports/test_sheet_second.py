"""Sheets of the 2nd edition: locations with boxes, armour by its dice, bands of range, cards, and what units are worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from reportlab.platypus import Flowable

from exports.document import RosterDocument
from exports.document.vehicle import Gun
from exports.sheet.banded_weapons import cells
from exports.sheet.printing import print_sheet
from exports.sheet.protection import armour_text, protection_lines
from exports.sheet.reminders import reminders_of
from exports.sheet.setup import Setup
from exports.sheet.shown import Copies, copies_of, shown_army
from exports.sheet.text import Text
from exports.sheet.text_renderer import TextRenderer
from exports.sheet.vehicle_table import vehicle_tables
from exports.sheet.weapon_lines import weapon_groups
from exports.text.guns import gun_in_words
from tests.exports import broken
from tests.exports.armies import sheet_of
from tests.exports.large import sample_army
from tests.exports.pdf import text


@pytest.fixture(scope="module")
def rampart() -> RosterDocument:
    return sample_army("rampart-column")


def sheet_by(setup: Setup) -> bytes:
    """The army's sheet."""
    return sheet_of(sample_army("rampart-column"), setup)


def on_smallest_cards(paper: Any, orientation: Any = "landscape") -> bytes:
    """The army on eight cards a page."""
    return sheet_by(Setup("cards", per_page=8, paper=paper, orientation=orientation))


def words_of(part: Flowable) -> str:
    return "".join(piece.text for piece in part.pieces or ()) if isinstance(part, Text) else ""


@pytest.fixture(scope="module")
def sheet_text() -> str:
    return " ".join(text(sheet_by(Setup())).split())


def test_a_vehicle_has_its_rates_its_locations_and_its_damage_to_tick(sheet_text: str) -> None:
    for words in ("Slow Combat Fast Ram S Ram D Ram Sv", "Tracked, large target", "5–6 Turret 25 22", "2–3 Hull 22 18"):
        assert words in sheet_text
    assert "Its main weapon is destroyed." in sheet_text
    assert "Wheeled, open" in sheet_text
    assert "A crew member is hit as any model." in sheet_text


def test_no_word_of_a_vehicle_is_broken_and_its_crew_has_boxes_beside_its_names(
    rampart: RosterDocument, sheet_text: str
) -> None:
    assert sheet_text.count("D6 Location Front Side D6 Damage; tick what happened") >= 2
    assert "each, lost" not in sheet_text, "vehicles without wounds are ticked off at their locations"
    assert "Driver 4 3 3 3" in sheet_text


@pytest.mark.slow
def test_no_word_of_a_damage_table_is_broken_on_the_narrowest_card(rampart: RosterDocument) -> None:
    words = set(text(on_smallest_cards("letter")).split())
    vehicles = [vehicle for unit in rampart.army.fielded for vehicle in unit.vehicles]
    lines = [line.text for vehicle in vehicles for location in vehicle.locations for line in location.damage]
    assert any(lines)
    assert {word for line in lines for word in line.split()} <= words
    assert "happened" in words


def test_weapons_with_eight_columns_leave_their_names_on_one_line(sheet_text: str) -> None:
    for name in ("Twin chatter gun 0–20", "Breach grenades thrown", "Heavy beamer 0–20", "Fencing sword 3 1 0"):
        assert name in sheet_text


def test_armour_fields_cards_and_worth_are_told(sheet_text: str) -> None:
    for words in (
        *("3+/2D6", "6+/5+†", "† against blasts and flames", "Unmodified save 3+.", "Displacer Field. (25 Points)"),
        *("Strategy Rating: 4", "Mastery Level: 2", "Victory Points: half disabled 1, all disabled 1", "Mount"),
    ):
        assert words in sheet_text
    assert "Power" not in sheet_text.replace("Power Field", "")


def test_armour_against_blasts_has_a_sign_of_its_own_and_a_footnote_on_each_card_that_shows_it(
    rampart: RosterDocument, sheet_text: str
) -> None:
    """Models, crews and wargear alike; ▼ is for values that fall with wounds."""
    assert "▼" not in sheet_text
    renderer = TextRenderer("en")
    shown = {
        "Standard Bearer": 1,
        "Rampart Guard": 1,
        "Haul Carrier": 1,
        "Bastion Crawler": 1,
        "Iron Strider": 1,
        "Kestrel": 0,
    }
    found = {
        unit.name: sum(
            words_of(line).startswith("† against") for line in protection_lines(renderer, rampart.army, Copies(1, (unit,)))
        )
        for unit in rampart.army.units
        if unit.name in shown
    }
    assert found == shown


def test_the_strength_of_its_bearer_is_worked_out(rampart: RosterDocument) -> None:
    unit = next(unit for unit in rampart.army.units if unit.name == "Iron Wright")
    blade = next(unit for unit in rampart.army.units if unit.name == "Standard Bearer").weapons[-1].profiles[0]
    assert cells(blade, ["3"], melee=True)[-4:] == ("3", "1", "0", "D6+3")
    assert cells(blade, ["5"], melee=True)[-4:] == ("5", "1", "-2", "D6+5")
    assert cells(blade, [], melee=True)[-4:] == ("user", "1", "user", "D6+S")
    pistol = unit.weapons[0].profiles[0]
    assert cells(pistol, ["4"], melee=False)[:4] == ("0–8", "+2", "8–16", "0")
    assert armour_text(None) == "–"


GUNS = (
    "Turret, 360° · heavy",
    "Sponson, 180° left · heavy",
    "Hull, 90° · heavy",
    "Left arm, 90°",
)


@pytest.mark.slow
@pytest.mark.parametrize("sheet", [lambda: sheet_by(Setup()), lambda: on_smallest_cards("letter")])
def test_a_gun_says_where_it_stands_and_its_arc(sheet: Callable[[], bytes]) -> None:
    words = " ".join(text(sheet()).split())
    assert [each for each in GUNS if each not in words] == []


@pytest.mark.parametrize(
    ("gun", "language", "said"),
    [
        (Gun("w", "Hull", "180", "rear"), "en", "Hull, 180° to the rear"),
        (Gun("w", "Turm", "360", "left"), "de", "Turm, 360°"),
        (Gun("w", "Torn", "90", "right"), "sv", "Torn, 90° höger"),
        (Gun("w", "Torni", "90", "left"), "fi", "Torni, 90° vasemmalle"),
        (Gun("w", "Hull", "", "front"), "en", "Hull"),
    ],
)
def test_a_gun_is_said_in_every_language_as_far_as_it_is_known(gun: Gun, language: str, said: str) -> None:
    assert gun_in_words(gun, language) == said


@pytest.mark.parametrize("layout", ["summary", "event"])
def test_every_other_layout_prints(rampart: RosterDocument, layout: str) -> None:
    assert print_sheet(rampart, Setup(layout=layout, paper="letter"))  # type: ignore[arg-type]


def test_four_notes_have_no_page_of_their_own(sheet_text: str) -> None:
    assert "Rampart Captain may teleport" in sheet_text
    assert "All findings stand on the last page." not in sheet_text


def test_a_squadron_has_boxes_for_the_crew_of_each_vehicle(rampart: RosterDocument) -> None:
    """Two Dust Buggies have two drivers and two gunners; a tank has one driver, three gunners and one commander."""
    found = {}
    for copies in copies_of(rampart.army, Setup()):
        if copies.unit.name in ("Dust Buggies", "Haul Carrier", "Bastion Crawler"):
            *_, crew = vehicle_tables(TextRenderer("en"), rampart.army, copies, 400.0)
            lines = [row[0] for row in crew._cellvalues[1:]]
            found[copies.unit.name] = [sum(run.boxes for line in boxes for run in line.runs) for boxes in lines]
    assert found == {"Dust Buggies": [2, 2], "Haul Carrier": [1, 1], "Bastion Crawler": [1, 3, 1]}


def test_who_may_teleport_by_a_card_is_reminded_of_it(rampart: RosterDocument) -> None:
    copies = copies_of(rampart.army, Setup())
    reminders = reminders_of(TextRenderer("en"), rampart.army, copies)
    (teleport,) = (row for rows in reminders.values() for row in rows if row.name == "Teleport")
    assert [each.unit.name for each in copies if each.number in teleport.cards] == ["Rampart Captain", "Breach Wardens"]


def test_the_figures_of_a_weapon_are_one_row_on_the_smallest_cards(rampart: RosterDocument, whole: bool) -> None:
    papers = [("letter", "landscape"), ("a4", "landscape"), ("a4", "portrait")]
    for paper, orientation in papers if whole else papers[:1]:
        bare = "".join(text(on_smallest_cards(paper, orientation)).split())
        for unit in rampart.army.fielded:
            for group in weapon_groups(rampart.army, unit, renderer=TextRenderer("en")):
                for line in group.lines:
                    assert "".join("".join(line.cells).split()) in bare, f"{unit.name}: {line.name}"
        assert "StrDSvAP" in bare


def test_no_figure_of_a_crew_is_broken_on_a_small_card(rampart: RosterDocument) -> None:
    setup = Setup(layout="cards", per_page=8, orientation="landscape", paper="letter")
    words = broken.words_of(shown_army(rampart.army, setup))
    assert list(broken.find_broken_words(on_smallest_cards("letter"), words)) == []


def test_a_carrier_with_three_locations_has_two_small_cards() -> None:
    sheet = text(on_smallest_cards("letter"))
    assert sheet.count("Haul Carrier, 2 of 2") == 1
