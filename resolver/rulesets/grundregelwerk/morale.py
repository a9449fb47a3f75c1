"""Morale tests, pinned units, units that begin to flee, and Rally.

Source: GRW-MORALE-01..05, GRW-RANGED-09, -10, GRW-PINNED-01, -02, GRW-RALLY-01, -02, GRW-SPECIAL-13, GRW-Q-26, -30, -59,
-73, -80.
"""

from __future__ import annotations

from typing import Any

from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.grundregelwerk import profiles, states, traits
from resolver.rulesets.grundregelwerk.toll import ActionToll

FEARLESS = "and-they-shall-know-no-fear"


def test(game: Game, unit: int, reason: str, toll: ActionToll, rules: tuple[str, ...]) -> Script[bool]:
    """Let a unit take a Morale test; return whether it passed."""
    toll.tested_units.add(unit)
    need, face = profiles.morale(game, unit), game.roll("morale", unit, number=game.count(unit, "struck"))
    yield from game.happen(
        "nerve.tested",
        unit=unit,
        reason=reason,
        dice=face,
        needed=need,
        passed=face >= need,
        lost=toll.shot[unit],
        before=toll.before.get(unit, 0),
        counts={"struck": 1},
        rules=(*rules, "GRW-MORALE-04", "GRW-MORALE-05"),
    )
    return face >= need


def test_losses(game: Game, toll: ActionToll) -> Script[None]:
    """Every unit that lost a quarter of its models by shooting in this action tests, and is pinned by failing."""
    while unit := next(((unit, True) for unit in toll.due(game)), None):
        yield from test_under_fire(game, unit[0], "losses", toll, ("GRW-RANGED-09", "GRW-MORALE-01"))


def test_under_fire(game: Game, unit: int, reason: str, toll: ActionToll, rules: tuple[str, ...]) -> Script[None]:
    """A unit tests because of shooting: who fails is pinned, who is pinned already flees, who flees goes on (GRW-Q-26).

    Who is pinned flees by the enemy alone: a vehicle of its own side that explodes changes nothing (GRW-PINNED-02).
    """
    passed = yield from test(game, unit, reason, toll, rules)
    if passed or states.is_fleeing(game, unit):
        return
    if states.is_pinned(game, unit):
        if reason == "suppression" or unit in toll.struck_by_enemy:
            yield from begin_to_flee(game, unit, ("GRW-PINNED-02", "GRW-Q-80"))
    else:
        cited = "GRW-SUPPRESS-05" if reason == "suppression" else "GRW-RANGED-10"
        yield from game.happen("unit.pinned", unit=unit, **_nerve_losses(game, unit, {"pinned": 1}), rules=(cited,))


def begin_to_flee(game: Game, unit: int, rules: tuple[str, ...]) -> Script[None]:
    """A unit flees from now on until it rallies; it is no longer pinned."""
    if not states.is_fleeing(game, unit):
        counts = {"fleeing": 1, "pinned": -game.count(unit, "pinned")}
        yield from game.happen("unit.fleeing", unit=unit, **_nerve_losses(game, unit, counts), rules=rules)


def _nerve_losses(game: Game, unit: int, counts: dict[str, int]) -> dict[str, Any]:
    """What a unit loses with its nerve: its reaction marker and, in its own activation, its remaining action."""
    marks = ["spent"] if game.has_mark(unit, "acting") else []
    return {"counts": {**counts, "reaction": -game.count(unit, "reaction")}, "marks": marks}


def rally(game: Game, unit: int) -> Script[None]:
    """A pinned or fleeing unit tries to rally (GRW-RALLY-01, -02); some pass without a roll (GRW-Q-59)."""
    sure, need = traits.has(game, unit, FEARLESS), profiles.morale(game, unit)
    face = None if sure else game.roll("rally", unit)
    passed = face is None or face >= need
    counts = {name: -game.count(unit, name) for name in ("pinned", "fleeing")} if passed else {}
    rules = ("GRW-SPECIAL-13", "GRW-Q-59") if sure else ("GRW-RALLY-01", "GRW-MORALE-04", "GRW-MORALE-05")
    state = states.state_of(game, unit)
    cited = (*rules, "GRW-RALLY-02") if state == "pinned" else rules
    yield from game.happen(
        "rally.tried", unit=unit, state=state, dice=face, needed=need, passed=passed, counts=counts, rules=cited
    )
