"""A simulation as it runs: blocks are handed out in order, those that come back are kept, lost ones are played again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field

from datasheets.words import Message
from exports.document import RosterDocument
from resolver.simulation.blocks import Ledger, gaps, stretch_end
from resolver.simulation.job import Job
from resolver.simulation.play import Block, MissingArmies, pack, play_block
from resolver.simulation.pools import Pool, PoolError

BLOCK_SECONDS = 2.0
"""How long a block should take, where nobody says how many games it has: long beside what handing it out costs."""
BLOCKS_PER_SECOND = 50.0
"""So many blocks a second are handed out and taken in without trouble (docs/scale.md); with more workers they are longer."""
AHEAD = 2
"""So many blocks are handed out for each that can run at once, so that nobody waits for the next one."""
PATIENCE = 0.5
"""After so many seconds without news it is looked whether to stop."""
MOST_LOSSES = 3
"""After so many losses without a block in between nothing is tried again."""

Call = Future[Block | MissingArmies]


@dataclass(slots=True)
class Run:
    """One run of a simulation.

    Args:
        job: what is played.
        armies: A and B.
        pool: where.
        ledger: what was played before.
        keep: is handed every block as soon as it was played, and whether a stretch of the ledger became whole by it.
        block: how many games a block has; 0: what takes a few seconds.
    """

    job: Job
    armies: Sequence[RosterDocument]
    pool: Pool
    ledger: Ledger
    keep: Callable[[Block, bool], None]
    block: int = 0
    _parcel: bytes | None = None
    _running: dict[Call, tuple[int, int]] = field(default_factory=dict)
    _again: list[tuple[int, int]] = field(default_factory=list)
    _played: int = 0
    _seconds: float = 0.0
    _losses: int = 0

    def play(self, done: Iterable[tuple[int, int]] = (), is_stopped: Callable[[], bool] = lambda: False) -> None:
        """Play until enough games were played, or it is to stop. `done` are blocks that the ledger has: first, games.

        Raises:
            PoolError: nothing can be played there any more.
            OtherVersion: a worker has another version of Muster.
        """
        executor = self.pool.open()
        todo = self._blocks(gaps(done, self.ledger.end))
        try:
            while not self.ledger.is_done and not is_stopped():
                executor = self._hand_out(executor, todo)
                for future in wait(self._running, PATIENCE, FIRST_COMPLETED).done:
                    executor = self._take(executor, future)
        finally:
            for future in self._running:
                future.cancel()
            self._running.clear()

    def _blocks(self, missing: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """Yield blocks of what is missing, as large as they should be when they are asked for."""
        for first, games in missing:
            at, end = first, first + games
            while at < end:
                size = min(self._size(), stretch_end(at, end) - at)
                yield at, size
                at += size

    def _size(self) -> int:
        if self.block:
            return self.block
        seconds = max(BLOCK_SECONDS, self.pool.width / BLOCKS_PER_SECOND)
        return max(1, round(seconds * self._played / self._seconds)) if self._seconds else 1

    def _hand_out(self, executor: Executor, todo: Iterator[tuple[int, int]]) -> Executor:
        most = self.pool.width * AHEAD if self.pool.width > 1 else 1
        while len(self._running) < most:
            block = self._again.pop(0) if self._again else next(todo, None)
            if block is None or block[0] >= self.ledger.end:
                break
            executor = self._submit(executor, block)
        return executor

    def _submit(self, executor: Executor, block: tuple[int, int], parcel: bytes | None = None) -> Executor:
        try:
            future = executor.submit(play_block, self.job, *block, parcel)
        except self.pool.lost:
            self._again.insert(0, block)
            return self._renew()
        self._running[future] = block
        return executor

    def _take(self, executor: Executor, future: Call) -> Executor:
        block = self._running.pop(future, None)
        if block is None:  # its executor was lost meanwhile
            return executor
        try:
            found = future.result()
        except self.pool.lost:
            self._again.append(block)
            return self._renew()
        if isinstance(found, MissingArmies):
            self._parcel = self._parcel or pack(self.armies)
            return self._submit(executor, block, self._parcel)
        self._losses = 0
        self._played += found.games
        self._seconds += found.seconds
        self.keep(found, self.ledger.add(found))
        return executor

    def _renew(self) -> Executor:
        """Return another executor for the lost one; all that ran there is played again."""
        self._losses += 1
        if self._losses > MOST_LOSSES:
            raise PoolError(Message("error.simulation.lost"))
        self._again = sorted({*self._again, *self._running.values()})
        for future in self._running:
            future.cancel()
        self._running.clear()
        return self.pool.open()
