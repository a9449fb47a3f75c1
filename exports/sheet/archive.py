"""The finished file: PDF/A-3 with the roster as its associated file, tagged, compressed, the same bytes every time.

pikepdf writes it: pypdf has no object streams, without which the structure alone would make a sheet twice as large, and
takes ten times as long for some thousand small objects.
"""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from xml.sax.saxutils import escape

from pikepdf import (
    AttachedFileSpec,
    Dictionary,
    Name,
    Object,
    ObjectStreamMode,
    Page,
    Pdf,
    Stream,
    StreamDecodeLevel,
    String,
)
from PIL import ImageCms

from exports.sheet.structure import open_with_structure
from exports.sheet.tags import Element

PRODUCER = "Muster"
DATE = "D:20000101000000Z"
ICC_DATE, ICC_ID = slice(24, 36), slice(84, 100)
PRINTED_TOO = 4
_CODE = re.compile(rb"(<[0-9A-F]+> )<([0-9A-F]+)>(?=\n)")
_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
<pdf:Keywords>{keywords}</pdf:Keywords><pdf:Producer>{producer}</pdf:Producer>
<xmp:CreatorTool>{producer}</xmp:CreatorTool><xmp:CreateDate>2000-01-01T00:00:00Z</xmp:CreateDate>
<xmp:ModifyDate>2000-01-01T00:00:00Z</xmp:ModifyDate>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""


class Archive:
    """A sheet that ReportLab made, on its way to the finished file."""

    def __init__(self, pdf: bytes, tree: Element) -> None:
        self._pdf = open_with_structure(pdf, tree)

    @property
    def pages_digest(self) -> str:
        """The digest of what the pages draw, with the QR code and what else is put in, however it is compressed."""
        drawn = sha256()
        for page in self._pdf.pages:
            page.contents_coalesce()
            drawn.update(page.Contents.read_bytes())
            for _, form in sorted(page.Resources.get("/XObject", {}).items()):
                drawn.update(form.read_bytes())
        return f"sha256:{drawn.hexdigest()}"

    def finish(self, title: str, subject: str, keywords: str, language: str, files: Mapping[str, bytes]) -> bytes:
        """Return the file with these words about it in its metadata, and with files (JSON, by name) attached to it."""
        pdf = self._pdf
        pdf.Root.Lang = String(language)
        pdf.Root.ViewerPreferences = Dictionary(DisplayDocTitle=True)
        info = pdf.make_indirect(Dictionary(
            Title=String(title), Subject=String(subject), Keywords=String(keywords), Creator=String(PRODUCER),
            Producer=String(PRODUCER), CreationDate=String(DATE), ModDate=String(DATE),
        ))  # fmt: skip
        pdf.trailer.Info = info
        said = {"title": title, "subject": subject, "keywords": keywords, "language": language, "producer": PRODUCER}
        metadata = _XMP.format_map({name: escape(_xml(text)) for name, text in said.items()}).encode()
        pdf.Root.Metadata = pdf.make_indirect(Stream(pdf, metadata, Type=Name.Metadata, Subtype=Name.XML))
        pdf.Root.OutputIntents = [_output_intent(pdf)]
        self._attach(files, title)
        self._mark_links()
        self._mend_letters()
        out = io.BytesIO()
        pdf.save(
            out,
            min_version="1.7",
            deterministic_id=True,
            object_stream_mode=ObjectStreamMode.generate,
            compress_streams=True,
            recompress_flate=True,
            stream_decode_level=StreamDecodeLevel.generalized,
        )
        return out.getvalue()

    def _attach(self, files: Mapping[str, bytes], description: str) -> None:
        pdf, attached = self._pdf, []
        for name, content in files.items():
            kept = AttachedFileSpec(
                pdf, content, filename=name, description=description, mime_type="application/json",
                relationship=Name.Source, creation_date=DATE, mod_date=DATE,
            )  # fmt: skip
            pdf.attachments[name] = kept
            attached.append(pdf.attachments[name].obj)
        pdf.Root.AF = attached

    def _mark_links(self) -> None:
        """Let links be printed too, as PDF/A wants it, and say to which page each leads; no page comes with a transition."""
        numbers = {page.obj.objgen: number for number, page in enumerate(self._pdf.pages, 1)}
        for page in self._pdf.pages:
            del page.obj.Trans
            for link in page.obj.get("/Annots", ()):
                link.F = PRINTED_TOO
                link.Contents = String(str(numbers[link.Dest[0].objgen]))

    def _mend_letters(self) -> None:
        """Say of each sign of the faces which letters it is, as a reader has them: whole, and not in their joined forms."""
        for font in {each.objgen: each for page in self._pdf.pages for each in _fonts(page)}.values():
            letters = font.ToUnicode
            letters.write(_CODE.sub(_letters, letters.read_bytes()))


def _fonts(page: Page) -> Iterable[Object]:
    return page.Resources.get("/Font", Dictionary()).values()


def _letters(found: re.Match[bytes]) -> bytes:
    """Return a line of a face's letters: one beyond the first 65,536 takes two numbers, one without a letter U+FFFD."""
    code = int(found[2], 16)
    said = chr(code) if code else "\ufffd"
    joined = 0xFB50 <= code <= 0xFEFC
    said = unicodedata.normalize("NFKC", said) if joined else said
    return found[1] + b"<" + said.encode("utf-16-be").hex().upper().encode() + b">"


def _output_intent(pdf: Pdf) -> Dictionary:
    profile = Stream(pdf, _srgb(), N=3)
    return Dictionary(
        Type=Name.OutputIntent, S=Name.GTS_PDFA1, OutputConditionIdentifier=String("sRGB"), Info=String("sRGB"),
        DestOutputProfile=pdf.make_indirect(profile),
    )  # fmt: skip


@cache
def _srgb() -> bytes:
    """Return a profile of sRGB without the day on which it was made."""
    made = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    made[ICC_DATE] = bytes.fromhex("07d0 0001 0001 0000 0000 0000")
    made[ICC_ID] = bytes(16)
    return bytes(made)


def _xml(text: str) -> str:
    """Return text without the signs that XML cannot hold."""
    return "".join(letter for letter in text if letter in "\t\n" or letter >= " ")
