"""The map: the battlefield in letters, an inch or more across and twice as much up for each of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil, isnan
from string import ascii_letters, ascii_uppercase

import numpy as np

from builder.cli.words import language, say
from resolver.engine.prose import LogWriter
from resolver.engine.squares import grid
from resolver.engine.view import View
from resolver.table.bases import Bodies

WIDEST = 72
EMPTY, TERRAIN = ".", "#"
MARGIN = 5
EVERY = 4
"""Every how many rows and, in tens of columns, the map's edge is numbered."""


def letters(view: View) -> dict[int, str]:
    """Return a letter for each unit that has one: the first army's in capitals, the second's small; the same all battle."""
    small, capital = ascii_letters[:26], ascii_letters[26:]
    found: dict[int, str] = {}
    for player, alphabet in ((0, capital), (1, small)):
        units = [number for number, unit in enumerate(view.game.armies.units) if unit.player == player]
        found |= dict(zip(units, alphabet, strict=False))
    return found


def field(view: View) -> Iterator[str]:
    """Yield the rows of the map, the far edge first, and what the letters mean."""
    board = view.game.state.board
    if not board.width:
        yield say("play.map.none")
        return
    scale = ceil(board.width / WIDEST) if board.width > WIDEST else 1
    columns, rows = ceil(board.width / scale), ceil(board.depth / (2 * scale))
    cells = np.full((rows, columns), EMPTY)
    _terrain(view, cells, scale)
    _markers(view, cells, scale)
    marks = letters(view)
    _units(view, cells, scale, marks)
    across, up = grid(board.width, board.depth)
    wide, deep = board.width / across / scale, board.depth / up / (2 * scale)
    yield f"{'':{MARGIN}}{_spread(ascii_uppercase[:across], wide, columns)}".rstrip()
    numbers = {rows - 1 - int((number + 0.5) * deep): f" {number + 1}" for number in range(up)}
    for row in reversed(range(rows)):
        edge = f'{row * 2 * scale:>{MARGIN - 2}}"' if row % EVERY == 0 else ""
        yield f"{edge:>{MARGIN - 1}} {''.join(cells[row])}{numbers.get(row, '')}"
    ruler = "".join(f"{column * scale}".ljust(10) for column in range(0, columns, 10))
    yield f"{'':{MARGIN}}{ruler}".rstrip()
    yield say("play.map.key", {"terrain": TERRAIN})
    yield from legend(view, marks)


def _spread(letters: str, each: float, columns: int) -> str:
    """Return letters above the middles of what is so many columns wide."""
    row = [" "] * columns
    for number, letter in enumerate(letters):
        row[min(int((number + 0.5) * each), columns - 1)] = letter
    return "".join(row)


def legend(view: View, marks: Mapping[int, str]) -> Iterator[str]:
    """Yield the letters of both armies' units on the table, with their names."""
    names = LogWriter(view.game.armies, view.game.ruleset, language()).units
    for player in (0, 1):
        standing = view.game.units_on_table(player)
        shown = "  ".join(f"{marks.get(unit, '?')} {names[view.game.key(unit)]}" for unit in standing)
        if shown:
            yield f"{'':{MARGIN}}{shown}"


def _terrain(view: View, cells: np.ndarray[tuple[int, int], np.dtype[np.str_]], scale: int) -> None:
    rows, columns = cells.shape
    across, up = np.meshgrid((np.arange(columns) + 0.5) * scale, (np.arange(rows) + 0.5) * 2 * scale)
    points = np.stack([across.ravel(), up.ravel()], axis=1)
    for piece in view.game.state.board.terrain:
        over = piece.footprint.depths(points) >= 0.0
        cells[over.reshape(cells.shape)] = TERRAIN


def _markers(view: View, cells: np.ndarray[tuple[int, int], np.dtype[np.str_]], scale: int) -> None:
    for number, (x, y) in enumerate(view.game.state.markers):
        if not isnan(x):
            cells[_cell(cells, x, y, scale)] = str(number + 1)[-1]


def _units(view: View, cells: np.ndarray[tuple[int, int], np.dtype[np.str_]], scale: int, marks: Mapping[int, str]) -> None:
    state = view.game.state
    for unit, mark in marks.items():
        bodies: Bodies = state.bodies(state.standing(unit))
        for x, y in zip(bodies.x, bodies.y, strict=True):
            cells[_cell(cells, float(x), float(y), scale)] = mark


def _cell(cells: np.ndarray[tuple[int, int], np.dtype[np.str_]], x: float, y: float, scale: int) -> tuple[int, int]:
    rows, columns = cells.shape
    return min(max(int(y / (2 * scale)), 0), rows - 1), min(max(int(x / scale), 0), columns - 1)
