"""Who acts next, whom losses fall on, and the small decisions before and during a battle."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from resolver.engine.decision import Data, Decision
from resolver.engine.game import Game
from resolver.families.wh40k import psychic
from resolver.families.wh40k.edition import edition
from resolver.families.wh40k.moves import charge
from resolver.families.wh40k.valuation import powers, reach, strikes, worth
from resolver.families.wh40k.valuation.position import charge_value
from resolver.shared.field import holding, objectives
from resolver.shared.units import engagement

FIRST = 1000.0
NEVER = -1.0

Options = Sequence[Data]


def select(game: Game, decision: Decision, options: Options) -> list[float]:
    """Weigh who acts next, and whether anybody more: nobody counts nothing."""
    weigh = _SELECTED[decision.data["to"]]
    return [0.0 if option["unit"] is None else weigh(game, game.unit(option["unit"])) for option in options]


def _deploy(game: Game, unit: int) -> float:
    """Big bases need the room while there is room; among equals those worth least show their place first."""
    models = game.state.models_of(unit)
    widest = float((game.state.half[models] + game.state.radius[models]).max())
    return FIRST + 100.0 * widest - worth.worth_left(game, unit)


def _move(game: Game, unit: int) -> float:
    """Those aboard get out first; then the units nearest to the enemy make room."""
    if game.state.embarked_in[unit] >= 0:
        return FIRST
    foes = engagement.enemies(game, game.owner(unit))
    away = engagement.gap(game, game.state.standing(unit), foes) if len(foes) else 0.0
    return 1.0 + 1.0 / (1.0 + away)


def _shoot(game: Game, unit: int) -> float:
    return 1.0 + max(
        sum(a.taken * a.number for a in reach.ranged_batteries(game, unit, enemy)) for enemy in _enemies(game, unit)
    )


def _enemies(game: Game, unit: int) -> list[int]:
    return game.units_on_table(1 - game.owner(unit))


def _charge(game: Game, unit: int) -> float:
    return strikes.best_charge(game, unit, charge.near_targets(game, unit))


def _intervene(game: Game, unit: int) -> float:
    return max((charge_value(game, unit, enemy, 1.0) for enemy in _near(game, unit)), default=NEVER)


def _near(game: Game, unit: int) -> list[int]:
    return [
        enemy for enemy in _enemies(game, unit) if engagement.within(game, unit, enemy, edition(game).combat.heroics.across)
    ]


def _fight(game: Game, unit: int) -> float:
    """Those who do most, and those who might not live to do it, fight first."""
    near = engagement.enemies_in_engagement(game, unit)
    done = max((reach.melee_loss(game, unit, enemy) for enemy in near), default=0.0)
    return 1.0 + done + max((reach.melee_loss(game, enemy, unit) for enemy in near), default=0.0)


def _manifest(game: Game, unit: int) -> float:
    return max((powers.manifest_value(game, unit, power.id) for power in psychic.powers(game, unit)), default=0.0)


_SELECTED: Mapping[str, Callable[[Game, int], float]] = {
    "deploy": _deploy,
    "move": _move,
    "arrive": lambda game, unit: 1.0 + worth.worth_left(game, unit),
    "manifest": _manifest,
    "shoot": _shoot,
    "charge": _charge,
    "intervene": _intervene,
    "fight": _fight,
    "test": lambda game, unit: 1.0 + worth.worth_left(game, unit),
}


def loss(game: Game, decision: Decision, options: Options) -> list[float]:
    """Lose the cheapest model, and of equal ones the one that no marker needs."""
    return [worth.cheapness(game, option["model"]) for option in options]


def count_for(game: Game, decision: Decision, options: Options) -> list[float]:
    """A model counts where it is most needed: where fewest more friends than enemies are."""
    mine, theirs = (holding.counting_models(game, player) for player in (decision.player, 1 - decision.player))

    def lead(marker: int) -> int:
        return len(holding.in_range(game, marker, mine)) - len(holding.in_range(game, marker, theirs))

    return [-abs(lead(option["marker"]) - 0.5) for option in options]


def zone(game: Game, decision: Decision, options: Options) -> list[float]:
    """Choose the deployment zone that is nearer to the markers."""
    middles = [np.mean(corners, axis=0) for corners in decision.data["zones"]]
    points = objectives.placed_markers(game)
    return [-float(np.hypot(*(points - middles[option["zone"] - 1]).T).sum()) for option in options]


def overwatch(game: Game, decision: Decision, options: Options) -> list[float]:
    """Overwatch costs nothing."""
    return [float(option["fire"]) for option in options]
