"""Rosters: made, edited by operations, undone and redone, judged and printed.

Every edit names the version that it was made on; the version is compared in the UPDATE that stores the edit, so no edit is
lost and none half done. Judging happens before the write: nobody waits for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import builder
from builder.history import History, NoSuchStep
from builder.operations.older import in_todays_words
from builder.operations.roster_json import roster_from_json, roster_to_json
from builder.operations.table import apply_all
from builder.rules.verify_fixes import Budget
from builder.services.errors import Conflict, NotFound, Stale
from builder.services.judging import Judged, Judging
from builder.services.pages import known_systems, roster_page
from builder.services.paging import Page, page_of
from builder.services.roster_cache import Key, RosterCache
from builder.services.systems import system as known_system
from builder.services.tokens import new_id
from builder.snapshot.document import roster_from_document
from builder.store import Database, Store
from builder.store import rosters as rows
from builder.store.rosters import RosterRow, Standing, StepRow
from datasheets.evaluation.evaluate import evaluate_again
from datasheets.evaluation.finding import Operation
from datasheets.evaluation.tree import Roster
from datasheets.problems import DocumentError
from datasheets.words import Message
from exports.document import RosterDocument, document_from

Json = dict[str, Any]
COPIED = re.compile(r" \(\d{1,3}\)$")
LONGEST_COPIED = 400  # characters of a name that a number still fits behind


@dataclass(frozen=True, slots=True)
class RosterAnswer:
    """A roster as it stands, and whether there is something to undo and to redo."""

    row: RosterRow
    roster: Roster
    can_undo: bool
    can_redo: bool


class Rosters:
    """The rosters of one database."""

    def __init__(self, store: Store, judging: Judging) -> None:
        self._store = store
        self._judging = judging
        self._cache = RosterCache(judging.catalogues)

    def page(self, *, start: int | None = None, limit: int = 50, **sought: Any) -> Page[RosterRow]:
        """Return rosters, the last changed first, narrowed by what `builder.store.rosters.Sought` names."""
        return roster_page(self._store, start=start, limit=limit, **sought)

    def get(self, id: str) -> RosterAnswer:
        """Return a roster.

        Raises:
            NotFound: there is none of that id.
        """
        with self._store.reading() as db:
            row = _row(db, id)
            return _answer(db, row, self._cache.roster((id, row.version)))

    def version(self, id: str) -> int:
        """Return a roster's newest version; raises `NotFound`."""
        with self._store.reading() as db:
            return _row(db, id).version

    def systems(self) -> list[str]:
        """Return the systems that rosters can be of: Muster's own, and those that catalogues were imported for."""
        return known_systems(self._store)

    def create(self, system: str, name: str, operations: Sequence[Operation] = ()) -> RosterAnswer:
        """Make a roster and run operations on it.

        Raises:
            NotFound: there is no such system.
            OperationError: an operation does not fit.
        """
        if system not in self.systems():
            known_system(system)
        empty = Roster(system=system, name=name)
        return self.add(apply_all(empty, operations, self._judging.catalogues), operations)

    def add(self, roster: Roster, operations: Sequence[Operation] = ()) -> RosterAnswer:
        """Keep a roster that was made elsewhere, as the first step of its history; `operations` are how it was made.

        Raises:
            DocumentError: its tree could not be read again.
        """
        judged = self._judging.judge(keepable(roster), fixes=False)
        with self._store.writing() as db:
            return insert(db, new_id(), "user", judged, operations)

    def add_document(
        self, document: Mapping[str, Any] | RosterDocument, *, again: bool = False
    ) -> tuple[RosterAnswer, bool]:
        """Return a roster that stands at a roster document, and whether it was made; its pins stay, known here or not.

        One that is here already is not made once more, unless `again`.

        Raises:
            DocumentError: it is none, or none that this Muster can edit.
        """
        read = document if isinstance(document, RosterDocument) else document_from(document)
        judged = self._judging.judge(keepable_from(read), fixes=False)
        with self._store.writing() as db:
            here = None if again else standing_at(db, judged.roster)
            if here is None:
                return insert(db, new_id(), "user", judged), True
        return self.get(here), False

    def duplicate(self, id: str, name: str = "") -> RosterAnswer:
        """Make a second roster like this one, with a history of its own; without a name it is called like no other."""
        roster = self.get(id).roster
        return self.add(replace(roster, name=name or self._name_of_copy(roster.name)))

    def free_name(self, name: str) -> str:
        """Return a name that no roster has yet: this one, or else with a number behind it."""
        base = name[:LONGEST_COPIED]
        with self._store.reading() as db:
            return base if base not in rows.names(db, base) else self._name_of_copy(base)

    def _name_of_copy(self, name: str) -> str:
        base = COPIED.sub("", name)[:LONGEST_COPIED]
        with self._store.reading() as db:
            taken = rows.names(db, base)
        return next(made for number in count(2) if (made := f"{base} ({number})") not in taken)

    def delete(self, id: str, version: int) -> None:
        """Delete a roster with its history.

        Raises:
            NotFound, Stale: it is not there, or not in that version.
        """
        with self._store.writing() as db:
            refuse_locked(_row(db, id))
            if not rows.delete_if(db, id, version):
                raise Stale("roster", id, version)

    def apply(self, id: str, version: int, operations: Sequence[Operation]) -> RosterAnswer:
        """Edit a roster: all of the operations, or none.

        Raises:
            OperationError: an operation does not fit.
            NotFound, Stale: the roster is not there, or not in that version.
        """
        judged = self._judge_edited((id, version), self._edit(id, version, operations), fixes=False)

        def record(db: Database, history: History) -> History:
            after = history.record()
            step = StepRow(after.at, history.at, [in_todays_words(each) for each in operations], builder.__version__)
            rows.add_step(db, id, step, roster_to_json(judged.roster))
            return after

        return self._stand(id, version, judged, record)

    def preview(self, id: str, operations: Sequence[Operation], *, fixes: bool = True) -> Judged:
        """Return what operations would make of a roster, without making it; without `fixes` faster.

        Raises:
            OperationError: an operation does not fit.
            NotFound: there is no such roster.
        """
        found = self.get(id)
        edited = apply_all(found.roster, operations, self._judging.catalogues)
        return self._judge_edited((id, found.row.version), edited, fixes=fixes)

    def undo(self, id: str, version: int) -> RosterAnswer:
        """Take back the last edit; raises `Conflict` where there is none, `NotFound`, `Stale`."""
        return self._move(id, version, History.undo)

    def redo(self, id: str, version: int) -> RosterAnswer:
        """Do again what was taken back; raises `Conflict` where there is nothing, `NotFound`, `Stale`."""
        return self._move(id, version, History.redo)

    def restore(self, id: str, version: int, step: int) -> RosterAnswer:
        """Let the roster stand at any step of its history; raises `Conflict` where there is none, `NotFound`, `Stale`."""
        return self._move(id, version, lambda history: history.go(step))

    def history(self, id: str, *, start: int = 0, limit: int = 50) -> Page[StepRow]:
        """Return the steps of a roster from number `start` on; raises `NotFound`."""
        with self._store.reading() as db:
            _row(db, id)
            found = rows.steps(db, id, start, limit + 1)
        steps = [replace(step, operations=[in_todays_words(each) for each in step.operations]) for step in found]
        return page_of(steps, limit, lambda step, _: step.n)

    def names(self, id: str, step: int) -> dict[str, str]:
        """Return what the forces and selections of a roster were called at a step of its history, by uid.

        Raises:
            NotFound: there is no such roster or step.
        """
        with self._store.reading() as db:
            tree: Json | None = rows.tree(db, id, step)
        if tree is None:
            raise NotFound(Message("error.no-step", {"step": step, "id": repr(id)}))
        return dict(_names(tree["forces"]))

    def judge(self, id: str, *, fixes: bool = True) -> tuple[RosterRow, Judged]:
        """Return a roster's row with its judgement by this Muster, without `fixes` faster; raises `NotFound`."""
        found = self.get(id)
        return found.row, self.judge_answer(found, fixes=fixes)

    def judge_answer(self, found: RosterAnswer, budget: Budget | None = None, *, fixes: bool = True) -> Judged:
        """Return the judgement of a roster that was read, with as many fixes tried out as there is `budget` for."""
        key = found.row.id, found.row.version
        known = self._cache.result(key)
        if known and budget and known.budget == budget:
            return known.judged
        evaluation, units = (known.evaluation, known.units) if known else (None, None)
        judged = self._judging.judge(found.roster, fixes=fixes, evaluation=evaluation, budget=budget, known=units)
        self._cache.keep(key, judged, budget)
        return judged

    def document(self, id: str, step: int = 0) -> RosterDocument:
        """Return a roster, or its version at a step, as a roster document, judged by this Muster; raises `NotFound`."""
        roster = self._at(id, step) if step else self.get(id).roster
        return self._judging.document(self._judging.judge(roster, fixes=False))

    def _at(self, id: str, step: int) -> Roster:
        with self._store.reading() as db:
            if step not in rows.parents(db, id):
                raise NotFound(Message("error.no-step", {"step": step, "id": repr(id)}))
            return _tree(db, id, step)

    def _judge_edited(self, key: Key, edited: Roster, *, fixes: bool) -> Judged:
        """Judge a roster after an edit of a version: what the edit did not touch is as it was evaluated then.

        Its units are read anew: they know their force, which is another one after each edit.
        """
        known = self._cache.result(key)
        evaluation = evaluate_again(edited, self._judging.catalogues, known.evaluation) if known else None
        return self._judging.judge(edited, fixes=fixes, evaluation=evaluation)

    def _edit(self, id: str, version: int, operations: Sequence[Operation]) -> Roster:
        found = self.get(id)
        if found.row.version != version:
            raise Stale("roster", id, version)
        refuse_locked(found.row)
        return apply_all(found.roster, operations, self._judging.catalogues)

    def _move(self, id: str, version: int, move: Callable[[History], History]) -> RosterAnswer:
        with self._store.reading() as db:
            row = _row(db, id)
            if row.version != version:
                raise Stale("roster", id, version)
            refuse_locked(row)
            try:
                after = move(_history(db, row))
            except NoSuchStep as error:
                raise Conflict(str(error)) from error
            judged = self._judging.judge(_tree(db, id, after.at), fixes=False)
        return self._stand(id, version, judged, lambda *_: after)

    def _stand(self, id: str, version: int, judged: Judged, move: Callable[[Database, History], History]) -> RosterAnswer:
        with self._store.writing() as db:
            after = move(db, _history(db, _row(db, id)))
            now = Standing(after.at, after.tip, judged.roster.name, judged.summary)
            if not rows.stand_if(db, id, version, now):
                raise Stale("roster", id, version)
            made = _answer(db, _row(db, id), judged.roster)
        self._cache.keep((id, made.row.version), judged)
        return made


