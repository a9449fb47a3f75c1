"""Warhammer 40,000, 9th edition: one module per phase, after the ledger `wh40k-9e`.

`STEPS` is the battle in order: the steps before it, the steps of a turn, its end. Source: 9E-INSTR-01, 9E-ROUND-03.
"""

from __future__ import annotations

from resolver.engine.descriptor import Descriptor
from resolver.engine.ruleset import Step
from resolver.families.wh40k import assembly, psychic
from resolver.families.wh40k.attacks import fight, shooting
from resolver.families.wh40k.attacks.duel import DUEL
from resolver.families.wh40k.moves import charge, dividing, interventions, movement, reinforcements, transports
from resolver.families.wh40k.summary import SUMMARY
from resolver.rulesets.wh40k_9e import command, deployment, matchup, mission_only_war, morale
from resolver.rulesets.wh40k_9e.cites import CITES
from resolver.rulesets.wh40k_9e.decisions import DECISIONS
from resolver.rulesets.wh40k_9e.edition import EDITION
from resolver.shared.field import objectives

SET_UP = "set-up"
STEPS = (
    Step("battlefield", SET_UP, mission_only_war.create, ("9E-INTRO-01", "9E-MISSION-01")),
    Step("first-marker", SET_UP, objectives.begin, ("9E-CREATE-03",)),
    Step("markers", SET_UP, objectives.place, ("9E-CREATE-03",)),
    Step("zones", SET_UP, deployment.choose_zone, ("9E-DEPLOY-01",)),
    Step("dividing", SET_UP, dividing.split, ("9E-AIS-04",)),
    Step("embarking", SET_UP, transports.start_aboard, ("9E-TRANS-03",)),
    Step("deployment", SET_UP, deployment.deploy, ("9E-DEPLOY-02",)),
    Step("first-turn", SET_UP, mission_only_war.first_turn, ("9E-FTURN-01",)),
    Step("pre-battle", SET_UP, mission_only_war.pre_battle, ("9E-PREB-01",)),
    Step("command", "command", command.command, ("9E-CMD-02",)),
    Step("move-units", "movement", movement.move_units, ("9E-MOVE-01",)),
    Step("reinforcements", "movement", reinforcements.arrive, ("9E-MOVE-13", "9E-REINF-02")),
    Step("psychic", "psychic", psychic.manifest, ("9E-PSY-01",)),
    Step("shooting", "shooting", shooting.shoot, ("9E-SHOOT-01",)),
    Step("charges", "charge", charge.charges, ("9E-CHARGE-01",)),
    Step("heroic-interventions", "charge", interventions.intervene, ("9E-HEROIC-01",)),
    Step("fight", "fight", fight.fight, ("9E-FIGHT-01",)),
    Step("morale-tests", "morale", morale.test_units, ("9E-MORALE-01",)),
    Step("coherency", "morale", morale.check_coherency, ("9E-COHCHK-01",)),
    Step("end", "end", mission_only_war.end, ("9E-END-01",)),
)

RULESET = assembly.ruleset(
    "wh40k-9e",
    steps=STEPS,
    victor=mission_only_war.victor,
    decisions=DECISIONS,
    cites=CITES,
    begins={"command": command.gain_points, "charge": charge.note_start},
    edition=EDITION,
)
DESCRIPTOR = Descriptor(ruleset=RULESET, matchup=matchup.matchup, summary=SUMMARY, duel=DUEL)
