"""Battles: two armies, a mission and a seed, played by people with seat tokens and by programs, stored choice by choice."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from builder.services import catalogues
from builder.services.armies import Armies, Source
from builder.services.errors import Conflict, Invalid
from builder.services.matchups import same_system
from builder.services.paging import Page, page_of
from builder.services.playing import HUMAN, Playing, get, stored_record
from builder.services.seats import SEATS, refuse_stale, refuse_unknown, refused, seat_of
from builder.services.tokens import new_id, new_token, token_digest
from builder.store import Store
from builder.store import battles as rows
from builder.store import catalogues as kept
from builder.store.battles import BattleRow
from datasheets.problems import Problem
from datasheets.systems import system
from exports.document import document_from
from resolver.engine.battle import MOST_SEED, Battle
from resolver.engine.decision import Choice, Decision, IllegalChoice
from resolver.engine.enlist import Enlisted, NotPlayable, enlist
from resolver.engine.game import seed_digest
from resolver.engine.record import ENGINE, Record
from resolver.players import BOTS

__all__ = ["BOTS", "HUMAN", "MOST_SEED", "SEATS", "Asked", "Battles", "Started", "seed_digest"]

SECONDS = 5.0
"""How long programs may play within one call."""


@dataclass(frozen=True, slots=True)
class Started:
    """A new battle, and the tokens of its seats (None where a program sits); they are shown this once."""

    row: BattleRow
    tokens: tuple[str | None, str | None]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a seat is asked: the decision and its options, or None while somebody else decides or all is over."""

    row: BattleRow
    decision: Decision | None
    options: tuple[Choice, ...]


