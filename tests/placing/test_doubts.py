"""Names that several entries have: a list means the one that costs, stands and may be chosen as it says; else it is said."""

import pytest

from builder.placing.forces import Shelf
from builder.placing.place import Placed, place
from datasheets.battlescribe.parse_catalogue import read
from datasheets.evaluation.evaluate import evaluate
from datasheets.model import Catalogue, GameSystem
from exports.battlescribe.text import plain_text
from exports.lists.parse_list import read_list
from tests.placing.in_memory import InMemory
from tests.placing.world import CATALOGUE, SYSTEM, entry, role, shelf

UNLESS_TROOPS = (
    '<modifiers><modifier type="set" field="hidden" value="true"><conditions><condition field="selections" scope="force" '
    'value="0" type="greaterThan" childId="squad" shared="true" includeChildSelections="true"/></conditions></modifier>'
    "</modifiers>"
)
PISTOLS = entry("old-pistol", "Pistol", inside=UNLESS_TROOPS) + entry("pistol", "Pistol")
MAPS = entry("old-map", "Map", pts="5") + entry("map", "Map", pts="15")
GUIDES = "".join(entry(f"guide-{place}", "Guide", "model", role(f"guide-{place}", place), pl="2") for place in ("hq", "tr"))
WORLD = CATALOGUE.replace(
    b'<selectionEntry id="relic-cp"', f'{PISTOLS}{MAPS}<selectionEntry id="relic-cp"'.encode()
).replace(b'<selectionEntry id="captain"', f'{GUIDES}<selectionEntry id="captain"'.encode())
NESTED = SYSTEM.replace(
    b"</categoryLinks></forceEntry>",
    b'</categoryLinks><forceEntries><forceEntry id="within" name="Allied Detachment"><categoryLinks>'
    b'<categoryLink id="w-hq" name="HQ" targetId="hq"/></categoryLinks></forceEntry></forceEntries></forceEntry>',
)


def here(text: str, on: Shelf | None = None) -> Placed:
    return place(read_list(text.encode(), "list"), on or shelf(WORLD), "list")


def entries(placed: Placed) -> set[str]:
    return {each.entry.rpartition("::")[2] for each in placed.roster.walk()}


HEAD = "++ Patrol Detachment 0CP (Metal - Tin Host) ++\n"
SQUAD = "+ Troops +\nGuard Squad [3 PL, 52pts]\n. 4x Guard [40pts]: 4x Rifle\n. Guard Sergeant [12pts]\n"


def test_what_is_hidden_in_this_army_is_not_what_the_list_means() -> None:
    captain = "+ HQ +\nCaptain [4 PL, 80pts]: Sword, Pistol\n"
    placed = here(HEAD + captain + SQUAD)
    assert {"pistol", "old-pistol"} & entries(placed) == {"pistol"}
    assert [(each.listed.name, each.others) for each in placed.report.open] == [("Pistol", 1)], "the text fits both"
    assert here(HEAD + captain).report.open == (), "none is hidden, and nobody could tell them apart"


@pytest.mark.parametrize(("points", "meant"), [(95, "map"), (85, "old-map")])
def test_of_two_entries_the_one_is_meant_with_which_the_unit_costs_what_the_list_states(points: int, meant: str) -> None:
    placed = here(HEAD + f"+ HQ +\nCaptain [4 PL, {points}pts]: Sword, Map\n")
    assert {"map", "old-map"} & entries(placed) == {meant}
    assert (placed.report.open, [total.difference for total in placed.report.totals]) == ((), [])


@pytest.mark.parametrize(("heading", "meant"), [("HQ", "guide-hq"), ("Troops", "guide-tr")])
def test_a_unit_is_the_one_that_stands_under_its_heading(heading: str, meant: str) -> None:
    assert {"guide-hq", "guide-tr"} & entries(here(HEAD + f"+ {heading} +\nGuide [2 PL]\n")) == {meant}


def test_a_force_within_another_is_there_again() -> None:
    system, catalogue = read(NESTED, "tin.gst"), read(WORLD, "tin.cat")
    assert isinstance(system, GameSystem)
    assert isinstance(catalogue, Catalogue)
    world = InMemory(system, [catalogue])
    inner = "\n++ Allied Detachment (Metal - Tin Host) ++\n+ HQ +\nGuide [2 PL]\n"
    placed = here(HEAD + SQUAD + inner + "\n" + HEAD + SQUAD, world)
    assert [[each.name for each in force.forces] for force in placed.roster.forces] == [["Allied Detachment"], []]
    text = plain_text(placed.roster, evaluate(placed.roster, world), world)
    assert [len(force.forces) for force in here(text, world).roster.forces] == [1, 0]
