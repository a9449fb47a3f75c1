"""How a range of games is cut, and when enough of them were played.

The stopping rule looks at whole stretches of `LOOK` games, in order, whatever blocks they were cut into and whoever was
quicker. No block goes over the end of a stretch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from resolver.simulation.intervals import share_interval
from resolver.simulation.play import Block
from resolver.simulation.totals import WIN, Totals, add

LOOK = 50
WINS = {WIN: 1.0, "draw": 0.0, "b": 0.0}


@dataclass(frozen=True, slots=True)
class Wish:
    """How many games are wanted at most, and how exact the share of wins has to be to stop before.

    `precision` is half the width of its interval, in percentage points; None: play all.
    """

    games: int
    precision: float | None = None

    def is_met(self, totals: Totals) -> bool:
        """Tell whether these totals are exact enough."""
        if self.precision is None:
            return False
        low, high = share_interval(totals, WINS)
        return (high - low) * 50 <= self.precision


@dataclass(slots=True)
class Ledger:
    """What was played of a simulation, and how far that goes without a gap."""

    wish: Wish
    _blocks: dict[int, Block] = field(default_factory=dict)
    _whole: Block = field(default_factory=lambda: Block(0, 0, Totals(), 0.0))
    _end: int = 0

    def __post_init__(self) -> None:
        """Begin with nothing played."""
        self._end = self.wish.games

    @property
    def end(self) -> int:
        """The number of games after which it is done, as far as that is known."""
        return self._end

    @property
    def whole(self) -> Block:
        """All games from the first one on that whole stretches were played of, as one block."""
        return self._whole

    @property
    def is_done(self) -> bool:
        """Whether all that is needed was played."""
        return self._whole.games >= self._end

    @property
    def so_far(self) -> Block:
        """All that was played up to the end, as one block; games in the middle may be missing while it is not done."""
        blocks = [self._whole, *(block for block in self._blocks.values() if block.first < self._end)]
        return join(blocks)

    def add(self, block: Block) -> bool:
        """Take in a block that was played, and tell whether a stretch became whole.

        One that is there already, or is not needed, changes nothing.
        """
        before = self._whole.games
        if before <= block.first < self._end:
            self._blocks.setdefault(block.first, block)
        while (stretch := self._stretch()) is not None:
            for each in stretch:
                del self._blocks[each.first]
            self._whole = join([self._whole, *stretch])
            if self.wish.is_met(self._whole.totals):
                self._end = self._whole.games
        return self._whole.games > before

    def _stretch(self) -> list[Block] | None:
        """Return the blocks of the next stretch, None where one is missing."""
        if self.is_done:
            return None
        at, found = self._whole.games, list[Block]()
        end = stretch_end(at, self._end)
        while at < end:
            if at not in self._blocks:
                return None
            found.append(self._blocks[at])
            at += self._blocks[at].games
        return found


def join(blocks: Sequence[Block]) -> Block:
    """Return blocks as one; it begins where the first of them begins."""
    games, seconds = sum(block.games for block in blocks), sum(block.seconds for block in blocks)
    return Block(blocks[0].first, games, add(block.totals for block in blocks), seconds)


def stretch_end(game: int, end: int) -> int:
    """Return where the stretch ends that a game is in."""
    return min((game // LOOK + 1) * LOOK, end)


def gaps(done: Iterable[tuple[int, int]], end: int) -> Iterator[tuple[int, int]]:
    """Yield what is missing of the first `end` games besides blocks (first, games), as such pairs."""
    at = 0
    for first, games in sorted(done):
        if first > at:
            yield at, min(first, end) - at
        at = max(at, first + games)
        if at >= end:
            return
    yield at, end - at
