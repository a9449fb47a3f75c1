"""What documents say was agreed, before a battle is played by it: a document comes from outside, and may say anything."""

from __future__ import annotations

from collections.abc import Iterable

from datasheets.systems import UnknownSystem, system
from datasheets.systems.agreed import has_type, is_choice, is_in_range
from datasheets.systems.system import ValueKind
from datasheets.words import Message
from exports.document import RosterDocument
from resolver.engine.compile_armies import NotPlayable


def refuse_agreed(documents: Iterable[RosterDocument]) -> None:
    """Refuse what no players can have agreed: another type, a whole number out of range, a choice that there is not.

    Raises:
        NotPlayable: the sentence says which agreement of which army.
    """
    for document in documents:
        army = document.army
        try:
            of = system(army.system)
        except UnknownSystem:
            continue
        for kind in of.agreements:
            value = army.agreed.get(kind.key)
            if value is not None and not (_is_readable(kind.value, value) and is_choice(kind.value, value, of)):
                values = {"army": army.name, "what": kind.name, "found": value, "rule": kind.rule}
                raise NotPlayable(Message("refused.battle.agreed", values))


def _is_readable(kind: ValueKind, value: object) -> bool:
    """Whether a value is of its type and in range; a number need not be whole, since a table of 90 cm has 35.4 inches."""
    return (has_type(kind, value) or (kind.type == "number" and isinstance(value, float))) and is_in_range(kind, value)
