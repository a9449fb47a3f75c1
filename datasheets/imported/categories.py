"""Roles and keywords of imported units: categories by their names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple
from weakref import WeakKeyDictionary

from datasheets.closure import Closure
from datasheets.keywords import Keywords
from datasheets.markup import strip_marks
from datasheets.systems.imports import Imports

_factions: WeakKeyDictionary[Closure, Keywords] = WeakKeyDictionary()


class ImportedKeywords(NamedTuple):
    """Faction keywords and other keywords, in the order of the categories."""

    faction: tuple[str, ...]
    other: tuple[str, ...]


def role_of(closure: Closure, primary: str, imports: Imports) -> str | None:
    """Return the battlefield role that a primary category is: our id, or its name where we have none; None without one."""
    category = closure.category(primary) if primary else None
    name = category.name.strip() if category else ""
    return imports.roles.get(name) or (name if name and name not in imports.no_keywords else None)


def keywords_of(closure: Closure, categories: Iterable[str], imports: Imports) -> ImportedKeywords:
    """Sort categories (by id) into keywords; roles and what is no keyword are left out.

    A category without the prefix of faction keywords is one all the same where another catalogue writes it with the prefix.
    """
    faction: list[str] = []
    other: list[str] = []
    for id in categories:
        category = closure.category(id)
        name = category.name.strip() if category else ""
        if not name or name in imports.roles or name in imports.no_keywords:
            continue
        bare = name.removeprefix(imports.faction).strip()
        is_faction = bare != name or bare in _faction_names(closure, imports)
        (faction if is_faction else other).append(strip_marks(bare))
    return ImportedKeywords(tuple(Keywords(faction)), tuple(Keywords(other)))


def factions_of(closure: Closure, imports: Imports) -> Keywords:
    """Return all faction keywords of a closure."""
    return _faction_names(closure, imports)


def _faction_names(closure: Closure, imports: Imports) -> Keywords:
    if closure not in _factions:
        names = (category.name.strip() for source in closure.sources for category in source.categories)
        prefix = imports.faction
        _factions[closure] = Keywords(name.removeprefix(prefix).strip() for name in names if name.startswith(prefix))
    return _factions[closure]
