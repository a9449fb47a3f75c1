"""Keys for other programs: each is a person's, reads or writes too, is shown once and can be taken back."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass

from builder.services.errors import Conflict, Invalid, NotFound
from builder.services.links import LONGEST_NAME
from builder.services.tokens import new_id, token_digest
from builder.store import Store
from builder.store.people import keys, people
from builder.store.people.keys import KeyRow
from builder.store.people.people import PersonRow
from datasheets.problems import Problem
from datasheets.words import Message

SIGN = "muster_"
"""What every key begins with, so that programs that look for lost secrets know it."""
MOST = 50
MINUTE = 60


@dataclass(frozen=True, slots=True)
class HandedKey:
    """A key that was just made, and its token, which is not shown again."""

    key: KeyRow
    token: str


class Keys:
    """The keys of people."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def make(self, person: str, name: str, *, writes: bool = False) -> HandedKey:
        """Make a key.

        Raises:
            Invalid: the name is none.
            Conflict: the person has as many keys as they may have.
        """
        name = name.strip(" ")
        if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
            raise Invalid((Problem("/name", Message("error.key-name", {"most": LONGEST_NAME})),))
        token = SIGN + secrets.token_urlsafe(32)
        made = KeyRow(new_id(), person, name, writes, int(time.time()))
        with self._store.writing() as db:
            if len(keys.of_person(db, person)) >= MOST:
                raise Conflict(Message("error.keys-most", {"most": MOST}))
            keys.insert(db, made, token_digest(token))
        return HandedKey(made, token)

    def of(self, person: str) -> list[KeyRow]:
        """Return the keys of a person, the oldest first."""
        with self._store.reading() as db:
            return keys.of_person(db, person)

    def take_back(self, person: str, id: str) -> None:
        """Take a key back: from now on it opens nothing; raises `NotFound` where the person has no such key."""
        with self._store.writing() as db:
            if not keys.delete(db, person, id):
                raise NotFound(Message("error.no-key", {"id": repr(id)}))

    def holder(self, token: str) -> tuple[PersonRow, KeyRow] | None:
        """Return whose key it is, and which; None where it is nobody's, or was taken back."""
        with self._store.reading() as db:
            key = keys.by_token(db, token_digest(token))
            person = people.get(db, key.person) if key else None
        if key is None or person is None:
            return None
        now = int(time.time())
        if now - (key.used or 0) > MINUTE:
            with self._store.writing() as db:
                keys.touch(db, key.id, now)
        return person, key
