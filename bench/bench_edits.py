"""An edit of a roster of 30 units, in each system: applied, evaluated and judged, as a page does with what it knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle

from bench.rosters import SAMPLES, SYSTEM, largest_catalogue, make_judging, repeat_units
from bench.timing import Measurement, measure
from builder.operations.table import apply
from builder.rules.judgement import judge, system_of
from datasheets.evaluation.evaluate import evaluate

UNITS = 30


def tables() -> Iterator[tuple[str, list[Measurement]]]:
    """Measure."""
    systems = (SYSTEM, *(name for name in SAMPLES if name != SYSTEM), "wh40k-2e")
    yield f"An edit of {UNITS} units, judged", [measure(name, "edits/s", _edit(name)) for name in systems]


def _edit(of: str) -> Callable[[], object]:
    """Return what removes one unit after the other from the same roster."""
    catalogues, roster = make_judging(of).catalogues, repeat_units(largest_catalogue(of), UNITS)
    system, before = system_of(roster), evaluate(roster, catalogues)
    known = judge(roster, before, catalogues, system, fixes=False).units
    units = cycle([unit.uid for unit in roster.units()])

    def run() -> object:
        edited = apply(roster, {"op": "remove", "selection": next(units)}, catalogues)
        return judge(edited, evaluate(edited, catalogues, before), catalogues, system, fixes=False, known=known)

    return run
