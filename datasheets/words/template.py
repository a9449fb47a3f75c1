"""Templates: parsed once when the words are loaded, filled often."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from string import Formatter
from typing import NamedTuple


class BadWords(ValueError):
    """A file of words cannot be used. The message names the file, the code and the fix."""


GAME = "game"
LOWER = "lower"


class Piece(NamedTuple):
    """Literal text, followed by a value unless `name` is empty: as it is, as the name that the game system's data give
    (`forms` is `GAME` alone), in small letters (`LOWER` alone), or as the one of two `forms` that fits that number."""

    text: str
    name: str
    forms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Template:
    """The words of one code in one language."""

    pieces: tuple[Piece, ...]
    names: frozenset[str]
    decimal: str

    def fill(self, values: Mapping[str, object], named: Callable[[str], str] = str) -> str:
        """The sentence with these values in it; `named` gives the language's word for a name of a game system's data.

        Raises:
            KeyError: A value is missing.
        """
        return "".join(piece.text + self._value(piece, values, named) for piece in self.pieces)

    def _value(self, piece: Piece, values: Mapping[str, object], named: Callable[[str], str]) -> str:
        if not piece.name:
            return ""
        value = values[piece.name]
        if piece.forms == (GAME,):
            return named(self._shown(value))
        if piece.forms == (LOWER,):
            return self._shown(value).lower()
        if piece.forms:
            return piece.forms[0 if value == 1 else 1]
        return self._shown(value)

    def _shown(self, value: object) -> str:
        if isinstance(value, float | Decimal):
            return f"{Decimal(str(value)).normalize():f}".replace(".", self.decimal)
        if isinstance(value, list | tuple):
            return ", ".join(self._shown(item) for item in value)
        return "-" if value is None else str(value)


def parse(text: str, language: str, where: str) -> Template:
    """Read a template.

    Raises:
        BadWords: A brace is open, a placeholder is no plain name, or there are not exactly two plural forms.
    """
    try:
        pieces = tuple(_piece(*part, where=where) for part in Formatter().parse(text))
    except ValueError as error:
        raise BadWords(f"{where}: {error}") from error
    return Template(pieces, frozenset(piece.name for piece in pieces if piece.name), "." if language == "en" else ",")


def _piece(text: str, name: str | None, spec: str | None, conversion: str | None, *, where: str) -> Piece:
    if name is None:
        return Piece(text, "", ())
    forms = tuple(spec.split("|")) if spec else ()
    if not name.isidentifier() or conversion:
        raise BadWords(f"{where}: write {{name}}, with nothing but a name between the braces, not {{{name}}}")
    if forms not in ((), (GAME,), (LOWER,)) and (len(forms) != 2 or "{" in spec):  # type: ignore[operator]
        raise BadWords(f"{where}: write the two forms of {{{name}:...}} as one|other")
    return Piece(text, name, forms)
