"""A roster's tree as JSON: how it is stored, sent and kept in history.

Strict and bounded in, complete out: `roster_from_json(roster_to_json(roster)) == roster`. A selection has the same
shape here and as `origin` in a roster document. Digests, words and judgements do not belong here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any

from marshmallow import ValidationError, fields

from datasheets.evaluation.tree import Aside, Declaration, Force, Roster, Selection
from datasheets.fields import Items, Part, Strict, Table, Whole
from datasheets.problems import DocumentError, Problem, document_error, from_messages
from datasheets.words import Message
from exports.document.fields import Scalar as ScalarField
from exports.document.fields import Wording

OWN_UID = re.compile(r"[sf][0-9]{1,9}")
NODES, DEPTH = 20_000, 30
UID, NAME, NOTE, ID, NUMBER = 500, 500, 20_000, 5000, 1_000_000  # no narrower than the roster document


class DecimalText(fields.Field[Decimal]):
    """A decimal number in quotes, so that no digit is lost."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Decimal:
        try:
            number = Decimal(value if isinstance(value, str) and len(value) <= 20 else "NaN")
        except ArithmeticError:
            number = Decimal("NaN")
        if not number.is_finite() or abs(number) > NUMBER:
            raise ValidationError(Message("refused.tree.number"))
        return number


class SelectionSchema(Strict):
    """A selection with all below it."""

    uid = Wording(least=1, most=UID, required=True)
    entry = Wording(most=ID, required=True)
    name = Wording(most=NAME, load_default="")
    group = Wording(most=ID, load_default="")
    number = Whole(most=NUMBER, load_default=1)
    title = Wording(most=NAME, load_default="")
    note = Wording(most=NOTE, lines=True, load_default="")
    selections = Items(Part(lambda: SelectionSchema()), most=1000, load_default=())


class DeclarationSchema(Strict):
    """One thing that the player states."""

    kind = Wording(least=1, most=NAME, required=True)
    subject = Wording(most=UID, load_default="")
    key = Wording(most=NAME, load_default="")
    value = ScalarField(load_default=True)
    index = Whole(most=NUMBER, load_default=0)


class AsideSchema(Strict):
    """A unit that was set aside, with what was declared about it."""

    selection = Part(SelectionSchema, required=True)
    declarations = Items(Part(DeclarationSchema), most=5000, load_default=())


class ForceSchema(Strict):
    """A force with its selections and inner forces, and the units that were set aside."""

    uid = Wording(least=1, most=UID, required=True)
    catalogue = Wording(most=NAME, required=True)
    entry = Wording(most=ID, load_default="")
    name = Wording(most=NAME, load_default="")
    pin = Wording(most=NAME, load_default="")
    selections = Items(Part(SelectionSchema), most=1000, load_default=())
    forces = Items(Part(lambda: ForceSchema()), most=100, load_default=())
    aside = Items(Part(AsideSchema), most=1000, load_default=())


KEY: Any = Wording(least=1, most=NAME)


class RosterSchema(Strict):
    """A whole roster."""

    system = Wording(least=1, most=NAME, required=True)
    name = Wording(most=NAME, required=True)
    forces = Items(Part(ForceSchema), most=100, load_default=())
    declarations = Items(Part(DeclarationSchema), most=5000, load_default=())
    agreed = Table(ScalarField(), KEY, most=100, load_default=dict)
    limits = Table(DecimalText(), KEY, most=100, load_default=dict)
    note = Wording(most=NOTE, lines=True, load_default="")
    next_uid = Whole(least=1, most=10**10, required=True)


SCHEMA = RosterSchema()


def roster_to_json(roster: Roster) -> dict[str, Any]:
    """Return the roster as plain data, ready for `json.dumps`."""
    return {
        "system": roster.system,
        "name": roster.name,
        "forces": [_force_to_json(force) for force in roster.forces],
        "declarations": [declaration_to_json(declaration) for declaration in roster.declarations],
        "agreed": dict(sorted(roster.agreed.items())),
        "limits": {cost: str(value) for cost, value in sorted(roster.limits.items())},
        "note": roster.note,
        "next_uid": roster.next_uid,
    }


def selection_to_json(selection: Selection) -> dict[str, Any]:
    """Return a selection and all below it as plain data."""
    return {
        "uid": selection.uid,
        "entry": selection.entry,
        "name": selection.name,
        "group": selection.group,
        "number": selection.number,
        "title": selection.title,
        "note": selection.note,
        "selections": [selection_to_json(child) for child in selection.selections],
    }


