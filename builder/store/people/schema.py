"""The schema of the database of people, as numbered migrations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from builder.store.people.clubs import SETTLE
from builder.store.schema import Schema
from builder.store.scripts import run_script

if TYPE_CHECKING:
    from sqlite_utils import Database

MARK = 0x4D555350  # "MUSP"


def m001_people(db: Database) -> None:
    """People with their spaces; sessions, invitations and keys, which go with the person."""
    run_script(
        db,
        f"""
        pragma application_id = {MARK};
        create table people (
            id text primary key check (length(id) between 1 and 80),
            name text not null check (length(name) between 1 and 80),
            known_as text not null unique,
            role text not null check (role in ('owner', 'organiser', 'player')),
            password text not null default '',
            space text not null unique,
            created integer not null
        ) strict, without rowid;

        create table sessions (
            token text primary key check (length(token) = 64),
            person text not null references people (id) on delete cascade,
            created integer not null,
            used integer not null
        ) strict, without rowid;
        create index sessions_by_person on sessions (person);

        create table invitations (
            token text primary key check (length(token) = 64),
            person text not null unique references people (id) on delete cascade,
            created integer not null
        ) strict, without rowid;

        create table keys (
            id text primary key check (length(id) between 1 and 80),
            token text not null unique check (length(token) = 64),
            person text not null references people (id) on delete cascade,
            name text not null check (length(name) <= 200),
            writes integer not null check (writes in (0, 1)),
            created integer not null,
            used integer
        ) strict, without rowid;
        create index keys_by_person on keys (person);
    """,
    )


def m002_clubs(db: Database) -> None:
    """Clubs with their members and links; what a member shares goes when they leave."""
    run_script(
        db,
        """
        create table clubs (
            id text primary key check (length(id) between 1 and 80),
            name text not null check (length(name) between 1 and 80),
            maker text references people (id) on delete set null,
            created integer not null
        ) strict, without rowid;
        create index clubs_by_maker on clubs (maker);

        create table club_members (
            club text not null references clubs (id) on delete cascade,
            person text not null references people (id) on delete cascade,
            joined integer not null,
            primary key (club, person)
        ) strict, without rowid;
        create index club_members_by_person on club_members (person);

        create table club_invitations (
            token text primary key check (length(token) = 64),
            club text not null unique references clubs (id) on delete cascade,
            created integer not null
        ) strict, without rowid;

        create table club_rosters (
            club text not null,
            person text not null,
            roster text not null check (length(roster) between 1 and 80),
            primary key (club, person, roster),
            foreign key (club, person) references club_members (club, person) on delete cascade
        ) strict, without rowid;
    """,
    )


def m003_clubs_without_maker(db: Database) -> None:
    """Clubs whose maker left before others could run them; those in which nobody is left go."""
    for statement in SETTLE:
        db.execute(statement)


PEOPLE = Schema("muster-people", MARK, [m001_people, m002_clubs, m003_clubs_without_maker])
"""The database of people, sessions, invitations, keys and clubs."""
