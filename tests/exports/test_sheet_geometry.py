"""Where everything stands: in every layout, on every paper, nothing is cut, covered or outside, and every row is whole."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from pypdf import PdfReader

from exports.document import Army, Profile, RosterDocument, Unit
from exports.sheet import style
from exports.sheet.cells import cell_of
from exports.sheet.characteristics import LONG_VALUE
from exports.sheet.parse_sheet import read_sheet
from exports.sheet.printing import print_sheet
from exports.sheet.resolved import CHANGES, bearer_of
from exports.sheet.setup import CHOICES, Setup
from exports.sheet.shortened import shorten_type
from exports.sheet.shown import shown_army
from exports.sheet.statline import CHANGED, who_of
from exports.sheet.text_renderer import TextRenderer
from exports.sheet.verifying import verify
from exports.sheet.weapon_lines import HIT, weapon_groups
from exports.sheet.wounds import labels_of
from tests.exports import geometry, pdf
from tests.exports.armies import army, sheet_of, unit
from tests.exports.extremes import EXTREMES
from tests.exports.geometry import Box, Drawn
from tests.exports.large import bundled_army, real_army

SIZES = (10, 25, 40)
JOBS = [("full", 4), ("summary", 4), ("event", 4), *(("cards", number) for number in CHOICES["per_page"])]
MOST_PAGES_OF_A_SUMMARY = 2

job = pytest.mark.parametrize(("layout", "per_page"), JOBS)
sized = pytest.mark.parametrize("units", SIZES)
paper = pytest.mark.parametrize("paper", CHOICES["paper"])
orientation = pytest.mark.parametrize("orientation", CHOICES["orientation"])


def rows_of(one: Unit, shown: Army, language: str, is_small: bool) -> Iterator[str]:
    """What stands in one row of a card's tables, from left to right: names with characteristics, and labels of boxes."""
    renderer = TextRenderer(language)
    for profile in one.profiles:
        name, *figures = statline_of(renderer, one, profile, shown)
        yield from values_of(name, figures)
    for group in weapon_groups(shown, one, renderer.say("hit")):
        for line in group.lines:
            cells = [shorten_type(cell) for cell in line.cells] if is_small else [*line.cells]
            if line.unmodified:
                cells[HIT] += f"({line.unmodified})"
            yield from values_of(line.name + line.of + NOTED, cells)
    if sum(group.number for group in one.models) < 30:
        yield from labels_of(renderer, shown, one)


def statline_of(renderer: TextRenderer, one: Unit, profile: Profile, shown: Army, *, brief: bool = False) -> tuple[str, ...]:
    figures = [bearer_of(profile).figure(key) for key in shown.columns.get(profile.type, ())]
    return who_of(renderer, one, profile, brief=brief), *map(sign_changes, figures)


def sign_changes(value: str) -> str:
    return value if value == CHANGES else value.replace(CHANGES, CHANGED)


def values_of(name: str, values: Sequence[str]) -> Iterator[str]:
    if not any(len(value) > LONG_VALUE for value in values):
        yield name + "".join(map(sign_changes, values))


def in_words(things: Sequence[tuple[str, int]]) -> str:
    return ", ".join(name if count == 1 else f"{count} {name}" for name, count in things)


def event_rows_of(one: Unit, shown: Army) -> Iterator[str]:
    """What the event sheet says of a unit: its name, and its models with what they carry, what all do first."""
    yield one.name + one.title
    things = [one.wargear_of(group) for group in one.models]
    shared = [each for each in things[0] if all(each in own for own in things)] if len(things) > 1 else []
    shared = shared if len(shared) > 1 else []
    mark = " + " if shared else ": "
    said = [f"{one.model_count} models: {in_words(shared)}"] if shared else []
    for group, own in zip(one.models, things, strict=True):
        left = [each for each in own if each not in shared]
        said.append(f"{group.number} {group.name}{mark}{in_words(left)}" if left else f"{group.number} {group.name}")
    yield "; ".join(said)


