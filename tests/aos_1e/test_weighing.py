"""What programs that play make of a position, by figures worked by hand: who acts, whom they name, where they stand."""

from __future__ import annotations

from typing import Any

import pytest

from resolver.rulesets.aos_1e.valuation import forces, goals, losses, standing, strikes, weights
from resolver.shared import valuation
from tests.aos_1e.field import BOLT, SHIELD, Field, blade, bow, feature, question, unit, wizard
from tests.field import ability, moves

GREEDY, PLANNED = weights.GREEDY, weights.PLANNED


def pair(gap: float = 6.0, mine: Any = None, theirs: Any = None, step: str = "charge", **given: Any) -> Field:
    """Two units in rows that face each other, so far apart."""
    field = Field([mine or unit("x", 3, blade())], [theirs or unit("y", 3, blade())], step, **given)
    field.row("a.x", 10.0, 20.0)
    field.row("b.y", 10.0, 21.0 + gap)
    return field


def worths(field: Field, kind: str, options: list[Any], player: int = 0, subject: str = "", **data: Any) -> list[float]:
    worth = field.rules.decisions[kind].worth
    assert worth is not None
    return list(worth(field.game, question(kind, subject, player, **data), options))


def average_wounds(number: int, damage: float = 1.0) -> float:
    """The wounds that so many swords or bows (4+, 4+, save 5+) inflict on average."""
    return number * damage / 2 / 2 * 4 / 6


def test_the_wounds_expected_are_those_of_hit_wound_and_save() -> None:
    field = pair(mine=unit("x", 3, blade(), bow(Attacks="2")), theirs=unit("y", 3, blade(Damage="2"), Wounds="2"))
    game = field.game
    assert forces.expected_wounds(game, 0, 1, ranged=False) == pytest.approx(average_wounds(3))
    assert forces.expected_wounds(game, 0, 1, ranged=True) == pytest.approx(average_wounds(6))
    assert forces.expected_wounds(game, 1, 0, ranged=False) == pytest.approx(average_wounds(3, 2.0))
    assert forces.expected_wounds(game, 1, 0, ranged=True) == 0.0
    assert forces.longest(game, 0, 1) == 20.0
    assert forces.longest(game, 1, 0) == 0.0
    assert forces.wounds_left(game, 1) == 6
    near = {0: 20.0, 1: 20.1}
    assert forces.shot_at(game, 0, 1, near) == pytest.approx(average_wounds(2))


@pytest.mark.parametrize(
    ("when", "helped"),
    [
        ("shooting", True),
        ("fighting", False),
        ({"name": "phase", "phase": "shooting"}, True),
        ({"name": "phase", "phase": "combat"}, False),
    ],
)
def test_help_for_shooting_or_for_combat_alone_counts_there_alone(when: Any, helped: bool) -> None:
    """To hit on a 3 instead of a 4."""
    aim = {"kind": "modify-roll", "roll": "hit", "operation": "add", "value": "1", "when": [when], "to": {"scope": "unit"}}
    game = pair(mine=unit("x", 3, blade(), bow(), abilities=[ability("Aim", aim)])).game
    for ranged in (True, False):
        wanted = average_wounds(3) * (4 / 3 if ranged is helped else 1)
        assert forces.expected_wounds(game, 0, 1, ranged=ranged) == pytest.approx(wanted)


def test_of_the_rows_of_one_weapon_the_best_counts_and_slain_models_do_nothing() -> None:
    field = pair(mine=unit("x", 3, blade(), blade("Axe", Attacks="3")))
    game = field.game
    assert forces.expected_wounds(game, 0, 1, ranged=False) == pytest.approx(average_wounds(12))
    field.state.write("alive", 2, False)
    field.state.write("on_table", 2, False)
    assert forces.expected_wounds(game, 0, 1, ranged=False) == pytest.approx(average_wounds(8))
    assert [len(kind.models) for kind in forces.kinds(game, 0)] == [2]


