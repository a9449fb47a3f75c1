"""Statlines and weapons of a card, each figure with what it becomes in every band of a damage table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from builder.web.tabletop.turn import PARTS
from builder.web.tabletop.wounds import Bands, Ticks, in_band, ticks_of
from exports.document import Army, Profile, Unit
from exports.document.parts import column_of
from exports.sheet.characteristics import columns_and_texts, columns_of
from exports.sheet.resolved import CHANGES, bearer_of
from exports.sheet.shown import Copies
from exports.sheet.statline import in_words, is_blank, who_of
from exports.sheet.text_renderer import TextRenderer
from exports.sheet.weapon_lines import HIT, WeaponGroup, WeaponLine, weapon_groups

Tables = Sequence[tuple[Profile, Bands]]


@dataclass(frozen=True, slots=True)
class Figure:
    """A value. `bands` are the values in each band of the damage table that goes by the wounds of `strip`."""

    text: str
    changes: bool = False
    strip: str = ""
    bands: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StatRow:
    """Whose line it is, figures, and characteristics that are texts."""

    who: str
    figures: tuple[Figure, ...]
    texts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Statline:
    """Rows below the same heads; `save` is the head of what saves."""

    heads: tuple[str, ...]
    rows: tuple[StatRow, ...]
    save: str


@dataclass(frozen=True, slots=True)
class WeaponRow:
    """A profile of a weapon; `ticks` are boxes where it may be used once."""

    number: int
    name: str
    of: str
    figures: tuple[Figure, ...]
    note: str
    is_main: bool
    ticks: tuple[Ticks, ...]


@dataclass(frozen=True, slots=True)
class WeaponTable:
    """Weapons below the same heads; `phase` is that in which they are used, "" where they do not say."""

    title: str
    phase: str
    heads: tuple[str, ...]
    rows: tuple[WeaponRow, ...]


def statlines_of(renderer: TextRenderer, army: Army, unit: Unit, tables: Tables) -> Iterator[Statline]:
    """Yield a statline for each type of profile that says something."""
    live = {profile.id: (profile, bands) for profile, bands in tables if bands.strip}
    for kind in dict.fromkeys(profile.type for profile in unit.profiles):
        profiles = [in_words(renderer, army, each) for each in unit.profiles if each.type == kind and not is_blank(each)]
        bearers = [bearer_of(profile) for profile in profiles]
        keys = columns_of(army, kind, [each.values for each in bearers])
        short, texts = columns_and_texts(keys, [each.values for each in bearers])
        rows = []
        for profile, bearer in zip(profiles, bearers, strict=True):
            hurt = _values_by_band(renderer, army, unit, *live[profile.id]) if profile.id in live else []
            strip = live[profile.id][1].strip if profile.id in live else ""
            figures = tuple(_figure(bearer.figure(key), strip, [each.get(key, "") for each in hurt]) for key in short)
            said = ((key, profile.characteristics.get(key, "")) for key in texts)
            rows.append(StatRow(who_of(renderer, unit, profile), figures, tuple(each for each in said if each[1])))
        if rows:
            yield Statline(tuple(short), tuple(rows), column_of(army, "save"))


def _values_by_band(
    renderer: TextRenderer, army: Army, unit: Unit, profile: Profile, bands: Bands
) -> list[Mapping[str, str]]:
    hurt = (in_band(unit, profile, at) for at in range(len(bands.lines)))
    found = (next(each for each in one.profiles if each.id == profile.id) for one in hurt)
    return [in_words(renderer, army, each).characteristics for each in found]


def weapons_of(renderer: TextRenderer, army: Army, copies: Copies, tables: Tables, card: str) -> Iterator[WeaponTable]:
    """Yield the weapons, ranged and melee apart."""
    unit = copies.unit
    live = next(((profile, bands) for profile, bands in tables if bands.strip), None)
    hurt = [_lines_by_name(renderer, army, in_band(unit, live[0], at)) for at in range(len(live[1].lines))] if live else []
    strip = live[1].strip if live else ""
    boxes = 0
    for group in weapon_groups(army, unit, renderer.say("hit"), renderer):
        rows = []
        for line in group.lines:
            values = [_cells(group, each.get(_key(group.title, line), line)) for each in hurt]
            shown = _cells(group, line)
            figures = tuple(_figure(text, strip, [each[at] for each in values]) for at, text in enumerate(shown))
            number = max(line.number, 1) if line.once and (line.number or not line.further) else 0
            ticks = ticks_of(copies, number, f"{card}.g", boxes)
            boxes += number * copies.count
            note = " · ".join(part for part in (line.note, line.rule.text) if part)
            rows.append(WeaponRow(line.number, line.name, line.of, figures, note, line.is_main, ticks))
        yield WeaponTable(renderer.say(group.title), PARTS.get(group.title, ""), group.heads, tuple(rows))


def _cells(group: WeaponGroup, line: WeaponLine) -> list[str]:
    """Return the figures of a weapon; what hits without the weapon's own modifier stands behind what does with it."""
    cells = list(line.cells)
    if group.is_worked_out and line.unmodified:
        cells[HIT] += f" ({line.unmodified})"
    return cells


def _lines_by_name(renderer: TextRenderer, army: Army, unit: Unit) -> dict[tuple[str, str, str], WeaponLine]:
    groups = weapon_groups(army, unit, renderer.say("hit"), renderer)
    return {_key(group.title, line): line for group in groups for line in group.lines}


def _key(title: str, line: WeaponLine) -> tuple[str, str, str]:
    return title, line.rule.name, line.of


def _figure(text: str, strip: str, bands: Sequence[str]) -> Figure:
    plain, values = text.replace(CHANGES, "") or text, tuple(each.replace(CHANGES, "") for each in bands)
    if len(set(values)) > 1:
        return Figure(plain, True, strip, values)
    return Figure(plain, CHANGES in text and text != CHANGES)
