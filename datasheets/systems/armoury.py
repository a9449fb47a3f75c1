"""What the rules themselves give to models: weapons, powers, commands, traits and named abilities."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from marshmallow import fields

from datasheets.effects.effect import EffectField
from datasheets.fields import Items
from datasheets.systems.shape import Name


class EffectData(EffectField):
    """An effect in the vocabulary, checked and kept as it is written."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        super()._deserialize(value, attr, data, **kwargs)
        return value


def _effects(**options: Any) -> fields.Field[Any]:
    return Items(EffectData(), **options)


def _weapon_effects(**options: Any) -> fields.Field[Any]:
    return Items(EffectData("weapon"), **options)


Effects = Annotated[tuple[Mapping[str, object], ...], _effects]
WeaponEffects = Annotated[tuple[Mapping[str, object], ...], _weapon_effects]
Provenance = Literal["seed", "project"]
"""Whether the rules' source says it, or the project decided it where the source is silent."""


@dataclass(frozen=True, slots=True)
class WeaponProfile:
    """A row of a weapon's table; `characteristics` as printed, by the keys of `System.weapon_characteristics`.

    `traits` are ids of the system's.
    """

    name: Name
    characteristics: Mapping[str, str]
    abilities: str = ""
    effects: WeaponEffects = ()
    traits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SystemWeapon:
    """A weapon that the rules themselves give (the default close combat weapon); shaped as on a datasheet."""

    id: str
    name: Name
    profiles: tuple[WeaponProfile, ...]
    rule: str
    note: str = ""
    provenance: Provenance = "seed"


@dataclass(frozen=True, slots=True)
class Power:
    """A psychic power or spell.

    `value` is what 2D6 must reach; `step` is added to it for each other attempt by the same army in the phase. `known_by`
    is the keyword whose bearers all know it ("" = named on datasheets). `target` is a code that the ruleset reads; effects
    on whom the power strikes have the scope "target".
    """

    id: str
    name: Name
    value: int
    target: str
    text: str
    rules: tuple[str, ...]
    step: int = 0
    range_in: float | None = None
    known_by: str = ""
    duration: str = ""
    keywords: tuple[str, ...] = ()
    effects: Effects = ()
    provenance: Provenance = "seed"


@dataclass(frozen=True, slots=True)
class Command:
    """An ability that one model may use as a command; `known_by` is the kind of declaration that makes it known."""

    id: str
    name: Name
    text: str
    target: str
    rules: tuple[str, ...]
    known_by: str
    range_in: float | None = None
    duration: str = ""
    effects: Effects = ()


@dataclass(frozen=True, slots=True)
class Trait:
    """A Warlord Trait (or the like). `needs` is the keyword that its bearer must have; `roll` its row in the trait table."""

    id: str
    name: Name
    text: str
    rule: str
    aura: bool = False
    range_in: float | None = None
    needs: str = ""
    roll: int | None = None
    effects: Effects = ()
    provenance: Provenance = "seed"


@dataclass(frozen=True, slots=True)
class Ability:
    """A special rule that datasheets name; `external` when its text is in no source that Muster has."""

    id: str
    name: Name
    text: str
    rule: str
    external: bool = False
    effects: Effects = ()
