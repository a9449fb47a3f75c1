"""BattleScribe's tree of a roster as a listed army, from whatever notation: elements of XML, or of JSON made to elements.

Only what a player decided and what totals the list states is read; profiles, rules and categories follow from the data.
Format 2.00 and later; the older attributes (`costTypeId`) mean the same.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from typing import TypeVar

from datasheets.battlescribe.shapes import integer, number
from datasheets.battlescribe.xml import Element
from datasheets.problems import DocumentError, Problem
from exports.lists.listed import ListedArmy, ListedForce, ListedSelection, StatedCost
from exports.lists.wording import one_line, prose

Value = TypeVar("Value")
OLDEST = 2
DEEPEST, MOST_SELECTIONS, MOST_FORCES = 28, 10_000, 100
LONGEST, LONGEST_NOTE, MOST_NUMBER = 500, 20_000, 1_000_000
VERSION = re.compile(r"(\d{1,6})(?:\.\d{1,6}){0,3}[a-z]?")
OTHERS = {
    "catalogue": "a catalogue; bring it in with muster import",
    "gameSystem": "a game system; bring it in with muster import",
    "dataIndex": "an index of data files; bring it in with muster import",
}


def army_from(root: Element, file: str, format: str) -> ListedArmy:
    """Return the army of a roster element.

    Args:
        root: the element, with all below it.
        file: what the user calls the file, for sentences.
        format: what the reader is called.

    Raises:
        DocumentError: It is no roster, of a format before 2.00, or too large; with file and place.
    """
    return _Reader(file).army(root, format)


class _Reader:
    """Reads one file and counts what it has."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.selections = self.forces = 0

    def army(self, root: Element, format: str) -> ListedArmy:
        """Return the army of a roster element."""
        if root.tag != "roster":
            what = OTHERS.get(root.tag, f"an element {_shown(root.tag)}; a list begins with a roster element")
            raise self._refusal(root, f"This is {what}.")
        version = root.attributes.get("battleScribeVersion", "")
        number = VERSION.fullmatch(version.strip())
        if number and int(number[1]) < OLDEST:
            sentence = f"This list was saved by BattleScribe {version}; open it in BattleScribe 2 and save it again."
            raise self._refusal(root, sentence)
        return ListedArmy(
            format=format,
            name=self._text(root, "name"),
            system=self._text(root, "gameSystemId"),
            system_name=self._text(root, "gameSystemName"),
            system_revision=self._read(root, "gameSystemRevision", integer, 0),
            tool=self._text(root, "generatedBy") or f"BattleScribe {version}".rstrip(),
            note=self._note(root),
            costs=tuple(self._costs(root.items("costs"))),
            limits=tuple(self._costs(root.items("costLimits"))),
            forces=tuple(self._force(each, 1) for each in root.items("forces")),
        )

    def _force(self, element: Element, depth: int) -> ListedForce:
        self.forces += 1
        if self.forces > MOST_FORCES:
            raise self._refusal(element, f"A list has at most {MOST_FORCES} forces; remove some.")
        self._refuse_deep(element, depth)
        return ListedForce(
            name=self._text(element, "name"),
            id=self._text(element, "id"),
            entry=self._text(element, "entryId"),
            catalogue=self._text(element, "catalogueId"),
            catalogue_name=self._text(element, "catalogueName"),
            revision=self._read(element, "catalogueRevision", integer, 0),
            title=self._text(element, "customName"),
            costs=tuple(self._costs(element.items("costs"))),
            place=element.place,
            selections=tuple(self._selection(each, depth + 1) for each in element.items("selections")),
            forces=tuple(self._force(each, depth + 1) for each in element.items("forces")),
        )

    def _selection(self, element: Element, depth: int) -> ListedSelection:
        self.selections += 1
        if self.selections > MOST_SELECTIONS:
            raise self._refusal(element, f"A list has at most {MOST_SELECTIONS:,} selections; remove some.")
        self._refuse_deep(element, depth)
        amount = self._read(element, "number", integer, 1)
        if amount > MOST_NUMBER:
            raise self._refusal(element, f"A selection's number is at most {MOST_NUMBER:,}; this says {amount}.")
        return ListedSelection(
            name=self._text(element, "name"),
            number=amount,
            id=self._text(element, "id"),
            entry=self._text(element, "entryId", 10 * LONGEST),
            group=self._text(element, "entryGroupId", 10 * LONGEST),
            type=self._text(element, "type"),
            title=self._text(element, "customName"),
            note=self._note(element),
            costs=tuple(self._costs(element.items("costs"))),
            place=element.place,
            selections=tuple(self._selection(each, depth + 1) for each in element.items("selections")),
        )

    def _costs(self, elements: Iterable[Element]) -> Iterator[StatedCost]:
        for element in elements:
            type = self._text(element, "typeId") or self._text(element, "costTypeId")
            yield StatedCost(self._text(element, "name").strip(), self._read(element, "value", number, Decimal(0)), type)

    def _read(self, element: Element, name: str, convert: Callable[[str], Value], default: Value) -> Value:
        written = element.attributes.get(name)
        if written is None or not written.strip():
            return default
        try:
            return convert(written.strip())
        except ValueError as error:
            raise self._refusal(element, f'Write {error} for {name}, not "{_shown(written)}".') from error

    def _text(self, element: Element, name: str, most: int = LONGEST) -> str:
        text = one_line(element.attributes.get(name, ""))
        self._refuse_text(element, name, text, most)
        return text

    def _note(self, element: Element) -> str:
        note = prose(next((child.text for child in element.children if child.tag == "customNotes"), ""))
        self._refuse_text(element, "customNotes", note.replace("\n", ""), LONGEST_NOTE)
        return note

    def _refuse_text(self, element: Element, name: str, text: str, most: int) -> None:
        if len(text) > most:
            raise self._refusal(element, f"The {name} is longer than {most} characters; shorten it.")
        if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in text):
            raise self._refusal(element, f"The {name} has a control character; remove it.")

    def _refuse_deep(self, element: Element, depth: int) -> None:
        if depth > DEEPEST:
            raise self._refusal(element, f"A list is at most {DEEPEST} levels deep.")

    def _refusal(self, element: Element, message: str) -> DocumentError:
        place = f"{self.file}:{element.place}" if element.place else self.file
        return DocumentError((Problem(place, message),))


def _shown(text: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in text[:60])
