"""From a data file, or a message of the conformance suite's protocol, to a game system or catalogue.

Both become elements, and elements are converted by the tables of `shapes`. All problems are found at once; with one of them
nothing is read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

from datasheets.battlescribe.shapes import SHAPES, TEXT_CHILDREN, UNSAID, Dialect, Shape
from datasheets.battlescribe.upgrade import upgrade
from datasheets.battlescribe.xml import MOST_DEPTH, Element, parse
from datasheets.garbage import collect_seldom
from datasheets.model import Catalogue, GameSystem
from datasheets.problems import DocumentError, Problem, document_error, escape, printable
from datasheets.words import Message

ROOTS = ("gameSystem", "catalogue")
MOST_PROBLEMS = 100
LONGEST_QUOTE = 40


def read(data: bytes, file: str) -> GameSystem | Catalogue:
    """Read a .gst or .cat file (XML, not zipped) of schema 2.00 to 2.03. `file` is what problems call it.

    Raises:
        DocumentError: The file cannot be used; its problems have paths like "Orks.cat:120", at most 100 of them.
    """
    with collect_seldom():
        root = parse(data, file)
        if root.tag not in ROOTS:
            raise document_error(f"{file}:{root.place}", Message("file.root", {"tag": printable(root.tag)}))
        upgrade(root, file)
        source = _convert(root, "XSD", f"{file}:")
    return replace(source, digest="sha256:" + hashlib.sha256(data).hexdigest())


def from_message(kind: str, message: Mapping[str, Any]) -> GameSystem | Catalogue:
    """Read a "gameSystem" or "catalogue" as the conformance suite's protocol writes it: JSON data in the schema's words.

    Raises:
        DocumentError: Something in it cannot be used; its problems have JSON pointers.
    """
    if kind not in ROOTS:
        raise ValueError(f"a message holds a gameSystem or a catalogue, not a {kind}")
    problems: list[Problem] = []
    root = _element(kind, message, "", 0, problems)
    if problems:
        raise DocumentError(tuple(problems))
    return _convert(root, "PROTOCOL", "")


def _convert(root: Element, dialect: Dialect, where: str) -> GameSystem | Catalogue:
    reader = _CatalogueReader(dialect, where)
    made = reader.make(root)
    if reader.problems:
        raise DocumentError(tuple(reader.problems))
    if not isinstance(made, (GameSystem, Catalogue)):
        raise TypeError("the shape of a root makes a source")
    return made


class _Full(Exception):
    """There are more problems than anybody would read."""


class _CatalogueReader:
    """Converts one file. Equal texts, conditions and costs are kept once: real files repeat them thousands of times."""

    def __init__(self, dialect: Dialect, where: str) -> None:
        self.problems: list[Problem] = []
        self._strict = dialect == "XSD"
        self._unsaid = UNSAID[dialect]
        self._where = where
        self._texts: dict[str, str] = {}
        self._alike: dict[tuple[str, str, tuple[tuple[str, str], ...]], Any] = {}

    def make(self, root: Element) -> Any:
        """Return what the root element stands for, None where there are problems."""
        try:
            return self._make(root)
        except _Full:
            return None

    def _make(self, element: Element) -> Any:
        shape = SHAPES[element.tag]
        if not shape.alike or element.children:
            return self._build(element, shape)
        key = element.tag, element.text, tuple(element.attributes.items())
        found = self._alike.get(key)
        if found is None and (found := self._build(element, shape)) is not None:
            self._alike[key] = found
        return found

    def _build(self, element: Element, shape: Shape) -> Any:
        values: dict[str, Any] = dict(self._unsaid.get(element.tag, ()))
        known = len(self.problems)
        for name in shape.needed:
            if not element.attributes.get(name):
                self._require(element, name, shape.fields[name][0] in values)
        self._read_fields(element, shape, values)
        for child in element.children:
            if child.tag in shape.lists:
                self._read_list(child, shape, values)
            elif child.tag in TEXT_CHILDREN and child.tag in shape.fields:
                values[child.tag] = child.text
        return shape.make(**values) if len(self.problems) == known else None

    def _read_fields(self, element: Element, shape: Shape, values: dict[str, Any]) -> None:
        fields, texts = shape.fields, self._texts
        for name, value in element.attributes.items():
            field = fields.get(name)
            if field is None:
                continue
            keyword, convert = field
            if convert is _TEXT:
                values[keyword] = texts.setdefault(value, value)
                continue
            try:
                values[keyword] = convert(value)
            except ValueError as error:
                said = {"name": name, "tag": element.tag, "text": _quote(value), "wanted": str(error)}
                self._report(element, Message("file.value", said))
        if element.text and "value" in shape.fields and "value" not in element.attributes:
            values["value"] = self._texts.setdefault(element.text, element.text)

    def _read_list(self, container: Element, shape: Shape, values: dict[str, Any]) -> None:
        keyword, tag = shape.lists[container.tag]
        made = tuple([self._make(child) for child in container.children if child.tag == tag])
        values[keyword] = values[keyword] + made if keyword in values else made

    def _require(self, element: Element, name: str, is_said: bool) -> None:
        """Report an attribute that is empty or absent; a message may leave it empty, or mean something by its absence."""
        if not is_said and (self._strict or name not in element.attributes):
            self._report(element, Message("file.needs", {"tag": element.tag, "name": name}))

    def _report(self, element: Element, message: str) -> None:
        self.problems.append(Problem(f"{self._where}{element.place}", message))
        if len(self.problems) >= MOST_PROBLEMS:
            raise _Full


_TEXT = SHAPES["rule"].fields["description"][1]


def _element(tag: str, data: object, pointer: str, depth: int, problems: list[Problem]) -> Element:
    """Return JSON data as the element that the schema would write."""
    element = Element(tag, {}, pointer)
    if not isinstance(data, Mapping) or depth > MOST_DEPTH:
        problems.append(Problem(pointer, Message("file.message-object", {"tag": tag, "most": MOST_DEPTH})))
        return element
    shape = SHAPES[tag]
    for key, value in data.items():
        place = f"{pointer}/{escape(key)}"
        if key in shape.fields and value is not None:
            if isinstance(value, (str, bool, int, float, Decimal)):
                element.attributes[key] = _text_of(value)
            else:
                problems.append(Problem(place, Message("file.message-value", {"key": key, "tag": tag})))
        elif key in shape.lists and value is not None:
            container = Element(key, {}, place)
            items = value if isinstance(value, list) else [value]
            inner = shape.lists[key][1]
            container.children = [
                _element(inner, item, f"{place}/{at}", depth + 1, problems) for at, item in enumerate(items)
            ]
            element.children.append(container)
    return element


def _text_of(value: str | bool | float | Decimal) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else str(value)


def _quote(value: str) -> str:
    cut = value if len(value) <= LONGEST_QUOTE else value[:LONGEST_QUOTE] + "..."
    return "".join(letter if letter.isprintable() else "?" for letter in cut)
