"""The largest real roster: evaluated from nothing, and after an edit of each of its selections."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

from bench.shared import largest_roster
from bench.timing import Measurement, measure
from builder.operations import nodes
from datasheets.evaluation.evaluate import evaluate


def tables() -> Iterator[tuple[str, list[Measurement]]]:
    """Measure."""
    found = largest_roster()
    if found is None:
        return
    roster, catalogues = found
    before = evaluate(roster, catalogues)
    times = []
    for node in roster.walk():
        edited = nodes.put(roster, node.uid, replace(node, number=node.number + 1))
        started = time.process_time()
        evaluate(edited, catalogues, before)
        times.append(1000 * (time.process_time() - started))
    times.sort()
    yield (
        f"A roster of {len(times)} selections",
        [measure("evaluated from nothing", "rosters/s", lambda: evaluate(roster, catalogues))],
    )
    yield (
        f"One number changed, for each of its {len(times)} selections",
        [
            Measurement(name, times[int(share * (len(times) - 1))], "ms")
            for name, share in (("median", 0.5), ("9 of 10", 0.9), ("slowest", 1))
        ],
    )
