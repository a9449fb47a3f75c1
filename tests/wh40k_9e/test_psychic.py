"""The Psychic phase: powers, tests, Perils of the Warp, Deny the Witch, Smite."""

from __future__ import annotations

from typing import Any

import pytest

from datasheets.systems import system
from datasheets.systems.shape import plain
from resolver.engine.battle import Battle
from resolver.families.wh40k import psychic
from resolver.players.random_legal import RandomLegal
from resolver.shared.effects.moments import lapse
from resolver.shared.units.characteristics import move
from tests.field import Field, ability, roster, unit

rule, example = pytest.mark.rule, pytest.mark.example


SMITE = next(power for power in system("wh40k-9e").powers if power.id == "smite")
"""As the system's data have it: a test of its rules must fail where a number of it is another one."""


def power(id: str = "smite", value: int = 0, step: int | None = None, target: str = "", effects: Any = None) -> Any:
    chosen = plain(SMITE.effects) if effects is None else effects
    effects_ = [{**effect, "to": effect.get("to", {"scope": "target"})} for effect in chosen]
    return {
        "id": id,
        "name": id.title(),
        "value": value or SMITE.value,
        "step": SMITE.step if step is None else step,
        "range_in": SMITE.range_in,
        "target": target or SMITE.target,
        "duration": "",
        "keywords": [],
        "text": "",
        "effects": effects_,
    }


def psyker(id: str = "p", wounds: str = "6", powers: Any = None, casts: int = 1, denies: int = 1, words: Any = ()) -> Any:
    known = {"casts": casts, "denies": denies, "powers": powers or [power()]}
    return unit(id, 1, W=wounds, keywords=("PSYKER", *words), psyker=known)


def casting(*units: Any, foes: Any = None, at: tuple[float, float] = (20.0, 20.0)) -> Field:
    field = Field(list(units) or [psyker()], foes or [unit("y", 6, W="1")], "psychic")
    for place, row in enumerate(units or [psyker()]):
        field.put(f"a.{row['id']}", (10.0, 20.0 + 3 * place))
    field.row("b.y", *at)
    return field


def broken_rule(refusal: Any) -> str | None:
    return refusal.rule if refusal else None


@rule("9E-PSY-01")
@rule("9E-PSY-02")
@rule("9E-PSY-03")
def test_who_may_manifest() -> None:
    field = Field(
        [psyker("p"), psyker("q"), unit("x", 1), psyker("t", words=["TITANIC"]), psyker("off")], [unit("y", 1)], "psychic"
    )
    for place, key in enumerate(("a.p", "a.q", "a.x", "a.t")):
        field.put(key, (10.0, 10.0 + 3 * place))
    field.put("b.y", (40.0, 20.0))
    field.mark("a.p", "advanced")
    field.mark("a.q", "fell-back")
    field.mark("a.t", "fell-back")
    assert [field.game.key(found) for found in psychic.eligible(field.game)] == ["a.p", "a.t"]


@rule("9E-PSY-03")
@rule("9E-PSY-06")
def test_the_phase_ends_without_an_eligible_psyker() -> None:
    field = Field([unit("x", 1)], [unit("y", 1)], "psychic")
    field.put("a.x", (10, 10))
    field.put("b.y", (40, 20))
    field.go()
    assert field.decision.data.get("to") != "manifest"


@rule("9E-PSY-04")
@rule("9E-PSY-05")
@rule("9E-MANIF-05")
def test_one_unit_after_the_other_each_once_and_as_often_as_its_datasheet_says() -> None:
    field = casting(psyker("p", casts=2), psyker("q"))
    field.go(1, 2, 1, 2)
    assert field.decision.data["units"] == ["a.p", "a.q"]
    field.choose(unit="a.p")
    field.choose("power", power="smite")
    field.choose("power", power="smite")
    assert field.decision.data["units"] == ["a.q"]
    assert [event["warp_charge"] for event in field.events("psychic.attempted")] == [5, 6]