NOTED = "<noted>"
NOTES = r"(▶?[RW]\d+|[^\d▶]{1,12})?"
ROWS = ("full", "cards", "event")


def check_cells(sheet: bytes, pages: Sequence[Drawn], setup: Setup) -> None:
    """Whatever stands on a page of cards stands within one of them."""
    around = style.card_margins_of(setup.paper, setup.orientation, holes=setup.holes)
    for text, page in zip(pdf.texts(sheet), pages, strict=True):
        if not re.search(r"· \d+\D{1,4}\d+ ", text):
            continue
        bottom = style.CARDS_FOOT
        width = page.room.right + geometry.MARGIN - around.left - around.right
        cell = cell_of(setup.orientation, setup.per_page, width, page.room.top + geometry.MARGIN - around.top - bottom)
        for box in page.texts:
            if box.bottom > bottom:
                places = [((edge - around.left) / cell.width, (height - bottom) / cell.height)
                          for edge, height in ((box.left, box.bottom), (box.right, box.top))]  # fmt: skip
                first, last = ((int(x), int(y)) for x, y in places)
                assert first == last, f"{box} goes over the edge of its card"


def check_rows(sheet: bytes, document: RosterDocument, setup: Setup) -> None:
    """Every row stands on one page as a whole, and in one piece."""
    bare = [re.sub(r"\s", "", text) for text in pdf.texts(sheet)]
    printed = shown_army(document.army, Setup())
    language = "en" if setup.language == "same" else setup.language
    is_small = setup.layout == "cards" and setup.per_page == 8
    for one in printed.fielded:
        rows = event_rows_of(one, printed) if setup.layout == "event" else rows_of(one, printed, language, is_small)
        lines = [[statline_of(TextRenderer(language), one, profile, printed, brief=brief) for brief in (False, True)]
                 for profile in one.profiles]  # fmt: skip
        short = {"".join(line): said for line, said in lines}
        for row in rows:
            said = short.get(row)
            ways = [(row,), *([("".join(said),), *(parts(said) if is_small else ())] if said else ())]
            assert any(all(is_on(page, part) for part in way) for page in bare for way in ways), row


def is_on(page: str, row: str) -> bool:
    return bool(re.search(re.escape(re.sub(r"\s", "", row)).replace(NOTED, NOTES), page))


