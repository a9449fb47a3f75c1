"""The hero phase: spells, unbinding, command abilities, other abilities; scenery rules; Triumphs; battleshock."""

from __future__ import annotations

from typing import Any

import pytest

from resolver.engine.asking import describe
from resolver.rulesets.aos_1e import battleshock, commands, fighting, hero, lasting, movement, scenery, spells, triumphs
from resolver.shared.effects.abilities import effects
from resolver.shared.units import characteristics
from tests.aos_1e.field import BOLT, SHIELD, Field, blade, bow, feature, unit, wizard
from tests.field import Row, ability, moves

rule, example = pytest.mark.rule, pytest.mark.example
WARD = {"kind": "regain-wounds", "number": "1", "on": "phase-start", "to": {"scope": "bearer"}, "limit": "phase"}
OWN = [{"name": "phase", "phase": "hero"}, "own-turn"]
EVERY = [{"name": "phase", "phase": "hero"}]


def casting(gap: float = 10.0, foes: Any = None, terrain: Any = (), casts: int = 1, **given: Any) -> Field:
    """A wizard of a, one of b so far to the right of it, in a's hero phase."""
    field = Field([wizard("w", casts=casts, **given)], foes or [wizard("v")], "hero", terrain=terrain)
    field.put("a.w", (10.0, 20.0))
    field.put("b.v", (11.0 + gap, 20.0))
    return field


def act(field: Field, **wanted: Any) -> None:
    """Do what is offered with these values."""
    rows = field.decision.data["actions"]
    place = next(n for n, row in enumerate(rows) if all(row.get(name) == value for name, value in wanted.items()))
    field.choose("act", action=place)


def offered_actions(field: Field, do: str) -> list[Row]:
    return [row for row in hero.actions(field.game, 0) if row["do"] == do]


@rule("AOS-WIZARD-01")
@rule("AOS-WIZARD-02")
@rule("AOS-SPELL-01")
@rule("AOS-HERO-01")
def test_a_wizard_casts_the_spells_that_all_know_in_its_own_hero_phase() -> None:
    field = casting()
    assert {row["power"] for row in offered_actions(field, "cast")} == {"arcane-bolt", "mystic-shield"}
    assert hero.actions(field.game, 1) == []
    plain = Field([unit("x", 1, blade())], [unit("y", 1, blade())], "hero")
    plain.put("a.x", (10.0, 20.0))
    plain.put("b.y", (20.0, 20.0))
    assert not [row for row in hero.actions(plain.game, 0) if row["do"] == "cast"]


@rule("AOS-SPELL-03")
@rule("AOS-BOLT-01")
@rule("AOS-BOLT-02")
@rule("AOS-BOLT-03")
@rule("AOS-MORTAL-01")
@rule("AOS-TOOLS-07")
@example("AOS-EX-35")
@example("AOS-EX-05")
@pytest.mark.parametrize(
    ("dice", "gap", "cast", "wounds"), [((2, 2), 10.0, False, 0), ((2, 3), 18.0, True, 2), ((2, 3), 18.1, True, 0)]
)
def test_arcane_bolt(dice: Any, gap: float, cast: bool, wounds: int) -> None:
    """A D6 of 4 is 2 mortal wounds, whatever save, cover and shield the target has."""
    wood = feature("wood", 25.0, 15.0, 35.0, 25.0)
    foes = [unit("v", 1, blade(), Wounds="9", Save="2+")]
    field = casting(gap, foes, [wood])
    field.go(*dice, *([4] if wounds else []), *[1] * 9)
    act(field, power="arcane-bolt")
    assert field.event("spell.rolled")["passed"] is cast
    assert field.wounds("b.v") == [9 - wounds]


