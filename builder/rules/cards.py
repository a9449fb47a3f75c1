"""Wargear Cards and unmodified saves: who may have how many cards, each only once in the army, and one such save each.

Sources: 2E-WGC-01, 2E-R-ARMY-04, 2E-SAVE-04, 2E-Q-43, 2E-Q-47. Those of imported units are judged in `imported_cards`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from builder.rules.army import Army, ArmyUnit
from builder.rules.imported_cards import check_imported_cards, check_imported_saves
from datasheets.evaluation.finding import Finding, Fix, Operation
from datasheets.evaluation.tree import Selection


class Held(NamedTuple):
    """Something that the models of a group have, and how many each."""

    unit: ArmyUnit
    group: Selection
    item: Selection
    details: Mapping[str, Any]

    @property
    def each(self) -> int:
        """How many each model has."""
        return max(1, self.item.number // max(1, self.group.number))


def check_cards(army: Army) -> Iterator[Finding]:
    """Judge the Wargear Cards of all models."""
    holders: dict[str, Held] = {}
    for unit in (each for each in army.units if each.models is None):
        allowed = unit.details.get("cards")
        for group in unit.groups:
            held = [each for each in _items(unit, group) if each.details.get("card")]
            most = int(allowed.get(group.entry, 0)) if isinstance(allowed, Mapping) else 0
            count = sum(each.each for each in held)
            values = {"model": group.title or group.name, "about": group.uid}
            if count > most:
                fixes = [_take(*each) for each in _too_many(held, count - most)]
                yield army.finding("error", unit, "card.too-many", "wargear-card-limit", most, count, values, fixes)
            for each in held:
                yield from _single(army, each, holders)
    yield from check_imported_cards(army)


def check_unmodified_saves(army: Army) -> Iterator[Finding]:
    """Judge that no model has two things that give a save which nothing modifies."""
    for unit in (each for each in army.units if each.models is None):
        for group in unit.groups:
            held = [each for each in _items(unit, group) if each.details.get("field_save")]
            count = sum(each.each for each in held)
            if count > 1:
                names = ", ".join(each.item.name for each in held)
                values = {"model": group.title or group.name, "items": names, "about": group.uid}
                fixes = [_keep_one(each, held) for each in held]
                yield army.finding("error", unit, "save.several", "unmodified-save", 1, count, values, fixes)
    yield from check_imported_saves(army)


def _single(army: Army, held: Held, holders: dict[str, Held]) -> Iterator[Finding]:
    """Judge one card: that nobody else has it, and that its bearer can use it."""
    card = str(held.details["card"])
    first = holders.setdefault(card, held)
    name = held.item.name
    values = {"model": held.group.title or held.group.name, "card": name, "about": f"{held.group.uid} {card}"}
    times = held.item.number if first is held else 2
    if times > 1:
        fixes = [_leave_one(held)] if first is held else [_take(held), _take(first)]
        yield army.finding("error", held.unit, "card.twice", "wargear-card-limit", 1, times, values, fixes)
    needed = str(held.details.get("bearer") or "")
    if not can_use(held.unit, held.group.entry, needed):
        yield army.finding("error", held.unit, f"card.not-{needed}", "wargear-cards", None, name, values, [_take(held)])


def can_use(unit: ArmyUnit, row: str, needed: str) -> bool:
    """Whether models of a row of a unit can use a card: only a psyker or only a vehicle can, as `needed` says (2E-Q-47)."""
    if needed == "psyker":
        psyker = unit.details.get("psyker")
        return isinstance(psyker, Mapping) and bool(psyker.get("mastery"))
    if needed != "vehicle":
        return True
    vehicles = unit.details.get("vehicles")
    found = vehicles if isinstance(vehicles, (list, tuple)) else ()
    return any(row in each["models"] for each in found if each["kind"] != "bike")


def _items(unit: ArmyUnit, group: Selection) -> Iterator[Held]:
    for item in group.selections:
        entry = unit.parts[item.uid].entry
        if entry and item.number:
            yield Held(unit, group, item, entry.entry.details)


def _too_many(held: Sequence[Held], number: int) -> Iterator[Sequence[Held]]:
    """Yield which of the cards that a model has are to go so that it has so many fewer: from each card on, in a circle."""
    for at in range(len(held)):
        left, gone = number, []
        for each in (*held[at:], *held[:at]):
            if left > 0:
                gone.append(each)
                left -= each.each
        yield gone


def _take(*held: Held) -> Fix:
    """Take things from all models of their group."""
    return _fix(held, [_equip(held[0], {each.item.entry: 0 for each in held})])


def _keep_one(kept: Held, held: Sequence[Held]) -> Fix:
    """Leave each model of a group only one of the things that it has of a sort."""
    others = [each for each in held if each is not kept]
    operation = _equip(kept, {**{each.item.entry: 0 for each in others}, kept.item.entry: 1})
    return _fix([kept], [operation], "fix.leave-one") if kept.each > 1 else _fix(others, [operation])


def _leave_one(held: Held) -> Fix:
    """Leave one of a thing to one model of its group, and none to the others."""
    group = held.group
    if any(each.number % max(1, group.number) for each in group.selections):
        return _take(held)
    none = [_equip(held, {held.item.entry: 0}, group.number - 1)] if group.number > 1 else []
    one = [_equip(held, {held.item.entry: 1}, 1)] if held.each > 1 else []
    return _fix([held], [*none, *one], "fix.leave-one")


def _equip(held: Held, numbers: Mapping[str, int], models: int = 0) -> Operation:
    """Give models of a group, all without a number, other numbers of some of their things."""
    group = held.group
    items = {**{each.entry: each.number // max(1, group.number) for each in group.selections}, **numbers}
    return {
        "op": "set-loadout",
        "unit": held.unit.uid,
        "selection": group.uid,
        "models": models or group.number,
        "items": {entry: count for entry, count in items.items() if count},
    }


def _fix(held: Sequence[Held], operations: Sequence[Operation], code: str = "fix.take-from") -> Fix:
    group = held[0].group
    values = {"what": ", ".join(each.item.name for each in held), "model": group.title or group.name}
    return Fix(code, values, tuple(operations))
