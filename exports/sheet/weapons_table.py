"""The weapons of a unit as a table: how many the unit has, each with its profiles below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reportlab.platypus import Flowable

from exports.document import Army, Unit, Weapon, WeaponProfile
from exports.sheet import style
from exports.sheet.grid import Cell, chunks, column_widths, grid, heads
from exports.sheet.ink import Ink
from exports.sheet.profile_table import columns_of

NUMBER = 26.0
NAME_SHARE = 0.24
TEXT_SHARE = 0.3
MOST_TOGETHER, MOST_PROFILES_TOGETHER = 1200, 6
KIND = "weapon"


def weapon_tables(ink: Ink, army: Army, unit: Unit, width: float) -> Iterator[Flowable]:
    """Yield the table of the weapons; very many characteristics go into several."""
    if not unit.weapons:
        return
    rows = [profile.characteristics for weapon in unit.weapons for profile in weapon.profiles]
    for columns in chunks(columns_of(army, KIND, rows)):
        yield _table(ink, unit, columns, width)


def _table(ink: Ink, unit: Unit, columns: Sequence[str], width: float) -> Flowable:
    names = heads(ink, [ink.say("number"), ink.say("weapon")], style.HEAD)
    rows: list[list[Cell]] = [[*names, *heads(ink, columns), *heads(ink, [ink.say("abilities")], style.HEAD)]]
    spans: list[int] = []
    joined: list[int] = []
    whole: list[tuple[int, int]] = []
    for weapon in unit.weapons:
        count = ink.paragraph(_count(unit, weapon), style.CELL)
        if len(weapon.profiles) == 1 and not weapon.note:
            rows.append([count, ink.paragraph(weapon.name, style.CELL_BOLD), *_profile(ink, weapon.profiles[0], columns)])
            continue
        spans.append(len(rows))
        rows.append([count, ink.titled(weapon.name, "", style.CELL, aside=weapon.note), *[[] for _ in columns], []])
        for profile in weapon.profiles:
            joined.append(len(rows))
            name = ink.paragraph(f"– {profile.name or weapon.name}", style.CELL)
            rows.append([[], name, *_profile(ink, profile, columns)])
        if _small(weapon):
            whole.append((spans[-1], len(rows) - 1))
    profiles = [profile for weapon in unit.weapons for profile in weapon.profiles]
    shown = [(column, [p.characteristics.get(column, "") for p in profiles]) for column in columns]
    widths = column_widths(ink, shown, width * (1 - NAME_SHARE - TEXT_SHARE) - NUMBER)
    rest = [width * NAME_SHARE, *widths]
    return grid(rows, [NUMBER, *rest, width - NUMBER - sum(rest)], spans=spans, joined=joined, whole=whole)


def _profile(ink: Ink, profile: WeaponProfile, columns: Sequence[str]) -> list[Cell]:
    values: list[Cell] = [ink.paragraph(profile.characteristics.get(column, ""), style.CELL_CENTRED) for column in columns]
    return [*values, ink.prose(profile.abilities or "–", style.CELL)]


def _small(weapon: Weapon) -> bool:
    """Whether the weapon's rows take little enough room to be kept together."""
    texts = [weapon.name, weapon.note, *(text for profile in weapon.profiles for text in (profile.name, profile.abilities))]
    values = [value for profile in weapon.profiles for value in profile.characteristics.values()]
    return sum(map(len, texts + values)) < MOST_TOGETHER and len(weapon.profiles) <= MOST_PROFILES_TOGETHER


def _count(unit: Unit, weapon: Weapon) -> str:
    return str(sum(group.number * group.weapons.get(weapon.id, 0) for group in unit.models) or "–")
