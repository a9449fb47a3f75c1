"""BattleScribe's tree of a roster as a listed army, from whatever notation: elements of XML, or of JSON made to elements.

Only what a player decided and what totals the list states is read; profiles, rules and categories follow from the data. Of
profiles only those of weapons are kept, for a catalogue that lacks them.
Format 2.00 and later; the older attributes (`costTypeId`) mean the same.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from itertools import islice
from typing import TypeVar

from datasheets.battlescribe.shapes import integer, number
from datasheets.battlescribe.xml import Element
from datasheets.imported.noted import MOST_VALUES, MOST_WEAPONS, NotedWeapon
from datasheets.problems import DocumentError, document_error
from datasheets.words import Message
from exports.lists.listed import ListedArmy, ListedForce, ListedSelection, StatedCost
from exports.lists.wording import one_line, prose

Value = TypeVar("Value")
OLDEST = 2
DEEPEST, MOST_SELECTIONS, MOST_FORCES = 28, 10_000, 100
LONGEST, LONGEST_NOTE, MOST_NUMBER = 500, 20_000, 1_000_000
VERSION = re.compile(r"(\d{1,6})(?:\.\d{1,6}){0,3}[a-z]?")
WEAPON_TYPES = ("Weapon", "Weapons", "Ranged Weapons", "Melee Weapons")
DATA = ("catalogue", "gameSystem", "dataIndex")
"""What files of game data begin with."""


def army_from(root: Element, file: str, format: str) -> ListedArmy:
    """Return the army of a roster element.

    Args:
        root: the element, with all below it.
        file: what the user calls the file, for sentences.
        format: what the reader is called.

    Raises:
        DocumentError: It is no roster, of a format before 2.00, or too large; with file and place.
    """
    return _TreeReader(file).army(root, format)


class _TreeReader:
    """Reads one file and counts what it has."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.selections = self.forces = 0

    def army(self, root: Element, format: str) -> ListedArmy:
        """Return the army of a roster element."""
        if root.tag != "roster":
            code, values = (f"is.{root.tag}", {}) if root.tag in DATA else ("is-element", {"tag": _printable(root.tag)})
            raise self._refusal(root, code, **values)
        version = root.attributes.get("battleScribeVersion", "")
        number = VERSION.fullmatch(version.strip())
        if number and int(number[1]) < OLDEST:
            raise self._refusal(root, "old", version=version)
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
            raise self._refusal(element, "forces-most", most=MOST_FORCES)
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
            raise self._refusal(element, "selections-most", most=MOST_SELECTIONS)
        self._refuse_deep(element, depth)
        amount = self._read(element, "number", integer, 1)
        if amount > MOST_NUMBER:
            raise self._refusal(element, "number-most", most=MOST_NUMBER, found=amount)
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
            weapons=tuple(_weapons(element)),
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
            raise self._refusal(element, "value", wanted=str(error), name=name, text=_printable(written)) from error

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
            raise self._refusal(element, "text-long", name=name, most=most)
        if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in text):
            raise self._refusal(element, "text-control", name=name)

    def _refuse_deep(self, element: Element, depth: int) -> None:
        if depth > DEEPEST:
            raise self._refusal(element, "deep", most=DEEPEST)

    def _refusal(self, element: Element, code: str, **values: object) -> DocumentError:
        place = f"{self.file}:{element.place}" if element.place else self.file
        return document_error(place, Message(f"list.{code}", values))


def _weapons(element: Element) -> Iterator[NotedWeapon]:
    """Yield the weapons that a selection shows, as far as its texts are plain."""
    for profile in islice(element.items("profiles"), MOST_WEAPONS):
        if profile.attributes.get("typeName", "").strip() in WEAPON_TYPES:
            found = islice(profile.items("characteristics"), MOST_VALUES)
            values = tuple((one_line(each.attributes.get("name", "")), one_line(each.text)) for each in found)
            texts = (name := one_line(profile.attributes.get("name", "")), *(text for pair in values for text in pair))
            if not any(unicodedata.category(letter) in ("Cc", "Cs") for text in texts for letter in text):
                yield NotedWeapon(name, values)


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in text[:60])
