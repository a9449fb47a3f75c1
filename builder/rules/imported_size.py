"""The size of imported units, said as of native ones: too few, too many, understrength.

The data judge their own limits, modifiers included (raw findings). Where a unit as a whole has too few or too many models,
these findings become one about the unit; its fix is what settles all of them. Sources as in `size`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from builder.rules.army import Army, ArmyUnit
from builder.rules.leader import remove_unit
from builder.rules.understrength import below_minimum, is_marked, not_needed
from datasheets.closure import Closure, Merged, Resolved
from datasheets.evaluation.finding import Finding, Fix, Operation
from datasheets.evaluation.tree import Selection
from datasheets.markup import strip_marks

PROPOSALS = 4
TOO_FEW, TOO_MANY = "entry.too-few", "entry.too-many"


def said_of_size(army: Army, unit: ArmyUnit) -> tuple[Finding, ...]:
    """Return the raw findings that the unit's size as a whole stands for: none where only a row of it is wrong."""
    if unit.models is None:
        return ()
    if unit.least > 0 and unit.count < unit.least:
        code = TOO_FEW
    elif unit.most is not None and unit.count > unit.most:
        code = TOO_MANY
    else:
        return ()
    return tuple(raw for raw in army.raw_of(unit) if raw.code == code and raw.origin.split("/")[-1] in unit.models.limits)


def imported_size(army: Army, unit: ArmyUnit) -> Iterator[Finding]:
    """Judge the number of models of an imported unit."""
    raws = said_of_size(army, unit)
    if raws and raws[0].code == TOO_MANY:
        fixes = [_fix_all(unit, raws, "fix.remove-models", unit.most or 0)]
        yield army.finding("error", unit, "unit.above-maximum", "maximum", unit.most, unit.count, fixes=fixes)
    elif not unit.count:
        more = [_fix_all(unit, raws, "fix.add-models", unit.least)] if raws else _first_models(unit)
        fixes = [*more, remove_unit(army, unit)]
        yield army.finding("error", unit, "unit.no-models", "unit-models", 1, 0, fixes=fixes)
    elif raws:
        yield from below_minimum(army, unit, partial(_fix_all, unit, raws, "fix.add-models", unit.least))
        if is_marked(army, unit):
            yield from _leaders(army, unit, raws)
    elif unit.least:
        yield from not_needed(army, unit)


def _first_models(unit: ArmyUnit) -> Iterator[Fix]:
    """Yield a way for each of the first models that stand right below a unit for which the data ask for none."""
    entry = unit.closure.entry(unit.selection.entry) if unit.closure else None
    offers = unit.closure.offers(entry) if unit.closure and entry else ()
    for offer in [offer for offer in offers if unit.models and offer.id in unit.models.entries][:PROPOSALS]:
        select: Operation = {"op": "select", "parent": unit.uid, "entry": offer.id, "group": offer.group}
        yield Fix("fix.add", {"name": strip_marks(offer.name), "number": 1}, (select,))


def _leaders(army: Army, unit: ArmyUnit, raws: Sequence[Finding]) -> Iterator[Finding]:
    for raw in raws:
        if raw.found == 0 and raw.fixes:
            values = {"row": str(raw.values["name"]), "about": raw.origin}
            yield army.finding("warning", unit, "row.leader-missing", "unit-size", raw.wanted, 0, values, raw.fixes[:1])


def _fix_all(unit: ArmyUnit, raws: Sequence[Finding], code: str, number: int, *also: Operation) -> Fix:
    """Settle all of these findings: those about entries as they propose themselves, those about groups with their models."""
    operations: list[Operation] = []
    for raw in sorted(raws, key=lambda each: not each.fixes):
        operations += raw.fixes[0].operations if raw.fixes else _in_group(unit, raw, operations)
    return Fix(code, {"unit": unit.name, "number": number}, (*operations, *also))


def _in_group(unit: ArmyUnit, raw: Finding, already: Sequence[Operation]) -> Iterator[Operation]:
    """Yield what brings a group of models to its minimum or maximum, beside what is done already."""
    places = [node for node in unit.selection.walk() if node.uid in raw.path]
    parent = places[-1] if raw.code == TOO_FEW else places[-2] if len(places) > 1 else unit.selection
    found = _group(unit.closure, parent, raw.part) if unit.closure else None
    if found is None or unit.closure is None or unit.models is None:
        return
    offers = [offer for offer in unit.closure.offers(found) if offer.id in unit.models.entries]
    missing = int(str(raw.values["difference"])) - sum(each.get("entry") in [o.id for o in offers] for each in already)
    usual = next((offer for offer in offers if getattr(found, "default", "") in _ids(offer)), offers[0] if offers else None)
    if raw.code == TOO_FEW and usual and missing > 0:
        yield from ({"op": "select", "parent": parent.uid, "entry": usual.id, "group": usual.group},) * missing
    if raw.code == TOO_MANY:
        yield from _fewer(parent, {offer.id for offer in offers}, missing)


def _fewer(parent: Selection, entries: set[str], surplus: int) -> Iterator[Operation]:
    """Yield what takes models away, the last chosen first."""
    for node in reversed(parent.selections):
        if surplus > 0 and node.entry in entries:
            left = max(0, node.number - surplus)
            surplus -= node.number - left
            if left:
                yield {"op": "set-number", "selection": node.uid, "number": left}
            else:
                yield {"op": "remove", "selection": node.uid}


def _group(closure: Closure, parent: Selection, part: str) -> Merged | None:
    """Return the group below a selection that has this id, or is reached by a link of this id."""
    entry = closure.entry(parent.entry)
    pending = list(closure.children(entry)) if entry else []
    for each in pending:
        if not isinstance(each, Resolved):
            if part in [own.id for own in each.parts]:
                return each
            pending += closure.children(each) if not getattr(each, "leads_back", False) else ()
    return None


def _ids(offer: Resolved) -> list[str]:
    return [part.id for part in offer.parts]