def test_a_unit_moves_as_its_slowest_model_and_a_random_move_counts_seven() -> None:
    rows = [(1, ["Sword"], {"Move": '9"'}), (1, ["Sword"], {"Move": '4"'})]
    assert forces.stride(pair(mine=unit("x", rows, blade())).game, 0) == 4.0
    assert forces.stride(pair(mine=unit("x", 1, blade(), Move="-")).game, 0) == 0.0
    assert forces.stride(pair(mine=unit("x", 1, blade(), Move='2D6"')).game, 0) == 7.0


def test_what_is_left_of_a_unit_and_what_wounds_take_of_it() -> None:
    """60 % by wounds, 25 % by models, 15 % while any is left; the last wounds take the more."""
    field = pair(theirs=unit("y", 4, blade(), Wounds="2"))
    game = field.game
    whole = forces.worth(game, 1)
    assert forces.worth_left(game, 1, GREEDY) == pytest.approx(whole)
    assert forces.loss(game, 1, 4.0, GREEDY) == pytest.approx(whole * 0.5 * 0.925)
    assert forces.loss(game, 1, 80.0, GREEDY) == pytest.approx(whole)
    field.state.write("alive", 4, False)
    field.state.write("on_table", 4, False)
    field.wound(3, 1)
    assert forces.worth_left(game, 1, GREEDY) == pytest.approx(whole * (0.6 * 5 / 8 + 0.25 * 3 / 4 + 0.15))
    field.mark("b.y", "sought")
    assert forces.worth_left(game, 1, GREEDY) == pytest.approx(3 * whole * (0.6 * 5 / 8 + 0.25 * 3 / 4 + 0.15))
    field.state.write("alive", [3, 5, 6], False)
    field.state.write("on_table", [3, 5, 6], False)
    assert forces.worth_left(game, 1, GREEDY) == 0.0


def test_who_plans_holds_the_general_dearer() -> None:
    field = pair()
    before = forces.worth_left(field.game, 1, PLANNED)
    field.model_mark(3, "general")
    assert forces.worth_left(field.game, 1, PLANNED) == pytest.approx(1.15 * before)
    assert forces.worth_left(field.game, 0, PLANNED) == pytest.approx(before)


@pytest.mark.rule("AOS-CHARGE-03", "AOS-CHARGE-05")
@pytest.mark.parametrize(
    ("gap", "of_36"),
    [(0.0, 36), (3.0, 36), (3.1, 35), (3.5, 35), (3.6, 33), (7.5, 21), (7.6, 15), (11.5, 3), (12.0, 1), (12.1, 0)],
)
def test_the_chance_of_a_charge(gap: float, of_36: int) -> None:
    """2D6 must make the gap less half an inch."""
    assert standing.charge_chance(gap) == pytest.approx(of_36 / 36)


@pytest.mark.parametrize(("need", "of_36"), [(0, 36), (2, 36), (3, 35), (7, 21), (8, 15), (12, 1), (13, 0)])
def test_the_chance_of_two_dice(need: int, of_36: int) -> None:
    assert valuation.at_least(need) == pytest.approx(of_36 / 36)


@pytest.mark.parametrize(("first", "number", "turns"), [(-1, 1, 1.0), (0, 0, 1.0), (0, 1, 1.5), (1, 1, 0.5)])
def test_how_many_turns_the_enemy_has_before_ones_own(first: int, number: int, turns: float) -> None:
    field = pair(battle_round=number)
    field.state.first = first
    assert standing.exposure(field.game, 0) == turns


def test_the_general_is_who_usually_leads_and_of_those_who_lives_longest() -> None:
    field = Field(
        [unit("x", 1, blade(), Wounds="9"), *(unit(f"h{n}", 1, blade(), Wounds=n, keywords=("HERO",)) for n in "35")],
        [unit("y", 1, blade())],
        "generals",
    )
    values = worths(field, "general", [{"model": model} for model in (0, 1, 2)])
    assert values == [9.0, 13.0, 15.0]


def test_whom_the_enemy_has_to_slay_and_which_objective_is_easiest() -> None:
    field = pair(theirs=unit("y", 2, blade(), Wounds="4"))
    rows = [{"objective": each} for each in (None, "endure", "seize-ground", "assassinate", "blunt")]
    found = worths(field, "sudden-death", rows)
    assert found == sorted(found)
    assert len(set(found)) == 5
    assert worths(field, "sought-unit", [{"unit": "a.x"}, {"unit": "b.y"}]) == [3.0, 8.0]


