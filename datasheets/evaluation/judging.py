"""Raw findings: what the data alone say is wrong with a roster, as values with codes, owners and, where one is plain, a fix.

Codes have their words in datasheets/words. What they come from is told apart, so that what an edit cannot have changed need
not be judged again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from typing import NamedTuple

from datasheets.closure import Resolved
from datasheets.evaluation.constraint import Broken
from datasheets.evaluation.finding import Finding, Fix, Plain
from datasheets.evaluation.modified import Costs, Effective, EffectiveForce
from datasheets.evaluation.raising import units_that_show
from datasheets.evaluation.remedies import ways_out
from datasheets.evaluation.scope import CategoryScope, ForceScope, Key, Node, RosterScope
from datasheets.markup import strip_marks

Names = Mapping[str, Effective]


class Reported(NamedTuple):
    """A finding about a broken constraint. What has the same key is the same fault, met from several sides.

    `outside` is the uid of the force ("": the roster) that its sentence names as the place, None where this is a selection.
    """

    key: tuple[Key, str, str, str]
    finding: Finding
    outside: str | None


def about_roster(top: RosterScope, total: Costs) -> Iterator[Finding]:
    """Yield what is wrong with the roster and its forces as such: cost limits, catalogues and forces that are gone."""
    yield from _cost_limits(top, total)
    for force in top.all_forces:
        yield from _missing_force(force)


def about_places(root: Node, by_uid: Names) -> Iterator[Finding]:
    """Yield what is wrong with where a root selection and all below it stand."""
    for node in root.walk():
        yield from _check_place(node, by_uid)


def report_broken(broken: Iterable[Broken], by_uid: Names) -> Iterator[Reported]:
    """Yield findings about broken constraints; `by_uid` has the selections among the places that they name."""
    for each in broken:
        scope = each.scope
        inside = strip_marks(by_uid[scope.selection.uid].name) if isinstance(scope, Node) and scope.selection else None
        outside = None if inside is not None else "" if isinstance(scope, RosterScope) else each.force.force.uid
        yield Reported(each.key, _constraint(each, inside), outside)


def with_parent(found: Reported, top: RosterScope, forces: Mapping[str, EffectiveForce]) -> Finding:
    """Return a finding with the name of its place, which may be a force or the roster."""
    if found.outside is None:
        return found.finding
    name = forces[found.outside].name if found.outside else top.roster.name
    return replace(found.finding, values={**found.finding.values, "parent": name})


def value(amount: Decimal) -> Plain:
    """Return an amount as a plain value: an integer where it is one, else its shortest text."""
    return int(amount) if amount == amount.to_integral_value() else f"{amount.normalize():f}"


def _cost_limits(top: RosterScope, total: Costs) -> Iterator[Finding]:
    names = {
        id: type.name.strip() for force in top.all_forces if force.closure for id, type in force.closure.cost_types.items()
    }
    for id, limit in sorted(top.roster.limits.items()):
        spent = total.get(id, Decimal(0))
        if 0 <= limit < spent:
            yield Finding(
                rule="entry.cost-limit",
                code="cost.over-limit",
                severity="error",
                wanted=value(limit),
                found=value(spent),
                values={
                    "cost": names.get(id, id),
                    "wanted": value(limit),
                    "found": value(spent),
                    "over": value(spent - limit),
                },
                origin=f"costLimits/{id}",
                owner="roster",
            )


def _missing_force(force: ForceScope) -> Iterator[Finding]:
    if force.closure is None:
        yield _about(force.path, "catalogue.missing", force.force.catalogue, f"force {force.force.entry}")
    elif force.force.entry and force.entry is None:
        yield _about(force.path, "force.missing", force.force.name or force.force.entry, f"force {force.force.entry}")


def _check_place(node: Node, by_uid: Names) -> Iterator[Finding]:
    """Yield what is wrong with a selection where it stands: its entry is gone, not offered there, or hidden."""
    selection, closure = node.selection, node.force.closure
    if selection is None or closure is None or (node.parent and node.parent.resolved is None):
        return
    shown = by_uid[selection.uid]
    owner = f"selection {node.entry_id}"
    name = strip_marks(shown.name)
    remove = Fix("fix.remove", {"name": name}, ({"op": "remove", "selection": selection.uid},))
    if node.resolved is None:
        yield _about(node.path, "entry.missing", name, owner, remove)
    elif selection.entry not in closure.offered_ids(node.parent.resolved if node.parent else None):
        yield _about(node.path, "entry.misplaced", name, owner, remove)
    elif shown.hidden and _is_categorised(node):
        found = _about(node.path, "entry.hidden", name, owner, remove, f"{node.entry_id}/hidden")
        shown_by = tuple(units_that_show(node, closure)) if node.is_root else ()
        yield replace(found, fixes=(*shown_by, *found.fixes))


def _is_categorised(node: Node) -> bool:
    while node.parent is not None:
        node = node.parent
    return bool(node.primary)


def _about(path: tuple[str, ...], code: str, name: str, owner: str, fix: Fix | None = None, origin: str = "") -> Finding:
    return Finding(
        rule=code,
        code=code,
        severity="error",
        path=path,
        values={"name": name},
        fixes=(fix,) if fix else (),
        origin=origin,
        owner=owner,
    )


def _constraint(each: Broken, place: str | None) -> Finding:
    constraint = each.constraint
    wanted, found = value(each.wanted), value(each.found)
    values: dict[str, Plain] = {
        "name": _subject(each),
        "parent": place,
        "wanted": wanted,
        "found": found,
        "difference": value(abs(each.wanted - each.found)),
    }
    if constraint.query.field not in ("selections", "forces") and each.force.closure:
        type = each.force.closure.cost_types.get(constraint.query.field)
        values["cost"] = type.name.strip() if type else constraint.query.field
    return Finding(
        rule=constraint.rule or "entry.constraint",
        code=_code(each),
        severity="error",
        path=_path(each),
        wanted=wanted,
        found=found,
        values=values,
        fixes=tuple(ways_out(each)),
        origin=f"{each.part}/{constraint.id}",
        owner=_owner(each),
    )


def _code(each: Broken) -> str:
    few, query = each.constraint.type == "min", each.constraint.query
    if query.field == "forces":
        return "force.too-few" if few else "force.too-many"
    if query.field != "selections":
        return "cost.too-little" if few else "cost.too-much"
    if each.constraint.role == "unit-size":
        return "unit.too-few-models" if few else "unit.too-many-models"
    if each.per_model:
        return "model.too-few" if few else "model.too-many"
    return "entry.too-few" if few else "entry.too-many"


def _subject(each: Broken) -> str:
    """Return the name of what there is too much or too little of."""
    if each.choice:
        return strip_marks(each.choice.name)
    if each.category:
        category = each.force.closure.category(each.category) if each.force.closure else None
        return strip_marks(category.name) if category else each.category
    return each.force.entry.name if each.force.entry else each.force.force.name


def _path(each: Broken) -> tuple[str, ...]:
    """Return where a finding points: a unit's size to the unit, a surplus to the last one chosen, a lack to the parent."""
    surplus = each.constraint.type == "max" and each.constraint.role != "unit-size"
    if surplus and each.nodes:
        return each.nodes[-1].path
    if each.parent:
        return each.parent.path
    return () if isinstance(each.scope, RosterScope) else each.force.path


def _owner(each: Broken) -> str:
    scope, is_max = each.scope, each.constraint.type == "max"
    if each.category:
        return f"category {each.category}"
    if isinstance(scope, Node):
        return f"selection {scope.entry_id}"
    if each.choice and is_max:
        return f"selection {_limited_entry(each)}"
    if isinstance(scope, CategoryScope):
        return f"category {scope.id}"
    return "roster" if isinstance(scope, RosterScope) else f"force {each.force.force.entry}"


def _limited_entry(each: Broken) -> str:
    if isinstance(each.choice, Resolved):
        return each.choice.entry.id
    return each.parent.entry_id if each.parent else ""
