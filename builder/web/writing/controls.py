"""Fields of forms: how a value is shown as text, and what the text of a field writes into the document.

What cannot be read is written as the text that it is, so that nothing is lost and the check says what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from marshmallow import fields

from builder.web.writing.places import Step
from datasheets.effects.fields import Results
from datasheets.fields import Amount, Flag, Items, Text, Whole

Shape = Literal["line", "number", "text", "select", "check", "picks"]
Options = tuple[tuple[str, str], ...]
LONGEST_NUMBER = 15


@dataclass(frozen=True, slots=True)
class Control:
    """One field. `shown` is its text, `picked` what is chosen of several; `tip` stands in a tooltip.

    `is_key`: it renames the key that leads there; `renews`: other fields depend on it, so that the form is made again.
    """

    kind: ClassVar[str] = "control"

    name: str
    id: str
    path: str
    label: str
    hint: str
    shape: Shape
    field: fields.Field[Any]
    steps: tuple[Step, ...]
    pattern: str = ""
    shown: str = ""
    picked: tuple[str, ...] = ()
    options: Options = ()
    tip: str = ""
    is_key: bool = False
    renews: bool = False

    def differs(self, posted: Sequence[str]) -> bool:
        """Whether what was posted is not what was shown."""
        match self.shape:
            case "picks":
                return [each for each in posted if each] != list(self.picked)
            case "check":
                return ("on" in posted) != bool(self.shown)
        return normal(posted[-1]) != self.shown

    def value(self, posted: Sequence[str]) -> Any:
        """Return what a posted field writes; None for nothing."""
        match self.shape:
            case "picks":
                return [each for each in posted if each]
            case "check":
                return "on" in posted
        return field_value(self.field, normal(posted[-1]))


def shape_of(field: fields.Field[Any]) -> Shape:
    """Return how a field without a list of choices is shown."""
    if isinstance(field, Flag):
        return "check"
    if isinstance(field.inner if isinstance(field, Items) else field, Whole | Amount):
        return "number"
    if (isinstance(field, Text) and field.lines) or _is_grid(field):
        return "text"
    return "line"


def field_text(field: fields.Field[Any], value: Any) -> str:
    """Return a value as the text of its field."""
    if isinstance(field, Flag):
        return "on" if value is True else ""
    if _is_grid(field) and isinstance(value, list):
        return "\n".join(_join(row) for row in value)
    return _join(value)


def field_value(field: fields.Field[Any], text: str) -> Any:
    """Return the value that a text means; None where the field is left empty and may be missing."""
    if _is_grid(field):
        return [_parts(line) for line in text.split("\n") if line.strip()]
    if isinstance(field, Items):
        return [field_value(field.inner, part) for part in _parts(text)]
    if isinstance(field, Results):
        return text.strip() if not _numeric(text[:1]) else [_number(part) for part in _parts(text)]
    if isinstance(field, Whole | Amount):
        return _number(text.strip()) if text.strip() else None
    if not text.strip():
        return "" if field.required else None
    return text if isinstance(field, Text) and field.lines else text.strip()


def normal(text: str) -> str:
    """Return a posted text with the ends of lines as documents have them."""
    return text.replace("\r\n", "\n")


def _is_grid(field: fields.Field[Any]) -> bool:
    return isinstance(field, Items) and isinstance(field.inner, Items)


def _join(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        return ", ".join(_join(each) for each in value)
    return str(value)


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _number(text: str) -> int | float | str:
    if not _numeric(text) or len(text) > LONGEST_NUMBER:
        return text
    number = float(text)
    return int(number) if number == int(number) else number


def _numeric(text: str) -> bool:
    """Whether it is a number in plain digits, with a sign or a point."""
    digits = text.removeprefix("-").replace(".", "", 1)
    return text.isascii() and digits.isdigit()
