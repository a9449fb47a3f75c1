"""What programs expect of attacks is what the exact odds say; what they make of it where a player would know."""

from __future__ import annotations

from typing import Any

import pytest

from resolver.engine.decision import Data, Decision
from resolver.odds import odds
from resolver.rulesets.grundregelwerk import foresight, lineup, planned, valuation, volley, weapons, worth
from resolver.rulesets.grundregelwerk.foresight import Foresight
from resolver.rulesets.grundregelwerk.position import Outlook
from tests.field import moves, roster
from tests.grundregelwerk.stage import SYSTEM, Row, Stage, arms, blade, piece, squad

MANY = {"L": "30"}
SHOOTERS = [
    squad("u", 3, arms(rof=2, fp=1), FK="3+"),
    squad("u", 2, arms("Rifle", 24, 3, 0), arms("Lance", 24, 1, 6), rules=("Preacher",)),
    squad("u", 1, arms("Gun", 36, 2, 3), arms("Lance", 36, 1, 7), Type="vehicle", L="3"),
    squad("u", [(2, ["Rifle"]), (1, ["Lance"], {"FK": "2+"})], arms("Rifle", 24, 3, 0), arms("Lance", 24, 2, 5)),
]
FIGHTERS = [
    squad("u", 3, blade(rof=1, fp=1), A="2", NK="3+"),
    squad("u", 2, blade("Sword", rof=3), blade("Axe", fp=5), rules=("Furious Charge", "Preacher")),
    squad("u", [(1, ["Sword"]), (1, [])], blade("Sword", rof=2), A="3"),
]
HARDY = ("Eternal Warrior",)
TARGETS = [
    squad("x", 4, rules=HARDY, **MANY),
    squad("x", 4, RW="2+", rules=HARDY, **MANY),
    squad("x", 20, RW="6+"),
    squad("x", 3, RW="3+", rules=HARDY, Type="walker", **MANY),
]


def duel(own: Row, foe: Row, gap: float = 10.0) -> Stage:
    """Both units in rows, so far apart."""
    field = Stage([own], [foe])
    field.put("a.u", *[(20 + 1.2 * place, 20) for place in range(len(field.models("a.u")))])
    field.put("b.x", *[(20 + 1.2 * place, 21 + gap) for place in range(len(field.models("b.x")))])
    return field


@pytest.mark.parametrize("foe", TARGETS)
@pytest.mark.parametrize(("own", "fighting"), [(own, False) for own in SHOOTERS] + [(own, True) for own in FIGHTERS])
def test_programs_expect_of_attacks_what_the_odds_say(own: Row, foe: Row, fighting: bool) -> None:
    """In the open, of a unit that is not wiped out: what one counts on is the average of the other."""
    field = duel(own, foe)
    game, unit, other = field.game, field.game.unit("a.u"), field.game.unit("b.x")
    sides = [roster([row], system=SYSTEM).army.units[0] for row in (own, foe)]
    exact = odds(*sides, fighting=fighting, system=SYSTEM).expected["damage"]
    gaps = worth.gaps_between(game, unit, other)
    found = worth.blows(game, unit, other, attacking=True) if fighting else worth.fire(game, unit, other, gaps)
    assert found == pytest.approx(exact, rel=0.02)
    if fighting and "Furious Charge" in [each["name"] for each in own["abilities"]]:
        assert worth.blows(game, unit, other, attacking=False) < found


@pytest.mark.parametrize(
    ("gap", "shots", "suppressed"), [(10.0, 3.0, 1.0), (24.0, 3.0, 1.0), (24.1, 0.0, 0.0)], ids=["near", "just", "beyond"]
)
def test_only_guns_in_reach_are_counted(gap: float, shots: float, suppressed: float) -> None:
    """Three rifles of rate 2 hit on 4+, suppressing on 6, and half of all hits is saved."""
    field = duel(squad("u", 3, arms(rof=2)), squad("x", 3, **MANY), gap)
    game, unit, other = field.game, field.game.unit("a.u"), field.game.unit("b.x")
    gaps = worth.gaps_between(game, unit, other)
    assert worth.fire(game, unit, other, gaps) == pytest.approx(shots / 2)
    assert worth.fire(game, unit, other, gaps, suppressing=True) == pytest.approx(suppressed / 2)
    assert worth.reach_of(game, unit) == 24.0


