"""Print set-ups, saved under a name."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from builder.store.database import Database


def page(db: Database, *, start: int, limit: int) -> list[tuple[str, dict[str, Any]]]:
    """Return names and set-ups by name, from place `start` on."""
    rows = db.query("select name, setup from print_setups order by name limit ? offset ?", [limit, start])
    return [(row["name"], json.loads(row["setup"])) for row in rows]


def get(db: Database, name: str) -> dict[str, Any] | None:
    """Return a set-up, None where there is none of that name."""
    for row in db.query("select setup from print_setups where name = ?", [name]):
        made: dict[str, Any] = json.loads(row["setup"])
        return made
    return None


def put(db: Database, name: str, setup: Mapping[str, Any]) -> None:
    """Save a set-up under a name, in the place of what was there."""
    db.execute(
        "insert into print_setups (name, setup) values (?, ?) on conflict (name) do update set setup = excluded.setup",
        [name, json.dumps(setup, sort_keys=True)],
    )


def delete(db: Database, name: str) -> bool:
    """Forget a set-up; say whether it was there."""
    return db.execute("delete from print_setups where name = ?", [name]).rowcount == 1
