"""Game systems and their rules, as they are served: data and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from builder.services.errors import Invalid, NotFound
from builder.services.paging import Page, page_of
from datasheets import systems as data
from datasheets.fields import unknown
from datasheets.problems import Problem
from datasheets.systems import Rulebook, RuleText, System, UnknownRule, UnknownSystem
from datasheets.systems.shape import plain
from datasheets.words import Message


@dataclass(frozen=True, slots=True)
class RuleAnswer:
    """A rule with the decisions that settle or complete it."""

    system: str
    rule: RuleText
    decisions: tuple[dict[str, Any], ...]


def systems() -> tuple[System, ...]:
    """Return all game systems, by id."""
    return data.systems()


def system(id: str) -> System:
    """Return a game system.

    Raises:
        NotFound: there is none of that id.
    """
    try:
        return data.system(id)
    except UnknownSystem as error:
        raise NotFound(Message("error.no-system", {"id": repr(id), "systems": [each.id for each in systems()]})) from error


def rulebook(id: str) -> Rulebook:
    """Return the rules of a game system.

    Raises:
        NotFound: there is no such system.
    """
    return data.rulebook(system(id).id)


def rule(system_id: str, id: str) -> RuleAnswer:
    """Return one rule of a game system.

    Raises:
        NotFound: there is no such system or rule.
    """
    book = rulebook(system_id)
    try:
        found = book.rule(id)
    except UnknownRule as error:
        raise NotFound(Message("error.no-rule", {"system": system(system_id).name, "id": repr(id)})) from error
    decisions = tuple(plain(decision) for decision in book.decisions_on(id))
    return RuleAnswer(system_id, found, decisions)


def rules(
    system_id: str, *, section: str = "", kind: str = "", text: str = "", start: int = 0, limit: int = 50
) -> Page[RuleText]:
    """Return the rules of a game system in the order of its source, narrowed by section, kind and words of the text.

    Raises:
        NotFound: there is no such system.
        Invalid: no rule of it is in this section, or of this kind.
    """
    every = rulebook(system_id).rules
    _refuse_unknown("section", section, [rule.section for rule in every], "section")
    _refuse_unknown("kind", kind, [rule.kind for rule in every], "kind of rule")
    words = text.casefold().split()
    found = [
        rule
        for rule in every
        if section in ("", rule.section)
        and kind in ("", rule.kind)
        and all(word in f"{rule.id} {rule.section} {rule.text}".casefold() for word in words)
    ]
    return page_of(found[start : start + limit + 1], limit, lambda _, place: start + place)


def _refuse_unknown(name: str, value: str, known: Iterable[str], what: str) -> None:
    values = list(dict.fromkeys(known))
    if value and value not in values:
        raise Invalid((Problem(f"?{name}", unknown(value, values, what)),))
