"""Where a vehicle of imported data can be hit: its locations with their Armour Values, the results of a D6, damage tables.

Which results of a D6 hit which location stands in a rule beside its table (`location_rolls`). Where none says it they are as
the ledger has them for datafaxes that give none (2E-R-PEN-08), and so is what happens then (2E-R-PEN-03).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from datasheets.imported.location_rolls import Roll, stated_rolls
from datasheets.systems import System

NUMBER = re.compile(r"\d{1,3}")
WORD = re.compile(r"[^\W\d_]++")
CREW = "crew"
PARTS = (
    *(("track", "track"), ("foot", "track"), ("slug", "track"), ("wheel", "wheel"), ("grav", "grav-motor")),
    *(("turret", "turret"), ("leg", "legs"), ("arm", "arm"), ("crew", CREW), ("rider", CREW), ("driver", CREW)),
    *(("guardsman", CREW), ("brother", CREW), ("servitor", CREW), ("hull", "hull"), ("fuel", "hull"), ("body", "body")),
    *(("head", "body"), ("engine", "hull"), ("underside", "hull")),
)
"""What a location is by the beginning of a word of its name."""
LIGHT = ("bike", "skimmer", "wheeled")
ROLLS: Mapping[tuple[str, ...], tuple[Roll, ...]] = {
    ("track", "hull", "weapon"): ((1, 1), (2, 5), (6, 6)),
    ("track", "hull", "weapon", "weapon"): ((1, 1), (2, 4), (5, 5), (6, 6)),
    ("track", "hull", "turret"): ((1, 1), (2, 4), (5, 6)),
    ("track", "hull", "weapon", "turret"): ((1, 1), (2, 3), (4, 4), (5, 6)),
    (CREW, "vehicle"): ((1, 3), (4, 6)),
    ("vehicle",): ((1, 6),),
    ("legs", "arm", "arm", "body"): ((1, 2), (3, 3), (4, 4), (5, 6)),
    ("legs", "weapon", "body", CREW): ((1, 2), (3, 3), (4, 5), (6, 6)),
}
"""The results of a D6 by the parts that a vehicle has (2E-R-PEN-08); wheels and grav motors are as tracks."""
MOST_LOCATIONS = 6


class Place(NamedTuple):
    """A location as its author wrote it: its name, what it is, its Armour Values.

    None: from there the crew is hit, or nobody wrote it.
    """

    name: str
    part: str
    front: int | None = None
    side: int | None = None


def locations_of(
    values: Mapping[str, str], kind: str, system: System, called: str, texts: Sequence[str]
) -> list[dict[str, Any]]:
    """Return the locations of a vehicle as a roster document has them.

    Args:
        values: what the vehicle's table says, by our headings.
        kind: what moves it.
        system: whose damage tables there are.
        called: what the table is called.
        texts: the rules beside it, the nearest first.
    """
    places = list(_places(values, kind, called))
    for text in texts if places else ():
        stated = stated_rolls([each.name for each in places], [part_of(each.name) == CREW for each in places], text)
        if stated:
            crew = [(Place(name, CREW), roll) for name, roll in stated.crew]
            return _location_rows([*crew, *zip(places, stated.rolls, strict=True)], system)
    return _location_rows(list(zip(places, _rolls([each.part for each in places]), strict=True)), system)


def _location_rows(places: Sequence[tuple[Place, Roll]], system: System) -> list[dict[str, Any]]:
    return [
        {
            "name": " ".join(each.name.split())[:100],
            "roll": list(roll),
            "part": each.part,
            "front": each.front,
            "side": each.side,
            "damage": damage_lines(each.part, system),
        }
        for each, roll in places
    ]


def _places(values: Mapping[str, str], kind: str, called: str) -> Iterator[Place]:
    """Yield the locations of a table, which stand line by line beside their Armour Values."""
    names = [name.strip(" *") for name in values.get("Armour Location", "").splitlines() if name.strip(" *")]
    names = names[:MOST_LOCATIONS]
    columns = [_column(values.get(heading, ""), len(names)) for heading in ("Front Armour", "Side/Rear Armour")]
    written = [[column[at] for column in columns] for at in range(len(names))]
    armour = [[_number(each) for each in row] for row in written]
    is_light = kind in LIGHT or any(None in row for row in armour)
    for name, texts, (front, side) in zip(names, written, armour, strict=True):
        found = part_of(name)
        if front is None and side is None and (any(texts) or found == CREW):
            yield Place(name, CREW)  # "See Below": whoever sits there is hit himself
            continue
        is_whole = _is_whole(name, called) or (is_light and len(names) <= 2)
        usual = "vehicle" if is_light and is_whole else "weapon"
        yield Place(name, "weapon" if found == CREW else found or usual, front, side)


def _column(text: str, rows: int) -> list[str]:
    """Return what a column says of each row: its line, or the only line of the column."""
    lines = [line.strip() for line in text.splitlines()]
    return lines * rows if len(lines) == 1 else [*lines, *[""] * rows][:rows]


def part_of(name: str) -> str:
    """Return what a location is by its name, "" where it does not say."""
    words = WORD.findall(name.casefold())
    return next((part for start, part in PARTS if any(word.startswith(start) for word in words)), "")


def _is_whole(name: str, called: str) -> bool:
    """Whether a location is called as the vehicle is."""
    words = set(WORD.findall(name.casefold()))
    return bool(words) and words <= set(WORD.findall(called.casefold()))


def damage_lines(part: str, system: System) -> list[dict[str, Any]]:
    """Return the lines of the system's damage table for a part."""
    table = next((each for each in system.damage_tables if part in each.parts), None)
    return [{"roll": [r.least, r.most], "result": r.id, "text": r.text} for r in table.results] if table else []


def _rolls(parts: Sequence[str]) -> list[Roll]:
    """Return which results of a D6 hit which part, whatever the order of the parts."""
    alike = ["track" if part in ("wheel", "grav-motor") else part for part in parts]
    for known, rolls in ROLLS.items():
        if sorted(known) == sorted(alike):
            left = list(zip(known, rolls, strict=True))
            found = []
            for part in alike:
                at = next(number for number, (name, _) in enumerate(left) if name == part)
                found.append(left.pop(at)[1])
            return found
    return list(_even(len(parts)))


def _even(count: int) -> Iterator[Roll]:
    """Share the six results out, the last parts first having one more."""
    start = 1
    for at in range(count):
        size = 6 // count + (at >= count - 6 % count)
        yield start, start + size - 1
        start += size


def _number(text: str) -> int | None:
    found = NUMBER.search(text)
    return int(found[0]) if found else None
