"""The Move Units step: Normal Move, Advance, Fall Back, Remain Stationary, and getting out of transports.

Source: 9E-MOVE-01..13, 9E-NORM-01, -02, 9E-ADV-01..04, 9E-STAT-01, -02, 9E-FALL-01..05, 9E-OUT-04, 9E-MODC-06,
9E-AIRER-05, -06, 9E-Q-13, -61; 8E-MOVE-01..08, 8E-ENEMY-03, 8E-FALLBACK-01..03, 8E-ADVANCE-01, -02, 8E-Q-50..54.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.families.wh40k.edition import edition
from resolver.families.wh40k.moves import aircraft, transports
from resolver.shared.effects import abilities
from resolver.shared.effects.moments import moment
from resolver.shared.moves import legs, moving, proposals
from resolver.shared.moves.allowance import move_limits, roll_move
from resolver.shared.moves.moving import Limits, Manner, Mover
from resolver.shared.rolling import roll_test
from resolver.shared.selecting import select
from resolver.shared.units import characteristics, engagement

NORMAL = Manner("normal-move.distance")
ADVANCE = Manner("advance.distance", near="advance.enemies", end="advance.enemies")
FALL_BACK = Manner("fall-back.distance", enemies="leave", near="fall-back.enemies", end="fall-back.enemies")
MANNERS: dict[str, Manner] = {"normal": NORMAL, "advance": ADVANCE, "fall-back": FALL_BACK}
MARKS = {"normal": "normal-move", "advance": "advanced", "fall-back": "fell-back"}
RULES = {
    "normal": ("normal-move.distance", "normal-move.enemies", "move.coherency"),
    "advance": ("advance.distance", "advance.enemies", "move.coherency"),
    "fall-back": ("fall-back.distance", "fall-back.enemies", "move.coherency"),
}


def move_units(game: Game) -> Script[bool]:
    """Select one unit and move it, or let one get out of its transport; or no more."""
    player = game.active
    rules = ("move.once",)
    unit = yield from select(game, player, "move", selectable(game), "move.select", rules=rules, marks=())
    if unit is None:
        yield from _finish(game, player)
        return True
    if game.state.embarked_in[unit] >= 0:
        yield from transports.disembark(game, unit)
    else:
        yield from _move(game, unit)
    return False


def selectable(game: Game) -> list[int]:
    """Return the units that may be selected to move, and those aboard that may get out."""
    player = game.active
    standing = [unit for unit in game.units_on_table(player) if not game.has_mark(unit, "acted")]
    return standing + [unit for unit in game.units_of(player) if transports.may_disembark(game, unit)]


def _finish(game: Game, player: int) -> Script[None]:
    """Units that were not moved Remained Stationary; aircraft that had to move are lost (9E-STAT-02, 9E-Q-12)."""
    for unit in game.units_on_table(player):
        if game.has_mark(unit, "acted"):
            continue
        if aircraft.must_move(game, unit):
            yield from aircraft.fail(game, unit)
        else:
            yield from _remain(game, unit)


def _remain(game: Game, unit: int) -> Script[None]:
    """A unit that did not move counts as stationary, unless it got out of a transport this turn (9E-DISE-04)."""
    marks = ["acted"] if game.has_mark(unit, "disembarked") else ["acted", "stationary"]
    yield from game.happen("unit.stationary", unit=unit, marks=marks, rules=("stationary", "stationary.unmoved"))
    yield from edition(game).moves.carry(game, unit, marks)


def _move(game: Game, unit: int) -> Script[None]:
    roll = yield from roll_move(game, unit, "random-move")
    yield from moment(game, "move", unit)
    kinds = kinds_of_move(game, unit)
    data: Data = {"kind": "stationary", "moves": []}
    if kinds != ["stationary"]:
        data = yield from game.ask("move", game.owner(unit), _rule(game, unit), unit, kinds=kinds, rolled=roll)
    kind = data["kind"]
    if kind == "stationary":
        yield from _remain(game, unit)
        yield from edition(game).moves.stayed(game, unit)
    elif kind == "none":
        yield from aircraft.fail(game, unit)
    elif kind == "advance":
        yield from _advance(game, unit, roll)
    else:
        yield from _carry_out(game, unit, kind, move_limits(game, unit, roll), data)
        if kind == "fall-back":
            yield from moment(game, "fall-back", unit)


def _rule(game: Game, unit: int) -> str:
    return "move.engaged" if engagement.is_engaged(game, unit) else "move.kinds"


def kinds_of_move(game: Game, unit: int) -> list[str]:
    """Return which moves a unit may make now (9E-MOVE-03, -04, 9E-AIRER-05, -06)."""
    foes = engagement.enemies_in_engagement(game, unit)
    aerial = aircraft.is_aircraft(game, unit)
    bound = bool(foes) and not aerial and not all(aircraft.is_aircraft(game, foe) for foe in foes)
    kinds = ["none"] if aircraft.must_move(game, unit) else ["stationary"]
    if any(characteristics.move(game, int(model)) is not None for model in game.state.standing(unit)):
        if not bound and abilities.may(game, "move", unit, True):
            kinds.append("normal")
        if abilities.may(game, "advance", unit, not bound):
            kinds.append("advance")
        if abilities.may(game, "fall-back", unit, bool(foes)):
            kinds.append("fall-back")
    return kinds


def _advance(game: Game, unit: int, roll: int | None) -> Script[None]:
    """Make the Advance roll, then move that much further (9E-ADV-01, -02)."""
    extra = yield from _advance_roll(game, unit)
    yield from moment(game, "advance", unit)
    data = yield from game.ask("advance", game.owner(unit), "advance.distance", unit, extra=extra, rolled=roll)
    if data["moves"] is None:
        yield from aircraft.fail(game, unit)
        return
    yield from _carry_out(game, unit, "advance", move_limits(game, unit, roll, extra), data)


def _advance_roll(game: Game, unit: int) -> Script[int]:
    for source in abilities.effects(game, "advance-instead", unit):
        inches = int(source.effect["distance"])
        yield from game.happen(
            "advance.rolled",
            unit=unit,
            dice=[],
            distance=inches,
            instead=source.name,
            rules=("advance.roll", "advance.instead"),
        )
        return inches
    result = yield from roll_test(game, "advance", unit, 1)
    found = {"dice": result.dice, "distance": result.total, **result.reasons}
    yield from game.happen("advance.rolled", unit=unit, rules=("advance.roll",), **found)
    return result.total


def _carry_out(game: Game, unit: int, kind: str, every: Limits, data: Data) -> Script[None]:
    marks, most = ["acted", "moved", MARKS[kind]], max(every.values())
    said = {"marks": marks, "rules": RULES[kind], **moving.moved_marks(game)}
    if not (yield from legs.carry_out(game, unit, MANNERS[kind], every, data, move=kind, most=most, **said)):
        return
    yield from edition(game).moves.carry(game, unit, marks)
    yield from transports.offer_embarking(game, unit)


def check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse a kind of move that the unit may not make, and a path that breaks a rule."""
    unit, kind = game.unit(decision.subject), data["kind"]
    if kind not in decision.data["kinds"]:
        return Refusal(decision.rule, "move.kind", {"kind": kind})
    if kind not in ("normal", "fall-back"):
        return Refusal("stationary", "move.no-path", {}) if data["moves"] else None
    return _refusal(game, unit, kind, move_limits(game, unit, decision.data["rolled"]), data)