@rule("9E-SMITE-01")
@rule("9E-SMITE-02")
@rule("9E-POWER-03")
@rule("9E-MANIF-02")
@example("9E-EX-30")
def test_each_other_attempt_at_smite_costs_one_more() -> None:
    field = casting(psyker("p"), psyker("q"), psyker("r"))
    field.go(1, 3, 1, 3, 1, 3)
    for key in ("a.p", "a.q", "a.r"):
        field.choose("select", unit=key)
        field.choose("power", power="smite")
    assert [event["warp_charge"] for event in field.events("psychic.attempted")] == [5, 6, 7]


@rule("9E-MANIF-02")
@example("9E-EX-48")
def test_no_other_power_is_attempted_twice_in_a_battle_round() -> None:
    veil = power("veil", step=0)
    field = casting(psyker("p", powers=[power(), veil]), psyker("q", powers=[power(), veil]))
    field.go(1, 3, 1, 3)
    field.choose("select", unit="a.p")
    field.choose("power", power="veil")
    field.choose("select", unit="a.q")
    assert [row["power"] for row in field.decision.data["powers"]] == ["smite"]
    assert broken_rule(field.refusal("power", power="veil")) == "9E-MANIF-01"


@rule("9E-POWER-01")
@rule("9E-POWER-02")
@rule("9E-MANIF-01")
def test_a_unit_attempts_the_powers_that_it_knows() -> None:
    field = casting(psyker("p", powers=[power(), power("veil")]))
    field.go()
    field.choose("select", unit="a.p")
    assert [row["power"] for row in field.decision.data["powers"]] == ["smite", "veil"]
    field.choose("power", power=None)
    assert not field.events("psychic.attempted")


@rule("9E-POWER-04")
def test_the_powers_of_a_unit_are_chosen_before_the_battle() -> None:
    """They are part of its list, which a battle begins with; no step of the battle asks for powers or gives any."""
    documents = [roster([psyker("p", powers=[power(), power("veil")])]), roster([unit("y", 1)])]
    battle = Battle.start(documents, seed=1)
    player = RandomLegal(1)
    known = battle.game.armies.units[0].powers
    assert [each.id for each in known] == ["smite", "veil"]
    while battle.decision and battle.game.state.round < 1:
        assert battle.decision.kind != "power"
        battle.choose(player.choose(battle.view(battle.decision.player), battle.options()))
    assert battle.game.armies.units[0].powers == known


@rule("9E-MANIF-04")
@pytest.mark.parametrize("keywords", [[], ["COURT"]])
def test_a_power_does_what_it_says_and_nothing_that_another_power_says(keywords: list[str]) -> None:
    """Its effects begin at no moment that happens here; and it may ask for keywords of the unit it is aimed at."""
    hide = {
        "kind": "modify-roll",
        "roll": "hit",
        "operation": "subtract",
        "value": "1",
        "on": "attack",
        "until": "own-phase",
    }
    veil = power("veil", step=0, target="friendly-unit", effects=[hide]) | {"keywords": keywords}
    field = casting(psyker("p", powers=[power(), veil]))
    field.go(6, 5)
    field.choose("select", unit="a.p")
    field.choose("power", power="veil")
    assert field.event("power.manifested")["targets"] == ([] if keywords else ["a.p"])
    assert not field.events("mortal-wounds.suffered")
    assert field.wounds("a.p") == [6]


@rule("9E-PTEST-01")
@rule("9E-SMITE-03")
@rule("9E-MANIF-04")
@example("9E-EX-47")
@pytest.mark.parametrize(("dice", "passed"), [((2, 3), True), ((1, 3), False)])
def test_the_total_must_reach_the_warp_charge(dice: tuple[int, int], passed: bool) -> None:
    field = casting()
    field.go(*dice, *((4,) if passed else ()))
    field.choose("select", unit="a.p")
    field.choose("power", power="smite")
    field.allocate()
    assert field.event("psychic.tested")["passed"] is passed
    assert len(field.models("b.y")) == (4 if passed else 6)
    assert bool(field.events("power.failed")) is not passed
    assert not field.events("perils.suffered")


