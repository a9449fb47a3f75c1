"""Playing blocks of games, wherever that is: a pure function of the job and the range.

A worker gets the armies once: it keeps them by their digests. Asked for a block of armies that it has never seen it answers
`Missing`, and is asked again with them.
"""

from __future__ import annotations

import json
import time
import zlib
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from exports.document import RosterDocument, read_document
from resolver.players import BOTS, play
from resolver.simulation.gathering import Gathering
from resolver.simulation.job import Job, battle_of, seats, seed_of, side_of, versions_of
from resolver.simulation.totals import Totals, add, totals_of_game

MOST_PAIRS = 16
"""Of how many pairs of armies a worker keeps the documents."""

Armies = tuple[RosterDocument, RosterDocument]
_ARMIES: OrderedDict[tuple[str, str], Armies] = OrderedDict()


class OtherVersion(RuntimeError):
    """A worker has another version of Muster, which may play otherwise."""


@dataclass(frozen=True, slots=True)
class MissingArmies:
    """A worker has not got the armies."""


@dataclass(frozen=True, slots=True)
class Block:
    """A block that was played: games `first` up to `first + games`, and the processor time that it took in seconds."""

    first: int
    games: int
    totals: Totals
    seconds: float


def pack(armies: Sequence[RosterDocument]) -> bytes:
    """Return armies as they are sent to a worker."""
    return zlib.compress(json.dumps([each.to_bytes().decode() for each in armies]).encode())


def play_block(job: Job, first: int, games: int, parcel: bytes | None = None) -> Block | MissingArmies:
    """Play some games in a row, or say that the armies are missing.

    Raises:
        OtherVersion: this is not the Muster that the job was made by.
        ValueError: the armies are not those of the job.
    """
    if versions_of(job.system) != job.versions:
        raise OtherVersion(job.versions, versions_of(job.system))
    armies = _armies(job, parcel)
    if armies is None:
        return MissingArmies()
    began = time.thread_time()
    totals = add(play_game(job, armies, game) for game in range(first, first + games))
    return Block(first, games, totals, time.thread_time() - began)


def play_game(job: Job, armies: Sequence[RosterDocument], game: int) -> Totals:
    """Play one game and return what it comes to."""
    gathering = Gathering(side_of(game))
    battle = battle_of(job, armies, game, gathering)
    first, second = (BOTS[name](seed_of(job, game)) for name in seats(game, job.players))
    outcome = play(battle, (first, second))
    return totals_of_game(game, gathering.result(outcome), gathering.counts(battle))


def _armies(job: Job, parcel: bytes | None) -> Armies | None:
    armies = _ARMIES.get(job.armies)
    if armies is None and parcel is not None:
        a, b = (read_document(text.encode()) for text in json.loads(zlib.decompress(parcel)))
        if (a.digest, b.digest) != job.armies:
            raise ValueError("these are not the armies of the job")
        armies = _ARMIES[job.armies] = (a, b)
        while len(_ARMIES) > MOST_PAIRS:
            _ARMIES.popitem(last=False)
    return armies
