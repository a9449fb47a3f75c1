"""Judging what is not stored: a roster document, a roster's tree, or operations on an empty roster."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from builder.operations.roster_json import roster_from_json
from builder.operations.table import apply_all
from builder.services.judging import Judged, Judging, Verdict
from builder.snapshot.document import roster_from_document
from builder.work.heavy import Heavy, Work, heavy
from datasheets.evaluation.finding import Operation
from datasheets.evaluation.tree import Roster
from datasheets.strict_json import read_json
from exports.document import RosterDocument, document_from
from exports.file_kind import tree_in
from exports.lists.newrecruit import MOST_BYTES

MOST_HERE = 20
"""Armies of more units are judged by a worker: that takes longer than an edit may wait."""
JUDGE_SECONDS = 60.0


class Validations(Heavy):
    """Judges, and stores nothing. `work` are workers that judge large armies, if there are any."""

    service = "validations"

    def __init__(self, judging: Judging, work: Work | None = None) -> None:
        self._judging, self.work = judging, work

    def verdict(self, document: Mapping[str, Any]) -> Verdict:
        """Return what `document` comes to, in words and numbers alone; a large one is judged by a worker."""
        army = document.get("army")
        units = army.get("units") if isinstance(army, Mapping) else None
        if isinstance(units, list) and len(units) > MOST_HERE:
            return self.judge_large(document)
        return self.document(document).verdict

    @heavy(JUDGE_SECONDS)
    def judge_large(self, document: Mapping[str, Any]) -> Verdict:
        """Do so wherever there is time for it."""
        return self.document(document).verdict

    def document(self, document: Mapping[str, Any] | RosterDocument) -> Judged:
        """Judge a roster document by the catalogues that are here, and whether it says what its choices come to.

        Raises:
            DocumentError: it is no roster document.
        """
        read = document if isinstance(document, RosterDocument) else document_from(document)
        judged = self._judging.judge(roster_from_document(read))
        found = tuple(self._judging.contradictions(read, judged))
        contradicted = any(each.severity == "error" for each in found)
        legal = False if contradicted else judged.judgement.legal
        findings = (*found, *judged.judgement.findings)
        return replace(judged, judgement=replace(judged.judgement, findings=findings, legal=legal))

    def tree(self, tree: Mapping[str, Any]) -> Judged:
        """Judge a roster's tree; raises `DocumentError` where it is none."""
        return self._judging.judge(roster_from_json(tree))

    def tree_file(self, data: bytes) -> Judged:
        """Judge the roster's tree in a file, bare or in an answer of the API; raises `DocumentError` where it holds none."""
        return self.tree(tree_in(read_json(data, MOST_BYTES)) or {})

    def tree_document(self, data: bytes) -> RosterDocument:
        """Return the roster document of a file that holds a roster's tree; raises `DocumentError` where it holds none."""
        return self._judging.document(self.tree_file(data))

    def operations(self, system: str, operations: Sequence[Operation], name: str = "Roster") -> Judged:
        """Judge what operations make of an empty roster; raises `OperationError`."""
        empty = Roster(system=system, name=name)
        return self._judging.judge(apply_all(empty, operations, self._judging.catalogues))
