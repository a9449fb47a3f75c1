"""What the rulesets of editions have in common: how one is put together, and the mission that they play.

Source: 9E-MUSTER-01..05, 8E-MISSION-01, 8E-Q-75.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from datasheets.systems import system
from datasheets.words import Message
from resolver.engine.battle_armies import BattleArmies
from resolver.engine.decision_kinds import DecisionKinds
from resolver.engine.game import NOTHING, Game
from resolver.engine.kinds import ENGINE_EVENTS
from resolver.engine.matchup import Matchup
from resolver.engine.readable import refuse_unreadable
from resolver.engine.ruleset import Ruleset, Script, Step
from resolver.engine.windows import by_event
from resolver.families.wh40k.denial import DENIAL
from resolver.families.wh40k.dice import DICE
from resolver.families.wh40k.edition import Edition
from resolver.families.wh40k.events import FAMILY_EVENTS
from resolver.families.wh40k.marks import NAMES
from resolver.families.wh40k.moves.overwatch import OVERWATCH
from resolver.families.wh40k.psychic import PASSED
from resolver.families.wh40k.units import warlords
from resolver.families.wh40k.valuation.planned import tasks
from resolver.shared import rerolls
from resolver.shared.beginning import begin
from resolver.shared.effects import unresolved
from resolver.shared.effects.moments import lapse, moment
from resolver.shared.events import BORDER_EVENTS, CHARGE_EVENTS, DECLARATION_EVENTS, SCORING_EVENTS, SHARED_EVENTS
from resolver.shared.field import battlefield
from resolver.table.board import Board
from resolver.table.state import State
from resolver.turns.fixed import FixedTurns

ONLY_WAR = "only-war"


class UnknownMission(KeyError):
    """There is no such mission in this ruleset."""

    def __str__(self) -> str:
        return Message("refused.battle.mission", {"mission": repr(self.args[0]), "missions": ONLY_WAR})


FEATURES = (
    battlefield.Feature("ruin", 6.0, 4.0, 5.0),
    battlefield.Feature("bunker", 4.0, 4.0, 3.0),
    battlefield.Feature("containers", 5.0, 2.5, 2.5),
    battlefield.Feature("rocks", 3.5, 3.0, 2.0),
    battlefield.Feature("crates", 3.0, 2.0, 1.5),
    battlefield.Feature("barricade", 5.0, 0.5, 1.0),
)
"""Terrain features: their names and sizes, and how high they are, in inches."""


def ruleset(
    id: str,
    *,
    steps: tuple[Step, ...],
    victor: Callable[[Game], tuple[int | None, str, tuple[str, ...]]],
    begins: Mapping[str, Callable[[Game], Script[None]]],
    turn_ends: Callable[[Game], Script[None]] = lambda game: NOTHING,
    decisions: DecisionKinds,
    cites: Mapping[str, tuple[str, ...]],
    edition: Edition,
) -> Ruleset:
    """Return the ruleset of an edition: what is its own, and all that editions share.

    Args:
        victor: who has won (None: nobody), why, and by which rules.
        begins: what happens first of all in a phase.
        turn_ends: what the mission does at the end of a turn.
    """
    return Ruleset(
        id=id,
        version="1",
        initial_state=partial(initial_state, id),
        steps=steps,
        order=FixedTurns(rounds=_rounds, moment=moment, lapse=lapse, begins=begins, turn_ends=turn_ends),
        reason=lambda game: victor(game)[1],
        find_unresolved=unresolved.list_unresolved,
        events={
            **ENGINE_EVENTS,
            **SHARED_EVENTS,
            **SCORING_EVENTS,
            **BORDER_EVENTS,
            **CHARGE_EVENTS,
            **DECLARATION_EVENTS,
            **FAMILY_EVENTS,
        },
        dice=DICE,
        decisions=decisions,
        names=NAMES,
        windows=by_event((OVERWATCH, DENIAL, rerolls.REROLL)),
        moments=(PASSED, rerolls.ROLLED),
        points=("victory-points", "command-points"),
        prospects=tasks.prospects,
        cites=cites,
        edition=edition,
        lacks=("stratagems", "command-points"),
        charges=("charge",),
    )


def initial_state(system_id: str, armies: BattleArmies, mission: str) -> State:
    """Return the state before the battle: both armies off the table, which has no size yet.

    Raises:
        UnknownMission: there is no such mission (8E-Q-75).
        NotPlayable: a printed value of the armies cannot be read.
    """
    found = system(system_id).mission(mission)
    if mission != ONLY_WAR or found is None or found.objectives is None:
        raise UnknownMission(mission)
    refuse_unreadable(armies, system(system_id))
    return armies.state(Board(1.0, 1.0), int(found.objectives.count), NAMES)


def create(game: Game, matchup: Matchup, area_per_feature: float) -> Script[bool]:
    """Begin: name both Warlords, then make the battlefield that the match-up asks for, with terrain on it.

    Args:
        area_per_feature: square inches for each terrain feature.
    """
    powers = [{"power_level": document.army.power_level} for document in game.armies.documents]
    yield from begin(game, (powers[0], powers[1]))
    for player in (0, 1):
        yield from warlords.name(game, player)
    facts = {name: matchup.more.get(name) for name in ("battle_size", "combined_power")}
    yield from battlefield.create(game, matchup.table, area_per_feature, FEATURES, **facts)
    return True


def _rounds(game: Game) -> int:
    """Return after how many battle rounds the mission ends (9E-END-01)."""
    mission = system(game.ruleset.id).mission(game.mission)
    return mission.rounds if mission and mission.rounds else 5