@pytest.mark.parametrize(
    ("terrain", "covered", "wanted"), [("wood", False, 1 / 3), ("ruin", True, 1 / 6), ("", True, 1 / 3)]
)
def test_cover_is_counted(terrain: str, covered: bool, wanted: float) -> None:
    """A wood gives +1 to saves as Take Cover does; a ruin +2, and is harder to hit through."""
    ground = [piece(terrain, 18, 28, 30, 36)] if terrain else []
    field = Stage([squad("u", 1, arms())], [squad("x", 3, **MANY)], terrain=ground)
    field.put("a.u", (20, 20))
    field.put("b.x", *[(20 + 1.2 * place, 31) for place in range(3)])
    if covered:
        field.mark("b.x", "covered")
    game, other = field.game, field.game.unit("b.x")
    cover = {"wood": 1, "ruin": 2}.get(terrain, 0)
    assert worth.volley_loss(game, other, 0, cover) == pytest.approx(wanted)
    (model,) = field.models("a.u")
    gun = weapons.guns(game, model)[0]
    hits = 1 / 3 if terrain == "ruin" else 1 / 2
    assert volley.expected_damage(game, model, gun, other) == pytest.approx(hits * wanted)
    assert volley.expected_damage(game, model, gun, other, suppressing=True) == pytest.approx(wanted / 6)


def test_a_whole_army_is_worth_a_hundred_and_losses_cost_what_is_lost() -> None:
    field = Stage([squad("u", 4, arms()), squad("v", 2, arms(rof=3))], [squad("x", 5)])
    for key, y in (("a.u", 10), ("a.v", 14), ("b.x", 40)):
        field.put(key, *[(20 + 1.2 * place, y) for place in range(len(field.models(key)))])
    game = field.game
    whole = {key: worth.unit_worth(game, game.unit(key)) for key in ("a.u", "a.v", "b.x")}
    assert whole["a.u"] + whole["a.v"] == pytest.approx(100)
    assert whole["b.x"] == pytest.approx(100)
    assert whole["a.v"] / 2 > whole["a.u"] / 4, "three shots are more than one"
    field.state.write("alive", field.models("a.u")[0], False)
    assert worth.unit_worth(game, game.unit("a.u")) == pytest.approx(whole["a.u"] * 3 / 4)
    assert worth.damage_value(game, game.unit("a.u"), 0.0) == 0
    values = [worth.damage_value(game, game.unit("b.x"), loss) for loss in (1.0, 2.0, 5.0)]
    assert values == sorted(values)
    assert values[0] > 20, "a fifth is lost, and a quarter makes who is left test"


def weigh(field: Stage, planning: bool, *options: Data) -> list[float]:
    """What the options of the pending decision are worth, to the greedy or the planning program."""
    battle, decision = field.battle, field.decision
    assert battle is not None
    kind = field.rules.decisions[decision.kind]
    game = battle.view(decision.player).game
    if planning:
        assert kind.plan is not None
        return list(kind.plan.worth(game, decision, options, {}))
    assert kind.worth is not None
    return list(kind.worth(game, decision, options))


@pytest.mark.parametrize("planning", [False, True])
def test_who_can_shoot_shoots_and_who_sees_nobody_moves(planning: bool) -> None:
    for gap, better, worse in ((15.0, "shoot", "take-cover"), (45.0, "move", "take-cover"), (45.0, "move", "end")):
        field = Stage([squad("u", 3, arms(rof=2))], [squad("x", 3, arms(reach=12))])
        field.put("a.u", (20, 20), (21.2, 20), (22.4, 20))
        field.put("b.x", (20 + gap, 24), (21.2 + gap, 24), (22.4 + gap, 24))
        field.act("a.u")
        field.go()
        first, second = weigh(field, planning, {"action": better}, {"action": worse})
        assert first > second, (gap, better, worse)


def test_who_plans_waits_for_enemies_that_have_yet_to_come() -> None:
    """An enemy just out of reach is worth a reaction marker, one that has acted is not."""
    values = []
    for marks in ((), ("activated",)):
        field = Stage([squad("u", 3, arms(reach=18))], [squad("x", 5, blade(), B='8"')])
        field.put("a.u", (20, 20), (21.2, 20), (22.4, 20))
        field.put("b.x", *[(42 + 1.1 * place, 20) for place in range(5)])
        field.mark("b.x", *marks)
        outlook = Foresight(field.game, field.game.unit("a.u"))
        values.append(foresight.watch_value(field.game, outlook, outlook.here))
    assert values[0] > values[1] == 0


