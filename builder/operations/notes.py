"""Edits that change no choice: names, notes, what the players agreed, cost limits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from typing import Any

from builder.operations import battle_sizes, nodes
from builder.operations.declarations import check_agreed, known_system
from builder.operations.error import OperationError
from builder.operations.forces import closure_of
from builder.operations.selections import refuse_items
from datasheets.closure import Catalogues
from datasheets.evaluation.tree import Roster, Scalar
from datasheets.fields import unknown
from datasheets.imported.battle_sizes import AGREEMENT
from datasheets.words import Message


def rename(roster: Roster, catalogues: Catalogues, arguments: Mapping[str, Any]) -> Roster:
    """Give the roster ("") or a force another name, or a selection a name of its own beside that of its entry."""
    subject, name = arguments["subject"], arguments["name"]
    if subject and not subject.startswith("f"):
        place = nodes.find(roster, subject, "/subject")
        refuse_items(catalogues, place, "/subject")
        return nodes.put(roster, subject, replace(place.selection, title=name))
    if not name.strip():
        raise OperationError("/name", Message("refused.edit.name"))
    if not subject:
        return replace(roster, name=name)
    return nodes.put_force(roster, subject, replace(nodes.find_force(roster, subject, "/subject"), name=name))


def annotate(roster: Roster, catalogues: Catalogues, arguments: Mapping[str, Any]) -> Roster:
    """Write a note on the roster ("") or on a selection."""
    subject, note = arguments["subject"], arguments["note"]
    if not subject:
        return replace(roster, note=note)
    place = nodes.find(roster, subject, "/subject")
    refuse_items(catalogues, place, "/subject")
    return nodes.put(roster, subject, replace(place.selection, note=note))


def agree(roster: Roster, catalogues: Catalogues, arguments: Mapping[str, Any]) -> Roster:
    """Note what the players agreed, or with null that they agreed nothing of the kind.

    The battle size is chosen in imported data that have it.
    """
    key, value = arguments["key"], arguments["value"]
    chosen = _battle_size(roster, catalogues, value) if key == AGREEMENT else None
    if chosen:
        return chosen
    agreed = {other: noted for other, noted in roster.agreed.items() if other != key}
    if value is None:
        return replace(roster, agreed=agreed)
    of = known_system(roster, "/key")
    kinds = {kind.key: kind for kind in of.agreements}
    if key not in kinds:
        raise OperationError("/key", unknown(key, tuple(kinds), "agreement"))
    check_agreed(kinds[key].value, value, of, kinds[key].rule)
    return replace(roster, agreed=dict(sorted({**agreed, key: value}.items())))


def _battle_size(roster: Roster, catalogues: Catalogues, value: Scalar) -> Roster | None:
    try:
        of = known_system(roster, "/key")
    except OperationError:
        return None
    return battle_sizes.chosen_in_data(roster, catalogues, of, value)


def limit(roster: Roster, catalogues: Catalogues, arguments: Mapping[str, Any]) -> Roster:
    """Set how much of a cost the roster may have, or with null that there is no limit."""
    cost, value = arguments["cost"], arguments["value"]
    limits = {other: most for other, most in roster.limits.items() if other != cost}
    if value is None:
        return replace(roster, limits=limits)
    known = list(dict.fromkeys(_costs(roster, catalogues)))
    if cost not in known:
        raise OperationError("/cost", unknown(cost, known, "cost"))
    return replace(roster, limits=dict(sorted({**limits, cost: Decimal(str(value))}.items())))


def _costs(roster: Roster, catalogues: Catalogues) -> Iterator[str]:
    """Yield the costs of the game system, and those that the catalogues of its forces have."""
    with suppress(OperationError):
        yield from (cost.id for cost in known_system(roster, "").costs)
    for force in nodes.forces(roster):
        with suppress(OperationError):
            yield from closure_of(catalogues, force).cost_types