@rule("9E-SMITE-04")
@example("9E-EX-30")
@pytest.mark.parametrize(("dice", "lost"), [((4, 6), 2), ((5, 6), 4)])
def test_a_result_of_11_inflicts_d6(dice: tuple[int, int], lost: int) -> None:
    field = casting()
    field.go(*dice, 4, 1)
    field.choose("select", unit="a.p")
    field.choose("power", power="smite")
    field.allocate()
    assert len(field.models("b.y")) == 6 - lost


@rule("9E-SMITE-03")
@rule("9E-MEAS-04")
def test_smite_strikes_the_closest_enemy_and_its_player_breaks_ties() -> None:
    field = Field([psyker()], [unit("y", 1, W="9"), unit("z", 1, W="9"), unit("w", 1, W="9")], "psychic")
    field.put("a.p", (20.0, 20.0))
    field.put("b.y", (30.0, 20.0))
    field.put("b.z", (10.0, 20.0))
    field.put("b.w", (31.0, 22.0))
    field.go(3, 4, 1)
    field.choose("select", unit="a.p")
    field.choose("power", power="smite")
    assert field.decision.data["units"] == ["b.y", "b.z"]
    field.choose("pick-unit", unit="b.z")
    assert field.wounds("b.z") == [8]
    assert field.wounds("b.y") == [9]


@rule("9E-SMITE-03")
@pytest.mark.parametrize(("gap", "struck"), [(18.0, True), (18.1, False)])
def test_smite_reaches_18_inches_and_needs_no_sight(gap: float, struck: bool) -> None:
    field = casting(at=(11.0 + gap, 20.0))
    field.go(3, 4, *((1,) if struck else ()))
    field.choose("select", unit="a.p")
    field.choose("power", power="smite")
    assert field.event("power.manifested")["targets"] == (["b.y"] if struck else [])


@rule("9E-PTEST-02")
@rule("9E-PERILS-01")
@rule("9E-SMITE-04")
@example("9E-EX-47")
def test_a_double_6_is_perilous_and_manifests_if_the_psyker_survives() -> None:
    field = casting(psyker("p", wounds="6"))
    field.go(6, 6, 3, 2)
    field.choose("select", unit="a.p")
    field.choose("power", power="smite")
    field.allocate()
    assert field.wounds("a.p") == [4]
    assert field.event("perils.suffered")["n"] < field.event("power.manifested")["n"]
    assert len(field.models("b.y")) == 4


@rule("9E-PERILS-02")
@rule("9E-PERILS-03")
@rule("9E-SSTR-08")
@example("9E-EX-47")
def test_perils_that_destroy_the_psyker_harm_everybody_near() -> None:
    field = Field([psyker("p", wounds="1"), unit("x", 1, W="9")], [unit("y", 1, W="9"), unit("z", 1, W="9")], "psychic")
    field.put("a.p", (10.0, 20.0))
    field.put("a.x", (14.0, 20.0))
    field.put("b.y", (17.0, 20.0))
    field.put("b.z", (10.0, 27.1))
    field.go(6, 6, 1, 3, 5)
    field.choose("select", unit="a.p")
    field.choose("power", power="smite")
    assert field.models("a.p") == []
    assert (field.wounds("a.x"), field.wounds("b.y"), field.wounds("b.z")) == ([7], [6], [9])
    assert field.event("power.failed")["reason"] == "destroyed"
    gone = field.event("unit.destroyed")
    assert gone["by"] is None
    assert gone["n"] > field.events("wounds.lost")[-1]["n"]


@rule("9E-PTEST-02")
@rule("9E-SMITE-02")
@example("9E-EX-47")
def test_a_double_1_is_perilous_and_fails() -> None:
    field = casting(psyker("p"), psyker("q"))
    field.go(1, 1, 1, 1, 2)
    field.choose("select", unit="a.p")
    field.choose("power", power="smite")
    assert field.wounds("a.p") == [5]
    assert field.event("power.failed")["reason"] == "test"
    field.choose("select", unit="a.q")
    field.choose("power", power="smite")
    assert field.events("psychic.attempted")[1]["warp_charge"] == 6


