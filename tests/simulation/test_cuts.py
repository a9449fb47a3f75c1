"""However a simulation is cut and wherever it is played, its totals are the same."""

from __future__ import annotations

import asyncio
import os
import signal
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resolver.engine.battle import Battle
from resolver.players import BOTS, play
from resolver.simulation.blocks import LOOK, Ledger, Wish, gaps
from resolver.simulation.job import battle_of, seats, seed_of, side_of
from resolver.simulation.play import Block, pack, play_block, play_game
from resolver.simulation.pools import Here, InProcess, PoolError, Processes, ask_scheduler
from resolver.simulation.run import Run
from resolver.simulation.totals import Totals, add, totals_from, totals_of_game
from tests.simulation.armies import armies, job, simulate

GAMES = 4


@pytest.fixture(scope="module")
def alone() -> Totals:
    """All games, each played alone."""
    return add(play_game(job(), armies(), game) for game in range(GAMES))


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("block", [1, 3, 50])
def test_blocks_of_any_size_come_to_the_same(alone: Totals, block: int):
    assert simulate(Wish(GAMES), block=block).so_far.totals.to_json() == alone.to_json()


@pytest.mark.slow
def test_a_pool_that_is_lost_once_comes_to_the_same(alone: Totals):
    class Once(Here):
        """Plays two blocks and is gone."""

        def __init__(self) -> None:
            self.played = 0

        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Any:
            self.played += 1
            if self.played > 2:
                raise BrokenProcessPool("gone")
            return super().submit(fn, *args, **kwargs)

    executors = [Once(), Here()]

    class Pool(InProcess):
        lost = (BrokenProcessPool,)

        def open(self) -> Executor:
            return executors.pop(0)

    assert simulate(Wish(GAMES), Pool(), block=1).so_far.totals.to_json() == alone.to_json()
    assert executors == []


def test_a_block_whose_worker_dies_is_played_again():
    class Dying(Here):
        """Takes two blocks; the first of them never comes back."""

        def __init__(self) -> None:
            self.taken = 0

        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Any:
            self.taken += 1
            return super().submit(fn if self.taken > 1 else die)

    def die() -> None:
        raise BrokenProcessPool("gone")

    executors = [Dying(), Here()]

    class Pool(InProcess):
        lost = (BrokenProcessPool,)

        def open(self) -> Executor:
            return executors.pop(0)

    played = simulate(Wish(2), Pool(), block=1)
    assert played.so_far.totals.games == 2
    assert executors == []


@pytest.mark.sample(0)
def test_two_processes_come_to_the_same_though_one_is_killed(alone: Totals):
    pool, kept = Processes(2), list[Block]()
    ledger = Ledger(Wish(GAMES))

    def keep(block: Block, whole: bool) -> None:
        kept.append(block)
        if len(kept) == 3:
            processes = pool._executor._processes  # type: ignore[union-attr]
            os.kill(next(iter(processes)), signal.SIGKILL)

    Run(job(), armies(), pool, ledger, keep, 1).play()
    pool.close()
    assert ledger.so_far.totals.to_json() == alone.to_json()


@pytest.mark.parametrize(("kind", "refusal"), [("Scheduler", ""), ("Worker", "Worker")])
def test_whoever_listens_is_asked_whether_it_is_a_scheduler(kind: str, refusal: str):
    core = pytest.importorskip("distributed.core")

    async def ask() -> str:
        async with type(kind, (core.Server,), {})({}) as server:
            await server.listen("tcp://127.0.0.1:0")
            try:
                await ask_scheduler(server.address, 5)
            except ValueError as error:
                return str(error)
            return ""

    assert asyncio.run(ask()) == refusal


@pytest.mark.slow
def test_a_cluster_comes_to_the_same(alone: Totals):
    distributed = pytest.importorskip("distributed")
    from resolver.simulation.pools import Cluster

    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, host="127.0.0.1", protocol="tcp://", dashboard_address=None
    ) as cluster:
        pool = Cluster(cluster.scheduler_address)
        assert simulate(Wish(GAMES), pool, block=2).so_far.totals.to_json() == alone.to_json()


@pytest.mark.slow
@pytest.mark.sample(0)
def test_a_cluster_comes_to_the_same_though_a_worker_is_killed(alone: Totals):
    distributed = pytest.importorskip("distributed")
    from resolver.simulation.pools import Cluster

    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        pool, kept = Cluster(cluster.scheduler_address), list[Block]()
        ledger = Ledger(Wish(GAMES))

        def keep(block: Block, whole: bool) -> None:
            kept.append(block)
            if len(kept) == 3:
                os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)

        Run(job(), armies(), pool, ledger, keep, 1).play()
        pool.close()
    assert ledger.so_far.totals.to_json() == alone.to_json()


