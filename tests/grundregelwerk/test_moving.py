"""Moves, terrain, terrain tests, flight, rounds, reactions. Worked examples of the ledger."""

from __future__ import annotations

from math import dist
from typing import Any

import pytest

from resolver.engine.apply import apply
from resolver.engine.decision_kinds import Pointing, find_nearest
from resolver.rulesets.grundregelwerk.rounds import starting_player
from resolver.table.dice import ScriptedDice
from tests.grundregelwerk.stage import DiceByLabel, Stage, arms, blade, piece, squad

WOOD = [piece("wood", 24, 10, 26, 40)]


def step(model: int, *points: tuple[float, float]) -> dict[str, Any]:
    return {"model": model, "path": [[x, y, 0.0] for x, y in points]}


def moving(
    unit: Any, at: tuple[float, float], *dice: int, action: str = "move", terrain: Any = (), foe: Any = (60, 4)
) -> Stage:
    field = Stage([unit], [squad("x", 1)], terrain=terrain)
    field.put("a.u", *[(at[0], at[1] + 1.05 * place) for place in range(len(field.models("a.u")))])
    field.put("b.x", foe)
    field.act("a.u")
    field.go(*dice)
    field.take(action)
    return field


@pytest.mark.rule("GRW-ACTMOVE-01", "GRW-ACTMOVE-02", "GRW-SPRINT-01", "GRW-MOVE-02", "GRW-TERRAIN-10")
@pytest.mark.example("GRW-EX-15")
@pytest.mark.parametrize(
    ("action", "end", "legal", "most"),
    [
        ("move", (25.9, 24), True, 6),
        ("move", (26.1, 24), False, 6),
        ("sprint", (31.9, 24), True, 12),
        ("sprint", (32.1, 24), False, 12),
    ],
)
def test_how_far_infantry_goes(action: str, end: tuple[float, float], legal: bool, most: float) -> None:
    field = moving(squad("u", 1), (20, 24), action=action)
    (model,) = field.models("a.u")
    refusal = field.refusal("march", moves=[step(model, end)])
    assert (refusal is None) == legal
    if refusal is not None:
        assert (refusal.rule, refusal.values["most"]) == ("GRW-ACTMOVE-01", most)


@pytest.mark.rule("GRW-ACTMOVE-01", "GRW-Q-91")
@pytest.mark.parametrize(
    ("at", "rule", "away"),
    [((24.5, 24), "", 0.0), ((30, 24), "GRW-ACTMOVE-01", 4.0), ((20, 19.5), "GRW-Q-91", 0.0)],
    ids=["where it can", "as far as it may", "round an enemy"],
)
def test_a_unit_goes_where_its_player_points(at: tuple[float, float], rule: str, away: float) -> None:
    """Or as near to it as it can, and the player is told the rule that keeps it away, or from going straight."""
    field = moving(squad("u", 1), (20, 24), foe=(20, 22))
    assert field.battle is not None
    found = find_nearest(field.battle.view(0).game, field.decision, field.options("march"), Pointing(at))
    assert (found.refusal.rule if found.refusal else "") == rule
    assert found.data is not None
    assert field.refusal("march", **found.data) is None
    assert dist(found.data["moves"][0]["path"][-1][:2], at) == pytest.approx(away)


@pytest.mark.rule("GRW-TERRAIN-06")
def test_a_unit_goes_round_a_pillar_to_where_its_player_points() -> None:
    field = moving(squad("u", 2), (20, 24), action="sprint", terrain=[piece("pillar", 22, 23, 23, 28)])
    assert field.battle is not None
    found = find_nearest(field.battle.view(0).game, field.decision, field.options("march"), Pointing((26, 24)))
    assert found.refusal is not None
    assert found.refusal.rule == "GRW-TERRAIN-06"
    assert found.data is not None
    assert field.refusal("march", **found.data) is None
    ends = [row["path"][-1][:2] for row in found.data["moves"]]
    assert dist((sum(x for x, _ in ends) / 2, sum(y for _, y in ends) / 2), (26, 24)) < 0.1


