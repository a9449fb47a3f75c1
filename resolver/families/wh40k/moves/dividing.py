"""Units that abilities let be divided into two halves before anything is set up.

Source: 9E-AIS-04, 9E-SSTR-05, 9E-Q-24; 8E-SHEET-09.
"""

from __future__ import annotations

from collections.abc import Iterator

from resolver.engine.decision import Data, Decision, Refusal
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.shared.effects import abilities


def split(game: Game) -> Script[bool]:
    """Units that may be divided are divided or not, those that start aboard a transport whole."""
    for player in (0, 1):
        for unit in game.units_of(player):
            if not divisible(game, unit) or game.state.embarked_in[unit] >= 0:
                continue
            data = yield from game.ask("split", player, "divide", unit)
            if data["models"]:
                rules = ("divide", "divide.strength")
                yield from game.happen("unit.split", unit=unit, into=unit + 1, models=data["models"], rules=rules)
    return True


def divisible(game: Game, unit: int) -> bool:
    """Tell whether a unit has an ability to be divided, and exactly the models that it asks for, an even number."""
    asked = [effect["models"] or _most(game, unit) for effect in abilities.own(game, "combat-squads", unit)]
    spare, models = game.armies.units[unit].spare_of is not None, len(game.state.models_of(unit))
    return not spare and models in asked and models % 2 == 0


def _most(game: Game, unit: int) -> int | None:
    """Return the most models that the datasheet of a unit allows, None for any number."""
    units = game.armies.documents[game.owner(unit)].army.units
    return next((sheet.size.max for sheet in units if game.key(unit).endswith(f".{sheet.id}")), None)


def options(game: Game, decision: Decision) -> Iterator[Data]:
    """Keep it whole, or divide it: the last half of the models apart, the first half apart."""
    models = [int(model) for model in game.state.models_of(game.unit(decision.subject))]
    half = len(models) // 2
    yield {"models": []}
    yield {"models": models[half:]}
    yield {"models": models[:half]}


def check(game: Game, decision: Decision, data: Data) -> Refusal | None:
    """Refuse anything but half of the unit's models."""
    models = {int(model) for model in game.state.models_of(game.unit(decision.subject))}
    chosen = data["models"]
    if chosen and (len(set(chosen)) != len(chosen) or not models.issuperset(chosen) or 2 * len(chosen) != len(models)):
        return Refusal("divide", "split.half", {"wanted": len(models) // 2, "found": len(set(chosen))})
    return None
