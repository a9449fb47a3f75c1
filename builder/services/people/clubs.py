"""Clubs: people who see what each of them shares, to read.

An organiser or owner makes a club and hands a link out; whoever has an account joins by it, for a week. Who is in a club
sees who else is, and the rosters that they share, as they stand. Who leaves, or is removed, takes theirs along; a club whose
maker left is run by another member, and goes with the last.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from builder.services.errors import Conflict, Forbidden, Invalid, NotFound
from builder.services.people.people import INVITED_SECONDS, LONGEST_NAME, OWNER
from builder.services.spaces import Spaces
from builder.services.tokens import new_id, new_token, token_digest
from builder.store import Store
from builder.store.people import clubs as rows
from builder.store.people import people
from builder.store.people.clubs import ClubRow
from builder.store.people.people import PersonRow
from builder.store.rosters import RosterRow
from datasheets.problems import Problem
from datasheets.words import Message

if TYPE_CHECKING:
    from exports.document import RosterDocument

MOST_CLUBS, MOST_MEMBERS, MOST_SHARED = 20, 200, 100
"""How many clubs a person is in, people are in a club, and rosters one person shares with it."""


@dataclass(frozen=True, slots=True)
class SharedRoster:
    """A roster that a club sees, and whose it is."""

    person: PersonRow
    roster: RosterRow


class Clubs:
    """The clubs of one Muster."""

    def __init__(self, store: Store, spaces: Spaces[Any]) -> None:
        self._store, self._spaces = store, spaces

    def of(self, person: PersonRow) -> list[ClubRow]:
        """Return the clubs that a person is in."""
        with self._store.reading() as db:
            return rows.of_member(db, person.id)

    def get(self, person: PersonRow, id: str) -> ClubRow:
        """Return a club that a person is in; raises `NotFound` for any other."""
        with self._store.reading() as db:
            found = rows.get_as_member(db, id, person.id)
        if found is None:
            raise NotFound(Message("error.no-club"))
        return found

    def make(self, person: PersonRow, name: str) -> ClubRow:
        """Make a club, and be in it.

        Raises:
            Invalid: the name is none.
            Conflict: the person is in as many clubs as one can be in.
        """
        name = " ".join(name.split())
        if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
            raise Invalid((Problem("/name", Message("error.club-name", {"most": LONGEST_NAME})),))
        made = ClubRow(new_id(), name, person.id, _now())
        with self._store.writing() as db:
            if len(rows.of_member(db, person.id)) >= MOST_CLUBS:
                raise Conflict(Message("error.clubs-most", {"most": MOST_CLUBS}))
            rows.insert(db, made)
        return made

    def delete(self, person: PersonRow, id: str) -> None:
        """Delete a club; raises `NotFound`, `Forbidden` where it is not the person's to run."""
        self._running(person, id)
        with self._store.writing() as db:
            rows.delete(db, id)

    def invite(self, person: PersonRow, id: str) -> str:
        """Return the token of a new link by which people join for a week; raises `NotFound`, `Forbidden`."""
        self._running(person, id)
        token = new_token()
        with self._store.writing() as db:
            rows.invite(db, id, token_digest(token), _now())
        return token

    def read_invitation(self, token: str) -> ClubRow:
        """Return which club a link lets join; raises `NotFound` where it opens nothing, or nothing any more."""
        with self._store.reading() as db:
            found = rows.read_invitation(db, token_digest(token), _now() - INVITED_SECONDS)
        if found is None:
            raise NotFound(Message("error.dead-club-link"))
        return found

    def join(self, person: PersonRow, token: str) -> ClubRow:
        """Join a club by its link.

        Raises:
            NotFound: the link opens nothing, or nothing any more.
            Conflict: the club is full, or the person is in as many clubs as one can be in.
        """
        club = self.read_invitation(token)
        with self._store.writing() as db:
            here, mine = rows.members(db, club.id), rows.of_member(db, person.id)
            if person.id not in here and len(here) >= MOST_MEMBERS:
                raise Conflict(Message("error.club-full", {"most": MOST_MEMBERS}))
            if person.id not in here and len(mine) >= MOST_CLUBS:
                raise Conflict(Message("error.clubs-most", {"most": MOST_CLUBS}))
            rows.add_member(db, club.id, person.id, _now())
        return club

    def remove(self, person: PersonRow, id: str, member: str) -> None:
        """Leave a club, or remove somebody from one that is the person's to run; raises `NotFound`, `Forbidden`.

        Who is removed cannot come back by the link that is handed out: it opens nothing any more. Where the one who ran the
        club leaves, another member runs it; it goes with the last.
        """
        club = self.get(person, id) if member == person.id else self._running(person, id)
        with self._store.writing() as db:
            if not rows.remove_member(db, club.id, member):
                raise NotFound(Message("error.no-member"))
            if member != person.id:
                rows.uninvite(db, club.id)
            rows.settle(db)

    def members(self, person: PersonRow, id: str) -> list[PersonRow]:
        """Return who is in a club, by name; raises `NotFound`."""
        self.get(person, id)
        with self._store.reading() as db:
            found = [each for member in rows.members(db, id) if (each := people.get(db, member))]
        return sorted(found, key=lambda each: each.known_as)

    def share(self, person: PersonRow, id: str, roster: str) -> None:
        """Let a club see a roster of the person's own.

        Raises:
            NotFound: there is no such club or roster.
            Conflict: the person shares as many with it as one can.
        """
        self.get(person, id)
        self._spaces.open(person.space).rosters.version(roster)
        with self._store.reading() as db:
            mine = [each for owner, each in rows.shared_rosters(db, id) if owner == person.id and each != roster]
        gone = [each for each in mine if not any(self._find(person, each))]
        with self._store.writing() as db:
            for each in gone:
                rows.take_back(db, id, person.id, each)
            if len(mine) - len(gone) >= MOST_SHARED:
                raise Conflict(Message("error.shared-most", {"most": MOST_SHARED}))
            rows.share(db, id, person.id, roster)

    def take_back(self, person: PersonRow, id: str, roster: str) -> None:
        """Let a club see a roster no more; raises `NotFound`."""
        self.get(person, id)
        with self._store.writing() as db:
            if not rows.take_back(db, id, person.id, roster):
                raise NotFound(Message("error.no-roster", {"id": repr(roster)}))

    def shared_rosters(self, person: PersonRow, id: str) -> list[SharedRoster]:
        """Return the rosters that a club sees, by their names; raises `NotFound`. One that was deleted is not there."""
        self.get(person, id)
        with self._store.reading() as db:
            found = [(people.get(db, owner), roster) for owner, roster in rows.shared_rosters(db, id)]
        known = [each for owner, roster in found if owner for each in self._find(owner, roster)]
        return sorted(known, key=lambda each: (each.roster.name.casefold(), each.roster.id))

    def document(self, person: PersonRow, id: str, owner: str, roster: str) -> RosterDocument:
        """Return a roster that a club sees, as it stands; raises `NotFound` for any other."""
        self.get(person, id)
        with self._store.reading() as db:
            whose = people.get(db, owner) if (owner, roster) in rows.shared_rosters(db, id) else None
        if whose is None:
            raise NotFound(Message("error.no-roster", {"id": repr(roster)}))
        found: RosterDocument = self._spaces.open(whose.space).documents.of(roster)
        return found

    def may_run(self, person: PersonRow, club: ClubRow) -> bool:
        """Tell whether a person hands out links of a club, removes people and deletes it: its maker, or who came
        after them, and owners."""
        return person.id == club.maker or person.role == OWNER

    def _running(self, person: PersonRow, id: str) -> ClubRow:
        club = self.get(person, id)
        if not self.may_run(person, club):
            raise Forbidden(Message("refused.request.role"))
        return club

    def _find(self, owner: PersonRow, roster: str) -> Iterator[SharedRoster]:
        try:
            yield SharedRoster(owner, self._spaces.open(owner.space).rosters.get(roster).row)
        except NotFound:
            return


def _now() -> int:
    return int(time.time())
