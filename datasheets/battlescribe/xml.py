"""XML from outside as plain elements with line numbers: bounded, without DTD, entities, network or namespaces.

The parser is expat of the standard library: it fetches nothing by itself, a document type is refused at its first
character, and sizes are counted while reading, so a hostile file ends early.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pyexpat import ErrorString, ExpatError, ParserCreate

from datasheets.archives import megabytes
from datasheets.problems import document_error
from datasheets.words import Message, has_words

MOST_BYTES = 32_000_000  # the largest real catalogue has 3.2 million
MOST_ELEMENTS = 500_000  # the largest real catalogue has 28,000
MOST_DEPTH = 100
LONGEST_TAG = 500_000  # bytes; the longest real one, with the text behind it, has 2,900
LONG_TAG = re.compile(rb"<(?!!)[^<]{%d}" % LONGEST_TAG)
"""expat reads a tag in one go, and a million attributes for seconds in which nobody else is served. Comments may be long."""
LONGEST_NAME = 60


class Element:
    """An XML element: tag and attributes without prefixes; `text` only where it has no children.

    `place` is where it stands: a line of its file, or a JSON pointer where it was made from JSON.
    """

    __slots__ = ("attributes", "children", "place", "tag", "text")

    def __init__(self, tag: str, attributes: dict[str, str], place: int | str) -> None:
        self.tag = tag
        self.attributes = attributes
        self.children: list[Element] = []
        self.text = ""
        self.place = place

    def walk(self) -> Iterator[Element]:
        """Yield this element and all below it, in document order."""
        pending = [self]
        while pending:
            element = pending.pop()
            yield element
            pending.extend(reversed(element.children))

    def items(self, container: str) -> Iterator[Element]:
        """Yield what stands in all containers of this name: `items("costs")` its costs."""
        for child in self.children:
            if child.tag == container:
                yield from child.children


def parse(data: bytes, file: str) -> Element:
    """Return the root element of an XML file.

    Raises:
        DocumentError: It is too large, too deep, not well formed, or has a document type; with file and line.
    """
    if len(data) > MOST_BYTES:
        raise document_error(file, Message("file.large-by", {"size": megabytes(MOST_BYTES), "bytes": len(data)}))
    if found := LONG_TAG.search(data):
        line = data.count(b"\n", 0, found.start()) + 1
        raise document_error(f"{file}:{line}", Message("file.long-tag", {"most": LONGEST_TAG}))
    parser = ParserCreate()
    parser.buffer_text = True
    top = Element("", {}, 0)
    path, text, elements = [top], list[str](), 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal elements
        elements += 1
        if elements > MOST_ELEMENTS:
            raise _Refused(Message("file.elements", {"most": MOST_ELEMENTS}))
        if len(path) > MOST_DEPTH:
            raise _Refused(Message("file.deep", {"most": MOST_DEPTH}))
        element = Element(tag, attributes, parser.CurrentLineNumber)
        path[-1].children.append(element)
        path.append(element)
        text.clear()

    def end(tag: str) -> None:
        element = path.pop()
        if text:
            if not element.children:
                element.text = "".join(text)
            text.clear()

    def doctype(*_: object) -> None:
        raise _Refused(Message("file.doctype"))

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text.append
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(data, True)
    except _Refused as error:
        raise document_error(f"{file}:{parser.CurrentLineNumber}", str(error)) from None
    except ExpatError as error:
        raise document_error(f"{file}:{error.lineno}", Message("file.no-xml", {"reason": _reason(error.code)})) from error
    except (UnicodeError, LookupError, ValueError) as error:
        raise document_error(f"{file}:{parser.CurrentLineNumber}", Message("file.no-text")) from error
    return top.children[0]


def _reason(number: int) -> str:
    """What is wrong by its number in expat; in its English where it is rare."""
    code = f"file.xml.{number}"
    return Message(code) if has_words(code) else ErrorString(number)


class _Refused(Exception):
    """What the file has is not allowed."""
