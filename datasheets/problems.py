"""Problems of a document that came from outside: where, and one sentence that says how to put it right.

Everything that loads a document reports all problems at once, in the order of the document, as values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from datasheets.words import Message

MOST_SHOWN, MOST_TOLD = 5, 100
"""Of the problems of one document in a line, and in an answer."""


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing wrong. `path` is a JSON pointer ("/options/0/replace"), "" for the whole document, or "file:line".

    A document with a warning can be used all the same.
    """

    path: str
    message: str
    severity: Literal["error", "warning"] = "error"

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


class DocumentError(ValueError):
    """A document that cannot be used. `problems` are all of them, never empty."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        shown = [str(problem) for problem in problems[:MOST_SHOWN]]
        more = len(problems) - len(shown)
        super().__init__("\n".join(shown + ([f"... and {more} more"] if more else [])))

    def inside(self, place: str) -> DocumentError:
        """Return the same error as seen by whoever sent the document within something else, at that place."""
        return DocumentError(move_inside(place, self.problems))


def move_inside(place: str, problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """Return problems of a part with the place of the part in front of each path."""
    return tuple(replace(each, path=place + each.path) for each in problems)


def first_of(problems: Sequence[Problem], most: int = MOST_TOLD) -> tuple[Problem, ...]:
    """Return the first problems, and behind them how many more there are."""
    more = len(problems) - most
    rest = (Problem("", Message("document.more-problems", {"count": more})),) if more > 0 else ()
    return (*problems[:most], *rest)


def document_error(path: str, sentence: str) -> DocumentError:
    """Return the refusal of a whole document or file."""
    return DocumentError((Problem(path, sentence),))


def from_messages(messages: object, path: str = "") -> Iterator[Problem]:
    """Flatten marshmallow's nested error messages."""
    if isinstance(messages, Mapping):
        for key, inner in messages.items():
            yield from from_messages(inner, path if key == "_schema" else f"{path}/{escape(key)}")
    elif isinstance(messages, list):
        for message in messages:
            yield from from_messages(message, path)
    else:
        yield Problem(path, str(messages))


def escape(key: object) -> str:
    """Write one step of a JSON pointer (RFC 6901); long and strange keys are cut and cleaned for printing."""
    return printable(key).replace("~", "~0").replace("/", "~1")


def printable(text: object, most: int = 60) -> str:
    """Return what somebody else wrote for a sentence: cut, and without letters that cannot be printed."""
    said = str(text)[:most]
    return said if said.isprintable() else "".join(letter if letter.isprintable() else "?" for letter in said)
