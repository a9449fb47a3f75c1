"""Rosters and armies to measure with, made of the bundled data in memory."""

from __future__ import annotations

from functools import cache

from builder.operations import apply_all
from builder.services.bundled import judged_sample, samples
from builder.services.judging import Judging
from datasheets.closure import CatalogueSet
from datasheets.evaluation.tree import Roster
from datasheets.native.bundled import bundled_catalogues
from datasheets.native.catalogue import game_system
from exports.document import RosterDocument

SYSTEM, CATALOGUE, UNITS = "wh40k-9e", "sunward-host", 40
PATROLS = ("sunward-patrol", "gloam-patrol")
HOSTS = ("sunward-host", "gloam-court")


@cache
def judging() -> Judging:
    """Return what judges rosters of the bundled catalogues."""
    rows = [catalogue for catalogue in bundled_catalogues() if catalogue.header.system == SYSTEM]
    return Judging(CatalogueSet(game_system(SYSTEM), [catalogue.source for catalogue in rows]))


def patrols() -> tuple[RosterDocument, RosterDocument]:
    """Return the two bundled patrols as roster documents."""
    return _documents(PATROLS)


def hosts() -> tuple[RosterDocument, RosterDocument]:
    """Return the two bundled armies that show most of the rules: transports, psykers, aircraft, engines."""
    return _documents(HOSTS)


@cache
def _documents(names: tuple[str, str]) -> tuple[RosterDocument, RosterDocument]:
    found = {sample.id: sample for sample in samples() if sample.system == SYSTEM}
    first, second = (judging().document(judged_sample(found[name], judging())) for name in names)
    return first, second


@cache
def large() -> Roster:
    """Return a roster of 40 units: every datasheet of one catalogue, again and again. It is not legal."""
    rows = next(catalogue for catalogue in bundled_catalogues() if catalogue.id == CATALOGUE)
    entries = list(rows.datasheets)
    operations = [{"op": "add-force", "catalogue": CATALOGUE}]
    operations += [{"op": "add-unit", "force": "f1", "entry": entries[n % len(entries)]} for n in range(UNITS)]
    return apply_all(Roster(system=SYSTEM, name="forty"), operations, judging().catalogues)
