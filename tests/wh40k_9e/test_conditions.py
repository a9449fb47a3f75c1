"""Conditions of effects: each holds where its description says so, and not where one thing differs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from resolver.shared.effects.abilities import effects
from resolver.shared.effects.conditions import holds
from resolver.shared.effects.context import AttackContext
from resolver.shared.effects.moments import moment
from resolver.shared.effects.sources import sources
from resolver.table.dice import SeededDice
from tests.field import Field, ability, blade, gun, unit

Row = dict[str, Any]
Change = Callable[[Field], None]
FOE_MODELS = 3


def condition_holds(condition: Row, context: Row, change: Change | None) -> bool:
    """Whether a condition holds for x (two models of 2 Wounds), whose enemies y and, further away, z stand before it."""
    has = ability(
        "Has it", {"kind": "permit", "action": "shoot-after-advance", "when": [condition], "to": {"scope": "unit"}}
    )
    own = unit("x", 2, gun(type="Assault 2", S="5", AP="-2", D="2"), blade(D="D3"), W="2", abilities=[has])
    foes = [unit("y", FOE_MODELS, keywords=("INFANTRY", "ORK")), unit("z", 1, keywords=("VEHICLE",), T="8")]
    field = Field([own, unit("friend", 1, keywords=("CHARACTER",))], foes, "shooting", battle_round=2)
    field.put("a.x", (20, 10), (22, 10))
    field.put("a.friend", (20, 4))
    field.row("b.y", 20, 16)
    field.put("b.z", (20, 30))
    if change is not None:
        change(field)
    game = field.game
    source = next(source for source in sources(game).every if source.name == "Has it")
    rows = game.armies.loadouts[int(game.state.loadout[0])].slots
    named: Row = {"rifle": rows[0].profiles[0], "blade": rows[1].profiles[0]}
    given = {"attacker": 0, "unit": 0, "target": game.unit("b.y")} | context
    given = {key: named.get(value, value) if key == "weapon" else value for key, value in given.items()}
    given["target"] = game.unit(given["target"]) if isinstance(given["target"], str) else given["target"]
    return holds(game, source, source.effect.when, 0, None, AttackContext(**given))


def mark_unit(*marks: str, key: str = "a.x") -> Change:
    return lambda field: field.mark(key, *marks)


def dead(key: str, number: int) -> Change:
    def kill(field: Field) -> None:
        field.state.write("alive", field.models(key)[:number], False)

    return kill


def turn(player: int) -> Change:
    return lambda field: setattr(field.state, "turn", player)


def wound_model(field: Field) -> None:
    field.state.write("wounds", 0, 1)


def charged_at(field: Field) -> None:
    field.pair("b.y", "a.x", "charge-target")
    field.mark("b.y", "charged")


def near(distance: int, side: str, *keywords: str) -> Row:
    return {"name": "near", "keywords": list(keywords), "distance": distance, "side": side}


def band(name: str, least: int, most: int) -> Row:
    return {"name": name, "at_least": least, "at_most": most}


def closer(field: Field) -> None:
    field.put("b.z", (22, 13))


def walk_up(field: Field) -> None:
    field.put("b.y", (20, 11.5))


@pytest.mark.parametrize(
    ("condition", "where", "otherwise"),
    [
        (
            {"name": "phase", "phase": "shooting"},
            ({}, None),
            ({}, lambda f: setattr(f.state, "phase", f.rules.step("fight"))),
        ),
        ({"name": "own-turn"}, ({}, turn(0)), ({}, turn(1))),
        (band("round", 2, 3), ({}, None), ({}, lambda f: setattr(f.state, "round", 1))),
        (band("round", 2, 3), ({}, lambda f: setattr(f.state, "round", 3)), ({}, lambda f: setattr(f.state, "round", 4))),
        ({"name": "shooting"}, ({"ranged": True}, None), ({"ranged": False}, None)),
        ({"name": "shooting"}, ({"ranged": True}, None), ({}, None)),
        ({"name": "fighting"}, ({"ranged": False}, None), ({"ranged": True}, None)),
        ({"name": "fighting"}, ({"ranged": False}, None), ({}, None)),
        ({"name": "overwatch"}, ({"reacting": True}, None), ({}, None)),
        ({"name": "targeted"}, ({"target": "a.x"}, None), ({}, None)),
        ({"name": "weapon-type", "types": ["assault"]}, ({"weapon": "rifle"}, None), ({"weapon": "blade"}, None)),
        ({"name": "weapon-type", "types": ["melee"]}, ({"weapon": "blade"}, None), ({}, None)),
        (band("weapon-strength", 5, 6), ({"strength": 5}, None), ({"strength": 4}, None)),
        (band("weapon-strength", 5, 6), ({"strength": 6}, None), ({}, None)),
        ({"name": "weapon-ap", "values": [-2, -3]}, ({"weapon": "rifle"}, None), ({"weapon": "blade"}, None)),
        (band("weapon-damage", 1, 2), ({"weapon": "rifle"}, None), ({"weapon": "blade"}, None)),
        ({"name": "half-range"}, ({"half_range": True}, None), ({}, None)),
        (band("target-distance", 0, 6), ({"distance": 6.0}, None), ({"distance": 6.1}, None)),
        ({"name": "target-keyword", "keywords": ["ORK"]}, ({}, None), ({"target": "b.z"}, None)),
        ({"name": "target-keyword", "keywords": ["VEHICLE"]}, ({"target": "b.z"}, None), ({"target": -1}, None)),
        (band("target-models", 3, 9), ({}, None), ({}, dead("b.y", 1))),
        (band("target-toughness", 5, 9), ({"resistance": 8}, None), ({"resistance": 4}, None)),
        ({"name": "target-below-half-strength"}, ({}, dead("b.y", 2)), ({}, dead("b.y", 1))),
        ({"name": "target-below-half-strength"}, ({}, dead("b.y", 2)), ({"target": -1}, dead("a.friend", 1))),
        ({"name": "target-closest"}, ({}, None), ({"target": "b.z"}, None)),
        ({"name": "target-closest"}, ({"target": "b.z"}, closer), ({}, closer)),
        ({"name": "target-closest"}, ({}, None), ({"target": -1}, None)),
        ({"name": "struck-keyword", "keywords": ["ORK"]}, ({"struck": 4}, None), ({"struck": -1}, None)),
        ({"name": "struck-keyword", "keywords": ["ORK"]}, ({"struck": 5}, None), ({"struck": 6}, None)),
        ({"name": "struck-save", "save": "4+"}, ({"struck_save": 4}, None), ({"struck_save": 5}, None)),
        ({"name": "struck-save", "save": "4+"}, ({"struck_save": 1}, None), ({}, None)),
        ({"name": "attacker-keyword", "keywords": ["INFANTRY"]}, ({}, None), ({"attacker": 6}, None)),
        ({"name": "attacker-keyword", "keywords": ["INFANTRY"]}, ({"attacker": 0}, None), ({"attacker": -1}, None)),
        *(
            ({"name": name}, ({}, mark_unit(name)), ({}, None))
            for name in ("charged", "intervened", "advanced", "fell-back", "arrived", "disembarked")
        ),
        ({"name": "was-charged"}, ({}, charged_at), ({}, mark_unit("charged", key="b.y"))),
        ({"name": "was-charged"}, ({}, charged_at), ({}, lambda f: f.pair("b.y", "a.x", "charge-target"))),
        *(({"name": "moved"}, ({}, mark_unit(name)), ({}, None)) for name in ("normal-move", "advanced", "fell-back")),
        ({"name": "stationary"}, ({}, mark_unit("stationary")), ({}, mark_unit("stationary", "disembarked"))),
        ({"name": "stationary"}, ({}, mark_unit("stationary")), ({}, None)),
        ({"name": "engaged"}, ({}, walk_up), ({}, None)),
        ({"name": "below-starting-strength"}, ({}, dead("a.x", 1)), ({}, None)),
        ({"name": "below-half-strength"}, ({}, lambda f: f.state.starting_strength.__setitem__(0, 5)), ({}, None)),
        (band("wounds", 1, 1), ({}, wound_model), ({}, None)),
        (band("models", 2, 2), ({}, None), ({}, dead("a.x", 1))),
        ({"name": "keyword", "keywords": ["INFANTRY"]}, ({}, None), ({}, dead("a.x", 2))),
        (
            {"name": "warlord"},
            ({}, lambda f: f.state.marks.__setitem__(1, f.rules.names.model_marks["warlord"])),
            ({}, None),
        ),
        (near(6, "friendly", "CHARACTER"), ({}, None), ({}, lambda f: f.put("a.friend", (20, 2)))),
        (near(6, "friendly", "CHARACTER"), ({}, None), ({}, dead("a.friend", 1))),
        (near(6, "enemy", "ORK"), ({}, None), ({}, lambda f: f.row("b.y", 20, 18))),
        (band("psychic-test", 7, 12), ({"test": 7}, None), ({"test": 6}, None)),
        ({"name": "psychic"}, ({"by_power": True}, None), ({}, None)),
        ({"name": "mortal"}, ({"mortal": True}, None), ({}, None)),
    ],
)
def test_a_condition_holds_where_it_says(
    condition: Row, where: tuple[Row, Change | None], otherwise: tuple[Row, Change | None]
) -> None:
    assert condition_holds(condition, *where)
    assert not condition_holds(condition, *otherwise)
    assert not condition_holds(condition | {"not": True}, *where)
    assert condition_holds(condition | {"not": True}, *otherwise)


@pytest.mark.parametrize("condition", [near(9, "friendly", "INFANTRY"), near(9, "enemy", "CHARACTER")])
def test_a_unit_is_not_near_itself_and_friends_are_no_enemies(condition: Row) -> None:
    assert not condition_holds(condition, {}, None)


@pytest.mark.rule("9E-MEAS-04")
@pytest.mark.parametrize(("far", "struck"), [(9.0, ["b.y"]), (5.0, ["b.z"]), (6.0, None)])
def test_what_strikes_the_closest_unit_strikes_one_and_its_player_chooses_among_equally_close(
    far: float, struck: list[str] | None
) -> None:
    """Another unit stands 6 inches away, the third one beyond both."""
    wounds = {"kind": "mortal-wounds", "number": "1", "on": "turn-start", "when": ["own-turn"]}
    to = {"scope": "enemy-units", "range": 18, "pick": "closest"}
    field = Field(
        [unit("x", 1, abilities=[ability("Spite", {**wounds, "to": to})])],
        [unit("y", 1, W="2"), unit("z", 1, W="2"), unit("v", 1, W="2")],
        "morale-tests",
        turn=1,
        battle_round=1,
    )
    field.put("a.x", (20.0, 20.0))
    field.put("b.y", (27.0, 20.0))
    field.put("b.z", (19.0 - far, 20.0))
    field.put("b.v", (20.0, 34.0))
    field.go(source=SeededDice(1))
    if struck is None:
        assert field.decision.data["units"] == ["b.y", "b.z"]
        assert (field.decision.player, field.decision.rule) == (0, "9E-MEAS-04")
        field.choose("pick-unit", unit="b.z")
        struck = ["b.z"]
    assert [field.game.key(u) if isinstance(u, int) else u for u in field.event("ability.used")["targets"]] == struck
    assert [event["unit"] for event in field.events("wounds.lost")] == struck


@pytest.mark.parametrize(
    ("condition", "where", "otherwise"),
    [
        (band("target-distance", 0, 6), {"distance": 6.0}, {"distance": 6.1}),
        (band("weapon-strength", 5, 6), {"strength": 5}, {"strength": 4}),
        ({"name": "half-range"}, {"half_range": True}, {}),
        ({"name": "shooting"}, {"ranged": True}, {"ranged": False}),
        ({"name": "fighting"}, {"ranged": False}, {"ranged": True}),
        ({"name": "target-keyword", "keywords": ["ORK"]}, {"target": 1}, {"target": -1}),
        ({"name": "target-closest"}, {"target": 1}, {"target": -1}),
        (band("target-models", 1, 1), {"target": 1}, {"target": 0}),
        ({"name": "overwatch"}, {"reacting": True}, {}),
    ],
)
def test_what_lasts_and_is_about_an_attack_begins_without_one_and_is_asked_of_each(
    condition: Row, where: Row, otherwise: Row
) -> None:
    """No attack is being made as it begins: if it were asked then, it would never begin."""
    fury = {"kind": "modify-roll", "roll": "hit", "operation": "add", "value": "1", "on": "charge", "until": "turn-end"}
    has = ability("Fury", {**fury, "to": {"scope": "unit"}, "when": [condition]})
    field = Field([unit("x", 2, gun(), abilities=[has])], [unit("y", 1, keywords=("ORK",))], "shooting")
    field.row("a.x", 20, 10)
    field.put("b.y", (20, 16))
    for _ in moment(field.game, "charge", 0):
        pass
    assert field.event("effect.began")["unit"] == "a.x"
    for given, holds_then in ((where, True), (otherwise, False)):
        context = AttackContext(**{"attacker": 0, "unit": 0, **given})
        assert bool(effects(field.game, "modify-roll", 0, 0, context, "hit")) is holds_then


def test_what_lasts_and_is_about_its_unit_begins_only_where_that_holds() -> None:
    for foe, began in ((11.9, 1), (30.0, 0)):
        courage = {"kind": "modify-characteristic", "characteristic": "Ld", "operation": "add", "value": "1"}
        has = ability(
            "Grit",
            {**courage, "on": "charge", "until": "turn-end", "to": {"scope": "unit"}, "when": [{"name": "engaged"}]},
        )
        field = Field([unit("x", 1, abilities=[has])], [unit("y", 1)], "charges")
        field.put("a.x", (10, 10))
        field.put("b.y", (foe, 10))
        for _ in moment(field.game, "charge", 0):
            pass
        assert len(field.events("effect.began")) == began
