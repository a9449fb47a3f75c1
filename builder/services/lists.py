"""Lists of other programs: placed and judged as they are, and rosters written as their files. `imports` keeps them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from builder.placing.place import Placed, place
from builder.services.catalogues import Catalogues
from builder.services.errors import Invalid
from builder.services.judging import Judged, Judging
from builder.services.rosters import keepable
from builder.services.shelf import StoredShelf
from builder.store import Store
from datasheets.battlescribe.xml import Element
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.tree import Roster
from datasheets.problems import DocumentError
from datasheets.words import say
from exports.battlescribe import files
from exports.battlescribe.omissions import Format, omissions
from exports.battlescribe.text import plain_text
from exports.battlescribe.tree import roster_tree
from exports.document import RosterDocument
from exports.lists.parse_list import read_list

FILES: Mapping[Format, tuple[str, str]] = {
    "ros": (".ros", "application/xml"),
    "rosz": (".rosz", "application/zip"),
    "newrecruit-json": (".json", "application/json"),
    "text": (".txt", "text/plain; charset=utf-8"),
}
"""The ending of a format's files, and their media type."""

PACKED: Mapping[Format, Callable[[Element, str], bytes]] = {
    "ros": lambda tree, _: files.ros(tree),
    "rosz": files.rosz,
    "newrecruit-json": lambda tree, _: files.newrecruit_json(tree),
}


@dataclass(frozen=True, slots=True)
class Exported:
    """A roster as a file. `left_out` says in words what the format cannot hold."""

    content: bytes
    file_name: str
    media_type: str
    left_out: tuple[str, ...]


class Lists:
    """Lists in and out, with the catalogues of one database."""

    def __init__(self, store: Store, catalogues: Catalogues, judging: Judging) -> None:
        self._store = store
        self._catalogues = catalogues
        self._judging = judging

    def place(self, data: bytes, name: str) -> Placed:
        """Return what a list amounts to; nothing is stored.

        Args:
            data: the contents of its file.
            name: what the user calls the file.

        Raises:
            Invalid: it is no list that is known here, or no catalogue of it is here; which to import.
        """
        try:
            listed = read_list(data, name)
            with self._store.reading() as db:
                return place(listed, StoredShelf(self._catalogues, db), name)
        except DocumentError as error:
            raise Invalid(error.problems) from error

    def judge(self, placed: Placed) -> Judged:
        """Judge a list without storing it; raises `DocumentError` where it is too large for a roster."""
        return self._judging.judge(keepable(placed.roster))

    def document(self, placed: Placed) -> RosterDocument:
        """Return a list as a roster document; raises `DocumentError`."""
        return self._judging.document(self.judge(placed))

    def export(self, roster: Roster, format: Format, language: str = "en") -> Exported:
        """Return a roster as a file of another program's format."""
        evaluation = evaluate(roster, self._catalogues)
        if format == "text":
            content = plain_text(roster, evaluation, self._catalogues).encode()
        else:
            content = PACKED[format](roster_tree(roster, evaluation, self._catalogues), roster.name)
        ending, media_type = FILES[format]
        lost = left_out_words(roster, format, language)
        return Exported(content, files.file_name(roster.name) + ending, media_type, lost)


def left_out_words(roster: Roster, format: Format, language: str = "en") -> tuple[str, ...]:
    """Return what a roster has and a format cannot hold, in words."""
    return tuple(say(code, values, language) for code, values in omissions(roster, format))