@pytest.mark.parametrize(("gap", "number", "turn"), [(20.0, 0, "first"), (20.1, 0, "second"), (20.1, 1, "first")])
def test_who_takes_the_first_turn(gap: float, number: int, turn: str) -> None:
    field = pair(gap, battle_round=number)
    found = worths(field, "choose-turn", [{"turn": "first"}, {"turn": "second"}])
    assert found == ([1.0, 0.0] if turn == "first" else [0.0, 1.0])


@pytest.mark.parametrize(
    ("roll", "dice", "again"),
    [
        ("charge", [3, 3], True),
        ("charge", [3, 4], False),
        ("charge", [6, 2], False),
        ("morale", [4], True),
        ("morale", [3], False),
        ("morale", [3, 4], False),
    ],
)
def test_what_is_rolled_again(roll: str, dice: list[int], again: bool) -> None:
    found = worths(pair(), "re-roll", [{"again": True}, {"again": False}], roll=roll, dice=dice)
    assert found == [float(again), float(not again)]


@pytest.mark.parametrize(("gap", "use"), [(3.0, True), (3.1, False)])
def test_inspired_is_for_a_unit_that_fights(gap: float, use: bool) -> None:
    found = worths(pair(gap), "inspired", [{"use": True}, {"use": False}], subject="a.x")
    assert found == [float(use), float(not use)]


@pytest.mark.parametrize(
    ("roll", "dice", "needed", "sets"),
    [
        ("charge", [2, 3], 6, True),
        ("charge", [2, 4], 6, False),
        ("psychic", [1, 1], 5, True),
        ("deny", [1, 1], 5, True),
        ("charge", [1, 1], None, False),
        ("hit", [1], 4, False),
        ("deadly", [1], None, True),
    ],
)
def test_a_die_is_set_where_it_matters(roll: str, dice: list[int], needed: Any, sets: bool) -> None:
    rows = [{"die": None, "face": None}, {"die": 0, "face": 2}, {"die": 0, "face": 6}]
    found = worths(pair(), "blessed", rows, roll=roll, dice=dice, needed=needed)
    assert found == ([0.5, 2 / 6, 1.0] if sets else [0.5, 0.0, 0.0])


def test_who_is_set_up_moves_shoots_and_tests_first() -> None:
    field = Field(
        [unit("near", 1, blade(), bow()), unit("far", 2, blade(), bow()), unit("big", 1, blade(), base=ROUND)],
        [unit("y", 3, blade())],
        "move",
    )
    field.put("a.near", (10.0, 20.0))
    field.put("a.far", (10.0, 8.0), (11.5, 8.0))
    field.put("a.big", (30.0, 8.0))
    field.row("b.y", 10.0, 26.0)
    rows = [{"unit": "a.near"}, {"unit": "a.far"}, {"unit": None}]
    game = field.game
    near, far, nobody = worths(field, "select", rows, to="move")
    assert (near, nobody) == (pytest.approx(1.0 + 1.0 / 6.0), 0.0)
    assert far == pytest.approx(1.0 + 1.0 / 18.0)
    near, far, nobody = worths(field, "select", rows, to="shoot")
    shot = forces.worth(game, 3) * average_wounds(1) / 3 * (0.85 + 0.15 * average_wounds(1) / 3)
    assert (near, nobody) == (pytest.approx(1.0 + shot), 0.0)
    assert far > near
    big, small = worths(field, "select", [{"unit": "a.big"}, {"unit": "a.far"}], to="deploy")
    assert big == pytest.approx(1000.0 + 100.0 * 2.0 - forces.worth(game, 2))
    assert small == pytest.approx(1000.0 + 100.0 * 0.5 - forces.worth(game, 1))
    near, far = worths(field, "select", rows[:2], to="test")
    assert near == pytest.approx(1.0 + forces.worth(game, 0))
    assert far == pytest.approx(1.0 + forces.worth(game, 1))


ROUND = {"shape": "round", "mm": [101.6]}


