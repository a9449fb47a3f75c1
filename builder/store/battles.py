"""Battles with their choices and events. How many choices are stored is a battle's version."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class BattleRow:
    """A battle without choices and events.

    `seats` holds for each of the two players who plays ("human" or a bot's name) and the digest of the seat's token;
    `armies` the digests of the two roster documents; `versions` those of engine and ruleset; `digest` is over all events;
    `pending` is the decision that somebody must make, `outcome` how it ended; one of the two is None.
    """

    id: str
    system: str
    name: str
    mission: str
    seed: int
    seats: list[Json]
    armies: list[str]
    versions: Json
    choices: int = 0
    events: int = 0
    digest: str = ""
    pending: Json | None = None
    outcome: Json | None = None
    changed: int = 0


@dataclass(frozen=True, slots=True)
class Progress:
    """What happened since a battle was read: its choices and events from there on, and how it stands now."""

    choices: Sequence[Json]
    events: Sequence[Json]
    digest: str
    pending: Json | None
    outcome: Json | None


COLUMNS = "id, system, name, mission, seed, seats, armies, versions, choices, events, digest, pending, outcome, changed"
LATEST = "(select coalesce(max(changed), 0) + 1 from battles)"


def insert(db: Database, row: BattleRow) -> None:
    """Add a battle."""
    db.execute(
        "insert into battles (id, system, name, mission, seed, seats, armies, versions, changed)"
        f" values (?, ?, ?, ?, ?, ?, ?, ?, {LATEST})",
        [row.id, row.system, row.name, row.mission, str(row.seed), *map(_dump, (row.seats, row.armies, row.versions))],
    )


def get(db: Database, id: str) -> BattleRow | None:
    """Return a battle, None where there is none."""
    return next((_row(row) for row in db.query(f"select {COLUMNS} from battles where id = ?", [id])), None)


def page(db: Database, *, system: str, start: int | None, limit: int) -> list[BattleRow]:
    """Return battles, the last changed first, from `changed == start` on."""
    rows = db.query(
        f"select {COLUMNS} from battles where (:system = '' or system = :system)"
        " and (:start is null or changed <= :start) order by changed desc limit :limit",
        {"system": system, "start": start, "limit": limit},
    )
    return [_row(row) for row in rows]


def advance_if(db: Database, row: BattleRow, progress: Progress) -> bool:
    """Store what happened since `row` was read, if nobody else did; say whether it was so."""
    cursor = db.execute(
        "update battles set choices = choices + ?, events = events + ?, digest = ?, pending = ?, outcome = ?,"
        f" changed = {LATEST}"
        " where id = ? and choices = ? and events = ? and outcome is null",
        [
            len(progress.choices),
            len(progress.events),
            progress.digest,
            None if progress.pending is None else _dump(progress.pending),
            None if progress.outcome is None else _dump(progress.outcome),
            row.id,
            row.choices,
            row.events,
        ],
    )
    if cursor.rowcount != 1:
        return False
    db.conn.executemany(
        "insert into battle_choices (battle, n, choice) values (?, ?, ?)",
        [(row.id, n, _dump(choice)) for n, choice in enumerate(progress.choices, row.choices)],
    )
    db.conn.executemany(
        "insert into battle_events (battle, n, visible, event) values (?, ?, ?, ?)",
        [(row.id, n, str(event["visible"]), _dump(event)) for n, event in enumerate(progress.events, row.events)],
    )
    return True


def choices(db: Database, id: str, start: int = 0) -> list[Json]:
    """Return the choices of a battle from number `start` on."""
    rows = db.query("select choice from battle_choices where battle = ? and n >= ? order by n", [id, start])
    return [json.loads(row["choice"]) for row in rows]


def events(db: Database, id: str, seen_by: Sequence[str], start: int, limit: int) -> list[Json]:
    """Return events from number `start` on, those that one of `seen_by` ("all", "0", "1") may see."""
    rows = db.query(
        "select event from battle_events where battle = ? and n >= ? and visible in (select value from json_each(?))"
        " order by n limit ?",
        [id, start, json.dumps(list(seen_by)), limit],
    )
    return [json.loads(row["event"]) for row in rows]


def delete(db: Database, id: str) -> bool:
    """Delete a battle with its choices and events; say whether there was one."""
    return db.execute("delete from battles where id = ?", [id]).rowcount == 1


def _row(row: Mapping[str, Any]) -> BattleRow:
    made = {name: json.loads(row[name]) for name in ("seats", "armies", "versions")}
    maybe = {name: None if row[name] is None else json.loads(row[name]) for name in ("pending", "outcome")}
    return BattleRow(**{**row, **made, **maybe, "seed": int(row["seed"])})


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
