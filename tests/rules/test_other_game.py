"""A roster that says it is of another game than its datasheets: nobody judged it by their rules, and it is not legal."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from builder.services.assembly import Services
from datasheets.evaluation.tree import Roster

ROSTERS = {
    "wh40k-9e": "sunward-patrol",
    "wh40k-2e": "rampart-patrol",
    "aos-1e": "saltmarch-watch",
    "grundregelwerk": "rustwater-ferry",
}


@pytest.mark.parametrize(("own", "other"), list(permutations(ROSTERS, 2)))
def test_an_army_of_another_game_is_not_legal(services: Services, own: str, other: str) -> None:
    roster: Roster = replace(services.rosters.get(ROSTERS[own]).roster, system=other, agreed={}, declarations=())
    judged = services.judging.judge(roster)
    assert judged.judgement.legal is False
    found = [each for each in judged.judgement.findings if each.code == "force.other-game"]
    assert [each.path for each in found] == [(force.uid,) for force in roster.forces]
    assert all(each.rule for each in found)
