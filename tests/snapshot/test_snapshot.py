"""From a roster to a roster document and back."""

import copy
from dataclasses import replace
from pathlib import Path

import pytest

from builder.operations.roster_json import roster_from_json, roster_to_json
from builder.snapshot.document import roster_from_document, snapshot
from datasheets.evaluation.tree import Force, Roster
from datasheets.problems import DocumentError
from exports.document import document_from, read_document
from tests.operations.edits import random_roster
from tests.rules.broken import WAYS, broken_roster, good
from tests.rules.playing import BUNDLED, Table, judge_roster

GOLDEN = sorted((Path(__file__).parent.parent / "golden" / "roster").glob("*.json"))


def frozen(roster):
    return snapshot(roster, BUNDLED, judge_roster(roster))


def unit(document, name):
    return next(each for each in document.army.units if each.name == name)


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.sample(7)
def test_document_to_roster_to_document_is_the_same_army(seed):
    roster = random_roster(seed, 20)
    document = frozen(roster)
    back = roster_from_document(document)
    forces = tuple(replace(force, aside=()) for force in roster.forces)
    assert (back.forces, back.declarations, back.agreed) == (forces, roster.declarations, roster.agreed)
    assert (back.limits, back.name, back.note, back.system) == (roster.limits, roster.name, roster.note, roster.system)
    assert frozen(back).digest == document.digest
    assert frozen(back).to_bytes() == document.to_bytes()


@pytest.mark.parametrize("seed", range(5))
def test_a_roster_from_a_document_can_be_stored_and_gives_out_new_uids(seed):
    back = roster_from_document(frozen(random_roster(seed)))
    assert roster_from_json(roster_to_json(back)) == back
    assert all(int(node.uid[1:]) < back.next_uid for node in back.walk())


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.sample(10)
def test_any_roster_can_be_frozen_however_broken(way):
    document = frozen(broken_roster(way))
    assert frozen(roster_from_document(document)).digest == document.digest
    assert read_document(document.to_bytes()) == document


def test_forces_within_forces_stay_there():
    roster = good().roster
    outer, inner = roster.forces
    nested = Roster(**{**_fields(roster), "forces": (Force(**{**_fields(outer), "forces": (inner,)}),)})
    document = frozen(nested)
    assert [(force.id, force.within) for force in document.army.forces] == [(outer.uid, None), (inner.uid, outer.uid)]
    assert roster_from_document(document).forces == nested.forces


@pytest.mark.parametrize("file", GOLDEN, ids=[file.stem for file in GOLDEN])
def test_golden_documents_become_rosters_and_documents_again(file):
    document = read_document(file.read_bytes())
    roster = roster_from_document(document)
    again = frozen(roster)
    assert [each.origin for each in again.army.units] == [each.origin for each in document.army.units]
    assert again.army.declarations == document.army.declarations
    assert roster_from_document(again).forces[0].selections == roster.forces[0].selections


def test_each_group_has_its_own_weapons():
    table = Table()
    table.add("host-guard", "guard", models=10)
    take = {"op": "take-option", "unit": "guard", "option": "special", "selection": "guard/Host Guard"}
    table.play({**take, "choice": 0})
    table.play({**take, "choice": 1})
    guard = unit(frozen(table.roster), "Host Guard")
    names = {weapon.id: weapon.name for weapon in guard.weapons}
    carried = [(group.number, sorted(names[id] for id in group.weapons)) for group in guard.models]
    assert (
        carried
        == [
            (7, ["Day rifle", "Flare charges", "Host sword"]),
            (1, ["Ember thrower", "Flare charges", "Host sword"]),
            (1, ["Flare charges", "Glare gun", "Host sword"]),
            (1, ["Day rifle", "Flare charges", "Host sword"]),
        ]
        or carried
    )


def test_options_are_told_as_text_in_printed_order():
    table = Table()
    table.add("host-guard", "guard")
    for option in ("sergeant-blade", "sergeant-pistol"):
        table.play({"op": "take-option", "unit": "guard", "option": option, "selection": "guard/Host Sergeant"})
    options = unit(frozen(table.roster), "Host Guard").options
    bullets = BUNDLED.closure("sunward-host").entry("host-guard").entry.loadout.bullets
    printed = {bullet.id.split("/")[-1]: bullet.text for bullet in bullets}
    assert options == (printed["sergeant-pistol"], printed["sergeant-blade"])


def test_a_psyker_and_a_transport_are_told_in_full():
    table = Table()
    table.add("veilspeaker")
    table.add("gloom-barge")
    document = frozen(table.roster)
    psyker = unit(document, "Veilspeaker").psyker
    assert "smite" in [power.id for power in psyker.powers]
    assert unit(document, "Gloom Barge").transport.capacity == 12


def test_the_document_says_by_which_data_it_was_made():
    document = frozen(good().roster)
    for force in document.army.forces:
        assert force.pin == BUNDLED.closure(force.catalogue).digest
        assert force.revision >= 1


def test_a_unit_without_a_datasheet_is_told_by_its_name():
    document = frozen(broken_roster("unknown_datasheet"))
    lost = unit(document, "Assault Intercessor Squad")
    assert (lost.role, lost.keywords.faction, lost.size.max) == (None, (), None)
    assert lost.origin.selections


def test_declarations_about_nothing_are_left_out():
    document = frozen(broken_roster("warlord_that_is_gone"))
    assert [each.kind for each in document.army.declarations if each.subject == "s9999"] == []


def test_titles_and_notes_are_kept():
    table = Table()
    table.add("outrider-squad", "riders")
    table.play({"op": "rename", "subject": "riders", "name": "Ночная стража"})
    table.play({"op": "annotate", "subject": "riders", "note": "Håll vänster\nflank"})
    riders = frozen(table.roster).army.units[0]
    assert (riders.title, riders.note, riders.name) == ("Ночная стража", "Håll vänster\nflank", "Outrider Squad")


def test_a_document_that_uses_a_uid_twice_is_no_roster():
    data = copy.deepcopy(frozen(good().roster).data)
    first = data["army"]["units"][0]["origin"]["selections"]
    first[1]["uid"] = first[0]["uid"]
    with pytest.raises(DocumentError, match="occurs twice"):
        roster_from_document(document_from(data))


def _fields(value):
    return {name: getattr(value, name) for name in value.__dataclass_fields__}