@pytest.mark.rule("GRW-MOVE-02", "GRW-TERRAIN-10", "GRW-Q-91")
@pytest.mark.example("GRW-EX-15")
@pytest.mark.parametrize(
    ("action", "end", "legal"),
    [("sprint", (27.9, 24), True), ("sprint", (28.1, 24), False), ("move", (24.9, 24), True), ("move", (25.1, 24), False)],
)
def test_an_inch_inside_terrain_is_judged_by_the_smaller_allowance(action: str, end: Any, legal: bool) -> None:
    field = moving(squad("u", 1), (20, 24), action=action, terrain=WOOD)
    (model,) = field.models("a.u")
    refusal = field.refusal("march", moves=[step(model, end)])
    if action == "move" and end[0] < 25:
        assert refusal is None  # 0.9 inches inside: not slowed
    elif legal:
        assert refusal is None
    else:
        assert refusal is not None
        assert (refusal.rule, refusal.code, refusal.values["most"]) == (
            "GRW-TERRAIN-10",
            "move.slowed",
            8.0 if action == "sprint" else 4.0,
        )


@pytest.mark.rule("GRW-MOVE-01", "GRW-MOVE-02", "GRW-TTEST-01", "GRW-TERRAIN-12")
@pytest.mark.example("GRW-EX-39")
@pytest.mark.parametrize(
    ("kind", "move", "most", "test"),
    [
        ("infantry", 6, 4, False),
        ("walker", 5, 4, True),
        ("beast", 8, 8, False),
        ("cavalry", 8, 4, True),
        ("vehicle", 12, 8, True),
        ("bike", 12, 6, True),
        ("jump_troops", 12, 4, False),
        ("antigrav_bike", 12, 12, False),
        ("antigrav_vehicle", 12, 12, False),
    ],
)
def test_each_unit_type_in_a_wood(kind: str, move: int, most: float, test: bool) -> None:
    field = moving(squad("u", 1, B=f'{move}"', Type=kind), (23, 24), *([6] if test else []), terrain=WOOD)
    (model,) = field.models("a.u")
    assert field.refusal("march", moves=[step(model, (23 + most, 24))]) is None
    too_far = field.refusal("march", moves=[step(model, (23.1 + most, 24))])
    assert too_far is not None
    assert too_far.values["most"] == most
    field.choose("march", moves=[step(model, (23 + most, 24))])
    assert bool(field.events("terrain.tested")) == test


@pytest.mark.rule("GRW-TTEST-01", "GRW-TTEST-02", "GRW-TTEST-03", "GRW-TERRAIN-12")
@pytest.mark.example("GRW-EX-14")
def test_bikes_through_a_wood_suffer_a_hit_each() -> None:
    field = moving(squad("u", 3, B='12"', Type="bike"), (20, 20), 4, 4, 3, terrain=WOOD)
    models = field.models("a.u")
    field.choose("march", moves=[step(model, (25.8, 20 + 1.05 * place)) for place, model in enumerate(models)])
    assert len(field.event("terrain.tested")["models"]) == 3
    save = field.event("saves.rolled")
    assert (save["needed"], save["fp"], save["unsaved"], save["cause"]) == (4, 0, 1, "terrain")
    field.lose()
    assert len(field.models("a.u")) == 2


