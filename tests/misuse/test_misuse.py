"""Kinds of misuse of a Muster with accounts: none works. docs/accounts.md has the table.

Mal has an account and everything that an account opens. Bo has a roster, a battle, a catalogue, a link and a key.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.misuse import (
    bodies,
    clubs,
    headers_and_names,
    keys_and_passwords,
    others_things,
    people_and_data,
    sessions,
    tricks,
    what_ended,
)
from tests.misuse.town import Town, nothing_was_counted, town

__all__ = ["nothing_was_counted", "town"]

AREAS = (others_things, sessions, keys_and_passwords, headers_and_names, people_and_data, clubs, tricks, bodies, what_ended)
MISUSE: tuple[Callable[[Town], None], ...] = tuple(
    each
    for area in AREAS
    for name, each in vars(area).items()
    if callable(each) and getattr(each, "__module__", "") == area.__name__ and not name.startswith("_")
)


@pytest.mark.parametrize("misuse", MISUSE, ids=lambda each: each.__name__)
def test_misuse_does_not_work(town: Town, misuse: Callable[[Town], None]) -> None:
    misuse(town)


def test_the_table_has_a_row_for_each() -> None:
    """docs/accounts.md says what was tried, and what came of it; a row is called as its function is."""
    page = (Path(__file__).parents[2] / "docs" / "accounts.md").read_text(encoding="utf-8")
    rows = [row.strip() for row in re.findall(r"^\| ([a-z_ ]+)\|", page.partition("## What was tried")[2], re.MULTILINE)]
    assert rows == [each.__name__.replace("_", " ") for each in MISUSE]
    assert len(rows) >= 40
