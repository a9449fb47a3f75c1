"""Models of units that are written as upgrades: with rows that nobody linked, or with the row of a vehicle."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from datasheets.closure import Closure, Resolved, ResolvedGroup
from datasheets.imported.categories import role_of
from datasheets.imported.naming import is_same
from datasheets.imported.tables import heading_of, name_of, profiles_shown, row_named
from datasheets.model import Choosable
from datasheets.systems.imports import Imports

VEHICLES = ("vehicle", "walker")


def models_without_rows(closure: Closure, unit: Resolved, imports: Imports) -> dict[str, Resolved]:
    """Return the parts of a unit that are models though nobody linked their row.

    They must be taken, carry something, and are called as a shared row.
    """
    offers = [offer for offer in closure.offers(unit) if is_model(closure, offer) and any(map(_is_required, offer.parts))]
    named = {offer.id: (offer, row) for offer in offers if (row := row_named(closure, offer.name, imports))}
    alike = any(is_same(offer.name, name_of(row)) for offer, row in named.values())
    return {id: offer for id, (offer, _) in named.items()} if alike else {}


def without_kinds(closure: Closure, found: Mapping[str, Resolved]) -> dict[str, Resolved]:
    """Return the models without those that only say of which kind the others are.

    Some authors write the models of a squad as an upgrade that is a bare number, their kind as a choice of one beside it.
    """
    if not any(is_bare(closure, each) for each in found.values()):
        return dict(found)
    return {id: each for id, each in found.items() if not any(map(_asks_for_one, each.groups))}


def is_bare(closure: Closure, entry: Resolved) -> bool:
    """Whether an entry shows nothing and must be taken several times: a number of models."""
    return not any(True for _ in profiles_shown(closure, entry)) and any(map(_asks_for_several, entry.parts))


def models_of_upgrade(
    closure: Closure, unit: Resolved, imports: Imports, found: Mapping[str, Resolved]
) -> Mapping[str, Resolved]:
    """Return the models of an upgrade that shows no model of its own: authors write units so, too.

    What shows a vehicle is one: it itself, or else what stands in it. Where upgrades with a role are units
    (`Imports.upgrades`), it is one itself where a shared row is called as it; else its models are what may be some, or else
    it is one all the same.
    """
    if _shows_vehicle(closure, unit, imports):
        return {unit.id: unit}
    vehicles = {offer.id: offer for offer in closure.offers(unit) if _shows_vehicle(closure, offer, imports)}
    if vehicles or not imports.upgrades or role_of(closure, unit.primary, imports) not in imports.roles.values():
        return vehicles
    return {unit.id: unit} if row_named(closure, unit.name, imports) or not found else found


def _shows_vehicle(closure: Closure, unit: Resolved, imports: Imports) -> bool:
    """Whether an entry shows a vehicle or a walker: authors write those as upgrades, too."""
    return any(imports.kind_of(heading_of(closure, each)) in VEHICLES for each in profiles_shown(closure, unit))


def is_model(closure: Closure, entry: Resolved) -> bool:
    """Whether an entry of a unit may be one of its models: it is written as one, or it carries something."""
    return entry.entry.type == "model" or any(True for _ in closure.offers(entry))


def _is_required(part: Choosable) -> bool:
    """Whether a definition or link must be taken below its parent."""
    return least_of(part) > 0


def _asks_for_one(group: ResolvedGroup) -> bool:
    """Whether one of a group must be taken, and no more."""
    limits = {each.type: each.value for _, each in group.constraints if each.query.scope == "parent"}
    return limits.get("min") == limits.get("max") == 1


def _asks_for_several(part: Choosable) -> bool:
    """Whether a definition or link must be taken more than once below its parent."""
    return least_of(part) > 1


def least_of(part: Choosable) -> Decimal:
    """Return how many of a definition or link must be taken below its parent."""
    limits = (each for each in part.constraints if each.type == "min" and each.query.scope == "parent")
    return max((each.value for each in limits if not each.query.percent), default=Decimal(0))
