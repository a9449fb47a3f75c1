import json
from decimal import Decimal

import pytest

from builder.operations.roster_json import NODES, roster_from_json, roster_to_json
from datasheets.evaluation.tree import Declaration, Force, Roster, Selection
from datasheets.problems import DocumentError
from tests.operations.edits import random_roster

ROSTER = Roster(
    system="wh40k-9e",
    name="Gråben ß Стража",
    forces=(
        Force(
            "f1",
            "cat",
            "entry",
            "Name",
            "sha256:1",
            (Selection("s2", "a::b", "Unit", "g", 1, "Title", "A\nnote", (Selection("s3", "c", number=4),)),),
            (Force("f4", "cat"),),
        ),
    ),
    declarations=(Declaration("warlord", "s3", "", True, 2), Declaration("keyword", "s2", "<X>", "Y")),
    agreed={"mission": "only-war", "power_limit": 50, "first": True, "none": None},
    limits={"power": Decimal("12.5")},
    note="n",
    next_uid=5,
)


def test_a_roster_reads_back_equal():
    assert roster_from_json(json.loads(json.dumps(roster_to_json(ROSTER)))) == ROSTER


@pytest.mark.parametrize("seed", range(5))
def test_any_roster_reads_back_equal(seed):
    roster = random_roster(seed)
    assert roster_from_json(roster_to_json(roster)) == roster


def test_what_is_left_out_has_its_default():
    least = {"system": "s", "name": "", "next_uid": 2, "forces": [{"uid": "f1", "catalogue": "c"}]}
    assert roster_from_json(least) == Roster("s", "", (Force("f1", "c"),), next_uid=2)


def document_with(**parts):
    return {**roster_to_json(ROSTER), **parts}


def selection(**parts):
    force = {"uid": "f1", "catalogue": "c", "selections": [{"uid": "s1", "entry": "e", **parts}]}
    return document_with(forces=[force], declarations=[])


def nest_selections(levels):
    inner: list = []
    for number in range(levels, 0, -1):
        inner = [{"uid": f"s{number}", "entry": "e", "selections": inner}]
    return document_with(forces=[{"uid": "f1", "catalogue": "c", "selections": inner}], next_uid=100_000)


BAD = {
    "no object": ([], ""),
    "a missing field": ({"system": "s", "name": "n"}, "/next_uid"),
    "a field too many": (document_with(colour="red"), "/colour"),
    "a name of numbers": (document_with(name=4), "/name"),
    "a control character": (document_with(name="a\x07"), "/name"),
    "a name too long": (document_with(name="x" * 501), "/name"),
    "a fraction of a selection": (selection(number=1.5), "/forces/0/selections/0/number"),
    "a negative number": (selection(number=-1), "/forces/0/selections/0/number"),
    "a truth for a number": (selection(number=True), "/forces/0/selections/0/number"),
    "a list for a selection": (selection(selections=[[]]), "/forces/0/selections/0/selections/0"),
    "a limit that is no number": (document_with(limits={"power": "NaN"}), "/limits/power"),
    "a limit without quotes": (document_with(limits={"power": 5}), "/limits/power"),
    "an object agreed on": (document_with(agreed={"mission": {}}), "/agreed/mission"),
    "a uid twice": (selection(selections=[{"uid": "s1", "entry": "x"}]), "/forces"),
    "uids to come": (document_with(next_uid=4), "/next_uid"),
    "too deep": (nest_selections(80), ""),
    "too many": (document_with(declarations=[{"kind": "k"}] * (NODES + 1)), ""),
}


@pytest.mark.parametrize(("data", "path"), BAD.values(), ids=BAD)
def test_what_is_no_roster_is_refused_with_its_place(data, path):
    with pytest.raises(DocumentError) as caught:
        roster_from_json(data)
    assert caught.value.problems[0].path == path
    assert caught.value.problems[0].message


def test_all_problems_are_told_at_once():
    with pytest.raises(DocumentError) as caught:
        roster_from_json(document_with(name=4, note=5))
    assert {problem.path for problem in caught.value.problems} == {"/name", "/note"}


def test_a_very_deep_object_is_no_crash():
    deep: object = {}
    for _ in range(900):
        deep = {"selections": [deep]}
    with pytest.raises(DocumentError, match="nested too deeply"):
        roster_from_json(deep)
