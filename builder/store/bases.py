"""Bases and heights that a player gave to models of imported units, beside the data: an import leaves them alone."""

from __future__ import annotations

import json
from typing import Any

from builder.store.database import Database

Sizes = dict[tuple[str, str], dict[str, Any]]
"""`{"base": {"shape", "mm"}, "height"}` by a unit's entry and the name of a row of characteristics."""


def every(db: Database) -> Sizes:
    """Return all that were given."""
    rows = db.query("select entry, profile, shape, mm, height from bases")
    return {
        (row["entry"], row["profile"]): {
            "base": {"shape": row["shape"], "mm": json.loads(row["mm"])},
            "height": row["height"],
        }
        for row in rows
    }


def put(db: Database, entry: str, profile: str, base: dict[str, Any] | None, height: float = 0.0) -> None:
    """Give a base and height to a row of characteristics; None takes them back. Check codes are worked out anew."""
    db.execute("delete from bases where entry = ? and profile = ?", [entry, profile])
    if base is not None:
        db.execute(
            "insert into bases (entry, profile, shape, mm, height) values (?, ?, ?, ?, ?)",
            [entry, profile, base["shape"], json.dumps(base["mm"]), height],
        )
    db.execute("delete from step_codes")
