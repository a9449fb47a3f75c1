"""Links under which others watch a battle, and choose nothing: made, listed, taken back.

Whoever has a link's token sees what both players may see, as it happens, from wherever this server can be reached. The token
is given out once; what is stored does not open anything.
"""

from __future__ import annotations

from dataclasses import dataclass

from builder.services.errors import Conflict, NotFound
from builder.services.links import MOST, name_of
from builder.services.playing import get
from builder.services.tokens import new_id, new_token, token_digest
from builder.store import Store, battle_links
from builder.store import battles as rows
from builder.store.battle_links import BattleLinkRow
from datasheets.words import Message


@dataclass(frozen=True, slots=True)
class Watching:
    """A link that was just made, with its token, which is not shown again."""

    link: BattleLinkRow
    token: str


class Spectating:
    """The links to the battles of one database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def make(self, battle: str, name: str = "") -> Watching:
        """Make a link under which a battle is watched.

        Raises:
            NotFound: there is no such battle.
            Invalid: the name is too long.
            Conflict: the battle has as many links as it may have.
        """
        made, token = BattleLinkRow(new_id(), battle, name_of(name)), new_token(self._store.space)
        with self._store.writing() as db:
            get(rows.get(db, battle), battle)
            if len(battle_links.of_battle(db, battle)) >= MOST:
                raise Conflict(Message("error.battle-links-most", {"most": MOST}))
            battle_links.add(db, made, token_digest(token))
        return Watching(made, token)

    def of(self, battle: str) -> list[BattleLinkRow]:
        """Return the links of a battle, the oldest first; raises `NotFound` where there is no such battle."""
        with self._store.reading() as db:
            get(rows.get(db, battle), battle)
            return battle_links.of_battle(db, battle)

    def take_back(self, battle: str, id: str) -> None:
        """Take a link back: from now on it opens nothing; raises `NotFound` where the battle has no such link."""
        with self._store.writing() as db:
            if not battle_links.delete(db, battle, id):
                raise NotFound(Message("error.no-battle-link", {"battle": repr(battle), "id": repr(id)}))

    def opens(self, battle: str, token: str) -> bool:
        """Tell whether a token is that of a link of this battle."""
        if not token:
            return False
        with self._store.reading() as db:
            return battle_links.opens(db, battle, token_digest(token))