def test_totals_read_back_are_the_same(alone: Totals):
    assert totals_from(alone.to_json()) == alone


@given(st.lists(st.sampled_from(["a", "b", "draw"]), min_size=1, max_size=40), st.data())
def test_totals_of_any_cut_in_any_order_add_up(results: list[str], data: st.DataObject):
    games = [totals_of_game(number, result, [(("fact", "x", result), 1)]) for number, result in enumerate(results)]
    cuts = sorted(data.draw(st.sets(st.integers(1, len(games)))) | {0, len(games)})
    blocks = [add(games[low:high]) for low, high in pairwise(cuts)]
    assert add(data.draw(st.permutations(blocks))).to_json() == add(games).to_json()


@pytest.mark.slow
def test_a_worker_is_sent_the_armies_once(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("resolver.simulation.play._ARMIES", type(__import__("collections").OrderedDict())())
    sent = list[bool]()

    class Watched(Here):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Any:
            sent.append(args[-1] is not None)
            return super().submit(fn, *args, **kwargs)

    class Pool(InProcess):
        def open(self) -> Executor:
            return Watched()

    simulate(Wish(3), Pool(), block=1)
    assert sent == [False, True, False, False]


def test_with_more_workers_blocks_are_longer():
    """Games of a second each: two seconds a block for a few workers, twenty for a thousand."""

    def largest(width: int, games: int) -> int:
        class Second(Here):
            def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Any:
                _, first, games, _ = args
                done = add(totals_of_game(number, "a", ()) for number in range(first, first + games))
                return super().submit(lambda: Block(first, games, done, float(games)))

        class Pool(InProcess):
            def open(self) -> Executor:
                return Second()

        pool, blocks = Pool(), list[Block]()
        pool.width = width
        ledger = Ledger(Wish(games))
        Run(job(), armies(), pool, ledger, lambda block, whole: blocks.append(block)).play()
        return max(block.games for block in blocks)

    assert largest(2, 100) == 2
    assert largest(1000, 2200) == 20


def test_a_pool_that_is_lost_again_and_again_is_given_up():
    class Broken(Here):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Any:
            raise BrokenProcessPool("gone")

    class Pool(InProcess):
        lost = (BrokenProcessPool,)

        def open(self) -> Executor:
            return Broken()

    with pytest.raises(PoolError, match="several times"):
        simulate(Wish(4), Pool())


def _block(first: int, games: int, result: str = "a") -> Block:
    return Block(first, games, add(totals_of_game(n, result, ()) for n in range(first, first + games)), 1.0)


def test_the_stopping_rule_looks_at_whole_stretches_in_order():
    late, early = Ledger(Wish(1000, 5)), Ledger(Wish(1000, 5))
    for first in (LOOK, 0, 2 * LOOK, 3 * LOOK):
        late.add(_block(first, LOOK))
    for first in range(0, 4 * LOOK, 10):
        early.add(_block(first, 10))
    assert late.is_done
    assert late.end == early.end == LOOK
    assert late.so_far.totals.to_json() == early.so_far.totals.to_json()


def test_what_is_missing_is_found():
    assert list(gaps([(10, 5), (0, 3)], 20)) == [(3, 7), (15, 5)]
    assert list(gaps([(0, 30)], 20)) == []


def test_sides_are_swapped_within_a_pair_of_one_seed():
    a, b = (battle_of(job(), armies(), game) for game in (4, 5))
    assert [d.army.name for d in a.armies.documents] == [d.army.name for d in b.armies.documents][::-1]
    assert a.game.seed == b.game.seed != battle_of(job(), armies(), 6).game.seed
    assert a.players == b.players[::-1] == ("greedy", "random")


@pytest.mark.slow
def test_a_game_is_the_battle_that_anybody_plays_with_its_seed(alone: Totals):
    number = 3
    battle = Battle.start(seats(number, armies()), seed=seed_of(job(), number), mission="only-war")
    first, second = (BOTS[name](seed_of(job(), number)) for name in seats(number, ("greedy", "random")))
    outcome = play(battle, (first, second))
    block = play_block(job(), number, 1, pack(armies()))
    assert isinstance(block, Block)
    won = "draw" if outcome.winner is None else "ab"[outcome.winner ^ side_of(number)]
    assert block.totals.games_ending(won) == 1
    assert block.totals.counts["sum", "points", "a"] == outcome.victory_points[side_of(number)]