def _refusal(game: Game, unit: int, kind: str, every: Limits, data: Data, extra: int = 0) -> Refusal | None:
    mover = Mover(game, unit, MANNERS[kind], every)
    return moving.refusal(mover, data) or aircraft.too_near(game, mover, extra)


def options(game: Game, decision: Decision) -> Iterator[Data]:
    """Propose each kind of move, with paths towards the enemy, markers and cover, back, and none at all."""
    unit, kinds = game.unit(decision.subject), decision.data["kinds"]
    every = move_limits(game, unit, decision.data["rolled"])
    for kind in kinds:
        if kind in ("stationary", "advance", "none"):
            yield {"kind": kind, "moves": []}
            continue
        for moves in _propose_moves(game, unit, kind, every):
            yield {"kind": kind, **moves}
        stay: dict[str, Any] = {"kind": kind, "moves": []}
        if kind == "normal" and _refusal(game, unit, kind, every, stay) is None:
            yield stay


def _propose_moves(game: Game, unit: int, kind: str, every: Limits, extra: int = 0) -> Iterator[Data]:
    if aircraft.must_move(game, unit):
        return aircraft.flights(game, unit, MANNERS[kind], every, extra)
    if kind == "fall-back":
        return proposals.escapes(game, unit, FALL_BACK, every)
    return proposals.move_candidates(game, unit, MANNERS[kind], every)


def advance_check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse a path that breaks a rule; that no model moves is always possible, but for aircraft that must."""
    unit, extra = game.unit(decision.subject), decision.data["extra"]
    forced = aircraft.must_move(game, unit)
    if data["moves"] is None:
        return None if forced else Refusal("advance.distance", "move.no-path", {})
    if not data["moves"] and not forced:
        return None
    return _refusal(game, unit, "advance", move_limits(game, unit, decision.data["rolled"], extra), data, extra)


def advance_options(game: Game, decision: Decision) -> Iterator[Data]:
    """Propose paths for the Advance, and none at all."""
    unit, extra = game.unit(decision.subject), decision.data["extra"]
    yield from _propose_moves(game, unit, "advance", move_limits(game, unit, decision.data["rolled"], extra), extra)
    yield {"moves": None if aircraft.must_move(game, unit) else []}
