"""The tables of a sheet as a screen reader finds them in the structure of the file, by the heading that they stand below."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field

from tests.exports.structure import structure

HEADINGS = ("H1", "H2")
GOES_ON = re.compile(r", \d+ of \d+$")


@dataclass
class Section:
    """What stands below a heading: all that is said, and tables as rows of cells, the first row of each being its head."""

    said: list[str] = field(default_factory=list)
    tables: list[list[list[str]]] = field(default_factory=list)

    def rows(self) -> list[tuple[str, dict[str, str]]]:
        """Each row's name with its values by the heads above them, counted from the right: heads go over several columns."""
        made = []
        for head, *rows in self.tables:
            for row in rows:
                size = min(len(head), len(row)) - 1
                if row[0] and size:
                    made.append((row[0], dict(zip(head[-size:], row[-size:], strict=True))))
                if len(row) > len(head) and row[1]:  # first how many, then the name
                    made.append((row[1], dict(zip(head[1:], row[2:], strict=True))))
        return made


def sections(sheet: bytes) -> dict[str, Section]:
    """Read a sheet; what is continued stands with its beginning."""
    made: defaultdict[str, Section] = defaultdict(Section)
    section, heading, is_heading, cell = Section(), "", False, -1
    for depth, kind, said in structure(sheet):
        if not kind:
            if is_heading:
                heading += said + " "
                continue
            section.said.append(said)
            if depth > cell >= 0:
                cells = section.tables[-1][-1]
                cells[-1] = f"{cells[-1]} {said}".strip()
            continue
        if is_heading:
            section, is_heading = made[GOES_ON.sub("", " ".join(heading.split()))], False
        if kind in HEADINGS:
            heading, is_heading, cell = "", True, -1
        elif kind == "Table":
            section.tables.append([])
        elif kind == "TR":
            section.tables[-1].append([])
        elif kind in ("TD", "TH"):
            section.tables[-1][-1].append("")
            cell = depth
        elif depth <= cell:
            cell = -1
    return made
