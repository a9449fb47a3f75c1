"""Setting up: markers, zones, deployment, Reinforcements, disembarking, models that come back."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot, inf
from typing import Any

from tests.referee.case import Case, Checks, Fault
from tests.referee.documents import facts
from tests.referee.geometry import SLACK, Body, farthest, flat, gap, holds, polygon_gap, within
from tests.referee.table import Model, sheet_of
from tests.referee.wh40k import ground

CHECKS = Checks()


def mission(case: Case) -> dict[str, Any]:
    """What the mission's data say."""
    every = facts(case.table.armies.system)["missions"]
    return next(dict(row) for row in every if row["id"] == case.memory["mission"])


@CHECKS.on("battlefield.created")
def check_battlefield(case: Case) -> Iterator[Fault]:
    """The battlefield is at least as large as the battle size asks."""
    sizes = {row["id"]: row["table"] for row in facts(case.table.armies.system).get("battle_sizes", ())}
    event = case.event
    least = sizes.get(event["battle_size"]) or mission(case)["table"]
    found = sorted((event["width"], event["depth"]))
    if any(a < b for a, b in zip(found, sorted((least["width_in"], least["depth_in"])), strict=True)):
        yield "table.size", f"The battlefield is {event['width']} x {event['depth']} inches."


@CHECKS.on("marker.placed")
def check_marker(case: Case) -> Iterator[Fault]:
    """Markers are placed by the players in turn, away from the edges and from each other."""
    given = mission(case)["objectives"]
    radius = given.get("diameter_mm", 0) / 2 / 25.4
    x, y = case.event["at"]
    width, depth = case.table.size
    if min(x, y, width - x, depth - y) - radius < given.get("edge_in", 0) - SLACK:
        yield "marker.edge", f"Marker {case.event['marker']} is too near an edge at ({x}, {y})."
    for other in case.table.markers.values():
        if hypot(x - other[0], y - other[1]) - 2 * radius < given["apart_in"] - SLACK:
            yield "marker.apart", f"Marker {case.event['marker']} is too near another one."
    if case.memory.get("last marker") == case.event["player"]:
        yield "marker.turn", f"Player {case.event['player']} places two markers in a row."
    case.memory["last marker"] = case.event["player"]
    if case.event["marker"] >= int(given["count"]):
        yield "marker.turn", f"There are more than {given['count']} markers."


@CHECKS.on("zone.chosen")
def check_zone(case: Case) -> Iterator[Fault]:
    """The zones are strips along opposite edges, as far apart as the mission says."""
    zones = mission(case).get("zones")
    if not isinstance(zones, dict) or zones["shape"] != "strips":
        return
    width, depth = case.table.size
    deep = depth / 2 - zones["from_centre_in"][case.table.battle_size]
    xs, ys = zip(*case.event["corners"], strict=True)
    strips = ((0, deep), (depth - deep, depth))
    if (min(xs), max(xs)) != (0, width) or (min(ys), max(ys)) not in strips:
        yield "zone", f"A deployment zone has the corners {case.event['corners']}."
    if [list(map(tuple, z)) for z in case.table.zones.values()] == [list(map(tuple, case.event["corners"]))]:
        yield "zone", "Both players have the same deployment zone."


@CHECKS.on("unit.split")
def check_split(case: Case) -> Iterator[Fault]:
    """A unit that may be divided is divided in halves, before anything is set up."""
    models = case.table.of(case.unit)
    given = [
        s.effect["models"] or sheet_of(case.table, case.unit)["size"]["max"]
        for s in case.table.armies.sources
        if s.unit == case.unit and s.effect["kind"] == "combat-squads"
    ]
    if len(models) not in given or 2 * len(case.event["models"]) != len(models):
        yield "split", f"{case.unit} with {len(models)} models is divided: {case.event['models']}."


@CHECKS.on("unit.selected")
def check_set_up_order(case: Case) -> Iterator[Fault]:
    """The players alternate setting up, as long as both have units left."""
    if case.event["to"] != "deploy":
        return
    table, last = case.table, case.memory.get("last deployed")
    other = [u for u in table.living(1 - case.player) if _waits(case, u)]
    if last == case.player and other:
        yield "deploy.turn", f"Player {case.player} sets up two units in a row, the other one has {other} left."
    case.memory["last deployed"] = case.player


def _waits(case: Case, unit: str) -> bool:
    return not case.table.standing(unit) and case.table.units[unit].aboard is None and not case.did("held", unit)


