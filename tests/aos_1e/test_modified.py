"""Rolls and characteristics that abilities change, and flight: run and charge rolls, Bravery around a model, who flies."""

from __future__ import annotations

from typing import Any

import pytest

from resolver.engine.prose import LogWriter
from resolver.rulesets.aos_1e import battleshock
from tests.aos_1e.field import Field, blade, feature, unit
from tests.field import Row, ability, moves

rule = pytest.mark.rule


def to_roll(roll: str, by: int, **to: Any) -> Row:
    """An ability that adds to a roll of its own unit, or of whom it reaches."""
    operation = "add" if by > 0 else "subtract"
    effect = {"kind": "modify-roll", "roll": roll, "operation": operation, "value": str(abs(by))}
    return ability("Horn", effect | {"to": to or {"scope": "unit"}}, aura="range" in to)


def reasons(field: Field, kind: str) -> list[str]:
    return [row["by"] for row in field.event(kind).get("modifiers", ())]


@rule("AOS-RUN-02")
@pytest.mark.parametrize(("by", "farther"), [(1, 5), (-1, 3)])
def test_what_changes_a_run_roll_changes_how_far_every_model_may_move(by: int, farther: int) -> None:
    """A 4 and a Move of 5 inches."""
    field = Field([unit("x", 1, blade(), abilities=[to_roll("advance", by)])], [unit("y", 1, blade())], "move")
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (60.0, 20.0))
    field.go(4)
    field.choose("select", unit="a.x")
    field.choose("move", kind="run", moves=[])
    assert (field.event("run.rolled")["dice"], field.event("run.rolled")["distance"]) == ([4], farther)
    assert reasons(field, "run.rolled") == [f"{by:+}"]
    assert "Horn" in LogWriter(field.game.armies, field.rules).sentence(field.event("run.rolled"))
    assert field.refusal("run", moves=moves((0, 15.0 + farther, 20.0))) is None
    beyond = field.refusal("run", moves=moves((0, 15.1 + farther, 20.0)))
    assert beyond is not None
    assert beyond.rule == "AOS-RUN-02"


@rule("AOS-CHARGE-04", "AOS-CHARGE-06")
@pytest.mark.parametrize(
    ("by", "near", "possible"), [(0, True, False), (1, True, True), (-1, True, False), (2, False, False), (2, True, True)]
)
def test_what_changes_a_charge_roll_makes_a_charge_possible_or_not(by: int, near: bool, possible: bool) -> None:
    """A 7 is an inch short of an enemy 8.5 inches away; a horn of another unit is heard within 12 inches."""
    horns = [to_roll("charge", by, scope="friendly-units", range=12)] if by else []
    others = [unit("h", 1, blade(), abilities=horns)]
    field = Field([unit("x", 1, blade()), *others], [unit("y", 1, blade())], "charge")
    field.put("a.x", (10.0, 20.0))
    field.put("a.h", (10.0, 33.0 if near else 33.1))
    field.put("b.y", (19.5, 20.0))
    field.go(3, 4)
    field.choose("select", unit="a.x")
    if not possible:
        assert field.event("charge.failed")["unit"] == "a.x"
        return
    assert field.event("charge.rolled")["distance"] == 7 + by
    assert reasons(field, "charge.rolled") == [f"{by:+}"]
    assert field.refusal("charge-move", moves=moves((0, 18.0, 20.0))) is None
    beyond = field.refusal("charge-move", moves=moves((0, 18.0, 20.0 + 3.0)))
    assert beyond is not None
    field.choose("charge-move", moves=moves((0, 18.0, 20.0)))
    assert field.game.has_mark(0, "charged")