@rule("AOS-SHIELD-01")
@rule("AOS-SPELL-02")
@rule("AOS-WIZARD-04")
@rule("AOS-SPELL-06")
@example("AOS-EX-36")
def test_each_spell_once_as_many_as_the_warscroll_says_and_one_attempt_to_unbind() -> None:
    third = {**BOLT, "id": "third", "name": "Third"}
    foes = [wizard("v"), wizard("u")]
    field = casting(casts=2, powers=(BOLT, SHIELD, third), foes=foes)
    field.put("b.u", (10.0, 30.0))
    field.go(2, 3, 4, 4, 1, 1, 1, *[1] * 9)
    act(field, power="mystic-shield")
    assert not field.event("spell.rolled")["passed"]
    assert {row["power"] for row in offered_actions(field, "cast")} == {"arcane-bolt", "third"}
    act(field, power="arcane-bolt")
    assert {row["model"] for row in field.decision.data["wizards"]} == {*field.models("b.v"), *field.models("b.u")}
    field.choose("unbind", model=field.models("b.v")[0])
    assert field.asked != "unbind"
    assert offered_actions(field, "cast") == []


@rule("AOS-SPELL-04")
@rule("AOS-SPELL-05")
@rule("AOS-SCENTAB-05")
@rule("AOS-WIZARD-03")
@example("AOS-EX-10")
@example("AOS-EX-37")
@pytest.mark.parametrize(
    ("cast", "dice", "arcane", "unbound"),
    [
        ((3, 4), (3, 4), "", False),
        ((3, 4), (4, 4), "", True),
        ((3, 4), (4, 4), "caster", False),
        ((3, 4), (4, 4), "both", True),
    ],
)
def test_an_unbinding_roll_must_be_greater_than_what_cast_the_spell(
    cast: Any, dice: Any, arcane: str, unbound: bool
) -> None:
    stones = []
    if arcane:
        stones.append(feature("stone-circle", 5.0, 18.0, 8.0, 22.0, "arcane"))
    if arcane == "both":
        stones.append(feature("stone-circle", 30.0, 18.0, 33.0, 22.0, "arcane"))
    field = casting(18.0, terrain=stones)
    field.go(*cast, *dice, *[4] * 9)
    act(field, power="arcane-bolt")
    field.choose("unbind", model=field.models("b.v")[0])
    assert field.event("unbinding.rolled")["unbound"] is unbound
    assert bool(field.events("spell.took-effect")) is not unbound


@rule("AOS-SPELL-04")
@example("AOS-EX-37")
@pytest.mark.parametrize(("gap", "hidden", "able"), [(18.0, False, True), (18.1, False, False), (10.0, True, False)])
def test_who_may_unbind(gap: float, hidden: bool, able: bool) -> None:
    walls = [feature("watchtower", 14.0, 10.0, 16.0, 30.0, height=9.0)] if hidden else []
    field = casting(gap, terrain=walls)
    assert bool(spells.unbinders(field.game, 0)) is able


@rule("AOS-SHIELD-02")
@rule("AOS-SHIELD-03")
def test_mystic_shield_protects_until_the_casters_next_hero_phase() -> None:
    field = casting()
    field.go(4, 4, *[1] * 9)
    act(field, power="mystic-shield")
    if field.asked == "unbind":
        field.choose("unbind", model=None)
    game = field.game
    assert [s.change.value for s in effects(game, "modify-roll", 0, 0, about="save")] == [1]
    for _ in lasting.end(game, 1, "hero"):
        pass
    assert effects(game, "modify-roll", 0, 0, about="save")
    for _ in lasting.end(game, 0, "hero"):
        pass
    assert not effects(game, "modify-roll", 0, 0, about="save")


@rule("AOS-SHIELD-02")
@pytest.mark.parametrize(("gap", "hidden", "able"), [(18.0, False, True), (18.1, False, False), (10.0, True, False)])
def test_whom_mystic_shield_may_protect(gap: float, hidden: bool, able: bool) -> None:
    walls = [feature("watchtower", 14.0, 10.0, 16.0, 30.0, height=9.0)] if hidden else []
    field = Field([wizard("w"), unit("x", 1, blade())], [unit("y", 1, blade())], "hero", terrain=walls)
    field.put("a.w", (10.0, 20.0))
    field.put("a.x", (11.0 + gap, 20.0))
    field.put("b.y", (60.0, 40.0))
    power = next(power for power in field.game.armies.units[0].powers if power.id == "mystic-shield")
    assert spells.targets(field.game, 0, 0, power) == [0, *([1] if able else [])]


