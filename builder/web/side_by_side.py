"""Two different armies side by side, unit by unit: what both have alike and otherwise, and what only one has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from builder.web.rendering import amount, t
from exports.document import Army, name_of
from exports.document.differences import Change, Difference, UnitDifference, carried_by
from exports.document.model import Unit

NOTHING = "–"
Write = Callable[[Change], tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Side:
    """A unit as one army has it: the player's own name for it, its models and costs with whether they differ, its parts."""

    title: str
    figures: tuple[tuple[str, bool], ...]
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A unit that one of the armies has, or both."""

    name: str
    a: Side | None
    b: Side | None


@dataclass(frozen=True, slots=True)
class Group:
    """Rows under one heading: "different", "same", "only-a" or "only-b"."""

    id: str
    rows: tuple[Row, ...]


def groups_of(found: Difference, armies: tuple[Army, Army], write: Write) -> tuple[Group, ...]:
    """Return the units of two armies in groups, each in the order of its army; groups without units are left out.

    `write` says how a change is written.
    """
    rows = [(_group_of(each), _row(each, armies, write)) for each in found.pairs]
    groups = [Group(id, tuple(row for of, row in rows if of == id)) for id in ("different", "only-a", "only-b", "same")]
    return tuple(group for group in groups if group.rows)


def _group_of(pair: UnitDifference) -> str:
    if pair.before is None or pair.after is None:
        return "only-b" if pair.before is None else "only-a"
    return "different" if pair.changes else "same"


def _row(pair: UnitDifference, armies: tuple[Army, Army], write: Write) -> Row:
    unit = pair.after or pair.before
    if unit is None:
        raise ValueError("a pair has at least one unit")
    said = [(change, write(change)) for change in pair.changes if change.what in ("keywords", "declared")]
    changed = {(change.what, change.key) for change in pair.changes}
    before = _side(pair.before, pair.after, armies[0], changed, [both[0] for _, both in said])
    after = _side(pair.after, pair.before, armies[1], changed, [both[1] for _, both in said])
    return Row(unit.name, before, after)


def _side(
    unit: Unit | None, other: Unit | None, army: Army, changed: set[tuple[str, str]], said: Sequence[str]
) -> Side | None:
    """Return one side of a row: of a unit that both have what differs, of another all that it carries."""
    if unit is None:
        return None
    figures = [(t("unit.models", count=unit.model_count), ("models", "") in changed)]
    figures += [
        (f"{amount(value)} {name_of(army, 'cost', key)}", ("cost", key) in changed)
        for key, value in unit.costs.items()
        if value
    ]
    carried = list((Counter(carried_by(unit)) - Counter(carried_by(other) if other else ())).elements())
    return Side(unit.title, tuple(figures), (*carried, *(text for text in said if text != NOTHING)))