@rule("AOS-BSHOCK-03", "AOS-BSHOCK-04", "AOS-SCENTAB-06")
@pytest.mark.parametrize(
    ("side", "by", "gap", "value"), [("a", 2, 6.0, 8), ("a", 2, 6.1, 6), ("b", -1, 6.0, 5), ("b", -1, 6.1, 6)]
)
def test_bravery_around_a_model(side: str, by: int, gap: float, value: int) -> None:
    """Friends within 6 inches are braver, enemies less brave; on top of what scenery does, and two auras add up."""
    operation = "add" if by > 0 else "subtract"
    effect = {"kind": "modify-characteristic", "characteristic": "Bravery", "operation": operation, "value": str(abs(by))}
    scope = "friendly-units" if side == "a" else "enemy-units"
    aura = ability("Banner", effect | {"to": {"scope": scope, "range": 6}}, aura=True)
    bearers = {key: [unit(f"{key}{n}", 1, blade(), abilities=[aura] if key == side else []) for n in "12"] for key in "ab"}
    field = Field([unit("x", 6, blade()), *bearers["a"]], [unit("y", 1, blade()), *bearers["b"]], "battleshock")
    field.row("a.x", 10.0, 20.0)
    field.put("b.y", (60.0, 40.0))
    for key in "ab":
        for number, y in (("1", 21.0 + gap), ("2", 40.0)):
            field.put(f"{key}.{key}{number}", (10.0 if key == side else 60.0, y))
    found, said = battleshock.bravery(field.game, 0)
    assert found == value
    assert len(said.get("modifiers", ())) == (found != 6)
    field.put(f"{side}.{side}2", (10.0, 19.0 - 6.0))
    assert battleshock.bravery(field.game, 0)[0] == value + by
    field.state.board = type(field.state.board)(72.0, 48.0, (feature("wood", 5.0, 19.0, 9.0, 21.0, "inspiring"),))
    assert battleshock.bravery(field.game, 0)[0] == value + by + 1


FLIGHT = {"keywords": ("FLY",), "Move": '12"'}


@rule("AOS-FLY-01", "AOS-CHARGE-05", "AOS-MOVE-03")
@pytest.mark.parametrize(("keywords", "reaches"), [((), False), (("FLY",), True)])
def test_who_flies_charges_over_models_and_walls(keywords: Any, reaches: bool) -> None:
    """Enemies stand shoulder to shoulder behind a wall 6 inches high; the one behind them is 8 inches away."""
    wall = feature("wall", 12.0, 5.0, 12.5, 35.0, height=6.0)
    foes = [unit("y", 1, blade()), unit("z", 9, blade())]
    field = Field([unit("x", 1, blade(), keywords=keywords)], foes, "charge", terrain=[wall])
    field.put("a.x", (10.0, 20.0))
    field.put("b.z", *((14.0, 15.5 + n) for n in range(9)))
    field.put("b.y", (19.0, 20.0))
    field.go(4, 4)
    field.choose("select", unit="a.x")
    refusal = field.refusal("charge-move", moves=moves((0, 17.6, 20.0)))
    assert (refusal is None) is reaches
    if not reaches:
        assert field.options("charge-move") == [{"moves": None}]
        return
    on_top = field.refusal("charge-move", moves=moves((0, 14.0, 20.3)))
    assert on_top is not None
    assert on_top.rule == "AOS-MOVE-03"


@rule("AOS-FLY-01", "AOS-FLY-02", "AOS-RUN-02", "AOS-ENEMY-04")
@pytest.mark.parametrize(("gap", "kind"), [(4.0, "run"), (2.0, "run-retreat")])
def test_who_flies_runs_and_retreats_across_the_enemy_and_ends_beyond(gap: float, kind: str) -> None:
    field = Field([unit("x", 1, blade(), **FLIGHT)], [unit("y", 1, blade())], "move")
    field.put("a.x", (20.0, 20.0))
    field.put("b.y", (21.0 + gap, 20.0))
    field.go(3)
    field.choose("select", unit="a.x")
    field.choose("move", kind=kind, moves=[])
    assert field.event("run.rolled")["distance"] == 3
    assert field.refusal("run", moves=moves((0, 25.1 + gap, 20.0))) is None
    near = field.refusal("run", moves=moves((0, 24.0 + gap, 20.0)))
    assert near is not None
    assert near.rule in ("AOS-FLY-02", "AOS-ENEMY-04")
    assert field.refusal("run", moves=moves((0, 35.1, 20.0))) is not None


@rule("AOS-CHARGE-05", "AOS-CHARGE-06")
@pytest.mark.parametrize(("dice", "found"), [((6, 6), True), ((2, 3), False)])
def test_a_charge_goes_round_a_friend_to_within_half_an_inch(dice: tuple[int, int], found: bool) -> None:
    """A big friend stands in the straight way: a long charge is offered all the same, a short one there is none."""
    base = {"shape": "round", "mm": [101.6]}
    field = Field([unit("x", 1, blade()), unit("f", 1, blade(), base=base)], [unit("y", 1, blade())], "charge")
    field.put("a.x", (10.0, 20.0))
    field.put("a.f", (12.8, 20.0))
    field.put("b.y", (15.5, 20.0))
    field.go(*dice)
    field.choose("select", unit="a.x")
    offers = field.options("charge-move")
    assert (len(offers) > 1) is found
    for offer in offers[:-1]:
        x, y, _ = offer["moves"][0]["path"][-1]
        assert ((x - 15.5) ** 2 + (y - 20.0) ** 2) ** 0.5 <= 1.5 + 1e-6