@rule("AOS-COMMAND-01")
@rule("AOS-COMMAND-02")
@rule("AOS-COMMAND-03")
@rule("AOS-GENERAL-02")
@example("AOS-EX-23")
@example("AOS-EX-50")
def test_one_command_ability_in_a_hero_phase_by_the_general_alone() -> None:
    own = {
        "id": "onwards",
        "name": "Onwards",
        "range_in": 12,
        "target": "friendly-unit",
        "duration": "own-hero-phase",
        "text": "Onwards.",
        "effects": [
            {
                "kind": "modify-characteristic",
                "characteristic": "Move",
                "operation": "add",
                "value": "2",
                "on": "phase-start",
                "when": OWN,
                "to": {"scope": "friendly-units", "range": 12},
                "until": "own-phase",
            }
        ],
    }
    a = [unit("g", 1, blade(), commands=[own]), unit("near", 1, blade()), unit("far", 1, blade()), wizard("w")]
    field = Field(a, [unit("y", 1, blade())], "hero")
    field.put("a.g", (10.0, 20.0))
    field.put("a.near", (23.0, 20.0))
    field.put("a.far", (23.1, 24.0))
    field.put("a.w", (30.0, 40.0))
    field.put("b.y", (60.0, 40.0))
    assert commands.names(field.game, 0) == []
    field.model_mark(0, "general")
    assert commands.names(field.game, 0) == ["Inspiring Presence", "Onwards"]
    assert [field.game.key(u) for u in commands.inspirable(field.game, 0)] == ["a.g", "a.near"]
    field.go()
    act(field, do="command", ability="Inspiring Presence")
    field.choose("pick-unit", unit="a.near")
    assert lasting.has(field.game, 1, "steadfast")
    assert {row["do"] for row in field.decision.data["actions"]} == {"cast"}
    field.state.write("on_table", 0, False)
    assert commands.names(field.game, 0) == []


@rule("AOS-COMMAND-02")
@pytest.mark.parametrize("leads", [True, False])
def test_only_the_general_has_its_command_ability(leads: bool) -> None:
    """Another hero with such an ability on its warscroll has nothing of it."""
    effect = {"kind": "modify-characteristic", "characteristic": "Move", "operation": "add", "value": "2"}
    own = {
        "id": "onwards",
        "name": "Onwards",
        "range_in": None,
        "target": "self",
        "duration": "battle",
        "text": "Add 2 to its Move.",
        "effects": [{**effect, "to": {"scope": "unit"}}],
    }
    field = Field([unit("g", 1, blade(), commands=[own]), unit("x", 1, blade())], [unit("y", 1, blade())], "move")
    for at, key in enumerate(("a.g", "a.x", "b.y")):
        field.put(key, (10.0 + 20.0 * at, 20.0))
    field.model_mark(0 if leads else 1, "general")
    assert characteristics.move(field.game, 0) == (0.0, 7.0 if leads else 5.0)


@rule("AOS-COMMAND-04")
@example("AOS-EX-23")
def test_an_inspired_unit_takes_no_battleshock_test_until_its_players_next_hero_phase() -> None:
    field = Field([unit("x", 3, blade(), Bravery="1")], [unit("y", 1, blade())], "battleshock", turn=1)
    field.row("a.x", 10.0, 20.0)
    field.put("b.y", (60.0, 40.0))
    field.lasts("a.x", "steadfast")
    field.count("a.x", "lost", 4)
    field.go(1, 2)
    assert field.events("battleshock.spared")
    assert not field.events("battleshock.tested")


