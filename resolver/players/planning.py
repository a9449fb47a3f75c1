"""A player who plans: units are given goals, and every choice is weighed in the light of them.

It looks at the proposals that everybody is offered and at some of its own, which the ruleset checks. What goals there are
and what options are worth the edition says (`Ruleset.prospects`, `DecisionKind.plan`); this player knows none. It throws no
dice and keeps nothing between two decisions but a plan that it would make again, so in the same position it always chooses
the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from marshmallow import ValidationError

from resolver.engine.data import plain
from resolver.engine.decision import Choice, Data, Decision
from resolver.engine.decision_kinds import DecisionKind, Goals, Plan
from resolver.engine.game import Game
from resolver.engine.view import View
from resolver.players.assignment import assign_goals
from resolver.players.greedy import PLACES, Greedy


class Planner:
    """Gives its units goals, proposes moves towards them, and takes the option of the highest value."""

    name = "planning"

    def __init__(self) -> None:
        self._greedy = Greedy()

    def choose(self, view: View, options: Sequence[Choice]) -> Choice:
        """Return the best of the options and of the player's own proposals."""
        decision, rules = view.decision, view.game.ruleset
        kind = rules.decisions[options[0].kind]
        if decision is None or rules.prospects is None or kind.plan is None:
            return self._greedy.choose(view, options)
        goals = assign_goals(rules.prospects(view.game, decision.player)) if kind.plan.led else {}
        found = [*options, *_own(view.game, decision, kind, kind.plan, goals)]
        if len(found) == 1:
            return found[0]
        values = kind.plan.worth(view.game, decision, [option.data for option in found], goals)
        return found[max(range(len(found)), key=lambda place: (round(values[place], PLACES), -place))]


def _own(game: Game, decision: Decision, kind: DecisionKind, plan: Plan, goals: Goals) -> list[Choice]:
    """Return the player's own proposals that are legal."""
    offers = [plain(offer) for offer in plan.proposals(game, decision, goals)] if plan.proposals else []
    return [Choice(decision.id, kind.name, offer) for offer in offers if _legal(game, decision, kind, offer)]


def _legal(game: Game, decision: Decision, kind: DecisionKind, offer: Data) -> bool:
    try:
        return kind.check(game, decision, kind.shape.load(offer)) is None
    except ValidationError:
        return False
