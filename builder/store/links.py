"""Links under which rosters can be read. Of a link's token only the digest is stored: enough to know it again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from builder.store.database import Database


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A link to a roster as it stands, or (`step` is not 0) as it stood at a step; `name` is what its maker called it."""

    id: str
    roster: str
    step: int
    name: str


COLUMNS = "id, roster, coalesce(step, 0) as step, name"


def add(db: Database, link: LinkRow, token: str) -> None:
    """Add a link, with the digest of its token."""
    db.execute(
        "insert into roster_links (id, token, roster, step, name) values (?, ?, ?, ?, ?)",
        [link.id, token, link.roster, link.step or None, link.name],
    )


def of_roster(db: Database, roster: str) -> list[LinkRow]:
    """Return the links of a roster, the oldest first."""
    return [_row(row) for row in db.query(f"select {COLUMNS} from roster_links where roster = ? order by number", [roster])]


def by_token(db: Database, token: str) -> LinkRow | None:
    """Return the link whose token has this digest, None where there is none."""
    return next((_row(row) for row in db.query(f"select {COLUMNS} from roster_links where token = ?", [token])), None)


def delete(db: Database, roster: str, id: str) -> bool:
    """Take a link of a roster back; say whether it was there."""
    return db.execute("delete from roster_links where roster = ? and id = ?", [roster, id]).rowcount == 1


def _row(row: Mapping[str, Any]) -> LinkRow:
    return LinkRow(**row)