def test_danger_is_who_may_come_or_shoot() -> None:
    """A blade a stride away, a gun that sees; not who is pinned, flees, is far off or behind a wall."""
    wall = [piece("wall", 20, 21.8, 40, 22.2)]
    cases: list[tuple[Row, float, Any, str, bool]] = [
        (squad("x", 3, blade(rof=2)), 5.0, (), "", True),
        (squad("x", 3, blade(rof=2)), 7.0, (), "", False),
        (squad("x", 3, arms(reach=12)), 14.9, (), "", True),
        (squad("x", 3, arms(reach=12)), 15.2, (), "", False),
        (squad("x", 3, arms(reach=12)), 10.0, wall, "", False),
        (squad("x", 3, arms(reach=12)), 10.0, (), "pinned", False),
        (squad("x", 3, arms(reach=12)), 10.0, (), "fleeing", False),
    ]
    for foe, gap, terrain, state, dangerous in cases:
        field = Stage([squad("u", 2, arms())], [foe], terrain=terrain)
        field.put("a.u", (28, 20), (29.2, 20))
        field.put("b.x", *[(28 + 1.2 * place, 21 + gap) for place in range(3)])
        if state:
            field.count("b.x", state, 1)
        assert (Outlook(field.game, field.game.unit("a.u")).danger_here() > 0) == dangerous, (foe["id"], gap, state)


@pytest.mark.parametrize("left", [1, 2, 5])
def test_a_shot_at_a_vehicle_counts_what_the_damage_table_takes(left: int) -> None:
    """Two rows of six destroy it whatever Life points it has left."""
    own, foe = squad("u", 1, arms(fp=2)), squad("x", 1, arms(), Type="vehicle", L=str(left))
    field = duel(own, foe)
    sides = [roster([row], system=SYSTEM).army.units[0] for row in (own, foe)]
    game, unit, other = field.game, field.game.unit("a.u"), field.game.unit("b.x")
    found = worth.fire(game, unit, other, worth.gaps_between(game, unit, other))
    assert found == pytest.approx(odds(*sides, system=SYSTEM).expected["damage"])


@pytest.mark.parametrize(("near", "shouted"), [(0, False), (1, False), (2, True), (3, True)])
def test_a_waaaaagh_is_shouted_once_half_of_the_units_can_use_it(near: int, shouted: bool) -> None:
    field = Stage([squad(f"u{number}", 1) for number in range(4)], [squad("x", 1)], step="activate")
    field.put("b.x", (60, 20))
    for number in range(4):
        field.put(f"a.u{number}", (48 if number < near else 30, 16 + 3 * number))
    assert (valuation.shout_value(field.game, 0) > 0) is shouted


def test_the_general_hides_where_its_death_decides() -> None:
    agreed = {"additional_rule": "death-of-the-general"}
    for given, stake in ((agreed, 120.0), ({}, 0.0)):
        field = Stage([squad("u", 1, arms()), squad("v", 1, arms())], [squad("x", 3, arms())], **given)
        (model,) = field.put("a.u", (20, 20))
        field.put("a.v", (24, 20))
        field.put("b.x", (20, 32), (21.2, 32), (22.4, 32))
        field.mark_model(model, "general")
        game = field.game
        assert foresight.general_stake(game, game.unit("a.u")) == stake
        assert foresight.general_stake(game, game.unit("a.v")) == 0
        hits = [foresight.strike_value(game, game.unit(key), 1.0) for key in ("a.u", "a.v")]
        assert (hits[0] > hits[1] + 60) == bool(given)


@pytest.mark.parametrize(
    ("mission", "battle_round", "more"),
    [("king-of-the-hill", 6, 70.0), ("king-of-the-hill", 1, 22.0), ("secret-loot", 6, 50.0), ("secret-loot", 1, 8.0)],
)
def test_markers_are_worth_more_the_sooner_they_are_scored(mission: str, battle_round: int, more: float) -> None:
    field = Stage([squad("u", 1)], [squad("x", 1)], mission=mission, battle_round=battle_round)
    field.put("a.u", (36, 22))
    field.put("b.x", (60, 40))
    assert foresight.stakes(field.game) == more


