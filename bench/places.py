"""One simulation in several places: `python -m bench.places same --games 400`, `pairs`, `dask`.

`same` plays it on two Dask workers of which one is killed in the middle (in blocks of 1), in one process (of 50) and in two
(of 7), and prints what the totals come to: one digest. `pairs` plays it in one process and in two by turns, `dask` in two
processes and on two Dask workers by turns; the ratio of each pair says what the second place is worth.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from statistics import median
from time import monotonic
from typing import Any, TypeVar

from bench.rosters import SYSTEM, armies
from resolver.engine.registry import first_mission
from resolver.players import BOTS
from resolver.simulation.blocks import Ledger, Wish
from resolver.simulation.job import Job, job_of
from resolver.simulation.play import Block, pack, play_block
from resolver.simulation.pools import Cluster, InProcess, Pool, Processes
from resolver.simulation.run import Run

SEED = 1
T = TypeVar("T")


@dataclass(frozen=True)
class Course:
    """What one run came to: games, seconds by the clock and of the processor, the digest of the totals, the load."""

    games: int
    clock: float
    processor: float
    digest: str
    load: float

    @property
    def rate(self) -> float:
        """Games in a second by the clock."""
        return self.games / self.clock


class BusyClock(Executor):
    """Notes for how many seconds by the clock workers have blocks in hand; the rest of the time they wait for one."""

    def __init__(self, executor: Executor) -> None:
        self._executor, self.busy = executor, 0.0

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Submit, and take in the time when it is done."""
        outer, inner = Future[T](), self._executor.submit(time_call, fn, *args, **kwargs)
        inner.add_done_callback(lambda done: self._take(done, outer))
        return outer

    def _take(self, done: Future[tuple[T, float]], outer: Future[T]) -> None:
        if done.cancelled() or done.exception():
            outer.set_exception(done.exception() if not done.cancelled() else CancelledError())
            return
        found, seconds = done.result()
        self.busy += seconds
        outer.set_result(found)


def time_call(fn: Callable[..., T], *args: Any, **kwargs: Any) -> tuple[T, float]:
    """Call a function; return what it returns, and how long that took by the clock."""
    began = monotonic()
    return fn(*args, **kwargs), monotonic() - began


class Warm:
    """A pool whose workers have loaded everything: each has played games before the first is asked for."""

    def __init__(self, pool: Pool, job: Job) -> None:
        self._pool, self.lost, self.width = pool, pool.lost, pool.width
        self.clock: BusyClock | None = None
        self._executor: Executor | None = pool.open()
        parcel = pack(armies(SYSTEM, "patrols"))
        wait([self._executor.submit(play_block, job, 10_000 + n, 2, parcel) for n in range(2 * self.width)])

    def open(self) -> Executor:
        """Return the warm executor, and another one whenever that was lost."""
        executor, self._executor = self._executor, None
        self.clock = BusyClock(executor or self._pool.open())
        return self.clock

    def close(self) -> None:
        """Let go."""
        self._pool.close()


def the_job(player: str) -> Job:
    """Return the simulation of the two bundled patrols that `muster simulate --seed 1` plays."""
    return job_of(armies(SYSTEM, "patrols"), first_mission(SYSTEM), (player, player), SEED)


def run(job: Job, pool: Pool, games: int, block: int, after: Callable[[int], None] = lambda done: None) -> Course:
    """Play; `after` is told after each block how many games are there."""
    ledger = Ledger(Wish(games))

    def keep(block: Block, whole: bool) -> None:
        after(ledger.so_far.games)

    began = monotonic()
    Run(job, armies(SYSTEM, "patrols"), pool, ledger, keep, block).play()
    clock = monotonic() - began
    totals = json.dumps(ledger.so_far.totals.to_json()).encode()
    return Course(games, clock, ledger.so_far.seconds, sha256(totals).hexdigest()[:16], os.getloadavg()[0])


