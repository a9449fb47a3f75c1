"""The front page: numbers of the army, index of its units with their pages, tracks, reminders, what holds for all of it.

In portrait the index stands on the left and the tracks on the right, the reminders below. In landscape, and where an army is
too large for that, all of it flows through the columns of the page and, if it must, of more. Of the ways to say more or less
the first counts that needs one page. What is left of the last page is open for units and rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import NamedTuple

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer

from exports.document import Army, RosterDocument
from exports.sheet import style
from exports.sheet.army_table import figures, index_table
from exports.sheet.column_pages import GAP, ColumnPage, Columns, OpenedPage
from exports.sheet.findings import MOST_IN_FRONT, data_left, front_findings
from exports.sheet.parts import Part, cut, draw_down, measure, total
from exports.sheet.passage import Passage
from exports.sheet.reminders import Amount, once_list, reminder_paragraphs, reminder_table, reminders_of
from exports.sheet.rule_columns import LEAST_FOR_RULES, with_rules
from exports.sheet.setup import Setup
from exports.sheet.shown import Copies
from exports.sheet.summary import facts, title, unit_choices
from exports.sheet.text_renderer import TextRenderer
from exports.sheet.tracks import Captioned, tracks

SIDE = 63 * mm
SPARSE = {2: 0.6, 3: 0.5}
"""How much of the title and of what names the list, at the head and foot, has something in it, by the columns of a page."""
ABOVE_FOOT = 4.0
BELOW_HEAD = 8.0
PORTRAIT = 2


class Way(NamedTuple):
    """How a front page says what it has: whether with what was chosen for the units, how much reminders say.

    `findings` is how many of them it has at most; `beside` has the index beside the tracks, else all flows in columns.
    """

    has_choices: bool
    amount: Amount
    findings: int = MOST_IN_FRONT
    beside: bool = False


AMOUNTS = (
    (True, (Amount(99, sentences=True), Amount(6, sentences=True), Amount(99), Amount(8), Amount(5))),
    (False, (Amount(99), Amount(8), Amount(5), Amount(3))),
)
BESIDE = tuple(Way(choices, amount, beside=True) for choices, amounts in AMOUNTS for amount in amounts)
"""Ways to say it with the index beside the tracks, the most first."""
FLOWING = (
    Way(True, Amount(99, sentences=True)),
    Way(True, Amount(99)),
    *(Way(False, Amount(most)) for most in (6, 3, 1, 0)),
    Way(False, Amount(0), findings=0),
)
"""Ways to say it in columns, the most first."""
WIDEST_PAGE = 88
"""Stands in the index for the number of a page that is not known yet: as wide as any of two figures."""


class Placed(NamedTuple):
    """Parts in a column that begins at `x`."""

    x: float
    parts: Sequence[Part]
    width: float


class FrontPage(Flowable):
    """A page with a head, columns below it, and room for a foot at its lower edge.

    What is opened below the columns draws the foot, so that it is read last.
    """

    def __init__(
        self, size: tuple[float, float], head: Sequence[Part], columns: Sequence[Placed], foot: Sequence[Part] = ()
    ) -> None:
        super().__init__()
        self.width, self.height = size
        self.head, self.columns, self.foot = head, columns, foot

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """Return the size."""
        return self.width, self.height - 0.01

    @property
    def tops(self) -> list[float]:
        """Where each column ends, and what is left begins."""
        return [self.height - total(self.head) - total(column.parts) for column in self.columns]

    @property
    def bottom(self) -> float:
        """Where the foot begins."""
        return total(self.foot) + ABOVE_FOOT

    def draw(self) -> None:
        """Draw the parts."""
        draw_down(self.canv, self.head, 0, self.height)
        for column in self.columns:
            draw_down(self.canv, column.parts, column.x, self.height - total(self.head))


class Stacked(Flowable):
    """A page, and in the same place what stands below what it begins with."""

    def __init__(self, page: Flowable, below: Flowable) -> None:
        super().__init__()
        self.page, self.below = page, below

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """Return the size."""
        return self.page.wrap(available_width, available_height)

    def draw(self) -> None:
        """Draw both."""
        self.page.drawOn(self.canv, 0, 0)
        self.below.drawOn(self.canv, 0, 0)


class Begun(NamedTuple):
    """The front pages, how they say it, and what the last of them has left."""

    pages: Sequence[Flowable]
    way: Way
    opened: OpenedPage


class Front:
    """Makes the front pages of an army. `height` is that of the first page, `columns` are those of pages of units."""

    def __init__(
        self,
        renderer: TextRenderer,
        document: RosterDocument,
        army: Army,
        copies: Sequence[Copies],
        columns: Columns,
        height: float,
        setup: Setup,
    ) -> None:
        self.renderer, self.document, self.army, self.copies = renderer, document, army, copies
        self.columns, self.height, self.width, self.setup = columns, height, columns.whole, setup
        self.reminders = reminders_of(renderer, army, copies)
        self.head = measure([*title(renderer, army), figures(renderer, army, self.width), Spacer(0, BELOW_HEAD)], self.width)
        self.room = height - total(self.head)
        self._index_heights: dict[bool, float] = {}
        self._tracks_height = total(measure(tracks(renderer, army, columns.width), columns.width))

    def begin(self, open: float = 0.0) -> Begun:
        """Return the pages, with places for the numbers in the index; a column of one page has `open` left."""
        numbers = {each.number: WIDEST_PAGE for each in self.copies}
        if self.columns.number == PORTRAIT and (page := self._beside(numbers, BESIDE, open)):
            return page
        for way in FLOWING[:-1]:
            if self._may_fit(numbers, way):
                made = self._in_columns(numbers, way)
                if len(made.pages) == 1 and max(made.opened.room) >= open:
                    return made
        return self._in_columns(numbers, FLOWING[-1])

    def finish(self, begun: Begun, places: Mapping[int, int], opened: ColumnPage) -> list[Flowable]:
        """Return the pages, with what stands on the last of them below its beginning.

        `places` says for each card on which page it stands, that last one being 0.
        """
        numbers = {card: len(begun.pages) + place for card, place in places.items()}
        made = self._beside(numbers, [begun.way]) if begun.way.beside else self._in_columns(numbers, begun.way)
        *earlier, last = (made or begun).pages
        return [*earlier, Stacked(last, opened)]

    def _beside(self, numbers: Mapping[int, int], ways: Sequence[Way], open: float = 0.0) -> Begun | None:
        """Return the page with the index beside the tracks, in the first of some ways for which it has room."""
        wide = self.width - SIDE - style.GUTTER
        right = measure(
            [*tracks(self.renderer, self.army, SIDE), *once_list(self.renderer, self.army, self.copies, SIDE)], SIDE
        )
        rest = measure(self._rest(wide, MOST_IN_FRONT), wide)
        for choices, group in groupby(ways, key=lambda way: way.has_choices):
            left = [*measure(self._index(numbers, wide, choices=choices), wide), *rest]
            room = self.room - max(total(left), total(right)) - ABOVE_FOOT - (open + GAP if open else 0.0)
            for way in group if room > 0 else ():
                foot = measure(reminder_table(self.renderer, self.army, self.reminders, way.amount, self.width), self.width)
                if total(foot) <= room:
                    placed = [Placed(0, left, wide), Placed(wide + style.GUTTER, right, SIDE)]
                    return self._begin([FrontPage((self.width, self.height), self.head, placed, foot)], way)
        return None

    def _in_columns(self, numbers: Mapping[int, int], way: Way) -> Begun:
        """Return pages of columns; the last column of the first one begins with the tracks."""
        columns = self.columns
        index = self._index(numbers, columns.width, choices=way.has_choices)
        rest, placed = measure([*index, *self._below_index(way)], columns.width), []
        for place in range(columns.number):
            is_last = place == columns.number - 1
            parts = measure(tracks(self.renderer, self.army, columns.width), columns.width) if is_last else []
            left = self.room - total(parts)
            if rest and left >= LEAST_FOR_RULES:
                taken, rest = cut(rest, columns.width, left)
                parts += taken
            placed.append(Placed(columns.x(place), parts, columns.width))
        page = FrontPage((self.width, self.height), self.head, placed)
        return self._begin([page, *with_rules([], rest, columns)], way)

    def _may_fit(self, numbers: Mapping[int, int], way: Way) -> bool:
        """Whether a page has so much room; to cut the parts into columns takes more, and long."""
        width, choices = self.columns.width, way.has_choices
        if choices not in self._index_heights:
            self._index_heights[choices] = total(measure(self._index(numbers, width, choices=choices), width))
        height = self._index_heights[choices] + total(measure(self._below_index(way), width))
        return height + self._tracks_height <= self.room * self.columns.number

    def _below_index(self, way: Way) -> Iterator[Flowable]:
        """Yield what stands below the index in columns; a list that goes on in another has its caption again."""
        width, renderer = self.columns.width, self.renderer
        lists = {
            "once-in-the-battle": once_list(renderer, self.army, self.copies, width),
            "reminders": reminder_paragraphs(renderer, self.army, self.reminders, way.amount, width),
        }
        for caption, rows in lists.items():
            if texts := list(rows):
                yield Passage(texts, partial(Captioned, renderer, renderer.say(caption), renderer.say("continued"), width))
        yield from self._rest(width, way.findings)

    def _begin(self, pages: Sequence[FrontPage | ColumnPage], way: Way) -> Begun:
        """Return pages with what the last of them has left."""
        last, columns, notes = pages[-1], self.columns, self.renderer.drawable(self.renderer.say("notes"))
        foot: Sequence[Part] = ()
        if isinstance(last, FrontPage):
            foot = last.foot
            tops, bottom = [min(last.tops)] * columns.number if way.beside else last.tops, last.bottom
            shared = (columns.height - last.height + total(last.head)) * SPARSE[columns.number] + bottom
            share = sum(total(column.parts) * column.width for column in last.columns) / columns.width
            taken = shared * columns.number + share
        else:
            tops, bottom = [last.height_left(place) for place in range(columns.number)], 0.0
            taken = sum(map(total, last.parts))
        opened = OpenedPage(columns, [top - GAP for top in tops], bottom, taken, notes, last.height, foot)
        return Begun(pages, way, opened)

    def _index(self, pages: Mapping[int, int], width: float, *, choices: bool) -> Iterator[Flowable]:
        if self.copies:
            yield Captioned(self.renderer, self.renderer.say("units"), "", width)
            detail = partial(unit_choices, self.renderer, self.army) if choices else None
            yield index_table(self.renderer, self.army, self.copies, width, pages, detail)

    def _rest(self, width: float, most: int) -> Iterator[Flowable]:
        """Yield what holds for the whole army, the first findings, and what the foot does not say of the data."""
        yield Spacer(0, BELOW_HEAD)
        yield from facts(self.renderer, self.document, self.army)
        if self.setup.has_findings:
            yield from front_findings(self.renderer, self.document, self.army, most)
        yield from data_left(self.renderer, self.army, self.width)
