"""The event sheet: a compact list for organisers, each unit with who carries what and a box to tick, no card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, Spacer

from exports.document import Army, ModelGroup, RosterDocument, Unit, chosen_keywords, transport_of
from exports.sheet import style
from exports.sheet.army_table import units_table
from exports.sheet.boxes import Strip, box_lines
from exports.sheet.cell_table import Cells
from exports.sheet.findings import data, findings
from exports.sheet.ink import Ink
from exports.sheet.parts import measure, total
from exports.sheet.shown import Copies
from exports.sheet.summary import FLUSH, MOST_BESIDE, beside_one_another, facts, title
from exports.sheet.unit_rules import others_named

FIELDS = ("player", "event", "table-round", "checked-by")
SHARES = (0.3, 0.3, 0.2, 0.2)
TITLE_SHARE = 0.4
"""What the title of a wide page takes of its width."""
LEAST_SHARED = 2
"""How many things all models of a unit carry where that is said once."""


def event_sheet(
    ink: Ink, document: RosterDocument, army: Army, copies: Sequence[Copies], size: tuple[float, float], *, is_wide: bool
) -> list[Flowable]:
    """Return the event sheet for pages of a size; what units carry is printed small where it has no room on one page.

    On pages that are wide it stands beside the units' names.
    """
    width, height = size
    large = list(_event_sheet(ink, document, army, copies, width, style.BODY, is_wide=is_wide))
    if total(measure(large, width)) <= height:
        return large
    return list(_event_sheet(ink, document, army, copies, width, style.FINE, is_wide=is_wide))


def _event_sheet(
    ink: Ink,
    document: RosterDocument,
    army: Army,
    copies: Sequence[Copies],
    width: float,
    kind: ParagraphStyle,
    *,
    is_wide: bool,
) -> Iterator[Flowable]:
    yield from _head(ink, document, army, width)
    yield _fields(ink, width)
    if army.fielded:
        yield Spacer(0, style.GAP)
        said = partial(_on_one_line if is_wide else _below, ink, army, kind)
        yield units_table(ink, army, copies, width, said, to_tick=True, beside=is_wide)
    columns = 2 if is_wide else 1
    checks = [*_checks(ink, width / columns), *([] if is_wide else [Spacer(0, style.GAP)])]
    yield from beside_one_another([*checks, *findings(ink, document, army)], width, columns)
    yield from data(ink, army, width)


def _head(ink: Ink, document: RosterDocument, army: Army, width: float) -> Iterator[Flowable]:
    """Yield the title with what holds for the army beside it, below it where that is long."""
    said = list(facts(ink, document, army))
    room = width * (1 - TITLE_SHARE)
    if not said or total(measure(said, room)) > MOST_BESIDE:
        yield from (*title(ink, army, style.EVENT_TITLE), *said)
        return
    cells = [[list(title(ink, army, style.EVENT_TITLE)), said]]
    yield Cells(cells, colWidths=[width * TITLE_SHARE, room], style=FLUSH)


def _fields(ink: Ink, width: float) -> Cells:
    """Lines to write on."""
    cells = [ink.paragraph(ink.say(f"field.{name}"), style.SMALL) for name in FIELDS]
    lines = [("LINEBELOW", (column, 0), (column, 0), 0.5, ink.palette.rule) for column in range(len(FIELDS))]
    room = [(f"{side}PADDING", (0, 0), (-1, -1), points) for side, points in (("TOP", 2), ("BOTTOM", 12), ("LEFT", 0))]
    return Cells([cells], colWidths=[width * share for share in SHARES], style=[*lines, *room])


def _checks(ink: Ink, width: float) -> list[Flowable]:
    """Return what a person must check, with a box for each."""
    shown = (ink.say("check.models"), ink.say("check.bases"), ink.say("check.painted"))
    first, *others = map(ink.drawable, shown)
    title = ink.drawable(ink.say("check.title"))
    return box_lines(ink, [Strip(f"{title} {first}", (1,)), *(Strip(each, (1,)) for each in others)], width)


def _below(ink: Ink, army: Army, kind: ParagraphStyle, copies: Copies) -> Iterator[Flowable]:
    """Yield what is said of a unit in one paragraph; a unit without models may have none."""
    if said := " · ".join(_lines(ink, army, copies)):
        yield ink.paragraph(said, kind)


def _on_one_line(ink: Ink, army: Army, kind: ParagraphStyle, copies: Copies) -> Iterator[Flowable]:
    """Yield what is said of a unit in one paragraph, its role first."""
    role = copies.unit.role
    said = [*([ink.name_of(army, "role", role)] if role else []), *_lines(ink, army, copies)]
    yield ink.paragraph(" · ".join(said), kind)


def _lines(ink: Ink, army: Army, copies: Copies) -> Iterator[str]:
    unit = copies.unit
    if copies.count > 1:
        each = [ink.say("models-of", count=unit.model_count)]
        each += [f"{ink.name_of(army, 'cost', id)} {ink.value(value)}" for id, value in unit.costs.items()]
        yield ink.say("each", costs=", ".join(each))
    if unit.models:
        yield _wargear(ink, unit)
    yield from _statements(ink, army, copies)


def _wargear(ink: Ink, unit: Unit) -> str:
    """Say what the models of a unit carry: what all of them do, then what only some do."""
    things = [unit.wargear_of(group) for group in unit.models]
    shared = [each for each in things[0] if all(each in of_group for of_group in things)] if len(things) > 1 else []
    if len(shared) < LEAST_SHARED:
        shared = []
    groups = [_group(ink, group, [each for each in own if each not in shared], after=bool(shared))
              for group, own in zip(unit.models, things, strict=True)]  # fmt: skip
    common = [f"{ink.say('models-of', count=unit.model_count)}: {_names(ink, shared)}"] if shared else []
    return "; ".join([*common, *groups])


def _group(ink: Ink, group: ModelGroup, things: Sequence[tuple[str, int]], *, after: bool) -> str:
    """Say what models carry, besides what was said of all before where it stands `after` that."""
    name = ink.say("times", count=group.number, name=group.name)
    if not things:
        return name
    return f"{name} + {_names(ink, things)}" if after else f"{name}: {_names(ink, things)}"


def _names(ink: Ink, things: Sequence[tuple[str, int]]) -> str:
    return ", ".join(name if count == 1 else ink.say("times", count=count, name=name) for name, count in things)


def _statements(ink: Ink, army: Army, copies: Copies) -> Iterator[str]:
    unit = copies.unit
    subjects = {unit.id, *(group.id for group in unit.models)}
    traits = [each for each in army.declarations_of("warlord-trait") if each.subject in subjects]
    for trait in traits:
        yield f"{ink.say('declared.warlord-trait')}: {ink.name_of(army, 'warlord-trait', str(trait.value))}"
    if unit.psyker and unit.psyker.powers:
        yield f"{ink.word(army.system, 'powers')}: {', '.join(power.name for power in unit.psyker.powers)}"
    if chosen := chosen_keywords(army, unit):
        yield f"{ink.say('chosen-keywords')} {', '.join(f'{key}: {value}' for key, value in chosen)}"
    if carrier := transport_of(army, unit):
        yield f"{ink.say('embarked')} {others_named(ink, copies, [carrier])}"
    if unit.note:
        yield f"{ink.say('note-title')} {unit.note}"
