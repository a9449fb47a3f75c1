"""Heavy work is done by workers: the same answers, errors come back as they were, limits hold, lost workers are replaced."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from builder.services.armies import Source
from builder.services.assembly import Services
from builder.services.errors import Busy, Invalid, NotFound, Stale, TooLarge
from builder.settings import Settings
from builder.work.child import _failure
from builder.work.workers import Workers
from exports.sheet.setup import Setup
from tests.servers import STARTING


@pytest.fixture
def quick_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers are forked from this process. As a server starts them they take seconds to begin."""
    monkeypatch.setattr("multiprocessing.get_context", lambda method: STARTING)


@pytest.fixture
def serving(settings: Settings, quick_start: None) -> Iterator[Services]:
    """Services as a server has them, with one worker."""
    services = Services(replace(settings, workers=1), serving=True)
    _process(services)  # it is ready now
    yield services
    services.close()


@pytest.mark.slow
def test_a_worker_prints_plays_and_says_what_is_wrong_as_the_server_would(serving: Services, services: Services):
    source = Source(roster="sunward-patrol")
    printed = serving.sheets.render(source, Setup())
    assert printed == services.sheets.render(source, Setup())
    assert serving.sheets.read(printed).digest == services.documents.of("sunward-patrol").digest
    with pytest.raises(NotFound, match="nowhere"):
        serving.sheets.render(Source(roster="nowhere"), Setup())
    with pytest.raises(Invalid):
        serving.sheets.read(b"%PDF-")
    a, b = Source(roster="sunward-patrol"), Source(roster="gloam-patrol")
    row = serving.battles.start(a, b, seed=3, players=("human", "greedy"), seconds=1).row
    for _ in range(4):
        asked = serving.battles.question(row.id, _owner())
        row = serving.battles.choose(row.id, _owner(), asked.options[0], seconds=1)
    here = services.battles.get(row.id)
    assert (here.choices, here.digest) == (row.choices, row.digest)
    assert row.choices >= 4
    process = _process(serving)
    assert process != os.getpid()
    os.kill(process, 9)
    assert serving.sheets.render(source, Setup()) == printed
    assert _process(serving) != process


def _owner() -> object:
    from builder.services.seats import OWNER

    return OWNER


def _process(services: Services) -> int:
    assert services.work
    return services.work.submit(os.getpid).result(60)


class Nothing:
    """Services without any."""

    def close(self) -> None: ...

    @property
    def clock(self) -> Nothing:
        return self

    def wait(self, seconds: float) -> float:
        time.sleep(seconds)
        return seconds


def _is_new() -> bool:
    """Whether this is a process that has not got what the tests' own has read."""
    return "tests.conftest" not in sys.modules


@pytest.mark.slow
def test_a_worker_begins_anew():
    workers = Workers(Nothing, 1, most=2)
    assert not _is_new()
    assert workers.submit(_is_new).result(60)
    assert workers.call("clock", "wait", [0.0], {}, 60) == 0
    workers.shutdown()


@pytest.mark.slow
@pytest.mark.usefixtures("quick_start")
def test_who_asks_before_loops_are_compiled_is_asked_to_come_again(monkeypatch: pytest.MonkeyPatch):
    """What takes long then is nobody's fault, and shorter a minute later."""
    monkeypatch.setattr("builder.work.workers.lacks_loops", lambda: True)
    workers = Workers(Nothing, 1, most=2)
    with pytest.raises(Busy, match="compiled"):
        workers.call("clock", "wait", [60.0], {}, 0.2)
    workers.shutdown()


@pytest.mark.slow
@pytest.mark.usefixtures("quick_start")
def test_limits_of_time_and_number_hold():
    workers = Workers(Nothing, 1, most=2)
    assert workers.call("clock", "wait", [0.0], {}, 60) == 0
    with pytest.raises(TooLarge, match="longer than 1 seconds"):
        workers.call("clock", "wait", [60.0], {}, 0.6)
    with ThreadPoolExecutor(2) as threads:
        waiting = [threads.submit(workers.call, "clock", "wait", [0.6], {}, 60) for _ in range(2)]
        time.sleep(0.1)
        with pytest.raises(Busy):
            workers.call("clock", "wait", [0.0], {}, 60)
        assert [each.result() for each in waiting] == [0.6, 0.6]
    workers.shutdown()


@pytest.mark.parametrize("error", [Stale("roster", "x", 3), NotFound("no"), Invalid((), "words")])
def test_errors_survive_the_way_back(error: Exception):
    import pickle

    done, found = pickle.loads(_failure(error))
    assert not done
    assert (type(found), found.args, found.__dict__) == (type(error), error.args, error.__dict__)
