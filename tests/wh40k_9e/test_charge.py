"""The Charge phase: who may charge, the roll, the move; Overwatch; Heroic Interventions."""

from __future__ import annotations

from typing import Any

import pytest

from resolver.families.wh40k.moves import charge, interventions, movement
from resolver.shared.moves import moving
from tests.field import INFANTRY, Field, ability, blade, gun, moves, unit, wall

rule, example = pytest.mark.rule, pytest.mark.example
OVERWATCH = ability("Watchful", {"kind": "overwatch", "to": {"scope": "unit"}})


def charging(foe: tuple[float, float] = (19.0, 20.0), *, words: Any = INFANTRY, foes: Any = None, **given: Any) -> Field:
    """A unit of a, one enemy model; the Charge phase has begun."""
    terrain = given.pop("terrain", ())
    field = Field(
        [unit("x", given.pop("models", 1), keywords=words, **given)], foes or [unit("y", 1)], "charges", terrain=terrain
    )
    field.row("a.x", 10.0, 20.0)
    field.put("b.y", foe)
    return field


def begin(field: Field, *dice: int) -> Field:
    """Note who is near, as the phase does when it begins, and go on."""
    for _ in charge.note_start(field.game):
        pass
    field.go(*dice)
    return field


def eligible_units(field: Field) -> list[str]:
    for _ in charge.note_start(field.game):
        pass
    return [field.game.key(found) for found in charge.eligible(field.game)]


def broken_rule(refusal: Any) -> str | None:
    return refusal.rule if refusal else None


@rule("9E-CHARGE-02")
@rule("9E-CHGUNIT-01")
@example("9E-EX-55")
@pytest.mark.parametrize(("gap", "eligible"), [(12.0, True), (12.1, False)])
def test_a_unit_within_12_inches_may_charge(gap: float, eligible: bool) -> None:
    assert bool(eligible_units(charging((11.0 + gap, 20.0)))) is eligible


@rule("9E-CHARGE-02")
def test_what_counts_is_the_start_of_the_phase() -> None:
    field = charging((19.0, 20.0))
    assert eligible_units(field) == ["a.x"]
    field = charging((30.0, 20.0))
    eligible_units(field)
    field.put("b.y", (19.0, 20.0))
    assert charge.eligible(field.game) == []


@rule("9E-CHARGE-03")
@rule("9E-CHARGE-04")
@rule("9E-DESTR-05")
@pytest.mark.parametrize("mark", ["advanced", "fell-back", "wrecked"])
def test_who_may_not_charge(mark: str) -> None:
    field = charging()
    field.mark("a.x", mark)
    assert eligible_units(field) == []


@rule("9E-CHARGE-03")
@pytest.mark.parametrize(("mark", "other"), [("advanced", "fell-back"), ("fell-back", "advanced")])
def test_abilities_let_a_unit_charge_after_one_kind_of_move(mark: str, other: str) -> None:
    action = {"advanced": "charge-after-advance", "fell-back": "charge-after-fall-back"}[mark]
    swift = ability("Swift", {"kind": "permit", "action": action, "to": {"scope": "unit"}})
    for marks, found in (((mark,), ["a.x"]), ((other,), []), ((mark, other), [])):
        field = charging(abilities=[swift])
        field.mark("a.x", *marks)
        assert eligible_units(field) == found


def test_an_ability_may_forbid_to_charge() -> None:
    assert (
        eligible_units(
            charging(abilities=[ability("Slow", {"kind": "forbid", "action": "charge", "to": {"scope": "unit"}})])
        )
        == []
    )


@rule("9E-FALL-03")
def test_not_even_a_titanic_unit_charges_after_falling_back() -> None:
    field = charging(words=("TITANIC",))
    field.mark("a.x", "fell-back")
    assert eligible_units(field) == []


@rule("9E-CHARGE-04")
def test_an_engaged_unit_may_not_charge() -> None:
    assert eligible_units(charging((11.9, 20.0))) == []


@rule("9E-CHARGE-05")
@rule("9E-CHARGE-06")
def test_a_unit_charges_once_whether_it_succeeds_or_not() -> None:
    field = Field([unit("x", 1), unit("z", 1)], [unit("y", 1)], "charges")
    field.put("a.x", (10, 20))
    field.put("a.z", (10, 24))
    field.put("b.y", (19, 20))
    begin(field, 1, 1)
    assert field.decision.data == {"to": "charge", "units": ["a.x", "a.z"], "optional": True}
    field.choose(unit="a.x")
    assert field.event("charge.rolled")["distance"] == 2
    field.choose("charge-move", moves=None)
    assert field.event("charge.failed")
    assert field.decision.data["units"] == ["a.z"]


