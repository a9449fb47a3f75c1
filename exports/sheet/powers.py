"""The psychic powers of a unit: a table with a box for each and their texts, or where these stand in the appendix."""

from __future__ import annotations

from collections.abc import Iterator

from reportlab.platypus import Flowable, Spacer

from exports.document import Army, Power
from exports.sheet import style
from exports.sheet.boxes import TickBox
from exports.sheet.detail import Detail
from exports.sheet.grid import PAD, Cell, grid, longest_word, width_of
from exports.sheet.rules import RuleBook, power_rule
from exports.sheet.shown import Copies
from exports.sheet.text_renderer import TextRenderer

NAMES = 0.26
MOST_NAME, HALF = 0.32, 0.6
"""How wide names may be, as a share of the table, to go over two lines; what such a line takes of a name."""
ONLY_POINTERS = 0.75
"""What names take of the room that is left where all effects stand elsewhere."""


def powers(
    renderer: TextRenderer, army: Army, copies: Copies, width: float, book: RuleBook, detail: Detail
) -> Iterator[Flowable]:
    """Yield what a psyker may try and the powers that it knows; nothing for other units."""
    unit = copies.unit
    if unit.psyker is None:
        return
    if unit.psyker.casts or unit.psyker.denies:
        casts = renderer.word(army.system, "psyker-line", casts=unit.psyker.casts, denies=unit.psyker.denies)
        yield renderer.titled_paragraph(renderer.word(army.system, "psyker"), casts, renderer.type.rule)
    if unit.psyker.powers:
        yield Spacer(0, style.GAP)
        yield _table(renderer, army, copies, width, book, detail)
        yield Spacer(0, style.GAP)


def _table(renderer: TextRenderer, army: Army, copies: Copies, width: float, book: RuleBook, detail: Detail) -> Flowable:
    known = copies.unit.psyker.powers if copies.unit.psyker else ()
    names = [
        renderer.word(army.system, "power"),
        renderer.word(army.system, "power-value"),
        renderer.say("range"),
        renderer.say("effect"),
    ]
    kinds = [renderer.type.head, *[renderer.type.head_centred] * 2, renderer.type.head]
    title, *others = (renderer.paragraph(name, kind) for name, kind in zip(names, kinds, strict=True))
    rows: list[list[Cell]] = [
        [title, [], *others],
        *(_power(renderer, power, copies.count, book, detail) for power in known),
    ]
    box = renderer.sizes.box + 5
    least = longest_word(renderer, [power.name for power in known], width * MOST_NAME, renderer.type.row_bold)
    halves = max(width_of(renderer, power.name, renderer.type.row_bold) for power in known) * HALF + 2 * PAD
    name = max(width * NAMES - box, least, min(halves, width * MOST_NAME))
    value = max(width_of(renderer, names[1].split()[0], renderer.type.head_centred), renderer.sizes.row * 1.8) + 2 * PAD
    value = max(value, longest_word(renderer, [names[1]], width / 4, renderer.type.head_centred))
    reach = max(renderer.sizes.row * 2.4, longest_word(renderer, [names[2]], width / 4, renderer.type.head_centred))
    rest = width - box - value - reach
    if not any(power.text and _begins_here(power, book, detail) for power in known):
        name = max(name, rest * ONLY_POINTERS)
    widths = [box, name, value, reach, rest - name]
    return grid(renderer, rows, widths, title=True, strong=True, headings=2)


def _stands_here(power: Power, book: RuleBook, detail: Detail) -> bool:
    """Say whether a power's text stands on the card."""
    rule = power_rule(power)
    return (detail.keeps_note(rule) and book.on_card(rule)) or not power.text


def _begins_here(power: Power, book: RuleBook, detail: Detail) -> bool:
    """Say whether at least the first sentence of a power's text stands on the card."""
    rule = power_rule(power)
    is_begun = detail.keeps_note(rule) and book.mode == "shared" and not book.is_shared(rule)
    return _stands_here(power, book, detail) or (is_begun and bool(rule.beginning))


def _power(renderer: TextRenderer, power: Power, boxes: int, book: RuleBook, detail: Detail) -> list[Cell]:
    reach = renderer.say("inches", length=power.range_in) if power.range_in is not None else "–"
    rule = power_rule(power)
    effect: Cell
    if _stands_here(power, book, detail):
        effect = renderer.prose(power.text, renderer.type.note)
    else:
        shown = rule.beginning if _begins_here(power, book, detail) else ""
        effect = renderer.pieces([renderer.piece(shown), *book.pointer(renderer, rule)], renderer.type.note)
    facts = (
        renderer.paragraph(power.name, renderer.type.row_bold),
        renderer.paragraph(str(power.value), renderer.type.cell_bold),
    )
    return [[TickBox(renderer, boxes)], *facts, renderer.paragraph(reach, renderer.type.cell), effect]
