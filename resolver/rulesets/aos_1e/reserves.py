"""Reserves come in, and slain models come back, by abilities alone: they are models that are added during the battle.

Source: AOS-SETUP-11, AOS-VICTORY-06, -07, AOS-Q-17, -39.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from datasheets.values import Dice
from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.shared.effects.conditions import holds
from resolver.shared.effects.context import NO_ATTACK
from resolver.shared.effects.effect_rules import Source
from resolver.shared.effects.moments import dice_number, tell_dice
from resolver.shared.effects.sources import bearers, sources
from resolver.shared.moves import placing
from resolver.shared.rolling import amount
from resolver.shared.units import engagement
from resolver.table.bases import Bodies
from resolver.table.geometry import EPSILON, Flags, distances

KIND = "reserves"


def callers(game: Game, player: int) -> list[tuple[Source, list[int]]]:
    """Return the abilities by which a player may bring in a reserve now, each with the units that it may call."""
    found = []
    for source in sources(game).by_kind.get(KIND, ()):
        if game.owner(source.unit) != player or source.effect.on != "phase-start" or not len(bearers(game, source)):
            continue
        spent = source.used is not None and game.count(source.unit, f"used-{source.effect.limit}") >> source.used & 1
        if spent or not holds(game, source, source.effect.when, source.unit, None, NO_ATTACK):
            continue
        if units := [unit for unit in units_in_reserve(game, player) if _is_called(game, source, unit)]:
            found.append((source, units))
    return found


def units_in_reserve(game: Game, player: int) -> list[int]:
    """Return the reserves of a player."""
    return [unit for unit in game.units_of(player) if game.has_mark(unit, "held") and not game.on_table(unit)]


def _is_called(game: Game, source: Source, unit: int) -> bool:
    to = source.effect.to
    if to.scope in ("bearer", "unit"):
        return unit == source.unit
    words = engagement.unit_keywords(game, unit)
    return words.has_all(to.keywords) and not words.has_any(to.without)


def call(game: Game, source: Source, units: list[int]) -> Script[None]:
    """Set up one of the reserves, or find no room for it."""
    keys, owner = [game.key(unit) for unit in units], game.owner(source.unit)
    data = yield from game.ask("pick-unit", owner, "AOS-Q-39", source.unit, ability=source.name, units=keys)
    unit = game.unit(data["unit"])
    used = {} if source.used is None else {"bits": {f"used-{source.effect.limit}": 1 << source.used}}
    fields: dict[str, Any] = {"unit": source.unit, "ability": source.name, "effect": KIND, "targets": [unit], **used}
    yield from game.happen("ability.used", rules=("AOS-Q-39",), **fields)
    reach = source.effect.to.range
    asked = {"near": game.key(source.unit), "within": reach, "away": source.effect["distance"]}
    where = yield from game.ask("summon", owner, "AOS-Q-39", unit, **asked)
    if where["poses"] is None:
        yield from game.happen("unit.unplaced", unit=unit, rules=("AOS-Q-39",))
        return
    poses = placing.full(game, where["poses"])
    rules = ("AOS-SETUP-11", "AOS-VICTORY-06", "AOS-Q-39", "AOS-UNIT-05")
    yield from game.happen("unit.set-up", unit=unit, where="summoned", poses=poses, rules=rules)


def _room(game: Game, decision: Decision) -> placing.Allowed:
    """Return where a unit may be set up: wholly within the ability's range of who calls it, and so far from every enemy."""
    said, state = decision.data, game.state
    callers_of = state.bodies(state.standing(game.unit(said["near"])))
    foes = state.bodies(engagement.enemies(game, decision.player))

    def may_stand(placed: Bodies) -> Flags:
        allowed: Flags = (distances(placed, foes) > said["away"] + EPSILON).all(1)
        if said["within"] is not None:
            wide = 2.0 * (placed.radius + placed.half)
            allowed &= distances(placed, callers_of).min(1) + wide <= said["within"] + EPSILON
        return allowed

    return may_stand


def options(game: Game, decision: Decision) -> Iterator[Data]:
    """Propose places around who calls, on the enemy's side first; that there is no room where none is found."""
    unit, state = game.unit(decision.subject), game.state
    near = game.unit(decision.data["near"])
    standing = state.bodies(state.standing(near))
    x, y = float(standing.x.mean()), float(standing.y.mean())
    reach = decision.data["within"]
    steps = (0.6, 0.3) if reach is None else (reach * 0.6, reach * 0.3)
    turns = ((0, 1), (1, 0), (0, -1), (-1, 0), (0.7, 0.7), (0.7, -0.7), (-0.7, 0.7), (-0.7, -0.7))
    points = [(x + step * across, y + step * up) for step in steps for across, up in turns]
    found = 0
    for poses in placing.proposals(game, unit, points, (0.0,), _room(game, decision), spread=reach or 12.0):
        found += 1
        yield {"poses": poses}
        if found == 6:
            return
    if not found:
        yield {"poses": None}


def check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse a set-up that the ability does not allow, and none at all where there is room."""
    unit = game.unit(decision.subject)
    if data["poses"] is None:
        room = any(offer["poses"] is not None for offer in options(game, decision))
        return Refusal("AOS-Q-39", "set-up.possible", {}) if room else None
    return placing.refusal(game, unit, data["poses"], _room(game, decision), "AOS-Q-39")


def return_models(game: Game, source: Source) -> Script[None]:
    """Slain models of a unit come back to it; they still count as slain (AOS-VICTORY-07, AOS-Q-17)."""
    dice = Dice.parse(source.effect["number"])
    number, faces = yield from amount(game, "effect", dice, source.unit, source.unit, dice_number(game, source))
    yield from tell_dice(game, source, source.unit, faces)
    for pose in placing.return_poses(game, source.unit, number):
        poses = [pose]
        rules = ("AOS-VICTORY-06", "AOS-UNIT-05")
        yield from game.happen("models.returned", unit=source.unit, poses=poses, model_marks=["returned"], rules=rules)


def summon(game: Game, source: Source) -> Script[None]:
    """Reserves come in by a choice in the hero phase (`call`), not at a moment."""
    yield from ()