@pytest.mark.rule("GRW-TERRAIN-05", "GRW-TERRAIN-06", "GRW-TERRAIN-07")
@pytest.mark.example("GRW-EX-48")
@pytest.mark.parametrize(
    "kind", ["infantry", "cavalry", "beast", "walker", "bike", "vehicle", "jump_troops", "antigrav_bike"]
)
@pytest.mark.parametrize("name", ["wood", "ruin", "hill", "pillar"])
def test_who_enters_what(kind: str, name: str) -> None:
    field = moving(squad("u", 1, B='12"', Type=kind), (20, 24), terrain=[piece(name, 23, 20, 30, 30)])
    (model,) = field.models("a.u")
    refusal = field.refusal("march", moves=[step(model, (23.4, 24))])
    on_foot = kind in ("infantry", "cavalry", "beast", "walker")
    may = {"wood": True, "hill": True, "ruin": on_foot, "pillar": False}[name]
    assert (refusal is None) == may
    if refusal is not None:
        assert refusal.rule == "GRW-TERRAIN-06"


@pytest.mark.rule("GRW-SPECIAL-03")
def test_flying_units_pass_over_a_ruin_and_do_not_end_in_it() -> None:
    field = moving(
        squad("u", 1, B='12"', Type="jump_troops", rules=("Flying",)), (20, 24), terrain=[piece("ruin", 22, 20, 25, 30)]
    )
    (model,) = field.models("a.u")
    assert field.refusal("march", moves=[step(model, (31, 24))]) is None
    assert field.refusal("march", moves=[step(model, (24, 24))]) is not None


@pytest.mark.rule("GRW-SPECIAL-02", "GRW-SPECIAL-04", "GRW-ACTION-02")
@pytest.mark.example("GRW-EX-40")
def test_fast_bikes_with_terrain_experience() -> None:
    field = moving(
        squad("u", 1, arms(), B='12"', Type="bike", rules=("Fast", "Terrain Experience")),
        (14, 24),
        action="free-move",
        terrain=WOOD,
    )
    (model,) = field.models("a.u")
    field.choose("march", moves=[step(model, (26, 24))])
    assert not field.events("terrain.tested")
    assert "move" in field.offered_actions()
    field.take("move")
    assert field.refusal("march", moves=[step(model, (37.9, 24))]) is None
    field.choose("march", moves=[])
    again = field.refusal("action", action="free-move")
    assert again is not None
    assert again.rule == "GRW-SPECIAL-02"


@pytest.mark.rule("GRW-ACTMOVE-01", "GRW-ACTMELEE-01", "GRW-MELEE-01", "GRW-Q-36")
@pytest.mark.example("GRW-EX-45")
@pytest.mark.parametrize(("gap", "contact"), [(6.0, True), (6.1, False)])
def test_move_and_close_combat_is_a_charge(gap: float, contact: bool) -> None:
    field = moving(squad("u", 1, blade()), (20, 24), 6, 1, 6, foe=(21 + gap, 24))
    (model,) = field.models("a.u")
    field.choose("march", moves=[step(model, (26.0, 24))])
    refusal = field.refusal("action", action="close-combat")
    assert (refusal is None) == contact
    if contact:
        assert field.event("combat.joined")["target"] == "b.x"
    else:
        assert refusal is not None
        assert refusal.rule == "GRW-ACTMELEE-01"
        assert "secure-area" in field.offered_actions()


@pytest.mark.rule("GRW-Q-36", "GRW-Q-91")
def test_across_friends_but_not_across_enemies() -> None:
    field = Stage([squad("u", 1), squad("w", 1)], [squad("x", 1)])
    (model,) = field.put("a.u", (20, 24))
    field.put("a.w", (22, 24))
    field.put("b.x", (20, 27))
    field.act("a.u")
    field.go()
    field.take("move")
    assert field.refusal("march", moves=[step(model, (25, 24))]) is None
    assert field.refusal("march", moves=[step(model, (22.2, 24))]) is not None
    across = field.refusal("march", moves=[step(model, (20, 29.5))])
    assert across is not None
    assert across.rule == "GRW-Q-91"


