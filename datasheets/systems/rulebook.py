"""The rules of a system, one by one: what every finding and event can be traced to.

A `Rulebook` is one file `datasheets/data/systems/<id>/rulebook.json`, converted from the system's ledger (`ledger`). Texts
are in our own words, in English; `terms` give the words of the source's language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from datasheets.evaluation.finding import Severity
from datasheets.systems.shape import plain


class UnknownRule(KeyError):
    """The rulebook has no such rule, decision or section."""

    def __str__(self) -> str:
        system, id = self.args
        return f"{system} has no rule {id!r}"


@dataclass(frozen=True, slots=True)
class RuleText:
    """A rule. `severity` is how grave a finding of it is (None: it is not about lists); `advice` means nobody must obey it.

    `numbers` and `table` are its values as data. `see` and `open` are ids of rules and decisions, `external` what it needs
    that the source does not have. `source` is the heading in the source, or the decision that recommends the rule.
    """

    id: str
    section: str
    kind: str
    text: str
    source: str
    severity: Severity | None = None
    advice: bool = False
    numbers: object = None
    table: object = None
    see: tuple[str, ...] = ()
    external: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    card: str = ""

    @property
    def recommended(self) -> bool:
        """Whether the project recommends it where the source is silent, rather than the source saying it."""
        return self.kind == "recommended"

    def document(self) -> dict[str, Any]:
        """All of it as plain JSON data, to be served."""
        made: dict[str, Any] = plain(self) | {"recommended": self.recommended}
        return made


@dataclass(frozen=True, slots=True)
class Decision:
    """What the project decided where the source is silent, damaged or contradicts itself; `rules` are those concerned."""

    id: str
    question: str
    decision: str
    rules: tuple[str, ...] = ()
    topic: str = ""
    type: str = ""
    why: str = ""
    numbers: object = None
    table: object = None
    origin: str = ""
    confidence: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example: what is given, what is expected; from the source, derived from its rules, or from a decision."""

    id: str
    origin: Literal["seed", "derived", "decision"]
    rules: tuple[str, ...]
    given: object
    expect: object


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the source's language, and the English one that Muster uses."""

    term: str
    en: str
    meaning: str = ""


@dataclass(frozen=True)
class Rulebook:
    """All rules of a system. `sections` are in the source's order; `source` names its file, `language` its language."""

    system: str
    title: str
    language: str
    source: str
    notes: tuple[str, ...]
    sections: tuple[str, ...]
    rules: tuple[RuleText, ...]
    decisions: tuple[Decision, ...]
    examples: tuple[Example, ...]
    terms: tuple[Term, ...]

    @cached_property
    def _by_id(self) -> Mapping[str, RuleText]:
        return {rule.id: rule for rule in self.rules}

    def rule(self, id: str) -> RuleText:
        """The rule of that id.

        Raises:
            UnknownRule: There is none.
        """
        if id not in self._by_id:
            raise UnknownRule(self.system, id)
        return self._by_id[id]

    @cached_property
    def ids(self) -> frozenset[str]:
        """The ids of all rules and decisions: what can be cited."""
        return frozenset(self._by_id) | {decision.id for decision in self.decisions}

    def __contains__(self, id: object) -> bool:
        return id in self._by_id

    def section(self, name: str) -> tuple[RuleText, ...]:
        """The rules of a section, in order.

        Raises:
            UnknownRule: There is no such section.
        """
        if name not in self.sections:
            raise UnknownRule(self.system, name)
        return tuple(rule for rule in self.rules if rule.section == name)

    def decision(self, id: str) -> Decision:
        """The decision of that id.

        Raises:
            UnknownRule: There is none.
        """
        for decision in self.decisions:
            if decision.id == id:
                return decision
        raise UnknownRule(self.system, id)

    def decisions_on(self, id: str) -> tuple[Decision, ...]:
        """The decisions that settle or complete a rule."""
        rule = self.rule(id)
        named = {*rule.see, *rule.open, rule.source}
        return tuple(decision for decision in self.decisions if decision.id in named or id in decision.rules)

    def with_severities(self, severities: Mapping[str, Severity]) -> Rulebook:
        """The rulebook with severities for rules whose ledger leaves them out."""
        rules = (replace(rule, severity=rule.severity or severities.get(rule.id)) for rule in self.rules)
        return replace(self, rules=tuple(rules))
