"""2nd edition: the army rules as one table.

What armies are made of is recommended by the ledger's decisions (2E-Q-13, 2E-Q-14), since the Army Lists are not in its
source; so are the rules for cards. Percentages of imported armies are judged by their own data as
far as these have them.
"""

from builder.rules import (
    allies,
    allowances,
    army_lists,
    batteries,
    cards,
    declarations,
    imported_shares,
    leader,
    limits,
    own_sections,
    rowless,
    shares,
    sheets,
    size,
    strategy,
    transports,
    unarmed,
    wargear,
)
from builder.rules.steps import REPLACED, UNJUDGED, Rules, Step

STEPS = (
    Step(("army.empty",), ("2E-R-ARMY-01",), limits.not_empty),
    Step(("declaration.misplaced",), (), declarations.check_misplaced),
    Step(("declaration.twice",), (), declarations.contradictory),
    Step(declarations.AGREEMENTS, (), declarations.agreements),
    Step(("army.unknown-mission",), ("2E-WIN-02",), limits.mission),
    Step(("commander.missing", "commander.several"), ("2E-R-ARMY-03",), leader.one_leader),
    Step(("commander.other",), ("2E-R-ARMY-03",), leader.right_leader),
    Step(("army.over-agreed-limit",), ("2E-R-SETUP-01",), limits.agreed_limit),
    Step(("force.no-army-list",), ("2E-R-ARMY-01",), army_lists.check_army_lists),
    Step(("force.only-allies",), ("2E-R-ARMY-01",), army_lists.check_own_list),
    Step(own_sections.CODES, ("2E-R-ARMY-01",), imported_shares.check_data_shares),
    Step(
        ("share.too-much", "share.too-little", "share.more-by-data", "share.no-section", "army.no-limit"),
        ("2E-R-ARMY-01", "2E-R-ARMY-02", "2E-R-SETUP-01"),
        shares.check_shares,
    ),
    Step((allies.UNJUDGED_ALLIES, allies.AGREED), ("2E-R-ARMY-01",), allies.note_allies),
    Step(
        ("battery.missing", "battery.several", "battery.uneven", "battery.no-weapon"),
        ("2E-BATT-01", "2E-BATT-02", "2E-BATT-03"),
        batteries.check_batteries,
    ),
    Step(("unit.no-weapon",), ("2E-R-BATT-01",), unarmed.check_unarmed),
    Step((limits.OVER_LIMIT, limits.NO_LIMIT), (), limits.cost_limits),
    Step(
        ("army.strategy-cards", "army.no-strategy-cards", "army.strategy-rating"),
        ("2E-STRAT-01", "2E-STRAT-02", "2E-R-SETUP-07"),
        strategy.note_strategy,
    ),
    Step(("force.no-catalogue", "unit.no-datasheet"), ("2E-CHAR-03",), sheets.datasheets),
    Step(("unit.no-row",), ("2E-CHAR-03",), rowless.note_rowless),
    Step(("unit.foreign-part",), ("2E-R-ARMY-07",), sheets.one_datasheet),
    Step(("force.other-game",), (), sheets.game_of_forces),
    Step(("unit.number",), (), sheets.number_of_units),
    Step(("force.other-version",), (), sheets.data_version),
    Step(size.CODES, ("2E-R-ARMY-07",), size.unit_size),
    Step(("unit.too-often",), ("2E-R-ARMY-07",), allowances.check_allowances),
    Step(
        ("wargear.no-option", "wargear.not-default", "wargear.option-too-often", "wargear.uneven", "wargear.unclear"),
        ("2E-R-ARMY-07",),
        wargear.wargear,
    ),
    Step(
        ("card.too-many", "card.twice", "card.not-psyker", "card.not-vehicle"),
        ("2E-WGC-01", "2E-R-ARMY-04"),
        cards.check_cards,
    ),
    Step(("save.several",), ("2E-SAVE-04",), cards.check_unmodified_saves),
    Step(
        ("embarked.not-a-transport", "embarked.unjudged", "embarked.circle", "embarked.not-admitted"),
        ("2E-R-SETUP-12", "2E-BRD-01"),
        transports.check_embarked,
    ),
    Step(("transport.over-capacity",), ("2E-BRD-01",), transports.capacity),
    Step(("unit.may-teleport",), ("2E-TEL-01",), strategy.note_teleporting),
)

RULES = Rules(STEPS, REPLACED | frozenset(own_sections.CODES), unjudged=UNJUDGED | {"unit.no-row", allies.UNJUDGED_ALLIES})
