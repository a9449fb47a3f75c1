"""What differs between two armies, unit by unit: added, removed, and changed in size, cost, equipment, keywords, statements.

Units are taken for the same where they have one id and one datasheet (two versions of a roster), else by datasheet and own
name, else by datasheet alone, in order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from exports.document.model import Army, Unit
from exports.document.parts import column_of

Plain = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that differs: what, and what it was and is. Of lists, `before` and `after` have only what is not in both.

    `what` is "name", "models", "cost" (`key` says which), "equipment", "keywords" or "declared".
    """

    what: str
    before: tuple[Plain, ...]
    after: tuple[Plain, ...]
    key: str = ""


@dataclass(frozen=True, slots=True)
class UnitDifference:
    """A unit of two armies; None where it is in one only."""

    before: Unit | None
    after: Unit | None
    changes: tuple[Change, ...] = ()

    @property
    def is_same(self) -> bool:
        """Whether both armies have it, and alike."""
        return self.before is not None and self.after is not None and not self.changes


@dataclass(frozen=True, slots=True)
class Difference:
    """What differs between two armies: `totals` name everything that an army amounts to, `pairs` are all units.

    Both are there whether they are the same or not.
    """

    totals: tuple[Change, ...]
    pairs: tuple[UnitDifference, ...]

    @property
    def units(self) -> tuple[UnitDifference, ...]:
        """The units that are not the same in both."""
        return tuple(each for each in self.pairs if not each.is_same)

    @property
    def alike(self) -> tuple[Unit, ...]:
        """The units that are the same in both, as the second army has them."""
        return tuple(each.after for each in self.pairs if each.is_same and each.after)

    @property
    def same(self) -> int:
        """How many units are the same in both."""
        return len(self.alike)


def to_json(found: Difference) -> dict[str, Any]:
    """Return what differs as plain data: `totals`, `units` (null where one is in one army only), `same`, `alike`."""
    units = [
        {
            "before": _unit_json(each.before),
            "after": _unit_json(each.after),
            "changes": [_change_json(one) for one in each.changes],
        }
        for each in found.units
    ]
    alike = [_unit_json(each) for each in found.alike]
    return {"totals": [_change_json(each) for each in found.totals], "units": units, "same": found.same, "alike": alike}


def _unit_json(unit: Unit | None) -> dict[str, Any] | None:
    if unit is None:
        return None
    names = ("id", "name", "title", "datasheet")
    return {name: getattr(unit, name) for name in names} | {"models": unit.model_count, "costs": dict(unit.costs)}


def _change_json(change: Change) -> dict[str, Any]:
    return {"what": change.what, "key": change.key, "before": list(change.before), "after": list(change.after)}


def difference(a: Army, b: Army) -> Difference:
    """Return what differs between army `a` and army `b`."""
    pairs = (UnitDifference(one, two, tuple(_changes(a, b, one, two))) for one, two in _pairs(a.units, b.units))
    return Difference(tuple(_totals(a, b)), tuple(pairs))


def _pairs(before: Sequence[Unit], after: Sequence[Unit]) -> Iterator[tuple[Unit | None, Unit | None]]:
    """Yield units with their counterparts: those of the second army in its order, then those that only the first has."""
    left = [each for each in before if not each.is_setting]
    found: dict[str, Unit] = {}
    keys: tuple[Callable[[Unit], tuple[str, ...]], ...] = (
        lambda unit: (unit.id, unit.datasheet),
        lambda unit: (unit.datasheet, unit.title),
        lambda unit: (unit.datasheet,),
    )
    wanted = [each for each in after if not each.is_setting]
    for key in keys:
        for unit in wanted:
            twin = next((each for each in left if unit.id not in found and key(each) == key(unit)), None)
            if twin:
                found[unit.id] = twin
                left.remove(twin)
    yield from ((found.get(unit.id), unit) for unit in wanted)
    yield from ((unit, None) for unit in left)


def _totals(a: Army, b: Army) -> Iterator[Change]:
    yield Change("cost", (a.power_level,), (b.power_level,), "power_level")
    for cost in {**a.costs, **b.costs}:
        yield Change("cost", (a.costs.get(cost, 0),), (b.costs.get(cost, 0),), cost)
    yield Change("units", (_units(a),), (_units(b),))
    yield Change("models", (a.model_count,), (b.model_count,))
    yield Change("wounds", (_wounds(a),), (_wounds(b),))


def _units(army: Army) -> int:
    return sum(not each.is_setting for each in army.units)


def _wounds(army: Army) -> int:
    """Return the Wounds of all models whose profile prints a number of them, whatever the game calls them."""
    total, column = 0, column_of(army, "wounds")
    for unit in army.units:
        printed = {profile.id: profile.characteristics.get(column, "") for profile in unit.profiles}
        for group in unit.models:
            wounds = printed.get(group.profile, "")
            total += group.number * int(wounds) if wounds.isascii() and wounds.isdigit() else 0
    return total


def _changes(a: Army, b: Army, one: Unit | None, two: Unit | None) -> Iterator[Change]:
    if one is None or two is None:
        return
    if (one.title or one.name) != (two.title or two.name):
        yield Change("name", (one.title or one.name,), (two.title or two.name,))
    if one.model_count != two.model_count:
        yield Change("models", (one.model_count,), (two.model_count,))
    for cost in {**one.costs, **two.costs}:
        old, new = one.costs.get(cost, 0), two.costs.get(cost, 0)
        if old != new:
            yield Change("cost", (old,), (new,), cost)
    yield from _lists("equipment", _equipment(one), _equipment(two))
    yield from _lists("keywords", [*one.keywords.faction, *one.keywords.other], [*two.keywords.faction, *two.keywords.other])
    yield from _lists("declared", _declarations_of(a, one), _declarations_of(b, two))


def _lists(what: str, before: Sequence[str], after: Sequence[str]) -> Iterator[Change]:
    gone, new = Counter(before) - Counter(after), Counter(after) - Counter(before)
    if gone or new:
        yield Change(what, tuple(gone.elements()), tuple(new.elements()))


def _equipment(unit: Unit) -> list[str]:
    """Return what the unit's models carry all together, and the options that it took."""
    return [*carried_by(unit), *unit.options]


def carried_by(unit: Unit) -> list[str]:
    """Return what the unit's models carry all together, each thing with its number."""
    carried: Counter[str] = Counter()
    for group in unit.models:
        for name, number in unit.wargear_of(group):
            carried[name] += number * group.number
    return [f"{number} × {name}" for name, number in carried.items()]


def _declarations_of(army: Army, unit: Unit) -> list[str]:
    """Return what is declared of the unit and its models, by kind and value."""
    subjects = {unit.id, *(group.id for group in unit.models)}
    return [
        f"{each.kind}={each.value}" if not isinstance(each.value, bool) else each.kind
        for each in army.declarations
        if each.subject in subjects and each.kind != "keyword"
    ]