def loss(field: Field, unit: int, wounds: float, table: Any = GREEDY) -> float:
    """What so many wounds take of a whole unit."""
    share = min(wounds / forces.wounds_left(field.game, unit), 1.0)
    return float(forces.worth_left(field.game, unit, table) * share * (0.85 + 0.15 * share))


def test_a_fight_is_worth_what_it_takes_less_the_answer_of_what_is_left() -> None:
    field = pair(0.5, theirs=unit("y", 6, blade(Damage="2")), step="fight")
    given = average_wounds(3) * 0.75
    back = average_wounds(6, 2.0) * 0.75 * (1 - given / 6)
    for table, answer in ((GREEDY, 0.1), (PLANNED, 0.9)):
        wanted = loss(field, 1, given, table) - answer * loss(field, 0, back, table)
        assert standing.combat(field.game, 0, 1, table) == pytest.approx(wanted)


def test_who_fights_first_is_who_takes_most_and_who_fears_most() -> None:
    field = pair(0.5, theirs=unit("y", 6, blade(Damage="2")), step="fight")
    (value,) = worths(field, "select", [{"unit": "a.x"}], to="fight")
    assert value == pytest.approx(1.0 + loss(field, 1, average_wounds(3)) + loss(field, 0, average_wounds(6, 2.0)))
    lonely = pair(5.0, step="fight")
    assert worths(lonely, "select", [{"unit": "a.x"}], to="fight") == [1.0]


def test_who_plans_fights_first_to_be_spared_and_while_it_is_whole() -> None:
    field = pair(0.5, theirs=unit("y", 6, blade()), step="fight")
    best = loss(field, 1, average_wounds(3), PLANNED)
    spared = average_wounds(3) / 6 * loss(field, 0, average_wounds(6), PLANNED)
    feared = average_wounds(6) * 0.75 / 3
    plan = field.rules.decisions["select"].plan
    assert plan is not None
    decision, options = question("select", to="fight"), [{"unit": "a.x"}, {"unit": None}]
    assert plan.worth(field.game, decision, options, {}) == [pytest.approx(1.0 + spared + feared * best + 0.1 * best), 0.0]
    field.mark("b.y", "acted")
    assert plan.worth(field.game, decision, options, {})[0] == pytest.approx(1.0 + 0.1 * best)


def test_the_best_charge_counts_by_its_chance_and_none_from_afar() -> None:
    field = pair(6.0)
    (value,) = worths(field, "select", [{"unit": "a.x"}], to="charge")
    assert value == pytest.approx(26 / 36 * standing.combat(field.game, 0, 1, GREEDY))
    assert worths(pair(12.1), "select", [{"unit": "a.x"}], to="charge") == [-1.0]


def test_what_the_enemy_may_do_to_a_unit_where_it_stands() -> None:
    """It comes 5 inches nearer, then charges or shoots; of two, each counts; one that was charged has less left."""
    field = pair(9.5, theirs=unit("y", 3, blade()))
    game = field.game
    hurt = 33 / 36 * average_wounds(3) * 0.75  # it charges from 4.5 inches
    assert standing.threat(game, 0, {1: 9.5}, GREEDY) == pytest.approx(loss(field, 0, hurt))
    left = 1 - average_wounds(3) * 0.75 / 3
    charged = average_wounds(3) * 0.75 * left
    assert standing.threat(game, 0, {1: 0.0}, GREEDY, 1) == pytest.approx(loss(field, 0, charged))
    archers = pair(24.0, theirs=unit("y", 3, bow(), blade("Knife", Attacks="0")))
    assert standing.threat(archers.game, 0, {1: 25.0}, GREEDY) == pytest.approx(loss(archers, 0, average_wounds(3)))
    assert standing.threat(archers.game, 0, {1: 25.1}, GREEDY) == 0.0
    assert standing.threat(archers.game, 0, {1: 3.0}, GREEDY, 1) == 0.0


