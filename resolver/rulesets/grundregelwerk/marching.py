"""Move, Sprint and every free or reaction Move: is a path legal, and how the move happens, terrain tests included.

Source: GRW-ACTMOVE-01, -02, GRW-SPRINT-01, -02, GRW-MOVE-02, GRW-TERRAIN-10, GRW-TTEST-01..03, GRW-SPECIAL-02..05,
GRW-Q-34, -36, -48, -49, -78, -84, -91.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.decision_kinds import Asked, Pointing
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.grundregelwerk import approach, detours, ground, hits, morale, states
from resolver.rulesets.grundregelwerk.states import TOUCH
from resolver.rulesets.grundregelwerk.toll import ActionToll
from resolver.shared.moves import legs, moving
from resolver.shared.moves.leg_rules import STOP, Onward
from resolver.shared.moves.moving import Manner, Mover
from resolver.table.bases import Base, Bodies
from resolver.table.board import Terrain
from resolver.table.geometry import distances

MARCH = Manner("GRW-ACTMOVE-01", enemies="free")
"""Any move: as near to the enemy as one likes, across friends, not across enemies (GRW-Q-36, -91)."""
SPRINT, VANGUARD = "sprint", "vanguard"
ANYWHERE = 1000.0
"""Farther than any path on a table, in inches."""


def march(game: Game, unit: int, kind: str, toll: ActionToll, rules: tuple[str, ...]) -> Script[None]:
    """Let the player of a unit move it; `kind` is what the log calls the move."""
    most = max(ground.allowance(game, unit, twice=kind == SPRINT).values(), default=0.0)
    data = yield from game.ask("march", game.owner(unit), rules[0], unit, move=kind, most=most)
    if data["moves"]:
        yield from carry_out(game, unit, kind, data, toll, rules)


def carry_out(game: Game, unit: int, kind: str, data: Data, toll: ActionToll, rules: tuple[str, ...]) -> Script[None]:
    """Make a move that was checked; whoever it brings into base contact is in close combat then (GRW-Q-78)."""
    far, piece = ground.limits(game, unit, data["moves"], twice=kind == SPRINT)
    cited = (*rules, *(("GRW-MOVE-02", "GRW-TERRAIN-10") if piece else ()))
    most = max(far.values(), default=0.0)
    if ground.must_test(game, unit):
        yield from legs.carry_out(
            game, unit, MARCH, far, data, partial(take_tests, toll=toll), move=kind, most=most, rules=cited
        )
    else:
        poses = moving.final_poses(game, unit, MARCH, far, data)
        yield from game.happen("unit.moved", unit=unit, move=kind, most=most, poses=poses, paths=data["moves"], rules=cited)
    yield from join_combat(game, unit)


def join_combat(game: Game, unit: int, among: Sequence[int] | None = None) -> Script[None]:
    """A unit is in close combat with every enemy unit, of those asked for, that it is in contact with now (GRW-Q-78)."""
    for foe in states.foes_in_contact(game, unit) if game.on_table(unit) else ():
        if (among is None or foe in among) and foe not in states.foes_in_combat(game, unit):
            yield from game.happen("combat.joined", unit=unit, target=foe, rules=("GRW-MELEE-01", "GRW-Q-78"))


def take_tests(
    game: Game, unit: int, piece: Terrain, models: tuple[int, ...], move: str, toll: ActionToll | None = None
) -> Script[Onward | None]:
    """Models that enter terrain take a terrain test, each once in an action: an automatic hit with FP 0 (GRW-TTEST-03).

    A move ends where a vehicle can no longer move. `toll`: that of the action, which all its legs share.
    """
    action = game.count(unit, "actions")
    fresh = [model for model in models if game.model_count(model, "tested") != action]
    if not fresh or not ground.must_test(game, unit):
        return None
    able = set(states.able_to_move(game, unit).tolist())
    yield from game.happen(
        "terrain.tested",
        unit=unit,
        piece=piece.name,
        models=fresh,
        counted=fresh,
        model_counts={"tested": action},
        rules=("GRW-TTEST-01", "GRW-TTEST-02", "GRW-TTEST-03", "GRW-TERRAIN-12"),
    )
    struck = hits.HitGroup(
        by=unit,
        target=unit,
        number=len(fresh),
        fp=0,
        weapon="",
        cause="terrain",
        first=1000 * (1 + min(fresh)),
        rules=("GRW-TTEST-03", "GRW-Q-48"),
    )
    toll = toll or ActionToll.of(game)
    yield from hits.resolve(game, struck, toll)
    yield from morale.test_losses(game, toll)
    stuck = able - set(states.able_to_move(game, unit).tolist())
    return STOP if stuck & set(game.state.standing(unit).tolist()) else None


def check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse a move that breaks a rule; one that is slowed is judged by the smaller allowance, and says so."""
    unit, kind = game.unit(decision.subject), decision.data["move"]
    return refusal(game, unit, kind, data)


