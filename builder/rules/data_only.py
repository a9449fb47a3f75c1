"""Systems without army rules of their own: what every roster is judged by, and a note that this is all."""

from __future__ import annotations

from collections.abc import Iterator

from builder.rules import declarations, limits, sheets, wargear
from builder.rules.army import Army
from builder.rules.steps import Rules, Step
from datasheets.evaluation.finding import Finding


def no_army_rules(army: Army) -> Iterator[Finding]:
    """Note that only the data were judged."""
    yield army.finding("note", None, "system.no-army-rules", "system", values={"system": army.system.name})


RULES = Rules(
    (
        Step(("system.no-army-rules",), (), no_army_rules),
        Step(("army.empty",), (), limits.not_empty),
        Step(("declaration.misplaced",), (), declarations.check_misplaced),
        Step(("declaration.twice",), (), declarations.contradictory),
        Step(declarations.AGREEMENTS, (), declarations.agreements),
        Step((limits.OVER_LIMIT, limits.NO_LIMIT), (), limits.cost_limits),
        Step(sheets.GONE, (), sheets.what_is_gone),
        Step(("force.other-game",), (), sheets.game_of_forces),
        Step(("unit.number",), (), sheets.number_of_units),
        Step(("force.other-version",), (), sheets.data_version),
        Step(
            ("wargear.no-option", "wargear.not-default", "wargear.option-too-often", "wargear.uneven", "wargear.unclear"),
            (),
            wargear.wargear,
        ),
    ),
    replaced=frozenset({limits.OVER_LIMIT, *sheets.GONE}),
    complete=False,
)
