"""Grundregelwerk: the army rules as one table.

An army is any number of units of one army book (GRW-INTRO-02, GRW-Q-61). It needs no general unless both players agreed on
the Death of the General (GRW-SCEN-08); points, where a book has them, are shown and never judged.
"""

from builder.rules import books, declarations, leader, limits, moves, sheets, size, wargear
from builder.rules.steps import REPLACED, UNJUDGED, Rules, Step

STEPS = (
    Step(("army.empty",), ("GRW-MODEL-02",), limits.not_empty),
    Step(("declaration.misplaced",), (), declarations.check_misplaced),
    Step(("declaration.twice",), (), declarations.contradictory),
    Step(declarations.AGREEMENTS, (), declarations.agreements),
    Step(("general.needed", "general.several"), ("GRW-SCEN-08",), leader.one_leader),
    Step(("army.several-books",), ("GRW-INTRO-02",), books.one_book),
    Step((limits.OVER_LIMIT, limits.NO_LIMIT), (), limits.cost_limits),
    Step(("force.no-catalogue", "unit.no-datasheet"), ("GRW-INTRO-02",), sheets.datasheets),
    Step(("unit.foreign-part",), ("GRW-MODEL-02",), sheets.one_datasheet),
    Step(("force.other-game",), (), sheets.game_of_forces),
    Step(("unit.number",), (), sheets.number_of_units),
    Step(("force.other-version",), (), sheets.data_version),
    Step(size.CODES, ("GRW-INTRO-02", "GRW-MODEL-02"), size.unit_size),
    Step(
        ("wargear.no-option", "wargear.not-default", "wargear.option-too-often", "wargear.uneven", "wargear.unclear"),
        ("GRW-INTRO-02",),
        wargear.wargear,
    ),
    Step(("unit.other-move",), ("GRW-MOVE-01",), moves.other_moves),
)

RULES = Rules(STEPS, REPLACED, unjudged=UNJUDGED)
