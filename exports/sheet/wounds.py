"""The wounds of a unit: boxes after what the models carry that tells them apart, or in the lines of a damage table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from reportlab.platypus import Flowable

from exports.document import Army, ModelGroup, Profile, Unit
from exports.document.damage import as_printed
from exports.document.parts import column_of
from exports.sheet.boxes import Strip, box_lines, strip_of
from exports.sheet.damage_table import damage_tables, has_boxes
from exports.sheet.grid import PAD
from exports.sheet.shown import Copies
from exports.sheet.successors import wounds_of_successors
from exports.sheet.text_renderer import TextRenderer

MOST_BOXES, MOST_LINES = 200, 16


def wounds(renderer: TextRenderer, army: Army, copies: Copies, width: float) -> Iterator[Flowable]:
    """Yield damage tables and boxes, for each of several copies; a unit without models has none."""
    labels = labels_of(renderer, army, copies.unit)
    for profile, tables in damage_tables(renderer, army, copies, width):
        for group, label in zip(copies.unit.models, labels, strict=True):
            if group.profile == profile.id and len(labels) > 1:
                yield renderer.paragraph(label, renderer.type.label)
        yield from tables
    column = column_of(army, "wounds")
    groups = [
        group
        for group in copies.unit.models
        if not _in_table(copies, group) and not _only_locations(copies.unit, group, column)
    ]
    later = wounds_of_successors(copies.unit, column, MOST_BOXES)
    strips_later = [strip_of(renderer.drawable(name), 1, number) for name, number in later]
    if not groups and not strips_later:
        return
    strips = [
        strip
        for group, label in zip(copies.unit.models, labels, strict=True)
        if group in groups
        for strip in _strips(renderer, army, copies.unit, group, label, column)
    ]
    strips += strips_later
    boxes = sum(strip.boxes for strip in strips) * copies.count
    if not strips or boxes > MOST_BOXES:
        yield from _without_boxes(renderer, army, copies, column)
        return
    for mark in copies.marks:
        first = strips[0]._replace(label=f"{mark}  {strips[0].label}" if mark else strips[0].label)
        yield from box_lines(renderer, [first, *strips[1:]], width - PAD)


def labels_of(renderer: TextRenderer, army: Army, unit: Unit) -> list[str]:
    """Return what stands before the boxes of each group of models: who they are, or what only they carry."""
    if len(unit.models) == 1:
        return [renderer.word(army.system, "wounds")]
    names = Counter(group.name for group in unit.models)
    made = []
    for group, things in zip(unit.models, told_apart(unit), strict=True):
        carried = _say(renderer, things)
        if not carried:
            made.append(group.name)
        else:
            made.append(carried if names[group.name] > 1 else f"{group.name}: {carried}")
    return made


def wargear_of_all(renderer: TextRenderer, unit: Unit) -> list[str]:
    """Return what the models of a unit carry, all alike, that nothing else says and no option names."""
    things = told_apart(unit)[0] if len(unit.models) == 1 else []
    return [_say(renderer, [each]) for each in things if each[0] not in unit.options]


def _say(renderer: TextRenderer, things: Sequence[tuple[str, int]]) -> str:
    return ", ".join(name if count == 1 else renderer.say("times", count=count, name=name) for name, count in things)


def told_apart(unit: Unit) -> list[list[tuple[str, int]]]:
    """Return, for each group of models, what it carries that no row of the block says of the whole unit.

    What all models carry stands in the rows of weapons, with the number that the unit has, or with its text below them.
    """
    carried = [unit.wargear_of(group) for group in unit.models]
    common = set.intersection(*(set(things) for things in carried)) if carried else set()
    said = {each.name for part in (unit.weapons, unit.abilities) for each in part}
    said |= {thing.name for thing in unit.wargear if thing.text}
    hidden = {(name, count) for name, count in common if name in said}
    return [[each for each in things if each not in hidden] for things in carried]


def _profile(unit: Unit, group: ModelGroup) -> Profile | None:
    return next((profile for profile in unit.profiles if profile.id == group.profile), None)


def _in_table(copies: Copies, group: ModelGroup) -> bool:
    """Whether the wounds of a group are ticked off in its damage table."""
    profile = _profile(copies.unit, group)
    return profile is not None and has_boxes(copies, profile)


def _only_locations(unit: Unit, group: ModelGroup, column: str) -> bool:
    """Whether a group are vehicles without wounds: what happens to them is ticked off at their locations."""
    located = {profile for vehicle in unit.vehicles for profile in vehicle.profiles}
    return group.profile in located and not _wounds_of(unit, group, column).isdecimal()


def _wounds_of(unit: Unit, group: ModelGroup, column: str) -> str:
    profile = _profile(unit, group)
    return profile.characteristics.get(column, "") if profile else ""


def _strips(renderer: TextRenderer, army: Army, unit: Unit, group: ModelGroup, label: str, column: str) -> Iterator[Strip]:
    """Yield a strip for a group; for one model with a damage table one for each of its bands, the unhurt first."""
    profile, wounds_each = _profile(unit, group), _wounds_of(unit, group, column)
    label = renderer.drawable(label)
    if profile is None or not (wounds_each.isascii() and wounds_each.isdigit() and 0 < int(wounds_each) <= MOST_BOXES):
        return
    most = int(wounds_each)
    bands = sorted((row.wounds for row in profile.damage_table), reverse=True)
    covered = sorted(wound for least, last in bands for wound in range(least, last + 1)) if bands else []
    if group.number == 1 and covered == list(range(1, most + 1)):
        for least, last in bands:
            low, high = as_printed(army.system, (least, last), most)
            band = f"{low}–{high}" if low != high else f"{high}"
            yield Strip(f"{label} {band}".strip() if (least, last) == bands[0] else band, (1,) * (last - least + 1))
    else:
        yield strip_of(label, group.number, most)


def _without_boxes(renderer: TextRenderer, army: Army, copies: Copies, column: str) -> Iterator[Flowable]:
    """Yield a line for each group with a place to write on, where boxes would take too much room or none are known."""
    for group, label in zip(copies.unit.models, labels_of(renderer, army, copies.unit), strict=True):
        number = group.number * copies.count
        each = _wounds_of(copies.unit, group, column)
        lost = renderer.say("wounds-lost", wounds=each) if each else ""
        yield renderer.paragraph(" ".join((f"{number} × {label}", lost)).strip(), renderer.type.label)
