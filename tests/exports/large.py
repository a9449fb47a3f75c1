"""Bundled rosters, and armies of many units: bundled ones in memory, and units of real catalogues."""

from __future__ import annotations

from functools import cache

from builder.operations.table import apply_all
from builder.services.bundled import judged_sample, samples
from builder.services.judging import Judging
from datasheets.closure import CatalogueSet
from datasheets.evaluation.tree import Roster
from datasheets.native.bundled import bundled_catalogues
from datasheets.native.catalogue import game_system
from exports.document import RosterDocument
from tests.rules.playing import BUNDLED

SYSTEM, CATALOGUE = "wh40k-9e", "sunward-host"
NAMED_EACH = 4


@cache
def sample_army(id: str) -> RosterDocument:
    """A bundled roster."""
    judging = Judging(BUNDLED)
    return judging.document(judged_sample(next(each for each in samples() if each.id == id), judging))


def whole_catalogue(id: str) -> RosterDocument:
    """An army of one unit of each datasheet of a bundled catalogue."""
    catalogue = next(each for each in bundled_catalogues() if each.id == id)
    system = catalogue.header.system
    rows = [each.source for each in bundled_catalogues() if each.header.system == system]
    judging = Judging(CatalogueSet(game_system(system), rows))
    operations = [{"op": "add-force", "catalogue": id}]
    operations += [{"op": "add-unit", "force": "f1", "entry": entry} for entry in catalogue.datasheets]
    roster = apply_all(Roster(system=system, name=f"All of {id}"), operations, judging.catalogues)
    return judging.document(judging.judge(roster, fixes=False))


@cache
def bundled_army(units: int) -> RosterDocument:
    """An army of a bundled catalogue's datasheets, again and again; every fourth unit has a name and a note."""
    rows = [catalogue for catalogue in bundled_catalogues() if catalogue.header.system == SYSTEM]
    judging = Judging(CatalogueSet(game_system(SYSTEM), [catalogue.source for catalogue in rows]))
    entries = list(next(catalogue for catalogue in rows if catalogue.id == CATALOGUE).datasheets)
    operations = [{"op": "add-force", "catalogue": CATALOGUE}]
    operations += [{"op": "add-unit", "force": "f1", "entry": entries[n % len(entries)]} for n in range(units)]
    roster = apply_all(Roster(system=SYSTEM, name=f"Army of {units}"), operations, judging.catalogues)
    for number, unit in enumerate(roster.units()):
        if number % NAMED_EACH == 0:
            named = {"op": "rename", "subject": unit.uid, "name": f"The {number}. of the First Light"}
            noted = {"op": "annotate", "subject": unit.uid, "note": "Painted in 2024.\nCarries the old banner."}
            roster = apply_all(roster, [named, noted], judging.catalogues)
    return judging.document(judging.judge(roster, fixes=False))


@cache
def real_army(catalogue: str, units: int) -> RosterDocument:
    """An army of units from all over a real catalogue of 9th edition."""
    from tests.imported.real import edition

    data = edition("wh40k-9e", catalogue)
    found = data.units(catalogue)
    return data.document(data.army(catalogue, found[:: len(found) // units][:units]))