def test_friends_share_the_danger_for_who_plans() -> None:
    field = Field([unit("x", 3, blade()), unit("z", 3, blade())], [unit("y", 3, blade())], "move")
    field.row("a.x", 10.0, 20.0)
    field.row("a.z", 16.0, 20.0)
    field.row("b.y", 10.0, 27.0)
    game, hurt = field.game, 35 / 36 * average_wounds(3) * 0.75
    assert standing.find_reachable(game, 2) == {0, 1}
    assert standing.threat(game, 0, {2: 6.0}, PLANNED) == pytest.approx(loss(field, 0, hurt / 1.5, PLANNED))
    field.row("a.z", 16.0, 12.0)
    assert standing.find_reachable(game, 2) == {0}
    assert standing.gaps_at(game, 0, 2) == {2: 0.0}


def test_a_place_is_worth_what_can_be_done_from_it_now_and_later() -> None:
    field = pair(30.0, mine=unit("x", 3, blade(), bow(Attacks="2")), step="move")
    place = standing.place_of(field.game, 0, [], GREEDY)
    shot = loss(field, 1, average_wounds(6))
    assert place.gaps == {1: pytest.approx(30.0)}
    assert place.shooting_value(1) == 0.0
    assert place.later(1) == pytest.approx(shot * 0.6 ** (1 + 10 / 5) + 1 / 80)
    assert place.danger() == 0.0
    assert place.value(standing.Stance()) == pytest.approx(place.later(1))
    assert place.value(standing.Stance(), 1) == pytest.approx(place.later(1))
    planned = standing.place_of(field.game, 0, [], PLANNED)
    assert planned.value(standing.Stance(), 1) == pytest.approx(1.3 * planned.later(1))
    ahead = standing.place_of(field.game, 0, moves((0, 10.0, 31.0), (1, 11.5, 30.9)), GREEDY)
    assert ahead.shooting_value(1) == pytest.approx(
        loss(field, 1, average_wounds(4)) if ahead.near[1][1] <= 20.0 else loss(field, 1, average_wounds(2))
    )
    quiet, loud = ahead.value(standing.Stance(False, False)), ahead.value(standing.Stance())
    assert loud - quiet == pytest.approx(ahead.shooting_value(1))


def test_a_place_from_which_a_charge_is_possible() -> None:
    """What the charge takes by its chance, less the danger for who fails; a unit that may not charge counts none."""
    field = pair(8.5, theirs=unit("y", 2, blade()), step="move")
    place = standing.place_of(field.game, 0, [], GREEDY)
    stay = -0.05 * place.danger()
    assert place.danger() > 0.0
    fights = 15 / 36 * (0.9 * standing.combat(field.game, 0, 1, GREEDY) + stay) + 21 / 36 * stay
    assert place.value(standing.Stance()) == pytest.approx(fights + place.later(1))
    assert place.value(standing.Stance(True, False)) == pytest.approx(stay + place.later(1))
    planned = standing.place_of(field.game, 0, [], PLANNED)
    fear = 0.8 * 1.5
    after = -fear * standing.threat(field.game, 0, {1: 0.0}, PLANNED, 1)
    stay = -fear * planned.danger()
    fights = 15 / 36 * (0.9 * standing.combat(field.game, 0, 1, PLANNED) + after) + 21 / 36 * stay
    assert planned.value(standing.Stance()) == pytest.approx(max(fights, stay) + planned.later(1))


def test_cover_spares_a_tenth_of_the_danger_where_all_stand_in_one_feature() -> None:
    woods = [feature("wood", 8.0, 18.0, 14.0, 22.0)]
    for terrain, sheltered in ((woods, True), ([feature("wood", 8.0, 18.0, 11.0, 22.0)], False), ([], False)):
        place = standing.place_of(pair(9.0, terrain=terrain).game, 0, [], PLANNED)
        assert place.shelter() == (pytest.approx(place.danger()) if sheltered else 0.0)
        assert place.danger() > 0.0


