"""Battles with their choices and events. `changed` only ever grows: it is a battle's version."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from builder.store.database import Database

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class BattleRow:
    """A battle without choices and events.

    `seats` holds for each of the two players who plays ("human" or a bot's name), the digest of the seat's token, and what
    it would take back if the other agreed ("undo"); `cuts` how many events stayed, each time that choices were taken back;
    `seed` with `salt` is what its dice come from, `earlier` what they came from before (each until so many choices);
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
    cuts: list[int] = field(default_factory=list)
    origin: Json | None = None
    salt: str = ""
    earlier: list[Json] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Progress:
    """What happened since a battle was read: its choices and events from there on, and how it stands now."""

    choices: Sequence[Json]
    events: Sequence[Json]
    digest: str
    pending: Json | None
    outcome: Json | None


NAMES = (
    *("id", "system", "name", "mission", "seed", "seats", "armies", "versions", "choices", "events", "digest"),
    *("pending", "outcome", "changed", "cuts", "origin", "salt", "earlier"),
)
COLUMNS = ", ".join(NAMES)
LATEST = "(select coalesce(max(changed), 0) + 1 from battles)"


def insert(db: Database, row: BattleRow) -> None:
    """Add a battle."""
    texts = (*map(_dump, (row.seats, row.armies, row.versions, row.earlier)), _maybe(row.origin))
    db.execute(
        "insert into battles (id, system, name, mission, seed, salt, seats, armies, versions, earlier, origin, changed)"
        f" values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, {LATEST})",
        [row.id, row.system, row.name, row.mission, str(row.seed), row.salt, *texts],
    )


def get(db: Database, id: str) -> BattleRow | None:
    """Return a battle, None where there is none."""
    return next((_row(row) for row in db.query(f"select {COLUMNS} from battles where id = ?", [id])), None)


def page(db: Database, *, system: str, start: int | None, limit: int, oldest: bool = False) -> list[BattleRow]:
    """Return battles, the last changed first, or the `oldest` change, from `changed == start` on."""
    beyond, order = (">=", "asc") if oldest else ("<=", "desc")
    rows = db.query(
        f"select {COLUMNS} from battles where (:system = '' or system = :system)"
        f" and (:start is null or changed {beyond} :start) order by changed {order} limit :limit",
        {"system": system, "start": start, "limit": limit},
    )
    return [_row(row) for row in rows]


def advance_if(db: Database, row: BattleRow, progress: Progress) -> bool:
    """Store what happened since `row` was read, if nobody else did; say whether it was so."""
    cursor = db.execute(
        "update battles set choices = choices + ?, events = events + ?, digest = ?, pending = ?, outcome = ?,"
        f" changed = {LATEST}"
        " where id = ? and changed = ? and outcome is null",
        [
            len(progress.choices),
            len(progress.events),
            progress.digest,
            _maybe(progress.pending),
            _maybe(progress.outcome),
            row.id,
            row.changed,
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


def cut_if(db: Database, row: BattleRow, left: Progress) -> bool:
    """Take back all but the choices and events that are `left`, if nobody moved the battle since `row`; say whether so."""
    choices, events = len(left.choices), len(left.events)
    cursor = db.execute(
        "update battles set choices = ?, events = ?, digest = ?, pending = ?, outcome = null, seats = ?, cuts = ?,"
        f" changed = {LATEST} where id = ? and changed = ? and outcome is null and choices > ?",
        [
            choices,
            events,
            left.digest,
            _maybe(left.pending),
            _dump([{**seat, "undo": None} for seat in row.seats]),
            _dump([*row.cuts, events]),
            row.id,
            row.changed,
            choices,
        ],
    )
    if cursor.rowcount != 1:
        return False
    db.execute("delete from battle_choices where battle = ? and n >= ?", [row.id, choices])
    db.execute("delete from battle_events where battle = ? and n >= ?", [row.id, events])
    return True


def seat_if(db: Database, row: BattleRow, seats: Sequence[Json]) -> bool:
    """Store who sits where and what they would take back, if nobody moved the battle since `row`; say whether so."""
    cursor = db.execute(
        f"update battles set seats = ?, changed = {LATEST} where id = ? and changed = ?", [_dump(seats), row.id, row.changed]
    )
    return cursor.rowcount == 1


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


def rounds(db: Database, ids: Sequence[str]) -> dict[str, int]:
    """Return the battle round that battles have come to, by id; 0 before the first."""
    rows = db.query(
        "select battles.id, json_extract(event, '$.round') as round from battles join battle_events"
        " on battle_events.battle = battles.id and battle_events.n = battles.events - 1"
        " where battles.id in (select value from json_each(?))",
        [json.dumps(list(ids))],
    )
    return {row["id"]: row["round"] for row in rows}


def delete(db: Database, id: str) -> bool:
    """Delete a battle with its choices and events; say whether there was one."""
    return db.execute("delete from battles where id = ?", [id]).rowcount == 1


def _row(row: Mapping[str, Any]) -> BattleRow:
    made = {name: json.loads(row[name]) for name in ("seats", "armies", "versions", "cuts", "earlier")}
    maybe = {name: None if row[name] is None else json.loads(row[name]) for name in ("pending", "outcome", "origin")}
    return BattleRow(**{**row, **made, **maybe, "seed": int(row["seed"])})


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _maybe(value: object) -> str | None:
    return None if value is None else _dump(value)