@rule("AOS-HERO-02")
@rule("AOS-HERO-03")
@rule("AOS-HERO-04")
@rule("AOS-WIZARD-03")
@example("AOS-EX-54")
def test_whose_abilities_may_be_used_when_in_a_hero_phase() -> None:
    a = [unit("x", 1, blade(), Wounds="3", abilities=[ability("Mine", {**WARD, "when": OWN})])]
    b = [
        unit(
            "y",
            1,
            blade(),
            Wounds="3",
            abilities=[ability("Own", {**WARD, "when": OWN}), ability("Every", {**WARD, "when": EVERY})],
        ),
        wizard("v"),
    ]
    field = Field([*a, wizard("w")], b, "hero")
    field.put("a.x", (10.0, 20.0))
    field.put("a.w", (10.0, 30.0))
    field.put("b.y", (50.0, 20.0))
    field.put("b.v", (50.0, 30.0))
    assert [row["ability"] for row in hero.actions(field.game, 0) if row["do"] == "ability"] == ["Mine"]
    assert [(row["do"], row.get("ability")) for row in hero.actions(field.game, 1)] == [("ability", "Every")]
    names = [step.name for step in field.rules.steps]
    assert names.index("hero") < names.index("hero-reply")


@rule("AOS-DAMAGE-06")
@rule("AOS-DAMAGE-07")
def test_healing_takes_wounds_from_living_models() -> None:
    field = Field(
        [unit("x", 2, blade(), Wounds="3", abilities=[ability("Heal", {**WARD, "when": OWN})])],
        [unit("y", 1, blade())],
        "hero",
    )
    field.row("a.x", 10.0, 20.0)
    field.put("b.y", (50.0, 20.0))
    field.wound(0, 1)
    field.state.write("alive", 1, False)
    field.state.write("on_table", 1, False)
    field.go()
    act(field, do="ability", ability="Heal")
    assert field.events("wounds.regained")[0]["left"] == 2
    assert not field.state.alive[1]


@rule("AOS-SCENERY-02")
@rule("AOS-SCENTAB-01")
def test_the_scenery_table() -> None:
    from resolver.rulesets.aos_1e.battlefield import scenery_rules

    field = casting()
    assert list(scenery_rules(field.game).values()) == ["damned", "arcane", "inspiring", "deadly", "mystical", "sinister"]


@rule("AOS-SCENTAB-02")
@rule("AOS-SCENTAB-03")
@rule("AOS-SCENTAB-04")
@example("AOS-EX-39")
def test_one_unit_near_a_damned_feature_may_make_a_sacrifice() -> None:
    damned = feature("graveyard", 10.0, 10.0, 14.0, 14.0, "damned")
    field = Field(
        [unit("x", 1, blade(), Wounds="9"), unit("z", 1, blade(), Wounds="9")],
        [unit("y", 1, blade())],
        "hero",
        terrain=[damned],
    )
    field.put("a.x", (17.5, 12.0))
    field.put("a.z", (6.4, 12.0))
    field.put("b.y", (50.0, 20.0))
    assert [(row["unit"], row["feature"]) for row in offered_actions(field, "sacrifice")] == [("a.x", 0)]
    field.put("a.z", (6.5, 12.0))
    assert len(offered_actions(field, "sacrifice")) == 2
    field.go(5, *[1] * 5)
    act(field, do="sacrifice", unit="a.x")
    assert field.wounds("a.x") == [6]
    assert [change.value for change in scenery.to_hit(field.game, 0)] == [1]
    assert offered_actions(field, "sacrifice") == [] or field.game.step.phase != "hero"
    for _ in lasting.end(field.game, 0, "hero"):
        pass
    assert scenery.to_hit(field.game, 0) == ()