@rule("9E-CHGUNIT-03")
@rule("9E-CHGUNIT-04")
@rule("9E-CHGUNIT-05")
@example("9E-EX-55")
@pytest.mark.parametrize(("dice", "succeeds"), [((3, 4), True), ((3, 3), False)])
def test_a_charge_of_eight_inches(dice: tuple[int, int], succeeds: bool) -> None:
    field = begin(charging((19.0, 20.0)), *dice)
    field.choose("select", unit="a.x")
    model = field.models("a.x")[0]
    assert field.event("charge.rolled")["distance"] == sum(dice)
    into = field.refusal("charge-move", moves=moves((model, 17.0, 20.0)))
    given_up = field.refusal("charge-move", moves=None)
    assert broken_rule(into) == (None if succeeds else "9E-CHGUNIT-03")
    assert broken_rule(given_up) == ("9E-CHGUNIT-04" if succeeds else None)
    short = field.refusal("charge-move", moves=moves((model, 15.9, 20.0)))
    assert broken_rule(short) == "9E-CHGUNIT-04"
    if not succeeds:
        assert field.options("charge-move") == [{"moves": None}]
        field.choose("charge-move", moves=None)
        assert not field.events("unit.moved")


@rule("9E-CHGUNIT-05")
@example("9E-EX-55")
def test_all_targets_must_be_reached() -> None:
    field = Field([unit("x", 1)], [unit("n", 1), unit("s", 1)], "charges")
    model = field.put("a.x", (20.0, 20.0))[0]
    field.put("b.n", (20.0, 26.0))
    field.put("b.s", (20.0, 14.0))
    begin(field, 6, 6)
    field.choose(unit="a.x")
    field.choose("charge", targets=["b.n", "b.s"])
    assert broken_rule(field.refusal("charge-move", moves=moves((model, 20.0, 24.5)))) == "9E-CHGUNIT-04"
    assert field.options("charge-move") == [{"moves": None}]


@rule("9E-CHGUNIT-01")
@example("9E-EX-55")
def test_a_target_beyond_12_inches_cannot_be_declared() -> None:
    field = Field([unit("x", 1)], [unit("y", 1), unit("z", 1), unit("w", 1)], "charges")
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (19.0, 20.0))
    field.put("b.w", (19.0, 24.0))
    field.put("b.z", (23.1, 20.0))
    begin(field)
    field.choose(unit="a.x")
    assert broken_rule(field.refusal("charge", targets=["b.z"])) == "9E-CHGUNIT-01"
    assert broken_rule(field.refusal("charge", targets=[])) == "9E-CHGUNIT-01"
    assert broken_rule(field.refusal("charge", targets=["b.y", "b.w"])) is None


@rule("9E-CHGUNIT-02")
def test_targets_need_not_be_visible() -> None:
    assert eligible_units(charging((19.0, 20.0), terrain=[wall(14, 10, 15, 30)])) == ["a.x"]


@rule("9E-CHGUNIT-04")
def test_who_must_be_kept_away_from_goes_by_the_targets_and_by_who_moves() -> None:
    field = Field([unit("x", 1)], [unit("y", 1), unit("z", 1)], "charges")
    for key, at in (("a.x", (20, 20)), ("b.y", (26, 20)), ("b.z", (30, 20))):
        field.put(key, at)
    x, y, z = (field.game.unit(key) for key in ("a.x", "b.y", "b.z"))

    def band_positions(unit: int, manner: moving.Manner) -> list[float]:
        bands = moving.Mover(field.game, unit, manner, {}).bands
        return [float(at) for band in bands for at in band.models.x]

    assert band_positions(x, charge.manner(field.game, frozenset({y}))) == [30.0]
    assert band_positions(x, charge.manner(field.game, frozenset({z}))) == [26.0]
    assert band_positions(x, charge.manner(field.game, frozenset({y, z}))) == []
    assert band_positions(x, movement.NORMAL) == [26.0, 30.0]
    assert band_positions(y, movement.NORMAL) == [20.0]


