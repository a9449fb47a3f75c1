"""When abilities happen: each trigger at its moment of a battle; what lasts ends with the next phase of its kind."""

from __future__ import annotations

from typing import Any

import pytest

from resolver.rulesets.aos_1e import battleshock, hero, lasting
from resolver.shared.effects.sources import sources
from resolver.shared.effects.unresolved import list_unresolved
from tests.aos_1e.field import SHIELD, Field, blade, bow, unit, wizard
from tests.field import Row, ability, moves

rule = pytest.mark.rule
COURAGE = {"kind": "modify-characteristic", "characteristic": "Bravery", "operation": "add", "value": "1"}
STEPS = {"charge-declared": "charge", "charge": "charge", "after-shooting": "shoot", "shoot": "shoot", "fight": "fight"}
STEPS |= {"after-fighting": "fight"}


def gift(on: str, until: str = "battle-end", **given: Any) -> Row:
    return ability("Gift", {**COURAGE, "on": on, "to": {"scope": "unit"}, "until": until, **given})


def stage(on: str, gap: float, step: str, *, turn: int = 0, friend: bool = False, **given: Any) -> Field:
    """A unit with an ability at this moment, an enemy so far to its right that is hard to slay, a friend alike far away."""
    alike = [unit(id, 1, blade(), bow(), Wounds="9", abilities=[gift(on, **given)]) for id in ("x", "z")]
    field = Field(alike[: 1 + friend], [unit("y", 1, blade(), Wounds="9")], step, turn=turn)
    field.put("a.x", (10.0, 20.0))
    if friend:
        field.put("a.z", (70.0, 46.0))
    field.put("b.y", (11.0 + gap, 20.0))
    return field


def uses(field: Field) -> int:
    return len(field.events("ability.used"))


@rule("AOS-MOVEPH-01")
@pytest.mark.parametrize(
    ("on", "kind", "happens"),
    [
        ("move", "stationary", True),
        ("advance", "run", True),
        ("advance", "normal", False),
        ("fall-back", "retreat", True),
        ("fall-back", "run-retreat", False),
        ("fall-back", "stationary", False),
    ],
)
def test_abilities_for_moves_runs_and_retreats_happen_then_and_at_no_other_move(on: str, kind: str, happens: bool) -> None:
    near = on == "fall-back"
    field = stage(on, 2.0 if near else 30.0, "move", friend=True)
    assert list_unresolved(field.rules, field.game.armies) == []
    field.go(*[3] * 9)
    field.choose("select", unit="a.x")
    way = moves((0, 7.0, 20.0)) if kind in ("normal", "retreat") else []
    field.choose("move", kind=kind, moves=way)
    if field.asked == "run":
        field.choose("run", moves=moves((0, 7.0, 20.0)))
    assert uses(field) == happens


@rule("AOS-SHOOT-01", "AOS-CHARGE-04", "AOS-COMBAT-06")
@pytest.mark.parametrize(
    ("on", "last"),
    [
        ("shoot", "attacks.declared"),
        ("after-shooting", ""),
        ("charge-declared", "charge.rolled"),
        ("charge", ""),
        ("fight", "attacks.declared"),
        ("after-fighting", ""),
    ],
)
def test_abilities_happen_before_or_after_what_their_unit_does(on: str, last: str) -> None:
    """Before it: something of it is yet to be told; after it: its attacks and its move have been told. To no other unit."""
    field = stage(on, 1.0 if STEPS[on] == "fight" else 6.0, STEPS[on], friend=True)
    assert list_unresolved(field.rules, field.game.armies) == []
    field.go(*[5] * 30)
    while not uses(field) and field.battle and field.battle.decision and field.game.step.name == STEPS[on]:
        field.choose(**field.options()[0])
    assert uses(field) == 1
    kinds = [event["kind"] for event in field.game.events]
    place = kinds.index("ability.used")
    done = {"shoot": "attack.made", "fight": "attack.made", "charge": "unit.moved"}[STEPS[on]]
    assert (done in kinds[:place]) is not bool(last)


