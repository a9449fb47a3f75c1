"""As many of each weapon as the selection tree says, on the models that it says: real units and real rosters."""

from __future__ import annotations

from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from builder.operations import nodes
from builder.placing.place import place
from builder.rules.judgement import judge
from builder.snapshot.document import snapshot
from datasheets.archives import Zip, is_zip
from datasheets.evaluation.evaluate import evaluate
from datasheets.systems import system
from exports.lists.parse_list import read_list
from tests.imported.counting import chosen_for_all, differences, tree_of_file
from tests.imported.real import EDITIONS, edition
from tests.imported.sweeping import wrong_counts
from tests.placing.real import ORACLE, oracle, shelf_of

pytestmark = pytest.mark.shared
QUICK = {"wh40k-9e": "Imperium - Adeptus Astartes - Space Wolves", "wh40k-8e": "Chaos - Death Guard"}
UNITS, LOADOUTS = 10, 2
"""How many units of one catalogue of each edition stand for all, and in how many loadouts; `make sweep` tries everything."""


@pytest.mark.parametrize("name", EDITIONS)
def test_units_carry_what_their_trees_say(name: str) -> None:
    data = edition(name, QUICK[name])
    units = data.units(QUICK[name])
    assert not list(wrong_counts(data, QUICK[name], units, 0))
    sample = Random(name).sample(units, min(UNITS, len(units)))
    assert not list(wrong_counts(data, QUICK[name], sample, LOADOUTS))


@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in oracle()])
@pytest.mark.sample(20)
def test_real_rosters_carry_what_their_files_say(row: dict[str, Any]) -> None:
    """The files are read here by themselves: BattleScribe wrote every weapon's profile into them."""
    data = (ORACLE / row["file"]).read_bytes()
    shelf = shelf_of(row)
    roster = place(read_list(data, row["file"]), shelf, row["file"]).roster
    judged = judge(roster, evaluate(roster, shelf), shelf, system(roster.system), fixes=False)
    units = snapshot(roster, shelf, judged).army.units
    text = Zip(row["file"], data).only((".ros",))[1] if is_zip(data) else data
    written = [tree_of_file(each) for each in ElementTree.fromstring(text).findall(".//{*}force/{*}selections/{*}selection")]
    roots = [(root, shelf.closure(force.catalogue)) for force in nodes.forces(roster) for root in force.selections]
    assert len(units) == len(written) == len(roots)
    for tree, unit, (root, closure) in zip(written, units, roots, strict=True):
        assert not unit.models or not differences(tree, unit, chosen_for_all(root, closure))
