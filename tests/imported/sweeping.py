"""Every unit of real catalogues in random legal loadouts: does its document count weapons as its tree does?

`python -m tests.imported.sweeping [EDITION] [LOADOUTS] [CATALOGUE ...]`, or `make sweep`, says where it does not.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from random import Random

from builder.rules.judgement import judge
from builder.snapshot.document import snapshot
from datasheets.closure import Resolved
from tests.imported.counting import chosen_for_all, differences, tree_of
from tests.imported.loadouts import loadouts
from tests.imported.real import EDITIONS, Edition, edition, names

LOADOUTS = 20


def wrong_counts(data: Edition, catalogue: str, units: Iterable[Resolved], most: int) -> Iterator[str]:
    """Yield what documents of units say otherwise than their trees, over up to `most` random loadouts of each."""
    closure = data.closure(catalogue)
    for unit in units:
        for number, (roster, evaluation) in enumerate(
            loadouts(data, catalogue, unit, Random(f"{catalogue} {unit.id}"), most)
        ):
            root = list(roster.units())[-1]
            judged = judge(roster, evaluation, data.catalogues, data.system, fixes=False)
            document = snapshot(roster, data.catalogues, judged)
            found = next(each for each in document.army.units if each.id == root.uid)
            if found.models:
                for each in differences(tree_of(root, evaluation.by_uid, closure), found, chosen_for_all(root, closure)):
                    yield f"{catalogue}, loadout {number}: {each}"


def _sweep(name: str, most: int, catalogues: Iterable[str]) -> int:
    data, seen, wrong = edition(name), set[str](), 0
    for catalogue in catalogues:
        units = [unit for unit in data.units(catalogue) if unit.entry.id not in seen]
        seen.update(unit.entry.id for unit in units)
        for line in wrong_counts(data, catalogue, units, most):
            print(line, flush=True)
            wrong += 1
        print(f"{name}: {catalogue}, {len(units)} units", flush=True)
    return wrong


if __name__ == "__main__":
    chosen = sys.argv[1:2] or EDITIONS
    most = int(sys.argv[2]) if len(sys.argv) > 2 else LOADOUTS
    sys.exit(bool(sum(_sweep(name, most, sys.argv[3:] or names(name)) for name in chosen)))
