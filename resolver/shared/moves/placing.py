"""Setting up models: deployment, units that arrive later, disembarking, models that come back. Checks and proposals.

A set-up is submitted as `{"poses": [[model, x, y, facing], ...]}`; on what a model stands follows from the terrain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from resolver.engine.decision import Refusal
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.shared.rules import shared_rules
from resolver.shared.units import engagement, strength
from resolver.shared.units.coherency import in_coherency
from resolver.table.bases import Bodies
from resolver.table.formation import place
from resolver.table.geometry import Flags, Indices, overlaps
from resolver.table.ground import Band, Ground, fits, ground_heights

Allowed = Callable[[Bodies], Flags]
Pose = list[float]


def ground(game: Game, unit: int) -> Ground:
    """Return what surrounds a unit that is set up: no model may stand on others or within reach of an enemy."""
    state = game.state
    others = np.flatnonzero(state.alive & state.on_table & (state.unit != unit))
    foes = engagement.enemies(game, game.owner(unit))
    return Ground(
        state.board,
        occupied=state.bodies(others),
        bands=(Band(state.bodies(foes), shared_rules(game).across, shared_rules(game).up),),
        free_height=shared_rules(game).free_height,
        rough=shared_rules(game).terrain.rough(game, unit),
    )


def bodies(game: Game, poses: Sequence[Sequence[float]]) -> Bodies:
    """Return the submitted models where they would stand; `z` is not a number where one cannot stand."""
    rows = np.array(poses, dtype=np.float64).reshape(-1, 4)
    models = game.state.bodies(rows[:, 0].astype(np.intp))
    placed = models.with_poses(rows[:, 1], rows[:, 2], facing=rows[:, 3])
    return placed.with_poses(placed.x, placed.y, ground_heights(placed, game.state.board, shared_rules(game).free_height))


def refusal(
    game: Game, unit: int, poses: Sequence[Sequence[Any]], allowed: Allowed, rule: str, models: Indices | None = None
) -> Refusal | None:
    """Return why a set-up of all `models` (by default the whole unit) is not legal; `rule` says where they are allowed."""
    wanted = game.state.models_of(unit) if models is None else models
    given = [row[0] for row in poses]
    if sorted(given) != sorted(int(model) for model in wanted):
        return Refusal("deploy.alternate", "set-up.models", {"wanted": [int(m) for m in wanted], "found": given})
    placed = bodies(game, poses)
    around = ground(game, unit)
    if np.isnan(placed.z).any():
        return Refusal("move.mid-climb", "set-up.footing", {"model": given[int(np.isnan(placed.z).argmax())]})
    alone = Ground(around.board, occupied=around.occupied, free_height=shared_rules(game).free_height)
    if not (free := fits(placed, alone)).all() or _overlap(placed):
        return Refusal("move.models-in-way", "set-up.room", {"model": given[int((~free).argmax())]})
    for piece, does in around.rough.pieces:
        if not does.entered and (inside := piece.footprint.overlaps(placed)).any():
            return Refusal("terrain.barred", "move.barred", {"model": given[int(inside.argmax())], "piece": piece.name})
    if not (far := fits(placed, around)).all():
        return Refusal("set-up.enemies", "set-up.in-engagement", {"model": given[int((~far).argmax())]})
    if not (inside := allowed(placed)).all():
        return Refusal(rule, "set-up.place", {"model": given[int((~inside).argmax())]})
    if not in_coherency(game, placed):
        return Refusal("coherency", "unit.coherency", {"unit": game.key(unit)})
    return None


def _overlap(placed: Bodies) -> bool:
    pairs = overlaps(placed, placed)
    np.fill_diagonal(pairs, False)
    return bool(pairs.any())


def proposals(
    game: Game,
    unit: int,
    points: Iterable[Sequence[float]],
    facings: Sequence[float],
    allowed: Allowed,
    *,
    spread: float = 12.0,
    partial: bool = False,
) -> Iterator[list[Pose]]:
    """Propose set-ups near each point; with `partial` also such that have room for some models only."""
    state, around = game.state, ground(game, unit)
    models = state.models_of(unit)
    seen: list[list[Pose]] = []

    for point in points:
        for facing in facings:
            shape = state.bodies(models)
            shape = shape.with_poses(shape.x, shape.y, facing=np.full(len(models), facing))
            found = place(shape, np.array(point), around, shared_rules(game).coherency, allowed=allowed, spread=spread)
            if len(found) == len(models) or (partial and len(found)):
                offer = _rows(models[: len(found)], found)
                if offer not in seen:
                    seen.append(offer)
                    yield offer
                break


def _rows(models: Indices, placed: Bodies) -> list[Pose]:
    return [
        [int(model), round(float(placed.x[i]), 4), round(float(placed.y[i]), 4), round(float(placed.facing[i]), 4)]
        for i, model in enumerate(models)
    ]


def full(game: Game, poses: Sequence[Sequence[Any]]) -> list[list[float]]:
    """Return the submitted poses with the height at which each model stands, for the log."""
    placed = bodies(game, poses)
    return [[row[0], row[1], row[2], round(float(placed.z[i]), 4), row[3]] for i, row in enumerate(poses)]


def anywhere(placed: Bodies) -> Flags:
    """Allow every place."""
    return np.ones(len(placed), dtype=np.bool_)


def regain(game: Game, unit: int, wounds: int) -> Script[None]:
    """The most wounded model of a unit regains lost wounds, up to all that it has."""
    state = game.state
    missing = {int(m): strength.whole_wounds(game, int(m)) - int(state.wounds[m]) for m in state.standing(unit)}
    model = max(missing, key=lambda m: (missing[m], -m), default=None)
    if model is not None and missing[model]:
        gained = min(wounds, missing[model])
        left = int(state.wounds[model]) + gained
        yield from game.happen("wounds.regained", unit=unit, model=model, wounds=gained, left=left, rules=("damage-table",))


def return_models(game: Game, unit: int, number: int) -> Script[None]:
    """Destroyed models come back in coherency with their unit; those for which there is no room do not."""
    for pose in return_poses(game, unit, number):
        lost = -1 if game.count(unit, "lost") else 0
        yield from game.happen("models.returned", unit=unit, poses=[pose], counts={"lost": lost}, rules=("coherency.added",))


def return_poses(game: Game, unit: int, number: int) -> Iterator[list[float]]:
    """Yield where destroyed models come back, [model, wounds, x, y, z, facing], each when the one before stands there."""
    state = game.state
    gone = np.flatnonzero((state.unit == unit) & ~state.alive)[:number]
    standing = state.bodies(state.standing(unit))
    centre = np.array([standing.x.mean(), standing.y.mean()])
    for model in gone:
        around = ground(game, unit).among(state.bodies(state.standing(unit)))

        def coherent(placed: Bodies) -> Flags:
            mates = state.bodies(state.standing(unit))
            return np.array([in_coherency(game, mates.join(placed[[i]])) for i in range(len(placed))], dtype=np.bool_)

        found = place(state.bodies([int(model)]), centre, around, shared_rules(game).coherency, allowed=coherent, spread=8.0)
        if not len(found):
            return
        wounds = game.armies.profiles[state.profile[model]].wounds
        yield [int(model), wounds, *(round(float(v[0]), 4) for v in (found.x, found.y, found.z, found.facing))]
