"""One unit against another outside any battle: what is assumed, and what a system brings to be asked for odds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from resolver.attack.profile import AttackRules, TargetProfile, Volley
from resolver.engine.game import Game


@dataclass(frozen=True, slots=True)
class Terms:
    """What is assumed about an attack.

    `weapon` is the name of the only weapon that is used; "" lets every model use what does most. `range_inches` None:
    every weapon reaches and none is at half range. `did` names what the unit did this turn, as the ruleset calls it;
    `reacting`: it attacks in reaction to something. `cover` names what protects the target, of what `Duel.covers` names.
    """

    fighting: bool = False
    weapon: str = ""
    range_inches: float | None = None
    did: frozenset[str] = frozenset()
    reacting: bool = False
    cover: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel:
    """How a ruleset lets one unit attack another.

    Args:
        stage: stands both units on an empty table, after what the attacker did: (game, attacker, target, terms).
        attacks: all attacks of the attacker, when both have been staged; none where it has nothing to attack with.
        target: a unit as the target of attacks, before any.
        weapons: the names of the weapons that a unit may use, from afar or in close combat: (game, unit, fighting).
        rules: the sequence and the numbers of an attack.
        covers: what a target may stand in or have done that protects it, by name; none where nothing is asked about it.
    """

    stage: Callable[[Game, int, int, Terms], None]
    attacks: Callable[[Game, int, int, Terms], list[Volley]]
    target: Callable[[Game, int], TargetProfile]
    weapons: Callable[[Game, int, bool], list[str]]
    rules: Callable[[Game], AttackRules]
    covers: tuple[str, ...] = ()


def place_apart(game: Game, attacker: int, target: int, gap: float) -> None:
    """Stand all models of two units on the table, each so many inches from every one of the enemy."""
    state = game.state
    for unit, side in ((attacker, -1.0), (target, 1.0)):
        models = state.models_of(unit)
        state.write("x", models, side * (gap / 2 + state.half[models] + state.radius[models]))
        state.write("on_table", models, True)
