"""People: invited by a link, let in again by a link, removed with all that is theirs.

A link is handed out by whoever invites; no mail is needed. It opens once, for a week, and the newest alone.
"""

from __future__ import annotations

import time
import unicodedata
from dataclasses import dataclass, replace
from typing import Any

from builder.services.errors import Conflict, Invalid, NotFound
from builder.services.people.passwords import hash_password
from builder.services.spaces import Spaces
from builder.services.tokens import new_id, new_token, token_digest
from builder.store import Database, Store
from builder.store.people import clubs, keys, sessions
from builder.store.people import people as rows
from builder.store.people.people import PersonRow
from datasheets.problems import Problem
from datasheets.words import Message

OWNER, ORGANISER, PLAYER = ROLES = ("owner", "organiser", "player")
LONGEST_NAME = 80
INVITED_SECONDS = 7 * 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class Invited:
    """A person, and the token of the link that lets them set a password; it is not shown again."""

    person: PersonRow
    token: str


class People:
    """The people of one Muster."""

    def __init__(self, store: Store, spaces: Spaces[Any]) -> None:
        self._store, self._spaces = store, spaces

    def every(self) -> list[PersonRow]:
        """Return all people, those who came first first."""
        with self._store.reading() as db:
            return rows.every(db)

    def get(self, name: str) -> PersonRow:
        """Return a person by name; raises `NotFound`."""
        with self._store.reading() as db:
            found = rows.by_name(db, known_as(name))
        if found is None:
            raise NotFound(Message("error.no-person", {"name": repr(name)}))
        return found

    def invite(self, name: str, role: str = "") -> Invited:
        """Make a person who can set a password by a link. The first is the owner, and what is here already is theirs.

        Raises:
            Invalid: the name or the role is none, or the first person is not to be the owner.
            Conflict: there is a person of that name.
            StoreError: their space cannot be made.
        """
        name = " ".join(name.split())
        with self._store.writing() as db:
            is_first = not rows.every(db)
            role = role or (OWNER if is_first else PLAYER)
            _refuse(name, role, is_first)
            if rows.by_name(db, known_as(name)):
                raise Conflict(Message("error.person-there", {"name": repr(name)}))
            id = new_id()
            person = PersonRow(id, name, known_as(name), role, "", "" if is_first else id, _now())
            if not is_first:
                self._spaces.create(person.space)
            rows.insert(db, person)
            return Invited(person, _hand_out(db, id))

    def reset(self, name: str) -> Invited:
        """Hand out a link by which a person sets another password; raises `NotFound`."""
        person = self.get(name)
        with self._store.writing() as db:
            return Invited(person, _hand_out(db, person.id))

    def read_invitation(self, token: str) -> PersonRow:
        """Return whom a link lets set a password; raises `NotFound` where it opens nothing, or nothing any more."""
        with self._store.reading() as db:
            found = rows.read_invitation(db, token_digest(token), _now() - INVITED_SECONDS)
        if found is None:
            raise NotFound(Message("error.dead-invitation"))
        return found

    def accept(self, token: str, password: str) -> PersonRow:
        """Set the password of whom a link is for; the link is used up, and sessions and keys from before open nothing.

        Raises:
            NotFound: the link opens nothing, or nothing any more.
            Invalid: the password is too short or too long.
        """
        self.read_invitation(token)
        stored = hash_password(password)
        with self._store.writing() as db:
            person = rows.read_invitation(db, token_digest(token), _now() - INVITED_SECONDS)
            if person is None:
                raise NotFound(Message("error.dead-invitation"))
            rows.take_invitation(db, token_digest(token))
            rows.set_password(db, person.id, stored)
            sessions.delete_all(db, person.id)
            keys.delete_all(db, person.id)
        return replace(person, password=stored)

    def remove(self, name: str) -> PersonRow:
        """Remove a person with all that is theirs; from now on their sessions, keys and links open nothing.

        Clubs that they ran are run by another member.

        Raises:
            NotFound: there is nobody of that name.
            Conflict: it is the first owner, whose things are the database itself.
        """
        person = self.get(name)
        if not person.space:
            raise Conflict(Message("error.first-owner", {"name": repr(person.name)}))
        with self._store.writing() as db:
            rows.delete(db, person.id)
            clubs.settle(db)
        self._spaces.delete(person.space)
        return person


def known_as(name: str) -> str:
    """Return a name as it is compared: however it is written, it is the same person's."""
    return unicodedata.normalize("NFKC", " ".join(name.split())).casefold()


def _refuse(name: str, role: str, is_first: bool) -> None:
    """Raise `Invalid` with everything that nobody can be called or be."""
    problems = []
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable() or name.startswith("-"):
        problems.append(Problem("/name", Message("error.person-name", {"most": LONGEST_NAME})))
    if role not in ROLES:
        problems.append(Problem("/role", Message("error.person-role", {"roles": ROLES})))
    elif is_first and role != OWNER:
        problems.append(Problem("/role", Message("error.first-is-owner")))
    if problems:
        raise Invalid(tuple(problems))


def _hand_out(db: Database, person: str) -> str:
    token = new_token()
    rows.invite(db, person, token_digest(token), _now())
    return token


def _now() -> int:
    return int(time.time())
