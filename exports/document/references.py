"""What a roster document must say beyond its shape: ids are unique, every reference has its target, sums are right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from datasheets.problems import Problem
from datasheets.words import Message
from exports.document.model import Army, Profile, RosterDocument, Unit


def problems_of(document: RosterDocument) -> tuple[Problem, ...]:
    """Return everything in a document that contradicts itself."""
    return tuple(_army(document.army))


def _army(army: Army) -> Iterator[Problem]:
    groups = [(unit.id, group.id) for unit in army.units for group in unit.models]
    yield from _unique("/army/forces", (force.id for force in army.forces))
    yield from _unique("/army/units", [*(unit.id for unit in army.units), *(group for _, group in groups)])
    forces: set[str] = set()
    for place, force in enumerate(army.forces):
        if force.within is not None and force.within not in forces:
            yield Problem(f"/army/forces/{place}/in", Message("refused.document.force-before", {"id": force.within}))
        forces.add(force.id)
    subjects = {"", *(unit.id for unit in army.units), *(group for _, group in groups)}
    for place, declaration in enumerate(army.declarations):
        if declaration.subject not in subjects:
            yield Problem(
                f"/army/declarations/{place}/subject", Message("refused.document.subject", {"id": declaration.subject})
            )
    roots = {unit.id for unit in army.units if unit.within is None}
    for place, unit in enumerate(army.units):
        yield from _unit(unit, f"/army/units/{place}", forces)
        if unit.within is not None and unit.within not in roots:
            yield Problem(f"/army/units/{place}/in", Message("refused.document.formation", {"id": unit.within}))
    counted = sum(unit.model_count for unit in army.units)
    if army.model_count != counted:
        yield Problem(
            "/army/model_count", Message("refused.document.models", {"counted": counted, "stated": army.model_count})
        )


def _unit(unit: Unit, path: str, forces: set[str]) -> Iterator[Problem]:
    if unit.force not in forces:
        yield Problem(f"{path}/force", Message("refused.document.force", {"id": unit.force}))
    profiles = {profile.id for profile in unit.profiles}
    weapons = {weapon.id for weapon in unit.weapons}
    wargear = {thing.id for thing in unit.wargear}
    yield from _unique(f"{path}/profiles", (profile.id for profile in unit.profiles))
    yield from _unique(f"{path}/weapons", (weapon.id for weapon in unit.weapons))
    yield from _unique(f"{path}/wargear", (thing.id for thing in unit.wargear))
    for place, group in enumerate(unit.models):
        if group.profile and group.profile not in profiles:
            yield Problem(f"{path}/models/{place}/profile", Message("refused.document.profile", {"id": group.profile}))
        yield from _check_known(f"{path}/models/{place}/weapons", group.weapons, weapons, "weapon")
        yield from _check_known(f"{path}/models/{place}/wargear", group.wargear, wargear, "wargear")
    for place, profile in enumerate(unit.profiles):
        yield from _profile(profile, f"{path}/profiles/{place}", weapons)
    yield from _unique(f"{path}/commands", (command.id for command in unit.commands))
    for place, vehicle in enumerate(unit.vehicles):
        here = f"{path}/vehicles/{place}"
        yield from _check_known(f"{here}/profiles", vehicle.profiles, profiles, "profile")
        yield from _check_known(f"{here}/guns", (gun.weapon for gun in vehicle.guns), weapons, "weapon")
    if unit.support_weapon:
        own = unit.support_weapon
        yield from _check_known(f"{path}/support_weapon/profiles", (*own.profiles, *own.crew), profiles, "profile")
        yield from _check_known(f"{path}/support_weapon/weapon", (own.weapon,), weapons, "weapon")
    yield from _check_known(f"{path}/cards", unit.cards, profiles, "profile")


def _profile(profile: Profile, path: str, weapons: set[str]) -> Iterator[Problem]:
    if profile.base is not None and len(profile.base.mm) != (1 if profile.base.shape == "round" else 2):
        yield Problem(f"{path}/base/mm", Message("refused.document.base"))
    for place, row in enumerate(profile.damage_table):
        if row.wounds[0] > row.wounds[1]:
            yield Problem(f"{path}/damage_table/{place}/wounds", Message("refused.document.wounds"))
        yield from _check_known(f"{path}/damage_table/{place}/weapons", row.weapons, weapons, "weapon")


def _check_known(path: str, used: Iterable[str], known: set[str], what: str) -> Iterator[Problem]:
    for id in used:
        if id not in known:
            yield Problem(path, Message(f"refused.document.{what}", {"id": id}))


def _unique(path: str, ids: Iterable[str]) -> Iterator[Problem]:
    seen: set[str] = set()
    for id in ids:
        if id in seen:
            yield Problem(path, Message("refused.document.twice", {"id": id}))
        seen.add(id)
