"""The models of a unit: how many carry what, and a tick box for each wound."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reportlab.platypus import Flowable

from exports.document import Army, ModelGroup, Profile, Unit, warlord_group
from exports.sheet import style
from exports.sheet.boxes import Strip, box_lines, strips_width
from exports.sheet.game import wounds_column
from exports.sheet.grid import NARROW, NUMBER, PAD, SQUEEZED_NUMBER, Cell, grid, heads
from exports.sheet.ink import Ink
from exports.sheet.shown import Copies

SHARES, NARROW_SHARES = (0.22, 0.4, 0.38), (0.27, 0.37, 0.36)
MOST_BOXES, MOST_LINES = 200, 16


def models_table(ink: Ink, army: Army, copies: Copies, width: float, *, head: bool = True) -> Iterator[Flowable]:
    """Yield the table, with boxes for each of the copies; a unit without models has none."""
    unit = copies.unit
    if not unit.models:
        return
    number, shares = (SQUEEZED_NUMBER, NARROW_SHARES) if width < NARROW else (NUMBER, SHARES)
    rest = [(width - number) * share for share in shares]
    names = [ink.say(code) for code in ("number", "model", "carries-wargear", "wounds")]
    rows: list[list[Cell]] = [heads(ink, names, style.HEAD)] if head else []
    leader = warlord_group(army, unit)
    column = wounds_column(army)
    for group in unit.models:
        carried = [name if count == 1 else ink.say("times", count=count, name=name) for name, count in unit.carried(group)]
        rows.append([
            ink.paragraph(str(group.number), style.CELL),
            ink.named(group.name, "", style.CELL, tags=[ink.say("warlord")] if group is leader else []),
            ink.paragraph(", ".join(carried) or "–", style.CELL),
            _boxes(ink, unit, group, column, rest[2] - 2 * PAD, copies.count),
        ])  # fmt: skip
    yield grid(ink, rows, [number, *rest], head=int(head))


def _boxes(ink: Ink, unit: Unit, group: ModelGroup, column: str, width: float, copies: int) -> list[Flowable]:
    profile = next((profile for profile in unit.profiles if profile.id == group.profile), None)
    wounds = profile.characteristics.get(column, "") if profile else ""
    if profile is None or not (wounds.isascii() and wounds.isdigit() and int(wounds)):
        return [ink.paragraph(wounds or "–", style.CELL)]
    if int(wounds) * group.number * copies > MOST_BOXES:
        return [_lost(ink, int(wounds))]
    strips = _strips(ink, profile, int(wounds), group.number)
    marks = [""] if copies == 1 else [f"{number}: " for number in range(1, copies + 1)]
    each = [_marked(strips, mark) for mark in marks]
    if strips_width(each[-1]) <= width / 2:
        lines = box_lines([strip for copy in each for strip in copy], width)
    else:
        lines = [line for copy in each for line in box_lines(copy, width)]  # a copy that is broken begins a line
    return lines if len(lines) <= MOST_LINES else [_lost(ink, int(wounds))]


def _lost(ink: Ink, wounds: int) -> Flowable:
    """A place to write on where boxes would take too much room."""
    return ink.paragraph(ink.say("wounds-lost", wounds=wounds), style.CELL)


def _marked(strips: Sequence[Strip], mark: str) -> list[Strip]:
    """The strips of one of several copies: the first says which."""
    return [strips[0]._replace(label=mark + strips[0].label), *strips[1:]]


def _strips(ink: Ink, profile: Profile, wounds: int, models: int) -> list[Strip]:
    """A strip for each model; for one model with a damage table one for each of its bands, the unhurt first."""
    bands = sorted((row.wounds for row in profile.damage_table), reverse=True)
    covered = (
        sorted(wound for least, most in bands for wound in range(least, most + 1)) if bands and wounds <= MOST_BOXES else []
    )
    if models == 1 and covered == list(range(1, wounds + 1)):
        return [
            Strip(ink.drawn(f"{least}–{most}" if least != most else f"{most}"), most - least + 1) for least, most in bands
        ]
    return [Strip("", wounds)] * models
