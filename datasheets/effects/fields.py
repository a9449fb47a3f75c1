"""Fields of the vocabulary's parameters: results that are needed, numbers and dice, results that are re-rolled."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields

from datasheets.fields import Items, Text, Whole, document_message
from datasheets.values import Dice, Strength, read


class Roll(Text):
    """A result that is needed, as printed: "4+"."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> str:
        text = super()._deserialize(value, attr, data, **kwargs)
        if len(text) != 2 or text[0] not in "23456" or text[1] != "+":
            raise ValidationError(document_message("needed"))
        return text


class RollOrSuccess(Roll):
    """A result that is needed, or "success": that the roll is passed is enough."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> str:
        return value if value == "success" else super()._deserialize(value, attr, data, **kwargs)


class Number(Text):
    """A number or dice expression of at least `lowest`, as text: "2", "D3", "2D6"."""

    def __init__(self, *, lowest: int = 1, **kwargs: Any) -> None:
        super().__init__(most=20, **kwargs)
        self.lowest = lowest

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> str:
        text = super()._deserialize(value, attr, data, **kwargs)
        try:
            dice = Dice.parse(text)
        except ValueError as error:
            raise ValidationError(document_message("dice")) from error
        if dice.minimum < self.lowest:
            raise ValidationError(document_message("never-below", lowest=self.lowest))
        return text


class Inches(fields.Field[Any]):
    """A distance in inches: a whole number, or dice as text: 6, "D6", "2D6"."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> int | str:
        if isinstance(value, str) and not (value.isascii() and value.isdigit()):
            return str(Number().deserialize(value))
        value = int(value) if isinstance(value, str) and len(value) < 4 else value
        return int(Whole(least=1, most=100).deserialize(value))


class WeaponStrength(Text):
    """The Strength characteristic of a weapon as printed: "8", "User", "+2", "x2"."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> str:
        text = super()._deserialize(value, attr, data, **kwargs)
        try:
            found = read("strength", text)
        except ValueError as error:
            raise ValidationError(document_message("strength")) from error
        if not isinstance(found, Strength):
            raise ValidationError(document_message("strength"))
        return text


class Results(fields.Field[Any]):
    """Which results are re-rolled: "all", "failed" or a list of unmodified values."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        if value in ("all", "failed"):
            return value
        if not isinstance(value, list):
            raise ValidationError(document_message("results"))
        return Items(Whole(least=1, most=20), least=1, most=20).deserialize(value)
