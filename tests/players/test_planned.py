"""What the planning program goes by: what guns take at a distance, who scores again, who is in danger, who is ahead."""

from __future__ import annotations

from typing import Any

import pytest

from resolver.families.wh40k.valuation.planned import campaign, scoring, shooting, survival, threat
from resolver.families.wh40k.valuation.planned.candidate_position import CandidatePosition
from tests.field import Field, blade, gun, unit

Row = dict[str, Any]


def facing(own: Row, *foes: Row) -> Field:
    """One's own unit in the middle, enemies in rows beyond it."""
    field = Field([own], list(foes), "shooting")
    field.row(f"a.{own['id']}", 20, 10)
    for place, foe in enumerate(foes):
        field.row(f"b.{foe['id']}", 20, 20 + 10 * place)
    return field


def damage_from_afar(field: Field, away: float) -> float:
    return shooting.from_afar(field.game, field.game.unit("a.own"), field.game.unit("b.foe"), away)


def test_rapid_fire_takes_twice_as_much_nearby() -> None:
    field = facing(unit("own", 1, gun(type="Rapid Fire 1")), unit("foe", 10))
    assert damage_from_afar(field, 11.0) == pytest.approx(2 * damage_from_afar(field, 13.0))
    assert damage_from_afar(field, 25.0) == 0.0


def test_one_of_a_unit_throws_a_grenade() -> None:
    grenades = gun("Grenade", range='6"', type="Grenade 1")
    one, many = (facing(unit("own", number, grenades), unit("foe", 10)) for number in (1, 5))
    assert damage_from_afar(one, 5.0) > 0.0
    assert damage_from_afar(many, 5.0) == pytest.approx(damage_from_afar(one, 5.0))


def test_pistols_or_other_weapons_are_shot() -> None:
    pistol, rifle = gun("Pistol", range='12"', type="Pistol 1"), gun("Rifle", type="Assault 2")
    both, alone = (facing(unit("own", 3, *some), unit("foe", 20)) for some in ((pistol, rifle), (rifle,)))
    assert damage_from_afar(both, 10.0) == pytest.approx(damage_from_afar(alone, 10.0))


@pytest.mark.parametrize(
    ("battle_round", "turn", "own", "theirs"), [(1, 0, 4, 5), (1, 1, 4, 4), (5, 0, 0, 1), (5, 1, 0, 0), (0, 0, 5, 5)]
)
def test_who_scores_how_many_times_more(battle_round: int, turn: int, own: int, theirs: int) -> None:
    """The first player is 0: in its turn the other one has still to score in this battle round."""
    field = Field([unit("own")], [unit("foe")], "move-units", turn=turn, battle_round=battle_round)
    assert scoring.scorings(field.game, turn) == own
    assert scoring.scorings(field.game, 1 - turn) == theirs


def test_a_marker_with_many_enemies_near_is_hardly_kept() -> None:
    alone, beset = (Field([unit("own", 5)], [unit("foe", 15)], "move-units") for _ in range(2))
    for field, away in ((alone, 40.0), (beset, 22.0)):
        field.state.write("markers", 0, (22, 14))
        field.row("a.own", 20, 14)
        field.row("b.foe", 15, away)
    worth = [scoring.worth(field.game, field.game, field.game.unit("a.own")) for field in (alone, beset)]
    assert worth[0] == 1.0
    assert worth[1] < 0.9


def spot(field: Field, key: str) -> CandidatePosition:
    return CandidatePosition(field.game, field.game, field.game.unit(key), threat.NOTHING_TO_DO)


def test_a_unit_is_in_less_danger_beside_a_better_target() -> None:
    guns = unit("guns", 5, gun(range='48"', type="Heavy 2", S="5", AP="-1"))
    lone, pair = (
        Field([unit("own", 5), unit("soft", 5, Sv="7+")], [guns]),
        Field([unit("own", 5), unit("soft", 5, Sv="7+")], [guns]),
    )
    for field in (lone, pair):
        field.row("a.own", 20, 10)
        field.row("b.guns", 20, 30)
    pair.row("a.soft", 30, 10)
    dangers = [threat.to(spot(field, "a.own"), field.game) for field in (lone, pair)]
    assert 0.0 < dangers[1] < 0.5 * dangers[0]


def test_after_the_last_turn_nobody_is_in_danger() -> None:
    guns = unit("guns", 5, gun(range='48"'))
    for first, safe in ((1, True), (0, False)):
        field = Field([unit("own", 5)], [guns], "move-units", battle_round=5)
        field.state.first = first
        field.row("a.own", 20, 10)
        field.row("b.guns", 20, 30)
        assert (threat.to(spot(field, "a.own"), field.game) == 0.0) is safe
        assert campaign.enemy_has_turn_left(field.game, 0) is not safe


def test_the_last_unit_of_an_army_that_is_ahead_is_dear() -> None:
    field = Field([unit("own", 1), unit("mate", 1)], [unit("foe", 1)], "move-units", battle_round=4)
    field.put("a.own", (20, 10))
    field.put("b.foe", (20, 40))
    last = field.game.unit("a.mate")
    field.state.write("alive", field.state.models_of(last), False)
    field.score("victory-points", (0, 8))
    behind = survival.wipe_out_risk(field.game, field.game.unit("a.own"), 0.5)
    field.game.asked += 1
    field.score("victory-points", (8, 0))
    assert survival.wipe_out_risk(field.game, field.game.unit("a.own"), 0.5) > 10 * behind > 0.0


def test_a_unit_that_does_much_harm_is_worth_more() -> None:
    field = facing(unit("own", 5), unit("brutes", 5, blade(S="8", AP="-3", D="2"), A="4"), unit("idle", 5, WS="6+"))
    brutes, idle = (campaign.worth_of(field.game, field.game.unit(key)) for key in ("b.brutes", "b.idle"))
    assert brutes > 1.2 * idle
