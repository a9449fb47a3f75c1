"""What is refused, with the rule that forbids it, and nothing changes by it: no state, no die, no event, no question."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from datasheets.words import languages
from resolver.engine.decision import Choice, Decision
from resolver.engine.prose import LogWriter
from tests.grundregelwerk.stage import DiceByLabel, Stage, arms, blade, piece, squad
from tests.recorded.battles import OWN
from tests.recorded.files import read_record


def before_acting(unit: Any, *done: str, foe: tuple[float, float] = (40, 24), **more: Any) -> Stage:
    """The activation of a.u, which stands in the middle, when it has done some actions."""
    field = Stage([unit], [squad("x", 1, arms(), L="9", A="0")], terrain=more.get("terrain", ()))
    (model,) = field.put("a.u", (20, 24))
    field.put("b.x", foe)
    for state in more.get("states", ()):
        field.count("a.u", state, 1)
    if more.get("fights"):
        field.fight("a.u", "b.x")
    field.act("a.u")
    field.mark("a.u", *(f"did-{each}" for each in done))
    field.go(*more.get("dice", ()))
    for action in more.get("then", ()):
        field.take(action)
    assert model in field.models("a.u")
    return field


def stepping(x: float, **more: Any) -> Callable[[], tuple[Stage, dict[str, Any]]]:
    """A move along a straight line to this x."""

    def stage() -> tuple[Stage, dict[str, Any]]:
        unit = squad("u", 1, arms(), B=more.pop("B", '6"'), Type=more.pop("Type", "infantry"))
        field = before_acting(unit, then=[more.get("action", "move")], terrain=more["terrain"])
        return field, {"moves": [{"model": field.models("a.u")[0], "path": [[x, 24.0, 0.0]]}]}

    return stage


def acting(action: str, *done: str, **more: Any) -> Callable[[], tuple[Stage, dict[str, Any]]]:
    return lambda: (before_acting(more.pop("unit", squad("u", 1, arms(), blade())), *done, **more), {"action": action})


def reacting_again() -> tuple[Stage, dict[str, Any]]:
    """A unit has reacted in this round and has secured again; another one asks whether somebody reacts."""
    field = Stage([squad("u", 1, blade(), L="9")], [squad("x", 1, arms()), squad("y", 1, arms())])
    field.put("a.u", (20, 24))
    for key, y in (("b.x", 24), ("b.y", 30)):
        field.put(key, (40, y))
        field.count(key, "reaction", 1)
    field.mark("b.x", "reacted")
    field.act("a.u")
    field.go()
    field.take("take-cover")
    assert field.asked == "react"
    assert field.decision.data["reactions"] == [["b.y", "move"], ["b.y", "shoot"]]
    return field, {"unit": "b.x", "action": "shoot"}


def reacting(key: str | None, action: str, **more: Any) -> Callable[[], tuple[Stage, dict[str, Any]]]:
    """b.y may react; b.x has no marker, b.z stands behind a hill, b.w is in close combat with a.v."""

    def stage() -> tuple[Stage, dict[str, Any]]:
        rows = [squad(name, 1, arms(), L="9", A="0") for name in ("x", "y", "z", "w")]
        field = Stage([squad("u", 1, L="9"), squad("v", 1)], rows, terrain=[piece("hill", 30, 35, 32, 46)])
        field.put("a.u", (20, 24))
        field.put("a.v", (51, 4))
        for name, at in (("x", (40, 20)), ("y", (40, 24)), ("z", (40, 46)), ("w", (50, 4))):
            field.put(f"b.{name}", at)
        for name in ("y", "z", "w"):
            field.count(f"b.{name}", "reaction", 1)
        field.fight("b.w", "a.v")
        field.act("a.u")
        field.go()
        field.take("take-cover")
        return field, {"unit": key, "action": action}

    return stage


def shouting_again() -> tuple[Stage, dict[str, Any]]:
    field = Stage([squad("u", 1, rules=("Waaaaagh!",)), squad("v", 1)], [squad("x", 1)], step="activate")
    field.put("a.u", (20, 24))
    field.put("a.v", (30, 24))
    field.put("b.x", (60, 40))
    field.go()
    field.choose("activate", unit=None, waaaaagh=True)
    field.choose("march", moves=[])
    field.choose("march", moves=[])
    return field, {"unit": None, "waaaaagh": True}


FAST = squad("u", 1, arms(), rules=("Fast",))
"""Asked in any case, as its free Move is left."""


def past_a_pillar() -> tuple[Stage, dict[str, Any]]:
    """One model goes past a pillar as far as it may in the open, the next one into it: nobody is slowed by that."""
    field = Stage([squad("u", 2, arms())], [squad("x", 1, arms())], terrain=PILLAR)
    first, second = field.put("a.u", (20, 19), (20, 20.2))
    field.put("b.x", (60, 24))
    field.act("a.u")
    field.go()
    field.take("move")
    ways = ((first, [25.5, 19.0, 0.0]), (second, [25.5, 20.6, 0.0]))
    return field, {"moves": [{"model": model, "path": [pose]} for model, pose in ways]}


WOOD, RUIN = [piece("wood", 22, 10, 40, 40)], [piece("ruin", 22, 10, 40, 40)]
PILLAR = [piece("pillar", 23, 20, 32, 28)]
REFUSED: dict[str, tuple[Callable[[], tuple[Stage, dict[str, Any]]], str, str]] = {
    "Move and Move": (acting("move", "move"), "GRW-ACTION-02", "action.twice"),
    "a short action and a long one": (acting("sprint", "shoot"), "GRW-ACTION-01", "action.long-after-short"),
    "a long action and a short one": (acting("shoot", "take-cover", unit=FAST), "GRW-ACTION-01", "action.all-done"),
    "a third short action": (acting("secure-area", "move", "shoot", unit=FAST), "GRW-ACTION-01", "action.all-done"),
    "a free Move of who is not Fast": (acting("free-move"), "GRW-SPECIAL-02", "action.not-fast"),
    "a second reaction": (reacting_again, "GRW-SECURE-05", "react.again"),
    "a reaction without a marker": (reacting("b.x", "shoot"), "GRW-SECURE-01", "react.no-marker"),
    "a reaction of who does not see": (reacting("b.z", "shoot"), "GRW-SECURE-02", "fire.not-seen"),
    "a reaction of the enemy": (reacting("a.u", "shoot"), "GRW-SECURE-02", "activate.not-yours"),
    "a long action as a reaction": (reacting("b.y", "sprint"), "GRW-Q-33", "react.which"),
    "a reaction Move in close combat": (reacting("b.w", "move"), "GRW-Q-35", "action.in-combat"),
    "a reaction of nobody": (reacting(None, "shoot"), "GRW-SECURE-02", "react.who"),
    "bikes into a ruin": (stepping(25, B='12"', Type="bike", terrain=RUIN), "GRW-TERRAIN-06", "move.barred"),
    "into a pillar": (stepping(25, terrain=PILLAR), "GRW-TERRAIN-06", "move.barred"),
    "into a pillar, and too far": (stepping(30, terrain=PILLAR), "GRW-TERRAIN-06", "move.barred"),
    "into a pillar behind one that goes past it": (past_a_pillar, "GRW-TERRAIN-06", "move.barred"),
    "Shoot in close combat": (acting("shoot", foe=(21, 24), fights=True), "GRW-Q-35", "action.in-combat"),
    "Close Combat without contact": (acting("close-combat"), "GRW-ACTMELEE-01", "action.no-contact"),
    "a second Waaaaagh!": (shouting_again, "GRW-SPECIAL-10", "activate.shouted"),
    "an inch inside terrain": (stepping(24.5, terrain=WOOD), "GRW-TERRAIN-10", "move.slowed"),
    "a Sprint through terrain": (stepping(28.5, action="sprint", terrain=WOOD), "GRW-TERRAIN-10", "move.slowed"),
}


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.rule("GRW-ACTION-01", "GRW-ACTION-02", "GRW-SECURE-01", "GRW-SECURE-02", "GRW-SECURE-05", "GRW-ACTMELEE-01")
@pytest.mark.rule("GRW-TERRAIN-06", "GRW-TERRAIN-10", "GRW-SPECIAL-02", "GRW-SPECIAL-10", "GRW-Q-29", "GRW-Q-33", "GRW-Q-35")
def test_it_is_refused_with_its_rule_and_nothing_changes(name: str) -> None:
    stage, rule, code = REFUSED[name]
    field, data = stage()
    battle, asked = field.battle, field.decision
    assert battle is not None
    before = field.state.to_bytes(), len(field.game.events), len(battle.choices), asked
    assert data not in field.options()
    refusal = battle.check(Choice(asked.id, asked.kind, data))
    assert refusal is not None, "it is allowed"
    assert (refusal.rule, refusal.code) == (rule, code)
    with pytest.raises(ValueError, match=rule):
        battle.choose(Choice(asked.id, asked.kind, data))
    assert (field.state.to_bytes(), len(field.game.events), len(battle.choices), field.decision) == before


@pytest.mark.rule("GRW-Q-29", "GRW-FLEE-02", "GRW-FLEE-03")
@pytest.mark.parametrize(("action", "rule"), [("rally", "GRW-Q-29"), ("end", "GRW-FLEE-02"), ("move", "GRW-FLEE-03")])
def test_rally_before_flee_is_refused(action: str, rule: str) -> None:
    field = Stage([squad("u", 1)], [squad("x", 1)])
    field.put("a.u", (20, 24))
    field.act("a.u")
    field.count("a.u", "fleeing", 1)
    before, asked = field.state.to_bytes(), Decision(0, 0, "action", "a.u", "", {})  # Flee is taken before anybody is asked
    refusal = field.rules.decisions["action"].check(field.game, asked, {"action": action})
    assert refusal is not None
    assert refusal.rule == rule
    assert field.state.to_bytes() == before


@pytest.mark.parametrize(("name", "most"), [("an inch inside terrain", 4), ("a Sprint through terrain", 8)])
@pytest.mark.parametrize("language", languages())
@pytest.mark.rule("GRW-TERRAIN-10", "GRW-MOVE-02", "GRW-Q-91")
def test_who_is_slowed_is_told_how_far_the_unit_may_go(name: str, most: int, language: str) -> None:
    field, data = REFUSED[name][0]()
    refusal = field.refusal("march", **data)
    assert refusal is not None
    sentence = LogWriter(field.game.armies, field.game.ruleset, language).refusal(refusal)
    assert f'{most}"' in sentence
    assert refusal.values["most"] == most


@pytest.mark.rule("GRW-SECURE-05", "GRW-SPECIAL-11", "GRW-Q-90")
def test_reactions_within_free_actions_end() -> None:
    army = [squad(f"u{n}", 1, blade(), rules=("Waaaaagh!",), L="9") for n in range(3)]
    field = Stage(army, [squad(f"x{n}", 1, arms(), L="9", A="0") for n in range(3)], step="activate")
    for n in range(3):
        field.put(f"a.u{n}", (20, 10 + 10 * n))
        field.put(f"b.x{n}", (26, 10 + 10 * n))
        field.count(f"b.x{n}", "reaction", 1)

    field.go(source=DiceByLabel(usual=1))
    field.choose("activate", unit=None, waaaaagh=True)
    for _ in range(60):
        if field.asked == "activate":
            break
        offers = field.options()
        offer = next((each for each in offers if each.get("unit")), offers[-1]) if field.asked == "react" else offers[-1]
        field.choose(**offer)
    assert field.asked == "activate"
    made = [event["unit"] for event in field.events("reaction.made")]
    assert sorted(made) == ["b.x0", "b.x1", "b.x2"]
    assert not any(field.game.count(field.game.unit(f"b.x{n}"), "reaction") for n in range(3))


@pytest.mark.rule("GRW-Q-53")
def test_a_unit_that_losses_have_torn_apart_may_stay_but_not_move_so() -> None:
    field = Stage([squad("u", 2, arms())], [squad("x", 1)])
    first, _ = field.put("a.u", (20, 24), (26, 24))
    field.put("b.x", (60, 24))
    field.act("a.u")
    field.go()
    field.take("move")
    refusal = field.refusal("march", moves=[{"model": first, "path": [[21.0, 24.0, 0.0]]}])
    assert refusal is not None
    assert refusal.rule == "GRW-Q-53"
    assert field.refusal("march", moves=[]) is None


@pytest.mark.rule("GRW-SECURE-01", "GRW-SECURE-05")
def test_only_who_has_a_marker_and_has_not_reacted_is_asked_to_react() -> None:
    field = Stage([squad("u", 1)], [squad(id, 1, arms()) for id in ("bare", "done", "ready")])
    field.put("a.u", (20, 24))
    for number, id in enumerate(("bare", "done", "ready")):
        field.put(f"b.{id}", (30, 20 + 4 * number))
    field.count("b.done", "reaction", 1)
    field.mark("b.done", "reacted")
    field.count("b.ready", "reaction", 1)
    field.act("a.u")
    field.go()
    field.take("secure-area")
    assert field.asked == "react"
    assert {unit for unit, _ in field.decision.data["reactions"]} == {"b.ready"}
    assert field.game.count(field.game.unit("a.u"), "reaction") == 1


@pytest.mark.rule("GRW-SECURE-05")
def test_who_has_reacted_reacts_no_more_in_this_round_whatever_marker_it_gets() -> None:
    field = Stage([squad("u", 1, arms()), squad("w", 1)], [squad("x", 1, arms(), L="9")])
    field.put("a.u", (20, 24))
    field.put("a.w", (20, 30))
    field.put("b.x", (30, 24))
    field.count("b.x", "reaction", 1)
    field.act("a.u")
    field.go(1, 1, 1)
    field.take("secure-area")
    field.choose("react", unit="b.x", action="shoot")
    field.shoot("a.u")
    field.count("b.x", "reaction", 1)
    field.take("shoot")
    field.shoot("b.x")
    assert field.asked != "react"
    assert len(field.events("reaction.made")) == 1


@pytest.mark.rule("GRW-Q-35")
def test_who_sees_only_enemies_in_close_combat_may_not_shoot() -> None:
    field = Stage([squad("u", 1, arms()), squad("w", 1)], [squad("z", 1)])
    field.put("a.u", (20, 24))
    field.put("a.w", (31, 24))
    field.put("b.z", (30, 24))
    field.fight("a.w", "b.z")
    field.act("a.u")
    field.go()
    assert not field.offered_actions() & {"shoot", "suppressive-fire"}
    refusal = field.refusal("action", action="shoot")
    assert refusal is not None
    assert (refusal.rule, refusal.code) == ("GRW-RANGED-02", "action.nobody-seen")


def without_a_part(data: Any) -> Iterator[Any]:
    """The same answer without one of its parts, each in turn."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield {name: each for name, each in data.items() if name != key}
            yield from ({**data, key: less} for less in without_a_part(value))
    elif isinstance(data, list) and data and isinstance(data[0], dict):
        yield from ([less, *data[1:]] for less in without_a_part(data[0]))


