"""A roster document as messages for Discord, Markdown (Reddit) and forums: one, or several numbered ones."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

import exports.text.wording as wording
from datasheets.words import say
from exports.document import Army, Force, RosterDocument, Unit, name_of
from exports.text.agreed import agreements
from exports.text.choices import setting_in_words
from exports.text.styles import LONGEST, STYLES, Messaging, Style, shorten, units_of

WIDEST = 800
"""Code units of pieces on one line, so that a line and its markup fit every message."""
HALF = LONGEST // 2 - 2
"""Characters of each of two names in one line."""
MOST_PARTS = 99_999

Block: TypeAlias = list[str]
"""Lines that stay in one message wherever they fit one."""


def messages(document: RosterDocument, style: Messaging, language: str = "en") -> tuple[str, ...]:
    """Return the list as messages, each within the limit of its style.

    What fits one message is one; else each begins with its number, and a unit is taken apart only if it alone is too long.
    The text depends on the army alone, not on the judgement.
    """
    return split_messages(list(_Writer(STYLES[style], language).blocks(document)), STYLES[style].limit, language)


def split_messages(blocks: list[Block], limit: int, language: str) -> tuple[str, ...]:
    """Put blocks into as few messages of at most `limit` code units as their order allows."""
    whole = _join(line for block in blocks for line in block)
    if units_of(whole) <= limit:
        return (whole,)
    room = limit - units_of(_number(MOST_PARTS, MOST_PARTS, language)) - 1
    parts: list[Block] = [[]]
    for block in blocks:
        for piece in [block] if _fits(block, room) else [[line] for line in block]:
            if parts[-1] and not _fits([*parts[-1], *piece], room):
                parts.append([])
            parts[-1] += piece
    return tuple(f"{_number(number, len(parts), language)}\n{_join(part)}" for number, part in enumerate(parts, 1))


def _fits(lines: Block, room: int) -> bool:
    return units_of(_join(lines)) <= room


def _join(lines: Iterable[str]) -> str:
    return "\n".join(lines).strip("\n")


def _number(number: int, count: int, language: str) -> str:
    return say("text.part", {"number": number, "count": count}, language)


class _Writer:
    def __init__(self, style: Style, language: str) -> None:
        self.style, self.language = style, language

    def blocks(self, document: RosterDocument) -> Iterator[Block]:
        """Yield the head, each unit (the first of a force with its heading), then what is set, and the check code."""
        army, style = document.army, self.style
        yield [
            style.title.format(style.safe(army.name) or "–"),
            style.line.format(style.safe(name_of(army, "system", army.system))),
            *self._fill_lines(style.line, "", wording.totals(army, self.language)),
            *self._fill_lines(style.line, "", filter(None, [wording.limits(army, self.language)])),
            *self._fill_lines(style.line, "", filter(None, [wording.detachments_of(army)])),
            *(style.line.format(style.safe(line)) for line in agreements(army, self.language, own=False)),
            *self._note(style.line, army.note),
        ]
        for force in army.forces:
            yield from self._force(army, force)
        yield ["\n" + style.line.format(say("text.check-code", {"code": document.check_code}, self.language))]

    def _force(self, army: Army, force: Force) -> Iterator[Block]:
        heading = [self.style.heading.format(self.style.safe(wording.force_name(army, force)))]
        for unit in sorted((unit for unit in army.units if unit.force == force.id), key=lambda unit: unit.is_setting):
            yield [*heading, *(self._setting_lines(unit) if unit.is_setting else self._unit(army, unit))]
            heading = []
        if heading and len(army.forces) > 1:
            yield heading

    def _setting_lines(self, unit: Unit) -> Iterator[str]:
        name, things = setting_in_words(unit)
        line = f"{name}: {', '.join(things)}"
        if things and len(line) <= HALF:
            yield self._unit_line(line, ())
        else:
            yield self._unit_line(name, ())
            yield from self._fill_lines(self.style.item, "", things)

    def _unit(self, army: Army, unit: Unit) -> Iterator[str]:
        cost = wording.costs(army, unit, self.language)
        behind = [*cost[:3], *wording.tags(army, unit, self.language)]
        yield self._unit_line(
            f"{shorten(unit.name, HALF)} “{shorten(unit.title, HALF)}”" if unit.title else unit.name, behind
        )
        yield from self._fill_lines(self.style.item, "", cost[3:])
        for named, things in wording.models(unit):
            yield from self._fill_lines(self.style.item, named, things)
        heading = wording.powers_heading(army.system, self.language)
        also = self._in_lines(
            wording.choices_in_words(unit), lambda things: say("text.chosen", {"things": things}, self.language)
        )
        for line in (*also, *self._in_lines(wording.powers_in_words(unit), lambda things: f"{heading}: {things}")):
            yield self.style.item.format(self.style.safe(line))
        for statement in wording.statements(army, unit, self.language):
            yield self.style.item.format(self.style.safe(statement))
        yield from self._note(self.style.item, unit.note)

    def _in_lines(self, wanted: Iterable[str], words: Callable[[str], str]) -> Iterator[str]:
        """Yield things in words that say what they are, on as few lines as `HALF` allows."""
        things: list[str] = []
        for thing in wanted:
            if things and sum(map(len, [*things, thing])) > HALF:
                yield words(", ".join(things))
                things = []
            things.append(thing)
        if things:
            yield words(", ".join(things))

    def _unit_line(self, name: str, behind: Iterable[str]) -> str:
        words = ", ".join(map(self.style.safe, behind))
        return self.style.unit.format(self.style.safe(name) or "–", f"({words})" if words else "").rstrip()

    def _fill_lines(self, pattern: str, head: str, pieces: Iterable[str]) -> Iterator[str]:
        """Yield pieces behind their head, on as few lines as `WIDEST` allows."""
        line, mark = self.style.safe(head), ": " if head else ""
        for piece in map(self.style.safe, pieces):
            if line and units_of(line + mark + piece) > WIDEST:
                yield pattern.format(line)
                line, mark = "", ""
            line, mark = f"{line}{mark}{piece}", ", "
        if line:
            yield pattern.format(line)

    def _note(self, pattern: str, note: str) -> Iterator[str]:
        for line in note.splitlines():
            for piece in textwrap.wrap(line, LONGEST):
                yield pattern.format(self.style.safe(piece))
