"""What is refused, with the rule that forbids it, and nothing changes by it: no state, no die, no event, no question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from resolver.engine.decision import Choice
from tests.aos_1e.field import Field, blade, feature, unit, wizard
from tests.aos_1e.test_hero import act, casting
from tests.aos_1e.test_mission import outnumbered_field
from tests.aos_1e.test_moves import facing
from tests.field import ability, moves

Stage = tuple[Field, dict[str, Any]]


def retreating(to: float) -> Callable[[], Stage]:
    """A unit within 3 inches of an enemy retreats until it is so far away."""

    def stage() -> Stage:
        field = facing(3.0)
        field.go()
        field.choose("select", unit="a.x")
        return field, {"kind": "retreat", "moves": moves((0, 13.0 - to, 20.0))}

    return stage


def charging() -> Stage:
    """The first model of a charge ends 0.6 inches from the enemy, the next nowhere nearer."""
    field = facing(6.0, "charge", models=2)
    field.go(6, 6)
    field.choose("select", unit="a.x")
    return field, {"moves": moves((1, 16.9, 20.0), (0, 15.0, 20.0))}


def blunting() -> Stage:
    """The enemy names a unit of four models where larger ones are there."""
    rows = [unit("four", 4), unit("five", 5), unit("ten", 10)]
    field = outnumbered_field(rows)
    field.go(*[1] * 20)
    field.choose("sudden-death", objective="blunt", feature=None)
    return field, {"unit": "b.four"}


def unbinding(gap: float, hidden: bool) -> Callable[[], Stage]:
    """One wizard may unbind, another stands too far away or behind a tower."""

    def stage() -> Stage:
        walls = [feature("watchtower", 14.0, 10.0, 16.0, 30.0, height=9.0)] if hidden else []
        field = casting(gap, [wizard("v"), wizard("u")], walls)
        field.put("b.u", (10.0, 10.0))
        field.go(4, 4, *[1] * 9)
        act(field, power="mystic-shield")
        assert field.asked == "unbind"
        return field, {"model": field.models("b.v")[0]}

    return stage


def unbinding_by(whom: str) -> Callable[[], Stage]:
    """Who is no wizard of the player, or has no attempt left, tries to unbind."""

    def stage() -> Stage:
        field = casting(10.0, [wizard("u"), wizard("v"), unit("y", 1, blade())], [])
        field.put("b.u", (10.0, 10.0))
        field.put("b.y", (10.0, 30.0))
        field.go(4, 4, *[1] * 9)
        field.count("b.v", "denies", 1)
        act(field, power="mystic-shield")
        return field, {"model": field.models(whom)[0]}

    return stage


REFUSED: dict[str, tuple[Callable[[], Stage], str, str]] = {
    "a retreat that ends at 3 inches": (retreating(3.0), "AOS-ENEMY-04", ""),
    "a first charging model at 0.6 inches": (charging, "AOS-CHARGE-05", "charge.first"),
    "unbinding from 18.1 inches": (unbinding(18.1, hidden=False), "AOS-SPELL-04", "unbind.far"),
    "unbinding what is not seen": (unbinding(10.0, hidden=True), "AOS-SPELL-04", "unbind.unseen"),
    "unbinding by who is no wizard": (unbinding_by("b.y"), "AOS-WIZARD-04", "unbind.no-wizard"),
    "unbinding by the enemy": (unbinding_by("a.w"), "AOS-WIZARD-03", "unbind.no-wizard"),
    "unbinding a second time": (unbinding_by("b.v"), "AOS-WIZARD-04", "unbind.used-up"),
    "Blunt on four models": (blunting, "AOS-SUDTAB-03", "sudden-death.unit"),
}


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.rule("AOS-ENEMY-04", "AOS-CHARGE-05", "AOS-SPELL-04", "AOS-WIZARD-03", "AOS-WIZARD-04", "AOS-SUDTAB-03")
def test_it_is_refused_with_its_rule_and_nothing_changes(name: str) -> None:
    stage, rule, code = REFUSED[name]
    field, data = stage()
    battle, asked = field.battle, field.decision
    assert battle is not None
    before = field.state.to_bytes(), len(field.game.events), len(battle.choices), asked
    assert data not in field.options()
    refusal = battle.check(Choice(asked.id, asked.kind, data))
    assert refusal is not None, "it is allowed"
    assert refusal.rule == rule
    assert not code or refusal.code == code
    with pytest.raises(ValueError, match=rule):
        battle.choose(Choice(asked.id, asked.kind, data))
    assert (field.state.to_bytes(), len(field.game.events), len(battle.choices), field.decision) == before


@pytest.mark.rule("AOS-SPELL-02", "AOS-WIZARD-04")
@pytest.mark.parametrize(("casts", "rules"), [(2, ["AOS-SPELL-02"]), (1, ["AOS-WIZARD-04", "AOS-SPELL-02"])])
def test_a_spell_that_is_over_for_this_turn_is_refused_with_its_rule(casts: int, rules: list[str]) -> None:
    """It stands behind what may be done, so that a player reads why: tried before, or no attempt left."""
    field = Field([wizard("w", casts=casts), wizard("z")], [wizard("v")], "hero")
    for key, place in (("a.w", 10.0), ("a.z", 15.0), ("b.v", 21.0)):
        field.put(key, (place, 20.0))
    field.go(1, 1, *[1] * 9)
    act(field, power="mystic-shield", unit="a.w")
    assert not field.event("spell.rolled")["passed"]
    rows, over = field.decision.data["actions"], field.decision.data["refused"]
    assert [row["rule"] for row in over] == rules
    before, count = field.state.to_bytes(), len(field.game.events)
    for place, rule in enumerate(rules, len(rows)):
        refusal = field.refusal("act", action=place)
        assert refusal is not None
        assert refusal.rule == rule
        with pytest.raises(ValueError, match=rule):
            field.choose("act", action=place)
    assert (field.state.to_bytes(), len(field.game.events)) == (before, count)


@pytest.mark.rule("AOS-TOOLS-09")
def test_dice_are_thrown_again_once_however_many_abilities_allow_it() -> None:
    again: dict[str, Any] = {"kind": "re-roll", "roll": "charge", "results": "all"}
    keen = unit("x", 1, blade(), abilities=[ability("First", again), ability("Second", again)])
    field = Field([keen], [unit("y", 1, blade())], "charge")
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (19.0, 20.0))
    field.go(1, 1, 1, 2, *[1] * 9)
    field.choose("select", unit="a.x")
    asked = field.decision
    field.choose("re-roll", again=True)
    rolled = field.event("charge.rolled")
    assert (rolled["rerolled"], rolled["dice"]) == ([1, 1], [1, 2])
    assert field.battle is not None
    before, count = field.state.to_bytes(), len(field.game.events)
    refusal = field.battle.check(Choice(asked.id, asked.kind, {"again": True}))
    assert refusal is not None
    assert (refusal.rule, refusal.code) == ("AOS-TOOLS-09", "unasked.re-roll")
    with pytest.raises(ValueError, match="AOS-TOOLS-09"):
        field.battle.choose(Choice(asked.id, asked.kind, {"again": True}))
    assert (field.state.to_bytes(), len(field.game.events)) == (before, count)


@pytest.mark.rule("AOS-SPELL-04")
def test_nobody_unbinds_when_no_wizard_may() -> None:
    """The only enemy wizard is too far away: its player is not asked, and what it answers all the same is refused."""
    field = casting(18.1, [wizard("v")], [])
    field.go(4, 4, *[1] * 9)
    act(field, power="mystic-shield")
    battle, asked = field.battle, field.decision
    assert battle is not None
    assert asked.kind != "unbind"
    refusal = battle.check(Choice(asked.id, "unbind", {"model": field.models("b.v")[0]}))
    assert refusal is not None
    assert (refusal.rule, refusal.code) == ("AOS-SPELL-04", "unasked.unbind")
