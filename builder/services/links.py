"""Links under which others read a roster, and nothing else: made, listed, taken back.

Whoever has a link's token reads the roster, as it stands or in the version that the link was made for, from wherever this
server can be reached. The token is given out once; what is stored does not open anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from builder.services.errors import Conflict, Invalid, NotFound
from builder.services.tokens import new_id, new_short_token, token_digest
from builder.store import Store, links, rosters
from builder.store.links import LinkRow
from datasheets.problems import Problem
from datasheets.words import Message

if TYPE_CHECKING:
    from builder.services.documents import Documents
    from exports.document import RosterDocument

MOST = 100
LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Handed:
    """A link that was just made, with its token, which is not shown again."""

    link: LinkRow
    token: str


def name_of(given: str) -> str:
    """Return what a link is called, without needless blanks; raises `Invalid` where that is too long."""
    name = " ".join(given.split())
    if len(name) > LONGEST_NAME:
        raise Invalid((Problem("/name", Message("error.longest", {"most": LONGEST_NAME})),))
    return name


class Links:
    """The links of one database."""

    def __init__(self, store: Store, documents: Documents) -> None:
        self._store = store
        self._documents = documents

    def make(self, roster: str, *, step: int = 0, name: str = "") -> Handed:
        """Make a link to a roster as it stands, or (`step`) as it stood at a step of its history.

        Raises:
            NotFound: there is no such roster or step.
            Invalid: the name is too long.
            Conflict: the roster has as many links as it may have.
        """
        made, token = LinkRow(new_id(), roster, step, name_of(name)), new_short_token(self._store.space)
        with self._store.writing() as db:
            if rosters.get(db, roster) is None:
                raise NotFound(Message("error.no-roster", {"id": repr(roster)}))
            if step and step not in rosters.parents(db, roster):
                raise NotFound(Message("error.no-step", {"step": step, "id": repr(roster)}))
            if len(links.of_roster(db, roster)) >= MOST:
                raise Conflict(Message("error.links-most", {"most": MOST}))
            links.add(db, made, token_digest(token))
        return Handed(made, token)

    def of(self, roster: str) -> list[LinkRow]:
        """Return the links of a roster, the oldest first; raises `NotFound` where there is no such roster."""
        with self._store.reading() as db:
            if rosters.get(db, roster) is None:
                raise NotFound(Message("error.no-roster", {"id": repr(roster)}))
            return links.of_roster(db, roster)

    def take_back(self, roster: str, id: str) -> None:
        """Take a link back: from now on it opens nothing; raises `NotFound` where the roster has no such link."""
        with self._store.writing() as db:
            if not links.delete(db, roster, id):
                raise NotFound(Message("error.no-link", {"roster": repr(roster), "id": repr(id)}))

    def document(self, token: str) -> RosterDocument:
        """Return the roster that a token opens, judged by this Muster.

        Raises:
            NotFound: it opens none, or none any more.
        """
        with self._store.reading() as db:
            found = links.by_token(db, token_digest(token))
        if found is None:
            raise NotFound(Message("error.dead-link"))
        return self._documents.of(found.roster, found.step)
