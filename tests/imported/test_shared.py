"""What units of real catalogues choose once for all their models, and who has it, as the data and the game say."""

from __future__ import annotations

from collections import Counter

import pytest

from builder.operations.table import apply
from datasheets.evaluation.tree import Roster
from tests.imported.real import Edition, edition

pytestmark = pytest.mark.shared

TEMPLARS = "Imperium - Adeptus Astartes - Black Templars"
CASES = {
    "all of a squad": (TEMPLARS, "Eradicator Squad", (), {"Melta rifle": 3, "Bolt pistol": 3}),
    "but for the specialist": (
        TEMPLARS,
        "Eradicator Squad",
        (("Eradicator Squad", "Eradicator with MM"), ("Eradicator Squad", "-Eradicator")),
        {"Melta rifle": 2, "Multi-melta": 1, "Bolt pistol": 3},
    ),
    "two of each": (TEMPLARS, "Inceptor Squad", (), {"Assault bolter": 6}),
    "whose leader chooses": (TEMPLARS, "Eliminator Squad", (), {"Bolt sniper rifle": 3, "Bolt pistol": 3, "Camo cloak": 3}),
    "whose leader swaps": (
        TEMPLARS,
        "Intercessor Squad",
        (("Intercessor Sergeant", "Plasma pistol"),),
        {"Bolt rifle": 4, "Plasma pistol": 1, "Bolt pistol": 5},
    ),
    "one of which swaps": (
        TEMPLARS,
        "Heavy Intercessor Squad",
        (("Heavy Intercessor Squad", "Heavy bolter"),),
        {"Heavy bolt rifle": 4, "Heavy bolter": 1, "Bolt pistol": 5},
    ),
    "a squad that shows its grenades itself": (
        "Imperium - Astra Militarum",
        "Infantry Squad",
        (),
        {"Frag grenades": 10, "Lasgun": 9, "Laspistol": 1},
    ),
    "a brood": ("Tyranids", "Termagants", (), {"Fleshborer": 10}),
    "some of a squad": (
        TEMPLARS,
        "Primaris Crusader Squad",
        (),
        {"Astartes Chainsword": 4, "Bolt pistol": 4, "Auto Bolt Rifle": 5, "Power sword": 1, "Heavy Bolt Pistol": 1},
    ),
}
GRENADES = ("Frag grenades", "Krak grenades")
"""Of squads that choose both together, each model has one of each; the cases leave them out."""


@pytest.mark.parametrize("case", CASES)
def test_who_carries_what_a_unit_chooses_once(case: str) -> None:
    catalogue, name, chosen, wanted = CASES[case]
    data = edition("wh40k-9e", catalogue)
    roster = data.army(catalogue, [data.unit(catalogue, name)])
    for parent, entry in chosen:
        roster = choose(data, catalogue, roster, parent, entry)
    unit = data.document(roster).army.units[-1]
    found = Counter[str]()
    for group in unit.models:
        found.update(
            {
                thing: group.number * each
                for thing, each in unit.wargear_of(group)
                if thing not in GRENADES or thing in wanted
            }
        )
    assert found == wanted


def choose(data: Edition, catalogue: str, roster: Roster, parent: str, entry: str) -> Roster:
    """Choose something below the selection of this name, or take it back ("-" before it)."""
    node = next(each for each in roster.walk() if each.name == parent)
    closure = data.closure(catalogue)
    above = closure.entry(node.entry)
    id = next(each.id for each in (closure.offers(above) if above else ()) if each.name == entry.removeprefix("-"))
    op = "deselect" if entry.startswith("-") else "select"
    return apply(roster, {"op": op, "parent": node.uid, "entry": id}, data.catalogues)