@rule("9E-CHGUNIT-04")
@rule("9E-CHGFLY-04")
@pytest.mark.parametrize("words", [INFANTRY, ("FLY",)])
def test_no_charge_comes_near_units_that_are_not_its_targets(words: Any) -> None:
    field = Field([unit("x", 1, keywords=words)], [unit("y", 1), unit("z", 1)], "charges")
    model = field.put("a.x", (10.0, 20.0))[0]
    field.put("b.y", (19.0, 20.0))
    field.put("b.z", (14.0, 21.5))
    begin(field, 6, 6)
    field.choose(unit="a.x")
    field.choose("charge", targets=["b.y"])
    through = field.refusal("charge-move", moves=moves((model, 17.5, 20.0)))
    assert broken_rule(through) == "9E-CHGUNIT-04"
    around = [{"model": model, "path": [[14.0, 18.0, 0.0], [17.5, 20.0, 0.0]]}]
    assert broken_rule(field.refusal("charge-move", moves=around)) is None


@rule("9E-CHGUNIT-06")
def test_single_models_need_not_come_closer() -> None:
    field = begin(charging((19.0, 20.0), models=2), 4, 4)
    one, two = field.models("a.x")
    field.choose(unit="a.x")
    away = moves((two, 17.5, 20.0), (one, 15.9, 20.0))
    assert broken_rule(field.refusal("charge-move", moves=away)) is None
    alone = moves((two, 17.5, 20.0))
    assert broken_rule(field.refusal("charge-move", moves=alone)) == "9E-COH-04"


@rule("9E-CHGTERR-01")
@rule("9E-CHGTERR-02")
@rule("9E-CHGTERR-03")
@rule("9E-CHGTERR-04")
@rule("9E-CHGFLY-02")
@pytest.mark.parametrize("words", [INFANTRY, ("FLY",)])
def test_charging_over_terrain_counts_the_climb(words: Any) -> None:
    for height, dice, succeeds in ((1.0, (3, 4), True), (2.0, (5, 5), False), (2.0, (5, 6), True)):
        field = begin(charging((19.0, 20.0), words=words, terrain=[wall(14.0, 15, 14.2, 25, height)]), *dice)
        field.choose(unit="a.x")
        model = field.models("a.x")[0]
        refusal = field.refusal("charge-move", moves=moves((model, 17.0, 20.0)))
        assert broken_rule(refusal) == (None if succeeds else "9E-CHGUNIT-03")
    field = begin(charging((19.0, 20.0), words=words, terrain=[wall(16.6, 15, 16.8, 25, 2.0)]), 6, 6)
    field.choose(unit="a.x")
    stuck = field.refusal("charge-move", moves=moves((field.models("a.x")[0], 17.0, 20.0)))
    assert broken_rule(stuck) == "9E-CHGTERR-04"


@rule("9E-CHGFLY-01")
@rule("9E-CHGFLY-03")
@pytest.mark.parametrize("words", [INFANTRY, ("FLY",)])
def test_flying_models_charge_across_models(words: Any) -> None:
    field = Field([unit("x", 1, keywords=words), unit("z", 1)], [unit("y", 1, W="5")], "charges")
    model = field.put("a.x", (10.0, 20.0))[0]
    field.put("a.z", (13.0, 20.0))
    field.put("b.y", (19.0, 20.0))
    begin(field, 6, 6)
    field.choose(unit="a.x")
    across = field.refusal("charge-move", moves=moves((model, 17.5, 20.0)))
    assert broken_rule(across) == (None if words == ("FLY",) else "9E-MOVE-07")
    assert broken_rule(field.refusal("charge-move", moves=moves((model, 18.5, 20.0)))) in ("9E-FLY-04", "9E-MOVE-07")


@rule("9E-CHGUNIT-01")
@pytest.mark.parametrize(("words", "may"), [(INFANTRY, []), (("FLY",), ["a.x"])])
def test_only_units_that_fly_charge_aircraft(words: Any, may: list[str]) -> None:
    assert eligible_units(charging(words=words, foes=[unit("y", 1, keywords=("AIRCRAFT",))])) == may


def test_offered_charges_are_legal_and_bring_several_models_in() -> None:
    field = begin(charging((19.0, 20.0), models=5, foes=[unit("y", 5)]), 5, 5)
    field.row("b.y", 14.0, 27.0)
    field.choose(unit="a.x")
    offers = field.options("charge-move")
    assert len(offers) >= 2
    assert all(field.refusal("charge-move", **offer) is None for offer in offers)
    field.choose("charge-move", **offers[-1])
    assert "charged" in field.event("unit.moved")["marks"]


