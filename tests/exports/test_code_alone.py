"""Files that have lost their roster: the code on the pages says which list they show, and what nobody can say is said."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO

import pytest
from reportlab.pdfgen.canvas import Canvas

from exports.sheet import isolated
from exports.sheet.codes_on_pages import codes_on_pages
from exports.sheet.isolated import verify_isolated
from exports.sheet.parse_sheet import NotASheet
from exports.sheet.printing import print_sheet
from exports.sheet.setup import Setup
from exports.sheet.verifying import agrees, verify
from tests.exports.armies import golden, golden_sheet
from tests.exports.pdf import bind, print_anew, scan

ARMY = golden("gloam-court")


@pytest.fixture(scope="module")
def sheet() -> bytes:
    return print_sheet(ARMY, Setup(layout="summary"), "en", "http://muster.example")


@pytest.mark.parametrize("lose", [print_anew, scan])
@pytest.mark.parametrize("address", ["http://muster.example", ""])
def test_the_code_is_read_off_the_pages(lose: Callable[[bytes], bytes], address: str) -> None:
    lost = lose(print_sheet(ARMY, Setup(layout="summary"), "en", address))
    found = verify(lost)
    assert (found.check_code, found.digest, found.consistent, found.matches) == (ARMY.check_code, "", None, None)
    assert "lost its roster" in found.differences[0]


@pytest.mark.slow
def test_it_is_compared_with_what_somebody_has(sheet: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """`test_forged_sheets` asks a process of its own; here this one gives the same answers."""
    monkeypatch.setattr(isolated, "ask_process", lambda data: json.loads(json.dumps(isolated.examine(data))))
    lost = print_anew(sheet)
    assert verify(lost, ARMY).matches is True
    found = verify_isolated(lost, golden("sunward-host").digest)
    assert found.matches is False
    assert agrees(found.digest, found.check_code, ARMY.check_code) is True
    assert agrees(found.digest, found.check_code, golden("sunward-host").check_code) is False


def test_several_lists_are_no_sheet(sheet: bytes) -> None:
    other = golden_sheet("sunward-host", Setup(layout="summary"))
    with pytest.raises(NotASheet, match=f"{ARMY.check_code}.*one sheet at a time"):
        verify(print_anew(bind(sheet, other)))


def test_what_only_looks_like_a_code_is_none(sheet: bytes) -> None:
    """A code has a check character: nine of ten letters of that shape are none."""
    out = BytesIO()
    canvas = Canvas(out)
    canvas.drawString(50, 700, "ABCDE-FGHJK sha256:12 12345-67891")
    canvas.drawString(50, 650, ARMY.check_code.lower())
    canvas.save()
    assert codes_on_pages(out.getvalue()) == ()
    with pytest.raises(NotASheet, match="carries no roster"):
        verify(out.getvalue())


@pytest.mark.slow
def test_pages_of_any_size_are_drawn_within_bounds() -> None:
    out = BytesIO()
    canvas = Canvas(out, pagesize=(14_400, 14_400))
    for _ in range(40):
        canvas.showPage()
    canvas.save()
    assert codes_on_pages(out.getvalue()) == ()