@pytest.mark.rule("GRW-FLEE-07", "GRW-FLEE-01", "GRW-FLEE-05", "GRW-FLEE-06", "GRW-FLEE-08")
@pytest.mark.example("GRW-EX-33")
@pytest.mark.parametrize(("face", "gone"), [(3, True), (2, False)])
def test_who_reaches_the_edge_is_destroyed(face: int, gone: bool) -> None:
    field = Stage([squad("u", 8)], [squad("x", 1)])
    field.put("a.u", *[(20 + 1.1 * place, 3.5) for place in range(8)])
    field.put("b.x", (60, 40))
    field.act("a.u")
    field.count("a.u", "fleeing", 1)
    field.go(face)
    assert field.game.on_table(field.game.unit("a.u")) != gone
    assert field.event("unit.flees")["reached"] == gone


@pytest.mark.rule("GRW-RALLY-01", "GRW-MORALE-04", "GRW-FLEE-02")
@pytest.mark.example("GRW-EX-32")
@pytest.mark.parametrize(("face", "rallied"), [(3, True), (2, False)])
def test_flee_then_rally(face: int, rallied: bool) -> None:
    field = Stage([squad("u", 1)], [squad("x", 1)])
    field.put("a.u", (20, 24))
    field.put("b.x", (60, 40))
    field.act("a.u")
    field.count("a.u", "fleeing", 1)
    field.go(4, face)
    assert float(field.state.y[field.models("a.u")[0]]) == 20.0
    for action in ("move", "shoot", "sprint"):
        refusal = field.refusal("action", action=action)
        assert refusal is not None
    field.take("rally")
    assert field.game.count(field.game.unit("a.u"), "fleeing") == (not rallied)


@pytest.mark.rule("GRW-PINNED-01", "GRW-PINNED-02", "GRW-RALLY-02", "GRW-Q-26", "GRW-Q-80")
@pytest.mark.example("GRW-EX-34")
@pytest.mark.parametrize(("face", "fleeing"), [(2, 1), (3, 0)])
def test_a_pinned_unit_that_fails_again_flees(face: int, fleeing: int) -> None:
    field = Stage([squad("u", 2, arms(fp=3))], [squad("x", 6)])
    field.put("a.u", (20, 24), (20, 25.2))
    field.put("b.x", *[(30, 20 + 1.1 * place) for place in range(6)])
    field.count("b.x", "pinned", 1)
    field.act("a.u")
    field.go(6, 6, 6, 6, face)
    field.take("shoot")
    field.shoot()
    field.lose()
    unit = field.game.unit("b.x")
    assert (field.game.count(unit, "fleeing"), field.game.count(unit, "pinned")) == (fleeing, 1 - fleeing)
    assert not field.events("unit.flees")


@pytest.mark.rule("GRW-RALLY-02", "GRW-Q-26")
@pytest.mark.example("GRW-EX-34")
def test_a_failed_rally_changes_nothing() -> None:
    field = Stage([squad("u", 1)], [squad("x", 1)])
    field.put("a.u", (20, 24))
    field.put("b.x", (60, 40))
    field.count("a.u", "pinned", 1)
    field.act("a.u")
    field.go(2)
    field.take("rally")
    unit = field.game.unit("a.u")
    assert (field.game.count(unit, "pinned"), field.game.count(unit, "fleeing")) == (1, 0)


@pytest.mark.rule("GRW-MORALE-05", "GRW-MORALE-04")
@pytest.mark.example("GRW-EX-16")
def test_the_best_morale_of_a_unit_counts() -> None:
    field = Stage([squad("u", [(1, (), {"MW": "4+"}), (1, (), {"MW": "2+"})])], [squad("x", 1)])
    field.put("a.u", (20, 24), (20, 25.2))
    field.count("a.u", "pinned", 1)
    field.act("a.u")
    field.go(3)
    field.take("rally")
    assert (field.event("rally.tried")["needed"], field.event("rally.tried")["passed"]) == (2, True)


@pytest.mark.rule("GRW-SPECIAL-13", "GRW-Q-59")
def test_no_fear_rallies_without_a_roll() -> None:
    field = Stage([squad("u", 1, rules=("And They Shall Know No Fear",))], [squad("x", 1)])
    field.put("a.u", (20, 24))
    field.count("a.u", "pinned", 1)
    field.act("a.u")
    field.go()
    field.take("rally")
    assert field.event("rally.tried")["dice"] is None
    assert field.game.count(field.game.unit("a.u"), "pinned") == 0


