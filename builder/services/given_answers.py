"""A request that makes something may come twice, when its first answer was lost: with a key it is done once.

The database holds a digest of the key only, and no answer with a token in it: who lost that makes a new link or battle.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from hashlib import sha256

from builder.services.errors import Busy, Conflict, Invalid
from builder.store import Store, given_answers
from builder.store.given_answers import AnswerRow
from datasheets.problems import Problem
from datasheets.words import Message

DAY = 24 * 3600
GIVEN_UP = 300
"""After so many seconds a request without an answer is one whose server was stopped; it may be done again."""
HEADER = "Idempotency-Key"


class GivenAnswers:
    """The answers of one database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def begin(self, key: str, request: str) -> AnswerRow | None:
        """Return the answer that a key was given already; None where it is new, and belongs to this request from now on.

        Raises:
            Invalid: the key was another request's.
            Busy: the first request with this key is still worked on.
        """
        now, digest = int(time.time()), _digest(key)
        with self._store.writing() as db:
            given_answers.forget_before(db, now - DAY)
            found = given_answers.get(db, digest)
            if found is None or (not found.status and found.moment < now - GIVEN_UP):
                given_answers.claim(db, digest, request, now)
                return None
        if found.request != request:
            raise Invalid((Problem(HEADER, Message("error.key-of-another")),))
        if not found.status:
            raise Busy(Message("error.key-in-work"))
        return found

    def end(self, key: str, status: int, headers: Mapping[str, str], body: bytes) -> None:
        """Keep what a request was answered."""
        with self._store.writing() as db:
            given_answers.keep(db, _digest(key), status, headers, body)

    def give_up(self, key: str) -> None:
        """Forget a request that made nothing, so that it may come again."""
        with self._store.writing() as db:
            given_answers.forget(db, _digest(key))


def refuse_lost_token(row: AnswerRow) -> None:
    """Raise `Conflict` where what was made came with a token, which is not kept."""
    if row.status and not row.body:
        raise Conflict(Message("error.token-lost", {"address": row.headers.get("Location", "")}))


def _digest(key: str) -> str:
    return sha256(key.encode()).hexdigest()