def denying(*foes: Any, dice: Any = (4, 4), gap: float = 23.0, then: Any = ()) -> Field:
    field = Field([psyker()], [unit("y", 6), *foes], "psychic")
    field.put("a.p", (10.0, 20.0))
    field.row("b.y", 20.0, 20.0)
    for place, row in enumerate(foes):
        field.put(f"b.{row['id']}", (11.0 + gap, 20.0 + 2 * place))
    field.go(*dice, *then)
    field.choose("select", unit="a.p")
    field.choose("power", power="smite")
    return field


@rule("9E-DENY-01")
@rule("9E-MANIF-03")
@rule("9E-MANIF-04")
@example("9E-EX-31")
@pytest.mark.parametrize(("dice", "denied"), [((4, 4), False), ((4, 5), True)])
def test_a_denial_must_be_greater(dice: tuple[int, int], denied: bool) -> None:
    field = denying(psyker("d"), then=(*dice, *(() if denied else (4,))))
    assert field.decision.player == 1
    assert not field.events("power.manifested")
    field.choose("deny", unit="b.d")
    field.allocate()
    assert field.event("deny.tested")["denied"] is denied
    assert len(field.models("b.y")) == (6 if denied else 4)


@rule("9E-MANIF-03")
@rule("9E-PSY-01")
@example("9E-EX-48")
@pytest.mark.parametrize(("gap", "asked"), [(24.0, True), (24.1, False)])
def test_who_denies_is_within_24_inches(gap: float, asked: bool) -> None:
    field = denying(psyker("d"), gap=gap - 0.0000001, then=(4,))
    assert (field.asked == "deny") is asked


@rule("9E-DENY-02")
@example("9E-EX-48")
def test_one_unit_tries_to_deny_and_once() -> None:
    field = denying(psyker("d"), psyker("e"), then=(1, 2, 4))
    assert field.decision.data["units"] == ["b.d", "b.e"]
    field.choose("deny", unit="b.d")
    assert len(field.events("deny.tested")) == 1
    assert field.event("power.manifested")


def more(of: str) -> Any:
    """An ability by which a psyker does something one more time."""
    return ability("More", {"kind": "extra-powers", "of": of, "number": 1, "to": {"scope": "unit"}})


@rule("9E-MANIF-05")
@pytest.mark.parametrize(("abilities", "again"), [([], False), ([more("manifest")], True), ([more("deny")], False)])
def test_abilities_let_a_psyker_attempt_more_powers(abilities: Any, again: bool) -> None:
    field = casting({**psyker("p"), "abilities": abilities})
    field.go(1, 2, 1, 2, 1, 2)
    field.choose("select", unit="a.p")
    field.choose("power", power="smite")
    assert (field.battle is not None and field.battle.decision is not None and field.asked == "power") is again


@rule("9E-DENY-03")
@pytest.mark.parametrize(
    ("denies", "abilities", "again"),
    [(1, [], False), (2, [], True), (1, [more("deny")], True), (1, [more("manifest")], False)],
)
def test_a_unit_denies_once_in_a_phase_unless_its_datasheet_says_more(denies: int, abilities: Any, again: bool) -> None:
    denier = {**psyker("d", denies=denies), "abilities": abilities}
    field = Field([psyker("p"), psyker("q")], [unit("y", 9), denier], "psychic")
    field.put("a.p", (10.0, 20.0))
    field.put("a.q", (10.0, 23.0))
    field.row("b.y", 20.0, 20.0)
    field.put("b.d", (30.0, 25.0))
    field.go(4, 4, 1, 2, 1, 4, 4, 1)
    field.choose("select", unit="a.p")
    field.choose("power", power="smite")
    field.choose("deny", unit="b.d")
    field.allocate()
    field.choose("select", unit="a.q")
    field.choose("power", power="smite")
    assert (field.asked == "deny") is again


@rule("9E-DENY-01")
def test_a_failed_test_is_not_denied_and_nobody_suffers_perils_by_denying() -> None:
    field = denying(psyker("d"), dice=(1, 2))
    assert field.asked != "deny"
    field = denying(psyker("d"), then=(6, 6))
    field.choose("deny", unit="b.d")
    assert not field.events("perils.suffered")