@pytest.mark.rule("GRW-ROUND-01", "GRW-ROUND-02", "GRW-ROUND-03", "GRW-ROUND-04")
@pytest.mark.example("GRW-EX-12", "GRW-EX-36")
@pytest.mark.parametrize(
    ("units", "before", "first", "dice", "starts"),
    [
        ((5, 4), 1, 0, (4, 3), 1),
        ((2, 2), 0, -1, (5, 5, 6, 2), 0),
        ((2, 2), 1, 0, (3, 3), 1),
        ((2, 2), 1, 0, (4, 3), 0),
    ],
)
def test_who_starts_a_round(units: Any, before: int, first: int, dice: tuple[int, ...], starts: int) -> None:
    armies = [[squad(f"{letter}{n}", 1) for n in range(number)] for letter, number in zip("pq", units, strict=True)]
    field = Stage(armies[0], armies[1], battle_round=before)
    for player, letter in enumerate("ab"):
        for n, row in enumerate(armies[player]):
            field.put(f"{letter}.{row['id']}", (5 + 3 * n, 10 + 20 * player))
    field.state.first = first
    field.game.dice = ScriptedDice(dice)
    script = starting_player(field.game)
    with pytest.raises(StopIteration) as done:
        next(script)
    assert done.value.value == starts


@pytest.mark.rule("GRW-FLEE-04", "GRW-ROUND-06", "GRW-ROUND-07", "GRW-ROUND-08", "GRW-ROUND-10")
@pytest.mark.example("GRW-EX-35")
def test_fleeing_units_are_activated_first_and_nobody_twice() -> None:
    field = Stage([squad("a1", 1), squad("a2", 1)], [squad("b1", 1)], step="activate")
    field.put("a.a1", (20, 24))
    field.put("a.a2", (30, 24))
    field.put("b.b1", (60, 40))
    field.count("a.a2", "fleeing", 1)
    battle = field.go(3, 1, 6, 1, 6, 6, 1, 1, 1)
    assert field.events("unit.activated")[0]["unit"] == "a.a2"  # nobody else may be activated
    field.take("end")
    assert battle.decision is not None
    assert battle.decision.subject == "b.b1"
    field.take("end")
    assert field.decision.subject == "a.a1"
    field.take("end")
    assert [event["unit"] for event in field.events("unit.activated")][:3] == ["a.a2", "b.b1", "a.a1"]
    assert field.events("round.ended")


@pytest.mark.rule("GRW-ROUND-08", "GRW-FLEE-04", "GRW-SPECIAL-10")
@pytest.mark.example("GRW-EX-50")
def test_who_may_not_be_activated_is_told_why() -> None:
    shouter = squad("a3", 1, rules=("Waaaaagh!",))
    field = Stage([squad("a1", 1), squad("a2", 1), shouter], [squad("b1", 1)], step="activate")
    for n, key in enumerate(("a.a1", "a.a2", "a.a3")):
        field.put(key, (20 + 5 * n, 24))
    field.put("b.b1", (60, 40))
    field.mark("a.a1", "activated")
    field.state.write("player_counters", (0, field.rules.names.player_counters["waaaaagh"]), 1)
    field.go()
    again = field.refusal("activate", unit="a.a1", waaaaagh=False)
    loud = field.refusal("activate", unit=None, waaaaagh=True)
    foreign = field.refusal("activate", unit="b.b1", waaaaagh=False)
    assert [each.rule for each in (again, loud, foreign) if each] == ["GRW-ROUND-08", "GRW-SPECIAL-10", "GRW-ROUND-05"]


