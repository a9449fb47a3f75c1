"""The charge phase: a unit rolls 2D6 and moves in; the first model that moves ends within half an inch of an enemy.

Source: AOS-CHARGE-01..07, AOS-Q-14, -47.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.aos_1e import movement, scenery
from resolver.shared.effects.moments import moment
from resolver.shared.moves import contact, legs, moving
from resolver.shared.moves.allowance import equal_limits, roll_charge
from resolver.shared.moves.moving import Manner, Mover
from resolver.shared.selecting import select
from resolver.shared.units import engagement
from resolver.table.columns import ALL
from resolver.table.geometry import EPSILON, distances

NEAR, REACHED = 12.0, 0.5
CHARGE = Manner("AOS-CHARGE-04", enemies="free", within=REACHED)
MOST_TARGETS = 4


def charge(game: Game) -> Script[bool]:
    """Pick one unit, roll, and move it in; or no more (AOS-CHARGE-04..07)."""
    player = game.active
    rules = ("AOS-CHARGE-01", "AOS-CHARGE-02", "AOS-CHARGE-03")
    unit = yield from select(game, player, "charge", eligible(game, player), "AOS-CHARGE-07", rules=rules)
    if unit is None:
        return True
    yield from moment(game, "charge-declared", unit)
    result = yield from roll_charge(game, unit, "AOS-CHARGE-04")
    data: Data = {"moves": None}
    if nearest(game, unit) <= result.total + REACHED + EPSILON:
        data = yield from game.ask("charge-move", player, "AOS-CHARGE-05", unit, most=result.total)
    if data["moves"] is None:
        found = bool(find_moves(game, unit, result.total))
        declined = {"declined": True} if found else {}
        yield from game.happen("charge.failed", unit=unit, rules=("AOS-CHARGE-06", "AOS-Q-14"), **declined)
        return False
    every = equal_limits(game, unit, result.total)
    before = Mover(game, unit, CHARGE, every)
    said = {"rules": ("AOS-CHARGE-04", "AOS-CHARGE-05", "AOS-UNIT-06"), "marks": ["charged"]}
    stands = yield from legs.carry_out(game, unit, CHARGE, every, data, move="charge", most=result.total, **said)
    yield from scenery.test_deadly(game, before, data["moves"], "charge")
    if stands and game.on_table(unit):
        yield from moment(game, "charge", unit)
    return False


def eligible(game: Game, player: int) -> list[int]:
    """Return the units that may be picked to charge now."""
    return [unit for unit in movement.free_units(game, player) if may_charge(game, unit)]


def may_charge(game: Game, unit: int) -> bool:
    """Tell whether a unit is within 12 inches of the enemy, not within 3, and did not run or retreat (AOS-CHARGE-01..03)."""
    if not movement.may_shoot_or_charge(game, unit, "charge") or not movement.can_move(game, unit):
        return False
    return nearest(game, unit) <= NEAR + EPSILON and not engagement.is_engaged(game, unit)


def nearest(game: Game, unit: int) -> float:
    """Return how far the nearest enemy is, infinitely far where there is none."""
    foes = game.units_on_table(1 - game.owner(unit))
    return min((engagement.distance(game, unit, foe) for foe in foes), default=inf)


def first_refusal(mover: Mover, data: Data) -> Refusal | None:
    """Refuse a charge whose first model does not end within half an inch of an enemy model (AOS-CHARGE-05)."""
    game, steps = mover.game, data["moves"]
    if not steps:
        return Refusal("AOS-CHARGE-05", "charge.nobody", {})
    row = mover.row[steps[0]["model"]]
    enemies = game.state.bodies(engagement.enemies(game, game.owner(mover.unit)))
    gap = float(distances(mover.bodies[[row]], enemies).min())
    if gap <= REACHED + EPSILON:
        return None
    return Refusal("AOS-CHARGE-05", "charge.first", {"model": steps[0]["model"], "distance": gap, "most": REACHED})


def find_moves(game: Game, unit: int, most: float) -> list[Data]:
    """Return the charge moves that the search finds."""
    return game.cache(ALL, ("charge", unit, most), lambda: list(_propose(game, unit, most)))


def _propose(game: Game, unit: int, most: float) -> Iterator[Data]:
    every = equal_limits(game, unit, most)
    foes = game.units_on_table(1 - game.owner(unit))
    near = sorted((engagement.distance(game, unit, foe), foe) for foe in foes)
    for gap, foe in near[:MOST_TARGETS]:
        if gap <= most + REACHED + EPSILON:
            aims = frozenset({foe})
            yield from contact.charges(game, unit, CHARGE, aims, every, _front_first, all_targets=True)


def _front_first(mover: Mover, data: Data) -> Refusal | None:
    """Put the model that ends nearest to an enemy first where the others leave it the way; refuse what is no charge."""
    steps = data["moves"]
    if not steps or first_refusal(mover, data) is None:
        return first_refusal(mover, data)
    game = mover.game
    enemies = game.state.bodies(engagement.enemies(game, game.owner(mover.unit)))
    gaps = {step["model"]: float(distances(mover.bodies[[mover.row[step["model"]]]], enemies).min()) for step in steps}
    first = min(gaps, key=lambda model: (gaps[model], model))
    order = [step for step in steps if step["model"] == first] + [step for step in steps if step["model"] != first]
    again = Mover(game, mover.unit, mover.manner, mover.limits)
    if moving.refusal(again, {"moves": order}) is not None or gaps[first] > REACHED + EPSILON:
        return first_refusal(mover, data)
    steps[:] = order
    return None


def move_options(game: Game, decision: Decision) -> Iterator[Data]:
    """Propose charge moves, and to stay: then the charge has failed (AOS-CHARGE-06, AOS-Q-14)."""
    yield from find_moves(game, game.unit(decision.subject), decision.data["most"])
    yield {"moves": None}


def move_check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse a move that breaks a rule; declining is always legal."""
    if data["moves"] is None:
        return None
    unit = game.unit(decision.subject)
    mover = Mover(game, unit, CHARGE, equal_limits(game, unit, decision.data["most"]))
    return moving.refusal(mover, data) or first_refusal(mover, data)
