"""Whole battles of the two bundled patrols, by program, with and without a log.

The baseline is the plain Python loop over P1 of `bench_odds`, here a thousand simulations of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random

from bench.bench_odds import plain
from bench.rosters import SYSTEM, armies
from bench.timing import Measurement, measure
from resolver.engine.battle import Battle
from resolver.players import BOTS, play

SIMULATIONS, BATTLES = 1000, 2


def tables() -> Iterator[tuple[str, list[Measurement]]]:
    """Measure."""
    random = Random(1)
    rows = [measure(f"plain Python, {SIMULATIONS} simulations of P1", "times/s", lambda: plain(random, SIMULATIONS))]
    for name in BOTS:
        for log in (True, False):
            rows.append(_battles(name, log))
    yield "Battles of the bundled patrols", rows


def _battles(name: str, log: bool) -> Measurement:
    """Play battles with seeds 0 and 1, the same for every row."""
    seeds = count()

    def battle() -> None:
        seed = next(seeds) % BATTLES
        play(Battle.start(armies(SYSTEM, "patrols"), seed=seed, log=log), (BOTS[name](seed), BOTS[name](seed)))

    return measure(f"{name}, {'with' if log else 'without'} a log", "times/s", battle, calls=BATTLES, repeats=1)
