"""Order among rosters: tags, those that were put away, those that are locked; and names for versions of one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from builder.services.errors import Invalid, NotFound, Stale
from builder.store import Store
from builder.store import rosters as rows
from builder.store.rosters import RosterRow
from datasheets.problems import Problem
from datasheets.words import Message

MOST_TAGS = 20
LONGEST_TAG = 40
LONGEST_NAME = 200


class Filing:
    """How the rosters of one database are filed."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def tags(self) -> list[str]:
        """Return every tag that some roster has."""
        with self._store.reading() as db:
            return rows.tags(db)

    def by_catalogue(self) -> dict[str, int]:
        """Return how many rosters of a player's own have a force of each catalogue, without those that were put away."""
        with self._store.reading() as db:
            return rows.by_catalogue(db)

    def file(self, id: str, version: int, tags: Sequence[str], *, archived: bool, locked: bool) -> RosterRow:
        """File a roster: under tags, away from the usual list, locked against every other change.

        Raises:
            NotFound, Stale: it is not there, or not in that version.
            Invalid: too many tags, or one that is too long.
        """
        kept = _tidy(tags)
        with self._store.writing() as db:
            if rows.get(db, id) is None:
                raise NotFound(Message("error.no-roster", {"id": repr(id)}))
            if not rows.shelve_if(db, id, version, kept, archived, locked):
                raise Stale("roster", id, version)
            filed = rows.get(db, id)
        assert filed
        return filed

    def name(self, id: str, step: int, name: str) -> None:
        """Give a step of a roster's history a name, so that this version is found again; "" takes the name away.

        Raises:
            NotFound: there is no such roster or step.
            Invalid: the name is too long.
        """
        name = " ".join(name.split())
        if len(name) > LONGEST_NAME:
            raise Invalid((Problem("/name", Message("error.longest", {"most": LONGEST_NAME})),))
        with self._store.writing() as db:
            if not rows.name_step(db, id, step, name):
                raise NotFound(Message("error.no-step", {"step": step, "id": repr(id)}))

    def named_versions(self, id: str) -> Mapping[int, str]:
        """Return the named versions of a roster: names by step, oldest first."""
        with self._store.reading() as db:
            return rows.named_steps(db, id)


def _tidy(tags: Sequence[str]) -> list[str]:
    kept = list(dict.fromkeys(filter(None, (" ".join(tag.split()) for tag in tags))))
    if len(kept) > MOST_TAGS:
        raise Invalid((Problem("/tags", Message("error.tags-most", {"most": MOST_TAGS})),))
    if any(len(tag) > LONGEST_TAG or not tag.isprintable() for tag in kept):
        raise Invalid((Problem("/tags", Message("error.tag-longest", {"most": LONGEST_TAG})),))
    return kept
