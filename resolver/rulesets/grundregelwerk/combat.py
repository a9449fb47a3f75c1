"""Close Combat in its nine steps: reach, dice, saves, strike back, the result, flight and pursuit.

Source: GRW-MELEE-01..19, GRW-ACTMELEE-01, GRW-SPECIAL-08, GRW-MORALE-02, GRW-Q-37..41, -65, -66, -76..78, -82.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.grundregelwerk import approach, fleeing, hits, morale, profiles, states, traits, volley
from resolver.rulesets.grundregelwerk.checks import hit_check
from resolver.rulesets.grundregelwerk.marching import MARCH, join_combat
from resolver.rulesets.grundregelwerk.shooting import POOL, gaps_to
from resolver.rulesets.grundregelwerk.states import TOUCH
from resolver.rulesets.grundregelwerk.toll import ActionToll
from resolver.rulesets.grundregelwerk.weapons import Arms, blades, melee_dice
from resolver.shared.moves import moving
from resolver.shared.moves.moving import Mover
from resolver.table.bases import Bodies
from resolver.table.geometry import distances

FURY = 1
"""What Furious Charge adds to RoF and FP of whoever attacks (GRW-SPECIAL-08)."""
CLOSE_UP = 3.0
"""So far models close up that have lost base contact, in inches (GRW-Q-78)."""
CORNER = 0.02
"""A way that is longer than its ends are apart by more than this, in inches, is not straight."""


def fight(game: Game, unit: int, toll: ActionToll) -> Script[None]:
    """A unit attacks an enemy unit that it is in close combat with; that one strikes back, and the loser tests."""
    foes = [game.key(foe) for foe in states.foes_to_fight(game, unit)]
    if not foes:
        return
    data = yield from game.ask("fight", game.owner(unit), "GRW-MELEE-01", unit, units=foes)
    foe = game.unit(data["unit"])
    yield from join_combat(game, unit, [foe])
    if not (yield from _close_up(game, unit, foe)):
        return
    yield from game.happen("combat.fought", unit=unit, target=foe, rules=("GRW-MELEE-01", "GRW-MELEE-02", "GRW-Q-77"))
    dealt = yield from _strike(game, unit, foe, toll, attacking=True)
    taken = 0
    if game.on_table(foe) and game.on_table(unit):
        taken = yield from _strike(game, foe, unit, toll, attacking=False)
    yield from _decide(game, unit, foe, dealt, taken, toll)
    yield from morale.test_losses(game, toll)


def _close_up(game: Game, unit: int, foe: int) -> Script[bool]:
    """Where base contact was lost models close up; return whether there is contact then. Without, the combat is over."""
    if foe in states.foes_in_contact(game, unit):
        return True
    data = yield from game.ask("close-up", game.owner(unit), "GRW-Q-78", unit, target=game.key(foe), most=CLOSE_UP)
    if data["moves"]:
        far = _reach(game, unit)
        poses = moving.final_poses(game, unit, MARCH, far, data)
        yield from game.happen(
            "unit.moved", unit=unit, move="close-up", most=CLOSE_UP, poses=poses, paths=data["moves"], rules=("GRW-Q-78",)
        )
        yield from join_combat(game, unit)
    if foe in states.foes_in_contact(game, unit):
        return True
    yield from game.happen("combat.ended", unit=unit, target=foe, rules=("GRW-Q-78",))
    return False


def _reach(game: Game, unit: int) -> dict[int, float]:
    able = set(states.able_to_move(game, unit).tolist())
    return {model: CLOSE_UP if model in able else 0.0 for model in game.state.standing(unit).tolist()}


def close_up_options(game: Game, decision: Decision) -> Iterator[Data]:
    """Propose that each model closes up to its nearest enemy, who can touch it first; or that none does, if none can."""
    unit, foe = game.unit(decision.subject), game.unit(decision.data["target"])
    offers: list[Data] = [{"moves": _closing_moves(game, unit, foe)}, {"moves": []}]
    yield from (offer for offer in offers[not offers[0]["moves"] :] if close_up_check(game, decision, offer) is None)


def _closing_moves(game: Game, unit: int, foe: int) -> approach.Moves:
    mover = Mover(game, unit, MARCH, _reach(game, unit))
    foes = game.state.bodies(game.state.standing(foe))
    gaps = distances(mover.start, foes).min(1)
    moves: approach.Moves = []
    for row in np.argsort(gaps, kind="stable"):
        model, body = int(mover.models[row]), mover.bodies[[int(row)]]
        nearest = int(distances(body, foes)[0].argmin())
        run = foes.centres()[nearest] - body.centres()[0]
        run = run / max(float(np.hypot(*run)), TOUCH)
        step = approach.step_to_contact(body, foes, run, mover.limits[model] - TOUCH)
        for length in [*([float(np.hypot(*step))] if step is not None else []), CLOSE_UP - 0.01, 2.0, 1.0]:
            point = body.centres()[0] + run * length
            pose = [round(float(point[0]), 4), round(float(point[1]), 4), round(float(body.facing[0]), 4)]
            if length > 0.01 and mover.limits[model] > 0 and mover.breach(model, [pose]) is None:
                moves.append({"model": model, "path": [pose]})
                mover.go(model, [pose])
                break
    return moves


def close_up_check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Each model moves up to 3" straight towards the nearest model of that enemy, one into contact if it can (GRW-Q-78)."""
    unit, foe = game.unit(decision.subject), game.unit(decision.data["target"])
    known, state = set(game.state.standing(unit).tolist()), game.state
    if any(step["model"] not in known for step in data["moves"]):
        return Refusal("move.models", "model.unknown", {"model": data["moves"][0]["model"]})
    mover = Mover(game, unit, MARCH, _reach(game, unit))
    found = moving.refusal(mover, data)
    if found is not None and found.code != "unit.coherency":
        return found
    foes = state.bodies(state.standing(foe))
    for step in data["moves"]:
        body = state.bodies([step["model"]])
        gaps = distances(body, foes)[0]
        run = foes.centres()[int(gaps.argmin())] - body.centres()[0]
        points = np.vstack((body.centres(), np.array(step["path"])[:, :2]))
        way = points[-1] - points[0]
        length = float(np.hypot(*np.diff(points, axis=0).T).sum())
        aside = abs(float(run[0] * way[1] - run[1] * way[0])) > 0.02 * max(float(np.hypot(*run)), 1.0)
        if aside or float(run @ way) < 0 or length > float(np.hypot(*way)) + CORNER:
            return Refusal("GRW-Q-78", "move.not-straight", {"model": step["model"]})
    if not _touches(mover.bodies, foes) and _can_touch(game, unit, foe):
        return Refusal("GRW-Q-78", "move.no-contact", {"unit": decision.subject, "target": decision.data["target"]})
    return None


