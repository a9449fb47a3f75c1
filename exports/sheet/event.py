"""The event sheet: a compact list for organisers, each unit with who carries what and a box to tick, no card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reportlab.platypus import Flowable, Spacer

from exports.document import Army, RosterDocument, chosen_keywords, transport_of
from exports.sheet import style
from exports.sheet.army_table import units_table
from exports.sheet.boxes import Strip, box_lines
from exports.sheet.findings import data, findings
from exports.sheet.grid import Cells
from exports.sheet.ink import Ink
from exports.sheet.shown import Copies
from exports.sheet.summary import facts, title

FIELDS = ("player", "event", "table-round", "checked-by")
SHARES = (0.3, 0.3, 0.2, 0.2)


def event_sheet(
    ink: Ink, document: RosterDocument, army: Army, copies: Sequence[Copies], width: float
) -> Iterator[Flowable]:
    """Yield the event sheet for a page `width` wide."""
    yield from title(ink, army, style.EVENT_TITLE)
    yield _fields(ink, width)
    yield from facts(ink, army)
    if army.fielded:
        yield Spacer(0, style.GAP)
        yield units_table(ink, army, copies, width, lambda each: _wargear_of(ink, army, each), to_tick=True)
    yield from _checks(ink, width)
    yield Spacer(0, style.GAP)
    yield from findings(ink, document, army)
    yield from data(ink, army, width)


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


def _wargear_of(ink: Ink, army: Army, copies: Copies) -> Iterator[Flowable]:
    unit = copies.unit
    if copies.count > 1:
        each = [ink.say("models-of", count=unit.model_count)]
        each += [f"{ink.name_of(army, 'cost', id)} {ink.value(value)}" for id, value in unit.costs.items()]
        yield ink.paragraph(ink.say("each", costs=", ".join(each)), style.FINE)
    groups = []
    for group in unit.models:
        carried = [
            name if count == 1 else ink.say("times", count=count, name=name) for name, count in unit.wargear_of(group)
        ]
        name = ink.say("times", count=group.number, name=group.name)
        groups.append(f"{name}: {', '.join(carried)}" if carried else name)
    if groups:
        yield ink.paragraph("; ".join(groups), style.FINE)
    for line in _statements(ink, army, copies):
        yield ink.paragraph(line, style.FINE)


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
        yield f"{ink.say('embarked')} {carrier.title or carrier.name}"
    if unit.note:
        yield f"{ink.say('note-title')} {unit.note}"
