"""The Charge phase: charges, charge rolls and moves; Overwatch is in `overwatch`, Heroic Interventions in `interventions`.

Source: 9E-CHARGE-01..06, 9E-CHGUNIT-01..06, 9E-DESTR-05, 9E-Q-02, -11, -47;
8E-CHARGE-01..11, 8E-Q-65..67.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.families.wh40k.edition import edition
from resolver.families.wh40k.moves import aircraft
from resolver.shared.effects import abilities
from resolver.shared.effects.moments import moment
from resolver.shared.moves import contact, legs, moving
from resolver.shared.moves.allowance import equal_limits, roll_charge
from resolver.shared.moves.moving import Manner, Mover
from resolver.shared.selecting import select
from resolver.shared.units import engagement
from resolver.table.columns import ALL

DISTANCE = 12.0
MOST_TARGETS = 3


def note_start(game: Game) -> Script[None]:
    """Note who is near, where that counts, and who is engaged at the start of the phase: that decides who may charge in it.

    9E-CHARGE-02, -04, 8E-CHARGE-03.
    """
    own = game.units_on_table(game.active)
    near = own
    if edition(game).combat.near_at_start:
        foes = game.units_on_table(1 - game.active)
        near = [unit for unit in own if any(engagement.within(game, unit, foe, DISTANCE) for foe in foes)]
        yield from _note(game, near, "charge-near", "charge.near")
    yield from _note(game, [unit for unit in near if engagement.is_engaged(game, unit)], "charge-engaged", "charge.engaged")


def _note(game: Game, units: list[int], mark: str, rule: str) -> Script[None]:
    if units:
        yield from game.happen("charges.possible", units=units, marks=[mark], rules=(rule,))


def charges(game: Game) -> Script[bool]:
    """Select one eligible unit and resolve its charge completely; or no more."""
    rules = ("charge.near", "charge.forbidden", "charge.engaged", "charge.once")
    unit = yield from select(game, game.active, "charge", eligible(game), "charge.select", rules=rules)
    if unit is None:
        return True
    targets = near_targets(game, unit)
    if len(targets) > 1:
        data = yield from game.ask("charge", game.active, "charge.targets", unit)
        targets = [game.unit(key) for key in data["targets"]]
    yield from game.happen(
        "charge.declared", unit=unit, targets=targets, pair="charge-target", rules=("charge.targets", "charge.overwatch")
    )
    yield from moment(game, "charge-declared", unit)
    for target in targets:
        yield from moment(game, "charged-at", target)
    if game.on_table(unit):
        yield from _move_in(game, unit, frozenset(targets))
    return False


def eligible(game: Game) -> list[int]:
    """Return the units that may declare a charge now."""
    return [
        unit
        for unit in game.units_on_table(game.active)
        if not game.has_mark(unit, "acted") and may_charge(game, unit) and near_targets(game, unit)
    ]


def may_charge(game: Game, unit: int) -> bool:
    """Tell whether a unit was near enough at the start of the phase, and has done nothing that forbids it to charge."""
    near = game.has_mark(unit, "charge-near") or not edition(game).combat.near_at_start
    if not near or game.has_mark(unit, "charge-engaged") or game.has_mark(unit, "wrecked"):
        return False
    allowed = True
    for mark, action in (("advanced", "charge-after-advance"), ("fell-back", "charge-after-fall-back")):
        allowed &= abilities.may(game, action, unit, not game.has_mark(unit, mark))
    return allowed and abilities.may(game, "charge", unit, True)


def near_targets(game: Game, unit: int) -> list[int]:
    """Return the enemy units at which a charge may be declared: within 12 inches; aircraft only by units with FLY.

    Some may be charged only by units with certain keywords (`abilities.may_close`).
    """
    flies = engagement.has_keyword(game, unit, "FLY")
    return [
        foe
        for foe in game.units_on_table(1 - game.owner(unit))
        if engagement.within(game, unit, foe, DISTANCE)
        and (flies or not aircraft.is_aircraft(game, foe))
        and abilities.may_close(game, unit, foe)
    ]


def target_options(game: Game, decision: Decision) -> Iterator[Data]:
    """Propose each target alone, and the closest two or three together."""
    unit = game.unit(decision.subject)
    found = near_targets(game, unit)
    yield from ({"targets": [game.key(target)]} for target in found)
    order = sorted(found, key=lambda target: (engagement.distance(game, unit, target), target))[:MOST_TARGETS]
    for count in range(2, len(order) + 1):
        yield from ({"targets": [game.key(target) for target in some]} for some in combinations(order, count))


def target_check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse targets that are no enemies within 12 inches."""
    keys, unit = data["targets"], game.unit(decision.subject)
    if not keys or len(set(keys)) < len(keys):
        return Refusal("charge.targets", "charge.targets", {})
    allowed = {game.key(target) for target in near_targets(game, unit)}
    for key in keys:
        if key not in allowed:
            return Refusal("charge.targets", "charge.target", {"target": key})
    return None


