"""The words of sheets and lists: every code that is said has words, and no words are left over."""

import re
from pathlib import Path

import pytest

import exports
from datasheets.systems import systems
from datasheets.words import codes

SOURCES = "\n".join(path.read_text() for path in sorted(Path(exports.__file__).parent.rglob("*.py"))).replace("'", '"')
MADE = (
    "vehicle",
    "victory",
    "declared",
    "agreed",
    "finding",
    "count",
    "field",
    "phase",
    "reminder",
    "rule",
    "save-against",
    "track",
    *(each.id for each in systems()),
)
"""What stands in front of codes that are put together: by kinds, severities, fields, phases, attacks, tracks and sources."""
BY_NAME = tuple(f"sheet.{name}." for name in MADE)


def area(name):
    return sorted(code for code in codes() if code.startswith(f"{name}."))


@pytest.mark.parametrize("code", re.findall(r'renderer\.say\(\s*"([^"]+)"', SOURCES))
def test_every_word_of_the_sheet_that_is_said_exists(code):
    assert f"sheet.{code}" in codes()


@pytest.mark.parametrize("code", [code for code in area("sheet") if not code.startswith(BY_NAME)])
def test_no_word_of_the_sheet_is_left_over(code):
    assert f'"{code.removeprefix("sheet.")}"' in SOURCES


@pytest.mark.parametrize("system", [each.id for each in systems()])
def test_words_of_one_game_stand_for_those_of_all(system):
    own = [code for code in codes() if f".{system}." in code and code.startswith(("sheet.", "text."))]
    assert {code.replace(f".{system}.", ".") for code in own} <= codes()


@pytest.mark.parametrize("code", [code for code in area("text") if not any(f".{each.id}." in code for each in systems())])
def test_no_word_of_lists_is_left_over(code):
    assert f'"{code}"' in SOURCES
