"""What is alike in another order: equal groups of models as one, and a unit in an order that only its contents decide."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from exports.document.model import ModelGroup, Profile, Unit, Wargear, Weapon

Part = TypeVar("Part", Profile, Weapon, Wargear)


def merge_groups(unit: Unit, apart: Collection[str] = ()) -> Unit:
    """Return a unit whose equal groups of models are one, at the place of the first; those of the ids `apart` stay."""
    groups: dict[object, ModelGroup] = {}
    for group in unit.models:
        key = group.id if group.id in apart else _contents(group)
        first = groups.get(key)
        groups[key] = replace(first, number=first.number + group.number) if first else group
    return unit if len(groups) == len(unit.models) else replace(unit, models=tuple(groups.values()))


def in_order(unit: Unit) -> Unit:
    """Return a unit with all its parts in an order that their contents decide; ids of rows and things follow that order."""
    profiles, rows = _sort_parts(unit.profiles, "p")
    weapons, arms = _sort_parts(unit.weapons, "w")
    wargear, things = _sort_parts(unit.wargear, "g")
    models = [
        replace(
            group,
            profile=rows.get(group.profile, ""),
            weapons=_rename_keys(group.weapons, arms),
            wargear=_rename_keys(group.wargear, things),
        )
        for group in unit.models
    ]
    return replace(
        unit,
        profiles=profiles,
        weapons=weapons,
        wargear=wargear,
        models=tuple(sorted(models, key=lambda group: repr(_contents(group)))),
        abilities=tuple(sorted(unit.abilities, key=repr)),
        options=tuple(sorted(unit.options)),
    )


def _contents(group: ModelGroup) -> tuple[object, ...]:
    return group.name, group.profile, tuple(sorted(group.weapons.items())), tuple(sorted(group.wargear.items()))


def _sort_parts(parts: Sequence[Part], letter: str) -> tuple[tuple[Part, ...], dict[str, str]]:
    """Return parts sorted by what they say, and their new ids by the old ones."""
    ordered = sorted(parts, key=lambda part: repr(replace(part, id="")))
    ids = {part.id: f"{letter}{at}" for at, part in enumerate(ordered, 1)}
    return tuple(replace(part, id=ids[part.id]) for part in ordered), ids


def _rename_keys(counts: Mapping[str, int], ids: Mapping[str, str]) -> dict[str, int]:
    return {ids.get(id, id): number for id, number in sorted(counts.items())}
