"""Whether paper and data agree: what a forger changes in a PDF is found, what an honest program rewrites does no harm."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from pypdf import PdfReader, PdfWriter, Transformation
from pypdf.annotations import FreeText, Highlight
from pypdf.generic import (
    ArrayObject,
    DecodedStreamObject,
    DictionaryObject,
    FloatObject,
    NameObject,
    NumberObject,
    RectangleObject,
    TextStringObject,
)
from reportlab.pdfgen.canvas import Canvas

from exports.document import document_from
from exports.sheet import fonts, printed
from exports.sheet.comparing import TILE_HEIGHT, TILE_WIDTH, compare, first_difference
from exports.sheet.isolated import verify_isolated
from exports.sheet.parse_sheet import NotASheet
from exports.sheet.printing import print_sheet
from exports.sheet.setup import Setup
from exports.sheet.verifying import verify
from tests.exports import pdf
from tests.exports.armies import change_value, golden_sheet, pair, pair_sheet

pytestmark = pytest.mark.usefixtures("printed_once")
Change = Callable[[PdfWriter], Any]


@pytest.fixture(scope="module")
def sheet() -> bytes:
    return golden_sheet("gloam-court", Setup(layout="cards", per_page=2))


@pytest.fixture(scope="module")
def small() -> bytes:
    return pair_sheet()


ATTACKS = re.compile(r"1–3\s+6\"\s+5\+\s+3")
"""The last line of the first damage table on page 2, which ends in 3 Attacks."""


def overlay(draw: Callable[[Canvas], None]) -> Change:
    """Draw on the second page."""

    def act(writer: PdfWriter) -> None:
        out = io.BytesIO()
        canvas = Canvas(out, pagesize=(596, 842))
        draw(canvas)
        canvas.save()
        writer.pages[1].merge_page(PdfReader(out).pages[0])

    return act


def over_attacks(draw: Callable[[Canvas, pdf.Box], None]) -> Change:
    """Draw where the second page has the 3 of `ATTACKS`, wherever the layout has put it."""

    def act(writer: PdfWriter) -> None:
        figure = pdf.last_letter(pdf.save_pdf(writer), 1, ATTACKS)
        overlay(lambda canvas: draw(canvas, figure))(writer)

    return act


def points(canvas: Canvas) -> None:
    """A white box and other points where those of the first card stand."""
    canvas.setFillGray(0.93)
    canvas.rect(470, 785, 80, 14, stroke=0, fill=1)
    canvas.setFillGray(0)
    canvas.drawRightString(552, 789, "Power Rating 1")


def box(canvas: Canvas, figure: pdf.Box) -> None:
    """A white box over a figure."""
    canvas.setFillGray(1)
    canvas.rect(figure.left, figure.bottom, figure.width, figure.height, stroke=0, fill=1)


def stroke(canvas: Canvas, figure: pdf.Box) -> None:
    """One short line, which makes a 3 an 8."""
    canvas.setLineWidth(0.7)
    foot, head = (figure.bottom + share * figure.height for share in (0.2, 0.8))
    canvas.line(figure.left + 0.8, foot, figure.left + 0.8, head)


def image(canvas: Canvas, figure: pdf.Box) -> None:
    canvas.drawInlineImage(Image.new("RGB", (5, 7), "white"), *figure)


def turned_letters(writer: PdfWriter) -> None:
    """Exchange what two figures look like, and leave what they are read as."""
    for font in writer.pages[1]["/Resources"]["/Font"].values():
        font = font.get_object()
        if "/FontDescriptor" in font:
            file = font["/FontDescriptor"]["/FontFile2"].get_object()
            file.set_data(exchanged_glyphs(file.get_data()))


def exchanged_glyphs(data: bytes) -> bytes:
    """A TrueType font in which the outlines of neighbouring glyphs are exchanged."""
    tables = {data[at : at + 4]: int.from_bytes(data[at + 8 : at + 12]) for at in range(12, 12 + 16 * data[5], 16)}
    loca = tables[b"loca"]
    one, other = loca + 4 * 20, loca + 4 * 24
    made = bytearray(data)
    made[one : one + 8], made[other : other + 8] = data[other : other + 8], data[one : one + 8]
    return bytes(made)


def pale_figure(canvas: Canvas) -> None:
    """A grey stroke like a figure 1 where nothing is printed: any lighter and nobody would take it for one."""
    canvas.setFillGray(0.58)
    canvas.rect(300, 36, 1.2, 8, stroke=0, fill=1)


def other_letters(writer: PdfWriter) -> None:
    """Leave what the letters look like, and let each G be read as an H."""
    for font in writer.pages[1]["/Resources"]["/Font"].values():
        if "/ToUnicode" in font.get_object():
            stream = font.get_object()["/ToUnicode"].get_object()
            stream.set_data(stream.get_data().replace(b"<0047>", b"<0048>"))


def white_letters(writer: PdfWriter) -> None:
    """Write everything from here on in white, or not at all."""
    page = writer.pages[1]
    stream = DecodedStreamObject()
    stream.set_data(page.get_contents().get_data().replace(b"0 0 0 rg", b"1 1 1 rg", 3))
    page[NameObject("/Contents")] = writer._add_object(stream)


def layer(writer: PdfWriter) -> None:
    group = writer._add_object(
        DictionaryObject({NameObject("/Type"): NameObject("/OCG"), NameObject("/Name"): TextStringObject("x")})
    )
    writer.root_object[NameObject("/OCProperties")] = DictionaryObject({
        NameObject("/OCGs"): ArrayObject([group]), NameObject("/D"): DictionaryObject(),
    })  # fmt: skip


def ink(writer: PdfWriter) -> None:
    """Draw in an ink called Black, of which the file says that it is white: some programs and printers take the name."""
    white = {"/FunctionType": 2, "/Domain": (0, 1), "/C0": (1,), "/C1": (1,), "/N": 1}
    made = DictionaryObject()
    for key, value in white.items():
        plain = ArrayObject(map(NumberObject, value)) if isinstance(value, tuple) else NumberObject(value)
        made[NameObject(key)] = plain
    names = ("/Separation", "/Black", "/DeviceGray")
    space = ArrayObject([*map(NameObject, names), writer._add_object(made)])
    page = writer.pages[1]
    page["/Resources"][NameObject("/ColorSpace")] = DictionaryObject({NameObject("/Ink"): writer._add_object(space)})
    stream = DecodedStreamObject()
    stream.set_data(page.get_contents().get_data() + b"\nq /Ink cs 1 scn 300 36 5 8 re f Q")
    page[NameObject("/Contents")] = writer._add_object(stream)


def script(writer: PdfWriter) -> None:
    action = {"/S": NameObject("/JavaScript"), "/JS": TextStringObject("this.addAnnot({type: 'FreeText'});")}
    writer.root_object[NameObject("/OpenAction")] = DictionaryObject(
        {NameObject(key): value for key, value in action.items()}
    )


def field(writer: PdfWriter) -> None:
    writer.root_object[NameObject("/AcroForm")] = DictionaryObject({NameObject("/Fields"): ArrayObject([NumberObject(1)])})


def annotation(writer: PdfWriter) -> None:
    writer.add_annotation(1, FreeText(text="Power Rating 1", rect=(470, 785, 550, 799)))


def highlight(writer: PdfWriter) -> None:
    corners = ArrayObject([FloatObject(each) for each in (470, 799, 550, 799, 470, 785, 550, 785)])
    writer.add_annotation(1, Highlight(rect=(470, 785, 550, 799), quad_points=corners))


def crop_page(writer: PdfWriter) -> None:
    writer.pages[1].cropbox = RectangleObject((0, 300, 596, 842))


def shift_page(writer: PdfWriter) -> None:
    writer.pages[1].add_transformation(Transformation().translate(0, 4))


def swap_pages(writer: PdfWriter) -> None:
    kids = writer.root_object["/Pages"]["/Kids"]
    kids[1], kids[2] = kids[2], kids[1]
    writer.flattened_pages = None


def last_page_away(writer: PdfWriter) -> None:
    writer.remove_page(2)


def a_page_more(writer: PdfWriter) -> None:
    writer.add_blank_page(596, 842)


def a_page_twice(writer: PdfWriter) -> None:
    writer.add_page(writer.pages[1])


FORGERIES: list[tuple[Change, str]] = [
    (overlay(points), 'Page 2 reads otherwise than Muster prints it: "'),
    (over_attacks(box), "Page 2 does not look as Muster prints it"),
    (over_attacks(stroke), "Page 2 does not look as Muster prints it"),
    (overlay(pale_figure), "Page 2 does not look as Muster prints it"),
    (over_attacks(image), "Page 2 does not look as Muster prints it"),
    (turned_letters, "Page 2 does not look as Muster prints it"),
    (other_letters, "Page 2 reads otherwise"),
    (white_letters, "Page 2 does not look as Muster prints it"),
    (shift_page, "Page 2 does not look as Muster prints it"),
    (annotation, "Page 2 has annotations"),
    (highlight, "Page 2 has annotations"),
    (field, "form fields"),
    (layer, "layers"),
    (ink, "inks by name"),
    (script, "scripts"),
    (crop_page, "Page 2 has another size"),
    (swap_pages, "The pages stand in another order than Muster prints them: 1, 3, 2."),
    (last_page_away, "page 3 of what Muster prints"),
    (a_page_more, "Page 4 is none that Muster prints"),
    (a_page_twice, "Page 4 is none that Muster prints"),
]


@pytest.mark.slow
@pytest.mark.sample(4)
@pytest.mark.parametrize(("change", "sentence"), FORGERIES)
def test_what_a_forger_changes_is_found(sheet: bytes, change: Change, sentence: str) -> None:
    found = verify(pdf.change_pdf(sheet, change))
    assert found.consistent is False
    assert sentence in " ".join(found.differences)


def run_program(command: list[str], data: bytes, folder: Path) -> bytes:
    """Return a PDF as another program writes it; "IN" and "OUT" stand for the files."""
    if not shutil.which(command[0]):
        if os.environ.get("MUSTER_REQUIRE_SHARED"):
            pytest.fail(f"{command[0]} must be installed here")
        pytest.skip(f"needs {command[0]}")
    files = {"IN": str(folder / "in.pdf"), "OUT": str(folder / "out.pdf")}
    (folder / "in.pdf").write_bytes(data)
    subprocess.run([files.get(word, word) for word in command], check=True, capture_output=True)
    return (folder / "out.pdf").read_bytes()


GHOSTSCRIPT = ["gs", "-q", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pdfwrite", "-o", "OUT", "IN"]
REWRITTEN = [
    (["qpdf", "--linearize", "IN", "OUT"], Setup()),
    (["mutool", "clean", "-gggz", "IN", "OUT"], Setup(appendix="all")),
    (["qpdf", "--object-streams=generate", "--recompress-flate", "IN", "OUT"], Setup(layout="event", paper="letter")),
    (GHOSTSCRIPT, Setup(layout="cards", per_page=8, accent="red", orientation="landscape")),
    (GHOSTSCRIPT, Setup(language="de")),
    ([*GHOSTSCRIPT[:-3], "-dPDFSETTINGS=/screen", *GHOSTSCRIPT[-3:]], Setup(layout="summary")),
]


@pytest.mark.slow
@pytest.mark.sample(2)
@pytest.mark.parametrize(("command", "setup"), REWRITTEN)
def test_what_an_honest_program_rewrites_still_agrees(command: list[str], setup: Setup, tmp_path: Path) -> None:
    found = verify(run_program(command, golden_sheet("sunward-host", setup), tmp_path))
    assert found.differences == ()
    assert found.consistent is True


@pytest.mark.slow
def test_what_libraries_save_again_still_agrees(sheet: bytes) -> None:
    for made in (pdf.save_again(sheet), pdf.change_pdf(sheet, lambda writer: writer.compress_identical_objects())):
        assert verify(made).consistent is True


@pytest.mark.slow
def test_a_forgery_that_an_honest_program_rewrote_is_found(sheet: bytes, tmp_path: Path) -> None:
    forged = pdf.change_pdf(sheet, over_attacks(stroke))
    assert verify(run_program(GHOSTSCRIPT, forged, tmp_path)).consistent is False


def text_page(text: str, size: float) -> bytes:
    """One page with one word of the sheet's typeface."""
    fonts.register()
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(60, 40))
    path = canvas.beginText(20.3, 20.4)
    path.setFont(fonts.REGULAR, size)
    path.textOut(text)
    canvas.drawText(path)
    canvas.save()
    return out.getvalue()


