"""Transports: capacity, embarking, disembarking, and destroyed ones.

Source: 9E-TRANS-01..03, 9E-EMB-01..08, 9E-DISE-01..04, 9E-DESTR-02..05, 9E-Q-03, -15, -36; 8E-TRANSPORT-01..15, 8E-Q-07,
8E-Q-08, -41, -70.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from exports.document import Transport
from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.families.wh40k.edition import edition
from resolver.families.wh40k.units import destruction
from resolver.shared.effects import abilities
from resolver.shared.moves import deployment, moving, placing
from resolver.shared.units import engagement, removal
from resolver.table.geometry import EPSILON, Indices, within

DISTANCE = 3.0
MOVES = ("normal-move", "advanced", "fell-back", "stationary")
"""The moves that those aboard share with their transport (9E-EMB-08)."""


def carrier(game: Game, model: int) -> Transport | None:
    """Return the transport capacity of a model, None if it has none."""
    return game.armies.units[int(game.state.unit[model])].transport


def can_carry(game: Game, unit: int, model: int) -> bool:
    """Tell whether a transport model may carry this unit at all, and has room for it now (9E-TRANS-01, -02)."""
    transport = carrier(game, model)
    if transport is None or game.owner(unit) != game.owner(int(game.state.unit[model])) or game.state.unit[model] == unit:
        return False
    profiles = [game.armies.profiles[game.state.profile[rider]].keywords for rider in game.state.models_of(unit)]
    fits = all(
        any(words.has_all(row) for row in transport.admits) and not words.has_any(transport.refuses) for words in profiles
    )
    return fits and sum(room(game, other, transport) for other in (*removal.aboard(game, model), unit)) <= transport.capacity


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
        if any(can_carry(game, unit, int(m)) for m in transports_of(game, player) for unit in game.units_of(player)):
            yield from _declare(game, player)
    return True


def waits(game: Game, unit: int) -> bool:
    """Tell whether a unit that its roster declares to be aboard waits for its transport, which is still to be set up."""
    vehicle = declared_passengers(game, game.owner(unit)).get(unit)
    return vehicle is not None and deployment.is_off(game, int(game.state.unit[vehicle]))


def load(game: Game, unit: int) -> Script[None]:
    """Declare who starts the battle aboard a transport that is about to be set up."""
    player = game.owner(unit)
    if game.armies.units[unit].transport is not None and any(
        can_carry(game, other, int(model)) and _may_start_aboard(game, other)
        for model in game.state.models_of(unit)
        for other in game.units_of(player)
    ):
        yield from _declare(game, player, unit)


def _declare(game: Game, player: int, unit: int | None = None) -> Script[None]:
    data = yield from game.ask("start-embarked", player, "transport.start", unit)
    for key, model in data["embarked"].items():
        yield from game.happen(
            "unit.placed-aboard", unit=game.unit(key), transport=model, rules=("transport.start", "transport.full")
        )


def start_options(game: Game, decision: Decision) -> Iterator[Data]:
    """Offer what the roster declares, then nobody aboard, then each unit alone in the first transport that takes it."""
    vehicles = _transports_in_question(game, decision)
    said = {game.key(unit): model for unit, model in declared_passengers(game, decision.player).items() if model in vehicles}
    offers: list[dict[str, int]] = [said, {}]
    for unit in game.units_of(decision.player):
        for model in vehicles:
            if can_carry(game, unit, int(model)):
                offers.append({game.key(unit): int(model)})
                break
    seen = []
    for offer in offers:
        if offer not in seen and start_check(game, decision, {"embarked": offer}) is None:
            seen.append(offer)
            yield {"embarked": offer}


def declared_passengers(game: Game, player: int) -> dict[int, int]:
    """Return which units start the battle aboard by their roster, and in which transport model."""
    found = {}
    for row in game.armies.documents[player].army.declarations_of("embarked"):
        unit = game.armies.unit_of(player, row.subject)
        vehicle = game.armies.unit_of(player, str(row.value))
        if unit is not None and vehicle is not None and len(game.state.models_of(vehicle)):
            found[unit] = int(game.state.models_of(vehicle)[0])
    return found


def _transports_in_question(game: Game, decision: Decision) -> list[int]:
    """Return the transport models that a question is about: those of its unit, or all of the player."""
    every = [int(model) for model in transports_of(game, decision.player)]
    return [model for model in every if decision.subject in ("", game.key(int(game.state.unit[model])))]


def start_check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse units that a transport does not take, more than it holds, and transports within transports."""
    load: dict[int, int] = {}
    riders = data["embarked"]
    for key, model in riders.items():
        unit = game.armies.by_key.get(key)
        if unit is None or game.owner(unit) != decision.player or not _may_start_aboard(game, unit):
            return Refusal("transport.capacity", "unit.unknown", {"unit": key})
        vehicle = model if model in _transports_in_question(game, decision) else -1
        transport = carrier(game, vehicle) if vehicle >= 0 else None
        if transport is None or not can_carry(game, unit, vehicle) or game.key(int(game.state.unit[vehicle])) in riders:
            return Refusal("transport.capacity", "transport.refuses", {"unit": key, "transport": model})
        load[vehicle] = load.get(vehicle, 0) + room(game, unit, transport)
        if load[vehicle] > transport.capacity:
            return Refusal("transport.full", "transport.full", {"wanted": transport.capacity, "found": load[vehicle]})
    return None


