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
from exports.sheet.parts import measure, total
from exports.sheet.shown import Copies
from exports.sheet.summary import FLUSH, MOST_BESIDE, beside_one_another, facts, title
from exports.sheet.text_renderer import TextRenderer
from exports.sheet.unit_rules import others_named

FIELDS = ("player", "event", "table-round", "checked-by")
SHARES = (0.3, 0.3, 0.2, 0.2)
TITLE_SHARE = 0.4
"""What the title of a wide page takes of its width."""
LEAST_SHARED = 2
"""How many things all models of a unit carry where that is said once."""


def event_sheet(
    renderer: TextRenderer,
    document: RosterDocument,
    army: Army,
    copies: Sequence[Copies],
    size: tuple[float, float],
    *,
    is_wide: bool,
) -> list[Flowable]:
    """Return the event sheet for pages of a size; what units carry is printed small where it has no room on one page.

    On pages that are wide it stands beside the units' names.
    """
    width, height = size
    large = list(_event_sheet(renderer, document, army, copies, width, style.BODY, is_wide=is_wide))
    if total(measure(large, width)) <= height:
        return large
    return list(_event_sheet(renderer, document, army, copies, width, style.FINE, is_wide=is_wide))


def _event_sheet(
    renderer: TextRenderer,
    document: RosterDocument,
    army: Army,
    copies: Sequence[Copies],
    width: float,
    kind: ParagraphStyle,
    *,
    is_wide: bool,
) -> Iterator[Flowable]:
    yield from _head(renderer, document, army, width)
    yield _fields(renderer, width)
    if army.fielded:
        yield Spacer(0, style.GAP)
        said = partial(_on_one_line if is_wide else _below, renderer, army, kind)
        yield units_table(renderer, army, copies, width, said, to_tick=True, beside=is_wide)
    columns = 2 if is_wide else 1
    checks = [*_checks(renderer, width / columns), *([] if is_wide else [Spacer(0, style.GAP)])]
    yield from beside_one_another([*checks, *findings(renderer, document, army)], width, columns)
    yield from data(renderer, army, width)


def _head(renderer: TextRenderer, document: RosterDocument, army: Army, width: float) -> Iterator[Flowable]:
    """Yield the title with what holds for the army beside it, below it where that is long."""
    said = list(facts(renderer, document, army))
    room = width * (1 - TITLE_SHARE)
    if not said or total(measure(said, room)) > MOST_BESIDE:
        yield from (*title(renderer, army, style.EVENT_TITLE), *said)
        return
    cells = [[list(title(renderer, army, style.EVENT_TITLE)), said]]
    yield Cells(cells, colWidths=[width * TITLE_SHARE, room], style=FLUSH)


def _fields(renderer: TextRenderer, width: float) -> Cells:
    """Lines to write on."""
    cells = [renderer.paragraph(renderer.say(f"field.{name}"), style.SMALL) for name in FIELDS]
    lines = [("LINEBELOW", (column, 0), (column, 0), 0.5, renderer.palette.rule) for column in range(len(FIELDS))]
    room = [(f"{side}PADDING", (0, 0), (-1, -1), points) for side, points in (("TOP", 2), ("BOTTOM", 12), ("LEFT", 0))]
    return Cells([cells], colWidths=[width * share for share in SHARES], style=[*lines, *room])


def _checks(renderer: TextRenderer, width: float) -> list[Flowable]:
    """Return what a person must check, with a box for each."""
    shown = (renderer.say("check.models"), renderer.say("check.bases"), renderer.say("check.painted"))
    first, *others = map(renderer.drawable, shown)
    title = renderer.drawable(renderer.say("check.title"))
    return box_lines(renderer, [Strip(f"{title} {first}", (1,)), *(Strip(each, (1,)) for each in others)], width)


def _below(renderer: TextRenderer, army: Army, kind: ParagraphStyle, copies: Copies) -> Iterator[Flowable]:
    """Yield what is said of a unit in one paragraph; a unit without models may have none."""
    if said := " · ".join(_lines(renderer, army, copies)):
        yield renderer.paragraph(said, kind)


def _on_one_line(renderer: TextRenderer, army: Army, kind: ParagraphStyle, copies: Copies) -> Iterator[Flowable]:
    """Yield what is said of a unit in one paragraph, its role first."""
    role = copies.unit.role
    said = [*([renderer.name_of(army, "role", role)] if role else []), *_lines(renderer, army, copies)]
    yield renderer.paragraph(" · ".join(said), kind)


def _lines(renderer: TextRenderer, army: Army, copies: Copies) -> Iterator[str]:
    unit = copies.unit
    if copies.count > 1:
        each = [renderer.say("models-of", count=unit.model_count)]
        each += [f"{renderer.name_of(army, 'cost', id)} {renderer.value(value)}" for id, value in unit.costs.items()]
        yield renderer.say("each", costs=", ".join(each))
    if unit.models:
        yield _wargear(renderer, unit)
    yield from _statements(renderer, army, copies)


def _wargear(renderer: TextRenderer, unit: Unit) -> str:
    """Say what the models of a unit carry: what all of them do, then what only some do."""
    things = [unit.wargear_of(group) for group in unit.models]
    shared = [each for each in things[0] if all(each in of_group for of_group in things)] if len(things) > 1 else []
    if len(shared) < LEAST_SHARED:
        shared = []
    groups = [_group(renderer, group, [each for each in own if each not in shared], after=bool(shared))
              for group, own in zip(unit.models, things, strict=True)]  # fmt: skip
    common = [f"{renderer.say('models-of', count=unit.model_count)}: {_names(renderer, shared)}"] if shared else []
    return "; ".join([*common, *groups])


def _group(renderer: TextRenderer, group: ModelGroup, things: Sequence[tuple[str, int]], *, after: bool) -> str:
    """Say what models carry, besides what was said of all before where it stands `after` that."""
    name = renderer.say("times", count=group.number, name=group.name)
    if not things:
        return name
    return f"{name} + {_names(renderer, things)}" if after else f"{name}: {_names(renderer, things)}"


def _names(renderer: TextRenderer, things: Sequence[tuple[str, int]]) -> str:
    return ", ".join(name if count == 1 else renderer.say("times", count=count, name=name) for name, count in things)


def _statements(renderer: TextRenderer, army: Army, copies: Copies) -> Iterator[str]:
    unit = copies.unit
    subjects = {unit.id, *(group.id for group in unit.models)}
    traits = [each for each in army.declarations_of("warlord-trait") if each.subject in subjects]
    for trait in traits:
        yield f"{renderer.say('declared.warlord-trait')}: {renderer.name_of(army, 'warlord-trait', str(trait.value))}"
    if unit.psyker and unit.psyker.powers:
        yield f"{renderer.word(army.system, 'powers')}: {', '.join(power.name for power in unit.psyker.powers)}"
    if chosen := chosen_keywords(army, unit):
        yield f"{renderer.say('chosen-keywords')} {', '.join(f'{key}: {value}' for key, value in chosen)}"
    if carrier := transport_of(army, unit):
        yield f"{renderer.say('embarked')} {others_named(renderer, copies, [carrier])}"
    if unit.note:
        yield f"{renderer.say('note-title')} {unit.note}"
