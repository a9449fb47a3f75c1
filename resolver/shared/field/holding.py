"""Control of objective markers: which models are in range, which of them count, who controls each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from datasheets.effects.vocabulary import SECURES
from resolver.engine.battle_armies import BattleArmies
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.shared.effects import abilities
from resolver.shared.field.objectives import marker_radius, numbers, on_field, placed_markers
from resolver.shared.rules import shared_rules
from resolver.table.bases import Base, Bodies
from resolver.table.columns import ALL, PLACES, ROLL
from resolver.table.geometry import Flags, Indices, in_reach

Counts = NDArray[np.int64]


def in_range(game: Game, marker: int, models: Indices) -> Indices:
    """Return which of the models are within range of a marker; through the air where no vertical range is given."""
    near: Indices = models[_near(game, models)[:, on_field(game).index(marker)]]
    return near


def _near(game: Game, models: Indices) -> Flags:
    """Tell which models (rows) are in range of which markers on the battlefield (columns)."""
    given = numbers(game)
    discs = game.cache(ROLL, ("markers",), lambda: Bodies.of(Base(marker_radius(game)), placed_markers(game)))
    return in_reach(game.state.bodies(models), discs, given.range_in, given.range_vertical_in)


def counting_models(game: Game, player: int) -> Indices:
    """Return a player's models that may control markers: bystanders do not."""
    return game.cache(ROLL, ("counting", player), lambda: _find_counting_models(game, player))


def _find_counting_models(game: Game, player: int) -> Indices:
    counts = _counting_units(game.armies, shared_rules(game).bystanders)
    models = game.state.standing_of(player)
    return models[counts[game.state.unit[models]]]


@lru_cache(maxsize=16)
def _counting_units(armies: BattleArmies, bystanders: tuple[str, ...]) -> Flags:
    """For each unit: has it none of these keywords, nor battlefield roles?"""
    of = {(model.unit, armies.loadouts[model.loadout].profile) for model in armies.models}
    out = {unit for unit, profile in of if armies.profiles[profile].keywords.has_any(bystanders)}
    return np.array([i not in out and unit.role not in bystanders for i, unit in enumerate(armies.units)], dtype=np.bool_)


def control(game: Game) -> Script[list[int | None]]:
    """Determine who controls each marker now; return that for all markers on the battlefield.

    Where a model counts for one marker in a turn, that is the one that it counted for first; a player whose model could
    count for several says for which.
    """
    holders: list[int | None] = []
    one = shared_rules(game).one_marker
    first = yield from _count_presence(game, 0)
    counted = (first, (yield from _count_presence(game, 1)))
    for marker in on_field(game):
        models = [models[marker] for models in counted]
        secured = [any(_secures(game, int(model)) for model in side) for side in models]
        holder = _holder([len(side) for side in models], secured)
        holders.append(holder)
        rules = (
            ("markers.range", "markers.control", "markers.secured") if any(secured) else ("markers.range", "markers.control")
        )
        yield from game.happen(
            "marker.controlled",
            marker=marker,
            player=holder,
            models=[len(side) for side in models],
            secured=secured,
            counted=[*models[0], *models[1]],
            model_counts={"marker": marker + 1} if one else {},
            rules=rules,
        )
    return holders


@dataclass(frozen=True, slots=True, eq=False)
class Presence:
    """What is in range of each marker on the battlefield: how many models that count, and whether one secures it."""

    models: Counts
    secured: Flags

    def join(self, other: Presence) -> Presence:
        """Return both together."""
        return Presence(self.models + other.models, self.secured | other.secured)


def holders(game: Game) -> list[int | None]:
    """Return who would control each marker now, every model counting for each that it is near: a player's estimate."""
    return game.cache(ALL, ("holders",), lambda: controllers((presence(game, 0), presence(game, 1))))


def controllers(sides: tuple[Presence, Presence]) -> list[int | None]:
    """Return who would control each marker with this presence of both players."""
    models, secured = [side.models.tolist() for side in sides], [side.secured.tolist() for side in sides]
    return [_holder(*row) for row in zip(zip(*models, strict=True), zip(*secured, strict=True), strict=True)]


def presence(game: Game, player: int, without: int | None = None) -> Presence:
    """Return the presence of a player's models near all markers, of all units or of all but one."""

    def find() -> Presence:
        models, near = counting_models(game, player), _all_near(game, player)
        if without is None:
            return _present(game, models, near)
        others = game.state.unit[models] != without
        return _present(game, models[others], near[others])

    return game.cache(ALL, ("presence", player, without), find)


def presence_of(game: Game, models: Indices) -> Presence:
    """Return the presence of these models, which count, near all markers."""
    return _present(game, models, _near(game, models))


def _all_near(game: Game, player: int) -> Flags:
    """Tell which of a player's models that count are in range of which markers; nobody changes it."""
    return game.cache(PLACES, ("near markers", player), lambda: _near(game, counting_models(game, player)))


def _present(game: Game, models: Indices, near: Flags) -> Presence:
    secured, known = np.zeros(near.shape[1], dtype=np.bool_), dict[tuple[int, ...], bool]()
    units = game.state.unit[models]
    if not abilities.exist(game, SECURES):
        return Presence(near.sum(0), secured)
    for row in np.flatnonzero(near.any(axis=1)).tolist():
        model, unit = int(models[row]), int(units[row])
        alike = (unit, *abilities.likeness(game, model))
        if alike not in known:
            known[alike] = _secures(game, model)
        if known[alike]:
            secured |= near[row]
    return Presence(near.sum(0), secured)


def _holder(models: Sequence[int], secured: Sequence[bool]) -> int | None:
    if secured[0] != secured[1]:
        return 0 if secured[0] else 1
    if models[0] == models[1]:
        return None
    return 0 if models[0] > models[1] else 1


def _secures(game: Game, model: int) -> bool:
    return bool(abilities.effects(game, SECURES, int(game.state.unit[model]), model))


def _count_presence(game: Game, player: int) -> Script[dict[int, list[int]]]:
    models = counting_models(game, player)
    markers = on_field(game)
    near = _near(game, models)
    inside = {marker: set(models[near[:, place]].tolist()) for place, marker in enumerate(markers)}
    if not shared_rules(game).one_marker:
        return {marker: sorted(inside[marker]) for marker in markers}
    reached = {int(model): [marker for marker in markers if int(model) in inside[marker]] for model in models}
    counted: dict[int, list[int]] = {marker: [] for marker in markers}
    for model, several in reached.items():
        bound = game.model_count(model, "marker") - 1
        if bound >= 0:
            if bound in several:
                counted[bound].append(model)
        elif several:
            marker = several[0]
            if len(several) > 1:
                marker = yield from _choose(game, player, model, several)
            counted[marker].append(model)
    return counted


def _choose(game: Game, player: int, model: int, markers: list[int]) -> Script[int]:
    unit = int(game.state.unit[model])
    data = yield from game.ask("count-for", player, "markers.one", unit, model=model, markers=markers)
    marker = int(data["marker"])
    yield from game.happen(
        "marker.counted-for",
        unit=unit,
        model=model,
        marker=marker,
        model_counts={"marker": marker + 1},
        rules=("markers.one",),
    )
    return marker