@rule("AOS-SCENTAB-07")
@example("AOS-EX-40")
def test_deadly_terrain_slays_who_runs_or_charges_across_it() -> None:
    deadly = feature("graveyard", 12.0, 10.0, 14.0, 30.0, "deadly")
    field = Field([unit("x", 3, blade(), Wounds="10")], [unit("y", 1, blade(), Wounds="9")], "charge", terrain=[deadly])
    field.put("a.x", (10.0, 18.0), (10.0, 19.5), (10.0, 21.0))
    field.put("b.y", (17.5, 19.5))
    field.go(5, 5, 1, 2, 6, *[1] * 9)
    field.choose("select", unit="a.x")
    steps = moves((1, 16.0, 19.5), (0, 15.5, 18.0), (2, 15.5, 21.0))
    field.choose("charge-move", moves=steps)
    rolled = field.events("deadly.rolled")
    assert [(event["model"], event["slain"]) for event in rolled] == [(1, True), (0, False), (2, False)]
    assert not field.state.alive[1]


@rule("AOS-SCENTAB-07")
@example("AOS-EX-40")
@pytest.mark.parametrize(
    ("keywords", "kind", "x", "rolls"),
    [((), "normal", 13.0, 0), (("FLY",), "run", 17.0, 0), (("FLY",), "run", 13.0, 1), ((), "run", 17.0, 1)],
)
def test_deadly_terrain_spares_who_walks_and_who_flies_beyond(keywords: Any, kind: str, x: float, rolls: int) -> None:
    deadly = feature("mere", 12.0, 10.0, 14.0, 30.0, "deadly")
    field = Field([unit("x", 1, blade(), keywords=keywords, Move='6"')], [unit("y", 1, blade())], "move", terrain=[deadly])
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (50.0, 20.0))
    field.go(*([6] if kind == "run" else []), *[6] * rolls, *[1] * 9)
    field.choose("select", unit="a.x")
    field.choose("move", kind=kind, moves=moves((0, x, 20.0)) if kind == "normal" else [])
    if kind == "run":
        field.choose("run", moves=moves((0, x, 20.0)))
    assert len(field.events("deadly.rolled")) == rolls


@rule("AOS-SCENTAB-08")
@rule("AOS-SCENTAB-09")
@rule("AOS-SCENTAB-10")
@example("AOS-EX-41")
def test_mystical_terrain_befuddles_or_ensorcels() -> None:
    stones = feature("stone-circle", 10.0, 10.0, 16.0, 16.0, "mystical")
    a = [wizard("w", weapons=(blade(), bow())), unit("s", 1, blade())]
    field = Field(a, [unit("y", 1, blade())], "battleshock", turn=1, terrain=[stones])
    field.put("a.w", (18.0, 12.0))
    field.put("a.s", (8.0, 12.0))
    field.put("b.y", (13.0, 18.0))
    field.state.turn = 0
    field.state.phase = field.rules.step("hero")
    source = [1, 2]
    from resolver.table.dice import ScriptedDice

    field.game.dice = ScriptedDice(source)
    for _ in scenery.begin_hero_phase(field.game):
        pass
    game = field.game
    assert [(event["unit"], event["befuddled"]) for event in field.events("mystery.rolled")] == [
        ("a.w", True),
        ("a.s", False),
    ]
    assert spells.castable(game, 0) == []
    assert 0 not in movement.selectable(game, 0)
    assert 0 not in fighting.shooters(game, 0)
    assert 0 not in fighting.eligible(game, 0)
    assert lasting.has(game, 1, "ensorcelled")
    assert spells.unbinders(game, field.models("b.y")[0]) == [(0, 0)]


@rule("AOS-SCENTAB-06")
@rule("AOS-SCENTAB-11")
@rule("AOS-SCENTAB-12")
@rule("AOS-BSHOCK-03")
@rule("AOS-BSHOCK-04")
@example("AOS-EX-30")
@pytest.mark.parametrize(("inspiring", "fears", "flee"), [(True, 0, 2), (False, 2, 4), (True, 2, 3)])
def test_scenery_changes_bravery(inspiring: bool, fears: int, flee: int) -> None:
    stones = [feature("wood", 10.0, 22.0, 20.0, 25.0, "inspiring")] if inspiring else []
    field = Field(
        [unit("x", 8, blade(), Bravery="6")], [unit("y", 1, blade()), unit("z", 1, blade())], "battleshock", terrain=stones
    )
    field.row("a.x", 10.0, 20.0)
    field.put("b.y", (10.0, 17.0))
    field.put("b.z", (13.0, 17.0))
    for key in ("b.y", "b.z")[:fears]:
        field.lasts(key, "fearsome", 1)
    field.count("a.x", "lost", 4)
    field.go(5, *[1] * 9)
    assert field.event("battleshock.tested")["fleeing"] == flee


