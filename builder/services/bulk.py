"""Several rosters at once: judged one after another, deleted all together or not at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.services.errors import Conflict, NotFound, ServiceError, Stale
from builder.services.judging import Judged
from builder.services.rosters import Rosters, refuse_locked
from builder.store import Database, Store
from builder.store import rosters as rows
from builder.store.rosters import RosterRow
from datasheets.problems import Problem
from datasheets.steps import limited_steps
from datasheets.words import Message

MOST_JUDGED, MOST_DELETED = 50, 200
"""How many are judged, and how many are deleted, by one request."""
FIRST = (NotFound, Stale, Conflict)
"""What is said first where several rosters cannot be deleted, each for a reason of its own."""


class Bulk:
    """What is done with several rosters of one database."""

    def __init__(self, store: Store, rosters: Rosters) -> None:
        self._store, self._rosters = store, rosters

    def judge(self, ids: Sequence[str], *, fixes: bool) -> list[tuple[RosterRow, Judged]]:
        """Return rosters with their judgements; each may take as many steps as one that is judged alone.

        Raises:
            NotFound: some are not there.
        """
        with self._store.reading() as db:
            _refuse(_missing(db, ids))
        found = []
        for id in ids:
            with limited_steps():
                found.append(self._rosters.judge(id, fixes=fixes))
        return found

    def delete(self, wanted: Sequence[tuple[str, int]]) -> None:
        """Delete rosters with their histories, each in the version that was read: all of them, or none.

        Raises:
            NotFound, Stale, Conflict: some are not there, not in that version, or locked.
        """
        with self._store.writing() as db:
            _refuse(_obstacles(db, wanted))
            for id, version in wanted:
                rows.delete_if(db, id, version)


def _missing(db: Database, ids: Sequence[str]) -> Iterator[tuple[int, ServiceError]]:
    for at, id in enumerate(ids):
        if rows.get(db, id) is None:
            yield at, NotFound(Message("error.no-roster", {"id": repr(id)}))


def _obstacles(db: Database, wanted: Sequence[tuple[str, int]]) -> Iterator[tuple[int, ServiceError]]:
    """Yield the rosters that cannot be deleted, and why."""
    yield from _missing(db, [id for id, _ in wanted])
    for at, (id, version) in enumerate(wanted):
        row = rows.get(db, id)
        if row and row.version != version:
            yield at, Stale("roster", id, version)
        elif row:
            try:
                refuse_locked(row)
            except Conflict as error:
                yield at, error


def _refuse(faults: Iterator[tuple[int, ServiceError]]) -> None:
    """Raise the gravest kind of fault, with the place of each roster that has it."""
    found = list(faults)
    for kind in FIRST:
        problems = tuple(Problem(f"/rosters/{at}", error.detail) for at, error in found if isinstance(error, kind))
        if problems:
            raise next(error for _, error in found if isinstance(error, kind)).with_problems(problems)
