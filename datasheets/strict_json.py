"""JSON from outside, read strictly into plain data: bounded size, depth and numbers, no key twice, all text in NFC.

What it returns is normal: whole numbers are integers whatever way they were written, the rest are finite floats.
"""

from __future__ import annotations

import json
import math
import unicodedata
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from datasheets.archives import megabytes
from datasheets.fields import document_message
from datasheets.problems import MOST_TOLD, DocumentError, Problem, document_error, escape
from datasheets.words import Message

MOST_BYTES = 2_000_000
MOST_DEPTH = 64
LONGEST_NUMBER = 25
REASONS = {
    "Expecting value": "json.value",
    "Expecting property name enclosed in double quotes": "json.name",
    "Expecting ':' delimiter": "json.colon",
    "Expecting ',' delimiter": "json.comma",
    "Unterminated string starting at": "json.text",
    "Invalid control character at": "json.control",
    "Invalid \\uXXXX escape": "json.escape",
    "Extra data": "json.more",
}
"""The codes of what `json` refuses: it tells its errors apart by nothing but their messages."""


def read_json(data: bytes, most: int = MOST_BYTES) -> Any:
    """Read JSON of at most 2 MB, or of at most so many bytes.

    Raises:
        DocumentError: It is too big, no UTF-8, no JSON, too deep, or says something twice or not clearly; with all the
            places where that can be told.
    """
    if len(data) > most:
        raise document_error("", document_message("json-large", size=megabytes(most), bytes=len(data)))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise document_error("", document_message("json-utf8", byte=error.start)) from error
    try:
        read = json.loads(text, object_pairs_hook=_Pairs, parse_int=_number, parse_float=_number, parse_constant=_Refused)
    except json.JSONDecodeError as error:
        reason = Message(REASONS[error.msg]) if error.msg in REASONS else error.msg
        raise document_error(
            "", document_message("json-none", reason=reason, line=error.lineno, column=error.colno)
        ) from error
    except RecursionError as error:
        raise document_error("", document_message("json-deep", most=MOST_DEPTH)) from error
    return normal(read)


def normal(data: object) -> Any:
    """Return JSON data, in which a number may also be a Decimal, with text in NFC and whole numbers as integers.

    Raises:
        DocumentError: Something in it is no JSON, is too deep, or a key would stand twice.
    """
    problems = _Problems()
    made = _normal(data, None, "", 0, problems)
    if problems.found:
        raise DocumentError(tuple(problems.found))
    return made


class _Refused:
    """A number that was written so that it cannot be read."""

    def __init__(self, text: str) -> None:
        self.text = text


class _Pairs:
    """An object as it was written, with keys that may repeat."""

    def __init__(self, pairs: list[tuple[str, object]]) -> None:
        self.pairs = pairs


def _number(text: str) -> int | float | _Refused:
    if len(text) > LONGEST_NUMBER:
        return _Refused(text)
    return float(text) if set(text) & set(".eE") else int(text)


class _Inside:
    """An object or a list. The path to it is written out once, and only where something in it is wrong."""

    __slots__ = ("_outer", "_path", "_step")

    def __init__(self, outer: _Inside | None, step: object) -> None:
        self._outer, self._step = outer, step
        self._path: str | None = None

    @property
    def path(self) -> str:
        if self._path is None:
            self._path = _path(self._outer, self._step)
        return self._path


def _path(outer: _Inside | None, step: object) -> str:
    """Return where the value of a key or number stands, as a JSON pointer; what stands in nothing is the whole."""
    return "" if outer is None else f"{outer.path}/{escape(step)}"


class _Problems:
    """What is wrong with a document. Of more than an answer tells only the number counts: they take no room."""

    def __init__(self) -> None:
        self.found: list[Problem] = []

    def add(self, outer: _Inside | None, step: object, sentence: str) -> None:
        told = len(self.found) < MOST_TOLD
        self.found.append(Problem(_path(outer, step), sentence) if told else self.found[-1])


def _normal(value: object, outer: _Inside | None, step: object, depth: int, problems: _Problems) -> Any:
    if depth > MOST_DEPTH:
        raise document_error("", document_message("json-deep", most=MOST_DEPTH))
    if isinstance(value, str):
        return _text(value, outer, step, problems)
    if isinstance(value, _Pairs | dict):
        pairs = value.pairs if isinstance(value, _Pairs) else value.items()
        return dict(_members(pairs, _Inside(outer, step), depth, problems))
    if isinstance(value, list | tuple):
        here = _Inside(outer, step)
        return [_normal(inner, here, number, depth + 1, problems) for number, inner in enumerate(value)]
    if isinstance(value, float | Decimal) and math.isfinite(value):
        return int(value) if value == int(value) else float(value)
    if value is None or isinstance(value, bool | int):
        return value
    problems.add(outer, step, _unreadable(value))
    return None


def _members(pairs: Any, here: _Inside, depth: int, problems: _Problems) -> Iterator[tuple[str, Any]]:
    seen = set()
    for written, inner in pairs:
        key = _text(written, here, written, problems) if isinstance(written, str) else None
        if key is None:
            problems.add(here, written, document_message("json-key"))
        elif key in seen:
            problems.add(here, written, document_message("json-twice"))
        else:
            seen.add(key)
            yield key, _normal(inner, here, written, depth + 1, problems)


def _text(value: str, outer: _Inside | None, step: object, problems: _Problems) -> str:
    if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
        problems.add(outer, step, document_message("json-surrogate"))
        return ""
    return unicodedata.normalize("NFC", value)


def _unreadable(value: object) -> str:
    if isinstance(value, float | Decimal):
        return document_message("json-finite")
    if not isinstance(value, _Refused):
        return document_message("json-kind", kind=type(value).__name__)
    if len(value.text) > LONGEST_NUMBER:
        return document_message("json-digits", most=LONGEST_NUMBER, found=len(value.text))
    return document_message("json-number", text=value.text)
