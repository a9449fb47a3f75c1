"""The front page: an index that leads to the units, tracks, reminders from the units' abilities, one full page."""

from __future__ import annotations

import re
from typing import Any

import pytest
from reportlab.pdfbase.pdfmetrics import getAscent
from reportlab.platypus import Spacer

from exports.document import RosterDocument
from exports.sheet.boxes import OnceBoxes
from exports.sheet.detail import WHOLE
from exports.sheet.parts import Part, cut, measure
from exports.sheet.printing import print_sheet
from exports.sheet.reminders import Amount, Reminder, join_runs, reminder_paragraphs
from exports.sheet.rules import RuleBook
from exports.sheet.setup import CHOICES, Setup
from exports.sheet.shown import copies_of
from exports.sheet.summary import title
from exports.sheet.text_renderer import TextRenderer
from exports.sheet.tracks import Captioned
from exports.sheet.unit_rules import unit_rules
from exports.sheet.weapons_table import WeaponPlans, weapon_tables
from tests.exports import pdf
from tests.exports.armies import NAMES, army, golden_sheet, missiles, sheet_of, unit
from tests.exports.density import densities
from tests.exports.large import bundled_army, real_army, sample_army
from tests.exports.tables import sections

LEAST_FILL = 2 / 3
DESCENDERS = 0.2
"""How far letters go below their line, of the size of their type."""


def ability(name: str, text: str) -> dict[str, object]:
    return {"name": name, "text": text, "aura": False, "external": False, "effects": []}


RISE = ability("Rise", "They stand. In your Command phase, they may rise. Then they rest.")
BLOW = ability("Blow", "Once per battle, in the Fight phase, strike.")


def unit_of(number: int, *abilities: dict[str, object]) -> dict[str, object]:
    return unit(f"u{number}", name=f"Muster{number}", abilities=list(abilities))


@pytest.mark.slow
@pytest.mark.parametrize(("units", "orientation"), [(3, "portrait"), (60, "landscape")])
def test_the_index_says_the_page_on_which_each_unit_stands(units: int, orientation: str) -> None:
    texts = pdf.texts(
        print_sheet(army(*(unit_of(number) for number in range(1, units + 1))), Setup(orientation=orientation))
    )
    for number in range(1, units + 1):
        rows = [found for page in texts if (found := re.search(rf"\b{number} Muster{number} 1 2 (\d+)", page))]
        assert len(rows) == 1
        assert re.search(rf"{number}\W+Muster{number} 2 Power Rating", texts[int(rows[0][1]) - 1])


@pytest.mark.parametrize("name", NAMES)
def test_the_index_counts_blocks_and_the_front_is_one_page(name: str) -> None:
    first, second, *_ = pdf.texts(golden_sheet(name))
    assert "BATTLE ROUND 1 2 3 4 5" in first
    assert "VICTORY POINTS" in first
    assert "BATTLE ROUND" not in second


@pytest.mark.parametrize(("id", "orientation"), [("rustwater-ferry", "portrait"), ("saltmarch-watch", "landscape")])
def test_units_below_the_front_are_the_first_in_their_order(id: str, orientation: str) -> None:
    document = sample_army(id)
    below = pdf.titles_on(sheet_of(document, Setup(orientation=orientation)), 0)
    assert len(below) > 1
    assert below == [unit.name for unit in document.army.units][: len(below)]


def test_reminders_count_the_units_and_name_their_blocks() -> None:
    document = army(unit_of(1, RISE), unit_of(2, BLOW), unit_of(3, RISE), unit_of(4), system="wh40k-9e")
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
    texts = pdf.texts(sheet_of(bundled_army(10)))
    assert "All findings stand at the end." in texts[0]
    assert len(re.findall("Error:", texts[0])) == 4
    assert len(re.findall("Error:", texts[-1])) > 4


@pytest.mark.sample(0)
@pytest.mark.shared
@pytest.mark.parametrize("orientation", CHOICES["orientation"])
def test_the_front_page_of_an_army_is_filled(orientation: Any) -> None:
    setup = Setup(orientation=orientation)
    assert densities(sheet_of(real_army("Necrons", 20), setup), setup)[0].fill >= LEAST_FILL


@pytest.mark.parametrize(
    ("numbers", "said"), [([4], "4"), ([2, 3, 7], "2, 3, 7"), ([1, 2, 3, 5, 6, 9, 10, 11, 12], "1–3, 5, 6, 9–12")]
)
def test_numbers_that_follow_one_another_are_joined(numbers: list[int], said: str) -> None:
    assert join_runs(numbers) == said


def test_reminders_that_are_left_out_name_their_cards() -> None:
    renderer, document = TextRenderer("en"), army(system="wh40k-9e")
    rows = [
        Reminder(name, cards, counts=(1,) * len(cards))
        for name, cards in (("Rise", (1,)), ("Blow", (2, 4)), ("Fly", (3, 4)))
    ]
    _, head, item, rest = reminder_paragraphs(renderer, document.army, {"fight": rows}, Amount(1), 200)
    assert "".join(piece.text for piece in rest.pieces) == "and 2 more (2–4)"  # type: ignore[attr-defined]
    assert head.getKeepWithNext()  # type: ignore[no-untyped-call]
    assert item.getKeepWithNext(), "no column ends between a reminder and what says that there are more"  # type: ignore[no-untyped-call]


