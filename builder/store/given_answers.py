"""What was answered to requests that make something, by the digests of their keys; for a day."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from builder.store.database import Database


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """A request by its digest, and its answer; `status` is 0 while it is worked on, `moment` the second at which it came."""

    request: str
    status: int
    headers: Mapping[str, str]
    body: bytes
    moment: int


def get(db: Database, key: str) -> AnswerRow | None:
    """Return what is known of a key, None where it is new."""
    query = "select request, status, headers, body, moment from given_answers where key = ?"
    for row in db.query(query, [key]):
        return AnswerRow(**{**row, "headers": json.loads(row["headers"])})
    return None


def claim(db: Database, key: str, request: str, moment: int) -> None:
    """Note that a request with this key is worked on."""
    db.execute("insert or replace into given_answers (key, request, moment) values (?, ?, ?)", [key, request, moment])


def keep(db: Database, key: str, status: int, headers: Mapping[str, str], body: bytes) -> None:
    """Keep the answer to the request with this key."""
    values = [status, json.dumps(dict(headers)), body, key]
    db.execute("update given_answers set status = ?, headers = ?, body = ? where key = ?", values)


def forget(db: Database, key: str) -> None:
    """Forget a request that made nothing."""
    db.execute("delete from given_answers where key = ?", [key])


def forget_before(db: Database, moment: int) -> None:
    """Forget all that came before a second."""
    db.execute("delete from given_answers where moment < ?", [moment])