def refusal(game: Game, unit: int, kind: str, data: Data) -> Refusal | None:
    """Return why a unit may not move so, None if it may: to stay is no move, wherever losses have left its models."""
    if not data["moves"]:
        return None
    known = set(game.state.standing(unit).tolist())
    if any(step["model"] not in known for step in data["moves"]):
        return Refusal("move.models", "model.unknown", {"model": data["moves"][0]["model"]})
    far, piece = ground.limits(game, unit, data["moves"], twice=kind == SPRINT)
    mover = Mover(game, unit, MARCH, far)
    found = moving.refusal(mover, data)
    if found is not None:
        if found.code == "move.too-far" and piece is not None:
            entered = moving.refusal(Mover(game, unit, MARCH, dict.fromkeys(far, ANYWHERE)), data)
            if entered is not None and entered.code == "move.barred":  # nobody is slowed by what nobody may enter
                return entered
            return Refusal("GRW-TERRAIN-10", "move.slowed", {**found.values, "piece": piece.name})
        return found
    if kind == VANGUARD:
        foes = game.state.bodies(game.state.standing_of(1 - game.owner(unit)))
        if len(foes) and (distances(mover.bodies, foes) <= TOUCH).any():
            return Refusal("GRW-Q-84", "move.vanguard-contact", {"unit": game.key(unit)})
    return None


def options(game: Game, decision: Decision) -> Iterator[Data]:
    """Propose to stay, to go somewhere, and to go up to enemies."""
    unit, kind = game.unit(decision.subject), decision.data["move"]
    yield {"moves": []}
    yield from approach.proposals(game, unit, kind, lambda data: refusal(game, unit, kind, data))


def ways_to(asked: Asked, pointing: Pointing) -> Iterator[Data]:
    """Yield the shortest way of a whole unit to a place, round terrain that it may not enter, as far as it gets."""
    game, unit, kind = asked.game, asked.game.unit(asked.decision.subject), asked.decision.data["move"]
    board, models = game.state.board, game.state.standing(unit)
    bodies = game.state.bodies(models)
    middle = bodies.centres().mean(0)
    reach = float((np.hypot(*(bodies.centres() - middle).T) + bodies.half + bodies.radius).max())
    barred = [piece.footprint for piece in board.terrain if ground.is_barred(game, unit, piece)]
    way = detours.to_point(Bodies.of(Base(reach), middle), np.array(pointing.at), barred, board.area)
    for slowed in (False, True) if way else ():
        far = min(ground.allowance(game, unit, twice=kind == SPRINT, slowed=slowed).values()) - approach.MARGIN
        if far > 0.0:
            steps = [point - middle for point in detours.cut(middle, way or [], far)]
            yield {"moves": approach.slide(models, bodies, steps)}


def mover_of(asked: Asked, pointing: Pointing) -> Mover | None:
    """Return the unit as it moves, for ways round what is between it and a place."""
    unit, kind = asked.game.unit(asked.decision.subject), asked.decision.data["move"]
    return Mover(asked.game, unit, MARCH, ground.allowance(asked.game, unit, twice=kind == SPRINT))