@pytest.mark.parametrize(("units", "models", "each"), [(3, 2, 2), (1, 8, 8), (7, 1, 1)])
def test_each_of_several_units_has_boxes_of_its_own_for_what_may_be_used_once(units: int, models: int, each: int) -> None:
    text = " ".join(pdf.text(print_sheet(missiles(units, models))).split())
    assert f"Shooting phase {units} of your units" in text
    assert (f"{each}× Missile" in text) == (each > 1), "the number is said whatever boxes there are"
    marks = [*"abcdefg"[:units]] if units > 1 else [""]
    of_weapon, *of_ability = once_boxes_of(missiles(units, models))
    assert of_weapon == [(mark, each) for mark in marks]
    assert of_ability == ([[(mark, 1) for mark in marks]] if units > 1 else [])


def test_a_long_name_stands_whole_on_its_card_with_that_of_its_datasheet() -> None:
    name = "The Seventh Company of the Watchers upon the Northern Wall, who held the Gate of Ash for nine days, and stood"
    document = army(unit(title=name), unit("u2", title="Short"), system="wh40k-9e")
    card, short = (sections(print_sheet(document, Setup(layout="cards")))[title] for title in (name, "Short Pickets"))
    assert card.said[0] == "Pickets"
    assert short.said[0] != "Pickets"


@pytest.mark.parametrize("layout", ["full", "event"])
def test_transports_and_passengers_of_one_name_say_the_numbers_of_their_cards(layout: Any) -> None:
    room = {"capacity": 9, "admits": [["INFANTRY"]], "refuses": [], "slots": {}, "text": ""}
    wagons = [unit(id, name="Wagon", transport=room) for id in ("u1", "u2")]
    aboard = {"u3": "u1", "u4": "u1", "u5": "u2", "u6": "u2"}
    squads = [unit(id, name="Scouts" if id == "u6" else "Pickets") for id in aboard]
    embarked = [{"kind": "embarked", "subject": id, "key": "", "value": to, "index": 0} for id, to in aboard.items()]
    document = army(*wagons, *squads, declarations=embarked, system="wh40k-9e")
    text = " ".join(pdf.text(print_sheet(document, Setup(layout=layout))).split())
    assert "Starts the battle embarked in: Wagon (1)" in text
    assert "Starts the battle embarked in: Wagon (2)" in text
    if layout == "full":
        assert "Embarked in it at the start of the battle: 2 × Pickets (3)" in text
        assert "Embarked in it at the start of the battle: Pickets (4), Scouts" in text


@pytest.mark.slow
def test_reminders_that_go_on_in_another_column_say_so() -> None:
    text = pdf.texts(sheet_of(sample_army("cinder-clan"), Setup(orientation="landscape")))[0]
    first, _, rest = text.partition("DO NOT FORGET numbers are cards")
    assert "DO NOT FORGET (continued)" in first + rest


def once_boxes_of(document: RosterDocument) -> list[list[tuple[str, int]]]:
    """The labels and numbers of the boxes of what may be used once, on the first card; a box alone stands beside a name."""
    renderer, (copies, *_) = TextRenderer("en"), copies_of(document.army, Setup())
    book = RuleBook([copies], "shared")
    tables = weapon_tables(renderer, WeaponPlans(renderer, document.army, copies), 260.0, book, WHOLE)
    cells = [cell for table in tables for row in table._cellvalues for cell in row]  # type: ignore[attr-defined]
    texts = [
        text for rule in unit_rules(renderer, document.army, copies, book, WHOLE) for text in getattr(rule, "texts", [])
    ]
    found = [each for each in (*cells, *texts) if isinstance(each, OnceBoxes)]
    return [[(strip.label, strip.boxes) for strip in each.strips] for each in found]


def test_no_column_ends_with_a_caption_alone() -> None:
    caption, line = measure([Captioned(TextRenderer("en"), "Do not forget", "", 200), Spacer(0, 50)], 200)
    assert cut([Part(Spacer(0, 40), 40), caption, line], 200, 40 + caption.height + 10)[1][:1] == [caption]


@pytest.mark.parametrize("name", ["Gryphon Query", "Gryphon Query of the Yellow Jay, and Everybody Else"])
def test_the_title_does_not_run_into_the_line_below_it(name: str) -> None:
    shape, system = measure(title(TextRenderer("en"), army(name=name, system="wh40k-9e").army), 300)
    font = shape.flowable.style  # type: ignore[attr-defined]
    below = shape.height - shape.flowable.getSpaceBefore() - getAscent(font.fontName, font.fontSize)
    lines = round(shape.flowable.height / font.leading)
    assert below - (lines - 1) * font.leading + system.flowable.getSpaceBefore() >= DESCENDERS * font.fontSize


@pytest.mark.parametrize(("language", "said"), [("en", "Coal Thane, roll dice"), ("de", "Coal Thane, würfeln")])
def test_a_trait_that_is_rolled_for_is_said_in_words(language: Any, said: str) -> None:
    assert said in pdf.text(sheet_of(sample_army("cinder-clan"), Setup(language=language)))


@pytest.mark.slow
def test_what_an_army_agreed_on_stands_in_one_column():
    """On Letter the mission was at the foot of the first column and its card at the head of the next."""
    (page, *_) = pdf.texts(sheet_of(sample_army("rampart-column"), Setup(paper="letter")))
    assert "Game: Mission Cards Mission Card: Take and Hold" in " ".join(page.split())
