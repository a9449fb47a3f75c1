"""Reading a sheet back: a file from a stranger gives its document, or one clear sentence."""

import io
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from pypdf import PdfReader, PdfWriter
from pypdf.generic import NameObject, StreamObject

from exports.document import document_from, read_code
from exports.sheet.attachment import NAME
from exports.sheet.parse_sheet import Altered, NotASheet, read_sheet
from exports.sheet.verifying import agrees, verify
from tests.exports import pdf
from tests.exports.armies import NAMES, change_value, golden, golden_sheet, pair, pair_sheet

pytestmark = pytest.mark.usefixtures("printed_once")
ARMY = pair()


@pytest.fixture(scope="module")
def sheet():
    return pair_sheet()


@pytest.fixture(scope="module")
def other():
    """A document that differs in one weapon's Strength."""
    return document_from(change_value(ARMY.data, "/army/units/0/weapons/0/profiles/0/characteristics/S", "5"))


def refusal(data):
    with pytest.raises(NotASheet) as caught:
        read_sheet(data)
    message = str(caught.value)
    assert "\n" not in message
    assert message.endswith((".", ")."))
    return message


def picture(kind):
    out = io.BytesIO()
    Image.new("RGB", (40, 30), "olive").save(out, kind)
    return out.getvalue()


@pytest.mark.parametrize("name", NAMES)
def test_a_printed_sheet_gives_its_document_back(name):
    assert read_sheet(golden_sheet(name)) == golden(name)


def test_a_sheet_that_another_program_saved_still_reads(sheet):
    assert read_sheet(pdf.save_again(sheet)) == ARMY
    assert read_sheet(pdf.change_pdf(sheet, lambda writer: None)) == ARMY


def test_what_mail_programs_add_at_the_end_does_no_harm(sheet):
    assert read_sheet(sheet + b"\r\n\r\n") == ARMY


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "GIF", "BMP", "TIFF", "WebP"])
def test_a_photo(kind):
    assert refusal(picture(kind)) == f"This is a {kind} picture, not a PDF; hand in the PDF itself."


def test_a_photo_in_a_pdf():
    out = io.BytesIO()
    Image.new("RGB", (400, 300), "olive").save(out, "PDF")
    assert refusal(out.getvalue()) == "This PDF was not printed by Muster: it carries no roster."


@pytest.mark.parametrize("data", [b"hello", b"{}", b"PK\x03\x04zip", bytes(5000)])
def test_no_pdf_at_all(data):
    assert refusal(data) == "This file is not a PDF."


def test_nothing():
    assert refusal(b"") == "This file is empty."


def test_a_foreign_pdf():
    writer = PdfWriter()
    writer.add_blank_page(200, 200)
    out = io.BytesIO()
    writer.write(out)
    assert refusal(out.getvalue()) == "This PDF was not printed by Muster: it carries no roster."


def test_a_foreign_pdf_with_another_attachment():
    writer = PdfWriter()
    writer.add_blank_page(200, 200)
    writer.add_attachment("roster.json", ARMY.to_bytes())
    out = io.BytesIO()
    writer.write(out)
    assert refusal(out.getvalue()) == "This PDF was not printed by Muster: it carries no roster."


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.999])
def test_a_truncated_pdf(sheet, share):
    assert refusal(sheet[: int(len(sheet) * share)]) == "This PDF is cut off: its end is missing."


def test_a_pdf_with_its_middle_missing(sheet):
    assert "PDF" in refusal(sheet[:3000] + sheet[20000:])


@pytest.mark.parametrize("password", ["", "secret"])
def test_an_encrypted_pdf(sheet, password):
    locked = pdf.change_pdf(sheet, lambda writer: writer.encrypt(password, owner_password="owner", algorithm="RC4-128"))
    assert refusal(locked) == "This PDF is encrypted; hand in the file as Muster printed it, without a password."


def test_two_rosters(sheet):
    twice = pdf.change_pdf(sheet, lambda writer: writer.add_attachment(NAME, golden("sunward-host").to_bytes()))
    assert refusal(twice) == "This PDF carries 2 rosters; a sheet carries one."


def test_other_attachments_beside_the_roster_do_no_harm(sheet):
    noted = pdf.change_pdf(sheet, lambda writer: writer.add_attachment("notes.txt", b"bring dice"))
    assert read_sheet(noted) == ARMY


def test_very_many_attachments(sheet):
    def attach(writer):
        for number in range(60):
            writer.add_attachment(f"a{number:02}", b"x")

    assert refusal(pdf.change_pdf(sheet, attach)) == "This PDF carries more than 50 attachments; a sheet carries one."


def test_an_altered_roster(sheet, other):
    message = refusal(pdf.with_attachment(sheet, other.to_bytes()))
    assert message.startswith("This sheet was altered: the attached roster is not the one that was printed")
    with pytest.raises(Altered):
        read_sheet(pdf.with_attachment(sheet, other.to_bytes()))


def test_a_roster_altered_in_place(sheet):
    content = next(item.content for item in PdfReader(io.BytesIO(sheet)).attachment_list if item.name == NAME)
    assert b'"Ashen Mob"' in content
    assert "altered" in refusal(pdf.with_attachment(sheet, content.replace(b'"Ashen Mob"', b'"Ashen Mab"')))


def keywords_of(document):
    return {"/Keywords": f"{document.schema} {document.check_code} {document.digest}"}


def test_a_roster_altered_together_with_the_metadata(sheet, other):
    altered = pdf.with_attachment(sheet, other.to_bytes())
    altered = pdf.change_pdf(altered, lambda writer: writer.add_metadata(keywords_of(other)))
    assert "altered" in refusal(altered)


