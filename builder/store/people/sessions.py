"""Sessions of people who signed in."""

from __future__ import annotations

from builder.store.database import Database
from builder.store.people import people
from builder.store.people.people import PersonRow


def insert(db: Database, person: str, token: str, now: int) -> None:
    """Begin a session."""
    db.execute("insert into sessions (token, person, created, used) values (?, ?, ?, ?)", [token, person, now, now])


def person_of(db: Database, token: str, created: int, used: int) -> tuple[PersonRow, int] | None:
    """Return whose session it is and when it was last used, where it was created and used since these times."""
    for row in db.query("select person, created, used from sessions where token = ?", [token]):
        person = people.get(db, row["person"])
        if person and row["created"] >= created and row["used"] >= used:
            return person, row["used"]
    return None


def touch(db: Database, token: str, now: int) -> None:
    """Remember when a session was last used."""
    db.execute("update sessions set used = ? where token = ?", [now, token])


def delete(db: Database, token: str) -> None:
    """End a session."""
    db.execute("delete from sessions where token = ?", [token])


def delete_all(db: Database, person: str) -> None:
    """End all sessions of a person."""
    db.execute("delete from sessions where person = ?", [person])


def delete_every(db: Database) -> None:
    """End the sessions of all people."""
    db.execute("delete from sessions")


def delete_old(db: Database, created: int, used: int) -> None:
    """Forget sessions that were created or last used before these times."""
    db.execute("delete from sessions where created < ? or used < ?", [created, used])


def count(db: Database, person: str) -> int:
    """Return how many sessions a person has."""
    return int(db.execute("select count(*) from sessions where person = ?", [person]).fetchone()[0])
