"""What a file is, by its contents: one answer for the command line, the API and the pages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from io import BytesIO
from typing import Any, Literal
from zipfile import BadZipFile, ZipFile

from datasheets.archives import is_zip
from datasheets.problems import DocumentError
from datasheets.strict_json import read_json
from exports.link import carries_link
from exports.lists.newrecruit import MOST_BYTES, is_newrecruit
from exports.lists.parse_list import MARK, TAGGED, looks_like_text_list

FileKind = Literal["sheet", "document", "tree", "link", "address", "list", "data", "json", "unknown"]
"""A printed sheet; a document of Muster's; a roster's tree; a link with a roster in it; the address of a shared
roster; a list of another program; game data (a catalogue, a game system, an archive); other JSON, sound or
not; none of these."""

BY_NAME: tuple[tuple[str, FileKind], ...] = ((".ros", "list"), (".rosz", "list"), (".txt", "list"), (".json", "json"))
"""What a file is meant as that does not say itself what it is, by the end of its name."""
ADDRESS = re.compile(r"\S*/read/(?P<token>[A-Za-z0-9_-]{16,80})(?:/\S*)?")
MOST_TEXT = 1_000_000
XML_HEAD = 10_000
ROOTS: tuple[tuple[str, FileKind], ...] = (("<roster", "list"), ("<catalogue", "data"), ("<gameSystem", "data"))


def file_kind(data: bytes, name: str = "") -> FileKind:
    """Return what contents are meant as; the name decides only where they do not say.

    Contents that say what they are need not be sound: whoever reads them refuses what is wrong.
    """
    for tell in (_sheet, _archive, _xml, _json, _text):
        kind = tell(data)
        if kind != "unknown":
            return kind
    return next((kind for end, kind in BY_NAME if name.lower().endswith(end)), "unknown")


def _sheet(data: bytes) -> FileKind:
    return "sheet" if b"%PDF-" in data[:1024] else "unknown"


def _archive(data: bytes) -> FileKind:
    """Tell a zipped list, which has one file, from an archive of game data."""
    if not is_zip(data):
        return "unknown"
    try:
        with ZipFile(BytesIO(data)) as archive:
            names = archive.namelist()
    except (BadZipFile, NotImplementedError, ValueError):
        return "unknown"
    return "list" if len(names) == 1 and names[0].lower().endswith(".ros") else "data"


def _xml(data: bytes) -> FileKind:
    is_wide = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    head = data[:XML_HEAD].decode("utf-16" if is_wide else "utf-8", errors="replace").lstrip("\ufeff \t\r\n")
    if not head.startswith("<"):
        return "unknown"
    places = [(head.find(root), kind) for root, kind in ROOTS if root in head]
    return min(places)[1] if places else "list"


def _json(data: bytes) -> FileKind:
    if data.removeprefix(MARK).lstrip()[:1] not in (b"{", b"[") or TAGGED.match(data):
        return "unknown"
    try:
        read = read_json(data, MOST_BYTES)
    except DocumentError:
        return "json"
    if schema_of(read):
        return "document"
    if tree_in(read) is not None:
        return "tree"
    return "list" if is_newrecruit(read) else "json"


def _text(data: bytes) -> FileKind:
    text = data.removeprefix(MARK).decode(errors="replace").strip() if len(data) <= MOST_TEXT else ""
    if carries_link(text):
        return "link"
    if ADDRESS.fullmatch(text):
        return "address"
    return "list" if looks_like_text_list(data) else "unknown"


def schema_of(read: object) -> str:
    """Return the schema that JSON names where it is one of Muster's, else ""."""
    schema = read.get("schema") if isinstance(read, dict) else None
    return schema if isinstance(schema, str) and schema.startswith("muster.") else ""


def tree_in(read: object) -> Mapping[str, Any] | None:
    """Return the roster's tree that JSON is, or that stands in it as in an answer of the API; None where there is none."""
    tree = read.get("tree", read) if isinstance(read, Mapping) else None
    return tree if isinstance(tree, Mapping) and {"system", "next_uid"} <= tree.keys() else None
