"""The weapons of a unit as lines: ranged, then melee, the main weapon first, with figures worked out for who bears them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from exports.document import Army, Unit, Weapon, WeaponProfile
from exports.document.parts import column_of
from exports.document.vehicle import Gun
from exports.sheet import banded_weapons
from exports.sheet.characteristics import columns_and_texts, columns_of
from exports.sheet.phases import is_once
from exports.sheet.resolved import CHANGES, Bearer, Keys, Shot, keys_of, work_out_shot, worth
from exports.sheet.rules import Rule, weapon_rule
from exports.sheet.standing import figures_of
from exports.sheet.text_renderer import TextRenderer
from exports.text.guns import gun_in_words

KIND = "weapon"
MELEE = ("melee", "close combat")
SIDE_ARMS = ("grenade", "pistol")
HIT = 2
"""The column of what is rolled to hit, where figures are worked out."""
KINDS_ONLY = ("missile", "melee", "ranged")
NOTHING = "-"
"""What stands in the place of a figure that the data leave out."""


class WeaponLine(NamedTuple):
    """A profile of a weapon. `number`: how many the unit has, of whose line it is; 0 for a further profile of the weapon.

    `cells` are the values below the heads of its group; `of` names whose line it is where bearers differ. `once`: it may be
    used once in a battle. `unmodified`: what would hit without modifiers of weapon and bearer, which are counted in.
    """

    number: int
    name: str
    of: str
    cells: tuple[str, ...]
    rule: Rule
    note: str
    is_main: bool = False
    further: bool = False
    once: bool = False
    from_file: bool = False
    unmodified: str = ""


class WeaponGroup(NamedTuple):
    """Lines below the same heads. `title` is "ranged", "melee" or "weapon".

    `is_worked_out`: the first six columns are reach, type, what hits, Strength, penetration, damage.
    """

    title: str
    heads: tuple[str, ...]
    lines: tuple[WeaponLine, ...]
    is_worked_out: bool = False


def weapon_groups(army: Army, unit: Unit, hit: str = "Hit", renderer: TextRenderer | None = None) -> list[WeaponGroup]:
    """Return the weapons of a unit; `hit` is the head of the column of what hits, `renderer` says notes in its language."""
    if renderer and banded_weapons.is_banded(army):
        return list(_in_bands(renderer, army, unit))
    rows = [profile.characteristics for weapon in unit.weapons for profile in weapon.profiles]
    short, texts = columns_and_texts(columns_of(army, KIND, rows), rows)
    keys = keys_of(army)
    if keys and set(keys[:5]) <= set(short):
        return list(_work_out(army, unit, keys, short, texts, hit))
    return list(_as_printed(unit, short, texts))


def _in_bands(renderer: TextRenderer, army: Army, unit: Unit) -> Iterator[WeaponGroup]:
    """Yield weapons with two bands of range, ranged and melee apart."""
    for melee in (False, True):
        lines = []
        for weapon in unit.weapons:
            own = [each for each in weapon.profiles if banded_weapons.is_close_combat(each) == melee]
            for at, profile in enumerate(own):
                line = _line(unit, weapon, profile, (), (), further=at > 0)
                places = () if at else (gun_in_words(gun, renderer.language) for gun in guns_of(unit, weapon))
                said = banded_weapons.note(profile, army, renderer.say, renderer.name)
                strengths = _strengths(army, unit, weapon)
                note = " · ".join(part for part in (*places, said, "" if weapon.card else line.note) if part)
                lines.append(line._replace(cells=banded_weapons.cells(profile, strengths, melee=melee), note=note))
        if lines:
            yield WeaponGroup("melee" if melee else "ranged", banded_weapons.heads(melee=melee), tuple(lines))


def _strengths(army: Army, unit: Unit, weapon: Weapon) -> list[str]:
    """Return the different Strengths of those who bear a weapon, where all are numbers."""
    column = column_of(army, "strength")
    profiles = {profile.id: profile.characteristics.get(column, "") for profile in unit.profiles}
    found = dict.fromkeys(profiles.get(group.profile, "") for group in unit.models if group.weapons.get(weapon.id))
    return list(found) if all(each.isascii() and each.isdigit() for each in found) else []


def guns_of(unit: Unit, weapon: Weapon) -> list[Gun]:
    """Return where on its vehicles a weapon stands, each place once."""
    return list(dict.fromkeys(gun for vehicle in unit.vehicles for gun in vehicle.guns if gun.weapon == weapon.id))


def is_melee(values: Mapping[str, str]) -> bool:
    """Say whether a weapon's values say that it is one for close combat."""
    return any(value.strip().casefold().startswith(MELEE) for value in values.values())


