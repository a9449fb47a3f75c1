"""Vehicles on a card: how they move and ram, their locations with damage tables to tick off, and their crew.

Sources: 2E-VEH-01, 2E-R-PEN-01, 2E-R-PEN-03, 2E-COL-03.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reportlab.platypus import Flowable

from exports.document import Army
from exports.document.vehicle import Crew, DamageLine, Location, Vehicle
from exports.document.victory import vehicle_count
from exports.sheet.boxes import Strip, box_lines
from exports.sheet.grid import PAD, Cell, Column, column_widths, grid, heads, longest_word
from exports.sheet.protection import armour_text
from exports.sheet.shown import Copies
from exports.sheet.text_renderer import TextRenderer

NOTHING = "–"
BLANK: list[Cell] = [[], [], [], []]
MOST_CREW, MOST_CREWS, MOST_BOXES = 12, 20, 4
MOST_CREW_NAME = 0.38
"""How much of the width the names of a crew take at most where its figures need the rest."""
MOST_NAME = 0.3
"""How much of the width one column of locations may take."""
BOX = 14.0
"""How wide the column of tick boxes is."""
LEAST_TEXT = 90.0
"""With less room for what happens to a location, it stands below the location, not beside it."""


def vehicle_tables(renderer: TextRenderer, army: Army, copies: Copies, width: float) -> Iterator[Flowable]:
    """Yield the tables of every vehicle of a unit, with boxes for each of the copies; nothing for other units."""
    unit = copies.unit
    for vehicle in unit.vehicles:
        yield _rates(renderer, vehicle, width)
        number = vehicle_count(army, unit, vehicle) * copies.count
        yield _locations(renderer, vehicle, min(number, MOST_BOXES), width)
        if vehicle.crew:
            yield _crew(renderer, army, vehicle.crew, max(1, number), width)


def _rates(renderer: TextRenderer, vehicle: Vehicle, width: float) -> Flowable:
    ram = vehicle.ram
    values = [
        *(
            (renderer.say(f"vehicle.{rate}"), _inches(renderer, getattr(vehicle, rate)))
            for rate in ("slow", "combat", "fast")
        ),
        (renderer.say("vehicle.ram-strength"), str(ram.strength) if ram and ram.strength is not None else NOTHING),
        (renderer.say("vehicle.ram-damage"), ram.damage if ram else NOTHING),
        (renderer.say("vehicle.ram-save"), str(ram.save) if ram else NOTHING),
    ]
    if vehicle.kind == "walker" and vehicle.slow is vehicle.combat is vehicle.fast is None:
        values = values[3:]
    columns = [Column(head, [value], renderer.type.head_centred, renderer.type.cell_bold) for head, value in values]
    first = renderer.say(f"vehicle.kind.{vehicle.kind}") if vehicle.kind in KINDS else vehicle.kind
    marks = [renderer.say(f"vehicle.{mark}") for mark in ("open", "large") if getattr(vehicle, mark)]
    name = longest_word(renderer, [first, *marks], width / 2, renderer.type.row_bold)
    widths = column_widths(renderer, columns, width - name)
    rows: list[list[Cell]] = [
        [
            renderer.paragraph(renderer.say("vehicle"), renderer.type.head),
            *heads(renderer, [head for head, _ in values], renderer.type.head_centred),
        ],
        [
            renderer.paragraph(", ".join([first, *marks]), renderer.type.row_bold),
            *(renderer.paragraph(value, renderer.type.cell_bold) for _, value in values),
        ],
    ]
    return grid(renderer, rows, [width - sum(widths), *widths])


KINDS = ("tracked", "wheeled", "bike", "walker", "skimmer")


def _locations(renderer: TextRenderer, vehicle: Vehicle, number: int, width: float) -> Flowable:
    """A row for each location, beside it and below it boxes, one a vehicle, for each line of its damage table."""
    bold = renderer.type.row_bold
    titles = ["D6", renderer.say("vehicle.location"), renderer.say("vehicle.front"), renderer.say("vehicle.side"), "D6", ""]
    rolls = [_roll(location.roll) for location in vehicle.locations]
    lines = [_roll(line.roll) for location in vehicle.locations for line in location.damage]
    inside = [rolls, [each.name for each in vehicle.locations], ["88"], ["88"], lines]
    words = zip(titles, inside, strict=False)
    boxes = max(1, number) * BOX
    widths = [*(_word_width(renderer, title, texts, width * MOST_NAME) for title, texts in words), boxes]
    if width - sum(widths) < LEAST_TEXT:
        return _stacked_locations(renderer, vehicle, max(1, number), titles, widths, width)
    rows: list[list[Cell]] = [
        [
            *heads(renderer, titles, renderer.type.head),
            *heads(renderer, [renderer.say("vehicle.damage")], renderer.type.head),
        ]
    ]
    joined, whole = list[int](), list[tuple[int, int]]()
    for location, roll in zip(vehicle.locations, rolls, strict=True):
        first: list[Cell] = [
            renderer.paragraph(roll, bold),
            renderer.paragraph(location.name, bold),
            *(
                renderer.paragraph(NOTHING if value is None else str(value), renderer.type.cell)
                for value in _armour(location)
            ),
        ]
        whole.append((len(rows), len(rows) + max(0, len(location.damage) - 1)))
        if not location.damage:
            rows.append(
                [
                    *first,
                    [],
                    [],
                    renderer.paragraph(
                        renderer.say("vehicle.crew-hit") if location.part == "crew" else "", renderer.type.note
                    ),
                ]
            )
        for at, line in enumerate(location.damage):
            if at:
                joined.append(len(rows))
            rows.append([*(first if at == 0 else BLANK), *_damage(renderer, line, max(1, number), boxes)])
    return grid(renderer, rows, [*widths, width - sum(widths)], joined=joined, whole=whole)


def _stacked_locations(
    renderer: TextRenderer, vehicle: Vehicle, number: int, titles: Sequence[str], widths: Sequence[float], width: float
) -> Flowable:
    """A row for each location, below it one for each line of its damage table, over the whole width."""
    first, _, front, side, roll, boxes = widths
    columns = [max(first, roll), boxes, width - max(first, roll) - boxes - front - side, front, side]
    heading = f"{titles[1]} · {renderer.say('vehicle.damage')}"
    rows: list[list[Cell]] = [
        [*heads(renderer, [titles[0], heading], renderer.type.head), [], *heads(renderer, titles[2:4], renderer.type.head)]
    ]
    joined, named, told, whole = list[int](), [0], list[int](), list[tuple[int, int]]()
    for location in vehicle.locations:
        armour = (NOTHING if value is None else str(value) for value in _armour(location))
        named.append(len(rows))
        rows.append([
            renderer.paragraph(_roll(location.roll), renderer.type.row_bold),
            renderer.paragraph(location.name, renderer.type.row_bold), [],
            *(renderer.paragraph(value, renderer.type.cell) for value in armour),
        ])  # fmt: skip
        lines = [_damage(renderer, line, number, boxes) for line in location.damage]
        if not lines and location.part == "crew":
            lines = [[[], [], renderer.paragraph(renderer.say("vehicle.crew-hit"), renderer.type.note)]]
        for line in lines:
            joined.append(len(rows))
            told.append(len(rows))
            rows.append([*line, [], []])
        whole.append((named[-1], len(rows) - 1))
    spans = [*(("SPAN", (1, row), (2, row)) for row in named), *(("SPAN", (2, row), (-1, row)) for row in told)]
    return grid(renderer, rows, columns, joined=joined, whole=whole, more=spans)


def _word_width(renderer: TextRenderer, title: str, texts: Sequence[str], most: float) -> float:
    """Return how wide a column is in which neither its head nor what stands below it is broken, up to `most`."""
    return max(
        longest_word(renderer, [title], most, renderer.type.head),
        longest_word(renderer, texts, most, renderer.type.row_bold),
    )


def _damage(renderer: TextRenderer, line: DamageLine, number: int, width: float) -> list[Cell]:
    text = line.text or line.result.replace("-", " ").capitalize()
    return [
        renderer.paragraph(_roll(line.roll), renderer.type.row),
        box_lines(renderer, [Strip("", (1,) * number)], width),
        renderer.prose(text, renderer.type.note),
    ]


def _crew(renderer: TextRenderer, army: Army, crew: Sequence[Crew], vehicles: int, width: float) -> Flowable:
    """A row for each kind of crew, with a box for each of them, those of one vehicle together."""
    keys = [key for key in army.columns.get("unit", ()) if any(key in each.characteristics for each in crew)]
    keys = keys or list(crew[0].characteristics)
    save = renderer.say("save-column")
    kinds = (renderer.type.head_centred, renderer.type.cell)
    columns = [Column(key, [each.characteristics.get(key, "") for each in crew], *kinds) for key in keys]
    columns.append(Column(save, [armour_text(each.armour) for each in crew], *kinds))
    names = longest_word(renderer, [each.name for each in crew], width * MOST_CREW_NAME, renderer.type.row)
    widths = column_widths(renderer, columns, width - names)
    rows: list[list[Cell]] = [
        [
            renderer.paragraph(renderer.say("vehicle.crew"), renderer.type.head),
            *heads(renderer, [each.head for each in columns], renderer.type.head_centred),
        ]
    ]
    name = width - sum(widths)
    for each in crew:
        said = renderer.drawable(f"{each.name}, {renderer.say('vehicle.exposed')}" if each.exposed else each.name)
        values = [renderer.paragraph(each.characteristics.get(key, ""), renderer.type.cell) for key in keys]
        boxes = box_lines(renderer, _crew_boxes(said, each.number, vehicles), name - 2 * PAD)
        rows.append([boxes, *values, renderer.paragraph(armour_text(each.armour), renderer.type.cell)])
    return grid(renderer, rows, [name, *widths])


def _crew_boxes(said: str, number: int, vehicles: int) -> list[Strip]:
    """Return a strip of boxes for each vehicle, the first after the name."""
    names = [said] + [""] * (min(vehicles, MOST_CREWS) - 1)
    return [Strip(name, (1,) * min(number, MOST_CREW)) for name in names]


def _armour(location: Location) -> tuple[int | None, int | None]:
    return location.front, location.side


def _roll(roll: Sequence[int]) -> str:
    return str(roll[0]) if roll[0] == roll[1] else f"{roll[0]}–{roll[1]}"


def _inches(renderer: TextRenderer, length: float | None) -> str:
    return NOTHING if length is None else renderer.say("inches", length=length)
