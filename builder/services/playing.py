"""Battles in play: kept in memory while they last, made again from their stored choices when they are not.

The database is the truth. A battle in memory is used only while it stands where its row stands, and whatever happens in it
is stored, in one transaction, before anybody is told.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from threading import Lock, RLock
from typing import Any

from builder.services.errors import Conflict, NotFound
from builder.services.watching import Watch
from builder.store import Database, Store
from builder.store import battles as rows
from builder.store import catalogues as documents
from builder.store.battles import BattleRow, Progress
from datasheets.words import Message
from exports.document import document_from
from resolver.engine.battle import Battle
from resolver.engine.decision import Choice, IllegalChoice
from resolver.engine.record import Draw, ForkOrigin, Record
from resolver.engine.replay import ReplayError, replay
from resolver.players import BOTS, Player, Stuck

MOST_KEPT = 16
HUMAN = "human"
MOVED_ON = Message("error.moved-on")


@dataclass(slots=True)
class Live:
    """A battle in memory, and the row that it stands at."""

    row: BattleRow
    battle: Battle
    bots: tuple[Player | None, Player | None]


@dataclass(slots=True)
class _Place:
    lock: RLock = field(default_factory=RLock)
    live: Live | None = None


class Playing:
    """The battles of one database that are in play in this process."""

    def __init__(self, store: Store, watch: Watch) -> None:
        self._store, self._watch = store, watch
        self._places: OrderedDict[str, _Place] = OrderedDict()
        self._lock = Lock()

    def begin(self, row: BattleRow, battle: Battle) -> BattleRow:
        """Store a new battle with what happened in it already, and keep it at hand."""
        with self._store.writing() as db:
            rows.insert(db, row)
            new = get(rows.get(db, row.id), row.id)
            rows.advance_if(db, new, progress(Live(new, battle, (None, None))))
            row = get(rows.get(db, row.id), row.id)
        self._place(row.id).live = take_seats(row, battle)
        return row

    @contextmanager
    def at(self, id: str) -> Iterator[Live]:
        """Lend a battle as it stands, to one thread at a time.

        Raises:
            NotFound: there is none of that id.
            Conflict: another version of Muster played it, and it cannot be continued by this one.
        """
        place = self._place(id)
        with place.lock:
            live = self._live(id, place.live)
            try:
                yield live
                place.live = live
            except BaseException:
                place.live = None
                raise

    def _live(self, id: str, live: Live | None) -> Live:
        """Return a battle as its row says it stands: the one in memory, that one played on, or made again."""
        with self._store.reading() as db:
            row = get(rows.get(db, id), id)
            if live is not None and live.row == row:
                return live
            later = rows.choices(db, id, live.row.choices) if live and _goes_on(live.row, row) else None
            kept = stored_record(db, row)
        if live is None or later is None or not _catch_up(live.battle, later, row.digest):
            return take_seats(row, _replay(kept))
        return take_seats(row, live.battle)

    def keep(self, live: Live) -> None:
        """Store what happened in a battle since its row was read.

        Raises:
            Conflict: somebody else moved it on meanwhile.
        """
        with self._store.writing() as db:
            if not rows.advance_if(db, live.row, progress(live)):
                raise Conflict(MOVED_ON)
            live.row = get(rows.get(db, live.row.id), live.row.id)
        self._watch.tell()

    def cut(self, live: Live, choices: int) -> None:
        """Take back all but the first `choices` of a battle that goes on, here and in the database.

        Raises:
            Conflict: somebody else moved it on meanwhile.
        """
        live.battle.undo(len(live.battle.choices) - choices)
        left = progress(replace(live, row=replace(live.row, choices=0, events=0)))
        with self._store.writing() as db:
            if not rows.cut_if(db, live.row, left):
                raise Conflict(MOVED_ON)
            live.row = get(rows.get(db, live.row.id), live.row.id)
        self._watch.tell()

    def seat(self, live: Live, seats: list[dict[str, Any]]) -> None:
        """Store who sits where, and what they would take back.

        Raises:
            Conflict: somebody else moved the battle on meanwhile.
        """
        with self._store.writing() as db:
            if not rows.seat_if(db, live.row, seats):
                raise Conflict(MOVED_ON)
            live.row = get(rows.get(db, live.row.id), live.row.id)

    def run_bots(self, live: Live, seconds: float) -> None:
        """Let programs choose until a person must, the battle is over, or the time is up; what they chose is stored.

        Raises:
            Conflict: somebody else moved the battle on meanwhile.
        """
        until = time.monotonic() + seconds
        moved = False
        while (decision := live.battle.decision) and (bot := live.bots[decision.player]):
            if moved and time.monotonic() >= until:
                break
            options = live.battle.options(decision.player)
            if not options:
                raise Stuck(f"no option for {decision.to_json()}")
            live.battle.choose(bot.choose(live.battle.view(decision.player), options))
            moved = True
        if moved:
            self.keep(live)

    def _place(self, id: str) -> _Place:
        with self._lock:
            place = self._places.setdefault(id, _Place())
            self._places.move_to_end(id)
            while len(self._places) > MOST_KEPT:
                self._places.popitem(last=False)
            return place


def get(row: BattleRow | None, id: str) -> BattleRow:
    """Return the row; raises `NotFound` where there is none."""
    if row is None:
        raise NotFound(Message("error.no-battle", {"id": repr(id)}))
    return row


def take_seats(row: BattleRow, battle: Battle) -> Live:
    """Return a battle with its programs at their seats."""
    first, second = (None if seat["player"] == HUMAN else BOTS[seat["player"]](row.seed) for seat in row.seats)
    return Live(row, battle, (first, second))


def progress(live: Live) -> Progress:
    """Return what happened in a battle since its row."""
    battle, now = live.battle, live.battle.record().to_json()
    return Progress(
        choices=now["choices"][live.row.choices :],
        events=battle.events[live.row.events :],
        digest=now["events_digest"],
        pending=_shown_decision(battle),
        outcome=asdict(battle.outcome) if battle.outcome else None,
    )


def _shown_decision(battle: Battle) -> dict[str, Any] | None:
    """Return what everybody may know of the open decision: of a secret one only its number and who is asked."""
    if (decision := battle.decision) is None:
        return None
    secret = battle.game.ruleset.decisions[decision.kind].secret
    what = {name: None if secret else getattr(decision, name) for name in ("kind", "subject", "rule")}
    return {"id": decision.id, "player": decision.player, **what}


def stored_record(db: Database, row: BattleRow) -> Record:
    """Return the record of a stored battle."""
    first, second = (document_from(each) for each in documents.documents(db, row.armies))
    choices = rows.choices(db, row.id)
    a, b = (seat["player"] for seat in row.seats)
    return Record(
        armies=(first, second),
        engine=row.versions["engine"],
        ruleset=row.system,
        ruleset_version=row.versions["ruleset"],
        mission=row.mission,
        seed=row.seed,
        game=0,
        players=(a, b),
        choices=tuple(map(choice_from, choices)),
        before=tuple(each["before"] for each in choices),
        events_digest=row.digest,
        recognition=row.versions.get("recognition", ""),
        origin=ForkOrigin(**row.origin) if row.origin else None,
        salt=row.salt,
        earlier=tuple(Draw(**draw) for draw in row.earlier),
    )


def _goes_on(before: BattleRow, now: BattleRow) -> bool:
    """Tell whether a battle only went on since: nothing was taken back and no seed drawn anew."""
    return (before.cuts, before.earlier, before.seed) == (now.cuts, now.earlier, now.seed) and before.choices <= now.choices


def _catch_up(battle: Battle, later: Sequence[Mapping[str, Any]], digest: str) -> bool:
    """Make the choices that another process stored; tell whether that led to the same events."""
    try:
        for each in later:
            battle.choose(choice_from(each))
    except IllegalChoice:
        return False
    return battle.record().events_digest == digest


def choice_from(stored: Mapping[str, Any]) -> Choice:
    """Return a choice as it was stored."""
    return Choice(stored["decision"], stored["kind"], stored["data"], stored.get("standing", ""))


def _replay(kept: Record) -> Battle:
    try:
        return replay(kept)
    except ReplayError as error:
        raise Conflict(played_otherwise(error)) from error


def played_otherwise(error: ReplayError) -> str:
    """Return what to say of a battle that this version of Muster plays otherwise."""
    if error.alike is None:
        return Message("error.played-otherwise", {"why": str(error)})
    return Message("error.played-otherwise-fork", {"why": str(error), "alike": error.alike})