@rule("9E-OVERW-01")
@rule("9E-OVERW-02")
@rule("9E-OVERW-03")
@rule("9E-OVERW-04")
@rule("9E-OVERW-05")
@example("9E-EX-64")
def test_overwatch_hits_on_an_unmodified_6_before_the_charge_roll() -> None:
    watcher = unit("y", 1, gun("Gun", '24"', "Assault 2"), abilities=[OVERWATCH], BS="2+")
    field = begin(charging(foes=[watcher], W="5", Sv="7+"), 5, 6, 1, 3, 4)
    field.choose("select", unit="a.x")
    assert field.decision.player == 1
    assert not field.events("charge.rolled")
    field.choose("overwatch", fire=True)
    field.choose("shots", shots=[{"model": field.models("b.y")[0], "slot": 0, "profile": 0, "target": "a.x"}])
    assert [event["hit"]["passed"] for event in field.events("attack.made")] == [False, True]
    assert field.event("charge.rolled")["n"] > field.events("attack.made")[-1]["n"]


@rule("9E-OVERW-01")
def test_without_a_rule_nobody_fires_overwatch() -> None:
    field = begin(charging(foes=[unit("y", 1, gun())]), 3, 4)
    field.choose("select", unit="a.x")
    assert field.asked == "charge-move"


@rule("9E-OVERW-03")
@example("9E-EX-64")
def test_an_engaged_unit_fires_no_overwatch() -> None:
    watcher = unit("y", 1, gun("Gun", '24"', "Pistol 1"), abilities=[OVERWATCH])
    field = Field([unit("x", 1), unit("z", 1)], [watcher], "charges")
    field.put("a.x", (10, 20))
    field.put("a.z", (20.5, 20))
    field.put("b.y", (19, 20))
    begin(field, 3, 4)
    field.choose("select", unit="a.x")
    assert field.asked == "charge-move"


@rule("9E-OVERW-05")
@rule("9E-OVERW-06")
def test_overwatch_is_fired_at_the_charger_also_where_look_out_sir_would_protect_it() -> None:
    watcher = unit("y", 1, gun("Gun", '24"', "Assault 1"), abilities=[OVERWATCH])
    field = Field([unit("x", 1, keywords=("CHARACTER",)), unit("z", 3)], [watcher], "charges")
    field.put("a.x", (10, 20))
    field.put("a.z", (11.5, 22.0), (12.6, 22.0), (13.7, 22.0))
    field.put("b.y", (19, 20))
    begin(field, 1, 3, 4)
    field.choose("select", unit="a.x")
    field.choose("overwatch", fire=True)
    shot = {"model": field.models("b.y")[0], "slot": 0, "profile": 0}
    assert broken_rule(field.refusal("shots", shots=[shot | {"target": "a.z"}])) == "9E-OVERW-05"
    assert field.refusal("shots", shots=[shot | {"target": "a.x"}]) is None


@rule("9E-OOP-01")
@rule("9E-OVERW-04")
@example("9E-EX-11")
@pytest.mark.parametrize(
    ("weapon", "away", "behind", "attacks"),
    [
        (gun("Rifle", '24"', "Rapid Fire 2"), 9.0, False, 4),
        (gun("Rifle", '16"', "Rapid Fire 2"), 9.0, False, 2),
        (gun("Carbine", '12"', "Assault 3"), 9.0, False, 3),
        (gun("Short", '6"', "Assault 3"), 9.0, False, None),
        (gun("Carbine", '12"', "Assault 3"), 9.0, True, None),
        (blade(), 9.0, False, None),
    ],
)
def test_shooting_in_another_phase_follows_the_rules_of_the_shooting_phase(
    weapon: Any, away: float, behind: bool, attacks: int | None
) -> None:
    """Ranges, what can be seen, types of weapons: nobody is asked who could not shoot in the Shooting phase, either."""
    field = Field(
        [unit("x", 1)],
        [unit("y", 1, weapon, abilities=[OVERWATCH])],
        "charges",
        terrain=[wall(14, 10, 15, 30)] if behind else [],
    )
    field.put("a.x", (10, 20))
    field.put("b.y", (11 + away, 20))
    begin(field, *[1] * (attacks or 0), 3, 4)
    field.choose("select", unit="a.x")
    assert (field.asked == "overwatch") is (attacks is not None)
    if attacks:
        field.choose("overwatch", fire=True)
        field.choose("shots", shots=[{"model": field.models("b.y")[0], "slot": 0, "profile": 0, "target": "a.x"}])
        assert field.game.step.phase == "charge"
        assert len(field.events("attack.made")) == attacks


