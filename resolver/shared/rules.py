"""What the shared steps ask of a ruleset: its numbers, and small functions where rulesets differ by more."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field

from resolver.attack.profile import AttackRules
from resolver.engine.game import NOTHING, Game
from resolver.engine.ruleset import Ruleset, Script
from resolver.shared.attacks.reader import AttackReader
from resolver.shared.effects.effect_rules import EffectRules
from resolver.shared.field.terrain import TerrainRules
from resolver.shared.moves.leg_rules import LegRules
from resolver.table.board import Area
from resolver.table.coherency import CoherencyRules
from resolver.table.names import Names

NEEDED: Mapping[str, tuple[str, ...]] = {
    "unit_marks": ("held",),
    "model_marks": ("allocated",),
    "unit_counters": ("lost", "struck"),
}
"""The names that every shared step may use; how long each lasts is the ruleset's to say."""
LASTING = ("phase", "turn", "round", "own", "battle")
"""For how long effects last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeploymentRules:
    """Where and in which order armies are set up.

    Args:
        zone: where a player may set up.
        whole: a player's zone where that is more than where it may set up; None where it is not.
        forward: the direction from a player's zone to the enemy's, in radians.
        before: what happens before a unit is set up, such as loading a transport.
        waits: does a unit wait for another one to be set up first?
    """

    zone: Callable[[Game, int], Area]
    forward: Callable[[Game, int], float]
    whole: Callable[[Game, int], Area] | None = None
    before: Callable[[Game, int], Script[None]] = lambda game, unit: NOTHING
    waits: Callable[[Game, int], bool] = lambda game, unit: False


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedRules:
    """One ruleset.

    Args:
        attacks: the sequence and the numbers of an attack.
        reader: what attacks and targets are made of, read from the armies and their abilities.
        across: how near an enemy model is that is engaged, in inches; horizontally where `up` is given.
        up: how near it is vertically, in inches; None where the distance is measured through the air.
        coherency: what unit coherency is.
        free_height: terrain up to this height, in inches, is moved over as if it were not there.
        flies: does a unit fly, where its kind of move lets it?
        through_air: does a flying model pay for the height to which it rises or sinks, on a straight line in space?
        bypassed: units that others may move across. For a unit that does not fly they are never the closest enemy.
        through_friends: do models move across others of their own side? They never end on one.
        keyword_marks: marks of models that are keywords, too, by the mark.
        moved_marks: what is remembered about every model that moved in its turn or was set up during the battle.
        deployment: where armies are set up.
        destroy: what happens when a model is destroyed: (game, model, cause, player to whom it counts or None).
        effects: what effects of abilities may be about.
        legs: where moves are cut.
        terrain: which kinds of terrain there are, and what they do.
        one_marker: does a model count for one objective marker in a turn?
        bystanders: units with this keyword or role control no objective markers.
        changes_dice: may a player change dice that it has rolled, beside re-rolls? It has a window on `rerolls.ROLLED`.
        more_wounds: how many wounds a model has beyond those of its profile.
    """

    attacks: AttackRules
    reader: AttackReader
    across: float
    up: float | None
    coherency: CoherencyRules
    free_height: float = 0.0
    flies: Callable[[Game, int], bool] = lambda game, unit: False
    through_air: bool = False
    bypassed: Callable[[Game], frozenset[int]] = lambda game: frozenset()
    through_friends: bool = False
    keyword_marks: Mapping[str, str] = field(default_factory=dict)
    moved_marks: tuple[str, ...] = ()
    deployment: DeploymentRules
    destroy: Callable[[Game, int, str, int | None], Script[None]]
    effects: EffectRules = field(default_factory=EffectRules)
    legs: LegRules = field(default_factory=LegRules)
    terrain: TerrainRules = field(default_factory=TerrainRules)
    one_marker: bool = False
    bystanders: tuple[str, ...] = ()
    changes_dice: Callable[[Game, int], bool] = lambda game, unit: False
    more_wounds: Callable[[Game, int], int] = lambda game, model: 0

    def missing_names(self, names: Names, lives: Container[str]) -> list[str]:
        """Return the names that shared steps need and that a ruleset lacks, as "unit_marks held".

        Effects need a counter for each time that ends, and for the time until one's own turn.
        """
        needed = {of: [*each] for of, each in NEEDED.items()}
        if self.effects.moments:
            needed["unit_counters"] += [f"lasting-{life}" for life in LASTING if life == "own" or life in lives]
        if self.one_marker:
            needed.setdefault("model_counters", []).append("marker")
        return [f"{of} {name}" for of, each in needed.items() for name in each if name not in getattr(names, of)]


def shared_rules(game: Game) -> SharedRules:
    """Return what the ruleset of a battle says about shared steps."""
    said: SharedRules = game.ruleset.edition  # type: ignore[assignment]  # a cast is a call, and this is asked most of all
    return said


def rules_of(ruleset: Ruleset) -> SharedRules:
    """Return what a ruleset says about shared steps."""
    said: SharedRules = ruleset.edition  # type: ignore[assignment]
    return said
