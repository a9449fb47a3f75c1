"""What documents say was agreed, before a battle is played by it: a document comes from outside, and may say anything."""

from __future__ import annotations

from collections.abc import Iterable

from datasheets.systems import UnknownSystem, system
from datasheets.systems.agreed import has_type, is_choice, is_in_range
from datasheets.systems.system import System, ValueKind
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
            if value is not None and not _is_right(kind.value, value, of):
                values = {"army": army.name, "what": kind.name, "found": value, "rule": kind.rule}
                ranged = kind.value.type in ("number", "length")
                values |= {"least": kind.value.least, "most": kind.value.most} if ranged else {}
                raise NotPlayable(Message(f"refused.battle.{'agreed-number' if ranged else 'agreed'}", values))


def _is_right(kind: ValueKind, value: object, of: System) -> bool:
    return has_type(kind, value) and is_in_range(kind, value) and is_choice(kind, value, of)
