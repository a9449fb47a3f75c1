"""Strict marshmallow fields for documents from outside: bounded, exact types, no control characters.

marshmallow's own fields are kind ("12" is an integer, "yes" is true); these are not. Every message says what to write.
What was loaded is exactly what was written: nothing is trimmed, converted or normalised.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from itertools import islice
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields

from datasheets.problems import MOST_TOLD
from datasheets.words import Message

MOST_NAMED = 20
# Letters that turn others round, and, on one line, invisible ones: with them a name reads as what it is not. The joiners,
# direction marks and variation selectors that scripts and emoji need are not among them.
TURNING = "\\u202a-\\u202e\\u2066-\\u2069"
INVISIBLE = (
    "\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u2028\\u2029\\u2060-\\u2065\\u206a-\\u206f"
    "\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f"
)
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def document_message(code: str, **values: object) -> Message:
    """Return a sentence about the form of a document."""
    return Message(f"document.{code}", values)


def messages(**given: str) -> dict[str, Any]:
    """Return the messages of a field, those that all have and others by their codes."""
    return {key: document_message(code) for key, code in {"required": "missing", "null": "null", **given}.items()}


OF_LIBRARY: Mapping[type[fields.Field[Any]], Mapping[str, str]] = {
    fields.Integer: {"invalid": "whole"},
    fields.Boolean: {"invalid": "flag"},
    fields.String: {"invalid": "text"},
    fields.List: {"invalid": "list"},
    fields.Dict: {"invalid": "object"},
    fields.Nested: {"type": "object"},
}
"""What marshmallow's own fields refuse, by the codes of our sentences."""


def reword(field: fields.Field[Any]) -> None:
    """Let a field of the library, and those of its items, say what is wrong in our words."""
    if not isinstance(field.error_messages["required"], Message):
        given = (codes for kind, codes in OF_LIBRARY.items() if isinstance(field, kind))
        field.error_messages |= messages(**next(given, {}))
    if isinstance(field, fields.List):
        reword(field.inner)


class Strict(Schema):
    """A JSON object of which every field is known."""

    class Meta:
        """Unknown fields are refused."""

        unknown = RAISE

    error_messages = messages(type="object")

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        """Say in our words what a field of the library refuses."""
        reword(field_obj)

    def handle_error(self, error: ValidationError, data: Any, *, many: bool, **_: Any) -> None:
        """Say for each unknown field which fields there are."""
        if isinstance(error.messages, dict) and not many:
            known = [field.data_key or name for name, field in self.load_fields.items()]
            others = (key for key in error.messages if key != "_schema" and key not in known)
            for key in islice(others, MOST_TOLD):
                error.messages[key] = [unknown(str(key), known, "field")]


