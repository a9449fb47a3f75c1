"""The numbers of the army in a row of boxes, and the table of its units."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from reportlab.platypus import Flowable, Table, TableStyle

from exports.document import Army, Unit, force_title, is_reserve, leader_group
from exports.sheet import style
from exports.sheet.badge import Badge
from exports.sheet.boxes import TickBox
from exports.sheet.cell_table import Cells
from exports.sheet.declared import agreed_name
from exports.sheet.grid import Cell, grid, heads, longest_word, width_of
from exports.sheet.ink import Ink
from exports.sheet.parts import measure, total
from exports.sheet.shown import Copies

MOST_FIGURES = 8
WIDEST = 74.0
MOST_COSTS = 4
NUMBER, AMOUNT, MARK = 26.0, 52.0, 12.0
SMALL = 120.0
"""Of what is lower than so many points, nothing goes over to the next page."""
BESIDE_AMOUNT, BESIDE_NAME = 32.0, 0.22
"""Where details stand beside the names: how wide amounts are at least, and names at most, as a share of the width."""
MOST_INDEX_COSTS = 3
INDEX_NUMBER, INDEX_AMOUNT, BADGE = 36.0, 27.0, 8.6
NAME_SHARE, NO_ROLES = 0.66, 0.97
Detail = Callable[[Copies], Iterable[Flowable]]


def figures(ink: Ink, army: Army, width: float) -> Table:
    """Return the boxes: costs, units, models, agreed numbers and limits."""
    shown = islice(_figures(ink, army), MOST_FIGURES)
    cells = [[ink.paragraph(number, style.FIGURE), ink.paragraph(label, style.FIGURE_LABEL)] for number, label in shown]
    frame = TableStyle([
        ("LINEABOVE", (0, 0), (-1, 0), 1.2, style.INK),
        ("LINEBELOW", (0, -1), (-1, -1), 0.9, style.INK),
        ("LINEAFTER", (0, 0), (-2, -1), 0.5, style.HAIR),
        ("LEFTPADDING", (0, 0), (0, -1), 0),
        ("TOPPADDING", (0, 0), (-1, -1), 3),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 4),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
    ])  # fmt: skip
    return Cells([cells], colWidths=[width / len(cells)] * len(cells), style=frame, splitInRow=1)


def _figures(ink: Ink, army: Army) -> Iterator[tuple[str, str]]:
    for id in _costs(army):
        yield ink.value(army.costs[id]), ink.total_name(army, id)
    yield str(len(army.fielded)), ink.say("units")
    yield str(army.model_count), ink.say("models")
    if kept := sum(unit.model_count for unit in army.fielded if is_reserve(army, unit)):
        yield str(army.model_count - kept), ink.say("models-set-up")
    for key, value in army.agreed.items():
        if type(value) in (int, float):
            yield ink.value(value), agreed_name(ink, army, key)
    for id, value in army.limits.items():
        yield ink.value(value), ink.say("limit", cost=ink.name_of(army, "cost", id))


def units_table(
    ink: Ink,
    army: Army,
    copies: Sequence[Copies],
    width: float,
    detail: Detail | None = None,
    *,
    to_tick: bool = False,
    beside: bool = False,
) -> Table:
    """Return the table of the units, by force where there are several, with the army's totals.

    Each has the number of its card. `detail` makes what stands below a unit's row, as wide as all of it, or `beside` its
    name, in the place of the role. With `to_tick` each has boxes at the end of its row, one for each unit. Of a cost that no
    unit has, only the total is said.
    """
    costs = _unit_costs(army, copies)
    labels = [ink.say("models"), *(ink.name_of(army, "cost", id) for id in costs), *([ink.say("seen")] if to_tick else [])]
    has_roles = any(unit.role for unit in army.fielded)
    names = [ink.say("number"), ink.say("unit"), ink.say("role") if has_roles else ""]
    rows: list[list[Cell]] = [[*heads(ink, names, style.HEAD), *heads(ink, labels, style.HEAD_RIGHT)]]
    forces, details = list[int](), dict[int, list[Flowable]]()
    for force in army.forces:
        own = [each for each in copies if each.unit.force == force.id]
        if len(army.forces) > 1 and own:
            forces.append(len(rows))
            rows.append([[], ink.titled_paragraph(force_title(army, force), "", style.CELL), [], *([] for _ in labels)])
        for each in own:
            rows.append([*_unit(ink, army, each, costs), *([TickBox(ink, each.count, at_end=True)] if to_tick else [])])
            if detail and beside:
                rows[-1][2] = list(detail(each))
            elif detail and (below := list(detail(each))):
                details[len(rows)] = below
                rows.append([[], below, [], *([] for _ in labels)])
    totals = (str(army.model_count), *(ink.value(army.costs[id]) for id in costs), *([""] if to_tick else []))
    others = [f"{ink.value(army.costs[id])} {ink.total_name(army, id)}" for id in _costs(army) if id not in costs]
    name = ink.titled_paragraph(ink.say("total"), ", ".join(others), style.CELL)
    count = ink.titled_paragraph(str(len(army.fielded)), "", style.CELL)
    rows.append([count, name, [], *_amounts(ink, totals, bold=True)])
    amounts = [max(BESIDE_AMOUNT if beside else AMOUNT, longest_word(ink, [label], WIDEST)) for label in labels]
    rest = width - NUMBER - sum(amounts)
    share = NAME_SHARE if has_roles else NO_ROLES
    if beside:
        share = min(_widest_name(ink, copies), width * BESIDE_NAME) / rest
    widths = [NUMBER, rest * share, rest * (1 - share), *amounts]
    whole = [(force, force + 1) for force in forces] + [(len(rows) - 2, len(rows) - 1)]
    whole += [(row - 1, row) for row, below in details.items() if total(measure(below, width)) < SMALL]
    close = [("BOTTOMPADDING", (0, row - 1), (-1, row - 1), 0) for row in details]
    close += [("TOPPADDING", (0, row), (-1, row), 0) for row in details]
    spans = [*forces, *details]
    return grid(ink, rows, widths, spans=spans, joined=tuple(details), whole=whole, headings=2, more=close)


def _widest_name(ink: Ink, copies: Sequence[Copies]) -> float:
    """Return how wide the names of units are on one line, with a mark behind them."""
    names = (f"{unit_name(ink, each)} {each.unit.title}" for each in copies)
    return max(width_of(ink, name, style.CELL_BOLD) for name in names) + MARK


def _unit(ink: Ink, army: Army, copies: Copies, costs: list[str]) -> list[Cell]:
    unit = copies.unit
    name = ink.name_paragraph(unit_name(ink, copies), unit.title, style.CELL_BOLD, tags=unit_tags(ink, army, unit))
    role = ink.name_of(army, "role", unit.role) if unit.role else "–" if any(each.role for each in army.fielded) else ""
    amounts = (str(copies.model_count), *(ink.value(copies.costs[id]) if id in unit.costs else "–" for id in costs))
    number = ink.paragraph(str(copies.number), style.CELL)
    return [number, name, ink.paragraph(role, style.CELL), *_amounts(ink, amounts)]


def index_table(
    ink: Ink, army: Army, copies: Sequence[Copies], width: float, pages: Mapping[int, int], detail: Detail | None = None
) -> Table:
    """Return the index: each card with its number, models, costs and the page on which it stands."""
    costs = _index_costs(ink, army, copies, width)
    labels = _index_labels(ink, army, costs)
    rows: list[list[Cell]] = [
        [*heads(ink, [ink.say("number"), ink.say("unit")], style.HEAD), *heads(ink, labels, style.HEAD_RIGHT)]
    ]
    forces = []
    for force in army.forces:
        own = [each for each in copies if each.unit.force == force.id]
        if len(army.forces) > 1 and own:
            forces.append(len(rows))
            rows.append([[], ink.titled_paragraph(force_title(army, force), "", style.CELL), *([] for _ in labels)])
        rows += [_index_row(ink, army, each, costs, pages, detail) for each in own]
    totals = (str(army.model_count), *(ink.value(army.costs[id]) for id in costs), "")
    rows.append([
        ink.titled_paragraph(str(len(army.fielded)), "", style.CELL),
        ink.titled_paragraph(ink.say("total"), "", style.CELL),
        *_amounts(ink, totals, bold=True),
    ])  # fmt: skip
    amounts = _index_amounts(ink, labels)
    whole = [(force, force + 1) for force in forces] + [(len(rows) - 2, len(rows) - 1)]
    return grid(ink, rows, [INDEX_NUMBER, width - INDEX_NUMBER - sum(amounts), *amounts], spans=forces, whole=whole)


def _index_costs(ink: Ink, army: Army, copies: Sequence[Copies], width: float) -> list[str]:
    """Return the costs that the index tells: where a word of a name would break, not those that the fewest units have."""
    costs = _unit_costs(army, copies)[:MOST_INDEX_COSTS]
    name = INDEX_NUMBER + longest_word(ink, [unit_name(ink, each) for each in copies], width, style.INDEX_NAME)
    while len(costs) > 1 and name + sum(_index_amounts(ink, _index_labels(ink, army, costs))) > width:
        costs.remove(min(costs, key=lambda id: sum(bool(each.unit.costs.get(id)) for each in copies)))
    return costs


def _index_labels(ink: Ink, army: Army, costs: Sequence[str]) -> list[str]:
    return [ink.say("models"), *(ink.name_of(army, "cost", id) for id in costs), ink.say("page-head")]


def _index_amounts(ink: Ink, labels: Sequence[str]) -> list[float]:
    return [max(INDEX_AMOUNT, longest_word(ink, [label], WIDEST)) for label in labels]


def _index_row(
    ink: Ink, army: Army, copies: Copies, costs: list[str], pages: Mapping[int, int], detail: Detail | None
) -> list[Cell]:
    unit = copies.unit
    name = ink.name_paragraph(unit_name(ink, copies), unit.title, style.INDEX_NAME, tags=unit_tags(ink, army, unit))
    amounts = [str(copies.model_count), *(ink.value(copies.costs[id]) if id in unit.costs else "–" for id in costs)]
    page = ink.piece(str(pages[copies.number]), link=f"unit-{copies.number}")
    badge = Badge(ink, str(copies.number), unit.role or "", size=BADGE)
    below = [name, *(detail(copies) if detail else ())]
    return [badge, below, *_amounts(ink, amounts), ink.pieces([page], style.CELL_RIGHT)]


def unit_name(ink: Ink, copies: Copies) -> str:
    """Return the name of units with their number where there are several."""
    return copies.unit.name if copies.count == 1 else ink.say("copies", count=copies.count, name=copies.unit.name)


def unit_tags(ink: Ink, army: Army, unit: Unit) -> list[str]:
    """Return the marks that a unit carries wherever it is named: understrength, in reserve, Warlord or general."""
    tags = [ink.say("understrength")] if unit.understrength else []
    tags += [ink.say("reserve")] if is_reserve(army, unit) else []
    return [*tags, ink.word(army.system, "leader")] if leader_group(army, unit) else tags


def _amounts(ink: Ink, amounts: Iterable[str], *, bold: bool = False) -> list[Cell]:
    return [ink.paragraph(amount, style.CELL_RIGHT_BOLD if bold else style.CELL_RIGHT) for amount in amounts]


def _costs(army: Army) -> list[str]:
    return list(army.costs)[:MOST_COSTS]


def _unit_costs(army: Army, copies: Sequence[Copies]) -> list[str]:
    """Return the costs that a unit has."""
    return [id for id in _costs(army) if any(each.unit.costs.get(id) for each in copies)]
