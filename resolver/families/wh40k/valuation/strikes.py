"""Whom to attack with what: declarations weighed whole by exact expected worth, charges by their chance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from resolver.engine.decision import Data, Decision
from resolver.engine.game import Game
from resolver.families.wh40k.attacks import attack_profiles, melee, shooting
from resolver.families.wh40k.attacks.targets import TargetOptions
from resolver.families.wh40k.valuation import reach, worth
from resolver.families.wh40k.valuation.position import charge_value
from resolver.families.wh40k.valuation.weights import WEIGHTS
from resolver.shared.attacks.pools import Shots
from resolver.shared.effects import abilities
from resolver.shared.units import engagement

Options = Sequence[Data]


def declaration_value(game: Game, groups: Iterable[Shots]) -> float:
    """Return the expected worth that groups of attacks take, less what they cost."""
    taken, cost = exchange_values(game, groups)
    return sum(taken.values()) - cost


def exchange_values(game: Game, groups: Iterable[Shots]) -> tuple[dict[int, float], float]:
    """Return the expected worth that groups of attacks take from each target, one after the other, and what they cost."""
    targets: dict[int, list[Shots]] = {}
    cost = 0.0
    for group in groups:
        targets.setdefault(group.target, []).append(group)
        cost += backfire(game, group)
    return {target: _expected_loss(game, target, of) for target, of in targets.items()}, cost


def _expected_loss(game: Game, target: int, groups: list[Shots]) -> float:
    volleys = tuple(volley for group in groups for volley in attack_profiles.volleys(game, group))
    return worth.expected_loss(game, volleys, target, groups[0].ranged)


def backfire(game: Game, group: Shots) -> float:
    """Return what weapons that may destroy their bearer are expected to cost."""
    total = 0.0
    if not abilities.may_concern(game, group.unit, "destroy-bearer"):
        return total
    for entry, model in enumerate(group.models):
        now = attack_profiles.attack_context(game, group, entry)
        for source in abilities.effects(game, "destroy-bearer", group.unit, model, now):
            chance = len(source.effect["results"]) / 6
            attacks = float(attack_profiles.attack(game, group, entry).attacks.mean)
            total += worth.per_model(game, group.unit) * (1.0 - (1.0 - chance) ** attacks)
    return total


def shots(game: Game, decision: Decision, options: Options) -> list[float]:
    """Weigh declarations of shooting and Overwatch."""
    return [declaration_value(game, groups) for groups in declared_shots(game, decision, options)]


def fight(game: Game, decision: Decision, options: Options) -> list[float]:
    """Weigh declarations of close combat attacks."""
    return [declaration_value(game, groups) for groups in declared_attacks(game, decision, options)]


def declared_shots(game: Game, decision: Decision, options: Options) -> Iterator[list[Shots]]:
    """Yield the groups of shots of each declaration of shooting or Overwatch."""
    unit, against = game.unit(decision.subject), decision.data["overwatch"]
    sights = TargetOptions(game, unit, None if against is None else game.unit(against))
    return (shooting.group_shots(sights, shooting.read(game, option)) for option in options)


def declared_attacks(game: Game, decision: Decision, options: Options) -> Iterator[list[Shots]]:
    """Yield the groups of attacks of each declaration of close combat."""
    unit = game.unit(decision.subject)
    return (melee.group_attacks(game, unit, melee.read(game, option)) for option in options)


def charge(game: Game, decision: Decision, options: Options) -> list[float]:
    """Weigh sets of targets: the farthest decides the chance, the best is fought, all answer."""
    unit = game.unit(decision.subject)
    return [charge_worth(game, unit, [game.unit(key) for key in option["targets"]]) for option in options]


def charge_worth(game: Game, unit: int, targets: Sequence[int]) -> float:
    """Return what a charge at all of these targets is expected to gain."""
    gap = max(engagement.distance(game, unit, target) for target in targets)
    gains = sorted((charge_value(game, unit, target, gap) for target in targets), reverse=True)
    others = sum(reach.melee_loss(game, target, unit) for target in targets) - min(
        reach.melee_loss(game, target, unit) for target in targets
    )
    return gains[0] - WEIGHTS.reply * reach.charge_chance(game, gap) * others


def best_charge(game: Game, unit: int, targets: Iterable[int]) -> float:
    """Return what the best charge at one of these targets is expected to gain."""
    return max((charge_worth(game, unit, [target]) for target in targets), default=0.0)
