"""Age of Sigmar, 1st edition: one module per phase, after the ledger `aos-1e`.

`STEPS` is the battle in order: the steps before it (AOS-Q-44), the six phases of a turn (AOS-ROUND-05), its end.
"""

from __future__ import annotations

from datasheets.systems import system
from resolver.engine.battle_armies import BattleArmies
from resolver.engine.descriptor import Descriptor
from resolver.engine.kinds import ENGINE_EVENTS
from resolver.engine.readable import refuse_unreadable
from resolver.engine.ruleset import Ruleset, Step
from resolver.engine.windows import by_event
from resolver.rulesets.aos_1e import (
    agreements,
    battlefield,
    battleshock,
    charging,
    fighting,
    hero,
    movement,
    setting_up,
    spells,
    sudden_death,
    territories,
    triumphs,
    victory,
)
from resolver.rulesets.aos_1e.cites import CITES
from resolver.rulesets.aos_1e.decisions import DECISIONS
from resolver.rulesets.aos_1e.duel import DUEL
from resolver.rulesets.aos_1e.edition import EDITION
from resolver.rulesets.aos_1e.events import AOS_EVENTS
from resolver.rulesets.aos_1e.matchup import matchup
from resolver.rulesets.aos_1e.names import DICE, NAMES
from resolver.rulesets.aos_1e.summary import SUMMARY
from resolver.rulesets.aos_1e.valuation.goals import prospects
from resolver.shared import rerolls
from resolver.shared.effects.unresolved import list_unresolved
from resolver.shared.events import BORDER_EVENTS, CHARGE_EVENTS, SHARED_EVENTS
from resolver.shared.plain.assembly import find_mission
from resolver.table.board import Board
from resolver.table.state import State
from resolver.turns.rounds import END, SET_UP

ID = "aos-1e"
STEPS = (
    Step("battlefield", SET_UP, battlefield.create, ("AOS-FIELD-01",)),
    Step("reserves", SET_UP, setting_up.hold_reserves, ("AOS-SETUP-11",)),
    Step("territories", SET_UP, territories.divide, ("AOS-SETUP-02",)),
    Step("set-up", SET_UP, setting_up.set_up, ("AOS-SETUP-05",)),
    Step("generals", SET_UP, setting_up.name_generals, ("AOS-GENERAL-01",)),
    Step("sudden-death", SET_UP, sudden_death.choose, ("AOS-SUDDEN-03",)),
    Step("triumphs", SET_UP, triumphs.roll, ("AOS-TRIUMPH-01",)),
    Step("pre-battle", SET_UP, hero.before_battle, ("AOS-PREBATTLE-01",)),
    Step("hero", "hero", hero.act, ("AOS-HERO-01",)),
    Step("hero-reply", "hero", hero.reply, ("AOS-HERO-03",)),
    Step("move", "movement", movement.move_units, ("AOS-MOVEPH-01",)),
    Step("shoot", "shooting", fighting.shoot, ("AOS-SHOOT-01",)),
    Step("charge", "charge", charging.charge, ("AOS-CHARGE-01",)),
    Step("fight", "combat", fighting.fight, ("AOS-COMBAT-01",)),
    Step("battleshock", "battleshock", battleshock.test, ("AOS-BSHOCK-01",)),
    Step(END, END, victory.end, ("AOS-VICTORY-01",)),
)


def initial_state(armies: BattleArmies, mission: str) -> State:
    """Return the state before the battle: both armies off the table, which has no size yet.

    Models are as high as they are, or flat where the players measure from bases (AOS-Q-10).

    Raises:
        NotPlayable: there is no such mission, or a printed value cannot be read.
    """
    find_mission(ID, mission)
    refuse_unreadable(armies, system(ID))
    state = armies.state(Board(1.0, 1.0), 0, NAMES)
    if agreements.joint_wish(armies.documents, "measure_from") == "model":
        state.write("extent", ..., state.height)
    return state


RULESET = Ruleset(
    id=ID,
    version="1",
    initial_state=initial_state,
    steps=STEPS,
    order=victory.ORDER,
    reason=lambda game: victory.victor(game)[1],
    find_unresolved=list_unresolved,
    events={**ENGINE_EVENTS, **SHARED_EVENTS, **BORDER_EVENTS, **CHARGE_EVENTS, **AOS_EVENTS},
    dice=DICE,
    decisions=DECISIONS,
    names=NAMES,
    windows=by_event((spells.UNBINDING, triumphs.BLESSED)),
    charges=("charge",),
    moments=(spells.CAST, rerolls.ROLLED),
    prospects=prospects,
    cites=CITES,
    edition=EDITION,
)
DESCRIPTOR = Descriptor(ruleset=RULESET, matchup=matchup, summary=SUMMARY, duel=DUEL)