@rule("AOS-HERO-01", "AOS-HERO-02", "AOS-PREBATTLE-01")
@pytest.mark.parametrize(
    ("on", "step", "waits"),
    [
        ("phase-start", "hero", True),
        ("battle-start", "hero", True),
        ("phase-start", "move", False),
        ("phase-start", "shoot", False),
        ("phase-start", "charge", False),
        ("phase-start", "fight", False),
        ("phase-start", "battleshock", False),
        ("phase-end", "hero", False),
        ("turn-start", "hero", False),
        ("turn-end", "battleshock", False),
        ("round-start", "hero", False),
        ("round-end", "battleshock", False),
    ],
)
def test_only_what_players_use_as_they_like_does_not_happen_by_itself(on: str, step: str, waits: bool) -> None:
    """In hero phases and before the battle players choose when; an ability for another phase happens as it begins."""
    field = stage(on, 20.0, step)
    assert list_unresolved(field.rules, field.game.armies) == []
    for _ in hero.moment(field.game, on):
        pass
    assert uses(field) == (not waits)
    assert bool(hero.actions(field.game, 0)) is (on == "phase-start")


@rule("AOS-Q-42", "AOS-Q-49")
@pytest.mark.parametrize(
    ("on", "phase"),
    [
        ("move", "movement"),
        ("advance", "movement"),
        ("fall-back", "movement"),
        ("shoot", "shooting"),
        ("after-shooting", "shooting"),
        ("charge", "charge"),
        ("charge-declared", "charge"),
        ("fight", "combat"),
        ("after-fighting", "combat"),
        ("phase-start", "hero"),
        ("turn-start", None),
    ],
)
def test_what_lasts_until_the_next_phase_of_its_kind_ends_as_that_phase_begins(on: str, phase: str | None) -> None:
    """What begins in no phase ends as its player's next turn begins."""
    ended = []
    for each in ("hero", "movement", "shooting", "charge", "combat", "battleshock", None):
        field = stage(on, 20.0, "move", until="own-phase")
        (bits,) = (1 << source.lasting for source in sources(field.game).every if source.lasting is not None)
        field.count("a.x", "lasting-own", bits)
        for _ in lasting.end(field.game, 1, each):
            pass
        assert field.game.count(0, "lasting-own") == bits, "it ends in its player's phase"
        for _ in lasting.end(field.game, 0, each):
            pass
        ended += [] if field.game.count(0, "lasting-own") else [each]
    assert ended == [phase]


@rule("AOS-SHIELD-03", "AOS-Q-42")
def test_the_spell_and_the_scenery_of_one_player_end_in_its_hero_phase_and_the_enemys_go_on() -> None:
    field = Field([wizard("w", powers=[SHIELD])], [wizard("v", powers=[SHIELD])], "hero")
    field.put("a.w", (10.0, 20.0))
    field.put("b.v", (30.0, 20.0))
    field.lasts("a.w", "steadfast", 0)
    field.lasts("b.v", "fearsome", 1)
    for _ in lasting.end(field.game, 0, "movement"):
        pass
    assert lasting.has(field.game, 0, "steadfast")
    for _ in lasting.end(field.game, 0, "hero"):
        pass
    assert not lasting.has(field.game, 0, "steadfast")
    assert lasting.has(field.game, 1, "fearsome")
    assert not lasting.has(field.game, 1, "steadfast")
    lapsed = field.event("effects.lapsed")
    assert list(lapsed["rules"]) == ["AOS-Q-42"]


@pytest.mark.parametrize(
    ("mark", "condition"),
    [("charged", "charged"), ("moved", "moved"), ("ran", "advanced"), ("retreated", "fell-back"), ("", "stationary")],
)
def test_abilities_under_a_condition_hold_while_it_does(mark: str, condition: str) -> None:
    """A rule for who charged, moved, ran, retreated or stood still this turn reaches that unit and no other."""
    when = {**COURAGE, "to": {"scope": "unit"}, "when": [condition]}
    for marks, holds in (
        ([mark] if mark else [], True),
        ({"charged", "moved", "ran", "retreated"} - {mark} if mark else {"moved"}, False),
    ):
        field = Field([unit("x", 1, blade(), abilities=[ability("If", when)])], [unit("y", 1, blade())], "fight")
        field.put("a.x", (10.0, 20.0))
        field.put("b.y", (30.0, 20.0))
        field.mark("a.x", *marks)
        field.mark("b.y", *({"charged", "moved", "ran", "retreated"} - set(marks)))
        assert battleshock.bravery(field.game, 0)[0] == 6 + holds
