"""What a finding says: one sentence for pages, programs, the command line and paper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from datasheets.evaluation.finding import Plain
from datasheets.words import FALLBACK, say


class AnyFinding(Protocol):
    """A finding, of an army or in a roster document."""

    @property
    def code(self) -> str:
        """What was found."""

    @property
    def wanted(self) -> Plain:
        """What there must or may be."""

    @property
    def found(self) -> Plain:
        """What there is."""

    @property
    def values(self) -> Mapping[str, Plain]:
        """What the sentence names."""


def say_finding(finding: AnyFinding, language: str = FALLBACK) -> str:
    """Return the sentence of a finding; a unit whose model is called as it is stands there once.

    Raises:
        UnknownWords: this version has no words for it.
        KeyError: it has, and they name a value that the finding does not have.
    """
    values = {"wanted": finding.wanted, "found": finding.found, **finding.values}
    text = say(f"finding.{finding.code}", values, language)
    unit = values.get("unit")
    return text.removeprefix(f"{unit}: ") if unit and unit == values.get("model") else text
