"""`python -m tests.soak [N] [SYSTEM] [SOURCE] [FIRST]`: N battles between random armies; every failure by its seed.

SYSTEM is "wh40k-9e" (the default), SOURCE "bundled" (the default), "real" or a catalogue's name, FIRST the first seed.
"""

from __future__ import annotations

import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed

from tests.soak.armies import BUNDLED_SOURCE
from tests.soak.running import Result, soaked

CHUNK = 10
"""So many battles are replayed by one process."""


def main(number: int = 100, system: str = "wh40k-9e", source: str = BUNDLED_SOURCE, first: int = 1) -> int:
    """Run the soak, tell what came of it; 1 if anything failed."""
    began, results = time.monotonic(), list[Result]()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        seeds = range(first, first + number)
        chunks = [seeds[at : at + CHUNK] for at in range(0, number, CHUNK)]
        for done in as_completed([pool.submit(soaked, chunk, system, source) for chunk in chunks]):
            for result in done.result():
                results.append(result)
                for fault in result.faults:
                    print(f"seed {result.seed}: {fault}", flush=True)
            print(f"{len(results)} of {number}, {sum(bool(r.faults) for r in results)} failed", file=sys.stderr, flush=True)
    failed = sorted(result.seed for result in results if result.faults)
    events, rounds = sum(r.events for r in results), sum(r.rounds for r in results)
    print(f"{system}, {source} armies, seeds {first} to {first + number - 1}: {len(results)} battles,")
    print(f"{rounds} battle rounds, {events} events in {time.monotonic() - began:.0f} s; each replayed and refereed;")
    print(f"{len(failed)} failed: {failed}" if failed else "none failed.")
    return int(bool(failed))


if __name__ == "__main__":
    given = dict(enumerate(sys.argv[1:]))
    sys.exit(main(int(given.get(0, 100)), given.get(1, "wh40k-9e"), given.get(2, BUNDLED_SOURCE), int(given.get(3, 1))))
