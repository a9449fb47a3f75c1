"""Odds of rate of fire, FK, FP against RW, armour, and the damage table: exact, and equal to an independent oracle."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import icepool
import numpy as np
import pytest

from bench.rosters import armies
from resolver.attack import exact, sample
from resolver.odds import NoAttack, attack, odds
from resolver.rulesets.grundregelwerk.mishaps import NAMES
from tests.field import roster
from tests.grundregelwerk.stage import SYSTEM, Stage, arms, blade, squad


def unit_odds(attacker: Any, target: Any, **terms: Any) -> Any:
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
    found = unit_odds(squad("u", 1, arms("Missile launcher", 48, 1, 7), FK="3+"), rhino)
    assert sum(found.damage[1:]) == pytest.approx(sum(oracle(1, 3, 6, 3, 1)[1:])) == pytest.approx(5 / 9)


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
    assert list(unit_odds(attacker, target).damage) == pytest.approx(wanted, abs=1e-9)


@pytest.mark.rule("GRW-MELEE-04", "GRW-SPECIAL-08")
def test_close_combat_is_exact_with_furious_charge() -> None:
    found = unit_odds(squad("u", 3, blade(rof=1, fp=1), rules=("Furious Charge",), A="2"), squad("x", 9), fighting=True)
    assert list(found.damage) == pytest.approx(oracle(12, 4, 6, 1, 9), abs=1e-9)


def test_range_counts() -> None:
    assert unit_odds(squad("u", 2, arms(reach=12)), squad("x", 3), range_inches=12.0).expected["damage"] > 0
    with pytest.raises(NoAttack):
        unit_odds(squad("u", 2, arms(reach=12)), squad("x", 3), range_inches=13.0)


ENDS = ("destroyed", "explodes")
ROWS = ("shaken", "stunned", "immobilised", "weapon-destroyed", *ENDS)


def wagon(lives: int = 3, weapons: int = 1, *rules: str, rw: str = "4+") -> Any:
    """A vehicle with so many Life points and weapons."""
    guns = [arms(f"Gun {number}", 36, 2, 1) for number in range(weapons)]
    return squad("x", 1, *guns, rules=rules, RW=rw, L=str(lives), Type="vehicle", mm=60)


def fates(lives: int, weapons: int, lost: int, had: tuple[str, ...] = ()) -> Counter[tuple[str, ...]]:
    """How a vehicle stands or ends that loses so many Life points in one go, each with its chance: the table by hand."""
    if not lost:
        return Counter({had: Fraction(1)})
    found: Counter[tuple[str, ...]] = Counter()
    for row in ROWS:
        useless = row in ("shaken", "weapon-destroyed") and weapons == 0
        if row in ENDS or row in had or useless:
            found[("explodes",) if row == "explodes" else ("destroyed",)] += Fraction(1, 6)
        elif lives == 1:
            found[("destroyed",)] += Fraction(1, 6)
        else:
            for fate, chance in fates(lives - 1, weapons - (row[0] == "w"), lost - 1, (*had, row)).items():
                found[fate] += chance / 6
    return found


def mix(lives: int, weapons: int, dice: int, chance: Fraction) -> dict[str, float]:
    """The chance of each row where each of so many dice takes a Life point with a chance."""
    total: Counter[str] = Counter(dict.fromkeys(ROWS, Fraction(0)))
    for lost in range(dice + 1):
        likely = comb(dice, lost) * chance**lost * (1 - chance) ** (dice - lost)
        for fate, part in fates(lives, weapons, min(lost, lives)).items():
            for row in fate:
                total[row] += likely * part
    return {row: float(value) for row, value in total.items()}


@pytest.mark.parametrize(
    ("attacker", "target", "wanted"),
    [
        (squad("u", 1, arms(fp=3)), wagon(3, 2), mix(3, 2, 1, Fraction(1, 2))),
        (squad("u", 4, arms(rof=2, fp=1), FK="3+"), wagon(3, 2), mix(3, 2, 8, Fraction(2, 3) * Fraction(2, 3))),
        (squad("u", 3, arms(fp=2)), wagon(6, 1), mix(6, 1, 3, Fraction(1, 2) * Fraction(5, 6))),
        (squad("u", 2, arms(fp=4)), wagon(2, 0), mix(2, 0, 2, Fraction(1, 2))),
        (squad("u", 2, arms(fp=6)), wagon(3, 1, "Light Armour"), mix(3, 1, 2, Fraction(1, 2))),
        (squad("u", 3, arms(fp=1)), wagon(3, 1, "Light Armour"), mix(3, 1, 0, Fraction(0))),
    ],
)
@pytest.mark.rule("GRW-VEHICLE-05", "GRW-VEHICLE-06", "GRW-VEHICLE-13", "GRW-VEHICLE-14", "GRW-Q-42")
def test_the_damage_table_is_exact(attacker: Any, target: Any, wanted: dict[str, float]) -> None:
    found = unit_odds(attacker, target)
    assert found.results == pytest.approx(wanted, abs=1e-12)
    assert found.kills[1] == pytest.approx(wanted["destroyed"] + wanted["explodes"], abs=1e-12)
    assert found.damage[-1] == pytest.approx(found.kills[1], abs=1e-12)


@pytest.mark.rule("GRW-Q-43")
def test_a_vehicle_that_is_lost_whole_rolls_on_no_table() -> None:
    found = unit_odds(squad("u", 1, arms(fp=5)), wagon(3, 2))
    assert found.results == pytest.approx({name: 0.5 * (name == "destroyed") for name in NAMES})


def test_a_cannon_destroys_a_wagon_once_in_six() -> None:
    """By hand: each of two shots hits and is saved on 4+; one roll destroys by 5 and 6, a second by what showed, too."""
    own, foes = (document.army.units for document in armies(SYSTEM, "hosts"))
    wagon = next(unit for unit in own if unit.name == "Toll Wagon")
    strider = next(unit for unit in foes if unit.name == "Root Strider")
    found = odds(strider, wagon, "Sap cannon", system=SYSTEM)
    assert found.kills[-1] == pytest.approx(1 / 6)
    assert found.results == pytest.approx(mix(3, 2, 2, Fraction(1, 4)))


def test_several_vehicles_end_one_after_the_other() -> None:
    """Four rolls on two vehicles without weapons and with one Life point: two are lost, a sixth of them explode."""
    two = squad("x", 2, RW="6+", L="1", Type="vehicle", mm=60)
    found = unit_odds(squad("u", 12, arms(rof=9), FK="2+"), two)
    assert found.results == pytest.approx(dict.fromkeys(NAMES, 0.0) | {"destroyed": 10 / 6, "explodes": 2 / 6}, abs=1e-6)
    assert unit_odds(squad("u", 1, arms()), squad("x", 5, L="1", Type="vehicle")).results == {}


@pytest.mark.parametrize("target", [wagon(3, 2), wagon(3, 1), squad("x", 2, arms(), L="2", Type="vehicle", mm=60)])
def test_sampled_odds_of_vehicles_are_the_exact_ones(target: Any) -> None:
    units = [roster([row], system=SYSTEM).army.units[0] for row in (squad("u", 5, arms(rof=1, fp=1)), target)]
    found, number = attack(*units, system=SYSTEM), 1 << 16
    chances = exact.places(found.rules, found.volleys, found.target)
    counts = sample.places(found.rules, found.volleys, found.target, number, seed=4)
    assert counts.sum() == number
    error = np.sqrt(number * chances * (1 - chances))
    assert np.all(np.abs(counts - number * chances) <= 4.5 * error + 1.0)


@pytest.mark.parametrize(("lives", "weapons", "lost"), [(3, 1, 2), (3, 2, 2), (2, 2, 2), (2, 0, 1)])
@pytest.mark.rule("GRW-VEHICLE-05", "GRW-VEHICLE-06", "GRW-VEHICLE-13", "GRW-VEHICLE-14", "GRW-Q-42")
def test_battles_roll_the_table_that_odds_know(lives: int, weapons: int, lost: int) -> None:
    """Every row of dice that a battle may roll for so many Life points, counted."""
    counts: Counter[tuple[str, ...]] = Counter()
    for faces in product(range(1, 7), repeat=lost):
        counts[battle_fate(wagon(lives, weapons), faces)] += Fraction(1, 6**lost)
    assert counts == merge(fates(lives, weapons, lost))


def merge(found: Counter[tuple[str, ...]]) -> Counter[tuple[str, ...]]:
    total: Counter[tuple[str, ...]] = Counter()
    for fate, chance in found.items():
        total[tuple(sorted(fate))] += chance
    return total


class Table:
    """Dice that hit, save nothing, and show these faces on the damage table."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.faces = list(faces)

    def roll(self, address: Any, sides: int = 6) -> int:
        return self.faces.pop(0) if address.label == "vehicle-damage" else {"hit": 6}.get(address.label, 1)


