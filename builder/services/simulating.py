"""Playing a stored simulation: one process at a time holds it, and every block is stored as soon as it was played."""

from __future__ import annotations

from collections.abc import Callable

from builder.services.errors import Conflict
from builder.services.holders import holder, is_alive
from builder.services.simulations import armies_of, get, job_in, ledger_of, problem_text
from builder.store import Store
from builder.store import simulations as rows
from builder.store.simulations import BlockRow, SimulationRow
from datasheets.words import Message
from resolver.engine.added_systems import blame
from resolver.simulation.blocks import Ledger
from resolver.simulation.job import versions_of
from resolver.simulation.play import Block, OtherVersion
from resolver.simulation.pools import Pool, PoolError
from resolver.simulation.run import Run

News = Callable[[SimulationRow, Ledger], None]


def play_stored(
    store: Store,
    id: str,
    pool: Pool,
    *,
    block: int = 0,
    tell: News = lambda row, ledger: None,
    is_stopped: Callable[[], bool] = lambda: False,
    wait: bool = False,
) -> SimulationRow:
    """Play a simulation that waits until it is done, somebody cancels it, or it is to stop; what was played stays.

    Args:
        store: the database.
        id: the simulation.
        pool: where its blocks are played.
        block: how many games a block has; 0: what takes a few seconds.
        tell: is told after every block.
        is_stopped: whether to leave the rest for later.
        wait: what is left for later waits for the next server, else it is stopped.

    Raises:
        NotFound: there is none of that id.
        Conflict: somebody else plays it, or another version of Muster began it.
        PoolError: it cannot be played there; it has failed.
    """
    row = _claim(store, id)
    if row.state != "running":
        return row
    with store.reading() as db:
        blocks, armies = rows.blocks(db, id), armies_of(db, row)
    ledger = ledger_of(row, blocks)

    def keep(block: Block, is_whole: bool) -> None:
        new = ledger.whole if is_whole else block
        with store.writing() as db:
            rows.add_block(db, id, BlockRow(new.first, new.games, new.totals.to_json(), new.seconds), row.holder)
        tell(row, ledger)

    def is_over() -> bool:
        with store.reading() as db:
            now = rows.get(db, id)
        return now is None or now.holder != row.holder or is_stopped()

    run = Run(job_in(row), armies, pool, ledger, keep, block)
    try:
        run.play([(each.first, each.games) for each in blocks], is_over)
    except (PoolError, OtherVersion) as error:
        problem = error if isinstance(error, PoolError) else PoolError(Message("error.simulation.other-version"))
        _leave(store, row, "failed", problem.args[0])
        raise problem from error
    except Exception as error:
        fault = Message("error.simulation.broken", {"error": type(error).__name__})
        _leave(store, row, "failed", blame(error) or fault)
        raise
    except BaseException:
        _leave(store, row, "stopped")
        raise
    return _leave(store, row, "done" if ledger.is_done else "queued" if wait else "stopped")


def waiting_ids(store: Store) -> list[str]:
    """Return the simulations that wait for a server and that nobody plays, the first first."""
    with store.reading() as db:
        return [row.id for row in rows.waiting(db, "server") if row.state == "queued" or not is_alive(row.holder)]


def _claim(store: Store, id: str) -> SimulationRow:
    """Take a simulation for this process; one that does not wait any more, as somebody has cancelled it, stays as it is."""
    with store.writing() as db:
        shown, row = get(db, id), rows.get(db, id)
        if row is None or shown.state == "running":
            raise Conflict(Message("error.simulation.running", {"id": id}))
        if shown.state != "queued":
            return shown
        other = job_in(row).versions != versions_of(row.system)
        state, problem = ("failed", Message("error.simulation.other-version")) if other else ("running", "")
        rows.set_state_if(db, row, state, holder="" if other else holder(), problem=problem_text(problem))
        claimed = get(db, id)
    if claimed.problem:
        raise Conflict(claimed.problem)
    return claimed


def _leave(store: Store, row: SimulationRow, state: str, problem: object = "") -> SimulationRow:
    """Let go of a simulation, if this process still holds it."""
    with store.writing() as db:
        now = rows.get(db, row.id)
        if now is not None and now.holder == row.holder and now.state == "running":
            left = rows.LEFT if state == "queued" else ""
            rows.set_state_if(db, now, state, holder=left, problem=problem_text(problem))
        return get(db, row.id)