def test_metadata_taken_away(sheet):
    assert "no digest" in refusal(pdf.change_pdf(sheet, lambda writer: writer.add_metadata({"/Keywords": ""})))


def test_the_first_page_taken_away():
    def drop(writer):
        writer.remove_page(0)

    with pytest.raises(Altered, match="its first page does not name the roster that is attached"):
        read_sheet(pdf.change_pdf(golden_sheet("gloam-court"), drop))


def test_a_roster_that_is_no_document(sheet):
    message = refusal(pdf.with_attachment(sheet, b'{"schema": "muster.roster/1"}'))
    assert message == "The roster in this PDF is altered or damaged: /army: This field is missing."


def test_a_roster_of_a_later_version(sheet):
    message = refusal(pdf.with_attachment(sheet, b'{"schema": "muster.roster/7"}'))
    assert "This document is of version 7; this Muster reads up to version 3. Use a newer Muster." in message


def test_a_file_that_is_too_big(sheet):
    assert refusal(sheet + b" " * 20_000_000) == "This file is larger than 20 MB; no sheet is."


@pytest.mark.slow
def test_a_roster_that_unpacks_to_more_than_a_document_may_have(sheet):
    def swell(writer):
        item = next(item for item in writer.attachment_list if item.name == NAME)
        stream = StreamObject()
        stream._data = zlib.compress(b" " * 50_000_000)
        stream.update({NameObject("/Filter"): NameObject("/FlateDecode")})
        for name in names:
            item.pdf_object["/EF"][NameObject(name)] = writer._add_object(stream)

    names = ["/F", "/UF"]
    assert refusal(pdf.change_pdf(sheet, swell)) == "This PDF is damaged or was not printed by Muster: it cannot be read."
    names = ["/UF"]
    assert "2 rosters" in refusal(pdf.change_pdf(sheet, swell)), "what some programs show and others do not"


def test_very_many_pages(sheet):
    def add(writer):
        for _ in range(1001):
            writer.add_blank_page(10, 10)

    assert refusal(pdf.change_pdf(sheet, add)) == "This PDF has 1003 pages; a sheet has at most 1000."


def test_a_first_page_that_unpacks_to_very_much(sheet):
    def swell(writer):
        stream = StreamObject()
        stream._data = zlib.compress(b"0 0 m " * 5_000_000)
        stream.update({NameObject("/Filter"): NameObject("/FlateDecode")})
        writer.pages[0][NameObject("/Contents")] = writer._add_object(stream)

    assert refusal(pdf.change_pdf(sheet, swell)) == "This PDF is damaged or was not printed by Muster: it cannot be read."


@pytest.mark.slow
@given(st.data())
@settings(max_examples=60)
def test_damage_anywhere_is_refused_or_harmless(sheet, data):
    place = data.draw(st.integers(0, len(sheet) - 1))
    length = data.draw(st.integers(0, 40))
    damaged = sheet[:place] + data.draw(st.binary(max_size=40)) + sheet[place + length :]
    try:
        document = read_sheet(damaged)
    except NotASheet:
        return
    assert document.digest == ARMY.digest


@given(st.binary(max_size=300))
def test_any_bytes_that_call_themselves_a_pdf_are_refused(data):
    with pytest.raises(NotASheet):
        read_sheet(b"%PDF-1.7\n" + data + b"\n%%EOF")


def test_nothing_is_logged_for_a_broken_file(sheet, capfd):
    refusal(sheet[:5000] + b"%%EOF")
    assert capfd.readouterr() == ("", "")


def test_an_honest_sheet_is_consistent(sheet):
    result = verify(sheet)
    document = ARMY
    assert (result.consistent, result.matches, result.differences) == (True, None, ())
    assert (result.digest, result.check_code) == (document.digest, document.check_code)


@pytest.mark.slow
def test_a_sheet_matches_what_it_is_compared_with(sheet, other):
    document = ARMY
    found = verify(sheet, document.check_code.lower())
    assert (found.matches, found.consistent) == (True, True)
    found = verify(sheet, other)
    assert (found.matches, found.consistent) == (False, True)
    for wanted, agree in ((document.digest.upper(), True), (document.check_code, True), (other.check_code, False)):
        assert agrees(found.digest, found.check_code, read_code(wanted)) is agree


def test_a_slip_in_the_code_is_the_askers_mistake(sheet):
    code = ARMY.check_code
    with pytest.raises(ValueError, match="has a slip in it"):
        verify(sheet, ("0" if code[0] != "0" else "1") + code[1:])


def test_a_digest_that_is_none_is_the_askers_mistake(sheet):
    with pytest.raises(ValueError, match="64 hexadecimal digits"):
        verify(sheet, "sha256:12")


def test_every_difference_of_an_altered_sheet_is_said(sheet, other):
    result = verify(pdf.with_attachment(sheet, other.to_bytes()))
    assert not result.consistent
    assert result.digest == other.digest
    assert [sentence.split()[0] for sentence in result.differences] == ["The", "The", "The"]
    assert result.differences[2] == f"The attached roster's check code {other.check_code} is not on page 1, 2."


@pytest.mark.slow
def test_pages_of_two_sheets_shuffled_together_are_inconsistent(sheet):
    def mix(writer):
        writer.add_page(PdfReader(io.BytesIO(golden_sheet("sunward-host"))).pages[1])

    mixed = pdf.change_pdf(sheet, mix)
    result = verify(mixed)
    assert not result.consistent
    assert result.differences == (
        "The PDF has 3 pages, Muster prints 2.",
        "Page 3 is none that Muster prints for this roster.",
    )


def test_verify_refuses_what_is_no_sheet():
    with pytest.raises(NotASheet):
        verify(picture("PNG"))
