"""Actions, movement table and terrain of the Grundregelwerk: what system.json says is what its ledger says."""

from __future__ import annotations

import pytest

from datasheets.systems import rulebook, system

GAME = system("grundregelwerk")
BOOK = rulebook("grundregelwerk")
FOOT = {"infantry", "cavalry", "beast", "walker"}


def table_rows(id: str) -> list[dict[str, object]]:
    table = BOOK.rule(id).table
    assert isinstance(table, tuple)
    return [dict(row) for row in table]


@pytest.mark.parametrize(
    ("rule", "length"),
    [
        pytest.param("GRW-ACTION-03", "short", marks=pytest.mark.rule("GRW-ACTION-03")),
        pytest.param("GRW-ACTION-04", "long", marks=pytest.mark.rule("GRW-ACTION-04")),
    ],
)
def test_actions_are_short_or_long(rule: str, length: str) -> None:
    ours = [(each.id.replace("-", "_"), each.name) for each in GAME.actions if each.length == length]
    assert ours == [(row["action"], row["name"]) for row in table_rows(rule)]


@pytest.mark.rule("GRW-MOVE-01")
def test_the_movement_table_is_the_ledgers_and_every_type_of_a_profile_is_in_it():
    ours = [(row.id, row.open_in, row.terrain_in, row.test) for row in GAME.unit_types]
    ledger = table_rows("GRW-MOVE-01")
    assert ours == [(row["unit_type"], row["normal"], row["in_terrain"], row["terrain_test"]) for row in ledger]
    type = next(column for column in GAME.characteristics if column.part == "type")
    assert list(type.choices) == [row.id for row in GAME.unit_types]


@pytest.mark.rule("GRW-MOVE-01")
@pytest.mark.example("GRW-EX-39")
def test_how_far_each_type_moves_through_a_wood_and_who_tests():
    slowed = {row.id: row.terrain_in for row in GAME.unit_types}
    assert slowed == {
        **{"infantry": 4, "walker": 4, "beast": 8, "cavalry": 4, "vehicle": 8, "bike": 6, "jump_troops": 4},
        **{"antigrav_bike": 12, "antigrav_vehicle": 12},
    }
    assert {row.id for row in GAME.unit_types if row.test} == {"walker", "cavalry", "vehicle", "bike"}


@pytest.mark.rule("GRW-TERRAIN-01")
def test_classes_of_terrain_are_the_ledgers():
    for ours, row in zip(GAME.terrain, table_rows("GRW-TERRAIN-01"), strict=True):
        assert ours.id == str(row["class"]).replace("_", "-")
        assert (ours.save_bonus, ours.hit_penalty) == (row["save_bonus"], row["to_hit_penalty"])
        assert (ours.sight == "blocks") == (row["line_of_sight"] == "blocks")
    everybody = {row.id for row in GAME.unit_types}
    soft, hard, blocker = (each.admits for each in GAME.terrain)
    assert (set(soft or ()), set(hard or ()), blocker) == (everybody, FOOT, None)


@pytest.mark.rule("GRW-TERRAIN-13")
@pytest.mark.example("GRW-EX-03")
@pytest.mark.example("GRW-EX-48")
def test_usual_pieces_of_terrain_have_a_class_and_admit_these_types():
    everybody = {row.id for row in GAME.unit_types}
    found = {piece.id: (piece.terrain, set(piece.admits)) for piece in GAME.terrain_pieces}
    assert found == {
        "wall": ("soft-cover", everybody),
        "ruin": ("hard-cover", FOOT),
        "wood": ("soft-cover", everybody),
        "hill": ("los-blocker", everybody),
        "support-pillar": ("los-blocker", set()),
    }
    by_class = {each.id: each.admits for each in GAME.terrain}
    for piece in GAME.terrain_pieces:
        assert by_class[piece.terrain] in (None, piece.admits)


@pytest.mark.rule("GRW-AMOUNT-01")
@pytest.mark.rule("GRW-AMOUNT-02")
@pytest.mark.rule("GRW-AMOUNT-03")
@pytest.mark.example("GRW-EX-02")
def test_a_quarter_of_the_table_is_terrain_and_a_third_of_that_each_category():
    advice, table = GAME.terrain_advice, GAME.missions[0].table
    assert advice
    assert table
    assert (table.width_in * table.depth_in, advice.area(table), advice.area_each(table)) == (3456, 864, 288)
    assert 3 * 12 * 8 == 6 * 8 * 6 == advice.area_each(table)
    ledger = table_rows("GRW-AMOUNT-03")
    assert [(each.least, each.most) for each in advice.categories] == [
        (row["min_pieces"], row["max_pieces"]) for row in ledger
    ]
    assert {id for each in advice.categories for id in each.classes} == {each.id for each in GAME.terrain}


@pytest.mark.rule("GRW-SCEN-01")
def test_the_four_scenarios_are_the_ledgers():
    assert [each.name for each in GAME.missions] == [row["name"] for row in table_rows("GRW-SCEN-01")]