def test_explosions_are_feared_beside_wagons() -> None:
    """A wagon within six inches of others costs them, and costs an enemy's wagon its friends."""
    wagon = squad("w", 1, arms(), Type="vehicle", L="3", mm=50)
    field = Stage([squad("u", 5), wagon], [squad("x", 5)])
    field.put("a.u", *[(20 + 1.2 * place, 20) for place in range(5)])
    field.put("b.x", *[(20 + 1.2 * place, 44) for place in range(5)])
    field.put("a.w", (22, 24))
    game, unit = field.game, field.game.unit("a.w")
    near = game.state.bodies(game.state.standing(unit))
    beside = foresight.blast_toll(game, unit, near, 0)
    assert beside == pytest.approx(5 * foresight.blast_loss(game, game.unit("a.u")))
    assert foresight.blast_toll(game, unit, near, 1) == pytest.approx(-beside)
    field.put("a.w", (22, 32))
    assert foresight.blast_toll(game, unit, game.state.bodies(game.state.standing(unit)), 0) == 0


@pytest.mark.parametrize(
    ("start", "end", "tags", "tests"),
    [
        ((20, 24), (30, 24), ("wood",), 1),
        ((20, 24), (20, 30), ("wood",), 0),
        ((24, 24), (30, 24), ("wood",), 0),
        ((24, 24), (34, 24), ("wood",), 0),
        ((20, 24), (30, 24), (), 0),
    ],
    ids=["into it", "past it", "within it", "out of it", "over a piece of no class"],
)
def test_bikes_count_what_a_wood_costs(start: Any, end: Any, tags: tuple[str, ...], tests: int) -> None:
    """Half of the hits are saved; who stands inside already does not enter."""
    ground = [piece("wood", 22, 20, 32, 28, tags=tags)]
    field = Stage([squad("u", 1, B='12"', Type="bike", L="2")], [squad("x", 1)], terrain=ground)
    (model,) = field.put("a.u", start)
    moves: list[dict[str, object]] = [{"model": model, "path": [[*map(float, end), 0.0]]}]
    found = foresight.terrain_toll(field.game, field.game.unit("a.u"), moves)
    assert found == pytest.approx(tests * 0.5 * worth.per_life(field.game, field.game.unit("a.u")))


def test_the_chance_to_win_grows_with_what_is_dealt_and_falls_with_what_is_taken() -> None:
    losses = (0.0, 0.5, 1.0, 2.0, 5.0)
    for other in losses:
        growing = [worth.chance_to_win(dealt, other) for dealt in losses]
        falling = [worth.chance_to_win(other, taken) for taken in losses]
        assert 0 < growing[0] < growing[1] < growing[2] < growing[3] < growing[4] < 1
        assert 1 > falling[0] > falling[1] > falling[2] > falling[3] > falling[4] > 0
        assert worth.chance_to_win(other, other) < 0.5, "a draw is no victory"


def test_who_looks_no_further_than_now_fears_nobody_and_who_looks_ahead_does() -> None:
    """An enemy with blades that is a stride away, and one that is pinned there and comes to nobody."""
    found: dict[type[Outlook], list[float]] = {Outlook: [], Foresight: []}
    for pinned in (0, 1):
        field = duel(squad("u", 2, blade()), squad("x", 3, blade(rof=2)), 5.0)
        field.count("b.x", "pinned", pinned)
        for program, values in found.items():
            outlook = program(field.game, field.game.unit("a.u"))
            values.append(outlook.value(outlook.here))
    assert found[Outlook][0] == found[Outlook][1]
    assert found[Foresight][0] < found[Foresight][1]


def test_programs_place_markers_near_their_own_edge() -> None:
    field = Stage([squad("u", 1)], [squad("x", 1)], step="markers", battle_round=0, mission="capture-objectives")
    field.go(1)
    low, middle, high = ({"at": [20.0, y]} for y in (8.0, 24.0, 40.0))
    for player, near, far in ((0, low, high), (1, high, low)):
        assert field.decision.player == player
        worths = weigh(field, False, near, middle, far)
        assert worths == sorted(worths, reverse=True)
        assert len(set(worths)) == 3
        field.choose("place-marker", **near)


