"""A QR code as ReportLab makes it, in a fifth of the time.

A code is drawn in the one of eight masks in which it is read best. ReportLab draws all eight and counts in lists what makes
each hard to read. Here a code is one number, of which the bits are its modules, row by row, and a mask turns some of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

from reportlab.graphics.barcode.qr import QrCodeWidget
from reportlab.graphics.barcode.qrencoder import QRCode, QRUtil

MASKS = range(8)
CORNER = (True, False, True, True, True, False, True, False, False, False, False)
"""What looks like a corner of the code, with the light modules beside it."""


def modules_of(text: str) -> Sequence[Sequence[bool]]:
    """Return the modules of a code in rows, True where they are dark."""
    code = QrCodeWidget(text, barLevel="M").qr  # type: ignore[attr-defined]
    code.version = code.calculate_version()
    code.makeImpl(True, MASKS[0])
    masks, first = _masks(code.version), _number(module for row in code.modules for module in row)
    size = code.getModuleCount()
    best = min(MASKS, key=lambda mask: _penalty(first ^ masks[MASKS[0]] ^ masks[mask], size))
    code.makeImpl(False, best)
    rows: Sequence[Sequence[bool]] = code.modules
    return rows


def _number(modules: Iterable[bool]) -> int:
    return int("".join("1" if module else "0" for module in modules)[::-1], 2)


@cache
def _masks(version: int) -> Sequence[int]:
    """Return the modules that each mask turns in codes of a version, which is their size."""
    code: Any = QRCode(version, None)
    size = code.moduleCount = version * 4 + 17
    places = [(row, column, 1 << row * size + column) for column, row in code.dataPosIterator()]
    masks = (QRUtil.maskPattern[mask] for mask in MASKS)
    return [sum(place for row, column, place in places if turns(row, column)) for turns in masks]


class _Places(NamedTuple):
    """The modules of a code that have another right of them, below them, and room for `CORNER` from them on."""

    beside: int
    above: int
    corner: int


@cache
def _places(size: int) -> _Places:
    rows = sum(1 << row * size for row in range(size))
    return _Places(
        beside=rows * ((1 << size - 1) - 1),
        above=(1 << (size - 1) * size) - 1,
        corner=rows * ((1 << size - len(CORNER)) - 1),
    )


def _penalty(code: int, size: int) -> int:
    """Return how hard a code is to read, as ReportLab counts it: of corners it sees those that lie, and not at the edge."""
    places = _places(size)
    same_beside, same_below = ~(code ^ code >> 1) & places.beside, ~(code ^ code >> size) & places.above
    blocks = same_beside & same_below & same_beside >> size
    corners = places.corner
    for at, is_dark in enumerate(CORNER):
        corners &= code >> at if is_dark else ~(code >> at)
    share = 100 * code.bit_count() // size**2
    lines = _of_long_lines(same_beside, 1) + _of_long_lines(same_below, size)
    return lines + 3 * blocks.bit_count() + 40 * corners.bit_count() + 10 * (abs(share - 50) // 5)


def _of_long_lines(same: int, step: int) -> int:
    """Return the penalty of five modules or more of a colour in a line: 3, and one for each more."""
    fives = same & same >> step & same >> 2 * step & same >> 3 * step
    return fives.bit_count() + 2 * (fives & ~(fives << step)).bit_count()