@pytest.mark.rule("AOS-SUDTAB-05")
@pytest.mark.parametrize(
    ("objective", "number", "y", "worth"),
    [(4, 4, 26.5, 2.0), (4, 4, 16.5, 20.0 / 33.0), (4, 5, 26.5, 0.0), (3, 4, 26.5, 0.0)],
)
def test_who_has_to_seize_a_feature_goes_near_it_in_time(objective: int, number: int, y: float, worth: float) -> None:
    stones = [feature("wood", 60.0, 1.0, 62.0, 3.0), feature("wood", 5.0, 30.0, 20.0, 34.0)]
    field = Field([unit("x", 1, blade())], [unit("y", 1, blade())], "move", battle_round=number, terrain=stones)
    field.put("a.x", (10.0, y))
    field.put("b.y", (60.0, 40.0))
    field.player(0, objective=objective, feature=2)
    assert standing.place_of(field.game, 0, [], GREEDY).seizing_value() == pytest.approx(worth)


def test_the_goals_of_a_plan_are_worth_less_the_later_they_are_reached() -> None:
    field = Field([unit("x", 3, blade(), bow(Attacks="2"))], [unit("y", 3, blade()), unit("z", 3, blade())], "move")
    field.row("a.x", 10.0, 20.0)
    field.row("b.y", 10.0, 27.0)
    field.row("b.z", 10.0, 39.0)
    found = goals.prospects(field.game, 0)
    shot = loss(field, 1, average_wounds(6), PLANNED)
    assert found.units == [0]
    assert found.worth == [[0.0, pytest.approx(shot), pytest.approx(shot * 0.8**2)]]
    assert tuple(found.shares) == (1.0, 0.8, 0.5)


def test_who_is_lost_first() -> None:
    """Few wounds, poor weapons, far from the enemy; the general last."""
    rows = [(2, ["Sword"]), (1, ["Axe"])]
    own = unit("x", rows, blade(), blade("Axe", Attacks="2", Damage="D3", Rend="-1"), Wounds="3")
    field = Field([own], [unit("y", 1, blade())], "battleshock")
    field.put("a.x", (10.0, 20.0), (12.0, 20.0), (14.0, 20.0))
    field.put("b.y", (25.0, 20.0))
    field.wound(1, 2)
    field.model_mark(2, "general")
    found = losses.lose(field.game, question("flee"), [{"model": model} for model in (0, 1, 2)])
    assert found == pytest.approx([-(3 + 1 - 0.14), -(2 + 1 - 0.12), -(3 + 2 * 2 * 2 + 1000 - 0.10)])


def hero(**given: Any) -> Field:
    """A wizard, a wounded friend, an enemy 10 inches away."""
    own = [wizard("w", powers=[BOLT, SHIELD]), unit("x", 3, blade(), Wounds="3", **given)]
    field = Field(own, [unit("y", 4, blade(), Wounds="2")], "hero")
    field.put("a.w", (10.0, 20.0))
    field.row("a.x", 20.0, 20.0)
    field.row("b.y", 10.0, 31.0)
    return field


def test_what_spells_are_worth() -> None:
    """Their chance times what they do to the best target; nothing where they reach nobody."""
    field = hero()
    rows = [{"do": "cast", "unit": "a.w", "model": 0, "power": power} for power in ("arcane-bolt", "mystic-shield")]
    bolt, shield, enough = worths(field, "act", [{"action": 0}, {"action": 1}, {"action": None}], actions=rows)
    assert bolt == pytest.approx(30 / 36 * loss(field, 2, 2.0))
    best = max(forces.worth_left(field.game, each, GREEDY) for each in (0, 1))
    assert shield == pytest.approx(26 / 36 * 0.12 * best)
    assert 0.0 < enough < min(bolt, shield)
    field.row("b.y", 10.0, 45.0)
    bolt, shield = worths(field, "act", [{"action": 0}, {"action": 1}], actions=rows)
    assert bolt == 0.0
    assert shield == pytest.approx(26 / 36 * 0.12 * 0.3 * best)


