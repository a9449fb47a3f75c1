"""What a simulation is: two armies, a mission, two programs and a seed. Each of its games follows from that and a number.

Games come in pairs: both have the same seed, and in the second one the armies have changed seats. So whatever a seat is
worth counts for both armies alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from datasheets.effects.recognition.recognise import VERSION
from exports.document import RosterDocument
from resolver.engine.battle import Battle
from resolver.engine.game import Listener
from resolver.engine.record import ENGINE
from resolver.engine.registry import ruleset

MOST_GAMES = 10_000_000
SEEDS = 2**53
"""The seed of a game is below this, so that people and JSON can write it."""


@dataclass(frozen=True, slots=True)
class Job:
    """One simulation.

    Args:
        system: the id of the ruleset.
        armies: the digests of A and B.
        mission: its id.
        players: the programs that play A and B.
        seed: what the seeds of all games come from.
        versions: of the engine, the ruleset and the recogniser: others may play otherwise.
    """

    system: str
    armies: tuple[str, str]
    mission: str
    players: tuple[str, str]
    seed: int
    versions: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return it as plain data."""
        names = ("system", "mission", "seed")
        lists = {name: list(getattr(self, name)) for name in ("armies", "players", "versions")}
        return {name: getattr(self, name) for name in names} | lists


def job_from(data: Mapping[str, Any]) -> Job:
    """Return the job that plain data are."""
    a, b = data["armies"]
    p, q = data["players"]
    return Job(data["system"], (a, b), data["mission"], (p, q), data["seed"], tuple(data["versions"]))


def versions_of(system: str) -> tuple[str, ...]:
    """Return what a game of this system depends on besides its job, here and now."""
    return (str(ENGINE), ruleset(system).version, str(VERSION))


def job_of(armies: Sequence[RosterDocument], mission: str, players: tuple[str, str], seed: int) -> Job:
    """Return the job of two armies of one system."""
    system = armies[0].army.system
    digests = (armies[0].digest, armies[1].digest)
    return Job(system, digests, mission, players, seed, versions_of(system))


def side_of(game: int) -> int:
    """Return the seat that army A has in a game: 0 is the first."""
    return game % 2


def seed_of(job: Job, game: int) -> int:
    """Return the seed of a game; it is that of its pair."""
    text = f"muster simulation {job.seed} pair {game // 2}"
    return int.from_bytes(sha256(text.encode()).digest()[:8]) % SEEDS


def seats(game: int, of: Sequence[Any]) -> tuple[Any, Any]:
    """Return what belongs to A and B in the order of their seats."""
    return (of[1], of[0]) if side_of(game) else (of[0], of[1])


def battle_of(job: Job, armies: Sequence[RosterDocument], game: int, listener: Listener | None = None) -> Battle:
    """Return a game of a simulation as it begins: the battle that `muster battle` plays with the same seats and seed.

    Raises:
        NotPlayable: the documents cannot be played with.
    """
    return Battle.start(
        seats(game, armies),
        job.system,
        job.mission,
        seed_of(job, game),
        players=seats(game, job.players),
        log=listener is None,
        listener=listener,
    )
