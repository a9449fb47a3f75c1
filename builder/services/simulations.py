"""Simulations: many games between two armies, kept with what was played of them. Who plays them: `simulating`."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from builder.services import catalogues
from builder.services.armies import Armies, Source
from builder.services.errors import Busy, Conflict, Invalid, NotFound
from builder.services.holders import is_alive
from builder.services.matchups import same_system
from builder.services.pages import LATEST, OLDEST
from builder.services.paging import Page, page_of
from builder.services.tokens import new_id
from builder.services.watching import Watch
from builder.store import Database, Store
from builder.store import catalogues as kept
from builder.store import simulations as rows
from builder.store.simulations import WAITING, BlockRow, SimulationRow
from datasheets.fields import unknown
from datasheets.problems import Problem
from datasheets.systems import system
from datasheets.words import Message
from exports.document import RosterDocument, digest_of, document_from
from resolver.engine.compile_armies import NotPlayable
from resolver.engine.record import MOST_SEED
from resolver.engine.registry import first_mission
from resolver.players import BOTS
from resolver.simulation.answer import answer
from resolver.simulation.blocks import Ledger, Wish
from resolver.simulation.job import MOST_GAMES, Job, battle_of, job_from, job_of, seats, seed_of, side_of
from resolver.simulation.play import Block
from resolver.simulation.totals import totals_from

STRONGEST = next(iter(BOTS))
MOST_QUEUED = 20
"""So many simulations may wait for the server at once."""
MOST_SERVED = 10_000
"""A simulation that the server plays has at most so many games; `muster simulate` plays more."""
MOST_RANDOM_SEED = 1_000_000
LEAST_PRECISION = 0.1
FOLLOW_SECONDS = 5.0
"""After how many seconds without news a reader is told that there are none."""


@dataclass(frozen=True, slots=True)
class SimulationAnswer:
    """A simulation, and what its games say so far (`resolver.simulation.answer`)."""

    row: SimulationRow
    armies: tuple[RosterDocument, RosterDocument]
    answer: dict[str, Any]


@dataclass(frozen=True, slots=True)
class OneGame:
    """A game of a simulation by its number: the battle with the same seats, programs, mission and seed.

    `side` is the seat of army A, 0 for the first.
    """

    armies: tuple[RosterDocument, RosterDocument]
    players: tuple[str, str]
    mission: str
    seed: int
    side: int


class Simulations:
    """The simulations of one database."""

    def __init__(self, store: Store, armies: Armies) -> None:
        self._store, self._armies = store, armies

    def start(
        self,
        a: Source,
        b: Source,
        *,
        games: int,
        mission: str = "",
        players: Sequence[str] = (STRONGEST, STRONGEST),
        seed: int | None = None,
        precision: float | None = None,
        place: Literal["server", "command"] = "server",
    ) -> SimulationRow:
        """Store a new simulation, which waits to be played.

        Args:
            a: the first army.
            b: the second army.
            games: how many games at most.
            mission: a mission of the system, its first if none is given.
            players: the programs that play A and B.
            seed: what all games come from; any if none is given.
            precision: how exact the share of A's wins has to be to stop before, in percentage points each way.
            place: who is to play it.

        Raises:
            Invalid: the armies cannot fight each other, or there is no such mission, program, seed or number.
            Busy: too many wait for the server.
            What `Armies.document` raises: an army cannot be found or read.
        """
        _refuse_numbers(games, precision, place)
        documents = (self._armies.document(a), self._armies.document(b))
        of = same_system(documents)
        mission = mission or first_mission(of)
        _refuse_unknown(of, mission, players, seed)
        job = job_of(documents, mission, (players[0], players[1]), _seed(seed))
        try:
            battle_of(job, documents, 0)
        except NotPlayable as error:
            raise Invalid((Problem("", str(error)),)) from error
        with self._store.writing() as db:
            if place == "server" and len(rows.waiting(db, place)) >= MOST_QUEUED:
                raise Busy(Message("error.simulation.queue", {"most": MOST_QUEUED}))
            digests = [catalogues.keep(db, document.data) for document in documents]
            name = " – ".join(document.army.name for document in documents)
            row = SimulationRow(new_id(), of, name, digests, job.to_json(), games, precision, "queued", place)
            rows.insert(db, row)
            return get(db, row.id)

    def page(
        self, *, system: str = "", start: int | None = None, limit: int = 50, sort: str = LATEST
    ) -> Page[SimulationRow]:
        """Return simulations by their last change."""
        with self._store.reading() as db:
            found = rows.page(db, system=system, start=start, limit=limit + 1, oldest=sort == OLDEST)
        return page_of([_now(row) for row in found], limit, lambda row, _: row.changed)

    def latest_of(self, armies: Sequence[RosterDocument]) -> SimulationRow | None:
        """Return the simulation of two armies, whichever is A, that was changed last; None where there is none."""
        digests = [digest_of(document.data) for document in armies]
        with self._store.reading() as db:
            found = rows.latest_of(db, digests)
        return _now(found) if found else None

    def get(self, id: str) -> SimulationRow:
        """Return how a simulation stands; raises `NotFound`."""
        with self._store.reading() as db:
            return get(db, id)

    def follow(self, row: SimulationRow, watch: Watch, seconds: float) -> Iterator[SimulationRow | None]:
        """Yield how a simulation stands now and whenever that changes, None where nothing happened for a while.

        It ends when the simulation is over or gone, after so many seconds, or at once where nobody else may wait.
        """
        end, now = time.monotonic() + seconds, row
        yield now
        while now.state in WAITING and (left := end - time.monotonic()) > 0:
            had_place = watch.until(partial(self._is_other, now), min(left, FOLLOW_SECONDS))
            with self._store.reading() as db:
                stored = rows.get(db, row.id)
            if stored is None:
                return
            before, now = now, _now(stored)
            if (now.changed, now.state) != (before.changed, before.state):
                yield now
            elif not had_place:
                return
            else:
                yield None

    def _is_other(self, row: SimulationRow) -> bool:
        with self._store.reading() as db:
            now = rows.get(db, row.id)
        return now is None or (now.changed, now.state) != (row.changed, row.state)

    def read(self, id: str) -> SimulationAnswer:
        """Return a simulation with what its games say so far; raises `NotFound`."""
        with self._store.reading() as db:
            row = get(db, id)
            played = rows.blocks(db, id)
            armies = armies_of(db, row)
        ledger = ledger_of(row, played)
        found = ledger.so_far
        return SimulationAnswer(row, armies, answer(found.totals, armies, found.seconds))

    def go_on(
        self,
        id: str,
        *,
        games: int | None = None,
        precision: float | None = None,
        place: Literal["server", "command"] = "server",
    ) -> SimulationRow:
        """Let a simulation wait to be played on, up to another number of games or more exactly if that is said.

        One that was stopped keeps its precision unless another is given; with more games than it was done with, all are
        played.

        Raises:
            NotFound: there is none of that id.
            Invalid: there is no such number, or more games than that were played.
            Conflict: it is being played, or another version of Muster began it.
            Busy: too many wait for the server.
        """
        with self._store.writing() as db:
            row = get(db, id)
            wanted = row.games if games is None else games
            _refuse_numbers(wanted, precision, place)
            if wanted < row.played:
                raise Invalid((Problem("/games", Message("error.simulation.played", {"played": row.played})),))
            if row.state == "running":
                raise Conflict(Message("error.simulation.running", {"id": id}))
            if place == "server" and len(rows.waiting(db, place)) >= MOST_QUEUED:
                raise Busy(Message("error.simulation.queue", {"most": MOST_QUEUED}))
            if games is not None or precision is not None:
                if precision is None and row.state != "done":
                    precision = row.precision
                rows.set_wish(db, id, wanted, precision)
            stored = rows.get(db, id)
            if stored is not None:
                rows.set_state_if(db, stored, "queued", place=place)
            return get(db, id)

    def cancel(self, id: str) -> SimulationRow:
        """Stop a simulation; what was played of it stays. One that is over stays as it is. Raises `NotFound`."""
        with self._store.writing() as db:
            row = rows.get(db, id)
            if row is not None and row.state in WAITING:
                rows.set_state_if(db, row, "stopped")
            return get(db, id)

    def delete(self, id: str) -> None:
        """Delete a simulation with its games; raises `NotFound`."""
        with self._store.writing() as db:
            get(db, id)
            rows.delete(db, id)

    def game(self, id: str, number: int) -> OneGame:
        """Return a game of a simulation by its number, from 0 on; raises `NotFound`, also where it was not played."""
        with self._store.reading() as db:
            row = get(db, id)
            if not any(block.first <= number < block.first + block.games for block in rows.blocks(db, id)):
                raise NotFound(Message("error.simulation.no-game", {"number": number, "id": id}))
            armies = armies_of(db, row)
        job = job_from(row.job)
        return OneGame(seats(number, armies), seats(number, job.players), job.mission, seed_of(job, number), side_of(number))


def get(db: Database, id: str) -> SimulationRow:
    """Return a simulation as it stands; raises `NotFound`."""
    row = rows.get(db, id)
    if row is None:
        raise NotFound(Message("error.no-simulation", {"id": repr(id)}))
    return _now(row)


def armies_of(db: Database, row: SimulationRow) -> tuple[RosterDocument, RosterDocument]:
    """Return the two armies of a simulation."""
    first, second = (document_from(each) for each in kept.documents(db, row.armies))
    return first, second


def ledger_of(row: SimulationRow, blocks: Sequence[BlockRow]) -> Ledger:
    """Return what was played of a simulation."""
    ledger = Ledger(Wish(row.games, row.precision))
    for block in blocks:
        ledger.add(Block(block.first, block.games, totals_from(block.totals), block.seconds))
    return ledger


def job_in(row: SimulationRow) -> Job:
    """Return the job of a simulation."""
    return job_from(row.job)


def problem_text(problem: object) -> str:
    """Return a sentence as it is stored: its code and values, so that everybody reads it in their own language."""
    return json.dumps({"code": problem.code, "values": dict(problem.values)}) if isinstance(problem, Message) else ""


def _now(row: SimulationRow) -> SimulationRow:
    """Return a row as it truly stands: nobody plays it any more whose process is gone."""
    if row.problem:
        row = replace(row, problem=Message(**json.loads(row.problem)))
    if row.state != "running" or is_alive(row.holder):
        return row
    return replace(row, state="queued" if row.place == "server" else "stopped")


def _seed(seed: int | None) -> int:
    return secrets.randbelow(MOST_RANDOM_SEED) if seed is None else seed


def _refuse_numbers(games: int, precision: float | None, place: str) -> None:
    most = MOST_SERVED if place == "server" else MOST_GAMES
    if not 1 <= games <= most:
        raise Invalid((Problem("/games", Message("error.simulation.games", {"most": most})),))
    if precision is not None and not LEAST_PRECISION <= precision <= 50:
        raise Invalid((Problem("/precision", Message("error.simulation.precision", {"least": LEAST_PRECISION})),))


def _refuse_unknown(of: str, mission: str, players: Sequence[str], seed: int | None) -> None:
    problems = [] if len(players) == 2 else [Problem("/players", Message("error.two-players"))]
    for place, player in enumerate(players):
        if player not in BOTS:
            problems.append(Problem(f"/players/{place}", unknown(player, tuple(BOTS), "player")))
    missions = [each.id for each in system(of).missions]
    if mission not in missions:
        problems.append(Problem("/mission", unknown(mission, missions, "mission")))
    if seed is not None and not 0 <= seed <= MOST_SEED:
        problems.append(Problem("/seed", Message("error.number-whole", {"most": MOST_SEED})))
    if problems:
        raise Invalid(tuple(problems))
