"""What the rulesets of editions have in common: how one is put together, and the mission that they play.

Source: 9E-MUSTER-01..05, 8E-MISSION-01, 8E-Q-75.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from datasheets.systems import system
from datasheets.words import Said
from resolver.engine.enlisted import Enlisted
from resolver.engine.game import Game
from resolver.engine.readable import refuse_unreadable
from resolver.engine.ruleset import DecisionKind, Ruleset, Script, Step, Valuer
from resolver.matchup import Matchup
from resolver.rulesets.common import marks, sequence
from resolver.rulesets.common.edition import Edition
from resolver.rulesets.common.effects import unresolved
from resolver.rulesets.common.field import battlefield
from resolver.rulesets.common.moves import charge
from resolver.rulesets.common.units import characteristics, warlords
from resolver.rulesets.common.valuation.planned import PLANNING
from resolver.table.board import Board
from resolver.table.state import State

ONLY_WAR = "only-war"


class UnknownMission(KeyError):
    """There is no such mission in this ruleset."""

    def __str__(self) -> str:
        return Said("refused.battle.mission", {"mission": repr(self.args[0]), "missions": ONLY_WAR})


def ruleset(
    id: str,
    *,
    steps: tuple[Step, ...],
    victor: Callable[[Game], tuple[int | None, str, tuple[str, ...]]],
    decisions: Mapping[str, DecisionKind],
    valuation: Mapping[str, Valuer],
    cites: Mapping[str, tuple[str, ...]],
    edition: Edition,
) -> Ruleset:
    """Return the ruleset of an edition: what is its own, and all that editions share.

    Args:
        victor: who has won (None: nobody), why, and by which rules.
    """
    return Ruleset(
        id=id,
        version="1",
        muster=partial(muster, id),
        steps=steps,
        advance=sequence.advance,
        decided=sequence.decided,
        reason=lambda game: victor(game)[1],
        unresolved=partial(unresolved.unresolved, edition, frozenset(step.phase for step in steps)),
        decisions=decisions,
        reactions={"charge.declared": (charge.overwatch,)},
        unit_marks=marks.UNIT_MARKS,
        model_marks=marks.MODEL_MARKS,
        pairs=marks.PAIRS,
        unit_counters=marks.UNIT_COUNTERS,
        model_counters=marks.MODEL_COUNTERS,
        player_counters=marks.PLAYER_COUNTERS,
        valuation=valuation,
        planning=PLANNING,
        cites=cites,
        edition=edition,
    )


def muster(system_id: str, armies: Enlisted, mission: str) -> State:
    """Return the state before the battle: both armies off the table, which has no size yet.

    Raises:
        UnknownMission: there is no such mission (8E-Q-75).
        NotPlayable: a printed value of the armies cannot be read.
    """
    found = system(system_id).mission(mission)
    if mission != ONLY_WAR or found is None or found.objectives is None:
        raise UnknownMission(mission)
    refuse_unreadable(armies, system(system_id))
    wounds = [characteristics.wounds(armies.profiles[armies.loadouts[model.loadout].profile]) for model in armies.models]
    return armies.state(Board(1.0, 1.0), int(found.objectives.count), wounds)


def create(game: Game, matchup: Matchup, area_per_feature: float) -> Script[bool]:
    """Begin: name both Warlords, then make the battlefield that the match-up asks for, with terrain on it.

    Args:
        area_per_feature: square inches for each terrain feature.
    """
    yield from sequence.begin(game)
    for player in (0, 1):
        yield from warlords.name(game, player)
    yield from battlefield.create(game, matchup, area_per_feature)
    return True
