"""Clubs, who is in them, and which rosters their members share with them. Times are whole seconds since 1970."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from builder.store.database import Database


@dataclass(frozen=True, slots=True)
class ClubRow:
    """A club. `maker` is the member who runs it: who made it, or came after them."""

    id: str
    name: str
    maker: str
    created: int


COLUMNS = "clubs.id, clubs.name, clubs.maker, clubs.created"
MAKER_LEFT = "not exists (select 1 from club_members where club = clubs.id and person = maker)"
SETTLE = (
    "delete from clubs where id not in (select club from club_members)",
    f"delete from club_invitations where club in (select id from clubs where {MAKER_LEFT})",
    "update clubs set maker = (select person from club_members join people on people.id = person where club = clubs.id"
    f" order by role = 'player', joined, person limit 1) where {MAKER_LEFT}",
)
"""Who runs a club whose maker left: of those who may make clubs whoever came first, else whoever came first of all. The
link that the maker handed out opens nothing any more."""


def insert(db: Database, club: ClubRow) -> None:
    """Add a club; whoever made it is in it."""
    db.execute(
        "insert into clubs (id, name, maker, created) values (?, ?, ?, ?)", [club.id, club.name, club.maker, club.created]
    )
    add_member(db, club.id, club.maker, club.created)


def delete(db: Database, id: str) -> None:
    """Delete a club with all that is known of it; rosters stay with whom they belong to."""
    db.execute("delete from clubs where id = ?", [id])


def of_member(db: Database, person: str) -> list[ClubRow]:
    """Return the clubs that a person is in, by name."""
    joined = "join club_members on club = clubs.id where person = ? order by clubs.name collate nocase, clubs.id"
    return [_row(row) for row in db.query(f"select {COLUMNS} from clubs {joined}", [person])]


def get_as_member(db: Database, id: str, person: str) -> ClubRow | None:
    """Return a club, None where there is none that this person is in."""
    return next((club for club in of_member(db, person) if club.id == id), None)


def add_member(db: Database, club: str, person: str, now: int) -> None:
    """Let a person be in a club; who is in it already stays."""
    db.execute("insert or ignore into club_members (club, person, joined) values (?, ?, ?)", [club, person, now])


def remove_member(db: Database, club: str, person: str) -> bool:
    """Let a person leave, with what they share; say whether they were there."""
    return db.execute("delete from club_members where club = ? and person = ?", [club, person]).rowcount == 1


def members(db: Database, club: str) -> list[str]:
    """Return the ids of the people in a club."""
    return [str(row["person"]) for row in db.query("select person from club_members where club = ?", [club])]


def invite(db: Database, club: str, token: str, now: int) -> None:
    """Let a club have an invitation; the one before it opens nothing any more."""
    db.execute("insert or replace into club_invitations (token, club, created) values (?, ?, ?)", [token, club, now])


def uninvite(db: Database, club: str) -> None:
    """Let the invitation of a club open nothing any more."""
    db.execute("delete from club_invitations where club = ?", [club])


def uninvite_all(db: Database) -> None:
    """Let the invitation of no club open anything any more."""
    db.execute("delete from club_invitations")


def settle(db: Database) -> None:
    """Let somebody run every club after a member left: one that nobody is in goes with the last of them."""
    for statement in SETTLE:
        db.execute(statement)


def read_invitation(db: Database, token: str, since: int) -> ClubRow | None:
    """Return which club an invitation that was made since then is for."""
    where = "where id = (select club from club_invitations where token = ? and created >= ?)"
    return next((_row(row) for row in db.query(f"select {COLUMNS} from clubs {where}", [token, since])), None)


def share(db: Database, club: str, person: str, roster: str) -> None:
    """Let a club see a member's roster."""
    db.execute("insert or ignore into club_rosters (club, person, roster) values (?, ?, ?)", [club, person, roster])


def take_back(db: Database, club: str, person: str, roster: str) -> bool:
    """Let a club see a roster no more; say whether it did."""
    where = "where club = ? and person = ? and roster = ?"
    return db.execute(f"delete from club_rosters {where}", [club, person, roster]).rowcount == 1


def shared_rosters(db: Database, club: str) -> list[tuple[str, str]]:
    """Return what a club sees: whose roster, and its id."""
    rows = db.query("select person, roster from club_rosters where club = ? order by person, roster", [club])
    return [(str(row["person"]), str(row["roster"])) for row in rows]


def _row(row: Mapping[str, Any]) -> ClubRow:
    return ClubRow(**row)
