"""Rosters and armies to measure with, made of the bundled data in memory."""

from __future__ import annotations

from functools import cache

from builder.operations.table import apply_all
from builder.services.bundled import judged_sample, samples
from builder.services.judging import Judging
from datasheets.closure import CatalogueSet
from datasheets.evaluation.tree import Roster
from datasheets.native.bundled import bundled_catalogues
from datasheets.native.catalogue import NativeCatalogue, game_system
from exports.document import RosterDocument

SYSTEM, CATALOGUE, UNITS = "wh40k-9e", "sunward-host", 40
SAMPLES = {
    "wh40k-9e": {"patrols": ("sunward-patrol", "gloam-patrol"), "hosts": ("sunward-host", "gloam-court")},
    "wh40k-8e": {"patrols": ("tidewatch-patrol", "cinder-patrol"), "hosts": ("tidewatch", "cinder-clan")},
    "grundregelwerk": {
        "patrols": ("rustwater-ferry", "thornmane-scouts"),
        "hosts": ("rustwater-convoy", "thornmane-moot"),
    },
    "aos-1e": {"patrols": ("saltmarch-watch", "hollow-bough-vigil"), "hosts": ("saltmarch-host", "hollow-bough-rising")},
}
"""The bundled rosters of a system: two small armies, and two that show most of the rules (transports, psykers, aircraft)."""


@cache
def make_judging(of: str = SYSTEM) -> Judging:
    """Return what judges rosters of the bundled catalogues of a system."""
    rows = [catalogue for catalogue in bundled_catalogues() if catalogue.header.system == of]
    return Judging(CatalogueSet(game_system(of), [catalogue.source for catalogue in rows]))


@cache
def armies(of: str, size: str) -> tuple[RosterDocument, RosterDocument]:
    """Return the two bundled armies of a system and size ("patrols" or "hosts") as roster documents."""
    found = {sample.id: sample for sample in samples() if sample.system == of}
    first, second = (make_judging(of).document(judged_sample(found[name], make_judging(of))) for name in SAMPLES[of][size])
    return first, second


@cache
def large() -> Roster:
    """Return a roster of 40 units of one catalogue. It is not legal."""
    return repeat_units(next(each for each in bundled_catalogues() if each.id == CATALOGUE), UNITS)


def largest_catalogue(of: str) -> NativeCatalogue:
    """Return the bundled catalogue of a system with the most datasheets."""
    return max((each for each in bundled_catalogues() if each.header.system == of), key=lambda each: len(each.datasheets))


def repeat_units(catalogue: NativeCatalogue, units: int) -> Roster:
    """Return a roster of so many units: every datasheet of a catalogue, again and again. It need not be legal."""
    entries, system = list(catalogue.datasheets), catalogue.header.system
    operations = [{"op": "add-force", "catalogue": catalogue.id}]
    operations += [{"op": "add-unit", "force": "f1", "entry": entries[n % len(entries)]} for n in range(units)]
    return apply_all(Roster(system=system, name="large"), operations, make_judging(system).catalogues)
