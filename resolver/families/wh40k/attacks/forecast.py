"""What comes of attacks that a player may declare: exact, target by target, before choosing.

Attacks are resolved from the battle as the player sees it; nothing is thrown. Attacks on one target are resolved one pool
after the other, as in the battle: wounds that one pool leaves the next are taken into account. What the target does in
between (Overwatch, fleeing) is not.
"""

from __future__ import annotations

from collections.abc import Sequence

from resolver.attack.profile import TargetProfile, Volley
from resolver.engine.decision import Data, Decision
from resolver.engine.decision_kinds import Forecast
from resolver.engine.game import Game
from resolver.families.wh40k.attacks import attack_profiles, melee, shooting, target_profiles
from resolver.families.wh40k.attacks.targets import TargetOptions
from resolver.shared.attacks.forecast import forecast
from resolver.shared.attacks.pools import Shots
from resolver.shared.effects.context import AttackContext


def forecast_shots(game: Game, decision: Decision, data: Data) -> list[Forecast]:
    """Return what declared shots do to each of their targets."""
    against = decision.data["overwatch"]
    sights = TargetOptions(game, game.unit(decision.subject), None if against is None else game.unit(against))
    return forecast(game, shooting.group_shots(sights, shooting.read(game, data)), _read)


def forecast_blows(game: Game, decision: Decision, data: Data) -> list[Forecast]:
    """Return what declared blows do to each of their targets."""
    return forecast(game, melee.group_attacks(game, game.unit(decision.subject), melee.read(game, data)), _read)


def _read(game: Game, target: int, pools: Sequence[Shots]) -> tuple[Sequence[Volley], TargetProfile]:
    volleys = [volley for pool in pools for volley in attack_profiles.volleys(game, pool)]
    return volleys, target_profiles.target(game, target, AttackContext(target=target, ranged=pools[0].ranged))
