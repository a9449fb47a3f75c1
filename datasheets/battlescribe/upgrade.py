"""Old schema versions lifted to 2.03, in place, before anything is converted.

Each step is what one version changed; a file of version 2.01 goes through the steps of 2.02 and 2.03. Versions before 2.00
have another structure altogether and are refused.
"""

from __future__ import annotations

from collections.abc import Callable

from datasheets.battlescribe.xml import Element
from datasheets.problems import document_error
from datasheets.words import Message

NEWEST = "2.03"
NO_CATEGORY = "(No Category)"
RENAMED = {
    "cost": {"costTypeId": "typeId"},
    "costLimit": {"costTypeId": "typeId"},
    "profile": {"profileTypeId": "typeId", "profileTypeName": "typeName"},
    "characteristic": {"characteristicTypeId": "typeId", "characteristicId": "typeId"},
}
"""What 2.02 called differently, by element."""


def upgrade(root: Element, file: str) -> None:
    """Lift a root element (data or roster) to schema 2.03.

    Raises:
        DocumentError: It says another version than 2.00 to 2.03; none at all is taken as 2.03.
    """
    version = root.attributes.get("battleScribeVersion", NEWEST)
    if version != NEWEST and version not in STEPS:
        raise document_error(f"{file}:{root.place}", Message("file.version", {"version": version[:20]}))
    for older, step in STEPS.items():
        if version <= older:
            step(root)


def _to_2_01(root: Element) -> None:
    """Give entries links to the one category that they named, and forces links to the categories that stood in them."""
    for element in list(root.walk()):
        category = element.attributes.pop("categoryEntryId", "")
        if category and category != NO_CATEGORY and element.tag in ("selectionEntry", "entryLink"):
            _container(element, "categoryLinks").children.append(_category_link(element, category, primary=True))
    moved: dict[str, Element] = {}
    for force in [element for element in root.walk() if element.tag == "forceEntry"]:
        for container in [child for child in force.children if child.tag == "categoryEntries"]:
            force.children.remove(container)
            for category_entry in container.children:
                id = category_entry.attributes.get("id", "")
                link = _category_link(force, id, primary=False)
                link.children = [child for child in category_entry.children if child.tag in ("constraints", "modifiers")]
                category_entry.children = [child for child in category_entry.children if child not in link.children]
                _container(force, "categoryLinks").children.append(link)
                moved.setdefault(id, category_entry)
    if moved:
        known = {entry.attributes.get("id") for entry in root.items("categoryEntries")}
        _container(root, "categoryEntries").children += [entry for id, entry in moved.items() if id not in known]


def _to_2_02(root: Element) -> None:
    """Give attributes their later names; what a characteristic says was an attribute, too."""
    for element in root.walk():
        for old, new in RENAMED.get(element.tag, {}).items():
            if old in element.attributes:
                element.attributes.setdefault(new, element.attributes.pop(old))
        if element.tag == "characteristic" and not element.text:
            element.text = element.attributes.pop("value", "")


def _to_2_03(root: Element) -> None:
    """Make publications of the books that were named one by one."""
    books: dict[str, str] = {}
    for element in root.walk():
        book = element.attributes.pop("book", "").strip()
        if book:
            id = books.setdefault(book, f"{root.attributes.get('id', '')}-book-{len(books) + 1}")
            element.attributes.setdefault("publicationId", id)
    if books and root.tag != "roster":
        publications = _container(root, "publications")
        publications.children += [Element("publication", {"id": id, "name": book}, root.place) for book, id in books.items()]


STEPS: dict[str, Callable[[Element], None]] = {"2.00": _to_2_01, "2.01": _to_2_02, "2.02": _to_2_03}
"""By the version that they start from."""


def _category_link(owner: Element, category: str, primary: bool) -> Element:
    id = f"{owner.attributes.get('id', '')}-{category}"
    attributes = {"id": id, "targetId": category, "primary": "true" if primary else "false"}
    return Element("categoryLink", attributes, owner.place)


def _container(owner: Element, name: str) -> Element:
    found = next((child for child in owner.children if child.tag == name), None)
    if found is None:
        found = Element(name, {}, owner.place)
        owner.children.append(found)
    return found