@rule("AOS-SCENTAB-11")
@pytest.mark.parametrize(("x", "feared"), [(19.5, True), (19.6, False)])
def test_a_unit_near_sinister_terrain_causes_fear_from_its_hero_phase_on(x: float, feared: bool) -> None:
    stones = feature("stone-circle", 10.0, 10.0, 16.0, 16.0, "sinister")
    field = Field([unit("x", 1, blade())], [unit("y", 1, blade())], "hero", terrain=[stones])
    field.put("a.x", (x, 12.0))
    field.put("b.y", (13.0, 13.0))
    for _ in scenery.begin_hero_phase(field.game):
        pass
    assert lasting.has(field.game, 0, "fearsome") is feared
    assert not lasting.has(field.game, 1, "fearsome")


@rule("AOS-BSHOCK-01")
@rule("AOS-BSHOCK-03")
@rule("AOS-BSHOCK-04")
@rule("AOS-BSHOCK-05")
@example("AOS-EX-08")
@example("AOS-EX-09")
@example("AOS-EX-29")
@example("AOS-EX-31")
@pytest.mark.parametrize(
    ("bravery", "slain", "left", "die", "flee"),
    [
        (6, 5, 12, 4, 2),
        (6, 2, 3, 4, 0),
        (5, 3, 9, 4, 2),
        (5, 3, 10, 4, 1),
        (5, 3, 20, 4, 0),
        (4, 7, 2, 6, 2),
        (4, 0, 9, 6, None),
    ],
)
def test_battleshock(bravery: int, slain: int, left: int, die: int, flee: int | None) -> None:
    field = Field([unit("x", left, blade(), Bravery=str(bravery))], [unit("y", 1, blade())], "battleshock")
    field.row("a.x", 10.0, 20.0, gap=0.2)
    field.put("b.y", (60.0, 40.0))
    field.count("a.x", "lost", slain)
    field.go(*([] if flee is None else [die]), *[1] * 9)
    tested = field.events("battleshock.tested")
    assert ([event["fleeing"] for event in tested] or [None])[0] == flee


@rule("AOS-BSHOCK-02")
@rule("AOS-BSHOCK-06")
def test_who_tests_first_and_who_chooses_whom_flees() -> None:
    field = Field([unit("x", 3, blade(), Bravery="1")], [unit("y", 3, blade(), Bravery="1")], "battleshock", turn=1)
    field.row("a.x", 10.0, 20.0)
    field.row("b.y", 40.0, 20.0)
    field.count("a.x", "lost", 1)
    field.count("b.y", "lost", 1)
    field.go(1, 1, *[1] * 9)
    assert field.decision.player == 1
    assert [row["model"] for row in field.options("flee")] == field.models("b.y")
    field.choose("flee", model=field.models("b.y")[2])
    assert field.decision.player == 0
    assert [event["unit"] for event in field.events("battleshock.tested")] == ["b.y", "a.x"]


def test_a_dash_never_tests_and_bravery_is_never_below_nothing() -> None:
    """AOS-Q-18, -31."""
    field = Field([unit("x", 3, blade(), Bravery="-")], [unit("y", 3, blade(), Bravery="0")], "battleshock")
    field.row("a.x", 10.0, 20.0)
    field.row("b.y", 12.0, 23.0)
    field.count("a.x", "lost", 3)
    field.lasts("a.x", "fearsome")
    assert battleshock.to_test(field.game, 0) == []
    assert battleshock.bravery(field.game, 1)[0] == 0