def _work_out(
    army: Army, unit: Unit, keys: Keys, short: Sequence[str], texts: Sequence[str], hit: str
) -> Iterator[WeaponGroup]:
    more = [key for key in short if key not in keys[:5]]
    figures = figures_of(army, unit)
    for melee in (False, True):
        first = ("", keys.attacks) if melee else (keys.reach, keys.type)
        heads = (*first, hit, keys.strength, keys.penetration, keys.damage, *more)
        made = []
        for weapon in unit.weapons:
            profiles = [profile for profile in weapon.profiles if is_melee(profile.characteristics) == melee]
            if profiles:
                made.append(_Worked(army.system, unit, figures, weapon, profiles, keys, more, texts, melee=melee))
        if made:
            ranked = sorted(made, key=lambda one: (one.is_side_arm, -one.worth))
            lines = [
                line
                for at, one in enumerate(ranked)
                for line in one.lines(is_main=at == 0 and len(ranked) > 1 and not one.is_side_arm)
            ]
            yield WeaponGroup("melee" if melee else "ranged", heads, tuple(lines), is_worked_out=True)


class _Worked:
    """A weapon with profiles of one kind, worked out for those who bear it."""

    def __init__(
        self,
        system: str,
        unit: Unit,
        figures: Mapping[str, Bearer],
        weapon: Weapon,
        profiles: Sequence[WeaponProfile],
        keys: Keys,
        more: Sequence[str],
        texts: Sequence[str],
        *,
        melee: bool,
    ) -> None:
        self.system, self.unit, self.weapon, self.profiles, self.keys = system, unit, weapon, profiles, keys
        self.more, self.texts, self.melee = more, texts, melee
        self.bearers = list(_bearers(unit, weapon, figures))
        self.number = number_of(unit, weapon)
        worths = [
            sum(
                worth(keys, profile.characteristics, self._shot_of(profile, bearer)) * number
                for _, bearer, number in self.bearers
            )
            for profile in profiles
        ]
        self.worth = max(worths)

    @property
    def is_side_arm(self) -> bool:
        """Whether all its profiles are those of grenades and pistols."""
        return all(each.characteristics.get(self.keys.type, "").casefold().startswith(SIDE_ARMS) for each in self.profiles)

    def lines(self, *, is_main: bool) -> Iterator[WeaponLine]:
        """Yield a line for each profile, and for bearers whose figures differ in more than one place."""
        first = True
        for at, profile in enumerate(self.profiles):
            shots: dict[Shot, list[str]] = {}
            numbers: Counter[Shot] = Counter()
            for name, bearer, number in self.bearers:
                shot = self._shot_of(profile, bearer)
                shots.setdefault(shot, []).append(name)
                numbers[shot] += number
            apart = sum(len(set(values)) > 1 for values in zip(*(each.figures for each in shots), strict=True)) > 1
            for made, names in shots.items() if apart else [(_join_shots(list(shots)), [])]:
                rule = weapon_rule(self.weapon.name, profile, self.texts)
                yield WeaponLine(
                    0 if at else numbers[made] if apart else self.number,
                    _name(self.weapon, profile, len(self.weapon.profiles), further=not first),
                    ", ".join(dict.fromkeys(names)),
                    self._cells(profile, made),
                    rule,
                    self.weapon.note if first else "",
                    is_main and first,
                    not first,
                    is_once(rule.text) or is_once(self.weapon.note),
                    self.weapon.is_from_file and first,
                    made.unmodified,
                )
                first = False

    def _shot_of(self, profile: WeaponProfile, bearer: Bearer) -> Shot:
        return work_out_shot(self.system, self.keys, profile, bearer, melee=self.melee)

    def _cells(self, profile: WeaponProfile, made: Shot) -> tuple[str, ...]:
        values, keys = profile.characteristics, self.keys
        first = ("", made.attacks) if self.melee else (values.get(keys.reach) or NOTHING, values.get(keys.type) or NOTHING)
        rest = (values.get(key) or NOTHING for key in (keys.penetration, keys.damage, *self.more))
        return (*first, made.hit or NOTHING, made.strength or NOTHING, *rest)


