"""Warhammer: Age of Sigmar, 1st edition: the army rules as one table.

An army of any size and of any units (AOS-ARMY-02): it costs nothing and nothing is asked of it but one general. Points,
where a warscroll has them, are shown and never judged (AOS-Q-35).
"""

from builder.rules import composition, declarations, leader, limits, outnumbered, reserves, rowless, sheets, size, wargear
from builder.rules.steps import REPLACED, UNJUDGED, Rules, Step

STEPS = (
    Step(("army.empty",), ("AOS-ARMY-01",), limits.not_empty),
    Step(("declaration.misplaced",), (), declarations.check_misplaced),
    Step(("declaration.twice",), (), declarations.contradictory),
    Step(declarations.AGREEMENTS, (), declarations.agreements),
    Step(("general.missing", "general.several"), ("AOS-GENERAL-01",), leader.one_leader),
    Step(
        ("army.all-in-reserve", "general.in-reserve"),
        ("AOS-SETUP-01", "AOS-SETUP-09", "AOS-SETUP-11", "AOS-GENERAL-01"),
        reserves.set_up,
    ),
    Step(("army.long-battle",), ("AOS-ARMY-03",), outnumbered.length),
    Step(
        outnumbered.CODES,
        ("AOS-SUDDEN-01", "AOS-SUDDEN-02", "AOS-SETUP-10"),
        outnumbered.check_outnumbered,
    ),
    Step((limits.OVER_LIMIT, limits.NO_LIMIT), (), limits.cost_limits),
    Step(tuple(composition.NOTES.values()), ("AOS-ARMY-02",), composition.note_composition),
    Step(("force.no-catalogue", "unit.no-datasheet"), ("AOS-UNIT-02",), sheets.datasheets),
    Step(("unit.no-row",), ("AOS-UNIT-02",), rowless.note_rowless),
    Step(("unit.foreign-part",), ("AOS-UNIT-04",), sheets.one_datasheet),
    Step(("force.other-game",), (), sheets.game_of_forces),
    Step(("unit.number",), (), sheets.number_of_units),
    Step(("force.other-version",), (), sheets.data_version),
    Step(size.CODES, ("AOS-UNIT-01", "AOS-UNIT-03"), size.unit_size),
    Step(
        ("wargear.no-option", "wargear.not-default", "wargear.option-too-often", "wargear.uneven", "wargear.unclear"),
        ("AOS-ATTACK-02",),
        wargear.wargear,
    ),
)

RULES = Rules(
    STEPS, REPLACED, waives=composition.is_about_composition, unjudged=UNJUDGED | {"unit.no-row", outnumbered.UNKNOWN}
)
