"""A program that plans runs only where it goes on to move: what it expects of a run is what it may then do."""

from __future__ import annotations

from typing import Any

import pytest

from resolver.players.planning import Planner
from tests.aos_1e.field import Field, blade, bow, unit

rule = pytest.mark.rule


def meeting(gap: float, second: float, off: float, move: str, *, shots: str = "1", cuts: str = "1", own: str = "4") -> Field:
    """A unit with swords, archers so far ahead of it, and a fast enemy to the side."""
    archers = unit("y", 3, bow(Range='24"', Attacks=shots), Wounds="2")
    riders = unit("z", 3, blade(Attacks=cuts, Rend="-1"), Move='8"')
    field = Field([unit("x", 3, blade(Attacks=own), Wounds="2", Move=move)], [archers, riders], "move")
    field.row("a.x", 10.0, 20.0)
    field.row("b.y", 13.0 + gap, 20.0)
    field.row("b.z", 13.0 + second, 20.0 + off)
    field.go(*[3] * 30)
    field.choose("select", unit="a.x")
    return field


def plan(field: Field) -> dict[str, Any]:
    assert field.battle is not None
    choice = Planner().choose(field.battle.view(0), field.battle.options())
    field.battle.choose(choice)
    return dict(choice.data)


@rule("AOS-RUN-01", "AOS-RUN-02")
@pytest.mark.parametrize(
    "field",
    [
        lambda: meeting(18.0, 16.0, 10.0, '4"'),
        lambda: meeting(20.0, 16.0, 10.0, '4"', shots="3", own="2"),
        lambda: meeting(20.0, 24.0, 6.0, '4"', shots="3"),
    ],
)
def test_who_runs_moves_as_far_as_it_was_worth_running(field: Any) -> None:
    field = field()
    assert plan(field)["kind"] == "run"
    assert plan(field)["moves"]
    assert field.events("unit.moved")[0]["paths"]


@rule("AOS-RUN-03", "AOS-ENEMY-01")
@pytest.mark.parametrize("second", [20.0, 24.0])
@pytest.mark.parametrize("own", ["2", "4"])
def test_nobody_runs_to_where_only_a_charge_leads(second: float, own: str) -> None:
    """Twelve inches off a run would end 3 inches short of the enemy, without a charge: it is not as good as it looked."""
    field = meeting(12.0, second, 6.0, '6"', own=own)
    assert plan(field)["kind"] != "run"


@rule("AOS-RUN-02", "AOS-MOVE-03")
def test_nobody_runs_where_friends_are_in_the_way() -> None:
    """Shut in by its own army a unit does not roll for a run."""
    ring = unit("f", 8, blade())
    field = Field([unit("x", 1, blade(Attacks="4"), Move='4"'), ring], [unit("y", 3, bow(Range='30"'))], "move")
    field.put("a.x", (10.0, 20.0))
    around = [(dx, dy) for dx in (-1.2, 0.0, 1.2) for dy in (-1.2, 0.0, 1.2) if dx or dy]
    field.put("a.f", *((10.0 + dx, 20.0 + dy) for dx, dy in around))
    field.row("b.y", 34.0, 20.0)
    field.go(*[6] * 9)
    field.choose("select", unit="a.x")
    assert plan(field)["kind"] == "stationary"
