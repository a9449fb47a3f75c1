"""Two armies of very few models, which fight in a tenth of a second, and simulations of them."""

from __future__ import annotations

from functools import cache

from exports.document import RosterDocument
from resolver.simulation.blocks import Ledger, Wish
from resolver.simulation.job import Job, job_of
from resolver.simulation.play import Block
from resolver.simulation.pools import InProcess, Pool
from resolver.simulation.run import Run
from tests.field import roster, unit
from tests.recorded.armies import lord, riders, troops

MISSION = "only-war"


@cache
def armies(system: str = "wh40k-9e") -> tuple[RosterDocument, RosterDocument]:
    own = [lord(), unit("x", 2, *troops("x")["weapons"][:1])]
    foes = [lord("chief"), riders(models=2)]
    return roster(own, (), 4, system=system), roster(foes, (), 5, system=system)


def job(seed: int = 1, system: str = "wh40k-9e") -> Job:
    return job_of(armies(system), MISSION, ("greedy", "random"), seed)


def simulate(wish: Wish, pool: Pool | None = None, block: int = 0, seed: int = 1, keep: list[Block] | None = None) -> Ledger:
    ledger, kept = Ledger(wish), [] if keep is None else keep
    pool = pool or InProcess()
    Run(job(seed), armies(), pool, ledger, lambda played, whole: kept.append(played), block).play()
    pool.close()
    return ledger