class Text(fields.String):
    """A string of `least` to `most` characters on one line, or on several with `lines`."""

    default_error_messages = messages(invalid="text")

    def __init__(self, *, least: int = 1, most: int = 200, lines: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.least, self.most, self.lines = least, most, lines

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> str:
        if not isinstance(value, str):
            raise self.make_error("invalid")
        if len(value) > self.most:
            raise ValidationError(document_message("shorten", most=self.most, found=len(value)))
        if len(value) < self.least or (self.least and not value.strip()):
            raise ValidationError(document_message("empty"))
        if is_plain(value, self.lines):
            return value
        for letter in value:
            if unicodedata.category(letter) in ("Cc", "Cs", "Co", "Cn") and not (self.lines and letter == "\n"):
                raise ValidationError(document_message("unprintable", letter=f"{ord(letter):04X}"))
        refuse_misleading(value, self.lines)
        return value


class Choice(Text):
    """One of a fixed list of words."""

    def __init__(self, words: Sequence[str], **kwargs: Any) -> None:
        super().__init__(least=0, **kwargs)
        self.words = tuple(words)

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> str:
        word = super()._deserialize(value, attr, data, **kwargs)
        if word not in self.words:
            raise ValidationError(unknown(word, self.words, "choice"))
        return word


class Slug(Text):
    """An id: small letters, digits and single hyphens between them."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> str:
        id = super()._deserialize(value, attr, data, **kwargs)
        if not SLUG.fullmatch(id):
            raise ValidationError(document_message("id"))
        return id


class Whole(fields.Integer):
    """A whole number from `least` to `most`, without a fraction part."""

    default_error_messages = messages(invalid="whole")

    def __init__(self, *, least: int = 0, most: int = 1_000_000, **kwargs: Any) -> None:
        super().__init__(strict=True, **kwargs)
        self.least, self.most = least, most

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> int:
        if type(value) is not int:
            raise self.make_error("invalid", input=value)
        if not self.least <= value <= self.most:
            raise ValidationError(document_message("whole-range", least=self.least, most=self.most))
        return value


class Amount(fields.Field[float]):
    """A finite number from `least` to `most`; 2 and 2.5 alike."""

    default_error_messages = messages(invalid="number")

    def __init__(self, *, least: float = 0, most: float = 1_000_000, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.least, self.most = least, most

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> float:
        if type(value) not in (int, float) or (isinstance(value, float) and not math.isfinite(value)):
            raise self.make_error("invalid")
        if not self.least <= value <= self.most:
            raise ValidationError(document_message("number-range", least=float(self.least), most=float(self.most)))
        return float(value) if isinstance(value, float) else value


class Flag(fields.Boolean):
    """`true` or `false` and nothing else."""

    default_error_messages = messages(invalid="flag")

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class Items(fields.List[Any]):
    """A list of `least` to `most` items."""

    default_error_messages = messages(invalid="list")

    def __init__(self, inner: fields.Field[Any], *, least: int = 0, most: int = 100, **kwargs: Any) -> None:
        super().__init__(inner, **kwargs)
        self.least, self.most = least, most

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> list[Any]:
        if not isinstance(value, list | tuple):
            raise self.make_error("invalid")
        _check_bounds(len(value), self.least, self.most)
        return super()._deserialize(value, attr, data, **kwargs)


class Table(fields.Field[dict[str, Any]]):
    """An object whose keys are names: at most `most` of them, each value of one kind."""

    default_error_messages = messages(invalid="object")

    def __init__(
        self, values: fields.Field[Any], keys: Text | None = None, *, least: int = 0, most: int = 100, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.values, self.keys, self.least, self.most = values, keys or Text(), least, most

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> dict[str, Any]:
        if not isinstance(value, Mapping):
            raise self.make_error("invalid")
        _check_bounds(len(value), self.least, self.most)
        result: dict[str, Any] = {}
        errors: dict[str, Any] = {}
        for key, inner in value.items():
            try:
                result[str(self.keys.deserialize(key))] = self.values.deserialize(inner)
            except ValidationError as error:
                errors[key] = error.messages
        if errors:
            raise ValidationError(errors, valid_data=result)
        return result


class Part(fields.Nested):
    """An object within an object."""

    default_error_messages = messages(type="object")

    def __init__(self, nested: type[Strict] | Strict | Callable[[], Strict], **kwargs: Any) -> None:
        super().__init__(nested, **kwargs)


def misleading_letters(lines: bool) -> str:
    """Return which letters make text read as what it is not, as the inside of a character class, for one line or several."""
    return TURNING if lines else TURNING + INVISIBLE


def is_plain(text: str, lines: bool) -> bool:
    """Tell whether text is of printable ASCII letters, on one line or on several: then none of them is refused."""
    return text.isascii() and (text.replace("\n", "") if lines else text).isprintable()


def refuse_misleading(text: str, lines: bool) -> None:
    """Raise `ValidationError` where text has a letter that makes it read as what it is not."""
    if found := re.search(f"[{misleading_letters(lines)}]", text):
        raise ValidationError(document_message("misleading", letter=f"{ord(found.group()):04X}"))


def unknown(word: str, known: Sequence[str], what: str) -> str:
    """Return the sentence about a word that is not among the `known` ones, with the nearest of them."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in word[:60])
    near = get_close_matches(word[:60], known, n=1)
    more = ", ..." if len(known) > MOST_NAMED else ""
    there = f"{', '.join(known[:MOST_NAMED])}{more}."
    code = f"unknown.{what.replace(' ', '-')}"
    return (
        document_message(f"{code}.near", word=shown, near=near[0])
        if near
        else document_message(f"{code}.known", word=shown, known=there)
    )


def _check_bounds(count: int, least: int, most: int) -> None:
    if count > most:
        raise ValidationError(document_message("at-most", most=most, found=count))
    if count < least:
        raise ValidationError(document_message("at-least", least=least))