def _touches(bodies: Bodies, foes: Bodies) -> bool:
    return bool((distances(bodies, foes) <= TOUCH).any())


def _can_touch(game: Game, unit: int, foe: int) -> bool:
    """Tell whether models that close up as they are proposed to come into base contact."""
    mover = Mover(game, unit, MARCH, _reach(game, unit))
    for step in _closing_moves(game, unit, foe):
        mover.go(step["model"], step["path"])
    return _touches(mover.bodies, game.state.bodies(game.state.standing(foe)))


def _strike(game: Game, unit: int, target: int, toll: ActionToll, *, attacking: bool) -> Script[int]:
    """Steps 2 to 6: the models in reach roll, the target saves; return how many hits were not saved."""
    unsaved, choice = 0, (yield from _choose_weapons(game, unit))
    gaps = gaps_to(game, [int(model) for model in game.state.standing(unit)], target)  # measured once, in step 2
    pools = _pools(game, unit, gaps, choice, attacking=attacking)
    if not pools:
        yield from game.happen("combat.unreached", unit=unit, target=target, rules=("GRW-MELEE-03",))
    for place, (arms, skill, fury, able) in enumerate(pools):
        models = [model for model in able if game.state.alive[model]]  # an explosion may have taken the others
        if not models or not game.on_table(target):
            continue
        check = hit_check(None if skill == profiles.NONE else skill, again=traits.has(game, unit, "preacher"))
        rates = [melee_dice(game, model, arms, fury) for model in models]
        first = place * POOL + (0 if attacking else POOL // 2)
        rolled = volley.roll(game, check, unit, target, sum(rates) if skill != profiles.NONE else 0, first)
        rules = ["GRW-MELEE-03", "GRW-MELEE-04", "GRW-MELEE-05"] if attacking else ["GRW-MELEE-10", "GRW-MELEE-11"]
        rules += ["GRW-SPECIAL-08"] if fury else []
        rules += ["GRW-SPECIAL-12"] if rolled.first else []
        yield from game.happen(
            "hits.rolled",
            unit=unit,
            target=target,
            weapon=arms.name,
            cause="combat",
            models=models,
            near=models,
            gaps=[round(gaps[model], 4) for model in models],
            reach=arms.reach,
            rate=arms.rate,
            extra=fury,
            skill=skill,
            harder=0,
            needed=min(check.need, 7),
            dice=list(rolled.faces),
            before=list(rolled.first),
            hits=rolled.passed,
            fp=arms.fp + fury,
            rules=tuple(rules),
        )
        struck = hits.HitGroup(
            by=unit,
            target=target,
            number=rolled.passed,
            fp=arms.fp + fury,
            weapon=arms.name,
            cause="combat",
            first=first,
            rules=("GRW-MELEE-07",),
        )
        unsaved += yield from hits.resolve(game, struck, toll)
    return unsaved


Equipment = tuple[int, int]
"""What models that choose alike share: their loadout, and the weapons of it that are destroyed, as bits."""


def _equipment(game: Game, model: int) -> Equipment:
    return int(game.state.loadout[model]), game.model_count(model, "broken")


def _choose_weapons(game: Game, unit: int) -> Script[dict[Equipment, int]]:
    """Models with several melee weapons choose one each; models that are equipped alike choose alike (GRW-Q-38)."""
    chosen: dict[Equipment, int] = {}
    models = game.state.standing(unit).tolist()
    for equipment in sorted({_equipment(game, model) for model in models}):
        model = next(model for model in models if _equipment(game, model) == equipment)
        names = [arms.name for arms in blades(game, model)]
        if len(names) > 1:
            data = yield from game.ask("blade", game.owner(unit), "GRW-Q-38", unit, model=model, weapons=names)
            chosen[equipment] = data["weapon"]
    return chosen


def blade_options(game: Game, decision: Decision) -> Iterator[Data]:
    """Every melee weapon that the models carry."""
    return ({"weapon": place} for place in range(len(decision.data["weapons"])))


Pool = tuple[Arms, int, int, list[int]]


def _pools(game: Game, unit: int, gaps: dict[int, float], chosen: dict[Equipment, int], *, attacking: bool) -> list[Pool]:
    """Return the models in reach in groups that are rolled together: (weapon, NK, what fury adds, models)."""
    fury = FURY if attacking and traits.has(game, unit, "furious-charge") else 0
    found = dict[tuple[Arms, int], list[int]]()
    for model in gaps:
        arms = blades(game, model)[chosen.get(_equipment(game, model), 0)]
        same = Arms(arms.name, arms.ranged, arms.reach, arms.rate, arms.fp)
        if gaps[model] <= arms.reach + TOUCH:
            found.setdefault((same, profiles.skill(game, model, ranged=False) or profiles.NONE), []).append(model)
    return [(arms, skill, fury, models) for (arms, skill), models in found.items()]


def _decide(game: Game, unit: int, foe: int, dealt: int, taken: int, toll: ActionToll) -> Script[None]:
    """Steps 8 and 9: who caused more unsaved hits wins, on a tie the attacker loses; the loser tests and may flee."""
    alive = game.on_table(unit), game.on_table(foe)
    if not all(alive):
        winner = unit if alive[0] else foe if alive[1] else None
        loser = None if winner is None else foe if winner == unit else unit
    else:
        winner, loser = (unit, foe) if dealt > taken else (foe, unit)
    yield from game.happen(
        "combat.decided",
        unit=unit,
        target=foe,
        dealt=dealt,
        taken=taken,
        winner_unit=None if winner is None else game.key(winner),
        over=not all(alive),
        rules=(
            "GRW-MELEE-12",
            *(("GRW-MELEE-13",) if all(alive) and dealt == taken else ()),
            *(("GRW-Q-76",) if not all(alive) else ()),
        ),
    )
    if not all(alive) or winner is None or loser is None:
        return
    passed = yield from morale.test(game, loser, "lost-combat", toll, ("GRW-MELEE-14", "GRW-MORALE-02"))
    if passed:
        return
    yield from morale.begin_to_flee(game, loser, ("GRW-MELEE-15",))
    yield from _run(game, winner, loser)


def _run(game: Game, winner: int, loser: int) -> Script[None]:
    """The loser flees out of the combat at once; the winner may pursue it (GRW-Q-40)."""
    before = game.state.bodies(game.state.standing(loser))
    fled = yield from fleeing.flee(game, loser, ("GRW-MELEE-15", "GRW-ACTFLEE-02", "GRW-Q-40"))
    if not game.on_table(loser) or not may_pursue(game, winner, loser):
        return
    data = yield from game.ask("pursue", game.owner(winner), "GRW-MELEE-17", winner, target=game.key(loser), needed=fled)
    if data["pursue"]:
        yield from fleeing.pursue(game, winner, loser, fled, before)


def may_pursue(game: Game, unit: int, loser: int) -> bool:
    """Tell whether a unit may pursue a loser: not pinned or fleeing, able to move, in no other contact (GRW-Q-77, -82)."""
    if states.is_pinned(game, unit) or states.is_fleeing(game, unit) or not len(states.able_to_move(game, unit)):
        return False
    return not set(states.foes_in_contact(game, unit)) - {loser}
