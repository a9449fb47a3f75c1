"""Wargear Cards and unmodified saves of imported units: a card once in an army, and one such save for each model.

Sources: 2E-R-ARMY-04, 2E-SAVE-04. A card is what was chosen from a group whose name says so; how many a model may have the
data judge themselves. Data of several codices may have cards of one name that are not the same card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple
from weakref import WeakKeyDictionary

from builder.rules.army import Army, ArmyUnit
from builder.rules.fixes import remove
from builder.rules.per_unit import per_unit
from datasheets.closure import Closure
from datasheets.evaluation.finding import Finding, Fix
from datasheets.evaluation.selecting import number_required
from datasheets.evaluation.tree import Selection
from datasheets.imported.armour import field_in
from datasheets.imported.tables import kind_of
from datasheets.markup import strip_marks
from datasheets.model import Profile
from datasheets.systems import System


class Carried(NamedTuple):
    """A part of a unit with the group of models that has it, None where that cannot be said."""

    unit: ArmyUnit
    group: Selection | None
    item: Selection

    @property
    def name(self) -> str:
        """What it is called."""
        return strip_marks(self.unit.parts[self.item.uid].name)

    @property
    def model(self) -> str:
        """Who has it."""
        return (self.group.title or strip_marks(self.unit.model_name(self.group))) if self.group else self.unit.name


_cards: WeakKeyDictionary[ArmyUnit, tuple[tuple[Selection | None, Selection], ...]] = WeakKeyDictionary()
"""The Wargear Cards of units with who has them, since all are asked for after every edit."""


def check_imported_cards(army: Army) -> Iterator[Finding]:
    """Judge that no two have the same Wargear Card, and that nobody has one more than once."""
    holders: dict[str, Carried] = {}
    for unit in army.units if army.system.imports.cards else ():
        for each in _cards_of(army, unit):
            first = holders.setdefault(_card(each.item), each)
            times = each.item.number if first is each else 2
            if times > 1:
                fixes = [_take(held) for held in dict.fromkeys((each, first))]
                values = {"model": each.model, "card": each.name, "about": each.item.uid}
                yield army.finding("error", unit, "card.twice", "wargear-card-limit", 1, times, values, fixes)


def _cards_of(army: Army, unit: ArmyUnit) -> Iterator[Carried]:
    """Yield the Wargear Cards of a unit."""
    if unit not in _cards:
        carried = _list_carried(unit) if unit.models else ()
        _cards[unit] = tuple((each.group, each.item) for each in carried if _is_card(army, each))
    return (Carried(unit, group, item) for group, item in _cards[unit])


def _saves_of_unit(army: Army, unit: ArmyUnit) -> Iterator[Finding]:
    """Judge that no model of a unit has two things that give a save which nothing modifies."""
    giving = [each for each in _list_carried(unit) if each.group and _gives_save(army, each)] if unit.models else []
    for group in unit.groups if len(giving) > 1 else ():
        held = {each.name: each for each in giving if each.group is group}
        count = sum(each.item.number for each in held.values())
        if len(held) > 1 and count > unit.models_of(group):
            values = {"model": next(iter(held.values())).model, "items": ", ".join(held), "about": group.uid}
            fixes = [_take(*(other for other in held.values() if other is not each)) for each in held.values()]
            yield army.finding("error", unit, "save.several", "unmodified-save", 1, len(held), values, fixes)


check_imported_saves = per_unit(_saves_of_unit)
"""Judge that no model has two things that give a save which nothing modifies."""


def _list_carried(unit: ArmyUnit) -> Iterator[Carried]:
    """Yield all parts of a unit that are no models; those of the unit as a whole are its only model's."""
    only = unit.groups[0] if len(unit.groups) == 1 else None
    yield from _below(unit, unit.selection, unit.selection if unit.selection in unit.groups else only)


def _below(unit: ArmyUnit, above: Selection, group: Selection | None) -> Iterator[Carried]:
    for node in above.selections:
        if node in unit.groups:
            yield from _below(unit, node, node)
        elif node.number:
            yield Carried(unit, group, node)
            yield from _below(unit, node, group)


def _is_card(army: Army, each: Carried) -> bool:
    entry, imports = each.unit.parts[each.item.uid].entry, army.system.imports
    groups = entry.groups if entry else ()
    return each.name not in imports.settings and any(imports.cards in group.name for group in groups)


def _card(item: Selection) -> str:
    """Return what tells a card from others: the last link that leads to it, and its entry."""
    return "::".join(item.entry.split("::")[-2:])


def _gives_save(army: Army, each: Carried) -> bool:
    shown, closure = each.unit.parts[each.item.uid], each.unit.closure
    if closure is None or field_in(closure, shown.profiles, army.system) is None:
        return False
    return not (shown.entry and number_required(shown.entry) and _is_armour(closure, shown.profiles, army.system))


def _is_armour(closure: Closure, profiles: Iterable[Profile], system: System) -> bool:
    """Whether something is armour by the kind of its profile: what a model always wears is no item of wargear."""
    return any(kind_of(closure, profile, system) == "armour" for profile in profiles)


def _take(*things: Carried) -> Fix:
    """Take things from one model."""
    values = {"what": ", ".join(each.name for each in things), "model": things[0].model}
    return Fix("fix.take-from", values, tuple(each for thing in things for each in remove(thing.item).operations))
