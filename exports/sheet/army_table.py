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
from exports.sheet.parts import measure, total
from exports.sheet.shown import Copies
from exports.sheet.text_renderer import TextRenderer

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


def figures(renderer: TextRenderer, army: Army, width: float) -> Table:
    """Return the boxes: costs, units, models, agreed numbers and limits."""
    shown = islice(_figures(renderer, army), MOST_FIGURES)
    cells = [
        [renderer.paragraph(number, style.FIGURE), renderer.paragraph(label, style.FIGURE_LABEL)] for number, label in shown
    ]
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


def _figures(renderer: TextRenderer, army: Army) -> Iterator[tuple[str, str]]:
    for id in _costs(army):
        yield renderer.value(army.costs[id]), renderer.total_name(army, id)
    yield str(len(army.fielded)), renderer.say("units")
    yield str(army.model_count), renderer.say("models")
    if kept := sum(unit.model_count for unit in army.fielded if is_reserve(army, unit)):
        yield str(army.model_count - kept), renderer.say("models-set-up")
    for key, value in army.agreed.items():
        if type(value) in (int, float):
            yield renderer.value(value), agreed_name(renderer, army, key)
    for id, value in army.limits.items():
        yield renderer.value(value), renderer.say("limit", cost=renderer.name_of(army, "cost", id))


