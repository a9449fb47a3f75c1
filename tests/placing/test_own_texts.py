"""What Muster writes of an imported army comes back as it was: choices that nobody carries, alike rows, limits, defaults."""

from dataclasses import replace
from decimal import Decimal

import pytest

from builder.placing.place import place
from exports.lists.parse_list import read_list
from tests.placing.roundtrips import FORMATS, state_of, write_roster
from tests.placing.world import CATALOGUE, MUST, entry, shelf

MARKS = entry("flame", "Mark of Flame", pts="3") + entry("none", "No Mark")
DRONES = "".join(
    entry(f"drone-{tool}", "Drone", "model", f"<selectionEntries>{entry(tool, tool.title())}</selectionEntries>")
    for tool in ("torch", "drill")
)
LINK = '</selectionEntries><entryLinks><entryLink id="to-banner"'
LASERS = entry("laser", "Laser", pts="6") + entry("punisher", "Punisher", pts="2")
TURRETS = (
    '<selectionEntryGroup id="turrets" name="Turrets" import="true" defaultSelectionEntryId="laser">'
    f"{MUST.format('turrets', 2, 2)}<selectionEntries>{LASERS}</selectionEntries></selectionEntryGroup>"
)
BEAM = entry("beam", "Beam", inside=MUST.format("beam", 1, 1))
SPONSONS = entry(
    "sponsons", "Sponson with beam", inside=f"<selectionEntries>{BEAM}{entry('lamp', 'Lamp')}</selectionEntries>", pts="7"
)
TORCHES = entry("torches", "2x Torch", pts="4") + entry("feathers", "13 Bright Feathers", pts="1")
GROUP = (
    '<selectionEntryGroup id="marks" name="Marks" import="true" defaultSelectionEntryId="none">'
    f"{MUST.format('marks', 1, 1)}<selectionEntries>{MARKS}</selectionEntries></selectionEntryGroup>"
)
INSTEAD = (
    f"{DRONES}{TORCHES}{SPONSONS}</selectionEntries><selectionEntryGroups>{GROUP}{TURRETS}</selectionEntryGroups>"
    f"{LINK.removeprefix('</selectionEntries>')}"
)
WORLD = CATALOGUE.replace(LINK.encode(), INSTEAD.encode())
HEAD = "+++ Host (Tin Wars) +++\n++ Patrol Detachment 0CP (Metal - Tin Host) ++\n+ Troops +\n"
SQUAD = "Guard Squad: {}\n. 4x Guard: 4x Rifle\n. Guard Sergeant\n. Drone: Torch\n. Drone: Drill\n"


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(
    "chosen",
    [
        "Mark of Flame, 2x Laser",
        "No Mark, 2x Punisher",
        "Mark of Flame, Laser, Punisher",
        "Mark of Flame, 2x Torch, Laser, Punisher",
        "No Mark, 13 Bright Feathers, 2x Laser",
        "No Mark, 2x Laser" + "\n. Sponson with beam: Beam" * 3,
    ],
)
def test_an_army_comes_back_as_it_was(format: str, chosen: str) -> None:
    catalogues = shelf(WORLD)
    placed = place(read_list((HEAD + SQUAD.format(chosen)).encode(), "list"), catalogues)
    assert placed.report.unplaced == ()
    roster = replace(placed.roster, limits={"points": Decimal(60)})
    before = state_of(roster, catalogues)
    text = write_roster(roster, catalogues, before.document, format)
    again = place(read_list(text.encode(), format), catalogues)
    after = state_of(again.roster, catalogues)
    assert (after.costs, after.faults) == (before.costs, before.faults)
    assert sorted(each.entry for each in again.roster.walk()) == sorted(each.entry for each in roster.walk())
    assert [again.report.unplaced, again.report.open, again.report.unread] == [(), (), ()]
