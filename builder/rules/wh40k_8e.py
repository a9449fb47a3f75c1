"""Warhammer 40,000, 8th edition (the Battle Primer): the army rules as one table.

What the edition shares with the 9th is judged by the same steps; they cite this ledger. It knows no chosen keywords, no
battle sizes and no Detachments (8E-Q-32), and a trait that it does not list is an error (8E-Q-27).
"""

from functools import partial

from builder.rules import declarations, factions, leader, limits, sheets, size, traits, transports, wargear
from builder.rules.steps import REPLACED, Rules, Step

STEPS = (
    Step(("army.empty",), ("8E-ARMY-01",), limits.not_empty),
    Step(("declaration.misplaced",), (), declarations.check_misplaced),
    Step(("declaration.twice",), (), declarations.contradictory),
    Step(declarations.AGREEMENTS, (), declarations.agreements),
    Step(("army.unknown-mission",), ("8E-MISSION-01",), limits.mission),
    Step(("army.same-factions", "army.no-common-faction"), ("8E-KEYWORD-02",), factions.common),
    Step(("warlord.missing", "warlord.several"), ("8E-WARLORD-01",), leader.one_leader),
    Step(
        ("trait.missing", "trait.several", "trait.not-a-character", "trait.not-the-warlord", "trait.unknown"),
        ("8E-WARLORD-02", "8E-WARLORD-03"),
        partial(traits.trait, unknown="error"),
    ),
    Step(("army.over-agreed-limit",), ("8E-ARMY-02",), limits.agreed_limit),
    Step((limits.OVER_LIMIT, limits.NO_LIMIT), (), limits.cost_limits),
    Step(("force.no-catalogue", "unit.no-datasheet"), ("8E-MODELS-01",), sheets.datasheets),
    Step(("unit.foreign-part",), ("8E-UNIT-01",), sheets.one_datasheet),
    Step(("force.other-game",), (), sheets.game_of_forces),
    Step(("unit.number",), (), sheets.number_of_units),
    Step(("force.other-version",), (), sheets.data_version),
    Step(
        size.CODES,
        ("8E-UNIT-01", "8E-SHEET-07", "8E-ARMY-03", "8E-ARMY-04", "8E-LOC-01"),
        size.unit_size,
    ),
    Step(
        ("wargear.no-option", "wargear.not-default", "wargear.option-too-often", "wargear.uneven", "wargear.unclear"),
        ("8E-SHEET-08",),
        wargear.wargear,
    ),
    Step(
        ("embarked.not-a-transport", "embarked.unjudged", "embarked.circle", "embarked.not-admitted"),
        ("8E-TRANSPORT-03", "8E-TRANSPORT-05"),
        transports.check_embarked,
    ),
    Step(("transport.over-capacity",), ("8E-TRANSPORT-04",), transports.capacity),
)

RULES = Rules(STEPS, REPLACED)
