"""Whom wounds and fleeing fall on."""

from __future__ import annotations

from collections.abc import Sequence

from resolver.engine.decision import Data, Decision
from resolver.engine.game import Game
from resolver.rulesets.aos_1e import weapons
from resolver.rulesets.aos_1e.setting_up import GENERAL
from resolver.table.geometry import distances


def lose(game: Game, decision: Decision, options: Sequence[Data]) -> list[float]:
    """Lose the model that is worth least: few wounds left, poor weapons, far from the enemy; the general last."""
    return [-_worth(game, int(data["model"])) for data in options]


def _worth(game: Game, model: int) -> float:
    state = game.state
    arms = [held.arm for ranged in (False, True) for held in weapons.find_carried(game, model, ranged=ranged)]
    harm = sum(float((arm.number.mean if arm.number else 0) * arm.damage.mean) * (1 - arm.penetration) for arm in arms)
    foes = state.standing_of(1 - game.owner(int(state.unit[model])))
    gap = float(distances(state.bodies([model]), state.bodies(foes)).min()) if len(foes) else 0.0
    leads = 1000.0 if game.model_marked(model, GENERAL) else 0.0
    return float(state.wounds[model]) + harm + leads - 0.01 * min(gap, 50.0)
