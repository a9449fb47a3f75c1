"""The file of a sheet: what PDF/A-3 asks for, its structure, its size.

veraPDF itself is in no registry that the project uses; pikepdf has its rules for PDF/A-3, level B, and approves nothing that
it does not know. What level A asks for beyond them, the structure, is tested here.
"""

from __future__ import annotations

import io
import re
import subprocess
from typing import Any

import pikepdf
import pytest
from pikepdf.pdfa import validate_written

from exports.sheet.archive import PRODUCER
from exports.sheet.printing import print_sheet
from exports.sheet.scripts import reorder
from exports.sheet.setup import CHOICES, Setup
from exports.sheet.verifying import verify
from tests.exports import pdf
from tests.exports.armies import army, golden_sheet, sheet_of, unit
from tests.exports.large import bundled_army
from tests.exports.structure import spoken_lines

NINE_UNITS = 90_000
PAINTING = {"f", "f*", "S", "s", "B", "B*", "b", "b*", "Tj", "TJ", "Do", "'", '"'}
SETUPS = [Setup(layout=layout) for layout in CHOICES["layout"]]  # type: ignore[arg-type]

each_layout = pytest.mark.parametrize("setup", SETUPS, ids=lambda one: one.layout)


def open_sheet(setup: Setup = Setup(), name: str = "gloam-court") -> pikepdf.Pdf:  # noqa: B008 (immutable)
    return pikepdf.open(io.BytesIO(golden_sheet(name, setup)))


SCRIPTS = "שומרי השער حراس البوابة 漢字かな 한글 Fox 🦊 Straße Ωμέγα"
LEVEL = "pdfaid:conformance is 'A', expected 'B'"
HEADINGS = ("H1", "H2", "H3")
KINDS = {"Document", "Sect", "P", "Table", "TR", "TH", "TD", "Figure", "Link", *HEADINGS}
"""What elements are, all of them standard kinds of PDF."""


def findings(sheet: bytes) -> list[str]:
    """What the rules of veraPDF find, but that the file claims more than level B."""
    return [str(each) for each in validate_written(io.BytesIO(sheet), "3b").findings if each.message != LEVEL]


@each_layout
@pytest.mark.parametrize("name", ["gloam-court", "sunward-host"])
def test_a_sheet_keeps_the_rules_of_verapdf(setup: Setup, name: str) -> None:
    assert findings(golden_sheet(name, setup)) == []


def test_a_sheet_with_names_of_many_scripts_keeps_the_rules_of_verapdf() -> None:
    assert findings(print_sheet(army(unit(name=SCRIPTS), name=SCRIPTS))) == []


def test_a_file_that_lost_its_colours_breaks_a_rule_of_verapdf() -> None:
    file = open_sheet()
    del file.Root.OutputIntents
    spoiled = io.BytesIO()
    file.save(spoiled)
    assert findings(spoiled.getvalue())


@each_layout
def test_the_structure_begins_with_a_title_and_has_every_link(setup: Setup) -> None:
    file = open_sheet(setup, "sunward-host")
    elements = [each for each in file.objects if isinstance(each, pikepdf.Dictionary) and {"/S", "/P"} <= set(each.keys())]
    kinds = [str(each.S).removeprefix("/") for each in elements]
    assert set(kinds) <= KINDS
    assert next(kind for kind in _kinds(file.Root.StructTreeRoot.K) if kind in HEADINGS) == "H1"
    links = {link.objgen for page in file.pages for link in page.obj.get("/Annots", ())}
    assert links == {each.K.Obj.objgen for each in elements if each.S == "/Link"}
    owners = dict(zip(*(list(file.Root.StructTreeRoot.ParentTree.Nums)[at::2] for at in (0, 1)), strict=True))
    for page in file.pages:
        for link in page.obj.get("/Annots", ()):
            owner = owners[int(link.StructParent)]
            assert (owner.S, owner.K.Obj.objgen) == ("/Link", link.objgen)
            assert str(owner.Alt)