def test_losses_and_saves_fall_on_whom_one_can_spare() -> None:
    band = squad("u", [(1, ["Rifle"]), (1, ["Cannon"]), (1, ["Rifle"], {"RW": "2+"})], arms(), arms("Cannon", 36, 3, 5))
    field = Stage([band], [squad("x", 1, rules=("Sniper",))])
    plain, heavy, hard = field.put("a.u", (20, 20), (21.2, 20), (22.4, 20))
    game = field.game
    ours, theirs = (valuation.loss_values, valuation.allocation_values)

    class Asked:
        subject, player = "a.u", 0

    options = [{"model": model} for model in (plain, heavy, hard)]
    lost = ours(game, Asked(), options)  # type: ignore[arg-type]
    assert lost.index(min(lost)) == 1, "not the cannon"
    saving = theirs(game, Asked(), options)  # type: ignore[arg-type]
    assert saving.index(max(saving)) == 2, "who saves on 2"
    Asked.player = 1
    assert ours(game, Asked(), options) == [-each for each in lost]  # type: ignore[arg-type]
    assert theirs(game, Asked(), options).index(max(theirs(game, Asked(), options))) == 1  # type: ignore[arg-type]


def question(kind: str, subject: str = "", player: int = 0, **data: Any) -> Decision:
    """A decision that a player is asked for, outside of any battle."""
    return Decision(1, player, kind, subject, "", data)


def between_markers(apart: float, battle_round: int = 1) -> Stage:
    """A trooper in the middle, a marker on its left and one on its right so far away, an enemy in a far corner."""
    field = Stage([squad("u", 1)], [squad("x", 1)], mission="secret-loot", battle_round=battle_round)
    field.put("a.u", (36, 24))
    field.put("b.x", (36, 46))
    for marker, x in enumerate((36 - apart, 36 + apart)):
        field.state.write("markers", marker, (x, 24))
    field.act("a.u")
    return field


@pytest.mark.parametrize(("battle_round", "sooner"), [(1, True), (6, False)])
def test_who_was_given_a_marker_goes_there_while_it_can_still_be_reached(battle_round: int, sooner: bool) -> None:
    """In the last of six rounds a stride of six inches does not lead to a marker 24 inches away."""
    field = between_markers(24.0, battle_round)
    unit, (model,) = field.game.unit("a.u"), field.models("a.u")
    ways: list[Data] = [{"moves": moves((model, x, 24.0))} for x in (30.5, 41.5)]
    found = [
        planned.march_worth(field.game, question("march", "a.u", move="move"), ways, goals)
        for goals in ({unit: 0}, {unit: 1}, {}, {unit: 2})
    ]
    left, right, nowhere, unknown = (one - other for one, other in found)
    assert (left > 1, right < -1) == (sooner, sooner)
    assert nowhere == unknown == pytest.approx(0)


@pytest.mark.parametrize("program", [Outlook, Foresight])
def test_programs_hold_markers_and_those_the_more_that_nobody_contests(program: type[Outlook]) -> None:
    found = {}
    for contested in (False, True):
        field = between_markers(12.0)
        if contested:
            field.put("b.x", (24, 26))
        outlook = program(field.game, field.game.unit("a.u"))
        for x in (24.0, 30.0, 36.0):
            there = outlook.here.with_poses(outlook.here.x - 36.0 + x, outlook.here.y)
            found[x, contested] = outlook.value(there)
    assert found[24.0, False] > found[30.0, False] > found[36.0, False]
    assert found[24.0, False] > found[24.0, True]


def test_who_plans_leaves_a_marker_to_friends_that_hold_it_already() -> None:
    field = Stage([squad("u", 1), squad("v", 1)], [squad("x", 1)], mission="secret-loot")
    field.put("a.u", (36, 24))
    field.put("a.v", (36, 25.5))
    field.put("b.x", (70, 46))
    field.state.write("markers", 0, (36, 24))
    outlook = Foresight(field.game, field.game.unit("a.u"))
    held = outlook.value(outlook.here)
    field.put("a.v", (50, 24))
    outlook = Foresight(field.game, field.game.unit("a.u"))
    assert outlook.value(outlook.here) > 2 * held