def _join_shots(shots: Sequence[Shot]) -> Shot:
    """Return figures that differ in one place at most as one, in the order of the bearers."""
    plain = [each.unmodified or each.hit for each in shots] if any(each.unmodified for each in shots) else ("",)
    rows = zip(*(each.figures for each in shots), strict=True)
    return Shot(*("/".join(dict.fromkeys(values)) for values in (*rows, plain)))


def _bearers(unit: Unit, weapon: Weapon, figures: Mapping[str, Bearer]) -> Iterator[tuple[str, Bearer, int]]:
    """Yield who bears a weapon: the model's name, its figures, and how many of the weapon they have; someone always."""
    found = False
    for group in unit.models:
        if group.weapons.get(weapon.id):
            found = True
            yield group.name, figures.get(group.id, Bearer({})), group.number * group.weapons[weapon.id]
    if not found:
        yield "", Bearer({}), 1


def number_of(unit: Unit, weapon: Weapon) -> int:
    """Return how many of a weapon a unit has."""
    return sum(group.number * group.weapons.get(weapon.id, 0) for group in unit.models)


def _name(weapon: Weapon, profile: WeaponProfile, count: int, *, further: bool) -> str:
    """Return what a line is called: the weapon and its profile, for a further profile only that."""
    if count == 1 or not profile.name or profile.name == weapon.name:
        return weapon.name
    own = profile.name
    if own.casefold().startswith(weapon.name.casefold()):
        own = own[len(weapon.name) :].lstrip(" -–—:,(").removesuffix(")") or own
    if further:
        return f"– {own}"
    return profile.name if weapon.name.casefold() in profile.name.casefold() else f"{weapon.name}: {own}"


def _as_printed(unit: Unit, short: Sequence[str], texts: Sequence[str]) -> Iterator[WeaponGroup]:
    """Yield the weapons of other games with the columns that they have, ranged and melee apart where they say so."""
    kinds = {key for key in short if _says_kind_only(unit, key)}
    heads = tuple(key for key in short if key not in kinds)
    parts: dict[str, list[WeaponLine]] = {}
    for weapon in unit.weapons:
        for at, profile in enumerate(weapon.profiles):
            title = ("melee" if is_melee(profile.characteristics) else "ranged") if kinds else "weapon"
            parts.setdefault(title, []).append(_line(unit, weapon, profile, heads, texts, further=at > 0))
    for title in ("ranged", "melee", "weapon"):
        if title in parts:
            yield WeaponGroup(title, heads, tuple(parts[title]))


def _in_force(unit: Unit, weapon: Weapon, profile: WeaponProfile, key: str) -> str:
    """Return a figure of a weapon; one that a damage table has is that of the unhurt, marked."""
    printed = profile.characteristics.get(key, "")
    tables = [each.damage_table for each in unit.profiles if any(weapon.id in row.weapons for row in each.damage_table)]
    unhurt = [max(rows, key=lambda row: row.wounds[1]).weapons.get(weapon.id, {}).get(key, "") for rows in tables]
    figures = "/".join(dict.fromkeys(filter(None, unhurt)))
    return f"{figures}{CHANGES}" if figures and printed in (CHANGES, figures) else printed


def _says_kind_only(unit: Unit, key: str) -> bool:
    values = {profile.characteristics.get(key, "").casefold() for weapon in unit.weapons for profile in weapon.profiles}
    return bool(values) and values <= set(KINDS_ONLY)


def _line(
    unit: Unit, weapon: Weapon, profile: WeaponProfile, heads: Sequence[str], texts: Sequence[str], *, further: bool
) -> WeaponLine:
    rule = weapon_rule(weapon.name, profile, texts)
    return WeaponLine(
        0 if further else number_of(unit, weapon),
        _name(weapon, profile, len(weapon.profiles), further=further),
        "",
        tuple(_in_force(unit, weapon, profile, key) or NOTHING for key in heads),
        rule,
        "" if further else weapon.note,
        further=further,
        once=is_once(rule.text),
        from_file=weapon.is_from_file and not further,
    )
