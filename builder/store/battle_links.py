"""Links under which battles can be watched. Of a link's token only the digest is stored: enough to know it again."""

from __future__ import annotations

from dataclasses import dataclass

from builder.store.database import Database


@dataclass(frozen=True, slots=True)
class BattleLinkRow:
    """A link to a battle; `name` is what its maker called it."""

    id: str
    battle: str
    name: str


COLUMNS = "id, battle, name"


def add(db: Database, link: BattleLinkRow, token: str) -> None:
    """Add a link, with the digest of its token."""
    db.execute(
        "insert into battle_links (id, token, battle, name) values (?, ?, ?, ?)", [link.id, token, link.battle, link.name]
    )


def of_battle(db: Database, battle: str) -> list[BattleLinkRow]:
    """Return the links of a battle, the oldest first."""
    rows = db.query(f"select {COLUMNS} from battle_links where battle = ? order by number", [battle])
    return [BattleLinkRow(**row) for row in rows]


def opens(db: Database, battle: str, token: str) -> bool:
    """Say whether a link of a battle has a token with this digest."""
    found = db.execute("select 1 from battle_links where battle = ? and token = ?", [battle, token])
    return found.fetchone() is not None


def delete(db: Database, battle: str, id: str) -> bool:
    """Take a link of a battle back; say whether it was there."""
    return db.execute("delete from battle_links where battle = ? and id = ?", [battle, id]).rowcount == 1
