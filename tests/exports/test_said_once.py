"""What cards and the appendix call a rule: each text once, names that are true on every card, boxes beside their label."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from exports.document import RosterDocument, document_from
from exports.sheet.boxes import BoxLine, once_boxes
from exports.sheet.printing import print_sheet
from exports.sheet.setup import Setup
from exports.sheet.text_renderer import TextRenderer
from tests.exports import pdf
from tests.exports.armies import army, golden_data, unit, weapon

ANCHOR = re.compile(r"\b[RW]\d+\b")
LONG = "Friends of the hearth stand together while any of them is within sight of the fire."


def ability(name: str, text: str) -> dict[str, Any]:
    return {"name": name, "text": text, "aura": False, "external": False, "effects": []}


def units(*rules: tuple[str, ...]) -> RosterDocument:
    """An army of units, each with an ability "Bond" for each of its texts."""
    made = [
        unit(f"u{at}", name=f"Guests {at}", abilities=[ability("Bond", text) for text in texts])
        for at, texts in enumerate(rules)
    ]
    return army(*made, system="wh40k-9e")


def test_a_text_that_differs_in_blanks_stands_in_the_appendix_once() -> None:
    text = pdf.text(print_sheet(units((LONG,), (LONG.replace(" ", "  ", 3),)), Setup()))
    assert text.count("Friends of the hearth") == 1
    assert "R1 Bond 1, 2" in text


def test_a_crowded_card_has_the_anchors_of_all_that_only_the_appendix_says() -> None:
    rules = [ability(f"Drill {at}", f"Drill {at}: " + 30 * "again and again ") for at in range(14)]
    weapons = [weapon(f"w{at}", f"Rifle of the {at}. make", '24"', "Heavy 1", "4", "0", "1") for at in range(8)]
    one, other = (unit(id, name=id, abilities=rules, weapons=weapons) for id in ("u1", "u2"))
    one["abilities"] = [*rules, ability("Own", rules[0]["text"].replace("again", "once more"))]
    text = pdf.text(print_sheet(army(one, other, system="wh40k-9e"), Setup(layout="cards", per_page=8)))
    anchors = Counter(ANCHOR.findall(text))
    assert "INFANTRY" in text
    assert len(anchors) > len(rules) + 1
    assert min(anchors.values()) >= 2, "each at its text and on a card"


def test_only_the_one_unit_that_has_a_text_is_named_with_it() -> None:
    other = LONG.replace("Friends", "Foes")
    text = pdf.text(
        print_sheet(units((LONG,), (LONG,), (other,), (other, LONG.replace("Friends", "Kin"))), Setup(appendix="all"))
    )
    assert "R1 Bond 1, 2" in text
    assert "R2 Bond 3, 4" in text
    assert "R3 Bond (Guests 3) 4" in text
    assert text.count("(Guests 3)") == 1


@pytest.mark.slow
@pytest.mark.parametrize("layout", ["full", "cards"])
def test_every_page_of_findings_has_its_heading(layout: Any) -> None:
    data = golden_data("gloam-court")
    rows = [{"rule": "entry.hidden", "code": "entry.hidden", "severity": "error", "path": ["f1"], "wanted": None,
             "found": None, "values": {"name": f"Relic {at}"}} for at in range(250)]  # fmt: skip
    data["judgement"] |= {"legal": False, "findings": rows}
    texts = pdf.texts(print_sheet(document_from(data), Setup(layout=layout)))
    said = [text for text in texts if text.count("cannot be chosen") > 9]
    assert len(said) > 2
    assert all("Findings" in text for text in said)
    assert all("Findings (continued)" in text for text in said[1:])


def test_abilities_without_a_text_are_names_in_one_line() -> None:
    bare = [ability("Code of Honour", ""), ability("Old Oath", "")]
    text = pdf.text(print_sheet(army(unit(abilities=bare), system="wh40k-9e"), Setup()))
    assert "Code of Honour, Old Oath Faction" in text


def test_boxes_of_one_unit_do_not_go_on_in_the_line_of_another() -> None:
    (boxes,) = once_boxes(TextRenderer("en"), ("a", "b", "c"), 13)
    boxes.wrap(250, 1000)
    lines = [part.flowable for part in boxes._parts]  # type: ignore[attr-defined]
    labels = [[run.label for run in line.runs if run.label] for line in lines if isinstance(line, BoxLine)]
    assert labels == [["a"], ["b"], ["c"]]