@rule("9E-MANIF-04")
def test_a_power_may_give_an_effect_that_lasts() -> None:
    quick = {"kind": "modify-characteristic", "characteristic": "M", "operation": "add", "value": "3", "on": "manifested"}
    haste = power("haste", target="friendly-unit", effects=[{**quick, "until": "own-turn"}])
    field = Field([psyker(powers=[haste]), unit("x", 1)], [unit("y", 1)], "psychic")
    field.put("a.p", (10.0, 20.0))
    model = field.put("a.x", (14.0, 20.0))[0]
    field.put("b.y", (50.0, 20.0))
    field.go(3, 4)
    field.choose("select", unit="a.p")
    field.choose("power", power="haste")
    field.choose("pick-unit", unit="a.x")
    assert field.event("effect.began")["unit"] == "a.x"
    assert move(field.game, model) == (0.0, 9.0)


@rule("9E-MANIF-04")
@pytest.mark.parametrize(
    ("until", "lasts", "ends"),
    [
        ("own-turn", [(1, None), (1, "psychic"), (0, "psychic"), (0, "command")], (0, None)),
        ("own-phase", [(1, None), (1, "psychic"), (0, None), (0, "shooting")], (0, "psychic")),
    ],
)
def test_an_effect_ends_at_the_start_of_its_players_turn_or_phase(until: str, lasts: Any, ends: Any) -> None:
    quick = {"kind": "modify-characteristic", "characteristic": "M", "operation": "add", "value": "3", "on": "manifested"}
    haste = power("haste", step=0, target="friendly-unit", effects=[{**quick, "until": until}])
    field = Field([psyker(powers=[power(), haste]), unit("x", 1)], [unit("y", 1)], "psychic")
    field.put("a.p", (10.0, 20.0))
    model = field.put("a.x", (14.0, 20.0))[0]
    field.put("b.y", (50.0, 20.0))
    field.go(3, 4)
    field.choose("select", unit="a.p")
    field.choose("power", power="haste")
    field.choose("pick-unit", unit="a.x")
    for player, phase in lasts:
        list(lapse(field.game, player, phase))
        assert move(field.game, model) == (0.0, 9.0)
    list(lapse(field.game, *ends))
    assert move(field.game, model) == (0.0, 6.0)
    assert field.event("effects.lapsed")["player"] == 0


def test_a_bonus_to_psychic_tests_counts() -> None:
    focus = ability(
        "Focus", {"kind": "modify-roll", "roll": "psychic", "operation": "add", "value": "2", "to": {"scope": "unit"}}
    )
    caster = psyker()
    caster["abilities"] = [focus]
    field = casting(caster)
    field.go(1, 2, 1)
    field.choose("select", unit="a.p")
    field.choose("power", power="smite")
    tested = field.event("psychic.tested")
    assert (tested["modifier"], tested["total"], tested["passed"]) == (2, 5, True)


@rule("9E-END-01")
@rule("9E-PSY-04")
def test_no_power_is_attempted_any_more_when_the_last_enemy_is_gone() -> None:
    field = casting(psyker("p", casts=2), foes=[unit("y", 1, W="1")])
    field.go(1, 5, 1)
    field.choose("select", unit="a.p")
    field.choose("power", power="smite")
    assert field.battle
    assert field.battle.decision is None
    assert field.event("battle.ended")["winner"] == 0


@rule("9E-MANIF-02")
def test_no_power_of_very_many_is_attempted_twice() -> None:
    many = [power(), *[power(f"p{number:02}", step=0, value=12) for number in range(20)]]
    field = casting(psyker("p", powers=many, casts=30))
    field.go(*((1, 2) * 25))
    field.choose("select", unit="a.p")
    for attempt in range(20):
        field.choose("power", power=f"p{attempt:02}")
    assert [row["power"] for row in field.decision.data["powers"]] == ["smite"]
    field.choose("power", power="smite")
    assert field.events("psychic.attempted")[-1]["warp_charge"] == 5
    assert field.decision.data["powers"] == [{"power": "smite", "warp_charge": 6}]
