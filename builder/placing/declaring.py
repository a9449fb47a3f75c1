"""What a list says that a player stated about its units, as declarations of the roster that was made of it.

A text names kinds, units and traits by their names; where it leaves open which of a unit's models is meant, the first that
may be is. What cannot be stated in the roster's system is not lost: it stands among the lines that were not understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from builder.operations.error import OperationError
from builder.operations.table import apply
from builder.placing.report import Match
from datasheets.closure import Catalogues
from datasheets.evaluation.finding import Operation
from datasheets.evaluation.tree import Roster, Selection
from datasheets.imported.naming import counted_name
from datasheets.native.naming import slug
from datasheets.systems import System, UnknownSystem, leader_kinds, system
from datasheets.systems.system import DeclarationKind, ValueKind
from exports.lists.listed import ListedStatement, Unread
from exports.text.agreed import names_of_choice

MOST_TRIED = 30
LENGTH = re.compile(r"\d{1,4}\.\d{1,3}")


def declare_all(roster: Roster, matches: Iterable[Match], catalogues: Catalogues) -> tuple[Roster, tuple[Unread, ...]]:
    """Return the roster with everything stated that its list says, and what of that could not be."""
    left: list[Unread] = []
    stated = [(match.uid, each) for match in matches for each in _without_wider(match.listed.stated)]
    for uid, each in stated:
        made = _declare(roster, uid, each, catalogues)
        if made is None:
            left.append(Unread(each.place, each.text))
        else:
            roster = made
    return roster, tuple(left)


def agree_all(
    roster: Roster, agreed: Iterable[ListedStatement], catalogues: Catalogues
) -> tuple[Roster, tuple[Unread, ...]]:
    """Return the roster with everything agreed that its list says, and what of that could not be."""
    left: list[Unread] = []
    for each in agreed:
        made = _first_that_fits(roster, _agreements(roster, each), catalogues)
        if made is None:
            left.append(Unread(each.place, each.text))
        else:
            roster = made
    return roster, tuple(left)


def _agreements(roster: Roster, agreed: ListedStatement) -> Iterator[Operation]:
    """Yield what a line about an agreement may mean, the likeliest first."""
    try:
        of = system(roster.system)
    except UnknownSystem:
        return
    kind = next((each for each in of.agreements if each.name == agreed.key), None)
    for value in _agreed_values(of, kind.value, agreed.value) if kind else ():
        yield {"op": "agree", "key": kind.key if kind else "", "value": value}


def _agreed_values(of: System, kind: ValueKind, said: str) -> Iterator[str | int | float | bool]:
    number = said.replace(",", ".")
    if kind.type == "flag":
        yield True
    elif kind.type in ("number", "length"):
        yield from [int(said)] if said.isascii() and said.isdecimal() else []
        yield from [float(number)] if LENGTH.fullmatch(number) else []
    elif kind.type == "choice":
        yield from (id for id in of.choices(kind) if said.casefold() in map(str.casefold, names_of_choice(of, id)))
        yield said
    else:
        id = slug(said)
        yield id if said in names_of_choice(of, id) else said


def _without_wider(stated: Sequence[ListedStatement]) -> Iterator[ListedStatement]:
    """Yield statements without those that another one of the same kind makes narrower: which model is the Warlord."""
    named = {each.kind for each in stated if each.kind in leader_kinds() and each.value}
    yield from (each for each in stated if each.kind not in named or each.value)


def _declare(roster: Roster, uid: str, stated: ListedStatement, catalogues: Catalogues) -> Roster | None:
    return _first_that_fits(roster, _meanings(roster, uid, stated), catalogues)


def _first_that_fits(roster: Roster, operations: Iterable[Operation], catalogues: Catalogues) -> Roster | None:
    for operation in operations:
        try:
            return apply(roster, operation, catalogues)
        except OperationError:
            continue
    return None


def _meanings(roster: Roster, uid: str, stated: ListedStatement) -> Iterator[Operation]:
    """Yield what a statement about a unit may mean, the likeliest first."""
    try:
        of = system(roster.system)
    except UnknownSystem:
        return
    kind = of.declaration(stated.kind)
    unit = next((each for each in roster.units() if each.uid == uid), None)
    if kind is None or unit is None:
        return
    subjects = _subjects(unit, stated) if kind.subject == "model" else [unit]
    for value in _values(roster, of, kind, unit, stated):
        for subject in subjects:
            said = {"op": "declare", "kind": kind.kind, "subject": subject.uid, "value": value}
            yield {**said, "key": stated.key} if stated.key else said


def _subjects(unit: Selection, stated: ListedStatement) -> list[Selection]:
    """Return what a statement may be about, the likeliest first: of a Warlord the models of that name ("Guard #2")."""
    everything = list(unit.walk())
    if stated.kind not in leader_kinds() or not stated.value:
        return everything[:MOST_TRIED]
    name, _, number = stated.value.rpartition(" #")
    named = [each for each in everything if stated.value in (each.name, counted_name(each.name)[1])]
    if not named and number.isdecimal():
        alike = [each for each in everything if name in (each.name, counted_name(each.name)[1])]
        named = alike[int(number[:3]) - 1 : int(number[:3])] if int(number[:3]) else []
    return [*named, *everything][:MOST_TRIED]


def _values(
    roster: Roster, of: System, kind: DeclarationKind, unit: Selection, stated: ListedStatement
) -> Iterator[str | int | bool]:
    match kind.value.type:
        case "flag":
            yield True
        case "unit":
            others = [each for each in roster.units() if each.uid != unit.uid]
            yield from (each.uid for each in others if stated.value in (each.title, each.name))
        case "number":
            yield from [int(stated.value)] if stated.value.isascii() and stated.value.isdecimal() else []
        case "choice" if kind.value.table == "traits":
            yield next((each.id for each in of.traits if each.name == stated.value), stated.value)
        case _:
            yield stated.value
