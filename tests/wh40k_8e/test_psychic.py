"""The Psychic phase of 8th edition: attempts, tests, Deny the Witch, Perils of the Warp, Smite."""

from __future__ import annotations

import json
from typing import Any

import pytest

from datasheets.systems import system
from resolver.families.wh40k import denial, psychic
from tests.field import unit, wall
from tests.wh40k_8e.field import Field

rule, example = pytest.mark.rule, pytest.mark.example
SMITE = next(power for power in system("wh40k-8e").powers if power.id == "smite")


def power(id: str = "smite", value: int = 0, target: str = "") -> Any:
    return {
        "id": id,
        "name": id.title(),
        "value": value or SMITE.value,
        "step": SMITE.step,
        "range_in": SMITE.range_in,
        "target": target or SMITE.target,
        "duration": "",
        "keywords": [],
        "text": "",
        "effects": json.loads(json.dumps(SMITE.effects, default=dict)),
    }


def psyker(id: str = "p", wounds: str = "6", powers: Any = None, casts: int = 1, denies: int = 1, models: Any = 1) -> Any:
    known = {"casts": casts, "denies": denies, "powers": powers or [power()]}
    return unit(id, models, W=wounds, keywords=("PSYKER",), psyker=known)


def casting(*units: Any, foes: Any = None, at: tuple[float, float] = (20.0, 20.0), **given: Any) -> Field:
    """Psykers in a column at x 10, their enemies in rows from `at` on."""
    field = Field(list(units) or [psyker()], foes or [unit("y", 6)], "psychic", **given)
    for place, row in enumerate(units or [psyker()]):
        field.row(f"a.{row['id']}", 10.0, 20.0 + 3 * place)
    for place, row in enumerate(foes or [unit("y", 6)]):
        field.row(f"b.{row['id']}", at[0], at[1] + 3 * place)
    return field


def attempt(field: Field, key: str = "a.p") -> None:
    if field.asked == "select":
        field.choose("select", unit=key)


@rule("8E-PSYCHIC-01")
@rule("8E-Q-55")
def test_psykers_manifest_even_near_enemies_and_after_falling_back() -> None:
    field = Field([psyker("p"), psyker("q"), unit("x", 1), psyker("off")], [unit("y", 1)], "psychic")
    for place, key in enumerate(("a.p", "a.q", "a.x")):
        field.put(key, (10.0, 10.0 + 3 * place))
    field.put("b.y", (11.5, 10.0))
    field.mark("a.q", "fell-back")
    assert [field.game.key(found) for found in psychic.eligible(field.game)] == ["a.p", "a.q"]


@rule("8E-PSYCHIC-02")
@rule("8E-PSYCHIC-06")
@rule("8E-PSYCHIC-08")
@rule("8E-Q-86")
def test_attempts_go_back_and_forth_between_psykers() -> None:
    two = [power(), power("burn", 6)]
    field = casting(psyker("p", powers=two, casts=2), psyker("q", powers=two, casts=1), foes=[unit("y", 6, W="9")])
    field.go(1, 2, 1, 2, 1, 2)
    assert {"unit": None} in field.options("select")
    field.choose("select", unit="a.p")
    assert {"power": None} not in field.options("power")
    field.choose("power", power="smite")
    field.choose("select", unit="a.q")
    field.choose("power", power="smite")
    assert field.decision.data["units"] == ["a.p"]
    field.choose("select", unit="a.p")
    tried = [(event["unit"], event["power"]) for event in field.events("psychic.attempted")]
    assert tried == [("a.p", "smite"), ("a.q", "smite"), ("a.p", "burn")]
    assert field.game.step.phase != "psychic"


@rule("8E-PSYCHIC-08")
def test_a_psyker_attempts_no_power_twice_in_a_turn() -> None:
    field = casting(psyker("p", casts=3), foes=[unit("y", 6, W="9")])
    field.go(1, 2)
    attempt(field)
    assert len(field.events("psychic.attempted")) == 1
    assert field.game.step.phase != "psychic"


