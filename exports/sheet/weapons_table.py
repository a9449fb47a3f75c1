"""The weapons of a unit as a table: how many the unit has, each with its profiles below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from reportlab.platypus import Flowable

from exports.document import Army, Unit, Weapon, WeaponProfile
from exports.sheet import style
from exports.sheet.grid import (
    NARROW,
    NARROWEST,
    NUMBER,
    SQUEEZED,
    SQUEEZED_NUMBER,
    Cell,
    chunks,
    column_widths,
    grid,
    heads,
    longest_word,
    name_width,
    pad_of,
)
from exports.sheet.ink import Ink
from exports.sheet.profile_table import columns_of, sorted_out
from exports.sheet.rules import RuleBook, weapon_rule

NAME_SHARE = 0.24
TEXT_SHARE = 0.3
MOST_TOGETHER, MOST_PROFILES_TOGETHER = 1200, 6
KIND = "weapon"


@dataclass
class _Rows:
    """The rows of a table as they are put together; see `grid` for the others."""

    cells: list[list[Cell]]
    spans: list[int] = field(default_factory=list)
    joined: list[int] = field(default_factory=list)
    whole: list[tuple[int, int]] = field(default_factory=list)


def weapon_tables(ink: Ink, army: Army, unit: Unit, width: float, *, book: RuleBook | None = None) -> Iterator[Flowable]:
    """Yield the table of the weapons; very many characteristics go into several. Long texts are left to a `book`."""
    if not unit.weapons:
        return
    rows = [profile.characteristics for weapon in unit.weapons for profile in weapon.profiles]
    short, texts = sorted_out(columns_of(army, KIND, rows), rows)
    shown = [(column, [row.get(column, "") for row in rows]) for column in short]
    name = longest_word(ink, _names(unit), width / 3, pad_of(width))
    room = width - (SQUEEZED_NUMBER if width < NARROW else NUMBER) - name
    for place, columns in enumerate(chunks(ink, shown, room, pad_of(width))):
        yield _Maker(ink, unit, columns, () if place else texts, width, book).table()


class _Maker:
    """Makes the table of some of the characteristics."""

    def __init__(
        self, ink: Ink, unit: Unit, columns: Sequence[str], texts: Sequence[str], width: float, book: RuleBook | None
    ) -> None:
        self.ink, self.unit, self.columns, self.texts = ink, unit, columns, texts
        self.width, self.book = width, book
        self.narrow = width < NARROW
        rules = (weapon_rule("", profile, texts) for weapon in unit.weapons for profile in weapon.profiles)
        self.beside = not self.narrow and any(rule.text for rule in rules)

    def table(self) -> Flowable:
        ink = self.ink
        texts = heads(ink, [ink.say("abilities")], style.HEAD) if self.beside else []
        names = heads(ink, [ink.say("number"), ink.say("weapon")], style.HEAD)
        rows = _Rows([[*names, *heads(ink, self.columns), *texts]])
        for weapon in self.unit.weapons:
            self._weapon(rows, weapon)
        return grid(ink, rows.cells, self._widths(), spans=rows.spans, joined=rows.joined, whole=rows.whole)

    def _weapon(self, rows: _Rows, weapon: Weapon) -> None:
        ink, first = self.ink, len(rows.cells)
        count = ink.paragraph(_count(self.unit, weapon), style.CELL)
        note = ink.say("from-file") if weapon.is_from_file else weapon.note
        if len(weapon.profiles) == 1 and not note:
            self._profile(rows, weapon, weapon.profiles[0], [count, ink.paragraph(weapon.name, style.CELL_BOLD)])
        else:
            rows.spans.append(first)
            rows.cells.append([count, ink.titled(weapon.name, "", style.CELL, aside=note), *self._blanks()])
            for profile in weapon.profiles:
                rows.joined.append(len(rows.cells))
                name = ink.paragraph(f"– {profile.name or weapon.name}", style.CELL)
                self._profile(rows, weapon, profile, [[], name])
        if _small(weapon) and len(rows.cells) > first + 1:
            rows.whole.append((first, len(rows.cells) - 1))

    def _profile(self, rows: _Rows, weapon: Weapon, profile: WeaponProfile, names: list[Cell]) -> None:
        ink = self.ink
        values = [ink.paragraph(profile.characteristics.get(column, ""), style.CELL_CENTRED) for column in self.columns]
        text = self._text(weapon, profile)
        if self.beside:
            rows.cells.append([*names, *values, ink.prose(text or "–", style.CELL)])
            return
        rows.cells.append([*names, *values])
        if text:
            rows.spans.append(len(rows.cells))
            rows.joined.append(len(rows.cells))
            rows.cells.append([[], ink.prose(text, style.CELL_ITALIC), *self._blanks()])

    def _text(self, weapon: Weapon, profile: WeaponProfile) -> str:
        rule = weapon_rule(weapon.name, profile, self.texts)
        if self.book is None or not rule.is_long:
            return rule.text
        self.book.leave(rule)
        return self.ink.say("see-appendix")

    def _blanks(self) -> list[Cell]:
        return [[] for _ in range(len(self.columns) + int(self.beside))]

    def _widths(self) -> list[float]:
        profiles = [profile for weapon in self.unit.weapons for profile in weapon.profiles]
        shown = [(column, [p.characteristics.get(column, "") for p in profiles]) for column in self.columns]
        pad = pad_of(self.width)
        longest = longest_word(self.ink, _names(self.unit), self.width / 3, pad)
        number, least = (SQUEEZED_NUMBER, SQUEEZED) if self.narrow else (NUMBER, NARROWEST)
        rest = self.width - number
        text = self.width * TEXT_SHARE if self.beside else 0.0
        name = name_width(self.ink, shown, rest - text, self.width * NAME_SHARE, longest, pad)
        if self.beside:
            values = column_widths(self.ink, shown, rest - text - name, least, pad)
            return [number, name, *values, rest - name - sum(values)]
        values = column_widths(self.ink, shown, rest - name, least, pad)
        return [number, rest - sum(values), *values]


def _names(unit: Unit) -> list[str]:
    return [name for weapon in unit.weapons for name in (weapon.name, *(profile.name for profile in weapon.profiles))]


def _small(weapon: Weapon) -> bool:
    """Whether the weapon's rows take little enough room to be kept together."""
    texts = [weapon.name, weapon.note, *(text for profile in weapon.profiles for text in (profile.name, profile.abilities))]
    values = [value for profile in weapon.profiles for value in profile.characteristics.values()]
    return sum(map(len, texts + values)) < MOST_TOGETHER and len(weapon.profiles) <= MOST_PROFILES_TOGETHER


def _count(unit: Unit, weapon: Weapon) -> str:
    return str(sum(group.number * group.weapons.get(weapon.id, 0) for group in unit.models) or "–")
