"""The table of edits: every kind of operation with the schema of its arguments and the function that does it.

`apply` is the only way in. It checks the arguments, runs the function, and then keeps the promises that hold for every
roster: equal models are one selection, declarations name what is there, and nothing is too large to be stored or printed.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from marshmallow import ValidationError

from builder.operations import arguments as take
from builder.operations import (
    battle_sizes,
    declarations,
    followers,
    forces,
    models,
    nodes,
    notes,
    replacing,
    selections,
    setting_aside,
    wargear,
    warlords,
)
from builder.operations.error import OperationError
from builder.operations.older import in_todays_words
from builder.operations.roster_json import DEPTH, NODES
from datasheets.closure import Catalogues
from datasheets.evaluation.finding import Operation
from datasheets.evaluation.tree import Roster, Selection
from datasheets.fields import Strict, document_message, unknown
from datasheets.problems import from_messages
from datasheets.words import Message

Edit = Callable[[Roster, Catalogues, Mapping[str, Any]], Roster]


class OperationKind(NamedTuple):
    """What an operation takes, and what does it."""

    schema: Strict
    edit: Edit


KINDS: Mapping[str, OperationKind] = {
    "add-force": OperationKind(take.AddForce(), forces.add_force),
    "change-force": OperationKind(take.ChangeForce(), forces.change_force),
    "remove-force": OperationKind(take.OfForce(), forces.remove_force),
    "move-pin": OperationKind(take.MovePin(), forces.move_pin),
    "add-unit": OperationKind(take.AddUnit(), selections.add_unit),
    "remove": OperationKind(take.OfSelection(), selections.remove),
    "set-aside": OperationKind(take.OfSelection(), setting_aside.set_aside),
    "bring-back": OperationKind(take.OfSelection(), setting_aside.bring_back),
    "duplicate": OperationKind(take.OfSelection(), selections.duplicate),
    "replace": OperationKind(take.Replace(), replacing.replace_selection),
    "move": OperationKind(take.Move(), selections.move),
    "set-size": OperationKind(take.SetSize(), wargear.set_size),
    "set-number": OperationKind(take.SetNumber(), selections.set_number),
    "take-option": OperationKind(take.TakeOption(), wargear.take_option),
    "set-loadout": OperationKind(take.SetLoadout(), wargear.set_loadout),
    "select": OperationKind(take.Select(), selections.select),
    "deselect": OperationKind(take.Select(), selections.deselect),
    "declare": OperationKind(take.Declare(), declarations.declare),
    "withdraw": OperationKind(take.Withdraw(), declarations.withdraw),
    "rename": OperationKind(take.Rename(), notes.rename),
    "annotate": OperationKind(take.Annotate(), notes.annotate),
    "agree": OperationKind(take.Agree(), notes.agree),
    "limit": OperationKind(take.Limit(), notes.limit),
}

MOST_MODELS = 1000  # in one selection, as in a roster document
MOST_UNITS = 500
MOST_DECLARATIONS = 2000


def apply(roster: Roster, operation: Operation, catalogues: Catalogues) -> Roster:
    """Return the roster after one edit.

    Raises:
        OperationError: the operation does not fit this roster, which is as it was.
    """
    name = operation.get("op")
    if not isinstance(name, str):
        raise OperationError("/op", document_message("text" if "op" in operation else "missing"))
    if name not in KINDS:
        raise OperationError("/op", unknown(name, tuple(KINDS), "operation"))
    kind = KINDS[name]
    given = {key: _compose(value) for key, value in in_todays_words(operation).items() if key != "op"}
    try:
        loaded: Mapping[str, Any] = kind.schema.load(given)
    except ValidationError as error:
        first = min(from_messages(error.messages))
        raise OperationError(first.path, first.message) from error
    roster = battle_sizes.without_repeated(warlords.without_repeated(roster, catalogues), catalogues)
    edited = _together(roster, kind.edit(roster, catalogues, loaded), catalogues)
    after = followers.without_gone(roster, edited, declarations.kinds_of(roster, "unit"))
    _refuse_too_large(roster, after)
    return after


def apply_all(roster: Roster, operations: Iterable[Operation], catalogues: Catalogues) -> Roster:
    """Return the roster after several edits, each on the result of the one before.

    Raises:
        OperationError: one does not fit; its pointer starts with the number of that one, and nothing is done.
    """
    for at, operation in enumerate(operations):
        try:
            roster = apply(roster, operation, catalogues)
        except OperationError as error:
            raise error.inside(f"/{at}") from error
    return roster


def _compose(value: object) -> object:
    return unicodedata.normalize("NFC", value) if isinstance(value, str) else value


def _together(before: Roster, after: Roster, catalogues: Catalogues) -> Roster:
    """Put equal models together in every native unit that was edited."""
    untouched = {id(unit) for unit in before.units()}
    for force in nodes.forces(after):
        for unit in force.selections:
            if id(unit) not in untouched and selections.is_native(catalogues, force, unit):
                joined, stated = models.together(unit, after.declarations)
                after = nodes.put(replace(after, declarations=stated), unit.uid, joined) if joined is not unit else after
    return after


def _refuse_too_large(before: Roster, roster: Roster) -> None:
    if len(roster.declarations) > MOST_DECLARATIONS:
        raise OperationError("", Message("refused.edit.declarations", {"most": MOST_DECLARATIONS}))
    if roster.forces is before.forces:
        return
    units, known = list(roster.units()), {id(unit) for unit in before.units()}
    new = [unit for unit in units if id(unit) not in known]
    apart = [each.selection for _, each in nodes.aside(roster)]
    same = not new and all(id(unit) in known for unit in apart) and len(units) + len(apart) <= len(known)
    if max(len(units), len(apart)) > MOST_UNITS:
        raise OperationError("", Message("refused.edit.units", {"most": MOST_UNITS}))
    size = 0 if same else _size([*units, *apart])
    if size > NODES // 2 or max(map(_depth, new), default=0) > DEPTH // 2:
        raise OperationError("", Message("refused.edit.large"))
    for unit in new:
        if any(node.number > MOST_MODELS for node in unit.selections):
            raise OperationError("", Message("refused.edit.most", {"most": MOST_MODELS}))


def _size(found: list[Selection]) -> int:
    """Return how many selections these are with all below them, which are put at the end of the list."""
    for each in found:
        found += each.selections
    return len(found)


def _depth(selection: Selection) -> int:
    return 1 + max(map(_depth, selection.selections), default=0)
