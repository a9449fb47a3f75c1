"""Current characteristics of models: as printed, from the damage table, after every modifier.

Source: 9E-DMG-01, -02, 9E-DS-10, 9E-MODC-01..09; 8E-MODCHAR-01..08, 8E-SHEET-05, -06, 8E-Q-24, -76.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from datasheets.values import Change, Dice, Distance, Mark, Value, modified, read
from datasheets.values.printed import Kind
from resolver.engine.enlisted import Profile
from resolver.engine.game import Game
from resolver.engine.ruleset import Script
from resolver.rulesets.common.edition import edition
from resolver.rulesets.common.effects.abilities import changes
from resolver.rulesets.common.effects.conditions import CALM, Scene
from resolver.rulesets.common.rolling import amount

KINDS: dict[str, Kind] = {
    "M": "distance",
    "WS": "target",
    "BS": "target",
    "S": "number",
    "T": "number",
    "W": "wounds",
    "A": "number",
    "Ld": "number",
    "Sv": "target",
}


@lru_cache(maxsize=4096)
def parsed(key: str, printed: str) -> Value:
    """Return a printed characteristic as a value."""
    return read(KINDS[key], printed)


def printed(game: Game, model: int, key: str) -> Value:
    """Return a model's characteristic without modifiers: as printed or, where that is "*", from the row of its damage table.

    Rows are ranges of remaining wounds (9E-DMG-02).
    """
    profile = game.armies.profiles[game.state.profile[model]]
    value = parsed(key, profile.characteristics[key])
    return _from_table(profile, key, int(game.state.wounds[model])) if value is Mark.TABLE else value


def _from_table(profile: Profile, key: str, wounds: int) -> Value:
    for low, high, values in profile.damage_table:
        if low <= wounds <= high and key in values:
            return parsed(key, values[key])
    return Mark.NONE


def value(game: Game, model: int, key: str, scene: Scene = CALM) -> int | None:
    """Return a fixed characteristic after all modifiers, None where the model has none ("-").

    Some fall back on the Toughness where the edition says so (9E-MODC-09); a "-" is never modified (9E-MODC-08,
    8E-MODCHAR-07). A characteristic that is rolled counts with its average here; whoever needs it rolled uses `dice`.
    """
    found = printed(game, model, key)
    if isinstance(found, Dice):
        found = found.constant if found.fixed else round(float(found.mean))
    if isinstance(found, int):
        every = changes(game, key, model, scene)
        return modified(found, every, least(game, key)) if every or found < 1 else found
    if key not in edition(game).figures.toughness_instead:
        return None
    toughness = printed(game, model, "T")
    return toughness.constant if isinstance(toughness, Dice) else 1


def has(game: Game, model: int, key: str) -> bool:
    """Tell whether a model has a characteristic, or the Toughness in its place; `value` is None where it has not."""
    return isinstance(printed(game, model, key), int | Dice) or key in edition(game).figures.toughness_instead


def least(game: Game, key: str) -> int | None:
    """Return below what no modifier brings a characteristic, None for any value (9E-MODC-05, 8E-MODCHAR-08)."""
    if key in edition(game).figures.never_below_1:
        return 1
    return 0 if key == "A" else None


def dice(game: Game, model: int, key: str, scene: Scene = CALM) -> tuple[Dice, list[Change]] | None:
    """Return a characteristic that may be rolled, with what then changes the result; None where the model has none."""
    found = printed(game, model, key)
    return (found, changes(game, key, model, scene)) if isinstance(found, Dice) else None


def leadership(game: Game, unit: int) -> Script[tuple[int, list[int]]]:
    """Return the highest Leadership in a unit, with the dice of models whose Leadership is rolled.

    9E-MTEST-01, 8E-MORALE-03.
    """
    highest, faces = 0, list[int]()
    for model in map(int, game.state.standing(unit)):
        found = dice(game, model, "Ld")
        if found is None or found[0].fixed:
            highest = max(highest, value(game, model, "Ld") or 1)
            continue
        total, shown = yield from amount(game, "characteristic", found[0], unit, number=model)
        highest, faces = max(highest, modified(total, found[1], 1)), faces + shown
    return highest, faces


def wounds(profile: Profile) -> int:
    """Return the Wounds characteristic of models with this profile."""
    found = parsed("W", profile.characteristics["W"])
    if not isinstance(found, int):
        raise ValueError(f"{profile.name} has no Wounds characteristic")
    return found


def modified_length(inches: Fraction, every: list[Change]) -> float:
    """Return a length after all changes; one that nothing changes keeps its fraction."""
    return float(modified(inches, every, 0)) if every else float(inches)


def move(game: Game, model: int, extra: int = 0, rolled: int | None = None) -> tuple[float, float] | None:
    """Return the least and the most inches that a model may move now, None where it cannot move at all (9E-DS-06).

    `extra` inches are added (an Advance roll), `rolled` is the result of a random Move. Where two values are printed both
    are modified (9E-AIRMIN-04).
    """
    found = printed(game, model, "M")
    if not isinstance(found, Distance):
        return None
    every = [*changes(game, "M", model), *([Change("add", extra)] if extra else [])]
    if not every and not found.random:
        return found.inches
    most = Fraction(rolled or 0) if isinstance(found.value, Dice) else found.value
    return modified_length(found.minimum, every if found.minimum else []), modified_length(most, every)
