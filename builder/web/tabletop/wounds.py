"""The wounds of a card: a strip for each group of models, and damage tables with the figures of each band."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from exports.document import Army, Profile, Unit
from exports.document.damage import as_printed
from exports.document.parts import column_of
from exports.sheet.damage_table import has_boxes, table_of
from exports.sheet.shown import Copies
from exports.sheet.successors import wounds_of_successors
from exports.sheet.text_renderer import TextRenderer
from exports.sheet.wounds import labels_of

MOST_BOXES = 60
"""How many boxes are drawn; of more wounds only the number is shown."""


@dataclass(frozen=True, slots=True)
class Strip:
    """Wounds to count: `most` in all, `each` of a model."""

    id: str
    label: str
    most: int
    each: int

    @property
    def has_boxes(self) -> bool:
        """Whether there are few enough to draw each."""
        return self.most <= MOST_BOXES


@dataclass(frozen=True, slots=True)
class Band:
    """A line of a damage table: the wounds left for which it holds, how these are printed, and its values."""

    least: int
    most: int
    label: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Bands:
    """A damage table. `strip` is the id of the wounds that it goes by, "" where several models have it."""

    title: str
    heads: tuple[str, ...]
    lines: tuple[Band, ...]
    strip: str


@dataclass(frozen=True, slots=True)
class Ticks:
    """Boxes of what may be used once: of which of several units they are ("a", "" of the only one), and their ids."""

    mark: str
    ids: tuple[str, ...]


def ticks_of(copies: Copies, each: int, start: str, first: int = 0) -> tuple[Ticks, ...]:
    """Return so many boxes for `each` of some units, with ids that begin with `start` and are numbered from `first`.

    None are drawn where they are too many to be tapped; then the card says the number.
    """
    if each * copies.count > MOST_BOXES:
        return ()
    starts = range(first, first + each * copies.count, each) if each else ()
    return tuple(
        Ticks(mark, tuple(f"{start}{at + place}" for place in range(each)))
        for mark, at in zip(copies.marks, starts, strict=False)
    )


def strips_of(renderer: TextRenderer, army: Army, copies: Copies, card: str) -> list[Strip]:
    """Return the strips of a card, in the order of the groups, then of who comes in place of a model.

    Models whose wounds are no number have none.
    """
    labels, column, made = labels_of(renderer, army, copies.unit), column_of(army, "wounds"), []
    for number, letter in enumerate(copies.marks):
        mark = f"{letter}: " if letter else ""
        for place, (group, label) in enumerate(zip(copies.unit.models, labels, strict=True)):
            each = _whole(_value(copies.unit, group.profile, column))
            if each:
                made.append(Strip(f"{card}.w{number}.{place}", mark + label, each * group.number, each))
        for place, (name, most) in enumerate(wounds_of_successors(copies.unit, column, MOST_BOXES), len(labels)):
            made.append(Strip(f"{card}.w{number}.{place}", mark + name, most, most))
    return made


def bands_of(renderer: TextRenderer, army: Army, copies: Copies, card: str) -> Iterator[tuple[Profile, Bands]]:
    """Yield each profile with a damage table, and that."""
    order = [key for keys in army.columns.values() for key in keys]
    for profile in copies.unit.profiles:
        if profile.damage_table:
            table = table_of(copies.unit, profile, order)
            lines = sorted(zip(table.lines, map(_spans, table.lines), strict=True), key=lambda each: -each[1][1])
            heads = tuple(f"{weapon} {key}".strip() for weapon, key in table.columns)
            printed = (as_printed(army.system, line.wounds, table.most) for line, _ in lines)
            bands = tuple(
                Band(*span, _label(*shown), line.values) for (line, span), shown in zip(lines, printed, strict=True)
            )
            strip = _strip_of(copies, profile, card) if has_boxes(copies, profile) else ""
            yield profile, Bands(renderer.word(army.system, "damage-band"), heads, bands, strip)


def in_band(unit: Unit, profile: Profile, band: int) -> Unit:
    """Return a unit as it is in a line of a profile's damage table (from 0, the unhurt first)."""
    lines = sorted(profile.damage_table, key=lambda line: -line.wounds[1])
    changed = {key: value for key, value in lines[band].characteristics.items() if key in profile.characteristics}
    values = {**profile.characteristics, **changed}
    hurt = replace(profile, characteristics=values, damage_table=())
    return replace(unit, profiles=tuple(hurt if each.id == profile.id else each for each in unit.profiles))


def _spans(line: object) -> tuple[int, int]:
    wounds: tuple[int, int] = line.wounds  # type: ignore[attr-defined]
    return wounds[0], wounds[1]


def _label(low: int, high: int) -> str:
    return f"{low}–{high}" if low != high else f"{low}"


def _strip_of(copies: Copies, profile: Profile, card: str) -> str:
    places: Sequence[int] = [at for at, group in enumerate(copies.unit.models) if group.profile == profile.id]
    return f"{card}.w0.{places[0]}" if places else ""


def _value(unit: Unit, profile: str, column: str) -> str:
    found = next((each for each in unit.profiles if each.id == profile), None)
    return found.characteristics.get(column, "") if found else ""


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 0