@contextmanager
def local_cluster() -> Iterator[tuple[Cluster, Any]]:
    """Start a Dask scheduler with two workers of one thread each."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        pool = Cluster(cluster.scheduler_address)
        try:
            yield pool, cluster
        finally:
            pool.close()


def same(job: Job, games: int) -> Iterator[tuple[str, Course]]:
    """Play the simulation everywhere, and in blocks of all sizes."""
    yield "two Dask workers, one killed, blocks of 1", on_dying_workers(job, games, 1)
    yield "one process, blocks of 50", run(job, InProcess(), games, 50)
    yield "two processes, blocks of 7", in_processes(job, games, 7)


def in_processes(job: Job, games: int, block: int) -> Course:
    """Play in two processes."""
    pool = Processes(2)
    try:
        return run(job, pool, games, block)
    finally:
        pool.close()


def on_dying_workers(job: Job, games: int, block: int) -> Course:
    """Play on two Dask workers; one is killed when half of the games were played."""
    with local_cluster() as (pool, cluster):
        killed = list[int]()

        def kill(done: int) -> None:
            if not killed and done >= games // 2:
                killed.append(next(iter(cluster.workers.values())).pid)
                os.kill(killed[0], signal.SIGKILL)
                print(f"  killed worker {killed[0]} after {done} games", flush=True)

        return run(job, pool, games, block, kill)


def by_turns(first: Callable[[], T], second: Callable[[], T], rounds: int) -> Iterator[tuple[T, T]]:
    """Run two places by turns, each first in every other round."""
    for number in range(rounds):
        if number % 2:
            b = second()
            yield first(), b
        else:
            yield first(), second()


def pairs(job: Job, games: int, rounds: int) -> None:
    """Compare two processes with one: the share of twice one process's games a second that two of them play.

    Where others use the machine, the clock says what they leave. Then `busy` says how long the two have games in hand, and
    the ratio of processor times how much longer a game takes beside another; their product is what is left of twice one.
    """
    one, two = Warm(InProcess(), job), Processes(2)
    warm, found = [one], list[float]()

    def both() -> Course:
        warm.append(Warm(two, job))
        return run(job, warm[-1], games, 0)

    for a, b in by_turns(lambda: run(job, one, games, 0), both, rounds):
        found.append(b.rate / a.rate / 2)
        clock = warm[-1].clock
        busy, dearer = (clock.busy if clock else 0.0) / b.clock / 2, a.processor / b.processor
        print(line("one process", a), line("two processes", b), sep="\n")
        print(f"  efficiency {found[-1]:.1%}; busy {busy:.1%} x processor {dearer:.1%} = {busy * dearer:.1%}", flush=True)
    two.close()
    print(f"efficiency: median {median(found):.1%}, best {max(found):.1%} of {rounds} pairs")


def dask(job: Job, games: int, rounds: int, block: int) -> None:
    """Compare two Dask workers with two processes: how much longer a run takes, and for how long workers lack a block.

    Where the scheduler shares the cores with its workers, the clock counts what it takes from them. On a cluster it has a
    machine of its own: what is left is the time in which a worker waits for a block.
    """
    two = Processes(2)
    longer, more_waiting = list[float](), list[float]()
    with local_cluster() as (pool, _):
        print(f"an empty block: {empty_block(pool):.2f} ms", flush=True)
        first, second = (partial(clock_run, job, place, games, block) for place in (two, pool))
        for (a, waiting), (b, waiting_on_dask) in by_turns(first, second, rounds):
            longer.append(b.clock / a.clock - 1)
            more_waiting.append(waiting_on_dask - waiting)
            print(line("two processes", a), f"waiting {waiting:.1%}")
            print(line("two Dask workers", b), f"waiting {waiting_on_dask:.1%}")
            print(f"  by the clock {longer[-1]:+.1%}, waiting {more_waiting[-1]:+.1%}", flush=True)
        print(f"an empty block: {empty_block(pool):.2f} ms", flush=True)
    two.close()
    print(f"Dask by the clock: median {median(longer):+.1%}, waiting: median {median(more_waiting):+.1%} of {rounds} pairs")


def clock_run(job: Job, pool: Pool, games: int, block: int) -> tuple[Course, float]:
    """Play on a warm pool; return also for which share of the time workers had no block in hand."""
    place = Warm(pool, job)
    course = run(job, place, games, block)
    busy = place.clock.busy if place.clock else 0.0
    return course, 1 - busy / place.width / course.clock


def empty_block(pool: Pool, number: int = 300) -> float:
    """Return the milliseconds that a block costs in which nothing is played, one after another."""
    executor = pool.open()
    executor.submit(int, "0").result()
    began = monotonic()
    for n in range(number):
        executor.submit(int, str(n)).result()
    return (monotonic() - began) / number * 1000


def line(name: str, course: Course) -> str:
    """Return a run as a line."""
    times = f"{course.clock:8.1f} s, {course.processor:8.1f} s of processor time, {course.rate:6.3f} games/s"
    return f"  {name:<42} {times}, totals {course.digest}, load {course.load:.1f}"


def main(arguments: list[str]) -> int:
    """Run."""
    known = argparse.ArgumentParser(prog="python -m bench.places", description=__doc__)
    known.add_argument("what", choices=("same", "pairs", "dask"))
    known.add_argument("--games", type=int, default=400)
    known.add_argument("--rounds", type=int, default=3)
    known.add_argument("--block", type=int, default=0)
    known.add_argument("--player", choices=tuple(BOTS), default=next(iter(BOTS)))
    given = known.parse_args(arguments)
    job = the_job(given.player)
    if given.what == "pairs":
        pairs(job, given.games, given.rounds)
    elif given.what == "dask":
        dask(job, given.games, given.rounds, given.block)
    else:
        digests = set[str]()
        for name, course in same(job, given.games):
            print(line(name, course), flush=True)
            digests.add(course.digest)
        print(f"{'the same totals' if len(digests) == 1 else 'OTHER TOTALS'} {sorted(digests)}")
        return len(digests) > 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
