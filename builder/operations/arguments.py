"""What each kind of operation takes, as strict marshmallow schemas; the table of docs/architecture.md section 5."""

from __future__ import annotations

from marshmallow import fields

from builder.operations.roster_json import ID, NAME, NOTE, UID
from datasheets.fields import Amount, Strict, Table, Text, Whole
from exports.document.fields import Scalar as ScalarField

MOST = 1000
"""The largest number of models or of one item that can be asked for."""


def _uid(**kwargs: object) -> fields.Field[str]:
    return Text(most=UID, **({"required": True} | kwargs))  # type: ignore[arg-type]


def _id(**kwargs: object) -> fields.Field[str]:
    return Text(most=ID, **({"required": True} | kwargs))  # type: ignore[arg-type]


class AddForce(Strict):
    """`add-force`."""

    catalogue = _id()
    entry = Text(least=0, most=ID, load_default="")


class OfForce(Strict):
    """`remove-force`."""

    force = _uid()


class ChangeForce(OfForce):
    """`change-force`."""

    entry = Text(least=0, most=ID, load_default="")


class MovePin(OfForce):
    """`move-pin`."""

    digest = _id()


class AddUnit(OfForce):
    """`add-unit`."""

    entry = _id()
    models = Whole(least=1, most=MOST, load_default=None, allow_none=True)


class OfSelection(Strict):
    """`remove`, `duplicate`, `set-aside`, `bring-back`."""

    selection = _uid()


class Replace(OfSelection):
    """`replace`."""

    entry = _id()


class Move(OfSelection):
    """`move`."""

    before = Text(most=UID, load_default=None, allow_none=True)
    force = Text(most=UID, load_default=None, allow_none=True)


class SetSize(Strict):
    """`set-size`."""

    unit = _uid()
    row = _id()
    number = Whole(least=0, most=MOST, required=True)


class SetNumber(OfSelection):
    """`set-number`."""

    number = Whole(least=1, most=MOST, required=True)


class TakeOption(Strict):
    """`take-option`."""

    unit = _uid()
    option = _id()
    choice = Whole(most=MOST, load_default=0)
    selection = _uid()
    models = Whole(least=1, most=MOST, load_default=1)


class SetLoadout(Strict):
    """`set-loadout`."""

    unit = _uid()
    selection = _uid()
    models = Whole(least=1, most=MOST, required=True)
    items = Table(Whole(least=0, most=MOST), Text(most=ID), required=True)


class Select(Strict):
    """`select`, `deselect`."""

    parent = _uid()
    entry = _id()
    group = Text(least=0, most=ID, load_default="")


class Declare(Strict):
    """`declare`."""

    kind = Text(most=NAME, required=True)
    subject = Text(least=0, most=UID, load_default="")
    key = Text(least=0, most=NAME, load_default="")
    value = ScalarField(load_default=True)
    index = Whole(most=MOST, load_default=0)


class Withdraw(Strict):
    """`withdraw`: what is left out fits everything."""

    kind = Text(most=NAME, required=True)
    subject = Text(least=0, most=UID)
    key = Text(least=0, most=NAME)
    value = ScalarField()
    index = Whole(most=MOST)


class Rename(Strict):
    """`rename`."""

    subject = Text(least=0, most=UID, load_default="")
    name = Text(least=0, most=NAME, required=True)


class Annotate(Strict):
    """`annotate`."""

    subject = Text(least=0, most=UID, load_default="")
    note = Text(least=0, most=NOTE, lines=True, required=True)


class Agree(Strict):
    """`agree`."""

    key = Text(most=NAME, required=True)
    value = ScalarField(required=True)


class Limit(Strict):
    """`limit`."""

    cost = _id()
    value = Amount(required=True, allow_none=True)
