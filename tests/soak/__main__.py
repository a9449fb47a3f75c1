"""`python -m tests.soak [N] [SYSTEM] [SOURCE] [FIRST]`: N battles between random armies; every failure by its seed.

`--help` says what each of them is and what is taken where it is left out.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed

from resolver.engine.registry import playable
from tests.imported.real import names
from tests.soak.armies import BUNDLED_SOURCE
from tests.soak.running import Result, run_soak

CHUNK = 10
"""So many battles are replayed by one process."""


def main(number: int = 100, system: str = "wh40k-9e", source: str = BUNDLED_SOURCE, first: int = 1) -> int:
    """Run the soak, tell what came of it; 1 if anything failed."""
    began, results = time.monotonic(), list[Result]()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        seeds = range(first, first + number)
        chunks = [seeds[at : at + CHUNK] for at in range(0, number, CHUNK)]
        for done in as_completed([pool.submit(run_soak, chunk, system, source) for chunk in chunks]):
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


def read_arguments(words: Sequence[str]) -> argparse.Namespace:
    """Return what the command line asks for.

    Raises:
        SystemExit: one of the words is wrong (2), or the usage was asked for (0).
    """
    parser = argparse.ArgumentParser(
        prog="python -m tests.soak", description="Fight battles between random armies; name every failure by its seed."
    )
    parser.add_argument("number", metavar="N", nargs="?", type=int, default=100, help="how many battles (100)")
    parser.add_argument(
        "system", metavar="SYSTEM", nargs="?", default="wh40k-9e", help=f"{', '.join(playable())} (wh40k-9e)"
    )
    parser.add_argument(
        "source", metavar="SOURCE", nargs="?", default=BUNDLED_SOURCE, help="bundled, real, or a real catalogue (bundled)"
    )
    parser.add_argument("first", metavar="FIRST", nargs="?", type=int, default=1, help="the first seed (1)")
    given = parser.parse_args(words)
    if given.number < 1 or given.first < 0:
        parser.error("N is 1 or more, FIRST is 0 or more.")
    if given.system not in playable():
        parser.error(f'No game "{given.system}" is played here; SYSTEM is one of {", ".join(playable())}.')
    if given.source != BUNDLED_SOURCE and not (known := names(given.system)):
        parser.error(f"There are no real catalogues of {given.system} in ../shared/bsdata; SOURCE can only be bundled.")
    if given.source not in (BUNDLED_SOURCE, "real") and given.source not in known:
        parser.error(f'No catalogue is named "{given.source}"; SOURCE is bundled, real or one of: {", ".join(known)}.')
    return given


if __name__ == "__main__":
    sys.exit(main(**vars(read_arguments(sys.argv[1:]))))
