"""The movement phase: a unit stays, moves, runs or retreats; a retreat may be a run.

Source: AOS-MOVEPH-01..03, AOS-MOVE-01..04, AOS-ENEMY-01..05, AOS-RUN-01..03, AOS-FLY-01..03, AOS-UNIT-06..08,
AOS-Q-11, -12, -30, -31, -37, -38, -51, -58.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.aos_1e import lasting, scenery
from resolver.shared.effects import abilities
from resolver.shared.effects.moments import moment
from resolver.shared.moves import legs, moving, proposals
from resolver.shared.moves.allowance import move_limits, roll_move
from resolver.shared.moves.moving import Limits, Manner, Mover
from resolver.shared.rolling import roll_test
from resolver.shared.selecting import select
from resolver.shared.units import characteristics, engagement

NORMAL = Manner("AOS-MOVE-01", near="AOS-ENEMY-01", end="AOS-ENEMY-01")
RUN = Manner("AOS-RUN-02", near="AOS-ENEMY-01", end="AOS-ENEMY-01")
RETREAT = Manner("AOS-MOVE-01", enemies="leave", near="AOS-ENEMY-04", end="AOS-ENEMY-04")
MANNERS = {"normal": NORMAL, "run": RUN, "retreat": RETREAT, "run-retreat": RETREAT}
MARKS = {"normal": (), "run": ("ran",), "retreat": ("retreated",), "run-retreat": ("retreated", "ran")}
RULES = {
    "normal": ("AOS-MOVEPH-01", "AOS-MOVE-01", "AOS-ENEMY-01", "AOS-UNIT-06"),
    "run": ("AOS-RUN-01", "AOS-RUN-02", "AOS-RUN-03", "AOS-ENEMY-01", "AOS-UNIT-06"),
    "retreat": ("AOS-ENEMY-03", "AOS-ENEMY-04", "AOS-ENEMY-05", "AOS-UNIT-06"),
    "run-retreat": ("AOS-ENEMY-03", "AOS-ENEMY-04", "AOS-ENEMY-05", "AOS-RUN-02", "AOS-Q-11"),
}
STAY = "stationary"


def move_units(game: Game) -> Script[bool]:
    """Pick one unit and move it; or no more (AOS-MOVEPH-01..03)."""
    player = game.active
    rules = ("AOS-MOVEPH-03",)
    unit = yield from select(game, player, "move", selectable(game, player), "AOS-MOVEPH-02", rules=rules)
    if unit is None:
        return True
    roll = yield from roll_move(game, unit, "AOS-Q-30")
    yield from moment(game, "move", unit)
    kinds = kinds_of_move(game, unit)
    data = yield from game.ask("move", player, _rule(game, unit), unit, kinds=kinds, rolled=roll)
    kind = data["kind"]
    if kind.startswith("run"):
        yield from _run(game, unit, kind, roll)
    elif kind != STAY:
        yield from _carry_out(game, unit, kind, move_limits(game, unit, roll), data)
    return False


def selectable(game: Game, player: int) -> list[int]:
    """Return the units that may be picked to move: not yet, not befuddled, and able to (AOS-SCENTAB-09, AOS-Q-31)."""
    return [unit for unit in free_units(game, player) if can_move(game, unit)]


def free_units(game: Game, player: int) -> list[int]:
    """Return the units on the table that have not acted in this step, and are not befuddled."""
    units = game.units_on_table(player)
    return [unit for unit in units if not game.has_mark(unit, "acted") and not lasting.has(game, unit, "befuddled")]


def can_move(game: Game, unit: int) -> bool:
    """Tell whether a model of a unit has a Move characteristic, and nothing forbids the unit to move."""
    able = any(characteristics.move(game, int(model)) is not None for model in game.state.standing(unit))
    return able and abilities.may(game, "move", unit, True)


def _rule(game: Game, unit: int) -> str:
    return "AOS-ENEMY-03" if engagement.is_engaged(game, unit) else "AOS-MOVE-01"


def kinds_of_move(game: Game, unit: int) -> list[str]:
    """Return which moves a unit may make now: within 3 inches of the enemy only a retreat (AOS-ENEMY-03, AOS-FLY-03)."""
    near = engagement.is_engaged(game, unit)
    kinds = [STAY, "retreat" if near else "normal"]
    if abilities.may(game, "advance", unit, True):
        kinds.append("run-retreat" if near else "run")
    return kinds


def _run(game: Game, unit: int, kind: str, roll: int | None) -> Script[None]:
    """Roll how much further the whole unit may move, then move it (AOS-RUN-01, -02)."""
    result = yield from roll_test(game, "advance", unit, 1)
    said = {"unit": unit, "dice": result.dice, "distance": result.total, **result.reasons}
    yield from game.happen("run.rolled", rules=("AOS-RUN-01", "AOS-RUN-02"), **said)
    yield from moment(game, "advance", unit)
    data = yield from game.ask("run", game.owner(unit), "AOS-RUN-02", unit, way=kind, extra=result.total, rolled=roll)
    every = move_limits(game, unit, roll, result.total)
    if data["moves"] is None:  # it ran, and finds no way out of the reach of the enemy: it stays
        fields: dict[str, Any] = {"unit": unit, "marks": ["ran"]}
        yield from game.happen("run.stayed", rules=("AOS-ENEMY-04", "AOS-RUN-03"), **fields)
    else:
        yield from _carry_out(game, unit, kind, every, data)


def _carry_out(game: Game, unit: int, kind: str, every: Limits, data: Data) -> Script[None]:
    before = Mover(game, unit, MANNERS[kind], every)
    said = {"marks": ["moved", *MARKS[kind]], "rules": RULES[kind]}
    yield from legs.carry_out(game, unit, MANNERS[kind], every, data, move=kind, most=max(every.values()), **said)
    if "ran" in MARKS[kind]:
        yield from scenery.test_deadly(game, before, data["moves"], kind)
    if kind == "retreat" and game.on_table(unit):
        yield from moment(game, "fall-back", unit)


def check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse a kind of move that the unit may not make, and a path that breaks a rule."""
    unit, kind = game.unit(decision.subject), data["kind"]
    if kind not in decision.data["kinds"]:
        return Refusal(_kind_rule(game, unit, kind), "move.kind", {"kind": kind})
    if kind not in ("normal", "retreat"):
        return Refusal(decision.rule, "move.no-path", {}) if data["moves"] else None
    return refusal(game, unit, kind, move_limits(game, unit, decision.data["rolled"]), data)


