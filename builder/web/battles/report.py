"""The report of a battle: points by round, losses, what each unit did, what was not resolved, and its facts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from flask import Blueprint, Response

from builder.api.battle_answers import state
from builder.api.current import services
from builder.api.languages import language
from builder.services import systems
from builder.services.seeds import commitment
from builder.web.battles.scene import Scene, UnitRow
from builder.web.battles.seats import viewer_seats
from builder.web.battles.watch import scene_of
from builder.web.rendering import page
from builder.web.simulation_charts import round_charts
from resolver.engine.battle_armies import BattleArmies
from resolver.engine.events import Event, EventKinds
from resolver.engine.registry import ruleset
from resolver.engine.unplayed import coverage, coverage_lines

blueprint = Blueprint("reports", __name__)


@dataclass(slots=True)
class Deeds:
    """What a unit did to the enemy: wounds that it took, models that it destroyed."""

    unit: UnitRow
    wounds: int = 0
    models: int = 0


@dataclass(frozen=True, slots=True)
class Losses:
    """What an army lost: models of so many, units of so many, and the power of units that are gone wholly."""

    models: int
    of_models: int
    units: int
    of_units: int
    power: Decimal


@blueprint.get("/battles/<id:battle>/report")
def report(battle: str) -> Response:
    """Show what came of a battle, or how it stands."""
    row = services().battles.get(battle)
    scene = scene_of(row, viewer_seats(row).holder, None)
    armies = scene.game.armies
    found = coverage(ruleset(row.system), armies)
    return page(
        "battle_report.html",
        row=row,
        state=state(row),
        system=systems.system(row.system),
        scene=scene,
        armies=[document.army for document in armies.documents],
        by_round=list(round_charts(_by_round(scene))),
        losses=[losses(scene, side) for side in "ab"],
        deeds=deeds(scene),
        coverage=found,
        coverage_lines=list(coverage_lines(found, language())),
        committed=commitment(row),
        here=viewer_seats(row).here,
    )


def _by_round(scene: Scene) -> list[dict[str, Any]]:
    """Return what each army had lost and scored by the end of each round, from before the first on."""
    newest = max((event["round"] for event in scene.events), default=0)
    kinds = scene.game.ruleset.events
    lost = losses_by_round(scene.events, kinds, newest)
    rows: list[dict[str, Any]] = [{"round": round, "models": lost[round]} for round in range(newest + 1)]
    if scene.table["v"]:
        scored = points_by_round(scene.events, kinds, newest)
        rows = [row | {"points": scored[row["round"]]} for row in rows]
    return rows if newest else []


def points_by_round(events: Sequence[Event], kinds: EventKinds, newest: int) -> list[tuple[int, int]]:
    """Return the victory points that each player had at the end of each round."""
    found = [[0, 0] for _ in range(newest + 1)]
    for event in (each for each in events if "points" in kinds[each["kind"]].roles):
        for row in found[event["round"] :]:
            row[event["player"]] += event["points"]
    return [(a, b) for a, b in found]


def losses_by_round(events: Sequence[Event], kinds: EventKinds, newest: int) -> list[tuple[int, int]]:
    """Return the models that each army had lost at the end of each round; those that came back are not lost."""
    found = [[0, 0] for _ in range(newest + 1)]
    for event in events:
        roles = kinds[event["kind"]].roles
        number = 1 if "loss" in roles else -len(event["poses"]) if "return" in roles else 0
        for row in found[event["round"] :] if number else ():
            row["ab".index(event["unit"][0])] += number
    return [(a, b) for a, b in found]


def deeds(scene: Scene) -> list[Deeds]:
    """Return what each unit did to the enemy, who did most first; units that did nothing are left out."""
    found = {row.key: Deeds(row) for row in scene.units}
    doer = ""
    for event in scene.events:
        roles = scene.game.ruleset.events[event["kind"]].roles
        if "deed" in roles:
            doer = event["unit"]
        elif "pause" in roles:
            doer = ""
        if doer not in found or not _is_foe(event, doer):
            continue
        if "wounds" in roles:
            found[doer].wounds += event["wounds"]
        elif "kill" in roles:
            found[doer].models += 1
    rows = [each for each in found.values() if each.wounds or each.models]
    return sorted(rows, key=lambda each: (-each.wounds, -each.models, each.unit.tag))


def _is_foe(event: Event, doer: str) -> bool:
    unit = event.get("unit")
    return isinstance(unit, str) and unit[0] != doer[0]


def losses(scene: Scene, side: str) -> Losses:
    """Return what an army lost."""
    armies, units = scene.game.armies, [row for row in scene.units if row.side == side]
    whole = sum(armies.units[model.unit].key[0] == side for model in armies.models)
    return Losses(
        models=whole - sum(row.models for row in units),
        of_models=whole,
        units=sum(row.models == 0 for row in units),
        of_units=len(units),
        power=_power(armies, side, units),
    )


def _power(armies: BattleArmies, side: str, units: Sequence[UnitRow]) -> Decimal:
    document = armies.documents["ab".index(side)]
    dead = {armies.units[row.number].id for row in units if row.models == 0}
    alive = {armies.units[row.number].id for row in units if row.models}
    costs = [Decimal(str(unit.costs.get("power", 0))) for unit in document.army.units if unit.id in dead - alive]
    return sum(costs, Decimal(0))