def battle_fate(target: Any, faces: tuple[int, ...]) -> tuple[str, ...]:
    """How a vehicle stands or has ended in a battle in which so many shots take a Life point and the table shows these."""
    field = Stage([squad("u", len(faces), arms(fp=4))], [target])
    field.put("a.u", *[(20, 20 + 1.1 * place) for place in range(len(faces))])
    (model,) = field.put("b.x", (36, 22))
    field.act("a.u")
    field.go(source=Table(faces))
    field.take("shoot")
    field.shoot()
    while field.battle and field.battle.decision and field.asked in ("loss", "weapon"):
        field.choose(**field.options()[0])
    if not field.state.alive[model]:
        return ("explodes",) if field.events("vehicle.exploded") else ("destroyed",)
    rolled = {event["result"] for event in field.events("vehicle.damaged")}
    assert {name for name in ROWS[:3] if field.game.model_marked(model, name)} == rolled - {"weapon-destroyed"}
    assert bool(field.events("weapon.destroyed")) == ("weapon-destroyed" in rolled)
    return tuple(sorted(rolled))


def two_ways(name: str = "Mortar") -> Any:
    """A gun with two profiles."""
    rows = [arms(name, 24, 4, 0), arms(name, 12, 1, 6)]
    (far,), (near,) = (row["profiles"] for row in rows)
    return {**rows[0], "profiles": [{**far, "name": "Shrapnel"}, {**near, "name": "Shell"}]}


