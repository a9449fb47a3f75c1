"""Rosters that came in a link, whole: their rules put back from the data that are here, and the check code verified by that.

A link leaves out what rules say and states the digest of the whole document. Where the same data are here, the choices in it
come to the same document again, and its digest shows so. Where they are not, what the link says is all that there is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from builder.operations import nodes
from builder.rules.reading import closure_or_none
from builder.services.errors import Invalid
from builder.services.judging import Judging
from builder.services.rosters import keepable
from builder.snapshot import contradictions, roster_from_document
from datasheets.evaluation.finding import Finding
from datasheets.evaluation.tree import Roster
from datasheets.problems import DocumentError
from exports.document import RosterDocument
from exports.link import read_link, without_rules

State = Literal["verified", "other-data", "differs"]


@dataclass(frozen=True, slots=True, eq=False)
class Opened:
    """A roster out of a link.

    `document` is the whole one where its code was verified, else what the link carries; `check_code` is what the link
    states. `lacking` names the forces whose data are not here as they were, `differences` says what the choices do not
    come to.
    """

    document: RosterDocument
    check_code: str
    state: State
    lacking: tuple[str, ...]
    differences: tuple[Finding, ...]


class Sharing:
    """Opens links, with the catalogues of one database."""

    def __init__(self, judging: Judging) -> None:
        self._judging = judging

    def open(self, text: str) -> Opened:
        """Return what a link carries; nothing is stored.

        Raises:
            Invalid: it carries no roster, or none that Muster could have made.
        """
        try:
            linked = read_link(text)
            roster = keepable(roster_from_document(linked.document))
            whole = self._judging.document(self._judging.judge(roster, fixes=False))
        except DocumentError as error:
            raise Invalid(error.problems) from error
        if whole.digest == linked.digest:
            return Opened(whole, linked.check_code, "verified", (), ())
        if lacking := tuple(self._lacking(roster)):
            return Opened(linked.document, linked.check_code, "other-data", lacking, ())
        found = tuple(contradictions(linked.document, without_rules(whole)))
        return Opened(linked.document, linked.check_code, "differs", (), found)

    def _lacking(self, roster: Roster) -> Iterator[str]:
        """Yield the forces whose catalogue is not here in the version that they were made with."""
        for force in nodes.forces(roster):
            closure = closure_or_none(self._judging.catalogues, force)
            if closure is None or closure.digest != force.pin:
                yield force.name or force.catalogue
