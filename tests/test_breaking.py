"""The tables of rules that are broken by hand say what stands in the code: each place once, each with its file of tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.aos_1e import broken as sigmar
from tests.breaking import Break, Game, broken_text
from tests.grundregelwerk import broken as grundregelwerk

BREAKS = [(table.GAME, each) for table in (sigmar, grundregelwerk) for each in table.BREAKS]


@pytest.mark.parametrize(("game", "each"), BREAKS, ids=[f"{game.system}-{each.rule}" for game, each in BREAKS])
def test_each_break_changes_the_code_and_names_its_tests(game: Game, each: Break) -> None:
    assert broken_text(game, each) != game.module(each).read_text(encoding="utf-8")
    assert (Path(__file__).parents[1] / game.tests / each.test).is_file()
