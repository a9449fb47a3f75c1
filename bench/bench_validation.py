"""A roster of 40 units: evaluated, judged with and without fixes, made a roster document."""

from __future__ import annotations

from collections.abc import Iterator

from bench.rosters import UNITS, large, make_judging
from bench.timing import Measurement, measure
from builder.rules.judgement import judge, system_of
from builder.snapshot.document import snapshot
from datasheets.evaluation.evaluate import evaluate


def tables() -> Iterator[tuple[str, list[Measurement]]]:
    """Measure."""
    roster, catalogues = large(), make_judging().catalogues
    of, evaluation = system_of(roster), evaluate(roster, catalogues)
    judgement = judge(roster, evaluation, catalogues, of, fixes=False)
    yield (
        f"A roster of {UNITS} units",
        [
            measure("evaluated", "rosters/s", lambda: evaluate(roster, catalogues)),
            measure(
                "judged, evaluated already, without fixes",
                "rosters/s",
                lambda: judge(roster, evaluation, catalogues, of, fixes=False),
            ),
            measure("judged, evaluated already, with fixes", "rosters/s", lambda: judge(roster, evaluation, catalogues, of)),
            measure("all of it, with fixes", "rosters/s", lambda: make_judging().judge(roster)),
            measure("made a document", "rosters/s", lambda: snapshot(roster, catalogues, judgement)),
        ],
    )
