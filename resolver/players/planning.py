"""A player who plans: units are given goals, and every choice is weighed in the light of them.

It looks at the proposals that everybody is offered and at some of its own, which the ruleset checks. What goals there are
and what options are worth the edition says (`Ruleset.planning`); this player knows none. It throws no dice and keeps
nothing between two decisions but a plan that it would make again, so in the same position it always chooses the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from marshmallow import ValidationError

from resolver.engine.data import plain
from resolver.engine.decision import Choice, Data, Decision
from resolver.engine.game import Game
from resolver.engine.ruleset import Goals, Planning
from resolver.engine.view import View
from resolver.players.assignment import assigned
from resolver.players.greedy import PLACES, Greedy


class Planner:
    """Gives its units goals, proposes moves towards them, and takes the option of the highest value."""

    name = "planning"

    def __init__(self) -> None:
        self._greedy = Greedy()

    def choose(self, view: View, options: Sequence[Choice]) -> Choice:
        """Return the best of the options and of the player's own proposals."""
        decision, planning = view.decision, view.game.ruleset.planning
        if decision is None or planning is None or decision.kind not in planning.valuation:
            return self._greedy.choose(view, options)
        led = decision.kind in planning.led
        goals = assigned(planning.prospects(view.game, decision.player)) if led else {}
        found = [*options, *_own(view.game, decision, planning, goals)]
        if len(found) == 1:
            return found[0]
        values = planning.valuation[decision.kind](view.game, decision, [option.data for option in found], goals)
        return found[max(range(len(found)), key=lambda place: (round(values[place], PLACES), -place))]


def _own(game: Game, decision: Decision, planning: Planning, goals: Goals) -> list[Choice]:
    """Return the player's own proposals that are legal."""
    propose = planning.proposals.get(decision.kind)
    offers = [] if propose is None else [plain(offer) for offer in propose(game, decision, goals)]
    return [Choice(decision.id, decision.kind, offer) for offer in offers if _legal(game, decision, offer)]


def _legal(game: Game, decision: Decision, offer: Data) -> bool:
    kind = game.ruleset.decisions[decision.kind]
    try:
        return kind.check(game, decision, kind.shape.load(offer)) is None
    except ValidationError:
        return False
