"""What the units of an army can do in each phase, and once in a battle: reminders made from their own abilities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from reportlab.platypus import Flowable

from exports.document import Army, is_reserve, system_of, transport_of
from exports.sheet import style
from exports.sheet.cell_table import Cells
from exports.sheet.phases import PHASES, is_once, phase_of, phase_sentence
from exports.sheet.protection import granted_abilities
from exports.sheet.rules import abilities_of
from exports.sheet.shown import Copies
from exports.sheet.text_renderer import ELLIPSIS, TextRenderer
from exports.sheet.tracks import Captioned
from exports.sheet.unit_rules import once_prose, others_named

TIMES = tuple(phase for phase in PHASES if phase != "always")
MOST_UNITS, MOST_LETTERS = 6, 110
IN_ROW, CELL_PAD = (4, 3), 3.0
"""How many phases stand side by side: what leaves the fewest cells empty."""


class Reminder(NamedTuple):
    """The name of an ability, the cards that have it, whether it may be used once, what it says of its phase.

    `counts` says of each card of how many units it is.
    """

    name: str
    cards: tuple[int, ...]
    is_once: bool = False
    sentence: str = ""
    counts: tuple[int, ...] = ()


class Amount(NamedTuple):
    """How much reminders say: how many of a phase, and whether with a sentence of their text."""

    most: int
    sentences: bool = False


Reminders = Mapping[str, Sequence[Reminder]]


def reminders_of(renderer: TextRenderer, army: Army, copies: Sequence[Copies]) -> Reminders:
    """Return the reminders of each phase that has some, in the order of the turn and of the cards."""
    cards: dict[tuple[str, str], list[int]] = {}
    texts: dict[tuple[str, str], str] = {}
    counts = {each.number: each.count for each in copies}
    for each in copies:
        for phase, name, text in dict.fromkeys(_occasions(renderer, army, each)):
            cards.setdefault((phase, name), []).append(each.number)
            texts.setdefault((phase, name), text)
    made: dict[str, list[Reminder]] = {phase: [] for phase in TIMES}
    for (phase, name), numbers in cards.items():
        text, own = texts[phase, name], tuple(dict.fromkeys(numbers))
        units = tuple(counts[number] for number in own)
        made[phase].append(Reminder(name, own, is_once(text), phase_sentence(text), units))
    return {phase: rows for phase, rows in made.items() if rows}


def _occasions(renderer: TextRenderer, army: Army, each: Copies) -> Iterator[tuple[str, str, str]]:
    """Yield phase, name and text of what these units can do."""
    unit = each.unit
    if is_reserve(army, unit):
        yield "deploy", renderer.say("reserve"), ""
    if carrier := transport_of(army, unit):
        yield "deploy", f"{renderer.say('embarked')} {others_named(renderer, each, [carrier])}", ""
    granted = (ability for thing in unit.wargear for ability in granted_abilities(system_of(army), thing))
    texts = [(each.phase, each.name, each.text) for each in abilities_of(unit)]
    texts += [(phase_of(each.text), each.name, each.text) for each in granted]
    yield from ((phase, name, text) for phase, name, text in texts if text and phase in TIMES)
    for power in unit.psyker.powers if unit.psyker else ():
        yield "psychic", power.name, ""


def once_list(renderer: TextRenderer, army: Army, copies: Sequence[Copies], width: float) -> Iterator[Flowable]:
    """Yield a line for each ability that a unit may use once in a battle, with a box for each unit that has it."""
    rows = [
        (each, rule.name, rule.phase)
        for each in copies
        for rule in abilities_of(each.unit)
        if rule.text and is_once(rule.text)
    ]
    if rows:
        yield Captioned(renderer, renderer.say("once-in-the-battle"), "", width)
    for (number, name, phase), each in {(each.number, name, phase): each for each, name, phase in rows}.items():
        tag = "" if phase == "always" else renderer.word(army.system, f"phase.{phase}")
        yield from once_prose(renderer, each, tag, "", f"{number} {name}", "")


def reminder_paragraphs(
    renderer: TextRenderer, army: Army, reminders: Reminders, amount: Amount, width: float
) -> Iterator[Flowable]:
    """Yield the reminders one below the other, for a column."""
    if reminders:
        yield Captioned(renderer, renderer.say("reminders"), renderer.say("reminders-remark"), width)
    for phase, rows in reminders.items():
        yield from _phase(renderer, army, phase, rows, amount)


def reminder_table(renderer: TextRenderer, army: Army, reminders: Reminders, amount: Amount, width: float) -> list[Flowable]:
    """Return the reminders as a table with a cell for each phase; nothing where there is none."""
    if not reminders:
        return []
    cells = [list(_phase(renderer, army, phase, rows, amount)) for phase, rows in reminders.items()]
    columns = min(len(cells), min(IN_ROW, key=lambda number: -len(cells) % number))
    cells += [[] for _ in range(-len(cells) % columns)]
    lines = [cells[start : start + columns] for start in range(0, len(cells), columns)]
    table = Cells(
        lines,
        colWidths=[width / columns] * columns,
        style=[
            ("GRID", (0, 0), (-1, -1), 0.5, style.HAIR),
            ("BOX", (0, 0), (-1, -1), 0.8, style.INK),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            *((f"{side}PADDING", (0, 0), (-1, -1), CELL_PAD) for side in ("LEFT", "RIGHT", "TOP", "BOTTOM")),
        ],
    )
    return [Captioned(renderer, renderer.say("reminders"), renderer.say("reminders-remark"), width), table]


def _phase(renderer: TextRenderer, army: Army, phase: str, rows: Sequence[Reminder], amount: Amount) -> Iterator[Flowable]:
    """Yield the name of a phase with how many units have something to do in it, then what."""
    count = sum(dict(each for row in rows for each in zip(row.cards, row.counts, strict=True)).values())
    name = renderer.word(army.system, f"reminder.{phase}")
    yield renderer.titled_paragraph(name, "", style.REMINDER_HEAD, after=renderer.say("reminder-units", count=count))
    shown, rest = rows[: amount.most], rows[amount.most :] if amount.most else ()
    for row in shown:
        box = f"{renderer.say('once')}." if row.is_once else ""
        said = _short(row.sentence) if amount.sentences else ""
        line = renderer.titled_paragraph(f"{row.name} {_numbers(renderer, row)}.", said, style.REMINDER, aside=box)
        line.keepWithNext = bool(rest) and row is shown[-1]
        yield line
    if rest:
        cards = join_runs(sorted({card for row in rest for card in row.cards}))
        yield renderer.paragraph(f"{renderer.say('reminders-more', count=len(rest))} ({cards})", style.REMINDER)


def _numbers(renderer: TextRenderer, row: Reminder) -> str:
    if len(row.cards) > MOST_UNITS:
        return f"({renderer.say('reminder-cards', count=len(row.cards))})"
    return f"({', '.join(map(str, row.cards))})"


def join_runs(numbers: Sequence[int]) -> str:
    """Return rising numbers as "2, 3, 5–8": three or more that follow one another as their first and last."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


def _short(text: str) -> str:
    return text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS].rsplit(' ', 1)[0]} {ELLIPSIS}"