@CHECKS.on("unit.held-back")
def check_held_back(case: Case) -> Iterator[Fault]:
    """Only a unit with such an ability starts off the battlefield."""
    if not _reserves(case):
        yield "reserves", f"{case.unit} starts off the battlefield and has no ability to."


def _reserves(case: Case) -> list[dict[str, Any]]:
    sources = case.table.armies.sources
    own = case.unit.removesuffix("+")
    return [dict(s.effect) for s in sources if s.unit == own and s.effect["kind"] == "reserves"]


@CHECKS.on("unit.set-up")
def check_set_up(case: Case) -> Iterator[Fault]:
    """All models, on their feet, apart from others and from the enemy, in coherency, where the rule says."""
    event, table = case.event, case.table
    models = {model.number: model for model in table.of(case.unit)}
    placed = [(models[n], models[n].body.at(x, y, z, f)) for n, x, y, z, f in event["poses"] if n in models]
    where = event["where"]
    partly = where == "destroyed-transport" or (where == "disembark" and case.numbers.leaves_in_part)
    if len(placed) != len(event["poses"]) or (len(placed) < len(models) and not partly):
        yield "set-up.models", f"{case.unit} is set up with the models {[row[0] for row in event['poses']]}."
    for model, body in placed:
        yield from ground.stands(case, model, body)
        yield from _at(case, model, body, where)
    yield from ground.apart(case, placed)
    yield from ground.in_coherency(case, case.unit, [body for _, body in placed])
    yield from ground.clear_of_enemies(case, case.player, placed, "set-up.engaged")
    if where == "reinforcements":
        yield from _arrival(case)
    if where == "disembark":
        yield from _disembarks(case)


def _at(case: Case, model: Model, body: Body, where: str) -> Iterator[Fault]:
    table = case.table
    if where == "deployment":
        yield from _in_zone(case, model, body)
    if where in ("disembark", "destroyed-transport"):
        vehicle = table.models[case.event["transport"]].body
        far = farthest(body, vehicle) if case.numbers.wholly else gap(body, vehicle)
        if far > case.numbers.transport + SLACK:
            yield "set-up.transport", f"Model {model.number} gets out {far:.2f} inches from its transport."
    if where in ("reinforcements", "after-deployment"):
        yield from _arrives(case, model, body)


def _in_zone(case: Case, model: Model, body: Body) -> Iterator[Fault]:
    """Wholly within the own zone and, where the mission says so, away from the enemy's."""
    table = case.table
    foes = [gap(body, foe.body) for foe in table.enemies(case.player)]
    apart = min([polygon_gap(body, table.zones[1 - case.player]), *foes])
    own = (s.effect for s in table.armies.sources if s.unit == case.unit.removesuffix("+"))
    if any(effect["kind"] == "infiltrate" and apart > effect["distance"] - SLACK for effect in own):
        return
    if not holds(table.zones[case.player], body):
        yield "set-up.zone", f"Model {model.number} of {case.unit} is not wholly within its deployment zone."
    kept = (mission(case).get("zones") or {}).get("from_border_in")
    if kept and polygon_gap(body, table.zones[1 - case.player]) < kept - SLACK:
        yield "set-up.zone", f"Model {model.number} of {case.unit} is within {kept} inches of the enemy's deployment zone."


def _arrives(case: Case, model: Model, body: Body) -> Iterator[Fault]:
    rules = [row for row in _reserves(case) if case.table.round >= row.get("from_round", 1)]
    if not rules:
        yield "reserves.round", f"{case.unit} arrives in round {case.table.round}."
        return
    nearest = min((gap(body, foe.body) for foe in case.table.enemies(case.player)), default=inf)
    least = min(float(row["distance"]) for row in rules)
    if nearest < least - SLACK:
        yield (
            "reserves.distance",
            f"Model {model.number} arrives {nearest:.2f} inches from an enemy, not more than {least:g}.",
        )
    edge = max(float(row.get("edge", 0)) for row in rules)
    width, depth = case.table.size
    if edge and not any(
        holds(corners, body)
        for corners in (
            ((0, 0), (width, 0), (width, edge), (0, edge)),
            ((0, depth - edge), (width, depth - edge), (width, depth), (0, depth)),
            ((0, 0), (edge, 0), (edge, depth), (0, depth)),
            ((width - edge, 0), (width, 0), (width, depth), (width - edge, depth)),
        )
    ):
        yield "reserves.distance", f"Model {model.number} arrives farther than {edge:g} inches from every edge."


