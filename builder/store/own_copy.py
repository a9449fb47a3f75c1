"""What is taken out of a copy of a database before its person takes it along."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

BETWEEN_PEOPLE = (
    "outcome is null and not exists (select 1 from json_each(seats) where json_extract(value, '$.player') <> 'human')"
)


def leave_out_battles(copy: Path) -> list[str]:
    """Take battles between two people that go on out of a copy, and return their names.

    Their seeds tell all dice to come. The file is written anew, so that nothing of them is left in its free pages.
    """
    with closing(sqlite3.connect(copy, isolation_level=None)) as db:
        db.execute("pragma foreign_keys = on")
        names = [str(name) for (name,) in db.execute(f"select name from battles where {BETWEEN_PEOPLE} order by name")]
        if names:
            db.execute(f"delete from battles where {BETWEEN_PEOPLE}")
            db.execute("vacuum")
    return names
