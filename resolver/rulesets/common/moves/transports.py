"""Transports: capacity, embarking, disembarking, and destroyed ones.

Source: 9E-TRANS-01..03, 9E-EMB-01..08, 9E-DISE-01..04, 9E-DESTR-02..05, 9E-Q-03, -15, -36.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from exports.document import Transport
from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.common.effects import abilities
from resolver.rulesets.common.moves import placing
from resolver.rulesets.common.units import destruction, engagement
from resolver.table.geometry import EPSILON, Indices, wholly_within

DISTANCE = 3.0
MOVES = ("normal-move", "advanced", "fell-back", "stationary")
"""The moves that those aboard share with their transport (9E-EMB-08)."""


def carrier(game: Game, model: int) -> Transport | None:
    """Return the transport capacity of a model, None if it has none."""
    return game.armies.units[int(game.state.unit[model])].transport


def aboard(game: Game, model: int) -> list[int]:
    """Return the units embarked in a transport model."""
    return [unit for unit in game.living() if game.state.embarked_in[unit] == model]


def admitted(game: Game, unit: int, model: int) -> bool:
    """Tell whether a transport model may carry this unit at all, and has room for it now (9E-TRANS-01, -02)."""
    transport = carrier(game, model)
    if transport is None or game.owner(unit) != game.owner(int(game.state.unit[model])) or game.state.unit[model] == unit:
        return False
    profiles = [game.armies.profiles[game.state.profile[rider]].keywords for rider in game.state.models_of(unit)]
    fits = all(
        any(words.has_all(row) for row in transport.admits) and not words.has_any(transport.refuses) for words in profiles
    )
    return fits and sum(room(game, other, transport) for other in (*aboard(game, model), unit)) <= transport.capacity


def room(game: Game, unit: int, transport: Transport) -> int:
    """Return how many places a unit takes; some models take more than one."""
    places = 0
    for rider in game.state.models_of(unit):
        words = game.armies.profiles[game.state.profile[rider]].keywords
        places += max((slots for keyword, slots in transport.slots.items() if keyword in words), default=1)
    return places


def transports_of(game: Game, player: int) -> Indices:
    """Return a player's living transport models."""
    state = game.state
    found = [
        model
        for unit in game.units_of(player)
        if game.armies.units[unit].transport is not None
        for model in state.models_of(unit)
    ]
    return np.array(found, dtype=np.intp)


def start_aboard(game: Game) -> Script[bool]:
    """Each player declares which units start the battle embarked, before anything is set up (9E-TRANS-03)."""
    for player in (0, 1):
        if not any(admitted(game, unit, int(m)) for m in transports_of(game, player) for unit in game.units_of(player)):
            continue
        data = yield from game.ask("start-embarked", player, "transport.start")
        for key, model in data["embarked"].items():
            yield from game.happen(
                "unit.placed-aboard", unit=game.unit(key), transport=model, rules=("transport.start", "transport.full")
            )
    return True


def start_options(game: Game, decision: Decision) -> Iterator[Data]:
    """Offer what the roster declares, then nobody aboard, then each unit alone in the first transport that takes it."""
    declared: dict[str, int] = {}
    for row in game.armies.documents[decision.player].army.declared("embarked"):
        unit = game.armies.unit_of(decision.player, row.subject)
        vehicle = game.armies.unit_of(decision.player, str(row.value))
        if unit is not None and vehicle is not None and len(game.state.models_of(vehicle)):
            declared[game.key(unit)] = int(game.state.models_of(vehicle)[0])
    offers: list[dict[str, int]] = [declared, {}]
    for unit in game.units_of(decision.player):
        for model in transports_of(game, decision.player):
            if admitted(game, unit, int(model)):
                offers.append({game.key(unit): int(model)})
                break
    seen = []
    for offer in offers:
        if offer not in seen and start_check(game, decision, {"embarked": offer}) is None:
            seen.append(offer)
            yield {"embarked": offer}


