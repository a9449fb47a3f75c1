"""Rules that are cut say their names again, and rules below units have a heading."""

from __future__ import annotations

import re
from typing import Any

import pytest
from reportlab.platypus import Flowable, Spacer

from datasheets.words import languages, say
from exports.sheet.column_pages import ColumnPage, Columns
from exports.sheet.parts import Part, measure
from exports.sheet.passage import LEAST, Passage
from exports.sheet.printing import print_sheet
from exports.sheet.rule_columns import with_rules
from exports.sheet.setup import CHOICES, Setup
from tests.exports import pdf
from tests.exports.armies import army, unit
from tests.exports.test_sheet_breaks import ability

HEARD = re.compile(r"\bRule(\d+)|\bword(\d+)x")
CARD_SIZES = [("full", 4), *(("cards", number) for number in CHOICES["per_page"])]


def long_rule(number: int) -> dict[str, Any]:
    return ability(f"Rule{number}", " ".join(f"word{number}x{place} and so on." for place in range(20 + 9 * number)))


@pytest.mark.parametrize("appendix", CHOICES["appendix"])
@pytest.mark.parametrize(("layout", "per_page"), CARD_SIZES)
@pytest.mark.sample(1, "layout", "per_page")
def test_each_piece_of_a_rule_stands_below_its_name(layout: Any, per_page: Any, appendix: Any) -> None:
    rules = [long_rule(number) for number in range(9)]
    document = army(unit(abilities=rules), unit("u2", name="Others", abilities=rules))
    name = None
    for heading, word in HEARD.findall(pdf.text(print_sheet(document, Setup(layout, per_page=per_page, appendix=appendix)))):
        name = heading or name
        assert not word or word == name


@pytest.mark.parametrize("language", languages())
def test_what_goes_on_says_so_in_each_language(language: Any) -> None:
    document = army(unit(abilities=[long_rule(number) for number in range(12)]))
    said = pdf.text(print_sheet(document, Setup(appendix="all", language=language)))
    assert re.search(rf"Rule\d+ {re.escape(say('sheet.continued', language=language))} word", said)


def rule(height: float) -> Passage:
    return Passage([Spacer(0, height)], lambda: Spacer(0, 1))


def test_rules_below_a_unit_have_a_heading() -> None:
    columns = Columns(2, 200, 420, 500)
    page = ColumnPage(columns, [[Part(Spacer(0, 300), 300)], [Part(Spacer(0, 300), 300)]])
    made: list[Flowable] = []

    def again() -> Flowable:
        made.append(Spacer(0, 14))
        return made[-1]

    with_rules([page], measure([rule(100) for _ in range(2)], 200), columns, 0, again)
    assert [len(parts) for parts in page.parts] == [3, 4], "the first has the title of the appendix"
    assert page.parts[1][2].flowable in made


def test_a_rule_that_has_no_room_below_a_unit_with_its_heading_waits_for_the_next_page() -> None:
    columns = Columns(2, 200, 420, 500)
    page = ColumnPage(columns, [[Part(Spacer(0, 350), 350)], [Part(Spacer(0, 426), 426)]])
    with_rules([page], measure([rule(120), rule(LEAST - 1)], 200), columns, 0, lambda: Spacer(0, 14))
    assert [len(parts) for parts in page.parts] == [3, 1]


def test_the_title_of_the_rules_never_stands_alone_below_a_unit() -> None:
    columns = Columns(2, 200, 420, 500)
    page = ColumnPage(columns, [[Part(Spacer(0, 430), 430)], [Part(Spacer(0, 425), 425)]])
    title = Spacer(0, 25)
    title.keepWithNext = 1
    with_rules([page], measure([title, rule(120)], 200), columns, 0)
    assert [len(parts) for parts in page.parts] == [1, 1]


def test_a_beginning_of_few_lines_is_not_cut_off() -> None:
    passage = Passage([Spacer(0, LEAST / 2), Spacer(0, LEAST), Spacer(0, LEAST)], lambda: Spacer(0, 1))
    assert passage.split(200, LEAST) == []
    assert [len(part.texts) for part in passage.split(200, 2 * LEAST)] == [2, 2]  # type: ignore[attr-defined]
