"""What a system needs to know to read BattleScribe's data of it: the names that their authors gave to things, as data.

Profiles have types ("Unit", "Weapon"), categories are roles and keywords at once, columns have headings. Where nothing is
said the names are those that catalogues of most games have.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

ProfileKind = Literal["unit", "weapon", "ability", "transport", "psyker", "power", "explosion", "keywords", "wounds"]

USUAL: Mapping[str, ProfileKind] = {"Unit": "unit", "Weapon": "weapon", "Abilities": "ability"}


@dataclass(frozen=True, slots=True)
class ImportedAs:
    """A game system of BattleScribe's data that is this one: its id, and what its name holds (editions have shared an id).

    `costs` names the cost that each of its cost types is, by that type's name without blanks around it.
    """

    id: str
    name: str = ""
    costs: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class UsualBase:
    """The base of models with a keyword whose base nobody printed; `height` in inches."""

    keyword: str
    shape: Literal["round", "oval", "hull"]
    mm: tuple[float, ...]
    height: float


@dataclass(frozen=True, slots=True)
class Imports:
    """How imported data of a system are read.

    `profiles` says of which kind the profiles of a type are; "Unit" is also said of "Unit (Titan)". Damage tables have as
    their first column one of `remaining`. `columns` names our characteristic for a heading. Categories whose name starts
    with `faction` are faction keywords, those in `roles` battlefield roles by our id, those in `no_keywords` neither these
    nor keywords. A chosen upgrade gives those keywords of its categories that are in `given`. The upgrade `warlord` names
    the Warlord, groups whose name starts with `traits` its trait. `bases` are the usual bases, the first that fits counts.
    """

    profiles: Mapping[str, ProfileKind] = field(default_factory=lambda: USUAL)
    remaining: tuple[str, ...] = ()
    columns: Mapping[str, str] = field(default_factory=dict)
    faction: str = "Faction: "
    roles: Mapping[str, str] = field(default_factory=dict)
    no_keywords: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    warlord: str = "Warlord"
    traits: str = "Warlord Trait"
    bases: tuple[UsualBase, ...] = ()

    def kind_of(self, type: str) -> ProfileKind | None:
        """The kind of the profiles of a type, None where it is not known: these are texts."""
        return next((kind for name, kind in self.profiles.items() if type == name or type.startswith(f"{name} (")), None)
