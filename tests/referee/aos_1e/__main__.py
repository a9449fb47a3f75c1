"""`python -m tests.referee.aos_1e [N] [FIRST]`: N battles of the bundled armies, each shown to the referee."""

from __future__ import annotations

import sys

from tests.referee.aos_1e.battles import fight
from tests.referee.aos_1e.judge import referee


def main(number: int = 100, first: int = 0) -> int:
    """Play, judge, tell; 1 if anything was found."""
    failed = 0
    for seed in range(first, first + number):
        events, documents = fight(seed)
        fight.cache_clear()
        for finding in referee(events, documents):
            failed += 1
            print(f"seed {seed}, event {finding.event}: {finding.rule} {finding.text}", flush=True)
    print(f"{number} battles from seed {first}: {failed} findings")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:3])))
