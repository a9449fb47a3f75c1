"""The sample rosters: legal, big enough to play, and showing what an army can have."""

from __future__ import annotations

import pytest

from exports.document import RosterDocument, leader_group, transport_of

ARMIES = ("sunward-host", "gloam-court")
PATROLS = ("sunward-patrol", "gloam-patrol")
EIGHTH = ("tidewatch", "cinder-clan")
EIGHTH_PATROLS = ("tidewatch-patrol", "cinder-patrol")


@pytest.mark.parametrize("id", [*ARMIES, *PATROLS, *EIGHTH, *EIGHTH_PATROLS])
def test_a_sample_is_legal(documents: dict[str, RosterDocument], id: str):
    judged = documents[id].judgement
    assert judged.legal
    assert {finding.severity for finding in judged.findings} <= {"note"}


@pytest.mark.parametrize("id", ARMIES)
def test_an_army_shows_off(documents: dict[str, RosterDocument], id: str):
    army = documents[id].army
    keywords = [{*unit.keywords.faction, *unit.keywords.other} for unit in army.units]
    assert 45 <= (army.power_level or 0) <= 50
    assert len(army.units) >= 8
    for wanted in ("CHARACTER", "PSYKER", "TRANSPORT", "AIRCRAFT", "FLY", "INFANTRY"):
        assert any(wanted in each for each in keywords), wanted
    assert any(unit.profiles[0].damage_table for unit in army.units)
    assert any(transport_of(army, unit) for unit in army.units)
    assert max(len(unit.models) for unit in army.units) >= 4
    assert not any("<" in keyword for each in keywords for keyword in each)


@pytest.mark.parametrize("id", EIGHTH)
def test_an_army_of_8th_edition_shows_off(documents: dict[str, RosterDocument], id: str):
    army = documents[id].army
    keywords = [{*unit.keywords.faction, *unit.keywords.other} for unit in army.units]
    assert army.model_count >= 60
    for wanted in ("CHARACTER", "PSYKER", "TRANSPORT", "VEHICLE", "FLY", "INFANTRY"):
        assert any(wanted in each for each in keywords), wanted
    moves = [profile.characteristics["M"] for unit in army.units for profile in unit.profiles]
    assert any("-" in move for move in moves)
    assert any(unit.profiles[0].damage_table for unit in army.units)
    assert any(transport_of(army, unit) for unit in army.units)


@pytest.mark.parametrize("pair", [EIGHTH, EIGHTH_PATROLS])
def test_armies_of_8th_edition_are_a_match(documents: dict[str, RosterDocument], pair: tuple[str, str]):
    first, second = (documents[id].army.power_level or 0 for id in pair)
    assert abs(first - second) < 10


@pytest.mark.parametrize("id", [*ARMIES, *PATROLS])
def test_a_character_with_inspiring_leader_is_the_warlord(documents: dict[str, RosterDocument], id: str):
    army = documents[id].army
    (warlord,) = [unit for unit in army.units if leader_group(army, unit)]
    assert "CHARACTER" in warlord.keywords.other
    assert [each.value for each in army.declarations if each.kind == "warlord-trait"] == ["inspiring-leader"]


@pytest.mark.parametrize(("pair", "most"), [(PATROLS, 50), (ARMIES, 100)])
def test_two_of_a_kind_fill_a_battle_size(documents: dict[str, RosterDocument], pair: tuple[str, str], most: int):
    combined = sum(documents[id].army.power_level or 0 for id in pair)
    assert most * 0.75 <= combined <= most
