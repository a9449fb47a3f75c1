"""The Fight phase: who fights when, and what a unit does when it fights.

Source: 9E-FIGHT-01..06, 9E-FIRST-01, 9E-FIGHTUNIT-01, 9E-MTGT-06, 9E-Q-34; 8E-FIGHT-01..06, 8E-Q-68, -81.
"""

from __future__ import annotations

from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.families.wh40k.attacks import melee
from resolver.families.wh40k.edition import edition
from resolver.families.wh40k.moves import closing
from resolver.shared.effects import abilities
from resolver.shared.effects.moments import moment
from resolver.shared.selecting import select
from resolver.shared.units import engagement

FIRST, NORMAL, LAST = 0, 1, 2


def fight(game: Game) -> Script[bool]:
    """Select the next unit to fight and fight with it; the phase is over when nobody is eligible."""
    player, units = next_to_fight(game)
    rules = ("fight.eligible", "fight.once", "fight.first")
    unit = yield from select(game, player, "fight", units, "fight.select", rules=rules, optional=False, go=1 - player)
    if unit is None:
        return True
    yield from moment(game, "fight", unit)
    yield from closing.pile_in(game, unit)
    yield from game.happen("unit.fights", unit=unit, rules=("fight.sequence",))
    yield from melee.attack(game, unit)
    if not game.decided and game.on_table(unit):
        yield from closing.consolidate(game, unit)
        yield from moment(game, "after-fighting", unit)
    return False


def eligible(game: Game, player: int) -> list[int]:
    """Return the units that may be selected to fight: near an enemy or charged this turn, and not yet."""
    return [
        unit
        for unit in game.units_on_table(player)
        if not game.has_mark(unit, "acted")
        and abilities.may(game, "fight", unit, game.has_mark(unit, "charged") or engagement.is_engaged(game, unit))
    ]


def rank(game: Game, unit: int) -> int:
    """Return when a unit fights: units that charged come first, and what abilities put first or last.

    9E-FIRST-01, 8E-FIGHT-02.
    """
    first = game.has_mark(unit, "charged") or bool(abilities.effects(game, "fight-first", unit))
    last = bool(abilities.effects(game, "fight-last", unit))
    return NORMAL if first and last else FIRST if first else LAST if last else NORMAL


def next_to_fight(game: Game) -> tuple[int, list[int]]:
    """Return who selects next, and the units to select from; no units when the phase is over.

    Each rank starts with the player whom the edition names; the players alternate; one without a unit is skipped.
    9E-Q-34, 8E-FIGHT-03, -05.
    """
    units = [eligible(game, player) for player in (0, 1)]
    ranks = {unit: rank(game, unit) for side in units for unit in side}
    if not ranks:
        return game.active, []
    lowest = min(ranks.values())
    units = [[unit for unit in side if ranks[unit] == lowest] for side in units]
    starts = 1 - game.active if edition(game).combat.opponent_first else game.active
    player = game.go if _has_begun(game, lowest) else starts
    return (player, units[player]) if units[player] else (1 - player, units[1 - player])


def _has_begun(game: Game, lowest: int) -> bool:
    """Tell whether a unit of this rank, or a later one, has fought already in this phase."""
    fought = [unit for unit in range(len(game.armies.units)) if game.has_mark(unit, "acted")]
    return any(rank(game, unit) >= lowest for unit in fought)
