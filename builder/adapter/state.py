"""What the roster is, as the suite's state message. Forces and selections stand in the order of their names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any

from builder.adapter.session import Custom, Session
from builder.operations import nodes
from datasheets.closure import Closure
from datasheets.evaluation.modified import Effective
from datasheets.evaluation.tree import Force, Selection
from datasheets.model import CostType, Profile, Rule

Json = dict[str, Any]
UNCATEGORISED: Json = {"name": "Uncategorised", "entryId": "(No Category)", "primary": False}


def state(session: Session) -> Json:
    """Return the state message of a session.

    The roster lists the costs that are not 0, and those that were not 0 before an edit.
    """
    types = _cost_types(session)
    costs = {type: value for type, value in session.evaluation.costs.items() if type in session.shown_costs}
    limits = {type: value for type, value in session.roster.limits.items() if value >= 0}
    return {
        "type": "state",
        "name": session.roster.name,
        "gameSystemId": session.system.id,
        "gameSystemName": session.system.name,
        "forces": _by_name(_force(force, session) for force in session.roster.forces),
        "costs": [{**cost, "hidden": _is_hidden(cost["typeId"], types)} for cost in _costs(costs, types)],
        "costLimits": list(_costs(limits, types)),
    }


def _cost_types(session: Session) -> Mapping[str, CostType]:
    """Return the cost types of the game system and of all catalogues in the roster, the game system's first."""
    found = {each.id: each for each in session.system.cost_types}
    for force in nodes.forces(session.roster):
        closure = session.closure(force)
        for id, type in closure.cost_types.items() if closure else ():
            found.setdefault(id, type)
    return found


def _force(force: Force, session: Session) -> Json:
    shown, closure = session.evaluation.forces[force.uid], session.closure(force)
    return {
        "id": force.uid,
        "name": shown.name,
        "entryId": force.entry,
        "catalogueId": force.catalogue,
        "catalogueName": closure.catalogue.name if closure else force.catalogue,
        "hidden": shown.hidden,
        "page": shown.entry.page if shown.entry else "",
        "publicationId": shown.entry.publication if shown.entry else "",
        **_custom(session.labels.forces.get(force.uid)),
        "selections": _by_name(_selection(node, session, closure) for node in force.selections),
        "childForces": _by_name(_force(inner, session) for inner in force.forces),
        "categories": [
            {**category, **_custom(session.labels.categories.get((force.uid, category["entryId"])))}
            for category in (
                UNCATEGORISED,
                *({"name": each.name, "entryId": each.id, "primary": False} for each in shown.categories),
            )
        ],
        "profiles": [_profile(profile, closure) for profile in shown.profiles],
        "rules": [_rule(rule) for rule in shown.rules],
        "publications": [{"id": each.id, "name": each.name} for each in (closure.publications.values() if closure else ())],
    }


def _selection(node: Selection, session: Session, closure: Closure | None) -> Json:
    shown = session.evaluation.by_uid[node.uid]
    publication = closure.publications.get(shown.publication) if closure else None
    return {
        "id": node.uid,
        "name": shown.name,
        "entryId": node.entry,
        "entryGroupId": node.group,
        "type": shown.type,
        "number": node.number,
        "hidden": shown.hidden,
        "page": shown.page,
        "publicationId": shown.publication,
        "publicationName": publication.name if publication else "",
        **_custom(Custom(node.title, node.note)),
        "costs": list(_costs(shown.costs, closure.cost_types if closure else {})),
        "categories": list(_categories(shown, closure)),
        "profiles": [_profile(profile, closure) for profile in shown.profiles],
        "rules": [_rule(rule) for rule in shown.rules],
        "children": _by_name(_selection(child, session, closure) for child in node.selections),
    }


def _categories(shown: Effective, closure: Closure | None) -> Iterator[Json]:
    for id in shown.categories:
        category = closure.category(id) if closure else None
        yield {"name": category.name if category else id, "entryId": id, "primary": id == shown.primary}


def _profile(profile: Profile, closure: Closure | None) -> Json:
    type = closure.profile_types.get(profile.type) if closure else None
    names = {each.id: each.name for each in type.characteristics} if type else {}
    return {
        "name": profile.name,
        "typeId": profile.type,
        "typeName": type.name if type else "",
        "hidden": False,
        "page": profile.page,
        "publicationId": profile.publication,
        "characteristics": [
            {"name": names.get(id, id), "typeId": id, "value": value} for id, value in profile.characteristics.items()
        ],
    }


def _rule(rule: Rule) -> Json:
    return {
        "name": rule.name,
        "description": rule.description,
        "hidden": False,
        "page": rule.page,
        "publicationId": rule.publication,
    }


def _costs(costs: Mapping[str, Decimal], types: Mapping[str, CostType]) -> Iterator[Json]:
    for id, value in costs.items():
        yield {"typeId": id, "name": types[id].name if id in types else id, "value": amount(value)}


def amount(value: Decimal) -> int | float:
    """Return an amount as JSON writes it: whole numbers as such, others as the shortest decimal."""
    return int(value) if value == value.to_integral_value() else float(value)


def _is_hidden(id: str, types: Mapping[str, CostType]) -> bool:
    return types[id].hidden if id in types else False


def _custom(custom: Custom | None) -> Json:
    return {"customName": custom.name, "customNotes": custom.notes} if custom and custom != Custom() else {}


def _by_name(items: Iterable[Json]) -> list[Json]:
    return sorted(items, key=lambda item: str(item["name"]).lower())
