"""The Morale phase: Morale tests of both players' units, Combat Attrition tests, and the check of unit coherency.

Source: 9E-MORALE-01..04, 9E-MTEST-01..04, 9E-ATTRIT-01..03, 9E-SSTR-03, 9E-COHCHK-01..04, 9E-Q-22, -53.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from datasheets.values import Change, modified_roll
from resolver.engine.decision import Data, Decision
from resolver.engine.game import Game
from resolver.engine.modifiers import Origin, modifier_fields, modifier_rows
from resolver.engine.ruleset import Script
from resolver.families.wh40k.edition import edition
from resolver.families.wh40k.morale import flee, roll_morale, tell_morale, to_test
from resolver.families.wh40k.units import destruction
from resolver.shared.effects import abilities
from resolver.shared.selecting import select
from resolver.shared.units import strength
from resolver.shared.units.coherency import in_coherency
from resolver.table.coherency import largest

AUTOMATIC = 1
"""An unmodified roll of 1 passes, whatever the total (9E-MTEST-02)."""
BELOW_HALF = Change("subtract", 1, Origin(rule="9E-ATTRIT-02"))


def test_units(game: Game) -> Script[bool]:
    """The players alternate, the one whose turn it is first; a player who has no unit left to test is skipped."""
    player = game.go if _has_begun(game) else game.active
    if not to_test(game, player):
        player = 1 - player
    rules = ("9E-MORALE-03", "9E-MORALE-04")
    unit = yield from select(
        game, player, "test", to_test(game, player), "9E-MORALE-02", rules=rules, optional=False, go=1 - player
    )
    if unit is None:
        return True
    yield from _test(game, unit)
    return False


def _has_begun(game: Game) -> bool:
    return any(game.has_mark(unit, "acted") for unit in range(len(game.armies.units)))


def _test(game: Game, unit: int) -> Script[None]:
    roll = yield from roll_morale(game, unit, AUTOMATIC)
    automatic = roll.result.unmodified == AUTOMATIC
    passed = automatic or not roll.excess
    rules = "9E-MTEST-01", *(("9E-MTEST-02",) if automatic else ()), *(() if passed else ("9E-MTEST-03",))
    yield from tell_morale(game, unit, roll, passed, rules)
    if not passed:
        yield from flee(game, unit, "9E-MTEST-04")
        stays = any(source.effect["roll"] == "attrition" for source in abilities.effects(game, "auto-pass", unit))
        if game.on_table(unit) and not stays:
            yield from _attrition(game, unit)


def _attrition(game: Game, unit: int) -> Script[None]:
    """Roll for each model that is left; for each result of 1 one more flees (9E-ATTRIT-01, -02)."""
    weak = strength.below_half(game, unit)
    changes = abilities.roll_changes(game, "attrition", unit)
    if weak:
        changes = [*changes, BELOW_HALF]
    dice = [game.roll("attrition", unit, number=number) for number in range(len(game.state.standing(unit)))]
    fleeing = sum(modified_roll(die, changes) == 1 for die in dice)
    yield from game.happen(
        "attrition.tested",
        unit=unit,
        dice=dice,
        modifier=sum(int(c.value) * (1 if c.operation == "add" else -1) for c in changes),
        below_half=weak,
        fleeing=fleeing,
        rules=("9E-ATTRIT-01", *(("9E-ATTRIT-02",) if weak else ())),
        **modifier_fields(modifier_rows(game, "roll", changes)),
    )
    for _ in range(fleeing):
        yield from flee(game, unit, "9E-MTEST-04")


def check_coherency(game: Game) -> Script[bool]:
    """Each player removes models from units out of coherency, one at a time, the player whose turn it is first."""
    for player in (game.active, 1 - game.active):
        for unit in game.units_on_table(player):
            while not in_coherency(game, game.state.bodies(game.state.standing(unit))):
                data = yield from game.ask("remove", player, "9E-COHCHK-01", unit)
                yield from destruction.remove(game, data["model"], "model.removed", "coherency", None)
    return True


def remove_options(game: Game, decision: Decision) -> Iterator[Data]:
    """Every model of the unit may go; those outside the largest group that can stay together come first."""
    models = game.state.standing(game.unit(decision.subject))
    kept = largest(game.state.bodies(models), edition(game).coherency)
    out = np.ones(len(models), dtype=bool)
    out[kept] = False
    yield from ({"model": int(model)} for model in (*models[out], *models[~out]))