@pytest.mark.rule("GRW-SPECIAL-10", "GRW-SPECIAL-11", "GRW-Q-60")
@pytest.mark.example("GRW-EX-50")
def test_waaaaagh_moves_all_then_fights_all() -> None:
    army = [squad("u1", 1, blade(), rules=("Waaaaagh!",)), squad("u2", 1, blade()), squad("u3", 1), squad("u4", 1)]
    field = Stage(army, [squad("x", 1, L="9", A="0"), squad("y", 1, L="9", A="0")], step="activate")
    (first,) = field.put("a.u1", (20, 24))
    field.put("a.u2", (40, 24))
    field.put("a.u3", (50, 10))
    field.put("a.u4", (5, 5))
    field.put("b.x", (26, 24))
    field.put("b.y", (41, 24))
    field.fight("a.u2", "b.y")
    field.count("a.u3", "pinned", 1)
    field.go(1, 6, 1, 6, 6, 6)
    field.choose("activate", unit=None, waaaaagh=True)
    assert field.decision.subject == "a.u1"
    field.choose("march", moves=[step(first, (25.0, 24))])
    assert field.decision.subject == "a.u4"
    field.choose("march", moves=[])
    fights = [event["unit"] for event in field.events("combat.fought")]
    assert fights == ["a.u1", "a.u2"]
    assert field.asked == "activate"
    assert not field.decision.data["waaaaagh"]
    assert {"a.u1", "a.u2", "a.u3", "a.u4"} >= set(field.decision.data["units"])


@pytest.mark.rule("GRW-SECURE-01", "GRW-SECURE-02", "GRW-SECURE-03", "GRW-SECURE-04", "GRW-SECURE-05", "GRW-SPRINT-02")
@pytest.mark.example("GRW-EX-19", "GRW-EX-42")
def test_a_reaction_falls_between_two_actions_and_only_once() -> None:
    field = Stage([squad("u", 1, blade(), L="9"), squad("w", 1)], [squad("x", 1, arms())])
    (model,) = field.put("a.u", (20, 24))
    field.put("a.w", (20, 30))
    field.put("b.x", (30, 24))
    field.count("b.x", "reaction", 1)
    field.act("a.u")
    field.go(1, 1, 1, 1, 1, 1)
    field.take("move")
    field.choose("march", moves=[step(model, (24, 24))])
    assert (field.asked, field.decision.player) == ("react", 1)
    field.choose("react", unit="b.x", action="shoot")
    field.choose("fire", shots=[{"model": field.models("b.x")[0], "slot": 0, "profile": 0, "target": "a.u"}])
    assert field.game.count(field.game.unit("b.x"), "reaction") == 0
    assert (field.asked, field.decision.subject) == ("action", "a.u")
    assert not field.game.has_mark(field.game.unit("b.x"), "activated")
    field.take("secure-area")
    assert len(field.events("reaction.made")) == 1
    kinds = [event["kind"] for event in field.game.events]
    assert kinds.index("unit.moved") < kinds.index("reaction.made") < kinds.index("area.secured")


@pytest.mark.rule("GRW-ROUND-11", "GRW-COVERACT-01", "GRW-SECURE-01")
@pytest.mark.example("GRW-EX-42")
def test_markers_are_gone_when_the_round_ends() -> None:
    field = Stage([squad("u", 1)], [squad("x", 1)])
    field.count("b.x", "reaction", 1)
    field.mark("b.x", "covered", "activated")
    field.count("b.x", "pinned", 1)
    apply(field.state, field.rules, "round.ended", {})
    unit = field.game.unit("b.x")
    assert not (field.game.count(unit, "reaction"))
    assert not (field.game.has_mark(unit, "covered"))
    assert not (field.game.has_mark(unit, "activated"))
    assert field.game.count(unit, "pinned") == 1


