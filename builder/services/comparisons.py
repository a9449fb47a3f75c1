"""Any two armies compared: two rosters, two versions of one, a document, a sheet."""

from __future__ import annotations

from dataclasses import dataclass

from builder.services.armies import Armies, Source
from exports.document import RosterDocument
from exports.document.differences import Difference, difference


@dataclass(frozen=True, slots=True)
class ComparisonAnswer:
    """Two armies and what differs between them."""

    a: RosterDocument
    b: RosterDocument
    difference: Difference


class Comparisons:
    """Compares armies."""

    def __init__(self, armies: Armies) -> None:
        self._armies = armies

    def of(self, a: Source, b: Source) -> ComparisonAnswer:
        """Return what differs between two armies; raises what `Armies.document` raises."""
        first, second = self._armies.document(a), self._armies.document(b)
        return ComparisonAnswer(first, second, difference(first.army, second.army))
