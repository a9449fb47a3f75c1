"""Numbers after the rules of the CLDR (Babel): which plural forms a language has, which one fits, its decimal sign."""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel.plural import PluralRule

CATEGORIES = ("zero", "one", "two", "few", "many", "other")
"""All categories that languages have, in the order in which a template writes its forms."""


@cache
def plural_categories(language: str) -> tuple[str, ...]:
    """Return the categories of a language in order, as ("one", "other") in English."""
    used = {*_rule(language).tags, "other"}
    return tuple(category for category in CATEGORIES if category in used)


def plural_category(value: object, language: str) -> str:
    """Return the category that fits a number; of what is no number "other"."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return "other"
    return _rule(language)(Decimal(str(value)).normalize())


@cache
def decimal_sign(language: str) -> str:
    """Return what stands between a number's whole part and the rest."""
    from babel import Locale

    return str(Locale(language).number_symbols["latn"]["decimal"])


@cache
def _rule(language: str) -> PluralRule:
    from babel import Locale  # most sentences count nothing, and a command that says none of those starts faster

    return Locale(language).plural_form
