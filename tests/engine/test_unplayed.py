"""What the report of a battle says is not played, assumed or missing: what the tables of the battle hold."""

from __future__ import annotations

from typing import Any

import pytest

from datasheets.systems import system
from datasheets.words import languages
from resolver.engine.unplayed import Coverage, coverage, coverage_lines
from tests.field import Field, ability, blade, gun, unit

Row = dict[str, Any]
IDLE: Row = {
    **{"id": "veil", "name": "Veil", "value": 5, "step": 0, "range_in": 18, "target": "enemy-unit"},
    **{"duration": "", "keywords": [], "text": "It veils.", "effects": []},
}
SURE = {"kind": "modify-roll", "roll": "hit", "operation": "add", "value": "1", "to": {"scope": "unit"}}


def army_coverage(*mine: Row) -> Coverage:
    field = Field(list(mine), [unit("y")])
    return coverage(field.rules, field.game.armies)


def test_how_many_abilities_are_played_is_counted_for_each_army_and_unit():
    said = army_coverage(
        unit("x", abilities=[ability("Sure", SURE), ability("Riddle")]), unit("z", abilities=[ability("Riddle")])
    )
    mine, theirs = said.abilities
    assert (mine.played, mine.all, theirs.all) == (1, 3, 0)
    assert [(row.name, row.units) for row in said.unplayed] == [("Riddle", ("x", "z"))]


def test_what_does_not_exist_in_a_battle_is_said():
    witch = unit("Witch", psyker={"casts": 1, "denies": 1, "powers": [IDLE]})
    ark = unit("Ark", 1, keywords=("VEHICLE", "TRANSPORT"))
    rows = {row.what: row for row in army_coverage(witch, ark).missing}
    assert rows.keys() == {"stratagems", "command-points", "powers", "transports"}
    assert (rows["powers"].names, rows["powers"].units) == (("Veil",), ("Witch",))
    assert rows["transports"].units == ("Ark",)


def test_what_is_assumed_names_the_units():
    rows = [unit("Walkers"), unit("Runners")]
    for row in rows:
        row["profiles"][0]["base"] = None
    said = army_coverage(*rows).assumed
    assert said
    assert all(row.units == ("Walkers", "Runners") for row in said)


@pytest.mark.parametrize("language", languages())
def test_every_part_is_said_in_every_language(language: str):
    lines = dict(coverage_lines(army_coverage(unit("x", 1, blade(), gun(), abilities=[ability("Riddle")])), language))
    assert len(lines) >= 2
    assert all(lines.values())


def test_the_usual_base_goes_by_keyword_and_number_of_models():
    usual = system("wh40k-9e").imports.usual_base
    from datasheets.keywords import Keywords

    walker, captain = Keywords(("Vehicle",)), Keywords(("Infantry", "Character"))
    assert usual(walker, 1).mm == (120, 92)
    assert usual(walker, 3).mm == (80,)
    assert (usual(captain, 1).mm, usual(captain, 5).mm) == ((40,), (28.5,))
    assert usual(Keywords(()), 1).mm == (32,)
