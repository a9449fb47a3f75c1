"""Rosters in whatever form they are given: a link, a roster document, a printed sheet, a list or text of any program.

The contents decide what it is, not the name. Whatever it is becomes a roster, unless one stands at exactly that already, and
what became of it is said: for lists line by line, for what Muster itself made whether its check code holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from builder.importing.archives import Named
from builder.placing.report import Report as PlacingReport
from builder.services.errors import Invalid, NotFound
from builder.services.sharing import Opened
from datasheets.problems import DocumentError, Problem, document_error
from datasheets.strict_json import read_json
from datasheets.words import Message
from exports.document import document_from
from exports.file_kind import ADDRESS, file_kind, schema_of
from exports.lists.newrecruit import MOST_BYTES

if TYPE_CHECKING:
    from builder.services.imports import Imports
    from builder.services.links import Links
    from builder.services.rosters import Rosters
    from builder.services.sharing import Sharing
    from builder.services.sheets import Sheets
    from builder.services.validations import Validations

Form = Literal["link", "address", "document", "tree", "sheet", "list"]
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


class ImportAny:
    """Brings rosters into one database."""

    def __init__(
        self,
        rosters: Rosters,
        sharing: Sharing,
        sheets: Sheets,
        imports: Imports,
        links: Links,
        validations: Validations,
    ) -> None:
        self._rosters, self._sharing, self._sheets = rosters, sharing, sheets
        self._imports, self._links, self._validations = imports, links, validations

    def run(self, data: bytes, name: str) -> ImportResult:
        """Make a roster of what was given.

        Args:
            data: the contents of a file, or a text.
            name: what the user calls it.

        Raises:
            Invalid: it is nothing that is known here, or cannot be used; with all problems.
            TooLarge: it is a larger sheet than is read.
        """
        kind = file_kind(data, name)
        form: Form = kind if kind in ("link", "address", "document", "tree", "sheet") else "list"
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
                raise Invalid((Problem("", Message("error.address-nothing")),)) from error
        try:
            if form == "tree":
                return self._sharing.examine(self._validations.tree_document(data))
            return self._sharing.examine(document_from(_roster_data(data)))
        except DocumentError as error:
            raise Invalid(error.problems) from error


def _roster_data(data: bytes) -> Mapping[str, object]:
    read: Mapping[str, object] = read_json(data, MOST_BYTES)
    kind = schema_of(read).partition("/")[0].removeprefix("muster.")
    if kind in OTHERS:
        raise document_error("", Message(f"refused.brought.{kind}"))
    return read