def refuse_locked(row: RosterRow) -> None:
    """Raise `Conflict` where a roster is locked."""
    if row.locked:
        raise Conflict(Message("error.locked", {"name": repr(row.name)}))


def keepable(roster: Roster) -> Roster:
    """Return a roster as it will be read from its history; raises `DocumentError` where it could not be."""
    return roster_from_json(roster_to_json(roster))


def keepable_from(document: RosterDocument) -> Roster:
    """Return the roster of a document as it will be read from its history; raises `DocumentError` where it could not be."""
    try:
        return keepable(roster_from_document(document))
    except DocumentError as error:
        raise error.inside("/army") from error


def standing_at(db: Database, roster: Roster) -> str | None:
    """Return the id of the roster that stands at exactly this one; None where none does."""
    return rows.find_same(db, roster.system, roster.name, roster_to_json(roster))


def insert(db: Database, id: str, origin: str, judged: Judged, operations: Sequence[Operation] = ()) -> RosterAnswer:
    """Add a roster with its first step."""
    step = StepRow(1, None, [in_todays_words(each) for each in operations], builder.__version__)
    rows.insert(db, id, judged.roster.system, origin, Standing(1, 1, judged.roster.name, judged.summary))
    rows.add_step(db, id, step, roster_to_json(judged.roster))
    return _answer(db, _row(db, id))


def _answer(db: Database, row: RosterRow, roster: Roster | None = None) -> RosterAnswer:
    history = _history(db, row)
    can_redo = bool(history.branches(row.step))
    return RosterAnswer(row, roster or _tree(db, row.id, row.step), history.parents[row.step] is not None, can_redo)


def _row(db: Database, id: str) -> RosterRow:
    row = rows.get(db, id)
    if row is None:
        raise NotFound(Message("error.no-roster", {"id": repr(id)}))
    return row


def _history(db: Database, row: RosterRow) -> History:
    return History(rows.parents(db, row.id), row.step, row.tip)


def _tree(db: Database, id: str, n: int) -> Roster:
    tree: Mapping[str, Any] | None = rows.tree(db, id, n)
    return roster_from_json(tree)


def _names(nodes: Sequence[Json]) -> Iterator[tuple[str, str]]:
    for node in nodes:
        yield node["uid"], node.get("title") or node.get("name") or node["uid"]
        yield from _names(node.get("selections", ()))
        yield from _names(node.get("forces", ()))
        yield from _names([each["selection"] for each in node.get("aside", ())])
