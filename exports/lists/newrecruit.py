"""New Recruit's JSON as a listed army: it is BattleScribe's tree, attributes as values and containers as lists."""

from __future__ import annotations

from collections.abc import Mapping

from datasheets.battlescribe.xml import Element
from datasheets.problems import DocumentError, Problem, document_error, escape
from datasheets.strict_json import read_json
from datasheets.words import Message
from exports.lists.listed import ListedArmy
from exports.lists.tree import army_from

MOST_BYTES = 16_000_000
OURS = {"schema", "next_uid"}
"""What only Muster's own documents and trees have."""
READ = {"forces": "force", "selections": "selection", "costs": "cost", "costLimits": "costLimit"}
"""The containers that are read, each with the tag of what is in it."""


def read_newrecruit(data: bytes, file: str) -> ListedArmy:
    """Return the army of New Recruit's JSON.

    Raises:
        DocumentError: It is no JSON, or no roster; with file and place.
    """
    try:
        return army_of(read_json(data, MOST_BYTES), file)
    except DocumentError as error:
        raise DocumentError(tuple(_with_file(file, each) for each in error.problems)) from error


def army_of(data: object, file: str) -> ListedArmy:
    """Return the army of such JSON that was parsed already; raises `DocumentError`."""
    roster = _roster(data)
    if roster is None:
        raise document_error(file, Message("list.no-newrecruit"))
    return army_from(_element("roster", roster, "/roster" if roster is not data else "", file), file, "newrecruit")


def is_newrecruit(data: object) -> bool:
    """Say whether JSON looks like a list of New Recruit's."""
    return _roster(data) is not None


def _roster(data: object) -> Mapping[str, object] | None:
    roster = data.get("roster", data) if isinstance(data, Mapping) else None
    if not isinstance(roster, Mapping) or not isinstance(roster.get("forces"), list) or OURS & roster.keys():
        return None
    return roster


def _element(tag: str, data: Mapping[str, object], place: str, file: str) -> Element:
    element = Element(tag, {}, place)
    for key, value in data.items():
        if isinstance(value, bool):
            element.attributes[key] = "true" if value else "false"
        elif key == "customNotes" and isinstance(value, str):
            note = Element(key, {}, f"{place}/{key}")
            note.text = value
            element.children.append(note)
        elif isinstance(value, str | int | float):
            element.attributes[key] = f"{value:f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
        elif key in READ and value is not None:
            element.children.append(_container(key, value, f"{place}/{key}", file))
    return element


def _container(key: str, value: object, place: str, file: str) -> Element:
    if not isinstance(value, list) or not all(isinstance(each, Mapping) for each in value):
        raise document_error(f"{file}:{place}", Message("list.objects", {"key": escape(key)}))
    container = Element(key, {}, place)
    container.children = [_element(READ[key], each, f"{place}/{at}", file) for at, each in enumerate(value)]
    return container


def _with_file(file: str, problem: Problem) -> Problem:
    return (
        problem
        if problem.path.startswith(file)
        else Problem(f"{file}{':' if problem.path else ''}{problem.path}", problem.message)
    )
