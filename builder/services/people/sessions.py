"""Signing in and out. A session has an id that was never anybody else's, ends after a month, or a week without use."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from dataclasses import replace

from builder.services.errors import Unauthorized
from builder.services.people.passwords import hash_password, is_outdated, is_password
from builder.services.people.people import known_as
from builder.services.tokens import token_digest
from builder.store import Store
from builder.store.people import people, sessions
from builder.store.people.people import PersonRow
from datasheets.words import Message

DAY = 24 * 60 * 60
LASTS, RESTS = 30 * DAY, 7 * DAY
"""Seconds after which a session ends: in any case, and without use."""
MINUTE = 60


class Sessions:
    """The sessions of people."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def sign_in(self, name: str, password: str) -> PersonRow:
        """Return who has this name and password.

        Raises:
            Unauthorized: nobody has; whether there is the name shows neither in the sentence nor in the time it takes.
        """
        with self._store.reading() as db:
            found = people.by_name(db, known_as(name))
        if not is_password(password, found.password if found else "") or found is None:
            raise Unauthorized(Message("error.sign-in"))
        if is_outdated(found.password):
            stored = hash_password(password)
            with self._store.writing() as db:
                people.set_password(db, found.id, stored)
        return found

    def knows(self, name: str, mark: str) -> bool:
        """Tell whether a browser's mark is that of somebody of this name, who signed in there before."""
        with self._store.reading() as db:
            found = people.by_name(db, known_as(name))
        return found is not None and secrets.compare_digest(mark_of(found).encode(), mark.encode())

    def begin(self, person: str, instead_of: str = "") -> str:
        """Begin a session of a person and return its id; the one that the browser had ends."""
        token, now = secrets.token_urlsafe(32), _now()
        with self._store.writing() as db:
            sessions.delete_old(db, now - LASTS, now - RESTS)
            if instead_of:
                sessions.delete(db, token_digest(instead_of))
            sessions.insert(db, person, token_digest(token), now)
        return token

    def person_of(self, token: str) -> PersonRow | None:
        """Return whose session it is, None where it is nobody's, or ended."""
        digest, now = token_digest(token), _now()
        with self._store.reading() as db:
            found = sessions.person_of(db, digest, now - LASTS, now - RESTS)
        if found is None:
            return None
        person, used = found
        if now - used > MINUTE:
            with self._store.writing() as db:
                sessions.touch(db, digest, now)
        return person

    def end(self, token: str) -> None:
        """End a session."""
        with self._store.writing() as db:
            sessions.delete(db, token_digest(token))

    def renew(self, person: str) -> str:
        """End all sessions of a person and return the id of a new one: a stolen copy of the id opens nothing any more."""
        with self._store.writing() as db:
            sessions.delete_all(db, person)
        return self.begin(person)

    def change_password(self, person: PersonRow, old: str, new: str) -> PersonRow:
        """Let a person have another password, and return them with it; all sessions end.

        Raises:
            Unauthorized: the old one is not the password.
            Invalid: the new one is too short or too long.
        """
        if not is_password(old, person.password):
            raise Unauthorized(Message("error.old-password"))
        stored = hash_password(new)
        with self._store.writing() as db:
            people.set_password(db, person.id, stored)
            sessions.delete_all(db, person.id)
        return replace(person, password=stored)


def mark_of(person: PersonRow) -> str:
    """Return what a browser is known by in which a person signed in, until their password is another; it opens nothing."""
    return hmac.new(person.password.encode(), f"browser of {person.id}".encode(), hashlib.sha256).hexdigest()


def _now() -> int:
    return int(time.time())
