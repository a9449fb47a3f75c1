"""Current characteristics of models: as printed, from the damage table, after every modifier.

They are asked for by their part ("move", "save"): what a system calls them, how they are written, below what no modifier
brings them and what stands in for them is data of the system.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from datasheets.systems.parts import model_parts, weapon_parts
from datasheets.systems.system import Characteristic, Part
from datasheets.values import Change, Dice, Distance, Mark, Value, apply_changes, read
from datasheets.values.printed import Kind
from resolver.engine.battle_armies import BattleProfile
from resolver.engine.game import Game
from resolver.engine.modifiers import modifier_rows
from resolver.engine.ruleset import Script
from resolver.shared.effects.abilities import changes, may_concern
from resolver.shared.effects.context import NO_ATTACK, AttackContext
from resolver.shared.rolling import amount
from resolver.shared.rules import shared_rules


def column(game: Game, part: Part) -> Characteristic:
    """Return the characteristic of models that plays a part in this system.

    Raises:
        KeyError: it has none.
    """
    return model_parts(game.ruleset.id)[part]


def of_weapon(game: Game, part: Part) -> Characteristic:
    """Return the characteristic of weapons that plays a part in this system.

    Raises:
        KeyError: it has none.
    """
    return weapon_parts(game.ruleset.id)[part]


@lru_cache(maxsize=4096)
def parse(kind: Kind, printed: str) -> Value:
    """Return a printed characteristic as a value."""
    return read(kind, printed)


def printed_value(game: Game, model: int, part: Part) -> Value:
    """Return a model's characteristic without modifiers: as printed or, where that is "*", from the row of its damage table.

    Rows are ranges of remaining wounds.
    """
    return _printed_value(game, model, column(game, part))


def _printed_value(game: Game, model: int, column: Characteristic) -> Value:
    profile = game.armies.profiles[game.state.profile[model]]
    value = parse(column.kind, profile.characteristics[column.key])
    if value is not Mark.TABLE:
        return value
    left, more = int(game.state.wounds[model]), shared_rules(game).more_wounds(game, model)
    return _from_table(profile, column, max(left - more, 1) if more else left)


def _from_table(profile: BattleProfile, column: Characteristic, wounds: int) -> Value:
    for low, high, values in profile.damage_table:
        if low <= wounds <= high and column.key in values:
            return parse(column.kind, values[column.key])
    return Mark.NONE


def value(game: Game, model: int, part: Part, context: AttackContext = NO_ATTACK) -> int | None:
    """Return a fixed characteristic after all modifiers, None where the model has none ("-").

    Another one may stand in for it, unmodified; a "-" is never modified. A characteristic that is rolled counts with its
    average here; whoever needs it rolled uses `dice`.
    """
    asked = column(game, part)
    found = _fix(_printed_value(game, model, asked))
    if found is not None:
        every = changes(game, asked.key, model, context)
        return apply_changes(found, every, asked.minimum) if every or found < 1 else found
    if not asked.substitute:
        return None
    instead = _printed_value(game, model, substitute(game, asked))
    return instead.constant if isinstance(instead, Dice) else 1


def unmodified_value(game: Game, model: int, part: Part) -> int | None:
    """Return a characteristic before all modifiers, the average of one that is rolled; None where the model has none."""
    return _fix(_printed_value(game, model, column(game, part)))


def _fix(found: Value) -> int | None:
    if isinstance(found, Dice):
        return found.constant if found.fixed else round(float(found.mean))
    return found if isinstance(found, int) else None


def substitute(game: Game, column: Characteristic) -> Characteristic:
    """Return the characteristic that stands in for one that has no value."""
    return next(each for each in model_parts(game.ruleset.id).values() if each.key == column.substitute)


def has(game: Game, model: int, part: Part) -> bool:
    """Tell whether a model has a characteristic, or another one in its place; `value` is None where it has not."""
    asked = column(game, part)
    return isinstance(_printed_value(game, model, asked), int | Dice) or bool(asked.substitute)


def dice(game: Game, model: int, part: Part, context: AttackContext = NO_ATTACK) -> tuple[Dice, list[Change]] | None:
    """Return a characteristic that may be rolled, with what then changes the result; None where the model has none."""
    asked = column(game, part)
    found = _printed_value(game, model, asked)
    return (found, changes(game, asked.key, model, context)) if isinstance(found, Dice) else None


def may_change(game: Game, unit: int, part: Part, of: str = "models") -> bool:
    """Tell whether any effect may ever change a characteristic of a unit's models or, `of` "weapons", of its weapons."""
    found = column(game, part) if of == "models" else of_weapon(game, part)
    return may_concern(game, unit, f"modify-characteristic/{found.key}/{of}")


def nerve_reasons(game: Game, unit: int, highest: int) -> tuple[dict[str, int], list[dict[str, Any]]]:
    """Return the printed nerve of the first model whose fixed one is the highest, and what changes it, for the log."""
    if not may_change(game, unit, "nerve"):
        return {}, []
    key = column(game, "nerve").key
    for model in map(int, game.state.standing(unit)):
        found = unmodified_value(game, model, "nerve")
        if found is not None and value(game, model, "nerve") == highest:
            rows = modifier_rows(game, key, changes(game, key, model))
            return {key: found} if rows else {}, rows
    return {}, []


def highest_nerve(game: Game, unit: int) -> Script[tuple[int, list[int]]]:
    """Return the highest nerve in a unit, with the dice of models whose nerve is rolled."""
    highest, faces = 0, list[int]()
    for model in map(int, game.state.standing(unit)):
        found = dice(game, model, "nerve")
        if found is None or found[0].fixed:
            highest = max(highest, value(game, model, "nerve") or 1)
            continue
        total, shown = yield from amount(game, "characteristic", found[0], unit, number=model)
        highest, faces = max(highest, apply_changes(total, found[1], 1)), faces + shown
    return highest, faces


def modified_length(inches: Fraction, every: list[Change]) -> float:
    """Return a length after all changes; one that nothing changes keeps its fraction."""
    return float(apply_changes(inches, every, 0)) if every else float(inches)


def move(game: Game, model: int, extra: int = 0, rolled: int | None = None) -> tuple[float, float] | None:
    """Return the least and the most inches that a model may move now, None where it cannot move at all.

    `extra` inches are added (by a roll), `rolled` is the result of a random Move. Where two values are printed both
    are modified.
    """
    asked = column(game, "move")
    found = _printed_value(game, model, asked)
    if not isinstance(found, Distance):
        return None
    every = [*changes(game, asked.key, model), *([Change("add", extra)] if extra else [])]
    if not every and not found.random:
        return found.inches
    most = Fraction(rolled or 0) if isinstance(found.value, Dice) else found.value
    return modified_length(found.minimum, every if found.minimum else []), modified_length(most, every)
