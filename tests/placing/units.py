"""Every unit of real catalogues out as every text that Muster writes and in again: the same models with the same weapons.

Each as it comes and in one random legal loadout. `python -m tests.placing.units [EDITION ...]` says of which units that is
not so; `make sweep` runs it.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

from builder.placing.forces import Shelf
from builder.placing.place import place
from datasheets.closure import Resolved
from datasheets.evaluation.tree import Roster
from exports.document.model import Unit
from exports.lists.parse_list import read_list
from tests.imported.loadouts import loadouts
from tests.imported.real import Edition, edition, names
from tests.placing.roundtrips import FORMATS, state_of, write_roster

EDITIONS = ("aos-1e", "wh40k-2e")
DIFFERENT = {
    "Kairic Acolytes": "which of the models have a blade beside their spell",
    "Longbeards": "a weapon that the data call otherwise than its profile",
    "Anointed on Frostheart Phoenix": "one weapon twice, from two choices of which a text says neither",
    "Chaos Space Marine Squad": "which of the models have a second pistol that the unit as a whole has chosen",
    "Fallen Angels": "likewise",
    "Blood Claw Pack": "likewise: it comes back in the hand of the sergeant, who may choose one, too",
    "Eldar Pirates": "grenades of the captain, who is no model by the data, are taken for those of his launcher",
    "Penal Squad": "models called as the unit, beside a weapons team, are counted as the data count guardsmen",
}
"""Units of which some loadout comes back otherwise from some text, and what the text does not say."""
Models = Counter[tuple[str, tuple[tuple[str, int], ...]]]


def models_of(unit: Unit) -> Models:
    """Return how many models of a name carry what, whatever the order."""
    found: Models = Counter()
    for group in unit.models:
        found[group.name, tuple(sorted(dict(unit.wargear_of(group)).items()))] += group.number
    return found


def changed_units(data: Edition, shelf: Shelf, roster: Roster) -> Iterator[tuple[str, str]]:
    """Yield the format and the name of each unit of a roster that comes back otherwise."""
    before = state_of(roster, shelf)
    for format in FORMATS:
        text = write_roster(roster, shelf, before.document, format)
        after = state_of(place(read_list(text.encode(), format), shelf).roster, shelf)
        left = [(each.name, models_of(each)) for each in after.document.army.fielded]
        for unit in before.document.army.fielded:
            here = (unit.name, models_of(unit))
            if here in left:
                left.remove(here)
            else:
                yield format, f"{unit.name}: {here[1]} came back as {[each for name, each in left if name == unit.name]}"


def is_known(changed: str) -> bool:
    """Tell whether a unit that comes back otherwise, as `changed_units` says it, is known to."""
    return changed.partition(":")[0] in DIFFERENT


def sweep(system: str, catalogue: str, units: Iterable[Resolved]) -> Iterator[tuple[str, str]]:
    """Yield the units of a catalogue that come back otherwise, each in rosters of its own."""
    data = edition(system)
    for unit in units:
        for roster in rosters_of(data, catalogue, unit):
            yield from changed_units(data, data.catalogues, roster)


def rosters_of(data: Edition, catalogue: str, unit: Resolved) -> Iterator[Roster]:
    """Yield a unit as it comes and in a random legal loadout that leaves it a model, always the same."""
    as_it_comes, *others = loadouts(data, catalogue, unit, Random(f"{catalogue} {unit.id}"), 1)
    yield as_it_comes[0]
    for roster, _ in others:
        root = list(roster.units())[-1].uid
        if any(each.id == root and each.models for each in data.document(roster).army.units):
            yield roster


def main(wanted: list[str]) -> int:
    """Try every unit of some editions, say which come back otherwise, and return how often that is not known."""
    wrong = 0
    for system in wanted or EDITIONS:
        seen: set[str] = set()
        for catalogue in names(system):
            units = [each for each in edition(system).units(catalogue) if each.entry.id not in seen]
            seen.update(each.entry.id for each in units)
            for format, text in sweep(system, catalogue, units):
                print(f"{system}: {catalogue}: {format}: {text}", flush=True)
                wrong += not is_known(text)
    return wrong


if __name__ == "__main__":
    sys.exit(bool(main(sys.argv[1:])))
