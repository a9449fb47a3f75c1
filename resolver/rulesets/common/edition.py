"""What an edition says about the steps that it shares with others: its numbers, and the functions where more differs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from resolver.attack.profile import AttackRules
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.common.combat import Combat
from resolver.rulesets.common.figures import Figures
from resolver.rulesets.common.manoeuvres import Manoeuvres
from resolver.rulesets.common.setting import Setting
from resolver.rulesets.common.sorcery import Sorcery
from resolver.table.coherency import CoherencyRules


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """One edition.

    Args:
        attacks: the sequence and the numbers of an attack.
        across: how near an enemy model is that is engaged, in inches; horizontally where `up` is given.
        up: how near it is vertically, in inches; None where the distance is measured through the air.
        coherency: what unit coherency is.
        begins: what happens first of all in a phase, before the effects of that moment.
        combat: what is its own in shooting, charging and fighting.
        figures: what is its own in characteristics.
        free_height: terrain up to this height, in inches, is moved over as if it were not there.
        manoeuvres: what is its own in moves and transports.
        sorcery: what is its own in the Psychic phase.
        setting: what is its own in missions: zones, markers, what happens between turns.
        without: kinds of effects, and rolls, about which it has no rules.
    """

    attacks: AttackRules
    across: float
    up: float | None
    coherency: CoherencyRules
    combat: Combat
    figures: Figures
    free_height: float
    manoeuvres: Manoeuvres
    sorcery: Sorcery
    setting: Setting
    begins: Mapping[str, Callable[[Game], Script[None]]] = field(default_factory=dict)
    without: frozenset[str] = frozenset()


def edition(game: Game) -> Edition:
    """Return what the edition of a battle says."""
    said: Edition = game.ruleset.edition  # type: ignore[assignment]  # a cast is a call, and this is asked most of all
    return said