@rule("8E-PSYCHIC-03")
@rule("8E-PSYCHIC-04")
def test_a_psyker_attempts_what_it_knows() -> None:
    assert (SMITE.known_by, SMITE.step) == ("PSYKER", 0)
    field = casting(psyker("p", powers=[power("burn", 6)], casts=1))
    found = psychic.powers(field.game, field.game.unit("a.p"))
    assert [each.id for each in found] == ["burn"]


@rule("8E-PSYCHIC-07")
@rule("8E-PSYCHIC-13")
@rule("8E-SMITE-01")
@rule("8E-SMITE-02")
@rule("8E-SMITE-03")
@example("8E-EX-62")
@pytest.mark.parametrize(
    ("dice", "then", "lost", "perils"),
    [
        ((1, 3), (), 0, False),
        ((2, 3), (5,), 3, False),
        ((4, 6), (3,), 2, False),
        ((5, 6), (5,), 5, False),
        ((6, 6), (1, 4), 4, True),
        ((1, 1), (1,), 0, True),
        ((5, 5), (6,), 3, False),
    ],
)
def test_the_psychic_test_for_smite(dice: Any, then: Any, lost: int, perils: bool) -> None:
    field = casting(foes=[unit("y", 1, W="9")])
    field.go(*dice, *then)
    attempt(field)
    assert sum(9 - wounds for wounds in field.wounds("b.y")) == lost
    assert bool(field.events("perils.suffered")) is perils
    assert field.event("psychic.tested")["warp_charge"] == 5


@rule("8E-PSYCHIC-14")
def test_perils_are_d3_mortal_wounds() -> None:
    field = casting(foes=[unit("y", 1, W="9")])
    field.go(1, 1, 4)
    attempt(field)
    assert field.wounds("a.p") == [4]
    assert field.event("power.failed")["reason"] == "test"


@rule("8E-PSYCHIC-12")
@rule("8E-PSYCHIC-15")
@rule("8E-Q-55")
@example("8E-EX-88")
def test_a_psyker_slain_by_perils_strikes_all_around_and_its_power_fails() -> None:
    field = Field([psyker("p", wounds="2"), unit("x", 1, W="5"), unit("far", 1, W="5")], [unit("y", 1, W="5")], "psychic")
    field.put("a.p", (10.0, 20.0))
    field.put("a.x", (17.0, 20.0))
    field.put("a.far", (10.0, 40.0))
    field.put("b.y", (10.0, 13.0))
    field.go(6, 6, 4, 2, 5)
    attempt(field)
    assert not field.models("a.p")
    assert (field.wounds("a.x"), field.wounds("b.y"), field.wounds("a.far")) == ([4], [2], [5])
    assert field.event("power.failed")["reason"] == "destroyed"
    assert not field.events("power.manifested")


@rule("8E-PSYCHIC-15")
@rule("8E-PSYCHIC-14")
@rule("8E-Q-55")
def test_the_rest_of_the_psykers_unit_suffers_too() -> None:
    mixed = psyker("p", models=[(1, []), (2, [])])
    mixed["profiles"][0]["characteristics"]["W"] = "1"
    mixed["profiles"][1]["keywords"] = []
    mixed["profiles"][1]["characteristics"]["W"] = "4"
    field = Field([mixed], [unit("y", 1, W="5")], "psychic")
    field.put("a.p", (10.0, 20.0), (11.5, 20.0), (13.0, 20.0))
    field.put("b.y", (30.0, 20.0))
    field.go(6, 6, 1, 6, 1)
    attempt(field)
    field.allocate()
    assert len(field.models("a.p")) == 2
    assert sum(field.wounds("a.p")) == 8 - 3
    assert field.wounds("b.y") == [5]


def denying(distance: float, *dice: int, denies: int = 1) -> Field:
    field = casting(foes=[psyker("y", wounds="9", denies=denies)], at=(10.0 + 1.0 + distance, 20.0))
    field.go(*dice)
    attempt(field)
    return field


