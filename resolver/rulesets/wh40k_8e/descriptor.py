"""Warhammer 40,000, 8th edition: what is its own, after the ledger `wh40k-8e`; the rest stands in `families/wh40k`.

`STEPS` is the battle in order: the steps before it, the steps of a turn, its end. Source: 8E-ROUND-03, 8E-Q-36.
"""

from __future__ import annotations

from resolver.engine.descriptor import Descriptor
from resolver.engine.ruleset import Step
from resolver.families.wh40k import assembly, psychic
from resolver.families.wh40k.attacks import fight, shooting
from resolver.families.wh40k.attacks.duel import DUEL
from resolver.families.wh40k.moves import charge, interventions, movement, reinforcements
from resolver.families.wh40k.summary import SUMMARY
from resolver.rulesets.wh40k_8e import deployment, matchup, mission_only_war, morale, underdog
from resolver.rulesets.wh40k_8e.cites import CITES
from resolver.rulesets.wh40k_8e.decisions import DECISIONS
from resolver.rulesets.wh40k_8e.edition import EDITION
from resolver.shared.field import objectives
from resolver.shared.moves import deployment as setting_up

SET_UP = "set-up"
STEPS = (
    Step("battlefield", SET_UP, mission_only_war.create, ("8E-MISSION-01", "8E-OBJECTIVE-01")),
    Step("first-marker", SET_UP, objectives.begin, ("8E-OBJECTIVE-04",)),
    Step("markers", SET_UP, objectives.place, ("8E-OBJECTIVE-02", "8E-OBJECTIVE-04")),
    Step("primary", SET_UP, mission_only_war.roll_primary, ("8E-PRIMARY-01",)),
    Step("dividing", SET_UP, deployment.divide, ("8E-DEPLOY-01",)),
    Step("zones", SET_UP, deployment.choose_zone, ("8E-DEPLOY-02",)),
    Step("traits", SET_UP, deployment.prepare, ("8E-WARLORD-03",)),
    Step("deployment", SET_UP, setting_up.deploy, ("8E-DEPLOY-03",)),
    Step("underdog", SET_UP, underdog.name, ("8E-POWER-01",)),
    Step("first-turn", SET_UP, underdog.first_turn, ("8E-FIRST-01",)),
    Step("relic", SET_UP, mission_only_war.lay_relic, ("8E-PRIMARY-05",)),
    Step("move-units", "movement", movement.move_units, ("8E-MOVE-01",)),
    Step("reinforcements", "movement", reinforcements.arrive, ("8E-REINF-02",)),
    Step("psychic", "psychic", psychic.manifest, ("8E-PSYCHIC-06",)),
    Step("shooting", "shooting", shooting.shoot, ("8E-SHOOT-01",)),
    Step("charges", "charge", charge.charges, ("8E-CHARGE-01",)),
    Step("heroic-interventions", "charge", interventions.intervene, ("8E-HEROIC-01",)),
    Step("fight", "fight", fight.fight, ("8E-FIGHT-01",)),
    Step("morale-tests", "morale", morale.test_units, ("8E-MORALE-01",)),
    Step("end", "end", mission_only_war.end, ("8E-LENGTH-01",)),
)

RULESET = assembly.ruleset(
    "wh40k-8e",
    steps=STEPS,
    victor=mission_only_war.victor,
    decisions=DECISIONS,
    cites=CITES,
    begins={"charge": charge.note_start},
    turn_ends=mission_only_war.end_turn,
    edition=EDITION,
)
DESCRIPTOR = Descriptor(ruleset=RULESET, matchup=matchup.matchup, summary=SUMMARY, duel=DUEL)
