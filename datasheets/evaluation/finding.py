"""A finding: one result of one rule, as a value. Its words are looked up later, by `code`, in any language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal

Severity = Literal["error", "warning", "note"]
Plain = str | int | float | bool | None
Operation = Mapping[str, object]
"""An edit as plain data, e.g. {"op": "set-number", "selection": "s3", "number": 5}; builder/operations runs it."""


@dataclass(frozen=True, slots=True)
class Fix:
    """Operations that settle a finding: afterwards it is gone, errors are fewer and none is new, or `brings` says which.

    `code` and `values` name the sentence on the button ("fix.add-models"), `also` the fixes that are made with it: their
    edits are among the `operations`. `costs` is what the army costs afterwards, by our names of costs, once the fix was
    tried out. `reveals` are the codes of errors that nobody could judge before it: they may appear. `brings` are the errors
    that are new or graver afterwards.
    """

    code: str
    values: Mapping[str, Plain]
    operations: tuple[Operation, ...]
    costs: Mapping[str, Decimal] = field(default_factory=dict, compare=False)
    reveals: frozenset[str] = frozenset()
    also: tuple[Fix, ...] = ()
    brings: tuple[Finding, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Finding:
    """One result of one rule.

    `rule` is a ledger id ("9E-DS-05") or "entry.constraint" and the like where only the data speak; `code` names the
    sentence ("unit.too-few-models"); `path` is the uids from force to the selection meant, () for the army; `wanted` and
    `found` are what was asked for and what is there; `origin` names the constraint ("entry/constraint") of a raw finding.
    """

    rule: str
    code: str
    severity: Severity
    path: tuple[str, ...] = ()
    wanted: Plain = None
    found: Plain = None
    values: Mapping[str, Plain] = field(default_factory=dict)
    fixes: tuple[Fix, ...] = ()
    origin: str = ""
    owner: str = ""

    @property
    def part(self) -> str:
        """The id of what states the constraint of a raw finding: an entry, a link, a group, a category, a kind of force."""
        return self.origin.partition("/")[0]

    def to_data(self) -> dict[str, Any]:
        """Return the finding as JSON values, without words and fixes."""
        return {
            "rule": self.rule,
            "code": self.code,
            "severity": self.severity,
            "path": list(self.path),
            "wanted": self.wanted,
            "found": self.found,
            "values": dict(self.values),
        }