@pytest.mark.parametrize(("one", "other"), ["38", "17", "14", "56", "08", "69", ("10.", "10"), ("-1", " 1"), ("3+", "3")])
def test_one_sign_of_the_smallest_print_is_seen(one: str, other: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("exports.sheet.comparing._Page.letters", "the same")
    smallest = 8.5 * 0.66
    assert len(list(compare(text_page(one, smallest), text_page(other, smallest)))) == 1
    assert not list(compare(text_page(one, smallest), text_page(one, smallest)))


def test_a_stain_is_found_wherever_it_stands() -> None:
    printed = np.full((20 * TILE_HEIGHT + 5, 3 * TILE_WIDTH, 3), 255, np.uint8)
    for row in range(0, len(printed), TILE_HEIGHT // 2 - 1):
        shown = printed.copy()
        shown[row, TILE_WIDTH + 2] = 120
        assert first_difference(shown, printed) == (row // TILE_HEIGHT, 1)


def change_printed(sheet: bytes, change: Callable[[dict[str, Any]], None]) -> Change:
    """Return a change after which the sheet says something else of how it was printed."""

    def act(writer: PdfWriter) -> None:
        item = next(item for item in writer.attachment_list if item.name == printed.NAME)
        data = json.loads(item.content)
        change(data)
        item.content = json.dumps(data).encode()

    return act


@pytest.mark.slow
def test_a_sheet_of_another_version_cannot_be_compared_and_says_so(small: bytes) -> None:
    def age(data: dict[str, Any]) -> None:
        data["pages"] = f"sha256:{'0' * 64}"

    aged = pdf.change_pdf(small, change_printed(small, age))
    assert verify(aged).consistent is True, "it looks the same whoever printed it"
    found = verify(pdf.change_pdf(aged, overlay(points)))
    assert found.consistent is None
    assert [sentence.split(",")[0] for sentence in found.differences] == ["Another version of Muster printed this sheet"]


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"[" * 9000, b'{"schema": "muster.sheet/1", "setup": {"layout": "poster"}}']
)
def test_a_sheet_that_does_not_say_how_it_was_printed(small: bytes, content: bytes) -> None:
    def spoil(writer: PdfWriter) -> None:
        next(item for item in writer.attachment_list if item.name == printed.NAME).content = content

    found = verify(pdf.change_pdf(small, spoil))
    assert found.consistent is None
    assert "does not say how it was printed" in found.differences[0]


@pytest.mark.slow
def test_a_sheet_printed_by_another_set_up_than_it_says_differs(small: bytes) -> None:
    found = verify(pdf.change_pdf(small, change_printed(small, lambda data: data["setup"].update(show_costs=False))))
    assert found.consistent in (None, False)


@pytest.mark.slow
def test_the_paper_of_other_data_differs_whatever_names_them() -> None:
    cheaper = document_from(change_value(pair().data, "/army/units/0/weapons/0/profiles/0/characteristics/S", "9"))
    made = pdf.with_attachment(print_sheet(cheaper), pair().to_bytes())
    assert verify(made).consistent is False


@pytest.mark.slow
def test_a_process_of_its_own_says_the_same(small: bytes) -> None:
    forged = pdf.change_pdf(small, overlay(points))
    found = verify_isolated(forged, pair())
    assert found == verify(forged, pair())
    assert found.matches is True
    assert found.differences[0].code == "refused.sheet.page-reads"  # type: ignore[attr-defined]


def test_what_takes_too_long_is_one_sentence(sheet: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("exports.sheet.isolated.SECONDS", 0.01)
    with pytest.raises(NotASheet, match="more time or memory"):
        verify_isolated(sheet)
