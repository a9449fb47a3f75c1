"""BattleScribe's tree as a file: .ros (XML), .rosz (a zip with it), New Recruit's JSON. A tree is always the same bytes."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from datasheets.battlescribe.xml import Element

HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
MADE = (1980, 1, 1, 0, 0, 0)  # the first moment that a zip can name: what a file holds does not depend on the time
NUMBERS = {"value", "number", "catalogueRevision", "gameSystemRevision"}
FLAGS = {"hidden", "primary"}
TEXTS = {"description", "customNotes"}
FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def ros(tree: Element) -> bytes:
    """Return the tree as a `.ros` file."""
    return (HEAD + "".join(_xml(tree, ""))).encode()


def rosz(tree: Element, name: str) -> bytes:
    """Return the tree as a `.rosz` file; `name` is the list's."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        info = zipfile.ZipInfo(f"{file_name(name)}.ros", MADE)
        info.compress_type = zipfile.ZIP_DEFLATED
        archive.writestr(info, ros(tree))
    return packed.getvalue()


def newrecruit_json(tree: Element) -> bytes:
    """Return the tree as the JSON that New Recruit writes and reads."""
    return f"{json.dumps({'roster': _json(tree)}, ensure_ascii=False)}\n".encode()


def file_name(name: str) -> str:
    """Return the name of a list as the name of a file on any system."""
    return re.sub(r'[\x00-\x1f<>:"/\\|?*]+', "-", name).strip(" .")[:100] or "roster"


def _xml(element: Element, indent: str) -> Iterator[str]:
    attributes = "".join(f" {key}={_attribute(value)}" for key, value in element.attributes.items())
    if element.children:
        yield f"{indent}<{element.tag}{attributes}>\n"
        for child in element.children:
            yield from _xml(child, f"{indent}  ")
        yield f"{indent}</{element.tag}>\n"
    elif element.text:
        yield f"{indent}<{element.tag}{attributes}>{escape(_without_forbidden(element.text))}</{element.tag}>\n"
    else:
        yield f"{indent}<{element.tag}{attributes}/>\n"


def _attribute(value: str) -> str:
    return quoteattr(_without_forbidden(value), {'"': "&quot;"})


def _without_forbidden(text: str) -> str:
    """Return a text without the characters that no XML may hold."""
    return FORBIDDEN.sub("\ufffd", text)


def _json(element: Element) -> dict[str, Any]:
    made: dict[str, Any] = {key: _value(key, value) for key, value in element.attributes.items()}
    for child in element.children:
        made[child.tag] = child.text if child.tag in TEXTS else [_json(each) for each in child.children]
    if element.tag == "characteristic":
        made["$text"] = element.text
    return made


def _value(key: str, value: str) -> str | float | bool:
    if key in NUMBERS:
        number = float(value)
        return int(number) if number.is_integer() else number
    return value == "true" if key in FLAGS else value
