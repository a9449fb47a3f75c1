"""Which results of a D6 hit which location of a vehicle, as the texts of imported data say it: "1-2: Track; 3-5: Hull".

A text says so where its lines share the six results out among all locations of the vehicle. What it calls otherwise than
the vehicle's table is the one location that is left ("Weapons" for the turret). It may name the crew besides, who then can
be hit where the table has only the vehicle itself.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

Roll = tuple[int, int]
ROW = re.compile(r"\s*+(?P<low>[1-6])(?:\s?[-–]\s?(?P<high>[1-6]))?(?:\s*+:|\s)\s*+(?P<name>\S[^\n]{0,200}+)")
ASIDE = re.compile(r"\s[-–]\s|[*(:]| is hit\b")
"""Where the name of a location ends and what is said of it begins."""
WORD = re.compile(r"[^\W\d_]++")
CREWS = frozenset({"crew", "rider", "driver", "passenger"})
LAST = 6


class StatedRolls(NamedTuple):
    """The results for each location in its order, and those for a crew that the vehicle's table does not have."""

    rolls: tuple[Roll, ...]
    crew: tuple[tuple[str, Roll], ...]


class Row(NamedTuple):
    """A line of such a text: the results, and what it calls the location."""

    roll: Roll
    name: str
    words: frozenset[str]


def stated_rolls(names: Sequence[str], crews: Sequence[bool], text: str) -> StatedRolls | None:
    """Return what a text says of the locations with these names, of which some are `crews`; None where it does not."""
    rows = list(_rows(text))
    if not rows or rows[-1].roll[1] != LAST:
        return None
    found: dict[int, Row] = {}
    for finds in (_is_same, _is_within):
        for at, name in enumerate(names):
            row = next((row for row in rows if at not in found and finds(_words(name), row.words)), None)
            if row:
                found[at] = row
                rows.remove(row)
    for at in range(len(names)):
        row = next((row for row in rows if crews[at] and at not in found and _is_crew(row)), None)
        if row:
            found[at] = row
            rows.remove(row)
    return _whole(names, found, rows)


def _whole(names: Sequence[str], found: dict[int, Row], rows: Sequence[Row]) -> StatedRolls | None:
    """Return what was found once nothing is left over but one pair, or the crew."""
    left = [at for at in range(len(names)) if at not in found]
    others = [row for row in rows if not _is_crew(row)]
    if len(left) == len(others) == 1:
        found, left, others = {**found, left[0]: others[0]}, [], []
    if left or others or not found or len(rows) > len(names) + 1:
        return None
    crew = tuple((row.name, row.roll) for row in rows if row not in found.values())
    return StatedRolls(tuple(found[at].roll for at in range(len(names))), crew)


def _rows(text: str) -> Iterator[Row]:
    """Yield the first lines of a text that share out the six results, in their order."""
    expected = 1
    for line in text.splitlines():
        read = ROW.match(line)
        if read and int(read["low"]) == expected <= LAST:
            high = int(read["high"] or read["low"])
            name = ASIDE.split(read["name"], maxsplit=1)[0].strip()
            if high < expected or not name:
                return
            yield Row((expected, high), name, _words(name))
            expected = high + 1


def _is_same(wanted: Collection[str], words: Collection[str]) -> bool:
    return wanted == words


def _is_within(wanted: frozenset[str], words: frozenset[str]) -> bool:
    """Whether one name has all words of the other ("Sponson" and "Sponson Weapon")."""
    return bool(wanted and words) and (wanted <= words or words <= wanted)


def _is_crew(row: Row) -> bool:
    return not CREWS.isdisjoint(row.words)


def _words(name: str) -> frozenset[str]:
    return frozenset(word.removesuffix("s") for word in WORD.findall(name.casefold()))