@pytest.mark.rule("GRW-COVERACT-01", "GRW-COVERACT-02")
def test_take_cover_in_the_open_lasts_for_the_round() -> None:
    field = Stage([squad("u", 1)], [squad("x", 1)])
    field.put("a.u", (20, 24))
    field.put("b.x", (60, 40))
    field.act("a.u")
    field.go()
    field.take("take-cover")
    assert field.game.has_mark(field.game.unit("a.u"), "covered")


@pytest.mark.rule("GRW-SPECIAL-05", "GRW-MOVE-02")
@pytest.mark.example("GRW-EX-53")
def test_vanguard_moves_before_the_first_round() -> None:
    field = Stage(
        [squad("u", 1, rules=("Vanguard",))],
        [squad("x", 1)],
        step="vanguard",
        battle_round=0,
        terrain=[piece("wood", 10, 12, 40, 14)],
    )
    (model,) = field.put("a.u", (20, 11.4))
    field.put("b.x", (20, 40))
    field.go(*[3, 2] * 3)
    assert field.asked == "march"
    slowed = field.refusal("march", moves=[step(model, (20, 15.6))])
    assert slowed is not None
    assert slowed.values["most"] == 4
    field.choose("march", moves=[step(model, (20, 15.4))])
    kinds = [event["kind"] for event in field.game.events]
    assert kinds.index("unit.moved") < kinds.index("starting-player.rolled")


@pytest.mark.rule("GRW-Q-73", "GRW-Q-17")
def test_all_legs_of_a_move_are_one_action_for_morale() -> None:
    """Two vehicles of a unit explode in a wood, one leg after the other: who stands by tests once, of all that it had."""
    wagons, guards = squad("u", 2, Type="vehicle", B='12"', L="1", RW="3+"), squad("v", 8, RW="2+", MW="4+")
    field = Stage([wagons, guards], [squad("x", 1)], terrain=[piece("wood", 18, 22, 30, 30)])
    first, second = field.put("a.u", (20, 20), (22.5, 17.5))
    field.put("b.x", (60, 40))
    field.put("a.v", *[(16.5 - 1.1 * column, 22 - 1.2 * row) for row in range(4) for column in range(2)])
    field.act("a.u")

    def save(address: Any) -> int:
        """The wagons fail their tests and outlive each other's explosion; of the guards some are lost by either."""
        if address.target == 0:
            return 6 if address.number >= 1 << 20 else 1
        return 1 if address.number % 3 == 1 or address.number >= (1 << 20) + 2000 else 6

    field.go(source=DiceByLabel(vehicle_damage=6, save=save, morale=1))
    field.take("move")
    field.choose("march", moves=[{"model": first, "path": [[20, 25, 0]]}, {"model": second, "path": [[22.5, 25, 0]]}])
    field.lose()
    assert len(field.events("vehicle.exploded")) == 2
    (tested,) = [event for event in field.events("nerve.tested") if event["unit"] == "a.v"]
    assert tested["before"] == 8
    assert field.game.count(field.game.unit("a.v"), "pinned") == 1
    assert not field.events("unit.fleeing")


@pytest.mark.rule("GRW-TTEST-01", "GRW-TTEST-02", "GRW-SPECIAL-05")
@pytest.mark.parametrize(("rules", "tests"), [(("Vanguard",), 1), (("Vanguard", "Terrain Experience"), 0)])
def test_a_vanguard_move_into_terrain_is_tested(rules: tuple[str, ...], tests: int) -> None:
    bikes = squad("u", 1, rules=rules, Type="bike", B='12"', L="2", RW="4+")
    wood = [piece("wood", 18, 12, 22, 18)]
    field = Stage([bikes], [squad("x", 1)], terrain=wood, step="vanguard", battle_round=0)
    (model,) = field.put("a.u", (20, 10))
    field.put("b.x", (60, 40))
    field.go(source=DiceByLabel(save=1, starting_player=lambda address: 1 + address.die))
    field.choose("march", moves=[{"model": model, "path": [[20, 15.9, 0]]}])
    assert len(field.events("terrain.tested")) == tests
    assert field.wounds("a.u") == [2 - tests]
