"""Simulations of several people: nobody waits for all games of another."""

from __future__ import annotations

import time

import pytest

from builder.services.armies import Source
from builder.work import runner
from resolver.simulation import run
from tests.people import Club
from tests.simulation.armies import armies


@pytest.mark.slow
def test_who_waits_for_two_games_does_not_wait_for_ten_thousand(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "TURN_SECONDS", 0.2)
    monkeypatch.setattr(run, "BLOCK_SECONDS", 0.1)
    monkeypatch.setattr(type(club.services.runner), "wake", lambda self, store=None: None)
    for name, role in (("Ada", "owner"), ("Bo", "")):
        club.person(name, role)
    ada, bo = (club.services.spaces.open(club.accounts.people.get(name).space) for name in ("Ada", "Bo"))
    a, b = (Source(document=document) for document in armies())
    long = ada.simulations.start(a, b, games=10_000, players=("random", "random"))
    short = bo.simulations.start(a, b, games=2, players=("random", "random"))
    own = runner.Runner(ada.store, None, lambda: None)
    own._stores[bo.store.path] = bo.store
    own.start()
    for _ in range(1200):
        if bo.simulations.get(short.id).state == "done":
            break
        time.sleep(0.05)
    own.stop()
    assert bo.simulations.get(short.id).state == "done"
    assert ada.simulations.get(long.id).state == "queued", "it goes on when it is its turn again"
