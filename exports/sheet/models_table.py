"""The models of a unit: how many carry what, and a tick box for each wound."""

from __future__ import annotations

from collections.abc import Iterator

from reportlab.platypus import Flowable

from exports.document import Army, ModelGroup, Profile, Unit, warlord_group
from exports.sheet import style
from exports.sheet.boxes import Strip, box_lines
from exports.sheet.game import wounds_column
from exports.sheet.grid import PAD, Cell, grid, heads
from exports.sheet.ink import Ink

NUMBER = 26.0
SHARES = (0.22, 0.4, 0.38)
MOST_BOXES = 200


def models_table(ink: Ink, army: Army, unit: Unit, width: float) -> Iterator[Flowable]:
    """Yield the table; a unit without models has none."""
    if not unit.models:
        return
    rest = [(width - NUMBER) * share for share in SHARES]
    rows: list[list[Cell]] = [
        heads(ink, [ink.say(code) for code in ("number", "model", "carries-wargear", "wounds")], style.HEAD)
    ]
    leader = warlord_group(army, unit)
    column = wounds_column(army)
    for group in unit.models:
        carried = [name if count == 1 else ink.say("times", count=count, name=name) for name, count in unit.carried(group)]
        rows.append([
            ink.paragraph(str(group.number), style.CELL),
            ink.named(group.name, "", style.CELL, tags=[ink.say("warlord")] if group is leader else []),
            ink.paragraph(", ".join(carried) or "–", style.CELL),
            _boxes(ink, unit, group, column, rest[2] - 2 * PAD),
        ])  # fmt: skip
    yield grid(rows, [NUMBER, *rest])


def _boxes(ink: Ink, unit: Unit, group: ModelGroup, column: str, width: float) -> list[Flowable]:
    profile = next((profile for profile in unit.profiles if profile.id == group.profile), None)
    wounds = profile.characteristics.get(column, "") if profile else ""
    if profile is None or not (wounds.isascii() and wounds.isdigit() and int(wounds)):
        return [ink.paragraph(wounds or "–", style.CELL)]
    if int(wounds) * group.number > MOST_BOXES:
        return [ink.paragraph(ink.say("wounds-lost", wounds=int(wounds)), style.CELL)]
    return box_lines(_strips(ink, profile, int(wounds), group.number), width)


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
