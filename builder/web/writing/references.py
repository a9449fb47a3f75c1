"""Names within a datasheet: a row, weapon or piece of wargear that gets another name gets it wherever it is spoken of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Document = dict[str, Any]
Names = Mapping[str, str]


def follow_renames(before: Document, document: Document) -> Document:
    """Return the document with the names that rows of the profiles and items have got since `before`.

    The two have the same rows. Names that stand twice are left alone: nobody can tell which is meant.
    """
    rows = _changes(before, document, "profiles")
    items = _changes(before, document, "weapons") | _changes(before, document, "wargear")
    if rows:
        for each in (*_dicts(_of(document, "composition", "wargear")), *_dicts(document.get("options"))):
            each["models"] = _rename_list(each.get("models"), rows)
        for line in _dicts(document.get("damage_table")):
            line["profile"] = _new(line.get("profile"), rows)
    if items:
        for each in _dicts(_of(document, "composition", "wargear")):
            each["items"] = _keys(each.get("items"), items)
        for each in _dicts(document.get("options")):
            if "replace" in each:
                each["replace"] = _keys(each["replace"], items)
            if isinstance(each.get("with"), list):
                each["with"] = [_keys(choice, items) for choice in each["with"]]
    return document


def _changes(before: Document, document: Document, member: str) -> dict[str, str]:
    old, new = (_names(each.get(member)) for each in (before, document))
    once = [name for name in old if old.count(name) == 1]
    return {a: b for a, b in zip(old, new, strict=False) if a != b and a in once}


def _names(rows: Any) -> list[str]:
    return [str(row.get("name", "")) if isinstance(row, dict) else "" for row in rows] if isinstance(rows, list) else []


def _dicts(rows: Any) -> list[Document]:
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def _of(document: Document, part: str, member: str) -> Any:
    inside = document.get(part)
    return inside.get(member) if isinstance(inside, dict) else None


def _new(name: Any, names: Names) -> Any:
    return names.get(name, name) if isinstance(name, str) else name


def _rename_list(given: Any, names: Names) -> Any:
    return [_new(name, names) for name in given] if isinstance(given, list) else given


def _keys(given: Any, names: Names) -> Any:
    return {_new(key, names): value for key, value in given.items()} if isinstance(given, dict) else given
