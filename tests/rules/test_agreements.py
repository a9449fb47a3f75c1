"""What players agreed: its type, range and choices are data of each system.

An edit refuses other values; what comes from outside is an error, and nothing is judged by it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal

import pytest

from builder.operations.error import OperationError
from builder.operations.table import apply
from datasheets.evaluation.tree import Roster, Scalar
from datasheets.systems import system, systems
from datasheets.words import say
from tests.rules.playing import BUNDLED, judge_roster
from tests.rules.test_grundregelwerk import good as grundregelwerk
from tests.rules.test_second import good
from tests.rules.test_sigmar import good as sigmar

WRONG: list[tuple[str, str, Scalar, str]] = [
    ("wh40k-2e", "points_limit", "500", "no-number"),
    ("wh40k-2e", "points_limit", 0, "no-number"),
    ("wh40k-2e", "points_limit", 2.5, "no-number"),
    ("wh40k-2e", "points_limit", True, "no-number"),
    ("wh40k-2e", "turns", 0, "no-number"),
    ("wh40k-2e", "turns", 101, "no-number"),
    ("wh40k-2e", "mission_card", "hide-and-seek", "no-choice"),
    ("wh40k-2e", "mission_card", 3, "no-choice"),
    ("wh40k-2e", "mission", 7, "no-text"),
    ("aos-1e", "mission", "the-blood-of-stags", "no-choice"),
    ("grundregelwerk", "mission", "hold-the-bridge", "no-choice"),
    ("wh40k-9e", "mission", 7, "no-text"),
    ("aos-1e", "opponent_models", -5, "no-number"),
    ("aos-1e", "sudden_death", "surrender", "no-choice"),
    ("aos-1e", "terrain", "heaps", "no-choice"),
    ("aos-1e", "won_last_battle", "yes", "no-flag"),
    ("aos-1e", "field_width", 20, "no-length"),
    ("aos-1e", "field_width", 35.3, "no-length"),
    ("aos-1e", "field_width", True, "no-length"),
    ("aos-1e", "field_depth", 35, "no-length"),
    ("aos-1e", "realm", " ", "no-text"),
    ("grundregelwerk", "rounds", 0, "no-number"),
    ("grundregelwerk", "additional_rule", "nonsense", "no-choice"),
    ("wh40k-8e", "power_limit", 0, "no-number"),
    ("wh40k-9e", "opponent_power", -1, "no-number"),
]


@pytest.mark.parametrize(("id", "key", "value", "code"), WRONG)
def test_what_nobody_can_agree_on_is_an_error_and_refused(id: str, key: str, value: Scalar, code: str):
    found = judge_roster(Roster(id, "Army", agreed={key: value})).findings
    (wrong,) = [each for each in found if each.code.startswith("agreement.")]
    kind = next(each for each in system(id).agreements if each.key == key)
    assert (wrong.severity, wrong.code, wrong.rule) == ("error", f"agreement.{code}", kind.rule)
    choices = system(id).choices(kind.value)
    assert [list(fix.operations) for fix in wrong.fixes] == [
        [{"op": "agree", "key": key, "value": value}] for value in (*choices, None)
    ]
    assert say(f"finding.{wrong.code}", wrong.values)
    with pytest.raises(OperationError, match=re.escape(f"({kind.rule})") if code in ("no-number", "no-length") else None):
        apply(Roster(id, "Army"), {"op": "agree", "key": key, "value": value}, BUNDLED)


@pytest.mark.parametrize("id", [each.id for each in systems()])
def test_what_can_be_agreed_on_is_right(id: str):
    values = {"number": 60, "length": 35.4, "text": "a text", "flag": True}
    for kind in system(id).agreements:
        choices = [*system(id).choices(kind.value), *(["our own"] if kind.value.open else [])]
        for value in choices or [values[kind.value.type]]:
            agreed = apply(Roster(id, "Army"), {"op": "agree", "key": kind.key, "value": value}, BUNDLED)
            codes = [each.code for each in judge_roster(agreed, fixes=False).findings]
            assert not [code for code in codes if code.startswith("agreement.")]


@pytest.mark.rule("AOS-SUDDEN-01")
def test_an_army_is_not_measured_by_a_number_that_is_none():
    judged = judge_roster(replace(sigmar().roster, agreed={"opponent_models": -5}))
    assert not [each for each in judged.findings if each.code.startswith("battle.")]


def test_a_limit_in_letters_is_not_called_legal():
    roster = good().roster
    assert judge_roster(roster).legal
    assert judge_roster(replace(roster, agreed={"points_limit": "500"})).legal is False


GOOD = {"wh40k-2e": good, "aos-1e": sigmar, "grundregelwerk": grundregelwerk}


@pytest.mark.parametrize("id", GOOD)
@pytest.mark.parametrize(("key", "value"), [("allies_share", 150), ("commander_limit", 0), ("characters_share", -3)])
def test_what_the_game_does_not_know_is_noted_and_the_army_not_called_legal(id: str, key: str, value: Scalar):
    army = GOOD[id]().roster
    assert judge_roster(army).legal is True
    judgement = judge_roster(replace(army, agreed={**army.agreed, key: value}))
    (said,) = [each for each in judgement.findings if each.code == "agreement.misplaced"]
    assert (said.severity, judgement.legal) == ("warning", None)
    (fix,) = said.fixes
    assert fix.operations == ({"op": "agree", "key": key, "value": None},)


@pytest.mark.parametrize("id", GOOD)
def test_a_limit_below_0_is_an_error_but_for_the_one_that_means_none(id: str):
    army = GOOD[id]().roster
    assert judge_roster(replace(army, limits={"points": Decimal(-1)})).legal is True
    judgement = judge_roster(replace(army, limits={"points": Decimal(-5)}))
    (said,) = [each for each in judgement.findings if each.code == "cost.no-limit"]
    assert (said.severity, judgement.legal) == ("error", False)
    after = apply(replace(army, limits={"points": Decimal(-5)}), said.fixes[0].operations[0], BUNDLED)
    assert judge_roster(after).legal is True
    with pytest.raises(OperationError):
        apply(army, {"op": "limit", "cost": "points", "value": -5}, BUNDLED)
