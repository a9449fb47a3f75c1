"""What all text lists are written with: amounts in brackets, counts in front, items between commas, bullets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from exports.lists.listed import StatedCost

BULLET = re.compile(r"(?P<marks>(?:[.*–-]+[ \t]+|[•·◦▪][ \t]*)+)(?=\S)")
COUNTED = re.compile(r"(?P<number>\d{1,4})(?:[ \t]*+[x×][ \t]++|[x×](?=[^\W\d])|[ \t]++(?=[^\d\s(\[.,:]))(?P<name>.+)")
AMOUNT = re.compile(r"(?P<value>[-+−]?\d[\d,' ]{0,12}(?:\.\d{1,6})?)[ \t]*(?P<name>[^\W\d_][\w .']{0,40})")
OPENING, CLOSING = "([", ")]"


def amounts(text: str) -> tuple[StatedCost, ...] | None:
    """Return the costs in the text of a bracket ("5 PL, -1CP, 1,000pts"), None where it is about something else."""
    found = [AMOUNT.fullmatch(part.strip()) for part in re.split(r"(?<=[^\W\d])[ \t]*,", text)]
    if not found or not all(found):
        return None
    return tuple(StatedCost(each["name"].strip(), value(each["value"])) for each in found if each)


def value(written: str) -> Decimal:
    """Return a number that may have separators between thousands."""
    return Decimal(re.sub(r"[,' ]", "", written).replace("−", "-"))


def split_count(text: str) -> tuple[int, str]:
    """Return the number in front and the rest: "4x Bolter" and "4 Bolter" are 4 of "Bolter"; 1 where there is none."""
    found = COUNTED.fullmatch(text.strip())
    return (int(found["number"]), found["name"].strip()) if found else (1, text.strip())


def items(text: str) -> Iterator[str]:
    """Yield what stands between commas that are in no bracket."""
    depth, start = 0, 0
    for at, letter in enumerate(text):
        if letter in OPENING:
            depth += 1
        elif letter in CLOSING:
            depth = max(0, depth - 1)
        elif letter == "," and not depth and text[at + 1 : at + 2] in (" ", ""):
            yield text[start:at].strip()
            start = at + 1
    yield text[start:].strip()


def split_bullet(line: str) -> tuple[int, str]:
    """Return how deep a line stands, by its bullets or else by its indent, and the line without them; 0 at the left."""
    indent = len(line) - len(line.lstrip())
    columns = len(line[:indent].expandtabs(4))
    found = BULLET.match(line, indent)
    if found is None:
        return (columns + 1) // 2, line.strip()
    marks = len(re.sub(r"\s", "", found["marks"]))
    return columns // 2 + marks, line[found.end() :].strip()
