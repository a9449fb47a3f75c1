"""The full roster: a front page, the units' blocks in columns, the rules, the findings.

Type has three sizes, units and rules may begin below the front page, and rules below the units of any page. Of these
ways the first counts that takes the fewest pages, then the one that leaves no page but the last emptier than `ENOUGH`,
then the one in which the front page has no unit before its turn. Only where each leaves such a page may units stand before
others far from them in the army's order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import partial
from math import inf

from reportlab.platypus import Flowable, NextPageTemplate, PageBreak

from exports.document import Army
from exports.sheet.appendix import appendix, appendix_again, entries_of
from exports.sheet.block import Block, Place, WideBlock, balance
from exports.sheet.column_pages import (
    GAP,
    ColumnPage,
    Columns,
    OpenedPage,
    UnitBlocks,
    fit_units,
    places_of,
    room_of,
    unit_pages,
)
from exports.sheet.detail import WHOLE
from exports.sheet.findings import findings_again, findings_page
from exports.sheet.front import Begun, Front
from exports.sheet.heading import heading
from exports.sheet.packing import ENOUGH, FURTHER, LOOKS, Look, pack
from exports.sheet.parts import measure, total
from exports.sheet.rule_columns import LEAST_FOR_RULES, starts_for, with_rules
from exports.sheet.rules import RuleBook
from exports.sheet.setup import Appendix
from exports.sheet.shown import Copies
from exports.sheet.statline import statlines
from exports.sheet.style import GUTTER
from exports.sheet.text_renderer import TextRenderer
from exports.sheet.typography import FULL, STEPS, WIDE, scale
from exports.sheet.unit_card import CardFaces
from exports.sheet.work import Work

USUAL, LARGER, SMALLER = STEPS
LOOSE, SAVED, LITTLE = 0.78, 0.9, 0.3
"""How little of the pages is filled where larger type is tried, what smaller type saves of it, how little of the last one
is filled where that may save it."""
MOST_STEPPED = 30
"""Of more units other sizes of type are not tried, it takes long."""


def full_roster(work: Work) -> list[Flowable]:
    """Return the pages of the full roster."""
    front = Front(work.renderer, work.document, work.army, work.copies, work.sheet.columns, work.sheet.first, work.setup)
    best = _best(work, front)
    found = (
        findings_page(work.renderer, work.document, work.army, best.begun.way.findings) if work.setup.has_findings else []
    )
    opened, *pages = _with_findings(best.pages, found, work.sheet.columns, partial(findings_again, work.renderer))
    fronts = front.finish(best.begun, places_of([opened, *pages]), opened)
    return [fronts[0], *each_on_a_page([*fronts[1:], *pages])]


def _with_findings(
    pages: Sequence[ColumnPage], found: Sequence[Flowable], columns: Columns, again: Callable[[], Flowable]
) -> list[ColumnPage]:
    """Return the pages and a page of findings.

    They begin on the last page where it is emptier than `ENOUGH`, or has room for all in its last column.
    """
    parts, last = measure(found, columns.width), pages[-1]
    fits = max(total(parts), LEAST_FOR_RULES) + GAP <= last.height_left(columns.number - 1)
    kept = pages[:-1] if fits or last.fill < ENOUGH else pages
    return [*kept, *with_rules(pages[len(kept) :], parts, columns, page_again=again)]


def each_on_a_page(pages: Iterable[Flowable], template: str = "later") -> Iterator[Flowable]:
    """Yield pages, each after a break."""
    for page in pages:
        yield from (NextPageTemplate(template), PageBreak(), page)


class Below(Enum):
    """Which units stand below the front page: none, the first in their order, or those that fill it best."""

    NOTHING = auto()
    FIRST = auto()
    BEST_FIT = auto()


@dataclass(frozen=True, order=True)
class Arrangement:
    """Pages of units and rules, the first of them opened by the front page. The least `cost` is best.

    `pages_of_units` is the number of those before rules have pages of their own, `step` that of the sizes of type.
    """

    cost: tuple[float, ...]
    begun: Begun = field(compare=False)
    pages: Sequence[ColumnPage] = field(compare=False)
    pages_of_units: int = field(compare=False)
    step: float = field(compare=False)

    @property
    def is_good(self) -> bool:
        """Whether no page but the last is emptier than `ENOUGH`, and the front page has no unit before its turn."""
        return self.is_filled and not self.cost[2]

    @property
    def is_filled(self) -> bool:
        """Whether no page but the last is emptier than `ENOUGH`."""
        return self.cost[1] == 0


def _best(work: Work, front: Front) -> Arrangement:
    usual = _Units(work, USUAL)
    best = min(usual.arrangements(front.begin()))
    if work.copies and best.pages[0].fill < ENOUGH:
        best = min(best, *usual.arrangements(front.begin(usual.lowest)))
    if work.copies and len(work.copies) <= MOST_STEPPED:
        best = _best_step(work, usual, best)
    if best.is_filled or not work.copies:
        return best
    beginnings = (best.begun, front.begin(usual.lowest))
    return min(best, *(way for begun in beginnings for way in usual.arrangements(begun, FURTHER)))


def _best_step(work: Work, usual: _Units, best: Arrangement) -> Arrangement:
    """Return the best of an arrangement and those of other sizes of type."""
    for step in _steps_worth_trying(usual, best):
        best = min(best, *_Units(work, step).arrangements(best.begun))
    has_pages_of_rules = len(best.pages) > best.pages_of_units
    if work.setup.appendix == "shared" and (has_pages_of_rules or not best.is_good):
        best = min(best, *_Units(work, best.step, "none").arrangements(best.begun))
    return best


def _steps_worth_trying(usual: _Units, best: Arrangement) -> Iterator[float]:
    """Yield the steps that may be larger on as many pages, take fewer, or fill them better."""
    fills = [page.fill for page in best.pages[1 : best.pages_of_units]]
    if not best.is_good or sum(fills) < LOOSE * len(fills):
        yield LARGER
    ends_with_little = len(best.pages) > 1 and best.pages[-1].fill < LITTLE
    if not best.is_good or ends_with_little or usual.pages_if_scaled(SAVED) < best.pages_of_units - 1:
        yield SMALLER


class _Units:
    """The blocks of units and the rules behind them, in one step of the sizes of type."""

    def __init__(self, work: Work, step: float, mode: Appendix | None = None) -> None:
        self.work, self.step, self.columns = work, step, work.sheet.columns
        self.book = RuleBook(work.copies, mode or work.setup.appendix)
        self.renderer, self.wide_ink = (work.renderer.resize(scale(sizes, step)) for sizes in (FULL, WIDE))
        units = [
            UnitBlocks(each.unit.role or "", partial(self._block, each), partial(self._wide, each)) for each in work.copies
        ]
        self.fitted = fit_units(units, self.columns)
        rules = list(entries_of(work.renderer, work.army.system, self.book))
        self.again = partial(appendix_again, work.renderer)
        self.rules = measure(appendix(work.renderer, rules), self.columns.width)

    @property
    def lowest(self) -> float:
        """The height of the lowest block of one column."""
        return min((size.height for size in self.fitted.sizes if not size.wide), default=inf)

    def arrangements(self, begun: Begun, looks: Sequence[Look] = LOOKS) -> Iterator[Arrangement]:
        """Yield ways to place units and rules."""
        opened = begun.opened
        for below in Below if self.lowest <= max(opened.room) else (Below.NOTHING,):
            pages = self._pages(opened, below, looks)
            for start in starts_for(pages, self.rules, ENOUGH):
                placed = with_rules(self._pages(opened, below, looks), self.rules, self.columns, start, self.again)
                yield self._arrangement(begun, placed, len(pages), below, start < len(pages) - 1)

    def pages_if_scaled(self, factor: float) -> int:
        """Return how many pages units would need if all were so much lower."""
        lower = [size._replace(height=size.height * factor) for size in self.fitted.sizes]
        return len(pack(lower, room_of(self.columns)))

    def _arrangement(
        self, begun: Begun, pages: list[ColumnPage], of_units: int, below: Below, rules_between: bool
    ) -> Arrangement:
        lacks = max((ENOUGH - page.fill for page in pages[:-1]), default=0.0)
        disorder = (below is not Below.NOTHING) + rules_between
        is_mixed = below is Below.BEST_FIT
        cost = (len(pages), max(0.0, round(lacks, 2)), is_mixed, self.step < USUAL, disorder, -self.step)
        return Arrangement(cost, begun, pages, of_units, self.step)

    def _pages(self, opened: OpenedPage, below: Below, looks: Sequence[Look]) -> list[ColumnPage]:
        first, notes = opened.clear(), opened.notes
        if below is not Below.NOTHING:
            return unit_pages(self.fitted, self.columns, notes, first, in_order=below is Below.FIRST, looks=looks)
        return [first, *unit_pages(self.fitted, self.columns, notes, looks=looks)]

    def _block(self, copies: Copies, width: float) -> Block:
        return Block(CardFaces(self.renderer, self.work.army, copies, self.book)(width), width)

    def _wide(self, copies: Copies, narrow: Block) -> WideBlock:
        """Return a block over all columns: what a narrow one shows below its statline, in columns below a larger one."""
        columns, face = self.columns, narrow.face
        top = measure(statlines(self.wide_ink, self.work.army, copies.unit, columns.whole), columns.whole)
        rest = balance([*face.body[face.top :], *face.ends], columns.number, columns.width)
        made = face._replace(heading=partial(_wide_heading, self.wide_ink, self.work.army, copies))
        return WideBlock(made, top, rest, columns.whole, GUTTER)


def _wide_heading(renderer: TextRenderer, army: Army, copies: Copies, width: float, place: Place) -> list[Flowable]:
    return heading(renderer, army, copies, width, WHOLE, place)
