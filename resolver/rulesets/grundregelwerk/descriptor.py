"""Grundregelwerk, put together: `STEPS` is the battle in order, the last but the end are those of an activation."""

from __future__ import annotations

from datasheets.systems import system
from datasheets.words import Message
from resolver.engine.battle_armies import BattleArmies
from resolver.engine.compile_armies import NotPlayable
from resolver.engine.counted import counted_matchup
from resolver.engine.descriptor import Descriptor
from resolver.engine.kinds import ENGINE_EVENTS
from resolver.engine.readable import refuse_unreadable
from resolver.engine.ruleset import Ruleset, Step
from resolver.engine.windows import by_event
from resolver.rulesets.grundregelwerk import activation, planned, scenarios, set_up, traits
from resolver.rulesets.grundregelwerk.cites import CITES
from resolver.rulesets.grundregelwerk.decisions import DECISIONS
from resolver.rulesets.grundregelwerk.edition import EDITION
from resolver.rulesets.grundregelwerk.events import OWN_EVENTS
from resolver.rulesets.grundregelwerk.names import DICE, NAMES, SYSTEM
from resolver.rulesets.grundregelwerk.odds import DUEL
from resolver.rulesets.grundregelwerk.reactions import REACTION
from resolver.rulesets.grundregelwerk.rounds import ORDER
from resolver.rulesets.grundregelwerk.summary import SUMMARY
from resolver.shared.events import SCORING_EVENTS, SHARED_EVENTS
from resolver.shared.moves import deployment
from resolver.table.board import Board
from resolver.table.state import State
from resolver.turns.alternating import ACTIVATION_EVENTS
from resolver.turns.rounds import END, SET_UP

STEPS = (
    Step("battlefield", SET_UP, set_up.create, ("GRW-SCEN-01", "GRW-AMOUNT-01")),
    Step("edges", SET_UP, set_up.choose_edge, ("GRW-Q-54",)),
    Step("markers", SET_UP, set_up.markers, ("GRW-Q-58",)),
    Step("deployment", SET_UP, deployment.deploy, ("GRW-Q-84",)),
    Step("generals", SET_UP, set_up.generals, ("GRW-Q-14",)),
    Step("vanguard", SET_UP, set_up.vanguard, ("GRW-SPECIAL-05",)),
    Step("activate", "activation", activation.activate, ("GRW-ROUND-05",)),
    Step("act", "activation", activation.act, ("GRW-ACTION-01",)),
    Step("end", END, scenarios.end, ("GRW-ROUND-13",)),
)
MOST_MARKERS = 8
"""A D6 and 2 (GRW-SCEN-05)."""


def initial_state(armies: BattleArmies, mission: str) -> State:
    """Return the state before the battle.

    Raises:
        NotPlayable: there is no such scenario, or a printed value of the armies cannot be read.
    """
    found = system(SYSTEM).mission(mission)
    if found is None:
        missions = ", ".join(each.id for each in system(SYSTEM).missions)
        raise NotPlayable(Message("refused.battle.mission", {"mission": repr(mission), "missions": missions}))
    refuse_unreadable(armies, system(SYSTEM))
    count = found.objectives.count if found.objectives else "0"
    table = found.table
    board = Board(table.width_in, table.depth_in) if table else Board(72.0, 48.0)
    return armies.state(board, int(count) if count.isdigit() else MOST_MARKERS, NAMES)


RULESET = Ruleset(
    id=SYSTEM,
    version="1",
    initial_state=initial_state,
    steps=STEPS,
    order=ORDER,
    reason=lambda game: scenarios.victor(game)[1],
    find_unresolved=traits.find_unresolved,
    events={**ENGINE_EVENTS, **SHARED_EVENTS, **SCORING_EVENTS, **ACTIVATION_EVENTS, **OWN_EVENTS},
    dice=DICE,
    decisions=DECISIONS,
    names=NAMES,
    windows=by_event((REACTION,)),
    points=("victory-points",),
    prospects=planned.prospects,
    cites=CITES,
    edition=EDITION,
)
DESCRIPTOR = Descriptor(ruleset=RULESET, matchup=counted_matchup, summary=SUMMARY, duel=DUEL)
