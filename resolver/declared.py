"""What comes of attacks that a player may declare in a battle: exact, target by target, before choosing.

Every edition that shares the steps of attacks (`rulesets/common`) can be asked. Attacks are resolved from the battle as the
player sees it; nothing is thrown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from resolver.attack import exact
from resolver.engine.decision import Data, Decision
from resolver.engine.game import Game
from resolver.engine.view import View
from resolver.rulesets.common.attacks import attack_profiles, melee, shooting, target_profiles
from resolver.rulesets.common.attacks.pools import Shots
from resolver.rulesets.common.edition import edition
from resolver.rulesets.common.effects.conditions import Scene

KINDS = ("shots", "melee")
"""The kinds of decisions whose options are attacks."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What one target of a declaration is to expect.

    `wounds` and `kills` are averages: wounds lost, models destroyed of the `models` that there are. `some` and `whole` are
    the probabilities that at least one model, and that all of them are destroyed.
    """

    target: str
    models: int
    wounds: float
    kills: float
    some: float
    whole: float


def prospects(view: View, decision: Decision, data: Data) -> list[Prospect]:
    """Return what an option of a decision of `KINDS` does to each of its targets.

    Attacks on one target are resolved one pool after the other, as in the battle. Wounds that one pool leaves the next are
    taken into account; what the target does in between (Overwatch, fleeing) is not.

    Raises:
        KeyError: the options of this kind of decision are no attacks.
    """
    game = view.game
    pools = sorted(_READ[decision.kind](game, decision, data), key=lambda pool: pool.target)
    return [_prospect(game, target, list(group)) for target, group in groupby(pools, key=lambda pool: pool.target)]


def _prospect(game: Game, target: int, pools: Sequence[Shots]) -> Prospect:
    volleys = [volley for pool in pools for volley in attack_profiles.volleys(game, pool)]
    struck = target_profiles.target(game, target, Scene(target=target, ranged=pools[0].ranged))
    kills, damage = (find(edition(game).attacks, volleys, struck) for find in (exact.kills, exact.damage))
    return Prospect(
        target=game.key(target),
        models=len(struck.models),
        wounds=exact.mean(damage),
        kills=exact.mean(kills),
        some=1.0 - float(kills[0]),
        whole=float(kills[len(struck.models)]) if len(kills) > len(struck.models) else 0.0,
    )


def _shots(game: Game, decision: Decision, data: Data) -> list[Shots]:
    against = decision.data["overwatch"]
    sights = shooting.sights_of(game, game.unit(decision.subject), None if against is None else game.unit(against))
    return shooting.grouped(sights, shooting.read(game, data))


def _melee(game: Game, decision: Decision, data: Data) -> list[Shots]:
    return melee.grouped(game, game.unit(decision.subject), melee.read(game, data))


_READ = {"shots": _shots, "melee": _melee}
