"""The front page: numbers of the army, index of its units with their pages, tracks, reminders, what holds for all of it.

In portrait the index stands on the left and the tracks on the right, the reminders below. In landscape, and where an army is
too large for that, all of it flows through the columns of the page and, if it must, of more. Of the ways to say more or less
the first counts that needs one page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer

from exports.document import Army, RosterDocument
from exports.sheet import style
from exports.sheet.army_table import figures, index_table
from exports.sheet.column_pages import GAP, LEAST_FOR_RULES, NOTES_FROM, Columns, draw_notes, with_rules
from exports.sheet.findings import data_left, front_findings
from exports.sheet.ink import Ink
from exports.sheet.parts import Part, cut, draw_down, measure, total
from exports.sheet.reminders import Amount, once_list, reminder_paragraphs, reminder_table, reminders_of
from exports.sheet.setup import Setup
from exports.sheet.shown import Copies
from exports.sheet.summary import facts, title, unit_choices
from exports.sheet.tracks import Captioned, tracks

SIDE = 63 * mm
ABOVE_FOOT = 4.0
BELOW_HEAD = 8.0
PORTRAIT = 2
BESIDE = (
    (True, (Amount(99, sentences=True), Amount(6, sentences=True), Amount(99), Amount(8), Amount(5))),
    (False, (Amount(99), Amount(8), Amount(5), Amount(3))),
)
"""Whether the index says what was chosen for the units, and how much the reminders say: the most first."""
FLOWING = (
    (True, Amount(99, sentences=True)),
    (True, Amount(99)),
    *((False, Amount(most)) for most in (6, 3, 1)),
)


class Placed(NamedTuple):
    """Parts in a column that begins at `x`."""

    x: float
    parts: Sequence[Part]


class FrontPage(Flowable):
    """A page with a head, columns below it, and a foot at its lower edge; `notes` between them where there is room."""

    def __init__(
        self,
        size: tuple[float, float],
        head: Sequence[Part],
        columns: Sequence[Placed],
        foot: Sequence[Part] = (),
        notes: str = "",
    ) -> None:
        super().__init__()
        self.notes = notes
        self.width, self.height = size
        self.head, self.columns, self.foot = head, columns, foot

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """Return the size."""
        return self.width, self.height - 0.01

    def draw(self) -> None:
        """Draw the parts."""
        draw_down(self.canv, self.head, 0, self.height)
        for column in self.columns:
            draw_down(self.canv, column.parts, column.x, self.height - total(self.head))
        draw_down(self.canv, self.foot, 0, total(self.foot) + ABOVE_FOOT)
        top = self.height - total(self.head) - max(total(column.parts) for column in self.columns)
        bottom = total(self.foot) + ABOVE_FOOT
        if self.notes and top - bottom >= NOTES_FROM:
            draw_notes(self.canv, self.notes, (0, top - GAP), self.width, bottom)


class Front:
    """Makes the front pages of an army. `height` is that of the first page, `columns` are those of pages of units."""

    def __init__(
        self,
        ink: Ink,
        document: RosterDocument,
        army: Army,
        copies: Sequence[Copies],
        columns: Columns,
        height: float,
        setup: Setup,
    ) -> None:
        self.ink, self.document, self.army, self.copies = ink, document, army, copies
        self.columns, self.height, self.width, self.setup = columns, height, columns.whole, setup
        self.reminders = reminders_of(ink, army, copies)
        self.head = measure([*title(ink, army), figures(ink, army, self.width), Spacer(0, BELOW_HEAD)], self.width)
        self.room = height - total(self.head)

    def pages(self, places: Mapping[int, int]) -> list[Flowable]:
        """Return the pages; `places` says for each card on which page after them it stands, the first being 0."""
        count = 1
        while len(made := self._lay_out({card: count + 1 + place for card, place in places.items()})) != count:
            count = len(made)
        return made

    def _lay_out(self, pages: Mapping[int, int]) -> list[Flowable]:
        if self.columns.number == PORTRAIT and (page := self._beside(pages)):
            return [page]
        for choices, amount in FLOWING:
            made = self._columns_of_pages(pages, amount, choices=choices)
            if len(made) == 1:
                break
        return made

    def _beside(self, pages: Mapping[int, int]) -> FrontPage | None:
        """Return the page with the index beside the tracks, None where they have no room with the least of reminders."""
        wide = self.width - SIDE - style.GUTTER
        right = measure([*tracks(self.ink, self.army, SIDE), *once_list(self.ink, self.army, self.copies, SIDE)], SIDE)
        if total(right) > self.room:
            return None
        rest = measure(self._rest(wide), wide)
        for choices, amounts in BESIDE:
            left = [*measure(self._index(pages, wide, choices=choices), wide), *rest]
            room = self.room - max(total(left), total(right)) - ABOVE_FOOT
            for amount in amounts if room > 0 else ():
                foot = measure(reminder_table(self.ink, self.army, self.reminders, amount, self.width), self.width)
                if total(foot) <= room:
                    placed = [Placed(0, left), Placed(wide + style.GUTTER, right)]
                    notes = self.ink.drawable(self.ink.say("notes"))
                    return FrontPage((self.width, self.height), self.head, placed, foot, notes)
        return None

    def _columns_of_pages(self, pages: Mapping[int, int], amount: Amount, *, choices: bool) -> list[Flowable]:
        """Return pages of columns; the last column of the first one begins with the tracks."""
        columns = self.columns
        said = [
            *self._index(pages, columns.width, choices=choices),
            *once_list(self.ink, self.army, self.copies, columns.width),
            *reminder_paragraphs(self.ink, self.army, self.reminders, amount, columns.width),
            *self._rest(columns.width),
        ]
        rest, placed = measure(said, columns.width), []
        for place in range(columns.number):
            is_last = place == columns.number - 1
            parts = measure(tracks(self.ink, self.army, columns.width), columns.width) if is_last else []
            left = self.room - total(parts)
            if rest and left >= LEAST_FOR_RULES:
                taken, rest = cut(rest, columns.width, left)
                parts += taken
            placed.append(Placed(columns.x(place), parts))
        return [FrontPage((self.width, self.height), self.head, placed), *with_rules([], rest, columns)]

    def _index(self, pages: Mapping[int, int], width: float, *, choices: bool) -> Iterator[Flowable]:
        if self.copies:
            yield Captioned(self.ink, self.ink.say("units"), "", width)
            detail = partial(unit_choices, self.ink, self.army) if choices else None
            yield index_table(self.ink, self.army, self.copies, width, pages, detail)

    def _rest(self, width: float) -> Iterator[Flowable]:
        """Yield what holds for the whole army, the first findings, and what the foot does not say of the data."""
        yield Spacer(0, BELOW_HEAD)
        yield from facts(self.ink, self.army)
        if self.setup.has_findings:
            yield from front_findings(self.ink, self.document, self.army)
        yield from data_left(self.ink, self.army, self.width)
