"""Questions about declarations that every reader of a document asks."""

from __future__ import annotations

from datasheets.systems import UnknownSystem, system
from exports.document.model import Army, ModelGroup, Unit

USUAL_LEADER = "warlord"


def leader_kind(army: Army) -> str:
    """Return the kind of declaration that says which model leads the army: its Warlord, its general."""
    try:
        kind = system(army.system).leader
    except UnknownSystem:
        return USUAL_LEADER
    return kind.kind if kind else USUAL_LEADER


def leader_group(army: Army, unit: Unit) -> ModelGroup | None:
    """Return the model group of this unit that the army's leader is in, if it is."""
    subjects = {declaration.subject for declaration in army.declarations_of(leader_kind(army)) if declaration.value}
    return next((group for group in unit.models if {group.id, unit.id} & subjects), None)


def chosen_keywords(army: Army, unit: Unit) -> list[tuple[str, str]]:
    """Return the angle-bracket keywords of the unit with what was chosen for each."""
    return [(declaration.key, str(declaration.value)) for declaration in army.declarations_of("keyword", unit.id)]


def transport_of(army: Army, unit: Unit) -> Unit | None:
    """Return the unit that this one starts the battle in, if any."""
    carriers = {declaration.value for declaration in army.declarations_of("embarked", unit.id)}
    return next((other for other in army.units if other.id in carriers), None)


def is_reserve(army: Army, unit: Unit) -> bool:
    """Whether the unit is kept back when the army is set up."""
    return bool(army.declarations_of("reserve", unit.id))


def passengers(army: Army, unit: Unit) -> list[Unit]:
    """Return the units that start the battle embarked in this one."""
    inside = {declaration.subject for declaration in army.declarations_of("embarked") if declaration.value == unit.id}
    return [other for other in army.units if other.id in inside]
