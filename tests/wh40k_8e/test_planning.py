"""What the planning program knows of the Primary Objectives: when they let players score, and how much."""

from __future__ import annotations

import pytest

from resolver.families.wh40k.valuation.planned import campaign, scoring
from tests.field import unit
from tests.wh40k_8e.field import Field

SLAY_AND_SECURE, RELIC, DOMINATION = 1, 2, 3


def battle(number: int, battle_round: int, turn: int = 0) -> Field:
    """A unit of player 0 holds one marker, whose Primary Objectives are these."""
    field = Field([unit("own", 5)], [unit("foe", 5)], "move-units", turn=turn, battle_round=battle_round)
    field.state.write("player_counters", (0, field.rules.names.player_counters["primary"]), number)
    field.state.write("markers", 0, (22, 14))
    field.row("a.own", 20, 14)
    field.row("b.foe", 15, 42)
    return field


@pytest.mark.rule("8E-PRIMARY-07")
@pytest.mark.parametrize(("battle_round", "turn", "left"), [(1, 0, 10), (1, 1, 9), (5, 0, 2), (5, 1, 1)])
def test_in_domination_both_score_at_the_end_of_every_turn(battle_round: int, turn: int, left: int) -> None:
    field = battle(DOMINATION, battle_round, turn)
    assert [scoring.scorings(field.game, player) for player in (0, 1)] == [left, left]


@pytest.mark.rule("8E-PRIMARY-03")
@pytest.mark.rule("8E-PRIMARY-06")
def test_what_is_scored_at_the_end_counts_the_more_the_nearer_that_is() -> None:
    early, late, relic = battle(SLAY_AND_SECURE, 1), battle(SLAY_AND_SECURE, 5), battle(RELIC, 5)
    assert scoring.scorings(early.game, 0) == 1
    assert scoring.value_at_risk(early.game, 0) < scoring.value_at_risk(late.game, 0) == 2.0
    assert scoring.value_at_risk(relic.game, 0) == 6.0
    assert scoring.lead(late.game, 0) > 0.0 > scoring.lead(late.game, 1)


@pytest.mark.rule("8E-PRIMARY-04")
def test_the_warlord_counts_where_points_are_had_for_it() -> None:
    assert scoring.leader(battle(SLAY_AND_SECURE, 2).game) > scoring.leader(battle(DOMINATION, 2).game)


@pytest.mark.rule("8E-PRIMARY-07")
def test_a_marker_that_is_lost_after_the_turn_has_brought_its_point() -> None:
    held = battle(DOMINATION, 2)
    held.row("b.foe", 15, 20)
    near = float(scoring.near(held.game, held.game.unit("a.own")).models[0])
    chance = scoring.hold_chance(held.game, 0, 0, near, 0.0)
    assert chance < 1.0
    assert campaign.enemy_has_turn_left(held.game, 0)
    assert scoring.worth(held.game, held.game, held.game.unit("a.own"), risk=0.0) == pytest.approx(
        scoring.value_at_risk(held.game, 0) * (1.0 + chance) / 2.0
    )
