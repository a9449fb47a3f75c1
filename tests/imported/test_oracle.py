"""Every unit of every real roster of the oracle has models, with characteristics and with all that was chosen for it."""

from functools import cache
from typing import Any
from xml.etree import ElementTree

import pytest

from builder.operations import nodes
from builder.placing.place import place
from builder.rules.judgement import judge
from builder.snapshot.document import snapshot
from datasheets.archives import Zip, is_zip
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.modified import Effective
from datasheets.evaluation.tree import Roster
from datasheets.imported.models import is_unit
from datasheets.imported.tables import kind_of
from datasheets.imported.weapons import ImportedWeaponRow, weapons_of
from datasheets.systems import system
from exports.document import RosterDocument
from exports.document.model import Unit
from exports.lists.parse_list import read_list
from tests.imported.counting import chosen_for_all, differences, tree_of_file
from tests.placing.real import ORACLE, oracle, shelf_of

pytestmark = pytest.mark.shared
QUICK = ("sample-sm-bike-squad", "bigmeks-11b51b99", "chaos-sm-test-7fe788c3", "tau-test")
ROWS = [
    pytest.param(row, id=row["id"], marks=() if row["id"].startswith(QUICK) else (pytest.mark.slow,)) for row in oracle()
]


@cache
def _oracle_roster(id: str) -> tuple[Roster, dict[str, Effective], RosterDocument, set[str]]:
    """Return a roster, what its selections show, its document, and the uids of its units."""
    row = next(each for each in oracle() if each["id"] == id)
    shelf = shelf_of(row)
    roster = place(read_list((ORACLE / row["file"]).read_bytes(), id), shelf, id).roster
    evaluation, rules = evaluate(roster, shelf), system(roster.system)
    document = snapshot(roster, shelf, judge(roster, evaluation, shelf, rules, fixes=False))
    units = {
        root.uid
        for force in roster.forces
        for root in force.selections
        if (entry := evaluation.by_uid[root.uid].entry) and is_unit(shelf.closure(force.catalogue), entry, rules.imports)
    }
    return roster, dict(evaluation.by_uid), document, units


def _units(id: str) -> list[Unit]:
    _, _, document, units = _oracle_roster(id)
    return [unit for unit in document.army.units if unit.id in units]


@pytest.mark.sample(6)
@pytest.mark.parametrize("row", ROWS)
def test_every_unit_has_models_with_characteristics_and_carries_what_was_chosen(row: dict[str, Any]) -> None:
    """Every weapon that a selection of a unit shows is carried by one of its models, as a weapon or as wargear."""
    roster, shown, document, _ = _oracle_roster(row["id"])
    shelf, rules = shelf_of(row), system(roster.system)
    columns = {each.key for each in system(document.army.system).characteristics}
    closures = {root.uid: shelf.closure(force.catalogue) for force in roster.forces for root in force.selections}
    trees = {root.uid: root for force in roster.forces for root in force.selections}
    for unit in _units(row["id"]):
        rows = {each.id: each for each in unit.profiles}
        assert unit.models, unit.name
        for model in unit.models:
            assert model.profile in rows, (unit.name, model.name)
            assert columns <= rows[model.profile].characteristics.keys(), (unit.name, model.name)
        things = {each.id: each.name for each in (*unit.weapons, *unit.wargear)}
        carried = {things[id] for model in unit.models for id in (*model.weapons, *model.wargear)}
        for node in trees[unit.id].walk():
            kinds = [(kind_of(closures[unit.id], each, rules), each.name) for each in shown[node.uid].profiles]
            found = [ImportedWeaponRow(name, {"Type": "Melee"}, "") for kind, name in kinds if kind == "weapon"]
            for weapon in weapons_of(shown[node.uid].name, found) if found else ():
                assert " ".join(weapon.name.split()) in carried, (unit.name, weapon.name)
    check_counts(row, roster, document)


def check_counts(row: dict[str, Any], roster: Roster, document: RosterDocument) -> None:
    """As many of each weapon as the file says, which is read here by itself: BattleScribe wrote every profile into it."""
    data, shelf = (ORACLE / row["file"]).read_bytes(), shelf_of(row)
    text = Zip(row["file"], data).only((".ros",))[1] if is_zip(data) else data
    written = [tree_of_file(each) for each in ElementTree.fromstring(text).findall(".//{*}force/{*}selections/{*}selection")]
    roots = [(root, shelf.closure(force.catalogue)) for force in nodes.forces(roster) for root in force.selections]
    assert len(document.army.units) == len(written) == len(roots)
    for tree, unit, (root, closure) in zip(written, document.army.units, roots, strict=True):
        assert not unit.models or not differences(tree, unit, chosen_for_all(root, closure))


@pytest.mark.rule("9E-WARLORD-03")
@pytest.mark.parametrize("id", ["darkangelstest-8726054c", "joshirlgame-fefe4718", "sisters-test-400f826e"])
def test_named_characters_have_the_traits_that_their_data_give_them(id: str) -> None:
    """Theirs stand beside the Warlord's mark or below it, in no group of traits."""
    if all(row["id"] != id for row in oracle()):
        pytest.skip("not in this half of the oracle")
    _, _, document, _ = _oracle_roster(id)
    warlords = {each.subject for each in document.army.declarations if each.kind == "warlord"}
    traits = {each.subject for each in document.army.declarations if each.kind == "warlord-trait"}
    assert warlords & traits
