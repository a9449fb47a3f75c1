"""The shooting phase and the combat phase: who attacks when.

Source: AOS-SHOOT-01..04, AOS-COMBAT-01..08, AOS-Q-13, -16, -56.
"""

from __future__ import annotations

from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.aos_1e import declaring, lasting, movement, piling_in, triumphs
from resolver.shared.effects import abilities
from resolver.shared.effects.moments import moment
from resolver.shared.selecting import select
from resolver.shared.units import engagement


def shoot(game: Game) -> Script[bool]:
    """Pick one unit and shoot with it; or no more (AOS-SHOOT-01, -02, -04)."""
    player = game.active
    rules = ("AOS-SHOOT-01", "AOS-SHOOT-02")
    unit = yield from select(game, player, "shoot", shooters(game, player), "AOS-SHOOT-04", rules=rules)
    if unit is None:
        return True
    yield from moment(game, "shoot", unit)
    yield from declaring.attack(game, unit, ranged=True)
    if not game.decided and game.on_table(unit):
        yield from moment(game, "after-shooting", unit)
    return False


def shooters(game: Game, player: int) -> list[int]:
    """Return the units that may be picked to shoot now: with a missile weapon that has a target."""
    return [
        unit
        for unit in game.units_on_table(player)
        if not game.has_mark(unit, "acted")
        and not lasting.has(game, unit, "befuddled")
        and movement.may_shoot_or_charge(game, unit, "shoot")
        and declaring.has_target(game, unit, ranged=True)
    ]


def fight(game: Game) -> Script[bool]:
    """One player picks a unit, which piles in and attacks; then the opponent, until nobody is left (AOS-COMBAT-02..06)."""
    player, units = next_to_fight(game)
    rules = ("AOS-COMBAT-01", "AOS-COMBAT-02", "AOS-COMBAT-05")
    unit = yield from select(
        game, player, "fight", units, "AOS-COMBAT-03", rules=rules, optional=False, marks=("acted",), go=1 - player
    )
    if unit is None:
        return True
    yield from triumphs.offer_inspired(game, unit)
    yield from moment(game, "fight", unit)
    if game.on_table(unit):
        yield from piling_in.pile_in(game, unit)
        yield from declaring.attack(game, unit, ranged=False)
    if not game.decided and game.on_table(unit):
        yield from moment(game, "after-fighting", unit)
    return False


def eligible(game: Game, player: int) -> list[int]:
    """Return the units that may attack now: they charged or are within 3 inches of the enemy (AOS-COMBAT-01, AOS-Q-16)."""
    return [
        unit
        for unit in game.units_on_table(player)
        if not game.has_mark(unit, "acted")
        and not lasting.has(game, unit, "befuddled")
        and abilities.may(game, "fight", unit, game.has_mark(unit, "charged") or engagement.is_engaged(game, unit))
    ]


def next_to_fight(game: Game) -> tuple[int, list[int]]:
    """Return who picks next, and from which units; no units when the phase is over.

    The player whose turn it is begins; one without an eligible unit is skipped (AOS-COMBAT-02..04, AOS-Q-56).
    """
    begun = any(game.has_mark(unit, "acted") for unit in range(len(game.armies.units)))
    player = game.go if begun else game.active
    units = eligible(game, player)
    return (player, units) if units else (1 - player, eligible(game, 1 - player))