def declaration_to_json(declaration: Declaration) -> dict[str, Any]:
    """Return a declaration as plain data."""
    return {
        "kind": declaration.kind,
        "subject": declaration.subject,
        "key": declaration.key,
        "value": declaration.value,
        "index": declaration.index,
    }


def roster_from_json(data: object) -> Roster:
    """Read a roster from plain data.

    Raises:
        DocumentError: it is not a roster; all problems, each with a JSON pointer.
    """
    refuse_huge(data)
    try:
        loaded = SCHEMA.load(data)  # type: ignore[arg-type]
    except ValidationError as error:
        raise DocumentError(tuple(from_messages(error.messages))) from error
    roster = Roster(
        **{
            **loaded,
            "forces": tuple(force_from_loaded(force) for force in loaded["forces"]),
            "declarations": tuple(Declaration(**each) for each in loaded["declarations"]),
        }
    )
    return check_uids(roster)


def check_uids(roster: Roster) -> Roster:
    """Return a roster that came from outside, if every uid in it is its own and none can be given again.

    Raises:
        DocumentError: all that occur twice or are ahead of `next_uid`.
    """
    problems = tuple(_uid_problems(roster))
    if problems:
        raise DocumentError(problems)
    return roster


def force_from_loaded(data: Mapping[str, Any]) -> Force:
    """Make a force of data that a schema has loaded."""
    return Force(
        **{
            **data,
            "selections": tuple(selection_from_loaded(each) for each in data["selections"]),
            "forces": tuple(force_from_loaded(each) for each in data["forces"]),
            "aside": tuple(_aside_from_loaded(each) for each in data.get("aside", ())),
        }
    )


def _aside_from_loaded(data: Mapping[str, Any]) -> Aside:
    stated = tuple(Declaration(**each) for each in data["declarations"])
    return Aside(selection_from_loaded(data["selection"]), stated)


def selection_from_loaded(data: Mapping[str, Any]) -> Selection:
    """Make a selection of data that a schema has loaded."""
    return Selection(**{**data, "selections": tuple(selection_from_loaded(each) for each in data["selections"])})


def next_uid(uids: Iterable[str]) -> int:
    """Return a number from which on no uid is given: one above the highest of those that edits give, like "s12"."""
    return max((int(uid[1:]) for uid in uids if OWN_UID.fullmatch(uid)), default=0) + 1


def refuse_huge(data: object) -> None:
    """Refuse nested data too deep or too large to walk.

    Raises:
        DocumentError: more than `DEPTH` objects within each other or more than `NODES` values in lists.
    """
    level, count, depth = [data], 0, 0
    while level:
        inner: list[object] = []
        for value in level:
            if isinstance(value, Mapping):
                inner.extend(value.values())
            elif isinstance(value, list | tuple):
                count += len(value)
                inner.extend(value)
        level, depth = inner, depth + 1
        if count > NODES:
            raise document_error("", Message("refused.tree.large", {"most": NODES}))
        if depth > 2 * DEPTH:
            raise document_error("", Message("refused.tree.deep", {"most": DEPTH}))


def _force_to_json(force: Force) -> dict[str, Any]:
    """Return a force as plain data; what was set aside stands there only where something was."""
    aside = [
        {
            "selection": selection_to_json(each.selection),
            "declarations": [declaration_to_json(one) for one in each.declarations],
        }
        for each in force.aside
    ]
    return {
        "uid": force.uid,
        "catalogue": force.catalogue,
        "entry": force.entry,
        "name": force.name,
        "pin": force.pin,
        "selections": [selection_to_json(selection) for selection in force.selections],
        "forces": [_force_to_json(inner) for inner in force.forces],
        **({"aside": aside} if aside else {}),
    }


def _uids(forces: tuple[Force, ...]) -> Iterator[str]:
    for force in forces:
        yield force.uid
        for root in (*force.selections, *(each.selection for each in force.aside)):
            yield from (selection.uid for selection in root.walk())
        yield from _uids(force.forces)


def _uid_problems(roster: Roster) -> Iterator[Problem]:
    seen: set[str] = set()
    for uid in _uids(roster.forces):
        if uid in seen:
            yield Problem("/forces", Message("refused.tree.uid-twice", {"uid": uid}))
        seen.add(uid)
    if roster.next_uid < next_uid(seen):
        yield Problem("/next_uid", Message("refused.tree.next-uid", {"least": next_uid(seen)}))