def test_of_two_markers_each_unit_is_given_the_nearer_and_who_flees_none() -> None:
    field = Stage([squad(key, 1) for key in "uvw"], [squad("x", 1)], mission="secret-loot", battle_round=6)
    for key, x in (("u", 16), ("v", 30), ("w", 17)):
        field.put(f"a.{key}", (x, 24))
    field.put("b.x", (70, 46))
    field.count("a.w", "fleeing", 1)
    for marker, x in enumerate((14, 33, 60)):
        field.state.write("markers", marker, (x, 24))
    found = planned.prospects(field.game, 0)
    assert [field.game.key(unit) for unit in found.units] == ["a.u", "a.v"]
    (left, middle, far), other = found.worth
    assert left > middle == far == 0, "12 inches are all that is left of the battle"
    assert other[1] > other[0] == other[2] == 0


@pytest.mark.parametrize(("own", "foe", "fights"), [(6, 1, True), (1, 6, False)])
def test_who_plans_fights_in_contact_where_it_takes_more_than_it_costs(own: int, foe: int, fights: bool) -> None:
    field = Stage([squad("u", own, blade(rof=2))], [squad("x", foe, blade(rof=2)), squad("y", 1)])
    for key, number, y in (("a.u", own, 20), ("b.x", foe, 21)):
        field.put(key, *[(20 + 1.1 * place, y) for place in range(number)])
    field.put("b.y", (60, 40))
    field.fight("a.u", "b.x")
    options: list[Data] = [{"action": action} for action in ("close-combat", "secure-area", "end")]
    fight, secure, end = planned.action_worth(field.game, question("action", "a.u"), options, {})
    assert (fight > end, fight > secure) == (fights, fights)


def test_who_plans_rallies_first_takes_cover_from_guns_and_shoots_at_nobody_out_of_reach() -> None:
    field = duel(squad("u", 3, arms(reach=8)), squad("x", 5, arms(rof=2)))
    options: list[Data] = [{"action": action} for action in ("rally", "take-cover", "end", "shoot")]
    found = planned.action_worth(field.game, question("action", "a.u"), options, {})
    assert found == sorted(found, reverse=True)
    assert len(set(found)) == 4


def test_who_plans_activates_first_who_can_shoot_and_who_is_in_danger() -> None:
    field = Stage([squad(key, 2, arms(reach=12)) for key in "uvw"], [squad("x", 3, arms(reach=16))], step="activate")
    for key, y in (("a.u", 22), ("a.v", 34), ("a.w", 46)):
        field.put(key, (20, y), (21.2, y))
    field.put("b.x", *[(20 + 1.2 * place, 18) for place in range(3)])
    field.mark("b.x", "activated")
    options: list[Data] = [{"unit": f"a.{key}"} for key in "uvw"]
    able, threatened, idle = planned.activation_worth(field.game, question("activate", waaaaagh=False), options, {})
    assert able > threatened > idle


def test_who_plans_shoots_at_who_has_yet_to_act_rather_than_at_who_has_acted() -> None:
    field = Stage([squad("u", 3, arms())], [squad("x", 3), squad("y", 3), squad("z", 3)])
    for key, y in (("a.u", 20), ("b.x", 30), ("b.y", 34), ("b.z", 46)):
        field.put(key, *[(20 + 1.2 * place, y) for place in range(3)])
    field.mark("b.y", "activated")
    shots: list[Data] = [{"shots": [{"target": f"b.{key}"}]} for key in "xyz"]
    ready, spent, far, none = planned.fire_worth(
        field.game, question("fire", "a.u", suppressing=False), [*shots, {"shots": []}], {}
    )
    assert ready > spent > far == none == 0


