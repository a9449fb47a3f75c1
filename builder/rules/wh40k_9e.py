"""Warhammer 40,000, 9th edition: the army rules as one table.

Each step reports the codes that it lists and proves the ledger rules that it lists. Rules that give a value instead of a
finding (Power Level, Power Rating, keywords of the Warlord) are facts of the `Judgement`.
"""

from builder.rules import declarations, keywords, leader, limits, sheets, size, traits, transports, wargear
from builder.rules.steps import REPLACED, Rules, Step

STEPS = (
    Step(("army.empty",), ("9E-MUSTER-01", "9E-ARMY-01"), limits.not_empty),
    Step(("declaration.misplaced",), (), declarations.check_misplaced),
    Step(("declaration.twice",), (), declarations.contradictory),
    Step(declarations.AGREEMENTS, (), declarations.agreements),
    Step(("army.unknown-mission",), ("9E-ARMY-02", "9E-INSTR-02"), limits.mission),
    Step(("warlord.missing", "warlord.several"), ("9E-WARLORD-01",), leader.one_leader),
    Step(
        ("trait.missing", "trait.several", "trait.not-a-character", "trait.not-the-warlord", "trait.unknown"),
        ("9E-WARLORD-03", "9E-WARLORD-04"),
        traits.trait,
    ),
    Step(("army.over-agreed-limit",), ("9E-MUSTER-03",), limits.agreed_limit),
    Step((limits.OVER_LIMIT, limits.NO_LIMIT), (), limits.cost_limits),
    Step(
        ("army.unknown-battle-size", "battle.fits", "battle.too-large", "battle.both-fit", "battle.both-too-large"),
        ("9E-MUSTER-05",),
        limits.battle_size,
    ),
    Step(("battle.advice-below", "battle.advice-above"), ("9E-ARMY-05", "9E-ARMY-06"), limits.size_advice),
    Step(("force.no-catalogue", "unit.no-datasheet"), ("9E-ARMY-07",), sheets.datasheets),
    Step(("unit.foreign-part",), ("9E-UNIT-01",), sheets.one_datasheet),
    Step(("force.other-game",), (), sheets.game_of_forces),
    Step(("unit.number",), (), sheets.number_of_units),
    Step(("force.other-version",), (), sheets.data_version),
    Step(
        size.CODES,
        ("9E-UNIT-01", "9E-DS-05", "9E-DS-11", "9E-UNDER-01", "9E-UNDER-02", "9E-AIS-01", "9E-OUT-01"),
        size.unit_size,
    ),
    Step(
        ("wargear.no-option", "wargear.not-default", "wargear.option-too-often", "wargear.uneven", "wargear.unclear"),
        ("9E-DS-12", "9E-WARG-01", "9E-WARG-02", "9E-WARG-03", "9E-AIS-03"),
        wargear.wargear,
    ),
    Step(
        (
            "keyword.unresolved",
            "keyword.too-long",
            "keyword.bracketed",
            "keyword.not-capitals",
            "keyword.reserved",
            "keyword.not-allowed",
        ),
        ("9E-KEY-05", "9E-KEY-07"),
        keywords.keyword_choices,
    ),
    Step(("keyword.stray",), ("9E-KEY-05",), keywords.stray_choices),
    Step(
        ("embarked.not-a-transport", "embarked.unjudged", "embarked.circle", "embarked.not-admitted"),
        ("9E-TRANS-01", "9E-TRANS-03"),
        transports.check_embarked,
    ),
    Step(("transport.over-capacity",), ("9E-TRANS-02",), transports.capacity),
)

RULES = Rules(STEPS, REPLACED)
