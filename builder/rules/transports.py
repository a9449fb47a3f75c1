"""Units that are declared to start the battle embarked: in a transport, admitted by it, and not too many.

Sources in 9th edition: 9E-TRANS-01, 9E-TRANS-02, 9E-TRANS-03.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from builder.rules.army import Army, ArmyUnit
from builder.rules.fixes import withdraw
from datasheets.evaluation.finding import Finding, Fix
from datasheets.evaluation.tree import Declaration, Selection

EMBARKED = "embarked"
PROPOSALS = 6
TRIES = 2000


def check_embarked(army: Army) -> Iterator[Finding]:
    """Judge for each embarked unit whether what it is in can and does carry such units."""
    carriers = {each.subject: str(each.value) for each in army.declarations_of(EMBARKED)}
    for each in army.declarations_of(EMBARKED):
        unit, carrier = army.by_uid[each.subject], army.by_uid[str(each.value)]
        values = {"transport": carrier.name, "about": carrier.uid}
        fixes = [_disembark(army, [each])]
        if transport_of(carrier) is None:
            if carries(carrier):
                yield army.finding("warning", unit, "embarked.unjudged", "embarked", values=values, fixes=fixes)
            else:
                yield army.finding("error", unit, "embarked.not-a-transport", "embarked", values=values, fixes=fixes)
            continue
        if _in_a_circle(unit.uid, carriers):
            yield army.finding("error", unit, "embarked.circle", "embarked", values=values, fixes=fixes)
        if not admits(carrier, unit):
            yield army.finding("error", unit, "embarked.not-admitted", "transport-admission", values=values, fixes=fixes)


def capacity(army: Army) -> Iterator[Finding]:
    """Judge for each transport whether the units embarked in it fit into its models."""
    embarked = army.declarations_of(EMBARKED)
    for carrier in army.units if embarked else ():
        transport = transport_of(carrier)
        riders = [each for each in embarked if each.value == carrier.uid]
        if transport is None or not riders:
            continue
        places = [places_of(transport, army.by_uid[each.subject]) for each in riders]
        if not _fit(sorted(places, reverse=True), [int(transport["capacity"])] * carrier.count):
            fixes = [_disembark(army, [each]) for each in riders[:PROPOSALS]]
            fixes += [_disembark(army, riders)] if len(riders) > 1 else []
            wanted = int(transport["capacity"]) * carrier.count
            yield army.finding(
                "error", carrier, "transport.over-capacity", "transport-capacity", wanted, sum(places), fixes=fixes
            )


def transport_of(unit: ArmyUnit) -> Mapping[str, Any] | None:
    """Return a unit's transport data, None where it is no transport."""
    found = unit.details.get("transport")
    return found if isinstance(found, Mapping) else None


def carries(unit: ArmyUnit) -> bool:
    """Whether a unit is a transport, though its data may say in words that nobody can judge whom it carries."""
    return transport_of(unit) is not None or bool(unit.details.get("carries"))


def admits(carrier: ArmyUnit, unit: ArmyUnit) -> bool:
    """Whether every model of a unit has all keywords of one row that the transport admits, and none that it refuses."""
    transport = transport_of(carrier) or {}
    models = [unit.keywords_of(group) for group in unit.groups]
    rows = [carrier.substitute(row) for row in transport.get("admits", ())]
    refused = carrier.substitute(transport.get("refuses", ()))
    return any(all(each.has_all(row) for each in models) for row in rows) and not any(
        each.has_any(refused) for each in models
    )


def places_of(transport: Mapping[str, Any], unit: ArmyUnit) -> int:
    """Return how many places a unit takes: one for each model, more for models with a keyword of `slots`."""
    return sum(unit.models_of(group) * _places(transport, unit, group) for group in unit.groups)


def _places(transport: Mapping[str, Any], unit: ArmyUnit, group: Selection) -> int:
    keywords = unit.keywords_of(group)
    return max((number for keyword, number in transport.get("slots", {}).items() if keyword in keywords), default=1)


def _fit(units: Sequence[int], room: Sequence[int]) -> bool:
    """Whether units, largest first, can be shared out among transports with so much room; a unit is not divided.

    Sharing out exactly can take for ever: where `TRIES` ways came to nothing, the units do not fit.
    """
    if sum(units) > sum(room):
        return False
    ways, tried = [(0, tuple(sorted(room)))], set[tuple[int, tuple[int, ...]]]()
    while ways and len(tried) < TRIES + len(units):
        at, free = way = ways.pop()
        if at == len(units):
            return True
        if way not in tried:
            tried.add(way)
            fitting = dict.fromkeys(place for place in reversed(free) if place >= units[at])
            ways += [(at + 1, _without(free, place, units[at])) for place in fitting]
    return False


def _without(free: tuple[int, ...], place: int, taken: int) -> tuple[int, ...]:
    """Return the room that is left, in order, when one of the places gave some of it away."""
    at = free.index(place)
    return tuple(sorted((*free[:at], place - taken, *free[at + 1 :])))


def _in_a_circle(uid: str, carriers: Mapping[str, str]) -> bool:
    at, seen = uid, set()
    while at in carriers and at not in seen:
        seen.add(at)
        at = carriers[at]
    return at == uid and bool(seen)


def _disembark(army: Army, riders: Sequence[Declaration]) -> Fix:
    names = ", ".join(army.by_uid[each.subject].name for each in riders)
    return Fix("fix.disembark", {"unit": names, "count": len(riders)}, tuple(withdraw(each) for each in riders))
