"""A player who weighs every option and takes the best: what is expected now, without looking ahead.

What options are worth the edition says (`DecisionKind.worth`); this player knows none. It throws no dice, so in the same
position it always chooses the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from resolver.engine.decision import Choice
from resolver.engine.view import View

PLACES = 9
"""Values that agree to so many decimals are equal; the first of equal options is taken."""


class Greedy:
    """Chooses the option of the highest value."""

    name = "greedy"

    def choose(self, view: View, options: Sequence[Choice]) -> Choice:
        """Return the best of the options; the first one where the edition has no opinion."""
        decision, weigh = view.decision, view.game.ruleset.decisions[options[0].kind].worth
        if decision is None or weigh is None or len(options) == 1:
            return options[0]
        values = weigh(view.game, decision, [option.data for option in options])
        best = max(range(len(options)), key=lambda place: (round(values[place], PLACES), -place))
        return options[best]
