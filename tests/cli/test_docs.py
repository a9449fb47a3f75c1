"""docs/cli.md: every command with every argument and option, and nothing that is not there."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from builder.cli import COMMANDS, main
from datasheets.words import languages

PAGE = (Path(__file__).parents[2] / "docs" / "cli.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (\S+)\n(.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE))


def options(command: click.Command) -> set[str]:
    return {name for each in command.params if isinstance(each, click.Option) for name in each.opts}


def find_command(name: str) -> click.Command:
    command = main.get_command(click.Context(main), name)
    assert command
    return command


def test_every_command_has_a_row_and_a_section():
    rows = re.findall(r"^\| `(\S+?)[ `]", PAGE, re.MULTILINE)
    assert rows == [row.name for row in COMMANDS]
    assert list(SECTIONS) == rows


@pytest.mark.parametrize("name", [row.name for row in COMMANDS])
def test_a_section_has_every_option_and_no_other(name: str):
    listed = re.findall(r"^- `(--\S+?)[ `]", SECTIONS[name], re.MULTILINE)
    assert sorted(listed) == sorted(options(find_command(name)))


@pytest.mark.parametrize("name", [row.name for row in COMMANDS])
def test_a_row_has_every_argument_and_every_choice_is_named(name: str):
    row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{name}"))
    for each in find_command(name).params:
        if isinstance(each, click.Argument):
            assert (each.metavar or str(each.name).upper()) in row
        if isinstance(each.type, click.Choice):
            assert all(choice in SECTIONS[name] for choice in each.type.choices if choice not in languages())
