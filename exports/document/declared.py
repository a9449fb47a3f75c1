"""Questions about declarations that every reader of a document asks."""

from __future__ import annotations

from exports.document.model import Army, ModelGroup, Unit


def warlord_group(army: Army, unit: Unit) -> ModelGroup | None:
    """Return the model group of this unit that the Warlord is in, if it is."""
    subjects = {declaration.subject for declaration in army.declared("warlord") if declaration.value}
    return next((group for group in unit.models if {group.id, unit.id} & subjects), None)


def chosen_keywords(army: Army, unit: Unit) -> list[tuple[str, str]]:
    """Return the angle-bracket keywords of the unit with what was chosen for each."""
    return [(declaration.key, str(declaration.value)) for declaration in army.declared("keyword", unit.id)]


def embarked_in(army: Army, unit: Unit) -> Unit | None:
    """Return the unit that this one starts the battle in, if any."""
    carriers = {declaration.value for declaration in army.declared("embarked", unit.id)}
    return next((other for other in army.units if other.id in carriers), None)


def passengers(army: Army, unit: Unit) -> list[Unit]:
    """Return the units that start the battle embarked in this one."""
    inside = {declaration.subject for declaration in army.declared("embarked") if declaration.value == unit.id}
    return [other for other in army.units if other.id in inside]
