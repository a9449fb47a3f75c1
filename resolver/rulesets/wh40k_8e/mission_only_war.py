"""The mission Only War: the battlefield, its end and its victor.

Source: 8E-MISSION-01, 8E-OBJECTIVE-01, 8E-FIELD-02, 8E-FIELD-04, 8E-LENGTH-01, 8E-VICTORY-01..03, 8E-Q-46, 8E-Q-75.
"""

from __future__ import annotations

from datasheets.systems import system
from resolver.engine.enlist import Enlisted
from resolver.engine.game import Game, seed_digest
from resolver.engine.readable import refuse_unreadable
from resolver.engine.ruleset import Script
from resolver.rulesets.common.field import battlefield
from resolver.rulesets.common.units import characteristics, destruction
from resolver.rulesets.wh40k_8e.muster import SYSTEM, matchup
from resolver.table.board import Board
from resolver.table.state import State

ONLY_WAR = "only-war"
AREA_PER_FEATURE = 24 * 24 / 1.5
"""One or two terrain features for each area of 24 x 24 inches (8E-FIELD-04)."""


class UnknownMission(KeyError):
    """There is no such mission in this ruleset."""

    def __str__(self) -> str:
        return f"no mission {self.args[0]!r} can be played; there is: {ONLY_WAR}"


def muster(armies: Enlisted, mission: str) -> State:
    """Return the state before the battle: both armies off the table, which has no size yet.

    Raises:
        UnknownMission: there is no such mission (8E-Q-75).
        NotPlayable: a printed value of the armies cannot be read.
    """
    found = system(SYSTEM).mission(mission)
    if mission != ONLY_WAR or found is None or found.objectives is None:
        raise UnknownMission(mission)
    refuse_unreadable(armies, system(SYSTEM))
    wounds = [characteristics.wounds(armies.profiles[armies.loadouts[model.loadout].profile]) for model in armies.models]
    return armies.state(Board(1.0, 1.0), int(found.objectives.count), wounds)


def create(game: Game) -> Script[bool]:
    """Begin the battle, then make the battlefield."""
    documents = game.armies.documents
    yield from game.happen(
        "battle.began",
        system=game.ruleset.id,
        mission=game.mission,
        armies=[{"name": d.army.name, "digest": d.digest, "power_level": d.army.power_level} for d in documents],
        seed_digest=seed_digest(game.seed),
        game=game.state.game,
        unresolved=len(game.ruleset.unresolved(game.armies)),
        rules=("8E-MISSION-01",),
    )
    yield from battlefield.create(game, matchup(documents), AREA_PER_FEATURE)
    return True


def end(game: Game) -> Script[bool]:
    """End the battle: units that never arrived are destroyed, the victor is determined."""
    yield from destruction.never_arrived(game)
    winner, reason, rules = victor(game)
    yield from game.happen(
        "battle.ended",
        winner=winner,
        reason=reason,
        victory_points=game.state.victory_points,
        seed=game.seed,
        rules=("8E-LENGTH-01", *rules),
    )
    return True


def victor(game: Game) -> tuple[int | None, str, tuple[str, ...]]:
    """Return who has won, why, and by which rules."""
    alive = [bool(game.units_of(player)) for player in (0, 1)]
    if alive[0] != alive[1]:
        return (0 if alive[0] else 1), "army-destroyed", ("8E-VICTORY-01",)
    points = game.state.victory_points
    if points[0] == points[1]:
        return None, "draw", ("8E-VICTORY-03",)
    return (0 if points[0] > points[1] else 1), "victory-points", ("8E-VICTORY-02",)
