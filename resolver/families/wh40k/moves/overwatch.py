"""Overwatch: targets of a charge fire at the unit that charges.

Source: 9E-OVERW-01..06, 8E-OVERWATCH-01..03.
"""

from __future__ import annotations

from collections.abc import Iterator

from resolver.engine.decision import Data
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.engine.windows import Opening, Window
from resolver.families.wh40k.attacks import shooting
from resolver.families.wh40k.attacks.targets import TargetOptions
from resolver.families.wh40k.edition import edition
from resolver.shared.effects import abilities
from resolver.shared.units import engagement


def _who_fires(game: Game, fields: Data) -> Iterator[Opening]:
    """Yield each target of a charge that may fire Overwatch at the charging unit, while that is there."""
    charger = fields["unit"]
    for unit in fields["targets"]:
        if game.on_table(charger) and may_overwatch(game, unit, charger):
            yield Opening(game.owner(unit), unit, {"target": game.key(charger)})


def _fire(game: Game, fields: Data, opening: Opening, answer: Data) -> Script[None]:
    unit, charger = opening.unit, fields["unit"]
    if answer["fire"] and unit is not None:
        yield from game.happen(
            "overwatch.fired", unit=unit, target=charger, counts={"actions": 1}, rules=("overwatch", "overwatch.hits")
        )
        yield from shooting.fire(game, unit, charger)


OVERWATCH = Window(on="charge.declared", who=_who_fires, decision="overwatch", rule="overwatch.targets", then=_fire)
"""Targets of a charge may fire at the charging unit."""


def may_overwatch(game: Game, unit: int, charger: int) -> bool:
    """Tell whether a unit is allowed to fire Overwatch, is not engaged, and has a weapon that can.

    9E-OVERW-01, -03, 8E-OVERWATCH-01, -03.
    """
    allowed = edition(game).combat.overwatch or bool(abilities.effects(game, "overwatch", unit))
    if not abilities.may(game, "fire-overwatch", unit, allowed) or engagement.is_engaged(game, unit):
        return False
    return shooting.has_target(TargetOptions(game, unit, charger))