class Battles:
    """The battles of one database."""

    def __init__(self, store: Store, armies: Armies) -> None:
        self._store = store
        self._armies = armies
        self._playing = Playing(store)

    def start(
        self,
        a: Source,
        b: Source,
        *,
        mission: str = "",
        seed: int | None = None,
        players: Sequence[str] = (HUMAN, next(iter(BOTS))),
        seconds: float = SECONDS,
    ) -> Started:
        """Begin a battle and let programs play up to `seconds`.

        Args:
            a: the first army.
            b: the second army.
            mission: a mission of the system, its first if none is given.
            seed: what all dice come from; one that nobody knows if none is given.
            players: for each seat "human" or the name of a program.
            seconds: how long programs may play before this returns.

        Raises:
            Invalid: the armies cannot fight each other, or there is no such mission, seed or player.
            What `Armies.document` raises: an army cannot be found or read.
        """
        documents = (self._armies.document(a), self._armies.document(b))
        of = same_system(documents)
        mission = mission or system(of).missions[0].id
        seed = secrets.randbelow(2**53) if seed is None else seed
        refuse_unknown(of, mission, seed, players)
        try:
            battle = Battle.start(documents, of, mission, seed, players=(players[0], players[1]))
        except NotPlayable as error:
            raise Invalid((Problem("", str(error)),)) from error
        first, second = (new_token() if player == HUMAN else None for player in players)
        row = self._playing.begin(self._row(battle, players, (first, second)), battle)
        return Started(self.advance(row.id, seconds), (first, second))

    def page(self, *, system: str = "", start: int | None = None, limit: int = 50) -> Page[BattleRow]:
        """Return battles, the last changed first."""
        with self._store.reading() as db:
            found = rows.page(db, system=system, start=start, limit=limit + 1)
        return page_of(found, limit, lambda row, _: row.changed)

    def get(self, id: str) -> BattleRow:
        """Return how a battle stands; raises `NotFound`."""
        with self._store.reading() as db:
            return get(rows.get(db, id), id)

    def advance(self, id: str, seconds: float = SECONDS) -> BattleRow:
        """Let programs play until a person must choose, the battle is over, or the time is up.

        Raises:
            NotFound: there is no such battle.
            Conflict: another version of Muster played it, or somebody else moved it on meanwhile.
        """
        row = self.get(id)
        if row.pending is None or row.seats[row.pending["player"]]["player"] == HUMAN:
            return row
        with self._playing.at(id) as live:
            self._playing.run_bots(live, seconds)
            return live.row

    def asked(self, id: str, token: str) -> Asked:
        """Return what the seat of a token is asked, with the options that it has.

        Raises:
            NotFound, Unauthorized, Forbidden: there is no such battle; no token was given; it opens no seat.
            Conflict: another version of Muster played the battle.
        """
        row = self.get(id)
        seat = seat_of(row, token)
        if row.pending is None or row.pending["player"] != seat:
            return Asked(row, None, ())
        with self._playing.at(id) as live:
            return Asked(live.row, live.battle.decision, tuple(live.battle.options(seat)))

    def refuse_strangers(self, id: str, token: str) -> None:
        """Raise `Unauthorized` or `Forbidden` unless the token opens a seat of the battle; `NotFound`."""
        seat_of(self.get(id), token)

    def choose(self, id: str, token: str, choice: Choice, seconds: float = SECONDS) -> BattleRow:
        """Make a choice for the seat of a token; it is stored before this returns, and then programs play.

        Raises:
            NotFound, Unauthorized, Forbidden: there is no such battle; no token was given; it opens no seat.
            Conflict: it is not this seat's turn, or the decision is no longer open.
            Invalid: the choice breaks a rule, which the sentence names; nothing has changed.
        """
        seat = seat_of(self.get(id), token)
        with self._playing.at(id) as live:
            refuse_stale(live, seat, choice)
            try:
                live.battle.choose(choice)
            except IllegalChoice as error:
                raise Invalid((Problem("/data", refused(error.refusal)),)) from error
            self._playing.keep(live)
        return self.advance(id, seconds)

    def view(self, id: str, token: str = "") -> dict[str, Any]:
        """Return the table as the seat of a token sees it, without one as a spectator does.

        Raises:
            NotFound, Forbidden: there is no such battle; the token opens no seat.
            Conflict: another version of Muster played the battle.
        """
        seat = seat_of(self.get(id), token) if token else None
        with self._playing.at(id) as live:
            seen = live.battle.view(seat).to_json()
        return seen if seat is not None else seen | {"decision": None}

    def events(self, id: str, token: str = "", *, start: int = 0, limit: int = 50) -> Page[dict[str, Any]]:
        """Return events from number `start` on: those that all may see, with a token those of its seat too.

        `next` is where to go on asking, as long as the battle lasts; raises `NotFound`, `Forbidden`.
        """
        with self._store.reading() as db:
            row = get(rows.get(db, id), id)
            seen = ["all"] if not token else ["all", str(seat_of(row, token))]
            found = rows.events(db, id, seen, start, limit + 1)
        if len(found) > limit:
            return Page(tuple(found[:limit]), int(found[limit]["n"]))
        return Page(tuple(found), None if row.outcome else row.events)

    def armies(self, id: str) -> Enlisted:
        """Return the two armies of a battle as they were enlisted; raises `NotFound`."""
        with self._store.reading() as db:
            row = get(rows.get(db, id), id)
            first, second = (document_from(each) for each in kept.documents(db, row.armies))
        return enlist((first, second))

    def record(self, id: str) -> Record:
        """Return the record of a battle that is over.

        Raises:
            NotFound: there is no such battle.
            Conflict: it still goes on; its seed would tell the dice to come.
        """
        with self._store.reading() as db:
            row = get(rows.get(db, id), id)
            if row.outcome is None:
                raise Conflict("the battle goes on; its record is shown when it is over")
            return stored_record(db, row)

    def delete(self, id: str) -> None:
        """Delete a battle with its choices and events; raises `NotFound`."""
        with self._store.writing() as db:
            get(rows.get(db, id), id)
            rows.delete(db, id)

    def _row(self, battle: Battle, players: Sequence[str], tokens: Sequence[str | None]) -> BattleRow:
        documents, game = battle.armies.documents, battle.game
        with self._store.writing() as db:
            armies = [catalogues.keep(db, document.data) for document in documents]
        return BattleRow(
            id=new_id(),
            system=game.ruleset.id,
            name=" against ".join(document.army.name for document in documents),
            mission=game.mission,
            seed=game.seed,
            seats=[
                {"player": player, "token": token_digest(token) if token else ""}
                for player, token in zip(players, tokens, strict=True)
            ],
            armies=armies,
            versions={"engine": ENGINE, "ruleset": game.ruleset.version},
        )