def start_check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse units that a transport does not take, more than it holds, and transports within transports."""
    load: dict[int, int] = {}
    riders = data["embarked"]
    for key, model in riders.items():
        unit = game.armies.by_key.get(key)
        if unit is None or game.owner(unit) != decision.player or not len(game.state.models_of(unit)):
            return Refusal("transport.capacity", "unit.unknown", {"unit": key})
        vehicle = model if 0 <= model < len(game.state.unit) else -1
        transport = carrier(game, vehicle) if vehicle >= 0 else None
        if transport is None or not admitted(game, unit, vehicle) or game.key(int(game.state.unit[vehicle])) in riders:
            return Refusal("transport.capacity", "transport.refuses", {"unit": key, "transport": model})
        load[vehicle] = load.get(vehicle, 0) + room(game, unit, transport)
        if load[vehicle] > transport.capacity:
            return Refusal("transport.full", "transport.full", {"wanted": transport.capacity, "found": load[vehicle]})
    return None


def may_embark(game: Game, unit: int) -> list[int]:
    """Return the transport models in which a unit that has just moved may embark (9E-EMB-01..03)."""
    if game.marked(unit, "disembarked") or not abilities.may(game, "embark", unit, True):
        return []
    models = game.state.standing(unit)
    found = []
    for vehicle in transports_of(game, game.owner(unit)):
        if not game.state.on_table[vehicle] or not admitted(game, unit, int(vehicle)):
            continue
        gaps = [engagement.gap(game, np.array([model]), np.array([vehicle])) for model in models]
        if gaps and max(gaps) <= DISTANCE + EPSILON and not engagement.model_engaged(game, int(vehicle)):
            found.append(int(vehicle))
    return found


def offer_embarking(game: Game, unit: int) -> Script[None]:
    """After a Normal Move, Advance or Fall Back a unit near a transport may embark."""
    vehicles = may_embark(game, unit)
    if not vehicles:
        return
    data = yield from game.ask("embark", game.owner(unit), "embark", unit, transports=vehicles)
    if data["transport"] is not None:
        yield from game.happen(
            "unit.embarked",
            unit=unit,
            transport=data["transport"],
            marks=["boarded"],
            rules=("embark", "embark.enemies", "embark.removed"),
        )


def may_disembark(game: Game, unit: int) -> bool:
    """Tell whether an embarked unit may get out in this Movement phase (9E-DISE-01)."""
    vehicle = int(game.state.embarked_in[unit])
    if vehicle < 0 or not game.state.on_table[vehicle] or game.marked(unit, "boarded") or game.marked(unit, "stayed-aboard"):
        return False
    carrying = int(game.state.unit[vehicle])
    return not any(game.marked(carrying, mark) for mark in MOVES)


def carry(game: Game, unit: int, marks: list[str]) -> Script[None]:
    """Those aboard count as having made the same kind of move (9E-EMB-08)."""
    shared = [mark for mark in marks if mark in (*MOVES, "moved")]
    for model in game.state.standing(unit):
        for rider in aboard(game, int(model)) if game.armies.units[unit].transport else ():
            yield from game.happen("unit.carried", unit=rider, move=shared[-1], marks=shared, rules=("embark.shared-move",))


def disembark(game: Game, unit: int) -> Script[None]:
    """Let a unit get out before its transport moves; one that finds no place stays aboard (9E-DISE-01, -02, 9E-Q-36)."""
    vehicle = int(game.state.embarked_in[unit])
    data = yield from game.ask("disembark", game.owner(unit), "disembark.place", unit, transport=vehicle, emergency=False)
    if data["poses"] is None:
        yield from game.happen("unit.stayed-aboard", unit=unit, marks=["stayed-aboard"], rules=("disembark.place",))
        return
    yield from game.happen(
        "unit.set-up",
        unit=unit,
        where="disembark",
        transport=vehicle,
        poses=placing.full(game, data["poses"]),
        marks=["disembarked", "moved"],
        rules=("disembark", "disembark.place", "disembark.moved", "set-up.enemies"),
    )


def wreck(game: Game, model: int) -> Script[None]:
    """When a transport model is destroyed, those aboard get out before it is removed (9E-DESTR-02..05)."""
    for unit in aboard(game, model):
        yield from game.happen(
            "unit.bails-out", unit=unit, transport=model, counts={"actions": 1}, rules=("wreck.disembark",)
        )
        data = yield from game.ask("disembark", game.owner(unit), "wreck.disembark", unit, transport=model, emergency=True)
        poses = data["poses"] or []
        placed = {int(row[0]) for row in poses}
        left = [int(rider) for rider in game.state.models_of(unit) if int(rider) not in placed]
        if poses:
            yield from game.happen(
                "unit.set-up",
                unit=unit,
                where="destroyed-transport",
                transport=model,
                poses=placing.full(game, poses),
                marks=["disembarked", "moved", "wrecked"],
                rules=("wreck.disembark", "disembark.place", "set-up.enemies"),
            )
        for rider in left:
            yield from destruction.remove(game, rider, "model.destroyed", "no-room", None)
        yield from _survive(game, unit, len(poses))


def _survive(game: Game, unit: int, models: int) -> Script[None]:
    """Roll one die for each model that got out; for each 1 one of them is destroyed (9E-DESTR-04)."""
    dice = [game.roll("destroyed-transport", unit, number=number) for number in range(models)]
    lost = dice.count(1)
    yield from game.happen(
        "survivors.rolled", unit=unit, dice=dice, destroyed=lost, rules=("wreck.survivors", "wreck.spared")
    )
    for _ in range(lost):
        data = yield from game.ask("casualty", game.owner(unit), "wreck.survivors", unit)
        yield from destruction.destroy(game, data["model"], "destroyed-transport", None)


def _near(game: Game, vehicle: int) -> placing.Allowed:
    body = game.state.bodies([vehicle])
    return lambda placed: wholly_within(placed, body, DISTANCE)[:, 0]


def disembark_options(game: Game, decision: Decision) -> Iterator[Data]:
    """Propose places on several sides of the transport, and to stay aboard or, where there is no place at all, nothing."""
    unit, vehicle = game.unit(decision.subject), decision.data["transport"]
    emergency = decision.data["emergency"]
    state = game.state
    x, y = float(state.x[vehicle]), float(state.y[vehicle])
    reach = float(state.half[vehicle] + state.radius[vehicle]) + 1.5
    angles = np.arange(4) * np.pi / 2 + float(state.facing[vehicle])
    points = [(x + reach * np.cos(angle), y + reach * np.sin(angle)) for angle in angles]
    spread = 2 * reach + 3
    offers = placing.proposals(game, unit, points, (0.0,), _near(game, vehicle), spread=spread, partial=emergency)
    found = list(offers)
    most = max((len(poses) for poses in found), default=0)
    yield from ({"poses": poses} for poses in found if len(poses) == most)
    if not emergency or not found:
        yield {"poses": None}


def disembark_check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse a set-up that is not wholly within 3 inches of the transport, or breaks another rule of setting up.

    In an emergency as many models as possible get out: no fewer than the best proposal.
    """
    unit, vehicle, poses = game.unit(decision.subject), decision.data["transport"], data["poses"]
    models = game.state.models_of(unit)
    if decision.data["emergency"]:
        best = next(iter(disembark_options(game, decision)))["poses"] or []
        if len(poses or []) < len(best):
            return Refusal("wreck.disembark", "set-up.more", {"wanted": len(best), "found": len(poses or [])})
        models = models[np.isin(models, [row[0] for row in poses or []])]
    if not poses:
        return None
    return placing.refusal(game, unit, poses, _near(game, vehicle), "disembark.place", models)
