"""What is printed: answers to standard output, as one JSON object or as lines to read; everything else to standard error."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import TypeVar

import click

from builder.cli.terminal import drawn_table, draws_tables
from builder.cli.words import say

F = TypeVar("F", bound=Callable[..., object])
NUMBER = re.compile(r"-|[\d.]+%?")
Cell = str | int | float | bool | None | Sequence[int | float | None]


def json_option(command: F) -> F:
    """Give a command the option `--json`, as argument `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")(command)


def print_json(answer: Mapping[str, object]) -> None:
    """Print the answer of a command as one JSON object."""
    click.echo(json.dumps(answer, ensure_ascii=False, allow_nan=False))


def print_lines(lines: Iterable[str]) -> None:
    """Print lines for people."""
    for line in lines:
        click.echo(line.rstrip())


def number(value: float | Decimal | None) -> int | float | None:
    """Return a number as it is written in JSON: whole ones as such."""
    if value is None or isinstance(value, int):
        return value
    return int(value) if value == int(value) else float(value)


def tell(line: str) -> None:
    """Say to the user what is going on."""
    click.echo(line, err=True)


def table(heads: Sequence[str], rows: Iterable[Sequence[Cell]]) -> list[str]:
    """Return aligned lines, numbers to the right; on a terminal as it is wide."""
    texts = [tuple(heads), *(tuple(map(cell_text, row)) for row in rows)]
    columns = list(zip(*texts, strict=True))
    right = [all(map(NUMBER.fullmatch, column[1:])) for column in columns]
    if draws_tables():
        return drawn_table(texts, right)
    widths = [max(map(len, column)) for column in columns]
    formats = [f"{'>' if side else '<'}{width}" for side, width in zip(right, widths, strict=True)]
    return ["  ".join(map(format, line, formats)) for line in texts]


def cell_text(cell: Cell) -> str:
    """Return a value as it stands in a table; a list is from its first to its last."""
    if cell is None:
        return "-"
    if isinstance(cell, list | tuple):
        ends = dict.fromkeys(cell_text(end) for end in (cell[0], cell[-1]))
        return "-".join(ends)
    if isinstance(cell, bool):
        return say("cli.yes") if cell else say("cli.no")
    return f"{cell:g}" if isinstance(cell, float) else str(cell)
