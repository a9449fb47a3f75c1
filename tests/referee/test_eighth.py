"""8th edition: the referee finds nothing in a battle, and speaks where the resolver is wrong."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from resolver.engine.game import Game
from tests.referee.battles import Documents, faults, watched
from tests.referee.test_faults import COMMON, changed, wrapped
from tests.soak.armies import armies


@cache
def documents() -> Documents:
    made = armies(7, "wh40k-8e")
    return next(made), next(made)


def named(seeds: range, *rules: str) -> bool:
    """Whether the referee names one of these rules in one of the battles."""
    return any(
        finding.rule in rules for seed in seeds for found in watched(documents(), "greedy", seed) for finding in found
    )


def test_nothing_is_wrong_with_a_battle() -> None:
    assert list(map(str, faults(documents(), "random", 1))) == []


def test_moves_an_inch_too_far(monkeypatch: pytest.MonkeyPatch) -> None:
    wrapped(monkeypatch, f"{COMMON}.moves.movement.limits", lambda found: {model: far + 1 for model, far in found.items()})
    assert named(range(1, 3), "8E-MOVE-05")


def test_hits_are_off_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    wrapped(monkeypatch, f"{COMMON}.attacks.attack_rules.hit_check", lambda check: replace(check, need=check.need - 1))
    assert named(range(1, 4), "8E-HIT-01")


def test_the_wrong_player_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    def change(game: Game, fields: dict[str, Any]) -> None:
        fields["winner"] = 1 - fields["winner"]

    changed(monkeypatch, "battle.ended", change)
    assert named(range(1, 2), "8E-VICTORY-01", "8E-VICTORY-02")


def test_the_favourite_is_the_underdog(monkeypatch: pytest.MonkeyPatch) -> None:
    def change(game: Game, fields: dict[str, Any]) -> None:
        fields["player"] = 1 - fields["player"]

    changed(monkeypatch, "underdog.named", change)
    assert named(range(1, 2), "8E-POWER-02")