def _move_in(game: Game, unit: int, targets: frozenset[int]) -> Script[None]:
    """Roll 2D6 and move in, or fail (9E-CHGUNIT-03..05, 8E-CHARGE-06..09)."""
    result = yield from roll_charge(game, unit, "charge.distance")
    alive = frozenset(target for target in targets if game.on_table(target))
    keys = [game.key(target) for target in sorted(alive)]
    data = yield from game.ask("charge-move", game.owner(unit), "charge.move", unit, most=result.total, targets=keys)
    if data["moves"] is None:
        could = edition(game).combat.may_decline and _find_moves(game, unit, alive, result.total)
        declined = {"declined": True} if could else {}
        yield from game.happen("charge.failed", unit=unit, rules=("charge.fails",), **declined)
        return
    every, said = equal_limits(game, unit, result.total), {"rules": ("charge.move", "charge.made"), "marks": ["charged"]}
    how = manner(game, targets)
    if (yield from legs.carry_out(game, unit, how, every, data, move="charge", most=result.total, **said)):
        yield from moment(game, "charge", unit)


def manner(game: Game, targets: frozenset[int]) -> Manner:
    """Return the manner of a charge at these units: near all others models may not come.

    Where the edition says so, those that fly may pass.
    """
    rule, over = "charge.others", edition(game).combat.flies_always
    return Manner("charge.distance", near=rule, end=rule, flies_over_terrain=over, climb="charge.mid-climb", targets=targets)


def move_options(game: Game, decision: Decision) -> Iterator[Data]:
    """Propose charge moves; that the charge fails where none was found, or where the player may decline."""
    unit, targets = game.unit(decision.subject), _targets(game, decision)
    found = _find_moves(game, unit, targets, decision.data["most"])
    yield from found
    if not found or edition(game).combat.may_decline:
        yield {"moves": None}


def _find_moves(game: Game, unit: int, targets: frozenset[int], most: float) -> list[Data]:
    """Return the charge moves that the search finds."""
    return game.cache(ALL, ("charge", unit, targets, most), lambda: list(_propose_moves(game, unit, targets, most)))


def _propose_moves(game: Game, unit: int, targets: frozenset[int], most: float) -> Iterator[Data]:
    if targets:
        combat = edition(game).combat
        yield from contact.charges(
            game,
            unit,
            manner(game, targets),
            targets,
            equal_limits(game, unit, most),
            lambda mover, data: combat.charge_refusal(mover, targets, data),
            all_targets=combat.charges_all,
        )


def move_check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse a move that breaks a condition, and giving up where the charge is possible and has to be made."""
    unit, targets = game.unit(decision.subject), _targets(game, decision)
    if data["moves"] is None:
        possible = next(iter(move_options(game, decision)))["moves"] is not None
        bound = possible and not edition(game).combat.may_decline
        return Refusal("charge.move", "charge.possible", {}) if bound else None
    if not targets:
        return Refusal("charge.fails", "charge.no-target", {})
    mover = Mover(game, unit, manner(game, targets), equal_limits(game, unit, decision.data["most"]))
    return moving.refusal(mover, data) or edition(game).combat.charge_refusal(mover, targets, data)


def _targets(game: Game, decision: Decision) -> frozenset[int]:
    return frozenset(game.unit(key) for key in decision.data["targets"])
