"""Odds of whole armies: several attackers on one unit, best targets, losses, and what is drawn agrees with what is exact."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from exports.document import Unit
from resolver.army_odds import TWO_SIDED, assault, losses, to_json, toll
from resolver.odds import NoAttack
from tests.attack.ninth import attack, odds
from tests.field import blade, gun, roster, unit

SYSTEM = "wh40k-9e"


def build_unit(id: str, *args, cost: float = 0, **given) -> Unit:
    return replace(roster([unit(id, *args, **given)]).army.units[0], id=id, name=id, costs={"power": cost})


def rifles(id: str, models: int = 5, reach: str = '24"') -> Unit:
    return build_unit(id, models, gun("Rifle", reach, "Rapid Fire 1"))


def test_two_attackers_on_one_model_are_the_sum_of_both():
    """Attacks of one damage on one model of many wounds do not touch each other, so the distributions fold."""
    titan = build_unit("titan", 1, T="4", W="30", Sv="4+")
    first, second = rifles("a", 5), build_unit("b", 3, gun("Gun", '24"', "Heavy 2"))
    folded = np.convolve(*([each for each in odds(unit, titan).damage if each] for unit in (first, second)))
    found = toll((0, 1), [attack(first, titan), attack(second, titan)])
    assert found.wounds == pytest.approx(float(np.arange(len(folded)) @ folded))
    assert (found.destroyed, found.error, found.all_wounds) == (0.0, 0.0, 30)


def test_together_they_destroy_what_none_of_them_does_alone():
    target = build_unit("target", 6, T="4", W="1", Sv="6+")
    alone = [toll((0,), [attack(rifles("a", 5), target)]), toll((1,), [attack(rifles("b", 5), target)])]
    both = toll((0, 1), [attack(rifles("a", 5), target), attack(rifles("b", 5), target)])
    assert [each.destroyed for each in alone] == [0.0, 0.0]
    assert both.destroyed > 0.001
    assert both.wounds < alone[0].wounds + alone[1].wounds, "what is dead dies no second time"
    assert both.attackers == (0, 1)


def test_what_is_drawn_agrees_with_what_is_exact_within_its_error():
    target = build_unit("target", 4, T="4", W="2", Sv="5+")
    attacks = [attack(rifles(name, 8), target) for name in "abc"]
    exact, drawn = toll((0, 1, 2), attacks), toll((0, 1, 2), attacks, most_work=0)
    assert exact.error == 0 < drawn.error < 0.01
    assert abs(exact.destroyed - drawn.destroyed) < 4 / TWO_SIDED * drawn.error
    assert drawn.wounds == pytest.approx(exact.wounds, rel=0.02)
    sure = toll((0,), [attack(rifles("a", 1), target)], most_work=0)
    assert sure.destroyed == 0 < sure.error, "what was never drawn may still happen"


def test_the_best_target_is_where_most_is_taken_by_cost():
    weak, dear = build_unit("weak", 10, T="3", W="1", Sv="6+", cost=1), build_unit("dear", 1, T="4", W="2", Sv="4+", cost=20)
    found = assault([rifles("a")], [weak, dear], system=SYSTEM)
    assert found.each[0][0].wounds > found.each[0][1].wounds
    assert found.best == (1,)
    assert assault([rifles("a")], [weak, replace(dear, costs={})], system=SYSTEM).best == (0,), "without costs by wounds"
    taken = losses(found.losses, [weak, dear], SYSTEM)
    assert found.losses[0] is None
    assert taken["cost"] == pytest.approx(20 * found.each[0][1].share)
    assert taken["units"] == found.each[0][1].destroyed
    assert found.together[0] == found.each[0][0]


def test_at_a_range_only_what_reaches_attacks():
    near, far, fists = rifles("near", reach='12"'), rifles("far", reach='30"'), build_unit("fists", 5, blade("Axe"))
    enemy = build_unit("enemy", 5)
    found = assault([near, far, fists], [enemy], range_inches=24, system=SYSTEM)
    assert [row[0] is not None for row in found.each] == [False, True, False]
    assert found.best == (None, 0, None)
    assert found.together[0].attackers == (1,)
    every = assault([near, far, fists], [enemy], system=SYSTEM)
    assert every.together[0].attackers == (0, 1, 2), "at no range each does what it can"
    nobody = assault([near], [enemy], range_inches=24, system=SYSTEM)
    with pytest.raises(NoAttack) as refused:
        attack(near, enemy, range_inches=24, fighting=False)
    assert nobody.reason == refused.value.args[0]
    assert nobody.together == (None,)


def test_as_plain_data_units_have_their_names():
    found = to_json(assault([rifles("a"), rifles("b")], [build_unit("enemy", 5)], system=SYSTEM), [rifles("a"), rifles("b")],
                    [build_unit("enemy", 5)], SYSTEM)  # fmt: skip
    assert found["targets"][0]["together"]["attackers"] == ["a", "b"]
    assert found["units"][1]["best"] == {"id": "enemy", "name": "enemy"}
    assert found["losses"]["cost"] is None
    assert found["losses"]["wounds"] == found["targets"][0]["loses"]["wounds"]
