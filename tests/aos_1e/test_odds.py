"""Odds of hit, wound, rend, cover, Mystic Shield and damage that carries over: exact, equal to an oracle, and sampled."""

from __future__ import annotations

from typing import Any

import icepool
import numpy as np
import pytest

from resolver.attack import exact, sample
from resolver.odds import NoAttack, NoCover, odds
from resolver.rulesets.aos_1e import reader, weapons
from resolver.shared.attacks.pools import Shots
from resolver.shared.effects.sources import sources
from resolver.shared.rules import shared_rules
from tests.aos_1e.field import Field, blade, bow, feature, roster, unit, wizard

SAMPLES = 20_000
rule = pytest.mark.rule


def unit_odds(attacker: Any, target: Any, **terms: Any) -> Any:
    units = [roster([row]).army.units[0] for row in (attacker, target)]
    return odds(units[0], units[1], system="aos-1e", **terms)


def oracle(dice: int, hit: int, wound: int, save: int, life: int, damage: Any = 1) -> list[float]:
    """The distribution of wounds that a unit of so many wounds loses: damage goes on from model to model.

    `save` is what the die must show after all modifiers; 7 is no save, 1 always saves (AOS-Q-22: no natural 1 fails).
    """
    each = (icepool.d6 >= hit).map(lambda yes: (icepool.d6 >= wound) if yes else False)
    each = each.map(lambda yes: (icepool.d6 < save) if yes else False).map(lambda yes: damage if yes else 0)
    lost = (dice @ each).map(lambda number: min(number, life))
    return [float(lost.probability(number)) for number in range(life + 1)]


@rule("AOS-MAKE-01", "AOS-MAKE-02", "AOS-MAKE-03", "AOS-MAKE-04", "AOS-MAKE-05", "AOS-MAKE-06", "AOS-DAMAGE-02", "AOS-Q-20")
@pytest.mark.parametrize(
    ("weapon", "models", "target", "wanted"),
    [
        (bow(Hit="3+", Wound="4+"), 5, unit("y", 6, blade()), oracle(5, 3, 4, 5, 6)),
        (bow(Hit="2+", Wound="5+", Attacks="2"), 3, unit("y", 10, blade(), Save="-"), oracle(6, 2, 5, 7, 10)),
        (bow(Hit="3+", Wound="3+", Rend="-1"), 4, unit("y", 6, blade(), Save="4+"), oracle(4, 3, 3, 5, 6)),
        (bow(Rend="-3"), 4, unit("y", 6, blade(), Save="4+"), oracle(4, 4, 4, 7, 6)),
        (bow(Damage="3"), 3, unit("y", 4, blade(), Wounds="2"), oracle(3, 4, 4, 5, 8, damage=3)),
        (bow(Damage="D3"), 3, unit("y", 4, blade(), Wounds="2"), oracle(3, 4, 4, 5, 8, damage=icepool.d3)),
        (bow(Damage="D6"), 2, unit("y", 9, blade(), Wounds="1"), oracle(2, 4, 4, 5, 9, damage=icepool.d6)),
    ],
)
def test_shooting_is_exact(weapon: Any, models: int, target: Any, wanted: list[float]) -> None:
    found = unit_odds(unit("x", models, weapon), target)
    assert list(found.damage) == pytest.approx(wanted, abs=1e-9)


@rule("AOS-DAMAGE-02", "AOS-Q-20")
def test_models_fall_by_the_damage_that_carries_over() -> None:
    """2 models of 2 wounds each: 3 wounds slay one, 4 both."""
    found = unit_odds(unit("x", 3, bow(Damage="3")), unit("y", 2, blade(), Wounds="2"))
    lost = oracle(3, 4, 4, 5, 4, damage=3)
    assert list(found.kills) == pytest.approx([lost[0] + lost[1], lost[2] + lost[3], lost[4]], abs=1e-9)


def position(shields: int, covered_by: bool, rend: str, save: str) -> Field:
    """Six archers shoot three models, in a wood or not, protected by so many Mystic Shields."""
    terrain = [feature("wood", 20.0, 15.0, 34.0, 25.0)] if covered_by else []
    friends = [wizard(f"w{n}") for n in range(shields)]
    foes = [unit("y", 3, blade(), Save=save, Wounds="2"), *friends]
    field = Field([unit("x", 6, bow(Rend=rend, Damage="D3"))], foes, "shoot", terrain=terrain)
    field.row("a.x", 3.0, 20.0)
    field.put("b.y", (22.0, 20.0), (23.5, 20.0), (25.0, 20.0))
    bits = sum(1 << s.lasting for s in sources(field.game).every if s.name == "Mystic Shield" and s.lasting is not None)
    field.count("b.y", "lasting-own", bits)
    return field


@rule("AOS-COVER-01", "AOS-SHIELD-03", "AOS-Q-22", "AOS-Q-23")
@pytest.mark.parametrize(
    ("shields", "wood", "rend", "save", "need"),
    [
        (0, False, "-", "5+", 5),
        (0, True, "-", "5+", 4),
        (1, False, "-", "5+", 4),
        (1, True, "-1", "5+", 4),
        (2, True, "-", "4+", 1),
    ],
)
def test_cover_and_shields_are_exact_and_sampled(shields: int, wood: bool, rend: str, save: str, need: int) -> None:
    game = position(shields, wood, rend, save).game
    row = next(iter(weapons.find_carried(game, 0, ranged=True))).row
    shots = Shots(game.unit("a.x"), game.unit("b.y"), tuple(range(6)), row, True)
    volleys, target = reader.volleys(game, [shots]), reader.target(game, game.unit("b.y"))
    wanted = oracle(6, 4, 4, need, 6, damage=icepool.d3)
    found = exact.damage(shared_rules(game).attacks, volleys, target)
    assert list(found) == pytest.approx(wanted, abs=1e-9)
    counts = sample.wounds(shared_rules(game).attacks, volleys, target, SAMPLES, seed=5)
    drawn = np.asarray(counts) / SAMPLES
    assert list(drawn) == pytest.approx(wanted, abs=0.02)


@rule("AOS-COVER-01", "AOS-SHIELD-03", "AOS-Q-23")
@pytest.mark.parametrize(
    ("cover", "need"), [((), 6), (("cover",), 5), (("mystic-shield",), 5), (("cover", "mystic-shield"), 4)]
)
def test_whoever_asks_for_odds_says_what_protects_the_target(cover: tuple[str, ...], need: int) -> None:
    attacker, target = unit("x", 4, bow(Rend="-1")), unit("y", 3, blade(), Save="5+", Wounds="2")
    assert list(unit_odds(attacker, target, cover=cover).damage) == pytest.approx(oracle(4, 4, 4, need, 6), abs=1e-9)
    with pytest.raises(NoCover, match="cover, mystic-shield"):
        unit_odds(attacker, target, cover=["soft-cover"])


@rule("AOS-SHOOT-03")
def test_range_counts() -> None:
    archers, target = unit("x", 2, bow(Range='12"')), unit("y", 3, blade())
    assert unit_odds(archers, target, range_inches=12.0).expected["damage"] > 0
    with pytest.raises(NoAttack):
        unit_odds(archers, target, range_inches=12.1)
