"""The models of a unit: how many carry what, and a tick box for each wound."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from reportlab.platypus import Flowable

from exports.document import Army, ModelGroup, Profile, Unit, leader_group
from exports.document.damage import as_printed
from exports.sheet import style
from exports.sheet.boxes import Strip, box_lines, strips_fit, strips_width
from exports.sheet.damage_table import has_boxes
from exports.sheet.game import wounds_column
from exports.sheet.grid import NARROW, NUMBER, SQUEEZED_NUMBER, Cell, grid, heads, longest_word, pad_of
from exports.sheet.ink import Ink
from exports.sheet.shown import Copies

SHARES, NARROW_SHARES = (0.22, 0.4, 0.38), (0.27, 0.37, 0.36)
MOST_SHARE, LEAST_BOXES = 0.45, 0.12
"""How much of the width a long word may have, and how much the boxes have at least."""
MOST_BOXES, MOST_LINES = 200, 16


def models_table(ink: Ink, army: Army, copies: Copies, width: float, *, head: bool = True) -> Iterator[Flowable]:
    """Yield the table, with boxes for each of the copies; a unit without models has none."""
    unit = copies.unit
    if not unit.models:
        return
    number = SQUEEZED_NUMBER if width < NARROW else NUMBER
    labels = [ink.word(army.system, code) for code in ("model", "carries-wargear", "wounds")]
    carried = [
        ", ".join(name if count == 1 else ink.say("times", count=count, name=name) for name, count in things)
        for things in told_apart(unit)
    ]
    labels[1] = labels[1] if any(carried) else ""
    names, pad = [group.name for group in unit.models], pad_of(width)
    rest = _widths(ink, width - number, zip(labels, (names, carried, []), strict=True), pad)
    rows: list[list[Cell]] = [heads(ink, [ink.say("number"), *labels], style.HEAD)] if head else []
    spans: list[int] = []
    leader, column = leader_group(army, unit), wounds_column(army)
    for group, things in zip(unit.models, carried, strict=True):
        tags = [ink.word(army.system, "leader")] if group is leader else []
        boxes, below = _boxes(ink, army, copies, group, column, (rest[2] - 2 * pad, width - number - 2 * pad))
        rows.append([
            ink.paragraph(str(group.number), style.CELL),
            ink.name_paragraph(group.name, "", style.CELL, tags=tags),
            ink.paragraph(things, style.CELL),
            [] if below else boxes,
        ])  # fmt: skip
        if below:
            spans.append(len(rows))
            rows.append([[], boxes, [], []])
    whole = [(row - 1, row) for row in spans]
    yield grid(ink, rows, [number, *rest], head=int(head), spans=spans, joined=spans, whole=whole)


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


def _widths(ink: Ink, width: float, columns: Iterable[tuple[str, Sequence[str]]], pad: float) -> list[float]:
    """Return widths in their usual shares, except that the first two break no word; the last one pays."""
    shares = [width * share for share in (NARROW_SHARES if width < NARROW else SHARES)]
    names, things, _ = (longest_word(ink, (head, *texts), width * MOST_SHARE, pad) for head, texts in columns)
    made = [max(shares[0], names), max(shares[1], things)] if things > 2 * pad + 1 else [max(shares[0], names), 2 * pad + 1]
    if (over := sum(made) - width * (1 - LEAST_BOXES)) > 0:
        made[1] = max(things, made[1] - over)
    return [*made, width - sum(made)]


def _boxes(
    ink: Ink, army: Army, each: Copies, group: ModelGroup, column: str, widths: tuple[float, float]
) -> tuple[list[Flowable], bool]:
    """Return the boxes, and whether they stand below, in the second of the widths, which a strip may need to be whole.

    Where the damage table has the boxes, only the number stands here.
    """
    copies = each.count
    profile = next((profile for profile in each.unit.profiles if profile.id == group.profile), None)
    wounds = profile.characteristics.get(column, "") if profile else ""
    if profile is None or not (wounds.isascii() and wounds.isdigit() and int(wounds)) or has_boxes(each, profile):
        return [ink.paragraph(wounds or "–", style.CELL)], False
    if int(wounds) * group.number * copies > MOST_BOXES:
        return [_wounds_lost(ink, int(wounds))], False
    strips = _strips(ink, army, profile, int(wounds), group.number)
    marks = [""] if copies == 1 else [f"{number}: " for number in range(1, copies + 1)]
    marked = [_mark_copy(strips, mark) for mark in marks]
    below = not strips_fit(chain.from_iterable(marked), widths[0])
    width = widths[1] if below else widths[0]
    if strips_width(marked[-1]) <= width / 2:
        lines = box_lines(chain.from_iterable(marked), width)
    else:
        lines = [line for copy in marked for line in box_lines(copy, width)]  # a copy that is broken begins a line
    return (lines, below) if len(lines) <= MOST_LINES else ([_wounds_lost(ink, int(wounds))], False)


def _wounds_lost(ink: Ink, wounds: int) -> Flowable:
    """A place to write on where boxes would take too much room."""
    return ink.paragraph(ink.say("wounds-lost", wounds=wounds), style.CELL)


def _mark_copy(strips: Sequence[Strip], mark: str) -> list[Strip]:
    """The strips of one of several copies: the first says which."""
    return [strips[0]._replace(label=mark + strips[0].label), *strips[1:]]


def _strips(ink: Ink, army: Army, profile: Profile, wounds: int, models: int) -> list[Strip]:
    """A strip for each model; for one model with a damage table one for each of its bands, the unhurt first."""
    bands = sorted((row.wounds for row in profile.damage_table), reverse=True)
    covered = (
        sorted(wound for least, most in bands for wound in range(least, most + 1)) if bands and wounds <= MOST_BOXES else []
    )
    if models == 1 and covered == list(range(1, wounds + 1)):
        named = [(as_printed(army.system, (least, most), wounds), most - least + 1) for least, most in bands]
        return [Strip(ink.drawable(f"{low}–{high}" if low != high else f"{high}"), boxes) for (low, high), boxes in named]
    return [Strip("", wounds)] * models
