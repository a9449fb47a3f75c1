"""Odds of rate of fire, FK, FP against RW, armour: exact, and equal to an independent oracle."""

from __future__ import annotations

from typing import Any

import icepool
import pytest

from resolver.odds import NoAttack, odds
from tests.field import roster
from tests.grundregelwerk.stage import SYSTEM, arms, blade, squad


def asked(attacker: Any, target: Any, **terms: Any) -> Any:
    units = [roster([row], system=SYSTEM).army.units[0] for row in (attacker, target)]
    return odds(units[0], units[1], system=SYSTEM, **terms)


def oracle(dice: int, need: int, save: int, life: int, models: int, loss: int = 1, again: bool = False) -> list[float]:
    """The distribution of Life points lost: each die hits on `need`, is saved on `save`, and takes `loss` of a model."""
    hit = icepool.d6 >= need if need <= 6 else icepool.Die([False])
    if again:
        hit = hit.map(lambda passed: True if passed else icepool.d6 >= need)
    harm = hit.map(lambda passed: (icepool.d6 < save if save <= 6 else True) if passed else False)
    unsaved = dice @ harm.map(lambda passed: int(passed))
    lost = unsaved.map(lambda number: min(number * loss, life * models))
    return [float(lost.probability(number)) for number in range(life * models + 1)]


@pytest.mark.rule("GRW-VEHICLE-02", "GRW-VEHICLE-04", "GRW-RANGED-06")
@pytest.mark.example("GRW-EX-01")
def test_the_rhino_saves_on_six() -> None:
    rhino = squad("x", 1, rules=("Medium Armour",), RW="3+", L="3", Type="vehicle")
    found = asked(squad("u", 1, arms("Missile launcher", 48, 1, 7), FK="3+"), rhino)
    assert list(found.damage) == pytest.approx(oracle(1, 3, 6, 3, 1))


@pytest.mark.parametrize(
    ("attacker", "target", "wanted"),
    [
        (squad("u", 5, arms(rof=2, fp=1), FK="3+"), squad("x", 6), oracle(10, 3, 5, 1, 6)),
        (squad("u", 3, arms(fp=4), FK="2+"), squad("x", 4, RW="3+", L="3"), oracle(3, 2, 7, 3, 4, loss=3)),
        (squad("u", 3, arms(fp=4)), squad("x", 1, RW="3+", L="3", rules=("Eternal Warrior",)), oracle(3, 4, 7, 3, 1)),
        (squad("u", 4, arms(), rules=("Preacher",)), squad("x", 5), oracle(4, 4, 4, 1, 5, again=True)),
        (squad("u", 4, arms(fp=1)), squad("x", 1, RW="3+", L="3", rules=("Light Armour",), Type="vehicle"), [1.0, 0, 0, 0]),
        (
            squad("u", 2, arms(text="Twin-linked: the RoF of the weapon is doubled.")),
            squad("x", 5, RW="2+"),
            oracle(4, 4, 2, 1, 5),
        ),
    ],
)
@pytest.mark.rule(
    "GRW-RANGED-04", "GRW-RANGED-05", "GRW-RANGED-06", "GRW-RANGED-07", "GRW-RANGED-08", "GRW-SPECIAL-07", "GRW-SPECIAL-09"
)
def test_shooting_is_exact(attacker: Any, target: Any, wanted: list[float]) -> None:
    assert list(asked(attacker, target).damage) == pytest.approx(wanted, abs=1e-9)


@pytest.mark.rule("GRW-MELEE-04", "GRW-SPECIAL-08")
def test_close_combat_is_exact_with_furious_charge() -> None:
    found = asked(squad("u", 3, blade(rof=1, fp=1), rules=("Furious Charge",), A="2"), squad("x", 9), fighting=True)
    assert list(found.damage) == pytest.approx(oracle(12, 4, 6, 1, 9), abs=1e-9)


def test_range_counts() -> None:
    assert asked(squad("u", 2, arms(reach=12)), squad("x", 3), range_inches=12.0).expected["damage"] > 0
    with pytest.raises(NoAttack):
        asked(squad("u", 2, arms(reach=12)), squad("x", 3), range_inches=13.0)