def _kinds(element: Any) -> Any:
    """Yield what elements are, in the order in which they are read."""
    if isinstance(element, pikepdf.Dictionary) and "/S" in element:
        yield str(element.S).removeprefix("/")
        kids = element.get("/K", ())
        for kid in kids if isinstance(kids, pikepdf.Array) else [kids] if isinstance(kids, pikepdf.Dictionary) else ():
            yield from _kinds(kid)


@each_layout
def test_a_sheet_has_what_pdf_a_3_asks_for(setup: Setup) -> None:
    file = open_sheet(setup)
    root = file.Root
    assert file.pdf_version == "1.7"
    assert not file.is_encrypted
    metadata = root.Metadata.read_bytes().decode()
    assert "<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>" in metadata
    assert (str(root.Lang), bool(root.MarkInfo.Marked)) == ("en", True)
    assert root.OutputIntents[0].S == "/GTS_PDFA1"
    assert root.OutputIntents[0].DestOutputProfile.read_bytes()[36:40] == b"acsp"
    assert [(str(each.UF), each.AFRelationship) for each in root.AF] == [
        ("muster-roster.json", "/Source"),
        ("muster-sheet.json", "/Source"),
    ]
    assert str(file.trailer.Info.Producer) in metadata
    assert PRODUCER in metadata
    for page in file.pages:
        assert all(int(link.F) == 4 for link in page.obj.get("/Annots", ()))


@each_layout
def test_every_face_is_in_the_file_and_says_its_letters(setup: Setup) -> None:
    file = open_sheet(setup)
    faces = [face for page in file.pages for face in page.Resources.get("/Font", {}).values()]
    assert faces
    for face in faces:
        assert "/FontFile2" in face.FontDescriptor
        letters = face.ToUnicode.read_bytes()
        assert not re.search(rb"> <(0000|FEFF|FFFE)>\n", letters)
        assert "/Encoding" not in face, "a face with signs of its own has none"


@each_layout
def test_what_is_drawn_is_structure_or_decoration(setup: Setup) -> None:
    file = open_sheet(setup)
    known = set(_content(file.Root.StructTreeRoot.K))
    for place, page in enumerate(file.pages):
        depth, inside = [], 0
        for operands, operator in pikepdf.parse_content_stream(page):
            said = str(operator)
            if said in ("BDC", "BMC"):
                depth.append(int(operands[1].MCID) if said == "BDC" else None)
                assert depth[-1] is None or (place, depth[-1]) in known
            elif said == "EMC":
                depth.pop()
            elif said in PAINTING:
                assert depth, f"{said} on page {place + 1}"
                inside += 1
        assert inside


def _content(element: Any, page: Any = None) -> Any:
    """Yield page and number of each marked content below an element."""
    if not isinstance(element, pikepdf.Object):
        yield page, int(element)
        return
    page = _place(element.Pg) if "/Pg" in element else page
    if "/MCID" in element:
        yield page, int(element.MCID)
    kids = element.get("/K", ())
    for kid in kids if isinstance(kids, pikepdf.Array) else [kids] if not isinstance(kids, tuple) else ():
        yield from _content(kid, page)


def _place(page: pikepdf.Object) -> int:
    return int(page.StructParents)


def spoken_by_poppler(sheet: bytes) -> str:
    """What poppler reads out of the structure; it takes a second for each page."""
    said = subprocess.run(["pdfinfo", "-struct-text", "-"], input=sheet, capture_output=True, check=True).stdout.decode()
    return " ".join(said.split())


