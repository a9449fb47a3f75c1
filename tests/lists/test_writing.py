"""Rosters as files of other programs: what BattleScribe accepts, and read again the same roster."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from builder.placing.forces import Shelf
from builder.placing.place import Placed, place
from datasheets.battlescribe.xml import Element, parse
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.result import Evaluation
from datasheets.evaluation.tree import Declaration, Roster, Selection
from datasheets.words import say
from exports.battlescribe.files import newrecruit_json, ros, rosz
from exports.battlescribe.omissions import FORMATS, Format, omissions
from exports.battlescribe.text import plain_text
from exports.battlescribe.tree import roster_tree
from exports.lists.parse_list import read_list
from tests.lists.schema import faults
from tests.placing.real import ORACLE, oracle, shelf_of
from tests.placing.world import EVENT, ROS, shelf

WRITERS: dict[str, Callable[[Element], bytes]] = {
    "ros": ros,
    "rosz": lambda tree: rosz(tree, "A/B: list"),
    "newrecruit-json": newrecruit_json,
}


def here(text: str) -> Roster:
    return place(read_list(text.encode(), "list"), shelf()).roster


def write_roster(roster: Roster, catalogues: Shelf, format: str) -> bytes:
    evaluation = evaluate(roster, catalogues)
    if format == "text":
        return plain_text(roster, evaluation, catalogues).encode()
    return WRITERS[format](roster_tree(roster, evaluation, catalogues))


def again(roster: Roster, catalogues: Shelf, format: str) -> Placed:
    """Return what becomes of a roster that is written and read."""
    return place(read_list(write_roster(roster, catalogues, format), "again"), catalogues)


def shape(selection: Selection) -> tuple[Any, ...]:
    """Return what a selection is, whatever its ids and the order of what is below it."""
    below = tuple(sorted(shape(each) for each in selection.selections))
    return selection.name, selection.number, selection.title, below


def shapes(roster: Roster) -> list[Any]:
    return [(force.catalogue, force.entry, force.name, sorted(map(shape, force.selections))) for force in roster.forces]


def test_what_battlescribe_derives_is_written_out() -> None:
    tree = parse(write_roster(here(ROS), shelf(), "ros"), "x")
    assert list(faults(tree)) == []
    assert [(cost.attributes["name"], cost.attributes["value"]) for cost in tree.items("costs")] == [
        (" PL", "12.0"),
        ("pts", "197.0"),
    ], "a total of 0 is not listed"
    (force,) = tree.items("forces")
    captain, squad = force.items("selections")
    assert captain.attributes == {
        "id": "u-1",
        "name": "Captain",
        "entryId": "captain",
        "customName": "Old Ferro",
        "number": "1",
        "type": "model",
    }
    assert [cost.attributes["value"] for cost in squad.items("costs")] == ["6.0", "0.0", "0.0"], "with the modifier for size"
    assert [(each.attributes["entryId"], each.attributes["primary"]) for each in squad.items("categories")] == [
        ("tr", "true")
    ]
    assert [each.attributes["name"] for each in force.items("categories")] == [
        "Uncategorised",
        "HQ",
        "Troops",
        "Configuration",
    ]
    assert force.attributes["catalogueRevision"] == "7"


@pytest.mark.parametrize("format", WRITERS)
@pytest.mark.parametrize(
    "text", [ROS, EVENT, ROS.replace('entryId="sergeant"', 'entryId="gone"').replace("Sergeant", "Hero")]
)
def test_out_and_in_again_is_the_same_roster(text: str, format: str) -> None:
    roster = here(text)
    result = again(roster, shelf(), format)
    assert result.roster == replace(roster, next_uid=result.roster.next_uid)
    assert [total.difference for total in result.report.totals] == [0] * len(result.report.totals)


@pytest.mark.parametrize("format", WRITERS)
def test_a_force_whose_catalogue_is_gone_goes_out_as_far_as_it_is_known(format: str) -> None:
    allies = (
        '<force id="f-2" name="Allies" entryId="x" catalogueId="cu" catalogueName="Copper"><selections>'
        '<selection id="z" name="Golem" entryId="golem" number="2" type="model"/></selections></force></forces>'
    )
    roster = here(ROS.replace("</forces>", allies))
    assert list(faults(roster_tree(roster, evaluate(roster, shelf()), shelf()))) == []
    assert again(roster, shelf(), format).roster == replace(roster, next_uid=1)
    assert "2x Golem" in write_roster(roster, shelf(), "text").decode()


def test_a_text_says_everything_but_ids_and_notes() -> None:
    roster = here(ROS)
    text = write_roster(roster, shelf(), "text").decode()
    assert text.splitlines()[:7] == [
        "+++ First Host (Tin Wars) [12 PL, 197pts] +++",
        "",
        "++ Patrol Detachment 0CP (Metal - Tin Host) [12 PL, 197pts] ++",
        "",
        "+ HQ +",
        "",
        'Captain "Old Ferro" [5 PL, 105pts]: Great axe [10pts], Brass - Orb [1 PL, 15pts]',
    ]
    result = again(roster, shelf(), "text")
    assert shapes(result.roster) == shapes(roster)
    assert result.report.unread == ()


def test_the_same_roster_is_the_same_file() -> None:
    assert all(
        write_roster(here(ROS), shelf(), format) == write_roster(here(ROS), shelf(), format) for format in (*WRITERS, "text")
    )


def test_text_that_means_something_in_xml_is_text() -> None:
    roster = replace(here(ROS), name="<\"&> '", note="a < b\n& c]]>")
    assert again(roster, shelf(), "ros").roster == replace(roster, next_uid=1)
    assert again(roster, shelf(), "newrecruit-json").roster == replace(roster, next_uid=1)


def test_new_recruits_json_has_numbers_and_lists() -> None:
    made = json.loads(write_roster(here(ROS), shelf(), "newrecruit-json"))["roster"]
    squad = made["forces"][0]["selections"][1]
    assert (squad["number"], squad["costs"][0]) == (1, {"name": " PL", "typeId": "pl", "value": 6})
    assert squad["categories"][0]["primary"] is True
    assert made["forces"][0]["catalogueRevision"] == 7


@pytest.mark.parametrize("format", FORMATS)
def test_what_a_format_cannot_hold_is_said(format: Format) -> None:
    roster = replace(here(ROS), declarations=(Declaration("warlord", "u-1"),), agreed={"mission": "only-war"})
    left_out = list(omissions(roster, format))
    codes = [code.rpartition(".")[2] for code, _ in left_out]
    assert codes == (["notes"] if format == "text" else ["declarations", "agreed"])
    assert list(omissions(here(EVENT), "ros")) == []


def test_what_a_game_without_warlords_declares_is_called_by_its_own_words() -> None:
    declared = (Declaration("general", "u-1"), Declaration("reserve", "u-2"), Declaration("reserve", "u-3"))
    (left_out,) = omissions(Roster("aos-1e", "Host", declarations=declared), "ros")
    assert say(*left_out) == "3 declarations (General, Kept in reserve)"


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.sample(3)
@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in oracle()])
def test_real_rosters_go_out_and_come_in(row: dict[str, Any]) -> None:
    catalogues = shelf_of(row)
    roster = place(read_list((ORACLE / row["file"]).read_bytes(), row["id"]), catalogues).roster
    assert list(faults(parse(write_roster(roster, catalogues, "ros"), row["id"]))) == []
    for format in WRITERS:
        result = again(roster, catalogues, format)
        assert result.roster == replace(roster, next_uid=result.roster.next_uid)
    text = again(roster, catalogues, "text")
    assert text.report.unplaced == text.report.unread == ()
    assert shapes(text.roster) == shapes(roster)
    before, after = (evaluate(each, catalogues) for each in (roster, text.roster))
    assert after.costs == before.costs
    assert wrong(after) == wrong(before) or text.report.open


def wrong(evaluation: Evaluation) -> Counter[tuple[object, ...]]:
    """Return what is wrong, whatever the uids."""
    return Counter((each.code, each.rule, each.wanted, each.found) for each in evaluation.findings)
