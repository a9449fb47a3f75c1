"""Support weapons without a weapon: imported data let a Tarantula have none, and then it is a turret that cannot shoot.

Source: 2E-R-BATT-01: a support weapon is a weapon with a crew. Native datasheets always have theirs.
"""

from __future__ import annotations

from collections.abc import Iterator

from builder.rules.army import Army, ArmyUnit
from builder.rules.support_weapons import is_support_weapon, weapon_nodes
from datasheets.closure import Resolved
from datasheets.evaluation.finding import Finding, Fix
from datasheets.evaluation.tree import Selection
from datasheets.imported.tables import kind_of, profiles_shown
from datasheets.markup import strip_marks

WEAPON, PROPOSALS = "weapon", 4


def check_unarmed(army: Army) -> Iterator[Finding]:
    """Report support weapons that shoot with nothing though there are weapons to choose."""
    for unit in (each for each in army.units if each.models and is_support_weapon(each)):
        for node in weapon_nodes(unit):
            offers = [] if _has_weapon(army, unit, node) else list(_weapons(army, unit, node))
            if offers:
                name = strip_marks(unit.parts[node.uid].name)
                fixes = [_choose(node, each) for each in offers[:PROPOSALS]]
                yield army.finding(
                    "warning", unit, "unit.no-weapon", "support-weapon", 1, 0, {"name": name, "about": node.uid}, fixes
                )


def _has_weapon(army: Army, unit: ArmyUnit, node: Selection) -> bool:
    shown = (profile for each in node.walk() if each not in unit.groups for profile in unit.parts[each.uid].profiles)
    return any(unit.closure and kind_of(unit.closure, each, army.system) == WEAPON for each in shown)


def _weapons(army: Army, unit: ArmyUnit, node: Selection) -> Iterator[Resolved]:
    """Yield what may be chosen right below a weapon that is one to shoot with."""
    closure = unit.closure
    entry = closure.entry(node.entry) if closure else None
    for offer in closure.offers(entry) if closure and entry else ():
        shown = profiles_shown(closure, offer) if closure and not offer.entry.hidden else ()
        if closure and any(kind_of(closure, each, army.system) == WEAPON for each in shown):
            yield offer


def _choose(node: Selection, offer: Resolved) -> Fix:
    operation = {"op": "select", "parent": node.uid, "entry": offer.id, "group": offer.group}
    return Fix("fix.add", {"name": strip_marks(offer.name), "number": 1}, (operation,))