@pytest.mark.slow
def test_rows_are_read_from_left_to_right_and_words_of_two_lines_are_heard_as_two() -> None:
    """By two programs, the one that pages draw with and another."""
    rule = {"name": "Half Here", "text": "Both halves of this army stand where the other half is not. " * 4}
    ranks = {"name": "Steady Ranks", "text": "Each model that stands still counts as two of those that run, and so on."}
    abilities = [{**each, "aura": False, "external": False, "effects": []} for each in (ranks, rule)]
    models = [{**unit()["models"][0], "number": 9}]
    document = army(unit(abilities=abilities, models=models), system="wh40k-9e")
    for setup in (Setup(), Setup(layout="cards", per_page=8)):
        sheet = print_sheet(document, setup)
        for heard in (" ".join(spoken_lines(sheet)), spoken_by_poppler(sheet)):
            rows = [re.findall(r'"([^"]+?"?)"(?= |$)', row) for row in re.split(r"TR ", heard)]
            figures = ["9×", "Rifle", '24"', "Rapid Fire 1", "4+", "3", "0", "1"]
            assert [*figures[:3], "RF 1" if setup.per_page == 8 else figures[3], *figures[4:]] in [row[:8] for row in rows]
            assert (
                heard.index('"Pickets"')
                < heard.index('"Rifle"')
                < heard.index('"Steady Ranks.')
                < heard.index('"Half Here.')
            )
            assert all(each["text"].strip() in heard for each in (ranks, rule))


def test_who_hears_cards_hears_once_among_them_which_list_it_is() -> None:
    document = army(*(unit(f"u{number}", name=f"Pickets {number}") for number in range(9)))
    sheet = print_sheet(document, Setup(layout="cards", show_findings=False))
    assert (len(pdf.texts(sheet)), spoken_lines(sheet).count(f'"{document.digest}"')) == (3, 1)


def test_cards_that_fill_their_pages_and_say_no_findings_still_have_the_qr_code() -> None:
    two = army(unit("u1", name="Pickets"), unit("u2", name="Scouts"))
    sheet = print_sheet(two, Setup(layout="cards", per_page=1, show_findings=False, appendix="none"))
    assert len(pdf.texts(sheet)) == 3
    file = pikepdf.open(io.BytesIO(sheet))
    said = {str(each.Alt) for each in file.objects if isinstance(each, pikepdf.Dictionary) and "/Alt" in each}
    assert "QR code of this list" in said


def test_boxes_and_the_qr_code_have_words() -> None:
    file = open_sheet()
    said = {str(each.Alt) for each in file.objects if isinstance(each, pikepdf.Dictionary) and "/Alt" in each}
    assert {"QR code of this list", "5 boxes to tick"} <= said


@pytest.mark.slow
def test_a_sheet_of_nine_units_is_small() -> None:
    assert len(sheet_of(bundled_army(9))) < NINE_UNITS


@pytest.mark.parametrize(
    ("said", "drawn"),
    [
        (" \u05d0\u05d1", " \u05d1\u05d0"),
        ("\u05d0\u05d1 (Veil), Inspiring", "\u05d1\u05d0 (Veil), Inspiring"),
        ("\u05d0\u05d1.", ".\u05d1\u05d0"),
    ],
)
def test_names_from_the_right_leave_the_words_around_them_in_place(said: str, drawn: str) -> None:
    assert reorder(said) == drawn


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", ["שומרי השער", "حراس البوابة", "漢字かな 한글", "Fox 🦊"])
def test_names_of_many_scripts_print_and_are_whole_for_a_program(name: str) -> None:
    sheet = sheet_of(army(unit(name=name), name=name))
    assert "\ufffd" not in pdf.text(sheet)
    letters = sorted(name.replace(" ", ""))
    first = pdf.texts(sheet)[0]
    assert all(first.count(letter) >= letters.count(letter) for letter in letters)
    assert verify(sheet).consistent


def test_links_lead_from_the_index_to_units_and_from_rules_to_cards() -> None:
    file = open_sheet(Setup(appendix="all"), "sunward-host")
    places = {page.obj.objgen: place for place, page in enumerate(file.pages)}
    leads = [[places[link.Dest[0].objgen] for link in page.obj.get("/Annots", ())] for page in file.pages]
    assert {1} <= set(leads[0]) <= {0, 1, 2}
    assert len(leads[0]) >= 4, "a link for each card of the index"
    assert any(leads[1:])