@rule("9E-OVERW-04")
@rule("9E-SHOOT-04")
def test_a_weapon_fires_overwatch_once_in_a_phase() -> None:
    watcher = unit("y", 1, gun("Gun", '24"', "Assault 1"), abilities=[OVERWATCH])
    field = Field([unit("x", 1), unit("z", 1)], [watcher], "charges")
    field.put("a.x", (10, 20))
    field.put("a.z", (28, 20))
    field.put("b.y", (19, 20))
    begin(field, 1, 1, 1, 3, 4)
    field.choose("select", unit="a.x")
    field.choose("overwatch", fire=True)
    field.choose("shots", shots=[{"model": field.models("b.y")[0], "slot": 0, "profile": 0, "target": "a.x"}])
    field.choose("charge-move", moves=None)
    field.choose("select", unit="a.z")
    assert field.asked == "charge-move"


def heroes(
    at: tuple[float, float], *, words: Any = ("CHARACTER",), turn: int = 1, z: float = 0.0, mark: str = ""
) -> list[int]:
    field = Field([unit("c", 1, keywords=words)], [unit("y", 1)], "heroic-interventions", turn=turn)
    field.put("a.c", (10.0, 20.0))
    field.put("b.y", at, z=z)
    if mark:
        field.mark("a.c", mark)
    return interventions.able_to_intervene(field.game, 0)


@rule("9E-HEROIC-02")
@rule("9E-HEROIC-04")
@rule("9E-DESTR-05")
@example("9E-EX-56")
def test_who_may_intervene() -> None:
    assert heroes((14.0, 20.0)) == [0]
    assert heroes((14.1, 20.0)) == []
    assert heroes((11.9, 20.0)) == []
    assert heroes((13.0, 20.0), z=6.0) == []
    assert heroes((14.0, 20.0), mark="wrecked") == []
    assert heroes((14.0, 20.0), turn=0) == []
    assert heroes((14.0, 20.0), words=INFANTRY) == []


@rule("9E-HEROIC-01")
@rule("9E-HEROIC-03")
@rule("9E-HEROIC-05")
@rule("9E-HEROMV-01")
@rule("9E-HEROMV-02")
@rule("9E-CHARGE-01")
@example("9E-EX-56")
def test_a_heroic_intervention() -> None:
    field = Field(
        [unit("c", 1, keywords=("CHARACTER",)), unit("d", 1, keywords=("CHARACTER",))], [unit("y", 1)], "charges", turn=1
    )
    model = field.put("a.c", (10.0, 20.0))[0]
    field.put("a.d", (10.0, 24.0))
    field.put("b.y", (12.8, 21.4))
    field.go(1)
    assert field.decision.player == 0
    assert field.decision.data["to"] == "intervene"
    field.choose("select", unit="a.c")
    assert broken_rule(field.refusal("heroic-move", moves=moves((model, 9.0, 20.0)))) == "9E-HEROMV-02"
    assert broken_rule(field.refusal("heroic-move", moves=moves((model, 12.0, 23.5)))) == "9E-HEROMV-01"
    field.choose("heroic-move", moves=moves((model, 11.5, 20.8)))
    assert "intervened" in field.event("unit.moved")["marks"]
    assert field.decision.data.get("units") != ["a.c"]


@rule("9E-CHGUNIT-04")
@rule("9E-CHGUNIT-05")
@pytest.mark.parametrize("models", [1, 5])
def test_a_charge_that_is_possible_round_a_corner_does_not_fail(models: int) -> None:
    """A high wall bars the straight way of everybody; behind its end is the target, within what was rolled."""
    field = Field([unit("x", models)], [unit("y", 1)], "charges", terrain=[wall(0.0, 22.0, 14.5, 23.0, height=9.0)])
    field.row("a.x", 9.0, 20.0)
    field.put("b.y", (12.0, 25.5))
    begin(field, 6, 5)
    field.choose("select", unit="a.x")
    assert field.asked == "charge-move"
    offer = field.options("charge-move")[0]
    assert offer["moves"] is not None
    assert broken_rule(field.refusal("charge-move", moves=None)) == "9E-CHGUNIT-04"
    field.choose("charge-move", **offer)
    assert field.event("unit.moved")["move"] == "charge"
