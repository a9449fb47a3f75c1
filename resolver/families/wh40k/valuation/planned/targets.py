"""Whom to attack: what is taken counts the more where a unit loses it that holds a marker, or the Warlord."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from resolver.engine.decision import Data, Decision
from resolver.engine.decision_kinds import Goals
from resolver.engine.game import Game
from resolver.families.wh40k.valuation import strikes, worth
from resolver.families.wh40k.valuation.planned import campaign, scoring, survival
from resolver.families.wh40k.valuation.planned.weights import PLAN
from resolver.shared.attacks.pools import Shots
from resolver.shared.field import holding
from resolver.table.columns import ALL

Options = Sequence[Data]


def counts(game: Game, target: int) -> float:
    """Return how much each point of worth counts that is taken from an enemy unit."""
    return game.cache(ALL, ("counts", target), lambda: _counts(game, target))


def _counts(game: Game, target: int) -> float:
    holders = holding.holders(game)
    held = sum(holders[place] == game.owner(target) for place in campaign.markers_in_range(game, target))
    burden = PLAN.burden * held + scoring.leader(game) * campaign.leads(game, target)
    last = PLAN.marker * burden + survival.finish(game, target)
    return campaign.worth_of(game, target) + last / max(worth.worth_left(game, target), 1.0)


def declaration_value(game: Game, groups: Iterable[Shots]) -> float:
    """Return what groups of attacks are expected to gain."""
    taken, cost = strikes.exchange_values(game, groups)
    return sum(gone * counts(game, target) for target, gone in taken.items()) - cost


def shots(game: Game, decision: Decision, options: Options, goals: Goals) -> list[float]:
    """Weigh declarations of shooting and Overwatch."""
    return [declaration_value(game, groups) for groups in strikes.declared_shots(game, decision, options)]


def fight(game: Game, decision: Decision, options: Options, goals: Goals) -> list[float]:
    """Weigh declarations of close combat attacks."""
    return [declaration_value(game, groups) for groups in strikes.declared_attacks(game, decision, options)]