def parts(row: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The ways to go on in a second table with who they are in front: small cards have little room."""
    name, *values = row
    yield from ((name + "".join(values[:at]), name + "".join(values[at:])) for at in range(1, len(values)))


def check(document: RosterDocument, setup: Setup) -> None:
    sheet = sheet_of(document, setup)
    pages = geometry.pages(sheet)
    assert list(geometry.faults(pages)) == []
    if (setup.paper, setup.orientation) == ("a4", "portrait"):
        assert read_sheet(sheet) == document
    if setup.layout == "cards":
        check_cells(sheet, pages, setup)
    if setup.layout in ROWS:
        check_rows(sheet, document, setup)
    if setup.layout == "summary":
        assert len(pages) <= MOST_PAGES_OF_A_SUMMARY
    width, height = PdfReader(io.BytesIO(sheet)).pages[0].mediabox[2:]
    assert (width > height) == (setup.orientation == "landscape")


@pytest.mark.slow
@job
@sized
@paper
@orientation
@pytest.mark.sample(1, "layout")
def test_nothing_is_cut_covered_or_outside(units: int, layout: Any, per_page: Any, paper: Any, orientation: Any) -> None:
    setup = Setup(layout=layout, per_page=per_page, paper=paper, orientation=orientation, merge=units != 25)
    check(bundled_army(units), setup)


@pytest.mark.slow
@paper
@orientation
@pytest.mark.parametrize(("layout", "per_page"), [("cards", 8), ("full", 4)])
@pytest.mark.parametrize("appendix", CHOICES["appendix"])
@pytest.mark.sample(1, "appendix")
def test_wherever_the_rules_stand(appendix: Any, layout: Any, per_page: Any, paper: Any, orientation: Any) -> None:
    setup = Setup(layout=layout, per_page=per_page, paper=paper, orientation=orientation, appendix=appendix)
    check(bundled_army(10), setup)


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.usefixtures("printed_once")
@job
@sized
@paper
@orientation
@pytest.mark.sample(1)
def test_nothing_is_cut_of_units_of_real_catalogues(
    units: int, layout: Any, per_page: Any, paper: Any, orientation: Any
) -> None:
    setup = Setup(layout=layout, per_page=per_page, paper=paper, orientation=orientation)
    document = real_army("Necrons", units)
    check(document, setup)
    assert verify(sheet_of(document, setup), document.check_code).consistent


@paper
@orientation
@pytest.mark.parametrize("per_page", CHOICES["per_page"])
@pytest.mark.sample(1, "per_page")
def test_a_card_says_its_number_however_long_the_name_of_its_army_is(per_page: Any, paper: Any, orientation: Any) -> None:
    document = army(unit(), unit("u2", name="Others"), name="Army of Order - Stormcast Eternals of the Celestial Realm")
    sheet = print_sheet(document, Setup(layout="cards", per_page=per_page, paper=paper, orientation=orientation))
    assert list(geometry.faults(sheet)) == []
    assert {"1 of 2", "2 of 2"} <= set(re.findall(r"\d of \d(?= *Check code)", " ".join(pdf.text(sheet).split())))


LONG = {"name": "Saga", "text": "and the host went on " * 300, "aura": False, "external": False, "effects": []}


@pytest.mark.slow
@paper
@orientation
@pytest.mark.parametrize("appendix", CHOICES["appendix"])
@pytest.mark.parametrize("per_page", CHOICES["per_page"])
@pytest.mark.sample(1)
def test_long_texts_flow_on(per_page: Any, appendix: Any, paper: Any, orientation: Any) -> None:
    document = army(unit(abilities=[LONG]), unit("u2", name="Others"))
    setup = Setup(layout="cards", per_page=per_page, appendix=appendix, paper=paper, orientation=orientation)
    sheet = print_sheet(document, setup)
    assert list(geometry.faults(sheet)) == []
    footers = (
        r"(Redoubt|sha256:\S+) (Check code \S+|Legal\. No findings) Page \d+ of \d+|1 Pickets, \d+ of \d+"
        r"|Saga\. \(continued\)|Redoubt · 1 of 2 Check code \S+"
        r"|Check code \S+ Legal\. No findings|sha256:\S+|Code and digest.*?PDF\."
    )
    said = " ".join(re.sub(footers, "", pdf.text(sheet)).split())
    assert said.count("and the host went on") >= 296


@orientation
@pytest.mark.parametrize(("layout", "per_page"), [("cards", 8), ("full", 4)])
@pytest.mark.parametrize("case", EXTREMES)
@pytest.mark.sample(4)
def test_extreme_documents_stay_within_their_cards_and_margins(
    case: str, layout: Any, per_page: Any, orientation: Any
) -> None:
    setup = Setup(layout=layout, per_page=per_page, orientation=orientation)
    sheet = print_sheet(EXTREMES[case], setup)
    assert list(geometry.faults(sheet)) == []
    assert EXTREMES[case].digest in pdf.text(sheet)


def test_the_faults_are_found() -> None:
    room = Box(35, 20, 560, 800)
    frame = Box(40, 100, 300, 400)
    cut = Drawn(room, [Box(280, 200, 320, 210, "cut")], [frame], [])
    outside = Drawn(room, [Box(550, 200, 570, 210, "outside")], [], [])
    covered = Drawn(room, [Box(50, 200, 90, 210, "one"), Box(60, 203, 95, 212, "two")], [], [])
    twice = Drawn(room, [], [frame, Box(290, 100, 500, 400)], [])
    for page, word in ((cut, "over the edge"), (outside, "outside"), (covered, "covers"), (twice, "covers another")):
        assert any(word in fault for fault in geometry.faults_of(page))
    assert not list(geometry.faults_of(Drawn(room, [Box(50, 200, 90, 210, "one")], [frame], [])))
