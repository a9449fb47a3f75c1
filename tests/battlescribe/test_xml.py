"""XML from outside is bounded and plain."""

import pytest

from datasheets.battlescribe import xml
from datasheets.problems import DocumentError
from datasheets.words import languages, translate


def test_elements_know_their_lines_and_texts() -> None:
    root = xml.parse(b'<a>\n <bs>\n  <b x="1">t&amp;u</b>\n </bs>\n</a>', "f")
    (child,) = root.items("bs")
    assert (child.tag, child.attributes, child.text, child.place) == ("b", {"x": "1"}, "t&u", 3)
    assert [element.tag for element in root.walk()] == ["a", "bs", "b"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "iso-8859-1"])
def test_encodings_that_xml_knows_are_read(encoding: str) -> None:
    name = "utf-8" if encoding == "utf-8-sig" else encoding
    data = f'<?xml version="1.0" encoding="{name}"?><a>é</a>'.encode(encoding)
    assert xml.parse(data, "f").text == "é"


BOMB = b'<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;">]>\n<a>&y;</a>'
OUTSIDE = b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<a>&x;</a>'


@pytest.mark.parametrize(
    ("data", "sentence", "place"),
    [
        (b"", "not well-formed XML: no element found", "f:1"),
        (b"<a>\n<b>\n</a>", "not well-formed XML: mismatched tag", "f:3"),
        (b"<a>\n<b", "not well-formed XML", "f:2"),
        (b"PK\x03\x04", "not well-formed XML", "f:1"),
        (b"<a>\n\xff\xfe</a>", "not well-formed XML", "f:2"),
        (b"<a>&x;</a>", "undefined entity", "f:1"),
        (b'<?xml version="1.0" encoding="klingon"?><a/>', "cannot be read as text", "f:1"),
        (BOMB, "document type", "f:1"),
        (OUTSIDE, "document type", "f:1"),
        (b"\n\n<!DOCTYPE a><a/>", "document type", "f:3"),
        (b"<a>" * 101 + b"</a>" * 101, "nested more than 100", "f:1"),
        (b"<a b='1' b='2'/>", "duplicate attribute", "f:1"),
        (b"<a>\n<b " + b" ".join(b"a%d='1'" % n for n in range(60_000)) + b"/></a>", "more than 500000 bytes", "f:2"),
        (b"<a b='" + b"x" * 500_000 + b"'/>", "more than 500000 bytes", "f:1"),
    ],
)
def test_what_is_no_plain_xml_is_refused(data: bytes, sentence: str, place: str) -> None:
    with pytest.raises(DocumentError, match=sentence) as refused:
        xml.parse(data, "f")
    assert [problem.path for problem in refused.value.problems] == [place]


BROKEN = {
    "no XML at all": b"hello",
    "cut within a letter": b"<a>\xc3",
    "a character that there is not": b"<a>&#0;</a>",
    "a blank line before the declaration": b"\n<?xml version='1.0'?><a/>",
    "another encoding than it says": b"<?xml version='1.0' encoding='utf-16'?><a/>",
    "CDATA without an end": b"<a><![CDATA[",
    "half a declaration": b"<?xml version?><a/>",
}


@pytest.mark.parametrize("data", BROKEN.values(), ids=BROKEN.keys())
@pytest.mark.parametrize("language", languages()[1:])
def test_what_is_wrong_with_xml_is_said_in_every_language(data: bytes, language: str) -> None:
    with pytest.raises(DocumentError) as refused:
        xml.parse(data, "f")
    sentence = refused.value.problems[0].message
    reason = sentence.values["reason"]  # type: ignore[attr-defined]
    assert str(reason) in sentence
    assert str(reason) not in translate(sentence, language)


def test_size_and_number_of_elements_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xml, "MOST_BYTES", 20)
    with pytest.raises(DocumentError, match="larger than"):
        xml.parse(b"<a>" + b" " * 20 + b"</a>", "f")
    monkeypatch.setattr(xml, "MOST_BYTES", 1000)
    monkeypatch.setattr(xml, "MOST_ELEMENTS", 3)
    assert xml.parse(b"<a><b/><b/></a>", "f").children
    with pytest.raises(DocumentError, match="more than 3 elements"):
        xml.parse(b"<a><b/><b/><b/></a>", "f")