@pytest.mark.parametrize(("other", "shoots"), [(0, True), (5, False)], ids=["nobody else", "a band with lances"])
def test_who_plans_keeps_its_reaction_for_a_greater_threat(other: int, shoots: bool) -> None:
    """Rifles see a hardy trooper that has acted; behind a wall there is perhaps a band that has yet to come."""
    foes = [squad("x", 1, RW="2+", L="3"), squad("y", 5, arms("Lance", 24, 3, 4))]
    field = Stage([squad("u", 3, arms())], foes, turn=1, terrain=[piece("wall", 28, 24, 40, 26)])
    field.put("a.u", *[(20 + 1.2 * place, 20) for place in range(3)])
    field.put("b.x", (20, 30))
    field.put("b.y", *[(32 + 1.2 * place, 27) for place in range(other)])
    field.mark("b.x", "activated")
    options: list[Data] = [{"unit": "a.u", "action": "shoot"}, {"unit": None, "action": ""}]
    shoot, wait = planned.reaction_worth(field.game, question("react", target="b.x"), options, {})
    assert (shoot > wait) is shoots


def lines_up(field: Stage, key: str, *points: tuple[float, float]) -> list[float]:
    """What setting up the first model of a unit on each of these points is worth to who plans."""
    model = field.models(key)[0]
    options: list[Data] = [{"poses": [[model, x, y, 0.0]], "reserves": False} for x, y in points]
    return lineup.place_worth(field.game, question("set-up", key), options, {})


def test_who_plans_sets_up_near_what_is_scored_and_out_of_sight_of_guns() -> None:
    """The middle of the table is where the battle is; a wall hides one of two places."""
    wall = piece("wall", 40, 12, 46, 13)
    field = Stage([squad("u", 1)], [squad("x", 3, arms(reach=36, rof=3))], step="deployment", terrain=[wall])
    near, far = lines_up(field, "a.u", (36, 11), (5, 11))
    assert near > far
    field.put("b.x", (42, 30), (43.2, 30), (44.4, 30))
    hidden, seen = lines_up(field, "a.u", (43, 9), (33, 9))
    assert hidden > seen + 5


@pytest.mark.parametrize(("first", "then"), [("a.w", "a.u"), ("a.u", "a.w")])
def test_who_plans_sets_up_vehicles_apart_from_foot_whichever_stands_there_first(first: str, then: str) -> None:
    field = Stage([squad("u", 1), squad("w", 1, Type="vehicle", L="3")], [squad("x", 1)], step="deployment")
    field.put(first, (20, 8))
    apart, beside = lines_up(field, then, (29, 8), (23, 8))
    assert apart - beside > lineup.WALK * 6 + 1, "the way to the middle is not all that counts"


@pytest.mark.parametrize(
    ("others", "given", "rules", "hit"), [(1, {}, (), 1), (3, {}, (), 3), (3, {"Type": "vehicle"}, ("Light Armour",), 0)]
)
def test_who_plans_counts_whom_an_explosion_would_hit_and_not_whom_armour_keeps(
    others: int, given: dict[str, str], rules: tuple[str, ...], hit: int
) -> None:
    """The hit has FP 1 and is saved on 5+; an explosion is expected of a vehicle set up beside them, once in eight."""
    field = Stage([squad("u", others, rules=rules, **given), squad("w", 1, Type="vehicle")], [squad("x", 1)])
    models = field.put("a.u", *[(20 + 1.2 * place, 8) for place in range(others)])
    game, unit, wagon = field.game, field.game.unit("a.u"), field.game.unit("a.w")
    there = game.state.bodies([models[0]])
    struck = lineup._blasts(game, wagon, there)
    if given:  # they may explode as well: what that takes from the wagon is not what is asked for here
        struck -= lineup.EXPLODES * lineup._hit(game, wagon)
    assert struck == pytest.approx(lineup.EXPLODES * hit * 2 / 3 * worth.per_life(game, unit))


def test_who_plans_sets_up_the_general_at_the_back_where_its_death_decides() -> None:
    named = [{"kind": "general", "subject": "u-m0"}]
    for agreed, back in (({"additional_rule": "death-of-the-general"}, True), ({}, False)):
        field = Stage(
            [squad("u", 1), squad("v", 1), squad("w", 1, Type="vehicle")],
            [squad("x", 1)],
            step="deployment",
            battle_round=0,
            declarations=(named, ()),
            **agreed,
        )
        behind, front = lines_up(field, "a.u", (36, 2), (36, 11))
        assert (behind > front) is back
        behind, front = lines_up(field, "a.v", (36, 2), (36, 11))
        assert behind < front
        field.put("a.w", (36, 4))
        beside, apart = lines_up(field, "a.u", (39, 4), (47, 4))
        assert apart > beside + 1, "nor beside what may explode"
