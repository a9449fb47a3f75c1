"""Print set-ups: what they may be, and what each setting does to the paper."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from datasheets.problems import DocumentError
from exports.document import document_from
from exports.sheet.printing import print_sheet
from exports.sheet.setup import CHOICES, FLAGS, Setup, read_setup
from exports.sheet.shown import copies_of
from tests.exports import geometry, pdf
from tests.exports.armies import army, change_value, golden, golden_data, golden_sheet, sheet_of, unit


def test_a_set_up_is_read_back_from_its_data() -> None:
    setup = Setup(layout="cards", per_page=8, accent="red", merge=False)
    assert read_setup(setup.to_data()) == setup
    assert read_setup({}) == Setup()


@pytest.mark.parametrize("name", CHOICES)
def test_what_is_no_choice_is_refused(name: str) -> None:
    for wrong in ("none of them", 3, True, None, []):
        with pytest.raises(DocumentError) as refused:
            read_setup({name: wrong})
        assert [problem.path for problem in refused.value.problems] == [f"/{name}"]
    with pytest.raises(ValueError, match="choose one of"):
        replace(Setup(), **{name: "poster"})  # type: ignore[arg-type]


def test_all_problems_are_said_at_once() -> None:
    with pytest.raises(DocumentError) as refused:
        read_setup({"layout": "x", "merge": "yes", "pages": 2})
    assert {problem.path for problem in refused.value.problems} == {"/layout", "/merge", "/pages"}
    with pytest.raises(DocumentError):
        read_setup([])


@pytest.mark.parametrize("name", FLAGS)
def test_a_flag_is_true_or_false(name: str) -> None:
    with pytest.raises(DocumentError):
        read_setup({name: 1})


ALIKE = army(unit("u1"), unit("u2"), unit("u3", name="Others"), unit("u4"))


def test_units_that_are_alike_are_printed_once_with_boxes_for_each() -> None:
    text = pdf.text(sheet_of(ALIKE, Setup(layout="cards")))
    assert "3 × Pickets" in text
    assert "6 Power Rating (each 2)" in text
    assert len(pdf.titles(sheet_of(ALIKE, Setup(layout="cards")))) == 2
    assert len(pdf.titles(print_sheet(ALIKE, Setup(layout="cards", merge=False)))) == 4
    boxes = sum(len([s for s in page.shapes if 3 < s.right - s.left < 12]) for page in geometry.pages(print_sheet(ALIKE)))
    assert boxes >= 4


@pytest.mark.parametrize(
    "other",
    [
        {"title": "The Old Guard"},
        {"note": "at the gate"},
        {"understrength": True},
        {"costs": {"power": 3}},
        {"options": ["A banner"]},
    ],
)
def test_units_that_differ_in_what_is_printed_are_not_merged(other: dict[str, object]) -> None:
    assert [each.count for each in copies_of(army(unit("u1"), unit("u2", **other)).army, Setup())] == [1, 1]


def test_what_is_declared_about_a_unit_keeps_it_apart() -> None:
    said = [{"kind": "warlord", "subject": "u2m", "key": "", "value": True, "index": 0}]
    inside = [{"kind": "embarked", "subject": "u3", "key": "", "value": "u2", "index": 0}]
    for declarations in (said, inside):
        copies = copies_of(army(unit("u1"), unit("u2"), unit("u3"), unit("u4"), declarations=declarations).army, Setup())
        assert sorted(each.count for each in copies) == ([1, 1, 2] if declarations is inside else [1, 3])


def test_costs_names_and_notes_are_shown_or_hidden() -> None:
    document = army(unit(title="The Old Guard", note="at the gate"), note="from the hills")
    shown = pdf.text(print_sheet(document))
    for flag, words in {
        "show_costs": ["Power Rating"],
        "show_names": ["The Old Guard"],
        "show_notes": ["at the gate", "from the hills"],
    }.items():
        for layout in ("full", "event"):
            hidden = pdf.text(print_sheet(document, Setup(layout=layout, **{flag: False})))  # type: ignore[arg-type]
            for word in words:
                assert word in shown
                assert word not in hidden


@pytest.mark.parametrize("layout", CHOICES["layout"])
def test_a_sheet_for_the_table_leaves_findings_out_and_says_so(layout: str) -> None:
    rows = [
        {"rule": f"9E-X-{n:02}", "code": f"c{n}", "severity": "error", "path": [], "wanted": n, "found": 0, "values": {}}
        for n in range(6)
    ]
    judged = change_value(golden_data(), "/judgement/findings", rows)
    document = document_from(change_value(judged, "/judgement/legal", False))
    found, left_out = (
        pdf.texts(print_sheet(document, Setup(layout=layout, show_findings=shown)))  # type: ignore[arg-type]
        for shown in (True, False)
    )
    assert "9E-X-05" in " ".join(found)
    if layout == "event":
        assert left_out == found
        return
    assert "9E-X" not in " ".join(left_out)
    assert "This army is not legal. Findings are left out." in left_out[0]
    assert len(left_out) <= len(found)


def ability(name: str, text: str) -> dict[str, object]:
    return {"name": name, "text": text, "aura": False, "external": False, "effects": []}


SHARED = ability("Banner", "All who see the banner stand where they are, whatever may come over the hill.")
OWN = ability("Horn", "Those who hear the horn go where it is blown, however long the way may be for them.")
RULED = army(unit("u1", abilities=[SHARED, OWN]), unit("u2", name="Others", abilities=[SHARED]))


@pytest.mark.parametrize(("mode", "banner", "horn"), [("shared", 1, 1), ("all", 1, 1), ("none", 2, 1)])
def test_each_rule_stands_once_or_on_every_card(mode: str, banner: int, horn: int) -> None:
    for layout in ("full", "cards"):
        text = pdf.text(sheet_of(RULED, Setup(layout=layout, appendix=mode)))  # type: ignore[arg-type]
        assert (text.count(str(SHARED["text"])), text.count(str(OWN["text"]))) == (banner, horn)
    cards, _, rules = pdf.text(sheet_of(RULED, Setup(appendix=mode))).rpartition("Rules R1 Banner")  # type: ignore[arg-type]
    assert bool(rules and cards) == (mode != "none")
    assert (str(OWN["text"]) in rules and mode != "none") == (mode == "all")


def test_rules_of_one_name_and_two_texts_are_told_apart() -> None:
    other = {**SHARED, "text": str(OWN["text"])}
    text = pdf.text(
        print_sheet(army(unit(abilities=[SHARED]), unit("u2", name="Others", abilities=[other])), Setup(appendix="all"))
    )
    assert re.search(r"R1 Banner \(Pickets\) 1 All who see", text)
    assert re.search(r"R2 Banner \(Others\) 2 Those who hear", text)


@pytest.mark.slow
def test_greyscale_unless_a_colour_is_asked_for() -> None:
    def has_colour(setup: Setup) -> bool:
        import pypdfium2

        with pypdfium2.PdfDocument(golden_sheet("gloam-court", setup)) as opened:
            pictures = [page.render(scale=0.5).to_pil().convert("RGB") for page in opened]
        return any(max(c) - min(c) > 8 for picture in pictures for _, c in picture.getcolors(10**6))

    assert not has_colour(Setup())
    assert all(has_colour(Setup(accent=accent)) for accent in CHOICES["accent"] if accent != "none")  # type: ignore[arg-type]


@pytest.mark.parametrize("layout", CHOICES["layout"])
def test_every_layout_says_what_was_found_and_by_which_data(layout: str) -> None:
    document = golden("sunward-host")
    first, *others = pdf.texts(sheet_of(document, Setup(layout=layout)))  # type: ignore[arg-type]
    assert document.digest in first
    assert f"Check code {document.check_code}" in first
    assert document.army.forces[0].pin[:19] in (others[-1] if layout == "cards" else first)
    none = change_value(golden_data(), "/judgement/findings", [])
    assert "No findings" in pdf.texts(print_sheet(document_from(none), Setup(layout=layout)))[0]  # type: ignore[arg-type]


def test_short_layouts_say_how_many_findings_they_leave_out() -> None:
    rows = [
        {"rule": f"9E-X-{n:02}", "code": f"c{n}", "severity": "error", "path": [], "wanted": n, "found": 0, "values": {}}
        for n in range(40)
    ]
    document = document_from(change_value(golden_data(), "/judgement/findings", rows))
    assert "And 28 more findings" in pdf.text(print_sheet(document, Setup(layout="summary")))
    assert len(set(re.findall(r"9E-X-\d\d", " ".join(pdf.texts(print_sheet(document))[1:])))) == 40


@pytest.mark.parametrize(
    ("name", "paper", "number", "own"),
    [("gloam-court", "letter", 40, True), ("gloam-court", "a4", 6, False), ("sunward-host", "a4", 6, False)],
)
def test_findings_have_a_page_of_their_own_unless_the_last_one_has_room(
    name: str, paper: Any, number: int, own: bool
) -> None:
    rows = [
        {"rule": f"9E-X-{n:02}", "code": f"c{n}", "severity": "error", "path": [], "wanted": n, "found": 0, "values": {}}
        for n in range(number)
    ]
    document = document_from(change_value(golden_data(name), "/judgement/findings", rows))
    last = pdf.texts(print_sheet(document, Setup(orientation="landscape", paper=paper)))[-1]
    assert last.startswith("Findings") == own
    assert len(re.findall(r"9E-X-\d\d", last)) == number


@pytest.mark.parametrize("layout", CHOICES["layout"])
def test_understrength_is_marked_in_every_layout(layout: str) -> None:
    document = army(unit(understrength=True, size={"min": 5, "max": 10}))
    assert "UNDERSTRENGTH" in pdf.text(print_sheet(document, Setup(layout=layout)))  # type: ignore[arg-type]


@pytest.mark.parametrize("layout", CHOICES["layout"])
def test_the_same_set_up_gives_the_same_bytes(layout: str) -> None:
    setup = Setup(layout=layout, accent="blue")  # type: ignore[arg-type]
    assert print_sheet(golden("gloam-court"), setup) == golden_sheet("gloam-court", setup)