def units_table(
    renderer: TextRenderer,
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
    labels = [
        renderer.say("models"),
        *(renderer.name_of(army, "cost", id) for id in costs),
        *([renderer.say("seen")] if to_tick else []),
    ]
    has_roles = any(unit.role for unit in army.fielded)
    names = [renderer.say("number"), renderer.say("unit"), renderer.say("role") if has_roles else ""]
    rows: list[list[Cell]] = [[*heads(renderer, names, style.HEAD), *heads(renderer, labels, style.HEAD_RIGHT)]]
    forces, details = list[int](), dict[int, list[Flowable]]()
    for force in army.forces:
        own = [each for each in copies if each.unit.force == force.id]
        if len(army.forces) > 1 and own:
            forces.append(len(rows))
            rows.append([[], renderer.titled_paragraph(force_title(army, force), "", style.CELL), [], *([] for _ in labels)])
        for each in own:
            rows.append(
                [*_unit(renderer, army, each, costs), *([TickBox(renderer, each.count, at_end=True)] if to_tick else [])]
            )
            if detail and beside:
                rows[-1][2] = list(detail(each))
            elif detail and (below := list(detail(each))):
                details[len(rows)] = below
                rows.append([[], below, [], *([] for _ in labels)])
    totals = (str(army.model_count), *(renderer.value(army.costs[id]) for id in costs), *([""] if to_tick else []))
    others = [f"{renderer.value(army.costs[id])} {renderer.total_name(army, id)}" for id in _costs(army) if id not in costs]
    name = renderer.titled_paragraph(renderer.say("total"), ", ".join(others), style.CELL)
    count = renderer.titled_paragraph(str(len(army.fielded)), "", style.CELL)
    rows.append([count, name, [], *_amounts(renderer, totals, bold=True)])
    amounts = [max(BESIDE_AMOUNT if beside else AMOUNT, longest_word(renderer, [label], WIDEST)) for label in labels]
    rest = width - NUMBER - sum(amounts)
    share = NAME_SHARE if has_roles else NO_ROLES
    if beside:
        share = min(_widest_name(renderer, copies), width * BESIDE_NAME) / rest
    widths = [NUMBER, rest * share, rest * (1 - share), *amounts]
    whole = [(force, force + 1) for force in forces] + [(len(rows) - 2, len(rows) - 1)]
    whole += [(row - 1, row) for row, below in details.items() if total(measure(below, width)) < SMALL]
    close = [("BOTTOMPADDING", (0, row - 1), (-1, row - 1), 0) for row in details]
    close += [("TOPPADDING", (0, row), (-1, row), 0) for row in details]
    spans = [*forces, *details]
    return grid(renderer, rows, widths, spans=spans, joined=tuple(details), whole=whole, headings=2, more=close)


def _widest_name(renderer: TextRenderer, copies: Sequence[Copies]) -> float:
    """Return how wide the names of units are on one line, with a mark behind them."""
    names = (f"{unit_name(renderer, each)} {each.unit.title}" for each in copies)
    return max(width_of(renderer, name, style.CELL_BOLD) for name in names) + MARK


def _unit(renderer: TextRenderer, army: Army, copies: Copies, costs: list[str]) -> list[Cell]:
    unit = copies.unit
    name = renderer.name_paragraph(
        unit_name(renderer, copies), unit.title, style.CELL_BOLD, tags=unit_tags(renderer, army, unit)
    )
    role = renderer.name_of(army, "role", unit.role) if unit.role else "–" if any(each.role for each in army.fielded) else ""
    amounts = (str(copies.model_count), *(renderer.value(copies.costs[id]) if id in unit.costs else "–" for id in costs))
    number = renderer.paragraph(str(copies.number), style.CELL)
    return [number, name, renderer.paragraph(role, style.CELL), *_amounts(renderer, amounts)]


def index_table(
    renderer: TextRenderer,
    army: Army,
    copies: Sequence[Copies],
    width: float,
    pages: Mapping[int, int],
    detail: Detail | None = None,
) -> Table:
    """Return the index: each card with its number, models, costs and the page on which it stands."""
    costs = _index_costs(renderer, army, copies, width)
    labels = _index_labels(renderer, army, costs)
    rows: list[list[Cell]] = [
        [
            *heads(renderer, [renderer.say("number"), renderer.say("unit")], style.HEAD),
            *heads(renderer, labels, style.HEAD_RIGHT),
        ]
    ]
    forces = []
    for force in army.forces:
        own = [each for each in copies if each.unit.force == force.id]
        if len(army.forces) > 1 and own:
            forces.append(len(rows))
            rows.append([[], renderer.titled_paragraph(force_title(army, force), "", style.CELL), *([] for _ in labels)])
        rows += [_index_row(renderer, army, each, costs, pages, detail) for each in own]
    totals = (str(army.model_count), *(renderer.value(army.costs[id]) for id in costs), "")
    rows.append([
        renderer.titled_paragraph(str(len(army.fielded)), "", style.CELL),
        renderer.titled_paragraph(renderer.say("total"), "", style.CELL),
        *_amounts(renderer, totals, bold=True),
    ])  # fmt: skip
    amounts = _index_amounts(renderer, labels)
    whole = [(force, force + 1) for force in forces] + [(len(rows) - 2, len(rows) - 1)]
    return grid(renderer, rows, [INDEX_NUMBER, width - INDEX_NUMBER - sum(amounts), *amounts], spans=forces, whole=whole)


def _index_costs(renderer: TextRenderer, army: Army, copies: Sequence[Copies], width: float) -> list[str]:
    """Return the costs that the index tells: where a word of a name would break, not those that the fewest units have."""
    costs = _unit_costs(army, copies)[:MOST_INDEX_COSTS]
    name = INDEX_NUMBER + longest_word(renderer, [unit_name(renderer, each) for each in copies], width, style.INDEX_NAME)
    while len(costs) > 1 and name + sum(_index_amounts(renderer, _index_labels(renderer, army, costs))) > width:
        costs.remove(min(costs, key=lambda id: sum(bool(each.unit.costs.get(id)) for each in copies)))
    return costs


def _index_labels(renderer: TextRenderer, army: Army, costs: Sequence[str]) -> list[str]:
    return [renderer.say("models"), *(renderer.name_of(army, "cost", id) for id in costs), renderer.say("page-head")]


def _index_amounts(renderer: TextRenderer, labels: Sequence[str]) -> list[float]:
    return [max(INDEX_AMOUNT, longest_word(renderer, [label], WIDEST)) for label in labels]


def _index_row(
    renderer: TextRenderer, army: Army, copies: Copies, costs: list[str], pages: Mapping[int, int], detail: Detail | None
) -> list[Cell]:
    unit = copies.unit
    name = renderer.name_paragraph(
        unit_name(renderer, copies), unit.title, style.INDEX_NAME, tags=unit_tags(renderer, army, unit)
    )
    amounts = [str(copies.model_count), *(renderer.value(copies.costs[id]) if id in unit.costs else "–" for id in costs)]
    page = renderer.piece(str(pages[copies.number]), link=f"unit-{copies.number}")
    badge = Badge(renderer, str(copies.number), unit.role or "", size=BADGE)
    below = [name, *(detail(copies) if detail else ())]
    return [badge, below, *_amounts(renderer, amounts), renderer.pieces([page], style.CELL_RIGHT)]


def unit_name(renderer: TextRenderer, copies: Copies) -> str:
    """Return the name of units with their number where there are several."""
    return copies.unit.name if copies.count == 1 else renderer.say("copies", count=copies.count, name=copies.unit.name)


def unit_tags(renderer: TextRenderer, army: Army, unit: Unit) -> list[str]:
    """Return the marks that a unit carries wherever it is named: understrength, in reserve, Warlord or general."""
    tags = [renderer.say("understrength")] if unit.understrength else []
    tags += [renderer.say("reserve")] if is_reserve(army, unit) else []
    return [*tags, renderer.word(army.system, "leader")] if leader_group(army, unit) else tags


def _amounts(renderer: TextRenderer, amounts: Iterable[str], *, bold: bool = False) -> list[Cell]:
    return [renderer.paragraph(amount, style.CELL_RIGHT_BOLD if bold else style.CELL_RIGHT) for amount in amounts]


def _costs(army: Army) -> list[str]:
    return list(army.costs)[:MOST_COSTS]


def _unit_costs(army: Army, copies: Sequence[Copies]) -> list[str]:
    """Return the costs that a unit has."""
    return [id for id in _costs(army) if any(each.unit.costs.get(id) for each in copies)]
