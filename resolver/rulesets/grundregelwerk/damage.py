"""Models lose Life points and are destroyed; vehicles roll on the damage table, leave wrecks, and explode.

An explosion destroys no vehicle twice, so a chain of them ends. Source: GRW-VEHICLE-05..14, GRW-Q-42, -43, -45, -46, -47.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any

import numpy as np

from resolver.engine.decision import Data, Decision
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.grundregelwerk import traits, weapons
from resolver.rulesets.grundregelwerk.mishaps import (
    DESTROYED,
    EXPLODES,
    IMMOBILISED,
    RESULTS,
    SHAKEN,
    STUNNED,
    WEAPON,
    destroys_instead,
)
from resolver.rulesets.grundregelwerk.states import TOUCH
from resolver.rulesets.grundregelwerk.toll import ActionToll, Explosion
from resolver.shared.units.removal import remove_model
from resolver.table.geometry import distances

BLAST = 6.0
"""How far an explosion reaches, in inches (GRW-VEHICLE-12)."""
WRECK_HEIGHT = 2.0
SIDES = 8


@dataclass(frozen=True, slots=True)
class LossCause:
    """Why a model loses something: the cause, the player to whom it counts (None for nobody), the toll, the rule."""

    cause: str
    by: int | None
    toll: ActionToll
    rule: str


def lose_life(game: Game, model: int, loss: LossCause) -> Script[None]:
    """A model loses one Life point; a vehicle rolls on the damage table for it, and is destroyed without one left."""
    unit, left = int(game.state.unit[model]), int(game.state.wounds[model]) - 1
    yield from game.happen("wounds.lost", unit=unit, model=model, wounds=1, left=left, cause=loss.cause, rules=(loss.rule,))
    if traits.is_vehicle(game, unit):
        yield from _roll_damage(game, model, loss)
        if game.state.alive[model] and left <= 0:
            yield from _wreck(game, model, loss, ("GRW-Q-42",))
    elif left <= 0:
        yield from _remove(game, model, loss)


def lose_whole(game: Game, model: int, loss: LossCause) -> Script[None]:
    """A whole model is lost at once; a vehicle as by the row "destroyed", without a roll (GRW-Q-43)."""
    if traits.is_vehicle(game, int(game.state.unit[model])):
        yield from _wreck(game, model, loss, (loss.rule, "GRW-Q-43"))
    else:
        yield from _remove(game, model, loss, (loss.rule,))


def _remove(game: Game, model: int, loss: LossCause, rules: tuple[str, ...] = ()) -> Script[None]:
    unit = int(game.state.unit[model])
    if loss.cause in ("shooting", "explosion"):
        loss.toll.shot[unit] += 1
        if loss.toll.source != game.owner(unit):
            loss.toll.struck_by_enemy.add(unit)
    yield from remove_model(game, model, "model.destroyed", loss.cause, loss.by, rules)


def _roll_damage(game: Game, model: int, loss: LossCause) -> Script[None]:
    """Roll on the damage table for a Life point that a vehicle has just lost."""
    unit, left = int(game.state.unit[model]), int(game.state.wounds[model])
    face = game.roll("vehicle-damage", unit, number=100 * model + left)
    name, rule = RESULTS[face]
    seen = game.model_count(model, "results")
    why = destroys_instead(
        face,
        again=bool(seen >> face & 1),
        weapons=len(weapons.slots(game, model)),
        immobilised=game.model_marked(model, "immobilised"),
    )
    rules = ["GRW-VEHICLE-05", "GRW-VEHICLE-06", rule]
    rules += {"twice": ["GRW-VEHICLE-14"], "not-applicable": ["GRW-VEHICLE-13", "GRW-Q-45"]}.get(why, [])
    marks: dict[str, Any] = {"model_marks": [name]} if not why and face in (SHAKEN, STUNNED, IMMOBILISED) else {}
    yield from game.happen(
        "vehicle.damaged",
        unit=unit,
        model=model,
        dice=face,
        result=name,
        instead=why,
        model_counts={"results": seen | 1 << face},
        **marks,
        rules=tuple(rules),
    )
    if why or face == DESTROYED:
        yield from _wreck(game, model, loss, ("GRW-VEHICLE-11",))
    elif face == EXPLODES:
        yield from _explode(game, model, loss)
    elif face == WEAPON:
        yield from _lose_weapon(game, model, loss)


def _lose_weapon(game: Game, model: int, loss: LossCause) -> Script[None]:
    """The attacker chooses the weapon that a vehicle loses; where nobody attacks, the opponent does."""
    unit = int(game.state.unit[model])
    slots = sorted({arms.slot: arms.name for arms in weapons.slots(game, model)}.items())
    data = yield from game.ask(
        "weapon", 1 - game.owner(unit), "GRW-Q-45", unit, model=model, slots=[list(each) for each in slots]
    )
    broken = game.model_count(model, "broken") | 1 << data["slot"]
    yield from game.happen(
        "weapon.destroyed",
        unit=unit,
        model=model,
        weapon=dict(slots)[data["slot"]],
        slot=data["slot"],
        model_counts={"broken": broken},
        rules=("GRW-VEHICLE-10", "GRW-Q-45"),
    )


def weapon_options(game: Game, decision: Decision) -> Iterator[Data]:
    """Every weapon that the vehicle has left."""
    return ({"slot": slot} for slot, _ in decision.data["slots"])


def _wreck(game: Game, model: int, loss: LossCause, rules: tuple[str, ...]) -> Script[None]:
    """A vehicle is destroyed and its wreck stays: soft cover of its size (GRW-Q-47)."""
    corners = _outline(game, model)
    yield from _remove(game, model, loss, rules)
    yield from game.happen(
        "terrain.placed",
        name="wreck",
        corners=corners,
        height=WRECK_HEIGHT,
        blocks_sight=True,
        blocks_movement=False,
        top=False,
        tags=("soft-cover", "wreck"),
        rules=("GRW-VEHICLE-11", "GRW-Q-47"),
    )


def _outline(game: Game, model: int) -> list[list[float]]:
    """The corners of a piece that lies within a base, counter-clockwise."""
    body = game.state.bodies([model])
    x, y, facing = float(body.x[0]), float(body.y[0]), float(body.facing[0])
    half, radius, found = float(body.half[0]), float(body.radius[0]), []
    for side in range(SIDES):
        angle = (side + 0.5) * 2 * pi / SIDES
        across, up = radius * cos(angle) + half * (1 if cos(angle) > 0 else -1), radius * sin(angle)
        found.append(
            [round(x + across * cos(facing) - up * sin(facing), 3), round(y + across * sin(facing) + up * cos(facing), 3)]
        )
    return found


def _explode(game: Game, model: int, loss: LossCause) -> Script[None]:
    """A vehicle explodes, and no wreck is left (GRW-Q-46); the toll knows whom it hits, `hits` resolves that."""
    unit, state = int(game.state.unit[model]), game.state
    others = np.flatnonzero(state.alive & state.on_table)
    others = others[others != model]
    gaps = distances(state.bodies([model]), state.bodies(others))[0]
    near = Counter(int(state.unit[each]) for each in others[gaps <= BLAST + TOUCH])
    yield from _remove(game, model, loss, ("GRW-VEHICLE-12",))
    yield from game.happen(
        "vehicle.exploded",
        unit=unit,
        model=model,
        units=sorted(near),
        hits=[near[each] for each in sorted(near)],
        rules=("GRW-VEHICLE-12", "GRW-Q-46"),
    )
    loss.toll.blasts += [Explosion(unit, model, target, near[target]) for target in sorted(near)]
