"""What a system needs to know to read BattleScribe's data of it: the names that their authors gave to things, as data.

Profiles have types ("Unit", "Weapon"), categories are roles and keywords at once, columns have headings. Where nothing is
said the names are those that catalogues of most games have.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from datasheets.keywords import Keywords

ProfileKind = Literal[
    "unit",
    "weapon",
    "ability",
    "transport",
    "psyker",
    "power",
    "command",
    "explosion",
    "keywords",
    "wounds",
    "armour",
    "vehicle",
    "walker",
    "commander",
    "mastery",
]

USUAL: Mapping[str, ProfileKind] = {"Unit": "unit", "Weapon": "weapon", "Abilities": "ability"}


@dataclass(frozen=True, slots=True)
class ImportedAs:
    """A game system of BattleScribe's data that is this one: its id, and what its name holds (editions have shared an id).

    Where editions share the name too, the game system's own revision tells them apart: this one's is below
    `before_revision`. `costs` names the cost that each of its cost types is, by that type's name without blanks around it.
    `address` is where its authors keep the last state of its data.
    """

    id: str
    name: str = ""
    before_revision: int | None = None
    address: str = ""
    costs: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class UsualBase:
    """The base of models with a keyword whose base nobody printed; `height` in inches.

    The row is about units of `least_models` to `most_models` models, None for any number.
    """

    keyword: str
    shape: Literal["round", "oval", "hull"]
    mm: tuple[float, ...]
    height: float
    least_models: int = 1
    most_models: int | None = None

    def fits(self, keywords: Keywords, models: int) -> bool:
        """Tell whether the row is about models with these keywords, in a unit of so many."""
        enough = self.least_models <= models and (self.most_models is None or models <= self.most_models)
        return enough and self.keyword in keywords


UNKNOWN_BASE = UsualBase("", "round", (32,), 1.5)
"""The base of models about which no keyword says anything."""


@dataclass(frozen=True, slots=True)
class Imports:
    """How imported data of a system are read.

    `profiles` says of which kind the profiles of a type are; "Unit" is also said of "Unit (Titan)". Damage tables have as
    their first column one of `remaining`. `columns` names our characteristic for a heading. Categories whose name starts
    with `faction` are faction keywords, those in `roles` battlefield roles by our id (`vehicle_roles`: what units of
    vehicles alone have instead of such a role; `lone_roles`: what units of one model have in such a category), those in
    `no_keywords` neither these nor keywords; entries whose primary category is in `no_units` are no units. Where there are
    `formations`, upgrades that only hold units are none either, and the units below such entries are units of the army.
    Where `upgrades` says so, an upgrade with one of the `roles` is a unit, whatever it shows, and one below it that shows
    nothing and must be taken several times is so many models. A chosen upgrade gives those keywords of its categories that
    are in `given`. The upgrade `leader` says who leads the army, as a declaration of the kind `leader_kind`; groups whose
    name starts with `traits` name its trait, the root entry `battle_size` the battle size.
    Upgrades called as one of `settings` only say what the data offer or show: they are options, and nobody carries them.
    What was chosen in a group with a word that begins as one of `honours` (a relic, a litany) is an option too, whatever it
    shows. What is called, or is chosen from what is called, as a key of `instead` takes the place of those weapons chosen
    for all models whose names hold what is said there ("": any). `values` mends printed values by what they mean. Where
    entries are `counted`, one whose name begins with a number ("5 Riders") is so many models, and all models have what the
    unit as a whole chooses once. `squads` says of how many models an entry is that is chosen from a group of this name
    ("Combat Squad Choice"). `rows_apart`: every weapon profile is a weapon, never a way to use one. `named_bands`: profiles
    that are called as bands of wounds ("04-06") are the lines of damage tables, whatever their type. Weapons whose names
    hold one of `supplies` (grenades) are not counted: a model has some. `bases` are the usual bases, the first that
    fits counts.
    Units with the keyword `transports` carry others, where their texts say how many. Units of `support_roles` with a part or
    a rule whose name begins as one of `support_weapons` are weapons with their crew. What was chosen in a group whose name
    holds `cards` is a Wargear Card, but for `settings`. `keywords` are what the rules ask of units that are called so, or
    that are of such a category besides the one of their role (an ally that is a character). `casts` is how many powers a
    unit tries whose keyword makes powers known, where no data say it (AOS-Q-04). Kinds of forces with one of `ally_lists` as
    a word of their names are of allies alone.
    """

    profiles: Mapping[str, ProfileKind] = field(default_factory=lambda: USUAL)
    remaining: tuple[str, ...] = ()
    columns: Mapping[str, str] = field(default_factory=dict)
    faction: str = "Faction: "
    roles: Mapping[str, str] = field(default_factory=dict)
    vehicle_roles: Mapping[str, str] = field(default_factory=dict)
    lone_roles: Mapping[str, str] = field(default_factory=dict)
    no_keywords: tuple[str, ...] = ()
    no_units: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    values: Mapping[str, str] = field(default_factory=dict)
    formations: bool = False
    upgrades: bool = False
    counted: bool = False
    squads: Mapping[str, int] = field(default_factory=dict)
    rows_apart: bool = False
    named_bands: bool = False
    leader: str = "Warlord"
    leader_kind: str = "warlord"
    traits: str = "Warlord Trait"
    battle_size: str = "Battle Size"
    honours: tuple[str, ...] = ("Relic", "Litan", "Heirloom", "Artefact", "Arcana", "Treasure", "Prayer", "Hymn")
    settings: tuple[str, ...] = ()
    instead: Mapping[str, str] = field(default_factory=dict)
    bases: tuple[UsualBase, ...] = ()
    transports: str = ""
    supplies: tuple[str, ...] = ()
    support_weapons: tuple[str, ...] = ()
    support_roles: tuple[str, ...] = ()
    cards: str = ""
    keywords: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    casts: int = 0
    ally_lists: tuple[str, ...] = ()

    def usual_base(self, keywords: Keywords, models: int) -> UsualBase:
        """Return the base that models with these keywords usually have, in a unit of so many models."""
        return next((each for each in self.bases if each.fits(keywords, models)), UNKNOWN_BASE)

    def kind_of(self, type: str) -> ProfileKind | None:
        """The kind of the profiles of a type, None where it is not known: these are texts."""
        return next((kind for name, kind in self.profiles.items() if type == name or type.startswith(f"{name} (")), None)