def _arrival(case: Case) -> Iterator[Fault]:
    if not case.did("held") or not case.did("selected to arrive"):
        yield "reserves", f"{case.unit} arrives and did not wait for it."


def _disembarks(case: Case) -> Iterator[Fault]:
    table = case.table
    vehicle = table.models[case.event["transport"]]
    if table.units[case.unit].aboard != vehicle.number:
        yield "disembark", f"{case.unit} gets out of model {vehicle.number}, in which it is not."
    stays = case.numbers.leaves_stationary and case.did("stationary", vehicle.unit)
    if (case.did("was moved", vehicle.unit) and not stays) or case.did("boarded"):
        yield "disembark.moved", f"{case.unit} gets out after its transport has moved, or in the phase in which it got in."


@CHECKS.on("unit.embarked", "unit.placed-aboard")
def check_embarking(case: Case) -> Iterator[Fault]:
    """Only a friendly transport that has room and takes such models, near enough and away from the enemy."""
    table, event = case.table, case.event
    vehicle = table.models[event["transport"]]
    transport = table.units[vehicle.unit].sheet.sheet["transport"]
    if not transport or table.units[vehicle.unit].player != case.player or vehicle.unit == case.unit:
        yield "embark.takes", f"{case.unit} embarks in model {vehicle.number}, which carries none of it."
        return
    yield from _room(case, vehicle, transport)
    if event["kind"] == "unit.placed-aboard":
        return
    gaps = [gap(model.body, vehicle.body) for model in table.standing(case.unit)]
    if not gaps or not within(max(gaps), case.numbers.transport):
        yield "embark.distance", f"{case.unit} embarks from {max(gaps, default=inf):.2f} inches away."
    near = not case.numbers.embarks_near_enemies and case.in_engagement(vehicle)
    if near and all(abs(flat(vehicle.body, f.body) - 1) > SLACK for f in table.enemies(case.player)):
        yield "embark.engaged", f"{case.unit} embarks in a transport within Engagement Range of the enemy."
    if case.did("disembarked"):
        yield "embark.twice", f"{case.unit} embarks in the phase in which it disembarked."
    moves = ("normal", "advance", "fall-back", *(("stationary",) if case.numbers.stationary_embarks else ()))
    if not any(case.did(kind) for kind in moves):
        yield "embark.moved", f"{case.unit} embarks and has not moved."


def _room(case: Case, vehicle: Model, transport: dict[str, Any]) -> Iterator[Fault]:
    table = case.table
    taken = 0
    for unit in {*table.aboard(vehicle.number), case.unit}:
        for model in table.of(unit):
            slots = transport["slots"]
            taken += max((number for word, number in slots.items() if model.has(word)), default=1)
    if taken > transport["capacity"]:
        yield "embark.capacity", f"Model {vehicle.number} carries {taken} models, {transport['capacity']} are the most."
    for model in table.of(case.unit):
        admits, refuses = transport["admits"], transport["refuses"]
        if not any(all(model.has(w) for w in row) for row in admits) or any(model.has(w) for w in refuses):
            yield "embark.takes", f"Model {model.number} of {case.unit} may not embark in model {vehicle.number}."


@CHECKS.on("survivors.rolled")
def check_survivors(case: Case) -> Iterator[Fault]:
    """A die for each model that got out; each 1 destroys one."""
    dice = case.event["dice"]
    if len(dice) != len(case.table.standing(case.unit)) or case.event["destroyed"] != dice.count(1):
        yield (
            "transport.survivors",
            f"{len(case.table.standing(case.unit))} models of {case.unit} got out and {dice} is rolled.",
        )
    case.memory["survivors"] = case.event["destroyed"]


@CHECKS.on("models.returned")
def check_returned_models(case: Case) -> Iterator[Fault]:
    """Models that come back stand in coherency with their unit, away from the enemy."""
    table = case.table
    back = [(table.models[n], table.models[n].body.at(x, y, z, f)) for n, _, x, y, z, f in case.event["poses"]]
    for model, body in back:
        if model.alive:
            yield "set-up.models", f"Model {model.number} comes back and was not gone."
        yield from ground.stands(case, model, body)
    yield from ground.apart(case, back)
    standing = [model.body for model in table.standing(case.unit)]
    yield from ground.in_coherency(case, case.unit, [*standing, *(body for _, body in back)], "set-up.coherency")
    yield from ground.clear_of_enemies(case, case.player, back, "set-up.engaged")