@pytest.mark.parametrize("name", ["grw-fighting", "grw-lining-up", "grw-hill"])
def test_an_answer_that_lacks_a_part_is_refused(name: str) -> None:
    """A program that leaves out a weapon, a model or a path hears so; nothing is guessed and nothing breaks."""
    battle, kinds = OWN[name].begin(), set[str]()
    for data in read_record(name).choices:
        decision = battle.decision
        assert decision is not None
        if decision.kind not in kinds:
            kinds.add(decision.kind)
            for less in without_a_part(data):
                refusal = battle.check(Choice(decision.id, decision.kind, less))
                assert refusal is not None, (decision.kind, less)
                assert refusal.code == "shape", (decision.kind, less, refusal)
                said = LogWriter(battle.armies, battle.game.ruleset, "de").refusal(refusal)
                assert "Dieses Feld fehlt." in said, said
        battle.choose(Choice(decision.id, decision.kind, data))
    assert len(kinds) > 5


@pytest.mark.rule("GRW-SECURE-02", "GRW-Q-33")
@pytest.mark.parametrize("killed", [True, False])
def test_every_witness_may_react_whatever_the_first_reaction_has_done(killed: bool) -> None:
    """The first one kills the acting unit, or makes it flee behind a hill; the second saw it, and shoots at another.

    b.z, from which a hill hid it, sees the place to which it flees, and is not asked.
    """
    field = Stage(
        [squad("u", 1, RW="6+", L="1" if killed else "9", A="0"), squad("v", 1)],
        [squad("x", 1, arms(), blade(), A="3"), squad("y", 1, arms()), squad("z", 1, arms())],
        terrain=[piece("hill", 24, 5, 30, 21.5), piece("hill", 10, 20.6, 14, 40)],
    )
    field.put("a.u", (20, 24))
    field.put("a.v", (45, 10))
    field.put("b.x", (20, 25))
    field.put("b.y", (40, 22.6))
    field.put("b.z", (4, 20))
    field.fight("a.u", "b.x")
    for name in ("x", "y", "z"):
        field.count(f"b.{name}", "reaction", 1)
    field.act("a.u")
    field.go(source=DiceByLabel(usual=4, hit=6, save=1, morale=1, flee=4, pursue=1))
    field.take("take-cover")
    assert {unit for unit, _ in field.decision.data["reactions"]} == {"b.x", "b.y"}
    field.choose("react", unit="b.x", action="close-combat")
    while field.asked in ("loss", "pursue", "blade"):
        field.choose(**field.options()[-1])
    assert field.game.on_table(field.game.unit("a.u")) != killed
    assert (field.asked, field.decision.data["reactions"]) == ("react", [["b.y", "move"], ["b.y", "shoot"]])
    refusal = field.refusal("react", unit="b.z", action="move")
    assert refusal is not None
    assert (refusal.rule, refusal.code) == ("GRW-SECURE-02", "fire.not-seen")
    assert field.sentences()
    field.choose("react", unit="b.y", action="shoot")
    field.shoot("a.v")
    assert [event["unit"] for event in field.events("reaction.made")] == ["b.x", "b.y"]
