"""Simulations with the blocks of games that were played of them. `changed` only ever grows: it is a simulation's version."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from builder.store.database import Database

Json = dict[str, Any]
WAITING = ("queued", "running")
"""The states of what is still to be played."""
LEFT = "left"
"""The holder of a simulation that a server left for the next one when it was stopped."""


@dataclass(frozen=True, slots=True)
class SimulationRow:
    """A simulation without its games.

    `armies` are the digests of the two roster documents, `job` what is played (`resolver.simulation.job`). `games` are
    wanted at most, `precision` ends it before. `state` is queued, running, stopped, done or failed; `problem` says why.
    `place` is who plays it: "server" or "command"; `holder` which process does so now, or `LEFT`.
    `played` games are kept.
    """

    id: str
    system: str
    name: str
    armies: list[str]
    job: Json
    games: int
    precision: float | None
    state: str
    place: str
    holder: str = ""
    problem: str = ""
    played: int = 0
    changed: int = 0


@dataclass(frozen=True, slots=True)
class BlockRow:
    """Games `first` up to `first + games` of a simulation, what they came to, and the processor time in seconds."""

    first: int
    games: int
    totals: Json
    seconds: float


NAMES = ("id", "system", "name", "armies", "job", "games", "precision", "state", "place", "holder", "problem", "changed")
PLAYED = "(select coalesce(sum(b.games), 0) from simulation_blocks b where b.simulation = simulations.id)"
COLUMNS = f"{', '.join(NAMES)}, {PLAYED} as played"
LATEST = "(select coalesce(max(changed), 0) + 1 from simulations)"


def insert(db: Database, row: SimulationRow) -> None:
    """Add a simulation."""
    db.execute(
        "insert into simulations (id, system, name, armies, job, games, precision, state, place, holder, changed)"
        f" values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, {LATEST})",
        [
            row.id,
            row.system,
            row.name,
            _dump(row.armies),
            _dump(row.job),
            row.games,
            row.precision,
            row.state,
            row.place,
            row.holder,
        ],
    )


def get(db: Database, id: str) -> SimulationRow | None:
    """Return a simulation, None where there is none."""
    return next((_row(row) for row in db.query(f"select {COLUMNS} from simulations where id = ?", [id])), None)


def page(db: Database, *, system: str, start: int | None, limit: int, oldest: bool = False) -> list[SimulationRow]:
    """Return simulations, the last changed first, or the `oldest` change, from `changed == start` on."""
    beyond, order = (">=", "asc") if oldest else ("<=", "desc")
    rows = db.query(
        f"select {COLUMNS} from simulations where (:system = '' or system = :system)"
        f" and (:start is null or changed {beyond} :start) order by changed {order} limit :limit",
        {"system": system, "start": start, "limit": limit},
    )
    return [_row(row) for row in rows]


def waiting(db: Database, place: str) -> list[SimulationRow]:
    """Return what is still to be played at a place: what a server began, then what came first before what came later."""
    rows = db.query(
        f"select {COLUMNS} from simulations where place = ? and state in (?, ?) order by holder = '', changed",
        [place, *WAITING],
    )
    return [_row(row) for row in rows]


def latest_of(db: Database, armies: list[str]) -> SimulationRow | None:
    """Return the simulation of two armies, in either order, that was changed last; None where there is none."""
    found = db.query(
        f"select {COLUMNS} from simulations where armies in (?, ?) order by changed desc limit 1",
        [_dump(armies), _dump(armies[::-1])],
    )
    return next(map(_row, found), None)


def set_state_if(
    db: Database, row: SimulationRow, state: str, *, holder: str = "", problem: str = "", place: str = ""
) -> bool:
    """Store a simulation's state, if it is still as it was in `row`; say whether so."""
    cursor = db.execute(
        f"update simulations set state = ?, holder = ?, problem = ?, place = ?, changed = {LATEST}"
        " where id = ? and state = ? and holder = ?",
        [state, holder, problem, place or row.place, row.id, row.state, row.holder],
    )
    return cursor.rowcount == 1


def set_wish(db: Database, id: str, games: int, precision: float | None) -> None:
    """Store how many games are wanted, and how exact the answer has to be."""
    db.execute("update simulations set games = ?, precision = ? where id = ?", [games, precision, id])


def add_block(db: Database, id: str, block: BlockRow, holder: str) -> bool:
    """Add a block of games in the place of all that are part of it, if this process still plays them; say whether so."""
    held = db.execute("select 1 from simulations where id = ? and holder = ?", [id, holder]).fetchone()
    if held is None:
        return False
    db.execute(
        "delete from simulation_blocks where simulation = ? and first >= ? and first < ?",
        [id, block.first, block.first + block.games],
    )
    db.execute(
        "insert into simulation_blocks (simulation, first, games, totals, seconds) values (?, ?, ?, ?, ?)",
        [id, block.first, block.games, _dump(block.totals), block.seconds],
    )
    db.execute(f"update simulations set changed = {LATEST} where id = ?", [id])
    return True


def blocks(db: Database, id: str) -> list[BlockRow]:
    """Return the blocks of a simulation in order."""
    rows = db.query("select first, games, totals, seconds from simulation_blocks where simulation = ? order by first", [id])
    return [BlockRow(**{**row, "totals": json.loads(row["totals"])}) for row in rows]


def delete(db: Database, id: str) -> bool:
    """Delete a simulation with its games; say whether there was one."""
    return db.execute("delete from simulations where id = ?", [id]).rowcount == 1


def _row(row: Mapping[str, Any]) -> SimulationRow:
    return SimulationRow(**{**row, "armies": json.loads(row["armies"]), "job": json.loads(row["job"])})


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