def test_what_abilities_are_worth() -> None:
    """Healing what is missing, harm on friends as a loss, help to a unit."""
    at: dict[str, Any] = {"on": "phase-start", "when": [{"name": "phase", "phase": "hero"}, "own-turn"]}
    heal = ability("Heal", {"kind": "regain-wounds", "number": "D3", **at, "to": {"scope": "unit"}})
    burn = {"kind": "mortal-wounds", "number": "D6", "needs": "4+", **at, "to": {"scope": "enemy-units", "range": 24}}
    field = hero(abilities=[heal, ability("Burn", burn)])
    rows = [{"do": "ability", "unit": "a.x", "ability": name} for name in ("Heal", "Burn")]
    both = [{"action": 0}, {"action": 1}]
    healed, burned = worths(field, "act", both, actions=rows)
    assert healed == 0.0
    assert burned == pytest.approx(0.5 * loss(field, 2, 3.5))
    field.wound(1, 2)
    healed, _ = worths(field, "act", both, actions=rows)
    assert healed == pytest.approx(loss(field, 1, 1.0))
    field.wound(2, 1)
    healed, _ = worths(field, "act", both, actions=rows)
    assert healed == pytest.approx(loss(field, 1, 2.0))
    picked = worths(field, "pick-unit", [{"unit": "a.x"}, {"unit": "b.y"}], subject="a.x", ability="Burn")
    assert picked == pytest.approx([-0.5 * loss(field, 1, 3.5), 0.5 * loss(field, 2, 3.5)])


@pytest.mark.rule("AOS-COMMAND-04", "AOS-SCENTAB-02")
def test_what_a_sacrifice_a_summons_and_a_command_are_worth() -> None:
    field = hero()
    field.model_mark(0, "general")
    rows = [
        {"do": "sacrifice", "unit": "a.x", "feature": 0},
        {"do": "summon", "unit": "a.x", "ability": "Rise"},
        {"do": "command", "unit": "a.w", "ability": "Inspiring Presence"},
    ]
    options = [{"action": place} for place in range(3)]
    gift, rise, presence = worths(field, "act", options, actions=rows)
    whole = forces.worth_left(field.game, 1, GREEDY)
    assert gift == pytest.approx(0.12 * whole - loss(field, 1, 2.0))
    assert rise == 5.0
    assert presence == pytest.approx(0.02 * 3 * whole / 5)
    shaken = worths(field, "pick-unit", [{"unit": "a.w"}, {"unit": "a.x"}], subject="a.w", ability="Inspiring Presence")
    assert shaken == [0.0, pytest.approx(0.02 * 3 * whole / 5)]
    field.row("b.y", 10.0, 45.0)
    gift, _, presence = worths(field, "act", options, actions=rows)
    assert gift == pytest.approx(-loss(field, 1, 2.0))
    assert presence == 0.0


@pytest.mark.rule("AOS-SCENTAB-05")
def test_who_unbinds_is_who_stands_near_an_arcane_feature() -> None:
    stones = [feature("stone-circle", 20.0, 18.0, 23.0, 22.0, "arcane")]
    field = Field([wizard("w"), wizard("v")], [unit("y", 1, blade())], "hero", terrain=stones)
    field.put("a.w", (10.0, 20.0))
    field.put("a.v", (18.0, 20.0))
    field.put("b.y", (40.0, 20.0))
    assert worths(field, "unbind", [{"model": None}, {"model": 0}, {"model": 1}]) == [0.0, 1.0, 2.0]


def test_attacks_are_weighed_by_what_they_take_and_who_plans_minds_kills_and_answers() -> None:
    field = pair(0.5, mine=unit("x", 3, blade(Range='3"')), theirs=unit("y", 1, blade()), step="fight")
    decision, game = question("strikes", subject="a.x", ranged=False, counted={}), field.game
    data = {"strikes": [{"model": model, "slot": 0, "profile": 0, "target": "b.y", "number": None} for model in range(3)]}
    miss = (5 / 6) ** 3
    (greedy,) = strikes.strike(game, decision, [data])
    assert greedy == pytest.approx(loss(field, 1, 1 - miss))
    (planned,) = strikes.plan_strike(game, decision, [data], {})
    own = forces.answer(game, 1)
    kill = 0.4 * (1 - miss) * forces.worth_left(game, 1, PLANNED)
    assert own == pytest.approx(loss(field, 0, average_wounds(1), PLANNED))
    assert planned == pytest.approx(loss(field, 1, 1 - miss, PLANNED) + kill + (1 - miss) * own)
    field.mark("b.y", "acted")
    assert strikes.plan_strike(game, decision, [data], {}) == [pytest.approx(loss(field, 1, 1 - miss, PLANNED) + kill)]
