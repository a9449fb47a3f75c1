"""Marshmallow fields and bounds that only roster documents need, beside the strict ones of `datasheets.fields`.

Text here may hold any letter of any script, because a document carries what a player or a catalogue wrote; what a font
cannot draw is the sheet's affair. Control characters are refused, and those that make text read as what it is not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from marshmallow import ValidationError, fields

from datasheets.fields import document_message, is_plain, messages, misleading_letters, refuse_misleading
from datasheets.words import Message

CONTROLS = "\\u0000-\\u001f\\u007f-\\u009f"
CONTROLS_BUT_NEWLINE = "\\u0000-\\u0009\\u000b-\\u001f\\u007f-\\u009f"
LARGEST = 1_000_000_000
LONGEST_SCALAR = 2000


@dataclass(frozen=True, slots=True)
class Bound:
    """How many items a list or entries an object may have."""

    most: int
    least: int = 0


class Wording(fields.Field[str]):
    """Text of `least` to `most` characters in any script, on one line, or on several with `lines`."""

    default_error_messages = messages(invalid="text")

    def __init__(self, *, least: int = 0, most: int = 500, lines: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.least, self.most, self.lines = least, most, lines
        self.controls = CONTROLS_BUT_NEWLINE if lines else CONTROLS

    @property
    def refused(self) -> str:
        """A regular expression for every letter that may not stand in the text."""
        return f"[{self.controls}{misleading_letters(self.lines)}]"

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if not isinstance(value, str):
            raise self.make_error("invalid")
        if len(value) > self.most:
            raise ValidationError(document_message("shorten", most=self.most, found=len(value)))
        if len(value) < self.least:
            raise ValidationError(document_message("empty"))
        if is_plain(value, self.lines):
            return value
        if letter := re.search(f"[{self.controls}]", value):
            raise ValidationError(Message("refused.document.control", {"letter": f"{ord(letter.group()):04X}"}))
        refuse_misleading(value, self.lines)
        return value


class Scalar(fields.Field[Any]):
    """Text, a number, true, false or null: a value that stands in a sentence or that a player declared."""

    default_error_messages = messages(invalid="scalar")
    text = Wording(most=LONGEST_SCALAR, lines=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(allow_none=True, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if isinstance(value, str):
            return self.text.deserialize(value)
        if not isinstance(value, bool | int | float):
            raise self.make_error("invalid")
        if not -LARGEST <= value <= LARGEST:
            raise ValidationError(document_message("number-range", least=-LARGEST, most=LARGEST))
        return value