@rule("AOS-TRITAB-01")
@rule("AOS-TRITAB-04")
@rule("AOS-TRIUMPH-01")
@rule("AOS-TRIUMPH-02")
@example("AOS-EX-43")
def test_who_won_last_time_rolls_a_triumph_and_the_empowered_general_has_one_wound_more() -> None:
    field = Field(
        [unit("g", 1, blade(), Wounds="5")],
        [unit("y", 1, blade())],
        "triumphs",
        battle_round=0,
        agreed=({"won_last_battle": True}, {}),
    )
    field.put("a.g", (10.0, 20.0))
    field.put("b.y", (50.0, 20.0))
    field.model_mark(0, "general")
    field.go(5, *[1] * 9)
    assert [event["player"] for event in field.events("triumph.rolled")] == [0]
    assert field.wounds("a.g") == [6]
    assert triumphs.more_wounds(field.game, 0) == 1


@rule("AOS-TRITAB-04")
def test_a_wound_more_moves_no_row_of_a_table_by_wounds_suffered() -> None:
    rows = [
        {"wounds": [4, 6], "characteristics": {"Move": '14"'}},
        {"wounds": [1, 3], "characteristics": {"Move": '10"'}},
    ]
    field = Field([unit("g", 1, blade(), Wounds="6", Move="*", table=rows)], [unit("y", 1, blade())], "move")
    field.put("a.g", (10.0, 20.0))
    field.put("b.y", (50.0, 20.0))
    field.model_mark(0, "general")
    field.model_mark(0, "empowered")
    left = {7: 14, 5: 14, 4: 10, 1: 10}
    for wounds, inches in left.items():
        field.wound(0, wounds)
        assert characteristics.move(field.game, 0) == (0.0, inches)


@rule("AOS-TRITAB-02")
@example("AOS-EX-53")
def test_a_blessed_player_sets_one_die_once_in_the_battle() -> None:
    field = Field([unit("x", 1, bow(Attacks="2"))], [unit("y", 1, blade(), Wounds="9")], "shoot")
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (20.0, 20.0))
    field.player(0, triumph=1, triumphs=1)
    field.go(6, 2, 1, 2, *[1] * 9)
    field.choose("select", unit="a.x")
    assert field.decision.data["roll"] == "wound"
    field.choose("blessed", die=0, face=6)
    assert (field.event("die.changed")["before"], field.event("die.changed")["face"]) == (2, 6)
    assert field.events("attack.made")[0]["wound"]["passed"]
    assert not (field.battle and field.battle.decision and field.asked == "blessed")


@rule("AOS-TRITAB-03")
@example("AOS-EX-53")
def test_an_inspired_player_re_rolls_the_failed_hits_of_one_unit_in_one_combat_phase() -> None:
    field = Field([unit("x", 1, blade())], [unit("y", 1, blade(), Wounds="9")], "fight")
    field.put("a.x", (10.0, 20.0))
    field.put("b.y", (11.5, 20.0))
    field.player(0, triumph=2, triumphs=1)
    field.go(2, 5, 1, *[1] * 9)
    field.choose("inspired", use=True)
    field.choose("pile-in", moves=[])
    made = field.events("attack.made")[0]["hit"]
    assert (made["first"], made["passed"]) == ([2], True)
    assert not triumphs.has(field.game, 0, "inspired")


def test_a_spell_that_would_reach_nobody_says_so() -> None:
    for away, nobody in ((17.0, False), (30.0, True)):
        field = Field([wizard("w", powers=[BOLT])], [unit("y", 1, blade())], "hero")
        field.put("a.w", (10.0, 20.0))
        field.put("b.y", (11.0 + away, 20.0))
        battle = field.go()
        assert battle.decision is not None
        offers = [option.data for option in battle.options()]
        casts, enough = describe(battle.decision, battle.view(0), offers).options
        assert ("at nobody from here" in casts) is nobody
        assert "nobody" not in enough
