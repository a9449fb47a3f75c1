"""People and their invitations. Times are whole seconds since 1970."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from builder.store.database import Database


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person. `known_as` is the name as it is compared, `password` its hash ("" before the invitation was accepted)."""

    id: str
    name: str
    known_as: str
    role: str
    password: str
    space: str
    created: int


COLUMNS = "id, name, known_as, role, password, space, created"


def insert(db: Database, person: PersonRow) -> None:
    """Add a person."""
    db.execute(
        f"insert into people ({COLUMNS}) values (?, ?, ?, ?, ?, ?, ?)",
        [person.id, person.name, person.known_as, person.role, person.password, person.space, person.created],
    )


def get(db: Database, id: str) -> PersonRow | None:
    """Return a person, None where there is none of that id."""
    return _first(db, "where id = ?", id)


def by_name(db: Database, known_as: str) -> PersonRow | None:
    """Return the person who is known as that, None where nobody is."""
    return _first(db, "where known_as = ?", known_as)


def every(db: Database) -> list[PersonRow]:
    """Return all people, those who came first first."""
    return [_row(row) for row in db.query(f"select {COLUMNS} from people order by created, known_as")]


def set_password(db: Database, id: str, password: str) -> None:
    """Let a person have another hash of a password."""
    db.execute("update people set password = ? where id = ?", [password, id])


def delete(db: Database, id: str) -> None:
    """Delete a person with sessions, invitations and keys."""
    db.execute("delete from people where id = ?", [id])


def invite(db: Database, person: str, token: str, now: int) -> None:
    """Let a person have an invitation; the one before it opens nothing any more."""
    db.execute("insert or replace into invitations (token, person, created) values (?, ?, ?)", [token, person, now])


def read_invitation(db: Database, token: str, since: int) -> PersonRow | None:
    """Return whom an invitation that was made since then is for."""
    return _first(db, "where id = (select person from invitations where token = ? and created >= ?)", token, since)


def take_invitation(db: Database, token: str) -> None:
    """Delete an invitation: it was used."""
    db.execute("delete from invitations where token = ?", [token])


def uninvite_all(db: Database) -> None:
    """Let no invitation open anything any more."""
    db.execute("delete from invitations")


def _first(db: Database, where: str, *values: object) -> PersonRow | None:
    return next((_row(row) for row in db.query(f"select {COLUMNS} from people {where}", list(values))), None)


def _row(row: Mapping[str, Any]) -> PersonRow:
    return PersonRow(**row)