def _may_start_aboard(game: Game, unit: int) -> bool:
    """Tell whether a unit is neither set up nor aboard yet."""
    return len(game.state.models_of(unit)) > 0 and not game.on_table(unit) and game.state.embarked_in[unit] < 0


def may_embark(game: Game, unit: int) -> list[int]:
    """Return the transport models in which a unit that has just moved may embark (9E-EMB-01..03)."""
    if game.has_mark(unit, "disembarked") or not abilities.may(game, "embark", unit, True):
        return []
    models = game.state.standing(unit)
    found = []
    for vehicle in transports_of(game, game.owner(unit)):
        if not game.state.on_table[vehicle] or not can_carry(game, unit, int(vehicle)):
            continue
        gaps = [engagement.gap(game, np.array([model]), np.array([vehicle])) for model in models]
        if gaps and max(gaps) <= DISTANCE + EPSILON and not edition(game).moves.barred(game, int(vehicle)):
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
    """Tell whether an embarked unit may get out in this Movement phase: before its transport moves (8E-TRANSPORT-11)."""
    vehicle = int(game.state.embarked_in[unit])
    if (
        vehicle < 0
        or not game.state.on_table[vehicle]
        or game.has_mark(unit, "boarded")
        or game.has_mark(unit, "stayed-aboard")
    ):
        return False
    carrying = int(game.state.unit[vehicle])
    return not any(game.has_mark(carrying, mark) for mark in edition(game).moves.stuck)


def disembark(game: Game, unit: int) -> Script[None]:
    """Let a unit get out before its transport moves; one that finds no place at all stays aboard.

    In some editions models that find none are destroyed where others of their unit get out (8E-TRANSPORT-13, 8E-Q-07).
    """
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
        **moving.moved_marks(game),
    )
    yield from destruction.leave_behind(game, unit, data["poses"])


def _near(game: Game, vehicle: int) -> placing.Allowed:
    """Return what is near enough to a transport to get out of it: within 3 inches, in some editions wholly."""
    body = game.state.bodies([vehicle])
    gaps_of = edition(game).moves.leaving
    return lambda placed: within(gaps_of(placed, body), DISTANCE)[:, 0]


def disembark_options(game: Game, decision: Decision) -> Iterator[Data]:
    """Propose places on several sides of the transport, and to stay aboard or, where there is no place at all, nothing."""
    unit, vehicle = game.unit(decision.subject), decision.data["transport"]
    in_part = edition(game).moves.in_part(decision.data)
    state = game.state
    x, y = float(state.x[vehicle]), float(state.y[vehicle])
    reach = float(state.half[vehicle] + state.radius[vehicle]) + 1.5
    angles = np.arange(4) * np.pi / 2 + float(state.facing[vehicle])
    points = [(x + reach * np.cos(angle), y + reach * np.sin(angle)) for angle in angles]
    spread = 2 * reach + 3
    offers = placing.proposals(game, unit, points, (0.0,), _near(game, vehicle), spread=spread, partial=in_part)
    found = list(offers)
    most = max((len(poses) for poses in found), default=0)
    yield from ({"poses": poses} for poses in found if len(poses) == most)
    if not decision.data["emergency"] or not found:
        yield {"poses": None}


def disembark_check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse a set-up that is too far from the transport, or breaks another rule of setting up.

    Where some may be left behind as many models as possible get out: no fewer than the best proposal.
    """
    unit, vehicle, poses = game.unit(decision.subject), decision.data["transport"], data["poses"]
    models = game.state.models_of(unit)
    if decision.data["emergency"] or (poses and edition(game).moves.in_part(decision.data)):
        best = next(iter(disembark_options(game, decision)))["poses"] or []
        if len(poses or []) < min(len(best), len(models)):
            return Refusal("wreck.disembark", "set-up.more", {"wanted": len(best), "found": len(poses or [])})
        models = models[np.isin(models, [row[0] for row in poses or []])]
    if not poses:
        return None
    return placing.refusal(game, unit, poses, _near(game, vehicle), "disembark.place", models)