@rule("8E-PSYCHIC-09")
@rule("8E-Q-02")
@rule("8E-Q-56")
@example("8E-EX-87")
@pytest.mark.parametrize(("distance", "may"), [(24.0, True), (24.1, False)])
def test_a_psyker_within_24_inches_can_deny_without_seeing(distance: float, may: bool) -> None:
    field = Field([psyker()], [psyker("y"), unit("x", 1, W="9")], "psychic", terrain=[wall(14.0, 10.0, 15.0, 30.0, 9.0)])
    field.put("a.p", (10.0, 20.0))
    field.put("b.y", (11.0 + distance, 20.0))
    field.put("b.x", (10.0, 30.0))
    field.go(4, 4, *(() if may else (1,)))
    attempt(field)
    assert bool(may) is (field.battle is not None and field.battle.decision is not None and field.asked == "deny")


@rule("8E-PSYCHIC-10")
@rule("8E-PSYCHIC-12")
@example("8E-EX-63")
@pytest.mark.parametrize(("dice", "denied"), [((4, 4), False), ((4, 5), True)])
def test_a_denial_must_be_higher(dice: Any, denied: bool) -> None:
    field = denying(10.0, 4, 4, *dice, *(() if denied else (1,)))
    field.choose("deny", unit="b.y")
    assert field.event("deny.tested")["denied"] is denied
    assert bool(field.events("power.manifested")) is not denied


@rule("8E-PSYCHIC-11")
def test_one_attempt_to_deny_however_many_psykers() -> None:
    field = casting(foes=[psyker("y", wounds="9"), psyker("z", wounds="9")])
    field.go(4, 4, 1, 2, 1)
    attempt(field)
    assert field.options("deny") == [{"unit": None}, {"unit": "b.y"}, {"unit": "b.z"}]
    field.choose("deny", unit="b.z")
    assert len(field.events("deny.tested")) == 1
    assert field.events("power.manifested")


@rule("8E-PSYCHIC-02")
@rule("8E-Q-56")
def test_a_psyker_denies_no_more_often_than_its_datasheet_says() -> None:
    field = casting(psyker("p"), psyker("q"), foes=[psyker("y", wounds="9"), unit("x", 1, W="9")])
    field.go(4, 4, 1, 2, 1, 4, 4, 1)
    attempt(field)
    field.choose("deny", unit="b.y")
    attempt(field, "a.q")
    assert len(field.events("deny.tested")) == 1
    assert len(field.events("power.manifested")) == 2
    none = denying(10.0, 4, 4, 1, denies=0)
    assert not none.events("deny.tested")


@rule("8E-PSYCHIC-09")
@rule("8E-PSYCHIC-13")
@rule("8E-Q-56")
def test_a_failed_test_is_not_denied_and_a_denial_brings_no_perils() -> None:
    failed = denying(10.0, 1, 2)
    assert not failed.events("deny.tested")
    double = denying(10.0, 4, 4, 1, 1, 1)
    double.choose("deny", unit="b.y")
    assert not double.events("perils.suffered")


@rule("8E-SMITE-02")
@rule("8E-Q-57")
@example("8E-EX-89")
def test_smite_strikes_the_closest_visible_enemy_unit() -> None:
    field = Field(
        [psyker()],
        [unit("hidden", 1, W="9"), unit("chief", 1, keywords=("CHARACTER",), W="9"), unit("y", 1, W="9")],
        "psychic",
        terrain=[wall(8.0, 16.0, 12.0, 17.0, 9.0)],
    )
    field.put("a.p", (10.0, 20.0))
    field.put("b.hidden", (10.0, 14.0))
    field.put("b.chief", (19.0, 20.0))
    field.put("b.y", (10.0, 33.0))
    field.go(4, 4, 1)
    attempt(field)
    assert field.event("power.manifested")["targets"] == ["b.chief"]
    assert field.wounds("b.chief") == [8]


