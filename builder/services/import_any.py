"""Rosters in whatever form they are given: a link, a roster document, a printed sheet, a list or text of any program.

The contents decide what it is, not the name. Whatever it is becomes a roster, unless one stands at exactly that already, and
what became of it is said: for lists line by line, for what Muster itself made whether its check code holds.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from builder.importing.archives import Named
from builder.placing.report import Report as PlacingReport
from builder.services.errors import Invalid, NotFound
from builder.services.sharing import Opened
from datasheets.problems import DocumentError, Problem, document_error
from datasheets.strict_json import read_json
from datasheets.words import Said
from exports.document import document_from
from exports.link import carries_link
from exports.lists.newrecruit import MOST_BYTES

if TYPE_CHECKING:
    from builder.services.imports import Imports
    from builder.services.links import Links
    from builder.services.rosters import Rosters
    from builder.services.sharing import Sharing
    from builder.services.sheets import Sheets

Form = Literal["link", "address", "document", "sheet", "list"]
MOST_TEXT = 1_000_000
MARK = b"\xef\xbb\xbf"
ADDRESS = re.compile(r"\S*/read/(?P<token>[A-Za-z0-9_-]{20,80})(?:/\S*)?")
OTHERS = ("catalogue", "datasheet", "battle", "link")
"""Documents of ours that are no rosters."""


@dataclass(frozen=True, slots=True, eq=False)
class ImportResult:
    """What became of it: the roster, and whether it was made or is here already; of what Muster made what was `found` of its
    check code, of lists the `report`."""

    form: Form
    roster: str
    is_new: bool
    found: Opened | None = None
    report: PlacingReport | None = None


class Bringing:
    """Brings rosters into one database."""

    def __init__(self, rosters: Rosters, sharing: Sharing, sheets: Sheets, imports: Imports, links: Links) -> None:
        self._rosters, self._sharing, self._sheets = rosters, sharing, sheets
        self._imports, self._links = imports, links

    def bring(self, data: bytes, name: str) -> ImportResult:
        """Make a roster of what was given.

        Args:
            data: the contents of a file, or a text.
            name: what the user calls it.

        Raises:
            Invalid: it is nothing that is known here, or cannot be used; with all problems.
            TooLarge: it is a larger sheet than is read.
        """
        form = form_of(data)
        if form == "list":
            (listed,) = self._imports.load(lists=[Named(name, data)]).lists
            return ImportResult(form, listed.roster, listed.change != "same", report=listed.report)
        found = self._open(form, data)
        made, is_new = self._rosters.add_document(found.document)
        return ImportResult(form, made.row.id, is_new, found=found)

    def _open(self, form: Form, data: bytes) -> Opened:
        if form == "link":
            return self._sharing.open(data.decode())
        if form == "sheet":
            return self._sharing.examine(self._sheets.read(data))
        if form == "address":
            token = ADDRESS.fullmatch(data.decode().strip())
            try:
                return self._sharing.examine(self._links.document(token["token"] if token else ""))
            except NotFound as error:
                raise Invalid((Problem("", Said("error.address-nothing")),)) from error
        try:
            return self._sharing.examine(document_from(_roster_data(data)))
        except DocumentError as error:
            raise Invalid(error.problems) from error


def form_of(data: bytes) -> Form:
    """Return what contents are meant as; "list" is everything that Muster did not write as data."""
    if b"%PDF-" in data[:1024]:
        return "sheet"
    start = data.removeprefix(MARK).lstrip()
    if start[:1] == b"{" and _schema(data):
        return "document"
    text = start.decode(errors="replace") if len(data) <= MOST_TEXT else ""
    if carries_link(text):
        return "link"
    return "address" if ADDRESS.fullmatch(text.strip()) else "list"


def _schema(data: bytes) -> str:
    """Return the schema that JSON names where it is one of ours, else ""."""
    try:
        read = read_json(data, MOST_BYTES)
    except DocumentError:
        return ""
    schema = read.get("schema") if isinstance(read, dict) else None
    return schema if isinstance(schema, str) and schema.startswith("muster.") else ""


def _roster_data(data: bytes) -> Mapping[str, object]:
    kind = _schema(data).partition("/")[0].removeprefix("muster.")
    if kind in OTHERS:
        raise document_error("", Said(f"refused.brought.{kind}"))
    read: Mapping[str, object] = read_json(data)
    return read
