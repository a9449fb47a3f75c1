"""Templates: parsed once when the words are loaded, filled often."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from string import Formatter
from typing import NamedTuple

from datasheets.words.plurals import decimal_sign, plural_categories, plural_category


class BadWords(ValueError):
    """A file of words cannot be used. The message names the file, the code and the fix."""


GAME = "game"
LOWER = "lower"


class Piece(NamedTuple):
    """Literal text, followed by a value unless `name` is empty: as it is, as the name that the game system's data give
    (`forms` is `GAME` alone), in small letters (`LOWER` alone), or as the one of the `forms` that fits that number."""

    text: str
    name: str
    forms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Template:
    """The words of one code in one language."""

    pieces: tuple[Piece, ...]
    names: frozenset[str]
    language: str
    categories: tuple[str, ...]

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
            return named(value) if isinstance(value, str) else self._format(value)
        if piece.forms == (LOWER,):
            return self._format(value).lower()
        if piece.forms:
            return piece.forms[self.categories.index(plural_category(value, self.language))]
        return self._format(value)

    def _format(self, value: object) -> str:
        if isinstance(value, float | Decimal):
            whole, point, rest = f"{Decimal(str(value)).normalize():f}".partition(".")
            return f"{whole}{decimal_sign(self.language)}{rest}" if point else whole
        if isinstance(value, list | tuple):
            return ", ".join(self._format(item) for item in value)
        return "-" if value is None else str(value)


def parse(text: str, language: str, where: str) -> Template:
    """Read a template.

    Raises:
        BadWords: A brace is open, a placeholder is no plain name, or there are not as many plural forms as the language has.
    """
    try:
        parts = list(Formatter().parse(text))
        categories = plural_categories(language) if any(spec for _, _, spec, _ in parts) else ()
        pieces = tuple(_piece(*part, categories=categories, where=where) for part in parts)
    except BadWords:
        raise
    except ValueError as error:
        raise BadWords(f"{where}: {error}") from error
    names = frozenset(piece.name for piece in pieces if piece.name)
    return Template(pieces, names, language, categories)


def _piece(
    text: str, name: str | None, spec: str | None, conversion: str | None, *, categories: tuple[str, ...], where: str
) -> Piece:
    if name is None:
        return Piece(text, "", ())
    forms = tuple(spec.split("|")) if spec else ()
    if not name.isidentifier() or conversion:
        raise BadWords(f"{where}: write {{name}}, with nothing but a name between the braces, not {{{name}}}")
    if forms not in ((), (GAME,), (LOWER,)) and (len(forms) != len(categories) or "{" in spec):  # type: ignore[operator]
        raise BadWords(f"{where}: write the {len(categories)} forms of {{{name}:...}} as {'|'.join(categories)}")
    return Piece(text, name, forms)