def _kind_rule(game: Game, unit: int, kind: str) -> str:
    if not engagement.is_engaged(game, unit):
        return "AOS-ENEMY-03"
    return "AOS-FLY-03" if has_flyers(game, unit) else "AOS-ENEMY-03"


def has_flyers(game: Game, unit: int) -> bool:
    """Tell whether a unit flies: all of its models do (AOS-FLY-01)."""
    return engagement.has_keyword(game, unit, "FLY")


def refusal(game: Game, unit: int, kind: str, every: Limits, data: Data) -> Refusal | None:
    """Return the rule that a move breaks, None for a legal one (AOS-FLY-02, AOS-Q-38)."""
    mover = Mover(game, unit, MANNERS[kind], every)
    found = moving.refusal(mover, data)
    if found and found.rule == "AOS-ENEMY-01" and mover.flies:
        return Refusal("AOS-FLY-02", found.code, found.values)
    return found


def options(game: Game, decision: Decision) -> Iterator[Data]:
    """Propose each kind of move, with paths towards the enemy, into cover and back; and to stay."""
    unit, kinds = game.unit(decision.subject), decision.data["kinds"]
    every = move_limits(game, unit, decision.data["rolled"])
    for kind in kinds:
        if kind in ("normal", "retreat"):
            for moves in propose(game, unit, kind, every):
                yield {"kind": kind, **moves}
        else:
            yield {"kind": kind, "moves": []}


def propose(game: Game, unit: int, kind: str, every: Limits) -> Iterator[Data]:
    """Propose ways of a unit."""
    ways = proposals.escapes if kind.endswith("retreat") else proposals.move_candidates
    for moves in ways(game, unit, MANNERS[kind], every):
        if refusal(game, unit, kind, every, moves) is None:
            yield moves


def run_options(game: Game, decision: Decision) -> Iterator[Data]:
    """Propose ways for the run; that no model moves, or where it retreats and there is no way, that it stays."""
    unit, kind, every = _read_run(game, decision)
    found = False
    for moves in propose(game, unit, kind, every):
        found = True
        yield moves
    if kind == "run":
        yield {"moves": []}
    elif not found:
        yield {"moves": None}


def _read_run(game: Game, decision: Decision) -> tuple[int, str, Limits]:
    unit, said = game.unit(decision.subject), decision.data
    return unit, said["way"], move_limits(game, unit, said["rolled"], said["extra"])


def run_check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse a way that breaks a rule."""
    unit, kind, every = _read_run(game, decision)
    if data["moves"] is None:
        possible = kind == "run" or any(row["moves"] is not None for row in run_options(game, decision))
        return Refusal("AOS-RUN-02", "move.no-path", {}) if possible else None
    if not data["moves"] and kind == "run":
        return None
    return refusal(game, unit, kind, every, data)


def may_shoot_or_charge(game: Game, unit: int, action: str) -> bool:
    """Tell whether what a unit did lets it shoot, or charge: not after a run or a retreat (AOS-RUN-03, AOS-ENEMY-05)."""
    allowed = True
    for mark, after in (("ran", "advance"), ("retreated", "fall-back")):
        if game.has_mark(unit, mark):
            allowed = allowed and abilities.may(game, f"{action}-after-{after}", unit, False)
    return allowed and abilities.may(game, action, unit, True)


def printed_move(game: Game, decision: Decision) -> float | None:
    """Return how far a unit may move by a decision about it, None where that is not the same for all."""
    unit, said = game.unit(decision.subject), decision.data
    every: Any = move_limits(game, unit, said.get("rolled"), said.get("extra", 0)).values()
    return min(every, default=None)
