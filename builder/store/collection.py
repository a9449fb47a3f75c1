"""What a player owns: models by game system and name of the datasheet."""

from __future__ import annotations

from collections.abc import Mapping

from builder.store.database import Database


def owned_models(db: Database, system: str) -> dict[str, int]:
    """Return how many models of each datasheet are owned, by name."""
    rows = db.query("select name, owned from collection where system = ? order by name", [system])
    return {row["name"]: row["owned"] for row in rows}


def put(db: Database, system: str, numbers: Mapping[str, int]) -> None:
    """Note how many models are owned of some datasheets; 0 forgets one."""
    for name, number in numbers.items():
        if number:
            db.execute("insert or replace into collection (system, name, owned) values (?, ?, ?)", [system, name, number])
        else:
            db.execute("delete from collection where system = ? and name = ?", [system, name])