@pytest.mark.parametrize(
    ("attacker", "target", "terms", "used"),
    [
        (squad("u", 2, arms("Rifle", 24, 3, 0), arms("Lance", 24, 1, 6)), squad("x", 9), {}, {"Rifle": 2}),
        (squad("u", 2, arms("Rifle", 24, 3, 0), arms("Lance", 24, 1, 6)), squad("x", 1, RW="3+", L="4"), {}, {"Lance": 2}),
        (squad("u", 2, arms("Rifle", 24, 3, 0), arms("Lance", 12, 1, 6)), squad("x", 9), {"weapon": "lance"}, {"Lance": 2}),
        (squad("u", 1, two_ways(), arms("Gun"), Type="vehicle"), squad("x", 9), {}, {"Mortar (Shrapnel)": 1, "Gun": 1}),
        (squad("u", 1, two_ways(), Type="vehicle"), squad("x", 9), {"weapon": "Mortar (Shell)"}, {"Mortar (Shell)": 1}),
        (squad("u", 1, two_ways(), Type="vehicle"), squad("x", 9), {"range_inches": 13.0}, {"Mortar (Shrapnel)": 1}),
        (squad("u", 3, blade("Sword", rof=2), blade("Axe", fp=6)), squad("x", 1, L="4"), {"fighting": True}, {"Axe": 3}),
        (squad("u", 3, A="2"), squad("x", 2), {}, {"": 3}),
    ],
)
@pytest.mark.rule("GRW-ACTSHOOT-01", "GRW-Q-38")
def test_each_model_uses_what_does_most_a_vehicle_all(attacker: Any, target: Any, terms: Any, used: dict[str, int]) -> None:
    found = unit_odds(attacker, target, **terms)
    assert {row["weapon"]: row["weapons"] for row in found.weapons} == used
    assert found.expected["damage"] > 0


@pytest.mark.parametrize(("own", "terms"), [({"A": "0"}, {}), ({"NK": "-"}, {}), ({}, {"weapon": "Bow"})])
def test_who_has_nothing_to_attack_with_is_refused(own: dict[str, str], terms: dict[str, str]) -> None:
    if own.get("NK"):
        assert unit_odds(squad("u", 1, **own), squad("x", 1)).expected["damage"] == 0
    else:
        with pytest.raises(NoAttack):
            unit_odds(squad("u", 1, **own), squad("x", 1), **terms)


@pytest.mark.rule("GRW-TERRAIN-02", "GRW-TERRAIN-03", "GRW-COVERACT-01", "GRW-Q-50", "GRW-Q-51", "GRW-Q-65", "GRW-MELEE-07")
@pytest.mark.parametrize(
    ("cover", "fighting", "need", "save"),
    [
        ((), False, 3, 5),
        (("soft-cover",), False, 3, 4),
        (("hard-cover",), False, 4, 4),
        (("soft-cover", "hard-cover"), False, 4, 4),
        (("take-cover",), False, 3, 4),
        (("hard-cover", "take-cover"), False, 4, 3),
        (("hard-cover",), True, 3, 5),
        (("hard-cover", "take-cover"), True, 3, 4),
    ],
)
def test_cover(cover: tuple[str, ...], fighting: bool, need: int, save: int) -> None:
    attacker = squad("u", 5, arms(fp=1), blade(fp=1), FK="3+", NK="3+")
    found = unit_odds(attacker, squad("x", 6), cover=cover, fighting=fighting)
    assert found.damage == pytest.approx(oracle(5, need, save, 1, 6), abs=1e-6)


def test_cover_that_there_is_not() -> None:
    with pytest.raises(NoAttack, match="trench"):
        unit_odds(squad("u", 1, arms()), squad("x", 1), cover=("trench",))
