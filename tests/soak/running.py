"""Battles between random armies: played here, replayed in another process with another hash seed, and refereed there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import traceback
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from datasheets.systems import system as game_system
from resolver.engine.battle import Battle
from resolver.engine.record import read_record
from resolver.engine.replay import replay
from resolver.players import BOTS, play
from tests.referee.judge import Referee
from tests.soak.armies import BUNDLED_SOURCE, armies

OWN_REFEREES = {
    "grundregelwerk": "tests.referee.grundregelwerk.judge",
    "aos-1e": "tests.referee.aos_1e.judge",
}
"""Referees of games that are no editions of 40K: `referee(events, documents)`. Their battles go through all missions."""
ROOT = Path(__file__).parents[2]
SHOWN = 5
"""How many faults of one battle are told."""


@dataclass
class Result:
    """What came of one battle: how many events it had, and what was wrong."""

    seed: int
    events: int = 0
    rounds: int = 0
    faults: list[str] = field(default_factory=list)


def random_battle(seed: int, system: str = "wh40k-9e", source: str = BUNDLED_SOURCE, bot: str = "random") -> Battle:
    """Play a battle between two random legal armies to its end; the same for the same seed.

    `source` is "bundled", "real" (any real catalogue) or the name of one. The battle has record and events.
    """
    made = armies(seed, system, source)
    missions = [each.id for each in game_system(system).missions] if system in OWN_REFEREES else [""]
    mission = missions[seed % len(missions)]
    battle = Battle.start((next(made), next(made)), ruleset=system, mission=mission, seed=seed, players=(bot, bot))
    play(battle, (BOTS[bot](seed), BOTS[bot](seed + 1_000_000)))
    return battle


def run_soak(seeds: Iterable[int], system: str, source: str = BUNDLED_SOURCE) -> list[Result]:
    """Play a battle for each seed, and have another process replay and referee all of them."""
    results, records = [], list[tuple[Result, bytes]]()
    for seed in seeds:
        results.append(Result(seed))
        try:
            battle = random_battle(seed, system, source)
        except Exception:  # whatever goes wrong in a battle is what is looked for here
            results[-1].faults.append(traceback.format_exc(limit=-4))
            continue
        results[-1].events = len(battle.events)
        results[-1].rounds = battle.outcome.rounds if battle.outcome else 0
        records.append((results[-1], battle.record().to_bytes()))
    for (result, _), faults in zip(records, _elsewhere([record for _, record in records]), strict=True):
        result.faults += faults
    return results


def _elsewhere(records: list[bytes]) -> Iterator[list[str]]:
    """Check records in a process with another hash seed."""
    if not records:
        return
    here = os.environ.get("PYTHONHASHSEED", "0")
    environment = os.environ | {"PYTHONHASHSEED": "12345" if here != "12345" else "54321"}
    call = [sys.executable, "-m", "tests.soak.running"]
    done = subprocess.run(call, input=b"\n".join(records), capture_output=True, env=environment, cwd=ROOT, check=False)
    if done.returncode:
        yield from ([done.stderr.decode()[-2000:]] for _ in records)
        return
    yield from json.loads(done.stdout)


def check_record(record: bytes) -> list[str]:
    """Replay a record; return how its bytes differ and what the referee finds."""
    try:
        battle = replay(read_record(record))
    except Exception:  # as above
        return [traceback.format_exc(limit=-4)]
    again = battle.record().to_bytes()
    faults = [] if again == record else ["The replay gives another record."]
    return faults + referee_battle(battle)


def referee_battle(battle: Battle) -> list[str]:
    """Return what the referee finds in a battle: nothing in one of an edition that it does not know."""
    documents: list[dict[str, Any]] = [json.loads(document.to_bytes()) for document in battle.armies.documents]
    if own := OWN_REFEREES.get(battle.game.ruleset.id):
        return [str(finding) for finding in import_module(own).referee(battle.events, documents)][:SHOWN]
    try:
        referee = Referee(documents)
    except ModuleNotFoundError:
        return []
    return [str(finding) for finding in referee.see(battle.events)][:SHOWN]


if __name__ == "__main__":
    json.dump([check_record(line) for line in sys.stdin.buffer.read().split(b"\n")], sys.stdout)