@rule("8E-SMITE-02")
@rule("8E-Q-55")
@pytest.mark.parametrize(("distance", "struck"), [(18.0, True), (18.1, False)])
def test_smite_reaches_18_inches_and_into_close_combat(distance: float, struck: bool) -> None:
    field = Field([psyker(), unit("x", 1)], [unit("y", 1, W="9")], "psychic")
    field.put("a.p", (10.0, 20.0))
    field.put("b.y", (11.0 + distance, 20.0))
    field.put("a.x", (12.5 + distance, 20.0))
    field.go(4, 4, *((1,) if struck else ()))
    attempt(field)
    assert field.event("power.manifested")["targets"] == (["b.y"] if struck else [])


@rule("8E-Q-57")
def test_of_equally_close_units_the_player_chooses() -> None:
    field = Field([psyker()], [unit("y", 1, W="9"), unit("z", 1, W="9")], "psychic")
    field.put("a.p", (10.0, 20.0))
    field.put("b.y", (10.0, 28.0))
    field.put("b.z", (10.0, 12.0))
    field.go(4, 4, 1)
    attempt(field)
    field.choose("pick-unit", unit="b.z")
    assert field.wounds("b.z") == [8]


@rule("8E-PSYCHIC-05")
@rule("8E-Q-36")
def test_powers_are_known_before_deployment() -> None:
    field = casting(psyker("p", powers=[power(), power("burn", 6)]))
    steps = [step.name for step in field.rules.steps]
    assert steps.index("traits") < steps.index("deployment")
    assert [each.id for each in field.game.armies.units[field.game.unit("a.p")].powers] == ["smite", "burn"]


LED: Any = [(1, [], {"keywords": ["PSYKER"]}), (1, [])]


def psyker_unit(id: str, **given: Any) -> Any:
    """A unit of which the first model alone is a psyker."""
    return unit(id, LED, W="6", psyker={"casts": 1, "denies": 1, "powers": [power()]}, **given)


@rule("8E-SMITE-02")
@rule("8E-PSYCHIC-01")
@rule("8E-Q-55")
@pytest.mark.parametrize(("at", "hit"), [(18.0, True), (18.5, False)])
def test_a_power_is_measured_from_the_psyker_of_its_unit(at: float, hit: bool) -> None:
    field = Field([psyker_unit("p")], [unit("y", 1, W="9")], "psychic")
    field.put("a.p", (10.0, 20.0), (12.0, 20.0))
    field.put("b.y", (11.0 + at, 20.0))
    smite = field.game.armies.units[field.game.unit("a.p")].powers[0]
    assert bool(psychic.targets(field.game, field.game.unit("a.p"), smite)) is hit


@rule("8E-SMITE-02")
def test_what_a_mate_of_the_psyker_sees_is_no_target() -> None:
    field = Field([psyker_unit("p")], [unit("y", 1)], "psychic", terrain=[wall(11.0, 24.0, 20.0, 25.0)])
    field.put("a.p", (10.0, 20.0), (10.0, 26.0))
    field.put("b.y", (18.0, 27.0))
    smite = field.game.armies.units[field.game.unit("a.p")].powers[0]
    assert not psychic.targets(field.game, field.game.unit("a.p"), smite)
    field.put("a.p", (10.0, 26.0), (10.0, 20.0))
    assert psychic.targets(field.game, field.game.unit("a.p"), smite)


@rule("8E-PSYCHIC-09")
@pytest.mark.parametrize(("gap", "able"), [(24.0, True), (24.5, False)])
def test_a_power_is_denied_by_a_psyker_who_is_near_enough_to_the_psyker(gap: float, able: bool) -> None:
    field = Field([psyker_unit("p")], [psyker_unit("q")], "psychic")
    field.put("a.p", (10.0, 20.0), (12.0, 20.0))
    field.put("b.q", (11.0 + gap, 20.0), (9.0 + gap, 20.0))
    assert bool(denial.deniers(field.game, field.game.unit("a.p"))) is able
