"""Rosters that came from elsewhere, looked at: do their choices come to the check code that they state, with the data here?

A link leaves out what rules say and states the digest of the whole document. Where the same data are here, the choices in it
come to the same document again, rules included, and its digest shows so. Where they are not, what it says is all there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from builder.operations import nodes
from builder.rules.read_army import closure_or_none
from builder.services.errors import Conflict, Invalid
from builder.services.judging import Judging
from builder.services.rosters import keepable_from
from builder.snapshot.comparing import contradictions
from datasheets.evaluation.finding import Finding
from datasheets.evaluation.tree import Roster
from datasheets.problems import DocumentError
from datasheets.words import Message
from exports.document import RosterDocument, check_code
from exports.link import MOST_LETTERS, fragment, read_link, without_rules

State = Literal["verified", "other-data", "differs"]


@dataclass(frozen=True, slots=True, eq=False)
class Opened:
    """A roster from elsewhere.

    `document` is the one that was worked out here where that verified the code, else what was given; `check_code` is what
    that states. `lacking` names the forces whose data are not here as they were, `differences` says what the choices do not
    come to.
    """

    document: RosterDocument
    check_code: str
    state: State
    lacking: tuple[str, ...]
    differences: tuple[Finding, ...]


PAGE = "/shared"
"""The page of every Muster that opens what stands behind its "#"."""


def link_of(document: RosterDocument, server: str) -> str:
    """Return the link that holds a roster, opened at a server (`http://host:port`).

    Raises:
        Conflict: it would be so long that programs cut it off.
    """
    letters = fragment(document)
    if len(letters) > MOST_LETTERS:
        raise Conflict(Message("error.link-too-long", {"letters": len(letters), "most": MOST_LETTERS}))
    return f"{server}{PAGE}#{letters}"


class Sharing:
    """Looks at rosters from elsewhere, with the catalogues of one database. Nothing is stored."""

    def __init__(self, judging: Judging) -> None:
        self._judging = judging

    def open(self, text: str) -> Opened:
        """Return what a link carries.

        Raises:
            Invalid: it carries no roster, or none that Muster could have made.
        """
        try:
            linked = read_link(text)
        except DocumentError as error:
            raise Invalid(error.problems) from error
        return self._examine(linked.document, linked.digest, without_rules)

    def examine(self, document: RosterDocument) -> Opened:
        """Look at a whole roster document; raises `Invalid` where Muster could not have made it."""
        return self._examine(document, document.digest, lambda whole: whole)

    def _examine(self, given: RosterDocument, digest: str, like_it: Callable[[RosterDocument], RosterDocument]) -> Opened:
        try:
            roster = keepable_from(given)
            whole = self._judging.document(self._judging.judge(roster, fixes=False))
        except DocumentError as error:
            raise Invalid(error.problems) from error
        if whole.digest == digest:
            return Opened(whole, check_code(digest), "verified", (), ())
        if lacking := tuple(self._forces_without_catalogue(roster)):
            return Opened(given, check_code(digest), "other-data", lacking, ())
        return Opened(given, check_code(digest), "differs", (), tuple(contradictions(given, like_it(whole))))

    def _forces_without_catalogue(self, roster: Roster) -> Iterator[str]:
        """Yield the forces whose catalogue is not here in the version that they were made with."""
        for force in nodes.forces(roster):
            closure = closure_or_none(self._judging.catalogues, force)
            if closure is None or closure.digest != force.pin:
                yield force.name or force.catalogue
