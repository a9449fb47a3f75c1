"""The psychic powers of a unit: a table with their texts, or their names where the texts stand in the appendix."""

from __future__ import annotations

from collections.abc import Iterator

from reportlab.platypus import Flowable, Spacer

from exports.document import Army, Power, Unit
from exports.sheet import style
from exports.sheet.grid import NARROW, Cell, grid, heads
from exports.sheet.ink import Ink
from exports.sheet.rules import RuleBook, power_rule

SHARES = (0.2, 0.12, 0.1, 0.58)
NARROW_SHARES = (0.24, 0.16, 0.14, 0.46)


def powers(ink: Ink, army: Army, unit: Unit, width: float, book: RuleBook, *, texts: bool) -> Iterator[Flowable]:
    """Yield what a psyker may try and the powers that it knows; nothing for other units."""
    if unit.psyker is None or not (unit.psyker.casts or unit.psyker.denies or unit.psyker.powers):
        return
    yield ink.titled_paragraph(
        ink.word(army.system, "psyker"),
        ink.word(army.system, "psyker-line", casts=unit.psyker.casts, denies=unit.psyker.denies),
        style.RULES,
    )
    if unit.psyker.powers:
        yield Spacer(0, style.GAP)
        names = [ink.word(army.system, "power"), ink.word(army.system, "power-value"), ink.say("range"), ink.say("effect")]
        rows = [heads(ink, names, style.HEAD), *(_power(ink, power, book, texts) for power in unit.psyker.powers)]
        yield grid(ink, rows, [width * share for share in (NARROW_SHARES if width < NARROW else SHARES)])
    yield Spacer(0, style.GAP)


def _power(ink: Ink, power: Power, book: RuleBook, texts: bool) -> list[Cell]:
    reach = ink.say("inches", length=power.range_in) if power.range_in is not None else "–"
    rule = power_rule(power)
    here = (texts and book.on_card(rule)) or not power.text
    if not here:
        book.leave(rule)
    effect: Cell = ink.prose(power.text, style.CELL) if here else ink.paragraph(ink.say("see-appendix"), style.CELL_ITALIC)
    return [*(ink.paragraph(fact, style.CELL) for fact in (power.name, str(power.value), reach)), effect]
